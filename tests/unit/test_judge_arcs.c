/* test_judge_arcs.c: fields of fire (judge/measure/arc.c): wedges, their apexes, mounts, uneven hulls, what may be off,
 * units. Closed forms, both sides of every limit. */
#include "judge/measure/arc.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>
#include <stdio.h>

/* --- Field of fire ------------------------------------------------------------------------------------------------ */

#define WEAPONS                                                                                                        \
    "'weapons':[{'id':'front','range':6,'arc':'front'},{'id':'rear','range':6,'arc':'rear'},"                          \
    "{'id':'left','range':6,'arc':'left'},{'id':'right','range':6,'arc':'right'},{'id':'turret','range':6,'arc':"      \
    "'turret'},{'id':'any','range':6,'arc':'any'},{'id':'unstated','range':6},"                                        \
    "{'id':'mounted','range':6,'arc':'front','mount':[40,10,20]}]"

/* A tank at (1000, 1000) that looks so, and an infantryman so far away at an angle to its facing. */
static void set_target(judge_table *t, double facing, double off, double distance) {
    double s = sin((facing + off) * M_PI / 180), c = cos((facing + off) * M_PI / 180);
    judge_begin(t);
    judge_model(t, "v", "red", "vehicle", "tank", 1000, 1000, facing, WEAPONS);
    judge_model(t, "m", "blue", "infantry", "man", 1000 + distance * c, 1000 + distance * s, 0, "");
    judge_ready(t);
}

static tl_pair_arc_result arc_of(judge_table *t, const char *weapon) {
    tl_pair_arc_result arc;
    ok(tl_pair_arc(&t->inquiry, judge_who(t, "v1"), judge_weapon(t, "v", weapon), judge_who(t, "m1"), &arc, &error));
    return arc;
}

/* The signed distance of the target's middle from the nearer edge of a wedge, inside positive. */
static double into_wedge(double distance, double off, double half) {
    off = remainder(off, 360);
    return distance * sin((half - fabs(off)) * M_PI / 180);
}

/* Round bases against the lines of the arcs: any part, the middle, the whole of it (DB-FOF-01, -04). */
static void arcs(void **state) {
    (void)state;
    static const double facings[] = {0, 90, 37, 45, -135};
    static const struct {
        const char *weapon;
        double axis, half;
    } weapons[] = {{"front", 0, 45}, {"rear", 180, 45}, {"left", 90, 90}, {"right", -90, 90}};
    static const double offs[] = {0, 30, 43, 44, 46, 47, 60, 88, 92, 134, 136, 180, -44, -46, -91, -136, -170};
    for (size_t f = 0; f < 5; f++) {
        for (size_t o = 0; o < sizeof(offs) / sizeof(offs[0]); o++) {
            judge_table t;
            set_target(&t, facings[f], offs[o], 400);
            for (size_t w = 0; w < 4; w++) {
                double in = into_wedge(400, offs[o] - weapons[w].axis, weapons[w].half);
                if (weapons[w].half == 90) { /* a flank begins at the hull's side (DB-FOF-03) */
                    judge_set(&t, -1, NULL);
                    double side = in - JUDGE_BESIDE;
                    assert_int_equal(arc_of(&t, weapons[w].weapon).verdict, side > -JUDGE_RIM ? YES : NO);
                    judge_set(&t, -1, "side_arc", "centre_line", NULL);
                }
                bool ahead = fabs(remainder(offs[o] - weapons[w].axis, 360)) < 90 || weapons[w].half == 90;
                tl_pair_arc_result arc = arc_of(&t, weapons[w].weapon);
                if (ahead && weapons[w].half == 45 && fabs(in) < 30) { /* the deepest point lies beside one ray alone */
                    assert_near(arc.margin_mm, in + JUDGE_RIM, 1e-9);
                }
                assert_int_equal(arc.verdict, ahead && in > -JUDGE_RIM ? YES : NO);
                assert_string_equal(arc.field->name, weapons[w].weapon);
                assert_false(arc.always);
                assert_near(remainder(arc.axis_deg - facings[f] - weapons[w].axis, 360), 0, 1e-9);
                assert_near(arc.half_deg, weapons[w].half, 0);
                assert_point_near(arc.apex, ((tl_vec3){1000, 1000, 0}), 1e-9);
                const char *side = weapons[w].half == 90 ? "centre_line" : "outside_hull_line";
                judge_set(&t, -1, "side_arc", side, "fof_target", "centre", NULL);
                assert_int_equal(arc_of(&t, weapons[w].weapon).verdict, !ahead            ? NO
                                                                        : fabs(in) < 0.01 ? OPEN
                                                                        : in > 0          ? YES
                                                                                          : NO);
                judge_set(&t, -1, "side_arc", side, "fof_target", "whole", NULL);
                assert_int_equal(arc_of(&t, weapons[w].weapon).verdict, ahead && in > JUDGE_RIM ? YES : NO);
                judge_set(&t, -1, NULL);
            }
            for (size_t w = 0; w < 3; w++) {
                static const char *const round[] = {"turret", "any", "unstated"};
                tl_pair_arc_result arc = arc_of(&t, round[w]);
                assert_true(arc.always);
                assert_int_equal(arc.verdict, YES);
                assert_true(arc.field == NULL ? w == 2 : arc.field->half_deg == 180);
            }
            judge_end(&t);
        }
    }
}

