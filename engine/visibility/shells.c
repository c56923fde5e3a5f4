/* shells.c: following lines, crawling the shells at their crossings, and what these go round. */
#include "visibility/shells.h"

#include "visibility/limits.h"

/* --- Where to divide ---------------------------------------------------------------------------------------------- */

void tl_sight_plain_cut(const tl_sight_pair *pair, tl_sight_pair_cut *cut) {
    cut->first = pair->a->diameter >= pair->b->diameter;
    const tl_cell *cell = cut->first ? pair->a : pair->b;
    tl_vec3 size = tl_box3_size(cell->box);
    cut->normal = size.x >= size.y && size.x >= size.z ? (tl_vec3){1, 0, 0}
                  : size.y >= size.z                   ? (tl_vec3){0, 1, 0}
                                                       : (tl_vec3){0, 0, 1};
    cut->offset = tl_dot(cut->normal, tl_cell_centre(cell));
}

static void consider_edge(const tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                          const tl_probe *line, uint32_t half, uint32_t k, tl_sight_turning *best) {
    tl_vec3 u = tl_patch_corner(&search->patch, half >> 1, k),
            v = tl_patch_corner(&search->patch, half >> 1, k == 2 ? 0 : k + 1);
    double low, high;
    if (!tl_patch_edge_meets(&search->patch, shaft, u, v, tl_shaft_code(shaft, u), tl_shaft_code(shaft, v), &low,
                             &high)) {
        return;
    }
    tl_vec3 w = tl_sub(line->q, line->p);
    double ww = tl_dot(w, w);
    for (int i = 0; i < 2; i++) {
        tl_vec3 x = tl_lerp(u, v, i == 0 ? low : high);
        double s = ww > 0 ? tl_min(1, tl_max(0, tl_dot(tl_sub(x, line->p), w) / ww)) : 0;
        double distance = tl_distance(x, tl_lerp(line->p, line->q, s));
        double width = (1 - s) * pair->a->diameter + s * pair->b->diameter + shaft->inflation;
        if (distance / width > best->reach) {
            *best = (tl_sight_turning){u, v, x, distance / width};
        }
    }
}

/* The farthest edge on the way from the shell's start to the crossed triangle that it wrapped round to. */
static void edge_of_wrap(const tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                         const tl_probe *line, size_t wrapped, tl_sight_turning *best) {
    const tl_patch *patch = &search->patch;
    for (size_t at = wrapped; patch->parents[at] != UINT32_MAX; at = patch->parents[at] / 4) {
        consider_edge(search, shaft, pair, line, patch->queue[patch->parents[at] / 4], patch->parents[at] & 3, best);
    }
}

static bool looks_back(const tl_patch *patch, uint32_t half, tl_vec3 w) {
    tl_vec3 c = tl_patch_corner(patch, half >> 1, 0);
    tl_vec3 n =
        tl_cross(tl_sub(tl_patch_corner(patch, half >> 1, 1), c), tl_sub(tl_patch_corner(patch, half >> 1, 2), c));
    return (tl_dot(n, w) > 0) != ((half & 1) != 0);
}

/* Without a way round: an edge where the shell turns from facing the first cell to facing the second. */
static void edge_of_turn(const tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                         const tl_probe *line, tl_sight_turning *best) {
    const tl_patch *patch = &search->patch;
    tl_vec3 w = tl_sub(line->q, line->p);
    size_t stride = patch->queue_count / TL_SIGHT_TURN_SAMPLE + 1; /* a sample is enough */
    for (size_t at = 1; at < patch->queue_count; at += stride) {
        uint32_t parent = patch->queue[patch->parents[at] / 4];
        if (looks_back(patch, patch->queue[at], w) != looks_back(patch, parent, w)) {
            consider_edge(search, shaft, pair, line, parent, patch->parents[at] & 3, best);
        }
    }
}

