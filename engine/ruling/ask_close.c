/* ask_close.c: who reaches whom in close combat (DB-CC-01). */
#include "ruling/ask.h"
#include "ruling/bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct close_combat {
    const tl_inquiry *inquiry;
    const tl_party *from, *to;
    tl_reach *reach;        /* per attacker, target */
    size_t best;            /* the pair with the most to spare */
    size_t able;            /* attackers with somebody in reach */
    const tl_party *inside; /* of the two the one that is inside a transport: nobody fights it there; NULL: none */
    tl_verdict verdict;
} close_combat;

static tl_status measure(close_combat *x, tl_error *error) {
    x->verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < x->from->count; i++) {
        bool any = false;
        for (size_t j = 0; j < x->to->count; j++) {
            size_t k = i * x->to->count + j;
            tl_status status = tl_pair_reach(x->inquiry, x->from->first + i, x->to->first + j, &x->reach[k], error);
            if (status != TL_OK) {
                return status;
            }
            if (x->inside != NULL) {
                x->reach[k].limit.verdict = TL_VERDICT_NO;
            }
            x->best = x->reach[k].limit.margin > x->reach[x->best].limit.margin ? k : x->best;
            x->verdict = tl_verdict_either(x->verdict, x->reach[k].limit.verdict);
            any = any || x->reach[k].limit.verdict == TL_VERDICT_YES;
        }
        x->able += any;
    }
    return TL_OK;
}

static void words(const close_combat *x, tl_answer *answer) {
    const tl_words *w = &x->inquiry->words;
    const tl_reach *best = &x->reach[x->best];
    const tl_placed *members = x->inquiry->table->members;
    char line[TL_REASON_TEXT], able[TL_LENGTH_SIZE], of[TL_LENGTH_SIZE], distance[TL_LENGTH_SIZE], gap[TL_LENGTH_SIZE],
        reach[TL_LENGTH_SIZE], margin[TL_LENGTH_SIZE];
    tl_count_text(x->able, able);
    tl_count_text(x->from->count, of);
    tl_say(w, answer->summary, sizeof(answer->summary),
           x->verdict == TL_VERDICT_YES  ? TL_SAY_CLOSE_YES
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
    tl_reason *reason = tl_answer_reason(answer, "DB-CC-01", best->limit.verdict, line);
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
        tl_answer_reason(answer, "DT-SPC-18", TL_VERDICT_NO, line);
    }
    if (x->from->unit->kind == TL_CLASS_AIRCRAFT || x->to->unit->kind == TL_CLASS_AIRCRAFT) {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_AIRCRAFT, NULL);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, "DB-CC-02", TL_VERDICT_NO, line);
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

static void write(const close_combat *x, tl_json_writer *writer) {
    const tl_placed *members = x->inquiry->table->members;
    const tl_reach *best = &x->reach[x->best];
    tl_json_put_string(writer, "from", members[x->from->first + x->best / x->to->count].id);
    tl_json_put_string(writer, "to", members[x->to->first + x->best % x->to->count].id);
    put_reach(best, writer);
    tl_json_put_point(writer, "from_point", best->range.from);
    tl_json_put_point(writer, "to_point", best->range.to);
    tl_json_put_string(writer, "metric", best->has_gap ? "plan" : "3d");
    tl_json_put_int(writer, "count", (int64_t)x->able);
    tl_json_put_int(writer, "of", (int64_t)x->from->count);
    tl_json_key(writer, "members");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < x->from->count; i++) {
        const tl_reach *own = &x->reach[i * x->to->count];
        tl_verdict verdict = TL_VERDICT_NO;
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", members[x->from->first + i].id);
        tl_json_key(writer, "targets");
        tl_json_begin_array(writer);
        for (size_t j = 0; j < x->to->count; j++) {
            verdict = tl_verdict_either(verdict, own[j].limit.verdict);
            if (own[j].limit.verdict == TL_VERDICT_YES) {
                tl_json_string(writer, members[x->to->first + j].id);
            }
        }
        tl_json_end_array(writer);
        tl_json_put_verdict(writer, "verdict", verdict);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void witness(const close_combat *x, tl_answer *answer) {
    tl_answer_rings(answer, &x->inquiry->words, x->from->first, x->from->count, (tl_vec3){0, 0, 0},
                    x->reach[x->best].limit.limit, NULL);
    for (size_t k = 0; k < x->from->count * x->to->count && answer->witness_count < 16; k++) {
        if (k == x->best || x->reach[k].limit.verdict == TL_VERDICT_YES) {
            tl_witness *tape =
                tl_answer_witness(answer, TL_WITNESS_MEASURE, x->reach[k].range.from, x->reach[k].range.to);
            if (tape != NULL && k == x->best) {
                tl_length_text(&x->inquiry->words, x->reach[k].range.distance_mm, tape->label);
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
    x.reach = tl_alloc_array(inquiry->context, from->count * to->count, sizeof(*x.reach));
    status = x.reach != NULL ? measure(&x, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        answer->verdict = x.verdict;
        answer->rule = x.inside != NULL ? "DT-SPC-18" : "DB-CC-01";
        words(&x, answer);
        write(&x, &answer->body);
        witness(&x, answer);
        tl_note_guesses(inquiry, from->first, from->count, true, false, answer);
        tl_note_guesses(inquiry, to->first, to->count, true, false, answer);
    }
    tl_free(inquiry->context, x.reach);
    return status;
}
