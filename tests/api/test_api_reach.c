/* What a model can reach: a disc in the open, the exact shortest way round a pillar, slow terrain, laws, memory. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},"                    \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}}},'terrain':[%s],'units':[{'id':'a','side':'red','class':'%s','move':%d,"   \
    "'march':%d,'members':[{'id':'a-1','asset':'man','at':[600,600]}]}%s]}"

/* Whether a point lies in an area of the answer: an odd number of its rings go round it. */
static bool in_area(const made_scene *m, const char *area, double x, double y) {
    char path[64];
    snprintf(path, sizeof(path), "%s.rings", area);
    const tl_json_value *rings = made_value(m, path);
    bool in = false;
    for (size_t r = 0; r < rings->count; r++) {
        const tl_json_value *ring = &rings->items[r];
        for (size_t i = 0, j = ring->count - 1; i < ring->count; j = i++) {
            double ax = ring->items[i].items[0].number, ay = ring->items[i].items[1].number;
            double bx = ring->items[j].items[0].number, by = ring->items[j].items[1].number;
            if ((ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) {
                in = !in;
            }
        }
    }
    return in;
}

/* The area inside the rings, from their corners alone: holes run the other way round. */
static double area_of_rings(const made_scene *m, const char *area) {
    char path[64];
    snprintf(path, sizeof(path), "%s.rings", area);
    const tl_json_value *rings = made_value(m, path);
    double twice = 0;
    for (size_t r = 0; r < rings->count; r++) {
        const tl_json_value *ring = &rings->items[r];
        for (size_t i = 0, j = ring->count - 1; i < ring->count; j = i++) {
            twice += ring->items[j].items[0].number * ring->items[i].items[1].number -
                     ring->items[i].items[0].number * ring->items[j].items[1].number;
        }
    }
    return 0.5 * twice;
}

static void a_disc_in_the_open(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-open");
    for (int k = 0; k < 4; k++) {
        bool march = k & 1, inch = k & 2;
        made_load(&m, SCENE, "", "infantry", 2, 4, "");
        made_ask(&m, "{'query':'reach','member':'a','march':%s,'set':{'units':'%s'}}", march ? "true" : "false",
                 inch ? "inch" : "cm");
        double radius = (march ? 4 : 2) * (inch ? 101.6 : 100), square = made_number(&m, "square_mm");
        assert_near(made_number(&m, "allowance_mm"), radius, 1e-9);
        double certain = made_number(&m, "certain.area_mm2"), open = made_number(&m, "undecided.area_mm2");
        assert_near(area_of_rings(&m, "certain"), certain, 1e-3);
        assert_near(area_of_rings(&m, "undecided"), open, 1e-3);
        /* the true disc lies between, and the two are near each other */
        assert_true(certain < TL_PI * radius * radius && certain + open > TL_PI * radius * radius);
        assert_true(certain > TL_PI * pow(radius - 3 * square, 2));
        assert_true(certain + open < TL_PI * pow(radius + 3 * square, 2));
        assert_true(made_number(&m, "farthest_mm") < radius);
    }
    made_end(&m);
}

/* The base keeps to the table: of the disc, what lies at least its radius inside. */
static void at_the_corner_of_the_table(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-corner");
    made_load(&m, SCENE, "", "infantry", 2, 4, "");
    made_ask(&m, "{'query':'place','member':'a-1','at':[100,80]}");
    made_ask(&m, "{'query':'reach','member':'a-1'}");
    double area = 0, step = 0.1, square = made_number(&m, "square_mm"), edge = 12.5;
    for (double x = edge + 0.5 * step; x < 300; x += step) {
        double half = sqrt(fmax(0, 200 * 200 - (x - 100) * (x - 100)));
        area += step * fmax(0, 80 + half - fmax(edge, 80 - half));
    }
    double certain = made_number(&m, "certain.area_mm2"), open = made_number(&m, "undecided.area_mm2");
    double rim = 3 * square * (2 * 300 + TL_PI * 200);
    assert_true(certain < area && certain + open > area);
    assert_true(certain > area - rim && certain + open < area + rim);
    assert_false(in_area(&m, "undecided", 100, -5) || in_area(&m, "certain", 100, -5));
    made_end(&m);
}

/* Who flies isn't slowed by what lies below. */
static void over_a_wood(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-flying");
    made_load(&m, SCENE, "{'id':'w','kind':'wood','disc':{'centre':[600,600],'radius':150},'height':50}", "aircraft", 4,
              8, "");
    made_ask(&m, "{'query':'reach','member':'a'}");
    assert_null(strstr(m.text, "Terrain"));
    assert_true(made_number(&m, "certain.area_mm2") > 0.9 * TL_PI * 400 * 400);
    made_end(&m);
}

/* The length of the shortest way from (x0, y0) to (x, y) round a disc, by tangents and an arc. */
static double round_disc(double x0, double y0, double x, double y, double cx, double cy, double radius) {
    double ax = x0 - cx, ay = y0 - cy, bx = x - cx, by = y - cy, a = hypot(ax, ay), b = hypot(bx, by);
    double dx = bx - ax, dy = by - ay, length = hypot(dx, dy);
    double t = length > 0 ? fmax(0, fmin(1, -(ax * dx + ay * dy) / (length * length))) : 0;
    if (hypot(ax + t * dx, ay + t * dy) >= radius) {
        return length;
    }
    double angle = acos(fmax(-1, fmin(1, (ax * bx + ay * by) / (a * b)))) - acos(radius / a) - acos(radius / b);
    return sqrt(a * a - radius * radius) + sqrt(b * b - radius * radius) + radius * angle;
}

static void the_way_round_a_pillar(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-pillar");
    made_load(&m, SCENE, "{'id':'p','kind':'cliff','disc':{'centre':[680,610],'radius':40}}", "infantry", 2, 4, "");
    made_ask(&m, "{'query':'reach','member':'a'}");
    test_random random = test_random_start("reach pillar", 7101);
    int certain = 0, shadow = 0, should = 0, is = 0;
    for (int i = 0; i < 4000; i++) {
        double x = test_random_between(&random, 390, 810), y = test_random_between(&random, 390, 810);
        bool sure = in_area(&m, "certain", x, y), open = in_area(&m, "undecided", x, y);
        double away = hypot(x - 680, y - 610),
               way = away < 52.5 ? INFINITY : round_disc(600, 600, x, y, 680, 610, 52.5);
        assert_false(sure && open);
        if (sure) {
            assert_true(way <= 200);
            certain++;
            shadow += way > hypot(x - 600, y - 600) + 1;
        } else if (!open) {
            /* nothing that is said to be out of reach is in it */
            assert_true(way > 200 || away < 52.5);
        }
        if (way < 192 && away > 60) {
            should++;
            is += sure;
        }
    }
    print_message("%d certain, %d of them behind the pillar; %d of %d well within reach\n", certain, shadow, is,
                  should);
    assert_true(shadow > 20);
    assert_true(is > 0.97 * should);
    made_end(&m);
}

static void slow_terrain(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-wood");
    /* woods to the right from x = 700 on: those who enter go 200 at most, those who don't 300 */
    made_load(&m, SCENE, "{'id':'w','kind':'wood','outline':[[700,300],[1000,300],[1000,900],[700,900]],'height':50}",
              "infantry", 3, 6, "");
    made_ask(&m, "{'query':'reach','member':'a'}");
    assert_near(made_number(&m, "allowance_mm"), 300, 1e-9);
    assert_near(made_number(&m, "slowed_mm"), 200, 1e-9);
    static const struct {
        double x, y;
        bool certain;
    } points[] = {{320, 600, true},  {600, 880, true}, {680, 850, true}, {790, 600, true},
                  {810, 600, false}, {750, 720, true}, {750, 760, false}};
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
        assert_int_equal(in_area(&m, "certain", points[i].x, points[i].y), points[i].certain);
    }
    /* and the answer agrees with the judge of moves */
    test_random random = test_random_start("reach wood", 7102);
    char *answer = strdup(tl_json_source(m.answer, NULL));
    for (int i = 0; i < 60; i++) {
        double x = test_random_between(&random, 300, 900), y = test_random_between(&random, 300, 900);
        made_ask(&m, "{'query':'reach','member':'a'}");
        bool sure = in_area(&m, "certain", x, y), open = in_area(&m, "undecided", x, y);
        made_ask(&m, "{'query':'move','member':'a','path':[[%.17g,%.17g]]}", x, y);
        if (!sure && !open) {
            assert_verdict(&m, "no");
        }
        if (sure && x < 680) {
            assert_verdict(&m, "yes");
        }
    }
    made_ask(&m, "{'query':'reach','member':'a'}");
    assert_string_equal(answer, tl_json_source(m.answer, NULL)); /* the same bytes again */
    free(answer);
    made_end(&m);
}

