/* Templates (judge/template), asked whole, of tables made in memory: who lies under a disc, whom its centre sees, which
 * level is struck, whether it may lie there, what the best place is worth. Closed forms, both sides of every limit,
 * every reading of every setting. */
#include "support/judge_told.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R JUDGE_RIM

/* --- Discs -------------------------------------------------------------------------------------------------------- */

static double lens(double r, double s, double d) {
    if (d >= r + s) {
        return 0;
    }
    if (d <= fabs(r - s)) {
        return M_PI * fmin(r, s) * fmin(r, s);
    }
    double a = acos((d * d + r * r - s * s) / (2 * d * r)), b = acos((d * d + s * s - r * r) / (2 * d * s));
    return r * r * (a - sin(2 * a) / 2) + s * s * (b - sin(2 * b) / 2);
}

/* Bases under a disc of 150: some of it, all of it, its rim alone, in cm and inches, of another width (DB-BLA-02, -03).
 */
static void under_discs(void **state) {
    (void)state;
    const struct {
        double distance, diameter;
        const char *settings, *under, *coverage;
    } cases[] = {
        {0, 150, "", "yes", "full"},
        {62, 150, "", "yes", "full"},
        {63, 150, "", "yes", "partial"},
        {87, 150, "", "yes", "partial"},
        {88, 150, "", "no", NULL},
        {87.5, 150, "", "marginal", NULL},
        {87.5, 150, "'blast_touch':'counts'", "marginal", NULL},
        {88, 152.4, "'units':'inch'", "yes", "partial"},
        {89, 152.4, "'units':'inch'", "no", NULL},
        {62, 100, "'blast_diameter_mm':100", "yes", "partial"},
        {63, 100, "'blast_diameter_mm':100", "no", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_man(&t, "m", 1000, 1000);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'blast','at':[%.17g,1000],'set':{%s}}", 1000 + cases[i].distance,
                  cases[i].settings);
        if (!is(&t, "verdict", cases[i].under)) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "verdict"));
        }
        assert_near(number(&t, "diameter_mm"), cases[i].diameter, 1e-9);
        assert_true(is(&t, "shape", "blast"));
        assert_int_equal(made_has(&t.told, "placeholder") && made_value(&t.told, "placeholder")->boolean, false);
        assert_near(made_point(&t.told, "eye").z, 10, 1e-9);
        bool hit = strcmp(cases[i].under, "yes") == 0;
        assert_near(number(&t, "count"), hit, 0);
        assert_near(number(&t, "bases"), hit, 0);
        assert_int_equal(told(&t, "m1"), strcmp(cases[i].under, "no") != 0);
        if (told(&t, "m1")) {
            assert_true(is(&t, of(&t, "m1", "under"), cases[i].under));
            double share = lens(cases[i].diameter / 2, R, cases[i].distance) / (M_PI * R * R);
            assert_near(number(&t, of(&t, "m1", "fraction")), share, 1e-3);
            assert_near(number(&t, of(&t, "m1", "gap_mm")), fmax(0, cases[i].distance - R - cases[i].diameter / 2),
                        1e-6);
        }
        if (cases[i].coverage != NULL) {
            assert_true(is(&t, of(&t, "m1", "coverage"), cases[i].coverage));
        }
        judge_end(&t);
    }
    /* exactly at the rim it merely touches: hit or not as the setting says */
    for (int counts = 0; counts < 2; counts++) {
        judge_table t;
        judge_begin(&t);
        judge_man(&t, "m", 1000, 1000);
        judge_ready(&t);
        judge_ask(&t,
                  "{'query':'template','shape':'blast','at':[1087.5,1000],'tolerance_mm':0,'set':{'blast_touch':'%s'}}",
                  counts ? "counts" : "needs_overlap");
        assert_true(is(&t, "verdict", counts ? "yes" : "no"));
        judge_end(&t);
    }
}

