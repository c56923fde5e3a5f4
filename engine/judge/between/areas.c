/* areas.c: areas as the settings have them, how an end may stand to one, and what of it lies there. */
#include "judge/between/between_parts.h"

#include "judge/between/between.h"
#include "judge/measure/range.h"

#include <string.h>

/* --- As the settings have them ------------------------------------------------------------------------------------ */

tl_area tl_inquiry_area(const tl_inquiry *inquiry, const tl_referee_area *area) {
    tl_area made = {&area->outline, area->bottom, area->top};
    if (area->drawn_height != TL_SETTING_COUNT) {
        made.top = area->ground + tl_settings_number_of(&inquiry->settings, area->drawn_height);
    }
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_AREA_HEIGHT, TL_CHOICE_AREA_HEIGHT_INFINITE)) {
        made.top = INFINITY;
    } else if (!area->has_own_height) {
        double height = tl_settings_number_or(&inquiry->settings, TL_SETTING_AREA_HEIGHT, -1);
        const tl_placed *placed = &inquiry->table->terrain[area->terrain];
        if (height >= 0) {
            made.top = (placed->body != NULL ? placed->body->box.low.z : area->ground) + height;
        }
    }
    return made;
}

tl_area tl_inquiry_column(const tl_inquiry *inquiry, const tl_referee_area *area) {
    tl_area_sight sight = {.area = tl_inquiry_area(inquiry, area),
                           .rules = tl_inquiry_area_rules(inquiry, area->kind->area)};
    return tl_area_asked_of(&sight);
}

/* A number of game units as a limit on lengths, mm: any is INFINITY, and never (negative) is met by no length. */
static double limit_of(const tl_inquiry *inquiry, double units) {
    return units < 0 ? -1 : units * inquiry->game_unit + TL_BETWEEN_AREA_ROUNDING;
}

tl_area_rules tl_inquiry_area_rules(const tl_inquiry *inquiry, const tl_area_rule *rule) {
    const tl_settings *s = &inquiry->settings;
    /* limits are inclusive (DB-MSR-05), and lengths are known to certified bounds: a rounding more lets a line through
     * that stands at the limit to the last bit */
    return (tl_area_rules){
        .edge_limit = limit_of(inquiry, rule->into_units),
        .through_limit = limit_of(inquiry, rule->through_units),
        .inside_limit =
            rule->inside_units >= 0 ? rule->inside_units * inquiry->game_unit + TL_BETWEEN_AREA_ROUNDING : INFINITY,
        .distance = tl_settings_is_at(s, TL_SETTING_AREA_DISTANCE, TL_CHOICE_AREA_DISTANCE_PERPENDICULAR)
                        ? TL_AREA_PERPENDICULAR
                        : TL_AREA_ALONG_LINE,
        .through = tl_settings_is_at(s, TL_SETTING_AREA_THROUGH, TL_CHOICE_AREA_THROUGH_CHORD)      ? TL_AREA_CHORD
                   : tl_settings_is_at(s, TL_SETTING_AREA_THROUGH, TL_CHOICE_AREA_THROUGH_ANY_EDGE) ? TL_AREA_ANY_EDGE
                                                                                                    : TL_AREA_FAR_EDGE,
        .near = tl_settings_is_at(s, TL_SETTING_AREA_NEAR, TL_CHOICE_AREA_NEAR_INSIDE_ONLY) ? TL_AREA_INSIDE_ONLY
                                                                                            : TL_AREA_EITHER,
        .cap_scope = tl_settings_is_at(s, TL_SETTING_AREA_CAP_SCOPE, TL_CHOICE_AREA_CAP_SCOPE_BOTH_INSIDE)
                         ? TL_AREA_CAP_BOTH_INSIDE
                         : TL_AREA_CAP_LENGTH,
        .inside_length =
            tl_settings_is_at(s, TL_SETTING_AREA_INSIDE_LENGTH, TL_CHOICE_AREA_INSIDE_LENGTH_IN_AREA_LENGTH)
                ? TL_AREA_IN_AREA_LENGTH
                : TL_AREA_UNIT_DISTANCE,
        .straddle = tl_settings_is_at(s, TL_SETTING_AREA_STRADDLE, TL_CHOICE_AREA_STRADDLE_ANY_OVERLAP)
                        ? TL_AREA_ANY_OVERLAP
                        : TL_AREA_CUT,
        .top = tl_settings_is_at(s, TL_SETTING_AREA_TOP, TL_CHOICE_AREA_TOP_EDGE) ? TL_AREA_TOP_EDGE
                                                                                  : TL_AREA_TOP_OUTLINE};
}

