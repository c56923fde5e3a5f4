/* Every door of the public wall takes structs by their size: none, too small, of a later version; and nobody reads more
 * of a caller's memory than the size says. */
#include "support/made_scene.h"

#include <trueline/trueline.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAN(id, at) "{'id':'" id "','asset':'man','at':" at "}"
#define SCENE                                                                                                          \
    "{'trueline':1,'ruleset':'dust-battlefield','table':{'width':600,'depth':400},"                                    \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}}},'terrain':[],"                                                            \
    "'units':[{'id':'a','side':'red','class':'infantry','members':[" MAN(                                              \
        "a-1", "[100,100]") "]},"                                                                                      \
                            "{'id':'b','side':'blue','class':'infantry','members':[" MAN("b-1", "[300,200]") "]}]}"

static made_scene m;
static char path[320];
static tl_ruling *ruling;
static tl_board_map *map;

/* --- The doors ---------------------------------------------------------------------------------------------------- */

static tl_status context_check(const void *given, tl_error *error) {
    tl_context *context = tl_context_create(given);
    tl_status status = tl_context_options_check(given, error);
    assert_true((context != NULL) == (status == TL_OK));
    tl_context_destroy(context);
    return status;
}

static tl_status mesh_describe(const void *given, tl_error *error) {
    char *text = NULL;
    return tl_mesh_describe(m.context, "nowhere.obj", given, true, &text, error);
}

static tl_status mesh_sink(const void *given, tl_error *error) {
    const tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options), .sink = given};
    return mesh_describe(&options, error);
}

/* The report of what failed tells it, too. */
static tl_status scene_load(const void *given, tl_error *error) {
    tl_scene *scene = NULL;
    tl_report *report = NULL;
    tl_status status = tl_scene_load(m.context, path, given, &scene, &report, error);
    assert_true((scene != NULL) == (status == TL_OK));
    if (status != TL_OK) {
        assert_int_equal(tl_report_count(report), 1);
        assert_string_equal(tl_report_get(report, 0, NULL)->message, error->message);
    }
    tl_report_destroy(report);
    tl_scene_destroy(scene);
    return status;
}

static tl_status scene_read(const void *given, tl_error *error) {
    tl_scene *scene = NULL;
    size_t size;
    const char *text = tl_scene_text(m.scene, &size);
    tl_status status = tl_scene_read(m.context, text, size, path, given, &scene, NULL, error);
    tl_scene_destroy(scene);
    return status;
}

static tl_status create(const tl_scene_outset *outset, const tl_scene_options *options, tl_error *error) {
    tl_scene *scene = NULL;
    tl_status status = tl_scene_create(m.context, path, outset, options, &scene, error);
    tl_scene_destroy(scene);
    return status;
}

static tl_status create_outset(const void *given, tl_error *error) {
    return create(given, NULL, error);
}

static tl_status create_options(const void *given, tl_error *error) {
    return create(NULL, given, error);
}

static tl_status scene_ask(const void *given, tl_error *error) {
    tl_ruling *answer = NULL;
    return tl_scene_ask(m.scene, given, &answer, error);
}

static const tl_draw_sink nothing = TL_DRAW_SINK_INIT;

static tl_status preview_question(const void *given, tl_error *error) {
    return tl_scene_draw_preview(m.scene, given, &nothing, error);
}

static tl_status preview_sink(const void *given, tl_error *error) {
    const tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b"};
    return tl_scene_draw_preview(m.scene, &question, given, error);
}

static tl_status scene_drawing(const void *given, tl_error *error) {
    return tl_scene_draw(m.scene, given, &nothing, error);
}

static tl_status scene_sink(const void *given, tl_error *error) {
    return tl_scene_draw(m.scene, NULL, given, error);
}

static tl_status ruling_sink(const void *given, tl_error *error) {
    return tl_ruling_draw(ruling, m.scene, given, error);
}

static tl_status proof_sink(const void *given, tl_error *error) {
    assert_false(tl_ruling_draw_proof(ruling, m.scene, given, error)); /* it is seen: there is no proof */
    return error->status;
}

