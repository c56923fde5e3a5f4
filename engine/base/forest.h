/* forest.h: sets that are joined one after another: every item hangs on another of its set, their root on itself. */
#ifndef TL_BASE_FOREST_H
#define TL_BASE_FOREST_H

#include <stdint.h>

/* The root of an item's set; the way there becomes shorter. */
static inline uint32_t tl_root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

#endif
