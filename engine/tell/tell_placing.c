/* tell_placing.c: what was found of a placing, told from one table. */
#include "tell/tell_placing.h"

#include "tell/tell_arc.h"
#include "tell/tell_bar.h"
#include "tell/tell_pair_sight.h"

#include <stdio.h>
#include <string.h>

/* --- Sentences ---------------------------------------------------------------------------------------------------- */

/* The sentence of a finding by its verdict. What has none of its own is told by who knows sights and bars. */
typedef struct sentences {
    tl_sentence yes, no, marginal;
} sentences;

#define SAME(sentence)                                                                                                 \
    { sentence, sentence, sentence }
static const sentences said[TL_PLACING_FACTS] = {
    [TL_PLACING_NOBODY] = SAME(TL_SAY_PLACE_NOBODY),
    [TL_PLACING_NO_WEAPON] = SAME(TL_SAY_PLACE_NO_WEAPON),
    [TL_PLACING_ALL_ROUND] = SAME(TL_SAY_ARC_ALWAYS),
    [TL_PLACING_CENTRE_ARC] = {TL_SAY_ARC_YES, TL_SAY_ARC_NO, TL_SAY_ARC_MARGINAL},
    [TL_PLACING_WHOLE_ARC] = {TL_SAY_ARC_YES, TL_SAY_ARC_NO, TL_SAY_ARC_MARGINAL},
    [TL_PLACING_CLOSE_RANGE] = SAME(TL_SAY_PLACE_CLOSE),
    [TL_PLACING_RANGE] = SAME(TL_SAY_PLACE_RANGE),
    [TL_PLACING_TOO_NEAR] = SAME(TL_SAY_PLACE_TOO_NEAR),
    [TL_PLACING_OBSERVED] = SAME(TL_SAY_OBSERVED),
    [TL_PLACING_SOLID] = SAME(TL_SAY_PLACE_SOLID),
    [TL_PLACING_KEPT_OUT] = {TL_SAY_PLACE_CLEAR_OF, TL_SAY_PLACE_KEPT_OUT, TL_SAY_PLACE_KEPT_OUT_OPEN},
    [TL_PLACING_TOUCHES] = {TL_SAY_PLACE_TOUCHES, TL_SAY_PLACE_APART, TL_SAY_PLACE_APART},
    [TL_PLACING_MUZZLE] = {TL_SAY_PLACE_MUZZLE, TL_SAY_PLACE_OFF_MUZZLE, TL_SAY_PLACE_OFF_MUZZLE},
    [TL_PLACING_BACKWARD] = SAME(TL_SAY_PLACE_STRAIGHT),
    [TL_PLACING_AIMED] = SAME(TL_SAY_PLACE_AIMED),
    [TL_PLACING_ASKEW] = SAME(TL_SAY_PLACE_ASKEW),
    [TL_PLACING_AIMLESS] = SAME(TL_SAY_PLACE_NO_TARGET),
    [TL_PLACING_AHEAD] = {TL_SAY_PLACE_AHEAD, TL_SAY_PLACE_AHEAD_FAR, TL_SAY_PLACE_AHEAD_OPEN},
    [TL_PLACING_AGAINST] = {TL_SAY_PLACE_AGAINST, TL_SAY_PLACE_NOT_AGAINST, TL_SAY_PLACE_AGAINST_OPEN},
    [TL_PLACING_NO_WALL] = SAME(TL_SAY_PLACE_NO_WALL)};
#undef SAME

static tl_sentence sentence_of(const tl_placing_finding *finding) {
    const sentences *s = &said[finding->fact];
    return finding->verdict == TL_VERDICT_YES ? s->yes : finding->verdict == TL_VERDICT_NO ? s->no : s->marginal;
}

static const char *name_of(const tl_inquiry *inquiry, size_t member) {
    return inquiry->table->members[member].name;
}

/* The target in the arc of the firer's weapon: by how much. */
static void arc_text(const tl_inquiry *inquiry, const tl_placing *p, tl_sentence sentence, tl_sentence target,
                     char *buffer, size_t size) {
    const tl_words *words = inquiry->words;
    char margin[TL_WORDS_LENGTH_SIZE];
    tl_words_decimal_text(words, fabs(p->arc.margin_deg), 1, margin);
    strcat(margin, "\xc2\xb0");
    tl_say(words, buffer, size, sentence, name_of(inquiry, p->firer), tl_phrase(words, target),
           tl_tell_arc_name(inquiry, p->arc.field), p->weapon->name, margin);
}

