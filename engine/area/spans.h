/* spans.h: where along a line, or along a bundle of lines, the boundary of a region is crossed. Internal to area.
 *
 * A point of a line from p to q has the parameter u, 0 at p, 1 at q. Spans are disjoint stretches of [0, 1] outside
 * which no line of the bundle meets the boundary; between them every line is inside, or every line is outside. For a
 * single line spans are some 1e-13 wide, and which stretches are inside is decided exactly. */
#ifndef TL_AREA_SPANS_H
#define TL_AREA_SPANS_H

#include "area/outline.h"

#define TL_SPAN_CAPACITY 64
#define TL_SPAN_NO_EDGE  UINT32_MAX

typedef struct tl_span {
    double low, high;
    bool inside_after;
    uint32_t edge; /* a single line that crosses the boundary in one place: an edge that ends or passes there */
    int turn;      /* +1 when that edge runs from the line's right to its left, else -1 */
    double plane;  /* of heights: which plane; NAN when it may be either */
    /* a single line: which sides of it the boundary is crossed on, and whether in one point of the plan */
    bool left, right, one_place;
    tl_vec2 place;
} tl_span;

typedef struct tl_spans {
    bool inside_first;
    size_t count;
    tl_span items[TL_SPAN_CAPACITY];
} tl_spans;

/* A bundle: all segments from the hull of `a` to the hull of `b`. */
typedef struct tl_bundle_lines {
    const tl_vec3 *a, *b;
    size_t a_count, b_count;
    bool single;
    bool plan_point; /* single, and p and q are one point in plan */
    double pad;      /* bound on the rounding of a coordinate along a unit direction */
    tl_vec2 centre[2];
    double radius[2]; /* in plan, about the centres */
    double z_low[2], z_high[2];
    tl_vec2 low, high;                      /* plan box of everything */
    tl_vec2 axis[2];                        /* orthonormal: from centre to centre, and across */
    double axis_low[2][2], axis_high[2][2]; /* [axis][end] */
    double length_low, length_high;
} tl_bundle_lines;

tl_bundle_lines tl_bundle_make(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count);

/* The parameters at which some line may meet the closed segment e0-e1 in plan; false: none does, proved. */
bool tl_bundle_meets(const tl_bundle_lines *lines, tl_vec2 e0, tl_vec2 e1, double *low, double *high);

/* Crossings of a region's boundary in plan. */
void tl_spans_of_outline(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans);
/* Crossings of the planes z = bottom and z = top; inside is strictly between. */
void tl_spans_of_heights(const tl_bundle_lines *lines, double bottom, double top, tl_spans *spans);

typedef enum tl_piece_state { TL_PIECE_OUT, TL_PIECE_IN, TL_PIECE_MAYBE } tl_piece_state;

typedef struct tl_span_piece {
    double low, high;
    tl_piece_state state;
    uint32_t entry_edge, exit_edge; /* a single line: walls where an IN piece begins and ends */
} tl_span_piece;

#define TL_PIECE_CAPACITY (4 * TL_SPAN_CAPACITY + 8)

/* [0, 1] cut into pieces in and out of the prism. */
typedef struct tl_pieces {
    size_t count;
    tl_span_piece items[TL_PIECE_CAPACITY];
} tl_pieces;

void tl_pieces_of_prism(const tl_bundle_lines *lines, const tl_outline *outline, double bottom, double top,
                        tl_pieces *pieces);

#endif
