/* journey_terrain.c: how far a move goes through terrain that slows, and where that ends it (DB-MOV-01, -05, -06). */
#include "judge/move/journey_steps.h"
#include "judge/order.h"

#include <stdlib.h>

static int compare_spans(const void *a, const void *b) {
    const tl_move_span *s = a, *t = b;
    int by = tl_order(s->first, t->first);
    return by != 0 ? by : tl_order(s->last, t->last);
}

/* A point well inside a figure: its corners may lie on a rim. */
static tl_vec2 middle_of(const tl_figure *figure) {
    tl_vec2 sum = {0, 0};
    for (int i = 0; i < figure->count; i++) {
        sum = tl_add2(sum, figure->corner[i]);
    }
    return tl_scale2(sum, 1.0 / figure->count);
}

size_t tl_journey_join(const tl_journey *j, tl_move_span *out, size_t count, const tl_outline *outline, double off,
                       bool surely) {
    double end = j->path.nodes[j->path.count - 1].plan, at = 0;
    size_t made = 0, region = count > 0 ? out[0].obstacle : 0;
    qsort(out, count, sizeof(*out), compare_spans);
    /* in place: joined spans and gaps never outnumber what was read, but for the gap behind the last */
    tl_move_span joined = {0, 0, region};
    bool open = false;
    for (size_t i = 0; i <= count; i++) {
        double first = i < count ? out[i].first : end, last = i < count ? out[i].last : end;
        bool inside = first <= at + TL_JOURNEY_ROUNDING;
        if (!inside) {
            /* the gap: no edge is met, so all of the model lies on one side */
            tl_vec3 middle = tl_path_at_plan(&j->path, 0.5 * (at + first), NULL);
            tl_vec2 probe = tl_plan(middle);
            const tl_figure *f = &j->moving.footprint_part.figures[0];
            size_t leg = 0;
            for (size_t k = 1; k < j->path.count && j->path.nodes[k - 1].plan < 0.5 * (at + first); k++) {
                leg = j->path.nodes[k].leg;
            }
            tl_figure placed = tl_figure_turned(f, j->headings[leg].cosine, j->headings[leg].sine, probe);
            tl_figure inner = placed; /* its rim may not be there */
            bool any = !surely || off == 0 || tl_figure_shrunk(&placed, off, &inner);
            inside = any && tl_outline_holds(outline, middle_of(&inner)) > 0;
        }
        if (inside && (open || i < count || first > at)) {
            joined.first = open ? joined.first : at;
            joined.last = tl_max(open ? joined.last : at, last);
            open = true;
        } else {
            if (open) {
                out[made++] = joined;
            }
            open = i < count;
            joined = (tl_move_span){first, last, region};
        }
        at = tl_max(at, last);
    }
    if (open) {
        out[made++] = joined;
    }
    return made;
}

/* Where the model lies in one region, in order: where its edge is met, and what lies between when it is inside. */
static size_t spans_in(const tl_journey *j, const tl_move_spans *all, size_t region, bool surely, tl_move_span *out) {
    double off = j->moving.regions[region].off + j->moving.own_off;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (j->moving.edge_regions[all->items[i].obstacle] == region) {
            out[count++] = all->items[i];
        }
    }
    size_t made = tl_journey_join(j, out, count, j->moving.regions[region].outline, off, surely);
    for (size_t i = 0; i < made; i++) {
        out[i].obstacle = region;
    }
    return made;
}

static tl_status add_crossing(tl_journey *j, size_t region, bool leaves, double plan, tl_error *error) {
    if (!tl_reserve(j->inquiry->context, (void **)&j->crossings, &j->crossing_capacity, j->crossing_count + 1,
                    sizeof(*j->crossings))) {
        return tl_fail_memory(error);
    }
    double cost;
    tl_vec3 at = tl_path_at_plan(&j->path, plan, &cost);
    j->crossings[j->crossing_count++] =
        (tl_journey_crossing){.terrain = j->moving.regions[region].terrain, .leaves = leaves, .cost = cost, .at = at};
    return TL_OK;
}

static int compare_crossings(const void *a, const void *b) {
    const tl_journey_crossing *s = a, *t = b;
    int by = tl_order(s->cost, t->cost);
    by = by != 0 ? by : tl_order((double)s->terrain, (double)t->terrain);
    return by != 0 ? by : tl_order(s->leaves, t->leaves);
}

/* Joins spans of all regions, in order. */
static size_t join_spans(tl_move_span *spans, size_t count) {
    size_t made = 0;
    qsort(spans, count, sizeof(*spans), compare_spans);
    for (size_t i = 0; i < count; i++) {
        if (made > 0 && spans[i].first <= spans[made - 1].last) {
            spans[made - 1].last = tl_max(spans[made - 1].last, spans[i].last);
        } else {
            spans[made++] = spans[i];
        }
    }
    return made;
}

