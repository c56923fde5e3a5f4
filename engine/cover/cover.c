/* cover.c: a question about cover from start to end: what counts of the target, the first viewpoints, the search, and
 * what is told of the answer. */
#include "cover/cover.h"

#include "cover/cone.h"
#include "cover/limits.h"
#include "cover/question.h"
#include "visibility/visibility.h"

/* --- Lines and viewpoints ----------------------------------------------------------------------------------------- */

bool tl_cover_line_free(tl_cover_question *q, tl_vec3 p, tl_vec3 b) {
    const tl_obstacles *obstacles = q->search.obstacles;
    q->sight.work += TL_SIGHT_WORK_RAY;
    tl_hit hit;
    if (tl_world_blocked(obstacles->world, p, b, obstacles->blockers, &hit)) {
        tl_sight_add_name(q->search.stopped_by, &q->search.stopped_count, hit.slot);
        return false;
    }
    for (size_t i = 0; i < obstacles->condition_count; i++) {
        if (!obstacles->conditions[i].line(obstacles->conditions[i].user, p, b)) {
            return false;
        }
    }
    return true;
}

bool tl_cover_live(tl_cover_question *q, tl_vec3 p) {
    q->sight.work += TL_SIGHT_WORK_RAY;
    return tl_sight_may_view(q->search.obstacles, &q->search.a, p);
}

tl_status tl_cover_attacker_cell(tl_cover_question *q) {
    if (q->attacker_cell == NULL) {
        q->attacker_cell = tl_sight_body_cell(&q->search, &q->search.a);
    }
    return q->attacker_cell != NULL ? TL_OK : q->search.stopped ? TL_ERROR_CANCELLED : TL_ERROR_MEMORY;
}

tl_status tl_cover_ready(tl_cover_question *q) {
    if (q->search.has_patch) {
        return TL_OK;
    }
    tl_cell *from = tl_target_cell_of_box(tl_bvh_box(q->attacker), &q->search.scratch);
    tl_cell *to = tl_target_cell_of_box(q->parts.sure.nodes[0].box, &q->search.scratch);
    tl_status status = from != NULL && to != NULL ? tl_sight_ready_patch(&q->search, from, to) : TL_ERROR_MEMORY;
    tl_cell_release(q->search.context, from);
    tl_cell_release(q->search.context, to);
    return status;
}

/* --- Critical points ---------------------------------------------------------------------------------------------- */

void tl_cover_to_front(tl_cover_question *q, size_t i) {
    TL_ASSERT(i < q->critical_count, "the point is one of those that hide often");
    tl_cover_critical item = q->critical[i];
    for (; i > 0; i--) {
        q->critical[i] = q->critical[i - 1];
    }
    q->critical[0] = item;
}

void tl_cover_add_critical(tl_cover_question *q, tl_vec3 point) {
    TL_ASSERT(q->critical_count <= TL_COVER_CRITICAL, "there are no more such points than there is room for");
    if (q->critical_count == TL_COVER_CRITICAL) {
        tl_cell_release(q->search.context, q->critical[--q->critical_count].cell);
    }
    q->critical[q->critical_count++] = (tl_cover_critical){.point = point};
    tl_cover_to_front(q, q->critical_count - 1);
}

tl_status tl_cover_critical_cell(tl_cover_question *q, size_t i, const tl_cell **cell) {
    TL_ASSERT(i < q->critical_count, "the point is one of those that hide often");
    tl_cover_critical *c = &q->critical[i];
    if (c->cell == NULL) {
        double half = TL_COVER_CRITICAL_HALF * q->search.options.tolerance;
        c->cell =
            tl_target_box_cell(&q->parts.sure, tl_box3_grow((tl_box3){c->point, c->point}, half), &q->search.scratch);
        q->sight.work += TL_SIGHT_WORK_SHAFT;
    }
    bool wide = c->cell != NULL && c->cell->polygon_count > 0 && c->cell->diameter >= q->search.options.tolerance;
    *cell = wide ? c->cell : NULL;
    return c->cell != NULL ? TL_OK : TL_ERROR_MEMORY;
}

