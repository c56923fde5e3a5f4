/* pair_close.c: sight in close combat: nobody reaches through walls and floors (DB-CC-03). */
#include "judge/sight/pair_close.h"

#include "judge/between/between.h"
#include "judge/verdict.h"

/* Whether one of the two is in a shelter that the other isn't in, and that it looks out of to one side only. */
static tl_status looks_one_way(const tl_inquiry *inquiry, size_t a, size_t b, bool *one_way, tl_error *error) {
    size_t in[2];
    tl_status status = tl_inquiry_shelter(inquiry, a, &in[0], error);
    if (status == TL_OK) {
        status = tl_inquiry_shelter(inquiry, b, &in[1], error);
    }
    *one_way = false;
    for (int k = 0; status == TL_OK && k < 2 && in[0] != in[1]; k++) {
        *one_way = *one_way || (in[k] != SIZE_MAX && inquiry->referee->shelters[in[k]].kind->shelter_half_deg < 180);
    }
    return status;
}

tl_status tl_pair_close_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *sight,
                              tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    bool one_way;
    tl_status status = looks_one_way(inquiry, a, b, &one_way, error);
    if (status == TL_OK && one_way) {
        /* a bunker's slit is where it looks; its doors are where its mesh is open */
        tl_inquiry shut = *inquiry;
        tl_pair_sight_result through;
        shut.walls_stand = true;
        status = tl_pair_sight(&shut, a, b, &through, error);
        if (status == TL_OK && tl_verdict_either(sight->sight.verdict, through.sight.verdict) != sight->sight.verdict) {
            *sight = through;
        }
    }
    return status;
}

tl_status tl_pair_melee(const tl_inquiry *inquiry, size_t a, size_t b, tl_melee *melee, tl_error *error) {
    *melee = (tl_melee){.sees = TL_VERDICT_NO};
    tl_status status = tl_pair_reach(inquiry, a, b, &melee->reach, error);
    melee->looked = status == TL_OK && melee->reach.limit.verdict != TL_VERDICT_NO;
    if (melee->looked) {
        status = tl_pair_sight(inquiry, a, b, &melee->sight, error);
    }
    if (melee->looked && status == TL_OK) {
        status = tl_pair_close_sight(inquiry, a, b, &melee->sight, error);
    }
    if (melee->looked && status == TL_OK) {
        melee->sees = tl_pair_close_sight_verdict(inquiry, &melee->sight);
    }
    melee->verdict = tl_verdict_both(melee->reach.limit.verdict, melee->sees);
    return status;
}

bool tl_pair_close_needs_sight(const tl_inquiry *inquiry) {
    return !tl_settings_is_at(&inquiry->settings, TL_SETTING_CC_SIGHT, TL_CHOICE_CC_SIGHT_REACH_ONLY);
}

tl_verdict tl_pair_close_sight_verdict(const tl_inquiry *inquiry, const tl_pair_sight_result *sight) {
    return tl_pair_close_needs_sight(inquiry) ? sight->sight.verdict : TL_VERDICT_YES;
}
