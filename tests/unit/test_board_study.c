/* test_board_study.c: studies from the question to the answer: squares and their limits, sight by distance, progress;
 * shares put together, and studies taken up again, are the same as at once. */
#include "board/checkpoint.h"
#include "board/findings/study.h"
#include "io/file.h"
#include "support/board_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *file_name(const char *part) {
    static char names[6][512];
    static int at;
    char *name = names[at = (at + 1) % 6];
    snprintf(name, sizeof(names[0]), "%s/study-%ld-%s.tmp", TL_TEST_BINARY_DIR, (long)getpid(), part);
    return name;
}

static tl_status try_study(board_scene *b, tl_board_study study) {
    tl_board_findings *f = NULL;
    memset(&b->made.error, 0, sizeof(b->made.error));
    tl_status status = board_try_study(b, &study, &f, &b->made.error);
    tl_board_findings_destroy(f);
    return status;
}

/* --- Squares ------------------------------------------------------------------------------------------------------ */

/* On a bare table everybody sees everybody, whatever the squares. */
static void squares_divide_the_table(void **state) {
    (void)state;
    static const struct {
        double width, depth, cell, columns, rows;
    } cases[] = {
        {600, 400, 100, 6, 4},     {620, 410, 100, 7, 5},    {600, 400, 0, 18, 12},
        {400, 600, 0, 12, 18},     {600, 400, 600, 1, 1},    {600, 400, 400, 2, 1},
        {600, 400, 99.9999, 7, 5}, {500, 300, 33.3, 16, 10}, {300, 300, 99.99999999999, 3, 3},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        board_scene b;
        board_scene_begin(&b, cases[k].width, cases[k].depth, "", "", "");
        const tl_vec2 a[4] = {
            {0, 0}, {cases[k].width, 0}, {cases[k].width, cases[k].depth / 2}, {0, cases[k].depth / 2}};
        tl_board_study study = {.cell_mm = cases[k].cell, .threads = 1};
        if (cases[k].columns * cases[k].rows < 4) { /* too few for two strips */
            study.zone[0] = a;
            study.zone_count[0] = 4;
            assert_int_not_equal(try_study(&b, study), TL_OK);
            board_says(&b.made.error, cases[k].columns * cases[k].rows < 2 ? TL_ERROR_LIMIT : TL_ERROR_ARGUMENT,
                       cases[k].columns * cases[k].rows < 2 ? "take smaller cells" : "");
            board_scene_end(&b);
            continue;
        }
        tl_board_findings_destroy(board_study(&b, study));
        double count = cases[k].columns * cases[k].rows;
        assert_near(board_number(&b, "columns"), cases[k].columns, 0);
        assert_near(board_number(&b, "rows_count"), cases[k].rows, 0);
        assert_near(board_number(&b, "places"), count, 0);
        assert_near(board_number(&b, "pairs.seen"), count * (count - 1) / 2, 0);
        assert_near(board_number(&b, "anywhere[0]"), 1, 0);
        assert_false(made_has(&b.made, "by_distance") || made_has(&b.made, "pieces") ||
                     made_has(&b.made, "suggestion"));
        board_scene_end(&b);
    }
}

/* What doesn't come out even is cut off the squares of both sides alike. The longest lane of a bare table goes from
 * corner place to corner place. */
static void remainders_are_cut_off_both_sides(void **state) {
    (void)state;
    board_scene b;
    board_scene_begin(&b, 620, 410, "", "", "");
    tl_board_findings_destroy(board_study(&b, (tl_board_study){.cell_mm = 100, .details = true, .threads = 1}));
    /* 7 x 5 squares reach 40 and 45 over the table on either side: the outermost are 60 and 55 wide */
    assert_near(board_number(&b, "lanes[0].length_mm"), hypot(620 - 60, 410 - 55), 1e-9);
    assert_near(fmin(board_number(&b, "lanes[0].from[0]"), board_number(&b, "lanes[0].to[0]")), 30, 1e-9);
    assert_near(fmin(board_number(&b, "lanes[0].from[1]"), board_number(&b, "lanes[0].to[1]")), 27.5, 1e-9);
    assert_near(board_number(&b, "covered"), 0, 0);
    assert_near(board_number(&b, "passage.widest_mm"), 620, 0); /* from zone to zone, which lie along x */
    board_scene_end(&b);
}

