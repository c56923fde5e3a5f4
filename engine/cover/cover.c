/* cover.c: branch and bound over the attacker's surface.
 *
 * Not in cover: a point that sees the whole target, shown by a cone test. In cover: for every patch of the attacker
 * some part of the target, as wide as the tolerance, is proved hidden from all of the patch by a shell crawl. */
#include "cover/cover.h"

#include "cover/cone.h"
#include "cover/skirt.h"

#define DEFAULT_SKIRT  0.6
#define DEFAULT_BUDGET UINT64_C(16000000)

enum {
    CRITICAL = 32,
    DIRECTIONS = 10,
    FIRST_LOOKS = 16,
    PATCH_LOOKS = 2,
    PATCH_POINTS = 5,
    PROOFS = 6,
    SHARE_EFFORT = 160,
    VIEWS = 24,
    VIEW_LINES = 48,
    DEEPEN_LINES = 10
};

/* A part of the target that hides often, most useful first. */
typedef struct critical {
    tl_vec3 point;
    tl_cell *cell; /* the target within half the tolerance of it; made when first needed */
} critical;

typedef struct question {
    tl_sight_search search;
    const tl_cover_options *options;
    tl_sight sight; /* work, names */
    tl_skirt parts;
    critical list[CRITICAL];
    size_t count;
    size_t promising;     /* how many in front may hide from all of the patch at hand */
    tl_vec3 views[VIEWS]; /* live viewpoints that were tried, the last ones */
    size_t view_count;
    tl_cover *cover;
} question;

static void to_front(question *q, size_t i) {
    critical item = q->list[i];
    for (; i > 0; i--) {
        q->list[i] = q->list[i - 1];
    }
    q->list[0] = item;
}

static void add_critical(question *q, tl_vec3 point) {
    if (q->count == CRITICAL) {
        tl_cell_release(q->search.context, q->list[--q->count].cell);
    }
    q->list[q->count++] = (critical){.point = point};
    to_front(q, q->count - 1);
}

