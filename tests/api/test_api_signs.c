/* What stands over an answer: of random questions about random battles, with little work and with much, and of
 * templates that anybody lays anywhere. Held against the JSON, which says why. */
#include "support/rule_scenes.h"

#include <trueline/explain.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATTLES = 4, QUESTIONS = 9, TEMPLATES = 60 };

static tl_ruling *ask(const tl_scene *scene, const tl_question *question) {
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    if (tl_scene_ask(scene, question, &ruling, &error) != TL_OK) {
        print_error("%s: %s\n", question->query, error.message);
        fail();
    }
    return ruling;
}

static bool holds(const char *text, const char *word) {
    return strstr(text, word) != NULL;
}

/* --- Work ------------------------------------------------------------------------------------------------------------
 */

typedef struct counts {
    size_t yes, no, close, open;
} counts;

/* The sign is the verdict's, and an answer that ran out of work has no word of being close. */
static void assert_sign(const tl_ruling *r, const char *query, counts *c) {
    const char *json = tl_ruling_json(r), *text = tl_ruling_text(r);
    tl_verdict verdict = tl_ruling_verdict(r);
    tl_sign sign = tl_ruling_sign(r);
    bool spent = holds(json, "\"why\":\"budget\"");
    assert_true((sign == TL_SIGN_NO) == (verdict == TL_VERDICT_NO) &&
                (sign == TL_SIGN_YES) == (verdict == TL_VERDICT_YES));
    assert_int_equal(sign == TL_SIGN_NOT_SETTLED, holds(json, "\"unsettled\":true"));
    if (verdict == TL_VERDICT_MARGINAL && strcmp(query, "los") == 0) {
        assert_int_equal(sign == TL_SIGN_NOT_SETTLED, spent);
    }
    if (sign == TL_SIGN_NOT_SETTLED) {
        assert_string_equal(tl_ruling_badge(r), "NOT SETTLED");
        assert_true(holds(text, "Not settled: "));
        assert_false(strncmp(text, "Too close", 9) == 0);
        assert_true(strcmp(query, "los") != 0 || !holds(json, "max_clearance_mm") || holds(text, "clear by"));
    } else {
        assert_false(holds(text, "Not settled: "));
    }
    if (sign == TL_SIGN_TOO_CLOSE) {
        assert_string_equal(tl_ruling_badge(r), "TOO CLOSE");
        assert_false(spent && strcmp(query, "los") == 0);
    }
    c->yes += sign == TL_SIGN_YES;
    c->no += sign == TL_SIGN_NO;
    c->close += sign == TL_SIGN_TOO_CLOSE;
    c->open += sign == TL_SIGN_NOT_SETTLED;
}

static void little_work_is_not_too_close(void **state) {
    (void)state;
    static const char *const queries[] = {"los", "cover", "attack", "los", "react"};
    static const double efforts[] = {0.001, 0.01, 0, 4};
    test_random random = test_random_start("signs", 18001);
    counts all = {0, 0, 0, 0};
    for (size_t b = 0; b < BATTLES; b++) {
        rule_battle battle;
        made_scene made;
        rule_battle_make(&battle, &random);
        made_begin(&made, "signs");
        rule_battle_load(&made, &battle, &(rule_writing){.inches = false});
        for (size_t i = 0; i < QUESTIONS; i++) {
            size_t from = (size_t)test_random_below(&random, RULE_UNITS),
                   to = (from + 1 + (size_t)test_random_below(&random, RULE_UNITS - 1)) % RULE_UNITS;
            char a[32], b_id[32];
            snprintf(a, sizeof(a), "%s", rule_id(from, -1, false));
            snprintf(b_id, sizeof(b_id), "%s", rule_id(to, -1, false));
            tl_verdict known = TL_VERDICT_MARGINAL;
            for (size_t e = 0; e < sizeof(efforts) / sizeof(*efforts); e++) {
                const tl_question question = {.struct_size = sizeof(tl_question),
                                              .query = queries[i % 5],
                                              .from = a,
                                              .to = b_id,
                                              .effort = efforts[e],
                                              .language = "en"};
                tl_ruling *r = ask(made.scene, &question);
                assert_sign(r, question.query, &all);
                /* more work settles more, and never the other way */
                tl_verdict verdict = tl_ruling_verdict(r);
                assert_true(known == TL_VERDICT_MARGINAL || verdict == known || strcmp(question.query, "react") == 0);
                known = verdict;
                tl_ruling_destroy(r);
            }
        }
        made_end(&made);
    }
    print_message("%zu yes, %zu no, %zu too close, %zu not settled\n", all.yes, all.no, all.close, all.open);
    assert_true(all.yes > 10 && all.no > 10);
}

