/* Ranges, limits and fields of fire through the public header, on tables whose numbers can be worked out by hand. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Infantry on a 25 mm disc; vehicles with a hull 80 x 60, 20 to 50 above the ground, on a base. */
#define ASSETS                                                                                                         \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'oval':{'core':{'shape':'capsule','from':[0,0,12],'to':[0,0,28],'radius':6},"                                     \
    "'base':{'shape':'oval','size':[120,40]}},"                                                                        \
    "'rect':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,28],'radius':6},"                                     \
    "'base':{'shape':'rectangle','size':[50,30]}},"                                                                    \
    "'poly':{'core':{'shape':'capsule','from':[0,0,12],'to':[0,0,28],'radius':6},"                                     \
    "'base':{'shape':'polygon','outline':[[20,0],[-10,17],[-10,-17]]}},"                                               \
    "'hull':{'core':{'shape':'box','min':[-40,-30,20],'max':[40,30,50]},"                                              \
    "'base':{'shape':'rectangle','size':[60,60]}}}"

#define MEMBER(id, asset, at, more)   "{'id':'" id "','asset':'" asset "','at':" at more "}"
#define UNIT(id, kind, more, members) "{'id':'" id "','side':'red','class':'" kind "'" more ",'members':[" members "]}"
#define SCENE(settings, units)                                                                                         \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{" settings                                   \
    "},'table':{'width':2000,'depth':1500}," ASSETS ",'units':[" units "]}"

static void range(made_scene *m, const char *from, const char *to, double distance) {
    made_ask(m, "{'query':'range','from':'%s','to':'%s'}", from, to);
    assert_verdict(m, "yes");
    assert_near(made_number(m, "distance_mm"), distance, 1e-9);
    tl_vec3 p = made_point(m, "from_point"), q = made_point(m, "to_point");
    assert_near(tl_distance(p, q), distance, 1e-6);
    /* the same the other way round */
    made_ask(m, "{'query':'range','from':'%s','to':'%s'}", to, from);
    assert_near(made_number(m, "distance_mm"), distance, 1e-9);
}

static void bases(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "range-bases");
    made_load(
        &m,
        SCENE(
            "",
            UNIT("a", "infantry", "", MEMBER("a1", "man", "[100,100]", "")) "," UNIT("b", "infantry", "", MEMBER("b1", "man", "[300,100]", "")) "," UNIT("o", "infantry", "", MEMBER("o1", "oval", "[100,400]", ",'facing':90")) "," UNIT(
                "o2", "infantry", "",
                MEMBER(
                    "o21", "oval", "[100,700]",
                    "")) "," UNIT("r", "infantry", "",
                                  MEMBER(
                                      "r1",
                                      "rect", "[300,400]",
                                      "")) "," UNIT("r2", "infantry", "",
                                                    MEMBER(
                                                        "r21", "rect", "[300,700]",
                                                        ",'facing':90")) "," UNIT("p", "infantry", "",
                                                                                  MEMBER(
                                                                                      "p1",
                                                                                      "poly", "[100,1000]",
                                                                                      "")) "," UNIT("p2", "infantry",
                                                                                                    "",
                                                                                                    MEMBER(
                                                                                                        "p21", "poly",
                                                                                                        "[100,1200]",
                                                                                                        ",'facing':"
                                                                                                        "180")) "," UNIT("c",
                                                                                                                         "infantry",
                                                                                                                         "",
                                                                                                                         MEMBER(
                                                                                                                             "c1",
                                                                                                                             "man",
                                                                                                                             "[300,1000]",
                                                                                                                             "")) "," UNIT("d",
                                                                                                                                           "infantry",
                                                                                                                                           "",
                                                                                                                                           MEMBER(
                                                                                                                                               "d1",
                                                                                                                                               "man",
                                                                                                                                               "[300,1200]",
                                                                                                                                               "")) "," UNIT("e",
                                                                                                                                                             "infantry",
                                                                                                                                                             "",
                                                                                                                                                             MEMBER(
                                                                                                                                                                 "e1",
                                                                                                                                                                 "man",
                                                                                                                                                                 "[115,100]",
                                                                                                                                                                 ""))));
    range(&m, "a", "b", 200 - 25);
    assert_near(made_number(&m, "plan_mm"), 175, 1e-9);
    assert_near(made_number(&m, "height_mm"), 0, 0);
    assert_near(made_number(&m, "game_units"), 1.75, 1e-12);
    assert_string_equal(made_word(&m, "metric"), "3d");
    assert_string_equal(made_word(&m, "rule"), "DB-MSR-01");
    assert_string_equal(made_word(&m, "from"), "b1");
    range(&m, "o", "r", 200 - 20 - 25);
    range(&m, "o2", "r2", 200 - 60 - 15);
    range(&m, "p", "c", 200 - 20 - 12.5);
    range(&m, "p2", "d", 200 - 10 - 12.5);
    range(&m, "a", "e", 0);
    assert_non_null(strstr(m.text, "touches"));
    /* asked of a member, not of its unit */
    range(&m, "a1", "b1", 175);
    made_end(&m);
}

