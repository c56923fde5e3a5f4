/* pairs.c: proves for each two places of a board whether bodies there see one another. */
#include "board/findings/pairs.h"

#include "base/thread_pool.h"
#include "board/limits.h"
#include "board/map/nodes.h"
#include "tell/answer.h"

#include <string.h>

/* --- Stages ------------------------------------------------------------------------------------------------------- */

tl_status tl_board_stage_make(const tl_referee *referee, const char *const *set, tl_board_stage *stage,
                              tl_error *error) {
    memset(stage, 0, sizeof(*stage));
    stage->context = referee->context;
    tl_status status = tl_inquiry_begin(referee, set, -1, &stage->inquiry, error);
    stage->began = status == TL_OK;
    tl_tell_in_language_of(&stage->inquiry, NULL, &stage->words);
    if (status == TL_OK && tl_board_terrain_make(stage->context, referee->table, &stage->terrain) != TL_OK) {
        status = tl_fail_memory(error);
    }
    return status == TL_OK ? tl_region_rules_make(&stage->inquiry, NULL, &stage->rules, error) : status;
}

void tl_board_stage_free(tl_board_stage *stage) {
    if (stage->context == NULL) {
        return;
    }
    tl_board_terrain_free(stage->context, &stage->terrain);
    tl_region_rules_free(&stage->rules);
    if (stage->began) {
        tl_inquiry_free(&stage->inquiry);
    }
    memset(stage, 0, sizeof(*stage));
}

/* --- Tallies ------------------------------------------------------------------------------------------------------ */

double tl_board_tally_sum(const tl_board_tally *t) {
    return t->all[0] + t->all[1] + t->none[0] + t->none[1] + t->open[0] + t->open[1];
}

