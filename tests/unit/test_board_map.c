/* test_board_map.c: what maps tell, against shadows of walls in closed form, rulings about single places, and one
 * another. */
#include "support/board_table.h"

#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/map/tiles.h"
#include "judge/cover/pair_cover.h"
#include "judge/sight/pair_sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_board_cell *cell_at(const tl_board_map *map, size_t i, size_t j) {
    return &map->cells[j * map->summary.columns + i];
}

static tl_board_rect rect_of(const tl_board_map *map, size_t i, size_t j) {
    double x = map->summary.x0 + map->summary.cell_mm * (double)i,
           y = map->summary.y0 + map->summary.cell_mm * (double)j;
    return (tl_board_rect){x, y, x + map->summary.cell_mm, y + map->summary.cell_mm};
}

/* The least and the greatest distance of a place of the one from a place of the other. */
static double nearest_to(tl_board_rect a, tl_board_rect b) {
    return hypot(fmax(0, fmax(a.x0 - b.x1, b.x0 - a.x1)), fmax(0, fmax(a.y0 - b.y1, b.y0 - a.y1)));
}

static double farthest_from(tl_board_rect a, tl_board_rect b) {
    return hypot(fmax(fabs(a.x1 - b.x0), fabs(b.x1 - a.x0)), fmax(fabs(a.y1 - b.y0), fabs(b.y1 - a.y0)));
}

static void assert_cell(const tl_board_cell *c, double low, double high) {
    assert_true(c->standing && !c->partly);
    assert_near(c->low, low, 1e-9);
    assert_near(c->high, high, 1e-9);
    assert_true(c->estimate >= c->low && c->estimate <= c->high);
}

/* A length: squares that are settled at once have the bounds of all of them, no farther apart than three cells. */
static void assert_length(const tl_board_map *map, size_t i, size_t j, tl_board_rect from) {
    const tl_board_cell *c = cell_at(map, i, j);
    tl_board_rect r = rect_of(map, i, j);
    assert_true(c->low <= nearest_to(r, from) + 1e-9 && c->high >= farthest_from(r, from) - 1e-9);
    assert_true(c->high - c->low <= 3 * map->summary.cell_mm);
    assert_near(c->estimate, 0.5 * (c->low + c->high), 1e-9); /* one who is seen */
}

/* --- Nothing in the way ------------------------------------------------------------------------------------------- */

static const tl_vec2 part[2] = {{1400, 1300}, {1560, 1400}};

static void on_a_bare_table(void **state) {
    (void)state;
    board_table b;
    board_begin(&b);
    board_ready(&b, "post", "post", NULL);
    for (int k = 0; k < TL_BOARD_KINDS; k++) {
        if (k == TL_BOARD_MUTUAL) {
            continue;
        }
        tl_board_question q = {.map = tl_board_kind_word((tl_board_kind)k),
                               .has_place = true,
                               .place = {1000, 1350},
                               .area = part,
                               .cell_mm = 20};
        tl_board_map *map = board_map(&b, &q);
        const tl_board_summary *s = &map->summary;
        assert_true(map->kind == (tl_board_kind)k && !map->inch && s->columns == 8 && s->rows == 5 && s->cell_mm == 20);
        assert_true(s->x0 == 1400 && s->y0 == 1300 && s->in_mm == tl_board_in_mm((tl_board_kind)k));
        for (size_t i = 0; i < 40; i++) {
            const tl_board_rect place = {1000, 1350, 1000, 1350};
            if (k == TL_BOARD_LENGTH) {
                assert_length(map, i % 8, i / 8, place);
                continue;
            }
            double low = k == TL_BOARD_NEAREST                                               ? hypot(3000, 3000)
                         : k == TL_BOARD_DEAD || k == TL_BOARD_COVER || k == TL_BOARD_HEIGHT ? 0
                                                                                             : 1;
            assert_cell(cell_at(map, i % 8, i / 8), low, k == TL_BOARD_HEIGHT ? 2 : low);
            assert_true(map->heights[i] == 0);
        }
        bool zero = k == TL_BOARD_DEAD || k == TL_BOARD_COVER;
        assert_int_equal(s->none, zero ? 40 : 0);
        assert_int_equal(s->all, zero ? 0 : 40);
        assert_true(s->between == 0 && s->nowhere == 0 && s->low <= s->estimate && s->estimate <= s->high);
        assert_true(s->proofs == 0 && s->rulings > 0);
        tl_board_map_destroy(map);
    }
    board_end(&b);
}

