/* What moves cost (judge/move/spend.c): pieces of ways on roads against lengths in closed form, ways of driving against
 * all that there are, shares, turns and roads of whole moves worked out by hand, on both sides of every limit, and the
 * ground in reach against moves. */
#include "judge/move/spend.h"
#include "support/judge_squares.h"
#include "support/judge_told.h"

#include "math/angle.h"

#include <stdlib.h>

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

enum { ZONES = 3, LEGS = 4, SPANS = 64 };

typedef struct road {
    bool disc;
    tl_vec2 at;
    double radius, half_length, half_width, turn; /* of a disc; of a rectangle, radians */
} road;

typedef struct span {
    long double first, last;
} span;

/* Where a straight way lies in a disc, shares of it; false: nowhere. */
static bool in_disc(tl_vec2 from, tl_vec2 step, tl_vec2 at, long double radius, span *s) {
    long double dx = (long double)from.x - at.x, dy = (long double)from.y - at.y;
    long double a = (long double)step.x * step.x + (long double)step.y * step.y;
    long double b = dx * step.x + dy * step.y, under = b * b - a * (dx * dx + dy * dy - radius * radius);
    if (radius <= 0 || under <= 0) {
        return false;
    }
    s->first = fmaxl(0, (-b - sqrtl(under)) / a);
    s->last = fminl(1, (-b + sqrtl(under)) / a);
    return s->first < s->last;
}

/* ... in a rectangle about its middle, by the turned coordinates of the way. */
static bool in_box(tl_vec2 from, tl_vec2 step, const road *r, long double along, long double across, span *s) {
    long double c = cosl(r->turn), d = sinl(r->turn), x = (long double)from.x - r->at.x,
                y = (long double)from.y - r->at.y;
    const long double start[2] = {c * x + d * y, c * y - d * x}, size[2] = {along, across};
    const long double by[2] = {c * step.x + d * step.y, c * step.y - d * step.x};
    s->first = 0;
    s->last = 1;
    for (int k = 0; k < 2; k++) {
        if (size[k] <= 0 || (by[k] == 0 && fabsl(start[k]) >= size[k])) {
            return false;
        }
        if (by[k] != 0) {
            long double one = (-size[k] - start[k]) / by[k], other = (size[k] - start[k]) / by[k];
            s->first = fmaxl(s->first, fminl(one, other));
            s->last = fminl(s->last, fmaxl(one, other));
        }
    }
    return s->first < s->last;
}

static int compare(const void *a, const void *b) {
    const span *s = a, *t = b;
    return (s->first > t->first) - (s->first < t->first);
}

/* The share of a straight way that lies on roads, each of them larger (or smaller) by `by` to every side. */
static long double on_roads(tl_vec2 from, tl_vec2 step, const road *roads, long double by) {
    span spans[SPANS];
    size_t count = 0;
    for (int i = 0; i < ZONES; i++) {
        const road *r = &roads[i];
        if (r->disc) {
            count += in_disc(from, step, r->at, r->radius + by, &spans[count]);
        } else if (by <= 0) {
            count += in_box(from, step, r, r->half_length + by, r->half_width + by, &spans[count]);
        } else { /* its corners are round */
            count += in_box(from, step, r, r->half_length + by, r->half_width, &spans[count]);
            count += in_box(from, step, r, r->half_length, r->half_width + by, &spans[count]);
            for (int k = 0; k < 4; k++) {
                double x = k & 1 ? r->half_length : -r->half_length, y = k & 2 ? r->half_width : -r->half_width;
                tl_vec2 corner = {r->at.x + cos(r->turn) * x - sin(r->turn) * y,
                                  r->at.y + sin(r->turn) * x + cos(r->turn) * y};
                count += in_disc(from, step, corner, by, &spans[count]);
            }
        }
    }
    qsort(spans, count, sizeof(*spans), compare);
    long double sum = 0, until = 0;
    for (size_t i = 0; i < count; i++) {
        sum += fmaxl(0, spans[i].last - fmaxl(until, spans[i].first));
        until = fmaxl(until, spans[i].last);
    }
    return sum;
}

