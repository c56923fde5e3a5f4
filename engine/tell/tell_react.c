/* tell_react.c: a reaction, in words and fields. */
#include "tell/tell_react.h"

#include "tell/tell_attack.h"
#include "tell/tell_guesses.h"
#include "tell/tell_range.h"

#include <stdio.h>
#include <string.h>

static const tl_sentence summaries[3] = {[TL_VERDICT_YES] = TL_SAY_REACT_YES,
                                         [TL_VERDICT_NO] = TL_SAY_REACT_NO,
                                         [TL_VERDICT_MARGINAL] = TL_SAY_REACT_MARGINAL};
static const tl_sentence range_sentences[3] = {[TL_VERDICT_YES] = TL_SAY_REACT_RANGE_YES,
                                               [TL_VERDICT_NO] = TL_SAY_REACT_RANGE_NO,
                                               [TL_VERDICT_MARGINAL] = TL_SAY_REACT_RANGE_MARGINAL};
/* Of one that may end no farther away. */
static const tl_sentence turned_sentences[3] = {[TL_VERDICT_YES] = TL_SAY_REACT_TURNED_YES,
                                                [TL_VERDICT_NO] = TL_SAY_REACT_TURNED_NO,
                                                [TL_VERDICT_MARGINAL] = TL_SAY_REACT_TURNED_MARGINAL};

static void degrees_text(const tl_words *words, double degrees, char buffer[TL_WORDS_LENGTH_SIZE]) {
    tl_words_decimal_text(words, degrees, 0, buffer);
    strcat(buffer, "\xc2\xb0");
}

/* A line that is a reason, too. */
static tl_reason *tell_step(tl_answer *answer, tl_cause cause, tl_verdict verdict, const char *line) {
    tl_answer_line(answer, line);
    return tl_answer_reason(answer, cause, verdict, line);
}

static void put_limit(tl_reason *reason, const tl_limit *limit) {
    tl_answer_reason_number(reason, "distance_mm", limit->distance);
    tl_answer_reason_number(reason, "limit_mm", limit->limit);
    tl_answer_reason_number(reason, "margin_mm", limit->margin);
}

static void tell_range(const tl_reaction *x, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    const tl_placed *members = x->inquiry->table->members;
    char line[TL_REASON_TEXT], distance[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE],
        margin[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(w, x->limit.distance, distance);
    tl_words_length_text(w, x->limit.limit, limit);
    tl_words_length_text(w, fabs(x->limit.margin), margin);
    tl_say(w, line, sizeof(line), range_sentences[x->limit.verdict], members[x->a].name, members[x->b].name, distance,
           limit, margin);
    put_limit(tell_step(answer, x->range_cause, x->limit.verdict, line), &x->limit);
    tl_tell_limit(x->inquiry, &x->limit, answer);
    tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, x->range.from, x->range.to);
    if (tape != NULL) {
        snprintf(tape->label, sizeof(tape->label), "%s", distance);
    }
    tl_answer_rings(answer, w, x->from->first, x->from->count, (tl_vec3){0, 0, 0}, x->limit.limit, NULL);
}

/* What keeps it from reacting whatever the distance. */
static void tell_sides(const tl_reaction *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (x->friends) {
        tl_say(x->inquiry->words, line, sizeof(line), TL_SAY_REACT_FRIENDS, x->from->name, x->to->name);
        tell_step(answer, tl_by(TL_CLAUSE_REACT_RANGE), TL_VERDICT_NO, line);
    }
    if (x->aircraft) {
        tl_say(x->inquiry->words, line, sizeof(line), TL_SAY_REACT_CLASS, x->from->unit->name);
        tell_step(answer, tl_by(TL_CLAUSE_REACT_CLASS), TL_VERDICT_NO, line);
    }
}

static void tell_turn(const tl_reaction *x, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    char line[TL_REASON_TEXT], facing[TL_WORDS_LENGTH_SIZE], distance[TL_WORDS_LENGTH_SIZE],
        margin[TL_WORDS_LENGTH_SIZE];
    if (x->has_advice) {
        degrees_text(w, x->advice_deg, facing);
        tl_say(w, line, sizeof(line), TL_SAY_REACT_TURN, x->from->name, facing);
        tell_step(answer, tl_by(TL_CLAUSE_REACT_TURN), TL_VERDICT_YES, line);
    }
    if (x->turns) {
        degrees_text(w, x->facing_deg, facing);
        tl_words_length_text(w, x->after.distance, distance);
        tl_words_length_text(w, fabs(x->after.margin), margin);
        bool freed = !x->bound && x->after.verdict != TL_VERDICT_YES;
        tl_say(w, line, sizeof(line), freed ? TL_SAY_REACT_TURNED_FREE : turned_sentences[x->after.verdict],
               x->from->name, facing, distance, margin);
        put_limit(tell_step(answer, tl_by(TL_CLAUSE_REACT_TURN), x->turn, line), &x->after);
    }
}

