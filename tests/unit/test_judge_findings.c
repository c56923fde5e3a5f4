/* test_judge_findings.c: attacks, close combat, reactions and groups judged into facts (judge/attack, judge/group),
 * before anything is told: random men and tanks in the plane, against closed forms and brute force (DB-RNG-01 to -04,
 * DB-COV-08, DB-CC-01, DB-REA-01, -02, DB-COH-01); memory that runs out anywhere; a sentence for every finding. */
#include "support/judge_table.h"

#include "judge/attack/close.h"
#include "judge/attack/react.h"
#include "judge/group/cohesion.h"
#include "judge/group/within.h"
#include "tell/tell_attack.h"
#include "tell/tell_bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OURS = 4, THEIRS = 5, WEAPONS = 3, TRIALS = 60 };
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;
#define DEGREE (M_PI / 180)

/* Men of two units on an open table, and what ours carry: bit per weapon. */
typedef struct battle {
    tl_vec2 ours[OURS], theirs[THEIRS];
    double facing[OURS];
    unsigned carried[OURS];
    double tolerance;
    judge_table t;
} battle;

/* --- A battle ----------------------------------------------------------------------------------------------------- */

static double apart(tl_vec2 a, tl_vec2 b) {
    return fmax(0, hypot(a.x - b.x, a.y - b.y) - 2 * JUDGE_RIM);
}

