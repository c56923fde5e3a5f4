/* wholly.c: proofs about whole bundles: the shells of prove.c for those that are blocked, an empty hull for those that
 * are free. */
#include "visibility/wholly.h"

#include "visibility/limits.h"

/* --- Blocked ------------------------------------------------------------------------------------------------------ */

/* The corners of a convex set as a cell without polygons that can be cut. */
static tl_cell *cell_of_points(tl_wholly_search *w, const tl_vec3 *points, size_t count) {
    TL_ASSERT(count <= TL_SIGHT_WHOLLY_POINTS,
              "a set has no more points than there is room for, or it would be cut short");
    uint32_t sizes[TL_SIGHT_WHOLLY_POINTS];
    size_t n = 0;
    for (size_t i = 0; i < count && n < TL_SIGHT_WHOLLY_POINTS; i++) {
        sizes[n++] = 1;
    }
    return tl_cell_from_polygons(&w->search.scratch, points, sizes, n);
}

/* Lines that run in the top of the box round both sets may only graze what ends there (visibility.c, limit_patch). All
 * lines of all questions stay in the box of the sets given at the start. */
static void limit(tl_wholly_search *w, tl_box3 box) {
    tl_box3 *limits = &w->search.patch.limits;
    bool plane = w->search.obstacles->ground_slot < 0 && box.low.z <= 0;
    if (box.high.z > (plane ? 0 : box.low.z)) {
        limits->low.z = plane ? limits->low.z : box.low.z;
        limits->high.z = box.high.z;
    }
}

tl_status tl_wholly_start(tl_wholly_search *w, tl_context *context, const tl_obstacles *obstacles, const tl_vec3 *a,
                          size_t a_count, const tl_vec3 *b, size_t b_count, const tl_wholly_slack *slack) {
    TL_ASSERT(a_count > 0 && b_count > 0, "both sets have corners");
    TL_ASSERT(slack == NULL || slack->by >= 0, "surfaces give way by a length");
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < a_count + b_count; i++) {
        box = tl_box3_add(box, i < a_count ? a[i] : b[i - a_count]);
    }
    tl_sight_options options = {.prove = true, .quick = true, .budget = UINT64_MAX};
    if (slack != NULL) {
        options.slack = slack->by;
        options.ground_gives = slack->ground_gives;
    }
    w->work = w->proofs = 0;
    tl_sight_search_start(&w->search, context, obstacles, (tl_sight_body){.point = box.low},
                          (tl_sight_body){.point = box.high}, &options, &w->sight);
    tl_cell *from = cell_of_points(w, a, a_count), *to = cell_of_points(w, b, b_count);
    tl_status status =
        from != NULL && to != NULL && from->point_count > 0 && to->point_count > 0 ? TL_OK : TL_ERROR_MEMORY;
    if (status == TL_OK) {
        status = tl_sight_ready_patch(&w->search, from, to);
        w->search.patch.until_wrapped = true;
        if (!(options.slack > 0)) {
            limit(w, box);
        }
    }
    tl_cell_release(context, from);
    tl_cell_release(context, to);
    return status;
}

void tl_wholly_end(tl_wholly_search *w) {
    tl_sight_search_end(&w->search);
}

tl_cell *tl_wholly_cell(tl_wholly_search *w, const tl_vec3 *corners, const uint32_t *sizes, size_t count) {
    tl_cell *whole = tl_cell_from_polygons(&w->search.scratch, corners, sizes, count), *low = NULL, *high = NULL;
    if (whole == NULL || w->search.obstacles->ground_slot >= 0 || whole->box.low.z >= 0) {
        return whole;
    }
    bool cut = tl_cell_split(&w->search.scratch, whole, (tl_vec3){0, 0, 1}, 0, &low, &high);
    tl_cell_release(w->search.context, whole);
    if (!cut) {
        return NULL;
    }
    tl_cell_release(w->search.context, low);
    return high;
}

