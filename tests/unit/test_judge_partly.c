/* test_judge_partly.c: whoever lies wholly, partly or not under a template, and who is hit on a roll for that: discs
 * over round bases in closed form, exactly at every limit and a tolerance beside it; rectangles and outlines against
 * every corner, and against a law: by less than it spares a template may be moved without another answer; the model
 * that a shell is laid on (LW-TPL-04, LW-TPL-05). */
#include "judge/template/strike.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R     JUDGE_RIM
#define SHELL 62.5 /* the radius of the large shell */
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static void begin(judge_table *t, const char *rules) {
    judge_begin(t);
    t->rules = rules;
}

static tl_strike strike(const tl_inquiry *inquiry, const tl_question *q) {
    tl_strike x;
    tl_error error = {0};
    if (tl_strike_make(inquiry, q, &x, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return x;
}

static double lens(double r, double s, double d) {
    if (d >= r + s) {
        return 0;
    }
    if (d <= fabs(r - s)) {
        return M_PI * fmin(r, s) * fmin(r, s);
    }
    double a = acos((d * d + r * r - s * s) / (2 * d * r)), b = acos((d * d + s * s - r * r) / (2 * d * s));
    return r * r * (a - sin(2 * a) / 2) + s * s * (b - sin(2 * b) / 2);
}

/* A disc over a round base, at every limit: apart from r + R on, whole up to R - r. */
static void discs(void **state) {
    (void)state;
    const double rim = SHELL - R, far = SHELL + R;
    const struct {
        double away, tolerance;
        tl_verdict under, whole;
    } cases[] = {{0, 0.05, YES, YES},          {R, 0.05, YES, YES},
                 {rim - 0.06, 0.05, YES, YES}, {rim - 0.04, 0.05, YES, OPEN},
                 {rim, 0.05, YES, OPEN},       {rim + 0.04, 0.05, YES, OPEN},
                 {rim + 0.06, 0.05, YES, NO},  {SHELL, 0.05, YES, NO},
                 {far - 0.06, 0.05, YES, NO},  {far - 0.04, 0.05, OPEN, NO},
                 {far + 0.04, 0.05, OPEN, NO}, {far + 0.06, 0.05, NO, NO},
                 {rim, 0, YES, YES},           {rim + 1e-9, 0, YES, NO},
                 {rim - 1e-9, 0, YES, YES},    {far, 0, NO, NO},
                 {far - 1e-9, 0, YES, NO},     {far + 1e-9, 0, NO, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "lotow-colonial");
        judge_man(&t, "m", 1000, 1000);
        judge_ready(&t);
        const tl_question q = {.shape = "heavy-shell", .at_count = 3, .at = {1000 + cases[i].away, 1000, 0}};
        tl_strike s = strike(judge_set(&t, cases[i].tolerance, NULL), &q);
        const tl_victim *v = &s.victims[judge_who(&t, "m1")];
        tl_verdict under = v->out ? NO : v->under;
        if (under != cases[i].under || (!v->out && v->whole != cases[i].whole)) {
            fail_msg("case %zu: under %d, whole %d", i, (int)under, (int)v->whole);
        }
        if (under != NO) {
            assert_near(v->spare_mm, rim - cases[i].away, 1e-9);
            assert_near(v->hold.fraction, lens(R, SHELL, cases[i].away) / (M_PI * R * R), 1e-6);
            assert_int_equal(v->rolled, v->whole == YES ? NO : v->whole == NO ? YES : OPEN);
            tl_victim_fact fact = v->under == OPEN    ? TL_VICTIM_EDGE
                                  : v->rolled == YES  ? TL_VICTIM_PARTLY
                                  : v->rolled == OPEN ? TL_VICTIM_PARTLY_OPEN
                                                      : TL_VICTIM_PLAIN;
            assert_int_equal(v->fact, fact);
            assert_int_equal(s.rolls, v->hit == YES && v->rolled != NO ? 1 : 0);
        }
        tl_strike_free(&s);
        judge_end(&t);
    }
}

/* A base larger than the template is never wholly under it; one as large is when they lie on one another. */
static void large_bases(void **state) {
    (void)state;
    const double radius[] = {SHELL - 1, SHELL, SHELL + 1};
    for (int i = 0; i < 3; i++) {
        judge_table t;
        begin(&t, "lotow-colonial");
        judge_asset(&t,
                    "'big':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},"
                    "'base':{'shape':'disc','diameter':%.17g}}",
                    2 * radius[i]);
        judge_model(&t, "m", "red", "infantry", "big", 1000, 1000, 0, "");
        judge_ready(&t);
        const tl_question q = {.shape = "heavy-shell", .at_count = 3, .at = {1000, 1000, 0}};
        tl_strike s = strike(judge_set(&t, 0.0, NULL), &q);
        assert_int_equal(s.victims[judge_who(&t, "m1")].whole, i < 2 ? YES : NO);
        tl_strike_free(&s);
        judge_end(&t);
    }
}

/* --- Rectangles and outlines ---------------------------------------------------------------------------------------*/

/* The corners of a slab of 60 x 30 at a place. */
static void corners(double x, double y, double facing, tl_vec2 k[4]) {
    double s = sin(facing * M_PI / 180), c = cos(facing * M_PI / 180);
    for (int i = 0; i < 4; i++) {
        double a = i == 0 || i == 3 ? 30 : -30, b = i < 2 ? 15 : -15;
        k[i] = (tl_vec2){x + a * c - b * s, y + a * s + b * c};
    }
}

/* A disc over a rectangle: its farthest corner tells. */
static void rectangles(void **state) {
    (void)state;
    test_random r = test_random_start("rectangles partly under a disc", 81);
    int seen[3] = {0};
    for (int trial = 0; trial < test_trials(150); trial++) {
        double facing = test_random_between(&r, 0, 360), x = 1000 + test_random_between(&r, -80, 80),
               y = 1000 + test_random_between(&r, -80, 80), far = 0;
        tl_vec2 k[4];
        judge_table t;
        begin(&t, "lotow-colonial");
        judge_asset(&t, "'slab':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},"
                        "'base':{'shape':'rectangle','size':[60,30]}}");
        judge_model(&t, "m", "red", "infantry", "slab", x, y, facing, "");
        judge_ready(&t);
        corners(x, y, facing, k);
        for (int i = 0; i < 4; i++) {
            far = fmax(far, hypot(k[i].x - 1000, k[i].y - 1000));
        }
        const tl_question q = {.shape = "heavy-shell", .at_count = 3, .at = {1000, 1000, 0}};
        tl_strike s = strike(&t.inquiry, &q);
        const tl_victim *v = &s.victims[judge_who(&t, "m1")];
        if (!v->out && v->under == YES) {
            tl_verdict whole = SHELL - far > 0.05 ? YES : SHELL - far < -0.05 ? NO : OPEN;
            assert_near(v->spare_mm, SHELL - far, 1e-6);
            assert_int_equal(v->whole, whole);
            assert_int_equal(v->whole == YES, v->hold.coverage == TL_COVERAGE_FULL && SHELL - far > 0.05);
            seen[v->whole]++;
        }
        tl_strike_free(&s);
        judge_end(&t);
    }
    assert_true(seen[YES] > 0 && seen[NO] > 6);
}

/* Whether all of a round or rectangular base lies in a flame, by points of its rim. */
static bool holds(const tl_template *shape, double x, double y, double facing, bool round) {
    tl_vec2 k[4];
    corners(x, y, facing, k);
    for (int i = 0; i < 720; i++) {
        double turn = i * M_PI / 360, share = (i % 180) / 180.0;
        tl_vec2 p = round ? (tl_vec2){x + R * cos(turn), y + R * sin(turn)}
                          : (tl_vec2){k[i / 180].x + share * (k[(i / 180 + 1) % 4].x - k[i / 180].x),
                                      k[i / 180].y + share * (k[(i / 180 + 1) % 4].y - k[i / 180].y)};
        bool inside = false;
        for (size_t a = 0, b = shape->count - 1; a < shape->count; b = a++) {
            tl_vec2 u = shape->corner[a], w = shape->corner[b];
            inside ^= (u.y > p.y) != (w.y > p.y) && p.x < (w.x - u.x) * (p.y - u.y) / (w.y - u.y) + u.x;
        }
        if (!inside) {
            return false;
        }
    }
    return true;
}

/* An outline over round and rectangular bases: what points of the rim say, but for a hair; and by less than it spares
 * it may be moved any way without another answer. */
static void outlines(void **state) {
    (void)state;
    test_random r = test_random_start("bases partly under an outline", 82);
    int seen[3] = {0};
    for (int trial = 0; trial < test_trials(120); trial++) {
        bool round = trial % 2 == 0;
        double facing = test_random_between(&r, 0, 360), x = 1000 + test_random_between(&r, 120, 230),
               y = 1000 + test_random_between(&r, -30, 30);
        judge_table t;
        begin(&t, "lotow-1939");
        judge_asset(&t, "'slab':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},"
                        "'base':{'shape':'rectangle','size':[60,30]}}");
        judge_model(&t, "m", "red", "infantry", round ? "man" : "slab", x, y, facing, "");
        judge_ready(&t);
        tl_question q = {.shape = "tank-flame", .at_count = 3, .at = {1000, 1000, 0}, .has_angle = true};
        tl_strike s = strike(&t.inquiry, &q);
        const tl_victim v = s.victims[judge_who(&t, "m1")];
        if (!v.out && v.under == YES) {
            bool all = holds(&s.placing.shape, x, y, facing, round);
            if (v.whole != OPEN && (v.whole == YES) != all) {
                fail_msg("trial %d: whole %d, spare %g", trial, (int)v.whole, v.spare_mm);
            }
            assert_int_equal(v.rolled, v.whole == YES ? NO : v.whole == NO ? YES : OPEN);
            seen[v.whole]++;
        }
        tl_strike_free(&s);
        for (int k = 0; k < 4 && v.under == YES && v.whole != OPEN; k++) {
            double way = test_random_between(&r, 0, 2 * M_PI), by = 0.98 * (fabs(v.spare_mm) - 0.06);
            q.at[0] = 1000 + by * cos(way);
            q.at[1] = 1000 + by * sin(way);
            s = strike(&t.inquiry, &q);
            const tl_victim *moved = &s.victims[judge_who(&t, "m1")];
            if (by > 0 && !moved->out && moved->under != NO && moved->whole != v.whole) {
                fail_msg("trial %d: moved by %g of %g", trial, by, v.spare_mm);
            }
            tl_strike_free(&s);
        }
        judge_end(&t);
    }
    assert_true(seen[YES] > 1 && seen[NO] > 5);
}

/* --- Shells --------------------------------------------------------------------------------------------------------*/

/* A shell is laid on the model nearest to the gun, which is hit whatever its base; the others by a roll when partly
 * under; which is nearest must be certain. */
static void shells(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "lotow-colonial");
    judge_model(&t, "gun", "red", "gun", "man", 300, 1000, 0, "'weapons':[{'id':'g','kind':'heavy-gun'}]");
    judge_asset(&t, "'slab':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},"
                    "'base':{'shape':'rectangle','size':[150,30]}}");
    judge_unit(&t,
               "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1060,1000]},"
               "{'id':'b2','asset':'slab','at':[1000,1000],'facing':90},{'id':'b3','asset':'man','at':[1040,1000]}]}");
    judge_unit(&t, "{'id':'c','side':'blue','class':'infantry','members':[{'id':'c1','asset':'man','at':[600,1300]},"
                   "{'id':'c2','asset':'man','at':[600,700]}]}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'heavy-shell','from':'gun','toward':'b'}");
    assert_point_near(made_point(&t.told, "at"), ((tl_vec3){1000, 1000, 0}), 1e-9);
    assert_near(made_number(&t.told, "count"), 3, 0);
    assert_near(made_number(&t.told, "rolls"), 1, 0); /* b1 alone: b2 is the first, b3 wholly under */
    judge_ask(&t, "{'query':'template','shape':'heavy-shell','from':'gun','toward':'b1'}");
    assert_point_near(made_point(&t.told, "at"), ((tl_vec3){1060, 1000, 0}), 1e-9);
    judge_ask(&t, "{'query':'template','shape':'heavy-shell','from':'gun','at':[1000,1000]}");
    assert_near(made_number(&t.told, "rolls"), 2, 0); /* laid by hand nobody is the first */
    judge_refused(&t, "several are as near", "{'query':'template','shape':'heavy-shell','from':'gun','toward':'c'}");
    judge_ask(&t, "{'query':'template','shape':'heavy-shell','from':'gun','toward':'c2'}");
    assert_near(made_number(&t.told, "rolls"), 0, 0);
    /* the discs of other weapons lie on the first of a unit, as ever */
    judge_ask(&t, "{'query':'template','shape':'large','from':'gun','toward':'b'}");
    assert_point_near(made_point(&t.told, "at"), ((tl_vec3){1060, 1000, 0}), 1e-9);
    assert_false(made_has(&t.told, "rolls"));
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs),    cmocka_unit_test(large_bases), cmocka_unit_test(rectangles),
        cmocka_unit_test(outlines), cmocka_unit_test(shells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
