/* Attacks as the judge finds them (judge/attack), fact by fact: whose shot is told, who rolls together, at which test
 * each weapon stands, what an observer adds. */
#include "judge/attack/observer.h"
#include "support/judge_attack.h"
#include "support/judge_facts.h"

#include <stdio.h>

#define R JUDGE_RIM

/* --- Whose range is told ------------------------------------------------------------------------------------------ */

/* Of several targets the one in range is told before one that is open before one out of it; of equals the nearer one,
 * in whatever order they stand. A gun of 2 to 4 units: 150 is too near, 200 and 400 open, 500 too far. */
static void told_ranges(void **state) {
    (void)state;
    static const double at[] = {300, 350, 200, 400, 150, 500};
    static const tl_verdict verdicts[] = {YES, YES, OPEN, OPEN, NO, NO};
    static const double limits[] = {400, 400, 200, 400, 200, 400};
    for (int k = 0; k < 36; k++) {
        int one = k / 6, other = k % 6;
        if (one == other) {
            continue;
        }
        judge_table t;
        judge_begin(&t);
        judge_setting(&t, "'min_range':'per_miniature'");
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, "'weapons':[{'id':'gun','range':[2,4]}]");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,1000]},"
                   "{'id':'b2','asset':'man','at':[500,%.17g]}]}",
                   500 + 2 * R + at[one], 1000 + 2 * R + at[other]);
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        const tl_shot *shot = &a.attack.shots[0];
        /* the better verdict; of the same the nearer */
        bool first = verdicts[one] != verdicts[other] ? one < other : at[one] < at[other];
        int told = first ? one : other;
        assert_int_equal(shot->nearest, a.to.first + (first ? 0 : 1));
        assert_near(shot->limit.distance, at[told], 1e-6);
        assert_near(shot->limit.limit, limits[told], 0);
        assert_int_equal(shot->limit.verdict, verdicts[told]);
        assert_int_equal(shot->too_near, limits[told] < 300);
        assert_int_equal(shot->range, verdicts[told]);
        assert_int_equal(shot->verdict, verdicts[told]);
        assert_int_equal(shot->valid[0], verdicts[one]);
        assert_int_equal(shot->valid[1], verdicts[other]);
        assert_int_equal(shot->targets, (verdicts[one] == YES) + (verdicts[other] == YES));
        assert_int_equal(shot->observer == SIZE_MAX, true);
        assert_int_equal(shot->bar.kind, TL_BAR_NONE);
        const tl_attack_weapon *found = &a.attack.found[0];
        assert_int_equal(found->verdict, verdicts[told]);
        assert_int_equal(found->range_cause.clause,
                         limits[told] < 300 ? TL_CLAUSE_RANGE_MINIMUM : TL_CLAUSE_RANGE_WEAPON);
        if (verdicts[told] != YES) {
            assert_int_equal(found->test, TL_ATTACK_TEST_RANGE);
            assert_int_equal(found->cause.clause, found->range_cause.clause);
        } else {
            assert_int_equal(found->target, verdicts[one] == YES ? 0 : 1);
            assert_int_equal(found->most_targets, shot->targets);
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* Who is too near and too far at once is told as too far: a minimum says nothing about who is out of reach anyway; what
 * is open at the one and out at the other is out. */
static void both_limits(void **state) {
    (void)state;
    const struct {
        double near, far; /* the unit's nearest model, and the one that is asked about */
        tl_verdict verdict;
        double limit;
    } cases[] = {{150, 500, NO, 400}, {150, 400, NO, 200},   {200, 400, OPEN, 200},
                 {200, 500, NO, 400}, {250, 400, OPEN, 400}, {250, 300, YES, 400}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, "'weapons':[{'id':'gun','range':[2,4]}]");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,1000]},"
                   "{'id':'b2','asset':'man','at':[500,%.17g]}]}",
                   500 + 2 * R + cases[i].near, 1000 + 2 * R + cases[i].far);
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b2", true, &a);
        assert_int_equal(a.attack.verdict, cases[i].verdict);
        assert_near(a.attack.shots[0].limit.limit, cases[i].limit, 0);
        assert_int_equal(a.attack.shots[0].too_near, cases[i].limit < 300);
        assert_int_equal(a.attack.shots[0].nearest, judge_who(&t, cases[i].limit < 300 ? "b1" : "b2"));
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* --- Who fires ---------------------------------------------------------------------------------------------------- */

