/* pairs.c: a heap that turns into a stack, so that memory stays bounded on long questions. */
#include "visibility/pairs.h"

#include "visibility/limits.h"

#include <stdlib.h>

static bool before(const tl_sight_pair *x, const tl_sight_pair *y) {
    return x->key != y->key ? x->key < y->key : x->serial < y->serial;
}

static void swap(tl_sight_pair *x, tl_sight_pair *y) {
    tl_sight_pair spare = *x;
    *x = *y;
    *y = spare;
}

static int worst_first(const void *x, const void *y) {
    return before(x, y) ? 1 : before(y, x) ? -1 : 0;
}

bool tl_sight_pairs_push(tl_sight_pairs *pairs, tl_cell *a, tl_cell *b, double key, double bound, uint32_t depth) {
    TL_ASSERT(a != NULL && b != NULL, "a pair has two cells");
    TL_ASSERT(a->references > 0 && b->references > 0, "a pair's cells are held by it");
    if (!tl_reserve(pairs->context, (void **)&pairs->items, &pairs->capacity, pairs->count + 1,
                    sizeof(*pairs->items))) {
        tl_cell_release(pairs->context, a);
        tl_cell_release(pairs->context, b);
        return false;
    }
    size_t i = pairs->count++;
    pairs->items[i] = (tl_sight_pair){a, b, key, bound, depth, pairs->serial++};
    if (pairs->pops < TL_SIGHT_BEST_FIRST) {
        for (; i > 0 && before(&pairs->items[i], &pairs->items[(i - 1) / 2]); i = (i - 1) / 2) {
            swap(&pairs->items[i], &pairs->items[(i - 1) / 2]);
        }
    }
    return true;
}

bool tl_sight_pairs_pop(tl_sight_pairs *pairs, tl_sight_pair *pair) {
    TL_ASSERT(pairs->count <= pairs->capacity, "there are no more pairs than there is room for");
    if (pairs->count == 0) {
        return false;
    }
    if (pairs->pops == TL_SIGHT_BEST_FIRST) {
        qsort(pairs->items, pairs->count, sizeof(*pairs->items), worst_first);
    }
    if (pairs->pops++ >= TL_SIGHT_BEST_FIRST) {
        /* every third from anywhere, lest the search stays in one hopeless corner for ever */
        if (pairs->pops % 3 == 0) {
            size_t any = (size_t)((uint64_t)pairs->pops * TL_SIGHT_SCATTER % pairs->count);
            swap(&pairs->items[any], &pairs->items[pairs->count - 1]);
        }
        *pair = pairs->items[--pairs->count];
        return true;
    }
    *pair = pairs->items[0];
    pairs->items[0] = pairs->items[--pairs->count];
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++) {
            if (child < pairs->count && before(&pairs->items[child], &pairs->items[least])) {
                least = child;
            }
        }
        if (least == i) {
            return true;
        }
        swap(&pairs->items[i], &pairs->items[least]);
        i = least;
    }
}

void tl_sight_pairs_free(tl_sight_pairs *pairs) {
    for (size_t i = 0; i < pairs->count; i++) {
        tl_cell_release(pairs->context, pairs->items[i].a);
        tl_cell_release(pairs->context, pairs->items[i].b);
    }
    tl_free(pairs->context, pairs->items);
    *pairs = (tl_sight_pairs){.context = pairs->context};
}
