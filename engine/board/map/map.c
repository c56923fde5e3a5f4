/* map.c: from a question to a finished map: what its cells say together, in numbers and in words. */
#include "board/map/map.h"

#include "board/checkpoint.h"
#include "base/thread_pool.h"
#include "board/limits.h"
#include "board/map/bodies.h"
#include "board/map/mutual.h"
#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/map/tiles.h"
#include "board/question.h"

#include "io/file.h"

#include <stdio.h>
#include <string.h>

/* --- Summary ------------------------------------------------------------------------------------------------------ */

/* Dead ground is what nobody sees, cover what nobody sees bare. */
static void turn_over(tl_board_cell *cells, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double low = cells[i].low;
        cells[i].low = 1 - cells[i].high;
        cells[i].high = 1 - low;
        cells[i].estimate = 1 - cells[i].estimate;
    }
}

/* Row by row how far the nearest cell of a kind is, in cells; UINT32_MAX: none in the row. */
static void row_distances(const bool *wanted, size_t nx, size_t ny, uint32_t *out) {
    for (size_t j = 0; j < ny; j++) {
        uint32_t last = UINT32_MAX;
        for (size_t i = 0; i < nx; i++) {
            last = wanted[j * nx + i] ? 0 : last == UINT32_MAX ? UINT32_MAX : last + 1;
            out[j * nx + i] = last;
        }
        last = UINT32_MAX;
        for (size_t i = nx; i-- > 0;) {
            last = wanted[j * nx + i] ? 0 : last == UINT32_MAX ? UINT32_MAX : last + 1;
            out[j * nx + i] = last < out[j * nx + i] ? last : out[j * nx + i];
        }
    }
}

/* The nearest cell of a kind, in cells between: `less` 1 from edge to edge, 0 from the farthest place. INFINITY: none.
 */
static double nearest_of(const uint32_t *rows, size_t nx, size_t ny, size_t i, size_t j, uint32_t less) {
    double best = INFINITY;
    for (size_t k = 0; k < ny; k++) {
        uint32_t x = rows[k * nx + i], y = (uint32_t)(k > j ? k - j : j - k);
        if (x != UINT32_MAX) {
            best = tl_min(best, tl_hypot(x > less ? x - less : 0, y > less ? y - less : 0));
        }
    }
    return best;
}

/* From what is in view to how far the nearest place is that isn't: no nearer than the nearest cell that isn't proved in
 * view, no farther than the nearest that is proved out of view. */
static tl_status find_nearest(tl_board_map *map, const tl_board_plan *plan, tl_error *error) {
    size_t nx = plan->grid.nx, ny = plan->grid.ny, count = nx * ny;
    bool *wanted = tl_alloc_array(map->context, count, sizeof(*wanted));
    uint32_t *rows = tl_alloc_array(map->context, 3 * count, sizeof(*rows));
    tl_status status = wanted != NULL && rows != NULL ? TL_OK : tl_fail_memory(error);
    for (int k = 0; k < 3 && status == TL_OK; k++) { /* not in view for sure; perhaps; likely */
        for (size_t i = 0; i < count; i++) {
            const tl_board_cell *c = &map->cells[i];
            wanted[i] = c->standing && (k == 0 ? c->high == 0 && !c->partly : k == 1 ? c->low < 1 : c->estimate < 0.5);
        }
        row_distances(wanted, nx, ny, rows + (size_t)k * count);
    }
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        tl_board_cell *c = &map->cells[i];
        c->high = tl_min(plan->most, plan->grid.cell * nearest_of(rows, nx, ny, i % nx, i / nx, 0));
        c->low = tl_min(c->high, plan->grid.cell * nearest_of(rows + count, nx, ny, i % nx, i / nx, 1));
        c->estimate =
            tl_min(c->high, tl_max(c->low, plan->grid.cell * nearest_of(rows + 2 * count, nx, ny, i % nx, i / nx, 0)));
    }
    tl_free(map->context, wanted);
    tl_free(map->context, rows);
    return status;
}

