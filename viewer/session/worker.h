/* worker.h: a thread beside the drawing with a scene of its own: the one that is shown may be edited while it works.
 * What it works on, and what it has made, are the affair of whom it works for (asker.h, mapper.h). */
#ifndef TLV_WORKER_H
#define TLV_WORKER_H

#include <trueline/scene.h>

#include <pthread.h>
#include <stdatomic.h>

typedef struct tlv_worker_options {
    const char *import_helper;
    const char *mesh_cache;
    const char *const *set; /* settings for the scene: name, value, ..., NULL; or NULL */
    const char *language;   /* of what it says; or NULL: English */
    void (*wake)(void);     /* called from the thread when it has made something; may be NULL */
} tlv_worker_options;

typedef struct tlv_worker {
    pthread_mutex_t mutex; /* of `quit` and of what its owner shares with the thread */
    pthread_cond_t work;   /* there is something to do */
    bool quit;
    atomic_bool give_up;    /* what runs ends soon, cancelled */
    atomic_int thousandths; /* of the way; negative: nobody knows */
    tl_scene *scene;        /* the thread's own; NULL: not read yet */
    /* private */
    pthread_t thread;
    tl_context *context;
    char *text; /* the scene begins as */
    size_t size;
    char *path, *helper, *cache, *language;
    char **set;
    void (*wake)(void);
} tlv_worker;

/* Starts `run(user)` in a thread, whose scene is to be made of `text`, the file of which is `path` (tl_scene_read).
 * Everything is copied. `what_for` completes "no thread can be started to ...". On failure nothing is left behind. */
tl_status tlv_worker_start(tlv_worker *worker, const char *path, const char *text, size_t size,
                           const tlv_worker_options *options, void *(*run)(void *), void *user, const char *what_for,
                           tl_error *error);
/* Has the thread give up and waits for its end; its scene stays until tlv_worker_free. */
void tlv_worker_stop(tlv_worker *worker);
void tlv_worker_free(tlv_worker *worker);

/* In the thread: reads the scene; brings it (read before, if it isn't yet) to what is shown. */
tl_status tlv_worker_load(tlv_worker *worker, tl_error *error);
tl_status tlv_worker_follow(tlv_worker *worker, const char *text, size_t size, const char *units, tl_error *error);
/* Tells that something was made. Not under the mutex. */
void tlv_worker_wake(const tlv_worker *worker);

#endif
