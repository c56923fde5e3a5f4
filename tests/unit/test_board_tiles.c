/* test_board_tiles.c: maps worked out in shares, kept in files and taken up again; what is written of them. */
#include "support/board_table.h"

#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/checkpoint.h"
#include "board/map/tiles.h"
#include "board/question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static tl_error error;

static const tl_vec2 left[4] = {{1000, 1000}, {1160, 1000}, {1160, 1240}, {1000, 1240}},
                     right[4] = {{1480, 1000}, {1600, 1000}, {1600, 1240}, {1480, 1240}};

static char *file_of_test(const char *name, char buffer[300]) {
    snprintf(buffer, 300, "%s/test_board_tiles.%s", TL_TEST_BINARY_DIR, name);
    remove(buffer);
    return buffer;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

/* --- Cells to a file and back ------------------------------------------------------------------------------------- */

static tl_board_cell random_cell(test_random *random) {
    tl_board_cell c = {.low = test_random_below(random, 3), .standing = test_random_below(random, 4) > 0};
    c.high = c.low + test_random_below(random, 2);
    c.estimate = c.low;
    c.partly = test_random_below(random, 3) == 0;
    return c;
}

static bool same(const tl_board_cell *a, const tl_board_cell *b) {
    return a->low == b->low && a->high == b->high && a->estimate == b->estimate && a->standing == b->standing &&
           a->partly == b->partly;
}

static bool same_seen(const tl_board_seen *a, const tl_board_seen *b) {
    return a->seen == b->seen && a->seen_partly == b->seen_partly && a->unseen == b->unseen &&
           a->unseen_partly == b->unseen_partly && a->likely == b->likely;
}

enum { NODES = 7 };

static const tl_digest key = {1, 2}, other_key = {1, 3};

/* A grid whose last tiles are cut off, in both directions; runs of equal cells within and across rows. */
static void cells_come_back(void **state) {
    (void)state;
    test_random random = test_random_start("board-tiles", 3);
    tl_context *context = tl_context_create(NULL);
    char path[300];
    file_of_test("cells", path);
    for (int round = 0; round < 12; round++) {
        tl_board_plan plan = {.context = context,
                              .kind = round % 2 == 0 ? TL_BOARD_FOV : TL_BOARD_MUTUAL,
                              .grid = {.nx = 11, .ny = 6},
                              .tile = 4,
                              .tile_nx = 3,
                              .tile_ny = 2};
        plan.nodes.count = NODES;
        tl_board_tiles kept, read;
        assert_int_equal(tl_board_tiles_make(&plan, &kept, &error), TL_OK);
        assert_int_equal(tl_board_tiles_make(&plan, &read, &error), TL_OK);
        assert_int_equal(kept.count, 6);
        assert_int_equal(kept.nodes, round % 2 == 0 ? 0 : NODES);
        for (size_t i = 0; i < 66; i++) {
            bool run = i > 0 && test_random_below(&random, 3) > 0;
            kept.cells[i] = run ? kept.cells[i - 1] : random_cell(&random);
        }
        for (size_t i = 0; i < 6; i++) {
            kept.done[i] = round < 2 || test_random_below(&random, 3) > 0;
            kept.work[i] = (tl_board_work){(uint64_t)test_random_below(&random, 1000), 5 * i + 1};
            for (size_t k = 0; k < kept.nodes; k++) {
                double x = test_random_below(&random, 2) == 0 ? 0 : test_random_between(&random, 1, 9);
                kept.back[i * NODES + k] = (tl_board_seen){x, x / 2, x / 3, k % 2 == 0 ? x : 0, x / 5};
                if (k == 3) {
                    kept.back[i * NODES + k] = (tl_board_seen){.likely = 1};
                }
            }
        }
        assert_int_equal(tl_board_tiles_save(&plan, context, path, key, "{}", &kept, &error), TL_OK);
        error = (tl_error){0};
        assert_int_equal(tl_board_tiles_load(&plan, path, other_key, &read, &error), TL_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "belongs to another map"));
        error = (tl_error){0};
        assert_int_equal(tl_board_tiles_load(&plan, path, key, &read, &error), TL_OK);
        for (size_t i = 0; i < 6; i++) {
            assert_int_equal(read.done[i], kept.done[i]);
            for (size_t j = 0; kept.done[i] && j < 16; j++) {
                size_t x = i % 3 * 4 + j % 4, y = i / 3 * 4 + j / 4;
                assert_true(x >= 11 || y >= 6 || same(&read.cells[y * 11 + x], &kept.cells[y * 11 + x]));
            }
            assert_true(!kept.done[i] ||
                        (read.work[i].rulings == kept.work[i].rulings && read.work[i].proofs == 5 * i + 1));
            for (size_t k = 0; kept.done[i] && k < kept.nodes; k++) {
                assert_true(same_seen(&read.back[i * NODES + k], &kept.back[i * NODES + k]));
            }
        }
        /* the same file for a smaller grid, or fewer nodes, isn't taken for it */
        tl_board_plan less = plan;
        tl_board_tiles few;
        less.grid.ny = 4;
        less.tile_ny = 1;
        assert_int_equal(tl_board_tiles_make(&less, &few, &error), TL_OK);
        bool beyond = kept.done[3] || kept.done[4] || kept.done[5];
        assert_int_equal(tl_board_tiles_load(&less, path, key, &few, &error), beyond ? TL_ERROR_FORMAT : TL_OK);
        tl_board_tiles_free(context, &few);
        less = plan;
        less.tile = 2; /* runs are longer than its tiles, or records aren't read to their end */
        less.tile_nx = 6;
        less.tile_ny = 3;
        assert_int_equal(tl_board_tiles_make(&less, &few, &error), TL_OK);
        bool any = kept.done[0] || kept.done[1] || kept.done[2] || beyond;
        assert_int_equal(tl_board_tiles_load(&less, path, key, &few, &error), any ? TL_ERROR_FORMAT : TL_OK);
        tl_board_tiles_free(context, &few);
        if (round % 2 == 1 && any) {
            less = plan;
            less.nodes.count = 4;
            assert_int_equal(tl_board_tiles_make(&less, &few, &error), TL_OK);
            bool high = false;
            for (size_t i = 0; i < 6; i++) {
                for (size_t k = 4; k < NODES; k++) {
                    high = high || (kept.done[i] && kept.back[i * NODES + k].seen > 0);
                }
            }
            assert_int_equal(tl_board_tiles_load(&less, path, key, &few, &error), high ? TL_ERROR_FORMAT : TL_OK);
            tl_board_tiles_free(context, &few);
        }
        tl_board_tiles_free(context, &kept);
        tl_board_tiles_free(context, &read);
        assert_null(read.cells);
    }
    remove(path);
    tl_context_destroy(context);
}

