/* test_board_rows.c: rows of pairs that were worked out: found again, shared, kept in a file and taken up; and what
 * pairs take of them. */
#include "board/checkpoint.h"
#include "support/board_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path_of(const char *part) {
    static char path[512];
    snprintf(path, sizeof(path), "%s/rows-%ld-%s.tmp", TL_TEST_BINARY_DIR, (long)getpid(), part);
    return path;
}

/* A table with a wall, so that pairs differ. */
static void walled(board_places *p) {
    board_places_begin(p, 600, 400);
    judge_wall(&p->t, "w", (tl_vec2){150, 190}, (tl_vec2){450, 210}, 60);
    board_places_look(p, 100, NULL);
}

static void open_rows(board_places *p, tl_board_rows *rows, const tl_board_study *study) {
    memset(&p->error, 0, sizeof(p->error));
    if (tl_board_rows_open(rows, &p->stage.inquiry, study, NULL, 0, &p->error) != TL_OK) {
        fail_msg("%s", p->error.message);
    }
}

static void add(board_places *p, tl_board_rows *rows, uint64_t a, uint64_t b, uint64_t index, uint8_t value) {
    tl_board_row row = {.task = {a, b}, .index = index, .rulings = 3 * value, .proofs = 2 * value, .count = value};
    row.values = tl_alloc(p->t.context, value + 1U);
    memset(row.values, value, value);
    assert_int_equal(tl_board_rows_add(rows, p->t.context, &row), TL_OK);
}

/* Tasks and indices that differ in one number alone, in no order. */
static void rows_are_found_by_task_and_index(void **state) {
    (void)state;
    board_places p;
    tl_board_rows rows;
    walled(&p);
    const tl_board_study study = {.keep = path_of("found")};
    open_rows(&p, &rows, &study);
    for (int k = 0; k < 27; k++) {
        int n = k * 10 % 27; /* 10 and 27 have no divisor in common */
        add(&p, &rows, (uint64_t)(n / 9), (uint64_t)(n / 3 % 3) << 40, (uint64_t)(n % 3), (uint8_t)(n + 1));
    }
    assert_null(tl_board_rows_find(&rows, (tl_digest){0, 0}, 0)); /* new ones aren't known yet */
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, true, &p.error), TL_OK);
    tl_board_rows_free(&rows);
    assert_null(rows.items);
    open_rows(&p, &rows, &study);
    assert_int_equal(rows.known, 27);
    for (int n = 0; n < 27; n++) {
        const tl_digest task = {(uint64_t)(n / 9), (uint64_t)(n / 3 % 3) << 40};
        const tl_board_row *row = tl_board_rows_find(&rows, task, (uint64_t)(n % 3));
        assert_non_null(row);
        assert_true(row->count == (uint64_t)n + 1 && row->values[0] == n + 1 && row->values[n] == n + 1);
        assert_true(row->rulings == 3 * ((uint64_t)n + 1) && row->proofs == 2 * ((uint64_t)n + 1));
        assert_null(tl_board_rows_find(&rows, task, 3));
    }
    assert_null(tl_board_rows_find(&rows, (tl_digest){3, 0}, 0));
    tl_board_rows_free(&rows);
    remove(study.keep);
    board_places_end(&p);
}

/* Of n shares each row is one's and no other's. */
static void shares_divide_rows(void **state) {
    (void)state;
    for (unsigned n = 1; n < 6; n++) {
        for (uint64_t row = 0; row < 12; row++) {
            int whose = 0;
            for (unsigned k = 1; k <= n; k++) {
                const tl_board_rows rows = {.share = k, .shares = n};
                whose += !tl_board_rows_skips(&rows, row);
            }
            assert_int_equal(whose, 1);
        }
    }
    const tl_board_rows all = {.shares = 0};
    assert_false(tl_board_rows_skips(&all, 7));
}

static int logged;

