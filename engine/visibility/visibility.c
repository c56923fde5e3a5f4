/* visibility.c: the search for a free line between two bodies, or for the proof that there is none. */
#include "visibility/visibility.h"

#include "visibility/pairs.h"
#include "visibility/search.h"

#include <string.h>

#define DEFAULT_TOLERANCE 0.05
#define DEFAULT_BUDGET    UINT64_C(30000000)
#define WITNESS_BUDGET    UINT64_C(400000)
#define FAR_ENOUGH        20.0 /* clearances beyond this are reported as this when the answer should be quick */
#define ALONE_BUDGET      UINT64_C(60000)

enum { DIRECTIONS = 9, FIRST_LINES = 6, WIDEN_EFFORT = 12, POLL_EVERY = 32 };

/* --- Bodies ------------------------------------------------------------------------------------------------------ */

tl_box3 tl_sight_body_box(const tl_sight_body *body) {
    return body->bvh != NULL ? tl_bvh_box(body->bvh) : (tl_box3){body->point, body->point};
}

tl_vec3 tl_sight_body_sample(const tl_sight_body *body, tl_sight_random *random) {
    if (body->bvh == NULL) {
        return body->point;
    }
    tl_vec3 corner[3];
    tl_bvh_corners(body->bvh, tl_sight_random_below(random, (uint32_t)tl_bvh_triangle_count(body->bvh)), corner);
    uint64_t bits = tl_sight_random_bits(random);
    if ((bits & 1) != 0) {
        return corner[(bits >> 1) % 3];
    }
    double u = tl_sight_random_unit(random), v = tl_sight_random_unit(random);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return tl_madd(tl_madd(corner[0], tl_sub(corner[1], corner[0]), u), tl_sub(corner[2], corner[0]), v);
}

static bool body_empty(const tl_sight_body *body) {
    return body->bvh != NULL && tl_bvh_triangle_count(body->bvh) == 0;
}

static int compare_points(tl_vec3 p, tl_vec3 q) {
    const double d[3][2] = {{p.x, q.x}, {p.y, q.y}, {p.z, q.z}};
    for (int i = 0; i < 3; i++) {
        if (d[i][0] != d[i][1]) {
            return d[i][0] < d[i][1] ? -1 : 1;
        }
    }
    return 0;
}

/* An order of bodies that knows nothing of who asked, so that A to B and B to A run the same search. */
static int compare_bodies(const tl_sight_body *x, const tl_sight_body *y) {
    tl_box3 bx = tl_sight_body_box(x), by = tl_sight_body_box(y);
    int order = compare_points(bx.low, by.low);
    order = order != 0 ? order : compare_points(bx.high, by.high);
    if (order != 0 || x->bvh == NULL || y->bvh == NULL) {
        return order != 0 ? order : (x->bvh != NULL) - (y->bvh != NULL);
    }
    size_t nx = tl_bvh_triangle_count(x->bvh), ny = tl_bvh_triangle_count(y->bvh);
    if (nx != ny) {
        return nx < ny ? -1 : 1;
    }
    for (size_t i = 0; i < nx && x->bvh != y->bvh; i++) {
        tl_vec3 cx[3], cy[3];
        tl_bvh_corners(x->bvh, (uint32_t)i, cx);
        tl_bvh_corners(y->bvh, (uint32_t)i, cy);
        for (int k = 0; k < 3; k++) {
            order = compare_points(cx[k], cy[k]);
            if (order != 0) {
                return order;
            }
        }
    }
    return 0;
}

static uint64_t body_hash(uint64_t seed, const tl_sight_body *body) {
    tl_box3 box = tl_sight_body_box(body);
    double numbers[6] = {box.low.x + 0.0,  box.low.y + 0.0,  box.low.z + 0.0,
                         box.high.x + 0.0, box.high.y + 0.0, box.high.z + 0.0};
    return tl_hash(seed, numbers, sizeof(numbers));
}

/* --- Single lines ------------------------------------------------------------------------------------------------ */

void tl_sight_add_name(uint32_t *named, size_t *count, uint32_t slot) {
    for (size_t i = 0; i < *count; i++) {
        if (named[i] == slot) {
            return;
        }
    }
    if (*count < TL_SIGHT_NAMED) {
        named[(*count)++] = slot;
    }
}