bool tl_sight_aligned_cut(const tl_shaft *shaft, const tl_sight_pair *pair, const tl_sight_turning *edge, double least,
                          tl_sight_pair_cut *cut) {
    TL_ASSERT(least >= 0, "cuts leave something of a cell");
    tl_vec3 axis = tl_sub(shaft->to, shaft->from);
    double aa = tl_dot(axis, axis);
    double s = aa > 0 ? tl_min(1, tl_max(0, tl_dot(tl_sub(edge->at, shaft->from), axis) / aa)) : 0.5;
    tl_vec3 along = tl_sub(edge->v, edge->u);
    double best = 0;
    for (int i = 0; i < 2; i++) {
        const tl_cell *cell = i == 0 ? pair->a : pair->b;
        tl_vec3 eye = i == 0 ? shaft->to : shaft->from;
        tl_vec3 n = tl_cross(tl_normalise(along), tl_normalise(tl_sub(eye, edge->at)));
        double length = tl_length(n);
        if (!(length > TL_SIGHT_CUT_SINE)) {
            continue;
        }
        n = tl_scale(n, 1 / length);
        double low, high;
        tl_cell_extent(cell, n, &low, &high);
        double gain = (high - low) * (i == 0 ? 1 - s : s);
        if (high - low > least && gain > best) {
            best = gain;
            double offset = tl_dot(n, edge->at), quarter = TL_SIGHT_CUT_MARGIN * (high - low);
            *cut = (tl_sight_pair_cut){i == 0, n, tl_min(high - quarter, tl_max(low + quarter, offset))};
        }
    }
    return best > 0;
}

/* --- Pairs ---------------------------------------------------------------------------------------------------------
 */

typedef struct follower {
    tl_sight_search *search;
    tl_probe *line;
    double places[TL_PROBE_CROSSED];
    bool any, plain;
} follower;

static bool note_crossing(follower *f, const tl_hit *hit, uint32_t face) {
    tl_probe *line = f->line;
    uint32_t triangle = tl_patch_take(&f->search->patch, face);
    if (hit->crossing == TL_CROSSING_TOUCH || triangle == UINT32_MAX || line->count == TL_PROBE_CROSSED) {
        f->plain = false;
        return false;
    }
    size_t i = line->count++;
    /* in order along the line; ties in the order of triangles, so that the order is the same everywhere */
    for (; i > 0 && (f->places[i - 1] > hit->t || (f->places[i - 1] == hit->t && line->crossed[i - 1] > triangle));
         i--) {
        f->places[i] = f->places[i - 1];
        line->crossed[i] = line->crossed[i - 1];
        line->facing[i] = line->facing[i - 1];
    }
    f->places[i] = hit->t;
    line->crossed[i] = triangle;
    line->facing[i] = 2 * triangle + (hit->crossing == TL_CROSSING_FRONT ? 0U : 1U);
    return true;
}

/* A triangle that was replaced blocks, but parities are counted on its pieces. */
static bool note_hit(void *user, const tl_hit *hit) {
    follower *f = user;
    const tl_joined *joined = f->search->patch.joined;
    uint32_t face = joined->first[hit->slot] + hit->triangle;
    f->any = true;
    return tl_joined_place(joined, face) == UINT32_MAX || tl_joined_replaced(joined, face) ||
           note_crossing(f, hit, face);
}

static bool note_piece(void *user, const tl_hit *hit) {
    follower *f = user;
    const tl_joined *joined = f->search->patch.joined;
    uint32_t face = joined->first[joined->slot_count] + hit->triangle;
    return !tl_patch_counts(&f->search->patch, face) || note_crossing(f, hit, face);
}

/* A point that was worked out from a cell's may lie a rounding outside of the box that all lines of the search stay in
 * (limit_patch). Parities tell nothing of lines that leave it: edges on its sides aren't crossed by shells. */
static tl_vec3 keep_in(tl_box3 box, tl_vec3 p) {
    return (tl_vec3){tl_min(tl_max(p.x, box.low.x), box.high.x), tl_min(tl_max(p.y, box.low.y), box.high.y),
                     tl_min(tl_max(p.z, box.low.z), box.high.z)};
}