/* Where perhaps nobody can stand, a pair counts or not: whatever makes the bound wider. */
tl_board_bounds tl_board_tally_share(const tl_board_tally *t) {
    double all = t->all[0] + t->all[1], none = t->none[0] + t->none[1], open = t->open[0] + t->open[1];
    double sum = all + none + open;
    tl_board_bounds b = {0, 0, 0};
    if (sum > 0) {
        b.low = none + open > 0 ? t->all[0] / (t->all[0] + none + open) : 1;
        b.high = all + open > 0 ? 1 - t->none[0] / (t->none[0] + all + open) : 0;
        b.high = tl_max(b.low, b.high);
        b.estimate = tl_min(tl_max((all + t->likely) / sum, b.low), b.high);
    }
    return b;
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

static tl_status stand(const tl_board_stage *stage, tl_context *context, const tl_board_pairs *pairs, size_t index,
                       tl_error *error) {
    tl_board_square *s = &pairs->squares[index];
    tl_board_rect r = tl_board_grid_rect(&pairs->grid, index % pairs->grid.nx, index / pairs->grid.nx, 1);
    double x = 0.5 * (r.x0 + r.x1), y = 0.5 * (r.y0 + r.y1);
    tl_board_rect place = {x, y, x, y};
    tl_board_ground ground;
    memset(s, 0, sizeof(*s));
    s->rect = r;
    if (tl_board_ground_once(context, &stage->terrain, pairs->body, place, pairs->level, &ground) != TL_OK) {
        return tl_fail_memory(error);
    }
    if (ground.standing != TL_BOARD_NOWHERE) {
        s->end = tl_board_end_in(pairs->body, place, &ground);
        s->area = (r.x1 - r.x0) * (r.y1 - r.y0);
        s->partly = ground.standing != TL_BOARD_EVERYWHERE;
    }
    return TL_OK;
}

typedef struct pairs_standing {
    const tl_board_stage *stage;
    tl_board_pairs *pairs;
    const size_t *which;
} pairs_standing;

static tl_status stand_piece(void *user, tl_context *context, size_t piece, tl_error *error) {
    const pairs_standing *s = user;
    return stand(s->stage, context, s->pairs, s->which[piece], error);
}

static bool meets_plan(tl_board_rect r, double grown, const tl_box3 *boxes, size_t count) {
    for (size_t k = 0; k < count; k++) {
        if (r.x0 - grown <= boxes[k].high.x && r.x1 + grown >= boxes[k].low.x && r.y0 - grown <= boxes[k].high.y &&
            r.y1 + grown >= boxes[k].low.y) {
            return true;
        }
    }
    return false;
}

tl_status tl_board_pairs_stand(const tl_board_stage *stage, const tl_box3 *boxes, size_t count, unsigned threads,
                               double at, tl_board_pairs *pairs, tl_error *error) {
    size_t *which = tl_alloc_array(pairs->context, pairs->count, sizeof(*which)), wanted = 0;
    if (which == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < pairs->count; i++) {
        tl_board_rect r = tl_board_grid_rect(&pairs->grid, i % pairs->grid.nx, i / pairs->grid.nx, 1);
        if (boxes == NULL || meets_plan(r, pairs->body->footprint + 1, boxes, count)) {
            which[wanted++] = i;
        }
    }
    pairs_standing s = {stage, pairs, which};
    const tl_thread_pool pool = {.context = pairs->context,
                                 .threads = threads,
                                 .count = wanted,
                                 .what = "looking where one can stand",
                                 .first = at,
                                 .last = at + TL_BOARD_NO_PROGRESS,
                                 .user = &s,
                                 .work = stand_piece};
    tl_status status = tl_thread_pool_run(&pool, error);
    tl_free(pairs->context, which);
    return status;
}

tl_status tl_board_pairs_make(const tl_board_stage *stage, const tl_board_body *body, const tl_board_grid *grid,
                              size_t level, unsigned threads, tl_board_pairs *pairs, tl_error *error) {
    *pairs = (tl_board_pairs){.context = stage->context, .body = body, .grid = *grid, .level = level};
    pairs->count = grid->nx * grid->ny;
    if (pairs->count > TL_BOARD_MOST_SQUARES) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "cell", "take larger cells",
                       "each of %zu x %zu cells against each other is too much: %d cells are the most", grid->nx,
                       grid->ny, TL_BOARD_MOST_SQUARES);
    }
    pairs->squares = tl_alloc_array(pairs->context, pairs->count, sizeof(*pairs->squares));
    pairs->pairs = tl_alloc_array(pairs->context, pairs->count * (pairs->count - 1) / 2 + 1, sizeof(*pairs->pairs));
    if (pairs->squares == NULL || pairs->pairs == NULL) {
        return tl_fail_memory(error);
    }
    return tl_board_pairs_stand(stage, NULL, 0, threads, 0, pairs, error);
}

tl_status tl_board_pairs_copy(const tl_board_pairs *from, tl_board_pairs *pairs, tl_error *error) {
    *pairs = *from;
    size_t count = from->count * (from->count - 1) / 2;
    pairs->squares = tl_alloc_array(pairs->context, pairs->count, sizeof(*pairs->squares));
    pairs->pairs = tl_alloc_array(pairs->context, count + 1, sizeof(*pairs->pairs));
    if (pairs->squares == NULL || pairs->pairs == NULL) {
        return tl_fail_memory(error);
    }
    memcpy(pairs->squares, from->squares, from->count * sizeof(*from->squares));
    memcpy(pairs->pairs, from->pairs, count);
    return TL_OK;
}

void tl_board_pairs_free(tl_board_pairs *pairs) {
    if (pairs->context != NULL) {
        tl_free(pairs->context, pairs->squares);
        tl_free(pairs->context, pairs->pairs);
    }
    *pairs = (tl_board_pairs){0};
}

/* --- What comes between ------------------------------------------------------------------------------------------- */

/* Whether the strip round a segment meets a box in plan: two convex sets are apart when a line along a side of one of
 * them is between them. */
static bool strip_meets(tl_vec2 a, tl_vec2 b, double grown, tl_box3 box) {
    if (tl_min(a.x, b.x) - grown > box.high.x || tl_max(a.x, b.x) + grown < box.low.x ||
        tl_min(a.y, b.y) - grown > box.high.y || tl_max(a.y, b.y) + grown < box.low.y) {
        return false;
    }
    tl_vec2 d = tl_sub2(b, a), n = {-d.y, d.x};
    double reach = (grown + TL_BOARD_STRIP_HAIR) * tl_length2(n), at = tl_dot2(n, a);
    double low = tl_min(n.x * box.low.x, n.x * box.high.x) + tl_min(n.y * box.low.y, n.y * box.high.y);
    double high = tl_max(n.x * box.low.x, n.x * box.high.x) + tl_max(n.y * box.low.y, n.y * box.high.y);
    return low <= at + reach && high >= at - reach;
}