/* Two men with a thicket of leaves between them. */
#define THICKET                                                                                                        \
    "{'trueline':1,'name':'Thicket','ruleset':'dust-battlefield','table':{'width':900,'depth':600},"                   \
    "'assets':{'man':{'core':{'shape':'box','min':[-6,-6,8],'max':[6,6,28]},'base':{'shape':'disc','diameter':25}}},"  \
    "'terrain':[{'id':'leaves','mesh':'leaves.obj','at':[440,300,0],'kind':'obstacle','solid':false,'openings':true}]" \
    ","                                                                                                                \
    "'units':[{'id':'a','side':'x','class':'infantry','weapons':[{'id':'gun','range':8,'arc':'any'}],'members':["      \
    "{'id':'a-1','asset':'man','at':[380,300]}]},{'id':'b','side':'y','class':'infantry','members':["                  \
    "{'id':'b-1','asset':'man','at':[540,%d]}]}]}"

static void leaves_hide_or_are_not_settled(void **state) {
    (void)state;
    enum { LEAVES = 1200, THICKETS = 4 };
    static tl_vec3 leaves[LEAVES][3];
    static const char *const queries[] = {"los", "attack", "cover"};
    static const double efforts[] = {0.001, 0.01, 0.1};
    test_random random = test_random_start("thickets", 18005);
    counts all = {0, 0, 0, 0};
    for (int t = 0; t < THICKETS; t++) {
        made_scene made;
        made_begin(&made, "thicket");
        for (size_t i = 0; i < LEAVES; i++) {
            tl_vec3 c = {test_random_between(&random, 0, 60), test_random_between(&random, -30, 30),
                         test_random_between(&random, 0, 40)};
            for (size_t k = 0; k < 3; k++) {
                leaves[i][k] =
                    (tl_vec3){c.x + test_random_between(&random, -7, 7), c.y + test_random_between(&random, -7, 7),
                              c.z + test_random_between(&random, -7, 7)};
            }
        }
        made_triangles(&made, "leaves.obj", (const tl_vec3(*)[3])leaves, LEAVES);
        made_load(&made, THICKET, 295 + test_random_below(&random, 10));
        for (size_t q = 0; q < 3; q++) {
            for (size_t e = 0; e < 3; e++) {
                const tl_question question = {.struct_size = sizeof(tl_question),
                                              .query = queries[q],
                                              .from = "a",
                                              .to = "b",
                                              .effort = efforts[e],
                                              .language = "en"};
                tl_ruling *r = ask(made.scene, &question);
                assert_sign(r, question.query, &all);
                tl_ruling_destroy(r);
            }
        }
        made_end(&made);
    }
    print_message("%zu yes, %zu no, %zu too close, %zu not settled\n", all.yes, all.no, all.close, all.open);
    assert_true(all.open >= 5);
}

/* --- Templates -------------------------------------------------------------------------------------------------------
 */