void tl_sight_follow(tl_sight_search *search, tl_probe *line, bool *plain, bool *free_line) {
    TL_ASSERT(search->has_patch, "lines are followed over the faces of a patch");
    if (!search->patch.unlimited) {
        line->p = keep_in(search->patch.limits, line->p);
        line->q = keep_in(search->patch.limits, line->q);
    }
    follower f = {.search = search, .line = line, .plain = true};
    line->count = 0;
    tl_world_each_hit(search->obstacles->world, line->p, line->q, search->obstacles->blockers, note_hit, &f);
    if (f.plain && search->patch.pieces != NULL) {
        tl_world_each_hit(search->patch.pieces, line->p, line->q, NULL, note_piece, &f);
        search->sight->work += TL_SIGHT_WORK_RAY / 2;
    }
    search->sight->work += TL_SIGHT_WORK_RAY + 4 * line->count;
    *free_line = !f.any;
    *plain = f.plain && line->count > 0;
}

/* --- Shells ----------------------------------------------------------------------------------------------------------
 */

/* An attempt on all segments of a pair, or on those that stay in `through`. */
typedef struct attempt {
    tl_sight_search *search;
    const tl_shaft *shaft, *through;
    const tl_sight_pair *pair;
    const tl_probe *line;
    size_t shells;
    size_t wrapped;                /* by the last shell: a place in the queue, or SIZE_MAX */
    bool touched;                  /* some shell separates the ends of the line but for what it touches at a cell */
    bool behind[TL_PROBE_CROSSED]; /* the crossing's side facing q lies in a shell that failed */
} attempt;

/* Names whose shell it was. */
static void name_shell(const attempt *a) {
    tl_sight_search *search = a->search;
    for (size_t k = 0; k < a->line->count; k++) {
        if (tl_patch_single(&search->patch, a->line->crossed[k])) {
            tl_sight_name(search, search->patch.faces[a->line->crossed[k]].slot);
        }
    }
    tl_sight_record_shell(search);
    search->sight->closed_gap = tl_max(search->sight->closed_gap, tl_patch_gap(&search->patch));
}

/* Whether the last shell separates the cells when those whose contact with it says nothing are nudged off it: then no
 * line of the pair is clearer than the nudge, for it would stay free. */
static bool separates_nudged(attempt *a, bool first, bool second) {
    tl_sight_search *search = a->search;
    tl_nudged from = {.cell = a->pair->a}, to = {.cell = a->pair->b};
    if (a->through != NULL || a->shaft->nudge <= 0 || (!first && !tl_sight_nudge(search, a->shaft, &from)) ||
        (!second && !tl_sight_nudge(search, a->shaft, &to))) {
        return false;
    }
    tl_probe line;
    bool plain = false, free_line;
    for (int i = 0; i < TL_SIGHT_NUDGED_LINES && !plain; i++) {
        line.p = first ? a->line->p : tl_sight_nudged_corner(&from, &search->random);
        line.q = second ? a->line->q : tl_sight_nudged_corner(&to, &search->random);
        tl_sight_follow(search, &line, &plain, &free_line);
    }
    size_t odd = 0;
    for (size_t k = 0; k < line.count; k++) {
        odd += tl_patch_single(&search->patch, line.crossed[k]) ? 1U : 0U;
    }
    if (!plain || (odd & 1) == 0) {
        return false;
    }
    search->sight->closed_gap = tl_max(search->sight->closed_gap, a->shaft->nudge);
    return true;
}

/* Whether the shell of a half-face separates the cells. */
static bool shell_blocks(attempt *a, uint32_t start) {
    tl_sight_search *search = a->search;
    tl_patch *patch = &search->patch;
    size_t limit = a->through != NULL               ? TL_SIGHT_PORTAL_SHELL_LIMIT
                   : a->pair->depth < TL_SIGHT_DEEP ? TL_SIGHT_SHELL_LIMIT
                                                    : TL_SIGHT_DEEP_SHELL_LIMIT;
    uint64_t step = a->through != NULL ? TL_SIGHT_WORK_THROUGH : TL_SIGHT_WORK_STEP;
    uint64_t left = (search->give_up_at - search->sight->work) / step + 1;
    size_t known = patch->face_count;
    tl_crawl result =
        tl_patch_crawl(patch, a->shaft, start, left < limit ? (size_t)left : limit, a->line->count, &a->wrapped);
    search->sight->work += step * patch->queue_count + TL_SIGHT_WORK_TAKE * (patch->face_count - known);
    a->shells++;
    size_t odd = 0;
    for (size_t k = 0; k < a->line->count && result == TL_CRAWL_DONE; k++) {
        odd += tl_patch_single(patch, a->line->crossed[k]) ? 1U : 0U;
    }
    if ((odd & 1) == 0) {
        return false;
    }
    bool first = tl_sight_parity_holds(search, a->shaft, a->pair->a, a->line->p),
         second = tl_sight_parity_holds(search, a->shaft, a->pair->b, a->line->q);
    if ((first && second) || separates_nudged(a, first, second)) {
        TL_CHECK_INVARIANT(tl_shell_broken(patch, a->shaft));
        name_shell(a);
        return true;
    }
    a->touched = true;
    return false;
}

