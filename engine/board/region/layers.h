/* layers.h: heights put together to layers: those that no place of a rectangle can tell apart. */
#ifndef TL_BOARD_REGION_LAYERS_H
#define TL_BOARD_REGION_LAYERS_H

#include "base/base.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Surfaces whose heights overlap, or nearly so (of two within the lift only the upper one bears): bodies on them can't
 * be told apart by height alone. */
typedef struct tl_board_layer {
    double low, high; /* mm */
    double ceils;     /* the lowest of what keeps bodies down; INFINITY: nothing does */
    bool covers;      /* some surface of it is under every place, for sure */
    bool carpet;      /* some surface of it keeps nobody down */
} tl_board_layer;

/* From low to high; gaps between them are wider than the lift. Starts as zeros but for the context; free the items. */
typedef struct tl_board_layers {
    tl_context *context;
    tl_board_layer *items;
    size_t count, capacity;
    size_t last; /* the one that was added to last */
} tl_board_layers;

/* One surface more, by its heights and what it does: the layers are the same in whatever order they are added. False
 * without memory. */
bool tl_board_layers_add(tl_board_layers *layers, const tl_board_layer *surface);

/* Whether a surface somewhere in these heights, which does no more than `like`, would change nothing. Looks at the
 * layer that was added to last alone. */
static inline bool tl_board_layers_hold(const tl_board_layers *layers, double low, double high,
                                        const tl_board_layer *like) {
    const tl_board_layer *last = &layers->items[layers->last];
    return layers->count > 0 && low >= last->low && high <= last->high &&
           (low >= last->ceils || !(like->ceils < INFINITY)) && (last->covers || !like->covers) &&
           (last->carpet || !like->carpet);
}

#endif
