/* test_judge_truths.c: what the bounds of searches for best places of templates (judge/template) hold against: tables
 * whose meshes may be off, as they may be in truth; flames into houses at every angle and level. */
#include "judge/template/best.h"
#include "support/judge_table.h"
#include "support/template_worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R JUDGE_RIM

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static int below(test_random *r, int count) {
    return test_random_below(r, count);
}

/* --- Whatever it is like in truth --------------------------------------------------------------------------------- */

/* A table as it is told, with meshes that may be off by `by`, and as it is in truth: bodies larger or smaller by almost
 * as much, walls and roofs lower. What is worth something in truth isn't bounded away by what is told. */
typedef struct truth {
    double by;
    tl_vec2 at;
    double roof, wall; /* 0: there is none */
    char units[1400];
} truth;

static void make_truth(judge_table *t, const truth *s, bool told) {
    double more = told ? 0 : 0.95 * s->by, off = told ? s->by : 0;
    judge_begin(t);
    static const struct {
        const char *id;
        double half, grows;
    } assets[] = {{"foe", 20, 1}, {"mate", 20, -1}, {"own", 30, 1}};
    for (int k = 0; k < 3; k++) {
        double half = assets[k].half + assets[k].grows * more;
        judge_asset(t, "'%s':{'mesh':'box %.17g %.17g 0 %.17g %.17g 40','uncertainty':%g}", assets[k].id, -half, -half,
                    half, half, off);
    }
    judge_unit(t, "%s", s->units);
    if (s->roof > 0) {
        judge_terrain(
            t, "{'id':'rock','kind':'obstacle','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g','uncertainty':%g}",
            s->at.x - 3 - more, s->at.y - 12 - more, s->at.x + 36 + more, s->at.y + 12 + more, s->roof - more, off);
    }
    if (s->wall > 0) {
        judge_terrain(t, "{'id':'wall','kind':'wall','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g','uncertainty':%g}",
                      s->at.x + 30, s->at.y - 40, s->at.x + 32, s->at.y + 40, s->wall - more, off);
    }
    judge_ready(t);
}

/* Adds a unit of one model. */
static void add_unit(truth *s, const char *id, const char *side, const char *class, const char *asset, tl_vec2 at,
                     double facing, const char *more) {
    size_t used = strlen(s->units);
    snprintf(
        s->units + used, sizeof(s->units) - used,
        "%s{'id':'%s','side':'%s','class':'%s',%s'members':[{'id':'%s1','asset':'%s','at':[%.17g,%.17g,0],'facing':"
        "%.17g}]}",
        used > 0 ? "," : "", id, side, class, more, id, asset, at.x, at.y, facing);
}

/* What is worth that much in truth is not said to be impossible by what is told. */
static void hold(const truth *s, const tl_question *q, const tl_question *planted, bool flame, const char *what,
                 int *held) {
    judge_table t;
    size_t enemies, friends;
    template_drawn d;
    make_truth(&t, s, false);
    const tl_inquiry *inquiry = flame ? template_draw(&d, &t.inquiry, 0) : &t.inquiry;
    double worth = template_worth(inquiry, planted, "red", &enemies, &friends);
    judge_end(&t);
    if (!(worth > 0)) {
        return;
    }
    make_truth(&t, s, true);
    inquiry = flame ? template_draw(&d, &t.inquiry, 0) : &t.inquiry;
    tl_inquiry less = *inquiry;
    less.effort = 0.02;
    tl_best best;
    tl_error error = {0};
    assert_int_equal(tl_best_find(&less, q, &best, &error), TL_OK);
    assert_true(best.uncertain);
    if (best.upper < worth - 1e-9) {
        fail_msg("%s: %g in truth, at most %g as it is told", what, worth, best.upper);
    }
    template_check_list(inquiry, q, "red", &best);
    *held += worth >= 2;
    if (getenv("TRUELINE_LOUD") != NULL) {
        printf("%s: %g in truth, at most %g\n", what, worth, best.upper);
    }
    tl_best_free(&best);
    judge_end(&t);
}

