/* What ends a move (judge/move/journey.c): paths that are none, floors and windows, whom it ends on, lengths that are
 * off; both sides of every limit, and which of several things is told. */
#include "judge/move/journey_steps.h"
#include "judge/move/journey.h"
#include "support/judge_facts.h"
#include "support/judge_moves.h"

#include <math.h>
#include <stdio.h>

static const tl_halt *halt_of(const tl_journey *j, tl_halt_kind kind) {
    for (size_t i = 0; i < j->halt_count; i++) {
        if (j->halts[i].kind == kind) {
            return &j->halts[i];
        }
    }
    return NULL;
}

/* --- Paths -------------------------------------------------------------------------------------------------------- */

/* A path has one to a thousand points of two or three numbers no larger than a million; a facing is an angle. */
static void no_paths(void **state) {
    (void)state;
    static tl_path_point points[1001];
    for (size_t i = 0; i < 1001; i++) {
        points[i] = (tl_path_point){{1001, 1000, 0}, 2};
    }
    const struct {
        size_t count;
        int numbers;
        double x, y, z, facing;
        tl_status status;
    } cases[] = {{0, 2, 1001, 1000, 0, 0, TL_ERROR_ARGUMENT},
                 {1, 2, 1001, 1000, 0, 0, TL_OK},
                 {1000, 2, 1001, 1000, 0, 0, TL_OK},
                 {1001, 2, 1001, 1000, 0, 0, TL_ERROR_LIMIT},
                 {1, 1, 1001, 1000, 0, 0, TL_ERROR_ARGUMENT},
                 {1, 4, 1001, 1000, 0, 0, TL_ERROR_ARGUMENT},
                 {1, 3, 1001, 1000, 0, 0, TL_OK},
                 {3, 3, 1001, 1000, 1e6, 0, TL_OK},
                 {3, 3, 1001, 1000, 1.1e6, 0, TL_ERROR_ARGUMENT},
                 {3, 2, 1001, 1000, 1.1e6, 0, TL_OK}, /* a number that isn't given */
                 {3, 2, 1.1e6, 1000, 0, 0, TL_ERROR_ARGUMENT},
                 {3, 2, 1001, -1.1e6, 0, 0, TL_ERROR_ARGUMENT},
                 {3, 2, NAN, 1000, 0, 0, TL_ERROR_ARGUMENT},
                 {3, 2, 1e6, 1000, 0, 0, TL_OK},
                 {1, 2, 1001, 1000, 0, 1e9, TL_OK},
                 {1, 2, 1001, 1000, 0, -1.1e9, TL_ERROR_ARGUMENT},
                 {1, 2, 1001, 1000, 0, NAN, TL_ERROR_ARGUMENT}};
    judge_table t;
    begin(&t, "infantry", "man", "'move':4");
    judge_ready(&t);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t which = cases[i].count < 2 ? 0 : 1;
        points[which] = (tl_path_point){{cases[i].x, cases[i].y, cases[i].z}, cases[i].numbers};
        tl_question question = {.query = "move",
                                .path = points,
                                .path_count = cases[i].count,
                                .has_facing = true,
                                .facing_deg = cases[i].facing};
        for (int given = 0; given < 2; given++) { /* a facing that isn't given is none */
            tl_journey j;
            question.has_facing = given == 1;
            tl_status expected = given == 0 && i >= 15 ? TL_OK : cases[i].status;
            if (tl_journey_make(&t.inquiry, 0, &question, &j, &error) != expected) {
                fail_msg("case %zu, %d", i, given);
            }
            tl_journey_free(&j);
        }
        points[which] = (tl_path_point){{1001, 1000, 0}, 2};
    }
    const tl_question question = {.query = "move", .path_count = 1};
    tl_journey j;
    assert_int_equal(tl_journey_make(&t.inquiry, 0, &question, &j, &error), TL_ERROR_ARGUMENT);
    tl_journey_free(&j);
    judge_end(&t);
}

