/* branch.c: branch and bound over the attacker's surface.
 *
 * Not in cover: a point that sees the whole target, shown by a cone test. In cover: for every patch of the attacker
 * some part of the target, as wide as the tolerance, is proved hidden from all of the patch by a shell crawl. */
#include "cover/question.h"

#include "cover/limits.h"
#include "visibility/pairs.h"

/* A few points of a patch, those that can see. */
typedef struct lookout {
    tl_vec3 p[TL_COVER_PATCH_POINTS];
    size_t count;
} lookout;

static lookout look_out(tl_cover_question *q, const tl_cell *patch) {
    lookout out = {.count = 0};
    for (int k = 0; k < TL_COVER_PATCH_POINTS; k++) {
        tl_vec3 p = tl_cell_sample(patch, &q->search.random);
        if (tl_cover_live(q, p)) {
            out.p[out.count++] = p;
        }
    }
    return out;
}

/* One free line is enough to know that nothing can be proved. */
static bool hidden_from(tl_cover_question *q, const lookout *out, tl_vec3 b) {
    bool hidden = true;
    for (size_t k = 0; k < out->count && hidden; k++) {
        hidden = !tl_cover_line_free(q, out->p[k], b);
    }
    return hidden;
}

/* Tries to prove that the target round a critical point is hidden from all of a patch. */
static tl_status prove_critical(tl_cover_question *q, tl_cell *patch, uint32_t depth, size_t i, bool *proved,
                                tl_sight_pair_cut *cut, bool *has_cut) {
    const tl_cell *part;
    *proved = false;
    tl_status status = tl_cover_critical_cell(q, i, &part);
    if (status != TL_OK || part == NULL) {
        return status;
    }
    tl_sight_pair pair = {.a = patch, .b = q->critical[i].cell, .depth = depth, .bound = INFINITY};
    tl_sight_pair_state state;
    tl_sight_pair_cut suggestion;
    double bound;
    status = tl_sight_prove(&q->search, &pair, &state, &suggestion, &bound);
    if (status != TL_OK) {
        return status;
    }
    *proved = state == TL_SIGHT_PAIR_BLOCKED;
    if (*proved) {
        tl_cover_to_front(q, i);
    } else if (suggestion.first && !*has_cut) {
        *cut = suggestion;
        *has_cut = true;
    }
    return TL_OK;
}

/* A point of the target that none of a few points of the patch see, far from what they see. */
static void look_deeper(tl_cover_question *q, const lookout *out, bool fresh) {
    uint64_t seen = 0;
    if (fresh) {
        /* other samples for once: the first ones may all miss what is hidden */
        for (size_t i = q->sample_count < TL_COVER_FRESH_LINES ? q->sample_count : TL_COVER_FRESH_LINES; i-- > 0;) {
            q->samples[i] = tl_target_sample(&q->parts.sure, &q->search.random);
        }
    }
    for (size_t k = 0; k < out->count; k++) {
        for (size_t i = 0; i < q->sample_count; i++) {
            bool known = (seen >> i & 1) != 0;
            seen |= known || tl_cover_line_free(q, out->p[k], q->samples[i]) ? UINT64_C(1) << i : 0;
        }
    }
    size_t deepest = tl_cover_deepest(q, seen);
    if (deepest != SIZE_MAX) {
        tl_cover_add_critical(q, q->samples[deepest]);
    }
}

/* Tries critical points that a few lines from the patch don't reach. */
static tl_status prove_patch(tl_cover_question *q, tl_cell *patch, uint32_t depth, bool *proved,
                             tl_sight_pair_cut *cut) {
    bool has_cut = false;
    size_t tried = 0;
    tl_status status = TL_OK;
    tl_sight_pair whole = {.a = patch, .b = patch};
    tl_sight_plain_cut(&whole, cut);
    lookout out = look_out(q, patch);
    *proved = false;
    for (size_t i = 0; i < q->critical_count && tried < TL_COVER_PATCH_PROOFS && status == TL_OK && !*proved; i++) {
        if (hidden_from(q, &out, q->critical[i].point)) {
            tried++;
            status = prove_critical(q, patch, depth, i, proved, cut, &has_cut);
        }
    }
    if (status == TL_OK && !*proved && (tried == 0 || depth % TL_COVER_DEEPER_EVERY == TL_COVER_DEEPER_EVERY - 1)) {
        size_t count = q->critical_count;
        look_deeper(q, &out, depth % (2 * TL_COVER_DEEPER_EVERY) == 2 * TL_COVER_DEEPER_EVERY - 1);
        if (q->critical_count > count || count == TL_COVER_CRITICAL) {
            status = prove_critical(q, patch, depth, 0, proved, cut, &has_cut);
        }
    }
    cut->first = true;
    return status;
}

