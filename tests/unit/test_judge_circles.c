/* Who is within a radius, and whom a unit sees (judge/group), as the judges find it, fact by fact: what terrain and
 * points measure as, whose distance and whose line is told, which walls end what reaches one unit. */
#include "support/judge_table.h"

#include "judge/group/sees.h"
#include "judge/group/within.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R    JUDGE_RIM
#define YES  TL_VERDICT_YES
#define NO   TL_VERDICT_NO
#define OPEN TL_VERDICT_MARGINAL

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* Who is within so many millimetres of a middle; with a skill (may be NULL) of whom that speaks. */
static void judge(judge_table *t, const char *skill, double limit, bool sight, tl_within *x) {
    const tl_skill *row = skill != NULL ? tl_skills_find(tl_ruleset_skills(t->ruleset), skill) : NULL;
    const tl_skill_effect *effect = NULL;
    for (size_t i = 0; row != NULL && i < row->effect_count; i++) {
        effect = row->effects[i].kind == TL_EFFECT_RADIUS ? &row->effects[i] : effect;
    }
    x->inquiry = &t->inquiry;
    tl_within_set_radius(&t->inquiry, row, effect, limit >= 0 ? &limit : NULL, sight, x);
    ok(tl_within_judge(x, NULL, SIZE_MAX, &error));
}

static void from_party(judge_table *t, const char *id, const char *skill, double limit, bool sight, tl_within *x) {
    memset(x, 0, sizeof(*x));
    tl_party party = judge_party(t, id);
    tl_within_of_party(&party, &x->centre);
    judge(t, skill, limit, sight, x);
}

/* --- Middles ------------------------------------------------------------------------------------------------------ */

/* Terrain without a mesh counts on the plan, however high somebody stands; a marker's centre is a line, from a mesh
 * with the root of two of what its sides may be off; a mesh is a body. */
static void terrain_as_middle(void **state) {
    (void)state;
    const struct {
        const char *terrain, *from;
        double distance, off;
    } cases[] = {
        {"'kind':'objective','disc':{'centre':[1000,1000],'radius':40}", "edge", 160, 0},
        {"'kind':'objective','disc':{'centre':[1000,1000],'radius':40}", "centre", 200, 0},
        {"'kind':'wood','disc':{'centre':[1000,1000],'radius':40}", "centre", 160, 0},
        {"'kind':'objective','outline':[[900,950],[1030,950],[1030,1040],[900,1040]]", "edge", 170, 0},
        {"'kind':'objective','outline':[[900,950],[1030,950],[1030,1040],[900,1040]]", "centre", 170, 0},
        {"'kind':'objective','mesh':'box -30 -20 0 30 20 400','at':[1000,1000,0],'uncertainty':2", "edge", 170, 2},
        {"'kind':'objective','mesh':'box -30 -20 0 30 20 400','at':[1000,1000,0],'uncertainty':2", "centre", 200,
         2 * 1.4143},
        {"'kind':'objective','mesh':'box -60 -20 0 30 20 400','at':[1000,1000,0],'uncertainty':0", "centre", 215, 0},
        {"'kind':'obstacle','mesh':'box -30 -20 0 30 20 400','at':[1000,1000,0],'uncertainty':2", "centre", 170, 2},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int low = 0; low < 2; low++) {
            judge_table t;
            judge_begin(&t);
            judge_terrain(&t, "{'id':'x',%s}", cases[i].terrain);
            judge_unit(
                &t,
                "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[%.17g,1000,%d]}]}",
                1200 + R, low ? 0 : 300);
            judge_ready(&t);
            judge_set(&t, 1, "objective_from", cases[i].from, NULL);
            tl_party a = judge_party(&t, "a");
            for (int k = 0; k < 10; k++) {
                double all = 1 + cases[i].off, by = k % 5 == 0 ? 0 : (k % 5 < 3 ? all - 0.01 : all + 0.01);
                double limit = cases[i].distance + (k % 2 == 0 ? by : -by);
                tl_within x = {.inquiry = &t.inquiry};
                if (k < 5) {
                    ok(tl_within_of_terrain(&t.inquiry, 0, &x.centre, &error));
                    assert_int_equal(x.centre.terrain, 0);
                    assert_false(x.centre.is_point);
                } else {
                    tl_within_of_party(&a, &x.centre);
                }
                tl_within_set_radius(&t.inquiry, NULL, NULL, &limit, false, &x);
                ok(tl_within_judge(&x, NULL, k < 5 ? SIZE_MAX : 0, &error));
                assert_int_equal(x.unit_count, 1);
                const tl_within_member *m = &x.units[0].members[0];
                assert_near(m->range.distance_mm, cases[i].distance, 1e-6);
                assert_near(m->limit.uncertainty, cases[i].off, 1e-12);
                tl_verdict expected = k % 5 < 3 ? OPEN : k % 2 == 0 ? YES : NO;
                assert_int_equal(x.verdict, expected);
                assert_int_equal(x.units[0].verdict, expected);
                assert_int_equal(m->verdict, expected);
                assert_int_equal(m->member, k < 5 ? 0 : SIZE_MAX);
                assert_int_equal(x.units[0].terrain, k < 5 ? SIZE_MAX : 0);
                assert_int_equal(x.units[0].los, YES);
                assert_int_equal(x.units[0].line, SIZE_MAX);
                assert_int_equal(m->seen, YES);
                assert_false(m->looked);
                assert_int_equal(x.cause.clause, TL_CLAUSE_MEASURE_LIMIT);
                tl_within_free(&x);
            }
            judge_end(&t);
        }
    }
}