/* Whether a cell's bounds say as much as they can. */
static bool is_settled(const tl_board_plan *plan, const tl_board_cell *cell) {
    return tl_board_in_mm(plan->kind) ? cell->high - cell->low <= 3 * plan->grid.cell : cell->low == 1;
}

static void summarise(tl_board_map *map, const tl_board_plan *plan) {
    tl_board_summary *s = &map->summary;
    *s = (tl_board_summary){.in_mm = tl_board_in_mm(plan->kind),
                            .columns = plan->grid.nx,
                            .rows = plan->grid.ny,
                            .x0 = plan->grid.x0,
                            .y0 = plan->grid.y0,
                            .cell_mm = plan->grid.cell,
                            .rulings = s->rulings,
                            .proofs = s->proofs,
                            .mutual = s->mutual,
                            .from_zone = s->from_zone,
                            .from_to = s->from_to,
                            .pairs = s->pairs};
    double area = 0;
    for (size_t j = 0; j < s->rows; j++) {
        for (size_t i = 0; i < s->columns; i++) {
            const tl_board_cell *cell = &map->cells[j * s->columns + i];
            tl_board_rect r = tl_board_grid_rect(&plan->grid, i, j, 1);
            double here = (r.x1 - r.x0) * (r.y1 - r.y0);
            s->nowhere += !cell->standing;
            s->none += cell->standing && cell->high == 0;
            s->all += cell->standing && cell->high > 0 && is_settled(plan, cell);
            s->between += cell->standing && cell->high > 0 && !is_settled(plan, cell);
            if (cell->standing) {
                s->low += here * cell->low;
                s->high += here * cell->high;
                s->estimate += here * cell->estimate;
                area += here;
            }
        }
    }
    if (s->mutual) {
        s->low = s->pairs.low;
        s->high = s->pairs.high;
        s->estimate = s->pairs.estimate;
        return;
    }
    double most = s->in_mm ? INFINITY : 1;
    s->low = area > 0 ? tl_min(s->low / area, most) : 0;
    s->high = area > 0 ? tl_min(s->high / area, most) : 0;
    s->estimate = area > 0 ? tl_min(tl_max(s->estimate / area, s->low), s->high) : 0;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *value_text(const tl_words *words, bool in_mm, double value, char buffer[TL_WORDS_LENGTH_SIZE]) {
    return in_mm ? tl_words_length_text(words, value, buffer) : tl_words_decimal_text(words, 100 * value, 1, buffer);
}

static tl_status write_text(tl_board_map *map, const tl_board_plan *plan, tl_error *error) {
    static const tl_sentence said[TL_BOARD_KINDS] = {TL_SAY_MAP_FOV,    TL_SAY_MAP_DEAD,    TL_SAY_MAP_EXPOSURE,
                                                     TL_SAY_MAP_HEIGHT, TL_SAY_MAP_NEAREST, TL_SAY_MAP_LENGTH,
                                                     TL_SAY_MAP_MUTUAL, TL_SAY_MAP_COVER};
    const tl_words *words = plan->inquiry.words;
    const tl_board_summary *s = &map->summary;
    char low[TL_WORDS_LENGTH_SIZE], high[TL_WORDS_LENGTH_SIZE], likely[TL_WORDS_LENGTH_SIZE],
        side[TL_WORDS_LENGTH_SIZE], line[4][600] = {"", "", "", ""}, counts[4][32];
    value_text(words, s->in_mm, s->low, low);
    value_text(words, s->in_mm, s->high, high);
    value_text(words, s->in_mm, s->estimate, likely);
    if (s->mutual) {
        char mean[4][TL_WORDS_LENGTH_SIZE];
        const double means[4] = {s->from_zone.low, s->from_zone.high, s->from_to.low, s->from_to.high};
        for (int k = 0; k < 4; k++) {
            value_text(words, false, means[k], mean[k]);
        }
        tl_say(words, line[0], sizeof(line[0]) - 1, TL_SAY_MAP_MUTUAL_MEANS, mean[0], mean[1], mean[2], mean[3]);
        strcat(line[0], " ");
    }
    size_t said_already = strlen(line[0]);
    tl_say(words, line[0] + said_already, sizeof(line[0]) - said_already, said[map->kind], low, high, likely);
    const size_t numbers[4] = {s->none, s->all, s->between, s->nowhere};
    for (int k = 0; k < 4; k++) {
        snprintf(counts[k], sizeof(counts[k]), "%zu", numbers[k]);
    }
    tl_say(words, line[1], sizeof(line[1]), s->in_mm ? TL_SAY_MAP_CELLS_MM : TL_SAY_MAP_CELLS, counts[0], counts[1],
           counts[2], counts[3], tl_words_length_text(words, s->cell_mm, side));
    if (plan->rules.give > 0) {
        tl_say(words, line[2], sizeof(line[2]) - 1, TL_SAY_MAP_UNCERTAIN,
               tl_words_length_text(words, plan->rules.give, side));
        strcat(line[2], "\n");
    }
    if (tl_region_open_holes(&plan->rules)) {
        tl_say(words, line[3], sizeof(line[3]) - 1, TL_SAY_MAP_HOLES, "");
        strcat(line[3], "\n");
    }
    size_t size = strlen(line[0]) + strlen(line[1]) + strlen(line[2]) + strlen(line[3]) + 3;
    map->text = tl_alloc(map->context, size);
    if (map->text == NULL) {
        return tl_fail_memory(error);
    }
    snprintf(map->text, size, "%s\n%s\n%s%s", line[0], line[1], line[2], line[3]);
    return TL_OK;
}

/* Runs of equal cells, row by row: [count, low, high, estimate], with null for all three where nobody can stand. */
static void write_rows(const tl_board_map *map, tl_json_writer *w) {
    const tl_board_summary *s = &map->summary;
    tl_json_key(w, "rows");
    tl_json_begin_array(w);
    for (size_t j = 0; j < s->rows; j++) {
        tl_json_begin_array(w);
        for (size_t i = 0; i < s->columns;) {
            const tl_board_cell *cell = &map->cells[j * s->columns + i];
            size_t run = 1;
            while (i + run < s->columns && cell[run].standing == cell->standing &&
                   (!cell->standing || (cell[run].low == cell->low && cell[run].high == cell->high &&
                                        cell[run].estimate == cell->estimate))) {
                run++;
            }
            tl_json_begin_array(w);
            tl_json_int(w, (int64_t)run);
            if (cell->standing) {
                tl_json_double(w, cell->low);
                tl_json_double(w, cell->high);
                tl_json_double(w, cell->estimate);
            } else {
                tl_json_null(w);
                tl_json_null(w);
                tl_json_null(w);
            }
            tl_json_end_array(w);
            i += run;
        }
        tl_json_end_array(w);
    }
    tl_json_end_array(w);
}

static tl_status write_json(tl_board_map *map, const tl_board_plan *plan, const tl_board_question *q, tl_error *error) {
    const tl_board_summary *s = &map->summary;
    tl_json_writer w;
    tl_json_writer_init(&w, map->context, false);
    tl_json_begin_object(&w);
    tl_json_put_string(&w, "query", "analyze");
    tl_json_put_string(&w, "map", tl_board_kind_word(map->kind));
    tl_json_put_string(&w, "scene", plan->terrain.table->document->name);
    tl_json_put_string(&w, "ruleset", tl_ruleset_name(plan->inquiry.referee->ruleset));
    if (q->from != NULL) {
        tl_json_put_string(&w, "from", q->from);
    } else {
        tl_json_put_string(&w, "observer",
                           q->observer != NULL ? q->observer : tl_board_standard_name(plan->inquiry.referee->ruleset));
    }
    tl_json_put_string(&w, "target",
                       q->target != NULL ? q->target : tl_board_standard_name(plan->inquiry.referee->ruleset));
    tl_json_put_double(&w, "cell_mm", s->cell_mm);
    tl_json_put_int(&w, "level", (int64_t)plan->level);
    if (plan->effort != 1) {
        tl_json_put_double(&w, "effort", plan->effort);
    }
    const double origin[2] = {s->x0, s->y0}, bounds[2] = {s->low, s->high};
    tl_json_put_numbers(&w, "origin", origin, 2);
    tl_json_put_int(&w, "columns", (int64_t)s->columns);
    tl_json_put_int(&w, "rows_count", (int64_t)s->rows);
    tl_json_put_numbers(&w, s->in_mm ? "mean_mm" : "mean_fraction", bounds, 2);
    tl_json_put_double(&w, s->in_mm ? "mean_estimate_mm" : "mean_estimate", s->estimate);
    if (s->mutual) {
        const tl_board_bounds *means[2] = {&s->from_zone, &s->from_to};
        for (int k = 0; k < 2; k++) {
            const double mean[3] = {means[k]->low, means[k]->high, means[k]->estimate};
            tl_json_put_numbers(&w, k == 0 ? "zone_fraction" : "to_fraction", mean, 3);
        }
    }
    tl_json_put_int(&w, "none", (int64_t)s->none);
    tl_json_put_int(&w, "all", (int64_t)s->all);
    tl_json_put_int(&w, "mixed", (int64_t)s->between);
    tl_json_put_int(&w, "nowhere", (int64_t)s->nowhere);
    tl_json_put_int(&w, "rulings", (int64_t)s->rulings);
    tl_json_put_int(&w, "proofs", (int64_t)s->proofs);
    tl_json_put_double(&w, "tolerance_mm", plan->inquiry.tolerance);
    if (plan->rules.give > 0) {
        tl_json_put_double(&w, "uncertainty_mm", plan->rules.give);
    }
    if (tl_region_open_holes(&plan->rules)) {
        tl_json_put_bool(&w, "open_holes", true);
    }
    write_rows(map, &w);
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, &map->json, NULL, error);
    tl_json_writer_free(&w);
    return status;
}

