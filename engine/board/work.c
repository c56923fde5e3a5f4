/* work.c: the tiles of a map shared by threads, and kept in a file now and then. */
#include "board/part.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MOST_THREADS = 256 };

#define KEEP_EVERY 10.0 /* seconds */

typedef struct job {
    const tl_board_plan *plan;
    const tl_board_share *share;
    tl_board_tiles *tiles; /* changed under the lock */
    size_t wanted;         /* how many tiles are to be worked out */
    atomic_size_t next, done;
    atomic_bool stop;
    tl_context_options outer; /* the caller's callbacks */
    bool own_allocator;       /* of the caller's making: asked by one thread at a time */
    pthread_mutex_t lock;     /* held for the result, and for the caller's allocator */
    tl_status status;
    tl_error error;
} job;

/* A context for the threads: memory is the caller's, progress is told by the thread that called. */
static void *allocate(void *user, void *memory, size_t size) {
    job *j = user;
    pthread_mutex_lock(&j->lock);
    void *made = j->outer.allocate(j->outer.user, memory, size);
    pthread_mutex_unlock(&j->lock);
    return made;
}

static bool go_on(void *user, double share, const char *what) {
    (void)share;
    (void)what;
    const job *j = user;
    return !atomic_load_explicit(&j->stop, memory_order_relaxed);
}

static void keep_error(job *j, tl_status status, const tl_error *error) {
    pthread_mutex_lock(&j->lock);
    if (j->status == TL_OK) {
        j->status = status;
        j->error = *error;
    }
    pthread_mutex_unlock(&j->lock);
    atomic_store(&j->stop, true);
}

static void place_tile(const tl_board_plan *plan, size_t tile, const tl_board_cell *from, tl_board_cell *cells) {
    size_t i0 = tile % plan->tile_nx * plan->tile, j0 = tile / plan->tile_nx * plan->tile;
    for (size_t j = 0; j < plan->tile && j0 + j < plan->grid.ny; j++) {
        size_t count = plan->tile < plan->grid.nx - i0 ? plan->tile : plan->grid.nx - i0;
        memcpy(cells + (j0 + j) * plan->grid.nx + i0, from + j * plan->tile, count * sizeof(*from));
    }
}

/* Those of the share that no file had. `done` is only set for tiles that somebody has taken, so nobody asks about a
 * tile that changes. */
static bool is_wanted(const job *j, size_t tile) {
    const tl_board_share *share = j->share;
    return !j->tiles->done[tile] && (share->count == 0 || tile % share->count == share->number);
}

static tl_context shared_context(job *j) {
    tl_context context = *j->plan->context;
    context.options.progress = go_on;
    if (j->own_allocator) {
        context.options.allocate = allocate;
    }
    context.options.log = NULL;
    context.options.user = j;
    return context;
}

static void *run(void *user) {
    job *j = user;
    const tl_board_plan *plan = j->plan;
    tl_context context = shared_context(j);
    tl_error error = {0};
    tl_board_cell *cells = tl_alloc_array(&context, plan->tile * plan->tile, sizeof(*cells));
    if (cells == NULL) {
        keep_error(j, tl_fail_memory(&error), &error);
        return NULL;
    }
    while (!atomic_load(&j->stop)) {
        size_t tile = atomic_fetch_add(&j->next, 1);
        if (tile >= j->tiles->count) {
            break;
        }
        if (!is_wanted(j, tile)) {
            continue;
        }
        tl_board_work work = {0, 0};
        tl_status status = tl_board_tile(plan, &context, tile, cells, &work, &error);
        if (status != TL_OK) {
            keep_error(j, status, &error);
            break;
        }
        pthread_mutex_lock(&j->lock);
        place_tile(plan, tile, cells, j->tiles->cells);
        j->tiles->work[tile] = work;
        j->tiles->done[tile] = true;
        pthread_mutex_unlock(&j->lock);
        atomic_fetch_add(&j->done, 1);
    }
    tl_free(&context, cells);
    return NULL;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Writes what is done; a copy of the list of finished tiles is enough, since these don't change. */
static void keep_tiles(job *j) {
    const tl_board_share *share = j->share;
    tl_context context = shared_context(j);
    tl_error error = {0};
    tl_board_tiles copy = *j->tiles;
    copy.done = tl_alloc_array(&context, copy.count, sizeof(*copy.done));
    if (copy.done == NULL) {
        keep_error(j, tl_fail_memory(&error), &error);
        return;
    }
    pthread_mutex_lock(&j->lock);
    memcpy(copy.done, j->tiles->done, copy.count * sizeof(*copy.done));
    pthread_mutex_unlock(&j->lock);
    tl_status status = tl_board_part_save(j->plan, &context, share->path, share->key, share->question, &copy, &error);
    tl_free(&context, copy.done);
    if (status != TL_OK) {
        keep_error(j, status, &error);
    }
}

/* Tells the caller how far the work is until it is done; stops it when the caller says so. */
static void watch(job *j) {
    double kept = now();
    while (!atomic_load(&j->stop) && atomic_load(&j->done) < j->wanted) {
        size_t done = atomic_load(&j->done);
        if (!tl_progress(j->plan->context, (double)done / (double)j->wanted, "mapping")) {
            tl_error error = {0};
            tl_fail(&error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the map was cancelled");
            keep_error(j, TL_ERROR_CANCELLED, &error);
        }
        if (j->share->path != NULL && now() - kept > KEEP_EVERY) {
            keep_tiles(j);
            kept = now();
        }
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
}

tl_status tl_board_work_out(const tl_board_plan *plan, unsigned threads, const tl_board_share *share,
                            tl_board_tiles *tiles, tl_error *error) {
    job j = {.plan = plan,
             .share = share,
             .tiles = tiles,
             .outer = plan->context->options,
             .own_allocator = !tl_has_default_allocator(plan->context)};
    for (size_t i = 0; i < tiles->count; i++) {
        j.wanted += is_wanted(&j, i) ? 1U : 0U;
    }
    if (pthread_mutex_init(&j.lock, NULL) != 0) {
        return tl_fail_memory(error);
    }
    pthread_t workers[MOST_THREADS];
    size_t count = 0, most = threads < MOST_THREADS ? threads : MOST_THREADS;
    most = most < j.wanted ? most : j.wanted;
    while (count < most && pthread_create(&workers[count], NULL, run, &j) == 0) {
        count++;
    }
    if (count > 0) {
        watch(&j);
    } else {
        run(&j);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(workers[i], NULL);
    }
    if (share->path != NULL && (j.status == TL_OK || j.status == TL_ERROR_CANCELLED)) {
        keep_tiles(&j);
    }
    pthread_mutex_destroy(&j.lock);
    if (j.status == TL_ERROR_CANCELLED && j.error.status == TL_OK) {
        return tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the map was cancelled");
    }
    if (j.status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = j.error;
    }
    return j.status;
}
