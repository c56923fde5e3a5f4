/* test_judge_close_combat.c: close combat of units (judge/attack/close.c): which pair is told, reaches that may be off,
 * models inside each other and above. */
#include "judge/attack/close.h"
#include "support/judge_attack.h"
#include "support/judge_facts.h"

#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

/* --- Close combat ------------------------------------------------------------------------------------------------- */

/* Of pairs one that fights is told before one that may, before one that reaches without sight, before one that doesn't
 * reach; of equals the one with more to spare; in whatever order they stand. */
static void told_pairs(void **state) {
    (void)state;
    /* so far away, and whether the wall is between */
    static const double apart[] = {10, 30, 50, 10, 20, 60, 90};
    static const bool hidden[] = {false, false, false, true, true, false, false};
    static const tl_verdict verdicts[] = {YES, YES, OPEN, NO, NO, NO, NO}, reach[] = {YES, YES, OPEN, YES, YES, NO, NO};
    for (int k = 0; k < 49; k++) {
        int which[2] = {k / 7, k % 7};
        if (which[0] == which[1]) {
            continue;
        }
        judge_table t;
        judge_begin(&t);
        char men[2][400] = {"", ""};
        for (int i = 0; i < 2; i++) {
            double y = 1000 + 1000 * i, d = 2 * R + apart[which[i]];
            snprintf(men[0] + strlen(men[0]), 200, "%s{'id':'a%d','asset':'man','at':[500,%g]}", i ? "," : "", i, y);
            snprintf(men[1] + strlen(men[1]), 200, "%s{'id':'b%d','asset':'man','at':[%.17g,%g]}", i ? "," : "", i,
                     500 + d, y);
            if (hidden[which[i]]) {
                char id[4] = {'w', (char)('0' + i), '\0'};
                judge_wall(&t, id, (tl_vec2){500 + R + 2, y - 200}, (tl_vec2){500 + R + 4, y + 200}, 100);
            }
        }
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[%s]}", men[0]);
        judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[%s]}", men[1]);
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_close_combat found;
        ok(tl_close_combat_judge(&t.inquiry, &from, &to, &found, &error));
        int best = which[0] < which[1] ? 0 : 1; /* they are listed so */
        assert_int_equal(found.best, 3 * (size_t)best);
        assert_int_equal(found.verdict, verdicts[which[best]]);
        assert_int_equal(found.attackers[0], verdicts[which[0]]);
        assert_int_equal(found.attackers[1], verdicts[which[1]]);
        assert_int_equal(found.able, (verdicts[which[0]] == YES) + (verdicts[which[1]] == YES));
        assert_int_equal(found.hidden, hidden[which[best]]);
        assert_int_equal(found.seen, reach[which[best]] != NO);
        assert_int_equal(found.pairs[3 * best].reach.limit.verdict, reach[which[best]]);
        assert_int_equal(found.cause.clause, hidden[which[best]] ? TL_CLAUSE_CLOSE_SIGHT : TL_CLAUSE_CLOSE_REACH);
        tl_close_combat_free(&t.inquiry, &found);
        judge_end(&t);
    }
}

/* Who surely reaches is told before who perhaps does with more to spare, though neither is seen. */
static void reaches_with_doubt(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_setting(&t, "'cc_metric':'3d_full'"); /* each model is as uncertain as itself */
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':5}");
        judge_man(&t, "a", 500, 1000);
        judge_wall(&t, "west", (tl_vec2){500 - R - 4, 500}, (tl_vec2){500 - R - 2, 1500}, 100);
        judge_wall(&t, "east", (tl_vec2){500 + R + 2, 500}, (tl_vec2){500 + R + 4, 1500}, 100);
        double sure = 500 + R + JUDGE_AHEAD + 49, doubtful = 500 - R - JUDGE_AHEAD - 47;
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'vehicle','members':[{'id':'b1','asset':'%s','at':[%.17g,1000]},{'id':"
            "'b2','asset':'%s','at':[%.17g,1000]}]}",
            k ? "tank" : "scan", k ? sure : doubtful, k ? "scan" : "tank", k ? doubtful : sure);
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_close_combat found;
        ok(tl_close_combat_judge(&t.inquiry, &from, &to, &found, &error));
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.pairs[k].reach.limit.verdict, OPEN);
        assert_int_equal(found.pairs[k ? 0 : 1].reach.limit.verdict, YES);
        assert_int_equal(found.best, k ? 0 : 1);
        assert_true(found.hidden);
        tl_close_combat_free(&t.inquiry, &found);
        judge_end(&t);
    }
}

