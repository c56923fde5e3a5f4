/* standing.c: ending a move where something rises under the base, on a model, or in what can't be entered. */
#include "judge/move/standing.h"

#include "range/range.h"
#include "judge/verdict.h"
#include "scene/fit.h"

#include <string.h>

/* Who stands on a slope tilts with it; a surface that rises from one step to the next by more than a slope of 60
 * degrees, and by more than lifts a base, is something that the base would stand in. */
#define STEEP 1.7321
/* What rises higher than a step of a stair is no unevenness to stand on, mm. */
#define STEP 12.0
enum { SPOKES = 48, STEPS = 40, COARSE_SPOKES = 12, COARSE_STEPS = 8, LEVELS = 64 };

/* The highest surface at a place that is no higher than `high`; `low` when there is none. */
static double surface_at(const tl_moving *m, const tl_surfaces *surfaces, double x, double y, double low, double high) {
    double levels[LEVELS];
    tl_work_add(m->context, tl_moving_levels_work(m));
    size_t count = tl_surface_levels(surfaces, x, y, 0, levels, LEVELS);
    for (size_t i = count < LEVELS ? count : LEVELS; i > 0; i--) {
        if (levels[i - 1] <= high) {
            return tl_max(levels[i - 1], low);
        }
    }
    return low;
}

/* How high the highest jump under a disc ends above its middle; 0: there is none. */
static double highest_jump(const tl_moving *m, tl_vec3 at, double radius, int spokes, int steps) {
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    double high = at.z + m->tall, highest = 0, d = radius / steps;
    for (int k = 0; k < spokes; k++) {
        double s, c, before = at.z;
        tl_sincos_deg(360.0 * k / spokes, &s, &c);
        for (int i = 1; i <= steps; i++) {
            double z = surface_at(m, &surfaces, at.x + i * d * c, at.y + i * d * s, at.z - m->tall, high);
            if (z - before > STEEP * d + TL_PLACE_LIFT && z > at.z + TL_PLACE_LIFT) {
                highest = tl_max(highest, z - at.z);
            }
            before = z;
        }
    }
    return highest;
}

typedef struct sides {
    const tl_moving *moving;
    tl_vec2 at;
    double radius, low, high; /* of the disc, and between which heights */
    bool steep;               /* one is steeper than 60 degrees: a side, not a surface */
} sides;

static double to_segment(tl_vec2 p, tl_vec2 a, tl_vec2 b) {
    tl_vec2 d = tl_sub2(b, a);
    double length2 = tl_dot2(d, d);
    double share = length2 > 0 ? tl_max(0, tl_min(1, tl_dot2(tl_sub2(p, a), d) / length2)) : 0;
    return tl_length2(tl_sub2(p, tl_add2(a, tl_scale2(d, share))));
}

/* Whether what of a side lies between the heights comes near the disc, seen from above: a side is all rim. */
static bool comes_near(const sides *s, const tl_vec3 corner[3]) {
    tl_figure slice;
    bool near = false;
    if (tl_slice_triangle(corner, s->low, s->high, &slice)) {
        for (int i = 0; i < slice.count && !near; i++) {
            near = to_segment(s->at, slice.corner[i], slice.corner[(i + 1) % slice.count]) <= s->radius;
        }
    }
    return near;
}

static bool side_at(void *user, uint32_t slot, uint32_t triangle) {
    sides *s = user;
    tl_vec3 c[3];
    tl_work_add(s->moving->context, 4); /* costs only time */
    tl_bvh_corners(tl_world_get(s->moving->inquiry->table->world, slot), triangle, c);
    tl_vec3 normal = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
    s->steep = fabs(normal.z) < 0.5 * tl_length(normal) && comes_near(s, c);
    return !s->steep;
}

/* Whether something has sides near a disc, higher than `above` its middle. */
static bool has_sides(const tl_moving *m, tl_vec3 at, double radius, double above) {
    const tl_box3 box = {{at.x - radius, at.y - radius, at.z + above}, {at.x + radius, at.y + radius, at.z + m->tall}};
    sides s = {m, tl_plan(at), radius, box.low.z, box.high.z, false};
    tl_world_in_box(m->inquiry->table->world, box, m->bearing, side_at, &s);
    return s.steep;
}

bool tl_standing_even(const tl_moving *m, tl_vec3 at, double radius) {
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    tl_shape disc = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius};
    disc.pose.at = (tl_vec3){at.x, at.y, 0};
    double low = at.z + TL_PLACE_LIFT, top = tl_surface_under(&surfaces, &disc, low, at.z + m->tall, NULL);
    return top <= low ||
           (!has_sides(m, at, radius, TL_PLACE_LIFT) && highest_jump(m, at, radius, COARSE_SPOKES, COARSE_STEPS) == 0);
}

