/* range.c: distances between models, and limits. */
#include "judge/measure/range.h"

#include "judge/party.h"
#include "judge/verdict.h"

tl_metric tl_inquiry_metric(const tl_inquiry *inquiry) {
    return tl_settings_is_at(&inquiry->settings, TL_SETTING_RANGE_METRIC, TL_CHOICE_RANGE_METRIC_PLAN) ? TL_METRIC_PLAN
                                                                                                       : TL_METRIC_3D;
}

tl_status tl_pair_range(const tl_inquiry *inquiry, size_t a, size_t b, tl_range_result *range, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    tl_volume va = tl_table_measured(inquiry->table, a), vb = tl_table_measured(inquiry->table, b);
    return tl_range_between(inquiry->context, &va, &vb, tl_inquiry_metric(inquiry), range, error);
}

/* --- Limits ------------------------------------------------------------------------------------------------------- */

tl_status tl_judge_volumes_within_exactly(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                          tl_metric metric, double limit, bool at_least, tl_verdict *verdict,
                                          tl_error *error) {
    tl_range_decision decision;
    /* "at least" is "not less than": not within the largest length below the limit */
    tl_status status =
        tl_range_within(inquiry->context, a, b, metric, at_least ? nextafter(limit, 0) : limit, &decision, error);
    if (status == TL_OK) {
        *verdict = at_least ? tl_verdict_not(decision.verdict) : decision.verdict;
    }
    return status;
}

tl_status tl_judge_volumes_within(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                  const tl_range_result *range, double limit, bool at_least, tl_limit *result,
                                  tl_error *error) {
    double margin = at_least ? range->distance_mm - limit : limit - range->distance_mm;
    double uncertainty = a->uncertainty + b->uncertainty;
    *result = (tl_limit){tl_verdict_of_margin(margin, range->error_mm, inquiry->tolerance + uncertainty),
                         range->distance_mm, limit, margin, uncertainty};
    if (inquiry->tolerance == 0 && uncertainty == 0 && result->verdict == TL_VERDICT_MARGINAL) {
        if (at_least && limit <= 0) {
            result->verdict = TL_VERDICT_YES;
            return TL_OK;
        }
        return tl_judge_volumes_within_exactly(inquiry, a, b, tl_inquiry_metric(inquiry), limit, at_least,
                                               &result->verdict, error);
    }
    return TL_OK;
}

tl_status tl_judge_volumes_nearer(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                  const tl_range_result *range, double limit, tl_limit *result, tl_error *error) {
    tl_status status = tl_judge_volumes_within(inquiry, a, b, range, limit, true, result, error);
    result->verdict = tl_verdict_not(result->verdict);
    result->margin = -result->margin;
    return status;
}

tl_status tl_pair_within(const tl_inquiry *inquiry, size_t a, size_t b, const tl_range_result *range, double limit,
                         bool at_least, tl_limit *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    tl_volume va = tl_table_measured(inquiry->table, a), vb = tl_table_measured(inquiry->table, b);
    return tl_judge_volumes_within(inquiry, &va, &vb, range, limit, at_least, result, error);
}

/* --- Parties ------------------------------------------------------------------------------------------------------ */

/* The nearest pair, and what no pair is nearer than. */
static tl_status find_nearest(const tl_inquiry *inquiry, const tl_party *a, const tl_party *b, tl_range_result *range,
                              size_t *from, size_t *to, double *least, tl_error *error) {
    *range = (tl_range_result){.distance_mm = INFINITY};
    *from = a->first;
    *to = b->first;
    *least = INFINITY;
    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            tl_range_result one;
            tl_status status = tl_pair_range(inquiry, a->first + i, b->first + j, &one, error);
            if (status != TL_OK) {
                return status;
            }
            *least = tl_min(*least, one.distance_mm - one.error_mm);
            if (one.distance_mm < range->distance_mm) {
                *range = one;
                *from = a->first + i;
                *to = b->first + j;
            }
        }
    }
    return TL_OK;
}

tl_status tl_pair_nearest(const tl_inquiry *inquiry, const tl_party *a, const tl_party *b, tl_range_result *range,
                          size_t *from, size_t *to, tl_error *error) {
    TL_ASSERT(a->count > 0 && b->count > 0, "both parties have models");
    double least;
    return find_nearest(inquiry, a, b, range, from, to, &least, error);
}

/* At tolerance 0 the nearest pair by rounded distance need not be the nearest: asks every pair that may be within the
 * limit, until one is. */
static tl_status any_pair_within(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, double limit_mm,
                                 tl_verdict *verdict, tl_error *error) {
    for (size_t k = 0; k < from->count * to->count && *verdict != TL_VERDICT_YES; k++) {
        size_t a = from->first + k / to->count, b = to->first + k % to->count;
        tl_range_result range;
        tl_limit limit = {.verdict = TL_VERDICT_NO};
        tl_status status = tl_pair_range(inquiry, a, b, &range, error);
        if (status == TL_OK && range.distance_mm - range.error_mm <= limit_mm) {
            status = tl_pair_within(inquiry, a, b, &range, limit_mm, false, &limit, error);
        }
        if (status != TL_OK) {
            return status;
        }
        *verdict = limit.verdict == TL_VERDICT_NO ? *verdict : limit.verdict;
    }
    return TL_OK;
}

tl_status tl_judge_range(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool has_limit,
                         double limit_mm, tl_judge_range_found *found, tl_error *error) {
    double least = INFINITY;
    bool foot = from->unit->kind->by_base && to->unit->kind->by_base;
    *found = (tl_judge_range_found){.verdict = TL_VERDICT_YES, .has_limit = has_limit};
    found->cause = found->measured = tl_by(foot ? TL_CLAUSE_MEASURE_BASE : TL_CLAUSE_MEASURE_CORE);
    tl_status status = tl_party_differs(from, to, error);
    if (status == TL_OK) {
        status = find_nearest(inquiry, from, to, &found->range, &found->from, &found->to, &least, error);
    }
    if (status != TL_OK) {
        return status;
    }
    found->uncertainty = tl_table_measured(inquiry->table, found->from).uncertainty +
                         tl_table_measured(inquiry->table, found->to).uncertainty;
    if (has_limit) {
        tl_limit *limit = &found->limit;
        status = tl_pair_within(inquiry, found->from, found->to, &found->range, limit_mm, false, limit, error);
        if (status == TL_OK && inquiry->tolerance == 0 && least <= limit_mm) {
            status = any_pair_within(inquiry, from, to, limit_mm, &limit->verdict, error);
        }
        found->verdict = limit->verdict;
        found->cause = tl_by(TL_CLAUSE_MEASURE_LIMIT);
    }
    return status;
}