static void lay_roads(tl_spend *spend, const road *roads) {
    for (int i = 0; i < ZONES; i++) {
        const road *r = &roads[i];
        tl_vec2 corners[4];
        spend->zones[i] = (tl_spend_zone){.does = TL_SPEND_ROAD};
        for (int k = 0; k < 4; k++) {
            double x = k == 1 || k == 2 ? r->half_length : -r->half_length, y = k >= 2 ? r->half_width : -r->half_width;
            corners[k] =
                (tl_vec2){r->at.x + cos(r->turn) * x - sin(r->turn) * y, r->at.y + sin(r->turn) * x + cos(r->turn) * y};
        }
        if (r->disc) {
            spend->zones[i].own = tl_outline_disc(r->at, r->radius);
        } else {
            assert_int_equal(tl_outline_polygon(spend->context, corners, 4, &spend->zones[i].own, &error), TL_OK);
        }
        spend->zones[i].outline = &spend->zones[i].own;
    }
    spend->zone_count = ZONES;
}

/* Random ways over random roads, some of them over one another: what is surely on roads, and what perhaps is. */
static void pieces_of_ways(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "lotow-1939";
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    judge_set(&t, 0, NULL);
    test_random random = test_random_start("pieces of ways", 20261128);
    const double tolerances[3] = {0, 0.05, 3};
    int crossed = 0;
    for (int k = 0; k < 3000; k++) {
        road roads[ZONES];
        tl_spend_zone zones[ZONES];
        tl_spend spend = {.inquiry = &t.inquiry, .context = t.context, .rating = 150, .road = 400, .zones = zones};
        spend.has_road = spend.counts = true;
        for (int i = 0; i < ZONES; i++) {
            roads[i] = (road){.disc = test_random_below(&random, 3) == 0,
                              .at = {test_random_between(&random, 0, 300), test_random_between(&random, 0, 300)},
                              .radius = test_random_between(&random, 5, 120),
                              .half_length = test_random_between(&random, 10, 200),
                              .half_width = test_random_between(&random, 5, 60),
                              .turn = test_random_below(&random, 3) == 0 ? 0 : test_random_between(&random, 0, 3.1)};
        }
        lay_roads(&spend, roads);
        tl_path_node nodes[LEGS + 1] = {{.at = {test_random_between(&random, 0, 300), 150, 0}}};
        double tolerance = tolerances[k % 3];
        long double low = 0, high = 0, length = 0;
        for (int i = 1; i <= LEGS; i++) {
            tl_vec3 to = {test_random_between(&random, 0, 300), test_random_between(&random, 0, 300), 0};
            tl_vec2 from = tl_plan(nodes[i - 1].at), step = tl_sub2(tl_plan(to), from);
            double way = tl_length2(step);
            nodes[i] = (tl_path_node){
                .at = to, .plan = nodes[i - 1].plan + way, .cost = nodes[i - 1].cost + way, .leg = (size_t)i - 1};
            low += way * on_roads(from, step, roads, -tolerance);
            high += way * on_roads(from, step, roads, tolerance);
            length += way;
        }
        const tl_path path = {.nodes = nodes, .count = LEGS + 1};
        tl_spend_pieces pieces;
        assert_int_equal(tl_spend_cut(&spend, &path, tolerance, &pieces, &error), TL_OK);
        tl_spend_sum dear = tl_spend_add(&spend, &pieces, NULL, 0, (double)length, true);
        tl_spend_sum cheap = tl_spend_add(&spend, &pieces, NULL, 0, (double)length, false);
        double least = (double)(high / 400 + (length - high) / 150), most = (double)(low / 400 + (length - low) / 150);
        if (fabs(dear.used - most) > 1e-9 || fabs(cheap.used - least) > 1e-9 || fabs(dear.road - (double)low) > 1e-6) {
            fail_msg("way %d: from %.17g to %.17g, and should from %.17g to %.17g", k, cheap.used, dear.used, least,
                     most);
        }
        crossed += pieces.count > 2;
        tl_spend_pieces_free(&pieces);
        for (int i = 0; i < ZONES; i++) {
            tl_outline_free(&zones[i].own);
        }
    }
    assert_true(crossed > 2000);
    judge_end(&t);
}

/* --- Driving ------------------------------------------------------------------------------------------------------ */

/* What a way of driving costs: bit i of `ways`: leg i is driven backwards. */
static double cost_of(const tl_spend *spend, double start, const tl_spend_leg *legs, size_t count, double end,
                      unsigned ways) {
    double facing = start, off = spend->turn_off, sum = 0;
    for (size_t i = 0; i <= count; i++) {
        double next = i == count ? end : ways >> i & 1 ? legs[i].deg + 180 : legs[i].deg, low, high;
        double next_off = i == count ? spend->turn_off : legs[i].off;
        if (isnan(next) || tl_spend_is_straight(next - facing, off + next_off)) {
            continue;
        }
        tl_spend_turn(spend, next - facing, off + next_off, &low, &high);
        sum += high;
        facing = next;
        off = next_off;
    }
    return sum;
}

