/* Special rules through the public header: reactions, close combat, radii, fortifications, carriers; laws over random
 * places, held against closed forms; errors; memory that runs out. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'hull':{'core':{'shape':'box','min':[-80,-30,10],'max':[60,30,50]}}}"
#define SCENE(terrain, units)                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':2000}," ASSETS             \
    ",'terrain':[" terrain "],'units':[" units "]}"
#define UNIT(id, side, class, more, members)                                                                           \
    "{'id':'" id "','name':'" id "','side':'" side "','class':'" class "'" more ",'members':[" members "]}"
#define MEMBER(id, asset, at) "{'id':'" id "','asset':'" asset "','at':" at "}"

/* --- Errors ------------------------------------------------------------------------------------------------------- */

static void unknown_skills_are_warnings(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "special-skills");
    made_load(&m, SCENE("", UNIT("a", "x", "infantry",
                                 ",'skills':['camouflge','officer'],'weapons':[{'id':'w','skills':['artilery']}]",
                                 MEMBER("a1", "man", "[500,500]"))));
    char path[320], texts[2][1024];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    tl_scene *scene = NULL;
    tl_report *report = NULL;
    assert_int_equal(tl_scene_load(m.context, path, NULL, &scene, &report, NULL), TL_OK);
    assert_int_equal(tl_report_count(report), 2);
    for (size_t i = 0; i < 2; i++) {
        bool warning = false;
        tl_report_text(tl_report_get(report, i, &warning), texts[i], sizeof(texts[i]));
        assert_true(warning);
    }
    assert_non_null(strstr(texts[0], "camouflge"));
    assert_non_null(strstr(texts[0], "Did you mean `camouflage`?"));
    assert_non_null(strstr(texts[1], "Did you mean `artillery`?"));
    tl_report_destroy(report);
    tl_scene_destroy(scene);
    made_end(&m);
}

static void carriers_must_be_there(void **state) {
    (void)state;
    static const struct {
        const char *aboard, *message;
    } cases[] = {{"trck", "there is no model `trck`"},
                 {"b", "`b` is infantry"},
                 {"a", "`a` can't carry itself"},
                 {"pair", "is a unit of several models"},
                 {"c", "`c` is carried itself"}};
    made_scene m;
    made_begin(&m, "special-aboard");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(
            made_refused(
                &m,
                SCENE(
                    "",
                    UNIT("truck", "x", "vehicle", "", MEMBER("t1", "hull", "[500,500]")) "," UNIT(
                        "pair", "x", "vehicle", "",
                        MEMBER("p1", "hull", "[500,900]") "," MEMBER(
                            "p2", "hull",
                            "[500,1100]")) "," UNIT("c", "x", "vehicle", ",'aboard':'truck'",
                                                    MEMBER(
                                                        "c1",
                                                        "hull",
                                                        "[900,500]")) "," UNIT("b", "x", "infantry", "",
                                                                               MEMBER(
                                                                                   "b1",
                                                                                   "man",
                                                                                   "[900,900]")) "," UNIT("a", "x",
                                                                                                          "infantry",
                                                                                                          ",'aboard':'%"
                                                                                                          "s'",
                                                                                                          MEMBER(
                                                                                                              "a1",
                                                                                                              "man",
                                                                                                              "[500,"
                                                                                                              "500,"
                                                                                                              "50]"))),
                cases[i].aboard),
            TL_ERROR_SCENE);
        if (strstr(m.error.message, cases[i].message) == NULL) {
            print_error("%s: %s\n", cases[i].aboard, m.error.message);
            fail();
        }
        assert_true(m.error.line > 0 && m.error.remedy[0] != '\0');
    }
    made_end(&m);
}

/* Who is carried doesn't turn what carries it (DB-REA-02). */
static void riders_dont_turn(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "special-riders");
    made_load(&m, SCENE("", UNIT("r", "x", "infantry", ",'aboard':'v1'", MEMBER("r1", "man", "[500,500,40]")) "," UNIT(
                                "v", "x", "vehicle", "",
                                MEMBER("v1", "man", "[500,500]")) "," UNIT("b", "y", "infantry", "",
                                                                           MEMBER("b1", "man", "[700,500]"))));
    assert_int_equal(made_ask_refused(&m, "%s", "{'query':'react','from':'r','to':'b','facing':90}"),
                     TL_ERROR_ARGUMENT);
    assert_non_null(strstr(m.error.message, "aboard `v1` and doesn't turn it"));
    made_end(&m);
}

