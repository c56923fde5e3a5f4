/* Slits beside blockers just as high as the bodies: a free line through one may never be proved away, whatever the
 * seed.
 *
 * A tank between two others is as high as they are, so that lines along its top touch it, and the ends of probes that
 * were worked out lie at its height but for a rounding. A wall leaves a slit beside it, through which a line was laid
 * before the wall and the tank were put beside it. */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "visibility/line.h"
#include "visibility/visibility.h"

#include <stdio.h>
#include <math.h>

enum { TABLES = 100, SEEDS = 80 };

static void free_lines_stay(void **state) {
    (void)state;
    test_random random = test_random_start("slits", 19);
    tl_error error = {0};
    size_t asked = 0, seen = 0, narrow = 0;
    for (int table = 0; table < TABLES; table++) {
        judge_table t;
        judge_begin(&t);
        /* the line runs along x at y = 0 of a frame that is turned a little: its places are told by across() */
        double turn = test_random_between(&random, -0.15, 0.15), slit = test_random_between(&random, 0.2, 1.5);
        double s = sin(turn), c = cos(turn), x = test_random_between(&random, 950, 1050);
        tl_vec2 middle = {x, 950 + test_random_between(&random, -20, 20)};
        tl_vec2 a = {middle.x - 420 * c, middle.y - 420 * s}, b = {middle.x + 420 * c, middle.y + 420 * s};
        judge_unit(
            &t, "{'id':'a','side':'red','class':'vehicle','members':[{'id':'a1','asset':'tank','at':[%.17g,%.17g,0]}]}",
            a.x, a.y);
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'vehicle','members':[{'id':'b1','asset':'tank','at':[%.17g,%.17g,0]}]}",
            b.x, b.y);
        /* a tank stood on its side of the line, turned to lie 60 along x and 100 across, and a wall on the other */
        double room = 0.5 * slit + 30 * fabs(tan(turn));
        judge_tank(&t, "v", middle.x, middle.y - room - 50, 90);
        judge_area(&t, "wall", "wall", (tl_vec2){middle.x - 5, middle.y + room},
                   (tl_vec2){middle.x + 5, middle.y + 750}, 90);
        judge_ready(&t);
        size_t from = judge_who(&t, "a1"), to = judge_who(&t, "b1");
        tl_between stands;
        assert_int_equal(tl_between_sight(&t.inquiry, from, to, &stands, &error), TL_OK);
        tl_vec3 p = {a.x, a.y, 20}, q = {b.x, b.y, 20};
        assert_true(tl_visibility_line_free(&stands.obstacles, p, q));
        for (int seed = 0; seed < SEEDS; seed++) {
            const tl_sight_options options = {.tolerance = 0.05,
                                              .prove = true,
                                              .quick = true,
                                              .seed = (uint64_t)(SEEDS * table + seed),
                                              .budget = 400000,
                                              .check_lines = 4};
            tl_sight sight;
            assert_int_equal(tl_visibility_between(t.inquiry.context, &stands.obstacles,
                                                   t.table->members[from].body->core, t.table->members[to].body->core,
                                                   &options, &sight, &error),
                             TL_OK);
            asked++;
            seen += sight.verdict == TL_VERDICT_YES;
            narrow += sight.verdict == TL_VERDICT_MARGINAL;
            if (sight.verdict == TL_VERDICT_NO || sight.failed_checks > 0) {
                fail_msg("table %d, seed %d: a free line was proved away", table, seed);
            }
        }
        tl_between_free(&stands);
        judge_end(&t);
    }
    printf("slits: %zu asked, %zu seen, %zu open\n", asked, seen, narrow);
    assert_true(seen > asked / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(free_lines_stay)};
    return cmocka_run_group_tests_name("slits", tests, NULL, NULL);
}
