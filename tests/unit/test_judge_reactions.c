/* test_judge_reactions.c: reactions as the judge finds them (judge/attack/react.c): which turn is advised, by how much,
 * with what, and when none is. */
#include "judge/attack/react.h"
#include "support/judge_attack.h"
#include "support/judge_facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

/* --- Reactions ---------------------------------------------------------------------------------------------------- */

static void react(judge_table *t, const tl_party *from, const tl_party *to, const double *facing, tl_reaction *found) {
    ok(tl_reaction_judge(&t->inquiry, from, to, from->unit->weapons, from->unit->weapon_count, facing, found, &error));
}

/* A tank whose gun bears 45 degrees to either side, and an enemy so far round: which turn is told, which way, and that
 * it is one that does. The rim of the enemy is asin(R / d) wide to each side; a degree is added, the whole one told. */
static void advised_turns(void **state) {
    (void)state;
    static const double facings[] = {0, 350, 170, -90, 720 + 30.5},
                        offs[] = {60, -60, 47.9, -47.9, 90, -90, 130, -130, 179, -179};
    for (size_t f = 0; f < 5; f++) {
        for (size_t o = 0; o < 10; o++) {
            double d = 300, angle = (facings[f] + offs[o]) * M_PI / 180;
            judge_table t;
            judge_begin(&t);
            judge_model(&t, "a", "red", "vehicle", "tank", 1500, 1500, facings[f],
                        "'weapons':[{'id':'knife','range':'C','arc':'left'},{'id':'gun','range':8,'arc':'front'}]");
            judge_model(&t, "b", "blue", "infantry", "man", 1500 + d * cos(angle), 1500 + d * sin(angle), 0, "");
            judge_ready(&t);
            tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
            tl_reaction found;
            react(&t, &a, &b, NULL, &found);
            assert_int_equal(found.verdict, NO);
            assert_true(found.armed && found.has_advice && !found.turns && !found.friends && !found.aircraft);
            assert_int_equal(found.cause.clause, TL_CLAUSE_ARC_FIELD);
            assert_true(found.advice_deg >= 0 && found.advice_deg < 360 && found.advice_deg == rint(found.advice_deg));
            /* the least that brings the rim in: the ray at 45 degrees touches the disc where its middle is asin(R / d)
             * beyond it */
            double rim = asin(R / d) * 180 / M_PI, least = fabs(offs[o]) - 45 - rim;
            double turned = remainder(found.advice_deg - facings[f], 360) * (offs[o] > 0 ? 1 : -1);
            if (turned < 0) {
                turned += 360;
            }
            if (!(turned > least && turned < least + 6)) {
                fail_msg("facing %g, %g off: turned by %g, least %g", facings[f], offs[o], turned, least);
            }
            double to = found.advice_deg;
            tl_reaction_free(&found);
            react(&t, &a, &b, &to, &found);
            assert_int_equal(found.verdict, YES);
            assert_true(found.turns && !found.has_advice && found.facing_deg == to);
            tl_reaction_free(&found);
            judge_end(&t);
        }
    }
}

