/* stay.c: whether a model may stay where it stands. */
#include "judge/move/stay.h"

#include "judge/move/journey.h"
#include "judge/verdict.h"

enum { LEVELS = 64 };

typedef struct stay_looked {
    const tl_inquiry *inquiry;
    const tl_moving *moving;
    tl_stay *stay;
} stay_looked;

/* Keeps what speaks most against it; of equals the first. `slot` SIZE_MAX: it is about nothing else. */
static void speak_against(stay_looked *l, tl_verdict verdict, tl_cause cause, tl_stay_kind kind, size_t slot) {
    if (tl_verdict_both(l->stay->verdict, verdict) != l->stay->verdict) {
        bool has_slot = slot != SIZE_MAX;
        *l->stay = (tl_stay){verdict, cause, kind, has_slot ? (uint32_t)slot : 0, has_slot};
    }
}

/* --- What a way stops at ------------------------------------------------------------------------------------------ */

static void hear_contact(stay_looked *l, const tl_move_contact *c) {
    static const struct {
        tl_clause clause;
        tl_stay_kind kind;
    } kinds[] = {[TL_MOVING_WALL] = {TL_CLAUSE_MOVE_WALLS, TL_STAY_IN},
                 [TL_MOVING_IMPASSABLE] = {TL_CLAUSE_MOVE_WALLS, TL_STAY_IMPASSABLE},
                 [TL_MOVING_TRAP] = {TL_CLAUSE_MOVE_WALLS, TL_STAY_TRAP},
                 [TL_MOVING_FOE] = {TL_CLAUSE_MOVE_MODELS, TL_STAY_OVERLAPS},
                 [TL_MOVING_FRIEND] = {TL_CLAUSE_MOVE_MODELS, TL_STAY_OVERLAPS},
                 [TL_MOVING_EDGE] = {TL_CLAUSE_MOVE_TABLE, TL_STAY_EDGE},
                 [TL_MOVING_SHORE] = {TL_CLAUSE_MOVE_SHORE, TL_STAY_SHORE}};
    const tl_cause cause = {kinds[c->kind].clause, c->kind == TL_MOVING_SHORE ? l->moving->keeps->rule : NULL};
    speak_against(l, c->latest < INFINITY ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, cause, kinds[c->kind].kind, c->slot);
}

/* A way is stopped at the rim of what can't be entered; who stands in the middle has met no rim. */
static void look_inside(stay_looked *l) {
    const tl_moving *m = l->moving;
    for (size_t i = 0; i < m->region_count; i++) {
        const tl_moving_region *region = &m->regions[i];
        bool trap = region->going == TL_GOING_TRAP;
        /* what it keeps to counts as such, too */
        bool closed = region->going == TL_GOING_IMPASSABLE && m->keeps == NULL;
        if ((trap || closed) && tl_outline_holds(region->outline, tl_plan(m->start)) > 0) {
            speak_against(l, TL_VERDICT_NO, tl_by(TL_CLAUSE_MOVE_WALLS), trap ? TL_STAY_TRAP : TL_STAY_IMPASSABLE,
                          l->inquiry->table->terrain[region->terrain].slot);
        }
    }
}

static tl_status look_around(stay_looked *l, tl_error *error) {
    const tl_moving *m = l->moving;
    tl_move_way way = tl_moving_way(m);
    tl_heading heading;
    tl_move_contacts contacts = {.context = l->inquiry->context};
    tl_vec2 at = tl_plan(m->start);
    way.height_off = tl_moving_ground_off(m, at, at);
    way.sill_high = 0; /* a window is gone through, not stood in (DB-MOV-08) */
    tl_sincos_deg(m->facing_deg, &heading.sine, &heading.cosine);
    tl_status status = tl_move_stands_in(l->inquiry->context, &m->mover, m->start, heading, &way, &contacts, error);
    for (size_t i = 0; status == TL_OK && i < contacts.count; i++) {
        hear_contact(l, &contacts.items[i]);
    }
    tl_move_contacts_free(&contacts);
    return status;
}

/* --- Floors ------------------------------------------------------------------------------------------------------- */

/* Vehicles come to the lowest floor of a building alone; roofs are floors (DB-MOV-09). */
static void look_at_floor(stay_looked *l) {
    const tl_moving *m = l->moving;
    tl_surfaces surfaces = tl_table_surfaces(l->inquiry->table);
    double levels[LEVELS];
    if (m->foot || m->flies || !tl_moving_indoors(m, tl_plan(m->start))) {
        return;
    }
    size_t count = tl_surface_levels(&surfaces, m->start.x, m->start.y, 0, levels, LEVELS);
    double off = 2 * tl_moving_ground_off(m, tl_plan(m->start), tl_plan(m->start)), up = m->start.z;
    up -= count > 0 ? levels[0] : 0;
    if (up > TL_SURFACE_LIFT - off) {
        speak_against(l, up > TL_SURFACE_LIFT + off ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, tl_by(TL_CLAUSE_MOVE_FLOORS),
                      TL_STAY_FLOOR, SIZE_MAX);
    }
}

/* --- The end of a way --------------------------------------------------------------------------------------------- */

/* What a way of no length says of its end. */
static void look_at_end(stay_looked *l, const tl_journey *journey) {
    for (size_t i = 0; i < journey->halt_count; i++) {
        const tl_halt *halt = &journey->halts[i];
        speak_against(l, halt->verdict, halt->cause,
                      halt->kind == TL_HALT_ON_MODEL ? TL_STAY_OVERLAPS
                      : halt->kind == TL_HALT_UNEVEN ? TL_STAY_UNEVEN
                      : halt->kind == TL_HALT_EDGE   ? TL_STAY_EDGE
                      : halt->kind == TL_HALT_ASHORE ? TL_STAY_ASHORE
                      : halt->has_slot               ? TL_STAY_IN
                                                     : TL_STAY_NO,
                      halt->has_slot ? halt->slot : SIZE_MAX);
    }
}

static tl_status look(stay_looked *l, tl_error *error) {
    if (l->moving->flies) {
        return TL_OK;
    }
    look_inside(l);
    look_at_floor(l);
    return look_around(l, error);
}

tl_status tl_stay_judge(const tl_inquiry *inquiry, size_t member, tl_stay *stay, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, member);
    const tl_vec2 at = tl_plan(inquiry->table->members[member].body->pose.at);
    const tl_path_point here = {{at.x, at.y, 0}, 2};
    const tl_question question = {.query = "move", .path = &here, .path_count = 1, .march = !unit->has_move};
    stay_looked l = {.inquiry = inquiry, .stay = stay};
    tl_status status;
    *stay = (tl_stay){.verdict = TL_VERDICT_YES};
    if (unit->has_move || unit->has_march) {
        tl_journey journey;
        status = tl_journey_make(inquiry, member, &question, &journey, error);
        l.moving = &journey.moving;
        status = status == TL_OK ? look(&l, error) : status;
        if (status == TL_OK) {
            look_at_end(&l, &journey);
        }
        tl_journey_free(&journey);
    } else { /* who has no rating is asked of no way */
        tl_moving moving;
        status = tl_moving_make(inquiry, member, at, at, &moving, error);
        l.moving = &moving;
        status = status == TL_OK ? look(&l, error) : status;
        tl_moving_free(&moving);
    }
    return status;
}
