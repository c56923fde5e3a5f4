/* patch.h: the faces that one question has looked at, and the crawl of shells over them.
 *
 * Every face has two sides: half-face 2 * face + side, side 0 being the one its normal points to. At every edge the
 * half-faces of the faces that count are matched in pairs (conform/links.h). Faces are taken up when a crawl or a probe
 * first comes to them and get numbers of the patch's own, so that a question costs what it looks at and not what the
 * table holds. */
#ifndef TL_VISIBILITY_PATCH_H
#define TL_VISIBILITY_PATCH_H

#include "conform/links.h"
#include "visibility/shaft.h"

typedef struct tl_patch_point {
    tl_vec3 at;
    uint64_t code; /* which planes of the shaft it is outside of, when `stamp` is the shaft's */
    uint32_t stamp;
    uint32_t vertex; /* number through all slots */
} tl_patch_point;

typedef struct tl_patch_face {
    uint32_t points[3]; /* edge k runs from point k to point k + 1 */
    uint32_t twins[6];  /* [3 * side + k]: the half-face matched with that side at edge k; UINT32_MAX: not looked up */
    uint32_t face;      /* its number in the joined world */
    uint32_t slot;      /* of a piece: its parent's */
    uint32_t seen[2];   /* per side: the last crawl that came there */
    uint32_t mark;      /* the last probe that crosses it */
    uint32_t edge_stamp;
    uint32_t edge_bits; /* bits 0-2: known whether edge k meets the shaft, 3-5: it does (both when edge_stamp is the
                           shaft's); 6-8, 9-11: the same of the root shaft, always */
} tl_patch_face;

typedef struct tl_patch {
    tl_context *context;
    const tl_obstacles *obstacles;
    const tl_joined *joined;
    tl_joined *own;         /* `joined`, when it had to be made for this question */
    tl_world *pieces;       /* a world of the joined world's pieces alone, slot 0; NULL without pieces */
    uint32_t *first_vertex; /* per slot, and one more at the end for the pieces */
    tl_shaft root;          /* crawls stay inside it, since all segments do */
    tl_box3 limits;         /* edges on its sides or beyond aren't crossed (visibility.c says why); at first infinite */
    bool unlimited;         /* ... but for now they are: lines may leave that box */
    const tl_shaft *through; /* two sets besides, one of which a crawl's edges must meet inside the shaft; or NULL */
    tl_patch_point *points;
    size_t point_count, point_capacity;
    tl_patch_face *faces;
    size_t face_count, face_capacity;
    uint32_t *point_table, *face_table; /* from numbers of the joined world to the patch's, open addressing */
    size_t point_table_size, face_table_size;
    uint32_t shaft_stamp, mark_stamp, crawl_stamp;
    uint32_t *queue;   /* half-faces in the order they were reached */
    uint32_t *parents; /* place in the queue of the half-face each was reached from, times 4, plus the edge crossed */
    size_t queue_count, queue_capacity, parent_capacity;
    bool until_wrapped; /* crawls end where they come to a second side that the probe crosses: those that go on rarely
                           separate anything, and take most of the time */
    bool failed;        /* for want of memory: nothing that was found since counts */
} tl_patch;

/* Whether a triangle that may meet the shaft is wanted. */
typedef bool tl_sight_triangle_wanted_fn(const void *user, const tl_vec3 corner[3]);

/* A list of triangles: slot, number, slot, number, ... */
typedef struct tl_sight_triangle_list {
    uint32_t *items;
    size_t count; /* of items: twice that of triangles */
    size_t capacity;
    size_t most; /* triangles: the list ends, `full`, rather than hold more; 0: no limit */
    bool full;
    tl_sight_triangle_wanted_fn *wanted; /* which to list of those that count; NULL: all of them */
    const void *user;
} tl_sight_triangle_list;