/* A zone: the lines from all of it. Shares are 1; lengths are from its farthest cells. */
static void from_a_zone(void **state) {
    (void)state;
    const tl_vec2 zone[4] = {{960, 1300}, {1060, 1300}, {1060, 1400}, {960, 1400}};
    const tl_board_rect all = {960, 1300, 1060, 1400};
    board_table b;
    board_begin(&b);
    board_ready(&b, "post", "post", NULL);
    for (int k = 0; k < TL_BOARD_KINDS; k++) {
        if (k == TL_BOARD_MUTUAL) {
            continue;
        }
        tl_board_question q = {
            .map = tl_board_kind_word((tl_board_kind)k), .zone = zone, .zone_count = 4, .area = part, .cell_mm = 20};
        tl_board_map *map = board_map(&b, &q);
        for (size_t i = 0; i < 40; i++) {
            const tl_board_cell *c = cell_at(map, i % 8, i / 8);
            tl_board_rect r = rect_of(map, i % 8, i / 8);
            if (k == TL_BOARD_LENGTH) {
                /* from any place some place of a cell in the farthest corner is as far as this */
                double far = farthest_from(r, all);
                assert_true(c->high <= far + 1e-9 && c->high >= far - 3 * 20 * sqrt(2));
                assert_true(c->low >= far - 6 * 20 && c->low <= c->high);
            } else {
                bool zero = k == TL_BOARD_DEAD || k == TL_BOARD_COVER || k == TL_BOARD_HEIGHT;
                assert_near(c->low, zero ? 0 : k == TL_BOARD_NEAREST ? hypot(3000, 3000) : 1, 1e-9);
            }
        }
        tl_board_map_destroy(map);
    }
    board_end(&b);
}

/* --- Behind a wall ------------------------------------------------------------------------------------------------ */

/* A long wall along y, 10 thick. */
static void wall(board_table *b, double x, double y0, double y1, double high) {
    static int number;
    char id[16];
    snprintf(id, sizeof(id), "w%d", number++);
    judge_wall(&b->t, id, (tl_vec2){x, y0}, (tl_vec2){x + 10, y1}, high);
}

/* In front of it all is seen, behind it nothing: but for the cells that it stands in, and those that models lean over.
 */
static void behind_a_wall(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{1400, 1400}, {1640, 1500}};
    board_table b;
    board_begin(&b);
    wall(&b, 1500, 1000, 2000, 90);
    board_ready(&b, "post", "post", NULL);
    for (int k = 0; k < 5; k++) {
        const tl_board_kind kinds[5] = {TL_BOARD_FOV, TL_BOARD_DEAD, TL_BOARD_EXPOSURE, TL_BOARD_COVER,
                                        TL_BOARD_LENGTH};
        tl_board_question q = {.map = tl_board_kind_word(kinds[k]),
                               .has_place = true,
                               .place = {1300, 1450},
                               .area = area,
                               .cell_mm = 20,
                               .threads = 1};
        tl_board_map *map = board_map(&b, &q);
        size_t counts[4] = {0, 0, 0, 0};
        for (size_t i = 0; i < 60; i++) {
            const tl_board_cell *c = cell_at(map, i % 12, i / 12);
            tl_board_rect r = rect_of(map, i % 12, i / 12);
            bool over = kinds[k] == TL_BOARD_DEAD || kinds[k] == TL_BOARD_COVER;
            double seen = r.x1 <= 1494 ? 1 : 0;
            if (r.x1 <= 1480 || r.x0 >= 1520) {
                if (kinds[k] == TL_BOARD_LENGTH && seen == 1) {
                    assert_length(map, i % 12, i / 12, (tl_board_rect){1300, 1450, 1300, 1450});
                } else {
                    assert_cell(c, over ? 1 - seen : seen, over ? 1 - seen : seen);
                }
            } else {
                assert_true(c->standing && c->low >= 0 && c->high >= c->low);
            }
            bool mm = kinds[k] == TL_BOARD_LENGTH;
            counts[c->high == 0 ? 0 : (mm ? c->high - c->low <= 60 : c->low == 1) ? 1 : 2]++;
            assert_near(map->heights[i], r.x0 == 1500 ? 90 : 0, r.x0 == 1500 ? 90 : 0);
        }
        const tl_board_summary *s = &map->summary;
        assert_true(s->none == counts[0] && s->all == counts[1] && s->between == counts[2] && s->nowhere == 0);
        assert_true(s->none >= 20 && s->all >= 20);
        assert_true(s->proofs > 0 && s->proofs <= s->rulings);
        tl_board_map_destroy(map);
    }
    board_end(&b);
}

