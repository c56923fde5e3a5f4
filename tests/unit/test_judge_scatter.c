/* test_judge_scatter.c: where something comes down by dice that were thrown (judge/scatter), asked of the judge itself
 * and whole: places against trigonometry in long double over random throws, frames, dice and settings; ways of balls
 * against points on them, one by one; a table that is turned turns the place; dice rolled and the same by hand are the
 * same to the byte; limits and uncertain models on both sides; what is refused. */
#include "judge/scatter/scatter.h"
#include "support/judge_told.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R         JUDGE_RIM
#define RULES_SK  "skirmish-1991"
#define RULES_LW  "lotow-1939"
#define RULES_14  "lotow-1914"
#define RULES_OLD "lotow-colonial"
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

typedef struct place {
    long double x, y;
} place;

static place on(place from, long double degrees, long double mm) {
    long double turn = degrees * 3.14159265358979323846264338327950288L / 180;
    return (place){from.x + mm * cosl(turn), from.y + mm * sinl(turn)};
}

static long double heading(place from, place to) {
    return atan2l(to.y - from.y, to.x - from.x) * 180 / 3.14159265358979323846264338327950288L;
}

static void begin(judge_table *t, const char *rules) {
    judge_begin(t);
    t->rules = rules;
}

static void man(judge_table *t, const char *id, const char *side, place at) {
    judge_model(t, id, side, "infantry", "man", (double)at.x, (double)at.y, 0, "");
}

