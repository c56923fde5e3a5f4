/* Distances, limits and close-combat reach between two models, as the rules say (judge/measure,
 * judge/sight/pair_close.c): closed forms, both sides of every limit, every reading of every setting. */
#include "judge/measure/reach.h"
#include "judge/sight/pair_close.h"
#include "judge/sight/pair_sight.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

static tl_range_result range_of(judge_table *t, const char *a, const char *b) {
    tl_range_result range;
    ok(tl_pair_range(&t->inquiry, judge_who(t, a), judge_who(t, b), &range, &error));
    return range;
}

static tl_limit within(judge_table *t, const char *a, const char *b, double limit, bool at_least) {
    tl_range_result range = range_of(t, a, b);
    tl_limit result;
    ok(tl_pair_within(&t->inquiry, judge_who(t, a), judge_who(t, b), &range, limit, at_least, &result, &error));
    return result;
}

/* --- Range -------------------------------------------------------------------------------------------------------- */

/* Infantry from the rims of bases, vehicles from their cores (DB-MSR-01, -02); in space or in plan (DB-MSR-03). */
static void distances(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 300, 400);
    judge_man(&t, "b", 600, 800); /* 500 mm between the middles */
    judge_tank(&t, "v", 900, 400, 0);
    judge_unit(&t,
               "{'id':'h','side':'red','class':'infantry','members':[{'id':'h1','asset':'man','at':[300,700,150]}]}");
    judge_ready(&t);
    assert_near(range_of(&t, "a1", "b1").distance_mm, 500 - 2 * JUDGE_RIM, 1e-9);
    assert_near(range_of(&t, "b1", "a1").distance_mm, 500 - 2 * JUDGE_RIM, 1e-9);
    assert_near(range_of(&t, "a1", "v1").distance_mm, 600 - JUDGE_RIM - JUDGE_AHEAD, 1e-9);
    /* the base is 3 high: from its top to the bottom of one that stands 150 up */
    assert_near(range_of(&t, "a1", "h1").distance_mm, hypot(300 - 2 * JUDGE_RIM, 147), 1e-9);
    assert_int_equal(tl_inquiry_metric(&t.inquiry), TL_METRIC_3D);
    judge_set(&t, -1, "range_metric", "plan", NULL);
    assert_int_equal(tl_inquiry_metric(&t.inquiry), TL_METRIC_PLAN);
    assert_near(range_of(&t, "a1", "h1").distance_mm, 300 - 2 * JUDGE_RIM, 1e-9);
    judge_end(&t);
}

/* At most, and at least: inside, outside and within the tolerance of the limit; at tolerance 0 exactly (DB-MSR-05). */
static void limits(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 300, 400);
    judge_man(&t, "b", 725, 400); /* 400 from rim to rim, to the last bit */
    judge_ready(&t);
    judge_set(&t, 2, NULL);
    const struct {
        double limit;
        tl_verdict most, least;
    } cases[] = {{402.5, YES, NO}, {401.5, OPEN, OPEN}, {400, OPEN, OPEN}, {398.5, OPEN, OPEN}, {397.5, NO, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_limit most = within(&t, "a1", "b1", cases[i].limit, false);
        tl_limit least = within(&t, "a1", "b1", cases[i].limit, true);
        assert_int_equal(most.verdict, cases[i].most);
        assert_int_equal(least.verdict, cases[i].least);
        assert_near(most.margin, cases[i].limit - 400, 1e-9);
        assert_near(least.margin, 400 - cases[i].limit, 1e-9);
        assert_near(most.distance, 400, 1e-9);
        assert_near(most.limit, cases[i].limit, 0);
        assert_near(most.uncertainty, 0, 0);
    }
    judge_set(&t, 0, NULL);
    assert_int_equal(within(&t, "a1", "b1", 400, false).verdict, YES); /* a limit is reached by exactly its length */
    assert_int_equal(within(&t, "a1", "b1", 400, true).verdict, YES);
    assert_int_equal(within(&t, "a1", "b1", nextafter(400, 0), false).verdict, NO);
    assert_int_equal(within(&t, "a1", "b1", nextafter(400, 0), true).verdict, YES);
    assert_int_equal(within(&t, "a1", "b1", nextafter(400, 500), false).verdict, YES);
    assert_int_equal(within(&t, "a1", "b1", nextafter(400, 500), true).verdict, NO);
    judge_end(&t);
}