/* Of all ways to drive forwards or backwards along the legs of a way none turns for less. */
static void cheapest_way_to_drive(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "lotow-1939";
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    test_random random = test_random_start("cheapest way to drive", 4517);
    int backwards = 0;
    for (int k = 0; k < 4000; k++) {
        const tl_turning_rule rule = {.slice_deg = 45, .share = 0.25, .backwards = k % 4 != 0, .rule = ""};
        judge_set(&t, 0, "turn_cost", k % 2 == 0 ? "slices_up" : "proportional", NULL);
        tl_spend spend = {
            .inquiry = &t.inquiry, .context = t.context, .turning = &rule, .turn_off = k % 3 == 0 ? 0 : 0.1};
        size_t count = 1 + (size_t)test_random_below(&random, 7);
        tl_spend_leg legs[8];
        double facings[8], start = test_random_between(&random, -180, 180);
        for (size_t i = 0; i < count; i++) {
            bool round_angle = test_random_below(&random, 2) == 0;
            legs[i].deg = round_angle ? start + 45.0 * (double)test_random_below(&random, 8)
                                      : test_random_between(&random, -180, 180);
            legs[i].deg = test_random_below(&random, 12) == 0 ? NAN : legs[i].deg;
            legs[i].off = k % 3 == 0 ? 0 : test_random_between(&random, 0, 0.3);
        }
        double end = test_random_below(&random, 2) == 0 ? NAN : test_random_between(&random, -180, 180);
        assert_int_equal(tl_spend_drive(&spend, start, legs, count, end, true, facings, &error), TL_OK);
        unsigned ways = 0;
        for (size_t i = 0; i < count; i++) {
            if (isnan(legs[i].deg)) { /* it faces as it did */
                assert_near(facings[i], i > 0 ? facings[i - 1] : start, 0);
            }
            bool back = !isnan(legs[i].deg) && fabs(tl_wrap_deg(facings[i] - legs[i].deg)) > 90;
            ways |= (unsigned)back << i;
        }
        double best = INFINITY;
        for (unsigned all = 0; all < (rule.backwards ? 1u << count : 1u); all++) {
            best = fmin(best, cost_of(&spend, start, legs, count, end, all));
        }
        double found = cost_of(&spend, start, legs, count, end, ways);
        if (found > best + 1e-9 || (!rule.backwards && ways != 0)) {
            fail_msg("way %d costs %.17g, and one %.17g", k, found, best);
        }
        backwards += ways != 0;
    }
    assert_true(backwards > 500);
    judge_end(&t);
}

/* --- Turns -------------------------------------------------------------------------------------------------------- */

/* 45 degrees are a slice and 90 two; a hair more begins another; less than it may be off is none. */
static void slices(void **state) {
    (void)state;
    const struct {
        double deg, off, low, high, share; /* ... in proportion, exactly */
    } cases[] = {{0, 0, 0, 0, 0},
                 {1e-12, 0, 0, 0, 0},
                 {1e-6, 0, 0.25, 0.25, 0.25e-6 / 45},
                 {30, 0, 0.25, 0.25, 1.0 / 6},
                 {45, 0, 0.25, 0.25, 0.25},
                 {-45, 0, 0.25, 0.25, 0.25},
                 {45.001, 0, 0.5, 0.5, 0.25 * 45.001 / 45},
                 {90, 0, 0.5, 0.5, 0.5},
                 {180, 0, 1, 1, 1},
                 {270, 0, 0.5, 0.5, 0.5},
                 {0.1, 0.1, 0, 0, 0},
                 {0.15, 0.1, 0.25, 0.25, 0.15 * 0.25 / 45},
                 {45, 0.1, 0.25, 0.5, 0.25},
                 {89.95, 0.1, 0.5, 0.75, 0.25 * 89.95 / 45},
                 {44.8, 0.1, 0.25, 0.25, 0.25 * 44.8 / 45},
                 {180, 5, 1, 1, 1}};
    judge_table t;
    judge_begin(&t);
    t.rules = "lotow-1939";
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    const tl_turning_rule rule = {.slice_deg = 45, .share = 0.25, .backwards = true, .rule = ""};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double low, high;
        judge_set(&t, 0, NULL);
        const tl_spend spend = {.inquiry = &t.inquiry, .turning = &rule};
        tl_spend_turn(&spend, cases[i].deg, cases[i].off, &low, &high);
        if (fabs(low - cases[i].low) > 1e-12 || fabs(high - cases[i].high) > 1e-12) {
            fail_msg("turn %zu costs from %g to %g", i, low, high);
        }
        judge_set(&t, 0, "turn_cost", "proportional", NULL);
        tl_spend_turn(&spend, cases[i].deg, cases[i].off, &low, &high);
        double middle = fabs(cases[i].deg) >= 180 ? high : 0.5 * (low + high);
        assert_near(middle, cases[i].share, 1e-12);
        assert_true(high - low <= 2 * cases[i].off * 0.25 / 45 + 1e-12);
    }
    judge_end(&t);
}

