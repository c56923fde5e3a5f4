/* test_judge_placing.c: how a template is laid and whether it may lie there (judge/template), asked of the judges
 * themselves: every finding with its verdict, its rule and its length, against closed forms; middles, reaches and
 * ends of weapons of every outline; levels of buildings by their heights. */
#include "judge/template/anchor.h"
#include "judge/template/best.h"
#include "judge/template/levels.h"
#include "judge/template/placing_steps.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R      JUDGE_RIM
#define DEGREE (M_PI / 180)
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static tl_placing lay(const judge_table *t, const tl_question *q) {
    tl_placing placing;
    tl_error error = {0};
    if (tl_placing_make(&t->inquiry, q, &placing, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return placing;
}

static const tl_placing_finding *found(const tl_placing *p, tl_placing_fact fact) {
    for (size_t i = 0; i < p->finding_count; i++) {
        if (p->findings[i].fact == fact) {
            return &p->findings[i];
        }
    }
    return NULL;
}

/* The findings are these, in this order; and the verdict is that of all together. */
static void assert_facts(const tl_placing *p, const char *what, size_t count, const tl_placing_fact *facts,
                         const tl_verdict *verdicts) {
    tl_verdict all = YES;
    if (p->finding_count != count) {
        fail_msg("%s: %zu findings", what, p->finding_count);
    }
    for (size_t i = 0; i < count; i++) {
        if (p->findings[i].fact != facts[i] || p->findings[i].verdict != verdicts[i]) {
            fail_msg("%s: finding %zu is %d, %d", what, i, (int)p->findings[i].fact, (int)p->findings[i].verdict);
        }
        all = all == NO || verdicts[i] == NO ? NO : all == OPEN || verdicts[i] == OPEN ? OPEN : YES;
    }
    assert_int_equal(p->verdict, all);
}

/* --- Blasts ------------------------------------------------------------------------------------------------------- */

/* Arc, range and sight, each with what it is held against. */
static void aims(void **state) {
    (void)state;
    static const struct {
        const char *weapon;
        double x, y; /* of the centre, off the middle of who fires */
        size_t count;
        tl_placing_fact facts[3];
        tl_verdict verdicts[3];
        tl_clause range;
        double distance, limit; /* of the range */
    } cases[] = {
        {"'range':4,'template':'blast'",
         R + 399,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_RANGE, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         399,
         400},
        {"'range':4,'template':'blast'",
         R + 401,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_RANGE, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         401,
         400},
        {"'range':[2,4],'template':'blast'",
         R + 201,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_RANGE, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         201,
         400},
        {"'range':[2,4],'template':'blast'",
         R + 199,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_TOO_NEAR, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_YES},
         TL_CLAUSE_RANGE_MINIMUM,
         199,
         200},
        {"'range':[2,4],'template':'blast'",
         R + 200,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_TOO_NEAR, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_MARGINAL, TL_VERDICT_YES},
         TL_CLAUSE_RANGE_MINIMUM,
         200,
         200},
        {"'range':[2,4],'template':'blast'",
         R + 402,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_RANGE, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         402,
         400},
        {"'range':{'mm':300},'template':'blast'",
         R + 299,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_RANGE, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         299,
         300},
        {"'range':'C','template':'blast'",
         R + 20,
         0,
         3,
         {TL_PLACING_ALL_ROUND, TL_PLACING_CLOSE_RANGE, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_YES},
         TL_CLAUSE_RANGE_CLOSE,
         0,
         0},
        {"'template':'blast'",
         R + 900,
         0,
         2,
         {TL_PLACING_ALL_ROUND, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         0,
         0},
        {"'arc':'front','template':'blast'",
         300,
         299,
         2,
         {TL_PLACING_CENTRE_ARC, TL_PLACING_SIGHT},
         {TL_VERDICT_YES, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         0,
         0},
        {"'arc':'front','template':'blast'",
         300,
         300,
         2,
         {TL_PLACING_CENTRE_ARC, TL_PLACING_SIGHT},
         {TL_VERDICT_MARGINAL, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         0,
         0},
        {"'arc':'front','template':'blast'",
         300,
         301,
         2,
         {TL_PLACING_CENTRE_ARC, TL_PLACING_SIGHT},
         {TL_VERDICT_NO, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         0,
         0},
        {"'range':8",
         300,
         0,
         2,
         {TL_PLACING_NO_WEAPON, TL_PLACING_SIGHT},
         {TL_VERDICT_MARGINAL, TL_VERDICT_YES},
         TL_CLAUSE_TEMPLATE_AIM,
         0,
         0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[120], what[20];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w',%s}]", cases[i].weapon);
        snprintf(what, sizeof(what), "case %zu", i);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, more);
        judge_ready(&t);
        const tl_question q = {
            .shape = "blast", .from = "a", .at_count = 3, .at = {1000 + cases[i].x, 1000 + cases[i].y, 0}};
        tl_placing p = lay(&t, &q);
        assert_facts(&p, what, cases[i].count, cases[i].facts, cases[i].verdicts);
        assert_int_equal(p.firer, 0);
        assert_int_equal(p.has_arc, cases[i].facts[0] == TL_PLACING_CENTRE_ARC);
        assert_int_equal(p.weapon == NULL, cases[i].facts[0] == TL_PLACING_NO_WEAPON);
        assert_int_equal(p.observer, SIZE_MAX);
        assert_int_equal(p.bar.kind, TL_BAR_NONE);
        assert_int_equal(tl_placing_is_illegal(&p), p.verdict == NO);
        if (cases[i].count == 3) {
            assert_int_equal(p.findings[1].cause.clause, cases[i].range);
        }
        if (cases[i].limit > 0) {
            assert_near(p.range.distance, cases[i].distance, 1e-9);
            assert_near(p.range.limit, cases[i].limit, 1e-9);
        }
        if (p.weapon == NULL) { /* by the rule of the template */
            assert_string_equal(p.findings[0].cause.of_row, "DB-BLA-02");
        }
        tl_placing_free(&p);
        judge_end(&t);
    }
}

/* What the one who fires sees, and what an observer does: the best of both, the observer's only where his own is worse
 * (DT-SPC-07). */
static void observers(void **state) {
    (void)state;
    /* a wall near each of the two, uncertain by 2: far below the line, just below it, above it */
    static const double walls[3] = {10, 28.2, 60};
    static const tl_verdict seen[3] = {TL_VERDICT_YES, TL_VERDICT_MARGINAL, TL_VERDICT_NO};
    for (int own = 0; own < 3; own++) {
        for (int other = 0; other < 4; other++) { /* 3: nobody observes */
            for (int artillery = 0; artillery < 2; artillery++) {
                judge_table t;
                judge_begin(&t);
                judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                            artillery ? "'weapons':[{'id':'w','template':'blast','skills':['artillery']}]"
                                      : "'weapons':[{'id':'w','template':'blast'}]");
                judge_model(&t, "eyes", "red", "infantry", "man", 2000, 1300, 0,
                            other < 3 ? "'skills':['observer']" : "");
                judge_terrain(&t,
                              "{'id':'near','kind':'wall','mesh':'box 1026 800 0 1030 1200 %g','at':[0,0,0],"
                              "'uncertainty':2}",
                              own == 1 ? 29.0 : walls[own]);
                judge_terrain(&t,
                              "{'id':'side','kind':'wall','mesh':'box 1800 1270 0 2200 1274 %g','at':[0,0,0],"
                              "'uncertainty':2}",
                              walls[other % 3]);
                judge_ready(&t);
                const tl_question q = {.shape = "blast", .from = "a", .at_count = 3, .at = {2000, 1000, 0}};
                tl_placing p = lay(&t, &q);
                bool asked = artillery && other < 3 && own > 0, sees = asked && other == 0;
                bool by_other = asked && own == 2 && other == 1;
                const tl_placing_fact facts[2] = {TL_PLACING_ALL_ROUND, sees ? TL_PLACING_OBSERVED : TL_PLACING_SIGHT};
                const tl_verdict verdicts[2] = {YES, sees ? YES : by_other ? OPEN : seen[own]};
                char what[40];
                snprintf(what, sizeof(what), "own %d, other %d, artillery %d", own, other, artillery);
                assert_facts(&p, what, 2, facts, verdicts);
                assert_int_equal(p.findings[1].cause.clause,
                                 sees || by_other ? TL_CLAUSE_SIGHT_OBSERVER : TL_CLAUSE_TEMPLATE_AIM);
                assert_int_equal(p.observer, sees ? judge_who(&t, "eyes1") : SIZE_MAX);
                if (!sees) {
                    assert_int_equal(p.sight.sight.verdict, verdicts[1]);
                    assert_int_equal(p.sight.from == judge_who(&t, "eyes1") || p.sight.to == judge_who(&t, "eyes1"),
                                     by_other);
                }
                tl_placing_free(&p);
                judge_end(&t);
            }
        }
    }
}

/* Of several models and weapons the first that lies best: legal before open before not. */
static void best_firers(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    /* how far each is from the centre: the weapon reaches 400 */
    static const double away[3] = {401, 400, 399};
    for (int k = 0; k < 6; k++) {
        for (int most = 1; most <= 3; most++) { /* the first so many of them alone */
            judge_table t;
            char members[300] = "";
            int best = 0;
            judge_begin(&t);
            for (int i = 0; i < most; i++) {
                size_t used = strlen(members);
                int kind = orders[k][i];
                double a = 120 * i * DEGREE, d = R + away[kind];
                snprintf(members + used, sizeof(members) - used, "%s{'id':'a%d','asset':'man','at':[%.17g,%.17g,0]}",
                         i > 0 ? "," : "", i, 1000 + d * cos(a), 1000 + d * sin(a));
                best = kind > orders[k][best] ? i : best;
            }
            judge_unit(&t,
                       "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'u','range':20},{'id':'v','range':1,"
                       "'template':'blast'},{'id':'w','range':4,'template':'blast'}],'members':[%s]}",
                       members);
            judge_ready(&t);
            const tl_question q = {.shape = "blast", .from = "a", .at_count = 3, .at = {1000, 1000, 0}};
            tl_placing p = lay(&t, &q);
            static const tl_verdict verdicts[3] = {TL_VERDICT_NO, TL_VERDICT_MARGINAL, TL_VERDICT_YES};
            assert_int_equal(p.verdict, verdicts[orders[k][best]]);
            assert_int_equal(p.firer, best);
            assert_string_equal(p.weapon->id, p.verdict == NO ? "v" : "w");
            tl_placing_free(&p);
            judge_end(&t);
        }
    }
}

/* On an uncertain roof the distance may be off by as much as the roof; thrown at a hull of an uncertain mesh its centre
 * may lie elsewhere; a centre in something solid sees nobody. */
static void laid_blasts(void **state) {
    (void)state;
    static const double spare[] = {1, -1, 3, -3};
    static const tl_verdict within[] = {TL_VERDICT_MARGINAL, TL_VERDICT_MARGINAL, TL_VERDICT_YES, TL_VERDICT_NO};
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        /* from the rim, 3 high, to the roof, 20 high */
        double away = sqrt((300 - spare[k]) * (300 - spare[k]) - 17 * 17);
        judge_model(&t, "a", "red", "infantry", "man", 1000 - R - away, 1000, 0,
                    "'weapons':[{'id':'w','range':{'mm':300},'template':'blast'}]");
        judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 950 950 0 1050 1050 20','uncertainty':2}");
        judge_ready(&t);
        const tl_question q = {.shape = "blast", .from = "a", .at_count = 2, .at = {1000, 1000, 0}};
        tl_placing p = lay(&t, &q);
        assert_point_near(p.at, ((tl_vec3){1000, 1000, 20}), 1e-9);
        assert_point_near(p.eye, ((tl_vec3){1000, 1000, 30}), 1e-9);
        assert_true(p.at_off >= 2 && p.at_off <= 2.2);
        assert_int_equal(found(&p, TL_PLACING_RANGE)->verdict, within[k]);
        tl_placing_free(&p);
        const tl_question inside = {.shape = "blast", .from = "a", .at_count = 3, .at = {1000, 1000, 5}};
        p = lay(&t, &inside);
        assert_near(p.at_off, 0, 0);
        assert_int_equal(p.verdict, NO);
        assert_int_equal(found(&p, TL_PLACING_SOLID)->verdict, NO);
        assert_true(tl_placing_is_illegal(&p));
        tl_placing_free(&p);
        const tl_question nobody = {.shape = "blast", .at_count = 3, .at = {1000, 1000, 5}};
        p = lay(&t, &nobody);
        assert_int_equal(p.verdict, NO);
        assert_non_null(found(&p, TL_PLACING_NOBODY));
        assert_false(tl_placing_is_illegal(&p)); /* nobody laid it */
        tl_placing_free(&p);
        judge_end(&t);
    }
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'scan':{'mesh':'box -40 -20 0 60 20 30','uncertainty':0.5}");
    judge_model(&t, "a", "red", "infantry", "man", 700, 1000, 0, "'weapons':[{'id':'w','template':'blast'}]");
    judge_model(&t, "b", "blue", "vehicle", "scan", 1000, 1000, 0, "");
    judge_model(&t, "c", "blue", "infantry", "man", 1200, 1100, 0, "");
    judge_ready(&t);
    const tl_question at_hull = {.shape = "blast", .from = "a", .toward = "b"};
    tl_placing p = lay(&t, &at_hull);
    assert_point_near(p.at, ((tl_vec3){1010, 1000, 0}), 1e-6);
    assert_point_near(p.eye, ((tl_vec3){1010, 1000, 10}), 1e-6);
    assert_near(p.shape.error_mm, M_SQRT2 * 0.5, 1e-3); /* the middle of a box of which each side may be off */
    assert_near(p.at_off, M_SQRT2 * 0.5 + 0.5, 1e-3);
    assert_near(p.shape.radius, 75, 1e-9);
    tl_placing_free(&p);
    const tl_question at_man = {.shape = "blast", .from = "a", .toward = "c"};
    p = lay(&t, &at_man);
    assert_point_near(p.at, ((tl_vec3){1200, 1100, 0}), 1e-9);
    assert_near(p.at_off, 0, 0);
    assert_near(p.shape.error_mm, 0, 0);
    tl_placing_free(&p);
    judge_end(&t);
}

/* --- Flames ------------------------------------------------------------------------------------------------------- */

/* What is said of a flame laid by hand: its tip off the rim, its axis off the middle, each by how much; within the
 * tolerance it is as it should be. */
static void laid_flames(void **state) {
    (void)state;
    static const struct {
        double out, aside, angle; /* of the tip, ahead of the middle and to the left; of the axis */
        double gap, off;          /* from the rim; from the middle */
        bool rear;                /* the weapon's arc, else the front */
        tl_verdict touch, axis;
    } cases[] = {
        {R, 0, 0, 0, 0, false, TL_VERDICT_YES, TL_VERDICT_YES},
        {R + 2, 0, 0, 2, 0, false, TL_VERDICT_NO, TL_VERDICT_YES},
        {R + 0.04, 0, 0, 0, 0, false, TL_VERDICT_YES, TL_VERDICT_YES},
        {R, 0.04, 0, 0, 0, false, TL_VERDICT_YES, TL_VERDICT_YES},
        {R, 0.3, 0, 0, 0.3, false, TL_VERDICT_YES, TL_VERDICT_NO},
        {R, -0.3, 0, 0, 0.3, false, TL_VERDICT_YES, TL_VERDICT_NO},
        {3, 4, 0, 0, 4, false, TL_VERDICT_YES, TL_VERDICT_NO},
        {-3, -4, 0, 0, 5, false, TL_VERDICT_YES, TL_VERDICT_NO}, /* the middle lies ahead */
        {-3, 0, 0, 0, 3, false, TL_VERDICT_YES, TL_VERDICT_NO},
        {-0.04, 0, 0, 0, 0, false, TL_VERDICT_YES, TL_VERDICT_YES},
        {R, 0, 10, 0, R * 0.17364817766693033, false, TL_VERDICT_YES, TL_VERDICT_NO},
        {-R, 0, 180, 0, 0, true, TL_VERDICT_YES, TL_VERDICT_YES},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[120];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w','range':1,'arc':'%s','template':'flame-1'}]",
                 cases[i].rear ? "rear" : "front");
        judge_begin(&t);
        judge_model(&t, "b", "blue", "infantry", "man", 1300, 1000, 0, "");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, more);
        judge_ready(&t);
        const tl_question q = {.shape = "flame-1",
                               .from = "a",
                               .at_count = 2,
                               .at = {1000 + cases[i].out, 1000 + cases[i].aside},
                               .has_angle = true,
                               .angle_deg = cases[i].angle};
        tl_placing p = lay(&t, &q);
        const tl_placing_finding *touch = found(&p, TL_PLACING_TOUCHES), *arc = found(&p, TL_PLACING_WHOLE_ARC);
        const tl_placing_finding *axis =
            found(&p, cases[i].axis == TL_VERDICT_YES ? TL_PLACING_BACKWARD : TL_PLACING_ASKEW);
        if (touch == NULL || axis == NULL || arc == NULL || p.finding_count != 3) {
            fail_msg("case %zu", i);
        }
        if (touch->verdict != cases[i].touch || axis->verdict != cases[i].axis) {
            fail_msg("case %zu: %d, %d", i, (int)touch->verdict, (int)axis->verdict);
        }
        assert_near(touch->off_mm, cases[i].gap, 1e-6);
        assert_near(axis->off_mm, cases[i].off, 1e-6);
        assert_int_equal(touch->member, judge_who(&t, "a1"));
        assert_int_equal(axis->member, judge_who(&t, "a1"));
        assert_false(p.from_muzzle || p.muzzle_guessed);
        assert_int_equal(p.aimed, SIZE_MAX);
        tl_placing_free(&p);
        judge_end(&t);
    }
}

