/* spans.c: crossings of the boundary of outlines with rings, and of heights; pieces in and out of a prism. */
#include "area/spans.h"

#include "area/limits.h"
#include "math/predicates.h"

#include <string.h>

/* --- Gathering ------------------------------------------------------------------------------------------------ */

/* Joins `from` into `to`, and everything between them. */
static void join(tl_span *to, const tl_span *from) {
    bool same = to->one_place && from->one_place && to->place.x == from->place.x && to->place.y == from->place.y;
    if (!same) {
        to->one_place = false;
        to->edge = TL_SPAN_NO_EDGE;
        to->plane = NAN;
    }
    to->low = tl_min(to->low, from->low);
    to->high = tl_max(to->high, from->high);
    to->left = to->left != from->left;
    to->right = to->right != from->right;
}

static void add(tl_spans *spans, tl_span span) {
    TL_ASSERT(span.low <= span.high, "a span begins before it ends");
    size_t i = 0;
    while (i < spans->count && spans->items[i].high < span.low) {
        i++;
    }
    size_t after = i;
    while (after < spans->count && spans->items[after].low <= span.high) {
        join(&span, &spans->items[after]);
        after++;
    }
    if (after == i) {
        if (spans->count == TL_SPAN_CAPACITY) {
            /* no room: the nearer neighbour takes it in, with the stretch between, which nobody then knows */
            bool before =
                i > 0 && (i == spans->count || span.low - spans->items[i - 1].high < spans->items[i].low - span.high);
            join(&spans->items[before ? i - 1 : i], &span);
            return;
        }
        memmove(&spans->items[i + 1], &spans->items[i], (spans->count - i) * sizeof(tl_span));
        spans->count++;
    } else if (after > i + 1) {
        memmove(&spans->items[i + 1], &spans->items[after], (spans->count - after) * sizeof(tl_span));
        spans->count -= after - i - 1;
    }
    spans->items[i] = span;
    TL_CHECK_INVARIANT(tl_spans_broken(spans));
}

void tl_spans_drop(tl_spans *spans, size_t i) {
    TL_ASSERT(i < spans->count, "the span that is taken away is there");
    memmove(&spans->items[i], &spans->items[i + 1], (spans->count - i - 1) * sizeof(tl_span));
    spans->count--;
}

/* --- Rings, a single line: exact ------------------------------------------------------------------------------ */

/* Just left of the line and just right of it, inside and outside alternate at the edges that reach over to that side.
 * A stretch of the line is inside when both its sides are; where they differ the line runs along the boundary, which is
 * not entering. Signs are exact, so every stretch gets its right state; only where it ends is rounded. An edge that
 * turns from right to left (turn +1) or back crosses at u with sign(u) = sign of p against the edge times turn, and
 * sign(u - 1) = sign of q against it times turn. */
static void line_through_rings(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans) {
    tl_vec2 p = tl_plan(lines->a[0]);
    tl_vec2 q = tl_plan(lines->b[0]);
    int start = tl_outline_holds(outline, p);
    spans->count = 0;
    if (lines->plan_point) {
        spans->inside_first = start > 0;
        return;
    }
    bool left = start > 0;
    bool right = start > 0;
    for (size_t run = 0; run < outline->run_count; run++) {
        const tl_outline_box *box = &outline->runs[run];
        /* when p is on the boundary, crossings behind it tell the sides it starts on */
        if (start != 0 && (box->low.x > lines->high.x || box->high.x < lines->low.x || box->low.y > lines->high.y ||
                           box->high.y < lines->low.y)) {
            continue;
        }
        size_t end = (run + 1) * TL_OUTLINE_RUN;
        end = end < outline->edge_count ? end : outline->edge_count;
        tl_vec2 last = {NAN, NAN};
        int s1 = 0;
        for (size_t i = run * TL_OUTLINE_RUN; i < end; i++) {
            const tl_outline_edge *edge = &outline->edges[i];
            int s0 = edge->a.x == last.x && edge->a.y == last.y ? s1 : tl_orient2d(p, q, edge->a);
            s1 = tl_orient2d(p, q, edge->b);
            last = edge->b;
            tl_span span = {.left = (s0 > 0) != (s1 > 0), .right = (s0 < 0) != (s1 < 0), .edge = (uint32_t)i};
            if (!span.left && !span.right) {
                continue;
            }
            span.turn = s1 > s0 ? 1 : -1;
            span.plane = NAN;
            int from_p = tl_orient2d(edge->a, edge->b, p) * span.turn;
            int from_q = tl_orient2d(edge->a, edge->b, q) * span.turn;
            if (from_p <= 0) {
                /* behind or at p: only counted when p is on the boundary; else holds() has done it */
                if (start == 0) {
                    left = left != span.left;
                    right = right != span.right;
                }
                continue;
            }
            if (from_q >= 0) {
                continue; /* at or beyond q */
            }
            if (!tl_area_lines_meets(lines, edge->a, edge->b, &span.low, &span.high)) {
                span.low = 0; /* can't be: the crossing is proved */
                span.high = 1;
            }
            span.one_place = true;
            span.place = s0 == 0 ? edge->a : edge->b;
            if (s0 != 0 && s1 != 0) {
                /* a proper crossing: no corner of another edge lies there unless rings touch; tell edges apart */
                span.place = (tl_vec2){(double)i, INFINITY};
            }
            add(spans, span);
        }
    }
    spans->inside_first = left && right;
    for (size_t i = 0; i < spans->count;) {
        tl_span *span = &spans->items[i];
        bool before = left && right;
        left = left != span->left;
        right = right != span->right;
        span->inside_after = left && right;
        if (span->one_place && before == span->inside_after) {
            tl_spans_drop(spans, i); /* passes a corner, or begins or ends to run along the boundary: a touch */
        } else {
            i++;
        }
    }
}