static bool line_free(question *q, tl_vec3 p, tl_vec3 b) {
    const tl_obstacles *obstacles = q->search.obstacles;
    q->sight.work += TL_WORK_RAY;
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

/* The target near a critical point, no smaller than the tolerance: a sliver thinner than that is no cover. */
static tl_status critical_cell(question *q, critical *c) {
    if (c->cell == NULL) {
        double half = 0.55 * q->search.options.tolerance;
        c->cell = tl_cell_in_box(&q->search.scratch, q->parts.sure, tl_box3_grow((tl_box3){c->point, c->point}, half));
        if (c->cell == NULL) {
            return TL_ERROR_MEMORY;
        }
    }
    return TL_OK;
}

static tl_status cone(question *q, tl_vec3 p, tl_cone *answer, tl_vec3 *hidden) {
    tl_status status = TL_OK;
    *answer = TL_CONE_CLEAR;
    if (q->parts.sure->polygon_count > 0) {
        status = tl_cone_look(&q->search, p, q->parts.sure, answer, hidden);
    }
    if (status == TL_OK && *answer == TL_CONE_CLEAR && q->parts.loose->polygon_count > 0) {
        status = tl_cone_look(&q->search, p, q->parts.loose, answer, hidden);
        /* a loose point may not count */
        *answer = *answer == TL_CONE_BLOCKED ? TL_CONE_UNSURE : *answer;
    }
    return status;
}

/* From a hidden point to one deeper in the hidden part of the target: the middle of what is hidden round it. */
static tl_status deepen(question *q, tl_vec3 p, tl_vec3 *hidden) {
    double reach = 0.25 * q->parts.sure->diameter;
    for (int i = 0; i < 4; i++, reach *= 0.25) {
        tl_cell *near =
            tl_cell_in_box(&q->search.scratch, q->parts.sure, tl_box3_grow((tl_box3){*hidden, *hidden}, reach));
        if (near == NULL) {
            return TL_ERROR_MEMORY;
        }
        tl_vec3 kept[DEEPEN_LINES], middle = {0, 0, 0};
        int count = 0;
        for (int k = 0; k < DEEPEN_LINES && near->polygon_count > 0; k++) {
            tl_vec3 x = tl_cell_sample(near, &q->search.random);
            if (!line_free(q, p, x)) {
                kept[count++] = x;
                middle = tl_add(middle, x);
            }
        }
        tl_cell_release(q->search.context, near);
        if (count > 1) {
            middle = tl_scale(middle, 1 / (double)count);
            int best = 0;
            for (int k = 1; k < count; k++) {
                if (tl_distance(kept[k], middle) < tl_distance(kept[best], middle)) {
                    best = k;
                }
            }
            *hidden = kept[best];
        }
    }
    return TL_OK;
}

/* Looks at the target from a live point. `clear` settles the question. */
static tl_status view(question *q, tl_vec3 p, bool *clear) {
    *clear = false;
    q->views[q->view_count++ % VIEWS] = p;
    for (size_t i = 0; i < q->count; i++) {
        if (!line_free(q, p, q->list[i].point)) {
            to_front(q, i);
            return TL_OK;
        }
    }
    tl_cone answer;
    tl_vec3 hidden = {0, 0, 0};
    tl_status status = cone(q, p, &answer, &hidden);
    if (status != TL_OK) {
        return status;
    }
    if (answer == TL_CONE_BLOCKED) {
        line_free(q, p, hidden); /* for the name */
        status = deepen(q, p, &hidden);
        add_critical(q, hidden);
    }
    *clear = answer == TL_CONE_CLEAR;
    return status;
}

/* The viewpoint among the last ones tried from which most of a sample of the target is seen. */
static bool best_view(question *q, tl_vec3 *best, tl_vec3 *hidden) {
    size_t count = q->view_count < VIEWS ? q->view_count : VIEWS, most = 0;
    tl_vec3 points[VIEW_LINES];
    for (int k = 0; k < VIEW_LINES; k++) {
        points[k] = tl_cell_sample(q->parts.sure, &q->search.random);
    }
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        size_t seen = 0;
        tl_vec3 not_seen = q->count > 0 ? q->list[0].point : points[0];
        for (int k = 0; k < VIEW_LINES; k++) {
            if (line_free(q, q->views[i], points[k])) {
                seen++;
            } else {
                not_seen = points[k];
            }
        }
        if (!found || seen > most) {
            found = true;
            most = seen;
            *best = q->views[i];
            *hidden = not_seen;
        }
    }
    return found;
}

static bool live(question *q, tl_vec3 p) {
    return !tl_sight_below_plane(q->search.obstacles, p) && tl_visibility_live(q->search.obstacles, p);
}

/* Tries to hide one of the first critical parts from all of a patch. */
static tl_status prove_patch(question *q, tl_cell *patch, uint32_t depth, bool *proved, tl_pair_cut *cut) {
    *proved = false;
    bool has_cut = false;
    tl_sight_pair whole = {.a = patch, .b = patch};
    tl_sight_plain_cut(&whole, cut);
    for (size_t i = 0; i < q->promising && i < PROOFS && !*proved; i++) {
        tl_status status = critical_cell(q, &q->list[i]);
        if (status != TL_OK) {
            return status;
        }
        const tl_cell *part = q->list[i].cell;
        if (part->polygon_count == 0 || part->diameter < q->search.options.tolerance) {
            continue;
        }
        tl_sight_pair pair = {.a = patch, .b = q->list[i].cell, .depth = depth, .bound = INFINITY};
        tl_pair_state state;
        tl_pair_cut suggestion;
        double bound;
        status = tl_sight_prove(&q->search, &pair, &state, &suggestion, &bound);
        if (status != TL_OK) {
            return status;
        }
        *proved = state == TL_PAIR_BLOCKED;
        if (!*proved && suggestion.first && !has_cut) {
            *cut = suggestion;
            has_cut = true;
        }
    }
    cut->first = true;
    return TL_OK;
}