/* --- First looks -------------------------------------------------------------------------------------------------- */

static int bits_of(uint64_t mask) {
    return __builtin_popcountll(mask);
}

static uint64_t all_samples(const tl_cover_question *q) {
    return q->sample_count == TL_COVER_SAMPLES ? UINT64_MAX : (UINT64_C(1) << q->sample_count) - 1;
}

uint64_t tl_cover_mask(tl_cover_question *q, tl_vec3 p) {
    TL_ASSERT(q->sample_count <= TL_COVER_SAMPLES, "a mask has a bit for every sample");
    TL_ASSERT(q->view_count <= TL_COVER_VIEWS, "there are no more viewpoints than there is room for");
    uint64_t mask = 0;
    for (size_t i = 0; i < q->sample_count; i++) {
        mask |= tl_cover_line_free(q, p, q->samples[i]) ? UINT64_C(1) << i : 0;
    }
    size_t at = q->view_count;
    if (at == TL_COVER_VIEWS) {
        at = 0;
        for (size_t i = 1; i < q->view_count; i++) {
            at = bits_of(q->seen[i]) < bits_of(q->seen[at]) ? i : at;
        }
        if (bits_of(mask) <= bits_of(q->seen[at])) {
            return mask;
        }
    } else {
        q->view_count++;
    }
    q->views[at] = p;
    q->seen[at] = mask;
    return mask;
}

size_t tl_cover_deepest(const tl_cover_question *q, uint64_t seen) {
    TL_ASSERT(q->parts.sure.node_count > 0, "the target is ready");
    tl_vec3 centre = tl_box3_centre(q->parts.sure.nodes[0].box);
    size_t best = SIZE_MAX;
    double best_depth = -1;
    for (size_t i = 0; i < q->sample_count; i++) {
        if ((seen >> i & 1) != 0) {
            continue;
        }
        /* nothing seen: what lies in the middle */
        double depth = 1 / (1 + tl_distance(q->samples[i], centre));
        for (size_t k = 0; k < q->sample_count; k++) {
            if ((seen >> k & 1) != 0) {
                tl_vec3 d = tl_sub(q->samples[k], q->samples[i]);
                double aside = tl_length(tl_cross(d, q->axis));
                depth = depth < 1 || aside < depth - 1 ? 1 + aside : depth;
            }
        }
        if (depth > best_depth) {
            best = i;
            best_depth = depth;
        }
    }
    return best;
}

/* The points farthest out in a few directions, both ways. */
static void extremes(const tl_vec3 *points, size_t count, size_t stride, const tl_vec3 *direction, int directions,
                     tl_vec3 *out) {
    for (int d = 0; d < directions; d++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < count; i += stride) {
            double at = tl_dot(direction[d], points[i]);
            if (at > most) {
                most = at;
                out[2 * d] = points[i];
            }
            if (at < least) {
                least = at;
                out[2 * d + 1] = points[i];
            }
        }
    }
}

/* Points far out on the target are the first to be hidden. */
static void take_samples(tl_cover_question *q) {
    const double h = TL_COVER_DIAGONAL;
    const tl_vec3 direction[TL_COVER_DIRECTIONS] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {h, h, h}, {-h, h, h}};
    /* about one corner a triangle: as many as there are vertices, twice */
    extremes(q->parts.sure.corners, q->parts.sure.corner_count, 3, direction, TL_COVER_DIRECTIONS, q->samples);
    q->sample_count = 2 * TL_COVER_DIRECTIONS;
    for (int i = 0; i < TL_COVER_RANDOM_SAMPLES; i++) {
        q->samples[q->sample_count++] = tl_target_sample(&q->parts.sure, &q->search.random);
    }
    tl_box3 from = tl_bvh_box(q->attacker), to = q->parts.sure.nodes[0].box;
    q->axis = tl_normalise(tl_sub(tl_box3_centre(to), tl_box3_centre(from)));
}

