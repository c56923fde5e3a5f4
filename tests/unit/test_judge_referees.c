/* What a referee makes of a scene and of a question (judge/referee.c, bar.c, memo.c, measure/guess.c): settings,
 * outlines of templates from files, what is kept from one table to the next, rule systems without some rule, guesses
 * told. */
#include "api/handle.h"
#include "judge/attack/close.h"
#include "judge/bar.h"
#include "judge/group/within.h"
#include "judge/measure/guess.h"
#include "judge/measure/reach.h"
#include "support/judge_table.h"
#include "support/made_edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* --- Settings ----------------------------------------------------------------------------------------------------- */

/* Words and numbers of a scene's settings hold for its questions; what no setting takes is refused at its place, the
 * first of several, and before what is only warned of. */
static void scene_settings(void **state) {
    (void)state;
    const struct {
        const char *settings, *words;
    } cases[] = {{"'tolerance_mm':2.5,'units':'inch'", ""},
                 {"'units':'cm','tolerance_mm':0", ""},
                 {"'range_metric':true", "`true`"},
                 {"'range_metric':false", "`false`"},
                 {"'range_metric':'sideways'", "`sideways`"},
                 {"'tolerance_mm':-1", "-1"},
                 {"'tolerance_mm':1000", "1000"},
                 {"'tolerance_m':1", "tolerance_m"},
                 {"'min_range':'far','range_metric':'sideways'", "`far`"},
                 {"'tolerance_mm':1,'range_metric':'sideways','min_range':'far'", "`sideways`"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_setting(&t, "%s", cases[i].settings);
        judge_man(&t, "a", 1000, 1000);
        tl_status status = judge_try(&t, &error);
        if (cases[i].words[0] != '\0') {
            assert_int_equal(status, TL_ERROR_SCENE);
            assert_null(t.referee);
            assert_int_equal(error.status, TL_ERROR_SCENE);
            if (strstr(error.message, cases[i].words) == NULL || error.line != 1) {
                fail_msg("case %zu: %s", i, error.message);
            }
        } else {
            ok(status);
            judge_set(&t, -1, NULL);
            assert_int_equal(t.inquiry.units, i == 0);
            assert_near(t.inquiry.tolerance, i == 0 ? 2.5 : 0, 0);
            assert_near(t.inquiry.game_unit, i == 0 ? 101.6 : 100, 0);
            judge_set(&t, 1.25, "units", "inch", NULL); /* a question's own are stronger */
            assert_int_equal(t.inquiry.units, 1);
            assert_near(t.inquiry.tolerance, 1.25, 0);
            judge_set(&t, 0, "units", "cm", "tolerance_mm", "3", NULL);
            assert_int_equal(t.inquiry.units, 0);
            assert_near(t.inquiry.tolerance, 0, 0);
            judge_set(&t, -1, "tolerance_mm", "3", NULL);
            assert_near(t.inquiry.tolerance, 3, 0);
        }
        judge_end(&t);
    }
    /* an error behind warnings */
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'x','kind':'swapm','disc':{'centre':[500,500],'radius':50}}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'skills':['scuot'],'aboard':'nobody-at-all'");
    assert_int_equal(judge_try(&t, &error), TL_ERROR_SCENE);
    assert_non_null(strstr(error.message, "nobody-at-all"));
    judge_end(&t);
}