/* Four models: one without the gun, one out of range, two who may fire at one and at two targets. */
static void who_fires(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'crew':{'core':{'shape':'box','min':[-5,-5,3],'max':[5,5,40]},'base':{'shape':'disc',"
                        "'diameter':25},'figures':3}");
        double y[2] = {k ? 1150 : 1000, k ? 1000 : 1150};
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'gun','range':4,'skills':['sniper']},"
                   "{'id':'blast','range':4,'skills':['grenade']},{'id':'none','range':4}],'members':["
                   "{'id':'a1','asset':'man','at':[900,600],'weapons':['blast']},"
                   "{'id':'a2','asset':'man','at':[300,1000],'weapons':['gun']},"
                   "{'id':'a3','asset':'man','at':[1000,%g],'weapons':['gun']},"
                   "{'id':'a4','asset':'crew','at':[1000,%g],'weapons':['gun','blast']}]}",
                   y[0], y[1]);
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[2500,1000]},"
                   "{'id':'b2','asset':'man','at':[1350,1000]},{'id':'b3','asset':'man','at':[1000,800]}]}");
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        const tl_attack_weapon *gun = &a.attack.found[0], *blast = &a.attack.found[1], *none = &a.attack.found[2];
        assert_true(gun->carried && blast->carried && !none->carried);
        assert_true(gun->counts && blast->counts && gun->sight_counts);
        assert_int_equal(a.attack.verdict, YES);
        assert_int_equal(gun->verdict, YES);
        assert_int_equal(gun->carriers, 3);
        assert_int_equal(gun->first, 1);
        assert_int_equal(gun->attacker, 2);
        assert_int_equal(gun->target, 1); /* 350 - 2 R, or hypot(350, 150) - 2 R = 355.8 */
        assert_int_equal(gun->able, 2);
        assert_int_equal(gun->most_targets, 2);
        assert_int_equal(gun->nearest, k ? 3 : 2); /* who stands 200 from b3 */
        assert_non_null(gun->chooses_by);
        assert_string_equal(gun->chooses_by->name, "sniper");
        assert_null(gun->ignores_by);
        assert_false(gun->ignores_cover);
        assert_int_equal(gun->cover, TL_ATTACK_COVER_NONE);
        assert_null(gun->through);
        assert_true(gun->arc.always);
        assert_int_equal(blast->carriers, 2);
        assert_int_equal(blast->first, 0);
        assert_true(blast->ignores_cover);
        assert_string_equal(blast->ignores_by->name, "grenade");
        assert_null(blast->chooses_by);
        assert_int_equal(blast->cover, TL_ATTACK_COVER_IGNORED);
        assert_int_equal(none->verdict, NO);
        assert_int_equal(none->carriers, 0);
        /* dice: of the gun both, four figures; of the blast two of whom one is a crew */
        assert_int_equal(a.attack.group_count, 2);
        const tl_dice_group *g = a.attack.groups;
        assert_int_equal(g[0].weapon, 0);
        assert_int_equal(g[0].cover, NO);
        assert_int_equal(g[0].first, 0);
        assert_int_equal(g[0].count, 2);
        assert_int_equal(g[0].figures, 4);
        assert_int_equal(g[1].weapon, 1);
        assert_int_equal(g[1].first, 2);
        assert_int_equal(g[1].count, blast->able);
        assert_true(a.attack.rolling[0] == 2 && a.attack.rolling[1] == 3);
        assert_int_equal(a.attack.rolling[2], 0);
        for (size_t i = 0; i < 4; i++) {
            const tl_shot *shot = &a.attack.shots[i];
            assert_int_equal(shot->absent, i == 0);
            assert_true(shot->bar.kind == TL_BAR_NONE && shot->bar.terrain == SIZE_MAX);
            assert_int_equal(shot->verdict, i >= 2 ? YES : NO);
            assert_int_equal(shot->targets, i >= 2 ? 2 : 0);
            assert_int_equal(shot->arc, i == 0 ? NO : YES);
            assert_int_equal(shot->range, i >= 2 ? YES : NO);
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* From how many of those who fire the target is in cover: from all, none, some, or that is open for one. A low wall on
 * one side of the target, or two. */
static void states_of_cover(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':8}],'members':[{'id':'a1','"
                   "asset':'post','at':[500,1000]},{'id':'a2','asset':'post','at':[1000,500]}]}");
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        if (k & 1) {
            judge_wall(&t, "west", (tl_vec2){980, 900}, (tl_vec2){984, 1100}, 20);
        }
        if (k & 2) {
            judge_wall(&t, "south", (tl_vec2){900, 980}, (tl_vec2){1100, 984}, 20);
        }
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        const tl_attack_weapon *found = &a.attack.found[0];
        assert_int_equal(found->able, 2);
        assert_int_equal(found->cover, k == 0   ? TL_ATTACK_COVER_NONE
                                       : k == 3 ? TL_ATTACK_COVER_ALL
                                                : TL_ATTACK_COVER_SPLIT);
        const tl_document_weapon *weapon = &a.attack.weapons[0];
        assert_int_equal(tl_attack_cover(&a.attack, weapon, 0), k & 1 ? YES : NO);
        assert_int_equal(tl_attack_cover(&a.attack, weapon, 1), k & 2 ? YES : NO);
        assert_non_null(tl_attack_unit_cover(&a.attack, 0, 1));
        assert_int_equal(found->nearest, 0); /* both are as far away */
        assert_int_equal(a.attack.group_count, k == 0 || k == 3 ? 1 : 2);
        for (size_t g = 0, next = 0; g < a.attack.group_count; g++) {
            const tl_dice_group *group = &a.attack.groups[g];
            assert_int_equal(group->cover, k == 3 || g == 1 ? YES : NO); /* bare ones first */
            assert_int_equal(group->first, next);
            assert_int_equal(group->count, k == 0 || k == 3 ? 2 : 1);
            assert_int_equal(group->figures, group->count);
            next += group->count;
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* --- Where it fails ----------------------------------------------------------------------------------------------- */

/* Two tanks with one gun each, ahead, of 4 units, and an enemy: which of them stands farther along in the order arc,
 * range, sight, all at once; and which of two weapons decides for the attack. */
static void where_it_fails(void **state) {
    (void)state;
    const struct {
        double x, facing;
        bool wall;
        tl_attack_test test;
        tl_clause clause;
    } cases[] = {{1500, 180, false, TL_ATTACK_TEST_ARC, TL_CLAUSE_ARC_FIELD},
                 {1000, 0, false, TL_ATTACK_TEST_RANGE, TL_CLAUSE_RANGE_WEAPON},
                 {1700, 0, true, TL_ATTACK_TEST_SIGHT, TL_CLAUSE_SIGHT_BLOCKED}};
    for (int k = 0; k < 9; k++) {
        int one = k / 3, other = k % 3;
        for (int weapons = 0; weapons < 2; weapons++) { /* two of one weapon; or each his own */
            judge_table t;
            judge_begin(&t);
            judge_unit(&t,
                       "{'id':'a','side':'red','class':'vehicle','weapons':[{'id':'gun','range':4,'arc':'front'},"
                       "{'id':'mg','range':4,'arc':'front'},{'id':'ram','range':'C','arc':'front'}],'members':["
                       "{'id':'a1','asset':'tank','at':[%g,1000],'facing':%g,'weapons':['gun']},"
                       "{'id':'a2','asset':'tank','at':[%g,1090],'facing':%g,'weapons':['%s']}]}",
                       cases[one].x, cases[one].facing, cases[other].x, cases[other].facing, weapons ? "mg" : "gun");
            judge_model(&t, "b", "blue", "infantry", "man", 1920, 1045, 0, "");
            if (cases[one].wall || cases[other].wall) {
                judge_wall(&t, "wall", (tl_vec2){1800, 700}, (tl_vec2){1805, 1400}, 200);
            }
            judge_ready(&t);
            asked a;
            attack(&t, "a", "b", true, &a);
            assert_int_equal(a.attack.verdict, NO);
            int most = other > one ? other : one;
            bool second = other > one; /* of equals the first */
            if (weapons == 0) {
                const tl_attack_weapon *found = &a.attack.found[0];
                assert_int_equal(found->test, cases[most].test);
                assert_int_equal(found->farthest, second);
                assert_int_equal(found->cause.clause, cases[most].clause);
                assert_int_equal(found->attacker, 0);
                assert_int_equal(found->arc.verdict, one == 0 ? NO : YES);
            } else {
                assert_int_equal(a.attack.found[0].test, cases[one].test);
                assert_int_equal(a.attack.found[0].cause.clause, cases[one].clause);
                assert_int_equal(a.attack.found[1].test, cases[other].test);
                assert_int_equal(a.attack.found[1].farthest, 1);
                assert_int_equal(a.attack.found[1].first, 1);
                assert_int_equal(a.attack.found[1].attacker, 1);
                assert_int_equal(a.attack.found[1].cause.clause, cases[other].clause);
            }
            assert_int_equal(a.attack.cause.clause, cases[most].clause);
            tl_cause other_cause = tl_by(TL_CLAUSE_COHESION);
            assert_int_equal(tl_attack_decided_by(&a.attack, YES, other_cause).clause, TL_CLAUSE_COHESION);
            assert_int_equal(tl_attack_decided_by(&a.attack, OPEN, other_cause).clause, TL_CLAUSE_COHESION);
            assert_int_equal(tl_attack_decided_by(&a.attack, NO, other_cause).clause, cases[most].clause);
            tl_attack_end(&a.attack);
            judge_end(&t);
        }
    }
}

/* Of an attack that is open, who is open counts, and not who is out although farther along. */
static void open_attackers(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) { /* the wall hides one; the other stands at the limit of range */
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'gun','range':4}],'members':["
                   "{'id':'a1','asset':'man','at':[%g,%g]},{'id':'a2','asset':'man','at':[%g,%g]}]}",
                   k ? 1000.0 : 1425.0, k ? 700.0 : 1000.0, k ? 1425.0 : 1000.0, k ? 1000.0 : 700.0);
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
        judge_wall(&t, "wall", (tl_vec2){700, 850}, (tl_vec2){1300, 855}, 200);
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        assert_int_equal(a.attack.verdict, OPEN);
        const tl_attack_weapon *found = &a.attack.found[0];
        assert_int_equal(found->test, TL_ATTACK_TEST_RANGE);
        assert_int_equal(found->farthest, k);
        assert_int_equal(found->cause.clause, TL_CLAUSE_RANGE_WEAPON);
        assert_int_equal(found->attacker, 0);
        assert_int_equal(a.attack.cause.clause, TL_CLAUSE_RANGE_WEAPON);
        assert_int_equal(a.attack.group_count, 0);
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* All tests hold, but for different targets: what decides is that they must hold at once. Weapons for close combat
 * count where they are said to. */
static void at_once(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'gun','range':4},{'id':'knife','range':'C'}]");
    judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[800,1000]},"
                   "{'id':'b2','asset':'man','at':[900,1400]}]}");
    judge_wall(&t, "wall", (tl_vec2){700, 900}, (tl_vec2){705, 1050}, 100);
    judge_model(&t, "near", "blue", "infantry", "man", 500, 1000 + 2 * R + 20, 0, "");
    judge_ready(&t);
    asked a;
    attack(&t, "a", "b", true, &a);
    assert_int_equal(a.attack.found[0].test, TL_ATTACK_TEST_TARGET);
    assert_int_equal(a.attack.found[0].cause.clause, TL_CLAUSE_ATTACK_TARGET);
    assert_int_equal(a.attack.cause.clause, TL_CLAUSE_ATTACK_TARGET);
    assert_int_equal(a.attack.found[1].range_cause.clause, TL_CLAUSE_RANGE_CLOSE);
    tl_attack_end(&a.attack);
    for (int close = 0; close < 2; close++) {
        attack(&t, "a", "near", close, &a);
        assert_int_equal(a.attack.found[1].counts, close);
        assert_int_equal(a.attack.found[1].verdict, close ? YES : NO);
        assert_true(a.attack.found[1].carried && a.attack.found[1].ignores_cover);
        assert_null(a.attack.found[1].ignores_by);
        assert_true(a.attack.found[1].sight_counts);
        assert_int_equal(a.attack.found[1].arc.verdict, close ? YES : NO); /* not asked, where it doesn't count */
        tl_attack_end(&a.attack);
    }
    judge_set(&t, -1, "cc_sight", "reach_only", NULL);
    attack(&t, "a", "near", true, &a);
    assert_false(a.attack.found[1].sight_counts);
    assert_true(a.attack.found[0].sight_counts);
    tl_attack_end(&a.attack);
    judge_end(&t);
}