/* Brings those critical points to the front that are hidden, with what is round them, from the most of a few lines. */
static tl_status most_hidden_first(question *q, const tl_cell *patch) {
    int hidden[CRITICAL];
    tl_vec3 p[PATCH_POINTS];
    for (int k = 0; k < PATCH_POINTS; k++) {
        p[k] = tl_cell_sample(patch, &q->search.random);
    }
    for (size_t i = 0; i < q->count; i++) {
        tl_status status = critical_cell(q, &q->list[i]);
        if (status != TL_OK) {
            return status;
        }
        const tl_cell *part = q->list[i].cell;
        hidden[i] = 0;
        for (int k = 0; k < PATCH_POINTS; k++) {
            tl_vec3 b = part->polygon_count > 0 && k > 0 ? tl_cell_sample(part, &q->search.random) : q->list[i].point;
            if (line_free(q, p[k], b)) {
                break; /* one line through is enough to know that nothing can be proved */
            }
            hidden[i]++;
        }
    }
    /* a stable sort: what was useful lately stays in front among equals */
    for (size_t i = 1; i < q->count; i++) {
        critical item = q->list[i];
        int key = hidden[i];
        size_t k = i;
        for (; k > 0 && hidden[k - 1] < key; k--) {
            q->list[k] = q->list[k - 1];
            hidden[k] = hidden[k - 1];
        }
        q->list[k] = item;
        hidden[k] = key;
    }
    q->promising = 0;
    while (q->promising < q->count && hidden[q->promising] == PATCH_POINTS) {
        q->promising++;
    }
    return TL_OK;
}

/* Looks for a part of the target that is hidden more deeply from p than those known. */
static tl_status look_deeper(question *q, tl_vec3 p) {
    for (int k = 0; k < VIEW_LINES; k++) {
        tl_vec3 b = tl_cell_sample(q->parts.sure, &q->search.random);
        if (!line_free(q, p, b)) {
            tl_status status = deepen(q, p, &b);
            add_critical(q, b);
            return status;
        }
    }
    return TL_OK;
}

/* One patch of the attacker: a clear view from it, a proof, or two smaller patches. */
static tl_status visit(question *q, tl_sight_pairs *patches, tl_sight_pair *pair, bool *clear) {
    tl_cell *patch = pair->a;
    for (int i = 0; i < PATCH_LOOKS; i++) {
        tl_vec3 p = tl_cell_sample(patch, &q->search.random);
        if (live(q, p)) {
            tl_status status = view(q, p, clear);
            if (status != TL_OK || *clear) {
                q->cover->viewpoint = p;
                return status;
            }
        } else if (tl_sight_buried(&q->search, patch)) {
            return TL_OK;
        }
    }
    bool proved = false;
    tl_pair_cut cut = {.first = true};
    tl_status status = most_hidden_first(q, patch);
    if (status == TL_OK) {
        status = prove_patch(q, patch, pair->depth, &proved, &cut);
    }
    if (status == TL_OK && !proved && pair->depth % 3 == 2) {
        tl_vec3 p = tl_cell_sample(patch, &q->search.random);
        status = live(q, p) ? look_deeper(q, p) : TL_OK;
    }
    if (status != TL_OK || proved) {
        return status;
    }
    if (patch->diameter <= 0.25 * q->search.options.tolerance) {
        q->search.gave_up = true;
        return TL_OK;
    }
    tl_cell *half[2];
    if (!tl_cell_split(&q->search.scratch, patch, cut.normal, cut.offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    for (int i = 0; i < 2; i++) {
        if (half[i]->polygon_count == 0 || status != TL_OK) {
            tl_cell_release(q->search.context, half[i]);
        } else if (!tl_sight_pairs_push(patches, half[i], tl_cell_share(pair->b), -half[i]->diameter, 0,
                                        pair->depth + 1)) {
            status = TL_ERROR_MEMORY;
        }
    }
    return status;
}

static tl_status branch(question *q, tl_cell *attacker, bool *clear) {
    tl_sight_pairs patches = {.context = q->search.context};
    tl_status status = tl_sight_pairs_push(&patches, tl_cell_share(attacker), tl_cell_share(q->parts.sure), 0, 0, 0)
                           ? TL_OK
                           : TL_ERROR_MEMORY;
    tl_sight_pair pair;
    while (status == TL_OK && !*clear && tl_sight_pairs_pop(&patches, &pair)) {
        if (q->sight.work > q->search.options.budget) {
            q->cover->why = TL_WHY_BUDGET;
            q->search.gave_up = true;
        } else if (!tl_sight_poll(&q->search)) {
            q->cover->why = TL_WHY_CANCELLED;
            status = TL_ERROR_CANCELLED;
        } else {
            status = visit(q, &patches, &pair, clear);
        }
        tl_cell_release(q->search.context, pair.a);
        tl_cell_release(q->search.context, pair.b);
    }
    tl_sight_pairs_free(&patches);
    return status;
}

/* Points far out on the target are the first to be hidden. */
static void first_critical(question *q) {
    const double h = 0.57735026918962576;
    const tl_vec3 direction[DIRECTIONS] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},   {0, -1, 0}, {h, h, h},
                                           {-h, h, h}, {h, -h, h}, {-h, -h, h}, {0, 0, 1},  {0, 0, -1}};
    for (int d = 0; d < DIRECTIONS && q->parts.sure->point_count > 0; d++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < q->parts.sure->point_count; i++) {
            if (tl_dot(direction[d], q->parts.sure->points[i]) > tl_dot(direction[d], q->parts.sure->points[best])) {
                best = i;
            }
        }
        add_critical(q, q->parts.sure->points[best]);
    }
}

