/* reach.c: measures whom and what a model reaches in close combat. */
#include "judge/measure/reach.h"

#include "body/shape.h"
#include "judge/verdict.h"
#include "judge/between/between.h"

/* What of a model is reached, as one volume or, of a model that is shapes alone, as its core and its base. */
typedef struct reach_reached {
    tl_volume parts[2];
    size_t count;
    tl_box3 box; /* of the whole model */
} reach_reached;

/* The whole model and its box. Triangles only come near to what a shape is: a model that is shapes alone is measured
 * by these, and lies within their boxes (upright ones in the box of its triangles, to the last bit). */
static void reach_whole(const tl_inquiry *inquiry, size_t member, reach_reached *r) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_body *body = placed->body;
    const tl_shape *shapes[2] = {&body->core_shape, &body->base};
    *r = (reach_reached){.box = body->box};
    bool of_shapes = placed->model->core_physical && body->core_shape.kind != TL_SHAPE_NONE;
    for (size_t k = 0; k < 2 && of_shapes; k++) {
        if (shapes[k]->kind != TL_SHAPE_NONE && !(k == 1 && placed->model->base_guessed)) {
            r->parts[r->count++] = (tl_volume){.shape = shapes[k], .uncertainty = tl_placed_uncertainty(placed)};
            r->box = tl_shape_is_upright(shapes[k]) ? r->box : tl_box3_union(r->box, tl_shape_box(shapes[k]));
        }
    }
    if (!of_shapes) {
        r->parts[r->count++] = (tl_volume){.mesh = body->solid, .uncertainty = tl_placed_uncertainty(placed)};
    }
}

/* Who mans a strongpoint is reached anywhere along its walls (DT-FRT-06), but by those inside it with him: these are
 * what is measured to. */
static tl_status find_reached(const tl_inquiry *inquiry, size_t member, size_t other, bool whole, reach_reached *r,
                              tl_error *error) {
    size_t shelter, with = SIZE_MAX;
    tl_status status = tl_inquiry_shelter(inquiry, member, &shelter, error);
    if (status == TL_OK && shelter != SIZE_MAX) {
        status = tl_inquiry_shelter(inquiry, other, &with, error);
    }
    reach_whole(inquiry, member, r);
    if (!whole) {
        r->parts[0] = tl_table_measured(inquiry->table, member);
        r->count = 1;
    }
    if (status == TL_OK && shelter != with) {
        const tl_referee_area *in = &inquiry->referee->shelters[shelter];
        const tl_placed *walls = &inquiry->table->terrain[in->terrain];
        if (in->kind->shelter_reach && walls->body != NULL) {
            r->parts[0] = (tl_volume){.mesh = walls->body->solid,
                                      .mesh_closed = walls->inside_blocks,
                                      .uncertainty = tl_placed_uncertainty(walls)};
            r->count = 1;
            r->box = walls->body->box;
        }
    }
    return status;
}

/* Of a reach of nothing at all, which asks for contact, whoever is as near as the tolerance touches: nobody can be put
 * nearer. */
static tl_verdict verdict_of(const tl_inquiry *inquiry, double margin, double error, double tolerance, double length) {
    return tl_verdict_of_margin(length > 0 ? margin : margin + 2 * inquiry->tolerance, error, tolerance);
}

/* From part to part; of the nearest two the tape. */
static tl_status measure_parts(const tl_inquiry *inquiry, const reach_reached *a, const reach_reached *b,
                               tl_metric metric, double length, tl_reach *reach, tl_error *error) {
    for (size_t k = 0; k < a->count * b->count; k++) {
        const tl_volume *p = &a->parts[k / b->count], *q = &b->parts[k % b->count];
        double uncertainty = p->uncertainty + q->uncertainty, tolerance = inquiry->tolerance + uncertainty;
        tl_range_result range;
        tl_status status = tl_range_between(inquiry->context, p, q, metric, &range, error);
        double margin = length - range.distance_mm;
        tl_verdict verdict = verdict_of(inquiry, margin, range.error_mm, tolerance, length);
        if (status == TL_OK && tolerance == 0 && verdict == TL_VERDICT_MARGINAL) {
            status = tl_judge_volumes_within_exactly(inquiry, p, q, metric, length, false, &verdict, error);
        }
        if (status != TL_OK) {
            return status;
        }
        verdict = k > 0 ? tl_verdict_either(verdict, reach->limit.verdict) : verdict;
        if (k == 0 || range.distance_mm < reach->range.distance_mm) {
            reach->range = range;
            reach->limit = (tl_limit){verdict, range.distance_mm, length, margin, uncertainty};
        }
        reach->limit.verdict = verdict;
    }
    return TL_OK;
}

tl_status tl_pair_reach(const tl_inquiry *inquiry, size_t a, size_t b, tl_reach *reach, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    bool whole = tl_settings_is_at(&inquiry->settings, TL_SETTING_CC_METRIC, TL_CHOICE_CC_METRIC_3D_FULL);
    bool plan = tl_settings_is_at(&inquiry->settings, TL_SETTING_CC_METRIC, TL_CHOICE_CC_METRIC_PLAN_WITH_GAP);
    double length = tl_settings_length(&inquiry->settings, "close_combat_reach", inquiry->units);
    reach_reached from, to;
    *reach = (tl_reach){.has_gap = plan};
    tl_status status = find_reached(inquiry, a, b, whole, &from, error);
    if (status == TL_OK) {
        status = find_reached(inquiry, b, a, whole, &to, error);
    }
    if (status == TL_OK) {
        status = measure_parts(inquiry, &from, &to, plan ? TL_METRIC_PLAN : TL_METRIC_3D, length, reach, error);
    }
    if (status == TL_OK && plan) {
        tl_limit *limit = &reach->limit;
        double gap = tl_max(0, tl_max(from.box.low.z - to.box.high.z, to.box.low.z - from.box.high.z));
        double tolerance = inquiry->tolerance + limit->uncertainty;
        tl_verdict vertical = tolerance == 0 ? (gap <= length ? TL_VERDICT_YES : TL_VERDICT_NO)
                                             : verdict_of(inquiry, length - gap, 1e-9, tolerance, length);
        reach->gap = gap;
        if (length - gap < limit->margin) {
            limit->margin = length - gap;
            limit->distance = gap;
        }
        limit->verdict = tl_verdict_both(limit->verdict, vertical);
    }
    return status;
}

tl_status tl_pair_close_combat(const tl_inquiry *inquiry, size_t a, size_t b, tl_limit *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    tl_reach reach;
    tl_status status = tl_pair_reach(inquiry, a, b, &reach, error);
    *result = reach.limit;
    return status;
}