static void tell_weapon(const tl_reaction *x, size_t weapon, tl_answer *answer) {
    const tl_words *words = x->inquiry->words;
    const char *name = x->attack.weapons[weapon].name;
    char line[TL_REASON_TEXT], why[200];
    tl_verdict verdict = x->attack.found[weapon].verdict;
    if (!x->attack.found[weapon].counts) {
        tl_say(words, line, sizeof(line), TL_SAY_REACT_CLOSE_ONLY, name);
        tell_step(answer, tl_by(TL_CLAUSE_REACT_WEAPON), TL_VERDICT_NO, line);
        return;
    }
    if (verdict == TL_VERDICT_YES) {
        tl_say(words, line, sizeof(line), TL_SAY_REACT_WEAPON_YES, name);
    } else {
        tl_tell_attack_failure(&x->attack, weapon, why, sizeof(why));
        tl_say(words, line, sizeof(line), verdict == TL_VERDICT_NO ? TL_SAY_WEAPON_NO : TL_SAY_WEAPON_MARGINAL, name,
               why);
    }
    tl_tell_attack_holes(&x->attack, weapon, answer);
    tl_answer_line(answer, line);
    tl_tell_attack_tests(&x->attack, weapon, answer);
}

static void tell_weapons(const tl_reaction *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    tl_json_open_array(&answer->body, "weapons");
    for (size_t w = 0; w < x->attack.weapon_count; w++) {
        if (x->attack.found[w].carried) {
            tl_tell_put_attack_weapon(&x->attack, w, &answer->body);
            tell_weapon(x, w, answer);
        }
    }
    tl_json_end_array(&answer->body);
    if (!x->armed) {
        tl_say(x->inquiry->words, line, sizeof(line), TL_SAY_REACT_NO_WEAPON, x->from->name);
        tell_step(answer, tl_by(TL_CLAUSE_REACT_WEAPON), TL_VERDICT_NO, line);
    }
}

static void put_fields(const tl_reaction *x, tl_json_writer *writer) {
    const tl_placed *members = x->inquiry->table->members;
    tl_json_put_string(writer, "from", x->from->whole ? x->from->unit->id : members[x->from->first].id);
    tl_json_put_string(writer, "to", x->to->whole ? x->to->unit->id : members[x->to->first].id);
    tl_json_put_double(writer, "distance_mm", x->limit.distance);
    tl_json_put_double(writer, "limit_mm", x->limit.limit);
    if (x->limit.uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", x->limit.uncertainty);
    }
    tl_json_put_double(writer, "margin_mm", x->limit.margin);
    tl_tell_put_verdict(writer, "in_range", x->limit.verdict);
    tl_json_open_array(writer, "pair");
    tl_json_string(writer, members[x->a].id);
    tl_json_string(writer, members[x->b].id);
    tl_json_end_array(writer);
    if (x->skill != NULL) {
        tl_json_put_string(writer, "skill", x->skill->name);
    }
    if (x->turns) {
        tl_json_put_double(writer, "facing_deg", x->facing_deg);
        tl_tell_put_verdict(writer, "turn", x->turn);
        tl_json_put_bool(writer, "turn_bound", x->bound);
        tl_json_put_double(writer, "turn_margin_mm", x->after.margin);
    } else if (x->has_advice) {
        tl_json_put_double(writer, "turn_to_deg", x->advice_deg);
    }
}

void tl_tell_reaction(const tl_reaction *found, tl_answer *answer) {
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    tl_say(found->inquiry->words, answer->summary, sizeof(answer->summary), summaries[found->verdict],
           found->from->name, found->to->name);
    put_fields(found, &answer->body);
    tell_range(found, answer);
    tell_sides(found, answer);
    tell_turn(found, answer);
    tell_weapons(found, answer);
    tl_tell_attack_witness(&found->attack, answer);
    tl_tell_note_guesses(found->inquiry, found->from->first, found->from->count, true, true, answer);
    tl_tell_note_guesses(found->inquiry, found->to->first, found->to->count, true, true, answer);
}