/* How high a post must be to be seen over the wall: the line from the highest point of who looks, 32 above the ground,
 * over the wall's far edge. */
static void heights_behind_a_wall(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{1400, 1440}, {1800, 1480}};
    const double high[3] = {40, 28, 33};
    for (int n = 0; n < 3; n++) {
        board_table b;
        board_begin(&b);
        wall(&b, 1500, 1000, 2000, high[n]);
        board_ready(&b, "post", "post", NULL);
        tl_board_question q = {
            .map = "height", .has_place = true, .place = {1200, 1460}, .area = area, .cell_mm = 20, .threads = 1};
        tl_board_map *map = board_map(&b, &q);
        for (size_t i = 0; i < 40; i++) {
            const tl_board_cell *c = cell_at(map, i % 20, i / 20);
            tl_board_rect r = rect_of(map, i % 20, i / 20);
            if (r.x1 < 1500) {
                assert_cell(c, 0, 2);
            }
            if (r.x0 < 1520) {
                continue;
            }
            /* over the near edge where the wall is lower than the eye, over the far one where it is higher */
            double edge = high[n] < 32 ? 310 : 310, slope = (high[n] - 32) / edge;
            double one = 32 + slope * (r.x0 - 1200), other = 32 + slope * (r.x1 - 1200);
            double least = fmin(one, other), most = fmax(one, other);
            double below = 0, above = hypot(3000, 3000);
            for (int p = 0; p < TL_BOARD_POSTS; p++) {
                below = tl_board_posts[p] < least - 1 ? tl_board_posts[p] : below;
                above = tl_board_posts[p] > most + 2 && above > 3000 ? tl_board_posts[p] : above;
            }
            assert_true(c->low <= least + 0.1 && c->high >= most - 0.1); /* the eye's cap is a little round */
            assert_true(c->low >= below && c->high <= above);
            /* the estimate is the lowest post that is seen in the middle */
            double middle = 0.5 * (one + other), likely[2] = {hypot(3000, 3000), hypot(3000, 3000)};
            for (int p = TL_BOARD_POSTS - 1; p >= 0; p--) {
                likely[0] = tl_board_posts[p] > middle - 1 ? tl_board_posts[p] : likely[0];
                likely[1] = tl_board_posts[p] > middle + 1 ? tl_board_posts[p] : likely[1];
            }
            assert_true(c->estimate >= fmin(likely[0], c->high) && c->estimate <= fmax(likely[1], c->low));
            assert_true(c->estimate >= c->low && c->estimate <= c->high && c->standing);
        }
        assert_true(map->summary.in_mm);
        tl_board_map_destroy(map);
        board_end(&b);
    }
}

/* --- Rulings ------------------------------------------------------------------------------------------------------ */

static double between(test_random *random, double low, double high) {
    return test_random_between(random, low, high);
}

static tl_verdict ruling(board_table *b, size_t from, size_t to, bool cover, double x, double y) {
    const double where[2] = {x, y};
    assert_int_equal(tl_table_place(b->t.table, to, where, 2, 0, 0, &b->error), TL_OK);
    tl_inquiry fresh = b->t.inquiry;
    fresh.placed = NULL;
    if (cover) {
        tl_pair_cover_result result;
        assert_int_equal(tl_pair_cover(&fresh, from, to, &result, &b->error), TL_OK);
        return result.verdict;
    }
    tl_pair_sight_result result;
    assert_int_equal(tl_pair_sight(&fresh, from, to, &result, &b->error), TL_OK);
    return result.sight.verdict;
}

/* At random places of settled cells the ruling doesn't deny what the map says. */
static void check_cells(board_table *b, test_random *random, const tl_board_map *map, int places, size_t asked[2]) {
    size_t from = judge_who(&b->t, "looker1"), to = judge_who(&b->t, "a1");
    for (size_t j = 0; j < map->summary.rows; j++) {
        for (size_t i = 0; i < map->summary.columns; i++) {
            const tl_board_cell *c = cell_at(map, i, j);
            for (int k = 0; k < places && c->standing && (c->high == 0 || c->low == 1); k++) {
                tl_board_rect r = rect_of(map, i, j);
                double x = between(random, r.x0, r.x1), y = between(random, r.y0, r.y1);
                tl_verdict verdict = ruling(b, from, to, map->kind == TL_BOARD_COVER, x, y);
                if (verdict == (c->high == 0 ? TL_VERDICT_YES : TL_VERDICT_NO)) {
                    fail_msg("cell %zu, %zu is %g to %g, but not at (%.17g, %.17g): %s", i, j, c->low, c->high, x, y,
                             b->t.terrain);
                }
                asked[c->low == 1]++;
            }
        }
    }
    const double away[2] = {300, 2900};
    assert_int_equal(tl_table_place(b->t.table, to, away, 2, 0, 0, &b->error), TL_OK);
}

