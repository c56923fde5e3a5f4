/* More of the ground in reach (judge/move/reach.c): terrain and edges to the tolerance, floors, mirrored tables, ways
 * round a corner in closed form. */
#include "judge/move/reach.h"
#include "support/judge_facts.h"
#include "support/judge_reach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

/* --- Limits ------------------------------------------------------------------------------------------------------- */

/* Terrain that slows counts when it may be met within the rating: from the mover's rim on, to the tolerance, and by
 * what its outline or the mover's own may be off. */
static void slowing(void **state) {
    (void)state;
    const struct {
        const char *terrain; /* begins at x = 1000 + `from` */
        const char *class, *asset;
        double from, tolerance, inner; /* what it reaches by itself at most */
        bool slows;
    } cases[] = {
        {"'kind':'swamp','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "infantry", "man", 400, 0, R, true},
        {"'kind':'swamp','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "infantry", "man", 400, 2, R + 2,
         true},
        {"'kind':'swamp','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "vehicle", "tank", 400, 0,
         hypot(50, 30), true},
        {"'kind':'swamp','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "vehicle", "scan", 400, 0,
         hypot(50, 30) + 0.5, true},
        {"'kind':'hill','uncertainty':0.5,'mesh':'box %g 900 0 2000 1100 20'", "infantry", "man", 400, 0, R + 0.5,
         true},
        {"'kind':'deep-water','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "infantry", "man", 400, 0, R,
         false},
        {"'kind':'trap','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "vehicle", "tank", 400, 0,
         hypot(50, 30), false},
        {"'kind':'swamp','outline':[[%g,900],[2000,900],[2000,1100],[%g,1100]]", "aircraft", "flyer", 400, 0, R, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int k = -1; k <= 1; k += 2) {
            double from = 1000 + cases[i].from + cases[i].inner + 0.01 * k;
            char text[200];
            snprintf(text, sizeof(text), cases[i].terrain, from, from);
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}");
            judge_terrain(&t, "{'id':'other','kind':'cliff','disc':{'centre':[300,300],'radius':50}}");
            judge_terrain(&t, "{'id':'x',%s}", text);
            judge_model(&t, "a", "red", cases[i].class, cases[i].asset, 1000, 1000, 0, "'move':4");
            judge_ready(&t);
            judge_set(&t, cases[i].tolerance, NULL);
            tl_reach_map map = find_late(&t);
            if (map.slows != (k < 0 && cases[i].slows)) {
                fail_msg("case %zu, %d", i, k);
            }
            assert_near(map.own, 400, 1e-9);
            assert_near(map.in_terrain, strcmp(cases[i].class, "aircraft") == 0 ? 400 : 200, 1e-9);
            tl_reach_free(&map);
            judge_end(&t);
        }
    }
    judge_table t; /* in the midst of it: as well */
    judge_begin(&t);
    judge_area(&t, "x", "swamp", (tl_vec2){100, 100}, (tl_vec2){1900, 1900}, -1);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_ready(&t);
    tl_reach_map map = find_late(&t);
    assert_true(map.slows);
    tl_reach_free(&map);
    judge_end(&t);
}

/* Who stands in it for certain goes no farther than it lets; who may touch it is left open beyond that; who doesn't
 * goes as far as he may. To the tolerance, and to what outlines may be off. */