/* A point on a hill that may be off is off by as much in height; one whose height is given, or on the table, isn't. */
static void points_that_may_be_off(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 900 900 0 1100 1100 50','uncertainty':3}");
    judge_man(&t, "a", 1300, 1000);
    judge_ready(&t);
    const struct {
        double at[3];
        int count;
        double z, off;
    } cases[] = {{{1000, 1000, 7}, 2, 50, 3},
                 {{1000, 1000, 50}, 3, 50, 0},
                 {{2000, 1000, 7}, 2, 0, 0},
                 {{2000, 1000, 7}, 3, 7, 0},
                 {{4000, 1000, 7}, 2, 0, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_within x = {.inquiry = &t.inquiry};
        tl_within_of_point(&t.inquiry, cases[i].at, cases[i].count, &x.centre);
        assert_near(x.centre.point.x, cases[i].at[0], 0);
        assert_near(x.centre.point.z, cases[i].z, 1e-9);
        /* a bound, no less than what the hill may be off */
        double off = x.centre.point_off_mm;
        assert_true(off >= cases[i].off && off <= 1.06 * cases[i].off);
        assert_near(x.centre.volume.uncertainty, off, 0);
        assert_null(x.centre.unit);
        assert_int_equal(x.centre.terrain, SIZE_MAX);
        double distance = hypot(fabs(cases[i].at[0] - 1300) - R, fmax(0, cases[i].z - 3));
        judge(&t, NULL, distance + 0.05 + off - 0.01, false, &x);
        assert_int_equal(x.verdict, OPEN);
        assert_near(x.units[0].members[0].limit.distance, distance, 1e-6);
        tl_within_free(&x);
        judge(&t, NULL, distance + 0.05 + off + 0.01, false, &x);
        assert_int_equal(x.verdict, YES);
        tl_within_free(&x);
    }
    judge_end(&t);
}

/* --- Radii -------------------------------------------------------------------------------------------------------- */

/* What a skill sets: how far, whether sight counts, whether all must be near, whom it is about; a length instead, or a
 * radio, puts that aside. */
static void radii_of_skills(void **state) {
    (void)state;
    const struct {
        const char *own, *skill;
        double limit; /* asked; negative: none */
        bool sight;   /* asked */
        double radius;
        bool counts, each, one_unit;
        tl_effect_whom whom;
        const char *reach;
    } cases[] = {{"officer", "officer", -1, false, 200, true, false, false, TL_WHOM_FRIENDS, "officer"},
                 {"officer", "officer", 70, false, 70, true, false, false, TL_WHOM_FRIENDS, "officer"},
                 {"officer','radio", "officer", -1, false, INFINITY, false, false, false, TL_WHOM_FRIENDS, "radio"},
                 {"officer','radio", "officer", -1, true, INFINITY, true, false, false, TL_WHOM_FRIENDS, "radio"},
                 {"officer','radio", "officer", 70, false, 70, true, false, false, TL_WHOM_FRIENDS, "officer"},
                 {"officer','radio", "medic", -1, false, 100, true, false, true, TL_WHOM_FRIENDS, "medic"},
                 {"join", "join", -1, false, 150, true, true, false, TL_WHOM_FRIENDS, "join"},
                 {"spy", "spy", -1, false, 100, false, false, true, TL_WHOM_ENEMIES, "spy"},
                 {"spy", "spy", -1, true, 100, true, false, true, TL_WHOM_ENEMIES, "spy"},
                 {"engineer", "engineer", -1, false, 50, false, false, false, TL_WHOM_ANYBODY, "engineer"},
                 {"bail-out", "bail-out", -1, false, 100, false, false, true, TL_WHOM_ANYBODY, "bail-out"},
                 {"radio", NULL, 300, false, 300, false, false, false, TL_WHOM_ANYBODY, NULL},
                 {"radio", NULL, 300, true, 300, true, false, false, TL_WHOM_ANYBODY, NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        char more[80];
        snprintf(more, sizeof(more), "'skills':['%s']", cases[i].own);
        judge_model(&t, "c", "red", "infantry", "man", 1000, 1000, 0, more);
        judge_model(&t, "f", "red", "infantry", "man", 2500, 1000, 0, "");
        judge_model(&t, "e", "blue", "infantry", "man", 2500, 1500, 0, "");
        judge_model(&t, "n", "", "infantry", "man", 2500, 2000, 0, "");
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", cases[i].skill, cases[i].limit, cases[i].sight, &x);
        assert_true(x.radius_mm == cases[i].radius);
        assert_int_equal(x.sight, cases[i].counts);
        assert_int_equal(x.each, cases[i].each);
        assert_int_equal(x.adjacent_action, cases[i].one_unit);
        assert_int_equal(x.whom, cases[i].whom);
        if (cases[i].reach != NULL) {
            assert_string_equal(x.reach->name, cases[i].reach);
            assert_string_equal(x.skill->name, cases[i].skill);
        } else {
            assert_null(x.reach);
            assert_null(x.skill);
        }
        assert_int_equal(x.cause.clause, cases[i].skill != NULL ? TL_CLAUSE_WITHIN_SKILL : TL_CLAUSE_MEASURE_LIMIT);
        /* friends; enemies, as is who has no side; or all of them */
        assert_int_equal(x.unit_count, cases[i].whom == TL_WHOM_ANYBODY ? 3 : cases[i].whom == TL_WHOM_ENEMIES ? 2 : 1);
        const char *first = cases[i].whom == TL_WHOM_ENEMIES ? "e" : "f";
        assert_string_equal(x.units[0].party.unit->id, first);
        assert_int_equal(x.verdict, isinf(cases[i].radius) ? YES : NO);
        tl_within_free(&x);
        judge_end(&t);
    }
}

/* Which of three models of the middle is told, near or far, at the limit or behind a bunker's walls: one that reaches
 * before one that may before one that doesn't, of these the nearer, in whatever order they are. */
static void told_middles(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const double aways[][3] = {{30, 60, 90}, {90, 100, 110}, {100, 110, 120}, {110, 120, 130}, {60, 100, 120}};
    for (int n = 0; n < 30; n++) {
        const double *away = aways[n / 6];
        const int *order = orders[n % 6];
        judge_table t;
        judge_begin(&t);
        char men[3][100];
        for (int i = 0; i < 3; i++) {
            double angle = 2 * M_PI * order[i] / 3, d = 2 * R + away[order[i]];
            snprintf(men[i], sizeof(men[i]), "{'id':'c%d','asset':'man','at':[%.17g,%.17g]}", i, 1000 + d * cos(angle),
                     1000 + d * sin(angle));
        }
        judge_man(&t, "x", 2500, 2500);
        judge_unit(&t, "{'id':'c','side':'red','class':'infantry','members':[%s,%s,%s]}", men[0], men[1], men[2]);
        judge_man(&t, "e", 1000, 1000);
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", NULL, 100, false, &x);
        assert_int_equal(x.unit_count, 2);
        const tl_within_member *m = &x.units[1].members[0];
        int nearest = order[0] == 0 ? 0 : order[1] == 0 ? 1 : 2;
        assert_int_equal(m->from, x.centre.party.first + (size_t)nearest);
        assert_near(m->range.distance_mm, away[0], 1e-6);
        assert_near(m->limit.margin, 100 - away[0], 1e-6);
        assert_int_equal(m->verdict, away[0] < 99 ? YES : away[0] > 101 ? NO : OPEN);
        assert_int_equal(x.units[1].count, away[0] < 99);
        assert_false(m->walls);
        tl_within_free(&x);
        judge_end(&t);
    }
}

/* Walls end what reaches one unit: from inside a bunker to outside, or to another bunker; not within the same, nor into
 * it, nor from a trench, nor what reaches by a length or two units. */
static void walls_between(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        for (int i = 0; i < 2; i++) {
            judge_terrain(
                &t,
                "{'id':'f%d','kind':'%s','outline':[[%d,900],[%d,900],[%d,1100],[%d,1100]],'mesh':'box %d 900 0 "
                "%d 1100 2'}",
                i, k ? "trench" : "bunker", 900 + 150 * i, 1000 + 150 * i, 1000 + 150 * i, 900 + 150 * i, 900 + 150 * i,
                1000 + 150 * i);
        }
        judge_unit(
            &t, "{'id':'c','side':'red','class':'infantry','members':[{'id':'c1','asset':'man','at':[980,1000,0]}]}");
        judge_unit(
            &t,
            "{'id':'mate','side':'red','class':'infantry','members':[{'id':'mate1','asset':'man','at':[940,1000,0]}]}");
        judge_unit(&t, "{'id':'next','side':'red','class':'infantry','members':[{'id':'next1','asset':'man','at':[1070,"
                       "1000,0]}]}");
        judge_unit(
            &t,
            "{'id':'out','side':'red','class':'infantry','members':[{'id':'out1','asset':'man','at':[1000,1130]}]}");
        judge_ready(&t);
        static const char *const ids[] = {"c", "mate", "next", "out"};
        static const int where[] = {0, 0, 1, 2};
        static const char *const skills[] = {"medevac", "officer", NULL};
        for (int from = 0; from < 4; from++) {
            for (int s = 0; s < 3; s++) {
                tl_within x;
                from_party(&t, ids[from], skills[s], s == 2 ? 300 : -1, false, &x);
                assert_int_equal(x.unit_count, 3);
                for (size_t u = 0; u < 3; u++) {
                    int to = (int)u < from ? (int)u : (int)u + 1;
                    const tl_within_member *m = &x.units[u].members[0];
                    bool near = m->range.distance_mm < x.radius_mm;
                    bool stopped = k == 0 && s == 0 && near && where[from] < 2 && where[from] != where[to];
                    if (m->walls != stopped) {
                        fail_msg("%s to %s, %d", ids[from], ids[to], s);
                    }
                    assert_int_equal(m->limit.verdict, near && !stopped ? YES : NO);
                    assert_true(s == 1 || x.units[u].count == (size_t)(near && !stopped)); /* officers must see */
                }
                tl_within_free(&x);
            }
        }
        judge_end(&t);
    }
}

/* --- Whose distance and line -------------------------------------------------------------------------------------- */

/* Of a unit the nearest model is told, or the farthest where all must be near; counted are those that are within, and
 * seen where that counts. */
static void told_models(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const double aways[][3] = {{30, 60, 140}, {30, 150, 160}, {150, 160, 170}, {120, 130, 150}, {160, 170, 180}};
    for (int n = 0; n < 60; n++) {
        const double *away = aways[n / 2 % 30 / 6];
        const int *order = orders[n / 2 % 6];
        bool each = n % 2;
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "c", "red", "hero", "man", 1000, 1000, 0, "'skills':['join']");
        char men[3][100];
        int count = 0, open = 0;
        for (int i = 0; i < 3; i++) {
            double angle = 2 * M_PI * order[i] / 3, d = 2 * R + away[order[i]];
            snprintf(men[i], sizeof(men[i]), "{'id':'f%d','asset':'man','at':[%.17g,%.17g]}", i, 1000 + d * cos(angle),
                     1000 + d * sin(angle));
            count += away[i] < 149;
            open += away[i] == 150;
        }
        judge_unit(&t, "{'id':'f','side':'red','class':'infantry','members':[%s,%s,%s]}", men[0], men[1], men[2]);
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", each ? "join" : NULL, 150, false, &x);
        const tl_within_unit *unit = &x.units[0];
        int wanted = each ? 2 : 0, told = order[0] == wanted ? 0 : order[1] == wanted ? 1 : 2;
        assert_int_equal(unit->told, told);
        assert_int_equal(unit->count, count);
        int out = 3 - count - open;
        assert_int_equal(unit->verdict, each ? (out > 0    ? NO
                                                : open > 0 ? OPEN
                                                           : YES)
                                             : (count > 0  ? YES
                                                : open > 0 ? OPEN
                                                           : NO));
        assert_int_equal(x.verdict, unit->verdict);
        for (int i = 0; i < 3; i++) {
            const tl_within_member *m = &unit->members[i];
            assert_near(m->range.distance_mm, away[order[i]], 1e-6);
            assert_int_equal(m->looked, each && away[order[i]] < 155);
            assert_int_equal(m->line.cause.clause != TL_CLAUSE_NONE, m->looked);
        }
        assert_int_equal(unit->los, !each || count + open > 0 ? YES : NO);
        assert_int_equal(unit->line, SIZE_MAX);
        tl_within_free(&x);
        judge_end(&t);
    }
}

