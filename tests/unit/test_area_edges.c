/* Which edges count: models astride the edges of random woods, and lines that come in from above, held against a second
 * reading of the rules in closed form (DB-ARE-09, DB-ARE-12); and bundles of such lines. */
#include "support/area_check.h"
#include "support/made_area.h"

#include <math.h>

/* A wood, convex or not, and two ends with round bases: often astride its edge, often far above it. */
typedef struct arena {
    test_prism prism;
    tl_outline outline, base[2];
    tl_area_sight sight;
    tl_vec3 at[2]; /* of lines */
} arena;

static tl_vec2 on_edge(test_random *r, const test_prism *m) {
    int i = test_random_below(r, m->count);
    return tl_lerp2(m->corner[i], m->corner[(i + 1) % m->count], test_random_between(r, 0, 1));
}

static void make_arena(test_random *r, arena *s) {
    *s = (arena){.prism = {.count = 3 + test_random_below(r, 8), .bottom = 0, .top = test_random_between(r, 40, 120)}};
    for (int i = 0; i < s->prism.count; i++) {
        double angle = 2 * acos(-1) * i / s->prism.count, far = 200 * test_random_between(r, 0.35, 1);
        s->prism.corner[i] = (tl_vec2){far * cos(angle), far * sin(angle)};
    }
    s->outline = area_polygon(s->prism.corner, (size_t)s->prism.count);
    s->sight = (tl_area_sight){.area = {&s->outline, s->prism.bottom, s->prism.top},
                               .rules = area_random_rules(r),
                               .unit_distance = test_random_between(r, 0, 500)};
    for (int e = 0; e < 2; e++) {
        double radius = test_random_between(r, 8, 30), foot = 0;
        tl_vec2 c = on_edge(r, &s->prism);
        switch (test_random_below(r, 4)) {
        case 0: /* astride */
            c = tl_add2(c, (tl_vec2){test_random_between(r, -radius, radius), test_random_between(r, -radius, radius)});
            break;
        case 1: /* somewhere about */
            c = (tl_vec2){test_random_between(r, -450, 450), test_random_between(r, -450, 450)};
            break;
        case 2: /* up on something, over the wood or beside it */
            c = (tl_vec2){test_random_between(r, -300, 300), test_random_between(r, -300, 300)};
            foot = test_random_between(r, 0, 400);
            break;
        default: /* inside, more or less */
            c = tl_scale2(c, test_random_between(r, 0, 1));
        }
        double tall = test_random_below(r, 3) == 0 ? 150 : 30; /* some stand out above the trees */
        s->base[e] = tl_outline_disc(c, radius);
        tl_area_placement placement = tl_area_place_of(&s->sight.area, &s->base[e], foot, foot + tall);
        s->sight.end[e] = (tl_area_end){placement.place, &s->base[e], test_random_below(r, 3) > 0, placement.over};
        s->at[e] =
            (tl_vec3){c.x + test_random_between(r, -0.7, 0.7) * radius,
                      c.y + test_random_between(r, -0.7, 0.7) * radius, foot + test_random_between(r, 0.1, 1) * tall};
    }
}

static void lines_agree_with_a_second_reading(void **state) {
    (void)state;
    test_random r = test_random_start("area edges", 191);
    int wrong = 0, judged = 0, astride = 0, above = 0, trials = test_trials(60000);
    for (int n = 0; n < trials; n++) {
        arena s;
        make_arena(&r, &s);
        double spare = test_depth_to_spare(&s.sight, &s.prism, s.at[0], s.at[1]);
        tl_area_ruling ruling;
        tl_area_line(&s.sight, s.at[0], s.at[1], &ruling);
        if (fabs(spare) > 1e-6 && ruling.verdict != TL_VERDICT_MARGINAL) {
            bool bad = ruling.verdict != (spare > 0 ? TL_VERDICT_YES : TL_VERDICT_NO) ||
                       (isfinite(spare) && fabs(ruling.margin.low - spare) > 1e-6);
            if (bad && wrong < 3) {
                print_error("case %d: verdict %d, margin %g to %g, expected %g\n", n, (int)ruling.verdict,
                            ruling.margin.low, ruling.margin.high, spare);
            }
            wrong += bad;
            judged++;
            bool entered = isfinite(spare);
            astride += entered && (s.sight.end[0].place == ON || s.sight.end[1].place == ON);
            above += entered && ruling.in_plan;
        }
        tl_outline_free(&s.outline);
    }
    print_message("%d of %d lines wrong; %d with somebody astride the edge, %d over it\n", wrong, judged, astride,
                  above);
    assert_int_equal(wrong, 0);
    assert_true(judged > trials * 0.99 && astride > trials / 10 && above > trials / 50);
}

static tl_vec3 near_to(test_random *r, tl_vec3 p, double size) {
    return (tl_vec3){p.x + test_random_between(r, -size, size), p.y + test_random_between(r, -size, size),
                     p.z + test_random_between(r, -size, size)};
}

static tl_vec3 mix(test_random *r, const tl_vec3 p[3]) {
    double a = test_random_between(r, 0, 1), b = test_random_between(r, 0, 1);
    if (a + b > 1) {
        a = 1 - a;
        b = 1 - b;
    }
    return tl_madd(tl_madd(p[0], tl_sub(p[1], p[0]), a), tl_sub(p[2], p[0]), b);
}

static void bundles_hold_for_their_lines(void **state) {
    (void)state;
    test_random r = test_random_start("area edges of bundles", 192);
    int wrong = 0, decided[2] = {0, 0}, trials = test_trials(8000);
    static const double sizes[4] = {0.05, 1, 6, 25};
    for (int n = 0; n < trials; n++) {
        arena s;
        make_arena(&r, &s);
        double spare = test_depth_to_spare(&s.sight, &s.prism, s.at[0], s.at[1]), size = sizes[n % 4];
        if (isfinite(spare)) { /* limits near to what is measured: every bound counts */
            double to = test_random_between(&r, -1.5, 1.5) * size;
            s.sight.rules.edge_limit += to - spare;
            s.sight.rules.through_limit += to - spare;
        }
        tl_vec3 cell[2][3];
        for (int e = 0; e < 2; e++) {
            for (int k = 0; k < 3; k++) {
                cell[e][k] = near_to(&r, s.at[e], size);
            }
        }
        tl_area_ruling whole;
        tl_area_bundle(&s.sight, cell[0], 3, cell[1], 3, &whole);
        for (int i = 0; i < 60 && whole.verdict != TL_VERDICT_MARGINAL; i++) {
            tl_vec3 p = i < 9 ? cell[0][i % 3] : mix(&r, cell[0]), q = i < 9 ? cell[1][i / 3] : mix(&r, cell[1]);
            double one = test_depth_to_spare(&s.sight, &s.prism, p, q);
            wrong += whole.verdict == TL_VERDICT_YES ? one < -1e-7 : one > 1e-7;
        }
        decided[0] += whole.verdict == TL_VERDICT_NO;
        decided[1] += whole.verdict == TL_VERDICT_YES;
        tl_outline_free(&s.outline);
    }
    print_message("%d lines against their bundle; %d bundles forbidden, %d allowed\n", wrong, decided[0], decided[1]);
    assert_int_equal(wrong, 0);
    assert_true(decided[0] > trials / 10 && decided[1] > trials / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_agree_with_a_second_reading),
                                       cmocka_unit_test(bundles_hold_for_their_lines)};
    return cmocka_run_group_tests_name("area edges", tests, area_begin, area_end);
}
