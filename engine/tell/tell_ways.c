/* tell_ways.c: tells what happens on a move besides how far it goes. */
#include "tell/tell_ways.h"

#include <string.h>

static const char *length_text(const tl_inquiry *inquiry, double mm, char buffer[TL_WORDS_LENGTH_SIZE]) {
    return tl_words_length_text(inquiry->words, mm, buffer);
}

static const char *number_text(const tl_inquiry *inquiry, double number, int decimals,
                               char buffer[TL_WORDS_LENGTH_SIZE]) {
    tl_words_decimal_text(inquiry->words, number, decimals, buffer);
    return buffer;
}

/* 0.5 as "50 %". */
static const char *share_text(const tl_inquiry *inquiry, double share, char buffer[TL_WORDS_LENGTH_SIZE]) {
    double percent = 100 * tl_min(share, 1e6);
    bool whole = fabs(percent - floor(percent + 0.5)) < 0.05;
    tl_words_decimal_text(inquiry->words, percent, whole ? 0 : 1, buffer);
    strcat(buffer, "\u00a0%");
    return buffer;
}

static tl_reason *say(const tl_inquiry *inquiry, tl_answer *answer, tl_cause cause, tl_verdict verdict,
                      tl_sentence sentence, const char *a, const char *b, const char *c) {
    char text[TL_REASON_TEXT];
    tl_say(inquiry->words, text, sizeof(text), sentence, a, b, c);
    tl_answer_line(answer, text);
    return tl_answer_reason(answer, cause, verdict, text);
}

static tl_sentence by_verdict(tl_verdict verdict, tl_sentence yes, tl_sentence no, tl_sentence open) {
    return verdict == TL_VERDICT_YES ? yes : verdict == TL_VERDICT_NO ? no : open;
}

static tl_vec3 origin_at(const tl_journey *j, tl_vec3 ground) {
    ground.z += j->moving.drop;
    return ground;
}

/* --- Others ------------------------------------------------------------------------------------------------------- */

static bool is_met(const tl_journey *j, double from) {
    return j->stop == NULL || from <= j->stop->cost;
}

static void overruns(const tl_journey *j, tl_answer *answer) {
    char after[TL_WORDS_LENGTH_SIZE], aside[TL_WORDS_LENGTH_SIZE];
    for (size_t i = 0; i < j->overrun_count; i++) {
        const tl_journey_overrun *o = &j->overruns[i];
        if (!is_met(j, o->from)) {
            continue;
        }
        tl_reason *reason = say(j->inquiry, answer, tl_by(TL_CLAUSE_MOVE_OVERRUN), o->verdict,
                                o->verdict != TL_VERDICT_YES ? TL_SAY_MOVE_OVERRUN_OPEN
                                : o->has_aside               ? TL_SAY_MOVE_OVERRUN
                                                             : TL_SAY_MOVE_OVERRUN_STUCK,
                                tl_tell_slot_name(j->inquiry->words, j->inquiry->table, o->slot),
                                length_text(j->inquiry, o->from, after), length_text(j->inquiry, o->aside_mm, aside));
        tl_answer_reason_number(reason, "after_mm", o->from);
        if (o->has_aside) {
            tl_answer_reason_number(reason, "aside_mm", o->aside_mm);
        }
    }
}

static void contacts(const tl_journey *j, tl_answer *answer) {
    char length[TL_WORDS_LENGTH_SIZE];
    for (size_t i = 0; i < j->touched_count; i++) {
        const tl_journey_touched *t = &j->touched[i];
        tl_reason *reason = say(j->inquiry, answer, tl_by(TL_CLAUSE_MOVE_CONTACT), t->verdict,
                                t->verdict == TL_VERDICT_YES ? TL_SAY_MOVE_CONTACT : TL_SAY_MOVE_CONTACT_OPEN,
                                tl_tell_slot_name(j->inquiry->words, j->inquiry->table, t->slot),
                                length_text(j->inquiry, t->distance, length), "");
        tl_answer_reason_number(reason, "distance_mm", t->distance);
    }
}