static void random_pieces(board_table *b, test_random *random) {
    const char *const kinds[2] = {"wood", "smoke"};
    for (int i = 0; i < 4; i++) {
        char id[16];
        snprintf(id, sizeof(id), "r%d", i);
        double x = between(random, 1150, 1400), y = between(random, 1050, 1350), wide = between(random, 10, 40),
               deep = between(random, 40, 150);
        if (i < 3) {
            judge_wall(&b->t, id, (tl_vec2){x, y}, (tl_vec2){x + wide, y + deep}, between(random, 5, 70));
        } else {
            judge_area(&b->t, id, kinds[i % 2], (tl_vec2){x, y}, (tl_vec2){x + 3 * wide, y + 2 * deep}, 60);
        }
    }
}

static void cells_against_rulings(void **state) {
    (void)state;
    test_random random = test_random_start("board-map", 41);
    const tl_vec2 area[2] = {{1300, 1100}, {1480, 1260}};
    for (int kind = 0; kind < 2; kind++) {
        size_t asked[2] = {0, 0}, settled = 0, cells = 0, on_slope = 0;
        for (int n = 0; n < 6; n++) {
            board_table b;
            board_begin(&b);
            if (n % 2 == 1) { /* a slope */
                judge_ground(&b.t, "'mesh':'tile 0 0 0 3000 3000 60'");
            }
            judge_man(&b.t, "looker", 1050, between(&random, 1100, 1250));
            random_pieces(&b, &random);
            board_ready(&b, "post", "post", NULL);
            tl_board_question q = {.map = kind == 0 ? "fov" : "cover",
                                   .from = "looker",
                                   .target = "man",
                                   .area = area,
                                   .cell_mm = 20,
                                   .threads = 1};
            tl_board_map *map = board_map(&b, &q);
            for (size_t i = 0; i < 72 && n % 2 == 1; i++) { /* the height in the middle: of the slope, or a wall's */
                tl_board_rect r = rect_of(map, i % 9, i / 9);
                double slope = 0.01 * (r.x0 + r.x1);
                on_slope += fabs(map->heights[i] - slope) < 1e-6;
            }
            check_cells(&b, &random, map, 1, asked);
            settled += map->summary.none + map->summary.all;
            cells += 72;
            tl_board_map_destroy(map);
            board_end(&b);
        }
        print_message("%zu of %zu settled; asked %zu, %zu\n", settled, cells, asked[0], asked[1]);
        assert_true(asked[0] > 3 && asked[1] > 40 && 5 * settled > 2 * cells && on_slope > 100);
    }
}

/* --- One another -------------------------------------------------------------------------------------------------- */

/* Dead ground is field of view turned over; cover is at least that; shares of zones lie between what all of it sees and
 * what some of it does; nothing changes with the number of threads. */