static void beginning(void **state) {
    (void)state;
    enum { IN, TOUCHES, OUT };
    const struct {
        const char *kind;
        double gap, tolerance; /* from the mover's rim */
        double off;
        int begins;
        bool tank; /* round it a disc of 58 */
    } cases[] = {{"swamp", -0.01, 0, 0, IN, false},
                 {"swamp", 0.01, 0, 0, OUT, false},
                 {"swamp", -0.26, 0.25, 0, IN, false},
                 {"swamp", -0.24, 0.25, 0, TOUCHES, false},
                 {"swamp", 0.24, 0.25, 0, TOUCHES, false},
                 {"swamp", 0.26, 0.25, 0, OUT, false},
                 {"hill", -0.51, 0, 0.5, IN, false},
                 {"hill", -0.49, 0, 0.5, TOUCHES, false},
                 {"hill", 0.49, 0, 0.5, TOUCHES, false},
                 {"hill", 0.51, 0, 0.5, OUT, false},
                 {"deep-water", 0.01, 0, 0, OUT, false},
                 {"swamp", -500, 0, 0, IN, false},
                 {"swamp", 42.5, 0, 0, TOUCHES, true},
                 {"swamp", 46, 0, 0, OUT, true},
                 {"trap", 42.5, 0, 0, OUT, true},
                 {"deep-water", 42.5, 0, 0, OUT, true},
                 {"swamp", 17, 0, 0, IN, true},
                 {"swamp", 18, 0, 0, TOUCHES, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int inside = 0; inside < 2; inside++) {
            double rim = 1000 - R - cases[i].gap;
            judge_table t;
            judge_begin(&t);
            if (cases[i].off > 0) { /* low: it lifts nobody, and nobody stands on it */
                judge_terrain(&t, "{'id':'s','kind':'%s','uncertainty':%g,'mesh':'box 500 500 0 %.17g 1500 4'}",
                              cases[i].kind, cases[i].off, rim);
            } else {
                judge_area(&t, "s", cases[i].kind, (tl_vec2){500, 500}, (tl_vec2){rim, 1500}, -1);
            }
            judge_model(&t, "a", "red", cases[i].tank ? "vehicle" : "infantry", cases[i].tank ? "tank" : "man", 1000,
                        1000, 0, "'move':2.5");
            judge_ready(&t);
            judge_set(&t, cases[i].tolerance, "terrain_cap", inside ? "inside_part" : "whole_action", NULL);
            /* what the model itself may be off, standing by it */
            t.table->members[judge_who(&t, "a1")].rest.off = 0;
            tl_reach_map map = find(&t);
            int beyond[3] = {0, 0, 0};
            for (size_t k = 0; k < map.side * map.side; k++) {
                tl_vec2 at = middle_of(&map, k);
                double d = hypot(at.x - 1000, at.y - 1000);
                if (d > 210 && d < 240 && at.x > 1050) {
                    beyond[map.states[k]]++;
                }
            }
            tl_reach_state expected = cases[i].begins == OUT             ? TL_REACH_CERTAIN
                                      : cases[i].begins == IN && !inside ? TL_REACH_NO
                                                                         : TL_REACH_UNDECIDED;
            for (int k = 0; k < 3; k++) {
                if ((beyond[k] > 0) != (k == (int)expected)) {
                    fail_msg("case %zu, %d: %d no, %d certain, %d open", i, inside, beyond[0], beyond[1], beyond[2]);
                }
            }
            tl_reach_free(&map);
            judge_end(&t);
        }
    }
}

/* Nobody's base lies over the table's edge for certain, by the disc that fits into it; whoever stands over it now isn't
 * held to that. */