static tl_scatter thrown(const tl_inquiry *inquiry, const tl_question *q) {
    tl_scatter x;
    tl_error error = {0};
    if (tl_scatter_make(inquiry, q, &x, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return x;
}

static void check_place(const tl_scatter *x, place expected, const char *what) {
    double off = hypot(x->at.x - (double)expected.x, x->at.y - (double)expected.y);
    if (!(off <= 1e-9)) {
        fail_msg("%s: at (%.12g, %.12g), not (%.12Lg, %.12Lg)", what, x->at.x, x->at.y, expected.x, expected.y);
    }
}

static place random_place(test_random *r) {
    return (place){test_random_between(r, 300, 2700), test_random_between(r, 300, 2700)};
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

/* A table of sectors round the target, in the frame of the throw: every total, with a modifier, from middles or edges
 * (SK-GRE-01). */
static void sectors(void **state) {
    (void)state;
    test_random r = test_random_start("sectors", 11);
    size_t checked = 0, failed = 0;
    for (int trial = 0; trial < test_trials(60); trial++) {
        place a = random_place(&r), b = random_place(&r);
        judge_table t;
        begin(&t, RULES_SK);
        man(&t, "a", "red", a);
        man(&t, "b", "blue", b);
        judge_ready(&t);
        long double ahead = heading(a, b);
        for (int edge = 0; edge < 2; edge++) {
            const tl_inquiry *inquiry = judge_set(&t, -1, "deviation_origin", edge ? "edge" : "centre", NULL);
            for (int k = 0; k < 40; k++) {
                int total = 2 + test_random_below(&r, 11), distance = 1 + test_random_below(&r, 6);
                int modifier = test_random_below(&r, 7) - 3, sum = total + modifier;
                char dice[40];
                snprintf(dice, sizeof(dice), "%d,%d", total, distance);
                tl_question q = TL_QUESTION_INIT;
                q.query = "scatter";
                q.deviation = "grenade";
                q.from = "a";
                q.toward = "b";
                q.dice = dice;
                q.has_modifier = modifier != 0;
                q.modifier = modifier;
                tl_scatter x = thrown(inquiry, &q);
                long double mm = 10 * distance + 40 + (edge ? R : 0);
                assert_int_equal(x.fails, total == 2);
                failed += x.fails;
                if (!x.fails) {
                    check_place(&x,
                                sum <= 4    ? on(a, ahead, mm)
                                : sum <= 6  ? on(b, ahead - 90, mm)
                                : sum <= 8  ? on(b, ahead + 90, mm)
                                : sum <= 10 ? on(b, ahead, mm)
                                            : b,
                                dice);
                    checked++;
                } else {
                    assert_int_equal(x.verdict, NO);
                }
                tl_scatter_free(&x);
            }
        }
        judge_end(&t);
    }
    printf("%zu places, %zu throws that fail\n", checked, failed);
    assert_true(failed > 0);
}

/* Smoke that lies somewhere drifts: both readings of the numbers that two rows name, of the thrower's frame and the
 * table's, with the direction of the throw given by itself or by who threw (SK-GRE-03). */
static void drifts(void **state) {
    (void)state;
    test_random r = test_random_start("drifts", 12);
    static const double first[9] = {0, 90, 90, -90, -90, 0, 0, 180, 180};
    static const double later[9] = {0, 90, -90, -90, -90, 0, 180, 180, 180};
    for (int trial = 0; trial < test_trials(400); trial++) {
        place a = random_place(&r), smoke = random_place(&r);
        int wind = 1 + test_random_below(&r, 8), distance = 1 + test_random_below(&r, 6);
        bool by_later = test_random_below(&r, 2), by_table = test_random_below(&r, 2);
        double angle = test_random_between(&r, -360, 360);
        bool given = test_random_below(&r, 2);
        judge_table t;
        begin(&t, RULES_SK);
        man(&t, "a", "red", a);
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, -1, "shared_totals", by_later ? "later" : "first", "drift_frame",
                                              by_table ? "table" : "thrower", NULL);
        char dice[40];
        snprintf(dice, sizeof(dice), "%d,%d", wind, distance);
        tl_question q = TL_QUESTION_INIT;
        q.query = "scatter";
        q.deviation = "smoke-drift";
        q.at_count = 2;
        q.at[0] = (double)smoke.x;
        q.at[1] = (double)smoke.y;
        q.from = given ? NULL : "a";
        q.has_angle = given;
        q.angle_deg = angle;
        q.dice = dice;
        tl_scatter x = thrown(inquiry, &q);
        long double ahead = by_table ? 0 : given ? (long double)angle : heading(a, smoke);
        check_place(&x, on(smoke, ahead + (by_later ? later : first)[wind], 10.0L * distance), dice);
        tl_scatter_free(&x);
        judge_end(&t);
    }
}

/* An arrow's degrees on the table and a distance, after a guess from the edge of who fires; a hit stays (LW-DEV-03). */
static void arrows(void **state) {
    (void)state;
    test_random r = test_random_start("arrows", 13);
    for (int trial = 0; trial < test_trials(400); trial++) {
        place a = random_place(&r), b = random_place(&r);
        double guess = test_random_between(&r, 0, 600), arrow = test_random_between(&r, -360, 360);
        int number = 2 + 2 * test_random_below(&r, 5);
        bool hit = test_random_below(&r, 4) == 0, toward = test_random_below(&r, 2);
        double aimed = test_random_between(&r, -180, 180);
        judge_table t;
        begin(&t, RULES_LW);
        man(&t, "a", "red", a);
        man(&t, "b", "blue", b);
        judge_ready(&t);
        char dice[80];
        snprintf(dice, sizeof(dice), "%.17g,%d", arrow, number);
        tl_question q = TL_QUESTION_INIT;
        q.query = "scatter";
        q.deviation = "mortar";
        q.from = "a";
        q.toward = toward ? "b" : NULL;
        q.has_angle = !toward;
        q.angle_deg = aimed;
        q.has_guess = true;
        q.guess_mm = guess;
        q.dice = hit ? "hit" : dice;
        tl_scatter x = thrown(judge_set(&t, -1, NULL), &q);
        place mid = on(a, toward ? heading(a, b) : (long double)aimed, R + (long double)guess);
        check_place(&x, hit ? mid : on(mid, arrow, 10.0L * number), q.dice);
        assert_true(x.struck && x.strike.placing.shape.radius == 37.5);
        tl_scatter_free(&x);
        judge_end(&t);
    }
}

/* A grenade that misses, an outline that slides, a bomb, a cloud: each with its own unit and origin (LW-DEV-04,
 * LW-DEV-02, LW-DEV-05, LW-TPL-09). */
static void other_throws(void **state) {
    (void)state;
    judge_table t;
    begin(&t, RULES_14);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 1100, 1000, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','toward':'b','dice':[90,5]}");
    assert_point_near(made_point(&t.told, "landing.at"), ((tl_vec3){1100, 1050, 0}), 1e-9);
    assert_near(number(&t, "aim.limit_mm"), 200, 0);
    judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','at':[1100,1000],'dice':['hit']}");
    assert_point_near(made_point(&t.told, "landing.at"), ((tl_vec3){1100, 1000, 0}), 1e-9);
    judge_ask(&t, "{'query':'scatter','deviation':'gas','at':[1100,1000],'dice':[180,8],'shape':'gas-3'}");
    assert_point_near(made_point(&t.told, "landing.at"), ((tl_vec3){1020, 1000, 0}), 1e-9);
    assert_near(number(&t, "diameter_mm"), 75, 0);
    judge_ask(&t, "{'query':'scatter','deviation':'gas','at':[1100,1000],'dice':[180,'misfire']}");
    assert_point_near(made_point(&t.told, "landing.at"), ((tl_vec3){1100, 1000, 0}), 1e-9);
    judge_ask(&t, "{'query':'scatter','deviation':'bomb','at':[1100,1000],'dice':[180,'misfire']}");
    assert_true(is(&t, "verdict", "no") && made_value(&t.told, "fails")->boolean && !made_has(&t.told, "landing"));
    judge_end(&t);
}

static void slides(void **state) {
    (void)state;
    judge_table t;
    begin(&t, RULES_OLD);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 1100, 1000, 0, "");
    judge_ready(&t);
    /* the outline's tip starts at the base's edge, there is no gear; a number of the die is an inch, or a centimetre */
    judge_ask(&t, "{'query':'scatter','deviation':'grape','from':'a','toward':'b','dice':[4]}");
    assert_point_near(made_point(&t.told, "at"), ((tl_vec3){1000 + R + 4 * 25.4, 1000, 0}), 1e-9);
    judge_ask(&t, "{'query':'scatter','deviation':'grape','from':'a','angle':90,'dice':[4],'set':{'die_units':'cm'}}");
    assert_point_near(made_point(&t.told, "at"), ((tl_vec3){1000, 1000 + R + 40, 0}), 1e-9);
    assert_near(number(&t, "angle_deg"), 90, 0);
    judge_end(&t);
}

/* --- Turning the table -------------------------------------------------------------------------------------------- */

/* The same throw on a table that is turned about a point comes down at the place that is turned, and hits the same. */
static void turned_tables(void **state) {
    (void)state;
    test_random r = test_random_start("turned tables", 14);
    const place pivot = {1500, 1500};
    for (int trial = 0; trial < test_trials(60); trial++) {
        double turn = test_random_between(&r, -180, 180);
        place stand[6];
        for (int i = 0; i < 6; i++) {
            stand[i] = on(pivot, test_random_between(&r, -180, 180), test_random_between(&r, 20, 260));
        }
        char dice[40];
        snprintf(dice, sizeof(dice), "%d,%d", 3 + test_random_below(&r, 10), 1 + test_random_below(&r, 6));
        place at[2];
        tl_verdict verdict[2];
        size_t hits[2];
        for (int k = 0; k < 2; k++) {
            judge_table t;
            begin(&t, RULES_SK);
            for (int i = 0; i < 6; i++) {
                long double far = hypotl(stand[i].x - pivot.x, stand[i].y - pivot.y);
                char id[2] = {(char)('a' + i), '\0'};
                man(&t, id, i == 0 ? "red" : "blue",
                    k == 0 ? stand[i] : on(pivot, heading(pivot, stand[i]) + turn, far));
            }
            judge_ready(&t);
            tl_question q = TL_QUESTION_INIT;
            q.query = "scatter";
            q.deviation = "grenade";
            q.from = "a";
            q.toward = "b";
            q.dice = dice;
            tl_scatter x = thrown(judge_set(&t, -1, NULL), &q);
            at[k] = (place){x.at.x, x.at.y};
            verdict[k] = x.verdict;
            hits[k] = x.strike.hits;
            tl_scatter_free(&x);
            judge_end(&t);
        }
        place back = on(pivot, heading(pivot, at[0]) + turn, hypotl(at[0].x - pivot.x, at[0].y - pivot.y));
        assert_near((double)at[1].x, (double)back.x, 1e-8);
        assert_near((double)at[1].y, (double)back.y, 1e-8);
        assert_int_equal(verdict[0], verdict[1]);
        assert_int_equal(hits[0], hits[1]);
    }
}

/* --- Balls -------------------------------------------------------------------------------------------------------- */

/* How far points of the plan are from a disc, a turned rectangle or a turned oval; negative inside. */
typedef struct figure {
    int kind;
    place at;
    double turn, x, y;
} figure;

static double off_figure(const figure *f, place p) {
    long double c = cosl(f->turn * 3.14159265358979323846L / 180), s = sinl(f->turn * 3.14159265358979323846L / 180);
    long double dx = p.x - f->at.x, dy = p.y - f->at.y, u = c * dx + s * dy, v = c * dy - s * dx;
    if (f->kind == 0) {
        return (double)(hypotl(u, v) - f->x);
    }
    if (f->kind == 1) {
        long double a = fabsl(u) - f->x, b = fabsl(v) - f->y;
        return (double)(a <= 0 && b <= 0 ? (a > b ? a : b) : hypotl(a > 0 ? a : 0, b > 0 ? b : 0));
    }
    /* of an oval, along the ray from its middle: enough to tell in from out, and near the rim */
    long double k = hypotl(u / f->x, v / f->y);
    return (double)((k - 1) * hypotl(u, v) / (k > 0 ? k : 1));
}

/* Ways of any length and width against bases of every shape and a hull, and what points along the way say. */
static void ways_of_balls(void **state) {
    (void)state;
    enum { POINTS = 4000 };
    test_random r = test_random_start("ways of balls", 15);
    size_t told[3] = {0}, near = 0;
    for (int trial = 0; trial < test_trials(40); trial++) {
        figure f[4];
        judge_table t;
        begin(&t, RULES_OLD);
        judge_asset(&t, "'slab':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},"
                        "'base':{'shape':'rectangle','size':[60,30]}},"
                        "'egg':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},"
                        "'base':{'shape':'oval','size':[60,30]}}");
        for (int i = 0; i < 4; i++) {
            f[i] = (figure){.kind = i == 0   ? 0
                                    : i == 2 ? 2
                                             : 1,
                            .at = {1200 + 200 * i, test_random_between(&r, 1400, 1600)},
                            .turn = test_random_between(&r, 0, 360),
                            .x = i == 0   ? R
                                 : i == 3 ? JUDGE_AHEAD
                                          : 30,
                            .y = i == 3 ? JUDGE_BESIDE : 15};
            static const char *const assets[4] = {"man", "slab", "egg", "tank"};
            char id[2] = {(char)('a' + i), '\0'};
            judge_model(&t, id, "red", i == 3 ? "vehicle" : "infantry", assets[i], (double)f[i].at.x, (double)f[i].at.y,
                        f[i].turn, "");
        }
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, -1, NULL);
        for (int k = 0; k < 50; k++) {
            const figure *one = &f[test_random_below(&r, 4)];
            place mid = {one->at.x + test_random_between(&r, -70, 70), one->at.y + test_random_between(&r, -70, 70)};
            double angle = test_random_between(&r, -180, 180), half = k % 3 == 0 ? test_random_between(&r, 0, 20) : 0;
            double length = k % 5 == 0 ? 0 : test_random_between(&r, 1, 300);
            place from = on(mid, angle, -0.5L * length), to = on(mid, angle, 0.5L * length);
            tl_scatter_way way = {
                .from = {(double)from.x, (double)from.y}, .to = {(double)to.x, (double)to.y}, .half = half};
            double least = INFINITY;
            for (int i = 0; i <= POINTS; i++) {
                long double share = (long double)i / POINTS;
                place p = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
                least = fmin(least, off_figure(one, p));
            }
            tl_scatter_crossing c;
            tl_error error = {0};
            assert_int_equal(tl_scatter_cross(inquiry, &way, (size_t)(one - f), &c, &error), TL_OK);
            told[c.hit]++;
            least -= half;
            near += fabs(least) < 1;
            double step = length / POINTS, band = inquiry->tolerance + c.error_mm;
            if (c.hit == YES && (one->kind != 2 || half == 0) && !(least < step)) {
                fail_msg("figure %d is said to be crossed, and is %g away", one->kind, least);
            } else if (c.hit == NO && !(least > 0)) {
                fail_msg("figure %d is said to be missed, and a point lies %g inside", one->kind, -least);
            } else if (c.hit == OPEN && one->kind != 2 && !(fabs(least) <= band + step)) {
                fail_msg("figure %d is called too close, at %g", one->kind, least);
            }
            if (c.hit == OPEN && one->kind == 2 && half == 0 && !(fabs(least) <= 2 * band + 2 * step)) {
                fail_msg("an oval is called too close, at %g", least);
            }
            if (one->kind != 2) {
                assert_true(c.depth_mm >= fmax(-least, 0) - step - 0.02);
                assert_true(c.gap_mm <= fmax(least, 0) + 0.01 && c.gap_mm >= fmax(least - step, 0) - 0.011);
                assert_true(c.depth_mm <= fmax(-least, 0) + step + 0.02);
            }
        }
        judge_end(&t);
    }
    printf("%zu crossed, %zu missed, %zu too close; %zu within 1 mm of the rim\n", told[TL_VERDICT_YES],
           told[TL_VERDICT_NO], told[TL_VERDICT_MARGINAL], near);
    assert_true(told[TL_VERDICT_YES] > 100 && told[TL_VERDICT_NO] > 100 && near > 2);
}

