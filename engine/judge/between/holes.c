/* holes.c: what a line owes to the holes of meshes. */
#include "judge/between/holes.h"

#include "judge/between/closing.h"
#include "judge/between/uncertainty.h"
#include "judge/between/line_asked.h"
#include "visibility/search.h"

#include <string.h>

/* A mask of caps alone for the closed world; free with tl_free. NULL without memory. */
static uint8_t *caps_alone(const tl_inquiry *inquiry, const tl_between *between, bool repaired) {
    size_t count = inquiry->table->slot_count;
    uint8_t *mask = tl_alloc_array(inquiry->context, 2 * count, 1);
    if (mask != NULL) {
        tl_between_caps_mask(inquiry, between->blockers, repaired, mask + count);
    }
    return mask;
}

bool tl_holes_near(const tl_inquiry *inquiry, const tl_between *between, tl_box3 box, bool repaired) {
    bool near = false;
    if (inquiry->table->closed != NULL) {
        uint8_t *mask = caps_alone(inquiry, between, repaired);
        if (mask == NULL) {
            return true;
        }
        near = tl_world_any_in_box(inquiry->table->closed, box, mask);
        tl_free(inquiry->context, mask);
    }
    return near;
}

typedef struct meeting {
    const tl_table *table;
    tl_pair_holes *holes;
} meeting;

/* Holes are kept in the order of the line, each once. */
static bool meet(void *user, const tl_hit *hit) {
    const meeting *m = user;
    tl_pair_holes *holes = m->holes;
    uint32_t slot = (uint32_t)tl_table_open_slot(m->table, hit->slot);
    const tl_placed *owner = tl_table_slot_owner(m->table, slot);
    const tl_caps *caps = owner->model->caps;
    uint32_t item = (uint32_t)tl_caps_of_triangle(caps, hit->triangle);
    tl_holes_met met = {.slot = slot,
                        .item = item,
                        .t = hit->t,
                        .across = caps->items[item].across,
                        .at = tl_bvh_placed_vertex(&owner->body->pose, caps->items[item].at)};
    for (size_t i = 0; i < holes->count; i++) {
        if (holes->met[i].slot == met.slot && holes->met[i].item == met.item) {
            return true;
        }
    }
    holes->all++;
    size_t place = holes->count < TL_HOLES_TOLD ? holes->count++ : TL_HOLES_TOLD - 1;
    if (holes->all > TL_HOLES_TOLD && holes->met[place].t <= met.t) {
        return true;
    }
    for (; place > 0 && holes->met[place - 1].t > met.t; place--) {
        holes->met[place] = holes->met[place - 1];
    }
    holes->met[place] = met;
    return true;
}

tl_status tl_holes_on_line(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q, double reach,
                           bool repaired, tl_pair_holes *holes, tl_error *error) {
    const tl_world *closed = inquiry->table->closed;
    uint8_t *mask = closed != NULL ? caps_alone(inquiry, between, repaired) : NULL;
    meeting m = {inquiry->table, holes};
    tl_hit hit;
    if (mask == NULL) {
        return closed == NULL ? TL_OK : tl_fail_memory(error);
    }
    tl_world_each_hit(closed, p, q, mask, meet, &m);
    if (holes->count == 0 && reach > 0 && tl_world_clearance(closed, p, q, mask, reach, &hit) < reach) {
        meet(&m, &hit); /* a line of some width, half of it in the hole */
    }
    tl_free(inquiry->context, mask);
    return TL_OK;
}

tl_status tl_between_otherwise(const tl_inquiry *inquiry, const tl_between *between, bool without_repairs,
                               tl_between *other, tl_error *error) {
    size_t slots = inquiry->table->slot_count;
    *other = *between;
    other->blockers = tl_alloc_array(inquiry->context, 2 * slots, 1);
    other->insides = tl_alloc_array(inquiry->context, 2 * slots, 1);
    if (other->blockers == NULL || other->insides == NULL) {
        tl_between_other_free(other);
        return tl_fail_memory(error);
    }
    memcpy(other->blockers, between->blockers, slots);
    memcpy(other->insides, between->insides, slots);
    other->obstacles.blockers = other->blockers;
    other->obstacles.insides = other->insides;
    if (!without_repairs) {
        tl_between_close(inquiry, other);
    }
    for (size_t slot = 0; slot < slots && without_repairs; slot++) {
        other->blockers[slot] &= (uint8_t)~TL_ROLE_BIT(TL_ROLE_PATCH);
        if (tl_world_get(inquiry->table->closed, slots + slot) != NULL) {
            other->insides[slot] = 0;
        }
    }
    return TL_OK;
}

