/* change.c: finds what an edit changes for a board, from how it was before and after. */
#include "board/change.h"

#include "board/limits.h"

#include <string.h>

/* --- Inventories -------------------------------------------------------------------------------------------------- */

static void add_box(tl_box3 *box, tl_box3 more) {
    *box = tl_box3_union(*box, more);
}

static tl_box3 terrain_box(const tl_table *table, size_t index) {
    const tl_document_terrain *t = &table->document->terrain[index];
    tl_box3 box = tl_box3_empty();
    if (table->terrain[index].body != NULL) {
        add_box(&box, table->terrain[index].body->box);
    }
    for (size_t k = 0; k < t->outline_count; k++) {
        box = tl_box3_add(box, (tl_vec3){t->outline[k].x, t->outline[k].y, 0});
    }
    if (t->has_disc) {
        add_box(&box, (tl_box3){{t->disc_centre.x - t->disc_radius, t->disc_centre.y - t->disc_radius, 0},
                                {t->disc_centre.x + t->disc_radius, t->disc_centre.y + t->disc_radius, 0}});
    }
    return tl_box3_grow(box, TL_BOARD_OUTLINE_ROOM); /* outlines of meshes may be so much larger */
}

static tl_status put(tl_context *context, tl_board_inventory *inventory, const tl_placed *placed, tl_box3 box,
                     bool terrain) {
    struct tl_board_item *item = &inventory->items[inventory->count];
    *item = (struct tl_board_item){.box = box, .terrain = terrain, .pose = tl_pose_identity()};
    item->pose = placed->body != NULL ? placed->body->pose : item->pose;
    item->id = tl_duplicate_text(context, placed->id);
    inventory->count += item->id != NULL ? 1U : 0U;
    return item->id != NULL ? TL_OK : TL_ERROR_MEMORY;
}

tl_status tl_board_inventory_make(tl_context *context, const tl_table *table, tl_board_inventory *inventory) {
    *inventory = (tl_board_inventory){.count = 0};
    inventory->items =
        tl_alloc_array(context, table->terrain_count + table->member_count + 1, sizeof(*inventory->items));
    tl_status status = inventory->items != NULL ? TL_OK : TL_ERROR_MEMORY;
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        status = put(context, inventory, &table->terrain[i], terrain_box(table, i), true);
    }
    for (size_t i = 0; i < table->member_count && status == TL_OK; i++) {
        status = put(context, inventory, &table->members[i], table->members[i].body->box, false);
    }
    return status;
}

void tl_board_inventory_free(tl_context *context, tl_board_inventory *inventory) {
    for (size_t i = 0; i < inventory->count; i++) {
        tl_free(context, inventory->items[i].id);
    }
    tl_free(context, inventory->items);
    *inventory = (tl_board_inventory){.count = 0};
}

static bool same_item(const struct tl_board_item *a, const struct tl_board_item *b) {
    const tl_pose *p = &a->pose, *q = &b->pose;
    return tl_same_point(a->box.low, b->box.low) && tl_same_point(a->box.high, b->box.high) &&
           tl_same_point(p->x, q->x) && tl_same_point(p->y, q->y) && tl_same_point(p->z, q->z) &&
           tl_same_point(p->at, q->at);
}

static const struct tl_board_item *find(const tl_board_inventory *inventory, const char *id, size_t likely) {
    for (size_t k = 0; k < inventory->count; k++) {
        const struct tl_board_item *item = &inventory->items[(likely + k) % inventory->count];
        if (strcmp(item->id, id) == 0) {
            return item;
        }
    }
    return NULL;
}

tl_status tl_board_inventory_changes(tl_context *context, const tl_board_inventory *from, const tl_board_inventory *to,
                                     tl_board_changes *changes) {
    *changes = (tl_board_changes){.count = 0};
    changes->boxes = tl_alloc_array(context, from->count + to->count + 1, sizeof(*changes->boxes));
    if (changes->boxes == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < from->count; i++) {
        const struct tl_board_item *item = &from->items[i], *other = find(to, item->id, i);
        if (other == NULL || !same_item(item, other)) {
            changes->boxes[changes->count++] = item->box;
        }
    }
    changes->gone = changes->count;
    for (size_t i = 0; i < to->count; i++) {
        const struct tl_board_item *item = &to->items[i], *other = find(from, item->id, i);
        if (other == NULL || !same_item(item, other)) {
            changes->boxes[changes->count++] = item->box;
        }
    }
    return TL_OK;
}