/* --- The question ------------------------------------------------------------------------------------------------- */

typedef struct map_heights {
    const tl_board_plan *plan;
    double *found; /* per cell */
} map_heights;

/* Those of one row. */
static tl_status find_row(void *user, tl_context *context, size_t j, tl_error *error) {
    const map_heights *h = user;
    const tl_board_plan *plan = h->plan;
    double tall = plan->target.high - plan->target.low;
    for (size_t i = 0; i < plan->grid.nx; i++) {
        tl_board_rect r = tl_board_grid_rect(&plan->grid, i, j, 1);
        double levels[TL_BOARD_MOST_LEVELS];
        size_t count =
            tl_surface_levels(&plan->terrain.surfaces, 0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1), tall, levels,
                              plan->level + 1 < TL_BOARD_MOST_LEVELS ? plan->level + 1 : TL_BOARD_MOST_LEVELS);
        h->found[j * plan->grid.nx + i] = plan->level < count ? levels[plan->level] : NAN;
    }
    return tl_go_on(context, "mapping") ? TL_OK : tl_fail_cancelled(error, "mapping");
}

static tl_status find_heights(tl_board_map *map, const tl_board_plan *plan, unsigned threads, tl_error *error) {
    map_heights h = {plan, map->heights};
    const tl_thread_pool pool = {.context = map->context,
                                 .threads = threads,
                                 .count = plan->grid.ny,
                                 .what = "mapping",
                                 .first = 1,
                                 .last = 1 + TL_BOARD_NO_PROGRESS,
                                 .user = &h,
                                 .work = find_row};
    return tl_thread_pool_run(&pool, error);
}

