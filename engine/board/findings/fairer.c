/* fairer.c: one move or turn that makes a board fairer, out of a finite set: first by lines, then by proofs. */
#include "board/findings/footprint.h"
#include "board/findings/study.h"
#include "board/limits.h"

#include <stdlib.h>
#include <string.h>

static const double steps[TL_BOARD_FAIRER_STEPS] = TL_BOARD_FAIRER_MOVES; /* mm along each axis that it moves along */
static const double turns[TL_BOARD_FAIRER_TURNS] = TL_BOARD_FAIRER_ANGLES;
static const int ways[TL_BOARD_FAIRER_DIRECTIONS][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                        {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* What is tried, and what lines say of it. */
typedef struct fairer_candidate {
    size_t piece; /* of the findings */
    double by[2], turn, rough;
} fairer_candidate;

/* --- The set ------------------------------------------------------------------------------------------------------ */

static size_t terrain_of(const tl_table *table, const char *id) {
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (strcmp(table->terrain[i].id, id) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

typedef struct fairer_ranked {
    size_t piece;
    double weight;
} fairer_ranked;

static int by_weight(const void *x, const void *y) {
    const fairer_ranked *a = x, *b = y;
    return a->weight != b->weight ? (a->weight > b->weight ? -1 : 1) : a->piece < b->piece ? -1 : 1;
}

/* The pieces that hide most from either zone, of those that stand by themselves. */
static tl_status choose_pieces(const tl_board_analysis *q, const tl_board_findings *f,
                               size_t chosen[TL_BOARD_FAIRER_PIECES], size_t *count) {
    fairer_ranked *all = tl_alloc_array(q->context, f->piece_count + 1, sizeof(*all));
    if (all == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < f->piece_count; i++) {
        const tl_board_piece *p = &f->pieces[i];
        all[i] = (fairer_ranked){i, tl_max(fabs(p->hides_from[0].estimate), fabs(p->hides_from[1].estimate))};
    }
    qsort(all, f->piece_count, sizeof(*all), by_weight);
    tl_status status = TL_OK;
    *count = 0;
    for (size_t i = 0; i < f->piece_count && *count < TL_BOARD_FAIRER_PIECES && status == TL_OK; i++) {
        bool room = false;
        status = tl_board_has_room(q->context, q->referee->table,
                                   terrain_of(q->referee->table, f->pieces[all[i].piece].id), &room);
        if (room) {
            chosen[(*count)++] = all[i].piece;
        }
    }
    tl_free(q->context, all);
    return status;
}

static fairer_candidate candidate_of(size_t piece, size_t k) {
    fairer_candidate c = {.piece = piece};
    if (k < TL_BOARD_FAIRER_DIRECTIONS * TL_BOARD_FAIRER_STEPS) {
        c.by[0] = steps[k / TL_BOARD_FAIRER_DIRECTIONS] * ways[k % TL_BOARD_FAIRER_DIRECTIONS][0];
        c.by[1] = steps[k / TL_BOARD_FAIRER_DIRECTIONS] * ways[k % TL_BOARD_FAIRER_DIRECTIONS][1];
    } else {
        c.turn = turns[k - TL_BOARD_FAIRER_DIRECTIONS * TL_BOARD_FAIRER_STEPS];
    }
    return c;
}

static tl_status write_edit(const tl_board_analysis *q, const char *id, const fairer_candidate *c, char **json,
                            tl_error *error) {
    tl_json_writer w;
    tl_json_writer_init(&w, q->context, false);
    tl_json_begin_object(&w);
    tl_json_key(&w, "move");
    tl_json_begin_array(&w);
    tl_json_string(&w, id);
    tl_json_end_array(&w);
    if (c->turn != 0) {
        tl_json_put_double(&w, "turn", c->turn);
    } else {
        tl_json_put_numbers(&w, "by", c->by, 2);
    }
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, json, NULL, error);
    tl_json_writer_free(&w);
    return status;
}

/* --- Trying ------------------------------------------------------------------------------------------------------- */

/* Whether an edit leaves the piece with room, and everything else where it is. */
static tl_status is_good(const tl_board_analysis *q, const tl_table *table, const char *id, bool *good) {
    tl_board_inventory after = {.count = 0};
    size_t terrain = terrain_of(table, id);
    *good = false;
    tl_status status = tl_board_has_room(q->context, table, terrain, good);
    status = status == TL_OK ? tl_board_inventory_make(q->context, table, &after) : status;
    for (size_t i = 0; i < after.count && *good && status == TL_OK; i++) { /* in the same order: nothing came or went */
        *good = i == terrain || (tl_same_point(after.items[i].box.low, q->inventory.items[i].box.low) &&
                                 tl_same_point(after.items[i].box.high, q->inventory.items[i].box.high));
    }
    tl_board_inventory_free(q->context, &after);
    return status;
}

/* Fairness after an edit; below 0 where it can't be made. */
static tl_status try_edit(tl_board_analysis *q, const tl_board_pairs *from, const char *id, const fairer_candidate *c,
                          const tl_board_effort *effort, tl_board_score *score, bool *good, char **json,
                          tl_error *error) {
    tl_board_variant v;
    const tl_referee *referee = NULL;
    tl_error cause = {0};
    memset(&v, 0, sizeof(v));
    *good = false;
    tl_status status = write_edit(q, id, c, json, error);
    if (status == TL_OK) {
        status = q->editor->edit(q->editor->user, *json, &referee, &cause);
        if (status == TL_ERROR_SCENE || status == TL_ERROR_ARGUMENT) { /* off the table */
            return TL_OK;
        }
        if (status != TL_OK && error != NULL && error->status == TL_OK) {
            *error = cause;
        }
    }
    if (status == TL_OK && is_good(q, referee->table, id, good) != TL_OK) {
        return tl_fail_memory(error);
    }
    tl_board_effort own = *effort;
    own.task = *json;
    if (status == TL_OK && *good) {
        status = tl_board_variant_make(referee, q->study->set, &q->inventory, from, &q->zones, true, &own, &v, error);
        if (status == TL_OK) {
            *score = tl_board_score_of(&v.pairs, &q->zones);
        }
        tl_board_variant_free(&v);
    }
    return status;
}

static int by_rough(const void *x, const void *y) {
    const fairer_candidate *a = x, *b = y;
    if (a->rough != b->rough) {
        return a->rough > b->rough ? -1 : 1;
    }
    return a->piece != b->piece   ? (a->piece < b->piece ? -1 : 1)
           : a->turn != b->turn   ? (a->turn < b->turn ? -1 : 1)
           : a->by[0] != b->by[0] ? (a->by[0] < b->by[0] ? -1 : 1)
           : a->by[1] < b->by[1]  ? -1
                                  : 1;
}

/* Fairness by lines alone, of the board as it is and of everything in the set. */
static tl_status try_all(tl_board_analysis *q, double first, double last, tl_board_findings *f,
                         fairer_candidate *candidates, size_t *count, double *now, tl_error *error) {
    size_t chosen[TL_BOARD_FAIRER_PIECES], pieces = 0;
    tl_board_pairs rough = {.context = NULL};
    tl_status status = choose_pieces(q, f, chosen, &pieces) == TL_OK ? TL_OK : tl_fail_memory(error);
    status = status == TL_OK ? tl_board_pairs_copy(&q->pairs, &rough, error) : status;
    tl_board_effort effort = {
        .threads = q->study->threads, .first = first, .last = first + TL_BOARD_NO_PROGRESS, .rough = true};
    effort.rows = &q->rows;
    effort.task = "";
    status = status == TL_OK ? tl_board_pairs_work(&q->stage, &effort, &rough, error) : status;
    if (status == TL_OK) {
        *now = tl_board_score_of(&rough, &q->zones).zones.estimate;
    }
    *count = 0;
    size_t all = pieces * TL_BOARD_FAIRER_PER_PIECE;
    for (size_t k = 0; k < all && status == TL_OK; k++) {
        fairer_candidate c = candidate_of(chosen[k / TL_BOARD_FAIRER_PER_PIECE], k % TL_BOARD_FAIRER_PER_PIECE);
        tl_board_score score;
        bool good;
        char *json = NULL;
        effort.first = first + (last - first) * (double)k / (double)all;
        effort.last = first + (last - first) * (double)(k + 1) / (double)all;
        status = try_edit(q, &rough, f->pieces[c.piece].id, &c, &effort, &score, &good, &json, error);
        tl_free(q->context, json);
        if (status == TL_OK && good) {
            c.rough = score.zones.estimate;
            candidates[(*count)++] = c;
        }
    }
    tl_board_pairs_free(&rough);
    qsort(candidates, *count, sizeof(*candidates), by_rough);
    f->tried = *count;
    return status;
}

tl_status tl_board_seek_fairer(tl_board_analysis *q, double first, double last, tl_board_findings *f, tl_error *error) {
    fairer_candidate candidates[TL_BOARD_FAIRER_MOST];
    size_t count = 0;
    double now = 0, middle = 0.5 * (first + last), best = f->score.zones.estimate;
    tl_status status = try_all(q, first, middle, f, candidates, &count, &now, error);
    f->sought = true;
    for (size_t k = 0; k < count && k < TL_BOARD_FAIRER_PROVED && status == TL_OK && candidates[k].rough > now; k++) {
        const fairer_candidate *c = &candidates[k];
        tl_board_score score;
        bool good;
        char *json = NULL;
        tl_board_effort effort = {.threads = q->study->threads,
                                  .rows = &q->rows,
                                  .first = middle + (last - middle) * (double)k / TL_BOARD_FAIRER_PROVED,
                                  .last = middle + (last - middle) * (double)(k + 1) / TL_BOARD_FAIRER_PROVED};
        status = try_edit(q, &q->pairs, f->pieces[c->piece].id, c, &effort, &score, &good, &json, error);
        f->proved++;
        if (status == TL_OK && good && score.zones.estimate > best) {
            best = score.zones.estimate;
            tl_free(q->context, f->best.json);
            f->best = (tl_board_edit){.json = json,
                                      .piece = c->piece,
                                      .by = {c->by[0], c->by[1]},
                                      .turn = c->turn,
                                      .rough = c->rough,
                                      .score = score};
            json = NULL;
        }
        tl_free(q->context, json);
    }
    return status;
}
