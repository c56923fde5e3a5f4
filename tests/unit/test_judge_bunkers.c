/* test_judge_bunkers.c: fortifications between two models (judge/between/shelter.c): fields of view, trenches, both in
 * one; and what keeps a weapon from being used where its owner is (judge/bar.c). */
#include "judge/bar.h"
#include "judge/between/between.h"
#include "judge/between/between_parts.h"
#include "support/judge_facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Fortifications ----------------------------------------------------------------------------------------------- */

/* A bunker 100 x 80 that looks so (its walls are one solid block) and stands at (1000, 1000). */
static void set_bunker(judge_table *t, const char *kind, double turn) {
    judge_begin(t);
    double s = sin(turn * M_PI / 180), c = cos(turn * M_PI / 180), corner[4][2];
    for (int k = 0; k < 4; k++) {
        double x = k == 0 || k == 3 ? -50 : 50, y = k < 2 ? -40 : 40;
        corner[k][0] = 1000 + x * c - y * s;
        corner[k][1] = 1000 + x * s + y * c;
    }
    judge_terrain(t,
                  "{'id':'fort','kind':'%s','mesh':'box -50 -40 0 50 40 60','at':[1000,1000,0],'turn':%.17g,'outline':"
                  "[[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g]]}",
                  kind, turn, corner[0][0], corner[0][1], corner[1][0], corner[1][1], corner[2][0], corner[2][1],
                  corner[3][0], corner[3][1]);
    judge_unit(t,
               "{'id':'in','side':'red','class':'infantry','members':[{'id':'in1','asset':'post','at':[1000,1000,0]},"
               "{'id':'in2','asset':'post','at':[%.17g,%.17g,0]}]}",
               1000 + 25 * c, 1000 + 25 * s);
}

/* From a bunker one sees, and is seen, ahead of its front, or of its middle; from a strongpoint all round (DT-FRT-04).
 */
static void fields_of_view(void **state) {
    (void)state;
    static const double turns[] = {0, 90, 30, 200};
    static const struct {
        const char *kind, *apex;
        double from; /* of the line, ahead of the middle */
    } kinds[] = {{"bunker", "front", 50}, {"bunker", "centre", 0}, {"strongpoint", "front", -INFINITY}};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            double s = sin(turns[i] * M_PI / 180), c = cos(turns[i] * M_PI / 180);
            judge_table t;
            set_bunker(&t, kinds[k].kind, turns[i]);
            /* posts turned as the bunker is, their fronts half a millimetre ahead of the line or behind it */
            static const double ahead[] = {300, -300, 0.5, -0.5};
            for (int n = 0; n < 4; n++) {
                for (int side = 0; side < 2; side++) {
                    double x = n < 2 ? ahead[n] : (isinf(kinds[k].from) ? 0 : kinds[k].from) + ahead[n] - 5;
                    double y = n < 2 ? 0 : side ? 400 : -400;
                    char id[16];
                    snprintf(id, sizeof(id), "p%d%d_", n, side);
                    judge_model(&t, id, "blue", "infantry", "post", 1000 + x * c - y * s + (n < 2 ? side * 40 : 0),
                                1000 + x * s + y * c, turns[i], "");
                }
            }
            judge_ready(&t);
            judge_set(&t, -1, "bunker_apex", kinds[k].apex, NULL);
            for (int n = 0; n < 4; n++) {
                for (int side = 0; side < 2; side++) {
                    char id[16];
                    snprintf(id, sizeof(id), "p%d%d_1", n, side);
                    bool seen = n == 0 || n == 2 || isinf(kinds[k].from);
                    assert_int_equal(sees(&t, "in1", id), seen ? YES : NO);
                }
            }
            assert_int_equal(sees(&t, "in1", "in2"), YES); /* together */
            tl_between between;
            ok(tl_between_sight(&t.inquiry, judge_who(&t, "p00_1"), judge_who(&t, "in1"), &between, &error));
            assert_int_equal(between.outlook_count, 1);
            assert_int_equal(between.outlook[0].end, 1);
            assert_int_equal(between.blockers[t.table->terrain[0].slot], 0);
            assert_int_equal(between.obstacles.condition_count, k < 2 ? 1 : 0);
            if (k < 2) {
                assert_near(between.outlook[0].apex.x, 1000 + kinds[k].from * c, 1e-9);
                assert_near(between.outlook[0].apex.y, 1000 + kinds[k].from * s, 1e-9);
            }
            tl_between_free(&between);
            /* lines to a point inside meet the walls, from a point outside they are open to the crew */
            const tl_between_end inside[2] = {{.is_point = true, .point = {1000, 1000, 20}},
                                              {.member = judge_who(&t, "p00_1")}};
            ok(tl_between_ends(&t.inquiry, inside, &between, &error));
            assert_int_equal(between.outlook_count, 0);
            assert_true(between.blockers[t.table->terrain[0].slot] != 0);
            tl_between_free(&between);
            const tl_between_end together[2] = {{.is_point = true, .point = {1000, 1000, 20}},
                                                {.member = judge_who(&t, "in1")}};
            ok(tl_between_ends(&t.inquiry, together, &between, &error));
            assert_int_equal(between.outlook_count, 1);
            assert_int_equal(between.obstacles.condition_count, 0);
            assert_int_equal(between.blockers[t.table->terrain[0].slot], 0);
            tl_between_free(&between);
            /* where the walls stand for everybody, nothing is open */
            tl_inquiry shut = t.inquiry;
            shut.walls_stand = true;
            ok(tl_between_sight(&shut, judge_who(&t, "in1"), judge_who(&t, "p00_1"), &between, &error));
            assert_int_equal(between.outlook_count, 0);
            assert_true(between.blockers[t.table->terrain[0].slot] != 0);
            tl_between_free(&between);
            judge_end(&t);
        }
    }
}

