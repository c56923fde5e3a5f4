/* What stands between two models under the rules (judge/between): heights of areas, where models stand to them, who
 * blocks. Closed forms on tables made of boxes; every setting at each of its readings, both sides of every limit. */
#include "judge/between/between.h"
#include "judge/variant.h"
#include "support/judge_facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Heights of areas --------------------------------------------------------------------------------------------- */

/* A wood with a height, one without, smoke with and without, one whose mesh says it (DB-ARE-09). */
static void area_heights(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "tall", "wood", (tl_vec2){100, 100}, (tl_vec2){200, 200}, 90);
    judge_area(&t, "wood", "wood", (tl_vec2){300, 100}, (tl_vec2){400, 200}, -1);
    judge_area(&t, "puff", "smoke", (tl_vec2){500, 100}, (tl_vec2){600, 200}, 70);
    judge_area(&t, "smoke", "smoke", (tl_vec2){700, 100}, (tl_vec2){800, 200}, -1);
    judge_terrain(&t, "{'id':'house','kind':'building','mesh':'box 0 0 5 100 100 65','at':[900,100,10]}");
    judge_terrain(&t, "{'id':'shed','kind':'building','mesh':'box 0 0 5 100 100 65','at':[1100,100,10],'height':30}");
    judge_ready(&t);
    const struct {
        const char *name, *value, *second, *given;
        double top[6]; /* tall, wood, puff, smoke, house, shed */
    } cases[] = {
        {NULL, NULL, NULL, NULL, {90, INFINITY, 70, 50, 75, 45}},
        {"area_height", "model", NULL, NULL, {90, INFINITY, 70, 50, 75, 45}},
        {"area_height", "infinite", NULL, NULL, {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}},
        {"area_height", "120", NULL, NULL, {90, 120, 70, 120, 135, 45}},
        {"area_height", "0", NULL, NULL, {90, 0, 70, 0, 15, 45}},
        {"smoke_height_mm", "85", NULL, NULL, {90, INFINITY, 70, 85, 75, 45}},
        {"smoke_height_mm",
         "85",
         "area_height",
         "infinite",
         {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}},
    };
    static const char *const ids[] = {"tall", "wood", "puff", "smoke", "house", "shed"};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_set(&t, -1, cases[i].name, cases[i].value, cases[i].second, cases[i].given, NULL);
        for (size_t k = 0; k < 6; k++) {
            tl_area area = tl_inquiry_area(&t.inquiry, area_of(&t, ids[k]));
            if (isinf(cases[i].top[k])) {
                assert_true(area.top == INFINITY);
            } else {
                assert_near(area.top, cases[i].top[k], 1e-9);
            }
            assert_true(area.bottom == -INFINITY);
            assert_ptr_equal(area.outline, &area_of(&t, ids[k])->outline);
            tl_area column = tl_inquiry_column(&t.inquiry, area_of(&t, ids[k]));
            assert_true(column.top == INFINITY && column.bottom == -INFINITY); /* its edge is its outline */
        }
    }
    judge_set(&t, -1, "area_top", "edge", NULL);
    assert_near(tl_inquiry_column(&t.inquiry, area_of(&t, "tall")).top, 90, 1e-9);
    judge_end(&t);
}

/* What lies on a mesh of the table begins there. */
static void heights_over_ground(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'mound','kind':'hill','mesh':'box 100 100 0 600 600 40'}");
    judge_area(&t, "wood", "wood", (tl_vec2){200, 200}, (tl_vec2){300, 300}, 90);
    judge_area(&t, "bare", "wood", (tl_vec2){350, 200}, (tl_vec2){400, 300}, -1);
    judge_area(&t, "smoke", "smoke", (tl_vec2){450, 200}, (tl_vec2){500, 300}, -1);
    judge_ready(&t);
    assert_near(tl_inquiry_area(&t.inquiry, area_of(&t, "wood")).top, 130, 1e-9);
    assert_near(tl_inquiry_area(&t.inquiry, area_of(&t, "smoke")).top, 90, 1e-9);
    judge_set(&t, -1, "area_height", "20", NULL);
    assert_near(tl_inquiry_area(&t.inquiry, area_of(&t, "wood")).top, 130, 1e-9);
    assert_near(tl_inquiry_area(&t.inquiry, area_of(&t, "bare")).top, 60, 1e-9);
    judge_end(&t);
}

/* --- Where models stand ------------------------------------------------------------------------------------------- */

