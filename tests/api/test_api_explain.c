/* A ruling taken apart: steps, settings and points say what the JSON says; hashes follow what they stand for. */
#include "support/made_scene.h"

#include <trueline/explain.h>
#include <trueline/tape.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{'area_through':'any_edge'},"                 \
    "'table':{'width':2000,'depth':1500},"                                                                             \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}}},"                                                                         \
    "'terrain':[{'id':'w1','name':'Wall','kind':'wall','mesh':'wall.obj'},"                                            \
    "{'id':'w2','name':'Wall of Ash','kind':'wall','mesh':'far.obj'}],"                                                \
    "'units':[{'id':'a','name':'Ann','side':'red','class':'infantry','weapons':[{'id':'gun','range':16,'arc':'any'}]," \
    "'members':[{'id':'a1','name':'Ann','asset':'man','at':[100,100],'facing':0}]},"                                   \
    "{'id':'b','name':'Bo','side':'blue','class':'infantry','members':[{'id':'b1','name':'Bo',"                        \
    "'asset':'man','at':[557.2,100]}]}]}"

static const made_box wall[] = {{{300, 0, 0}, {310, 400, 100}}};
static const made_box far_wall[] = {{{300, 1300, 0}, {310, 1400, 100}}};

static tl_ruling *ask(made_scene *m, const tl_question *question) {
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_ask(m->scene, question, &ruling, &error), TL_OK);
    return ruling;
}

static void begin(made_scene *m, const char *name) {
    made_begin(m, name);
    made_boxes(m, "wall.obj", wall, 1);
    made_boxes(m, "far.obj", far_wall, 1);
    made_load(m, SCENE);
}

/* What the accessors give, held against the answer's JSON. */
static void check_against_json(made_scene *m, const tl_ruling *ruling) {
    tl_json *json = NULL;
    tl_error error = {0};
    const char *text = tl_ruling_json(ruling);
    assert_int_equal(tl_json_parse(m->context, text, strlen(text), "answer", &json, &error), TL_OK);
    const tl_json_value *reasons = made_find(tl_json_root(json), "reasons");
    assert_int_equal(tl_ruling_step_count(ruling), reasons->count);
    for (size_t i = 0; i < reasons->count; i++) {
        const tl_json_value *reason = &reasons->items[i];
        tl_step step;
        assert_true(tl_ruling_step(ruling, i, &step));
        assert_string_equal(step.rule, made_find(reason, "rule")->text);
        assert_string_equal(step.text, made_find(reason, "text")->text);
        const char *word = made_find(reason, "verdict")->text;
        assert_int_equal(step.verdict, strcmp(word, "yes") == 0  ? TL_VERDICT_YES
                                       : strcmp(word, "no") == 0 ? TL_VERDICT_NO
                                                                 : TL_VERDICT_MARGINAL);
        assert_int_equal(step.number_count, reason->count - 3);
        for (size_t k = 0; k < step.number_count; k++) {
            assert_true(made_find(reason, step.numbers[k].name)->number == step.numbers[k].value);
        }
    }
    tl_step past = {.rule = "kept"};
    assert_false(tl_ruling_step(ruling, reasons->count, &past));
    assert_string_equal(past.rule, "kept");
    const tl_json_value *settings = made_find(tl_json_root(json), "settings");
    tl_setting_info info;
    for (size_t i = 0; i < settings->count; i++) {
        assert_true(tl_ruling_setting(ruling, i, &info));
        assert_string_equal(info.name, settings->items[i].key);
        assert_string_equal(info.value, settings->items[i].text);
        assert_true(strlen(info.text) > 10 && strlen(info.rule) > 4);
    }
    assert_false(tl_ruling_setting(ruling, settings->count, &info));
    assert_string_equal(tl_ruling_rule(ruling), made_find(tl_json_root(json), "rule")->text);
    assert_string_equal(tl_ruling_query(ruling), made_find(tl_json_root(json), "query")->text);
    assert_true(tl_ruling_tolerance(ruling) == made_find(tl_json_root(json), "tolerance_mm")->number);
    tl_json_destroy(json);
}

static void steps_and_settings(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-steps");
    static const char *const queries[] = {"range", "los", "cover", "arc", "attack", "react", "close-combat"};
    for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
        const tl_question question = {.struct_size = sizeof(tl_question), .query = queries[i], .from = "a", .to = "b"};
        tl_ruling *ruling = ask(&m, &question);
        assert_true(tl_ruling_step_count(ruling) > 0);
        check_against_json(&m, ruling);
        tl_ruling_destroy(ruling);
    }
    made_end(&m);
}

static void words_of_the_rule(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-words");
    tl_question question = {.struct_size = sizeof(tl_question), .query = "range", .from = "a", .to = "b"};
    tl_step step;
    tl_ruling *ruling = ask(&m, &question);
    assert_true(tl_ruling_step(ruling, 0, &step));
    assert_non_null(strstr(step.rule_text, "nfantry"));
    tl_ruling_destroy(ruling);
    question.language = "fr";
    ruling = ask(&m, &question);
    assert_true(tl_ruling_step(ruling, 0, &step));
    assert_non_null(strstr(step.rule_text, "infanterie"));
    tl_ruling_destroy(ruling);
    made_end(&m);
}