static void hulls(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "range-hulls");
    made_load(
        &m,
        SCENE("", UNIT("t", "vehicle", "", MEMBER("t1", "hull", "[200,200]", "")) "," UNIT(
                      "u", "vehicle", "",
                      MEMBER("u1", "hull", "[500,200]",
                             ",'facing':45")) "," UNIT("i", "infantry", "",
                                                       MEMBER("i1", "man", "[200,400]",
                                                              "")) "," UNIT("h", "infantry", "",
                                                                            MEMBER("h1", "man", "[200,400,100]",
                                                                                   "")) "," UNIT("v", "aircraft", "",
                                                                                                 MEMBER("v1", "hull",
                                                                                                        "[200,600,200]",
                                                                                                        ""))));
    range(&m, "t", "u", 300 - 40 - (40 + 30) * sqrt(0.5));
    assert_string_equal(made_word(&m, "rule"), "DB-MSR-02");
    /* a hull that hovers 20 above the ground and a base 3 high: the tape slopes */
    range(&m, "i", "t", hypot(200 - 30 - 12.5, 17));
    assert_near(made_number(&m, "plan_mm"), 157.5, 1e-6);
    assert_near(made_number(&m, "height_mm"), 17, 1e-6);
    /* above: base from 100 to 103, hull from 20 to 50 */
    range(&m, "h", "t", hypot(157.5, 50));
    range(&m, "i", "h", 97);
    range(&m, "t", "v", hypot(400 - 60, 170));
    made_ask(&m, "{'query':'range','from':'h','to':'t','set':{'range_metric':'plan'}}");
    assert_near(made_number(&m, "distance_mm"), 157.5, 1e-9);
    assert_string_equal(made_word(&m, "metric"), "plan");
    assert_string_equal(made_word(&m, "settings.range_metric"), "plan");
    assert_non_null(strstr(m.text, "plan"));
    made_end(&m);
}

static void units_are_as_near_as_their_nearest_models(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "range-units");
    made_load(&m, SCENE("'units':'inch'", UNIT("a", "infantry", "",
                                               MEMBER("a1", "man", "[100,100]", "") "," MEMBER(
                                                   "a2", "man", "[150,300]",
                                                   "")) "," UNIT("b", "infantry", "",
                                                                 MEMBER("b1", "man", "[600,100]",
                                                                        "") "," MEMBER("b2", "man", "[400,300]", ""))));
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_string_equal(made_word(&m, "from"), "a2");
    assert_string_equal(made_word(&m, "to"), "b2");
    assert_near(made_number(&m, "distance_mm"), 225, 1e-9);
    assert_near(made_number(&m, "game_units"), 225 / 101.6, 1e-12);
    assert_string_equal(made_word(&m, "settings.units"), "inch");
    assert_non_null(strstr(m.text, "8.85\""));
    assert_string_equal(made_word(&m, "scene"), "Made");
    assert_string_equal(made_word(&m, "ruleset"), "dust-battlefield");
    made_end(&m);
}

static void limit(made_scene *m, double mm, const char *tolerance, const char *verdict, double margin) {
    made_ask(m, "{'query':'range','from':'a','to':'b','limit_mm':%.17g%s}", mm, tolerance);
    assert_verdict(m, verdict);
    assert_near(made_number(m, "margin_mm"), margin, 1e-9);
    assert_near(made_number(m, "limit_mm"), mm, 0);
    assert_string_equal(made_word(m, "rule"), "DB-MSR-05");
}

