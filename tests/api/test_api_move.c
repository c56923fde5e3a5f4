/* Movement through the public header: gaps and pillars in closed form, sampled sweeps over random scenes, laws, bad
 * input. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'beam':{'core':{'shape':'box','min':[-50,-10,0],'max':[50,10,30]}},"                                              \
    "'cart':{'core':{'shape':'box','min':[-40,-15,0],'max':[40,15,30]}}}"
#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{%s},'table':{'width':2000,'depth':1500}"     \
    "," ASSETS ",'terrain':[%s],'units':[%s]}"
#define MAN(id, side, at)                                                                                              \
    "{'id':'" id "','side':'" side "','class':'infantry','move':2,'march':4,'locomotion':'foot','members':[{'id':'" id \
    "-1','asset':'man','at':" at "}]}"
#define HULL(asset, at, facing)                                                                                        \
    "{'id':'h','side':'red','class':'vehicle','move':3,'march':6,'locomotion':'walker','members':[{'id':'h-1','asset'" \
    ":'" asset "','at':" at ",'facing':" facing "}]}"

/* --- Closed forms ------------------------------------------------------------------------------------------------- */

/* Two walls with a gap between them, at x = 600; the gap's middle at y = 500. */
static void load_gap(made_scene *m, double gap, const char *who) {
    const made_box walls[2] = {{{600, 200, 0}, {604, 500 - 0.5 * gap, 60}},
                               {{600, 500 + 0.5 * gap, 0}, {604, 800, 60}}};
    made_boxes(m, "gap.obj", walls, 2);
    made_load(m, SCENE, "",
              "{'id':'gap','kind':'building','mesh':'gap.obj','outline':[[600,200],[604,200],[604,800],[600,800]]}",
              who);
}

