/* Maps of a board: what a cell says must be so at every place in it, as the ruling about that place says. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/made_scene.h"

#include <trueline/trueline.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CROSSROADS TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json"

static tl_context *context;
static tl_scene *scene;

static int load(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    tl_error error = {0};
    if (context == NULL || tl_scene_load(context, CROSSROADS, NULL, &scene, NULL, &error) != TL_OK) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    return 0;
}

static int unload(void **state) {
    (void)state;
    tl_scene_destroy(scene);
    tl_context_destroy(context);
    return 0;
}

static tl_board_map *analyze(const tl_board_question *question) {
    tl_board_map *map = NULL;
    tl_error error = {0};
    if (tl_scene_analyze(scene, question, &map, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return map;
}

static uint64_t state_of_random = 20261122;

static double random_unit(void) {
    state_of_random = state_of_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state_of_random >> 11) * 0x1p-53;
}

static char *file_of_test(const char *name, char buffer[300]) {
    snprintf(buffer, 300, "%s/test_api_board.%s", TL_TEST_BINARY_DIR, name);
    remove(buffer);
    return buffer;
}

static const char *asked_for = "los";

static tl_verdict los(const char *from, const char *to) {
    const tl_question question = {.struct_size = sizeof(tl_question), .query = asked_for, .from = from, .to = to};
    tl_ruling *ruling = NULL;
    assert_int_equal(tl_scene_ask(scene, &question, &ruling, NULL), TL_OK);
    tl_verdict verdict = tl_ruling_verdict(ruling);
    tl_ruling_destroy(ruling);
    return verdict;
}

/* Puts `member` at random places of settled cells and asks for the ruling there. */
static void check_cells(const tl_board_map *map, const char *from, const char *member, int places) {
    tl_board_summary s = tl_board_map_summary(map);
    size_t asked[2] = {0, 0};
    for (size_t j = 0; j < s.rows; j++) {
        for (size_t i = 0; i < s.columns; i++) {
            tl_board_cell cell = tl_board_map_cell(map, i, j);
            if (!cell.standing || (cell.high > 0 && cell.low < 1)) {
                continue;
            }
            for (int k = 0; k < places; k++) {
                double at[2] = {s.x0 + s.cell_mm * ((double)i + random_unit()),
                                s.y0 + s.cell_mm * ((double)j + random_unit())};
                assert_int_equal(tl_scene_place(scene, member, at, 2, 0, 0, NULL), TL_OK);
                tl_verdict verdict = los(from, member);
                tl_verdict wrong = cell.high == 0 ? TL_VERDICT_YES : TL_VERDICT_NO;
                if (verdict == wrong) {
                    fail_msg("cell %zu, %zu is %s, but at (%.17g, %.17g) it is not", i, j,
                             cell.high == 0 ? "out of view" : "in view", at[0], at[1]);
                }
                asked[cell.low == 1]++;
            }
        }
    }
    assert_true(asked[0] > 0 && asked[1] > 0);
}

static void settled_cells_agree_with_the_ruling(void **state) {
    (void)state;
    /* behind the farmhouse and beside the east wood */
    const tl_vec2 area[2] = {{1150, 800}, {1450, 950}};
    const tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                        .map = "fov",
                                        .from = "mastiff",
                                        .target = "trooper",
                                        .area = area,
                                        .cell_mm = 25};
    tl_board_map *map = analyze(&question);
    check_cells(map, "mastiff", "badgers-1", 1);
    tl_board_map_destroy(map);
}

static void areas_count_as_in_the_ruling(void **state) {
    (void)state;
    /* in and behind the west wood, whose depth decides */
    const tl_vec2 area[2] = {{300, 760}, {480, 940}};
    const tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                        .map = "fov",
                                        .from = "boar",
                                        .target = "trooper",
                                        .area = area,
                                        .cell_mm = 20};
    tl_board_map *map = analyze(&question);
    check_cells(map, "boar", "badgers-1", 1);
    tl_board_map_destroy(map);
}

