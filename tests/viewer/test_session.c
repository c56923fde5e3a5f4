/* An open scene: moves and their undoing; questions asked beside the drawing. */
#include "support/assert_geom.h"

#include "tools/shapes.h"
#include "session/asker.h"
#include "session/recovery.h"
#include "session/session.h"
#include "session/sketch.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
    assert_int_equal(tlv_session_open(&session, scene, SCENE, NULL, &error), TL_OK);
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
    tl_place place = TL_PLACE_INIT;
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
    assert_string_equal(tlv_session_undo(&session, NULL)->who, "boar-1");
    assert_near(place_of("boar-1").at[0], boar + 30, 1e-9);
    assert_string_equal(tlv_session_undo(&session, NULL)->who, "mastiff-1");
    assert_near(place_of("mastiff-1").at[0], mastiff, 1e-9);
    assert_string_equal(tlv_session_redo(&session, NULL)->who, "mastiff-1");
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
}

static void a_drag_is_one_move(void **state) {
    (void)state;
    const double boar = place_of("boar-1").at[0];
    move_by("boar-1", 10);
    assert_int_equal(tlv_session_begin_trial(&session, NULL), TL_OK);
    for (int i = 0; i < 20; i++) {
        move_by("boar-1", 1);
    }
    assert_int_equal(tlv_session_end_trial(&session, "done.moved", "boar-1", NULL), TL_OK);
    assert_int_equal(tlv_session_begin_trial(&session, NULL), TL_OK);
    move_by("boar-1", 100);
    assert_int_equal(tlv_session_end_trial(&session, "done.moved", "boar-1", NULL), TL_OK);
    move_by("boar-1", 1000 - 131 - 600);
    assert_int_equal(session.history.done, 4);
    tlv_session_undo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 130, 1e-9);
    tlv_session_undo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 30, 1e-9);
    tlv_session_undo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 10, 1e-9);
}

