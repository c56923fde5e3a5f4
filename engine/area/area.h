/* area.h: area terrain (woods, buildings, smoke): upright prisms that sight lines may enter only so deep.
 *
 * Geometry and numbers only: which limits hold and how they are read comes from the caller (DB-ARE-01 to -12).
 *
 * A line enters an area when it has a stretch of positive length strictly inside the prism; touching a wall, a corner
 * or the rim is not entering. What is measured along a line is measured in space; it starts where the line leaves the
 * end's measuring footprint (infantry: the base) or at the line's own end (vehicles: the core). Where a line goes in
 * and out several times (a concave outline) the stretch from its first entry to its last exit counts as one crossing
 * for the edge rules, and the lengths inside add up for the length rules. The edge is the outline on the ground
 * (TL_AREA_TOP_OUTLINE): what enters the prism is measured as if it went on upwards, and where a line passes over the
 * outline above the top, in plan.
 *
 * Lines are decided in exact topology (whether they enter, and in what order they cross walls and rims) with certified
 * bounds on lengths; bundles of lines in padded interval arithmetic. Everything is symmetric: swapping the ends of a
 * sight together with the lines' ends changes nothing, to the last bit. */
#ifndef TL_AREA_AREA_H
#define TL_AREA_AREA_H

#include "area/area_data.h"
#include "query/condition.h"

/* The place of a footprint that reaches from `low` to `high`. Overlap must be more than contact. */
tl_area_placement tl_area_place_of(const tl_area *area, const tl_outline *footprint, double low, double high);
/* Of a point (a template's centre): inside, or outside when on the boundary; never straddles. */
tl_area_place tl_area_place_of_point(const tl_area *area, tl_vec3 point);
/* The same for the projection of triangles (3 indices each): overlap of any of them counts (DB-COV-05). Degenerate
 * projections have no area and overlap nothing. Inside: all of them are. */
tl_area_placement tl_area_place_of_triangles(const tl_area *area, const tl_vec3 *vertices, const uint32_t *triangles,
                                             size_t triangle_count, double low, double high);

/* --- One area between two ends -------------------------------------------------------------------------------- */

/* Needed before use only for TL_AREA_PERPENDICULAR with footprints: measures them once. Free with _release. */
tl_status tl_area_sight_prepare(tl_context *context, tl_area_sight *sight, tl_error *error);
void tl_area_sight_release(tl_area_sight *sight);

/* --- Answers -------------------------------------------------------------------------------------------------- */

typedef enum tl_area_clause {
    TL_AREA_NOT_ENTERED,     /* the line stays out of the prism: free */
    TL_AREA_AT_EDGE,         /* an end straddles the edge, TL_AREA_ANY_OVERLAP: distance 0 */
    TL_AREA_NEAR_EDGE,       /* one unit inside: distance to the edge that is crossed */
    TL_AREA_THROUGH,         /* none inside: the line passes through */
    TL_AREA_INSIDE_DISTANCE, /* both inside: distance between the miniatures */
    TL_AREA_INSIDE_CAP       /* the length of the line inside */
} tl_area_clause;

typedef struct tl_area_ruling {
    tl_verdict verdict;       /* may the line pass? marginal: within rounding, some 1e-9 mm */
    tl_area_clause clause;    /* what decided: of two limits the one with less to spare */
    double limit_mm;          /* the limit it was held against; INFINITY when none */
    tl_area_range distance;   /* what was compared, in mm */
    tl_area_range margin;     /* limit minus distance: positive to spare; INFINITY when there is no limit */
    int end;                  /* whose distance it is (0, 1); -1 when of neither */
    bool in_plan;             /* measured in plan: the line passes over the outline above the top */
    tl_area_range length;     /* inside, from footprint to footprint */
    tl_area_range to_far[2];  /* per end: along the line to the far edge of the area */
    tl_area_range to_near[2]; /* per end: along the line to the first edge it meets */
} tl_area_ruling;

/* What lines must keep out of, wherever anybody stands, to be subject to none of the rules: the prism, or where its top
 * is no edge all that is above and below it. */
tl_area tl_area_asked_of(const tl_area_sight *sight);

/* One line, from end 0's point p to end 1's point q. */
void tl_area_line(const tl_area_sight *sight, tl_vec3 p, tl_vec3 q, tl_area_ruling *ruling);
/* All segments from the hull of `a` to the hull of `b`: the ruling's ranges hold for every line that enters; verdict
 * yes: every line may pass; no: none; marginal: not proved. */
void tl_area_bundle(const tl_area_sight *sight, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count,
                    tl_area_ruling *ruling);

/* The stretches of the line from p to q that lie inside, for pictures: parameters, 0 at p and 1 at q, in order, at most
 * `most` of them. Returns how many. Where it can't be told whether a stretch is inside it is left out. */
size_t tl_area_stretches(const tl_area *area, tl_vec3 p, tl_vec3 q, double (*stretches)[2], size_t most);

/* Does the segment enter the area? Yes, no, or marginal within rounding (no for a mere touch). */
tl_verdict tl_area_enters(const tl_area *area, tl_vec3 p, tl_vec3 q);

/* --- Conditions for the search for a sight line (query/condition.h) ------------------------------------------- */

/* Lines satisfy it when tl_area_line allows them. The search must hand over lines from the body of end 0 to the body of
 * end 1, in that order. `sight` must stay where it is. */
tl_condition tl_area_condition(const tl_area_sight *sight, uint32_t slot);

/* Several areas whose depths add up (DB-ARE-11, `sum_depth`): every area must allow the line, the distances held
 * against their edge rules together must be within the smallest of those limits among the areas entered, and the
 * lengths inside together within their smallest inside limit (areas with no inside limit don't add to it). */
typedef struct tl_area_sum {
    const tl_area_sight *sights;
    size_t count;
} tl_area_sum;
void tl_area_sum_line(const tl_area_sum *sum, tl_vec3 p, tl_vec3 q, tl_area_ruling *ruling);
tl_condition tl_area_sum_condition(const tl_area_sum *sum, uint32_t slot);

/* Lines satisfy it when they don't enter the area (DB-COV-05: an area in between is cover; DB-COV-01 with smoke). */
tl_condition tl_area_clear_condition(const tl_area *area, uint32_t slot);

/* --- Making outlines ------------------------------------------------------------------------------------------ */

/* The outline of the projection of triangles onto the table, holes filled: what is round the area of a mesh.
 * Coordinates are first rounded to a grid of 2^-10 mm (coarser only for meshes beyond 8 m), from then on the union is
 * exact, and at the end corners within two steps of a straight line are left out: the boundary is within 0.004 mm of
 * the true one, except that gaps narrower than that may close. Triangles seen edge-on are lines: what they enclose is
 * inside, and one with air on both sides is a strip of 0.006 mm.
 * TL_ERROR_ARGUMENT when nothing has area, TL_ERROR_LIMIT beyond 20 million crossings, TL_ERROR_CANCELLED. */
tl_status tl_area_outline_of_mesh(tl_context *context, const tl_vec3 *vertices, size_t vertex_count,
                                  const uint32_t *triangles, size_t triangle_count, tl_outline *outline,
                                  tl_error *error);

#endif
