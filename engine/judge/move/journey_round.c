/* journey_round.c: turning round, of who needs room for that and all of its move. */
#include "judge/move/journey_steps.h"

#include "judge/measure/hull.h"
#include "judge/special.h"
#include "judge/verdict.h"

/* Degrees: more than this is turning round. */
#define RIGHT_ANGLE 90.0
/* Lengths are exact to far less, mm. */
#define ROUNDING 1e-9

/* How far the middle of the hull is from the rim of what it keeps to; negative: it isn't in it. `*off`: by how much
 * that may be off. */
static double room_of(const tl_journey *j, tl_vec2 middle, double *off) {
    const tl_moving *m = &j->moving;
    const tl_skill_effect *keeps = tl_special_unit_effect(m->inquiry, m->unit, TL_EFFECT_KEEPS_TO, NULL);
    double most = -1;
    *off = 0;
    for (size_t i = 0; i < m->region_count && keeps != NULL; i++) {
        const tl_moving_region *region = &m->regions[i];
        const char *kind = m->inquiry->table->document->terrain[region->terrain].kind;
        double room = tl_skills_effect_names(keeps, kind) && tl_outline_holds(region->outline, middle) >= 0
                          ? tl_outline_border_distance(region->outline, middle)
                          : -1;
        *off = room > most ? region->off : *off;
        most = tl_max(most, room);
    }
    return most;
}

/* The circle stands for the hull: that its corners would sweep over the bank is not asked. */
static void forget_corners(tl_journey *j) {
    size_t kept = 0;
    for (size_t i = 0; i < j->halt_count; i++) {
        bool bank = false;
        for (size_t r = 0; r < j->moving.region_count && j->halts[i].kind == TL_HALT_TURN; r++) {
            size_t terrain = j->moving.regions[r].terrain;
            bank = bank || (uint32_t)j->inquiry->table->terrain[terrain].slot == j->halts[i].slot;
        }
        if (!bank) {
            j->halts[kept++] = j->halts[i];
        }
    }
    j->halt_count = kept;
}

static tl_verdict both_ways(tl_verdict turns, tl_verdict may) {
    return turns == TL_VERDICT_YES || may == TL_VERDICT_YES ? may : TL_VERDICT_MARGINAL;
}

void tl_journey_turn_round(tl_journey *j) {
    tl_journey_round *r = &j->round;
    const tl_moving *m = &j->moving;
    double extent[4], off, turn_off = 2 * j->spend.turn_off;
    r->verdict = TL_VERDICT_YES;
    if (tl_special_unit_effect(m->inquiry, m->unit, TL_EFFECT_TURNS_ROUND, &r->skill) == NULL ||
        tl_settings_is_at(&m->inquiry->settings, TL_SETTING_BOAT_TURN, TL_CHOICE_BOAT_TURN_FREE)) {
        r->skill = NULL;
        return;
    }
    r->turned_deg = fabs(tl_wrap_deg(j->facing_deg - m->facing_deg));
    r->turns = turn_off > 0                  ? tl_verdict_of_margin(r->turned_deg - RIGHT_ANGLE, 0, turn_off)
               : r->turned_deg > RIGHT_ANGLE ? TL_VERDICT_YES
                                             : TL_VERDICT_NO;
    if (r->turns == TL_VERDICT_NO) {
        r->skill = NULL;
        return;
    }
    forget_corners(j);
    tl_vec2 middle = tl_judge_hull(m->inquiry, m->member, extent);
    r->needed = 0.5 * (extent[0] + extent[2]);
    r->room = room_of(j, middle, &off);
    off += m->inquiry->tolerance + 1.4143 * tl_placed_core_uncertainty(&m->inquiry->table->members[m->member]);
    double margin = r->room - r->needed;
    tl_verdict room = off > 0               ? tl_verdict_of_margin(margin, ROUNDING, off)
                      : margin >= -ROUNDING ? TL_VERDICT_YES
                                            : TL_VERDICT_NO;
    tl_verdict whole = j->length <= tl_max(m->inquiry->tolerance, ROUNDING) ? TL_VERDICT_YES : TL_VERDICT_NO;
    const struct {
        tl_verdict may;
        tl_halt_kind kind;
    } asked[] = {{whole, TL_HALT_ROUND}, {room, TL_HALT_ROOM}};
    for (int i = 0; i < 2; i++) {
        tl_verdict may = both_ways(r->turns, asked[i].may);
        if (may != TL_VERDICT_YES) {
            tl_journey_halt(j, tl_by_row(TL_CLAUSE_MOVE_ROUND, r->skill->rule), may, asked[i].kind, 0, 0)->latest =
                may == TL_VERDICT_NO ? 0 : INFINITY;
        }
        r->verdict = tl_verdict_both(r->verdict, may);
    }
}