/* Names are found as whole words, the longest first: "Wall of Ash" isn't a "Wall", "Bo" isn't in "both" or "Body". */
static void things_in_steps(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-things");
    const tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = "a1", .to = "b1"};
    tl_ruling *ruling = ask(&m, &question);
    const char *ids[8];
    bool named_wall = false, named_other = false, named_bo = false;
    for (size_t i = 0; i < tl_ruling_step_count(ruling); i++) {
        size_t count = tl_ruling_step_things(ruling, i, m.scene, ids, 8);
        for (size_t k = 0; k < count; k++) {
            named_wall = named_wall || strcmp(ids[k], "w1") == 0;
            named_other = named_other || strcmp(ids[k], "w2") == 0;
            named_bo = named_bo || strcmp(ids[k], "b") == 0 || strcmp(ids[k], "b1") == 0;
        }
        assert_true(tl_ruling_step_things(ruling, i, m.scene, ids, 1) <= 1);
    }
    assert_int_equal(tl_ruling_verdict(ruling), TL_VERDICT_NO);
    assert_true(named_wall);
    assert_false(named_other);
    assert_true(named_bo);
    tl_ruling_destroy(ruling);
    made_end(&m);
}

static void points(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-points");
    tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = "a1", .to = "b1"};
    tl_ruling *ruling = ask(&m, &question);
    tl_mark mark;
    bool blocked = false;
    for (size_t i = 0; tl_ruling_mark(ruling, i, &mark); i++) {
        blocked = blocked || (mark.kind == TL_MARK_BLOCKER && strcmp(tl_scene_id_of_key(m.scene, mark.key), "w1") == 0);
        if (mark.kind == TL_MARK_ATTEMPT) { /* stopped at the wall, on its way to b1 */
            assert_near(mark.to.x, 300, 1e-6);
            assert_true(mark.aim.x > 500);
        }
    }
    assert_true(blocked);
    assert_null(tl_scene_id_of_key(m.scene, 0));
    assert_null(tl_scene_id_of_key(m.scene, 4000000000u));
    tl_ruling_destroy(ruling);
    const double aside[2] = {100, 600};
    const double across[2] = {557.2, 600};
    tl_error error = {0};
    assert_int_equal(tl_scene_place(m.scene, "a1", aside, 2, 0, 0, &error), TL_OK);
    assert_int_equal(tl_scene_place(m.scene, "b1", across, 2, 0, 0, &error), TL_OK);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
    ruling = ask(&m, &question);
    assert_true(tl_ruling_mark(ruling, 0, &mark));
    assert_int_equal(mark.kind, TL_MARK_SIGHT);
    tl_vec3 from = made_point(&m, "witness.from"), to = made_point(&m, "witness.to");
    assert_true(from.x == mark.from.x && from.y == mark.from.y && from.z == mark.from.z);
    assert_true(to.x == mark.to.x && to.y == mark.to.y && to.z == mark.to.z);
    assert_true(made_number(&m, "witness.clearance_mm") == mark.clearance_mm);
    assert_string_equal(tl_scene_id_of_key(m.scene, mark.from_key), "a1");
    assert_string_equal(tl_scene_id_of_key(m.scene, mark.to_key), "b1");
    tl_ruling_destroy(ruling);
    made_end(&m);
}

static void settings_of_the_scene(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-settings");
    char buffer[TL_SETTING_VALUE];
    tl_setting_info info;
    size_t count = 0, changed = 0;
    for (; tl_scene_setting(m.scene, count, "fr", buffer, &info); count++) {
        changed += !info.is_default;
        tl_error error = {0}; /* its own value can be set again; and every word that it may have */
        char same[TL_SETTING_VALUE];
        snprintf(same, sizeof(same), "%s", info.value);
        for (size_t i = 0; i < info.value_count; i++) {
            assert_int_equal(tl_scene_set(m.scene, info.name, info.values[i], &error), TL_OK);
        }
        assert_int_equal(tl_scene_set(m.scene, info.name, same, &error), TL_OK);
        assert_true(info.number || info.value_count > 0);
        if (strcmp(info.name, "area_through") == 0) {
            assert_string_equal(info.value, "any_edge");
            assert_false(info.is_default);
        }
        if (strcmp(info.name, "half_rule_members") == 0) {
            assert_non_null(strstr(info.text, "combattant"));
        }
    }
    assert_true(count > 10);
    assert_int_equal(changed, 1);
    made_end(&m);
}

