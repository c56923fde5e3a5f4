/* test_judge_reach_maps.c: the map of the ground in reach (judge/move/reach.c, reach_rings.c): rings of squares, paths,
 * time that runs out, memory that does. */
#include "judge/move/journey.h"
#include "judge/move/reach.h"
#include "judge/move/stay.h"
#include "support/judge_facts.h"
#include "support/judge_reach.h"

#include <math.h>

/* --- Rings and paths ---------------------------------------------------------------------------------------------- */

typedef struct rings {
    const tl_reach_map *map;
    tl_reach_state state;
    double area;
    int count, most;
    int crossed[64]; /* per square: corners of rings to its right */
} rings;

static bool take_ring(void *user, const tl_vec2 *corners, size_t count) {
    rings *r = user;
    if (r->count++ == r->most) {
        return false;
    }
    assert_true(count >= 4 && count % 2 == 0);
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = corners[i], b = corners[(i + 1) % count], c = corners[(i + 2) % count];
        assert_true((a.x == b.x) != (a.y == b.y)); /* along the grid, and a corner at each */
        assert_true((a.x == b.x) != (b.x == c.x));
        r->area += 0.5 * tl_cross2(a, b);
        for (size_t k = 0; k < r->map->side * r->map->side; k++) {
            tl_vec2 p = middle_of(r->map, k);
            r->crossed[k] += a.x == b.x && a.x > p.x ? (a.y < p.y && p.y < b.y) - (b.y < p.y && p.y < a.y) : 0;
        }
    }
    return true;
}

/* Whatever squares there are: rings go round each of a state once, round no other. */
static void rings_of_squares(void **state) {
    (void)state;
    test_random random = test_random_start("rings", 8);
    judge_table t;
    judge_begin(&t);
    for (int round = 0; round < 400; round++) {
        uint8_t states[64];
        tl_reach_map map = {.context = t.context, .corner = {-7, 11}, .size = 2.5, .states = states};
        map.side = 1 + (size_t)test_random_below(&random, 7);
        size_t squares = map.side * map.side;
        int share = 1 + test_random_below(&random, 6);
        for (size_t i = 0; i < squares; i++) {
            states[i] = (uint8_t)(test_random_below(&random, share) == 0 ? 1 : test_random_below(&random, 3));
        }
        for (int which = 0; which < 3; which++) {
            rings r = {.map = &map, .state = (tl_reach_state)which, .most = 1000};
            assert_true(tl_reach_rings(&map, (tl_reach_state)which, take_ring, &r));
            size_t own = 0;
            for (size_t i = 0; i < squares; i++) {
                own += states[i] == which;
                assert_int_equal(r.crossed[i], states[i] == which);
            }
            assert_near(r.area, (double)own * 2.5 * 2.5, 1e-9);
            for (int most = 0; most < r.count; most++) { /* whoever has enough stops it */
                rings less = {.map = &map, .state = (tl_reach_state)which, .most = most};
                assert_false(tl_reach_rings(&map, (tl_reach_state)which, take_ring, &less));
                assert_int_equal(less.count, most + 1);
            }
        }
    }
    judge_end(&t);
}

/* From stop to stop, the last corner the square's middle; no more are written than there is room for. */
static void paths(void **state) {
    (void)state;
    tl_reach_stop stops[5] = {{{1, 2}, 0}, {{3, 4}, 0}, {{5, 6}, 1}, {{7, 8}, 3}, {{9, 10}, 2}};
    size_t last[6] = {0, 1, 2, 3, 4, 0};
    static const size_t counts[6] = {1, 2, 3, 1, 4, 1};
    tl_reach_map map = {.corner = {100, 200}, .size = 10, .side = 3, .last = last, .stops = stops, .stop_count = 5};
    for (size_t square = 0; square < 6; square++) {
        for (size_t room = 0; room <= 5; room++) {
            tl_vec2 corners[6];
            for (size_t i = 0; i < 6; i++) {
                corners[i] = (tl_vec2){-1, -1};
            }
            assert_int_equal(tl_reach_path(&map, square, corners, room), counts[square]);
            static const tl_vec2 bends[3] = {{3, 4}, {5, 6}, {9, 10}};
            for (size_t i = 0; i < 6; i++) {
                tl_vec2 expected = i >= room || i >= counts[square] ? (tl_vec2){-1, -1}
                                   : i + 1 < counts[square]         ? bends[i]
                                                                    : middle_of(&map, square);
                assert_near(corners[i].x, expected.x, 1e-12);
                assert_near(corners[i].y, expected.y, 1e-12);
            }
        }
    }
}

/* --- Time and memory ---------------------------------------------------------------------------------------------- */

#define HOUSE                                                                                                          \
    "{'id':'house','kind':'building','outline':[[1040,900],[1300,900],[1300,1100],[1040,1100]],'mesh':'box 1040 900 "  \
    "60 1300 1100 64, box 1040 900 0 1044 990 130, box 1296 900 0 1300 1100 130'}"