tl_status tl_cover_look(tl_cover_question *q, tl_vec3 p, bool *clear) {
    tl_cone answer;
    tl_vec3 hidden = {0, 0, 0};
    tl_status status = tl_cone_look(&q->search, p, &q->parts.sure, 0, &answer, &hidden);
    if (status == TL_OK && answer == TL_CONE_CLEAR) {
        /* a loose point may count or not: what hides it leaves the question open */
        status = tl_cone_look(&q->search, p, &q->parts.loose, 0, &answer, &hidden);
    } else if (status == TL_OK && answer == TL_CONE_BLOCKED) {
        tl_cover_line_free(q, p, hidden); /* for the name */
        tl_cover_add_critical(q, hidden);
        if (q->sample_count < TL_COVER_SAMPLES) {
            q->samples[q->sample_count++] = hidden;
        }
        tl_cover_mask(q, p);
    }
    *clear = status == TL_OK && answer == TL_CONE_CLEAR;
    if (*clear) {
        q->cover->viewpoint = p;
    }
    return status;
}

/* From the attacker's top, from its sides, and from anywhere. */
tl_status tl_cover_first_looks(tl_cover_question *q, bool *clear) {
    tl_vec3 side = tl_normalise((tl_vec3){-q->axis.y, q->axis.x, 0});
    const tl_vec3 direction[2] = {{0, 0, 1}, side};
    tl_vec3 p[4 + TL_COVER_RANDOM_VIEWS];
    extremes(tl_bvh_vertices(q->attacker), tl_bvh_vertex_count(q->attacker), 1, direction, 2, p);
    p[1] = p[3]; /* not the lowest */
    for (int i = 3; i < 3 + TL_COVER_RANDOM_VIEWS; i++) {
        p[i] = tl_sight_body_sample(&q->search.a, &q->search.random);
    }
    uint64_t seen = 0;
    tl_status status = TL_OK;
    for (int i = 0; i < 3 + TL_COVER_RANDOM_VIEWS && status == TL_OK && !*clear && tl_sight_poll(&q->search); i++) {
        if (!tl_cover_live(q, p[i])) {
            continue;
        }
        uint64_t mask = tl_cover_mask(q, p[i]);
        seen |= mask;
        if (mask == all_samples(q)) {
            status = tl_cover_look(q, p[i], clear);
        }
    }
    /* last what nobody saw, so that it comes first */
    for (size_t i = 0; i < q->view_count && !*clear; i++) {
        size_t deepest = tl_cover_deepest(q, q->seen[i]);
        if (deepest != SIZE_MAX) {
            tl_cover_add_critical(q, q->samples[deepest]);
        }
    }
    for (int k = 0; k < 2 && !*clear; k++) {
        size_t deepest = tl_cover_deepest(q, seen);
        if (deepest != SIZE_MAX) {
            tl_cover_add_critical(q, q->samples[deepest]);
            seen |= UINT64_C(1) << deepest;
        }
    }
    return status;
}

/* --- The answer --------------------------------------------------------------------------------------------------- */

static void name_hiders(tl_cover_question *q, const tl_cover_picture *picture) {
    tl_cover *cover = q->cover;
    double all = picture->seen + picture->hidden + picture->open;
    cover->named_count = 0;
    for (size_t i = 0; i < picture->named_count && cover->named_count < TL_SIGHT_NAMED; i++) {
        cover->hidden_share[cover->named_count] = all > 0 ? picture->areas[i] / all : 0;
        cover->named[cover->named_count++] = picture->named[i];
    }
    for (size_t i = 0; i < q->sight.named_count; i++) {
        tl_sight_add_name(cover->named, &cover->named_count, q->sight.named[i]);
    }
    for (size_t i = 0; i < q->search.stopped_count && cover->named_count == 0; i++) {
        tl_sight_add_name(cover->named, &cover->named_count, q->search.stopped_by[i]);
    }
}

/* A viewpoint that sees the end of a free line, for where no other is known to see anything. *hidden: there is no free
 * line, for certain. */
