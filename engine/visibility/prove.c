/* prove.c: is every line from one cell to another blocked? The theorem of the shell crawl (docs/math/visibility.md).
 *
 * Let S be a shell inside a convex set K that holds both cells, taken modulo 2 (a triangle with both sides in it counts
 * as none). S has no boundary inside K, since its half-faces come in matched pairs at every edge that meets K. So if S
 * stays off the hulls of both cells, the parity of crossings of a segment from one to the other with S is the same for
 * all such segments; and where it is odd, every segment meets S, whose triangles are blockers. */
#include "visibility/shells.h"

#include "geom/geom.h"
#include "visibility/limits.h"

static bool conditions_refuse(tl_sight_search *search, const tl_sight_pair *pair) {
    for (size_t i = 0; i < search->obstacles->condition_count; i++) {
        const tl_condition *condition = &search->obstacles->conditions[i];
        search->sight->work += TL_SIGHT_WORK_RAY;
        if (condition->bundle(condition->user, pair->a->points, pair->a->point_count, pair->b->points,
                              pair->b->point_count) == TL_BUNDLE_NONE) {
            tl_sight_name(search, condition->slot);
            for (size_t k = 0; k < condition->owner_count; k++) {
                tl_sight_record_owner(search, condition->owners[k]);
            }
            return true;
        }
    }
    return false;
}

/* Where nothing is in the way but conditions that go by the plan: the cut that tells most of lengths. Along a line they
 * change by all of a shift in plan, at most, and of one in height by the line's rise over its run. False: no such pair,
 * or one that is as small in plan as any need be. */
static bool cut_in_plan(const tl_sight_search *search, const tl_sight_pair *pair, tl_sight_pair_cut *cut) {
    const tl_cell *cell[2] = {pair->a, pair->b};
    bool flat = search->obstacles->condition_count > 0;
    for (size_t i = 0; i < search->obstacles->condition_count && flat; i++) {
        const tl_condition *condition = &search->obstacles->conditions[i];
        flat = condition->flat != NULL && condition->flat(condition->user, pair->a->points, pair->a->point_count,
                                                          pair->b->points, pair->b->point_count);
    }
    tl_vec3 apart = tl_sub(tl_cell_centre(pair->b), tl_cell_centre(pair->a));
    double run = tl_length2(tl_plan(apart)), rise = fabs(apart.z), most = 0, plan = 0;
    for (int k = 0; k < 2; k++) {
        rise += 0.5 * tl_box3_size(cell[k]->box).z;
    }
    double share = run > rise ? rise / run : 1;
    for (int k = 0; k < 2 && flat; k++) {
        tl_vec3 size = tl_box3_size(cell[k]->box);
        const double weight[3] = {size.x, size.y, share * size.z};
        plan = tl_max(plan, tl_max(size.x, size.y));
        for (int axis = 0; axis < 3; axis++) {
            if (weight[axis] > most) {
                most = weight[axis];
                cut->first = k == 0;
                cut->normal = (tl_vec3){axis == 0, axis == 1, axis == 2};
            }
        }
    }
    if (!(plan > search->options.tolerance)) {
        return false;
    }
    cut->offset = tl_dot(cut->normal, tl_cell_centre(cut->first ? pair->a : pair->b));
    return true;
}

/* For tests: random lines of a pair that was proved must be blocked or dead at an end. */
static void self_check(tl_sight_search *search, const tl_sight_pair *pair) {
    for (uint32_t i = 0; i < search->options.check_lines; i++) {
        tl_vec3 p = tl_cell_sample(pair->a, &search->checks), q = tl_cell_sample(pair->b, &search->checks);
        search->sight->checked++;
        uint32_t slot;
        if (!tl_world_blocked(search->obstacles->world, p, q, search->obstacles->blockers, NULL) &&
            tl_visibility_live(search->obstacles, p) && tl_visibility_live(search->obstacles, q) &&
            tl_sight_clearance(search->obstacles, p, q, 1, &slot) > search->sight->closed_gap) {
            search->sight->failed_checks++;
        }
    }
}