/* Models that touch: nothing is nearer than 0, and everybody is at least that far away. */
static void touching(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 300, 400);
    judge_man(&t, "b", 325, 400);
    judge_tank(&t, "v", 375, 400, 0); /* stands over b */
    judge_ready(&t);
    judge_set(&t, 0, NULL);
    assert_int_equal(within(&t, "a1", "b1", 0, true).verdict, YES);
    assert_int_equal(within(&t, "a1", "b1", 0, false).verdict, YES);
    assert_int_equal(within(&t, "b1", "v1", 0, true).verdict, YES);
    assert_int_equal(within(&t, "b1", "v1", 1, true).verdict, NO);
    judge_end(&t);
}

/* What a mesh may be off widens the tolerance by as much, of both ends. */
static void uncertain_ends(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':3}");
    judge_model(&t, "a", "red", "vehicle", "scan", 300, 400, 0, "");
    judge_model(&t, "b", "red", "vehicle", "scan", 800, 400, 0, "");
    judge_man(&t, "m", 300, 1000);
    judge_ready(&t);
    for (int k = 0; k < 2; k++) {
        double tolerance = k == 0 ? 0 : 1, all = 6 + tolerance;
        judge_set(&t, tolerance, NULL);
        assert_near(within(&t, "a1", "b1", 400, false).uncertainty, 6, 1e-12);
        assert_int_equal(within(&t, "a1", "b1", 400 + all + 0.01, false).verdict, YES);
        assert_int_equal(within(&t, "a1", "b1", 400 + all - 0.01, false).verdict, OPEN);
        assert_int_equal(within(&t, "a1", "b1", 400, false).verdict, OPEN);
        assert_int_equal(within(&t, "a1", "b1", 400 - all + 0.01, false).verdict, OPEN);
        assert_int_equal(within(&t, "a1", "b1", 400 - all - 0.01, false).verdict, NO);
        assert_near(within(&t, "a1", "m1", 400, false).uncertainty, 3, 1e-12);
    }
    judge_end(&t);
}

/* The seed of a pair changes with where either stands, and with nothing else. */
static void seeds(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 300, 400);
    judge_man(&t, "b", 700, 400);
    judge_man(&t, "c", 700, 401);
    judge_ready(&t);
    size_t a = judge_who(&t, "a1"), b = judge_who(&t, "b1"), c = judge_who(&t, "c1");
    uint64_t ab = tl_pair_seed(&t.inquiry, a, b);
    assert_true(ab == tl_pair_seed(&t.inquiry, a, b));
    assert_true(ab != tl_pair_seed(&t.inquiry, a, c));
    assert_true(ab != tl_pair_seed(&t.inquiry, c, b));
    judge_end(&t);
}

/* --- Close combat ------------------------------------------------------------------------------------------------- */

static tl_reach reach_of(judge_table *t, const char *a, const char *b) {
    tl_reach reach;
    ok(tl_pair_reach(&t->inquiry, judge_who(t, a), judge_who(t, b), &reach, &error));
    tl_limit limit;
    ok(tl_pair_close_combat(&t->inquiry, judge_who(t, a), judge_who(t, b), &limit, &error));
    assert_int_equal(limit.verdict, reach.limit.verdict);
    assert_near(limit.distance, reach.limit.distance, 0);
    return reach;
}

/* A man, and another so far away on the plan whose feet are so high. */
static void stand_apart(judge_table *t, double apart, double height) {
    judge_begin(t);
    judge_man(t, "a", 300, 400);
    judge_unit(
        t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,400,%.17g]}]}",
        300 + 2 * JUDGE_RIM + apart, height);
    judge_ready(t);
}