static void small_moves_are_taken_back_at_once(void **state) {
    (void)state;
    const double boar = place_of("boar-1").at[0];
    assert_false(tlv_session_join(&session));
    move_by("boar-1", 10);
    assert_false(tlv_session_join(&session));
    for (int i = 0; i < 5; i++) {
        move_by("boar-1", 10);
        assert_true(tlv_session_join(&session));
    }
    assert_int_equal(session.history.done, 1);
    move_by("mastiff-1", 1);
    tlv_session_undo(&session, NULL);
    assert_false(tlv_session_join(&session)); /* there is something to do again */
    assert_string_equal(tlv_session_undo(&session, NULL)->who, "boar-1");
    assert_near(place_of("boar-1").at[0], boar, 0);
    assert_false(tlv_session_is_changed(&session));
    tlv_session_redo(&session, NULL);
    assert_near(place_of("boar-1").at[0], boar + 60, 1e-9);
    /* what was saved between the two can be gone back to */
    tlv_history_was_saved(&session.history);
    move_by("boar-1", 10);
    assert_true(tlv_session_is_changed(&session));
    move_by("boar-1", 10);
    assert_true(tlv_session_join(&session));
    assert_true(tlv_session_is_changed(&session));
    tlv_session_undo(&session, NULL);
    assert_false(tlv_session_is_changed(&session));
    tlv_session_redo(&session, NULL);
    move_by("boar-1", 5);
    tlv_history_was_saved(&session.history);
    move_by("boar-1", 5);
    tlv_session_undo(&session, NULL);
    move_by("boar-1", 7);
    assert_false(tlv_session_join(&session));
    /* and back where it was: nothing was done */
    tlv_session_undo(&session, NULL);
    size_t done = session.history.done;
    move_by("boar-1", 3);
    move_by("boar-1", -3);
    assert_true(tlv_session_join(&session));
    assert_int_equal(session.history.done, done);
    assert_false(tlv_session_is_changed(&session));
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
    snprintf(session.path, sizeof(session.path), "%s", path);
    move_by("boar-1", 7);
    assert_int_equal(tlv_session_save(&session, NULL, NULL), TL_OK);
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

/* Everything can be edited, taken back and done again, byte for byte. */
static void edits_are_taken_back(void **state) {
    (void)state;
    static const char *const edits[] = {
        "{\"copy\":\"foxes\",\"by\":[40,30]}", "{\"set\":\"boar\",\"field\":\"name\",\"value\":\"Eber\"}",
        "{\"remove\":\"wreck\"}", "[{\"move\":[\"herons\"],\"by\":[0,15],\"turn\":45},{\"remove\":\"boar-1\"}]"};
    enum { COUNT = 4 };
    char *texts[COUNT + 1] = {strdup(tl_scene_text(scene, NULL))};
    tl_error error = {0};
    tlv_session_select(&session, "boar-1");
    tlv_session_toggle(&session, "foxes-1");
    for (int i = 0; i < COUNT; i++) {
        if (tlv_session_edit(&session, edits[i], "done.changed", "boar", &error) != TL_OK) {
            fail_msg("%s", error.message);
        }
        texts[i + 1] = strdup(tl_scene_text(scene, NULL));
        assert_string_not_equal(texts[i], texts[i + 1]);
    }
    assert_false(tlv_session_is_picked(&session, "boar-1")); /* it is gone */
    assert_string_equal(session.selected, "foxes-1");
    for (int round = 0; round < 2; round++) {
        for (int i = COUNT; i-- > 0;) {
            assert_string_equal(tlv_session_undo(&session, NULL)->what, "done.changed");
            assert_string_equal(tl_scene_text(scene, NULL), texts[i]);
        }
        assert_false(tlv_session_is_changed(&session));
        for (int i = 0; i < COUNT; i++) {
            assert_non_null(tlv_session_redo(&session, NULL));
            assert_string_equal(tl_scene_text(scene, NULL), texts[i + 1]);
        }
    }
    assert_int_not_equal(tlv_session_edit(&session, "{\"remove\":\"nobody\"}", "", NULL, NULL), TL_OK);
    assert_string_equal(tl_scene_text(scene, NULL), texts[COUNT]);
    /* what is only tried never was */
    assert_int_equal(tlv_session_begin_trial(&session, NULL), TL_OK);
    assert_int_equal(tlv_session_edit(&session, "{\"copy\":\"herons\"}", "", NULL, NULL), TL_OK);
    assert_string_equal(session.history.text, texts[COUNT]);
    tlv_session_drop_trial(&session);
    assert_string_equal(tl_scene_text(scene, NULL), texts[COUNT]);
    for (int i = 0; i <= COUNT; i++) {
        free(texts[i]);
    }
}

static void several_are_picked(void **state) {
    (void)state;
    const char *units[4];
    tlv_session_select(&session, "foxes-1");
    tlv_session_toggle(&session, "foxes-2");
    tlv_session_toggle(&session, "herons-1");
    assert_int_equal(session.picked_count, 3);
    assert_string_equal(session.selected, "herons-1");
    assert_int_equal(tlv_session_picked_units(&session, units, 4), 2);
    assert_string_equal(units[0], "foxes");
    assert_string_equal(units[1], "herons");
    tlv_session_toggle(&session, "foxes-1");
    assert_false(tlv_session_is_picked(&session, "foxes-1"));
    assert_int_equal(session.picked_count, 2);
    tlv_session_select(&session, NULL);
    assert_int_equal(session.picked_count, 0);
    assert_string_equal(session.selected, "");
}

/* A box of 12 triangles from (0, 0, 0) to (4, 3, 2). */
static void box_triangles(tl_vec3 corners[36]) {
    static const int sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int s = 0; s < 6; s++) {
        for (int k = 0; k < 6; k++) {
            static const int fan[6] = {0, 1, 2, 0, 2, 3};
            int c = sides[s][fan[k]];
            corners[6 * s + k] = (tl_vec3){c & 1 ? 4 : 0, c & 2 ? 3 : 0, c & 4 ? 2 : 0};
        }
    }
}

/* Where the line meets the box, worked out axis by axis. */
static bool box_hit(tl_vec3 high, tl_vec3 from, tl_vec3 along, double *at) {
    const double f[3] = {from.x, from.y, from.z}, a[3] = {along.x, along.y, along.z}, h[3] = {high.x, high.y, high.z};
    double first = 0, last = INFINITY;
    for (int i = 0; i < 3; i++) {
        double t0 = -f[i] / a[i], t1 = (h[i] - f[i]) / a[i];
        first = fmax(first, fmin(t0, t1));
        last = fmin(last, fmax(t0, t1));
    }
    *at = first > 0 ? first : last;
    return first <= last;
}

