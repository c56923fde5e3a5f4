/* The ground in reach (judge/move/reach.c), square by square: in closed form where ways are straight; and whatever is
 * certain is a move that is allowed, by the path that is told, to every corner of the square. */
#include "support/judge_squares.h"

#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

/* --- In the open -------------------------------------------------------------------------------------------------- */

/* Straight ways: certain is where all of a square is near enough, out of reach where none of it is. */
static void open_ground(void **state) {
    (void)state;
    const struct {
        const char *class, *asset;
        double move, march, tolerance;
    } cases[] = {{"infantry", "man", 2, 3, 0.05}, {"vehicle", "tank", 2.5, 4, 0}, {"infantry", "man", 1, 1.5, 2}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        char more[80];
        judge_begin(&t);
        snprintf(more, sizeof(more), "'move':%g,'march':%g", cases[k].move, cases[k].march);
        judge_model(&t, "a", "red", cases[k].class, cases[k].asset, 1000, 1100, 20, more);
        judge_ready(&t);
        judge_set(&t, cases[k].tolerance, NULL);
        for (int march = 0; march < 2; march++) {
            tl_reach_map map = find(&t, march);
            double far = 100 * (march ? cases[k].march : cases[k].move), half = 0.5 * map.size * M_SQRT2;
            assert_near(map.own, far, 1e-9);
            assert_false(map.slows);
            assert_near(map.corner.x + 0.5 * map.size * (double)map.side, 1000, 1e-6);
            assert_near(map.corner.y + 0.5 * map.size * (double)map.side, 1100, 1e-6);
            assert_true(map.size < far / 50 && map.size * (double)map.side > 2 * far);
            for (size_t i = 0; i < map.side * map.side; i++) {
                tl_vec2 at = middle_of(&map, i);
                double d = hypot(at.x - 1000, at.y - 1100);
                if (fabs(d + half + cases[k].tolerance - far) > 1e-3 && fabs(d - half - far) > 1e-3) {
                    int expected = d + half + cases[k].tolerance <= far ? TL_REACH_CERTAIN
                                   : d - half > far                     ? TL_REACH_NO
                                                                        : TL_REACH_UNDECIDED;
                    if (map.states[i] != expected) {
                        fail_msg("case %zu: %d after %g of %g", k, map.states[i], d, far);
                    }
                    if (expected == TL_REACH_CERTAIN) {
                        assert_in_range(d * 1000, 0, far * 1000);
                        assert_true(map.lengths[i] >= d - 1e-6 && map.lengths[i] <= d + 6 * map.size);
                        assert_near(map.heights[i], 0, 1e-9);
                    }
                }
            }
            check(&t, &map, march, 211, false);
            tl_reach_free(&map);
        }
        judge_end(&t);
    }
}

/* Half of the table slows: from this side to its rim, over there no farther than what slows allows; who begins in it,
 * or by it, likewise. */
