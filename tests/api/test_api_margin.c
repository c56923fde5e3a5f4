/* Margins of sight through the public header, against the plan of a scene: a long wall that ends at x = 600, boxes
 * before and behind it. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BLOCK(id, at)                                                                                                  \
    "{'id':'" id "','side':'red','class':'infantry','members':[{'id':'" id "1','asset':'block','at':" at "}]}"
#define SCENE(terrain, units)                                                                                          \
    "{'trueline':1,'name':'Margins','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{"       \
    "'block':{'core':{'shape':'box','min':[-10,-10,0],'max':[10,10,30]}}},'terrain':[" terrain "],'units':[" units     \
    "]}"
#define WALL "{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}"

enum { END = 600, LOW_FACE = 700, HIGH_FACE = 710 };

static double cross_distance(double px, double py, double qx, double qy, double cx, double cy) {
    double dx = qx - px, dy = qy - py;
    return ((cx - px) * dy - (cy - py) * dx) /
           hypot(dx, dy); /* positive: the corner is right of the line from p to q */
}

/* Over all lines from a corner of one box to a corner of the other: how far right of the line the wall's end reaches at
 * least. Positive: no line passes. `target`: by how much b must be moved instead. */
static void true_margins(double ax, double ay, double bx, double by, double *blocker, double *target) {
    *blocker = *target = 1e300;
    for (int k = 0; k < 4; k++) {
        double px = ax + (k & 1 ? 10 : -10), py = ay + (k & 2 ? 10 : -10), best = 1e300;
        for (int j = 0; j < 4; j++) {
            double qx = bx + (j & 1 ? 10 : -10), qy = by + (j & 2 ? 10 : -10);
            *blocker = fmin(*blocker, fmax(cross_distance(px, py, qx, qy, END, LOW_FACE),
                                           cross_distance(px, py, qx, qy, END, HIGH_FACE)));
            double cy = px < END ? LOW_FACE : HIGH_FACE; /* the line from p that touches the end */
            best = fmin(best, -cross_distance(px, py, END, cy, qx, qy));
        }
        *target = fmin(*target, best);
    }
}

static void assert_bracket(made_scene *m, const char *path, double truth, double widest) {
    char low[64], high[64];
    snprintf(low, sizeof(low), "%s[0]", path);
    snprintf(high, sizeof(high), "%s[1]", path);
    if (!(made_number(m, low) <= truth + 1e-6) || !(made_number(m, high) >= truth - 1e-6) ||
        !(made_number(m, high) <= widest * made_number(m, low) + 0.1)) {
        fail_msg("%s: the true margin is %.9g, found [%.9g, %.9g]", path, truth, made_number(m, low),
                 made_number(m, high));
    }
}

