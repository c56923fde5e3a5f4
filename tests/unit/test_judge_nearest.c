/* Who, or which cover, is nearest (judge/group/nearest.c), and zones that are barred (judge/measure/arc.c): random
 * tables against distances of discs and rectangles, ties, ways that are barred, and wedges by their closed form
 * (SK-LOS-08, SK-COV-04, SK-RNG-04, SK-DET-07). */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "skirmish-1991";
}

static void says(const judge_table *t, const char *path, const char *word) {
    if (strcmp(made_word(&t->told, path), word) != 0) {
        fail_msg("%s is %s, not %s: %s", path, made_word(&t->told, path), word, made_word(&t->told, "summary"));
    }
}

static void add_man(judge_table *t, const char *id, const char *side, double x, double y, const char *more) {
    judge_unit(t,
               "{'id':'%s','side':'%s','class':'infantry'%s,'members':[{'id':'%s1','asset':'man','at':[%.17g,%.17g]}]}",
               id, side, more, id, x, y);
}

/* SK-LOS-08: random enemies, the least distance by hand. */
static void enemies(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_nearest", 402);
    int rounds = test_trials(100);
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double far[8] = {0};
        int count = 1 + test_random_below(&random, 8), best = 0;
        begin(&t);
        add_man(&t, "a", "red", 600, 600, "");
        for (int i = 0; i < count; i++) {
            char id[8];
            double x = test_random_between(&random, 0, 1200), y = test_random_between(&random, 0, 1200);
            snprintf(id, sizeof(id), "e%d", i);
            add_man(&t, id, "blue", x, y, "");
            far[i] = fmax(0, hypot(x - 600, y - 600) - 2 * R);
            best = far[i] < far[best] ? i : best;
        }
        add_man(&t, "f", "red", 601, 640, ""); /* friends don't count */
        judge_ready(&t);
        judge_ask(&t, "{'query':'nearest','from':'a'}");
        assert_near(made_number(&t.told, "candidates[0].distance_mm"), far[best], 1e-9);
        bool tie = false;
        for (int i = 0; i < count; i++) {
            tie = tie || (i != best && far[i] - far[best] < 0.1 + 1e-9);
        }
        says(&t, "verdict", tie ? "marginal" : "yes");
        char wanted[24];
        snprintf(wanted, sizeof(wanted), "e%d1", best);
        says(&t, "candidates[0].id", wanted);
        double before = 0;
        for (int i = 0; i < count; i++) { /* in their order, all of them */
            char path[48];
            snprintf(path, sizeof(path), "candidates[%d].distance_mm", i);
            assert_true(made_number(&t.told, path) >= before);
            before = made_number(&t.told, path);
        }
        judge_end(&t);
    }
}

