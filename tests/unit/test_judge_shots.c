/* Attacks and reactions as the judge finds them (judge/attack), fact by fact: whose shot is told, who rolls together,
 * at which test each weapon stands, what an observer adds, which turn is advised. */
#include "support/judge_table.h"

#include "judge/attack/close.h"
#include "judge/attack/observer.h"
#include "judge/attack/react.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

#define YES  TL_VERDICT_YES
#define NO   TL_VERDICT_NO
#define OPEN TL_VERDICT_MARGINAL

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* An attack of all weapons of a party, judged, with cover, summed up. */
typedef struct asked {
    tl_party from, to;
    tl_attack attack;
} asked;

static void attack(judge_table *t, const char *from, const char *to, bool also_close, asked *a) {
    a->from = judge_party(t, from);
    a->to = judge_party(t, to);
    const tl_document_unit *unit = a->from.unit;
    ok(tl_attack_begin(&a->attack, &t->inquiry, &a->from, &a->to, unit->weapons, unit->weapon_count, &error));
    ok(tl_attack_judge(&a->attack, &error));
    ok(tl_attack_judge_cover(&a->attack, &error));
    ok(tl_attack_sum_up(&a->attack, also_close, &error));
}

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
        tl_weapon_effect(&t.inquiry, gun, judge_weapon(&t, "gun", "how"), TL_EFFECT_DIRECTED_BY, NULL);
    const tl_sight_end point = {.is_point = true, .point = {1600, 1500, 10}};
    tl_observed observed;
    ok(tl_look_by_observers(&t.inquiry, gun, effect, &point, 0, NULL, &observed, &error));
    assert_int_equal(observed.verdict, YES);
    assert_int_equal(observed.observer, 0);
    assert_int_equal(observed.sight.sight.verdict, YES);
    const tl_sight_end himself = {.member = 0};
    ok(tl_look_by_observers(&t.inquiry, gun, effect, &himself, 0, NULL, &observed, &error));
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
            const tl_sight_end goal = {.member = a.to.first};
            effect = tl_weapon_effect(&t.inquiry, a.from.unit, &a.from.unit->weapons[0], TL_EFFECT_DIRECTED_BY, NULL);
            ok(tl_look_by_observers(&t.inquiry, a.from.unit, effect, &goal, 0, a.to.unit, &observed, &error));
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
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1500, 1500, 0,
                    k == 0   ? "'weapons':[{'id':'bow','range':8,'arc':'front'},{'id':'stern','range':8,'arc':'rear'}]"
                    : k == 1 ? "'weapons':[{'id':'stern','range':8,'arc':'rear'},{'id':'bow','range':8,'arc':'front'}]"
                    : k == 2
                        ? "'weapons':[{'id':'bow','range':1,'arc':'front'},{'id':'stern','range':8,'arc':'rear'}]"
                        : "'weapons':[{'id':'knife','range':'C','arc':'front'},{'id':'bow','range':1,'arc':'front'}]");
        double angle = 65 * M_PI / 180; /* 20 off the bow, 70 off the stern */
        judge_model(&t, "b", "blue", "infantry", "man", 1500 + 300 * cos(angle), 1500 + 300 * sin(angle), 0, "");
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        react(&t, &a, &b, NULL, &found);
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.has_advice, k < 3);
        double turned = remainder(found.advice_deg, 360);
        if (k < 2) {
            assert_true(turned > 12 && turned < 25);
        } else if (k == 2) {
            assert_true(turned < -60 && turned > -75);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_ranges),
        cmocka_unit_test(both_limits),
        cmocka_unit_test(who_fires),
        cmocka_unit_test(states_of_cover),
        cmocka_unit_test(where_it_fails),
        cmocka_unit_test(open_attackers),
        cmocka_unit_test(at_once),
        cmocka_unit_test(through_holes),
        cmocka_unit_test(own_sights),
        cmocka_unit_test(past_vehicles),
        cmocka_unit_test(kept_covers),
        cmocka_unit_test(out_of_reach),
        cmocka_unit_test(camouflaged_targets),
        cmocka_unit_test(observers),
        cmocka_unit_test(advised_turns),
        cmocka_unit_test(least_turns),
        cmocka_unit_test(turns_that_end_nearer),
        cmocka_unit_test(turns_to_the_nearest),
        cmocka_unit_test(covers_looked_at),
        cmocka_unit_test(reaches_with_doubt),
        cmocka_unit_test(observed_targets),
        cmocka_unit_test(bound_turns),
        cmocka_unit_test(unarmed),
        cmocka_unit_test(refused_turns),
        cmocka_unit_test(told_pairs),
        cmocka_unit_test(inside_and_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