static void hidden_by_a_wall(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "margin-hidden");
    made_boxes(&m, "wall.obj", &(made_box){{0, LOW_FACE, 0}, {END, HIGH_FACE, 300}}, 1);
    const double at[][4] = {{500, 500, 560, 900}, {560, 400, 520, 950}, {480, 590, 530, 860}};
    for (int i = 0; i < 3; i++) {
        char units[400];
        snprintf(units, sizeof(units), BLOCK("a", "[%g,%g]") "," BLOCK("b", "[%g,%g]"), at[i][0], at[i][1], at[i][2],
                 at[i][3]);
        /* a wood far off brings in the rules of areas, which decide nothing here */
        made_load(&m, SCENE(WALL "%s", "%s"),
                  i == 1 ? ",{'id':'wood','kind':'wood','outline':[[1500,0],[1600,0],[1600,90],[1500,90]],'height':90}"
                         : "",
                  units);
        made_ask(&m, "{'query':'los','from':'a1','to':'b1','margin':true}");
        assert_verdict(&m, "no");
        double blocker, target;
        true_margins(at[i][0], at[i][1], at[i][2], at[i][3], &blocker, &target);
        assert_bracket(&m, "margin.target_mm", target, 1.05);
        assert_string_equal(made_word(&m, "margin.blocker.id"), "wall");
        assert_bracket(&m, "margin.blocker.mm", blocker, 1.05);
        assert_near(hypot(made_number(&m, "margin.direction[0]"), made_number(&m, "margin.direction[1]")), 1, 1e-9);
        assert_true(made_number(&m, "margin.direction[0]") > 0);         /* out from behind it */
        assert_true(made_number(&m, "margin.blocker.direction[0]") < 0); /* the wall the other way */
        assert_non_null(strstr(m.text, "Hidden: b1 would be seen"));
        assert_non_null(strstr(m.text, "to the right"));
        assert_non_null(strstr(m.text, "If wall stood"));
        /* there it is seen, and a little less far it isn't */
        double high = made_number(&m, "margin.target_mm[1]"), low = made_number(&m, "margin.target_mm[0]");
        double x = made_number(&m, "margin.direction[0]"), y = made_number(&m, "margin.direction[1]");
        for (int k = 0; k < 2; k++) {
            double d = k == 0 ? high * (1 + 1e-9) : low * (1 - 1e-9);
            made_ask(&m, "{'query':'place','member':'b1','at':[%.17g,%.17g]}", at[i][2] + d * x, at[i][3] + d * y);
            made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
            assert_verdict(&m, k == 0 ? "yes" : "no");
            assert_false(made_has(&m, "margin"));
        }
    }
    made_end(&m);
}

static void seen_past_a_wall(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "margin-seen");
    made_boxes(&m, "wall.obj", &(made_box){{0, LOW_FACE, 0}, {END, HIGH_FACE, 300}}, 1);
    made_load(&m, SCENE(WALL, BLOCK("a", "[500,500]") "," BLOCK("b", "[720,900]")));
    made_ask(&m, "{'query':'los','from':'a1','to':'b1','margin':true}");
    assert_verdict(&m, "yes");
    double low = made_number(&m, "margin.target_mm[0]"), high = made_number(&m, "margin.target_mm[1]");
    /* hidden again when all corners are left of the line from every corner of a past the end: a's left side decides */
    double blocker, target;
    true_margins(500, 500, 720, 900, &blocker, &target);
    assert_true(target < 0 && low > 0 && low <= high && high < 1.1 * low);
    double x = made_number(&m, "margin.direction[0]"), y = made_number(&m, "margin.direction[1]");
    assert_true(x < 0);
    made_ask(&m, "{'query':'place','member':'b1','at':[%.17g,%.17g]}", 720 + high * (1 + 1e-9) * x,
             900 + high * (1 + 1e-9) * y);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
    assert_verdict(&m, "no");
    /* whichever way it goes, within the bound it stays in view */
    for (int k = 0; k < 36; k++) {
        double turn = 0.174532925199433 * k;
        made_ask(&m, "{'query':'place','member':'b1','at':[%.17g,%.17g]}", 720 + 0.999999 * low * cos(turn),
                 900 + 0.999999 * low * sin(turn));
        made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
        assert_verdict(&m, "yes");
    }
    made_end(&m);
}

/* Where only the depth of a wood hides: nothing is claimed below, and what is found is found under the rules there. */
static void too_deep_in_a_wood(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "margin-wood");
    made_load(&m, SCENE("{'id':'wood','kind':'wood','outline':[[500,0],[1500,0],[1500,1500],[500,1500]],'height':90}",
                        BLOCK("a", "[200,700]") "," BLOCK("b", "[650,700]")));
    made_ask(&m, "{'query':'los','from':'a1','to':'b1','margin':true}");
    assert_verdict(&m, "no");
    assert_near(made_number(&m, "margin.target_mm[0]"), 0, 0);
    double high = made_number(&m, "margin.target_mm[1]");
    assert_true(high > 20 && high < 60); /* its edge stands about 4 cm too deep */
    assert_true(made_number(&m, "margin.direction[0]") < -0.9);
    assert_false(made_has(&m, "margin.blocker"));
    made_ask(&m, "{'query':'place','member':'b1','at':[%.17g,%.17g]}",
             650 + high * (1 + 1e-9) * made_number(&m, "margin.direction[0]"),
             700 + high * (1 + 1e-9) * made_number(&m, "margin.direction[1]"));
    made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
    assert_verdict(&m, "yes");
    made_ask_refused(&m, "{'query':'los','from':'a1','to':'b1','margin':1}");
    made_ask_refused(&m, "{'query':'cover','from':'a1','to':'b1','margin':true}");
    made_end(&m);
}

