/* thread_pool.c: threads that take piece after piece of some work until none is left. */
#include "base/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256, PAUSE = 5000000 /* ns */ };

typedef struct thread_pool_job {
    const tl_thread_pool *pool;
    atomic_size_t next, done;
    atomic_bool stop;
    tl_context_options outer; /* the caller's callbacks */
    bool own_allocator;       /* of the caller's making: asked by one thread at a time */
    pthread_mutex_t lock;     /* held for the result, and for the caller's allocator */
    pthread_cond_t ended;     /* a thread has nothing more to do */
    size_t busy;              /* threads that have */
    tl_status status;
    tl_error error;
} thread_pool_job;

/* A context for the threads: memory is the caller's, progress is told by the thread that called. */
static void *allocate(void *user, void *memory, size_t size) {
    thread_pool_job *j = user;
    pthread_mutex_lock(&j->lock);
    void *made = j->outer.allocate(j->outer.user, memory, size);
    pthread_mutex_unlock(&j->lock);
    return made;
}

static bool go_on(void *user, double share, const char *what) {
    (void)share;
    (void)what;
    const thread_pool_job *j = user;
    return !atomic_load_explicit(&j->stop, memory_order_relaxed);
}

static tl_context shared_context(thread_pool_job *j) {
    tl_context context = *j->pool->context;
    context.options.progress = go_on;
    if (j->own_allocator) {
        context.options.allocate = allocate;
    }
    context.options.log = NULL;
    context.options.user = j;
    return context;
}

static void keep_error(thread_pool_job *j, tl_status status, const tl_error *error) {
    pthread_mutex_lock(&j->lock);
    if (j->status == TL_OK) {
        j->status = status;
        j->error = *error;
    }
    pthread_mutex_unlock(&j->lock);
    atomic_store(&j->stop, true);
}

static void *run(void *user) {
    thread_pool_job *j = user;
    tl_context context = shared_context(j);
    tl_work_counter counter = {0};
    context.counter = &counter;
    while (!atomic_load(&j->stop)) {
        size_t piece = atomic_fetch_add(&j->next, 1);
        if (piece >= j->pool->count) {
            break;
        }
        tl_error error = {0};
        tl_status status = j->pool->work(j->pool->user, &context, piece, &error);
        if (status != TL_OK) {
            keep_error(j, status, &error);
            break;
        }
        atomic_fetch_add(&j->done, 1);
    }
    pthread_mutex_lock(&j->lock);
    TL_ASSERT(j->busy > 0, "a thread that ends was counted");
    j->busy--;
    pthread_cond_signal(&j->ended);
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

/* Waits until all threads have ended, or for some time. */
static void rest(thread_pool_job *j) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PAUSE;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&j->lock);
    while (j->busy > 0 && pthread_cond_timedwait(&j->ended, &j->lock, &until) == 0) {
    }
    pthread_mutex_unlock(&j->lock);
}

/* Tells the caller how far the work is until it is done; stops it when the caller says so. */
static void watch(thread_pool_job *j) {
    const tl_thread_pool *pool = j->pool;
    double span = pool->last > pool->first ? pool->last - pool->first : 1;
    while (!atomic_load(&j->stop) && atomic_load(&j->done) < pool->count) {
        double left = 1 - (double)atomic_load(&j->done) / (double)pool->count;
        double done = 1 - (pool->shrinks ? left * left : left);
        tl_error error = {0};
        if (!tl_progress(pool->context, pool->first + span * done, pool->what)) {
            keep_error(j, tl_fail_cancelled(&error, pool->what), &error);
        }
        tl_context context = shared_context(j);
        tl_status status = pool->meanwhile != NULL ? pool->meanwhile(pool->user, &context, &error) : TL_OK;
        if (status != TL_OK) {
            keep_error(j, status, &error);
        }
        rest(j);
    }
}

static unsigned processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

static bool init_waiting(thread_pool_job *j) {
    pthread_condattr_t attributes;
    if (pthread_mutex_init(&j->lock, NULL) != 0) {
        return false;
    }
    bool good = pthread_condattr_init(&attributes) == 0;
    if (good) {
        good = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
               pthread_cond_init(&j->ended, &attributes) == 0;
        pthread_condattr_destroy(&attributes);
    }
    if (!good) {
        pthread_mutex_destroy(&j->lock);
    }
    return good;
}

tl_status tl_thread_pool_run(const tl_thread_pool *pool, tl_error *error) {
    TL_ASSERT(pool->work != NULL, "there is work to do");
    TL_ASSERT(pool->last >= pool->first, "the work is a part of the caller's whole");
    TL_ASSERT(pool->context != NULL, "the caller has a context");
    thread_pool_job j = {.pool = pool,
                         .outer = pool->context->options,
                         .own_allocator = !tl_context_has_default_allocator(pool->context)};
    if (!init_waiting(&j)) {
        return tl_fail_memory(error);
    }
    pthread_t workers[MOST_THREADS];
    size_t count = 0, most = pool->threads > 0 ? pool->threads : processors();
    most = most < MOST_THREADS ? most : MOST_THREADS;
    most = most < pool->count ? most : pool->count;
    j.busy = most;
    while (count < most && pthread_create(&workers[count], NULL, run, &j) == 0) {
        count++;
    }
    pthread_mutex_lock(&j.lock);
    j.busy -= most - count; /* those that couldn't be had */
    pthread_mutex_unlock(&j.lock);
    if (count > 0) {
        watch(&j);
    } else {
        j.busy = 1;
        run(&j);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(workers[i], NULL);
    }
    pthread_cond_destroy(&j.ended);
    pthread_mutex_destroy(&j.lock);
    TL_ASSERT(j.busy == 0, "no thread is at work any more");
    TL_ASSERT(j.status != TL_OK || atomic_load(&j.done) == pool->count, "every piece is done, once");
    if (j.status == TL_ERROR_CANCELLED && j.error.status == TL_OK) {
        return tl_fail_cancelled(error, pool->what);
    }
    if (j.status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = j.error;
    }
    return j.status;
}