/* A bunker of another rule system sees a quarter ahead: what has a corner between the two rays from its front. */
static void narrow_fields_of_view(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'fort','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[1000,1000,0]}");
    judge_unit(
        &t, "{'id':'in','side':'red','class':'infantry','members':[{'id':'in1','asset':'post','at':[1000,1000,0]}]}");
    for (int k = 0; k < 6; k++) { /* posts whose nearest corner is a millimetre inside a ray, or outside; and behind */
        double aside = k < 4 ? 300 + (k & 1 ? 11 : 9) : 20, ahead = k < 4 ? 300 : -300;
        char id[4] = {'p', (char)('0' + k), '\0'};
        judge_model(&t, id, "blue", "infantry", "post", 1050 + ahead, 1000 + (k & 2 ? -aside : aside), 0, "");
    }
    judge_ready(&t);
    ((tl_terrain_kind *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, "bunker"))->shelter_half_deg = 45;
    for (int k = 0; k < 6; k++) {
        char id[4] = {'p', (char)('0' + k), '1', '\0'};
        assert_int_equal(sees(&t, "in1", id), k < 4 && !(k & 1) ? YES : NO);
    }
    judge_end(&t);
}

/* Two bunkers that look at each other, away, or the one past the other. */
static void bunkers_of_both(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double turn[2] = {k & 1 ? 180 : 0, k & 2 ? 0 : 180};
        judge_table t;
        judge_begin(&t);
        for (int i = 0; i < 2; i++) {
            judge_terrain(&t, "{'id':'f%d','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[%d,1000,0],'turn':%g}",
                          i, 500 + 1000 * i, turn[i]);
            judge_unit(&t,
                       "{'id':'m%d','side':'s%d','class':'infantry','members':[{'id':'m%d1','asset':'post','at':[%d,"
                       "1000,0]}]}",
                       i, i, i, 500 + 1000 * i);
        }
        judge_ready(&t);
        assert_int_equal(sees(&t, "m01", "m11"), k == 0 ? YES : NO);
        tl_between between;
        ok(tl_between_sight(&t.inquiry, judge_who(&t, "m01"), judge_who(&t, "m11"), &between, &error));
        assert_int_equal(between.outlook_count, 2);
        assert_int_equal(between.obstacles.condition_count, 2);
        tl_between_free(&between);
        judge_end(&t);
    }
}

