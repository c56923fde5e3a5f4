/* journey.c: judging a move: contacts, terrain, floors, the end. */
#include "judge/move/journey.h"

#include "judge/move/gap.h"
#include "judge/move/journey_steps.h"
#include "judge/move/landing.h"
#include "judge/move/standing.h"

#include "body/shape.h"
#include "judge/order.h"
#include "judge/verdict.h"
#include "math/angle.h"

#include <stdlib.h>
#include <string.h>

/* --- The path ----------------------------------------------------------------------------------------------------- */

static tl_status check_path(const tl_question *question, tl_error *error) {
    if (question->path_count == 0 || question->path == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "path", "give the points it moves to, in millimetres",
                       "a move needs a path");
    }
    if (question->path_count > TL_JOURNEY_POINTS) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "path", "move in several goes",
                       "a path has at most %d points, not %zu", TL_JOURNEY_POINTS, question->path_count);
    }
    for (size_t i = 0; i < question->path_count; i++) {
        const tl_path_point *p = &question->path[i];
        bool good = p->count == 2 || p->count == 3;
        for (int k = 0; good && k < p->count; k++) {
            good = fabs(p->at[k]) <= TL_DOCUMENT_REACH;
        }
        if (!good) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "path",
                           "give two or three millimetres, no larger than a million",
                           "point %zu of the path is no place", i + 1);
        }
    }
    if (question->has_facing && !(fabs(question->facing_deg) <= 1e9)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "give degrees", "the facing is no angle");
    }
    return TL_OK;
}

static tl_status lay(tl_journey *j, const tl_question *question, tl_error *error) {
    tl_context *context = j->inquiry->context;
    tl_path_corner *corners = tl_alloc_array(context, question->path_count, sizeof(*corners));
    if (corners == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < question->path_count; i++) {
        const tl_path_point *p = &question->path[i];
        corners[i] = (tl_path_corner){{p->at[0], p->at[1]}, p->count == 3 && !j->moving.flies, p->at[2]};
    }
    tl_laid laid;
    tl_status status = tl_moving_lay(&j->moving, j->moving.start, corners, question->path_count, &laid, error);
    tl_free(context, corners);
    if (status == TL_OK) {
        j->path = laid.path;
        j->height_off = laid.height_off;
        j->cost_off = laid.cost_off;
        j->way_open = laid.open;
        j->length = j->path.nodes[j->path.count - 1].cost;
        j->headings = tl_alloc_array(context, question->path_count, sizeof(*j->headings));
        j->facings = tl_alloc_array(context, question->path_count, sizeof(*j->facings));
        status = j->headings != NULL && j->facings != NULL ? TL_OK : tl_fail_memory(error);
    }
    return status;
}

/* --- What stands in the way --------------------------------------------------------------------------------------- */

static tl_halt_kind halt_of(uint8_t kind) {
    return kind == TL_MOVING_FOE      ? TL_HALT_FOE
           : kind == TL_MOVING_FRIEND ? TL_HALT_FRIEND
           : kind == TL_MOVING_EDGE   ? TL_HALT_EDGE
           : kind == TL_MOVING_TRAP   ? TL_HALT_TRAP
           : kind == TL_MOVING_SHORE  ? TL_HALT_SHORE
                                      : TL_HALT_WALL;
}

static tl_cause cause_of(const tl_journey *j, uint8_t kind) {
    return kind == TL_MOVING_FOE || kind == TL_MOVING_FRIEND ? tl_by(TL_CLAUSE_MOVE_MODELS)
           : kind == TL_MOVING_EDGE                          ? tl_by(TL_CLAUSE_MOVE_TABLE)
           : kind == TL_MOVING_SHORE                         ? tl_by_row(TL_CLAUSE_MOVE_SHORE, j->moving.keeps->rule)
                                                             : tl_by(TL_CLAUSE_MOVE_WALLS);
}

