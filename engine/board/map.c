/* map.c: from a question to a finished map: what its cells say together, in numbers and in words. */
#include "board/map.h"

#include "io/json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- Summary ------------------------------------------------------------------------------------------------------ */

/* Dead ground is what nobody sees. */
static void turn_over(tl_board_cell *cells, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double low = cells[i].low;
        cells[i].low = 1 - cells[i].high;
        cells[i].high = 1 - low;
    }
}

static void summarise(tl_board_map *map, const tl_board_plan *plan) {
    tl_board_summary *s = &map->summary;
    *s = (tl_board_summary){.columns = plan->grid.nx,
                            .rows = plan->grid.ny,
                            .x0 = plan->grid.x0,
                            .y0 = plan->grid.y0,
                            .cell_mm = plan->grid.cell,
                            .rulings = s->rulings,
                            .proofs = s->proofs};
    double area = 0;
    for (size_t j = 0; j < s->rows; j++) {
        for (size_t i = 0; i < s->columns; i++) {
            const tl_board_cell *cell = &map->cells[j * s->columns + i];
            tl_board_rect r = tl_board_grid_rect(&plan->grid, i, j, 1);
            double here = (r.x1 - r.x0) * (r.y1 - r.y0);
            s->nowhere += !cell->standing;
            s->none += cell->standing && cell->high == 0;
            s->all += cell->standing && cell->low == 1;
            s->between += cell->standing && cell->high > 0 && cell->low < 1;
            if (cell->standing) {
                s->low += here * cell->low;
                s->high += here * cell->high;
                area += here;
            }
        }
    }
    s->low = area > 0 ? tl_min(s->low / area, 1) : 0;
    s->high = area > 0 ? tl_min(s->high / area, 1) : 0;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *percent(const tl_words *words, double share, char buffer[TL_LENGTH_SIZE]) {
    return tl_decimal_text(words, 100 * share, 1, buffer);
}

static tl_status write_text(tl_board_map *map, const tl_board_plan *plan, tl_error *error) {
    static const tl_sentence said[TL_BOARD_KINDS] = {TL_SAY_MAP_FOV, TL_SAY_MAP_DEAD, TL_SAY_MAP_EXPOSURE};
    const tl_words *words = &plan->inquiry.words;
    const tl_board_summary *s = &map->summary;
    char low[TL_LENGTH_SIZE], high[TL_LENGTH_SIZE], side[TL_LENGTH_SIZE], line[3][400], counts[4][32];
    tl_say(words, line[0], sizeof(line[0]), said[map->kind], percent(words, s->low, low),
           percent(words, s->high, high));
    const size_t numbers[4] = {s->none, s->all, s->between, s->nowhere};
    for (int k = 0; k < 4; k++) {
        snprintf(counts[k], sizeof(counts[k]), "%zu", numbers[k]);
    }
    tl_say(words, line[1], sizeof(line[1]), TL_SAY_MAP_CELLS, counts[0], counts[1], counts[2], counts[3],
           tl_length_text(words, s->cell_mm, side));
    size_t size = strlen(line[0]) + strlen(line[1]) + 3;
    map->text = tl_alloc(map->context, size);
    if (map->text == NULL) {
        return tl_fail_memory(error);
    }
    snprintf(map->text, size, "%s\n%s\n", line[0], line[1]);
    return TL_OK;
}

/* Runs of equal cells, row by row: [count, low, high], with null for both where nobody can stand. */
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
                   (!cell->standing || (cell[run].low == cell->low && cell[run].high == cell->high))) {
                run++;
            }
            tl_json_begin_array(w);
            tl_json_int(w, (int64_t)run);
            if (cell->standing) {
                tl_json_double(w, cell->low);
                tl_json_double(w, cell->high);
            } else {
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
        tl_json_put_string(&w, "observer", q->observer != NULL ? q->observer : "infantry");
    }
    tl_json_put_string(&w, "target", q->target != NULL ? q->target : "infantry");
    tl_json_put_double(&w, "cell_mm", s->cell_mm);
    tl_json_put_int(&w, "level", (int64_t)plan->level);
    const double origin[2] = {s->x0, s->y0}, bounds[2] = {s->low, s->high};
    tl_json_put_numbers(&w, "origin", origin, 2);
    tl_json_put_int(&w, "columns", (int64_t)s->columns);
    tl_json_put_int(&w, "rows_count", (int64_t)s->rows);
    tl_json_put_numbers(&w, "mean_fraction", bounds, 2);
    tl_json_put_int(&w, "none", (int64_t)s->none);
    tl_json_put_int(&w, "all", (int64_t)s->all);
    tl_json_put_int(&w, "mixed", (int64_t)s->between);
    tl_json_put_int(&w, "nowhere", (int64_t)s->nowhere);
    tl_json_put_int(&w, "rulings", (int64_t)s->rulings);
    tl_json_put_int(&w, "proofs", (int64_t)s->proofs);
    tl_json_put_double(&w, "tolerance_mm", plan->inquiry.tolerance);
    write_rows(map, &w);
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, &map->json, NULL, error);
    tl_json_writer_free(&w);
    return status;
}

/* --- The question ------------------------------------------------------------------------------------------------- */

static void find_heights(tl_board_map *map, const tl_board_plan *plan) {
    const tl_board_summary *s = &map->summary;
    double tall = plan->target.high - plan->target.low;
    for (size_t j = 0; j < s->rows; j++) {
        for (size_t i = 0; i < s->columns; i++) {
            tl_board_rect r = tl_board_grid_rect(&plan->grid, i, j, 1);
            double heights[64];
            size_t count = tl_surface_levels(&plan->terrain.surfaces, 0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1), tall,
                                             heights, plan->level + 1 < 64 ? plan->level + 1 : 64);
            map->heights[j * s->columns + i] = plan->level < count ? heights[plan->level] : NAN;
        }
    }
}

static unsigned processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

static tl_status answer(tl_board_map *map, const tl_board_plan *plan, const tl_board_question *q, tl_error *error) {
    size_t count = plan->grid.nx * plan->grid.ny;
    map->cells = tl_alloc_array(map->context, count, sizeof(*map->cells));
    map->heights = tl_alloc_array(map->context, count, sizeof(*map->heights));
    if (map->cells == NULL || map->heights == NULL) {
        return tl_fail_memory(error);
    }
    map->kind = plan->kind;
    tl_board_work work = {0, 0};
    tl_status status = tl_board_work_out(plan, q->threads > 0 ? q->threads : processors(), map->cells, &work, error);
    if (status != TL_OK) {
        return status;
    }
    if (plan->kind == TL_BOARD_DEAD) {
        turn_over(map->cells, count);
    }
    map->summary.rulings = work.rulings;
    map->summary.proofs = work.proofs;
    summarise(map, plan);
    find_heights(map, plan);
    status = write_text(map, plan, error);
    return status == TL_OK ? write_json(map, plan, q, error) : status;
}

tl_status tl_board_ask(const tl_referee *referee, const tl_board_question *question, tl_board_map **map,
                       tl_error *error) {
    tl_board_plan plan;
    tl_board_map *made = tl_alloc_array(referee->context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = referee->context;
    tl_status status = tl_board_plan_make(referee, question, &plan, error);
    if (status == TL_OK) {
        status = answer(made, &plan, question, error);
    }
    tl_board_plan_free(&plan);
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