/* Who is inside a transport neither fights nor is fought, whichever of the two he is; aircraft, too, are told of. */
static void inside_and_above(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 1000, 0, "'skills':['transport']");
    judge_model(&t, "men", "red", "infantry", "man", 1000, 1000, 0, "'aboard':'truck1'");
    judge_model(&t, "open", "red", "vehicle", "tank", 2000, 1000, 0, "'skills':['tank-riders']");
    judge_model(&t, "riders", "red", "infantry", "man", 2000, 1000, 0, "'aboard':'open1'");
    judge_model(&t, "foe", "blue", "infantry", "man", 1000 + JUDGE_AHEAD + R + 20, 1000, 0, "");
    judge_model(&t, "other", "blue", "infantry", "man", 2000 + JUDGE_AHEAD + R + 20, 1000, 0, "");
    judge_model(&t, "bird", "blue", "aircraft", "tank", 2000, 1080, 0, "");
    judge_ready(&t);
    const struct {
        const char *from, *to;
        int inside; /* 1: from, 2: to */
        bool aircraft;
        tl_verdict verdict;
        tl_clause clause;
    } cases[] = {{"men", "foe", 1, false, NO, TL_CLAUSE_ABOARD_INSIDE},
                 {"foe", "men", 2, false, NO, TL_CLAUSE_ABOARD_INSIDE},
                 {"truck", "foe", 0, false, YES, TL_CLAUSE_CLOSE_REACH},
                 {"riders", "other", 0, false, YES, TL_CLAUSE_CLOSE_REACH},
                 {"open", "bird", 0, true, YES, TL_CLAUSE_CLOSE_REACH},
                 {"bird", "open", 0, true, YES, TL_CLAUSE_CLOSE_REACH},
                 {"bird", "foe", 0, true, NO, TL_CLAUSE_CLOSE_REACH}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_party from = judge_party(&t, cases[i].from), to = judge_party(&t, cases[i].to);
        tl_close_combat found;
        ok(tl_close_combat_judge(&t.inquiry, &from, &to, &found, &error));
        assert_ptr_equal(found.inside, cases[i].inside == 1 ? &from : cases[i].inside == 2 ? &to : NULL);
        assert_int_equal(found.aircraft, cases[i].aircraft);
        assert_int_equal(found.verdict, cases[i].verdict);
        assert_int_equal(found.cause.clause, cases[i].clause);
        assert_false(found.hidden);
        assert_int_equal(found.able, cases[i].verdict == YES);
        tl_close_combat_free(&t.inquiry, &found);
    }
    judge_end(&t);
}

/* Walls are what is fought across only where the kind says so (DT-FRT-06): from a strongpoint the reach is taken from
 * its walls, from a bunker and a building from who is inside. The man outside is 20 from the walls, 60 from him. */
static void reaches_from_walls(void **state) {
    (void)state;
    static const char *const kinds[] = {"strongpoint", "bunker", "building"};
    for (int k = 0; k < 3; k++) {
        for (int turned = 0; turned < 2; turned++) {
            judge_table t;
            judge_begin(&t);
            judge_terrain(&t,
                          "{'id':'f','kind':'%s','outline':[[1000,900],[1200,900],[1200,1100],[1000,1100]],'mesh':'box "
                          "1000 900 0 1004 1100 20, box 1196 900 0 1200 1100 20, box 1004 900 0 1196 904 20, box 1004 "
                          "1096 0 1196 1100 20'}",
                          kinds[k]);
            judge_model(&t, "in", "red", "infantry", "man", 1200 - 40 - R, 1000, 0, "");
            judge_model(&t, "out", "blue", "infantry", "man", 1200 + 20 + R, 1000, 0, "");
            judge_ready(&t);
            tl_reach reach;
            ok(tl_pair_reach(&t.inquiry, judge_who(&t, turned ? "out1" : "in1"), judge_who(&t, turned ? "in1" : "out1"),
                             &reach, &error));
            assert_near(reach.range.distance_mm, k == 0 ? 20 : 60, 1e-9);
            assert_int_equal(reach.limit.verdict, k == 0 ? YES : NO);
            judge_end(&t);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_with_doubt),
        cmocka_unit_test(told_pairs),
        cmocka_unit_test(reaches_from_walls),
        cmocka_unit_test(inside_and_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