static void rounds(const tl_journey *j, tl_answer *answer) {
    char room[TL_WORDS_LENGTH_SIZE], needed[TL_WORDS_LENGTH_SIZE];
    const tl_journey_round *r = &j->round;
    if (r->skill != NULL) {
        tl_reason *reason =
            say(j->inquiry, answer, tl_by_row(TL_CLAUSE_MOVE_ROUND, r->skill->rule), r->verdict, TL_SAY_MOVE_HAS_ROOM,
                length_text(j->inquiry, r->room, room), length_text(j->inquiry, r->needed, needed), "");
        tl_answer_reason_number(reason, "room_mm", r->room);
        tl_answer_reason_number(reason, "needed_mm", r->needed);
        tl_answer_reason_number(reason, "margin_mm", r->room - r->needed);
    }
}

/* --- Flights ------------------------------------------------------------------------------------------------------ */

static void least_of_plan(const tl_journey *j, tl_answer *answer) {
    char flown[TL_WORDS_LENGTH_SIZE], least[TL_WORDS_LENGTH_SIZE];
    const tl_journey_plan *p = &j->plan;
    if (p->least != NULL && !p->enters) {
        tl_reason *reason =
            say(j->inquiry, answer, tl_by_row(TL_CLAUSE_MOVE_PLAN, p->least->rule), p->long_enough,
                by_verdict(p->long_enough, TL_SAY_PLAN_LEAST_YES, TL_SAY_PLAN_LEAST_NO, TL_SAY_PLAN_LEAST_OPEN),
                share_text(j->inquiry, p->flown[0], flown), share_text(j->inquiry, p->least->amount, least), "");
        tl_answer_reason_number(reason, "flown_share", p->flown[0]);
        tl_answer_reason_number(reason, "least_share", p->least->amount);
        tl_answer_reason_number(reason, "margin_mm", (p->flown[0] - p->least->amount) * j->spend.rating);
    }
}

static void turn_of_plan(const tl_journey *j, tl_answer *answer) {
    char turned[TL_WORDS_LENGTH_SIZE], most[TL_WORDS_LENGTH_SIZE];
    const tl_journey_plan *p = &j->plan;
    if (p->turn != NULL) {
        tl_reason *reason = say(
            j->inquiry, answer, tl_by_row(TL_CLAUSE_MOVE_PLAN, p->turn->rule), p->straight_enough,
            by_verdict(p->straight_enough, TL_SAY_PLAN_TURN_YES, TL_SAY_PLAN_TURN_NO, TL_SAY_PLAN_TURN_OPEN),
            number_text(j->inquiry, p->turned_deg, 1, turned), number_text(j->inquiry, p->turn->amount, 0, most), "");
        tl_answer_reason_number(reason, "turned_deg", p->turned_deg);
        tl_answer_reason_number(reason, "limit_deg", p->turn->amount);
    }
}

static void climb_of_plan(const tl_journey *j, tl_answer *answer) {
    char most[TL_WORDS_LENGTH_SIZE], cost[TL_WORDS_LENGTH_SIZE], least[TL_WORDS_LENGTH_SIZE];
    const tl_journey_plan *p = &j->plan;
    if (p->climb != NULL && p->bands[1] > 0) {
        bool settled = p->bands[0] == p->bands[1];
        tl_reason *reason =
            say(j->inquiry, answer, tl_by_row(TL_CLAUSE_MOVE_PLAN, p->climb->rule),
                settled ? TL_VERDICT_YES : TL_VERDICT_MARGINAL, settled ? TL_SAY_PLAN_CLIMB : TL_SAY_PLAN_CLIMB_OPEN,
                number_text(j->inquiry, p->bands[1], 0, most), share_text(j->inquiry, j->spend.climb[1], cost),
                number_text(j->inquiry, p->bands[0], 0, least));
        tl_answer_reason_number(reason, "bands", p->bands[1]);
        tl_answer_reason_number(reason, "least_bands", p->bands[0]);
        tl_answer_reason_number(reason, "share", j->spend.climb[1]);
    }
}

