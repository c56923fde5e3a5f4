/* layers.c: a short sorted list of intervals, joined where they come near each other. */
#include "board/region/layers.h"

#include "board/limits.h"
#include "math/vec.h"
#include "scene/place.h"

#include <string.h>

#define GAP (TL_SURFACE_LIFT + TL_BOARD_SAME) /* and surfaces this near are one */

static void join(tl_board_layer *into, const tl_board_layer *other) {
    into->low = tl_min(into->low, other->low);
    into->high = tl_max(into->high, other->high);
    into->ceils = tl_min(into->ceils, other->ceils);
    into->covers = into->covers || other->covers;
    into->carpet = into->carpet || other->carpet;
}

bool tl_board_layers_add(tl_board_layers *layers, const tl_board_layer *surface) {
    size_t first = 0;
    while (first < layers->count && layers->items[first].high + GAP < surface->low) {
        first++;
    }
    size_t end = first;
    while (end < layers->count && layers->items[end].low <= surface->high + GAP) {
        end++;
    }
    if (end == first) {
        if (!tl_reserve(layers->context, (void **)&layers->items, &layers->capacity, layers->count + 1,
                        sizeof(*surface))) {
            return false;
        }
        memmove(&layers->items[first + 1], &layers->items[first], (layers->count - first) * sizeof(*surface));
        layers->items[first] = *surface;
        layers->count++;
    } else {
        join(&layers->items[first], surface);
        for (size_t i = first + 1; i < end; i++) {
            join(&layers->items[first], &layers->items[i]);
        }
        memmove(&layers->items[first + 1], &layers->items[end], (layers->count - end) * sizeof(*surface));
        layers->count -= end - first - 1;
    }
    layers->last = first;
    return true;
}