/* The base of infantry, the core of a vehicle; asked twice, the answer is remembered. */
static void places(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "other", "wood", (tl_vec2){2000, 2000}, (tl_vec2){2100, 2100}, 30);
    judge_area(&t, "wood", "wood", (tl_vec2){500, 500}, (tl_vec2){900, 900}, 20);
    judge_area(&t, "ditch", "trench", (tl_vec2){1500, 500}, (tl_vec2){1900, 900}, -1);
    const struct {
        const char *id;
        double x, y;
        bool tank;
        tl_area_place place;
        double gap;
    } cases[] = {
        {"in", 700, 700, false, TL_AREA_INSIDE, 200 - JUDGE_RIM},
        {"near", 500 - JUDGE_RIM - 4, 700, false, TL_AREA_OUTSIDE, 4},
        {"rim", 500 + 3, 600, false, TL_AREA_STRADDLES, 0},
        {"deep", 500 + JUDGE_RIM + 5, 800, false, TL_AREA_INSIDE, 5},
        {"vin", 700, 800, true, TL_AREA_INSIDE, 100 - JUDGE_BESIDE},
        {"vout", 900 + JUDGE_AHEAD + 6, 700, true, TL_AREA_OUTSIDE, 6},
        {"vrim", 900, 600, true, TL_AREA_STRADDLES, 0},
        {"low", 1700, 700, false, TL_AREA_OUTSIDE, NAN},
    };
    size_t count = sizeof(cases) / sizeof(cases[0]);
    for (size_t i = 0; i < count; i++) {
        (cases[i].tank ? (void)judge_tank(&t, cases[i].id, cases[i].x, cases[i].y, 0)
                       : judge_man(&t, cases[i].id, cases[i].x, cases[i].y));
    }
    judge_unit(&t,
               "{'id':'up','side':'red','class':'infantry','members':[{'id':'up1','asset':'man','at':[700,600,25]}]}");
    judge_ready(&t);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < count; i++) {
            char id[16];
            snprintf(id, sizeof(id), "%s1", cases[i].id);
            tl_area_placement placement;
            ok(tl_inquiry_place_in(&t.inquiry, area_of(&t, "wood"), judge_who(&t, id), &placement, &error));
            assert_int_equal(placement.place, cases[i].place);
            if (!isnan(cases[i].gap)) {
                assert_near(placement.gap_mm, cases[i].gap, 1e-6);
            }
            size_t shelter;
            ok(tl_inquiry_shelter(&t.inquiry, judge_who(&t, id), &shelter, &error));
            assert_int_equal(shelter, strcmp(id, "low1") == 0 ? 0 : SIZE_MAX);
        }
        tl_area_placement placement;
        ok(tl_inquiry_place_in(&t.inquiry, area_of(&t, "wood"), judge_who(&t, "up1"), &placement, &error));
        assert_int_equal(placement.place, TL_AREA_OUTSIDE);
        assert_true(placement.over);
        ok(tl_inquiry_place_in(&t.inquiry, area_of(&t, "other"), judge_who(&t, "in1"), &placement, &error));
        assert_int_equal(placement.place, TL_AREA_OUTSIDE);
        ok(tl_inquiry_place_in(&t.inquiry, area_of(&t, "ditch"), judge_who(&t, "low1"), &placement, &error));
        assert_int_equal(placement.place, TL_AREA_INSIDE);
    }
    /* without a memo the same */
    tl_inquiry bare = t.inquiry;
    bare.placed = NULL;
    tl_area_placement placement;
    ok(tl_inquiry_place_in(&bare, area_of(&t, "wood"), judge_who(&t, "rim1"), &placement, &error));
    assert_int_equal(placement.place, TL_AREA_STRADDLES);
    judge_end(&t);
}