/* Everything that follows from the tiles. */
static tl_status finish(tl_board_map *map, const tl_board_plan *plan, const tl_board_question *q, tl_board_tiles *tiles,
                        tl_error *error) {
    size_t count = plan->grid.nx * plan->grid.ny;
    map->kind = plan->kind;
    map->inch = plan->inquiry.units == 1;
    map->cells = tiles->cells;
    tiles->cells = NULL;
    map->heights = tl_alloc_array(map->context, count, sizeof(*map->heights));
    if (map->heights == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < tiles->count; i++) {
        map->summary.rulings += tiles->work[i].rulings;
        map->summary.proofs += tiles->work[i].proofs;
    }
    if (plan->kind == TL_BOARD_MUTUAL) {
        tl_status mutual = tl_board_mutual_finish(map, plan, tiles, error);
        if (mutual != TL_OK) {
            return mutual;
        }
    }
    if (plan->kind == TL_BOARD_DEAD || plan->kind == TL_BOARD_COVER) {
        turn_over(map->cells, count);
    }
    tl_status status = plan->kind == TL_BOARD_NEAREST ? find_nearest(map, plan, error) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    summarise(map, plan);
    status = find_heights(map, plan, q->threads, error);
    status = status == TL_OK ? write_text(map, plan, error) : status;
    return status == TL_OK ? write_json(map, plan, q, error) : status;
}

