/* measure.c: entry, exit, length and distances of a bundle, from the pieces of it that lie inside the prism. */
#include "area/measure.h"

#include "area/limits.h"

#include <float.h>

/* From a stretch of parameters, given as its smallest and largest size, to millimetres. */
static tl_area_range to_mm(const tl_area_measure *m, double low, double high) {
    tl_area_range scale = tl_area_measure_scale(m);
    return (tl_area_range){tl_max(0, low) * scale.low * (1 - 4 * DBL_EPSILON),
                           tl_max(0, high) * scale.high * (1 + 4 * DBL_EPSILON)};
}

/* Where the lines leave the footprint for the last time: anything in it may still be it, what is surely in it must be
 * passed. A line that never meets the footprint (a core that leans over its base) starts at its own end. */
static tl_area_range leave_footprint(const tl_area_lines *lines, const tl_area_end *end, bool *based) {
    tl_area_range start = {0, 0};
    if (!end->from_footprint || end->footprint == NULL) {
        return start;
    }
    tl_spans spans;
    tl_spans_of_outline(lines, end->footprint, &spans);
    for (size_t i = 0; i <= spans.count; i++) {
        double gap = i < spans.count ? spans.items[i].low : 1;
        bool inside = i == 0 ? spans.inside_first : spans.items[i - 1].inside_after;
        if (inside) {
            start = (tl_area_range){gap, gap};
            *based = *based || gap > (i == 0 ? 0 : spans.items[i - 1].high);
        }
        if (i < spans.count) {
            start.high = spans.items[i].high;
        }
    }
    return start;
}

static tl_area_range reach_footprint(const tl_area_lines *lines, const tl_area_end *end, bool *based) {
    tl_area_range stop = {1, 1};
    if (!end->from_footprint || end->footprint == NULL) {
        return stop;
    }
    tl_spans spans;
    tl_spans_of_outline(lines, end->footprint, &spans);
    for (size_t i = spans.count + 1; i-- > 0;) {
        double gap = i == 0 ? 0 : spans.items[i - 1].high;
        bool inside = i == 0 ? spans.inside_first : spans.items[i - 1].inside_after;
        if (inside) {
            stop = (tl_area_range){gap, gap};
            *based = *based || gap < (i < spans.count ? spans.items[i].low : 1);
        }
        if (i > 0) {
            stop.low = spans.items[i - 1].low;
        }
    }
    return stop;
}

static double overlap(double low, double high, double from, double to) {
    return tl_max(0, tl_min(high, to) - tl_max(low, from));
}

/* Where the lines enter what is measured, and where they leave it. */
static void find_crossings(tl_area_measure *m, const tl_span_pieces *pieces) {
    size_t stretches = 0;
    m->entry = (tl_area_range){INFINITY, -INFINITY};
    m->exit = (tl_area_range){INFINITY, -INFINITY};
    for (size_t i = 0; i < pieces->count; i++) {
        const tl_span_piece *piece = &pieces->items[i];
        if (piece->state == TL_SPAN_PIECE_OUT) {
            continue;
        }
        if (!m->may_enter) {
            m->entry.low = piece->low;
            m->may_enter = true;
        }
        if (piece->state == TL_SPAN_PIECE_IN && !m->must_enter) {
            m->entry.high = piece->low;
            m->must_enter = true;
        }
        if (piece->state == TL_SPAN_PIECE_IN) {
            m->exit.low = piece->high;
            stretches++;
        }
        m->exit.high = piece->high;
    }
    m->one_pass = stretches == 1;
    if (m->may_enter && !m->must_enter) {
        m->entry.high = m->exit.high;
        m->exit.low = m->entry.low;
    }
}

/* Who stands inside or outside does; who straddles the edge, or is above or below the area, does as his line's end. */
static tl_area_standing standing_of(const tl_area_measure *m, int end, const tl_span_pieces *pieces) {
    const tl_area_end *whose = tl_area_measure_end(m, end);
    const tl_area_rules *rules = &m->sight->rules;
    if (whose->place == TL_AREA_INSIDE) {
        return TL_AREA_STANDING_IN;
    }
    if (whose->place == TL_AREA_STRADDLES && rules->straddle == TL_AREA_ANY_OVERLAP) {
        return TL_AREA_STANDING_ON;
    }
    if (whose->place == TL_AREA_OUTSIDE && !(whose->over && rules->top == TL_AREA_TOP_OUTLINE)) {
        return TL_AREA_STANDING_OUT;
    }
    tl_span_piece_state state = pieces->items[end == 0 ? 0 : pieces->count - 1].state;
    return state == TL_SPAN_PIECE_OUT  ? TL_AREA_STANDING_OUT
           : state == TL_SPAN_PIECE_IN ? TL_AREA_STANDING_IN
                                       : TL_AREA_STANDING_EITHER;
}