/* Both halves of a pair that resists; those whose every point is dead are left out. */
static tl_status divide(tl_wholly_search *w, tl_sight_pairs *pairs, const tl_sight_pair *pair,
                        const tl_sight_pair_cut *cut) {
    tl_sight_search *search = &w->search;
    const tl_cell *cell = cut->first ? pair->a : pair->b;
    tl_cell *keep = cut->first ? pair->b : pair->a;
    tl_cell *half[2];
    if (!tl_cell_split(&search->scratch, cell, cut->normal, cut->offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    search->sight->work += TL_SIGHT_WORK_RAY + TL_SIGHT_WORK_CUT_POINT * (uint64_t)cell->point_count;
    tl_status status = TL_OK;
    for (int i = 0; i < 2; i++) {
        if (status != TL_OK || half[i]->polygon_count == 0 ||
            (search->obstacles->ground_slot < 0 && half[i]->box.high.z <= 0)) {
            tl_cell_release(search->context, half[i]);
            continue;
        }
        tl_cell *a = cut->first ? half[i] : keep, *b = cut->first ? keep : half[i];
        tl_cell_share(keep);
        if (!tl_sight_pairs_push(pairs, a, b, 0, INFINITY, pair->depth + 1)) {
            status = TL_ERROR_MEMORY;
        }
    }
    return status;
}

static tl_status visit(tl_wholly_search *w, tl_sight_pairs *pairs, const tl_sight_pair *pair, tl_wholly *answer) {
    tl_sight_pair_cut cut;
    double bound;
    tl_sight_pair_state state;
    tl_status status = tl_sight_prove(&w->search, pair, &state, &cut, &bound);
    if (status != TL_OK || state == TL_SIGHT_PAIR_BLOCKED) {
        return status;
    }
    *answer = state == TL_SIGHT_PAIR_SEEN ? TL_WHOLLY_SEEN : *answer;
    if (state == TL_SIGHT_PAIR_SEEN || w->search.shells_only || pair->depth >= TL_SIGHT_WHOLLY_DEEPEST ||
        tl_max(pair->a->diameter, pair->b->diameter) <= w->search.options.tolerance) {
        *answer = state == TL_SIGHT_PAIR_SEEN ? TL_WHOLLY_SEEN : TL_WHOLLY_OPEN;
        return TL_OK;
    }
    return divide(w, pairs, pair, &cut);
}

/* A point of the set behind a surface point that is dead for lying under the mesh must itself be hidden: for sure where
 * the mesh is a plain sheet. */
static bool underground_is_safe(tl_wholly_search *w, const tl_cell *a, const tl_cell *b) {
    return !w->search.underground ||
           (tl_sight_ground_is_sheet(&w->search, a->box) && tl_sight_ground_is_sheet(&w->search, b->box));
}

/* A proof is tried only where no line is found that spoils it: a line costs a thousandth of one. */
static bool some_line_free(tl_wholly_search *w, const tl_cell *a, const tl_cell *b) {
    tl_sight_search *search = &w->search;
    for (int i = 0; i < TL_SIGHT_WHOLLY_LINES; i++) {
        tl_vec3 p = tl_cell_sample(a, &search->random), q = tl_cell_sample(b, &search->random);
        if (tl_sight_try(search, p, q) == TL_TRY_SEEN) {
            return true;
        }
    }
    return false;
}

tl_status tl_wholly_blocked(tl_wholly_search *w, tl_cell *a, tl_cell *b, uint64_t budget, bool brief,
                            tl_wholly *answer) {
    TL_ASSERT(budget > 0, "a proof may cost something");
    tl_sight_search *search = &w->search;
    *answer = TL_WHOLLY_OPEN;
    w->brief = true;
    if (a->polygon_count == 0 || b->polygon_count == 0) {
        *answer = TL_WHOLLY_BLOCKED; /* all underground */
        return TL_OK;
    }
    if (!tl_shaft_hulls_apart(a->points, a->point_count, b->points, b->point_count, TL_SIGHT_WHOLLY_APART)) {
        return TL_OK;
    }
    const double seed[6] = {a->box.low.x, a->box.low.y, a->box.high.x, b->box.low.x, b->box.low.y, b->box.high.x};
    search->random.state = tl_hash(0, seed, sizeof(seed));
    search->underground = false;
    w->sight = (tl_sight){.verdict = TL_VERDICT_MARGINAL, .max_clearance = INFINITY};
    search->extremal_work = search->poll_at = 0;
    search->give_up_at = budget;
    search->shells_only = brief;
    search->beyond_shells = false;
    search->conform_at = UINT64_MAX; /* the patch is shared: it keeps all of its triangles */
    search->stopped_count = 0;
    if (some_line_free(w, a, b)) {
        *answer = TL_WHOLLY_SEEN;
        w->work += w->sight.work;
        return TL_OK;
    }
    w->proofs++;
    tl_sight_pairs pairs = {.context = search->context};
    tl_wholly found = TL_WHOLLY_BLOCKED;
    tl_status status =
        tl_sight_pairs_push(&pairs, tl_cell_share(a), tl_cell_share(b), 0, INFINITY, 0) ? TL_OK : TL_ERROR_MEMORY;
    tl_sight_pair pair;
    while (status == TL_OK && found == TL_WHOLLY_BLOCKED && tl_sight_pairs_pop(&pairs, &pair)) {
        if (w->sight.work > budget) {
            found = TL_WHOLLY_OPEN;
        } else if (!tl_sight_poll(search)) {
            found = TL_WHOLLY_OPEN;
            status = tl_sight_stop_status(search);
        } else {
            status = visit(w, &pairs, &pair, &found);
        }
        tl_cell_release(search->context, pair.a);
        tl_cell_release(search->context, pair.b);
    }
    tl_sight_pairs_free(&pairs);
    w->work += w->sight.work;
    w->brief = !search->beyond_shells;
    if (status == TL_OK) {
        *answer = found == TL_WHOLLY_BLOCKED && !underground_is_safe(w, a, b) ? TL_WHOLLY_OPEN : found;
    }
    return status;
}

/* --- Free --------------------------------------------------------------------------------------------------------- */

double tl_wholly_scale(const tl_obstacles *obstacles, tl_box3 a, tl_box3 b) {
    tl_box3 all = tl_box3_union(a, b);
    size_t slots = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        if (obstacles->blockers[slot] != 0) {
            all = tl_box3_union(all, tl_world_box(obstacles->world, slot));
        }
    }
    return tl_max(tl_max(tl_max(fabs(all.low.x), fabs(all.high.x)), tl_max(fabs(all.low.y), fabs(all.high.y))),
                  tl_max(fabs(all.low.z), fabs(all.high.z)));
}

/* A box that meets no triangle has its points all outside of solids or all inside; but "above it and none below" may
 * change at the rim of a mesh. Not where nothing of the mesh is above, nor where it is below everywhere. */
static bool above_ground(const tl_obstacles *obstacles, const uint8_t *only_ground, const tl_wholly_end_box *end) {
    if (obstacles->ground_slot < 0) {
        return end->box.low.z > 0;
    }
    const tl_bvh *ground = tl_world_get(obstacles->world, (size_t)obstacles->ground_slot);
    if (ground == NULL || end->over_ground) {
        return true;
    }
    tl_box3 above = tl_box3_grow(end->box, TL_SIGHT_OVER);
    above.high.z = tl_max(above.high.z, tl_bvh_box(ground).high.z) + 1;
    return !tl_world_any_in_box(obstacles->world, above, only_ground);
}

tl_status tl_wholly_free(tl_context *context, const tl_obstacles *obstacles, const uint8_t *only_ground, double scale,
                         const tl_wholly_end_box *a, const tl_wholly_end_box *b, double clearance, bool *all_free) {
    return tl_wholly_free_to(context, obstacles, only_ground, scale, a, b, NULL, 0, clearance, all_free);
}

/* The convex hull of both ends holds every line from one to the other. */
typedef struct bundle {
    tl_vec3 hull[8 + TL_WHOLLY_CORNERS];
    size_t size;
    double margin;
} bundle;

static bool in_the_way(const void *user, const tl_vec3 corner[3]) {
    const bundle *lines = user;
    return !tl_shaft_hulls_apart(lines->hull, lines->size, corner, 3, lines->margin);
}

tl_status tl_wholly_free_to(tl_context *context, const tl_obstacles *obstacles, const uint8_t *only_ground,
                            double scale, const tl_wholly_end_box *a, const tl_wholly_end_box *b,
                            const tl_vec3 *corners, size_t count, double clearance, bool *all_free) {
    TL_ASSERT(count <= TL_WHOLLY_CORNERS, "a set has no more corners than there is room for");
    TL_ASSERT(clearance >= 0, "lines keep a distance that isn't negative");
    TL_ASSERT(corners != NULL || count == 0, "corners are given where there are any");
    *all_free = false;
    tl_vec3 p = tl_box3_centre(a->box), q = tl_box3_centre(b->box);
    if (!above_ground(obstacles, only_ground, a) || !above_ground(obstacles, only_ground, b) ||
        (obstacles->ground_slot < 0 && tl_min(a->box.low.z, b->box.low.z) <= clearance) ||
        tl_world_blocked(obstacles->world, p, q, obstacles->blockers, NULL) || !tl_visibility_live(obstacles, p) ||
        !tl_visibility_live(obstacles, q)) {
        return TL_OK;
    }
    tl_cell_of_box_room rooms[2];
    tl_cell from = tl_cell_of_box(&rooms[0], a->box), to = tl_cell_of_box(&rooms[1], b->box);
    tl_shaft shaft;
    tl_shaft_make(&shaft, &from, &to, scale, obstacles->ground_slot < 0);
    tl_shaft_grow(&shaft, clearance);
    bundle lines = {.size = 8, .margin = clearance + shaft.inflation};
    for (size_t i = 0; i < 8; i++) {
        lines.hull[i] = from.points[i];
    }
    for (size_t i = 0; i < (count > 0 ? count : 8); i++) {
        lines.hull[lines.size++] = count > 0 ? corners[i] : to.points[i];
    }
    tl_sight_triangle_list list = {.most = 1, .wanted = in_the_way, .user = &lines};
    tl_status status = tl_patch_list(context, obstacles, &shaft, &list);
    *all_free = status == TL_OK && list.count == 0;
    tl_free(context, list.items);
    return status;
}
