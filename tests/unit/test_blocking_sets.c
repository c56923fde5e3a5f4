/* test_blocking_sets.c: the smallest sets of owners in the way, against scenes whose answer is known in closed form,
 * against all subsets of random scenes, and against all hitting sets of made-up cores; laws of taking away and putting
 * back. */
#include "support/exact_check.h"
#include "support/sight_scenes.h"
#include "support/purse.h"
#include "visibility/blocking_sets.h"

#include <stdlib.h>
#include <string.h>

#define RADIUS 15.0

/* --- Asking about scenes ------------------------------------------------------------------------------------------ */

typedef struct asker {
    test_sight *sight;
    size_t asked;
} asker;

static tl_status ask_scene(void *user, size_t pair, const uint8_t *removed, const tl_sight_recorder *recorder,
                           uint64_t budget, tl_sight *answer, tl_error *error) {
    asker *a = user;
    assert_int_equal(pair, 0);
    uint8_t blockers[TEST_SLOTS];
    tl_obstacles fewer = *test_sight_obstacles(a->sight);
    for (size_t i = 0; i < a->sight->count; i++) {
        blockers[i] = removed != NULL && removed[i] != 0 ? 0 : a->sight->blockers[i];
    }
    fewer.blockers = blockers;
    tl_sight_options options = {.prove = true, .recorder = recorder, .budget = budget, .check_lines = 5};
    a->asked++;
    tl_status status =
        tl_visibility_between(a->sight->context, &fewer, a->sight->a, a->sight->b, &options, answer, error);
    assert_int_equal(answer->failed_checks, 0);
    return status;
}

/* Asks the whole question; when the answer is no, for the sets. */
static tl_verdict blocking_scene(test_sight *sight, const uint8_t *fixed, tl_blocking_core *core,
                                 tl_blocking_sets *blocking) {
    asker user = {sight, 0};
    tl_sight answer;
    *core = (tl_blocking_core){.count = 0};
    tl_sight_recorder recorder = tl_blocking_core_recorder(core);
    assert_int_equal(ask_scene(&user, 0, NULL, &recorder, 0, &answer, NULL), TL_OK);
    if (answer.verdict == TL_VERDICT_NO) {
        tl_blocking_question question = {.user = &user,
                                         .ask = ask_scene,
                                         .pair_count = 1,
                                         .cores = core,
                                         .slot_count = sight->count,
                                         .fixed = fixed,
                                         .budget = 100000000};
        assert_int_equal(tl_blocking_sets_find(sight->context, &question, blocking, NULL), TL_OK);
    }
    return answer.verdict;
}

static void wall(test_sight *sight, double x, double y0, double y1) {
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){x, y0, -300}, (tl_vec3){x + 4, y1, 300});
    test_sight_add(sight, &mesh, true);
}

static void assert_set(const tl_blocking_sets *blocking, size_t index, size_t count, const uint32_t *owners) {
    assert_true(index < blocking->count);
    assert_int_equal(blocking->sets[index].count, count);
    assert_memory_equal(blocking->sets[index].owners, owners, count * sizeof(*owners));
    assert_true(blocking->sets[index].certain);
}

