/* Special rules in play (judge/special.c): what units and weapons have, how far it reaches, who is whose enemy,
 * camouflage, where weapons sit, whose arcs and eyes count; and what is said of a scene that gets them wrong. */
#include "support/judge_table.h"

#include "judge/attack/observer.h"
#include "judge/bar.h"
#include "judge/check.h"
#include "judge/measure/arc.h"
#include "judge/sight/unseen.h"
#include "judge/special.h"

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

static const tl_document_unit *unit_of(const judge_table *t, const char *id) {
    const tl_document_unit *unit = tl_document_find(t->table->document, id).unit;
    assert_non_null(unit);
    return unit;
}

/* --- Effects ------------------------------------------------------------------------------------------------------ */

#define ARMS                                                                                                           \
    "'weapons':[{'id':'rifle','range':6},{'id':'grenade','range':1,'skills':['nonsense','grenade']},"                  \
    "{'id':'howitzer','range':8,'skills':['sniper','artillery']}]"

/* The first effect of a kind; a weapon's own skills before its unit's. */
static void effects(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 100, 100, 0, "'skills':['scout','officer','medic']," ARMS);
    judge_model(&t, "b", "red", "infantry", "man", 300, 100, 0, "'skills':['sniper']," ARMS);
    judge_model(&t, "c", "red", "infantry", "man", 500, 100, 0, ARMS);
    judge_ready(&t);
    const tl_skill *skill = NULL;
    const tl_skill_effect *effect = tl_special_unit_effect(&t.inquiry, unit_of(&t, "a"), TL_EFFECT_RADIUS, &skill);
    assert_non_null(effect);
    assert_string_equal(skill->name, "officer");
    assert_near(tl_special_effect_length(&t.inquiry, effect), 200, 0);
    assert_null(tl_special_unit_effect(&t.inquiry, unit_of(&t, "a"), TL_EFFECT_CHOOSES, NULL));
    assert_null(tl_special_unit_effect(&t.inquiry, unit_of(&t, "c"), TL_EFFECT_RADIUS, NULL));
    skill = NULL;
    assert_non_null(tl_special_weapon_effect(&t.inquiry, unit_of(&t, "b"), judge_weapon(&t, "b", "rifle"),
                                             TL_EFFECT_CHOOSES, &skill));
    assert_string_equal(skill->name, "sniper");
    assert_non_null(tl_special_weapon_effect(&t.inquiry, unit_of(&t, "c"), judge_weapon(&t, "c", "howitzer"),
                                             TL_EFFECT_CHOOSES, NULL));
    assert_null(tl_special_weapon_effect(&t.inquiry, unit_of(&t, "c"), judge_weapon(&t, "c", "rifle"),
                                         TL_EFFECT_CHOOSES, NULL));
    skill = NULL;
    effect = tl_special_weapon_effect(&t.inquiry, unit_of(&t, "c"), judge_weapon(&t, "c", "howitzer"),
                                      TL_EFFECT_SEES_PAST, &skill);
    assert_non_null(effect);
    assert_string_equal(skill->name, "artillery");
    /* what the weapon sees past is its inquiry's */
    assert_ptr_equal(tl_inquiry_of_weapon(&t.inquiry, unit_of(&t, "c"), judge_weapon(&t, "c", "howitzer")).past,
                     effect);
    assert_null(tl_inquiry_of_weapon(&t.inquiry, unit_of(&t, "c"), judge_weapon(&t, "c", "rifle")).past);
    assert_null(tl_inquiry_of_weapon(&t.inquiry, unit_of(&t, "c"), NULL).past);
    judge_end(&t);
}

