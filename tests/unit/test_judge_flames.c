/* test_judge_flames.c: flames (judge/template), asked whole: whom they reach, from which end of a weapon they are laid,
 * what bars them, which level of a building they strike. Closed forms, both sides of every limit. */
#include "support/judge_told.h"

#include <math.h>
#include <stdio.h>

#define R JUDGE_RIM

/* --- Flames ------------------------------------------------------------------------------------------------------- */

/* A flame reaches a game unit from the rim of who fires, for range 1 (placeholder outline): who is nearer lies under
 * it. */
static void flames(void **state) {
    (void)state;
    const struct {
        double gap;
        const char *shape, *range, *under;
    } cases[] = {{50, "flame-1", "1", "yes"},
                 {99, "flame-1", "1", "yes"},
                 {101, "flame-1", "1", "no"},
                 {199, "flame-2", "2", "yes"},
                 {201, "flame-2", "2", "no"}};
    for (size_t i = 0; i < 5; i++) {
        for (int k = 0; k < 3; k++) { /* pointed at it, by an angle, laid by hand */
            judge_table t;
            char more[120], where[120];
            snprintf(more, sizeof(more), "'weapons':[{'id':'w','range':%s,'template':'%s'}]", cases[i].range,
                     cases[i].shape);
            judge_begin(&t);
            judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, more);
            judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000 + 2 * R + cases[i].gap, 0, "");
            judge_ready(&t);
            snprintf(where, sizeof(where),
                     k == 0   ? "'from':'a','toward':'b'"
                     : k == 1 ? "'from':'a','angle':90"
                              : "'from':'a','at':[1000,%.17g],'angle':90",
                     1000 + R);
            judge_ask(&t, "{'query':'template','shape':'%s',%s}", cases[i].shape, where);
            if (!is(&t, "verdict", cases[i].under)) {
                fail_msg("case %zu, %d: %s", i, k, made_word(&t.told, "verdict"));
            }
            assert_true(made_value(&t.told, "placeholder")->boolean);
            assert_point_near(made_point(&t.told, "at"), ((tl_vec3){1000, 1000 + R, 0}), 1e-6);
            assert_near(number(&t, "angle_deg"), 90, 1e-9);
            assert_true(is(&t, "placement.verdict", "yes") && is(&t, "placement.anchor", "edge"));
            assert_false(told(&t, "a1"));
            judge_end(&t);
        }
    }
}