/* Of equals the first is told: of the models round, and of those of the middle. */
static void equals(void **state) {
    (void)state;
    for (int each = 0; each < 2; each++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'c','side':'red','class':'hero','skills':['join'],'members':[{'id':'c1','asset':'man','at':["
                   "1000,1000]},{'id':'c2','asset':'man','at':[2000,1000]}]}");
        judge_unit(&t,
                   "{'id':'f','side':'red','class':'infantry','members':[{'id':'f1','asset':'man','at':[1085,1000]},{"
                   "'id':'f2','asset':'man','at':[915,1000]}]}");
        judge_man(&t, "g", 1500, 1000);
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", each ? "join" : NULL, 150, false, &x);
        assert_near(x.units[0].members[0].range.distance_mm, 60, 0);
        assert_near(x.units[0].members[1].range.distance_mm, 60, 0);
        assert_int_equal(x.units[0].told, 0);
        assert_int_equal(x.units[0].members[0].from, x.centre.party.first);
        assert_int_equal(x.units[1].members[0].from, x.centre.party.first);
        assert_near(x.units[1].members[0].range.distance_mm, 475, 0);
        tl_within_free(&x);
        judge_end(&t);
    }
}

/* Where all must be near one in sight is enough, whichever it is, and each counts that is near. */
static void one_in_sight(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "c", "red", "hero", "post", 1000, 1000, 0, "'skills':['join']");
        judge_unit(&t,
                   "{'id':'f','side':'red','class':'infantry','members':[{'id':'f1','asset':'post','at':[1120,1000]},{"
                   "'id':'f2','asset':'post','at':[880,1000]}]}");
        for (int i = 0; i < 2; i++) {
            if (k >> i & 1) {
                double x = i == 0 ? 1060 : 940;
                judge_wall(&t, i == 0 ? "w1" : "w2", (tl_vec2){x - 2, 800}, (tl_vec2){x + 2, 1200}, 200);
            }
        }
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", "join", -1, false, &x);
        assert_int_equal(x.verdict, k == 3 ? NO : YES);
        assert_int_equal(x.units[0].count, 2);
        assert_int_equal(x.units[0].los, k == 3 ? NO : YES);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(x.units[0].members[i].verdict, YES);
            assert_int_equal(x.units[0].members[i].seen, k >> i & 1 ? NO : YES);
        }
        tl_within_free(&x);
        from_party(&t, "c", NULL, 150, true, &x);
        assert_int_equal(x.verdict, k == 3 ? NO : YES);
        assert_int_equal(x.units[0].count, 2 - (k & 1) - (k >> 1));
        tl_within_free(&x);
        judge_end(&t);
    }
}