/* Cover by skill: of who is hit, and against whom it doesn't help; the two kinds don't mix (DT-SPC-17, -22). */
static void cover_effects(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "plain", "red", "infantry", "man", 100, 100, 0, ARMS);
    judge_model(&t, "guard", "red", "infantry", "man", 300, 100, 0,
                "'skills':['flame','steel-guard','dozer-blade']," ARMS);
    judge_model(&t, "dozer", "red", "vehicle", "tank", 600, 100, 0, "'skills':['dozer-blade']," ARMS);
    judge_model(&t, "flamer", "red", "infantry", "man", 900, 100, 0, "'skills':['flame']," ARMS);
    judge_ready(&t);
    const tl_skill *skill = NULL;
    assert_int_equal(tl_special_unit_cover_effect(&t.inquiry, unit_of(&t, "plain"), &skill), TL_EFFECT_COVER_AS_SEEN);
    assert_null(skill);
    assert_int_equal(tl_special_unit_cover_effect(&t.inquiry, unit_of(&t, "guard"), &skill), TL_EFFECT_COVER_NEVER);
    assert_string_equal(skill->name, "steel-guard");
    assert_int_equal(tl_special_unit_cover_effect(&t.inquiry, unit_of(&t, "dozer"), &skill), TL_EFFECT_COVER_ALWAYS);
    assert_int_equal(tl_special_unit_cover_effect(&t.inquiry, unit_of(&t, "flamer"), NULL), TL_EFFECT_COVER_AS_SEEN);
    skill = NULL;
    assert_true(tl_special_weapon_ignores_cover(&t.inquiry, unit_of(&t, "plain"), judge_weapon(&t, "plain", "grenade"),
                                                &skill));
    assert_string_equal(skill->name, "grenade");
    assert_false(
        tl_special_weapon_ignores_cover(&t.inquiry, unit_of(&t, "plain"), judge_weapon(&t, "plain", "rifle"), NULL));
    assert_true(tl_special_weapon_ignores_cover(&t.inquiry, unit_of(&t, "flamer"), judge_weapon(&t, "flamer", "rifle"),
                                                &skill));
    assert_string_equal(skill->name, "flame");
    assert_false(
        tl_special_weapon_ignores_cover(&t.inquiry, unit_of(&t, "dozer"), judge_weapon(&t, "dozer", "rifle"), NULL));
    judge_end(&t);
}

/* Lengths: game units, lengths of the rule system, what counts as adjacent (DT-FRT-11); in cm and in inches. */
static void lengths(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 100, 100, 0, "'skills':['engineer']");
    judge_model(&t, "b", "red", "hero", "man", 300, 100, 0, "'skills':['join']");
    judge_model(&t, "c", "red", "infantry", "man", 500, 100, 0, "'skills':['spy']");
    judge_ready(&t);
    const tl_skill_effect *adjacent = tl_special_unit_effect(&t.inquiry, unit_of(&t, "a"), TL_EFFECT_RADIUS, NULL),
                          *join = tl_special_unit_effect(&t.inquiry, unit_of(&t, "b"), TL_EFFECT_RADIUS, NULL),
                          *spy = tl_special_unit_effect(&t.inquiry, unit_of(&t, "c"), TL_EFFECT_RADIUS, NULL);
    const struct {
        const char *name, *value;
        double adjacent, join, spy;
    } cases[] = {{NULL, NULL, 50, 150, 100},
                 {"units", "inch", 50.8, 152.4, 101.6},
                 {"adjacent_mm", "17", 17, 150, 100},
                 {"adjacent_mm", "close_combat", 50, 150, 100}};
    for (size_t i = 0; i < 4; i++) {
        judge_set(&t, -1, cases[i].name, cases[i].value, NULL);
        assert_near(tl_special_effect_length(&t.inquiry, adjacent), cases[i].adjacent, 1e-12);
        assert_near(tl_special_adjacent_length(&t.inquiry), cases[i].adjacent, 1e-12);
        assert_near(tl_special_effect_length(&t.inquiry, join), cases[i].join, 1e-12);
        assert_near(tl_special_effect_length(&t.inquiry, spy), cases[i].spy, 1e-12);
    }
    judge_end(&t);
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

