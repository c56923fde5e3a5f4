/* Questions about groups (judge/group): does a unit keep together, who is within a radius. Asked whole, of tables made
 * in memory; distances, discs and chains in closed form, both sides of every limit, every reading. */
#include "support/judge_table.h"

#include "judge/group/sees.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

static double number(const judge_table *t, const char *path) {
    return made_number(&t->told, path);
}

static void word(const judge_table *t, const char *path, const char *expected) {
    assert_string_equal(made_word(&t->told, path), expected);
}

static void says(const judge_table *t, const char *text) {
    if (strstr(t->told.text, text) == NULL) {
        fail_msg("`%s` isn't in:\n%s", text, t->told.text);
    }
}

static void says_not(const judge_table *t, const char *text) {
    if (strstr(t->told.text, text) != NULL) {
        fail_msg("`%s` is in:\n%s", text, t->told.text);
    }
}

/* --- Cohesion ----------------------------------------------------------------------------------------------------- */

static void set_squad(judge_table *t, const char *class, const char *asset, const double (*at)[3], size_t count) {
    char members[1000] = "";
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(members + used, sizeof(members) - used,
                                 "%s{'id':'m%zu','asset':'%s','at':[%.17g,%.17g,%.17g]}", i > 0 ? "," : "", i + 1,
                                 asset, at[i][0], at[i][1], at[i][2]);
    }
    judge_begin(t);
    judge_man(t, "other", 2500, 2500);
    judge_unit(t, "{'id':'u','name':'Squad','side':'red','class':'%s','members':[%s]}", class, members);
    judge_ready(t);
}

static void put_settings(char *out, size_t size, const char *settings, double tolerance) {
    snprintf(out, size, ",'set':{%s}", settings);
    if (tolerance >= 0) {
        snprintf(out + strlen(out), size - strlen(out), ",'tolerance_mm':%.17g", tolerance);
    }
}

/* Three men in a row, the ends so far apart: the pairs, the disc and the chain. */
static void rows(void **state) {
    (void)state;
    const struct {
        double gap; /* between the rims of the first and the last */
        const char *settings;
        double tolerance;
        const char *verdict, *reading;
        double limit;
    } cases[] = {
        {149, "", -1, "yes", "pairwise", 150},
        {151, "", -1, "no", "pairwise", 150},
        {150, "", -1, "marginal", "pairwise", 150},
        {150, "", 0, "yes", "pairwise", 150},
        {151, "'units':'inch'", -1, "yes", "pairwise", 152.4},
        {153, "'units':'inch'", -1, "no", "pairwise", 152.4},
        {149, "'cohesion':'disc'", -1, "yes", "disc", 150},
        {151, "'cohesion':'disc'", -1, "no", "disc", 150},
        {150, "'cohesion':'disc'", -1, "marginal", "disc", 150},
        {155, "", 10, "marginal", "pairwise", 150},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double gap = cases[i].gap, whole = gap + 2 * R;
        const double at[3][3] = {{1000, 1000, 0}, {1000 + 0.4 * whole, 1000, 0}, {1000 + whole, 1000, 0}};
        judge_table t;
        set_squad(&t, "infantry", "man", at, 3);
        char more[200];
        put_settings(more, sizeof(more), cases[i].settings, cases[i].tolerance);
        for (int member = 0; member < 2; member++) { /* asked of a member, its unit is meant */
            judge_ask(&t, "{'query':'cohesion','unit':'%s'%s}", member ? "m2" : "u", more);
            assert_verdict(&t.told, cases[i].verdict);
            word(&t, "unit", "u");
            word(&t, "reading", cases[i].reading);
            word(&t, "metric", "3d");
            word(&t, "rule", "DB-COH-01");
            assert_near(number(&t, "limit_mm"), cases[i].limit, 1e-9);
            assert_near(number(&t, "worst_mm"), gap, 1e-6);
            assert_near(number(&t, "margin_mm"), cases[i].limit - gap, 1e-4);
            assert_true(made_lists(&t.told, "pair", "m1") && made_lists(&t.told, "pair", "m3"));
            assert_near(number(&t, "pairwise.worst_mm"), gap, 1e-6);
            assert_near(number(&t, "pairwise.margin_mm"), cases[i].limit - gap, 1e-6);
            assert_near(number(&t, "pairwise.beyond"), strcmp(cases[i].verdict, "no") == 0 ? 1 : 0, 0);
            assert_near(fabs(made_point(&t.told, "pairwise.to_point").x - made_point(&t.told, "pairwise.from_point").x),
                        gap, 1e-6);
            assert_near(number(&t, "disc.diameter_mm"), gap, 1e-3);
            assert_near(number(&t, "disc.margin_mm"), cases[i].limit - gap, 1e-3);
            assert_near(number(&t, "disc.centre[0]"), 1000 + whole / 2, 1e-2);
            assert_near(number(&t, "disc.centre[1]"), 1000, 1e-2);
            assert_true(made_lists(&t.told, "disc.held_by", "m1") && made_lists(&t.told, "disc.held_by", "m3"));
            word(&t, "disc.verdict", cases[i].verdict);
            word(&t, "pairwise.verdict", cases[i].verdict);
            assert_near(number(&t, "chain.longest_mm"), 0.6 * whole - 2 * R, 1e-6);
            assert_true(made_lists(&t.told, "chain.pair", "m2") && made_lists(&t.told, "chain.pair", "m3"));
            assert_false(made_has(&t.told, "uncertainty_mm"));
            assert_near(number(&t, "reasons[0].limit_mm"), cases[i].limit, 1e-9);
            assert_near(number(&t, "reasons[0].margin_mm"), cases[i].limit - gap, 1e-3);
            bool disc = strcmp(cases[i].reading, "disc") == 0;
            assert_near(number(&t, disc ? "reasons[0].diameter_mm" : "reasons[0].worst_mm"), gap, 1e-3);
            assert_near(number(&t, disc ? "reasons[1].worst_mm" : "reasons[1].diameter_mm"), gap, 1e-3);
            assert_false(made_has(&t.told, "reasons[2]"));
            says(&t, "Squad");
        }
        judge_end(&t);
    }
}