/* A trench has no walls to look out of. */
static void trenches(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'ditch','kind':'trench','mesh':'box 400 400 0 600 600 5'}");
    judge_man(&t, "a", 500, 500);
    judge_man(&t, "b", 900, 500);
    judge_ready(&t);
    tl_between between;
    ok(tl_between_sight(&t.inquiry, 0, 1, &between, &error));
    assert_int_equal(between.outlook_count, 0);
    tl_between_free(&between);
    judge_end(&t);
}

/* --- What keeps a weapon from being used -------------------------------------------------------------------------- */

#define ARMS                                                                                                           \
    "'weapons':[{'id':'rifle','range':6},{'id':'knife','range':'C'},{'id':'jet','range':1,'template':'flame-1'},"      \
    "{'id':'bomb','range':8,'template':'blast'},{'id':'howitzer','range':8,'skills':['artillery']}]"

static tl_bar bar_of(judge_table *t, const char *from, const char *weapon, const char *target) {
    tl_party party = judge_party(t, from);
    tl_bar bar;
    const tl_document_unit *aimed = target != NULL ? tl_document_find(t->table->document, target).unit : NULL;
    ok(tl_bar_find(&t->inquiry, &party, party.first, weapon != NULL ? judge_weapon(t, from, weapon) : NULL, aimed, &bar,
                   &error));
    return bar;
}

/* Passengers inside a transport: no targets, and neither close combat, flames nor whole guns (DT-SPC-18). */
static void passengers(void **state) {
    (void)state;
    for (int inside = 0; inside < 2; inside++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "truck", "red", "vehicle", "tank", 500, 500, 0,
                    inside ? "'skills':['transport']" : "'skills':['tank-riders']");
        judge_model(&t, "men", "red", "infantry", "man", 500, 500, 0, "'aboard':'truck1'," ARMS);
        judge_model(&t, "gun", "red", "support-weapon", "man", 500, 520, 0, "'aboard':'truck1'," ARMS);
        judge_model(&t, "foe", "blue", "infantry", "man", 900, 500, 0, ARMS);
        judge_ready(&t);
        assert_int_equal(tl_bar_unit_is_inside(&t.inquiry, tl_document_find(t.table->document, "men").unit), inside);
        assert_false(tl_bar_unit_is_inside(&t.inquiry, tl_document_find(t.table->document, "foe").unit));
        assert_false(tl_bar_unit_is_inside(&t.inquiry, tl_document_find(t.table->document, "truck").unit));
        const struct {
            const char *from, *weapon, *target;
            tl_bar_kind kind;
        } cases[] = {{"men", "rifle", "foe", TL_BAR_NONE},      {"men", "bomb", "foe", TL_BAR_NONE},
                     {"men", "knife", "foe", TL_BAR_CARRIED},   {"men", "jet", "foe", TL_BAR_CARRIED},
                     {"men", NULL, "foe", TL_BAR_NONE},         {"gun", "rifle", "foe", TL_BAR_CARRIED},
                     {"gun", NULL, NULL, TL_BAR_CARRIED},       {"foe", "rifle", "men", TL_BAR_PASSENGER},
                     {"foe", "knife", "men", TL_BAR_PASSENGER}, {"foe", "rifle", "truck", TL_BAR_NONE},
                     {"foe", "rifle", NULL, TL_BAR_NONE}};
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            tl_bar bar = bar_of(&t, cases[i].from, cases[i].weapon, cases[i].target);
            assert_int_equal(bar.kind, inside ? cases[i].kind : TL_BAR_NONE);
            assert_int_equal(bar.terrain, SIZE_MAX);
            assert_int_equal(bar.cause.clause,
                             inside && cases[i].kind != TL_BAR_NONE ? TL_CLAUSE_ABOARD_INSIDE : TL_CLAUSE_NONE);
        }
        judge_end(&t);
    }
}

/* Artillery isn't fired from inside woods and buildings, by the place of the weapon, nor out of bunkers (DT-SPC-08,
 * DT-FRT-05); and out of bunkers nobody hits aircraft. */
