/* charge.c: looks for ways that end in contact with an enemy, straight or over the squares that are reached. */
#include "judge/move/charge.h"

#include "judge/move/gap.h"
#include "judge/move/journey.h"
#include "judge/special.h"

#include <trueline/ruling.h>

#include <string.h>

/* Places round an enemy from which it is looked for contact; of them so many are tried over other squares. */
enum { PLACES = 24 };
/* mm: nearer than that to touching a model is put. */
#define INTO 1e-9

typedef struct charging {
    const tl_inquiry *inquiry;
    size_t member;
    bool march;
    tl_moving moving;
    const tl_reach_map *reach;
    const tl_obstacle *items; /* the enemy's outlines */
    size_t count;
} charging;

/* --- Places ------------------------------------------------------------------------------------------------------- */

/* The least distance of the mover's outline, wherever it looks, from the enemy's: its reach round its origin. */
static double apart_from(const charging *x, tl_vec2 at, double radius) {
    const tl_figure disc = tl_figure_disc(at, tl_max(radius, INTO));
    double least = INFINITY;
    for (size_t i = 0; i < x->count; i++) {
        least = tl_min(least, tl_figure_distance(&disc, &x->items[i].figure));
    }
    return least;
}

static tl_vec2 middle_of(const charging *x) {
    tl_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < x->count; i++) {
        tl_vec2 a, b;
        tl_figure_box(&x->items[i].figure, &a, &b);
        low = (tl_vec2){tl_min(low.x, a.x), tl_min(low.y, a.y)};
        high = (tl_vec2){tl_max(high.x, b.x), tl_max(high.y, b.y)};
    }
    return tl_lerp2(low, high, 0.5);
}

/* Where the mover, coming on straight to a place, first touches the enemy; false: it passes it. */
static bool touches_at(const charging *x, tl_vec2 from, tl_vec2 to, double facing_deg, tl_vec2 *at) {
    tl_vec2 step = tl_sub2(to, from);
    double s, c, best = INFINITY;
    tl_sincos_deg(facing_deg, &s, &c);
    for (size_t p = 0; p < x->moving.mover.count; p++) {
        const tl_mover_part *part = &x->moving.mover.parts[p];
        for (size_t k = 0; k < part->count; k++) {
            tl_figure own = tl_figure_turned(&part->figures[k], c, s, from);
            for (size_t i = 0; i < x->count; i++) {
                double first, last;
                if (tl_figure_sweep(&own, step, &x->items[i].figure, 0, &first, &last)) {
                    best = tl_min(best, first);
                }
            }
        }
    }
    *at = tl_add2(from, tl_scale2(step, best));
    return best < INFINITY;
}

/* --- Ways --------------------------------------------------------------------------------------------------------- */

/* Judges a way as a move is judged, and takes it when it may be gone and ends in contact. */
static tl_status try_way(const charging *x, const tl_vec2 *corners, size_t count, tl_charge *charge, tl_error *error) {
    tl_path_point path[TL_CHARGE_CORNERS];
    tl_journey journey;
    for (size_t i = 0; i < count; i++) {
        path[i] = (tl_path_point){{corners[i].x, corners[i].y, 0}, 2};
    }
    const tl_question question = {.query = "move", .path = path, .path_count = count, .march = x->march};
    tl_status status = tl_journey_make(x->inquiry, x->member, &question, &journey, error);
    for (size_t i = 0; status == TL_OK && journey.verdict == TL_VERDICT_YES && i < journey.touched_count; i++) {
        const tl_journey_touched *t = &journey.touched[i];
        bool his = t->slot == (uint32_t)x->inquiry->table->members[charge->member].slot;
        if (his && t->verdict == TL_VERDICT_YES &&
            (charge->verdict != TL_VERDICT_YES || journey.length < charge->length)) {
            charge->verdict = TL_VERDICT_YES;
            charge->length = journey.length;
            charge->corner_count = count;
            memcpy(charge->corners, corners, count * sizeof(*corners));
        }
    }
    tl_journey_free(&journey);
    return status;
}

/* The certain square nearest to a place, by the whole way; SIZE_MAX: none is near. */
static size_t square_near(const charging *x, tl_vec2 at) {
    const tl_reach_map *map = x->reach;
    enum { AROUND = 4 };
    size_t best = SIZE_MAX;
    double least = INFINITY;
    double column = floor((at.x - map->corner.x) / map->size), row = floor((at.y - map->corner.y) / map->size);
    for (int k = 0; k < (2 * AROUND + 1) * (2 * AROUND + 1) && map->side > 0; k++) {
        double c = column + k % (2 * AROUND + 1) - AROUND, r = row + k / (2 * AROUND + 1) - AROUND;
        if (c < 0 || r < 0 || c >= (double)map->side || r >= (double)map->side) {
            continue;
        }
        size_t i = (size_t)r * map->side + (size_t)c;
        tl_vec2 middle = {map->corner.x + (c + 0.5) * map->size, map->corner.y + (r + 0.5) * map->size};
        double length = map->lengths[i] + tl_length2(tl_sub2(at, middle));
        if (map->states[i] == TL_REACH_CERTAIN && length < least) {
            least = length;
            best = i;
        }
    }
    return least <= map->own ? best : SIZE_MAX;
}