/* Three men in a triangle of equal sides: pairs and disc differ, and so do the readings. */
static void triangles(void **state) {
    (void)state;
    double side = 170, radius = side / sqrt(3), disc = 2 * (radius - R);
    const double at[3][3] = {{1000, 1000, 0}, {1000 + side, 1000, 0}, {1000 + side / 2, 1000 + side * sqrt(3) / 2, 0}};
    judge_table t;
    set_squad(&t, "infantry", "man", at, 3);
    for (int by_disc = 0; by_disc < 2; by_disc++) {
        judge_ask(&t, "{'query':'cohesion','unit':'u','set':{'cohesion':'%s'}}", by_disc ? "disc" : "pairwise");
        assert_verdict(&t.told, by_disc ? "no" : "yes");
        assert_near(number(&t, "worst_mm"), side - 2 * R, 1e-6);
        assert_near(number(&t, "disc.diameter_mm"), disc, 1e-2);
        assert_near(number(&t, "margin_mm"), 150 - (by_disc ? disc : side - 2 * R), 1e-2);
        assert_int_equal(made_value(&t.told, "disc.held_by")->count, 3);
        assert_near(number(&t, "disc.centre[0]"), 1000 + side / 2, 1e-2);
        assert_near(number(&t, "disc.centre[1]"), 1000 + side / sqrt(12), 1e-2);
        assert_near(number(&t, "chain.longest_mm"), side - 2 * R, 1e-6);
    }
    judge_end(&t);
}

/* Heights count in space, not on the plan. */
static void heights(void **state) {
    (void)state;
    const double at[2][3] = {{1000, 1000, 0}, {1000 + 2 * R + 100, 1000, 123}};
    judge_table t;
    set_squad(&t, "infantry", "man", at, 2);
    judge_ask(&t, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&t.told, "no");
    assert_near(number(&t, "worst_mm"), hypot(100, 120), 1e-6);
    says_not(&t, "step");
    judge_ask(&t, "{'query':'cohesion','unit':'u','set':{'range_metric':'plan'}}");
    assert_verdict(&t.told, "yes");
    word(&t, "metric", "plan");
    assert_near(number(&t, "worst_mm"), 100, 1e-6);
    judge_end(&t);
}

/* One model is together; vehicles needn't be, but are measured; the disc is of bases. */
static void who_needs_it(void **state) {
    (void)state;
    const double at[2][3] = {{1000, 1000, 0}, {2000, 1000, 0}};
    judge_table t;
    set_squad(&t, "infantry", "man", at, 1);
    judge_ask(&t, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&t.told, "yes");
    assert_int_equal(made_value(&t.told, "pair")->count, 0);
    assert_false(made_has(&t.told, "pairwise.from_point"));
    assert_near(number(&t, "worst_mm"), 0, 0);
    assert_true(made_has(&t.told, "reasons[0]"));
    assert_false(made_has(&t.told, "reasons[1]"));
    judge_end(&t);
    for (int class = 0; class < 4; class ++) {
        static const char *const classes[] = {"vehicle", "aircraft", "hero", "support-weapon"};
        set_squad(&t, classes[class], class < 2 ? "tank" : "man", at, 2);
        judge_ask(&t, "{'query':'cohesion','unit':'u','set':{'cohesion':'disc'}}");
        assert_verdict(&t.told, class < 2 ? "yes" : "no");
        assert_near(number(&t, "worst_mm"), 1000 - (class < 2 ? 2 * JUDGE_AHEAD : 2 * R), 1e-6);
        word(&t, "reading", class < 2 ? "pairwise" : "disc");
        assert_int_equal(made_has(&t.told, "disc"), class >= 2);
        word(&t, "pairwise.verdict", "no");
        judge_end(&t);
    }
}

