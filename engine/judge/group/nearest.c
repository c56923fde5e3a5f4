/* nearest.c: judges which of several models, or which cover, is nearest. */
#include "judge/group/nearest.h"

#include "judge/between/between.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/measure/thing.h"
#include "judge/move/moving.h"
#include "judge/order.h"
#include "judge/special.h"
#include "judge/verdict.h"

#include <stdlib.h>
#include <string.h>

/* --- Who is meant ------------------------------------------------------------------------------------------------- */

/* Marks who is one of those named, commas between them: all of the names are looked up, whoever is meant. */
static tl_status mark_named(const tl_closest *n, const char *among, bool *named, tl_error *error) {
    tl_context *context = n->inquiry->context;
    char *name = among != NULL ? tl_alloc(context, strlen(among) + 1) : NULL;
    tl_status status = among == NULL || name != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < n->inquiry->table->member_count; i++) {
        named[i] = among == NULL;
    }
    for (const char *at = among; at != NULL && status == TL_OK;) {
        size_t length = strcspn(at, ",");
        tl_party party;
        memcpy(name, at, length);
        name[length] = '\0';
        status = tl_referee_party(n->inquiry->referee, name, "to", &party, error);
        for (size_t i = 0; status == TL_OK && i < party.count; i++) {
            named[party.first + i] = true;
        }
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    tl_free(context, name);
    return status;
}

static bool is_meant(const tl_closest *n, size_t member) {
    const tl_document_unit *own = n->party.unit, *unit = tl_table_unit_of(n->inquiry->table, member);
    bool enemy = tl_special_are_enemies(own, unit);
    bool middle = member >= n->party.first && member < n->party.first + n->party.count;
    return !middle && unit->aboard == NULL && (n->whom == TL_CLOSEST_ALL || enemy == (n->whom == TL_CLOSEST_ENEMIES));
}

/* --- Models ------------------------------------------------------------------------------------------------------- */

static tl_status measure_member(tl_closest *n, size_t member, tl_error *error) {
    const tl_inquiry *inquiry = n->inquiry;
    tl_volume its = tl_table_measured(inquiry->table, member);
    tl_closest_one *one = &n->items[n->count];
    *one = (tl_closest_one){.member = member, .terrain = SIZE_MAX, .distance = INFINITY, .sees = TL_VERDICT_NO};
    one->low = one->high = INFINITY;
    for (size_t i = n->party.first; i < n->party.first + n->party.count; i++) {
        tl_volume own = tl_table_measured(inquiry->table, i);
        tl_range_result range;
        tl_pair_sight_result line;
        tl_status status = tl_pair_range(inquiry, i, member, &range, error);
        if (status == TL_OK && n->sight && one->sees != TL_VERDICT_YES) {
            status = tl_pair_sight(inquiry, i, member, &line, error);
            one->sees = status == TL_OK ? tl_verdict_either(one->sees, line.sight.verdict) : one->sees;
        }
        if (status != TL_OK) {
            return status;
        }
        double off = own.uncertainty + its.uncertainty, band = tl_max(inquiry->tolerance + off, range.error_mm);
        one->low = tl_min(one->low, tl_max(0, range.distance_mm - band));
        one->high = tl_min(one->high, range.distance_mm + band);
        if (range.distance_mm < one->distance) {
            one->distance = range.distance_mm;
            one->from = i;
            one->from_point = range.from;
            one->to_point = range.to;
            one->has_points = true;
            one->uncertainty = off;
        }
    }
    one->sees = n->sight ? one->sees : TL_VERDICT_YES;
    one->high = one->sees == TL_VERDICT_YES ? one->high : INFINITY;
    n->count += one->sees != TL_VERDICT_NO;
    return TL_OK;
}

