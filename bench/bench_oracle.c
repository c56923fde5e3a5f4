/* bench_oracle.c: certified answers on tables of real meshes against things that are not us: Embree's rays, an exact
 * check of every triangle, and laws. */
#include "bench_oracle.h"

#include "cover/cover.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What kind of pair: standing as models may; piercing terrain; near where the answer turns. */
enum { LEGAL, PIERCING, CRITICAL, KINDS };

enum { CHUNK = 2000, POOL = 256, WORST = 5, VIEWS = 24, VIEW_RAYS = 3000, SHARE_RAYS = 3000 };

#define SKIRT 0.6

typedef struct slow_pair {
    double seconds;
    long pair;
    int kind;
    tl_verdict verdict;
    uint64_t work, shafts;
} slow_pair;

typedef struct counts {
    size_t verdict[KINDS][3], budget;
    size_t rays, exact_lines, witnesses, self_checked;
    size_t symmetry, removed, added, moved, moved_lost;
    size_t cover[3], cover_rays, viewpoints, unconfirmed, shares;
    size_t missed;             /* marginal although a sampled ray was free */
    size_t power, power_found; /* yes: how often the same rays would have told */
    size_t wrong;
} counts;

typedef struct campaign {
    const bench_oracle_options *options;
    bench_table *table, *moved;
    peer *rays;
    tl_world *bodies; /* slot 0: a, slot 1: b */
    int quarters;
    tl_vec3 shift;
    uint64_t random;
    counts n;
    slow_pair worst[WORST];
    long pair;
    bench_segment segments[CHUNK];
    uint8_t answers[CHUNK];
} campaign;

static tl_sight ask(campaign *c, const bench_table *table, const tl_bvh *a, const tl_bvh *b, uint32_t check_lines) {
    tl_sight_options options = {.prove = true, .check_lines = check_lines};
    tl_sight sight;
    if (tl_visibility_between(table->context, &table->obstacles, a, b, &options, &sight, NULL) != TL_OK) {
        fprintf(stderr, "bench: a question failed\n");
        exit(4);
    }
    c->n.self_checked += sight.checked;
    return sight;
}

static const char *word(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? "yes" : verdict == TL_VERDICT_NO ? "no" : "marginal";
}

static void wrong(campaign *c, const char *what, const bench_body *a, const bench_body *b, tl_vec3 p, tl_vec3 q) {
    const bench_table *t = c->table;
    c->n.wrong++;
    printf(
        "\nWRONG on %s, seed %llu, pair %ld: %s\n  a: %s turn %.17g at %.17g %.17g %.17g\n  b: %s turn %.17g at %.17g "
        "%.17g %.17g\n  line %.17g %.17g %.17g to %.17g %.17g %.17g\n",
        t->name, (unsigned long long)c->options->seed, c->pair, what, t->model_names[a->model], a->turn, a->at.x,
        a->at.y, a->at.z, t->model_names[b->model], b->turn, b->at.x, b->at.y, b->at.z, p.x, p.y, p.z, q.x, q.y, q.z);
    char label[64];
    snprintf(label, sizeof(label), "%llu-%ld-%zu", (unsigned long long)c->options->seed, c->pair, c->n.wrong);
    const char *folder = c->n.wrong <= 10 ? bench_save_pair(t, a->bvh, b->bvh, label) : NULL;
    printf("  saved as %s\n\n", folder != NULL ? folder : "nothing");
    fflush(stdout);
}

/* --- Rays --------------------------------------------------------------------------------------------------------- */

/* Lines that came near to being free, and corners that others grazed. */
typedef struct near_lines {
    tl_vec3 corner[POOL];
    size_t corner_count;
    bench_segment near[16];
    size_t hits[16];
    size_t near_count;
} near_lines;

static bool count_hit(void *user, const tl_hit *hit) {
    (void)hit;
    return ++*(size_t *)user < 40;
}

