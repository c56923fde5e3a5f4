/* What of a scene and of questions is refused or warned of, and what a referee makes of terrain (judge/check.c,
 * party.c, referee.c, measure, group). */
#include "support/judge_table.h"

#include "judge/check.h"
#include "judge/group/cohesion.h"
#include "judge/group/sees.h"
#include "judge/group/within.h"
#include "judge/move/journey.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

/* --- Scenes ------------------------------------------------------------------------------------------------------- */

/* A height without effect is told, and so is a kind that nobody knows; nothing else is. */
static void terrain(void **state) {
    (void)state;
    static const char flat[] = "which stays flat", none[] = "";
    const struct {
        const char *kind, *more, *words, *remedy;
    } cases[] = {{"water", ",'height':20", flat, "remove `height`"},
                 {"swamp", ",'height':20", flat, "remove `height`"},
                 {"road", ",'height':20", flat, "\"solid\": true"},
                 {"deep-water", ",'height':20", flat, "remove `height`"},
                 {"water", "", none, none},
                 {"water", ",'height':20,'solid':true", none, none},
                 {"water", ",'height':20,'solid':false", none, none},
                 {"cliff", ",'height':20", none, none},
                 {"wood", ",'height':20", none, none},
                 {"trench", ",'height':20", none, none},
                 {"swapm", "", "no kind of terrain `swapm`", "did you mean `swamp`?"},
                 {"qqqqqqqqqqqqqq", "", "no kind of terrain `qqqqqqqqqqqqqq`", "use one of the kinds of"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'x','kind':'%s','disc':{'centre':[500,500],'radius':50}%s}", cases[i].kind,
                      cases[i].more);
        judge_ready(&t);
        tl_problems problems;
        tl_problems_init(&problems, t.context);
        tl_check_scene(t.table->document, t.referee->ruleset, &problems);
        assert_int_equal(problems.errors, 0);
        if (problems.count != (cases[i].words[0] != '\0')) {
            fail_msg("case %zu: %zu problems", i, problems.count);
        }
        if (problems.count > 0) {
            assert_true(problems.items[0].warning && problems.items[0].error.line == 1);
            assert_non_null(strstr(problems.items[0].error.message, cases[i].words));
            assert_non_null(strstr(problems.items[0].error.remedy, cases[i].remedy));
        }
        tl_problems_free(&problems);
        judge_end(&t);
    }
    judge_table t; /* a mesh has the height of its own, or what is stated; both mean something */
    judge_begin(&t);
    judge_terrain(&t, "{'id':'x','kind':'water','mesh':'box 400 400 0 600 600 20'}");
    judge_ready(&t);
    tl_problems problems;
    tl_problems_init(&problems, t.context);
    tl_check_scene(t.table->document, t.referee->ruleset, &problems);
    assert_int_equal(problems.count, 0);
    tl_problems_free(&problems);
    judge_end(&t);
}

