/* test_board_lanes.c: fire lanes: on a bare table those that the words of docs/analysis.md choose, found by a search of
 * the test's own; between walls as wide as the gap lets them be. */
#include "support/board_places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tl_board_lanes lanes_of(board_places *p) {
    tl_board_lanes lanes;
    const tl_board_effort effort = {.threads = 1};
    if (tl_board_lanes_find(&p->stage, &p->pairs, &p->zones, &effort, &lanes, &p->error) != TL_OK) {
        fail_msg("%s", p->error.message);
    }
    return lanes;
}

/* --- A bare table ------------------------------------------------------------------------------------------------- */

/* Pairs of places, the longest first; of equals that with the earlier later place, then the earlier one. */
typedef struct way {
    size_t i, j;
    double length;
} way;

static int by_length(const void *x, const void *y) {
    const way *a = x, *b = y;
    if (a->length != b->length) {
        return a->length > b->length ? -1 : 1;
    }
    return a->j != b->j ? (a->j < b->j ? -1 : 1) : (a->i < b->i ? -1 : a->i > b->i ? 1 : 0);
}

typedef struct search {
    const board_places *p;
    way *ways;
    size_t count;
    tl_board_lane found[TL_BOARD_MOST_LANES];
    size_t found_count, longest, asked;
} search;

static double between(tl_vec2 a, tl_vec2 b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y); /* of whole numbers: equals are equal */
}

static bool near_one(const search *s, const way *w) {
    tl_vec2 a = board_place(s->p, w->i), b = board_place(s->p, w->j);
    double limit = 2.5 * s->p->pairs.grid.cell;
    for (size_t k = 0; k < s->found_count; k++) {
        const tl_board_lane *l = &s->found[k];
        if ((between(a, l->from) < limit && between(b, l->to) < limit) ||
            (between(a, l->to) < limit && between(b, l->from) < limit)) {
            return true;
        }
    }
    return false;
}

static const double widths[7] = {25, 50, 75, 100, 150, 200, 300};

/* Whether the squares round both places lie on the table. */
static bool is_free(search *s, const way *w, double width) {
    double room = INFINITY;
    for (int e = 0; e < 2; e++) {
        tl_vec2 p = board_place(s->p, e == 0 ? w->i : w->j);
        room = fmin(room, fmin(fmin(p.x, p.y), fmin(s->p->t.width - p.x, s->p->t.depth - p.y)));
    }
    s->asked++;
    return 0.5 * width <= room;
}

static bool from_zone_to_zone(const search *s, const way *w) {
    bool wide = s->p->t.width >= s->p->t.depth;
    double deep = wide ? s->p->t.depth : s->p->t.width;
    tl_vec2 a = board_place(s->p, w->i), b = board_place(s->p, w->j);
    double u = wide ? a.y : a.x, v = wide ? b.y : b.x;
    return fmin(u, v) <= 0.25 * deep && fmax(u, v) >= 0.75 * deep;
}

static void add(search *s, const way *w, double width) {
    s->found[s->found_count++] = (tl_board_lane){
        .from = board_place(s->p, w->i), .to = board_place(s->p, w->j), .width = width, .length = w->length};
    s->found[s->found_count - 1].zones = from_zone_to_zone(s, w);
}

static void add_longest(search *s, bool zones, size_t most) {
    size_t limit = s->asked + 1000;
    for (size_t k = 0; k < s->count && most > 0 && s->asked < limit; k++) {
        const way *w = &s->ways[k];
        double width = 0;
        if ((zones && !from_zone_to_zone(s, w)) || near_one(s, w)) {
            continue;
        }
        for (int v = 0; v < 7 && is_free(s, w, widths[v]); v++) {
            width = widths[v];
        }
        if (width > 0) {
            add(s, w, width);
            most--;
        }
    }
}

static void search_all(search *s, const board_places *p) {
    memset(s, 0, sizeof(*s));
    s->p = p;
    s->ways = malloc(p->pairs.count * p->pairs.count * sizeof(way));
    assert_non_null(s->ways);
    for (size_t j = 0; j < p->pairs.count; j++) {
        for (size_t i = 0; i < j; i++) {
            s->ways[s->count++] = (way){i, j, between(board_place(p, i), board_place(p, j))};
        }
    }
    qsort(s->ways, s->count, sizeof(way), by_length);
    add_longest(s, false, 3);
    double least = s->found_count > 0 ? 0.4 * s->found[0].length : INFINITY;
    add_longest(s, true, 2);
    s->longest = s->found_count;
    for (int v = 7; v-- > 0;) { /* of each width so many are tried */
        size_t limit = s->asked + 300;
        for (size_t k = 0; k < s->count && s->found_count < TL_BOARD_MOST_LANES && s->asked < limit; k++) {
            const way *w = &s->ways[k];
            if (w->length >= least && !near_one(s, w) && is_free(s, w, widths[v])) {
                add(s, w, widths[v]);
            }
        }
    }
    free(s->ways);
}

