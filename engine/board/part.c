/* part.c: tiles in a file. All numbers are little-endian; at the end stands a digest of all that is before it. */
#include "board/part.h"

#include "io/file.h"

#include <stdio.h>
#include <string.h>

#define MAGIC      "trueline map 2\n"
#define MOST_BYTES ((size_t)1 << 30)

enum { MAGIC_SIZE = sizeof(MAGIC) - 1 };

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
    for (size_t i = 0; i < tl_ruleset_kind_count(ruleset); i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind_at(ruleset, i);
        const double numbers[7] = {kind->blocks,
                                   kind->cover,
                                   kind->going,
                                   kind->shelter,
                                   kind->shelter_half_deg,
                                   kind->area != NULL ? kind->area->edge_units : -1,
                                   kind->area != NULL ? kind->area->inside_units : -1};
        d = tl_digest_add(add_text(d, kind->name), numbers, sizeof(numbers));
    }
    return d;
}

tl_digest tl_board_key(const tl_board_plan *plan, const char *question) {
    size_t size;
    const char *document = tl_document_text(plan->terrain.table->document, &size);
    tl_digest d = add_text((tl_digest){0, 0}, MAGIC);
    d = add_text(d, tl_version());
    d = tl_digest_add(d, document, size);
    d = add_world(d, plan->terrain.table);
    d = add_rules(d, &plan->inquiry);
    return add_text(d, question);
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

typedef struct bytes {
    tl_context *context;
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} bytes;

static void put(bytes *b, const void *data, size_t size) {
    if (b->failed || !tl_reserve(b->context, (void **)&b->data, &b->capacity, b->size + size, 1)) {
        b->failed = true;
        return;
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_u64(bytes *b, uint64_t value) {
    uint8_t out[8];
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
    put(b, out, 8);
}

static void put_double(bytes *b, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    put_u64(b, bits);
}

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
static void put_tile(bytes *b, const tl_board_plan *plan, const tl_board_tiles *tiles, size_t tile) {
    size_t i0, j0, ni, count = tile_cells(plan, tile, &i0, &j0, &ni);
    put_u64(b, tile);
    put_u64(b, tiles->work[tile].rulings);
    put_u64(b, tiles->work[tile].proofs);
    for (size_t k = 0; k < count;) {
        const tl_board_cell *cell = &tiles->cells[(j0 + k / ni) * plan->grid.nx + i0 + k % ni];
        size_t run = 1;
        while (k + run < count &&
               same_cell(cell, &tiles->cells[(j0 + (k + run) / ni) * plan->grid.nx + i0 + (k + run) % ni])) {
            run++;
        }
        put_u64(b, (uint64_t)run * 4 + (cell->standing ? 1U : 0U) + (cell->partly ? 2U : 0U));
        put_double(b, cell->low);
        put_double(b, cell->high);
        put_double(b, cell->estimate);
        k += run;
    }
}

/* What the nodes see of a tile, those that see nothing left out. */
static void put_back(bytes *b, const tl_board_tiles *tiles, size_t tile) {
    static const tl_board_seen none = {0};
    const tl_board_seen *back = tiles->back != NULL ? tiles->back + tile * tiles->nodes : NULL;
    size_t count = 0;
    for (size_t i = 0; i < tiles->nodes; i++) {
        count += memcmp(&back[i], &none, sizeof(none)) != 0;
    }
    put_u64(b, count);
    for (size_t i = 0; i < tiles->nodes; i++) {
        if (memcmp(&back[i], &none, sizeof(none)) != 0) {
            put_u64(b, i);
            put_double(b, back[i].seen);
            put_double(b, back[i].seen_partly);
            put_double(b, back[i].unseen);
            put_double(b, back[i].unseen_partly);
            put_double(b, back[i].likely);
        }
    }
}

static void put_header(bytes *b, const tl_board_plan *plan, tl_digest key, const char *question) {
    put(b, MAGIC, MAGIC_SIZE);
    put_u64(b, strlen(question));
    put(b, question, strlen(question));
    put_u64(b, key.a);
    put_u64(b, key.b);
    put_u64(b, plan->grid.nx);
    put_u64(b, plan->grid.ny);
    put_u64(b, plan->tile);
}

tl_status tl_board_part_save(const tl_board_plan *plan, tl_context *context, const char *path, tl_digest key,
                             const char *question, const tl_board_tiles *tiles, tl_error *error) {
    bytes b = {.context = context};
    put_header(&b, plan, key, question);
    size_t done = 0;
    for (size_t i = 0; i < tiles->count; i++) {
        done += tiles->done[i] ? 1U : 0U;
    }
    put_u64(&b, done);
    for (size_t i = 0; i < tiles->count; i++) {
        if (tiles->done[i]) {
            put_tile(&b, plan, tiles, i);
            put_back(&b, tiles, i);
        }
    }
    tl_digest all = tl_digest_add((tl_digest){0, 0}, b.data, b.size);
    put_u64(&b, all.a);
    put_u64(&b, all.b);
    tl_status status = b.failed ? tl_fail_memory(error) : tl_file_save(context, path, b.data, b.size, error);
    tl_free(context, b.data);
    return status;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

typedef struct reader {
    const char *path;
    const uint8_t *at, *end;
    bool failed;
} reader;

static uint64_t get_u64(reader *r) {
    uint64_t value = 0;
    if (r->failed || r->end - r->at < 8) {
        r->failed = true;
        return 0;
    }
    for (int i = 0; i < 8; i++) {
        value |= (uint64_t)r->at[i] << (8 * i);
    }
    r->at += 8;
    return value;
}

static double get_double(reader *r) {
    uint64_t bits = get_u64(r);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static tl_status damaged(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "work this part out anew", "the part of a map is damaged");
}

/* Reads the file and checks its digest; `*data` is freed by the caller. */
static tl_status open_part(tl_context *context, const char *path, char **data, reader *r, tl_error *error) {
    size_t size;
    *data = NULL;
    tl_status status = tl_file_read(context, path, MOST_BYTES, data, &size, error);
    if (status != TL_OK) {
        return status;
    }
    if (size < MAGIC_SIZE || memcmp(*data, MAGIC, MAGIC_SIZE) != 0) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "name a file that `--shard` or `--resume` has written",
                       "this is no part of a map");
    }
    if (size < MAGIC_SIZE + 16) {
        return damaged(path, error);
    }
    *r = (reader){.path = path, .at = (const uint8_t *)*data + size - 16, .end = (const uint8_t *)*data + size};
    tl_digest all = tl_digest_add((tl_digest){0, 0}, *data, size - 16), said;
    said.a = get_u64(r);
    said.b = get_u64(r);
    r->at = (const uint8_t *)*data + MAGIC_SIZE;
    r->end -= 16;
    return tl_digest_equal(all, said) ? TL_OK : damaged(path, error);
}

static bool get_back(reader *r, tl_board_tiles *tiles, size_t tile) {
    uint64_t count = get_u64(r);
    for (uint64_t k = 0; k < count && !r->failed; k++) {
        uint64_t node = get_u64(r);
        tl_board_seen seen = {.seen = get_double(r)};
        seen.seen_partly = get_double(r);
        seen.unseen = get_double(r);
        seen.unseen_partly = get_double(r);
        seen.likely = get_double(r);
        if (r->failed || node >= tiles->nodes) {
            return false;
        }
        tiles->back[tile * tiles->nodes + node] = seen;
    }
    return !r->failed;
}

static bool get_tile(reader *r, const tl_board_plan *plan, tl_board_tiles *tiles) {
    uint64_t tile = get_u64(r);
    if (r->failed || tile >= tiles->count) {
        return false;
    }
    size_t i0, j0, ni, count = tile_cells(plan, (size_t)tile, &i0, &j0, &ni);
    tiles->work[tile].rulings = get_u64(r);
    tiles->work[tile].proofs = get_u64(r);
    for (size_t k = 0; k < count && !r->failed;) {
        uint64_t head = get_u64(r), run = head / 4;
        tl_board_cell cell = {.standing = (head & 1) != 0, .partly = (head & 2) != 0};
        cell.low = get_double(r);
        cell.high = get_double(r);
        cell.estimate = get_double(r);
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
    char *data;
    reader r = {.path = path};
    tl_status status = open_part(plan->context, path, &data, &r, error);
    if (status == TL_OK) {
        uint64_t length = get_u64(&r);
        if (length > (uint64_t)(r.end - r.at)) {
            status = damaged(path, error);
        } else {
            r.at += length;
            tl_digest said;
            said.a = get_u64(&r);
            said.b = get_u64(&r);
            bool same = tl_digest_equal(said, key) && get_u64(&r) == plan->grid.nx && get_u64(&r) == plan->grid.ny &&
                        get_u64(&r) == plan->tile;
            if (!same) {
                status = tl_fail(error, TL_ERROR_FORMAT, path, NULL,
                                 "give the scene, the settings and the version of the program that it was made with",
                                 "the part belongs to another map");
            }
        }
    }
    if (status == TL_OK) {
        uint64_t count = get_u64(&r);
        for (uint64_t i = 0; i < count && status == TL_OK; i++) {
            status = get_tile(&r, plan, tiles) ? TL_OK : damaged(path, error);
        }
        status = status == TL_OK && (r.failed || r.at != r.end) ? damaged(path, error) : status;
    }
    tl_free(plan->context, data);
    return status;
}

tl_status tl_board_part_question(tl_context *context, const char *path, char **question, tl_error *error) {
    char *data;
    reader r = {.path = path};
    tl_status status = open_part(context, path, &data, &r, error);
    if (status == TL_OK) {
        uint64_t length = get_u64(&r);
        if (length > (uint64_t)(r.end - r.at)) {
            status = damaged(path, error);
        } else {
            *question = tl_alloc(context, (size_t)length + 1);
            if (*question == NULL) {
                status = tl_fail_memory(error);
            } else {
                memcpy(*question, r.at, (size_t)length);
                (*question)[length] = '\0';
            }
        }
    }
    tl_free(context, data);
    return status;
}
