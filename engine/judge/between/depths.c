/* depths.c: what areas ask of lines between two ends: how deep lines run in them (DB-ARE), at least and at most. */
#include "judge/between/between_parts.h"

#include "judge/between/between.h"
#include "judge/between/slot_uncertainty.h"

#include <string.h>

/* --- What an area asks between regions ---------------------------------------------------------------------------- */

static bool line_allowed(const void *user, tl_vec3 p, tl_vec3 q) {
    const tl_between_asked_area *area = user;
    tl_area_ruling ruling;
    for (size_t i = 0; i < area->count; i++) {
        tl_area_line(&area->sights[i], p, q, &ruling);
        if (ruling.verdict != (area->most ? TL_VERDICT_YES : TL_VERDICT_NO)) {
            return !area->most;
        }
    }
    return area->most;
}

static tl_condition_bundle bundle_allowed(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                          size_t b_count) {
    const tl_between_asked_area *area = user;
    tl_area_ruling ruling;
    for (size_t i = 0; i < area->count; i++) {
        tl_area_bundle(&area->sights[i], a, a_count, b, b_count, &ruling);
        if (ruling.verdict != (area->most ? TL_VERDICT_YES : TL_VERDICT_NO)) {
            return TL_BUNDLE_SPLIT;
        }
    }
    return area->most ? TL_BUNDLE_ALL : TL_BUNDLE_NONE;
}

/* --- What depths are measured with -------------------------------------------------------------------------------- */

/* Bounds of the distance between what is measured on two regions: in plan from below, in space from above. */
static void bound_distance(const tl_region *a, const tl_region *b, double distance[2]) {
    double gap[2] = {tl_max(0, tl_max(a->low.x - b->high.x, b->low.x - a->high.x)),
                     tl_max(0, tl_max(a->low.y - b->high.y, b->low.y - a->high.y))};
    double span[3] = {
        tl_max(fabs(a->high.x - b->low.x), fabs(b->high.x - a->low.x)),
        tl_max(fabs(a->high.y - b->low.y), fabs(b->high.y - a->low.y)),
        tl_max(fabs(a->bottom_high + a->tall - b->bottom_low), fabs(b->bottom_high + b->tall - a->bottom_low))};
    distance[0] = tl_max(0, tl_hypot(gap[0], gap[1]) - a->measured - b->measured - 1e-6);
    distance[1] = tl_hypot(tl_hypot(span[0], span[1]), span[2]) + a->measured + b->measured + 1e-6;
}

static tl_status measure_distance(tl_making *m, tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    bool plan = tl_settings_is_at(&inquiry->settings, TL_SETTING_RANGE_METRIC, TL_CHOICE_RANGE_METRIC_PLAN);
    tl_shape point[2];
    tl_volume v[2];
    tl_range_result range;
    for (int k = 0; k < 2; k++) {
        v[k] = m->end[k].is_point ? tl_between_volume_of_point(m->end[k].point, &point[k])
                                  : tl_table_measured(inquiry->table, m->end[k].member);
    }
    tl_status status =
        tl_range_between(inquiry->context, &v[0], &v[1], plan ? TL_METRIC_PLAN : TL_METRIC_3D, &range, error);
    m->distance[0] = m->distance[1] = status == TL_OK ? range.distance_mm : 0;
    return status;
}

/* Depths start at the footprints of infantry; the hulls of vehicles are needed for perpendicular distances alone, and
 * where they lie over an edge. */
static bool starts_depths(const tl_inquiry *inquiry, const tl_between_end *end) {
    return end->region != NULL ||
           (!end->is_point &&
            (tl_settings_is_at(&inquiry->settings, TL_SETTING_AREA_DISTANCE, TL_CHOICE_AREA_DISTANCE_PERPENDICULAR) ||
             tl_table_measured(inquiry->table, end->member).shape == &inquiry->table->members[end->member].body->base));
}

/* --- One area ----------------------------------------------------------------------------------------------------- */

/* Longer footprints make shorter depths, and shorter distances: at least, lines are judged from the footprint over all
 * places, and at most from their own ends. */
