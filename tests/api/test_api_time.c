/* Questions that end early: by their time limit, with an answer that says so, and by their caller, without one. */
#include "support/made_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    const tl_question question = {
        .struct_size = sizeof(tl_question), .query = query, .from = "a", .to = "b", .time_limit_ms = limit};
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
    const tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &count, .progress = go_on};
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
            const tl_question question = {
                .struct_size = sizeof(tl_question), .query = queries[k], .from = "a", .to = "b"};
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

/* --- Every kind of question ----------------------------------------------------------------------------------------
 */

/* On the sample table, the models anywhere on it. */
static const char *const kinds[] = {
    "'query':'range','from':'foxes','to':'boar'",
    "'query':'los','from':'foxes','to':'boar'",
    "'query':'los','from':'foxes-1','to':'mastiff','proof':true",
    "'query':'los','from':'anvil','to':'badgers-2','margin':true",
    "'query':'los','from':'anvil','to':'boar','set':{'min_visible_patch_mm':5}",
    "'query':'cover','from':'boar','to':'herons'",
    "'query':'cover','from':'anvil','to':'badgers-1','set':{'cover_vantage':'union'}",
    "'query':'attack','from':'herons','to':'mastiff'",
    "'query':'react','from':'mastiff','to':'foxes'",
    "'query':'close-combat','from':'foxes','to':'badgers'",
    "'query':'within','from':'boar','limit_mm':600,'sight':true",
    "'query':'cohesion','unit':'jackals'",
    "'query':'template','shape':'blast','from':'kestrel','toward':'boar'",
    "'query':'template','shape':'flame-1','from':'badgers','toward':'boar'",
    "'query':'template','shape':'blast','best':true,'from':'kestrel'",
    "'query':'template','shape':'flame-1','best':true,'from':'badgers'",
    "'query':'move','member':'boar-1','path':[",
    "'query':'move','member':'kestrel-1','path':[",
    "'query':'move','member':'foxes-1','path':[",
    "'query':'reach','member':'boar-1','march':true",
    "'query':'reach','member':'kestrel-1'",
    "'query':'reach','member':'badgers-1'",
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]), ROUNDS = 2, STOPS = 3 };

