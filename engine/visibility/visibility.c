/* visibility.c: the search for a free line between two bodies, or for the proof that there is none. */
#include "visibility/visibility.h"

#include "visibility/limits.h"
#include "visibility/pairs.h"
#include "visibility/search.h"

#include <string.h>

/* --- Bodies ------------------------------------------------------------------------------------------------------ */

tl_box3 tl_sight_body_box(const tl_sight_body *body) {
    return body->bvh != NULL ? tl_bvh_box(body->bvh) : (tl_box3){body->point, body->point};
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

/* --- Subdivision ------------------------------------------------------------------------------------------------- */

/* log2 to within 0.09, the same everywhere; only the order of looking depends on it. */
static double rough_log2(double x) {
    int exponent;
    double mantissa = frexp(x, &exponent);
    return (double)exponent + 2 * mantissa - 2;
}

static double pair_key(double hits, const tl_cell *a, const tl_cell *b) {
    return hits - 0.5 * rough_log2((a->diameter + TL_SIGHT_POINT_DIAMETER) * (b->diameter + TL_SIGHT_POINT_DIAMETER));
}

bool tl_sight_poll(tl_sight_search *search) {
    if (!search->stopped && search->sight->work >= search->poll_at) {
        search->poll_at = search->sight->work + TL_SIGHT_POLL_EVERY;
        search->timed_out = tl_out_of_time(search->context);
        search->stopped = search->timed_out || !tl_progress(search->context, 0, "looking for a line of sight");
    }
    return !search->stopped;
}

bool tl_sight_may_try(tl_sight_search *search) {
    return search->sight->work < search->give_up_at && tl_sight_poll(search);
}

tl_status tl_sight_stop_status(const tl_sight_search *search) {
    return search->stopped && !search->timed_out ? TL_ERROR_CANCELLED : TL_OK;
}

/* Cuts a pair and looks along two lines of each new one. */
static tl_status divide(tl_sight_search *search, tl_sight_pairs *pairs, const tl_sight_pair *pair,
                        const tl_sight_pair_cut *cut, double bound, bool *found) {
    const tl_cell *cell = cut->first ? pair->a : pair->b;
    tl_cell *keep = cut->first ? pair->b : pair->a;
    tl_cell *half[2];
    if (!tl_cell_split(&search->scratch, cell, cut->normal, cut->offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    search->sight->work += TL_SIGHT_WORK_RAY + TL_SIGHT_WORK_CUT_POINT * (uint64_t)cell->point_count;
    for (int i = 0; i < 2; i++) {
        if (half[i]->polygon_count == 0 || (search->obstacles->ground_slot < 0 && half[i]->box.high.z <= 0)) {
            tl_cell_release(search->context, half[i]);
            continue;
        }
        tl_cell *a = cut->first ? half[i] : keep, *b = cut->first ? keep : half[i];
        double child = bound;
        for (int ray = 0; ray < 2 && !*found; ray++) {
            tl_vec3 q = tl_cell_sample(b, &search->random), p = tl_cell_sample(a, &search->random);
            tl_sight_try_result result = tl_sight_try(search, p, q);
            *found = result == TL_TRY_SEEN;
            child = result == TL_TRY_BLOCKED ? tl_min(bound, tl_max(a->diameter, b->diameter)) : child;
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
    TL_ASSERT(bound >= 0, "what is open is bounded by a length");
    search->gave_up = true;
    search->open_clearance = tl_max(search->open_clearance, bound);
}

/* One pair: proved, seen, put aside as too narrow, given up, or divided. */
static tl_status visit(tl_sight_search *search, tl_sight_pairs *pairs, tl_sight_pairs *narrow,
                       const tl_sight_pair *pair, bool *found) {
    tl_sight_pair_cut cut;
    double bound = pair->bound;
    if (search->options.prove) {
        tl_sight_pair_state state;
        tl_sight_record_begin(search);
        tl_status status = tl_sight_prove(search, pair, &state, &cut, &bound);
        if (status == TL_OK && state == TL_SIGHT_PAIR_BLOCKED &&
            !tl_sight_record_pair(search, pair->a, pair->b, pair->depth)) {
            status = TL_ERROR_MEMORY;
        }
        if (status == TL_OK && state == TL_SIGHT_PAIR_NARROW &&
            !tl_sight_pairs_push(narrow, tl_cell_share(pair->a), tl_cell_share(pair->b), pair->key,
                                 tl_min(bound, TL_SIGHT_LEAST_CLEARANCE), pair->depth)) {
            status = TL_ERROR_MEMORY;
        }
        if (status != TL_OK || state != TL_SIGHT_PAIR_OPEN) {
            *found = status == TL_OK && state == TL_SIGHT_PAIR_SEEN; /* else there is no line */
            return status;
        }
    } else {
        tl_sight_plain_cut(pair, &cut);
    }
    if (tl_max(pair->a->diameter, pair->b->diameter) <= search->options.tolerance) {
        give_up(search, bound);
        return TL_OK;
    }
    return divide(search, pairs, pair, &cut, bound, found);
}

void tl_sight_shaft(const tl_sight_search *search, const tl_cell *a, const tl_cell *b, tl_shaft *shaft) {
    tl_shaft_make(shaft, a, b, search->scale, search->obstacles->ground_slot < 0);
    tl_shaft_slacken(shaft, search->options.slack);
}

tl_cell *tl_sight_body_cell(tl_sight_search *search, const tl_sight_body *body) {
    bool plane = search->obstacles->ground_slot < 0;
    tl_cell *cell = body->bvh != NULL ? tl_cell_from_bvh(&search->scratch, body->bvh, plane)
                                      : tl_cell_from_point(&search->scratch, body->point, plane);
    if (cell == NULL && search->scratch.cut_off) {
        search->stopped = true;
        search->timed_out = tl_out_of_time(search->context);
    }
    return cell;
}

/* All of a body underground or in solids: what can't see is cheap to notice by looking at one point first. */
static bool body_dead(tl_sight_search *search, const tl_sight_body *body, const tl_cell *cell) {
    if (cell->polygon_count == 0 || (search->obstacles->ground_slot < 0 && cell->box.high.z <= 0)) {
        tl_sight_record_owner(search, TL_SIGHT_PLANE);
        return true;
    }
    return !tl_visibility_live(search->obstacles, tl_sight_body_sample(body, &search->random)) &&
           !tl_visibility_live(search->obstacles, cell->points[0]) && tl_sight_buried(search, cell);
}

/* Lines that run in a side of the box round both bodies may only graze what ends there, as the top of a wall as high as
 * they are. Draw all lines together towards a point inside, ever less: where those of one pair are blocked for every
 * such small step, so are the lines themselves, for they are their limits, what blocks is closed, and touching blocks
 * (DB-LOS-03). The lines drawn together keep off the box's sides, so edges on a side or beyond needn't be crossed; an
 * end of a line that is outside of solids stays so for small steps. Bodies on or in a plane ground are drawn towards a
 * point of it, so that nothing comes below it; then their underside is no limit. Not where cells are moved
 * (`min_clearance`) or anything gives way, nor where the bodies have no extent. */
static void limit_patch(tl_sight_search *search) {
    tl_box3 box = tl_box3_union(tl_sight_body_box(&search->a), tl_sight_body_box(&search->b));
    tl_box3 *limits = &search->patch.limits;
    bool plane = search->obstacles->ground_slot < 0 && box.low.z <= 0;
    if (search->options.min_clearance > 0 || search->options.slack > 0) {
        return;
    }
    if (box.high.x > box.low.x) {
        limits->low.x = box.low.x;
        limits->high.x = box.high.x;
    }
    if (box.high.y > box.low.y) {
        limits->low.y = box.low.y;
        limits->high.y = box.high.y;
    }
    if (box.high.z > (plane ? 0 : box.low.z)) {
        limits->low.z = plane ? limits->low.z : box.low.z;
        limits->high.z = box.high.z;
    }
}

/* Looks at pairs until none is left, a line is found, or all that is left is given up. */
static tl_status visit_all(tl_sight_search *search, tl_sight_pairs *pairs, tl_sight_pairs *narrow, uint64_t budget,
                           bool *found) {
    tl_sight *sight = search->sight;
    tl_status status = TL_OK;
    tl_sight_pair pair;
    search->open = pairs;
    while (status == TL_OK && !*found && tl_sight_pairs_pop(pairs, &pair)) {
        if (sight->work > budget) {
            sight->why = TL_WHY_BUDGET;
            give_up(search, pair.bound);
        } else if (!tl_sight_poll(search)) {
            sight->why = search->timed_out ? TL_WHY_TIME : TL_WHY_CANCELLED;
            give_up(search, pair.bound);
            status = tl_sight_stop_status(search);
        } else {
            sight->shafts++;
            status = visit(search, pairs, narrow, &pair, found);
        }
        tl_cell_release(search->context, pair.a);
        tl_cell_release(search->context, pair.b);
    }
    search->open = NULL;
    return status;
}

/* No line is clear enough for a yes; is there none at all? That is tried for a while, and by proofs alone. Where it
 * can't be told, the answer turns on what placing rounds. */
static tl_status visit_narrow(tl_sight_search *search, tl_sight_pairs *narrow) {
    tl_sight *sight = search->sight;
    uint64_t budget = sight->work + (sight->work / 2 > TL_SIGHT_NARROW_WORK ? sight->work / 2 : TL_SIGHT_NARROW_WORK);
    bool found = false;
    search->may_be_narrow = false;
    search->only_proofs = true;
    tl_status status =
        visit_all(search, narrow, NULL, budget < search->options.budget ? budget : search->options.budget, &found);
    if (search->gave_up && sight->why == TL_WHY_BUDGET) {
        sight->why = TL_WHY_TOLERANCE;
    }
    return status;
}

static tl_status visit_bodies(tl_sight_search *search, tl_cell *a, tl_cell *b, bool *found) {
    tl_sight_pairs pairs = {.context = search->context}, narrow = {.context = search->context};
    tl_status status =
        tl_sight_pairs_push(&pairs, tl_cell_share(a), tl_cell_share(b), 0, INFINITY, 0) ? TL_OK : TL_ERROR_MEMORY;
    search->may_be_narrow = search->options.min_clearance <= 0 && search->options.slack <= 0;
    if (status == TL_OK) {
        status = visit_all(search, &pairs, &narrow, search->options.budget, found);
    }
    if (status == TL_OK && !*found && !search->gave_up && narrow.count > 0) {
        status = visit_narrow(search, &narrow);
    } else if (narrow.count > 0) {
        search->open_clearance = tl_max(search->open_clearance, TL_SIGHT_LEAST_CLEARANCE);
    }
    if (status == TL_OK && !*found && !search->gave_up) {
        search->sight->verdict = TL_VERDICT_NO;
    }
    tl_sight_pairs_free(&pairs);
    tl_sight_pairs_free(&narrow);
    return status;
}

static tl_status subdivide(tl_sight_search *search, bool *found) {
    tl_sight *sight = search->sight;
    tl_cell *a = tl_sight_body_cell(search, &search->a), *b = tl_sight_body_cell(search, &search->b);
    bool ready = a != NULL && b != NULL;
    tl_status status = ready ? TL_OK : search->stopped ? tl_sight_stop_status(search) : TL_ERROR_MEMORY;
    if (!ready && status == TL_OK) { /* nothing was looked at */
        sight->why = TL_WHY_TIME;
        give_up(search, INFINITY);
    }
    if (ready) {
        tl_sight_record_begin(search);
        sight->from_inside_solid = body_dead(search, &search->a, a);
        sight->to_inside_solid = body_dead(search, &search->b, b);
        if (sight->from_inside_solid || sight->to_inside_solid) {
            sight->verdict = TL_VERDICT_NO;
            status = tl_sight_record_pair(search, a, b, 0) ? TL_OK : TL_ERROR_MEMORY;
        } else {
            if (search->options.prove) {
                status = tl_sight_ready_patch(search, a, b);
                limit_patch(search);
            }
            status = status == TL_OK ? visit_bodies(search, a, b, found) : status;
        }
    }
    tl_cell_release(search->context, a);
    tl_cell_release(search->context, b);
    return status;
}

/* --- The question ------------------------------------------------------------------------------------------------- */

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
               : tl_max(tl_max(tl_max(fabs(box.low.x), fabs(box.high.x)), tl_max(fabs(box.low.y), fabs(box.high.y))),
                        tl_max(fabs(box.low.z), fabs(box.high.z)));
}

static double scene_scale(const tl_obstacles *obstacles, const tl_sight_body *a, const tl_sight_body *b) {
    double scale = tl_max(largest(tl_sight_body_box(a)), largest(tl_sight_body_box(b)));
    size_t slots = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        if (obstacles->blockers[slot] != 0) {
            scale = tl_max(scale, largest(tl_world_box(obstacles->world, slot)));
        }
    }
    return scale;
}

void tl_sight_search_start(tl_sight_search *search, tl_context *context, const tl_obstacles *obstacles, tl_sight_body a,
                           tl_sight_body b, const tl_sight_options *options, tl_sight *sight) {
    TL_ASSERT(obstacles->world != NULL, "there is a world to look through");
    TL_ASSERT(obstacles->blockers != NULL || tl_world_slot_count(obstacles->world) == 0,
              "who blocks is told of every slot");
    TL_ASSERT(obstacles->condition_count == 0 || obstacles->conditions != NULL,
              "conditions are given where there are any");
    TL_ASSERT(obstacles->ground_slot < (int64_t)tl_world_slot_count(obstacles->world) ||
                  obstacles->ground_slot == TL_SIGHT_NO_GROUND,
              "the ground is a slot of the world, the plane, or none");
    TL_ASSERT(options == NULL || (options->min_clearance >= 0 && options->slack >= 0),
              "clearance and slack are lengths");
    TL_ASSERT(options == NULL || options->tolerance >= 0, "the tolerance is a length");
    *sight = (tl_sight){.verdict = TL_VERDICT_MARGINAL, .why = TL_WHY_TOLERANCE, .max_clearance = INFINITY};
    *search = (tl_sight_search){.context = context, .obstacles = obstacles, .sight = sight, .a = a, .b = b};
    search->options = options != NULL ? *options : (tl_sight_options){0};
    search->options.tolerance = search->options.tolerance > 0 ? search->options.tolerance : TL_SIGHT_DEFAULT_TOLERANCE;
    if (search->options.budget == 0) {
        search->options.budget = search->options.prove ? TL_SIGHT_DEFAULT_BUDGET : TL_SIGHT_WITNESS_BUDGET;
    }
    search->options.budget = tl_sight_budget(search->options.budget, search->options.effort);
    search->options.effort = 0; /* is in the budget now */
    search->scratch.context = context;
    search->give_up_at = UINT64_MAX;
    search->random.state = search->options.seed ^ body_hash(body_hash(0, &search->a), &search->b);
    search->checks.state = search->random.state ^ 1;
    search->scale = scene_scale(obstacles, &search->a, &search->b);
}

void tl_sight_search_end(tl_sight_search *search) {
    tl_work_add(search->context, search->sight->work);
    tl_cell_scratch_free(&search->scratch);
    if (search->has_patch) {
        tl_patch_free(&search->patch);
        search->has_patch = false;
    }
}

/* What is told of a line's clearance: less than it is where single precision puts blockers elsewhere, but never too
 * little for the yes that it is. */
static double told_clearance(const tl_sight_search *search, double clearance) {
    TL_ASSERT(clearance >= 0, "a line is told with its clearance");
    double enough = tl_max(TL_SIGHT_LEAST_CLEARANCE, search->options.min_clearance);
    return tl_max(clearance - search->obstacles->single_error, tl_min(clearance, enough));
}

/* The search from one body to the other; of a no, `named` gets whoever blocks. An error is
 * the caller's to tell. */
static tl_status look(tl_context *context, const tl_obstacles *obstacles, tl_sight_body from, tl_sight_body to,
                      const tl_sight_options *options, tl_sight *sight) {
    /* conditions see lines as going from a to b: then the order is the caller's */
    bool turned = obstacles->condition_count == 0 && compare_bodies(&from, &to) > 0;
    tl_sight_search search;
    tl_sight_search_start(&search, context, obstacles, turned ? to : from, turned ? from : to, options, sight);
    search.turned = turned;
    tl_status status = TL_OK;
    if (body_empty(&from) || body_empty(&to)) {
        sight->verdict = TL_VERDICT_NO; /* there is nothing to see, or to see from */
        sight->why = TL_WHY_NONE;
        sight->max_clearance = 0;
        return TL_OK;
    }
    bool found = tl_sight_likely_lines(&search);
    if (!found) {
        status = subdivide(&search, &found);
    }
    tl_sight_search_end(&search);
    if (status == TL_OK) {
        status = tl_sight_stop_status(&search);
    }
    TL_ASSERT(!found || sight->has_line, "a yes has a line");
    if (found) {
        sight->verdict = TL_VERDICT_YES;
        sight->why = search.timed_out ? TL_WHY_TIME : TL_WHY_NONE;
        if (!search.options.quick) {
            tl_sight_shorten(&search);
        }
        sight->clearance = told_clearance(&search, sight->clearance);
        sight->named_count = 0;
    }
    if (sight->verdict == TL_VERDICT_NO) {
        sight->why = search.timed_out ? TL_WHY_TIME : TL_WHY_NONE;
        sight->max_clearance = 0;
        sight->has_line = false;
    }
    if (status != TL_OK) {
        sight->verdict = TL_VERDICT_MARGINAL;
    }
    if (sight->verdict == TL_VERDICT_MARGINAL) {
        sight->max_clearance = search.gave_up ? search.open_clearance : INFINITY;
        sight->named_count = 0;
        for (size_t i = 0; i < search.stopped_count; i++) {
            tl_sight_add_name(sight->named, &sight->named_count, search.stopped_by[i]);
        }
    }
    if (turned) {
        tl_sight_turn_round(sight);
    }
    finish_attempt(&search);
    return status;
}

/* Whether a short search finds a line when one of those named is taken away. */
static tl_status look_without(tl_context *context, const tl_obstacles *obstacles, uint32_t slot, tl_sight_body from,
                              tl_sight_body to, const tl_sight_options *options, bool *opens) {
    size_t slots = tl_world_slot_count(obstacles->world);
    uint8_t *blockers = tl_alloc(context, slots);
    tl_condition *conditions = tl_alloc_array(context, obstacles->condition_count, sizeof(*conditions));
    tl_status status = blockers != NULL && conditions != NULL ? TL_OK : TL_ERROR_MEMORY;
    if (status == TL_OK) {
        tl_obstacles fewer = *obstacles;
        fewer.blockers = blockers;
        fewer.conditions = conditions;
        fewer.condition_count = 0;
        for (size_t i = 0; i < slots; i++) {
            blockers[i] = i == slot ? 0 : obstacles->blockers[i];
        }
        for (size_t k = 0; k < obstacles->condition_count; k++) {
            if (obstacles->conditions[k].slot != slot) {
                conditions[fewer.condition_count++] = obstacles->conditions[k];
            }
        }
        tl_sight without;
        status = look(context, &fewer, from, to, options, &without);
        *opens = without.verdict == TL_VERDICT_YES;
    }
    tl_free(context, conditions);
    tl_free(context, blockers);
    return status;
}

/* Of several named blockers, those whose removal alone opens a line come to be the only ones named; when there is none
 * such, all stay. A short search for a witness tells, so one may be missed. */
static tl_status name_single(tl_context *context, const tl_obstacles *obstacles, tl_sight_body from, tl_sight_body to,
                             tl_sight_options options, tl_sight *sight) {
    uint32_t alone[TL_SIGHT_NAMED];
    size_t alone_count = 0;
    tl_status status = TL_OK;
    options.prove = false;
    options.quick = true;
    options.budget = TL_SIGHT_ALONE_BUDGET;
    options.effort = 0;
    options.recorder = NULL;
    for (size_t i = 0; i < sight->named_count && status == TL_OK; i++) {
        bool opens = false;
        status = look_without(context, obstacles, sight->named[i], from, to, &options, &opens);
        if (status == TL_OK && opens) {
            alone[alone_count++] = sight->named[i];
        }
    }
    if (status == TL_OK && alone_count > 0) {
        sight->named_count = alone_count;
        memcpy(sight->named, alone, alone_count * sizeof(*alone));
    }
    return status;
}

static tl_status answer(tl_context *context, const tl_obstacles *obstacles, tl_sight_body from, tl_sight_body to,
                        const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    const tl_sight_options asked = options != NULL ? *options : (tl_sight_options){0};
    tl_status status = look(context, obstacles, from, to, &asked, sight);
    if (status == TL_OK && sight->verdict == TL_VERDICT_NO && sight->named_count > 1 && !asked.quick) {
        status = name_single(context, obstacles, from, to, asked, sight);
        if (status != TL_OK) {
            sight->verdict = TL_VERDICT_MARGINAL;
            sight->max_clearance = INFINITY;
        }
    }
    if (status == TL_ERROR_CANCELLED) {
        sight->why = TL_WHY_CANCELLED;
        return tl_fail(error, status, NULL, NULL, NULL, "the search for a line of sight was cancelled");
    }
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}

tl_status tl_visibility_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                                const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    TL_ASSERT(a != NULL && b != NULL, "there are two bodies");
    TL_ASSERT(sight != NULL, "there is a place for the answer");
    return answer(context, obstacles, (tl_sight_body){.bvh = a}, (tl_sight_body){.bvh = b}, options, sight, error);
}

tl_status tl_visibility_from_point(tl_context *context, const tl_obstacles *obstacles, tl_vec3 point, const tl_bvh *b,
                                   const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    TL_ASSERT(b != NULL, "there is a body to look at");
    TL_ASSERT(isfinite(point.x + point.y + point.z), "the point that looks is somewhere");
    TL_ASSERT(sight != NULL, "there is a place for the answer");
    return answer(context, obstacles, (tl_sight_body){.point = point}, (tl_sight_body){.bvh = b}, options, sight,
                  error);
}
