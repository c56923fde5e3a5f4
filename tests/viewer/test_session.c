/* An open scene: moves and their undoing; questions asked beside the drawing. */
#include "support/assert_geom.h"

#include "session/asker.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SCENE TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json"

static tl_context *context;
static tl_scene *scene;
static tlv_session session;

static int begin(void **state) {
    (void)state;
    tl_error error = {0};
    context = tl_context_create(NULL);
    scene = NULL;
    if (tl_scene_load(context, SCENE, NULL, &scene, NULL, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(tlv_session_open(&session, scene, SCENE, &error), TL_OK);
    return 0;
}

static int end(void **state) {
    (void)state;
    tlv_session_close(&session);
    tl_scene_destroy(scene);
    tl_context_destroy(context);
    return 0;
}

static tl_place place_of(const char *member) {
    tl_place place;
    assert_int_equal(tl_scene_place_of(scene, member, &place, NULL), TL_OK);
    return place;
}

static void move_by(const char *member, double x) {
    tl_error error = {0};
    tl_place place = place_of(member);
    place.at[0] += x;
    if (tlv_session_move(&session, member, &place, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
}

static void moves_are_taken_back(void **state) {
    (void)state;
    const double boar = place_of("boar-1").at[0], mastiff = place_of("mastiff-1").at[0];
    assert_null(tlv_session_undo(&session, NULL));
    assert_null(tlv_session_redo(&session, NULL));
    assert_false(tlv_session_is_changed(&session));
    move_by("boar-1", 30);
    move_by("mastiff-1", -20);
    move_by("boar-1", 5);
    assert_true(tlv_session_is_changed(&session));
    assert_string_equal(tlv_session_undo(&session, NULL), "boar-1");
    assert_near(place_of("boar-1").at[0], boar + 30, 1e-9);
    assert_string_equal(tlv_session_undo(&session, NULL), "mastiff-1");
    assert_near(place_of("mastiff-1").at[0], mastiff, 1e-9);
    assert_string_equal(tlv_session_redo(&session, NULL), "mastiff-1");
    assert_near(place_of("mastiff-1").at[0], mastiff - 20, 1e-9);
    move_by("boar-1", 1); /* what could be redone is gone */
    assert_null(tlv_session_redo(&session, NULL));
    for (int i = 0; i < 3; i++) {
        assert_non_null(tlv_session_undo(&session, NULL));
    }
    assert_null(tlv_session_undo(&session, NULL));
    assert_false(tlv_session_is_changed(&session));
    assert_near(place_of("boar-1").at[0], boar, 0);
    assert_near(place_of("mastiff-1").at[0], mastiff, 0);
    /* the places that questions go with are the scene's */
    for (size_t i = 0; i < session.place_count; i++) {
        tl_place place = place_of(tl_scene_member(scene, i));
        assert_near(session.places[i].at[0], place.at[0], 0);
    }
}

static void a_drag_is_one_move(void **state) {
    (void)state;
    const double boar = place_of("boar-1").at[0];
    move_by("boar-1", 10);
    tlv_session_begin_drag(&session);
    for (int i = 0; i < 20; i++) {
        move_by("boar-1", 1);
    }
    tlv_session_end_drag(&session);
    tlv_session_begin_drag(&session);
    move_by("boar-1", 100);
    tlv_session_end_drag(&session);
    move_by("boar-1", 1000 - 131 - 600);
    assert_int_equal(session.done, 4);
    tlv_session_undo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 130, 1e-9);
    tlv_session_undo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 30, 1e-9);
    tlv_session_undo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 10, 1e-9);
}

static void a_refused_move_changes_nothing(void **state) {
    (void)state;
    tl_error error = {0};
    tl_place place = place_of("boar-1"), off = place;
    off.at[0] = -500;
    assert_int_equal(tlv_session_move(&session, "boar-1", &off, &error), TL_ERROR_SCENE);
    assert_near(place_of("boar-1").at[0], place.at[0], 0);
    assert_false(tlv_session_is_changed(&session));
    assert_null(tlv_session_undo(&session, NULL));
}

/* Saved, moved, taken back: unchanged. Saved, taken back, moved on: what was saved can't come back. */
static void what_was_saved_is_known(void **state) {
    (void)state;
    char folder[] = "/tmp/tlv_session_XXXXXX", path[64], name[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/table.scene.json", folder);
    session.path = path;
    move_by("boar-1", 7);
    assert_int_equal(tlv_session_save(&session, NULL), TL_OK);
    assert_false(tlv_session_is_changed(&session));
    move_by("boar-1", 7);
    assert_true(tlv_session_is_changed(&session));
    tlv_session_undo(&session, NULL);
    assert_false(tlv_session_is_changed(&session));
    tlv_session_undo(&session, NULL);
    assert_true(tlv_session_is_changed(&session));
    move_by("boar-1", 1);
    assert_true(tlv_session_is_changed(&session));
    tlv_session_undo(&session, NULL);
    assert_true(tlv_session_is_changed(&session));
    /* names of pictures */
    assert_true(tlv_session_free_name(&session, ".png", name, sizeof(name)));
    assert_string_equal(name + strlen(folder), "/table-1.png");
    fclose(fopen(name, "w"));
    char second[128];
    assert_true(tlv_session_free_name(&session, ".png", second, sizeof(second)));
    assert_string_equal(second + strlen(folder), "/table-2.png");
    remove(name);
    remove(path);
    rmdir(folder);
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

static tlv_answer wait_for(tlv_asker *asker, unsigned serial) {
    for (int i = 0; i < 6000; i++) {
        tlv_answer answer;
        if (tlv_asker_take(asker, &answer)) {
            if (answer.serial == serial) {
                return answer;
            }
            tl_ruling_destroy(answer.ruling);
        }
        const struct timespec some = {0, 10000000};
        nanosleep(&some, NULL);
    }
    fail_msg("no answer to question %u in a minute", serial);
    return (tlv_answer){0};
}

static tlv_request request_of(const char *query, const char *from, const char *to) {
    static tl_question question; /* copied when it is asked */
    question = (tl_question){.query = query, .from = from, .to = to};
    return (tlv_request){.question = &question,
                         .units = tl_scene_units(scene),
                         .places = session.places,
                         .place_count = session.place_count,
                         .hurry = true};
}

static void assert_same_ruling(const tlv_answer *answer, const tl_question *question) {
    tl_ruling *ruling = NULL;
    assert_int_equal(answer->status, TL_OK);
    assert_int_equal(tl_scene_ask(scene, question, &ruling, NULL), TL_OK);
    assert_string_equal(tl_ruling_json(answer->ruling), tl_ruling_json(ruling));
    tl_ruling_destroy(ruling);
}

static void answers_are_the_scenes_own(void **state) {
    (void)state;
    tlv_asker *asker = NULL;
    const tlv_asker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    static const char *const queries[] = {"range", "los", "arc"};
    for (int i = 0; i < 9; i++) {
        const tl_question question = {.query = queries[i % 3], .from = "mastiff-1", .to = "herons-2"};
        tlv_request request = request_of(question.query, question.from, question.to);
        tlv_answer answer = wait_for(asker, tlv_asker_ask(asker, &request));
        assert_same_ruling(&answer, &question);
        tl_ruling_destroy(answer.ruling);
        move_by("mastiff-1", i == 4 ? -150 : 40); /* the next one knows */
        if (i == 6) {
            assert_int_equal(tl_scene_set(scene, "units", "inch", NULL), TL_OK);
        }
    }
    tlv_asker_destroy(asker);
}

static void the_latest_wins(void **state) {
    (void)state;
    tlv_asker *asker = NULL;
    const tlv_asker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    unsigned last = 0;
    for (int i = 0; i < 40; i++) {
        move_by("mastiff-1", 1);
        tlv_request request = request_of(i % 2 ? "attack" : "los", "mastiff-1", "herons-2");
        request.hurry = i % 3 == 0;
        unsigned serial = tlv_asker_ask(asker, &request);
        assert_true(serial > last);
        last = serial;
        if (i % 7 == 3) {
            const struct timespec some = {0, 20000000};
            nanosleep(&some, NULL);
        }
    }
    tlv_answer answer = wait_for(asker, last);
    const tl_question question = {.query = "attack", .from = "mastiff-1", .to = "herons-2"};
    assert_same_ruling(&answer, &question);
    tl_ruling_destroy(answer.ruling);
    assert_false(tlv_asker_is_ready(asker));
    /* a question in the air at the end is no harm */
    tlv_request request = request_of("cover", "mastiff", "foxes");
    assert_true(tlv_asker_ask(asker, &request) > 0);
    tlv_asker_destroy(asker);
}

/* A preview first, then the whole answer under the same number; another question ends the looking. */
static void previews_are_bettered(void **state) {
    (void)state;
    tlv_asker *asker = NULL;
    const tlv_asker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    tlv_request request = request_of("cover", "mastiff-1", "herons-2");
    request.preview_ms = 1e-6;
    unsigned serial = tlv_asker_ask(asker, &request);
    tlv_answer answer = wait_for(asker, serial);
    while (answer.preview) { /* unless the whole one has replaced it already */
        assert_true(tl_ruling_cut_short(answer.ruling));
        tl_ruling_destroy(answer.ruling);
        answer = wait_for(asker, serial);
    }
    const tl_question question = {.query = "cover", .from = "mastiff-1", .to = "herons-2"};
    assert_same_ruling(&answer, &question);
    tl_ruling_destroy(answer.ruling);
    for (int i = 0; i < 20; i++) {
        move_by("mastiff-1", 1);
        request = request_of("cover", "mastiff-1", "herons-2");
        request.hurry = false;
        request.preview_ms = 1e-6;
        serial = tlv_asker_ask(asker, &request);
    }
    for (answer = wait_for(asker, serial); answer.preview; answer = wait_for(asker, serial)) {
        tl_ruling_destroy(answer.ruling);
    }
    assert_same_ruling(&answer, &question);
    tl_ruling_destroy(answer.ruling);
    tlv_asker_destroy(asker);
}

/* A question with everything in it is asked as it is, though its texts are gone by then. */
static void whole_questions_are_asked(void **state) {
    (void)state;
    tlv_asker *asker = NULL;
    const tlv_asker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    const tl_path_point path[] = {{{700, 620}, 2}, {{840, 700}, 2}};
    const char *set[] = {"slope_distance", "plan", NULL};
    const tl_question questions[] = {
        {.query = "move", .member = "boar", .path = path, .path_count = 2, .march = true, .set = set},
        {.query = "template", .shape = "blast", .at = {1120, 940}, .at_count = 2, .language = "fr"},
        {.query = "within", .from = "mastiff", .has_limit = true, .limit_mm = 300, .sight = true},
        {.query = "cohesion", .unit = "herons"}};
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        char texts[4][64];
        tl_path_point points[2];
        tl_question question = questions[i];
        const char **fields[] = {&question.member, &question.shape, &question.from, &question.unit};
        for (int k = 0; k < 4; k++) {
            snprintf(texts[k], sizeof(texts[k]), "%s", *fields[k] ? *fields[k] : "");
            *fields[k] = *fields[k] ? texts[k] : NULL;
        }
        if (question.path) {
            memcpy(points, question.path, sizeof(points));
            question.path = points;
        }
        const tlv_request request = {.kind = i % 2 ? TLV_REQUEST_TRIED : TLV_REQUEST_RULING,
                                     .question = &question,
                                     .units = tl_scene_units(scene),
                                     .places = session.places,
                                     .place_count = session.place_count};
        unsigned serial = tlv_asker_ask(asker, &request);
        memset(texts, 'x', sizeof(texts));
        memset(points, 0, sizeof(points));
        tlv_answer answer = wait_for(asker, serial);
        assert_int_equal(answer.kind, request.kind);
        assert_same_ruling(&answer, &questions[i]);
        tl_ruling_destroy(answer.ruling);
    }
    tlv_asker_destroy(asker);
}

static void what_cant_be_asked_is_told(void **state) {
    (void)state;
    tlv_asker *asker = NULL;
    const tlv_asker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    tlv_request request = request_of("los", "nobody", "herons-2");
    tlv_answer answer = wait_for(asker, tlv_asker_ask(asker, &request));
    assert_int_equal(answer.status, TL_ERROR_NOT_FOUND);
    assert_null(answer.ruling);
    assert_true(strlen(answer.error.message) > 0);
    tlv_asker_destroy(asker);
    assert_int_equal(tlv_asker_create("nowhere.scene.json", &options, &asker, NULL), TL_OK);
    request = request_of("los", "mastiff-1", "herons-2");
    answer = wait_for(asker, tlv_asker_ask(asker, &request));
    assert_int_equal(answer.status, TL_ERROR_FILE);
    tlv_asker_destroy(asker);
    tlv_asker_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moves_are_taken_back, begin, end),
        cmocka_unit_test_setup_teardown(a_drag_is_one_move, begin, end),
        cmocka_unit_test_setup_teardown(a_refused_move_changes_nothing, begin, end),
        cmocka_unit_test_setup_teardown(what_was_saved_is_known, begin, end),
        cmocka_unit_test_setup_teardown(answers_are_the_scenes_own, begin, end),
        cmocka_unit_test_setup_teardown(the_latest_wins, begin, end),
        cmocka_unit_test_setup_teardown(previews_are_bettered, begin, end),
        cmocka_unit_test_setup_teardown(whole_questions_are_asked, begin, end),
        cmocka_unit_test_setup_teardown(what_cant_be_asked_is_told, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
