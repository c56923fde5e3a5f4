/* spend_turn.c: what turns cost, and how to drive along a way so that they cost least. */
#include "judge/move/spend.h"

#include "math/angle.h"

/* A begun slice is begun by more than this, degrees: angles come from sines and arctangents. */
#define ROUNDING 1e-9

static double cost_of(const tl_spend *s, double deg) {
    double slices = deg / s->turning->slice_deg;
    bool proportional =
        tl_settings_is_at(&s->inquiry->settings, TL_SETTING_TURN_COST, TL_CHOICE_TURN_COST_PROPORTIONAL);
    if (!proportional) {
        slices = ceil((deg - ROUNDING) / s->turning->slice_deg);
    }
    return s->turning->share * tl_max(0, slices);
}

bool tl_spend_is_straight(double deg, double off_deg) {
    return fabs(tl_wrap_deg(deg)) <= tl_max(off_deg, ROUNDING);
}

void tl_spend_turn(const tl_spend *s, double deg, double off_deg, double *low, double *high) {
    double turn = fabs(tl_wrap_deg(deg));
    *low = *high = 0;
    if (s->turning != NULL && !tl_spend_is_straight(deg, off_deg)) {
        *low = cost_of(s, tl_max(0, turn - off_deg));
        *high = cost_of(s, tl_min(180, turn + off_deg));
    }
}

/* A way of driving so far: what it has cost, and by how much it has turned. */
typedef struct driven {
    double cost, turned, facing, off;
} driven;

static driven turned_to(const tl_spend *s, const driven *from, double facing, double off, bool dear) {
    double low, high;
    if (tl_spend_is_straight(facing - from->facing, from->off + off)) {
        return *from; /* so that many such turns in a row come to one in the end */
    }
    tl_spend_turn(s, facing - from->facing, from->off + off, &low, &high);
    return (driven){from->cost + (dear ? high : low), from->turned + fabs(tl_wrap_deg(facing - from->facing)), facing,
                    off};
}

/* `b` is possible: there is always a way to drive forwards. */
static bool is_less(const driven *a, const driven *b) {
    if (fabs(a->cost - b->cost) > TL_SPEND_ROUNDING) {
        return a->cost < b->cost;
    }
    return a->turned < b->turned - ROUNDING;
}

tl_status tl_spend_drive(const tl_spend *s, double start_deg, const tl_spend_leg *legs, size_t count, double end_deg,
                         bool dear, double *facings, tl_error *error) {
    /* per leg and way of driving: how it drove on the leg before */
    uint8_t(*before)[2] = tl_alloc_array(s->context, count, sizeof(*before));
    if (before == NULL) {
        return tl_fail_memory(error);
    }
    driven now[2] = {{.facing = start_deg, .off = s->turn_off}, {.cost = INFINITY, .facing = start_deg}};
    bool backwards = s->turning == NULL || s->turning->backwards;
    for (size_t i = 0; i < count; i++) {
        driven next[2];
        for (int way = 0; way < 2; way++) {
            double facing = way == 0 ? legs[i].deg : tl_wrap_deg(legs[i].deg + 180);
            driven made[2];
            if (isnan(legs[i].deg)) { /* nothing to turn for */
                next[way] = now[way];
                before[i][way] = (uint8_t)way;
                continue;
            }
            for (int k = 0; k < 2; k++) {
                made[k] = turned_to(s, &now[k], facing, legs[i].off, dear);
            }
            before[i][way] = is_less(&made[1], &made[0]) ? 1 : 0;
            next[way] = made[before[i][way]];
            next[way].cost = way == 1 && !backwards ? INFINITY : next[way].cost;
        }
        now[0] = next[0];
        now[1] = next[1];
    }
    driven end[2] = {now[0], now[1]};
    for (int k = 0; k < 2 && !isnan(end_deg); k++) {
        end[k] = turned_to(s, &now[k], end_deg, s->turn_off, dear);
    }
    int way = is_less(&end[1], &end[0]) ? 1 : 0;
    for (size_t i = count; i > 0; i--) {
        bool still = isnan(legs[i - 1].deg);
        facings[i - 1] = still ? NAN : way == 0 ? legs[i - 1].deg : tl_wrap_deg(legs[i - 1].deg + 180);
        way = before[i - 1][way];
    }
    for (size_t i = 0; i < count; i++) {
        facings[i] = !isnan(facings[i]) ? facings[i] : i > 0 ? facings[i - 1] : start_deg;
    }
    tl_free(s->context, before);
    return TL_OK;
}