/* Infantry is sheltered where its base lies in part; who is no infantry never is. */
static void shelters(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "far", "trench", (tl_vec2){2000, 2000}, (tl_vec2){2100, 2100}, -1);
    judge_area(&t, "ditch", "trench", (tl_vec2){500, 500}, (tl_vec2){900, 900}, -1);
    judge_area(&t, "over", "trench", (tl_vec2){480, 500}, (tl_vec2){900, 900}, -1);
    judge_man(&t, "in", 700, 700);
    judge_man(&t, "rim", 501 - JUDGE_RIM, 600);
    judge_man(&t, "out", 479 - JUDGE_RIM, 700);
    judge_tank(&t, "v", 700, 600, 0);
    judge_model(&t, "hero", "red", "hero", "man", 700, 800, 0, "");
    judge_model(&t, "gun", "red", "support-weapon", "man", 600, 800, 0, "");
    judge_model(&t, "bird", "red", "aircraft", "tank", 800, 800, 0, "");
    judge_ready(&t);
    const struct {
        const char *id;
        bool sheltered;
    } cases[] = {{"in1", true},   {"rim1", true}, {"out1", false}, {"v1", false},
                 {"hero1", true}, {"gun1", true}, {"bird1", false}};
    size_t ditch = (size_t)(area_of(&t, "ditch") - t.referee->shelters),
           over = (size_t)(area_of(&t, "over") - t.referee->shelters), first = ditch < over ? ditch : over;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t shelter = 77;
        ok(tl_inquiry_shelter(&t.inquiry, judge_who(&t, cases[i].id), &shelter, &error));
        assert_int_equal(shelter, cases[i].sheltered ? first : SIZE_MAX); /* of two the first */
    }
    judge_end(&t);
}

/* Whether a point lies over a model's body, its edges included; an aircraft above it doesn't count. */
static void points_on_models(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_tank(&t, "v", 1000, 1000, 0);
    judge_unit(
        &t, "{'id':'f','side':'red','class':'aircraft','members':[{'id':'f1','asset':'flyer','at':[1500,1000,200]}]}");
    judge_tank(&t, "d", 2000, 1000, 45);
    judge_ready(&t);
    const struct {
        const char *id;
        tl_vec3 point;
        bool holds;
    } cases[] = {
        {"v1", {1000, 1000, 0}, true},
        {"v1", {1050, 1030, 500}, true},
        {"v1", {950, 970, -5}, true},
        {"v1", {1050.001, 1000, 0}, false},
        {"v1", {949.999, 1000, 0}, false},
        {"v1", {1000, 1030.001, 0}, false},
        {"v1", {1000, 969.999, 0}, false},
        {"f1", {1500, 1000, 190}, true},
        {"f1", {1500, 1000, 189.99}, false},
        {"f1", {1500, 1000, 250}, true},
        {"f1", {1541, 1000, 250}, false},
        {"d1", {2000, 1000, 0}, true},
        {"d1", {2000 + 38, 1000 - 38, 0}, false}, /* in its box, beside its turned hull */
        {"d1", {2000 + 50, 1000 + 50, 0}, false},
        {"d1", {2000 + 35, 1000 + 35, 0}, true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(tl_between_member_holds(&t.inquiry, judge_who(&t, cases[i].id), cases[i].point),
                         cases[i].holds);
    }
    judge_end(&t);
    tl_shape shape;
    tl_volume volume = tl_between_volume_of_point((tl_vec3){1, 2, 3}, &shape);
    assert_ptr_equal(volume.shape, &shape);
    assert_point_near(shape.from, ((tl_vec3){1, 2, 3}), 0);
    assert_point_near(shape.to, ((tl_vec3){1, 2, 3}), 0);
}

/* --- Who blocks --------------------------------------------------------------------------------------------------- */

/* Kinds of terrain for sight and for cover; trees only where the setting says so; what no rule knows is solid. */
static void kinds_that_block(void **state) {
    (void)state;
    static const struct {
        const char *kind;
        bool sight, cover, solid_trees;
    } kinds[] = {{"wall", true, true, true},        {"wood", false, false, true},  {"trench", false, false, false},
                 {"building", true, true, true},    {"wire", false, false, false}, {"unheard-of", true, true, true},
                 {"objective", false, false, false}};
    judge_table t;
    judge_begin(&t);
    for (size_t i = 0; i < 7; i++) {
        judge_terrain(&t, "{'id':'t%zu','kind':'%s','mesh':'box 0 0 0 50 50 50','at':[%zu,500,0]}", i, kinds[i].kind,
                      200 + 200 * i);
    }
    judge_ready(&t);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(tl_between_terrain_blocks(&t.inquiry, i, false), kinds[i].sight);
        assert_int_equal(tl_between_terrain_blocks(&t.inquiry, i, true), kinds[i].cover);
    }
    judge_set(&t, -1, "wood_models", "solid", NULL);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(tl_between_terrain_blocks(&t.inquiry, i, false), kinds[i].solid_trees);
        assert_int_equal(tl_between_terrain_blocks(&t.inquiry, i, true), kinds[i].solid_trees);
    }
    judge_end(&t);
}

/* All of a vehicle, or its body alone (DB-LOS-05): a mesh with a gun, and one that is a lump with a core laid over it.
 */
