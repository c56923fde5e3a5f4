/* study.c: a study from its question to its answer. */
#include "board/checkpoint.h"
#include "board/limits.h"
#include "board/map/bodies.h"
#include "board/question.h"
#include "board/findings/study.h"

#include <stdio.h>
#include <string.h>

/* The least side of squares, in whole millimetres, of which there are not too many. */
static double least_cell(double width, double depth) {
    double cell = floor(sqrt(width * depth / TL_BOARD_MOST_SQUARES));
    do {
        cell++;
    } while (ceil(width / cell) * ceil(depth / cell) > TL_BOARD_MOST_SQUARES);
    return cell;
}

static tl_status make_grid(const tl_board_study *study, const tl_document *document, tl_board_grid *grid,
                           tl_error *error) {
    double width = document->width, depth = document->depth;
    *grid = (tl_board_grid){0, 0, width, depth, study->cell_mm, 0, 0};
    if (study->cell_mm == 0) {
        grid->cell = tl_max(width, depth) / TL_BOARD_STUDY_ACROSS;
    } else if (!(study->cell_mm >= 1 && study->cell_mm <= TL_BOARD_LARGEST)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "cell", "give millimetres, such as 100",
                       "the side of a square can't be %g mm", study->cell_mm);
    }
    double nx = ceil(width / grid->cell - TL_BOARD_CELL_ROUNDING),
           ny = ceil(depth / grid->cell - TL_BOARD_CELL_ROUNDING);
    if (nx * ny > TL_BOARD_MOST_SQUARES || nx * ny < 2) {
        char remedy[80];
        snprintf(remedy, sizeof(remedy), nx * ny < 2 ? "take smaller cells" : "take cells of %.0f mm at least",
                 least_cell(width, depth));
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "cell", remedy,
                       "%.0f x %.0f cells against one another: 2 to %d can be", nx, ny, TL_BOARD_MOST_SQUARES);
    }
    grid->nx = (size_t)nx;
    grid->ny = (size_t)ny;
    /* what doesn't come out even is left to both sides alike, so that mirrored boards have mirrored places */
    grid->x0 = 0.5 * tl_min(0, width - nx * grid->cell);
    grid->y0 = 0.5 * tl_min(0, depth - ny * grid->cell);
    return TL_OK;
}

