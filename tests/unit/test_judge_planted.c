/* test_judge_planted.c: best places of templates (judge/template) that lie in narrow gaps made for them: enemies that a
 * place catches by a hair's breadth, friends that it misses by one, the firer's range, minimum, arc and sight met by
 * as little. No search may overlook a place that was planted so, nor say that there is none so good. */
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

/* What the searches of one test have come to. */
typedef struct tally {
    int planted, proved;
} tally;

/* Searches, and holds the place planted against what is found. `least`: what it has to be worth to be a planted one. */
static void search(const tl_inquiry *inquiry, const tl_question *q, const tl_question *planted, const char *side,
                   double least, tally *sum, const char *what) {
    size_t enemies, friends;
    double worth = template_worth(inquiry, planted, side, &enemies, &friends);
    if (!(worth >= least)) {
        return;
    }
    tl_best best;
    tl_error error = {0};
    assert_int_equal(tl_best_find(inquiry, q, &best, &error), TL_OK);
    double found = best.count > 0 ? best.places[0].score : 0;
    if (worth > best.upper + 1e-9 || (best.proved && found < worth - 1e-9)) {
        fail_msg("%s: %g where %g was planted, at most %g", what, found, worth, best.upper);
    }
    sum->planted++;
    sum->proved += best.proved;
    if (getenv("TRUELINE_LOUD") != NULL) {
        printf("%s: planted %g, found %g, upper %g, cells %zu, work %g\n", what, worth, found, best.upper, best.cells,
               (double)best.work);
    }
    template_check_list(inquiry, q, side, &best);
    tl_best_free(&best);
}

/* --- Flames ------------------------------------------------------------------------------------------------------- */

typedef struct firer {
    const char *asset, *class;
} firer;

static const firer firers[] = {{"man", "infantry"}, {"oval", "infantry"}, {"rect", "infantry"}, {"poly", "infantry"},
                               {"tank", "vehicle"}, {"gun", "vehicle"},   {"star", "infantry"}, {"heap", "vehicle"}};

