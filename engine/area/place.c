/* place.c: does a footprint overlap an area (DB-ARE-12, DB-COV-05)?
 *
 * The interior of a connected footprint either meets the area's boundary, then the footprint straddles it, or lies
 * wholly on one side, then one inner point tells which. Whether an edge enters a region's interior is decided by the
 * same exact line test as sight lines (spans.h). */
#include "area/area.h"
#include "area/limits.h"
#include "area/spans.h"

#include "math/predicates.h"

#include <float.h>

typedef struct relation {
    bool meets;   /* the boundary passes through the footprint's interior */
    bool maybe;   /* or it can't be told whether it does */
    bool inside;  /* some part of the footprint is inside */
    bool outside; /* some part is outside */
    double gap;
} relation;

/* Does the segment ab of a boundary run through the region's interior? */
static void edge_in_region(const tl_outline *region, tl_vec2 a, tl_vec2 b, relation *found) {
    tl_vec3 p = {a.x, a.y, 0};
    tl_vec3 q = {b.x, b.y, 0};
    tl_area_lines lines = tl_area_lines_make(&p, 1, &q, 1);
    tl_spans spans;
    tl_spans_of_outline(&lines, region, &spans);
    bool inside = spans.inside_first;
    double from = 0;
    for (size_t i = 0; i <= spans.count; i++) {
        double to = i < spans.count ? spans.items[i].low : 1;
        if (inside && to > from) {
            found->meets = true;
            return;
        }
        if (i < spans.count) {
            from = spans.items[i].high;
            found->maybe = found->maybe || from > spans.items[i].low;
            inside = spans.items[i].inside_after;
        }
    }
}

/* A point in the interior of a ring: the middle of the first stretch inside of a level line through it. */
static bool point_in_ring(const tl_outline *region, size_t first, size_t end, tl_vec2 *point) {
    tl_vec2 low = {INFINITY, INFINITY};
    tl_vec2 high = {-INFINITY, -INFINITY};
    for (size_t i = first; i < end; i++) {
        tl_vec2 p = region->edges[i].a;
        low = (tl_vec2){tl_min(low.x, p.x), tl_min(low.y, p.y)};
        high = (tl_vec2){tl_max(high.x, p.x), tl_max(high.y, p.y)};
    }
    /* levels between corners: most are good, all but a few are between other corners' heights */
    static const double levels[] = TL_AREA_INSIDE_LEVELS;
    tl_outline ring = *region;
    for (size_t k = 0; k < sizeof(levels) / sizeof(levels[0]); k++) {
        double y = low.y + (high.y - low.y) * levels[k];
        double best = 0;
        tl_vec3 p = {low.x - 1, y, 0};
        tl_vec3 q = {high.x + 1, y, 0};
        tl_area_lines lines = tl_area_lines_make(&p, 1, &q, 1);
        tl_spans spans;
        tl_spans_of_outline(&lines, &ring, &spans);
        for (size_t i = 1; i < spans.count; i++) {
            double from = spans.items[i - 1].high;
            double to = spans.items[i].low;
            if (spans.items[i - 1].inside_after && to - from > best) {
                best = to - from;
                *point = (tl_vec2){p.x + (q.x - p.x) * 0.5 * (from + to), y};
            }
        }
        if (best > 0) {
            return true;
        }
    }
    return false;
}

static void note_side(relation *found, int side) {
    found->inside = found->inside || side > 0;
    found->outside = found->outside || side < 0;
    found->maybe = found->maybe || side == 0;
}

static double boxes_apart(tl_vec2 low, tl_vec2 high, const tl_outline_box *box) {
    double dx = tl_max(0, tl_max(box->low.x - high.x, low.x - box->high.x));
    double dy = tl_max(0, tl_max(box->low.y - high.y, low.y - box->high.y));
    return tl_hypot(dx, dy);
}

