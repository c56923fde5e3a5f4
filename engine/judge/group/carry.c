/* carry.c: what is lifted from above, where it is put down, and land under a bow. */
#include "judge/group/carry.h"

#include "judge/measure/hull.h"
#include "judge/special.h"
#include "judge/verdict.h"

#include <string.h>

/* mm: overlaps are exact to far less. */
#define ROUNDING 1e-9
/* How often the bow is cut in looking for land, and to what length (mm). */
enum { CUTS = 4000 };
#define FINE 1e-7

static bool has_one_of(const tl_document_unit *unit, const tl_skill_effect *effect) {
    for (size_t i = 0; i < unit->skill_count; i++) {
        if (tl_skills_effect_names(effect, unit->skills[i])) {
            return true;
        }
    }
    return false;
}

/* --- From above --------------------------------------------------------------------------------------------------- */

/* Of a model on a stand its hull, else all of it. */
static const tl_figures *hull_of(const tl_moving *m) {
    return m->figures[1].count > 0 ? &m->figures[1] : &m->figures[0];
}

static double depth_between(const tl_moving *a, const tl_moving *b) {
    const tl_moving *both[2] = {a, b};
    double s[2], c[2], depth = -INFINITY;
    for (int i = 0; i < 2; i++) {
        tl_sincos_deg(both[i]->facing_deg, &s[i], &c[i]);
    }
    for (size_t i = 0; i < hull_of(a)->count; i++) {
        tl_figure p = tl_figure_turned(&hull_of(a)->items[i], c[0], s[0], tl_plan(a->start));
        for (size_t k = 0; k < hull_of(b)->count; k++) {
            tl_figure q = tl_figure_turned(&hull_of(b)->items[k], c[1], s[1], tl_plan(b->start));
            depth = tl_max(depth, tl_figure_depth(&p, &q));
        }
    }
    return depth;
}

/* What it would stand in: certain before perhaps. */
static tl_status stand_in(const tl_moving *m, const tl_move_way *way, size_t but, tl_carry *carry, tl_error *error) {
    tl_heading heading;
    tl_move_contacts contacts = {.context = m->context};
    tl_sincos_deg(m->facing_deg, &heading.sine, &heading.cosine);
    tl_status status = tl_move_stands_in(m->context, &m->mover, carry->under, heading, way, &contacts, error);
    for (size_t i = 0; status == TL_OK && i < contacts.count; i++) {
        tl_verdict one = contacts.items[i].latest < INFINITY ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
        if (contacts.items[i].slot != but && tl_verdict_both(carry->room, one) != carry->room) {
            carry->room = one;
            carry->room_slot = contacts.items[i].slot;
        }
    }
    tl_move_contacts_free(&contacts);
    return status;
}

/* Nobody is put down in what it may not enter, or beside the table. */
static void look_inside(const tl_moving *m, tl_carry *carry) {
    const tl_document *document = m->inquiry->table->document;
    tl_vec2 at = tl_plan(carry->under);
    for (size_t i = 0; i < m->region_count; i++) {
        if (tl_moving_is_closed(&m->regions[i]) && tl_outline_holds(m->regions[i].outline, at) > 0) {
            carry->room = TL_VERDICT_NO;
            carry->room_slot = (uint32_t)m->inquiry->table->terrain[m->regions[i].terrain].slot;
        }
    }
    if (at.x < 0 || at.y < 0 || at.x > document->width || at.y > document->depth) {
        carry->room = TL_VERDICT_NO;
        carry->room_slot = (uint32_t)m->inquiry->table->ground.slot;
    }
}

static tl_status look_for_room(const tl_inquiry *inquiry, tl_carry *carry, tl_error *error) {
    tl_vec2 at = tl_plan(carry->under);
    tl_moving m;
    tl_standing standing;
    uint8_t *nothing = NULL;
    size_t but = inquiry->table->members[carry->carrier].slot;
    tl_status status = tl_moving_make(inquiry, carry->other, at, at, &m, error);
    carry->room = TL_VERDICT_YES;
    if (status == TL_OK) {
        nothing = tl_alloc_array(inquiry->context, inquiry->table->slot_count, 1);
        status = nothing != NULL ? TL_OK : tl_fail_memory(error);
    }
    if (status == TL_OK) {
        tl_move_way way = tl_moving_way(&m), bases = way;
        bases.walls = nothing;
        bases.obstacles = m.models.items;
        bases.obstacle_count = m.models.count;
        way.sill_high = 0;
        status = stand_in(&m, &way, but, carry, error);
        status = status == TL_OK ? stand_in(&m, &bases, but, carry, error) : status;
    }
    if (status == TL_OK) {
        look_inside(&m, carry);
        status = tl_standing_look(&m, carry->under, m.facing_deg, &standing, error);
        if (status == TL_OK && standing.slot != but && tl_verdict_both(carry->room, standing.verdict) != carry->room) {
            carry->room = standing.verdict;
            carry->room_slot = standing.slot;
        }
    }
    tl_free(inquiry->context, nothing);
    tl_moving_free(&m);
    return status;
}

