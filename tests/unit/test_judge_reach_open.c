/* The ground in reach where nothing stands in the way (judge/move/reach.c, reach_cost.c): all of what a straight way
 * leads to is certain, and what is farther off than that is out of reach, square by square; whatever shortens the move,
 * for who turns at a cost, and on roads. */
#include "support/judge_squares.h"

#include "math/angle.h"

static const tl_vec2 START = {1500, 1500};
/* No place of a square is farther from its middle, mm. */
#define SQUARE 4.0

/* What a straight way to a place uses of a move, as dear as may be, and mm in a whole move there. */
typedef double cost_fn(const void *user, tl_vec2 to, double *speed);

/* Every square that a straight way leads to is certain, with all of its corners. `exact`: no other way is cheaper, and
 * so everything else is out of reach. How many are certain. */
static size_t hold(const tl_reach_map *map, cost_fn *cost, const void *user, bool exact) {
    size_t certain = 0;
    double half = sqrt(0.5) * map->size;
    for (size_t i = 0; i < map->side * map->side; i++) {
        double speed, used = cost(user, middle_of(map, i), &speed), spare = (1 - used) * speed;
        if (map->states[i] != TL_REACH_CERTAIN && spare > half + 0.3) {
            fail_msg("(%.17g, %.17g) isn't certain: %g mm to spare", middle_of(map, i).x, middle_of(map, i).y, spare);
        }
        if (exact && map->states[i] != TL_REACH_NO && spare < -half - 0.3) {
            fail_msg("(%.17g, %.17g) isn't out of reach: %g mm too far", middle_of(map, i).x, middle_of(map, i).y,
                     -spare);
        }
        if (exact && map->states[i] == TL_REACH_CERTAIN && spare < half - 0.3) {
            fail_msg("(%.17g, %.17g) is certain: %g mm to spare", middle_of(map, i).x, middle_of(map, i).y, spare);
        }
        certain += map->states[i] == TL_REACH_CERTAIN;
    }
    return certain;
}

/* --- Shorter moves ------------------------------------------------------------------------------------------------ */

typedef struct crow {
    double allowance;
} crow;

static double as_the_crow_flies(const void *user, tl_vec2 to, double *speed) {
    *speed = ((const crow *)user)->allowance;
    double far = tl_length2(tl_sub2(to, START));
    return *speed > 0 ? far / *speed : far > 0 ? INFINITY : 0;
}