/* What the map says of cover the question about cover must not deny: behind smoke and crates, in a wood. */
static void cover_agrees_with_the_ruling(void **state) {
    (void)state;
    const tl_vec2 area[2][2] = {{{1080, 400}, {1280, 520}}, {{380, 650}, {560, 790}}};
    asked_for = "cover";
    for (int k = 0; k < 2; k++) {
        const tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                            .map = "cover",
                                            .from = "mastiff",
                                            .target = "trooper",
                                            .area = area[k],
                                            .cell_mm = 20};
        tl_board_map *map = analyze(&question);
        check_cells(map, "mastiff", "badgers-1", 1);
        tl_board_map_destroy(map);
    }
    asked_for = "los";
}

/* A zone is made of whole cells: those whose middle it holds, on every side. */
static void zones_are_made_of_cells(void **state) {
    (void)state;
    const tl_vec2 inside[4] = {{205, 5}, {295, 5}, {295, 95}, {205, 95}};
    const tl_vec2 cells[4] = {{200, 0}, {300, 0}, {300, 100}, {200, 100}};
    const tl_vec2 area[2] = {{880, 540}, {1000, 640}};
    tl_board_question q = {.struct_size = sizeof(tl_board_question),
                           .map = "exposure",
                           .zone = inside,
                           .zone_count = 4,
                           .area = area,
                           .cell_mm = 20};
    tl_board_map *a = analyze(&q);
    q.zone = cells;
    tl_board_map *b = analyze(&q);
    for (size_t k = 0; k < 30; k++) {
        tl_board_cell x = tl_board_map_cell(a, k % 6, k / 6), y = tl_board_map_cell(b, k % 6, k / 6);
        assert_true(x.low == y.low && x.high == y.high && x.estimate == y.estimate && x.standing == y.standing);
    }
    tl_board_map_destroy(a);
    tl_board_map_destroy(b);
}

/* One slab on legs of air: its level is where it is, to the cell, however large the squares are that one proof settles.
 */
static void a_level_is_mapped_where_it_is(void **state) {
    (void)state;
    const made_box slab = {{205, 155, 40}, {395, 245, 44}};
    made_scene m;
    made_begin(&m, "board-level");
    made_boxes(&m, "slab.obj", &slab, 1);
    made_load(&m, "{'trueline':1,'ruleset':'dust-battlefield','table':{'width':640,'depth':640},"
                  "'terrain':[{'id':'slab','mesh':'slab.obj','at':[0,0,0],'kind':'obstacle'}]}");
    const tl_board_question q = {.struct_size = sizeof(tl_board_question),
                                 .map = "fov",
                                 .has_place = true,
                                 .place = {300, 200},
                                 .cell_mm = 20,
                                 .level = 1};
    tl_board_map *map = NULL;
    assert_int_equal(tl_scene_analyze(m.scene, &q, &map, &m.error), TL_OK);
    tl_board_summary s = tl_board_map_summary(map);
    for (size_t j = 0; j < s.rows; j++) {
        for (size_t i = 0; i < s.columns; i++) {
            assert_int_equal(tl_board_map_cell(map, i, j).standing, i >= 10 && i <= 19 && j >= 7 && j <= 12);
        }
    }
    tl_board_map_destroy(map);
    made_end(&m);
}

/* Each pair of places counts for both zones, so the maps of the one seen from the other say the same of it; shares put
 * together are the same map. */
