/* placement_search.c: who may be hit, what a placement is worth, and which placements are kept. */
#include "judge/template/placement_search.h"

#include "body/shape.h"
#include "judge/order.h"
#include "judge/party.h"
#include "judge/template/anchor.h"
#include "judge/template/levels.h"
#include "judge/template/placing_steps.h"

#include <string.h>

bool tl_placement_armed(const tl_placement_search *search, size_t firer, size_t weapon) {
    const tl_document_weapon *one = &search->weapons[weapon];
    return tl_placing_weapon_is_meant(search->rule, one, search->question.weapon) &&
           tl_party_carries(&search->firers, firer, one);
}

void tl_placement_measure(tl_placement_search *search) {
    const tl_inquiry *inquiry = search->inquiry;
    const tl_template_rule *rule = search->rule;
    if (!rule->flame) {
        search->radius = 0.5 * tl_settings_number_or(&inquiry->settings, TL_SETTING_BLAST_DIAMETER_MM,
                                                     tl_settings_diameter(&inquiry->settings, rule, inquiry->units));
        search->height = tl_settings_number_of(&inquiry->settings, TL_SETTING_BLAST_CENTRE_HEIGHT_MM);
    }
    for (size_t i = 0; i < rule->outline_count; i++) {
        search->length =
            tl_max(search->length, tl_length2(rule->outline[i]) * (rule->in_game_units ? inquiry->game_unit : 1));
    }
}

/* --- Keeping ------------------------------------------------------------------------------------------------------ */

/* Better ones first: fewer friends, then more room to slip, then by place. */
static bool comes_before(const tl_best_place *a, const tl_best_place *b) {
    int by = tl_order((double)a->friends, (double)b->friends);
    by = by != 0 ? by : tl_order(b->margin_mm, a->margin_mm);
    by = by != 0 ? by : tl_order((double)a->firer, (double)b->firer);
    by = by != 0 ? by : tl_order(a->angle_deg, b->angle_deg);
    by = by != 0 ? by : tl_order(a->at.x, b->at.x);
    by = by != 0 ? by : tl_order(a->at.y, b->at.y);
    return by < 0;
}