static void bars_of_places(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 1000}, (tl_vec2){1200, 1200}, 90);
    judge_area(&t, "low", "wood", (tl_vec2){2000, 1000}, (tl_vec2){2200, 1200}, 10);
    judge_area(&t, "smoke", "smoke", (tl_vec2){1500, 1000}, (tl_vec2){1700, 1200}, 90);
    judge_terrain(&t, "{'id':'bunker','kind':'bunker','mesh':'box -50 -50 0 50 50 60','at':[500,500,0]}");
    judge_terrain(&t, "{'id':'point','kind':'strongpoint','mesh':'box -50 -50 0 50 50 60','at':[500,1500,0]}");
    judge_model(&t, "in", "red", "infantry", "man", 1100, 1100, 0, ARMS);
    judge_model(&t, "rim", "red", "infantry", "man", 999, 1100, 0, ARMS);   /* its middle is outside */
    judge_model(&t, "over", "red", "infantry", "man", 2100, 1100, 0, ARMS); /* 16.5 up, above the area */
    judge_model(&t, "smoky", "red", "infantry", "man", 1600, 1100, 0, ARMS);
    judge_unit(&t, "{'id':'crew','side':'red','class':'infantry','skills':['artillery']," ARMS
                   ",'members':[{'id':'crew1','asset':'man','at':[500,500,0]}]}");
    judge_unit(&t, "{'id':'post','side':'red','class':'infantry'," ARMS
                   ",'members':[{'id':'post1','asset':'man','at':[500,1500,0]}]}");
    judge_model(&t, "foe", "blue", "infantry", "man", 900, 300, 0, ARMS);
    judge_model(&t, "bird", "blue", "aircraft", "flyer", 900, 600, 0, "");
    judge_ready(&t);
    const struct {
        const char *from, *weapon, *target, *terrain;
        tl_bar_kind kind;
    } cases[] = {{"in", "howitzer", "foe", "wood", TL_BAR_PLACE},  {"in", "rifle", "foe", NULL, TL_BAR_NONE},
                 {"rim", "howitzer", "foe", NULL, TL_BAR_NONE},    {"over", "howitzer", "foe", NULL, TL_BAR_NONE},
                 {"smoky", "howitzer", "foe", NULL, TL_BAR_NONE},  {"crew", "howitzer", "foe", "bunker", TL_BAR_PLACE},
                 {"crew", "rifle", "foe", "bunker", TL_BAR_PLACE}, /* by the unit's own skill */
                 {"crew", "rifle", NULL, "bunker", TL_BAR_PLACE},  {"crew", NULL, "foe", NULL, TL_BAR_NONE},
                 {"crew", NULL, "bird", "bunker", TL_BAR_SHELTER}, {"crew", NULL, NULL, NULL, TL_BAR_NONE},
                 {"post", "howitzer", "foe", NULL, TL_BAR_NONE},   {"post", "rifle", "bird", NULL, TL_BAR_NONE},
                 {"foe", "rifle", "bird", NULL, TL_BAR_NONE},      {"in", "howitzer", "bird", "wood", TL_BAR_PLACE}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_bar bar = bar_of(&t, cases[i].from, cases[i].weapon, cases[i].target);
        if (bar.kind != cases[i].kind) {
            fail_msg("case %zu: %d", i, (int)bar.kind);
        }
        assert_int_equal(bar.terrain, cases[i].terrain != NULL ? terrain_of(&t, cases[i].terrain) : SIZE_MAX);
        tl_clause clause = bar.kind == TL_BAR_NONE                                             ? TL_CLAUSE_NONE
                           : cases[i].terrain != NULL && strcmp(cases[i].terrain, "wood") == 0 ? TL_CLAUSE_SHELTER_PLACE
                                                                                               : TL_CLAUSE_SHELTER_FIRE;
        assert_int_equal(bar.cause.clause, clause);
    }
    tl_bar bar;
    ok(tl_bar_of_shelter(&t.inquiry, judge_who(&t, "crew1"), tl_document_find(t.table->document, "bird").unit, &bar,
                         &error));
    assert_int_equal(bar.kind, TL_BAR_SHELTER);
    ok(tl_bar_of_shelter(&t.inquiry, judge_who(&t, "crew1"), tl_document_find(t.table->document, "foe").unit, &bar,
                         &error));
    assert_int_equal(bar.kind, TL_BAR_NONE);
    ok(tl_bar_of_shelter(&t.inquiry, judge_who(&t, "foe1"), tl_document_find(t.table->document, "bird").unit, &bar,
                         &error));
    assert_int_equal(bar.kind, TL_BAR_NONE);
    judge_end(&t);
}