static void zones_see_one_another(void **state) {
    (void)state;
    const tl_vec2 a[4] = {{200, 0}, {1200, 0}, {1200, 240}, {200, 240}}, b[3] = {{300, 960}, {1300, 960}, {800, 1200}};
    tl_board_question q = {.struct_size = sizeof(tl_board_question),
                           .map = "mutual",
                           .zone = a,
                           .zone_count = 4,
                           .to = b,
                           .to_count = 3,
                           .cell_mm = 80};
    q.threads = 1;
    tl_board_map *mutual = analyze(&q), *merged = NULL;
    tl_board_question one = {.struct_size = sizeof(tl_board_question),
                             .map = "exposure",
                             .zone = a,
                             .zone_count = 4,
                             .to = b,
                             .to_count = 3,
                             .cell_mm = 80};
    tl_board_question other = {.struct_size = sizeof(tl_board_question),
                               .map = "exposure",
                               .zone = b,
                               .zone_count = 3,
                               .to = a,
                               .to_count = 4,
                               .cell_mm = 80};
    tl_board_map *seen[2] = {analyze(&one), analyze(&other)};
    tl_board_summary s = tl_board_map_summary(mutual);
    size_t cells[2] = {0, 0};
    for (size_t i = 0; i < s.columns * s.rows; i++) {
        tl_board_cell m = tl_board_map_cell(mutual, i % s.columns, i / s.columns);
        int which = i / s.columns < 6;
        tl_board_cell e = tl_board_map_cell(seen[which], i % s.columns, i / s.columns);
        assert_int_equal(m.standing, e.standing);
        if (m.standing) {
            assert_true(m.low <= e.high + 1e-9 && e.low <= m.high + 1e-9);
            cells[which]++;
        }
    }
    assert_true(cells[0] > 10 && cells[1] > 10);
    assert_true(s.from_zone.low <= s.pairs.high && s.pairs.low <= s.from_zone.high);
    assert_true(s.from_to.low <= s.pairs.high && s.pairs.low <= s.from_to.high);
    char path[2][300];
    const char *files[2] = {path[1], path[0]};
    for (unsigned i = 0; i < 2; i++) {
        q.keep = file_of_test(i == 0 ? "zones0" : "zones1", path[i]);
        q.share = i + 1;
        q.shares = 2;
        q.threads = 2;
        assert_int_equal(tl_scene_analyze_share(scene, &q, NULL), TL_OK);
    }
    assert_int_equal(tl_scene_analyze_merge(scene, files, 2, &merged, NULL), TL_OK);
    assert_string_equal(tl_board_map_json(mutual), tl_board_map_json(merged));
    remove(path[0]);
    remove(path[1]);
    tl_board_map_destroy(merged);
    tl_board_map_destroy(mutual);
    tl_board_map_destroy(seen[0]);
    tl_board_map_destroy(seen[1]);
}

/* Lengths follow from what is in view of the same cells. */
static void lengths_agree_with_the_view(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{700, 600}, {1000, 900}};
    const tl_vec2 to[4] = {{700, 600}, {1000, 600}, {1000, 800}, {700, 800}};
    tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                  .map = "fov",
                                  .has_place = true,
                                  .place = {900, 100},
                                  .area = area,
                                  .to = to,
                                  .to_count = 4,
                                  .cell_mm = 50};
    tl_board_map *fov = analyze(&question);
    question.map = "nearest";
    tl_board_map *nearest = analyze(&question);
    question.map = "length";
    tl_board_map *length = analyze(&question);
    question.map = "height";
    tl_board_map *height = analyze(&question);
    tl_board_summary s = tl_board_map_summary(fov);
    assert_true(tl_board_map_summary(nearest).in_mm && !s.in_mm);
    for (size_t i = 0; i < s.columns * s.rows; i++) {
        size_t column = i % s.columns, row = i / s.columns;
        tl_board_cell f = tl_board_map_cell(fov, column, row), n = tl_board_map_cell(nearest, column, row);
        tl_board_cell l = tl_board_map_cell(length, column, row), h = tl_board_map_cell(height, column, row);
        assert_int_equal(f.standing, row < 4); /* only the cells of the zone are mapped */
        assert_int_equal(n.standing, f.standing);
        if (!f.standing) {
            continue;
        }
        assert_true(n.low <= n.high && l.low <= l.high && h.low <= h.high);
        assert_true(f.high > 0 || f.partly || n.high == 0); /* out of view: it is there already */
        assert_true(f.low < 1 || n.low >= 0);
        double x = s.x0 + 50 * ((double)column + 0.5) - 900, y = s.y0 + 50 * ((double)row + 0.5) - 100;
        double away = sqrt(x * x + y * y);
        assert_true(f.low < 1 || l.high >= away - 36); /* it is seen from there at least */
        assert_true(f.high > 0 || l.high == 0);
        assert_true(l.high <= away + 36);
    }
    tl_board_map_destroy(fov);
    tl_board_map_destroy(nearest);
    tl_board_map_destroy(length);
    tl_board_map_destroy(height);
}