/* Equal cells take room once, whatever their number; nothing is said of nodes that see nothing. */
static void equal_cells_take_no_room(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    char path[300];
    file_of_test("room", path);
    long sizes[3];
    for (int k = 0; k < 3; k++) { /* 1024 cells; one of them another; four tiles of 256 */
        tl_board_plan plan = {.context = context,
                              .kind = TL_BOARD_MUTUAL,
                              .grid = {.nx = 32, .ny = 32},
                              .tile = k == 2 ? 16 : 32,
                              .tile_nx = k == 2 ? 2 : 1,
                              .tile_ny = k == 2 ? 2 : 1};
        plan.nodes.count = 1000;
        tl_board_tiles tiles;
        assert_int_equal(tl_board_tiles_make(&plan, &tiles, &error), TL_OK);
        for (size_t i = 0; i < 1024; i++) {
            tiles.cells[i] = (tl_board_cell){.high = 1, .estimate = i == 500 && k == 1 ? 0.5 : 0.25, .standing = true};
        }
        for (size_t i = 0; i < tiles.count; i++) {
            tiles.done[i] = true;
        }
        assert_int_equal(tl_board_tiles_save(&plan, context, path, key, "{}", &tiles, &error), TL_OK);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_int_equal(fseek(file, 0, SEEK_END), 0);
        sizes[k] = ftell(file);
        fclose(file);
        tl_board_tiles_free(context, &tiles);
    }
    assert_true(sizes[0] < 300 && sizes[2] < 700);
    assert_int_equal(sizes[1] - sizes[0], 2 * 4 * 8); /* two runs more, of four numbers */
    remove(path);
    tl_context_destroy(context);
}

