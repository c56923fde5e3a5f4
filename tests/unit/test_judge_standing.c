/* Where a move may end beside what rises (judge/move/standing, scene/fit): with the base against it, never in it,
 * however high it is and however tall the model. */
#include "support/judge_table.h"

#include "judge/move/journey.h"
#include "judge/move/reach.h"
#include "judge/move/standing.h"
#include "scene/fit.h"

#include <math.h>
#include <string.h>

static tl_error error;

static tl_verdict ends(judge_table *t, tl_vec2 to, tl_halt_kind *why) {
    tl_path_point path = {{to.x, to.y, 0}, 2};
    const tl_question question = {.query = "move", .path = &path, .path_count = 1};
    tl_journey j;
    if (tl_journey_make(&t->inquiry, judge_who(t, "a1"), &question, &j, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    tl_verdict verdict = j.verdict;
    *why = j.halt_count > 0 ? j.halts[0].kind : TL_HALT_TURN;
    tl_journey_free(&j);
    return verdict;
}

typedef struct heard {
    bool terrain;
    double amount;
} heard;

static void hear(void *user, const tl_finding *finding) {
    heard *h = user;
    assert_true(finding->kind != TL_FINDING_OVERHANG); /* nothing hangs over: it is all level ground */
    if (finding->kind == TL_FINDING_TERRAIN) {
        h->terrain = true;
        h->amount = finding->amount;
    }
}

/* A disc comes into an upright box when its middle is nearer than its radius (DB-MOV-03). Higher than a stair's step
 * (12 mm) it can't end there; the height of the box and of the model change nothing. */
static void beside_a_box(void **state) {
    (void)state;
    test_random random = test_random_start("standing", 19);
    const char *kinds[] = {"hill", "wall", "rubble"};
    int in = 0, taller = 0, out = 0;
    for (int round = 0; round < 240; round++) {
        double radius = test_random_between(&random, 10, 30), tall = test_random_between(&random, 15, 80);
        double high = test_random_between(&random, 14, round % 2 ? 60 : 300);
        double left = 1100, right = 1100 + test_random_between(&random, 0.5, 200);
        double low = test_random_between(&random, 900, 990), top = test_random_between(&random, 1005, 1100);
        tl_vec2 to = {test_random_between(&random, 1095 - 1.5 * radius, 1099), test_random_between(&random, 880, 1120)};
        double gap = hypot(fmax(left - to.x, 0), fmax(fmax(low - to.y, to.y - top), 0));
        if (fabs(gap - radius) < 0.06) {
            continue;
        }
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'one':{'base':{'shape':'disc','diameter':%.17g},'core':{'shape':'box','min':[-4,-4,3],"
                    "'max':[4,4,%.17g]}}",
                    2 * radius, tall);
        if (round % 3 == 2) {
            judge_terrain(&t, "{'id':'b','kind':'hill','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g'}", left, low, right,
                          top, high);
        } else {
            judge_area(&t, "b", kinds[round % 3], (tl_vec2){left, low}, (tl_vec2){right, top}, high);
        }
        judge_model(&t, "a", "red", "infantry", "one", 1030, 1000, 0, "'move':8");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_halt_kind why;
        tl_verdict verdict = ends(&t, to, &why);
        tl_document_pose pose = tl_table_member(t.table, judge_who(&t, "a1"))->pose;
        pose.at[0] = to.x;
        pose.at[1] = to.y;
        pose.at_count = 2;
        heard h = {false, 0};
        assert_int_equal(tl_table_fit(t.table, judge_who(&t, "a1"), &pose, false, hear, &h, NULL, &error), TL_OK);
        bool comes_in = gap < radius;
        if (verdict != (comes_in ? TL_VERDICT_NO : TL_VERDICT_YES) || h.terrain != comes_in) {
            fail_msg("round %d: radius %g, tall %g, box %g high, gap %g: %d, told %d", round, radius, tall, high, gap,
                     verdict, h.terrain);
        }
        if (comes_in) {
            assert_int_equal(why, TL_HALT_RISES);
            assert_near(h.amount, high, 1e-6);
        }
        in += comes_in;
        taller += comes_in && high > tall;
        out += !comes_in;
        judge_end(&t);
    }
    assert_true(in > 60 && taller > 30 && out > 60);
}

/* The side of a bank, at an angle, under the base by so much: of a side, steeper than 60 degrees, as much rises as is
 * under the base, and how far that may be decides, not how tall the model is; a slope tilts it. */
static void banks(void **state) {
    (void)state;
    test_random random = test_random_start("standing-banks", 29);
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 240; round++) {
        double angle = test_random_between(&random, 40, 88), high = test_random_between(&random, 8, 60);
        double in = high / tan(angle * M_PI / 180), under = test_random_between(&random, 0.3, 9);
        double tall = test_random_between(&random, 14, 70), way = fabs(angle - 60);
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'one':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-4,-4,3],"
                    "'max':[4,4,%.17g]}}",
                    tall);
        judge_terrain(&t, "{'id':'h','kind':'%s','mesh':'bank 1100 700 0 1500 1300 %.17g %.17g'}",
                      round % 2 ? "hill" : "ground", high, in);
        judge_model(&t, "a", "red", "infantry", "one", 1030, 1000, 0, "'move':8");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        double rise = angle > 60 ? fmin(high, (under - 0.05) * tan(angle * M_PI / 180)) : 0;
        tl_halt_kind why;
        tl_verdict verdict = ends(&t, (tl_vec2){1085 + under, 1000}, &why);
        tl_verdict expected = rise > 12 ? TL_VERDICT_NO : rise > 5.1 ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
        if (way > 0.5 && fabs(rise - 12) > 0.2 && fabs(rise - 5.1) > 0.2 && under < 14) {
            if (verdict != expected) {
                fail_msg("round %d: %g degrees, %g high, %g under, %g tall, rise %g: %d", round, angle, high, under,
                         tall, rise, verdict);
            }
            met[expected]++;
        }
        heard h = {false, 0}; /* nothing hangs over its toe */
        tl_document_pose pose = tl_table_member(t.table, judge_who(&t, "a1"))->pose;
        pose.at[0] = 1085 + under;
        assert_int_equal(tl_table_fit(t.table, judge_who(&t, "a1"), &pose, false, hear, &h, NULL, &error), TL_OK);
        judge_end(&t);
    }
    assert_true(met[TL_VERDICT_NO] > 40 && met[TL_VERDICT_YES] > 60 && met[TL_VERDICT_MARGINAL] > 10);
}