/* The rim itself, the tolerance on both sides of it, and exactly at it with no tolerance: contact counts. */
static void rims_of_balls(void **state) {
    (void)state;
    judge_table t;
    begin(&t, RULES_OLD);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    const struct {
        double off, half, tolerance;
        tl_verdict hit;
    } cases[] = {{R - 0.06, 0, 0.05, YES},    {R - 0.04, 0, 0.05, OPEN}, {R, 0, 0.05, OPEN},
                 {R + 0.04, 0, 0.05, OPEN},   {R + 0.06, 0, 0.05, NO},   {R, 0, 0, YES},
                 {R - 1e-9, 0, 0, YES},       {R + 1e-9, 0, 0, NO},      {R + 5 - 0.06, 5, 0.05, YES},
                 {R + 5 + 0.06, 5, 0.05, NO}, {R + 5, 5, 0.05, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_inquiry *inquiry = judge_set(&t, cases[i].tolerance, NULL);
        tl_scatter_way way = {
            .from = {900, 1000 + cases[i].off}, .to = {1100, 1000 + cases[i].off}, .half = cases[i].half};
        tl_scatter_crossing c;
        tl_error error = {0};
        assert_int_equal(tl_scatter_cross(inquiry, &way, 0, &c, &error), TL_OK);
        if (c.hit != cases[i].hit) {
            fail_msg("case %zu: %d, not %d", i, c.hit, cases[i].hit);
        }
    }
    judge_end(&t);
}

/* Whom a ball hits: on its bounce alone or on the whole flight, where it stops, but never who fired it (LW-DEV-01). */
static void bounces(void **state) {
    (void)state;
    judge_table t;
    begin(&t, RULES_OLD);
    judge_model(&t, "gun", "red", "gun", "man", 300, 1000, 0, "");
    judge_model(&t, "near", "blue", "infantry", "man", 500, 1005, 0, "");
    judge_model(&t, "there", "blue", "infantry", "man", 300 + R + 400 + 50.8, 1000, 0, "");
    judge_model(&t, "far", "blue", "infantry", "man", 900, 990, 0, "");
    judge_model(&t, "beside", "blue", "infantry", "man", 850, 1020, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'scatter','deviation':'ball','from':'gun','angle':0,'guess_mm':400,'dice':[2,6]}");
    assert_near(number(&t, "bounce.from[0]"), 300 + R + 400 + 50.8, 1e-9);
    assert_near(number(&t, "bounce.to[0]"), 300 + R + 400 + 50.8 + 152.4, 1e-9);
    assert_near(number(&t, "bounce.count"), 2, 0);
    assert_true(is(&t, "bounce.members[0].id", "there1") && is(&t, "bounce.members[1].id", "far1"));
    judge_ask(&t, "{'query':'scatter','deviation':'ball','from':'gun','angle':0,'guess_mm':400,'dice':[2,6],"
                  "'set':{'ball_path':'flight'}}");
    assert_near(number(&t, "bounce.count"), 3, 0);
    assert_true(is(&t, "bounce.members[0].id", "near1"));
    judge_ask(&t, "{'query':'scatter','deviation':'ball','from':'gun','angle':0,'guess_mm':400,'dice':[2,6],"
                  "'set':{'ball_width_mm':20}}");
    assert_near(number(&t, "bounce.count"), 3, 0);
    judge_ask(&t, "{'query':'scatter','deviation':'ball','from':'gun','angle':0,'guess_mm':400,'dice':[2,'misfire']}");
    assert_near(number(&t, "bounce.count"), 1, 0);
    assert_true(is(&t, "bounce.members[0].id", "there1") && is(&t, "verdict", "yes"));
    judge_ask(&t, "{'query':'scatter','deviation':'ball','from':'gun','angle':0,'guess_mm':400,'dice':['misfire']}");
    assert_true(is(&t, "verdict", "no") && !made_has(&t.told, "bounce"));
    judge_end(&t);
}

/* --- Rolls -------------------------------------------------------------------------------------------------------- */

/* The answer but for what says that it was rolled, and the dice by themselves. */
static char *rest_of(const judge_table *t, char **dice) {
    size_t size;
    char *text = strdup(tl_json_source(t->told.answer, &size)), *rolled = strstr(text, "\"rolled\":{");
    if (rolled != NULL) {
        char *end = strchr(rolled, '}') + 2;
        memmove(rolled, end, strlen(end) + 1);
    }
    char *from = strstr(text, "\"dice\":["), *to = strchr(from, ']');
    *dice = strndup(from + 7, (size_t)(to - from - 6));
    return text;
}

/* Dice that are rolled, and the same given by hand, make the same answer, to the byte; and roll the same again. */
static void rolls(void **state) {
    (void)state;
    judge_table t;
    static const char *const asked[] = {"'deviation':'mortar','guess_mm':300,", "'deviation':'ball','guess_mm':300,",
                                        "'deviation':'grape',", "'deviation':'ball','guess_mm':120,"};
    begin(&t, RULES_OLD);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 1150, 1100, 0, "");
    judge_ready(&t);
    for (int seed = 0; seed < test_trials(200); seed++) {
        char *dice[3], *text[3];
        for (int k = 0; k < 3; k++) {
            if (k < 2) {
                judge_ask(&t, "{'query':'scatter',%s'from':'a','toward':'b','roll':true,'seed':%d}", asked[seed % 4],
                          seed);
                assert_near(number(&t, "rolled.seed"), seed, 0);
            } else {
                for (char *c = dice[0]; *c != '\0'; c++) {
                    *c = *c == '"' ? '\'' : *c;
                }
                judge_ask(&t, "{'query':'scatter',%s'from':'a','toward':'b','dice':%s}", asked[seed % 4], dice[0]);
                assert_false(made_has(&t.told, "rolled"));
            }
            text[k] = rest_of(&t, &dice[k]);
        }
        assert_string_equal(text[0], text[1]);
        assert_string_equal(text[0], text[2]);
        for (int k = 0; k < 3; k++) {
            free(dice[k]);
            free(text[k]);
        }
    }
    judge_end(&t);
}