/* It touches the firer, points away from its middle, lies wholly in the arc (DB-FLM-02). */
static void laid_flames(void **state) {
    (void)state;
    const struct {
        double out, aside, angle; /* the tip, ahead of the middle and beside it; where it points */
        const char *settings, *arc, *verdict;
    } cases[] = {
        {R, 0, 0, "", "any", "yes"},
        {R + 1, 0, 0, "", "any", "no"},
        {R - 1, 0, 0, "", "any", "yes"},
        {R, 0, 10, "", "any", "no"},
        {R, 0, 180, "", "any", "no"},
        {R + 0.04, 0, 0, "", "any", "yes"},
        {R, 0, 0, "", "front", "yes"},
        {0, R, 90, "", "front", "no"},
        {-R, 0, 180, "", "rear", "yes"},
        {R, 0, 0, "'flame_axis':'target_centre'", "any", "yes"}, /* b stands ahead */
        {0, R, 90, "'flame_axis':'target_centre'", "any", "no"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[120];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w','range':1,'arc':'%s','template':'flame-1'}]", cases[i].arc);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, more);
        judge_model(&t, "b", "blue", "infantry", "man", 1300, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-1','from':'a','at':[%.17g,%.17g],'angle':%g,'set':{%s}}",
                  1000 + cases[i].out, 1000 + cases[i].aside, cases[i].angle, cases[i].settings);
        if (!is(&t, "placement.verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "placement.verdict"));
        }
        judge_end(&t);
    }
}

/* From the rim of a hull in any direction; from the end of the weapon at range 3, or where the setting says so. */
static void anchors(void **state) {
    (void)state;
    const struct {
        const char *range, *settings, *anchor;
        double angle, reach;
    } cases[] = {{"1", "", "edge", 0, JUDGE_AHEAD},
                 {"1", "", "edge", 90, JUDGE_BESIDE},
                 {"1", "", "edge", 180, JUDGE_AHEAD},
                 {"1", "", "edge", 45, JUDGE_BESIDE * M_SQRT2},
                 {"3", "", "muzzle", 0, 80},
                 {"3", "", "muzzle", 90, 80},
                 {"{'mm':300}", "", "muzzle", 0, 80},
                 {"{'mm':299}", "", "edge", 0, JUDGE_AHEAD},
                 {"1", "'flame_anchor':'muzzle'", "muzzle", 0, 80},
                 {"3", "'flame_anchor':'edge'", "edge", 0, JUDGE_AHEAD}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[160];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w','range':%s,'template':'flame-2','muzzle':[80,0,20]}]",
                 cases[i].range);
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, more);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-2','from':'a','angle':%g,'set':{%s}}", cases[i].angle,
                  cases[i].settings);
        double s = sin(cases[i].angle * M_PI / 180), c = cos(cases[i].angle * M_PI / 180);
        tl_vec3 at = made_point(&t.told, "at");
        if (fabs(at.x - 1000 - cases[i].reach * c) > 1e-6 || fabs(at.y - 1000 - cases[i].reach * s) > 1e-6) {
            fail_msg("case %zu: %g %g", i, at.x, at.y);
        }
        assert_true(is(&t, "placement.anchor", cases[i].anchor) && is(&t, "placement.verdict", "yes"));
        judge_end(&t);
    }
    /* where the scene doesn't say, the end of the gear that is farthest from the middle, whichever way it is swung */
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(
            &t,
            "'gun':{'mesh':'box -50 -30 0 50 30 40, box 50 -6 20 108 6 24','parts':{'core':['box0'],'gear':['box1']}}");
        judge_model(&t, "a", "red", "vehicle", k == 0 ? "gun" : "tank", 1000, 1000, 0,
                    "'weapons':[{'id':'w','range':3,'template':'flame-2'}]");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-2','from':'a','angle':90}");
        /* a hull without gear has its edge alone */
        assert_near(made_point(&t.told, "at").y, 1000 + (k == 0 ? hypot(108, 6) : JUDGE_BESIDE), 1e-6);
        assert_true(is(&t, "placement.anchor", k == 0 ? "muzzle" : "edge"));
        judge_end(&t);
    }
    /* ovals, rectangles and polygons under infantry, turned by 90 degrees */
    static const struct {
        const char *base;
        double ahead, beside;
    } bases[] = {{"'shape':'oval','size':[120,40]", 60, 20},
                 {"'shape':'rectangle','size':[50,30]", 25, 15},
                 {"'shape':'polygon','outline':[[30,10],[-20,10],[-20,-10],[30,-10]]", 25, 10}};
    for (size_t i = 0; i < 3; i++) {
        for (int k = 0; k < 2; k++) {
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, "'odd':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{%s}}",
                        bases[i].base);
            judge_model(&t, "a", "red", "infantry", "odd", 1000, 1000, 90,
                        "'weapons':[{'id':'w','range':1,'template':'flame-1'}]");
            judge_ready(&t);
            judge_ask(&t, "{'query':'template','shape':'flame-1','from':'a','angle':%d}", k ? 180 : 90);
            tl_vec3 at = made_point(&t.told, "at");
            double middle = i == 2 ? 5 : 0; /* of the polygon, ahead */
            if (k == 0) {
                assert_near(at.y, 1000 + middle + bases[i].ahead, 0.01);
            } else {
                assert_near(at.x, 1000 - bases[i].beside, 0.01);
            }
            judge_end(&t);
        }
    }
}

/* Who merely touches it is hit or not; who isn't seen by the firer isn't (DB-FLM-03). */
static void flame_hits(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    "'weapons':[{'id':'w','range':1,'template':'flame-1'}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1000 + 2 * R + 60, 1000, 0, "");
        if (k > 0) {
            judge_wall(&t, "wall", (tl_vec2){1030, 500}, (tl_vec2){1032, 1500}, k == 1 ? 50 : 20);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-1','from':'a','toward':'b'}");
        assert_true(is(&t, of(&t, "b1", "under"), "yes"));
        assert_true(is(&t, of(&t, "b1", "los"), k == 1 ? "no" : "yes"));
        assert_true(is(&t, of(&t, "b1", "hit"), k == 1 ? "no" : "yes"));
        assert_false(made_has(&t.told, of(&t, "b1", "cover")));
        judge_end(&t);
    }
}