/* Of two weapons the one that needs the smaller turn; of weapons that can't fire after any turn none is turned for. */
static void least_turns(void **state) {
    (void)state;
    for (int k = 0; k < 5; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(
            &t, "a", "red", "vehicle", "tank", 1500, 1500, 0,
            k == 4   ? "'weapons':[{'id':'knife','range':'C','arc':'front'},{'id':'stern','range':8,'arc':'rear'}]"
            : k == 0 ? "'weapons':[{'id':'bow','range':8,'arc':'front'},{'id':'stern','range':8,'arc':'rear'}]"
            : k == 1 ? "'weapons':[{'id':'stern','range':8,'arc':'rear'},{'id':'bow','range':8,'arc':'front'}]"
            : k == 2 ? "'weapons':[{'id':'bow','range':1,'arc':'front'},{'id':'stern','range':8,'arc':'rear'}]"
                     : "'weapons':[{'id':'knife','range':'C','arc':'front'},{'id':'bow','range':1,'arc':'front'}]");
        double angle = 65 * M_PI / 180; /* 20 off the bow, 70 off the stern */
        judge_model(&t, "b", "blue", "infantry", "man", 1500 + 300 * cos(angle), 1500 + 300 * sin(angle), 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.has_advice, k != 3);
        double turned = remainder(found.advice_deg, 360);
        if (k < 2) {
            assert_true(turned > 12 && turned < 25);
        } else if (k == 2) {
            assert_true(turned < -60 && turned > -75);
        } else if (k == 4) { /* by what the gun needs, asin(R / 300) less than 70, and not by what close combat does */
            assert_near(turned, -(70 - asin(R / 300) * 180 / M_PI + 1), 0.501);
        }
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

/* A large vehicle may need another turn than the least. An enemy 152 degrees round is 3 degrees off the corner at its
 * back (atan2(30, -50) = 149 degrees): turned so far that the gun just bears it would end farther away, and turned by
 * 120 it has a front corner (31 degrees) within 1 degree of him. Turns are tried by 15, to the side of the least first.
 */
static void turns_that_end_nearer(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        bool large = k & 1, left = k & 2;
        double angle = (left ? 152 : -152) * M_PI / 180;
        judge_table t;
        judge_begin(&t);
        char more[100];
        snprintf(more, sizeof(more), "'size':'%s','weapons':[{'id':'gun','range':8,'arc':'front'}]",
                 large ? "large" : "normal");
        judge_model(&t, "a", "red", "vehicle", "tank", 1500, 1500, 0, more);
        judge_model(&t, "b", "blue", "infantry", "man", 1500 + 300 * cos(angle), 1500 + 300 * sin(angle), 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, NO);
        assert_true(found.has_advice);
        double turned = remainder(found.advice_deg, 360) * (left ? 1 : -1);
        if (large ? turned != 120 : !(turned > 104 && turned < 108)) {
            fail_msg("large %d, left %d: turned by %g", large, left, turned);
        }
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

/* Of two targets the one that needs the smaller turn, whichever is the first, to either side. */
static void turns_to_the_nearest(void **state) {
    (void)state;
    static const double offs[][2] = {{60, 100}, {100, 60}, {-60, 100}, {100, -60}, {-100, 60}, {-100, -60}};
    for (size_t k = 0; k < 6; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1500, 1500, 0,
                    "'weapons':[{'id':'gun','range':8,'arc':'front'}]");
        double at[2][2];
        for (int i = 0; i < 2; i++) {
            at[i][0] = 1500 + 300 * cos(offs[k][i] * M_PI / 180);
            at[i][1] = 1500 + 300 * sin(offs[k][i] * M_PI / 180);
        }
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,%.17g]},{"
            "'id':'b2','asset':'man','at':[%.17g,%.17g]}]}",
            at[0][0], at[0][1], at[1][0], at[1][1]);
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_true(found.has_advice);
        double turned = remainder(found.advice_deg, 360), off = fabs(offs[k][0]) < 80 ? offs[k][0] : offs[k][1];
        assert_true(turned * (off > 0 ? 1 : -1) > 12 && fabs(turned) < 20);
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

/* Reactions have the target's cover as attacks do; it isn't known before it is looked at. A wall of 3 mm that may be 2
 * off hides something of who begins at z = 3, or nothing. */
static void covers_looked_at(void **state) {
    (void)state;
    const struct {
        double height, off;
        tl_verdict cover;
        tl_attack_cover_state state;
    } cases[] = {
        {0.5, 0, NO, TL_ATTACK_COVER_NONE}, {20, 0, YES, TL_ATTACK_COVER_ALL}, {3, 2, OPEN, TL_ATTACK_COVER_OPEN}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 700, 1000, 0, "'weapons':[{'id':'w','range':8}]");
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        judge_terrain(&t, "{'id':'low','kind':'wall','mesh':'box 980 900 0 984 1100 %g','at':[0,0,0],'uncertainty':%g}",
                      cases[i].height, cases[i].off);
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, YES);
        assert_non_null(tl_attack_unit_cover(&found.attack, 0, 0));
        assert_int_equal(tl_attack_unit_cover(&found.attack, 0, 0)->verdict, cases[i].cover);
        assert_int_equal(found.attack.found[0].cover, cases[i].state);
        assert_int_equal(found.attack.group_count, 1);
        assert_int_equal(found.attack.groups[0].cover, cases[i].cover);
        tl_reaction_free(&found);
        tl_attack attack;
        ok(tl_attack_begin(&attack, &t.inquiry, &a, &b, a.unit->weapons, 1, &error));
        ok(tl_attack_judge(&attack, &error));
        assert_null(tl_attack_unit_cover(&attack, 0, 0));
        assert_int_equal(tl_attack_cover(&attack, attack.weapons, 0), NO);
        tl_attack_end(&attack);
        judge_end(&t);
    }
    /* who doesn't react by its class is told so */
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "aircraft", "tank", 700, 1000, 0, "'weapons':[{'id':'w','range':8}]");
    judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
    judge_model(&t, "c", "red", "infantry", "post", 1000, 1200, 0, "'weapons':[{'id':'w','range':8}]");
    judge_model(&t, "d", "red", "infantry", "post", 1100, 1200, 0, "");
    judge_ready(&t);
    for (int k = 0; k < 2; k++) {
        tl_party a = judge_party(&t, k ? "c" : "a"), b = judge_party(&t, k ? "d" : "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.aircraft, k == 0);
        assert_int_equal(found.friends, k == 1);
        assert_int_equal(found.limit.verdict, YES);
        assert_int_equal(found.cause.clause, k ? TL_CLAUSE_REACT_RANGE : TL_CLAUSE_REACT_CLASS);
        tl_reaction_free(&found);
    }
    judge_end(&t);
}