static void log_it(void *user, tl_log_level level, const char *text) {
    (void)user;
    (void)text;
    logged += level == TL_LOG_WARNING ? 1 : 0;
}

static bool there(const char *path) {
    return access(path, F_OK) == 0;
}

/* Not before its time, unless it has to be; a file that can't be written is told once, and is an error of shares. */
static void files_are_kept_now_and_then(void **state) {
    (void)state;
    board_places p;
    tl_board_rows rows;
    walled(&p);
    p.t.context->options.log = log_it;
    logged = 0;
    tl_board_study study = {.keep = path_of("kept")};
    open_rows(&p, &rows, &study);
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, false, false, &p.error), TL_OK);
    assert_false(there(study.keep));
    rows.kept -= 9; /* nine seconds ago */
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, false, false, &p.error), TL_OK);
    assert_false(there(study.keep));
    rows.kept -= 2;
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, false, false, &p.error), TL_OK);
    assert_true(there(study.keep));
    remove(study.keep);
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, false, false, &p.error), TL_OK);
    assert_false(there(study.keep)); /* just done */
    rows.path = "no-such-folder/rows.tmp";
    for (int k = 0; k < 3; k++) {
        assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, k > 0, &p.error), TL_OK);
        assert_int_equal(logged, 1);
    }
    rows.shares = 2; /* incomplete it isn't lost yet */
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, false, &p.error), TL_OK);
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, true, &p.error), TL_ERROR_FILE);
    assert_int_equal(p.error.status, TL_ERROR_FILE);
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, true, NULL), TL_ERROR_FILE);
    rows.path = NULL;
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, true, &p.error), TL_OK);
    tl_board_rows_free(&rows);
    board_places_end(&p);
}

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

static tl_status work(board_places *p, tl_board_rows *rows, const char *task, bool shared, const bool *wanted,
                      bool rough) {
    const tl_board_effort effort = {
        .threads = 1, .rows = rows, .task = task, .shared = shared, .wanted = wanted, .rough = rough};
    memset(&p->error, 0, sizeof(p->error));
    return tl_board_pairs_work(&p->stage, &effort, &p->pairs, &p->error);
}

/* Sorts what is there, as files are when they are opened. */
static void know(board_places *p, tl_board_rows *rows, const tl_board_study *study) {
    assert_int_equal(tl_board_rows_keep(rows, p->t.context, true, true, &p->error), TL_OK);
    tl_board_rows_free(rows);
    open_rows(p, rows, study);
    remove(study->keep);
}

/* Rows are those of their task alone: of proofs, or of lines; taken as they are, with the work that went into them. */
static void known_rows_are_taken(void **state) {
    (void)state;
    board_places p;
    tl_board_rows rows;
    uint8_t before[24 * 23 / 2];
    walled(&p);
    memcpy(before, p.pairs.pairs, sizeof(before));
    const tl_board_study study = {.keep = path_of("taken")};
    open_rows(&p, &rows, &study);
    uint64_t rulings = p.pairs.rulings, proofs = p.pairs.proofs;
    assert_int_equal(work(&p, &rows, "x", false, NULL, false), TL_OK);
    assert_int_equal(rows.count, 24);
    assert_memory_equal(p.pairs.pairs, before, sizeof(before));
    assert_true(p.pairs.rulings == 2 * rulings && p.pairs.proofs == 2 * proofs); /* they add up */
    know(&p, &rows, &study);
    for (size_t k = 0; k < rows.count; k++) { /* all turned round, to be known again */
        for (size_t i = 0; i < rows.items[k].count; i++) {
            rows.items[k].values[i] = 4 - rows.items[k].values[i];
        }
    }
    assert_int_equal(work(&p, &rows, "x", false, NULL, false), TL_OK);
    for (size_t k = 0; k < sizeof(before); k++) {
        assert_int_equal(p.pairs.pairs[k], 4 - before[k]);
    }
    assert_true(p.pairs.rulings == 3 * rulings && p.pairs.proofs == 3 * proofs);
    assert_int_equal(rows.count, 24);
    /* another task, and lines instead of proofs: worked out anew */
    assert_int_equal(work(&p, &rows, "y", false, NULL, false), TL_OK);
    assert_memory_equal(p.pairs.pairs, before, sizeof(before));
    assert_int_equal(rows.count, 48);
    assert_int_equal(work(&p, &rows, "x", false, NULL, true), TL_OK);
    assert_int_equal(rows.count, 72);
    for (size_t k = 0; k < sizeof(before); k++) { /* lines prove nothing, but one that is found is there */
        uint8_t v = p.pairs.pairs[k];
        assert_true(v == TL_BOARD_PAIR_LIKELY || v == TL_BOARD_PAIR_OPEN);
        assert_true(v == TL_BOARD_PAIR_LIKELY ? before[k] != TL_BOARD_PAIR_HIDDEN : before[k] != TL_BOARD_PAIR_SEEN);
    }
    tl_board_rows_free(&rows);
    board_places_end(&p);
}