static void parts_that_block(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(
        &t, "'gun':{'mesh':'box -50 -30 0 50 30 40, box 50 -2 20 150 2 24','parts':{'core':['box0'],'gear':['box1']}}");
    judge_asset(&t,
                "'lump':{'mesh':'box -50 -30 0 50 30 40','core':{'shape':'box','min':[-20,-20,0],'max':[20,20,30]}}");
    judge_model(&t, "g", "red", "vehicle", "gun", 500, 500, 0, "");
    judge_model(&t, "l", "red", "vehicle", "lump", 900, 500, 0, "");
    judge_man(&t, "a", 100, 100);
    judge_man(&t, "b", 200, 100);
    judge_ready(&t);
    const tl_placed *g = &t.table->members[judge_who(&t, "g1")], *l = &t.table->members[judge_who(&t, "l1")];
    size_t a = judge_who(&t, "a1"), b = judge_who(&t, "b1");
    uint8_t all = TL_ROLES_CORE | TL_ROLE_BIT(TL_ROLE_LIMB) | TL_ROLE_BIT(TL_ROLE_GEAR);
    tl_between between;
    ok(tl_between_sight(&t.inquiry, a, b, &between, &error));
    assert_int_equal(between.blockers[g->slot], all);
    assert_int_equal(between.blockers[l->slot], all);
    tl_between_free(&between);
    judge_set(&t, -1, "blocker_parts", "core", NULL);
    ok(tl_between_sight(&t.inquiry, a, b, &between, &error));
    assert_int_equal(between.blockers[g->slot], TL_ROLES_CORE);
    assert_true(l->core_slot != 0);
    assert_int_equal(between.blockers[l->core_slot], TL_ROLES_CORE);
    assert_int_equal(between.blockers[l->slot], 0);
    tl_between_free(&between);
    judge_end(&t);
}

/* Walls, vehicles and aircraft stand in the way, infantry never does, nobody in his own (DB-LOS-02). */
static void blockers(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_wall(&t, "wall", (tl_vec2){900, 500}, (tl_vec2){910, 600}, 100);
    judge_area(&t, "wood", "wood", (tl_vec2){900, 900}, (tl_vec2){950, 950}, 30);
    judge_man(&t, "a", 400, 400);
    judge_man(&t, "b", 1400, 400);
    judge_man(&t, "m", 900, 400);
    judge_tank(&t, "v", 900, 1000, 0);
    judge_model(&t, "bird", "red", "aircraft", "tank", 900, 1200, 0, "");
    judge_model(&t, "gun", "red", "support-weapon", "man", 900, 1400, 0, "");
    judge_ready(&t);
    size_t a = judge_who(&t, "a1"), b = judge_who(&t, "b1"), m = judge_who(&t, "m1"), v = judge_who(&t, "v1"),
           bird = judge_who(&t, "bird1"), gun = judge_who(&t, "gun1");
    size_t wall = t.table->terrain[terrain_of(&t, "wall")].slot, wood = t.table->terrain[terrain_of(&t, "wood")].slot;
    const tl_placed *members = t.table->members;
    tl_between between;
    ok(tl_between_sight(&t.inquiry, a, b, &between, &error));
    assert_true(between.blockers[wall] == TL_ROLES_ALL && between.insides[wall]);
    assert_true(between.blockers[members[v].slot] != 0 && between.blockers[members[bird].slot] != 0);
    assert_int_equal(between.blockers[members[a].slot], 0);
    assert_int_equal(between.blockers[members[m].slot], 0);
    assert_int_equal(between.blockers[members[gun].slot], 0);
    assert_int_equal(between.blockers[wood], 0);
    assert_int_equal(between.blockers[0], 0); /* a table without a mesh has a plane for ground */
    assert_int_equal(between.obstacles.ground_slot, -1);
    assert_ptr_equal(between.obstacles.world, t.table->world);
    assert_int_equal(between.sight_count, 0); /* the wood is off the way */
    tl_between_free(&between);
    ok(tl_between_sight(&t.inquiry, a, v, &between, &error));
    assert_int_equal(between.blockers[members[v].slot], 0);
    assert_true(between.blockers[members[bird].slot] != 0);
    tl_between_free(&between);
    ok(tl_between_sight(&t.inquiry, v, a, &between, &error));
    assert_int_equal(between.blockers[members[v].slot], 0);
    tl_between_free(&between);
    /* a point on a vehicle isn't hidden by it; one above an aircraft neither, one below it is */
    const struct {
        tl_vec3 point;
        bool v, bird;
    } points[] = {{{900, 1000, 45}, false, true}, {{1000, 1000, 10}, true, true}, {{900, 1200, 45}, true, false}};
    for (size_t i = 0; i < 3; i++) {
        const tl_between_end end[2] = {{.is_point = true, .point = points[i].point}, {.member = a}};
        ok(tl_between_ends(&t.inquiry, end, &between, &error));
        assert_int_equal(between.blockers[members[v].slot] != 0, points[i].v);
        assert_int_equal(between.blockers[members[bird].slot] != 0, points[i].bird);
        tl_between_free(&between);
    }
    /* what a weapon sees past, and what is asked as if it weren't there */
    static const char *const words[] = {"vehicle"};
    const tl_skill_effect past = {.kind = TL_EFFECT_SEES_PAST, .words = (const char **)words, .word_count = 1};
    tl_inquiry other = t.inquiry;
    other.past = &past;
    ok(tl_between_sight(&other, a, b, &between, &error));
    assert_int_equal(between.blockers[members[v].slot], 0);
    assert_true(between.blockers[members[bird].slot] != 0 && between.blockers[wall] != 0);
    tl_between_free(&between);
    uint8_t removed[64] = {0};
    removed[wall] = removed[members[bird].slot] = 1;
    other = tl_inquiry_without(&t.inquiry, removed);
    ok(tl_between_sight(&other, a, b, &between, &error));
    assert_int_equal(between.blockers[wall], 0);
    assert_int_equal(between.blockers[members[bird].slot], 0);
    assert_true(between.blockers[members[v].slot] != 0);
    tl_between_free(&between);
    /* for cover vehicles don't, unless the setting says so (DB-COV-03) */
    ok(tl_between_cover(&t.inquiry, a, b, TL_BETWEEN_COVER_AREAS_HIDE, false, &between, &error));
    assert_int_equal(between.blockers[members[v].slot], 0);
    assert_true(between.blockers[wall] == TL_ROLES_ALL);
    assert_int_equal(between.sight_count, 1);
    assert_int_equal(between.obstacles.condition_count, 1);
    tl_between_free(&between);
    judge_set(&t, -1, "cover_blockers", "plus_vehicles", NULL);
    ok(tl_between_cover(&t.inquiry, a, b, TL_BETWEEN_COVER_AREAS_AS_FOR_SIGHT, false, &between, &error));
    assert_true(between.blockers[members[v].slot] != 0);
    assert_int_equal(between.sight_count, 0);
    tl_between_free(&between);
    tl_between_free(&between); /* harmless */
    judge_end(&t);
}