/* The line that tells most of several models: one that sees before one that may before one that doesn't, of equals the
 * first; whoever is round, and whoever is seen. Before each stands a wall that is high, one that is as high as they all
 * are and may be 2 off, or none. */
static void told_lines(void **state) {
    (void)state;
    static const tl_verdict verdicts[] = {NO, OPEN, YES};
    static const int orders[][3] = {{0, 0, 0}, {0, 0, 2}, {0, 2, 0}, {2, 0, 0}, {0, 2, 2}, {2, 2, 0},
                                    {2, 2, 2}, {0, 1, 0}, {1, 0, 0}, {0, 1, 2}, {2, 1, 0}};
    for (size_t k = 0; k < sizeof(orders) / sizeof(orders[0]); k++) {
        const int *which = orders[k];
        judge_table t;
        judge_begin(&t);
        int best = 0;
        char men[3][100];
        for (int i = 0; i < 3; i++) {
            best = which[i] > which[best] ? i : best;
            snprintf(men[i], sizeof(men[i]), "{'id':'c%d','asset':'post','at':[1000,%d]}", i, 900 + 100 * i);
            if (which[i] < 2) {
                judge_terrain(
                    &t, "{'id':'w%d','kind':'wall','mesh':'box 1020 %d 0 1025 %d %d','at':[0,0,0],'uncertainty':%d}", i,
                    860 + 100 * i, 940 + 100 * i, which[i] == 0 ? 200 : 40, which[i] == 0 ? 0 : 2);
            }
        }
        judge_man(&t, "x", 2500, 2500);
        judge_unit(&t, "{'id':'c','side':'red','class':'infantry','members':[%s,%s,%s]}", men[0], men[1], men[2]);
        judge_model(&t, "e", "blue", "infantry", "post", 1200, 1000, 0, "");
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", NULL, 400, true, &x);
        const tl_within_member *m = &x.units[1].members[0];
        tl_verdict expected = verdicts[which[best]];
        assert_true(m->looked);
        assert_int_equal(m->limit.verdict, YES);
        assert_int_equal(m->seen, expected);
        assert_int_equal(m->verdict, expected);
        assert_int_equal(m->line.sight.verdict, expected);
        assert_int_equal(m->line.from, x.centre.party.first + (size_t)best);
        assert_int_equal(x.units[1].los, expected);
        assert_int_equal(x.units[1].line, expected == OPEN ? 0 : SIZE_MAX);
        assert_int_equal(x.verdict, expected);
        tl_within_free(&x);
        tl_party from = judge_party(&t, "c");
        tl_sees found;
        ok(tl_sees_judge(&t.inquiry, &from, TL_SEES_ENEMIES, &found, &error));
        const tl_seen *one = &found.others[0];
        assert_int_equal(one->sees, expected);
        assert_int_equal(one->line.sight.verdict, expected);
        if (expected != YES) { /* of those that see the clearest */
            assert_int_equal(one->line.from, from.first + (size_t)best);
        }
        assert_int_equal(found.seen, expected == YES);
        assert_int_equal(found.open, expected == OPEN);
        tl_sees_free(&found);
        judge_end(&t);
    }
}

