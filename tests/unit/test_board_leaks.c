/* test_board_leaks.c: places that see each other through cracks alone: walls from edge to edge with cracks of known
 * width, so that who sees whom, and how closely, is known; crests and corners, which are no cracks. */
#include "support/board_places.h"

#include "board/map/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static tl_board_leaks find(board_places *p, tl_board_rows *rows, unsigned threads) {
    tl_board_core core;
    tl_board_leaks leaks = {.count = 0};
    const tl_board_effort effort = {.threads = threads, .rows = rows, .task = "leaks"};
    memset(&p->error, 0, sizeof(p->error));
    tl_status status = tl_board_core_named(p->t.table, NULL, "target", 0, &core, &p->error);
    status = status == TL_OK ? tl_board_leaks_find(&p->stage, &core, &p->pairs, &effort, &leaks, &p->error) : status;
    if (status != TL_OK) {
        fail_msg("%s", p->error.message);
    }
    tl_board_core_free(&core);
    return leaks;
}

/* Two walls across a table of 600 x 400, 20 thick, so far apart round x = 250, where a column of places is. */
static void cracked(board_places *p, double crack, double uncertainty, const char *const *set) {
    char off[40] = "";
    if (uncertainty > 0) {
        snprintf(off, sizeof(off), ",'uncertainty':%.17g", uncertainty);
    }
    board_places_begin(p, 600, 400);
    judge_terrain(&p->t, "{'id':'west','kind':'wall','mesh':'box 0 190 0 %.17g 210 60'%s}", 250 - 0.5 * crack, off);
    judge_terrain(&p->t, "{'id':'east','kind':'wall','mesh':'box %.17g 190 0 600 210 60'%s}", 250 + 0.5 * crack, off);
    board_places_look(p, 100, set);
}

/* How far a line is from both walls in plan; it has to pass between them. */
static double clearance(const tl_board_leak *l, double crack) {
    double least = INFINITY;
    double slant = fabs(l->to.x - l->from.x) / (l->to.y - l->from.y), length = sqrt(1 + slant * slant);
    for (int k = 0; k < 2; k++) {
        double y = k == 0 ? 190 : 210, x = l->from.x + (y - l->from.y) / (l->to.y - l->from.y) * (l->to.x - l->from.x);
        least = fmin(least, (0.5 * crack - fabs(x - 250)) / length);
    }
    return least;
}

static void check_leak(const tl_board_leak *l, double crack) {
    assert_true(l->from.y < 200 && l->to.y > 200);
    assert_true(l->places[0].y < 200 && l->places[1].y > 200 && l->places[0].x == 250 && l->places[1].x == 250);
    assert_true(hypot(l->from.x - l->places[0].x, l->from.y - l->places[0].y) <= 6.001); /* the core's radius */
    assert_true(hypot(l->to.x - l->places[1].x, l->to.y - l->places[1].y) <= 6.001);
    assert_near(l->clearance, clearance(l, crack), 1e-5);
    assert_true(l->clearance <= 0.5 * crack && l->clearance > 0.4 * crack);
}

/* The two places on either side of a crack see each other through it, nobody else does. */
static void cracks_are_leaks(void **state) {
    (void)state;
    static const double cracks[6] = {0.5, 1, 2, 2.9, 3.1, 8};
    for (int k = 0; k < 6; k++) {
        board_places p;
        cracked(&p, cracks[k], 0, NULL);
        for (size_t j = 0; j < p.pairs.count; j++) {
            for (size_t i = 0; i < j; i++) {
                bool one_side = (board_place(&p, i).y < 200) == (board_place(&p, j).y < 200);
                bool straight = board_place(&p, i).x == 250 && board_place(&p, j).x == 250;
                assert_int_equal(board_pair(&p, i, j),
                                 one_side || straight ? TL_BOARD_PAIR_SEEN : TL_BOARD_PAIR_HIDDEN);
            }
        }
        tl_board_leaks one = find(&p, NULL, 1), two = k == 2 ? find(&p, NULL, 2) : one;
        size_t expected = cracks[k] < 3 ? 4 : 0; /* with 1.5 mm on either side it is none */
        assert_int_equal(one.all, expected);
        assert_int_equal(one.count, expected);
        assert_int_equal(one.left, 0);
        assert_true(one.asked == expected || cracks[k] == 3.1); /* usual lines needn't pass in the very middle */
        for (size_t n = 0; n < one.count; n++) {
            check_leak(&one.leaks[n], cracks[k]);
            assert_true(n == 0 || one.leaks[n].clearance >= one.leaks[n - 1].clearance);
            for (size_t m = 0; m < n; m++) { /* each pair once */
                assert_true(one.leaks[n].places[0].y != one.leaks[m].places[0].y ||
                            one.leaks[n].places[1].y != one.leaks[m].places[1].y);
            }
        }
        assert_memory_equal(&one, &two, sizeof(one));
        board_places_end(&p);
    }
}