/* Walls of a building without rooms are transparent to who is in it, and to whom he looks at. */
static void abstract_interiors(void **state) {
    (void)state;
    for (int abstract = 0; abstract < 2; abstract++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'other','kind':'building','mesh':'box 900 100 0 1000 150 50'%s}",
                      abstract ? ",'interior':'abstract'" : "");
        judge_terrain(&t, "{'id':'house','kind':'building','mesh':'box 500 500 0 600 600 50'%s}",
                      abstract ? ",'interior':'abstract'" : "");
        judge_unit(
            &t, "{'id':'in','side':'red','class':'infantry','members':[{'id':'in1','asset':'man','at':[550,550,0]}]}");
        judge_man(&t, "out", 700, 550);
        judge_man(&t, "beyond", 400, 550);
        judge_ready(&t);
        size_t in = judge_who(&t, "in1"), out = judge_who(&t, "out1"), beyond = judge_who(&t, "beyond1");
        size_t slot = t.table->terrain[terrain_of(&t, "house")].slot;
        const size_t pairs[3][2] = {{in, out}, {out, in}, {beyond, out}};
        for (int k = 0; k < 3; k++) {
            tl_between between;
            ok(tl_between_sight(&t.inquiry, pairs[k][0], pairs[k][1], &between, &error));
            assert_int_equal(between.blockers[slot] == 0, abstract && k < 2);
            assert_int_equal(between.insides[slot] == 0, abstract && k < 2);
            assert_true(between.blockers[t.table->terrain[terrain_of(&t, "other")].slot] != 0);
            tl_between_free(&between);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(area_heights),
        cmocka_unit_test(heights_over_ground),
        cmocka_unit_test(places),
        cmocka_unit_test(shelters),
        cmocka_unit_test(points_on_models),
        cmocka_unit_test(kinds_that_block),
        cmocka_unit_test(parts_that_block),
        cmocka_unit_test(blockers),
        cmocka_unit_test(abstract_interiors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