/* The limit itself: the rim on the line of a front arc, or of a flank, to less than the tolerance. */
static void arc_limits(void **state) {
    (void)state;
    const struct {
        double x, y, tolerance;
        const char *weapon;
        tl_verdict verdict;
    } cases[] = {
        /* the rim touches the ray y = x from above where y - x = rim * sqrt(2) */
        {300, 300 + JUDGE_RIM * M_SQRT2 + 0.6, 0.5, "front", OPEN},
        {300, 300 + JUDGE_RIM * M_SQRT2 - 0.6, 0.5, "front", OPEN},
        {300, 300 + JUDGE_RIM * M_SQRT2 + 0.8, 0.5, "front", NO},
        {300, 300 + JUDGE_RIM * M_SQRT2 - 0.8, 0.5, "front", YES},
        /* the rim on the side of the hull */
        {300, JUDGE_BESIDE - JUDGE_RIM, 0, "left", YES},
        {300, JUDGE_BESIDE - JUDGE_RIM - 1e-6, 0, "left", NO},
        {300, JUDGE_BESIDE - JUDGE_RIM - 0.4, 0.5, "left", OPEN},
        {300, JUDGE_BESIDE - JUDGE_RIM - 0.6, 0.5, "left", NO},
        {-300, -(JUDGE_BESIDE - JUDGE_RIM), 0, "right", YES},
        {-300, -(JUDGE_BESIDE - JUDGE_RIM) + 1e-6, 0, "right", NO},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "v", "red", "vehicle", "tank", 1000, 1000, 0, WEAPONS);
        judge_model(&t, "m", "blue", "infantry", "man", 1000 + cases[i].x, 1000 + cases[i].y, 0, "");
        judge_ready(&t);
        judge_set(&t, cases[i].tolerance, NULL);
        assert_int_equal(arc_of(&t, cases[i].weapon).verdict, cases[i].verdict);
        judge_end(&t);
    }
}

/* Where arcs start (DB-FOF-02): the middle of the hull, a mount, the corners of the face that looks that way. */
static void apexes(void **state) {
    (void)state;
    static const double facings[] = {0, 90, 180, -90, 30};
    for (size_t f = 0; f < 5; f++) {
        double s = sin(facings[f] * M_PI / 180), c = cos(facings[f] * M_PI / 180);
        for (int k = 0; k < 12; k++) {
            /* a point beside the ray that starts at (x, y) of the model and runs out at 45 degrees to the left or
             * right, ahead or behind, its rim 1 mm inside or outside of it */
            static const double starts[3][2] = {{0, 0}, {40, 10}, {JUDGE_AHEAD, JUDGE_BESIDE}};
            int kind = k % 3;
            bool left = k / 3 % 2 == 0, inside = k / 6 == 0;
            for (int rear = 0; rear < (kind == 1 ? 1 : 2); rear++) {
                double ahead = rear ? -1 : 1, side = left ? 1 : -1, beyond = JUDGE_RIM + (inside ? -1 : 1);
                double x = ahead * (starts[kind][0] + 200 - beyond * M_SQRT1_2);
                double y = side * (200 + beyond * M_SQRT1_2) + (kind == 1 ? 10 : kind == 2 ? side * JUDGE_BESIDE : 0);
                judge_table t;
                judge_begin(&t);
                judge_model(&t, "v", "red", "vehicle", "tank", 1000, 1000, facings[f], WEAPONS);
                judge_model(&t, "m", "blue", "infantry", "man", 1000 + x * c - y * s, 1000 + x * s + y * c, 0, "");
                judge_ready(&t);
                judge_set(&t, -1, "fof_apex", kind == 0 ? "core_centre" : kind == 1 ? "mount" : "hull_corners", NULL);
                tl_pair_arc_result arc = arc_of(&t, rear ? "rear" : "mounted");
                assert_int_equal(arc.verdict, inside ? YES : NO);
                if (kind == 1) {
                    assert_point_near(arc.apex, ((tl_vec3){1000 + 40 * c - 10 * s, 1000 + 40 * s + 10 * c, 0}), 1e-9);
                }
                judge_end(&t);
            }
        }
    }
}

