/* The ground in reach (judge/move/reach.c) of movers of every form: by the base, by the hull above it, by both; before
 * walls that are low, high, or begin above the ground. Where each stops is known in closed form. */
#include "support/judge_squares.h"

#include <stdio.h>

#define CORE "'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,30]}"
#define MOVERS                                                                                                         \
    "'walker':{'core':{'shape':'box','min':[-50,-30,20],'max':[50,30,50]},'base':{'shape':'disc','diameter':40}},"     \
    "'oval':{" CORE ",'base':{'shape':'oval','size':[60,40]}},"                                                        \
    "'slab':{" CORE ",'base':{'shape':'rectangle','size':[60,40]}}"

#define HULL 58.309518948453 /* from the middle of a hull of 100 by 60 to its corners */

/* A wall across the table, 100 mm away on some side: the mover comes as near to it as its outline reaches, however it
 * is turned, and no nearer; hulls pass above what is lower, bases below what is higher. */
static void before_walls(void **state) {
    (void)state;
    const struct {
        const char *class, *asset;
        double low, high, reach; /* of the wall; of the mover's part that meets it, 0: nothing does */
        double off;              /* by which the wall may be; negative: it is water */
    } cases[] = {{"infantry", "man", 0, 90, 12.5, 0},
                 {"infantry", "man", 29, 90, 12.5, 0},
                 {"infantry", "man", 31, 90, 0, 0},
                 {"infantry", "oval", 0, 90, 1.0012 * 30, 0},
                 {"infantry", "slab", 0, 90, 36.0555127546399, 0},
                 {"infantry", "slab", 31, 90, 0, 0},
                 {"vehicle", "tank", 0, 90, HULL, 0},
                 {"vehicle", "tank", 39, 90, HULL, 0},
                 {"vehicle", "tank", 41, 90, 0, 0},
                 {"vehicle", "walker", 0, 90, HULL, 0},
                 {"vehicle", "walker", 0, 19, 20, 0},
                 {"vehicle", "walker", 0, 21, HULL, 0},
                 {"vehicle", "walker", 49, 90, HULL, 0},
                 {"vehicle", "walker", 51, 90, 0, 0},
                 {"infantry", "walker", 21, 90, 20, 0},
                 {"vehicle", "walker", 0, 90, HULL, 4},
                 {"infantry", "man", 0, 90, 12.5, 4},
                 {"vehicle", "tank", 0, 90, HULL, 6},
                 {"vehicle", "walker", 0, 0, HULL, -1},
                 {"infantry", "slab", 0, 0, 36.0555127546399, -1}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        const size_t side = k % 4;
        static const double x0[4] = {1100, 890, 500, 500}, x1[4] = {1110, 900, 1500, 1500};
        static const double y0[4] = {500, 500, 1100, 890}, y1[4] = {1500, 1500, 1110, 900};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, MOVERS);
        const double off = fmax(cases[k].off, 0), reach = cases[k].reach + off;
        if (cases[k].off < 0) {
            judge_area(&t, "w", "deep-water", (tl_vec2){x0[side], y0[side]}, (tl_vec2){x1[side], y1[side]}, -1);
        } else {
            judge_terrain(&t, "{'id':'w','kind':'building','mesh':'box %g %g %g %g %g %g','uncertainty':%g}", x0[side],
                          y0[side], cases[k].low, x1[side], y1[side], cases[k].high, off);
        }
        judge_model(&t, "a", "red", cases[k].class, cases[k].asset, 1000, 1000, 20, "'move':2");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_reach_map map = find(&t, false);
        double half = 0.5 * map.size, diagonal = half * M_SQRT2;
        int beyond = 0, before = 0;
        for (size_t i = 0; i < map.side * map.side; i++) {
            tl_vec2 at = middle_of(&map, i);
            double x = side == 0 ? at.x - 1000 : side == 1 ? 1000 - at.x : side == 2 ? at.y - 1000 : 1000 - at.y;
            double room = 100 - x - reach, way = tl_length2(tl_sub2(at, (tl_vec2){1000, 1000}));
            bool certain = map.states[i] == TL_REACH_CERTAIN;
            if (reach == 0) {
                beyond += certain && x > 115;
                continue;
            }
            if (certain && (room < half - 0.1 || way > 200)) {
                fail_msg("case %zu: (%g, %g) is certain with %g of room", k, at.x, at.y, room);
            }
            if (!certain && room > diagonal + 0.1 && way + diagonal + 0.06 < 200 && x < 0) {
                fail_msg("case %zu: (%g, %g) isn't certain", k, at.x, at.y);
            }
            if (room > diagonal + 0.1 && room < 4 * map.size && way < 150) {
                before++;
                beyond += !certain;
            }
        }
        if (reach == 0 ? beyond < 100 : beyond > 0 || before < 100) {
            fail_msg("case %zu: %d, %d", k, before, beyond);
        }
        (void)check(&t, &map, false, 1531, off > 0);
        tl_reach_free(&map);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