static void add_contact_halts(tl_journey *j, const tl_move_contacts *contacts) {
    for (size_t i = 0; i < contacts->count; i++) {
        const tl_move_contact *c = &contacts->items[i];
        bool certain = c->latest < INFINITY;
        if (c->opening) {
            continue;
        }
        double plan = certain ? c->stop : c->touch;
        tl_halt *halt = tl_journey_halt(j, cause_of(j, c->kind), certain ? TL_VERDICT_NO : TL_VERDICT_MARGINAL,
                                        halt_of(c->kind), plan, tl_journey_cost_at(j, plan));
        halt->latest = c->latest;
        halt->slot = c->slot;
        halt->has_slot = true;
    }
}

static tl_move_way way_of(const tl_journey *j) {
    tl_move_way way = tl_moving_way(&j->moving);
    way.height_off = j->height_off;
    return way;
}

static double direction_deg(tl_vec2 d, double otherwise) {
    return d.x == 0 && d.y == 0 ? otherwise : tl_atan2_deg(d.y, d.x);
}

/* Facings on the legs of one way of turning. */
static void face(tl_journey *j, tl_turning_way way) {
    tl_vec2 at = tl_plan(j->moving.start);
    double facing = j->moving.facing_deg;
    for (size_t i = 0; i < j->path.corner_count; i++) {
        tl_vec2 to = tl_plan(j->path.nodes[j->path.corners[i]].at), d = tl_sub2(to, at);
        if (way == TL_TURNING_FIRST) {
            facing = j->facing_deg;
        } else if (way == TL_TURNING_ALONG) {
            facing = direction_deg(d, facing);
        } else if (way == TL_TURNING_BACKWARD) {
            facing = direction_deg((tl_vec2){-d.x, -d.y}, facing);
        } else if (way == TL_TURNING_DRIVES) {
            facing = j->facings[i]; /* as tl_journey_drive found */
        }
        j->facings[i] = facing;
        tl_sincos_deg(facing, &j->headings[i].sine, &j->headings[i].cosine);
        at = to;
    }
}

/* Turning on the spot at every corner, up to where the way is free. */
static tl_status turn_at_corners(tl_journey *j, const tl_move_way *way, double until, tl_error *error) {
    double facing = j->moving.facing_deg;
    tl_status status = TL_OK;
    for (size_t i = 0; i <= j->path.corner_count && status == TL_OK; i++) {
        const tl_path_node *node = i == 0 ? &j->path.nodes[0] : &j->path.nodes[j->path.corners[i - 1]];
        double next = i < j->path.corner_count ? j->facings[i] : j->facing_deg;
        tl_verdict verdict = TL_VERDICT_YES;
        tl_move_contact contact = {0};
        if (node->plan > until) {
            break;
        }
        if (next != facing) {
            status = tl_move_turn(j->inquiry->context, &j->moving.mover, node->at, facing, next, false, way, &verdict,
                                  &contact, error);
        }
        if (status == TL_OK && verdict != TL_VERDICT_YES) {
            tl_move_contact other;
            tl_verdict round = verdict;
            status = tl_move_turn(j->inquiry->context, &j->moving.mover, node->at, facing, next, true, way, &round,
                                  &other, error);
            verdict = round == TL_VERDICT_YES || verdict == TL_VERDICT_NO ? round : verdict;
        }
        if (status == TL_OK && verdict != TL_VERDICT_YES) {
            tl_halt *halt =
                tl_journey_halt(j, cause_of(j, contact.kind), verdict, TL_HALT_TURN, node->plan, node->cost);
            halt->slot = contact.slot;
            halt->has_slot = true;
            if (verdict == TL_VERDICT_NO) {
                break;
            }
        }
        facing = next;
    }
    return status;
}

static double first_certain(const tl_journey *j) {
    double first = INFINITY;
    for (size_t i = 0; i < j->halt_count; i++) {
        first = j->halts[i].verdict == TL_VERDICT_NO ? tl_min(first, j->halts[i].plan) : first;
    }
    return first;
}