/* Only what is nearer than the gap found so far (by an earlier part of the footprint, say) is looked at. */
static void against_rings(const tl_outline *area, const tl_outline *footprint, relation *found) {
    double away = boxes_apart(area->box.low, area->box.high, &footprint->box);
    for (size_t run = 0; run < area->run_count && away <= found->gap; run++) {
        const tl_outline_box *box = &area->runs[run];
        if (boxes_apart(box->low, box->high, &footprint->box) > found->gap) {
            continue;
        }
        size_t end = (run + 1) * TL_OUTLINE_RUN;
        end = end < area->edge_count ? end : area->edge_count;
        for (size_t i = run * TL_OUTLINE_RUN; i < end && !found->meets; i++) {
            tl_vec2 a = area->edges[i].a;
            tl_vec2 b = area->edges[i].b;
            tl_vec2 edge_low = {tl_min(a.x, b.x), tl_min(a.y, b.y)};
            tl_vec2 edge_high = {tl_max(a.x, b.x), tl_max(a.y, b.y)};
            double apart = boxes_apart(edge_low, edge_high, &footprint->box);
            if (apart == 0) {
                edge_in_region(footprint, a, b, found);
            }
            if (apart <= found->gap && !found->meets) {
                double low, high;
                tl_outline_distance(footprint, a, b, &low, &high);
                found->gap = tl_min(found->gap, high);
            }
        }
    }
    if (away > 0) {
        found->outside = true; /* most parts of most models, most of the time */
        return;
    }
    if (footprint->kind != TL_OUTLINE_RINGS) {
        note_side(found, tl_outline_holds(area, footprint->centre));
        return;
    }
    size_t first = 0;
    for (size_t ring = 0; ring < footprint->ring_count && !found->meets; ring++) {
        tl_vec2 point;
        if (point_in_ring(footprint, first, footprint->ring_ends[ring], &point)) {
            note_side(found, tl_outline_holds(area, point));
        }
        first = footprint->ring_ends[ring];
    }
}

/* Nearest and farthest points from the disc's centre tell. */
static void against_disc(const tl_outline *area, const tl_outline *footprint, relation *found) {
    double near = 0;
    double far = 0;
    double blur = TL_AREA_DISC_ROUNDING * DBL_EPSILON * (fabs(area->centre.x) + fabs(area->centre.y) + area->radius);
    if (footprint->kind == TL_OUTLINE_DISC) {
        double d = tl_length2(tl_sub2(footprint->centre, area->centre));
        near = tl_max(0, d - footprint->radius);
        far = d + footprint->radius;
        /* round numbers are free of rounding */
        blur = d == floor(d) && area->radius == floor(area->radius) ? 0 : blur;
    } else if (footprint->kind == TL_OUTLINE_RINGS) {
        double low;
        tl_outline_distance(footprint, area->centre, area->centre, &low, &near);
        for (size_t i = 0; i < footprint->edge_count; i++) {
            far = tl_max(far, tl_length2(tl_sub2(footprint->edges[i].a, area->centre)));
        }
    } else {
        double low;
        tl_outline_distance(footprint, area->centre, area->centre, &low, &near);
        for (int i = 0; i < TL_AREA_OVAL_POINTS; i++) {
            double s, c;
            tl_sincos_deg(360.0 * i / TL_AREA_OVAL_POINTS, &s, &c);
            tl_vec2 d = tl_sub2(footprint->centre, area->centre);
            d = tl_add2(d, tl_add2(tl_scale2(footprint->axis[0], c), tl_scale2(footprint->axis[1], s)));
            far = tl_max(far, tl_length2(d));
        }
        blur += TL_OUTLINE_OVAL_ERROR * (tl_length2(footprint->axis[0]) + tl_length2(footprint->axis[1]));
    }
    bool meets = near < area->radius - blur && far > area->radius + blur;
    found->inside = found->inside || near < area->radius;
    found->outside = found->outside || far > area->radius;
    found->meets = found->meets || meets;
    found->maybe = found->maybe || (!meets && (fabs(near - area->radius) < blur || fabs(far - area->radius) < blur));
    found->gap = tl_min(found->gap, tl_max(0, tl_max(near - area->radius, area->radius - far)));
}