/* Ways to places all round the enemy; where `over` is set over the squares that are reached, else straight there. */
static tl_status look_round(const charging *x, bool over, tl_charge *charge, tl_error *error) {
    tl_vec2 middle = middle_of(x), start = tl_plan(x->moving.start), d = tl_sub2(start, middle);
    double far = tl_length2(d) + 1, around = 2 * tl_mover_reach(&x->moving.mover) + charge->apart + far;
    double first = tl_length2(d) > 0 ? tl_atan2_deg(d.y, d.x) : 0;
    tl_status status = TL_OK;
    for (int k = 0; k < PLACES && status == TL_OK && charge->verdict != TL_VERDICT_YES; k++) {
        tl_vec2 out, at, corners[TL_CHARGE_CORNERS];
        int turn = k % 2 == 0 ? k / 2 : -(k + 1) / 2; /* straight on first, then to either side */
        tl_sincos_deg(first + 360.0 * turn / PLACES, &out.y, &out.x);
        if (!touches_at(x, tl_add2(middle, tl_scale2(out, around)), middle, x->moving.facing_deg, &at)) {
            continue;
        }
        size_t square = over ? square_near(x, at) : SIZE_MAX, count = 0;
        if (over && square == SIZE_MAX) {
            continue;
        }
        if (over) {
            count = tl_reach_path(x->reach, square, corners, TL_CHARGE_CORNERS - 1);
        }
        if (count < TL_CHARGE_CORNERS &&
            tl_length2(tl_sub2(at, start)) <= x->reach->own + INTO + x->inquiry->tolerance) {
            corners[count++] = at;
            status = try_way(x, corners, count, charge, error);
        }
    }
    return status;
}

/* --- No way ------------------------------------------------------------------------------------------------------- */

/* Whether no square can be reached from which the enemy could be touched, wherever in it the model stands. */
static bool is_out_of_reach(const charging *x, double slack) {
    const tl_reach_map *map = x->reach;
    double reach = tl_mover_reach(&x->moving.mover) + slack + 0.7072 * map->size;
    if (map->side == 0) { /* it goes nowhere */
        return apart_from(x, tl_plan(x->moving.start), tl_mover_reach(&x->moving.mover)) > slack;
    }
    for (size_t i = 0; i < map->side * map->side; i++) {
        tl_vec2 middle = {map->corner.x + ((double)(i % map->side) + 0.5) * map->size,
                          map->corner.y + ((double)(i / map->side) + 0.5) * map->size};
        if (map->states[i] != TL_REACH_NO && apart_from(x, middle, 0) <= reach) {
            return false;
        }
    }
    return true;
}

static tl_status look_at(const charging *x, tl_charge *charge, tl_error *error) {
    double off = x->items[0].off + x->moving.own_off, contact = 3 * x->inquiry->tolerance + off;
    contact += tl_settings_length(&x->inquiry->settings, "close_combat_reach", x->inquiry->units);
    charge->apart = apart_from(x, tl_plan(x->moving.start), tl_mover_reach(&x->moving.mover));
    charge->margin = x->reach->own - charge->apart;
    charge->verdict = TL_VERDICT_MARGINAL;
    if (charge->margin < -(contact + x->inquiry->tolerance)) {
        charge->verdict = TL_VERDICT_NO;
        return TL_OK;
    }
    tl_status status = look_round(x, false, charge, error);
    if (status == TL_OK && charge->verdict != TL_VERDICT_YES) {
        status = look_round(x, true, charge, error);
    }
    if (status == TL_OK && charge->verdict != TL_VERDICT_YES && is_out_of_reach(x, contact)) {
        charge->verdict = TL_VERDICT_NO;
    }
    return status;
}

static size_t member_of_slot(const tl_table *table, uint32_t slot) {
    for (size_t i = 0; i < table->member_count; i++) {
        if ((uint32_t)table->members[i].slot == slot) {
            return i;
        }
    }
    return SIZE_MAX;
}

tl_status tl_charge_find(const tl_inquiry *inquiry, size_t member, bool march, const tl_reach_map *reach,
                         tl_charges *charges, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    *charges = (tl_charges){.context = inquiry->context};
    if (!tl_table_unit_of(inquiry->table, member)->kind->charges) {
        return TL_OK;
    }
    charging x = {.inquiry = inquiry, .member = member, .march = march, .reach = reach};
    tl_vec2 at = tl_plan(inquiry->table->members[member].body->pose.at);
    double far = 2 * reach->own;
    tl_status status = tl_moving_make(inquiry, member, (tl_vec2){at.x - far, at.y - far},
                                      (tl_vec2){at.x + far, at.y + far}, &x.moving, error);
    const tl_moving_obstacles *all = &x.moving.charged;
    for (size_t i = 0, end; status == TL_OK && i < all->count; i = end) {
        for (end = i + 1; end < all->count && all->items[end].slot == all->items[i].slot; end++) {
        }
        tl_charge charge = {.member = member_of_slot(inquiry->table, all->items[i].slot)};
        x.items = all->items + i;
        x.count = end - i;
        status = look_at(&x, &charge, error);
        if (status == TL_OK && charge.margin >= -reach->own) {
            if (!tl_reserve(inquiry->context, (void **)&charges->items, &charges->capacity, charges->count + 1,
                            sizeof(*charges->items))) {
                status = tl_fail_memory(error);
            } else {
                charges->items[charges->count++] = charge;
            }
        }
    }
    tl_moving_free(&x.moving);
    return status;
}

void tl_charges_free(tl_charges *charges) {
    tl_free(charges->context, charges->items);
}