/* Flanks of a weapon that has a mount begin at the side of the hull all the same, or at the mount where that is beyond
 * it; with the line of the middle at the mount. */
static void flanks_of_mounts(void **state) {
    (void)state;
    static const double mounts[] = {0, 10, -25, 60, -60};
    for (size_t m = 0; m < 5; m++) {
        for (int k = 0; k < 8; k++) {
            bool left = k & 1, inside = k & 2, middle = k & 4;
            double hull = left ? JUDGE_BESIDE : -JUDGE_BESIDE;
            double line = middle ? mounts[m] : left ? fmax(hull, mounts[m]) : fmin(hull, mounts[m]);
            double out = left ? 1 : -1; /* the rim is 1 over the line, or 1 short of it */
            judge_table t;
            judge_begin(&t);
            char weapon[100];
            snprintf(weapon, sizeof(weapon), "'weapons':[{'id':'side','range':6,'arc':'%s','mount':[20,%g,10]}]",
                     left ? "left" : "right", mounts[m]);
            judge_model(&t, "v", "red", "vehicle", "tank", 1000, 1000, 0, weapon);
            judge_model(&t, "m", "blue", "infantry", "man", 1300,
                        1000 + line - out * JUDGE_RIM + out * (inside ? 1 : -1), 0, "");
            judge_ready(&t);
            judge_set(&t, -1, "fof_apex", "mount", "side_arc", middle ? "centre_line" : "outside_hull_line", NULL);
            tl_pair_arc_result arc = arc_of(&t, "side");
            assert_int_equal(arc.verdict, inside ? YES : NO);
            assert_near(arc.margin_mm, inside ? 1 : -1, 1e-9);
            assert_point_near(arc.apex, ((tl_vec3){1020, 1000 + mounts[m], 0}), 1e-9);
            judge_end(&t);
        }
    }
}

/* A hull that isn't symmetric about its origin, with the corners that it has; tilted, what is seen of it from above. */
static void uneven_hulls(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'odd':{'core':{'shape':'box','min':[-20,-10,0],'max':[80,50,40]}}");
    judge_model(&t, "v", "red", "vehicle", "odd", 1000, 1000, 90, WEAPONS);
    judge_model(&t, "m", "blue", "infantry", "man", 1000, 1400, 0, "");
    judge_ready(&t);
    assert_point_near(arc_of(&t, "front").apex, ((tl_vec3){1000 - 20, 1000 + 30, 0}), 1e-9);
    judge_end(&t);
    /* flanks: left of the side at y = 50, right of the one at y = -10 */
    for (int k = 0; k < 4; k++) {
        bool left = k < 2, inside = k % 2 == 0;
        double y = left ? 50 - JUDGE_RIM + (inside ? 1 : -1) : -10 + JUDGE_RIM + (inside ? -1 : 1);
        judge_begin(&t);
        judge_asset(&t, "'odd':{'core':{'shape':'box','min':[-20,-10,0],'max':[80,50,40]}}");
        judge_model(&t, "v", "red", "vehicle", "odd", 1000, 1000, 0, WEAPONS);
        judge_model(&t, "m", "blue", "infantry", "man", 1300, 1000 + y, 0, "");
        judge_ready(&t);
        assert_int_equal(arc_of(&t, left ? "left" : "right").verdict, inside ? YES : NO);
        judge_end(&t);
    }
    /* nose down by 90 degrees: what was up (0 to 40) is ahead now */
    judge_begin(&t);
    judge_unit(&t, "{'id':'v','side':'red','class':'vehicle'," WEAPONS
                   ",'members':[{'id':'v1','asset':'tank','at':[1000,1000,60],'tilt':[0,90]}]}");
    judge_model(&t, "m", "blue", "infantry", "man", 1400, 1000, 0, "");
    judge_ready(&t);
    assert_point_near(arc_of(&t, "front").apex, ((tl_vec3){1020, 1000, 10}), 1e-6);
    judge_end(&t);
}

