/* part.c: tiles in a file. All numbers are little-endian; at the end stands a digest of all that is before it. */
#include "board/part.h"

#include "board/bytes.h"

#include <stdio.h>
#include <string.h>

#define MAGIC "trueline map 2\n"

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

/* --- Key ---------------------------------------------------------------------------------------------------------- */

static tl_digest add_text(tl_digest d, const char *text) {
    return tl_digest_add(d, text, strlen(text));
}

static tl_digest add_world(tl_digest d, const tl_table *table) {
    for (size_t slot = 0; slot < table->slot_count; slot++) {
        const tl_bvh *bvh = tl_world_get(table->world, slot);
        d = tl_digest_add(d, &slot, sizeof(slot));
        if (bvh == NULL) {
            continue;
        }
        d = tl_digest_add(d, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh) * sizeof(tl_vec3));
        d = tl_digest_add(d, tl_bvh_triangles(bvh), 3 * tl_bvh_triangle_count(bvh) * sizeof(uint32_t));
        for (uint32_t i = 0; i < tl_bvh_triangle_count(bvh); i++) {
            uint8_t role = (uint8_t)tl_bvh_role(bvh, i);
            d = tl_digest_add(d, &role, 1);
        }
    }
    return d;
}

static tl_digest add_rules(tl_digest d, const tl_inquiry *inquiry) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    d = add_text(d, tl_ruleset_name(ruleset));
    d = tl_digest_add(d, &inquiry->game_unit, sizeof(inquiry->game_unit));
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        char value[256];
        tl_settings_text(&inquiry->settings, i, value, sizeof(value));
        d = add_text(add_text(d, tl_ruleset_setting(ruleset, i)->name), value);
    }
    uint64_t rows =
        tl_ruleset_hash(ruleset); /* classes, arcs, areas and kinds, and everything else that its files say */
    d = tl_digest_add(d, &rows, sizeof(rows));
    return d;
}

tl_digest tl_board_key_of(const tl_inquiry *inquiry, const char *magic, const char *question) {
    size_t size;
    const char *document = tl_document_text(inquiry->table->document, &size);
    tl_digest d = add_text((tl_digest){0, 0}, magic);
    d = add_text(d, tl_version());
    d = tl_digest_add(d, document, size);
    d = add_world(d, inquiry->table);
    d = add_rules(d, inquiry);
    return add_text(d, question);
}