static void gaps_by_a_tenth_of_a_millimetre(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-gap");
    load_gap(&m, 25.1, MAN("a", "red", "[550,500]"));
    made_ask(&m, "{'query':'move','member':'a-1','path':[[700,500]]}");
    assert_verdict(&m, "yes");
    load_gap(&m, 24.9, MAN("a", "red", "[550,500]"));
    made_ask(&m, "{'query':'move','member':'a-1','path':[[700,500]]}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "rule"), "DB-MOV-07");
    assert_string_equal(made_word(&m, "stop.by"), "gap");
    /* the disc meets the wall's two corners */
    assert_near(made_number(&m, "stop.after_mm"), 50 - sqrt(12.5 * 12.5 - 12.45 * 12.45), 1e-3);
    /* a fiftieth too narrow is within the tolerance; exactly as wide is wide enough */
    load_gap(&m, 24.98, MAN("a", "red", "[550,500]"));
    made_ask(&m, "{'query':'move','member':'a-1','path':[[700,500]]}");
    assert_verdict(&m, "marginal");
    made_ask(&m, "{'query':'move','member':'a-1','path':[[700,500]],'tolerance_mm':0}");
    assert_verdict(&m, "no");
    load_gap(&m, 25, MAN("a", "red", "[550,500]"));
    made_ask(&m, "{'query':'move','member':'a-1','path':[[700,500]],'tolerance_mm':0}");
    assert_verdict(&m, "yes");
    /* half a millimetre beside the middle of a gap that is half a millimetre wider on the whole */
    load_gap(&m, 25.5, MAN("a", "red", "[550,500]"));
    made_ask(&m, "{'query':'move','member':'a-1','path':[[550,500.5],[700,500.5]]}");
    assert_verdict(&m, "no");
    made_end(&m);
}

/* A hull 100 x 20 passes a gap of 30 only along its length. */
static void hulls_turn_to_pass(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-hull");
    load_gap(&m, 30, HULL("beam", "[450,500]", "90"));
    made_ask(&m, "{'query':'move','member':'h','path':[[700,500]],'march':true,'set':{'rotation':'centre'}}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "turns"), "along");
    made_ask(&m,
             "{'query':'move','member':'h','path':[[700,500]],'march':true,'facing':0,'set':{'rotation':'centre'}}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "turns"), "first");
    load_gap(&m, 30, HULL("beam", "[450,500]", "0"));
    made_ask(&m, "{'query':'move','member':'h','path':[[700,500]],'march':true}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "turns"), "last");
    /* no way of turning makes it narrower than 20 */
    load_gap(&m, 19.9, HULL("beam", "[450,500]", "0"));
    made_ask(&m, "{'query':'move','member':'h','path':[[700,500]],'march':true}");
    assert_verdict(&m, "no");
    assert_near(made_number(&m, "stop.after_mm"), 100, 0.1);
    made_end(&m);
}

/* Round a pillar of radius 40: a path of tangents to the offset circle is free, one that cuts it is not. */
static void round_a_pillar(void **state) {
    (void)state;
    enum { SIDES = 8 };
    made_scene m;
    made_begin(&m, "move-pillar");
    double offset = 52.5, corner = offset / cos(TL_PI / SIDES);
    for (int k = 0; k < 2; k++) {
        char path[1024] = "";
        double reach = corner + (k == 0 ? 0.01 : -0.2), length = 0;
        for (int i = 1; i <= SIDES; i++) {
            size_t used = strlen(path);
            snprintf(path + used, sizeof(path) - used, "%s[%.12f,%.12f]", i > 1 ? "," : "",
                     600 + reach * cos(2 * TL_PI * i / SIDES), 600 + reach * sin(2 * TL_PI * i / SIDES));
            length += 2 * reach * sin(TL_PI / SIDES);
        }
        made_load(&m, SCENE, "", "{'id':'pillar','kind':'cliff','disc':{'centre':[600,600],'radius':40}}",
                  MAN("a", "red", "[650,600]"));
        made_ask(&m, "{'query':'place','member':'a-1','at':[%.12f,600]}", 600 + reach);
        made_ask(&m, "{'query':'move','member':'a-1','path':[%s],'march':true}", path);
        assert_near(made_number(&m, "length_mm"), length, 1e-6);
        assert_verdict(&m, k == 0 ? "yes" : "no");
    }
    made_end(&m);
}

static void slopes_and_surfaces(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-ramp");
    /* a ramp from (600, z 0) to (700, z 75), then a plateau */
    const tl_vec3 ramp[4][3] = {{{600, 400, 0}, {700, 400, 75}, {700, 600, 75}},
                                {{600, 400, 0}, {700, 600, 75}, {600, 600, 0}},
                                {{700, 400, 75}, {900, 400, 75}, {900, 600, 75}},
                                {{700, 400, 75}, {900, 600, 75}, {700, 600, 75}}};
    made_triangles(&m, "ramp.obj", ramp, 4);
    made_load(&m, SCENE, "", "{'id':'ramp','kind':'hill','mesh':'ramp.obj','solid':false}",
              MAN("a", "red", "[550,500]"));
    made_ask(&m, "{'query':'move','member':'a-1','path':[[730,500]]}");
    assert_verdict(&m, "yes");
    assert_near(made_number(&m, "length_mm"), 180, 1e-9);
    assert_near(made_number(&m, "path[1][2]"), 75, 1e-6);
    made_ask(&m, "{'query':'move','member':'a-1','path':[[730,500]],'set':{'slope_distance':'surface'}}");
    assert_verdict(&m, "no");
    assert_near(made_number(&m, "length_mm"), 205, 1e-6);
    assert_near(made_number(&m, "stop.at[0]"), 725, 1e-6);
    /* it stops where the surface has been gone along for 200: 50 + 125 + 25 */
    assert_near(made_number(&m, "stop.at[2]"), 75, 1e-6);
    made_end(&m);
}

/* --- Brute force -------------------------------------------------------------------------------------------------- */

enum { BOXES = 5 };

static double from_boxes(const made_box *box, const bool *present, double x, double y) {
    double best = INFINITY;
    for (int i = 0; i < BOXES; i++) {
        double dx = fmax(0, fmax(box[i].low[0] - x, x - box[i].high[0]));
        double dy = fmax(0, fmax(box[i].low[1] - y, y - box[i].high[1]));
        best = present[i] ? fmin(best, hypot(dx, dy)) : best;
    }
    return best;
}

/* The first place where the disc lies 0.026 deep in a box, and whether it lies 0.0001 deep anywhere: sampled. */
static double walk(const made_box *box, const bool *present, double points[4][2], int count, bool *touches) {
    double gone = 0;
    *touches = false;
    for (int leg = 0; leg < count; leg++) {
        double length = hypot(points[leg + 1][0] - points[leg][0], points[leg + 1][1] - points[leg][1]);
        int steps = (int)(length / 0.02) + 1;
        for (int i = 0; i <= steps; i++) {
            double t = (double)i / steps, x = points[leg][0] + t * (points[leg + 1][0] - points[leg][0]),
                   y = points[leg][1] + t * (points[leg + 1][1] - points[leg][1]);
            double apart = from_boxes(box, present, x, y);
            *touches = *touches || apart < 12.5 - 1e-4;
            if (apart < 12.5 - 0.026) {
                return gone + t * length;
            }
        }
        gone += length;
    }
    return INFINITY;
}

/* From a wall down past an enemy at its foot: above him the base lay over his, but it doesn't stand in him. It comes
 * down at (620, 500), 23.6 mm from his middle; bases touch at 25. */
static void who_stands_above_does_not_stand_in(void **state) {
    (void)state;
    const made_box wall = {{540, 500, 0}, {660, 520, 60}};
    made_scene m;
    made_begin(&m, "move-above");
    made_boxes(&m, "wall.obj", &wall, 1);
    static const char *const foe_at[2] = {"[600,487.4]", "[596,487.4]"};
    for (int k = 0; k < 2; k++) {
        char units[400];
        snprintf(units, sizeof(units), MAN("a", "red", "[600,510]") "," MAN("e", "blue", "%s"), foe_at[k]);
        made_load(&m, SCENE, "", "{'id':'wall','kind':'obstacle','mesh':'wall.obj'}", units);
        made_ask(&m, "{'query':'move','member':'a-1','path':[[660,480]]}");
        assert_verdict(&m, k == 0 ? "no" : "yes");
    }
    made_end(&m);
}

static void sampled_sweeps(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-samples");
    test_random random = test_random_start("move samples", 7002);
    int yes = 0, no = 0;
    for (int trial = 0; trial < test_trials(60); trial++) {
        made_box box[BOXES];
        bool present[BOXES];
        char terrain[1024] = "", path[256] = "";
        double points[4][2] = {{500, 500}};
        for (int i = 0; i < BOXES; i++) {
            double x, y;
            do {
                x = test_random_between(&random, 330, 670);
                y = test_random_between(&random, 330, 670);
            } while (fabs(x - 500) < 55 && fabs(y - 500) < 55);
            double w = test_random_between(&random, 2, 40), d = test_random_between(&random, 2, 40);
            box[i] = (made_box){{x - w, y - d, 0}, {x + w, y + d, 60}};
            char name[32];
            snprintf(name, sizeof(name), "box%d.obj", i);
            made_boxes(&m, name, &box[i], 1);
            present[i] = true;
            size_t used = strlen(terrain);
            snprintf(terrain + used, sizeof(terrain) - used, "%s{'id':'b%d','kind':'building','mesh':'%s'}",
                     i > 0 ? "," : "", i, name);
        }
        for (int i = 1; i < 4; i++) {
            size_t used = strlen(path);
            points[i][0] = test_random_between(&random, 400, 600);
            points[i][1] = test_random_between(&random, 400, 600);
            snprintf(path + used, sizeof(path) - used, "%s[%.17g,%.17g]", i > 1 ? "," : "", points[i][0], points[i][1]);
        }
        if (from_boxes(box, present, 500, 500) < 13) {
            continue;
        }
        made_load(&m, SCENE, "", terrain, MAN("a", "red", "[500,500]"));
        double before = -1;
        for (int removed = -1; removed < BOXES; removed++) {
            /* all of them; then without one after the other: a way never gets shorter */
            if (removed >= 0) {
                present[removed] = false;
                char fewer[1024] = "";
                for (int i = removed + 1; i < BOXES; i++) {
                    size_t used = strlen(fewer);
                    snprintf(fewer + used, sizeof(fewer) - used, "%s{'id':'b%d','kind':'building','mesh':'box%d.obj'}",
                             fewer[0] != '\0' ? "," : "", i, i);
                }
                made_load(&m, SCENE, "", fewer, MAN("a", "red", "[500,500]"));
            }
            made_ask(&m, "{'query':'move','member':'a-1','path':[%s],'march':true,'set':{'terrain_cap':'inside_part'}}",
                     path);
            bool touches;
            double first = walk(box, present, points, 3, &touches), length = made_number(&m, "length_mm");
            double reach = fmin(first, length), allowed = made_number(&m, "allowance_mm");
            if (fabs(length - allowed) < 0.1 || fabs(first - allowed) < 0.5) {
                continue;
            }
            bool far = length > allowed;
            if (first == INFINITY && !touches) {
                assert_verdict(&m, far ? "no" : "yes");
                if (far) {
                    assert_string_equal(made_word(&m, "rule"), "DB-MOV-01");
                }
                yes += !far;
            } else if (first < allowed) {
                assert_verdict(&m, "no");
                assert_string_equal(made_word(&m, "rule"), "DB-MOV-07");
                /* it stops before it lies deep, and not without contact */
                double after = made_number(&m, "stop.after_mm");
                assert_true(after <= first + 0.03);
                assert_true(made_number(&m, "stop.at_latest_mm") <= first + 0.05);
                assert_near(from_boxes(box, present, made_number(&m, "stop.at[0]"), made_number(&m, "stop.at[1]")),
                            12.5, 1e-4);
                no++;
            }
            double stops = made_has(&m, "stop") ? made_number(&m, "stop.after_mm") : reach;
            assert_true(stops >= before - 0.1);
            before = stops;
        }
    }
    print_message("%d free, %d stopped\n", yes, no);
    assert_true(yes > test_trials(20) && no > test_trials(20));
    made_end(&m);
}

/* The whole scene turned and shifted: the same lengths and verdicts. */
static void rigid_motion(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-rigid");
    test_random random = test_random_start("move rigid", 7003);
    const made_box bar[2] = {{{-60, -4, 0}, {60, 4, 60}}, {{-4, 4, 0}, {4, 50, 60}}};
    made_boxes(&m, "bar.obj", bar, 2);
    for (int trial = 0; trial < test_trials(12); trial++) {
        double at[2] = {test_random_between(&random, 60, 160), test_random_between(&random, -40, 40)},
               turn = test_random_between(&random, 0, 360), point[2][2], length = 0, stop = 0;
        char verdict[16] = "";
        for (int i = 0; i < 2; i++) {
            point[i][0] = test_random_between(&random, 60, 180);
            point[i][1] = test_random_between(&random, -100, 100);
        }
        for (int k = 0; k < 3; k++) {
            double angle = k * 77.7, s = sin(angle * TL_PI / 180), c = cos(angle * TL_PI / 180), x = 800 + 13.7 * k,
                   y = 700 - 21.3 * k;
            char terrain[256], unit[512];
            snprintf(terrain, sizeof(terrain),
                     "{'id':'bar','kind':'building','mesh':'bar.obj','at':[%.17g,%.17g],'turn':%.17g}",
                     x + c * at[0] - s * at[1], y + s * at[0] + c * at[1], turn + angle);
            snprintf(unit, sizeof(unit), HULL("cart", "[%.17g,%.17g]", "%.17g"), x, y, 20 + angle);
            made_load(&m, SCENE, "", terrain, unit);
            made_ask(&m, "{'query':'move','member':'h','path':[[%.17g,%.17g],[%.17g,%.17g]],'facing':%.17g}",
                     x + c * point[0][0] - s * point[0][1], y + s * point[0][0] + c * point[0][1],
                     x + c * point[1][0] - s * point[1][1], y + s * point[1][0] + c * point[1][1], 50 + angle);
            double here = made_has(&m, "stop") ? made_number(&m, "stop.after_mm") : -1;
            if (k == 0) {
                length = made_number(&m, "length_mm");
                stop = here;
                snprintf(verdict, sizeof(verdict), "%s", made_word(&m, "verdict"));
            }
            assert_near(made_number(&m, "length_mm"), length, 1e-6);
            assert_string_equal(made_word(&m, "verdict"), verdict);
            assert_near(here, stop, 1e-2);
        }
    }
    made_end(&m);
}

/* --- Bad input ---------------------------------------------------------------------------------------------------- */

static void bad_questions(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-bad");
    made_load(&m, SCENE, "", "{'id':'wood','kind':'wood','outline':[[600,600],[700,600],[700,700]],'height':50}",
              MAN("a", "red",
                  "[500,500]") ",{'id':'still','class':'infantry','members':[{'id':'s-1','asset':'man','at':[300,300]},"
                               "{'id':'s-2','asset':'man','at':[340,300]}]}");
    static const struct {
        const char *question;
        tl_status status;
        const char *message;
    } cases[] = {
        {"{'query':'move','member':'a-1'}", TL_ERROR_ARGUMENT, "needs a path"},
        {"{'query':'move','member':'a-1','path':[]}", TL_ERROR_ARGUMENT, "needs a path"},
        {"{'query':'move','path':[[1,2]]}", TL_ERROR_ARGUMENT, "member"},
        {"{'query':'move','member':'b-1','path':[[1,2]]}", TL_ERROR_NOT_FOUND, "b-1"},
        {"{'query':'move','member':'wood','path':[[1,2]]}", TL_ERROR_NOT_FOUND, "terrain"},
        {"{'query':'move','member':'still','path':[[1,2]]}", TL_ERROR_ARGUMENT, "one by one"},
        {"{'query':'move','member':'s-1','path':[[1,2]]}", TL_ERROR_ARGUMENT, "no move rating"},
        {"{'query':'move','member':'s-1','path':[[1,2]],'march':true}", TL_ERROR_ARGUMENT, "no march rating"},
        {"{'query':'move','member':'a-1','path':[[1]]}", TL_ERROR_FORMAT, "two or three"},
        {"{'query':'move','member':'a-1','path':[[1,2,3,4]]}", TL_ERROR_FORMAT, "two or three"},
        {"{'query':'move','member':'a-1','path':[5]}", TL_ERROR_FORMAT, "two or three"},
        {"{'query':'move','member':'a-1','path':[['x',2]]}", TL_ERROR_FORMAT, "two or three"},
        {"{'query':'move','member':'a-1','path':[[1e300,2]]}", TL_ERROR_FORMAT, "million"},
        {"{'query':'move','member':'a-1','path':{}}", TL_ERROR_FORMAT, "must be"},
        {"{'query':'move','member':'a-1','path':[[1,2]],'march':1}", TL_ERROR_FORMAT, "must be"},
        {"{'query':'move','member':'a-1','path':[[1,2]],'facing':'n'}", TL_ERROR_FORMAT, "must be"},
        {"{'query':'move','member':'a-1','path':[[1,2]],'face':3}", TL_ERROR_FORMAT, "takes no field"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(made_ask_refused(&m, "%s", cases[i].question), cases[i].status);
        if (strstr(m.error.message, cases[i].message) == NULL) {
            print_error("%s: %s\n", cases[i].question, m.error.message);
            fail();
        }
    }
    /* far too many points, and numbers that are none */
    tl_path_point *points = calloc(1000000, sizeof(*points));
    for (size_t i = 0; i < 1000000; i++) {
        points[i] = (tl_path_point){{500 + (double)(i % 7), 500, 0}, 2};
    }
    tl_question question = {
        .struct_size = sizeof(tl_question), .query = "move", .member = "a-1", .path = points, .path_count = 1000000};
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, &error), TL_ERROR_LIMIT);
    question.path_count = 1000;
    memset(&error, 0, sizeof(error));
    assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, &error), TL_OK);
    tl_ruling_destroy(ruling);
    question.path_count = 2;
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e7};
    for (size_t i = 0; i < 4; i++) {
        memset(&error, 0, sizeof(error));
        points[1].at[0] = bad[i];
        assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, &error), TL_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "point 2"));
    }
    points[1].at[0] = 1;
    question.has_facing = true;
    question.facing_deg = NAN;
    memset(&error, 0, sizeof(error));
    assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, &error), TL_ERROR_ARGUMENT);
    free(points);
    /* nowhere to go is a legal move; far off the table it isn't */
    made_ask(&m, "{'query':'move','member':'a-1','path':[[500,500]]}");
    assert_verdict(&m, "yes");
    assert_near(made_number(&m, "length_mm"), 0, 0);
    made_ask(&m, "{'query':'move','member':'a-1','path':[[-999999,500]]}");
    assert_verdict(&m, "no");
    made_end(&m);
}