/* Plan and height apart (DB-CC-01): each to the limit; the one with less to spare is told. A man is 30 high. */
static void reach_in_plan(void **state) {
    (void)state;
    const struct {
        double apart, height, tolerance;
        tl_verdict verdict;
        double distance, gap;
    } cases[] = {
        {49, 0, 0.05, YES, 49, 0},           {50.2, 0, 0.05, NO, 50.2, 0},
        {50, 0, 0.05, OPEN, 50, 0},          {50, 0, 0, YES, 50, 0},
        {10, 79, 0.05, YES, 49, 49},         {10, 80.2, 0.05, NO, 50.2, 50.2},
        {10, 80, 0.05, OPEN, 50, 50},        {10, 80, 0, YES, 50, 50},
        {10, 80.001, 0, NO, 50.001, 50.001}, {45, 60, 0.05, YES, 45, 30},
        {30, 75, 0.05, YES, 45, 45},         {60, 100, 0.05, NO, 70, 70},
        {60, 70, 0.05, NO, 60, 40},          {50.0, 80.0, 0, YES, 50, 50},
        {50.5, 80, 0, NO, 50.5, 50},         {50, 80.02, 0.05, OPEN, 50.02, 50.02},
        {49.98, 0, 0.05, OPEN, 49.98, 0},    {10, 20, 0.05, YES, 10, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        stand_apart(&t, cases[i].apart, cases[i].height);
        judge_set(&t, cases[i].tolerance, NULL);
        for (int k = 0; k < 2; k++) {
            tl_reach reach = reach_of(&t, k == 0 ? "a1" : "b1", k == 0 ? "b1" : "a1");
            assert_int_equal(reach.limit.verdict, cases[i].verdict);
            assert_near(reach.limit.distance, cases[i].distance, 1e-9);
            assert_near(reach.limit.margin, 50 - cases[i].distance, 1e-9);
            assert_near(reach.limit.limit, 50, 0);
            assert_near(reach.gap, cases[i].gap, 1e-9);
            assert_true(reach.has_gap);
            assert_near(reach.range.distance_mm, cases[i].apart, 1e-9);
        }
        judge_end(&t);
    }
}

/* Between cores' measures (bases of infantry), and between whole models, core and base of each. */
static void reach_in_space(void **state) {
    (void)state;
    const struct {
        double apart, height;
    } cases[] = {{40, 0}, {30, 40}, {30, 60}, {49.9, 0}, {50.1, 0}, {45, 33}, {45, 65}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        stand_apart(&t, cases[i].apart, cases[i].height);
        double bases = hypot(cases[i].apart, fmax(0, cases[i].height - 3));
        /* whole models: the lower one's core (radius 8, to z = 30) to the upper one's base, besides base to base */
        double whole = fmin(bases, hypot(cases[i].apart + 4.5, fmax(0, cases[i].height - 30)));
        const tl_inquiry *inquiry = judge_set(&t, 0, "cc_metric", "3d_core", NULL);
        tl_reach reach = reach_of(&t, "a1", "b1");
        assert_false(reach.has_gap);
        assert_near(reach.limit.distance, bases, 1e-6);
        assert_int_equal(reach.limit.verdict, bases <= 50 ? YES : NO);
        judge_set(&t, 0, "cc_metric", "3d_full", NULL);
        for (int k = 0; k < 2; k++) {
            reach = reach_of(&t, k == 0 ? "a1" : "b1", k == 0 ? "b1" : "a1");
            assert_near(reach.limit.distance, whole, 1e-6);
            assert_near(reach.limit.margin, 50 - whole, 1e-6);
            assert_int_equal(reach.limit.verdict, whole <= 50 ? YES : NO);
        }
        assert_non_null(inquiry);
        judge_end(&t);
    }
}

/* In inches the reach is two of them. */
static void reach_in_inches(void **state) {
    (void)state;
    judge_table t;
    stand_apart(&t, 50.5, 0);
    judge_set(&t, 0, NULL);
    assert_int_equal(reach_of(&t, "a1", "b1").limit.verdict, NO);
    judge_set(&t, 0, "units", "inch", NULL);
    assert_int_equal(reach_of(&t, "a1", "b1").limit.verdict, YES);
    assert_near(reach_of(&t, "a1", "b1").limit.limit, 50.8, 0);
    judge_end(&t);
}

/* Whole models that are meshes are measured as these, what they may be off included. */
static void reach_of_meshes(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    /* a hull, and a gun that only the whole model has, 40 farther ahead */
    judge_asset(
        &t, "'gun':{'mesh':'box -50 -30 0 50 30 40, box 50 -2 20 90 2 24','parts':{'core':['box0'],'gear':['box1']},"
            "'uncertainty':2}");
    judge_model(&t, "v", "red", "vehicle", "gun", 300, 400, 0, "");
    judge_man(&t, "m", 300 + 90 + JUDGE_RIM + 30, 400);
    judge_ready(&t);
    judge_set(&t, 1, "cc_metric", "3d_core", NULL);
    assert_near(reach_of(&t, "v1", "m1").limit.distance, 70, 1e-9);
    assert_near(reach_of(&t, "v1", "m1").limit.uncertainty, 2, 1e-12);
    assert_int_equal(reach_of(&t, "v1", "m1").limit.verdict, NO);
    judge_set(&t, 1, "cc_metric", "3d_full", NULL);
    tl_reach reach = reach_of(&t, "v1", "m1");
    /* the gun's lower edge is 20 up; the base ends at 3, and the man's core begins 4.5 farther behind */
    assert_near(reach.limit.distance, fmin(hypot(30, 17), 34.5), 1e-6);
    assert_int_equal(reach.limit.verdict, YES);
    judge_end(&t);
    /* what the height may be off counts as well */
    for (int k = 0; k < 3; k++) {
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':2}");
        judge_model(&t, "v", "red", "vehicle", "scan", 300, 400, 0, "");
        judge_unit(
            &t,
            "{'id':'m','side':'blue','class':'infantry','members':[{'id':'m1','asset':'man','at':[400,400,%.17g]}]}",
            90 + (k == 0   ? -2.9
                  : k == 1 ? 2.9
                           : 3.1));
        judge_ready(&t);
        judge_set(&t, 1, NULL);
        assert_int_equal(reach_of(&t, "v1", "m1").limit.verdict, k < 2 ? OPEN : NO);
        judge_end(&t);
    }
}

/* A base that was only guessed isn't reached: whole models without one are their bodies. The body of `bare` begins 10
 * up, 8 round its middle; a man's base ends at 3, and his body is 4.5 farther in. */
static void reach_of_bodies(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'bare':{'core':{'shape':'cylinder','from':[0,0,10],'to':[0,0,30],'radius':8}%s}",
                    k ? ",'base':{'shape':'disc','diameter':16}" : "");
        judge_man(&t, "m", 300, 400);
        judge_unit(
            &t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'bare','at':[%.17g,400,0]}]}",
            300 + JUDGE_RIM + 8 + 30);
        judge_ready(&t);
        assert_int_equal(t.table->members[1].model->base_guessed, k == 0);
        judge_set(&t, 0, "cc_metric", "3d_full", NULL);
        for (int turned = 0; turned < 2; turned++) {
            tl_reach reach = reach_of(&t, turned ? "m1" : "b1", turned ? "b1" : "m1");
            assert_near(reach.limit.distance, k ? 30 : hypot(30, 7), 1e-6);
        }
        judge_end(&t);
    }
}