tl_digest tl_board_key(const tl_board_plan *plan, const char *question) {
    return tl_board_key_of(&plan->inquiry, MAGIC, question);
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
static void put_tile(tl_board_bytes *b, const tl_board_plan *plan, const tl_board_tiles *tiles, size_t tile) {
    size_t i0, j0, ni, count = tile_cells(plan, tile, &i0, &j0, &ni);
    tl_board_put_u64(b, tile);
    tl_board_put_u64(b, tiles->work[tile].rulings);
    tl_board_put_u64(b, tiles->work[tile].proofs);
    for (size_t k = 0; k < count;) {
        const tl_board_cell *cell = &tiles->cells[(j0 + k / ni) * plan->grid.nx + i0 + k % ni];
        size_t run = 1;
        while (k + run < count &&
               same_cell(cell, &tiles->cells[(j0 + (k + run) / ni) * plan->grid.nx + i0 + (k + run) % ni])) {
            run++;
        }
        tl_board_put_u64(b, (uint64_t)run * 4 + (cell->standing ? 1U : 0U) + (cell->partly ? 2U : 0U));
        tl_board_put_double(b, cell->low);
        tl_board_put_double(b, cell->high);
        tl_board_put_double(b, cell->estimate);
        k += run;
    }
}

/* What the nodes see of a tile, those that see nothing left out. */
static void put_back(tl_board_bytes *b, const tl_board_tiles *tiles, size_t tile) {
    static const tl_board_seen none = {0};
    const tl_board_seen *back = tiles->back != NULL ? tiles->back + tile * tiles->nodes : NULL;
    size_t count = 0;
    for (size_t i = 0; i < tiles->nodes; i++) {
        count += memcmp(&back[i], &none, sizeof(none)) != 0;
    }
    tl_board_put_u64(b, count);
    for (size_t i = 0; i < tiles->nodes; i++) {
        if (memcmp(&back[i], &none, sizeof(none)) != 0) {
            tl_board_put_u64(b, i);
            tl_board_put_double(b, back[i].seen);
            tl_board_put_double(b, back[i].seen_partly);
            tl_board_put_double(b, back[i].unseen);
            tl_board_put_double(b, back[i].unseen_partly);
            tl_board_put_double(b, back[i].likely);
        }
    }
}

tl_status tl_board_part_save(const tl_board_plan *plan, tl_context *context, const char *path, tl_digest key,
                             const char *question, const tl_board_tiles *tiles, tl_error *error) {
    tl_board_bytes b = {.context = context};
    tl_board_bytes_begin(&b, MAGIC, question, key);
    tl_board_put_u64(&b, plan->grid.nx);
    tl_board_put_u64(&b, plan->grid.ny);
    tl_board_put_u64(&b, plan->tile);
    size_t done = 0;
    for (size_t i = 0; i < tiles->count; i++) {
        done += tiles->done[i] ? 1U : 0U;
    }
    tl_board_put_u64(&b, done);
    for (size_t i = 0; i < tiles->count; i++) {
        if (tiles->done[i]) {
            put_tile(&b, plan, tiles, i);
            put_back(&b, tiles, i);
        }
    }
    return tl_board_bytes_save(&b, path, error);
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static bool get_back(tl_board_reader *r, tl_board_tiles *tiles, size_t tile) {
    uint64_t count = tl_board_get_u64(r);
    for (uint64_t k = 0; k < count && !r->failed; k++) {
        uint64_t node = tl_board_get_u64(r);
        tl_board_seen seen = {.seen = tl_board_get_double(r)};
        seen.seen_partly = tl_board_get_double(r);
        seen.unseen = tl_board_get_double(r);
        seen.unseen_partly = tl_board_get_double(r);
        seen.likely = tl_board_get_double(r);
        if (r->failed || node >= tiles->nodes) {
            return false;
        }
        tiles->back[tile * tiles->nodes + node] = seen;
    }
    return !r->failed;
}

static bool get_tile(tl_board_reader *r, const tl_board_plan *plan, tl_board_tiles *tiles) {
    uint64_t tile = tl_board_get_u64(r);
    if (r->failed || tile >= tiles->count) {
        return false;
    }
    size_t i0, j0, ni, count = tile_cells(plan, (size_t)tile, &i0, &j0, &ni);
    tiles->work[tile].rulings = tl_board_get_u64(r);
    tiles->work[tile].proofs = tl_board_get_u64(r);
    for (size_t k = 0; k < count && !r->failed;) {
        uint64_t head = tl_board_get_u64(r), run = head / 4;
        tl_board_cell cell = {.standing = (head & 1) != 0, .partly = (head & 2) != 0};
        cell.low = tl_board_get_double(r);
        cell.high = tl_board_get_double(r);
        cell.estimate = tl_board_get_double(r);
        if (run == 0 || run > count - k) {
            return false;
        }
        for (; run > 0; run--, k++) {
            tiles->cells[(j0 + k / ni) * plan->grid.nx + i0 + k % ni] = cell;
        }
    }
    tiles->done[tile] = !r->failed && get_back(r, tiles, (size_t)tile);
    return tiles->done[tile];
}

tl_status tl_board_part_load(const tl_board_plan *plan, const char *path, tl_digest key, tl_board_tiles *tiles,
                             tl_error *error) {
    tl_board_reader r;
    tl_status status = tl_board_reader_open(&r, plan->context, path, MAGIC, error);
    if (status == TL_OK) {
        bool same = tl_digest_equal(r.key, key) && tl_board_get_u64(&r) == plan->grid.nx &&
                    tl_board_get_u64(&r) == plan->grid.ny && tl_board_get_u64(&r) == plan->tile;
        status = same ? TL_OK : tl_board_foreign(path, error);
    }
    if (status == TL_OK) {
        uint64_t count = tl_board_get_u64(&r);
        for (uint64_t i = 0; i < count && status == TL_OK; i++) {
            status = get_tile(&r, plan, tiles) ? TL_OK : tl_board_damaged(path, error);
        }
        status = status == TL_OK && (r.failed || r.at != r.end) ? tl_board_damaged(path, error) : status;
    }
    tl_board_reader_close(&r);
    return status;
}

tl_status tl_board_part_question(tl_context *context, const char *path, char **question, tl_error *error) {
    return tl_board_bytes_question(context, path, MAGIC, question, error);
}
