/* readings.c: the other readings of cover: a share that must be hidden, and views that are put together. */
#include "cover/cone.h"

#include "cover/limits.h"
#include "cover/question.h"

#include "visibility/pairs.h"

static bool out_of_budget(tl_cover_question *q) {
    if (q->sight.work > q->search.options.budget) {
        q->cover->why = TL_WHY_BUDGET;
        return true;
    }
    return !tl_sight_poll(&q->search);
}

/* --- A share that must be hidden ---------------------------------------------------------------------------------- */

/* What is known of the target as seen from a patch, as areas: polygons that face every point of the patch count when
 * they are hidden from all of it, and those that face some point of it count as seen otherwise. Seen from any point of
 * the patch, at least the share dark / (dark + bright) is hidden. */
typedef struct patch_view {
    tl_cover_question *q;
    tl_cell *patch;
    tl_vec3 points[TL_COVER_PATCH_LINES];
    size_t point_count;
    double dark, bright;
    double share; /* wanted */
} patch_view;

/* Whether a polygon faces every point of a patch (all), some point of it (some); certain on the safe side. */
static void faces(tl_vec3 span, tl_vec3 corner, const tl_cell *patch, bool *all, bool *some) {
    tl_vec3 low = tl_sub(patch->box.low, corner), high = tl_sub(patch->box.high, corner);
    double least = tl_min(span.x * low.x, span.x * high.x) + tl_min(span.y * low.y, span.y * high.y) +
                   tl_min(span.z * low.z, span.z * high.z);
    double most = tl_max(span.x * low.x, span.x * high.x) + tl_max(span.y * low.y, span.y * high.y) +
                  tl_max(span.z * low.z, span.z * high.z);
    double slack = TL_COVER_FACING_ROUNDING * tl_length(span) * (tl_length(low) + tl_length(high));
    if (least <= slack && most >= -slack) {
        /* the box can't tell: its points do */
        least = INFINITY;
        most = -INFINITY;
        for (uint32_t i = 0; i < patch->point_count; i++) {
            double at = tl_dot(span, tl_sub(patch->points[i], corner));
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
    }
    *all = least > slack;
    *some = most > -slack;
}

/* The areas of a node's polygons that face all, and some, of the patch. */
static void facing_areas(const tl_target *target, const tl_target_node *node, const tl_cell *patch, double *all,
                         double *some) {
    *all = *some = 0;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        size_t count;
        bool is_all, is_some;
        uint32_t polygon = target->order[i];
        faces(target->spans[polygon], *tl_target_polygon(target, polygon, &count), patch, &is_all, &is_some);
        double area = tl_length(target->spans[polygon]);
        *all += is_all ? area : 0;
        *some += is_some ? area : 0;
    }
}

static bool enough(const patch_view *v) {
    return v->dark * (1 - TL_COVER_AREA_ROUNDING) >= v->share * (v->dark + v->bright);
}

static tl_status prove_pair(tl_cover_question *q, tl_cell *a, tl_cell *b, uint32_t depth, bool *proved,
                            tl_sight_pair_cut *cut) {
    tl_sight_pair pair = {.a = a, .b = b, .depth = depth, .bound = INFINITY};
    tl_sight_pair_state state = TL_SIGHT_PAIR_OPEN;
    double bound;
    tl_status status =
        a != NULL && b != NULL ? tl_sight_prove(&q->search, &pair, &state, cut, &bound) : TL_ERROR_MEMORY;
    *proved = status == TL_OK && state == TL_SIGHT_PAIR_BLOCKED;
    return status;
}

/* Whether a few lines from the patch to a node's corners are all blocked. */
static bool looks_dark(patch_view *v, const tl_target *target, const tl_target_node *node) {
    bool dark = v->point_count > 0;
    for (size_t k = 0; k < v->point_count && dark; k++) {
        size_t count;
        uint32_t polygon = target->order[node->first + k * (node->count - 1) / TL_COVER_PATCH_LINES];
        dark = !tl_cover_line_free(v->q, v->points[k], *tl_target_polygon(target, polygon, &count));
    }
    return dark;
}