/* Lines that stay above the prism are free, but for those of somebody who stands in it. */
static void ask_prism(tl_area_measure *m) {
    const tl_area *area = &m->sight->area;
    tl_span_pieces pieces;
    tl_spans_of_prism(m->lines, area->outline, area->bottom, area->top, &pieces);
    bool may = false, must = false;
    for (size_t i = 0; i < pieces.count; i++) {
        may = may || pieces.items[i].state != TL_SPAN_PIECE_OUT;
        must = must || pieces.items[i].state == TL_SPAN_PIECE_IN;
    }
    for (int end = 0; end < 2; end++) {
        bool in = tl_area_measure_end(m, end)->place != TL_AREA_OUTSIDE; /* some of it is */
        may = may || (in && m->standing[end] != TL_AREA_STANDING_OUT);
        must = must || (in && m->standing[end] == TL_AREA_STANDING_IN);
    }
    m->may_enter = m->may_enter && may;
    m->must_enter = m->must_enter && must;
}

/* Whether lines that cross the outline at the parameters `at` do so above the prism: surely, or perhaps. */
static void look_above(const tl_area_measure *m, tl_area_range at, bool *surely, bool *perhaps) {
    const tl_area_lines *lines = m->lines;
    const tl_area *area = &m->sight->area;
    double blur = TL_AREA_HEIGHT_ROUNDING, low = INFINITY, high = -INFINITY;
    for (int k = 0; k < 2; k++) {
        double u = k == 0 ? at.low : at.high;
        low = tl_min(low, (1 - u) * lines->z_low[0] + u * lines->z_low[1]);
        high = tl_max(high, (1 - u) * lines->z_high[0] + u * lines->z_high[1]);
    }
    *surely = *surely || low > area->top + blur || high < area->bottom - blur;
    *perhaps = *perhaps || high > area->top - blur || low < area->bottom + blur;
}

/* Lines that pass over the outline above the top are measured in plan (DB-ARE-09). */
static void choose_metric(tl_area_measure *m) {
    bool surely = false, perhaps = false;
    for (int end = 0; end < 2; end++) {
        bool in = m->standing[end] == TL_AREA_STANDING_IN, either = m->standing[end] == TL_AREA_STANDING_EITHER,
             sure = false;
        if (!in) { /* between it and the area the line cuts the outline */
            look_above(m, end == 0 ? m->entry : m->exit, &sure, &perhaps);
            surely = surely || (sure && !either);
        }
    }
    m->plan = perhaps;
    m->space = !surely;
}

/* Whose hull lies over the edge where the line cuts it is at distance 0 from it, though the line begins farther in. */
static void forgive_overlap(tl_area_measure *m, int end) {
    tl_area_end whose = *tl_area_measure_end(m, end);
    if (whose.place != TL_AREA_STRADDLES || whose.from_footprint || whose.footprint == NULL ||
        m->sight->rules.straddle != TL_AREA_CUT) {
        return;
    }
    bool based = false;
    whose.from_footprint = true;
    tl_area_range rim =
        end == 0 ? leave_footprint(m->lines, &whose, &based) : reach_footprint(m->lines, &whose, &based);
    tl_area_range *to[2] = {&m->to_far[end], &m->to_near[end]};
    for (int k = 0; k < 2; k++) {
        tl_area_range at = (end == 0) == (k == 0) ? m->exit : m->entry;
        bool never = end == 0 ? at.low > rim.high : at.high < rim.low;
        bool always = based && (end == 0 ? at.high <= rim.low : at.low >= rim.high);
        m->over_edge[end] = m->over_edge[end] || !never;
        to[k]->low = never ? to[k]->low : 0;
        to[k]->high = always ? 0 : to[k]->high;
    }
}