static tl_status asset_sink(const void *given, tl_error *error) {
    return tl_scene_asset_draw(m.scene, "man", given, error);
}

static tl_status map_sink(const void *given, tl_error *error) {
    return tl_board_map_draw(map, given, error);
}

static tl_status firing_sink(const void *given, tl_error *error) {
    return tl_firing_draw(NULL, given, error);
}

static tl_status fit_place(const void *given, tl_error *error) {
    tl_fit fit;
    return tl_scene_fit(m.scene, "a-1", given, &fit, error);
}

static tl_status tape_from(const void *given, tl_error *error) {
    const tl_tape_end to = {.struct_size = sizeof(tl_tape_end), .id = "b"};
    tl_tape tape;
    return tl_scene_tape(m.scene, given, &to, &tape, error);
}

static tl_status tape_to(const void *given, tl_error *error) {
    const tl_tape_end from = {.struct_size = sizeof(tl_tape_end), .id = "a"};
    tl_tape tape;
    return tl_scene_tape(m.scene, &from, given, &tape, error);
}

static tl_status analyze(const void *given, tl_error *error) {
    tl_board_map *made = NULL;
    return tl_scene_analyze(m.scene, given, &made, error);
}

static tl_status analyze_share(const void *given, tl_error *error) {
    return tl_scene_analyze_share(m.scene, given, error);
}

static tl_status study(const void *given, tl_error *error) {
    tl_board_findings *findings = NULL;
    tl_status status = tl_scene_study(m.scene, given, &findings, error);
    tl_board_findings_destroy(findings);
    return status;
}

static tl_status study_share(const void *given, tl_error *error) {
    return tl_scene_study_share(m.scene, given, error);
}

static tl_status study_merge(const void *given, tl_error *error) {
    const char *const files[] = {"nowhere.share"};
    tl_board_findings *findings = NULL;
    return tl_scene_study_merge(m.scene, given, files, 1, &findings, error);
}

static tl_status firing(const void *given, tl_error *error) {
    tl_firing *made = NULL;
    return tl_scene_firing(m.scene, given, &made, error);
}