/* Discs: of the whole move, and of what is left of it. */
static void shorter_moves(void **state) {
    (void)state;
    static const struct {
        const char *rules, *unit, *member;
        bool night, march;
        double allowance;
    } cases[] = {
        {"skirmish-1991", "'move':15", "", false, false, 150},
        {"skirmish-1991", "'move':15", "", true, false, 75},
        {"skirmish-1991", "'move':15", ",'stance':'kneeling'", false, false, 75}, /* half of it is spent by rising */
        {"skirmish-1991", "'move':24", ",'stance':'kneeling'", true, false, 60},
        {"skirmish-1991", "'move':15,'skills':['on-patrol']", "", false, false, 75},
        {"skirmish-1991", "'move':20,'skills':['on-patrol']", "", true, false, 50},
        {"skirmish-1991", "'move':16,'skills':['wounded']", "", false, false, 120},
        {"skirmish-1991", "'move':15,'skills':['crawling']", ",'stance':'prone'", false, false, 75},
        {"lotow-1939", "'move':15", "", false, false, 150},
        {"lotow-1939", "'move':15,'skills':['mounting']", "", false, false, 75},
        {NULL, "'move':3", "", false, false, 300},
        {NULL, "'move':2,'march':5", "", false, true, 500},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        judge_begin(&t);
        if (cases[k].rules != NULL) {
            t.rules = cases[k].rules;
        }
        t.night = cases[k].night;
        judge_unit(
            &t,
            "{'id':'a','side':'red','class':'infantry',%s,'members':[{'id':'a1','asset':'man','at':[1500,1500]%s}]}",
            cases[k].unit, cases[k].member);
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_reach_map map = find(&t, cases[k].march);
        const crow far = {cases[k].allowance};
        size_t certain = hold(&map, as_the_crow_flies, &far, true);
        double area = (double)certain * map.size * map.size, disc = M_PI * far.allowance * far.allowance;
        if (area < 0.9 * disc || area > disc) {
            fail_msg("case %zu: %g of a disc of %g mm", k, area / disc, far.allowance);
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* --- Turns -------------------------------------------------------------------------------------------------------- */

typedef struct driver {
    double facing, rating;
    bool proportional;
} driver;

/* It turns first, forwards or backwards, whatever is less, and goes. A turn near the end of a slice may be dearer. */
static double turning_first(const void *user, tl_vec2 to, double *speed) {
    const driver *d = user;
    tl_vec2 way = tl_sub2(to, START);
    double far = tl_length2(way), off = SQUARE;
    double angle = fabs(tl_wrap_deg(atan2(way.y, way.x) * 180 / M_PI - d->facing));
    double spread = far > off ? asin(off / far) * 180 / M_PI : 180;
    angle = fmin(180, fmin(angle, 180 - angle) + spread);
    *speed = d->rating;
    return 0.25 * (d->proportional ? angle / 45 : ceil(angle / 45)) + far / d->rating;
}

static void turns(void **state) {
    (void)state;
    test_random random = test_random_start("turns on open ground", 909);
    for (int k = 0; k < 8; k++) {
        judge_table t;
        const driver d = {test_random_between(&random, -180, 180), 10 * floor(test_random_between(&random, 25, 45)),
                          k % 2 == 0};
        judge_begin(&t);
        t.rules = "lotow-1939";
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'vehicle','move':%g,'members':[{'id':'a1','asset':'tank','at':"
                   "[1500,1500],'facing':%.17g}]}",
                   d.rating / 10, d.facing);
        judge_ready(&t);
        judge_set(&t, 0.05, "turn_cost", d.proportional ? "proportional" : "slices_up", NULL);
        tl_reach_map map = find(&t, false);
        assert_true(sqrt(0.5) * map.size < SQUARE);
        assert_true(hold(&map, turning_first, &d, false) > 100);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

/* --- Roads -------------------------------------------------------------------------------------------------------- */

typedef struct strip {
    double half, rating, road;
} strip;

/* Straight: along the road while it is surely on it, wherever in a square it goes, beside it then. */
static double over_a_road(const void *user, tl_vec2 to, double *speed) {
    const strip *s = user;
    tl_vec2 way = tl_sub2(to, START);
    double far = tl_length2(way), beside = fmax(0, fabs(way.y) - s->half + 0.05 + SQUARE);
    double on = beside > 0 ? far * (1 - beside / fabs(way.y)) : far;
    *speed = beside > 0 ? s->rating : s->road;
    return on / s->road + (far - on) / s->rating;
}

static void roads(void **state) {
    (void)state;
    test_random random = test_random_start("roads on open ground", 910);
    for (int k = 0; k < 8; k++) {
        judge_table t;
        const strip s = {test_random_between(&random, 15, 60), 10 * floor(test_random_between(&random, 6, 12)),
                         10 * floor(test_random_between(&random, 13, 25))};
        judge_begin(&t);
        t.rules = "lotow-1939";
        judge_terrain(&t, "{'id':'r','kind':'road','outline':[[0,%.17g],[3000,%.17g],[3000,%.17g],[0,%.17g]]}",
                      1500 - s.half, 1500 - s.half, 1500 + s.half, 1500 + s.half);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'cavalry','move':%g,'move_road':%g,'members':[{'id':'a1','asset':"
                   "'man','at':[1500,1500]}]}",
                   s.rating / 10, s.road / 10);
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_reach_map map = find(&t, false);
        assert_true(sqrt(0.5) * map.size < SQUARE);
        assert_true(hold(&map, over_a_road, &s, false) > 100);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shorter_moves), cmocka_unit_test(turns),
                                       cmocka_unit_test(roads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