static void sides(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "r", "red", "infantry", "man", 100, 100, 0, "");
    judge_model(&t, "s", "red", "infantry", "man", 300, 100, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 500, 100, 0, "");
    judge_model(&t, "n", "", "infantry", "man", 700, 100, 0, "");
    judge_model(&t, "m", "", "infantry", "man", 900, 100, 0, "");
    judge_ready(&t);
    const struct {
        const char *a, *b;
        bool enemies;
    } cases[] = {{"r", "s", false}, {"r", "b", true},  {"r", "n", true}, {"n", "r", true},
                 {"n", "m", true},  {"r", "r", false}, {"n", "n", false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(tl_special_are_enemies(unit_of(&t, cases[i].a), unit_of(&t, cases[i].b)), cases[i].enemies);
    }
    judge_end(&t);
}

/* All models of a unit; who is aboard stands for its carrier. The nearest two of two units, the first of equals. */
static void parties(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "first", 100, 2000);
    judge_unit(
        &t,
        "{'id':'u','name':'Squad','side':'red','class':'infantry','members':[{'id':'u1','asset':'man','at':[100,100]},"
        "{'id':'u2','asset':'man','at':[200,100]},{'id':'u3','asset':'man','at':[200,300]}]}");
    judge_unit(&t, "{'id':'w','side':'blue','class':'infantry','members':[{'id':'w1','asset':'man','at':[500,700]},"
                   "{'id':'w2','asset':'man','at':[500,300]},{'id':'w3','asset':'man','at':[500,100]}]}");
    judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 1000, 0, "'skills':['transport']");
    judge_model(&t, "men", "red", "infantry", "man", 1000, 1000, 0, "'aboard':'truck1'");
    judge_ready(&t);
    tl_party u = tl_party_of_unit(&t.inquiry, unit_of(&t, "u")), w = tl_party_of_unit(&t.inquiry, unit_of(&t, "w")),
             men = tl_party_of_unit(&t.inquiry, unit_of(&t, "men"));
    assert_true(u.first == judge_who(&t, "u1") && u.count == 3 && u.whole && u.hand_count == 3);
    assert_ptr_equal(u.hands, u.unit->members);
    assert_string_equal(u.name, "Squad");
    assert_null(u.rider);
    assert_true(men.first == judge_who(&t, "truck1") && men.count == 1);
    assert_ptr_equal(men.rider, unit_of(&t, "men"));
    tl_range_result range;
    size_t from, to;
    ok(tl_pair_nearest(&t.inquiry, &u, &w, &range, &from, &to, &error));
    assert_near(range.distance_mm, 300 - 2 * JUDGE_RIM, 1e-9);
    assert_true(from == judge_who(&t, "u2") && to == judge_who(&t, "w3"));
    ok(tl_pair_nearest(&t.inquiry, &w, &u, &range, &from, &to, &error));
    assert_true(from == judge_who(&t, "w2") && to == judge_who(&t, "u3"));
    judge_end(&t);
}

/* --- Camouflage --------------------------------------------------------------------------------------------------- */

/* Two men, the second (and his mate) camouflaged behind a wall that hides half of each, so far away (DT-SPC-11). */
static void set_camouflaged(judge_table *t, double distance, bool first_covered, bool second_covered, const char *side,
                            const char *skill) {
    judge_begin(t);
    judge_wall(t, "one", (tl_vec2){1500 - 20, first_covered ? 1000 : 2900},
               (tl_vec2){1500 - 15, first_covered ? 1100 : 2950}, 40);
    judge_wall(t, "two", (tl_vec2){1500 - 20, second_covered ? 1120 : 2800},
               (tl_vec2){1500 - 15, second_covered ? 1192 : 2850}, 40);
    judge_unit(t, "{'id':'v','side':'red','class':'infantry','members':[{'id':'v1','asset':'post','at':[%.17g,1000]}]}",
               1500 - 2 * JUDGE_RIM - distance);
    judge_unit(
        t,
        "{'id':'t','side':'%s','class':'infantry','skills':[%s],'members':[{'id':'t1','asset':'post','at':[1500,1000]},"
        "{'id':'t2','asset':'post','at':[1500,1200]}]}",
        side, skill);
    judge_ready(t);
}