/* Meshes that may be off: two ends of each distance. */
static void uncertain_units(void **state) {
    (void)state;
    const double off[] = {148.9, 149.1, 150, 150.9, 151.1};
    for (size_t i = 0; i < 5; i++) {
        const double at[2][3] = {{1000, 1000, 0}, {1000 + 100 + off[i], 1000, 0}};
        judge_table t;
        char members[400];
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}");
        snprintf(members, sizeof(members),
                 "{'id':'m1','asset':'scan','at':[%g,%g,0]},{'id':'m2','asset':'scan','at':[%.17g,%g,0]}", at[0][0],
                 at[0][1], at[1][0], at[1][1]);
        judge_unit(&t, "{'id':'u','name':'Squad','side':'red','class':'vehicle','members':[%s]}", members);
        judge_ready(&t);
        judge_ask(&t, "{'query':'cohesion','unit':'u','tolerance_mm':0}");
        assert_near(number(&t, "uncertainty_mm"), 1, 1e-12);
        word(&t, "pairwise.verdict", off[i] < 149 ? "yes" : off[i] > 151 ? "no" : "marginal");
        judge_end(&t);
    }
}

/* --- Within a radius ---------------------------------------------------------------------------------------------- */

/* A man, friends and enemies around him, so far from rim to rim. */
static void set_around(judge_table *t, const char *more) {
    judge_begin(t);
    judge_model(t, "c", "red", "infantry", "man", 1000, 1000, 0, more);
    judge_unit(t,
               "{'id':'f','name':'Friends','side':'red','class':'infantry','members':[{'id':'f1','asset':'man','at':[%."
               "17g,1000]},"
               "{'id':'f2','asset':'man','at':[%.17g,1000]}]}",
               1000 + 2 * R + 90, 1000 + 2 * R + 190);
    judge_unit(t,
               "{'id':'e','name':'Enemies','side':'blue','class':'infantry','members':[{'id':'e1','asset':'man','at':["
               "1000,%.17g]},"
               "{'id':'e2','asset':'man','at':[1000,%.17g]}]}",
               1000 + 2 * R + 80, 1000 + 2 * R + 120);
    judge_model(t, "v", "red", "vehicle", "tank", 1000 - R - 60 - JUDGE_AHEAD, 1000, 0, "'name':'Tank'");
    judge_area(t, "spot", "objective", (tl_vec2){1000, 600}, (tl_vec2){1100, 700}, -1);
    judge_ready(t);
}

/* The index of a unit in the answer; -1: it isn't told of. */
static int index_of(const judge_table *t, const char *unit) {
    for (int i = 0; i < 8; i++) {
        char path[40];
        snprintf(path, sizeof(path), "units[%d].unit", i);
        if (made_has(&t->told, path) && strcmp(made_word(&t->told, path), unit) == 0) {
            return i;
        }
    }
    return -1;
}

static void check_unit(const judge_table *t, const char *unit, const char *verdict, int count, double distance,
                       double margin) {
    int i = index_of(t, unit);
    char path[64];
    if (i < 0) {
        fail_msg("%s is not told of", unit);
    }
    snprintf(path, sizeof(path), "units[%d].verdict", i);
    word(t, path, verdict);
    snprintf(path, sizeof(path), "units[%d].count", i);
    assert_near(number(t, path), count, 0);
    snprintf(path, sizeof(path), "units[%d].distance_mm", i);
    assert_near(number(t, path), distance, 1e-6);
    snprintf(path, sizeof(path), "units[%d].margin_mm", i);
    if (isfinite(margin)) {
        assert_near(number(t, path), margin, 1e-6);
    } else {
        assert_false(made_has(&t->told, path));
    }
}

/* A plain radius: everybody but one's own, by the nearest model, inside, at and outside of it. */
static void radii(void **state) {
    (void)state;
    judge_table t;
    set_around(&t, "");
    const struct {
        double limit;
        const char *verdict, *f, *e, *v;
        int nf, ne, nv;
    } cases[] = {{100, "yes", "yes", "yes", "yes", 1, 1, 1},
                 {70, "yes", "no", "no", "yes", 0, 0, 1},
                 {50, "no", "no", "no", "no", 0, 0, 0},
                 {200, "yes", "yes", "yes", "yes", 2, 2, 1},
                 {60, "marginal", "no", "no", "marginal", 0, 0, 0},
                 {90, "yes", "marginal", "yes", "yes", 0, 1, 1}};
    for (size_t i = 0; i < 6; i++) {
        judge_ask(&t, "{'query':'within','from':'c','limit_mm':%g}", cases[i].limit);
        assert_verdict(&t.told, cases[i].verdict);
        assert_near(number(&t, "limit_mm"), cases[i].limit, 0);
        word(&t, "from", "c");
        word(&t, "metric", "3d");
        check_unit(&t, "f", cases[i].f, cases[i].nf, 90, cases[i].limit - 90);
        check_unit(&t, "e", cases[i].e, cases[i].ne, 80, cases[i].limit - 80);
        check_unit(&t, "v", cases[i].v, cases[i].nv, 60, cases[i].limit - 60);
        assert_int_equal(index_of(&t, "c"), -1);
        int f = index_of(&t, "f"), e = index_of(&t, "e");
        assert_true(f >= 0 && e >= 0);
        char path[64];
        for (int k = 0; k < 2; k++) {
            snprintf(path, sizeof(path), "units[%d].friend", k == 0 ? f : e);
            assert_int_equal(made_value(&t.told, path)->boolean, k == 0);
            snprintf(path, sizeof(path), "units[%d].members[1].distance_mm", k == 0 ? f : e);
            assert_near(number(&t, path), k == 0 ? 190 : 120, 1e-6);
            snprintf(path, sizeof(path), "units[%d].pair", k == 0 ? f : e);
            assert_true(made_lists(&t.told, path, k == 0 ? "f1" : "e1") && made_lists(&t.told, path, "c1"));
            snprintf(path, sizeof(path), "units[%d].los", k == 0 ? f : e);
            assert_false(made_has(&t.told, path));
        }
        if (strcmp(cases[i].f, "yes") == 0) {
            says(&t, "Friends");
        }
    }
    /* one unit, one model, or oneself alone */
    judge_ask(&t, "{'query':'within','from':'c','to':'e','limit_mm':100}");
    assert_verdict(&t.told, "yes");
    assert_int_equal(made_value(&t.told, "units")->count, 1);
    judge_ask(&t, "{'query':'within','from':'c','to':'e2','limit_mm':100}");
    assert_verdict(&t.told, "no");
    check_unit(&t, "e", "no", 0, 120, -20);
    judge_refused(&t, "same unit", "{'query':'within','from':'c','to':'c','limit_mm':100}");
    judge_refused(&t, "no skill with a radius", "{'query':'within','from':'c'}");
    judge_refused(&t, "within what is missing", "{'query':'within','limit_mm':100}");
    judge_refused(&t, "Did you mean `medic`", "{'query':'within','from':'c','skill':'medik'}");
    judge_refused(&t, "trueline rules", "{'query':'within','from':'c','skill':'qqqqqqqqqqqq'}");
    judge_refused(&t, "no skill `scout` acts", "{'query':'within','from':'c','skill':'scout'}");
    judge_end(&t);
}

