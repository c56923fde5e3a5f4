/* mask.c: lines from a weapon past its own model. */
#include "judge/measure/mask.h"

#include "judge/between/between.h"
#include "judge/between/line_asked.h"

#include <string.h>

/* Work for one line: some three milliseconds. */
enum { BUDGET = 400000 };

tl_status tl_mask_past_own(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                           tl_verdict *past, tl_error *error) {
    const tl_table *table = inquiry->table;
    const tl_placed *own = &table->members[a], *target = &table->members[b];
    tl_vec3 point = tl_pose_point(&own->body->pose, weapon->has_muzzle ? weapon->muzzle : weapon->mount);
    const tl_between_end end[2] = {{.is_point = true, .point = point}, {.member = b}};
    tl_between between;
    *past = TL_VERDICT_MARGINAL;
    tl_status status = tl_between_ends(inquiry, end, &between, error);
    if (status != TL_OK) {
        return status;
    }
    size_t slots = tl_world_slot_count(between.obstacles.world);
    memset(between.blockers, 0, slots);
    memset(between.insides, 0, slots);
    between.blockers[own->slot] = TL_ROLES_ALL & (uint8_t) ~(TL_ROLE_BIT(TL_ROLE_BASE) | TL_ROLE_BIT(TL_ROLE_STAND));
    between.obstacles.condition_count = 0;
    tl_sight sight = {.verdict = TL_VERDICT_MARGINAL};
    const tl_between_line_asked asked = {
        .point = point,
        .to = target->body->core,
        .uncertainty = tl_placed_core_uncertainty(target),
        .options = {.tolerance = inquiry->tolerance,
                    .seed = tl_hash(tl_hash(0, &point, sizeof(point)), &target->body->pose, sizeof(target->body->pose)),
                    .prove = true,
                    .quick = inquiry->quick,
                    .budget = inquiry->quick ? BUDGET : 0,
                    .effort = inquiry->effort}};
    status = tl_between_line_ask(inquiry, &between.obstacles, &asked, &sight, error);
    if (status == TL_OK) {
        bool unsure = tl_placed_core_uncertainty(target) + tl_placed_core_uncertainty(own) > 0;
        *past = unsure ? TL_VERDICT_MARGINAL : sight.verdict;
    }
    tl_between_free(&between);
    return status;
}
