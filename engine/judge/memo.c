/* memo.c: where members stand, each looked at once; threads may ask at the same time. */
#include "judge/memo.h"

#include <stdatomic.h>

enum { UNKNOWN, WRITING, KNOWN };

typedef struct memo_entry {
    atomic_int state;
    tl_area_placement placement; /* once KNOWN */
} memo_entry;

struct tl_memo {
    size_t members;
    memo_entry *entries; /* per area, member */
};

tl_memo *tl_memo_create(tl_context *context, size_t areas, size_t members) {
    if (areas > 0 && members > SIZE_MAX / areas) {
        return NULL;
    }
    size_t count = areas * members;
    tl_memo *memo = tl_alloc(context, sizeof(*memo));
    memo_entry *entries = tl_alloc_array(context, count > 0 ? count : 1, sizeof(*entries));
    if (memo == NULL || entries == NULL) {
        tl_free(context, memo);
        tl_free(context, entries);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        atomic_init(&entries[i].state, UNKNOWN);
    }
    *memo = (tl_memo){members, entries};
    return memo;
}

void tl_memo_destroy(tl_context *context, tl_memo *memo) {
    if (memo != NULL) {
        tl_free(context, memo->entries);
        tl_free(context, memo);
    }
}

bool tl_memo_get(const tl_memo *memo, size_t area, size_t member, tl_area_placement *placement) {
    TL_ASSERT(memo == NULL || member < memo->members, "the member is one of the table's");
    memo_entry *e = memo != NULL ? &memo->entries[area * memo->members + member] : NULL;
    bool known = e != NULL && atomic_load_explicit(&e->state, memory_order_acquire) == KNOWN;
    if (known) {
        *placement = e->placement;
    }
    return known;
}

void tl_memo_put(tl_memo *memo, size_t area, size_t member, const tl_area_placement *placement) {
    TL_ASSERT(memo == NULL || member < memo->members, "the member is one of the table's");
    memo_entry *e = memo != NULL ? &memo->entries[area * memo->members + member] : NULL;
    int unknown = UNKNOWN;
    if (e != NULL && atomic_compare_exchange_strong(&e->state, &unknown, WRITING)) { /* else another thread has it */
        e->placement = *placement;
        atomic_store_explicit(&e->state, KNOWN, memory_order_release);
    }
}