static void studies_that_make_no_sense_are_refused(void **state) {
    (void)state;
    board_scene b;
    board_scene_begin(&b, 1800, 1200, "", "", "");
    static const double cells[] = {0.5, 0.999, -100, 1000000.5, 2e6, NAN, INFINITY};
    for (size_t k = 0; k < sizeof(cells) / sizeof(cells[0]); k++) {
        try_study(&b, (tl_board_study){.cell_mm = cells[k]});
        board_says(&b.made.error, TL_ERROR_ARGUMENT, "side of a square");
    }
    try_study(&b, (tl_board_study){.cell_mm = 1e6});
    board_says(&b.made.error, TL_ERROR_LIMIT, "1 x 1 cells");
    try_study(&b, (tl_board_study){.cell_mm = 2000});
    board_says(&b.made.error, TL_ERROR_LIMIT, "take smaller cells");
    try_study(&b, (tl_board_study){.cell_mm = 200, .facing_deg = NAN});
    board_says(&b.made.error, TL_ERROR_ARGUMENT, "no facing");
    try_study(&b, (tl_board_study){.cell_mm = 200, .facing_deg = 2e6});
    board_says(&b.made.error, TL_ERROR_ARGUMENT, "no facing");
    assert_int_equal(try_study(&b, (tl_board_study){.cell_mm = 250, .facing_deg = -1e6, .threads = 1}), TL_OK);
    try_study(&b, (tl_board_study){.cell_mm = 200, .body = "nobody"});
    board_says(&b.made.error, TL_ERROR_NOT_FOUND, "nobody");
    const char *const set[3] = {"nothing", "1", NULL};
    assert_int_not_equal(try_study(&b, (tl_board_study){.cell_mm = 200, .set = set}), TL_OK);
    /* the least whole millimetres of which there are no more than 4000: 78 x 52 = 4056 with 23.2, 75 x 50 with 24 */
    try_study(&b, (tl_board_study){.cell_mm = 20});
    board_says(&b.made.error, TL_ERROR_LIMIT, "take cells of 24 mm at least");
    board_scene_end(&b);
    static const double sizes[][2] = {{600, 400}, {1000, 1000}, {3000, 50}, {777, 555}};
    for (size_t k = 0; k < 4; k++) {
        double width = sizes[k][0], depth = sizes[k][1], least = 1;
        while (ceil(width / least) * ceil(depth / least) > 4000) {
            least++;
        }
        char remedy[60];
        board_scene_begin(&b, width, depth, "", "", "");
        try_study(&b, (tl_board_study){.cell_mm = 1});
        snprintf(remedy, sizeof(remedy), "take cells of %.0f mm at least", least);
        board_says(&b.made.error, TL_ERROR_LIMIT, remedy);
        board_scene_end(&b);
    }
}