/* Records that are well formed, and say what can't be. */
static void records_that_make_no_sense(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    char path[300];
    file_of_test("records", path);
    tl_board_plan plan = {
        .context = context, .kind = TL_BOARD_MUTUAL, .grid = {.nx = 5, .ny = 3}, .tile = 4, .tile_nx = 2, .tile_ny = 1};
    plan.nodes.count = 3;
    /* the index; two runs; how many nodes follow, the number of each and five doubles */
    const struct {
        uint64_t tile, runs[2], nodes, node;
        int missing; /* so many numbers less, or more, are there */
        bool good;
    } rows[] = {{0, {5, 7}, 1, 2, 0, true},   {1, {1, 2}, 0, 0, 0, true},   {0, {12, 0}, 0, 0, 0, true},
                {2, {5, 7}, 0, 0, 0, false},  {0, {0, 12}, 0, 0, 0, false}, {0, {5, 8}, 0, 0, 0, false},
                {0, {13, 0}, 0, 0, 0, false}, {0, {5, 6}, 0, 0, 0, false},  {0, {5, 7}, 1, 3, 0, false},
                {0, {5, 7}, 2, 1, 0, false},  {0, {5, 7}, 1, 1, 1, false},  {0, {5, 7}, 1, 1, 6, false},
                {0, {5, 7}, 1, 1, 7, false},  {0, {5, 7}, 1, 1, -1, false}, {1, {1, 2}, 0, 0, 2, false}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint64_t numbers[16];
        size_t count = 0;
        for (int k = 0; k < 2 && (k == 0 || rows[i].runs[1] > 0); k++) {
            numbers[count] = 4 * rows[i].runs[k] + 1;
            count += 4;
        }
        numbers[count++] = rows[i].nodes;
        if (rows[i].nodes > 0) {
            numbers[count] = rows[i].node;
            count += 6;
        }
        for (size_t k = 0; k < 16; k++) { /* doubles are zeros */
            bool whole = k == count - (rows[i].nodes > 0 ? 7 : 1) || (rows[i].nodes > 0 && k == count - 6) || k == 0 ||
                         (k == 4 && rows[i].runs[1] > 0);
            numbers[k] = whole ? numbers[k] : 0;
        }
        tl_checkpoint_writer w;
        tl_checkpoint_begin(&w, context, TL_CHECKPOINT_MAP, "{}", key);
        const tl_checkpoint_record record = {.index = rows[i].tile, .rulings = 9};
        tl_checkpoint_put_record(&w, &record);
        for (size_t k = 0; k < count - (size_t)(rows[i].missing > 0 ? rows[i].missing : 0); k++) {
            tl_checkpoint_put_u64(&w, numbers[k]);
        }
        if (rows[i].missing < 0) {
            tl_checkpoint_put_u64(&w, 0);
        }
        assert_int_equal(tl_checkpoint_save(&w, path, &error), TL_OK);
        tl_board_tiles tiles;
        assert_int_equal(tl_board_tiles_make(&plan, &tiles, &error), TL_OK);
        error = (tl_error){0};
        assert_int_equal(tl_board_tiles_load(&plan, path, key, &tiles, &error), rows[i].good ? TL_OK : TL_ERROR_FORMAT);
        assert_true(rows[i].good || strstr(error.message, "damaged") != NULL);
        assert_true(!rows[i].good || tiles.done[rows[i].tile]);
        tl_board_tiles_free(context, &tiles);
    }
    remove(path);
    tl_context_destroy(context);
}

/* --- Shares and files --------------------------------------------------------------------------------------------- */

static const tl_vec2 area[2] = {{1300, 1100}, {1620, 1420}};
static const tl_board_question small = {
    .map = "fov", .has_place = true, .place = {1050, 1200}, .area = area, .cell_mm = 40, .threads = 1};

static void begin(board_table *b) {
    board_begin(b);
    judge_wall(&b->t, "w0", (tl_vec2){1200, 1150}, (tl_vec2){1215, 1230}, 60);
    judge_wall(&b->t, "w1", (tl_vec2){1400, 1250}, (tl_vec2){1415, 1400}, 60);
    board_ready(b, "post", "post", NULL);
}

