/* tell_holes.c: what is said, written and drawn of holes of meshes. */
#include "tell/tell_holes.h"

#include <stdio.h>

void tl_tell_holes_text(const tl_inquiry *inquiry, const tl_pair_holes *holes, char *buffer, size_t size) {
    enum { SAID = 2 };
    const tl_words *words = inquiry->words;
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < holes->count && i < SAID && used < size; i++) {
        char across[TL_WORDS_LENGTH_SIZE], x[TL_WORDS_LENGTH_SIZE], y[TL_WORDS_LENGTH_SIZE], z[TL_WORDS_LENGTH_SIZE],
            one[200];
        const tl_holes_met *hole = &holes->met[i];
        tl_say(words, one, sizeof(one), TL_SAY_HOLE, tl_words_length_text(words, hole->across, across),
               tl_tell_slot_name(words, inquiry->table, hole->slot), tl_words_length_text(words, hole->at.x, x),
               tl_words_length_text(words, hole->at.y, y), tl_words_length_text(words, hole->at.z, z));
        bool last = i + 1 == holes->all;
        used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                                 i > 0 ? tl_phrase(words, last ? TL_SAY_AND : TL_SAY_COMMA) : "", one);
    }
    if (holes->all > SAID && used < size) {
        char more[TL_WORDS_LENGTH_SIZE];
        tl_say(words, buffer + used, size - used, TL_SAY_MORE_HOLES, tl_tell_count_text(holes->all - SAID, more));
    }
}

void tl_tell_holes_items(const tl_inquiry *inquiry, const tl_pair_holes *holes, const char *target,
                         tl_json_writer *writer) {
    for (size_t i = 0; i < holes->count; i++) {
        const tl_holes_met *hole = &holes->met[i];
        tl_json_begin_object(writer);
        if (target != NULL) {
            tl_json_put_string(writer, "target", target);
        }
        tl_json_put_string(writer, "id", tl_table_slot_name(inquiry->table, hole->slot));
        tl_json_put_double(writer, "size_mm", hole->across);
        tl_json_put_point(writer, "at", hole->at);
        if (!holes->by_repair) {
            tl_json_put_bool(writer, "certain", holes->through == TL_VERDICT_YES);
        }
        tl_json_end_object(writer);
    }
}

void tl_tell_holes_json(const tl_inquiry *inquiry, const tl_pair_holes *holes, tl_json_writer *writer) {
    if (holes->count > 0) {
        tl_json_open_array(writer, holes->by_repair ? "by_repair" : "through_hole");
        tl_tell_holes_items(inquiry, holes, NULL, writer);
        tl_json_end_array(writer);
    }
}

void tl_tell_holes_witness(const tl_inquiry *inquiry, const tl_pair_holes *holes, tl_answer *answer) {
    for (size_t i = 0; i < holes->count; i++) {
        const tl_holes_met *hole = &holes->met[i];
        tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_HOLE, hole->at, hole->at);
        char across[TL_WORDS_LENGTH_SIZE];
        if (witness != NULL) {
            witness->slot = hole->slot;
            witness->item = hole->item;
            tl_say(inquiry->words, witness->label, sizeof(witness->label),
                   holes->by_repair ? TL_SAY_LABEL_REPAIR : TL_SAY_LABEL_HOLE,
                   tl_words_length_text(inquiry->words, hole->across, across));
        }
    }
}