static void check_bare(double width, double depth, double cell) {
    board_places p;
    search s;
    board_places_begin(&p, width, depth);
    board_places_look(&p, cell, NULL);
    search_all(&s, &p);
    tl_board_lanes lanes = lanes_of(&p);
    assert_int_equal(lanes.count, s.found_count);
    assert_int_equal(lanes.longest, s.longest);
    assert_int_equal(lanes.asked, s.asked);
    for (size_t n = 0; n < lanes.count; n++) {
        const tl_board_lane *l = &lanes.lanes[n], *m = &s.found[n];
        assert_true(l->from.x == m->from.x && l->from.y == m->from.y && l->to.x == m->to.x && l->to.y == m->to.y);
        assert_near(l->length, m->length, 1e-9);
        assert_near(l->width, m->width, 0);
        assert_true(l->zones == m->zones);
        assert_near(l->height[0], 0, 1e-9);
        assert_near(l->height[1], 0, 1e-9);
    }
    board_places_end(&p);
}

static void lanes_of_a_bare_table(void **state) {
    (void)state;
    static const double sizes[][3] = {{600, 400, 100},  {400, 600, 100}, {1200, 1200, 200},
                                      {1600, 800, 160}, {1000, 700, 50}, {240, 160, 40}};
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        check_bare(sizes[k][0], sizes[k][1], sizes[k][2]);
    }
    test_random random = test_random_start("board-lanes", 13);
    for (int round = 0; round < test_trials(40); round++) {
        double cell = 30 + 10 * (double)test_random_below(&random, 20);
        check_bare(cell * (2 + test_random_below(&random, 11)), cell * (2 + test_random_below(&random, 11)), cell);
    }
}

/* --- Walls -------------------------------------------------------------------------------------------------------- */

/* A thick wall across the table with one gap, in which the places of one column are: only straight through it leads a
 * lane across, as wide as the gap: whoever stands farther to the side looks at the wall. */
static void lanes_are_as_wide_as_gaps(void **state) {
    (void)state;
    static const double gaps[4][2] = {{52, 50}, {77, 75}, {102, 100}, {152, 150}};
    for (int k = 0; k < 4; k++) {
        board_places p;
        board_places_begin(&p, 1000, 600);
        judge_wall(&p.t, "left", (tl_vec2){0, 200}, (tl_vec2){500 - 0.5 * gaps[k][0], 400}, 80);
        judge_wall(&p.t, "right", (tl_vec2){500 + 0.5 * gaps[k][0], 200}, (tl_vec2){1000, 400}, 80);
        board_places_look(&p, 200, NULL);
        tl_board_lanes lanes = lanes_of(&p);
        int straight = 0;
        for (size_t n = 0; n < lanes.count; n++) {
            const tl_board_lane *l = &lanes.lanes[n];
            bool across = (l->from.y < 300) != (l->to.y < 300);
            assert_true(l->zones == across);
            if (across) { /* through the whole depth of the wall: straight alone */
                assert_true(l->from.x == 500 && l->to.x == 500);
                assert_near(l->width, gaps[k][1], 0);
                straight++;
            }
        }
        assert_int_equal(straight, 1);
        board_places_end(&p);
    }
}

/* Cut in two: no lane leads across; each is as long as its half lets it be. */
static void no_lane_leads_through_a_wall(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 600, 400);
    judge_wall(&p.t, "wall", (tl_vec2){0, 190}, (tl_vec2){600, 210}, 80);
    board_places_look(&p, 100, NULL);
    tl_board_lanes lanes = lanes_of(&p);
    assert_true(lanes.count > 2);
    for (size_t n = 0; n < lanes.count; n++) {
        assert_true((lanes.lanes[n].from.y < 200) == (lanes.lanes[n].to.y < 200));
        assert_false(lanes.lanes[n].zones);
    }
    assert_near(lanes.lanes[0].length, hypot(500, 100), 1e-9);
    assert_near(lanes.lanes[0].from.y, 50, 0); /* from (550, 50) to (50, 150), whose later place is the earlier one */
    assert_near(lanes.lanes[0].from.x, 550, 0);
    board_places_end(&p);
}