/* What is taken away never takes ground away; who stands somewhere is nobody's end. */
static void laws_and_models(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-laws");
    const made_box walls[2] = {{{660, 500, 0}, {664, 590, 60}}, {{660, 620, 0}, {664, 700, 60}}};
    made_boxes(&m, "walls.obj", walls, 2);
    static const char *const friend =
        ",{'id':'f','side':'red','class':'infantry','members':[{'id':'f-1','asset':'man','at':[560,640]}]}";
    test_random random = test_random_start("reach laws", 7103);
    bool before[600];
    double x[600], y[600];
    int behind = 0;
    for (int round = 0; round < 3; round++) {
        made_load(&m, SCENE, round == 0 ? "{'id':'h','kind':'building','mesh':'walls.obj'}" : "", "infantry", 2, 4,
                  round < 2 ? friend : "");
        made_ask(&m, "{'query':'reach','member':'a'}");
        for (int i = 0; i < 600; i++) {
            if (round == 0) {
                x[i] = test_random_between(&random, 400, 800);
                y[i] = test_random_between(&random, 400, 800);
            }
            bool sure = in_area(&m, "certain", x[i], y[i]), open = in_area(&m, "undecided", x[i], y[i]);
            if (round > 0 && before[i]) {
                assert_true(sure || open);
            }
            if (round < 2 && hypot(x[i] - 560, y[i] - 640) < 24) {
                assert_false(sure); /* on a friend */
            }
            if (round == 0 && sure && x[i] > 680 && y[i] > 540 && y[i] < 660) {
                behind++; /* through the gap of 30, which the base of 25 passes */
            }
            before[i] = sure;
        }
    }
    assert_true(behind > 5);
    made_end(&m);
}

