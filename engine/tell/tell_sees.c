/* tell_sees.c: one against all: a line for each of the others. */
#include "tell/tell_sees.h"
#include "tell/tell_guesses.h"
#include "tell/tell_pair_sight.h"

#include <stdio.h>
#include <string.h>

static const char *const whom_words[] = {"enemies", "friends", "all"};

/* Names of others that are seen (yes), or perhaps. */
static void names_text(const tl_sees *x, tl_verdict verdict, char *buffer, size_t size) {
    const tl_words *words = x->inquiry->words;
    size_t told = 0, all = verdict == TL_VERDICT_YES ? x->seen : x->open;
    bool fits = true;
    buffer[0] = '\0';
    for (size_t i = 0; i < x->count && fits; i++) {
        if (x->others[i].sees == verdict) {
            told++;
            fits = tl_say_name(buffer, size, tl_phrase(words, told == all ? TL_SAY_AND : TL_SAY_COMMA),
                               x->others[i].party.name);
        }
    }
}

static void summarise(const tl_sees *x, tl_answer *answer) {
    char names[TL_REASON_TEXT - 128]; /* the rest is for its own name */
    names_text(x, x->verdict == TL_VERDICT_YES ? TL_VERDICT_YES : TL_VERDICT_MARGINAL, names, sizeof(names));
    tl_say(x->inquiry->words, answer->summary, sizeof(answer->summary),
           x->count == 0                  ? TL_SAY_SEES_NOBODY_THERE
           : x->verdict == TL_VERDICT_YES ? TL_SAY_SEES_SOME
           : x->verdict == TL_VERDICT_NO  ? TL_SAY_SEES_NONE
                                          : TL_SAY_SEES_OPEN,
           x->from.name, names);
}

/* Whether a weapon of the same name before this one has them in range, too. */
static bool is_named(const tl_sees *x, const tl_seen *seen, size_t weapon) {
    const tl_document_weapon *weapons = x->from.unit->weapons;
    for (size_t w = 0; w < weapon; w++) {
        if (seen->in_range[w] == TL_VERDICT_YES && strcmp(weapons[w].name, weapons[weapon].name) == 0) {
            return true;
        }
    }
    return false;
}

/* The weapons that have them in range, each name once. */
static bool weapons_text(const tl_sees *x, const tl_seen *seen, char *buffer, size_t size) {
    const tl_document_unit *own = x->from.unit;
    bool fits = true;
    buffer[0] = '\0';
    for (size_t w = 0; w < own->weapon_count && fits; w++) {
        if (seen->in_range[w] == TL_VERDICT_YES && !is_named(x, seen, w)) {
            fits = tl_say_name(buffer, size, tl_phrase(x->inquiry->words, TL_SAY_COMMA), own->weapons[w].name);
        }
    }
    return buffer[0] != '\0';
}

