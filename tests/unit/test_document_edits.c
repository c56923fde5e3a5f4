/* Scene documents: what an edit changes of their text, what it leaves alone, and what is saved. */
#include "support/document_text.h"

#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOOD TL_TEST_SOURCE_DIR "/tests/cases/scene-good/"
#define BAD  TL_TEST_SOURCE_DIR "/tests/bad/scene/"

static void text_is(const tl_document *document, const char *expected) {
    assert_string_equal(tl_document_text(document, NULL), expected);
}

static void test_poses(void **state) {
    (void)state;
    tl_error error = {0};
    tl_document *d = document_load(GOOD "contract.json");
    char *was = document_text_of(GOOD "contract.json");
    text_is(d, was);
    /* The same numbers: not a byte changes. */
    document_done(tl_document_set_member_pose(d, "ludwig-1", (double[]){300, 300}, 2, 45, &error), &error);
    text_is(d, was);
    document_done(tl_document_set_member_pose(d, "ludwig-1", (double[]){420.1, 300}, 2, -30, &error), &error);
    const char *now = document_with(was, "[300, 300], \"facing\": 45", "[420.1, 300], \"facing\": -30");
    text_is(d, now);
    assert_near(tl_document_find(d, "ludwig-1").member->pose.at[0], 420.1, 0);
    document_done(tl_document_set_member_pose(d, "ghosts-1", (double[]){1, 2, 3.5}, 3, 90, &error), &error);
    now = document_with(now, "[640, 410]", "[1, 2, 3.5], \"facing\": 90");
    text_is(d, now);
    document_done(tl_document_set_member_pose(d, "ghosts-2", (double[]){660, 380}, 2, 0, &error), &error);
    now = document_with(now, "[660, 380, 62.5], \"facing\": 90", "[660, 380], \"facing\": 0");
    text_is(d, now);
    tl_document_move moves[] = {{.id = "smoke-1", .turn = 0, .set_turn = true},
                                {.id = "farmhouse", .at = {901, 600}, .at_count = 2, .turn = 31, .set_turn = true},
                                {.id = "ghosts-1", .at = {-0.0, 1e-7}, .at_count = 2}};
    document_done(tl_document_set_poses(d, moves, 3, &error), &error);
    now = document_with(now, "[900, 600], \"turn\": 30", "[901, 600], \"turn\": 31");
    now = document_with(now, "[1, 2, 3.5]", "[0, 1e-7]");
    text_is(d, now);
    /* What fails changes nothing. */
    assert_int_equal(tl_document_set_member_pose(d, "gosts-1", (double[]){1, 2}, 2, 0, &error), TL_ERROR_NOT_FOUND);
    assert_string_equal(error.message, "the scene has nothing called `gosts-1`");
    assert_string_equal(error.remedy, "did you mean `ghosts-1`?");
    assert_int_equal(tl_document_set_member_pose(d, "ghosts", (double[]){1, 2}, 2, 0, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_document_set_member_pose(d, "ghosts-1", (double[]){1}, 1, 0, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_document_set_member_pose(d, "ghosts-1", (double[]){1, NAN}, 2, 0, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_document_set_member_pose(d, "ghosts-1", (double[]){1, 2}, 2, INFINITY, NULL),
                     TL_ERROR_ARGUMENT);
    assert_int_equal(tl_document_set_member_pose(d, "ghosts-1", (double[]){1, 2e6}, 2, 0, NULL), TL_ERROR_SCENE);
    moves[1] = moves[2];
    moves[1].at[0] = 5;
    moves[2].at[0] = 6;
    assert_int_equal(tl_document_set_poses(d, moves, 3, NULL), TL_ERROR_ARGUMENT);
    text_is(d, now);
    /* Undo is the earlier text. */
    document_done(tl_document_set_text(d, was, strlen(was), NULL, &error), &error);
    text_is(d, was);
    assert_near(tl_document_find(d, "ludwig-1").member->pose.at[0], 300, 0);
    tl_free(document_context, was);
    tl_document_destroy(d);
}

static const char tiny[] =
    "{\"trueline\":1,\"table\":{\"width\":600,\"depth\":400},"
    "\"assets\":{\"a\":{\"core\":{\"shape\":\"box\",\"min\":[0,0,0],\"max\":[1,1,1]}}},"
    "\"units\":[{\"id\":\"u\",\"class\":\"hero\",\"members\":[{\"id\":\"m\",\"asset\":\"a\",\"at\":[1,2]}]}]}";

static void test_compact_style(void **state) {
    (void)state;
    tl_error error = {0};
    tl_document *d = document_parse(tiny);
    document_done(tl_document_set_member_pose(d, "m", (double[]){1, 2, 3}, 3, 5, &error), &error);
    const char *now = document_with(tiny, "[1,2]", "[1,2,3],\"facing\":5");
    text_is(d, now);
    document_done(tl_document_add_member(d, "u", "{ \"id\": \"n\", \"asset\": \"a\", \"at\": [1.50, 2] }", &error),
                  &error);
    now = document_with(now, "\"facing\":5}", "\"facing\":5},{\"id\":\"n\",\"asset\":\"a\",\"at\":[1.50,2]}");
    text_is(d, now);
    document_done(tl_document_add_terrain(d, "{\"id\": \"t\", \"outline\": [[0,0],[1,0],[0,1]]}", &error), &error);
    now = document_with(now, "},\"units\"", "},\"terrain\":[{\"id\":\"t\",\"outline\":[[0,0],[1,0],[0,1]]}],\"units\"");
    text_is(d, now);
    document_done(tl_document_set_setting(d, "units", "\"cm\"", &error), &error);
    now = document_with(now, "1,\"table\"", "1,\"settings\":{\"units\":\"cm\"},\"table\"");
    text_is(d, now);
    document_done(tl_document_set_setting(d, "units", NULL, &error), &error);
    now = document_with(now, "{\"units\":\"cm\"}", "{}");
    text_is(d, now);
    document_done(tl_document_set_setting(d, "tolerance_mm", "0.5", &error), &error);
    now = document_with(now, "\"settings\":{}", "\"settings\":{\"tolerance_mm\":0.5}");
    text_is(d, now);
    document_done(tl_document_remove(d, "m", &error), &error);
    now = document_with(now, "{\"id\":\"m\",\"asset\":\"a\",\"at\":[1,2,3],\"facing\":5},", "");
    text_is(d, now);
    document_done(tl_document_remove(d, "n", &error), &error); /* the last member takes the unit along */
    assert_int_equal(d->unit_count, 0);
    assert_non_null(strstr(tl_document_text(d, NULL), "\"units\":[]"));
    document_done(tl_document_remove(d, "t", &error), &error);
    assert_non_null(strstr(tl_document_text(d, NULL), "\"terrain\":[]"));
    assert_int_equal(tl_document_remove(d, "t", NULL), TL_ERROR_NOT_FOUND);
    tl_document_destroy(d);
}

static void test_new_scene(void **state) {
    (void)state;
    tl_error error = {0};
    tl_document *d = NULL;
    document_done(tl_document_create(document_context, "f/new.json", "A \"new\" table", "dust-battlefield", 1800,
                                     1200.5, NULL, &d, &error),
                  &error);
    text_is(d, "{\n  \"trueline\": 1,\n  \"name\": \"A \\\"new\\\" table\",\n  \"ruleset\": \"dust-battlefield\",\n"
               "  \"table\": { \"width\": 1800, \"depth\": 1200.5 },\n  \"assets\": {},\n  \"terrain\": [],\n"
               "  \"units\": []\n}\n");
    document_done(tl_document_set_asset(d, "tank", "{\"mesh\":\"tank.glb\",\"parts\":{\"core\":[\"hull\"]}}", &error),
                  &error);
    document_done(
        tl_document_add_unit(
            d, "{\"id\":\"u\",\"class\":\"vehicle\",\"members\":[{\"id\":\"m\",\"asset\":\"tank\",\"at\":[10,20]}]}",
            &error),
        &error);
    document_done(tl_document_add_member(d, "u", "{\"id\":\"n\",\"asset\":\"tank\",\"at\":[1,2]}", &error), &error);
    document_done(
        tl_document_add_terrain(d, "{\"id\":\"w\",\"kind\":\"wood\",\"outline\":[[0,0],[1,0],[0,1]]}", &error), &error);
    document_done(
        tl_document_set_asset(
            d, "man", "{\"core\":{\"shape\":\"capsule\",\"from\":[0,0,6],\"to\":[0,0,20],\"radius\":6}}", &error),
        &error);
    text_is(d, "{\n  \"trueline\": 1,\n  \"name\": \"A \\\"new\\\" table\",\n  \"ruleset\": \"dust-battlefield\",\n"
               "  \"table\": { \"width\": 1800, \"depth\": 1200.5 },\n  \"assets\": {\n"
               "    \"tank\": { \"mesh\": \"tank.glb\", \"parts\": { \"core\": [\"hull\"] } },\n"
               "    \"man\": { \"core\": { \"shape\": \"capsule\", \"from\": [0, 0, 6], \"to\": [0, 0, 20], "
               "\"radius\": 6 } }\n"
               "  },\n  \"terrain\": [\n"
               "    { \"id\": \"w\", \"kind\": \"wood\", \"outline\": [[0, 0], [1, 0], [0, 1]] }\n  ],\n"
               "  \"units\": [\n    {\n      \"id\": \"u\",\n      \"class\": \"vehicle\",\n      \"members\": [\n"
               "        { \"id\": \"m\", \"asset\": \"tank\", \"at\": [10, 20] },\n"
               "        { \"id\": \"n\", \"asset\": \"tank\", \"at\": [1, 2] }\n      ]\n    }\n  ]\n}\n");
    /* Replacing, and refusing: an asset that members use can't lose its name, a duplicate can't come in. */
    document_done(tl_document_set_asset(d, "tank", "{\"mesh\":\"t.stl\"}", &error), &error);
    assert_non_null(strstr(tl_document_text(d, NULL), "    \"tank\": { \"mesh\": \"t.stl\" },\n"));
    assert_int_equal(tl_document_add_terrain(d, "{\"id\":\"m\",\"mesh\":\"x.stl\"}", &error), TL_ERROR_SCENE);
    assert_string_equal(error.message, "the id `m` is used already in line 12, column 13 (terrain[1].id)");
    error = (tl_error){0};
    assert_int_equal(tl_document_add_terrain(d, "{\"id\":}", &error), TL_ERROR_FORMAT);
    assert_int_equal(tl_document_add_member(d, "m", "{}", NULL), TL_ERROR_NOT_FOUND);
    const tl_json_value *unit = tl_document_find(d, "u").unit->json;
    document_done(tl_document_set_field(d, unit, "side", "\"allies\"", "class", &error), &error);
    assert_non_null(strstr(tl_document_text(d, NULL),
                           "      \"class\": \"vehicle\",\n      \"side\": \"allies\",\n      \"members\""));
    unit = tl_document_find(d, "u").unit->json;
    document_done(tl_document_set_field(d, unit, "side", NULL, NULL, &error), &error);
    assert_null(strstr(tl_document_text(d, NULL), "side"));
    tl_document_destroy(d);
    assert_int_equal(tl_document_create(document_context, "", NULL, NULL, NAN, 1, NULL, &d, NULL), TL_ERROR_ARGUMENT);
    assert_null(d);
}

static void test_line_ends(void **state) {
    (void)state;
    tl_error error = {0};
    static const char text[] =
        "\xef\xbb\xbf{\r\n\t\"trueline\" : 1 ,\r\n\t\"x-note\" : {\"kept\":  [1 ,2]},\r\n\t\"table\" : "
        "{\"width\":600.0,\"depth\":4e2},\r\n"
        "\t\"assets\":{\"a\":{\"mesh\":\"a.stl\",\"x-why\":null}},\r\n\t\"units\" : [\r\n\t\t{ \"members\": [\r\n"
        "\t\t\t{ \"id\": \"m\", \"asset\": \"a\", \"at\": [ 1.0 ,2.00 ] }\r\n\t\t], \"id\": \"u\", \"class\": "
        "\"infantry\" }\r\n\t]\r\n}";
    tl_document *d = document_parse(text);
    document_done(tl_document_set_member_pose(d, "m", (double[]){1, 2.5, 7}, 3, 0, &error), &error);
    const char *now = document_with(text, "[ 1.0 ,2.00 ]", "[ 1.0 ,2.5 ,7 ]");
    text_is(d, now);
    document_done(tl_document_add_member(d, "u", "{\"id\":\"n\",\"asset\":\"a\",\"at\":[3,4]}", &error), &error);
    now = document_with(now, "7 ] }", "7 ] },\r\n\t\t\t{ \"id\": \"n\", \"asset\": \"a\", \"at\": [3, 4] }");
    text_is(d, now);
    document_done(tl_document_add_terrain(d, "{\"id\":\"t\",\"disc\":{\"centre\":[1,2],\"radius\":3}}", &error),
                  &error);
    now = document_with(now, "\r\n\t\"units\"",
                        "\r\n\t\"terrain\":[\r\n\t  { \"id\": \"t\", \"disc\": { \"centre\": [1, 2], \"radius\": 3 } "
                        "}\r\n\t],\r\n\t\"units\"");
    text_is(d, now);
    tl_document_destroy(d);
}

static void test_saving(void **state) {
    (void)state;
    tl_error error = {0};
    char folder[] = "/tmp/trueline-document-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[256];
    char below[256];
    char other[300];
    snprintf(path, sizeof(path), "%s/one.json", folder);
    snprintf(below, sizeof(below), "%s/below", folder);
    snprintf(other, sizeof(other), "%s/two.json", below);
    assert_int_equal(mkdir(below, 0700), 0);
    char *was = document_text_of(GOOD "contract.json");
    document_done(tl_file_save(document_context, path, was, strlen(was), &error), &error);
    assert_int_equal(chmod(path, 0640), 0);
    tl_document *d = document_load(path);
    document_done(tl_document_save(d, NULL, &error), &error);
    char *now = document_text_of(path);
    assert_string_equal(now, was);
    tl_free(document_context, now);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    document_done(tl_document_set_member_pose(d, "ludwig-1", (double[]){300, 301}, 2, 45, &error), &error);
    document_done(tl_document_save(d, NULL, &error), &error);
    now = document_text_of(path);
    assert_string_equal(now, document_with(was, "[300, 300]", "[300, 301]"));
    tl_free(document_context, now);
    /* In another folder, relative paths still find their meshes; the rest stays. */
    document_done(tl_document_save(d, other, &error), &error);
    now = document_text_of(other);
    const char *expected = document_with(was, "[300, 300]", "[300, 301]");
    expected = document_with(expected, "\"terrain/board.glb", "\"../terrain/board.glb");
    expected = document_with(expected, "\"models/walker.glb", "\"../models/walker.glb");
    expected = document_with(expected, "\"models/trooper.stl", "\"../models/trooper.stl");
    expected = document_with(expected, "\"terrain/farmhouse.glb", "\"../terrain/farmhouse.glb");
    assert_string_equal(now, expected);
    tl_free(document_context, now);
    tl_document_destroy(d);
    /* And back up: through the folder's name. */
    d = document_load(other);
    document_done(tl_document_save(d, path, &error), &error);
    tl_document_destroy(d);
    d = document_load(path);
    assert_string_equal(d->table_mesh.name, "below/../terrain/board.glb");
    assert_int_equal(tl_document_save(d, "/no such folder/x.json", &error), TL_ERROR_FILE);
    tl_document_destroy(d);
    d = NULL;
    error = (tl_error){0};
    tl_problems problems;
    tl_problems_init(&problems, document_context);
    assert_int_equal(tl_document_load(document_context, "/no such file", NULL, &d, &problems, &error), TL_ERROR_FILE);
    assert_null(d);
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.items[0].error.status, TL_ERROR_FILE);
    tl_problems_free(&problems);
    d = document_parse(tiny);
    tl_document *nameless = NULL;
    document_done(tl_document_parse(document_context, tiny, strlen(tiny), NULL, NULL, &nameless, NULL, &error), &error);
    assert_int_equal(tl_document_save(nameless, NULL, NULL), TL_ERROR_ARGUMENT);
    document_done(tl_document_save(nameless, other, &error), &error);
    tl_document_destroy(nameless);
    tl_document_destroy(d);
    tl_free(document_context, was);
    (void)unlink(path);
    (void)unlink(other);
    (void)rmdir(below);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left behind */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poses),     cmocka_unit_test(test_compact_style), cmocka_unit_test(test_new_scene),
        cmocka_unit_test(test_line_ends), cmocka_unit_test(test_saving),
    };
    return cmocka_run_group_tests_name("edits of documents", tests, document_set_up, document_tear_down);
}