/* --- Whole moves -------------------------------------------------------------------------------------------------- */

typedef struct spent_case {
    const char *rules;
    bool night;
    const char *class, *asset, *more, *member, *terrain; /* of who moves; more fields of its unit and of itself */
    const char *path, *ask, *verdict, *rule;
    double allowance, used;     /* mm, a share: as dear as may be; NAN: not looked at */
    const char *first, *second; /* verdicts of what may be done afterwards, in the order of the file */
} spent_case;

#define ROAD "{'id':'r','kind':'road','outline':[[900,950],[1300,950],[1300,1050],[900,1050]]}"
#define SK   "skirmish-1991", false, "infantry", "man"
#define DARK "skirmish-1991", true, "infantry", "man"
#define LW   "lotow-1939", false, "vehicle", "tank"
#define FOOT "lotow-1939", false, "infantry", "man"

static void whole_moves(void **state) {
    (void)state;
    static const spent_case cases[] = {
        /* half of 15 cm: its way alone, or all that its move has cost (SK-MOV-07); kneeling costs half (SK-MOV-09) */
        {SK, "'move':15", "", NULL, "[1074,1000]", "", "yes", "SK-MOV-01", 150, 74.0 / 150, "yes", "yes"},
        {SK, "'move':15", "", NULL, "[1076,1000]", "", "yes", "SK-MOV-01", 150, 76.0 / 150, "no", "no"},
        {SK, "'move':15", "", NULL, "[1075,1000]", "", "yes", "SK-MOV-01", 150, 0.5, "marginal", "marginal"},
        {SK, "'move':15", "", NULL, "[1075,1000]", ",'tolerance_mm':0", "yes", "SK-MOV-01", 150, 0.5, "yes", "yes"},
        {SK, "'move':15", "", NULL, "[1000,1000]", "", "yes", "SK-MOV-01", 150, 0, "yes", "yes"},
        {SK, "'move':15", "", NULL, "[1151,1000]", "", "no", "SK-MOV-01", 150, NAN, NULL, NULL},
        /* rising costs half */
        {SK, "'move':15", ",'stance':'kneeling'", NULL, "[1074,1000]", "", "yes", "SK-MOV-01", 75, 149.0 / 150, "yes",
         "no"},
        {SK, "'move':15", ",'stance':'kneeling'", NULL, "[1074,1000]", ",'set':{'share_used':'all'}", "yes",
         "SK-MOV-01", 75, 149.0 / 150, "no", "no"},
        {SK, "'move':15", ",'stance':'kneeling'", NULL, "[1076,1000]", "", "no", "SK-MOV-09", 75, NAN, NULL, NULL},
        {SK, "'move':15", ",'stance':'kneeling'", NULL, "[1075,1000]", "", "marginal", "SK-MOV-09", 75, 1, NULL, NULL},
        {SK, "'move':15", ",'stance':'kneeling'", NULL, "[1075,1000]", ",'tolerance_mm':0", "yes", "SK-MOV-01", 75, 1,
         "yes", "no"},
        {SK, "'move':15", ",'stance':'kneeling'", NULL, "[1000,1000]", ",'tolerance_mm':0", "yes", "SK-MOV-01", 75, 0.5,
         "yes", "yes"},
        /* who lies goes nowhere, but crawling; not with a machine gun */
        {SK, "'move':15", ",'stance':'prone'", NULL, "[1001,1000]", "", "no", "SK-MOV-09", 0, NAN, NULL, NULL},
        {SK, "'move':15", ",'stance':'prone'", NULL, "[1000,1000]", "", "yes", "SK-MOV-01", 0, 0, "yes", "yes"},
        {SK, "'move':15,'skills':['crawling']", ",'stance':'prone'", NULL, "[1074,1000]", "", "yes", "SK-MOV-01", 75,
         148.0 / 150, "yes", NULL},
        {SK, "'move':15,'skills':['crawling']", "", NULL, "[1076,1000]", "", "no", "SK-MOV-05", 75, NAN, NULL, NULL},
        {SK, "'move':15,'skills':['crawling','machine-gun']", "", NULL, "[1002,1000]", "", "no", "SK-MOV-05", 0, NAN,
         NULL, NULL},
        {SK, "'move':15,'skills':['machine-gun']", "", NULL, "[1149,1000]", "", "yes", "SK-MOV-01", 150, 149.0 / 150,
         "no", "no"},
        {SK, "'move':15,'skills':['on-patrol']", "", NULL, "[1076,1000]", "", "no", "SK-MOV-03", 75, NAN, NULL, NULL},
        {SK, "'move':16,'skills':['wounded']", "", NULL, "[1119,1000]", "", "yes", "SK-MOV-01", 120, 119.0 / 120, "no",
         "no"},
        {SK, "'move':16,'skills':['badly-wounded']", "", NULL, "[1081,1000]", "", "no", "SK-MOV-01", 80, NAN, NULL,
         NULL},
        /* by night half, but on roads; both on one way */
        {DARK, "'move':15", "", NULL, "[1074,1000]", "", "yes", "SK-MOV-01", 75, 148.0 / 150, "yes", "no"},
        {DARK, "'move':15", "", NULL, "[1076,1000]", "", "no", "SK-MOV-08", 75, NAN, NULL, NULL},
        {DARK, "'move':15", "", ROAD, "[1149,1000]", "", "yes", "SK-MOV-01", 150, 149.0 / 150, "no", "no"},
        {DARK, "'move':15", "", ROAD, "[1151,1000]", "", "no", "SK-MOV-08", 150, NAN, NULL, NULL},
        {DARK, "'move':15", "", ROAD, "[1000,1099]", "", "yes", "SK-MOV-01", 100 - 0.025, (50 + 49 * 2 + 0.05) / 150,
         "no", "no"},
        {DARK, "'move':15", "", ROAD, "[1000,1101]", "", "no", "SK-MOV-08", 100 - 0.025, NAN, NULL, NULL},
        {DARK, "'move':15,'skills':['crawling']", "", ROAD, "[1000,1061]", "", "yes", "SK-MOV-01", 62.5 - 0.025, NAN,
         "yes", NULL},
        /* half a move where nothing shortens it (LW-MOV-03, -04) */
        {FOOT, "'move':15", "", NULL, "[1074,1000]", "", "yes", "LW-MOV-01", 150, 74.0 / 150, "yes", "yes"},
        {FOOT, "'move':15", "", NULL, "[1076,1000]", "", "yes", "LW-MOV-01", 150, 76.0 / 150, "no", "no"},
        {FOOT, "'move':15,'skills':['mounting']", "", NULL, "[1074,1000]", "", "yes", "LW-MOV-01", 75, 149.0 / 150,
         "no", "no"},
        {FOOT, "'move':15,'skills':['mounting']", "", NULL, "[1076,1000]", "", "no", "LW-MOV-04", 75, NAN, NULL, NULL},
        /* turns (LW-MOV-06): straight on and back for nothing, 45 degrees a quarter, 90 half, 180 not at all */
        {LW, "'move':40", "", NULL, "[1199,1000]", "", "yes", "LW-MOV-01", 400, 199.0 / 400, "yes", "yes"},
        {LW, "'move':40", "", NULL, "[801,1000]", "", "yes", "LW-MOV-01", 400, 199.0 / 400, "yes", "yes"},
        {LW, "'move':40", "", NULL, "[1000,1199]", ",'tolerance_mm':0", "yes", "LW-MOV-01", 200, 399.0 / 400, "no",
         "no"},
        {LW, "'move':40", "", NULL, "[1000,1201]", ",'tolerance_mm':0", "no", "LW-MOV-06", 200, NAN, NULL, NULL},
        {LW, "'move':40", "", NULL, "[1000,1099]", "", "yes", "LW-MOV-01", 100, 399.0 / 400, "no", "no"},
        {LW, "'move':40", "", NULL, "[1000,1150]", "", "marginal", "LW-MOV-06", 100, 450.0 / 400, NULL, NULL},
        {LW, "'move':40", "", NULL, "[1000,1201]", "", "no", "LW-MOV-06", 100, NAN, NULL, NULL},
        {LW, "'move':40", "", NULL, "[1100,1100]", ",'tolerance_mm':0", "yes", "LW-MOV-01", 300,
         0.25 + 0.1 * 3.5355339059327378, "no", "no"},
        {LW, "'move':40", "", NULL, "[1000,1000]", ",'facing':90,'tolerance_mm':0", "yes", "LW-MOV-01", 200, 0.5, "yes",
         "yes"},
        {LW, "'move':40", "", NULL, "[1000,1000]", ",'facing':180,'tolerance_mm':0", "yes", "LW-MOV-01", 0, 1, "no",
         "no"},
        {LW, "'move':40", "", NULL, "[1100,1000]", ",'facing':180,'tolerance_mm':0", "no", "LW-MOV-06", 0, NAN, NULL,
         NULL},
        {LW, "'move':40", "", NULL, "[1100,1000],[1100,1100],[1000,1100]", ",'tolerance_mm':0", "no", "LW-MOV-06", 200,
         NAN, NULL, NULL},
        {LW, "'move':40", "", NULL, "[1100,1000],[1000,1000]", "", "yes", "LW-MOV-01", 400, 0.5, "marginal",
         "marginal"},
        {LW, "'move':40", "", NULL, "[1000,1200]", ",'set':{'turn_cost':'proportional'},'tolerance_mm':0", "yes",
         "LW-MOV-01", 200, 1, "no", "no"},
        {LW, "'move':40", "", NULL, "[1100,1057.735026919]", ",'set':{'turn_cost':'proportional'},'tolerance_mm':0",
         "yes", "LW-MOV-01", 400 * (1 - 1.0 / 6), NAN, "yes", "yes"},
        {LW, "'move':40", "", NULL, "[1100,1057.735026919]", ",'tolerance_mm':0", "yes", "LW-MOV-01", 300, NAN, "no",
         "no"},
        {LW, "'move':40", "", NULL, "[1100,1057.735026919]", ",'tolerance_mm':0,'set':{'share_used':'way'}", "yes",
         "LW-MOV-01", 300, NAN, "yes", "no"},
        /* roads (LW-MOV-02): shares of each speed; none beside the road */
        {LW, "'move':25,'move_road':50", "", ROAD, "[1299,1000]", "", "yes", "LW-MOV-01", 500, 299.0 / 500, "no", "no"},
        {LW, "'move':25,'move_road':50", "", ROAD, "[1399,1000]", "", "yes", "LW-MOV-01", 400 - 0.025,
         0.6 + 99.0 / 250 + 0.0001, "no", "no"},
        {LW, "'move':25,'move_road':50", "", ROAD, "[1401,1000]", "", "no", "LW-MOV-02", 400 - 0.025, NAN, NULL, NULL},
        {LW, "'move':25,'move_road':50", "", ROAD, "[1399,1000]", ",'set':{'road_mix':'slowest'}", "no", "LW-MOV-02",
         250, NAN, NULL, NULL},
        {LW, "'move':25,'move_road':50", "", ROAD, "[1249,1000]", ",'set':{'road_mix':'slowest'}", "yes", "LW-MOV-01",
         500, 249.0 / 500, "yes", "yes"},
        {LW, "'move':0,'move_road':50", "", ROAD, "[1299,1000]", "", "yes", "LW-MOV-01", 500, 299.0 / 500, "no", "no"},
        {LW, "'move':0,'move_road':50", "", ROAD, "[1301,1000]", "", "no", "LW-MOV-02", 300 - 0.05, NAN, NULL, NULL},
        {LW, "'move':0,'move_road':50", "", NULL, "[1001,1000]", "", "no", "LW-MOV-02", 0, NAN, NULL, NULL},
        {LW, "'move':0,'move_road':50", "", ROAD, "[1300,1000]", "", "marginal", "LW-MOV-02", 300 - 0.05, NAN, NULL,
         NULL},
        /* roads over one another, and a way along the edge of one */
        {LW, "'move':25,'move_road':50", "",
         ROAD ","
              "{'id':'s','kind':'road','outline':[[1250,900],[1450,900],[1450,1100],[1250,1100]]}",
         "[1449,1000]", "", "yes", "LW-MOV-01", 500, 449.0 / 500, "no", "no"},
        {LW, "'move':25,'move_road':50", "",
         "{'id':'r','kind':'road','outline':[[900,1000],[1500,1000],[1500,1050],[900,1050]]}", "[1240,1000]", "", "yes",
         "LW-MOV-01", 250, 240.0 / 250, NULL, NULL},
        {LW, "'move':25,'move_road':50", "",
         "{'id':'r','kind':'road','outline':[[900,1000],[1500,1000],[1500,1050],[900,1050]]}", "[1400,1000]", "",
         "marginal", "LW-MOV-02", 250, 400.0 / 250, NULL, NULL},
        {LW, "'move':25,'move_road':50", "",
         "{'id':'r','kind':'road','outline':[[900,1000],[1500,1000],[1500,1050],[900,1050]]}", "[1510,1000]", "", "no",
         "LW-MOV-02", 250, NAN, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const spent_case *c = &cases[i];
        judge_table t;
        judge_begin(&t);
        t.rules = c->rules;
        t.night = c->night;
        if (c->terrain != NULL) {
            judge_terrain(&t, "%s", c->terrain);
        }
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'%s',%s,'members':[{'id':'a1','asset':'%s','at':[1000,1000]%s}]}",
                   c->class, c->more, c->asset, c->member);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[%s]%s}", c->path, c->ask);
        if (!is(&t, "verdict", c->verdict) || !is(&t, "rule", c->rule)) {
            fail_msg("case %zu: %s by %s\n%s", i, made_word(&t.told, "verdict"), made_word(&t.told, "rule"),
                     t.told.text);
        }
        if (fabs(number(&t, "allowance_mm") - c->allowance) > 1e-3) {
            fail_msg("case %zu: %.9g mm\n%s", i, number(&t, "allowance_mm"), t.told.text);
        }
        if (!isnan(c->used) && made_has(&t.told, "spent.share") && fabs(number(&t, "spent.share") - c->used) > 1e-6) {
            fail_msg("case %zu: %.9g of its move\n%s", i, number(&t, "spent.share"), t.told.text);
        }
        const char *after[2] = {c->first, c->second}, *paths[2] = {"after[0].verdict", "after[1].verdict"};
        for (int k = 0; k < 2; k++) {
            if (after[k] != NULL && !is(&t, paths[k], after[k])) {
                fail_msg("case %zu: afterwards %d is %s\n%s", i, k, made_word(&t.told, paths[k]), t.told.text);
            }
        }
        assert_near(number(&t, "margin_mm"), number(&t, "allowance_mm") - number(&t, "length_mm"), 1e-6);
        judge_end(&t);
    }
}

