/* best.c: who is hunted, what a placement is worth, and which placements are kept. */
#include "judge/template/best.h"

#include "body/shape.h"

#include <stdio.h>
#include <string.h>

void tl_best_free(tl_best *best) {
    for (size_t i = 0; i < best->count; i++) {
        tl_free(best->context, best->places[i].hit);
    }
    best->count = 0;
}

uint64_t tl_hunt_work(void *hunt) {
    return ((tl_hunt *)hunt)->work;
}

/* --- Keeping ------------------------------------------------------------------------------------------------------ */

/* Better ones first: fewer friends, then more room to slip, then by place. */
static bool comes_before(const tl_best_place *a, const tl_best_place *b) {
    if (a->friends != b->friends) {
        return a->friends < b->friends;
    }
    if (a->margin_mm != b->margin_mm) {
        return a->margin_mm > b->margin_mm;
    }
    if (a->firer != b->firer) {
        return a->firer < b->firer;
    }
    return a->angle_deg != b->angle_deg ? a->angle_deg < b->angle_deg
           : a->at.x != b->at.x         ? a->at.x < b->at.x
                                        : a->at.y < b->at.y;
}

/* Puts a placement into the list, or gives its set back. */
static void keep(tl_hunt *hunt, tl_best_place *place) {
    tl_best *best = hunt->best;
    if (place->score > hunt->best_score) {
        tl_best_free(best);
        hunt->best_score = place->score;
    }
    for (size_t i = 0; i < best->count; i++) {
        if (memcmp(best->places[i].hit, place->hit, hunt->words * sizeof(*place->hit)) == 0) {
            if (comes_before(place, &best->places[i])) {
                tl_free(best->context, best->places[i].hit);
                best->places[i] = *place;
            } else {
                tl_free(best->context, place->hit);
            }
            return;
        }
    }
    if (best->count < TL_BEST_LISTED) {
        best->places[best->count++] = *place;
    } else {
        tl_free(best->context, place->hit);
    }
}

static void sort_places(tl_best *best) {
    for (size_t i = 1; i < best->count; i++) {
        tl_best_place place = best->places[i];
        size_t j = i;
        for (; j > 0 && comes_before(&place, &best->places[j - 1]); j--) {
            best->places[j] = best->places[j - 1];
        }
        best->places[j] = place;
    }
}

/* --- What a placement is worth ------------------------------------------------------------------------------------ */

static void count_hits(const tl_hunt *hunt, const tl_strike *strike, tl_best_place *place) {
    place->margin_mm = INFINITY;
    for (size_t i = 0; i < hunt->inquiry->table->member_count; i++) {
        const tl_victim *v = &strike->victims[i];
        tl_prey role = hunt->prey[i].role;
        double off = tl_table_measured(hunt->inquiry->table, i).uncertainty;
        bool counts = role == TL_PREY_ENEMY    ? v->hit == TL_VERDICT_YES
                      : role == TL_PREY_FRIEND ? v->hit != TL_VERDICT_NO
                                               : false;
        place->enemies += counts && role == TL_PREY_ENEMY ? hunt->prey[i].figures : 0;
        place->friends += counts && role == TL_PREY_FRIEND ? hunt->prey[i].figures : 0;
        if (counts) {
            place->hit[i / 64] |= (uint64_t)1 << (i % 64);
        }
        if (counts && role == TL_PREY_ENEMY) {
            place->margin_mm = tl_min(place->margin_mm, tl_max(0, v->hold.depth_mm - off));
        } else if (role == TL_PREY_FRIEND && v->under == TL_VERDICT_NO && v->hold.gap_mm > 0) {
            place->margin_mm = tl_min(place->margin_mm, tl_max(0, v->hold.gap_mm - off));
        }
    }
    place->score = (double)place->enemies - hunt->friends_weight * (double)place->friends;
}

