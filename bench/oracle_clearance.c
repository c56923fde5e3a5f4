/* oracle_clearance.c: lines with room round them. Where an answer says that no line is clearer than so much, dense
 * lines, improved by trial, are measured by code of their own (long double, every triangle). */
#include "oracle.h"

enum { BEST = 4, STEPS = 60, COMPARED = 3 };

typedef struct hunt {
    bench_segment best[BEST];
    double clearance[BEST];
    size_t count, seen;
    tl_vec3 compared_p[COMPARED], compared_q[COMPARED];
    double compared[COMPARED]; /* what the engine said */
} hunt;

/* The engine's clearance only ranks; what it overlooks is lost power, no wrong verdict. */
static double rank(const campaign *c, tl_vec3 p, tl_vec3 q) {
    const bench_table *t = c->table;
    double limit = t->ground_slot < 0 ? fmin(p.z, q.z) : 1e3;
    return limit > 0 ? tl_world_clearance(t->world, p, q, t->blockers, limit, NULL) : 0;
}

static bool remember(campaign *c, void *user, tl_vec3 p, tl_vec3 q) {
    hunt *h = user;
    double clearance = rank(c, p, q);
    if (h->seen < COMPARED) {
        h->compared_p[h->seen] = p;
        h->compared_q[h->seen] = q;
        h->compared[h->seen] = clearance;
    }
    h->seen++;
    size_t at = h->count < BEST ? h->count++ : BEST - 1;
    if (at == BEST - 1 && h->clearance[at] >= clearance && h->count == BEST && h->seen > BEST) {
        return false;
    }
    for (; at > 0 && h->clearance[at - 1] < clearance; at--) {
        h->clearance[at] = h->clearance[at - 1];
        h->best[at] = h->best[at - 1];
    }
    h->clearance[at] = clearance;
    h->best[at] = (bench_segment){p, q};
    return false; /* none settles anything yet */
}

/* Both ends over the bodies, in smaller and smaller steps, as long as the line gets clearer. */
static void improve(campaign *c, bench_segment *s, double *clearance) {
    double by = 8;
    for (int i = 0; i < STEPS; i++, by *= 0.88) {
        bench_segment n = *s;
        if (!oracle_onto_body(c, 1, s->p, tl_add(s->q, oracle_jitter(c, by)), &n.q) ||
            !oracle_onto_body(c, 0, n.q, tl_add(s->p, oracle_jitter(c, by)), &n.p)) {
            continue;
        }
        double tried = rank(c, n.p, n.q);
        if (tried > *clearance) {
            *s = n;
            *clearance = tried;
        }
    }
}

/* No line may be clearer than `bound`. */
static void check_bound(campaign *c, double bound, const char *what, const bench_body *a, const bench_body *b) {
    const exact_table *exact = &c->table->exact;
    hunt h = {.count = 0};
    bench_segment none;
    oracle_some_line(c, a->bvh, b->bvh, c->options->rays / 4 + 1, remember, &h, &none);
    for (size_t i = 0; i < h.count && i < 2; i++) {
        improve(c, &h.best[i], &h.clearance[i]);
        bench_segment s = h.best[i];
        c->n.narrow_lines++;
        if (exact_line_distance(exact, s.p, s.q, 2 * bound + 1) > (long double)bound + 1e-9L &&
            exact_line_free(exact, s.p, s.q)) {
            oracle_wrong(c, what, a, b, s.p, s.q);
        }
    }
    for (size_t i = 0; i < COMPARED && i < h.seen; i++) {
        long double true_one = exact_line_distance(exact, h.compared_p[i], h.compared_q[i], 1e3);
        c->n.kernel++;
        if (h.compared[i] > true_one + 1e-12L || h.compared[i] < true_one - 1e-6L) {
            oracle_wrong(c, "a clearance is measured wrongly", a, b, h.compared_p[i], h.compared_q[i]);
        }
    }
}

void oracle_check_clearance(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    static const double plain[5] = {0.06, 0.25, 0.5, 1, 3}, about[5] = {0.9, 1.001, 1.1, 1.5, 2.5};
    bool near = sight->has_line && bench_random(&c->random, 0, 1) < 0.6;
    size_t which = (size_t)bench_random(&c->random, 0, 5);
    double wanted = near ? sight->clearance * about[which] : plain[which];
    tl_sight wide =
        oracle_ask(c, c->table, a->bvh, b->bvh, (tl_sight_options){.min_clearance = wanted, .check_lines = 2});
    c->n.wide[wide.verdict]++;
    if (!test_agree(test_knows(sight, 0), test_knows(&wide, wanted), 1e-12)) {
        oracle_wrong(c, "with a wanted clearance the answer is contradicted", a, b, wide.from, wide.to);
    }
    if (wide.has_line) {
        oracle_check_witness(c, &wide, a, b);
    }
    if (wide.verdict == TL_VERDICT_YES && !(wide.clearance >= wanted)) {
        oracle_wrong(c, "a line with less clearance than was wanted", a, b, wide.from, wide.to);
    }
    if (wide.verdict == TL_VERDICT_NO) {
        check_bound(c, wanted, "no, but this line has the wanted clearance", a, b);
    } else if (wide.verdict == TL_VERDICT_MARGINAL && isfinite(wide.max_clearance)) {
        check_bound(c, wide.max_clearance, "this line is clearer than the bound", a, b);
    }
    if (sight->verdict == TL_VERDICT_MARGINAL && isfinite(sight->max_clearance)) {
        check_bound(c, sight->max_clearance, "this line is clearer than the bound", a, b);
    }
}