static void threads_change_nothing(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{300, 500}, {1100, 900}};
    tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                  .map = "dead",
                                  .has_place = true,
                                  .place = {900, 100},
                                  .area = area,
                                  .cell_mm = 50};
    question.threads = 1;
    tl_board_map *one = analyze(&question);
    question.threads = 3;
    tl_board_map *three = analyze(&question);
    assert_string_equal(tl_board_map_json(one), tl_board_map_json(three));
    tl_board_map_destroy(one);
    tl_board_map_destroy(three);
}

/* Dead ground is what is not in view; the share of a zone is between what all of it and what some of it sees. */
static void maps_agree_with_one_another(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{600, 500}, {900, 800}}, zone[4] = {{700, 100}, {900, 100}, {900, 200}, {700, 200}};
    tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                  .map = "fov",
                                  .zone = zone,
                                  .zone_count = 4,
                                  .area = area,
                                  .cell_mm = 50};
    tl_board_map *fov = analyze(&question);
    question.map = "dead";
    tl_board_map *dead = analyze(&question);
    question.map = "exposure";
    tl_board_map *exposure = analyze(&question);
    tl_board_summary s = tl_board_map_summary(fov);
    for (size_t i = 0; i < s.columns * s.rows; i++) {
        tl_board_cell f = tl_board_map_cell(fov, i % s.columns, i / s.columns);
        tl_board_cell d = tl_board_map_cell(dead, i % s.columns, i / s.columns);
        tl_board_cell e = tl_board_map_cell(exposure, i % s.columns, i / s.columns);
        assert_true(d.low == 1 - f.high && d.high == 1 - f.low);
        assert_true(e.low <= e.high && e.estimate >= e.low && e.estimate <= e.high);
        assert_true(f.estimate >= f.low && f.estimate <= f.high);
        assert_true(f.low != 1 || e.high > 0);  /* somebody sees all of it */
        assert_true(f.high != 0 || e.low == 0); /* nobody sees any of it */
        assert_true(e.low == 0 || f.high > 0);
    }
    tl_board_map_destroy(fov);
    tl_board_map_destroy(dead);
    tl_board_map_destroy(exposure);
}

static size_t read_all(const char *path, unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(bytes, 1, size, file);
    fclose(file);
    return count;
}