/* The height between two is that between their true shapes: of a tilted cylinder the lowest point lies under the lower
 * end of its axis, by its radius times the sine of the angle between axis and plumb line. */
static void reach_of_tilted(void **state) {
    (void)state;
    static const double tilts[][2] = {{0, 0},   {33, 0},  {0, 57},  {90, 0},  {0, 90},
                                      {20, 35}, {71, 90}, {180, 0}, {143, 11}};
    for (size_t i = 0; i < sizeof(tilts) / sizeof(tilts[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_tank(&t, "v", 300, 400, 0);
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[300,400,100],'facing'"
            ":25,'tilt':[%g,%g]}]}",
            tilts[i][0], tilts[i][1]);
        judge_ready(&t);
        const tl_pose *pose = &t.table->members[judge_who(&t, "b1")].body->pose;
        static const double parts[2][3] = {{3, 30, 8}, {0, 3, JUDGE_RIM}}; /* from, to, radius */
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < 2; k++) {
            tl_vec3 p = tl_pose_point(pose, (tl_vec3){0, 0, parts[k][0]}),
                    q = tl_pose_point(pose, (tl_vec3){0, 0, parts[k][1]});
            double along = (q.z - p.z) / (parts[k][1] - parts[k][0]);
            double down = parts[k][2] * sqrt(fmax(0, 1 - along * along));
            low = fmin(low, fmin(p.z, q.z) - down);
            high = fmax(high, fmax(p.z, q.z) + down);
        }
        for (int k = 0; k < 2; k++) {
            tl_reach reach = reach_of(&t, k ? "v1" : "b1", k ? "b1" : "v1");
            assert_near(reach.gap, fmax(0, low - 40), 1e-9);
        }
        assert_true(high > low);
        judge_end(&t);
    }
}

