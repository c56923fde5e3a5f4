/* tiles.c: writes finished tiles of a map to a checkpoint, and takes them up from it. */
#include "board/map/tiles.h"

#include "board/checkpoint.h"

#include <stdio.h>
#include <string.h>

/* --- Tiles -------------------------------------------------------------------------------------------------------- */

tl_status tl_board_tiles_make(const tl_board_plan *plan, tl_board_tiles *tiles, tl_error *error) {
    tl_context *context = plan->context;
    *tiles = (tl_board_tiles){.count = plan->tile_nx * plan->tile_ny};
    tiles->cells = tl_alloc_array(context, plan->grid.nx * plan->grid.ny, sizeof(*tiles->cells));
    tiles->done = tl_alloc_array(context, tiles->count, sizeof(*tiles->done));
    tiles->work = tl_alloc_array(context, tiles->count, sizeof(*tiles->work));
    if (plan->kind == TL_BOARD_MUTUAL) {
        tiles->nodes = plan->nodes.count;
        tiles->back = tl_alloc_array(context, tiles->count * tiles->nodes, sizeof(*tiles->back));
        if (tiles->back == NULL) {
            return tl_fail_memory(error);
        }
    }
    return tiles->cells != NULL && tiles->done != NULL && tiles->work != NULL ? TL_OK : tl_fail_memory(error);
}

