/* What stands between two models under the rules (judge/between, judge/bar.c): who blocks, areas and their depths,
 * fortifications, what keeps a weapon from being used. Closed forms on tables made of boxes; every setting at each of
 * its readings, both sides of every limit. */
#include "support/judge_table.h"

#include "judge/bar.h"
#include "judge/between/between.h"
#include "judge/sight/pair_sight.h"
#include "judge/variant.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

static const tl_table_area *area_of(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->referee->area_count; i++) {
        if (strcmp(t->table->terrain[t->referee->areas[i].terrain].id, id) == 0) {
            return &t->referee->areas[i];
        }
    }
    for (size_t i = 0; i < t->referee->shelter_count; i++) {
        if (strcmp(t->table->terrain[t->referee->shelters[i].terrain].id, id) == 0) {
            return &t->referee->shelters[i];
        }
    }
    fail_msg("there is no area %s", id);
    return NULL;
}

static size_t terrain_of(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, id) == 0) {
            return i;
        }
    }
    fail_msg("there is no terrain %s", id);
    return SIZE_MAX;
}

static tl_verdict sees(judge_table *t, const char *a, const char *b) {
    tl_pair_sight_result there, back;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, a), judge_who(t, b), &there, &error));
    ok(tl_pair_sight(&t->inquiry, judge_who(t, b), judge_who(t, a), &back, &error));
    assert_int_equal(there.sight.verdict, back.sight.verdict); /* DB-LOS-07 */
    return there.sight.verdict;
}

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
        assert_int_equal(tl_member_holds(&t.inquiry, judge_who(&t, cases[i].id), cases[i].point), cases[i].holds);
    }
    judge_end(&t);
    tl_shape shape;
    tl_volume volume = tl_volume_of_point((tl_vec3){1, 2, 3}, &shape);
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
        assert_int_equal(tl_terrain_blocks(&t.inquiry, i, false), kinds[i].sight);
        assert_int_equal(tl_terrain_blocks(&t.inquiry, i, true), kinds[i].cover);
    }
    judge_set(&t, -1, "wood_models", "solid", NULL);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(tl_terrain_blocks(&t.inquiry, i, false), kinds[i].solid_trees);
        assert_int_equal(tl_terrain_blocks(&t.inquiry, i, true), kinds[i].solid_trees);
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
        const tl_sight_end end[2] = {{.is_point = true, .point = points[i].point}, {.member = a}};
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
    ok(tl_between_cover(&t.inquiry, a, b, TL_COVER_AREAS_HIDE, false, &between, &error));
    assert_int_equal(between.blockers[members[v].slot], 0);
    assert_true(between.blockers[wall] == TL_ROLES_ALL);
    assert_int_equal(between.sight_count, 1);
    assert_int_equal(between.obstacles.condition_count, 1);
    tl_between_free(&between);
    judge_set(&t, -1, "cover_blockers", "plus_vehicles", NULL);
    ok(tl_between_cover(&t.inquiry, a, b, TL_COVER_AREAS_AS_FOR_SIGHT, false, &between, &error));
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

/* --- Depths ------------------------------------------------------------------------------------------------------- */