/* Only what is wanted is worked out, kept and taken; a row of other pairs is none. */
static void rows_hold_what_is_wanted(void **state) {
    (void)state;
    board_places p;
    tl_board_rows rows;
    uint8_t before[276];
    bool wanted[276], fewer[276];
    walled(&p);
    memcpy(before, p.pairs.pairs, sizeof(before));
    for (size_t k = 0; k < 276; k++) {
        wanted[k] = k % 3 == 0;
        fewer[k] = k % 6 == 0;
    }
    const tl_board_study study = {.keep = path_of("wanted")};
    open_rows(&p, &rows, &study);
    memset(p.pairs.pairs, 9, sizeof(before));
    assert_int_equal(work(&p, &rows, "x", false, wanted, false), TL_OK);
    for (size_t k = 0; k < 276; k++) {
        assert_int_equal(p.pairs.pairs[k], wanted[k] ? before[k] : 9);
    }
    know(&p, &rows, &study);
    memset(p.pairs.pairs, 9, sizeof(before));
    assert_int_equal(work(&p, &rows, "x", false, wanted, false), TL_OK);
    for (size_t k = 0; k < 276; k++) {
        assert_int_equal(p.pairs.pairs[k], wanted[k] ? before[k] : 9);
    }
    size_t known = rows.count;
    memset(p.pairs.pairs, 9, sizeof(before));
    assert_int_equal(work(&p, &rows, "x", false, fewer, false), TL_OK);
    assert_true(rows.count > known);
    for (size_t k = 0; k < 276; k++) {
        assert_int_equal(p.pairs.pairs[k], fewer[k] ? before[k] : 9);
    }
    tl_board_rows_free(&rows);
    board_places_end(&p);
}

/* A share does its rows of tasks that are shared, and all of the others; when shares are put together no row of the
 * former may be missing, unless nothing is wanted of it. */
static void shares_do_their_rows(void **state) {
    (void)state;
    board_places p;
    tl_board_rows rows;
    walled(&p);
    tl_board_study study = {.keep = path_of("share"), .share = 2, .shares = 3};
    open_rows(&p, &rows, &study);
    assert_int_equal(work(&p, &rows, "x", true, NULL, false), TL_OK);
    assert_int_equal(rows.count, 8);
    for (size_t k = 0; k < 8; k++) {
        assert_int_equal(rows.items[k].index % 3, 1);
        assert_int_equal(rows.items[k].count, rows.items[k].index);
    }
    assert_int_equal(work(&p, &rows, "y", false, NULL, false), TL_OK);
    assert_int_equal(rows.count, 32);
    tl_board_rows_free(&rows);
    study.shares = 0;
    study.keep = NULL;
    bool few[276] = {false};
    open_rows(&p, &rows, &study);
    rows.merging = true;
    assert_int_equal(work(&p, &rows, "x", true, NULL, false), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(p.error.message, "in none of the files"));
    assert_int_equal(work(&p, &rows, "x", true, few, false), TL_OK);
    few[5] = true;
    assert_int_equal(work(&p, &rows, "x", true, few, false), TL_ERROR_ARGUMENT);
    assert_int_equal(work(&p, &rows, "x", false, NULL, false), TL_OK);
    tl_board_rows_free(&rows);
    board_places_end(&p);
}