/* On a road the ground around it has no effect (SK-TER-02): no edge of it is crossed while the middle is on the road.
 */
static void roads_clear_ground(void **state) {
    (void)state;
    static const struct {
        const char *road, *path;
        size_t crossings;
        const char *event;
        double after;
    } cases[] = {
        {NULL, "[1140,1000]", 2, "enters", 40 - 12.5},
        {"{'id':'r','kind':'road','outline':[[900,950],[1300,950],[1300,1050],[900,1050]]}", "[1140,1000]", 0, NULL, 0},
        {"{'id':'r','kind':'road','outline':[[900,950],[1060,950],[1060,1050],[900,1050]]}", "[1140,1000]", 2, "enters",
         60 - 0.05},
        {"{'id':'r','kind':'road','outline':[[900,950],[1030,950],[1030,1050],[900,1050]]}", "[1140,1000]", 2, "enters",
         30 - 0.05},
        {"{'id':'r','kind':'road','outline':[[900,1010],[1300,1010],[1300,1050],[900,1050]]}", "[1140,1000]", 2,
         "enters", 27.5},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "skirmish-1991";
        judge_terrain(&t, "{'id':'w','kind':'dense','outline':[[1040,800],[1100,800],[1100,1200],[1040,1200]]}");
        if (cases[i].road != NULL) {
            judge_terrain(&t, "%s", cases[i].road);
        }
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':15");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[%s]}", cases[i].path);
        if (made_value(&t.told, "crossings")->count != cases[i].crossings ||
            (cases[i].event != NULL && (!is(&t, "crossings[0].event", cases[i].event) ||
                                        fabs(number(&t, "crossings[0].after_mm") - cases[i].after) > 1e-3))) {
            fail_msg("case %zu\n%s", i, t.told.text);
        }
        judge_end(&t);
    }
}