static void bad_questions(void **state) {
    (void)state;
    static const struct {
        const char *question;
        tl_status status;
        const char *message;
    } cases[] = {
        {"{'query':'within','from':'a'}", TL_ERROR_ARGUMENT, "no skill with a radius"},
        {"{'query':'within','limit_mm':100}", TL_ERROR_ARGUMENT, "missing"},
        {"{'query':'within','from':'a','skill':'officr'}", TL_ERROR_NOT_FOUND, "officr"},
        {"{'query':'within','from':'a','skill':'camouflage'}", TL_ERROR_NOT_FOUND, "acts within a radius"},
        {"{'query':'within','from':'a','to':'a1','limit_mm':1}", TL_ERROR_ARGUMENT, "same unit"},
        {"{'query':'within','from':'a','limit_mm':-1}", TL_ERROR_ARGUMENT, "negative"},
        {"{'query':'within','from':'nobody','limit_mm':1}", TL_ERROR_NOT_FOUND, "nobody"},
        {"{'query':'react','from':'a','to':'a'}", TL_ERROR_ARGUMENT, "same models"},
        {"{'query':'react','from':'a','to':'b','facing':0}", TL_ERROR_ARGUMENT, "turns one model"},
        {"{'query':'react','from':'a','to':'b','sight':true}", TL_ERROR_FORMAT, "no field `sight`"},
        {"{'query':'close-combat','from':'a','to':'b','weapon':'w'}", TL_ERROR_FORMAT, "no field `weapon`"},
    };
    made_scene m;
    made_begin(&m, "special-bad");
    made_load(&m, SCENE("", UNIT("a", "x", "infantry", "",
                                 MEMBER("a1", "man", "[500,500]") "," MEMBER(
                                     "a2", "man", "[540,500]")) "," UNIT("b", "y", "infantry", "",
                                                                         MEMBER("b1", "man", "[700,500]"))));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(made_ask_refused(&m, "%s", cases[i].question), cases[i].status);
        if (strstr(m.error.message, cases[i].message) == NULL) {
            print_error("%s: %s\n", cases[i].question, m.error.message);
            fail();
        }
    }
    made_end(&m);
}

/* --- Laws --------------------------------------------------------------------------------------------------------- */

/* Bases are discs: distances have a closed form; reach and radius go both ways and don't depend on the order of units.
 */
static void radii_have_a_closed_form(void **state) {
    (void)state;
    made_scene m;
    test_random random = test_random_start("special radii", 20261);
    made_begin(&m, "special-radii");
    made_load(&m, SCENE("", UNIT("a", "x", "infantry", "", MEMBER("a1", "man", "[500,500]")) "," UNIT(
                                "b", "y", "infantry", "",
                                MEMBER("b1", "man", "[700,500]")) "," UNIT("c", "y", "infantry", "",
                                                                           MEMBER("c1", "man", "[900,500]"))));
    int yes = 0, no = 0;
    for (int k = 0; k < test_trials(150); k++) {
        double p[3][2], d[2], limit = test_random_between(&random, 0, 400);
        for (int i = 0; i < 3; i++) {
            for (int axis = 0; axis < 2; axis++) {
                p[i][axis] = test_random_between(&random, 700, k % 3 == 0 ? 820 : 1100);
            }
            made_ask(&m, "{'query':'place','member':'%c1','at':[%.17g,%.17g]}", "abc"[i], p[i][0], p[i][1]);
        }
        for (int i = 0; i < 2; i++) {
            d[i] = fmax(0, hypot(p[i + 1][0] - p[0][0], p[i + 1][1] - p[0][1]) - 25);
        }
        made_ask(&m, "{'query':'within','from':'a','limit_mm':%.17g}", limit);
        for (int i = 0; i < 2; i++) {
            char path[64];
            snprintf(path, sizeof(path), "units[%d].distance_mm", i);
            assert_near(made_number(&m, path), d[i], 1e-9);
            snprintf(path, sizeof(path), "units[%d].verdict", i);
            if (fabs(d[i] - limit) > 0.06) {
                assert_string_equal(made_word(&m, path), d[i] < limit ? "yes" : "no");
                yes += d[i] < limit;
                no += d[i] > limit;
            }
        }
        const char *other[2] = {"b", "c"};
        for (int i = 0; i < 2; i++) {
            if (fabs(d[i] - 50) > 0.06) {
                made_ask(&m, "{'query':'close-combat','from':'a','to':'%s'}", other[i]);
                assert_verdict(&m, d[i] < 50 ? "yes" : "no");
                assert_near(made_number(&m, "distance_mm"), d[i], 1e-9);
                made_ask(&m, "{'query':'close-combat','from':'%s','to':'a'}", other[i]);
                assert_verdict(&m, d[i] < 50 ? "yes" : "no");
            }
        }
    }
    assert_true(yes > test_trials(30) && no > test_trials(30));
    made_end(&m);
}