/* On to somebody's middle, where the setting says so: the nearest to the axis of those ahead that are none of the
 * firer's unit, or of those who are named. */
static void aimed_flames(void **state) {
    (void)state;
    static const struct {
        double angle;
        const char *toward, *whose;
        double off;
        tl_placing_fact fact;
        tl_verdict verdict;
    } cases[] = {
        {0, NULL, "b1", 0, TL_PLACING_AIMED, TL_VERDICT_YES},
        {0, "b", "b1", 0, TL_PLACING_AIMED, TL_VERDICT_YES},
        {0, "c", "c1", 20, TL_PLACING_ASKEW, TL_VERDICT_NO},
        {0, "d", "a1", INFINITY, TL_PLACING_AIMLESS, TL_VERDICT_NO}, /* behind it */
        {2, NULL, "b1", 200 * 0.034899496702500976, TL_PLACING_ASKEW, TL_VERDICT_NO},
        {90, NULL, "e1", 3, TL_PLACING_ASKEW, TL_VERDICT_NO},
        {180, NULL, "d1", 0, TL_PLACING_AIMED, TL_VERDICT_YES},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "e", "blue", "infantry", "man", 1000 + R - 3, 1300, 0, "");
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':1,'template':'flame-1'}]"
                       ",'members':[{'id':'a1','asset':'man','at':[1000,1000]},{'id':'a2','asset':'man','at':[1100,"
                       "1000]}]}");
        judge_model(&t, "c", "blue", "infantry", "man", 1150, 1020, 0, "");
        judge_model(&t, "b", "blue", "infantry", "man", 1200 + R, 1000, 0, "");
        judge_model(&t, "d", "blue", "infantry", "man", 700, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "flame_axis", "target_centre", NULL);
        const tl_question q = {.shape = "flame-1",
                               .from = "a1",
                               .toward = cases[i].toward,
                               .at_count = 2,
                               .at = {1000 + R, 1000},
                               .has_angle = true,
                               .angle_deg = cases[i].angle};
        tl_placing p = lay(&t, &q);
        const tl_placing_finding *axis = found(&p, cases[i].fact);
        if (axis == NULL || axis->verdict != cases[i].verdict || axis->member != judge_who(&t, cases[i].whose)) {
            fail_msg("case %zu: %s", i, axis != NULL ? t.table->members[axis->member].id : "another finding");
        }
        if (cases[i].off < INFINITY) {
            assert_near(axis->off_mm, cases[i].off, 1e-6);
        }
        tl_placing_free(&p);
        judge_end(&t);
    }
}

