/* uncertainty.c: holding answers against how far the true surfaces may be from the meshes. */
#include "judge/between/uncertainty.h"

#include "judge/between/closing.h"
#include "judge/between/line_asked.h"
#include "judge/between/slot_uncertainty.h"
#include "visibility/search.h"

#include <string.h>

/* Above the rounding of clearances (1e-9 of the coordinates) and of what is added up here, mm. */
#define ROUNDING 1e-5

/* --- What is uncertain -------------------------------------------------------------------------------------------- */

/* The most uncertain come first; there is room for some. */
static void add_slot(tl_uncertainty *uncertainty, const tl_table *table, size_t slot, double by) {
    size_t i = uncertainty->count;
    if (i == TL_SIGHT_NAMED) {
        i--;
        if (tl_uncertainty_of_slot(table, uncertainty->slots[i]) >= by) {
            return;
        }
    } else {
        uncertainty->count++;
    }
    for (; i > 0 && tl_uncertainty_of_slot(table, uncertainty->slots[i - 1]) < by; i--) {
        uncertainty->slots[i] = uncertainty->slots[i - 1];
    }
    uncertainty->slots[i] = (uint32_t)slot;
}

tl_status tl_uncertainty_find(const tl_inquiry *inquiry, const tl_between *between, tl_box3 box, double ends,
                              tl_uncertainty *uncertainty, tl_error *error) {
    const tl_table *table = inquiry->table;
    *uncertainty = (tl_uncertainty){.ends = ends, .needed = ends, .any = ends > 0, .context = inquiry->context};
    if (inquiry->referee->firm_joiner == NULL) {
        return TL_OK;
    }
    uncertainty->marked = tl_alloc_array(inquiry->context, 4 * table->slot_count, 1);
    if (uncertainty->marked == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t slot = 0; slot < table->slot_count; slot++) {
        double by = between->blockers[slot] != 0 ? tl_uncertainty_of_slot(table, slot) : 0;
        if (by > 0 && tl_box3_overlap(tl_box3_grow(tl_world_box(table->world, slot), by + ends + 1), box)) {
            uncertainty->any = true;
            uncertainty->ground = uncertainty->ground || slot == 0;
            uncertainty->needed = tl_max(uncertainty->needed, by + ends);
            uncertainty->marked[slot] = uncertainty->marked[table->slot_count + slot] = 1;
            add_slot(uncertainty, table, slot, by);
        }
    }
    for (size_t i = 0; i < between->sight_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[between->area_of[i]];
        double by = tl_uncertainty_of_area(inquiry, area);
        if (by > 0) {
            size_t slot = table->terrain[area->terrain].slot;
            uncertainty->any = uncertainty->areas = true;
            uncertainty->needed = tl_max(uncertainty->needed, by + ends);
            if (uncertainty->marked[slot] == 0) {
                add_slot(uncertainty, table, slot, by);
            }
        }
    }
    return TL_OK;
}

void tl_uncertainty_free(tl_uncertainty *uncertainty) {
    if (uncertainty->marked != NULL) {
        tl_free(uncertainty->context, uncertainty->marked);
        uncertainty->marked = NULL;
    }
}

/* --- Lines -------------------------------------------------------------------------------------------------------- */

/* All segments from one box round p to one round q satisfy a condition. */
static bool holds_near(const tl_condition *condition, tl_vec3 p, tl_vec3 q, double by) {
    tl_vec3 a[8], b[8];
    tl_box3_corners(tl_box3_grow((tl_box3){p, p}, by), a);
    tl_box3_corners(tl_box3_grow((tl_box3){q, q}, by), b);
    return condition->bundle(condition->user, a, 8, b, 8) == TL_BUNDLE_ALL;
}

/* Areas whose outline is uncertain must not be entered by any line that near; the others must allow all of them. */
static bool areas_stand(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                        tl_vec3 p, tl_vec3 q) {
    for (size_t i = 0; i < between->obstacles.condition_count; i++) {
        const tl_referee_area *area = i < between->sight_count ? &inquiry->referee->areas[between->area_of[i]] : NULL;
        double by = area != NULL ? tl_uncertainty_of_area(inquiry, area) : 0;
        if (by > 0) {
            tl_area prism = tl_area_asked_of(&between->sights[i]);
            tl_condition clear = tl_area_clear_condition(&prism, 0);
            if (!holds_near(&clear, p, q, by + uncertainty->ends + ROUNDING)) {
                return false;
            }
        } else if (area == NULL && uncertainty->areas) {
            return false; /* of all areas together: can't be told apart */
        } else if (uncertainty->ends > 0 &&
                   !holds_near(&between->obstacles.conditions[i], p, q, uncertainty->ends + ROUNDING)) {
            return false;
        }
    }
    return true;
}