static tl_status measure_members(tl_closest *n, const char *among, tl_error *error) {
    size_t count = n->inquiry->table->member_count;
    bool *named = tl_alloc_array(n->inquiry->context, count, sizeof(*named));
    tl_status status = named != NULL ? mark_named(n, among, named, error) : tl_fail_memory(error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = named[i] && is_meant(n, i) ? measure_member(n, i, error) : TL_OK;
    }
    tl_free(n->inquiry->context, named);
    return status;
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* How far a model is from an area, as roads leave it. */
static tl_status measure_area(const tl_inquiry *inquiry, const tl_referee_area *area, size_t member, double *distance,
                              double *off, tl_error *error) {
    tl_area_placement placement;
    tl_status status = tl_inquiry_place_in(inquiry, area, member, &placement, error);
    if (status == TL_OK) {
        *distance = placement.place == TL_AREA_OUTSIDE ? placement.gap_mm : 0;
        *off = tl_uncertainty_of_area(inquiry, area) + tl_table_measured(inquiry->table, member).uncertainty +
               (placement.certain ? 0 : 1e-6);
    }
    return status;
}

static tl_status measure_obstacle(const tl_inquiry *inquiry, size_t terrain, size_t member, double *distance,
                                  double *off, tl_error *error) {
    tl_volume own = tl_table_measured(inquiry->table, member), its;
    tl_shape shape;
    tl_range_result range = {.distance_mm = INFINITY};
    tl_status status = tl_judge_terrain_volume(inquiry, terrain, &its, &shape, error);
    if (status == TL_OK) {
        status = tl_range_between(inquiry->context, &own, &its, TL_METRIC_PLAN, &range, error);
    }
    *distance = range.distance_mm;
    *off = status == TL_OK ? own.uncertainty + its.uncertainty + range.error_mm : 0;
    return status;
}

/* Adds a piece of cover, at the distance from the model that is nearest to it. `area` NULL: an obstacle. */
static tl_status measure_cover(tl_closest *n, size_t terrain, const tl_referee_area *area, tl_error *error) {
    tl_closest_one *one = &n->items[n->count];
    *one = (tl_closest_one){.member = SIZE_MAX, .terrain = terrain, .distance = INFINITY, .sees = TL_VERDICT_YES};
    one->low = one->high = INFINITY;
    for (size_t i = n->party.first; i < n->party.first + n->party.count; i++) {
        double distance, off;
        tl_status status = area != NULL ? measure_area(n->inquiry, area, i, &distance, &off, error)
                                        : measure_obstacle(n->inquiry, terrain, i, &distance, &off, error);
        if (status != TL_OK) {
            return status;
        }
        double band = tl_max(n->inquiry->tolerance + off, 1e-9);
        one->low = tl_min(one->low, tl_max(0, distance - band));
        one->high = tl_min(one->high, distance + band);
        if (distance < one->distance) {
            one->distance = distance;
            one->from = i;
            one->uncertainty = off;
        }
    }
    n->count += one->distance < INFINITY;
    return TL_OK;
}

static tl_status measure_covers(tl_closest *n, tl_error *error) {
    const tl_inquiry *inquiry = n->inquiry;
    tl_status status = TL_OK;
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        status = area->kind->cover ? measure_cover(n, area->terrain, area, error) : TL_OK;
    }
    for (size_t i = 0; i < inquiry->table->terrain_count && status == TL_OK; i++) {
        const tl_terrain_kind *kind =
            tl_ruleset_kind(inquiry->referee->ruleset, inquiry->table->document->terrain[i].kind);
        if (kind != NULL && kind->area == NULL && kind->going == TL_GOING_WALLS) {
            status = measure_cover(n, i, NULL, error);
        }
    }
    return status;
}

/* --- Ways to cover ------------------------------------------------------------------------------------------------ */

/* Where a model comes to touch a piece of cover on the straight way that is as long as the distance; false: that isn't
 * known, since its base isn't round or roads cut off what is nearest. */
static tl_status end_of_way(const tl_closest *n, const tl_closest_one *one, tl_vec2 *to, bool *known, tl_error *error) {
    const tl_inquiry *inquiry = n->inquiry;
    tl_volume own = tl_table_measured(inquiry->table, one->from), its;
    tl_shape shape;
    tl_range_result range;
    *known = own.shape != NULL && own.shape->kind == TL_SHAPE_DISC;
    tl_status status = tl_judge_terrain_volume(inquiry, one->terrain, &its, &shape, error);
    if (status == TL_OK) {
        status = tl_range_between(inquiry->context, &own, &its, TL_METRIC_PLAN, &range, error);
    }
    if (status == TL_OK) {
        tl_vec2 d = tl_sub2(tl_plan(range.to), tl_plan(range.from));
        *known = *known && fabs(range.distance_mm - one->distance) <= one->uncertainty + range.error_mm + 1e-6;
        *to = tl_add2(tl_plan(inquiry->table->members[one->from].body->pose.at), d);
    }
    return status;
}