static void fill_pool(campaign *c, const tl_bvh *a, const tl_bvh *b, near_lines *pool) {
    const bench_table *t = c->table;
    pool->corner_count = pool->near_count = 0;
    for (int i = 0; i < 120; i++) {
        bench_segment s = {bench_body_point(a, &c->random), bench_body_point(b, &c->random)};
        for (int end = 0; end < 2 && pool->corner_count + 3 <= POOL; end++) {
            tl_hit hit;
            if (tl_world_nearest_hit(t->world, end == 0 ? s.p : s.q, end == 0 ? s.q : s.p, t->blockers, &hit)) {
                tl_vec3 corner[3];
                tl_bvh_corners(t->slots[hit.slot], hit.triangle, corner);
                for (int k = 0; k < 3 && i < 40; k++) {
                    pool->corner[pool->corner_count++] = corner[k];
                }
            }
        }
        size_t hits = 0;
        tl_world_each_hit(t->world, s.p, s.q, t->blockers, count_hit, &hits);
        size_t at = pool->near_count < 16 ? pool->near_count++ : 15;
        if (at == 15 && pool->near_count == 16 && hits >= pool->hits[15] && i > 16) {
            continue;
        }
        for (; at > 0 && pool->hits[at - 1] > hits; at--) {
            pool->hits[at] = pool->hits[at - 1];
            pool->near[at] = pool->near[at - 1];
        }
        pool->hits[at] = hits;
        pool->near[at] = s;
    }
}

static tl_vec3 jitter(campaign *c, double by) {
    return (tl_vec3){bench_random(&c->random, -by, by), bench_random(&c->random, -by, by),
                     bench_random(&c->random, -by, by)};
}

/* Where the line from p through v leaves off on a body; false when it misses it. */
static bool onto_body(campaign *c, int body, tl_vec3 p, tl_vec3 v, tl_vec3 *q) {
    uint8_t mask[2] = {body == 0 ? TL_ROLES_ALL : 0, body == 1 ? TL_ROLES_ALL : 0};
    tl_vec3 far = tl_madd(p, tl_sub(v, p), 4000 / (tl_distance(p, v) + 1e-9));
    tl_hit hit;
    if (!tl_world_nearest_hit(c->bodies, p, far, mask, &hit)) {
        return false;
    }
    *q = tl_lerp(p, far, hit.t);
    return true;
}

static bench_segment choose_ray(campaign *c, const tl_bvh *a, const tl_bvh *b, const near_lines *pool) {
    static const double scales[4] = {1e-3, 0.03, 0.3, 2};
    double kind = bench_random(&c->random, 0, 1), by = scales[(int)bench_random(&c->random, 0, 4)];
    bench_segment s = {bench_body_point(a, &c->random), bench_body_point(b, &c->random)};
    if (kind < 0.3 && pool->corner_count > 0) { /* past a corner that stopped another */
        tl_vec3 v = pool->corner[(size_t)bench_random(&c->random, 0, (double)pool->corner_count)];
        v = tl_add(v, jitter(c, by));
        int body = kind < 0.15 ? 1 : 0;
        if (!onto_body(c, body, body == 1 ? s.p : s.q, v, body == 1 ? &s.q : &s.p)) {
            return s;
        }
    } else if (kind < 0.55 && pool->near_count > 0) { /* beside one that few things stopped */
        bench_segment n = pool->near[(size_t)bench_random(&c->random, 0, (double)pool->near_count)];
        tl_vec3 p, q;
        if (onto_body(c, 1, n.p, tl_add(n.q, jitter(c, by)), &q) &&
            onto_body(c, 0, q, tl_add(n.p, jitter(c, by)), &p)) {
            s = (bench_segment){p, q};
        }
    }
    return s;
}