/* What hulls may be off: the target's, and the firer's as the root of two. */
static void uncertain_arcs(void **state) {
    (void)state;
    for (int k = 0; k < 16; k++) {
        bool firer = k & 1, centre = k & 2, inside = k & 4, near = k & 8;
        double off = firer ? 1.4143 * 4 : centre ? 1.4143 * 4 : 4, all = 1 + off;
        /* any part of a box 20 x 20 counts by its corner that is nearest the flank's line; else its middle */
        double edge = JUDGE_BESIDE - (centre ? 0 : 10), by = near ? all - 0.01 : all + 0.01;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':4}");
        judge_asset(&t, "'small':{'mesh':'box -10 -10 0 10 10 20'%s}", firer ? "" : ",'uncertainty':4");
        judge_model(&t, "v", "red", "vehicle", firer ? "scan" : "tank", 1000, 1000, 0, WEAPONS);
        judge_model(&t, "m", "blue", "vehicle", "small", 1300, 1000 + edge + (inside ? by : -by), 0, "");
        judge_ready(&t);
        judge_set(&t, 1, "fof_target", centre ? "centre" : "any_part", NULL);
        assert_int_equal(arc_of(&t, "left").verdict, near ? OPEN : inside ? YES : NO);
        judge_end(&t);
    }
}

/* Each weapon of each model that carries it, on the target that lies best; any of them makes a yes. */
static void arcs_of_units(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'u','side':'red','class':'vehicle','weapons':[{'id':'bow','range':6,'arc':'front'},{'id':'"
                   "stern','range':6,'arc':'rear'},{'id':'spare','range':6}],"
                   "'members':[{'id':'u1','asset':'tank','at':[1000,1000],'facing':90,'weapons':['stern']},{'id':'u2','"
                   "asset':'tank','at':[1000,1500],'weapons':['bow','stern']}]}");
    judge_unit(&t, "{'id':'w','side':'blue','class':'infantry','members':[{'id':'w1','asset':'man','at':[1500,1700]},{'"
                   "id':'w2','asset':'man','at':[1500,1500]}]}");
    judge_man(&t, "bare", 200, 200);
    judge_ready(&t);
    judge_ask(&t, "{'query':'arc','from':'u','to':'w'}");
    assert_true(is(&t, "verdict", "yes") && is(&t, "rule", "DB-FOF-01") && is(&t, "from", "u") && is(&t, "to", "w"));
    assert_int_equal(made_value(&t.told, "weapons")->count, 2);
    assert_true(is(&t, "weapons[0].id", "bow") && is(&t, "weapons[0].verdict", "yes"));
    assert_int_equal(made_value(&t.told, "weapons[0].members")->count, 1);
    assert_true(is(&t, "weapons[0].members[0].id", "u2") && is(&t, "weapons[0].members[0].target", "w2"));
    assert_near(made_number(&t.told, "weapons[0].members[0].angle_deg"), 0, 1e-9);
    assert_true(is(&t, "weapons[1].verdict", "no"));
    assert_int_equal(made_value(&t.told, "weapons[1].members")->count, 2);
    assert_true(is(&t, "weapons[1].members[1].id", "u2") && is(&t, "weapons[1].members[1].verdict", "no"));
    judge_ask(&t, "{'query':'arc','from':'u','to':'w','weapon':'stern'}");
    assert_true(is(&t, "verdict", "no"));
    assert_int_equal(made_value(&t.told, "weapons")->count, 1);
    judge_ask(&t, "{'query':'arc','from':'bare','to':'w'}");
    assert_true(is(&t, "verdict", "no"));
    assert_int_equal(made_value(&t.told, "weapons")->count, 0);
    judge_refused(&t, "", "{'query':'arc','from':'u','to':'u1'}");
    judge_end(&t);
    /* an open one makes it open; the target at the limit */
    judge_begin(&t);
    judge_model(&t, "v", "red", "vehicle", "tank", 1000, 1000, 0, WEAPONS);
    judge_model(&t, "m", "blue", "infantry", "man", 1300, 1300 + JUDGE_RIM * M_SQRT2, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'arc','from':'v','to':'m','weapon':'front'}");
    assert_true(is(&t, "verdict", "marginal"));
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flanks_of_mounts), cmocka_unit_test(arcs),         cmocka_unit_test(arc_limits),
        cmocka_unit_test(apexes),           cmocka_unit_test(uneven_hulls), cmocka_unit_test(uncertain_arcs),
        cmocka_unit_test(arcs_of_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
