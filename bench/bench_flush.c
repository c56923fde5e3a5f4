/* bench_flush.c: bodies that touch, sink into, lie in, are flush with, copy or are pierced by blockers: every answer is
 * judged in exact arithmetic that shares nothing with the engine. */
#include "bench.h"
#include "exact_judge.h"
#include "support/flush_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What a yes promises. */
#define ON_BODY 1e-9
#define CLEAR   1e-6

enum { DEFAULT_SCENES = 100000, LINES = 200 };

/* Less than the default, so that what can't be decided costs little. */
#define BUDGET UINT64_C(3000000)

typedef struct judged {
    judge_part slots[TEST_SLOTS], a, b;
    size_t count;
} judged;

static judge_part copied(const tl_bvh *bvh, bool solid) {
    judge_part part = {.count = tl_bvh_triangle_count(bvh), .solid = solid};
    part.triangles = bench_need(malloc(part.count * sizeof(*part.triangles)));
    for (size_t i = 0; i < part.count; i++) {
        tl_bvh_corners(bvh, (uint32_t)i, part.triangles[i]);
    }
    return part;
}

static void judge_start(judged *judge, const test_sight *sight) {
    judge->count = sight->count;
    for (size_t i = 0; i < sight->count; i++) {
        judge->slots[i] = copied(sight->slots[i], sight->insides[i] != 0);
    }
    judge->a = copied(sight->a, false);
    judge->b = copied(sight->b, false);
}

static void judge_end(judged *judge) {
    for (size_t i = 0; i < judge->count; i++) {
        free(judge->slots[i].triangles);
    }
    free(judge->a.triangles);
    free(judge->b.triangles);
}

static bool live(const judged *judge, tl_vec3 p) {
    for (size_t i = 0; i < judge->count; i++) {
        if (judge->slots[i].solid && judge_inside(&judge->slots[i], p)) {
            return false;
        }
    }
    return p.z > 0;
}

static bool meets(const judged *judge, tl_vec3 p, tl_vec3 q) {
    for (size_t i = 0; i < judge->count; i++) {
        if (judge_meets(&judge->slots[i], p, q)) {
            return true;
        }
    }
    return false;
}

/* Whether something is closer to pq than `far`, the plane ground included; how close is
 * worked out where it is wanted. */
static bool closer(const judged *judge, tl_vec3 p, tl_vec3 q, double far, double *distance) {
    double least = INFINITY, d = 0;
    for (size_t i = 0; i < judge->count; i++) {
        if (judge_closer(&judge->slots[i], p, q, far, distance != NULL ? &d : NULL)) {
            if (distance == NULL) {
                return true;
            }
            least = fmin(least, d);
        }
    }
    double low = fmin(p.z, q.z);
    least = low < far ? fmin(least, low) : least;
    if (distance != NULL) {
        *distance = least;
    }
    return least < INFINITY;
}

/* What is wrong with a yes; NULL for nothing. */
static const char *yes_fault(const judged *judge, const tl_sight *sight, double *number) {
    *number = sight->clearance;
    if (!judge_point_within(&judge->a, sight->from, ON_BODY) || !judge_point_within(&judge->b, sight->to, ON_BODY)) {
        return "an end off its body";
    }
    if (meets(judge, sight->from, sight->to)) {
        return "the line is blocked";
    }
    if (!live(judge, sight->from) || !live(judge, sight->to)) {
        return "an end in a solid";
    }
    if (sight->clearance < CLEAR) {
        return "too little clearance";
    }
    return closer(judge, sight->from, sight->to, fmin(sight->clearance, 1e6), number) ? "clearance told too large"
                                                                                      : NULL;
}

/* A point of a body: of a face, an edge, a corner. */
static tl_vec3 body_point(const judge_part *body, uint64_t *random) {
    const tl_vec3 *t = body->triangles[(size_t)bench_random(random, 0, (double)body->count)];
    double u = bench_random(random, 0, 1), v = bench_random(random, 0, 1), kind = bench_random(random, 0, 4);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    u = kind < 1 ? 0 : u;
    v = kind < 2 ? 0 : v;
    return tl_madd(tl_madd(t[0], tl_sub(t[1], t[0]), u), tl_sub(t[2], t[0]), v);
}

/* Surely blocked, by doubles: the line goes through a triangle, away from its edges. */
static bool plainly_blocked(const judged *judge, tl_vec3 p, tl_vec3 q) {
    tl_vec3 d = tl_sub(q, p);
    for (size_t s = 0; s < judge->count; s++) {
        for (size_t i = 0; i < judge->slots[s].count; i++) {
            const tl_vec3 *t = judge->slots[s].triangles[i];
            tl_vec3 e = tl_sub(t[1], t[0]), f = tl_sub(t[2], t[0]), r = tl_sub(p, t[0]), n = tl_cross(e, f);
            double det = -tl_dot(d, n), size = sqrt(tl_dot(d, d) * tl_dot(n, n));
            if (fabs(det) < 1e-3 * size || size < 1e-2) {
                continue;
            }
            tl_vec3 c = tl_cross(r, d);
            double at = tl_dot(r, n) / det, u = -tl_dot(f, c) / det, v = tl_dot(e, c) / det;
            if (at > 1e-4 && at < 1 - 1e-4 && fmin(u, fmin(v, 1 - u - v)) > 1e-4) {
                return true;
            }
        }
    }
    return false;
}