static void blasts_in_truth(void **state) {
    (void)state;
    test_random r = test_random_start("blasts_in_truth", 271103);
    int rounds = test_trials(20), held = 0;
    for (int round = 0; round < rounds; round++) {
        truth s = {.by = between(&r, 0.5, 3), .at = {between(&r, 950, 1050), between(&r, 950, 1050)}};
        double hair = between(&r, 0.1, 0.3), grown = 0.95 * s.by, x = s.at.x, y = s.at.y;
        bool fires = round % 3 > 0;
        s.roof = round % 4 == 1 ? between(&r, 55, 75) : 0;
        s.wall = round % 4 == 3 ? 19.5 + 0.5 * s.by : 0;
        if (s.roof > 0 && fires) { /* below the roof: from the top of his base he reaches up to it */
            double up = s.roof - grown - 3, out = sqrt((100 - hair) * (100 - hair) - up * up);
            add_unit(&s, "a", "red", "infantry", "man", (tl_vec2){x - R - out, y}, 0,
                     "'weapons':[{'id':'w','range':{'mm':100},'template':'blast'}],");
        } else if (round % 6 == 2) { /* who fires is smaller in truth: then it is as far away as it must be */
            add_unit(&s, "a", "red", "vehicle", "mate",
                     (tl_vec2){x - 20 + grown - 300 - hair, y + between(&r, -10, 10)}, 0,
                     "'weapons':[{'id':'w','range':[3,6],'template':'blast'}],");
        } else if (fires) { /* its side is at the end of its range */
            add_unit(&s, "a", "red", "vehicle", "own", (tl_vec2){x - 30 - grown - 400 + hair, y + between(&r, -20, 20)},
                     0, "'weapons':[{'id':'w','range':4,'template':'blast'}],");
        } else {
            add_unit(&s, "a", "red", "infantry", "man", (tl_vec2){200, 200}, 0, "");
        }
        add_unit(&s, "m0", "blue", "vehicle", "foe", (tl_vec2){x, y + 75 + 20 + grown - hair}, 0, "");
        add_unit(&s, "m1", "blue", "vehicle", "foe",
                 (tl_vec2){x + between(&r, -10, 10), y - 75 - 20 - grown + 2 * hair}, 0, "");
        double a = between(&r, -0.2, 0.2), d = s.wall > 0 ? 70 : 75 + R - 3 * hair;
        add_unit(&s, "m2", "blue", "infantry", "man", (tl_vec2){x + d * cos(a), y + d * sin(a)}, 0, "");
        if (below(&r, 2) == 0) {
            add_unit(&s, "f", "red", "vehicle", "mate", (tl_vec2){x - 75 - 20 + grown - hair, y}, 0, "");
        }
        const tl_question q = {.shape = "blast",
                               .best = true,
                               .from = fires ? "a" : NULL,
                               .side = "red",
                               .has_friends_weight = true,
                               .friends_weight = 1};
        tl_question planted = q;
        planted.best = false;
        planted.at_count = 3;
        planted.at[0] = x;
        planted.at[1] = y;
        planted.at[2] = s.roof > 0 ? s.roof - grown : 0;
        char what[40];
        snprintf(what, sizeof(what), "round %d", round);
        hold(&s, &q, &planted, false, what, &held);
    }
    assert_true(held >= rounds / 2);
}

static void flames_in_truth(void **state) {
    (void)state;
    test_random r = test_random_start("flames_in_truth", 271104);
    int rounds = test_trials(20), held = 0;
    for (int round = 0; round < rounds; round++) {
        truth s = {.by = between(&r, 0.5, 3), .at = {3000, 3000}};
        double hair = between(&r, 0.1, 0.3), grown = 0.95 * s.by, away = 30 + grown;
        /* straight ahead: widest at 100, where it is 13 to the right, and 14.5 to the left; it ends at 115 */
        add_unit(&s, "a", "red", "vehicle", "own", (tl_vec2){1000, 1000}, 0,
                 "'weapons':[{'id':'w','range':1,'template':'flame-1'}],");
        add_unit(&s, "m0", "blue", "vehicle", "foe", (tl_vec2){1000 + away + 100, 1000 - 13 - 20 - grown + hair}, 0,
                 "");
        add_unit(&s, "m1", "blue", "vehicle", "foe", (tl_vec2){1000 + away + 80, 1000 + 16 + 20 + grown - hair}, 0, "");
        if (below(&r, 2) == 0) {
            add_unit(&s, "m2", "blue", "vehicle", "foe", (tl_vec2){1000 + away + 115 + 20 + grown - hair, 1002}, 0, "");
        } else {
            add_unit(&s, "f", "red", "vehicle", "mate", (tl_vec2){1000 + away + 115 + 20 - grown + hair, 1002}, 0, "");
        }
        const tl_question q = {
            .shape = "flame-1", .best = true, .from = "a", .has_friends_weight = true, .friends_weight = 1};
        tl_question planted = q;
        planted.best = false;
        planted.has_angle = true;
        char what[40];
        snprintf(what, sizeof(what), "round %d", round);
        hold(&s, &q, &planted, true, what, &held);
    }
    assert_true(held >= rounds / 2);
}