/* What an uncertain hull leaves open: how a flame laid by hand touches it, and whether its axis meets the middle; what
 * is laid against it touches it, and may lie elsewhere. */
static void uncertain_firers(void **state) {
    (void)state;
    const double by = 0.5, middle = 0.5 * M_SQRT2;
    const struct {
        double out, aside;
        tl_verdict touch, axis;
    } cases[] = {
        /* near its tip the flame is a fifth as wide as it is long: so far in, the hull lies a tenth as deep in it */
        {50 - 6, 0, YES, OPEN},    {50 - 3, 0, OPEN, OPEN}, {50, 0, OPEN, OPEN},
        {50 + 0.5, 0, OPEN, OPEN}, {50 + 0.7, 0, NO, OPEN}, {50 - 8, 0.1, YES, OPEN},
        {50 - 8, 0.72, YES, OPEN}, {50 - 8, 0.8, YES, NO},  {50 - 8, -0.8, YES, NO},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", by);
        judge_model(&t, "a", "red", "vehicle", "scan", 1000, 1000, 0,
                    "'weapons':[{'id':'w','range':1,'template':'flame-1'}]");
        judge_ready(&t);
        const tl_question q = {.shape = "flame-1",
                               .from = "a",
                               .at_count = 3,
                               .at = {1000 + cases[i].out, 1000 + cases[i].aside, 0},
                               .has_angle = true};
        tl_placing p = lay(&t, &q);
        const tl_placing_finding *axis = found(&p, TL_PLACING_BACKWARD);
        axis = axis != NULL ? axis : found(&p, TL_PLACING_ASKEW);
        if (found(&p, TL_PLACING_TOUCHES)->verdict != cases[i].touch || axis->verdict != cases[i].axis) {
            fail_msg("case %zu: %d, %d", i, (int)found(&p, TL_PLACING_TOUCHES)->verdict, (int)axis->verdict);
        }
        tl_placing_free(&p);
        judge_end(&t);
    }
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", by);
    judge_model(
        &t, "a", "red", "vehicle", "scan", 1000, 1000, 0,
        "'weapons':[{'id':'w','range':1,'template':'flame-1'},{'id':'x','range':3,'muzzle':[70,0,20],'template':"
        "'flame-2'}]");
    judge_model(&t, "b", "blue", "infantry", "man", 1110, 1000, 0, "");
    judge_model(&t, "c", "blue", "vehicle", "scan", 1200, 1200, 0, "");
    judge_ready(&t);
    const tl_question rim = {.shape = "flame-1", .from = "a", .has_angle = true, .angle_deg = 0};
    tl_placing p = lay(&t, &rim);
    double own = p.rule->outline_error * 100;
    assert_int_equal(found(&p, TL_PLACING_TOUCHES)->verdict, YES);
    assert_int_equal(found(&p, TL_PLACING_BACKWARD)->verdict, YES);
    assert_near(p.shape.error_mm, own + middle + by, 1e-3);
    tl_placing_free(&p);
    const tl_question end = {.shape = "flame-2", .from = "a", .has_angle = true, .angle_deg = 90};
    p = lay(&t, &end);
    assert_true(p.from_muzzle && !p.muzzle_guessed);
    assert_point_near(p.at, ((tl_vec3){1000, 1070, 0}), 1e-9);
    assert_near(p.shape.error_mm, own + 2 * middle, 1e-3); /* the middle, and the end seen from it */
    tl_placing_free(&p);
    /* toward somebody: by both middles and how far they are apart the whole flame may be turned, too */
    const tl_question turned = {.shape = "flame-1", .from = "a", .toward = "b"};
    p = lay(&t, &turned);
    double one = p.shape.error_mm, least = own + middle + by + middle / 110 * 130, most = 4 * least;
    assert_true(one >= least && one <= most);
    assert_int_equal(p.aimed, judge_who(&t, "b1"));
    tl_placing_free(&p);
    const tl_question two = {.shape = "flame-1", .from = "a", .toward = "c"};
    p = lay(&t, &two);
    least = own + middle + by + 2 * middle / hypot(200, 200) * 130;
    assert_true(p.shape.error_mm >= least && p.shape.error_mm <= 4 * least && p.shape.error_mm < one * 1.2);
    assert_near(p.angle_deg, 45, 1e-9);
    tl_placing_free(&p);
    judge_end(&t);
}

