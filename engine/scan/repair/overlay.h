/* overlay.h: where the points of a mesh go while it is simplified. Internal to engine/scan.
 *
 * What is kept is a continuous map g from the surface as it was to the surface as it is now:
 * - of each vertex that is gone the triangle it goes to: to the point of that nearest to it;
 * - of each edge that is gone the triangles its image runs through, and for each edge of today that it crosses between
 *   two of them the parameter t along the old edge and s along today's.
 * Between these points an old edge goes straight, inside one triangle of today. Inside an old triangle the crossings of
 * an edge of today with its sides are joined in pairs, by chords that go to pieces of that edge; what lies between the
 * chords is convex and goes to one triangle of today, which is convex too, so it can be mapped there linearly, triangle
 * by triangle, without new corners. So g is linear between the points that are kept, and moves no point farther than
 * it moves those.
 *
 * Such pairs exist whatever the numbers are. It is so before the first step, where g moves nothing. A step changes a
 * disc of today's triangles into a fan of triangles with the same rim. Follow g by any map of the disc to the fan that
 * keeps the rim: old triangles are cut into convex pieces by the chords of the rim, and the border of such a piece now
 * runs through the fan. The triangles of a fan lie side by side in one row, so a closed way through them crosses each
 * spoke as often forwards as backwards, and if it crosses any, crosses some spoke twice in a row without one between:
 * a chord for those two, and again, until none is left. No step changes the degree of g, which is one: g is onto. */
#ifndef TL_SCAN_REPAIR_OVERLAY_H
#define TL_SCAN_REPAIR_OVERLAY_H

#include "mesh/mesh.h"

#define TL_SCAN_OVERLAY_NOTHING UINT32_MAX

enum { TL_SCAN_MOST_ROUND = 24 }; /* vertices with more triangles stay */

/* The triangles round a vertex, in order: triangle[i] has the corners (vertex, ring[i], ring[i + 1]). */
typedef struct tl_scan_disc {
    uint32_t vertex;
    uint32_t ring[TL_SCAN_MOST_ROUND], triangle[TL_SCAN_MOST_ROUND];
    size_t count;
} tl_scan_disc;

/* From here to the next piece an old edge runs through one triangle of today. */
typedef struct tl_scan_overlay_piece {
    uint32_t ends[2];  /* the old edge */
    uint32_t next;     /* along the edge */
    uint32_t triangle; /* of today */
    uint32_t beside;   /* the next of that triangle */
    uint32_t from, to; /* the edge of today where it begins; TL_SCAN_OVERLAY_NOTHING: at ends[0] */
    double t, s;       /* ... and where on the two */
    bool met;          /* scratch */
} tl_scan_overlay_piece;

/* A run of pieces inside a disc, from one place on the rim or inside to another. */
typedef struct tl_scan_overlay_run {
    uint32_t first, last; /* TL_SCAN_OVERLAY_NOTHING: an edge that was none of the overlay's until now */
    uint32_t ends[2];
    double t[2];
    uint32_t vertex[2]; /* where it begins and ends: in a vertex, */
    size_t rim[2];      /* or on that edge of the rim */
} tl_scan_overlay_run;

typedef struct tl_scan_overlay {
    const tl_mesh *mesh;
    uint32_t
        *corners; /* of the triangles as they are now, TL_SCAN_OVERLAY_NOTHING for those that are gone; the caller's */
    uint32_t *gone;      /* per triangle: the first vertex that goes to it, a list */
    uint32_t *next_gone; /* per vertex */
    uint32_t *home;      /* per vertex: the triangle it goes to; TL_SCAN_OVERLAY_NOTHING: it is still there */
    uint32_t *crossing;  /* per triangle: the first piece in it, a list */
    uint8_t *old;        /* per triangle: bit k, its edge from corner k on is an edge of the mesh as it was */
    uint8_t *place;      /* per vertex: scratch */
    uint32_t *mark, now; /* per triangle: `now` for those of the disc gathered last */
    tl_scan_overlay_piece *pieces;
    size_t piece_count, piece_capacity;
    uint32_t spare; /* pieces that may be used again, a list along `next` */
    size_t spares;
    tl_scan_overlay_run *runs; /* of the disc that was gathered last */
    size_t run_count, run_capacity;
    uint32_t *vertices; /* gone ones in that disc, and its middle */
    size_t inside, inside_capacity;
    bool failed; /* there was no memory */
} tl_scan_overlay;

/* False without memory; tl_scan_overlay_free in any case. `corners` are those of the mesh, and may then change by
 * tl_scan_overlay_apply and the caller doing the same. */
bool tl_scan_overlay_start(tl_scan_overlay *overlay, const tl_mesh *mesh, uint32_t *corners);
void tl_scan_overlay_free(tl_scan_overlay *overlay);

/* Looks at what is mapped into a disc. False without memory. */
bool tl_scan_overlay_gather(tl_scan_overlay *overlay, const tl_scan_disc *disc);
/* How far, squared, some point would be moved if the disc gathered last became a fan round ring[to]. More than `most2`:
 * it may be farther still. */
double tl_scan_overlay_try(tl_scan_overlay *overlay, const tl_scan_disc *disc, size_t to, double most2);
/* How far, squared, its middle would be moved by that: the others no less. */
double tl_scan_overlay_middle(const tl_scan_overlay *overlay, const tl_scan_disc *disc, size_t to);
/* Makes it so, after tl_scan_overlay_try was asked for this one last, with a limit that held: triangles `to` and `to` -
 * 1 of the disc go, of the others the middle becomes ring[to]. Changes `corners`. False without memory: nothing is
 * changed.
 */
bool tl_scan_overlay_apply(tl_scan_overlay *overlay, const tl_scan_disc *disc, size_t to);

/* The farthest that any point is moved, rounded up. */
double tl_scan_overlay_bound(const tl_scan_overlay *overlay);

#endif