/* What a margin says that is open within `band`. */
static tl_verdict clearly(double margin, double band) {
    return margin > band ? TL_VERDICT_YES : margin < -band ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

static tl_verdict both(tl_verdict a, tl_verdict b) {
    return a == NO || b == NO ? NO : a == OPEN || b == OPEN ? OPEN : YES;
}

static tl_verdict either(tl_verdict a, tl_verdict b) {
    return a == YES || b == YES ? YES : a == OPEN || b == OPEN ? OPEN : NO;
}

/* Bodies that don't touch, `wide` apart at most. */
static void spread(test_random *r, battle *b, double wide) {
    tl_vec2 all[OURS + THEIRS];
    for (size_t i = 0; i < OURS + THEIRS;) {
        all[i] = (tl_vec2){test_random_between(r, 1000, 1000 + wide), test_random_between(r, 1000, 1000 + wide)};
        bool free = true;
        for (size_t k = 0; k < i; k++) {
            free = free && hypot(all[i].x - all[k].x, all[i].y - all[k].y) > 2 * JUDGE_RIM + 1;
        }
        i += free;
    }
    memcpy(b->ours, all, sizeof(b->ours));
    memcpy(b->theirs, all + OURS, sizeof(b->theirs));
    for (size_t i = 0; i < OURS; i++) {
        b->facing[i] = test_random_between(r, 0, 360);
        b->carried[i] = (unsigned)test_random_below(r, 1 << WEAPONS);
    }
    b->tolerance = test_random_below(r, 2) ? 0.05 : 25;
}

static void load(battle *b, const char *wall) {
    static const char *const weapons[WEAPONS] = {"rifle", "gun", "knife"};
    char ours[1500] = "", theirs[1500] = "";
    for (size_t i = 0; i < OURS; i++) {
        char carried[64] = "";
        for (size_t w = 0; w < WEAPONS; w++) {
            if (b->carried[i] >> w & 1) {
                snprintf(carried + strlen(carried), sizeof(carried) - strlen(carried), "%s'%s'",
                         carried[0] != '\0' ? "," : "", weapons[w]);
            }
        }
        snprintf(ours + strlen(ours), sizeof(ours) - strlen(ours),
                 "%s{'id':'o%zu','asset':'man','at':[%.17g,%.17g],'facing':%.17g,'weapons':[%s]}", i > 0 ? "," : "", i,
                 b->ours[i].x, b->ours[i].y, b->facing[i], carried);
    }
    for (size_t j = 0; j < THEIRS; j++) {
        snprintf(theirs + strlen(theirs), sizeof(theirs) - strlen(theirs),
                 "%s{'id':'t%zu','asset':'man','at':[%.17g,%.17g]}", j > 0 ? "," : "", j, b->theirs[j].x,
                 b->theirs[j].y);
    }
    judge_begin(&b->t);
    judge_unit(&b->t,
               "{'id':'ours','name':'Ours','side':'red','class':'infantry','weapons':[{'id':'rifle','range':4},"
               "{'id':'gun','range':[1,6],'arc':'front'},{'id':'knife','range':'C'}],'members':[%s]}",
               ours);
    judge_unit(&b->t, "{'id':'theirs','name':'Theirs','side':'blue','class':'infantry','members':[%s]}", theirs);
    if (wall[0] != '\0') {
        judge_terrain(&b->t, "%s", wall);
    }
    judge_ready(&b->t);
    judge_set(&b->t, b->tolerance, "fof_target", "centre", NULL);
}

/* --- Attacks ------------------------------------------------------------------------------------------------------ */

/* How far a point lies inside the wedge of 45 degrees to either side. */
static double into_wedge(tl_vec2 from, double facing, tl_vec2 at) {
    double far = hypot(at.x - from.x, at.y - from.y);
    double off = fabs(remainder(atan2(at.y - from.y, at.x - from.x) - facing * DEGREE, 2 * M_PI)) - M_PI / 4;
    return off < M_PI / 2 ? -far * sin(off) : -far;
}

/* What the tests of a shot come out as, worked out here. */
typedef struct shot {
    tl_verdict arc[THEIRS], range[THEIRS], valid[THEIRS];
    tl_verdict any_arc, any_range, verdict;
    size_t targets;
    bool sure; /* nothing is at a limit to within rounding */
} shot;

static bool near_limit(double margin, double tolerance) {
    return fabs(fabs(margin) - tolerance) < 0.01;
}

static shot work_out(const battle *b, size_t weapon, size_t i) {
    static const double most[WEAPONS] = {400, 600, 50};
    double nearest = INFINITY;
    shot s = {.any_arc = NO, .any_range = NO, .verdict = NO, .sure = true};
    for (size_t j = 0; j < THEIRS; j++) {
        nearest = fmin(nearest, apart(b->ours[i], b->theirs[j]));
    }
    for (size_t j = 0; j < THEIRS; j++) {
        double far = apart(b->ours[i], b->theirs[j]);
        double wedge = weapon == 1 ? into_wedge(b->ours[i], b->facing[i], b->theirs[j]) : INFINITY;
        double least = weapon == 1 ? nearest - 100 : INFINITY;
        s.arc[j] = clearly(wedge, b->tolerance);
        s.range[j] = both(clearly(most[weapon] - far, b->tolerance), clearly(least, b->tolerance));
        s.valid[j] = both(s.arc[j], s.range[j]);
        s.any_arc = either(s.any_arc, s.arc[j]);
        s.any_range = either(s.any_range, s.range[j]);
        s.verdict = either(s.verdict, s.valid[j]);
        s.targets += s.valid[j] == YES;
        s.sure = s.sure && !near_limit(wedge, b->tolerance) && !near_limit(most[weapon] - far, b->tolerance) &&
                 !near_limit(least, b->tolerance);
    }
    return s;
}

/* The test that a weapon stands at which nobody may fire, or that is open. */
static tl_attack_test stands_at(const battle *b, const shot shots[OURS], size_t weapon, tl_verdict verdict,
                                size_t *who) {
    tl_attack_test most = TL_ATTACK_TEST_NONE;
    for (size_t i = 0; i < OURS; i++) {
        bool counts = (b->carried[i] >> weapon & 1) && (verdict == NO || shots[i].verdict == OPEN);
        tl_attack_test test = shots[i].any_arc == verdict     ? TL_ATTACK_TEST_ARC
                              : shots[i].any_range == verdict ? TL_ATTACK_TEST_RANGE
                                                              : TL_ATTACK_TEST_TARGET;
        *who = counts && test > most ? i : *who;
        most = counts && test > most ? test : most;
    }
    return most;
}

/* In what state of cover the targets are of those who may fire a weapon. */
static tl_attack_cover_state cover_of(const tl_attack *x, size_t weapon) {
    bool met[3] = {false};
    for (size_t i = 0; i < OURS; i++) {
        bool fires = x->shots[weapon * OURS + i].verdict == TL_VERDICT_YES;
        met[tl_attack_cover(x, &x->weapons[weapon], i)] |= fires;
    }
    return weapon == 2           ? TL_ATTACK_COVER_IGNORED
           : met[OPEN]           ? TL_ATTACK_COVER_OPEN
           : met[YES] && met[NO] ? TL_ATTACK_COVER_SPLIT
           : met[YES]            ? TL_ATTACK_COVER_ALL
                                 : TL_ATTACK_COVER_NONE;
}

static void check_weapon(const battle *b, const tl_attack *x, size_t weapon, int met[3], int tests[8]) {
    const tl_attack_weapon *found = &x->found[weapon];
    shot shots[OURS];
    tl_verdict verdict = NO;
    size_t carriers = 0, able = 0, most = 0, first = OURS, fires = OURS;
    bool sure = true;
    for (size_t i = 0; i < OURS; i++) {
        bool carries = b->carried[i] >> weapon & 1;
        shots[i] = work_out(b, weapon, i);
        sure = sure && shots[i].sure;
        if (carries) {
            verdict = either(verdict, shots[i].verdict);
            able += shots[i].verdict == YES;
            most = shots[i].verdict == YES && shots[i].targets > most ? shots[i].targets : most;
            first = carriers++ == 0 ? i : first;
            fires = fires == OURS && shots[i].verdict == YES ? i : fires;
        }
    }
    assert_int_equal(found->carried, carriers > 0);
    assert_int_equal(found->carriers, carriers);
    if (carriers == 0 || !sure) {
        return;
    }
    met[verdict]++;
    assert_int_equal(found->verdict, verdict);
    assert_int_equal(found->first, first);
    assert_int_equal(found->attacker, fires < OURS ? fires : first);
    if (verdict == YES) {
        assert_int_equal(found->able, able);
        assert_int_equal(found->most_targets, most);
        assert_int_equal(shots[fires].valid[found->target], YES);
        for (size_t i = 0; i < OURS; i++) { /* the first of the nearest who fire */
            double far = x->shots[weapon * OURS + i].limit.distance;
            double least = x->shots[weapon * OURS + found->nearest].limit.distance;
            assert_true(x->shots[weapon * OURS + i].verdict != TL_VERDICT_YES || far >= least);
        }
        assert_int_equal(shots[found->nearest].verdict, YES);
        assert_int_equal(found->cover, cover_of(x, weapon));
        return;
    }
    size_t who = 0;
    tl_attack_test test = stands_at(b, shots, weapon, verdict, &who);
    tests[test]++;
    assert_int_equal(found->test, test);
    assert_int_equal(found->farthest, who);
    tl_clause clause = found->cause.clause;
    bool minimum = x->shots[weapon * OURS + who].limit.limit == 100; /* it is what the gun's range came out as */
    assert_true(test == TL_ATTACK_TEST_ARC      ? clause == TL_CLAUSE_ARC_FIELD
                : test == TL_ATTACK_TEST_TARGET ? clause == TL_CLAUSE_ATTACK_TARGET
                : weapon == 2                   ? clause == TL_CLAUSE_RANGE_CLOSE
                : minimum                       ? clause == TL_CLAUSE_RANGE_MINIMUM
                                                : clause == TL_CLAUSE_RANGE_WEAPON);
}

/* Everybody who may fire a weapon rolls once, with those whose target is in the same state of cover. */
static size_t check_dice(const tl_attack *x) {
    bool rolled[WEAPONS][OURS] = {{false}};
    size_t several = 0;
    for (size_t k = 0; k < x->group_count; k++) {
        const tl_dice_group *group = &x->groups[k];
        const tl_dice_group *before = k > 0 ? &x->groups[k - 1] : NULL;
        assert_true(group->count > 0 && group->figures == group->count);
        assert_true(before == NULL || before->weapon < group->weapon ||
                    (before->weapon == group->weapon && before->cover != group->cover));
        several += before != NULL && before->weapon == group->weapon;
        for (size_t n = 0; n < group->count; n++) {
            size_t i = x->rolling[group->first + n];
            assert_false(rolled[group->weapon][i]);
            rolled[group->weapon][i] = true;
            assert_int_equal(tl_attack_cover(x, &x->weapons[group->weapon], i), group->cover);
        }
    }
    for (size_t w = 0; w < WEAPONS; w++) {
        for (size_t i = 0; i < OURS; i++) {
            assert_int_equal(rolled[w][i], x->shots[w * OURS + i].verdict == TL_VERDICT_YES);
        }
    }
    return several;
}

/* Whatever weapon counts, the one that got farthest names the rule. */
static void check_decided(const tl_attack *x) {
    const tl_cause otherwise = tl_by(TL_CLAUSE_SKILL);
    tl_cause cause = tl_attack_decided_by(x, x->verdict, otherwise);
    tl_attack_test most = TL_ATTACK_TEST_NONE;
    bool named = false;
    for (size_t w = 0; w < WEAPONS; w++) {
        most = x->found[w].verdict == x->verdict && x->found[w].test > most ? x->found[w].test : most;
    }
    for (size_t w = 0; w < WEAPONS; w++) {
        named = named || (x->found[w].test == most && x->found[w].cause.clause == cause.clause);
    }
    assert_true(x->cause.clause == cause.clause ||
                (x->cause.clause == TL_CLAUSE_ATTACK_TARGET && cause.clause == otherwise.clause));
    assert_true(x->verdict == TL_VERDICT_YES || most == TL_ATTACK_TEST_NONE ? cause.clause == otherwise.clause : named);
}

static tl_status judge_attack(battle *b, bool also_close, tl_attack *x, tl_error *error) {
    static tl_party from, to;
    from = judge_party(&b->t, "ours");
    to = judge_party(&b->t, "theirs");
    tl_status status = tl_attack_begin(x, &b->t.inquiry, &from, &to, from.unit->weapons, WEAPONS, error);
    status = status == TL_OK ? tl_attack_judge(x, error) : status;
    status = status == TL_OK ? tl_attack_judge_cover(x, error) : status;
    return status == TL_OK ? tl_attack_sum_up(x, also_close, error) : status;
}

static void attacks(void **state) {
    (void)state;
    test_random r = test_random_start("findings of attacks", 61);
    int met[3] = {0}, tests[8] = {0};
    size_t several = 0;
    for (int trial = 0; trial < test_trials(3 * TRIALS); trial++) {
        battle b;
        tl_attack x;
        spread(&r, &b, trial % 3 == 0 ? 300 : 900);
        load(&b, "{'id':'bank','kind':'wall','mesh':'box 1440 1000 0 1444 1500 20','at':[0,0,0]}");
        assert_int_equal(judge_attack(&b, true, &x, NULL), TL_OK);
        for (size_t w = 0; w < WEAPONS; w++) {
            check_weapon(&b, &x, w, met, tests);
        }
        several += check_dice(&x);
        check_decided(&x);
        tl_attack_end(&x);
        if (trial % 10 == 0) {
            assert_int_equal(judge_attack(&b, false, &x, NULL), TL_OK);
            assert_true(!x.found[2].counts && x.found[2].verdict == TL_VERDICT_NO && x.found[0].counts);
            tl_attack_end(&x);
        }
        judge_end(&b.t);
    }
    print_message("weapons: %d yes, %d open, %d no; stopped by arc %d, range %d, by one target for both %d; "
                  "%zu weapons in two states of cover\n",
                  met[YES], met[OPEN], met[NO], tests[TL_ATTACK_TEST_ARC], tests[TL_ATTACK_TEST_RANGE],
                  tests[TL_ATTACK_TEST_TARGET], several);
    if (!TEST_SANITIZED) {
        assert_true(met[YES] > 20 && met[OPEN] > 3 && met[NO] > 20 && several > 3);
        assert_true(tests[TL_ATTACK_TEST_ARC] > 3 && tests[TL_ATTACK_TEST_RANGE] > 10 &&
                    tests[TL_ATTACK_TEST_TARGET] > 1);
    }
}

/* --- Close combat ------------------------------------------------------------------------------------------------- */

static void close_combat(void **state) {
    (void)state;
    test_random r = test_random_start("findings of close combat", 62);
    int met[3] = {0};
    for (int trial = 0; trial < test_trials(TRIALS); trial++) {
        battle b;
        tl_close_combat x;
        double best = -INFINITY;
        size_t able = 0;
        bool sure = true;
        spread(&r, &b, test_random_between(&r, 250, 900));
        load(&b, "");
        tl_party from = judge_party(&b.t, "ours"), to = judge_party(&b.t, "theirs");
        assert_int_equal(tl_close_combat_judge(&b.t.inquiry, &from, &to, &x, NULL), TL_OK);
        tl_verdict any = NO;
        for (size_t i = 0; i < OURS; i++) {
            double most = -INFINITY;
            for (size_t j = 0; j < THEIRS; j++) {
                most = fmax(most, 50 - apart(b.ours[i], b.theirs[j]));
            }
            sure = sure && !near_limit(most, b.tolerance);
            assert_true(!sure || x.attackers[i] == clearly(most, b.tolerance));
            any = either(any, clearly(most, b.tolerance));
            able += clearly(most, b.tolerance) == YES;
            best = fmax(best, most);
        }
        if (sure) {
            met[any]++;
            assert_true(x.verdict == any && x.able == able && x.inside == NULL && !x.hidden);
            assert_int_equal(x.cause.clause, TL_CLAUSE_CLOSE_REACH);
            assert_int_equal(x.seen, any != NO);
            assert_near(x.pairs[x.best].reach.limit.margin, best, 1e-6);
        }
        tl_close_combat_free(&b.t.inquiry, &x);
        judge_end(&b.t);
    }
    print_message("close combat: %d yes, %d open, %d no\n", met[YES], met[OPEN], met[NO]);
    assert_true(TEST_SANITIZED || (met[YES] > 10 && met[OPEN] > 1 && met[NO] > 5));
}

/* --- Groups ------------------------------------------------------------------------------------------------------- */

/* Half the width of the smallest circle round all of them: through two of them, or three. */
static double smallest_circle(const tl_vec2 *p, size_t count) {
    double best = INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++) {
            for (size_t k = j; k < count; k++) { /* k == j: through two */
                double ax = p[j].x - p[i].x, ay = p[j].y - p[i].y, bx = p[k].x - p[i].x, by = p[k].y - p[i].y;
                double d = 2 * (ax * by - ay * bx), a = ax * ax + ay * ay, c = bx * bx + by * by;
                tl_vec2 middle = k == j ? (tl_vec2){p[i].x + ax / 2, p[i].y + ay / 2}
                                        : (tl_vec2){p[i].x + (by * a - ay * c) / d, p[i].y + (ax * c - bx * a) / d};
                double radius = 0;
                for (size_t n = 0; n < count; n++) {
                    radius = fmax(radius, hypot(p[n].x - middle.x, p[n].y - middle.y));
                }
                best = fmin(best, radius);
            }
        }
    }
    return best;
}