/* Pairs by their distance, counted once more. */
static void pairs_are_sorted_by_distance(void **state) {
    (void)state;
    static const double sizes[3][3] = {{600, 400, 100}, {1000, 200, 100}, {14000, 1000, 500}};
    for (int s = 0; s < 3; s++) {
        board_scene b;
        double cell = sizes[s][2], counts[64] = {0}, all = 0;
        int nx = (int)(sizes[s][0] / cell + 0.5), ny = (int)(sizes[s][1] / cell + 0.5), last = 0;
        const tl_vec2 a[4] = {{0, 0}, {cell, 0}, {cell, sizes[s][1]}, {0, sizes[s][1]}};
        const tl_vec2 e[4] = {
            {sizes[s][0] - cell, 0}, {sizes[s][0], 0}, {sizes[s][0], sizes[s][1]}, {sizes[s][0] - cell, sizes[s][1]}};
        for (int j = 0; j < nx * ny; j++) {
            for (int i = 0; i < j; i++) {
                int step = (int)floor(hypot(cell * (i % nx - j % nx), cell * (double)(i / nx - j / nx)) / 200);
                step = step > 63 ? 63 : step; /* what is farther is in the last */
                counts[step]++;
                last = step > last ? step : last;
                all++;
            }
        }
        board_scene_begin(&b, sizes[s][0], sizes[s][1], "", "", "");
        tl_board_findings_destroy(board_study(
            &b,
            (tl_board_study){.zone = {a, e}, .zone_count = {4, 4}, .cell_mm = cell, .details = true, .threads = 1}));
        assert_int_equal(board_count(&b, "by_distance"), last + 1);
        for (int k = 0; k <= last; k++) {
            assert_near(board_number(&b, "by_distance[%d].of_all", k), counts[k] / all, 1e-12);
            assert_near(board_number(&b, "by_distance[%d].seen[0]", k), counts[k] > 0 ? 1 : 0, 0);
        }
        board_scene_end(&b);
    }
}

/* --- A board with something on it --------------------------------------------------------------------------------- */

/* Two walls with a crack between them, and a third; mirrored along x on request. */
static void walled(board_scene *b, bool mirrored) {
    char terrain[1000];
    static const double walls[3][4] = {{20, 190, 249, 210}, {251, 190, 480, 210}, {330, 60, 350, 130}};
    static const char *const ids[3] = {"west", "east", "post"};
    size_t used = 0;
    for (int k = 0; k < 3; k++) {
        const double *w = walls[k];
        used += (size_t)snprintf(
            terrain + used, sizeof(terrain) - used, "%s%s", k > 0 ? "," : "",
            board_wall(ids[k], mirrored ? 600 - w[2] : w[0], w[1], mirrored ? 600 - w[0] : w[2], w[3], 60));
    }
    board_scene_begin(b, 600, 400, "", terrain, "");
}

static const tl_board_study whole = {.cell_mm = 100, .details = true, .pieces = true, .suggest = true, .threads = 1};

/* Both hold the same truth; proofs needn't find the same of it. */
static void check_bounds(const board_scene *a, const char *one, const board_scene *b, const char *other) {
    double low[2] = {board_number(a, "%s[0]", one), board_number(b, "%s[0]", other)};
    double high[2] = {board_number(a, "%s[1]", one), board_number(b, "%s[1]", other)};
    assert_true(low[0] <= high[1] + 1e-12 && low[1] <= high[0] + 1e-12);
    assert_near(high[0] - low[0], high[1] - low[1], 0.02);
    assert_near(board_number(a, "%s[2]", one), board_number(b, "%s[2]", other), 0.01);
}

/* The mirror image of a board is seen into as the board is. */
static void mirrored_boards_are_alike(void **state) {
    (void)state;
    board_scene a, b;
    walled(&a, false);
    walled(&b, true);
    tl_board_study study = whole;
    study.suggest = false;
    study.cell_mm = 90; /* doesn't come out even */
    tl_board_findings_destroy(board_study(&a, study));
    tl_board_findings_destroy(board_study(&b, study));
    static const char *const names[5] = {"view_a", "view_b", "between", "anywhere", "fairness_zones"};
    for (int k = 0; k < 5; k++) {
        check_bounds(&a, names[k], &b, names[k]);
    }
    check_bounds(&a, "view_left", &b, "view_right");
    check_bounds(&a, "view_right", &b, "view_left");
    check_bounds(&a, "fairness_sides", &b, "fairness_sides");
    assert_near(board_number(&a, "covered"), board_number(&b, "covered"), 1e-12);
    assert_near(board_number(&a, "passage.widest_mm"), board_number(&b, "passage.widest_mm"), 1e-9);
    assert_near(board_number(&a, "leaks.pairs"), board_number(&b, "leaks.pairs"), 0);
    assert_near(board_number(&a, "lanes[0].length_mm"), board_number(&b, "lanes[0].length_mm"), 1e-9);
    assert_int_equal(board_count(&a, "gaps"), board_count(&b, "gaps"));
    assert_near(board_number(&a, "covered"), (229 * 20 * 2 + 20 * 70) / 240000.0, 1e-5);
    board_scene_end(&a);
    board_scene_end(&b);
}

