/* attack.c: measures an attack in the rules' order: field of fire, range, line of sight, cover. */
#include "judge/attack/attack.h"

#include "judge/measure/flight.h"

#include "judge/attack/observer.h"
#include "judge/score/reach.h"
#include "judge/verdict.h"

static tl_status measure_duels(tl_attack *x, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < x->from->count; i++) {
        for (size_t j = 0; j < x->to->count && status == TL_OK; j++) {
            tl_duel *d = &x->duels[i * x->to->count + j];
            status = tl_pair_range(x->inquiry, x->from->first + i, x->to->first + j, &d->range, error);
            if (status == TL_OK) {
                status = tl_pair_sight(x->inquiry, x->from->first + i, x->to->first + j, &d->sight, error);
            }
        }
    }
    return status;
}

/* How one target stands to a weapon's range. */
typedef struct attack_reached {
    tl_limit limit;
    bool too_near;              /* it is the minimum that decides ... */
    size_t member;              /* ... and measured to this one */
    const tl_reach_rule *reach; /* what shortens the range */
} attack_reached;

/* A range that the rule system shortens (SK-DET-08), whatever the weapon: where it isn't settled whether it does, only
 * what is in range both ways, or neither way, is certain. */
static tl_status shorten_range(const tl_attack *x, const tl_document_weapon *weapon, size_t i, size_t j,
                               attack_reached *r, tl_error *error) {
    const size_t a = x->from->first + i, b = x->to->first + j;
    const tl_range_result *range = &x->duels[i * x->to->count + j].range;
    tl_reach_cap reach;
    tl_limit near, far = r->limit;
    tl_status status = tl_reach_of(x->inquiry, a, b, weapon, &reach, error);
    if (status != TL_OK || !(reach.perhaps < r->limit.limit)) {
        return status;
    }
    status = tl_pair_within(x->inquiry, a, b, range, reach.perhaps, false, &near, error);
    if (status == TL_OK && reach.surely < r->limit.limit) {
        status = tl_pair_within(x->inquiry, a, b, range, reach.surely, false, &far, error);
    }
    if (status == TL_OK) {
        r->limit = near;
        r->reach = reach.row;
        r->limit.verdict = near.verdict == far.verdict ? near.verdict : TL_VERDICT_MARGINAL;
    }
    return status;
}

/* The minimum range holds for the nearest model of the target's unit, whoever of it is asked about, or for each model
 * on its own (DB-RNG-02). */
static tl_status judge_minimum(const tl_attack *x, size_t a, size_t b, const tl_range_result *range, double least,
                               attack_reached *r, tl_error *error) {
    tl_limit minimum;
    tl_range_result nearest = *range;
    tl_status status = TL_OK;
    if (!tl_settings_is_at(&x->inquiry->settings, TL_SETTING_MIN_RANGE, TL_CHOICE_MIN_RANGE_PER_MINIATURE)) {
        tl_party one = *x->from, all = tl_party_of_unit(x->inquiry, x->to->unit);
        one.first = a;
        one.count = 1;
        status = tl_pair_nearest(x->inquiry, &one, &all, &nearest, &a, &b, error);
    }
    if (status == TL_OK) {
        status = tl_pair_within(x->inquiry, a, b, &nearest, least, true, &minimum, error);
    }
    if (status == TL_OK && minimum.verdict != TL_VERDICT_YES && r->limit.verdict != TL_VERDICT_NO) {
        *r = (attack_reached){.limit = minimum, .too_near = true, .member = b};
    }
    return status;
}

/* The longest range, to the hull of a target that is measured elsewise (LW-AIR-09). */
static tl_status judge_range_to_hull(const tl_attack *x, const tl_document_weapon *weapon, size_t a, size_t b,
                                     attack_reached *r, tl_error *error) {
    tl_volume from = tl_table_measured(x->inquiry->table, a), to = tl_flight_target(x->inquiry, weapon, b);
    tl_range_result range;
    tl_status status = tl_range_between(x->inquiry->context, &from, &to, tl_inquiry_metric(x->inquiry), &range, error);
    return status == TL_OK ? tl_judge_volumes_within(x->inquiry, &from, &to, &range,
                                                     tl_flight_reach(x->inquiry, weapon), false, &r->limit, error)
                           : status;
}