/* The longest link of the best chain: grown from the first, always by the shortest. */
static double longest_link(const tl_vec2 *p, size_t count) {
    double away[THEIRS], longest = 0;
    bool in[THEIRS] = {true};
    for (size_t i = 0; i < count; i++) {
        away[i] = apart(p[0], p[i]);
    }
    for (size_t n = 1; n < count; n++) {
        size_t next = 0;
        for (size_t i = 1; i < count; i++) {
            next = !in[i] && (next == 0 || away[i] < away[next]) ? i : next;
        }
        in[next] = true;
        longest = fmax(longest, away[next]);
        for (size_t i = 0; i < count; i++) {
            away[i] = fmin(away[i], apart(p[next], p[i]));
        }
    }
    return longest;
}

static void cohesion(void **state) {
    (void)state;
    test_random r = test_random_start("findings of cohesion", 63);
    int met[2][3] = {{0}};
    for (int trial = 0; trial < test_trials(2 * TRIALS); trial++) {
        battle b;
        double worst = 0;
        bool by_disc = trial % 2;
        spread(&r, &b, test_random_between(&r, 120, 300));
        load(&b, "");
        for (size_t i = 0; i < THEIRS; i++) {
            for (size_t j = 0; j < i; j++) {
                worst = fmax(worst, apart(b.theirs[i], b.theirs[j]));
            }
        }
        double disc = 2 * (smallest_circle(b.theirs, THEIRS) - JUDGE_RIM), decides = by_disc ? disc : worst;
        tl_party member = judge_party(&b.t, "t2");
        tl_unit_cohesion found;
        judge_set(&b.t, b.tolerance, "cohesion", by_disc ? "disc" : "pairwise", NULL);
        assert_int_equal(tl_unit_cohesion_judge(&b.t.inquiry, &member, &found, NULL), TL_OK);
        assert_true(found.unit.count == THEIRS && found.has_disc && !found.free && found.by_disc == by_disc);
        assert_near(found.pairs.worst.range.distance_mm, worst, 1e-6);
        assert_near(found.pairs.link.range.distance_mm, longest_link(b.theirs, THEIRS), 1e-6);
        assert_near(found.disc.diameter_mm, disc, 1e-3);
        assert_near(found.decides.distance, decides, 1e-3);
        assert_near(found.decides.margin, 150 - decides, 1e-3);
        if (!near_limit(150 - decides, b.tolerance)) {
            met[by_disc][clearly(150 - decides, b.tolerance)]++;
            assert_int_equal(found.verdict, clearly(150 - decides, b.tolerance));
        }
        judge_end(&b.t);
    }
    for (int k = 0; k < 2; k++) {
        print_message("cohesion by %s: %d yes, %d open, %d no\n", k ? "disc" : "pairs", met[k][YES], met[k][OPEN],
                      met[k][NO]);
        assert_true(TEST_SANITIZED || (met[k][YES] > 3 && met[k][OPEN] > 3 && met[k][NO] > 3));
    }
}

