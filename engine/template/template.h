/* template.h: discs and outlines laid on the table: what lies under them, seen from above (DB-BLA-03, DB-FLM-03).
 *
 * A target is the plan projection of a measuring volume: a base's outline, or the triangles of a core. It is covered
 * when it has a point in the template's interior; mere contact of the boundaries is told apart. Discs and polygons are
 * decided in exact arithmetic; ovals and tilted round shapes are replaced by polygons with a known error. */
#ifndef TL_TEMPLATE_TEMPLATE_H
#define TL_TEMPLATE_TEMPLATE_H

#include "body/body.h"

/* A template in world coordinates, in plan. Corners are owned; free with tl_template_free. */
typedef struct tl_template {
    tl_context *context;
    bool disc;
    tl_vec2 centre; /* disc */
    double radius;
    tl_vec2 *corner; /* else a simple polygon, counter-clockwise */
    size_t count;
    uint32_t *triangles; /* count - 2, for areas */
    tl_vec2 deepest;     /* a point far inside */
    tl_vec2 low, high;   /* box */
    double error_mm;     /* the true rim is at most this far from the polygon's; 0: it is the polygon */
} tl_template;

tl_template tl_template_disc(tl_vec2 centre, double radius);
/* The outline (simple, counter-clockwise, at least 3 corners) scaled, turned by `angle_deg` and put at `at`. Turning
 * rounds corners by some 1e-16 of their size; the rounded polygon is then the template. TL_ERROR_ARGUMENT when it is
 * not simple, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
uint64_t tl_template_polygon_work(size_t count); /* units that this takes, also put down to the context's question */
tl_status tl_template_polygon(tl_context *context, const tl_vec2 *outline, size_t count, double scale, double angle_deg,
                              tl_vec2 at, tl_template *made, tl_error *error);
/* NULL-safe; leaves an empty one. */
void tl_template_free(tl_template *shape);

typedef enum tl_coverage {
    TL_COVERAGE_NONE,    /* apart */
    TL_COVERAGE_CONTACT, /* boundaries touch, nothing lies under it */
    TL_COVERAGE_PARTIAL, /* some of the target's points lie in the template's interior */
    TL_COVERAGE_FULL     /* all of it lies in the closed template */
} tl_coverage;

typedef struct tl_template_hold {
    tl_coverage coverage;  /* exact when error_mm is 0 and `exact` */
    bool exact;            /* false: the arithmetic could not tell contact from overlap or from a gap */
    double gap_mm;         /* the distance when apart, else 0 */
    double depth_mm;       /* when covered: some point of the target lies at least this deep inside the template */
    double error_mm;       /* the target's and the template's outlines were replaced by others that are together at most
                              this far from them; 0: by none */
    double fraction;       /* how much of the target's area lies under it */
    double fraction_error; /* the true share is within this of it */
    uint64_t work;         /* units that finding this took, the same for the same question everywhere */
} tl_template_hold;

/* How a volume lies to a template. Depth is looked for until it exceeds `enough` (mm). Tilted prisms are seen from
 * above with both faces. The area of a mesh is that of its silhouette with holes filled. Errors: TL_ERROR_ARGUMENT for
 * an empty volume, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_template_measure(tl_context *context, const tl_template *shape, const tl_volume *volume, double enough,
                              tl_template_hold *hold, tl_error *error);

/* The same without shares: fraction 0 and its error 1. */
tl_status tl_template_touch(tl_context *context, const tl_template *shape, const tl_volume *volume, double enough,
                            tl_template_hold *hold, tl_error *error);

/* The length of a volume's outline, seen from above, to its area, 1/mm: moved by a length, a template covers at most
 * that much more or less of it. INFINITY without an area. Errors: as above. */
tl_status tl_template_rim(tl_context *context, const tl_volume *volume, double *per_mm, tl_error *error);

/* No point of the volume lies deeper inside a polygonal template than this (negative: all lie that far outside);
 * INFINITY where only more work could tell (anything but an upright disc, capsule or cylinder). */
double tl_template_deepest(const tl_template *shape, const tl_volume *volume);

/* Whether that counts as under the template: within `tolerance` and the outlines' error of its edge it is marginal; at
 * tolerance 0 the comparison is exact, and contact counts when `touch_counts`. */
tl_verdict tl_template_under(const tl_template_hold *hold, double tolerance, bool touch_counts);

#endif