/* --- Rings, a bundle ------------------------------------------------------------------------------------------ */

static tl_vec2 sample(const tl_area_lines *lines, double u) {
    return tl_lerp2(tl_plan(lines->a[0]), tl_plan(lines->b[0]), u);
}

static void bundle_through_rings(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans) {
    spans->count = 0;
    double pad = tl_area_lines_pad(lines, outline->box.low, outline->box.high);
    for (size_t run = 0; run < outline->run_count; run++) {
        const tl_outline_box *box = &outline->runs[run];
        if (box->low.x > lines->high.x + pad || box->high.x < lines->low.x - pad || box->low.y > lines->high.y + pad ||
            box->high.y < lines->low.y - pad) {
            continue;
        }
        tl_vec2 n = lines->axis[1];
        double middle = 0.5 * (n.x * (box->low.x + box->high.x) + n.y * (box->low.y + box->high.y));
        double reach = 0.5 * (fabs(n.x) * (box->high.x - box->low.x) + fabs(n.y) * (box->high.y - box->low.y)) + pad;
        if (middle - reach > tl_max(lines->axis_high[1][0], lines->axis_high[1][1]) ||
            middle + reach < tl_min(lines->axis_low[1][0], lines->axis_low[1][1])) {
            continue;
        }
        size_t end = (run + 1) * TL_OUTLINE_RUN;
        end = end < outline->edge_count ? end : outline->edge_count;
        for (size_t i = run * TL_OUTLINE_RUN; i < end; i++) {
            tl_span span = {.edge = TL_SPAN_NO_EDGE, .plane = NAN};
            if (tl_area_lines_meets(lines, outline->edges[i].a, outline->edges[i].b, &span.low, &span.high)) {
                span.low -= TL_SPAN_NARROW;
                add(spans, span);
            }
        }
    }
    /* Between spans no line of the bundle meets the boundary, and the pairs (line, u) are connected: one sample tells.
     * It is off its exact place by less than the pad that separates the gap from every edge. */
    spans->inside_first = false;
    for (size_t i = 0; i <= spans->count; i++) {
        double low = i == 0 ? 0 : spans->items[i - 1].high;
        double high = i == spans->count ? 1 : spans->items[i].low;
        bool inside = high > low && tl_outline_holds(outline, sample(lines, 0.5 * (low + high))) > 0;
        if (i == 0) {
            spans->inside_first = inside;
        } else {
            spans->items[i - 1].inside_after = inside;
        }
    }
    for (size_t i = 0; i < spans->count; i++) {
        spans->items[i].low = tl_max(0, spans->items[i].low);
    }
}

void tl_spans_of_outline(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans) {
    spans->inside_first = false;
    spans->count = 0;
    double pad = tl_area_lines_pad(lines, outline->box.low, outline->box.high);
    if (outline->kind == TL_OUTLINE_NONE || lines->low.x > outline->box.high.x + pad ||
        lines->high.x < outline->box.low.x - pad || lines->low.y > outline->box.high.y + pad ||
        lines->high.y < outline->box.low.y - pad) {
        return;
    }
    switch (outline->kind) {
    case TL_OUTLINE_DISC:
        tl_spans_of_disc(lines, outline, spans);
        break;
    case TL_OUTLINE_OVAL:
        tl_spans_of_oval(lines, outline, spans);
        break;
    default:
        if (lines->single) {
            line_through_rings(lines, outline, spans);
        } else {
            bundle_through_rings(lines, outline, spans);
        }
    }
}