/* Walls across the whole way, one after the other: all of them must go. Walls that close it together: any of them. */
static void closed_forms(void **state) {
    (void)state;
    test_random random = test_random_start("closed_forms", 1);
    for (int i = 0; i < 6; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        tl_blocking_core core;
        tl_blocking_sets blocking;
        test_sight_start(&sight, &pose);
        wall(&sight, 60, 100, 300); /* in nobody's way */
        wall(&sight, 100, -300, 300);
        test_sight_balls(&sight, 300, RADIUS, 6);
        assert_int_equal(blocking_scene(&sight, NULL, &core, &blocking), TL_VERDICT_NO);
        assert_int_equal(blocking.count, 1);
        assert_set(&blocking, 0, 1, (const uint32_t[]){1});
        assert_true(blocking.complete && !blocking.fixed);

        wall(&sight, 150, -300, 300); /* in series */
        wall(&sight, 200, -300, 300);
        assert_int_equal(blocking_scene(&sight, NULL, &core, &blocking), TL_VERDICT_NO);
        assert_int_equal(blocking.count, 1);
        assert_set(&blocking, 0, 3, (const uint32_t[]){1, 2, 3});
        assert_true(blocking.complete);
        /* one of them can't be taken away */
        const uint8_t fixed[4] = {0, 0, 1, 0};
        assert_int_equal(blocking_scene(&sight, fixed, &core, &blocking), TL_VERDICT_NO);
        assert_int_equal(blocking.count, 0);
        assert_true(blocking.fixed && blocking.complete);
        test_sight_end(&sight);

        test_sight_start(&sight, &pose);
        wall(&sight, 100, -300, 1);
        wall(&sight, 106, -1, 300);
        test_sight_balls(&sight, 300, RADIUS, 6);
        assert_int_equal(blocking_scene(&sight, NULL, &core, &blocking), TL_VERDICT_NO);
        assert_int_equal(blocking.count, 2);
        assert_set(&blocking, 0, 1, (const uint32_t[]){0});
        assert_set(&blocking, 1, 1, (const uint32_t[]){1});
        assert_true(blocking.complete);
        /* ... with a wall behind both: it and either of them */
        wall(&sight, 200, -300, 300);
        assert_int_equal(blocking_scene(&sight, NULL, &core, &blocking), TL_VERDICT_NO);
        assert_int_equal(blocking.count, 2);
        assert_set(&blocking, 0, 2, (const uint32_t[]){0, 2});
        assert_set(&blocking, 1, 2, (const uint32_t[]){1, 2});
        assert_true(blocking.complete);
        test_sight_end(&sight);
    }
}

static void inside_a_solid(void **state) {
    (void)state;
    test_random random = test_random_start("inside_a_solid", 2);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    tl_blocking_core core;
    tl_blocking_sets blocking;
    test_sight_start(&sight, &pose);
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){-40, -40, -40}, (tl_vec3){40, 40, 40});
    test_sight_add(&sight, &mesh, true);
    wall(&sight, 100, -300, 300);
    test_sight_balls(&sight, 300, RADIUS, 6);
    assert_int_equal(blocking_scene(&sight, NULL, &core, &blocking), TL_VERDICT_NO);
    assert_int_equal(blocking.count, 1);
    assert_set(&blocking, 0, 2, (const uint32_t[]){0, 1});
    assert_true(blocking.complete);
    test_sight_end(&sight);
}

/* --- Random scenes ------------------------------------------------------------------------------------------------ */

enum { MOST = 6 };

/* The scene without the owners of a set, for the exact check. */
static void exact_without(const test_sight *sight, uint32_t gone, exact_table *table) {
    *table = (exact_table){.plane = true};
    for (size_t slot = 0; slot < sight->count; slot++) {
        if ((gone >> slot & 1) == 0) {
            assert_true(exact_table_add(table, sight->slots[slot], sight->insides[slot] != 0, false));
        }
    }
}

static uint32_t bits_of(const tl_opening *opening) {
    uint32_t bits = 0;
    for (size_t i = 0; i < opening->count; i++) {
        bits |= (uint32_t)1 << opening->owners[i];
    }
    return bits;
}

static tl_verdict ask_subset(test_sight *sight, uint32_t gone) {
    uint8_t removed[TEST_SLOTS] = {0};
    asker user = {sight, 0};
    tl_sight answer;
    for (size_t i = 0; i < sight->count; i++) {
        removed[i] = (gone >> i & 1) != 0;
    }
    assert_int_equal(ask_scene(&user, 0, removed, NULL, 0, &answer, NULL), TL_OK);
    return answer.verdict;
}

