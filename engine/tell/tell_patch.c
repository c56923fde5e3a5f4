/* tell_patch.c: what is said and written of a patch that must be in view. */
#include "tell/tell_patch.h"

void tl_tell_pair_patch_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size) {
    char side[TL_WORDS_LENGTH_SIZE];
    const tl_placed *members = inquiry->table->members;
    if (result->patch.aperture.why == TL_WHY_UNCERTAINTY && result->patch.aperture.verdict == TL_VERDICT_MARGINAL) {
        char off[TL_WORDS_LENGTH_SIZE], list[200];
        tl_tell_slots_text(inquiry->words, inquiry->table, result->uncertainty.slots, result->uncertainty.count, list,
                           sizeof(list));
        tl_say(inquiry->words, buffer, size, TL_SAY_PATCH_UNCERTAIN, members[result->from].name,
               members[result->to].name, tl_words_length_text(inquiry->words, result->patch.side_mm, side),
               tl_words_length_text(inquiry->words, result->uncertainty.needed, off),
               result->uncertainty.count > 0 ? list : members[result->from].name);
        return;
    }
    tl_say(inquiry->words, buffer, size,
           result->patch.aperture.verdict == TL_VERDICT_NO ? TL_SAY_PATCH_NO
           : tl_inquiry_is_unsettled(result->patch.aperture.verdict, result->patch.aperture.why)
               ? TL_SAY_PATCH_OPEN
               : TL_SAY_PATCH_MARGINAL,
           members[result->from].name, members[result->to].name,
           tl_words_length_text(inquiry->words, result->patch.side_mm, side));
}

void tl_tell_pair_patch_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    const tl_pair_patch *patch = &result->patch;
    if (!patch->looked) {
        return;
    }
    tl_json_open_object(writer, "patch");
    tl_json_put_double(writer, "side_mm", patch->side_mm);
    tl_tell_put_verdict(writer, "verdict", patch->aperture.verdict);
    if (patch->aperture.verdict == TL_VERDICT_YES) {
        tl_json_put_string(writer, "seen_by", inquiry->table->members[patch->from].id);
        tl_json_put_point(writer, "viewpoint", patch->aperture.viewpoint);
        tl_json_open_array(writer, "corners");
        for (int i = 0; i < 4; i++) {
            tl_json_point(writer, patch->aperture.corner[i]);
        }
        tl_json_end_array(writer);
    }
    tl_json_end_object(writer);
}