/* What is asked for is told, and nothing else. */
static void only_what_is_asked_for_is_told(void **state) {
    (void)state;
    board_scene b;
    walled(&b, false);
    for (int how = 0; how < 8; how++) {
        tl_board_study study = {
            .cell_mm = 200, .details = how & 1, .pieces = how & 2, .suggest = how & 4, .threads = 1};
        const tl_vec2 a[4] = {{0, 0}, {600, 0}, {600, 150}, {0, 150}},
                      c[4] = {{0, 250}, {600, 250}, {600, 400}, {0, 400}};
        study.zone[0] = a;
        study.zone[1] = c;
        study.zone_count[0] = study.zone_count[1] = 4;
        tl_board_findings *f = board_study(&b, study);
        assert_true(made_has(&b.made, "leaks") == ((how & 1) != 0));
        assert_true(made_has(&b.made, "pieces") == ((how & 6) != 0));
        assert_true(made_has(&b.made, "suggestion") == ((how & 4) != 0));
        assert_near(board_number(&b, "zone_a[2][1]"), 150, 0);
        assert_true(tl_board_findings_figures(f).detailed == ((how & 1) != 0));
        assert_true(tl_board_findings_mark_count(f) >= 8);
        if (how & 6) { /* no place is outside of both zones: nothing there is hidden */
            assert_near(board_number(&b, "pieces[0].hides_from_a[1]"), 0, 0);
        }
        tl_board_findings_destroy(f);
    }
    board_scene_end(&b);
}

/* --- Shares and files --------------------------------------------------------------------------------------------- */

static void share(board_scene *b, unsigned number, unsigned of, const char *path) {
    tl_board_study study = whole;
    study.share = number;
    study.shares = of;
    study.keep = path;
    memset(&b->made.error, 0, sizeof(b->made.error));
    if (board_try_share(b, &study, &b->made.error) != TL_OK) {
        fail_msg("%s", b->made.error.message);
    }
}

static tl_status merge(board_scene *b, const char *const *files, size_t count, char **json) {
    tl_board_findings *f = NULL;
    memset(&b->made.error, 0, sizeof(b->made.error));
    tl_status status = board_try_merge(b, files, count, &f, &b->made.error);
    *json = status == TL_OK ? strdup(tl_board_findings_json(f)) : NULL;
    tl_board_findings_destroy(f);
    return status;
}

static char *study_at_once(board_scene *b, const char *keep) {
    tl_board_study study = whole;
    study.keep = keep;
    tl_board_findings *f = board_study(b, study);
    char *json = strdup(tl_board_findings_json(f));
    tl_board_findings_destroy(f);
    return json;
}

