/* unseen.c: camouflage: units that aren't seen although there are lines. */
#include "judge/sight/unseen.h"

#include "judge/cover/pair_cover.h"
#include "judge/cover/unit.h"
#include "judge/special.h"
#include "judge/verdict.h"

/* Whether a unit is in cover from every model of another (DB-COV-07). */
static tl_status covered_from_all(const tl_inquiry *inquiry, const tl_party *viewer, const tl_party *target,
                                  tl_verdict *verdict, tl_error *error) {
    tl_verdict *covers = tl_alloc_array(inquiry->context, target->count, sizeof(*covers));
    tl_status status = covers != NULL ? TL_OK : tl_fail_memory(error);
    *verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < viewer->count && status == TL_OK && *verdict != TL_VERDICT_NO; i++) {
        for (size_t j = 0; j < target->count && status == TL_OK; j++) {
            tl_pair_cover_result pair;
            status = tl_pair_cover(inquiry, viewer->first + i, target->first + j, &pair, error);
            covers[j] = status == TL_OK ? pair.verdict : TL_VERDICT_MARGINAL;
        }
        if (status == TL_OK) {
            *verdict = tl_verdict_both(*verdict, tl_judge_unit_cover(inquiry, target, covers).verdict);
        }
    }
    tl_free(inquiry->context, covers);
    return status;
}

tl_status tl_judge_unseen(const tl_inquiry *inquiry, const tl_document_unit *viewer, const tl_document_unit *target,
                          tl_unseen *unseen, tl_error *error) {
    *unseen = (tl_unseen){.verdict = TL_VERDICT_NO, .cover = TL_VERDICT_NO};
    const tl_skill_effect *effect = tl_special_unit_effect(inquiry, target, TL_EFFECT_UNSEEN_BEYOND, &unseen->skill);
    if (effect == NULL || !tl_special_are_enemies(viewer, target)) {
        return TL_OK;
    }
    tl_party a = tl_party_of_unit(inquiry, viewer), b = tl_party_of_unit(inquiry, target);
    tl_range_result range;
    unseen->asked = true;
    tl_status status = tl_pair_nearest(inquiry, &a, &b, &range, &unseen->from, &unseen->to, error);
    if (status == TL_OK) {
        status = tl_pair_within(inquiry, unseen->from, unseen->to, &range, tl_special_effect_length(inquiry, effect),
                                false, &unseen->limit, error);
    }
    if (status != TL_OK || unseen->limit.verdict == TL_VERDICT_YES) {
        return status; /* near enough */
    }
    status = covered_from_all(inquiry, &a, &b, &unseen->cover, error);
    unseen->verdict =
        tl_verdict_both(unseen->limit.verdict == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL, unseen->cover);
    return status;
}

tl_verdict tl_unseen_sees(const tl_unseen *unseen) {
    return tl_verdict_not(unseen->verdict);
}

tl_cause tl_unseen_cause(const tl_unseen *unseen) {
    return tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, unseen->skill->rule);
}