/* Who mans a strongpoint is reached along its walls (DT-FRT-06), but by who is in it with him. */
static void reach_along_walls(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    /* four walls 10 thick round a yard, 200 x 200 outside, 30 high */
    judge_terrain(&t, "{'id':'fort','kind':'strongpoint','outline':[[400,400],[600,400],[600,600],[400,600]],'mesh':"
                      "'box 400 400 0 600 410 30, box 400 590 0 600 600 30, box 400 410 0 410 590 30, "
                      "box 590 410 0 600 590 30'}");
    judge_man(&t, "in", 440, 500);
    judge_man(&t, "with", 560, 500);
    judge_man(&t, "out", 600 + JUDGE_RIM + 45, 500);
    judge_man(&t, "off", 600 + JUDGE_RIM + 55, 500);
    judge_tank(&t, "v", 600 + JUDGE_AHEAD + 20, 450, 0);
    judge_ready(&t);
    judge_set(&t, 0, NULL);
    assert_near(reach_of(&t, "out1", "in1").limit.distance, 45, 1e-9);
    assert_near(reach_of(&t, "in1", "out1").limit.distance, 45, 1e-9);
    assert_int_equal(reach_of(&t, "in1", "out1").limit.verdict, YES);
    assert_int_equal(reach_of(&t, "in1", "off1").limit.verdict, NO);
    assert_near(reach_of(&t, "in1", "off1").limit.distance, 55, 1e-9);
    assert_near(reach_of(&t, "in1", "with1").limit.distance, 120 - 2 * JUDGE_RIM, 1e-9);
    assert_near(reach_of(&t, "in1", "v1").limit.distance, 20, 1e-9);
    judge_end(&t);
}

/* Close combat is reach and sight (DB-CC-03), or reach alone. */
static void melees(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 300, 400);
    judge_man(&t, "b", 360, 400); /* behind a wall */
    judge_man(&t, "c", 300, 460); /* in the open */
    judge_man(&t, "d", 300, 700); /* far away */
    judge_wall(&t, "w", (tl_vec2){325, 350}, (tl_vec2){335, 430}, 100);
    judge_ready(&t);
    const struct {
        const char *to;
        bool looked;
        tl_verdict sees, verdict, blind, reach_only;
    } cases[] = {{"b1", true, NO, NO, YES, YES}, {"c1", true, YES, YES, YES, YES}, {"d1", false, NO, NO, NO, NO}};
    for (size_t i = 0; i < 3; i++) {
        tl_melee melee;
        judge_set(&t, -1, NULL);
        assert_true(tl_pair_close_needs_sight(&t.inquiry));
        ok(tl_pair_melee(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, cases[i].to), &melee, &error));
        assert_int_equal(melee.looked, cases[i].looked);
        assert_int_equal(melee.sees, cases[i].sees);
        assert_int_equal(melee.verdict, cases[i].verdict);
        judge_set(&t, -1, "cc_sight", "reach_only", NULL);
        assert_false(tl_pair_close_needs_sight(&t.inquiry));
        ok(tl_pair_melee(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, cases[i].to), &melee, &error));
        assert_int_equal(melee.sees, cases[i].blind);
        assert_int_equal(melee.verdict, cases[i].reach_only);
    }
    judge_end(&t);
    /* at the limit it is looked, too, and stays open */
    stand_apart(&t, 50, 0);
    tl_melee melee;
    ok(tl_pair_melee(&t.inquiry, 0, 1, &melee, &error));
    assert_true(melee.looked);
    assert_int_equal(melee.sees, YES);
    assert_int_equal(melee.verdict, OPEN);
    judge_end(&t);
}

/* A bunker with a door in its back: its crew sees to the front, and fights through the door. */
static void doors_of_bunkers(void **state) {
    (void)state;
    for (int door = 0; door < 2; door++) {
        judge_table t;
        judge_begin(&t);
        /* walls 10 thick, 100 x 100 outside; the back wall (west) has a door 40 wide, or none; it looks east */
        judge_terrain(&t,
                      "{'id':'k','kind':'bunker','outline':[[450,450],[550,450],[550,550],[450,550]],'mesh':"
                      "'box -50 -50 0 50 -40 60, box -50 40 0 50 50 60, box 40 -40 0 50 40 60, %s','at':[500,500,0]}",
                      door ? "box -50 -40 0 -40 -20 60, box -50 20 0 -40 40 60" : "box -50 -40 0 -40 40 60");
        judge_man(&t, "in", 480, 500);
        judge_man(&t, "back", 425, 500);
        judge_man(&t, "mate", 520, 500);
        judge_ready(&t);
        for (int k = 0; k < 2; k++) {
            tl_melee melee;
            size_t a = judge_who(&t, "in1"), b = judge_who(&t, "back1");
            ok(tl_pair_melee(&t.inquiry, k ? a : b, k ? b : a, &melee, &error));
            assert_int_equal(melee.reach.limit.verdict, YES);
            assert_int_equal(melee.sees, door ? YES : NO);
            /* for all other purposes nobody is seen there */
            tl_pair_sight_result sight;
            ok(tl_pair_sight(&t.inquiry, k ? a : b, k ? b : a, &sight, &error));
            assert_int_equal(sight.sight.verdict, NO);
            ok(tl_pair_melee(&t.inquiry, a, judge_who(&t, "mate1"), &melee, &error));
            assert_int_equal(melee.sees, YES);
        }
        judge_end(&t);
    }
}

