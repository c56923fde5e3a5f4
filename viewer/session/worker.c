/* worker.c: starts, wakes, stops and clones for a thread that works beside the drawing. */
#include "session/worker.h"

#include "report.h"
#include "session/copy.h"

#include <stdlib.h>

static bool go_on(void *user, double done, const char *what) {
    tlv_worker *w = user;
    (void)what;
    if (pthread_equal(pthread_self(), w->owner)) {
        return true; /* it makes a clone */
    }
    atomic_store(&w->thousandths, done > 0 ? (int)(1000 * (done < 1 ? done : 1)) : -1);
    return !atomic_load(&w->give_up);
}

tl_scene *tlv_worker_clone(const tlv_worker *w, const tl_scene *scene, const char *units) {
    tl_scene *clone = NULL;
    if (tl_scene_clone(scene, w->context, &clone, NULL) == TL_OK &&
        tl_scene_set(clone, "units", units, NULL) == TL_ERROR_MEMORY) {
        tl_scene_destroy(clone);
        clone = NULL;
    }
    return clone;
}

void tlv_worker_wake(const tlv_worker *w) {
    if (w->wake) {
        w->wake();
    }
}

void tlv_worker_free(tlv_worker *w) {
    tl_context_destroy(w->context);
    free(w->language);
    w->context = NULL;
    w->language = NULL;
}

tl_status tlv_worker_start(tlv_worker *w, const tlv_worker_options *options, void *(*run)(void *), void *user,
                           const char *what_for, tl_error *error) {
    bool failed = false;
    w->language = tlv_copy_text(options->language, &failed);
    w->wake = options->wake;
    w->owner = pthread_self();
    atomic_init(&w->give_up, false);
    atomic_init(&w->thousandths, -1);
    const tl_context_options how = {
        .struct_size = sizeof(tl_context_options), .user = w, .progress = go_on, .language = w->language};
    w->context = tl_context_create(&how);
    if (failed || !w->context) {
        tlv_worker_free(w);
        return tlv_fail_memory(error);
    }
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->work, NULL);
    if (pthread_create(&w->thread, NULL, run, user) != 0) {
        pthread_cond_destroy(&w->work);
        pthread_mutex_destroy(&w->mutex);
        tlv_worker_free(w);
        return tlv_fail(error, TL_ERROR_LIMIT, NULL, NULL, "no thread can be started to %s", what_for);
    }
    return TL_OK;
}

void tlv_worker_stop(tlv_worker *w) {
    pthread_mutex_lock(&w->mutex);
    w->quit = true;
    atomic_store(&w->give_up, true);
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->mutex);
}