static void edges_of_plan(const tl_journey *j, tl_answer *answer) {
    char text[TL_WORDS_LENGTH_SIZE], far[TL_WORDS_LENGTH_SIZE];
    const tl_journey_plan *p = &j->plan;
    if (p->enters) {
        tl_reason *reason = say(j->inquiry, answer, tl_by(TL_CLAUSE_MOVE_ENTERS), p->entry,
                                p->entry == TL_VERDICT_YES ? TL_SAY_PLAN_ENTERS : TL_SAY_PLAN_ENTERS_NOT,
                                number_text(j->inquiry, fabs(p->entry_deg), 1, text), "", "");
        tl_answer_reason_number(reason, "angle_deg", p->entry_deg);
    }
    if (p->leaves) {
        tl_reason *reason =
            say(j->inquiry, answer, tl_by(TL_CLAUSE_MOVE_LEAVES), p->by_nearest,
                p->by_nearest != TL_VERDICT_NO ? TL_SAY_PLAN_LEAVES : TL_SAY_PLAN_LEAVES_BY,
                length_text(j->inquiry, p->leaves_after, text), length_text(j->inquiry, p->nearest_mm, far), "");
        tl_answer_reason_number(reason, "after_mm", p->leaves_after);
        tl_answer_reason_number(reason, "nearest_mm", p->nearest_mm);
    }
}