static void camouflage(void **state) {
    (void)state;
    const struct {
        double distance, tolerance;
        bool first, second;
        const char *side, *skill;
        tl_verdict verdict, cover;
        bool asked;
    } cases[] = {
        {301, 0.05, true, true, "blue", "'camouflage'", YES, YES, true},
        {299, 0.05, true, true, "blue", "'camouflage'", NO, NO, true}, /* near enough: cover isn't asked */
        {300, 0.05, true, true, "blue", "'camouflage'", OPEN, YES, true},
        {300, 0, true, true, "blue", "'camouflage'", NO, NO, true},
        {301, 0.05, false, false, "blue", "'camouflage'", NO, NO, true},
        {300, 0.05, false, false, "blue", "'camouflage'", NO, NO, true},
        {301, 0.05, true, false, "blue", "'camouflage'", YES, YES, true}, /* half of it is enough (DB-COV-07) */
        {301, 0.05, false, true, "blue", "'camouflage'", YES, YES, true},
        {301, 0.05, true, true, "red", "'camouflage'", NO, NO, false}, /* friends see it */
        {301, 0.05, true, true, "blue", "'scout'", NO, NO, false},
        {301, 0.05, true, true, "blue", "", NO, NO, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_camouflaged(&t, cases[i].distance, cases[i].first, cases[i].second, cases[i].side, cases[i].skill);
        judge_set(&t, cases[i].tolerance, NULL);
        tl_unseen unseen;
        ok(tl_judge_unseen(&t.inquiry, unit_of(&t, "v"), unit_of(&t, "t"), &unseen, &error));
        if (unseen.verdict != cases[i].verdict || unseen.cover != cases[i].cover || unseen.asked != cases[i].asked) {
            fail_msg("case %zu: %d, cover %d, asked %d", i, (int)unseen.verdict, (int)unseen.cover, unseen.asked);
        }
        if (unseen.asked) {
            assert_near(unseen.limit.distance, cases[i].distance, 1e-9);
            assert_near(unseen.limit.limit, 300, 0);
            assert_true(unseen.from == judge_who(&t, "v1") && unseen.to == judge_who(&t, "t1"));
            assert_string_equal(unseen.skill->name, "camouflage");
        }
        judge_end(&t);
    }
}

/* Half of a unit in cover from each of its enemy's models: one that sees more of it than half is enough to see it. */
static void camouflage_from_all(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_wall(&t, "one", (tl_vec2){1480, 1000}, (tl_vec2){1485, 1100}, 40);
        judge_unit(&t,
                   "{'id':'v','side':'red','class':'infantry','members':[{'id':'v1','asset':'post','at':[1000,1000]},"
                   "{'id':'v2','asset':'post','at':[%d,1000]}]}",
                   k == 0 ? 900 : 2000);
        judge_unit(&t, "{'id':'t','side':'blue','class':'infantry','skills':['camouflage'],'members':[{'id':'t1','"
                       "asset':'post','at':[1500,1000]}]}");
        judge_ready(&t);
        tl_unseen unseen;
        ok(tl_judge_unseen(&t.inquiry, unit_of(&t, "v"), unit_of(&t, "t"), &unseen, &error));
        assert_int_equal(unseen.verdict, k == 0 ? YES : NO);
        judge_end(&t);
    }
}

/* --- Weapons ------------------------------------------------------------------------------------------------------ */

/* Where a weapon sits decides whether it is fired from inside a wood: its mount, the middle of the gear, the middle of
 * the body; a tank turned by 90 degrees, whose x is y and whose y is -x. The wood is a disc of a millimetre there. */
