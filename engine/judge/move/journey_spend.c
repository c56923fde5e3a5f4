/* journey_spend.c: what a way uses of a move, and what may be done after it. */
#include "judge/move/journey_steps.h"

#include "math/angle.h"

/* --- Turns -------------------------------------------------------------------------------------------------------- */

/* The straight ways between corners, in plan. */
static tl_status legs_of(const tl_journey *j, tl_spend_leg **legs, tl_error *error) {
    size_t count = j->path.corner_count;
    tl_vec2 at = tl_plan(j->moving.start);
    *legs = tl_alloc_array(j->inquiry->context, count, sizeof(**legs));
    if (*legs == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec2 to = tl_plan(j->path.nodes[j->path.corners[i]].at), d = tl_sub2(to, at);
        double length = tl_length2(d);
        bool still = length == 0;
        (*legs)[i] = (tl_spend_leg){still ? NAN : tl_atan2_deg(d.y, d.x),
                                    still ? 0 : tl_atan2_deg(j->inquiry->tolerance, length)};
        at = to;
    }
    return TL_OK;
}

tl_status tl_journey_drive(tl_journey *j, bool dear, double *facings, tl_error *error) {
    tl_spend_leg *legs;
    tl_status status = legs_of(j, &legs, error);
    if (status == TL_OK) {
        status = tl_spend_drive(&j->spend, j->moving.facing_deg, legs, j->path.corner_count,
                                j->facing_asked ? j->facing_deg : NAN, dear, facings, error);
    }
    tl_free(j->inquiry->context, legs);
    return status;
}

/* The turns between facings, and the last one to how it faces at the end. */
static size_t list_pivots(const tl_journey *j, const double *facings, const tl_spend_leg *legs, double end_deg,
                          tl_spend_pivot *pivots) {
    size_t count = 0, corners = j->path.corner_count;
    double facing = j->moving.facing_deg, off = j->spend.turn_off;
    for (size_t i = 0; i <= corners; i++) {
        bool still = i < corners && isnan(legs[i].deg);
        double next = i < corners ? facings[i] : end_deg, next_off = i < corners ? legs[i].off : j->spend.turn_off;
        if (still || (i == corners && !j->facing_asked)) {
            continue;
        }
        const tl_path_node *node = i == 0 ? &j->path.nodes[0] : &j->path.nodes[j->path.corners[i - 1]];
        tl_spend_pivot made = {.at = node->cost, .deg = fabs(tl_wrap_deg(next - facing))};
        tl_spend_turn(&j->spend, next - facing, off + next_off, &made.low, &made.high);
        if (!tl_spend_is_straight(next - facing, off + next_off)) {
            pivots[count++] = made;
            facing = next;
            off = next_off;
        }
    }
    return count;
}

static tl_status find_pivots(tl_journey *j, tl_error *error) {
    tl_context *context = j->inquiry->context;
    size_t room = j->path.corner_count + 1;
    tl_spend_leg *legs;
    double *cheap = tl_alloc_array(context, room, sizeof(*cheap));
    tl_status status = legs_of(j, &legs, error);
    j->pivots = tl_alloc_array(context, room, sizeof(*j->pivots));
    j->cheap_pivots = tl_alloc_array(context, room, sizeof(*j->cheap_pivots));
    if (status == TL_OK && (cheap == NULL || j->pivots == NULL || j->cheap_pivots == NULL)) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_journey_drive(j, false, cheap, error);
    }
    if (status == TL_OK) {
        j->pivot_count = list_pivots(j, j->facings, legs, j->facing_deg, j->pivots);
        j->cheap_count = list_pivots(j, cheap, legs, j->facing_deg, j->cheap_pivots);
    }
    tl_free(context, legs);
    tl_free(context, cheap);
    return status;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

tl_status tl_journey_spend(tl_journey *j, tl_error *error) {
    tl_status status = tl_spend_cut(&j->spend, &j->path, j->inquiry->tolerance, &j->pieces, error);
    if (status == TL_OK && j->spend.turning != NULL) {
        status = find_pivots(j, error);
    }
    if (status == TL_OK) {
        j->dear = tl_spend_add(&j->spend, &j->pieces, j->pivots, j->pivot_count, j->length, true);
        j->cheap = tl_spend_add(&j->spend, &j->pieces, j->cheap_pivots, j->cheap_count, j->length, false);
    }
    return status;
}

/* What was used held against a limit; a share is worth `speed` mm. */
static void judge_deed(const tl_journey *j, double cheap, double dear, double speed, tl_journey_deed *deed) {
    double tolerance = j->inquiry->tolerance + j->cost_off, share = speed > 0 ? tolerance / speed : 0;
    bool yes = share > 0 ? dear <= deed->limit - share : dear <= deed->limit + TL_SPEND_ROUNDING;
    bool no = share > 0 ? cheap >= deed->limit + share : cheap > deed->limit + TL_SPEND_ROUNDING;
    /* who doesn't move at all has used nothing that might be measured otherwise */
    bool still = j->length == 0 && cheap == dear;
    yes = still ? dear <= deed->limit + TL_SPEND_ROUNDING : yes;
    no = still ? !yes : no;
    deed->used = dear;
    deed->verdict = yes ? TL_VERDICT_YES : no ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    deed->margin = dear < INFINITY ? (deed->limit - dear) * speed : -INFINITY;
}

void tl_journey_deeds(tl_journey *j) {
    bool by_way = tl_settings_is_at(&j->inquiry->settings, TL_SETTING_SHARE_USED, TL_CHOICE_SHARE_USED_WAY);
    for (size_t i = 0; j->deed_count < TL_JOURNEY_DEEDS; i++) {
        const tl_move_rule *rule = tl_ruleset_move_at(j->inquiry->referee->ruleset, i);
        if (rule == NULL) {
            break;
        }
        bool up_to = rule->does == TL_MOVE_DOES_UP_TO;
        if ((!up_to && rule->does != TL_MOVE_DOES_LEAVE) ||
            !tl_moving_row_holds(j->inquiry, j->moving.member, j->march, rule)) {
            continue;
        }
        bool way = up_to && by_way;
        tl_journey_deed *deed = &j->deeds[j->deed_count++];
        *deed = (tl_journey_deed){.rule = rule, .limit = up_to ? rule->amount : 1 - rule->amount};
        judge_deed(j, way ? j->cheap.way : j->cheap.used, way ? j->dear.way : j->dear.used,
                   way ? tl_spend_rating(&j->spend, j->pieces.end_sure) : j->dear.speed, deed);
    }
}