void tl_board_tiles_free(tl_context *context, tl_board_tiles *tiles) {
    tl_free(context, tiles->cells);
    tl_free(context, tiles->done);
    tl_free(context, tiles->work);
    tl_free(context, tiles->back);
    *tiles = (tl_board_tiles){0};
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

static size_t tile_cells(const tl_board_plan *plan, size_t tile, size_t *i0, size_t *j0, size_t *ni) {
    *i0 = tile % plan->tile_nx * plan->tile;
    *j0 = tile / plan->tile_nx * plan->tile;
    *ni = plan->tile < plan->grid.nx - *i0 ? plan->tile : plan->grid.nx - *i0;
    size_t nj = plan->tile < plan->grid.ny - *j0 ? plan->tile : plan->grid.ny - *j0;
    return *ni * nj;
}

static bool same_cell(const tl_board_cell *a, const tl_board_cell *b) {
    return a->low == b->low && a->high == b->high && a->estimate == b->estimate && a->standing == b->standing &&
           a->partly == b->partly;
}

/* Runs of equal cells, row by row. */
static void put_tile(tl_checkpoint_writer *w, const tl_board_plan *plan, const tl_board_tiles *tiles, size_t tile) {
    size_t i0, j0, ni, count = tile_cells(plan, tile, &i0, &j0, &ni);
    const tl_checkpoint_record record = {
        .index = tile, .rulings = tiles->work[tile].rulings, .proofs = tiles->work[tile].proofs};
    tl_checkpoint_put_record(w, &record);
    for (size_t k = 0; k < count;) {
        const tl_board_cell *cell = &tiles->cells[(j0 + k / ni) * plan->grid.nx + i0 + k % ni];
        size_t run = 1;
        while (k + run < count &&
               same_cell(cell, &tiles->cells[(j0 + (k + run) / ni) * plan->grid.nx + i0 + (k + run) % ni])) {
            run++;
        }
        tl_checkpoint_put_u64(w, (uint64_t)run * 4 + (cell->standing ? 1U : 0U) + (cell->partly ? 2U : 0U));
        tl_checkpoint_put_double(w, cell->low);
        tl_checkpoint_put_double(w, cell->high);
        tl_checkpoint_put_double(w, cell->estimate);
        k += run;
    }
}

/* What the nodes see of a tile, those that see nothing left out. */
static void put_back(tl_checkpoint_writer *w, const tl_board_tiles *tiles, size_t tile) {
    static const tl_board_seen none = {0};
    const tl_board_seen *back = tiles->back != NULL ? tiles->back + tile * tiles->nodes : NULL;
    size_t count = 0;
    for (size_t i = 0; i < tiles->nodes; i++) {
        count += memcmp(&back[i], &none, sizeof(none)) != 0;
    }
    tl_checkpoint_put_u64(w, count);
    for (size_t i = 0; i < tiles->nodes; i++) {
        if (memcmp(&back[i], &none, sizeof(none)) != 0) {
            tl_checkpoint_put_u64(w, i);
            tl_checkpoint_put_double(w, back[i].seen);
            tl_checkpoint_put_double(w, back[i].seen_partly);
            tl_checkpoint_put_double(w, back[i].unseen);
            tl_checkpoint_put_double(w, back[i].unseen_partly);
            tl_checkpoint_put_double(w, back[i].likely);
        }
    }
}

tl_status tl_board_tiles_save(const tl_board_plan *plan, tl_context *context, const char *path, tl_digest key,
                              const char *question, const tl_board_tiles *tiles, tl_error *error) {
    tl_checkpoint_writer w;
    tl_checkpoint_begin(&w, context, TL_CHECKPOINT_MAP, question, key);
    for (size_t i = 0; i < tiles->count; i++) {
        if (tiles->done[i]) {
            put_tile(&w, plan, tiles, i);
            put_back(&w, tiles, i);
        }
    }
    return tl_checkpoint_save(&w, path, error);
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static bool get_back(tl_checkpoint_reader *r, tl_board_tiles *tiles, size_t tile) {
    uint64_t count = tl_checkpoint_get_u64(r);
    for (uint64_t k = 0; k < count && !r->failed; k++) {
        uint64_t node = tl_checkpoint_get_u64(r);
        tl_board_seen seen = {.seen = tl_checkpoint_get_double(r)};
        seen.seen_partly = tl_checkpoint_get_double(r);
        seen.unseen = tl_checkpoint_get_double(r);
        seen.unseen_partly = tl_checkpoint_get_double(r);
        seen.likely = tl_checkpoint_get_double(r);
        if (r->failed || node >= tiles->nodes) {
            return false;
        }
        tiles->back[tile * tiles->nodes + node] = seen;
    }
    return !r->failed;
}

static bool get_tile(tl_checkpoint_reader *r, const tl_board_plan *plan, const tl_checkpoint_record *record,
                     tl_board_tiles *tiles) {
    if (record->index >= tiles->count) {
        return false;
    }
    size_t tile = (size_t)record->index, i0, j0, ni, count = tile_cells(plan, tile, &i0, &j0, &ni);
    tiles->work[tile] = (tl_board_work){record->rulings, record->proofs};
    for (size_t k = 0; k < count && !r->failed;) {
        uint64_t head = tl_checkpoint_get_u64(r), run = head / 4;
        tl_board_cell cell = {.standing = (head & 1) != 0, .partly = (head & 2) != 0};
        cell.low = tl_checkpoint_get_double(r);
        cell.high = tl_checkpoint_get_double(r);
        cell.estimate = tl_checkpoint_get_double(r);
        if (run == 0 || run > count - k) {
            return false;
        }
        for (; run > 0; run--, k++) {
            tiles->cells[(j0 + k / ni) * plan->grid.nx + i0 + k % ni] = cell;
        }
    }
    tiles->done[tile] = !r->failed && get_back(r, tiles, tile);
    return tiles->done[tile];
}

tl_status tl_board_tiles_load(const tl_board_plan *plan, const char *path, tl_digest key, tl_board_tiles *tiles,
                              tl_error *error) {
    tl_checkpoint_reader r;
    tl_checkpoint_record record;
    tl_status status = tl_checkpoint_open(&r, plan->context, path, TL_CHECKPOINT_MAP, error);
    if (status == TL_OK && !tl_digest_equal(r.key, key)) {
        status = tl_checkpoint_foreign(path, error);
    }
    while (status == TL_OK && tl_checkpoint_next(&r, &record)) {
        status = get_tile(&r, plan, &record, tiles) ? TL_OK : tl_checkpoint_damaged(path, error);
    }
    status = status == TL_OK && r.failed ? tl_checkpoint_damaged(path, error) : status;
    tl_checkpoint_close(&r);
    return status;
}