/* Hulls by their cores; every figure on a base (DB-BLA-09); friends count; passengers don't. */
static void who_is_under(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc'"
                    ",'diameter':25},'figures':3}");
    judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'w','range':20,'template':'blast'}]");
    judge_model(&t, "crew", "blue", "infantry", "crew", 1000, 1040, 0, "");
    judge_model(&t, "mate", "red", "infantry", "man", 1000, 960, 0, "");
    judge_tank(&t, "v", 1000 + 74 + JUDGE_AHEAD, 1000, 0);
    judge_tank(&t, "off", 1000 - 76 - JUDGE_AHEAD, 1000, 0);
    judge_model(&t, "truck", "blue", "vehicle", "tank", 1000, 1100, 0, "'skills':['transport']");
    judge_model(&t, "men", "blue", "infantry", "man", 1000, 1100, 0, "'aboard':'truck1'");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000],'from':'a'}");
    assert_true(is(&t, "verdict", "yes"));
    assert_near(number(&t, "count"), 6, 0); /* three of the crew, a mate, two vehicles */
    assert_near(number(&t, "bases"), 4, 0);
    assert_near(number(&t, of(&t, "crew1", "figures")), 3, 0);
    assert_true(told(&t, "v1") && told(&t, "truck1") && !told(&t, "off1") && !told(&t, "men1"));
    assert_true(is(&t, of(&t, "v1", "hit"), "yes"));
    for (int u = 0; u < 5; u++) {
        char path[40];
        snprintf(path, sizeof(path), "units[%d].unit", u);
        if (is(&t, path, "mate") || is(&t, path, "crew")) {
            bool friend = is(&t, path, "mate");
            snprintf(path, sizeof(path), "units[%d].friend", u);
            assert_int_equal(made_value(&t.told, path)->boolean, friend);
            snprintf(path, sizeof(path), "units[%d].count", u);
            assert_near(number(&t, path), friend ? 1 : 3, 0);
        }
    }
    judge_end(&t);
}

/* What the centre doesn't see isn't hit (DB-BLA-04): over a wall it sees from its height. */
static void seen_from_the_centre(void **state) {
    (void)state;
    const struct {
        double wall;
        const char *height, *los;
    } cases[] = {{9, "10", "yes"}, {40, "10", "no"}, {40, "50", "yes"}, {8, "1", "yes"}, {28, "27", "yes"}};
    for (size_t i = 0; i < 5; i++) {
        judge_table t;
        judge_begin(&t);
        judge_man(&t, "m", 1060, 1000);
        judge_wall(&t, "wall", (tl_vec2){1030, 500}, (tl_vec2){1032, 1500}, cases[i].wall);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000],'set':{'blast_centre_height_mm':%s}}",
                  cases[i].height);
        assert_true(is(&t, of(&t, "m1", "los"), cases[i].los));
        assert_true(is(&t, of(&t, "m1", "hit"), cases[i].los));
        assert_true(is(&t, of(&t, "m1", "under"), "yes"));
        assert_near(made_point(&t.told, "eye").z, strtod(cases[i].height, NULL), 1e-9);
        judge_end(&t);
    }
}

/* Above and below: everything, or as far as the radius (DB-BLA-06). */
static void above(void **state) {
    (void)state;
    const struct {
        double height;
        const char *reach, *under;
    } cases[] = {{200, "column", "yes"},
                 {200, "sphere", "no"},
                 {70, "sphere", "yes"},
                 {74, "sphere", "yes"},
                 {76.5, "sphere", "no"}};
    for (size_t i = 0; i < 5; i++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(
            &t, "{'id':'m','side':'red','class':'infantry','members':[{'id':'m1','asset':'man','at':[1000,1000,%g]}]}",
            cases[i].height);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000],'set':{'blast_vertical':'%s'}}",
                  cases[i].reach);
        if (told(&t, "m1") != (strcmp(cases[i].under, "yes") == 0)) {
            fail_msg("case %zu", i);
        }
        judge_end(&t);
    }
}