static tl_status begin(tl_board_analysis *q, tl_error *error) {
    const tl_board_study *study = q->study;
    const tl_table *table = q->referee->table;
    tl_board_grid grid;
    tl_status status = make_grid(study, table->document, &grid, error);
    if (status == TL_OK && !(fabs(study->facing_deg) <= TL_BOARD_LARGEST)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "give degrees", "that is no facing");
    }
    status = status == TL_OK ? tl_board_stage_make(q->referee, study->set, &q->stage, error) : status;
    if (status == TL_OK) {
        q->words = *q->stage.inquiry.words;
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

static void end(tl_board_analysis *q) {
    tl_board_inventory_free(q->context, &q->inventory);
    tl_board_zones_free(q->context, &q->zones);
    tl_board_pairs_free(&q->pairs);
    tl_board_stage_free(&q->stage);
}

/* Each pair by the distance of its places. */
static void measure_lines(const tl_board_pairs *pairs, tl_board_sight_lines *lines) {
    for (size_t j = 0; j < pairs->count; j++) {
        const tl_board_rect b = pairs->squares[j].rect;
        for (size_t i = 0; i < j; i++) {
            const tl_board_rect a = pairs->squares[i].rect;
            double x = 0.5 * (a.x0 + a.x1 - b.x0 - b.x1), y = 0.5 * (a.y0 + a.y1 - b.y0 - b.y1);
            double steps = floor(tl_hypot(x, y) / TL_BOARD_STEP);
            size_t step = steps < TL_BOARD_MOST_STEPS ? (size_t)steps : TL_BOARD_MOST_STEPS - 1;
            lines->count = step >= lines->count ? step + 1 : lines->count;
            tl_board_pair_count(pairs, i, j, &lines->steps[step]);
        }
    }
}

/* --- Stages ------------------------------------------------------------------------------------------------------- */

/* What a study does, one after the other. */
typedef enum study_stage { PAIRS, LANES, LEAKS, PIECES, FAIRER, STAGES } study_stage;

/* Where each begins and ends in the progress. */
typedef struct timetable {
    double at[STAGES + 1];
} timetable;

/* By what they take on usual tables: seconds of a processor, for each pair of places and beside that. */
static timetable make_timetable(const tl_board_analysis *q) {
    static const double each[STAGES] = TL_BOARD_STAGE_EACH, besides[STAGES] = TL_BOARD_STAGE_BESIDES;
    const double most_leaks = TL_BOARD_STAGE_LEAK * TL_BOARD_MOST_LEAK_PROOFS;
    double pairs = 0.5 * (double)q->pairs.count * (double)(q->pairs.count - 1), sum = 0;
    const tl_board_study *s = q->study;
    bool shares = s->shares > 0, pieces = s->pieces || s->suggest;
    const bool wanted[STAGES] = {true, s->details && !shares, s->details && !shares, pieces, s->suggest && !shares};
    timetable t = {{0}};
    for (int k = 0; k < STAGES; k++) {
        double cost = each[k] * pairs + besides[k];
        cost = k == LEAKS ? tl_min(cost, most_leaks) : cost;
        sum += wanted[k] ? cost : 0;
        t.at[k + 1] = sum;
    }
    for (int k = 1; k <= STAGES; k++) {
        t.at[k] /= sum;
    }
    return t;
}

static tl_board_effort effort_of(tl_board_analysis *q, const timetable *t, study_stage k, const char *task) {
    return (tl_board_effort){
        .threads = q->study->threads, .first = t->at[k], .last = t->at[k + 1], .rows = &q->rows, .task = task};
}

static tl_status find_details(tl_board_analysis *q, const timetable *t, tl_board_findings *f, tl_error *error) {
    const tl_table *table = q->referee->table;
    tl_board_core core;
    f->detailed = true;
    measure_lines(&q->pairs, &f->lines);
    tl_status status =
        tl_board_ways_find(&q->stage.inquiry, q->zones.along_x, q->body.high - q->body.low, &f->ways, error);
    tl_board_rect r = q->stage.terrain.rect;
    f->covered = f->ways.covered / ((r.x1 - r.x0) * (r.y1 - r.y0));
    f->covered_tall = f->ways.covered_tall / ((r.x1 - r.x0) * (r.y1 - r.y0));
    const tl_board_effort lanes = effort_of(q, t, LANES, NULL), leaks = effort_of(q, t, LEAKS, "leaks");
    if (status == TL_OK) {
        status = tl_board_lanes_find(&q->stage, &q->pairs, &q->zones, &lanes, &f->lanes, error);
    }
    if (status == TL_OK) {
        status = tl_board_core_named(table, q->study->body, "target", q->study->facing_deg, &core, error);
        status = status == TL_OK ? tl_board_leaks_find(&q->stage, &core, &q->pairs, &leaks, &f->leaks, error) : status;
        tl_board_core_free(&core);
    }
    return status;
}

static tl_status work(tl_board_analysis *q, tl_board_findings *f, tl_error *error) {
    const timetable t = make_timetable(q);
    bool sharing = q->rows.shares > 0;
    tl_board_effort effort = effort_of(q, &t, PAIRS, "");
    effort.shared = true;
    tl_status status = tl_board_pairs_work(&q->stage, &effort, &q->pairs, error);
    f->score = tl_board_score_of(&q->pairs, &q->zones);
    if (status == TL_OK && q->study->details && !sharing) {
        status = find_details(q, &t, f, error);
    }
    if (status == TL_OK && (q->study->pieces || q->study->suggest)) {
        status = tl_board_weigh_pieces(q, t.at[PIECES], t.at[PIECES + 1], f, error);
    }
    if (sharing) { /* the rest needs all of the shares */
        return status;
    }
    if (status == TL_OK && q->study->suggest) {
        status = tl_board_seek_fairer(q, t.at[FAIRER], t.at[FAIRER + 1], f, error);
    }
    status = status == TL_OK ? tl_board_mark_all(q, f, error) : status;
    return status == TL_OK ? tl_board_tell(q, f, error) : status;
}

/* A study with the files that it begins with. `*findings` only where it isn't a share. */
static tl_status look_into(const tl_referee *referee, const tl_board_study *study, const tl_board_editor *editor,
                           const char *const *files, size_t count, tl_board_findings **findings, tl_error *error) {
    tl_board_findings *made = tl_alloc_array(referee->context, 1, sizeof(*made));
    tl_board_analysis *q = tl_alloc_array(referee->context, 1, sizeof(*q));
    tl_status status = made != NULL && q != NULL ? TL_OK : tl_fail_memory(error);
    if (made != NULL) {
        made->context = referee->context;
    }
    if (status == TL_OK) {
        *q = (tl_board_analysis){.context = referee->context, .referee = referee, .study = study, .editor = editor};
        status = begin(q, error);
        if (status == TL_OK) {
            status = tl_board_rows_open(&q->rows, &q->stage.inquiry, study, files, count, error);
        }
        bool began = status == TL_OK;
        status = status == TL_OK ? work(q, made, error) : status;
        if (began && (status == TL_OK || status == TL_ERROR_CANCELLED)) { /* what is finished is kept all the same */
            tl_error cause = {0};
            tl_status kept = tl_board_rows_keep(&q->rows, referee->context, true, status == TL_OK, &cause);
            if (status == TL_OK && kept != TL_OK) {
                status = kept;
                if (error != NULL) {
                    *error = cause;
                }
            }
        }
        tl_board_rows_free(&q->rows);
        end(q);
    }
    tl_free(referee->context, q);
    if (status != TL_OK || study->shares > 0) {
        tl_board_findings_destroy(made);
        return status;
    }
    *findings = made;
    return TL_OK;
}

static tl_status check_share(const tl_board_study *s, bool share, tl_error *error) {
    if (share ? s->shares == 0 || s->share < 1 || s->share > s->shares || s->keep == NULL : s->shares != 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "share", "say which share of how many, and the file it goes to",
                       share ? "there is no share %u of %u" : "a share of a study, %u of %u, has no findings", s->share,
                       s->shares);
    }
    return TL_OK;
}

