/* rows.c: rows of pairs: looked up, added, and kept in their checkpoint. */
#include "board/findings/rows.h"

#include "board/checkpoint.h"
#include "board/limits.h"
#include "board/question.h"

#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_place(const void *x, const void *y) {
    const tl_board_row *a = x, *b = y;
    return a->task.a != b->task.a   ? (a->task.a < b->task.a ? -1 : 1)
           : a->task.b != b->task.b ? (a->task.b < b->task.b ? -1 : 1)
           : a->index != b->index   ? (a->index < b->index ? -1 : 1)
                                    : 0;
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

static tl_status get_row(tl_board_rows *l, tl_checkpoint_reader *r, const tl_checkpoint_record *record,
                         tl_error *error) {
    tl_board_row row = {.task = record->task,
                        .index = record->index,
                        .rulings = record->rulings,
                        .proofs = record->proofs,
                        .count = tl_checkpoint_left(r)};
    const uint8_t *values = tl_checkpoint_get(r, row.count);
    row.values = tl_alloc(l->context, (size_t)row.count + 1);
    if (row.values == NULL) {
        return tl_fail_memory(error);
    }
    memcpy(row.values, values, (size_t)row.count);
    return tl_board_rows_add(l, l->context, &row) == TL_OK ? TL_OK : tl_fail_memory(error);
}

static tl_status load(tl_board_rows *l, const char *path, tl_error *error) {
    tl_checkpoint_reader r;
    tl_checkpoint_record record;
    tl_status status = tl_checkpoint_open(&r, l->context, path, TL_CHECKPOINT_STUDY, error);
    if (status == TL_OK && !tl_digest_equal(r.key, l->key)) {
        status = tl_checkpoint_foreign(path, error);
    }
    while (status == TL_OK && tl_checkpoint_next(&r, &record)) {
        status = get_row(l, &r, &record, error);
    }
    status = status == TL_OK && r.failed ? tl_checkpoint_damaged(path, error) : status;
    tl_checkpoint_close(&r);
    return status;
}

static void drop_rows(tl_board_rows *l) {
    for (size_t i = 0; i < l->count; i++) {
        tl_free(l->context, l->items[i].values);
    }
    l->count = 0;
}

/* What an earlier run has left; a part that is no use is written over, other files aren't. */
static tl_status take_up(tl_board_rows *l, tl_error *error) {
    tl_error cause = {0};
    if (tl_file_look(l->path, NULL, NULL, &cause) != TL_OK) {
        return TL_OK; /* not there yet; what else is wrong shows when it is written */
    }
    cause = (tl_error){0};
    tl_status status = load(l, l->path, &cause);
    if (status == TL_ERROR_FORMAT && tl_checkpoint_is_any(l->path)) {
        tl_log(l->context, TL_LOG_WARNING, "%s: %s; it is begun anew", l->path, cause.message);
        drop_rows(l);
        return TL_OK;
    }
    if (status != TL_OK && error != NULL) {
        *error = cause;
    }
    return status;
}

tl_status tl_board_rows_open(tl_board_rows *l, const tl_inquiry *inquiry, const tl_board_study *study,
                             const char *const *files, size_t count, tl_error *error) {
    *l = (tl_board_rows){.context = inquiry->context,
                         .path = study->keep,
                         .share = study->share,
                         .shares = study->shares,
                         .merging = count > 0,
                         .kept = tl_seconds()};
    if (pthread_mutex_init(&l->lock, NULL) != 0) {
        return tl_fail_memory(error);
    }
    l->locks = true;
    tl_status status = tl_board_study_write(l->context, study, &l->question, error);
    if (status == TL_OK) {
        l->key = tl_checkpoint_key(inquiry, TL_CHECKPOINT_STUDY, l->question);
        status = l->path != NULL ? take_up(l, error) : TL_OK;
    }
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = load(l, files[i], error);
    }
    if (status == TL_OK && l->count > 0) {
        qsort(l->items, l->count, sizeof(*l->items), by_place);
    }
    l->known = l->count;
    return status;
}

void tl_board_rows_free(tl_board_rows *l) {
    if (l->context != NULL) {
        drop_rows(l);
        tl_free(l->context, l->items);
        tl_free(l->context, l->question);
    }
    if (l->locks) {
        pthread_mutex_destroy(&l->lock);
    }
    *l = (tl_board_rows){.context = NULL};
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

const tl_board_row *tl_board_rows_find(const tl_board_rows *l, tl_digest task, uint64_t index) {
    const tl_board_row wanted = {.task = task, .index = index};
    return l->known > 0 ? bsearch(&wanted, l->items, l->known, sizeof(*l->items), by_place) : NULL;
}

bool tl_board_rows_skips(const tl_board_rows *l, uint64_t index) {
    return l->shares > 0 && index % l->shares != l->share - 1;
}

tl_status tl_board_rows_add(tl_board_rows *l, tl_context *context, const tl_board_row *row) {
    pthread_mutex_lock(&l->lock);
    bool room = tl_reserve(context, (void **)&l->items, &l->capacity, l->count + 1, sizeof(*row));
    if (room) {
        l->items[l->count++] = *row;
    }
    pthread_mutex_unlock(&l->lock);
    if (!room) {
        tl_free(context, row->values);
    }
    return room ? TL_OK : TL_ERROR_MEMORY;
}

static tl_status save(tl_board_rows *l, tl_context *context, tl_error *error) {
    tl_checkpoint_writer w;
    tl_checkpoint_begin(&w, context, TL_CHECKPOINT_STUDY, l->question, l->key);
    pthread_mutex_lock(&l->lock);
    for (size_t i = 0; i < l->count; i++) {
        const tl_board_row *row = &l->items[i];
        const tl_checkpoint_record record = {row->task, row->index, row->rulings, row->proofs};
        tl_checkpoint_put_record(&w, &record);
        tl_checkpoint_put(&w, row->values, (size_t)row->count);
    }
    pthread_mutex_unlock(&l->lock);
    return tl_checkpoint_save(&w, l->path, error);
}

tl_status tl_board_rows_keep(tl_board_rows *l, tl_context *context, bool at_once, bool complete, tl_error *error) {
    if (l->path == NULL || (!at_once && tl_seconds() - l->kept <= TL_BOARD_KEEP_EVERY)) {
        return TL_OK;
    }
    l->kept = tl_seconds();
    tl_error cause = {0};
    tl_status status = save(l, context, &cause);
    if (status == TL_ERROR_FILE && !(complete && l->shares > 0)) {
        if (!l->warned) {
            tl_log(l->context, TL_LOG_WARNING, "%s: %s; what is finished isn't kept there", l->path, cause.message);
        }
        l->warned = true;
        return TL_OK;
    }
    if (status != TL_OK && error != NULL) {
        *error = cause;
    }
    return status;
}