/* Skills: whose radius, whom it is about, whether they must be seen, whether all of them must be near. */
static void skills(void **state) {
    (void)state;
    const struct {
        const char *own, *asked, *skill;
        double limit;
        bool friends, enemies;
        const char *f, *verdict;
        int nf;
        double told; /* of the friends, their distance */
    } cases[] = {{"officer", NULL, "officer", 200, true, false, "yes", "yes", 2, 90},
                 {"medic", NULL, "medic", 100, true, false, "yes", "yes", 1, 90},
                 {"scout", "medic", "medic", 100, true, false, "yes", "yes", 1, 90},
                 {"officer", "medic", "medic", 100, true, false, "yes", "yes", 1, 90},
                 {"spy", NULL, "spy", 100, false, true, NULL, "yes", 0, 0},
                 {"engineer", NULL, "engineer", 50, true, true, "no", "no", 0, 90},
                 {"join", NULL, "join", 150, true, false, "no", "yes", 1, 190}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[64], asked[64] = "";
        snprintf(more, sizeof(more), "'skills':['%s']", cases[i].own);
        set_around(&t, more);
        if (cases[i].asked != NULL) {
            snprintf(asked, sizeof(asked), ",'skill':'%s'", cases[i].asked);
        }
        judge_ask(&t, "{'query':'within','from':'c'%s}", asked);
        assert_verdict(&t.told, cases[i].verdict);
        word(&t, "skill", cases[i].skill);
        assert_near(number(&t, "limit_mm"), cases[i].limit, 0);
        assert_int_equal(index_of(&t, "f") >= 0, cases[i].friends);
        assert_int_equal(index_of(&t, "e") >= 0, cases[i].enemies);
        if (cases[i].friends) {
            check_unit(&t, "f", cases[i].f, cases[i].nf, cases[i].told, cases[i].limit - cases[i].told);
        }
        /* an explicit radius or a second name has its own way */
        judge_ask(&t, "{'query':'within','from':'c','to':'e','limit_mm':100%s}", asked);
        assert_near(number(&t, "limit_mm"), 100, 0);
        assert_int_equal(made_value(&t.told, "units")->count, 1);
        judge_end(&t);
    }
}

/* Every model within, and one in sight (DT-SPC-01). */
static void joining(void **state) {
    (void)state;
    const struct {
        double far;
        bool wall;
        const char *verdict;
    } cases[] = {{149, false, "yes"}, {151, false, "no"}, {150, false, "marginal"}, {149, true, "no"}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "c", "red", "hero", "man", 1000, 1000, 0, "'skills':['join']");
        judge_unit(&t,
                   "{'id':'f','name':'Friends','side':'red','class':'infantry','members':[{'id':'f1','asset':'man','at'"
                   ":[%.17g,1000]},"
                   "{'id':'f2','asset':'man','at':[%.17g,1000]}]}",
                   1000 + 2 * R + 90, 1000 + 2 * R + cases[i].far);
        if (cases[i].wall) {
            judge_wall(&t, "wall", (tl_vec2){1030, 100}, (tl_vec2){1040, 2000}, 100);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'c'}");
        assert_verdict(&t.told, cases[i].verdict);
        word(&t, "units[0].los", cases[i].wall ? "no" : "yes");
        assert_near(number(&t, "units[0].distance_mm"), cases[i].far, 1e-6); /* the farthest */
        says(&t, "Friends");
        judge_end(&t);
    }
}

