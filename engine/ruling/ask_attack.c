/* ask_attack.c: the whole attack in the rules' order: field of fire, range, line of sight, cover. */
#include "ruling/attack.h"

#include <stdio.h>
#include <string.h>

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

/* Range of one weapon on one target (DB-RNG-01 to -03). `nearest`: the attacker's nearest target. */
static tl_status judge_range(tl_attack *x, const tl_document_weapon *weapon, size_t i, size_t j, size_t nearest,
                             tl_limit *limit, bool *too_near, tl_error *error) {
    size_t a = x->from->first + i, b = x->to->first + j;
    const tl_range_result *range = &x->duels[i * x->to->count + j].range;
    *too_near = false;
    if (weapon->range == TL_WEAPON_RANGE_CLOSE) {
        return tl_pair_close_combat(x->inquiry, a, b, limit, error);
    }
    if (weapon->range == TL_WEAPON_RANGE_UNSTATED) {
        *limit = (tl_limit){TL_VERDICT_YES, range->distance_mm, INFINITY, INFINITY, 0};
        return TL_OK;
    }
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1.0 : x->inquiry->game_unit;
    tl_status status = tl_pair_within(x->inquiry, a, b, range, weapon->range_max * unit, false, limit, error);
    if (status != TL_OK || weapon->range_min <= 0) {
        return status;
    }
    /* the minimum holds for the nearest target model, or for each on its own */
    bool each = tl_settings_is(&x->inquiry->settings, "min_range", "per_miniature", false);
    size_t k = each ? j : nearest;
    tl_limit minimum;
    status = tl_pair_within(x->inquiry, a, x->to->first + k, &x->duels[i * x->to->count + k].range,
                            weapon->range_min * unit, true, &minimum, error);
    if (status == TL_OK && minimum.verdict != TL_VERDICT_YES && limit->verdict != TL_VERDICT_NO) {
        *limit = minimum;
        *too_near = true;
    }
    return status;
}

/* --- Special rules ------------------------------------------------------------------------------------------------ */

const tl_pair_sight_result *tl_attack_sight(const tl_attack *x, size_t weapon, size_t i, size_t j) {
    size_t k = i * x->to->count + j;
    return x->sights[weapon] != NULL ? &x->sights[weapon][k] : &x->duels[k].sight;
}

/* A weapon that sees past some classes looks for itself. */
static tl_status look_past(tl_attack *x, const tl_document_weapon *weapon, size_t number, tl_error *error) {
    const tl_skill_effect *past = tl_weapon_effect(x->inquiry, x->from->unit, weapon, TL_EFFECT_SEES_PAST, NULL);
    size_t pairs = x->from->count * x->to->count;
    if (past == NULL) {
        return TL_OK;
    }
    tl_inquiry inquiry = *x->inquiry;
    inquiry.past = past;
    x->sights[number] = tl_alloc_array(inquiry.context, pairs, sizeof(**x->sights));
    tl_status status = x->sights[number] != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t k = 0; k < pairs && status == TL_OK; k++) {
        tl_pair_sight_result *sight = &x->sights[number][k];
        *sight = x->duels[k].sight;
        if (sight->sight.verdict != TL_VERDICT_YES) { /* a line that passes everything passes less, too */
            status = tl_pair_sight(&inquiry, x->from->first + k / x->to->count, x->to->first + k % x->to->count, sight,
                                   error);
        }
    }
    return status;
}

/* Whether somebody of a friendly unit with the skill sees the target for the weapon. */
static tl_status look_by_observers(const tl_attack *x, const tl_skill_effect *effect, size_t target, tl_verdict *seen,
                                   size_t *observer, tl_error *error) {
    const tl_document *document = x->inquiry->table->document;
    *seen = TL_VERDICT_NO;
    for (size_t u = 0; u < document->unit_count; u++) {
        const tl_document_unit *unit = &document->units[u];
        bool able = unit == x->from->unit || !tl_are_enemies(unit, x->from->unit), skilled = false;
        for (size_t k = 0; k < unit->skill_count; k++) {
            skilled = skilled || tl_effect_names(effect, unit->skills[k]);
        }
        if (!able || !skilled || unit == x->to->unit) {
            continue;
        }
        tl_unseen unseen;
        tl_party party = tl_whole_unit(x->inquiry, unit);
        tl_status status = tl_judge_unseen(x->inquiry, unit, x->to->unit, &unseen, error);
        for (size_t m = 0; m < party.count && status == TL_OK && *seen != TL_VERDICT_YES; m++) {
            tl_pair_sight_result sight;
            status =
                party.first + m != target ? tl_pair_sight(x->inquiry, party.first + m, target, &sight, error) : TL_OK;
            tl_verdict one = status == TL_OK && party.first + m != target ? sight.sight.verdict : TL_VERDICT_NO;
            one = unseen.verdict == TL_VERDICT_YES  ? TL_VERDICT_NO
                  : unseen.verdict == TL_VERDICT_NO ? one
                                                    : tl_verdict_both(one, TL_VERDICT_MARGINAL);
            *observer = one == TL_VERDICT_YES ? party.first + m : *observer;
            *seen = tl_verdict_either(*seen, one);
        }
        if (status != TL_OK || *seen == TL_VERDICT_YES) {
            return status;
        }
    }
    return TL_OK;
}