tl_status tl_sight_ready_patch(tl_sight_search *search, const tl_cell *a, const tl_cell *b) {
    TL_ASSERT(a->point_count > 0 && b->point_count > 0, "the cells that hold all others have points");
    if (search->has_patch) {
        return TL_OK;
    }
    tl_shaft shaft;
    tl_sight_shaft(search, a, b, &shaft);
    /* cells may be moved by as much */
    tl_shaft_grow(&shaft, tl_max(search->options.min_clearance, TL_SIGHT_LEAST_CLEARANCE));
    tl_status status = tl_patch_start(&search->patch, search->context, search->obstacles, &shaft);
    if (status == TL_ERROR_CANCELLED) {
        tl_patch_free(&search->patch);
        search->stopped = true;
        search->timed_out = tl_out_of_time(search->context);
        return tl_sight_stop_status(search);
    }
    search->has_patch = true;
    return status;
}

/* Whether a line ends where nothing can see (`dead`); and whether that goes for all of such a cell. */
static bool ends_buried(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, bool *dead) {
    bool first = !tl_visibility_live(search->obstacles, line->p),
         second = !tl_visibility_live(search->obstacles, line->q);
    search->sight->work += TL_SIGHT_WORK_RAY;
    *dead = first || second;
    return (first && tl_sight_buried(search, pair->a)) || (second && tl_sight_buried(search, pair->b));
}

/* A point in the hull of a cell, off its polygons where it has any depth. */
static tl_vec3 hull_sample(tl_sight_search *search, const tl_cell *cell) {
    tl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < TL_SIGHT_HULL_POINTS; i++) {
        sum = tl_add(sum, tl_cell_sample(cell, &search->random));
    }
    return tl_scale(sum, 1.0 / TL_SIGHT_HULL_POINTS);
}

/* Where every line of a pair touches something at its end (a body that is a copy of a solid), parities can't be told
 * from it. But a shell that keeps off the cells' hulls has one parity for all segments between these. */
static bool hulls_blocked(tl_sight_search *search, const tl_sight_pair *pair, const tl_shaft *shaft, tl_failure *why) {
    tl_probe line;
    line.p = hull_sample(search, pair->a);
    line.q = hull_sample(search, pair->b);
    bool plain, free_line;
    tl_sight_follow(search, &line, &plain, &free_line);
    return plain && tl_sight_shells_block(search, shaft, NULL, pair, &line, why);
}