bool tl_sight_offer(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    tl_sight *sight = search->sight;
    if (search->only_proofs || !tl_sight_ends_free(search->obstacles, p, q)) {
        return false;
    }
    uint32_t slot;
    sight->work += TL_WORK_CLEARANCE;
    double limit = search->options.quick ? fmax(FAR_ENOUGH, 2 * search->options.min_clearance) : TL_SIGHT_FAR_AWAY;
    double clearance = tl_sight_clearance(search->obstacles, p, q, limit, &slot);
    if (!(clearance > 0) || (sight->has_line && clearance <= sight->clearance)) {
        return false;
    }
    sight->has_line = true;
    sight->from = p;
    sight->to = q;
    sight->clearance = clearance;
    if (!search->options.quick || clearance <= search->options.min_clearance) {
        tl_sight_widen(search, WIDEN_EFFORT);
        /* the widening measures only as far as it needs to compare */
        sight->clearance = tl_sight_clearance(search->obstacles, sight->from, sight->to, limit, &slot);
    }
    return sight->clearance > search->options.min_clearance;
}

tl_sight_try_result tl_sight_try(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    tl_sight *sight = search->sight;
    if (tl_sight_below_plane(search->obstacles, p) || tl_sight_below_plane(search->obstacles, q)) {
        return TL_TRY_UNCLEAR;
    }
    sight->work += TL_WORK_RAY;
    tl_hit hit;
    if (!tl_world_blocked(search->obstacles->world, p, q, search->obstacles->blockers, &hit)) {
        return tl_sight_offer(search, p, q) ? TL_TRY_SEEN : TL_TRY_UNCLEAR;
    }
    if (!sight->has_attempt) {
        sight->has_attempt = true;
        sight->attempt_from = p;
        sight->attempt_to = q;
    }
    tl_sight_add_name(search->stopped_by, &search->stopped_count, hit.slot);
    return TL_TRY_BLOCKED;
}

static bool seen(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    return tl_sight_try(search, p, q) == TL_TRY_SEEN;
}

/* The corners farthest out in each direction. */
static void extremes(const tl_sight_body *body, const tl_vec3 *direction, int count, tl_vec3 *out) {
    double best[DIRECTIONS];
    for (int d = 0; d < count; d++) {
        best[d] = -INFINITY;
        out[d] = body->point;
    }
    size_t triangles = body->bvh != NULL ? tl_bvh_triangle_count(body->bvh) : 0;
    for (size_t i = 0; i < triangles; i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(body->bvh, (uint32_t)i, corner);
        for (int k = 0; k < 3; k++) {
            for (int d = 0; d < count; d++) {
                double s = tl_dot(direction[d], corner[k]);
                if (s > best[d]) {
                    best[d] = s;
                    out[d] = corner[k];
                }
            }
        }
    }
}

/* Lines that are likely to be free: from the outermost corners of one body to those of the other, and random ones. */
static bool likely_lines(tl_sight_search *search) {
    for (int i = 0; i < FIRST_LINES; i++) {
        tl_vec3 p = tl_sight_body_sample(&search->a, &search->random);
        tl_vec3 q = tl_sight_body_sample(&search->b, &search->random);
        if (seen(search, p, q)) {
            return true;
        }
    }
    tl_vec3 axis = tl_sub(tl_box3_centre(tl_sight_body_box(&search->b)), tl_box3_centre(tl_sight_body_box(&search->a)));
    axis = tl_normalise(axis);
    tl_vec3 up = fabs(axis.z) < 0.9 ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0};
    tl_vec3 u = tl_normalise(tl_cross(axis, up)), v = tl_cross(u, axis);
    const double h = 0.70710678118654752;
    tl_vec3 direction[DIRECTIONS] = {{0, 0, 1},
                                     v,
                                     u,
                                     tl_scale(u, -1),
                                     tl_scale(v, -1),
                                     tl_scale(tl_add(u, v), h),
                                     tl_scale(tl_sub(v, u), h),
                                     tl_scale(tl_sub(u, v), h),
                                     tl_scale(tl_add(u, v), -h)};
    tl_vec3 pa[DIRECTIONS], pb[DIRECTIONS];
    extremes(&search->a, direction, DIRECTIONS, pa);
    extremes(&search->b, direction, DIRECTIONS, pb);
    for (int d = 0; d < DIRECTIONS; d++) {
        if (seen(search, pa[d], pb[d])) {
            return true;
        }
    }
    for (int i = 0; i < 20; i++) {
        tl_vec3 p = tl_sight_body_sample(&search->a, &search->random);
        tl_vec3 q = tl_sight_body_sample(&search->b, &search->random);
        if (seen(search, p, q)) {
            return true;
        }
    }
    for (int d = 1; d < DIRECTIONS; d++) {
        if (seen(search, pa[0], pb[d]) || seen(search, pa[d], pb[0])) {
            return true;
        }
    }
    return false;
}

/* --- Subdivision ------------------------------------------------------------------------------------------------- */