/* The first of a unit whose line rests on holes of a mesh, or is too uncertain, is told of. */
static void doubtful_lines(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) { /* which of the two stands behind the pipe */
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "c", "red", "infantry", "post", 700, 1000, 0, "");
        double y[2] = {k & 1 ? 1000 : 1600, k & 2 ? 1000 : 1600};
        judge_unit(&t,
                   "{'id':'e','side':'blue','class':'infantry','members':[{'id':'e1','asset':'post','at':[1300,%g]},{'"
                   "id':'e2',"
                   "'asset':'post','at':[1340,%g]}]}",
                   y[0], y[1]);
        judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'tube 850 980 0 1150 1020 100','at':[0,0,0]}");
        judge_wall(&t, "right", (tl_vec2){990, 100}, (tl_vec2){1000, 981}, 300);
        judge_wall(&t, "left", (tl_vec2){990, 1019}, (tl_vec2){1000, 1100}, 300);
        judge_ready(&t);
        tl_within x;
        from_party(&t, "c", NULL, 2000, true, &x);
        assert_int_equal(x.units[0].members[0].verdict, YES);
        assert_int_equal(x.units[0].line, k & 1 ? 0 : k & 2 ? 1 : SIZE_MAX);
        tl_within_free(&x);
        from_party(&t, "c", NULL, 2000, false, &x);
        assert_int_equal(x.units[0].line, SIZE_MAX);
        tl_within_free(&x);
        judge_end(&t);
    }
}