/* Every face comes up as often as the others, within five standard deviations. */
static void fair_dice(void **state) {
    (void)state;
    enum { THROWS = 6000 };
    judge_table t;
    begin(&t, RULES_SK);
    man(&t, "a", "red", (place){1000, 1000});
    judge_ready(&t);
    const tl_inquiry *inquiry = judge_set(&t, -1, NULL);
    int wind[9] = {0}, distance[7] = {0}, sums[13] = {0};
    for (int i = 0; i < THROWS; i++) {
        tl_question q = TL_QUESTION_INIT;
        tl_scatter_dice dice;
        tl_error error = {0};
        q.roll = q.has_seed = true;
        q.seed = i;
        const tl_deviation_rule *rule = tl_ruleset_deviation_at(t.ruleset, 2);
        assert_int_equal(tl_scatter_dice_read(inquiry, &q, rule, &dice, &error), TL_OK);
        wind[(int)dice.value[0].face]++;
        distance[(int)dice.value[1].face]++;
        assert_int_equal(tl_scatter_dice_read(inquiry, &q, tl_ruleset_deviation_at(t.ruleset, 0), &dice, &error),
                         TL_OK);
        sums[(int)dice.value[0].face]++;
    }
    for (int k = 1; k <= 8; k++) {
        double p = 1.0 / 8;
        assert_near(wind[k], THROWS * p, 5 * sqrt(THROWS * p * (1 - p)));
    }
    for (int k = 1; k <= 6; k++) {
        double p = 1.0 / 6;
        assert_near(distance[k], THROWS * p, 5 * sqrt(THROWS * p * (1 - p)));
    }
    for (int k = 2; k <= 12; k++) {
        double p = (6 - abs(7 - k)) / 36.0;
        assert_near(sums[k], THROWS * p, 5 * sqrt(THROWS * p * (1 - p)));
    }
    judge_end(&t);
}