static void shares_make_the_same_map(void **state) {
    (void)state;
    enum { SHARES = 3 };
    board_table b;
    begin(&b);
    tl_board_map *whole = board_map(&b, &small), *merged = NULL;
    char path[SHARES][300], copy[300];
    const char *files[SHARES];
    for (unsigned i = 0; i < SHARES; i++) {
        char name[16];
        snprintf(name, sizeof(name), "part%u", i);
        tl_board_question q = small;
        q.keep = file_of_test(name, path[i]);
        q.share = i + 1;
        q.shares = SHARES;
        q.threads = 1 + i;
        assert_int_equal(tl_board_ask_share(b.t.referee, &q, &error), TL_OK);
        assert_int_equal(tl_board_ask(b.t.referee, &q, &merged, &error), TL_ERROR_ARGUMENT);
        files[SHARES - 1 - i] = path[i];
    }
    /* each share has its own tiles and no others: every third of the nine or so */
    tl_board_plan plan;
    assert_int_equal(tl_board_plan_make(b.t.referee, &small, &plan, &error), TL_OK);
    char *question = NULL;
    assert_int_equal(tl_board_question_write(b.t.context, &small, &question, &error), TL_OK);
    for (unsigned i = 0; i < SHARES; i++) {
        tl_board_tiles tiles;
        assert_int_equal(tl_board_tiles_make(&plan, &tiles, &error), TL_OK);
        assert_int_equal(tl_board_tiles_load(&plan, path[i],
                                             tl_checkpoint_key(&plan.inquiry, TL_CHECKPOINT_MAP, question), &tiles,
                                             &error),
                         TL_OK);
        assert_true(tiles.count >= 4);
        for (size_t k = 0; k < tiles.count; k++) {
            assert_int_equal(tiles.done[k], k % SHARES == i);
        }
        tl_board_tiles_free(b.t.context, &tiles);
    }
    tl_free(b.t.context, question);
    tl_board_plan_free(&plan);
    assert_int_equal(tl_board_merge(b.t.referee, files, SHARES, &merged, &error), TL_OK);
    assert_string_equal(whole->json, merged->json);
    assert_string_equal(whole->text, merged->text);
    assert_memory_equal(whole->heights, merged->heights, 64 * sizeof(double));
    assert_true(whole->summary.rulings == merged->summary.rulings && whole->summary.proofs == merged->summary.proofs);
    tl_board_map_destroy(merged);
    merged = NULL;
    for (size_t count = 0; count < SHARES; count++) {
        error = (tl_error){0};
        assert_int_equal(tl_board_merge(b.t.referee, files, count, &merged, &error), TL_ERROR_ARGUMENT);
        assert_non_null(
            strstr(error.message, count == 0 ? "nothing to put together" : "tiles are in none of the files"));
        assert_null(merged);
    }
    files[1] = file_of_test("nowhere", copy);
    error = (tl_error){0};
    assert_int_equal(tl_board_merge(b.t.referee, files, SHARES, &merged, &error), TL_ERROR_FILE);
    assert_null(merged);
    for (unsigned i = 0; i < SHARES; i++) {
        remove(path[i]);
    }
    tl_board_map_destroy(whole);
    board_end(&b);
}

static void bad_shares(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    char path[300];
    file_of_test("bad", path);
    const struct {
        unsigned share, shares;
        const char *keep;
    } rows[] = {{0, 0, path}, {1, 0, path}, {0, 2, path}, {3, 2, path}, {1, 2, NULL}};
    for (size_t i = 0; i < 5; i++) {
        tl_board_question q = small;
        q.share = rows[i].share;
        q.shares = rows[i].shares;
        q.keep = rows[i].keep;
        error = (tl_error){0};
        assert_int_equal(tl_board_ask_share(b.t.referee, &q, &error), TL_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "there is no share"));
        assert_string_equal(error.place, "share");
        assert_false(is_there(path));
    }
    tl_board_question q = small;
    q.share = 1;
    q.shares = 2;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "a share of a map, 1 of 2, is no map");
    q = small;
    q.share = q.shares = 2; /* the last one is one */
    q.keep = path;
    assert_int_equal(tl_board_ask_share(b.t.referee, &q, &error), TL_OK);
    assert_true(is_there(path));
    remove(path);
    board_end(&b);
}

/* What was finished is taken up: a file with all tiles makes the map without a question; with some the rest is worked
 * out, and the map is the same. Somebody's own file stays; what was made for something else, or is damaged, is begun
 * anew. */