void tl_area_measure_take(tl_area_measure *m) {
    TL_ASSERT(m->sight != NULL && m->lines != NULL, "lines and what they are held against are set");
    tl_span_pieces pieces;
    const tl_area *area = &m->sight->area;
    const tl_area_lines *lines = m->lines;
    bool between = tl_min(lines->z_low[0], lines->z_low[1]) > area->bottom &&
                   tl_max(lines->z_high[0], lines->z_high[1]) < area->top;
    bool column = m->sight->rules.top == TL_AREA_TOP_OUTLINE && !between;
    m->bottom = column ? -INFINITY : area->bottom;
    m->top = column ? INFINITY : area->top;
    m->space = true;
    tl_spans_of_prism(lines, area->outline, m->bottom, m->top, &pieces);
    find_crossings(m, &pieces);
    if (!m->may_enter) {
        return;
    }
    for (int end = 0; end < 2; end++) {
        m->standing[end] = standing_of(m, end, &pieces);
    }
    if (column) {
        ask_prism(m);
        choose_metric(m);
    }
    if (!m->may_enter) {
        return;
    }
    m->start = leave_footprint(m->lines, tl_area_measure_end(m, 0), &m->based[0]);
    m->stop = reach_footprint(m->lines, tl_area_measure_end(m, 1), &m->based[1]);
    double low = 0;
    double high = 0;
    for (size_t i = 0; i < pieces.count; i++) {
        const tl_span_piece *piece = &pieces.items[i];
        if (piece->state == TL_SPAN_PIECE_IN) {
            low += overlap(piece->low, piece->high, m->start.high, m->stop.low);
        }
        if (piece->state != TL_SPAN_PIECE_OUT) {
            high += overlap(piece->low, piece->high, m->start.low, m->stop.high);
        }
    }
    /* additions of up to some 300 terms of at most 1 */
    m->length = to_mm(m, low - TL_AREA_LENGTH_ROUNDING * DBL_EPSILON * low,
                      high + TL_AREA_LENGTH_ROUNDING * DBL_EPSILON * high);
    m->to_far[0] = to_mm(m, m->exit.low - m->start.high, m->exit.high - m->start.low);
    m->to_far[1] = to_mm(m, m->stop.low - m->entry.high, m->stop.high - m->entry.low);
    m->to_near[0] = to_mm(m, m->entry.low - m->start.high, m->entry.high - m->start.low);
    m->to_near[1] = to_mm(m, m->stop.low - m->exit.high, m->stop.high - m->exit.low);
    forgive_overlap(m, 0);
    forgive_overlap(m, 1);
}

/* --- Distances to the side that is crossed -------------------------------------------------------------------- */

static void side_from_footprint(const tl_outline *outline, const tl_outline *footprint, uint32_t side,
                                tl_area_range *range) {
    *range = (tl_area_range){INFINITY, INFINITY};
    for (size_t i = 0; i < outline->edge_count; i++) {
        if (outline->edges[i].side == side) {
            double low, high;
            tl_outline_distance(footprint, outline->edges[i].a, outline->edges[i].b, &low, &high);
            *range = tl_area_range_min(*range, (tl_area_range){low, high});
        }
    }
}

static tl_area_range side_from_cell(const tl_area_measure *m, int end, uint32_t side) {
    const tl_outline *outline = m->sight->area.outline;
    tl_vec2 centre = m->lines->centre[end];
    double spread = m->lines->radius[end] + m->lines->pad;
    double distance = INFINITY;
    for (size_t i = 0; i < outline->edge_count; i++) {
        if (outline->edges[i].side == side) {
            distance = tl_min(distance, tl_outline_plan_distance(centre, outline->edges[i].a, outline->edges[i].b));
        }
    }
    return (tl_area_range){tl_max(0, distance - spread), distance + spread};
}

/* A disc has one side, its circle. Inside and outside, the distance of a region from a circle is told by the nearest
 * and farthest points from its centre; without a footprint the end is a cell of known radius. */