static tl_status judge_lift(const tl_inquiry *inquiry, tl_carry *carry, tl_error *error) {
    const tl_table *table = inquiry->table;
    const tl_placed *carrier = &table->members[carry->carrier], *other = &table->members[carry->other];
    const tl_document_unit *unit = tl_table_unit_of(table, carry->carrier);
    const tl_skill_effect *effect = tl_special_unit_effect(inquiry, unit, TL_EFFECT_LIFTS, &carry->lifts);
    tl_surfaces surfaces = tl_table_surfaces(table);
    tl_moving a, b = {.context = NULL};
    double extent[4], levels[64];
    tl_vec2 at = tl_plan(carrier->body->pose.at), its = tl_plan(other->body->pose.at);
    tl_status status = tl_moving_make(inquiry, carry->carrier, at, at, &a, error);
    if (status == TL_OK) {
        status = tl_moving_make(inquiry, carry->other, its, its, &b, error);
    }
    if (status == TL_OK) {
        double off = inquiry->tolerance + a.own_off + b.own_off;
        carry->depth = depth_between(&a, &b);
        carry->above = off > 0                   ? tl_verdict_of_margin(carry->depth, ROUNDING, off)
                       : carry->depth > ROUNDING ? TL_VERDICT_YES
                                                 : TL_VERDICT_NO;
    }
    carry->liftable = effect != NULL && has_one_of(tl_table_unit_of(table, carry->other), effect) &&
                      !tl_special_are_enemies(unit, tl_table_unit_of(table, carry->other));
    if (status == TL_OK) {
        tl_vec2 middle = tl_judge_hull(inquiry, carry->carrier, extent);
        double below = carrier->body->box.high.z;
        size_t count = tl_surface_levels(&surfaces, middle.x, middle.y, b.tall, levels, 64);
        carry->under = (tl_vec3){middle.x, middle.y, 0};
        for (size_t i = 0; i < count && levels[i] < below; i++) {
            carry->under.z = levels[i];
        }
    }
    tl_moving_free(&a);
    if (b.context != NULL) {
        tl_moving_free(&b);
    }
    if (status == TL_OK) {
        status = look_for_room(inquiry, carry, error);
    }
    carry->verdict = carry->liftable ? carry->above : TL_VERDICT_NO;
    carry->cause = tl_by_row(TL_CLAUSE_CARRY_LIFTS, carry->lifts->rule);
    return status;
}

/* --- Landing ------------------------------------------------------------------------------------------------------ */

typedef struct shore {
    const tl_outline **outlines;
    size_t count;
    double least;          /* of what was looked at: how far from land; negative: so far on it */
    double least_at_other; /* ... there, how far the rim of another water is */
    int cuts;
} shore;

/* How far a place is from land: the farthest, of the waters that hold it; on land negative. */
static double afloat_at(const shore *s, tl_vec2 p, double *other) {
    double most = -INFINITY, next = INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        double rim = tl_outline_border_distance(s->outlines[i], p);
        double one = tl_outline_holds(s->outlines[i], p) >= 0 ? rim : -rim;
        next = one > most ? tl_min(next, fabs(most)) : tl_min(next, rim);
        most = tl_max(most, one);
    }
    *other = next;
    return most;
}

/* It changes by no more than the way along the bow. */
static void look_along(shore *s, tl_vec2 a, tl_vec2 b) {
    tl_vec2 middle = tl_lerp2(a, b, 0.5);
    double other, here = afloat_at(s, middle, &other), half = 0.5 * tl_length2(tl_sub2(b, a));
    if (here < s->least) {
        s->least = here;
        s->least_at_other = other;
    }
    if (here - half < s->least - FINE && half > FINE && ++s->cuts < CUTS) {
        look_along(s, a, middle);
        look_along(s, middle, b);
    }
}