static void work_is_taken_up(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    tl_board_map *whole = board_map(&b, &small), *map = NULL;
    char path[300];
    tl_board_question q = small;
    q.keep = file_of_test("resume", path);
    q.share = 1;
    q.shares = 2;
    assert_int_equal(tl_board_ask_share(b.t.referee, &q, &error), TL_OK);
    q.share = q.shares = 0;
    for (int k = 0; k < 2; k++) { /* half of it; all of it */
        map = board_map(&b, &q);
        assert_string_equal(map->json, whole->json);
        tl_board_map_destroy(map);
        assert_true(tl_checkpoint_is(path, TL_CHECKPOINT_MAP));
    }
    /* tiles that are there aren't worked out again: what the file says is taken */
    tl_board_plan plan;
    tl_board_tiles tiles;
    char *question = NULL;
    assert_int_equal(tl_board_plan_make(b.t.referee, &small, &plan, &error), TL_OK);
    assert_int_equal(tl_board_tiles_make(&plan, &tiles, &error), TL_OK);
    assert_int_equal(tl_board_question_write(b.t.context, &small, &question, &error), TL_OK);
    tl_digest own = tl_checkpoint_key(&plan.inquiry, TL_CHECKPOINT_MAP, question);
    assert_int_equal(tl_board_tiles_load(&plan, path, own, &tiles, &error), TL_OK);
    for (size_t i = 0; i < tiles.count; i++) {
        assert_true(tiles.done[i]);
        tiles.work[i] = (tl_board_work){1000, 100};
    }
    assert_int_equal(tl_board_tiles_save(&plan, b.t.context, path, own, question, &tiles, &error), TL_OK);
    map = board_map(&b, &q);
    assert_true(map->summary.rulings == 1000 * tiles.count && map->summary.proofs == 100 * tiles.count);
    tl_board_map_destroy(map);
    tl_free(b.t.context, question);
    tl_board_tiles_free(b.t.context, &tiles);
    tl_board_plan_free(&plan);
    q.place[1] = 1201; /* another question */
    map = board_map(&b, &q);
    assert_true(map->summary.rulings < 100000 && map->summary.rulings != 1000 * tiles.count);
    tl_board_map_destroy(map);
    q.place[1] = 1200;
    map = NULL;
    write_text(path, "{\"trueline\": 1}"); /* somebody's scene */
    error = (tl_error){0};
    assert_int_equal(tl_board_ask(b.t.referee, &q, &map, &error), TL_ERROR_FORMAT);
    assert_null(map);
    assert_int_equal(error.status, TL_ERROR_FORMAT);
    const char *const rubbish[2] = {"trueline map 2\nrubbish", ""};
    for (int k = 0; k < 2; k++) {
        write_text(path, rubbish[k]);
        map = board_map(&b, &q);
        assert_string_equal(map->json, whole->json);
        tl_board_map_destroy(map);
        assert_true(tl_checkpoint_is(path, TL_CHECKPOINT_MAP));
    }
    remove(path);
    /* a file that can't be written: the map itself is complete; a share is lost without it */
    q.keep = TL_TEST_BINARY_DIR "/no-such-folder/map";
    map = board_map(&b, &q);
    assert_string_equal(map->json, whole->json);
    tl_board_map_destroy(map);
    q.share = q.shares = 1;
    assert_int_equal(tl_board_ask_share(b.t.referee, &q, &error), TL_ERROR_FILE);
    tl_board_map_destroy(whole);
    board_end(&b);
}

/* Tiles are kept while others are worked out; where they can't be, it is said once, and the work goes on. */
static int warnings;
static void count_warnings(void *user, tl_log_level level, const char *text) {
    (void)user;
    warnings += level == TL_LOG_WARNING && strstr(text, "isn't kept there") != NULL;
}

