/* oracle_cover.c: cover against rays: of the whole target from one point, from all points together, and by its share.
 */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

enum { VIEWS = 24, VIEW_RAYS = 3000, SHARE_RAYS = 3000, POINTS = 60, HIDDEN = 64, LOOKED = 40 };

static tl_cover ask(campaign *c, const bench_body *a, const bench_body *b, tl_cover_options options) {
    options.sight.prove = true;
    tl_cover cover;
    if (tl_cover_between(c->table->context, &c->table->obstacles, a->bvh, b->bvh, &options, &cover, NULL) != TL_OK) {
        fprintf(stderr, "bench: a question failed\n");
        exit(4);
    }
    return cover;
}

/* Whether q counts for certain: farther than the skirt from everything. */
static bool counts_for_cover(const campaign *c, tl_vec3 q) {
    return exact_point_distance(&c->table->exact, q, ORACLE_SKIRT + 0.1) > (long double)ORACLE_SKIRT + 1e-6L;
}

/* Whether the exact check finds that p can't see q, and q counts. */
static bool surely_hidden(const campaign *c, tl_vec3 p, tl_vec3 q) {
    return !exact_line_open(&c->table->exact, p, q, NULL) && counts_for_cover(c, q);
}

/* Rays from p to random points of b; answers in c->answers. */
static void send_from(campaign *c, tl_vec3 p, const bench_body *b) {
    for (size_t i = 0; i < ORACLE_CHUNK; i++) {
        c->segments[i] = (bench_segment){p, bench_body_point(b->bvh, &c->random)};
    }
    peer_blocked(c->rays, c->segments, ORACLE_CHUNK, c->answers);
    c->n.rays += ORACLE_CHUNK;
}

/* --- The whole target from one point ------------------------------------------------------------------------------ */

/* Not in cover: every ray from the viewpoint to a point that counts must be free. */
static void check_clear_view(campaign *c, const tl_cover *cover, const bench_body *a, const bench_body *b) {
    tl_vec3 p = cover->viewpoint;
    if (!cover->has_viewpoint || exact_body_distance(a->bvh, p) > 1e-9L || !exact_live(&c->table->exact, p)) {
        oracle_wrong(c, "not in cover, but the viewpoint is none", a, b, p, p);
        return;
    }
    int looked = 0;
    for (int done = 0; done < VIEW_RAYS; done += ORACLE_CHUNK) {
        send_from(c, p, b);
        for (size_t i = 0; i < ORACLE_CHUNK && looked < LOOKED; i++) {
            looked += c->answers[i];
            if (c->answers[i] != 0 && surely_hidden(c, p, c->segments[i].q)) {
                oracle_wrong(c, "not in cover, but this line is blocked", a, b, p, c->segments[i].q);
                return;
            }
        }
    }
}

/* In cover: from no live point may everything be free. Points hidden from other viewpoints are tried first. */
static void check_no_view(campaign *c, const tl_cover *cover, const bench_body *a, const bench_body *b) {
    tl_vec3 hidden[HIDDEN];
    size_t hidden_count = 0;
    if (cover->has_hidden_point) {
        hidden[hidden_count++] = cover->hidden_point;
        if (exact_line_open(&c->table->exact, cover->viewpoint, cover->hidden_point, NULL)) {
            oracle_wrong(c, "the hidden point is not hidden", a, b, cover->viewpoint, cover->hidden_point);
        }
    }
    for (int view = 0; view < VIEWS; view++) {
        tl_vec3 p = bench_body_point(a->bvh, &c->random);
        if (!exact_live(&c->table->exact, p)) {
            continue;
        }
        c->n.viewpoints++;
        bool confirmed = false;
        for (size_t i = 0; i < hidden_count && !confirmed; i++) {
            confirmed = !exact_line_open(&c->table->exact, p, hidden[i], NULL);
        }
        for (int done = 0; done < 40 * VIEW_RAYS && !confirmed; done += ORACLE_CHUNK) {
            send_from(c, p, b);
            for (size_t i = 0; i < ORACLE_CHUNK && !confirmed; i++) {
                confirmed = c->answers[i] != 0 && surely_hidden(c, p, c->segments[i].q);
                if (confirmed && hidden_count < HIDDEN) {
                    hidden[hidden_count++] = c->segments[i].q;
                }
            }
        }
        if (!confirmed) {
            c->n.unconfirmed++;
            printf("\nUNCONFIRMED on %s, seed %llu, pair %ld: in cover, but no ray to a hidden point from %.17g %.17g "
                   "%.17g\n\n",
                   c->table->name, (unsigned long long)c->seed, c->pair, p.x, p.y, p.z);
        }
    }
}