/* The views most likely to be clear: from the attacker's highest point and from random ones. */
static tl_status first_views(question *q, const tl_cell *attacker, bool *clear) {
    uint32_t top = 0;
    for (uint32_t i = 1; i < attacker->point_count; i++) {
        top = attacker->points[i].z > attacker->points[top].z ? i : top;
    }
    tl_status status = TL_OK;
    for (int i = 0; i < FIRST_LOOKS && status == TL_OK && !*clear; i++) {
        tl_vec3 p = i == 0 ? attacker->points[top] : tl_cell_sample(attacker, &q->search.random);
        if (live(q, p)) {
            status = view(q, p, clear);
            q->cover->viewpoint = p;
        }
    }
    return status;
}

/* Reading B: every part of the target must be hidden from all of the attacker, or seen from somewhere. Parts are
 * settled one by one. */
static tl_status union_of_views(question *q, tl_cell *attacker, bool *hidden, bool *all_seen) {
    tl_sight_pairs parts = {.context = q->search.context};
    tl_status status = TL_OK;
    *hidden = false;
    *all_seen = true;
    const tl_cell *both[2] = {q->parts.sure, q->parts.loose};
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        tl_cell *cell = (tl_cell *)(uintptr_t)(const void *)both[i];
        if (cell->polygon_count > 0 &&
            !tl_sight_pairs_push(&parts, tl_cell_share(attacker), tl_cell_share(cell), 0, i, 0)) {
            status = TL_ERROR_MEMORY;
        }
    }
    tl_sight_pair pair;
    while (status == TL_OK && !*hidden && tl_sight_pairs_pop(&parts, &pair)) {
        bool done = false;
        if (q->sight.work > q->search.options.budget) {
            q->cover->why = TL_WHY_BUDGET;
            *all_seen = false;
            done = true;
        } else if (!tl_sight_poll(&q->search)) {
            q->cover->why = TL_WHY_CANCELLED;
            status = TL_ERROR_CANCELLED;
        }
        for (int i = 0; i < 6 && status == TL_OK && !done; i++) {
            tl_vec3 p = tl_cell_sample(attacker, &q->search.random), point;
            tl_cone answer = TL_CONE_UNSURE;
            if (live(q, p)) {
                status = tl_cone_look(&q->search, p, pair.b, &answer, &point);
            }
            done = answer == TL_CONE_CLEAR;
        }
        /* `bound` carries which parts are loose */
        if (status == TL_OK && !done && pair.bound == 0 && pair.b->diameter <= 4 * q->search.options.tolerance &&
            pair.b->diameter >= q->search.options.tolerance) {
            tl_pair_state state;
            tl_pair_cut cut;
            double bound;
            status = tl_sight_prove(&q->search, &pair, &state, &cut, &bound);
            *hidden = status == TL_OK && state == TL_PAIR_BLOCKED;
            done = *hidden;
        }
        if (status == TL_OK && !done) {
            tl_sight_pair target = {.a = q->parts.sure, .b = pair.b};
            tl_pair_cut cut;
            tl_cell *half[2];
            target.a = pair.b;
            tl_sight_plain_cut(&target, &cut);
            if (pair.b->diameter <= q->search.options.tolerance) {
                *all_seen = false;
            } else if (!tl_cell_split(&q->search.scratch, pair.b, cut.normal, cut.offset, &half[0], &half[1])) {
                status = TL_ERROR_MEMORY;
            } else {
                for (int i = 0; i < 2; i++) {
                    if (half[i]->polygon_count == 0 || status != TL_OK) {
                        tl_cell_release(q->search.context, half[i]);
                    } else if (!tl_sight_pairs_push(&parts, tl_cell_share(attacker), half[i], -half[i]->diameter,
                                                    pair.bound, pair.depth + 1)) {
                        status = TL_ERROR_MEMORY;
                    }
                }
            }
        }
        tl_cell_release(q->search.context, pair.a);
        tl_cell_release(q->search.context, pair.b);
    }
    tl_sight_pairs_free(&parts);
    return status;
}