/* Whether a weapon has sight of a target: its own, as far as the target isn't camouflaged, or an observer's. */
static tl_status judge_sight(const tl_attack *x, const tl_document_weapon *weapon, size_t number, size_t i, size_t j,
                             tl_verdict *los, size_t *observer, tl_error *error) {
    *los = tl_attack_sight(x, number, i, j)->sight.verdict;
    if (x->unseen.verdict != TL_VERDICT_NO) {
        *los = x->unseen.verdict == TL_VERDICT_YES ? TL_VERDICT_NO : tl_verdict_both(*los, TL_VERDICT_MARGINAL);
    }
    const tl_skill_effect *effect = tl_weapon_effect(x->inquiry, x->from->unit, weapon, TL_EFFECT_DIRECTED_BY, NULL);
    if (effect == NULL || *los == TL_VERDICT_YES) {
        return TL_OK;
    }
    tl_verdict seen;
    tl_status status = look_by_observers(x, effect, x->to->first + j, &seen, observer, error);
    *los = status == TL_OK ? tl_verdict_either(*los, seen) : *los;
    return status;
}

tl_status tl_attack_arc(const tl_attack *x, const tl_document_weapon *weapon, size_t i, size_t j,
                        tl_pair_arc_result *arc, tl_error *error) {
    size_t a = x->from->first + i, b = x->to->first + j;
    const tl_document_unit *carrier = tl_table_unit_of(x->inquiry->table, a);
    if (x->from->rider == NULL || tl_unit_effect(x->inquiry, carrier, TL_EFFECT_RIDER_ARC, NULL) == NULL) {
        return tl_pair_arc(x->inquiry, a, weapon, b, arc, error);
    }
    tl_document_weapon side = *weapon;
    tl_pair_arc_result right;
    side.arc = TL_WEAPON_ARC_LEFT;
    tl_status status = tl_pair_arc(x->inquiry, a, &side, b, arc, error);
    side.arc = TL_WEAPON_ARC_RIGHT;
    if (status == TL_OK) {
        status = tl_pair_arc(x->inquiry, a, &side, b, &right, error);
    }
    if (status == TL_OK && right.margin_mm > arc->margin_mm) {
        *arc = right;
    }
    return status;
}

tl_verdict tl_attack_cover(const tl_attack *x, const tl_document_weapon *weapon, size_t i) {
    return tl_weapon_ignores_cover(x->inquiry, x->from->unit, weapon, NULL) ? TL_VERDICT_NO : x->unit_covers[i].verdict;
}

/* --- One weapon, one attacker ------------------------------------------------------------------------------------- */