/* A weapon's template that does no harm to some classes (DB-BLA-08); what a bunker keeps from being hit. */
static void spared(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'w','range':20,'template':'blast','template_against':['infantry']}]");
    judge_model(&t, "b", "blue", "infantry", "man", 1000, 1030, 0, "");
    judge_model(&t, "v", "blue", "vehicle", "tank", 1000, 950, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000],'from':'a'}");
    assert_true(is(&t, of(&t, "b1", "hit"), "yes") && !made_has(&t.told, of(&t, "b1", "spared")));
    assert_true(is(&t, of(&t, "v1", "hit"), "no") && made_value(&t.told, of(&t, "v1", "spared"))->boolean);
    assert_near(number(&t, "count"), 1, 0);
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000]}");
    assert_true(is(&t, of(&t, "v1", "hit"), "yes"));
    judge_end(&t);
    judge_begin(&t);
    judge_terrain(&t, "{'id':'fort','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[500,1000,0]}");
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':20,'template':'blast'}],'"
                   "members':[{'id':'a1','asset':'man','at':[500,1000,0]}]}");
    judge_model(&t, "b", "blue", "infantry", "man", 1000, 1030, 0, "");
    judge_model(&t, "bird", "blue", "aircraft", "tank", 1000, 950, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000],'from':'a'}");
    assert_true(is(&t, of(&t, "b1", "hit"), "yes"));
    assert_true(is(&t, of(&t, "bird1", "hit"), "no") && is(&t, of(&t, "bird1", "barred"), "shelter"));
    judge_end(&t);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* A building of two floors, 60 apart, open at its sides; somebody on each, and one outside (DB-BLA-05). */
static void levels(void **state) {
    (void)state;
    const struct {
        double z, x; /* of the centre: the floor, and inside or outside */
        const char *reading, *down, *up, *out;
    } cases[] = {{0, 1000, "struck_level", "yes", "no", "yes"},
                 {64, 1000, "struck_level", "no", "yes", "no"},
                 {64, 1000, "level_and_outside", "no", "yes", "yes"},
                 {0, 1000, "level_and_outside", "yes", "no", "yes"},
                 {0, 1130, "struck_level", "yes", "no", "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'house','kind':'building','outline':[[900,900],[1100,900],[1100,1100],[900,1100]],'"
                          "mesh':'box 900 900 60 1100 1100 64, "
                          "box 900 900 0 904 904 130, box 1096 900 0 1100 904 130, box 900 900 126 1100 1100 130'}");
        judge_unit(
            &t, "{'id':'d','side':'red','class':'infantry','members':[{'id':'d1','asset':'man','at':[1070,1000,0]}]}");
        judge_unit(
            &t, "{'id':'u','side':'red','class':'infantry','members':[{'id':'u1','asset':'man','at':[1070,1040,64]}]}");
        judge_unit(
            &t, "{'id':'o','side':'red','class':'infantry','members':[{'id':'o1','asset':'man','at':[1115,980,0]}]}");
        judge_ready(&t);
        judge_ask(&t,
                  "{'query':'template','shape':'blast','at':[%g,1000,%g],'set':{'blast_levels':'%s','blast_diameter_mm'"
                  ":300}}",
                  cases[i].x, cases[i].z, cases[i].reading);
        if (!is(&t, of(&t, "d1", "struck"), cases[i].down) || !is(&t, of(&t, "u1", "struck"), cases[i].up) ||
            !is(&t, of(&t, "o1", "struck"), cases[i].out)) {
            fail_msg("case %zu: %s, %s", i, made_word(&t.told, of(&t, "d1", "struck")),
                     made_word(&t.told, of(&t, "u1", "struck")));
        }
        /* whoever lies under it and isn't hit is told why */
        const char *ids[3] = {"d1", "u1", "o1"};
        int safe = 0, reasons = 0;
        for (int k = 0; k < 3; k++) {
            safe += is(&t, of(&t, ids[k], "hit"), "no");
        }
        for (int k = 0; k < 16; k++) {
            char path[64];
            snprintf(path, sizeof(path), "reasons[%d].verdict", k);
            bool no = is(&t, path, "no");
            snprintf(path, sizeof(path), "reasons[%d].rule", k);
            reasons += no && (is(&t, path, "DB-BLA-04") || is(&t, path, "DB-BLA-05"));
        }
        assert_true(safe > 0);
        if (reasons != safe) {
            fail_msg("case %zu: %d of %d\n%s", i, reasons, safe, t.told.text);
        }
        assert_near(number(&t, of(&t, "d1", "level")), 0, 0);
        assert_near(number(&t, of(&t, "u1", "level")), 1, 0);
        judge_ask(&t,
                  "{'query':'template','shape':'blast','at':[%g,1000,%g],'set':{'blast_levels':'all_seen','blast_"
                  "diameter_mm':300}}",
                  cases[i].x, cases[i].z);
        assert_true(is(&t, of(&t, "d1", "under"), "yes") && is(&t, of(&t, "u1", "under"), "yes"));
        assert_true(is(&t, of(&t, "d1", "hit"), made_word(&t.told, of(&t, "d1", "los"))));
        judge_end(&t);
    }
}

