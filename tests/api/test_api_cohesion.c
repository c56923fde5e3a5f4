/* Cohesion through the public header: both readings, both unit systems, floors, and limits that are met exactly. */
#include "support/made_scene.h"

#include <math.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'gun':{'core':{'shape':'capsule','from':[0,0,12],'to':[0,0,28],'radius':6},"                                      \
    "'base':{'shape':'rectangle','size':[60,40]}},"                                                                    \
    "'hull':{'core':{'shape':'box','min':[-40,-30,20],'max':[40,30,50]}}}"
#define SCENE(settings, kind, members)                                                                                 \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{" settings                                   \
    "},'table':{'width':2000,'depth':1500}," ASSETS ",'units':[{'id':'u','name':'The Unit','class':'" kind             \
    "','members':[" members "]}]}"

/* DB-COH-01: a triangle that passes by pairs and fails under one disc. */
static void the_readings_part(void **state) {
    (void)state;
    double side = 174.8;
    made_scene m;
    made_begin(&m, "cohesion-readings");
    made_load(&m,
              SCENE("", "infantry",
                    "{'id':'a','asset':'man','at':[500,500]},{'id':'b','asset':'man','at':[674.8,500]},"
                    "{'id':'c','asset':'man','at':[587.4,%.17g]}"),
              500 + side * sqrt(0.75));
    made_ask(&m, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "rule"), "DB-COH-01");
    assert_string_equal(made_word(&m, "reading"), "pairwise");
    assert_near(made_number(&m, "limit_mm"), 150, 0);
    assert_near(made_number(&m, "worst_mm"), 149.8, 1e-9);
    assert_near(made_number(&m, "margin_mm"), 0.2, 1e-9);
    assert_string_equal(made_word(&m, "disc.verdict"), "no");
    assert_near(made_number(&m, "disc.diameter_mm"), 2 * (side / sqrt(3) - 12.5), 1e-9);
    assert_near(made_number(&m, "chain.longest_mm"), 149.8, 1e-9);
    assert_non_null(strstr(m.text, "other reading"));
    made_ask(&m, "{'query':'cohesion','unit':'u','set':{'cohesion':'disc'}}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "pairwise.verdict"), "yes");
    assert_near(made_number(&m, "margin_mm"), 150 - 2 * (side / sqrt(3) - 12.5), 1e-9);
    /* asked of a member, the same */
    made_ask(&m, "{'query':'cohesion','unit':'b'}");
    assert_string_equal(made_word(&m, "unit"), "u");
    assert_near(made_number(&m, "worst_mm"), 149.8, 1e-9);
    /* in inches there is more room */
    made_ask(&m, "{'query':'cohesion','unit':'u','set':{'units':'inch'}}");
    assert_near(made_number(&m, "limit_mm"), 152.4, 0);
    assert_verdict(&m, "yes");
    assert_int_equal(made_ask_refused(&m, "{'query':'cohesion','unit':'uu'}"), TL_ERROR_NOT_FOUND);
    assert_int_equal(made_ask_refused(&m, "{'query':'cohesion'}"), TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'cohesion','unit':'u','from':'a'}"), TL_ERROR_FORMAT);
    made_end(&m);
}

static void limits(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cohesion-limits");
    made_load(
        &m, SCENE("", "infantry", "{'id':'a','asset':'man','at':[500,500]},{'id':'b','asset':'gun','at':[692.5,500]}"));
    made_ask(&m, "{'query':'cohesion','unit':'u','tolerance_mm':0}");
    assert_verdict(&m, "yes");
    made_ask(&m, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&m, "marginal");
    made_ask(&m, "{'query':'place','member':'b','at':[692.5000001,500]}");
    made_ask(&m, "{'query':'cohesion','unit':'u','tolerance_mm':0}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "pair[0]"), "a");
    assert_string_equal(made_word(&m, "pair[1]"), "b");
    made_ask(&m, "{'query':'place','member':'b','at':[692.6,500]}");
    made_ask(&m, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&m, "no");
    assert_near(made_number(&m, "margin_mm"), -0.1, 1e-9);
    made_end(&m);
}

static void floors(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cohesion-floors");
    made_load(&m, SCENE("", "infantry",
                        "{'id':'a','asset':'man','at':[500,500,0]},{'id':'b','asset':'man','at':[615,500,133]}"));
    made_ask(&m, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&m, "no");
    assert_near(made_number(&m, "worst_mm"), hypot(90, 130), 1e-9);
    made_ask(&m, "{'query':'cohesion','unit':'u','set':{'range_metric':'plan'}}");
    assert_verdict(&m, "yes");
    assert_near(made_number(&m, "worst_mm"), 90, 1e-9);
    made_end(&m);
}

static void single_models_and_vehicles(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cohesion-free");
    made_load(&m, SCENE("", "infantry", "{'id':'a','asset':'man','at':[500,500]}"));
    made_ask(&m, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&m, "yes");
    assert_near(made_number(&m, "worst_mm"), 0, 0);
    made_load(
        &m, SCENE("", "vehicle", "{'id':'a','asset':'hull','at':[500,500]},{'id':'b','asset':'hull','at':[900,500]}"));
    made_ask(&m, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&m, "yes");
    assert_near(made_number(&m, "worst_mm"), 320, 1e-9);
    assert_false(made_has(&m, "disc"));
    assert_non_null(strstr(m.text, "no rule keeps the models"));
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_readings_part),
        cmocka_unit_test(limits),
        cmocka_unit_test(floors),
        cmocka_unit_test(single_models_and_vehicles),
    };
    return cmocka_run_group_tests_name("api_cohesion", tests, NULL, NULL);
}