/* Each setting of areas at each of its readings. */
static void area_rules(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){100, 100}, (tl_vec2){200, 200}, 90);
    judge_area(&t, "smoke", "smoke", (tl_vec2){300, 100}, (tl_vec2){400, 200}, 90);
    judge_ready(&t);
    const tl_area_rule *wood = area_of(&t, "wood")->kind->area, *smoke = area_of(&t, "smoke")->kind->area;
    tl_area_rules r = tl_inquiry_area_rules(&t.inquiry, wood);
    assert_near(r.edge_limit, 100, 1e-8);
    assert_true(r.edge_limit > 100 && r.through_limit == r.edge_limit);
    assert_near(r.inside_limit, 300, 1e-8);
    assert_true(r.inside_limit > 300);
    assert_int_equal(r.distance, TL_AREA_ALONG_LINE);
    assert_int_equal(r.through, TL_AREA_FAR_EDGE);
    assert_int_equal(r.near, TL_AREA_EITHER);
    assert_int_equal(r.cap_scope, TL_AREA_CAP_LENGTH);
    assert_int_equal(r.inside_length, TL_AREA_UNIT_DISTANCE);
    assert_int_equal(r.straddle, TL_AREA_CUT);
    assert_int_equal(r.top, TL_AREA_TOP_OUTLINE);
    r = tl_inquiry_area_rules(&t.inquiry, smoke);
    assert_true(r.inside_limit == INFINITY);
    judge_set(&t, -1, "units", "inch", NULL);
    r = tl_inquiry_area_rules(&t.inquiry, wood);
    assert_near(r.edge_limit, 101.6, 1e-8);
    assert_near(r.inside_limit, 304.8, 1e-8);
    judge_set(&t, -1, "area_distance", "perpendicular", "area_through", "chord", "area_near", "inside_only",
              "area_cap_scope", "both_inside", "area_inside_length", "in_area_length", "area_straddle", "any_overlap",
              "area_top", "edge", NULL);
    r = tl_inquiry_area_rules(&t.inquiry, wood);
    assert_int_equal(r.distance, TL_AREA_PERPENDICULAR);
    assert_int_equal(r.through, TL_AREA_CHORD);
    assert_int_equal(r.near, TL_AREA_INSIDE_ONLY);
    assert_int_equal(r.cap_scope, TL_AREA_CAP_BOTH_INSIDE);
    assert_int_equal(r.inside_length, TL_AREA_IN_AREA_LENGTH);
    assert_int_equal(r.straddle, TL_AREA_ANY_OVERLAP);
    assert_int_equal(r.top, TL_AREA_TOP_EDGE);
    judge_set(&t, -1, "area_through", "any_edge", NULL);
    assert_int_equal(tl_inquiry_area_rules(&t.inquiry, wood).through, TL_AREA_ANY_EDGE);
    judge_end(&t);
}

/* The cases of depth that can be told by hand: two men on a line across an area from x = 1000 to 1000 + width, their
 * nearer rims `before` in front of it (negative: so deep inside) and `behind` beyond its far edge (ditto). */
typedef struct depth_case {
    double before, width, behind;
    const char *kind;
    const char *set[5];
    tl_verdict verdict;
} depth_case;