static void tiles_are_kept_meanwhile(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    b.t.context->options.log = count_warnings;
    char path[300];
    file_of_test("meanwhile", path);
    tl_board_question q = small;
    q.cell_mm = 10;
    for (int k = 0; k < 5; k++) {
        tl_board_plan plan;
        tl_board_tiles tiles;
        assert_int_equal(tl_board_plan_make(b.t.referee, &q, &plan, &error), TL_OK);
        assert_int_equal(tl_board_tiles_make(&plan, &tiles, &error), TL_OK);
        const char *const paths[5] = {path, path, TL_TEST_BINARY_DIR "/no-such-folder/map",
                                      TL_TEST_BINARY_DIR "/no-such-folder/map", NULL};
        /* k 1: too seldom to be kept before the end; 3: a share, which is nothing without its file */
        const tl_board_share share = {
            .count = k == 3 ? 1 : 0, .path = paths[k], .every = k == 1 ? 1e9 : 0, .key = key, .question = "{}"};
        warnings = 0;
        error = (tl_error){0};
        assert_int_equal(tl_board_work_out(&plan, 1, &share, &tiles, &error), k == 3 ? TL_ERROR_FILE : TL_OK);
        assert_int_equal(error.status, k == 3 ? TL_ERROR_FILE : TL_OK);
        assert_int_equal(warnings, k == 2 || k == 3 ? 1 : 0);
        assert_int_equal(is_there(path), k < 2);
        for (size_t i = 0; i < tiles.count; i++) {
            assert_true(tiles.done[i]);
        }
        remove(path);
        tl_board_tiles_free(b.t.context, &tiles);
        tl_board_plan_free(&plan);
    }
    board_end(&b);
}

/* --- What is written ---------------------------------------------------------------------------------------------- */

static const tl_json_value *value(const tl_json_value *root, const char *name) {
    const tl_json_value *v = tl_json_find(root, name);
    assert_non_null(v);
    return v;
}

/* Every row's runs, laid out again, are the cells. */
static void check_json(board_table *b, const tl_board_map *map, const tl_board_question *q) {
    tl_json *json = NULL;
    assert_int_equal(tl_json_parse(b->t.context, map->json, strlen(map->json), "map", &json, &error), TL_OK);
    const tl_json_value *root = tl_json_root(json), *rows = value(root, "rows");
    const tl_board_summary *s = &map->summary;
    assert_string_equal(value(root, "query")->text, "analyze");
    assert_string_equal(value(root, "map")->text, q->map);
    assert_string_equal(value(root, "scene")->text, "Made");
    assert_string_equal(value(root, "ruleset")->text, "dust-battlefield");
    assert_string_equal(value(root, "target")->text, q->target != NULL ? q->target : "infantry");
    assert_int_equal(tl_json_find(root, "from") != NULL, q->from != NULL);
    if (q->from == NULL) {
        assert_string_equal(value(root, "observer")->text, q->observer != NULL ? q->observer : "infantry");
    }
    assert_true(value(root, "cell_mm")->number == s->cell_mm && value(root, "level")->number == (double)q->level);
    assert_int_equal(tl_json_find(root, "effort") != NULL, q->effort > 1);
    assert_true(value(root, "origin")->items[0].number == s->x0 && value(root, "origin")->items[1].number == s->y0);
    assert_true(value(root, "none")->number == (double)s->none && value(root, "all")->number == (double)s->all);
    assert_true(value(root, "mixed")->number == (double)s->between &&
                value(root, "nowhere")->number == (double)s->nowhere);
    assert_true(value(root, "rulings")->number == (double)s->rulings &&
                value(root, "proofs")->number == (double)s->proofs);
    const tl_json_value *mean = value(root, s->in_mm ? "mean_mm" : "mean_fraction");
    assert_near(mean->items[0].number, s->low, 1e-9);
    assert_near(mean->items[1].number, s->high, 1e-9);
    assert_near(value(root, s->in_mm ? "mean_estimate_mm" : "mean_estimate")->number, s->estimate, 1e-9);
    assert_int_equal(tl_json_find(root, "zone_fraction") != NULL, s->mutual);
    assert_int_equal(tl_json_find(root, "to_fraction") != NULL, s->mutual);
    assert_int_equal(rows->count, s->rows);
    for (size_t j = 0; j < s->rows; j++) {
        size_t at = 0;
        for (size_t k = 0; k < rows->items[j].count; k++) {
            const tl_json_value *run = &rows->items[j].items[k];
            assert_true(run->count == 4 && run->items[0].number >= 1);
            for (size_t n = (size_t)run->items[0].number; n > 0; n--, at++) {
                assert_true(at < s->columns);
                const tl_board_cell *c = &map->cells[j * s->columns + at];
                assert_int_equal(run->items[1].kind == TL_JSON_NULL, !c->standing);
                assert_true(!c->standing || (run->items[1].number == c->low && run->items[2].number == c->high &&
                                             run->items[3].number == c->estimate));
            }
            if (k > 0) { /* runs are as long as can be */
                const tl_json_value *last = &rows->items[j].items[k - 1];
                bool equal = run->items[1].kind == last->items[1].kind;
                for (int i = 1; i < 4 && equal; i++) {
                    equal = run->items[i].kind == TL_JSON_NULL || run->items[i].number == last->items[i].number;
                }
                assert_false(equal);
            }
        }
        assert_int_equal(at, s->columns);
    }
    tl_json_destroy(json);
}