bool tl_uncertainty_line_stands(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                                tl_vec3 p, tl_vec3 q, double least) {
    const tl_obstacles *obstacles = &between->obstacles;
    size_t slots = tl_world_slot_count(obstacles->world);
    bool stands = !uncertainty->any || areas_stand(inquiry, between, uncertainty, p, q);
    uint8_t *only = uncertainty->marked != NULL ? uncertainty->marked + 2 * inquiry->table->slot_count : NULL;
    for (size_t slot = 0; slot < slots && stands && only != NULL; slot++) {
        if (uncertainty->marked[slot] != 0 && obstacles->blockers[slot] != 0) {
            double limit = tl_uncertainty_of_slot(inquiry->table, slot) + uncertainty->ends + least + ROUNDING;
            only[slot] = obstacles->blockers[slot];
            stands = tl_world_clearance(obstacles->world, p, q, only, limit, NULL) >= limit;
            only[slot] = 0;
        }
    }
    if (stands && uncertainty->ends > 0) {
        uint32_t nearest;
        double limit = uncertainty->ends + least + ROUNDING;
        stands = tl_sight_clearance(obstacles, p, q, limit, &nearest) >= limit;
    }
    return stands;
}

/* --- Sight -------------------------------------------------------------------------------------------------------- */

/* The obstacles as they must block for a no to stand: conditions on uncertain areas don't count, nor, where bodies are
 * uncertain, any; with `without`, uncertain meshes aren't there. */
typedef struct sure_obstacles {
    tl_obstacles obstacles;
    uint8_t *blockers, *insides;
    tl_condition *conditions;
} sure_obstacles;

static void sure_free(const tl_inquiry *inquiry, sure_obstacles *sure) {
    tl_free(inquiry->context, sure->blockers);
    tl_free(inquiry->context, sure->insides);
    tl_free(inquiry->context, sure->conditions);
}

static tl_status sure_make(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                           bool without, sure_obstacles *sure, tl_error *error) {
    const tl_obstacles *all = &between->obstacles;
    size_t slots = tl_world_slot_count(all->world);
    *sure = (sure_obstacles){.obstacles = *all};
    sure->blockers = tl_alloc_array(inquiry->context, slots, 1);
    sure->insides = tl_alloc_array(inquiry->context, slots, 1);
    sure->conditions = tl_alloc_array(inquiry->context, all->condition_count, sizeof(*sure->conditions));
    if (sure->blockers == NULL || sure->insides == NULL || sure->conditions == NULL) {
        sure_free(inquiry, sure);
        return tl_fail_memory(error);
    }
    for (size_t slot = 0; slot < slots; slot++) {
        bool gone = without && uncertainty->marked != NULL && uncertainty->marked[slot] != 0;
        sure->blockers[slot] = gone ? 0 : all->blockers[slot];
        sure->insides[slot] = gone ? 0 : all->insides[slot];
    }
    size_t count = 0;
    for (size_t i = 0; i < all->condition_count && uncertainty->ends == 0; i++) {
        bool outline = i < between->sight_count;
        bool certain = outline ? tl_uncertainty_of_area(inquiry, &inquiry->referee->areas[between->area_of[i]]) == 0
                               : !uncertainty->areas;
        if (certain) {
            sure->conditions[count++] = all->conditions[i];
        }
    }
    sure->obstacles.blockers = sure->blockers;
    sure->obstacles.insides = sure->insides;
    sure->obstacles.conditions = sure->conditions;
    sure->obstacles.condition_count = count;
    sure->obstacles.joiner = between->closed ? inquiry->referee->firm_closed_joiner : inquiry->referee->firm_joiner;
    if (without && uncertainty->ground) {
        sure->obstacles.ground_slot = TL_SIGHT_NO_GROUND;
    }
    return TL_OK;
}