static void check_within(const battle *b, double radius, bool each, int met[3]) {
    tl_within x = {.inquiry = &b->t.inquiry};
    tl_party ours = judge_party(&b->t, "ours");
    double told = each ? -INFINITY : INFINITY;
    size_t count = 0;
    bool sure = true;
    tl_within_of_party(&ours, &x.centre);
    tl_within_set_radius(&b->t.inquiry, NULL, NULL, &radius, false, &x);
    x.each = each;
    assert_int_equal(tl_within_judge(&x, NULL, SIZE_MAX, NULL), TL_OK);
    assert_int_equal(x.unit_count, 1);
    assert_int_equal(x.cause.clause, TL_CLAUSE_MEASURE_LIMIT);
    for (size_t j = 0; j < THEIRS; j++) {
        double nearest = INFINITY;
        for (size_t i = 0; i < OURS; i++) {
            nearest = fmin(nearest, apart(b->ours[i], b->theirs[j]));
        }
        const tl_within_member *m = &x.units[0].members[j];
        assert_near(m->limit.distance, nearest, 1e-6);
        assert_near(apart(b->ours[m->from - ours.first], b->theirs[j]), nearest, 1e-6);
        assert_false(m->looked);
        sure = sure && !near_limit(radius - nearest, b->tolerance);
        count += clearly(radius - nearest, b->tolerance) == YES;
        told = each ? fmax(told, nearest) : fmin(told, nearest);
    }
    assert_near(x.units[0].members[x.units[0].told].limit.distance, told, 1e-6);
    if (sure) {
        met[clearly(radius - told, b->tolerance)]++;
        assert_int_equal(x.units[0].count, count);
        assert_int_equal(x.units[0].verdict, clearly(radius - told, b->tolerance));
        assert_int_equal(x.verdict, x.units[0].verdict);
    }
    tl_within_free(&x);
}

