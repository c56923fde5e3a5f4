/* oracle_laws.c: what must hold between answers: the same scene asked in other ways, one blocker less or more,
 * everything moved, many threads. */
#include "oracle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --- The same scene ----------------------------------------------------------------------------------------------- */

static void check_symmetry(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    tl_sight back = oracle_ask(c, c->table, b->bvh, a->bvh, (tl_sight_options){0});
    c->n.symmetry++;
    if (back.verdict != sight->verdict || back.clearance != sight->clearance ||
        (sight->has_line && (!tl_same_point(back.from, sight->to) || !tl_same_point(back.to, sight->from)))) {
        oracle_wrong(c, "not symmetric", a, b, back.from, back.to);
    }
}

/* Another order of tries, another tolerance, in a hurry, its world joined anew, with lines of proved bundles tried:
 * none may contradict. */
static void check_asked_again(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    tl_sight_options options = {.seed = 1 + (uint64_t)bench_random(&c->random, 0, 1e15),
                                .quick = bench_random(&c->random, 0, 1) < 0.5,
                                .tolerance = bench_random(&c->random, 0, 1) < 0.5 ? 0.01 : 0.3,
                                .check_lines = 4};
    tl_obstacles *obstacles = &c->table->obstacles;
    tl_joiner *joiner = obstacles->joiner;
    obstacles->joiner = bench_random(&c->random, 0, 1) < 0.3 ? NULL : joiner;
    tl_sight again = oracle_ask(c, c->table, a->bvh, b->bvh, options);
    obstacles->joiner = joiner;
    c->n.asked_again++;
    if (again.failed_checks > 0) {
        oracle_wrong(c, "a free line in a proved bundle", a, b, again.from, again.to);
    }
    if (!test_agree(test_knows(sight, 0), test_knows(&again, 0), 0)) {
        oracle_wrong(c, "asked in another way, the answer is contradicted", a, b, again.from, again.to);
    }
    if (again.has_line) {
        oracle_check_witness(c, &again, a, b);
    }
}

/* From a single point of a, which sees no better than all of a. */
static void check_point(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    bench_table *t = c->table;
    tl_vec3 p = sight->has_line ? sight->from : bench_body_point(a->bvh, &c->random);
    tl_sight_options options = {.prove = true, .quick = true};
    tl_sight alone;
    if (tl_visibility_from_point(t->context, &t->obstacles, p, b->bvh, &options, &alone, NULL) != TL_OK) {
        bench_need(NULL);
    }
    c->n.points++;
    /* a point of a is rounded: it lies off a by some 1e-12 */
    if (test_knows(&alone, 0).low > test_knows(sight, 0).high + 1e-9) {
        oracle_wrong(c, "a point of the body sees what the body doesn't", a, b, p, alone.to);
    }
    if (sight->has_line && test_knows(&alone, 0).high < sight->clearance) {
        oracle_wrong(c, "the line's own end doesn't see", a, b, sight->from, sight->to);
    }
    for (int i = 0; i < 300 && alone.verdict == TL_VERDICT_NO; i++) {
        tl_vec3 q = bench_body_point(b->bvh, &c->random);
        if (!tl_world_blocked(t->world, p, q, t->blockers, NULL) && exact_line_free(&t->exact, p, q)) {
            oracle_wrong(c, "no from this point, but the line is free", a, b, p, q);
            return;
        }
    }
}

/* --- One less, one more ------------------------------------------------------------------------------------------- */

static void block(bench_table *table, size_t slot, bool blocks) {
    table->blockers[slot] = blocks ? TL_ROLES_ALL : 0;
    if (slot < table->slot_count) {
        table->exact.parts[slot].blocks = blocks;
    }
}

/* A named one half of the time; the ground stays where it is. The best line doesn't get worse. */
static void check_removal(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    bench_table *t = c->table;
    size_t slot = sight->named_count > 0 && bench_random(&c->random, 0, 1) < 0.5
                      ? sight->named[0]
                      : (size_t)bench_random(&c->random, 0, (double)t->slot_count);
    if (slot >= t->slot_count || (int)slot == t->ground_slot) {
        return;
    }
    block(t, slot, false);
    tl_sight less = oracle_ask(c, t, a->bvh, b->bvh, (tl_sight_options){0});
    c->n.removed++;
    if (test_knows(&less, 0).high < test_knows(sight, 0).low) {
        oracle_wrong(c, "removing an occluder took sight away", a, b, sight->from, sight->to);
    }
    if (less.has_line) {
        oracle_check_witness(c, &less, a, b);
    }
    block(t, slot, true);
}

