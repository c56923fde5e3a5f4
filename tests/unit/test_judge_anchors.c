/* test_judge_anchors.c: middles, reaches and ends of weapons of every outline, and levels of buildings by their heights
 * (judge/template/anchor.c, levels.c), against closed forms. */
#include "judge/template/anchor.h"
#include "judge/template/levels.h"
#include "support/judge_table.h"

#include <math.h>
#include <string.h>

#define R      JUDGE_RIM
#define DEGREE (M_PI / 180)

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

/* --- Anchors ------------------------------------------------------------------------------------------------------ */

/* The middle of the area within a ring of corners. */
static tl_vec2 middle_of(double (*corner)[2], size_t count) {
    double area = 0, x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % count];
        double twice = p[0] * q[1] - p[1] * q[0];
        area += twice;
        x += twice * (p[0] + q[0]);
        y += twice * (p[1] + q[1]);
    }
    return (tl_vec2){x / (3 * area), y / (3 * area)};
}

/* Where a ray leaves a ring of corners for the last time. */
static double leaves(double (*corner)[2], size_t count, double x, double y) {
    double far = 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % count];
        double s = x * p[1] - y * p[0], u = x * q[1] - y * q[0];
        if ((s <= 0) != (u <= 0)) {
            double k = s / (s - u);
            far = fmax(far, x * (p[0] + k * (q[0] - p[0])) + y * (p[1] + k * (q[1] - p[1])));
        }
    }
    return far;
}