static tl_status view_along_line(tl_cover_question *q, bool *hidden) {
    tl_sight_options options = q->search.options;
    options.min_clearance = 0;
    options.budget = TL_COVER_LINE_BUDGET;
    tl_sight sight;
    tl_context own = *q->search.context; /* what it costs is put down to this question with all else */
    tl_work_counter spare = {0}, *counter = own.counter;
    own.counter = &spare;
    tl_status status =
        tl_visibility_between(&own, q->search.obstacles, q->attacker, q->search.b.bvh, &options, &sight, NULL);
    if (counter != NULL) {
        counter->late = counter->late || spare.late;
        counter->cancelled = counter->cancelled || spare.cancelled;
    }
    q->sight.work += sight.work;
    *hidden = status == TL_OK && sight.verdict == TL_VERDICT_NO;
    if (status == TL_OK && sight.why == TL_WHY_TIME) {
        q->search.stopped = q->search.timed_out = true;
    }
    if (status == TL_OK && sight.verdict == TL_VERDICT_YES && q->parts.sure.count > 0) {
        size_t at = q->sample_count < TL_COVER_SAMPLES ? q->sample_count++ : TL_COVER_SAMPLES - 1;
        q->samples[at] = sight.to;
        tl_cover_mask(q, sight.from);
    }
    return status;
}

static size_t most_seen(const tl_cover_question *q) {
    size_t best = 0;
    for (size_t i = 1; i < q->view_count; i++) {
        best = bits_of(q->seen[i]) > bits_of(q->seen[best]) ? i : best;
    }
    return best;
}

/* The best viewpoint among those tried; false when none is live. */
static bool best_view(tl_cover_question *q) {
    size_t best = most_seen(q);
    if (q->view_count > 0) {
        q->cover->viewpoint = q->views[best];
        size_t deepest = tl_cover_deepest(q, q->seen[best]);
        q->cover->has_hidden_point = deepest != SIZE_MAX && !tl_cover_line_free(q, q->views[best], q->samples[deepest]);
        q->cover->hidden_point = deepest != SIZE_MAX ? q->samples[deepest] : q->cover->hidden_point;
    }
    return q->view_count > 0;
}

/* Numbers and names of the answer. */
static tl_status describe(tl_cover_question *q, bool clear) {
    tl_cover *cover = q->cover;
    tl_cover_picture picture = {.low = 0, .high = 1};
    tl_status status = TL_OK;
    cover->work = q->sight.work;
    if (cover->verdict == TL_VERDICT_NO && cover->has_viewpoint) {
        return TL_OK; /* the view that settled it has been described */
    }
    bool hidden = false;
    if (!clear && !q->search.stopped && (q->view_count == 0 || q->seen[most_seen(q)] == 0)) {
        status = view_along_line(q, &hidden);
    }
    cover->has_viewpoint = clear || (status == TL_OK && !q->search.stopped && best_view(q));
    if (clear) {
        picture.low = picture.high = 1;
    } else if (cover->has_viewpoint) {
        status = tl_cover_picture_make(&q->search, cover->viewpoint, &q->parts, TL_COVER_SPREAD,
                                       TL_COVER_PICTURE_EFFORT, &picture);
    } else if (hidden) {
        picture.high = 0;
    }
    TL_ASSERT(0 <= picture.low && picture.low <= picture.high && picture.high <= 1, "bounds of a share are in order");
    cover->visible_low = picture.low;
    cover->visible_high = picture.high;
    if (cover->verdict != TL_VERDICT_NO) {
        name_hiders(q, &picture);
    }
    cover->closed_gap = q->sight.closed_gap;
    cover->work = q->sight.work;
    return status;
}

static tl_status search(tl_cover_question *q, bool *clear, bool *enough, bool *hidden) {
    bool share = q->options->min_fraction > 0;
    if (!share && q->parts.dead.count > 0) {
        *hidden = true;
        return TL_OK;
    }
    if (q->options->union_of_views) {
        return tl_cover_union(q, enough, hidden);
    }
    if (share) {
        return tl_cover_share(q, enough, hidden);
    }
    tl_status status = q->search.options.prove ? tl_cover_ready(q) : TL_OK;
    return status == TL_OK && q->search.options.prove ? tl_cover_branch(q, clear, hidden) : status;
}