/* The verdict of the placement, as the JSON tells it. */
static tl_verdict placement_of(const char *json) {
    const char *at = strstr(json, "\"placement\":{\"verdict\":\"");
    assert_non_null(at);
    at += strlen("\"placement\":{\"verdict\":\"");
    return at[0] == 'y' ? TL_VERDICT_YES : at[0] == 'n' ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

static void a_template_that_may_not_lie_there_is_no_hit(void **state) {
    (void)state;
    static const char *const firers[] = {"kestrel", "kestrel", "badgers-4", "foxes-1", "badgers-5", NULL};
    test_random random = test_random_start("template signs", 18004);
    tl_context *context = tl_context_create(NULL);
    tl_scene *scene = NULL;
    size_t counted[5] = {0}, illegal_hits = 0;
    assert_int_equal(
        tl_scene_load(context, TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json", NULL, &scene, NULL, NULL), TL_OK);
    for (size_t i = 0; i < TEMPLATES; i++) {
        const char *firer = firers[i % (sizeof(firers) / sizeof(*firers))];
        bool flame = firer && firer[0] == 'b';
        tl_box3 box;
        const char *victim =
            tl_scene_member(scene, (size_t)test_random_below(&random, (int)tl_scene_member_count(scene)));
        assert_int_equal(tl_scene_box_of(scene, victim, &box, NULL), TL_OK);
        tl_question question = {.struct_size = sizeof(tl_question),
                                .query = "template",
                                .shape = flame ? "flame-1" : "blast",
                                .from = firer,
                                .language = "en"};
        if (flame) {
            question.has_angle = true;
            question.angle_deg = test_random_between(&random, 0, 360);
        } else {
            question.at_count = 2;
            question.at[0] = 0.5 * (box.low.x + box.high.x) + test_random_between(&random, -40, 40);
            question.at[1] = 0.5 * (box.low.y + box.high.y) + test_random_between(&random, -40, 40);
        }
        tl_ruling *r = ask(scene, &question);
        tl_verdict hit = tl_ruling_verdict(r), may = placement_of(tl_ruling_json(r));
        tl_sign sign = tl_ruling_sign(r);
        const char *badge = tl_ruling_badge(r);
        bool no = hit == TL_VERDICT_NO || (firer && may == TL_VERDICT_NO);
        bool yes = hit == TL_VERDICT_YES && (!firer || may == TL_VERDICT_YES);
        assert_true((sign == TL_SIGN_NO) == no && (sign == TL_SIGN_YES) == yes);
        assert_int_equal(strcmp(badge, "HIT") == 0, yes && firer != NULL);
        assert_int_equal(strcmp(badge, "UNDER IT") == 0, yes && firer == NULL);
        assert_int_equal(strcmp(badge, "NOT ALLOWED") == 0, firer != NULL && may == TL_VERDICT_NO);
        assert_int_equal(sign == TL_SIGN_UNKNOWN,
                         firer && !no && holds(tl_ruling_json(r), "has no weapon in the scene"));
        tl_step step;
        for (size_t k = 0; tl_ruling_step(r, k, &step); k++) { /* whom it would hit is no step of an illegal one */
            bool about_hits = strcmp(step.rule, "DB-BLA-03") == 0 || strcmp(step.rule, "DB-FLM-03") == 0;
            assert_true(!about_hits || step.moot == (firer != NULL && may == TL_VERDICT_NO));
        }
        if (firer && may == TL_VERDICT_NO) {
            assert_true(holds(tl_ruling_summary(r), "may not place it there"));
            assert_false(holds(tl_ruling_text(r), " models hit."));
        }
        illegal_hits += firer && may == TL_VERDICT_NO && hit == TL_VERDICT_YES;
        counted[sign]++;
        tl_ruling_destroy(r);
    }
    print_message("%zu no, %zu yes, %zu too close, %zu not settled, %zu unknown; %zu illegal ones lie on somebody\n",
                  counted[0], counted[1], counted[2], counted[3], counted[4], illegal_hits);
    assert_true(counted[TL_SIGN_YES] >= 5 && counted[TL_SIGN_NO] >= 10 && counted[TL_SIGN_UNKNOWN] >= 1 &&
                illegal_hits >= 5);
    tl_scene_destroy(scene);
    tl_context_destroy(context);
}

/* --- Bad efforts
 * ------------------------------------------------------------------------------------------------------ */

static void an_effort_is_a_number_in_its_bounds(void **state) {
    (void)state;
    static const double bad[] = {-1, 0.0001, 1001, 1e300};
    tl_context *context = tl_context_create(NULL);
    tl_scene *scene = NULL;
    assert_int_equal(
        tl_scene_load(context, TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json", NULL, &scene, NULL, NULL), TL_OK);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        const tl_question question = {
            .struct_size = sizeof(tl_question), .query = "los", .from = "mastiff", .to = "anvil", .effort = bad[i]};
        tl_ruling *ruling = NULL;
        tl_error error = {0};
        assert_int_equal(tl_scene_ask(scene, &question, &ruling, &error), TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "effort");
    }
    tl_scene_destroy(scene);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(little_work_is_not_too_close),
                                       cmocka_unit_test(leaves_hide_or_are_not_settled),
                                       cmocka_unit_test(a_template_that_may_not_lie_there_is_no_hit),
                                       cmocka_unit_test(an_effort_is_a_number_in_its_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
