/* worker.h: a thread beside the drawing that works on clones of the shown scene, which may be edited while it does.
 * What it works on, and what it has made, are the affair of whom it works for (asker.h, mapper.h). */
#ifndef TLV_WORKER_H
#define TLV_WORKER_H

#include <trueline/scene.h>

#include <pthread.h>
#include <stdatomic.h>

typedef struct tlv_worker_options {
    const char *language; /* of what it says; or NULL: English */
    void (*wake)(void);   /* called from the thread when it has made something; may be NULL */
} tlv_worker_options;

typedef struct tlv_worker {
    pthread_mutex_t mutex; /* of `quit` and of what its owner shares with the thread */
    pthread_cond_t work;   /* there is something to do */
    bool quit;
    atomic_bool give_up;    /* what runs ends soon, cancelled */
    atomic_int thousandths; /* of the way; negative: nobody knows */
    /* private */
    pthread_t thread, owner; /* ... who started it, and makes the clones */
    tl_context *context;     /* of the clones */
    char *language;
    void (*wake)(void);
} tlv_worker;

/* Starts `run(user)` in a thread. `what_for` completes "no thread can be started to ...". On failure nothing is left
 * behind. */
tl_status tlv_worker_start(tlv_worker *worker, const tlv_worker_options *options, void *(*run)(void *), void *user,
                           const char *what_for, tl_error *error);
/* Has the thread give up and waits for its end. */
void tlv_worker_stop(tlv_worker *worker);
/* After clones and all that was made of them. */
void tlv_worker_free(tlv_worker *worker);

/* A clone of the shown scene, for the thread to work on and destroy, in these units. By whoever started the worker; the
 * scene's context must outlive the worker. NULL without memory. */
tl_scene *tlv_worker_clone(const tlv_worker *worker, const tl_scene *scene, const char *units);
/* Tells that something was made. Not under the mutex. */
void tlv_worker_wake(const tlv_worker *worker);

#endif