static void over_edges(void **state) {
    (void)state;
    const struct {
        double x, y, tolerance;
        const char *asset;
        double keeps;
    } cases[] = {{40, 1000, 0, "man", R},       {1000, 40, 2, "man", R},     {2960, 1000, 0.05, "man", R},
                 {1000, 2960, 0, "tank", 30},   {60, 1000, 0, "scan", 29.5}, {10, 1000, 0, "man", 0},
                 {R + 0.001, 1000, 0, "man", R}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}");
        bool foot = strcmp(cases[i].asset, "man") == 0;
        judge_model(&t, "a", "red", foot ? "infantry" : "vehicle", cases[i].asset, cases[i].x, cases[i].y, 0,
                    "'move':1");
        judge_ready(&t);
        judge_set(&t, cases[i].tolerance, NULL);
        tl_reach_map map = find_late(&t);
        double half = 0.5 * map.size * M_SQRT2, slack = fmax(2 * cases[i].tolerance, 1e-3);
        size_t out = 0;
        for (size_t k = 0; k < map.side * map.side; k++) {
            tl_vec2 at = middle_of(&map, k);
            double d = hypot(at.x - cases[i].x, at.y - cases[i].y);
            double in = fmin(fmin(at.x, 3000 - at.x), fmin(at.y, 3000 - at.y)),
                   over = cases[i].keeps - half - slack - in;
            if (fabs(d - half - 100) < 1e-3 || fabs(over) < 1e-3) {
                continue;
            }
            bool no = d - half > 100 || (cases[i].keeps > 0 && over > 0);
            if (map.states[k] != (no ? TL_REACH_NO : TL_REACH_UNDECIDED)) {
                fail_msg("case %zu: %d at (%g, %g)", i, map.states[k], at.x, at.y);
            }
            out += no && d < 99;
        }
        assert_true(out > 0 || cases[i].keeps == 0);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* Where another stands: deep in him nobody ends, by the square's half diagonal and the tolerance twice; on his rim it
 * is open; beside him there is room. */
static void where_others_stand(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        static const double tolerances[4] = {0, 1, 0, 0.05}, offs[4] = {0, 0, 0.5, 0};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", offs[k]);
        judge_model(&t, "b", "red", "vehicle", "scan", 1090, 1000, 0, "");
        judge_model(&t, "a", "red", k == 3 ? "vehicle" : "infantry", k == 3 ? "tank" : "man", k == 3 ? 900 : 1000, 1000,
                    0, "'move':1.9");
        judge_ready(&t);
        judge_set(&t, tolerances[k], NULL);
        tl_reach_map map = find(&t);
        double half = 0.5 * map.size * M_SQRT2, deep = half + fmax(2 * tolerances[k], 1e-3) + offs[k];
        double core = k == 3 ? 30 : R, x0 = k == 3 ? 900 : 1000;
        int no = 0, open = 0, certain = 0;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double x = fabs(at.x - 1090) - 50, y = fabs(at.y - 1000) - 30, d = hypot(at.x - x0, at.y - 1000);
            double gap = hypot(fmax(x, 0), fmax(y, 0)) + fmin(fmax(x, y), 0) - core;
            if (d > 180) {
                continue;
            }
            if (gap < -deep - 0.05) {
                if (map.states[i] != TL_REACH_NO) {
                    fail_msg("%d: %d at (%g, %g), %g deep", k, map.states[i], at.x, at.y, -gap);
                }
                no++;
            } else if (gap > -deep + 0.05 && gap + core < (k == 3 ? hypot(50, 30) : R) + half + offs[k] - 0.05) {
                if (map.states[i] != TL_REACH_UNDECIDED) {
                    fail_msg("%d: %d at (%g, %g), %g off", k, map.states[i], at.x, at.y, gap);
                }
                open++;
            } else if (gap + core > (k == 3 ? hypot(50, 30) : R) + half + 1.5 * offs[k] + 0.05) {
                if (map.states[i] != TL_REACH_CERTAIN) {
                    fail_msg("%d: %d at (%g, %g), %g off", k, map.states[i], at.x, at.y, gap);
                }
                certain++;
            }
        }
        assert_true(no > 50 && open > 50 && certain > 50);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* Vehicles drive up steps of ground, and in buildings what lifts a model; not where that may be higher (DB-MOV-09). */
static void vehicles_on_steps(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double height, off;
        bool reached;
    } cases[] = {{"ground", 25, 0, true}, {"building", 3, 0, true}, {"building", 3, 0.5, false}};
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(
            &t,
            "{'id':'p','kind':'%s','outline':[[1060,700],[1400,700],[1400,1300],[1060,1300]],'mesh':'box 1060 "
            "700 0 1400 1300 %g','uncertainty':%g}",
            cases[k].kind, cases[k].height, cases[k].off);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, "'move':1.5");
        judge_ready(&t);
        tl_reach_map map = find(&t);
        int on = 0, certain = 0;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            if (at.x > 1065 && hypot(at.x - 1000, at.y - 1000) < 140) {
                on++;
                certain += map.states[i] == TL_REACH_CERTAIN;
                assert_true(map.states[i] != TL_REACH_CERTAIN || map.heights[i] == cases[k].height);
                assert_true(map.states[i] != TL_REACH_NO);
            }
        }
        if (cases[k].reached ? certain < 0.95 * on : certain > 0) {
            fail_msg("%d: %d of %d", k, certain, on);
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* Through a house with a low floor and out of it again: where floors may be off, by 2.7321 as much as their meshes, the
 * step must be lower than what lifts a model by twice that (DB-MOV-09). Men climb any. */
static void through_low_houses(void **state) {
    (void)state;
    const double limit = 5 - 2 * 2.7321 * 0.2;
    const struct {
        double height, off;
        bool man, through;
    } cases[] = {{4.9, 0, false, true},
                 {limit - 0.1, 0.2, false, true},
                 {limit + 0.1, 0.2, false, false},
                 {limit + 0.1, 0, false, true},
                 {limit + 0.1, 0.2, true, true}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[1060,700],[1070,700],[1070,1300],[1060,1300]],'mesh':"
                      "'box 1060 700 0 1070 1300 %.17g','uncertainty':%g}",
                      cases[k].height, cases[k].off);
        judge_model(&t, "a", "red", cases[k].man ? "infantry" : "vehicle", cases[k].man ? "man" : "tank", 1000, 1000, 0,
                    "'move':2");
        judge_ready(&t);
        tl_reach_map map = find(&t);
        int beyond = 0, certain = 0;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            if (at.x > 1140 && hypot(at.x - 1000, at.y - 1000) < 185) {
                beyond++;
                certain += map.states[i] == TL_REACH_CERTAIN;
            }
        }
        /* what climbing may count makes ways of uncertain ground longer */
        int least = !cases[k].through ? 0 : cases[k].off > 0 ? beyond / 2 : beyond;
        if (beyond < 1000 || certain < least || (!cases[k].through && certain > 0)) {
            fail_msg("%zu: %d of %d", k, certain, beyond);
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* Who flies over terrain goes straight over it, and has room wherever he may end: beside what nobody enters, and the
 * walls of buildings; deep in others' bases nobody has. */
static void over_terrain(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        if (k == 0) {
            judge_terrain(&t, "{'id':'x','kind':'deep-water','disc':{'centre':[1080,1000],'radius':40}}");
        } else if (k == 1) {
            judge_terrain(&t, "{'id':'x','kind':'building','mesh':'box 1040 960 0 1120 1040 90','outline':[[1040,960],["
                              "1120,960],[1120,1040],[1040,1040]]}");
        } else {
            judge_terrain(&t, "{'id':'x','kind':'swamp','disc':{'centre':[1080,1000],'radius':40}}");
        }
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2.1,'skills':['flying-infantry']");
        judge_ready(&t);
        tl_reach_map map = find(&t);
        assert_near(map.in_terrain, 210, 1e-9);
        assert_false(map.slows);
        double half = 0.5 * map.size * M_SQRT2;
        int counts[3] = {0, 0, 0};
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double d = hypot(at.x - 1000, at.y - 1000), x = fabs(at.x - 1080) - 40, y = fabs(at.y - 1000) - 40;
            double gap = k == 0   ? hypot(at.x - 1080, at.y - 1000) - 40
                         : k == 1 ? hypot(fmax(x, 0), fmax(y, 0)) + fmin(fmax(x, y), 0)
                                  : 1000;
            gap -= R;
            if (fabs(gap - half) < 0.05 || fabs(d + half + 0.05 - 210) < 0.01 || d - half > 210) {
                continue;
            }
            /* on the roof, 90 up, it may stand as well: it is asked of the lowest floor alone */
            bool certain = gap > half && d + half + 0.05 < 210;
            if (k == 1 && gap < -R) {
                continue;
            }
            if ((map.states[i] == TL_REACH_CERTAIN) != certain) {
                fail_msg("%d: %d at (%g, %g), %g off", k, map.states[i], at.x, at.y, gap);
            }
            if (certain) {
                assert_true(map.lengths[i] >= d - 1e-6 && map.lengths[i] < d + 6 * map.size);
            }
            counts[map.states[i]]++;
        }
        assert_true(counts[TL_REACH_CERTAIN] > 1000 && counts[TL_REACH_UNDECIDED] > 100);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* Aircraft on a plate that is tilted: certain where ring by ring it is no higher than allowed, all over a square, nor
 * steeper than half of that; its heights may each be off. */
static void even_places(void **state) {
    (void)state;
    const double slope = 4, rise = tan(slope * M_PI / 180);
    for (int k = 0; k < 4; k++) {
        bool by_height = k / 2 == 1, enough = k % 2 == 1;
        /* squares are 400 / 112 wide */
        double off = 0.2 * (1 + sqrt(3)), reach = 30 + 0.5 * M_SQRT2 * 400 / 112.0 + off;
        double high = 2 * reach * rise + 2 * off;
        /* what is off counts less over a larger square: four times as wide */
        double wide = 30 + 0.5 * M_SQRT2 * 400 / 28.0 + off, steep = 2 * atan(rise + off / wide) * 180 / M_PI;
        double share = enough ? 1.004 : 0.996;
        char mm[32], deg[32];
        snprintf(mm, sizeof(mm), "%.17g", by_height ? high * share : 400);
        snprintf(deg, sizeof(deg), "%.17g", by_height ? 80 : steep * share);
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc',"
                        "'diameter':60}}");
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box -500 -500 -200 500 500 0','at':[45,45,150],'tilt':["
                          "0,4],'uncertainty':0.2}");
        judge_unit(&t, "{'id':'a','side':'red','class':'aircraft','move':4,'locomotion':'flying','members':[{'id':'a1',"
                       "'asset':'plane','at':[45,45,300]}]}");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", mm, "flat_tolerance_deg", deg, NULL);
        tl_reach_map map = find(&t);
        if ((map.certain > 0) != enough || (enough && map.certain < 500)) {
            fail_msg("%d: %zu certain", k, map.certain);
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* A march goes farther, past whoever stands out there and not onto him. */
static void marches(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "b", "blue", "infantry", "man", 1255, 1000, 0, "");
    judge_model(&t, "c", "red", "infantry", "man", 1000, 1270, 0, "");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2,'march':3");
    judge_ready(&t);
    for (int march = 0; march < 2; march++) {
        tl_reach_map map;
        assert_int_equal(tl_reach_find(&t.inquiry, judge_who(&t, "a1"), march == 1, &map, &error), TL_OK);
        double far = march ? 300 : 200, half = 0.5 * map.size * M_SQRT2;
        assert_near(map.own, far, 1e-9);
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double b = hypot(at.x - 1255, at.y - 1000) - 2 * R, c = hypot(at.x - 1000, at.y - 1270) - 2 * R;
            bool certain = map.states[i] == TL_REACH_CERTAIN;
            assert_false(certain && (fmin(b, c) < half - 0.05 || hypot(at.x - 1000, at.y - 1000) + half > far));
            if (march && fmin(b, c) < -half - 0.11 && hypot(at.x - 1000, at.y - 1000) < 290) {
                assert_int_equal(map.states[i], TL_REACH_NO);
            }
        }
        tl_reach_free(&map);
    }
    judge_end(&t);
}