static void memory_and_bad_questions(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "reach-memory");
    made_load(&m, SCENE, "{'id':'p','kind':'cliff','disc':{'centre':[680,610],'radius':40}}", "infantry", 1, 4, "");
    assert_int_equal(made_ask_refused(&m, "{'query':'reach','member':'b'}"), TL_ERROR_NOT_FOUND);
    assert_int_equal(made_ask_refused(&m, "{'query':'reach'}"), TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'reach','member':'a','path':[]}"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'query':'reach','member':'a','set':{'slope_distance':'surface'}}"),
                     TL_ERROR_UNSUPPORTED);
    char path[320];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *poor = tl_context_create(&options);
    tl_scene *scene;
    tl_error error = {0};
    assert_int_equal(tl_scene_load(poor, path, NULL, &scene, NULL, &error), TL_OK);
    const tl_question question = {.struct_size = sizeof(tl_question), .query = "reach", .member = "a"};
    bool done = false;
    for (size_t n = 0; !done; n += 1 + n / 2) {
        tl_ruling *ruling = NULL;
        memset(&error, 0, sizeof(error));
        scarce_left = n;
        tl_status status = tl_scene_ask(scene, &question, &ruling, &error);
        done = status == TL_OK;
        if (!done) {
            assert_int_equal(status, TL_ERROR_MEMORY);
            assert_null(ruling);
        }
        scarce_left = SIZE_MAX;
        tl_ruling_destroy(ruling);
    }
    tl_scene_destroy(scene);
    tl_context_destroy(poor);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_in_the_open),
        cmocka_unit_test(at_the_corner_of_the_table),
        cmocka_unit_test(over_a_wood),
        cmocka_unit_test(the_way_round_a_pillar),
        cmocka_unit_test(slow_terrain),
        cmocka_unit_test(laws_and_models),
        cmocka_unit_test(memory_and_bad_questions),
    };
    return cmocka_run_group_tests_name("api_reach", tests, NULL, NULL);
}
