/* pair_patch.c: games in which a glimpse isn't enough: a patch of a given size must be in view (setting
 * min_visible_patch_mm). Seen means seen back, so it is enough when either of two models sees that much of the other.
 */
#include "judge/sight/pair_sight.h"

#include "judge/between/between.h"

#include <string.h>

static tl_status look(const tl_inquiry *inquiry, size_t from, size_t to, double side, tl_aperture *aperture,
                      tl_error *error) {
    tl_between between;
    tl_status status = tl_between_sight(inquiry, from, to, &between, error);
    if (status == TL_OK) {
        const tl_body *a = inquiry->table->members[from].body, *b = inquiry->table->members[to].body;
        tl_sight_options options = {.tolerance = inquiry->tolerance,
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
    patch->side_mm = tl_settings_number_of(&inquiry->settings, TL_SETTING_MIN_VISIBLE_PATCH_MM);
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
    if (status == TL_OK && result->uncertainty.any) { /* is looked for on the meshes as they are */
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