static void reaches(void **state) {
    (void)state;
    double poly[6][2] = {{30, 8}, {5, 25}, {-30, 10}, {-12, 0}, {-30, -12}, {30, -25}};
    double hull[4][2] = {{50, 30}, {-50, 30}, {-50, -30}, {50, -30}};
    double rect[4][2] = {{25, 15}, {-25, 15}, {-25, -15}, {25, -15}};
    test_random r = test_random_start("reaches", 271111);
    const tl_vec2 off = middle_of(poly, 6);
    for (int i = 0; i < 6; i++) { /* seen from its middle */
        poly[i][0] -= off.x;
        poly[i][1] -= off.y;
    }
    for (int round = 0; round < 40; round++) {
        judge_table t;
        double facing = between(&r, 0, 360);
        judge_begin(&t);
        judge_asset(&t, "'oval':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "oval','size':[120,40]}}");
        judge_asset(&t, "'rect':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "rectangle','size':[50,30]}}");
        judge_asset(&t, "'poly':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "polygon','outline':[[30,8],[5,25],[-30,10],[-12,0],[-30,-12],[30,-25]]}}");
        judge_asset(&t, "'sheet':{'mesh':'tile -50 -30 5 50 30 15'}"); /* as wide as the tank, of two triangles */
        static const char *const assets[6] = {"man", "oval", "rect", "poly", "tank", "sheet"};
        for (int k = 0; k < 6; k++) {
            judge_model(&t, assets[k], "red", k < 4 ? "infantry" : "vehicle", assets[k], 500 + 200 * k, 1000, facing,
                        "");
        }
        judge_ready(&t);
        for (size_t k = 0; k < 6; k++) {
            tl_vec2 middle;
            tl_error error;
            assert_int_equal(tl_member_middle(&t.inquiry, k, &middle, &error), TL_OK);
            double c = cos(facing * DEGREE), n = sin(facing * DEGREE);
            assert_near(middle.x, 500 + 200 * (double)k + (k == 3 ? c * off.x - n * off.y : 0), 1e-9);
            assert_near(middle.y, 1000 + (k == 3 ? n * off.x + c * off.y : 0), 1e-9);
            assert_near(tl_member_middle_off(&t.inquiry, k), 0, 0);
            assert_near(tl_member_muzzle_off(&t.inquiry, k, NULL), 0, 0);
            for (int ray = 0; ray < 10; ray++) {
                double a = between(&r, 0, 2 * M_PI), b = a - facing * DEGREE, x = cos(b), y = sin(b);
                double expected = k == 0   ? R
                                  : k == 1 ? 1 / hypot(x / 60, y / 20)
                                  : k == 2 ? leaves(rect, 4, x, y)
                                  : k == 3 ? leaves(poly, 6, x, y)
                                           : leaves(hull, 4, x, y);
                assert_near(tl_member_reach(&t.inquiry, k, middle, (tl_vec2){cos(a), sin(a)}), expected, 1e-6);
            }
        }
        judge_end(&t);
    }
    /* straight along an edge that points at the middle, and on to its far end */
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'step':{'core':{'shape':'cylinder','from':[-10,0,3],'to':[-10,0,30],'radius':4},'base':{'shape':'"
                    "polygon','outline':[[10,0],[10,20],[-30,20],[-30,0],[-10,0],[-10,-20],[30,-20],[30,0]]}}");
    judge_asset(&t, "'pets':{'core':{'shape':'cylinder','from':[-10,0,3],'to':[-10,0,30],'radius':4},'base':{'shape':'"
                    "polygon','outline':[[30,0],[30,20],[-10,20],[-10,0],[-30,0],[-30,-20],[10,-20],[10,0]]}}");
    judge_model(&t, "a", "red", "infantry", "step", 1000, 1000, 0, "");
    judge_model(&t, "b", "red", "infantry", "pets", 1200, 1000, 0, "");
    judge_ready(&t);
    for (size_t k = 0; k < 2; k++) {
        assert_near(tl_member_reach(&t.inquiry, k, (tl_vec2){1000 + 200 * (double)k, 1000}, (tl_vec2){1, 0}), 30, 1e-9);
        assert_near(tl_member_reach(&t.inquiry, k, (tl_vec2){1000 + 200 * (double)k, 1000}, (tl_vec2){-1, 0}), 30,
                    1e-9);
    }
    judge_end(&t);
}

/* By what the middle and the end of a weapon may be off: of a base not at all by the mesh of the model; of a hull by
 * its mesh; the end, where it is told, as much as the middle it is seen from; found on the gear, by the mesh besides.
 */
static void offs(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40, box 50 -6 20 108 6 24','parts':{'core':['box0'],'gear':['"
                    "box1']},'uncertainty':0.5}");
    judge_model(
        &t, "a", "red", "vehicle", "scan", 1000, 1000, 30,
        "'weapons':[{'id':'told','range':3,'muzzle':[30,40,20]},{'id':'guessed','range':3},{'id':'near','range':"
        "2.9},{'id':'mm','range':{'mm':300}},{'id':'short','range':{'mm':299}},{'id':'open'},{'id':'C','range':"
        "'C'}]");
    judge_ready(&t);
    const tl_document_weapon *told = judge_weapon(&t, "a", "told"), *guessed = judge_weapon(&t, "a", "guessed");
    assert_near(tl_member_middle_off(&t.inquiry, 0), 0.5 * M_SQRT2, 1e-3);
    assert_near(tl_member_muzzle_off(&t.inquiry, 0, told), 0.5 * M_SQRT2, 1e-3);
    assert_near(tl_member_muzzle_off(&t.inquiry, 0, guessed), 0.5 * M_SQRT2 + 0.5, 1e-3);
    assert_near(tl_member_muzzle_off(&t.inquiry, 0, NULL), 0.5 * M_SQRT2 + 0.5, 1e-3);
    static const struct {
        const char *weapon, *setting;
        bool muzzle, guessed;
        double reach;
    } cases[] = {
        {"told", "by_range", true, false, 50},  {"guessed", "by_range", true, true, 0}, /* found on the gear */
        {"near", "by_range", false, false, 0},  {"mm", "by_range", true, true, 0},
        {"short", "by_range", false, false, 0}, {"open", "by_range", false, false, 0},
        {"C", "by_range", false, false, 0},     {NULL, "by_range", false, false, 0},
        {"told", "edge", false, false, 0},      {"near", "muzzle", true, true, 0},
        {NULL, "muzzle", true, true, 0},        {NULL, "edge", false, false, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_inquiry *inquiry = judge_set(&t, -1, "flame_anchor", cases[i].setting, NULL);
        const tl_document_weapon *weapon = cases[i].weapon != NULL ? judge_weapon(&t, "a", cases[i].weapon) : NULL;
        tl_flame_anchor anchor;
        tl_error error;
        assert_int_equal(tl_member_anchor(inquiry, 0, weapon, &anchor, &error), TL_OK);
        if (anchor.muzzle != cases[i].muzzle || (anchor.muzzle && anchor.guessed != cases[i].guessed)) {
            fail_msg("case %zu", i);
        }
        if (anchor.muzzle) {
            assert_near(anchor.reach, cases[i].guessed ? hypot(108, 6) : cases[i].reach, 1e-3);
        }
    }
    judge_end(&t);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* A house of a ground floor, an upper one and a roof; a block without rooms; a plate with a chimney beside it. */
static void levels_of_houses(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'house','kind':'building','outline':[[900,900],[1100,900],[1100,1100],[900,1100]],'mesh':'"
                      "box 900 900 60 1100 1100 64, box 900 900 126 1100 1100 130','at':[0,0,0],'uncertainty':0}");
    judge_terrain(&t, "{'id':'block','kind':'building','mesh':'box 1400 900 0 1600 1100 100','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'low','kind':'building','mesh':'box 1400 1400 0 1600 1600 30','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'plate','kind':'building','mesh':'box 1400 1900 0 1600 2100 8, box 1590 1900 0 1600 1910 "
                      "90','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'step','kind':'building','mesh':'box 1900 1900 0 2100 2100 35, box 2090 1900 0 2100 1910 "
                      "90','at':[0,0,0]}");
    /* exactly as high as somebody is tall, as the carpet, as the carpet below the top: floors */
    judge_terrain(&t, "{'id':'e1','kind':'building','mesh':'box 2400 900 0 2600 1100 40, box 2590 900 0 2600 910 90','"
                      "at':[0,0,0]}");
    judge_terrain(&t, "{'id':'e2','kind':'building','mesh':'box 2400 1400 0 2600 1600 10','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'e3','kind':'building','mesh':'box 2400 1900 0 2600 2100 30, box 2590 1900 0 2600 1910 40"
                      "','at':[0,0,0]}");
    judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 1900 900 0 2100 1100 100','at':[0,0,0]}");
    judge_ready(&t);
    const tl_vec2 house = {1000, 1000}, block = {1500, 1000}, low = {1500, 1500}, plate = {1500, 2000},
                  step = {2000, 2000}, rock = {2000, 1000}, open = {500, 500};
    static const struct {
        double z;
        size_t at, near;
    } house_cases[] = {{-5, 0, 0}, {0, 0, 0},  {31, 0, 0}, {33, 0, 1},    {63.4, 0, 1},  {63.6, 1, 1},
                       {64, 1, 1}, {96, 1, 1}, {98, 1, 2}, {129.4, 1, 2}, {129.6, 2, 2}, {400, 2, 2}};
    for (size_t i = 0; i < sizeof(house_cases) / sizeof(house_cases[0]); i++) {
        if (tl_level_at(&t.inquiry, house, house_cases[i].z, 30) != house_cases[i].at ||
            tl_level_near(&t.inquiry, house, house_cases[i].z, 30) != house_cases[i].near) {
            fail_msg("at %g", house_cases[i].z);
        }
    }
    /* a roof over solid walls is level 1; below it, nearer to the ground than to it by a storey, is level 0 */
    assert_int_equal(tl_level_at(&t.inquiry, block, 99, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, block, 100, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, block, 79, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, block, 81, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, block, 120, 30), 1);
    assert_int_equal(tl_level_at(&t.inquiry, low, 30, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, low, 9, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, low, 11, 30), 1);
    /* what is about as high as the ground is a floor, also when it is no building's */
    assert_int_equal(tl_level_at(&t.inquiry, plate, 8, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, plate, 8, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, step, 35, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, rock, 100, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, rock, 20, 30), 0);
    assert_int_equal(tl_level_at(&t.inquiry, open, 0, 30), 0);
    for (int k = 0; k < 3; k++) {
        const tl_vec2 exact = {2500, 1000 + 500 * k};
        assert_int_equal(tl_level_at(&t.inquiry, exact, k == 0 ? 40 : k == 1 ? 10 : 30, 30), 0);
    }
    const struct {
        tl_vec2 p;
        size_t level;
        double height; /* negative: there is no such level */
    } heights[] = {{house, 0, 0},  {house, 1, 64}, {house, 2, 130}, {house, 3, -1}, {block, 0, 100}, {block, 1, 100},
                   {block, 2, -1}, {rock, 0, 100}, {rock, 1, -1},   {open, 0, 0},   {open, 1, -1}};
    for (size_t i = 0; i < sizeof(heights) / sizeof(heights[0]); i++) {
        double height = -7, off = -7;
        tl_error error = {0};
        tl_status status = tl_level_height(&t.inquiry, heights[i].p, heights[i].level, 30, &height, &off, &error);
        if (status != (heights[i].height < 0 ? TL_ERROR_ARGUMENT : TL_OK)) {
            fail_msg("case %zu", i);
        }
        if (status == TL_OK) {
            assert_near(height, heights[i].height, 1e-9);
            assert_near(off, 0, 0);
        }
    }
    /* too tall for the room below */
    assert_int_equal(tl_level_at(&t.inquiry, house, 64, 61), 0);
    judge_end(&t);
}

/* In which building a place lies, for certain or perhaps. */
static void buildings(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){800, 800}, (tl_vec2){1400, 1400}, -1);
    judge_area(&t, "one", "building", (tl_vec2){1000, 1000}, (tl_vec2){1200, 1200}, 60);
    judge_area(&t, "two", "building", (tl_vec2){1200, 1000}, (tl_vec2){1400, 1200}, 60);
    judge_ready(&t);
    const struct {
        double x, slack;
        const char *surely, *perhaps; /* what it lies in; what that would be, were it off by the slack */
    } cases[] = {{1100, 5, "one", "one"}, {1006, 5, "one", "one"}, {1004, 5, "one", NULL},  {996, 5, NULL, "one"},
                 {994, 5, NULL, NULL},    {1196, 5, "one", "two"}, {1204, 5, "two", "one"}, {1300, 5, "two", "two"},
                 {1396, 5, "two", NULL},  {1404, 5, NULL, "two"},  {900, 5, NULL, NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_referee_area *other = NULL;
        const tl_referee_area *its =
            tl_level_building_at(&t.inquiry, (tl_vec2){cases[i].x, 1100}, cases[i].slack, &other);
        const char *name = its != NULL ? t.table->terrain[its->terrain].id : NULL;
        const char *else_name = other != NULL ? t.table->terrain[other->terrain].id : NULL;
        if ((name == NULL) != (cases[i].surely == NULL) || (else_name == NULL) != (cases[i].perhaps == NULL) ||
            (name != NULL && strcmp(name, cases[i].surely) != 0) ||
            (else_name != NULL && strcmp(else_name, cases[i].perhaps) != 0)) {
            fail_msg("case %zu: %s, %s", i, name != NULL ? name : "-", else_name != NULL ? else_name : "-");
        }
    }
    judge_end(&t);
}

/* Beside a ground that ends there is nothing to stand on: the height is the table's, and of levels there is the lowest
 * alone. */
static void beside_the_ground(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_ground(&t, "'mesh':'box 0 0 -40 1000 1000 -10'");
    judge_model(&t, "a", "red", "infantry", "man", 500, 500, 0, "");
    judge_ready(&t);
    const tl_vec2 p = {2000, 500};
    double height = 7, off = 7;
    tl_error error = {0};
    assert_int_equal(tl_level_at(&t.inquiry, p, 0, 30), 0);
    assert_int_equal(tl_level_near(&t.inquiry, p, 0, 30), 0);
    assert_int_equal(tl_level_height(&t.inquiry, p, 0, 30, &height, &off, &error), TL_OK);
    assert_near(height, 0, 0);
    assert_near(off, 0, 0);
    assert_int_equal(tl_level_height(&t.inquiry, p, 1, 30, &height, &off, &error), TL_ERROR_ARGUMENT);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches),           cmocka_unit_test(offs),
        cmocka_unit_test(levels_of_houses),  cmocka_unit_test(buildings),
        cmocka_unit_test(beside_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