static void maps_of_one_table(void **state) {
    (void)state;
    test_random random = test_random_start("board-maps", 43);
    const tl_vec2 area[2] = {{1300, 1100}, {1460, 1220}};
    const tl_vec2 zone[4] = {{1000, 1100}, {1080, 1100}, {1080, 1200}, {1000, 1200}};
    for (int n = 0; n < 3; n++) {
        board_table b;
        board_begin(&b);
        random_pieces(&b, &random);
        board_ready(&b, "post", "post", NULL);
        tl_board_map *map[TL_BOARD_KINDS];
        for (int k = 0; k < TL_BOARD_KINDS; k++) {
            tl_board_question q = {.map = tl_board_kind_word((tl_board_kind)k),
                                   .zone = zone,
                                   .zone_count = 4,
                                   .area = area,
                                   .cell_mm = 20,
                                   .threads = 1};
            map[k] = k == TL_BOARD_MUTUAL || k == TL_BOARD_HEIGHT ? NULL : board_map(&b, &q);
        }
        tl_board_question q = {.map = "fov", .zone = zone, .zone_count = 4, .area = area, .cell_mm = 20, .threads = 3};
        tl_board_map *again = board_map(&b, &q);
        assert_string_equal(again->json, map[TL_BOARD_FOV]->json);
        assert_string_equal(again->text, map[TL_BOARD_FOV]->text);
        tl_board_map_destroy(again);
        for (size_t i = 0; i < 48; i++) {
            const tl_board_cell *fov = &map[TL_BOARD_FOV]->cells[i], *dead = &map[TL_BOARD_DEAD]->cells[i];
            const tl_board_cell *share = &map[TL_BOARD_EXPOSURE]->cells[i], *cover = &map[TL_BOARD_COVER]->cells[i];
            const tl_board_cell *near = &map[TL_BOARD_NEAREST]->cells[i], *far = &map[TL_BOARD_LENGTH]->cells[i];
            assert_true(fov->standing && share->standing && near->standing);
            assert_true(dead->low == 1 - fov->high && dead->high == 1 - fov->low &&
                        dead->estimate == 1 - fov->estimate);
            assert_true(cover->high >= dead->low); /* who isn't seen is in cover */
            assert_true(fov->low < 1 || share->high > 0);
            assert_true(fov->high > 0 || (share->low == 0 && far->low == 0));
            assert_true(share->low == 0 || fov->high > 0);
            assert_true(share->low <= share->high && share->estimate >= share->low && share->estimate <= share->high);
            /* nobody is farther off than the zone's far corner */
            assert_true(far->high <=
                        farthest_from(rect_of(map[0], i % 8, i / 8), (tl_board_rect){1000, 1100, 1080, 1200}) + 1e-9);
            assert_true(fov->high > 0 || fov->partly || near->high == 0);
            assert_true(near->low == 0 || fov->low == 1); /* not even a corner of it may be out of view */
            assert_true(near->low <= near->estimate && near->estimate <= near->high);
        }
        for (int k = 0; k < TL_BOARD_KINDS; k++) {
            tl_board_map_destroy(map[k]);
        }
        board_end(&b);
    }
}

/* Shares of a zone are held against places of its own: whatever the map's bounds are, the true share is between them.
 */
static void shares_of_a_zone(void **state) {
    (void)state;
    test_random random = test_random_start("board-shares", 47);
    /* the zone is one row of 4 cells; a wall of closed form hides those beside its line from places behind it */
    const tl_vec2 zone[4] = {{1000, 1000}, {1200, 1000}, {1200, 1050}, {1000, 1050}},
                  area[2] = {{1000, 1500}, {1200, 1600}};
    board_table b;
    board_begin(&b);
    judge_wall(&b.t, "wall", (tl_vec2){1100, 1250}, (tl_vec2){2000, 1260}, 90); /* half of the way, from x = 1100 on */
    board_ready(&b, "post", "post", NULL);
    tl_board_question q = {.map = "exposure", .zone = zone, .zone_count = 4, .area = area, .cell_mm = 10, .threads = 1};
    tl_board_map *map = board_map(&b, &q);
    double sum[2] = {0, 0};
    for (size_t k = 0; k < 200; k++) {
        const tl_board_cell *c = cell_at(map, k % 20, k / 20);
        tl_board_rect r = rect_of(map, k % 20, k / 20);
        sum[0] += c->low;
        sum[1] += c->high;
        for (int n = 0; n < 6; n++) {
            /* a place at x, y sees those of the zone whose line passes the wall's end, cores being 6 to either side */
            double x = between(&random, r.x0, r.x1), y = between(&random, r.y0, r.y1);
            double seen[2] = {0, 0};
            for (int i = 0; i < 500; i++) {
                double zx = between(&random, 1000, 1200), zy = between(&random, 1000, 1050);
                double t0 = (1250 - zy) / (y - zy), t1 = (1260 - zy) / (y - zy);
                double most = fmax(zx + (x - zx) * t0, zx + (x - zx) * t1);
                seen[0] += most - 6 < 1100 - 0.3; /* some line surely passes; the round cores have corners */
                seen[1] += most - 6 < 1100;
            }
            assert_true(c->low <= seen[1] / 500 + 0.08 && c->high >= seen[0] / 500 - 0.08);
        }
    }
    assert_true(sum[1] - sum[0] < 0.35 * 200); /* and they say something */
    assert_near(map->summary.low, sum[0] / 200, 1e-9);
    assert_near(map->summary.high, sum[1] / 200, 1e-9);
    tl_board_map_destroy(map);
    board_end(&b);
}

/* --- Nearest ------------------------------------------------------------------------------------------------------ */

