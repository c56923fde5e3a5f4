/* ask_attack.c: the whole attack in the rules' order: field of fire, range, line of sight, cover. */
#include "ruling/ask.h"

#include <stdio.h>
#include <string.h>

/* What is the same for every weapon: attackers times targets. */
typedef struct duel {
    tl_range_result range;
    tl_pair_sight_result sight;
} duel;

/* One weapon in the hands of one attacker. */
typedef struct shot {
    tl_verdict verdict; /* some valid target */
    tl_verdict arc, range, los;
    tl_limit limit;     /* what range came out as, for the nearest target */
    bool too_near;
    size_t targets;     /* certainly valid */
    tl_verdict *valid;  /* per target */
} shot;

typedef struct attack {
    const tl_inquiry *inquiry;
    const tl_party *from, *to;
    duel *duels;
    tl_verdict *valid;           /* per weapon, attacker, target */
    shot *shots;                 /* per weapon, attacker */
    tl_verdict *covers;          /* per attacker, target: filled when needed */
    bool *covered;               /* per attacker: covers are known */
    tl_unit_cover *unit_covers;  /* per attacker */
} attack;

static tl_verdict both(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_NO || b == TL_VERDICT_NO                 ? TL_VERDICT_NO
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_YES;
}

static tl_verdict either(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_YES || b == TL_VERDICT_YES             ? TL_VERDICT_YES
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_NO;
}

static tl_status measure_duels(attack *x, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < x->from->count; i++) {
        for (size_t j = 0; j < x->to->count && status == TL_OK; j++) {
            duel *d = &x->duels[i * x->to->count + j];
            status = tl_pair_range(x->inquiry, x->from->first + i, x->to->first + j, &d->range, error);
            if (status == TL_OK) {
                status = tl_pair_sight(x->inquiry, x->from->first + i, x->to->first + j, &d->sight, error);
            }
        }
    }
    return status;
}