/* What each door says of a struct with nothing but its size. */
#define DOOR(type, go, status)                                                                                         \
    { #go, #type, sizeof(type), go, status }
static const struct {
    const char *name, *type;
    size_t size;
    tl_status (*go)(const void *given, tl_error *error);
    tl_status status;
} doors[] = {
    DOOR(tl_context_options, context_check, TL_OK),
    DOOR(tl_mesh_options, mesh_describe, TL_ERROR_FILE),
    DOOR(tl_draw_sink, mesh_sink, TL_ERROR_FILE),
    DOOR(tl_scene_options, scene_load, TL_OK),
    DOOR(tl_scene_options, scene_read, TL_OK),
    DOOR(tl_scene_outset, create_outset, TL_OK),
    DOOR(tl_scene_options, create_options, TL_OK),
    DOOR(tl_question, scene_ask, TL_ERROR_NOT_FOUND),
    DOOR(tl_question, preview_question, TL_OK),
    DOOR(tl_draw_sink, preview_sink, TL_OK),
    DOOR(tl_scene_drawing, scene_drawing, TL_OK),
    DOOR(tl_draw_sink, scene_sink, TL_OK),
    DOOR(tl_draw_sink, ruling_sink, TL_OK),
    DOOR(tl_draw_sink, proof_sink, TL_OK),
    DOOR(tl_draw_sink, asset_sink, TL_OK),
    DOOR(tl_draw_sink, map_sink, TL_OK),
    DOOR(tl_draw_sink, firing_sink, TL_OK),
    DOOR(tl_place, fit_place, TL_ERROR_ARGUMENT),
    DOOR(tl_tape_end, tape_from, TL_OK),
    DOOR(tl_tape_end, tape_to, TL_OK),
    DOOR(tl_board_question, analyze, TL_ERROR_ARGUMENT),
    DOOR(tl_board_question, analyze_share, TL_ERROR_ARGUMENT),
    DOOR(tl_board_study, study, TL_OK),
    DOOR(tl_board_study, study_share, TL_ERROR_ARGUMENT),
    DOOR(tl_board_study, study_merge, TL_ERROR_FILE),
    DOOR(tl_firing_question, firing, TL_ERROR_ARGUMENT),
};
enum { DOORS = sizeof(doors) / sizeof(doors[0]), MORE = 24 };

/* Knocks with a struct that says `size`, in memory of `room` bytes that are zero but for the one at `dirt` (0: none).
 */
static tl_status knock(size_t door, size_t size, size_t room, size_t dirt, tl_error *error) {
    unsigned char *memory = calloc(1, room);
    assert_non_null(memory);
    memcpy(memory, &size, sizeof(size));
    memory[dirt] = dirt > 0 ? 1 : memory[0];
    *error = (tl_error){0};
    tl_status status = doors[door].go(memory, error);
    free(memory);
    return status;
}

static bool names_size(size_t door, const tl_error *error) {
    char place[100];
    snprintf(place, sizeof(place), "%s.struct_size", doors[door].type);
    return strcmp(error->place, place) == 0;
}

/* What a struct was long in its first version: one that has grown since is taken at that size, too. */
static size_t first_size(size_t door) {
    const char *type = doors[door].type;
    return strcmp(type, "tl_question") == 0        ? offsetof(tl_question, effort) + sizeof(double)
           : strcmp(type, "tl_scene_options") == 0 ? offsetof(tl_scene_options, for_side)
           : strcmp(type, "tl_scene_drawing") == 0 ? offsetof(tl_scene_drawing, only) + sizeof(void *)
                                                   : doors[door].size;
}

static void sizes_that_are_none(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < DOORS; i++) {
        const size_t bad[] = {0, sizeof(size_t), first_size(i) - sizeof(size_t), doors[i].size + 100000, SIZE_MAX};
        for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
            tl_error error;
            tl_status status = knock(i, bad[k], sizeof(size_t), 0, &error);
            if (status != TL_ERROR_ARGUMENT || !names_size(i, &error) || strstr(error.remedy, "sizeof") == NULL) {
                print_error("%s takes a size of %zu: %d, %s: %s\n", doors[i].name, bad[k], (int)status, error.place,
                            error.message);
                wrong++;
            }
        }
        tl_error error;
        assert_int_equal(knock(i, first_size(i), first_size(i), 0, &error), doors[i].status);
    }
    assert_int_equal(wrong, 0);
}

