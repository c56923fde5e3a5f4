/* What one side may know, through the public header: a scene of its own for a side, questions for one, in threads, with
 * moves and edits between them; drawn, saved, refused, and without memory. Random scenes: tests/cli/hidden.py. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include <trueline/explain.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAN(id, more) "{'id':'" id "','asset':'man'," more "}"
#define HEAD                                                                                                           \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':900,'depth':600},"                      \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}}"
#define CAR  ",'car':{'mesh':'car.obj','unit':'mm'}"
#define BODY "},'terrain':[{'id':'w','kind':'wood','outline':[[400,400],[500,400],[500,500],[400,500]]}],'units':["
#define AMBUSH                                                                                                         \
    "{'id':'v','side':'blue','class':'vehicle','members':[{'id':'v-1','asset':'car','at':[450,300],'facing':90,"       \
    "'hidden':true}]},"
#define REST_OPEN                                                                                                      \
    "{'id':'m','side':'red','class':'infantry','move':6,'weapons':[{'id':'gun','range':9}],'members':[" MAN(           \
        "m-1", "'at':[150,300]") "," MAN("m-2",                                                                        \
                                         "'at':[150,340],'hidden':true") "]},"                                         \
                                                                         "{'id':'t','side':'blue','class':'infantry'," \
                                                                         "'members':[" MAN("t-1", "'at':[700,300]")
#define LURKER "," MAN("t-2", "'at':[330,320],'hidden':true")
#define WHOLE  HEAD CAR BODY AMBUSH REST_OPEN LURKER "]}]}"
#define KNOWN  HEAD BODY REST_OPEN "]}]}"

static const char *const questions[] = {
    "{\"query\":\"los\",\"from\":\"m-1\",\"to\":\"t-1\"%s}",
    "{\"query\":\"sees\",\"from\":\"m\"%s}",
    "{\"query\":\"range\",\"from\":\"m\",\"to\":\"v\"%s}",
    "{\"query\":\"range\",\"from\":\"m-2\",\"to\":\"t-2\"%s}",
    "{\"query\":\"move\",\"member\":\"m-1\",\"path\":[[300,300]]%s}",
    "{\"query\":\"cohesion\",\"unit\":\"t\"%s}",
    "{\"query\":\"place\",\"member\":\"t-2\",\"at\":[100,100]%s}",
};
enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

/* All answers, one a line; freed by the caller. `more`: behind the other fields. */
static char *answers(tl_scene *scene, const char *more) {
    char *all = calloc(1, 1 << 20), line[400];
    assert_non_null(all);
    for (int i = 0; i < QUESTIONS; i++) {
        tl_ruling *ruling = NULL;
        snprintf(line, sizeof(line), questions[i], more);
        tl_scene_ask_json(scene, line, strlen(line), &ruling, NULL);
        assert_non_null(ruling);
        strcat(strcat(all, tl_ruling_json(ruling)), "\n");
        tl_ruling_destroy(ruling);
    }
    return all;
}

static void assert_answers(tl_scene *scene, const char *more, const char *wanted) {
    char *got = answers(scene, more);
    assert_string_equal(got, wanted);
    free(got);
}

static void begin(made_scene *m) {
    const made_box car = {{-30, -200, 0}, {30, 200, 60}};
    made_begin(m, "hidden");
    made_boxes(m, "car.obj", &car, 1);
}

/* What is answered of the scene without them; and the scene with them is loaded. */
static char *begin_both(made_scene *m) {
    begin(m);
    made_load(m, KNOWN);
    char *known = answers(m->scene, "");
    tl_scene_destroy(m->scene);
    m->scene = NULL;
    made_load(m, WHOLE);
    return known;
}