/* --- Variants ----------------------------------------------------------------------------------------------------- */

static bool stands_alike(const tl_board_square *a, const tl_board_square *b) {
    return a->area == b->area && a->partly == b->partly && a->end.over_ground == b->end.over_ground &&
           tl_same_point(a->end.places.at.low, b->end.places.at.low) &&
           tl_same_point(a->end.places.at.high, b->end.places.at.high);
}

/* Whether what was told of a pair may not hold any more: what came may block a free line, what went may free one. */
static bool may_change(const tl_board_pairs *pairs, size_t i, size_t j, bool rough, const tl_board_changes *changes) {
    tl_board_pair pair = (tl_board_pair)pairs->pairs[tl_board_pair_index(i, j)];
    bool seen = pair == TL_BOARD_PAIR_SEEN || (rough && pair == TL_BOARD_PAIR_LIKELY);
    bool hidden = pair == TL_BOARD_PAIR_HIDDEN || (rough && pair == TL_BOARD_PAIR_OPEN);
    size_t first = seen ? changes->gone : 0, last = hidden ? changes->gone : changes->count;
    return pair != TL_BOARD_PAIR_NOWHERE && tl_board_pair_meets(pairs, i, j, changes->boxes + first, last - first);
}

/* `v` knows already where one can stand. */
static tl_status choose_pairs(const tl_board_pairs *pairs, const tl_board_zones *zones, bool zones_only, bool rough,
                              const tl_board_changes *changes, tl_board_variant *v, tl_error *error) {
    v->wanted = tl_alloc_array(pairs->context, pairs->count * (pairs->count - 1) / 2 + 1, sizeof(bool));
    bool *alike = tl_alloc_array(pairs->context, pairs->count, sizeof(bool));
    if (v->wanted == NULL || alike == NULL) {
        tl_free(pairs->context, alike);
        return tl_fail_memory(error);
    }
    for (size_t j = 0; j < pairs->count; j++) {
        alike[j] = stands_alike(&pairs->squares[j], &v->pairs.squares[j]);
        for (size_t i = 0; i < j; i++) {
            bool counts = !zones_only || tl_board_pair_in(zones, i, j, TL_BOARD_VIEW_A) ||
                          tl_board_pair_in(zones, i, j, TL_BOARD_VIEW_B) ||
                          tl_board_pair_in(zones, i, j, TL_BOARD_BETWEEN);
            bool again = counts && (!alike[i] || !alike[j] || may_change(pairs, i, j, rough, changes));
            v->wanted[tl_board_pair_index(i, j)] = again;
            v->again += again ? 1U : 0U;
        }
    }
    tl_free(pairs->context, alike);
    return TL_OK;
}

tl_status tl_board_variant_make(const tl_referee *referee, const char *const *set, const tl_board_inventory *before,
                                const tl_board_pairs *pairs, const tl_board_zones *zones, bool zones_only,
                                const tl_board_effort *effort, tl_board_variant *v, tl_error *error) {
    memset(v, 0, sizeof(*v));
    tl_context *context = pairs->context;
    tl_board_inventory after = {.count = 0};
    tl_board_changes changes = {.count = 0};
    tl_status status = tl_board_stage_make(referee, set, &v->stage, error);
    status = status == TL_OK ? tl_board_pairs_copy(pairs, &v->pairs, error) : status;
    if (status == TL_OK && (tl_board_inventory_make(context, referee->table, &after) != TL_OK ||
                            tl_board_inventory_changes(context, before, &after, &changes) != TL_OK)) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_board_pairs_stand(&v->stage, changes.boxes, changes.count, effort->threads, effort->first,
                                      &v->pairs, error);
    }
    status = status == TL_OK ? choose_pairs(pairs, zones, zones_only, effort->rough, &changes, v, error) : status;
    if (status == TL_OK) {
        tl_board_effort own = *effort;
        own.wanted = v->wanted;
        status = tl_board_pairs_work(&v->stage, &own, &v->pairs, error);
    }
    tl_board_inventory_free(context, &after);
    tl_free(context, changes.boxes);
    return status;
}

void tl_board_variant_free(tl_board_variant *v) {
    if (v->pairs.context != NULL) {
        tl_free(v->pairs.context, v->wanted);
    }
    tl_board_pairs_free(&v->pairs);
    tl_board_stage_free(&v->stage);
    memset(v, 0, sizeof(*v));
}