/* --- Limits and what is uncertain --------------------------------------------------------------------------------- */

/* How far one throws: stated or rolled, on both sides and at it; whoever is too far away isn't thrown at. */
static void reaches(void **state) {
    (void)state;
    const struct {
        double gap;
        const char *dice, *settings, *verdict;
        double limit;
    } cases[] = {{249.9, "7,4", "", "yes", 250},
                 {250, "7,4", "", "marginal", 250},
                 {250.1, "7,4", "", "no", 250},
                 {249.9, "10,7,4", "'throw_reach':'rolled'", "yes", 250},
                 {250, "9,7,4", "'throw_reach':'rolled'", "no", 225},
                 {74.9, "3,7,4", "'throw_reach':'rolled'", "yes", 75}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, RULES_SK);
        man(&t, "a", "red", (place){1000, 1000});
        man(&t, "b", "blue", (place){1000 + 2 * R + (long double)cases[i].gap, 1000});
        judge_ready(&t);
        judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','toward':'b','dice':[%s],'set':{%s}}",
                  cases[i].dice, cases[i].settings);
        if (!is(&t, "aim.verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "aim.verdict"));
        }
        assert_near(number(&t, "aim.limit_mm"), cases[i].limit, 1e-9);
        assert_true(is(&t, "verdict", "yes") && is(&t, "placement.verdict", cases[i].verdict));
        judge_end(&t);
    }
}