static void depths(void **state) {
    (void)state;
    static const depth_case cases[] = {
        /* into an area: one of the two within one unit of the edge (DB-ARE-02, -06) */
        {200, 800, -800 + 99, "wood", {NULL}, TL_VERDICT_YES},
        {200, 800, -800 + 101, "wood", {NULL}, TL_VERDICT_NO},
        {99, 800, -800 + 250, "wood", {NULL}, TL_VERDICT_YES},
        {101, 800, -800 + 250, "wood", {NULL}, TL_VERDICT_NO},
        {99, 800, -800 + 250, "wood", {"area_near", "inside_only", NULL}, TL_VERDICT_NO},
        {99, 800, -800 + 90, "wood", {"area_near", "inside_only", NULL}, TL_VERDICT_YES},
        {101, 800, -800 + 250, "wood", {"units", "inch", NULL}, TL_VERDICT_YES},
        {102, 800, -800 + 250, "wood", {"units", "inch", NULL}, TL_VERDICT_NO},
        /* no more than three units inside, unless both have to be there for that (DB-ARE-03) */
        {50, 800, -800 + 299, "wood", {NULL}, TL_VERDICT_YES},
        {50, 800, -800 + 301 + 2, "wood", {NULL}, TL_VERDICT_NO},
        {50, 800, -800 + 400, "wood", {"area_cap_scope", "both_inside", NULL}, TL_VERDICT_YES},
        {50, 800, -800 + 400, "smoke", {NULL}, TL_VERDICT_YES},
        /* through it: within one unit of the far edge, of any edge, or all of it that thin (DB-ARE-05) */
        {20, 79, 500, "wood", {NULL}, TL_VERDICT_YES},
        {20, 81, 500, "wood", {NULL}, TL_VERDICT_NO},
        {500, 79, 20, "wood", {NULL}, TL_VERDICT_YES},
        {500, 81, 20, "wood", {NULL}, TL_VERDICT_NO},
        {99, 200, 500, "wood", {"area_through", "any_edge", NULL}, TL_VERDICT_YES},
        {101, 200, 500, "wood", {"area_through", "any_edge", NULL}, TL_VERDICT_NO},
        {99, 200, 500, "wood", {"area_through", "far_edge", NULL}, TL_VERDICT_NO},
        {300, 99, 300, "wood", {"area_through", "chord", NULL}, TL_VERDICT_YES},
        {300, 101, 300, "wood", {"area_through", "chord", NULL}, TL_VERDICT_NO},
        {300, 99, 300, "wood", {NULL}, TL_VERDICT_NO},
        /* both inside: three units from each other (DB-ARE-07); smoke has no such limit */
        {-100, 800, -800 + 399, "wood", {NULL}, TL_VERDICT_YES},
        {-100, 800, -800 + 401, "wood", {NULL}, TL_VERDICT_NO},
        {-100, 800, -800 + 500, "smoke", {NULL}, TL_VERDICT_YES},
        {-100, 800, -800 + 370, "building", {NULL}, TL_VERDICT_YES},
        {-100, 800, -800 + 401, "building", {NULL}, TL_VERDICT_NO},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const depth_case *c = &cases[i];
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "area", c->kind, (tl_vec2){1000, 100}, (tl_vec2){1000 + c->width, 2900}, 500);
        judge_man(&t, "a", 1000 - c->before - JUDGE_RIM, 1500);
        judge_man(&t, "b", 1000 + c->width + c->behind + JUDGE_RIM, 1500);
        judge_ready(&t);
        judge_set(&t, -1, c->set[0], c->set[1], NULL);
        tl_verdict verdict = sees(&t, "a1", "b1");
        if (verdict != c->verdict) {
            fail_msg("case %zu: %d", i, (int)verdict);
        }
        judge_end(&t);
    }
}

/* Two areas on one line: each by itself, or their depth together (DB-ARE-11). */
static void depths_together(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        /* a millimetre in front of the first, one behind the second: 2 times 49 or 53 */
        double width = k < 2 ? 52 : 48;
        judge_wall(&t, "off", (tl_vec2){100, 100}, (tl_vec2){200, 200}, 30);
        judge_area(&t, "one", "wood", (tl_vec2){1000, 100}, (tl_vec2){1000 + width, 2900}, 500);
        judge_area(&t, "two", "wood", (tl_vec2){1300, 100}, (tl_vec2){1300 + width, 2900}, 500);
        judge_man(&t, "a", 999 - JUDGE_RIM, 1500);
        judge_man(&t, "b", 1301 + width + JUDGE_RIM, 1500);
        judge_ready(&t);
        judge_set(&t, -1, "area_combine", k % 2 == 0 ? "each" : "sum_depth", NULL);
        assert_int_equal(sees(&t, "a1", "b1"), k == 1 ? NO : YES);
        /* together they are too deep, though neither is */
        tl_pair_sight_result result;
        ok(tl_pair_sight(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &result, &error));
        assert_int_equal(result.cause.clause, k == 1 ? TL_CLAUSE_AREA_EDGE : TL_CLAUSE_SIGHT_FREE);
        assert_int_equal(result.has_depth, k != 1);
        judge_end(&t);
    }
}

/* Of a unit's single pair nothing else is allowed: a line past the rim of a wood doesn't let others through it. */
static void depths_of_single_pairs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){700, 100}, (tl_vec2){1300, 1000}, 500);
        if (k & 1) {
            judge_wall(&t, "wall", (tl_vec2){1000, 999}, (tl_vec2){1010, 2900}, 500);
        }
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", k & 2 ? "unit" : "miniature", NULL);
        assert_int_equal(sees(&t, "a1", "b1"), k & 1 ? NO : YES);
        judge_end(&t);
    }
}