static void within(void **state) {
    (void)state;
    test_random r = test_random_start("findings within", 64);
    int met[2][3] = {{0}};
    for (int trial = 0; trial < test_trials(TRIALS); trial++) {
        battle b;
        spread(&r, &b, 600);
        load(&b, "");
        for (int k = 0; k < 6; k++) {
            check_within(&b, test_random_between(&r, 0, k % 2 ? 400 : 150), k % 2, met[k % 2]);
        }
        judge_end(&b.t);
    }
    for (int k = 0; k < 2; k++) {
        print_message("%s within: %d yes, %d open, %d no\n", k ? "all" : "some", met[k][YES], met[k][OPEN], met[k][NO]);
        assert_true(met[k][YES] > 3 && met[k][OPEN] >= (TEST_SANITIZED ? 0 : 4) && met[k][NO] > 3);
    }
}

/* --- Reactions ---------------------------------------------------------------------------------------------------- */

/* From the edge of a turned tank to the rim of a man. */
static double tank_to_man(tl_vec2 tank, double facing, tl_vec2 man) {
    double s = sin(facing * DEGREE), c = cos(facing * DEGREE), x = man.x - tank.x, y = man.y - tank.y;
    double ahead = fmax(0, fabs(x * c + y * s) - JUDGE_AHEAD), beside = fmax(0, fabs(y * c - x * s) - JUDGE_BESIDE);
    return fmax(0, hypot(ahead, beside) - JUDGE_RIM);
}

