/* validate.c: what holds of spans, of pieces of lines, and of outlines. */
#include "area/spans.h"

#ifdef TL_VALIDATE

const char *tl_spans_broken(const tl_spans *spans) {
    if (spans->count > TL_SPAN_CAPACITY) {
        return "there are no more spans than there is room for";
    }
    for (size_t i = 0; i < spans->count; i++) {
        if (!(spans->items[i].low <= spans->items[i].high)) {
            return "a span begins before it ends";
        }
        if (i > 0 && !(spans->items[i - 1].high < spans->items[i].low)) {
            return "spans are sorted and disjoint";
        }
    }
    return NULL;
}

const char *tl_pieces_broken(const tl_pieces *pieces) {
    if (pieces->count == 0 || pieces->count > TL_PIECE_CAPACITY) {
        return "a line has a piece, and no more than there is room for";
    }
    if (pieces->items[0].low != 0 || pieces->items[pieces->count - 1].high < 1) {
        return "the pieces are all of the line";
    }
    for (size_t i = 0; i < pieces->count; i++) {
        if (!(pieces->items[i].low < pieces->items[i].high)) {
            return "a piece begins before it ends";
        }
        if (i > 0 && pieces->items[i].low != pieces->items[i - 1].high) {
            return "a piece begins where the last one ends";
        }
    }
    return NULL;
}

static bool holds(const tl_outline_box *box, tl_vec2 p) {
    return box->low.x <= p.x && p.x <= box->high.x && box->low.y <= p.y && p.y <= box->high.y;
}

const char *tl_outline_broken(const tl_outline *outline) {
    size_t begin = 0;
    if (outline->kind != TL_OUTLINE_RINGS) {
        return outline->edge_count == 0 ? NULL : "only rings have edges";
    }
    if (outline->run_count != (outline->edge_count + TL_OUTLINE_RUN - 1) / TL_OUTLINE_RUN) {
        return "every run of edges has a box";
    }
    for (size_t ring = 0; ring < outline->ring_count; ring++) {
        size_t end = outline->ring_ends[ring];
        if (end < begin + 3 || end > outline->edge_count) {
            return "a ring has three edges or more";
        }
        for (size_t i = begin; i < end; i++) {
            const tl_outline_edge *edge = &outline->edges[i], *next = &outline->edges[i + 1 < end ? i + 1 : begin];
            if (edge->b.x != next->a.x || edge->b.y != next->a.y) {
                return "a ring's edges run one into the next, and the last into the first";
            }
            if (edge->a.x == edge->b.x && edge->a.y == edge->b.y) {
                return "no edge of an outline has length 0";
            }
            if (!holds(&outline->runs[i / TL_OUTLINE_RUN], edge->a) ||
                !holds(&outline->runs[i / TL_OUTLINE_RUN], edge->b) || !holds(&outline->box, edge->a)) {
                return "boxes hold their edges";
            }
            if (edge->side >= outline->side_count) {
                return "an edge belongs to a side";
            }
        }
        begin = end;
    }
    return begin == outline->edge_count ? NULL : "every edge belongs to a ring";
}

#endif