/* All subsets of a scene: more taken away never closes; the sets found are the minimal ones that open, in order. */
static void check_against_all_subsets(test_sight *sight, const tl_blocking_sets *blocking) {
    size_t all = (size_t)1 << sight->count, minimal = 0;
    tl_verdict verdict[1 << MOST];
    for (uint32_t gone = 0; gone < all; gone++) {
        verdict[gone] = ask_subset(sight, gone);
    }
    for (uint32_t gone = 0; gone < all; gone++) {
        bool smaller = false;
        for (size_t i = 0; i < sight->count; i++) {
            uint32_t back = gone & ~((uint32_t)1 << i);
            /* the laws: putting one back never opens, taking one away never closes */
            assert_false(verdict[back] == TL_VERDICT_YES && verdict[gone] == TL_VERDICT_NO);
            smaller = smaller || (back != gone && verdict[back] != TL_VERDICT_NO);
        }
        bool listed = false;
        for (size_t k = 0; k < blocking->count; k++) {
            listed = listed || bits_of(&blocking->sets[k]) == gone;
        }
        if (verdict[gone] == TL_VERDICT_YES && !smaller) {
            minimal++;
            assert_true(listed || blocking->count == TL_BLOCKING_SETS);
        } else if (verdict[gone] != TL_VERDICT_MARGINAL && !smaller) {
            assert_false(listed);
        }
    }
    if (blocking->complete) {
        assert_int_equal(blocking->count, minimal);
    }
}

static void check_openings(test_sight *sight, const tl_blocking_sets *blocking, test_random *random) {
    exact_table table;
    for (size_t k = 0; k < blocking->count; k++) {
        const tl_opening *opening = &blocking->sets[k];
        uint32_t gone = bits_of(opening);
        exact_without(sight, gone, &table);
        assert_int_equal(opening->sight.verdict, TL_VERDICT_YES);
        assert_true(exact_line_free(&table, opening->sight.from, opening->sight.to));
        assert_true(exact_body_distance(sight->a, opening->sight.from) < 1e-9L);
        assert_true(exact_body_distance(sight->b, opening->sight.to) < 1e-9L);
        exact_table_free(&table);
        for (size_t i = 0; i < opening->count && opening->certain; i++) {
            uint32_t back = gone & ~((uint32_t)1 << opening->owners[i]);
            assert_int_equal(ask_subset(sight, back), TL_VERDICT_NO);
            exact_without(sight, back, &table);
            for (int ray = 0; ray < 300; ray++) {
                assert_false(
                    exact_line_free(&table, test_body_point(sight->a, random), test_body_point(sight->b, random)));
            }
            exact_table_free(&table);
        }
        for (size_t other = 0; other < k; other++) {
            uint32_t before = bits_of(&blocking->sets[other]);
            assert_true((before & gone) != before && (before & gone) != gone);
            assert_true(blocking->sets[other].count <= opening->count);
            assert_true(blocking->sets[other].count < opening->count ||
                        memcmp(blocking->sets[other].owners, opening->owners, opening->count * sizeof(uint32_t)) != 0);
        }
    }
}