static tl_status new_map(const tl_referee *referee, tl_board_map **map, tl_error *error) {
    *map = tl_alloc_array(referee->context, 1, sizeof(**map));
    if (*map == NULL) {
        return tl_fail_memory(error);
    }
    (*map)->context = referee->context;
    return TL_OK;
}

/* Takes up what a file has; a part that is no use is written over, other files aren't. */
static tl_status take_up(const tl_board_plan *plan, const tl_board_share *share, tl_board_tiles *tiles,
                         tl_error *error) {
    tl_file_kind kind;
    tl_error cause = {0};
    if (tl_file_look(share->path, &kind, NULL, &cause) != TL_OK) {
        return TL_OK; /* not there yet; what else is wrong shows when it is written */
    }
    cause = (tl_error){0};
    tl_status status = tl_board_tiles_load(plan, share->path, share->key, tiles, &cause);
    if (status == TL_ERROR_FORMAT && tl_checkpoint_is_any(share->path)) {
        tl_log(plan->context, TL_LOG_WARNING, "%s: %s; it is begun anew", share->path, cause.message);
        memset(tiles->done, 0, tiles->count * sizeof(*tiles->done));
        return TL_OK;
    }
    if (status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = cause;
    }
    return status;
}

/* The tiles of a question, worked out or taken from its file. */
static tl_status work(const tl_board_plan *plan, const tl_board_question *q, tl_board_tiles *tiles, tl_error *error) {
    char *question = NULL;
    tl_board_share share = {
        .number = q->shares > 0 ? q->share - 1 : 0, .count = q->shares, .path = q->keep, .every = TL_BOARD_KEEP_EVERY};
    tl_status status = tl_board_question_write(plan->context, q, &question, error);
    if (status == TL_OK) {
        share.question = question;
        share.key =
            q->keep != NULL ? tl_checkpoint_key(&plan->inquiry, TL_CHECKPOINT_MAP, question) : (tl_digest){0, 0};
        status = q->keep != NULL ? take_up(plan, &share, tiles, error) : TL_OK;
    }
    if (status == TL_OK) {
        status = tl_board_work_out(plan, q->threads, &share, tiles, error);
    }
    tl_free(plan->context, question);
    return status;
}

static tl_status check_share(const tl_board_question *q, bool share, tl_error *error) {
    if (share ? q->shares == 0 || q->share < 1 || q->share > q->shares || q->keep == NULL : q->shares != 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "share", "say which share of how many, and the file it goes to",
                       share ? "there is no share %u of %u" : "a share of a map, %u of %u, is no map", q->share,
                       q->shares);
    }
    return TL_OK;
}