/* Numbers and names of the answer. */
static tl_status describe(question *q) {
    tl_cover *cover = q->cover;
    tl_status status = TL_OK;
    if (cover->verdict == TL_VERDICT_NO) {
        cover->has_viewpoint = true;
    } else if (q->parts.sure->polygon_count > 0 && best_view(q, &cover->viewpoint, &cover->hidden_point)) {
        cover->has_viewpoint = true;
        cover->has_hidden_point = !line_free(q, cover->viewpoint, cover->hidden_point);
    }
    cover->visible_low = 0;
    cover->visible_high = 1;
    if (cover->verdict == TL_VERDICT_NO && !q->options->union_of_views && !(q->options->min_fraction > 0)) {
        cover->visible_low = cover->visible_high = 1;
    } else if (cover->has_viewpoint && q->parts.sure->polygon_count > 0 && !q->parts.in_solid) {
        status = tl_cone_share(&q->search, cover->viewpoint, q->parts.sure, SHARE_EFFORT, &cover->visible_low,
                               &cover->visible_high);
    } else if (!cover->has_viewpoint) {
        cover->visible_high = cover->verdict == TL_VERDICT_YES ? 0 : 1;
    }
    cover->named_count = 0;
    if (cover->verdict != TL_VERDICT_NO) {
        for (size_t i = 0; i < q->sight.named_count; i++) {
            tl_sight_add_name(cover->named, &cover->named_count, q->sight.named[i]);
        }
        for (size_t i = 0; i < q->search.stopped_count && cover->named_count == 0; i++) {
            tl_sight_add_name(cover->named, &cover->named_count, q->search.stopped_by[i]);
        }
    }
    cover->work = q->sight.work;
    return status;
}

/* In cover only if a share of at least `min_fraction` is hidden: a viewpoint that sees more settles it. */
static tl_status enough_seen(question *q, bool *enough) {
    *enough = false;
    tl_vec3 hidden;
    double low, high;
    if (!best_view(q, &q->cover->viewpoint, &hidden)) {
        return TL_OK;
    }
    tl_status status = tl_cone_share(&q->search, q->cover->viewpoint, q->parts.sure, SHARE_EFFORT, &low, &high);
    *enough = low > 1 - q->options->min_fraction;
    return status;
}