static void what_there_is_is_taken(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < DOORS; i++) {
        for (size_t more = 0; more <= MORE; more += MORE) { /* of this version, and of a later one */
            tl_error error;
            tl_status status = knock(i, doors[i].size + more, doors[i].size + more, 0, &error);
            if (status != doors[i].status || strncmp(error.place, "tl_", 3) == 0) {
                print_error("%s with %zu bytes more: %d, %s: %s\n", doors[i].name, more, (int)status, error.place,
                            error.message);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
}

static void what_a_later_version_adds_is_refused(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < DOORS; i++) {
        const size_t at[] = {doors[i].size, doors[i].size + MORE - 1};
        for (size_t k = 0; k < 2; k++) {
            tl_error error;
            tl_status status = knock(i, doors[i].size + MORE, doors[i].size + MORE, at[k], &error);
            if (status != TL_ERROR_ARGUMENT || strcmp(error.place, doors[i].type) != 0 ||
                strstr(error.message, "later version") == NULL || error.remedy[0] == '\0') {
                print_error("%s: %d, %s: %s\n", doors[i].name, (int)status, error.place, error.message);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
}

/* --- What is filled in counts ------------------------------------------------------------------------------------- */

static void a_question_of_a_later_version(void **state) {
    (void)state;
    struct {
        tl_question known;
        const char *unknown[3];
    } later = {.known = {.struct_size = sizeof(later), .query = "los", .from = "a", .to = "b"}};
    tl_ruling *answer = NULL;
    assert_int_equal(tl_scene_ask(m.scene, &later.known, &answer, NULL), TL_OK);
    assert_string_equal(tl_ruling_json(answer), tl_ruling_json(ruling));
    assert_string_equal(tl_ruling_query(answer), "los");
    tl_ruling_destroy(answer);
}

static void a_place_that_is_filled_in(void **state) {
    (void)state;
    struct {
        tl_place known;
        size_t unknown[2];
        size_t behind;
    } given = {.unknown = {7, 7}, .behind = 7};
    tl_error error = {0};
    assert_int_equal(tl_scene_place_of(m.scene, "b-1", &given.known, &error), TL_ERROR_ARGUMENT);
    assert_string_equal(error.place, "tl_place.struct_size");
    assert_true(given.known.at[0] == 0 && given.unknown[0] == 7);
    given.known.struct_size = sizeof(given) - sizeof(given.behind);
    assert_int_equal(tl_scene_place_of(m.scene, "b-1", &given.known, NULL), TL_OK);
    assert_true(given.known.at[0] == 300 && given.known.at[1] == 200 && given.known.coordinates == 2);
    assert_int_equal(given.known.struct_size, sizeof(given) - sizeof(given.behind));
    assert_true(given.unknown[0] == 0 && given.unknown[1] == 0 && given.behind == 7);
    tl_fit fit;
    assert_int_equal(tl_scene_fit(m.scene, "b-1", &given.known, &fit, NULL), TL_OK);
    assert_true(fit.stands && fit.at.x == 300 && fit.at.y == 200);
}

/* Each macro sets the size of its own struct, and nothing else. */
static void macros_set_the_size(void **state) {
    (void)state;
#define CHECK(type, init)                                                                                              \
    do {                                                                                                               \
        type made = init;                                                                                              \
        const unsigned char *bytes = (const unsigned char *)&made;                                                     \
        assert_int_equal(made.struct_size, sizeof(type));                                                              \
        for (size_t i = sizeof(size_t); i < sizeof(type) - sizeof(void *); i++) {                                      \
            assert_int_equal(bytes[i], 0);                                                                             \
        }                                                                                                              \
    } while (0)
    CHECK(tl_board_question, TL_BOARD_QUESTION_INIT);
    CHECK(tl_board_study, TL_BOARD_STUDY_INIT);
    CHECK(tl_context_options, TL_CONTEXT_OPTIONS_INIT);
    CHECK(tl_draw_sink, TL_DRAW_SINK_INIT);
    CHECK(tl_firing_question, TL_FIRING_QUESTION_INIT);
    CHECK(tl_mesh_options, TL_MESH_OPTIONS_INIT);
    CHECK(tl_place, TL_PLACE_INIT);
    CHECK(tl_question, TL_QUESTION_INIT);
    CHECK(tl_scene_drawing, TL_SCENE_DRAWING_INIT);
    CHECK(tl_scene_options, TL_SCENE_OPTIONS_INIT);
    CHECK(tl_scene_outset, TL_SCENE_OUTSET_INIT);
    CHECK(tl_tape_end, TL_TAPE_END_INIT);
}

static int begin(void **state) {
    (void)state;
    made_begin(&m, "sized");
    made_load(&m, "%s", SCENE);
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    const tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b"};
    const tl_vec2 area[2] = {{0, 0}, {100, 100}};
    const tl_board_question board = {
        .struct_size = sizeof(tl_board_question), .map = "fov", .from = "b", .area = area, .cell_mm = 50};
    return tl_scene_ask(m.scene, &question, &ruling, NULL) == TL_OK &&
                   tl_scene_analyze(m.scene, &board, &map, NULL) == TL_OK
               ? 0
               : -1;
}

static int end(void **state) {
    (void)state;
    tl_board_map_destroy(map);
    tl_ruling_destroy(ruling);
    made_end(&m);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_that_are_none),
        cmocka_unit_test(what_there_is_is_taken),
        cmocka_unit_test(what_a_later_version_adds_is_refused),
        cmocka_unit_test(a_question_of_a_later_version),
        cmocka_unit_test(a_place_that_is_filled_in),
        cmocka_unit_test(macros_set_the_size),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
