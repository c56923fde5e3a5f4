/* Questions that end early: by their time limit, with an answer that says so, and by their caller, without one. */
#include "support/made_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAN(id, at)                                                                                                    \
    "{'id':'" id "','side':'red','class':'infantry','members':[{'id':'" id "1','asset':'man','at':" at "}]}"
#define SCENE(units)                                                                                                   \
    "{'trueline':1,'name':'Early','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{'man':{"  \
    "'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'base':{'shape':'disc','diameter':25}}},"      \
    "'terrain':[{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}],'units':[" units "]}"
#define UNITS MAN("a", "[400,402]") "," MAN("b", "[800,399]")

static const char *const queries[] = {"los", "cover", "attack"};

/* A wall with a slit that only a search finds. */
static void made_slit(made_scene *m, double width) {
    const made_box boxes[2] = {{{600, 0, 0}, {610, 400, 200}}, {{600, 400 + width, 0}, {610, 1500, 200}}};
    m->triangle_count = 0;
    made_boxes(m, "wall.obj", boxes, 2);
    made_load(m, SCENE(UNITS));
}

static char *answer_text(const tl_scene *scene, const char *query, double limit, tl_verdict *verdict, bool *cut) {
    const tl_question question = {.query = query, .from = "a", .to = "b", .time_limit_ms = limit};
    tl_error error = {0};
    tl_ruling *ruling = NULL;
    assert_int_equal(tl_scene_ask(scene, &question, &ruling, &error), TL_OK);
    const char *json = tl_ruling_json(ruling);
    char *copy = malloc(strlen(json) + 1);
    assert_non_null(copy);
    strcpy(copy, json);
    *verdict = tl_ruling_verdict(ruling);
    *cut = tl_ruling_cut_short(ruling);
    assert_int_equal(strstr(copy, "\"cut_short\":true") != NULL, *cut);
    assert_int_equal(strstr(tl_ruling_text(ruling), "Cut short") != NULL, *cut);
    tl_ruling_destroy(ruling);
    return copy;
}

static void cut_short_is_said(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "time-said");
    made_slit(&m, 0);
    made_ask(&m, "{'query':'los','from':'a','to':'b','time_limit_ms':1e-6}");
    assert_verdict(&m, "marginal");
    assert_string_equal(made_word(&m, "why"), "time");
    assert_true(made_value(&m, "cut_short")->boolean);
    assert_near(made_number(&m, "clearance_mm"), 0, 0);
    made_ask(&m, "{'query':'cover','from':'a','to':'b','time_limit_ms':1e-6}");
    assert_verdict(&m, "marginal");
    assert_string_equal(made_word(&m, "members[0].why"), "time");
    assert_near(made_number(&m, "members[0].visible_fraction[0]"), 0, 0);
    assert_near(made_number(&m, "members[0].visible_fraction[1]"), 1, 0);
    /* what isn't searched for isn't cut */
    made_ask(&m, "{'query':'range','from':'a','to':'b','time_limit_ms':60000}");
    assert_verdict(&m, "yes");
    assert_false(made_has(&m, "cut_short"));
    /* no limit at all */
    made_ask(&m, "{'query':'los','from':'a','to':'b','time_limit_ms':0}");
    assert_verdict(&m, "no");
    assert_false(made_has(&m, "cut_short"));
    made_ask_refused(&m, "{'query':'los','from':'a','to':'b','time_limit_ms':-1}");
    assert_string_equal(m.error.place, "time_limit_ms");
    made_ask_refused(&m, "{'query':'los','from':'a','to':'b','time_limit_ms':'soon'}");
    made_end(&m);
}

/* Whatever the limit: the verdict is that of the whole search, or open and said to be cut short; and an answer that
 * isn't cut short is the same to the byte. */
static void never_wrong(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "time-never-wrong");
    const double widths[] = {3, 0.125, 0};
    size_t cut_count = 0, whole_count = 0;
    for (int i = 0; i < 3; i++) {
        made_slit(&m, widths[i]);
        for (int k = 0; k < 3; k++) {
            tl_verdict whole, verdict;
            bool cut;
            char *expected = answer_text(m.scene, queries[k], 0, &whole, &cut);
            assert_false(cut);
            for (double limit = 1e-3; limit < 1e5; limit *= 3) {
                char *text = answer_text(m.scene, queries[k], limit, &verdict, &cut);
                assert_true(verdict == whole || (cut && verdict == TL_VERDICT_MARGINAL));
                if (!cut) {
                    assert_string_equal(text, expected);
                }
                cut_count += cut;
                whole_count += !cut;
                free(text);
            }
            free(expected);
        }
    }
    assert_true(cut_count > 0 && whole_count > 0);
    made_end(&m);
}

/* Says stop at the n-th time of asking. */
typedef struct countdown {
    long left;
} countdown;

static bool go_on(void *user, double done, const char *what) {
    (void)done;
    assert_non_null(what);
    countdown *c = user;
    return c->left < 0 || c->left-- > 0;
}

static void cancelled_at_every_place(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "time-cancelled");
    made_slit(&m, 0.125);
    countdown count = {.left = -1};
    const tl_context_options how = {.user = &count, .progress = go_on};
    tl_context *context = tl_context_create(&how);
    char path[512];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    tl_scene *scene = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_load(context, path, NULL, &scene, NULL, &error), TL_OK);
    for (int k = 0; k < 3; k++) {
        tl_verdict verdict;
        bool cut;
        char *expected = answer_text(scene, queries[k], 0, &verdict, &cut);
        long n = 0;
        for (tl_status status = TL_ERROR_CANCELLED; status != TL_OK; n++) {
            const tl_question question = {.query = queries[k], .from = "a", .to = "b"};
            tl_ruling *ruling = NULL;
            count.left = n;
            error = (tl_error){0};
            status = tl_scene_ask(scene, &question, &ruling, &error);
            assert_true(status == TL_OK || (status == TL_ERROR_CANCELLED && ruling == NULL));
            if (status == TL_OK) {
                assert_string_equal(tl_ruling_json(ruling), expected);
            }
            tl_ruling_destroy(ruling);
        }
        assert_true(n > 1); /* it did ask */
        count.left = -1;
        free(expected);
    }
    tl_scene_destroy(scene);
    tl_context_destroy(context);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_short_is_said),
        cmocka_unit_test(never_wrong),
        cmocka_unit_test(cancelled_at_every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