/* --- Shares ------------------------------------------------------------------------------------------------------- */

/* The share of the facing area that counts which p sees, by `count` random points; `slack` is five deviations. False
 * when too few points count. */
static bool sampled_share(campaign *c, tl_vec3 p, const bench_body *b, int count, double *share, double *slack) {
    const bench_table *t = c->table;
    size_t triangles = tl_bvh_triangle_count(b->bvh), taken = 0;
    double *sum = bench_need(calloc(triangles + 1, sizeof(*sum))), seen = 0;
    for (size_t i = 0; i < triangles; i++) {
        tl_vec3 v[3];
        tl_bvh_corners(b->bvh, (uint32_t)i, v);
        tl_vec3 n = tl_cross(tl_sub(v[1], v[0]), tl_sub(v[2], v[0]));
        sum[i + 1] = sum[i] + (tl_dot(n, tl_sub(p, v[0])) > 0 ? 0.5 * tl_length(n) : 0);
    }
    for (int k = 0; sum[triangles] > 0 && k < count; k++) {
        double at = bench_random(&c->random, 0, sum[triangles]);
        size_t low = 0, high = triangles;
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            *(sum[middle] <= at ? &low : &high) = middle;
        }
        tl_vec3 v[3];
        tl_bvh_corners(b->bvh, (uint32_t)low, v);
        double x = bench_random(&c->random, 0, 1), y = bench_random(&c->random, 0, 1);
        x = x + y > 1 ? 1 - x : x;
        y = x + y > 1 ? 1 - y : y;
        tl_vec3 q = tl_madd(tl_madd(v[0], tl_sub(v[1], v[0]), x), tl_sub(v[2], v[0]), y);
        bool near = (t->ground_slot < 0 && fabs(q.z) <= ORACLE_SKIRT) ||
                    tl_world_clearance(t->world, q, q, t->blockers, ORACLE_SKIRT + 0.1, NULL) <= ORACLE_SKIRT;
        if (!near) {
            taken++;
            seen += tl_world_blocked(t->world, p, q, t->blockers, NULL) || (t->ground_slot < 0 && q.z <= 0) ? 0 : 1;
        }
    }
    free(sum);
    *share = seen / (double)(taken > 0 ? taken : 1);
    *slack = 5 * sqrt(0.25 / (double)(taken > 0 ? taken : 1));
    return taken >= (size_t)count / 10;
}

/* The share seen from the best viewpoint lies in its bounds. */
static void check_share(campaign *c, const tl_cover *cover, const bench_body *a, const bench_body *b) {
    double share, slack;
    if (!sampled_share(c, cover->viewpoint, b, SHARE_RAYS, &share, &slack)) {
        return;
    }
    c->n.shares++;
    if (share < cover->visible_low - slack || share > cover->visible_high + slack) {
        printf("\nsampled share %.4f, certified %.4f to %.4f", share, cover->visible_low, cover->visible_high);
        oracle_wrong(c, "the visible share is not in its bounds", a, b, cover->viewpoint, cover->viewpoint);
    }
}

