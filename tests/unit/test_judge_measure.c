/* Distances, limits, close-combat reach and fields of fire between two models, as the rules say (judge/measure,
 * judge/sight/pair_close.c): closed forms, both sides of every limit, every reading of every setting. */
#include "support/judge_table.h"

#include "judge/measure/arc.h"
#include "judge/measure/reach.h"
#include "judge/sight/pair_close.h"
#include "judge/sight/pair_sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

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
        assert_true(tl_close_needs_sight(&t.inquiry));
        ok(tl_pair_melee(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, cases[i].to), &melee, &error));
        assert_int_equal(melee.looked, cases[i].looked);
        assert_int_equal(melee.sees, cases[i].sees);
        assert_int_equal(melee.verdict, cases[i].verdict);
        judge_set(&t, -1, "cc_sight", "reach_only", NULL);
        assert_false(tl_close_needs_sight(&t.inquiry));
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

/* --- Parties ------------------------------------------------------------------------------------------------------ */

static bool is(const judge_table *t, const char *path, const char *expected) {
    return made_has(&t->told, path) && strcmp(made_word(&t->told, path), expected) == 0;
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
        cmocka_unit_test(distances),
        cmocka_unit_test(limits),
        cmocka_unit_test(touching),
        cmocka_unit_test(uncertain_ends),
        cmocka_unit_test(seeds),
        cmocka_unit_test(reach_in_plan),
        cmocka_unit_test(reach_in_space),
        cmocka_unit_test(reach_in_inches),
        cmocka_unit_test(reach_of_meshes),
        cmocka_unit_test(reach_of_bodies),
        cmocka_unit_test(reach_of_tilted),
        cmocka_unit_test(reach_along_walls),
        cmocka_unit_test(flanks_of_mounts),
        cmocka_unit_test(melees),
        cmocka_unit_test(doors_of_bunkers),
        cmocka_unit_test(arcs),
        cmocka_unit_test(arc_limits),
        cmocka_unit_test(apexes),
        cmocka_unit_test(uneven_hulls),
        cmocka_unit_test(uncertain_arcs),
        cmocka_unit_test(ranges_of_units),
        cmocka_unit_test(arcs_of_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