static void slow_half(void **state) {
    (void)state;
    const struct {
        double rim;
        bool march, inside;
    } cases[] = {{1200, false, false}, {1000 + R + 1, false, false}, {1000 + R - 3, false, false},
                 {980, false, false},  {980, true, false},           {980, false, true},
                 {1380, false, false}, {1430, false, false}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4,'march':5");
        judge_area(&t, "s", "swamp", (tl_vec2){cases[k].rim, 100}, (tl_vec2){1900, 1900}, -1);
        judge_ready(&t);
        judge_set(&t, 0.05, "terrain_cap", cases[k].inside ? "inside_part" : "whole_action", NULL);
        tl_reach_map map = find(&t, cases[k].march);
        double own = cases[k].march ? 500 : 400, slow = cases[k].march ? 400 : 200, half = 0.5 * map.size * M_SQRT2;
        assert_near(map.own, own, 1e-9);
        assert_near(map.in_terrain, slow, 1e-9);
        assert_int_equal(map.slows, cases[k].rim - 1000 <= own + R);
        bool begins = cases[k].rim < 1000 + R;
        size_t clear = 0, found = 0;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double d = hypot(at.x - 1000, at.y - 1000), free = cases[k].rim - R - at.x;
            bool outside = !begins && free > 0;
            double far = outside ? own : slow;
            if (map.states[i] == TL_REACH_CERTAIN && !cases[k].inside && d + half > far + 0.1) {
                fail_msg("case %zu: certain after %g of %g", k, d, far);
            }
            if (map.states[i] == TL_REACH_NO && d < far - half) {
                fail_msg("case %zu: out of reach after %g of %g", k, d, far);
            }
            if (begins && cases[k].rim < 1000 - R && !cases[k].inside && d - half > slow + 0.1) {
                assert_int_equal(map.states[i], TL_REACH_NO);
            }
            if (d + half + 0.1 < far && fabs(free) > half + 0.2) {
                clear++;
                found += map.states[i] == TL_REACH_CERTAIN;
            }
        }
        if ((double)found < 0.99 * (double)clear) {
            fail_msg("case %zu: %zu of %zu", k, found, clear);
        }
        check(&t, &map, cases[k].march, 173, false);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* Who may touch terrain that slows, or may not, is open beyond what that allows: neither in reach nor out of it. */
static void touching(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_area(&t, "s", "swamp", (tl_vec2){1000 + R + 0.02, 100}, (tl_vec2){1900, 1900}, -1);
    judge_ready(&t);
    judge_set(&t, 0.05, NULL);
    tl_reach_map map = find(&t, false);
    for (size_t i = 0; i < map.side * map.side; i++) {
        tl_vec2 at = middle_of(&map, i);
        double d = hypot(at.x - 1000, at.y - 1000);
        if (d > 200 + map.size && d < 400 - map.size) {
            assert_int_equal(map.states[i], TL_REACH_UNDECIDED);
        }
    }
    tl_reach_free(&map);
    judge_end(&t);
}

/* --- Among others ------------------------------------------------------------------------------------------------- */

typedef struct body {
    tl_vec2 at, half;
    double radius;
    bool stops;
} body;

static double gap(tl_vec2 p, const body *b) {
    double x = fabs(p.x - b->at.x) - b->half.x, y = fabs(p.y - b->at.y) - b->half.y;
    return hypot(fmax(x, 0), fmax(y, 0)) + fmin(fmax(x, y), 0) - b->radius - R;
}

/* Friends, foes and water: where somebody stands nobody ends, deep in him for certain; what can be gone to straight and
 * with room is in reach. */
static void among_others(void **state) {
    (void)state;
    test_random random = test_random_start("grounds", 7);
    enum { BODIES = 6 };
    size_t clear = 0, found = 0, looked = 0;
    for (int round = 0; round < 6; round++) {
        judge_table t;
        body bodies[BODIES];
        judge_begin(&t);
        bool corner = round % 4 == 3;
        tl_vec2 start = corner ? (tl_vec2){60, 2950} : (tl_vec2){1000, 1000};
        judge_model(&t, "a", "red", "infantry", "man", start.x, start.y, 0, "'move':2");
        for (int i = 0; i < BODIES; i++) {
            int kind = test_random_below(&random, 4);
            body *b = &bodies[i];
            *b = (body){.radius = kind < 2 ? R : 0, .stops = kind > 0};
            b->half = kind == 2   ? (tl_vec2){JUDGE_AHEAD, JUDGE_BESIDE}
                      : kind == 3 ? (tl_vec2){test_random_between(&random, 3, 70), test_random_between(&random, 3, 70)}
                                  : (tl_vec2){0, 0};
            do {
                b->at = (tl_vec2){fmax(start.x + test_random_between(&random, -220, 220), 1),
                                  fmin(start.y + test_random_between(&random, -220, 220), 2999)};
            } while (gap(start, b) < 5);
            char id[8];
            snprintf(id, sizeof(id), "b%d", i);
            if (kind == 3) {
                judge_area(&t, id, "deep-water", tl_sub2(b->at, b->half), tl_add2(b->at, b->half), -1);
            } else {
                judge_model(&t, id, kind == 0 ? "red" : "blue", kind == 2 ? "vehicle" : "infantry",
                            kind == 2 ? "tank" : "man", b->at.x, b->at.y, 0, "");
            }
        }
        judge_ready(&t);
        tl_reach_map map = find(&t, false);
        double half = 0.5 * map.size * M_SQRT2;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double d = hypot(at.x - start.x, at.y - start.y), room = fmin(fmin(at.x, 3000 - at.y) - R, 1000),
                   way = 1000;
            double edge = fmin(at.x, 3000 - at.y);
            bool deep = edge<R - half - 0.11, near = edge> R - half - 0.09;
            for (int k = 0; k < BODIES; k++) {
                room = fmin(room, gap(at, &bodies[k]));
                bool stands = bodies[k].radius > 0 || bodies[k].half.x == JUDGE_AHEAD;
                deep = deep || (stands && gap(at, &bodies[k]) < -half - 0.11);
                near = near && (!stands || gap(at, &bodies[k]) > -half - 0.09);
                for (double s = 0; s < 1 && bodies[k].stops; s += 0.01) {
                    way = fmin(way, gap(tl_lerp2(start, at, s), &bodies[k]));
                }
            }
            if (map.states[i] == TL_REACH_CERTAIN && room < half - 0.1) {
                fail_msg("round %d: (%g, %g) is certain, and has no room: %g", round, at.x, at.y, room);
            }
            if (d - half > 200 + 1e-3 || (deep && d + half < 200)) {
                if (map.states[i] != TL_REACH_NO) {
                    fail_msg("round %d: (%g, %g) isn't out of reach", round, at.x, at.y);
                }
            } else if (d - half < 200 - 1e-3 && near) {
                if (map.states[i] == TL_REACH_NO) {
                    fail_msg("round %d: (%g, %g) is out of reach", round, at.x, at.y);
                }
            }
            if (d + half + 0.06 < 200 && room > half + 0.2 && way > half + 0.2) {
                clear++;
                found += map.states[i] == TL_REACH_CERTAIN;
            }
        }
        looked += check(&t, &map, false, 307, false);
        tl_reach_free(&map);
        judge_end(&t);
    }
    print_message("%zu of %zu clear places are certain; %zu paths gone\n", found, clear, looked);
    assert_true((double)found > 0.9999 * (double)clear && looked > 50);
}

