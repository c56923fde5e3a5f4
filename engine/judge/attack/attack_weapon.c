/* attack_weapon.c: what comes of an attack for each weapon: who may fire it, where it fails, who rolls together. */
#include "judge/attack/attack.h"

static const tl_shot *shots_of(const tl_attack *x, size_t weapon) {
    return x->shots + weapon * x->from->count;
}

/* --- Where it fails ----------------------------------------------------------------------------------------------- */

/* The test that a shot stands at: the first that came out as `bad`. */
static tl_attack_test test_of(const tl_shot *shot, tl_verdict bad) {
    return shot->bar.kind != TL_BAR_NONE ? TL_ATTACK_TEST_BAR
           : shot->arc == bad            ? TL_ATTACK_TEST_ARC
           : shot->range == bad          ? TL_ATTACK_TEST_RANGE
           : shot->los == bad            ? TL_ATTACK_TEST_SIGHT
                                         : TL_ATTACK_TEST_TARGET;
}

static tl_cause range_cause(const tl_document_weapon *weapon, const tl_shot *shot) {
    if (shot->reach != NULL) {
        return tl_by_row(TL_CLAUSE_RANGE_WEAPON, shot->reach->rule);
    }
    return tl_by(weapon->range == TL_WEAPON_RANGE_CLOSE ? TL_CLAUSE_RANGE_CLOSE
                 : shot->too_near                       ? TL_CLAUSE_RANGE_MINIMUM
                                                        : TL_CLAUSE_RANGE_WEAPON);
}

/* What keeps a weapon from seeing. */
static tl_cause sight_cause(const tl_attack *x, size_t weapon, size_t i) {
    const tl_pair_sight_result *sight = tl_attack_sight(x, weapon, i, 0);
    return x->unseen.asked && x->unseen.verdict != TL_VERDICT_NO && sight->sight.verdict != TL_VERDICT_NO
               ? tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, x->unseen.skill->rule)
               : sight->cause;
}

static tl_cause cause_of(const tl_attack *x, size_t weapon, size_t i, tl_attack_test test) {
    const tl_shot *shot = &shots_of(x, weapon)[i];
    switch (test) {
    case TL_ATTACK_TEST_BAR:
        return shot->bar.cause;
    case TL_ATTACK_TEST_ARC:
        return tl_pair_arc_cause(&x->found[weapon].arc);
    case TL_ATTACK_TEST_RANGE:
        return range_cause(&x->weapons[weapon], shot);
    case TL_ATTACK_TEST_SIGHT:
        return sight_cause(x, weapon, i);
    case TL_ATTACK_TEST_NONE:
    case TL_ATTACK_TEST_TARGET:
        break;
    }
    return tl_by(TL_CLAUSE_ATTACK_TARGET);
}

/* The attacker that got farthest in the rules' order among those that are open or out. */
static void find_farthest(const tl_attack *x, size_t weapon, tl_attack_weapon *found) {
    const tl_shot *shots = shots_of(x, weapon);
    bool open = found->verdict == TL_VERDICT_MARGINAL;
    for (size_t i = 0; i < x->from->count; i++) {
        tl_attack_test test = test_of(&shots[i], open ? TL_VERDICT_MARGINAL : TL_VERDICT_NO);
        if (!shots[i].absent && (!open || shots[i].verdict == TL_VERDICT_MARGINAL) && test > found->test) {
            found->test = test;
            found->farthest = i;
        }
    }
    found->cause = cause_of(x, weapon, found->farthest, found->test);
}

tl_cause tl_attack_decided_by(const tl_attack *x, tl_verdict verdict, tl_cause otherwise) {
    tl_attack_test most = TL_ATTACK_TEST_NONE;
    tl_cause cause = otherwise;
    for (size_t w = 0; w < x->weapon_count && verdict != TL_VERDICT_YES; w++) {
        const tl_attack_weapon *found = &x->found[w];
        if (found->counts && found->verdict == verdict && found->test > most) {
            most = found->test;
            cause = found->cause;
        }
    }
    return cause;
}

/* --- Who fires ---------------------------------------------------------------------------------------------------- */

static void find_carriers(const tl_attack *x, size_t weapon, tl_attack_weapon *found) {
    const tl_shot *shots = shots_of(x, weapon);
    for (size_t i = x->from->count; i-- > 0;) {
        found->first = shots[i].absent ? found->first : i;
        found->carriers += !shots[i].absent;
    }
    found->attacker = found->first;
    for (size_t i = x->from->count; i-- > 0;) {
        found->attacker = shots[i].verdict == TL_VERDICT_YES ? i : found->attacker;
    }
    for (size_t j = x->to->count; j-- > 0;) {
        found->target = shots[found->attacker].valid[j] == TL_VERDICT_YES ? j : found->target;
    }
}

