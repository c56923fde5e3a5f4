/* study.c: a study from its question to its answer. */
#include "board/study.h"

#include <string.h>

static tl_status make_grid(const tl_board_study *study, const tl_document *document, tl_board_grid *grid,
                           tl_error *error) {
    double width = document->width, depth = document->depth;
    *grid = (tl_board_grid){0, 0, width, depth, study->cell_mm, 0, 0};
    if (study->cell_mm == 0) {
        grid->cell = tl_max(width, depth) / 18;
    } else if (!(study->cell_mm >= 1 && study->cell_mm <= 1e6)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "cell", "give millimetres, such as 100",
                       "the side of a square can't be %g mm", study->cell_mm);
    }
    double nx = ceil(width / grid->cell - 1e-9), ny = ceil(depth / grid->cell - 1e-9);
    if (nx * ny > TL_BOARD_MOST_SQUARES || nx * ny < 2) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "cell", nx * ny < 2 ? "take smaller cells" : "take larger cells",
                       "%.0f x %.0f cells against one another: 2 to %d can be", nx, ny, TL_BOARD_MOST_SQUARES);
    }
    grid->nx = (size_t)nx;
    grid->ny = (size_t)ny;
    return TL_OK;
}

static tl_status begin(tl_board_inquest *q, tl_error *error) {
    const tl_board_study *study = q->study;
    const tl_table *table = q->referee->table;
    tl_board_grid grid;
    tl_status status = make_grid(study, table->document, &grid, error);
    status = status == TL_OK ? tl_board_stage_make(q->referee, study->set, &q->stage, error) : status;
    if (status == TL_OK) {
        q->words = q->stage.inquiry.words;
        status = tl_board_body_named(table, study->body, "target", study->facing_deg, &q->body, error);
    }
    if (status == TL_OK) {
        status = tl_board_pairs_make(&q->stage, &q->body, &grid, study->level, study->threads, &q->pairs, error);
    }
    if (status == TL_OK) {
        status =
            tl_board_zones_make(&q->pairs, q->stage.terrain.rect, study->zone, study->zone_count, &q->zones, error);
    }
    if (status == TL_OK && tl_board_inventory_make(q->context, table, &q->inventory) != TL_OK) {
        status = tl_fail_memory(error);
    }
    return status;
}

static void end(tl_board_inquest *q) {
    tl_board_inventory_free(q->context, &q->inventory);
    tl_board_zones_free(q->context, &q->zones);
    tl_board_pairs_free(&q->pairs);
    tl_board_stage_free(&q->stage);
}

static tl_status work(tl_board_inquest *q, tl_board_findings *f, tl_error *error) {
    /* shares of the progress, by what things take on a usual table */
    bool pieces = q->study->pieces || q->study->suggest;
    double pairs_end = pieces ? q->study->suggest ? 0.2 : 0.3 : 1, pieces_end = q->study->suggest ? 0.6 : 1;
    const tl_board_effort effort = {.threads = q->study->threads, .first = 0, .last = pairs_end};
    tl_status status = tl_board_pairs_work(&q->stage, &effort, &q->pairs, error);
    f->score = tl_board_score_of(&q->pairs, &q->zones);
    if (status == TL_OK && pieces) {
        status = tl_board_weigh_pieces(q, pairs_end, pieces_end, f, error);
    }
    if (status == TL_OK && q->study->suggest) {
        status = tl_board_seek_fairer(q, pieces_end, 1, f, error);
    }
    return status == TL_OK ? tl_board_tell(q, f, error) : status;
}

tl_status tl_board_look_into(const tl_referee *referee, const tl_board_study *study, const tl_board_editor *editor,
                             tl_board_findings **findings, tl_error *error) {
    tl_board_findings *made = tl_alloc_array(referee->context, 1, sizeof(*made));
    tl_board_inquest *q = tl_alloc_array(referee->context, 1, sizeof(*q));
    tl_status status = made != NULL && q != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        made->context = referee->context;
        *q = (tl_board_inquest){.context = referee->context, .referee = referee, .study = study, .editor = editor};
        status = begin(q, error);
        status = status == TL_OK ? work(q, made, error) : status;
        end(q);
    }
    tl_free(referee->context, q);
    if (status != TL_OK) {
        tl_board_findings_destroy(made);
        return status;
    }
    *findings = made;
    return TL_OK;
}

void tl_board_findings_destroy(tl_board_findings *f) {
    if (f != NULL) {
        for (size_t i = 0; i < f->piece_count; i++) {
            tl_free(f->context, f->pieces[i].id);
        }
        tl_free(f->context, f->pieces);
        tl_free(f->context, f->best.json);
        tl_free(f->context, f->json);
        tl_free(f->context, f->text);
        tl_free(f->context, f->edit);
        tl_free(f->context, f);
    }
}
