/* piece.c: what each piece of terrain does: the board with it and without it. */
#include "board/findings/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All pairs of places in a group of squares, whether or not one can stand there: the same with any terrain. */
static double measure_of(const tl_board_analysis *q, tl_board_group group) {
    const tl_board_pairs *p = &q->pairs;
    double sum = 0;
    for (size_t j = 0; j < p->count; j++) {
        tl_board_rect b = p->squares[j].rect;
        for (size_t i = 0; i < j; i++) {
            tl_board_rect a = p->squares[i].rect;
            if (tl_board_pair_in(&q->zones, i, j, group)) {
                sum += (a.x1 - a.x0) * (a.y1 - a.y0) * (b.x1 - b.x0) * (b.y1 - b.y0);
            }
        }
    }
    return sum;
}

/* What comes into view, from what is seen of the pairs that were worked out again; of the others nothing changes. */
static tl_board_bounds gained(const tl_board_analysis *q, const tl_board_variant *v, tl_board_group group) {
    tl_board_tally before, after;
    memset(&before, 0, sizeof(before));
    memset(&after, 0, sizeof(after));
    for (size_t j = 0; j < q->pairs.count; j++) {
        for (size_t i = 0; i < j; i++) {
            size_t k = tl_board_pair_index(i, j);
            if (v->wanted[k] && tl_board_pair_in(&q->zones, i, j, group)) {
                tl_board_pair_count(&q->pairs, i, j, &before);
                tl_board_pair_count(&v->pairs, i, j, &after);
            }
        }
    }
    double least = before.all[0], most = before.all[0] + before.all[1] + before.open[0] + before.open[1];
    double likely = before.all[0] + before.all[1] + before.likely;
    double then_least = after.all[0], then_most = after.all[0] + after.all[1] + after.open[0] + after.open[1];
    double then_likely = after.all[0] + after.all[1] + after.likely;
    double measure = measure_of(q, group);
    if (measure == 0) { /* zones that hold all places: none is outside of both */
        return (tl_board_bounds){0, 0, 0};
    }
    tl_board_bounds b = {(then_least - most) / measure, (then_most - least) / measure,
                         (then_likely - likely) / measure};
    return b;
}

static tl_status weigh(tl_board_analysis *q, size_t terrain, double first, double last, tl_board_piece *piece,
                       tl_error *error) {
    tl_board_variant v;
    tl_json_writer w;
    char *edit = NULL;
    tl_board_effort effort = {
        .threads = q->study->threads, .first = first, .last = last, .rows = &q->rows, .shared = true};
    tl_json_writer_init(&w, q->context, false);
    tl_json_begin_object(&w);
    tl_json_put_string(&w, "remove", q->referee->table->terrain[terrain].id);
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, &edit, NULL, error);
    tl_json_writer_free(&w);
    memset(&v, 0, sizeof(v));
    effort.task = edit;
    if (status == TL_OK) {
        const tl_referee *referee = NULL;
        status = q->editor->edit(q->editor->user, edit, &referee, error);
        if (status == TL_OK) {
            status = tl_board_variant_make(referee, q->study->set, &q->inventory, &q->pairs, &q->zones, false, &effort,
                                           &v, error);
        }
    }
    if (status == TL_OK) {
        piece->hides = gained(q, &v, TL_BOARD_ANYWHERE);
        piece->hides_from[0] = gained(q, &v, TL_BOARD_VIEW_A);
        piece->hides_from[1] = gained(q, &v, TL_BOARD_VIEW_B);
        piece->fairness = tl_board_score_of(&v.pairs, &q->zones).zones;
        piece->again = v.again;
    }
    tl_board_variant_free(&v);
    tl_free(q->context, edit);
    return status;
}

static int by_weight(const void *x, const void *y) {
    const tl_board_piece *a = x, *b = y;
    return a->hides.estimate != b->hides.estimate ? (a->hides.estimate > b->hides.estimate ? -1 : 1)
                                                  : strcmp(a->id, b->id);
}

tl_status tl_board_weigh_pieces(tl_board_analysis *q, double first, double last, tl_board_findings *f,
                                tl_error *error) {
    const tl_table *table = q->referee->table;
    f->pieces = tl_alloc_array(q->context, table->terrain_count + 1, sizeof(*f->pieces));
    if (f->pieces == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        tl_board_piece *piece = &f->pieces[f->piece_count];
        double step = (last - first) / (double)table->terrain_count;
        piece->id = tl_duplicate_text(q->context, table->terrain[i].id);
        piece->name = table->terrain[i].name;
        if (piece->id == NULL) {
            return tl_fail_memory(error);
        }
        f->piece_count++;
        status = weigh(q, i, first + step * (double)i, first + step * (double)(i + 1), piece, error);
    }
    qsort(f->pieces, f->piece_count, sizeof(*f->pieces), by_weight);
    return status;
}