/* Puts a placement into the list, or gives its set back. */
static void keep(tl_placement_search *search, tl_best_place *place) {
    tl_best *best = search->best;
    if (place->score > search->best_score) {
        tl_best_free(best);
        search->best_score = place->score;
    }
    for (size_t i = 0; i < best->count; i++) {
        if (memcmp(best->places[i].hit, place->hit, search->words * sizeof(*place->hit)) == 0) {
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

void tl_placement_sort(tl_best *best) {
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

static void count_hits(const tl_placement_search *search, const tl_strike *strike, tl_best_place *place) {
    place->margin_mm = INFINITY;
    for (size_t i = 0; i < search->inquiry->table->member_count; i++) {
        const tl_victim *v = &strike->victims[i];
        tl_candidate_role role = search->candidates[i].role;
        double off = tl_table_measured(search->inquiry->table, i).uncertainty;
        bool counts = role == TL_CANDIDATE_ENEMY ? v->hit == TL_VERDICT_YES
                                                 : role == TL_CANDIDATE_FRIEND && v->hit != TL_VERDICT_NO;
        place->enemies += counts && role == TL_CANDIDATE_ENEMY ? search->candidates[i].figures : 0;
        place->friends += counts && role == TL_CANDIDATE_FRIEND ? search->candidates[i].figures : 0;
        if (counts) {
            place->hit[i / 64] |= (uint64_t)1 << (i % 64);
        }
        if (counts && role == TL_CANDIDATE_ENEMY) {
            place->margin_mm = tl_min(place->margin_mm, tl_max(0, v->hold.depth_mm - off));
        } else if (role == TL_CANDIDATE_FRIEND && v->under == TL_VERDICT_NO && v->hold.gap_mm > 0) {
            place->margin_mm = tl_min(place->margin_mm, tl_max(0, v->hold.gap_mm - off));
        }
    }
    place->score = (double)place->enemies - search->friends_weight * (double)place->friends;
}

tl_status tl_placement_try(tl_placement_search *search, const tl_question *placed, double *score, tl_error *error) {
    tl_placing placing;
    tl_strike strike;
    *score = -INFINITY;
    search->work += 20000;
    tl_status status = tl_placing_make(search->inquiry, placed, &placing, error);
    if (status != TL_OK) {
        return status;
    }
    search->work += placing.shape.disc ? 0 : tl_template_polygon_work(placing.shape.count);
    if (placing.verdict != TL_VERDICT_YES) {
        tl_placing_free(&placing);
        return TL_OK;
    }
    status = tl_strike_begin(&strike, search->inquiry, &placing, error);
    if (status != TL_OK) {
        return status;
    }
    tl_best_place place = {.firer = placing.has_firer ? placing.firer : SIZE_MAX,
                           .at = placing.at,
                           .angle_deg = placing.angle_deg,
                           .hit = tl_alloc_array(search->inquiry->context, search->words, sizeof(*place.hit))};
    status = place.hit != NULL ? tl_strike_judge(&strike, true, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        count_hits(search, &strike, &place);
        for (size_t i = 0; i < search->inquiry->table->member_count; i++) {
            search->work += strike.victims[i].hold.work;
            search->work += strike.victims[i].out ? 0 : strike.victims[i].sight.sight.work;
        }
    }
    tl_strike_free(&strike);
    if (status == TL_OK && place.score > 0 && place.score >= search->best_score) {
        *score = place.score;
        keep(search, &place);
    } else {
        tl_free(search->inquiry->context, place.hit);
    }
    return status;
}

/* --- Candidates --------------------------------------------------------------------------------------------------- */

/* Whether every weapon that is meant spares a class (DB-BLA-08). */
static bool is_never_harmed(const tl_placement_search *search, const tl_class_rule *kind) {
    bool spared = search->has_firer;
    for (size_t w = 0; w < search->weapon_count && spared; w++) {
        const tl_document_weapon *weapon = &search->weapons[w];
        if (tl_placement_armed(search, SIZE_MAX, w)) {
            spared = weapon->template_against != 0 &&
                     (weapon->template_against & tl_inquiry_class_bit(search->inquiry, kind)) == 0;
        }
    }
    return spared;
}

/* Whether no firer ever hits a unit: it is inside a transport, or all of them are in fortifications that keep them from
 * it (DT-SPC-18, DT-FRT-05). */
static tl_status is_never_hit(const tl_placement_search *search, const tl_document_unit *unit, bool *never,
                              tl_error *error) {
    tl_status status = TL_OK;
    *never = search->has_firer;
    for (size_t i = 0; i < search->firers.count && *never && status == TL_OK; i++) {
        tl_bar bar;
        status = tl_bar_of_shelter(search->inquiry, search->firers.first + i, unit, &bar, error);
        *never = bar.kind != TL_BAR_NONE;
    }
    *never = *never || tl_bar_unit_is_inside(search->inquiry, unit);
    return status;
}

static tl_candidate_role role_of(const tl_placement_search *search, const tl_document_unit *unit, bool never) {
    const char *side = search->question.side != NULL ? search->question.side
                       : search->has_firer           ? search->firers.unit->side
                                                     : "";
    bool friend =
        (side[0] != '\0' && strcmp(unit->side, side) == 0) || (search->has_firer && unit == search->firers.unit);
    return never || is_never_harmed(search, unit->kind) ? TL_CANDIDATE_NONE
           : friend                                     ? TL_CANDIDATE_FRIEND
                                                        : TL_CANDIDATE_ENEMY;
}

static tl_status find_candidate(const tl_placement_search *search, size_t member, tl_candidate *candidate,
                                tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, member);
    bool never;
    tl_status status = is_never_hit(search, unit, &never, error);
    if (status != TL_OK) {
        return status;
    }
    candidate->role = role_of(search, unit, never);
    candidate->figures = tl_table_figures(inquiry->table, member);
    tl_volume volume = tl_table_measured(inquiry->table, member);
    candidate->box = volume.shape != NULL ? tl_shape_box(volume.shape) : tl_bvh_box(volume.mesh);
    const tl_body *body = inquiry->table->members[member].body;
    candidate->foot = body->box.low.z;
    tl_vec2 middle;
    const tl_referee_area *other, *its;
    status = tl_member_middle(inquiry, member, &middle, error);
    if (status != TL_OK) {
        return status;
    }
    its = tl_level_building_at(inquiry, middle, inquiry->tolerance + tl_member_middle_off(inquiry, member), &other);
    candidate->in_building = its != NULL && other == its;
    candidate->maybe_in_building = its != NULL || other != NULL;
    candidate->level = tl_level_at(inquiry, middle, candidate->foot, body->box.high.z - body->box.low.z);
    return TL_OK;
}

tl_status tl_placement_find_candidates(tl_placement_search *search, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < search->inquiry->table->member_count && status == TL_OK; i++) {
        status = find_candidate(search, i, &search->candidates[i], error);
        if (search->candidates[i].role == TL_CANDIDATE_ENEMY) {
            search->best->enemies_on_table += search->candidates[i].figures;
        }
    }
    return status;
}
