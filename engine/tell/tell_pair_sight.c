/* tell_pair_sight.c: what is said, written and drawn of the sight between two models. */
#include "tell/tell_pair_sight.h"

#include "tell/tell_depth.h"
#include "tell/tell_holes.h"
#include "tell/tell_patch.h"

/* A line that passes something nearer than this is said to pass it, mm. */
#define NARROW 10.0

static const char *name_of(const tl_inquiry *inquiry, size_t member) {
    return member == TL_THE_CENTRE ? tl_phrase(inquiry->words, TL_SAY_THE_CENTRE)
                                   : inquiry->table->members[member].name;
}

static size_t slot_of(const tl_inquiry *inquiry, size_t member) {
    return member == TL_THE_CENTRE ? 0 : inquiry->table->members[member].slot;
}

void tl_tell_pair_sight_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size) {
    const char *from = name_of(inquiry, result->from), *to = name_of(inquiry, result->to);
    const tl_sight *sight = &result->sight;
    char number[TL_WORDS_LENGTH_SIZE], list[200], way[240];
    if (result->patch.decides) {
        tl_tell_pair_patch_text(inquiry, result, buffer, size);
        return;
    }
    if (result->holes.count > 0) {
        char holes[TL_REASON_TEXT];
        tl_tell_holes_text(inquiry, &result->holes, holes, sizeof(holes));
        tl_say(inquiry->words, buffer, size,
               result->holes.by_repair                   ? TL_SAY_SIGHT_NO_REPAIR
               : result->holes.through == TL_VERDICT_YES ? TL_SAY_SIGHT_THROUGH
                                                         : TL_SAY_SIGHT_PERHAPS_THROUGH,
               from, to, holes);
        return;
    }
    if (sight->verdict == TL_VERDICT_YES) {
        bool close = sight->clearance <= inquiry->tolerance, past = result->has_nearest && sight->clearance < NARROW;
        tl_say(inquiry->words, buffer, size,
               close  ? past ? TL_SAY_SIGHT_CLOSE_PAST : TL_SAY_SIGHT_CLOSE
               : past ? TL_SAY_SIGHT_PAST
                      : TL_SAY_SIGHT_YES,
               from, to, tl_words_length_text(inquiry->words, sight->clearance, number),
               past && result->nearest == 0 ? tl_phrase(inquiry->words, TL_SAY_THE_GROUND)
               : past                       ? tl_tell_slot_name(inquiry->words, inquiry->table, result->nearest)
                                            : NULL);
        return;
    }
    if (sight->from_inside_solid || sight->to_inside_solid) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SIGHT_INSIDE, from, to, sight->from_inside_solid ? from : to);
        return;
    }
    if (result->uncertainty.decides) {
        char clear[TL_WORDS_LENGTH_SIZE];
        tl_tell_slots_text(inquiry->words, inquiry->table, result->uncertainty.slots, result->uncertainty.count, list,
                           sizeof(list));
        tl_say(inquiry->words, buffer, size, sight->has_line ? TL_SAY_SIGHT_UNCERTAIN : TL_SAY_SIGHT_UNCERTAIN_HIDDEN,
               from, to, tl_words_length_text(inquiry->words, result->uncertainty.needed, number),
               tl_words_length_text(inquiry->words, sight->clearance, clear),
               result->uncertainty.count > 0 ? list : from);
        return;
    }
    bool open =
        tl_inquiry_is_unsettled(sight->verdict, sight->why); /* the work ran out: nothing is known to be close */
    tl_tell_slots_text(inquiry->words, inquiry->table, sight->named, sight->named_count, list, sizeof(list));
    tl_say(inquiry->words, way, sizeof(way), sight->named_count > 1 ? TL_SAY_ARE : TL_SAY_IS, list);
    if (sight->verdict == TL_VERDICT_NO) {
        tl_say(inquiry->words, buffer, size, result->by_area ? TL_SAY_SIGHT_NO_AREA : TL_SAY_SIGHT_NO, from, to,
               result->by_area ? list : way);
    } else if (sight->has_line && sight->clearance > 0) {
        char wanted[TL_WORDS_LENGTH_SIZE];
        double least = tl_settings_number_of(&inquiry->settings, TL_SETTING_MIN_CLEARANCE_MM);
        tl_say(inquiry->words, buffer, size, open ? TL_SAY_SIGHT_OPEN_NARROW : TL_SAY_SIGHT_MARGINAL_NARROW, from, to,
               tl_words_length_text(inquiry->words, sight->clearance, number),
               tl_words_length_text(inquiry->words, least, wanted));
    } else if (sight->max_clearance < 10 && !open) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SIGHT_MARGINAL_BEST, from, to,
               tl_words_length_text(inquiry->words, sight->max_clearance, number));
    } else {
        tl_say(inquiry->words, buffer, size,
               sight->named_count > 0 ? TL_SAY_SIGHT_MARGINAL_IN_WAY : TL_SAY_SIGHT_MARGINAL, from, to, way);
    }
}