static tl_status judge_landing(const tl_inquiry *inquiry, tl_carry *carry, tl_error *error) {
    const tl_table *table = inquiry->table;
    const tl_document_unit *unit = tl_table_unit_of(table, carry->carrier);
    const tl_skill_effect *effect = tl_special_unit_effect(inquiry, unit, TL_EFFECT_LANDS, &carry->lands);
    double extent[4], sine, cosine, off = inquiry->tolerance, most_off = 0;
    tl_vec2 at = tl_judge_hull(inquiry, carry->carrier, extent);
    tl_moving m;
    tl_status status = tl_moving_make(inquiry, carry->carrier, at, at, &m, error);
    shore s = {.least = INFINITY, .least_at_other = INFINITY};
    tl_outline *own = tl_alloc_array(inquiry->context, table->terrain_count, sizeof(*own));
    s.outlines = tl_alloc_array(inquiry->context, table->terrain_count, sizeof(*s.outlines));
    status = status == TL_OK && (own == NULL || s.outlines == NULL) ? tl_fail_memory(error) : status;
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        double rim_off = 0;
        if (tl_skills_effect_names(effect, table->document->terrain[i].kind) && tl_moving_has_outline(&m, i)) {
            status = tl_moving_outline(&m, i, &s.outlines[s.count], &own[s.count], &rim_off, error);
            s.count += status == TL_OK;
            most_off = tl_max(most_off, rim_off);
        }
    }
    if (status == TL_OK) {
        tl_sincos_deg(tl_inquiry_facing(inquiry, carry->carrier), &sine, &cosine);
        double z = table->members[carry->carrier].body->box.low.z, ahead = extent[0];
        for (int i = 0; i < 2; i++) {
            double left = i == 0 ? extent[1] : -extent[3];
            carry->bow[i] = (tl_vec3){at.x + ahead * cosine - left * sine, at.y + ahead * sine + left * cosine, z};
            double other, one = afloat_at(&s, tl_plan(carry->bow[i]), &other);
            s.least_at_other = one < s.least ? other : s.least_at_other;
            s.least = tl_min(s.least, one);
        }
        look_along(&s, tl_plan(carry->bow[0]), tl_plan(carry->bow[1]));
        off += most_off + 1.4143 * tl_placed_core_uncertainty(&table->members[carry->carrier]);
        carry->afloat = s.least;
        /* nobody is put nearer to land than the tolerance */
        carry->touches = off > 0               ? tl_verdict_of_margin(2 * inquiry->tolerance - s.least, 0, off)
                         : s.least <= ROUNDING ? TL_VERDICT_YES
                                               : TL_VERDICT_NO;
        bool seam = s.count > 1 && fabs(s.least) <= 3 * off + FINE && s.least_at_other <= 3 * off + FINE;
        carry->touches = seam ? TL_VERDICT_MARGINAL : carry->touches; /* between waters that abut */
    }
    for (size_t i = 0; own != NULL && i < s.count; i++) {
        tl_outline_free(&own[i]);
    }
    tl_free(inquiry->context, own);
    tl_free(inquiry->context, s.outlines);
    tl_moving_free(&m);
    carry->verdict = carry->touches;
    carry->cause = tl_by_row(TL_CLAUSE_CARRY_LANDS, carry->lands->rule);
    return status;
}

tl_status tl_carry_judge(const tl_inquiry *inquiry, size_t carrier, size_t other, tl_carry *carry, tl_error *error) {
    TL_ASSERT(carrier < inquiry->table->member_count, "the carrier is one of the table's members");
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, carrier);
    *carry = (tl_carry){.carrier = carrier, .other = other, .verdict = TL_VERDICT_NO};
    tl_effect_kind wanted = other != SIZE_MAX ? TL_EFFECT_LIFTS : TL_EFFECT_LANDS;
    if (tl_special_unit_effect(inquiry, unit, wanted, NULL) == NULL) {
        return tl_fail(error, TL_ERROR_NO_RULE, NULL, "from",
                       other != SIZE_MAX ? "name one whose skills lift others"
                                         : "name one whose skills land others, or whom it lifts",
                       other != SIZE_MAX ? "%s has no skill that lifts anybody" : "%s has no skill that lands anybody",
                       unit->name);
    }
    return other != SIZE_MAX ? judge_lift(inquiry, carry, error) : judge_landing(inquiry, carry, error);
}
