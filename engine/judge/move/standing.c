/* standing.c: ending a move where something rises under the base, on a model, or in what can't be entered. */
#include "judge/move/standing.h"

#include "judge/between/slot_uncertainty.h"
#include "judge/verdict.h"
#include "range/range.h"
#include "scene/fit.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Who stands on a slope tilts with it; a surface that rises from one step to the next by more than a slope of 60
 * degrees, and by more than lifts a base, is something that the base would stand in. */
#define STEEP 1.7321
/* What rises higher than a step of a stair is no unevenness to stand on, mm. */
#define STEP 12.0
/* No closer than this do people place models, mm; contact is none of standing in something. */
#define CARELESS 0.05
enum { SPOKES = 48, STEPS = 40, COARSE_SPOKES = 12, COARSE_STEPS = 8, LEVELS = 64 };

/* The highest surface at a place that is no higher than `high`; where that drops by more than `most` from the one
 * `before`, the one above on which that goes on; far below when there is none. */
static double surface_at(const tl_moving *m, const tl_surfaces *surfaces, tl_vec2 p, double before, double most,
                         double high) {
    double levels[LEVELS], low = before - m->tall - most;
    tl_work_add(m->context, tl_moving_levels_work(m)); /* costs only time */
    size_t count = tl_surface_levels(surfaces, p.x, p.y, 0, levels, LEVELS), i = count;
    double above = INFINITY;
    for (; i > 0 && levels[i - 1] > high; i--) {
        above = levels[i - 1];
    }
    double found = i > 0 ? tl_max(levels[i - 1], low) : low;
    return found < before - most && above <= before + most ? above : found;
}

/* How high the highest jump under a disc ends above its middle; 0: there is none. */
static double highest_jump(const tl_moving *m, tl_vec3 at, double radius, int spokes, int steps) {
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    double high = at.z + m->tall, highest = 0, d = radius / steps;
    for (int k = 0; k < spokes; k++) {
        double s, c, before = at.z;
        tl_sincos_deg(360.0 * k / spokes, &s, &c);
        for (int i = 1; i <= steps; i++) {
            const tl_vec2 p = tl_add2(tl_plan(at), tl_scale2((tl_vec2){c, s}, i * d));
            double z = surface_at(m, &surfaces, p, before, STEEP * d + TL_SURFACE_LIFT, high);
            if (z - before > STEEP * d + TL_SURFACE_LIFT && z > at.z + TL_SURFACE_LIFT) {
                highest = tl_max(highest, z - at.z);
            }
            before = z;
        }
    }
    return highest;
}

/* What of a side is under the base, and which others it goes on in. */
typedef struct steep {
    uint32_t slot, corner[3];
    double low, high;
    size_t with; /* another of its group, or itself */
} steep;

typedef struct steeps {
    const tl_moving *moving;
    steep *items;
    size_t count, capacity;
    bool failed; /* for want of memory */
} steeps;

static void add_steep(void *user, uint32_t slot, uint32_t triangle, double low, double high) {
    steeps *s = user;
    tl_context *context = s->moving->context;
    tl_work_add(context, 8); /* costs only time */
    s->failed = s->failed || !tl_reserve(context, (void **)&s->items, &s->capacity, s->count + 1, sizeof(*s->items));
    if (!s->failed) {
        const tl_bvh *bvh = tl_world_get(s->moving->inquiry->table->world, slot);
        const uint32_t *corner = tl_bvh_triangles(bvh) + 3 * (size_t)triangle;
        s->items[s->count] = (steep){slot, {corner[0], corner[1], corner[2]}, low, high, s->count};
        s->count++;
    }
}

static size_t group_of(const steeps *s, size_t i) {
    while (s->items[i].with != i) {
        i = s->items[i].with = s->items[s->items[i].with].with;
    }
    return i;
}

typedef struct steep_corner {
    uint32_t vertex[2]; /* its slot, and its number there */
    size_t of;
} steep_corner;

/* In whatever order: the same ones beside each other. */
static int by_vertex(const void *x, const void *y) {
    const steep_corner *a = x, *b = y;
    return memcmp(&a->vertex, &b->vertex, sizeof(a->vertex));
}

/* By how much the highest group of sides ends above where it begins, below the model's head: those that share a corner
 * go on in one another. */