/* A target whose mesh is uncertain moves the place by as much, and so leaves open who stands near the rim. */
static void uncertain_targets(void **state) {
    (void)state;
    for (int uncertain = 0; uncertain < 2; uncertain++) {
        for (int k = 0; k < 3; k++) {
            double gap = k == 0 ? -3 : k == 1 ? 0.3 : 3;
            judge_table t;
            begin(&t, RULES_SK);
            judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40'%s}", uncertain ? ",'uncertainty':0.5" : "");
            man(&t, "a", "red", (place){1000, 1000});
            judge_model(&t, "v", "blue", "vehicle", "scan", 1200, 1000, 0, "");
            man(&t, "b", "blue", (place){1200, 1000 + 100 + R + (long double)gap});
            judge_ready(&t);
            judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','toward':'v','dice':[12]}");
            double off = number(&t, "landing.off_mm");
            assert_true(uncertain ? off >= 0.5 && off < 1 : off == 0);
            const char *expected = gap < -1 ? "yes" : gap > 1 ? NULL : uncertain ? "marginal" : NULL;
            assert_int_equal(told(&t, "b1") && !is(&t, of(&t, "b1", "under"), "no"), expected != NULL);
            assert_true(expected == NULL || is(&t, of(&t, "b1", "hit"), expected));
            judge_end(&t);
        }
    }
    /* of a throw past it, the aim turns, too: more the farther it goes */
    double off[2];
    for (int k = 0; k < 2; k++) {
        judge_table t;
        begin(&t, RULES_SK);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}");
        man(&t, "a", "red", (place){1000, 1000});
        judge_model(&t, "v", "blue", "vehicle", "scan", 1150, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','toward':'v','dice':[10,%d]}",
                  k == 0 ? 1 : 6);
        off[k] = number(&t, "landing.off_mm");
        judge_end(&t);
    }
    assert_true(off[1] > off[0] && off[0] > 0.5);
}

/* On a roof: at a target's feet it comes down there; beside, on the lowest surface, or on the level that is named. Off
 * the table: it says so. */