/* --- Who flies over terrain --------------------------------------------------------------------------------------- */

static bool is_closed(const tl_moving_region *region) {
    return region->going == TL_GOING_IMPASSABLE || region->going == TL_GOING_TRAP;
}

bool tl_standing_enters(const tl_moving *m, tl_vec2 at, double radius) {
    for (size_t i = 0; m->over != NULL && i < m->region_count; i++) {
        const tl_moving_region *region = &m->regions[i];
        double low, high;
        if (!is_closed(region) || region->outline->kind == TL_OUTLINE_NONE) {
            continue;
        }
        tl_outline_distance(region->outline, at, at, &low, &high);
        if (tl_outline_holds(region->outline, at) >= 0 || low <= radius + region->off) {
            return false;
        }
    }
    return true;
}

/* What it may fly over, but not end in: walls, and what nobody enters. */
static tl_status look_at_terrain(const tl_moving *m, tl_vec3 at, double facing_deg, tl_standing *s, tl_error *error) {
    tl_move_way way = tl_moving_way(m);
    tl_heading heading;
    tl_move_contacts contacts = {.context = m->context};
    way.walls = m->end_walls;
    way.obstacles = m->ends.items;
    way.obstacle_count = m->ends.count;
    way.sill_high = 0;
    tl_sincos_deg(facing_deg, &heading.sine, &heading.cosine);
    tl_status status = tl_move_stands_in(m->context, &m->mover, at, heading, &way, &contacts, error);
    for (size_t i = 0; status == TL_OK && i < contacts.count; i++) {
        tl_verdict one = contacts.items[i].latest < INFINITY ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
        if (tl_verdict_both(s->verdict, one) != s->verdict) {
            *s = (tl_standing){one, tl_by_row(TL_CLAUSE_MOVE_OVER, m->over->rule), TL_HALT_NO_END,
                               contacts.items[i].slot};
        }
    }
    for (size_t i = 0; i < m->region_count && s->verdict != TL_VERDICT_NO; i++) {
        const tl_moving_region *region = &m->regions[i];
        if (is_closed(region) && tl_outline_holds(region->outline, tl_plan(at)) > 0) {
            uint32_t slot = (uint32_t)m->inquiry->table->terrain[region->terrain].slot;
            *s = (tl_standing){TL_VERDICT_NO, tl_by_row(TL_CLAUSE_MOVE_OVER, m->over->rule), TL_HALT_NO_END, slot};
        }
    }
    tl_move_contacts_free(&contacts);
    return status;
}

/* --- What rises there, and who stands there ----------------------------------------------------------------------- */

/* Outlines from above say that it may lie on another model: whether the two bodies touch. */
static tl_status look_at_model(const tl_moving *m, tl_vec3 at, double facing_deg, const tl_placed *other,
                               tl_standing *s, tl_error *error) {
    const tl_placed *placed = &m->inquiry->table->members[m->member];
    const tl_document_pose *stated = &tl_table_member(m->inquiry->table, m->member)->pose;
    tl_pose pose =
        tl_pose_turned_tilted((tl_vec3){at.x, at.y, at.z + m->drop}, facing_deg, stated->roll, stated->pitch);
    tl_body *body = NULL;
    tl_status status = tl_body_create(m->context, placed->model, &pose, &body, error);
    if (status == TL_OK && body->solid != NULL && other->body->solid != NULL) {
        const tl_volume own = {.mesh = body->solid}, its = {.mesh = other->body->solid};
        tl_range_result range;
        double off = tl_placed_uncertainty(placed) + tl_placed_uncertainty(other);
        status = tl_range_between(m->context, &own, &its, TL_METRIC_3D, &range, error);
        if (status == TL_OK && range.distance_mm <= off) {
            *s = (tl_standing){off > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_NO, tl_by(TL_CLAUSE_MOVE_END),
                               TL_HALT_ON_MODEL, (uint32_t)other->slot};
        }
    }
    tl_body_destroy(m->context, body);
    return status;
}

/* Whether a disc lies in something higher than the model's head: following the ground outwards, there is none but far
 * above. */