/* Levels of a scan that may be off: who stands on its floor may be on that level or not; who stands on the table below
 * is on the lowest, and struck with it as long as heights tell the storeys apart. */
static void uncertain_levels(void **state) {
    (void)state;
    const struct {
        double off;
        const char *flame, *struck[2]; /* of who is below, who is above */
    } cases[] = {{0, NULL, {"yes", "no"}}, {2, NULL, {"yes", "marginal"}}, {18, NULL, {"marginal", "marginal"}},
                 {0, "d", {"yes", "no"}},  {2, "d", {"yes", "marginal"}},  {18, "d", {"yes", "marginal"}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'house','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'"
                      "height':130,'uncertainty':%g,'mesh':'box 1060 900 60 1300 1100 64, "
                      "box 1060 900 0 1064 904 130, box 1296 900 0 1300 904 130, box 1060 900 126 1300 1100 130'}",
                      cases[i].off);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':2,'template':'flame-2'}]"
                       ",'members':[{'id':'a1','asset':'man','at':[1000,1000,0]}]}");
        judge_unit(
            &t, "{'id':'d','side':'blue','class':'infantry','members':[{'id':'d1','asset':'man','at':[1130,1000,0]}]}");
        judge_unit(
            &t,
            "{'id':'u','side':'blue','class':'infantry','members':[{'id':'u1','asset':'man','at':[1100,1000,64]}]}");
        judge_ready(&t);
        if (cases[i].flame != NULL) {
            judge_ask(&t, "{'query':'template','shape':'flame-2','from':'a','toward':'%s'}", cases[i].flame);
        } else {
            judge_ask(&t, "{'query':'template','shape':'blast','at':[1120,1000,0]}");
        }
        if (!is(&t, of(&t, "d1", "struck"), cases[i].struck[0]) ||
            !is(&t, of(&t, "u1", "struck"), cases[i].struck[1])) {
            fail_msg("case %zu: %s, %s", i, made_word(&t.told, of(&t, "d1", "struck")),
                     made_word(&t.told, of(&t, "u1", "struck")));
        }
        judge_end(&t);
    }
}

/* --- May it lie there --------------------------------------------------------------------------------------------- */