size_t tl_journey_clear(const tl_journey *j, bool surely, const tl_move_span *spans, size_t count, tl_move_span *made) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        double from = spans[i].first;
        for (size_t k = 0; k < j->pieces.count; k++) {
            const tl_spend_piece *p = &j->pieces.items[k];
            /* of what is surely in terrain all goes that may be clear, of what may be what surely is */
            uint32_t does = surely ? p->sure | p->perhaps : p->sure;
            if ((does & TL_SPEND_CLEARS) == 0 || p->plan_to <= from || p->plan_from >= spans[i].last) {
                continue;
            }
            if (p->plan_from > from) {
                made[left++] = (tl_move_span){from, p->plan_from, spans[i].obstacle};
            }
            from = tl_max(from, p->plan_to);
        }
        if (from < spans[i].last || (from == spans[i].first && from == spans[i].last)) {
            made[left++] = (tl_move_span){from, spans[i].last, spans[i].obstacle};
        }
    }
    return left;
}

/* Spans in all slow terrain for one depth of contact that doesn't count; crossings when `list`. */
static tl_status find_terrain(tl_journey *j, double forgiven, bool surely, bool list, tl_move_span **spans,
                              size_t *count, tl_error *error) {
    tl_context *context = j->inquiry->context;
    tl_move_way way = {.world = j->inquiry->table->world,
                       .obstacles = j->moving.edges.items,
                       .obstacle_count = j->moving.edges.count,
                       .forgiven = forgiven,
                       .certain = forgiven,
                       .own_off = j->moving.own_off,
                       .most_off = j->moving.most_off,
                       .surely = surely};
    tl_move_spans all;
    double end = j->path.nodes[j->path.count - 1].plan;
    *spans = NULL;
    *count = 0;
    tl_status status = tl_move_find_spans(context, &j->moving.footprint, &j->path, j->headings, &way, &all, error);
    if (status != TL_OK) {
        return status;
    }
    size_t pieces = j->pieces.count, regions = j->moving.region_count;
    *spans = tl_alloc_array(context, all.count + 2 + (2 + pieces) * regions, sizeof(**spans));
    tl_move_span *met = tl_alloc_array(context, all.count + 2, sizeof(*met));
    tl_move_span *own = tl_alloc_array(context, all.count + 2 + pieces, sizeof(*own));
    status = *spans != NULL && own != NULL && met != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t r = 0; r < regions && status == TL_OK; r++) {
        size_t made = tl_moving_is_closed(&j->moving.regions[r]) ? 0 : spans_in(j, &all, r, surely, met);
        made = tl_journey_clear(j, surely, met, made, own);
        for (size_t i = 0; i < made && status == TL_OK; i++) {
            (*spans)[(*count)++] = own[i];
            if (list && own[i].first > TL_JOURNEY_ROUNDING) {
                status = add_crossing(j, r, false, own[i].first, error);
            }
            if (list && status == TL_OK && own[i].last < end - TL_JOURNEY_ROUNDING) {
                status = add_crossing(j, r, true, own[i].last, error);
            }
        }
    }
    tl_free(context, own);
    tl_free(context, met);
    tl_move_spans_free(&all);
    if (j->crossing_count > 0) {
        qsort(j->crossings, j->crossing_count, sizeof(*j->crossings), compare_crossings);
    }
    return status;
}

/* How far it may go, given where it lies in terrain: the cost at which it must stop. */
typedef struct leash {
    double limit;  /* INFINITY never: the cost it may not pass */
    bool before;   /* ... because terrain begins there */
    double inside; /* cost inside terrain, up to the end */
    bool met;
    double met_at;
    size_t terrain;
} leash;

static leash find_leash(const tl_journey *j, tl_move_span *spans, size_t count, double open) {
    leash found = {.limit = open};
    bool whole = !tl_settings_is_at(&j->inquiry->settings, TL_SETTING_TERRAIN_CAP, TL_CHOICE_TERRAIN_CAP_INSIDE_PART);
    for (size_t i = 0; i < count; i++) {
        double first = tl_journey_cost_at(j, spans[i].first);
        if (!found.met || first < found.met_at) {
            found.met = true;
            found.met_at = first;
            found.terrain = j->moving.regions[spans[i].obstacle].terrain;
        }
    }
    count = join_spans(spans, count);
    for (size_t i = 0; i < count; i++) {
        double first = tl_journey_cost_at(j, spans[i].first), last = tl_journey_cost_at(j, spans[i].last);
        if (!whole && found.inside + last - first > j->in_terrain + TL_JOURNEY_ROUNDING && j->in_terrain < j->own) {
            found.limit = tl_min(found.limit, first + j->in_terrain - found.inside);
        }
        found.inside += last - first;
    }
    if (whole && found.met && j->in_terrain < j->own) {
        found.before = found.met_at > j->in_terrain;
        found.limit = tl_min(open, tl_max(found.met_at, j->in_terrain));
    }
    return found;
}

static tl_verdict within(const tl_journey *j, double length, double limit) {
    if (j->spend.counts && length == 0 && limit == 0 && j->dear.used <= 1) {
        return TL_VERDICT_YES; /* whoever can't move may stay where it is */
    }
    /* the place of a limit may be off as the length is */
    double tolerance = j->inquiry->tolerance + (limit < j->own ? 2 : 1) * j->cost_off;
    return tolerance > 0 && fabs(length - limit) < tolerance ? TL_VERDICT_MARGINAL
           : length <= limit + TL_JOURNEY_ROUNDING           ? TL_VERDICT_YES
                                                             : TL_VERDICT_NO;
}