static void check_order(const tl_board_leak *a, const tl_board_leak *b) {
    const double u[5] = {a->clearance, a->places[1].y, a->places[1].x, a->places[0].y, a->places[0].x};
    const double v[5] = {b->clearance, b->places[1].y, b->places[1].x, b->places[0].y, b->places[0].x};
    int k = 0;
    while (k < 4 && u[k] == v[k]) {
        k++;
    }
    assert_true(u[k] < v[k]);
}

/* A slit from edge to edge: whoever sees somebody on the other side sees him through it. The narrowest come first; of
 * equals the one that comes first on the table. */
static void slits_are_leaks(void **state) {
    (void)state;
    static const struct {
        double low, high;
        bool leak;
    } slits[] = {{3, 5, true}, {16, 19.2, false}};
    for (size_t s = 0; s < sizeof(slits) / sizeof(slits[0]); s++) {
        board_places p;
        board_places_begin(&p, 200, 200);
        judge_terrain(&p.t, "{'id':'low','kind':'wall','mesh':'box 0 95 0 200 105 %g'}", slits[s].low);
        judge_terrain(&p.t, "{'id':'high','kind':'wall','mesh':'box 0 95 %g 200 105 60','at':[0,0,0]}", slits[s].high);
        board_places_look(&p, 50, NULL);
        tl_board_leaks leaks = find(&p, NULL, 2);
        size_t across = 0;
        for (size_t j = 8; j < 16; j++) {
            for (size_t i = 0; i < 8; i++) {
                across += board_pair(&p, i, j) == TL_BOARD_PAIR_SEEN ? 1 : 0;
            }
        }
        size_t expected = slits[s].leak ? across : 0;
        assert_true(s == 0 ? across == 64 : across > 5);
        assert_int_equal(leaks.all, expected);
        assert_int_equal(leaks.count, expected < TL_BOARD_MOST_LEAKS ? expected : TL_BOARD_MOST_LEAKS);
        for (size_t n = 0; n < leaks.count; n++) {
            const tl_board_leak *l = &leaks.leaks[n];
            assert_true(l->places[0].y < 100 && l->places[1].y > 100 && l->clearance > 0 && l->clearance <= 1);
            for (int k = 0; k < 2; k++) {
                double t = (95 + 10 * k - l->from.y) / (l->to.y - l->from.y), z = l->from.z + t * (l->to.z - l->from.z);
                assert_true(z >= slits[s].low + l->clearance - 1e-6 && z <= slits[s].high - l->clearance + 1e-6);
            }
            if (n > 0) {
                check_order(&leaks.leaks[n - 1], l);
            }
        }
        board_places_end(&p);
    }
}

/* Who just sees over a crest, or past the end of a wall, doesn't look through a crack: one side is free. */
static void crests_and_corners_are_no_leaks(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 200, 200);
    judge_wall(&p.t, "crest", (tl_vec2){0, 95}, (tl_vec2){200, 105}, 31.4); /* heads end at 32 */
    board_places_look(&p, 100, NULL);
    for (size_t k = 0; k < 6; k++) {
        assert_int_equal(p.pairs.pairs[k], TL_BOARD_PAIR_SEEN);
    }
    tl_board_leaks leaks = find(&p, NULL, 1);
    assert_true(leaks.all == 0 && leaks.asked == 4);
    board_places_end(&p);
    board_places_begin(&p, 200, 200);
    judge_wall(&p.t, "corner", (tl_vec2){0, 90}, (tl_vec2){155.4, 110}, 60); /* bodies at 150 end at 156 */
    board_places_look(&p, 100, NULL);
    assert_int_equal(board_pair(&p, 1, 3), TL_BOARD_PAIR_SEEN);
    leaks = find(&p, NULL, 1);
    assert_true(leaks.all == 0 && leaks.asked == 1);
    board_places_end(&p);
}

/* Uncertain walls: seen for sure where a body's line keeps what they may be off, a leak for sure where no line keeps
 * 1.5 mm less that. */