static tl_vec2 middle_of(tl_board_rect r) {
    return (tl_vec2){0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
}

bool tl_board_pair_meets(const tl_board_pairs *pairs, size_t i, size_t j, const tl_box3 *boxes, size_t count) {
    tl_vec2 a = middle_of(pairs->squares[i].rect), b = middle_of(pairs->squares[j].rect);
    double grown = tl_max(pairs->body->footprint, pairs->body->core_reach) + 2;
    for (size_t k = 0; k < count; k++) {
        if (strip_meets(a, b, grown, boxes[k])) {
            return true;
        }
    }
    return false;
}

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

typedef struct pairs_work {
    const tl_board_stage *stage;
    const tl_board_effort *effort;
    tl_board_pairs *pairs;
    uint64_t *rulings, *proofs; /* per row */
    tl_digest task;
} pairs_work;

void tl_board_pair_count(const tl_board_pairs *pairs, size_t i, size_t j, tl_board_tally *sum) {
    const tl_board_square *a = &pairs->squares[i], *b = &pairs->squares[j];
    double area = a->area * b->area;
    bool partly = a->partly || b->partly;
    switch ((tl_board_pair)pairs->pairs[tl_board_pair_index(i, j)]) {
    case TL_BOARD_PAIR_NOWHERE:
        break;
    case TL_BOARD_PAIR_SEEN:
        sum->all[partly] += area;
        break;
    case TL_BOARD_PAIR_HIDDEN:
        sum->none[partly] += area;
        break;
    case TL_BOARD_PAIR_LIKELY:
        sum->likely += area;
        sum->open[partly] += area;
        break;
    case TL_BOARD_PAIR_OPEN:
        sum->open[partly] += area;
        break;
    }
}

static tl_status work_pair(const pairs_work *w, tl_context *context, size_t i, size_t j, tl_error *error) {
    const tl_board_square *a = &w->pairs->squares[i], *b = &w->pairs->squares[j];
    uint8_t *pair = &w->pairs->pairs[tl_board_pair_index(i, j)];
    *pair = TL_BOARD_PAIR_NOWHERE;
    if (a->area <= 0 || b->area <= 0) {
        return TL_OK;
    }
    tl_board_looker looker;
    tl_board_answer answer = TL_BOARD_OPEN;
    bool likely = false;
    tl_board_looker_start(&looker, context, &w->stage->rules, &w->stage->terrain, tl_board_core_box(&a->end),
                          tl_board_core_box(&b->end), 1);
    tl_status status = w->effort->rough ? tl_board_glimpse(&looker, &a->end, &b->end, &likely, error)
                                        : tl_board_look(&looker, &a->end, &b->end, true, &answer, &likely, error);
    *pair = answer == TL_BOARD_ALL    ? TL_BOARD_PAIR_SEEN
            : answer == TL_BOARD_NONE ? TL_BOARD_PAIR_HIDDEN
            : likely                  ? TL_BOARD_PAIR_LIKELY
                                      : TL_BOARD_PAIR_OPEN;
    w->rulings[j] += looker.rulings;
    w->proofs[j] += looker.proofs;
    tl_board_looker_end(&looker);
    return status;
}

static bool is_wanted(const pairs_work *w, size_t i, size_t j) {
    return w->effort->wanted == NULL || w->effort->wanted[tl_board_pair_index(i, j)];
}

static size_t wanted_in_row(const pairs_work *w, size_t j) {
    size_t count = 0;
    for (size_t i = 0; i < j; i++) {
        count += is_wanted(w, i, j) ? 1U : 0U;
    }
    return count;
}

/* A row that is known; false: it isn't, or it is none of this task's. */
static bool take_row(const pairs_work *w, size_t j) {
    const tl_board_row *row = tl_board_rows_find(w->effort->rows, w->task, j);
    if (row == NULL || row->count != wanted_in_row(w, j)) {
        return false;
    }
    const uint8_t *value = row->values;
    for (size_t i = 0; i < j; i++) {
        if (is_wanted(w, i, j)) {
            w->pairs->pairs[tl_board_pair_index(i, j)] = *value++;
        }
    }
    w->rulings[j] += row->rulings;
    w->proofs[j] += row->proofs;
    return true;
}

static tl_status keep_row(const pairs_work *w, tl_context *context, size_t j) {
    tl_board_rows *rows = w->effort->rows;
    tl_board_row row = {.task = w->task, .index = j, .rulings = w->rulings[j], .proofs = w->proofs[j]};
    row.values = tl_alloc(context, j + 1);
    if (row.values == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < j; i++) {
        if (is_wanted(w, i, j)) {
            row.values[row.count++] = w->pairs->pairs[tl_board_pair_index(i, j)];
        }
    }
    return tl_board_rows_add(rows, context, &row);
}

static tl_status work_row(const pairs_work *w, tl_context *context, size_t j, tl_error *error) {
    for (size_t i = 0; i < j; i++) {
        if (!is_wanted(w, i, j)) {
            continue;
        }
        tl_status status = tl_progress(context, 0, "looking") ? work_pair(w, context, i, j, error)
                                                              : tl_fail_cancelled(error, "looking");
        if (status != TL_OK) {
            return status;
        }
    }
    return TL_OK;
}

/* All pairs of one place with those before it: known, another share's, or worked out now. */
static tl_status do_row(void *user, tl_context *context, size_t piece, tl_error *error) {
    const pairs_work *w = user;
    tl_board_rows *rows = w->effort->rows;
    size_t j = w->pairs->count - 1 - piece; /* long rows first */
    if (rows == NULL) {
        return work_row(w, context, j, error);
    }
    if (take_row(w, j) || (w->effort->shared && tl_board_rows_skips(rows, j))) {
        return TL_OK;
    }
    if (rows->merging && w->effort->shared && wanted_in_row(w, j) > 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "merge",
                       "name the files of all shares, and finish those that aren't",
                       "row %zu of what is to be put together is in none of the files", j);
    }
    tl_status status = work_row(w, context, j, error);
    return status == TL_OK && keep_row(w, context, j) != TL_OK ? tl_fail_memory(error) : status;
}