/* From where to where areas reach. */
static void areas(void **state) {
    (void)state;
    const struct {
        const char *terrain;
        double top; /* NAN: as the settings say */
        bool own;
    } cases[] = {
        {"'kind':'wood','outline':[[400,400],[600,400],[600,600],[400,600]],'height':70", 70, true},
        {"'kind':'wood','disc':{'centre':[500,500],'radius':80},'height':70", 70, true},
        {"'kind':'wood','outline':[[1400,1400],[1600,1400],[1600,1600],[1400,1600]],'height':70", 110, true},
        {"'kind':'wood','mesh':'box 400 400 0 600 600 55'", 55, false},
        {"'kind':'wood','mesh':'box 400 400 0 600 600 55','height':30", 30, true},
        {"'kind':'wood','mesh':'box 400 400 12 600 600 55','height':30", 42, true},
        {"'kind':'smoke','outline':[[400,400],[600,400],[600,600],[400,600]]", NAN, false},
        {"'kind':'smoke','outline':[[1400,1400],[1600,1400],[1600,1600],[1400,1600]]", NAN, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1300 1300 0 1700 1700 40'}");
        judge_terrain(&t, "{'id':'x',%s}", cases[i].terrain);
        judge_ready(&t);
        assert_int_equal(t.referee->area_count, 1);
        assert_int_equal(t.referee->shelter_count, 0);
        const tl_referee_area *area = &t.referee->areas[0];
        assert_int_equal(area->terrain, 1);
        assert_int_equal(area->has_own_height, cases[i].own);
        if (!isnan(cases[i].top)) {
            assert_near(area->top, cases[i].top, 1e-6);
            assert_int_equal(area->drawn_height, TL_SETTING_COUNT);
        } else {
            double ground = i % 2 == 0 ? 0 : 40;
            assert_int_not_equal(area->drawn_height, TL_SETTING_COUNT);
            assert_near(area->ground, ground, 1e-6);
            assert_near(area->top, ground + tl_settings_number_of(&t.referee->settings, area->drawn_height), 1e-6);
        }
        assert_true(area->bottom == -INFINITY);
        bool hill = i == 2 || i == 7;
        assert_true(tl_outline_holds(&area->outline, hill ? (tl_vec2){1450, 1450} : (tl_vec2){450, 460}) > 0);
        assert_true(tl_outline_holds(&area->outline, (tl_vec2){390, 500}) < 0);
        judge_end(&t);
    }
}

/* Worlds joined: another one while something may be off, and one with holes closed where there are holes. */
static void joiners(void **state) {
    (void)state;
    for (int k = 0; k < 16; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%d}", k & 1 ? 2 : 0);
        judge_asset(&t, "'pipe':{'mesh':'tube -150 -20 0 150 20 40'}");
        judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1300 1300 0 1700 1700 40','uncertainty':%d}",
                      k & 2 ? 1 : 0);
        judge_model(&t, "a", "red", "vehicle", "scan", 300, 400, 0, "");
        judge_man(&t, "b", 600, 400);
        if (k & 4) {
            judge_terrain(&t, "{'id':'tube','kind':'obstacle','mesh':'tube 1700 1480 0 2000 1520 40','at':[0,0,0]}");
        }
        if (k & 8) {
            judge_model(&t, "c", "red", "vehicle", "pipe", 800, 400, 0, "");
        }
        judge_ready(&t);
        bool firm = (k & 3) != 0, closed = (k & 12) != 0;
        assert_int_equal(t.table->closed != NULL, closed);
        assert_non_null(t.referee->joiner);
        assert_int_equal(t.referee->firm_joiner != NULL, firm);
        assert_int_equal(t.referee->closed_joiner != NULL, closed);
        assert_int_equal(t.referee->firm_closed_joiner != NULL, firm && closed);
        judge_end(&t);
    }
}

/* --- Who and what with -------------------------------------------------------------------------------------------- */

