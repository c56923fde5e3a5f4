/* work.c: the tiles of a map shared by threads, and kept in a file now and then. */
#include "board/map/tiles.h"

#include "base/thread_pool.h"
#include "board/limits.h"
#include "board/map/tile.h"

#include <pthread.h>
#include <string.h>

typedef struct work_job {
    const tl_board_plan *plan;
    const tl_board_share *share;
    tl_board_tiles *tiles; /* changed under the lock */
    size_t *wanted;        /* the tiles that are to be worked out */
    size_t wanted_count;
    pthread_mutex_t lock;
    double kept; /* when tiles were kept last */
    bool warned; /* that they can't be */
} work_job;

static void place_tile(const tl_board_plan *plan, size_t tile, const tl_board_cell *from, tl_board_cell *cells) {
    size_t i0 = tile % plan->tile_nx * plan->tile, j0 = tile / plan->tile_nx * plan->tile;
    for (size_t j = 0; j < plan->tile && j0 + j < plan->grid.ny; j++) {
        size_t count = plan->tile < plan->grid.nx - i0 ? plan->tile : plan->grid.nx - i0;
        memcpy(cells + (j0 + j) * plan->grid.nx + i0, from + j * plan->tile, count * sizeof(*from));
    }
}

static tl_status work_tile(void *user, tl_context *context, size_t piece, tl_error *error) {
    work_job *j = user;
    const tl_board_plan *plan = j->plan;
    size_t tile = j->wanted[piece];
    tl_board_cell *cells = tl_alloc_array(context, plan->tile * plan->tile, sizeof(*cells));
    tl_board_work work = {0, 0};
    tl_board_seen *back =
        j->tiles->back != NULL ? j->tiles->back + tile * j->tiles->nodes : NULL; /* this piece's own */
    tl_status status =
        cells != NULL ? tl_board_tile(plan, context, tile, cells, back, &work, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        pthread_mutex_lock(&j->lock);
        place_tile(plan, tile, cells, j->tiles->cells);
        j->tiles->work[tile] = work;
        j->tiles->done[tile] = true;
        pthread_mutex_unlock(&j->lock);
    }
    tl_free(context, cells);
    return status;
}

/* Writes what is done; a copy of the list of finished tiles is enough, since these don't change. */
static tl_status keep_tiles(work_job *j, tl_context *context, tl_error *error) {
    const tl_board_share *share = j->share;
    tl_board_tiles copy = *j->tiles;
    copy.done = tl_alloc_array(context, copy.count, sizeof(*copy.done));
    if (copy.done == NULL) {
        return tl_fail_memory(error);
    }
    pthread_mutex_lock(&j->lock);
    memcpy(copy.done, j->tiles->done, copy.count * sizeof(*copy.done));
    pthread_mutex_unlock(&j->lock);
    tl_status status = tl_board_tiles_save(j->plan, context, share->path, share->key, share->question, &copy, error);
    tl_free(context, copy.done);
    return status;
}

static void warn(work_job *j, const tl_error *cause) {
    if (!j->warned) {
        tl_log(j->plan->context, TL_LOG_WARNING, "%s: %s; what is finished isn't kept there", j->share->path,
               cause->message);
    }
    j->warned = true;
}

static tl_status keep_sometimes(void *user, tl_context *context, tl_error *error) {
    work_job *j = user;
    if (j->share->path == NULL || tl_seconds() - j->kept <= j->share->every) {
        return TL_OK;
    }
    j->kept = tl_seconds();
    tl_error cause = {0};
    tl_status status = keep_tiles(j, context, &cause);
    if (status == TL_ERROR_FILE) { /* a full disk is no reason to throw hours of work away: it may have room later */
        warn(j, &cause);
        return TL_OK;
    }
    if (status != TL_OK && error != NULL) {
        *error = cause;
    }
    return status;
}

/* Those of the share that no file had. */
static void choose_tiles(work_job *j) {
    const tl_board_share *share = j->share;
    for (size_t tile = 0; tile < j->tiles->count; tile++) {
        if (!j->tiles->done[tile] && (share->count == 0 || tile % share->count == share->number)) {
            j->wanted[j->wanted_count++] = tile;
        }
    }
}

tl_status tl_board_work_out(const tl_board_plan *plan, unsigned threads, const tl_board_share *share,
                            tl_board_tiles *tiles, tl_error *error) {
    work_job j = {.plan = plan, .share = share, .tiles = tiles, .kept = tl_seconds()};
    j.wanted = tl_alloc_array(plan->context, tiles->count + 1, sizeof(*j.wanted));
    if (j.wanted == NULL || pthread_mutex_init(&j.lock, NULL) != 0) {
        tl_free(plan->context, j.wanted);
        return tl_fail_memory(error);
    }
    choose_tiles(&j);
    const tl_thread_pool pool = {.context = plan->context,
                                 .threads = threads,
                                 .count = j.wanted_count,
                                 .what = "mapping",
                                 .user = &j,
                                 .work = work_tile,
                                 .meanwhile = keep_sometimes};
    tl_status status = tl_thread_pool_run(&pool, error);
    if (share->path != NULL && (status == TL_OK || status == TL_ERROR_CANCELLED)) {
        tl_error cause = {0};
        tl_status kept = keep_tiles(&j, plan->context, &cause);
        if (kept == TL_ERROR_FILE && share->count == 0) {
            warn(&j, &cause); /* the map itself is complete */
        } else if (kept != TL_OK && status == TL_OK) {
            status = kept;
            if (error != NULL) {
                *error = cause;
            }
        }
    }
    pthread_mutex_destroy(&j.lock);
    tl_free(plan->context, j.wanted);
    return status;
}
