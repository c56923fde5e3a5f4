/* work.c: the tiles of a map shared by threads. */
#include "board/board.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MOST_THREADS = 256 };

typedef struct job {
    const tl_board_plan *plan;
    tl_board_cell *cells;
    size_t tiles;
    atomic_size_t next, done;
    atomic_bool stop;
    tl_context_options outer; /* the caller's callbacks */
    bool own_allocator;       /* of the caller's making: asked by one thread at a time */
    pthread_mutex_t lock;     /* held for the result, and for the caller's allocator */
    tl_status status;
    tl_error error;
    tl_board_work work;
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

static void *run(void *user) {
    job *j = user;
    const tl_board_plan *plan = j->plan;
    tl_context context = *plan->context;
    tl_error error = {0};
    context.options.user = j;
    context.options.progress = go_on;
    if (j->own_allocator) {
        context.options.allocate = allocate;
    }
    tl_board_cell *cells = tl_alloc_array(&context, plan->tile * plan->tile, sizeof(*cells));
    if (cells == NULL) {
        keep_error(j, tl_fail_memory(&error), &error);
        return NULL;
    }
    while (!atomic_load(&j->stop)) {
        size_t tile = atomic_fetch_add(&j->next, 1);
        if (tile >= j->tiles) {
            break;
        }
        tl_board_work work = {0, 0};
        tl_status status = tl_board_tile(plan, &context, tile, cells, &work, &error);
        if (status != TL_OK) {
            keep_error(j, status, &error);
            break;
        }
        place_tile(plan, tile, cells, j->cells);
        pthread_mutex_lock(&j->lock);
        j->work.rulings += work.rulings;
        j->work.proofs += work.proofs;
        pthread_mutex_unlock(&j->lock);
        atomic_fetch_add(&j->done, 1);
    }
    tl_free(&context, cells);
    return NULL;
}

/* Tells the caller how far the work is until it is done; stops it when the caller says so. */
static void watch(job *j) {
    while (!atomic_load(&j->stop) && atomic_load(&j->done) < j->tiles) {
        size_t done = atomic_load(&j->done);
        if (!tl_progress(j->plan->context, (double)done / (double)j->tiles, "mapping")) {
            tl_error error = {0};
            tl_fail(&error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the map was cancelled");
            keep_error(j, TL_ERROR_CANCELLED, &error);
        }
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
}

tl_status tl_board_work_out(const tl_board_plan *plan, unsigned threads, tl_board_cell *cells, tl_board_work *work,
                            tl_error *error) {
    job j = {.plan = plan,
             .cells = cells,
             .tiles = plan->tile_nx * plan->tile_ny,
             .outer = plan->context->options,
             .own_allocator = !tl_has_default_allocator(plan->context)};
    if (pthread_mutex_init(&j.lock, NULL) != 0) {
        return tl_fail_memory(error);
    }
    pthread_t workers[MOST_THREADS];
    size_t count = 0, wanted = threads < MOST_THREADS ? threads : MOST_THREADS;
    wanted = wanted < j.tiles ? wanted : j.tiles;
    while (count < wanted && pthread_create(&workers[count], NULL, run, &j) == 0) {
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
    pthread_mutex_destroy(&j.lock);
    *work = j.work;
    if (j.status == TL_ERROR_CANCELLED && j.error.status == TL_OK) {
        return tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the map was cancelled");
    }
    if (j.status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = j.error;
    }
    return j.status;
}