static void limits(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "range-limits");
    made_load(&m, SCENE("", UNIT("a", "infantry", "", MEMBER("a1", "man", "[100,100]", "")) "," UNIT(
                                "b", "infantry", "", MEMBER("b1", "man", "[300,100]", ""))));
    /* at the limit: exact and inclusive at tolerance 0, too close to call with any other */
    limit(&m, 175, ",'tolerance_mm':0", "yes", 0);
    limit(&m, nextafter(175, 0), ",'tolerance_mm':0", "no", 0);
    limit(&m, nextafter(175, 200), ",'tolerance_mm':0", "yes", 0);
    limit(&m, 175, "", "marginal", 0);
    limit(&m, 175.04, "", "marginal", 0.04);
    limit(&m, 174.96, "", "marginal", -0.04);
    limit(&m, 175.06, "", "yes", 0.06);
    limit(&m, 174.94, "", "no", -0.06);
    limit(&m, 176, ",'tolerance_mm':2", "marginal", 1);
    assert_near(made_number(&m, "tolerance_mm"), 2, 0);
    limit(&m, 176, ",'set':{'tolerance_mm':2}", "marginal", 1);
    limit(&m, 0, "", "no", -175);
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b','limit_mm':-1}"), TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b','tolerance_mm':-1}"),
                     TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'a1'}"), TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a'}"), TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b11'}"), TL_ERROR_NOT_FOUND);
    assert_string_equal(made_word(&m, "error.remedy"), "did you mean `b1`?");
    made_end(&m);
}

static void guesses_are_told(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "range-guessed");
    made_boxes(&m, "block.obj", &(made_box){{-12, -16, 0}, {12, 16, 30}}, 1);
    made_load(
        &m,
        "{'trueline':1,'name':'Guessed','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},"
        "'assets':{'block':{'mesh':'block.obj'}},'units':[" UNIT(
            "a", "infantry", "",
            "{'id':'a1','name':'Sergeant','asset':'block','at':[100,100]}") "," UNIT("b", "infantry", "",
                                                                                     MEMBER(
                                                                                         "b1", "block", "[300,100]",
                                                                                         "")) "," UNIT("v", "vehicle",
                                                                                                       "",
                                                                                                       MEMBER(
                                                                                                           "v1",
                                                                                                           "block",
                                                                                                           "[100,400]",
                                                                                                           "")) "]}");
    /* the smallest disc round 24 x 32 has radius 20 */
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_near(made_number(&m, "distance_mm"), 160, 1e-6);
    assert_non_null(strstr(m.text, "Sergeant has no base"));
    assert_string_equal(made_word(&m, "reasons[1].rule"), "DB-MSR-01");
    made_ask(&m, "{'query':'range','from':'a','to':'v'}");
    assert_near(made_number(&m, "distance_mm"), 300 - 20 - 16, 1e-6);
    assert_non_null(strstr(m.text, "has no parts"));
    made_ask(&m, "{'query':'los','from':'a','to':'v'}");
    assert_verdict(&m, "yes");
    assert_non_null(strstr(m.text, "has no parts"));
    made_ask(&m, "{'query':'cover','from':'a','to':'v'}");
    assert_non_null(strstr(m.text, "has no parts"));
    made_end(&m);
}

/* --- Fields of fire ----------------------------------------------------------------------------------------------- */

#define GUNS                                                                                                           \
    ",'weapons':[{'id':'front','range':10,'arc':'front'},{'id':'rear','range':10,'arc':'rear'},"                       \
    "{'id':'left','range':10,'arc':'left'},{'id':'right','range':10,'arc':'right'},"                                   \
    "{'id':'turret','range':10,'arc':'turret'},{'id':'any','range':10,'arc':'any'},{'id':'plain','range':10}]"

static void arc_scene(made_scene *m, double facing) {
    made_load(m,
              SCENE("", UNIT("t", "vehicle", GUNS, "{'id':'t1','asset':'hull','at':[500,500],'facing':%.17g}") "," UNIT(
                            "i", "infantry", "",
                            MEMBER("i1", "man", "[900,500]", "")) "," UNIT("none", "infantry", "",
                                                                           MEMBER("none1", "man", "[900,700]", ""))),
              facing);
}