static void weapon_places(void **state) {
    (void)state;
    const struct {
        const char *asset, *weapon;
        double x, y, z; /* where it is, of a model at (1000, 1000) */
    } cases[] = {{"gun", "mg", 990, 1040, 20},
                 {"gun", "main", 994, 1080, 25},
                 {"whole", "main", 1000, 1000, 20},
                 {"tank", "main", 1000, 1000, 20}};
    for (size_t i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) { /* there, beside it, and only below it */
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, "'gun':{'mesh':'box -50 -30 0 50 30 40, box 50 -2 20 90 2 24, box 90 10 20 110 14 "
                            "30','parts':{'core':['box0'],'gear':['box1','box2']}}");
            judge_asset(&t, "'whole':{'mesh':'box -50 -30 0 50 30 40'}");
            judge_terrain(&t, "{'id':'wood','kind':'wood','disc':{'centre':[%.17g,%.17g],'radius':1},'height':%.17g}",
                          cases[i].x + (k == 1 ? 3 : 0), cases[i].y, cases[i].z + (k == 2 ? -1 : 1));
            judge_model(&t, "g", "red", "vehicle", cases[i].asset, 1000, 1000, 90,
                        "'weapons':[{'id':'main','range':6,'skills':['artillery']},{'id':'mg','range':6,'mount':[40,10,"
                        "20],'skills':['artillery']}]");
            judge_ready(&t);
            tl_party party = judge_party(&t, "g");
            tl_bar bar;
            ok(tl_bar_find(&t.inquiry, &party, party.first, judge_weapon(&t, "g", cases[i].weapon), NULL, &bar,
                           &error));
            assert_int_equal(bar.kind, k == 0 ? TL_BAR_PLACE : TL_BAR_NONE);
            judge_end(&t);
        }
    }
}

/* Who rides in a transport fires to its sides, whichever lies better (DT-SPC-18); on a tank as the weapon says. */
static void riders_arcs(void **state) {
    (void)state;
    const struct {
        const char *skill;
        double x, y; /* of the target, off the carrier, which looks along x */
        tl_verdict verdict;
    } cases[] = {{"transport", 0, 400, YES},
                 {"transport", 0, -400, YES},
                 {"transport", 400, 0, NO},
                 {"transport", 400, JUDGE_BESIDE + 1, YES},
                 {"transport", 400, -JUDGE_BESIDE - 1, YES},
                 {"transport", -400, 0, NO},
                 {"tank-riders", 400, 0, YES},
                 {"tank-riders", 0, 400, NO},
                 {"tank-riders", 0, -400, NO},
                 {"tank-riders", -400, 0, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        char more[64];
        snprintf(more, sizeof(more), "'skills':['%s']", cases[i].skill);
        judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 1000, 0, more);
        judge_model(&t, "men", "red", "infantry", "man", 1000, 1000, 0,
                    "'aboard':'truck1','weapons':[{'id':'rifle','range':6,'arc':'front'}]");
        judge_model(&t, "foe", "blue", "infantry", "man", 1000 + cases[i].x, 1000 + cases[i].y, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "fof_target", "centre", NULL);
        tl_party men = judge_party(&t, "men");
        tl_volume target = tl_table_measured(t.table, judge_who(&t, "foe1"));
        tl_pair_arc_result arc;
        ok(tl_party_arc(&t.inquiry, &men, men.first, judge_weapon(&t, "men", "rifle"), &target, false, &arc, &error));
        assert_int_equal(arc.verdict, cases[i].verdict);
        if (strcmp(cases[i].skill, "transport") == 0) {
            assert_near(arc.margin_mm, fabs(cases[i].y) - JUDGE_BESIDE, 1e-9);
            if (cases[i].y != 0) {
                assert_int_equal(arc.field->side, cases[i].y > 0 ? 1 : -1);
            }
        }
        /* the truck itself has no such arcs */
        tl_party truck = judge_party(&t, "truck");
        ok(tl_party_arc(&t.inquiry, &truck, truck.first, judge_weapon(&t, "men", "rifle"), &target, false, &arc,
                        &error));
        assert_string_equal(arc.field->name, "front");
        judge_end(&t);
    }
}

/* --- Observers ---------------------------------------------------------------------------------------------------- */

