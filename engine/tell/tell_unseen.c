/* tell_unseen.c: what is said and written of camouflage. */
#include "tell/tell_unseen.h"

static const tl_sentence sentences[3] = {[TL_VERDICT_YES] = TL_SAY_UNSEEN_YES,
                                         [TL_VERDICT_NO] = TL_SAY_UNSEEN_BARE,
                                         [TL_VERDICT_MARGINAL] = TL_SAY_UNSEEN_MARGINAL};

void tl_tell_unseen_text(const tl_inquiry *inquiry, const tl_unseen *unseen, const char *viewer, const char *target,
                         char *buffer, size_t size) {
    char distance[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE], margin[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(inquiry->words, unseen->limit.distance, distance);
    tl_words_length_text(inquiry->words, unseen->limit.limit, limit);
    tl_words_length_text(inquiry->words, fabs(unseen->limit.margin), margin);
    tl_say(inquiry->words, buffer, size,
           unseen->verdict == TL_VERDICT_NO && unseen->limit.verdict == TL_VERDICT_YES ? TL_SAY_UNSEEN_NEAR
                                                                                       : sentences[unseen->verdict],
           target, viewer, distance, limit, margin, unseen->skill->name);
}

void tl_tell_unseen_json(const tl_inquiry *inquiry, const tl_unseen *unseen, tl_json_writer *writer) {
    tl_json_open_object(writer, "unseen");
    tl_json_put_string(writer, "skill", unseen->skill->name);
    tl_tell_put_verdict(writer, "verdict", unseen->verdict);
    tl_json_put_string(writer, "rule", unseen->skill->rule);
    tl_json_put_double(writer, "distance_mm", unseen->limit.distance);
    tl_json_put_double(writer, "limit_mm", unseen->limit.limit);
    tl_json_put_double(writer, "margin_mm", unseen->limit.margin);
    tl_json_open_array(writer, "pair");
    tl_json_string(writer, inquiry->table->members[unseen->from].id);
    tl_json_string(writer, inquiry->table->members[unseen->to].id);
    tl_json_end_array(writer);
    tl_tell_put_verdict(writer, "cover", unseen->cover);
    tl_json_end_object(writer);
}