/* Sends rays; each that Embree lets pass is decided exactly. True when one is free. */
static bool some_ray_free(campaign *c, const tl_bvh *a, const tl_bvh *b, long count, bench_segment *found) {
    const bench_table *t = c->table;
    near_lines pool;
    tl_world_set(c->bodies, 0, a);
    tl_world_set(c->bodies, 1, b);
    fill_pool(c, a, b, &pool);
    size_t confirmed = 0;
    for (long done = 0; done < count; done += CHUNK) {
        size_t now = (size_t)(count - done < CHUNK ? count - done : CHUNK);
        for (size_t i = 0; i < now; i++) {
            c->segments[i] = choose_ray(c, a, b, &pool);
        }
        peer_blocked(c->rays, c->segments, now, c->answers);
        c->n.rays += now;
        for (size_t i = 0; i < now; i++) {
            if (c->answers[i] != 0) {
                continue;
            }
            bench_segment s = c->segments[i];
            bool ours = tl_visibility_line_free(&t->obstacles, s.p, s.q);
            if (ours || confirmed++ < 3) { /* now and then what we call blocked as well */
                c->n.exact_lines++;
                if (exact_line_free(&t->exact, s.p, s.q)) {
                    *found = s;
                    return true;
                }
                if (ours) {
                    printf("\nWRONG: a line that is not free passes for free\n");
                    c->n.wrong++;
                }
            }
        }
    }
    return false;
}

/* --- Line of sight ------------------------------------------------------------------------------------------------ */

static void check_witness(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    const exact_table *exact = &c->table->exact;
    const char *why = NULL;
    c->n.witnesses++;
    if (!(sight->clearance > 0)) {
        why = "a witness without clearance";
    } else if (!exact_line_free(exact, sight->from, sight->to)) {
        why = "the witness is not free";
    } else if (exact_body_distance(a->bvh, sight->from) > 1e-9L || exact_body_distance(b->bvh, sight->to) > 1e-9L) {
        why = "the witness does not join the cores";
    } else if (sight->clearance > exact_line_distance(exact, sight->from, sight->to, sight->clearance + 1) + 1e-15L) {
        why = "the clearance is overstated";
    }
    if (why != NULL) {
        wrong(c, why, a, b, sight->from, sight->to);
    }
}

static void block(bench_table *table, size_t slot, bool blocks) {
    table->blockers[slot] = blocks ? TL_ROLES_ALL : 0;
    if (slot < table->slot_count) {
        table->exact.parts[slot].blocks = blocks;
    }
}

