/* tell_depth.c: what is said, written and drawn of how deep a line lies in area terrain. */
#include "tell/tell_depth.h"

#include <stdio.h>
#include <string.h>

void tl_tell_depth(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_answer *answer) {
    const tl_area_ruling *depth = &result->depth;
    if (!result->has_depth || !isfinite(depth->limit_mm)) {
        return;
    }
    char passes[TL_WORDS_LENGTH_SIZE], left[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE], line[TL_REASON_TEXT];
    tl_verdict verdict = tl_pair_depth_verdict(result);
    tl_say(inquiry->words, line, sizeof(line), verdict == TL_VERDICT_NO ? TL_SAY_AREA_TOO_DEEP : TL_SAY_AREA_DEPTH,
           tl_words_length_text(inquiry->words, depth->distance.high, passes),
           inquiry->table->terrain[result->depth_terrain].name,
           tl_words_length_text(inquiry->words, fabs(depth->margin.low), left),
           tl_words_length_text(inquiry->words, depth->limit_mm, limit));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_pair_depth_cause(inquiry, result), verdict, line);
    tl_answer_reason_number(reason, "distance_mm", depth->distance.high);
    tl_answer_reason_number(reason, "limit_mm", depth->limit_mm);
    tl_answer_reason_number(reason, "margin_mm", depth->margin.low);
}

void tl_tell_depth_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    if (!result->has_depth) {
        return;
    }
    tl_json_open_object(writer, "depth");
    tl_json_put_string(writer, "terrain", inquiry->table->terrain[result->depth_terrain].id);
    tl_json_put_double(writer, "distance_mm", result->depth.distance.high);
    if (result->depth.in_plan) {
        tl_json_put_bool(writer, "in_plan", true);
    }
    if (isfinite(result->depth.limit_mm)) {
        tl_json_put_double(writer, "limit_mm", result->depth.limit_mm);
        tl_json_put_double(writer, "margin_mm", result->depth.margin.low);
    }
    tl_json_end_object(writer);
}

void tl_tell_depth_draw(const tl_inquiry *inquiry, const tl_pair_sight_result *result, const tl_pair_sight_shown *shown,
                        tl_answer *answer) {
    /* other questions don't tell how deep a line is, so nothing on the table does */
    bool numbers = strcmp(answer->query, "los") == 0;
    for (size_t i = 0; i < shown->stretch_count; i++) {
        const tl_depth_stretch *stretch = &shown->stretches[i];
        tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_DEPTH, stretch->from, stretch->to);
        if (witness == NULL) {
            continue;
        }
        witness->slot = stretch->slot;
        witness->item = stretch->area;
        witness->width = stretch->edge_mm;
        const char *name = tl_tell_slot_name(inquiry->words, inquiry->table, witness->slot);
        char length[TL_WORDS_LENGTH_SIZE];
        if (numbers && stretch->numbered) {
            tl_say(inquiry->words, witness->label, sizeof(witness->label), TL_SAY_AREA_LENGTH,
                   tl_words_length_text(inquiry->words, result->depth.distance.high, length), name);
        } else {
            snprintf(witness->label, sizeof(witness->label), "%s", name);
        }
    }
}