/* --- Other ground ------------------------------------------------------------------------------------------------- */

/* Houses with floors, hills, sheets that may be off, aircraft, who flies over terrain, who keeps to water. */
static void other_ground(void **state) {
    (void)state;
    const struct {
        const char *class, *asset, *more, *terrain;
        double x;
        size_t least; /* squares that are certain, at least and at most */
        size_t most;
    } cases[] = {
        {"infantry", "man", "'move':2",
         "{'id':'house','kind':'building','outline':[[900,900],[1300,900],[1300,1100],[900,1100]],'mesh':'box 900 900 "
         "60 "
         "1300 1100 64, box 900 900 0 904 1100 130, box 1296 900 0 1300 904 130'}",
         1000, 9000, 39000},
        {"vehicle", "tank", "'move':2",
         "{'id':'house','kind':'building','outline':[[1150,900],[1300,900],[1300,1100],[1150,1100]],'mesh':'box 1150 "
         "900 "
         "60 1300 1100 64, box 1150 900 0 1300 904 130, box 1296 900 0 1300 1100 130'}",
         1000, 9000, 38000},
        {"infantry", "man", "'move':2", "{'id':'hill','kind':'hill','mesh':'box 1100 500 0 1800 1500 25'}", 1000, 9000,
         39000},
        {"infantry", "man", "'move':2",
         "{'id':'hill','kind':'hill','mesh':'box 1100 500 0 1800 1500 25','uncertainty':1}", 1000, 9000, 39000},
        {"infantry", "man", "'move':2",
         "{'id':'house','kind':'building','mesh':'box 1100 700 0 1110 1060 90, box 1250 700 0 1260 1300 90',"
         "'uncertainty':2}",
         1000, 9000, 39000},
        {"infantry", "man", "'move':2,'skills':['flying-infantry']",
         "{'id':'sea','kind':'deep-water','outline':[[1060,500],[1100,500],[1100,1500],[1060,1500]]}", 1000, 20000,
         39000},
        {"infantry", "man", "'move':2,'skills':['naval']",
         "{'id':'sea','kind':'deep-water','disc':{'centre':[1000,1000],'radius':150}}", 1000, 9000, 39000},
        {"infantry", "man", "'move':2,'skills':['naval']",
         "{'id':'sea','kind':'deep-water','disc':{'centre':[1500,1000],'radius':150}}", 1000, 0, 0},
        {"aircraft", "plane", "'move':2,'locomotion':'flying'",
         "{'id':'hill','kind':'ground','mesh':'box 1100 500 0 1130 1500 60'}", 1000, 9000, 39000},
        {"aircraft", "plane", "'move':2,'locomotion':'flying'",
         "{'id':'hill','kind':'ground','mesh':'box 1100 500 0 1130 1500 60','uncertainty':1}", 1000, 9000, 39000},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','"
                        "diameter':60}}");
        judge_terrain(&t, "%s", cases[k].terrain);
        judge_model(&t, "a", "red", cases[k].class, cases[k].asset, cases[k].x, 1000, 0, cases[k].more);
        judge_ready(&t);
        tl_reach_map map = find(&t, false);
        if (map.certain < cases[k].least || map.certain > cases[k].most) {
            fail_msg("case %zu: %zu squares", k, map.certain);
        }
        for (size_t i = 0; k == 0 && i < map.side * map.side; i++) { /* the floor of a house is ground like any other */
            tl_vec2 at = middle_of(&map, i);
            if (fabs(at.x - 1100) < 80 && fabs(at.y - 1000) < 60 && map.states[i] != TL_REACH_CERTAIN) {
                fail_msg("(%g, %g) isn't certain", at.x, at.y);
            }
        }
        if (map.own > 0) {
            size_t looked = check(&t, &map, false, 397, strstr(cases[k].terrain, "uncertainty") != NULL);
            print_message("case %zu: %zu certain, %zu undecided, %zu gone\n", k, map.certain, map.undecided, looked);
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_ground),  cmocka_unit_test(slow_half),    cmocka_unit_test(touching),
        cmocka_unit_test(among_others), cmocka_unit_test(other_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