/* A question whose settings or tolerance are no such things is not begun. */
static void inquiries(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    const struct {
        const char *name, *value;
        double tolerance;
        const char *words;
    } cases[] = {{"units", "inch", 1, ""},      {"units", "miles", 1, "miles"},
                 {"unitz", "inch", 1, "unitz"}, {NULL, NULL, INFINITY, "no number"},
                 {NULL, NULL, 26, "26"},        {NULL, NULL, 25, ""},
                 {"units", NULL, 1, ""}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const set[] = {cases[i].name, cases[i].value, NULL};
        tl_inquiry inquiry;
        memset(&error, 0, sizeof(error));
        tl_status status = tl_inquiry_begin(t.referee, set, cases[i].tolerance, &inquiry, &error);
        assert_int_equal(status, cases[i].words[0] == '\0' ? TL_OK : error.status);
        assert_int_equal(status == TL_OK, cases[i].words[0] == '\0');
        assert_non_null(strstr(error.message, cases[i].words));
        if (status == TL_OK) {
            assert_ptr_equal(inquiry.context, t.context);
            tl_inquiry_limit(&inquiry, 1e6);
            assert_ptr_equal(inquiry.context, &inquiry.own);
            assert_ptr_equal(inquiry.own.counter, &inquiry.counter);
            tl_inquiry_free(&inquiry);
        }
    }
    tl_party party;
    assert_int_equal(tl_referee_party(t.referee, NULL, "from", &party, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`from` is missing"));
    judge_end(&t);
    const struct {
        tl_verdict verdict;
        tl_why why;
        bool unsettled;
    } whys[] = {{TL_VERDICT_MARGINAL, TL_WHY_BUDGET, true},
                {TL_VERDICT_MARGINAL, TL_WHY_TIME, true},
                {TL_VERDICT_YES, TL_WHY_BUDGET, false},
                {TL_VERDICT_NO, TL_WHY_TIME, false},
                {TL_VERDICT_MARGINAL, TL_WHY_NONE, false}};
    for (size_t i = 0; i < sizeof(whys) / sizeof(whys[0]); i++) {
        assert_int_equal(tl_is_unsettled(whys[i].verdict, whys[i].why), whys[i].unsettled);
    }
}

/* Every class of the rule system has a bit of its own; none has what isn't there. */
static void class_bits(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    size_t count = tl_ruleset_class_count(t.ruleset);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(tl_class_bit(&t.inquiry, tl_ruleset_class_at(t.ruleset, i)), 1u << i);
    }
    assert_int_equal(tl_class_bit(&t.inquiry, NULL), 0);
    /* who is turned looks as he is turned, the others as they stand */
    t.inquiry.turned = true;
    t.inquiry.turned_member = 0;
    t.inquiry.turned_facing = 33;
    assert_near(tl_inquiry_facing(&t.inquiry, 0), 33, 0);
    t.inquiry.turned_member = 1;
    assert_near(tl_inquiry_facing(&t.inquiry, 0), 0, 0);
    t.inquiry.turned_member = 0;
    t.inquiry.turned = false;
    assert_near(tl_inquiry_facing(&t.inquiry, 0), 0, 0);
    judge_end(&t);
}

/* --- Outlines from files ------------------------------------------------------------------------------------------ */

#define FLAME "'trueline_outline':1,'measure':'mm','outline':[[0,0],[90,-20],[90,20]]"

static const char scene[] = "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{\n%s},"
                            "'table':{'width':2000,'depth':2000}%s}";

/* The template that an inquiry has drawn from a file; NULL: the rule's own. */
static const tl_template_rule *drawn(const tl_inquiry *inquiry, const char *name) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    for (size_t i = 0; i < tl_ruleset_template_count(ruleset); i++) {
        if (strcmp(tl_ruleset_template_at(ruleset, i)->name, name) == 0) {
            return inquiry->drawn[i].outline != NULL ? &inquiry->drawn[i] : NULL;
        }
    }
    fail_msg("no template %s", name);
    return NULL;
}