/* --- Ground in reach ---------------------------------------------------------------------------------------------- */

/* Every so-manieth square: to all of what is certain leads a move (straight past the last corner for who turns at a
 * cost; over the middle of the square for others), to nothing out of reach goes one straight. */
static size_t hold(judge_table *t, const tl_reach_map *map, size_t every, bool turns) {
    size_t looked = 0;
    tl_vec2 corners[200];
    for (size_t i = 0; i < map->side * map->side; i += every) {
        double length, height;
        tl_verdict end;
        tl_vec2 at = middle_of(map, i);
        if (map->states[i] == TL_REACH_NO && move(t, &at, 1, false, &length, &height, &end) == TL_VERDICT_YES) {
            fail_msg("(%.17g, %.17g) is out of reach", at.x, at.y);
        }
        for (int k = 0; k < 5 && map->states[i] == TL_REACH_CERTAIN; k++) {
            size_t count = tl_reach_path(map, i, corners, 198);
            double by = k == 0 ? 0 : 0.499 * map->size;
            count += !turns && k > 0;
            corners[count - 1] = (tl_vec2){at.x + (k & 1 ? by : -by), at.y + (k & 2 ? by : -by)};
            tl_verdict verdict = move(t, corners, count, false, &length, &height, &end);
            if (verdict != TL_VERDICT_YES) {
                fail_msg("(%.17g, %.17g) is certain: %d, after %g", corners[count - 1].x, corners[count - 1].y,
                         (int)verdict, length);
            }
            if (k == 0) {
                assert_near(map->lengths[i], length, 1e-6);
                looked++;
            }
        }
    }
    return looked;
}