/* From the raw cells of the tiles, by trying all pairs; and these against rulings. */
static void nearest_by_brute_force(void **state) {
    (void)state;
    test_random random = test_random_start("board-nearest", 53);
    const tl_vec2 area[2] = {{1300, 1100}, {1500, 1250}};
    size_t open = 0, wrong = 0;
    for (int n = 0; n < 3; n++) {
        board_table b;
        board_begin(&b);
        random_pieces(&b, &random);
        judge_man(&b.t, "looker", 1050, 1150 + 20 * n);
        wall(&b, 1250, 1100, 1140 + 20 * n, 90);
        judge_terrain(&b.t, "{'id':'step','kind':'wall','mesh':'box 1400 1180 0 1430 1220 30','at':[0,0,0]}");
        board_ready(&b, "post", "post", NULL);
        tl_board_question q = {
            .map = "nearest", .from = "looker", .target = "man", .area = area, .cell_mm = 10 + n, .threads = 1};
        tl_board_plan plan;
        tl_board_tiles tiles;
        const tl_board_share share = {.path = NULL};
        assert_int_equal(tl_board_plan_make(b.t.referee, &q, &plan, &b.error), TL_OK);
        assert_int_equal(tl_board_tiles_make(&plan, &tiles, &b.error), TL_OK);
        assert_int_equal(tl_board_work_out(&plan, 1, &share, &tiles, &b.error), TL_OK);
        tl_board_map *map = board_map(&b, &q);
        size_t nx = plan.grid.nx, ny = plan.grid.ny, met = 0;
        for (size_t i = 0; i < nx * ny; i++) {
            double best[3] = {INFINITY, INFINITY, INFINITY};
            for (size_t k = 0; k < nx * ny; k++) {
                const tl_board_cell *c = &tiles.cells[k];
                double x = fabs((double)(k % nx) - (double)(i % nx)), y = fabs((double)(k / nx) - (double)(i / nx));
                double apart = plan.grid.cell * hypot(fmax(0, x - 1), fmax(0, y - 1)),
                       far = plan.grid.cell * hypot(x, y);
                if (c->standing) {
                    best[0] = c->low < 1 ? fmin(best[0], apart) : best[0];
                    best[1] = c->high == 0 && !c->partly ? fmin(best[1], far) : best[1];
                    best[2] = c->estimate < 0.5 ? fmin(best[2], far) : best[2];
                }
            }
            double high = fmin(best[1], hypot(3000, 3000)), low = fmin(best[0], high);
            assert_near(map->cells[i].high, high, 1e-9);
            assert_near(map->cells[i].low, low, 1e-9);
            assert_near(map->cells[i].estimate, fmin(fmax(best[2], low), high), 1e-9);
            met += high > 0 && high < 3000;
        }
        assert_true(met > 10);
        /* where it is open, the estimate is what a line in the middle says */
        for (size_t i = 0; i < nx * ny; i++) {
            const tl_board_cell *c = &tiles.cells[i];
            tl_board_rect r = tl_board_grid_rect(&plan.grid, i % nx, i / nx, 1);
            if (c->standing && !c->partly && c->low < c->high && open < 150) {
                tl_verdict verdict = ruling(&b, judge_who(&b.t, "looker1"), judge_who(&b.t, "a1"), false,
                                            0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1));
                assert_true(c->estimate == 0 || verdict != TL_VERDICT_NO);
                wrong += c->estimate == 0 && verdict == TL_VERDICT_YES;
                open++;
            }
        }
        tl_board_map_destroy(map);
        tl_board_tiles_free(b.t.context, &tiles);
        tl_board_plan_free(&plan);
        board_end(&b);
    }
    print_message("%zu open, %zu otherwise\n", open, wrong);
    assert_true(open > 30 && 5 * wrong < open);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* A slab on legs of air: level 1 is where it is, to the cell. */