/* A point sees who stands in the open, and not who is behind a wall. */
static void sight_from_points(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "post", 1200, 1000, 0, "");
    judge_model(&t, "b", "red", "infantry", "post", 800, 1000, 0, "");
    judge_wall(&t, "wall", (tl_vec2){900, 900}, (tl_vec2){905, 1100}, 200);
    judge_ready(&t);
    const double at[3] = {1000, 1000, 30};
    tl_within x = {.inquiry = &t.inquiry};
    tl_within_of_point(&t.inquiry, at, 3, &x.centre);
    judge(&t, NULL, 400, true, &x);
    for (size_t u = 0; u < 2; u++) {
        assert_int_equal(x.units[u].verdict, u == 0 ? YES : NO);
        assert_int_equal(x.units[u].los, u == 0 ? YES : NO);
        assert_int_equal(x.units[u].members[0].line.sight.verdict, u == 0 ? YES : NO);
        assert_int_not_equal(x.units[u].members[0].line.cause.clause, TL_CLAUSE_NONE);
        if (u == 0) {
            assert_point_near(x.units[u].members[0].line.sight.from, ((tl_vec3){1000, 1000, 30}), 0);
        }
    }
    tl_within_free(&x);
    judge_end(&t);
}

/* --- One against all ---------------------------------------------------------------------------------------------- */