/* Whether any, and all, of a few lines from the patch to a polygon's corners are blocked. */
static void lines_to(patch_view *v, const tl_vec3 *corner, size_t count, bool *any, bool *all) {
    *any = false;
    *all = v->point_count > 0;
    for (size_t k = 0; k < count && (*all || !*any); k++) {
        bool dark = v->point_count > 0 && !tl_cover_line_free(v->q, v->points[k % v->point_count], corner[k]);
        *any = *any || dark;
        *all = *all && dark;
    }
}

/* Cuts a polygon in two by a plane; false when it lies on one side. */
static bool cut_in_two(const tl_vec3 *corner, size_t count, const tl_sight_pair_cut *cut,
                       tl_vec3 half[2][TL_POLYGON_HALF], size_t counts[2]) {
    counts[0] = tl_cell_clip_polygon(corner, count, cut->normal, cut->offset, half[0]);
    counts[1] = tl_cell_clip_polygon(corner, count, tl_scale(cut->normal, -1), -cut->offset, half[1]);
    return counts[0] >= 3 && counts[1] >= 3 && counts[0] <= TL_CELL_CORNERS && counts[1] <= TL_CELL_CORNERS;
}

/* A part of one polygon that faces all of the patch: hidden as a whole, or cut along the edge that a shell went round,
 * as the patch's middle sees it. */
static tl_status darken_piece(patch_view *v, const tl_vec3 *corner, size_t count, int depth) {
    tl_cover_question *q = v->q;
    double area = tl_length(tl_target_polygon_span(corner, count));
    if (enough(v) || area < TL_COVER_SHARE_LEAST * (v->dark + v->bright) || depth > TL_COVER_HIDE_DEEPEST ||
        out_of_budget(q)) {
        return TL_OK;
    }
    bool any, all, proved = false;
    lines_to(v, corner, count, &any, &all);
    tl_sight_pair_cut cut = {.first = true};
    tl_status status = TL_OK;
    if (any) {
        uint32_t size = (uint32_t)count;
        tl_cell *part = tl_cell_from_polygons(&q->search.scratch, corner, &size, 1);
        status = prove_pair(q, v->patch, part, TL_SIGHT_DEEP, &proved, &cut);
        tl_cell_release(q->search.context, part);
    }
    if (status != TL_OK || proved) {
        v->dark += proved ? area : 0;
        v->bright -= proved ? area : 0;
        return status;
    }
    tl_vec3 half[2][TL_POLYGON_HALF];
    size_t counts[2];
    if ((!any && area < TL_COVER_SHARE_BRIGHT * (v->dark + v->bright)) ||
        ((cut.first || !cut_in_two(corner, count, &cut, half, counts)) &&
         !tl_target_polygon_halve(corner, count, q->search.options.tolerance, half, counts))) {
        return TL_OK; /* it may be hidden in part; little is lost */
    }
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        status = darken_piece(v, half[i], counts[i], depth + 1);
    }
    return status;
}

static tl_status darken(patch_view *v, uint32_t at, int depth) {
    tl_target *target = &v->q->parts.sure;
    tl_target_node node = target->nodes[at];
    double all, some;
    facing_areas(target, &node, v->patch, &all, &some);
    if (!(all > 0) || enough(v) || depth > TL_COVER_HIDE_DEEPEST ||
        all < TL_COVER_SHARE_LEAST * (v->dark + v->bright) || out_of_budget(v->q)) {
        return TL_OK;
    }
    if (looks_dark(v, target, &node)) {
        tl_cell *part = tl_target_node_cell(target, at, &v->q->search.scratch);
        tl_sight_pair_cut cut;
        bool proved;
        tl_status status = prove_pair(v->q, v->patch, part, TL_SIGHT_DEEP, &proved, &cut);
        tl_cell_release(v->q->search.context, part);
        if (status != TL_OK || proved) {
            v->dark += proved ? all : 0;
            v->bright -= proved ? some : 0;
            return status;
        }
    }
    if (node.count == 1) {
        size_t count;
        const tl_vec3 *corner = tl_target_polygon(target, target->order[node.first], &count);
        return darken_piece(v, corner, count, depth);
    }
    if (!tl_target_divide(target, at)) {
        return TL_ERROR_MEMORY;
    }
    uint32_t child = target->nodes[at].children;
    tl_status status = darken(v, child, depth + 1);
    return status == TL_OK ? darken(v, child + 1, depth + 1) : status;
}