/* Whether nothing stands in a straight way. */
static tl_status way_is_free(const tl_inquiry *inquiry, size_t member, tl_vec2 to, size_t slot, bool *free_way,
                             tl_error *error) {
    tl_vec2 at = tl_plan(inquiry->table->members[member].body->pose.at);
    tl_vec2 low = {tl_min(at.x, to.x), tl_min(at.y, to.y)}, high = {tl_max(at.x, to.x), tl_max(at.y, to.y)};
    const tl_path_corner corner = {.at = to};
    tl_moving moving;
    tl_laid laid = {.open = true};
    tl_move_contacts contacts = {.context = inquiry->context};
    *free_way = false;
    tl_status status = tl_moving_make(inquiry, member, low, high, &moving, error);
    bool near = false;
    if (status == TL_OK && moving.gap > 0) {
        status = tl_moving_keep_off(&moving, &near, error);
    }
    if (status == TL_OK && !moving.flies && moving.mover.round && !near) {
        status = tl_moving_lay(&moving, moving.start, &corner, 1, &laid, error);
        if (status == TL_OK) {
            tl_heading heading;
            tl_move_way way = tl_moving_way(&moving);
            tl_sincos_deg(moving.facing_deg, &heading.sine, &heading.cosine);
            status =
                tl_move_find_contacts(inquiry->context, &moving.mover, &laid.path, &heading, &way, &contacts, error);
            *free_way = status == TL_OK && !laid.open;
            for (size_t i = 0; i < contacts.count && status == TL_OK; i++) {
                *free_way = *free_way && contacts.items[i].slot == slot; /* what it makes for is where it ends */
            }
            tl_path_free(&laid.path);
        }
    }
    tl_move_contacts_free(&contacts);
    tl_moving_free(&moving);
    return status;
}

/* The straight way to a piece of cover: when it is free, the shortest way is as long as the distance; else only that it
 * is no shorter is known. */
static tl_status look_along(tl_closest *n, tl_closest_one *one, tl_error *error) {
    const tl_inquiry *inquiry = n->inquiry;
    tl_vec2 to;
    bool known = false;
    tl_status status = TL_OK;
    one->way_looked = true;
    one->way_free = one->distance == 0;
    if (!one->way_free) {
        status = end_of_way(n, one, &to, &known, error);
    }
    if (status == TL_OK && known) {
        size_t slot = inquiry->table->terrain[one->terrain].slot;
        status = way_is_free(inquiry, one->from, to, slot, &one->way_free, error);
    }
    one->high = one->way_free ? one->high : INFINITY;
    return status;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

static int by_distance(const void *a, const void *b) {
    const tl_closest_one *s = a, *t = b;
    int by = tl_order(round(s->distance * 1e6), round(t->distance * 1e6)); /* roundings don't order equal distances */
    by = by != 0 ? by : tl_order((double)s->member, (double)t->member);
    return by != 0 ? by : tl_order((double)s->terrain, (double)t->terrain);
}

static void conclude(tl_closest *n) {
    bool sure = false;
    for (size_t i = 0; i < n->count; i++) {
        tl_closest_one *one = &n->items[i];
        /* the only cover is the nearest, however long the way */
        bool yes = one->high < INFINITY || (n->whom == TL_CLOSEST_COVER && n->count == 1), no = false;
        for (size_t k = 0; k < n->count; k++) {
            yes = yes && (k == i || one->high < n->items[k].low);
            no = no || n->items[k].high < one->low;
        }
        one->nearest = no ? TL_VERDICT_NO : yes ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
        sure = sure || yes;
        n->open += !no;
    }
    n->verdict = n->count == 0 ? TL_VERDICT_NO : sure ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
}

tl_status tl_closest_judge(const tl_inquiry *inquiry, const tl_party *party, tl_closest_whom whom, bool sight,
                           const char *among, tl_closest *n, tl_error *error) {
    bool cover = whom == TL_CLOSEST_COVER;
    *n = (tl_closest){.inquiry = inquiry, .party = *party, .whom = whom, .sight = sight && !cover};
    n->path =
        cover && !tl_settings_is_at(&inquiry->settings, TL_SETTING_NEAREST_COVER, TL_CHOICE_NEAREST_COVER_STRAIGHT);
    n->cause = tl_by(cover ? TL_CLAUSE_NEAREST_COVER : TL_CLAUSE_NEAREST_MODEL);
    n->items = tl_alloc_array(inquiry->context, inquiry->table->member_count + 2 * inquiry->table->terrain_count + 1,
                              sizeof(*n->items));
    tl_status status = n->items == NULL ? tl_fail_memory(error)
                       : cover          ? measure_covers(n, error)
                                        : measure_members(n, among, error);
    double least = INFINITY;
    for (size_t i = 0; i < n->count; i++) {
        least = tl_min(least, n->items[i].high);
    }
    for (size_t i = 0; i < n->count && n->path && status == TL_OK; i++) {
        status = n->items[i].low <= least ? look_along(n, &n->items[i], error) : TL_OK;
    }
    if (status == TL_OK) {
        qsort(n->items, n->count, sizeof(*n->items), by_distance);
        conclude(n);
    }
    return status;
}

void tl_closest_free(tl_closest *n) {
    tl_free(n->inquiry->context, n->items);
    n->items = NULL;
    n->count = 0;
}