/* In cover only when at least so much is hidden, from everywhere. */
static void check_fraction(campaign *c, tl_verdict plain, const bench_body *a, const bench_body *b) {
    static const double shares[4] = {0.05, 0.25, 0.5, 0.75};
    double wanted = shares[(int)bench_random(&c->random, 0, 4)], share, slack;
    tl_cover cover = ask(c, a, b, (tl_cover_options){.min_fraction = wanted});
    c->n.fractions[cover.verdict]++;
    if (plain == TL_VERDICT_NO && cover.verdict == TL_VERDICT_YES) {
        oracle_wrong(c, "seen whole, yet a share is hidden", a, b, cover.viewpoint, cover.viewpoint);
    }
    if (cover.target_in_solid) {
        return; /* what is buried counts as hidden: rays to it say nothing */
    }
    if (cover.verdict == TL_VERDICT_NO && cover.has_viewpoint &&
        sampled_share(c, cover.viewpoint, b, SHARE_RAYS, &share, &slack) && share < 1 - wanted - slack) {
        printf("\nsampled share %.4f, hidden share wanted %.2f", share, wanted);
        oracle_wrong(c, "no, but less is seen from the viewpoint", a, b, cover.viewpoint, cover.viewpoint);
    }
    for (int view = 0; cover.verdict == TL_VERDICT_YES && view < VIEWS; view++) {
        tl_vec3 p = bench_body_point(a->bvh, &c->random);
        if (exact_live(&c->table->exact, p) && sampled_share(c, p, b, 200, &share, &slack) &&
            share > 1 - wanted + slack && sampled_share(c, p, b, 4 * SHARE_RAYS, &share, &slack) &&
            share > 1 - wanted + slack) {
            printf("\nsampled share %.4f, hidden share wanted %.2f", share, wanted);
            oracle_wrong(c, "yes, but more is seen from this point", a, b, p, p);
            return;
        }
    }
}

/* --- All viewpoints together -------------------------------------------------------------------------------------- */

/* Whether some ray from the attacker to q is free, decided exactly. */
static bool seen_from_somewhere(campaign *c, const bench_body *a, tl_vec3 q) {
    for (long done = 0; done < c->options->rays; done += ORACLE_CHUNK) {
        for (size_t i = 0; i < ORACLE_CHUNK; i++) {
            c->segments[i] = (bench_segment){bench_body_point(a->bvh, &c->random), q};
        }
        peer_blocked(c->rays, c->segments, ORACLE_CHUNK, c->answers);
        c->n.rays += ORACLE_CHUNK;
        int tried = 0;
        for (size_t i = 0; i < ORACLE_CHUNK && tried < 8; i++) {
            if (c->answers[i] == 0) {
                tried++;
                if (exact_line_free(&c->table->exact, c->segments[i].p, q)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Not in cover when every point that counts is seen from somewhere; in cover when one is seen from nowhere. A point
 * that no ray reaches is asked about by itself: a proof that nothing sees it contradicts. */
static void check_all_views(campaign *c, tl_verdict plain, const bench_body *a, const bench_body *b) {
    bench_table *t = c->table;
    tl_cover cover = ask(c, a, b, (tl_cover_options){.union_of_views = true});
    c->n.all_views[cover.verdict]++;
    if (plain == TL_VERDICT_NO && cover.verdict == TL_VERDICT_YES) {
        oracle_wrong(c, "seen whole from one point, but not from all together", a, b, cover.viewpoint, cover.viewpoint);
    }
    if (cover.verdict != TL_VERDICT_NO || cover.target_in_solid) {
        return;
    }
    for (int i = 0; i < POINTS; i++) {
        tl_vec3 q = bench_body_point(b->bvh, &c->random);
        if (!exact_live(&t->exact, q) || !counts_for_cover(c, q) || seen_from_somewhere(c, a, q)) {
            continue;
        }
        tl_sight_options options = {.prove = true};
        tl_sight sight;
        if (tl_visibility_from_point(t->context, &t->obstacles, q, a->bvh, &options, &sight, NULL) == TL_OK &&
            sight.verdict == TL_VERDICT_NO) {
            oracle_wrong(c, "all of it seen from somewhere, but nothing sees this point", a, b, q, q);
            return;
        }
        c->n.unconfirmed += sight.verdict == TL_VERDICT_MARGINAL ? 1U : 0U;
    }
}

void oracle_check_cover(campaign *c, const bench_body *a, const bench_body *b, bool readings) {
    tl_cover cover = ask(c, a, b, (tl_cover_options){0});
    c->n.cover[cover.verdict]++;
    if (cover.verdict == TL_VERDICT_NO) {
        check_clear_view(c, &cover, a, b);
    } else if (cover.verdict == TL_VERDICT_YES && !cover.target_in_solid) {
        check_no_view(c, &cover, a, b);
    }
    if (cover.has_viewpoint && !cover.target_in_solid) {
        check_share(c, &cover, a, b);
    }
    if (readings) {
        check_fraction(c, cover.verdict, a, b);
        check_all_views(c, cover.verdict, a, b);
    }
}