/* Whether at least the share is certainly hidden from every point of a patch. */
static tl_status hides_enough(tl_cover_question *q, tl_cell *patch, bool *hides) {
    patch_view v = {.q = q, .patch = patch, .share = q->options->min_fraction};
    const tl_target *parts[3] = {&q->parts.sure, &q->parts.loose, &q->parts.dead};
    for (int i = 0; i < 3; i++) {
        double all = 0, some = 0;
        if (parts[i]->count > 0) {
            facing_areas(parts[i], &parts[i]->nodes[0], patch, &all, &some);
        }
        v.bright += i < 2 ? some : 0;
        v.dark += i == 2 ? all : 0;
    }
    for (int k = 0; k < TL_COVER_PATCH_LINES; k++) {
        tl_vec3 p = tl_cell_sample(patch, &q->search.random);
        if (tl_cover_live(q, p)) {
            v.points[v.point_count++] = p;
        }
    }
    tl_status status = q->parts.sure.count > 0 ? darken(&v, 0, 0) : TL_OK;
    *hides = status == TL_OK && enough(&v);
    return status;
}

/* Whether a viewpoint certainly sees more than is allowed for cover. */
static tl_status sees_enough(tl_cover_question *q, tl_vec3 p, bool *sees) {
    tl_cover_picture picture;
    tl_status status =
        tl_cover_picture_make(&q->search, p, &q->parts, TL_COVER_FINE_SPREAD, TL_COVER_VIEW_EFFORT, &picture);
    *sees = status == TL_OK && picture.low > 1 - q->options->min_fraction;
    if (*sees) {
        q->cover->has_viewpoint = true;
        q->cover->viewpoint = p;
        q->cover->visible_low = picture.low;
        q->cover->visible_high = picture.high;
    }
    return status;
}

static int samples_seen(uint64_t mask) {
    return __builtin_popcountll(mask);
}

/* A picture costs much: only of a view that promises more than those before it. */
static tl_status look_from_patch(tl_cover_question *q, const tl_cell *patch, int *most, bool *sees, bool *buried) {
    tl_vec3 p = tl_cell_sample(patch, &q->search.random);
    if (!tl_cover_live(q, p)) {
        *buried = tl_sight_buried(&q->search, patch);
        return TL_OK;
    }
    int seen = samples_seen(tl_cover_mask(q, p));
    bool promising = seen > *most;
    *most = promising ? seen : *most;
    return promising ? sees_enough(q, p, sees) : TL_OK;
}