/* Whether there is certainly no line: with everything giving way, or without what is uncertain. */
static tl_status no_stands(const tl_inquiry *inquiry, const tl_between *between, const tl_between_line_asked *asked,
                           const tl_uncertainty *uncertainty, bool *stands, tl_error *error) {
    *stands = false;
    for (int without = 0; without < 2 && !*stands; without++) {
        sure_obstacles sure;
        tl_between_line_asked firm = *asked;
        tl_sight sight;
        tl_status status = sure_make(inquiry, between, uncertainty, without == 1, &sure, error);
        if (status != TL_OK) {
            return status;
        }
        firm.options.recorder = NULL;
        firm.options.slack = without == 1 ? uncertainty->ends : uncertainty->needed;
        firm.options.ground_gives = uncertainty->ground;
        status = tl_between_line_ask(inquiry, &sure.obstacles, &firm, &sight, error);
        sure_free(inquiry, &sure);
        if (status != TL_OK) {
            return status;
        }
        *stands = sight.verdict == TL_VERDICT_NO;
    }
    return TL_OK;
}

/* A line that stands in the place of one that doesn't. */
static tl_status look_for_clearer(const tl_inquiry *inquiry, const tl_between *between,
                                  const tl_between_line_asked *asked, const tl_uncertainty *uncertainty,
                                  tl_sight *sight, bool *stands, tl_error *error) {
    double least = asked->options.min_clearance;
    tl_between_line_asked wider = *asked;
    tl_sight other;
    *stands = false;
    wider.options.recorder = NULL;
    wider.options.min_clearance = uncertainty->needed + least + ROUNDING;
    tl_status status = tl_between_line_ask(inquiry, &between->obstacles, &wider, &other, error);
    if (status == TL_OK && other.verdict == TL_VERDICT_YES &&
        tl_uncertainty_line_stands(inquiry, between, uncertainty, other.from, other.to, least)) {
        tl_between_open_names(inquiry->table, &other);
        *sight = other;
        *stands = true;
    }
    return status;
}

tl_status tl_uncertainty_sight(const tl_inquiry *inquiry, const tl_between *between, const tl_between_line_asked *asked,
                               tl_sight *sight, tl_uncertainty *uncertainty, tl_error *error) {
    tl_status status =
        tl_uncertainty_find(inquiry, between, tl_between_line_asked_box(asked), asked->uncertainty, uncertainty, error);
    if (status != TL_OK || !uncertainty->any || sight->verdict == TL_VERDICT_MARGINAL) {
        return status;
    }
    double least = asked->options.min_clearance;
    bool stands = false;
    if (sight->verdict == TL_VERDICT_NO) {
        status = no_stands(inquiry, between, asked, uncertainty, &stands, error);
    } else {
        stands = tl_uncertainty_line_stands(inquiry, between, uncertainty, sight->from, sight->to, least);
        if (!stands) {
            status = look_for_clearer(inquiry, between, asked, uncertainty, sight, &stands, error);
        }
    }
    if (status == TL_OK && !stands) {
        uncertainty->decides = true;
        sight->verdict = TL_VERDICT_MARGINAL;
        sight->why = TL_WHY_UNCERTAINTY;
        sight->max_clearance = INFINITY;
        sight->from_inside_solid = sight->to_inside_solid = false;
    }
    return status;
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

typedef struct nearness {
    const tl_inquiry *inquiry;
    const tl_world *world;
    const tl_uncertainty *uncertainty;
    const tl_vec3 *points; /* a convex hull */
    size_t count;
    double more; /* beyond the uncertainty */
    bool marked_only;
    bool apart;
} nearness;

static bool keeps_apart(void *user, uint32_t slot, uint32_t triangle) {
    nearness *n = user;
    bool marked = n->uncertainty->marked != NULL && n->uncertainty->marked[slot] != 0;
    double by = (marked ? tl_uncertainty_of_slot(n->inquiry->table, slot) : 0) + n->uncertainty->ends;
    tl_vec3 corner[3];
    if (by == 0 || (n->marked_only && !marked)) {
        return true;
    }
    tl_bvh_corners(tl_world_get(n->world, slot), triangle, corner);
    n->apart = tl_shaft_hulls_apart(n->points, n->count, corner, 3, by + n->more + ROUNDING);
    return n->apart;
}

/* Whether no surface that is uncertain, against what is, comes near a hull of points. */
static bool hull_clear(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                       const tl_vec3 *points, size_t count, double more, bool marked_only) {
    tl_box3 box = tl_box3_empty();
    nearness n = {inquiry, between->obstacles.world, uncertainty, points, count, more, marked_only, true};
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, points[i]);
    }
    tl_world_in_box(between->obstacles.world, tl_box3_grow(box, uncertainty->needed + more + 2 * ROUNDING),
                    between->obstacles.blockers, keeps_apart, &n);
    return n.apart;
}