static void outlines(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "judge-outlines");
    made_file(&m, "flame.json", "{" FLAME "}");
    made_file(&m, "bad.json", "{" FLAME ",\n 'colour':1}");
    for (int k = 0; k < 4; k++) { /* bit by bit: which of the two settings names a file */
        char settings[200] = "";
        snprintf(settings, sizeof(settings), "%s%s%s", k & 1 ? "'flame_outline_r1':'flame.json'" : "",
                 k == 3 ? "," : "", k & 2 ? "'flame_outline_r23':'flame.json'" : "");
        made_load(&m, scene, settings, "");
        const tl_referee *referee = m.scene->referee;
        for (int own = 0; own < 3; own++) {
            const char *const sets[3][3] = {
                {NULL}, {"flame_outline_r1", "placeholder", NULL}, {"flame_outline_r23", "flame.json", NULL}};
            tl_inquiry inquiry;
            ok(tl_inquiry_begin(referee, sets[own], -1, &inquiry, &error));
            const tl_template_rule *one = drawn(&inquiry, "flame-1"), *two = drawn(&inquiry, "flame-2");
            assert_int_equal(one != NULL, (k & 1) != 0 && own != 1);
            assert_int_equal(two != NULL, (k & 2) != 0 || own == 2);
            assert_null(drawn(&inquiry, "blast"));
            if (one != NULL) {
                assert_int_equal(one->outline_count, 3);
                assert_string_equal(one->name, "flame-1");
                assert_false(one->in_game_units);
                assert_true(one->flame);
            }
            if (two != NULL) {
                assert_int_equal(two->outline_count, 3);
                assert_string_equal(two->name, "flame-2");
            }
            tl_inquiry_free(&inquiry);
        }
        const char *const bad[] = {"flame_outline_r1", "bad.json", NULL};
        tl_inquiry inquiry;
        memset(&error, 0, sizeof(error));
        assert_int_equal(tl_inquiry_begin(referee, bad, -1, &inquiry, &error), TL_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "`colour`"));
    }
    /* a scene isn't loaded with a file that is bad or isn't there: told at the setting, with the place in the file */
    const struct {
        const char *settings, *words;
        bool placed;
    } cases[] = {{"'flame_outline_r1':'bad.json'", "bad.json:2:", true},
                 {"'flame_outline_r23':'bad.json'", "bad.json:2:", true},
                 {"'flame_outline_r1':'flame.json',\n'flame_outline_r23':'bad.json'", "bad.json:2:", true},
                 {"'flame_outline_r1':'nowhere.json'", "no such file", false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(made_refused(&m, scene, cases[i].settings, ""), TL_ERROR_SCENE);
        if (strstr(m.error.message, cases[i].words) == NULL ||
            (strstr(m.error.message, ".json:2:") != NULL) != cases[i].placed) {
            fail_msg("case %zu: %s", i, m.error.message);
        }
        assert_int_equal(m.error.line, i == 2 ? 3 : 2);
        assert_true(m.error.column > 10); /* at the file's name */
    }
    /* a setting that isn't known is told at its own name */
    assert_int_equal(made_refused(&m, scene, "'flame_outline_r2':'flame.json'", ""), TL_ERROR_SCENE);
    assert_int_equal(m.error.line, 2);
    assert_int_equal(m.error.column, 1);
    made_end(&m);
}

/* --- From one table to the next ----------------------------------------------------------------------------------- */

static void same_outline(const tl_outline *a, const tl_outline *b) {
    for (int i = 0; i < 400; i++) {
        tl_vec2 p = {25.0 * (i % 20) + 612.5, 25.0 * (i / 20) + 612.5};
        assert_int_equal(tl_outline_holds(a, p), tl_outline_holds(b, p));
    }
}

/* An edited scene has the areas that the same scene has when it is loaded: outlines of meshes that stay are kept, and
 * those drawn in the scene are taken when they come and go. */