/* Moved by a length and a direction, asked anew, and put back. */
static char verdict_after(made_scene *m, const double at[2], double by, double x, double y) {
    made_ask(m, "{'query':'place','member':'b1','at':[%.17g,%.17g,0]}", at[0] + by * x, at[1] + by * y);
    made_ask(m, "{'query':'los','from':'a1','to':'b1'}");
    char verdict = made_word(m, "verdict")[0];
    made_ask(m, "{'query':'place','member':'b1','at':[%.17g,%.17g,0]}", at[0], at[1]);
    return verdict;
}

/* The walls of a bunker or a strongpoint are open to infantry that stands in it, so that a step across their outline
 * changes what is in the way (DT-FRT-04): the lower end may not reach across it, and the upper end is told only if the
 * answer there is the other one. */
static void beside_fortifications(void **state) {
    (void)state;
    test_random random = test_random_start("beside_fortifications", 2511);
    const made_box ring[] = {{{-60, -50, 0}, {-54, 50, 40}},
                             {{54, -50, 0}, {60, 50, 40}},
                             {{-54, -50, 0}, {54, -44, 40}},
                             {{-54, 44, 0}, {54, 50, 40}}};
    size_t ends[2] = {0};
    for (int i = 0; i < test_trials(16); i++) {
        made_scene m;
        double turn = test_random_between(&random, 0, 2 * TL_PI), far = test_random_between(&random, 0, 130);
        const double at[2] = {700 + far * cos(turn), 700 + far * sin(turn)};
        char units[400];
        snprintf(units, sizeof(units), BLOCK("a", "[%g,%g]") "," BLOCK("b", "[%.17g,%.17g,0]"),
                 test_random_between(&random, 300, 1100), test_random_between(&random, 300, 500), at[0], at[1]);
        made_begin(&m, "margin-forts");
        made_boxes(&m, "ring.obj", ring, 4);
        made_load(&m, SCENE("{'id':'fort','kind':'%s','mesh':'ring.obj','at':[700,700,0],'turn':%g}", "%s"),
                  i % 2 == 0 ? "bunker" : "strongpoint", test_random_between(&random, 0, 360), units);
        made_ask(&m, "{'query':'los','from':'a1','to':'b1','margin':true}");
        char before = made_word(&m, "verdict")[0];
        assert_true(before != 'm');
        assert_false(made_has(&m, "margin.blocker") && strcmp(made_word(&m, "margin.blocker.id"), "fort") == 0);
        double low = made_number(&m, "margin.target_mm[0]"), step = test_random_between(&random, 0, 2 * TL_PI);
        const tl_json_value *high = made_value(&m, "margin.target_mm[1]");
        bool found = high->kind == TL_JSON_NUMBER;
        double by = found ? high->number : 0, x = found ? made_number(&m, "margin.direction[0]") : 0,
               y = found ? made_number(&m, "margin.direction[1]") : 0;
        if (low > 0) {
            assert_int_equal(verdict_after(&m, at, 0.999 * low, cos(step), sin(step)), before);
            ends[0]++;
        }
        if (found) {
            assert_int_equal(verdict_after(&m, at, by, x, y), before == 'y' ? 'n' : 'y');
            ends[1]++;
        }
        made_end(&m);
    }
    print_message("beside_fortifications: %zu lower ends, %zu upper ends made\n", ends[0], ends[1]);
    assert_true(ends[0] > 0 && ends[1] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_by_a_wall),
        cmocka_unit_test(seen_past_a_wall),
        cmocka_unit_test(too_deep_in_a_wood),
        cmocka_unit_test(beside_fortifications),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