static void levels_are_mapped_where_they_are(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{1000, 1000}, {1400, 1300}};
    board_table b;
    board_begin(&b);
    judge_terrain(&b.t, "{'id':'slab','kind':'obstacle','mesh':'box 1105 1055 40 1295 1145 44','at':[0,0,0]}");
    board_ready(&b, "post", "post", NULL);
    tl_board_question q = {
        .map = "fov", .has_place = true, .place = {1200, 1100}, .area = area, .cell_mm = 20, .level = 1, .threads = 1};
    tl_board_map *map = board_map(&b, &q);
    for (size_t i = 0; i < 300; i++) {
        size_t x = i % 20, y = i / 20;
        bool on = x >= 5 && x <= 14 && y >= 2 && y <= 7;
        const tl_board_cell *c = cell_at(map, x, y);
        assert_int_equal(c->standing, on);
        assert_int_equal(c->partly, on); /* that a slab is over every place of a cell isn't known */
        bool middle = x >= 5 && x <= 14 && y >= 3 && y <= 6;
        assert_true(isnan(map->heights[i]) == !(middle || (on && !isnan(map->heights[i]))));
        assert_true(isnan(map->heights[i]) || map->heights[i] == 44);
    }
    assert_int_equal(map->summary.nowhere, 240);
    tl_board_map_destroy(map);
    q.level = 0;
    q.to = (const tl_vec2[]){{1000, 1000}, {1100, 1000}, {1100, 1100}, {1000, 1100}};
    q.to_count = 4;
    map = board_map(&b, &q);
    for (size_t i = 0; i < 300; i++) { /* cells beside the zone aren't mapped */
        assert_int_equal(map->cells[i].standing, i % 20 < 5 && i / 20 < 5);
    }
    tl_board_map_destroy(map);
    board_end(&b);
}

/* Where nobody can stand there is nothing to tell. */
static void nowhere_to_stand(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{1600, 1000}, {1700, 1100}};
    board_table b;
    board_begin(&b);
    judge_terrain(&b.t, "{'id':'slab','kind':'obstacle','mesh':'box 900 900 40 1400 1200 44','at':[0,0,0]}");
    board_ready(&b, "post", "post", NULL);
    const char *const maps[5] = {"fov", "exposure", "height", "nearest", "length"};
    for (int k = 0; k < 5; k++) {
        tl_board_question q = {.map = maps[k],
                               .has_place = true,
                               .place = {1000, 1000},
                               .area = area,
                               .cell_mm = 20,
                               .level = 1,
                               .threads = 1};
        tl_board_map *map = board_map(&b, &q);
        const tl_board_summary *s = &map->summary;
        assert_true(s->nowhere == 25 && s->none == 0 && s->all == 0 && s->between == 0);
        assert_true(s->low == 0 && s->high == 0 && s->estimate == 0 && s->rulings == 0);
        for (size_t i = 0; i < 25; i++) {
            assert_true(!map->cells[i].standing && isnan(map->heights[i]));
        }
        tl_board_map_destroy(map);
    }
    board_end(&b);
}

/* Every map of a table with one piece of each kind of terrain, fortifications among them. */
static void all_kinds_of_terrain(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{900, 900}, {1100, 1100}}, zone[3] = {{200, 900}, {400, 900}, {300, 1100}};
    const tl_vec2 other[3] = {{1200, 900}, {1400, 900}, {1300, 1100}};
    board_table empty;
    board_begin(&empty);
    board_ready(&empty, "post", "post", NULL);
    size_t kinds = tl_ruleset_kind_count(empty.t.referee->ruleset);
    assert_true(kinds > 10);
    for (size_t i = 0; i < kinds; i++) {
        board_table b;
        board_begin(&b);
        judge_area(&b.t, "piece", tl_ruleset_kind_at(empty.t.referee->ruleset, i)->name, (tl_vec2){940, 940},
                   (tl_vec2){1060, 1060}, 40);
        board_ready(&b, "post", "post", NULL);
        for (int k = 0; k < TL_BOARD_KINDS; k++) {
            tl_board_question q = {.map = tl_board_kind_word((tl_board_kind)k), .cell_mm = 100, .threads = 1};
            if (k == TL_BOARD_MUTUAL) {
                q.zone = zone;
                q.zone_count = 3;
                q.to = other;
                q.to_count = 3;
            } else {
                q.has_place = true;
                q.place[0] = 700;
                q.place[1] = 1000;
                q.area = area;
            }
            tl_board_map *map = board_map(&b, &q);
            for (size_t c = 0; c < map->summary.columns * map->summary.rows; c++) {
                assert_true(!map->cells[c].standing || map->cells[c].low <= map->cells[c].high);
            }
            tl_board_map_destroy(map);
        }
        board_end(&b);
    }
    board_end(&empty);
}

/* Whoever looks stands on a slab, of which nowhere is certain that it bears: nothing is seen for certain by somebody,
 * but all that there is is seen. */