/* Range of one weapon on one target (DB-RNG-01 to -03). */
static tl_status judge_range(const tl_attack *x, const tl_document_weapon *weapon, size_t i, size_t j,
                             attack_reached *r, tl_error *error) {
    size_t a = x->from->first + i, b = x->to->first + j;
    const tl_range_result *range = &x->duels[i * x->to->count + j].range;
    bool hull = weapon->arc != NULL && weapon->arc->to_hull;
    *r = (attack_reached){.member = b};
    if (weapon->range == TL_WEAPON_RANGE_CLOSE) {
        return tl_pair_close_combat(x->inquiry, a, b, &r->limit, error);
    }
    if (weapon->range == TL_WEAPON_RANGE_UNSTATED) {
        r->limit = (tl_limit){TL_VERDICT_YES, range->distance_mm, INFINITY, INFINITY, 0};
        return shorten_range(x, weapon, i, j, r, error);
    }
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1.0 : x->inquiry->game_unit;
    tl_status status =
        hull ? judge_range_to_hull(x, weapon, a, b, r, error)
             : tl_pair_within(x->inquiry, a, b, range, tl_flight_reach(x->inquiry, weapon), false, &r->limit, error);
    status = status == TL_OK ? shorten_range(x, weapon, i, j, r, error) : status;
    return status == TL_OK && weapon->range_min > 0 ? judge_minimum(x, a, b, range, weapon->range_min * unit, r, error)
                                                    : status;
}

/* --- Special rules ------------------------------------------------------------------------------------------------ */

const tl_pair_sight_result *tl_attack_sight(const tl_attack *x, size_t weapon, size_t i, size_t j) {
    size_t k = i * x->to->count + j;
    return x->sights[weapon] != NULL ? &x->sights[weapon][k] : &x->duels[k].sight;
}

/* A weapon that sees past some classes looks for itself; so does one for close combat, which also reaches through the
 * doors of bunkers. */
static tl_status look_past(tl_attack *x, const tl_document_weapon *weapon, size_t number, tl_error *error) {
    tl_inquiry inquiry = tl_inquiry_of_weapon(x->inquiry, x->from->unit, weapon);
    size_t pairs = x->from->count * x->to->count;
    bool close = weapon->range == TL_WEAPON_RANGE_CLOSE && x->inquiry->referee->shelter_count > 0;
    if (inquiry.past == NULL && !close) {
        return TL_OK;
    }
    x->sights[number] = tl_alloc_array(inquiry.context, pairs, sizeof(**x->sights));
    tl_status status = x->sights[number] != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t k = 0; k < pairs && status == TL_OK; k++) {
        tl_pair_sight_result *sight = &x->sights[number][k];
        size_t a = x->from->first + k / x->to->count, b = x->to->first + k % x->to->count;
        *sight = x->duels[k].sight;
        if (sight->sight.verdict != TL_VERDICT_YES && inquiry.past != NULL) {
            status = tl_pair_sight(&inquiry, a, b, sight, error); /* a line that passes everything passes less, too */
        }
        if (status == TL_OK && close) {
            status = tl_pair_close_sight(&inquiry, a, b, sight, error);
        }
    }
    return status;
}

/* Whether a weapon has sight of a target: its own, as far as the target isn't camouflaged, or an observer's. */
static tl_status judge_sight(const tl_attack *x, const tl_document_weapon *weapon, size_t number, size_t i, size_t j,
                             tl_verdict *los, size_t *observer, tl_error *error) {
    *los = tl_attack_sight(x, number, i, j)->sight.verdict;
    if (weapon->range == TL_WEAPON_RANGE_CLOSE) {
        *los = tl_pair_close_sight_verdict(x->inquiry, tl_attack_sight(x, number, i, j));
        return TL_OK; /* nobody is hidden so near, and no observer's eyes reach for it */
    }
    if (x->unseen.verdict != TL_VERDICT_NO) {
        *los = x->unseen.verdict == TL_VERDICT_YES ? TL_VERDICT_NO : tl_verdict_both(*los, TL_VERDICT_MARGINAL);
    }
    const tl_skill_effect *effect =
        tl_special_weapon_effect(x->inquiry, x->from->unit, weapon, TL_EFFECT_DIRECTED_BY, NULL);
    if (effect == NULL || *los == TL_VERDICT_YES) {
        return TL_OK;
    }
    const tl_between_end target = {.member = x->to->first + j};
    tl_observed observed;
    tl_status status =
        tl_attack_look_by_observers(x->inquiry, x->from->unit, effect, &target, 0, x->to->unit, &observed, error);
    if (status == TL_OK) {
        *los = tl_verdict_either(*los, observed.verdict);
        *observer = observed.verdict == TL_VERDICT_YES ? observed.observer : *observer;
    }
    return status;
}

tl_status tl_attack_arc(const tl_attack *x, const tl_document_weapon *weapon, size_t i, size_t j,
                        tl_pair_arc_result *arc, tl_error *error) {
    return tl_party_arc_on(x->inquiry, x->from, x->from->first + i, weapon, x->to->first + j, arc, error);
}