/* On boxes of a hair and of a house, from near and from a hundred times as far, with lines that are aimed at their
 * edges, too, along which triangles touch: none slips through. */
static void lines_meet_what_they_are_aimed_at(void **state) {
    (void)state;
    test_random random = test_random_start("lines", 7);
    int hits = 0, misses = 0;
    for (int i = 0; i < 20000; i++) {
        tl_vec3 corners[36], p;
        box_triangles(corners);
        double scale = (const double[3]){1e-3, 1, 3e3}[i % 3];
        for (int k = 0; k < 36; k++) {
            corners[k] = tl_scale(corners[k], scale);
        }
        const tl_vec3 high = {4 * scale, 3 * scale, 2 * scale};
        double far = scale * (i % 2 ? 6 : 600);
        tl_vec3 from = tl_add(tl_scale(high, 0.5), tl_scale(test_random_direction(&random), far));
        const double u = test_random_between(&random, -0.5, 1.5), v = test_random_between(&random, -0.5, 1.5);
        /* the diagonal of a side of the box, or anywhere on that side's plane */
        tl_vec3 aim = {u * high.x, (i % 4 ? v : u) * high.y, i % 8 < 4 ? high.z : 0};
        tl_vec3 along = tl_sub(aim, from);
        double at;
        bool meets = box_hit(high, from, along, &at), found = tlv_first_hit(corners, 12, from, along, &p);
        if (meets == found) {
            hits += found, misses += !found;
            double steep = fmin(fmin(fabs(along.x), fabs(along.y)), fabs(along.z)) / tl_length(along);
            if (found && steep > 1e-2) { /* others meet a side in a long streak */
                assert_near(tl_distance(p, tl_madd(from, along, at)), 0, 2e-3 * scale);
            }
        } else { /* only where the line passes the box by less than a ten-thousandth of it */
            tl_vec3 grown[36];
            for (int k = 0; k < 36; k++) {
                grown[k] =
                    tl_madd(tl_scale(high, 0.5), tl_sub(corners[k], tl_scale(high, 0.5)), found ? 0.9999 : 1.0001);
            }
            assert_true(tlv_first_hit(grown, 12, from, along, &p) != found);
        }
    }
    assert_true(hits > 6000 && misses > 3000);
}

static void marks_hold_what_was_drawn(void **state) {
    (void)state;
    tl_vec3 corners[36], p;
    box_triangles(corners);
    assert_true(tlv_first_hit(corners, 12, (tl_vec3){1, 1, 9}, (tl_vec3){0, 0, -2}, &p));
    assert_point_near(p, ((tl_vec3){1, 1, 2}), 1e-6);
    assert_false(tlv_first_hit(corners, 12, (tl_vec3){5, 1, 9}, (tl_vec3){0, 0, -1}, &p));
    assert_false(tlv_first_hit(corners, 12, (tl_vec3){1, 1, 9}, (tl_vec3){0, 0, 1}, &p));
    /* what of a box lies in two half spaces: all of its sides are cut, its corners are not enough */
    const tlv_half_space within[2] = {{{1, 0, 0}, 1.5}, {{0, -1, 0}, -2}};
    tl_box3 box = tlv_box_within(corners, 12, within, 2);
    assert_point_near(box.low, ((tl_vec3){1.5, 0, 0}), 1e-12);
    assert_point_near(box.high, ((tl_vec3){4, 2, 2}), 1e-12);
    const tlv_half_space beyond = {{0, 0, 1}, 3};
    assert_true(tlv_box_within(corners, 12, &beyond, 1).low.x > 1e9);
    /* surface above z = 1: the lid of 12 and half of the walls of 28, of 52 */
    assert_near(tlv_share_within(corners, 12, (tlv_half_space){{0, 0, 1}, 1}), 26.0 / 52, 1e-12);
    assert_near(tlv_share_within(corners, 12, beyond), 0, 0);
    /* a straight stroke is one box, one round a corner isn't; every dab lies in one of them */
    tl_vec3 dabs[60];
    tl_box3 boxes[32];
    for (int i = 0; i < 60; i++) {
        dabs[i] = i < 30 ? (tl_vec3){0.5 * i, 0, 0} : (tl_vec3){14.5, 0.5 * (i - 29), 0.1 * (i - 29)};
    }
    assert_int_equal(tlv_stroke_boxes(dabs, 30, 1, boxes, 32), 1);
    assert_point_near(boxes[0].low, ((tl_vec3){-1, -1, -1}), 1e-12);
    assert_point_near(boxes[0].high, ((tl_vec3){15.5, 1, 1}), 1e-12);
    for (size_t most = 1; most <= 32; most += 31) {
        size_t count = tlv_stroke_boxes(dabs, 60, 1, boxes, most);
        assert_true(most == 1 ? count == 1 : count > 1 && count < 12);
        for (int i = 0; i < 60; i++) {
            bool held = false;
            for (size_t k = 0; k < count; k++) {
                const tl_box3 *b = &boxes[k];
                held = held || (dabs[i].x >= b->low.x + 1 - 1e-9 && dabs[i].x <= b->high.x - 1 + 1e-9 &&
                                dabs[i].y >= b->low.y + 1 - 1e-9 && dabs[i].y <= b->high.y - 1 + 1e-9);
            }
            assert_true(held);
        }
    }
    assert_int_equal(tlv_stroke_boxes(dabs, 0, 1, boxes, 32), 0);
}

