/* pairs.c: the farthest pair, and the best chain (the longest edge of a minimum spanning tree). */
#include "cohesion/cohesion.h"

static tl_status judge_pair(tl_context *context, const tl_volume *a, const tl_volume *b, tl_metric metric, double limit,
                            double tolerance, const tl_range_result *range, tl_verdict *verdict, tl_error *error) {
    double margin = limit - range->distance_mm;
    double band = tl_max(tolerance, range->error_mm);
    *verdict = margin > band ? TL_VERDICT_YES : margin < -band ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    if (tolerance > 0 || *verdict != TL_VERDICT_MARGINAL) {
        return TL_OK;
    }
    tl_range_decision decision;
    tl_status status = tl_range_within(context, a, b, metric, limit, &decision, error);
    *verdict = decision.verdict;
    return status;
}

/* The state of Prim's algorithm: per volume its nearest one in the tree. */
typedef struct growth {
    bool *in_tree;
    tl_cohesion_pair *nearest;
} growth;

/* Lets the tree know that volume `joined` belongs to it. */
static tl_status join(tl_context *context, const tl_volume *volumes, size_t count, tl_metric metric, size_t joined,
                      growth *g, tl_error *error) {
    g->in_tree[joined] = true;
    for (size_t i = 0; i < count; i++) {
        if (g->in_tree[i]) {
            continue;
        }
        size_t a = joined < i ? joined : i, b = joined < i ? i : joined;
        tl_range_result range;
        tl_status status = tl_range_between(context, &volumes[a], &volumes[b], metric, &range, error);
        if (status != TL_OK) {
            return status;
        }
        if (joined == 0 || range.distance_mm < g->nearest[i].range.distance_mm) {
            g->nearest[i] = (tl_cohesion_pair){a, b, range};
        }
    }
    return TL_OK;
}

static tl_status find_chain(tl_context *context, const tl_volume *volumes, size_t count, tl_metric metric,
                            tl_cohesion_pair *link, tl_error *error) {
    growth g = {tl_alloc_array(context, count, sizeof(bool)), tl_alloc_array(context, count, sizeof(*g.nearest))};
    tl_status status = g.in_tree != NULL && g.nearest != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        status = join(context, volumes, count, metric, 0, &g, error);
    }
    for (size_t step = 1; step < count && status == TL_OK; step++) {
        size_t next = 0;
        for (size_t i = 1; i < count; i++) {
            if (!g.in_tree[i] && (next == 0 || g.nearest[i].range.distance_mm < g.nearest[next].range.distance_mm)) {
                next = i;
            }
        }
        if (step == 1 || g.nearest[next].range.distance_mm > link->range.distance_mm) {
            *link = g.nearest[next];
        }
        status = join(context, volumes, count, metric, next, &g, error);
    }
    tl_free(context, g.in_tree);
    tl_free(context, g.nearest);
    return status;
}

tl_status tl_cohesion_measure_pairs(tl_context *context, const tl_volume *volumes, size_t count, tl_metric metric,
                                    double limit, double tolerance, tl_cohesion_pairs *pairs, tl_error *error) {
    *pairs = (tl_cohesion_pairs){.verdict = TL_VERDICT_YES};
    for (size_t a = 0; a < count; a++) {
        for (size_t b = a + 1; b < count; b++) {
            tl_range_result range;
            tl_verdict verdict;
            tl_status status = tl_range_between(context, &volumes[a], &volumes[b], metric, &range, error);
            if (status == TL_OK) {
                status =
                    judge_pair(context, &volumes[a], &volumes[b], metric, limit, tolerance, &range, &verdict, error);
            }
            if (status != TL_OK) {
                return status;
            }
            pairs->beyond += verdict == TL_VERDICT_NO;
            pairs->undecided += verdict == TL_VERDICT_MARGINAL;
            if ((a == 0 && b == 1) || range.distance_mm > pairs->worst.range.distance_mm) {
                pairs->worst = (tl_cohesion_pair){a, b, range};
            }
        }
    }
    pairs->verdict = pairs->beyond > 0 ? TL_VERDICT_NO : pairs->undecided > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
    return find_chain(context, volumes, count, metric, &pairs->link, error);
}