/* A man by himself may what he may with any of the others. */
static void depths_of_one_and_many(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1200, 2900}, 500);
        judge_man(&t, "a", 800, 1500);
        judge_unit(&t,
                   "{'id':'u','side':'blue','class':'infantry','members':[{'id':'m','asset':'man','at':[1400,1500]},{"
                   "'id':'n','asset':'man','at':[%d,1700]}]}",
                   k & 1 ? 1220 : 1400);
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", k & 2 ? "unit" : "miniature", "area_through", "any_edge", NULL);
        assert_int_equal(sees(&t, "a1", "m"), k == 3 ? YES : NO);
        assert_int_equal(sees(&t, "a1", "n"), k & 1 ? YES : NO);
        judge_end(&t);
    }
}

/* What one pair of models may, all of their units may, where the setting says so (DB-ARE-08). */
static void depths_of_units(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool near = k & 1, unit = k & 2, foe = k & 4; /* somebody stands near the edge; whose */
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1200, 2900}, 500);
        const double x[2] = {800, 1400};
        for (int s = 0; s < 2; s++) {
            bool here = near && (s == 1) == foe;
            judge_unit(
                &t,
                "{'id':'u%d','side':'%s','class':'infantry','members':[{'id':'m%d','asset':'man','at':[%g,1500]},"
                "{'id':'n%d','asset':'man','at':[%g,1700]}]}",
                s, s ? "blue" : "red", s, x[s], s, here ? (s ? 1220 : 980) : x[s]);
        }
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", unit ? "unit" : "miniature", "area_through", "any_edge", NULL);
        assert_int_equal(sees(&t, "m0", "m1"), near && unit ? YES : NO);
        assert_int_equal(sees(&t, foe ? "m0" : "n0", foe ? "n1" : "m1"), near ? YES : NO);
        /* a model isn't seen past itself, and points have no unit */
        tl_between between;
        const tl_sight_end end[2] = {{.is_point = true, .point = {800, 1500, 10}}, {.member = judge_who(&t, "m1")}};
        ok(tl_between_ends(&t.inquiry, end, &between, &error));
        assert_int_equal(between.sight_count, 1);
        assert_false(between.grain_open);
        tl_between_free(&between);
        judge_end(&t);
    }
}

/* Areas that no line comes near are left out, unless a margin is asked for; those that are seen past, or removed. */
static void areas_on_the_way(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "on", "wood", (tl_vec2){900, 1000}, (tl_vec2){950, 2000}, 500);
    judge_area(&t, "beside", "smoke", (tl_vec2){900, 2150}, (tl_vec2){950, 2200}, 500);
    judge_area(&t, "close", "smoke", (tl_vec2){900, 2000}, (tl_vec2){950, 2050}, 500);
    judge_man(&t, "a", 400, 1950);
    judge_man(&t, "b", 1400, 1950);
    judge_ready(&t);
    const struct {
        bool margin, past, removed;
        size_t count;
    } cases[] = {{false, false, false, 2}, {true, false, false, 3}, {false, true, false, 1}, {false, false, true, 1}};
    for (size_t i = 0; i < 4; i++) {
        static const char *const words[] = {"wood"};
        const tl_skill_effect past = {.kind = TL_EFFECT_SEES_PAST, .words = (const char **)words, .word_count = 1};
        uint8_t removed[64] = {0};
        removed[t.table->terrain[terrain_of(&t, "on")].slot] = cases[i].removed;
        tl_inquiry other = tl_inquiry_without(&t.inquiry, removed);
        other.margin = cases[i].margin;
        other.past = cases[i].past ? &past : NULL;
        tl_between between;
        ok(tl_between_sight(&other, judge_who(&t, "a1"), judge_who(&t, "b1"), &between, &error));
        assert_int_equal(between.sight_count, cases[i].count);
        assert_int_equal(between.obstacles.condition_count, cases[i].count);
        for (size_t k = 0; k < between.sight_count; k++) {
            const tl_table_area *area = &t.referee->areas[between.area_of[k]];
            assert_int_equal(between.area_slots[k], t.table->terrain[area->terrain].slot);
            assert_near(between.sights[k].unit_distance, 1000 - 2 * JUDGE_RIM, 1e-6);
            for (int e = 0; e < 2; e++) {
                assert_int_equal(between.sights[k].end[e].place, TL_AREA_OUTSIDE);
                assert_true(between.sights[k].end[e].from_footprint);
                assert_ptr_equal(between.sights[k].end[e].footprint, &between.footprint[e]);
            }
        }
        tl_between_free(&between);
    }
    judge_end(&t);
}

