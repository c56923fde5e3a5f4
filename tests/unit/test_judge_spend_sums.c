/* What all of a way uses of a move (judge/move/spend.c): random pieces, rows, roads and turns against a walk along the
 * way that tries everything that may be, and where it ends; and pieces of ways that run along edges. */
#include "judge/move/spend.h"
#include "support/judge_table.h"

#include <math.h>

static tl_error error;

enum { MOST_PIECES = 5, MOST_PIVOTS = 4, ROWS = 2, BITS = 1 + ROWS };

/* What a bit of a subset of three stands for: the road, and not counting each of the rows. */
static const uint32_t bits[BITS] = {TL_SPEND_ROAD, TL_SPEND_ROW, TL_SPEND_ROW << 1};

typedef struct way {
    tl_spend spend;
    tl_move_rule rules[ROWS];
    tl_spend_piece pieces[MOST_PIECES];
    size_t count;
    uint32_t end_sure, end_perhaps;
    tl_spend_pivot pivots[MOST_PIVOTS];
    size_t pivot_count;
    double length;
    bool slowest; /* setting road_mix */
} way;

static uint32_t some_bits(test_random *random, uint32_t of) {
    uint32_t made = 0;
    for (int i = 0; i < BITS; i++) {
        made |= (of & bits[i]) != 0 && test_random_below(random, 2) == 0 ? bits[i] : 0;
    }
    return made;
}

static void make_way(way *w, const tl_inquiry *inquiry, test_random *random) {
    const uint32_t any = TL_SPEND_ROAD | TL_SPEND_ROW | TL_SPEND_ROW << 1;
    *w = (way){.slowest = test_random_below(random, 2) == 0};
    tl_spend *s = &w->spend;
    *s = (tl_spend){.inquiry = inquiry, .rating = 100, .has_road = test_random_below(random, 4) != 0, .counts = true};
    s->rating = test_random_below(random, 8) == 0 ? 0 : test_random_between(random, 50, 150);
    s->road = s->has_road ? test_random_between(random, 30, 300) : s->rating;
    s->spent = test_random_below(random, 3) != 0 ? 0 : test_random_below(random, 6) == 0 ? 1.25 : 0.25;
    s->row_count = (size_t)test_random_below(random, ROWS + 1);
    for (size_t i = 0; i < s->row_count; i++) {
        bool share = test_random_below(random, 3) != 0;
        w->rules[i].does = share ? TL_MOVE_DOES_SHARE : TL_MOVE_DOES_SPEND;
        w->rules[i].amount = test_random_below(random, 6) == 0 ? 0 : test_random_between(random, 0.2, 1);
        s->rows[i] = &w->rules[i];
    }
    /* all of it on roads now and then, so that `slowest` has something to leave alone */
    bool all_on = test_random_below(random, 3) == 0;
    const uint32_t of = s->has_road ? any : any & ~(uint32_t)TL_SPEND_ROAD, on = all_on && s->has_road ? bits[0] : 0;
    w->count = (size_t)test_random_below(random, MOST_PIECES + 1);
    for (size_t i = 0; i < w->count; i++) {
        tl_spend_piece *p = &w->pieces[i];
        p->from = w->length;
        p->to = w->length += test_random_between(random, 1, 60);
        p->sure = some_bits(random, of) | on;
        p->perhaps = some_bits(random, of) & ~p->sure;
    }
    w->end_sure = some_bits(random, of) | on;
    w->end_perhaps = some_bits(random, of) & ~w->end_sure;
    w->pivot_count = (size_t)test_random_below(random, MOST_PIVOTS + 1);
    double at = 0;
    for (size_t i = 0; i < w->pivot_count; i++) { /* where it starts, within pieces, between them, at the end */
        int kind = test_random_below(random, 4);
        double to = kind == 0                    ? at
                    : kind == 1 || w->count == 0 ? w->length
                    : kind == 2                  ? w->pieces[test_random_below(random, (int)w->count)].to
                                                 : test_random_between(random, 0, w->length);
        at = fmax(at, to);
        w->pivots[i] = (tl_spend_pivot){.at = at, .low = 0.25 * test_random_below(random, 3)};
        w->pivots[i].high = w->pivots[i].low + (test_random_below(random, 2) == 0 ? 0 : 0.25);
    }
}