static double highest_group(steeps *s, double head) {
    tl_context *context = s->moving->context;
    steep_corner *corners = tl_alloc_array(context, 3 * s->count + 1, sizeof(*corners));
    s->failed = s->failed || corners == NULL;
    for (size_t i = 0; i < 3 * s->count && !s->failed; i++) {
        corners[i] = (steep_corner){{s->items[i / 3].slot, s->items[i / 3].corner[i % 3]}, i / 3};
    }
    if (!s->failed) {
        qsort(corners, 3 * s->count, sizeof(*corners), by_vertex);
    }
    for (size_t i = 1; i < 3 * s->count && !s->failed; i++) {
        const steep_corner *a = &corners[i - 1], *b = &corners[i];
        if (by_vertex(a, b) == 0) {
            s->items[group_of(s, a->of)].with = group_of(s, b->of);
        }
    }
    double most = 0;
    for (size_t i = 0; i < s->count && !s->failed; i++) {
        steep *group = &s->items[group_of(s, i)];
        group->low = tl_min(group->low, s->items[i].low);
        group->high = tl_max(group->high, s->items[i].high);
    }
    for (size_t i = 0; i < s->count && !s->failed; i++) {
        const steep *group = &s->items[group_of(s, i)];
        most = group->low < head ? tl_max(most, group->high - group->low) : most;
    }
    tl_free(context, corners);
    return most;
}

/* A disc, an oval or a polygon (its outline is written to `outline`) all round farther out by so much; negative: in,
 * and a point where nothing is left. Of an oval, at least so much: its axes grow by what holds that at the worst point
 * between them. */
static void grow(tl_shape *shape, double by, tl_vec2 *outline) {
    tl_vec2 *size = &shape->size;
    double area = 0;
    size_t n = shape->kind == TL_SHAPE_POLYGON ? shape->outline_count : 0;
    tl_vec2 *p = shape->outline;
    shape->radius = tl_max(shape->radius + by, 0);
    if (shape->kind == TL_SHAPE_OVAL) {
        double worst = by * ((size->x + size->y) / (2 * sqrt(size->x * size->y)));
        bool left = tl_min(size->x, size->y) + worst > 0;
        *size = left ? (tl_vec2){size->x + worst, size->y + worst} : (tl_vec2){0, 0};
    }
    tl_vec2 middle = {0, 0};
    bool left = true;
    for (size_t i = 0; i < n; i++) {
        area += tl_cross2(p[i], p[(i + 1) % n]);
        middle = tl_add2(middle, tl_scale2(p[i], 1.0 / (double)n));
    }
    for (size_t i = 0; i < n; i++) {
        tl_vec2 a = tl_sub2(p[i], p[(i + n - 1) % n]), b = tl_sub2(p[(i + 1) % n], p[i]);
        a = tl_scale2((tl_vec2){a.y, -a.x}, copysign(1, area) / tl_max(tl_length2(a), DBL_MIN));
        b = tl_scale2((tl_vec2){b.y, -b.x}, copysign(1, area) / tl_max(tl_length2(b), DBL_MIN));
        outline[i] = tl_add2(p[i], tl_scale2(tl_add2(a, b), by / tl_max(1 + tl_dot2(a, b), 0.1)));
        left = left && tl_dot2(a, tl_sub2(p[i], middle)) + by > 0;
    }
    for (size_t i = 0; i < n && !left; i++) { /* an edge has come past the middle: turned over it would be no less */
        outline[i] = middle;
    }
    shape->outline = n > 0 ? outline : p;
}

/* Every slot. */
#define ALL UINT32_MAX

/* How high the sides that come in under the base rise; 0: no more than what lifts it. `by`: the base counts as so much
 * larger; `slot`: of that alone. */