/* Shots that all go through holes of a mesh are told of, by the first of them; not where one needs none. */
static void through_holes(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':10}],'members':["
                       "{'id':'a1','asset':'post','at':[700,500]},{'id':'a2','asset':'post','at':[700,1000]},{'id':'a3'"
                       ",'asset':'post','at':[700,1010]}]}");
        judge_model(&t, "b", "blue", "infantry", "post", 1300, 1005, 0, "");
        judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'tube 850 980 0 1150 1030 100','at':[0,0,0]}");
        judge_wall(&t, "right", (tl_vec2){990, 100}, (tl_vec2){1000, 981}, 300);
        judge_wall(&t, "left", (tl_vec2){990, 1029}, (tl_vec2){1000, 2900}, 300);
        if (k) {
            judge_unit(&t, "{'id':'over','side':'red','class':'aircraft','weapons':[{'id':'w','range':10}],'members':["
                           "{'id':'o1','asset':'flyer','at':[1280,1005,90]}]}");
        }
        judge_ready(&t);
        asked a;
        attack(&t, k ? "over" : "a", "b", true, &a);
        assert_int_equal(a.attack.found[0].verdict, YES);
        if (k) {
            assert_null(a.attack.found[0].through);
        } else {
            assert_int_equal(a.attack.shots[0].valid[0], NO); /* the wall is between */
            assert_ptr_equal(a.attack.found[0].through, &a.attack.duels[1].sight);
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* --- Special sight ------------------------------------------------------------------------------------------------ */

/* A weapon with a sight of its own keeps it beside the others': past a vehicle, artillery alone sees; the cover that it
 * finds is its own as well. */
static void own_sights(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'van':{'core':{'shape':'box','min':[-10,-200,0],'max':[10,200,60]}}");
    judge_unit(&t,
               "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'rifle','range':10},{'id':'how','range':10,"
               "'skills':['artillery']},{'id':'knife','range':'C'}],'members':[{'id':'a1','asset':'post','at':[500,"
               "1000]},{'id':'a2','asset':'post','at':[1000,600]}]}");
    judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
    judge_model(&t, "van", "blue", "vehicle", "van", 900, 1000, 0, "");
    judge_ready(&t);
    asked a;
    attack(&t, "a", "b", true, &a);
    const tl_verdict expected[2][2] = {{NO, YES}, {YES, YES}};
    for (size_t w = 0; w < 2; w++) {
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(a.attack.shots[2 * w + i].los, expected[w][i]);
            assert_int_equal(tl_attack_sight(&a.attack, w, i, 0)->sight.verdict, expected[w][i]);
        }
    }
    assert_null(a.attack.sights[0]);
    assert_non_null(a.attack.sights[1]);
    assert_null(a.attack.sights[2]);
    /* who isn't seen is in cover; who is seen past what doesn't stand in the way is bare */
    assert_int_equal(tl_attack_cover(&a.attack, &a.attack.weapons[0], 0), YES);
    assert_int_equal(tl_attack_cover(&a.attack, &a.attack.weapons[0], 1), NO);
    assert_int_equal(tl_attack_cover(&a.attack, &a.attack.weapons[1], 0), NO);
    assert_ptr_equal(tl_attack_unit_cover(&a.attack, 0, 1), tl_attack_unit_cover(&a.attack, 2, 1));
    assert_true(tl_attack_unit_cover(&a.attack, 0, 1) != tl_attack_unit_cover(&a.attack, 1, 1));
    tl_attack_end(&a.attack);
    judge_end(&t);
    /* in close combat one also fights through the door of a bunker, where nobody is seen (DT-FRT-05) */
    for (int door = 0; door < 2; door++) {
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'k','kind':'bunker','outline':[[450,450],[550,450],[550,550],[450,550]],'mesh':"
                      "'box -50 -50 0 50 -40 60, box -50 40 0 50 50 60, box 40 -40 0 50 40 60, %s','at':[500,500,0]}",
                      door ? "box -50 -40 0 -40 -20 60, box -50 20 0 -40 40 60" : "box -50 -40 0 -40 40 60");
        judge_model(&t, "in", "red", "infantry", "man", 480, 500, 0,
                    "'weapons':[{'id':'rifle','range':4},{'id':'knife','range':'C'}]");
        judge_model(&t, "back", "blue", "infantry", "man", 425, 500, 0, "");
        judge_ready(&t);
        attack(&t, "in", "back", true, &a);
        assert_int_equal(a.attack.shots[0].los, NO);
        assert_int_equal(a.attack.shots[1].los, door ? YES : NO);
        assert_int_equal(a.attack.found[1].verdict, door ? YES : NO);
        assert_int_equal(a.attack.verdict, door ? YES : NO);
        if (!door) {
            assert_int_equal(a.attack.found[1].test, TL_ATTACK_TEST_SIGHT);
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* What sees past a vehicle is asked of each pair by itself; where there is a line that passes everything, it is that
 * one.
 */
static void past_vehicles(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) { /* the van hides all; or half, and one sees past its end */
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'van':{'core':{'shape':'box','min':[-10,-300,0],'max':[10,300,60]}}");
        judge_man(&t, "x", 100, 100);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'how','range':20,'skills':['artillery'"
                   "]},{'id':'knife','range':'C'}],'members':[{'id':'a1','asset':'post','at':[500,900]},{'id':'a2',"
                   "'asset':'post','at':[500,1100]}]}");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post','at':[1500,900]},"
                   "{'id':'b2','asset':'post','at':[1500,1100]},{'id':'b3','asset':'post','at':[1500,1000]}]}");
        judge_model(&t, "van", "blue", "vehicle", "van", 1000, k ? 1303 : 1000, 0, "");
        judge_wall(&t, "wall", (tl_vec2){1480, 890}, (tl_vec2){1485, 910}, 100); /* before b1 */
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        for (size_t n = 0; n < 6; n++) {
            const tl_pair_sight_result *own = &a.attack.sights[0][n], *plain = &a.attack.duels[n].sight;
            assert_int_equal(own->from, a.from.first + n / 3);
            assert_int_equal(own->to, a.to.first + n % 3);
            assert_int_equal(own->sight.verdict, n % 3 == 0 ? NO : YES);
            if (k == 0) {
                assert_int_equal(plain->sight.verdict, NO);
            } else if (plain->sight.verdict == YES) {
                assert_point_near(own->sight.from, plain->sight.from, 0);
                assert_point_near(own->sight.to, plain->sight.to, 0);
            }
        }
        if (k) { /* these two have a line beside it */
            assert_int_equal(a.attack.duels[2].sight.sight.verdict, YES);
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* The cover that each weapon finds is its own, in whatever order the weapons are: a van beside the target gives cover
 * to what doesn't see past it, where vehicles do. */
static void kept_covers(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        static const char *const weapons[] = {
            "{'id':'rifle','range':20},{'id':'how','range':20,'skills':['artillery']}",
            "{'id':'how','range':20,'skills':['artillery']},{'id':'rifle','range':20}",
            ("{'id':'how','range':20,'skills':['artillery']},{'id':'far','range':20,'skills':['artillery']},"
             "{'id':'rifle','range':20}")};
        judge_table t;
        judge_begin(&t);
        judge_setting(&t, "'cover_blockers':'plus_vehicles'");
        judge_asset(&t, "'van':{'core':{'shape':'box','min':[-3,-100,0],'max':[3,100,20]}}");
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[%s],'members':[{'id':'a1','asset':'post','at':"
                   "[500,1000]},{'id':'a2','asset':'post','at':[1000,500]}]}",
                   weapons[k]);
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        judge_model(&t, "van", "blue", "vehicle", "van", 982, 1000, 0, "");
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        for (size_t w = 0; w < a.attack.weapon_count; w++) {
            const tl_document_weapon *weapon = &a.attack.weapons[w];
            bool past = weapon->skill_count > 0;
            assert_int_equal(tl_attack_cover(&a.attack, weapon, 0), past ? NO : YES);
            assert_int_equal(tl_attack_cover(&a.attack, weapon, 1), NO);
            assert_int_equal(tl_attack_unit_cover(&a.attack, w, 0)->verdict, past ? NO : YES);
        }
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* Camouflage counts at its limit as open, for every weapon but those for close combat, and is the cause then; where
 * there is no line anyway the wall is. */
static void camouflaged_targets(void **state) {
    (void)state;
    const struct {
        double distance;
        bool hidden;
        tl_verdict los;
        tl_clause clause;
    } cases[] = {{250, false, YES, TL_CLAUSE_ATTACK_TARGET}, {300, false, OPEN, TL_CLAUSE_SIGHT_UNSEEN},
                 {350, false, NO, TL_CLAUSE_SIGHT_UNSEEN},   {350, true, NO, TL_CLAUSE_SIGHT_BLOCKED},
                 {300, true, NO, TL_CLAUSE_SIGHT_BLOCKED},   {20, false, YES, TL_CLAUSE_ATTACK_TARGET}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0,
                    "'weapons':[{'id':'w','range':10},{'id':'knife','range':'C'}]");
        judge_model(&t, "b", "blue", "infantry", "post", 500 + 2 * R + cases[i].distance, 1000, 0,
                    "'skills':['camouflage']");
        double x = 500 + 2 * R + cases[i].distance - 20;
        if (cases[i].distance > 100) {
            judge_wall(&t, "wall", (tl_vec2){x, 900}, (tl_vec2){x + 4, 1100}, cases[i].hidden ? 200 : 20);
        }
        judge_ready(&t);
        asked a;
        attack(&t, "a", "b", true, &a);
        assert_int_equal(a.attack.shots[0].los, cases[i].los);
        assert_int_equal(a.attack.found[0].verdict, cases[i].los);
        if (cases[i].los != YES) {
            assert_int_equal(a.attack.found[0].cause.clause, cases[i].clause);
            assert_int_equal(a.attack.found[0].test, TL_ATTACK_TEST_SIGHT);
        }
        assert_int_equal(a.attack.shots[1].los, cases[i].hidden ? NO : YES);
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

/* An observer who is the first model of the table sees points as well as models; of several who see only perhaps, or
 * not, the best is kept. */
static void observers(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "eyes", "red", "infantry", "man", 1300, 1000, 0, "'skills':['observer']");
    judge_model(&t, "gun", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'how','range':20,'skills':['artillery']}]");
    judge_model(&t, "foe", "blue", "infantry", "man", 1600, 1000, 0, "");
    judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 500);
    judge_ready(&t);
    const tl_document_unit *gun = judge_party(&t, "gun").unit;
    const tl_skill_effect *effect =
        tl_special_weapon_effect(&t.inquiry, gun, judge_weapon(&t, "gun", "how"), TL_EFFECT_DIRECTED_BY, NULL);
    const tl_between_end point = {.is_point = true, .point = {1600, 1500, 10}};
    tl_observed observed;
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &point, 0, NULL, &observed, &error));
    assert_int_equal(observed.verdict, YES);
    assert_int_equal(observed.observer, 0);
    assert_int_equal(observed.sight.sight.verdict, YES);
    const tl_between_end himself = {.member = 0};
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &himself, 0, NULL, &observed, &error));
    assert_int_equal(observed.observer, SIZE_MAX);
    asked a;
    attack(&t, "gun", "foe", true, &a);
    assert_int_equal(a.attack.shots[0].observer, 0);
    assert_int_equal(a.attack.shots[0].los, YES);
    assert_int_equal(a.attack.verdict, YES);
    tl_attack_end(&a.attack);
    judge_end(&t);
    /* a camouflaged goal: unseen to one who stands far, open to one at the limit, seen by one who is near */
    for (int k = 0; k < 6; k++) {
        static const double away[3] = {400, 300, 250};
        static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int count = 1; count <= 3; count++) {
            judge_begin(&t);
            judge_model(&t, "gun", "red", "infantry", "man", 100, 1000, 0,
                        "'weapons':[{'id':'how','range':20,'skills':['artillery']}]");
            tl_verdict best = NO;
            int by = 0;
            for (int i = 0; i < count; i++) {
                char id[16];
                snprintf(id, sizeof(id), "o%d", i);
                int who = orders[k][i];
                judge_model(&t, id, "red", "infantry", "post", 1500 - 2 * R - away[who], 1000, 0,
                            "'skills':['observer']");
                tl_verdict one = who == 0 ? NO : who == 1 ? OPEN : YES;
                bool better = i == 0 || (one == YES && best != YES) || (one == OPEN && best == NO);
                best = better ? one : best;
                by = better ? i : by;
            }
            judge_model(&t, "foe", "blue", "infantry", "post", 1500, 1000, 0, "'skills':['camouflage']");
            judge_wall(&t, "low", (tl_vec2){1480, 900}, (tl_vec2){1484, 1100}, 20);
            judge_wall(&t, "high", (tl_vec2){300, 100}, (tl_vec2){305, 2900}, 500);
            judge_ready(&t);
            attack(&t, "gun", "foe", true, &a);
            assert_int_equal(a.attack.shots[0].los, best);
            char id[16];
            snprintf(id, sizeof(id), "o%d1", by);
            assert_int_equal(a.attack.shots[0].observer, best == YES ? judge_who(&t, id) : SIZE_MAX);
            const tl_between_end goal = {.member = a.to.first};
            effect = tl_special_weapon_effect(&t.inquiry, a.from.unit, &a.from.unit->weapons[0], TL_EFFECT_DIRECTED_BY,
                                              NULL);
            ok(tl_attack_look_by_observers(&t.inquiry, a.from.unit, effect, &goal, 0, a.to.unit, &observed, &error));
            assert_int_equal(observed.verdict, best);
            assert_int_equal(observed.observer, judge_who(&t, id));
            assert_int_equal(observed.sight.from, judge_who(&t, id));
            tl_attack_end(&a.attack);
            judge_end(&t);
        }
    }
}