static void shares_make_a_whole(void **state) {
    (void)state;
    board_scene b;
    walled(&b, false);
    char *expected = study_at_once(&b, NULL), *json;
    assert_near(board_number(&b, "leaks.pairs"), 4, 0); /* straight through the crack */
    assert_near(board_number(&b, "passage.widest_mm"), 120, 0.01);
    assert_int_equal(board_count(&b, "pieces"), 3);
    assert_true(board_number(&b, "suggestion.tried") > 5 && board_count(&b, "lanes") > 3);
    const char *files[3] = {file_name("1"), file_name("2"), file_name("3")};
    for (unsigned k = 0; k < 3; k++) {
        share(&b, k + 1, 3, files[k]);
        assert_true(tl_board_share_is_of_study(files[k]));
    }
    assert_int_equal(merge(&b, files, 3, &json), TL_OK);
    assert_string_equal(json, expected);
    free(json);
    /* in any order, and one of them twice */
    const char *const again[4] = {files[2], files[0], files[1], files[0]};
    assert_int_equal(merge(&b, again, 4, &json), TL_OK);
    assert_string_equal(json, expected);
    free(json);
    /* one is missing */
    assert_int_equal(merge(&b, files, 2, &json), TL_ERROR_ARGUMENT);
    board_says(&b.made.error, TL_ERROR_ARGUMENT, "in none of the files");
    assert_int_equal(merge(&b, files, 0, &json), TL_ERROR_ARGUMENT);
    board_says(&b.made.error, TL_ERROR_ARGUMENT, "nothing to put together");
    assert_int_equal(merge(&b, (const char *const[]){file_name("none")}, 1, &json), TL_ERROR_FILE);
    /* of another board */
    board_scene other;
    walled(&other, true);
    assert_int_equal(merge(&other, files, 3, &json), TL_ERROR_FORMAT);
    board_says(&other.made.error, TL_ERROR_FORMAT, "belongs to another");
    board_scene_end(&other);
    /* a single share of one */
    share(&b, 1, 1, files[1]);
    const char *const single[2] = {files[1], "no-such-file"};
    assert_int_equal(merge(&b, single, 1, &json), TL_OK);
    assert_string_equal(json, expected);
    free(json);
    for (int k = 0; k < 3; k++) {
        remove(files[k]);
    }
    free(expected);
    board_scene_end(&b);
}

static void shares_that_make_no_sense_are_refused(void **state) {
    (void)state;
    board_scene b;
    walled(&b, false);
    static const struct {
        unsigned share, shares;
        bool keep;
    } cases[] = {{0, 3, true}, {4, 3, true}, {1, 0, true}, {1, 3, false}, {0, 0, true}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        tl_board_study study = whole;
        study.share = cases[k].share;
        study.shares = cases[k].shares;
        study.keep = cases[k].keep ? file_name("bad") : NULL;
        memset(&b.made.error, 0, sizeof(b.made.error));
        assert_int_equal(board_try_share(&b, &study, &b.made.error), TL_ERROR_ARGUMENT);
        assert_string_equal(b.made.error.place, "share");
    }
    tl_board_study study = whole;
    study.share = 1;
    study.shares = 2;
    assert_int_equal(try_study(&b, study), TL_ERROR_ARGUMENT);
    board_says(&b.made.error, TL_ERROR_ARGUMENT, "share");
    /* a share that can't be written is an error, a study whose file can't be is none */
    study.keep = "no-such-folder/file.tmp";
    memset(&b.made.error, 0, sizeof(b.made.error));
    assert_int_equal(board_try_share(&b, &study, &b.made.error), TL_ERROR_FILE);
    assert_int_equal(b.made.error.status, TL_ERROR_FILE);
    assert_int_equal(board_try_share(&b, &study, NULL), TL_ERROR_FILE);
    study = whole;
    study.keep = "no-such-folder/file.tmp";
    assert_int_equal(try_study(&b, study), TL_OK);
    board_scene_end(&b);
}

static long steps_left;
static double last_share;
static int logged;

static bool step(void *user, double part, const char *what) {
    (void)user;
    if (strncmp(what, "looking", 7) == 0) { /* edits tell how far they are themselves */
        assert_true(part >= 0 && part <= 1 + 1e-6 && (part == 0 || part >= last_share - 1e-6));
        last_share = part > 0 ? part : last_share;
    }
    return steps_left-- != 0;
}

