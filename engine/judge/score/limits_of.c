/* limits_of.c: gathers the limits that a score holds facts against. */
#include "judge/score/limits_of.h"

#include "judge/measure/flight.h"

double tl_limits_bound(const tl_inquiry *inquiry, const tl_score_bound *bound, double scale) {
    return bound->length != NULL ? tl_settings_length(&inquiry->settings, bound->length, inquiry->units)
                                 : bound->number * scale;
}

double tl_limits_longest(const tl_inquiry *inquiry, const tl_document_weapon *weapon) {
    bool stated = weapon != NULL && (weapon->range == TL_WEAPON_RANGE_UNITS || weapon->range == TL_WEAPON_RANGE_MM);
    return stated ? tl_flight_reach(inquiry, weapon) : 0;
}

double tl_limits_least(const tl_inquiry *inquiry, const tl_document_weapon *weapon) {
    return weapon != NULL && weapon->range == TL_WEAPON_RANGE_UNITS ? weapon->range_min * inquiry->game_unit : 0;
}

static void add_band(const tl_inquiry *inquiry, const tl_score_band *band, double scale, tl_fact_limits *limits) {
    if (band->low.given) {
        limits->at[limits->count++] = tl_limits_bound(inquiry, &band->low, scale);
    }
    if (band->high.given) {
        limits->at[limits->count++] = tl_limits_bound(inquiry, &band->high, scale);
    }
}

static void add_when(const tl_inquiry *inquiry, const tl_score_when *when, const tl_document_weapon *weapon,
                     tl_fact_kind kind, tl_fact_limits *limits) {
    double unit = inquiry->game_unit;
    switch (kind) {
    case TL_FACT_DISTANCE:
        add_band(inquiry, &when->distance, unit, limits);
        add_band(inquiry, &when->range_share, tl_limits_longest(inquiry, weapon), limits);
        if (when->below_minimum >= 0) {
            limits->at[limits->count++] = tl_limits_least(inquiry, weapon);
        }
        break;
    case TL_FACT_HEIGHT:
        add_band(inquiry, &when->height, unit, limits);
        break;
    case TL_FACT_UNDER:
        add_band(inquiry, &when->under, 1, limits);
        break;
    case TL_FACT_FRIEND:
        add_band(inquiry, &when->target.friends, unit, limits);
        add_band(inquiry, &when->from.friends, unit, limits);
        break;
    case TL_FACT_ENEMY:
        add_band(inquiry, &when->target.enemies, unit, limits);
        add_band(inquiry, &when->from.enemies, unit, limits);
        break;
    default:
        break;
    }
}

tl_status tl_limits_of(const tl_inquiry *inquiry, const tl_score_rule *rule, const tl_document_weapon *weapon,
                       tl_fact_kind kind, tl_fact_limits *limits, tl_error *error) {
    enum { MOST_OF_A_LIST = 8 };
    bool table = rule->by_weapon && weapon != NULL && weapon->kind != NULL;
    size_t bands = table ? weapon->kind->band_count : 0;
    *limits = (tl_fact_limits){.count = 0};
    limits->at = tl_alloc_array(inquiry->context, 2 * MOST_OF_A_LIST * rule->row_count + bands + 1, sizeof(double));
    if (limits->at == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < rule->row_count; i++) {
        add_when(inquiry, &rule->rows[i].when, weapon, kind, limits);
        if (rule->rows[i].has_unless) {
            add_when(inquiry, &rule->rows[i].unless, weapon, kind, limits);
        }
    }
    for (size_t i = 0; i < bands && kind == TL_FACT_DISTANCE; i++) {
        limits->at[limits->count++] = weapon->kind->bands[i] * inquiry->game_unit;
    }
    return TL_OK;
}