static tl_status judge_shot(tl_attack *x, const tl_document_weapon *weapon, size_t number, size_t i, tl_shot *s,
                            tl_error *error) {
    size_t nearest = 0;
    for (size_t j = 1; j < x->to->count; j++) {
        if (x->duels[i * x->to->count + j].range.distance_mm < x->duels[i * x->to->count + nearest].range.distance_mm) {
            nearest = j;
        }
    }
    bool independent = tl_settings_is(&x->inquiry->settings, "valid_target", "independent", false);
    s->arc = s->range = s->los = s->verdict = TL_VERDICT_NO;
    s->observer = SIZE_MAX;
    s->forbidden = tl_forbidden_area(x->inquiry, x->from->first + i, x->from->unit, weapon);
    for (size_t j = 0; j < x->to->count; j++) {
        tl_pair_arc_result arc = {0};
        tl_limit limit;
        bool too_near;
        tl_verdict los = TL_VERDICT_NO;
        tl_status status = tl_attack_arc(x, weapon, i, j, &arc, error);
        if (status == TL_OK) {
            status = judge_range(x, weapon, i, j, nearest, &limit, &too_near, error);
        }
        if (status == TL_OK) {
            status = judge_sight(x, weapon, number, i, j, &los, &s->observer, error);
        }
        if (status != TL_OK) {
            return status;
        }
        s->valid[j] = s->forbidden != SIZE_MAX ? TL_VERDICT_NO
                                               : tl_verdict_both(tl_verdict_both(arc.verdict, limit.verdict), los);
        s->arc = tl_verdict_either(s->arc, arc.verdict);
        s->range = tl_verdict_either(s->range, limit.verdict);
        s->los = tl_verdict_either(s->los, los);
        s->verdict = tl_verdict_either(s->verdict, s->valid[j]);
        if (j == nearest) {
            s->limit = limit;
            s->too_near = too_near;
            s->nearest = j;
        }
        s->targets += s->valid[j] == TL_VERDICT_YES;
    }
    if (independent) {
        s->verdict =
            s->forbidden != SIZE_MAX ? TL_VERDICT_NO : tl_verdict_both(tl_verdict_both(s->arc, s->range), s->los);
    }
    return TL_OK;
}

/* The target unit's cover from one attacker (DB-COV-07, -08), looked at once. */
static tl_status judge_cover(tl_attack *x, size_t i, tl_error *error) {
    if (x->covered[i]) {
        return TL_OK;
    }
    for (size_t j = 0; j < x->to->count; j++) {
        tl_pair_cover_result pair;
        const tl_document_unit *target = tl_table_unit_of(x->inquiry->table, x->to->first + j);
        if (x->duels[i * x->to->count + j].sight.sight.verdict == TL_VERDICT_NO &&
            tl_unit_cover_effect(x->inquiry, target, NULL) == TL_COVER_AS_SEEN) {
            x->covers[i * x->to->count + j] = TL_VERDICT_YES; /* no sight is cover, too (DB-COV-01) */
            continue;
        }
        tl_status status = tl_pair_cover(x->inquiry, x->from->first + i, x->to->first + j, &pair, error);
        if (status != TL_OK) {
            return status;
        }
        x->covers[i * x->to->count + j] = pair.verdict;
    }
    x->unit_covers[i] = tl_judge_unit_cover(x->inquiry, x->to, x->covers + i * x->to->count);
    x->covered[i] = true;
    return TL_OK;
}

/* --- The attack --------------------------------------------------------------------------------------------------- */

tl_status tl_attack_begin(tl_attack *attack, const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                          const tl_document_weapon *weapons, size_t count, tl_error *error) {
    tl_context *context = inquiry->context;
    size_t pairs = from->count * to->count;
    *attack = (tl_attack){.inquiry = inquiry, .from = from, .to = to, .weapons = weapons, .weapon_count = count};
    attack->duels = tl_alloc_array(context, pairs, sizeof(tl_duel));
    attack->valid = tl_alloc_array(context, count * pairs, sizeof(tl_verdict));
    attack->shots = tl_alloc_array(context, count * from->count, sizeof(tl_shot));
    attack->covers = tl_alloc_array(context, pairs, sizeof(tl_verdict));
    attack->covered = tl_alloc_array(context, from->count, sizeof(bool));
    attack->unit_covers = tl_alloc_array(context, from->count, sizeof(tl_unit_cover));
    attack->sights = tl_alloc_array(context, count, sizeof(tl_pair_sight_result *));
    attack->unseen.verdict = TL_VERDICT_NO;
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
}

tl_status tl_attack_judge(tl_attack *x, bool with_cover, tl_verdict *verdict, tl_error *error) {
    *verdict = TL_VERDICT_NO;
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
            if (status == TL_OK && with_cover) {
                status = judge_cover(x, i, error);
            }
        }
        if (status == TL_OK) {
            *verdict = tl_verdict_either(*verdict, tl_attack_weapon_verdict(x, w));
        }
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

void tl_attack_witness(const tl_attack *x, tl_answer *answer) {
    size_t picture = 0; /* the weapon shown */
    while (picture + 1 < x->weapon_count && tl_attack_weapon_verdict(x, picture) != TL_VERDICT_YES) {
        picture++;
    }
    picture = x->weapon_count > 0 && tl_attack_weapon_verdict(x, picture) == TL_VERDICT_YES ? picture : 0;
    for (size_t i = 0; i < x->from->count && x->weapon_count > 0; i++) {
        for (size_t j = 0; j < x->to->count; j++) {
            bool valid = x->shots[picture * x->from->count + i].valid[j] == TL_VERDICT_YES;
            if ((valid || (answer->verdict != TL_VERDICT_YES && i == 0)) && answer->witness_count < 40) {
                tl_pair_sight_witness(x->inquiry, tl_attack_sight(x, picture, i, j), answer);
            }
        }
    }
}