/* Who must be seen: a wall hides one of two, or both; camouflage, too; asked without a skill as well. */
static void in_sight(void **state) {
    (void)state;
    const struct {
        double wall; /* it begins so far from the first */
        const char *verdict;
        int count;
        const char *los;
    } cases[] = {{40, "no", 0, "no"}, {110, "yes", 1, "yes"}, {1000, "yes", 2, "yes"}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "c", "red", "infantry", "man", 1000, 1000, 0, "'skills':['officer']");
        judge_unit(&t,
                   "{'id':'f','name':'Friends','side':'red','class':'infantry','members':[{'id':'f1','asset':'man','at'"
                   ":[%.17g,1000]},"
                   "{'id':'f2','asset':'man','at':[%.17g,1000]}]}",
                   1000 + 2 * R + 70, 1000 + 2 * R + 170);
        judge_wall(&t, "wall", (tl_vec2){1000 + R + cases[i].wall, 100}, (tl_vec2){1000 + R + cases[i].wall + 5, 2000},
                   100);
        judge_ready(&t);
        for (int k = 0; k < 2; k++) {
            judge_ask(&t, k == 0 ? "{'query':'within','from':'c'}"
                                 : "{'query':'within','from':'c','limit_mm':200,'sight':true}");
            assert_verdict(&t.told, cases[i].verdict);
            check_unit(&t, "f", cases[i].verdict, cases[i].count, 70, 130);
            word(&t, "units[0].los", cases[i].los);
            word(&t, "units[0].members[0].los", cases[i].los);
        }
        judge_ask(&t, "{'query':'within','from':'c','limit_mm':200}");
        assert_verdict(&t.told, "yes");
        judge_ask(&t, "{'query':'within','from':'c','limit_mm':50,'sight':true}");
        assert_verdict(&t.told, "no");
        assert_false(made_has(&t.told, "units[0].members[0].los"));
        judge_end(&t);
    }
}

/* Camouflage hides from who must see, and from nobody else; at its limit that is open (DT-SPC-11). */
static void camouflaged_around(void **state) {
    (void)state;
    const struct {
        double distance;
        bool sight;
        const char *verdict, *los;
    } cases[] = {{350, false, "yes", NULL},
                 {350, true, "no", "no"},
                 {250, true, "yes", "yes"},
                 {300, true, "marginal", "marginal"},
                 {300, false, "yes", NULL}};
    for (size_t i = 0; i < 5; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 1000, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1000 + 2 * R + cases[i].distance, 1000, 0,
                    "'name':'Shade','skills':['camouflage']");
        double x = 1000 + 2 * R + cases[i].distance - 20;
        judge_wall(&t, "low", (tl_vec2){x, 900}, (tl_vec2){x + 4, 1100}, 20);
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'a','limit_mm':500,'sight':%s}", cases[i].sight ? "true" : "false");
        assert_verdict(&t.told, cases[i].verdict);
        assert_int_equal(made_has(&t.told, "units[0].los"), cases[i].los != NULL);
        if (cases[i].los != NULL) {
            word(&t, "units[0].los", cases[i].los);
        }
        bool told = false;
        for (int r = 0; r < 6; r++) {
            char path[40];
            snprintf(path, sizeof(path), "reasons[%d].rule", r);
            told = told || (made_has(&t.told, path) && strcmp(made_word(&t.told, path), "DT-SPC-11") == 0);
        }
        assert_int_equal(told, cases[i].los != NULL && strcmp(cases[i].los, "yes") != 0);
        judge_end(&t);
    }
}

/* With a radio anybody on the table, seen or not (DT-SPC-03). */
static void anywhere(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "c", "red", "infantry", "man", 1000, 1000, 0, "'skills':['officer','radio']");
    judge_model(&t, "f", "red", "infantry", "man", 2500, 1000, 0, "'name':'Friends'");
    judge_model(&t, "e", "blue", "infantry", "man", 1100, 1000, 0, "");
    judge_wall(&t, "wall", (tl_vec2){1500, 100}, (tl_vec2){1510, 2900}, 100);
    judge_ready(&t);
    judge_ask(&t, "{'query':'within','from':'c'}");
    assert_verdict(&t.told, "yes");
    assert_false(made_has(&t.told, "limit_mm"));
    check_unit(&t, "f", "yes", 1, 1500 - 2 * R, INFINITY);
    assert_int_equal(index_of(&t, "e"), -1);
    says(&t, "Friends");
    judge_ask(&t, "{'query':'within','from':'c','limit_mm':300}");
    assert_verdict(&t.told, "yes"); /* the enemy */
    check_unit(&t, "f", "no", 0, 1500 - 2 * R, 300 - 1500 + 2 * R);
    judge_ask(&t, "{'query':'within','from':'c','skill':'medic'}");
    assert_near(number(&t, "limit_mm"), 100, 0);
    judge_end(&t);
}