/* Seen whole: nothing uncertain comes between the viewpoint and the box round the target, and no area's rim. */
static bool view_stands(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                        size_t to, const tl_cover *cover) {
    tl_box3 box = tl_bvh_box(inquiry->table->members[to].body->core), eye = {cover->viewpoint, cover->viewpoint};
    tl_vec3 points[9], far[8], near[8];
    double by = uncertainty->ends + ROUNDING;
    tl_box3_corners(box, points);
    points[8] = cover->viewpoint;
    tl_box3_corners(tl_box3_grow(box, by), far);
    tl_box3_corners(tl_box3_grow(eye, by), near);
    bool stands =
        cover->has_viewpoint && !uncertainty->areas && hull_clear(inquiry, between, uncertainty, points, 9, 0, false);
    for (size_t i = 0; i < between->obstacles.condition_count && stands && uncertainty->ends > 0; i++) {
        const tl_condition *condition = &between->obstacles.conditions[i];
        stands = condition->bundle(condition->user, near, 8, far, 8) == TL_BUNDLE_ALL;
    }
    return stands;
}

/* Hidden for certain: with everything giving way and more of the target left out for contact; or without what is
 * uncertain, when that is too far from the target to count as contact. */
static tl_status hidden_stands(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                               size_t from, size_t to, const tl_cover_options *options, bool *stands, tl_error *error) {
    const tl_placed *members = inquiry->table->members;
    double skirt = options->contact_skirt;
    tl_vec3 points[8];
    *stands = false;
    tl_box3_corners(tl_bvh_box(members[to].body->core), points);
    for (int without = 0; without < 2 && !*stands; without++) {
        if (without == 1 && !hull_clear(inquiry, between, uncertainty, points, 8, skirt, true)) {
            return TL_OK;
        }
        sure_obstacles sure;
        tl_cover_options firm = *options;
        tl_cover cover;
        firm.sight.slack = without == 1 ? uncertainty->ends : uncertainty->needed;
        firm.sight.ground_gives = uncertainty->ground;
        firm.contact_skirt = skirt + firm.sight.slack;
        tl_status status = sure_make(inquiry, between, uncertainty, without == 1, &sure, error);
        if (status == TL_OK) {
            status = tl_cover_between(inquiry->context, &sure.obstacles, members[from].body->core,
                                      members[to].body->core, &firm, &cover, error);
            sure_free(inquiry, &sure);
        }
        if (status != TL_OK) {
            return status;
        }
        *stands = cover.verdict == TL_VERDICT_YES && !cover.target_in_solid;
    }
    return TL_OK;
}

tl_status tl_uncertainty_cover(const tl_inquiry *inquiry, const tl_between *between, size_t from, size_t to,
                               const tl_cover_options *options, tl_cover *cover, tl_uncertainty *uncertainty,
                               tl_error *error) {
    const tl_placed *a = &inquiry->table->members[from], *b = &inquiry->table->members[to];
    tl_box3 box = tl_box3_union(tl_bvh_box(a->body->core), tl_bvh_box(b->body->core));
    double ends = tl_max(tl_placed_core_uncertainty(a), tl_placed_core_uncertainty(b));
    tl_status status = tl_uncertainty_find(inquiry, between, box, ends, uncertainty, error);
    if (status != TL_OK || !uncertainty->any || cover->verdict == TL_VERDICT_MARGINAL) {
        return status;
    }
    bool stands = false;
    bool plain = !(options->min_fraction > 0) && !options->union_of_views; /* shares are of the meshes as they are */
    if (plain && cover->verdict == TL_VERDICT_NO) {
        stands = view_stands(inquiry, between, uncertainty, to, cover);
    } else if (plain) {
        status = hidden_stands(inquiry, between, uncertainty, from, to, options, &stands, error);
    }
    if (status == TL_OK && !stands) {
        uncertainty->decides = true;
        cover->verdict = TL_VERDICT_MARGINAL;
        cover->why = TL_WHY_UNCERTAINTY;
    }
    return status;
}
