/* tell_arc.c: what is said, written and drawn of fields of fire. */
#include "tell/tell_arc.h"

#include "tell/tell_guesses.h"

#include <stdio.h>
#include <string.h>

enum { FANS_SHOWN = 8 }; /* pieces of witness geometry behind which no more fans are drawn */

static const tl_sentence in_arc[3] = {
    [TL_VERDICT_YES] = TL_SAY_ARC_YES, [TL_VERDICT_NO] = TL_SAY_ARC_NO, [TL_VERDICT_MARGINAL] = TL_SAY_ARC_MARGINAL};

const char *tl_tell_arc_name(const tl_inquiry *inquiry, const tl_arc_rule *field) {
    const tl_words *words = inquiry->words;
    const char *text = field != NULL ? field->text : "";
    tl_sentence plain = field == NULL || (field->side == 0 && field->half_deg >= 180) ? TL_SAY_ARC_TURRET
                        : field->side > 0                                             ? TL_SAY_ARC_LEFT
                        : field->side < 0                                             ? TL_SAY_ARC_RIGHT
                        : field->axis_deg == 0                                        ? TL_SAY_ARC_FRONT
                                                                                      : TL_SAY_ARC_REAR;
    return text[0] != '\0' ? tl_ruleset_said(inquiry->referee->ruleset, words->language, "arcs", field->name, text)
                           : tl_phrase(words, plain);
}

/* What isn't a direction: shares of corridors, altitudes. */
static void aspect_text(const tl_inquiry *inquiry, const tl_pair_arc_result *arc, const char *from, const char *to,
                        const char *weapon, char *buffer, size_t size) {
    static const tl_sentence said[][3] = {
        [TL_PAIR_ARC_CORRIDOR] = {[TL_VERDICT_YES] = TL_SAY_ARC_CORRIDOR_YES,
                                  [TL_VERDICT_NO] = TL_SAY_ARC_CORRIDOR_NO,
                                  [TL_VERDICT_MARGINAL] = TL_SAY_ARC_CORRIDOR_MARGINAL},
        [TL_PAIR_ARC_ONLY] = {[TL_VERDICT_NO] = TL_SAY_ARC_ONLY},
        [TL_PAIR_ARC_BAND] = {[TL_VERDICT_NO] = TL_SAY_ARC_BAND_NO, [TL_VERDICT_MARGINAL] = TL_SAY_ARC_BAND_MARGINAL},
        [TL_PAIR_ARC_BELOW] =
            {[TL_VERDICT_NO] = TL_SAY_ARC_BELOW_NO, [TL_VERDICT_MARGINAL] = TL_SAY_ARC_BELOW_MARGINAL},
        [TL_PAIR_ARC_BARRED] = {[TL_VERDICT_YES] = TL_SAY_ARC_BARRED_YES,
                                [TL_VERDICT_NO] = TL_SAY_ARC_BARRED_NO,
                                [TL_VERDICT_MARGINAL] = TL_SAY_ARC_BARRED_MARGINAL},
        [TL_PAIR_ARC_UNDER] =
            {[TL_VERDICT_NO] = TL_SAY_ARC_UNDER_NO, [TL_VERDICT_MARGINAL] = TL_SAY_ARC_UNDER_MARGINAL},
        [TL_PAIR_ARC_MASKED] = {
            [TL_VERDICT_NO] = TL_SAY_ARC_MASKED_NO, [TL_VERDICT_MARGINAL] = TL_SAY_ARC_MASKED_MARGINAL}};
    char one[TL_WORDS_LENGTH_SIZE] = "", other[TL_WORDS_LENGTH_SIZE] = "", share[16];
    const char *number = one;
    if (arc->aspect == TL_PAIR_ARC_CORRIDOR) {
        snprintf(share, sizeof(share), "%.1f %%", 100 * arc->share);
        number = share;
    } else if (arc->aspect == TL_PAIR_ARC_BARRED) {
        tl_words_length_text(inquiry->words, fabs(arc->margin_mm), one);
    } else if (arc->aspect == TL_PAIR_ARC_BAND || arc->aspect == TL_PAIR_ARC_BELOW) {
        tl_words_length_text(inquiry->words, arc->altitude[0], one);
        tl_words_length_text(inquiry->words, arc->aspect == TL_PAIR_ARC_BAND ? arc->altitude[1] : arc->below, other);
    }
    tl_say(inquiry->words, buffer, size, said[arc->aspect][arc->verdict], from, to,
           tl_tell_arc_name(inquiry, arc->field), weapon, number, other);
}

void tl_tell_arc_text(const tl_inquiry *inquiry, const tl_pair_arc_result *arc, const char *from, const char *to,
                      const char *weapon, char *buffer, size_t size) {
    char margin[TL_WORDS_LENGTH_SIZE];
    if (arc->aspect != TL_PAIR_ARC_DIRECTION) {
        aspect_text(inquiry, arc, from, to, weapon, buffer, size);
        return;
    }
    tl_words_decimal_text(inquiry->words, fabs(arc->margin_deg), 1, margin);
    strcat(margin, "\xc2\xb0");
    tl_say(inquiry->words, buffer, size, arc->always ? TL_SAY_ARC_ALWAYS : in_arc[arc->verdict], from, to,
           tl_tell_arc_name(inquiry, arc->field), weapon, margin);
}