static tl_status try_way(tl_journey *j, tl_turning_way turning, tl_error *error) {
    tl_move_way way = way_of(j);
    j->way = turning;
    j->halt_count = 0;
    tl_move_contacts_free(&j->contacts);
    tl_status status = turning == TL_TURNING_DRIVES ? tl_journey_drive(j, true, j->facings, error) : TL_OK;
    if (status == TL_OK) {
        face(j, turning);
        if (j->spend.turning != NULL && !j->facing_asked) {
            j->facing_deg = j->facings[j->path.corner_count - 1];
        }
        status = tl_move_find_contacts(j->inquiry->context, &j->moving.mover, &j->path, j->headings, &way, &j->contacts,
                                       error);
    }
    if (status == TL_OK) {
        add_contact_halts(j, &j->contacts);
    }
    if (status == TL_OK && !j->moving.mover.round) {
        status = turn_at_corners(j, &way, first_certain(j), error);
    }
    return status;
}

/* However it turns, discs within its outline go along: what they meet, it meets. */
static tl_status meets_anyway(tl_journey *j, double *plan, tl_error *error) {
    tl_figure discs[2];
    tl_mover_part parts[2];
    tl_mover inner = tl_mover_core(&j->moving.mover, discs, parts);
    tl_move_way way = way_of(j);
    tl_move_contacts contacts = {.context = j->inquiry->context};
    tl_status status =
        tl_move_find_contacts(j->inquiry->context, &inner, &j->path, j->headings, &way, &contacts, error);
    *plan = INFINITY;
    for (size_t i = 0; status == TL_OK && i < contacts.count; i++) {
        *plan = tl_min(*plan, contacts.items[i].latest);
    }
    tl_move_contacts_free(&contacts);
    return status;
}

/* The way of turning that gets through, or else farthest. */
static tl_status find_way(tl_journey *j, tl_error *error) {
    if (j->moving.flies) {
        return TL_OK;
    }
    /* for whom turns cost something goes as it faces: it doesn't slide sideways */
    bool drives = j->spend.turning != NULL;
    tl_turning_way best = drives ? TL_TURNING_DRIVES : TL_TURNING_LAST;
    int last = drives && !j->spend.turning->backwards ? TL_TURNING_ALONG : TL_TURNING_BACKWARD;
    tl_status status = try_way(j, best, error);
    if (status != TL_OK || j->halt_count == 0 || j->moving.mover.round) {
        return status;
    }
    double farthest = first_certain(j);
    for (int k = drives ? TL_TURNING_ALONG : TL_TURNING_FIRST; k <= last && status == TL_OK; k++) {
        status = try_way(j, (tl_turning_way)k, error);
        if (status == TL_OK && j->halt_count == 0) {
            return TL_OK;
        }
        double far = first_certain(j);
        if (far > farthest) {
            farthest = far;
            best = (tl_turning_way)k;
        }
    }
    double anyway = INFINITY;
    if (status == TL_OK) {
        status = try_way(j, best, error);
    }
    if (status == TL_OK) {
        status = meets_anyway(j, &anyway, error);
    }
    for (size_t i = 0; status == TL_OK && i < j->halt_count; i++) {
        tl_halt *halt = &j->halts[i];
        if (halt->verdict == TL_VERDICT_NO && anyway == INFINITY) {
            halt->verdict = TL_VERDICT_MARGINAL; /* not all ways of turning were tried */
            halt->kind = TL_HALT_TURN;
        } else if (halt->verdict == TL_VERDICT_NO) {
            halt->latest = tl_max(halt->latest < INFINITY ? halt->latest : 0, anyway);
        }
    }
    return status;
}

/* --- Floors ------------------------------------------------------------------------------------------------------- */

/* Inside a building; marginal within what its rim may be off. */
static tl_verdict indoors_at(const tl_journey *j, tl_vec2 at) {
    tl_moving rim = j->moving;
    rim.indoors_off = 1;
    bool possibly = tl_moving_indoors(&rim, at);
    rim.indoors_off = -1;
    return !possibly ? TL_VERDICT_NO : tl_moving_indoors(&rim, at) ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
}

