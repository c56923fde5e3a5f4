/* tell_nearest.c: who, or which cover, is nearest, in words and fields. */
#include "tell/tell_nearest.h"

#include "tell/tell_guesses.h"

enum { NEAREST_TOLD = 8 }; /* of them; fields have all */

static const char *name_of(const tl_closest *n, const tl_closest_one *one) {
    return one->member != SIZE_MAX ? n->inquiry->table->members[one->member].name
                                   : n->inquiry->table->terrain[one->terrain].name;
}

static void put_one(const tl_closest *n, const tl_closest_one *one, tl_json_writer *writer) {
    const tl_table *table = n->inquiry->table;
    tl_json_begin_object(writer);
    if (one->member != SIZE_MAX) {
        tl_json_put_string(writer, "id", table->members[one->member].id);
        tl_json_put_string(writer, "unit", tl_table_unit_of(table, one->member)->id);
    } else {
        tl_json_put_string(writer, "terrain", table->document->terrain[one->terrain].id);
    }
    tl_json_put_string(writer, "from", table->members[one->from].id);
    tl_json_put_double(writer, "distance_mm", one->distance);
    if (one->uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", one->uncertainty);
    }
    tl_tell_put_verdict(writer, "nearest", one->nearest);
    if (n->sight) {
        tl_tell_put_verdict(writer, "los", one->sees);
    }
    if (one->way_looked) {
        tl_json_put_bool(writer, "straight_way", one->way_free);
    }
    tl_json_end_object(writer);
}

static void tell_one(const tl_closest *n, const tl_closest_one *one, tl_answer *answer) {
    static const tl_sentence said[3] = {[TL_VERDICT_NO] = TL_SAY_NEAREST_NOT,
                                        [TL_VERDICT_MARGINAL] = TL_SAY_NEAREST_PERHAPS,
                                        [TL_VERDICT_YES] = TL_SAY_NEAREST_IS};
    char line[TL_REASON_TEXT], far[TL_WORDS_LENGTH_SIZE];
    bool blocked = one->way_looked && !one->way_free;
    tl_say(n->inquiry->words, line, sizeof(line), said[one->nearest], name_of(n, one),
           tl_words_length_text(n->inquiry->words, one->distance, far),
           blocked ? tl_phrase(n->inquiry->words, TL_SAY_NEAREST_NO_WAY) : "");
    tl_answer_line(answer, line);
    tl_answer_reason_number(tl_answer_reason(answer, n->cause, one->nearest, line), "distance_mm", one->distance);
}

void tl_tell_nearest(const tl_closest *n, tl_answer *answer) {
    static const char *const whom[] = {"enemies", "friends", "all", "cover"};
    const tl_words *words = n->inquiry->words;
    tl_json_writer *writer = &answer->body;
    char far[TL_WORDS_LENGTH_SIZE] = "", count[TL_WORDS_LENGTH_SIZE];
    answer->verdict = n->verdict;
    answer->cause = n->cause;
    tl_json_put_string(writer, "from",
                       n->party.whole ? n->party.unit->id : n->inquiry->table->members[n->party.first].id);
    tl_json_put_string(writer, "whom", whom[n->whom]);
    tl_json_open_array(writer, "candidates");
    for (size_t i = 0; i < n->count; i++) {
        put_one(n, &n->items[i], writer);
        if (n->items[i].member != SIZE_MAX) {
            tl_tell_note_guesses(n->inquiry, n->items[i].member, 1, true, n->sight, answer);
        }
    }
    tl_json_end_array(writer);
    tl_tell_note_guesses(n->inquiry, n->party.first, n->party.count, true, n->sight, answer);
    const tl_closest_one *first = n->count > 0 ? &n->items[0] : NULL;
    for (size_t i = 0; i < n->count && n->verdict == TL_VERDICT_YES; i++) {
        first = n->items[i].nearest == TL_VERDICT_YES ? &n->items[i] : first;
    }
    tl_sentence said = n->verdict == TL_VERDICT_YES  ? TL_SAY_NEAREST_YES
                       : n->verdict == TL_VERDICT_NO ? TL_SAY_NEAREST_NOBODY
                                                     : TL_SAY_NEAREST_OPEN;
    if (n->verdict == TL_VERDICT_YES) {
        tl_words_length_text(words, first->distance, far);
    }
    tl_say(words, answer->summary, sizeof(answer->summary), said, n->party.name, first != NULL ? name_of(n, first) : "",
           far, tl_tell_count_text(n->open, count));
    for (size_t i = 0; i < n->count && i < NEAREST_TOLD; i++) {
        tell_one(n, &n->items[i], answer);
    }
    if (n->count == 0) {
        tl_answer_reason(answer, n->cause, TL_VERDICT_NO, answer->summary);
    }
    if (first != NULL && first->has_points) {
        tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, first->from_point, first->to_point);
        if (tape != NULL) {
            tl_words_length_text(words, first->distance, tape->label);
        }
    }
}