/* A friend who is an observer sees for artillery; enemies, friends without the skill and the target itself don't. */
static void observers(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 500);
    judge_model(&t, "gun", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'howitzer','range':20,'skills':['artillery']}]");
    judge_model(&t, "blind", "red", "infantry", "man", 700, 1000, 0, "'skills':['observer']");
    judge_model(&t, "eyes", "red", "infantry", "man", 1300, 1000, 0, "'skills':['scout','observer']");
    judge_model(&t, "late", "red", "infantry", "man", 1300, 1200, 0, "'skills':['observer']");
    judge_model(&t, "plain", "red", "infantry", "man", 1300, 1400, 0, "");
    judge_model(&t, "foe", "blue", "infantry", "man", 1600, 1000, 0, "'skills':['observer']");
    judge_model(&t, "shade", "blue", "infantry", "man", 1900, 1000, 0, "'skills':['camouflage']");
    judge_wall(&t, "low", (tl_vec2){1880, 1000}, (tl_vec2){1884, 1100}, 500); /* half of the shade */
    judge_ready(&t);
    const tl_document_unit *gun = unit_of(&t, "gun");
    const tl_skill_effect *effect =
        tl_special_weapon_effect(&t.inquiry, gun, judge_weapon(&t, "gun", "howitzer"), TL_EFFECT_DIRECTED_BY, NULL);
    assert_non_null(effect);
    const struct {
        const char *id;
        bool may;
    } who[] = {{"gun", false}, {"blind", true}, {"eyes", true}, {"late", true}, {"plain", false}, {"foe", false}};
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(tl_attack_may_observe(unit_of(&t, who[i].id), gun, effect), who[i].may);
    }
    tl_observed observed;
    tl_between_end goal = {.member = judge_who(&t, "foe1")};
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &goal, 0, unit_of(&t, "foe"), &observed, &error));
    assert_int_equal(observed.verdict, YES);
    assert_int_equal(observed.observer, judge_who(&t, "eyes1"));
    assert_int_equal(observed.sight.sight.verdict, YES);
    assert_int_equal(observed.sight.from, judge_who(&t, "eyes1"));
    /* a point; who stands on this side of the wall sees it alone */
    const tl_between_end points[2] = {{.is_point = true, .point = {1600, 1500, 10}},
                                      {.is_point = true, .point = {800, 1500, 10}}};
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &points[0], 0, NULL, &observed, &error));
    assert_int_equal(observed.observer, judge_who(&t, "eyes1"));
    assert_int_equal(observed.verdict, YES);
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &points[1], 0, NULL, &observed, &error));
    assert_int_equal(observed.observer, judge_who(&t, "blind1"));
    assert_int_equal(observed.verdict, YES);
    /* one who is unseen to all of them */
    goal.member = judge_who(&t, "shade1");
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &goal, 0, unit_of(&t, "shade"), &observed, &error));
    assert_int_equal(observed.verdict, NO);
    assert_int_equal(observed.observer, judge_who(&t, "blind1")); /* of those who don't the first */
    /* an observer sees a friend, too, but not himself */
    goal.member = judge_who(&t, "eyes1");
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &goal, 0, NULL, &observed, &error));
    assert_int_equal(observed.observer, judge_who(&t, "late1"));
    ok(tl_attack_look_by_observers(&t.inquiry, gun, effect, &goal, 0, unit_of(&t, "late"), &observed, &error));
    assert_int_equal(observed.verdict, NO);
    judge_end(&t);
    /* nobody may */
    judge_begin(&t);
    judge_model(&t, "gun", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'howitzer','range':20,'skills':['artillery']}]");
    judge_model(&t, "foe", "blue", "infantry", "man", 1600, 1000, 0, "'skills':['observer']");
    judge_ready(&t);
    goal.member = judge_who(&t, "foe1");
    effect = tl_special_weapon_effect(&t.inquiry, unit_of(&t, "gun"), judge_weapon(&t, "gun", "howitzer"),
                                      TL_EFFECT_DIRECTED_BY, NULL);
    ok(tl_attack_look_by_observers(&t.inquiry, unit_of(&t, "gun"), effect, &goal, 0, unit_of(&t, "foe"), &observed,
                                   &error));
    assert_int_equal(observed.observer, SIZE_MAX);
    assert_int_equal(observed.verdict, NO);
    judge_end(&t);
}

/* --- What is said of a scene -------------------------------------------------------------------------------------- */