/* Adds what is to be said of one more part of a footprint. */
static void relate(const tl_area *area, const tl_outline *footprint, relation *found) {
    const tl_outline *outline = area->outline;
    if (outline->kind == TL_OUTLINE_NONE || footprint->kind == TL_OUTLINE_NONE) {
        found->outside = true;
    } else if (outline->kind == TL_OUTLINE_DISC) {
        against_disc(outline, footprint, found);
    } else {
        against_rings(outline, footprint, found);
    }
}

/* Something that reaches from low to high, or a flat thing at that height. */
static bool heights_overlap(const tl_area *area, double low, double high) {
    return low < area->top && (high > area->bottom || (low == high && high == area->bottom));
}

/* Of what is above or below the prism: outside, however it lies in plan. */
static tl_area_placement apart_in_height(const relation *found) {
    return (tl_area_placement){TL_AREA_OUTSIDE, true, INFINITY, found->meets || found->maybe || found->inside};
}

static tl_area_placement conclude(const relation *found) {
    tl_area_placement placement = {.certain = found->meets || !found->maybe, .gap_mm = found->gap};
    if (found->meets || (found->inside && found->outside)) {
        placement.place = TL_AREA_STRADDLES;
        placement.gap_mm = 0;
    } else {
        placement.place = found->inside ? TL_AREA_INSIDE : TL_AREA_OUTSIDE;
    }
    return placement;
}

tl_area_placement tl_area_place_of(const tl_area *area, const tl_outline *footprint, double low, double high) {
    TL_ASSERT(low <= high, "a footprint's lowest point is below its highest");
    TL_ASSERT(footprint != NULL, "there is a footprint");
    relation found = {.gap = INFINITY};
    relate(area, footprint, &found);
    return heights_overlap(area, low, high) ? conclude(&found) : apart_in_height(&found);
}

tl_area_place tl_area_place_of_point(const tl_area *area, tl_vec3 point) {
    return heights_overlap(area, point.z, point.z) && tl_outline_holds(area->outline, tl_plan(point)) > 0
               ? TL_AREA_INSIDE
               : TL_AREA_OUTSIDE;
}

tl_area_placement tl_area_place_of_triangles(const tl_area *area, const tl_vec3 *vertices, const uint32_t *triangles,
                                             size_t triangle_count, double low, double high) {
    TL_ASSERT(low <= high, "what stands has its lowest point below its highest");
    TL_ASSERT(vertices != NULL || triangle_count == 0, "vertices are given where there are triangles");
    relation total = {.gap = INFINITY};
    for (size_t t = 0; t < triangle_count && !total.meets; t++) {
        tl_vec2 corner[3];
        tl_outline_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        for (int k = 0; k < 3; k++) {
            corner[k] = tl_plan(vertices[triangles[3 * t + (size_t)k]]);
            box.low = (tl_vec2){tl_min(box.low.x, corner[k].x), tl_min(box.low.y, corner[k].y)};
            box.high = (tl_vec2){tl_max(box.high.x, corner[k].x), tl_max(box.high.y, corner[k].y)};
        }
        if (tl_orient2d(corner[0], corner[1], corner[2]) == 0) {
            continue;
        }
        tl_outline_edge edges[3] = {{corner[0], corner[1], 0}, {corner[1], corner[2], 1}, {corner[2], corner[0], 2}};
        uint32_t end = 3;
        tl_outline triangle = {.kind = TL_OUTLINE_RINGS,
                               .box = box,
                               .edges = edges,
                               .edge_count = 3,
                               .ring_ends = &end,
                               .ring_count = 1,
                               .side_count = 3,
                               .runs = &box,
                               .run_count = 1};
        relate(area, &triangle, &total);
    }
    return heights_overlap(area, low, high) ? conclude(&total) : apart_in_height(&total);
}