/* Where somebody may not be able to stand in all of an end there is no lane. */
static void ends_are_where_one_can_stand(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 600, 400);
    judge_wall(&p.t, "post", (tl_vec2){566, 330}, (tl_vec2){568, 370}, 80); /* 16 beside a place: within 25 of it */
    judge_wall(&p.t, "far", (tl_vec2){20, 30}, (tl_vec2){24, 70}, 80);      /* 26 beside another: 25 wide, no more */
    board_places_look(&p, 100, NULL);
    assert_true(p.pairs.squares[23].area > 0 && p.pairs.squares[0].area > 0);
    tl_board_lanes lanes = lanes_of(&p);
    bool narrow = false;
    for (size_t n = 0; n < lanes.count; n++) {
        for (int e = 0; e < 2; e++) {
            tl_vec2 at = e == 0 ? lanes.lanes[n].from : lanes.lanes[n].to;
            assert_false(at.x == 550 && at.y == 350);
            narrow = narrow || (at.x == 50 && at.y == 50);
            assert_true(at.x != 50 || at.y != 50 || lanes.lanes[n].width == 25);
        }
    }
    assert_true(narrow);
    board_places_end(&p);
}

/* Told with each end is the highest that a body there may stand. */
static void heights_are_those_of_the_places(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 600, 400);
    board_places_look(&p, 100, NULL);
    for (size_t k = 0; k < p.pairs.count; k++) {
        p.pairs.squares[k].end.places.at.high.z = 3 + (double)k - p.body.low;
    }
    tl_board_lanes lanes = lanes_of(&p);
    for (size_t n = 0; n < lanes.count; n++) {
        const tl_board_lane *l = &lanes.lanes[n];
        assert_near(l->height[0], 3 + (l->from.x - 50) / 100 + 6 * (l->from.y - 50) / 100, 1e-9);
        assert_near(l->height[1], 3 + (l->to.x - 50) / 100 + 6 * (l->to.y - 50) / 100, 1e-9);
    }
    board_places_end(&p);
}

static void nothing_seen_is_no_lane(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 200, 400);
    judge_wall(&p.t, "a", (tl_vec2){0, 95}, (tl_vec2){200, 105}, 80);
    judge_wall(&p.t, "b", (tl_vec2){0, 195}, (tl_vec2){200, 205}, 80);
    judge_wall(&p.t, "c", (tl_vec2){0, 295}, (tl_vec2){200, 305}, 80);
    judge_wall(&p.t, "d", (tl_vec2){95, 0}, (tl_vec2){105, 400}, 80);
    board_places_look(&p, 100, NULL);
    for (size_t j = 0; j < p.pairs.count; j++) {
        for (size_t i = 0; i < j; i++) {
            assert_int_equal(board_pair(&p, i, j), TL_BOARD_PAIR_HIDDEN);
        }
    }
    tl_board_lanes lanes = lanes_of(&p);
    assert_true(lanes.count == 0 && lanes.longest == 0 && lanes.asked == 0);
    board_places_end(&p);
}

/* Where no end has room for a strip on the table there is an end to trying: after a thousand of each sort. */
static void trying_has_an_end(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 400, 24);
    board_places_look(&p, 8, NULL);
    tl_board_lanes lanes = lanes_of(&p);
    assert_true(lanes.count == 0 && lanes.longest == 0);
    assert_int_equal(lanes.asked, 2000); /* of 11175 pairs, 2500 of them from zone to zone */
    board_places_end(&p);
}

static long steps_left;
static double last_share;

static bool step(void *user, double share, const char *what) {
    (void)user;
    assert_true(share == 0 || (share >= 0.25 && share <= 0.5 && share >= last_share));
    last_share = share > 0 ? share : last_share;
    assert_non_null(what);
    return steps_left-- != 0;
}

/* Progress stays within its part; stopped at any time, it says so. */
static void it_can_be_stopped(void **state) {
    (void)state;
    board_places p;
    board_places_begin(&p, 600, 400);
    board_places_look(&p, 100, NULL);
    p.t.context->options.progress = step;
    const tl_board_effort effort = {.threads = 1, .first = 0.25, .last = 0.5};
    bool done = false;
    for (long n = 0; !done; n += 1 + n / 4) {
        tl_board_lanes lanes;
        tl_error error = {0};
        steps_left = n;
        last_share = 0;
        tl_status status = tl_board_lanes_find(&p.stage, &p.pairs, &p.zones, &effort, &lanes, &error);
        done = status == TL_OK;
        assert_true(done || (status == TL_ERROR_CANCELLED && error.status == TL_ERROR_CANCELLED));
        assert_true(!done || (n > 8 && last_share > 0.25));
    }
    p.t.context->options.progress = NULL;
    board_places_end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_of_a_bare_table),
        cmocka_unit_test(lanes_are_as_wide_as_gaps),
        cmocka_unit_test(no_lane_leads_through_a_wall),
        cmocka_unit_test(ends_are_where_one_can_stand),
        cmocka_unit_test(heights_are_those_of_the_places),
        cmocka_unit_test(nothing_seen_is_no_lane),
        cmocka_unit_test(trying_has_an_end),
        cmocka_unit_test(it_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