/* Only infantry changes floors, and only in a building (DB-MOV-09). */
static void look_at_floors(tl_journey *j) {
    if (j->moving.over != NULL) {
        return;
    }
    for (size_t i = 1; i < j->path.count; i++) {
        const tl_path_node *a = &j->path.nodes[i - 1], *b = &j->path.nodes[i];
        double up = fabs(b->at.z - a->at.z);
        tl_verdict floor = b->rise != TL_PATH_ON && up > TL_SURFACE_LIFT - 2 * j->height_off
                               ? indoors_at(j, tl_plan(b->at))
                               : TL_VERDICT_NO;
        bool indoors = floor != TL_VERDICT_NO;
        floor = indoors && up <= TL_SURFACE_LIFT + 2 * j->height_off ? TL_VERDICT_MARGINAL : floor;
        if (indoors && !j->moving.foot) {
            tl_halt *halt = tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_FLOORS),
                                            floor == TL_VERDICT_YES ? TL_VERDICT_NO : TL_VERDICT_MARGINAL,
                                            TL_HALT_FLOOR_CLASS, a->plan, a->cost);
            halt->latest = floor == TL_VERDICT_YES ? a->plan : INFINITY;
        } else if (b->rise == TL_PATH_FLOOR && floor != TL_VERDICT_YES) {
            tl_halt *halt =
                tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_FLOORS), indoors ? TL_VERDICT_MARGINAL : TL_VERDICT_NO,
                                j->moving.foot ? TL_HALT_FLOOR_OUTSIDE : TL_HALT_FLOOR_CLASS, a->plan, a->cost);
            halt->latest = indoors ? INFINITY : a->plan;
        }
    }
}

/* --- The end ------------------------------------------------------------------------------------------------------ */

/* The last place along the path where it stands on nobody. */
static tl_status last_free(tl_journey *j, const tl_move_way *way, double *plan, tl_error *error) {
    tl_move_spans spans;
    double end = j->path.nodes[j->path.count - 1].plan;
    tl_status status =
        tl_move_find_spans(j->inquiry->context, &j->moving.mover, &j->path, j->headings, way, &spans, error);
    *plan = end;
    for (bool again = true; status == TL_OK && again;) {
        again = false;
        for (size_t i = 0; i < spans.count; i++) {
            if (spans.items[i].last >= *plan - TL_JOURNEY_ROUNDING && spans.items[i].first < *plan) {
                *plan = spans.items[i].first;
                again = true;
            }
        }
    }
    if (status == TL_OK) {
        tl_move_spans_free(&spans);
    }
    return status;
}

static tl_status look_at_end(tl_journey *j, tl_error *error) {
    const tl_path_node *end = &j->path.nodes[j->path.count - 1];
    tl_move_way way = {.world = j->inquiry->table->world,
                       .obstacles = j->moving.models.items,
                       .obstacle_count = j->moving.models.count,
                       .forgiven = tl_max(j->inquiry->tolerance, 1e-6),
                       .certain = tl_max(j->inquiry->tolerance, 1e-6),
                       .own_off = j->moving.own_off,
                       .height_off = j->height_off,
                       .most_off = j->moving.most_off};
    uint8_t *nothing = tl_alloc_array(j->inquiry->context, j->inquiry->table->slot_count, 1);
    if (nothing == NULL) {
        return tl_fail_memory(error);
    }
    way.walls = nothing;
    tl_heading heading;
    tl_sincos_deg(j->facing_deg, &heading.sine, &heading.cosine);
    tl_move_contacts contacts = {.context = j->inquiry->context};
    tl_status status =
        tl_move_stands_in(j->inquiry->context, &j->moving.mover, end->at, heading, &way, &contacts, error);
    if (status == TL_OK && contacts.count > 0) {
        double plan;
        tl_verdict on = TL_VERDICT_MARGINAL;
        j->end_slot = contacts.items[0].slot;
        for (size_t i = contacts.count; i > 0; i--) {
            if (contacts.items[i - 1].latest < INFINITY) { /* for certain */
                on = TL_VERDICT_NO;
                j->end_slot = contacts.items[i - 1].slot;
            }
        }
        j->end = tl_verdict_both(j->end, on);
        status = last_free(j, &way, &plan, error);
        if (status == TL_OK) {
            tl_halt *halt =
                tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_END), on, TL_HALT_ON_MODEL, plan, tl_journey_cost_at(j, plan));
            halt->latest = on == TL_VERDICT_NO ? plan : INFINITY;
            halt->slot = j->end_slot;
            halt->has_slot = true;
        }
    }
    tl_free(j->inquiry->context, nothing);
    tl_move_contacts_free(&contacts);
    return status;
}