static tl_bvh *box_between(campaign *c, const bench_body *a, const bench_body *b) {
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    tl_vec3 p = bench_body_point(a->bvh, &c->random), q = bench_body_point(b->bvh, &c->random);
    tl_vec3 at = tl_lerp(p, q, bench_random(&c->random, 0.2, 0.8)), corner[8];
    double half = bench_random(&c->random, 1, 25);
    for (int i = 0; i < 8; i++) {
        corner[i] = tl_add(
            at, (tl_vec3){(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
    }
    tl_bvh *box = NULL;
    return tl_bvh_build(c->table->context, corner, 8, faces, 12, NULL, &box, NULL) == TL_OK ? box : NULL;
}

/* A solid box in between, in the slot left empty. The best line doesn't get better. */
static void check_addition(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    bench_table *t = c->table;
    tl_bvh *box = bench_need(box_between(c, a, b));
    tl_world_set(t->world, t->slot_count, box);
    block(t, t->slot_count, true);
    t->insides[t->slot_count] = 1;
    tl_sight more = oracle_ask(c, t, a->bvh, b->bvh, (tl_sight_options){0});
    c->n.added++;
    if (test_knows(sight, 0).high < test_knows(&more, 0).low) {
        oracle_wrong(c, "adding an occluder gave sight", a, b, more.from, more.to);
    }
    block(t, t->slot_count, false);
    t->insides[t->slot_count] = 0;
    tl_world_set(t->world, t->slot_count, NULL);
    tl_bvh_destroy(box);
}

/* --- Motion ------------------------------------------------------------------------------------------------------- */

/* Where coordinates have few bits, quarter turns about z and shifts don't round, and nothing may change. Else any turn:
 * no corner is farther than some 3e-11 mm from where it should be (2 units in the last place of 1e5 in each
 * coordinate), so clearances change by less than twice that, which the slack exceeds by far. */
void oracle_make_motion(campaign *c) {
    const bench_table *t = c->table;
    if (t->all.triangle_count > 2000000) {
        return;
    }
    double angle = bench_random(&c->random, 0, 2 * TL_PI), s = sin(angle), k = cos(angle);
    bool far = bench_random(&c->random, 0, 1) < 0.3;
    tl_vec3 shift = {far ? 9e4 : bench_random(&c->random, -900, 900), far ? -3e4 : 77.7, 0};
    c->motion_slack = 1e-9;
    if (t->exact_coordinates && bench_random(&c->random, 0, 1) < 0.5) {
        int quarters = 1 + (int)bench_random(&c->random, 0, 3);
        k = quarters == 2 ? -1 : 0;
        s = quarters == 1 ? 1 : quarters == 3 ? -1 : 0;
        shift = (tl_vec3){768, -320.5, 0};
        c->motion_slack = 0;
    }
    c->motion = (tl_pose){{k, s, 0}, {-s, k, 0}, {0, 0, 1}, shift};
    c->moved = bench_table_moved(t, &c->motion);
}

static void check_motion(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    if (c->moved == NULL) {
        return;
    }
    tl_bvh *ma = bench_bvh_moved(c->moved->context, a->bvh, &c->motion),
           *mb = bench_bvh_moved(c->moved->context, b->bvh, &c->motion);
    tl_sight there = oracle_ask(c, c->moved, ma, mb, (tl_sight_options){0});
    c->n.moved++;
    if (!test_agree(test_knows(sight, 0), test_knows(&there, 0), c->motion_slack)) {
        oracle_wrong(c, "a rigid motion contradicts the answer", a, b, there.from, there.to);
    }
    tl_bvh_destroy(ma);
    tl_bvh_destroy(mb);
}

void oracle_check_laws(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b) {
    check_symmetry(c, sight, a, b);
    check_asked_again(c, sight, a, b);
    check_point(c, sight, a, b);
    check_removal(c, sight, a, b);
    check_addition(c, sight, a, b);
    check_motion(c, sight, a, b);
}

/* --- Threads and orders ------------------------------------------------------------------------------------------- */

typedef struct worker {
    const campaign *c;
    size_t index;
    bool same[ORACLE_KEPT];
    pthread_t thread;
} worker;

static void *work(void *user) {
    worker *w = user;
    const campaign *c = w->c;
    const bench_table *t = c->table;
    for (size_t i = 0; i < c->kept_count; i++) {
        size_t k = w->index % 2 == 0 ? (i + w->index) % c->kept_count : c->kept_count - 1 - i;
        const oracle_kept *kept = &c->kept[k];
        tl_sight_options options = {.prove = true};
        tl_sight sight;
        w->same[k] = tl_visibility_between(t->context, &t->obstacles, kept->a.bvh, kept->b.bvh, &options, &sight,
                                           NULL) == TL_OK &&
                     test_same_sight(&sight, &kept->sight);
        if (kept->has_cover && w->same[k]) {
            tl_cover_options cover_options = {.sight = options};
            tl_cover cover;
            w->same[k] = tl_cover_between(t->context, &t->obstacles, kept->a.bvh, kept->b.bvh, &cover_options, &cover,
                                          NULL) == TL_OK &&
                         test_same_cover(&cover, &kept->cover);
        }
    }
    return NULL;
}

void oracle_ask_kept(campaign *c) {
    enum { WORKERS = 4 };
    worker workers[WORKERS];
    for (size_t i = 0; i < WORKERS && c->kept_count > 0; i++) {
        workers[i] = (worker){.c = c, .index = i};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            bench_need(NULL);
        }
    }
    for (size_t i = 0; i < WORKERS && c->kept_count > 0; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    for (size_t k = 0; k < c->kept_count; k++) {
        oracle_kept *kept = &c->kept[k];
        bool same = true;
        for (size_t i = 0; i < WORKERS; i++) {
            same = same && workers[i].same[k];
        }
        c->n.threads++;
        if (!same) {
            oracle_wrong(c, "another answer in other threads or another order", &kept->a, &kept->b, kept->sight.from,
                         kept->sight.to);
        }
        tl_bvh_destroy(kept->a.bvh);
        tl_bvh_destroy(kept->b.bvh);
    }
    c->kept_count = 0;
}

void oracle_keep(campaign *c, bench_body *a, bench_body *b) {
    oracle_kept *kept = &c->kept[c->kept_count++];
    *kept = (oracle_kept){.a = *a, .b = *b, .has_cover = c->kept_count % 3 == 0};
    kept->sight = oracle_ask(c, c->table, a->bvh, b->bvh, (tl_sight_options){0});
    tl_cover_options options = {.sight = {.prove = true}};
    if (kept->has_cover && tl_cover_between(c->table->context, &c->table->obstacles, a->bvh, b->bvh, &options,
                                            &kept->cover, NULL) != TL_OK) {
        bench_need(NULL);
    }
    if (c->kept_count == ORACLE_KEPT) {
        oracle_ask_kept(c);
    }
}