static void uncertain_walls_leave_less(void **state) {
    (void)state;
    static const struct {
        double crack, off;
        bool leak;
    } cases[] = {{2, 0.45, true}, {2, 0.55, false}, {2.6, 0.15, true}, {2.6, 0.25, false}, {2, 1.6, false}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        board_places p;
        cracked(&p, cases[k].crack, cases[k].off, NULL);
        tl_board_leaks leaks = find(&p, NULL, 1);
        assert_int_equal(leaks.all, cases[k].leak ? 4 : 0);
        board_places_end(&p);
    }
}

/* Where lines must keep as much anyway, or may touch, there is no such thing. */
static void rules_decide_whether_there_are_any(void **state) {
    (void)state;
    static const struct {
        const char *const set[3];
        double crack;
        size_t all;
    } cases[] = {{{"min_clearance_mm", "1.5", NULL}, 2, 0},
                 {{"min_clearance_mm", "1.2", NULL}, 2, 0},
                 {{"min_clearance_mm", "0.5", NULL}, 2, 4},
                 {{"los_touch", "clear", NULL}, 2, 0},
                 {{"los_touch", "blocked", NULL}, 2, 4}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        board_places p;
        cracked(&p, cases[k].crack, 0, cases[k].set);
        tl_board_leaks leaks = find(&p, NULL, 1);
        assert_int_equal(leaks.all, cases[k].all);
        board_places_end(&p);
    }
}

/* What was proved once is kept, and taken from there: whatever it says. */
static void proofs_are_kept(void **state) {
    (void)state;
    board_places p;
    tl_board_rows rows;
    char path[512];
    snprintf(path, sizeof(path), "%s/leaks-%ld.tmp", TL_TEST_BINARY_DIR, (long)getpid());
    const tl_board_study study = {.keep = path};
    cracked(&p, 2, 0, NULL);
    assert_int_equal(tl_board_rows_open(&rows, &p.stage.inquiry, &study, NULL, 0, &p.error), TL_OK);
    tl_board_leaks first = find(&p, &rows, 1);
    assert_int_equal(rows.count, 4);
    for (size_t k = 0; k < 4; k++) {
        assert_true(rows.items[k].count == 1 && rows.items[k].values[0] == 1);
    }
    assert_int_equal(tl_board_rows_keep(&rows, p.t.context, true, true, &p.error), TL_OK);
    tl_board_rows_free(&rows);
    assert_int_equal(tl_board_rows_open(&rows, &p.stage.inquiry, &study, NULL, 0, &p.error), TL_OK);
    assert_int_equal(rows.known, 4);
    tl_board_leaks again = find(&p, &rows, 1);
    assert_memory_equal(&first, &again, sizeof(first));
    assert_int_equal(rows.count, 4); /* nothing was proved anew */
    rows.items[2].values[0] = 0;
    assert_int_equal(find(&p, &rows, 1).all, 3);
    rows.items[2].count = 0; /* no row of this task: proved anew, and added */
    assert_int_equal(find(&p, &rows, 1).all, 4);
    assert_int_equal(rows.count, 5);
    tl_board_rows_free(&rows);
    remove(path);
    board_places_end(&p);
}

static long steps_left;
static double last_share;

static bool step(void *user, double share, const char *what) {
    (void)user;
    (void)what;
    assert_true(share == 0 || (share >= 0.25 && share <= 0.75 && share >= last_share));
    last_share = share > 0 ? share : last_share;
    return steps_left-- != 0;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    board_places p;
    tl_board_core core;
    tl_board_leaks leaks;
    cracked(&p, 2, 0, NULL);
    assert_int_equal(tl_board_core_named(p.t.table, NULL, "target", 0, &core, &p.error), TL_OK);
    p.t.context->options.progress = step;
    const tl_board_effort effort = {.threads = 1, .first = 0.25, .last = 0.75, .task = "leaks"};
    bool done = false;
    for (long n = 0; !done; n = 2 * n + 1) {
        tl_error error = {0};
        steps_left = n;
        last_share = 0;
        tl_status status = tl_board_leaks_find(&p.stage, &core, &p.pairs, &effort, &leaks, &error);
        done = status == TL_OK;
        assert_true(done || (status == TL_ERROR_CANCELLED && error.status == TL_ERROR_CANCELLED));
    }
    assert_int_equal(leaks.all, 4);
    tl_board_core_free(&core);
    board_places_end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cracks_are_leaks),
        cmocka_unit_test(slits_are_leaks),
        cmocka_unit_test(crests_and_corners_are_no_leaks),
        cmocka_unit_test(uncertain_walls_leave_less),
        cmocka_unit_test(rules_decide_whether_there_are_any),
        cmocka_unit_test(proofs_are_kept),
        cmocka_unit_test(it_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