static tl_scene *view_of(const tl_scene *scene, const char *side) {
    tl_scene *view = NULL;
    tl_error error = {0};
    if (tl_scene_for_side(scene, NULL, side, &view, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_string_equal(tl_scene_side(view), side);
    return view;
}

static void edit(tl_scene *scene, const char *text) {
    char json[400];
    tl_error error = {0};
    snprintf(json, sizeof(json), "%s", text);
    for (char *c = json; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    if (tl_scene_edit(scene, json, strlen(json), NULL, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* Each way to ask for a side; and who asks for nobody is told something else. */
static void every_way_says_the_same(void **state) {
    (void)state;
    made_scene m;
    char *known = begin_both(&m), *all = answers(m.scene, "");
    assert_string_not_equal(all, known);
    assert_null(tl_scene_side(m.scene));
    free(all);
    made_load(&m, WHOLE); /* t-2 stands where it stood: the referee's `place` moved it */
    assert_answers(m.scene, ",\"for\":\"red\"", known);
    tl_scene *view = view_of(m.scene, "red"), *clone = NULL, *again = view_of(view, "red"), *loaded = NULL;
    assert_answers(view, "", known);
    assert_answers(again, ",\"for\":\"red\"", known);
    assert_int_equal(tl_scene_clone(view, NULL, &clone, NULL), TL_OK);
    assert_string_equal(tl_scene_side(clone), "red");
    tl_scene_destroy(view);
    assert_answers(clone, "", known);
    char path[300];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    const tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .for_side = "red"};
    assert_int_equal(tl_scene_load(m.context, path, &options, &loaded, NULL, NULL), TL_OK);
    assert_answers(loaded, "", known);
    size_t size = 0, other = 0;
    const char *text = tl_scene_text(loaded, &size), *same = tl_scene_text(again, &other);
    assert_int_equal(size, other);
    assert_memory_equal(text, same, size);
    assert_null(strstr(text, "car"));
    assert_null(strstr(text, "t-2"));
    assert_non_null(strstr(text, "m-2")); /* its own */
    assert_int_equal(tl_scene_member_count(loaded), 3);
    tl_scene_destroy(loaded);
    tl_scene_destroy(clone);
    tl_scene_destroy(again);
    free(known);
    made_end(&m);
}

static void other_sides_are_refused(void **state) {
    (void)state;
    made_scene m;
    free(begin_both(&m));
    tl_scene *view = view_of(m.scene, "red"), *other = NULL;
    tl_ruling *ruling = NULL;
    char told[2][1100];
    const char *const sides[2] = {"blue", "nobody"};
    for (int i = 0; i < 2; i++) { /* the same, whether there is such a side or not */
        const tl_question question = {
            .struct_size = sizeof(tl_question), .query = "sees", .from = "m", .for_side = sides[i]};
        tl_error error = {0};
        assert_int_equal(tl_scene_ask(view, &question, &ruling, &error), TL_ERROR_ARGUMENT);
        assert_null(ruling);
        snprintf(told[i], sizeof(told[i]), "%s|%s|%s", error.place, error.message, error.remedy);
        error = (tl_error){0};
        assert_int_equal(tl_scene_for_side(view, NULL, sides[i], &other, &error), TL_ERROR_ARGUMENT);
    }
    assert_string_equal(told[0], told[1]);
    tl_error error = {0};
    assert_int_equal(tl_scene_for_side(m.scene, NULL, "rad", &other, &error), TL_ERROR_NOT_FOUND);
    assert_string_equal(error.place, "for");
    assert_string_equal(error.remedy, "did you mean `red`?");
    assert_int_equal(tl_scene_for_side(m.scene, NULL, "", &other, NULL), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_for_side(m.scene, NULL, NULL, &other, NULL), TL_ERROR_ARGUMENT);
    assert_null(other);
    tl_scene_destroy(view);
    made_end(&m);
}

/* More sides than are kept: each is told what is its own. */
static void many_sides(void **state) {
    (void)state;
    enum { SIDES = 40 };
    made_scene m;
    char units[SIDES * 160] = "", *end = units;
    begin(&m);
    for (int i = 0; i < SIDES; i++) {
        end += sprintf(
            end,
            "%s{'id':'u%d','side':'s%d','class':'infantry','members':[" MAN("u%d-1", "'at':[%d,%d],'hidden':true") "]}",
            i == 0 ? "" : ",", i, i, i, 40 + 20 * i, 300);
    }
    made_load(&m, "%s%s%s]}", HEAD, BODY, units);
    for (int k = 0; k < 2 * SIDES; k++) {
        char line[200];
        int i = k * 7 % SIDES;
        tl_ruling *ruling = NULL;
        snprintf(line, sizeof(line), "{\"query\":\"sees\",\"from\":\"u%d\",\"whom\":\"all\",\"for\":\"s%d\"}", i, i);
        assert_int_equal(tl_scene_ask_json(m.scene, line, strlen(line), &ruling, NULL), TL_OK);
        assert_non_null(strstr(tl_ruling_json(ruling), "\"of\":0"));
        const char *ids[4];
        (void)tl_ruling_step_things(ruling, 0, m.scene, ids, 4);
        tl_ruling_destroy(ruling);
    }
    made_end(&m);
}

/* --- Changes ------------------------------------------------------------------------------------------------------ */

static void changes_reach_the_views(void **state) {
    (void)state;
    made_scene m;
    free(begin_both(&m));
    made_ask(&m, "{'query':'los','from':'m-1','to':'t-1','for':'red'}");
    assert_verdict(&m, "yes");
    made_ask(&m, "{'query':'range','from':'m-1','to':'t-1','for':'red'}");
    double far = made_number(&m, "distance_mm");
    made_ask(&m, "{'query':'place','member':'m-1','at':[200,300],'for':'red'}"); /* for everybody */
    made_ask(&m, "{'query':'range','from':'m-1','to':'t-1','for':'red'}");
    assert_near(made_number(&m, "distance_mm"), far - 50, 1e-9);
    made_ask(&m, "{'query':'range','from':'m-1','to':'t-1'}");
    assert_near(made_number(&m, "distance_mm"), far - 50, 1e-9);
    made_ask(&m, "{'query':'place','member':'t','at':[700,300],'for':'red'}"); /* of two, one that red knows */
    assert_string_equal(made_word(&m, "member"), "t-1");
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'t','at':[700,300]}"), TL_ERROR_ARGUMENT);
    const double at[2] = {250, 300};
    assert_int_equal(tl_scene_place(m.scene, "m-1", at, 2, 0, 0, NULL), TL_OK);
    made_ask(&m, "{'query':'range','from':'m-1','to':'t-1','for':'red'}");
    assert_near(made_number(&m, "distance_mm"), far - 100, 1e-9);
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'v-1','at':[200,300],'for':'red'}"),
                     TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_set(m.scene, "tolerance_mm", "0.5", NULL), TL_OK);
    made_ask(&m, "{'query':'range','from':'m-1','to':'t-1','for':'red'}");
    assert_near(made_number(&m, "tolerance_mm"), 0.5, 0);
    assert_int_equal(tl_scene_unset(m.scene, "tolerance_mm", NULL), TL_OK);
    made_ask(&m, "{'query':'range','from':'m-1','to':'t-1','for':'red'}");
    assert_near(made_number(&m, "tolerance_mm"), 0.05, 0);
    edit(m.scene, "{'set':'v-1','field':'hidden'}"); /* it comes out */
    made_ask(&m, "{'query':'los','from':'m-1','to':'t-1','for':'red'}");
    assert_verdict(&m, "no");
    edit(m.scene, "{'set':'v-1','field':'hidden','value':true}");
    made_ask(&m, "{'query':'los','from':'m-1','to':'t-1','for':'red'}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

/* A view is a scene by itself: nothing of what is done there happens here, and what is hidden from it stays out. */
static void views_are_edited_apart(void **state) {
    (void)state;
    made_scene m;
    free(begin_both(&m));
    tl_scene *view = view_of(m.scene, "red");
    size_t before = 0, after = 0;
    char *kept = strdup(tl_scene_text(m.scene, &before));
    edit(view, "{'set':'t-1','field':'at','value':[600,300]}");
    assert_int_equal(tl_scene_member_count(view), 3);
    edit(view, "{'set':'t-1','field':'hidden','value':true}");
    assert_int_equal(tl_scene_member_count(view), 2);
    edit(view,
         "{'add':'unit','value':{'id':'v','side':'blue','class':'infantry','members':["
         "{'id':'v-1','asset':'man','at':[300,300],'hidden':true}]}}"); /* its ids are free, as far as red knows */
    assert_int_equal(tl_scene_member_count(view), 2);
    edit(view, "{'add':'unit','value':{'id':'v','side':'blue','class':'infantry','members':["
               "{'id':'v-1','asset':'man','at':[300,300]}]}}");
    assert_string_equal(tl_scene_made(view, 0), "v");
    assert_int_equal(tl_scene_member_count(view), 3);
    assert_string_equal(tl_scene_text(m.scene, &after), kept);
    assert_int_equal(before, after);
    free(kept);
    tl_scene_destroy(view);
    made_end(&m);
}

static void views_are_not_saved_over_the_scene(void **state) {
    (void)state;
    made_scene m;
    free(begin_both(&m));
    char path[300], link[300], elsewhere[300];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    snprintf(link, sizeof(link), "%s/./scene.json", m.folder);
    snprintf(elsewhere, sizeof(elsewhere), "%s/red.json", m.folder);
    tl_scene *view = view_of(m.scene, "red"), *again = NULL;
    const char *const same[] = {NULL, path, link};
    for (int i = 0; i < 3; i++) {
        tl_error error = {0};
        assert_int_equal(tl_scene_save(view, same[i], &error), TL_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "`red`"));
    }
    assert_int_equal(tl_scene_save(view, elsewhere, NULL), TL_OK);
    assert_int_equal(tl_scene_load(m.context, elsewhere, NULL, &again, NULL, NULL), TL_OK);
    assert_int_equal(tl_scene_member_count(again), 3);
    assert_null(tl_scene_side(again));
    tl_scene_destroy(again);
    assert_int_equal(tl_scene_load(m.context, path, NULL, &again, NULL, NULL), TL_OK);
    assert_int_equal(tl_scene_member_count(again), 5);
    tl_scene_destroy(again);
    remove(elsewhere);
    tl_scene_destroy(view);
    made_end(&m);
}

/* --- Drawing ------------------------------------------------------------------------------------------------------ */

/* Everything that is drawn, in bytes. */
typedef struct drawn {
    char text[1 << 16];
    size_t size;
} drawn;

static void put(drawn *d, const char *what, uint32_t key, const tl_vec3 *points, size_t count) {
    d->size += (size_t)snprintf(d->text + d->size, sizeof(d->text) - d->size, "%s %u", what, key);
    for (size_t i = 0; i < count && i < 8 && d->size + 200 < sizeof(d->text); i++) {
        d->size += (size_t)snprintf(d->text + d->size, sizeof(d->text) - d->size, " %.17g,%.17g,%.17g", points[i].x,
                                    points[i].y, points[i].z);
    }
    d->size += (size_t)snprintf(d->text + d->size, sizeof(d->text) - d->size, "\n");
}

static void keep_mesh(void *user, const tl_draw_mesh *mesh) {
    put(user, "mesh", mesh->key, mesh->vertices, mesh->vertex_count);
}

static void keep_line(void *user, const tl_draw_line *line) {
    put(user, "line", 0, line->points, line->count);
}

static void keep_label(void *user, const tl_draw_label *label) {
    put(user, label->text, 0, &label->at, 1);
}

/* A ruling that was asked for a side on the whole scene is drawn, also with the whole scene, as its side knows it. */
static void rulings_are_drawn_as_their_side_knows_it(void **state) {
    (void)state;
    static drawn one, other;
    made_scene m;
    free(begin_both(&m));
    edit(m.scene, "{'add':'unit','value':{'id':'k','side':'blue','class':'vehicle','members':["
                  "{'id':'k-1','asset':'car','at':[600,300],'facing':90}]}}"); /* in the way, in another slot for red */
    tl_scene *view = view_of(m.scene, "red");
    const tl_question question = {
        .struct_size = sizeof(tl_question), .query = "los", .from = "m-1", .to = "t-1", .for_side = "red"};
    tl_ruling *here = NULL, *there = NULL;
    assert_int_equal(tl_scene_ask(m.scene, &question, &here, NULL), TL_OK);
    assert_int_equal(tl_scene_ask(view, &question, &there, NULL), TL_OK);
    assert_string_equal(tl_ruling_json(here), tl_ruling_json(there));
    tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = &one, .mesh = keep_mesh, .line = keep_line, .label = keep_label};
    one.size = other.size = 0;
    assert_int_equal(tl_ruling_draw(here, m.scene, &sink, NULL), TL_OK);
    sink.user = &other;
    assert_int_equal(tl_ruling_draw(there, view, &sink, NULL), TL_OK);
    assert_true(one.size > 100);
    assert_string_equal(one.text, other.text);
    other.size = 0;
    assert_int_equal(tl_ruling_draw(here, view, &sink, NULL), TL_OK);
    assert_string_equal(one.text, other.text);
    const char *ids[2][4];
    size_t count = tl_ruling_step_things(here, 0, m.scene, ids[0], 4);
    assert_int_equal(count, tl_ruling_step_things(there, 0, view, ids[1], 4));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(ids[0][i], ids[1][i]);
    }
    tl_ruling_destroy(here);
    tl_ruling_destroy(there);
    tl_scene_destroy(view);
    made_end(&m);
}

/* --- Threads, memory ---------------------------------------------------------------------------------------------- */

typedef struct asker {
    const tl_scene *scene;
    const char *side;
    char answer[1 << 14];
} asker;

static void *ask(void *user) {
    asker *a = user;
    for (int i = 0; i < 3; i++) {
        const tl_question question = {
            .struct_size = sizeof(tl_question), .query = "sees", .from = "m", .for_side = a->side};
        tl_ruling *ruling = NULL;
        if (tl_scene_ask(a->scene, &question, &ruling, NULL) == TL_OK) {
            snprintf(a->answer, sizeof(a->answer), "%s", tl_ruling_json(ruling));
        }
        tl_ruling_destroy(ruling);
    }
    return NULL;
}

/* Many threads want views at once, which nobody has made yet. */
static void views_in_threads(void **state) {
    (void)state;
    enum { ASKERS = 9 };
    static asker askers[ASKERS];
    static const char *const sides[] = {"red", "blue", NULL};
    pthread_t threads[ASKERS];
    made_scene m;
    free(begin_both(&m));
    for (int i = 0; i < ASKERS; i++) {
        askers[i] = (asker){.scene = m.scene, .side = sides[i % 3]};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < ASKERS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(askers[i].answer[0] == '{');
        assert_string_equal(askers[i].answer, askers[i % 3].answer);
    }
    assert_null(strstr(askers[0].answer, "\"v\""));
    assert_non_null(strstr(askers[2].answer, "\"v\""));
    made_end(&m);
}

static void without_memory(void **state) {
    (void)state;
    made_scene m;
    free(begin_both(&m));
    const tl_question asked[] = {
        {.struct_size = sizeof(tl_question), .query = "range", .from = "m-1", .to = "t-1", .for_side = "red"}};
    scarce_ask_all(&m, asked, 1, 40);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_says_the_same),
        cmocka_unit_test(other_sides_are_refused),
        cmocka_unit_test(many_sides),
        cmocka_unit_test(changes_reach_the_views),
        cmocka_unit_test(views_are_edited_apart),
        cmocka_unit_test(views_are_not_saved_over_the_scene),
        cmocka_unit_test(rulings_are_drawn_as_their_side_knows_it),
        cmocka_unit_test(views_in_threads),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