/* Random roads, facings and ways to be slowed: all that is certain is a move, nothing out of reach is one. */
static void grounds(void **state) {
    (void)state;
    test_random random = test_random_start("grounds", 881);
    size_t looked = 0;
    for (int k = 0; k < 24; k++) {
        judge_table t;
        bool skirmish = k % 3 == 0, turns = k % 3 == 1;
        judge_begin(&t);
        t.rules = skirmish ? "skirmish-1991" : "lotow-1939";
        t.night = skirmish;
        for (int i = 0; i < 2; i++) {
            double x = test_random_between(&random, 850, 1000), y = test_random_between(&random, 900, 1050);
            double wide = test_random_between(&random, 30, 200), high = test_random_between(&random, 30, 300);
            judge_terrain(&t, "{'id':'r%d','kind':'road','outline':[[%g,%g],[%g,%g],[%g,%g],[%g,%g]]}", i, x, y,
                          x + wide, y, x + wide, y + high, x, y + high);
        }
        if (k % 2 == 0) {
            double x = test_random_between(&random, 1080, 1120);
            judge_terrain(&t, "{'id':'w','kind':'%s','outline':[[%g,960],[%g,960],[%g,1200],[%g,1200]],'height':40}",
                          skirmish ? "wall" : "water", x, x + 10, x + 10, x);
        }
        double facing = turns ? test_random_between(&random, -180, 180) : 0, slow = test_random_between(&random, 8, 15);
        slow = test_random_below(&random, 4) == 0 ? 0 : slow;
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'%s',%s%g%s,'members':[{'id':'a1','asset':'%s','at':[1000,1000],'"
                   "facing':%g}]}",
                   skirmish ? "infantry"
                   : turns  ? "vehicle"
                            : "cavalry",
                   "'move':", skirmish ? 15 : slow, skirmish ? "" : ",'move_road':20", turns ? "tank" : "man", facing);
        judge_ready(&t);
        judge_set(&t, k % 5 == 0 ? 0.5 : 0.05, NULL);
        tl_reach_map map = find(&t, false);
        looked += hold(&t, &map, turns ? 1201 : 701, turns);
        tl_reach_free(&map);
        judge_end(&t);
    }
    print_message("%zu squares\n", looked);
    assert_true(looked > 250);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_ways), cmocka_unit_test(cheapest_way_to_drive), cmocka_unit_test(slices),
        cmocka_unit_test(whole_moves),    cmocka_unit_test(roads_clear_ground),    cmocka_unit_test(grounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