static void edited_areas(void **state) {
    (void)state;
    static const char *const areas[] = {"", ",'outline':[[700,700],[1000,700],[1000,900],[700,900]]",
                                        ",'disc':{'centre':[850,800],'radius':120}"};
    static const char *const kinds[] = {"wood", "trench", "building"};
    for (int kind = 0; kind < 3; kind++) {
        for (int k = 0; k < 9; k++) {
            made_scene m, fresh;
            char terrain[500], edit[300];
            const char *before = areas[k / 3], *after = areas[k % 3];
            made_begin(&m, "judge-edited");
            made_begin(&fresh, "judge-edited-fresh");
            const made_box boxes[2] = {{{-100, -50, 0}, {100, 50, 30}}, {{-40, 50, 0}, {40, 90, 30}}};
            const made_box box = {{-30, -30, 0}, {60, 30, 30}};
            made_boxes(&m, "trees.obj", boxes, 2);
            made_boxes(&fresh, "trees.obj", boxes, 2);
            made_boxes(&m, "bush.obj", &box, 1);
            made_boxes(&fresh, "bush.obj", &box, 1);
            static const char listed[] = ",'terrain':[{'id':'other','kind':'%s','mesh':'bush.obj','at':[1000,1050,0]},"
                                         "{'id':'x','kind':'%s','mesh':'trees.obj','at':[850,800,0]%s}]";
            snprintf(terrain, sizeof(terrain), listed, kinds[kind], kinds[kind], before);
            made_load(&m, scene, "'units':'cm'", terrain);
            snprintf(edit, sizeof(edit),
                     "[{'set':'x','field':'outline','value':%s},{'set':'x','field':'disc','value':%s}]",
                     strstr(after, "outline") != NULL ? strchr(after, '[') : "null",
                     strstr(after, "disc") != NULL ? strchr(after, '{') : "null");
            if (made_try_edit(&m, edit) != TL_OK) {
                fail_msg("%s: %s", edit, m.error.message);
            }
            snprintf(terrain, sizeof(terrain), listed, kinds[kind], kinds[kind], after);
            made_load(&fresh, scene, "'units':'cm'", terrain);
            const tl_referee *x = m.scene->referee, *y = fresh.scene->referee;
            assert_int_equal(x->area_count, y->area_count);
            assert_int_equal(x->shelter_count, y->shelter_count);
            assert_int_equal(x->area_count + x->shelter_count, 2);
            for (size_t i = 0; i < x->area_count; i++) {
                assert_int_equal(x->areas[i].terrain, y->areas[i].terrain);
                assert_near(x->areas[i].top, y->areas[i].top, 0);
                same_outline(&x->areas[i].outline, &y->areas[i].outline);
            }
            for (size_t i = 0; i < x->shelter_count; i++) {
                assert_int_equal(x->shelters[i].terrain, y->shelters[i].terrain);
                same_outline(&x->shelters[i].outline, &y->shelters[i].outline);
            }
            made_end(&m);
            made_end(&fresh);
        }
    }
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

/* Terrain whose only mesh can't be read, where that is gone without, is nowhere: no area, and nothing to measure from.
 */
static void nowhere(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "judge-nowhere");
    static const char text[] =
        "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':2000},'terrain':["
        "{'id':'lost','kind':'wood','mesh':'nowhere.obj','at':[900,900,0]},{'id':'pit','kind':'trench','mesh':"
        "'nowhere.obj','at':[1300,1300,0]},{'id':'here','kind':'wood','disc':{'centre':[500,500],'radius':50}}]}";
    made_file(&m, "scene.json", text);
    char path[512];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    const tl_scene_options options = {.go_without = true};
    ok(tl_scene_load(m.context, path, &options, &m.scene, NULL, &error));
    const tl_referee *referee = m.scene->referee;
    assert_int_equal(referee->area_count, 1);
    assert_int_equal(referee->areas[0].terrain, 2);
    assert_int_equal(referee->shelter_count, 0);
    tl_inquiry inquiry;
    ok(tl_inquiry_begin(referee, NULL, -1, &inquiry, &error));
    tl_within_centre centre;
    memset(&error, 0, sizeof(error));
    assert_int_equal(tl_within_of_terrain(&inquiry, 0, &centre, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`lost` is nowhere"));
    memset(&error, 0, sizeof(error));
    ok(tl_within_of_terrain(&inquiry, 2, &centre, &error));
    tl_inquiry_free(&inquiry);
    made_end(&m);
}

/* --- Rule systems without a rule ---------------------------------------------------------------------------------- */

static const char bare[] =
    "{'trueline_ruleset':2,'name':'bare','title':'Bare rules','settings':["
    "{'name':'units','type':'choice','default':'cm','values':['cm','inch'],'rule':'B-1','text':'t'},"
    "{'name':'tolerance_mm','type':'number','default':0.05,'low':0,'high':25,'rule':'B-1','text':'t'}],"
    "'rules':{'B-1':'A rule.'},'lengths':{%s},"
    "'classes':{'infantry':{'measured':'base','rule':'B-1'}},'terrain':{'wall':{'blocks':true,'raised':true,'rule':'B-"
    "1'}}}";

/* Without a length of its own a game unit is 10 cm or 4 inches; what a rule is missing for isn't answered, and weapons
 * for close combat aren't used where it has no reach. */
static void missing_rules(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        char rules[1200];
        snprintf(
            rules, sizeof(rules), bare,
            k ? "'game_unit':{'cm':20,'inch':25.4,'rule':'B-1'},'close_combat_reach':{'cm':30,'inch':30,'rule':'B-1'}"
              : "");
        made_scene m;
        made_begin(&m, "judge-bare");
        made_file(&m, "bare.json", rules);
        made_load(
            &m, "{'trueline':1,'name':'Made','ruleset':'bare.json','table':{'width':2000,'depth':2000},'assets':{"
                "'man':{'core':{'shape':'box','min':[-5,-5,3],'max':[5,5,40]},'base':{'shape':'disc','diameter':25}}},"
                "'units':[{'id':'a','side':'red','class':'infantry','weapons':[{'id':'knife','range':'C'},{'id':'gun',"
                "'range':9}],'members':[{'id':'a1','asset':'man','at':[500,500]}]},{'id':'b','side':'blue','class':"
                "'infantry','members':[{'id':'b1','asset':'man','at':[545,500]}]}]}");
        const tl_referee *referee = m.scene->referee;
        assert_near(tl_referee_game_unit(referee, 0), k ? 20 : 100, 1e-12);
        assert_near(tl_referee_game_unit(referee, 1), k ? 25.4 : 101.6, 1e-12);
        tl_inquiry inquiry;
        tl_party from, to;
        ok(tl_inquiry_begin(referee, NULL, -1, &inquiry, &error));
        ok(tl_referee_party(referee, "a", "from", &from, &error));
        ok(tl_referee_party(referee, "b", "to", &to, &error));
        for (size_t w = 0; w < 3; w++) {
            tl_bar bar;
            ok(tl_bar_find(&inquiry, &from, from.first, w < 2 ? &from.unit->weapons[w] : NULL, to.unit, &bar, &error));
            assert_int_equal(bar.kind, w == 0 && k == 0 ? TL_BAR_NO_RULE : TL_BAR_NONE);
        }
        double length = 0;
        memset(&error, 0, sizeof(error));
        assert_int_equal(tl_inquiry_length(&inquiry, "close_combat_reach", "close combat", &length, &error),
                         k ? TL_OK : TL_ERROR_NO_RULE);
        if (k == 0) {
            assert_non_null(strstr(error.message, "bare has no rule for close combat"));
            assert_non_null(strstr(error.remedy, "`close_combat_reach`"));
        } else {
            assert_near(length, 30, 0);
        }
        tl_close_combat close;
        assert_int_equal(tl_close_combat_judge(&inquiry, &from, &to, &close, &error), k ? TL_OK : TL_ERROR_NO_RULE);
        tl_close_combat_free(&inquiry, &close);
        tl_inquiry_free(&inquiry);
        made_end(&m);
    }
}

/* --- Guesses ------------------------------------------------------------------------------------------------------ */

/* What is guessed counts where it is used: the base where distances to bases are measured, the core where it is
 * measured or looked from; what a mesh may be off always. */
static void guesses(void **state) {
    (void)state;
    static const char *const assets[] = {"{'mesh':'box -12 -12 0 12 12 40'}",
                                         "{'mesh':'box -12 -12 0 12 12 40','uncertainty':1}",
                                         "{'mesh':'box -12 -12 0 12 12 40','base':{'shape':'disc','diameter':25}}",
                                         "{'mesh':'box -12 -12 0 12 12 4, box -5 -5 4 5 5 40','parts':{'core':['box1'],"
                                         "'base':['box0']},'base':{'shape':'disc','diameter':25}}"};
    for (size_t i = 0; i < 4; i++) {
        for (int class = 0; class < 2; class ++) {
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, "'it':%s", assets[i]);
            judge_model(&t, "a", "red", class ? "vehicle" : "infantry", "it", 1000, 1000, 0, "");
            judge_model(&t, "b", "blue", "infantry", "man", 1200, 1000, 0, "");
            judge_ready(&t);
            const tl_model *model = t.table->members[0].model;
            bool by_base = class == 0;
            assert_int_equal(model->core_guessed, i < 3);
            assert_int_equal(model->base_guessed, i < 2 && by_base);
            for (int k = 0; k < 4; k++) {
                bool measured = k & 1, looked = k & 2;
                tl_guess guess = tl_guess_of(&t.inquiry, 0, measured, looked);
                assert_int_equal(guess.base_guessed, measured && by_base && i < 2);
                assert_int_equal(guess.core_guessed, i < 3 && (looked || (measured && !by_base)));
                assert_null(guess.found);
                assert_int_equal(guess.uncertain, i == 1);
            }
            tl_guess sure = tl_guess_of(&t.inquiry, 1, true, true);
            assert_false(sure.uncertain || sure.base_guessed || sure.core_guessed);
            judge_end(&t);
        }
    }
}