static void words_are_quoted(void **state) {
    (void)state;
    char buffer[32];
    assert_string_equal(tlv_quote("a\"b\\c\n\xc3\xa9", buffer, sizeof(buffer)), "\"a\\\"b\\\\c\\u000a\xc3\xa9\"");
    assert_string_equal(tlv_quote("", buffer, sizeof(buffer)), "\"\"");
    assert_string_equal(tlv_quote("much longer than the buffer can hold", buffer, sizeof(buffer)), "");
}

/* What a program that is gone has left is offered once, and only then. */
static void what_was_left_is_found(void **state) {
    (void)state;
    char folder[] = "/tmp/tlv_recovery_XXXXXX", command[96];
    static const char text[] = "{\"trueline\":1}\n\n second";
    tlv_left left = {.text = NULL};
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    tlv_recovery *mine = tlv_recovery_open(), *other;
    assert_non_null(mine);
    assert_false(tlv_recovery_take(mine, &left));
    /* another program keeps something, twice, and is killed */
    pid_t child = fork();
    if (child == 0) {
        tlv_recovery *its = tlv_recovery_open();
        tlv_recovery_keep(its, "/a/b.json", "", "first", 5, NULL);
        tlv_recovery_keep(its, "/a/b.json", "/c/d.json", text, strlen(text), NULL);
        pause();
        _exit(0);
    }
    struct timespec some = {0, 20000000};
    for (int i = 0; i < 500 && left.text == NULL; i++) {
        assert_false(tlv_recovery_take(mine, &left)); /* it lives */
        nanosleep(&some, NULL);
        DIR *list = opendir(folder);
        closedir(list);
        snprintf(command, sizeof(command), "%s/trueline", folder);
        int files = 0;
        list = opendir(command);
        for (struct dirent *entry; list && (entry = readdir(list)) != NULL;) {
            files += strstr(entry->d_name, ".scene") != NULL && strstr(entry->d_name, ".new") == NULL;
        }
        closedir(list);
        if (files > 0 && i > 3) {
            break;
        }
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    other = tlv_recovery_open(); /* a second window */
    assert_true(tlv_recovery_take(mine, &left));
    assert_string_equal(left.home, "/a/b.json");
    assert_string_equal(left.target, "/c/d.json");
    assert_int_equal(left.size, strlen(text));
    assert_string_equal(left.text, text);
    free(left.text);
    assert_false(tlv_recovery_take(other, &left)); /* it is being dealt with */
    assert_int_equal(tlv_recovery_keep(mine, "/a/b.json", "", text, strlen(text), NULL), TL_OK);
    tlv_recovery_close(mine); /* not done with it: the next one is offered it */
    assert_true(tlv_recovery_take(other, &left));
    assert_string_equal(left.text, text);
    free(left.text);
    tlv_recovery_done(other);
    assert_false(tlv_recovery_take(other, &left));
    tlv_recovery_close(other);
    snprintf(command, sizeof(command), "rmdir %s/trueline %s", folder, folder); /* nothing is left behind */
    assert_int_equal(system(command), 0);
    unsetenv("XDG_STATE_HOME");
}

/* --- Sketches ----------------------------------------------------------------------------------------------------- */

static void sketches_are_measured(void **state) {
    (void)state;
    const tl_vec2 square[] = {{0, 0}, {30, 0}, {30, 40}, {0, 40}};
    assert_near(tlv_sketch_length(square, 4, false), 100, 1e-12);
    assert_near(tlv_sketch_length(square, 4, true), 140, 1e-12);
    assert_near(tlv_sketch_area(square, 4), 1200, 1e-9);
    const tl_vec2 other_way[] = {{0, 40}, {30, 40}, {30, 0}};
    assert_near(tlv_sketch_area(other_way, 3), 600, 1e-9);
    assert_near(tlv_sketch_length(square, 1, true), 0, 0);
    assert_near(tlv_sketch_area(square, 2), 0, 0);
}

/* Against the engine, which decides exactly: what a scene takes as an outline doesn't cross, and the other way round.
 */
static void sketches_cross_where_outlines_do(void **state) {
    (void)state;
    static const char bare[] = "{\"trueline\":1,\"table\":{\"width\":900,\"depth\":600},\"terrain\":["
                               "{\"id\":\"sketch\",\"kind\":\"wood\",\"outline\":[[0,0],[9,0],[0,9]]}]}";
    test_random numbers = test_random_start("sketch", 11);
    tl_context *own = tl_context_create(NULL);
    tl_scene *table = NULL;
    int simple = 0, crossing = 0;
    assert_int_equal(tl_scene_read(own, bare, sizeof(bare) - 1, "bare.json", NULL, &table, NULL, NULL), TL_OK);
    for (int i = 0; i < 300; i++) {
        tl_vec2 corners[6];
        char edit[512];
        int count = 3 + test_random_below(&numbers, 4);
        size_t n = (size_t)snprintf(edit, sizeof(edit), "{\"set\":\"sketch\",\"field\":\"outline\",\"value\":[");
        for (int k = 0; k < count; k++) { /* a coarse grid: they touch as often as they cross */
            corners[k] = (tl_vec2){10 * test_random_below(&numbers, 6), 10 * test_random_below(&numbers, 6)};
            n +=
                (size_t)snprintf(edit + n, sizeof(edit) - n, "%s[%g,%g]", k > 0 ? "," : "", corners[k].x, corners[k].y);
        }
        snprintf(edit + n, sizeof(edit) - n, "]}");
        /* a first corner that comes again at the end closes an outline in a file, but is one too many in a sketch */
        bool again = count > 3 && corners[0].x == corners[count - 1].x && corners[0].y == corners[count - 1].y;
        bool crosses = tlv_sketch_crosses(corners, count, true, NULL);
        bool taken = tl_scene_edit(table, edit, strlen(edit), NULL, NULL) == TL_OK;
        if (!again && taken == crosses) {
            fail_msg("%s: %s", edit, taken ? "taken, but said to cross" : "refused, but said to be simple");
        }
        simple += taken;
        crossing += crosses;
    }
    assert_true(simple > 20 && crossing > 20);
    tl_scene_destroy(table);
    tl_context_destroy(own);
    tl_vec2 where;
    const tl_vec2 bow[] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
    assert_true(tlv_sketch_crosses(bow, 4, false, &where));
    assert_near(where.x, 5, 1e-9);
    assert_near(where.y, 5, 1e-9);
    assert_false(tlv_sketch_crosses(bow, 3, false, NULL));
}

static void walls_are_as_thick_as_told(void **state) {
    (void)state;
    const tl_vec2 line[] = {{0, 0}, {100, 0}, {100, 100}};
    tl_vec2 wall[8];
    assert_int_equal(tlv_sketch_strip(line, 3, 10, wall), 6);
    /* both legs without their common square, and the corner: 95 + 95 by 10, and 10 by 10 */
    assert_near(tlv_sketch_area(wall, 6), 2000, 1e-9);
    assert_near(wall[1].x, 95, 1e-9);
    assert_near(wall[1].y, 5, 1e-9);
    assert_near(wall[4].x, 105, 1e-9);
    assert_false(tlv_sketch_crosses(wall, 6, true, NULL));
    assert_int_equal(tlv_sketch_strip(line, 1, 10, wall), 0);
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
    question = (tl_question){.struct_size = sizeof(tl_question), .query = query, .from = from, .to = to};
    return (tlv_request){.question = &question, .units = tl_scene_units(scene), .scene = scene, .hurry = true};
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
    const tlv_worker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    static const char *const queries[] = {"range", "los", "arc"};
    for (int i = 0; i < 9; i++) {
        const tl_question question = {
            .struct_size = sizeof(tl_question), .query = queries[i % 3], .from = "mastiff-1", .to = "herons-2"};
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
    const tlv_worker_options options = {0};
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
    const tl_question question = {
        .struct_size = sizeof(tl_question), .query = "attack", .from = "mastiff-1", .to = "herons-2"};
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
    const tlv_worker_options options = {0};
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
    const tl_question question = {
        .struct_size = sizeof(tl_question), .query = "cover", .from = "mastiff-1", .to = "herons-2"};
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
    const tlv_worker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    const tl_path_point path[] = {{{700, 620}, 2}, {{840, 700}, 2}};
    const char *set[] = {"slope_distance", "plan", NULL};
    const tl_question questions[] = {{.struct_size = sizeof(tl_question),
                                      .query = "move",
                                      .member = "boar",
                                      .path = path,
                                      .path_count = 2,
                                      .march = true,
                                      .set = set},
                                     {.struct_size = sizeof(tl_question),
                                      .query = "template",
                                      .shape = "blast",
                                      .at = {1120, 940},
                                      .at_count = 2,
                                      .language = "fr"},
                                     {.struct_size = sizeof(tl_question),
                                      .query = "within",
                                      .from = "mastiff",
                                      .has_limit = true,
                                      .limit_mm = 300,
                                      .sight = true},
                                     {.struct_size = sizeof(tl_question), .query = "cohesion", .unit = "herons"}};
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
                                     .scene = scene};
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
    const tlv_worker_options options = {0};
    assert_int_equal(tlv_asker_create(SCENE, &options, &asker, NULL), TL_OK);
    tlv_request request = request_of("los", "nobody", "herons-2");
    tlv_answer answer = wait_for(asker, tlv_asker_ask(asker, &request));
    assert_int_equal(answer.status, TL_ERROR_NOT_FOUND);
    assert_null(answer.ruling);
    assert_true(strlen(answer.error.message) > 0);
    tlv_asker_destroy(asker);
    tlv_asker_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moves_are_taken_back, begin, end),
        cmocka_unit_test_setup_teardown(a_drag_is_one_move, begin, end),
        cmocka_unit_test_setup_teardown(small_moves_are_taken_back_at_once, begin, end),
        cmocka_unit_test_setup_teardown(a_refused_move_changes_nothing, begin, end),
        cmocka_unit_test_setup_teardown(what_was_saved_is_known, begin, end),
        cmocka_unit_test_setup_teardown(edits_are_taken_back, begin, end),
        cmocka_unit_test_setup_teardown(several_are_picked, begin, end),
        cmocka_unit_test(lines_meet_what_they_are_aimed_at),
        cmocka_unit_test(marks_hold_what_was_drawn),
        cmocka_unit_test(words_are_quoted),
        cmocka_unit_test(sketches_are_measured),
        cmocka_unit_test(sketches_cross_where_outlines_do),
        cmocka_unit_test(walls_are_as_thick_as_told),
        cmocka_unit_test(what_was_left_is_found),
        cmocka_unit_test_setup_teardown(answers_are_the_scenes_own, begin, end),
        cmocka_unit_test_setup_teardown(the_latest_wins, begin, end),
        cmocka_unit_test_setup_teardown(previews_are_bettered, begin, end),
        cmocka_unit_test_setup_teardown(whole_questions_are_asked, begin, end),
        cmocka_unit_test_setup_teardown(what_cant_be_asked_is_told, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
