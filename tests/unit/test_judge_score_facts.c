/* Facts that scores rest on (judge/score/fact.c), each with all that it may be: random models, limits and tolerances
 * against what may be by closed forms. */
#include "judge/score/fact.h"
#include "judge/score/score.h"
#include "support/judge_table.h"
#include "support/write_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define R JUDGE_RIM

static tl_error error;

enum { MEN = 5, LIMITS = 4 };

/* Where a number lies among the limits: 2i: on the one before limit i or beyond all; 2i + 1: on limit i. */
static int class_of(double value, const double *limits, size_t count) {
    int class = 0;
    for (size_t i = 0; i < count; i++) {
        class += value > limits[i] ? 2 : value == limits[i] ? 1 : 0;
    }
    return class;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Numbers that may be anything from one to another. */
typedef struct span {
    double low, high;
} span;

/* Whether any number of a class lies in one of the spans, and is no more than `most`. */
static bool may_be(int class, const span *spans, size_t count, double most, const double *limits, size_t limit_count) {
    double low = class < 2 ? -INFINITY : limits[class / 2 - 1];
    double high = (size_t)(class / 2) < limit_count ? limits[class / 2] : INFINITY;
    low = class % 2 ? high : low;
    for (size_t i = 0; i < count; i++) {
        double from = fmax(low, spans[i].low), to = fmin(high, fmin(spans[i].high, most));
        if (class % 2 ? from <= to : from < to || (from == to && from > low && to < high)) {
            return true;
        }
    }
    return false;
}

/* The values of a fact are of those classes that may be, each once. `near`: some number is too near to a limit, or the
 * end of its span, for this calculation to know better. */
static void has_classes(const tl_fact *fact, const span *spans, size_t count, double most, const double *limits,
                        size_t limit_count, int round) {
    for (int class = 0; class <= 2 * (int)limit_count; class ++) {
        int found = 0;
        for (size_t i = 0; i < fact->count; i++) {
            found += class_of(fact->values[i], limits, limit_count) == class;
        }
        if (found != may_be(class, spans, count, most, limits, limit_count)) {
            fail_msg("round %d: class %d of %zu limits is there %d times", round, class, limit_count, found);
        }
    }
}

static bool is_close(double a, double b) {
    return fabs(a - b) < 1e-6;
}

/* --- Distances ---------------------------------------------------------------------------------------------------- */

/* The nearest of those who look, some of whom only perhaps do; heights from those who may be it. */
static void distances_and_heights(void **state) {
    (void)state;
    test_random random = test_random_start("facts of distances", 616);
    int several = 0, left_out = 0;
    for (int round = 0; round < 200; round++) {
        judge_table t;
        tl_vec2 at[MEN];
        double height[MEN], limits[LIMITS],
            tolerance = test_random_below(&random, 4) == 0 ? 0.05 : test_random_between(&random, 1, 25);
        size_t looking = 1 + (size_t)test_random_below(&random, MEN - 1),
               limit_count = 1 + (size_t)test_random_below(&random, LIMITS);
        judge_begin(&t);
        for (int i = 0; i < MEN; i++) { /* the last is the target; each on a floor of its own */
            char id[2] = {(char)('a' + i), 0};
            double turn = test_random_between(&random, 0, 6.28),
                   far = i == MEN - 1 ? 0 : test_random_between(&random, 60, 140);
            at[i] = (tl_vec2){1000 + far * cos(turn), 1000 + far * sin(turn)};
            height[i] = test_random_between(&random, 0, 60);
            judge_unit(&t,
                       "{'id':'%s','side':'%s','class':'infantry','members':[{'id':'%s1','asset':'man','at':"
                       "[%.17g,%.17g,%.17g]}]}",
                       id, i % 2 ? "red" : "blue", id, at[i].x, at[i].y, height[i]);
        }
        for (size_t i = 0; i < limit_count; i++) {
            limits[i] = test_random_between(&random, 20, 130);
        }
        qsort(limits, limit_count, sizeof(*limits), compare);
        judge_ready(&t);
        judge_set(&t, tolerance, "range_metric", "plan", NULL);
        tl_fact_observer observers[MEN];
        span spans[MEN], heights[MEN];
        double apart[MEN], most = INFINITY, least = INFINITY;
        bool close = false;
        for (size_t i = 0; i < looking; i++) {
            observers[i] = (tl_fact_observer){i, TL_VERDICT_YES, test_random_below(&random, 2) == 0, false};
            apart[i] = fmax(0, tl_length2(tl_sub2(at[i], at[MEN - 1])) - 2 * R);
            spans[i] = (span){apart[i] - tolerance, apart[i] + tolerance};
            most = observers[i].certain ? fmin(most, spans[i].high) : most;
            least = fmin(least, apart[i]);
            for (size_t k = 0; k < limit_count; k++) {
                close = close || is_close(fabs(apart[i] - limits[k]), tolerance) || is_close(apart[i], limits[k]);
            }
        }
        tl_fact_scene scene = {.inquiry = &t.inquiry, .target = MEN - 1, .observers = observers, .count = looking};
        const tl_fact_limits asked = {limits, limit_count};
        tl_fact fact = {.kind = TL_FACT_DISTANCE}, high = {.kind = TL_FACT_HEIGHT};
        assert_int_equal(tl_fact_distance(&scene, &asked, &fact, &error), TL_OK);
        assert_near(fact.measured, least, 1e-6);
        assert_near(fact.uncertainty, 0, 0);
        if (!close) {
            has_classes(&fact, spans, looking, most, limits, limit_count, round);
        }
        double rises[LIMITS]; /* limits of heights */
        for (size_t k = 0; k < limit_count; k++) {
            rises[k] = limits[k] - 70;
        }
        size_t nearest = 0;
        close = false;
        for (size_t i = 0; i < looking; i++) {
            bool may = apart[i] - tolerance <= most;
            close = close || is_close(apart[i] - tolerance, most);
            if (!close) {
                assert_int_equal(observers[i].may_be_nearest, may);
            }
            double rise = height[MEN - 1] - height[i];
            for (size_t k = 0; k < limit_count; k++) {
                close = close || is_close(fabs(rise - rises[k]), tolerance);
            }
            if (may) {
                heights[nearest++] = (span){rise - tolerance, rise + tolerance};
            }
        }
        const tl_fact_limits high_asked = {rises, limit_count};
        assert_int_equal(tl_fact_height(&scene, &high_asked, &high, &error), TL_OK);
        if (!close) {
            has_classes(&high, heights, nearest, INFINITY, rises, limit_count, round);
        }
        several += fact.count > 1;
        left_out += nearest < looking;
        tl_free(t.context, fact.values);
        tl_free(t.context, high.values);
        judge_end(&t);
    }
    print_message("%d distances are open, of %d somebody isn't the nearest\n", several, left_out);
    assert_true(several > 60 && left_out > 50);
}

/* The nearest friend and the nearest enemy of each, by day and side alone. */
static void friends_and_enemies(void **state) {
    (void)state;
    test_random random = test_random_start("facts of friends", 617);
    int none = 0;
    for (int round = 0; round < 80; round++) {
        judge_table t;
        tl_vec2 at[MEN];
        bool red[MEN];
        judge_begin(&t);
        for (int i = 0; i < MEN; i++) {
            char id[2] = {(char)('a' + i), 0};
            at[i] = (tl_vec2){test_random_between(&random, 100, 2900), test_random_between(&random, 100, 2900)};
            red[i] = test_random_below(&random, 2) == 0;
            judge_model(&t, id, red[i] ? "red" : "blue", "infantry", "man", at[i].x, at[i].y, 0, "");
        }
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        for (size_t who = 0; who < MEN; who++) {
            for (int enemies = 0; enemies < 2; enemies++) {
                double least = INFINITY;
                for (size_t i = 0; i < MEN; i++) {
                    double d = fmax(0, tl_length2(tl_sub2(at[i], at[who])) - 2 * R);
                    least = i != who && (red[i] != red[who]) == (enemies == 1) ? fmin(least, d) : least;
                }
                double limit = 500;
                const tl_fact_limits asked = {&limit, 1};
                tl_fact fact = {.kind = TL_FACT_ENEMY};
                assert_int_equal(tl_fact_nearest(&t.inquiry, who, enemies == 1, &asked, &fact, &error), TL_OK);
                assert_true(fact.measured == least || fabs(fact.measured - least) < 1e-6);
                assert_true(fact.count == 1 || fabs(least - limit) < 0.051);
                assert_true(fact.count > 1 || (fact.values[0] < limit) == (least < limit));
                none += isinf(least);
                tl_free(t.context, fact.values);
            }
        }
        judge_end(&t);
    }
    assert_true(none > 10);
}

/* --- How many look ------------------------------------------------------------------------------------------------ */

/* As many as surely see, up to those who may; none at all only where nobody may. */
static void how_many_look(void **state) {
    (void)state;
    test_random random = test_random_start("facts of observers", 618);
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    judge_set(&t, 0.05, NULL);
    for (int round = 0; round < 200; round++) {
        tl_fact_observer observers[MEN];
        size_t count = (size_t)test_random_below(&random, MEN + 1), sure = 0, may = 0;
        for (size_t i = 0; i < count; i++) {
            static const tl_verdict all[] = {TL_VERDICT_NO, TL_VERDICT_YES, TL_VERDICT_MARGINAL};
            observers[i] = (tl_fact_observer){.sees = all[test_random_below(&random, 3)]};
            sure += observers[i].sees == TL_VERDICT_YES;
            may += observers[i].sees != TL_VERDICT_NO;
        }
        const tl_fact_scene scene = {.inquiry = &t.inquiry, .target = 0, .observers = observers, .count = count};
        tl_fact fact = {.kind = TL_FACT_OBSERVERS};
        assert_int_equal(tl_fact_observers(&scene, &fact, &error), TL_OK);
        size_t first = sure == 0 && may > 0 ? 1 : sure;
        assert_int_equal(fact.count, may - first + 1);
        for (size_t i = 0; i < fact.count; i++) {
            assert_near(fact.values[i], (double)(first + i), 0);
        }
        assert_near(fact.measured, (double)sure, 0);
        tl_free(t.context, fact.values);
    }
    judge_end(&t);
}

/* --- Sides -------------------------------------------------------------------------------------------------------- */

static int side_at(tl_vec2 from, tl_vec2 hull, double facing_deg, double slope) {
    double turn = (atan2(from.y - hull.y, from.x - hull.x) - facing_deg * M_PI / 180) * 180 / M_PI;
    double angle = fmod(turn + 720, 360);
    double end = atan(slope) * 180 / M_PI; /* from the front to the first corner */
    return angle <= end || angle >= 360 - end ? TL_SCORE_FRONT
           : angle < 180 - end                ? TL_SCORE_LEFT
           : angle <= 180 + end               ? TL_SCORE_REAR
                                              : TL_SCORE_RIGHT;
}

/* Random places round a hull that faces anywhere: the quadrant by its angle, of the diagonals or through the corners;
 * beside a line between two as far as the tolerance reaches, both of them, and all about the middle. */
static void sides(void **state) {
    (void)state;
    test_random random = test_random_start("facts of sides", 619);
    int met[TL_SCORE_SIDES] = {0}, open = 0;
    for (int round = 0; round < 200; round++) {
        judge_table t;
        bool corners = round % 2 == 0;
        double facing = test_random_between(&random, -180, 180), tolerance = test_random_between(&random, 0.1, 8);
        double turn = test_random_between(&random, 0, 6.28), far = test_random_between(&random, 100, 400);
        tl_vec2 from = {1000 + far * cos(turn), 1000 + far * sin(turn)};
        judge_begin(&t);
        t.rules = "skirmish-1991";
        judge_man(&t, "a", from.x, from.y);
        judge_tank(&t, "b", 1000, 1000, facing);
        judge_ready(&t);
        judge_set(&t, tolerance, "hit_arc", corners ? "corner_diagonals" : "quadrants", NULL);
        tl_fact_observer observer = {judge_who(&t, "a1"), TL_VERDICT_YES, true, true};
        const tl_fact_scene scene = {
            .inquiry = &t.inquiry, .target = judge_who(&t, "b1"), .observers = &observer, .count = 1};
        tl_fact fact = {.kind = TL_FACT_SIDE};
        assert_int_equal(tl_fact_side(&scene, &fact, &error), TL_OK);
        bool told[TL_SCORE_SIDES] = {false}, seen[TL_SCORE_SIDES] = {false};
        for (size_t i = 0; i < fact.count; i++) {
            told[(int)fact.values[i]] = true;
        }
        double slope = corners ? JUDGE_BESIDE / JUDGE_AHEAD : 1, least = INFINITY;
        double x = far * cos(turn - facing * M_PI / 180), y = far * sin(turn - facing * M_PI / 180);
        least = fabs(fabs(x) * slope - fabs(y)) / hypot(1, slope);
        for (int k = 0; k < 720; k++) { /* all round at the tolerance, and where it is */
            double by = k == 0 ? 0 : tolerance, a = k * M_PI / 360;
            seen[side_at((tl_vec2){from.x + by * cos(a), from.y + by * sin(a)}, (tl_vec2){1000, 1000}, facing, slope)] =
                true;
        }
        assert_near(fact.margin, least, 1e-6);
        for (int side = 0; side < TL_SCORE_SIDES && fabs(least - tolerance) > 0.01; side++) {
            if (told[side] != seen[side]) {
                fail_msg("round %d: side %d is %s told", round, side, told[side] ? "" : "not");
            }
            met[side] += seen[side];
        }
        open += fact.count > 1;
        tl_free(t.context, fact.values);
        judge_end(&t);
    }
    assert_true(met[0] > 30 && met[1] > 30 && met[2] > 30 && met[3] > 20 && open > 3);
}

/* --- Who doesn't see ---------------------------------------------------------------------------------------------- */

/* Of those who look together only those count that have a line: what one behind a wall is holds of none. */
static void behind_a_wall(void **state) {
    (void)state;
    static const char rules[] =
        "{\"trueline_ruleset\":2,\"name\":\"made\",\"title\":\"Made\",\"settings\":[{\"name\":\"tolerance_mm\","
        "\"type\":"
        "\"number\",\"default\":0.05,\"rule\":\"M-1\",\"text\":\"T.\"}],\"rules\":{\"M-1\":\"One.\"},\"lengths\":"
        "{\"game_unit\":{\"cm\":10,\"inch\":10}},\"classes\":{\"infantry\":{\"measured\":\"base\",\"blocks_sight\":"
        "false}},"
        "\"stances\":{\"up\":{},\"down\":{}},\"terrain\":{\"wall\":{\"rule\":\"M-1\",\"raised\":true}},\"scores\":{"
        "\"s\":{"
        "\"text\":\"Sum.\",\"rule\":\"M-1\",\"rows\":[{\"when\":{\"from\":{\"stance\":\"down\"}},\"add\":1,\"cite\":"
        "\"M-1\"},"
        "{\"when\":{\"from\":{\"moved\":true}},\"add\":10,\"cite\":\"M-1\"},{\"when\":{\"observers\":{\"from\":2}},"
        "\"add\":100,"
        "\"cite\":\"M-1\"}]}}}";
    char path[400];
    snprintf(path, sizeof(path), TL_TEST_BINARY_DIR "/made-facts-%ld.json", (long)getpid());
    test_write_file(path, rules, strlen(rules));
    for (int k = 0; k < 16; k++) {
        bool walls[2] = {(k & 1) != 0, (k & 2) != 0}, first_down = (k & 4) != 0, first_moved = (k & 8) != 0;
        judge_table t;
        judge_begin(&t);
        t.rules = path;
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[500,500],"
                   "'stance':'%s','moved':%s},{'id':'a2','asset':'man','at':[500,900],'stance':'%s','moved':%s}]}",
                   first_down ? "down" : "up", first_moved ? "true" : "false", first_down ? "up" : "down",
                   first_moved ? "false" : "true");
        judge_model(&t, "b", "blue", "infantry", "man", 900, 700, 0, "");
        for (int i = 0; i < 2; i++) {
            if (walls[i]) {
                judge_wall(&t, i == 0 ? "w" : "v", (tl_vec2){540, 400 + 400 * i}, (tl_vec2){550, 600 + 400 * i}, 200);
            }
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        if (walls[0] && walls[1]) {
            assert_string_equal(made_word(&t.told, "verdict"), "no");
        } else { /* what the first is the second isn't */
            bool down = (!walls[0] && first_down) || (!walls[1] && !first_down);
            bool moved = (!walls[0] && first_moved) || (!walls[1] && !first_moved);
            double total = (down ? 1 : 0) + (moved ? 10 : 0) + (walls[0] || walls[1] ? 0 : 100);
            assert_near(made_number(&t.told, "scores[0].total[0]"), total, 0);
            assert_near(made_number(&t.told, "scores[0].total[1]"), total, 0);
        }
        judge_end(&t);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(distances_and_heights), cmocka_unit_test(friends_and_enemies),
                                       cmocka_unit_test(how_many_look), cmocka_unit_test(sides),
                                       cmocka_unit_test(behind_a_wall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