static tl_status look_for_rise(const tl_moving *m, tl_vec3 at, double facing_deg, double by, uint32_t slot,
                               double *rise, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    const tl_model *model = table->members[m->member].model;
    tl_pose pose = tl_pose_turned(at, facing_deg);
    tl_shape base = model->base;
    base.pose = tl_pose_compose(&pose, &model->base.pose);
    *rise = 0;
    uint8_t *stand = tl_alloc_array(m->context, table->slot_count + 1, 1);
    uint8_t *carpet = tl_alloc_array(m->context, table->slot_count + 1, 1);
    tl_vec2 *outline = tl_alloc_array(m->context, base.outline_count + 1, sizeof(*outline));
    tl_status status = stand != NULL && carpet != NULL && outline != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK && base.kind != TL_SHAPE_NONE) {
        tl_surfaces own = tl_table_surfaces(table);
        steeps sides = {.moving = m};
        double side_from, side_to;
        uint32_t whose;
        for (size_t i = 0; i < table->slot_count; i++) {
            stand[i] = slot == ALL || slot == i ? table->stand[i] : 0;
            carpet[i] = slot == ALL || slot == i ? table->carpet[i] : 0;
        }
        own.stand = stand;
        own.carpet = carpet;
        grow(&base, by, outline);
        const double head = at.z + m->tall,
                     high = tl_max(head, at.z + STEP + 1); /* of who is no taller than a step, too */
        tl_surface_sides(&own, &base, at.z, high, &side_from, &side_to, &whose, add_steep, &sides);
        *rise = highest_group(&sides, head);
        *rise = *rise > TL_SURFACE_LIFT + 0.1 ? *rise : 0;
        status = sides.failed ? tl_fail_memory(error) : TL_OK;
        tl_free(m->context, sides.items);
    }
    tl_free(m->context, stand);
    tl_free(m->context, carpet);
    tl_free(m->context, outline);
    return status;
}

/* By how much the base and what rises beside it may be off, at most. */
static double off_at_most(const tl_moving *m) {
    const tl_table *table = m->inquiry->table;
    double most = 0;
    for (size_t i = 0; i < table->slot_count; i++) {
        most = tl_max(most, m->bearing[i] != 0 ? tl_uncertainty_of_slot(table, i) : 0);
    }
    return m->own_off + most;
}

static tl_shape disc_at(tl_vec3 at, double radius) {
    tl_shape disc = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius};
    disc.pose.at = at;
    return disc;
}

bool tl_standing_even(const tl_moving *m, tl_vec3 at, double radius) {
    const tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    const tl_shape disc = disc_at(at, radius + off_at_most(m));
    const double low = at.z + TL_SURFACE_LIFT, high = at.z + m->tall;
    tl_work_add(m->context, 64); /* costs only time */
    return !tl_surface_has_sides(&surfaces, &disc, low, high) &&
           (tl_surface_under(&surfaces, &disc, low, high, NULL) <= low ||
            highest_jump(m, at, disc.radius, COARSE_SPOKES, COARSE_STEPS) == 0);
}

bool tl_standing_level(const tl_moving *m, tl_vec3 at, double radius) {
    const tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    const tl_shape disc = disc_at(at, radius + off_at_most(m));
    const double along = STEEP * radius + CARELESS;
    double from, to;
    uint32_t slot;
    if (tl_surface_sides(&surfaces, &disc, at.z - 2 * TL_SURFACE_LIFT - along, at.z + TL_SURFACE_LIFT + along, &from,
                         &to, &slot, NULL, NULL) &&
        to - from > TL_SURFACE_LIFT) {
        return false; /* less than lifts a base is no ledge */
    }
    for (int k = 0; k < COARSE_SPOKES; k++) { /* a sheet has no sides where it ends */
        double s, c, levels[LEVELS];
        tl_sincos_deg(360.0 * k / COARSE_SPOKES, &s, &c);
        tl_work_add(m->context, tl_moving_levels_work(m)); /* costs only time */
        size_t count = tl_surface_levels(&surfaces, at.x + radius * c, at.y + radius * s, 0, levels, LEVELS);
        bool level = false;
        for (size_t i = 0; i < count; i++) {
            level = level || fabs(levels[i] - at.z) <= along;
        }
        if (!level) {
            return false;
        }
    }
    return true;
}

/* --- Who flies over terrain --------------------------------------------------------------------------------------- */