/* Each target by itself: observers see one of three, whichever it is. */
static void observed_targets(void **state) {
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "gun", "red", "infantry", "man", 100, 1500, 0,
                    "'weapons':[{'id':'how','range':30,'skills':['artillery']}]");
        judge_model(&t, "eyes", "red", "infantry", "post", 1500, 1000 + 500.0 * (double)k, 0, "'skills':['observer']");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post','at':[1800,1000]},"
                   "{'id':'b2','asset':'post','at':[1800,1500]},{'id':'b3','asset':'post','at':[1800,2000]}]}");
        judge_wall(&t, "w", (tl_vec2){1000, 100}, (tl_vec2){1005, 2900}, 300);
        judge_wall(&t, "w1", (tl_vec2){1300, 1250}, (tl_vec2){2500, 1255}, 300);
        judge_wall(&t, "w2", (tl_vec2){1300, 1750}, (tl_vec2){2500, 1755}, 300);
        judge_ready(&t);
        asked a;
        attack(&t, "gun", "b", true, &a);
        for (size_t j = 0; j < 3; j++) {
            assert_int_equal(a.attack.shots[0].valid[j], j == k ? YES : NO);
        }
        assert_int_equal(a.attack.shots[0].observer, judge_who(&t, "eyes1"));
        assert_int_equal(a.attack.found[0].target, k);
        tl_attack_end(&a.attack);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_ranges),     cmocka_unit_test(both_limits),      cmocka_unit_test(who_fires),
        cmocka_unit_test(states_of_cover), cmocka_unit_test(where_it_fails),   cmocka_unit_test(open_attackers),
        cmocka_unit_test(at_once),         cmocka_unit_test(through_holes),    cmocka_unit_test(own_sights),
        cmocka_unit_test(past_vehicles),   cmocka_unit_test(kept_covers),      cmocka_unit_test(camouflaged_targets),
        cmocka_unit_test(observers),       cmocka_unit_test(observed_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
