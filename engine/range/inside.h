/* inside.h: does something lie inside the shells of a closed mesh? Internal to range and arc's callers. */
#ifndef TL_RANGE_INSIDE_H
#define TL_RANGE_INSIDE_H

#include "bvh/tree.h"

/* The connected pieces (shells) of a mesh: triangles that share a vertex belong to one. */
typedef struct tl_shells {
    tl_context *context;
    uint32_t *of_vertex; /* the shell's number, counted from 0 in order of its lowest vertex */
    uint32_t *member;    /* per shell: one of its vertices */
    size_t count;
} tl_shells;

tl_status tl_shells_find(tl_context *context, const tl_bvh *bvh, tl_shells *shells, tl_error *error);
void tl_shells_free(tl_shells *shells);

/* Whether a point lies inside any shell: an odd number of that shell's triangles lies over it. Exact: a ray that
 * touches an edge is replaced by another. The point must not lie on a triangle. `*inside` is set only on TL_OK. */
tl_status tl_shells_hold(const tl_shells *shells, const tl_bvh *bvh, tl_vec3 p, bool *inside, tl_error *error);

#endif