/* --- Upstairs ----------------------------------------------------------------------------------------------------- */

/* Flames into a house of three levels, against every angle of a fan, of every level that may be named. */
static void flames_upstairs(void **state) {
    (void)state;
    static const char *const readings[] = {"struck_level", "level_and_outside", "all_seen"};
    static const double floors[3] = {0, 64, 130};
    test_random r = test_random_start("flames_upstairs", 271105);
    int rounds = test_trials(16), proved = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double weight = 0.5 * (1 + below(&r, 3));
        judge_begin(&t);
        judge_asset(&t, "'tall':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,300],'radius':8},'base':{'shape':'"
                        "disc','diameter':25}}");
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[1060,800],[1300,800],[1300,1200],[1060,1200]],'mesh'"
                      ":'box 1060 800 60 1300 1200 64, box 1060 800 126 1300 1200 130'%s}",
                      round % 4 == 3 ? ",'uncertainty':0.5" : "");
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':1,'template':'flame-1'}]"
                       ",'members':[{'id':'a1','asset':'tall','at':[1000,1000,0]}]}");
        for (int k = 0; k < 10; k++) {
            double x = k == 0 ? 1060.01 : between(&r, 1035, 1130), y = 1000 + between(&r, -0.6, 0.6) * (x - 1000);
            judge_unit(&t,
                       "{'id':'m%d','side':'%s','class':'infantry','members':[{'id':'m%d1','asset':'man','at':[%.17g,"
                       "%.17g,%g]}]}",
                       k, below(&r, 3) == 0 ? "red" : "blue", k, x, y, x >= 1060 ? floors[below(&r, 3)] : 0);
        }
        judge_ready(&t);
        template_drawn d;
        const tl_inquiry *inquiry = template_draw(&d, judge_set(&t, -1, "blast_levels", readings[round % 3], NULL), 0);
        for (size_t named = 0; named < 3; named++) { /* the third: none is */
            const tl_question q = {.shape = "flame-1",
                                   .best = true,
                                   .from = "a",
                                   .has_level = named < 2,
                                   .level = named,
                                   .has_friends_weight = true,
                                   .friends_weight = weight};
            tl_best best;
            tl_error error = {0};
            tl_inquiry less = *inquiry;
            less.effort = 0.03; /* what may be off leaves much open */
            assert_int_equal(tl_best_find(&less, &q, &best, &error), TL_OK);
            double found = best.count > 0 ? best.places[0].score : 0;
            for (int k = 0; k < 14; k++) {
                tl_question there = q;
                size_t enemies, friends;
                there.best = false;
                there.has_angle = true;
                there.angle_deg = between(&r, -35, 35);
                double worth = template_worth(inquiry, &there, "red", &enemies, &friends);
                if (worth > best.upper + 1e-9 || (best.proved && worth > found + 1e-9)) {
                    fail_msg("round %d, level %zu: %g at %.17g, found %g, at most %g", round, named, worth,
                             there.angle_deg, found, best.upper);
                }
            }
            proved += best.proved;
            template_check_list(inquiry, &q, "red", &best);
            tl_best_free(&best);
        }
        judge_end(&t);
    }
    assert_true(proved >= 2 * rounds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blasts_in_truth),
        cmocka_unit_test(flames_in_truth),
        cmocka_unit_test(flames_upstairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