static void log_it(void *user, tl_log_level level, const char *text) {
    (void)user;
    (void)text;
    logged += level == TL_LOG_WARNING ? 1 : 0;
}

/* Stopped at any time and taken up again: the same to the last byte. */
static void studies_can_be_taken_up_again(void **state) {
    (void)state;
    board_scene b;
    walled(&b, false);
    char *expected = study_at_once(&b, NULL);
    const char *path = file_name("kept");
    tl_board_study study = whole;
    study.keep = path;
    b.made.context->options.progress = step;
    tl_status status = TL_ERROR_CANCELLED;
    int rounds = 0;
    for (long n = 0; status != TL_OK; n = n < 12 ? n + 1 : 2 * n) {
        tl_board_findings *f = NULL;
        steps_left = n;
        last_share = 0;
        memset(&b.made.error, 0, sizeof(b.made.error));
        status = board_try_study(&b, &study, &f, &b.made.error);
        assert_true(status == TL_OK || status == TL_ERROR_CANCELLED);
        if (status == TL_OK) {
            assert_string_equal(tl_board_findings_json(f), expected);
        }
        tl_board_findings_destroy(f);
        rounds++;
    }
    assert_true(rounds > 3);
    /* once it is all there: nothing is worked out again, and nothing is said */
    b.made.context->options.progress = NULL;
    b.made.context->options.log = log_it;
    logged = 0;
    char *json = study_at_once(&b, path);
    assert_string_equal(json, expected);
    assert_int_equal(logged, 0);
    free(json);
    remove(path);
    free(expected);
    board_scene_end(&b);
}

static void write_bytes(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* A file that is damaged, or another study's, is begun anew with a warning; one that is no such file is left alone. */
static void files_that_are_no_use_are_told(void **state) {
    (void)state;
    board_scene a, b;
    walled(&a, false);
    walled(&b, true);
    const char *path = file_name("spoilt");
    char *expected = study_at_once(&a, NULL), *json = study_at_once(&b, path), *bytes;
    free(json);
    a.made.context->options.log = log_it;
    for (int how = 0; how < 3; how++) { /* another board's; cut off; nothing in it */
        size_t size;
        if (how == 1) {
            assert_int_equal(tl_file_read(a.made.context, path, 1 << 20, &bytes, &size, NULL), TL_OK);
            write_bytes(path, bytes, size - 20);
            tl_free(a.made.context, bytes);
        } else if (how == 2) {
            write_bytes(path, "", 0);
        }
        logged = 0;
        json = study_at_once(&a, path);
        assert_string_equal(json, expected);
        assert_int_equal(logged, 1);
        free(json);
        logged = 0;
        json = study_at_once(&a, path); /* and then it is kept */
        assert_int_equal(logged, 0);
        free(json);
    }
    write_bytes(path, "{\"trueline\":1}", 14);
    tl_board_study study = whole;
    study.keep = path;
    assert_int_equal(try_study(&a, study), TL_ERROR_FORMAT);
    board_says(&a.made.error, TL_ERROR_FORMAT, "no part");
    size_t size;
    assert_int_equal(tl_file_read(a.made.context, path, 1 << 20, &bytes, &size, NULL), TL_OK);
    assert_int_equal(size, 14);
    tl_free(a.made.context, bytes);
    remove(path);
    free(expected);
    board_scene_end(&a);
    board_scene_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_divide_the_table),
        cmocka_unit_test(remainders_are_cut_off_both_sides),
        cmocka_unit_test(studies_that_make_no_sense_are_refused),
        cmocka_unit_test(pairs_are_sorted_by_distance),
        cmocka_unit_test(mirrored_boards_are_alike),
        cmocka_unit_test(only_what_is_asked_for_is_told),
        cmocka_unit_test(shares_make_a_whole),
        cmocka_unit_test(shares_that_make_no_sense_are_refused),
        cmocka_unit_test(studies_can_be_taken_up_again),
        cmocka_unit_test(files_that_are_no_use_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