bool tl_between_area_hides(const tl_inquiry *inquiry, const tl_referee_area *area, const tl_area *prism,
                           tl_condition *condition) {
    *condition = tl_area_clear_condition(prism, (uint32_t)inquiry->table->terrain[area->terrain].slot);
    return area->kind->cover && area->kind->grade >= inquiry->least_grade;
}

/* --- Where ends are ----------------------------------------------------------------------------------------------- */

tl_volume tl_between_volume_of_point(tl_vec3 point, tl_shape *shape) {
    *shape = (tl_shape){.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = point, .to = point};
    return (tl_volume){.shape = shape};
}

/* The measured footprint of infantry, from whose rim depths start. */
static tl_status footprint_of_member(const tl_inquiry *inquiry, size_t member, tl_outline *outline,
                                     bool *from_footprint, tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_volume volume = tl_table_measured(inquiry->table, member);
    *from_footprint = volume.shape == &body->base;
    if (volume.shape != NULL) {
        return tl_outline_of_shape(inquiry->context, volume.shape, outline, error);
    }
    /* a vehicle's core: used for perpendicular distances, and where it lies over an edge; its box in plan would be too
     * large, its hull may be */
    return tl_area_outline_of_mesh(inquiry->context, tl_bvh_vertices(volume.mesh), tl_bvh_vertex_count(volume.mesh),
                                   tl_bvh_triangles(volume.mesh), tl_bvh_triangle_count(volume.mesh), outline, error);
}

/* Everything that is measured on the body, over all places, seen from above: an octagon's reach round a rectangle. */
static tl_status footprint_of_region(tl_context *context, const tl_region *r, tl_outline *outline, tl_error *error) {
    double m = r->measured + 1e-6, c = m * 0.41421356237309509; /* tan 22.5 degrees: the octagon round a disc */
    const tl_vec2 corner[8] = {{r->high.x + m, r->low.y - c},  {r->high.x + m, r->high.y + c},
                               {r->high.x + c, r->high.y + m}, {r->low.x - c, r->high.y + m},
                               {r->low.x - m, r->high.y + c},  {r->low.x - m, r->low.y - c},
                               {r->low.x - c, r->low.y - m},   {r->high.x + c, r->low.y - m}};
    return tl_outline_polygon(context, corner, 8, outline, error);
}

tl_status tl_between_end_footprint(tl_making *m, int k, tl_error *error) {
    const tl_between_end *end = &m->end[k];
    tl_outline *made = &m->between->footprint[k];
    if (made->kind != TL_OUTLINE_NONE || end->is_point) {
        return TL_OK;
    }
    if (end->region != NULL) {
        m->from_footprint[k] = end->region->from_base;
        return footprint_of_region(m->between->context, end->region, made, error);
    }
    return footprint_of_member(m->inquiry, end->member, made, &m->from_footprint[k], error);
}

tl_box3 tl_between_end_box(const tl_making *m, int k) {
    const tl_between_end *end = &m->end[k];
    const tl_region *r = end->region;
    if (r != NULL) {
        return (tl_box3){{r->low.x - r->measured, r->low.y - r->measured, r->bottom_low},
                         {r->high.x + r->measured, r->high.y + r->measured, r->bottom_high + r->tall}};
    }
    if (end->is_point) {
        return (tl_box3){end->point, end->point};
    }
    const tl_body *body = m->inquiry->table->members[end->member].body;
    return tl_box3_union(body->box, tl_bvh_box(body->core));
}

/* --- How an end may stand to one ---------------------------------------------------------------------------------- */

static tl_status place_in(const tl_inquiry *inquiry, const tl_referee_area *area, size_t member,
                          tl_area_placement *placement, tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_area prism = tl_inquiry_area(inquiry, area);
    tl_volume volume = tl_table_measured(inquiry->table, member);
    if (volume.shape == &body->base) {
        tl_outline footprint;
        tl_status status = tl_outline_of_shape(inquiry->context, volume.shape, &footprint, error);
        if (status == TL_OK) {
            *placement = tl_area_place_of(&prism, &footprint, body->box.low.z, body->box.high.z);
            tl_outline_free(&footprint);
        }
        return status;
    }
    const tl_bvh *core = body->core;
    *placement =
        tl_area_place_of_triangles(&prism, tl_bvh_vertices(core), tl_bvh_triangles(core), tl_bvh_triangle_count(core),
                                   tl_bvh_box(core).low.z, tl_bvh_box(core).high.z);
    return TL_OK;
}