/* What a field of view says of lines, one by one and in bundles: the part that x >= |y| bounds, beyond it on one side,
 * on the other, on both, and astride a border; whichever end is inside. No field at all where nothing bounds it. */
static void bundles_of_lines(void **state) {
    (void)state;
    static const struct {
        tl_vec3 p[3];
        tl_condition_bundle bundle;
    } cases[] = {
        {{{5, 0, 0}, {9, 3, 2}, {9, -3, 2}}, TL_BUNDLE_ALL},     {{{0, 5, 0}, {-3, 9, 2}, {4, 9, 2}}, TL_BUNDLE_NONE},
        {{{0, -5, 0}, {-3, -9, 2}, {4, -9, 2}}, TL_BUNDLE_NONE}, {{{5, 0, 0}, {0, 5, 2}, {5, 1, 2}}, TL_BUNDLE_SPLIT},
        {{{0, 5, 0}, {0, -5, 2}, {0, 6, 2}}, TL_BUNDLE_SPLIT}, /* the line from side to side may pass it */
        {{{-5, 0, 0}, {-6, 1, 2}, {-7, 2, 2}}, TL_BUNDLE_NONE}};
    const tl_vec3 anywhere[3] = {{100, 100, 0}, {-100, 100, 0}, {0, -100, 5}};
    for (int end = 0; end < 2; end++) {
        tl_condition made[2];
        tl_between between = {.conditions = made, .outlook_count = 2};
        between.outlook[0] = (struct tl_outlook){.slot = 7, .end = end, .normal = {{1, -1}, {1, 1}}};
        between.outlook[1] = (struct tl_outlook){.slot = 8, .end = end};
        tl_shelter_add_outlooks(&between);
        assert_int_equal(between.obstacles.condition_count, 1);
        assert_int_equal(made[0].slot, 7);
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            const tl_vec3 *a = end == 0 ? anywhere : cases[i].p, *b = end == 0 ? cases[i].p : anywhere;
            assert_int_equal(made[0].bundle(made[0].user, a, 3, b, 3), cases[i].bundle);
            for (int k = 0; k < 3; k++) {
                tl_vec3 p = cases[i].p[k];
                assert_int_equal(made[0].line(made[0].user, a[k], b[k]), p.x >= fabs(p.y));
            }
        }
        /* a field that one border alone bounds, and along x */
        between.obstacles.condition_count = 0;
        between.outlook[1] = (struct tl_outlook){.slot = 9, .end = end, .normal = {{0, 2}, {0, 2}}};
        tl_shelter_add_outlooks(&between);
        assert_int_equal(between.obstacles.condition_count, 2);
        between.obstacles.condition_count = 0;
        between.outlook[1] = (struct tl_outlook){.slot = 9, .end = end, .normal = {{2, 0}, {0, 2}}};
        tl_shelter_add_outlooks(&between);
        assert_int_equal(between.obstacles.condition_count, 2);
        between.obstacles.condition_count = 0;
        between.outlook[1] = (struct tl_outlook){.slot = 9, .end = end, .normal = {{0, 2}, {2, 0}}};
        tl_shelter_add_outlooks(&between);
        assert_int_equal(between.obstacles.condition_count, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bundles_of_lines), cmocka_unit_test(fields_of_view), cmocka_unit_test(narrow_fields_of_view),
        cmocka_unit_test(bunkers_of_both),  cmocka_unit_test(trenches),       cmocka_unit_test(passengers),
        cmocka_unit_test(bars_of_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
