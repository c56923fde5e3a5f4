/* bench_oracle.c: the campaign: pairs of bodies on tables of real meshes, every certified answer checked. */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

/* From a pose that is seen to one that is not: the poses in between come ever nearer to where the answer turns. */
static void check_between(campaign *c, const bench_body *a, const bench_body *seen, tl_vec3 hidden_at) {
    tl_vec3 low = seen->at, high = hidden_at;
    for (int i = 0; i < 11; i++) {
        bench_body b = *seen;
        b.at = tl_lerp(low, high, 0.5);
        b.bvh = bench_place(c->table, b.model, b.turn, b.at);
        b.pierces = bench_pierces(c->table, b.bvh);
        tl_verdict verdict = oracle_check_sight(c, a, &b, ORACLE_CRITICAL, i >= 9);
        if (i == 10) {
            oracle_check_cover(c, a, &b, true);
        }
        *(verdict == TL_VERDICT_YES ? &low : &high) = b.at;
        tl_bvh_destroy(b.bvh);
    }
}

/* Looks for a pose near b's with the other answer. */
static void check_near(campaign *c, const bench_body *a, const bench_body *b, tl_verdict verdict) {
    bool turned = false;
    for (int i = 0; i < 8 && !turned; i++) {
        bench_body other = *b;
        tl_vec3 step = oracle_jitter(c, 30.0 * (i + 1));
        other.at = tl_add(b->at, (tl_vec3){step.x, step.y, 0.02 * step.z});
        other.bvh = bench_place(c->table, b->model, b->turn, other.at);
        tl_verdict there = oracle_ask(c, c->table, a->bvh, other.bvh, (tl_sight_options){0}).verdict;
        turned = there != verdict && there != TL_VERDICT_MARGINAL;
        if (turned) {
            bool seen = verdict == TL_VERDICT_YES;
            check_between(c, a, seen ? b : &other, seen ? other.at : b->at);
        }
        tl_bvh_destroy(other.bvh);
    }
}

static void check_pair(campaign *c) {
    bool legal = bench_random(&c->random, 0, 1) < 0.8;
    bench_body a, b;
    bench_random_pair(c->table, 700, legal, &c->random, &a, &b);
    bool laws = c->pair % 3 == 0;
    tl_verdict verdict = oracle_check_sight(c, &a, &b, a.pierces || b.pierces ? ORACLE_PIERCING : ORACLE_LEGAL, laws);
    oracle_check_limits(c, &a, &b);
    if (c->pair % 3 == 1) {
        oracle_check_cover(c, &a, &b, true);
    }
    if (c->pair % 3 == 2 && verdict != TL_VERDICT_MARGINAL) {
        check_near(c, &a, &b, verdict);
    }
    if (c->pair % 4 == 0) {
        oracle_keep(c, &a, &b);
    } else {
        tl_bvh_destroy(a.bvh);
        tl_bvh_destroy(b.bvh);
    }
}

/* --- Counts ------------------------------------------------------------------------------------------------------- */

static void print_verdicts(const char *what, const size_t n[3]) {
    size_t all = n[0] + n[1] + n[2];
    printf("| %s: yes, no, marginal | %zu, %zu, %zu: %.2f %% certified |\n", what, n[TL_VERDICT_YES], n[TL_VERDICT_NO],
           n[TL_VERDICT_MARGINAL], all > 0 ? 100.0 * (double)(all - n[TL_VERDICT_MARGINAL]) / (double)all : 100);
}

static void print_counts(const oracle_counts *n) {
    static const char *const kinds[ORACLE_KINDS] = {"pairs, legal", "pairs, piercing terrain",
                                                    "pairs near where the answer turns"};
    printf("| what | counts |\n|---|---|\n");
    for (int k = 0; k < ORACLE_KINDS; k++) {
        print_verdicts(kinds[k], n->verdict[k]);
    }
    print_verdicts("with a wanted clearance", n->wide);
    print_verdicts("with conditions", n->limited);
    print_verdicts("cover", n->cover);
    print_verdicts("cover, from all points together", n->all_views);
    print_verdicts("cover, a share hidden", n->fractions);
    printf("| rays sent; free lines decided exactly | %zu; %zu |\n", n->rays, n->exact_lines);
    printf("| witnesses checked exactly; lines in proved bundles | %zu; %zu |\n", n->witnesses, n->self_checked);
    printf("| lines under conditions; improved lines measured; clearances compared | %zu; %zu; %zu |\n",
           n->limited_lines, n->narrow_lines, n->kernel);
    printf("| viewpoints tried in vain (not confirmed); shares | %zu (%zu); %zu |\n", n->viewpoints, n->unconfirmed,
           n->shares);
    printf("| laws: symmetry, asked again, points, one less, one more, motion, threads | %zu, %zu, %zu, %zu, %zu, %zu, "
           "%zu |\n",
           n->symmetry, n->asked_again, n->points, n->removed, n->added, n->moved, n->threads);
    printf("| marginal: by budget; although a ray is free | %zu; %zu |\n", n->budget, n->missed);
    printf("| power: visible pairs on which the same rays find a free line | %zu of %zu |\n", n->power_found, n->power);
    printf("| **wrong** | **%zu** |\n| seconds | %.0f |\n\nSlowest:\n", n->wrong, n->seconds);
    for (int i = 0; i < ORACLE_WORST && n->worst[i].seconds > 0; i++) {
        const oracle_slow *w = &n->worst[i];
        printf("- %s, seed %llu, pair %ld (%s): %s in %.0f ms, work %llu, shafts %llu\n", w->table,
               (unsigned long long)w->seed, w->pair, kinds[w->kind], oracle_word(w->verdict), 1e3 * w->seconds,
               (unsigned long long)w->work, (unsigned long long)w->shafts);
    }
    fflush(stdout);
}