static tl_status add_sight(tl_making *m, const tl_area_sight *asked, const unsigned way[2], bool most,
                           tl_error *error) {
    tl_between *b = m->between;
    tl_area_sight *sight = &b->sights[b->prepared];
    *sight = *asked;
    sight->unit_distance = m->distance[most];
    for (int k = 0; k < 2; k++) {
        sight->end[k] = (tl_area_end){.place = way[k] == TL_WAY_IN          ? TL_AREA_INSIDE
                                               : way[k] == TL_WAY_STRADDLES ? TL_AREA_STRADDLES
                                                                            : TL_AREA_OUTSIDE,
                                      .over = way[k] == TL_WAY_OVER};
        if (!most) {
            sight->end[k].footprint = b->footprint[k].kind != TL_OUTLINE_NONE ? &b->footprint[k] : NULL;
            sight->end[k].from_footprint = m->from_footprint[k];
        }
    }
    tl_status status = tl_area_sight_prepare(b->context, sight, error);
    b->prepared += status == TL_OK ? 1U : 0U;
    return status;
}

/* One sight for each way in which both may stand to it: between ends where they stand a single one. */
static tl_status add_sights(tl_making *m, const tl_area_sight *asked, const unsigned ways[2], bool most,
                            tl_error *error) {
    tl_status status = TL_OK;
    for (int i = 0; i < TL_WAYS * TL_WAYS && status == TL_OK; i++) {
        const unsigned way[2] = {1U << (i / TL_WAYS), 1U << (i % TL_WAYS)};
        if ((ways[0] & way[0]) != 0 && (ways[1] & way[1]) != 0) {
            status = add_sight(m, asked, way, most, error);
        }
    }
    return status;
}

tl_status tl_between_areas_room(tl_making *m, tl_error *error) {
    tl_between *b = m->between;
    size_t areas = m->inquiry->referee->area_count, sides = m->rules != NULL ? 2 : 1;
    size_t each = m->rules != NULL ? TL_WAYS * TL_WAYS : 1;
    if (b->sights != NULL) {
        return TL_OK;
    }
    b->sights = tl_alloc(b->context, sides * each * areas * sizeof(*b->sights));
    b->area_of = tl_alloc_array(b->context, areas, sizeof(*b->area_of));
    b->area_slots = tl_alloc_array(b->context, areas, sizeof(*b->area_slots));
    if (m->rules != NULL) {
        b->asked = tl_alloc_array(b->context, sides * areas, sizeof(*b->asked));
        b->conditions = tl_alloc_array(b->context, sides * areas, sizeof(*b->conditions));
    }
    return b->sights != NULL && b->area_of != NULL && b->area_slots != NULL && b->conditions != NULL &&
                   (b->asked != NULL || m->rules == NULL)
               ? TL_OK
               : tl_fail_memory(error);
}

/* What is asked needs room, and both ends measured. */
static tl_status measure_ends(tl_making *m, tl_error *error) {
    tl_status status = tl_between_areas_room(m, error);
    if (status != TL_OK || m->measured) {
        return status;
    }
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        if (starts_depths(m->inquiry, &m->end[k])) {
            status = tl_between_end_footprint(m, k, error);
        }
    }
    if (status == TL_OK && m->rules != NULL) {
        bound_distance(m->end[0].region, m->end[1].region, m->distance);
    } else if (status == TL_OK) {
        status = measure_distance(m, error);
    }
    m->measured = status == TL_OK;
    return status;
}