/* --- Heights -------------------------------------------------------------------------------------------------- */

void tl_spans_of_heights(const tl_area_lines *lines, double bottom, double top, tl_spans *spans) {
    TL_ASSERT(!isnan(bottom) && !isnan(top), "heights are numbers");
    const double planes[2] = {bottom, top};
    spans->count = 0;
    double z0 = lines->z_low[0];
    double z1 = lines->z_low[1];
    for (int k = 0; k < 2; k++) {
        double plane = planes[k];
        if (!isfinite(plane)) {
            continue;
        }
        tl_span span = {.edge = TL_SPAN_NO_EDGE, .plane = plane, .high = 1};
        if (lines->single) {
            /* comparisons of the given numbers are exact; an end on the plane is no crossing beyond that end */
            if ((z0 < plane) == (z1 < plane) || z0 == plane || z1 == plane) {
                continue;
            }
        }
        if (tl_area_lines_reaches(lines, plane, &span.low, &span.high)) {
            span.low = tl_max(0, span.low);
            span.high = tl_min(1, span.high);
            add(spans, span);
        }
    }
    for (size_t i = 0; i <= spans->count; i++) {
        double low = i == 0 ? 0 : spans->items[i - 1].high;
        double high = i == spans->count ? 1 : spans->items[i].low;
        double u = 0.5 * (low + high);
        bool inside;
        if (lines->single && spans->count == 0) {
            /* no crossing inside: an end that is not on a plane tells; both on planes: in unless it is the same one */
            inside =
                z0 >= bottom && z1 >= bottom && z0 <= top && z1 <= top && !(z0 == z1 && (z0 == bottom || z0 == top));
        } else {
            double z = (1 - u) * z0 + u * z1;
            inside = high > low && z > bottom && z < top;
        }
        if (i == 0) {
            spans->inside_first = inside;
        } else {
            spans->items[i - 1].inside_after = inside;
        }
    }
}

/* --- Walls and heights together ------------------------------------------------------------------------------- */

/* Sign of the height of the line over the plane where it crosses the wall of an edge, exactly. With E on the plane and
 * h the side of a point against the edge, orient3d(E0, E1, p, q) = q.z h(p) - p.z h(q) (heights over the plane), and
 * the height at the crossing is that over h(p) - h(q), whose sign is the edge's turn. */
static int height_at_wall(const tl_area_lines *lines, const tl_outline_edge *edge, int turn, double plane) {
    tl_vec3 e0 = {edge->a.x, edge->a.y, plane};
    tl_vec3 e1 = {edge->b.x, edge->b.y, plane};
    return tl_orient3d(e0, e1, lines->a[0], lines->b[0]) * turn;
}

/* A single line that passes the rim: comes over the wall where it leaves by the top, or the other way. Which comes
 * first is decided exactly; when the line is not inside between, the two spans are put in an order that shows it. */
static void order_at_rim(const tl_area_lines *lines, const tl_outline *outline, double bottom, double top,
                         tl_spans *plan, tl_spans *heights) {
    for (size_t i = 0; i < plan->count; i++) {
        tl_span *wall = &plan->items[i];
        bool wall_before = i == 0 ? plan->inside_first : plan->items[i - 1].inside_after;
        if (wall->edge == TL_SPAN_NO_EDGE || wall_before == wall->inside_after) {
            continue;
        }
        for (size_t j = 0; j < heights->count; j++) {
            tl_span *level = &heights->items[j];
            bool level_before = j == 0 ? heights->inside_first : heights->items[j - 1].inside_after;
            if (isnan(level->plane) || level_before == level->inside_after ||
                level->inside_after == wall->inside_after || level->low > wall->high || wall->low > level->high) {
                continue;
            }
            int height = height_at_wall(lines, &outline->edges[wall->edge], wall->turn, level->plane);
            bool within = (level->plane == bottom && height > 0) || (level->plane == top && height < 0);
            if (within) {
                continue;
            }
            double meet = tl_min(wall->high, level->high);
            tl_span *first = wall->inside_after ? level : wall;
            tl_span *second = wall->inside_after ? wall : level;
            first->high = tl_min(first->high, meet);
            second->low = tl_max(second->low, meet);
        }
    }
}