/* What reaches one game unit ends at the walls of who is inside (DT-FRT-07); what reaches farther doesn't. */
static void walls_of_bunkers(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        static const char *const kinds[] = {"bunker", "strongpoint", "trench"};
        bool far = k >= 3;
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'fort','kind':'%s','outline':[[900,900],[1100,900],[1100,1100],[900,1100]],'mesh':'box "
                      "900 900 0 1100 1100 2'}",
                      kinds[k % 3]);
        judge_unit(&t,
                   "{'id':'c','side':'red','class':'infantry','skills':['%s'],'members':[{'id':'c1','asset':'man','at':"
                   "[1080,1000,0]}]}",
                   far ? "officer" : "medevac");
        judge_unit(&t, "{'id':'in','name':'Mates','side':'red','class':'infantry','members':[{'id':'in1','asset':'man',"
                       "'at':[1000,1000,0]}]}");
        judge_unit(&t, "{'id':'out','name':'Others','side':'red','class':'infantry','members':[{'id':'out1','asset':'"
                       "man','at':[1150,1000,0]}]}");
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'c'}");
        check_unit(&t, "in", "yes", 1, 80 - 2 * R, (far ? 200 : 100) - 80 + 2 * R);
        bool stopped = !far && k < 2;
        check_unit(&t, "out", stopped ? "no" : "yes", stopped ? 0 : 1, 70 - 2 * R, (far ? 200 : 100) - 70 + 2 * R);
        char path[40];
        snprintf(path, sizeof(path), "units[%d].rule", index_of(&t, "out"));
        assert_int_equal(made_has(&t.told, path), stopped);
        if (stopped) {
            word(&t, path, "DT-FRT-07");
        }
        /* a mate outside reaches them all the same */
        judge_end(&t);
    }
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'fort','kind':'bunker','outline':[[900,900],[1100,900],[1100,1100],[900,1100]],'mesh':'"
                      "box 900 900 0 1100 1100 2'}");
    judge_unit(&t, "{'id':'c','side':'red','class':'infantry','skills':['medevac'],'members':[{'id':'c1','asset':'man',"
                   "'at':[1080,1000,0]},{'id':'c2','asset':'man','at':[1220,1000,0]}]}");
    judge_unit(&t, "{'id':'out','name':'Others','side':'red','class':'infantry','members':[{'id':'out1','asset':'man','"
                   "at':[1130,1000,0]}]}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'within','from':'c'}");
    check_unit(&t, "out", "yes", 1, 90 - 2 * R, 100 - 90 + 2 * R);
    assert_true(made_lists(&t.told, "units[0].pair", "c2"));
    assert_false(made_has(&t.told, "units[0].rule"));
    judge_end(&t);
}

/* From markers and other terrain, to them, and from points. */
static void from_places(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'disc','name':'Flag','kind':'objective','disc':{'centre':[1000,1000],'radius':40}}");
    judge_area(&t, "flat", "wood", (tl_vec2){1000, 1900}, (tl_vec2){1100, 2000}, -1);
    judge_terrain(&t, "{'id':'crate','kind':'objective','mesh':'box -30 -20 0 30 20 25','at':[2000,1000,0]}");
    judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box -30 -20 0 30 20 25','at':[2000,2000,0]}");
    judge_model(&t, "a", "red", "infantry", "man", 1000 + 40 + R + 55, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 2000 + 30 + R + 55, 1000, 0, "");
    judge_model(&t, "d", "blue", "infantry", "man", 1100 + R + 55, 1950, 0, "");
    judge_model(&t, "g", "blue", "infantry", "man", 2000 + 30 + R + 55, 2000, 0, "");
    judge_ready(&t);
    const struct {
        const char *place, *unit;
        double edge, centre;
    } cases[] = {{"disc", "a", 55, 95}, {"crate", "b", 55, 85}, {"flat", "d", 55, 55}, {"rock", "g", 55, 55}};
    for (size_t i = 0; i < 4; i++) {
        for (int centre = 0; centre < 2; centre++) {
            double distance = centre ? cases[i].centre : cases[i].edge;
            for (int k = 0; k < 2; k++) {
                double limit = distance + (k ? 1 : -1);
                judge_ask(&t, "{'query':'within','from':'%s','to':'%s','limit_mm':%g,'set':{'objective_from':'%s'}}",
                          cases[i].place, cases[i].unit, limit, centre ? "centre" : "edge");
                assert_verdict(&t.told, k ? "yes" : "no");
                assert_near(number(&t, "units[0].distance_mm"), distance, 1e-6);
                word(&t, "units[0].unit", cases[i].unit);
                assert_false(made_has(&t.told, "units[0].friend"));
                assert_false(made_has(&t.told, "units[0].pair"));
                judge_ask(&t, "{'query':'within','from':'%s','to':'%s','limit_mm':%g,'set':{'objective_from':'%s'}}",
                          cases[i].unit, cases[i].place, limit, centre ? "centre" : "edge");
                assert_verdict(&t.told, k ? "yes" : "no");
                assert_near(number(&t, "units[0].distance_mm"), distance, 1e-6);
                word(&t, "units[0].terrain", cases[i].place);
            }
        }
    }
    judge_refused(&t, "no skill with a radius", "{'query':'within','from':'disc'}");
    judge_end(&t);
    /* points: on the table, in the air, on something */
    judge_begin(&t);
    judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 900 900 0 1100 1100 50'}");
    judge_unit(&t,
               "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[%.17g,1000,50]}]}",
               1000 + R + 30);
    judge_model(&t, "b", "blue", "infantry", "man", 1000, 1100 + R + 100, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'within','at':[1000,1000],'limit_mm':29}");
    assert_near(made_point(&t.told, "at").z, 50, 1e-9);
    check_unit(&t, "a", "no", 0, 30, -1);
    judge_ask(&t, "{'query':'within','at':[1000,1000,93],'limit_mm':51}");
    check_unit(&t, "a", "yes", 1, 50, 1);
    judge_ask(&t, "{'query':'within','at':[1000,1000,10],'limit_mm':300,'sight':true}");
    check_unit(&t, "b", "no", 0, hypot(200, 7), 300 - hypot(200, 7)); /* inside the hill */
    judge_ask(&t, "{'query':'within','at':[1000,1000,60],'limit_mm':300,'sight':true}");
    check_unit(&t, "a", "yes", 1, hypot(30, 7), 300 - hypot(30, 7));
    judge_end(&t);
}