/* Where the model stands at a length of the path; on the ground, also for who flies over it. */
static tl_vec3 ground_at(const tl_journey *j, double plan) {
    tl_vec3 at = tl_path_at_plan(&j->path, plan, NULL);
    tl_path path;
    const tl_path_corner here = {.at = tl_plan(at)};
    if (j->moving.over != NULL && plan < j->path.nodes[j->path.count - 1].plan &&
        tl_moving_lay_over(&j->moving, j->moving.start, &here, 1, &path, NULL) == TL_OK) {
        at.z = path.nodes[path.count - 1].at.z;
        tl_path_free(&path);
    }
    return at;
}

/* The last length of the path, looked at in steps from its end, where nothing speaks against standing. */
static tl_status last_standing(const tl_journey *j, double *plan, tl_error *error) {
    const double stride = 2, fine = 1e-3;
    double end = j->path.nodes[j->path.count - 1].plan, bad = end, good = end;
    tl_standing standing = {.verdict = TL_VERDICT_NO};
    tl_status status = TL_OK;
    while (status == TL_OK && good > 0 && standing.verdict != TL_VERDICT_YES) {
        bad = good;
        good = tl_max(0, good - stride);
        status = tl_standing_look(&j->moving, ground_at(j, good), j->facing_deg, &standing, error);
    }
    while (status == TL_OK && bad - good > fine && standing.verdict == TL_VERDICT_YES) {
        double middle = 0.5 * (good + bad);
        tl_standing there;
        status = tl_standing_look(&j->moving, ground_at(j, middle), j->facing_deg, &there, error);
        *(there.verdict == TL_VERDICT_YES ? &good : &bad) = middle;
    }
    *plan = good;
    return status;
}

/* What rises where it ends, and what it may not end in. */
static tl_status look_at_place(tl_journey *j, tl_error *error) {
    const tl_path_node *end = &j->path.nodes[j->path.count - 1];
    tl_standing standing;
    tl_status status = tl_standing_look(&j->moving, end->at, j->facing_deg, &standing, error);
    if (status == TL_OK && standing.verdict != TL_VERDICT_YES && j->end != TL_VERDICT_NO) {
        double plan;
        status = last_standing(j, &plan, error);
        tl_halt *halt =
            tl_journey_halt(j, standing.cause, standing.verdict, standing.kind, plan, tl_journey_cost_at(j, plan));
        halt->latest = standing.verdict == TL_VERDICT_NO ? end->plan : INFINITY;
        halt->slot = standing.slot;
        halt->has_slot = true;
        j->end = tl_verdict_both(j->end, standing.verdict);
    }
    return status;
}

/* Who climbs through a window has to come out of it. */
static tl_status look_at_openings(tl_journey *j, tl_error *error) {
    bool any = false;
    for (size_t i = 0; i < j->contacts.count; i++) {
        any = any || j->contacts.items[i].opening;
    }
    if (!any) {
        return TL_OK;
    }
    const tl_path_node *end = &j->path.nodes[j->path.count - 1];
    tl_move_way way = way_of(j);
    tl_move_contacts contacts = {.context = j->inquiry->context};
    tl_status status = tl_move_stands_in(j->inquiry->context, &j->moving.mover, end->at,
                                         j->headings[j->path.corner_count - 1], &way, &contacts, error);
    for (size_t i = 0; status == TL_OK && i < contacts.count; i++) {
        for (size_t k = 0; k < j->contacts.count; k++) {
            const tl_move_contact *o = &j->contacts.items[k];
            if (o->opening && o->slot == contacts.items[i].slot) {
                tl_halt *halt =
                    tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_OPENINGS),
                                    contacts.items[i].latest < INFINITY ? TL_VERDICT_NO : TL_VERDICT_MARGINAL,
                                    TL_HALT_IN_OPENING, o->touch, tl_journey_cost_at(j, o->touch));
                halt->latest = end->plan;
                halt->slot = o->slot;
                halt->has_slot = true;
            }
        }
    }
    tl_move_contacts_free(&contacts);
    return status;
}