/* Hidden by a wall, by camouflage, by both, or perhaps: what is told as the cause, and whether cover was looked at. */
static void causes_of_seeing(void **state) {
    (void)state;
    const struct {
        double distance, wall; /* how high it is */
        bool shade;
        tl_verdict sees;
        bool hides;
    } cases[] = {{350, 20, true, NO, true},   {300, 20, true, OPEN, true},  {250, 20, true, YES, false},
                 {350, 200, true, NO, false}, {350, 20, false, YES, false}, {350, 200, false, NO, false},
                 {350, 1, true, YES, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 1000, 1000, 0,
                    "'weapons':[{'id':'short','range':1},{'id':'gun','range':10}]");
        judge_model(&t, "b", "blue", "infantry", "post", 1000 + 2 * R + cases[i].distance, 1000, 0,
                    cases[i].shade ? "'skills':['camouflage']" : "");
        double x = 1000 + 2 * R + cases[i].distance - 20;
        judge_wall(&t, "low", (tl_vec2){x, 900}, (tl_vec2){x + 4, 1100}, cases[i].wall);
        judge_ready(&t);
        tl_party from = judge_party(&t, "a");
        tl_sees found;
        ok(tl_sees_judge(&t.inquiry, &from, TL_SEES_ENEMIES, &found, &error));
        const tl_seen *one = &found.others[0];
        if (one->sees != cases[i].sees) {
            fail_msg("case %zu: %d", i, (int)one->sees);
        }
        assert_int_equal(found.verdict, cases[i].sees);
        assert_int_equal(found.seen, cases[i].sees == YES);
        assert_int_equal(found.open, cases[i].sees == OPEN);
        assert_int_equal(one->cause.clause, cases[i].hides ? TL_CLAUSE_SIGHT_UNSEEN : one->line.cause.clause);
        assert_int_not_equal(one->line.cause.clause, TL_CLAUSE_SIGHT_UNSEEN);
        assert_int_equal(one->looked_at_cover, cases[i].sees != NO);
        assert_int_equal(one->line.sight.verdict, cases[i].wall > 100 ? NO : YES);
        assert_int_equal(one->seen_by, cases[i].wall > 100 ? NO : YES);
        assert_int_equal(one->may_fire[0], NO);
        assert_int_equal(one->in_range[0], NO);
        assert_int_equal(one->may_fire[1], cases[i].sees);
        assert_int_equal(one->in_range[1], YES);
        tl_sees_free(&found);
        judge_end(&t);
    }
}