/* The centre in arc, range and sight of who fires (DB-BLA-01); who has no such weapon leaves it open. */
static void aims(void **state) {
    (void)state;
    const struct {
        const char *weapon;
        double x, y;
        bool wall;
        const char *verdict;
    } cases[] = {
        {"'range':4,'template':'blast'", 399, 0, false, "yes"},
        {"'range':4,'template':'blast'", 401, 0, false, "no"},
        {"'range':4,'template':'blast'", 400, 0, false, "marginal"},
        {"'range':[2,4],'template':'blast'", 201, 0, false, "yes"},
        {"'range':[2,4],'template':'blast'", 199, 0, false, "no"},
        {"'range':{'mm':300},'template':'blast'", 299, 0, false, "yes"},
        {"'range':{'mm':300},'template':'blast'", 301, 0, false, "no"},
        {"'range':'C','template':'blast'", 20, 0, false, "no"},
        {"'template':'blast'", 1000, 0, false, "yes"},
        {"'range':8,'arc':'front','template':'blast'", 300, 299, false, "yes"},
        {"'range':8,'arc':'front','template':'blast'", 300, 301, false, "no"},
        {"'range':8,'arc':'rear','template':'blast'", 300, 0, false, "no"},
        {"'range':8,'template':'blast'", 300, 0, true, "no"},
        {"'range':8", 300, 0, false, "marginal"},
        {"'range':8,'template':'flame-1'", 300, 0, false, "marginal"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[120];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w',%s}]", cases[i].weapon);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, more);
        if (cases[i].wall) {
            judge_wall(&t, "wall", (tl_vec2){1100, 500}, (tl_vec2){1105, 1500}, 100);
        }
        judge_ready(&t);
        double rim = cases[i].y == 0 ? R : 0; /* the arc starts in the middle */
        judge_ask(&t, "{'query':'template','shape':'blast','at':[%.17g,%.17g,0],'from':'a'}", 1000 + rim + cases[i].x,
                  1000 + cases[i].y);
        if (!is(&t, "placement.verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "placement.verdict"));
        }
        assert_true(is(&t, "placement.from", "a1"));
        judge_end(&t);
    }
    /* nobody fires: it may lie anywhere but in something solid */
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 900 900 0 1100 1100 60'}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'blast','at':[500,500]}");
    assert_true(is(&t, "placement.verdict", "yes"));
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000,0]}");
    assert_true(is(&t, "placement.verdict", "no"));
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000]}");
    assert_near(made_point(&t.told, "at").z, 60, 1e-9);
    assert_true(is(&t, "placement.verdict", "yes"));
    judge_refused(&t, "Did you mean `blast`", "{'query':'template','shape':'blasst','at':[500,500]}");
    judge_refused(&t, "it has no direction", "{'query':'template','shape':'blast','at':[500,500],'angle':30}");
    judge_refused(&t, "both say where", "{'query':'template','shape':'blast','at':[500,500],'toward':'x'}");
    judge_refused(&t, "no larger than a million", "{'query':'template','shape':'blast','at':[1e7,500]}");
    judge_refused(&t, "", "{'query':'template','shape':'nonsense','at':[500,500]}");
    judge_refused(&t, "", "{'query':'template','shape':'blast'}");
    judge_end(&t);
}

/* Of several who fire the one that may; a friend who sees for artillery; what its unit is barred from. */
static void who_fires(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_wall(&t, "wall", (tl_vec2){700, 100}, (tl_vec2){705, 1200}, 100);
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':20,'template':'blast'}],'"
                   "members':[{'id':'a1','asset':'man','at':[500,1000]},"
                   "{'id':'a2','asset':'man','at':[1000,1500]}]}");
    judge_model(&t, "art", "red", "infantry", "man", 500, 900, 0,
                "'weapons':[{'id':'w','range':20,'template':'blast','skills':['artillery']}]");
    judge_model(&t, "eyes", "red", "infantry", "man", 1300, 1000, 0, "'skills':['observer']");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000,0],'from':'a'}");
    assert_true(is(&t, "placement.verdict", "yes") && is(&t, "placement.from", "a2"));
    assert_false(made_has(&t.told, "placement.observer"));
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000,0],'from':'a1'}");
    assert_true(is(&t, "placement.verdict", "no") && is(&t, "placement.from", "a1"));
    judge_ask(&t, "{'query':'template','shape':'blast','at':[1000,1000,0],'from':'art'}");
    assert_true(is(&t, "placement.verdict", "yes") && is(&t, "placement.observer", "eyes1"));
    judge_end(&t);
}

/* --- The best place ----------------------------------------------------------------------------------------------- */

/* Two enemies: one disc catches both when their middles are less than 175 apart; a friend in between costs as much as
 * is asked. */