static void random_scenes(void **state) {
    (void)state;
    test_random random = test_random_start("random_scenes", 3);
    size_t closed = 0, complete = 0, together = 0, choices = 0;
    for (int i = 0; i < 60; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        size_t count = 2 + (size_t)(i % (MOST - 1));
        for (size_t k = 0; k < count; k++) {
            double x = test_random_between(&random, 30, 160), y = test_random_between(&random, -55, 5),
                   z = test_random_between(&random, -60, -20);
            test_mesh mesh = {0};
            test_mesh_box(
                &mesh, (tl_vec3){x, y, z},
                (tl_vec3){x + 5, y + test_random_between(&random, 25, 90), z + test_random_between(&random, 45, 110)});
            test_sight_add(&sight, &mesh, (k & 1) == 0);
        }
        test_sight_balls(&sight, 200, RADIUS, 5);
        tl_blocking_core core;
        tl_blocking_sets blocking;
        if (blocking_scene(&sight, NULL, &core, &blocking) == TL_VERDICT_NO) {
            closed++;
            complete += blocking.complete;
            together += blocking.count > 0 && blocking.sets[0].count > 1;
            choices += blocking.count > 1;
            assert_true(blocking.count > 0);
            /* every set that opens takes someone out of every proof */
            for (size_t k = 0; k < blocking.count; k++) {
                bool hits = false;
                for (size_t m = 0; m < blocking.sets[k].count; m++) {
                    for (size_t n = 0; n < core.count; n++) {
                        hits = hits || core.owners[n] == blocking.sets[k].owners[m];
                    }
                }
                assert_true(hits && !core.unknown);
            }
            check_openings(&sight, &blocking, &random);
            check_against_all_subsets(&sight, &blocking);
        }
        test_sight_end(&sight);
    }
    print_message("%zu closed scenes, %zu complete, %zu with a set of several, %zu with several sets\n", closed,
                  complete, together, choices);
    assert_true(closed >= 15 && complete >= closed - 2 && together >= 4 && choices >= 4);
}

/* What a proof rests on closes the way by itself. */
static void cores_close(void **state) {
    (void)state;
    test_random random = test_random_start("cores_close", 4);
    size_t told = 0;
    for (int i = 0; i < 40; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        for (size_t k = 0; k < MOST; k++) {
            double x = test_random_between(&random, 30, 160), y = test_random_between(&random, -60, 0);
            wall(&sight, x, y, y + test_random_between(&random, 20, 80));
        }
        test_sight_balls(&sight, 200, RADIUS, 5);
        tl_blocking_core core;
        tl_blocking_sets blocking;
        if (blocking_scene(&sight, NULL, &core, &blocking) == TL_VERDICT_NO) {
            uint32_t others = ((uint32_t)1 << sight.count) - 1;
            for (size_t k = 0; k < core.count; k++) {
                others &= ~((uint32_t)1 << core.owners[k]);
            }
            told += others != 0;
            assert_int_equal(ask_subset(&sight, others), TL_VERDICT_NO);
        }
        test_sight_end(&sight);
    }
    assert_true(told >= 5); /* cores that name everybody would prove nothing here */
}

/* --- Made-up cores ------------------------------------------------------------------------------------------------ */

enum { MADE_OWNERS = 9, MADE_PAIRS = 3, MADE_CORES = 6 };

typedef struct made_up {
    uint32_t core[MADE_PAIRS][MADE_CORES]; /* the pair is closed while one of these stands whole */
    size_t core_count[MADE_PAIRS];
    size_t pair_count;
    uint32_t open_for; /* this question has no answer; 0: all have */
    uint32_t noise;    /* named in every proof, needed or not, unless taken away */
    bool secret;       /* proofs don't tell */
    size_t fails_at;
    size_t asked;
} made_up;

static uint32_t standing_core(const made_up *m, size_t pair, uint32_t gone) {
    for (size_t i = 0; i < m->core_count[pair]; i++) {
        if ((m->core[pair][i] & gone) == 0) {
            return m->core[pair][i];
        }
    }
    return 0;
}

static tl_status ask_made_up(void *user, size_t pair, const uint8_t *removed, const tl_sight_recorder *recorder,
                             uint64_t budget, tl_sight *answer, tl_error *error) {
    made_up *m = user;
    (void)budget;
    uint32_t gone = 0;
    for (uint32_t i = 0; i < MADE_OWNERS; i++) {
        gone |= removed != NULL && removed[i] != 0 ? (uint32_t)1 << i : 0;
    }
    *answer = (tl_sight){.verdict = TL_VERDICT_YES, .work = 10};
    if (++m->asked == m->fails_at) {
        return tl_fail_memory(error);
    }
    uint32_t core = standing_core(m, pair, gone);
    if (m->open_for != 0 && gone == m->open_for) {
        answer->verdict = TL_VERDICT_MARGINAL;
    } else if (core != 0) {
        answer->verdict = TL_VERDICT_NO;
        uint32_t owners[MADE_OWNERS];
        size_t count = 0;
        core |= m->noise & ~gone;
        for (uint32_t i = MADE_OWNERS; i-- > 0;) {
            if ((core >> i & 1) != 0) {
                owners[count++] = i;
            }
        }
        const tl_proved part = {.owners = owners, .owner_count = m->secret ? 0 : count};
        assert_true(recorder->proved(recorder->user, &part));
    }
    return TL_OK;
}

