/* test_api_compare.c: one question under several rule systems, through the public header: what becomes of each column,
 * rulings that live on and can be drawn on their own scenes, and asking from threads. Answers themselves are held
 * against others by tests/cli/compare.py. */
#include "support/made_scene.h"

#include <trueline/compare.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A game without classes, areas and cohesion, in which a tape measures and sight is sight. */
static const char BARE[] =
    "{'trueline_ruleset':2,'name':'bare','title':'Bare','rules':{'BA-1':'One.','BA-2':'Two.'},"
    "'cites':{'measure.limit':'BA-1','sight.free':'BA-2','sight.blocked':'BA-2'},"
    "'classes':{'piece':{'rule':'BA-1'}},'terrain':{'block':{'rule':'BA-1','text':'Solid.','blocks':true}}}";

/* Two figures, and a wall between them that is a `wall` here and, when `as` says so, a `block` there. */
static void load(made_scene *made, const char *as) {
    made_load(made,
              "{'trueline':1,'name':'two','table':{'width':600,'depth':600},%s"
              "'assets':{'a':{'core':{'shape':'cylinder','from':[0,0,5],'to':[0,0,30],'radius':8}}},"
              "'terrain':[{'id':'w','kind':'wall','mesh':'wall.obj','solid':true}],"
              "'units':[{'id':'u','side':'a','class':'infantry','weapons':[{'id':'gun','range':4,'arc':'any'}],"
              "'members':[{'id':'u-1','asset':'a','at':[100,100]}]},"
              "{'id':'v','side':'b','class':'vehicle','members':[{'id':'v-1','asset':'a','at':[100,400]}]}]}",
              as);
}

static void begin(made_scene *made, const char *name) {
    const made_box wall = {{20, 240, 0}, {180, 260, 60}};
    made_begin(made, name);
    made_file(made, "bare.json", BARE);
    made_boxes(made, "wall.obj", &wall, 1);
}

static const char SAID[] =
    "'as':{'bare.json':{'kinds':{'wall':'block'},'classes':{'infantry':'piece','vehicle':'piece'}}},";