/* --- As it is worked out here ------------------------------------------------------------------------------------- */

/* mm in a whole move with these bits; the rating alone, or less the shares of rows. */
static double plain_speed(const way *w, uint32_t does, bool rated) {
    double speed = does & TL_SPEND_ROAD ? w->spend.road : w->spend.rating;
    for (size_t i = 0; i < w->spend.row_count && !rated; i++) {
        bool left_out = (does & bits[1 + i]) != 0 || w->rules[i].does != TL_MOVE_DOES_SHARE;
        speed *= left_out ? 1 : w->rules[i].amount;
    }
    return speed;
}

/* The slowest or the fastest of all that may be. `mixed`: at the slower of both speeds everywhere. */
static double speed_of(const way *w, uint32_t sure, uint32_t perhaps, bool dear, bool mixed, bool rated) {
    double found = dear ? INFINITY : 0;
    for (int subset = 0; subset < 1 << BITS; subset++) {
        uint32_t does = sure;
        for (int i = 0; i < BITS; i++) {
            does |= subset >> i & 1 ? perhaps & bits[i] : 0;
        }
        double one = plain_speed(w, does, rated);
        if (mixed) {
            one = fmin(plain_speed(w, does | TL_SPEND_ROAD, rated),
                       plain_speed(w, does & ~(uint32_t)TL_SPEND_ROAD, rated));
        }
        found = dear ? fmin(found, one) : fmax(found, one);
    }
    return found;
}

/* Whether any of it lies beside roads: surely on one nowhere else (`dear`), or perhaps. */
static bool leaves_roads(const way *w, bool dear) {
    uint32_t all = TL_SPEND_ROAD;
    for (size_t i = 0; i < w->count; i++) {
        all &= w->pieces[i].sure | (dear ? 0 : w->pieces[i].perhaps);
    }
    all &= w->end_sure | (dear ? 0 : w->end_perhaps);
    return all == 0;
}

static tl_spend_sum walk(const way *w, bool dear) {
    bool mixed = w->slowest && w->spend.has_road && leaves_roads(w, dear), over = false;
    tl_spend_sum sum = {.used = w->spend.spent};
    over = sum.used > 1;
    sum.stop = over ? 0 : w->length;
    double at = 0;
    size_t piece = 0, pivot = 0;
    while (piece < w->count || pivot < w->pivot_count) {
        const tl_spend_piece *p = piece < w->count ? &w->pieces[piece] : NULL;
        if (pivot < w->pivot_count && w->pivots[pivot].at <= at) {
            double cost = dear ? w->pivots[pivot].high : w->pivots[pivot].low;
            pivot++;
            sum.used += cost;
            sum.turned += cost;
            if (!over && cost > 0 && sum.used > 1 + 1e-9) {
                over = sum.by_turn = true;
                sum.stop = at;
            }
            continue;
        }
        double to = pivot < w->pivot_count ? fmin(p->to, w->pivots[pivot].at) : p->to;
        double speed = speed_of(w, p->sure, p->perhaps, dear, mixed, false);
        double rated = speed_of(w, p->sure, p->perhaps, dear, mixed, true);
        if (!over && sum.used + (to - at) / speed > 1 + 1e-9) {
            over = true;
            sum.stop = at + fmax(0, 1 - sum.used) * speed;
        }
        sum.used += (to - at) / speed;
        sum.way += (to - at) / rated;
        sum.road += p->sure & TL_SPEND_ROAD ? to - at : 0;
        at = to;
        piece += at == p->to;
    }
    const tl_spend_piece *last = w->count > 0 ? &w->pieces[w->count - 1] : NULL;
    sum.speed = speed_of(w, last ? last->sure : w->end_sure, last ? last->perhaps : w->end_perhaps, dear, mixed, false);
    if (over && !(sum.by_turn && sum.stop == w->length)) {
        sum.limit = sum.stop;
    } else if (sum.used < 1 || sum.speed > 0) { /* on, or back from where it ends, at its last speed */
        sum.limit = w->length + (1 - sum.used) * sum.speed;
    } else {
        sum.limit = w->length + (1 - sum.used) * w->spend.rating;
    }
    return sum;
}

/* --- Tests -------------------------------------------------------------------------------------------------------- */