static tl_status split(tl_cover_question *q, tl_sight_pairs *pairs, const tl_sight_pair *pair,
                       const tl_sight_pair_cut *cut) {
    tl_cell *half[2];
    if (!tl_cell_split(&q->search.scratch, pair->a, cut->normal, cut->offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    for (int i = 0; i < 2; i++) {
        if (half[i]->polygon_count == 0 || status != TL_OK) {
            tl_cell_release(q->search.context, half[i]);
        } else if (!tl_sight_pairs_push(pairs, half[i], tl_cell_share(pair->b), -half[i]->diameter, 0,
                                        pair->depth + 1)) {
            status = TL_ERROR_MEMORY;
        }
    }
    return status;
}

static tl_status visit_for_share(tl_cover_question *q, tl_sight_pairs *patches, const tl_sight_pair *pair, int *most,
                                 bool *sees, bool *open) {
    bool hides = false;
    tl_status status = look_from_patch(q, pair->a, most, sees, &hides);
    if (status == TL_OK && !*sees && !hides) {
        status = hides_enough(q, pair->a, &hides);
    }
    if (status != TL_OK || *sees || hides) {
        return status;
    }
    if (pair->a->diameter <= TL_COVER_LEAST_PATCH * q->search.options.tolerance) {
        *open = true;
        return TL_OK;
    }
    tl_sight_pair_cut cut;
    tl_sight_pair whole = {.a = pair->a, .b = pair->a};
    tl_sight_plain_cut(&whole, &cut);
    return split(q, patches, pair, &cut);
}

tl_status tl_cover_share(tl_cover_question *q, bool *sees, bool *hidden) {
    TL_ASSERT(q->options->min_fraction > 0, "a share is asked for");
    tl_status status = TL_OK;
    int most = 0;
    for (size_t i = 0; i < q->view_count; i++) {
        most = samples_seen(q->seen[i]) > most ? samples_seen(q->seen[i]) : most;
    }
    for (size_t i = 0; i < q->view_count && status == TL_OK && !*sees; i++) {
        if (samples_seen(q->seen[i]) == most) {
            status = sees_enough(q, q->views[i], sees);
        }
    }
    if (status != TL_OK || *sees || !q->search.options.prove) {
        return status;
    }
    status = tl_cover_ready(q);
    status = status == TL_OK ? tl_cover_attacker_cell(q) : status;
    if (status != TL_OK) {
        return status;
    }
    bool open = false;
    tl_sight_pairs patches = {.context = q->search.context};
    if (!tl_sight_pairs_push(&patches, tl_cell_share(q->attacker_cell), tl_cell_share(q->attacker_cell), 0, 0, 0)) {
        status = TL_ERROR_MEMORY;
    }
    tl_sight_pair pair;
    while (status == TL_OK && !*sees && tl_sight_pairs_pop(&patches, &pair)) {
        if (out_of_budget(q)) {
            open = true;
            status = tl_sight_stop_status(&q->search);
        } else {
            status = visit_for_share(q, &patches, &pair, &most, sees, &open);
        }
        tl_cell_release(q->search.context, pair.a);
        tl_cell_release(q->search.context, pair.b);
    }
    tl_sight_pairs_free(&patches);
    *hidden = status == TL_OK && !*sees && !open;
    return status;
}

/* --- Views put together ------------------------------------------------------------------------------------------- */

/* Whether a cell is hidden from all of the attacker. A free line to it, or too much work, ends the attempt. */
static tl_status hide_from_all(tl_cover_question *q, tl_cell *part, bool *hidden) {
    uint64_t limit = q->sight.work + TL_COVER_PROOF_EFFORT;
    size_t named = q->sight.named_count;
    tl_sight_pairs patches = {.context = q->search.context};
    tl_status status = tl_cover_ready(q);
    status = status == TL_OK ? tl_cover_attacker_cell(q) : status;
    *hidden = true;
    if (status == TL_OK &&
        !tl_sight_pairs_push(&patches, tl_cell_share(q->attacker_cell), tl_cell_share(part), 0, 0, 0)) {
        status = TL_ERROR_MEMORY;
    }
    tl_sight_pair pair;
    while (status == TL_OK && tl_sight_pairs_pop(&patches, &pair)) {
        bool proved = !*hidden;
        tl_sight_pair_cut cut;
        if (!proved) {
            status = prove_pair(q, pair.a, pair.b, pair.depth, &proved, &cut);
        }
        for (int k = 0; k < 2 && status == TL_OK && !proved && *hidden; k++) {
            tl_vec3 p = tl_cell_sample(pair.a, &q->search.random);
            *hidden = !tl_cover_live(q, p) || !tl_cover_line_free(q, p, tl_cell_sample(pair.b, &q->search.random));
        }
        if (status == TL_OK && !proved && *hidden) {
            *hidden = q->sight.work < limit && pair.a->diameter > TL_COVER_LEAST_PATCH * q->search.options.tolerance &&
                      !out_of_budget(q);
            tl_sight_pair whole = {.a = pair.a, .b = pair.a};
            if (!cut.first) {
                tl_sight_plain_cut(&whole, &cut);
            }
            status = *hidden ? split(q, &patches, &pair, &cut) : TL_OK;
        }
        tl_cell_release(q->search.context, pair.a);
        tl_cell_release(q->search.context, pair.b);
    }
    tl_sight_pairs_free(&patches);
    *hidden = *hidden && status == TL_OK;
    q->sight.named_count = *hidden ? q->sight.named_count : named;
    return status;
}

/* The target's area, sorted into what is seen from somewhere, hidden from everywhere, and neither. */
typedef struct patchwork {
    tl_cover_question *q;
    bool loose; /* what may not count can't be hidden */
    double seen, hidden, open;
    double wanted; /* hidden area that settles the question */
} patchwork;

static bool settled(const patchwork *w) {
    return w->hidden > 0 && w->hidden >= w->wanted;
}

/* A free line from some viewpoint to x: from those that proved useful, or from a fresh one, which is then kept. */
static bool find_view(tl_cover_question *q, tl_vec3 x, size_t from, size_t *at) {
    for (size_t i = from; i < q->view_count; i++) {
        if (tl_cover_line_free(q, q->views[i], x)) {
            *at = i;
            return true;
        }
    }
    for (int k = 0; k < TL_COVER_FRESH_VIEWS; k++) {
        tl_vec3 p = tl_sight_body_sample(&q->search.a, &q->search.random);
        if (tl_cover_live(q, p) && tl_cover_line_free(q, p, x)) {
            *at = q->view_count < TL_COVER_VIEWS ? q->view_count++ : TL_COVER_VIEWS - 1;
            q->views[*at] = p;
            q->seen[*at] = 0;
            return true;
        }
    }
    return false;
}

static void view_to_front(tl_cover_question *q, size_t i) {
    tl_vec3 p = q->views[i];
    uint64_t seen = q->seen[i];
    for (; i > 0; i--) {
        q->views[i] = q->views[i - 1];
        q->seen[i] = q->seen[i - 1];
    }
    q->views[0] = p;
    q->seen[0] = seen;
}

/* Whether one viewpoint sees all of a node; *dark when none was found that sees even x. */
static tl_status see_node(tl_cover_question *q, tl_target *target, uint32_t at, tl_vec3 x, bool *seen, bool *dark) {
    *seen = false;
    *dark = true;
    tl_status status = TL_OK;
    size_t view = 0;
    for (size_t from = 0; status == TL_OK && !*seen && find_view(q, x, from, &view); from = view + 1) {
        *dark = false;
        tl_cone answer;
        tl_vec3 hidden;
        status = tl_cone_look(&q->search, q->views[view], target, at, &answer, &hidden);
        *seen = status == TL_OK && answer == TL_CONE_CLEAR;
        if (*seen) {
            view_to_front(q, view);
        }
        if (view + 1 >= TL_COVER_VIEWS || view < from) {
            break;
        }
    }
    return status;
}

static double node_area(const tl_target *target, const tl_target_node *node) {
    double area = 0;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        area += tl_length(target->spans[target->order[i]]);
    }
    return area;
}

static tl_status sort_out(patchwork *w, tl_target *target, uint32_t at);

/* A polygon's two halves, each as a target of its own. */
static tl_status sort_out_halves(patchwork *w, const tl_target *target, uint32_t polygon, double area) {
    size_t count, counts[2];
    const tl_vec3 *corner = tl_target_polygon(target, polygon, &count);
    tl_vec3 half[2][TL_POLYGON_HALF];
    if (!tl_target_polygon_halve(corner, count, w->q->search.options.tolerance, half, counts) ||
        counts[0] > TL_CELL_CORNERS || counts[1] > TL_CELL_CORNERS) {
        w->open += area;
        return TL_OK;
    }
    tl_status status = TL_OK;
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        tl_target piece;
        tl_target_start(&piece, target->context);
        status = tl_target_add(&piece, half[i], counts[i]) && tl_target_ready(&piece) ? sort_out(w, &piece, 0)
                                                                                      : TL_ERROR_MEMORY;
        tl_target_free(&piece);
    }
    return status;
}

