/* test_board_zones.c: what two zones see of one another, and the bounds of shares. */
#include "support/board_table.h"

#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/map/share.h"
#include "board/map/mutual.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static char *file_of_test(const char *name, char buffer[300]) {
    snprintf(buffer, 300, "%s/test_board_zones.%s", TL_TEST_BINARY_DIR, name);
    remove(buffer);
    return buffer;
}

/* --- Two zones ---------------------------------------------------------------------------------------------------- */

static const tl_vec2 left[4] = {{1000, 1000}, {1160, 1000}, {1160, 1240}, {1000, 1240}},
                     right[4] = {{1480, 1000}, {1600, 1000}, {1600, 1240}, {1480, 1240}};

/* Nothing between: each sees all of the other. A wall between: nothing. A wall before one half: what the maps of either
 * zone alone say. */
static void zones_see_one_another(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        board_table b;
        board_begin(&b);
        if (k > 0) {
            judge_wall(&b.t, "wall", (tl_vec2){1300, k == 1 ? 500 : 1100}, (tl_vec2){1310, 1800}, 90);
        }
        board_ready(&b, "post", "post", NULL);
        tl_board_question q = {
            .map = "mutual", .zone = left, .zone_count = 4, .to = right, .to_count = 4, .cell_mm = 40, .threads = 1};
        tl_board_question one = q, other = q;
        one.map = other.map = "exposure";
        other.zone = right;
        other.to = left;
        tl_board_map *mutual = board_map(&b, &q), *seen[2] = {board_map(&b, &one), board_map(&b, &other)};
        const tl_board_summary *s = &mutual->summary;
        assert_true(s->mutual && !seen[0]->summary.mutual);
        size_t cells[2] = {0, 0};
        double sum[2][2] = {{0, 0}, {0, 0}}, apart[2] = {0, 0};
        for (size_t i = 0; i < s->columns * s->rows; i++) {
            const tl_board_cell *m = &mutual->cells[i];
            int which = i % s->columns < 33;
            const tl_board_cell *e = &seen[which]->cells[i];
            assert_int_equal(m->standing, e->standing);
            if (!m->standing) {
                continue;
            }
            assert_true(m->low <= e->high + 1e-9 && e->low <= m->high + 1e-9);
            assert_true(m->low <= m->estimate && m->estimate <= m->high && !m->partly);
            if (k < 2) {
                assert_near(m->low, 1 - k, 1e-12);
                assert_near(m->high, 1 - k, 1e-12);
            }
            sum[which][0] += m->low;
            sum[which][1] += m->high;
            apart[which] += fabs(m->estimate - e->estimate);
            cells[which]++;
        }
        assert_true(cells[1] == 24 && cells[0] == 18);
        assert_near(s->from_zone.low, sum[1][0] / 24, 1e-9);
        assert_near(s->from_zone.high, sum[1][1] / 24, 1e-9);
        assert_near(s->from_to.low, sum[0][0] / 18, 1e-9);
        assert_near(s->from_to.high, sum[0][1] / 18, 1e-9);
        /* what is open is told by the same lines, whoever asks */
        assert_true(apart[0] < 0.2 && apart[1] < 0.2 && (k < 2 || s->high > s->low + 0.01));
        /* one can stand everywhere: then every pair counts alike, from either side */
        assert_near(s->pairs.low, s->from_zone.low, 1e-9);
        assert_near(s->pairs.low, s->from_to.low, 1e-9);
        assert_near(s->pairs.high, s->from_zone.high, 1e-9);
        assert_near(s->pairs.high, s->from_to.high, 1e-9);
        assert_true(s->low == s->pairs.low && s->high == s->pairs.high && s->estimate == s->pairs.estimate);
        assert_true(k != 2 || (s->low > 0.1 && s->high < 0.9 && s->high - s->low < 0.5));
        assert_true(s->estimate >= s->low && s->estimate <= s->high);
        assert_true(s->none == (k == 1 ? 42 : s->none) && s->all == (k == 0 ? 42 : s->all));
        /* shares put together are the same map */
        char path[2][300];
        const char *files[2] = {path[1], path[0]};
        tl_board_map *merged = NULL;
        for (unsigned i = 0; i < 2; i++) {
            q.keep = file_of_test(i == 0 ? "zones0" : "zones1", path[i]);
            q.share = i + 1;
            q.shares = 2;
            q.threads = 2;
            assert_int_equal(tl_board_ask_share(b.t.referee, &q, &error), TL_OK);
        }
        assert_int_equal(tl_board_merge(b.t.referee, files, 2, &merged, &error), TL_OK);
        assert_string_equal(mutual->json, merged->json);
        assert_string_equal(mutual->text, merged->text);
        remove(path[0]);
        remove(path[1]);
        tl_board_map_destroy(merged);
        tl_board_map_destroy(mutual);
        tl_board_map_destroy(seen[0]);
        tl_board_map_destroy(seen[1]);
        board_end(&b);
    }
}

