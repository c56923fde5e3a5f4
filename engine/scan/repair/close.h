/* close.h: filling the rims of a mesh with triangles. Internal to engine/scan.
 *
 * A patch uses the corners of its rim and no other points, no edge that the mesh has already, and never crosses itself:
 * seen along one axis it is a plain polygon cut along diagonals, or it was looked through pair by pair, exactly. */
#ifndef TL_SCAN_REPAIR_CLOSE_H
#define TL_SCAN_REPAIR_CLOSE_H

#include "mesh/mesh.h"

/* Rims of more corners are left open. */
#define TL_SCAN_RIM_MOST ((size_t)20000)

/* The edges of a mesh that have both ends on some rims, as a set: keys are low << 32 | high, 0 where none is. */
typedef struct tl_scan_edge_set {
    uint64_t *keys;
    size_t size, count; /* a power of two, and how many are in it */
} tl_scan_edge_set;

typedef struct tl_scan_patch {
    uint32_t (*triangles)[3]; /* corners of the mesh */
    size_t count, capacity;
    double share; /* of all holes, done: for whoever watches */
} tl_scan_patch;

#define TL_SCAN_CLOSING "closing holes" /* what progress is told of */

/* Fills the ring of `count` different corners, whose patch is to be counter-clockwise seen from its front; `taken` are
 * edges that it must not use, and gets those that it does. `patch` is emptied first; it stays empty when the rim can't
 * be filled: it crosses itself from every side, or has too many corners. TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_scan_patch_make(const tl_mesh *mesh, const uint32_t *ring, size_t count, tl_scan_edge_set *taken,
                             tl_scan_patch *patch, tl_error *error);

/* False without memory. */
bool tl_scan_edge_set_add(tl_context *context, tl_scan_edge_set *set, uint32_t a, uint32_t b);
bool tl_scan_edge_set_has(const tl_scan_edge_set *set, uint32_t a, uint32_t b);

#endif