static tl_status add_area(tl_making *m, size_t index, const unsigned ways[2], tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    const tl_referee_area *area = &inquiry->referee->areas[index];
    tl_between *b = m->between;
    size_t at = b->sight_count, areas = inquiry->referee->area_count;
    uint32_t slot = (uint32_t)inquiry->table->terrain[area->terrain].slot;
    tl_area_sight asked = {.area = tl_inquiry_area(inquiry, area),
                           .rules = tl_inquiry_area_rules(inquiry, area->kind->area)};
    tl_status status = TL_OK;
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        if (ways[k] == TL_WAY_STRADDLES && asked.rules.straddle == TL_AREA_CUT) {
            status = tl_between_end_footprint(m, k, error); /* a hull that lies over the edge, too */
        }
    }
    for (int most = 0; most < (m->rules != NULL ? 2 : 1) && status == TL_OK; most++) {
        const tl_area_sight *first = &b->sights[b->prepared];
        size_t before = b->prepared;
        status = add_sights(m, &asked, ways, most == 1, error);
        if (m->rules == NULL) {
            b->conditions[at] = tl_area_condition(first, slot);
        } else {
            tl_between_asked_area *side = &b->asked[(size_t)most * areas + at];
            *side =
                (tl_between_asked_area){first, b->prepared - before, most == 1, tl_uncertainty_of_area(inquiry, area)};
            b->conditions[(size_t)most * areas + at] =
                (tl_condition){.user = side, .line = line_allowed, .bundle = bundle_allowed};
        }
    }
    b->area_of[at] = index;
    b->area_slots[at] = slot;
    b->sight_count += status == TL_OK ? 1U : 0U;
    return status;
}

/* Opens a building without rooms to who is inside; with `asked` adds what the area asks of lines. */
static tl_status meet_area(tl_making *m, size_t index, bool asked, tl_error *error) {
    const tl_referee_area *area = &m->inquiry->referee->areas[index];
    size_t slot = m->inquiry->table->terrain[area->terrain].slot;
    bool opens = m->inquiry->table->document->terrain[area->terrain].abstract_interior &&
                 (m->between->least.blockers[slot] != 0 || m->between->most.blockers[slot] != 0);
    unsigned ways[2] = {TL_WAY_OUT, TL_WAY_OUT};
    tl_status status = asked ? measure_ends(m, error) : TL_OK;
    for (int k = 0; k < 2 && status == TL_OK && (asked || opens); k++) {
        status = tl_between_end_ways(m, area, k, &ways[k], error);
    }
    if (status == TL_OK && opens && (tl_ways_may_be_in(ways[0]) || tl_ways_may_be_in(ways[1]))) {
        status = tl_open_walls(m, slot, tl_ways_must_be_in(ways[0]) || tl_ways_must_be_in(ways[1]), error);
    }
    return status == TL_OK && asked ? add_area(m, index, ways, error) : status;
}

/* --- Areas that units share --------------------------------------------------------------------------------------- */

/* Whether an area allows some line between two models, whatever else is in the way. */
static tl_status area_allows(const tl_inquiry *inquiry, size_t a, size_t b, size_t area, tl_verdict *verdict,
                             tl_error *error) {
    const tl_between_end end[2] = {{.member = a}, {.member = b}};
    tl_between between;
    tl_making m = {.inquiry = inquiry, .end = end, .between = &between};
    tl_status status = tl_between_begin(&m, error);
    if (status == TL_OK) {
        status = meet_area(&m, area, true, error);
    }
    if (status == TL_OK) {
        between.obstacles.condition_count = between.sight_count;
        tl_sight_options options = {.tolerance = 0.05, .prove = true, .quick = true};
        tl_sight sight;
        status = tl_visibility_between(inquiry->context, &between.obstacles, inquiry->table->members[a].body->core,
                                       inquiry->table->members[b].body->core, &options, &sight, error);
        *verdict = sight.verdict;
    }
    tl_between_free(&between);
    return status;
}

static void unit_of(const tl_inquiry *inquiry, size_t member, size_t *first, size_t *count) {
    const tl_document_member *own = tl_table_member(inquiry->table, member);
    *first = inquiry->table->first_member[own->unit];
    *count = inquiry->table->document->units[own->unit].member_count;
}

/* DB-ARE-08, units: what an area allows one pair of models it allows all pairs of their units. Looks at the others. */
static tl_status units_allowed(const tl_inquiry *inquiry, const tl_between_end end[2], size_t area, tl_verdict *verdict,
                               tl_error *error) {
    size_t first[2], count[2];
    unit_of(inquiry, end[0].member, &first[0], &count[0]);
    unit_of(inquiry, end[1].member, &first[1], &count[1]);
    *verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < count[0] * count[1] && *verdict != TL_VERDICT_YES; i++) {
        size_t a = first[0] + i / count[1], b = first[1] + i % count[1];
        tl_verdict one = TL_VERDICT_NO;
        tl_status status = TL_OK;
        if (a != b && (a != end[0].member || b != end[1].member)) {
            status = area_allows(inquiry, a, b, area, &one, error);
        }
        if (status != TL_OK) {
            return status;
        }
        *verdict = one == TL_VERDICT_NO ? *verdict : one;
    }
    return TL_OK;
}