/* A large vehicle mustn't end farther away (DB-REA-02): uncertain hulls leave that open; units measure to all of the
 * acting unit. The cause is the first step that fails. */
static void bound_turns(void **state) {
    (void)state;
    const struct {
        double facing, off; /* what the hull may be off, mm */
        const char *size;
        tl_verdict after, turn, verdict;
        tl_clause clause;
        double x;
    } cases[] = {{0, 0, "large", YES, YES, YES, TL_CLAUSE_REACT_RANGE, 300},
                 {90, 0, "large", NO, NO, NO, TL_CLAUSE_REACT_TURN, 300},
                 {90, 0, "huge", NO, YES, NO, TL_CLAUSE_ARC_FIELD, 300},
                 {0, 2, "large", OPEN, OPEN, OPEN, TL_CLAUSE_REACT_TURN, 300},
                 {0, 2, "normal", OPEN, YES, YES, TL_CLAUSE_REACT_RANGE, 300},
                 {90, 2, "large", NO, NO, NO, TL_CLAUSE_REACT_TURN, 300},
                 {90, 12, "large", OPEN, OPEN, NO, TL_CLAUSE_REACT_TURN, 300},
                 {0, 0, "large", YES, YES, NO, TL_CLAUSE_REACT_RANGE, 900}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", cases[i].off);
        char more[100];
        snprintf(more, sizeof(more), "'size':'%s','weapons':[{'id':'gun','range':8,'arc':'front'}]", cases[i].size);
        judge_model(&t, "a", "red", "vehicle", "scan", 1000, 1000, 0, more);
        judge_model(&t, "b", "blue", "infantry", "man", 1000 + cases[i].x, 1000, 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, &cases[i].facing, &found);
        assert_int_equal(found.after.verdict, cases[i].after);
        assert_int_equal(found.turn, cases[i].turn);
        assert_int_equal(found.bound, strcmp(cases[i].size, "large") == 0);
        assert_int_equal(found.verdict, cases[i].verdict);
        assert_int_equal(found.cause.clause, cases[i].clause);
        double before = cases[i].x - JUDGE_AHEAD - R, now = cases[i].facing == 0 ? before : before + 20;
        assert_near(found.after.distance, now, 1e-6);
        assert_near(found.after.limit, before, 1e-6);
        assert_near(found.after.margin, before - now, 1e-6);
        assert_near(found.after.uncertainty, 2 * cases[i].off, 1e-9);
        assert_near(found.range.distance_mm, now, 1e-6);
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

/* What both hulls may be off leaves open whether it ends farther away, by twice as much as both together. */
static void doubts_of_both(void **state) {
    (void)state;
    test_random random = test_random_start("doubts of both", 44);
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 60; round++) {
        const double off[2] = {test_random_below(&random, 3) == 0 ? 0 : test_random_between(&random, 0.1, 6),
                               test_random_below(&random, 3) == 0 ? 0 : test_random_between(&random, 0.1, 6)};
        double facing = floor(test_random_between(&random, 0, 360)), turned = facing * M_PI / 180;
        double start = floor(test_random_between(&random, 0, 360)) * M_PI / 180;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%.17g}", off[0]);
        judge_asset(&t, "'wide':{'mesh':'box -20 -400 0 20 400 40','uncertainty':%.17g}", off[1]);
        judge_model(&t, "a", "red", "vehicle", "scan", 1000, 1000, start * 180 / M_PI,
                    "'size':'large','weapons':[{'id':'gun','range':8,'arc':'front'}]");
        judge_model(&t, "b", "blue", "vehicle", "wide", 1300, 1000, 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, &facing, &found);
        /* to the side of what is wide a hull reaches as far as its farthest corner that way */
        double reach[2] = {50 * fabs(cos(start)) + 30 * fabs(sin(start)),
                           50 * fabs(cos(turned)) + 30 * fabs(sin(turned))};
        double margin = reach[1] - reach[0], all = 2 * (off[0] + off[1]);
        tl_verdict verdict = margin >= all ? YES : margin < -0.05 - all ? NO : OPEN;
        assert_near(found.after.margin, margin, 1e-6);
        assert_near(found.after.uncertainty, all, 1e-9);
        if (fabs(margin - all) > 1e-3 && fabs(margin + 0.05 + all) > 1e-3) {
            assert_int_equal(found.after.verdict, verdict);
            met[verdict]++;
        }
        tl_reaction_free(&found);
        judge_end(&t);
    }
    assert_true(met[YES] > 5 && met[NO] > 5 && met[OPEN] > 5);
}

