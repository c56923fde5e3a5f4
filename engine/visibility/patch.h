/* patch.h: the triangles that matter to one question, joined at their edges, and the crawl of shells over them.
 *
 * Every triangle has two sides: half-face 2 * triangle + side, side 0 being the one its normal points to. At every edge
 * the half-faces of the triangles that meet there are matched in pairs: sorted by angle round the edge, a triangle's
 * far side faces its neighbour's near side; a lone triangle's two sides face each other. Any matching is sound, this
 * one is strong. Corners are joined where their coordinates are equal, whoever owns the triangles. */
#ifndef TL_VISIBILITY_PATCH_H
#define TL_VISIBILITY_PATCH_H

#include "visibility/shaft.h"

typedef struct tl_patch {
    tl_context *context;
    size_t point_count, triangle_count, edge_count;
    tl_vec3 *points;
    uint32_t *corners; /* 3 points a triangle */
    uint32_t *edges;   /* 3 edges a triangle; edge k runs from corner k to corner k + 1 */
    uint32_t *twins;   /* 6 a triangle: [2 * half-face side][edge k]: the half-face matched with it there */
    uint32_t *slots;   /* owner of a triangle */
    uint32_t *sources; /* its number there */
    double scale;      /* no coordinate is larger in magnitude */
    uint32_t *table;   /* from (slot, source) to triangle, open addressing */
    size_t table_size;
    tl_shaft root;       /* what was gathered for: crawls stay inside it, since all segments do */
    uint8_t *edge_roots; /* 0: not known, 1: the edge meets it, 2: it doesn't */
    /* per shaft, valid where the stamp is the current one */
    uint32_t shaft_stamp;
    uint32_t *point_stamps;
    uint64_t *codes;
    uint32_t *edge_stamps; /* 2 * stamp + (meets the shaft) */
    /* per probe */
    uint32_t mark_stamp;
    uint32_t *marks; /* triangles that the probe crosses */
    /* per crawl */
    uint32_t crawl_stamp;
    uint32_t *seen;    /* per half-face */
    uint32_t *queue;   /* half-faces in the order they were reached */
    uint32_t *parents; /* place in the queue of the half-face each was reached from, times 4, plus the edge crossed */
    size_t queue_count;
} tl_patch;

/* A list of triangles: slot, number, slot, number, ... */
typedef struct tl_triangle_list {
    uint32_t *items;
    size_t count; /* of items: twice that of triangles */
    size_t capacity;
} tl_triangle_list;

/* Appends every triangle that counts and may meet the shaft. False without memory. Free list->items with tl_free. */
bool tl_patch_list(tl_context *context, const tl_obstacles *obstacles, const tl_shaft *shaft, tl_triangle_list *list);
/* Whether a triangle may meet the shaft: false is certain. */
bool tl_patch_may_meet(const tl_shaft *shaft, const tl_vec3 corner[3]);

/* Gathers every triangle that counts and may meet the shaft, and joins them. Free with tl_patch_free in any case. */
tl_status tl_patch_gather(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *shaft);
void tl_patch_free(tl_patch *patch);

/* The patch's number of a triangle, UINT32_MAX when it isn't there. */
uint32_t tl_patch_find(const tl_patch *patch, uint32_t slot, uint32_t source);

/* Tells the patch that crawls now go inside another shaft. */
void tl_patch_enter(tl_patch *patch);

/* Tells it which triangles the probe crosses. */
void tl_patch_mark(tl_patch *patch, const uint32_t *crossed, size_t count);

typedef enum tl_crawl {
    TL_CRAWL_DONE,  /* the shell is complete */
    TL_CRAWL_LIMIT, /* it has more half-faces than allowed */
    TL_CRAWL_EVEN   /* both sides of every triangle the ray crosses are in it: it can't separate */
} tl_crawl;

/* All half-faces reached from `start` over edges that meet the shaft; they lie in patch->queue. `wrapped` gets the
 * place in the queue of the first reached half-face of a crossed triangle other than the start, or SIZE_MAX. */
tl_crawl tl_patch_crawl(tl_patch *patch, const tl_shaft *shaft, uint32_t start, size_t limit, size_t crossed_count,
                        size_t *wrapped);

/* Whether the last crawl's shell holds exactly one side of a triangle. */
bool tl_patch_single(const tl_patch *patch, uint32_t triangle);

#endif
