/* Roads that cancel the zones that they cross (SK-TER-02): streets through ruins, who stands half on one, cover and
 * scores, and random zones and roads against points along the line. */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "skirmish-1991";
}

static void add_man(judge_table *t, const char *id, const char *side, double x, double y) {
    judge_model(t, id, side, "infantry", "man", x, y, 0, "");
}

/* Ruins from (400, 300) to (800, 900), a street 40 wide along y = 600 through them. */
static void add_ruins(judge_table *t, const char *kind, bool street) {
    judge_area(t, "ruins", kind, (tl_vec2){400, 300}, (tl_vec2){800, 900}, 60);
    if (street) {
        judge_area(t, "street", "road", (tl_vec2){300, 580}, (tl_vec2){900, 620}, -1);
    }
}

static const char *sees(judge_table *t, const char *a, const char *b) {
    static char verdict[2][40];
    for (int k = 0; k < 2; k++) {
        judge_ask(t, "{'query':'los','from':'%s','to':'%s'}", k == 0 ? a : b, k == 0 ? b : a);
        snprintf(verdict[k], sizeof(verdict[k]), "%s", made_word(&t->told, "verdict"));
    }
    assert_string_equal(verdict[0], verdict[1]); /* who sees is seen */
    return verdict[0];
}

/* --- Streets -------------------------------------------------------------------------------------------------------*/

static void along_and_across(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double ax, ay, bx, by;
        const char *with, *without;
    } cases[] = {
        {"dense", 600, 600, 1200, 600, "yes", "no"},  /* along it, out of the ruins */
        {"dense", 420, 600, 780, 600, "yes", "no"},   /* along it, 335 mm between the two: more than 250 */
        {"dense", 600, 600, 600, 1200, "no", "no"},   /* across: through the ruins */
        {"dense", 600, 600, 600, 657, "yes", "yes"},  /* one who is at the edge of what is left: 24.5 from the street */
        {"dense", 600, 600, 600, 658, "no", "yes"},   /* 25.5; without the street both are in one zone, 33 apart */
        {"sparse", 600, 600, 600, 1200, "no", "yes"}, /* in and out again; without it, out alone */
        {"sparse", 600, 600, 600, 800, "yes", "yes"}, /* into it */
        {"sparse", 200, 600, 1200, 600, "yes", "no"}, /* nobody is in it: along the street, or right through */
        {"rough", 420, 600, 780, 600, "yes", "no"},   /* difficult: no more than 250 in it */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int street = 0; street < 2; street++) {
            judge_table t;
            begin(&t);
            add_ruins(&t, cases[i].kind, street == 1);
            add_man(&t, "a", "red", cases[i].ax, cases[i].ay);
            add_man(&t, "b", "blue", cases[i].bx, cases[i].by);
            judge_ready(&t);
            const char *found = sees(&t, "a", "b");
            if (strcmp(found, street == 1 ? cases[i].with : cases[i].without) != 0) {
                fail_msg("case %zu, street %d: %s", i, street, found);
            }
            judge_end(&t);
        }
    }
}

/* At the limit of 25 mm from what is left of the zone: too close to call, and decided at tolerance 0. */
static void at_the_limit(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    add_ruins(&t, "dense", true);
    add_man(&t, "a", "red", 600, 600);
    add_man(&t, "b", "blue", 600, 620 + 25 + JUDGE_RIM);
    judge_ready(&t);
    judge_ask(&t, "{'query':'los','from':'a','to':'b','tolerance_mm':0}");
    assert_verdict(&t.told, "yes");
    assert_near(made_number(&t.told, "depth.limit_mm"), 25, 1e-8);
    judge_end(&t);
}

/* No cover on it; half on it is half in the zone. */
static void cover_and_scores(void **state) {
    (void)state;
    const struct {
        double y;
        const char *any, *whole; /* whether it is in cover, by the setting area_cover_overlap */
        double spotting;         /* by the ground under its middle */
    } cases[] = {{600, "no", "no", 3}, {615, "yes", "no", 3}, {625, "yes", "no", 6}, {640, "yes", "yes", 6}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        add_ruins(&t, "dense", true);
        add_man(&t, "a", "red", 950, 600);
        add_man(&t, "b", "blue", 780, cases[i].y);
        judge_ready(&t);
        judge_ask(&t, "{'query':'cover','from':'a','to':'b'}");
        assert_verdict(&t.told, cases[i].any);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'save'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), strcmp(cases[i].any, "yes") == 0 ? 3 : 0, 0);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].spotting - 1, 0); /* nearer than 25 cm */
        judge_end(&t);
    }
}

/* A zone that is covered wholly is none; what lies beside it is as it was; a road cancels nothing that it doesn't name.
 */
static void what_is_left(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_area(&t, "gone", "dense", (tl_vec2){400, 500}, (tl_vec2){500, 700}, 60);
    judge_area(&t, "square", "road", (tl_vec2){390, 490}, (tl_vec2){520, 710}, -1);
    judge_area(&t, "whole", "dense", (tl_vec2){1000, 500}, (tl_vec2){1100, 700}, 60);
    judge_terrain(&t, "{'id':'fog','kind':'smoke','disc':{'centre':[450,600],'radius':50}}");
    add_man(&t, "a", "red", 300, 600);
    add_man(&t, "b", "blue", 700, 600);
    add_man(&t, "c", "blue", 1300, 600);
    judge_ready(&t);
    assert_int_equal(t.referee->area_count, 2);
    assert_string_equal(sees(&t, "a", "b"), "yes");
    assert_string_equal(sees(&t, "b", "c"), "no");
    judge_end(&t);
}

/* --- Random zones and roads against points along the line ----------------------------------------------------------
 */