/* Ends as the depth rules have them: bases, hulls only where they lie over an edge or perpendiculars are asked. */
static void depth_ends(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 1000}, (tl_vec2){1500, 2000}, 30);
    judge_tank(&t, "v", 700, 1500, 0);
    judge_tank(&t, "rim", 1000, 1500, 0);
    judge_man(&t, "m", 1200, 1500);
    judge_unit(
        &t, "{'id':'up','side':'red','class':'infantry','members':[{'id':'up1','asset':'man','at':[700,1700,150]}]}");
    judge_ready(&t);
    tl_between between;
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "v1"), judge_who(&t, "m1"), &between, &error));
    assert_null(between.sights[0].end[0].footprint);
    assert_false(between.sights[0].end[0].from_footprint);
    assert_int_equal(between.sights[0].end[1].place, TL_AREA_INSIDE);
    assert_near(between.sights[0].unit_distance, 500 - JUDGE_AHEAD - JUDGE_RIM, 1e-9);
    tl_between_free(&between);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "rim1"), judge_who(&t, "m1"), &between, &error));
    assert_int_equal(between.sights[0].end[0].place, TL_AREA_STRADDLES);
    assert_non_null(between.sights[0].end[0].footprint);
    assert_false(between.sights[0].end[0].from_footprint);
    tl_between_free(&between);
    /* the distance of the ends in space, or on the plan */
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "up1"), judge_who(&t, "m1"), &between, &error));
    double plan = hypot(500, 200) - 2 * JUDGE_RIM;
    assert_near(between.sights[0].unit_distance, hypot(plan, 147), 1e-6);
    tl_between_free(&between);
    judge_set(&t, -1, "range_metric", "plan", "area_straddle", "any_overlap", NULL);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "up1"), judge_who(&t, "m1"), &between, &error));
    assert_near(between.sights[0].unit_distance, plan, 1e-6);
    tl_between_free(&between);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "rim1"), judge_who(&t, "m1"), &between, &error));
    assert_null(between.sights[0].end[0].footprint);
    tl_between_free(&between);
    judge_set(&t, -1, "area_distance", "perpendicular", NULL);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "v1"), judge_who(&t, "m1"), &between, &error));
    assert_non_null(between.sights[0].end[0].footprint);
    assert_int_equal(between.sights[0].end[0].footprint->edge_count, 4);
    tl_between_free(&between);
    /* points: in the area, above it, beside it */
    const struct {
        tl_vec3 point;
        tl_area_place place;
        bool over;
    } points[] = {{{1200, 1500, 10}, TL_AREA_INSIDE, false},
                  {{1200, 1500, 40}, TL_AREA_OUTSIDE, true},
                  {{800, 1500, 10}, TL_AREA_OUTSIDE, false}};
    for (size_t i = 0; i < 3; i++) {
        const tl_sight_end end[2] = {{.is_point = true, .point = points[i].point}, {.member = judge_who(&t, "m1")}};
        ok(tl_between_ends(&t.inquiry, end, &between, &error));
        assert_int_equal(between.sights[0].end[0].place, points[i].place);
        assert_int_equal(between.sights[0].end[0].over, points[i].over);
        assert_null(between.sights[0].end[0].footprint);
        tl_between_free(&between);
    }
    judge_end(&t);
}