/* At the table's far corner the last cells are cut off, and squares of the map reach over its end. */
static void zones_at_the_rim(void **state) {
    (void)state;
    const tl_vec2 one[4] = {{2650, 2650}, {2790, 2650}, {2790, 3000}, {2650, 3000}},
                  other[4] = {{2870, 2650}, {3000, 2650}, {3000, 3000}, {2870, 3000}};
    for (int k = 0; k < 3; k++) {
        board_table b;
        board_begin(&b);
        if (k > 0) {
            judge_wall(&b.t, "wall", (tl_vec2){2825, k == 1 ? 2500 : 2800}, (tl_vec2){2835, 3050}, 90);
        }
        board_ready(&b, "post", "post", NULL);
        tl_board_question q = {.map = "mutual", .cell_mm = 70, .threads = 1};
        q.zone = k == 2 ? other : one;
        q.to = k == 2 ? one : other;
        q.zone_count = q.to_count = 4;
        tl_board_map *map = board_map(&b, &q);
        double sum[2][3] = {{0, 0, 0}, {0, 0, 0}}; /* low, high, area */
        for (size_t i = 0; i < 43 * 43; i++) {
            const tl_board_cell *c = &map->cells[i];
            size_t x = i % 43, y = i / 43;
            bool left_one = x == 38 || x == 39, right_one = x == 41 || x == 42; /* 2660 to 2800; 2870 to 3000 */
            assert_int_equal(c->standing, y >= 38 && (left_one || right_one));
            if (c->standing) {
                assert_true(k == 2 || (c->low == 1 - k && c->high == 1 - k && c->estimate == 1 - k));
                double here = (x == 42 ? 60.0 : 70) * (y == 42 ? 60.0 : 70);
                sum[left_one][0] += here * c->low;
                sum[left_one][1] += here * c->high;
                sum[left_one][2] += here;
            }
        }
        const tl_board_summary *s = &map->summary;
        const tl_board_bounds *mean[2] = {k == 2 ? &s->from_zone : &s->from_to, k == 2 ? &s->from_to : &s->from_zone};
        for (int n = 0; n < 2; n++) {
            assert_near(mean[n]->low, sum[n][0] / sum[n][2], 1e-9);
            assert_near(mean[n]->high, sum[n][1] / sum[n][2], 1e-9);
            assert_near(s->pairs.low, mean[n]->low, 1e-9);
            assert_near(s->pairs.high, mean[n]->high, 1e-9);
            assert_true(mean[n]->estimate >= mean[n]->low && mean[n]->estimate <= mean[n]->high);
        }
        assert_near(s->estimate, s->pairs.estimate, 0);
        assert_near(mean[0]->estimate, mean[1]->estimate, 0.2); /* of lines between the same middles */
        assert_true(k < 2 || (s->low > 0.05 && s->high < 0.95));
        tl_board_map_destroy(map);
        board_end(&b);
    }
}