/* --- Campaigns ---------------------------------------------------------------------------------------------------- */

typedef struct series {
    const bench_oracle_options *options;
    oracle_counts n; /* over all tables so far */
    double end;      /* by the clock */
} series;

static bool time_left(const series *s) {
    return s->options->minutes == 0 || bench_now() < s->end;
}

static void run_table(series *s, const char *name, uint64_t seed) {
    bench_table *table = bench_table_make(name, seed);
    if (table == NULL) {
        return;
    }
    double seconds, start = bench_now();
    size_t bytes, wrong = s->n.wrong, rays = s->n.rays;
    campaign *c = bench_need(calloc(1, sizeof(*c)));
    if (tl_world_create(table->context, 2, &c->bodies, NULL) != TL_OK) {
        bench_need(NULL);
    }
    c->options = s->options;
    c->seed = seed;
    c->table = table;
    c->random = seed ^ tl_hash(0, name, strlen(name));
    c->n = s->n;
    oracle_make_motion(c);
    c->rays = peer_build(&table->all, 1, &seconds, &bytes);
    for (c->pair = 0; c->pair < s->options->pairs && time_left(s); c->pair++) {
        check_pair(c);
    }
    oracle_ask_kept(c);
    s->n = c->n;
    s->n.seconds += bench_now() - start;
    printf("%s, seed %llu: %zu triangles in %zu slots%s, %ld pairs, %zu rays, wrong: %zu\n", name,
           (unsigned long long)seed, table->all.triangle_count, table->slot_count,
           table->ground_slot >= 0 ? ", ground a mesh" : "", c->pair, s->n.rays - rays, s->n.wrong - wrong);
    fflush(stdout);
    peer_destroy(c->rays);
    tl_world_destroy(c->bodies);
    bench_table_free(c->moved);
    bench_table_free(table);
    free(c);
}

bool bench_oracle_parse(int argc, char **argv, bench_oracle_options *options) {
    *options = (bench_oracle_options){.rays = 20000, .seed = BENCH_SEED};
    for (int i = 0; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        char *end = NULL;
        double number = strtod(value, &end);
        bool good = *value != 0 && *end == 0 && number >= 0;
        if (strcmp(argv[i], "--scene") == 0 && *value != 0) {
            options->scene = value;
        } else if (strcmp(argv[i], "--family") == 0 && *value != 0) {
            options->scene = "families";
            options->family = value;
        } else if (strcmp(argv[i], "--pairs") == 0 && good) {
            options->pairs = (long)number;
        } else if (strcmp(argv[i], "--rays") == 0 && good) {
            options->rays = (long)number;
        } else if (strcmp(argv[i], "--minutes") == 0 && good) {
            options->minutes = number;
        } else if (strcmp(argv[i], "--seed") == 0 && good) {
            options->seed = (uint64_t)strtoull(value, NULL, 10);
        } else {
            fprintf(stderr, "bench: %s? options: --scene NAME --family NAME --pairs N --rays N --minutes M --seed S\n",
                    argv[i]);
            return false;
        }
    }
    return true;
}

int bench_oracle(const bench_oracle_options *chosen) {
    bench_oracle_options options = *chosen;
    options.pairs = options.pairs > 0 ? options.pairs : options.minutes > 0 ? 24 : 100;
    series s = {.options = &options, .end = bench_now() + 60 * options.minutes};
    printf("\n# Oracle: from seed %llu, %ld pairs of each table, %ld rays a pair\n\n", (unsigned long long)options.seed,
           options.pairs, options.rays);
    for (uint64_t round = 0; round == 0 || (options.minutes > 0 && time_left(&s)); round++) {
        uint64_t seed = options.seed + round;
        if (options.scene == NULL || strcmp(options.scene, "families") == 0) {
            bench_oracle_options few = options;
            few.seed = seed + 1000000000 * round;
            few.pairs = options.minutes > 0 ? 2 : options.pairs;
            s.n.wrong += bench_families(&few, options.minutes == 0);
        }
        for (size_t i = 0; bench_table_names[i] != NULL && time_left(&s); i++) {
            bool chosen_one = options.scene != NULL && strcmp(options.scene, bench_table_names[i]) == 0;
            bool large = strcmp(bench_table_names[i], "five") == 0; /* now and then: making it takes long */
            if (chosen_one || (options.scene == NULL && (!large || options.minutes == 0 || round % 8 == 7))) {
                run_table(&s, bench_table_names[i], seed);
            }
        }
    }
    printf("\n");
    print_counts(&s.n);
    printf("\nWrong: %zu\n", s.n.wrong);
    return s.n.wrong > 0 ? 1 : 0;
}