/* b's first member is farther than its second by 2.5e-17 mm, less than a double can tell: both round to 175. */
static void limits_of_units(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "range-limit-unit");
    made_load(&m, SCENE("", UNIT("a", "infantry", "", MEMBER("a1", "man", "[100,100]", "")) "," UNIT(
                                "b", "infantry", "",
                                MEMBER("b1", "man", "[300,100.0000001]", "") "," MEMBER(
                                    "b2", "man", "[100,300]", "")) "," UNIT("c", "infantry", "",
                                                                            MEMBER("c1", "man", "[300,99.9999999]",
                                                                                   "") "," MEMBER("c2", "man",
                                                                                                  "[900,900]", ""))));
    static const char *const who[][3] = {
        {"a", "b", "yes"}, {"b", "a", "yes"}, {"b1", "a", "no"}, {"a", "b2", "yes"}, {"a", "c", "no"}};
    for (size_t i = 0; i < sizeof(who) / sizeof(who[0]); i++) {
        made_ask(&m, "{'query':'range','from':'%s','to':'%s','limit_mm':175,'tolerance_mm':0}", who[i][0], who[i][1]);
        assert_verdict(&m, who[i][2]);
        assert_true(made_number(&m, "distance_mm") == 175);
    }
    made_end(&m);
}

static void arc(made_scene *m, const char *weapon, double x, double y, const char *more, const char *verdict,
                double margin) {
    made_ask(m, "{'query':'place','member':'i1','at':[%.17g,%.17g]}", x, y);
    made_ask(m, "{'query':'arc','from':'t','to':'i','weapon':'%s'%s}", weapon, more);
    assert_verdict(m, verdict);
    assert_string_equal(made_word(m, "rule"), "DB-FOF-01");
    assert_string_equal(made_word(m, "weapons[0].id"), weapon);
    assert_string_equal(made_word(m, "weapons[0].members[0].id"), "t1");
    assert_string_equal(made_word(m, "weapons[0].members[0].verdict"), verdict);
    assert_true(made_has(m, "weapons[0].members[0].angle_deg"));
    if (margin < 999) {
        assert_near(made_number(m, "weapons[0].members[0].margin_deg"), margin, 1e-6);
    }
}

static void front_arcs(void **state) {
    (void)state;
    const double degree = 180 / 3.14159265358979323846;
    made_scene m;
    made_begin(&m, "arc-front");
    /* facing 45: the front arc reaches from straight along +X to straight along +Y */
    arc_scene(&m, 45);
    arc(&m, "front", 700, 700, "", "yes", 45 + asin(12.5 / hypot(200, 200)) * degree);
    /* the base touches the limiting ray from outside: inclusive at tolerance 0, too close otherwise */
    arc(&m, "front", 700, 487.5, ",'tolerance_mm':0", "yes", 0);
    arc(&m, "front", 700, 487.5, "", "marginal", 0);
    arc(&m, "front", 700, 487.6, "", "yes", 999);
    arc(&m, "front", 700, 487.4, "", "no", 999);
    arc(&m, "front", 700, 487.4, ",'tolerance_mm':0.2", "marginal", 999);
    /* only its centre counts, or all of it */
    arc(&m, "front", 700, 490, ",'set':{'fof_target':'centre'}", "no", -atan(10. / 200) * degree);
    arc(&m, "front", 700, 500, ",'set':{'fof_target':'centre'},'tolerance_mm':0", "yes", 0);
    arc(&m, "front", 700, 500, ",'set':{'fof_target':'centre'}", "marginal", 0);
    arc(&m, "front", 700, 512.5, ",'set':{'fof_target':'whole'},'tolerance_mm':0", "yes", 0);
    arc(&m, "front", 700, 512.4, ",'set':{'fof_target':'whole'}", "no", 999);
    /* 300 straight left of the facing: 45 degrees out, less what the base subtends */
    arc(&m, "front", 500 - 300 * sqrt(0.5), 500 + 300 * sqrt(0.5), "", "no", -45 + asin(12.5 / 300) * degree);
    arc(&m, "rear", 300, 300, "", "yes", 999);
    arc(&m, "rear", 700, 700, "", "no", 999);
    arc(&m, "rear", 300, 512.5, ",'tolerance_mm':0", "yes", 0);
    /* all round */
    arc(&m, "turret", 300, 300, "", "yes", 999);
    arc(&m, "any", 300, 700, "", "yes", 999);
    arc(&m, "plain", 300, 700, "", "yes", 999);
    /* the hull's corners as starting points: the ray starts farther ahead, so what stands beside the hull is out */
    arc_scene(&m, 0);
    arc(&m, "front", 560, 570, ",'set':{'fof_apex':'core_centre'}", "yes", 999);
    arc(&m, "front", 530, 580, ",'set':{'fof_apex':'hull_corners'}", "no", 999);
    made_end(&m);
}

