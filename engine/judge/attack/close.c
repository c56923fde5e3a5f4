/* close.c: measures close combat between two parties, pair by pair. */
#include "judge/attack/close.h"

#include "judge/bar.h"
#include "judge/order.h"
#include "judge/verdict.h"

/* Whether one pair tells more than another: able before open before in reach alone, then the one with more to spare. */
static bool tells_more(const tl_melee *one, const tl_melee *other) {
    const int a[2] = {tl_verdict_rank(one->verdict), tl_verdict_rank(one->reach.limit.verdict)};
    const int b[2] = {tl_verdict_rank(other->verdict), tl_verdict_rank(other->reach.limit.verdict)};
    int by = tl_order(a[0], b[0]);
    by = by != 0 ? by : tl_order(a[1], b[1]);
    by = by != 0 ? by : tl_order(one->reach.limit.margin, other->reach.limit.margin);
    return by > 0;
}

static tl_status measure(const tl_inquiry *inquiry, tl_close_combat *x, tl_error *error) {
    for (size_t i = 0; i < x->from->count; i++) {
        x->attackers[i] = TL_VERDICT_NO;
        for (size_t j = 0; j < x->to->count; j++) {
            size_t k = i * x->to->count + j;
            tl_status status = tl_pair_melee(inquiry, x->from->first + i, x->to->first + j, &x->pairs[k], error);
            if (status != TL_OK) {
                return status;
            }
            if (x->inside != NULL) {
                x->pairs[k].verdict = x->pairs[k].reach.limit.verdict = TL_VERDICT_NO;
            }
            x->best = tells_more(&x->pairs[k], &x->pairs[x->best]) ? k : x->best;
            x->attackers[i] = tl_verdict_either(x->attackers[i], x->pairs[k].verdict);
        }
        x->verdict = tl_verdict_either(x->verdict, x->attackers[i]);
        x->able += x->attackers[i] == TL_VERDICT_YES;
    }
    return TL_OK;
}

/* What decided: the transport, then sight where reach alone would do, then reach. */
static tl_cause decided_by(const tl_close_combat *x) {
    const tl_melee *best = &x->pairs[x->best];
    return tl_by(x->inside != NULL ? TL_CLAUSE_ABOARD_INSIDE
                 : x->verdict != TL_VERDICT_YES && best->looked && best->reach.limit.verdict == TL_VERDICT_YES
                     ? TL_CLAUSE_CLOSE_SIGHT
                     : TL_CLAUSE_CLOSE_REACH);
}

tl_status tl_close_combat_judge(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                                tl_close_combat *found, tl_error *error) {
    *found = (tl_close_combat){.from = from, .to = to, .verdict = TL_VERDICT_NO};
    found->inside = tl_bar_unit_is_inside(inquiry, from->unit) ? from
                    : tl_bar_unit_is_inside(inquiry, to->unit) ? to
                                                               : NULL;
    found->aircraft = !from->unit->kind->close_combat || !to->unit->kind->close_combat;
    found->pairs = tl_alloc_array(inquiry->context, from->count * to->count, sizeof(*found->pairs));
    found->attackers = tl_alloc_array(inquiry->context, from->count, sizeof(*found->attackers));
    double reach;
    tl_status status = found->pairs != NULL && found->attackers != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        status = tl_inquiry_length(inquiry, "close_combat_reach", "close combat", &reach, error);
    }
    status = status == TL_OK ? measure(inquiry, found, error) : status;
    if (status == TL_OK) {
        const tl_melee *best = &found->pairs[found->best];
        found->cause = decided_by(found);
        found->seen = best->looked && tl_pair_close_needs_sight(inquiry);
        found->hidden = found->verdict == TL_VERDICT_NO && best->reach.limit.verdict != TL_VERDICT_NO;
    }
    return status;
}

void tl_close_combat_free(const tl_inquiry *inquiry, tl_close_combat *found) {
    tl_free(inquiry->context, found->pairs);
    tl_free(inquiry->context, found->attackers);
    found->pairs = NULL;
    found->attackers = NULL;
}