/* Up and down a box of 50 by 40: lengths in plan and along the surface belong together. */
static void plan_and_cost(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "infantry", "man", "'move':4");
    judge_terrain(&t, "{'id':'hill','kind':'ground','mesh':'box 1060 500 0 1110 1500 40'}");
    judge_ready(&t);
    judge_set(&t, 0.05, "slope_distance", "surface", NULL);
    tl_journey j;
    go_to(&t, 1190, 1000, NAN, &j);
    const double pairs[][2] = {{0, 0}, {30, 30}, {60, 60}, {85, 125}, {110, 150}, {150, 230}, {190, 270}};
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        double plan = tl_journey_plan_at(&j, pairs[i][1]);
        assert_near(plan, pairs[i][0], 1e-6);
        if (pairs[i][0] != 60 && pairs[i][0] != 110) {
            assert_near(tl_journey_cost_at(&j, pairs[i][0]), pairs[i][1], 1e-6);
        }
    }
    assert_near(tl_journey_plan_at(&j, 80), 60, 1e-6);   /* on the way up */
    assert_near(tl_journey_plan_at(&j, 170), 110, 1e-6); /* ... and down */
    assert_near(tl_journey_plan_at(&j, 1000), 190, 1e-6);
    assert_near(tl_journey_plan_at(&j, -1), 0, 1e-6);
    assert_near(tl_journey_cost_at(&j, 1000), 270, 1e-6);
    tl_journey_free(&j);
    judge_end(&t);
}

/* There is room for some halts; more are left out, and the answer is the same. */
static void too_many(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "infantry", "man", "'move':20");
    for (int i = 0; i < 40; i++) { /* each is grazed, by what is too close to call */
        char id[32];
        snprintf(id, sizeof(id), "f%d-", i);
        judge_model(&t, id, "blue", "infantry", "man", 1050 + 40 * i, 1024.99, 0, "");
    }
    judge_ready(&t);
    tl_journey j;
    go_to(&t, 2700, 1000, NAN, &j);
    assert_int_equal(j.halt_count, TL_JOURNEY_HALTS);
    assert_int_equal(j.verdict, OPEN);
    assert_ptr_equal(j.stop, &j.halts[0]);
    for (size_t i = 0; i < j.halt_count; i++) {
        assert_int_equal(j.halts[i].verdict, OPEN);
        assert_true(j.halts[i].latest == INFINITY);
        assert_near(j.halts[i].plan, 50 + 40 * (double)i - sqrt(25 * 25 - 24.99 * 24.99), 0.01); /* where it touches */
        assert_near(j.halts[i].cost, j.halts[i].plan, 1e-9);
        assert_true(i == 0 || j.halts[i].cost >= j.halts[i - 1].cost);
        char id[32];
        snprintf(id, sizeof(id), "f%zu-1", i);
        assert_string_equal(tl_table_slot_name(t.table, j.halts[i].slot), id);
    }
    tl_journey_free(&j);
    judge_end(&t);
}

/* --- Floors and windows ------------------------------------------------------------------------------------------- */

#define HOUSE(more)                                                                                                    \
    "{'id':'house','kind':'building','mesh':'box 900 900 60 1300 1100 64, box 900 900 126 1300 1100 130'" more "}"
#define DRAWN ",'outline':[[900,900],[1300,900],[1300,1100],[900,1100]]"