/* Squares of which nobody can stand in the middle are in no pair; a lattice may not have too many. */
static void places_are_where_one_can_stand(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 600, 400);
    judge_wall(&p.t, "in", (tl_vec2){130, 130}, (tl_vec2){170, 170}, 60); /* a block over (150, 150), 60 high */
    judge_setting(&p.t, "'tolerance_mm':0.05");
    board_places_look(&p, 100, NULL);
    for (size_t k = 0; k < 24; k++) {
        assert_true(p.pairs.squares[k].area == 0 || p.pairs.squares[k].area == 1e4);
        for (size_t i = 0; i < k; i++) {
            bool both = p.pairs.squares[k].area > 0 && p.pairs.squares[i].area > 0;
            assert_true((board_pair(&p, i, k) == TL_BOARD_PAIR_NOWHERE) == !both);
        }
    }
    /* copies are their own */
    tl_board_pairs copy;
    assert_int_equal(tl_board_pairs_copy(&p.pairs, &copy, &p.error), TL_OK);
    assert_memory_equal(copy.pairs, p.pairs.pairs, 276);
    assert_memory_equal(copy.squares, p.pairs.squares, 24 * sizeof(*copy.squares));
    assert_ptr_not_equal(copy.pairs, p.pairs.pairs);
    tl_board_pairs_free(&copy);
    assert_null(copy.squares);
    /* only the places near the boxes are looked at again */
    p.t.context->options.progress = NULL;
    for (size_t k = 0; k < 24; k++) {
        p.pairs.squares[k].area = 7;
    }
    const tl_box3 box = {{440, 240, 0}, {460, 260, 9}};
    assert_int_equal(tl_board_pairs_stand(&p.stage, &box, 1, 1, 0, &p.pairs, &p.error), TL_OK);
    for (size_t k = 0; k < 24; k++) {
        bool near = k % 6 == 4 && k / 6 == 2; /* that of (450, 250), since the others are 40 away */
        assert_true((p.pairs.squares[k].area == 7) == !near);
    }
    const tl_box3 edges[2] = {{{0, 0, 0}, {1, 1, 1}},
                              {{199.9, 86.4, 0}, {199.95, 86.45, 1}}}; /* 13.5 is what a base needs */
    assert_int_equal(tl_board_pairs_stand(&p.stage, edges, 2, 1, 0, &p.pairs, &p.error), TL_OK);
    for (size_t k = 0; k < 24; k++) {
        bool near = k == 0 || k == 1 || k == 2 || (k % 6 == 4 && k / 6 == 2);
        assert_true((p.pairs.squares[k].area == 7) == !near);
    }
    tl_board_pairs pairs;
    const tl_board_grid most = {0, 0, 600, 400, 5, 80, 50}, more = {0, 0, 600, 400, 5, 4001, 1};
    assert_int_equal(tl_board_pairs_make(&p.stage, &p.body, &more, 0, 1, &pairs, &p.error), TL_ERROR_LIMIT);
    tl_board_pairs_free(&pairs);
    assert_int_equal(tl_board_pairs_make(&p.stage, &p.body, &most, 0, 1, &pairs, &p.error), TL_OK);
    tl_board_pairs_free(&pairs);
    board_places_end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_found_by_task_and_index), cmocka_unit_test(shares_divide_rows),
        cmocka_unit_test(files_are_kept_now_and_then),      cmocka_unit_test(known_rows_are_taken),
        cmocka_unit_test(rows_hold_what_is_wanted),         cmocka_unit_test(shares_do_their_rows),
        cmocka_unit_test(places_are_where_one_can_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
