/* journey_touch.c: whom a move ends in contact with, of who charges. */
#include "judge/move/journey_steps.h"

#include "judge/move/gap.h"

tl_status tl_journey_touch(tl_journey *j, tl_error *error) {
    const tl_moving_obstacles *all = &j->moving.charged;
    bool spatial = tl_settings_is_at(&j->inquiry->settings, TL_SETTING_RANGE_METRIC, TL_CHOICE_RANGE_METRIC_3D);
    if (all->count == 0) {
        return TL_OK;
    }
    j->touched = tl_alloc_array(j->inquiry->context, all->count, sizeof(*j->touched));
    if (j->touched == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0, end; i < all->count; i = end) {
        for (end = i + 1; end < all->count && all->items[end].slot == all->items[i].slot; end++) {
        }
        const tl_gap_other other = {all->items + i, end - i};
        double off = all->items[i].off + j->moving.own_off + (spatial ? j->height_off : 0);
        double distance =
            tl_gap_standing(&j->moving.mover, j->path.nodes[j->path.count - 1].at, j->facing_deg, &other, spatial);
        tl_verdict verdict = tl_gap_engages(j->inquiry, distance, off);
        if (verdict != TL_VERDICT_NO) {
            j->touched[j->touched_count++] = (tl_journey_touched){all->items[i].slot, verdict, distance};
        }
    }
    return TL_OK;
}