static void ties(void **state) {
    (void)state;
    const struct {
        double first, second, tolerance;
        const char *verdict, *one, *other;
    } cases[] = {
        {200, 300, -1, "yes", "yes", "no"},   {200, 200.05, -1, "marginal", "marginal", "marginal"},
        {200, 200.2, -1, "yes", "yes", "no"}, {200, 200, 0, "marginal", "marginal", "marginal"},
        {200, 200.01, 0, "yes", "yes", "no"}, {200, 209, 5, "marginal", "marginal", "marginal"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        add_man(&t, "a", "red", 600, 600, "");
        add_man(&t, "b", "blue", 600 + 2 * R + cases[i].first, 600, "");
        add_man(&t, "c", "blue", 600 - 2 * R - cases[i].second, 600, "");
        judge_ready(&t);
        char more[40] = "";
        if (cases[i].tolerance >= 0) {
            snprintf(more, sizeof(more), ",'tolerance_mm':%g", cases[i].tolerance);
        }
        judge_ask(&t, "{'query':'nearest','from':'a'%s}", more);
        says(&t, "verdict", cases[i].verdict);
        says(&t, "candidates[0].nearest", cases[i].one);
        says(&t, "candidates[1].nearest", cases[i].other);
        says(&t, "rule", "SK-LOS-08");
        judge_end(&t);
    }
}

/* Who isn't seen doesn't count where that is asked; a list that is given is all that counts. */
static void who_counts(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    add_man(&t, "a", "red", 600, 600, "");
    add_man(&t, "b", "blue", 700, 600, ""); /* behind the wall */
    add_man(&t, "c", "blue", 400, 600, "");
    add_man(&t, "d", "blue", 600, 900, "");
    judge_wall(&t, "w", (tl_vec2){640, 400}, (tl_vec2){650, 800}, 80);
    judge_ready(&t);
    judge_ask(&t, "{'query':'nearest','from':'a'}");
    says(&t, "candidates[0].id", "b1");
    judge_ask(&t, "{'query':'nearest','from':'a','sight':true}");
    says(&t, "candidates[0].id", "c1");
    says(&t, "verdict", "yes");
    assert_false(made_has(&t.told, "candidates[2].id"));
    judge_ask(&t, "{'query':'nearest','from':'a','to':'b,d'}");
    says(&t, "candidates[0].id", "b1");
    assert_false(made_has(&t.told, "candidates[2].id"));
    judge_ask(&t, "{'query':'nearest','from':'a','to':'d1'}");
    says(&t, "candidates[0].id", "d1");
    judge_ask(&t, "{'query':'nearest','from':'a','whom':'friends'}");
    says(&t, "verdict", "no");
    judge_ask(&t, "{'query':'nearest','from':'b','whom':'friends'}");
    says(&t, "candidates[0].id", "c1");
    judge_refused(&t, "ook for enemies, friends, all or cover", "{'query':'nearest','from':'a','whom':'walls'}");
    judge_refused(&t, "eave it out", "{'query':'nearest','from':'a','whom':'cover','to':'b'}");
    judge_refused(&t, "nosuch", "{'query':'nearest','from':'a','to':'b,nosuch'}");
    judge_end(&t);
}

/* SK-COV-04: random rectangles of cover, the straight distance to each in closed form. */
static void cover(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_nearest cover", 419);
    int rounds = test_trials(80), decided = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double far[4];
        int best = 0;
        begin(&t);
        for (int i = 0; i < 4; i++) {
            char id[8];
            double x = test_random_between(&random, 200, 900), y = test_random_between(&random, 200, 900);
            double w = test_random_between(&random, 10, 80), h = test_random_between(&random, 10, 80);
            snprintf(id, sizeof(id), "z%d", i);
            judge_area(&t, id, i % 2 == 0 ? "rough" : "sparse", (tl_vec2){x, y}, (tl_vec2){x + w, y + h}, 60);
            double dx = fmax(fmax(x - 600, 600 - x - w), 0), dy = fmax(fmax(y - 600, 600 - y - h), 0);
            far[i] = fmax(0, hypot(dx, dy) - R);
            best = far[i] < far[best] ? i : best;
        }
        judge_area(&t, "smoke", "smoke", (tl_vec2){620, 590}, (tl_vec2){640, 610}, 60); /* is no cover */
        add_man(&t, "a", "red", 600, 600, "");
        judge_ready(&t);
        for (int straight = 0; straight < 2; straight++) {
            judge_ask(&t, "{'query':'nearest','from':'a','whom':'cover'%s}",
                      straight ? ",'set':{'nearest_cover':'straight'}" : "");
            bool tie = false;
            for (int i = 0; i < 4; i++) {
                tie = tie || (i != best && far[i] - far[best] < 0.11);
            }
            if (!tie) { /* nothing is in the way, so that both readings are one */
                char wanted[24];
                snprintf(wanted, sizeof(wanted), "z%d", best);
                says(&t, "verdict", "yes");
                says(&t, "candidates[0].terrain", wanted);
                assert_near(made_number(&t.told, "candidates[0].distance_mm"), far[best], 1e-6);
                says(&t, "rule", "SK-COV-04");
                decided++;
            }
        }
        judge_end(&t);
    }
    assert_true(decided > rounds);
}

/* A way that something bars is at least as long as the distance: whether that cover is the nearest isn't decided,
 * unless all other is farther anyway. */
static void ways_that_are_barred(void **state) {
    (void)state;
    const struct {
        const char *kind; /* of what stands in the straight way to the nearer cover */
        const char *path, *straight;
    } cases[] = {{"wire", "marginal", "yes"}, {"ground", "yes", "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        judge_area(&t, "near", "rough", (tl_vec2){800, 500}, (tl_vec2){900, 700}, 60);
        judge_area(&t, "far", "rough", (tl_vec2){200, 500}, (tl_vec2){300, 700}, 60);
        judge_area(&t, "bar", cases[i].kind, (tl_vec2){700, 300}, (tl_vec2){705, 900}, -1);
        add_man(&t, "a", "red", 600, 600, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'nearest','from':'a','whom':'cover'}");
        says(&t, "verdict", cases[i].path);
        judge_ask(&t, "{'query':'nearest','from':'a','whom':'cover','set':{'nearest_cover':'straight'}}");
        says(&t, "verdict", cases[i].straight);
        judge_end(&t);
    }
}

/* SK-RNG-04: how far a disc is inside of a wedge: by its middle's distance from both sides. */
static double inside_wedge(double x, double y, double toward, double half) {
    double best = INFINITY, angle = remainder(atan2(y, x) - toward, 2 * M_PI), far = hypot(x, y);
    for (int side = -1; side <= 1; side += 2) { /* distance to each of the two rays */
        double off = angle - side * half;
        double d = cos(off) > 0 ? fabs(sin(off)) * far : far;
        best = fmin(best, d);
    }
    return fabs(angle) <= half ? best : -best;
}

static void barred(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_nearest barred", 438);
    int rounds = test_trials(200), in = 0, out = 0, near_disc = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double toward = test_random_between(&random, -M_PI, M_PI), marker = test_random_between(&random, 20, 200);
        double x = test_random_between(&random, -300, 300), y = test_random_between(&random, -300, 300);
        double wide = test_random_below(&random, 2) == 0 ? 90 : test_random_between(&random, 5, 179);
        if (hypot(x, y) < 40) {
            continue;
        }
        begin(&t);
        add_man(&t, "a", "red", 600, 600, ",'weapons':[{'id':'w','kind':'assault-rifle','range':120}]");
        add_man(&t, "b", "blue", 600 + x, 600 + y, "");
        judge_ready(&t);
        double mx = 600 + marker * cos(toward), my = 600 + marker * sin(toward);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b','at':[%.17g,%.17g],'set':{'barred_zone':%.17g}}", mx, my,
                  wide);
        double deep = inside_wedge(x, y, toward, wide * M_PI / 360) + R;
        if (fabs(deep) > 0.1) {
            says(&t, "verdict", deep > 0 ? "yes" : "no");
            if (deep < 0) {
                says(&t, "rule", "SK-RNG-04");
            }
            in += deep > 0;
            out += deep < 0;
        }
        judge_ask(&t, "{'query':'arc','from':'a','to':'b','at':[%.17g,%.17g],'set':{'barred_zone':'at_marker'}}", mx,
                  my);
        deep = 100 + R - hypot(600 + x - mx, 600 + y - my);
        if (fabs(deep) > 0.1) {
            says(&t, "verdict", deep > 0 ? "yes" : "no");
            near_disc += deep > 0;
        }
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}"); /* nothing is barred */
        says(&t, "verdict", "yes");
        judge_end(&t);
    }
    assert_true(in > rounds / 8 && out > rounds / 8 && near_disc > rounds / 20);
}