static void crowd(judge_table *t, bool meshes) {
    judge_begin(t);
    judge_terrain(t, HOUSE);
    judge_terrain(t, "{'id':'x','kind':'deep-water','disc':{'centre':[950,1060],'radius':30}}");
    judge_terrain(t, "{'id':'y','kind':'swamp','outline':[[850,900],[930,900],[930,980],[850,980]]}");
    if (meshes) { /* whose outlines are made first */
        judge_terrain(t, "{'id':'z','kind':'hill','mesh':'box 960 860 0 990 900 25','uncertainty':0.5}");
        judge_model(t, "b", "blue", "vehicle", "tank", 900, 1120, 30, "");
    }
    judge_model(t, "c", "red", "infantry", "man", 1030, 1040, 0, "");
    judge_model(t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':1.5");
    judge_ready(t);
}

/* Whatever time there is: no error, what is known is what would be, the rest is undecided. */
static void time_runs_out(void **state) {
    (void)state;
    judge_table t;
    crowd(&t, false);
    double began = tl_seconds();
    tl_reach_map whole = find(&t);
    double needed = 1e3 * (tl_seconds() - began);
    tl_context *kept = t.inquiry.context;
    for (int k = 0; k <= 12; k++) {
        tl_work_counter counter = {0};
        tl_context hurried = tl_context_limited(kept, 0.01 + needed * k / 12);
        hurried.counter = &counter;
        t.inquiry.context = &hurried;
        error = (tl_error){0};
        tl_reach_map map = find(&t);
        t.inquiry.context = map.context = kept;
        assert_int_equal(error.status, TL_OK);
        assert_int_equal(map.side, whole.side);
        for (size_t i = 0; i < map.side * map.side; i++) {
            if (map.states[i] != whole.states[i] && map.states[i] != TL_REACH_UNDECIDED) {
                fail_msg("of %g ms in %g: square %zu is %d, not %d", needed, needed * k / 12, i, map.states[i],
                         whole.states[i]);
            }
        }
        tl_reach_free(&map);
    }
    tl_reach_map none = find_late(&t);
    assert_int_equal(none.certain, 0);
    assert_true(none.undecided > whole.undecided && none.farthest == 0);
    tl_reach_free(&none);
    tl_reach_free(&whole);
    judge_end(&t);
}

static int looks_left;

static bool stop_after(void *user, double done, const char *what) {
    (void)user;
    (void)what;
    assert_true(done >= 0 && done <= 1.0001);
    return looks_left-- > 0;
}

/* Who wants it to stop stops it, at any time. */
static void stopped(void **state) {
    (void)state;
    judge_table t;
    crowd(&t, true);
    int rounds = 0;
    tl_context *kept = t.inquiry.context;
    tl_context asked = *kept;
    tl_status status = TL_ERROR_CANCELLED;
    for (int left = 0; status != TL_OK; left = 2 * left + 1) {
        looks_left = left;
        tl_reach_map map;
        asked.options.progress = stop_after;
        t.inquiry.context = &asked;
        status = tl_reach_find(&t.inquiry, judge_who(&t, "a1"), false, &map, &error);
        t.inquiry.context = map.context = kept;
        assert_true(status == TL_OK || status == TL_ERROR_CANCELLED);
        tl_reach_free(&map);
        rounds++;
    }
    assert_true(rounds > 4);
    judge_end(&t);
}

/* Without memory there is that error, whatever it was wanted for, and nothing is lost. */
static void memory_runs_out(void **state) {
    (void)state;
    judge_table t;
    crowd(&t, true);
    size_t who = judge_who(&t, "a1");
    for (int what = 0; what < 3; what++) {
        tl_status status = TL_ERROR_MEMORY;
        long held = t.purse.held;
        for (long left = 0; status != TL_OK && left < 100000; left += 1 + left / (what == 2 ? 8 : 40)) {
            const tl_path_point path[3] = {{{950, 930, 0}, 2}, {{1100, 1000, 64}, 3}, {{1010, 1030, 0}, 2}};
            const tl_question question = {.query = "move", .path = path, .path_count = 3};
            tl_journey j;
            tl_stay stay;
            tl_reach_map map;
            tl_error own = {0};
            t.purse.left = left;
            if (what == 0) {
                status = tl_journey_make(&t.inquiry, who, &question, &j, &own);
                tl_journey_free(&j);
            } else if (what == 1) {
                status = tl_stay_judge(&t.inquiry, who, &stay, &own);
            } else {
                status = tl_reach_find(&t.inquiry, who, false, &map, &own);
                tl_reach_free(&map);
            }
            t.purse.left = -1;
            if (status != TL_OK && (status != TL_ERROR_MEMORY || own.status != TL_ERROR_MEMORY)) {
                fail_msg("%d, after %ld: %d, %d", what, left, (int)status, (int)own.status);
            }
            assert_int_equal(t.purse.held, held);
        }
        assert_int_equal(status, TL_OK);
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_of_squares), cmocka_unit_test(paths),           cmocka_unit_test(time_runs_out),
        cmocka_unit_test(stopped),          cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