/* --- Landing ------------------------------------------------------------------------------------------------------ */

static tl_status look_at_landing(tl_journey *j, tl_error *error) {
    tl_path_node *end = &j->path.nodes[j->path.count - 1];
    tl_landing landing;
    tl_heading heading;
    tl_sincos_deg(j->facing_deg, &heading.sine, &heading.cosine);
    tl_status status = tl_landing_look(&j->moving, tl_plan(end->at), heading, &landing, error);
    if (status != TL_OK) {
        return status;
    }
    end->at.z = landing.high;
    j->flat_mm = landing.flat_mm;
    j->flat_deg = landing.flat_deg;
    j->flat = landing.even;
    if (landing.even != TL_VERDICT_YES) {
        tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_LANDING), landing.even, TL_HALT_UNEVEN, end->plan, end->cost)->latest =
            landing.even == TL_VERDICT_NO ? end->plan : INFINITY;
        j->end = tl_verdict_both(j->end, landing.even);
    }
    if (landing.on_table != TL_VERDICT_YES) {
        tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_TABLE), landing.on_table, TL_HALT_EDGE, end->plan, end->cost)->latest =
            landing.on_table == TL_VERDICT_NO ? end->plan : INFINITY;
        j->end = tl_verdict_both(j->end, landing.on_table);
    }
    return TL_OK;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static int compare_halts(const void *a, const void *b) {
    const tl_halt *s = a, *t = b;
    int by = tl_order(s->cost, t->cost);
    by = by != 0 ? by : tl_order(s->cause.clause, t->cause.clause);
    return by != 0 ? by : tl_order(s->slot, t->slot);
}

static void conclude(tl_journey *j) {
    qsort(j->halts, j->halt_count, sizeof(*j->halts), compare_halts);
    j->verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < j->halt_count; i++) {
        if (j->halts[i].verdict == TL_VERDICT_NO) {
            j->verdict = TL_VERDICT_NO;
            j->stop = &j->halts[i];
            break;
        }
    }
    if (j->verdict == TL_VERDICT_YES && j->halt_count > 0) {
        j->verdict = TL_VERDICT_MARGINAL;
        j->stop = &j->halts[0];
    }
    if (j->rotation_looked && j->rotation == TL_VERDICT_NO) {
        j->verdict = TL_VERDICT_NO;
    } else if (j->rotation_looked && j->rotation == TL_VERDICT_MARGINAL && j->verdict == TL_VERDICT_YES) {
        j->verdict = TL_VERDICT_MARGINAL;
    }
    j->verdict = j->plan.asked ? tl_verdict_both(j->verdict, j->plan.verdict) : j->verdict;
}