/* Where the cover that a weapon's attackers see is kept: with the ordinary sight's, or its own. */
static size_t cover_index(const tl_attack *x, size_t weapon, size_t i) {
    return (x->sights[weapon] != NULL ? 1 + weapon : 0) * x->from->count + i;
}

const tl_unit_cover *tl_attack_unit_cover(const tl_attack *x, size_t weapon, size_t i) {
    size_t k = cover_index(x, weapon, i);
    return x->covered[k] ? &x->unit_covers[k] : NULL;
}

bool tl_attack_ignores_cover(const tl_attack *x, const tl_document_weapon *weapon, const tl_skill **skill) {
    *skill = NULL;
    return weapon->range == TL_WEAPON_RANGE_CLOSE ||
           tl_special_weapon_ignores_cover(x->inquiry, x->from->unit, weapon, skill);
}

tl_verdict tl_attack_cover(const tl_attack *x, const tl_document_weapon *weapon, size_t i) {
    const tl_skill *skill;
    const tl_unit_cover *cover = tl_attack_unit_cover(x, (size_t)(weapon - x->weapons), i);
    return cover == NULL || tl_attack_ignores_cover(x, weapon, &skill) ? TL_VERDICT_NO : cover->verdict;
}

/* --- One weapon, one attacker ------------------------------------------------------------------------------------- */

/* Whether a target's range tells more than the one told: in range before open before out, then the nearer one. */
static bool tells_more(const attack_reached *r, const tl_shot *s) {
    int now = tl_verdict_rank(r->limit.verdict), before = tl_verdict_rank(s->limit.verdict);
    return now > before || (now == before && r->limit.distance < s->limit.distance);
}

static tl_status judge_shot(tl_attack *x, const tl_document_weapon *weapon, size_t number, size_t i, tl_shot *s,
                            tl_error *error) {
    bool independent =
        tl_settings_is_at(&x->inquiry->settings, TL_SETTING_VALID_TARGET, TL_CHOICE_VALID_TARGET_INDEPENDENT);
    s->arc = s->range = s->los = s->verdict = TL_VERDICT_NO;
    s->observer = SIZE_MAX;
    s->nearest = x->to->first;
    s->bar = (tl_bar){.kind = TL_BAR_NONE, .terrain = SIZE_MAX};
    s->absent = !tl_party_carries(x->from, i, weapon);
    if (s->absent) {
        return TL_OK;
    }
    tl_status status = tl_bar_find(x->inquiry, x->from, x->from->first + i, weapon, x->to->unit, &s->bar, error);
    bool barred = s->bar.kind != TL_BAR_NONE;
    for (size_t j = 0; j < x->to->count && status == TL_OK; j++) {
        tl_pair_arc_result arc;
        attack_reached r;
        tl_verdict los = TL_VERDICT_NO;
        status = tl_attack_arc(x, weapon, i, j, &arc, error);
        if (status == TL_OK) {
            status = judge_range(x, weapon, i, j, &r, error);
        }
        if (status == TL_OK) {
            status = judge_sight(x, weapon, number, i, j, &los, &s->observer, error);
        }
        if (status != TL_OK) {
            return status;
        }
        s->valid[j] = barred ? TL_VERDICT_NO : tl_verdict_both(tl_verdict_both(arc.verdict, r.limit.verdict), los);
        s->arc = tl_verdict_either(s->arc, arc.verdict);
        s->range = tl_verdict_either(s->range, r.limit.verdict);
        s->los = tl_verdict_either(s->los, los);
        s->verdict = tl_verdict_either(s->verdict, s->valid[j]);
        if (j == 0 || tells_more(&r, s)) {
            s->limit = r.limit;
            s->too_near = r.too_near;
            s->nearest = r.member;
            s->reach = r.reach;
        }
        s->targets += s->valid[j] == TL_VERDICT_YES;
    }
    if (independent) {
        s->verdict = barred ? TL_VERDICT_NO : tl_verdict_both(tl_verdict_both(s->arc, s->range), s->los);
    }
    return status;
}

/* The target unit's cover from one attacker with the sight that its weapon has, looked at once. What the weapon sees
 * past hides nobody from it. */