/* Areas in cover hide whatever passes them (DB-COV-05): those whose kind gives cover, and not what one leans on. */
static void cover_areas(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 1000}, (tl_vec2){1100, 2000}, 500);
    judge_terrain(
        &t, "{'id':'wall','kind':'wall','outline':[[1200,1000],[1210,1000],[1210,2000],[1200,2000]],'height':20}");
    judge_man(&t, "a", 1000 - JUDGE_RIM - 30, 1500);
    judge_man(&t, "w", 1200 - JUDGE_RIM - 30, 1500);
    judge_man(&t, "b", 1500, 1500);
    judge_man(&t, "in", 1050, 1500);
    judge_ready(&t);
    size_t slot = t.table->terrain[terrain_of(&t, "wall")].slot;
    const struct {
        const char *from, *reach;
        double tolerance;
        bool drop, wood, wall, open;
    } cases[] = {
        {"a1", "counts", 0.05, false, true, true, false},  {"a1", "29.9", 0.05, false, true, true, false},
        {"a1", "30.1", 0.05, false, false, true, false},   {"a1", "30", 0.05, false, true, true, true},
        {"a1", "30", 0.05, true, false, true, true},       {"a1", "30", 0, false, false, true, false},
        {"w1", "29.9", 0.05, false, true, true, false},    {"w1", "30.1", 0.05, false, true, false, false},
        {"w1", "30", 0.05, false, true, true, true},       {"w1", "30", 0.05, true, true, false, true},
        {"w1", "30", 0, false, true, false, false},        {"in1", "1", 0.05, false, false, true, false},
        {"in1", "counts", 0.05, false, true, true, false}, {"in1", "0", 0, false, false, true, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_set(&t, cases[i].tolerance, "cover_near_shooter", cases[i].reach, NULL);
        tl_between between;
        ok(tl_between_cover(&t.inquiry, judge_who(&t, cases[i].from), judge_who(&t, "b1"), TL_COVER_AREAS_HIDE,
                            cases[i].drop, &between, &error));
        if ((between.sight_count == 1) != cases[i].wood || (between.blockers[slot] != 0) != cases[i].wall ||
            (between.insides[slot] != 0) != cases[i].wall || between.near_open != cases[i].open) {
            fail_msg("case %zu: %zu areas, wall %d, open %d", i, between.sight_count, between.blockers[slot],
                     between.near_open);
        }
        assert_int_equal(between.obstacles.condition_count, between.sight_count);
        tl_between_free(&between);
    }
    judge_end(&t);
}

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
            const tl_sight_end inside[2] = {{.is_point = true, .point = {1000, 1000, 20}},
                                            {.member = judge_who(&t, "p00_1")}};
            ok(tl_between_ends(&t.inquiry, inside, &between, &error));
            assert_int_equal(between.outlook_count, 0);
            assert_true(between.blockers[t.table->terrain[0].slot] != 0);
            tl_between_free(&between);
            const tl_sight_end together[2] = {{.is_point = true, .point = {1000, 1000, 20}},
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
        assert_int_equal(tl_unit_is_inside(&t.inquiry, tl_document_find(t.table->document, "men").unit), inside);
        assert_false(tl_unit_is_inside(&t.inquiry, tl_document_find(t.table->document, "foe").unit));
        assert_false(tl_unit_is_inside(&t.inquiry, tl_document_find(t.table->document, "truck").unit));
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
        cmocka_unit_test(area_rules),
        cmocka_unit_test(depths),
        cmocka_unit_test(depths_together),
        cmocka_unit_test(depths_of_single_pairs),
        cmocka_unit_test(depths_of_one_and_many),
        cmocka_unit_test(depths_of_units),
        cmocka_unit_test(areas_on_the_way),
        cmocka_unit_test(depth_ends),
        cmocka_unit_test(cover_areas),
        cmocka_unit_test(fields_of_view),
        cmocka_unit_test(narrow_fields_of_view),
        cmocka_unit_test(bunkers_of_both),
        cmocka_unit_test(trenches),
        cmocka_unit_test(passengers),
        cmocka_unit_test(bars_of_places),
    };
    (void)OPEN;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
