/* objective.c: whose models are near a marker, and nobody else's. */
#include "judge/group/objective.h"

#include "judge/group/within.h"
#include "judge/special.h"
#include "judge/verdict.h"

#include <string.h>

/* The side of that name; NULL: there is no room for another. */
static tl_objective_side *side_of(tl_objective *x, const char *name) {
    for (size_t i = 0; i < x->side_count; i++) {
        if (strcmp(x->sides[i].side, name) == 0) {
            return &x->sides[i];
        }
    }
    if (x->side_count == TL_OBJECTIVE_SIDES) {
        return NULL;
    }
    tl_objective_side *side = &x->sides[x->side_count++];
    *side = (tl_objective_side){
        .side = name, .takes = TL_VERDICT_NO, .contests = TL_VERDICT_NO, .holds = TL_VERDICT_NO, .member = SIZE_MAX};
    return side;
}

static bool has_marched(const tl_document *document, const tl_document_unit *unit) {
    const tl_document_scenario *scenario = &document->scenario;
    for (size_t i = 0; i < scenario->marched_count; i++) {
        if (&document->units[scenario->marched[i]] == unit) {
            return true;
        }
    }
    return false;
}

/* Adds a model to what is known of its side. */
static tl_status add_member(tl_objective *x, const tl_volume *marker, size_t member, bool marched,
                            tl_objective_side *side, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    tl_volume volume = tl_table_measured(inquiry->table, member);
    tl_range_result range;
    tl_limit limit;
    tl_status status = tl_range_between(inquiry->context, &volume, marker, tl_inquiry_metric(inquiry), &range, error);
    if (status == TL_OK) {
        status = tl_judge_volumes_within(inquiry, &volume, marker, &range, x->limit_mm, false, &limit, error);
    }
    if (status != TL_OK) {
        return status;
    }
    bool first = side->member == SIZE_MAX;
    tl_verdict takes = marched ? TL_VERDICT_NO : limit.verdict;
    /* who may take it is told before who is nearer and may not */
    bool better = tl_verdict_rank(takes) > tl_verdict_rank(side->takes) ||
                  (tl_verdict_rank(takes) == tl_verdict_rank(side->takes) && limit.margin > side->limit.margin);
    if (first || better) {
        side->member = member;
        side->limit = limit;
        side->range = range;
        side->marched = marched;
    }
    side->takes = tl_verdict_either(side->takes, takes);
    side->contests = tl_verdict_either(side->contests, limit.verdict);
    return TL_OK;
}

static tl_status measure_all(tl_objective *x, const tl_volume *marker, tl_error *error) {
    const tl_document *document = x->inquiry->table->document;
    tl_status status = TL_OK;
    for (size_t u = 0; u < document->unit_count && status == TL_OK; u++) {
        const tl_document_unit *unit = &document->units[u];
        if (unit->side[0] == '\0' || !unit->kind->objectives || unit->aboard != NULL) {
            continue;
        }
        tl_party party = tl_party_of_unit(x->inquiry, unit);
        tl_objective_side *side = side_of(x, unit->side);
        if (side == NULL) {
            return tl_fail(error, TL_ERROR_LIMIT, NULL, "from", "leave some units out", "there are more than %d sides",
                           (int)TL_OBJECTIVE_SIDES);
        }
        for (size_t i = 0; i < party.count && status == TL_OK; i++) {
            status = add_member(x, marker, party.first + i, has_marched(document, unit), side, error);
        }
    }
    return status;
}

static void decide(tl_objective *x) {
    size_t near = 0;
    for (size_t i = 0; i < x->side_count; i++) {
        tl_objective_side *side = &x->sides[i];
        tl_verdict others = TL_VERDICT_NO;
        for (size_t k = 0; k < x->side_count; k++) {
            others = k != i ? tl_verdict_either(others, x->sides[k].contests) : others;
        }
        side->holds = tl_verdict_both(side->takes, tl_verdict_not(others));
        x->verdict = tl_verdict_either(x->verdict, side->holds);
        x->holder = side->holds == TL_VERDICT_YES ? i : x->holder;
        near += side->contests == TL_VERDICT_YES;
    }
    x->contested = near > 1;
}

tl_status tl_objective_judge(const tl_inquiry *inquiry, const tl_document_objective *source, tl_objective *x,
                             tl_error *error) {
    tl_within_centre marker;
    *x = (tl_objective){.inquiry = inquiry, .source = source, .verdict = TL_VERDICT_NO, .holder = SIZE_MAX};
    tl_status status = tl_inquiry_length(inquiry, "objective_reach", "objectives", &x->limit_mm, error);
    if (status == TL_OK) {
        status = tl_within_of_terrain(inquiry, source->terrain, &marker, error);
    }
    if (status == TL_OK) {
        status = measure_all(x, &marker.volume, error);
    }
    if (status == TL_OK) {
        decide(x);
    }
    return status;
}