/* What a way that is too long is too long by: turns, what shortens it, roads, or its rating. */
static tl_cause cause_of_length(const tl_journey *j) {
    const tl_spend *spend = &j->spend;
    return !spend->counts    ? tl_by(TL_CLAUSE_MOVE_LENGTH)
           : j->dear.by_turn ? tl_by_row(TL_CLAUSE_MOVE_SLICES, spend->turning->rule)
           : spend->row_count > 0
               ? tl_by_row(spend->rolled_mm[0] > 0 ? TL_CLAUSE_MOVE_ROLLED : TL_CLAUSE_MOVE_SHARE, spend->rows[0]->rule)
           : j->dear.turned > 0 ? tl_by_row(TL_CLAUSE_MOVE_SLICES, spend->turning->rule)
           : spend->has_road    ? tl_by(TL_CLAUSE_MOVE_ROAD)
                                : tl_by(TL_CLAUSE_MOVE_LENGTH);
}

/* Behind what it crosses it goes as far as a die says, whatever it has gone before; a row that shortens its move does
 * so there, too. */
static void limit_behind(const tl_journey *j, leash *dear, leash *cheap) {
    const tl_spend *spend = &j->spend;
    double pace = spend->rating > 0 ? tl_spend_speed(spend, 0) / spend->rating : 1;
    if (spend->behind == NULL) {
        return;
    }
    double behind = spend->behind_mm * pace;
    dear->limit = j->maybe_crosses ? tl_min(dear->limit, j->clear[0] + behind) : j->clear[0] + behind;
    cheap->limit = j->maybe_crosses ? tl_max(cheap->limit, j->clear[1] + behind) : j->clear[1] + behind;
}

tl_status tl_journey_measure(tl_journey *j, tl_error *error) {
    const double open[2] = {j->spend.counts ? j->dear.limit : j->own, j->spend.counts ? j->cheap.limit : j->own};
    leash found[2] = {{.limit = open[0]}, {.limit = open[1]}};
    const double slack[2] = {1e-6, tl_max(0.5 * j->inquiry->tolerance, 1e-6)};
    for (int k = 1; k >= 0 && !j->moving.flies && j->moving.over == NULL; k--) {
        tl_move_span *spans = NULL;
        size_t count = 0;
        tl_status status = find_terrain(j, slack[k], k == 1, k == 0 && found[1].met, &spans, &count, error);
        if (status == TL_OK) {
            found[k] = find_leash(j, spans, count, open[k]);
        }
        tl_free(j->inquiry->context, spans);
        if (status != TL_OK) {
            return status;
        }
    }
    if (j->crosses) {
        limit_behind(j, &found[0], &found[1]);
    }
    const leash *sure = found[1].met ? &found[0] : &found[1];
    j->in_terrain_counts = sure->met;
    j->terrain_after = sure->met_at;
    j->terrain = sure->terrain;
    j->inside = sure->inside;
    j->allowance = j->spend.counts || j->crosses ? found[0].limit : sure->limit;
    tl_verdict loose = within(j, j->length, found[1].limit), tight = within(j, j->length, found[0].limit);
    j->length_verdict = loose == tight ? loose : TL_VERDICT_MARGINAL;
    if (j->length_verdict != TL_VERDICT_YES) {
        sure = &found[0];
        bool behind = j->crosses && j->spend.behind != NULL;
        bool slowed = !behind && sure->limit < open[0], turns = !slowed && j->spend.counts && j->dear.by_turn;
        double limit = turns ? j->dear.stop : tl_max(0, sure->limit);
        tl_halt *halt =
            tl_journey_halt(j, slowed ? tl_by(TL_CLAUSE_MOVE_TERRAIN) : cause_of_length(j), j->length_verdict,
                            slowed && sure->before ? TL_HALT_BEFORE_TERRAIN
                            : slowed               ? TL_HALT_SLOWED
                            : turns                ? TL_HALT_TURN_COST
                                                   : TL_HALT_FAR,
                            tl_journey_plan_at(j, tl_min(limit, j->length)), tl_min(limit, j->length));
        halt->latest = halt->plan + (j->length_verdict == TL_VERDICT_NO ? 0 : INFINITY);
        if (behind && !turns) {
            halt->kind = TL_HALT_BEHIND;
            halt->cause = tl_by_row(TL_CLAUSE_MOVE_CROSSED, j->spend.behind->rule);
        }
        if (slowed) {
            halt->slot = (uint32_t)j->inquiry->table->terrain[sure->terrain].slot;
            halt->has_slot = true;
        }
    }
    bool each = tl_settings_is_at(&j->inquiry->settings, TL_SETTING_BOG_ROLLS, TL_CHOICE_BOG_ROLLS_PER_CROSSING);
    for (size_t i = 0; i < j->crossing_count; i++) {
        j->crossings[i].rolls = j->moving.rolls && (i == 0 || each);
    }
    return TL_OK;
}
