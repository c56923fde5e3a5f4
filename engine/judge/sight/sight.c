/* sight.c: whether one party sees another. */
#include "judge/sight/sight.h"

#include "judge/party.h"
#include "judge/verdict.h"

/* Which of two answers tells more about a unit's: yes before open before no; among yes a line that needs no hole, then
 * the clearer one; among open ones what more work may settle. */
static bool tells_more(const tl_pair_sight_result *p, const tl_pair_sight_result *q) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_YES] = 2};
    const tl_sight *a = &p->sight, *b = &q->sight;
    if (a->verdict != b->verdict) {
        return order[a->verdict] > order[b->verdict];
    }
    if (a->verdict == TL_VERDICT_YES && (p->holes.count > 0) != (q->holes.count > 0)) {
        return p->holes.count == 0;
    }
    if (a->verdict == TL_VERDICT_MARGINAL) {
        return tl_inquiry_is_unsettled(a->verdict, a->why) && !tl_inquiry_is_unsettled(b->verdict, b->why);
    }
    return a->verdict == TL_VERDICT_YES && a->clearance > b->clearance;
}

/* Every pair, with who closes its lines. */
static tl_status judge_pairs(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                             tl_blocking_core *cores, tl_judge_sight_found *found, tl_error *error) {
    size_t best = 0;
    for (size_t i = 0; i < found->count; i++) {
        tl_pair_sight_result *pair = &found->pairs[i];
        tl_sight_recorder recorder = tl_blocking_core_recorder(&cores[i]);
        tl_status status = tl_pair_sight_recorded(inquiry, from->first + i / to->count, to->first + i % to->count,
                                                  &recorder, 0, pair, error);
        if (status != TL_OK) {
            return status;
        }
        found->yes += pair->sight.verdict == TL_VERDICT_YES;
        found->open += pair->sight.verdict == TL_VERDICT_MARGINAL;
        best = tells_more(pair, &found->pairs[best]) ? i : best;
    }
    found->told = found->pairs[best];
    found->verdict = tl_verdict_any(found->yes > 0, found->open > 0);
    found->cause = found->told.cause;
    return TL_OK;
}

/* Who would have to go for there to be a line. */
static tl_status find_blocking_sets(const tl_inquiry *inquiry, const tl_blocking_core *cores,
                                    tl_judge_sight_found *found, tl_error *error) {
    found->blocking_asked = found->verdict == TL_VERDICT_NO;
    for (size_t i = 0; i < found->count; i++) {
        found->blocking_asked =
            found->blocking_asked && !found->pairs[i].patch.decides; /* lines there are: nobody explains it */
    }
    if (!found->blocking_asked) {
        return TL_OK;
    }
    tl_status status = tl_in_the_way_find(inquiry, found->pairs, cores, found->count, &found->blocking, error);
    if (status == TL_OK) {
        tl_in_the_way_name(&found->blocking, &found->told.sight);
    }
    return status;
}

/* Lines there are, but the target may be camouflaged: the answer becomes that. */
static tl_status judge_unseen(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                              tl_judge_sight_found *found, tl_error *error) {
    if (found->verdict == TL_VERDICT_NO) {
        return TL_OK;
    }
    tl_status status = tl_judge_unseen(inquiry, from->unit, to->unit, &found->unseen, error);
    if (status == TL_OK && found->unseen.asked && found->unseen.verdict != TL_VERDICT_NO) {
        found->verdict = tl_unseen_sees(&found->unseen);
        found->cause = tl_unseen_cause(&found->unseen);
    }
    return status;
}

tl_status tl_judge_sight(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool proof,
                         tl_judge_sight_found *found, tl_error *error) {
    *found = (tl_judge_sight_found){.context = inquiry->context};
    tl_status status = tl_party_differs(from, to, error);
    if (status != TL_OK) {
        return status;
    }
    found->count = from->count * to->count;
    found->pairs = tl_alloc_array(inquiry->context, found->count, sizeof(*found->pairs));
    tl_blocking_core *cores = tl_alloc_array(inquiry->context, found->count, sizeof(*cores));
    status = found->pairs != NULL && cores != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        status = judge_pairs(inquiry, from, to, cores, found, error);
    }
    if (status == TL_OK) {
        status = find_blocking_sets(inquiry, cores, found, error);
    }
    tl_free(inquiry->context, cores);
    if (status == TL_OK) {
        status = judge_unseen(inquiry, from, to, found, error);
    }
    if (status == TL_OK && inquiry->margin) {
        status = tl_pair_margin_measure(inquiry, &found->told, &found->margin, error);
    }
    if (status == TL_OK && found->blocking_asked && proof) {
        status = tl_pair_prove(inquiry, &found->told, &found->proof, error);
    }
    if (status == TL_OK) {
        status = tl_pair_sight_show(inquiry, &found->told, &found->shown, error);
    }
    return status;
}

void tl_judge_sight_found_free(tl_judge_sight_found *found) {
    tl_free(found->context, found->pairs);
    found->pairs = NULL;
    tl_pair_proof_free(&found->proof);
    if (found->shown.context != NULL) {
        tl_pair_sight_shown_free(&found->shown);
    }
}
