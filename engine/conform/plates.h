/* plates.h: triangles that something lies on, while they are cut. Internal to engine/conform.
 *
 * Gathered first (plates.c): points on edges and inside, and who meets whom. Then, one plate after the other: the
 * segments it shares with others (segments.c), the points in which these cross (crossings.c), the pieces (pieces.c). */
#ifndef TL_CONFORM_PLATES_H
#define TL_CONFORM_PLATES_H

#include "conform/contact.h"
#include "conform/cut.h"

#define TL_PLATE_INSIDE  3 /* the place of a point that is on no edge */
#define TL_PLATE_NOWHERE UINT32_MAX

/* A point on a triangle. Edge 0 runs from corner 0 to corner 1; `order` counts along it from 0 at its first corner.
 * Corner k is written as order 0 of edge k. */
typedef struct tl_plate_point {
    uint32_t id;
    uint32_t order;
    uint8_t edge;
    double x, y;
} tl_plate_point;

/* The points of an edge that is split, from its lower to its higher end. */
typedef struct tl_split_edge {
    uint32_t low, high;
    size_t first;
    uint32_t count;
} tl_split_edge;

/* A triangle that something lies on. */
typedef struct tl_plate {
    uint32_t triangle;
    uint32_t ends[3]; /* points on each edge, plus 1: the order of its last corner */
    size_t first_plate_point, plate_point_count;
    size_t first_other, other_count;
    bool flat; /* shares more than a line with another */
} tl_plate;

/* The outline of a part that is kept. */
typedef struct tl_plate_outline {
    size_t first, count;
    uint64_t hash;
} tl_plate_outline;

typedef struct tl_cutter {
    tl_context *context;
    tl_complex *complex;
    tl_contacts *contacts;
    tl_split_edge *edges;
    size_t edge_count;
    uint32_t *edge_table;
    size_t edge_table_size;
    bool *ends; /* points at which split edges end */
    tl_plate *plates;
    size_t plate_count;
    uint32_t *plate_of;
    tl_plate_point *plate_points;
    uint32_t *others; /* plates that meet a plate */
    bool *gone;       /* triangles that are cut */
    tl_complex_points crossings;
    size_t first_crossing; /* points from this one on came while cutting */
    uint8_t *crossed;      /* by how many triangles, up to 3 */
    size_t crossed_count, crossed_capacity;
    /* outlines that were kept */
    tl_plate_outline *outlines;
    size_t outline_count, outline_capacity;
    uint64_t *lines;
    size_t line_count, line_capacity;
    uint32_t *outline_table;
    size_t outline_table_size;
    size_t misfits;
} tl_cutter;

/* While one triangle is cut. Points are numbered as its plate points, then as crossings of segments. */
typedef struct tl_conform_scratch {
    tl_cut cut;
    uint32_t *segments; /* pairs of points: first their ids, then their numbers here */
    size_t segment_count, segment_capacity;
    struct extra {
        uint32_t id;
        tl_vec2 place;
    } * extras; /* points on edges of others that cross the triangle */
    size_t extra_count, extra_capacity;
    uint32_t *ids; /* of the points */
    tl_vec2 *places;
    size_t point_count, id_capacity, place_capacity;
    uint32_t *numbers; /* of the points in the cut */
    size_t number_capacity;
    /* common points with one other triangle: (edge of the other, order on it, point here) */
    uint32_t (*common)[3];
    size_t common_count, common_capacity;
    uint32_t *shared; /* the points of `common`, once each */
    size_t shared_count, shared_capacity;
    double *along; /* their places on a line */
    size_t along_capacity;
    /* points on segments: (segment, place along it, point) */
    struct bead {
        uint32_t segment, point;
        double at;
    } * beads;
    size_t bead_count, bead_capacity;
    uint32_t *sorted;
    size_t sorted_capacity;
    uint32_t *stack; /* of pieces */
    size_t stack_capacity;
    bool *seen;
    size_t seen_capacity;
    uint64_t *lines;
    size_t line_capacity;
} tl_conform_scratch;

/* The grid of tl_cut, and whether a place on it is inside the triangle. */
static inline double tl_plates_snap(double x) {
    return rint(x / TL_CUT_STEP) * TL_CUT_STEP;
}

static inline bool tl_plates_is_inside(tl_vec2 place) {
    return place.x >= TL_CUT_STEP && place.y >= TL_CUT_STEP && place.x + place.y <= 1 - TL_CUT_STEP;
}

static inline int tl_compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

/* Gathers edges, plates, their points and neighbours; the contacts are sorted. False without memory; so below. */
bool tl_plates_gather(tl_cutter *c);
/* The points of an edge, NULL where nothing divides it. */
const tl_split_edge *tl_plates_split_edge(const tl_cutter *c, uint32_t a, uint32_t b);

void tl_conform_scratch_free(tl_context *context, tl_conform_scratch *top);
/* A point of the plate at hand: its number among them is the count of those before. */
bool tl_conform_scratch_add_point(tl_cutter *c, tl_conform_scratch *top, uint32_t id, tl_vec2 place);
/* The segments that a plate shares with the others that meet it, each once, with the numbers of their ends; its points
 * are plate points, then those that only others' edges have. `*whole`: nothing divides the plate, there are no
 * segments. */
bool tl_segments_find(tl_cutter *c, tl_conform_scratch *top, tl_plate *p, double reach, bool *whole);
/* The order of pairs of numbers, for qsort. */
int tl_segments_order(const void *x, const void *y);

/* Where segments cross they get a common point, the same for every plate that has both: beads on the segments. */
bool tl_conform_segments_cross(tl_cutter *c, tl_conform_scratch *top);
/* Marks the crossings that fewer than three plates have, which must be looked at again. */
void tl_crossings_heat(tl_cutter *c);

#endif