tl_status tl_journey_make(const tl_inquiry *inquiry, size_t member, const tl_question *question, tl_journey *j,
                          tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    *j = (tl_journey){.inquiry = inquiry, .march = question->march, .end = TL_VERDICT_YES};
    j->contacts.context = inquiry->context;
    tl_status status = check_path(question, error);
    if (status != TL_OK) {
        return status;
    }
    tl_vec2 low = tl_plan(inquiry->table->members[member].body->pose.at), high = low;
    for (size_t i = 0; i < question->path_count; i++) {
        const double *at = question->path[i].at;
        low = (tl_vec2){tl_min(low.x, at[0]), tl_min(low.y, at[1])};
        high = (tl_vec2){tl_max(high.x, at[0]), tl_max(high.y, at[1])};
    }
    status = tl_moving_make_asked(inquiry, member, low, high, (tl_moving_asked){true, j->march}, &j->moving, error);
    j->facing_deg = question->has_facing ? question->facing_deg : j->moving.facing_deg;
    j->facing_asked = question->has_facing;
    if (status == TL_OK) {
        status = tl_moving_allowance(&j->moving, j->march, &j->own, &j->in_terrain, error);
    }
    if (status == TL_OK) {
        status = tl_spend_make(&j->moving, j->march, question->dice, &j->spend, error);
    }
    j->rated = j->own;
    if (status == TL_OK && j->spend.rolled) {
        j->in_terrain = j->in_terrain < j->own ? tl_min(j->in_terrain, j->spend.rating) : j->spend.rating;
        j->own = j->spend.rating;
    }
    if (status == TL_OK) {
        tl_journey_plan_begin(j, question);
        status = lay(j, question, error);
    }
    if (status == TL_OK) {
        face(j, TL_TURNING_LAST);
        status = find_way(j, error);
    }
    if (status == TL_OK && j->moving.ashore) {
        tl_journey_halt(j, tl_by_row(TL_CLAUSE_MOVE_SHORE, j->moving.keeps->rule), TL_VERDICT_NO, TL_HALT_ASHORE, 0, 0)
            ->latest = 0;
    }
    if (status == TL_OK) {
        look_at_floors(j);
        status = tl_journey_spend(j, error);
    }
    if (status == TL_OK) {
        status = tl_journey_cross(j, error);
    }
    if (status == TL_OK) {
        status = tl_journey_measure(j, error);
    }
    if (status == TL_OK && j->length_verdict != TL_VERDICT_NO) {
        tl_journey_deeds(j);
    }
    if (status == TL_OK) {
        status = tl_gap_look(j, error);
    }
    if (status == TL_OK) {
        status = tl_journey_meet(j, error);
    }
    if (status == TL_OK) {
        status = tl_journey_run_over(j, error);
    }
    if (status == TL_OK) {
        status = tl_journey_touch(j, error);
    }
    if (status == TL_OK) {
        tl_journey_turn_round(j);
        tl_journey_plan_judge(j);
    }
    if (status == TL_OK) {
        status = look_at_openings(j, error);
    }
    if (status == TL_OK && j->moving.flies && !j->plan.asked) {
        status = look_at_landing(j, error);
    }
    if (status == TL_OK && !j->plan.leaves) {
        status = look_at_end(j, error);
    }
    if (status == TL_OK && !j->plan.asked && first_certain(j) == INFINITY) { /* else it doesn't get there */
        status = look_at_place(j, error);
    }
    if (status == TL_OK && j->length_verdict != TL_VERDICT_NO) {
        tl_journey_rotation(j);
    }
    if (status == TL_OK) {
        if (j->way_open) {
            tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_FLOORS), TL_VERDICT_MARGINAL, TL_HALT_GROUND, 0, 0);
        }
        j->uncertain_count =
            tl_moving_uncertain(&j->moving, low, high, j->uncertain, TL_JOURNEY_UNCERTAIN, &j->uncertainty);
        conclude(j);
    }
    return status;
}

void tl_journey_free(tl_journey *j) {
    if (j->moving.context != NULL) {
        tl_moving_free(&j->moving);
    }
    if (j->path.context != NULL) {
        tl_path_free(&j->path);
    }
    tl_spend_free(&j->spend);
    tl_spend_pieces_free(&j->pieces);
    tl_free(j->inquiry->context, j->gaps);
    tl_free(j->inquiry->context, j->meetings);
    tl_free(j->inquiry->context, j->overruns);
    tl_free(j->inquiry->context, j->touched);
    tl_free(j->inquiry->context, j->pivots);
    tl_free(j->inquiry->context, j->cheap_pivots);
    tl_free(j->inquiry->context, j->headings);
    tl_free(j->inquiry->context, j->facings);
    tl_free(j->inquiry->context, j->crossings);
    tl_move_contacts_free(&j->contacts);
}