/* The weapons that reach so far, each name once. */
static void name_weapons(const tl_attack *x, double range, char *text, size_t size) {
    char comma[16];
    size_t used = 0;
    tl_say(&x->inquiry->words, comma, sizeof(comma), TL_SAY_COMMA, NULL);
    text[0] = '\0';
    for (size_t w = 0; w < x->weapon_count; w++) {
        const char *name = x->weapons[w].name;
        if (x->shots[w * x->from->count].limit.limit == range && strstr(text, name) == NULL && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? comma : "", name);
        }
    }
}

/* How far the weapons reach, for pictures: each length once. */
static void rings(const tl_attack *x, tl_answer *answer) {
    for (size_t w = 0; w < x->weapon_count; w++) {
        double range = x->shots[w * x->from->count].limit.limit;
        bool again = !isfinite(range);
        for (size_t i = 0; i < answer->witness_count; i++) {
            const tl_witness *other = &answer->witnesses[i];
            again = again || (other->kind == TL_WITNESS_RING && other->width == range);
        }
        if (!again) {
            char names[80];
            name_weapons(x, range, names, sizeof(names));
            tl_answer_rings(answer, &x->inquiry->words, x->from->first, x->from->count, (tl_vec3){0, 0, 0}, range,
                            names);
        }
    }
}

static tl_status rule_weapons(tl_attack *x, tl_answer *answer, tl_error *error) {
    tl_json_writer *writer = &answer->body;
    answer->rule = "DB-RNG-04";
    tl_status status = tl_attack_judge(x, true, &answer->verdict, error);
    if (status != TL_OK) {
        return status;
    }
    tl_attack_name_rule(x, true, answer);
    tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary),
           answer->verdict == TL_VERDICT_YES  ? TL_SAY_ATTACK_YES
           : answer->verdict == TL_VERDICT_NO ? TL_SAY_ATTACK_NO
                                              : TL_SAY_ATTACK_MARGINAL,
           x->from->name, x->to->name);
    tl_json_key(writer, "weapons");
    tl_json_begin_array(writer);
    for (size_t w = 0; w < x->weapon_count && status == TL_OK; w++) {
        const tl_shot *shots = x->shots + w * x->from->count;
        tl_verdict verdict = tl_attack_weapon_verdict(x, w);
        tl_attack_write_weapon(x, &x->weapons[w], shots, verdict, writer);
        tl_attack_tell_holes(x, w, answer);
        tl_attack_line(x, &x->weapons[w], shots, verdict, answer);
        status = tl_attack_explain(x, w, &x->weapons[w], shots, answer, error);
    }
    tl_json_end_array(writer);
    if (x->weapon_count > 0) {
        tl_attack_write_dice_groups(x, x->weapons, x->weapon_count, writer);
        tl_attack_witness(x, answer);
        rings(x, answer);
    }
    return status;
}

tl_status tl_ask_attack(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                        tl_answer *answer, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_attack x;
    tl_status status = tl_parties_differ(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, weapon, &weapons, &count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    tl_json_put_string(&answer->body, "from", from->whole ? from->unit->id : inquiry->table->members[from->first].id);
    tl_json_put_string(&answer->body, "to", to->whole ? to->unit->id : inquiry->table->members[to->first].id);
    status = tl_attack_begin(&x, inquiry, from, to, weapons, count, error);
    if (status == TL_OK) {
        status = rule_weapons(&x, answer, error);
        tl_note_guesses(inquiry, from->first, from->count, true, true, answer);
        tl_note_guesses(inquiry, to->first, to->count, true, true, answer);
        if (status == TL_OK && count == 0) {
            char line[TL_REASON_TEXT];
            tl_say(&inquiry->words, line, sizeof(line), TL_SAY_ARC_NONE, from->name);
            tl_answer_line(answer, line);
            tl_answer_reason(answer, "DB-FOF-01", TL_VERDICT_NO, line);
            tl_json_key(&answer->body, "dice_groups");
            tl_json_begin_array(&answer->body);
            tl_json_end_array(&answer->body);
        }
    }
    tl_attack_end(&x);
    return status;
}