static void write_all(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static const tl_vec2 part_of_table[2] = {{300, 500}, {1500, 900}};
static const tl_board_question small = {.struct_size = sizeof(tl_board_question),
                                        .map = "fov",
                                        .has_place = true,
                                        .place = {900, 100},
                                        .area = part_of_table,
                                        .cell_mm = 80};

/* Shares in any order make the map of a single run, to the last byte; a share less, one that is damaged, and one of
 * another map are refused. */
static void shares_make_the_same_map(void **state) {
    (void)state;
    enum { SHARES = 3 };
    tl_board_map *whole = analyze(&small), *merged = NULL;
    tl_error error = {0};
    char path[SHARES][300];
    const char *files[SHARES];
    for (unsigned i = 0; i < SHARES; i++) {
        char name[16];
        snprintf(name, sizeof(name), "part%u", i);
        tl_board_question q = small;
        q.keep = file_of_test(name, path[i]);
        q.share = i + 1;
        q.shares = SHARES;
        assert_int_equal(tl_scene_analyze_share(scene, &q, NULL), TL_OK);
        files[SHARES - 1 - i] = path[i];
    }
    assert_int_equal(tl_scene_analyze_merge(scene, files, SHARES, &merged, NULL), TL_OK);
    assert_string_equal(tl_board_map_json(whole), tl_board_map_json(merged));
    assert_string_equal(tl_board_map_text(whole), tl_board_map_text(merged));
    tl_board_map_destroy(merged);
    tl_board_map_destroy(whole);
    merged = NULL;

    assert_int_equal(tl_scene_analyze_merge(scene, files, SHARES - 1, &merged, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "in none of the files"));
    static unsigned char bytes[100000];
    size_t size = read_all(path[1], bytes, sizeof(bytes));
    assert_true(size > 100 && size < sizeof(bytes));
    for (size_t at = 0; at < size; at += 37) { /* whichever byte is wrong, it is noticed */
        bytes[at] ^= 0x10;
        write_all(path[1], bytes, size);
        assert_int_equal(tl_scene_analyze_merge(scene, files, SHARES, &merged, NULL), TL_ERROR_FORMAT);
        bytes[at] ^= 0x10;
    }
    for (size_t cut = 0; cut < size; cut += 101) {
        write_all(path[1], bytes, cut);
        assert_int_equal(tl_scene_analyze_merge(scene, files, SHARES, &merged, NULL), TL_ERROR_FORMAT);
    }
    tl_board_question other = small;
    other.place[0] = 901;
    other.keep = path[1];
    other.share = 2;
    other.shares = SHARES;
    assert_int_equal(tl_scene_analyze_share(scene, &other, NULL), TL_OK); /* begun anew */
    error = (tl_error){0};
    assert_int_equal(tl_scene_analyze_merge(scene, files, SHARES, &merged, &error), TL_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "belongs to another map"));
    assert_null(merged);
    for (int i = 0; i < SHARES; i++) {
        remove(path[i]);
    }
}

/* A run that is stopped leaves what it has finished, and the next one goes on from there: with the same bytes. */
static int asked_to_go_on;
static bool stop_soon(void *user, double done, const char *what) {
    (void)user;
    return strcmp(what, "mapping") != 0 || done <= 0 || asked_to_go_on-- > 0;
}

static void a_stopped_run_goes_on(void **state) {
    (void)state;
    char path[300];
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .progress = stop_soon};
    tl_context *stopping = tl_context_create(&options);
    tl_scene *same = NULL;
    asked_to_go_on = 1 << 30;
    assert_int_equal(tl_scene_load(stopping, CROSSROADS, NULL, &same, NULL, NULL), TL_OK);
    tl_board_question q = small;
    q.keep = file_of_test("resume", path);
    q.threads = 1;
    tl_board_map *map = NULL, *whole = analyze(&small);
    asked_to_go_on = 0; /* as soon as something is done */
    tl_error error = {0};
    tl_status status = tl_scene_analyze(same, &q, &map, &error);
    assert_true(status == TL_ERROR_CANCELLED || status == TL_OK); /* a fast machine may be done before it is asked */
    tl_board_map_destroy(map);
    map = NULL;
    FILE *kept = fopen(path, "rb");
    assert_non_null(kept);
    fclose(kept);
    asked_to_go_on = 1 << 30;
    assert_int_equal(tl_scene_analyze(same, &q, &map, NULL), TL_OK);
    assert_string_equal(tl_board_map_json(whole), tl_board_map_json(map));
    tl_board_map_destroy(map);
    write_all(path, (const unsigned char *)"{\"trueline\": 1}", 15); /* somebody's scene: left as it is */
    map = NULL;
    assert_int_equal(tl_scene_analyze(same, &q, &map, NULL), TL_ERROR_FORMAT);
    assert_null(map);
    unsigned char left[32];
    assert_int_equal(read_all(path, left, sizeof(left)), 15);
    assert_int_equal(left[0], '{');
    write_all(path, (const unsigned char *)"trueline map 2\nrubbish", 22); /* begun anew */
    assert_int_equal(tl_scene_analyze(same, &q, &map, NULL), TL_OK);
    assert_string_equal(tl_board_map_json(whole), tl_board_map_json(map));
    tl_board_map_destroy(map);
    tl_board_map_destroy(whole);
    remove(path);
    tl_scene_destroy(same);
    tl_context_destroy(stopping);
}

