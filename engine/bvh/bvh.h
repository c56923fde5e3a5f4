/* bvh.h: a bounding volume hierarchy over the triangles of one owner (a model, a piece of terrain, the table).
 *
 * Holds the triangles in world coordinates in double precision (decisions are made on these) and boxes in float,
 * rounded outwards. Deterministic: the same triangles in the same order give the same tree on every machine and for any
 * number of threads. Moving the owner refits the boxes and keeps the tree; what was refitted gives up the copies of its
 * triangles that make exact tests fast in large trees, and answers the same. */
#ifndef TL_BVH_BVH_H
#define TL_BVH_BVH_H

#include "mesh/mesh.h"

typedef struct tl_bvh tl_bvh;

/* Coordinates are at most this large in magnitude. */
#define TL_BVH_LIMIT 1e12

/* Builds over `triangle_count` triangles given as indices into `vertices` (world coordinates). `roles` has one
 * tl_role per triangle, or is NULL for all core. Copies what it needs. Zero triangles make an empty tree that nothing
 * meets. Errors: TL_ERROR_ARGUMENT for an index, coordinate or role out of range, TL_ERROR_LIMIT above 2^28 triangles,
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED; `*bvh` is then left alone. */
tl_status tl_bvh_build(tl_context *context, const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                       size_t triangle_count, const uint8_t *roles, tl_bvh **bvh, tl_error *error);
/* Lets go of it; the last of its holders frees it, whatever thread that is in. NULL-safe. */
void tl_bvh_destroy(tl_bvh *bvh);
/* One more holder, who will call tl_bvh_destroy, too; the same hierarchy is returned, NULL for NULL. What has several
 * holders must not be placed; it may be refitted by who made all of them, where the others look at it in its own frame
 * alone (tl_conform_part), as a margin's obstacle that is moved about. */
tl_bvh *tl_bvh_hold(const tl_bvh *bvh);
bool tl_bvh_is_shared(const tl_bvh *bvh);
/* One of its own, to be moved: answers as the other does. Errors: TL_ERROR_MEMORY. */
tl_status tl_bvh_copy(tl_context *context, const tl_bvh *bvh, tl_bvh **copy, tl_error *error);

/* New positions for the same vertices in the same order (as many as at the build); boxes are refitted. Linear
 * time, no allocation. Meant for rigid motion: after a strong deformation a new build answers faster. */
void tl_bvh_refit(tl_bvh *bvh, const tl_vec3 *vertices);
/* The same for `own` vertices moved by a pose (tl_bvh_placed_vertex), in one go. */
void tl_bvh_place(tl_bvh *bvh, const tl_vec3 *own, const tl_pose *pose);
/* Where the vertex of a placed model lies: moved, and coordinates that exact predicates can't take made 0
 * (math/predicates.h). */
static inline tl_vec3 tl_bvh_placed_vertex(const tl_pose *pose, tl_vec3 v) {
    tl_vec3 p = tl_pose_point(pose, v);
    return (tl_vec3){fabs(p.x) < 1e-60 ? 0 : p.x, fabs(p.y) < 1e-60 ? 0 : p.y, fabs(p.z) < 1e-60 ? 0 : p.z};
}

/* Triangles are numbered as they were given to tl_bvh_build. */
size_t tl_bvh_triangle_count(const tl_bvh *bvh);
size_t tl_bvh_vertex_count(const tl_bvh *bvh);
const tl_vec3 *tl_bvh_vertices(const tl_bvh *bvh);
/* 3 indices per triangle, in the given order. */
const uint32_t *tl_bvh_triangles(const tl_bvh *bvh);
tl_role tl_bvh_role(const tl_bvh *bvh, uint32_t triangle);
void tl_bvh_corners(const tl_bvh *bvh, uint32_t triangle, tl_vec3 corner[3]);
/* The box of all triangles in double precision; empty for an empty tree. */
tl_box3 tl_bvh_box(const tl_bvh *bvh);

typedef struct tl_bvh_statistics {
    size_t triangles;
    size_t nodes;
    size_t leaves;
    size_t depth;
    size_t bytes; /* all memory the tree holds, triangles and vertices included */
} tl_bvh_statistics;
tl_bvh_statistics tl_bvh_measure(const tl_bvh *bvh);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of a hierarchy (base/validate.h): boxes hold what is below them, every triangle lies in
 * one leaf, every node has one parent. */
const char *tl_bvh_broken(const tl_bvh *bvh);
#endif

#endif