/* Looks from a live point unless some critical point is hidden from it. */
static tl_status look(tl_cover_question *q, tl_vec3 p, bool *clear) {
    for (size_t i = 0; i < q->critical_count; i++) {
        if (!tl_cover_line_free(q, p, q->critical[i].point)) {
            tl_cover_to_front(q, i);
            return TL_OK;
        }
    }
    return tl_cover_look(q, p, clear);
}

static tl_status divide(tl_cover_question *q, tl_sight_pairs *patches, const tl_sight_pair *pair,
                        const tl_sight_pair_cut *cut) {
    tl_cell *half[2];
    if (!tl_cell_split(&q->search.scratch, pair->a, cut->normal, cut->offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    q->sight.work += TL_SIGHT_WORK_RAY + 2 * (uint64_t)pair->a->point_count;
    tl_status status = TL_OK;
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

/* One patch of the attacker: a clear view from it, a proof, or two smaller patches. */
static tl_status visit(tl_cover_question *q, tl_sight_pairs *patches, tl_sight_pair *pair, bool *clear) {
    tl_cell *patch = pair->a;
    for (int i = 0; i < TL_COVER_PATCH_LOOKS; i++) {
        tl_vec3 p = tl_cell_sample(patch, &q->search.random);
        if (tl_cover_live(q, p)) {
            tl_status status = look(q, p, clear);
            if (status != TL_OK || *clear) {
                return status;
            }
        } else if (tl_sight_buried(&q->search, patch)) {
            return TL_OK;
        }
    }
    bool proved = false;
    tl_sight_pair_cut cut;
    tl_status status = prove_patch(q, patch, pair->depth, &proved, &cut);
    if (status != TL_OK || proved) {
        return status;
    }
    if (patch->diameter <= TL_COVER_LEAST_PATCH * q->search.options.tolerance) {
        q->search.gave_up = true;
        return TL_OK;
    }
    return divide(q, patches, pair, &cut);
}

/* The attacker's box, as a patch: where it does, there is no need to look at the attacker closely. */
static tl_status prove_box(tl_cover_question *q, bool *proved) {
    tl_box3 box = tl_bvh_box(q->attacker);
    if (q->search.obstacles->ground_slot < 0) {
        box.low.z = tl_max(box.low.z, 0);
    }
    tl_vec3 corners[8];
    tl_box3_corners(box, corners);
    *proved = false;
    bool hidden = q->critical_count > 0;
    for (int i = 0; i < 8 && hidden; i++) {
        hidden = !tl_cover_line_free(q, corners[i], q->critical[0].point);
    }
    if (!hidden) {
        return TL_OK;
    }
    tl_cell *patch = tl_target_cell_of_box(box, &q->search.scratch);
    tl_sight_pair_cut cut;
    bool has_cut = false;
    tl_status status = patch != NULL ? prove_critical(q, patch, 0, 0, proved, &cut, &has_cut) : TL_ERROR_MEMORY;
    tl_cell_release(q->search.context, patch);
    return status;
}

tl_status tl_cover_branch(tl_cover_question *q, bool *clear, bool *hidden) {
    tl_status status = prove_box(q, hidden);
    if (status != TL_OK || *hidden) {
        return status;
    }
    status = tl_cover_attacker_cell(q);
    if (status != TL_OK) {
        return status;
    }
    tl_sight_pairs patches = {.context = q->search.context};
    tl_cell *attacker = tl_cell_share(q->attacker_cell);
    if (!tl_sight_pairs_push(&patches, attacker, tl_cell_share(attacker), 0, 0, 0)) {
        status = TL_ERROR_MEMORY;
    }
    tl_sight_pair pair;
    while (status == TL_OK && !*clear && tl_sight_pairs_pop(&patches, &pair)) {
        if (q->sight.work > q->search.options.budget) {
            q->cover->why = TL_WHY_BUDGET;
            q->search.gave_up = true;
        } else if (!tl_sight_poll(&q->search)) {
            q->search.gave_up = true;
            status = tl_sight_stop_status(&q->search);
        } else {
            status = visit(q, &patches, &pair, clear);
        }
        tl_cell_release(q->search.context, pair.a);
        tl_cell_release(q->search.context, pair.b);
    }
    tl_sight_pairs_free(&patches);
    *hidden = status == TL_OK && !*clear && !q->search.gave_up;
    return status;
}