static void side_arcs(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "arc-side");
    arc_scene(&m, 0); /* the hull's side faces at y = 470 and y = 530 */
    arc(&m, "left", 800, 517.5, ",'tolerance_mm':0", "yes", 0);
    arc(&m, "left", 800, 517.5, "", "marginal", 0);
    arc(&m, "left", 800, 517, "", "no", 999);
    arc(&m, "left", 800, 518, "", "yes", 999);
    arc(&m, "left", 200, 600, "", "yes", 999);
    arc(&m, "left", 500, 400, "", "no", 999);
    arc(&m, "right", 800, 482.5, ",'tolerance_mm':0", "yes", 0);
    arc(&m, "right", 800, 483, "", "no", 999);
    arc(&m, "left", 800, 488, ",'set':{'side_arc':'centre_line'}", "yes", 999);
    arc(&m, "left", 800, 487, ",'set':{'side_arc':'centre_line'}", "no", 999);
    arc(&m, "left", 800, 487.5, ",'set':{'side_arc':'centre_line'},'tolerance_mm':0", "yes", 0);
    made_end(&m);
}

static void arcs_of_all_weapons(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "arc-all");
    arc_scene(&m, 0);
    made_ask(&m, "{'query':'arc','from':'t','to':'i'}");
    assert_verdict(&m, "yes");
    assert_int_equal(made_value(&m, "weapons")->count, 7);
    assert_string_equal(made_word(&m, "weapons[0].verdict"), "yes");
    assert_string_equal(made_word(&m, "weapons[1].verdict"), "no");
    made_ask(&m, "{'query':'arc','from':'none','to':'i'}");
    assert_verdict(&m, "no");
    assert_int_equal(made_value(&m, "weapons")->count, 0);
    assert_int_equal(made_ask_refused(&m, "{'query':'arc','from':'t','to':'i','weapon':'turet'}"), TL_ERROR_NOT_FOUND);
    assert_non_null(strstr(made_word(&m, "error.remedy"), "`turret`"));
    made_end(&m);
}

/* An oval or rectangle that the scene turns is the plain one on a model that looks that way: the same distances, the
 * same limits, the same fit on the table, since nothing else of these models has a direction. */
static void turned_bases_are_as_turned_models(void **state) {
    (void)state;
    static const char *const shapes[] = {"oval", "rectangle"};
    made_scene m;
    made_begin(&m, "range-turned");
    for (int i = 0; i < 12; i++) {
        double turn = 37.25 * i - 200, facing = 11.0 * i, found[2][2];
        for (int by_model = 0; by_model < 2; by_model++) {
            made_load(&m,
                      "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},"
                      "'assets':{'a':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,28],'radius':6},"
                      "'base':{'shape':'%s','size':[90,42],'turn':%.4f}}},'units':["
                      "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'a','at':[300,300],"
                      "'facing':%.4f}]},{'id':'b','side':'red','class':'infantry','members':[{'id':'b1','asset':'a',"
                      "'at':[395,350],'facing':%.4f}]}]}",
                      shapes[i % 2], by_model ? 0 : turn, by_model ? facing + turn : facing,
                      by_model ? 3 * facing + turn : 3 * facing);
            made_ask(&m, "{'query':'range','from':'a','to':'b'}");
            found[by_model][0] = made_number(&m, "distance_mm");
            made_ask(&m, "{'query':'template','shape':'blast','at':[340,330]}");
            found[by_model][1] = made_number(&m, "units[0].members[0].fraction");
        }
        assert_near(found[0][0], found[1][0], 1e-9);
        assert_near(found[0][1], found[1][1], 1e-9);
    }
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turned_bases_are_as_turned_models),
        cmocka_unit_test(bases),
        cmocka_unit_test(hulls),
        cmocka_unit_test(units_are_as_near_as_their_nearest_models),
        cmocka_unit_test(limits),
        cmocka_unit_test(limits_of_units),
        cmocka_unit_test(guesses_are_told),
        cmocka_unit_test(front_arcs),
        cmocka_unit_test(side_arcs),
        cmocka_unit_test(arcs_of_all_weapons),
    };
    return cmocka_run_group_tests_name("rulings: range and arc", tests, NULL, NULL);
}