tl_status tl_board_look_into(const tl_referee *referee, const tl_board_study *study, const tl_board_editor *editor,
                             tl_board_findings **findings, tl_error *error) {
    tl_status status = check_share(study, false, error);
    return status == TL_OK ? look_into(referee, study, editor, NULL, 0, findings, error) : status;
}

tl_status tl_board_look_into_share(const tl_referee *referee, const tl_board_study *study,
                                   const tl_board_editor *editor, tl_error *error) {
    tl_status status = check_share(study, true, error);
    return status == TL_OK ? look_into(referee, study, editor, NULL, 0, NULL, error) : status;
}

tl_status tl_board_findings_merge(const tl_referee *referee, const char *const *files, size_t count, const char *keep,
                                  unsigned threads, const tl_board_editor *editor, tl_board_findings **findings,
                                  tl_error *error) {
    tl_board_asked asked = {.json = NULL};
    tl_board_study study;
    char *question = NULL;
    tl_status status = count > 0 ? TL_OK
                                 : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "merge", "name the files of all shares",
                                           "there is nothing to put together");
    status = status == TL_OK ? tl_checkpoint_question(referee->context, files[0], TL_CHECKPOINT_STUDY, &question, error)
                             : status;
    status = status == TL_OK ? tl_board_study_read(referee->context, question, &asked, &study, error) : status;
    if (status == TL_OK) {
        study.keep = keep;
        study.threads = threads;
        status = look_into(referee, &study, editor, files, count, findings, error);
    }
    tl_board_asked_free(referee->context, &asked);
    tl_free(referee->context, question);
    return status;
}

void tl_board_findings_destroy(tl_board_findings *f) {
    if (f != NULL) {
        for (size_t i = 0; i < f->piece_count; i++) {
            tl_free(f->context, f->pieces[i].id);
        }
        tl_free(f->context, f->pieces);
        tl_board_ways_free(f->context, &f->ways);
        tl_free(f->context, f->marks);
        tl_free(f->context, f->best.json);
        tl_free(f->context, f->best.text);
        tl_free(f->context, f->json);
        tl_free(f->context, f->text);
        tl_free(f->context, f->edit);
        tl_free(f->context, f);
    }
}