typedef struct random_shape {
    tl_vec2 p[12];
    size_t count;
} random_shape;

static random_shape random_star(test_random *random) {
    random_shape s = {.count = 3 + (size_t)test_random_below(random, 9)};
    const tl_vec2 middle = {test_random_between(random, 500, 900), test_random_between(random, 500, 900)};
    for (size_t i = 0; i < s.count; i++) {
        double sine, cosine;
        tl_sincos_deg(360.0 * ((double)i + test_random_between(random, 0, 0.8)) / (double)s.count, &sine, &cosine);
        const double r = test_random_between(random, 60, 300);
        s.p[i] = (tl_vec2){middle.x + r * cosine, middle.y + r * sine};
    }
    return s;
}

/* A strip. */
static random_shape random_road(test_random *random) {
    const tl_vec2 at = {test_random_between(random, 500, 900), test_random_between(random, 500, 900)};
    double sine, cosine;
    tl_sincos_deg(test_random_between(random, 0, 180), &sine, &cosine);
    const tl_vec2 along = {600 * cosine, 600 * sine};
    const double wide = test_random_between(random, 10, 60);
    const tl_vec2 beside = {-wide * sine, wide * cosine};
    return (random_shape){.count = 4,
                          .p = {tl_sub2(tl_sub2(at, along), beside), tl_sub2(tl_add2(at, along), beside),
                                tl_add2(tl_add2(at, along), beside), tl_add2(tl_sub2(at, along), beside)}};
}

/* An odd number of edges to the right. */
static bool holds(const random_shape *s, tl_vec2 p) {
    bool inside = false;
    for (size_t i = 0; i < s->count; i++) {
        const tl_vec2 a = s->p[i], b = s->p[(i + 1) % s->count];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

static void add_shape(judge_table *t, const char *id, const char *kind, const random_shape *s, const char *more) {
    char corners[1200] = "";
    for (size_t i = 0; i < s->count; i++) {
        const size_t used = strlen(corners);
        snprintf(corners + used, sizeof(corners) - used, "%s[%.17g,%.17g]", i > 0 ? "," : "", s->p[i].x, s->p[i].y);
    }
    judge_terrain(t, "{'id':'%s','kind':'%s','outline':[%s]%s}", id, kind, corners, more);
}

/* 1 a light zone lets the line pass, 0 it doesn't: who stands in it sees out, and nobody sees right through. -1: it
 * depends on half a millimetre. */
static int passes(const random_shape *zone, const random_shape *roads, tl_vec2 a, tl_vec2 b) {
    enum { STEPS = 4000 };
    int found = -2;
    for (int shift = 0; shift < 5; shift++) {
        const tl_vec2 by = {shift == 1 ? 0.6 : shift == 2 ? -0.6 : 0, shift == 3 ? 0.6 : shift == 4 ? -0.6 : 0};
        bool in[3] = {false, false, false}; /* its ends, and anything between */
        for (int i = 0; i <= STEPS; i++) {
            const tl_vec2 p = tl_add2(by, tl_lerp2(a, b, (double)i / STEPS));
            const bool inside = holds(zone, p) && !holds(&roads[0], p) && !holds(&roads[1], p);
            in[i == 0 ? 0 : i == STEPS ? 1 : 2] |= inside;
        }
        const int now = in[0] || in[1] || !in[2];
        if (found != -2 && found != now) {
            return -1;
        }
        found = now;
    }
    return found;
}

static void against_points(void **state) {
    (void)state;
    test_random random = test_random_start("against_points", 31);
    int counts[2] = {0, 0}, open = 0, roads_matter = 0;
    for (int trial = 0; trial < test_trials(240); trial++) {
        const random_shape zone = random_star(&random), roads[2] = {random_road(&random), random_road(&random)};
        const random_shape none = {.count = 0}, no_roads[2] = {none, none};
        const tl_vec2 a = {test_random_between(&random, 300, 1100), test_random_between(&random, 300, 1100)};
        const tl_vec2 b = {test_random_between(&random, 300, 1100), test_random_between(&random, 300, 1100)};
        const int wanted = passes(&zone, roads, a, b);
        if (wanted < 0 || tl_length2(tl_sub2(a, b)) < 5) {
            open++;
            continue;
        }
        judge_table t;
        begin(&t);
        judge_asset(&t, "'pin':{'core':{'shape':'box','min':[-0.2,-0.2,0.5],'max':[0.2,0.2,10]},"
                        "'base':{'shape':'disc','diameter':0.4,'height':0.5}}");
        add_shape(&t, "zone", "sparse", &zone, ",'height':60");
        add_shape(&t, "r0", "road", &roads[0], "");
        add_shape(&t, "r1", "road", &roads[1], "");
        judge_model(&t, "a", "red", "infantry", "pin", a.x, a.y, 0, "");
        judge_model(&t, "b", "blue", "infantry", "pin", b.x, b.y, 0, "");
        judge_ready(&t);
        const char *found = sees(&t, "a", "b");
        if (strcmp(found, wanted == 1 ? "yes" : "no") != 0) {
            fail_msg("trial %d: %s, not %d", trial, found, wanted);
        }
        counts[wanted]++;
        roads_matter += passes(&zone, no_roads, a, b) != wanted;
        judge_end(&t);
    }
    printf("%d lines pass, %d don't, %d hang on half a millimetre; roads decide %d\n", counts[1], counts[0], open,
           roads_matter);
    assert_true(counts[0] > 10 && counts[1] > 10 && roads_matter > 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_and_across), cmocka_unit_test(at_the_limit),   cmocka_unit_test(cover_and_scores),
        cmocka_unit_test(what_is_left),     cmocka_unit_test(against_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