/* Who is aboard isn't told of beside its carrier's own; several models of the middle measure from the nearest. */
static void groups(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'c','side':'red','class':'infantry','members':[{'id':'c1','asset':'man','at':[1000,1000]},{'"
                   "id':'c2','asset':'man','at':[1300,1000]}]}");
    judge_model(&t, "truck", "red", "vehicle", "tank", 2000, 1000, 0, "'skills':['transport']");
    judge_model(&t, "men", "red", "infantry", "man", 2000, 1000, 0, "'aboard':'truck1'");
    judge_model(&t, "e", "blue", "infantry", "man", 1300 + 2 * R + 40, 1000, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'within','from':'c','limit_mm':41}");
    check_unit(&t, "e", "yes", 1, 40, 1);
    assert_true(made_lists(&t.told, "units[2].pair", "c2"));
    judge_ask(&t, "{'query':'within','from':'c','limit_mm':400}"); /* of those who reach it the nearest */
    check_unit(&t, "e", "yes", 1, 40, 360);
    assert_true(made_lists(&t.told, "units[2].pair", "c2"));
    judge_ask(&t, "{'query':'within','from':'c','limit_mm':30}"); /* of those who don't, too */
    check_unit(&t, "e", "no", 0, 40, -10);
    assert_true(made_lists(&t.told, "units[2].pair", "c2"));
    judge_ask(&t, "{'query':'within','from':'truck','limit_mm':10}");
    assert_int_equal(index_of(&t, "men"), -1);
    judge_ask(&t, "{'query':'within','from':'c','limit_mm':5000}");
    assert_true(index_of(&t, "men") >= 0 && index_of(&t, "truck") >= 0);
    judge_end(&t);
    /* the nearer one first, and the farther one doesn't take its place */
    judge_begin(&t);
    judge_unit(&t, "{'id':'c','side':'red','class':'infantry','members':[{'id':'c1','asset':'man','at':[1300,1000]},{'"
                   "id':'c2','asset':'man','at':[1000,1000]}]}");
    judge_model(&t, "e", "blue", "infantry", "man", 1300 + 2 * R + 40, 1000, 0, "");
    judge_ready(&t);
    for (int k = 0; k < 3; k++) {
        judge_ask(&t, "{'query':'within','from':'c','limit_mm':%d}", k == 0 ? 30 : k == 1 ? 100 : 400);
        check_unit(&t, "e", k == 0 ? "no" : "yes", k > 0, 40, (k == 0 ? 30 : k == 1 ? 100 : 400) - 40);
        assert_true(made_lists(&t.told, "units[0].pair", "c1"));
    }
    judge_end(&t);
}

/* --- One against all ---------------------------------------------------------------------------------------------- */

/* Whom it sees, who sees it, how near they are, which weapons reach and may fire, and their cover. */
static void sees(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','skills':['camouflage'],'weapons':[{'id':'long','range':"
                   "10},{'id':'bow','range':10,'arc':'rear'},{'id':'short','range':2},{'id':'none','range':10}],"
                   "'members':[{'id':'a1','asset':'post','at':[1000,1000],'weapons':['long','bow','short']},{'id':'a2',"
                   "'asset':'post','at':[700,1000],'weapons':['long']}]}");
    judge_model(&t, "near", "blue", "infantry", "post", 1000 + 2 * R + 150, 1000, 0, "");
    judge_model(&t, "far", "blue", "infantry", "post", 2700, 1050, 0, "");
    judge_model(&t, "hidden", "blue", "infantry", "post", 1000, 1500, 0, "");
    judge_model(&t, "shade", "blue", "infantry", "post", 1900, 1000, 0, "'skills':['camouflage']");
    judge_model(&t, "mate", "red", "infantry", "post", 1000, 600, 0, "");
    judge_wall(&t, "wall", (tl_vec2){500, 1300}, (tl_vec2){1500, 1305}, 100);
    judge_wall(&t, "low", (tl_vec2){1880, 900}, (tl_vec2){1884, 1030}, 20);
    judge_ready(&t);
    tl_party from = judge_party(&t, "a");
    const struct {
        const char *unit;
        tl_verdict sees, seen_by, range[4], fire[4], cover;
        double distance;
    } expected[] = {{"near",
                     TL_VERDICT_YES,
                     TL_VERDICT_YES,
                     {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_NO},
                     {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_YES, TL_VERDICT_NO},
                     TL_VERDICT_NO,
                     150},
                    {"far",
                     TL_VERDICT_YES,
                     TL_VERDICT_YES,
                     {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO},
                     {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO},
                     TL_VERDICT_MARGINAL,
                     NAN},
                    {"hidden",
                     TL_VERDICT_NO,
                     TL_VERDICT_NO,
                     {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_NO},
                     {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO},
                     TL_VERDICT_MARGINAL,
                     475},
                    {"shade",
                     TL_VERDICT_NO,
                     TL_VERDICT_YES,
                     {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_NO},
                     {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO},
                     TL_VERDICT_MARGINAL,
                     875},
                    {"mate",
                     TL_VERDICT_YES,
                     TL_VERDICT_YES,
                     {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_NO},
                     {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO},
                     TL_VERDICT_NO,
                     375}};
    for (int whom = 0; whom < 3; whom++) {
        tl_sees x;
        tl_error error = {0};
        assert_int_equal(tl_sees_judge(&t.inquiry, &from, (tl_sees_whom)whom, &x, &error), TL_OK);
        size_t first = whom == TL_SEES_FRIENDS ? 4 : 0;
        assert_int_equal(x.count, whom == TL_SEES_ENEMIES ? 4 : whom == TL_SEES_FRIENDS ? 1 : 5);
        assert_int_equal(x.seen, whom == TL_SEES_ENEMIES ? 2 : whom == TL_SEES_FRIENDS ? 1 : 3);
        assert_int_equal(x.open, 0);
        assert_int_equal(x.verdict, TL_VERDICT_YES);
        for (size_t i = 0; i < x.count; i++) {
            const tl_seen *o = &x.others[i];
            assert_string_equal(o->unit->id, expected[first + i].unit);
            assert_int_equal(o->is_friend, first + i == 4);
            assert_int_equal(o->sees, expected[first + i].sees);
            assert_int_equal(o->seen_by, expected[first + i].seen_by);
            assert_int_equal(o->looked_at_cover, o->sees == TL_VERDICT_YES);
            if (expected[first + i].cover != TL_VERDICT_MARGINAL) {
                assert_int_equal(o->cover, expected[first + i].cover);
            }
            if (!isnan(expected[first + i].distance)) {
                assert_near(o->range.distance_mm, expected[first + i].distance, 1e-6);
            }
            assert_int_equal(o->from, judge_who(&t, "a1"));
            assert_int_equal(o->to, o->party.first);
            assert_int_equal(o->line.sight.verdict, first + i == 2 ? TL_VERDICT_NO : TL_VERDICT_YES);
            for (int w = 0; w < 4; w++) {
                assert_int_equal(o->in_range[w], expected[first + i].range[w]);
                assert_int_equal(o->may_fire[w], expected[first + i].fire[w]);
            }
        }
        tl_sees_free(&x);
    }
    judge_end(&t);
}

