/* ask_close.c: who reaches whom in close combat (DB-CC-01), and sees him (DB-CC-03). */
#include "tell/ask.h"
#include "judge/bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct close_combat {
    const tl_inquiry *inquiry;
    const tl_party *from, *to;
    tl_melee *pairs;        /* per attacker, target */
    size_t best;            /* the pair that gets farthest; of equals the one with the most to spare */
    size_t able;            /* attackers who can fight somebody */
    const tl_party *inside; /* of the two the one that is inside a transport: nobody fights it there; NULL: none */
    tl_verdict verdict;
} close_combat;

/* Whether one pair tells more than another: able before open before in reach alone, then the one with more to spare. */
static bool tells_more(const tl_melee *one, const tl_melee *other) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_YES] = 2};
    const int a[2] = {order[one->verdict], order[one->reach.limit.verdict]};
    const int b[2] = {order[other->verdict], order[other->reach.limit.verdict]};
    return a[0] != b[0]   ? a[0] > b[0]
           : a[1] != b[1] ? a[1] > b[1]
                          : one->reach.limit.margin > other->reach.limit.margin;
}

static tl_status measure(close_combat *x, tl_error *error) {
    x->verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < x->from->count; i++) {
        bool any = false;
        for (size_t j = 0; j < x->to->count; j++) {
            size_t k = i * x->to->count + j;
            tl_status status = tl_pair_melee(x->inquiry, x->from->first + i, x->to->first + j, &x->pairs[k], error);
            if (status != TL_OK) {
                return status;
            }
            if (x->inside != NULL) {
                x->pairs[k].verdict = x->pairs[k].reach.limit.verdict = TL_VERDICT_NO;
            }
            x->best = tells_more(&x->pairs[k], &x->pairs[x->best]) ? k : x->best;
            x->verdict = tl_verdict_either(x->verdict, x->pairs[k].verdict);
            any = any || x->pairs[k].verdict == TL_VERDICT_YES;
        }
        x->able += any;
    }
    return TL_OK;
}

/* What comes of reach alone, and of sight. */
static void sight_words(const close_combat *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    const tl_melee *best = &x->pairs[x->best];
    if (best->looked && tl_close_needs_sight(x->inquiry)) {
        tl_pair_sight_text(x->inquiry, &best->sight, line, sizeof(line));
        if (best->sees != TL_VERDICT_YES || best->sight.holes.count > 0) {
            tl_answer_line(answer, line);
        }
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_CLOSE_SIGHT), best->sees, line);
        if (best->sees == TL_VERDICT_YES) {
            tl_reason_number(reason, "clearance_mm", best->sight.sight.clearance);
        }
    }
}

static void words(const close_combat *x, tl_answer *answer) {
    const tl_words *w = &x->inquiry->words;
    const tl_reach *best = &x->pairs[x->best].reach;
    bool hidden = x->verdict == TL_VERDICT_NO && best->limit.verdict != TL_VERDICT_NO;
    const tl_placed *members = x->inquiry->table->members;
    char line[TL_REASON_TEXT], able[TL_LENGTH_SIZE], of[TL_LENGTH_SIZE], distance[TL_LENGTH_SIZE], gap[TL_LENGTH_SIZE],
        reach[TL_LENGTH_SIZE], margin[TL_LENGTH_SIZE];
    tl_count_text(x->able, able);
    tl_count_text(x->from->count, of);
    tl_say(w, answer->summary, sizeof(answer->summary),
           x->verdict == TL_VERDICT_YES  ? TL_SAY_CLOSE_YES
           : hidden                      ? TL_SAY_CLOSE_HIDDEN
           : x->verdict == TL_VERDICT_NO ? TL_SAY_CLOSE_NO
                                         : TL_SAY_CLOSE_MARGINAL,
           x->from->name, x->to->name, able, of);
    tl_length_text(w, best->range.distance_mm, distance);
    tl_length_text(w, best->gap, gap);
    tl_length_text(w, best->limit.limit, reach);
    tl_length_text(w, fabs(best->limit.margin), margin);
    const char *a = members[x->from->first + x->best / x->to->count].name;
    const char *b = members[x->to->first + x->best % x->to->count].name;
    if (best->has_gap) {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_NEAREST_GAP, a, b, distance, gap);
    } else {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_NEAREST, a, b, distance);
    }
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_CLOSE_REACH), best->limit.verdict, line);
    tl_reason_number(reason, "distance_mm", best->range.distance_mm);
    if (best->has_gap) {
        tl_reason_number(reason, "gap_mm", best->gap);
    }
    tl_reason_number(reason, "limit_mm", best->limit.limit);
    tl_reason_number(reason, "margin_mm", best->limit.margin);
    tl_say(w, line, sizeof(line), best->limit.margin >= 0 ? TL_SAY_REACH_SPARE : TL_SAY_REACH_SHORT, reach, margin);
    tl_answer_line(answer, line);
    tl_limit_tell(x->inquiry, &best->limit, answer);
    if (x->inside != NULL) {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_INSIDE, x->inside->name, members[x->inside->first].name);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_ABOARD_INSIDE), TL_VERDICT_NO, line);
    } else {
        sight_words(x, answer);
    }
    if (x->from->unit->kind == TL_CLASS_AIRCRAFT || x->to->unit->kind == TL_CLASS_AIRCRAFT) {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_AIRCRAFT, NULL);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_CLOSE_CLASS), TL_VERDICT_NO, line);
    }
}