void tl_between_other_free(tl_between *other) {
    tl_free(other->context, other->blockers);
    tl_free(other->context, other->insides);
    other->blockers = other->insides = NULL;
}

static tl_status look_with_holes_closed(const tl_inquiry *inquiry, const tl_between *between,
                                        const tl_between_line_asked *asked, const tl_uncertainty *uncertainty,
                                        tl_sight *sight, tl_pair_holes *holes, tl_error *error) {
    tl_between closed;
    tl_between_line_asked quiet = *asked;
    tl_sight other;
    quiet.options.recorder = NULL;
    tl_status status = tl_between_otherwise(inquiry, between, false, &closed, error);
    if (status != TL_OK) {
        return status;
    }
    status = tl_between_line_ask(inquiry, &closed.obstacles, &quiet, &other, error);
    if (status == TL_OK && other.verdict == TL_VERDICT_YES &&
        tl_uncertainty_line_stands(inquiry, between, uncertainty, other.from, other.to, asked->options.min_clearance)) {
        uint32_t nearest;
        double clearance = tl_sight_clearance(&between->obstacles, other.from, other.to, TL_SIGHT_FAR_AWAY, &nearest);
        other.clearance = tl_max(other.clearance, clearance - between->obstacles.single_error);
        *sight = other;
        memset(holes, 0, sizeof(*holes));
    } else {
        holes->through = other.verdict == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    }
    tl_between_other_free(&closed);
    return status;
}

static tl_status look_without_repairs(const tl_inquiry *inquiry, const tl_between *between,
                                      const tl_between_line_asked *asked, tl_pair_holes *holes, tl_error *error) {
    tl_between without;
    tl_between_line_asked quiet = *asked;
    tl_sight other;
    quiet.options.recorder = NULL;
    tl_status status = tl_between_otherwise(inquiry, between, true, &without, error);
    if (status != TL_OK) {
        return status;
    }
    status = tl_between_line_ask(inquiry, &without.obstacles, &quiet, &other, error);
    if (status == TL_OK && other.verdict == TL_VERDICT_YES) {
        status =
            tl_holes_on_line(inquiry, between, other.from, other.to, asked->options.min_clearance, true, holes, error);
        holes->by_repair = holes->count > 0;
    }
    tl_between_other_free(&without);
    return status;
}

bool tl_holes_matter(const tl_inquiry *inquiry, const tl_between *between) {
    return inquiry->table->closed != NULL && !inquiry->quick && !tl_inquiry_leaves_out(inquiry) && !between->closed &&
           tl_settings_is_at(&inquiry->settings, TL_SETTING_SCAN_HOLES, TL_CHOICE_SCAN_HOLES_OPEN);
}

tl_status tl_holes_look(const tl_inquiry *inquiry, const tl_between *between, const tl_between_line_asked *asked,
                        const tl_uncertainty *uncertainty, tl_sight *sight, tl_pair_holes *holes, tl_error *error) {
    memset(holes, 0, sizeof(*holes));
    if (!tl_holes_matter(inquiry, between)) {
        return TL_OK;
    }
    if (sight->verdict == TL_VERDICT_YES) {
        tl_status status = tl_holes_on_line(inquiry, between, sight->from, sight->to, asked->options.min_clearance,
                                            false, holes, error);
        return status == TL_OK && holes->count > 0
                   ? look_with_holes_closed(inquiry, between, asked, uncertainty, sight, holes, error)
                   : status;
    }
    if (sight->verdict == TL_VERDICT_NO && !sight->from_inside_solid && !sight->to_inside_solid &&
        tl_holes_near(inquiry, between, tl_between_line_asked_box(asked), true)) {
        return look_without_repairs(inquiry, between, asked, holes, error);
    }
    return TL_OK;
}

void tl_holes_turn(tl_pair_holes *holes) {
    for (size_t i = 0; i < holes->count; i++) {
        holes->met[i].t = 1 - holes->met[i].t;
    }
    for (size_t i = 0; i < holes->count / 2; i++) {
        tl_holes_met met = holes->met[i];
        holes->met[i] = holes->met[holes->count - 1 - i];
        holes->met[holes->count - 1 - i] = met;
    }
}