/* To every place in a certain square there is a way that may end there, at the edges of banks and ledges, too. */
static void certain_squares(void **state) {
    (void)state;
    test_random random = test_random_start("standing-reach", 31);
    size_t asked = 0;
    for (int round = 0; round < 6; round++) {
        judge_table t;
        double high = test_random_between(&random, 7, 40),
               in = round % 3 == 0 ? 0 : test_random_between(&random, 0.5, 8);
        judge_begin(&t);
        judge_terrain(&t, "{'id':'h','kind':'ground','mesh':'bank %.17g 960 0 1200 1300 %.17g %.17g'}",
                      1020 + test_random_between(&random, 0, 9), high, in);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':1");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_reach_map map;
        assert_int_equal(tl_reach_find(&t.inquiry, judge_who(&t, "a1"), false, &map, &error), TL_OK);
        for (int k = 0; k < 150; k++) {
            size_t i = (size_t)test_random_below(&random, (int)(map.side * map.side));
            if (map.states[i] != TL_REACH_CERTAIN) {
                continue;
            }
            double x = map.corner.x + ((double)(i % map.side) + test_random_between(&random, 0.01, 0.99)) * map.size;
            double y = map.corner.y + ((double)(i / map.side) + test_random_between(&random, 0.01, 0.99)) * map.size;
            tl_standing s;
            tl_moving m;
            const tl_vec2 low = {900, 900}, most = {1100, 1100};
            assert_int_equal(tl_moving_make(&t.inquiry, judge_who(&t, "a1"), low, most, &m, &error), TL_OK);
            double levels[16];
            tl_surfaces surfaces = tl_table_surfaces(t.table);
            size_t count = tl_surface_levels(&surfaces, x, y, 27, levels, 16);
            assert_true(count > 0);
            assert_int_equal(tl_standing_look(&m, (tl_vec3){x, y, levels[count - 1]}, 0, &s, &error), TL_OK);
            if (s.verdict != TL_VERDICT_YES) {
                fail_msg("round %d: (%g, %g) in a certain square: %d", round, x, y, s.verdict);
            }
            tl_moving_free(&m);
            asked++;
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
    assert_true(asked > 100);
}

/* By as much as a hill may be off it is too close to call, on both sides of its rim; so it is by the model's own. */
static void uncertain_hills(void **state) {
    (void)state;
    test_random random = test_random_start("standing-uncertain", 23);
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 160; round++) {
        double off = test_random_between(&random, 0.5, 4), high = test_random_between(&random, 25, 120);
        double gap = test_random_between(&random, -9, 9), turn = test_random_between(&random, 0, 360), reach;
        bool other = round % 4 == 3; /* another hill, farther off, that is less well known */
        judge_table t;
        judge_begin(&t);
        if (round % 2) {
            reach = 15;
            judge_asset(&t, "'one':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-4,-4,3],"
                            "'max':[4,4,40]}}");
        } else {
            double c = fabs(cos(turn * M_PI / 180)), s = fabs(sin(turn * M_PI / 180));
            reach = round % 4 ? hypot(25 * c, 15 * s) : 25 * c + 15 * s;
            judge_asset(&t,
                        "'one':{'base':{'shape':'%s','size':[50,30]},'core':{'shape':'box','min':[-4,-4,3],"
                        "'max':[4,4,40]}}",
                        round % 4 ? "oval" : "rectangle");
        }
        judge_terrain(&t, "{'id':'h','kind':'hill','mesh':'box 1100 800 0 1400 1200 %.17g','uncertainty':%.17g}", high,
                      off);
        if (other) {
            judge_terrain(&t, "{'id':'g','kind':'hill','mesh':'box 600 800 0 700 1200 50','uncertainty':20}");
        }
        judge_model(&t, "a", "red", "infantry", "one", 1100 - reach - 60, 1000, turn, "'move':8");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_halt_kind why;
        tl_verdict verdict = ends(&t, (tl_vec2){1100 - reach - gap, 1000}, &why);
        /* what is taken for the rim so much farther out, or in, is wider: an oval's is an oval, and the corners of a
         * rectangle stay sharp */
        double wide = round % 4 == 2 ? 1.1 * off : round % 4 == 0 ? 1.42 * off : off;
        if (gap > wide + 0.06) {
            assert_int_equal(verdict, TL_VERDICT_YES);
            met[0]++;
        } else if (fabs(gap) < off - 0.06) {
            assert_int_equal(verdict, TL_VERDICT_MARGINAL);
            assert_int_equal(why, TL_HALT_RISES);
            met[1]++;
        } else if (gap < -wide - 0.06) {
            assert_int_equal(verdict, TL_VERDICT_NO);
            assert_int_equal(why, TL_HALT_RISES);
            met[2]++;
        }
        judge_end(&t);
    }
    assert_true(met[0] > 30 && met[1] > 15 && met[2] > 30);
}

/* A wood that is known well is none of an uncertain hill's doubts; and a base less wide than it may be off is never
 * surely in anything. */
static void whose_doubt(void **state) {
    (void)state;
    static const char *const bases[] = {"'disc','diameter':20", "'oval','size':[30,20]", "'rectangle','size':[30,20]"};
    for (int k = 0; k < 6; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'one':{'base':{'shape':%s},'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,30]}}",
                    bases[k / 2]);
        if (k % 2 == 0) {
            judge_terrain(&t, "{'id':'w','kind':'wood','mesh':'box 1100 900 0 1200 1100 8'}");
            judge_terrain(&t, "{'id':'h','kind':'hill','mesh':'box 600 900 0 700 1100 50','uncertainty':3}");
        } else {
            judge_terrain(&t, "{'id':'h','kind':'hill','mesh':'box 1100 900 0 1300 1100 90','uncertainty':25}");
        }
        judge_model(&t, "a", "red", "infantry", "one", 1000, 1000, 0, "'move':8");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_halt_kind why;
        double reach = k < 2 ? 10 : 15;
        assert_int_equal(ends(&t, (tl_vec2){1100 - reach + (k % 2 == 0 ? -1 : 6), 1000}, &why),
                         k % 2 == 0 ? TL_VERDICT_YES : TL_VERDICT_MARGINAL);
        judge_end(&t);
    }
}

/* A square base flush with what rises touches it, and stands. */
static void flush(void **state) {
    (void)state;
    for (int round = 0; round < 8; round++) {
        double off = round % 2 ? 0.2 : 0, high = round / 2 % 2 ? 200 : 20, turn = round / 4 * 90;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'one':{'base':{'shape':'rectangle','size':[40,40]},'core':{'shape':'box','min':[-4,-4,3],"
                        "'max':[4,4,30]}}");
        judge_area(&t, "b", "hill", (tl_vec2){1100, 900}, (tl_vec2){1200, 1100}, high);
        judge_model(&t, "a", "red", "infantry", "one", 1080 + off, 1000, turn, "'move':8");
        judge_ready(&t);
        heard h = {false, 0};
        assert_int_equal(tl_table_fit(t.table, judge_who(&t, "a1"), NULL, false, hear, &h, NULL, &error), TL_OK);
        assert_true(h.terrain == (off > 0));
        judge_end(&t);
    }
}

/* Under a bridge and on it nothing rises; the pier does. */
static void under_a_bridge(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'b','kind':'hill','mesh':'box 1100 900 60 1300 1100 70, box 1190 900 0 1210 1100 60'}");
    judge_model(&t, "a", "red", "infantry", "man", 1060, 1000, 0, "'move':8");
    judge_ready(&t);
    judge_set(&t, 0.05, NULL);
    const struct {
        tl_vec2 to;
        tl_verdict verdict;
    } cases[] = {{{1100, 1000}, TL_VERDICT_YES},
                 {{1150, 1000}, TL_VERDICT_YES},
                 {{1177, 1000}, TL_VERDICT_YES},
                 {{1178, 1000}, TL_VERDICT_NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_halt_kind why;
        assert_int_equal(ends(&t, cases[i].to, &why), cases[i].verdict);
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_a_box),    cmocka_unit_test(banks),       cmocka_unit_test(certain_squares),
        cmocka_unit_test(uncertain_hills), cmocka_unit_test(whose_doubt), cmocka_unit_test(flush),
        cmocka_unit_test(under_a_bridge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