static tl_status blocking_made_up(tl_context *context, made_up *m, const uint8_t *fixed, tl_blocking_sets *blocking) {
    tl_blocking_core cores[MADE_PAIRS];
    tl_sight answer;
    size_t fails_at = m->fails_at;
    m->fails_at = 0;
    for (size_t pair = 0; pair < m->pair_count; pair++) {
        cores[pair] = (tl_blocking_core){.count = 0};
        tl_sight_recorder recorder = tl_blocking_core_recorder(&cores[pair]);
        assert_int_equal(ask_made_up(m, pair, NULL, &recorder, 0, &answer, NULL), TL_OK);
        assert_int_equal(answer.verdict, TL_VERDICT_NO);
    }
    m->asked = 0;
    m->fails_at = fails_at;
    tl_blocking_question question = {.user = m,
                                     .ask = ask_made_up,
                                     .pair_count = m->pair_count,
                                     .cores = cores,
                                     .slot_count = MADE_OWNERS,
                                     .fixed = fixed};
    return tl_blocking_sets_find(context, &question, blocking, NULL);
}

static bool opens(const made_up *m, uint32_t gone) {
    bool any = false;
    for (size_t pair = 0; pair < m->pair_count; pair++) {
        any = any || standing_core(m, pair, gone) == 0;
    }
    return any;
}

static made_up random_made_up(test_random *random) {
    made_up m = {.pair_count = 1 + (size_t)test_random_below(random, MADE_PAIRS)};
    for (size_t pair = 0; pair < m.pair_count; pair++) {
        m.core_count[pair] = 1 + (size_t)test_random_below(random, 4);
        for (size_t i = 0; i < m.core_count[pair]; i++) {
            for (int k = 0; k < 2 || m.core[pair][i] == 0; k++) {
                m.core[pair][i] |= (uint32_t)1 << test_random_below(random, MADE_OWNERS);
            }
        }
    }
    m.noise = test_random_below(random, 2) == 0 ? (uint32_t)1 << test_random_below(random, MADE_OWNERS) : 0;
    return m;
}