static void range_text(const tl_inquiry *inquiry, const tl_placing *p, tl_sentence sentence, char *buffer,
                       size_t size) {
    char distance[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE];
    tl_say(inquiry->words, buffer, size, sentence, tl_words_length_text(inquiry->words, p->range.distance, distance),
           tl_words_length_text(inquiry->words, p->range.limit, limit));
    if (p->shortened != NULL) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, size - used, " %s",
                 tl_ruleset_said(inquiry->referee->ruleset, inquiry->words->language, "reaches", p->shortened->name,
                                 p->shortened->text));
    }
}

static void finding_text(const tl_inquiry *inquiry, const tl_placing *p, const tl_placing_finding *finding,
                         char *buffer, size_t size) {
    const tl_words *words = inquiry->words;
    tl_sentence sentence = sentence_of(finding);
    char off[TL_WORDS_LENGTH_SIZE];
    switch (finding->fact) {
    case TL_PLACING_SIGHT:
        tl_tell_pair_sight_text(inquiry, &p->sight, buffer, size);
        break;
    case TL_PLACING_BARRED:
        tl_tell_bar_text(inquiry, &p->bar, NULL, buffer, size);
        break;
    case TL_PLACING_ALL_ROUND:
    case TL_PLACING_CENTRE_ARC:
    case TL_PLACING_WHOLE_ARC:
        arc_text(inquiry, p, sentence, finding->fact == TL_PLACING_CENTRE_ARC ? TL_SAY_THE_CENTRE : TL_SAY_THE_TEMPLATE,
                 buffer, size);
        break;
    case TL_PLACING_RANGE:
    case TL_PLACING_TOO_NEAR:
        range_text(inquiry, p, sentence, buffer, size);
        break;
    case TL_PLACING_NO_WEAPON:
        tl_say(words, buffer, size, sentence, p->firers.unit->name, p->rule->name);
        break;
    case TL_PLACING_CLOSE_RANGE:
        tl_say(words, buffer, size, sentence, p->weapon->name);
        break;
    case TL_PLACING_OBSERVED:
        tl_say(words, buffer, size, sentence, name_of(inquiry, p->observer), p->weapon->name);
        break;
    case TL_PLACING_AGAINST:
    case TL_PLACING_NO_WALL:
        tl_say(words, buffer, size, sentence, name_of(inquiry, p->firer),
               inquiry->table->terrain[finding->terrain].name, tl_words_length_text(words, finding->off_mm, off));
        break;
    case TL_PLACING_TOUCHES:
    case TL_PLACING_MUZZLE:
    case TL_PLACING_AHEAD:
    case TL_PLACING_ASKEW:
        tl_say(words, buffer, size, sentence, name_of(inquiry, finding->member),
               tl_words_length_text(words, finding->off_mm, off));
        break;
    case TL_PLACING_BACKWARD:
    case TL_PLACING_AIMED:
        tl_say(words, buffer, size, sentence, name_of(inquiry, finding->member));
        break;
    case TL_PLACING_KEPT_OUT:
        tl_say(words, buffer, size, sentence, inquiry->table->terrain[finding->terrain].name,
               tl_words_length_text(words, fabs(finding->off_mm), off));
        break;
    case TL_PLACING_NOBODY:
    case TL_PLACING_SOLID:
    case TL_PLACING_AIMLESS:
    case TL_PLACING_FACTS:
        tl_say(words, buffer, size, sentence, NULL);
        break;
    }
}

/* --- Numbers ------------------------------------------------------------------------------------------------------ */

static void finding_numbers(const tl_inquiry *inquiry, const tl_placing *p, const tl_placing_finding *finding,
                            tl_reason *reason) {
    switch (finding->fact) {
    case TL_PLACING_ALL_ROUND:
    case TL_PLACING_CENTRE_ARC:
    case TL_PLACING_WHOLE_ARC:
        tl_answer_reason_number(reason, "angle_deg", p->arc.angle_deg);
        tl_answer_reason_number(reason, "margin_deg", p->arc.margin_deg);
        if (finding->fact != TL_PLACING_ALL_ROUND) {
            tl_answer_reason_number(reason, "margin_mm", p->arc.margin_mm);
        }
        break;
    case TL_PLACING_RANGE:
    case TL_PLACING_TOO_NEAR:
        tl_answer_reason_number(reason, "distance_mm", p->range.distance);
        tl_answer_reason_number(reason, "limit_mm", p->range.limit);
        tl_answer_reason_number(reason, "margin_mm", p->range.margin);
        break;
    case TL_PLACING_SIGHT:
        if (finding->verdict == TL_VERDICT_YES && !p->sight.within) {
            tl_answer_reason_number(reason, "clearance_mm", p->sight.sight.clearance);
        }
        break;
    case TL_PLACING_KEPT_OUT:
        tl_answer_reason_number(reason, "margin_mm", finding->off_mm);
        break;
    case TL_PLACING_AGAINST:
    case TL_PLACING_TOUCHES:
    case TL_PLACING_MUZZLE:
        tl_answer_reason_number(reason, "gap_mm", finding->off_mm);
        break;
    case TL_PLACING_AHEAD:
        tl_answer_reason_number(reason, "ahead_mm", finding->off_mm);
        tl_answer_reason_number(reason, "limit_mm", p->rule->ahead * inquiry->game_unit);
        break;
    case TL_PLACING_BACKWARD:
    case TL_PLACING_AIMED:
    case TL_PLACING_ASKEW:
        tl_answer_reason_number(reason, "off_mm", finding->off_mm);
        break;
    default:
        break;
    }
}