static void check_laws(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    bench_table *t = c->table;
    tl_sight back = ask(c, t, b->bvh, a->bvh, 0);
    c->n.symmetry++;
    if (back.verdict != sight->verdict || back.clearance != sight->clearance ||
        (sight->has_line && (!tl_same_point(back.from, sight->to) || !tl_same_point(back.to, sight->from)))) {
        wrong(c, "not symmetric", a, b, back.from, back.to);
    }
    /* one less: a named one half of the time; the ground stays where it is */
    size_t slot = sight->named_count > 0 && bench_random(&c->random, 0, 1) < 0.5
                      ? sight->named[0]
                      : (size_t)bench_random(&c->random, 0, (double)t->slot_count);
    if (slot < t->slot_count && (int)slot != t->ground_slot) {
        block(t, slot, false);
        tl_sight less = ask(c, t, a->bvh, b->bvh, 0);
        c->n.removed++;
        if (sight->verdict == TL_VERDICT_YES && less.verdict == TL_VERDICT_NO) {
            wrong(c, "removing an occluder took sight away", a, b, sight->from, sight->to);
        }
        if (less.verdict == TL_VERDICT_YES) {
            check_witness(c, &less, a, b);
        }
        block(t, slot, true);
    }
    /* one more: a box in between */
    tl_vec3 p = bench_body_point(a->bvh, &c->random), q = bench_body_point(b->bvh, &c->random);
    tl_vec3 at = tl_lerp(p, q, bench_random(&c->random, 0.2, 0.8));
    double half = bench_random(&c->random, 1, 25);
    tl_vec3 corner[8];
    for (int i = 0; i < 8; i++) {
        corner[i] = tl_add(
            at, (tl_vec3){(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
    }
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    tl_bvh *box = NULL;
    if (tl_bvh_build(t->context, corner, 8, faces, 12, NULL, &box, NULL) == TL_OK) {
        tl_world_set(t->world, t->slot_count, box);
        block(t, t->slot_count, true);
        t->insides[t->slot_count] = 1;
        tl_sight more = ask(c, t, a->bvh, b->bvh, 0);
        c->n.added++;
        if (sight->verdict == TL_VERDICT_NO && more.verdict == TL_VERDICT_YES) {
            wrong(c, "adding an occluder gave sight", a, b, more.from, more.to);
        }
        block(t, t->slot_count, false);
        t->insides[t->slot_count] = 0;
        tl_world_set(t->world, t->slot_count, NULL);
        tl_bvh_destroy(box);
    }
}

static tl_bvh *moved_body(campaign *c, const tl_bvh *body) {
    size_t count = tl_bvh_vertex_count(body);
    tl_vec3 *placed = calloc(count + 1, sizeof(*placed));
    tl_bvh *bvh = NULL;
    for (size_t i = 0; placed != NULL && i < count; i++) {
        placed[i] = bench_quarter_turn(tl_bvh_vertices(body)[i], c->quarters, c->shift);
    }
    if (placed == NULL || tl_bvh_build(c->moved->context, placed, count, tl_bvh_triangles(body),
                                       tl_bvh_triangle_count(body), NULL, &bvh, NULL) != TL_OK) {
        exit(4);
    }
    free(placed);
    return bvh;
}

static void check_motion(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    if (c->moved == NULL) {
        return;
    }
    tl_bvh *ma = moved_body(c, a->bvh), *mb = moved_body(c, b->bvh);
    tl_sight there = ask(c, c->moved, ma, mb, 0);
    c->n.moved++;
    if ((sight->verdict == TL_VERDICT_MARGINAL) != (there.verdict == TL_VERDICT_MARGINAL)) {
        c->n.moved_lost++;
    } else if (there.verdict != sight->verdict) {
        wrong(c, "a rigid motion turned the verdict", a, b, there.from, there.to);
    }
    tl_bvh_destroy(ma);
    tl_bvh_destroy(mb);
}

static tl_verdict check_sight(campaign *c, const bench_body *a, const bench_body *b, int kind, bool laws) {
    double start = bench_thread_time();
    tl_sight sight = ask(c, c->table, a->bvh, b->bvh, 0);
    slow_pair slow = {bench_thread_time() - start, c->pair, kind, sight.verdict, sight.work, sight.shafts};
    for (int i = 0; i < WORST; i++) {
        if (slow.seconds > c->worst[i].seconds) {
            slow_pair other = c->worst[i];
            c->worst[i] = slow;
            slow = other;
        }
    }
    c->n.verdict[kind][sight.verdict == TL_VERDICT_YES ? 0 : sight.verdict == TL_VERDICT_NO ? 1 : 2]++;
    c->n.budget += sight.verdict == TL_VERDICT_MARGINAL && sight.why == TL_WHY_BUDGET ? 1U : 0U;
    bench_segment line;
    if (sight.has_line) {
        check_witness(c, &sight, a, b);
    }
    if (sight.verdict == TL_VERDICT_NO && some_ray_free(c, a->bvh, b->bvh, c->options->rays, &line)) {
        wrong(c, "no, but this line is free", a, b, line.p, line.q);
    }
    if (sight.verdict == TL_VERDICT_MARGINAL && some_ray_free(c, a->bvh, b->bvh, c->options->rays, &line)) {
        c->n.missed++;
    }
    if (laws && sight.verdict == TL_VERDICT_YES) {
        c->n.power++;
        c->n.power_found += some_ray_free(c, a->bvh, b->bvh, c->options->rays, &line) ? 1U : 0U;
    }
    if (laws) {
        check_laws(c, &sight, a, b);
        check_motion(c, &sight, a, b);
        if (sight.verdict != TL_VERDICT_YES) {
            tl_sight again = ask(c, c->table, a->bvh, b->bvh, 4);
            if (again.failed_checks > 0) {
                wrong(c, "a free line in a proved bundle", a, b, again.from, again.to);
            }
        }
    }
    return sight.verdict;
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Whether q counts for certain: farther than the skirt from everything. */
static bool counts_for_cover(const campaign *c, tl_vec3 q) {
    return exact_point_distance(&c->table->exact, q, SKIRT + 0.1) > (long double)SKIRT + 1e-6L;
}

/* Not in cover: every ray from the viewpoint to a point that counts must be free. */
static void check_clear_view(campaign *c, const tl_cover *cover, const bench_body *a, const bench_body *b) {
    const bench_table *t = c->table;
    tl_vec3 p = cover->viewpoint;
    if (!cover->has_viewpoint || exact_body_distance(a->bvh, p) > 1e-9L || !exact_live(&t->exact, p)) {
        wrong(c, "not in cover, but the viewpoint is none", a, b, p, p);
        return;
    }
    int looked = 0;
    for (int done = 0; done < VIEW_RAYS; done += CHUNK) {
        for (size_t i = 0; i < CHUNK; i++) {
            c->segments[i] = (bench_segment){p, bench_body_point(b->bvh, &c->random)};
        }
        peer_blocked(c->rays, c->segments, CHUNK, c->answers);
        c->n.cover_rays += CHUNK;
        for (size_t i = 0; i < CHUNK && looked < 40; i++) {
            if (c->answers[i] != 0) {
                looked++;
                tl_vec3 q = c->segments[i].q;
                if (counts_for_cover(c, q) && !exact_line_open(&t->exact, p, q, NULL)) {
                    wrong(c, "not in cover, but this line is blocked", a, b, p, q);
                    return;
                }
            }
        }
    }
}

/* In cover: from no live point may everything be free. Points hidden from other viewpoints are tried first. */
static void check_no_view(campaign *c, const tl_cover *cover, const bench_body *a, const bench_body *b) {
    tl_vec3 hidden[64];
    size_t hidden_count = 0;
    if (cover->has_hidden_point) {
        hidden[hidden_count++] = cover->hidden_point;
        if (exact_line_open(&c->table->exact, cover->viewpoint, cover->hidden_point, NULL)) {
            wrong(c, "the hidden point is not hidden", a, b, cover->viewpoint, cover->hidden_point);
        }
    }
    for (int view = 0; view < VIEWS; view++) {
        tl_vec3 p = bench_body_point(a->bvh, &c->random);
        if (!tl_visibility_live(&c->table->obstacles, p)) {
            continue;
        }
        c->n.viewpoints++;
        bool confirmed = false;
        for (size_t i = 0; i < hidden_count && !confirmed; i++) {
            confirmed = !exact_line_open(&c->table->exact, p, hidden[i], NULL);
        }
        for (int done = 0; done < 40 * VIEW_RAYS && !confirmed; done += CHUNK) {
            for (size_t i = 0; i < CHUNK; i++) {
                c->segments[i] = (bench_segment){p, bench_body_point(b->bvh, &c->random)};
            }
            peer_blocked(c->rays, c->segments, CHUNK, c->answers);
            c->n.cover_rays += CHUNK;
            for (size_t i = 0; i < CHUNK && !confirmed; i++) {
                tl_vec3 q = c->segments[i].q;
                confirmed =
                    c->answers[i] != 0 && counts_for_cover(c, q) && !exact_line_open(&c->table->exact, p, q, NULL);
                if (confirmed && hidden_count < 64) {
                    hidden[hidden_count++] = q;
                }
            }
        }
        if (!confirmed) {
            c->n.unconfirmed++;
            printf("\nUNCONFIRMED on %s, seed %llu, pair %ld: in cover, but no ray to a hidden point from %.17g %.17g "
                   "%.17g\n\n",
                   c->table->name, (unsigned long long)c->options->seed, c->pair, p.x, p.y, p.z);
        }
    }
}

/* The share seen from the best viewpoint against random points of the facing area that count. */
static void check_share(campaign *c, const tl_cover *cover, const bench_body *a, const bench_body *b) {
    const bench_table *t = c->table;
    size_t count = tl_bvh_triangle_count(b->bvh), taken = 0;
    double *sum = calloc(count + 1, sizeof(*sum)), seen = 0;
    tl_vec3 p = cover->viewpoint;
    for (size_t i = 0; sum != NULL && i < count; i++) {
        tl_vec3 v[3];
        tl_bvh_corners(b->bvh, (uint32_t)i, v);
        tl_vec3 n = tl_cross(tl_sub(v[1], v[0]), tl_sub(v[2], v[0]));
        sum[i + 1] = sum[i] + (tl_dot(n, tl_sub(p, v[0])) > 0 ? 0.5 * tl_length(n) : 0);
    }
    for (int k = 0; sum != NULL && sum[count] > 0 && k < SHARE_RAYS; k++) {
        double at = bench_random(&c->random, 0, sum[count]);
        size_t low = 0, high = count;
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
        bool near = (t->ground_slot < 0 && fabs(q.z) <= SKIRT) ||
                    tl_world_clearance(t->world, q, q, t->blockers, SKIRT + 0.1, NULL) <= SKIRT;
        if (!near) {
            taken++;
            seen += tl_world_blocked(t->world, p, q, t->blockers, NULL) || (t->ground_slot < 0 && q.z <= 0) ? 0 : 1;
        }
    }
    free(sum);
    if (taken < 300) {
        return;
    }
    c->n.shares++;
    double share = seen / (double)taken, slack = 5 * sqrt(0.25 / (double)taken);
    if (share < cover->visible_low - slack || share > cover->visible_high + slack) {
        printf("\nsampled share %.4f of %zu, certified %.4f to %.4f", share, taken, cover->visible_low,
               cover->visible_high);
        wrong(c, "the visible share is not in its bounds", a, b, p, p);
    }
}

static void check_cover(campaign *c, const bench_body *a, const bench_body *b) {
    tl_cover_options options = {.sight = {.prove = true}};
    tl_cover cover;
    if (tl_cover_between(c->table->context, &c->table->obstacles, a->bvh, b->bvh, &options, &cover, NULL) != TL_OK) {
        fprintf(stderr, "bench: a question failed\n");
        exit(4);
    }
    c->n.cover[cover.verdict == TL_VERDICT_YES ? 0 : cover.verdict == TL_VERDICT_NO ? 1 : 2]++;
    if (cover.verdict == TL_VERDICT_NO) {
        check_clear_view(c, &cover, a, b);
    } else if (cover.verdict == TL_VERDICT_YES && !cover.target_in_solid) {
        check_no_view(c, &cover, a, b);
    }
    if (cover.has_viewpoint && !cover.target_in_solid) {
        check_share(c, &cover, a, b);
    }
}

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

/* From a pose that is seen to one that is not: the poses in between come ever nearer to where the answer turns. */
static void check_between(campaign *c, const bench_body *a, const bench_body *seen, tl_vec3 hidden_at) {
    tl_vec3 low = seen->at, high = hidden_at;
    for (int i = 0; i < 11; i++) {
        bench_body b = *seen;
        b.at = tl_lerp(low, high, 0.5);
        b.bvh = bench_place(c->table, b.model, b.turn, b.at);
        b.pierces = bench_pierces(c->table, b.bvh);
        tl_verdict verdict = check_sight(c, a, &b, CRITICAL, i >= 9);
        if (i == 10) {
            check_cover(c, a, &b);
        }
        *(verdict == TL_VERDICT_YES ? &low : &high) = b.at;
        tl_bvh_destroy(b.bvh);
    }
}

static void check_pair(campaign *c) {
    bool legal = bench_random(&c->random, 0, 1) < 0.8;
    bench_body a = bench_random_body(c->table, legal, &c->random), b = bench_random_body(c->table, legal, &c->random);
    for (int i = 0; i < 20 && tl_distance(a.at, b.at) > 700; i++) {
        tl_bvh_destroy(b.bvh);
        b = bench_random_body(c->table, legal, &c->random);
    }
    bool laws = c->pair % 4 == 0;
    tl_verdict verdict = check_sight(c, &a, &b, a.pierces || b.pierces ? PIERCING : LEGAL, laws);
    if (c->pair % 3 == 0) {
        check_cover(c, &a, &b);
    }
    if (c->pair % 3 == 0 && verdict != TL_VERDICT_MARGINAL) {
        for (int i = 0; i < 8; i++) {
            bench_body other = b;
            tl_vec3 step = jitter(c, 30.0 * (i + 1));
            other.at = tl_add(b.at, (tl_vec3){step.x, step.y, 0.02 * step.z});
            other.bvh = bench_place(c->table, b.model, b.turn, other.at);
            tl_verdict there = ask(c, c->table, a.bvh, other.bvh, 0).verdict;
            if (there != verdict && there != TL_VERDICT_MARGINAL) {
                check_between(c, &a, verdict == TL_VERDICT_YES ? &b : &other,
                              verdict == TL_VERDICT_YES ? other.at : b.at);
                i = 8;
            }
            tl_bvh_destroy(other.bvh);
        }
    }
    tl_bvh_destroy(a.bvh);
    tl_bvh_destroy(b.bvh);
}

static void report(const campaign *c, double seconds) {
    const counts *n = &c->n;
    static const char *const kinds[KINDS] = {"legal", "piercing terrain", "near where the answer turns"};
    size_t cover = n->cover[0] + n->cover[1] + n->cover[2];
    printf("\n### %s: %zu triangles in %zu slots%s\n\n", c->table->name, c->table->all.triangle_count,
           c->table->slot_count, c->table->ground_slot >= 0 ? ", ground a mesh" : "");
    printf("| what | counts |\n|---|---|\n");
    for (int k = 0; k < KINDS; k++) {
        size_t all = n->verdict[k][0] + n->verdict[k][1] + n->verdict[k][2];
        printf("| pairs %s: yes, no, marginal | %zu, %zu, %zu: %.2f %% certified |\n", kinds[k], n->verdict[k][0],
               n->verdict[k][1], n->verdict[k][2],
               all > 0 ? 100.0 * (double)(n->verdict[k][0] + n->verdict[k][1]) / (double)all : 100);
    }
    printf("| marginal by budget | %zu |\n", n->budget);
    printf("| rays sent | %zu; decided exactly %zu |\n", n->rays, n->exact_lines);
    printf("| witnesses checked exactly | %zu |\n| lines in proved bundles | %zu |\n", n->witnesses, n->self_checked);
    printf("| marginal although a ray is free | %zu |\n", n->missed);
    printf("| power: visible pairs on which the same rays find a free line | %zu of %zu |\n", n->power_found, n->power);
    printf("| laws: symmetry, one less, one more, rigid motion | %zu, %zu, %zu, %zu (%zu marginal on one side) |\n",
           n->symmetry, n->removed, n->added, n->moved, n->moved_lost);
    printf("| cover: in, not in, marginal | %zu, %zu, %zu: %.2f %% certified |\n", n->cover[0], n->cover[1],
           n->cover[2], cover > 0 ? 100.0 * (double)(n->cover[0] + n->cover[1]) / (double)cover : 0);
    printf("| cover: rays, viewpoints tried in vain (not confirmed), shares | %zu, %zu (%zu), %zu |\n", n->cover_rays,
           n->viewpoints, n->unconfirmed, n->shares);
    printf("| **wrong** | **%zu** |\n| seconds | %.0f |\n\nSlowest:", n->wrong, seconds);
    for (int i = 0; i < WORST && c->worst[i].seconds > 0; i++) {
        printf(" pair %ld (%s) %s %.0f ms (%llu work, %llu shafts);", c->worst[i].pair, kinds[c->worst[i].kind],
               word(c->worst[i].verdict), 1e3 * c->worst[i].seconds, (unsigned long long)c->worst[i].work,
               (unsigned long long)c->worst[i].shafts);
    }
    printf("\n");
    fflush(stdout);
}

static size_t run_table(const bench_oracle_options *options, const char *name) {
    bench_table *table = bench_table_make(name, options->seed);
    if (table == NULL) {
        return 0;
    }
    double seconds;
    size_t bytes;
    campaign *c = calloc(1, sizeof(*c));
    if (c == NULL || tl_world_create(table->context, 2, &c->bodies, NULL) != TL_OK) {
        exit(4);
    }
    c->options = options;
    c->table = table;
    c->random = options->seed ^ tl_hash(0, name, strlen(name));
    c->quarters = 1 + (int)(options->seed % 3);
    /* z stays: with a plane ground it has to, and dividing z by anything would round */
    c->shift = (tl_vec3){768, -320.5, 0};
    if (table->exact_coordinates) {
        c->moved = bench_table_moved(table, c->quarters, c->shift);
    }
    c->rays = peer_build(&table->all, 1, &seconds, &bytes);
    double start = bench_now();
    for (c->pair = 0; c->pair < options->pairs; c->pair++) {
        check_pair(c);
    }
    report(c, bench_now() - start);
    size_t count = c->n.wrong;
    peer_destroy(c->rays);
    tl_world_destroy(c->bodies);
    bench_table_free(c->moved);
    bench_table_free(table);
    free(c);
    return count;
}

/* --- The campaign ------------------------------------------------------------------------------------------------- */

bool bench_oracle_parse(int argc, char **argv, bench_oracle_options *options) {
    *options = (bench_oracle_options){.pairs = 100, .rays = 20000, .seed = BENCH_SEED};
    for (int i = 0; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        char *end = NULL;
        long long number = strtoll(value, &end, 10);
        bool good = *value != 0 && *end == 0 && number >= 0;
        if (strcmp(argv[i], "--scene") == 0 && *value != 0) {
            options->scene = argv[++i];
        } else if (strcmp(argv[i], "--family") == 0 && *value != 0) {
            options->scene = "families";
            options->family = argv[++i];
        } else if (strcmp(argv[i], "--pairs") == 0 && good) {
            options->pairs = (long)number;
            i++;
        } else if (strcmp(argv[i], "--rays") == 0 && good) {
            options->rays = (long)number;
            i++;
        } else if (strcmp(argv[i], "--seed") == 0 && good) {
            options->seed = (uint64_t)number;
            i++;
        } else {
            fprintf(stderr,
                    "bench: %s? usage: bench oracle [--scene NAME] [--family NAME] [--pairs N] [--rays N] "
                    "[--seed S]\n",
                    argv[i]);
            return false;
        }
    }
    return true;
}

int bench_oracle(const bench_oracle_options *options) {
    size_t count = 0;
    printf("\n# Oracle: seed %llu, %ld pairs, %ld rays a pair\n", (unsigned long long)options->seed, options->pairs,
           options->rays);
    if (options->scene == NULL || strcmp(options->scene, "families") == 0) {
        count += bench_families(options);
    }
    for (size_t i = 0; bench_table_names[i] != NULL; i++) {
        if (options->scene == NULL || strcmp(options->scene, bench_table_names[i]) == 0) {
            count += run_table(options, bench_table_names[i]);
        }
    }
    printf("\nWrong: %zu\n", count);
    return count > 0 ? 1 : 0;
}