/* Appends every triangle that counts and may meet the shaft. Free list->items with tl_free in any case. Errors:
 * TL_ERROR_MEMORY; TL_ERROR_CANCELLED, also when the context's time is up. */
tl_status tl_patch_list(tl_context *context, const tl_obstacles *obstacles, const tl_shaft *shaft,
                        tl_sight_triangle_list *list);
/* Whether a triangle may meet the shaft: false is certain. */
bool tl_patch_may_meet(const tl_shaft *shaft, const tl_vec3 corner[3]);

/* An empty patch for crawls inside `root`. Free with tl_patch_free in any case. Errors as for tl_patch_list. */
tl_status tl_patch_start(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *root);
/* One for crawls over the listed triangles alone, which are made to conform; the list is put in order. */
tl_status tl_patch_start_some(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *root,
                              tl_sight_triangle_list *list);
void tl_patch_free(tl_patch *patch);

/* The patch's number of a face, which is taken up when it isn't there yet; UINT32_MAX when it is no part of the joined
 * world (TL_LINK_NONE), or without memory (`failed`). */
uint32_t tl_patch_take(tl_patch *patch, uint32_t face);
/* The same, but UINT32_MAX when it isn't there. */
uint32_t tl_patch_find(const tl_patch *patch, uint32_t face);
/* Whether a face is of a triangle that counts for the question. */
bool tl_patch_counts(const tl_patch *patch, uint32_t face);
/* The corners of any face. */
void tl_patch_face_corners(const tl_patch *patch, uint32_t face, tl_vec3 corner[3]);

/* How far the shell of the last crawl may lie from the triangles it stands for, mm: 0 when no piece is in it. */
double tl_patch_gap(const tl_patch *patch);

/* Tells the patch that crawls now go inside another shaft; and there, where `through` isn't NULL, inside the union of
 * two convex sets, which must outlive the crawls. */
void tl_patch_enter(tl_patch *patch, const tl_shaft *through);

/* As tl_shaft_meets, of what the patch was told to be inside of. */
bool tl_patch_edge_meets(const tl_patch *patch, const tl_shaft *shaft, tl_vec3 u, tl_vec3 v, uint64_t cu, uint64_t cv,
                         double *low, double *high);

/* Tells it which faces the probe crosses. */
void tl_patch_mark(tl_patch *patch, const uint32_t *crossed, size_t count);

typedef enum tl_crawl {
    TL_CRAWL_DONE,  /* the shell is complete */
    TL_CRAWL_LIMIT, /* it has more half-faces than allowed, or there is no memory */
    TL_CRAWL_EVEN   /* both sides of every face the ray crosses are in it: it can't separate; or it wrapped round and
                       was to end there */
} tl_crawl;

/* All half-faces reached from `start` over edges that meet the shaft; they lie in patch->queue. `wrapped` gets the
 * place in the queue of the first reached half-face of a crossed face other than the start, or SIZE_MAX. */
tl_crawl tl_patch_crawl(tl_patch *patch, const tl_shaft *shaft, uint32_t start, size_t limit, size_t crossed_count,
                        size_t *wrapped);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of the shell of the last crawl, which was complete (base/validate.h): over every edge that
 * meets the shaft it goes on, and every face of it counts. */
const char *tl_shell_broken(tl_patch *patch, const tl_shaft *shaft);
#endif

/* Whether the last crawl came to a half-face. */
static inline bool tl_patch_seen(const tl_patch *patch, uint32_t half) {
    return patch->faces[half >> 1].seen[half & 1] == patch->crawl_stamp;
}

/* Whether the last crawl's shell holds exactly one side of a face. */
static inline bool tl_patch_single(const tl_patch *patch, uint32_t face) {
    return tl_patch_seen(patch, 2 * face) != tl_patch_seen(patch, 2 * face + 1);
}

static inline tl_vec3 tl_patch_corner(const tl_patch *patch, uint32_t face, uint32_t k) {
    return patch->points[patch->faces[face].points[k]].at;
}

#endif