static void count_able(const tl_attack *x, size_t weapon, tl_attack_weapon *found) {
    const tl_shot *shots = shots_of(x, weapon);
    size_t covered = 0, bare = 0;
    for (size_t i = 0; i < x->from->count; i++) {
        if (shots[i].verdict == TL_VERDICT_YES) {
            bool nearer = found->able == 0 || shots[i].limit.distance < shots[found->nearest].limit.distance;
            found->nearest = nearer ? i : found->nearest;
            found->most_targets = shots[i].targets > found->most_targets ? shots[i].targets : found->most_targets;
            found->able++;
            covered += tl_attack_cover(x, &x->weapons[weapon], i) == TL_VERDICT_YES;
            bare += tl_attack_cover(x, &x->weapons[weapon], i) == TL_VERDICT_NO;
        }
    }
    found->cover = found->ignores_cover            ? TL_ATTACK_COVER_IGNORED
                   : covered == found->able        ? TL_ATTACK_COVER_ALL
                   : bare == found->able           ? TL_ATTACK_COVER_NONE
                   : covered + bare == found->able ? TL_ATTACK_COVER_SPLIT
                                                   : TL_ATTACK_COVER_OPEN;
}

/* The first valid shot's sight, if every one goes, or may go, through holes. */
static const tl_pair_sight_result *through_holes(const tl_attack *x, size_t weapon) {
    const tl_pair_sight_result *first = NULL;
    for (size_t k = 0; k < x->from->count * x->to->count; k++) {
        size_t i = k / x->to->count, j = k % x->to->count;
        if (shots_of(x, weapon)[i].valid[j] == TL_VERDICT_YES) {
            const tl_pair_sight_result *sight = tl_attack_sight(x, weapon, i, j);
            if (sight->holes.count == 0) {
                return NULL;
            }
            first = first == NULL ? sight : first;
        }
    }
    return first;
}

static tl_status find_weapon(const tl_attack *x, size_t weapon, bool also_close, tl_attack_weapon *found,
                             tl_error *error) {
    const tl_document_weapon *w = &x->weapons[weapon];
    bool close = w->range == TL_WEAPON_RANGE_CLOSE;
    *found = (tl_attack_weapon){.carried = tl_party_carries(x->from, SIZE_MAX, w), .counts = also_close || !close};
    found->verdict = found->counts ? tl_attack_weapon_verdict(x, weapon) : TL_VERDICT_NO;
    found->ignores_cover = tl_attack_ignores_cover(x, w, &found->ignores_by);
    (void)tl_special_weapon_effect(x->inquiry, x->from->unit, w, TL_EFFECT_CHOOSES, &found->chooses_by);
    found->sight_counts = !close || tl_pair_close_needs_sight(x->inquiry);
    find_carriers(x, weapon, found);
    if (found->carried && found->counts) {
        tl_status status = tl_attack_arc(x, w, found->attacker, found->target, &found->arc, error);
        if (status != TL_OK) {
            return status;
        }
    }
    if (found->verdict == TL_VERDICT_YES) {
        count_able(x, weapon, found);
    } else {
        find_farthest(x, weapon, found);
    }
    found->range_cause = range_cause(w, &shots_of(x, weapon)[found->attacker]);
    found->reach = shots_of(x, weapon)[found->attacker].reach;
    found->through = through_holes(x, weapon);
    return TL_OK;
}

/* --- Who rolls together ------------------------------------------------------------------------------------------- */

static void group_dice(tl_attack *x) {
    static const tl_verdict states[3] = {TL_VERDICT_NO, TL_VERDICT_YES, TL_VERDICT_MARGINAL};
    size_t rolling = 0;
    for (size_t k = 0; k < 3 * x->weapon_count; k++) {
        tl_dice_group group = {.weapon = k / 3, .cover = states[k % 3], .first = rolling};
        for (size_t i = 0; i < x->from->count; i++) {
            if (shots_of(x, group.weapon)[i].verdict == TL_VERDICT_YES &&
                tl_attack_cover(x, &x->weapons[group.weapon], i) == group.cover) {
                x->rolling[rolling++] = i;
                group.figures += tl_table_figures(x->inquiry->table, x->from->first + i);
            }
        }
        group.count = rolling - group.first;
        if (group.count > 0) {
            x->groups[x->group_count++] = group;
        }
    }
}

tl_status tl_attack_sum_up(tl_attack *x, bool also_close, tl_error *error) {
    tl_context *context = x->inquiry->context;
    x->found = tl_alloc_array(context, x->weapon_count, sizeof(*x->found));
    x->groups = tl_alloc_array(context, 3 * x->weapon_count, sizeof(*x->groups));
    x->rolling = tl_alloc_array(context, x->weapon_count * x->from->count, sizeof(*x->rolling));
    tl_status status = x->found != NULL && x->groups != NULL && x->rolling != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t w = 0; w < x->weapon_count && status == TL_OK; w++) {
        status = find_weapon(x, w, also_close, &x->found[w], error);
    }
    if (status == TL_OK) {
        x->cause = tl_attack_decided_by(x, x->verdict, tl_by(TL_CLAUSE_ATTACK_TARGET));
        group_dice(x);
    }
    return status;
}