static bool lies_in(const tl_moving *m, tl_vec3 at, double radius, uint32_t *slot) {
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    double d = radius / COARSE_STEPS;
    for (int k = 0; k < SPOKES; k++) {
        double s, c, before = at.z;
        tl_sincos_deg(360.0 * k / SPOKES, &s, &c);
        for (int i = 1; i <= COARSE_STEPS; i++) {
            double levels[LEVELS], x = at.x + i * d * c, y = at.y + i * d * s;
            double high = tl_max(at.z + m->tall, before + STEEP * d + TL_PLACE_LIFT);
            tl_work_add(m->context, tl_moving_levels_work(m)); /* costs only time */
            size_t count = tl_surface_levels(&surfaces, x, y, 0, levels, LEVELS), met = 0;
            for (; met < count && met < LEVELS && levels[met] <= high; met++) {
                before = levels[met];
            }
            if (met == 0 && count > 0) {
                tl_shape there = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = 1e-3};
                there.pose.at = (tl_vec3){x, y, 0};
                (void)tl_surface_under(&surfaces, &there, high, levels[0] + 1e-3, slot);
                return true;
            }
        }
    }
    return false;
}

/* What is higher than its head is no surface below its base, and rises there all the same. */
static void look_into(const tl_moving *m, tl_vec3 at, tl_standing *s) {
    double core = tl_mover_core_radius(&m->footprint_part), radius = core - tl_max(m->tolerance, 0.05);
    bool based = m->inquiry->table->members[m->member].model->base.kind != TL_SHAPE_NONE;
    uint32_t slot = 0;
    if (s->verdict == TL_VERDICT_YES && based && !m->flies && radius > 0 && lies_in(m, at, radius, &slot)) {
        const tl_vec2 low = {at.x - core, at.y - core}, high = {at.x + core, at.y + core};
        bool certain = tl_moving_ground_off(m, low, high) == 0 && m->own_off == 0;
        *s = (tl_standing){certain ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, tl_by(TL_CLAUSE_MOVE_END), TL_HALT_RISES,
                           slot};
    }
}

typedef struct looked {
    const tl_moving *moving;
    tl_vec3 at;
    double facing_deg;
    tl_standing *standing;
    tl_status status;
    tl_error *error;
} looked;

static void hear(void *user, const tl_finding *finding) {
    looked *l = user;
    const tl_moving *m = l->moving;
    double radius = tl_mover_reach(&m->footprint);
    if (l->status != TL_OK || l->standing->verdict == TL_VERDICT_NO) {
        return;
    }
    if (finding->kind == TL_FINDING_MODEL && finding->amount > m->tolerance) {
        l->status = look_at_model(m, l->at, l->facing_deg, finding->other, l->standing, l->error);
    } else if (finding->kind == TL_FINDING_TERRAIN && !m->flies) {
        double jump = highest_jump(m, l->at, radius, SPOKES, STEPS);
        bool certain = jump - finding->off > STEP && finding->amount - finding->off > STEP;
        if (certain && finding->off > 0) { /* where it begins may be off, too */
            double inner = tl_max(0, radius - finding->off);
            certain = highest_jump(m, l->at, inner, SPOKES, STEPS) - finding->off > STEP;
        }
        if (jump > 0) {
            *l->standing = (tl_standing){certain ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, tl_by(TL_CLAUSE_MOVE_END),
                                         TL_HALT_RISES, finding->other != NULL ? (uint32_t)finding->other->slot : 0};
        }
    }
}

/* The level, counted from below, whose height is nearest. */
static size_t level_near(const tl_moving *m, tl_vec3 at) {
    const tl_model *model = m->inquiry->table->members[m->member].model;
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    double levels[LEVELS];
    size_t count = tl_surface_levels(&surfaces, at.x, at.y, model->high - model->low, levels, LEVELS), best = 0;
    for (size_t i = 1; i < count && i < LEVELS; i++) {
        best = fabs(levels[i] - at.z) < fabs(levels[best] - at.z) ? i : best;
    }
    return best;
}

tl_status tl_standing_look(const tl_moving *m, tl_vec3 at, double facing_deg, tl_standing *s, tl_error *error) {
    *s = (tl_standing){.verdict = TL_VERDICT_YES};
    tl_document_pose pose = tl_table_member(m->inquiry->table, m->member)->pose;
    pose.at[0] = at.x;
    pose.at[1] = at.y;
    pose.at_count = 2;
    pose.turn = facing_deg;
    pose.level = level_near(m, at);
    looked l = {m, at, facing_deg, s, TL_OK, error};
    tl_status status = tl_table_fit(m->inquiry->table, m->member, &pose, false, hear, &l, NULL, error);
    status = status == TL_OK ? l.status : status;
    status = status == TL_OK && m->over != NULL ? look_at_terrain(m, at, facing_deg, s, error) : status;
    if (status == TL_OK) {
        look_into(m, at, s);
    }
    return status;
}
