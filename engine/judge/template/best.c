/* best.c: the best placements of a template: what is asked, and what the search for them has shown. */
#include "judge/template/best.h"

#include "judge/party.h"
#include "judge/template/placement_search.h"

#include <stdio.h>
#include <string.h>

/* --- What is asked ------------------------------------------------------------------------------------------------ */

static tl_status check_side(const tl_inquiry *inquiry, const char *side, tl_error *error) {
    const tl_document *document = inquiry->table->document;
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < document->unit_count; i++) {
        if (strcmp(document->units[i].side, side) == 0) {
            return TL_OK;
        }
        if (count < 64 && document->units[i].side[0] != '\0') {
            names[count++] = document->units[i].side;
        }
    }
    const char *nearest = tl_nearest_name(side, names, count);
    char remedy[160];
    snprintf(remedy, sizeof(remedy),
             nearest != NULL ? "did you mean `%s`?" : "name the side of one of the scene's units", nearest);
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "side", remedy, "no unit of the scene is on the side `%s`", side);
}

/* Whether the question is one for a search, and nothing says already where the template lies. */
static tl_status check_question(const tl_placement_search *search, tl_error *error) {
    const tl_question *q = &search->question;
    const tl_inquiry *inquiry = search->inquiry;
    if (q->at_count > 0 || q->toward != NULL || q->has_angle) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "best", "leave `at`, `toward` and `angle` out",
                       "the best place is asked for, and a place is given");
    }
    if (!(q->friends_weight >= 0 && q->friends_weight <= 1000)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "friends_weight", "give a number from 0 to 1000",
                       "how many enemies a friend weighs can't be negative");
    }
    if (search->rule->flame && q->from == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the unit or member that fires",
                       "a flame lies against the one who fires, and nobody is named");
    }
    if (search->rule->sees_from == TL_SEES_FROM_FIRER && q->from == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the unit or member that fires",
                       "`%s` hits whom the one who fires sees, and nobody is named", search->rule->name);
    }
    if (search->rule->flame &&
        tl_settings_is_at(&inquiry->settings, TL_SETTING_FLAME_AXIS, TL_CHOICE_FLAME_AXIS_TARGET_CENTRE)) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, NULL, "flame_axis", "ask with flame_axis = attacker_centre",
                       "the best place of a flame is searched for axes through the one who fires alone");
    }
    return TL_OK;
}

/* Who fires, and with what. */
static tl_status find_firers(tl_placement_search *search, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    const tl_question *q = &search->question;
    search->has_firer = true;
    tl_status status = tl_referee_party(inquiry->referee, q->from, "from", &search->firers, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, &search->firers, q->weapon, &search->weapons, &search->weapon_count, error);
    }
    for (size_t w = 0; w < search->weapon_count && status == TL_OK; w++) {
        if (tl_placement_armed(search, SIZE_MAX, w)) {
            return TL_OK;
        }
    }
    return status != TL_OK
               ? status
               : tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "from", "name `weapon`, or leave `from` out and give `side`",
                         "%s has no weapon in the scene with the template `%s`", search->firers.unit->name,
                         search->rule->name);
}

/* --- The search --------------------------------------------------------------------------------------------------- */

static tl_status begin(tl_placement_search *search, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    size_t members = inquiry->table->member_count;
    for (size_t slot = 0; slot < 1 + inquiry->table->terrain_count + members; slot++) {
        const tl_placed *owner = tl_table_slot_owner(inquiry->table, slot);
        search->uncertain =
            search->uncertain || tl_placed_uncertainty(owner) > 0 || tl_placed_base_uncertainty(owner) > 0;
    }
    tl_placement_measure(search);
    search->words = members / 64 + 1;
    search->candidates = tl_alloc_array(inquiry->context, members, sizeof(*search->candidates));
    search->seen = tl_alloc_array(inquiry->context, members * (search->has_firer ? search->firers.count : 1), 1);
    return search->candidates != NULL && search->seen != NULL ? tl_placement_find_candidates(search, error)
                                                              : tl_fail_memory(error);
}

static void conclude(const tl_placement_search *search, const tl_template_search_result *result) {
    tl_best *best = search->best;
    tl_unsettled *unsettled = search->inquiry->unsettled;
    double upper = tl_min(result->upper, (double)best->enemies_on_table); /* time was up before it was bounded */
    best->rule = search->rule;
    best->cause = tl_strike_under_cause(search->rule);
    const double found = best->count > 0 ? search->best_score : 0;
    best->upper = tl_max(upper, found);
    best->proved = best->upper <= found;
    best->exhausted = result->exhausted;
    best->uncertain = search->uncertain;
    best->cells = result->cells;
    best->work = search->work;
    if (unsettled != NULL && best->exhausted && !best->proved) {
        unsettled->search = true;
    }
}

tl_status tl_best_find(const tl_inquiry *inquiry, const tl_question *question, tl_best *best, tl_error *error) {
    tl_inquiry quick = *inquiry; /* its settings and its clock stay the other's */
    quick.quick = true;
    *best = (tl_best){.context = inquiry->context};
    tl_placement_search search = {.inquiry = &quick, .question = *question, .best = best, .best_score = -INFINITY};
    search.friends_weight = question->has_friends_weight ? question->friends_weight : 1;
    search.question.friends_weight = search.friends_weight;
    search.question.best = false;
    tl_template_search_result result = {.best = -INFINITY};
    tl_status status = tl_placing_rule(inquiry, question->shape, &search.rule, error);
    if (status == TL_OK) {
        status = check_question(&search, error);
    }
    if (status == TL_OK && question->from != NULL) {
        status = find_firers(&search, error);
    }
    if (status == TL_OK && question->side != NULL) {
        status = check_side(inquiry, question->side, error);
    }
    if (status == TL_OK) {
        status = begin(&search, error);
    }
    if (status == TL_OK) {
        status = search.rule->flame ? tl_placement_search_flame(&search, &result, error)
                                    : tl_placement_search_blast(&search, &result, error);
    }
    if (status == TL_OK) {
        tl_placement_sort(best);
        conclude(&search, &result);
    } else {
        tl_best_free(best);
    }
    tl_free(inquiry->context, search.candidates);
    tl_free(inquiry->context, search.seen);
    return status;
}

tl_question tl_best_first(const tl_inquiry *inquiry, const tl_question *question, const tl_best *best) {
    const tl_best_place *place = &best->places[0];
    tl_question first = *question;
    tl_party firers = {.rider = NULL};
    bool known =
        place->firer != SIZE_MAX && tl_referee_party(inquiry->referee, question->from, "from", &firers, NULL) == TL_OK;
    first.best = false;
    if (known && firers.rider == NULL) { /* whoever rides lays it from his carrier, as himself */
        first.from = inquiry->table->members[place->firer].id;
    }
    first.at_count = best->rule->flame ? 0 : 3;
    first.has_angle = best->rule->flame;
    first.angle_deg = place->angle_deg;
    first.at[0] = place->at.x;
    first.at[1] = place->at.y;
    first.at[2] = place->at.z;
    return first;
}

tl_verdict tl_best_verdict(const tl_best *best, const tl_strike *first) {
    return !best->proved ? TL_VERDICT_MARGINAL : first != NULL ? first->verdict : TL_VERDICT_NO;
}