/* Who of several lays it: of those that carry the weapon the nearest to whom it is pointed at. */
static void choosing(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(
        &t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'u','range':4},{'id':'v','range':1,'template'"
            ":'flame-1'},{'id':'w','range':2,'template':'flame-2'}],'members':[{'id':'a1','asset':'man','at':[1000,"
            "1000],'weapons':['u','w']},{'id':'a2','asset':'man','at':[1040,1000],'weapons':['v']},{'id':'a3','asset':"
            "'man','at':[1080,1000],'weapons':['u']}]}");
    judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1200,1000]},"
                   "{'id':'b2','asset':'man','at':[1150,1000]}]}");
    judge_ready(&t);
    const struct {
        const char *shape, *weapon, *firer;
    } cases[] = {{"flame-1", NULL, "a2"}, {"flame-2", NULL, "a1"}, {"flame-1", "v", "a2"}, {"flame-1", "w", "a1"}};
    for (size_t i = 0; i < 4; i++) {
        const tl_question q = {.shape = cases[i].shape, .from = "a", .toward = "b", .weapon = cases[i].weapon};
        tl_placing p = lay(&t, &q);
        if (strcmp(t.table->members[p.firer].id, cases[i].firer) != 0) {
            fail_msg("case %zu: %s", i, t.table->members[p.firer].id);
        }
        assert_string_equal(t.table->members[p.aimed].id, "b2");
        assert_string_equal(p.weapon->id, strcmp(cases[i].firer, "a1") == 0 ? "w" : "v");
        tl_placing_free(&p);
    }
    judge_refused(&t, "several models", "{'query':'template','shape':'flame-1','from':'a','angle':0}");
    judge_refused(&t, "from` and `angle", "{'query':'template','shape':'flame-1','from':'a'}");
    judge_refused(&t, "from` and `angle", "{'query':'template','shape':'flame-1','angle':10}");
    judge_refused(&t, "", "{'query':'template','shape':'flame-1','from':'a1','toward':'a1'}");
    /* a place and an angle are enough: then nobody lays it */
    const tl_question free = {
        .shape = "flame-1", .at_count = 2, .at = {1100, 1000}, .has_angle = true, .angle_deg = 30};
    tl_placing p = lay(&t, &free);
    assert_int_equal(p.finding_count, 1);
    assert_int_equal(p.findings[0].fact, TL_PLACING_NOBODY);
    assert_int_equal(p.findings[0].cause.clause, TL_CLAUSE_FLAME_LAID);
    assert_int_equal(p.verdict, YES);
    assert_near(p.angle_deg, 30, 0);
    tl_placing_free(&p);
    /* who has no such weapon leaves the arc open */
    const tl_question unarmed = {.shape = "flame-1", .from = "b1", .has_angle = true};
    p = lay(&t, &unarmed);
    const tl_placing_fact facts[3] = {TL_PLACING_TOUCHES, TL_PLACING_BACKWARD, TL_PLACING_NO_WEAPON};
    const tl_verdict verdicts[3] = {YES, YES, OPEN};
    assert_facts(&p, "unarmed", 3, facts, verdicts);
    assert_null(p.weapon);
    tl_placing_free(&p);
    judge_end(&t);
}

