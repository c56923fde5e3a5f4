/* shaft.h: a convex set that contains every segment from one cell to another, as an intersection of half-spaces.
 *
 * Rounding is always taken against the proof: the shaft is inflated by `inflation`, which covers the rounding of plane
 * evaluations (4 products of coordinates up to M: below 1e-15 M) and that of the cells' cut corners (an ulp a cut),
 * both far below 1e-12 M; so it also contains the hulls of the true, unrounded parts of the bodies. */
#ifndef TL_VISIBILITY_SHAFT_H
#define TL_VISIBILITY_SHAFT_H

#include "visibility/limits.h"
#include "visibility/cell.h"

typedef struct tl_shaft {
    int count;
    double x[TL_SHAFT_PLANES], y[TL_SHAFT_PLANES], z[TL_SHAFT_PLANES]; /* unit normals, outward */
    double offset[TL_SHAFT_PLANES];
    tl_box3 box;
    tl_vec3 from, to; /* the centres of the cells */
    double inflation;
    double margin;    /* triangles nearer than this to a cell count as touching it */
    double nudge;     /* cells moved by so much still lie in it, and so do all segments between them */
    bool above_plane; /* nothing at or below z = 0 matters */
} tl_shaft;

/* `scale`: no coordinate that will be looked at is larger. */
void tl_shaft_make(tl_shaft *shaft, const tl_cell *a, const tl_cell *b, double scale, bool above_plane);

/* Widens a shaft just made for proofs that hold however surfaces and cells give way, by so much in all: it is inflated,
 * and what is nearer than that touches. */
void tl_shaft_slacken(tl_shaft *shaft, double slack);

/* Two planes more, on either side of both cells, that hold the direction `along` of an edge: an edge that passes just
 * beside all segments then lies on one of them, or outside. */
void tl_shaft_tighten(tl_shaft *shaft, const tl_cell *a, const tl_cell *b, tl_vec3 along);

/* Makes room for cells moved by so much. */
void tl_shaft_let_nudge(tl_shaft *shaft, double by);

/* Moves every plane outwards. */
void tl_shaft_grow(tl_shaft *shaft, double by);

/* Bit i: the point is outside plane i. */
uint64_t tl_shaft_code(const tl_shaft *shaft, tl_vec3 p);

/* Whether a segment may meet the shaft; `cu`, `cv` are the codes of its ends. False is certain. When true, the part
 * between parameters *low and *high (either may be NULL) contains all that is inside. */
bool tl_shaft_meets(const tl_shaft *shaft, tl_vec3 u, tl_vec3 v, uint64_t cu, uint64_t cv, double *low, double *high);

/* Whether a box is certainly outside. */
bool tl_shaft_misses_box(const tl_shaft *shaft, tl_box3 box);

/* Whether a direction separates the hull of `points` from the hull of `others` by more than `margin`: certain when
 * true. False means that they may meet. */
bool tl_shaft_hulls_apart(const tl_vec3 *points, size_t count, const tl_vec3 *others, size_t other_count,
                          double margin);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of a shaft just made (base/validate.h): every point of both cells inside of every plane.
 */
const char *tl_shaft_broken(const tl_shaft *shaft, const tl_cell *a, const tl_cell *b);
#endif

#endif
