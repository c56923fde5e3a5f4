/* tell_carry.c: tells what is lifted from above and where it is put down, and whether a bow touches land. */
#include "tell/tell_carry.h"

static const char *length_text(const tl_inquiry *inquiry, double mm, char buffer[TL_WORDS_LENGTH_SIZE]) {
    return tl_words_length_text(inquiry->words, fabs(mm), buffer);
}

static tl_sentence by_verdict(tl_verdict verdict, tl_sentence yes, tl_sentence no, tl_sentence open) {
    return verdict == TL_VERDICT_YES ? yes : verdict == TL_VERDICT_NO ? no : open;
}

static void tell_lift(const tl_inquiry *inquiry, const tl_carry *c, tl_answer *answer) {
    char text[TL_REASON_TEXT], length[TL_WORDS_LENGTH_SIZE];
    const tl_words *words = inquiry->words;
    const tl_table *table = inquiry->table;
    const char *carrier = table->members[c->carrier].name, *other = table->members[c->other].name;
    tl_say(words, answer->summary, sizeof(answer->summary),
           !c->liftable ? TL_SAY_CARRY_NOT_LIFTED
                        : by_verdict(c->above, TL_SAY_CARRY_ABOVE, TL_SAY_CARRY_NOT_ABOVE, TL_SAY_CARRY_ABOVE_OPEN),
           carrier, other, length_text(inquiry, c->depth, length));
    tl_reason *reason = tl_answer_reason(answer, c->cause, c->verdict, answer->summary);
    tl_answer_reason_number(reason, "depth_mm", c->depth);
    tl_say(words, text, sizeof(text),
           by_verdict(c->room, TL_SAY_CARRY_ROOM, TL_SAY_CARRY_NO_ROOM, TL_SAY_CARRY_ROOM_OPEN), carrier, other,
           c->room != TL_VERDICT_YES ? tl_tell_slot_name(words, table, c->room_slot) : "");
    tl_answer_line(answer, text);
    tl_answer_reason(answer, c->cause, c->room, text);
    tl_json_put_string(&answer->body, "carrier", table->members[c->carrier].id);
    tl_json_put_string(&answer->body, "member", table->members[c->other].id);
    tl_json_put_bool(&answer->body, "may_be_lifted", c->liftable);
    tl_tell_put_verdict(&answer->body, "above", c->above);
    tl_json_put_double(&answer->body, "depth_mm", c->depth);
    tl_tell_put_verdict(&answer->body, "has_room", c->room);
    tl_json_put_point(&answer->body, "under", c->under);
    if (c->room != TL_VERDICT_YES) {
        tl_json_put_string(&answer->body, "in_the_way", tl_table_slot_name(table, c->room_slot));
        tl_witness *w = tl_answer_witness(answer, TL_WITNESS_BLOCKER, c->under, c->under);
        if (w != NULL) {
            w->slot = c->room_slot;
        }
    }
    tl_answer_witness(answer, TL_WITNESS_POINT, c->under, c->under);
    const tl_body *body = table->members[c->carrier].body;
    tl_answer_witness(answer, TL_WITNESS_MEASURE, tl_box3_centre(tl_bvh_box(body->core)), c->under);
}

static void tell_landing(const tl_inquiry *inquiry, const tl_carry *c, tl_answer *answer) {
    char length[TL_WORDS_LENGTH_SIZE];
    tl_say(inquiry->words, answer->summary, sizeof(answer->summary),
           by_verdict(c->touches, TL_SAY_CARRY_LANDS, TL_SAY_CARRY_AFLOAT, TL_SAY_CARRY_LANDS_OPEN),
           inquiry->table->members[c->carrier].name, length_text(inquiry, c->afloat, length));
    tl_reason *reason = tl_answer_reason(answer, c->cause, c->verdict, answer->summary);
    tl_json_put_string(&answer->body, "carrier", inquiry->table->members[c->carrier].id);
    tl_tell_put_verdict(&answer->body, "lands", c->touches);
    if (c->afloat > -INFINITY) {
        tl_answer_reason_number(reason, "to_land_mm", c->afloat);
        tl_json_put_double(&answer->body, "to_land_mm", c->afloat);
    }
    tl_json_open_array(&answer->body, "bow");
    for (int i = 0; i < 2; i++) {
        tl_json_begin_array(&answer->body);
        tl_json_double(&answer->body, c->bow[i].x);
        tl_json_double(&answer->body, c->bow[i].y);
        tl_json_double(&answer->body, c->bow[i].z);
        tl_json_end_array(&answer->body);
    }
    tl_json_end_array(&answer->body);
    tl_answer_witness(answer, TL_WITNESS_MEASURE, c->bow[0], c->bow[1]);
}

void tl_tell_carry(const tl_inquiry *inquiry, const tl_carry *c, tl_answer *answer) {
    answer->verdict = c->verdict;
    answer->cause = c->cause;
    if (c->other != SIZE_MAX) {
        tell_lift(inquiry, c, answer);
    } else {
        tell_landing(inquiry, c, answer);
    }
}