/* Lines that would contradict a no. */
static const char *no_fault(const judged *judge, const tl_sight *sight, uint64_t number, double *found) {
    uint64_t random = number * 977 + 5;
    double floor = fmax(CLEAR, sight->closed_gap);
    for (int i = 0; i < LINES; i++) {
        tl_vec3 p = body_point(&judge->a, &random), q = body_point(&judge->b, &random);
        if (p.z <= 0 || q.z <= 0 || plainly_blocked(judge, p, q)) {
            continue;
        }
        if (!closer(judge, p, q, floor, NULL) && live(judge, p) && live(judge, q)) {
            tl_vec3 d = tl_sub(q, p);
            *found = sqrt(tl_dot(d, d));
            return "a free line, so long";
        }
    }
    return NULL;
}

typedef struct tally {
    uint64_t scenes, yes, no, decided, certified, wrong, why[TL_WHY_UNCERTAINTY + 1];
    double slowest, total;
} tally;

static void count(tally *t, const tl_sight *sight, flush_truth truth, double seconds) {
    bool certified = sight->verdict != TL_VERDICT_MARGINAL;
    t->scenes++;
    t->yes += sight->verdict == TL_VERDICT_YES;
    t->no += sight->verdict == TL_VERDICT_NO;
    t->decided += truth != FLUSH_UNKNOWN;
    t->certified += truth != FLUSH_UNKNOWN && certified;
    t->why[sight->why] += !certified;
    t->slowest = fmax(t->slowest, seconds);
    t->total += seconds;
}

static void ask(int family, uint64_t number, tally *t, bool tell) {
    test_sight scene;
    flush_truth truth = flush_scene(&scene, family, number);
    tl_sight_options options = {.prove = true, .budget = BUDGET, .quick = number % 2 == 1};
    tl_sight sight;
    double start = bench_thread_time(), number_told = 0;
    if (tl_visibility_between(scene.context, &scene.obstacles, scene.a, scene.b, &options, &sight, NULL) != TL_OK) {
        fprintf(stderr, "bench: out of memory\n");
        exit(4);
    }
    count(t, &sight, truth, bench_thread_time() - start);
    judged judge;
    judge_start(&judge, &scene);
    const char *fault = NULL;
    if (sight.verdict == TL_VERDICT_YES) {
        fault = yes_fault(&judge, &sight, &number_told);
        fault = fault == NULL && truth == FLUSH_CLOSED ? "yes, though closed" : fault;
    } else if (sight.verdict == TL_VERDICT_NO) {
        fault = truth == FLUSH_OPEN ? "no, though open" : no_fault(&judge, &sight, number, &number_told);
    }
    if (fault != NULL) {
        t->wrong++;
        printf("WRONG: %s, scene %llu: %s (%.17g, clearance told %.17g, gap %g)\n", flush_family(family),
               (unsigned long long)number, fault, number_told, sight.clearance, sight.closed_gap);
        fflush(stdout);
    }
    if (tell) {
        fprintf(stderr, "%s %llu: verdict %d why %d truth %d clearance %.17g most %g work %llu\n", flush_family(family),
                (unsigned long long)number, (int)sight.verdict, (int)sight.why, (int)truth, sight.clearance,
                sight.max_clearance, (unsigned long long)sight.work);
    }
    judge_end(&judge);
    test_sight_end(&scene);
}

static void print_row(const char *name, const tally *t) {
    uint64_t other = t->scenes - t->yes - t->no - t->why[TL_WHY_TOLERANCE] - t->why[TL_WHY_BUDGET];
    printf("| %s | %llu | %llu | %llu | %llu | %llu | %llu | %llu | %llu | %.2f %% | %.2f | %.1f |\n", name,
           (unsigned long long)t->scenes, (unsigned long long)t->yes, (unsigned long long)t->no,
           (unsigned long long)t->why[TL_WHY_TOLERANCE], (unsigned long long)t->why[TL_WHY_BUDGET],
           (unsigned long long)other, (unsigned long long)t->wrong, (unsigned long long)t->decided,
           t->decided > 0 ? 100 * (double)t->certified / (double)t->decided : 100,
           1000 * t->total / fmax(1, (double)t->scenes), 1000 * t->slowest);
    fflush(stdout);
}

int bench_flush(size_t scenes, uint64_t seed) {
    size_t families = 0;
    while (flush_family((int)families) != NULL) {
        families++;
    }
    size_t each = (scenes > 0 ? scenes : DEFAULT_SCENES) / families + 1;
    bool tell = getenv("BENCH_FLUSH_TELL") != NULL;
    tally all = {0};
    printf("\n%zu scenes of each family, from number %llu\n\n", each, (unsigned long long)seed);
    printf(
        "| family | scenes | yes | no | marginal: tolerance | budget | other | wrong | decided by > 1e-6 mm | of them "
        "certified | mean ms | slowest ms |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t family = 0; family < families; family++) {
        tally one = {0};
        const char *only = getenv("BENCH_FLUSH_FAMILY");
        if (only != NULL && strtoul(only, NULL, 10) != family) {
            continue;
        }
        for (size_t i = 0; i < each; i++) {
            ask((int)family, seed + i, &one, tell);
        }
        print_row(flush_family((int)family), &one);
        all.scenes += one.scenes;
        all.yes += one.yes;
        all.no += one.no;
        all.decided += one.decided;
        all.certified += one.certified;
        all.wrong += one.wrong;
        all.total += one.total;
        all.slowest = fmax(all.slowest, one.slowest);
        for (size_t i = 0; i < sizeof(all.why) / sizeof(all.why[0]); i++) {
            all.why[i] += one.why[i];
        }
    }
    print_row("all", &all);
    return all.wrong > 0 ? 1 : 0;
}