static int bit_count(uint32_t mask) {
    int count = 0;
    for (; mask != 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* Against all subsets: what is listed is minimal, nothing smaller is missing, complete means complete. */
static void made_up_cores(void **state) {
    (void)state;
    test_random random = test_random_start("made_up_cores", 5);
    tl_context *context = tl_context_create(NULL);
    size_t complete = 0, several = 0, fixed_ones = 0;
    for (int i = 0; i < 400; i++) {
        made_up m = random_made_up(&random);
        uint8_t fixed[MADE_OWNERS] = {0};
        uint32_t stays = 0;
        if (i % 3 == 0) {
            uint32_t one = (uint32_t)test_random_below(&random, MADE_OWNERS);
            fixed[one] = 1;
            stays = (uint32_t)1 << one;
            for (size_t pair = 0; pair < m.pair_count && i % 6 == 0; pair++) {
                m.core[pair][0] = stays;
            }
        }
        tl_blocking_sets blocking;
        assert_int_equal(blocking_made_up(context, &m, fixed, &blocking), TL_OK);
        uint32_t minimal[1 << MADE_OWNERS];
        size_t count = 0;
        for (int size = 1; size <= MADE_OWNERS; size++) {
            for (uint32_t gone = 1; gone < (uint32_t)1 << MADE_OWNERS; gone++) {
                bool smallest = bit_count(gone) == size && (gone & stays) == 0 && opens(&m, gone);
                for (uint32_t bit = 1; bit < (uint32_t)1 << MADE_OWNERS; bit <<= 1) {
                    smallest = smallest && ((gone & bit) == 0 || !opens(&m, gone & ~bit));
                }
                if (smallest) {
                    minimal[count++] = gone;
                }
            }
        }
        size_t expected = count < TL_BLOCKING_SETS ? count : TL_BLOCKING_SETS;
        assert_int_equal(blocking.count, expected);
        for (size_t k = 0; k < blocking.count; k++) {
            uint32_t bits = bits_of(&blocking.sets[k]);
            bool listed = false;
            for (size_t n = 0; n < count; n++) {
                listed = listed || minimal[n] == bits;
            }
            assert_true(listed && blocking.sets[k].certain);
            assert_int_equal(blocking.sets[k].count, bit_count(minimal[k])); /* the smallest ones */
        }
        /* with as many as are looked for, nobody may have asked whether there are more */
        assert_true(count < TL_BLOCKING_SETS ? blocking.complete : count == TL_BLOCKING_SETS || !blocking.complete);
        assert_int_equal(blocking.fixed, count == 0);
        complete += blocking.complete;
        several += blocking.count > 1;
        fixed_ones += blocking.fixed;
    }
    assert_true(complete > 100 && several > 100 && fixed_ones > 5);
    tl_context_destroy(context);
}

/* A question without an answer takes nothing away but certainty. */
static void open_questions(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    tl_blocking_sets blocking;
    /* in series: {1} is not decided, so {1, 2} opens, but perhaps {1} alone would */
    made_up m = {.core = {{2, 4}}, .core_count = {2}, .pair_count = 1, .open_for = 2};
    assert_int_equal(blocking_made_up(context, &m, NULL, &blocking), TL_OK);
    assert_false(blocking.complete);
    for (size_t k = 0; k < blocking.count; k++) {
        assert_false(blocking.sets[k].certain && bits_of(&blocking.sets[k]) != 6);
    }
    /* proofs that tell nobody */
    m = (made_up){.core = {{2, 4}}, .core_count = {2}, .pair_count = 1, .secret = true};
    assert_int_equal(blocking_made_up(context, &m, NULL, &blocking), TL_OK);
    assert_false(blocking.complete || blocking.fixed);
    tl_context_destroy(context);
}

static void errors_come_through(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    tl_blocking_sets blocking;
    for (size_t at = 1; at < 4; at++) {
        made_up m = {.core = {{2, 4, 8, 16}}, .core_count = {4}, .pair_count = 1, .fails_at = at};
        assert_int_equal(blocking_made_up(context, &m, NULL, &blocking), TL_ERROR_MEMORY);
    }
    tl_context_destroy(context);
}

static void memory_runs_out(void **state) {
    (void)state;
    for (long allowed = 0; allowed < 4; allowed++) {
        test_purse m = {allowed + 1, 0};
        tl_context_options chosen = {
            .struct_size = sizeof(tl_context_options), .user = &m, .allocate = test_purse_allocate};
        tl_context *context = tl_context_create(&chosen);
        made_up asked = {.core = {{2, 4}}, .core_count = {2}, .pair_count = 1};
        tl_blocking_sets blocking;
        tl_status status = blocking_made_up(context, &asked, NULL, &blocking);
        assert_int_equal(status, allowed < 2 ? TL_ERROR_MEMORY : TL_OK);
        assert_int_equal(blocking.count, allowed < 2 ? 0 : 1);
        m.left = 1;
        tl_context_destroy(context);
        assert_int_equal(m.held, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms),        cmocka_unit_test(inside_a_solid),  cmocka_unit_test(random_scenes),
        cmocka_unit_test(cores_close),         cmocka_unit_test(made_up_cores),   cmocka_unit_test(open_questions),
        cmocka_unit_test(errors_come_through), cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("blame", tests, NULL, NULL);
}