static void names(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','name':'Alphas','side':'red','class':'infantry','move':4,'weapons':[{'id':'long','range':"
                   "10},{'id':'short','range':2}],'members':[{'id':'a1','asset':'man','at':[1000,1000]},{'id':'a2',"
                   "'asset':'man','at':[1100,1000],'weapons':['short']}]}");
    judge_model(&t, "v", "red", "vehicle", "tank", 2000, 1000, 0, "'move':4");
    judge_model(&t, "p", "red", "infantry", "man", 2000, 1000, 0, "'aboard':'v','move':4");
    judge_man(&t, "u", 1500, 1000);
    judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1300 1300 0 1700 1700 40'}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'arc','from':'a','to':'u','weapon':'long'}");
    judge_refused(&t, "id you mean `long`?", "{'query':'arc','from':'a','to':'u','weapon':'lnog'}");
    judge_refused(&t, "id you mean `long`?", "{'query':'arc','from':'a','to':'u','weapon':'qqqqqqqqqqqq'}");
    judge_refused(&t, "id you mean `short`?", "{'query':'arc','from':'a2','to':'u','weapon':'long'}");
    judge_refused(&t, "ive the unit `weapons`", "{'query':'arc','from':'u','to':'a','weapon':'long'}");
    judge_refused(&t, "has no weapon `long`", "{'query':'arc','from':'u','to':'a','weapon':'long'}");
    judge_refused(&t, "ame two different", "{'query':'range','from':'a','to':'a'}");
    judge_refused(&t, "ame two different", "{'query':'range','from':'a1','to':'a'}");
    judge_refused(&t, "ame two different", "{'query':'range','from':'a','to':'a2'}");
    judge_refused(&t, "ame two different", "{'query':'range','from':'p','to':'v'}");
    judge_ask(&t, "{'query':'range','from':'a1','to':'a2'}");
    judge_ask(&t, "{'query':'range','from':'a2','to':'a1'}");
    judge_refused(&t, "move one by one", "{'query':'move','member':'a','path':[[1000,1100]]}");
    judge_refused(&t, "such as `a1`", "{'query':'move','member':'a','path':[[1000,1100]]}");
    judge_ask(&t, "{'query':'move','member':'a2','path':[[1100,1100]]}");
    judge_ask(&t, "{'query':'move','member':'v','path':[[2100,1100]]}");
    judge_refused(&t, "ove its carrier", "{'query':'move','member':'p','path':[[2000,1100]]}");
    judge_refused(&t, "ove its carrier", "{'query':'move','member':'p1','path':[[2000,1100]]}");
    judge_refused(&t, "is terrain", "{'query':'range','from':'hill','to':'u'}");
    judge_refused(&t, "there is no unit or member `uu`", "{'query':'range','from':'uu','to':'a'}");
    judge_refused(&t, "id you mean", "{'query':'range','from':'uu','to':'a'}");
    judge_refused(&t, "ame a unit or a member of the scene", "{'query':'range','from':'zzzzzzzzzzzzzz','to':'a'}");
    judge_refused(&t, "no march rating", "{'query':'move','member':'v','path':[[2000,1100]],'march':true}");
    /* who is carried is where the carrier is, but is itself where a member is asked for */
    tl_party party;
    const struct {
        const char *place;
        bool aboard;
    } places[] = {{"from", true}, {"to", true}, {"member", false}, {"unit", false}};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(tl_referee_party(t.referee, "p", places[i].place, &party, &error), TL_OK);
        assert_int_equal(party.first, judge_who(&t, places[i].aboard ? "v1" : "p1"));
        assert_int_equal(party.rider != NULL, places[i].aboard);
        assert_int_equal(party.count, 1);
        assert_string_equal(party.unit->id, "p");
    }
    tl_party whole = tl_party_of_unit(&t.inquiry, party.unit);
    assert_int_equal(whole.first, judge_who(&t, "v1"));
    judge_end(&t);
}