bool tl_standing_enters(const tl_moving *m, tl_vec2 at, double radius) {
    for (size_t i = 0; m->over != NULL && i < m->region_count; i++) {
        const tl_moving_region *region = &m->regions[i];
        double low, high;
        if (!tl_moving_is_closed(region)) {
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
        if (tl_moving_is_closed(region) && tl_outline_holds(region->outline, tl_plan(at)) > 0) {
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
    if (status == TL_OK) {
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

typedef struct standing_looked {
    const tl_moving *moving;
    tl_vec3 at;
    double facing_deg;
    tl_standing *standing;
    tl_status status;
    tl_error *error;
} standing_looked;

/* Something rises under the base. On a slope it tilts; what jumps it would stand in, unless no more comes in than may
 * be off. */
static void hear_of_rise(standing_looked *l, const tl_finding *finding) {
    const tl_moving *m = l->moving;
    const uint32_t slot = finding->other != NULL ? (uint32_t)finding->other->slot : 0;
    const double in = tl_max(m->tolerance, CARELESS),
                 off = m->own_off + tl_uncertainty_of_slot(m->inquiry->table, slot);
    const double radius = tl_max(0, tl_mover_reach(&m->footprint) - in);
    double jump, sure = INFINITY;
    l->status = look_for_rise(m, l->at, l->facing_deg, -in, ALL, &jump, l->error);
    if (l->status == TL_OK && off > 0) {
        l->status = look_for_rise(m, l->at, l->facing_deg, -in - off, ALL, &sure, l->error);
    }
    if (l->status != TL_OK) {
        return;
    }
    jump = jump > STEP ? jump : tl_max(jump, highest_jump(m, l->at, radius, SPOKES, STEPS));
    if (jump > 0) {
        bool certain = tl_min(tl_min(jump, sure), finding->amount) - finding->off > STEP;
        *l->standing = (tl_standing){certain ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, tl_by(TL_CLAUSE_MOVE_END),
                                     TL_HALT_RISES, slot};
    }
}

static void hear(void *user, const tl_finding *finding) {
    standing_looked *l = user;
    const tl_moving *m = l->moving;
    if (l->status != TL_OK || l->standing->verdict == TL_VERDICT_NO) {
        return;
    }
    if (finding->kind == TL_FINDING_MODEL && tl_moving_runs_over(m, finding->other->slot)) {
        return; /* who is run over gets out of the way */
    }
    if (finding->kind == TL_FINDING_MODEL && finding->amount > m->tolerance) {
        l->status = look_at_model(m, l->at, l->facing_deg, finding->other, l->standing, l->error);
    } else if (finding->kind == TL_FINDING_TERRAIN && !m->flies) {
        hear_of_rise(l, finding);
    }
}

/* What rises beside the base, but no farther off than it may be off. */
static tl_status look_beside(const tl_moving *m, tl_vec3 at, double facing_deg, tl_standing *s, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    double most = off_at_most(m), rise = 0;
    tl_status status = TL_OK;
    if (most > 0 && !m->flies && s->verdict == TL_VERDICT_YES) {
        status = look_for_rise(m, at, facing_deg, most, ALL, &rise, error);
    }
    for (uint32_t i = 0; status == TL_OK && rise > 0 && i < table->slot_count && s->verdict == TL_VERDICT_YES; i++) {
        double off = m->own_off + tl_uncertainty_of_slot(table, i), its = 0;
        if (m->bearing[i] != 0 && off > 0) {
            status = look_for_rise(m, at, facing_deg, off, i, &its, error);
        }
        if (its > 0) {
            *s = (tl_standing){TL_VERDICT_MARGINAL, tl_by(TL_CLAUSE_MOVE_END), TL_HALT_RISES, i};
        }
    }
    return status;
}

/* The level, counted from below, whose height is nearest. */
static size_t level_near(const tl_moving *m, tl_vec3 at) {
    const tl_model *model = m->inquiry->table->members[m->member].model;
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    double levels[LEVELS];
    size_t count = tl_surface_levels(&surfaces, at.x, at.y, model->high - model->low, levels, LEVELS), best = 0;
    for (size_t i = 1; i < count; i++) {
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
    standing_looked l = {m, at, facing_deg, s, TL_OK, error};
    tl_status status = tl_table_fit(m->inquiry->table, m->member, &pose, false, hear, &l, NULL, error);
    status = status == TL_OK ? l.status : status;
    if (status == TL_OK) {
        status = look_beside(m, at, facing_deg, s, error);
    }
    tl_standing over = {.verdict = TL_VERDICT_YES};
    if (status == TL_OK && m->over != NULL) {
        status = look_at_terrain(m, at, facing_deg, &over, error);
    }
    bool worse = tl_verdict_both(over.verdict, s->verdict) != s->verdict;
    if (worse || (s->kind == TL_HALT_RISES && over.verdict == s->verdict)) { /* its own rule says more than that */
        *s = over;
    }
    return status;
}