static tl_status judge_cover(tl_attack *x, size_t weapon, size_t i, tl_error *error) {
    size_t k = cover_index(x, weapon, i);
    tl_inquiry inquiry = tl_inquiry_of_weapon(x->inquiry, x->from->unit, &x->weapons[weapon]);
    if (x->covered[k]) {
        return TL_OK;
    }
    for (size_t j = 0; j < x->to->count; j++) {
        tl_pair_cover_result pair;
        const tl_document_unit *target = tl_table_unit_of(x->inquiry->table, x->to->first + j);
        if (tl_attack_sight(x, weapon, i, j)->sight.verdict == TL_VERDICT_NO &&
            tl_special_unit_cover_effect(x->inquiry, target, NULL) == TL_EFFECT_COVER_AS_SEEN) {
            x->covers[j] = TL_VERDICT_YES; /* no sight is cover, too (DB-COV-01) */
            continue;
        }
        tl_status status = tl_pair_cover(&inquiry, x->from->first + i, x->to->first + j, &pair, error);
        if (status != TL_OK) {
            return status;
        }
        x->covers[j] = pair.verdict;
    }
    x->unit_covers[k] = tl_judge_unit_cover(x->inquiry, x->to, x->covers);
    x->covered[k] = true;
    return TL_OK;
}

/* --- The attack --------------------------------------------------------------------------------------------------- */

tl_status tl_attack_begin(tl_attack *attack, const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                          const tl_document_weapon *weapons, size_t count, tl_error *error) {
    TL_ASSERT(from->count > 0 && to->count > 0, "both parties have models");
    TL_ASSERT(weapons != NULL || count == 0, "weapons are given where there are any");
    tl_context *context = inquiry->context;
    size_t pairs = from->count * to->count;
    *attack = (tl_attack){.inquiry = inquiry, .from = from, .to = to, .weapons = weapons, .weapon_count = count};
    attack->duels = tl_alloc_array(context, pairs, sizeof(tl_duel));
    attack->valid = tl_alloc_array(context, count * pairs, sizeof(tl_verdict));
    attack->shots = tl_alloc_array(context, count * from->count, sizeof(tl_shot));
    attack->covers = tl_alloc_array(context, to->count, sizeof(tl_verdict));
    attack->covered = tl_alloc_array(context, (1 + count) * from->count, sizeof(bool));
    attack->unit_covers = tl_alloc_array(context, (1 + count) * from->count, sizeof(tl_unit_cover));
    attack->sights = tl_alloc_array(context, count, sizeof(tl_pair_sight_result *));
    attack->verdict = attack->unseen.verdict = TL_VERDICT_NO;
    bool memory = attack->duels != NULL && attack->valid != NULL && attack->shots != NULL && attack->covers != NULL &&
                  attack->covered != NULL && attack->unit_covers != NULL && attack->sights != NULL;
    return memory ? TL_OK : tl_fail_memory(error);
}

void tl_attack_end(tl_attack *attack) {
    tl_context *context = attack->inquiry->context;
    tl_free(context, attack->duels);
    tl_free(context, attack->valid);
    tl_free(context, attack->shots);
    tl_free(context, attack->covers);
    tl_free(context, attack->covered);
    tl_free(context, attack->unit_covers);
    for (size_t w = 0; w < attack->weapon_count && attack->sights != NULL; w++) {
        tl_free(context, attack->sights[w]);
    }
    tl_free(context, attack->sights);
    tl_free(context, attack->found);
    tl_free(context, attack->groups);
    tl_free(context, attack->rolling);
}

tl_status tl_attack_judge(tl_attack *x, tl_error *error) {
    tl_status status = measure_duels(x, error);
    if (status == TL_OK) {
        status = tl_judge_unseen(x->inquiry, x->from->unit, x->to->unit, &x->unseen, error);
    }
    for (size_t w = 0; w < x->weapon_count && status == TL_OK; w++) {
        status = look_past(x, &x->weapons[w], w, error);
        for (size_t i = 0; i < x->from->count && status == TL_OK; i++) {
            tl_shot *s = &x->shots[w * x->from->count + i];
            s->valid = x->valid + (w * x->from->count + i) * x->to->count;
            status = judge_shot(x, &x->weapons[w], w, i, s, error);
        }
        if (status == TL_OK) {
            x->verdict = tl_verdict_either(x->verdict, tl_attack_weapon_verdict(x, w));
        }
    }
    return status;
}

tl_status tl_attack_judge_cover(tl_attack *x, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t k = 0; k < x->weapon_count * x->from->count && status == TL_OK; k++) {
        status = judge_cover(x, k / x->from->count, k % x->from->count, error);
    }
    return status;
}

tl_verdict tl_attack_weapon_verdict(const tl_attack *attack, size_t weapon) {
    tl_verdict verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < attack->from->count; i++) {
        verdict = tl_verdict_either(verdict, attack->shots[weapon * attack->from->count + i].verdict);
    }
    return verdict;
}