static void check_summary(const tl_board_map *map) {
    const tl_board_summary *s = &map->summary;
    size_t none = 0, all = 0, between = 0, nowhere = 0;
    double sum[3] = {0, 0, 0}, weight = 0;
    for (size_t i = 0; i < s->columns * s->rows; i++) {
        const tl_board_cell *c = &map->cells[i];
        double here = (s->cell_mm - (i % s->columns == s->columns - 1 ? 10 : 0)) *
                      (s->cell_mm - (i / s->columns == s->rows - 1 ? 20 : 0));
        nowhere += !c->standing;
        none += c->standing && c->high == 0;
        bool settled = s->in_mm ? c->high - c->low <= 3 * s->cell_mm : c->low == 1;
        all += c->standing && c->high > 0 && settled;
        between += c->standing && c->high > 0 && !settled;
        weight += c->standing ? here : 0;
        sum[0] += c->standing ? here * c->low : 0;
        sum[1] += c->standing ? here * c->high : 0;
        sum[2] += c->standing ? here * c->estimate : 0;
    }
    assert_true(s->none == none && s->all == all && s->between == between && s->nowhere == nowhere);
    if (!s->mutual) {
        assert_near(s->low, sum[0] / weight, 1e-9);
        assert_near(s->high, sum[1] / weight, 1e-9);
        assert_near(s->estimate, fmin(fmax(sum[2] / weight, s->low), s->high), 1e-9);
    }
}

/* Cells of 40 over 310 x 300: the last column is 30 wide, the last row 20 deep. */
static void what_is_written(void **state) {
    (void)state;
    const tl_vec2 odd[2] = {{1290, 1100}, {1600, 1400}};
    board_table b;
    board_begin(&b);
    judge_wall(&b.t, "w0", (tl_vec2){1200, 1150}, (tl_vec2){1215, 1230}, 60);
    judge_wall(&b.t, "w1", (tl_vec2){1400, 1250}, (tl_vec2){1415, 1400}, 60);
    judge_terrain(&b.t,
                  "{'id':'u','kind':'wall','mesh':'box 2600 2600 0 2650 2650 20','at':[0,0,0],'uncertainty':0.25}");
    judge_terrain(&b.t, "{'id':'t','kind':'wall','mesh':'tube 2600 2800 0 2750 2824 20','at':[0,0,0]}");
    judge_man(&b.t, "looker", 1050, 1200);
    board_ready(&b, "post", "post", NULL);
    const tl_vec2 to[4] = {{1290, 1100}, {1600, 1100}, {1600, 1300}, {1290, 1300}};
    for (int k = 0; k < TL_BOARD_KINDS; k++) {
        tl_board_question q = {.map = tl_board_kind_word((tl_board_kind)k), .area = odd, .cell_mm = 40, .threads = 1};
        if (k == TL_BOARD_MUTUAL) {
            q.zone = left;
            q.zone_count = 4;
            q.area = NULL;
            q.observer = "post";
        } else {
            q.from = k % 2 == 0 ? "looker" : NULL;
            q.has_place = k % 2 == 1;
            q.place[0] = 1050;
            q.place[1] = 1200;
            q.target = k == 1 ? "post" : NULL;
            q.effort = k == 2 ? 3 : 0;
        }
        q.to = k == TL_BOARD_DEAD || k == TL_BOARD_MUTUAL ? to : NULL;
        q.to_count = 4;
        tl_board_map *map = board_map(&b, &q);
        check_json(&b, map, &q);
        if (k != TL_BOARD_MUTUAL) {
            check_summary(map);
        }
        assert_int_equal(map->summary.nowhere > 0, k == TL_BOARD_DEAD || k == TL_BOARD_MUTUAL);
        /* what meshes may be off, and holes of theirs, are told */
        assert_non_null(strstr(map->json, "\"uncertainty_mm\":0.25"));
        assert_non_null(strstr(map->json, "\"open_holes\":true"));
        size_t lines = 0;
        for (const char *c = map->text; *c != '\0'; c++) {
            lines += *c == '\n';
        }
        assert_int_equal(lines, 4);
        const char *line[4] = {map->text};
        for (int i = 1; i < 4; i++) {
            line[i] = strchr(line[i - 1], '\n') + 1;
        }
        assert_true(strstr(line[2], "0.25 mm") > line[2] && strstr(line[2], "0.25 mm") < line[3]);
        assert_true(strstr(line[3], "holes") > line[3] && strstr(line[2], "holes") > line[3]);
        const tl_board_summary *s = &map->summary;
        const double told[7] = {s->low,         s->high,        s->estimate, s->from_zone.low, s->from_zone.high,
                                s->from_to.low, s->from_to.high};
        for (int i = 0; i < (s->mutual ? 7 : 3) && !s->in_mm; i++) { /* the first line has the means */
            char share[32];
            snprintf(share, sizeof(share), "%.1f", 100 * told[i]);
            const char *found = strstr(map->text, share);
            assert_true(found != NULL && found < strchr(map->text, '\n'));
        }
        char counts[64];
        snprintf(counts, sizeof(counts), "%zu", map->summary.nowhere);
        assert_non_null(strstr(map->text, counts));
        tl_board_map_destroy(map);
    }
    board_end(&b);
}