static tl_status decide(question *q, tl_cell *attacker) {
    tl_cover *cover = q->cover;
    bool clear = false, hidden = false, enough = false;
    if (attacker->polygon_count == 0 || tl_sight_buried(&q->search, attacker)) {
        cover->verdict = TL_VERDICT_YES; /* who sees nothing, sees no whole target */
        return TL_OK;
    }
    if (q->parts.in_solid) {
        cover->target_in_solid = true;
        tl_sight_add_name(q->sight.named, &q->sight.named_count, q->parts.solid);
        cover->verdict = q->options->min_fraction > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
        return TL_OK;
    }
    if (q->parts.sure->polygon_count == 0) {
        return TL_OK; /* all of it touches something: marginal */
    }
    first_critical(q);
    tl_status status = first_views(q, attacker, &clear);
    if (status == TL_OK && !clear && q->search.options.prove) {
        status = tl_sight_ready_patch(&q->search, attacker, q->parts.sure);
    }
    if (status == TL_OK && !clear && q->options->union_of_views) {
        bool all_seen;
        status = union_of_views(q, attacker, &hidden, &all_seen);
        clear = all_seen && !hidden && status == TL_OK;
    } else if (status == TL_OK && !clear && q->options->min_fraction > 0) {
        status = enough_seen(q, &enough);
    } else if (status == TL_OK && !clear && q->search.options.prove) {
        status = branch(q, attacker, &clear);
        hidden = status == TL_OK && !clear && !q->search.gave_up;
    }
    if (status == TL_OK && (clear || enough)) {
        cover->verdict = TL_VERDICT_NO;
    } else if (status == TL_OK && hidden) {
        cover->verdict = TL_VERDICT_YES;
    }
    return status;
}

tl_status tl_cover_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                           const tl_cover_options *options, tl_cover *cover, tl_error *error) {
    *cover = (tl_cover){.verdict = TL_VERDICT_MARGINAL, .why = TL_WHY_TOLERANCE, .visible_high = 1};
    tl_cover_options chosen = options != NULL ? *options : (tl_cover_options){0};
    chosen.contact_skirt = chosen.contact_skirt > 0 ? chosen.contact_skirt : DEFAULT_SKIRT;
    chosen.sight.budget = chosen.sight.budget > 0 ? chosen.sight.budget : DEFAULT_BUDGET;
    question q = {.options = &chosen, .cover = cover};
    if (tl_bvh_triangle_count(a) == 0 || tl_bvh_triangle_count(b) == 0) {
        cover->verdict = TL_VERDICT_YES; /* no sight at all is cover */
        cover->why = TL_WHY_NONE;
        return TL_OK;
    }
    tl_sight_search_start(&q.search, context, obstacles, (tl_sight_body){.bvh = a}, (tl_sight_body){.bvh = b},
                          &chosen.sight, &q.sight);
    q.search.only_proofs = true;
    q.search.options.min_clearance = 0; /* grazing lines see, for cover */
    tl_cell *attacker = tl_sight_body_cell(&q.search, &q.search.a);
    tl_status status = attacker != NULL ? TL_OK : TL_ERROR_MEMORY;
    if (status == TL_OK) {
        status = tl_skirt_cut(&q.search, b, chosen.contact_skirt, &q.parts);
    }
    if (status == TL_OK) {
        status = decide(&q, attacker);
    }
    if (status == TL_OK) {
        cover->why = cover->verdict == TL_VERDICT_MARGINAL ? cover->why : TL_WHY_NONE;
        status = describe(&q);
    }
    for (size_t i = 0; i < q.count; i++) {
        tl_cell_release(context, q.list[i].cell);
    }
    tl_cell_release(context, attacker);
    tl_cell_release(context, q.parts.sure);
    tl_cell_release(context, q.parts.loose);
    tl_sight_search_end(&q.search);
    if (status == TL_ERROR_CANCELLED) {
        return tl_fail(error, status, NULL, NULL, NULL, "the search for cover was cancelled");
    }
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}