static void expect_error(tl_board_question question, tl_status status, const char *words) {
    tl_board_map *map = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_analyze(scene, &question, &map, &error), status);
    assert_null(map);
    assert_non_null(strstr(error.message, words));
    assert_true(error.remedy[0] != '\0');
}

static void bad_questions_are_refused(void **state) {
    (void)state;
    const tl_board_question good = {
        .struct_size = sizeof(tl_board_question), .map = "fov", .has_place = true, .place = {900, 100}, .cell_mm = 50};
    tl_board_question q = good;
    q.map = "heat";
    expect_error(q, TL_ERROR_NOT_FOUND, "heat");
    q = good;
    q.cell_mm = 0;
    expect_error(q, TL_ERROR_ARGUMENT, "can't be 0 mm");
    q.cell_mm = 0.5;
    expect_error(q, TL_ERROR_LIMIT, "more than four millions");
    q = good;
    q.place[0] = 1900;
    expect_error(q, TL_ERROR_ARGUMENT, "off the table");
    q.has_place = false;
    expect_error(q, TL_ERROR_ARGUMENT, "who looks is missing");
    q.from = "nobody";
    expect_error(q, TL_ERROR_NOT_FOUND, "nobody");
    q = good;
    q.from = "mastiff";
    expect_error(q, TL_ERROR_ARGUMENT, "given twice");
    q = good;
    const tl_vec2 over[4] = {{0, 0}, {100, 0}, {100, 1300}, {0, 100}};
    q.to = over;
    q.to_count = 4;
    expect_error(q, TL_ERROR_ARGUMENT, "off the table");
    q = good;
    q.target = "dragon";
    expect_error(q, TL_ERROR_NOT_FOUND, "dragon");
    q = good;
    q.level = 7;
    expect_error(q, TL_ERROR_ARGUMENT, "can't stand");
    const tl_vec2 off[4] = {{-10, 0}, {100, 0}, {100, 100}, {0, 100}};
    q = good;
    q.has_place = false;
    q.zone = off;
    q.zone_count = 4;
    expect_error(q, TL_ERROR_ARGUMENT, "off the table");
    const tl_vec2 crossed[4] = {{0, 0}, {100, 100}, {100, 0}, {0, 100}};
    q.zone = crossed;
    expect_error(q, TL_ERROR_ARGUMENT, "no simple polygon");
    q.map = "mutual";
    q.zone = over;
    expect_error(q, TL_ERROR_ARGUMENT, "needs both");
    const tl_vec2 left[3] = {{0, 0}, {200, 0}, {0, 200}}, right[3] = {{50, 50}, {200, 50}, {200, 200}};
    q.zone = left;
    q.to = right;
    q.zone_count = q.to_count = 3;
    expect_error(q, TL_ERROR_ARGUMENT, "share cells");
    const tl_vec2 flat[2] = {{0, 0}, {0, 100}};
    q = good;
    q.area = flat;
    expect_error(q, TL_ERROR_ARGUMENT, "no area");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settled_cells_agree_with_the_ruling),
        cmocka_unit_test(areas_count_as_in_the_ruling),
        cmocka_unit_test(cover_agrees_with_the_ruling),
        cmocka_unit_test(a_level_is_mapped_where_it_is),
        cmocka_unit_test(zones_are_made_of_cells),
        cmocka_unit_test(zones_see_one_another),
        cmocka_unit_test(lengths_agree_with_the_view),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(maps_agree_with_one_another),
        cmocka_unit_test(shares_make_the_same_map),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(bad_questions_are_refused),
    };
    return cmocka_run_group_tests_name("api_board", tests, load, unload);
}