/* In the middle of terrain that slows, farther from its edges than it goes, it is slowed all the same, and has the
 * terrain's allowance alone: DB-MOV-05 gives infantry half of it. */
static void deep_inside(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        if (k == 0) {
            judge_area(&t, "bog", "swamp", (tl_vec2){300, 300}, (tl_vec2){2700, 2700}, -1);
        }
        judge_model(&t, "a", "red", "infantry", "man", 1500, 1500, 0, "'move':6");
        judge_ready(&t);
        tl_reach_map map = find(&t);
        assert_int_equal(map.slows, k == 0);
        assert_true(map.in_terrain < map.own);
        assert_true(map.farthest <= (k == 0 ? map.in_terrain : map.own));
        assert_true(map.farthest > 0.8 * (k == 0 ? map.in_terrain : map.own));
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* --- Floors ------------------------------------------------------------------------------------------------------- */

/* In a building floors count (DB-MOV-09): a square that a step goes through isn't certain, however low it is; beside
 * the step, and on open ground, it is. */
static void steps_of_floors(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) { /* in a building; the same, of ground; a step of nothing; floors that may be off */
        judge_table t;
        judge_begin(&t);
        double height = k == 2 ? 0.005 : 1;
        judge_terrain(
            &t,
            "{'id':'p','kind':'%s','outline':[[1020,900],[1300,900],[1300,1100],[1020,1100]],'mesh':'box 1100 "
            "900 0 1300 1100 %g','uncertainty':%g}",
            k == 1 ? "ground" : "building", height, k == 3 ? 0.0025 : 0.0);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':1.9");
        judge_ready(&t);
        judge_set(&t, 0.05, "terrain_cap", "inside_part", NULL);
        tl_reach_map map = find(&t);
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double away = fabs(at.x - 1100), half = 0.5 * map.size;
            if (fabs(at.y - 1000) > 60 || at.x < 1040 || at.x > 1150 || fabs(away - half) < 0.05) {
                continue;
            }
            bool through = away < half, certain = k == 1 || k == 2 || (k == 0 && !through) || (k == 3 && at.x < 1095);
            if (away < R + 4 * map.size && k == 3) {
                continue;
            }
            if ((map.states[i] == TL_REACH_CERTAIN) != certain) {
                fail_msg("%d: %d at (%g, %g)", k, map.states[i], at.x, at.y);
            }
            if (certain) {
                /* ground is as high as at the middle of the larger square that it is part of */
                assert_near(map.heights[i], at.x < 1100 ? 0 : height, k == 1 || k == 2 ? height : 1e-9);
            }
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* --- Ways --------------------------------------------------------------------------------------------------------- */

/* A wall of water with an end: what lies in its shadow is reached round that; the way's length by two tangents and an
 * arc of the rim. Certain ways are no shorter, and not much longer. */
static void round_an_end(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        judge_table t;
        judge_begin(&t);
        double sx = mirrored ? -1 : 1, sy = mirrored ? -1 : 1;
        judge_terrain(&t, "{'id':'w','kind':'deep-water','outline':[[%g,%g],[%g,%g],[%g,%g],[%g,%g]]}", 1000 + 50 * sx,
                      1000 - 20 * sy, 1000 + 50.01 * sx, 1000 - 20 * sy, 1000 + 50.01 * sx, 1000 + 400 * sy,
                      1000 + 50 * sx, 1000 + 400 * sy);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2");
        judge_ready(&t);
        tl_reach_map map = find(&t);
        int shadow = 0, certain = 0;
        double most = 0, sum = 0;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double x = (at.x - 1000) * sx, y = (at.y - 1000) * sy;
            /* the end of the wall is at (50, -20); the rim goes round it at R */
            double d1 = hypot(50, 20), d2 = hypot(x - 50, y + 20);
            if (x < 50 + R + 1 || d2 < R) {
                continue;
            }
            double a1 = atan2(20, -50), a2 = atan2(y + 20, x - 50), turn = a1 - a2;
            turn = a1 > 0 && a2 > 0 ? 2 * M_PI - (a1 - a2) : 2 * M_PI - turn; /* counter-clockwise, below the end */
            turn = fmod(turn + 2 * M_PI, 2 * M_PI);
            double arc = turn - acos(R / d1) - acos(R / d2);
            if (arc <= 0) {
                continue;
            }
            double way = sqrt(d1 * d1 - R * R) + sqrt(d2 * d2 - R * R) + R * arc;
            if (map.states[i] == TL_REACH_CERTAIN) {
                if (map.lengths[i] < way - 0.1) {
                    fail_msg("(%g, %g) after %g, not %g", at.x, at.y, map.lengths[i], way);
                }
                most = fmax(most, map.lengths[i] - way);
                sum += map.lengths[i] - way;
                certain++;
            } else if (map.states[i] == TL_REACH_NO) {
                assert_true(hypot(x, y) > 200 - map.size);
            }
            shadow += way < 200 - 2 * map.size;
            if (way < 180 && map.states[i] != TL_REACH_CERTAIN) {
                fail_msg("(%g, %g) isn't certain: %g", at.x, at.y, way);
            }
        }
        print_message("%d of %d in the shadow; at most %g longer, %g on average; %zu stops\n", certain, shadow, most,
                      sum / certain, map.stop_count);
        /* it bends at the middles of squares that are four small ones wide */
        assert_true(certain > 0.97 * shadow && most < 8 * map.size && sum < 4 * map.size * certain);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

typedef struct bar {
    tl_vec2 a, b;
} bar;

static double from_bars(const bar *bars, tl_vec2 p, tl_vec2 q) {
    const tl_figure way = {.corner = {p, q}, .count = 2};
    double nearest = INFINITY;
    for (int i = 0; i < 3; i++) {
        const tl_figure one = {.corner = {bars[i].a, bars[i].b}, .count = 2};
        nearest = fmin(nearest, tl_figure_distance(&way, &one));
    }
    return nearest;
}

/* Up, down and up again between bars of water: the shortest way bends round their ends, at points 7.5 degrees apart on
 * the circles that the rim goes round (Dijkstra over all that see each other). Certain ways are no shorter, little
 * longer, and whoever comes that far with some to spare is certain to. */
static void between_bars(void **state) {
    (void)state;
    enum { ROUND = 48, PLACES = 6 * ROUND + 1 };
    static const bar bars[3] = {{{1040, 850}, {1040, 1030}}, {{1085, 970}, {1085, 1150}}, {{1130, 850}, {1130, 1020}}};
    judge_table t;
    judge_begin(&t);
    for (int i = 0; i < 3; i++) {
        judge_terrain(&t, "{'id':'w%d','kind':'deep-water','outline':[[%g,%g],[%g,%g],[%g,%g]]}", i, bars[i].a.x,
                      bars[i].a.y, bars[i].b.x, bars[i].b.y, bars[i].b.x + 0.02, 0.5 * (bars[i].a.y + bars[i].b.y));
    }
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':3");
    judge_ready(&t);
    tl_reach_map map = find(&t);
    tl_vec2 places[PLACES] = {{1000, 1000}};
    double ways[PLACES];
    bool done[PLACES] = {false};
    for (int i = 0; i < PLACES; i++) {
        ways[i] = i == 0 ? 0 : INFINITY;
        if (i > 0) {
            const bar *b = &bars[(i - 1) / ROUND / 2];
            tl_vec2 end = (i - 1) / ROUND % 2 == 0 ? b->a : b->b;
            double angle = 2 * M_PI * ((i - 1) % ROUND) / ROUND, r = 1.0001 * R / cos(M_PI / ROUND);
            places[i] = (tl_vec2){end.x + r * cos(angle), end.y + r * sin(angle)};
        }
    }
    for (;;) {
        int next = -1;
        for (int i = 0; i < PLACES; i++) {
            next = !done[i] && ways[i] < INFINITY && (next < 0 || ways[i] < ways[next]) ? i : next;
        }
        if (next < 0) {
            break;
        }
        done[next] = true;
        for (int i = 0; i < PLACES; i++) {
            double way = ways[next] + tl_length2(tl_sub2(places[i], places[next]));
            if (!done[i] && way < ways[i] && from_bars(bars, places[next], places[i]) >= R) {
                ways[i] = way;
            }
        }
    }
    double cell = 4 * map.size, longer = 0;
    int near = 0, found = 0, behind[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < map.side * map.side; i += 5) {
        tl_vec2 at = middle_of(&map, i);
        double way = INFINITY, room = from_bars(bars, at, at) - R;
        for (int k = 0; k < PLACES && room > 0; k++) {
            double one = ways[k] + tl_length2(tl_sub2(at, places[k]));
            way = one < way && from_bars(bars, at, places[k]) >= R ? one : way;
        }
        bool certain = map.states[i] == TL_REACH_CERTAIN;
        if (certain && !(room > 0 && map.lengths[i] > way - 0.01 * way && way < 300)) {
            fail_msg("(%g, %g) after %g, not %g", at.x, at.y, map.lengths[i], way);
        }
        if (way < 300 - 2 * cell && room > map.size) {
            near++;
            found += certain;
            behind[at.x < 1040 ? 0 : at.x < 1085 ? 1 : at.x < 1130 ? 2 : 3]++;
            longer += certain ? map.lengths[i] - way : 0;
        }
    }
    print_message("%d of %d are certain, %g longer on average; %d, %d, %d, %d\n", found, near, longer / found,
                  behind[0], behind[1], behind[2], behind[3]);
    assert_true(behind[1] > 50 && behind[2] > 50 && behind[3] > 50);
    assert_true(found > 0.999 * near && longer < 0.5 * cell * found);
    tl_reach_free(&map);
    judge_end(&t);
}

/* Seen in a mirror, a table is as good: but for ties, the same squares. */
static void mirrored_tables(void **state) {
    (void)state;
    test_random random = test_random_start("reached", 21);
    for (int round = 0; round < 1; round++) {
        double at[5][2];
        for (int i = 0; i < 5; i++) {
            do {
                at[i][0] = test_random_between(&random, -140, 140);
                at[i][1] = test_random_between(&random, -140, 140);
            } while (hypot(at[i][0], at[i][1]) < 60);
        }
        tl_reach_map maps[3];
        judge_table t[3];
        for (int k = 0; k < 3; k++) { /* as it is, x turned round, x and y changed */
            judge_begin(&t[k]);
            for (int i = 0; i < 5; i++) {
                char id[32];
                snprintf(id, sizeof(id), "b%d", i);
                double x = k == 2 ? at[i][1] : k == 1 ? -at[i][0] : at[i][0], y = k == 2 ? at[i][0] : at[i][1];
                judge_terrain(&t[k], "{'id':'%s','kind':'%s','disc':{'centre':[%.17g,%.17g],'radius':%d}}", id,
                              i < 3 ? "deep-water" : "swamp", 1000 + x, 1000 + y, 20 + 4 * i);
            }
            judge_model(&t[k], "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2.2");
            judge_ready(&t[k]);
            maps[k] = find(&t[k]);
        }
        size_t side = maps[0].side, other[3] = {0, 0, 0};
        for (size_t i = 0; i < side * side; i++) {
            size_t row = i / side, column = i % side;
            other[1] += maps[0].states[i] != maps[1].states[row * side + side - 1 - column];
            other[2] += maps[0].states[i] != maps[2].states[column * side + row];
        }
        print_message("%zu and %zu of %zu squares differ\n", other[1], other[2], side * side);
        assert_true(other[1] < side / 8 && other[2] < side / 8);
        for (int k = 0; k < 3; k++) {
            tl_reach_free(&maps[k]);
            judge_end(&t[k]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slowing),
        cmocka_unit_test(deep_inside),
        cmocka_unit_test(beginning),
        cmocka_unit_test(over_edges),
        cmocka_unit_test(where_others_stand),
        cmocka_unit_test(steps_of_floors),
        cmocka_unit_test(over_terrain),
        cmocka_unit_test(marches),
        cmocka_unit_test(vehicles_on_steps),
        cmocka_unit_test(through_low_houses),
        cmocka_unit_test(even_places),
        cmocka_unit_test(round_an_end),
        cmocka_unit_test(between_bars),
        cmocka_unit_test(mirrored_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