static bool same(double a, double b) {
    return a == b || fabs(a - b) < 1e-9 * fmax(1, fabs(b));
}

static void sums(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "lotow-1939";
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    test_random random = test_random_start("sums of ways", 5150);
    int over = 0, turned = 0, mixed = 0;
    for (int k = 0; k < 20000; k++) {
        way w;
        make_way(&w, &t.inquiry, &random);
        judge_set(&t, 0, "road_mix", w.slowest ? "slowest" : "fractions", NULL);
        for (int dear = 0; dear < 2; dear++) {
            const tl_spend_pieces pieces = {
                .items = w.pieces, .count = w.count, .end_sure = w.end_sure, .end_perhaps = w.end_perhaps};
            tl_spend_sum told = tl_spend_add(&w.spend, &pieces, w.pivots, w.pivot_count, w.length, dear == 1);
            tl_spend_sum here = walk(&w, dear == 1);
            if (!same(told.used, here.used) || !same(told.way, here.way) || !same(told.turned, here.turned) ||
                !same(told.stop, here.stop) || !same(told.limit, here.limit) || !same(told.speed, here.speed) ||
                !same(told.road, here.road) || told.by_turn != here.by_turn) {
                fail_msg("way %d, %d: uses %.17g (%.17g), stops %.17g (%.17g), may %.17g (%.17g)", k, dear, told.used,
                         here.used, told.stop, here.stop, told.limit, here.limit);
            }
            over += here.stop < w.length;
            turned += here.by_turn;
            mixed += w.slowest && w.spend.has_road && !leaves_roads(&w, dear == 1);
        }
    }
    print_message("%d stop on the way, %d turn too far, %d keep to roads\n", over, turned, mixed);
    assert_true(over > 3000 && turned > 2000 && mixed > 500);
    judge_end(&t);
}

/* A way along an edge of a road, at no tolerance: perhaps on it from one end of the edge to the other, at no other
 * place. */
static void along_an_edge(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    test_random random = test_random_start("along an edge", 5151);
    for (int k = 0; k < 400; k++) {
        double first = floor(test_random_between(&random, 10, 90)),
               last = first + floor(test_random_between(&random, 5, 60)), length = last + 20;
        double wide = test_random_below(&random, 2) == 0 ? -30 : 30;
        bool upright = test_random_below(&random, 2) == 0, back = test_random_below(&random, 2) == 0;
        tl_vec2 corner[4] = {{first, 0}, {last, 0}, {last, wide}, {first, wide}};
        tl_vec3 from = {0, 0, 0}, to = {length, 0, 0};
        for (int i = 0; i < 4 && upright; i++) {
            corner[i] = (tl_vec2){corner[i].y, corner[i].x};
        }
        to = upright ? (tl_vec3){0, length, 0} : to;
        tl_spend_zone zone = {.does = TL_SPEND_ROAD};
        assert_int_equal(tl_outline_polygon(t.context, corner, 4, &zone.own, &error), TL_OK);
        zone.outline = &zone.own;
        const tl_spend spend = {
            .inquiry = &t.inquiry, .context = t.context, .zones = &zone, .zone_count = 1, .rating = 100, .road = 200};
        const tl_path_node nodes[2] = {{.at = back ? to : from},
                                       {.at = back ? from : to, .plan = length, .cost = length}};
        const tl_path path = {.nodes = (tl_path_node *)(uintptr_t)(const void *)nodes, .count = 2};
        tl_spend_pieces pieces;
        assert_int_equal(tl_spend_cut(&spend, &path, 0, &pieces, &error), TL_OK);
        assert_int_equal(pieces.count, 3);
        const double ends[4] = {0, back ? length - last : first, back ? length - first : last, length};
        for (size_t i = 0; i < 3; i++) {
            assert_near(pieces.items[i].from, ends[i], 1e-9);
            assert_near(pieces.items[i].to, ends[i + 1], 1e-9);
            assert_int_equal(pieces.items[i].sure, 0);
            assert_int_equal(pieces.items[i].perhaps, i == 1 ? TL_SPEND_ROAD : 0);
        }
        tl_spend_pieces_free(&pieces);
        tl_outline_free(&zone.own);
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums), cmocka_unit_test(along_an_edge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
