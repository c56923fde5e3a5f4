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

tl_status tl_journey_meet(tl_journey *j, tl_error *error) {
    tl_context *context = j->inquiry->context;
    double end = j->path.nodes[j->path.count - 1].plan;
    tl_status status = TL_OK;
    for (size_t r = 0; r < j->moving.meeting_count && status == TL_OK; r++) {
        tl_move_span *possible = NULL, *sure = NULL;
        size_t possible_count = 0, sure_count = 0;
        status = spans_of(j, r, false, &possible, &possible_count, error);
        if (status == TL_OK) {
            status = spans_of(j, r, true, &sure, &sure_count, error);
        }
        for (size_t i = 0; i < possible_count && status == TL_OK; i++) {
            if (!tl_reserve(context, (void **)&j->meetings, &j->meeting_capacity, j->meeting_count + 1,
                            sizeof(*j->meetings))) {
                status = tl_fail_memory(error);
                break;
            }
            tl_journey_meeting made = {.terrain = j->moving.meetings[r].region.terrain,
                                       .rule = j->moving.meetings[r].rule,
                                       .begins = possible[i].first <= TL_JOURNEY_ROUNDING,
                                       .ends = possible[i].last >= end - TL_JOURNEY_ROUNDING};
            made.verdict = overlaps(&possible[i], sure, sure_count) ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
            made.at = tl_path_at_plan(&j->path, possible[i].first, &made.from);
            made.out = tl_path_at_plan(&j->path, possible[i].last, &made.to);
            j->meetings[j->meeting_count++] = made;
        }
        tl_free(context, possible);
        tl_free(context, sure);
    }
    if (j->meeting_count > 1) {
        qsort(j->meetings, j->meeting_count, sizeof(*j->meetings), compare);
    }
    return status;
}