static tl_status keep_sometimes(void *user, tl_context *context, tl_error *error) {
    const pairs_work *w = user;
    return w->effort->rows != NULL ? tl_board_rows_keep(w->effort->rows, context, false, false, error) : TL_OK;
}

tl_status tl_board_pairs_work(const tl_board_stage *stage, const tl_board_effort *effort, tl_board_pairs *pairs,
                              tl_error *error) {
    pairs_work w = {.stage = stage, .effort = effort, .pairs = pairs};
    if (effort->task != NULL) { /* what lines say is no part of what is proved */
        const char *how = effort->rough ? "lines " : "";
        w.task = tl_digest_add((tl_digest){0, 0}, how, strlen(how));
        w.task = tl_digest_add(w.task, effort->task, strlen(effort->task));
    }
    w.rulings = tl_alloc_array(pairs->context, 2 * pairs->count + 1, sizeof(uint64_t));
    if (w.rulings == NULL) {
        return tl_fail_memory(error);
    }
    w.proofs = w.rulings + pairs->count;
    const tl_thread_pool pool = {.context = pairs->context,
                                 .threads = effort->threads,
                                 .count = pairs->count,
                                 .what = "looking from place to place",
                                 .first = effort->first,
                                 .last = effort->last,
                                 .shrinks = true,
                                 .user = &w,
                                 .work = do_row,
                                 .meanwhile = keep_sometimes};
    tl_status status = tl_thread_pool_run(&pool, error);
    for (size_t i = 0; i < pairs->count; i++) {
        pairs->rulings += w.rulings[i];
        pairs->proofs += w.proofs[i];
    }
    tl_free(pairs->context, w.rulings);
    return status;
}
