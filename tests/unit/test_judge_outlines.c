/* test_judge_outlines.c: outlines of templates from files, and what a referee keeps from one table to the next
 * (judge/referee.c). */
#include "api/handle.h"
#include "support/judge_facts.h"
#include "support/judge_outlines.h"
#include "support/made_edit.h"

#include <stdio.h>
#include <string.h>

/* --- Outlines from files ------------------------------------------------------------------------------------------ */

#define FLAME "'trueline_outline':1,'measure':'mm','outline':[[0,0],[90,-20],[90,20]]"

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

/* What stays joined as it was is kept by the table that takes over; what is joined otherwise is not. */
static void kept_worlds(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "judge-kept");
    tl_vec3 tube[8][3];
    for (int i = 0; i < 4; i++) { /* a tube along x, 300 long, 40 x 40, open at both ends */
        static const double ring[5][2] = {{-20, 0}, {20, 0}, {20, 40}, {-20, 40}, {-20, 0}};
        tl_vec3 p = {-150, ring[i][0], ring[i][1]}, q = {150, ring[i][0], ring[i][1]};
        tl_vec3 r = {-150, ring[i + 1][0], ring[i + 1][1]}, s = {150, ring[i + 1][0], ring[i + 1][1]};
        const tl_vec3 made[2][3] = {{p, q, s}, {p, s, r}};
        memcpy(tube[2 * i], made, sizeof(made));
    }
    made_triangles(&m, "tube.obj", (const tl_vec3(*)[3])tube, 8);
    made_load(
        &m, scene, "'units':'cm'",
        ",'terrain':[{'id':'x','kind':'wall','mesh':'tube.obj','at':[600,600,0]}],'assets':{'man':{'core':{'shape':'"
        "box',"
        "'min':[-5,-5,3],'max':[5,5,40]},'base':{'shape':'disc','diameter':25}}},'units':[{'id':'a','class':'infantry',"
        "'members':[{'id':'a1','asset':'man','at':[900,900]}]}]");
    const tl_joiner *open = m.scene->referee->joiner, *closed = m.scene->referee->closed_joiner;
    assert_non_null(open);
    assert_non_null(closed);
    made_edit(&m, "{'set':'a','field':'name','value':'Alphas'}");
    assert_ptr_equal(m.scene->referee->joiner, open);
    assert_ptr_equal(m.scene->referee->closed_joiner, closed);
    made_edit(&m, "{'move':'x','by':[100,0]}");
    assert_true(m.scene->referee->joiner != open);
    assert_true(m.scene->referee->closed_joiner != closed);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines),
        cmocka_unit_test(edited_areas),
        cmocka_unit_test(kept_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