static void tell_shot(const tl_inquiry *inquiry, const tl_judge_arc_weapon *weapon, const tl_judge_arc_shot *shot,
                      bool first, tl_answer *answer) {
    char who[128], line[TL_REASON_TEXT];
    const tl_pair_arc_result *arc = &shot->arc;
    snprintf(who, sizeof(who), "%.100s", inquiry->table->members[shot->attacker].name);
    tl_tell_arc_text(inquiry, arc, who, inquiry->table->members[shot->target].name, weapon->weapon->name, line,
                     sizeof(line));
    if (answer->summary[0] == '\0') {
        snprintf(answer->summary, sizeof(answer->summary), "%s", line);
    } else if (!arc->always || first) {
        tl_answer_line(answer, line); /* all round is all round for every model */
    }
    tl_reason *reason = tl_answer_reason(answer, tl_pair_arc_cause(arc), arc->verdict, line);
    tl_answer_reason_number(reason, "angle_deg", arc->angle_deg);
    tl_answer_reason_number(reason, "margin_deg", arc->margin_deg);
    if (arc->corridor) {
        tl_answer_reason_number(reason, "share", arc->share);
    }
    if (!arc->always && answer->witness_count < FANS_SHOWN) {
        tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_FAN, arc->apex, arc->point);
        if (witness != NULL) {
            witness->facing_deg = arc->axis_deg;
            witness->half_deg = arc->half_deg;
        }
    }
}

static void write_flight(const tl_pair_arc_result *arc, tl_json_writer *writer) {
    static const char *const aspects[] = {"direction",  "corridor",  "only_in", "band",
                                          "from_below", "not_under", "barred",  "masked"};
    if (arc->corridor) {
        tl_json_put_double(writer, "share", arc->share);
        tl_json_put_double(writer, "share_error", arc->share_error);
    }
    if (arc->height > 0 || arc->below > 0) {
        tl_json_key(writer, "altitude_mm");
        tl_json_numbers(writer, arc->altitude, 2);
    }
    if (arc->aspect != TL_PAIR_ARC_DIRECTION) {
        tl_json_put_string(writer, "decided_by", aspects[arc->aspect]);
    }
}

static void write_weapon(const tl_inquiry *inquiry, const tl_judge_arc_weapon *weapon, const tl_judge_arc_shot *shots,
                         tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", weapon->weapon->id);
    tl_json_open_array(writer, "members");
    for (size_t i = 0; i < weapon->shot_count; i++) {
        const tl_pair_arc_result *arc = &shots[i].arc;
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", inquiry->table->members[shots[i].attacker].id);
        tl_tell_put_verdict(writer, "verdict", arc->verdict);
        tl_json_put_string(writer, "target", inquiry->table->members[shots[i].target].id);
        tl_json_put_double(writer, "angle_deg", arc->angle_deg);
        tl_json_put_double(writer, "margin_deg", arc->margin_deg);
        if (isfinite(arc->margin_mm)) {
            tl_json_put_double(writer, "margin_mm", arc->margin_mm);
        }
        tl_json_put_point(writer, "point", arc->point);
        write_flight(arc, writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_tell_put_verdict(writer, "verdict", weapon->verdict);
    tl_json_end_object(writer);
}

/* The first sentence is that of a weapon which decides, and what was first comes behind it. */
static void lead_with_verdict(tl_answer *answer) {
    for (size_t i = 0; i < answer->reason_count; i++) {
        const tl_reason *reason = &answer->reasons[i];
        if (reason->verdict == answer->verdict && strcmp(reason->text, answer->summary) == 0) {
            return;
        }
    }
    for (size_t i = 0; i < answer->reason_count; i++) {
        if (answer->reasons[i].verdict == answer->verdict) {
            tl_answer_lead(answer, answer->reasons[i].text);
            return;
        }
    }
}

void tl_tell_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_judge_arc_found *found,
                 tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    tl_json_put_string(writer, "from", from->whole ? from->unit->id : inquiry->table->members[from->first].id);
    tl_json_put_string(writer, "to", to->whole ? to->unit->id : inquiry->table->members[to->first].id);
    tl_json_open_array(writer, "weapons");
    for (size_t w = 0; w < found->weapon_count; w++) {
        const tl_judge_arc_weapon *weapon = &found->weapons[w];
        const tl_judge_arc_shot *shots = found->shots + weapon->first_shot;
        write_weapon(inquiry, weapon, shots, writer);
        for (size_t i = 0; i < weapon->shot_count; i++) {
            tell_shot(inquiry, weapon, &shots[i], i == 0, answer);
        }
    }
    tl_json_end_array(writer);
    if (found->unarmed) {
        tl_say(inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_ARC_NONE, from->name);
        tl_answer_reason(answer, found->cause, TL_VERDICT_NO, answer->summary);
    }
    lead_with_verdict(answer);
    tl_tell_note_guesses(inquiry, from->first, from->count, false, true, answer); /* arcs start in the body's middle */
    tl_tell_note_guesses(inquiry, to->first, to->count, true, false, answer);
}