/* Paths of programs: two or three numbers a point, no larger than a million; facings that are angles. */
static void paths(void **state) {
    (void)state;
    static tl_path_point many[TL_JOURNEY_POINTS + 1];
    for (size_t i = 0; i <= TL_JOURNEY_POINTS; i++) {
        many[i] = (tl_path_point){{1000, i % 2 ? 1000.01 : 1000, 0}, 2};
    }
    const struct {
        tl_path_point point;
        double facing;
        size_t count;
        tl_status status;
        const char *words;
    } cases[] = {{{{1010, 1000, 0}, 2}, 10, 1, TL_OK, ""},
                 {{{1010, 1000, 0}, 3}, 1e9, 1, TL_OK, ""},
                 {{{1010, 1000, INFINITY}, 2}, -1e9, 1, TL_OK, ""},
                 {{{1e6, -1e6, 0}, 2}, 0, 1, TL_OK, ""},
                 {{{1010, 1000, 0}, 1}, 0, 1, TL_ERROR_ARGUMENT, "point 1 of the path"},
                 {{{1010, 1000, 0}, 4}, 0, 1, TL_ERROR_ARGUMENT, "point 1 of the path"},
                 {{{1010, 1000.0001e3, 0}, 2}, 0, 2, TL_ERROR_ARGUMENT, "point 2 of the path"},
                 {{{NAN, 1000, 0}, 2}, 0, 2, TL_ERROR_ARGUMENT, "point 2 of the path"},
                 {{{1010, 1000, -1000001}, 3}, 0, 2, TL_ERROR_ARGUMENT, "point 2 of the path"},
                 {{{1010, 1000, 0}, 2}, 1.1e9, 1, TL_ERROR_ARGUMENT, "no angle"},
                 {{{1010, 1000, 0}, 2}, NAN, 1, TL_ERROR_ARGUMENT, "no angle"},
                 {{{1010, 1000, 0}, 2}, 0, 0, TL_ERROR_ARGUMENT, "a move needs a path"},
                 {{{1010, 1000, 0}, 2}, 0, TL_JOURNEY_POINTS, TL_OK, ""},
                 {{{1010, 1000, 0}, 2}, 0, TL_JOURNEY_POINTS + 1, TL_ERROR_LIMIT, "at most 1000 points, not 1001"}};
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_ready(&t);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_question question = {.query = "move", .path = many, .path_count = cases[i].count, .has_facing = true};
        size_t last = cases[i].count == 2 ? 1 : 0;
        tl_path_point kept = many[last];
        many[last] = cases[i].point;
        question.facing_deg = cases[i].facing;
        tl_journey j;
        memset(&error, 0, sizeof(error));
        tl_status status = tl_journey_make(&t.inquiry, 0, &question, &j, &error);
        if (status != cases[i].status || strstr(error.message, cases[i].words) == NULL) {
            fail_msg("case %zu: %d, %s", i, (int)status, error.message);
        }
        tl_journey_free(&j);
        many[last] = kept;
    }
    judge_end(&t);
}

/* --- Groups ------------------------------------------------------------------------------------------------------- */

/* Points over steps: one stands on what is below it, by both of its coordinates. */
static void points(void **state) {
    (void)state;
    test_random random = test_random_start("points", 6);
    judge_table t;
    judge_begin(&t);
    for (int i = 0; i < 9; i++) {
        judge_terrain(&t, "{'id':'s%d','kind':'ground','mesh':'box %d %d 0 %d %d %d'}", i, 1000 + 100 * (i % 3),
                      2000 + 100 * (i / 3), 1100 + 100 * (i % 3), 2100 + 100 * (i / 3), 5 + 7 * i);
    }
    judge_man(&t, "a", 500, 500);
    judge_ready(&t);
    for (int round = 0; round < 60; round++) {
        double at[3] = {test_random_between(&random, 950, 1350), test_random_between(&random, 1950, 2350), 33};
        int column = (int)floor((at[0] - 1000) / 100), row = (int)floor((at[1] - 2000) / 100);
        bool on = column >= 0 && column < 3 && row >= 0 && row < 3;
        tl_within_centre centre;
        tl_within_of_point(&t.inquiry, at, 2, &centre);
        assert_near(centre.point.z, on ? 5 + 7 * (3 * row + column) : 0, 1e-9);
        assert_near(centre.point.x, at[0], 0);
        assert_near(centre.point.y, at[1], 0);
        assert_true(centre.is_point && centre.terrain == SIZE_MAX && centre.point_off_mm == 0);
        tl_within_of_point(&t.inquiry, at, 3, &centre);
        assert_near(centre.point.z, 33, 0);
    }
    judge_end(&t);
}