/* Floors are changed in buildings, by infantry alone (DB-MOV-09); where a rim may be off, there is doubt. */
static void floors(void **state) {
    (void)state;
    const struct {
        const char *terrain, *class, *asset;
        double x;
        tl_verdict verdict;
        tl_halt_kind kind;
    } cases[] = {
        {HOUSE(DRAWN), "infantry", "man", 1200, YES, 0},
        {HOUSE(DRAWN), "vehicle", "tank", 1200, NO, TL_HALT_FLOOR_CLASS},
        {"{'id':'bridge','kind':'ground','mesh':'box 1100 900 60 1300 1100 64'}", "infantry", "man", 1200, NO,
         TL_HALT_FLOOR_OUTSIDE},
        {"{'id':'bridge','kind':'ground','mesh':'box 1100 900 60 1300 1100 64'}", "vehicle", "tank", 1200, NO,
         TL_HALT_FLOOR_CLASS},
        {HOUSE(",'uncertainty':0.5"), "infantry", "man", 1290, YES, 0},
        {HOUSE(",'uncertainty':0.5"), "infantry", "man", 1299.7, OPEN, TL_HALT_FLOOR_OUTSIDE},
        {HOUSE(",'uncertainty':0.5"), "vehicle", "tank", 1299.7, OPEN, TL_HALT_FLOOR_CLASS},
        {HOUSE(",'uncertainty':0.5"), "vehicle", "tank", 1290, NO, TL_HALT_FLOOR_CLASS},
        {HOUSE(DRAWN ",'uncertainty':0.5"), "infantry", "man", 1299.7, YES, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'%s','move':9,'members':[{'id':'a1','asset':'%s','at':[1000,1000,"
                   "0]}]}",
                   cases[i].class, cases[i].asset);
        judge_terrain(&t, "%s", cases[i].terrain);
        judge_ready(&t);
        judge_set(&t, 0.05, "terrain_cap", "inside_part", NULL);
        tl_journey j;
        const tl_vec3 path[2] = {{cases[i].x - 50, 1000, NAN}, {cases[i].x, 1000, 64}};
        go(&t, path, 2, NAN, &j);
        const tl_halt *outside = halt_of(&j, TL_HALT_FLOOR_OUTSIDE), *class = halt_of(&j, TL_HALT_FLOOR_CLASS);
        const tl_halt *halt = outside != NULL ? outside : class;
        assert_true(outside == NULL || class == NULL);
        if ((halt != NULL) != (cases[i].verdict != YES) ||
            (halt != NULL && (halt->verdict != cases[i].verdict || halt->kind != cases[i].kind))) {
            fail_msg("case %zu: %d, %d", i, halt != NULL ? (int)halt->verdict : -1,
                     halt != NULL ? (int)halt->kind : -1);
        }
        if (halt != NULL) {
            assert_int_equal(halt->cause.clause, TL_CLAUSE_MOVE_FLOORS);
            assert_near(halt->plan, cases[i].x - 1000, 1e-6);
            assert_near(halt->cost, cases[i].x - 1000, 1e-6);
            if (halt->verdict == NO) {
                assert_near(halt->latest, cases[i].x - 1000, 1e-6);
            } else {
                assert_true(halt->latest == INFINITY);
            }
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* A vehicle drives onto what lifts a model, no higher; by twice what the heights may be off there is doubt. */
static void thresholds(void **state) {
    (void)state;
    const double by = 2 * 0.1 * (1 + sqrt(3));
    const struct {
        double height, off;
        tl_verdict verdict;
    } cases[] = {{4.99, 0, YES},
                 {5.01, 0, NO},
                 {5 - by - 0.01, 0.1, YES},
                 {5 - by + 0.01, 0.1, OPEN},
                 {5 + by - 0.01, 0.1, OPEN},
                 {5 + by + 0.01, 0.1, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int kind = 0; kind < 2; kind++) {
            judge_table t;
            begin(&t, "vehicle", "tank", "'move':4");
            judge_terrain(&t,
                          "{'id':'p','kind':'%s','mesh':'box 1100 900 0 1300 1100 %.17g','uncertainty':%g,'outline':[["
                          "1100,900],[1300,900],[1300,1100],[1100,1100]]}",
                          kind == 0 ? "building" : "ground", cases[i].height, cases[i].off);
            judge_ready(&t);
            tl_journey j;
            go_to(&t, 1150, 1000, NAN, &j);
            const tl_halt *halt = halt_of(&j, TL_HALT_FLOOR_CLASS);
            tl_verdict verdict = halt == NULL ? YES : halt->verdict;
            if (verdict != (kind == 0 ? cases[i].verdict : YES)) {
                fail_msg("case %zu, %d: %d", i, kind, (int)verdict);
            }
            if (halt != NULL) {
                assert_near(halt->plan, 100, 1e-6);
                assert_true(halt->verdict == NO ? fabs(halt->latest - 100) < 1e-6 : halt->latest == INFINITY);
            }
            tl_journey_free(&j);
            judge_end(&t);
        }
    }
}

/* Who climbs into a window has to come out of it (DB-MOV-08). */
static void in_windows(void **state) {
    (void)state;
    const struct {
        double to, off;
        tl_verdict verdict;
    } cases[] = {{1080, 0, YES}, {1105, 0, NO}, {1095, 0, NO}, {1122, 0, NO}, {1124, 0, YES}, {1190, 0, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "infantry", "man", "'move':4");
        judge_terrain(&t, "{'id':'other','kind':'building','mesh':'box 500 700 0 510 900 90'}");
        judge_terrain(&t, "{'id':'house','kind':'building','mesh':'box 1100 700 0 1110 980 90, box 1100 1020 0 1110 "
                          "1300 90, box 1100 980 0 1110 1020 20, box 1100 980 60 1110 1020 90'}");
        judge_ready(&t);
        tl_journey j;
        go_to(&t, cases[i].to, 1000, NAN, &j);
        if (j.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)j.verdict);
        }
        const tl_halt *halt = halt_of(&j, TL_HALT_IN_OPENING);
        assert_int_equal(halt != NULL, cases[i].verdict == NO);
        if (halt != NULL) {
            assert_int_equal(halt->verdict, NO);
            assert_int_equal(halt->cause.clause, TL_CLAUSE_MOVE_OPENINGS);
            assert_near(halt->plan, 87.5, 0.01);
            assert_near(halt->cost, 87.5, 0.01);
            assert_near(halt->latest, cases[i].to - 1000, 1e-6);
            assert_true(halt->has_slot);
            assert_string_equal(tl_table_slot_name(t.table, halt->slot), "house");
            assert_ptr_equal(halt, j.stop);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* A vehicle comes to no floor above the lowest (DB-MOV-09): one that is higher than what lifts a base, by more than
 * twice what heights may be off, for certain; within that perhaps; lower by more than that it is none. */
static void low_floors(void **state) {
    (void)state;
    static const struct {
        double height, off;
        tl_verdict verdict;
    } cases[] = {
        {6, 0, TL_VERDICT_NO},           {4.5, 0, TL_VERDICT_YES},        {8, 0.5, TL_VERDICT_NO},
        {7.5, 0.5, TL_VERDICT_MARGINAL}, {3, 0.5, TL_VERDICT_MARGINAL},   {2, 0.5, TL_VERDICT_YES},
        {5.7, 0.1, TL_VERDICT_NO},       {5.3, 0.1, TL_VERDICT_MARGINAL}, {4.7, 0.1, TL_VERDICT_MARGINAL},
        {4, 0.1, TL_VERDICT_YES},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        tl_journey j;
        begin(&t, "vehicle", "tank", "'move':9");
        judge_terrain(
            &t,
            "{'id':'h','kind':'building','outline':[[1100,800],[1500,800],[1500,1200],[1100,1200]],'mesh':'box "
            "1100 800 -5 1500 1200 %.17g','uncertainty':%g}",
            cases[i].height, cases[i].off);
        judge_ready(&t);
        go_to(&t, 1300, 1000, NAN, &j);
        const tl_halt *halt = halt_of(&j, TL_HALT_FLOOR_CLASS);
        tl_verdict found = halt == NULL ? YES : halt->verdict;
        if (found != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)found);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* --- The end ------------------------------------------------------------------------------------------------------ */

/* Whom it ends on: of several him for certain; back to where it stands on nobody; overlap within the tolerance is none
 * (DB-MOV-03). */
static void on_others(void **state) {
    (void)state;
    const struct {
        double to, tolerance;
        const char *by; /* NULL: on nobody */
        tl_verdict verdict;
        double after;
    } cases[] = {
        {1174.9, 0.05, NULL, YES, 0},
        {1175.04, 0.05, NULL, YES, 0},
        {1175.06, 0.05, "f1", NO, 175.05},
        {1177, 3, NULL, YES, 0},
        {1178.1, 3, "f1", NO, 178},
        {1200, 0.05, "f1", NO, 175.05},
        /* g stands right behind f: back to before both */
        {1240, 0.05, "g1", NO, 175.05},
        {1225.5, 0.05, "g1", NO, 175.05},
        /* the scan, which may be off, is told when nobody else is ended on for certain */
        {1449.7, 0.05, "s1", OPEN, 449.55},
        {1450.7, 0.05, "s1", NO, 449.55},
        {1449.4, 0.05, NULL, YES, 0},
        {1649.7, 0.05, "h1", NO, 640},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "infantry", "man", "'move':9");
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}");
        judge_model(&t, "f", "red", "infantry", "man", 1200, 1000, 0, "");
        judge_model(&t, "g", "red", "infantry", "man", 1235, 1010, 0, "");
        judge_model(&t, "s", "red", "vehicle", "scan", 1512.5, 1000, 0, "");
        judge_model(&t, "u", "red", "vehicle", "scan", 1712.5, 1000, 0, "");
        judge_model(&t, "h", "red", "infantry", "man", 1649.7, 1023, 0, "");
        judge_ready(&t);
        judge_set(&t, cases[i].tolerance, NULL);
        tl_journey j;
        go_to(&t, cases[i].to, 1000, NAN, &j);
        if (j.end != cases[i].verdict || j.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d, %d", i, (int)j.end, (int)j.verdict);
        }
        if (cases[i].by != NULL) {
            assert_string_equal(tl_table_slot_name(t.table, j.end_slot), cases[i].by);
            assert_int_equal(j.stop->kind, TL_HALT_ON_MODEL);
            assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_END);
            assert_true(j.stop->has_slot && j.stop->slot == j.end_slot);
            assert_near(j.stop->plan, cases[i].after, i == 11 ? 5 : 0.02);
            assert_near(j.stop->cost, j.stop->plan, 1e-9);
            assert_true(j.stop->verdict == NO ? j.stop->latest == j.stop->plan : j.stop->latest == INFINITY);
        } else {
            assert_null(j.stop);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* A ledge where it ends: back to before it, in steps that are then halved; not looked at when it doesn't get there. */
static void before_ledges(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        static const double to[4] = {1190, 1289, 1190, 1190}, height[4] = {25, 25, 8, 25};
        judge_table t;
        begin(&t, "infantry", "man", k == 3 ? "'move':1.5" : "'move':9");
        judge_terrain(&t, "{'id':'ledge','kind':'ground','mesh':'box 1200 500 0 1280 1500 %g'}", height[k]);
        judge_ready(&t);
        tl_journey j;
        go_to(&t, to[k], 1000, NAN, &j);
        const tl_halt *halt = halt_of(&j, TL_HALT_RISES);
        assert_int_equal(halt != NULL, k != 3);
        if (k == 3) {
            assert_int_equal(j.stop->kind, TL_HALT_FAR);
            assert_int_equal(j.verdict, NO);
        } else { /* behind its rear side: back to where it stands on it */
            assert_int_equal(halt->verdict, k == 2 ? OPEN : NO);
            assert_near(halt->plan, k == 1 ? 280 : 187.55, 0.01); /* it may stand in it by the tolerance */
            assert_true(k == 2 ? halt->latest == INFINITY : fabs(halt->latest - to[k] + 1000) < 1e-9);
            assert_string_equal(tl_table_slot_name(t.table, halt->slot), "ledge");
            assert_int_equal(j.end, k == 2 ? OPEN : NO);
            assert_int_equal(j.verdict, j.end);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Who flies over terrain comes down on what there is where he comes down: the last place before a wall, in which
 * he can't end, lies on the plateau that it stands on, with the whole base off the wall. Who walks is stopped by it. */
static void down_on_plateaus(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        tl_journey j;
        double height = k & 1 ? 30 : 0;
        begin(&t, "infantry", "man", k & 2 ? "'move':9" : "'move':9,'skills':['flying-infantry']");
        if (height > 0) {
            judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1050 800 0 1600 1200 %g'}", height);
        }
        judge_terrain(&t, "{'id':'h','kind':'building','mesh':'box 1300 800 0 1310 1200 %g'}", height + 90);
        judge_ready(&t);
        go_to(&t, 1293, 1000, NAN, &j);
        const tl_halt *halt = halt_of(&j, TL_HALT_NO_END);
        if ((k & 2) == 0) {
            assert_non_null(halt);
            assert_int_equal(halt->verdict, NO);
            assert_near(halt->plan, 300 - JUDGE_RIM, 0.06);
        } else {
            assert_null(halt);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* --- Lengths ------------------------------------------------------------------------------------------------------ */

/* What climbing may count more or less leaves a length open by as much, and where terrain slows the place of that limit
 * as well. */
static void uncertain_lengths(void **state) {
    (void)state;
    for (int slowed = 0; slowed < 2; slowed++) {
        int told[3] = {0, 0, 0};
        for (double x = 1140; x < 1300; x += 0.9) {
            judge_table t;
            begin(&t, "infantry", "man", slowed ? "'move':9" : "'move':1.9");
            judge_terrain(&t, "{'id':'p','kind':'building','mesh':'box 1060 900 0 1500 1100 4','uncertainty':0.1,"
                              "'outline':[[1060,900],[1500,900],[1500,1100],[1060,1100]]}");
            judge_ready(&t);
            tl_journey j;
            go_to(&t, x, 1000, NAN, &j);
            double length = x - 1000 + 4, limit = slowed ? 200 : 190;
            /* each bend by 0.546, the corner too */
            double each = 2 * 0.1 * (1 + sqrt(3)), off = (double)(j.path.bends + 1) * each;
            assert_near(j.length, length, 1e-9);
            assert_near(j.cost_off, off, 1e-3);
            double away = fabs(length - limit) - (0.05 + (slowed ? 2 : 1) * off);
            if (fabs(away) > 1e-3) {
                tl_verdict expected = away < 0 ? OPEN : length < limit ? YES : NO;
                if (j.length_verdict != expected) {
                    fail_msg("%d, %g: %d", slowed, x, (int)j.length_verdict);
                }
                told[expected]++;
            }
            tl_journey_free(&j);
            judge_end(&t);
        }
        assert_true(told[0] > 3 && told[1] > 3 && told[2] > 3);
    }
}

/* Where a mover whose outline may be off meets terrain for certain, and where perhaps: that it does counts when it is
 * certain, the way to it as far as it may be less. */
static void perhaps_in_terrain(void **state) {
    (void)state;
    const struct {
        double rim, to; /* its front is 50 ahead, and may be 0.5 farther or less */
        bool met;
        tl_verdict length;
        tl_halt_kind kind;
    } cases[] = {{1200, 1149, false, YES, 0},
                 {1200, 1150.2, false, YES, 0},
                 {1200, 1151, true, YES, 0},
                 {1200, 1199.9, true, YES, 0},
                 {1200, 1200.2, true, NO, TL_HALT_SLOWED},
                 {1300, 1249.4, false, YES, 0},
                 {1300, 1249.8, false, OPEN, TL_HALT_BEFORE_TERRAIN},
                 {1300, 1250.4, false, OPEN, TL_HALT_BEFORE_TERRAIN},
                 {1300, 1251, true, NO, TL_HALT_BEFORE_TERRAIN},
                 {980, 1190, true, YES, 0},
                 {500, 1190, true, YES, 0}}; /* all of it inside */
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}");
        judge_area(&t, "other", "road", (tl_vec2){100, 100}, (tl_vec2){200, 200}, -1);
        judge_area(&t, "s", "swamp", (tl_vec2){cases[i].rim, 500}, (tl_vec2){2500, 1500}, -1);
        judge_model(&t, "a", "red", "vehicle", "scan", 1000, 1000, 0, "'move':4,'locomotion':'tracked'");
        judge_ready(&t);
        tl_journey j;
        go_to(&t, cases[i].to, 1000, NAN, &j);
        double possible = fmax(cases[i].rim - 1000 - 50.5, 0);
        if (j.in_terrain_counts != cases[i].met || j.length_verdict != cases[i].length) {
            fail_msg("case %zu: %d, %d", i, j.in_terrain_counts, (int)j.length_verdict);
        }
        assert_near(j.allowance, !cases[i].met ? 400 : fmax(200, possible), 0.01);
        if (cases[i].met) {
            assert_near(j.terrain_after, possible, 0.01);
            assert_near(j.inside, cases[i].to - 1000 - possible, 0.01);
            assert_int_equal(j.terrain, 1);
            assert_int_equal(j.crossing_count, cases[i].rim > 1000);
        } else {
            assert_int_equal(j.crossing_count, 0);
        }
        assert_int_equal(j.stop != NULL, cases[i].length != YES);
        if (j.stop != NULL) {
            assert_int_equal(j.stop->kind, cases[i].kind);
            assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_TERRAIN);
            assert_near(j.stop->plan, fmax(200, possible), 0.01);
            assert_near(j.stop->cost, j.stop->plan, 1e-9);
            assert_true(j.stop->verdict == NO ? j.stop->latest == j.stop->plan : j.stop->latest == INFINITY);
            assert_string_equal(tl_table_slot_name(t.table, j.stop->slot), "s");
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* All of it inside, touching no rim, across two pieces that lie over one another and out of both: one stretch;
 * crossings in their order, at one place in that of the pieces. */
static void over_one_another(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) { /* it all; as far as inside; from inside, on a third one */
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'x','kind':'deep-water','disc':{'centre':[1400,2000],'radius':30}}");
        judge_area(&t, "s", "swamp", (tl_vec2){1100, 800}, (tl_vec2){1400, 1200}, -1);
        judge_area(&t, "u", "swamp", (tl_vec2){1100, 700}, (tl_vec2){1600, 1300}, -1);
        judge_terrain(&t, "{'id':'v','kind':'swamp','disc':{'centre':[1450,1000],'radius':50}}");
        judge_area(&t, "w", "swamp", (tl_vec2){1800, 700}, (tl_vec2){1900, 1300}, -1);
        judge_model(&t, "a", "red", "vehicle", "tank", k == 2 ? 1360 : 1000, 1000, 0,
                    "'move':20,'locomotion':'wheeled'");
        judge_ready(&t);
        judge_set(&t, 0.05, "terrain_cap", "inside_part", "bog_rolls", "per_crossing", NULL);
        tl_journey j;
        go_to(&t, k == 1 ? 1250 : 2100, 1000, NAN, &j);
        static const struct {
            double at;
            size_t terrain;
            bool leaves;
        } all[] = {{1050, 1, false}, {1050, 2, false}, {1350, 3, false}, {1450, 1, true},
                   {1550, 3, true},  {1650, 2, true},  {1750, 4, false}, {1950, 4, true}};
        size_t first = k == 2 ? 3 : 0, count = k == 1 ? 2 : k == 2 ? 5 : 8;
        double start = k == 2 ? 1360 : 1000;
        if (j.crossing_count != count) {
            for (size_t i = 0; i < j.crossing_count; i++) {
                print_message("%g %zu %d\n", j.crossings[i].cost, j.crossings[i].terrain, j.crossings[i].leaves);
            }
            fail_msg("%d: %zu", k, j.crossing_count);
        }
        for (size_t i = 0; i < count; i++) {
            assert_near(j.crossings[i].cost, all[first + i].at - start, 0.03);
            assert_near(j.crossings[i].at.x, all[first + i].at, 0.03);
            assert_int_equal(j.crossings[i].terrain, all[first + i].terrain);
            assert_int_equal(j.crossings[i].leaves, all[first + i].leaves);
            assert_true(j.crossings[i].rolls);
        }
        assert_near(j.inside, k == 0 ? 600 + 200 : k == 1 ? 200 : 290 + 200, 0.06);
        assert_near(j.terrain_after, k == 2 ? 0 : 50, 0.03);
        assert_int_equal(j.terrain, 1);
        /* 200 of it are allowed: from where it is met */
        assert_near(j.allowance, k == 2 ? 200 : k == 1 ? 2000 : 250, 0.03);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* On which surface it goes on may be open: then the move is. */
static void open_ways(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        begin(&t, "infantry", "man", "'move':4");
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 1100 900 %g 1200 1100 %g','uncertainty':0.5}",
                      k == 0 ? 31.0 : 34.0, k == 0 ? 35.0 : 38.0);
        judge_ready(&t);
        tl_journey j;
        go_to(&t, 1300, 1000, NAN, &j);
        assert_int_equal(j.way_open, k == 0);
        assert_int_equal(j.verdict, k == 0 ? OPEN : YES);
        if (k == 0) {
            assert_int_equal(j.stop->kind, TL_HALT_GROUND);
            assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_FLOORS);
            assert_true(j.stop->plan == 0 && j.stop->cost == 0 && !j.stop->has_slot && j.stop->latest == INFINITY);
        }
        assert_int_equal(j.uncertain_count, 1);
        assert_near(j.uncertainty, 0.5, 1e-12);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_paths),           cmocka_unit_test(low_floors),        cmocka_unit_test(down_on_plateaus),
        cmocka_unit_test(plan_and_cost),      cmocka_unit_test(too_many),          cmocka_unit_test(floors),
        cmocka_unit_test(thresholds),         cmocka_unit_test(in_windows),        cmocka_unit_test(on_others),
        cmocka_unit_test(before_ledges),      cmocka_unit_test(uncertain_lengths), cmocka_unit_test(open_ways),
        cmocka_unit_test(perhaps_in_terrain), cmocka_unit_test(over_one_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