/* A bunker turned any way: the crew sees whoever has a part of its body ahead of the front face. */
static void bunkers_see_half_the_plane(void **state) {
    (void)state;
    static const made_box walls[] = {{{-60, -60, 0}, {60, -56, 60}},
                                     {{-60, 56, 0}, {60, 60, 60}},
                                     {{-60, -56, 0}, {-56, 56, 60}},
                                     {{56, -56, 0}, {60, 56, 60}}};
    made_scene m;
    test_random random = test_random_start("special bunkers", 20262);
    made_begin(&m, "special-bunker");
    made_boxes(&m, "bunker.obj", walls, 4);
    int yes = 0, no = 0;
    for (int k = 0; k < 12; k++) {
        double turn = test_random_between(&random, -180, 180), radians = turn * 3.14159265358979323846 / 180;
        made_load(&m,
                  SCENE("{'id':'bunker','kind':'bunker','mesh':'bunker.obj','at':[1000,1000],'turn':%.17g}",
                        UNIT("a", "x", "infantry", "", MEMBER("a1", "man", "[1000,1000,0]")) "," UNIT(
                            "b", "y", "infantry", "", MEMBER("b1", "man", "[1300,1000]"))),
                  turn);
        for (int i = 0; i < 8; i++) {
            double x = test_random_between(&random, 300, 1700), y = test_random_between(&random, 300, 1700);
            double ahead = (x - 1000) * cos(radians) + (y - 1000) * sin(radians) - 60 + 6;
            if (hypot(x - 1000, y - 1000) < 110 || fabs(ahead) < 0.1) {
                continue;
            }
            made_ask(&m, "{'query':'place','member':'b1','at':[%.17g,%.17g]}", x, y);
            made_ask(&m, "{'query':'los','from':'a','to':'b'}");
            /* the body is a capsule of flat faces a little inside the round: near the line it may be too close to call
             */
            if (fabs(ahead) > 0.5 || strcmp(made_word(&m, "verdict"), "marginal") != 0) {
                assert_verdict(&m, ahead > 0 ? "yes" : "no");
            }
            yes += ahead > 0;
            no += ahead < 0;
            made_ask(&m, "{'query':'los','from':'b','to':'a'}");
            if (fabs(ahead) > 0.5) {
                assert_verdict(&m, ahead > 0 ? "yes" : "no");
            }
            made_ask(&m, "{'query':'cover','from':'b','to':'a'}");
            assert_string_equal(made_word(&m, "rule"), "DT-FRT-08");
        }
    }
    assert_true(yes > 10 && no > 10);
    made_end(&m);
}

/* Turned on the spot within the question, or put there and asked: the same answer, but for what turning itself takes
 * from a large vehicle. */