static void heights_and_edges(void **state) {
    (void)state;
    judge_table t;
    begin(&t, RULES_14);
    judge_wall(&t, "block", (tl_vec2){1000, 1000}, (tl_vec2){1400, 1400}, 60);
    judge_model(&t, "a", "red", "infantry", "man", 950, 1200, 0, "");
    judge_unit(&t,
               "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1050,1200,60]}]}");
    judge_model(&t, "c", "blue", "infantry", "man", 20, 20, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','toward':'b','dice':['hit']}");
    assert_near(made_point(&t.told, "landing.at").z, 60, 1e-9);
    judge_ask(&t, "{'query':'scatter','deviation':'bomb','at':[1100,1200],'dice':['hit']}");
    assert_near(made_point(&t.told, "landing.at").z, 60, 1e-9);
    judge_ask(&t, "{'query':'scatter','deviation':'grenade','from':'a','toward':'b','dice':[180,6]}");
    assert_near(made_point(&t.told, "landing.at").x, 990, 1e-9);
    assert_near(made_point(&t.told, "landing.at").z, 0, 1e-9);
    judge_refused(&t, "there is no level 3",
                  "{'query':'scatter','deviation':'bomb','at':[1100,1200],'level':3,'dice':['hit']}");
    judge_ask(&t, "{'query':'scatter','deviation':'bomb','at':[20,20],'dice':[180,8]}");
    assert_true(is(&t, "landing.on_table", "no"));
    assert_near(number(&t, "landing.table_margin_mm"), -60, 1e-9);
    judge_ask(&t, "{'query':'scatter','deviation':'bomb','at':[80,20],'dice':[180,8]}");
    assert_true(is(&t, "landing.on_table", "marginal"));
    judge_end(&t);
}

/* --- What is refused ---------------------------------------------------------------------------------------------- */

static void refusals(void **state) {
    (void)state;
    static const struct {
        const char *rules, *words, *asked;
    } all[] = {
        {NULL, "has no rule for dice", "'deviation':'grenade','dice':[7]"},
        {RULES_SK, "Did you mean `grenade`", "'deviation':'grenad','dice':[7]"},
        {RULES_SK, "`deviation` is missing", "'dice':[7]"},
        {RULES_SK, "`throw` can't show `13`. Give 2D6: 2 to 12",
         "'deviation':'grenade','from':'a','toward':'b','dice':[13,1]"},
        {RULES_SK, "`throw` can't show `1`", "'deviation':'grenade','from':'a','toward':'b','dice':[1,1]"},
        {RULES_SK, "`throw` can't show `7.5`", "'deviation':'grenade','from':'a','toward':'b','dice':[7.5,1]"},
        {RULES_SK, "`throw` can't show `hit`", "'deviation':'grenade','from':'a','toward':'b','dice':['hit']"},
        {RULES_SK, "`distance` can't show `0`", "'deviation':'grenade','from':'a','toward':'b','dice':[7,0]"},
        {RULES_SK, "`dice` lacks `distance`. Give D6: 1 to 6",
         "'deviation':'grenade','from':'a','toward':'b','dice':[7]"},
        {RULES_SK, "`dice` lacks `throw`", "'deviation':'grenade','from':'a','toward':'b','dice':[]"},
        {RULES_SK, "more than the 2", "'deviation':'grenade','from':'a','toward':'b','dice':[7,1,1]"},
        {RULES_SK, "`dice` is missing", "'deviation':'grenade','from':'a','toward':'b'"},
        {RULES_SK, "Leave one of the two out",
         "'deviation':'grenade','from':'a','toward':'b','dice':[7,1],'roll':true,'seed':1"},
        {RULES_SK, "takes a `seed`", "'deviation':'grenade','from':'a','toward':'b','roll':true"},
        {RULES_SK, "takes a `seed`", "'deviation':'grenade','from':'a','toward':'b','roll':true,'seed':1.5"},
        {RULES_SK, "nothing is rolled", "'deviation':'grenade','from':'a','toward':'b','dice':[7,1],'seed':1"},
        {RULES_SK, "Give a whole number from -100",
         "'deviation':'grenade','from':'a','toward':'b','dice':[7,1],'modifier':0.5"},
        {RULES_SK, "none of these dice is modified",
         "'deviation':'smoke-drift','from':'a','at':[9,9],'dice':[7,1],'modifier':1"},
        {RULES_SK, "from whom `grenade` comes", "'deviation':'grenade','toward':'b','dice':[7,1]"},
        {RULES_SK, "at what `grenade` is aimed", "'deviation':'grenade','from':'a','dice':[7,1]"},
        {RULES_SK, "isn't guessed", "'deviation':'grenade','from':'a','toward':'b','guess_mm':9,'dice':[7,1]"},
        {RULES_SK, "both say where", "'deviation':'grenade','from':'a','toward':'b','at':[9,9],'dice':[7,1]"},
        {RULES_SK, "where `smoke-drift` lies", "'deviation':'smoke-drift','from':'a','dice':[7,1]"},
        {RULES_SK, "at one place", "'deviation':'grenade','from':'a','at':[1000,1000],'dice':[7,1]"},
        {RULES_SK, "can't come down as `grenade`",
         "'deviation':'grenade','from':'a','toward':'b','dice':[7,1],'shape':'nothing'"},
        {RULES_SK, "throw (2D6: 2 to 12), distance (D6", "'deviation':'grenade','from':'a','toward':'b'"},
        {RULES_14, "from -360 to 360, or misfire", "'deviation':'bomb','at':[9,9],'dice':[400]"},
        {RULES_LW, "`scatter die` can't show `400`", "'deviation':'gas','at':[9,9],'dice':[400,2]"},
        {RULES_LW, "one of 2, 4, 6, 8, 10, misfire", "'deviation':'gas','at':[9,9],'dice':[40,3]"},
        {RULES_LW, "`scatter die` can't show `misfire`", "'deviation':'gas','at':[9,9],'dice':['misfire']"},
        {RULES_LW, "no guess is given", "'deviation':'mortar','from':'a','toward':'b','dice':['hit']"},
        {RULES_LW, "which way `mortar` is aimed", "'deviation':'mortar','from':'a','guess_mm':9,'dice':['hit']"},
        {RULES_14, "Name a disc", "'deviation':'bomb','at':[9,9],'dice':['hit'],'shape':'flame'"},
        {RULES_OLD, "Leave it out",
         "'deviation':'ball','from':'a','angle':0,'guess_mm':9,'dice':[2,2],'shape':'small'"},
        {RULES_LW, "has several models", "'deviation':'mortar','from':'many','angle':0,'guess_mm':9,'dice':['hit']"},
        {RULES_LW, "there is no", "'deviation':'mortar','from':'nobody','angle':0,'guess_mm':9,'dice':['hit']"},
        {RULES_14, "a list of at most", "'deviation':'bomb','at':[9,9],'dice':[[1]]"},
        {RULES_SK, "nobody throws it. Name the model that throws",
         "'deviation':'grenade','toward':'b','angle':0,'dice':[3,1]"},
        {RULES_SK, "several are as near", "'deviation':'grenade','from':'b','toward':'even','dice':[7,1]"},
        {RULES_SK, "several are as near", "'deviation':'grenade','from':'even','toward':'b','dice':[7,1]"},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        judge_table t;
        begin(&t, all[i].rules);
        man(&t, "a", "red", (place){1000, 1000});
        man(&t, "b", "blue", (place){1100, 1000});
        judge_unit(&t,
                   "{'id':'many','side':'red','class':'infantry','members':[{'id':'m1','asset':'man','at':[500,500]},"
                   "{'id':'m2','asset':'man','at':[550,500]}]}");
        judge_unit(&t,
                   "{'id':'even','side':'red','class':'infantry','members':[{'id':'e1','asset':'man','at':[1200,1060]},"
                   "{'id':'e2','asset':'man','at':[1200,940]}]}");
        judge_ready(&t);
        bool other = strstr(all[i].asked, "'nothing'") != NULL;
        judge_refused(&t, other ? "has no template `nothing`" : all[i].words, "{'query':'scatter',%s}", all[i].asked);
        judge_end(&t);
    }
}

/* Of two as near, named singly, each is thrown at; of two that aren't, by more than the tolerance, the nearer. Dice in
 * a text have blanks round them, none within. */
static void named_targets(void **state) {
    (void)state;
    judge_table t;
    begin(&t, RULES_SK);
    man(&t, "a", "red", (place){1000, 1000});
    judge_unit(&t,
               "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1200,1060]},{'id':"
               "'b2','asset':'man','at':[1200,940]},{'id':'b3','asset':'man','at':[1199,940]}]}");
    judge_ready(&t);
    static const struct {
        const char *toward, *dice;
        tl_vec2 at;
    } cases[] = {{"b1", "12", {1200, 1060}},
                 {"b2", " 12 ", {1200, 940}},
                 {"b", "11 , 3", {1199, 940}}, /* the distance has nothing to decide */
                 {"b", "11", {1199, 940}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_question q = {.deviation = "grenade", .from = "a", .toward = cases[i].toward, .dice = cases[i].dice};
        tl_scatter x = thrown(&t.inquiry, &q);
        assert_near(x.at.x, cases[i].at.x, 1e-9);
        assert_near(x.at.y, cases[i].at.y, 1e-9);
        tl_scatter_free(&x);
    }
    static const char *const none[] = {"1 2", "12,4 5", "12,4e-000000000000000000000000000000000000000000001", "12,,"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        const tl_question q = {.deviation = "grenade", .from = "a", .toward = "b", .dice = none[i]};
        tl_scatter x;
        tl_error error = {0};
        assert_int_equal(tl_scatter_make(&t.inquiry, &q, &x, &error), TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "dice");
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sectors),
        cmocka_unit_test(drifts),
        cmocka_unit_test(arrows),
        cmocka_unit_test(other_throws),
        cmocka_unit_test(slides),
        cmocka_unit_test(turned_tables),
        cmocka_unit_test(ways_of_balls),
        cmocka_unit_test(rims_of_balls),
        cmocka_unit_test(bounces),
        cmocka_unit_test(rolls),
        cmocka_unit_test(fair_dice),
        cmocka_unit_test(reaches),
        cmocka_unit_test(uncertain_targets),
        cmocka_unit_test(heights_and_edges),
        cmocka_unit_test(refusals),
        cmocka_unit_test(named_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