static void best_blasts(void **state) {
    (void)state;
    const struct {
        double apart;
        bool friend;
        double weight, score;
    } cases[] = {{170, false, 1, 2}, {180, false, 1, 1}, {170, true, 0, 2}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0,
                    "'weapons':[{'id':'w','range':20,'template':'blast'}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
        judge_model(&t, "c", "blue", "infantry", "man", 1000 + cases[i].apart, 1000, 0, "");
        if (cases[i].friend) {
            judge_model(&t, "d", "red", "infantry", "man", 1000 + cases[i].apart / 2, 1000, 0, "");
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'blast','best':true,'from':'a','friends_weight':%g}",
                  cases[i].weight);
        if (!is(&t, "verdict", "yes") || fabs(number(&t, "best.score") - cases[i].score) > 1e-9) {
            fail_msg("case %zu: %g", i, number(&t, "best.score"));
        }
        assert_true(made_value(&t.told, "best.proved")->boolean);
        assert_near(number(&t, "best.upper_bound"), cases[i].score, 1e-9);
        assert_near(number(&t, "best.enemies_on_table"), 2, 0);
        tl_vec3 at = made_point(&t.told, "best.places[0].at");
        double reach = 75 + R;
        int hits =
            (hypot(at.x - 1000, at.y - 1000) < reach) + (hypot(at.x - 1000 - cases[i].apart, at.y - 1000) < reach);
        bool own = cases[i].friend && hypot(at.x - 1000 - cases[i].apart / 2, at.y - 1000) < reach;
        assert_near(number(&t, "best.places[0].enemies"), hits, 0);
        assert_near(hits - (own ? cases[i].weight : 0), cases[i].score, 1e-9);
        assert_true(number(&t, "best.places[0].margin_mm") > 0);
        judge_end(&t);
    }
    /* nobody in range: none is worth laying */
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, "'weapons':[{'id':'w','range':2,'template':'blast'}]");
    judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'blast','best':true,'from':'a'}");
    assert_true(is(&t, "verdict", "no"));
    assert_true(made_value(&t.told, "best.proved")->boolean);
    judge_end(&t);
}

/* The best place obeys what any place does: range and minimum, arc, sight of the centre and from it, whom the template
 * harms, what its bearer may not use. One enemy, who is caught or can't be. */
static void best_within_limits(void **state) {
    (void)state;
    const struct {
        const char *weapon, *asset, *class;
        double x, y; /* of the enemy's middle, off the middle of who fires */
        bool wall;
        const char *verdict;
    } cases[] = {
        {"'range':4", "man", "infantry", R + 480, 0, false, "yes"},
        {"'range':4", "man", "infantry", R + 495, 0, false, "no"},
        {"'range':[4,8]", "man", "infantry", R + 320, 0, false, "yes"},
        {"'range':[4,8]", "man", "infantry", R + 305, 0, false, "no"},
        {"'range':{'mm':300}", "man", "infantry", R + 380, 0, false, "yes"},
        {"'range':{'mm':300}", "man", "infantry", R + 395, 0, false, "no"},
        {"'range':'C'", "man", "infantry", R + 40, 0, false, "no"},
        {"'name':'Endless'", "man", "infantry", 1500, 0, false, "yes"},
        {"'range':8,'arc':'front'", "man", "infantry", 300, 300 + 87.5 * M_SQRT2 - 3, false, "yes"},
        {"'range':8,'arc':'front'", "man", "infantry", 300, 300 + 87.5 * M_SQRT2 + 3, false, "no"},
        {"'range':8", "man", "infantry", 400, 0, true, "no"},
        {"'range':8,'template_against':['vehicle']", "man", "infantry", 400, 0, false, "no"},
        {"'range':8,'template_against':['infantry']", "man", "infantry", 400, 0, false, "yes"},
        {"'range':4", "tank", "vehicle", R + 400 + 75 + JUDGE_AHEAD - 5, 0, false, "yes"},
        {"'range':4", "tank", "vehicle", R + 400 + 75 + JUDGE_AHEAD + 5, 0, false, "no"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[160];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w','template':'blast',%s}]", cases[i].weapon);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, more);
        judge_model(&t, "b", "blue", cases[i].class, cases[i].asset, 500 + cases[i].x, 1000 + cases[i].y, 0, "");
        if (cases[i].wall) { /* far behind whatever could lie on the near side and see it */
            judge_wall(&t, "wall", (tl_vec2){700, 1}, (tl_vec2){705, 2999}, 300);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'blast','best':true,'from':'a'}");
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "verdict"));
        }
        if (strcmp(cases[i].verdict, "yes") == 0) { /* and it may lie there */
            tl_vec3 at = made_point(&t.told, "best.places[0].at");
            assert_true(hypot(at.x - 500 - cases[i].x, at.y - 1000 - cases[i].y) < 75 + JUDGE_AHEAD + JUDGE_BESIDE);
            assert_true(is(&t, "placement.verdict", "yes"));
        }
        judge_end(&t);
    }
}