/* Between models a tape is what `range` says, to the last bit; from points it is what a ruler says. */
static void tapes(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-tapes");
    tl_tape tape;
    tl_error error = {0};
    const tl_tape_end ann = {.struct_size = sizeof(tl_tape_end), .id = "a"},
                      bo = {.struct_size = sizeof(tl_tape_end), .id = "b1"},
                      wall_end = {.struct_size = sizeof(tl_tape_end), .id = "w1"},
                      point = {.struct_size = sizeof(tl_tape_end), .at = {100, 500, 0}};
    made_ask(&m, "{'query':'range','from':'a','to':'b1'}");
    assert_int_equal(tl_scene_tape(m.scene, &ann, &bo, &tape, &error), TL_OK);
    assert_true(tape.distance_mm == made_number(&m, "distance_mm"));
    assert_true(tape.plan_mm == made_number(&m, "plan_mm"));
    tl_vec3 from = made_point(&m, "from_point");
    assert_true(from.x == tape.from.x && from.y == tape.from.y && from.z == tape.from.z);
    assert_int_equal(tl_scene_tape(m.scene, &ann, &point, &tape, &error), TL_OK);
    assert_near(tape.distance_mm, 400 - 12.5, 1e-6); /* from the rim of a base of 25 */
    assert_int_equal(tl_scene_tape(m.scene, &point, &wall_end, &tape, &error), TL_OK);
    assert_near(tape.distance_mm, sqrt(200.0 * 200 + 100.0 * 100), 1e-6); /* to the corner at (300, 400) */
    const tl_tape_end high = {.struct_size = sizeof(tl_tape_end), .at = {100, 500, 30}};
    assert_int_equal(tl_scene_tape(m.scene, &point, &high, &tape, &error), TL_OK);
    assert_near(tape.distance_mm, 30, 1e-9);
    assert_near(tape.height_mm, 30, 1e-9);
    assert_int_equal(tl_scene_set(m.scene, "range_metric", "plan", &error), TL_OK);
    assert_int_equal(tl_scene_tape(m.scene, &point, &high, &tape, &error), TL_OK);
    assert_near(tape.distance_mm, 0, 1e-9);
    const tl_tape_end nobody = {.struct_size = sizeof(tl_tape_end), .id = "nobody"},
                      nowhere = {.struct_size = sizeof(tl_tape_end), .at = {NAN, 0, 0}};
    assert_int_equal(tl_scene_tape(m.scene, &ann, &nobody, &tape, &error), TL_ERROR_NOT_FOUND);
    error = (tl_error){0};
    assert_int_equal(tl_scene_tape(m.scene, &nowhere, &ann, &tape, &error), TL_ERROR_ARGUMENT);
    made_end(&m);
}

static void templates(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-templates");
    tl_template_info info;
    tl_error error = {0};
    assert_true(tl_scene_template(m.scene, 0, "fr", &info));
    assert_string_equal(info.name, "blast");
    assert_string_equal(info.text, "explosion");
    assert_false(info.flame);
    assert_near(info.diameter_mm, 150, 1e-12);
    assert_int_equal(tl_scene_set(m.scene, "units", "inch", &error), TL_OK);
    assert_true(tl_scene_template(m.scene, 0, NULL, &info));
    assert_near(info.diameter_mm, 6 * 25.4, 1e-12);
    size_t flames = 0, count = 0;
    for (; tl_scene_template(m.scene, count, NULL, &info); count++) {
        flames += info.flame;
    }
    assert_int_equal(count, 4);
    assert_int_equal(flames, 2);
    made_end(&m);
}

static void hashes(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "explain-hashes");
    char text[TL_HASH_SIZE], shapes[TL_HASH_SIZE], moved_text[TL_HASH_SIZE], moved_shapes[TL_HASH_SIZE];
    tl_scene_hash(m.scene, text, shapes);
    assert_int_equal(strlen(text), 64);
    assert_int_equal(strlen(shapes), 64);
    const double at[2] = {100, 101}, back[2] = {100, 100};
    tl_error error = {0};
    assert_int_equal(tl_scene_place(m.scene, "a1", at, 2, 0, 0, &error), TL_OK);
    tl_scene_hash(m.scene, moved_text, moved_shapes);
    assert_string_not_equal(text, moved_text);
    assert_string_not_equal(shapes, moved_shapes);
    assert_int_equal(tl_scene_place(m.scene, "a1", back, 2, 0, 0, &error), TL_OK);
    tl_scene_hash(m.scene, moved_text, moved_shapes);
    assert_string_equal(text, moved_text);
    assert_string_equal(shapes, moved_shapes);
    /* another mesh under the same text: only the shapes know */
    static const made_box thicker[] = {{{300, 0, 0}, {311, 400, 100}}};
    made_boxes(&m, "wall.obj", thicker, 1);
    tl_scene_destroy(m.scene);
    m.scene = NULL;
    made_load(&m, SCENE);
    tl_scene_hash(m.scene, moved_text, moved_shapes);
    assert_string_equal(text, moved_text);
    assert_string_not_equal(shapes, moved_shapes);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_settings),
        cmocka_unit_test(words_of_the_rule),
        cmocka_unit_test(things_in_steps),
        cmocka_unit_test(points),
        cmocka_unit_test(settings_of_the_scene),
        cmocka_unit_test(hashes),
        cmocka_unit_test(tapes),
        cmocka_unit_test(templates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