static tl_status sort_out(patchwork *w, tl_target *target, uint32_t at) {
    tl_cover_question *q = w->q;
    tl_target_node node = target->nodes[at];
    double area = node_area(target, &node);
    if (settled(w) || out_of_budget(q)) {
        w->open += area;
        return tl_sight_stop_status(&q->search);
    }
    size_t count;
    tl_vec3 x = *tl_target_polygon(target, target->order[node.first + node.count / 2], &count);
    bool seen, dark, hidden = false;
    tl_status status = see_node(q, target, at, x, &seen, &dark);
    double width = tl_length(tl_box3_size(node.box));
    if (status == TL_OK && dark && !w->loose && width >= q->search.options.tolerance && q->search.options.prove) {
        tl_cell *part = tl_target_node_cell(target, at, &q->search.scratch);
        status = part != NULL ? hide_from_all(q, part, &hidden) : TL_ERROR_MEMORY;
        tl_cell_release(q->search.context, part);
    }
    if (status != TL_OK || seen || hidden) {
        w->seen += seen ? area : 0;
        w->hidden += hidden && !seen ? area : 0;
        return status;
    }
    if (node.count == 1) {
        return sort_out_halves(w, target, target->order[node.first], area);
    }
    if (!tl_target_divide(target, at)) {
        return TL_ERROR_MEMORY;
    }
    uint32_t child = target->nodes[at].children;
    status = sort_out(w, target, child);
    return status == TL_OK ? sort_out(w, target, child + 1) : status;
}

