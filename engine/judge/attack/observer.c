/* observer.c: what those who may see for a weapon see. */
#include "judge/attack/observer.h"

#include "judge/special.h"
#include "judge/sight/unseen.h"
#include "judge/verdict.h"

bool tl_attack_may_observe(const tl_document_unit *unit, const tl_document_unit *firing,
                           const tl_skill_effect *effect) {
    bool skilled = false;
    for (size_t k = 0; k < unit->skill_count; k++) {
        skilled = skilled || tl_skills_effect_names(effect, unit->skills[k]);
    }
    return skilled && !tl_special_are_enemies(unit, firing);
}

/* What the models of one unit see of the goal. */
static tl_status look_by_unit(const tl_inquiry *inquiry, const tl_document_unit *unit, const tl_between_end *goal,
                              double off, const tl_document_unit *target, tl_observed *observed, tl_error *error) {
    tl_unseen unseen = {.verdict = TL_VERDICT_NO};
    tl_party party = tl_party_of_unit(inquiry, unit);
    tl_status status = target != NULL ? tl_judge_unseen(inquiry, unit, target, &unseen, error) : TL_OK;
    for (size_t m = party.first; m < party.first + party.count && status == TL_OK; m++) {
        tl_pair_sight_result sight;
        if (observed->verdict == TL_VERDICT_YES || (!goal->is_point && m == goal->member)) {
            continue;
        }
        status = goal->is_point ? tl_pair_point_sight(inquiry, goal->point, off, m, true, &sight, error)
                                : tl_pair_sight(inquiry, m, goal->member, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        tl_verdict one = unseen.verdict == TL_VERDICT_YES  ? TL_VERDICT_NO
                         : unseen.verdict == TL_VERDICT_NO ? sight.sight.verdict
                                                           : tl_verdict_both(sight.sight.verdict, TL_VERDICT_MARGINAL);
        if (observed->observer == SIZE_MAX || tl_verdict_either(observed->verdict, one) != observed->verdict) {
            *observed = (tl_observed){tl_verdict_either(observed->verdict, one), m, sight};
        }
    }
    return status;
}

tl_status tl_attack_look_by_observers(const tl_inquiry *inquiry, const tl_document_unit *firing,
                                      const tl_skill_effect *effect, const tl_between_end *goal, double off,
                                      const tl_document_unit *target, tl_observed *observed, tl_error *error) {
    const tl_document *document = inquiry->table->document;
    *observed = (tl_observed){.verdict = TL_VERDICT_NO, .observer = SIZE_MAX};
    tl_status status = TL_OK;
    for (size_t u = 0; u < document->unit_count && status == TL_OK; u++) {
        if (&document->units[u] != target && tl_attack_may_observe(&document->units[u], firing, effect)) {
            status = look_by_unit(inquiry, &document->units[u], goal, off, target, observed, error);
        }
    }
    return status;
}