/* --- All of them -------------------------------------------------------------------------------------------------- */

/* Areas that no line from one end to the other comes near change nothing; most of a table's are. Whoever asks what a
 * move would change asks for all of them. */
static bool is_off_the_way(const tl_making *m, const tl_referee_area *area, tl_box3 ends) {
    tl_area prism = tl_inquiry_area(m->inquiry, area);
    return !m->inquiry->margin &&
           !tl_box3_overlap(tl_between_outline_column(prism.outline, prism.bottom, prism.top), ends);
}

/* Whether an area is asked how deep lines run in it. */
static tl_status is_asked(tl_making *m, size_t index, tl_box3 ends, bool *asked, tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    const tl_referee_area *area = &inquiry->referee->areas[index];
    *asked = m->depths && !is_off_the_way(m, area, ends) &&
             !tl_inquiry_is_without(inquiry, inquiry->table->terrain[area->terrain].slot) &&
             !tl_inquiry_is_seen_past(inquiry, area->kind->name);
    if (!*asked || m->rules != NULL || m->end[0].is_point || m->end[1].is_point ||
        !tl_settings_is_at(&inquiry->settings, TL_SETTING_AREA_GRAIN, TL_CHOICE_AREA_GRAIN_UNIT)) {
        return TL_OK;
    }
    tl_verdict others;
    tl_status status = units_allowed(inquiry, m->end, index, &others, error);
    m->between->grain_open = m->between->grain_open || others == TL_VERDICT_MARGINAL;
    *asked = others != TL_VERDICT_YES;
    return status;
}

/* Makes conditions of what they ask. Another pair of the units may be allowed what this one isn't, and where an outline
 * is uncertain nobody is surely refused: then nothing is asked at least. */
static void ask_all(tl_making *m) {
    tl_between *b = m->between;
    size_t areas = m->inquiry->referee->area_count;
    const tl_settings *s = &m->inquiry->settings;
    bool sum = b->sight_count > 1 && tl_settings_is_at(s, TL_SETTING_AREA_COMBINE, TL_CHOICE_AREA_COMBINE_SUM_DEPTH);
    b->least.conditions = b->conditions;
    b->least.condition_count = b->sight_count;
    if (m->rules == NULL && sum) {
        b->sum = (tl_area_sum){b->sights, b->sight_count};
        tl_condition *all = &b->conditions[b->least.condition_count++];
        *all = tl_area_sum_condition(&b->sum, b->conditions[0].slot);
        all->owners = b->area_slots;
        all->owner_count = b->sight_count;
    } else if (m->rules != NULL && b->sight_count > 0) {
        bool refuses = !tl_settings_is_at(s, TL_SETTING_AREA_GRAIN, TL_CHOICE_AREA_GRAIN_UNIT);
        b->most.conditions = b->conditions + areas;
        b->most.condition_count = b->sight_count;
        for (size_t i = 0; i < b->sight_count; i++) {
            refuses = refuses && b->asked[i].off == 0;
        }
        b->least.condition_count = refuses ? b->sight_count : 0;
        b->never_free = b->never_free || sum;
    }
}

tl_status tl_between_meet_areas(tl_making *m, tl_error *error) {
    tl_box3 ends =
        tl_box3_grow(tl_box3_union(tl_between_end_box(m, 0), tl_between_end_box(m, 1)), m->inquiry->game_unit);
    tl_status status = TL_OK;
    for (size_t i = 0; i < m->inquiry->referee->area_count && status == TL_OK; i++) {
        bool asked;
        status = is_asked(m, i, ends, &asked, error);
        if (status == TL_OK) {
            status = meet_area(m, i, asked, error);
        }
    }
    if (status == TL_OK && m->depths) {
        ask_all(m);
    }
    return status;
}