static void barred_limits(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    add_man(&t, "a", "red", 600, 600, ",'weapons':[{'id':'w','kind':'pistol','range':40}]");
    add_man(&t, "b", "blue", 1100, 600, "");
    add_man(&t, "c", "blue", 800, 800 + R * sqrt(2), ""); /* it touches the side of the wedge */
    judge_ready(&t);
    judge_ask(&t, "{'query':'arc','from':'a','to':'c','at':[700,600]}");
    says(&t, "verdict", "marginal");
    judge_ask(&t, "{'query':'arc','from':'a','to':'b','at':[700,600]}");
    says(&t, "verdict", "yes");
    judge_ask(&t, "{'query':'attack','from':'a','to':'b','at':[700,600]}"); /* as far as its weapon reaches */
    says(&t, "verdict", "no");
    says(&t, "rule", "SK-RNG-01");
    judge_refused(&t, "beside it", "{'query':'arc','from':'a','to':'b','at':[600,600]}");
    judge_end(&t);
    judge_begin(&t); /* a game that bars no directions */
    judge_man(&t, "a", 600, 600);
    judge_man(&t, "b", 800, 600);
    judge_ready(&t);
    judge_refused(&t, "barred_zone", "{'query':'arc','from':'a','to':'b','at':[700,600]}");
    judge_end(&t);
}

/* SK-DET-07: a flare bursts exactly 50 cm from the middle of its officer, or up to 50 cm from its edge. */
static void flares(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_nearest flares", 271);
    for (int round = 0; round < test_trials(60); round++) {
        judge_table t;
        double angle = test_random_between(&random, 0, 2 * M_PI), far = test_random_between(&random, 20, 900);
        begin(&t);
        add_man(&t, "a", "red", 1500, 1500, "");
        judge_ready(&t);
        double x = 1500 + far * cos(angle), y = 1500 + far * sin(angle);
        judge_ask(&t, "{'query':'scatter','deviation':'flare','from':'a','at':[%.17g,%.17g]}", x, y);
        assert_near(made_number(&t.told, "landing.at[0]"), 1500 + 500 * cos(angle), 1e-6);
        assert_near(made_number(&t.told, "landing.at[1]"), 1500 + 500 * sin(angle), 1e-6);
        says(&t, "placement.verdict", "yes");
        judge_ask(&t, "{'query':'scatter','deviation':'flare','from':'a','angle':%.17g}", angle * 180 / M_PI);
        assert_near(made_number(&t.told, "landing.at[0]"), 1500 + 500 * cos(angle), 1e-6);
        judge_ask(
            &t,
            "{'query':'scatter','deviation':'flare','from':'a','at':[%.17g,%.17g],'set':{'deviation_origin':'edge'}}",
            x, y);
        assert_near(made_number(&t.told, "landing.at[0]"), 1500 + (500 + R) * cos(angle), 1e-6);
        judge_ask(&t,
                  "{'query':'scatter','deviation':'flare','from':'a','at':[%.17g,%.17g],'set':{'aim_reach':'up_to'}}",
                  x, y);
        assert_near(made_number(&t.told, "landing.at[0]"), x, 1e-9);
        if (fabs(far - 500 - R) > 0.1) {
            says(&t, "placement.verdict", far < 500 + R ? "yes" : "no");
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enemies),
        cmocka_unit_test(ties),
        cmocka_unit_test(who_counts),
        cmocka_unit_test(cover),
        cmocka_unit_test(ways_that_are_barred),
        cmocka_unit_test(barred),
        cmocka_unit_test(barred_limits),
        cmocka_unit_test(flares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