/* A flame catches two who stand in line, not two on opposite sides. */
static void best_flames(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    "'weapons':[{'id':'w','range':1,'template':'flame-1'}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000 + 2 * R + 20, 0, "");
        judge_model(&t, "c", "blue", "infantry", "man", 1000, k == 0 ? 1000 + 4 * R + 40 : 1000 - 2 * R - 20, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-1','best':true,'from':'a'}");
        assert_true(is(&t, "verdict", "yes"));
        assert_near(number(&t, "best.score"), k == 0 ? 2 : 1, 1e-9);
        assert_true(made_value(&t.told, "best.proved")->boolean);
        if (k == 0) {
            assert_near(remainder(number(&t, "best.places[0].angle_deg") - 90, 360), 0, 40);
        }
        judge_end(&t);
    }
}

/* From every kind of outline to every kind: a flame of a game unit catches who is nearer than that, and the search
 * finds the place. */
static void best_flames_of_all(void **state) {
    (void)state;
    static const struct {
        const char *asset, *class;
        double ahead; /* from its middle to its front */
    } kinds[] = {{"man", "infantry", R},
                 {"tank", "vehicle", JUDGE_AHEAD},
                 {"oval", "infantry", 60},
                 {"rect", "infantry", 25},
                 {"poly", "infantry", 30}};
    for (size_t a = 0; a < 5; a++) {
        for (size_t b = 0; b < 5; b++) {
            if ((a > 0 && b > 0) || a == 3 || b > 2) { /* one of the two is a man */
                continue;
            }
            for (int in = a == 0 && b == 0 ? 0 : 1; in < 2; in++) {
                judge_table t;
                judge_begin(&t);
                judge_asset(&t, "'oval':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'"
                                "shape':'oval','size':[120,40]}}");
                judge_asset(&t, "'rect':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'"
                                "shape':'rectangle','size':[50,30]}}");
                judge_asset(&t, "'poly':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'"
                                "shape':'polygon','outline':[[30,10],[-30,10],[-30,-10],[30,-10]]}}");
                judge_model(&t, "a", "red", kinds[a].class, kinds[a].asset, 1000, 1000, 0,
                            "'weapons':[{'id':'w','range':1,'template':'flame-1'}]");
                judge_model(&t, "b", "blue", kinds[b].class, kinds[b].asset,
                            1000 + kinds[a].ahead + kinds[b].ahead + (in ? 90 : 110), 1000, 180, "");
                judge_ready(&t);
                judge_ask(&t, "{'query':'template','shape':'flame-1','best':true,'from':'a'}");
                if (!is(&t, "verdict", in ? "yes" : "no")) {
                    fail_msg("%s, %s, %d: %s", kinds[a].asset, kinds[b].asset, in, made_word(&t.told, "verdict"));
                }
                judge_end(&t);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_discs),
        cmocka_unit_test(who_is_under),
        cmocka_unit_test(seen_from_the_centre),
        cmocka_unit_test(above),
        cmocka_unit_test(spared),
        cmocka_unit_test(levels),
        cmocka_unit_test(uncertain_levels),
        cmocka_unit_test(aims),
        cmocka_unit_test(who_fires),
        cmocka_unit_test(best_blasts),
        cmocka_unit_test(best_flames),
        cmocka_unit_test(best_within_limits),
        cmocka_unit_test(best_flames_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
