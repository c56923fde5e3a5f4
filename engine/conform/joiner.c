/* joiner.c: joins a world's triangles once, for however many threads ask for it. */
#include "conform/joiner.h"

#include "base/thread_lock.h"

#include <stdatomic.h>
#include <string.h>

struct tl_joiner {
    tl_context *context;
    atomic_size_t holders;
    tl_conform_part *parts;
    size_t slot_count;
    pthread_mutex_t lock; /* held while `joined` is made or read */
    tl_joined *joined;
};

tl_status tl_joiner_create(tl_context *context, const tl_conform_part *parts, size_t slot_count, tl_joiner **joiner,
                           tl_error *error) {
    TL_ASSERT(parts != NULL || slot_count == 0, "every slot has a part");
    tl_joiner *made = tl_alloc_array(context, 1, sizeof(*made));
    tl_conform_part *copy = tl_alloc_array(context, slot_count, sizeof(*copy));
    if (made == NULL || copy == NULL || pthread_mutex_init(&made->lock, NULL) != 0) {
        tl_free(context, made);
        tl_free(context, copy);
        return tl_fail_memory(error);
    }
    memcpy(copy, parts, slot_count * sizeof(*copy));
    for (size_t i = 0; i < slot_count; i++) {
        tl_bvh_hold(copy[i].bvh);
    }
    made->context = context;
    atomic_init(&made->holders, 1);
    made->parts = copy;
    made->slot_count = slot_count;
    *joiner = made;
    return TL_OK;
}

tl_joiner *tl_joiner_share(tl_joiner *joiner, const tl_conform_part *parts, size_t slot_count) {
    bool same = joiner->slot_count == slot_count;
    for (size_t i = 0; i < slot_count && same; i++) {
        const tl_conform_part *a = &joiner->parts[i], *b = &parts[i];
        /* what moves may have another hierarchy by now: it is joined where it was before it was placed */
        bool moved = a->own_frame != NULL && a->bvh != NULL && b->bvh != NULL;
        same = (a->bvh == b->bvh || moved) && a->own_frame == b->own_frame && a->group == b->group &&
               a->conforms == b->conforms;
    }
    if (same) {
        atomic_fetch_add(&joiner->holders, 1);
    }
    return same ? joiner : NULL;
}

void tl_joiner_destroy(tl_joiner *joiner) {
    if (joiner != NULL && atomic_fetch_sub(&joiner->holders, 1) == 1) {
        pthread_mutex_destroy(&joiner->lock);
        tl_joined_destroy(joiner->joined);
        for (size_t i = 0; i < joiner->slot_count; i++) {
            tl_bvh_destroy((tl_bvh *)(uintptr_t)joiner->parts[i].bvh);
        }
        tl_free(joiner->context, joiner->parts);
        tl_free(joiner->context, joiner);
    }
}

tl_status tl_joiner_get(tl_joiner *joiner, tl_context *asking, const tl_joined **joined, tl_error *error) {
    tl_status status = TL_OK;
    *joined = NULL;
    if (!tl_thread_lock(&joiner->lock, asking, "waiting for the triangles to be joined")) {
        return tl_fail_cancelled(error, "joining the triangles");
    }
    if (joiner->joined == NULL && !tl_go_on(asking, "joining triangles")) { /* even beginning takes a while */
        status = tl_fail_cancelled(error, "joining the triangles");
    } else if (joiner->joined == NULL) {
        status = tl_conform_join(joiner->context, asking, joiner->parts, joiner->slot_count, &joiner->joined, error);
    }
    *joined = joiner->joined;
    pthread_mutex_unlock(&joiner->lock);
    return status;
}