/* Range of one weapon on one target (DB-RNG-01 to -03). `nearest`: the attacker's nearest target. */
static tl_status judge_range(attack *x, const tl_document_weapon *weapon, size_t i, size_t j, size_t nearest,
                             tl_limit *limit, bool *too_near, tl_error *error) {
    size_t a = x->from->first + i, b = x->to->first + j;
    const tl_range_result *range = &x->duels[i * x->to->count + j].range;
    *too_near = false;
    if (weapon->range == TL_WEAPON_RANGE_CLOSE) {
        return tl_pair_close_combat(x->inquiry, a, b, limit, error);
    }
    if (weapon->range == TL_WEAPON_RANGE_UNSTATED) {
        *limit = (tl_limit){TL_VERDICT_YES, range->distance_mm, INFINITY, INFINITY};
        return TL_OK;
    }
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1.0 : x->inquiry->game_unit;
    tl_status status =
        tl_pair_within(x->inquiry, a, b, range, weapon->range_max * unit, false, limit, error);
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

static tl_status judge_shot(attack *x, const tl_document_weapon *weapon, size_t i, shot *s, tl_error *error) {
    size_t nearest = 0;
    for (size_t j = 1; j < x->to->count; j++) {
        if (x->duels[i * x->to->count + j].range.distance_mm <
            x->duels[i * x->to->count + nearest].range.distance_mm) {
            nearest = j;
        }
    }
    bool independent = tl_settings_is(&x->inquiry->settings, "valid_target", "independent", false);
    s->arc = s->range = s->los = s->verdict = TL_VERDICT_NO;
    for (size_t j = 0; j < x->to->count; j++) {
        tl_pair_arc_result arc = {0};
        tl_limit limit;
        bool too_near;
        tl_status status = tl_pair_arc(x->inquiry, x->from->first + i, weapon, x->to->first + j, &arc, error);
        if (status == TL_OK) {
            status = judge_range(x, weapon, i, j, nearest, &limit, &too_near, error);
        }
        if (status != TL_OK) {
            return status;
        }
        tl_verdict los = x->duels[i * x->to->count + j].sight.sight.verdict;
        s->valid[j] = both(both(arc.verdict, limit.verdict), los);
        s->arc = either(s->arc, arc.verdict);
        s->range = either(s->range, limit.verdict);
        s->los = either(s->los, los);
        s->verdict = either(s->verdict, s->valid[j]);
        if (j == nearest) {
            s->limit = limit;
            s->too_near = too_near;
        }
        s->targets += s->valid[j] == TL_VERDICT_YES;
    }
    if (independent) {
        s->verdict = both(both(s->arc, s->range), s->los);
    }
    return TL_OK;
}

/* The target unit's cover from one attacker (DB-COV-07, -08), looked at once. */
static tl_status judge_cover(attack *x, size_t i, tl_error *error) {
    if (x->covered[i]) {
        return TL_OK;
    }
    for (size_t j = 0; j < x->to->count; j++) {
        tl_pair_cover_result pair;
        if (x->duels[i * x->to->count + j].sight.sight.verdict == TL_VERDICT_NO) {
            x->covers[i * x->to->count + j] = TL_VERDICT_YES; /* no sight is cover, too (DB-COV-01) */
            continue;
        }
        tl_status status = tl_pair_cover(x->inquiry, x->from->first + i, x->to->first + j, &pair, error);
        if (status != TL_OK) {
            return status;
        }
        x->covers[i * x->to->count + j] = pair.verdict;
    }
    x->unit_covers[i] =
        tl_judge_unit_cover(x->covers + i * x->to->count, x->to->count, tl_class_is_foot(x->to->unit->kind));
    x->covered[i] = true;
    return TL_OK;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* The attacker that got farthest in the rules' order among those that are open or out, and the test it stands at: 0 arc,
 * 1 range, 2 sight, 3 all three by one target. NULL when there is none. */
static const shot *farthest(const shot *shots, size_t count, bool open, int *best_stage) {
    const shot *best = NULL;
    *best_stage = -1;
    for (size_t i = 0; i < count; i++) {
        tl_verdict bad = open ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
        int stage = shots[i].arc == bad ? 0 : shots[i].range == bad ? 1 : shots[i].los == bad ? 2 : 3;
        if ((!open || shots[i].verdict == TL_VERDICT_MARGINAL) && stage > *best_stage) {
            *best_stage = stage;
            best = &shots[i];
        }
    }
    return best;
}

static const char *range_rule(const tl_document_weapon *weapon, const shot *s) {
    return weapon->range == TL_WEAPON_RANGE_CLOSE ? "DB-RNG-03" : s->too_near ? "DB-RNG-02" : "DB-RNG-01";
}

/* What decided when no weapon may fire: the test that the weapon which got farthest stands at. */
static void name_rule(const attack *x, const tl_document_weapon *weapons, size_t count, tl_answer *answer) {
    int most = -1;
    bool open = answer->verdict == TL_VERDICT_MARGINAL;
    for (size_t w = 0; w < count && answer->verdict != TL_VERDICT_YES; w++) {
        int stage;
        const shot *shots = x->shots + w * x->from->count;
        const shot *best = farthest(shots, x->from->count, open, &stage);
        if (best == NULL || stage <= most) {
            continue;
        }
        most = stage;
        size_t i = (size_t)(best - shots);
        answer->rule = stage == 0   ? "DB-FOF-01"
                       : stage == 1 ? range_rule(&weapons[w], best)
                       : stage == 2 ? x->duels[i * x->to->count].sight.rule
                                    : "DB-RNG-04";
    }
}

/* Why nobody of a weapon's attackers may fire, or what is open: the test that got farthest. */
static void failure_text(const attack *x, const shot *shots, size_t count, bool open, char *buffer, size_t size) {
    char distance[TL_LENGTH_SIZE], reach[TL_LENGTH_SIZE];
    int best_stage;
    const shot *best = farthest(shots, count, open, &best_stage);
    if (best == NULL) {
        buffer[0] = '\0';
        return;
    }
    tl_length_text(&x->inquiry->words, best_stage == 1 && open ? fabs(best->limit.margin) : best->limit.distance,
                   distance);
    tl_length_text(&x->inquiry->words, best->limit.limit, reach);
    static const tl_sentence closed[4] = {TL_SAY_FAIL_ARC, TL_SAY_FAIL_RANGE, TL_SAY_FAIL_SIGHT, TL_SAY_FAIL_VALID};
    static const tl_sentence undecided[4] = {TL_SAY_OPEN_ARC, TL_SAY_OPEN_RANGE, TL_SAY_OPEN_SIGHT, TL_SAY_OPEN_SIGHT};
    tl_sentence sentence = open ? undecided[best_stage] : closed[best_stage];
    if (sentence == TL_SAY_FAIL_RANGE && best->too_near) {
        sentence = TL_SAY_FAIL_TOO_NEAR;
    }
    tl_say(&x->inquiry->words, buffer, size, sentence, distance, reach);
}

static void weapon_line(attack *x, const tl_document_weapon *weapon, const shot *shots, tl_verdict verdict,
                        tl_answer *answer) {
    char line[TL_REASON_TEXT], why[160], fire[TL_LENGTH_SIZE], of[TL_LENGTH_SIZE], hit[TL_LENGTH_SIZE],
        targets[TL_LENGTH_SIZE], tail[128] = "", near[TL_LENGTH_SIZE], spare[TL_LENGTH_SIZE], cover[96];
    const shot *nearest = NULL;
    if (verdict != TL_VERDICT_YES) {
        failure_text(x, shots, x->from->count, verdict == TL_VERDICT_MARGINAL, why, sizeof(why));
        tl_say(&x->inquiry->words, line, sizeof(line),
               verdict == TL_VERDICT_NO ? TL_SAY_WEAPON_NO : TL_SAY_WEAPON_MARGINAL, weapon->name, why);
    } else {
        size_t able = 0, most = 0, covered = 0, bare = 0;
        for (size_t i = 0; i < x->from->count; i++) {
            if (shots[i].verdict == TL_VERDICT_YES) {
                able++;
                nearest = nearest == NULL || shots[i].limit.distance < nearest->limit.distance ? &shots[i] : nearest;
                most = shots[i].targets > most ? shots[i].targets : most;
                covered += x->unit_covers[i].verdict == TL_VERDICT_YES;
                bare += x->unit_covers[i].verdict == TL_VERDICT_NO;
            }
        }
        tl_say(&x->inquiry->words, cover, sizeof(cover),
               covered == able          ? TL_SAY_COVER_TAIL_YES
               : bare == able           ? TL_SAY_COVER_TAIL_NO
               : covered + bare == able ? TL_SAY_COVER_TAIL_SPLIT
                                        : TL_SAY_COVER_TAIL_OPEN,
               NULL);
        if (nearest != NULL && isfinite(nearest->limit.margin) && nearest->limit.margin >= 0) {
            tl_say(&x->inquiry->words, tail, sizeof(tail), TL_SAY_RANGE_TAIL,
                   tl_length_text(&x->inquiry->words, nearest->limit.distance, near),
                   tl_length_text(&x->inquiry->words, nearest->limit.margin, spare), cover);
        } else {
            snprintf(tail, sizeof(tail), "%s", cover);
        }
        tl_count_text(able, fire);
        tl_count_text(x->from->count, of);
        tl_count_text(most, hit);
        tl_count_text(x->to->count, targets);
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_WEAPON_YES, weapon->name, fire, of, hit, targets, tail);
    }
    tl_answer_line(answer, line);
}

/* One reason per step, in the rules' order, for the first attacker that may fire, else the first. */
static tl_status explain(attack *x, const tl_document_weapon *weapon, const shot *shots, tl_answer *answer,
                         tl_error *error) {
    size_t i = 0;
    for (size_t k = x->from->count; k-- > 0;) {
        i = shots[k].verdict == TL_VERDICT_YES ? k : i;
    }
    const shot *s = &shots[i];
    size_t j = 0;
    for (size_t k = x->to->count; k-- > 0;) {
        j = s->valid[k] == TL_VERDICT_YES ? k : j;
    }
    char text[TL_REASON_TEXT], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE], kind[32], margin[TL_LENGTH_SIZE];
    tl_pair_arc_result arc = {0};
    tl_status status = tl_pair_arc(x->inquiry, x->from->first + i, weapon, x->to->first + j, &arc, error);
    if (status != TL_OK) {
        return status;
    }
    tl_say(&x->inquiry->words, kind, sizeof(kind), arc.name, NULL);
    tl_decimal_text(&x->inquiry->words, fabs(arc.margin_deg), 1, margin);
    strcat(margin, "\xc2\xb0");
    tl_say(&x->inquiry->words, text, sizeof(text),
           arc.always                      ? TL_SAY_ARC_ALWAYS
           : arc.verdict == TL_VERDICT_YES ? TL_SAY_ARC_YES
           : arc.verdict == TL_VERDICT_NO  ? TL_SAY_ARC_NO
                                           : TL_SAY_ARC_MARGINAL,
           x->inquiry->table->members[x->from->first + i].name, x->inquiry->table->members[x->to->first + j].name, kind,
           weapon->name, margin);
    tl_reason *reason = tl_answer_reason(answer, "DB-FOF-01", arc.verdict, text);
    tl_reason_number(reason, "angle_deg", arc.angle_deg);
    tl_reason_number(reason, "margin_deg", arc.margin_deg);

    const char *rule = range_rule(weapon, s);
    tl_length_text(&x->inquiry->words, s->limit.distance, a);
    tl_length_text(&x->inquiry->words, s->limit.limit, b);
    tl_say(&x->inquiry->words, text, sizeof(text), TL_SAY_RANGE_REASON, a, b);
    reason = tl_answer_reason(answer, rule, s->range, text);
    tl_reason_number(reason, "distance_mm", s->limit.distance);
    tl_reason_number(reason, "limit_mm", s->limit.limit);
    tl_reason_number(reason, "margin_mm", s->limit.margin);

    const tl_pair_sight_result *sight = &x->duels[i * x->to->count + j].sight;
    tl_pair_sight_text(x->inquiry, sight, text, sizeof(text));
    reason = tl_answer_reason(answer, sight->rule, s->los, text);
    if (sight->sight.verdict == TL_VERDICT_YES) {
        tl_reason_number(reason, "clearance_mm", sight->sight.clearance);
    }
    if (x->covered[i]) {
        static const tl_sentence unit[3] = {[TL_VERDICT_YES] = TL_SAY_COVER_UNIT_YES,
                                            [TL_VERDICT_NO] = TL_SAY_COVER_UNIT_NO,
                                            [TL_VERDICT_MARGINAL] = TL_SAY_COVER_UNIT_MARGINAL};
        static const tl_sentence one[3] = {[TL_VERDICT_YES] = TL_SAY_COVER_ONE_YES,
                                           [TL_VERDICT_NO] = TL_SAY_COVER_ONE_NO,
                                           [TL_VERDICT_MARGINAL] = TL_SAY_COVER_ONE_MARGINAL};
        const tl_unit_cover *cover = &x->unit_covers[i];
        tl_count_text(cover->in_cover, a);
        tl_count_text(cover->verdict == TL_VERDICT_MARGINAL ? cover->in_cover + cover->undecided : cover->of, b);
        tl_say(&x->inquiry->words, text, sizeof(text), cover->of == 1 ? one[cover->verdict] : unit[cover->verdict],
               x->to->name, x->inquiry->table->members[x->from->first + i].name, a, b);
        tl_answer_reason(answer, "DB-COV-07", cover->verdict, text);
    }
    return TL_OK;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void write_weapon(attack *x, const tl_document_weapon *weapon, const shot *shots, tl_verdict verdict,
                         tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", weapon->id);
    tl_json_put_verdict(writer, "verdict", verdict);
    tl_json_key(writer, "members");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < x->from->count; i++) {
        const shot *s = &shots[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", x->inquiry->table->members[x->from->first + i].id);
        tl_json_put_verdict(writer, "verdict", s->verdict);
        tl_json_put_verdict(writer, "arc", s->arc);
        tl_json_put_verdict(writer, "range", s->range);
        tl_json_put_verdict(writer, "los", s->los);
        tl_json_put_double(writer, "distance_mm", s->limit.distance);
        if (isfinite(s->limit.margin)) {
            tl_json_put_double(writer, "limit_mm", s->limit.limit);
            tl_json_put_double(writer, "margin_mm", s->limit.margin);
        }
        tl_json_key(writer, "targets");
        tl_json_begin_array(writer);
        for (size_t j = 0; j < x->to->count; j++) {
            if (s->valid[j] == TL_VERDICT_YES) {
                tl_json_string(writer, x->inquiry->table->members[x->to->first + j].id);
            }
        }
        tl_json_end_array(writer);
        tl_json_put_verdict(writer, "cover", x->unit_covers[i].verdict);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

/* Who rolls together: attackers of one weapon whose target is in the same state of cover (DB-COV-08). */
static void write_dice_groups(attack *x, const tl_document_weapon *weapons, size_t count, tl_json_writer *writer) {
    static const tl_verdict states[3] = {TL_VERDICT_NO, TL_VERDICT_YES, TL_VERDICT_MARGINAL};
    tl_json_key(writer, "dice_groups");
    tl_json_begin_array(writer);
    for (size_t w = 0; w < count; w++) {
        for (size_t k = 0; k < 3; k++) {
            bool begun = false;
            for (size_t i = 0; i < x->from->count; i++) {
                const shot *s = &x->shots[w * x->from->count + i];
                if (s->verdict != TL_VERDICT_YES || x->unit_covers[i].verdict != states[k]) {
                    continue;
                }
                if (!begun) {
                    tl_json_begin_object(writer);
                    tl_json_put_string(writer, "weapon", weapons[w].id);
                    tl_json_put_verdict(writer, "cover", states[k]);
                    tl_json_key(writer, "members");
                    tl_json_begin_array(writer);
                    begun = true;
                }
                tl_json_string(writer, x->inquiry->table->members[x->from->first + i].id);
            }
            if (begun) {
                tl_json_end_array(writer);
                tl_json_end_object(writer);
            }
        }
    }
    tl_json_end_array(writer);
}

/* --- The attack --------------------------------------------------------------------------------------------------- */

static tl_status rule_weapons(attack *x, const tl_document_weapon *weapons, size_t count, tl_answer *answer,
                              tl_error *error) {
    tl_json_writer *writer = &answer->body;
    tl_status status = measure_duels(x, error);
    answer->verdict = TL_VERDICT_NO;
    answer->rule = "DB-RNG-04";
    size_t picture = 0; /* the weapon shown */
    for (size_t w = 0; w < count && status == TL_OK; w++) {
        tl_verdict verdict = TL_VERDICT_NO;
        for (size_t i = 0; i < x->from->count && status == TL_OK; i++) {
            shot *s = &x->shots[w * x->from->count + i];
            s->valid = x->valid + (w * x->from->count + i) * x->to->count;
            status = judge_shot(x, &weapons[w], i, s, error);
            if (status == TL_OK) {
                status = judge_cover(x, i, error);
            }
            verdict = either(verdict, s->verdict);
        }
        if (status == TL_OK) {
            if (verdict == TL_VERDICT_YES && answer->verdict != TL_VERDICT_YES) {
                picture = w;
            }
            answer->verdict = either(answer->verdict, verdict);
        }
    }
    if (status != TL_OK) {
        return status;
    }
    name_rule(x, weapons, count, answer);
    tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary),
           answer->verdict == TL_VERDICT_YES  ? TL_SAY_ATTACK_YES
           : answer->verdict == TL_VERDICT_NO ? TL_SAY_ATTACK_NO
                                              : TL_SAY_ATTACK_MARGINAL,
           x->from->name, x->to->name);
    tl_json_key(writer, "weapons");
    tl_json_begin_array(writer);
    for (size_t w = 0; w < count && status == TL_OK; w++) {
        const shot *shots = x->shots + w * x->from->count;
        tl_verdict verdict = TL_VERDICT_NO;
        for (size_t i = 0; i < x->from->count; i++) {
            verdict = either(verdict, shots[i].verdict);
        }
        write_weapon(x, &weapons[w], shots, verdict, writer);
        weapon_line(x, &weapons[w], shots, verdict, answer);
        status = explain(x, &weapons[w], shots, answer, error);
    }
    tl_json_end_array(writer);
    if (count > 0) {
        write_dice_groups(x, weapons, count, writer);
        for (size_t i = 0; i < x->from->count; i++) {
            for (size_t j = 0; j < x->to->count; j++) {
                const tl_pair_sight_result *sight = &x->duels[i * x->to->count + j].sight;
                bool valid = x->shots[picture * x->from->count + i].valid[j] == TL_VERDICT_YES;
                if ((valid || (answer->verdict != TL_VERDICT_YES && i == 0)) && answer->witness_count < 40) {
                    tl_pair_sight_witness(x->inquiry, sight, answer);
                }
            }
        }
    }
    return status;
}

tl_status tl_ask_attack(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                        tl_answer *answer, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_parties_differ(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, weapon, &weapons, &count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    tl_json_put_string(&answer->body, "from", from->whole ? from->unit->id : inquiry->table->members[from->first].id);
    tl_json_put_string(&answer->body, "to", to->whole ? to->unit->id : inquiry->table->members[to->first].id);
    tl_context *context = inquiry->context;
    size_t pairs = from->count * to->count;
    attack x = {inquiry,
                from,
                to,
                tl_alloc_array(context, pairs, sizeof(duel)),
                tl_alloc_array(context, count * pairs, sizeof(tl_verdict)),
                tl_alloc_array(context, count * from->count, sizeof(shot)),
                tl_alloc_array(context, pairs, sizeof(tl_verdict)),
                tl_alloc_array(context, from->count, sizeof(bool)),
                tl_alloc_array(context, from->count, sizeof(tl_unit_cover))};
    if (x.duels == NULL || x.valid == NULL || x.shots == NULL || x.covers == NULL || x.covered == NULL ||
        x.unit_covers == NULL) {
        status = tl_fail_memory(error);
    } else {
        status = rule_weapons(&x, weapons, count, answer, error);
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
    tl_free(context, x.duels);
    tl_free(context, x.valid);
    tl_free(context, x.shots);
    tl_free(context, x.covers);
    tl_free(context, x.covered);
    tl_free(context, x.unit_covers);
    return status;
}