/* *clear: a viewpoint sees everything. */
static tl_status decide(tl_cover_question *q, bool *clear) {
    bool hidden = false, enough = false;
    take_samples(q);
    tl_status status = tl_cover_first_looks(q, clear);
    *clear = *clear && q->parts.dead.count == 0;
    if (status == TL_OK && !*clear && !q->search.stopped) {
        status = search(q, clear, &enough, &hidden);
    }
    q->cover->verdict = *clear || enough ? TL_VERDICT_NO : hidden ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    return status;
}

static void finish(tl_cover_question *q) {
    for (size_t i = 0; i < q->critical_count; i++) {
        tl_cell_release(q->search.context, q->critical[i].cell);
    }
    tl_cell_release(q->search.context, q->attacker_cell);
    tl_skirt_free(&q->parts);
    tl_sight_search_end(&q->search);
}

tl_status tl_cover_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                           const tl_cover_options *options, tl_cover *cover, tl_error *error) {
    TL_ASSERT(a != NULL && b != NULL, "there are two bodies");
    TL_ASSERT(options == NULL || (options->min_fraction >= 0 && options->min_fraction <= 1),
              "a share is between nothing and all");
    TL_ASSERT(options == NULL || options->contact_skirt >= 0, "the skirt is a length");
    *cover = (tl_cover){.verdict = TL_VERDICT_MARGINAL, .why = TL_WHY_TOLERANCE, .visible_high = 1};
    tl_cover_options chosen = options != NULL ? *options : (tl_cover_options){0};
    chosen.contact_skirt = chosen.contact_skirt > 0 ? chosen.contact_skirt : TL_COVER_DEFAULT_SKIRT;
    chosen.sight.budget = chosen.sight.budget > 0 ? chosen.sight.budget : TL_COVER_DEFAULT_BUDGET;
    bool sunk = obstacles->ground_slot < 0 && tl_bvh_box(a).high.z <= 0; /* nothing of it can look */
    if (tl_bvh_triangle_count(a) == 0 || tl_bvh_triangle_count(b) == 0 || sunk) {
        cover->verdict = TL_VERDICT_YES; /* no sight at all is cover */
        cover->why = TL_WHY_NONE;
        if (sunk) {
            cover->visible_high = 0;
            cover->named[cover->named_count++] = TL_SIGHT_PLANE;
        }
        return TL_OK;
    }
    tl_cover_question q = {.options = &chosen, .cover = cover, .attacker = a};
    tl_sight_search_start(&q.search, context, obstacles, (tl_sight_body){.bvh = a}, (tl_sight_body){.bvh = b},
                          &chosen.sight, &q.sight);
    q.search.only_proofs = true;
    q.search.options.min_clearance = 0; /* grazing lines see, for cover */
    bool clear = false;
    tl_status status = tl_skirt_cut(&q.search, b, chosen.contact_skirt, &q.parts);
    if (status == TL_OK && q.parts.sure.count > 0 && !q.search.stopped) { /* else it may have been cut only in part */
        status = decide(&q, &clear);
    } else if (status == TL_OK && q.parts.dead.count > 0 && !q.search.stopped) {
        cover->verdict = TL_VERDICT_YES;
    }
    if (status == TL_ERROR_CANCELLED && q.search.timed_out) { /* what is known by now stands */
        status = TL_OK;
        clear = false;
    }
    cover->target_in_solid = q.parts.dead.count > 0;
    if (cover->target_in_solid) {
        tl_sight_add_name(q.sight.named, &q.sight.named_count, q.parts.solid);
    }
    if (status == TL_OK) {
        status = describe(&q, clear);
    }
    if (status == TL_OK) {
        status = tl_sight_stop_status(&q.search);
        cover->why = q.search.timed_out                      ? TL_WHY_TIME
                     : cover->verdict == TL_VERDICT_MARGINAL ? cover->why
                                                             : TL_WHY_NONE;
    }
    finish(&q);
    if (status == TL_ERROR_CANCELLED) {
        return tl_fail(error, status, NULL, NULL, NULL, "the search for cover was cancelled");
    }
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}
