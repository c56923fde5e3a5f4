/* oracle_sight.c: answers about line of sight against lines and the exact check. */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

tl_sight oracle_ask(campaign *c, const bench_table *table, const tl_bvh *a, const tl_bvh *b, tl_sight_options options) {
    options.prove = true;
    tl_sight sight;
    if (tl_visibility_between(table->context, &table->obstacles, a, b, &options, &sight, NULL) != TL_OK) {
        fprintf(stderr, "bench: a question failed\n");
        exit(4);
    }
    c->n.self_checked += sight.checked;
    return sight;
}

const char *oracle_word(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? "yes" : verdict == TL_VERDICT_NO ? "no" : "marginal";
}

void oracle_wrong(campaign *c, const char *what, const bench_body *a, const bench_body *b, tl_vec3 p, tl_vec3 q) {
    const bench_table *t = c->table;
    const bench_body *bodies[2] = {a, b};
    c->n.wrong++;
    printf("\nWRONG on %s, seed %llu, pair %ld: %s\n", t->name, (unsigned long long)c->seed, c->pair, what);
    for (int i = 0; i < 2; i++) {
        printf("  %c: %s turn %.17g at %.17g %.17g %.17g\n", 'a' + i, t->model_names[bodies[i]->model], bodies[i]->turn,
               bodies[i]->at.x, bodies[i]->at.y, bodies[i]->at.z);
    }
    printf("  line %.17g %.17g %.17g to %.17g %.17g %.17g\n", p.x, p.y, p.z, q.x, q.y, q.z);
    char label[64];
    snprintf(label, sizeof(label), "%llu-%ld-%zu", (unsigned long long)c->seed, c->pair, c->n.wrong);
    const char *folder = c->n.wrong <= 10 ? bench_save_pair(t, a->bvh, b->bvh, label) : NULL;
    printf("  again: bench oracle --scene %s --seed %llu --pairs %ld; saved as %s\n\n", t->name,
           (unsigned long long)c->seed, c->pair + 1, folder != NULL ? folder : "nothing");
    fflush(stdout);
}

void oracle_check_witness(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
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
        oracle_wrong(c, why, a, b, sight->from, sight->to);
    }
}

static void note_slow(campaign *c, oracle_slow slow) {
    for (int i = 0; i < ORACLE_WORST; i++) {
        if (slow.seconds > c->n.worst[i].seconds) {
            oracle_slow other = c->n.worst[i];
            c->n.worst[i] = slow;
            slow = other;
        }
    }
}

tl_verdict oracle_check_sight(campaign *c, const bench_body *a, const bench_body *b, int kind, bool laws) {
    double start = bench_thread_time();
    tl_sight sight = oracle_ask(c, c->table, a->bvh, b->bvh, (tl_sight_options){0});
    note_slow(c, (oracle_slow){bench_thread_time() - start, c->table->name, c->seed, c->pair, kind, sight.verdict,
                               sight.work, sight.shafts});
    c->n.verdict[kind][sight.verdict]++;
    c->n.budget += sight.verdict == TL_VERDICT_MARGINAL && sight.why == TL_WHY_BUDGET ? 1U : 0U;
    bench_segment line;
    if (sight.has_line) {
        oracle_check_witness(c, &sight, a, b);
    }
    if (sight.verdict == TL_VERDICT_NO && oracle_some_line(c, a->bvh, b->bvh, c->options->rays, NULL, NULL, &line) &&
        (sight.closed_gap == 0 ||
         exact_line_distance(&c->table->exact, line.p, line.q, 1) > (long double)sight.closed_gap)) {
        oracle_wrong(c, "no, but this line is free", a, b, line.p, line.q);
    }
    if (sight.verdict == TL_VERDICT_MARGINAL && !sight.has_line) {
        c->n.missed += oracle_some_line(c, a->bvh, b->bvh, c->options->rays, NULL, NULL, &line) ? 1U : 0U;
    }
    if (laws && sight.verdict == TL_VERDICT_YES) {
        c->n.power++;
        c->n.power_found += oracle_some_line(c, a->bvh, b->bvh, c->options->rays, NULL, NULL, &line) ? 1U : 0U;
    }
    if (laws) {
        oracle_check_laws(c, &sight, a, b);
        oracle_check_clearance(c, &sight, a, b);
    }
    return sight.verdict;
}
