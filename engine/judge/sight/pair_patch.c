/* pair_patch.c: games in which a glimpse isn't enough: a patch of a given size must be in view (setting
 * min_visible_patch_mm). Seen means seen back, so it is enough when either of two models sees that much of the other.
 */
#include "judge/measure/pair.h"

#include <string.h>

static tl_status look(const tl_inquiry *inquiry, size_t from, size_t to, double side, tl_aperture *aperture,
                      tl_error *error) {
    tl_between between;
    tl_status status = tl_between_sight(inquiry, from, to, &between, error);
    if (status == TL_OK) {
        const tl_body *a = inquiry->table->members[from].body, *b = inquiry->table->members[to].body;
        tl_sight_options options = {.tolerance = inquiry->tolerance > 0 ? inquiry->tolerance : 0.05,
                                    .effort = inquiry->effort,
                                    .seed = tl_hash(tl_hash(0, &a->pose, sizeof(a->pose)), &b->pose, sizeof(b->pose))};
        status = tl_aperture_between(inquiry->context, &between.obstacles, a->core, b->core, side, &options, aperture,
                                     error);
        tl_between_free(&between);
    }
    return status;
}

tl_status tl_pair_patch_look(const tl_inquiry *inquiry, tl_pair_sight_result *result, tl_error *error) {
    tl_pair_patch *patch = &result->patch;
    tl_sight *sight = &result->sight;
    patch->side_mm = tl_settings_number(&inquiry->settings, "min_visible_patch_mm", 0);
    if (!(patch->side_mm > 0) || sight->verdict == TL_VERDICT_NO) {
        return TL_OK;
    }
    /* in one order, whoever asks */
    size_t first = result->from < result->to ? result->from : result->to;
    size_t second = result->from < result->to ? result->to : result->from;
    tl_aperture there, back;
    tl_status status = look(inquiry, first, second, patch->side_mm, &there, error);
    patch->from = first;
    patch->looked = status == TL_OK;
    if (status == TL_OK && there.verdict != TL_VERDICT_YES) {
        status = look(inquiry, second, first, patch->side_mm, &back, error);
        if (status == TL_OK && back.verdict != TL_VERDICT_NO &&
            (back.verdict == TL_VERDICT_YES || there.verdict == TL_VERDICT_NO)) {
            there = back;
            patch->from = second;
        }
    }
    if (status == TL_OK && result->doubt.any) { /* is looked for on the meshes as they are */
        there.verdict = TL_VERDICT_MARGINAL;
        there.why = TL_WHY_UNCERTAINTY;
    }
    patch->aperture = there;
    if (status == TL_OK && there.verdict != TL_VERDICT_YES) {
        bool no = there.verdict == TL_VERDICT_NO;
        patch->decides = true;
        result->cause = tl_by(TL_CLAUSE_SIGHT_PATCH);
        sight->verdict = there.verdict;
        sight->why = no ? TL_WHY_NONE : there.why;
        sight->has_line = sight->has_line && !no;
        sight->named_count = there.named_count;
        memcpy(sight->named, there.named, sizeof(sight->named));
    }
    return status;
}

void tl_pair_patch_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size) {
    char side[TL_LENGTH_SIZE];
    const tl_placed *members = inquiry->table->members;
    if (result->patch.aperture.why == TL_WHY_UNCERTAINTY && result->patch.aperture.verdict == TL_VERDICT_MARGINAL) {
        char off[TL_LENGTH_SIZE], list[200];
        tl_slots_text(&inquiry->words, inquiry->table, result->doubt.slots, result->doubt.count, list, sizeof(list));
        tl_say(&inquiry->words, buffer, size, TL_SAY_PATCH_UNCERTAIN, members[result->from].name,
               members[result->to].name, tl_length_text(&inquiry->words, result->patch.side_mm, side),
               tl_length_text(&inquiry->words, result->doubt.needed, off),
               result->doubt.count > 0 ? list : members[result->from].name);
        return;
    }
    tl_say(&inquiry->words, buffer, size,
           result->patch.aperture.verdict == TL_VERDICT_NO                               ? TL_SAY_PATCH_NO
           : tl_is_unsettled(result->patch.aperture.verdict, result->patch.aperture.why) ? TL_SAY_PATCH_OPEN
                                                                                         : TL_SAY_PATCH_MARGINAL,
           members[result->from].name, members[result->to].name,
           tl_length_text(&inquiry->words, result->patch.side_mm, side));
}

void tl_pair_patch_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    const tl_pair_patch *patch = &result->patch;
    if (!patch->looked) {
        return;
    }
    tl_json_key(writer, "patch");
    tl_json_begin_object(writer);
    tl_json_put_double(writer, "side_mm", patch->side_mm);
    tl_json_put_verdict(writer, "verdict", patch->aperture.verdict);
    if (patch->aperture.verdict == TL_VERDICT_YES) {
        tl_json_put_string(writer, "seen_by", inquiry->table->members[patch->from].id);
        tl_json_put_point(writer, "viewpoint", patch->aperture.viewpoint);
        tl_json_key(writer, "corners");
        tl_json_begin_array(writer);
        for (int i = 0; i < 4; i++) {
            double corner[3] = {patch->aperture.corner[i].x, patch->aperture.corner[i].y, patch->aperture.corner[i].z};
            tl_json_begin_array(writer);
            for (int k = 0; k < 3; k++) {
                tl_json_double(writer, corner[k]);
            }
            tl_json_end_array(writer);
        }
        tl_json_end_array(writer);
    }
    tl_json_end_object(writer);
}
