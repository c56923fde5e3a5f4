/* oracle_lines.c: chooses lines that might be free, and are hard to find. */
#include "oracle.h"

#include <stdio.h>
#include <string.h>

enum { POOL = 256, NEAR = 16, PROBES = 120 };

/* Lines that came near to being free, and corners that others grazed. */
typedef struct near_lines {
    tl_vec3 corner[POOL];
    size_t corner_count;
    bench_segment near[NEAR];
    size_t hits[NEAR];
    size_t near_count;
} near_lines;

static bool count_hit(void *user, const tl_hit *hit) {
    (void)hit;
    return ++*(size_t *)user < 40;
}

/* Keeps the lines with the fewest hits, in order. */
static void note_near(near_lines *pool, bench_segment s, size_t hits) {
    size_t at = pool->near_count < NEAR ? pool->near_count++ : NEAR - 1;
    if (at == NEAR - 1 && pool->near_count == NEAR && pool->hits[at] != 0 && hits >= pool->hits[at]) {
        return;
    }
    for (; at > 0 && pool->hits[at - 1] > hits; at--) {
        pool->hits[at] = pool->hits[at - 1];
        pool->near[at] = pool->near[at - 1];
    }
    pool->hits[at] = hits;
    pool->near[at] = s;
}

static void fill_pool(campaign *c, const tl_bvh *a, const tl_bvh *b, near_lines *pool) {
    const bench_table *t = c->table;
    *pool = (near_lines){.corner_count = 0};
    for (int i = 0; i < PROBES; i++) {
        bench_segment s = {bench_body_point(a, &c->random), bench_body_point(b, &c->random)};
        for (int end = 0; end < 2 && pool->corner_count + 3 <= POOL; end++) {
            tl_hit hit;
            if (tl_world_nearest_hit(t->world, end == 0 ? s.p : s.q, end == 0 ? s.q : s.p, t->blockers, &hit)) {
                tl_bvh_corners(tl_world_get(t->world, hit.slot), hit.triangle, pool->corner + pool->corner_count);
                pool->corner_count += 3;
            }
        }
        size_t hits = 0;
        tl_world_each_hit(t->world, s.p, s.q, t->blockers, count_hit, &hits);
        note_near(pool, s, hits);
    }
}

tl_vec3 oracle_jitter(campaign *c, double by) {
    return (tl_vec3){bench_random(&c->random, -by, by), bench_random(&c->random, -by, by),
                     bench_random(&c->random, -by, by)};
}

bool oracle_onto_body(campaign *c, int body, tl_vec3 p, tl_vec3 v, tl_vec3 *q) {
    uint8_t mask[2] = {body == 0 ? TL_ROLES_ALL : 0, body == 1 ? TL_ROLES_ALL : 0};
    tl_vec3 far = tl_madd(p, tl_sub(v, p), 4000 / (tl_distance(p, v) + 1e-9));
    tl_hit hit;
    if (!tl_world_nearest_hit(c->bodies, p, far, mask, &hit)) {
        return false;
    }
    *q = tl_lerp(p, far, hit.t);
    return true;
}

static bench_segment choose(campaign *c, const tl_bvh *a, const tl_bvh *b, const near_lines *pool) {
    static const double scales[4] = {1e-3, 0.03, 0.3, 2};
    double kind = bench_random(&c->random, 0, 1), by = scales[(int)bench_random(&c->random, 0, 4)];
    bench_segment s = {bench_body_point(a, &c->random), bench_body_point(b, &c->random)};
    if (kind < 0.3 && pool->corner_count > 0) { /* past a corner that stopped another */
        tl_vec3 v = pool->corner[(size_t)bench_random(&c->random, 0, (double)pool->corner_count)];
        v = tl_add(v, oracle_jitter(c, by));
        int body = kind < 0.15 ? 1 : 0;
        oracle_onto_body(c, body, body == 1 ? s.p : s.q, v, body == 1 ? &s.q : &s.p);
    } else if (kind < 0.55 && pool->near_count > 0) { /* beside one that few things stopped */
        bench_segment n = pool->near[(size_t)bench_random(&c->random, 0, (double)pool->near_count)];
        tl_vec3 p, q;
        if (oracle_onto_body(c, 1, n.p, tl_add(n.q, oracle_jitter(c, by)), &q) &&
            oracle_onto_body(c, 0, q, tl_add(n.p, oracle_jitter(c, by)), &p)) {
            s = (bench_segment){p, q};
        }
    }
    return s;
}

bool oracle_some_line(campaign *c, const tl_bvh *a, const tl_bvh *b, long count, oracle_judge *judge, void *user,
                      bench_segment *found) {
    const bench_table *t = c->table;
    near_lines pool;
    tl_world_set(c->bodies, 0, a);
    tl_world_set(c->bodies, 1, b);
    fill_pool(c, a, b, &pool);
    size_t doubted = 0;
    for (long done = 0; done < count; done += ORACLE_CHUNK) {
        size_t now = (size_t)(count - done < ORACLE_CHUNK ? count - done : ORACLE_CHUNK);
        for (size_t i = 0; i < now; i++) {
            c->segments[i] = choose(c, a, b, &pool);
        }
        peer_blocked(c->rays, c->segments, now, c->answers);
        c->n.rays += now;
        for (size_t i = 0; i < now; i++) {
            bench_segment s = c->segments[i];
            if (c->answers[i] != 0 || (judge != NULL && !judge(c, user, s.p, s.q))) {
                continue;
            }
            bool ours = tl_visibility_line_free(&t->obstacles, s.p, s.q);
            if (!ours && doubted++ >= 3) { /* now and then what we call blocked as well */
                continue;
            }
            c->n.exact_lines++;
            if (exact_line_free(&t->exact, s.p, s.q)) {
                *found = s;
                return true;
            }
            if (ours) {
                printf("\nWRONG on %s: a line that is not free passes for free: %.17g %.17g %.17g to %.17g %.17g "
                       "%.17g\n",
                       t->name, s.p.x, s.p.y, s.p.z, s.q.x, s.q.y, s.q.z);
                c->n.wrong++;
            }
        }
    }
    return false;
}