tl_status tl_hunt_try(tl_hunt *hunt, const tl_question *placed, double *score, tl_error *error) {
    tl_placing placing;
    tl_strike strike;
    *score = -INFINITY;
    hunt->work += 20000;
    tl_status status = tl_placing_make(hunt->inquiry, placed, &placing, error);
    if (status != TL_OK) {
        return status;
    }
    hunt->work += placing.shape.disc ? 0 : tl_template_polygon_work(placing.shape.count);
    if (placing.verdict != TL_VERDICT_YES) {
        tl_placing_free(&placing);
        return TL_OK;
    }
    status = tl_strike_begin(&strike, hunt->inquiry, &placing, error);
    if (status != TL_OK) {
        return status;
    }
    tl_best_place place = {.firer = placing.has_firer ? placing.firer : SIZE_MAX,
                           .at = placing.at,
                           .angle_deg = placing.angle_deg,
                           .hit = tl_alloc_array(hunt->inquiry->context, hunt->words, sizeof(*place.hit))};
    status = place.hit != NULL ? tl_strike_judge(&strike, true, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        count_hits(hunt, &strike, &place);
        for (size_t i = 0; i < hunt->inquiry->table->member_count; i++) {
            hunt->work += strike.victims[i].hold.work;
            hunt->work += strike.victims[i].out ? 0 : strike.victims[i].sight.sight.work;
        }
    }
    tl_strike_free(&strike);
    if (status == TL_OK && place.enemies > 0 && place.score > 0 && place.score >= hunt->best_score) {
        *score = place.score;
        keep(hunt, &place);
    } else {
        tl_free(hunt->inquiry->context, place.hit);
    }
    return status;
}

/* --- Who is hunted ------------------------------------------------------------------------------------------------ */

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

/* Whether every weapon that is meant spares a class (DB-BLA-08). */
static bool is_never_harmed(const tl_hunt *hunt, tl_unit_class kind) {
    bool spared = hunt->has_firer;
    for (size_t w = 0; w < hunt->weapon_count && spared; w++) {
        const tl_document_weapon *weapon = &hunt->weapons[w];
        if (tl_weapon_is_meant(hunt->rule, weapon, hunt->question.weapon) &&
            tl_party_carries(&hunt->firers, SIZE_MAX, weapon)) {
            spared = weapon->template_against != 0 && (weapon->template_against & (1u << kind)) == 0;
        }
    }
    return spared;
}

/* Whether no firer ever hits a unit: it is inside a transport, or all of them are in fortifications that keep them from
 * it (DT-SPC-18, DT-FRT-05). */
static tl_status is_never_hit(const tl_hunt *hunt, const tl_document_unit *unit, bool *never, tl_error *error) {
    tl_status status = TL_OK;
    *never = hunt->has_firer;
    for (size_t i = 0; i < hunt->firers.count && *never && status == TL_OK; i++) {
        tl_bar bar;
        status = tl_bar_of_shelter(hunt->inquiry, hunt->firers.first + i, unit, &bar, error);
        *never = bar.kind != TL_BAR_NONE;
    }
    *never = *never || tl_unit_is_inside(hunt->inquiry, unit);
    return status;
}

static tl_status look_at_members(tl_hunt *hunt, tl_error *error) {
    const tl_inquiry *inquiry = hunt->inquiry;
    const tl_table *table = inquiry->table;
    const char *side = hunt->question.side != NULL ? hunt->question.side
                       : hunt->has_firer           ? hunt->firers.unit->side
                                                   : "";
    for (size_t i = 0; i < table->member_count; i++) {
        const tl_document_unit *unit = tl_table_unit_of(table, i);
        tl_prey_of *prey = &hunt->prey[i];
        bool friend =
            (side[0] != '\0' && strcmp(unit->side, side) == 0) || (hunt->has_firer && unit == hunt->firers.unit);
        bool never;
        tl_status status = is_never_hit(hunt, unit, &never, error);
        if (status != TL_OK) {
            return status;
        }
        prey->role = never || is_never_harmed(hunt, unit->kind) ? TL_PREY_NONE
                     : friend                                   ? TL_PREY_FRIEND
                                                                : TL_PREY_ENEMY;
        prey->figures = tl_table_figures(table, i);
        hunt->best->enemies_on_table += prey->role == TL_PREY_ENEMY ? prey->figures : 0;
        tl_volume volume = tl_table_measured(table, i);
        prey->box = volume.shape != NULL ? tl_shape_box(volume.shape) : tl_bvh_box(volume.mesh);
        const tl_body *body = table->members[i].body;
        prey->foot = body->box.low.z;
        tl_vec2 middle = {0, 0};
        const tl_table_area *other, *its;
        status = tl_member_middle(inquiry, i, &middle, error);
        if (status != TL_OK) {
            return status;
        }
        its = tl_building_at(inquiry, middle, inquiry->tolerance + tl_member_middle_off(inquiry, i), &other);
        prey->in_building = its != NULL && other == its;
        prey->maybe_in_building = its != NULL || other != NULL;
        prey->level = tl_level_at(inquiry, middle, prey->foot, body->box.high.z - body->box.low.z);
    }
    return TL_OK;
}