static tl_comparison *compare(const made_scene *made, const char *query, const char *from, const char *to) {
    static const char *const systems[] = {"bare.json", "dust-battlefield"};
    tl_question question = TL_QUESTION_INIT;
    tl_comparison *comparison = NULL;
    tl_error error = {0};
    question.query = query;
    question.from = question.unit = from;
    question.to = to;
    if (tl_scene_compare(made->scene, systems, 2, &question, &comparison, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return comparison;
}

static void columns_say_what_became_of_them(void **state) {
    (void)state;
    made_scene made;
    begin(&made, "compare-columns");
    load(&made, SAID);
    tl_comparison *c = compare(&made, "range", "u", "v");
    assert_string_equal(tl_comparison_system(c, 0), "bare.json");
    assert_string_equal(tl_comparison_title(c, 0), "Bare");
    assert_string_equal(tl_comparison_system(c, 1), "dust-battlefield");
    assert_null(tl_comparison_system(c, 2));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(tl_comparison_outcome_of(c, i), TL_COMPARISON_ANSWERED);
        assert_int_equal(tl_ruling_verdict(tl_comparison_ruling(c, i)), TL_VERDICT_YES);
    }
    assert_non_null(tl_comparison_scene(c, 0));
    assert_null(tl_comparison_scene(c, 1)); /* the scene itself */
    assert_false(tl_comparison_differs(c));
    tl_comparison_destroy(c);

    c = compare(&made, "cohesion", "u", NULL);
    assert_int_equal(tl_comparison_outcome_of(c, 0), TL_COMPARISON_FAILED); /* no such rule there */
    assert_int_equal(tl_comparison_outcome_of(c, 1), TL_COMPARISON_ANSWERED);
    assert_null(tl_comparison_ruling(c, 0));
    tl_comparison_destroy(c);

    load(&made, "");
    c = compare(&made, "los", "u", "v");
    assert_int_equal(tl_comparison_outcome_of(c, 0), TL_COMPARISON_UNKNOWN);
    assert_non_null(strstr(tl_comparison_json(c), "\"unknown\":[{\"sort\":\"kind\",\"word\":\"wall\",\"thing\":\"w\""));
    assert_non_null(strstr(tl_comparison_text(c), "wall (w)"));
    tl_comparison_destroy(c);
    made_end(&made);
}

/* Counts what is drawn. */
static void count_line(void *user, const tl_draw_line *line) {
    (void)line;
    ++*(size_t *)user;
}

/* The wall hides in both; the ruling of the other system is drawn on its own scene, also when the asked one is gone. */
static void rulings_live_on(void **state) {
    (void)state;
    made_scene made;
    size_t lines = 0;
    begin(&made, "compare-rulings");
    load(&made, SAID);
    tl_comparison *c = compare(&made, "los", "u-1", "v-1");
    assert_int_equal(tl_ruling_verdict(tl_comparison_ruling(c, 0)), TL_VERDICT_NO);
    tl_scene_destroy(made.scene);
    made.scene = NULL;
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &lines, .line = count_line};
    tl_error error = {0};
    assert_int_equal(tl_ruling_draw(tl_comparison_ruling(c, 0), tl_comparison_scene(c, 0), &sink, &error), TL_OK);
    assert_true(lines > 0);
    assert_non_null(strstr(tl_comparison_json(c), "\"blockers\":[\"w\"]"));
    tl_comparison_destroy(c);
    made_end(&made);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    made_scene made;
    tl_comparison *c = NULL;
    tl_error error = {0};
    tl_question question = TL_QUESTION_INIT;
    const char *const twice[] = {"bare.json", "bare.json"}, *const none[] = {"nothing.json"};
    begin(&made, "compare-wrong");
    load(&made, SAID);
    question.query = "range";
    question.from = "u";
    question.to = "v";
    assert_int_equal(tl_scene_compare(made.scene, twice, 2, &question, &c, &error), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_compare(made.scene, twice, 0, &question, &c, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_compare(made.scene, none, 1, &question, &c, NULL), TL_ERROR_FILE);
    question.query = "move";
    assert_int_equal(tl_scene_compare(made.scene, twice, 1, &question, &c, NULL), TL_ERROR_ARGUMENT);
    question.query = "rnge";
    assert_int_equal(tl_scene_compare(made.scene, twice, 1, &question, &c, NULL), TL_ERROR_NOT_FOUND);
    question.query = "range";
    question.struct_size = 0;
    assert_int_equal(tl_scene_compare(made.scene, twice, 1, &question, &c, NULL), TL_ERROR_ARGUMENT);
    assert_null(c);
    assert_true(tl_query_compares("los") && !tl_query_compares("move") && !tl_query_compares("rnge"));
    load(&made, "'as':{'bare.json':{'classes':{'infantry':'peace','vehicle':'piece'}}},");
    question.struct_size = sizeof(question);
    error = (tl_error){0};
    assert_int_equal(tl_scene_compare(made.scene, twice, 1, &question, &c, &error), TL_ERROR_SCENE);
    assert_string_equal(error.place, "as[\"bare.json\"].classes.infantry");
    assert_non_null(strstr(error.remedy, "piece"));
    made_end(&made);
}

typedef struct asking {
    const made_scene *made;
    char *json;
} asking;

static void *ask(void *user) {
    asking *a = user;
    tl_comparison *c = compare(a->made, "los", "u-1", "v-1");
    a->json = tl_comparison_json(c) != NULL ? strdup(tl_comparison_json(c)) : NULL;
    tl_comparison_destroy(c);
    return NULL;
}

static void many_compare_at_once(void **state) {
    (void)state;
    enum { THREADS = 4 };
    made_scene made;
    pthread_t threads[THREADS];
    asking all[THREADS];
    begin(&made, "compare-threads");
    load(&made, SAID);
    for (int i = 0; i < THREADS; i++) {
        all[i] = (asking){&made, NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &all[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_non_null(all[i].json);
        assert_string_equal(all[i].json, all[0].json);
    }
    for (int i = 0; i < THREADS; i++) {
        free(all[i].json);
    }
    made_end(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_say_what_became_of_them),
                                       cmocka_unit_test(rulings_live_on), cmocka_unit_test(wrong_calls_are_refused),
                                       cmocka_unit_test(many_compare_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
