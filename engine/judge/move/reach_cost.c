/* reach_cost.c: what the legs of a way cost, where speeds differ or turns cost something. */
#include "judge/move/reach_search.h"

#include "math/angle.h"

/* How it comes somewhere over a leg: forwards or backwards, whichever costs less. */
static double turn_cost(const tl_reach_search *s, const tl_reach_node *from, tl_vec2 step, double reach, double spread,
                        tl_reach_node *to) {
    double length = tl_length2(step), best = INFINITY;
    double off = length > reach ? tl_atan2_deg(s->moving->tolerance, length - reach) : 0; /* the nearest place there */
    for (int k = 0; k < (s->spend->turning->backwards ? 2 : 1) && length > 0; k++) {
        double facing = tl_atan2_deg(k == 0 ? step.y : -step.y, k == 0 ? step.x : -step.x), low, high;
        double turn = tl_min(180, fabs(tl_wrap_deg(facing - from->facing)) + spread);
        tl_spend_turn(s->spend, turn, from->facing_off + off, &low, &high);
        if (high < best) {
            bool straight = tl_spend_is_straight(turn, from->facing_off + off); /* small turns in a row add up */
            best = high;
            to->facing = straight ? from->facing : facing;
            to->facing_off = straight ? from->facing_off : off;
        }
    }
    return length > 0 ? best : 0;
}

/* What a leg costs to anywhere within `reach` of its end, as a length at the fastest speed. */
double tl_reach_leg_cost(tl_reach_search *s, const tl_reach_node *from, const tl_reach_leg *l, tl_vec2 to, double reach,
                         tl_reach_node *end) {
    tl_vec2 step = tl_sub2(to, tl_plan(from->at));
    double length = tl_length2(step);
    if (s->spend == NULL) {
        return l->cost + reach;
    }
    tl_spend_pieces pieces;
    s->status = tl_spend_cut(s->spend, &l->laid.path, s->moving->tolerance + reach, &pieces, s->error);
    if (s->status != TL_OK) {
        return INFINITY;
    }
    /* past the end of the leg, at the speed there; the pieces are those of a way anywhere beside it */
    tl_spend_sum sum = tl_spend_add(s->spend, &pieces, NULL, 0, l->cost, true);
    tl_spend_pieces_free(&pieces);
    double share = sum.used - s->spend->spent, off = l->laid.cost_off + (reach > 0 ? s->moving->tolerance : 0);
    double beyond = reach + off;
    share += beyond <= 0 ? 0 : sum.speed > 0 ? beyond / sum.speed : INFINITY;
    if (s->spend->turning != NULL && (length > 0 || reach > 0)) {
        /* straight there: the way is longer by no more, wherever on it, and its angle another by no more */
        bool far = length > 2 * reach;
        double spread = far && reach > 0 ? tl_atan2_deg(reach, sqrt(length * length - reach * reach)) : 0;
        share = far ? (sum.used - s->spend->spent) * (1 + reach / length) : INFINITY;
        share += off <= 0 ? 0 : sum.speed > 0 ? off / sum.speed : INFINITY;
        share += turn_cost(s, from, step, reach, spread, end);
    }
    return share < INFINITY ? share * s->fastest : INFINITY;
}

static double distance_from_zones(const tl_reach_search *s, tl_vec2 p) {
    double least = INFINITY;
    for (size_t i = 0; i < s->spend->zone_count; i++) {
        double low, high;
        tl_outline_distance(s->spend->zones[i].outline, p, p, &low, &high);
        least = tl_min(least, tl_max(0, low - s->spend->zones[i].off - s->moving->tolerance));
    }
    return least;
}

static double share_of(double length, double speed) {
    return length <= 0 ? 0 : speed > 0 ? length / speed : INFINITY;
}

/* Out of reach even when a road ran straight from the zone nearest to the start to the one nearest to the place. */
bool tl_reach_is_beyond(const tl_reach_search *s, tl_vec2 p, double half_diagonal) {
    if (s->spend == NULL) {
        return false;
    }
    double far = tl_max(0, tl_length2(tl_sub2(p, tl_plan(s->start))) - half_diagonal);
    double open = tl_spend_speed(s->spend, 0), beside = share_of(far, open);
    if (s->spend->zone_count > 0) {
        double off = distance_from_zones(s, tl_plan(s->start)) + tl_max(0, distance_from_zones(s, p) - half_diagonal);
        beside = tl_min(beside, share_of(off, open) + share_of(tl_max(0, far - off), s->fastest));
    }
    return beside > 1 - s->spend->spent + 1e-9;
}

/* mm in a whole move, wherever it goes fastest. */
double tl_reach_fastest(const tl_spend *spend) {
    return spend->zone_count > 0 ? tl_spend_fastest(spend, 0, UINT32_MAX) : tl_spend_speed(spend, 0);
}
