/* journey_meets.c: terrain that is told when a model moves in it, through it or out of it: minefields, wire. */
#include "judge/move/journey_steps.h"

#include <stdlib.h>
#include <string.h>

/* Where the footprint lies in a piece of such terrain, at most or surely. */
static tl_status spans_of(tl_journey *j, size_t region, bool surely, tl_move_span **made, size_t *count,
                          tl_error *error) {
    tl_context *context = j->inquiry->context;
    double slack = surely ? tl_max(0.5 * j->inquiry->tolerance, 1e-6) : 1e-6;
    const tl_moving_meeting *meeting = &j->moving.meetings[region];
    tl_move_way way = {.world = j->inquiry->table->world,
                       .obstacles = j->moving.meeting_edges.items + meeting->first,
                       .obstacle_count = meeting->count,
                       .forgiven = slack,
                       .certain = slack,
                       .own_off = j->moving.own_off,
                       .most_off = j->moving.most_off + meeting->region.off,
                       .surely = surely};
    tl_move_spans all;
    *made = NULL;
    *count = 0;
    tl_status status = tl_move_find_spans(context, &j->moving.footprint, &j->path, j->headings, &way, &all, error);
    if (status == TL_OK) {
        *made = tl_alloc_array(context, all.count + 2, sizeof(**made));
        status = *made != NULL ? TL_OK : tl_fail_memory(error);
    }
    if (status == TL_OK && all.count > 0) {
        memcpy(*made, all.items, all.count * sizeof(**made));
    }
    if (status == TL_OK) {
        *count = tl_journey_join(j, *made, all.count, meeting->region.outline, meeting->region.off + j->moving.own_off,
                                 surely);
    }
    tl_move_spans_free(&all);
    return status;
}

static bool overlaps(const tl_move_span *span, const tl_move_span *others, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (others[i].first <= span->last && others[i].last >= span->first) {
            return true;
        }
    }
    return false;
}

static int compare(const void *a, const void *b) {
    const tl_journey_meeting *s = a, *t = b;
    return s->from != t->from ? (s->from > t->from) - (s->from < t->from)
                              : (s->terrain > t->terrain) - (s->terrain < t->terrain);
}

/* A part of the way that lies in terrain which isn't gone through so. */
static void forbid(tl_journey *j, const tl_moving_meeting *meeting, const tl_move_span *span, bool sure) {
    tl_halt *halt = tl_journey_halt(j, tl_by_row(TL_CLAUSE_MOVE_FORBIDDEN, meeting->rule),
                                    sure ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, TL_HALT_FORBIDDEN, span->first,
                                    tl_journey_cost_at(j, span->first));
    halt->latest = sure ? span->last : INFINITY;
    halt->slot = (uint32_t)j->inquiry->table->terrain[meeting->region.terrain].slot;
    halt->has_slot = true;
}

static tl_status note(tl_journey *j, const tl_moving_meeting *meeting, const tl_move_span *span, bool sure,
                      tl_error *error) {
    double end = j->path.nodes[j->path.count - 1].plan;
    if (!tl_reserve(j->inquiry->context, (void **)&j->meetings, &j->meeting_capacity, j->meeting_count + 1,
                    sizeof(*j->meetings))) {
        return tl_fail_memory(error);
    }
    tl_journey_meeting made = {.terrain = meeting->region.terrain,
                               .rule = meeting->rule,
                               .die = meeting->die,
                               .begins = span->first <= TL_JOURNEY_ROUNDING,
                               .ends = span->last >= end - TL_JOURNEY_ROUNDING};
    made.verdict = sure ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    made.at = tl_path_at_plan(&j->path, span->first, &made.from);
    made.out = tl_path_at_plan(&j->path, span->last, &made.to);
    j->meetings[j->meeting_count++] = made;
    return TL_OK;
}