static tl_status check_question(tl_hunt *hunt, tl_error *error) {
    const tl_question *q = &hunt->question;
    const tl_inquiry *inquiry = hunt->inquiry;
    tl_status status = tl_placing_rule(inquiry, q->shape, &hunt->rule, error);
    if (status != TL_OK) {
        return status;
    }
    if (q->at_count > 0 || q->toward != NULL || q->has_angle) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "best", "leave `at`, `toward` and `angle` out",
                       "the best place is asked for, and a place is given");
    }
    if (!(q->friends_weight >= 0 && q->friends_weight <= 1000)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "friends_weight", "give a number from 0 to 1000",
                       "how many enemies a friend weighs can't be negative");
    }
    if (hunt->rule->flame && q->from == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the unit or member that fires",
                       "a flame lies against the one who fires, and nobody is named");
    }
    if (hunt->rule->flame && tl_settings_is(&inquiry->settings, "flame_axis", "target_centre", false)) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, NULL, "flame_axis", "ask with flame_axis = attacker_centre",
                       "the best place of a flame is searched for axes through the one who fires alone");
    }
    if (q->from != NULL) {
        hunt->has_firer = true;
        status = tl_referee_party(inquiry->referee, q->from, "from", &hunt->firers, error);
        if (status == TL_OK) {
            status = tl_party_weapons(inquiry, &hunt->firers, q->weapon, &hunt->weapons, &hunt->weapon_count, error);
        }
        bool armed = false;
        for (size_t w = 0; w < hunt->weapon_count && status == TL_OK; w++) {
            armed = armed || (tl_weapon_is_meant(hunt->rule, &hunt->weapons[w], q->weapon) &&
                              tl_party_carries(&hunt->firers, SIZE_MAX, &hunt->weapons[w]));
        }
        if (status == TL_OK && !armed) {
            status = tl_fail(
                error, TL_ERROR_NOT_FOUND, NULL, "from", "name `weapon`, or leave `from` out and give `side`",
                "%s has no weapon in the scene with the template `%s`", hunt->firers.unit->name, hunt->rule->name);
        }
    }
    return status == TL_OK && q->side != NULL ? check_side(inquiry, q->side, error) : status;
}

tl_status tl_best_find(const tl_inquiry *inquiry, const tl_question *question, tl_best *best, tl_error *error) {
    tl_inquiry quick = *inquiry; /* its settings and its clock stay the other's */
    quick.quick = true;
    *best = (tl_best){.context = inquiry->context};
    tl_hunt hunt = {.inquiry = &quick, .question = *question, .best = best, .best_score = -INFINITY};
    hunt.friends_weight = question->has_friends_weight ? question->friends_weight : 1;
    hunt.question.friends_weight = hunt.friends_weight;
    hunt.question.best = false;
    tl_status status = check_question(&hunt, error);
    if (status != TL_OK) {
        return status;
    }
    size_t members = inquiry->table->member_count;
    for (size_t slot = 0; slot < 1 + inquiry->table->terrain_count + members; slot++) {
        const tl_placed *owner = tl_table_slot_owner(inquiry->table, slot);
        hunt.uncertain = hunt.uncertain || tl_placed_uncertainty(owner) > 0 || tl_placed_base_uncertainty(owner) > 0;
    }
    hunt.words = members / 64 + 1;
    hunt.prey = tl_alloc_array(inquiry->context, members, sizeof(*hunt.prey));
    hunt.seen = tl_alloc_array(inquiry->context, members * (hunt.has_firer ? hunt.firers.count : 1), 1);
    status = hunt.prey != NULL && hunt.seen != NULL ? look_at_members(&hunt, error) : tl_fail_memory(error);
    tl_search_result result = {.best = -INFINITY};
    if (status == TL_OK) {
        status = hunt.rule->flame ? tl_hunt_flame(&hunt, &result, error) : tl_hunt_blast(&hunt, &result, error);
    }
    if (status == TL_OK) {
        sort_places(best);
        result.upper = tl_min(result.upper, (double)best->enemies_on_table); /* time was up before it was bounded */
        best->upper = best->count > 0 ? tl_max(result.upper, hunt.best_score) : tl_max(result.upper, 0);
        best->proved = best->upper <= (best->count > 0 ? hunt.best_score : 0);
        best->exhausted = result.exhausted;
        if (inquiry->unsettled != NULL && result.exhausted && !best->proved) {
            inquiry->unsettled->search = true;
        }
        best->uncertain = hunt.uncertain;
        best->cells = result.cells;
        best->work = hunt.work;
    } else {
        tl_best_free(best);
    }
    tl_free(inquiry->context, hunt.prey);
    tl_free(inquiry->context, hunt.seen);
    return status;
}