/* Cancelled at any time: it is said, nothing is left, and no map is made. */
static long left_to_go;
static bool stop_soon(void *user, double done, const char *what) {
    (void)user;
    (void)done;
    (void)what;
    return left_to_go-- > 0;
}

static void cancelled(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    b.t.context->options.progress = stop_soon;
    const char *const maps[3] = {"mutual", "height", "cover"};
    for (int k = 0; k < 3; k++) {
        tl_board_question q = {.map = maps[k], .cell_mm = 80, .threads = 1};
        q.zone = k == 0 ? left : NULL;
        q.zone_count = 4;
        q.to = right;
        q.to_count = 4;
        q.from = k > 0 ? "a" : NULL;
        tl_board_map *map = NULL;
        for (long go = 0; go < (k == 0 ? 90 : 25); go++) {
            left_to_go = go;
            error = (tl_error){0};
            assert_int_equal(tl_board_ask(b.t.referee, &q, &map, &error), TL_ERROR_CANCELLED);
            assert_null(map);
            assert_non_null(strstr(error.message, "cancelled"));
        }
    }
    b.t.context->options.progress = NULL;
    board_end(&b);
}

/* Wherever memory ends, it is said, and nothing is left over. */
static void without_memory(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    tl_board_question q = {.map = "nearest",
                           .has_place = true,
                           .place = {1050, 1200},
                           .area = (const tl_vec2[]){{1300, 1200}, {1360, 1260}},
                           .cell_mm = 30,
                           .threads = 1};
    tl_board_map *map = board_map(&b, &q); /* what the table keeps for later questions is there then */
    tl_board_map_destroy(map);
    map = NULL;
    long held = b.t.purse.held, step = 1;
    int failed = 0;
    for (long left_over = 0;; left_over += step) {
        b.t.purse.left = left_over;
        tl_status status = tl_board_ask(b.t.referee, &q, &map, &error);
        b.t.purse.left = -1;
        if (status == TL_OK) {
            break;
        }
        assert_int_equal(status, TL_ERROR_MEMORY);
        assert_int_equal(b.t.purse.held, held);
        assert_null(map);
        failed++;
        step = left_over < 60 ? 1 : 7;
    }
    assert_true(failed > 40);
    tl_board_map_destroy(map);
    assert_int_equal(b.t.purse.held, held);
    tl_board_map_destroy(NULL);
    board_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_come_back),
        cmocka_unit_test(equal_cells_take_no_room),
        cmocka_unit_test(records_that_make_no_sense),
        cmocka_unit_test(shares_make_the_same_map),
        cmocka_unit_test(bad_shares),
        cmocka_unit_test(work_is_taken_up),
        cmocka_unit_test(tiles_are_kept_meanwhile),
        cmocka_unit_test(what_is_written),
        cmocka_unit_test(cancelled),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests_name("board tiles", tests, NULL, NULL);
}