static void put_reach(const tl_reach *reach, tl_json_writer *writer) {
    tl_json_put_double(writer, "distance_mm", reach->range.distance_mm);
    if (reach->has_gap) {
        tl_json_put_double(writer, "gap_mm", reach->gap);
    }
    tl_json_put_double(writer, "limit_mm", reach->limit.limit);
    if (reach->limit.uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", reach->limit.uncertainty);
    }
    tl_json_put_double(writer, "margin_mm", reach->limit.margin);
}

/* The targets of one attacker that fit: in reach and seen, or in reach and certainly not seen. */
static void put_targets(const close_combat *x, size_t attacker, bool seen, tl_json_writer *writer) {
    const tl_melee *own = &x->pairs[attacker * x->to->count];
    tl_json_key(writer, seen ? "targets" : "unseen");
    tl_json_begin_array(writer);
    for (size_t j = 0; j < x->to->count; j++) {
        bool fits = seen ? own[j].verdict == TL_VERDICT_YES : own[j].looked && own[j].sees == TL_VERDICT_NO;
        if (fits) {
            tl_json_string(writer, x->inquiry->table->members[x->to->first + j].id);
        }
    }
    tl_json_end_array(writer);
}

static void write(const close_combat *x, tl_json_writer *writer) {
    const tl_placed *members = x->inquiry->table->members;
    const tl_reach *best = &x->pairs[x->best].reach;
    tl_json_put_string(writer, "from", members[x->from->first + x->best / x->to->count].id);
    tl_json_put_string(writer, "to", members[x->to->first + x->best % x->to->count].id);
    put_reach(best, writer);
    tl_json_put_point(writer, "from_point", best->range.from);
    tl_json_put_point(writer, "to_point", best->range.to);
    tl_json_put_string(writer, "metric", best->has_gap ? "plan" : "3d");
    tl_json_put_verdict(writer, "reach", best->limit.verdict);
    if (x->pairs[x->best].looked && tl_close_needs_sight(x->inquiry)) {
        tl_json_put_verdict(writer, "los", x->pairs[x->best].sees);
        tl_json_key(writer, "sight");
        tl_json_begin_object(writer);
        tl_pair_sight_json(x->inquiry, &x->pairs[x->best].sight, writer);
        tl_json_end_object(writer);
    }
    tl_json_put_int(writer, "count", (int64_t)x->able);
    tl_json_put_int(writer, "of", (int64_t)x->from->count);
    tl_json_key(writer, "members");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < x->from->count; i++) {
        const tl_melee *own = &x->pairs[i * x->to->count];
        tl_verdict verdict = TL_VERDICT_NO;
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", members[x->from->first + i].id);
        for (size_t j = 0; j < x->to->count; j++) {
            verdict = tl_verdict_either(verdict, own[j].verdict);
        }
        put_targets(x, i, true, writer);
        put_targets(x, i, false, writer);
        tl_json_put_verdict(writer, "verdict", verdict);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void witness(const close_combat *x, tl_answer *answer) {
    tl_answer_rings(answer, &x->inquiry->words, x->from->first, x->from->count, (tl_vec3){0, 0, 0},
                    x->pairs[x->best].reach.limit.limit, NULL);
    for (size_t k = 0; k < x->from->count * x->to->count && answer->witness_count < 16; k++) {
        const tl_range_result *range = &x->pairs[k].reach.range;
        if (k == x->best || x->pairs[k].verdict == TL_VERDICT_YES) {
            tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, range->from, range->to);
            if (tape != NULL && k == x->best) {
                tl_length_text(&x->inquiry->words, range->distance_mm, tape->label);
            }
        }
    }
}

tl_status tl_ask_close_combat(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                              tl_error *error) {
    tl_status status = tl_parties_differ(from, to, error);
    if (status != TL_OK) {
        return status;
    }
    close_combat x = {.inquiry = inquiry, .from = from, .to = to};
    x.inside = tl_unit_is_inside(inquiry, from->unit) ? from : tl_unit_is_inside(inquiry, to->unit) ? to : NULL;
    x.pairs = tl_alloc_array(inquiry->context, from->count * to->count, sizeof(*x.pairs));
    status = x.pairs != NULL ? measure(&x, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        answer->verdict = x.verdict;
        const tl_melee *best = &x.pairs[x.best];
        answer->cause = x.inside != NULL ? tl_by(TL_CLAUSE_ABOARD_INSIDE)
                        : x.verdict != TL_VERDICT_YES && best->looked && best->reach.limit.verdict == TL_VERDICT_YES
                            ? tl_by(TL_CLAUSE_CLOSE_SIGHT)
                            : tl_by(TL_CLAUSE_CLOSE_REACH);
        words(&x, answer);
        write(&x, &answer->body);
        witness(&x, answer);
        bool looked = best->looked && tl_close_needs_sight(inquiry);
        tl_note_guesses(inquiry, from->first, from->count, true, looked, answer);
        tl_note_guesses(inquiry, to->first, to->count, true, looked, answer);
    }
    tl_free(inquiry->context, x.pairs);
    return status;
}