static tl_area_range circle_distance(const tl_area_measure *m, int end) {
    const tl_outline *disc = m->sight->area.outline;
    const tl_outline *footprint = tl_area_measure_end(m, end)->footprint;
    double low, high;
    if (footprint == NULL) {
        double d = fabs(tl_length2(tl_sub2(m->lines->centre[end], disc->centre)) - disc->radius);
        double spread = m->lines->radius[end] + 2 * m->lines->pad;
        return (tl_area_range){tl_max(0, d - spread), d + spread};
    }
    if (footprint->kind == TL_OUTLINE_DISC) {
        double d = fabs(tl_length2(tl_sub2(footprint->centre, disc->centre)) - disc->radius) - footprint->radius;
        return (tl_area_range){tl_max(0, d - 2 * m->lines->pad), tl_max(0, d) + 2 * m->lines->pad};
    }
    tl_outline_distance(footprint, disc->centre, disc->centre, &low, &high);
    double reach = 0;
    for (size_t i = 0; i < footprint->edge_count; i++) {
        reach = tl_max(reach, tl_length2(tl_sub2(footprint->edges[i].a, disc->centre)));
    }
    double blur = 2 * m->lines->pad;
    if (footprint->kind == TL_OUTLINE_OVAL) {
        double s, c;
        for (int i = 0; i < TL_OUTLINE_OVAL_POINTS; i++) {
            tl_sincos_deg(360.0 * i / TL_OUTLINE_OVAL_POINTS, &s, &c);
            tl_vec2 d = tl_sub2(footprint->centre, disc->centre);
            d = tl_add2(d, tl_add2(tl_scale2(footprint->axis[0], c), tl_scale2(footprint->axis[1], s)));
            reach = tl_max(reach, tl_length2(d));
        }
        blur += TL_OUTLINE_OVAL_ERROR * (tl_length2(footprint->axis[0]) + tl_length2(footprint->axis[1]));
    }
    double outer = low - disc->radius;
    double inner = disc->radius - reach;
    double d = tl_max(0, tl_max(outer, inner));
    return (tl_area_range){tl_max(0, d - blur), d + (high - low) + blur};
}

/* Reading B of DB-ARE-04: from an end to the side crossed at parameter `at`, where `along` is the distance along the
 * lines to there. Every side that may be crossed there widens the range; where top or bottom, or nothing, may be
 * crossed the length along the line stands in. */
static tl_area_range perpendicular(const tl_area_measure *m, int end, tl_area_range at, tl_area_range along) {
    const tl_area *area = &m->sight->area;
    const tl_outline *outline = area->outline;
    const tl_area_end *whose = tl_area_measure_end(m, end);
    const double *known = m->sight->side_distance[m->flip ? 1 - end : end];
    tl_area_range range = {INFINITY, -INFINITY};
    bool found = false;
    if (outline->kind == TL_OUTLINE_DISC) {
        range = circle_distance(m, end);
        found = true;
    }
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < outline->edge_count; i++) {
        const tl_outline_edge *edge = &outline->edges[i];
        double low, high;
        if (edge->side == last || !tl_area_lines_meets(m->lines, edge->a, edge->b, &low, &high) || low > at.high ||
            high < at.low) {
            continue;
        }
        last = edge->side;
        tl_area_range here;
        if (whose->footprint == NULL) {
            here = side_from_cell(m, end, edge->side);
        } else if (known != NULL) {
            here = (tl_area_range){known[2 * edge->side], known[2 * edge->side + 1]};
        } else {
            side_from_footprint(outline, whose->footprint, edge->side, &here);
        }
        range = (tl_area_range){tl_min(range.low, here.low), tl_max(range.high, here.high)};
        found = true;
    }
    tl_spans heights;
    tl_spans_of_heights(m->lines, m->bottom, m->top, &heights);
    bool level = !found || at.low <= 0 || at.high >= 1;
    for (size_t i = 0; i < heights.count; i++) {
        level = level || (heights.items[i].low <= at.high && heights.items[i].high >= at.low);
    }
    if (level) {
        range = (tl_area_range){tl_min(range.low, along.low), tl_max(range.high, along.high)};
    }
    return range;
}

/* To the far edge (far) or the nearest one, as the reading says. */
tl_area_range tl_area_measure_distance(const tl_area_measure *m, int end, bool far) {
    TL_ASSERT(end == 0 || end == 1, "a line has two ends");
    tl_area_range along = far ? m->to_far[end] : m->to_near[end];
    if (m->sight->rules.distance == TL_AREA_ALONG_LINE) {
        return along;
    }
    return perpendicular(m, end, (end == 0) == far ? m->exit : m->entry, along);
}