/* "Jackals: seen, 34.0 cm away, in range of main gun, in cover." */
static void line_of(const tl_sees *x, const tl_seen *seen, tl_answer *answer) {
    static const tl_sentence states[3] = {[TL_VERDICT_YES] = TL_SAY_SEES_STATE_YES,
                                          [TL_VERDICT_NO] = TL_SAY_SEES_STATE_NO,
                                          [TL_VERDICT_MARGINAL] = TL_SAY_SEES_STATE_OPEN};
    static const tl_sentence covers[3] = {[TL_VERDICT_YES] = TL_SAY_SEES_COVER_YES,
                                          [TL_VERDICT_NO] = TL_SAY_SEES_COVER_NO,
                                          [TL_VERDICT_MARGINAL] = TL_SAY_SEES_COVER_OPEN};
    const tl_words *words = x->inquiry->words;
    char line[TL_REASON_TEXT], tail[TL_REASON_TEXT] = "", names[160], distance[TL_WORDS_LENGTH_SIZE];
    if (weapons_text(x, seen, names, sizeof(names))) {
        tl_say(words, tail, sizeof(tail), TL_SAY_SEES_RANGE, names);
    }
    if (seen->looked_at_cover) {
        size_t used = strlen(tail);
        tl_say(words, tail + used, sizeof(tail) - used, covers[seen->cover], NULL);
    }
    if (seen->seen_by != seen->sees) {
        size_t used = strlen(tail);
        tl_say(words, tail + used, sizeof(tail) - used,
               seen->seen_by == TL_VERDICT_YES  ? TL_SAY_SEES_BACK_YES
               : seen->seen_by == TL_VERDICT_NO ? TL_SAY_SEES_BACK_NO
                                                : TL_SAY_SEES_BACK_OPEN,
               x->from.name);
    }
    tl_say(words, line, sizeof(line), TL_SAY_SEES_LINE, seen->party.name, tl_phrase(words, states[seen->sees]),
           tl_words_length_text(words, seen->range.distance_mm, distance), tail);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, seen->cause, seen->sees, line);
    tl_answer_reason_number(reason, "distance_mm", seen->range.distance_mm);
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void put_pair(const tl_sees *x, const char *key, size_t a, size_t b, tl_json_writer *writer) {
    tl_json_open_array(writer, key);
    tl_json_string(writer, x->inquiry->table->members[a].id);
    tl_json_string(writer, x->inquiry->table->members[b].id);
    tl_json_end_array(writer);
}

static void write_weapons(const tl_sees *x, const tl_seen *seen, tl_json_writer *writer) {
    const tl_document_unit *own = x->from.unit;
    tl_json_open_array(writer, "weapons");
    for (size_t w = 0; w < own->weapon_count; w++) {
        if (!tl_party_carries(&x->from, SIZE_MAX, &own->weapons[w])) {
            continue;
        }
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", own->weapons[w].id);
        tl_tell_put_verdict(writer, "in_range", seen->in_range[w]);
        tl_tell_put_verdict(writer, "may_fire", seen->may_fire[w]);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void write_seen(const tl_sees *x, const tl_seen *seen, tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "unit", seen->unit->id);
    tl_json_put_string(writer, "side", seen->unit->side);
    tl_json_put_bool(writer, "friend", seen->is_friend);
    tl_tell_put_verdict(writer, "sees", seen->sees);
    tl_tell_put_verdict(writer, "seen_by", seen->seen_by);
    tl_json_put_string(writer, "rule", tl_tell_cited(x->inquiry, seen->cause));
    tl_json_put_double(writer, "distance_mm", seen->range.distance_mm);
    put_pair(x, "pair", seen->from, seen->to, writer);
    write_weapons(x, seen, writer);
    if (seen->looked_at_cover) {
        tl_tell_put_verdict(writer, "cover", seen->cover);
    }
    tl_json_open_object(writer, "line");
    tl_tell_pair_sight_json(x->inquiry, &seen->line, writer);
    tl_json_end_object(writer);
    tl_json_end_object(writer);
}

void tl_tell_sees(const tl_sees *x, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    answer->verdict = x->verdict;
    summarise(x, answer);
    tl_json_put_string(writer, "from", x->from.whole ? x->from.unit->id : x->inquiry->table->members[x->from.first].id);
    tl_json_put_string(writer, "whom", whom_words[x->whom]);
    tl_json_put_int(writer, "count", (int64_t)x->seen);
    tl_json_put_int(writer, "of", (int64_t)x->count);
    tl_json_open_array(writer, "units");
    for (size_t i = 0; i < x->count; i++) {
        const tl_seen *seen = &x->others[i];
        if (seen->sees == x->verdict && answer->cause.clause == TL_CLAUSE_NONE) {
            answer->cause = seen->cause;
        }
        line_of(x, seen, answer);
        write_seen(x, seen, writer);
        tl_tell_pair_sight_witness(x->inquiry, &seen->line, answer);
        tl_tell_note_guesses(x->inquiry, seen->party.first, seen->party.count, true, true, answer);
    }
    tl_json_end_array(writer);
    tl_tell_note_guesses(x->inquiry, x->from.first, x->from.count, true, true, answer);
}