/* Seconds that this thread has computed: others on the machine don't count. */
static double computed(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct outcome {
    tl_status status;
    tl_verdict verdict;
    bool cut;
    char *json;
    double seconds;
} outcome;

static outcome ask_line(tl_scene *scene, const char *fields, double limit) {
    char line[700];
    outcome o = {TL_OK, TL_VERDICT_MARGINAL, false, NULL, 0};
    snprintf(line, sizeof(line), "{%s}", fields);
    if (limit > 0) {
        snprintf(line, sizeof(line), "{%s,'time_limit_ms':%.17g}", fields, limit);
    }
    for (char *c = line; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    double start = computed();
    o.status = tl_scene_ask_json(scene, line, strlen(line), &ruling, &error);
    o.seconds = computed() - start;
    if (o.status == TL_OK) {
        o.verdict = tl_ruling_verdict(ruling);
        o.cut = tl_ruling_cut_short(ruling);
        o.json = malloc(strlen(tl_ruling_json(ruling)) + 1);
        assert_non_null(o.json);
        strcpy(o.json, tl_ruling_json(ruling));
        assert_int_equal(strstr(o.json, "\"cut_short\":true") != NULL, o.cut);
        assert_true(strlen(tl_ruling_summary(ruling)) > 0);
    }
    tl_ruling_destroy(ruling);
    return o;
}

/* A question in full, then stopped by its caller somewhere, then by its time limit. What isn't cut short is the same to
 * the byte; what is doesn't claim the opposite; and it ends while most of the work is still to be done: that is told
 * by the time computed, beside that of the whole question, where this takes long. */
static void stop_question(tl_scene *scene, countdown *count, const char *fields, test_random *random,
                          size_t counts[3]) {
    count->left = -1;
    outcome whole = ask_line(scene, fields, 0);
    if (whole.status != TL_OK) {
        fail_msg("%s: status %d", fields, whole.status);
    }
    assert_false(whole.cut);
    /* stopped at the n-th asking: how many there are is found on the way */
    long most = 1;
    for (int k = 0; k < STOPS; k++) {
        count->left = k == 0 ? 0 : (long)test_random_between(random, 0, (double)most);
        long begin = count->left;
        outcome stopped = ask_line(scene, fields, 0);
        if (stopped.status != TL_OK && stopped.status != TL_ERROR_CANCELLED) {
            fail_msg("%s, stopped at asking %ld: status %d", fields, begin, stopped.status);
        }
        if (stopped.status == TL_OK) { /* it asked less often than that */
            assert_string_equal(stopped.json, whole.json);
        } else {
            counts[0]++;
            most = 4 * (begin + 1);
        }
        free(stopped.json);
    }
    count->left = -1;
    const double limits[3] = {1e-3, 1, 20};
    for (int k = 0; k < 3; k++) {
        outcome limited = ask_line(scene, fields, limits[k]);
        assert_int_equal(limited.status, TL_OK);
        if (limited.cut) {
            counts[1]++;
            assert_true(limited.verdict == whole.verdict || limited.verdict == TL_VERDICT_MARGINAL ||
                        whole.verdict == TL_VERDICT_MARGINAL || strstr(fields, "best") != NULL ||
                        strstr(fields, "reach") != NULL);
            if (whole.seconds > 0.4) {
                counts[2]++;
                if (limited.seconds > whole.seconds / 8) {
                    fail_msg("%s: %g s with a limit of %g ms, %g s without", fields, limited.seconds, limits[k],
                             whole.seconds);
                }
            }
        } else {
            assert_string_equal(limited.json, whole.json);
        }
        free(limited.json);
    }
    free(whole.json);
}

static void every_kind_ends_soon(void **state) {
    (void)state;
    countdown count = {.left = -1};
    const tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &count, .progress = go_on};
    tl_context *context = tl_context_create(&how);
    tl_scene *scene = NULL;
    tl_error error = {0};
    assert_int_equal(
        tl_scene_load(context, TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json", NULL, &scene, NULL, &error), TL_OK);
    test_random random = test_random_start("every_kind_ends_soon", 16);
    size_t counts[3] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < tl_scene_member_count(scene); i++) {
            const double at[2] = {test_random_between(&random, 300, 1300), test_random_between(&random, 250, 950)};
            tl_place place = TL_PLACE_INIT;
            assert_int_equal(tl_scene_place_of(scene, tl_scene_member(scene, i), &place, NULL), TL_OK);
            assert_int_equal(tl_scene_place(scene, tl_scene_member(scene, i), at, 2,
                                            test_random_between(&random, 0, 360), 0, &error),
                             TL_OK);
        }
        for (size_t k = 0; k < KINDS; k++) {
            char fields[400];
            bool moves = kinds[k][strlen(kinds[k]) - 1] == '['; /* its path is still to be written */
            snprintf(fields, sizeof(fields), "%s", kinds[k]);
            if (moves) {
                double p[4];
                for (int i = 0; i < 4; i++) {
                    p[i] = test_random_between(&random, 100, i % 2 == 0 ? 1700 : 1100);
                }
                snprintf(fields, sizeof(fields), "%s[%.15g,%.15g],[%.15g,%.15g]]", kinds[k], p[0], p[1], p[2], p[3]);
            }
            stop_question(scene, &count, fields, &random, counts);
        }
    }
    assert_true(counts[0] > KINDS && counts[1] > KINDS && counts[2] > 0);
    printf("cancelled %zu, cut short %zu, of these of long questions %zu\n", counts[0], counts[1], counts[2]);
    tl_scene_destroy(scene);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_ends_soon),
        cmocka_unit_test(cut_short_is_said),
        cmocka_unit_test(never_wrong),
        cmocka_unit_test(cancelled_at_every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
