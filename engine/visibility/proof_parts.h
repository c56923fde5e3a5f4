/* proof_parts.h: a proof of "no" told as an outline: which part of the target is hidden from all of the other body, and
 * by whom. */
#ifndef TL_VISIBILITY_PROOF_PARTS_H
#define TL_VISIBILITY_PROOF_PARTS_H

#include "visibility/limits.h"
#include "visibility/cell.h"

/* The parts of a proof, kept while the search goes on. Zero-initialise with a context and a side. */
typedef struct tl_proof_log {
    tl_context *context;
    bool of_from; /* the parts of the body that is looked from, not of the one looked at */
    struct tl_proof_leaf *leaves;
    size_t leaf_count, leaf_capacity;
    uint32_t depth;
    bool overflow;      /* there were more parts than are kept */
    bool failed;        /* memory ran out */
    tl_context *asking; /* whether to go on telling it, and who counts the work; NULL: `context` */
} tl_proof_log;

tl_sight_recorder tl_proof_recorder(tl_proof_log *log);
void tl_proof_log_free(tl_proof_log *log);

/* Polygons of the target that the same owners hide. */
typedef struct tl_proof_group {
    uint32_t owners[TL_PROOF_OWNERS]; /* sorted slots; TL_SIGHT_PLANE: the plane ground */
    size_t owner_count;
    bool others;     /* ... and others, which are not told */
    double fraction; /* of the target's area */
    size_t first_polygon, polygon_count;
} tl_proof_group;

typedef struct tl_proof_outline {
    tl_context *context;
    tl_vec3 *points; /* polygon i: points[first[i]] to points[first[i + 1] - 1], wound as in the mesh */
    size_t point_count, point_capacity;
    uint32_t *first;
    size_t first_capacity, polygon_count;
    tl_proof_group groups[TL_PROOF_GROUPS]; /* the largest first */
    size_t group_count;
    size_t parts;   /* pairs of cells that were proved */
    uint32_t depth; /* how often a body was cut at most */
} tl_proof_outline;

/* Tells the log of a question that was answered no: the target's triangles, cut where their owners differ, but no finer
 * than `finest` mm. Every line from the other body to a point of a polygon is blocked by the owners told (edges of
 * polygons belong to either neighbour). Free with tl_proof_outline_free. TL_ERROR_LIMIT when the log overflowed;
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_proof_outline_make(const tl_proof_log *log, const tl_bvh *target, bool above_plane, double finest,
                                tl_proof_outline *outline, tl_error *error);
/* Takes a cleared one. */
void tl_proof_outline_free(tl_proof_outline *outline);

#endif