/* --- Bases ------------------------------------------------------------------------------------------------------ */

/* What a model stands on may be wider than its mesh, on any side: friends end beside the base, and enemies are stopped
 * by it, from wherever they come (DB-MOV-03, -04). Close combat counts the height of what it stands on, too. */
static void bases_wider_than_the_mesh(void **state) {
    (void)state;
    test_random random = test_random_start("bases_wider_than_the_mesh", 7004);
    for (int i = 0; i < test_trials(24); i++) {
        made_scene m;
        made_begin(&m, "move-bases");
        double low = test_random_between(&random, 1, 9), base = test_random_between(&random, 30, 90);
        /* anywhere on the base, and reaching over it at one side only */
        const made_box post[1] = {
            {{test_random_between(&random, -9, 0), -2, low}, {test_random_between(&random, 2, 70), 2, 20}}};
        double turn = test_random_between(&random, 0, 2 * TL_PI), facing = test_random_between(&random, 0, 360);
        double gap = 0.5 * base + 12.5, x = cos(turn), y = sin(turn);
        bool friend = i % 2 == 0;
        made_boxes(&m, "post.obj", post, 1);
        made_load(&m,
                  "{'trueline':1,'ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{'man':{"
                  "'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'base':{'shape':'disc','diameter'"
                  ":25}},'post':{'mesh':'post.obj','core':{'shape':'hull-above','height':%g},'base':{'shape':'disc',"
                  "'diameter':%.17g,'height':%g}}},'units':[" MAN(
                      "a", "red", "[%.17g,%.17g]") ",{'id':'b','side':'%s',"
                                                   "'class':'support-weapon','members':[{'id':'b1','asset':'post','at':"
                                                   "[900,700],'facing':%g}]}]}",
                  low, base, low, 900 + (gap + 40) * x, 700 + (gap + 40) * y, friend ? "red" : "blue", facing);
        for (int k = 0; k < 2; k++) {
            double to = gap + (k == 0 ? 0.2 : -0.2);
            made_ask(&m, "{'query':'move','member':'a-1','path':[[%.17g,%.17g]]}", 900 + to * x, 700 + to * y);
            assert_verdict(&m, k == 0 ? "yes" : "no");
        }
        assert_string_equal(made_word(&m, "stop.by"), "b1");
        assert_string_equal(made_word(&m, "rule"), friend ? "DB-MOV-03" : "DB-MOV-04");
        /* above the man, whose top is at 34, counts the bottom of the base (DB-CC-01) */
        made_ask(&m, "{'query':'place','member':'b1','at':[900,700,%.17g]}", 28 + 50.2);
        made_ask(&m, "{'query':'place','member':'a-1','at':[%.17g,%.17g,0]}", 900 + gap * x, 700 + gap * y);
        made_ask(&m, "{'query':'close-combat','from':'a','to':'b','set':{'cc_metric':'plan_with_gap'}}");
        double told = made_number(&m, "gap_mm");
        assert_near(told, 28 + 50.2 - 34, 1e-6);
        made_end(&m);
    }
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void memory_may_run_out(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "move-memory");
    const made_box walls[2] = {{{600, 200, 0}, {604, 480, 60}}, {{600, 520, 0}, {604, 800, 60}}};
    made_boxes(&m, "gap.obj", walls, 2);
    made_load(&m, SCENE, "",
              "{'id':'gap','kind':'building','mesh':'gap.obj'},{'id':'wood','kind':'wood','outline':[[640,400],[700,"
              "400],[700,600]],'height':50}",
              MAN("a", "blue", "[550,500]") "," HULL("beam", "[450,500]", "90"));
    const tl_path_point points[2] = {{{560, 510, 0}, 2}, {{700, 500, 0}, 2}};
    const tl_question questions[] = {
        {.struct_size = sizeof(tl_question), .query = "move", .member = "a", .path = points, .path_count = 2},
        {.struct_size = sizeof(tl_question),
         .query = "move",
         .member = "h",
         .path = points,
         .path_count = 2,
         .has_facing = true,
         .facing_deg = 30}};
    scarce_ask_all(&m, questions, sizeof(questions) / sizeof(questions[0]), 64);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_by_a_tenth_of_a_millimetre),
        cmocka_unit_test(hulls_turn_to_pass),
        cmocka_unit_test(round_a_pillar),
        cmocka_unit_test(slopes_and_surfaces),
        cmocka_unit_test(who_stands_above_does_not_stand_in),
        cmocka_unit_test(sampled_sweeps),
        cmocka_unit_test(rigid_motion),
        cmocka_unit_test(bases_wider_than_the_mesh),
        cmocka_unit_test(bad_questions),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("api_move", tests, NULL, NULL);
}