/* Where no weapon decides: no weapon at all, and one for close combat, which doesn't count in a reaction. */
static void unarmed(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    k == 1   ? "'weapons':[{'id':'knife','range':'C'}]"
                    : k == 2 ? "'weapons':[{'id':'knife','range':'C'},{'id':'gun','range':[1,3]}]"
                             : "");
        judge_model(&t, "b", "blue", "infantry", "man", 1000 + 2 * R + 20, 1000, 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.armed, k > 0);
        assert_int_equal(found.limit.verdict, YES);
        assert_int_equal(found.cause.clause, k == 2 ? TL_CLAUSE_RANGE_MINIMUM : TL_CLAUSE_REACT_WEAPON);
        assert_false(found.has_advice);
        if (k > 0) {
            assert_false(found.attack.found[0].counts);
            assert_int_equal(found.attack.found[0].verdict, NO);
        }
        assert_null(found.skill);
        assert_int_equal(found.range_cause.clause, TL_CLAUSE_REACT_RANGE);
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

/* A reaction is to be turned by an angle alone, and by one model. */
static void refused_turns(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'vehicle','weapons':[{'id':'gun','range':8}],'members':[{'id':'a1',"
                   "'asset':'tank','at':[1000,1000]},{'id':'a2','asset':'tank','at':[1000,1200]}]}");
    judge_model(&t, "b", "blue", "infantry", "man", 1300, 1000, 0, "");
    judge_ready(&t);
    tl_party whole = judge_party(&t, "a"), one = judge_party(&t, "a1"), b = judge_party(&t, "b");
    const double turns[] = {NAN, INFINITY, -INFINITY, 10};
    for (int k = 0; k < 4; k++) {
        for (int all = 0; all < 2; all++) {
            tl_reaction found;
            tl_status status = tl_reaction_judge(&t.inquiry, all ? &whole : &one, &b, whole.unit->weapons, 1, &turns[k],
                                                 &found, &error);
            assert_int_equal(status, k == 3 && !all ? TL_OK : TL_ERROR_ARGUMENT);
            tl_reaction_free(&found);
        }
    }
    judge_end(&t);
}

/* Who is out of range as it stands isn't told to turn, although its hull would come nearer. */
static void out_of_reach(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) { /* 390, 400 and 405 from its side; 20 less from its front */
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1500, 1500, 0,
                    "'weapons':[{'id':'gun','range':8,'arc':'front'}]");
        double away = k == 0 ? 390 : k == 1 ? 400 : 405;
        judge_model(&t, "b", "blue", "infantry", "man", 1500, 1500 + JUDGE_BESIDE + R + away, 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.limit.verdict, k == 0 ? YES : k == 1 ? OPEN : NO);
        assert_int_equal(found.has_advice, k == 0);
        assert_int_equal(found.cause.clause, k == 0 ? TL_CLAUSE_ARC_FIELD : TL_CLAUSE_REACT_RANGE);
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_reach),
        cmocka_unit_test(advised_turns),
        cmocka_unit_test(least_turns),
        cmocka_unit_test(turns_that_end_nearer),
        cmocka_unit_test(turns_to_the_nearest),
        cmocka_unit_test(covers_looked_at),
        cmocka_unit_test(bound_turns),
        cmocka_unit_test(doubts_of_both),
        cmocka_unit_test(unarmed),
        cmocka_unit_test(refused_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