static void turning_is_as_placing(void **state) {
    (void)state;
    made_scene m;
    test_random random = test_random_start("special turning", 20263);
    made_begin(&m, "special-turning");
    made_load(&m,
              SCENE("", UNIT("a", "x", "vehicle", ",'size':'large','weapons':[{'id':'gun','range':5,'arc':'front'}]",
                             MEMBER("a1", "hull", "[1000,1000]")) "," UNIT("b", "y", "infantry", "",
                                                                           MEMBER("b1", "man", "[1300,1000]"))));
    int allowed = 0, advised = 0;
    for (int k = 0; k < test_trials(60); k++) {
        double facing = floor(test_random_between(&random, 0, 360)),
               turned = floor(test_random_between(&random, 0, 360));
        double angle = test_random_between(&random, 0, 6.28), distance = test_random_between(&random, 120, 520);
        char verdict[16];
        made_ask(&m, "{'query':'place','member':'b1','at':[%.17g,%.17g]}", 1000 + distance * cos(angle),
                 1000 + distance * sin(angle));
        made_ask(&m, "{'query':'place','member':'a1','at':[1000,1000],'facing':%g}", facing);
        made_ask(&m, "{'query':'react','from':'a','to':'b'}");
        double before = made_number(&m, "distance_mm");
        double advice = made_has(&m, "turn_to_deg") ? made_number(&m, "turn_to_deg") : -1;
        made_ask(&m, "{'query':'react','from':'a','to':'b','facing':%g}", turned);
        double after = made_number(&m, "distance_mm");
        snprintf(verdict, sizeof(verdict), "%s", made_word(&m, "verdict"));
        assert_near(made_number(&m, "turn_margin_mm"), before - after, 1e-9);
        bool farther = after > before + 0.06;
        if (farther) {
            assert_string_equal(made_word(&m, "turn"), "no");
            assert_string_equal(verdict, "no");
        }
        if (advice >= 0) {
            made_ask(&m, "{'query':'react','from':'a','to':'b','facing':%g}", advice);
            assert_verdict(&m, "yes");
            advised++;
        }
        made_ask(&m, "{'query':'place','member':'a1','at':[1000,1000],'facing':%g}", turned);
        made_ask(&m, "{'query':'react','from':'a','to':'b'}");
        assert_near(made_number(&m, "distance_mm"), after, 1e-9);
        if (!farther && fabs(after - before) > 0.06) {
            assert_verdict(&m, verdict);
            allowed++;
        }
    }
    assert_true(allowed > test_trials(10) && advised > test_trials(5));
    made_end(&m);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void memory_may_run_out(void **state) {
    (void)state;
    static const made_box walls[] = {{{-60, -60, 0}, {60, -56, 60}}, {{56, -56, 0}, {60, 56, 60}}};
    made_scene m;
    made_begin(&m, "special-memory");
    made_boxes(&m, "bunker.obj", walls, 2);
    made_load(
        &m,
        SCENE(
            "{'id':'bunker','kind':'bunker','mesh':'bunker.obj','at':[1000,1000]},"
            "{'id':'wood','kind':'wood','outline':[[1200,900],[1400,900],[1400,1200],[1200,1200]],'height':90}",
            UNIT("a", "x", "infantry", ",'skills':['officer','observer']", MEMBER("a1", "man", "[1000,1000,0]")) "," UNIT(
                "t", "x", "vehicle",
                ",'skills':['transport'],'weapons':[{'id':'gun','range':12,'arc':'front','skills':['artillery']}]",
                MEMBER(
                    "t1", "hull",
                    "[1000,1300]")) "," UNIT("p", "x", "infantry", ",'aboard':'t','weapons':[{'id':'r','range':8}]",
                                             MEMBER(
                                                 "p1", "man",
                                                 "[1000,1300,50]")) "," UNIT("b", "y", "infantry",
                                                                             ",'skills':['camouflage']",
                                                                             MEMBER(
                                                                                 "b1", "man",
                                                                                 "[1260,1000]") "," MEMBER("b2", "man",
                                                                                                           "[1450,"
                                                                                                           "1000]"))));
    static const char *const near[] = {"cover_near_shooter", "50", "area_grain", "unit", "los_touch", "clear", NULL};
    const tl_question questions[] = {
        {.struct_size = sizeof(tl_question), .query = "within", .from = "a"},
        {.struct_size = sizeof(tl_question),
         .query = "within",
         .at = {1000, 900},
         .at_count = 2,
         .has_limit = true,
         .limit_mm = 500,
         .sight = true},
        {.struct_size = sizeof(tl_question), .query = "close-combat", .from = "a", .to = "b"},
        {.struct_size = sizeof(tl_question),
         .query = "react",
         .from = "t",
         .to = "b",
         .has_facing = true,
         .facing_deg = 30},
        {.struct_size = sizeof(tl_question), .query = "react", .from = "t", .to = "b1"},
        {.struct_size = sizeof(tl_question), .query = "attack", .from = "t", .to = "b"},
        {.struct_size = sizeof(tl_question), .query = "attack", .from = "p", .to = "b1"},
        {.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b", .set = near},
        {.struct_size = sizeof(tl_question), .query = "cover", .from = "a", .to = "b", .set = near}};
    scarce_ask_all(&m, questions, sizeof(questions) / sizeof(questions[0]), 24);
    made_end(&m);
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

typedef struct ring_points {
    tl_vec3 at[2000];
    size_t count;
    char label[32];
} ring_points;

static void take_line(void *user, const tl_draw_line *line) {
    ring_points *r = user;
    for (size_t i = 0; i < line->count && line->count > 2; i++) { /* tapes have two */
        assert_true(r->count < 2000);
        r->at[r->count++] = line->points[i];
    }
}

static void take_label(void *user, const tl_draw_label *label) {
    ring_points *r = user;
    snprintf(r->label, sizeof(r->label), "%s", label->text); /* the ring's comes last */
}

/* How far a place is from the bases of three men, or from the box of a vehicle turned by 90 degrees, in plan. */
static double ring_distance(const tl_vec2 *men, tl_vec3 p) {
    double nearest = INFINITY;
    for (size_t i = 0; men != NULL && i < 3; i++) {
        nearest = fmin(nearest, hypot(p.x - men[i].x, p.y - men[i].y) - 12.5);
    }
    double dx = fmax(fmax(970 - p.x, p.x - 1030), 0), dy = fmax(fmax(920 - p.y, p.y - 1060), 0);
    return men != NULL ? nearest : hypot(dx, dy);
}

static void rings_are_where_the_distance_is(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "special-rings");
    made_load(&m, SCENE("", UNIT("men", "x", "infantry", "",
                                 MEMBER("m1", "man", "[400,400]") "," MEMBER("m2", "man", "[520,430]") "," MEMBER(
                                     "m3", "man", "[450,560]")) "," UNIT("car", "y", "vehicle", "",
                                                                         "{'id':'c1','asset':'hull','at':[1000,1000],"
                                                                         "'facing':90}")));
    const tl_vec2 men[3] = {{400, 400}, {520, 430}, {450, 560}};
    static const double radii[] = {40, 100, 333};
    for (size_t k = 0; k < 6; k++) {
        double radius = radii[k / 2], farthest = 0, right = 0;
        const tl_question question = {.struct_size = sizeof(tl_question),
                                      .query = "within",
                                      .from = k % 2 ? "men" : "car",
                                      .has_limit = true,
                                      .limit_mm = radius};
        tl_ruling *ruling = NULL;
        assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, NULL), TL_OK);
        ring_points *r = calloc(1, sizeof(*r));
        assert_non_null(r);
        const tl_draw_sink sink = {
            .struct_size = sizeof(tl_draw_sink), .user = r, .line = take_line, .label = take_label};
        assert_int_equal(tl_ruling_draw(ruling, m.scene, &sink, NULL), TL_OK);
        tl_ruling_destroy(ruling);
        assert_true(r->count > 200);
        for (size_t i = 0; i < r->count; i++) {
            farthest = fmax(farthest, fabs(ring_distance(k % 2 ? men : NULL, r->at[i]) - radius));
            right = fmax(right, r->at[i].x);
            assert_true(r->at[i].z > 0 && r->at[i].z < 5);
        }
        assert_true(farthest < 0.55);
        assert_true(fabs(right - radius - (k % 2 ? 532.5 : 1030)) < 1e-6);
        char label[32];
        snprintf(label, sizeof(label), "%.1f cm", radius / 10);
        assert_string_equal(r->label, label);
        free(r);
    }
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_skills_are_warnings),
        cmocka_unit_test(carriers_must_be_there),
        cmocka_unit_test(riders_dont_turn),
        cmocka_unit_test(bad_questions),
        cmocka_unit_test(radii_have_a_closed_form),
        cmocka_unit_test(bunkers_see_half_the_plane),
        cmocka_unit_test(turning_is_as_placing),
        cmocka_unit_test(rings_are_where_the_distance_is),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("rulings: special rules", tests, NULL, NULL);
}