/* log2 to within 0.09, the same everywhere; only the order of looking depends on it. */
static double rough_log2(double x) {
    int exponent;
    double mantissa = frexp(x, &exponent);
    return (double)exponent + 2 * mantissa - 2;
}

static double pair_key(double hits, const tl_cell *a, const tl_cell *b) {
    return hits - 0.5 * rough_log2((a->diameter + 1e-6) * (b->diameter + 1e-6));
}

bool tl_sight_poll(tl_sight_search *search) {
    return ++search->polls % POLL_EVERY != 0 || tl_progress(search->context, 0, "looking for a line of sight");
}

/* Cuts a pair and looks along two lines of each new one. */
static tl_status divide(tl_sight_search *search, tl_sight_pairs *pairs, const tl_sight_pair *pair,
                        const tl_pair_cut *cut, double bound, bool *found) {
    const tl_cell *cell = cut->first ? pair->a : pair->b;
    tl_cell *keep = cut->first ? pair->b : pair->a;
    tl_cell *half[2];
    if (!tl_cell_split(&search->scratch, cell, cut->normal, cut->offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    search->sight->work += TL_WORK_RAY + 2 * (uint64_t)cell->point_count;
    for (int i = 0; i < 2; i++) {
        if (half[i]->polygon_count == 0 || (search->obstacles->ground_slot < 0 && half[i]->box.high.z <= 0)) {
            tl_cell_release(search->context, half[i]);
            continue;
        }
        tl_cell *a = cut->first ? half[i] : keep, *b = cut->first ? keep : half[i];
        double child = bound;
        for (int ray = 0; ray < 2 && !*found; ray++) {
            tl_sight_try_result result =
                tl_sight_try(search, tl_cell_sample(a, &search->random), tl_cell_sample(b, &search->random));
            *found = result == TL_TRY_SEEN;
            child = result == TL_TRY_BLOCKED ? fmin(bound, fmax(a->diameter, b->diameter)) : child;
        }
        tl_cell_share(keep);
        if (!tl_sight_pairs_push(pairs, a, b, pair_key(0, a, b), child, pair->depth + 1)) {
            if (i == 0) {
                tl_cell_release(search->context, half[1]);
            }
            return TL_ERROR_MEMORY;
        }
    }
    return TL_OK;
}

static void give_up(tl_sight_search *search, double bound) {
    search->gave_up = true;
    search->open_clearance = fmax(search->open_clearance, bound);
}

/* One pair: proved, seen, given up, or divided. */
static tl_status visit(tl_sight_search *search, tl_sight_pairs *pairs, const tl_sight_pair *pair, bool *found) {
    tl_pair_cut cut;
    double bound = pair->bound;
    if (search->options.prove) {
        tl_pair_state state;
        tl_status status = tl_sight_prove(search, pair, &state, &cut, &bound);
        if (status != TL_OK || state != TL_PAIR_OPEN) {
            *found = state == TL_PAIR_SEEN;
            return status;
        }
    } else {
        tl_sight_plain_cut(pair, &cut);
    }
    if (fmax(pair->a->diameter, pair->b->diameter) <= search->options.tolerance) {
        give_up(search, bound);
        return TL_OK;
    }
    return divide(search, pairs, pair, &cut, bound, found);
}

tl_cell *tl_sight_body_cell(tl_sight_search *search, const tl_sight_body *body) {
    bool plane = search->obstacles->ground_slot < 0;
    return body->bvh != NULL ? tl_cell_from_bvh(&search->scratch, body->bvh, plane)
                             : tl_cell_from_point(&search->scratch, body->point, plane);
}

/* All of a body underground or in solids: what can't see is cheap to notice by looking at one point first. */
static bool body_dead(tl_sight_search *search, const tl_sight_body *body, const tl_cell *cell) {
    if (cell->polygon_count == 0 || (search->obstacles->ground_slot < 0 && cell->box.high.z <= 0)) {
        return true;
    }
    return !tl_visibility_live(search->obstacles, tl_sight_body_sample(body, &search->random)) &&
           !tl_visibility_live(search->obstacles, cell->points[0]) && tl_sight_buried(search, cell);
}

static tl_status subdivide(tl_sight_search *search, bool *found) {
    tl_sight_pairs pairs = {.context = search->context};
    tl_sight *sight = search->sight;
    tl_cell *a = tl_sight_body_cell(search, &search->a), *b = tl_sight_body_cell(search, &search->b);
    tl_status status = a != NULL && b != NULL ? TL_OK : TL_ERROR_MEMORY;
    if (status == TL_OK) {
        sight->from_inside_solid = body_dead(search, &search->a, a);
        sight->to_inside_solid = body_dead(search, &search->b, b);
        bool dead = sight->from_inside_solid || sight->to_inside_solid;
        if (search->options.prove && !dead) {
            status = tl_sight_ready_patch(search, a, b);
        }
    }
    if (status == TL_OK) {
        bool dead = sight->from_inside_solid || sight->to_inside_solid;
        status = dead || tl_sight_pairs_push(&pairs, tl_cell_share(a), tl_cell_share(b), 0, INFINITY, 0)
                     ? TL_OK
                     : TL_ERROR_MEMORY;
    }
    tl_sight_pair pair;
    while (status == TL_OK && !*found && tl_sight_pairs_pop(&pairs, &pair)) {
        if (sight->work > search->options.budget) {
            sight->why = TL_WHY_BUDGET;
            give_up(search, pair.bound);
        } else if (!tl_sight_poll(search)) {
            sight->why = TL_WHY_CANCELLED;
            status = TL_ERROR_CANCELLED;
        } else {
            sight->shafts++;
            status = visit(search, &pairs, &pair, found);
        }
        tl_cell_release(search->context, pair.a);
        tl_cell_release(search->context, pair.b);
    }
    if (status == TL_OK && !*found && !search->gave_up) {
        sight->verdict = TL_VERDICT_NO;
    }
    tl_sight_pairs_free(&pairs);
    tl_cell_release(search->context, a);
    tl_cell_release(search->context, b);
    return status;
}

/* --- The question ------------------------------------------------------------------------------------------------- */

static void turn_round(tl_sight *sight) {
    tl_vec3 p = sight->from;
    sight->from = sight->to;
    sight->to = p;
    p = sight->attempt_from;
    sight->attempt_from = sight->attempt_to;
    sight->attempt_to = p;
    bool inside = sight->from_inside_solid;
    sight->from_inside_solid = sight->to_inside_solid;
    sight->to_inside_solid = inside;
}

/* Where the typical blocked line is first stopped, seen from its `attempt_from`. */
static void finish_attempt(tl_sight_search *search) {
    tl_sight *sight = search->sight;
    tl_hit hit;
    if (sight->has_attempt && tl_world_nearest_hit(search->obstacles->world, sight->attempt_from, sight->attempt_to,
                                                   search->obstacles->blockers, &hit)) {
        sight->attempt_stop = tl_lerp(sight->attempt_from, sight->attempt_to, hit.t);
    } else {
        sight->has_attempt = false;
    }
}

static double largest(tl_box3 box) {
    return tl_box3_is_empty(box)
               ? 0
               : fmax(fmax(fmax(fabs(box.low.x), fabs(box.high.x)), fmax(fabs(box.low.y), fabs(box.high.y))),
                      fmax(fabs(box.low.z), fabs(box.high.z)));
}

static double scene_scale(const tl_obstacles *obstacles, const tl_sight_body *a, const tl_sight_body *b) {
    double scale = fmax(largest(tl_sight_body_box(a)), largest(tl_sight_body_box(b)));
    size_t slots = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        if (bvh != NULL && obstacles->blockers[slot] != 0) {
            scale = fmax(scale, largest(tl_bvh_box(bvh)));
        }
    }
    return scale;
}

void tl_sight_search_start(tl_sight_search *search, tl_context *context, const tl_obstacles *obstacles, tl_sight_body a,
                           tl_sight_body b, const tl_sight_options *options, tl_sight *sight) {
    *sight = (tl_sight){.verdict = TL_VERDICT_MARGINAL, .why = TL_WHY_TOLERANCE, .max_clearance = INFINITY};
    *search = (tl_sight_search){.context = context, .obstacles = obstacles, .sight = sight, .a = a, .b = b};
    search->options = options != NULL ? *options : (tl_sight_options){0};
    search->options.tolerance = search->options.tolerance > 0 ? search->options.tolerance : DEFAULT_TOLERANCE;
    if (search->options.budget == 0) {
        search->options.budget = search->options.prove ? DEFAULT_BUDGET : WITNESS_BUDGET;
    }
    search->scratch.context = context;
    search->random.state = search->options.seed ^ body_hash(body_hash(0, &search->a), &search->b);
    search->checks.state = search->random.state ^ 1;
    search->scale = scene_scale(obstacles, &search->a, &search->b);
}

void tl_sight_search_end(tl_sight_search *search) {
    tl_cell_scratch_free(&search->scratch);
    if (search->has_patch) {
        tl_patch_free(&search->patch);
        search->has_patch = false;
    }
}

static tl_status look(tl_context *context, const tl_obstacles *obstacles, tl_sight_body from, tl_sight_body to,
                      const tl_sight_options *options, tl_sight *sight, tl_error *error);

/* Of several named blockers, those whose removal alone opens a line come to be the only ones named; when there is none
 * such, all stay. A short search for a witness tells, so one may be missed. */
static tl_status name_single_blockers(tl_sight_search *search) {
    tl_sight *sight = search->sight;
    size_t slots = tl_world_slot_count(search->obstacles->world), alone_count = 0;
    uint32_t alone[TL_SIGHT_NAMED];
    uint8_t *blockers = tl_alloc(search->context, slots);
    tl_condition *conditions = tl_alloc_array(search->context, search->obstacles->condition_count, sizeof(*conditions));
    tl_status status = blockers != NULL && conditions != NULL ? TL_OK : TL_ERROR_MEMORY;
    for (size_t i = 0; i < sight->named_count && status == TL_OK; i++) {
        tl_obstacles fewer = *search->obstacles;
        fewer.blockers = blockers;
        fewer.conditions = conditions;
        fewer.condition_count = 0;
        for (size_t slot = 0; slot < slots; slot++) {
            blockers[slot] = slot == sight->named[i] ? 0 : search->obstacles->blockers[slot];
        }
        for (size_t k = 0; k < search->obstacles->condition_count; k++) {
            if (search->obstacles->conditions[k].slot != sight->named[i]) {
                conditions[fewer.condition_count++] = search->obstacles->conditions[k];
            }
        }
        tl_sight_options options = search->options;
        options.prove = false;
        options.quick = true;
        options.budget = ALONE_BUDGET;
        tl_sight without;
        status = look(search->context, &fewer, search->a, search->b, &options, &without, NULL);
        if (status == TL_OK && without.verdict == TL_VERDICT_YES) {
            alone[alone_count++] = sight->named[i];
        }
    }
    tl_free(search->context, conditions);
    tl_free(search->context, blockers);
    if (status == TL_OK && alone_count > 0) {
        sight->named_count = alone_count;
        for (size_t i = 0; i < alone_count; i++) {
            sight->named[i] = alone[i];
        }
    }
    return status;
}

static tl_status look(tl_context *context, const tl_obstacles *obstacles, tl_sight_body from, tl_sight_body to,
                      const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    /* conditions see lines as going from a to b: then the order is the caller's */
    bool turned = obstacles->condition_count == 0 && compare_bodies(&from, &to) > 0;
    tl_sight_search search;
    tl_sight_search_start(&search, context, obstacles, turned ? to : from, turned ? from : to, options, sight);
    tl_status status = TL_OK;
    if (body_empty(&from) || body_empty(&to)) {
        sight->verdict = TL_VERDICT_NO; /* there is nothing to see, or to see from */
        sight->why = TL_WHY_NONE;
        sight->max_clearance = 0;
        return TL_OK;
    }
    bool found = likely_lines(&search);
    if (!found) {
        status = subdivide(&search, &found);
    }
    tl_sight_search_end(&search);
    if (found) {
        sight->verdict = TL_VERDICT_YES;
        sight->why = TL_WHY_NONE;
        if (!search.options.quick) {
            tl_sight_shorten(&search);
        }
        sight->named_count = 0;
    }
    if (sight->verdict == TL_VERDICT_NO) {
        sight->why = TL_WHY_NONE;
        sight->max_clearance = 0;
        sight->has_line = false;
        if (status == TL_OK && sight->named_count > 1 && !search.options.quick) {
            status = name_single_blockers(&search);
        }
    }
    if (status != TL_OK) {
        sight->verdict = TL_VERDICT_MARGINAL;
    }
    if (sight->verdict == TL_VERDICT_MARGINAL) {
        sight->max_clearance = search.gave_up ? search.open_clearance : INFINITY;
        sight->named_count = 0;
        for (size_t i = 0; i < search.stopped_count; i++) {
            tl_sight_name(sight, search.stopped_by[i]);
        }
    }
    if (turned) {
        turn_round(sight);
    }
    finish_attempt(&search);
    if (status == TL_ERROR_CANCELLED) {
        return tl_fail(error, status, NULL, NULL, NULL, "the search for a line of sight was cancelled");
    }
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}

tl_status tl_visibility_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                                const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    return look(context, obstacles, (tl_sight_body){.bvh = a}, (tl_sight_body){.bvh = b}, options, sight, error);
}

tl_status tl_visibility_from_point(tl_context *context, const tl_obstacles *obstacles, tl_vec3 point, const tl_bvh *b,
                                   const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    return look(context, obstacles, (tl_sight_body){.point = point}, (tl_sight_body){.bvh = b}, options, sight, error);
}