/* The two nearest models of three and two, wherever they are in their units. */
static void nearest_of_all(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        judge_table t;
        judge_begin(&t);
        judge_man(&t, "x", 2500, 2500);
        int i = k / 2, j = k % 2;
        judge_unit(
            &t,
            "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[1000,%d]},{'id':'a2',"
            "'asset':'man','at':[1000,%d]},{'id':'a3','asset':'man','at':[1000,%d]}]}",
            i == 0 ? 1500 : 500, i == 1 ? 1500 : 600, i == 2 ? 1500 : 700);
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1500,%d]},{'id':'b2',"
            "'asset':'man','at':[1500,%d]}]}",
            j == 0 ? 1500 : 2200, j == 1 ? 1500 : 2300);
        judge_ready(&t);
        tl_party from = judge_party(&t, "a");
        tl_sees found;
        ok(tl_sees_judge(&t.inquiry, &from, TL_SEES_ALL, &found, &error));
        assert_int_equal(found.count, 2);
        assert_int_equal(found.others[1].from, from.first + (size_t)i);
        assert_int_equal(found.others[1].to, found.others[1].party.first + (size_t)j);
        assert_near(found.others[1].range.distance_mm, 500 - 2 * R, 1e-6);
        tl_sees_free(&found);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terrain_as_middle), cmocka_unit_test(points_that_may_be_off),
        cmocka_unit_test(radii_of_skills),   cmocka_unit_test(told_middles),
        cmocka_unit_test(walls_between),     cmocka_unit_test(told_models),
        cmocka_unit_test(told_lines),        cmocka_unit_test(equals),
        cmocka_unit_test(one_in_sight),      cmocka_unit_test(doubtful_lines),
        cmocka_unit_test(sight_from_points), cmocka_unit_test(causes_of_seeing),
        cmocka_unit_test(nearest_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