static tl_status prove(tl_sight_search *search, const tl_sight_pair *pair, tl_sight_pair_state *state,
                       tl_sight_pair_cut *cut, double *bound) {
    TL_ASSERT(search->has_patch, "a patch is ready for proofs");
    TL_ASSERT(pair->bound >= 0, "what lines of a pair clear is bounded by a length");
    *state = TL_SIGHT_PAIR_BLOCKED;
    if (conditions_refuse(search, pair)) {
        return TL_OK;
    }
    tl_shaft shaft;
    tl_sight_shaft(search, pair->a, pair->b, &shaft);
    search->sight->work +=
        TL_SIGHT_WORK_SHAFT + (uint64_t)(pair->a->point_count + pair->b->point_count) * TL_SIGHT_WORK_POINT;
    tl_status status = TL_OK;
    tl_probe line;
    tl_vec3 blocked_from = {0, 0, 0}, blocked_to = {0, 0, 0};
    tl_failure why = {.count = 0};
    bool sampled = false, crossed = false, has_cut = false, any_plain = false;
    double widest = tl_max(pair->a->diameter, pair->b->diameter);
    bool blocked_once = false, dead_once = false;
    for (int i = 0; i < TL_SIGHT_TRIES && status == TL_OK; i++) {
        line.p = tl_cell_sample(pair->a, &search->random);
        line.q = tl_cell_sample(pair->b, &search->random);
        if (tl_sight_below_plane(search->obstacles, line.p) || tl_sight_below_plane(search->obstacles, line.q)) {
            continue;
        }
        bool plain, free_line;
        tl_sight_follow(search, &line, &plain, &free_line);
        sampled = true;
        crossed = !free_line;
        if (free_line) {
            if (tl_sight_offer(search, line.p, line.q)) {
                *state = TL_SIGHT_PAIR_SEEN;
                return TL_OK;
            }
            bool dead;
            if (ends_buried(search, pair, &line, &dead)) {
                self_check(search, pair);
                return TL_OK;
            }
            if (dead) {
                blocked_once = dead_once = true;
                blocked_from = line.p;
                blocked_to = line.q;
            }
            continue;
        }
        blocked_once = true;
        blocked_from = line.p;
        blocked_to = line.q;
        if (plain) {
            any_plain = true;
            if (tl_sight_shells_block(search, &shaft, NULL, pair, &line, &why)) {
                self_check(search, pair);
                return TL_OK;
            }
            if (search->shells_only) {
                break;
            }
            search->beyond_shells = true;
            bool proved;
            tl_portal_rest left;
            status = tl_sight_portals_block(search, &shaft, pair, &line, &why, &left, &proved);
            if (status != TL_OK || proved) {
                self_check(search, pair);
                return status;
            }
            bool seen;
            status = tl_sight_extremal_lines(search, pair, &line, &why, &left, &seen);
            if (status != TL_OK || seen) {
                *state = TL_SIGHT_PAIR_SEEN;
                return status;
            }
            break;
        }
    }
    if (crossed && !any_plain && status == TL_OK && hulls_blocked(search, pair, &shaft, &why)) {
        self_check(search, pair);
        return status;
    }
    /* a line clearer than the widest cell would have freed every line of the pair */
    if (blocked_once && widest + search->options.slack < TL_SIGHT_SURELY_LESS * search->options.min_clearance) {
        tl_sight_record_line(search, blocked_from, blocked_to);
        return status;
    }
    if (sampled && search->options.min_clearance > 0) {
        bool proved;
        status = tl_sight_too_narrow(search, pair, &line, crossed, &why,
                                     TL_SIGHT_MOVED_LESS * search->options.min_clearance, &proved, cut, &has_cut);
        if (status != TL_OK || proved) {
            return status;
        }
    }
    if (crossed) { /* shells may go round what blocks lines that nobody sees along anyway */
        bool dead;
        if (ends_buried(search, pair, &line, &dead)) {
            self_check(search, pair);
            return status;
        }
        dead_once = dead_once || dead;
    }
    if (sampled) {
        bool narrow;
        status = tl_sight_narrow(search, pair, &line, dead_once, &why, &narrow);
        if (status != TL_OK || narrow) {
            *state = TL_SIGHT_PAIR_NARROW;
            return status;
        }
    }
    *state = TL_SIGHT_PAIR_OPEN;
    *bound = blocked_once ? tl_min(pair->bound, widest) : pair->bound;
    if (why.count > 0) {
        has_cut = tl_sight_aligned_cut(&shaft, pair, &why.edges[why.best],
                                       TL_SIGHT_LEAST_CUT * search->options.tolerance, cut);
    }
    if (!has_cut && (crossed || !cut_in_plan(search, pair, cut))) {
        tl_sight_plain_cut(pair, cut);
    }
    return status;
}

#ifdef TL_VALIDATE
/* Crawls stay in the root shaft, so the cells must lie in it. */
static bool in_root(const tl_sight_search *search, const tl_cell *cell) {
    for (uint32_t i = 0; i < cell->point_count; i++) {
        if (tl_shaft_code(&search->patch.root, cell->points[i]) != 0) {
            return false;
        }
    }
    return true;
}
#endif

tl_status tl_sight_prove(tl_sight_search *search, const tl_sight_pair *pair, tl_sight_pair_state *state,
                         tl_sight_pair_cut *cut, double *bound) {
    if (search->stopped) {
        *state = TL_SIGHT_PAIR_OPEN;
        *bound = pair->bound;
        tl_sight_plain_cut(pair, cut);
        return TL_OK;
    }
    TL_ASSERT(!search->has_patch || (in_root(search, pair->a) && in_root(search, pair->b)),
              "the cells of a pair lie in the shaft that the patch was made for");
    tl_status status = tl_sight_conform(search, pair);
    status = status == TL_OK ? prove(search, pair, state, cut, bound) : status;
    return status == TL_OK && search->patch.failed ? TL_ERROR_MEMORY : status;
}