/* Leaves out of spans what runs on roads. */
static tl_status clear(const tl_journey *j, bool surely, tl_move_span **spans, size_t *count, tl_error *error) {
    tl_context *context = j->inquiry->context;
    tl_move_span *made = tl_alloc_array(context, *count + j->pieces.count + 2, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    *count = tl_journey_clear(j, surely, *spans, *count, made);
    tl_free(context, *spans);
    *spans = made;
    return TL_OK;
}

tl_status tl_journey_meet(tl_journey *j, tl_error *error) {
    tl_context *context = j->inquiry->context;
    tl_status status = TL_OK;
    for (size_t r = 0; r < j->moving.meeting_count && status == TL_OK; r++) {
        const tl_moving_meeting *meeting = &j->moving.meetings[r];
        bool forbids = meeting->meets == TL_MOVING_MEETS_FORBIDDEN;
        tl_move_span *possible = NULL, *sure = NULL;
        size_t possible_count = 0, sure_count = 0;
        if (meeting->meets == TL_MOVING_MEETS_CROSSED) {
            continue;
        }
        status = spans_of(j, r, false, &possible, &possible_count, error);
        if (status == TL_OK) {
            status = spans_of(j, r, true, &sure, &sure_count, error);
        }
        if (status == TL_OK && forbids) {
            status = clear(j, false, &possible, &possible_count, error);
            status = status == TL_OK ? clear(j, true, &sure, &sure_count, error) : status;
        }
        for (size_t i = 0; i < possible_count && status == TL_OK; i++) {
            bool surely = overlaps(&possible[i], sure, sure_count);
            if (forbids) {
                forbid(j, meeting, &possible[i], surely);
            } else {
                status = note(j, meeting, &possible[i], surely, error);
            }
        }
        tl_free(context, possible);
        tl_free(context, sure);
    }
    if (j->meeting_count > 1) {
        qsort(j->meetings, j->meeting_count, sizeof(*j->meetings), compare);
    }
    return status;
}

static double last_of(const tl_move_span *spans, size_t count) {
    double last = 0;
    for (size_t i = 0; i < count; i++) {
        last = tl_max(last, spans[i].last);
    }
    return last;
}

/* What it crosses of one piece of terrain. */
static tl_status cross(tl_journey *j, size_t r, tl_error *error) {
    tl_move_span *possible = NULL, *sure = NULL;
    size_t possible_count = 0, sure_count = 0;
    tl_status status = spans_of(j, r, false, &possible, &possible_count, error);
    if (status == TL_OK) {
        status = spans_of(j, r, true, &sure, &sure_count, error);
    }
    /* touching it where it begins is no crossing */
    double far = last_of(possible, possible_count), near = last_of(sure, sure_count);
    if (status == TL_OK && far > tl_max(j->inquiry->tolerance, TL_JOURNEY_ROUNDING)) {
        double at[2] = {tl_journey_cost_at(j, sure_count > 0 ? near : 0), tl_journey_cost_at(j, far)};
        bool farther = !j->crosses || at[1] > j->clear[1];
        j->maybe_crosses = (!j->crosses || j->maybe_crosses) && sure_count == 0;
        j->crossed = farther ? j->moving.meetings[r].region.terrain : j->crossed;
        for (int k = 0; k < 2; k++) {
            j->clear[k] = j->crosses ? tl_max(j->clear[k], at[k]) : at[k];
        }
        j->crosses = true;
    }
    tl_free(j->inquiry->context, possible);
    tl_free(j->inquiry->context, sure);
    return status;
}

tl_status tl_journey_cross(tl_journey *j, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t r = 0; r < j->moving.meeting_count && status == TL_OK; r++) {
        status = j->moving.meetings[r].meets == TL_MOVING_MEETS_CROSSED ? cross(j, r, error) : TL_OK;
    }
    if (status == TL_OK && j->crosses && j->spend.behind != NULL && isnan(j->spend.behind_mm)) {
        const tl_table *table = j->inquiry->table;
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", "give `dice`, what it shows",
                       "how far %s goes behind %s hangs on a die", table->members[j->moving.member].name,
                       table->terrain[j->crossed].name);
    }
    return status;
}
