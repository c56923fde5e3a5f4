/* in_the_way.c: what would have to go for there to be sight. */
#include "judge/sight/in_the_way.h"

#include "judge/variant.h"

typedef struct asker {
    const tl_inquiry *inquiry;
    const tl_pair_sight_result *pairs;
} asker;

static tl_status ask(void *user, size_t pair, const uint8_t *removed, const tl_sight_recorder *recorder,
                     uint64_t budget, tl_sight *sight, tl_error *error) {
    const asker *a = user;
    const tl_inquiry without = tl_inquiry_without(a->inquiry, removed);
    tl_pair_sight_result result;
    tl_status status =
        tl_pair_sight_recorded(&without, a->pairs[pair].from, a->pairs[pair].to, recorder, budget, &result, error);
    *sight = result.sight;
    return status;
}

tl_status tl_in_the_way_find(const tl_inquiry *inquiry, const tl_pair_sight_result *pairs,
                             const tl_blocking_core *cores, size_t count, tl_blocking_sets *blocking, tl_error *error) {
    asker user = {inquiry, pairs};
    uint8_t *fixed = tl_alloc_array(inquiry->context, inquiry->table->slot_count, 1);
    if (fixed == NULL) {
        return tl_fail_memory(error);
    }
    fixed[0] = 1; /* the ground */
    tl_blocking_question question = {.user = &user,
                                     .ask = ask,
                                     .pair_count = count < TL_BLOCKING_PAIRS ? count : TL_BLOCKING_PAIRS,
                                     .cores = cores,
                                     .slot_count = inquiry->table->slot_count,
                                     .fixed = fixed};
    tl_status status = tl_blocking_sets_find(inquiry->context, &question, blocking, error);
    if (count > TL_BLOCKING_PAIRS) {
        blocking->complete = false;
        blocking->fixed = false;
    }
    tl_free(inquiry->context, fixed);
    return status;
}

void tl_in_the_way_name(const tl_blocking_sets *blocking, tl_sight *sight) {
    if (blocking->count > 0 || blocking->fixed) {
        sight->named_count = 0;
    }
    for (size_t i = 0; i < blocking->count; i++) {
        for (size_t k = 0; k < blocking->sets[i].count; k++) {
            tl_sight_add_name(sight->named, &sight->named_count, blocking->sets[i].owners[k]);
        }
    }
    if (blocking->count == 0 && blocking->fixed) {
        tl_sight_add_name(sight->named, &sight->named_count, 0);
    }
}