static void note_behind(attempt *a) {
    for (size_t k = 0; k < a->line->count; k++) {
        a->behind[k] = a->behind[k] || tl_patch_seen(&a->search->patch, a->line->facing[k] ^ 1U);
    }
}

static void note_failure(const attempt *a, tl_failure *why) {
    tl_sight_turning edge = {.reach = -1};
    if (a->wrapped != SIZE_MAX) {
        edge_of_wrap(a->search, a->shaft, a->pair, a->line, a->wrapped, &edge);
    } else {
        edge_of_turn(a->search, a->shaft, a->pair, a->line, &edge);
    }
    if (edge.reach < 0 || why->count == TL_FAILURE_EDGES) {
        return;
    }
    why->edges[why->count] = edge;
    /* what a shell was seen to wrap round comes before mere turns, then what lies farther out */
    double rank = edge.reach + (a->wrapped != SIZE_MAX ? TL_SIGHT_WRAP_FIRST : 0);
    if (why->count == 0 || rank > why->rank) {
        why->best = why->count;
        why->rank = rank;
    }
    why->count++;
}

/* The shells of the crossings' sides that look at q, from there on: where a body stands right behind a wall, the wall's
 * far skin touches it, and only the near one keeps off. */
static bool shells_from_behind(attempt *a) {
    const tl_probe *line = a->line;
    a->shells = 0;
    for (size_t i = line->count; i-- > 0 && a->shells < TL_SIGHT_MOST_SHELLS && tl_sight_may_try(a->search);) {
        if (a->behind[i]) {
            continue;
        }
        if (shell_blocks(a, line->facing[i] ^ 1U)) {
            return true;
        }
        note_behind(a);
    }
    return false;
}

bool tl_sight_shells_block(tl_sight_search *search, const tl_shaft *shaft, const tl_shaft *through,
                           const tl_sight_pair *pair, const tl_probe *line, tl_failure *why) {
    TL_ASSERT(line->count > 0 && line->count <= TL_PROBE_CROSSED, "the line crosses something");
    TL_ASSERT(search->has_patch, "shells are crawled over the faces of a patch");
    TL_ASSERT(shaft->count > 0, "the shaft of the pair is made");
    tl_patch *patch = &search->patch;
    bool done[TL_PROBE_CROSSED] = {false}; /* the crossing's side facing p lies in a shell that failed */
    attempt a = {.search = search, .shaft = shaft, .through = through, .pair = pair, .line = line};
    tl_patch_enter(patch, through);
    tl_patch_mark(patch, line->crossed, line->count);
    for (int ground = 0; ground < 2; ground++) {
        for (size_t i = 0; i < line->count && a.shells < TL_SIGHT_MOST_SHELLS && tl_sight_may_try(search); i++) {
            bool is_ground = (int64_t)patch->faces[line->crossed[i]].slot == search->obstacles->ground_slot;
            if (is_ground != (ground == 1) || done[i]) {
                continue;
            }
            if (shell_blocks(&a, line->facing[i])) {
                return true;
            }
            for (size_t k = 0; k < line->count; k++) {
                done[k] = done[k] || tl_patch_seen(patch, line->facing[k]);
            }
            note_behind(&a);
            note_failure(&a, why);
        }
    }
    why->touched = why->touched || a.touched;
    return (a.touched || through == NULL) && shells_from_behind(&a);
}