/* --- What is remembered ------------------------------------------------------------------------------------------- */

/* The first that is put stays, each area and member by itself; nothing is known before. */
static void memos(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    static const size_t sizes[][2] = {{3, 4}, {1, 1}, {4, 1}, {1, 5}};
    for (size_t n = 0; n < 4; n++) {
        size_t areas = sizes[n][0], members = sizes[n][1];
        tl_memo *memo = tl_memo_create(context, areas, members);
        assert_non_null(memo);
        tl_area_placement placement;
        memset(&placement, 0, sizeof(placement));
        for (size_t i = 0; i < areas * members; i++) {
            assert_false(tl_memo_get(memo, i / members, i % members, &placement));
        }
        for (int again = 0; again < 2; again++) {
            for (size_t i = 0; i < areas * members; i++) {
                memset(&placement, 0, sizeof(placement));
                placement.place = (tl_area_place)((i + (size_t)again) % 3);
                tl_memo_put(memo, i / members, i % members, &placement);
            }
        }
        for (size_t i = 0; i < areas * members; i++) {
            assert_true(tl_memo_get(memo, i / members, i % members, &placement));
            assert_int_equal(placement.place, i % 3);
        }
        tl_memo_destroy(context, memo);
    }
    static const size_t none[][2] = {{0, 0}, {0, 4}, {4, 0}};
    for (size_t n = 0; n < 3; n++) {
        tl_memo *memo = tl_memo_create(context, none[n][0], none[n][1]);
        assert_non_null(memo);
        tl_memo_destroy(context, memo);
    }
    tl_area_placement placement;
    memset(&placement, 0, sizeof(placement));
    tl_memo_put(NULL, 0, 0, &placement);
    assert_false(tl_memo_get(NULL, 0, 0, &placement));
    tl_memo_destroy(context, NULL);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scene_settings), cmocka_unit_test(inquiries),    cmocka_unit_test(class_bits),
        cmocka_unit_test(outlines),       cmocka_unit_test(edited_areas), cmocka_unit_test(nowhere),
        cmocka_unit_test(missing_rules),  cmocka_unit_test(guesses),      cmocka_unit_test(memos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