tl_status tl_inquiry_place_in(const tl_inquiry *inquiry, const tl_referee_area *area, size_t member,
                              tl_area_placement *placement, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_referee *r = inquiry->referee;
    size_t index = ((uintptr_t)area - (uintptr_t)r->areas) / sizeof(*area);
    if (index >= r->area_count) {
        index = r->area_count + (size_t)(area - r->shelters);
    }
    if (tl_memo_get(inquiry->placed, index, member, placement)) {
        return TL_OK;
    }
    tl_status status = place_in(inquiry, area, member, placement, error);
    if (status == TL_OK) { /* costs only time */
        tl_memo_put(inquiry->placed, index, member, placement);
    }
    return status;
}

/* Of a body in a region: places that can't be told apart give several. */
static tl_status region_ways(tl_making *m, const tl_referee_area *area, int k, unsigned *ways, tl_error *error) {
    const tl_region *r = m->end[k].region;
    tl_area prism = tl_inquiry_area(m->inquiry, area);
    tl_status status = tl_between_end_footprint(m, k, error);
    const tl_outline *footprint = &m->between->footprint[k];
    if (status != TL_OK) {
        return status;
    }
    const tl_box3 its = tl_between_outline_column(prism.outline, 0, 0),
                  own = tl_between_outline_column(footprint, 0, 0);
    if (!tl_box3_overlap(its, own)) { /* costs only time */
        *ways = TL_WAY_OUT;           /* without the distance, which takes more time than all the rest */
        return TL_OK;
    }
    tl_area_placement placement = tl_area_place_of(&prism, footprint, r->bottom_low, r->bottom_high + r->tall);
    bool high_enough = r->bottom_high < prism.top && r->bottom_low + r->tall > prism.bottom;
    if (placement.certain && placement.place == TL_AREA_OUTSIDE) {
        *ways = placement.over ? TL_WAY_OUT | TL_WAY_OVER : TL_WAY_OUT;
    } else if (placement.certain && placement.place == TL_AREA_INSIDE) {
        *ways = high_enough ? TL_WAY_IN : TL_WAY_OVER | TL_WAY_IN;
    } else {
        *ways = TL_WAY_OUT | TL_WAY_STRADDLES | TL_WAY_IN | (high_enough ? 0U : (unsigned)TL_WAY_OVER);
    }
    return TL_OK;
}

tl_status tl_between_end_ways(tl_making *m, const tl_referee_area *area, int k, unsigned *ways, tl_error *error) {
    const tl_between_end *end = &m->end[k];
    tl_area_placement placement = {.place = TL_AREA_OUTSIDE};
    tl_status status = TL_OK;
    if (end->is_point) {
        tl_area prism = tl_inquiry_area(m->inquiry, area);
        placement.place = tl_area_place_of_point(&prism, end->point);
        placement.over = placement.place == TL_AREA_OUTSIDE && tl_outline_holds(prism.outline, tl_plan(end->point)) > 0;
    } else if (end->member != SIZE_MAX) {
        status = tl_inquiry_place_in(m->inquiry, area, end->member, &placement, error);
    } else {
        return region_ways(m, area, k, ways, error);
    }
    *ways = placement.place == TL_AREA_INSIDE      ? TL_WAY_IN
            : placement.place == TL_AREA_STRADDLES ? TL_WAY_STRADDLES
            : placement.over                       ? TL_WAY_OVER
                                                   : TL_WAY_OUT;
    return status;
}

bool tl_region_overlaps(const tl_region_rules *rules, tl_context *context, const tl_referee_area *area,
                        const tl_region *r) {
    tl_area prism = tl_inquiry_area(rules->inquiry, area);
    if (r->member != SIZE_MAX || !(r->bottom_high < prism.top && r->bottom_low + r->tall > prism.bottom)) {
        return false;
    }
    tl_vec3 middle = {0.5 * (r->low.x + r->high.x), 0.5 * (r->low.y + r->high.y), 0};
    tl_shape disc = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .high = 1};
    disc.radius = r->covers - 0.5 * tl_hypot(r->high.x - r->low.x, r->high.y - r->low.y) - 1e-6;
    disc.pose.at = middle;
    tl_outline outline;
    if (!(disc.radius > 0.1) || tl_outline_of_shape(context, &disc, &outline, NULL) != TL_OK) {
        return false;
    }
    tl_area_placement placement = tl_area_place_of(&prism, &outline, r->bottom_low, r->bottom_high + r->tall);
    tl_outline_free(&outline);
    return placement.certain && placement.place != TL_AREA_OUTSIDE;
}