tl_status tl_board_ask(const tl_referee *referee, const tl_board_question *question, tl_board_map **map,
                       tl_error *error) {
    tl_board_plan plan = {.context = NULL};
    tl_board_tiles tiles = {.cells = NULL};
    tl_board_map *made = NULL;
    tl_status status = check_share(question, false, error);
    status = status == TL_OK ? new_map(referee, &made, error) : status;
    status = status == TL_OK ? tl_board_plan_make(referee, question, &plan, error) : status;
    status = status == TL_OK ? tl_board_tiles_make(&plan, &tiles, error) : status;
    status = status == TL_OK ? work(&plan, question, &tiles, error) : status;
    status = status == TL_OK ? finish(made, &plan, question, &tiles, error) : status;
    tl_board_tiles_free(referee->context, &tiles);
    tl_board_plan_free(&plan);
    if (status != TL_OK) {
        tl_board_map_destroy(made);
        return status;
    }
    *map = made;
    return TL_OK;
}

tl_status tl_board_ask_share(const tl_referee *referee, const tl_board_question *question, tl_error *error) {
    tl_board_plan plan = {.context = NULL};
    tl_board_tiles tiles = {.cells = NULL};
    tl_status status = check_share(question, true, error);
    status = status == TL_OK ? tl_board_plan_make(referee, question, &plan, error) : status;
    status = status == TL_OK ? tl_board_tiles_make(&plan, &tiles, error) : status;
    status = status == TL_OK ? work(&plan, question, &tiles, error) : status;
    tl_board_tiles_free(referee->context, &tiles);
    tl_board_plan_free(&plan);
    return status;
}

/* --- Shares put together ------------------------------------------------------------------------------------------ */

static tl_status load_all(const tl_board_plan *plan, const char *const *files, size_t count, const char *question,
                          tl_board_tiles *tiles, tl_error *error) {
    tl_digest key = tl_checkpoint_key(&plan->inquiry, TL_CHECKPOINT_MAP, question);
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = tl_board_tiles_load(plan, files[i], key, tiles, error);
    }
    size_t missing = 0;
    for (size_t i = 0; i < tiles->count; i++) {
        missing += tiles->done[i] ? 0U : 1U;
    }
    if (status == TL_OK && missing > 0) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "merge",
                         "name the files of all shares, and finish those that aren't",
                         "%zu of the map's %zu tiles are in none of the files", missing, tiles->count);
    }
    return status;
}

tl_status tl_board_merge(const tl_referee *referee, const char *const *files, size_t count, tl_board_map **map,
                         tl_error *error) {
    tl_board_plan plan = {.context = NULL};
    tl_board_tiles tiles = {.cells = NULL};
    tl_board_asked asked = {.json = NULL};
    tl_board_map *made = NULL;
    char *question = NULL;
    tl_status status = count > 0 ? TL_OK
                                 : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "merge", "name the files of all shares",
                                           "there is nothing to put together");
    status = status == TL_OK ? tl_checkpoint_question(referee->context, files[0], TL_CHECKPOINT_MAP, &question, error)
                             : status;
    status = status == TL_OK ? tl_board_question_read(referee->context, question, &asked, error) : status;
    status = status == TL_OK ? new_map(referee, &made, error) : status;
    status = status == TL_OK ? tl_board_plan_make(referee, &asked.question, &plan, error) : status;
    status = status == TL_OK ? tl_board_tiles_make(&plan, &tiles, error) : status;
    status = status == TL_OK ? load_all(&plan, files, count, question, &tiles, error) : status;
    status = status == TL_OK ? finish(made, &plan, &asked.question, &tiles, error) : status;
    tl_board_tiles_free(referee->context, &tiles);
    tl_board_plan_free(&plan);
    tl_board_asked_free(referee->context, &asked);
    tl_free(referee->context, question);
    if (status != TL_OK) {
        tl_board_map_destroy(made);
        return status;
    }
    *map = made;
    return TL_OK;
}

void tl_board_map_destroy(tl_board_map *map) {
    if (map != NULL) {
        tl_free(map->context, map->cells);
        tl_free(map->context, map->heights);
        tl_free(map->context, map->json);
        tl_free(map->context, map->text);
        tl_free(map->context, map);
    }
}
