/* spans.h: where along a line, or along a bundle of lines, the boundary of a region is crossed. Internal to area.
 *
 * A point of a line from p to q has the parameter u, 0 at p, 1 at q. Spans are disjoint stretches of [0, 1] outside
 * which no line of the bundle meets the boundary; between them every line is inside, or every line is outside. For a
 * single line spans are some 1e-13 wide, and which stretches are inside is decided exactly. */
#ifndef TL_AREA_SPANS_H
#define TL_AREA_SPANS_H

#include "area/limits.h"
#include "area/lines.h"
#include "area/outline.h"

#define TL_SPAN_NO_EDGE UINT32_MAX

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

/* Crossings of a region's boundary in plan. */
void tl_spans_of_outline(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans);
/* The same of a disc and of an oval, which lie near enough (round.c): `spans` has none so far, with nothing inside. */
void tl_spans_of_disc(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans);
void tl_spans_of_oval(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans);
/* Takes one away. */
void tl_spans_drop(tl_spans *spans, size_t i);
/* Crossings of the planes z = bottom and z = top; inside is strictly between. */
void tl_spans_of_heights(const tl_area_lines *lines, double bottom, double top, tl_spans *spans);

typedef enum tl_span_piece_state { TL_SPAN_PIECE_OUT, TL_SPAN_PIECE_IN, TL_SPAN_PIECE_MAYBE } tl_span_piece_state;

typedef struct tl_span_piece {
    double low, high;
    tl_span_piece_state state;
} tl_span_piece;

/* [0, 1] cut into pieces in and out of the prism. */
typedef struct tl_span_pieces {
    size_t count;
    tl_span_piece items[TL_SPAN_PIECE_CAPACITY];
} tl_span_pieces;

void tl_spans_of_prism(const tl_area_lines *lines, const tl_outline *outline, double bottom, double top,
                       tl_span_pieces *pieces);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold (base/validate.h): spans sorted and disjoint; pieces one after the other, all of the line.
 */
const char *tl_spans_broken(const tl_spans *spans);
const char *tl_pieces_broken(const tl_span_pieces *pieces);
#endif

#endif