/* Where one can stand in doubt, bounds widen; the areas of a square's cells are sums. */
static void zones_in_doubt(void **state) {
    (void)state;
    board_table b;
    board_begin(&b);
    judge_terrain(&b.t, "{'id':'slab','kind':'obstacle','mesh':'box 1045 1045 40 1155 1115 44','at':[0,0,0]}");
    judge_terrain(&b.t, "{'id':'step','kind':'obstacle','mesh':'box 1510 1030 40 1700 1150 44','at':[0,0,0]}");
    board_ready(&b, "post", "post", NULL);
    tl_board_question q = {.map = "mutual",
                           .zone = left,
                           .zone_count = 4,
                           .to = right,
                           .to_count = 4,
                           .cell_mm = 40,
                           .level = 1,
                           .threads = 1};
    tl_board_plan plan;
    assert_int_equal(tl_board_plan_make(b.t.referee, &q, &plan, &error), TL_OK);
    double all = 0, certain = 0;
    for (size_t j = 0; j < plan.grid.ny; j++) {
        for (size_t i = 0; i < plan.grid.nx; i++) {
            double sure, perhaps;
            tl_board_mutual_area(&plan, i, j, 1, &sure, &perhaps);
            tl_board_standing standing = (tl_board_standing)plan.stands[j * plan.grid.nx + i];
            assert_true(sure == (standing == TL_BOARD_EVERYWHERE ? 1600 : 0) &&
                        perhaps == (standing != TL_BOARD_NOWHERE ? 1600 : 0));
            assert_true(standing == TL_BOARD_NOWHERE || (i >= 37 && i < 40 && j >= 25 && j < 31));
            all += perhaps;
            certain += sure;
        }
    }
    assert_true(all == plan.perhaps && certain == plan.surely && all == 1600 * 3 * 4 && certain == 0);
    double sure, perhaps;
    tl_board_mutual_area(&plan, 32, 24, 16, &sure, &perhaps);
    assert_true(sure == 0 && perhaps == all);
    tl_board_mutual_area(&plan, 38, 26, 2, &sure, &perhaps);
    assert_true(perhaps == 4 * 1600);
    tl_board_plan_free(&plan);
    tl_board_map *map = board_map(&b, &q);
    assert_true(map->summary.nowhere == 75 * 75 - 3 * 2 - 12);
    for (size_t i = 0; i < 75 * 75; i++) { /* who sees it certainly stands nowhere: nothing is known, but likely all */
        const tl_board_cell *c = &map->cells[i];
        assert_true(!c->standing || (c->partly && c->low == 1 && c->high == 1));
    }
    assert_true(map->summary.low == 1);
    tl_board_map_destroy(map);
    board_end(&b);
}

/* --- Bounds of shares --------------------------------------------------------------------------------------------- */

static void add_seen(tl_board_seen *sum, const tl_board_seen *more, double times, bool partly) {
    sum->seen += times * more->seen;
    sum->seen_partly += times * (partly ? more->seen : more->seen_partly);
    sum->unseen += times * more->unseen;
    sum->unseen_partly += times * (partly ? more->unseen : more->unseen_partly);
    sum->likely += times * more->likely;
}

static void assert_bounds(double low, double high, double estimate, double all, const tl_board_seen *s) {
    double least, most;
    tl_board_share_bounds(all, s, &least, &most);
    assert_near(low, least, 1e-12);
    assert_near(high, most, 1e-12);
    assert_near(estimate, fmin(fmax((s->seen + s->likely) / all, least), most), 1e-12);
}

/* Three cells of one zone, two of them parts of a square, and one of the other; what two tiles have found of each node:
 * of a cell is known what is of all squares that it is in. */
static void what_tiles_found_put_together(void **state) {
    (void)state;
    test_random random = test_random_start("board-mutual", 6);
    tl_context *context = tl_context_create(NULL);
    for (int n = 0; n < 200; n++) {
        bool inside[4] = {false, false, false, true};
        tl_board_node nodes[5];
        uint32_t roots[2] = {3, 4};
        memset(nodes, 0, sizeof(nodes));
        const double cell[5] = {0, 0, 1, 0.5, 2};
        for (int k = 1; k < 5; k++) {
            nodes[k].area = k == 3 ? 200 : k == 4 ? 50 : 100;
            nodes[k].partly = test_random_below(&random, 3) == 0;
            nodes[k].end.places.at = (tl_box3){{10 * cell[k], 0, 0}, {10 * cell[k] + 10, 10, 0}};
        }
        nodes[3].divided = true;
        nodes[3].child[0] = 1;
        nodes[3].child[1] = 2;
        nodes[3].partly = nodes[1].partly || nodes[2].partly;
        tl_board_plan plan = {.context = context, .grid = {0, 0, 40, 10, 10, 4, 1}, .inside = inside, .perhaps = 100};
        plan.nodes = (tl_board_nodes){.items = nodes, .count = 5, .roots = roots, .root_count = 2, .perhaps = 250};
        tl_board_cell cells[4] = {{0}};
        cells[3] = (tl_board_cell){.low = 0.25, .high = 0.5, .estimate = 0.375, .standing = true};
        tl_board_seen back[10];
        for (int i = 0; i < 10; i++) { /* no more than 100 altogether: two tiles, two squares */
            double part = test_random_between(&random, 0, 12), other = test_random_between(&random, 0, 12);
            back[i] = (tl_board_seen){part, part * test_random_below(&random, 3) / 2, other,
                                      other * test_random_below(&random, 3) / 2, test_random_between(&random, 0, 1)};
        }
        back[0] = back[5] = (tl_board_seen){0};
        const tl_board_tiles tiles = {.back = back, .nodes = 5, .count = 2};
        tl_board_map map = {.context = context, .cells = cells};
        assert_int_equal(tl_board_mutual_finish(&map, &plan, &tiles, &error), TL_OK);
        tl_board_seen pairs = {0};
        double mean[3] = {0, 0, 0};
        for (int k = 1; k < 5; k++) {
            tl_board_seen own = {0};
            for (int tile = 0; tile < 2; tile++) {
                add_seen(&pairs, &back[5 * tile + k], nodes[k].area, nodes[k].partly);
                add_seen(&own, &back[5 * tile + k], 1, false);
                if (k < 3) {
                    add_seen(&own, &back[5 * tile + 3], 1, false);
                }
            }
            const tl_board_cell *c = &cells[(int)cell[k]];
            if (k != 3) {
                assert_true(c->standing && c->partly == nodes[k].partly);
                assert_bounds(c->low, c->high, c->estimate, 100, &own);
                mean[0] += c->low / 3; /* cells are as large as one another */
                mean[1] += c->high / 3;
                mean[2] += c->estimate / 3;
            }
        }
        const tl_board_summary *s = &map.summary;
        assert_true(s->mutual && s->from_to.low == 0.25 && s->from_to.high == 0.5 && s->from_to.estimate == 0.375);
        assert_near(s->from_zone.low, mean[0], 1e-12);
        assert_near(s->from_zone.high, mean[1], 1e-12);
        assert_near(s->from_zone.estimate, mean[2], 1e-12);
        assert_bounds(s->pairs.low, s->pairs.high, s->pairs.estimate, 25000, &pairs);
    }
    tl_context_destroy(context);
}