/* A part that none of the first viewpoints sees, as wide as the tolerance. */
static tl_status hide_deepest(tl_cover_question *q, bool *hidden) {
    uint64_t seen = 0;
    for (size_t i = 0; i < q->view_count; i++) {
        seen |= q->seen[i];
    }
    size_t deepest = tl_cover_deepest(q, seen);
    *hidden = false;
    if (deepest == SIZE_MAX) {
        return TL_OK;
    }
    const tl_cell *part;
    tl_cover_add_critical(q, q->samples[deepest]);
    tl_status status = tl_cover_critical_cell(q, 0, &part);
    return status == TL_OK && part != NULL ? hide_from_all(q, q->critical[0].cell, hidden) : status;
}

tl_status tl_cover_union(tl_cover_question *q, bool *all_seen, bool *hidden) {
    TL_ASSERT(q->parts.sure.node_count > 0, "the target is ready");
    patchwork w = {.q = q};
    double dead = q->parts.dead.count > 0 ? node_area(&q->parts.dead, &q->parts.dead.nodes[0]) : 0;
    double all = dead + node_area(&q->parts.sure, &q->parts.sure.nodes[0]);
    double loose = q->parts.loose.count > 0 ? node_area(&q->parts.loose, &q->parts.loose.nodes[0]) : 0;
    w.hidden = dead;
    w.wanted = q->options->min_fraction * (all + loose);
    tl_status status = TL_OK;
    *hidden = settled(&w);
    if (!*hidden && !(q->options->min_fraction > 0) && q->search.options.prove) {
        status = hide_deepest(q, hidden);
    }
    if (status != TL_OK || *hidden) {
        return status;
    }
    status = sort_out(&w, &q->parts.sure, 0);
    if (status == TL_OK && !settled(&w) && q->parts.loose.count > 0) {
        w.loose = true;
        status = sort_out(&w, &q->parts.loose, 0);
    }
    *hidden = status == TL_OK && settled(&w);
    double may_be_hidden = w.hidden + w.open;
    *all_seen = status == TL_OK && !*hidden &&
                (q->options->min_fraction > 0
                     ? may_be_hidden < q->options->min_fraction * (all - loose) * (1 - TL_COVER_AREA_ROUNDING)
                     : !(may_be_hidden > 0));
    return status;
}