/* A model's unit is all of it, whoever of it is named; who needs none is told so. */
static void units(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "first", 300, 300);
    judge_unit(&t,
               "{'id':'a','name':'Alphas','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':"
               "[1000,1000]},{'id':'a2','asset':'man','at':[1060,1000]},{'id':'a3','asset':'man','at':[1120,1000]}]}");
    judge_man(&t, "last", 1500, 300);
    judge_unit(&t, "{'id':'v','side':'red','class':'vehicle','members':[{'id':'v1','asset':'tank','at':[2000,1000]},"
                   "{'id':'v2','asset':'tank','at':[2000,2000]}]}");
    judge_ready(&t);
    static const char *const who[] = {"a", "a1", "a2", "a3"};
    for (int i = 0; i < 4; i++) {
        tl_party party = judge_party(&t, who[i]);
        tl_unit_cohesion found;
        assert_int_equal(tl_unit_cohesion_judge(&t.inquiry, &party, &found, &error), TL_OK);
        assert_int_equal(found.unit.first, judge_who(&t, "a1"));
        assert_int_equal(found.unit.count, 3);
        assert_string_equal(found.unit.name, "Alphas");
        assert_near(found.decides.limit - found.decides.distance, found.decides.margin, 1e-9);
        assert_false(found.free);
    }
    tl_party party = judge_party(&t, "v2");
    tl_unit_cohesion found;
    assert_int_equal(tl_unit_cohesion_judge(&t.inquiry, &party, &found, &error), TL_OK);
    if (found.free) {
        assert_int_equal(found.verdict, TL_VERDICT_YES);
        assert_false(found.has_disc);
    }
    judge_end(&t);
}

/* At tolerance 0 every pair counts that may be within the limit: of two whose distances round to the same length the
 * first is farther by a hair. */
static void by_a_hair(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_man(&t, "a", 1000, 1000);
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1500,%.17g]},{"
                   "'id':'b2','asset':'man','at':[1000,%.17g]}]}",
                   k & 1 ? 1000 + 4.6e-13 : 1000, k & 2 ? 1501 : 1500.0);
        judge_ready(&t);
        judge_ask(&t, "{'query':'range','from':'a','to':'b','limit_mm':475,'tolerance_mm':0}");
        assert_verdict(&t.told, k == 3 ? "no" : "yes");
        judge_ask(&t, "{'query':'range','from':'b','to':'a','limit_mm':475,'tolerance_mm':0}");
        assert_verdict(&t.told, k == 3 ? "no" : "yes");
        judge_ask(&t, "{'query':'range','from':'a','to':'b','limit_mm':474.999,'tolerance_mm':0}");
        assert_verdict(&t.told, "no");
        judge_end(&t);
    }
}

/* Of several lines the clearest of those that see is told. */
static void clearest_lines(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) { /* who stands where: behind the slit, in the open, behind a wall */
        judge_table t;
        judge_begin(&t);
        static const double ys[3] = {1000, 1400, 1800};
        judge_unit(
            &t,
            "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[1000,%g]},{'id':"
            "'a2','asset':'post','at':[1000,%g]},{'id':'a3','asset':'post','at':[1000,%g]}]}",
            ys[k], ys[(k + 1) % 3], ys[(k + 2) % 3]);
        judge_model(&t, "e", "blue", "infantry", "post", 1500, 1400, 0, "");
        judge_wall(&t, "w0", (tl_vec2){1100, 1600}, (tl_vec2){1105, 2600}, 200);
        judge_wall(&t, "w1", (tl_vec2){1100, 1083}, (tl_vec2){1105, 1340}, 200);
        judge_wall(&t, "w2", (tl_vec2){1100, 400}, (tl_vec2){1105, 1076}, 200);
        judge_ready(&t);
        tl_party from = judge_party(&t, "a");
        tl_sees x;
        assert_int_equal(tl_sees_judge(&t.inquiry, &from, TL_SEES_ENEMIES, &x, &error), TL_OK);
        assert_int_equal(x.count, 1);
        assert_int_equal(x.others[0].sees, TL_VERDICT_YES);
        /* the one in the open looks straight ahead */
        if (x.others[0].line.sight.clearance < 5) {
            fail_msg("round %d: %g", k, x.others[0].line.sight.clearance);
        }
        assert_int_equal(x.others[0].from, from.first + (size_t)((4 - k) % 3));
        assert_near(x.others[0].range.distance_mm, 500 - 2 * JUDGE_RIM, 1e-6);
        tl_sees_free(&x);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terrain), cmocka_unit_test(areas),          cmocka_unit_test(joiners),
        cmocka_unit_test(names),   cmocka_unit_test(paths),          cmocka_unit_test(points),
        cmocka_unit_test(units),   cmocka_unit_test(clearest_lines), cmocka_unit_test(by_a_hair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