/* Who hides from whom, and at the limit of it; passengers are where their carrier is. */
static void sees_and_is_seen(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        double distance = k == 0 ? 300 : 350;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 1000, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1000 + 2 * R + distance, 1000, 0, "'skills':['camouflage']");
        judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 2000, 0, "");
        judge_model(&t, "men", "red", "infantry", "man", 1000, 2000, 0, "'aboard':'truck1'");
        double x = 1000 + 2 * R + distance - 20;
        judge_wall(&t, "low", (tl_vec2){x, 900}, (tl_vec2){x + 4, 1100}, 20);
        judge_ready(&t);
        tl_party from = judge_party(&t, k == 2 ? "b" : "a");
        tl_sees found;
        tl_error error = {0};
        assert_int_equal(tl_sees_judge(&t.inquiry, &from, TL_SEES_ENEMIES, &found, &error), TL_OK);
        tl_verdict unseen = k == 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
        assert_int_equal(found.others[0].sees, k == 2 ? TL_VERDICT_YES : unseen);
        assert_int_equal(found.others[0].seen_by, k == 2 ? TL_VERDICT_NO : TL_VERDICT_YES);
        assert_int_equal(found.open, k == 0);
        tl_sees_free(&found);
        from = judge_party(&t, "truck");
        assert_int_equal(tl_sees_judge(&t.inquiry, &from, TL_SEES_ALL, &found, &error), TL_OK);
        assert_int_equal(found.count, 2);
        tl_sees_free(&found);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(triangles),
        cmocka_unit_test(heights),
        cmocka_unit_test(who_needs_it),
        cmocka_unit_test(uncertain_units),
        cmocka_unit_test(radii),
        cmocka_unit_test(skills),
        cmocka_unit_test(joining),
        cmocka_unit_test(in_sight),
        cmocka_unit_test(anywhere),
        cmocka_unit_test(camouflaged_around),
        cmocka_unit_test(walls_of_bunkers),
        cmocka_unit_test(from_places),
        cmocka_unit_test(groups),
        cmocka_unit_test(sees),
        cmocka_unit_test(sees_and_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
