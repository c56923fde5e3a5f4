/* arrange.h: triangles that meet are made to share their points and edges.
 *
 * Proofs of sight go from triangle to triangle over shared edges (docs/math/visibility.md). Terrain on a table meets
 * without sharing any: a wall stands on a floor of other tiles, a frame is let into it, crates are pushed into one
 * another, a face lies on its double. Here the triangles that meet are cut where they meet, and points nearer than a
 * tolerance become one, so that afterwards edges match by the numbers of their points.
 *
 * What can't be joined is left as it was: that costs proofs, never a right answer. No piece lies farther than `gap`
 * from the triangle it was cut from; that is measured, piece by piece, after the work. */
#ifndef TL_CONFORM_ARRANGE_H
#define TL_CONFORM_ARRANGE_H

#include "conform/soup.h"

#define TL_ARRANGE_WELD 1e-3

typedef struct tl_arrange_options {
    double weld; /* mm: no piece lies farther than this from its triangle; points, edges and triangles that come within
                    a quarter of it are joined. 0: TL_ARRANGE_WELD; negative: only as far as rounding asks */
} tl_arrange_options;

/* Owned by the caller; tl_arranged_free. Triangles that aren't in `replaced` stay as the soup has them. Two points of
 * equal coordinates are one point, whatever their numbers: `same` says which. Pieces use such numbers alone. */
typedef struct tl_arranged {
    tl_vec3 *new_points; /* numbered on after the soup's points */
    size_t new_point_count;
    uint32_t *same;     /* for every point of the soup the first that has the same coordinates */
    uint32_t *replaced; /* triangles of the soup that are replaced, ascending; perhaps by nothing */
    size_t replaced_count;
    uint32_t *corners; /* of the pieces, 3 each, turning as their parents do; no two corners of a piece are one point */
    uint32_t *parents; /* the triangle of the soup that a piece was cut from, ascending */
    double *gaps;      /* how far a piece may lie from its parent, mm, rounding included */
    size_t triangle_count;
    double gap; /* the largest of them, 0 without pieces */
    /* what was found */
    size_t doubled;    /* pieces left out because another has the same three points */
    size_t joined;     /* points that became another point */
    size_t pairs;      /* pairs of triangles that met beside common points, counted each time round */
    size_t unresolved; /* such pairs that are left; some may be left uncounted where a limit was reached */
    size_t strayed;    /* triangles left as they were because their pieces would lie farther than `weld` from them */
    bool limited;      /* a limit on the work was reached: what meets most was left as it was */
    int rounds;
} tl_arranged;

/* Cuts and joins the triangles of a soup. The result depends on the soup's order and the options alone; of triangles
 * that lie on each other the first is kept. Triangles without area whose corners differ are taken as they come.
 * `options` may be NULL. Errors: TL_ERROR_ARGUMENT for a corner out of range or a coordinate that isn't finite or above
 * 1e12 in size, TL_ERROR_LIMIT above 2^28 triangles, TL_ERROR_MEMORY, TL_ERROR_CANCELLED; `*arranged` is then empty. */
tl_status tl_conform_arrange(tl_context *context, const tl_conform_soup *soup, const tl_arrange_options *options,
                             tl_arranged *arranged, tl_error *error);
/* Takes a zeroed one, and one already freed. */
void tl_arranged_free(tl_context *context, tl_arranged *arranged);

#endif