/* A tank whose gun fires ahead, and a man: what turning does to the distance, and that advice is good. */
static void reactions(void **state) {
    (void)state;
    test_random r = test_random_start("findings of reactions", 65);
    int met[3] = {0}, advised = 0, bound = 0;
    for (int trial = 0; trial < test_trials(TRIALS); trial++) {
        judge_table t;
        tl_reaction x;
        tl_vec2 tank = {1500, 1500},
                man = {1500 + test_random_between(&r, 100, 500), 1500 + test_random_between(&r, -300, 300)};
        double facing = test_random_between(&r, 0, 360), to_deg = test_random_between(&r, 0, 360);
        judge_begin(&t);
        judge_model(&t, "tank", "red", "vehicle", "tank", tank.x, tank.y, facing,
                    "'size':'large','weapons':[{'id':'gun','range':6,'arc':'front'}]");
        judge_model(&t, "man", "blue", "infantry", "man", man.x, man.y, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "fof_target", "centre", NULL);
        tl_party from = judge_party(&t, "tank"), to = judge_party(&t, "man");
        const tl_document_weapon *gun = judge_weapon(&t, "tank", "gun");
        const tl_body *body = t.table->members[from.first].body;
        double old = tank_to_man(tank, facing, man), now = tank_to_man(tank, to_deg, man);

        assert_int_equal(tl_reaction_judge(&t.inquiry, &from, &to, gun, 1, NULL, &x, NULL), TL_OK);
        assert_near(x.limit.distance, old, 1e-6);
        double wedge = into_wedge(tank, facing, man);
        tl_verdict expected = both(clearly(400 - old, 0.05), clearly(wedge, 0.05));
        met[x.verdict]++;
        assert_true(near_limit(400 - old, 0.05) || near_limit(wedge, 0.05) || x.verdict == expected);
        assert_true(!x.has_advice || (x.verdict == NO && wedge < 0 && old < 400));
        bool may = x.has_advice;
        double advice = x.advice_deg;
        advised += may;
        tl_reaction_free(&x);

        const double facings[2] = {to_deg, advice};
        for (int k = 0; k < (may ? 2 : 1); k++) {
            assert_int_equal(tl_reaction_judge(&t.inquiry, &from, &to, gun, 1, &facings[k], &x, NULL), TL_OK);
            now = tank_to_man(tank, facings[k], man);
            assert_near(x.after.distance, now, 1e-6);
            assert_near(x.after.limit, old, 1e-6);
            bound += x.bound;
            assert_true(!x.bound || fabs(now - old) < 0.06 || x.turn == (now > old ? NO : YES));
            assert_true(k == 0 || x.verdict == YES);
            tl_reaction_free(&x);
        }
        assert_ptr_equal(t.table->members[from.first].body, body);
        judge_end(&t);
    }
    print_message("reactions: %d yes, %d open, %d no; %d are advised to turn, %d turns are bound\n", met[YES],
                  met[OPEN], met[NO], advised, bound);
    assert_true(TEST_SANITIZED || (met[YES] > 5 && met[NO] > 20 && advised > 5 && bound > 50));
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

/* Judges one of them; everything is freed again. */
static tl_status judge_any(battle *b, int which, tl_error *error) {
    tl_party from = judge_party(&b->t, "ours"), to = judge_party(&b->t, "theirs"), one = judge_party(&b->t, "o0");
    const tl_inquiry *inquiry = &b->t.inquiry;
    const double radius = 300, facing = 90;
    tl_status status = TL_OK;
    if (which == 0) {
        tl_attack x;
        status = judge_attack(b, true, &x, error);
        tl_attack_end(&x);
    } else if (which == 1) {
        tl_close_combat x;
        status = tl_close_combat_judge(inquiry, &from, &to, &x, error);
        tl_close_combat_free(inquiry, &x);
    } else if (which == 2) {
        tl_reaction x;
        status = tl_reaction_judge(inquiry, &one, &to, from.unit->weapons, WEAPONS, &facing, &x, error);
        tl_reaction_free(&x);
    } else if (which == 3) {
        tl_within x = {.inquiry = inquiry};
        tl_within_of_party(&from, &x.centre);
        tl_within_set_radius(inquiry, NULL, NULL, &radius, true, &x);
        status = tl_within_judge(&x, NULL, SIZE_MAX, error);
        tl_within_free(&x);
    } else {
        tl_unit_cohesion x;
        status = tl_unit_cohesion_judge(inquiry, &to, &x, error);
    }
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    test_random r = test_random_start("findings without memory", 66);
    battle b;
    spread(&r, &b, 500);
    load(&b, "");
    for (int which = 0; which < 5; which++) {
        int refused = 0;
        tl_status status = TL_ERROR_MEMORY;
        for (long left = 0; status != TL_OK; left += 1 + left / 16) {
            tl_error error = {0};
            long held = b.t.purse.held;
            b.t.purse.left = left;
            status = judge_any(&b, which, &error);
            b.t.purse.left = -1;
            assert_int_equal(b.t.purse.held, held);
            assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
            assert_int_equal(error.status, status);
            refused += status != TL_OK;
            assert_true(refused < 5000);
        }
        assert_true(refused > 1);
    }
    judge_end(&b.t);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* A text that is there, whole, and unlike those before it. */
static void check_text(char texts[][TL_REASON_TEXT], size_t *count) {
    const char *text = texts[*count];
    assert_true(text[0] != '\0' && strstr(text, "(null)") == NULL && strchr(text, '$') == NULL);
    for (size_t i = 0; i < *count; i++) {
        assert_string_not_equal(texts[i], text);
    }
    ++*count;
}

static void every_finding_is_told(void **state) {
    (void)state;
    static const char *const languages[] = {"en", "fr"};
    test_random r = test_random_start("findings told", 67);
    battle b;
    tl_attack x;
    spread(&r, &b, 500);
    load(&b, "{'id':'bank','name':'The bank','kind':'wall','mesh':'box 2000 2000 0 2004 2500 20','at':[0,0,0]}");
    assert_int_equal(judge_attack(&b, true, &x, NULL), TL_OK);
    for (int n = 0; n < 2; n++) {
        char texts[16][TL_REASON_TEXT];
        size_t count = 0;
        tl_tell_in_language_of(&b.t.inquiry, tl_language_find(languages[n]), &b.t.words);
        for (int test = TL_ATTACK_TEST_ARC; test <= TL_ATTACK_TEST_TARGET; test++) {
            x.found[0].farthest = 0;
            x.found[0].test = (tl_attack_test)test;
            x.found[0].verdict = NO;
            tl_tell_attack_failure(&x, 0, texts[count], sizeof(texts[count]));
            check_text(texts, &count);
            x.found[0].verdict = OPEN;
            tl_tell_attack_failure(&x, 0, texts[count], sizeof(texts[count]));
            if (test != TL_ATTACK_TEST_TARGET) { /* which is told as open sight */
                check_text(texts, &count);
            }
        }
        for (int kind = TL_BAR_PLACE; kind <= TL_BAR_PASSENGER; kind++) {
            bool place = kind == TL_BAR_PLACE || kind == TL_BAR_SHELTER;
            const tl_bar bar = {
                .kind = (tl_bar_kind)kind, .terrain = place ? 0 : SIZE_MAX, .carrier = place ? NULL : x.to->unit};
            tl_tell_bar_text(&b.t.inquiry, &bar, x.to->unit, texts[count], sizeof(texts[count]));
            assert_non_null(strstr(texts[count], place ? "The bank" : "Theirs"));
            check_text(texts, &count);
        }
    }
    tl_attack_end(&x);
    judge_end(&b.t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(attacks),
                                       cmocka_unit_test(close_combat),
                                       cmocka_unit_test(cohesion),
                                       cmocka_unit_test(within),
                                       cmocka_unit_test(reactions),
                                       cmocka_unit_test(memory_runs_out),
                                       cmocka_unit_test(every_finding_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