/* --- Telling ------------------------------------------------------------------------------------------------------ */

/* The first finding that says what all of them together do. */
static const tl_placing_finding *telling(const tl_placing *p) {
    for (size_t i = 0; i < p->finding_count; i++) {
        if (p->findings[i].verdict == p->verdict) {
            return &p->findings[i];
        }
    }
    return NULL;
}

void tl_tell_placing(const tl_inquiry *inquiry, const tl_placing *p, tl_answer *answer) {
    char line[TL_REASON_TEXT], why[TL_REASON_TEXT] = "";
    const tl_placing_finding *first = telling(p);
    for (size_t i = 0; p->has_firer && i < p->finding_count; i++) {
        const tl_placing_finding *finding = &p->findings[i];
        finding_text(inquiry, p, finding, line, sizeof(line));
        finding_numbers(inquiry, p, finding, tl_answer_reason(answer, finding->cause, finding->verdict, line));
    }
    if (first != NULL) {
        finding_text(inquiry, p, first, why, sizeof(why));
    }
    if (!p->has_firer) {
        tl_answer_line(answer, why);
        return;
    }
    tl_say(inquiry->words, line, sizeof(line),
           p->verdict == TL_VERDICT_YES  ? TL_SAY_TEMPLATE_LEGAL
           : p->verdict == TL_VERDICT_NO ? TL_SAY_TEMPLATE_ILLEGAL
                                         : TL_SAY_TEMPLATE_PLACE_OPEN,
           name_of(inquiry, p->firer), why);
    if (tl_placing_is_illegal(p)) {
        tl_answer_lead(answer, line);
    } else {
        tl_answer_line(answer, line);
    }
}

void tl_tell_placing_note(const tl_inquiry *inquiry, const tl_placing *p, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (p->muzzle_guessed) {
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_PLACE_GUESSED_MUZZLE, name_of(inquiry, p->firer));
        tl_answer_note(answer, line);
    }
}

void tl_tell_placing_json(const tl_inquiry *inquiry, const tl_placing *p, tl_json_writer *writer) {
    tl_json_open_object(writer, "placement");
    tl_tell_put_verdict(writer, "verdict", p->verdict);
    if (p->has_firer) {
        tl_json_put_string(writer, "from", inquiry->table->members[p->firer].id);
    }
    if (p->weapon != NULL) {
        tl_json_put_string(writer, "weapon", p->weapon->id);
    }
    if (p->observer != SIZE_MAX) {
        tl_json_put_string(writer, "observer", inquiry->table->members[p->observer].id);
    }
    if (p->bar.kind != TL_BAR_NONE) {
        tl_json_put_string(writer, "barred", tl_tell_bar_word(p->bar.kind));
    }
    if (p->bar.terrain != SIZE_MAX) {
        tl_json_put_string(writer, "forbidden_in", inquiry->table->terrain[p->bar.terrain].id);
    }
    if (p->rule->fills != NULL) {
        tl_json_put_string(writer, "fills", inquiry->table->terrain[p->filled].id);
    }
    if (p->rule->flame && p->has_firer) {
        tl_json_put_string(writer, "anchor", p->from_muzzle ? "muzzle" : "edge");
    }
    tl_json_open_array(writer, "reasons");
    for (size_t i = 0; i < p->finding_count; i++) {
        tl_reason reason = {.cause = p->findings[i].cause, .verdict = p->findings[i].verdict};
        finding_text(inquiry, p, &p->findings[i], reason.text, sizeof(reason.text));
        finding_numbers(inquiry, p, &p->findings[i], &reason);
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "rule", tl_tell_cited(inquiry, reason.cause));
        tl_tell_put_verdict(writer, "verdict", reason.verdict);
        tl_json_put_string(writer, "text", reason.text);
        for (size_t j = 0; j < reason.number_count; j++) {
            tl_json_put_double(writer, reason.numbers[j].key, reason.numbers[j].value);
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}