static void lookers_in_doubt(void **state) {
    (void)state;
    const tl_vec2 area[2] = {{1200, 1000}, {1300, 1100}},
                  zone[4] = {{1000, 1000}, {1080, 1000}, {1080, 1080}, {1000, 1080}};
    board_table b;
    board_begin(&b);
    judge_terrain(&b.t, "{'id':'slab','kind':'obstacle','mesh':'box 900 900 40 1400 1200 44','at':[0,0,0]}");
    board_ready(&b, "post", "post", NULL);
    for (int k = 0; k < 3; k++) {
        tl_board_question q = {.map = k == 0   ? "fov"
                                      : k == 1 ? "exposure"
                                               : "length",
                               .zone = zone,
                               .zone_count = 4,
                               .area = area,
                               .cell_mm = 20,
                               .level = 1,
                               .threads = 1};
        tl_board_map *map = board_map(&b, &q);
        for (size_t i = 0; i < 25; i++) {
            const tl_board_cell *c = &map->cells[i];
            assert_true(c->standing && c->partly);
            assert_true(c->low == (k == 1 ? 1 : 0) && (k == 2 ? c->high > 100 : c->high == 1));
            assert_true(k == 2 ? c->estimate > 100 : c->estimate == 1);
        }
        tl_board_map_destroy(map);
    }
    board_end(&b);
}

/* A slab that begins within a cell: the quarters of the cell that it isn't in don't count. */
static void quarters_where_nobody_stands(void **state) {
    (void)state;
    test_random random = test_random_start("board-quarters", 59);
    const tl_vec2 area[2] = {{1100, 1040}, {1140, 1140}};
    board_table b;
    board_begin(&b);
    judge_terrain(&b.t, "{'id':'slab','kind':'obstacle','mesh':'box 1112 1052 40 1400 1160 44','at':[0,0,0]}");
    judge_terrain(&b.t, "{'id':'wall','kind':'wall','mesh':'box 1180 1095 44 1190 1300 90','at':[0,0,0]}");
    judge_unit(&b.t, "{'id':'looker','side':'red','class':'infantry','members':[{'id':'looker1','asset':'man',"
                     "'at':[1350,1120,44]}]}");
    board_ready(&b, "post", "post", NULL);
    tl_board_question q = {
        .map = "fov", .from = "looker", .target = "man", .area = area, .cell_mm = 20, .level = 1, .threads = 1};
    tl_board_map *map = board_map(&b, &q);
    size_t mixed = 0, from = judge_who(&b.t, "looker1"), to = judge_who(&b.t, "a1");
    for (size_t i = 0; i < 10; i++) {
        const tl_board_cell *c = &map->cells[i];
        tl_board_rect r = rect_of(map, i % 2, i / 2);
        assert_true(c->standing && c->partly && c->low <= c->estimate && c->estimate <= c->high);
        mixed += c->low < c->high;
        for (int k = 0; k < 20; k++) {
            const double at[2] = {between(&random, fmax(r.x0, 1113), r.x1), between(&random, fmax(r.y0, 1053), r.y1)};
            assert_int_equal(tl_table_place(b.t.table, to, at, 2, 0, 1, &b.error), TL_OK);
            assert_true(b.t.table->members[to].rest.found);
            tl_inquiry fresh = b.t.inquiry;
            fresh.placed = NULL;
            tl_pair_sight_result result;
            assert_int_equal(tl_pair_sight(&fresh, from, to, &result, &b.error), TL_OK);
            assert_true(c->high > 0 || result.sight.verdict != TL_VERDICT_YES);
            assert_true(c->low < 1 || result.sight.verdict != TL_VERDICT_NO);
        }
    }
    assert_true(mixed > 1);
    const double away[2] = {300, 2900};
    assert_int_equal(tl_table_place(b.t.table, to, away, 2, 0, 0, &b.error), TL_OK);
    tl_board_map_destroy(map);
    board_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_bare_table),
        cmocka_unit_test(from_a_zone),
        cmocka_unit_test(behind_a_wall),
        cmocka_unit_test(heights_behind_a_wall),
        cmocka_unit_test(all_kinds_of_terrain),
        cmocka_unit_test(cells_against_rulings),
        cmocka_unit_test(maps_of_one_table),
        cmocka_unit_test(shares_of_a_zone),
        cmocka_unit_test(nearest_by_brute_force),
        cmocka_unit_test(nowhere_to_stand),
        cmocka_unit_test(lookers_in_doubt),
        cmocka_unit_test(quarters_where_nobody_stands),
        cmocka_unit_test(levels_are_mapped_where_they_are),
    };
    return cmocka_run_group_tests_name("board map", tests, NULL, NULL);
}