/* --- Anchors ------------------------------------------------------------------------------------------------------ */

/* The middle of the area within a ring of corners. */
static tl_vec2 middle_of(double (*corner)[2], size_t count) {
    double area = 0, x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % count];
        double twice = p[0] * q[1] - p[1] * q[0];
        area += twice;
        x += twice * (p[0] + q[0]);
        y += twice * (p[1] + q[1]);
    }
    return (tl_vec2){x / (3 * area), y / (3 * area)};
}

/* Where a ray leaves a ring of corners for the last time. */
static double leaves(double (*corner)[2], size_t count, double x, double y) {
    double far = 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % count];
        double s = x * p[1] - y * p[0], u = x * q[1] - y * q[0];
        if ((s <= 0) != (u <= 0)) {
            double k = s / (s - u);
            far = fmax(far, x * (p[0] + k * (q[0] - p[0])) + y * (p[1] + k * (q[1] - p[1])));
        }
    }
    return far;
}

static void reaches(void **state) {
    (void)state;
    double poly[6][2] = {{30, 8}, {5, 25}, {-30, 10}, {-12, 0}, {-30, -12}, {30, -25}};
    double hull[4][2] = {{50, 30}, {-50, 30}, {-50, -30}, {50, -30}};
    double rect[4][2] = {{25, 15}, {-25, 15}, {-25, -15}, {25, -15}};
    test_random r = test_random_start("reaches", 271111);
    const tl_vec2 off = middle_of(poly, 6);
    for (int i = 0; i < 6; i++) { /* seen from its middle */
        poly[i][0] -= off.x;
        poly[i][1] -= off.y;
    }
    for (int round = 0; round < 40; round++) {
        judge_table t;
        double facing = between(&r, 0, 360);
        judge_begin(&t);
        judge_asset(&t, "'oval':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "oval','size':[120,40]}}");
        judge_asset(&t, "'rect':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "rectangle','size':[50,30]}}");
        judge_asset(&t, "'poly':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "polygon','outline':[[30,8],[5,25],[-30,10],[-12,0],[-30,-12],[30,-25]]}}");
        static const char *const assets[5] = {"man", "oval", "rect", "poly", "tank"};
        for (int k = 0; k < 5; k++) {
            judge_model(&t, assets[k], "red", k < 4 ? "infantry" : "vehicle", assets[k], 500 + 200 * k, 1000, facing,
                        "");
        }
        judge_ready(&t);
        for (size_t k = 0; k < 5; k++) {
            tl_vec2 middle;
            tl_error error;
            assert_int_equal(tl_member_middle(&t.inquiry, k, &middle, &error), TL_OK);
            double c = cos(facing * DEGREE), n = sin(facing * DEGREE);
            assert_near(middle.x, 500 + 200 * (double)k + (k == 3 ? c * off.x - n * off.y : 0), 1e-9);
            assert_near(middle.y, 1000 + (k == 3 ? n * off.x + c * off.y : 0), 1e-9);
            assert_near(tl_member_middle_off(&t.inquiry, k), 0, 0);
            assert_near(tl_member_muzzle_off(&t.inquiry, k, NULL), 0, 0);
            for (int ray = 0; ray < 10; ray++) {
                double a = between(&r, 0, 2 * M_PI), b = a - facing * DEGREE, x = cos(b), y = sin(b);
                double expected = k == 0   ? R
                                  : k == 1 ? 1 / hypot(x / 60, y / 20)
                                  : k == 2 ? leaves(rect, 4, x, y)
                                  : k == 3 ? leaves(poly, 6, x, y)
                                           : leaves(hull, 4, x, y);
                assert_near(tl_member_reach(&t.inquiry, k, middle, (tl_vec2){cos(a), sin(a)}), expected, 1e-6);
            }
        }
        judge_end(&t);
    }
    /* straight along an edge that points at the middle, and on to its far end */
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'step':{'core':{'shape':'cylinder','from':[-10,0,3],'to':[-10,0,30],'radius':4},'base':{'shape':'"
                    "polygon','outline':[[10,0],[10,20],[-30,20],[-30,0],[-10,0],[-10,-20],[30,-20],[30,0]]}}");
    judge_asset(&t, "'pets':{'core':{'shape':'cylinder','from':[-10,0,3],'to':[-10,0,30],'radius':4},'base':{'shape':'"
                    "polygon','outline':[[30,0],[30,20],[-10,20],[-10,0],[-30,0],[-30,-20],[10,-20],[10,0]]}}");
    judge_model(&t, "a", "red", "infantry", "step", 1000, 1000, 0, "");
    judge_model(&t, "b", "red", "infantry", "pets", 1200, 1000, 0, "");
    judge_ready(&t);
    for (size_t k = 0; k < 2; k++) {
        assert_near(tl_member_reach(&t.inquiry, k, (tl_vec2){1000 + 200 * (double)k, 1000}, (tl_vec2){1, 0}), 30, 1e-9);
        assert_near(tl_member_reach(&t.inquiry, k, (tl_vec2){1000 + 200 * (double)k, 1000}, (tl_vec2){-1, 0}), 30,
                    1e-9);
    }
    judge_end(&t);
}

/* By what the middle and the end of a weapon may be off: of a base not at all by the mesh of the model; of a hull by
 * its mesh; the end, where it is told, as much as the middle it is seen from; found on the gear, by the mesh besides.
 */
static void offs(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40, box 50 -6 20 108 6 24','parts':{'core':['box0'],'gear':['"
                    "box1']},'uncertainty':0.5}");
    judge_model(
        &t, "a", "red", "vehicle", "scan", 1000, 1000, 30,
        "'weapons':[{'id':'told','range':3,'muzzle':[30,40,20]},{'id':'guessed','range':3},{'id':'near','range':"
        "2.9},{'id':'mm','range':{'mm':300}},{'id':'short','range':{'mm':299}},{'id':'open'},{'id':'C','range':"
        "'C'}]");
    judge_ready(&t);
    const tl_document_weapon *told = judge_weapon(&t, "a", "told"), *guessed = judge_weapon(&t, "a", "guessed");
    assert_near(tl_member_middle_off(&t.inquiry, 0), 0.5 * M_SQRT2, 1e-3);
    assert_near(tl_member_muzzle_off(&t.inquiry, 0, told), 0.5 * M_SQRT2, 1e-3);
    assert_near(tl_member_muzzle_off(&t.inquiry, 0, guessed), 0.5 * M_SQRT2 + 0.5, 1e-3);
    assert_near(tl_member_muzzle_off(&t.inquiry, 0, NULL), 0.5 * M_SQRT2 + 0.5, 1e-3);
    static const struct {
        const char *weapon, *setting;
        bool muzzle, guessed;
        double reach;
    } cases[] = {
        {"told", "by_range", true, false, 50},  {"guessed", "by_range", true, true, 0}, /* found on the gear */
        {"near", "by_range", false, false, 0},  {"mm", "by_range", true, true, 0},
        {"short", "by_range", false, false, 0}, {"open", "by_range", false, false, 0},
        {"C", "by_range", false, false, 0},     {NULL, "by_range", false, false, 0},
        {"told", "edge", false, false, 0},      {"near", "muzzle", true, true, 0},
        {NULL, "muzzle", true, true, 0},        {NULL, "edge", false, false, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_inquiry *inquiry = judge_set(&t, -1, "flame_anchor", cases[i].setting, NULL);
        const tl_document_weapon *weapon = cases[i].weapon != NULL ? judge_weapon(&t, "a", cases[i].weapon) : NULL;
        tl_flame_anchor anchor;
        tl_error error;
        assert_int_equal(tl_member_anchor(inquiry, 0, weapon, &anchor, &error), TL_OK);
        if (anchor.muzzle != cases[i].muzzle || (anchor.muzzle && anchor.guessed != cases[i].guessed)) {
            fail_msg("case %zu", i);
        }
        if (anchor.muzzle) {
            assert_near(anchor.reach, cases[i].guessed ? hypot(108, 6) : cases[i].reach, 1e-3);
        }
    }
    judge_end(&t);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* A house of a ground floor, an upper one and a roof; a block without rooms; a plate with a chimney beside it. */
static void levels_of_houses(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'house','kind':'building','outline':[[900,900],[1100,900],[1100,1100],[900,1100]],'mesh':'"
                      "box 900 900 60 1100 1100 64, box 900 900 126 1100 1100 130','at':[0,0,0],'uncertainty':0}");
    judge_terrain(&t, "{'id':'block','kind':'building','mesh':'box 1400 900 0 1600 1100 100','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'low','kind':'building','mesh':'box 1400 1400 0 1600 1600 30','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'plate','kind':'building','mesh':'box 1400 1900 0 1600 2100 8, box 1590 1900 0 1600 1910 "
                      "90','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'step','kind':'building','mesh':'box 1900 1900 0 2100 2100 35, box 2090 1900 0 2100 1910 "
                      "90','at':[0,0,0]}");
    /* exactly as high as somebody is tall, as the carpet, as the carpet below the top: floors */
    judge_terrain(&t, "{'id':'e1','kind':'building','mesh':'box 2400 900 0 2600 1100 40, box 2590 900 0 2600 910 90','"
                      "at':[0,0,0]}");
    judge_terrain(&t, "{'id':'e2','kind':'building','mesh':'box 2400 1400 0 2600 1600 10','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'e3','kind':'building','mesh':'box 2400 1900 0 2600 2100 30, box 2590 1900 0 2600 1910 40"
                      "','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 1900 900 0 2100 1100 100','at':[0,0,0]}");
    judge_ready(&t);
    const tl_vec2 house = {1000, 1000}, block = {1500, 1000}, low = {1500, 1500}, plate = {1500, 2000},
                  step = {2000, 2000}, rock = {2000, 1000}, open = {500, 500};
    static const struct {
        double z;
        size_t at, near;
    } house_cases[] = {{-5, 0, 0}, {0, 0, 0},  {31, 0, 0}, {33, 0, 1},    {63.4, 0, 1},  {63.6, 1, 1},
                       {64, 1, 1}, {96, 1, 1}, {98, 1, 2}, {129.4, 1, 2}, {129.6, 2, 2}, {400, 2, 2}};
    for (size_t i = 0; i < sizeof(house_cases) / sizeof(house_cases[0]); i++) {
        if (tl_level_at(&t.inquiry, house, house_cases[i].z, 30) != house_cases[i].at ||
            tl_level_near(&t.inquiry, house, house_cases[i].z, 30) != house_cases[i].near) {
            fail_msg("at %g", house_cases[i].z);
        }
    }
    /* a roof over solid walls is level 1; below it, nearer to the ground than to it by a storey, is level 0 */
    assert_int_equal(tl_level_at(&t.inquiry, block, 99, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, block, 100, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, block, 79, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, block, 81, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, block, 120, 30), 1);
    assert_int_equal(tl_level_at(&t.inquiry, low, 30, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, low, 9, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, low, 11, 30), 1);
    /* what is about as high as the ground is a floor, also when it is no building's */
    assert_int_equal(tl_level_at(&t.inquiry, plate, 8, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, plate, 8, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, step, 35, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, rock, 100, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, rock, 20, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, open, 0, 30), 0);
    for (int k = 0; k < 3; k++) {
        const tl_vec2 exact = {2500, 1000 + 500 * k};
        assert_int_equal(tl_level_at(&t.inquiry, exact, k == 0 ? 40 : k == 1 ? 10 : 30, 30), 0);
    }
    const struct {
        tl_vec2 p;
        size_t level;
        double height; /* negative: there is no such level */
    } heights[] = {{house, 0, 0},  {house, 1, 64}, {house, 2, 130}, {house, 3, -1}, {block, 0, 100}, {block, 1, 100},
                   {block, 2, -1}, {rock, 0, 100}, {rock, 1, -1},   {open, 0, 0},   {open, 1, -1}};
    for (size_t i = 0; i < sizeof(heights) / sizeof(heights[0]); i++) {
        double height = -7, off = -7;
        tl_error error = {0};
        tl_status status = tl_level_height(&t.inquiry, heights[i].p, heights[i].level, 30, &height, &off, &error);
        if (status != (heights[i].height < 0 ? TL_ERROR_ARGUMENT : TL_OK)) {
            fail_msg("case %zu", i);
        }
        if (status == TL_OK) {
            assert_near(height, heights[i].height, 1e-9);
            assert_near(off, 0, 0);
        }
    }
    /* too tall for the room below */
    assert_int_equal(tl_level_at(&t.inquiry, house, 64, 61), 0);
    judge_end(&t);
}

/* In which building a place lies, for certain or perhaps. */
static void buildings(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){800, 800}, (tl_vec2){1400, 1400}, -1);
    judge_area(&t, "one", "building", (tl_vec2){1000, 1000}, (tl_vec2){1200, 1200}, 60);
    judge_area(&t, "two", "building", (tl_vec2){1200, 1000}, (tl_vec2){1400, 1200}, 60);
    judge_ready(&t);
    const struct {
        double x, slack;
        const char *surely, *perhaps; /* what it lies in; what that would be, were it off by the slack */
    } cases[] = {{1100, 5, "one", "one"}, {1006, 5, "one", "one"}, {1004, 5, "one", NULL},  {996, 5, NULL, "one"},
                 {994, 5, NULL, NULL},    {1196, 5, "one", "two"}, {1204, 5, "two", "one"}, {1300, 5, "two", "two"},
                 {1396, 5, "two", NULL},  {1404, 5, NULL, "two"},  {900, 5, NULL, NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_table_area *other = NULL;
        const tl_table_area *its = tl_building_at(&t.inquiry, (tl_vec2){cases[i].x, 1100}, cases[i].slack, &other);
        const char *name = its != NULL ? t.table->terrain[its->terrain].id : NULL;
        const char *else_name = other != NULL ? t.table->terrain[other->terrain].id : NULL;
        if ((name == NULL) != (cases[i].surely == NULL) || (else_name == NULL) != (cases[i].perhaps == NULL) ||
            (name != NULL && strcmp(name, cases[i].surely) != 0) ||
            (else_name != NULL && strcmp(else_name, cases[i].perhaps) != 0)) {
            fail_msg("case %zu: %s, %s", i, name != NULL ? name : "-", else_name != NULL ? else_name : "-");
        }
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aims),
        cmocka_unit_test(observers),
        cmocka_unit_test(best_firers),
        cmocka_unit_test(laid_blasts),
        cmocka_unit_test(laid_flames),
        cmocka_unit_test(aimed_flames),
        cmocka_unit_test(uncertain_firers),
        cmocka_unit_test(choosing),
        cmocka_unit_test(reaches),
        cmocka_unit_test(offs),
        cmocka_unit_test(levels_of_houses),
        cmocka_unit_test(buildings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