static void add_assets(judge_table *t) {
    judge_asset(t, "'oval':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'oval',"
                   "'size':[120,40]}}");
    judge_asset(t, "'rect':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                   "rectangle','size':[50,30]}}");
    judge_asset(t, "'poly':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                   "polygon','outline':[[30,8],[5,25],[-30,10],[-12,0],[-30,-12],[30,-10]]}}");
    judge_asset(t, "'gun':{'mesh':'box -50 -30 0 50 30 40, box 50 -6 20 108 6 24','parts':{'core':['box0'],'gear':['"
                   "box1']}}");
    judge_asset(t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc',"
                   "'diameter':25},'figures':3}");
    /* a core that is no part of the mesh */
    judge_asset(t,
                "'rider':{'mesh':'box -50 -30 0 50 30 40','core':{'shape':'box','min':[-45,-25,0],'max':[45,25,45]}}");
}

typedef struct flame_scene {
    firer who;
    double facing, angle, error; /* of the outline, game units */
    char star[400];              /* corners of a base round its middle, as far out as it happens */
    const char *weapons, *shape;
    tl_vec2 man[8];
    bool friend[8];
    const char *asset[8];
    int men;
} flame_scene;

static void make_flames(judge_table *t, const flame_scene *s) {
    judge_begin(t);
    add_assets(t);
    judge_asset(t,
                "'star':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'polygon',"
                "'outline':[%s]}}",
                s->star);
    judge_asset(t, "'heap':{'mesh':'box -45 -20 0 35 25 40, box 20 -50 0 50 -10 30, box -60 -5 0 -30 5 20'}");
    judge_unit(t,
               "{'id':'a','side':'red','class':'%s','weapons':[%s],'members':[{'id':'a1','asset':'%s','at':[700,700],"
               "'facing':%.17g},{'id':'a2','asset':'%s','at':[1500,1500],'facing':%.17g}]}",
               s->who.class, s->weapons, s->who.asset, s->facing, s->who.asset, s->facing);
    for (int i = 0; i < s->men; i++) {
        char id[8];
        snprintf(id, sizeof(id), "m%d", i);
        judge_model(t, id, s->friend[i] ? "red" : "blue", "infantry", s->asset[i], s->man[i].x, s->man[i].y, 0, "");
    }
    judge_ready(t);
}

static void add_man(flame_scene *s, tl_vec2 at, bool friend, const char *asset) {
    s->man[s->men] = at;
    s->friend[s->men] = friend;
    s->asset[s->men++] = asset;
}

static void flames(void **state) {
    (void)state;
    static const struct {
        const char *text, *shape;
        bool narrow; /* its arc is no full circle */
    } weapons[] = {
        {"{'id':'w','range':1,'template':'flame-1'}", "flame-1", false},
        {"{'id':'w','range':1,'arc':'front','template':'flame-1'}", "flame-1", true},
        {"{'id':'v','range':1,'arc':'rear','template':'flame-2'},{'id':'w','range':2,'arc':'front','template':'flame-2'"
         "}",
         "flame-2", true},
        {"{'id':'w','range':3,'template':'flame-2','muzzle':[40,5,20]}", "flame-2", false},
        {"{'id':'v','range':1,'template':'flame-2'},{'id':'w','range':3,'template':'flame-2'}", "flame-2", false},
    };
    test_random r = test_random_start("flames", 271101);
    tally sum = {0, 0};
    int rounds = test_trials(48);
    for (int round = 0; round < rounds; round++) {
        int kind = round % 5;
        flame_scene s = {.who = firers[below(&r, 8)],
                         .facing = between(&r, 0, 360),
                         .weapons = weapons[kind].text,
                         .shape = weapons[kind].shape};
        s.angle = weapons[kind].narrow ? s.facing + between(&r, -38, 38) : between(&r, 0, 360);
        s.error = below(&r, 2) * 0.0005;
        for (int k = 0; k < 9; k++) {
            size_t used = strlen(s.star);
            double a = (k + between(&r, 0, 0.6)) * (2 * M_PI / 9), out = between(&r, 18, 55);
            snprintf(s.star + used, sizeof(s.star) - used, "%s[%.5f,%.5f]", k > 0 ? "," : "", out * cos(a),
                     out * sin(a));
        }
        judge_table t;
        template_drawn d;
        make_flames(&t, &s);
        const tl_question planted = {.shape = s.shape,
                                     .from = "a2",
                                     .has_angle = true,
                                     .angle_deg = s.angle,
                                     .has_friends_weight = true,
                                     .friends_weight = 1};
        tl_placing placing;
        tl_error error = {0};
        assert_int_equal(tl_placing_make(template_draw(&d, &t.inquiry, s.error), &planted, &placing, &error), TL_OK);
        /* men along its rim, outside of it but for a hair, or wholly outside by one */
        const tl_template *rim = &placing.shape;
        bool legal = placing.verdict == TL_VERDICT_YES;
        while (legal && s.men < 6) {
            size_t i = (size_t)below(&r, (int)rim->count);
            tl_vec2 p = rim->corner[i], q = rim->corner[(i + 1) % rim->count];
            double length = tl_length2(tl_sub2(q, p)), u = between(&r, 0, 1);
            tl_vec2 out = {(q.y - p.y) / length, (p.x - q.x) / length};
            tl_vec2 at = tl_lerp2(p, q, u);
            bool friend = s.men >= 4 && below(&r, 2) == 0;
            double by = between(&r, 0.2, 0.7);
            if (tl_length2(tl_sub2(at, (tl_vec2){1500, 1500})) < 95) {
                continue;
            }
            add_man(&s, tl_add2(at, tl_scale2(out, friend ? R + by : R - by)), friend,
                    below(&r, 5) == 0 && !friend ? "crew" : "man");
        }
        tl_placing_free(&placing);
        judge_end(&t);
        if (!legal) {
            continue;
        }
        add_man(&s, (tl_vec2){700 + between(&r, -200, 200), 700 + between(&r, -200, 200)}, false, "man");
        add_man(&s, (tl_vec2){1500 + between(&r, -200, 200), 1500 + between(&r, -200, 200)}, false, "man");
        make_flames(&t, &s);
        const tl_inquiry *inquiry = template_draw(&d, judge_set(&t, -1, NULL), s.error);
        const tl_question q = {
            .shape = s.shape, .best = true, .from = "a", .has_friends_weight = true, .friends_weight = 1};
        char what[80];
        snprintf(what, sizeof(what), "round %d, %s", round, s.who.asset);
        search(inquiry, &q, &planted, "red", 2, &sum, what);
        judge_end(&t);
    }
    assert_true(sum.planted >= rounds / 3 && 20 * sum.proved >= 19 * sum.planted);
}

/* --- Blasts ------------------------------------------------------------------------------------------------------- */

typedef struct blast_scene {
    tl_vec2 at;
    double z, diameter, height;
    char unit[512], terrain[512];
    char men[10][240];
    int count;
} blast_scene;

static void add_to(blast_scene *s, tl_vec2 at, double z, bool friend, const char *asset, const char *class) {
    int k = s->count++;
    char height[32] = ""; /* NAN: it stands on what is there */
    if (!isnan(z)) {
        snprintf(height, sizeof(height), ",%.17g", z);
    }
    snprintf(s->men[k], sizeof(s->men[k]),
             "{'id':'m%d','side':'%s','class':'%s','members':[{'id':'m%d1','asset':'%s','at':[%.17g,%.17g%s]}]}", k,
             friend ? "red" : "blue", class, k, asset, at.x, at.y, height);
}

/* Who may lay it there by a hair: at the end of its range or its minimum, with the centre at the edge of its arc. */
static void add_firer(blast_scene *s, test_random *r) {
    double way = between(r, 0, 360), facing = between(r, 0, 360), hair = between(r, 0.15, 0.6), reach, away;
    char range[60], arc[30] = "";
    int kind = below(r, 4);
    if (kind == 0) {
        away = 400 - hair;
        snprintf(range, sizeof(range), "'range':4");
    } else if (kind == 1) {
        away = 300 + hair;
        snprintf(range, sizeof(range), "'range':[3,6]");
    } else if (kind == 2) {
        away = 350 - hair;
        snprintf(range, sizeof(range), "'range':{'mm':350}");
    } else {
        away = between(r, 200, 500);
        snprintf(range, sizeof(range), "'name':'Endless'");
    }
    reach = away + R;
    if (below(r, 2) == 0) {
        facing = way + 180 + (below(r, 2) == 0 ? 1 : -1) * (45 - hair * 57.3 / reach);
        snprintf(arc, sizeof(arc), ",'arc':'front'");
    }
    double c = cos(way * M_PI / 180), n = sin(way * M_PI / 180);
    snprintf(s->unit, sizeof(s->unit),
             "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'v','range':1,'template':'blast'},{'id':'w',"
             "'template':'blast',%s%s}],'members':[{'id':'a1','asset':'man','at':[400,400,0],'facing':%.17g},{'id':'a2'"
             ",'asset':'man','at':[%.17g,%.17g,0],'facing':%.17g}]}",
             range, arc, facing, s->at.x + reach * c, s->at.y + reach * n, facing);
}

static void blasts(void **state) {
    (void)state;
    static const char *const levels[] = {"struck_level", "level_and_outside", "all_seen"};
    test_random r = test_random_start("blasts", 271102);
    tally sum = {0, 0};
    int rounds = test_trials(36);
    for (int round = 0; round < rounds; round++) {
        blast_scene s = {.at = {between(&r, 900, 1400), between(&r, 900, 1400)}, .diameter = 150, .height = 40};
        bool fires = below(&r, 3) > 0;
        int ground = below(&r, 10);
        char more[40] = "", table[80] = "";
        if (ground > 0 && below(&r, 4) == 0) {
            snprintf(more, sizeof(more), ",'uncertainty':0.05");
        }
        double x = s.at.x, y = s.at.y, top = between(&r, 15, 90);
        if (ground == 1) { /* on a rock, as high as it likes */
            snprintf(s.terrain, sizeof(s.terrain),
                     "{'id':'rock','kind':'obstacle','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g'%s}", x - 30, y - 120,
                     x + 130, y + 120, top, more);
            s.z = top;
        } else if (ground == 2) { /* upstairs in a house */
            snprintf(s.terrain, sizeof(s.terrain),
                     "{'id':'house','kind':'building','outline':[[%g,%g],[%g,%g],[%g,%g],[%g,%g]],'mesh':'box %g %g 60 "
                     "%g %g 64, box %g %g 126 %g %g 130'%s}",
                     x - 60, y - 130, x + 130, y - 130, x + 130, y + 130, x - 60, y + 130, x - 60, y - 130, x + 130,
                     y + 130, x - 60, y - 130, x + 130, y + 130, more);
            s.z = below(&r, 2) == 0 ? 64 : 0;
        } else if (ground == 3) { /* beside a wall */
            snprintf(s.terrain, sizeof(s.terrain),
                     "{'id':'wall','kind':'wall','outline':[[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g]],"
                     "'height':%.17g}",
                     x + 20, y - 60, x + 24, y - 60, x + 24, y + 5, x + 20, y + 5, top);
        }
        if (ground == 4 || ground == 5) { /* in a bunker, or a house without rooms, or beside it */
            double a = below(&r, 2) == 0 ? -25 : 4;
            snprintf(s.terrain, sizeof(s.terrain),
                     ground == 4
                         ? "{'id':'fort','kind':'bunker','mesh':'box %.17g %.17g 0 %.17g %.17g 60','at':[0,0,0]}"
                         : "{'id':'shed','kind':'building','interior':'abstract','mesh':'box %.17g %.17g 0 %.17g "
                           "%.17g 60','at':[0,0,0]}",
                     x + a, y - 25, x + a + 50, y + 25);
        } else if (ground == 6) { /* on the plate of a wood */
            snprintf(
                s.terrain, sizeof(s.terrain),
                "{'id':'wood','kind':'wood','mesh':'box %.17g %.17g 0 %.17g %.17g 4, box %.17g %.17g 50 %.17g %.17g "
                "60','at':[0,0,0]}",
                x - 20, y - 30, x + 60, y + 30, x - 20, y - 30, x + 60, y + 30);
            s.z = 4;
        } else if (ground == 7) { /* in a hull */
            add_to(&s, (tl_vec2){x + between(&r, -40, 40), y + between(&r, -20, 20)}, 0, below(&r, 2) == 0, "rider",
                   "vehicle");
        } else if (ground == 8) { /* on a table of its own, which may be off */
            snprintf(table, sizeof(table), "'mesh':'box 0 0 -20 3000 3000 0'%s",
                     below(&r, 2) == 0 ? ",'uncertainty':0.05" : "");
        }
        if (ground == 9) { /* on a slope */
            snprintf(
                s.terrain, sizeof(s.terrain),
                "{'id':'ramp','kind':'hill','mesh':'box -90 -70 -60 90 70 0','at':[%.17g,%.17g,20],'turn':%g,'tilt':["
                "%g,%g]}",
                x + 20, y, between(&r, 0, 360), between(&r, -12, 12), between(&r, -12, 12));
        }
        if (fires) {
            add_firer(&s, &r);
        }
        double first = between(&r, 0, 360);
        int men = 3 + below(&r, 2), friends = below(&r, 3);
        for (int k = 0; k < men + friends; k++) {
            bool friend = k >= men;
            double a = (first + 120 * k + between(&r, -25, 25)) * (M_PI / 180), by = between(&r, 0.2, 1);
            double away = 75 + R + (friend ? by : -by);
            tl_vec2 at = {x + away * cos(a), y + away * sin(a)};
            double z = ground == 6 ? 4 : ground == 9 ? NAN : 0;
            bool on =
                (ground == 1 && at.x > x - 30 && at.x < x + 130) || (ground == 2 && at.x > x - 60 && at.x < x + 130);
            z = on ? s.z : z;
            if (ground == 2 && on && below(&r, 4) == 0) {
                z = 64 - z;
            }
            if (k == 1 && ground != 2) { /* a hull, its near face as far away */
                double face = 75 - by;
                add_to(&s, (tl_vec2){x + face + JUDGE_AHEAD, y + between(&r, -20, 20)},
                       ground == 1   ? s.z
                       : ground == 9 ? NAN
                                     : 0,
                       false, "tank", "vehicle");
            } else {
                add_to(&s, at, z, friend, k == 2 && !friend ? "crew" : "man", "infantry");
            }
        }
        add_to(&s, (tl_vec2){x + between(&r, -300, 300), y + between(&r, -300, 300)}, 0, below(&r, 2) == 0, "man",
               "infantry");
        judge_table t;
        judge_begin(&t);
        add_assets(&t);
        if (fires) {
            judge_unit(&t, "%s", s.unit);
        }
        for (int k = 0; k < s.count; k++) {
            judge_unit(&t, "%s", s.men[k]);
        }
        if (!fires) {
            judge_model(&t, "last", "red", "infantry", "man", 2500, 2500, 0, "");
        }
        if (s.terrain[0] != '\0') {
            judge_terrain(&t, "%s", s.terrain);
        }
        if (table[0] != '\0') {
            judge_ground(&t, "%s", table);
        }
        judge_ready(&t);
        tl_inquiry less = *judge_set(&t, -1, "blast_levels", levels[below(&r, 3)], "blast_vertical",
                                     below(&r, 4) == 0 ? "sphere" : "column", "blast_centre_height_mm",
                                     below(&r, 2) == 0 ? "40" : "10", NULL);
        const tl_inquiry *inquiry = &less;
        less.effort = 0.03; /* what is left open for want of work is open above */
        const tl_question q = {.shape = "blast",
                               .best = true,
                               .from = fires ? "a" : NULL,
                               .side = fires ? NULL : "red",
                               .has_friends_weight = true,
                               .friends_weight = 0.5 * (1 + below(&r, 3))};
        tl_question planted = q;
        planted.best = false;
        planted.at[0] = x;
        planted.at[1] = y;
        planted.at_count = ground == 9 ? 2 : 3; /* there on what is there */
        planted.at[2] = s.z;
        char what[80];
        snprintf(what, sizeof(what), "round %d, ground %d, %s", round, ground, fires ? "fires" : "side");
        search(inquiry, &q, &planted, "red", 1.5, &sum, what);
        judge_end(&t);
    }
    assert_true(sum.planted >= rounds / 3 && sum.proved >= sum.planted * 3 / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flames),
        cmocka_unit_test(blasts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
