#include "session/worker.h"

#include "report.h"
#include "session/copy.h"

#include <stdlib.h>

static bool go_on(void *user, double done, const char *what) {
    tlv_worker *w = user;
    (void)what;
    atomic_store(&w->thousandths, done > 0 ? (int)(1000 * (done < 1 ? done : 1)) : -1);
    return !atomic_load(&w->give_up);
}

tl_status tlv_worker_load(tlv_worker *w, tl_error *error) {
    const tl_scene_options options = {.import_helper = w->helper, .mesh_cache = w->cache, .go_without = true};
    tl_status status = tl_scene_read(w->context, w->text, w->size, w->path, &options, &w->scene, NULL, error);
    for (char **pair = w->set; status == TL_OK && pair && pair[0]; pair += 2) {
        status = tl_scene_set(w->scene, pair[0], pair[1], error);
    }
    if (status != TL_OK) {
        tl_scene_destroy(w->scene);
        w->scene = NULL;
    }
    return status;
}

tl_status tlv_worker_follow(tlv_worker *w, const char *text, size_t size, const char *units, tl_error *error) {
    tl_status status = w->scene ? TL_OK : tlv_worker_load(w, error);
    status = status == TL_OK ? tl_scene_restore(w->scene, text, size, NULL, error) : status;
    return status == TL_OK ? tl_scene_set(w->scene, "units", units, error) : status;
}

void tlv_worker_wake(const tlv_worker *w) {
    if (w->wake) {
        w->wake();
    }
}

void tlv_worker_free(tlv_worker *w) {
    tl_scene_destroy(w->scene);
    tl_context_destroy(w->context);
    tlv_free_set(w->set);
    free(w->text);
    free(w->path);
    free(w->helper);
    free(w->cache);
    free(w->language);
    w->scene = NULL;
    w->context = NULL;
    w->set = NULL;
    w->text = w->path = w->helper = w->cache = w->language = NULL;
}

tl_status tlv_worker_start(tlv_worker *w, const char *path, const char *text, size_t size,
                           const tlv_worker_options *options, void *(*run)(void *), void *user, const char *what_for,
                           tl_error *error) {
    bool failed = false;
    w->path = tlv_copy_text(path, &failed);
    w->text = tlv_copy_bytes(text, size, &failed);
    w->size = size;
    w->helper = tlv_copy_text(options->import_helper, &failed);
    w->cache = tlv_copy_text(options->mesh_cache, &failed);
    w->language = tlv_copy_text(options->language, &failed);
    w->set = tlv_copy_set(options->set, &failed);
    w->wake = options->wake;
    atomic_init(&w->give_up, false);
    atomic_init(&w->thousandths, -1);
    const tl_context_options how = {.user = w, .progress = go_on, .language = w->language};
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