/* Places that surely are there, or perhaps; seen, not seen, or not known: the least and the greatest share of all ways
 * in which that may be. */
static void bounds_by_all_ways(void **state) {
    (void)state;
    test_random random = test_random_start("board-bounds", 5);
    for (int n = 0; n < 3000; n++) {
        enum { MOST = 5 };
        int count = 1 + test_random_below(&random, MOST);
        double part[MOST], perhaps = 0;
        int partly[MOST], what[MOST]; /* seen, not, not known */
        tl_board_seen s = {0};
        for (int i = 0; i < count; i++) {
            part[i] = 1 + test_random_below(&random, 4);
            partly[i] = test_random_below(&random, 2);
            what[i] = test_random_below(&random, 3);
            perhaps += part[i];
            s.seen += what[i] == 0 ? part[i] : 0;
            s.seen_partly += what[i] == 0 && partly[i] ? part[i] : 0;
            s.unseen += what[i] == 1 ? part[i] : 0;
            s.unseen_partly += what[i] == 1 && partly[i] ? part[i] : 0;
        }
        double least = INFINITY, most = -INFINITY;
        for (int way = 0; way < 1 << (2 * count); way++) {
            double all = 0, seen = 0;
            for (int i = 0; i < count; i++) {
                bool there = !partly[i] || (way >> i & 1) != 0,
                     sees = what[i] == 0 || (what[i] == 2 && (way >> (count + i) & 1) != 0);
                all += there ? part[i] : 0;
                seen += there && sees ? part[i] : 0;
            }
            if (all > 0) {
                least = fmin(least, seen / all);
                most = fmax(most, seen / all);
            }
        }
        double low, high;
        tl_board_share_bounds(perhaps, &s, &low, &high);
        assert_near(low, least, 1e-12);
        assert_near(high, most, 1e-12);
    }
    double low, high;
    const tl_board_seen nearly[2] = {{.seen = 0.99}, {.unseen = 0.99}},
                        hair[2] = {{.seen = 1 - 1e-13}, {.unseen = 1 - 1e-13}};
    for (int k = 0; k < 2; k++) {
        tl_board_share_bounds(1, &nearly[k], &low, &high);
        assert_near(low, k == 0 ? 0.99 : 0, 1e-12);
        assert_near(high, k == 0 ? 1 : 0.01, 1e-12);
        tl_board_share_bounds(1, &hair[k], &low, &high);
        assert_true(low == 1 - k && high == 1 - k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_see_one_another), cmocka_unit_test(zones_at_the_rim),
        cmocka_unit_test(zones_in_doubt),        cmocka_unit_test(what_tiles_found_put_together),
        cmocka_unit_test(bounds_by_all_ways),
    };
    return cmocka_run_group_tests_name("board zones", tests, NULL, NULL);
}