/* Passengers inside lay no flames, and a flame has the weapon that lies best of several (DT-SPC-18, DB-FLM-02). */
static void flames_that_are_barred(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 1000, 0,
                    k == 0 ? "'skills':['transport']" : "'skills':['tank-riders']");
        judge_model(&t, "men", "red", "infantry", "man", 1000, 1000, 0,
                    "'aboard':'truck1','weapons':[{'id':'w','range':1,'template':'flame-1'},{'id':'x','range':20,'"
                    "template':'blast'}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000 + JUDGE_BESIDE + R + 40, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-1','from':'men','toward':'b'}");
        assert_true(is(&t, "placement.verdict", k == 0 ? "no" : "yes"));
        assert_int_equal(made_has(&t.told, "placement.barred"), k == 0);
        if (k == 0) {
            assert_true(is(&t, "placement.barred", "carried"));
        }
        judge_ask(&t, "{'query':'template','shape':'blast','from':'men','at':[1000,1200,0]}");
        assert_false(made_has(&t.told, "placement.barred"));
        judge_end(&t);
    }
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0,
                "'weapons':[{'id':'bow','range':1,'arc':'front','template':'flame-1'},{'id':'stern','range':1,'arc':'"
                "rear','template':'flame-1'},{'id':'other','range':1,'arc':'any','template':'blast'}]");
    judge_ready(&t);
    const struct {
        double angle;
        const char *weapon, *verdict;
    } cases[] = {{0, "bow", "yes"}, {180, "stern", "yes"}, {90, NULL, "no"}, {-90, NULL, "no"}};
    for (size_t i = 0; i < 4; i++) {
        judge_ask(&t, "{'query':'template','shape':'flame-1','from':'a','angle':%g}", cases[i].angle);
        if (!is(&t, "placement.verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s, %s", i, made_word(&t.told, of(&t, "d1", "struck")),
                     made_word(&t.told, of(&t, "u1", "struck")));
        }
        if (cases[i].weapon != NULL) {
            assert_true(is(&t, "placement.weapon", cases[i].weapon));
        }
        judge_ask(&t, "{'query':'template','shape':'flame-1','from':'a','angle':%g,'weapon':'bow'}", cases[i].angle);
        assert_true(is(&t, "placement.verdict", i == 0 ? "yes" : "no"));
    }
    judge_end(&t);
}

/* One level of a building, too, is struck by a flame: the one asked for, that of whom it is pointed at, else the one
 * where most is hit; with the ground floor who is outside (DB-BLA-05, -09). */
static void flame_levels(void **state) {
    (void)state;
    const struct {
        const char *more, *settings;
        int level;
        const char *down, *up, *out;
    } cases[] = {{",'toward':'d'", "", 0, "yes", "no", "yes"},
                 {",'toward':'u'", "", 1, "no", "yes", "no"},
                 {",'angle':0,'level':1", "", 1, "no", "yes", "no"},
                 {",'angle':0,'level':0", "", 0, "yes", "no", "yes"},
                 {",'angle':0", "", 0, "yes", "no", "yes"},
                 {",'toward':'u'", "'blast_levels':'level_and_outside'", 1, "no", "yes", "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        /* it begins 60 ahead of who fires; open in front */
        judge_terrain(&t, "{'id':'house','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'"
                          "mesh':'box 1060 900 60 1300 1100 64, "
                          "box 1060 900 0 1064 904 130, box 1296 900 0 1300 904 130, box 1060 900 126 1300 1100 130'}");
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':2,'template':'flame-2'}]"
                       ",'members':[{'id':'a1','asset':'man','at':[1000,1000,0]}]}");
        judge_unit(
            &t, "{'id':'d','side':'blue','class':'infantry','members':[{'id':'d1','asset':'man','at':[1130,1000,0]}]}");
        judge_unit(
            &t,
            "{'id':'u','side':'blue','class':'infantry','members':[{'id':'u1','asset':'man','at':[1100,1000,64]}]}");
        judge_unit(
            &t, "{'id':'o','side':'blue','class':'infantry','members':[{'id':'o1','asset':'man','at':[1040,1006,0]}]}");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-2','from':'a'%s,'set':{%s}}", cases[i].more,
                  cases[i].settings);
        if (!told(&t, "d1") || !told(&t, "u1") || !is(&t, of(&t, "d1", "struck"), cases[i].down) ||
            !is(&t, of(&t, "u1", "struck"), cases[i].up)) {
            fail_msg("case %zu: %s, %s", i, made_word(&t.told, of(&t, "d1", "struck")),
                     made_word(&t.told, of(&t, "u1", "struck")));
        }
        if (told(&t, "o1")) {
            assert_true(is(&t, of(&t, "o1", "struck"), cases[i].out));
        }
        assert_near(number(&t, "struck_level"), cases[i].level, 0);
        assert_near(number(&t, of(&t, "u1", "level")), 1, 0);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flames),
        cmocka_unit_test(laid_flames),
        cmocka_unit_test(anchors),
        cmocka_unit_test(flame_hits),
        cmocka_unit_test(flames_that_are_barred),
        cmocka_unit_test(flame_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