bool tl_tell_plan_summary(const tl_journey *j, const char *halt, tl_answer *answer) {
    char length[TL_WORDS_LENGTH_SIZE], from[TL_WORDS_LENGTH_SIZE], to[TL_WORDS_LENGTH_SIZE];
    const tl_journey_plan *p = &j->plan;
    if (!p->asked) {
        return false;
    }
    bool yes = j->verdict == TL_VERDICT_YES;
    tl_say(j->inquiry->words, answer->summary, sizeof(answer->summary),
           by_verdict(j->verdict, TL_SAY_PLAN_YES, TL_SAY_PLAN_NO, TL_SAY_PLAN_OPEN),
           j->inquiry->table->members[j->moving.member].name, yes ? length_text(j->inquiry, j->length, length) : halt,
           length_text(j->inquiry, p->altitude[0], from), length_text(j->inquiry, p->altitude[1], to));
    const tl_move_rule *by = p->long_enough == j->verdict && p->least != NULL ? p->least
                             : p->straight_enough == j->verdict               ? p->turn
                                                                              : p->climb;
    answer->cause = j->stop != NULL ? j->stop->cause : tl_by_row(TL_CLAUSE_MOVE_PLAN, by != NULL ? by->rule : NULL);
    return true;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

void tl_tell_ways_reasons(const tl_journey *j, tl_answer *answer) {
    overruns(j, answer);
    contacts(j, answer);
    rounds(j, answer);
    if (j->plan.asked) {
        least_of_plan(j, answer);
        turn_of_plan(j, answer);
        climb_of_plan(j, answer);
        edges_of_plan(j, answer);
    }
}

static void write_overruns(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_array(writer, "runs_over");
    for (size_t i = 0; i < j->overrun_count; i++) {
        const tl_journey_overrun *o = &j->overruns[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", tl_table_slot_name(j->inquiry->table, o->slot));
        tl_tell_put_verdict(writer, "verdict", o->verdict);
        tl_json_put_double(writer, "after_mm", o->from);
        tl_json_put_double(writer, "until_mm", o->to);
        tl_json_put_point(writer, "at", origin_at(j, o->at));
        tl_json_put_point(writer, "until", origin_at(j, o->out));
        if (o->has_aside) {
            tl_json_put_double(writer, "aside_mm", o->aside_mm);
            tl_json_put_point(writer, "aside", (tl_vec3){o->aside.x, o->aside.y, 0});
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void write_contacts(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_array(writer, "contacts");
    for (size_t i = 0; i < j->touched_count; i++) {
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", tl_table_slot_name(j->inquiry->table, j->touched[i].slot));
        tl_tell_put_verdict(writer, "verdict", j->touched[i].verdict);
        tl_json_put_double(writer, "distance_mm", j->touched[i].distance);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void write_plan(const tl_journey *j, tl_json_writer *writer) {
    static const char *const sides[TL_JOURNEY_SIDES] = {"west", "east", "south", "north"};
    const tl_journey_plan *p = &j->plan;
    tl_json_open_object(writer, "plan");
    tl_tell_put_verdict(writer, "verdict", p->verdict);
    tl_json_put_double(writer, "from_mm", p->altitude[0]);
    tl_json_put_double(writer, "to_mm", p->altitude[1]);
    tl_json_put_double(writer, "bands", p->bands[1]);
    tl_json_put_double(writer, "least_bands", p->bands[0]);
    tl_json_put_double(writer, "flown_share", p->flown[0]);
    tl_tell_put_verdict(writer, "long_enough", p->long_enough);
    tl_json_put_double(writer, "turned_deg", p->turned_deg);
    tl_tell_put_verdict(writer, "turns", p->straight_enough);
    tl_json_put_string(writer, "nearest_edge", sides[p->nearest]);
    tl_json_put_double(writer, "nearest_mm", p->nearest_mm);
    if (p->enters) {
        tl_json_put_string(writer, "enters", sides[p->enters_by]);
        tl_json_put_double(writer, "entry_deg", p->entry_deg);
        tl_tell_put_verdict(writer, "straight", p->entry);
    }
    if (p->leaves) {
        tl_json_put_string(writer, "leaves", sides[p->leaves_by]);
        tl_json_put_double(writer, "leaves_after_mm", p->leaves_after);
        tl_tell_put_verdict(writer, "by_nearest", p->by_nearest);
    }
    tl_json_end_object(writer);
}

void tl_tell_ways_fields(const tl_journey *j, tl_json_writer *writer) {
    const tl_journey_round *r = &j->round;
    if (j->moving.unit->kind->runs_over != NULL) {
        write_overruns(j, writer);
    }
    if (j->moving.unit->kind->charges) {
        write_contacts(j, writer);
    }
    if (r->skill != NULL) {
        tl_json_open_object(writer, "round");
        tl_tell_put_verdict(writer, "verdict", r->verdict);
        tl_json_put_double(writer, "turned_deg", r->turned_deg);
        tl_json_put_double(writer, "room_mm", r->room);
        tl_json_put_double(writer, "needed_mm", r->needed);
        tl_json_put_double(writer, "margin_mm", r->room - r->needed);
        tl_json_end_object(writer);
    }
    if (j->plan.asked) {
        write_plan(j, writer);
    }
}

/* --- Charges ------------------------------------------------------------------------------------------------------ */

static void write_charge(const tl_inquiry *inquiry, const tl_charge *c, tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", inquiry->table->members[c->member].id);
    tl_tell_put_verdict(writer, "verdict", c->verdict);
    tl_json_put_double(writer, "apart_mm", c->apart);
    tl_json_put_double(writer, "margin_mm", c->margin);
    if (c->verdict == TL_VERDICT_YES) {
        tl_json_put_double(writer, "length_mm", c->length);
        tl_json_open_array(writer, "path");
        for (size_t i = 0; i < c->corner_count; i++) {
            tl_json_begin_array(writer);
            tl_json_double(writer, c->corners[i].x);
            tl_json_double(writer, c->corners[i].y);
            tl_json_end_array(writer);
        }
        tl_json_end_array(writer);
    }
    tl_json_end_object(writer);
}

void tl_tell_charges(const tl_inquiry *inquiry, const tl_charges *charges, tl_answer *answer) {
    char length[TL_WORDS_LENGTH_SIZE];
    tl_json_open_array(&answer->body, "charges");
    for (size_t i = 0; i < charges->count; i++) {
        const tl_charge *c = &charges->items[i];
        bool yes = c->verdict == TL_VERDICT_YES;
        tl_reason *reason =
            say(inquiry, answer, tl_by(TL_CLAUSE_MOVE_CONTACT), c->verdict,
                by_verdict(c->verdict, TL_SAY_REACH_CHARGE, TL_SAY_REACH_NO_CHARGE, TL_SAY_REACH_CHARGE_OPEN),
                inquiry->table->members[c->member].name, length_text(inquiry, yes ? c->length : c->apart, length), "");
        tl_answer_reason_number(reason, "apart_mm", c->apart);
        tl_answer_reason_number(reason, "margin_mm", c->margin);
        write_charge(inquiry, c, &answer->body);
    }
    tl_json_end_array(&answer->body);
}