/* The nearest two of two units, in either direction, with a limit or without, of bases or bodies (DB-MSR-04, -05). */
static void ranges_of_units(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'u','side':'red','class':'infantry','members':[{'id':'u1','asset':'man','at':[100,1000]},{'"
                   "id':'u2','asset':'man','at':[500,1000]}]}");
    judge_unit(&t, "{'id':'w','side':'red','class':'infantry','members':[{'id':'w1','asset':'man','at':[1500,1000]},{'"
                   "id':'w2','asset':'man','at':[1000,1000]}]}");
    judge_tank(&t, "v", 500, 2000, 0);
    judge_ready(&t);
    for (int k = 0; k < 2; k++) {
        judge_ask(&t, "{'query':'range','from':'%s','to':'%s'}", k ? "w" : "u", k ? "u" : "w");
        assert_true(is(&t, "verdict", "yes") && is(&t, "from", k ? "w2" : "u2") && is(&t, "to", k ? "u2" : "w2") &&
                    is(&t, "metric", "3d"));
        assert_near(made_number(&t.told, "distance_mm"), 500 - 2 * JUDGE_RIM, 1e-6);
        assert_near(made_number(&t.told, "game_units"), 4.75, 1e-9);
        assert_near(made_number(&t.told, "plan_mm"), 475, 1e-6);
        assert_near(made_number(&t.told, "height_mm"), 0, 1e-6);
        assert_near(made_point(&t.told, "from_point").x, k ? 987.5 : 512.5, 1e-6);
        assert_false(made_has(&t.told, "limit_mm"));
    }
    const struct {
        double limit, tolerance;
        const char *verdict;
    } cases[] = {
        {476, 0.05, "yes"}, {474, 0.05, "no"}, {475, 0.05, "marginal"}, {475, 0, "yes"}, {470, 10, "marginal"}};
    for (size_t i = 0; i < 5; i++) {
        judge_ask(&t, "{'query':'range','from':'u','to':'w','limit_mm':%g,'tolerance_mm':%g}", cases[i].limit,
                  cases[i].tolerance);
        assert_true(is(&t, "verdict", cases[i].verdict) && is(&t, "rule", "DB-MSR-05"));
        assert_near(made_number(&t.told, "limit_mm"), cases[i].limit, 0);
        assert_near(made_number(&t.told, "margin_mm"), cases[i].limit - 475, 1e-6);
    }
    judge_ask(&t, "{'query':'range','from':'u1','to':'w'}");
    assert_near(made_number(&t.told, "distance_mm"), 875, 1e-6);
    judge_ask(&t, "{'query':'range','from':'u2','to':'v'}");
    assert_near(made_number(&t.told, "distance_mm"), 1000 - JUDGE_RIM - JUDGE_BESIDE, 1e-6);
    judge_refused(&t, "", "{'query':'range','from':'u1','to':'u'}");
    judge_refused(&t, "", "{'query':'range','from':'u','to':'nobody'}");
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),       cmocka_unit_test(limits),
        cmocka_unit_test(touching),        cmocka_unit_test(uncertain_ends),
        cmocka_unit_test(seeds),           cmocka_unit_test(reach_in_plan),
        cmocka_unit_test(reach_in_space),  cmocka_unit_test(reach_in_inches),
        cmocka_unit_test(reach_of_meshes), cmocka_unit_test(reach_of_bodies),
        cmocka_unit_test(reach_of_tilted), cmocka_unit_test(reach_along_walls),
        cmocka_unit_test(melees),          cmocka_unit_test(doors_of_bunkers),
        cmocka_unit_test(ranges_of_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