bool tl_tell_pair_sight_bound(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer,
                              size_t size) {
    const tl_sight *sight = &result->sight;
    char most[TL_WORDS_LENGTH_SIZE];
    if (!tl_inquiry_is_unsettled(sight->verdict, sight->why) || !isfinite(sight->max_clearance)) {
        return false;
    }
    tl_say(inquiry->words, buffer, size, TL_SAY_SIGHT_BOUND,
           tl_words_length_text(inquiry->words, sight->max_clearance, most), NULL);
    return true;
}

void tl_tell_pair_sight_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    const tl_sight *sight = &result->sight;
    tl_json_put_string(writer, "from", inquiry->table->members[result->from].id);
    tl_json_put_string(writer, "to", inquiry->table->members[result->to].id);
    tl_tell_pair_patch_json(inquiry, result, writer);
    tl_tell_holes_json(inquiry, &result->holes, writer);
    if (sight->verdict == TL_VERDICT_YES) {
        tl_json_open_object(writer, "witness");
        tl_json_put_point(writer, "from", sight->from);
        tl_json_put_point(writer, "to", sight->to);
        tl_json_put_double(writer, "clearance_mm", sight->clearance);
        if (result->has_nearest) {
            tl_json_put_string(writer, "nearest", tl_table_slot_name(inquiry->table, result->nearest));
        }
        tl_json_end_object(writer);
        if (sight->clearance <= inquiry->tolerance) {
            tl_json_put_bool(writer, "close", true);
        }
        tl_tell_depth_json(inquiry, result, writer);
        return;
    }
    if (sight->from_inside_solid || sight->to_inside_solid) {
        tl_json_put_string(writer, "reason", "inside_solid");
        tl_json_put_string(writer, "inside",
                           inquiry->table->members[sight->from_inside_solid ? result->from : result->to].id);
    }
    tl_tell_put_slots(writer, "blockers", inquiry->table, sight->named, sight->named_count);
    tl_tell_depth_json(inquiry, result, writer);
    if (sight->verdict == TL_VERDICT_NO && sight->closed_gap > 1e-6) {
        tl_json_put_double(writer, "closed_gap_mm", sight->closed_gap);
    }
    if (sight->verdict == TL_VERDICT_MARGINAL) {
        tl_json_put_string(writer, "why", tl_why_word(sight->why));
        tl_json_put_double(writer, "clearance_mm", sight->has_line ? sight->clearance : 0);
        if (result->uncertainty.decides) {
            tl_json_put_double(writer, "uncertainty_mm", result->uncertainty.needed);
        }
        if (isfinite(sight->max_clearance)) {
            tl_json_put_double(writer, "max_clearance_mm", sight->max_clearance);
        }
    }
}

void tl_tell_pair_sight_draw(const tl_inquiry *inquiry, const tl_pair_sight_result *result,
                             const tl_pair_sight_shown *shown, tl_answer *answer) {
    const tl_sight *sight = &result->sight;
    bool line = shown->kind == TL_SHOWN_LINE;
    tl_tell_holes_witness(inquiry, &result->holes, answer);
    for (size_t i = 0; i < result->uncertainty.count; i++) {
        tl_answer_uncertain(answer, inquiry, result->uncertainty.slots[i]);
    }
    if (shown->kind != TL_SHOWN_NOTHING) {
        tl_witness *witness =
            tl_answer_witness(answer, line ? TL_WITNESS_SIGHT : TL_WITNESS_ATTEMPT, shown->from, shown->stop);
        if (witness != NULL) {
            witness->width = line ? sight->clearance : 0;
            witness->c = line ? witness->c : shown->to;
            witness->from_slot = slot_of(inquiry, result->from);
            witness->to_slot = slot_of(inquiry, result->to);
        }
        tl_tell_depth_draw(inquiry, result, shown, answer);
    }
    for (size_t i = 0; i < sight->named_count && !line; i++) {
        tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_BLOCKER, sight->attempt_stop, sight->attempt_stop);
        if (witness != NULL) {
            witness->slot = sight->named[i];
        }
    }
}

void tl_tell_pair_sight_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_answer *answer) {
    tl_pair_sight_shown shown;
    if (tl_pair_sight_show(inquiry, result, &shown, NULL) != TL_OK) {
        answer->status = TL_ERROR_MEMORY;
    }
    tl_tell_pair_sight_draw(inquiry, result, &shown, answer);
    tl_pair_sight_shown_free(&shown);
}