typedef struct cursor {
    const tl_spans *spans;
    size_t index; /* 2k: the gap before span k; 2k + 1: span k */
} cursor;

static tl_span_piece_state state_at(const cursor *c, double *high) {
    size_t k = c->index / 2;
    const tl_spans *spans = c->spans;
    bool before = k == 0 ? spans->inside_first : spans->items[k - 1].inside_after;
    if (c->index % 2 == 1) {
        *high = spans->items[k].high;
        return TL_SPAN_PIECE_MAYBE;
    }
    *high = k < spans->count ? spans->items[k].low : 1;
    return before ? TL_SPAN_PIECE_IN : TL_SPAN_PIECE_OUT;
}

void tl_spans_of_prism(const tl_area_lines *lines, const tl_outline *outline, double bottom, double top,
                       tl_span_pieces *pieces) {
    TL_ASSERT(bottom <= top, "a prism's bottom is below its top");
    tl_spans plan, heights;
    pieces->count = 0;
    tl_spans_of_heights(lines, bottom, top, &heights);
    if (heights.count == 0 && !heights.inside_first) {
        plan.inside_first = false;
        plan.count = 0;
    } else {
        tl_spans_of_outline(lines, outline, &plan);
        if (lines->single && heights.count > 0 && outline->kind == TL_OUTLINE_RINGS) {
            order_at_rim(lines, outline, bottom, top, &plan, &heights);
        }
    }
    cursor walls = {&plan, 0};
    cursor levels = {&heights, 0};
    double u = 0;
    for (;;) {
        double wall_high, level_high;
        tl_span_piece_state wall = state_at(&walls, &wall_high);
        tl_span_piece_state level = state_at(&levels, &level_high);
        double high = tl_min(wall_high, level_high);
        tl_span_piece_state state = wall == TL_SPAN_PIECE_OUT || level == TL_SPAN_PIECE_OUT ? TL_SPAN_PIECE_OUT
                                    : wall == TL_SPAN_PIECE_IN && level == TL_SPAN_PIECE_IN ? TL_SPAN_PIECE_IN
                                                                                            : TL_SPAN_PIECE_MAYBE;
        if (high > u) {
            tl_span_piece *last = pieces->count > 0 ? &pieces->items[pieces->count - 1] : NULL;
            if (last != NULL && last->state == state && state != TL_SPAN_PIECE_IN) {
                last->high = high;
            } else {
                pieces->items[pieces->count++] = (tl_span_piece){u, high, state};
            }
            u = high;
        }
        bool walls_end = walls.index == 2 * plan.count;
        bool levels_end = levels.index == 2 * heights.count;
        if (walls_end && levels_end) {
            break;
        }
        TL_ASSERT(pieces->count < TL_SPAN_PIECE_CAPACITY, "a line has room for its pieces");
        /* the one that ends first moves on */
        if (levels_end || (!walls_end && wall_high <= level_high)) {
            walls.index++;
        } else {
            levels.index++;
        }
    }
    TL_CHECK_INVARIANT(tl_pieces_broken(pieces));
}

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

const char *tl_spans_broken(const tl_spans *spans) {
    if (spans->count > TL_SPAN_CAPACITY) {
        return "there are no more spans than there is room for";
    }
    for (size_t i = 0; i < spans->count; i++) {
        if (!(spans->items[i].low <= spans->items[i].high)) {
            return "a span begins before it ends";
        }
        if (i > 0 && !(spans->items[i - 1].high < spans->items[i].low)) {
            return "spans are sorted and disjoint";
        }
    }
    return NULL;
}

const char *tl_pieces_broken(const tl_span_pieces *pieces) {
    if (pieces->count == 0 || pieces->count > TL_SPAN_PIECE_CAPACITY) {
        return "a line has a piece, and no more than there is room for";
    }
    if (pieces->items[0].low != 0 || pieces->items[pieces->count - 1].high < 1) {
        return "the pieces are all of the line";
    }
    for (size_t i = 0; i < pieces->count; i++) {
        if (!(pieces->items[i].low < pieces->items[i].high)) {
            return "a piece begins before it ends";
        }
        if (i > 0 && pieces->items[i].low != pieces->items[i - 1].high) {
            return "a piece begins where the last one ends";
        }
    }
    return NULL;
}

#endif
