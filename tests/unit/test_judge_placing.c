/* test_judge_placing.c: how a template is laid and whether it may lie there (judge/template), asked of the judges
 * themselves: every finding with its verdict, its rule and its length, against closed forms. */
#include "judge/template/placing_steps.h"
#include "judge/template/placing.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R      JUDGE_RIM
#define DEGREE (M_PI / 180)
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

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
        assert_int_equal(found(&p, TL_PLACING_NOBODY)->verdict, YES);
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
    assert_int_equal(p.findings[0].verdict, YES);
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

/* A place is a number of millimetres within reach of any table, an angle one of degrees, a shape one of the rule
 * system: each else is refused by name. */
static void no_places(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    static const double good = TL_DOCUMENT_REACH;
    const double bad[] = {NAN, INFINITY, -INFINITY, nextafter(good, INFINITY), -nextafter(good, INFINITY)};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        for (int k = 0; k < 3; k++) {
            tl_question q = {.shape = "blast", .at = {1000, 1000, 5}, .at_count = 3};
            q.at[k] = bad[i];
            tl_placing p;
            tl_error error = {0};
            assert_int_equal(tl_placing_make(&t.inquiry, &q, &p, &error), TL_ERROR_ARGUMENT);
            assert_string_equal(error.place, "at");
            tl_placing_free(&p);
        }
        const tl_question turned = {
            .shape = "flame-1", .at = {1000, 1000}, .at_count = 2, .has_angle = true, .angle_deg = 10 * bad[i]};
        tl_placing p;
        tl_error error = {0};
        assert_int_equal(tl_placing_make(&t.inquiry, &turned, &p, &error), TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "angle");
        tl_placing_free(&p);
    }
    const tl_question unknown = {.shape = "blats", .at = {1000, 1000}, .at_count = 2},
                      missing = {.at = {1000, 1000}, .at_count = 2};
    tl_placing p;
    tl_error error = {0}, other = {0};
    assert_int_equal(tl_placing_make(&t.inquiry, &unknown, &p, &error), TL_ERROR_NOT_FOUND);
    assert_non_null(strstr(error.message, "`blats`"));
    assert_non_null(strstr(error.remedy, "blast"));
    tl_placing_free(&p);
    assert_int_equal(tl_placing_make(&t.inquiry, &missing, &p, &other), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(other.message, "missing"));
    tl_placing_free(&p);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_places),    cmocka_unit_test(aims),
        cmocka_unit_test(observers),    cmocka_unit_test(best_firers),
        cmocka_unit_test(laid_blasts),  cmocka_unit_test(laid_flames),
        cmocka_unit_test(aimed_flames), cmocka_unit_test(uncertain_firers),
        cmocka_unit_test(choosing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