/* Problems that making a referee reports: how many, whether they are warnings, and what they say. */
static void check_scene(const char *skills, const char *size, const char *aboard, size_t errors, size_t warnings,
                        const char *words, const char *remedy) {
    judge_table t;
    judge_begin(&t);
    char more[200];
    snprintf(more, sizeof(more), "'skills':[%s]%s%s%s,'weapons':[{'id':'gun','range':6,'skills':[%s]}]", skills,
             size != NULL ? ",'size':'" : "", size != NULL ? size : "", size != NULL ? "'" : "",
             strstr(skills, "smoke") != NULL ? skills : "");
    judge_model(&t, "v", "red", "vehicle", "tank", 1000, 1000, 0, more);
    judge_unit(&t, "{'id':'pair','side':'red','class':'vehicle','members':[{'id':'p1','asset':'tank','at':[1500,1000]},"
                   "{'id':'p2','asset':'tank','at':[1500,1200]}]}");
    judge_model(&t, "rider", "red", "infantry", "man", 1000, 1000, 0, "'aboard':'v'");
    if (aboard != NULL) {
        snprintf(more, sizeof(more), "'aboard':'%s'", aboard);
        judge_model(&t, "x", "red", "infantry", "man", 2000, 1000, 0, more);
    }
    tl_status status = judge_try(&t, &error);
    assert_int_equal(status, errors > 0 ? TL_ERROR_SCENE : TL_OK);
    tl_problems problems;
    tl_problems_init(&problems, t.context);
    if (t.referee != NULL) {
        tl_check_scene(t.table->document, t.referee->ruleset, &problems);
        assert_int_equal(problems.count, warnings);
        assert_int_equal(problems.errors, 0);
        for (size_t i = 0; i < problems.count; i++) {
            assert_true(problems.items[i].warning);
            assert_non_null(strstr(problems.items[i].error.message, words));
            assert_non_null(strstr(problems.items[i].error.remedy, remedy));
            assert_true(problems.items[i].error.line > 0);
        }
    } else {
        assert_non_null(strstr(error.message, words));
        assert_non_null(strstr(error.remedy, remedy));
    }
    tl_problems_free(&problems);
    judge_end(&t);
}

static void scenes(void **state) {
    (void)state;
    check_scene("'scout'", NULL, "v1", 0, 0, "", "");
    check_scene("'scuot'", NULL, NULL, 0, 1, "no skill `scuot`", "did you mean `scout`?");
    check_scene("'scout','qqqqqqqq'", NULL, NULL, 0, 1, "no skill `qqqqqqqq`", "trueline rules dust-battlefield");
    check_scene("'smokey'", NULL, NULL, 0, 2, "no skill `smokey`", "");
    check_scene("'scout'", "large", NULL, 0, 0, "", "");
    check_scene("'scout'", "lagre", NULL, 0, 1, "no size `lagre`", "did you mean `large`?");
    check_scene("'scout'", "qqqqqqqq", NULL, 0, 1, "no size `qqqqqqqq`", "trueline rules dust-battlefield --json");
    check_scene("'scout'", NULL, "w1", 1, 0, "no model `w1`", "did you mean");
    check_scene("'scout'", NULL, "qqqqqqqqqqqqqqqqqqqq", 1, 0, "no model `qqqqqqqqqqqqqqqqqqqq`", "name the vehicle");
    check_scene("'scout'", NULL, "x1", 1, 0, "can't carry itself", "name the vehicle");
    check_scene("'scout'", NULL, "rider1", 1, 0, "is infantry", "name the vehicle");
    check_scene("'scout'", NULL, "pair", 1, 0, "several models", "name one of its members");
    check_scene("'scout'", NULL, "p2", 0, 0, "", "");
    check_scene("'scout'", NULL, "pair1", 1, 0, "no model `pair1`", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effects),
        cmocka_unit_test(cover_effects),
        cmocka_unit_test(lengths),
        cmocka_unit_test(sides),
        cmocka_unit_test(parties),
        cmocka_unit_test(camouflage),
        cmocka_unit_test(camouflage_from_all),
        cmocka_unit_test(weapon_places),
        cmocka_unit_test(riders_arcs),
        cmocka_unit_test(observers),
        cmocka_unit_test(scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
