/* Scores (judge/score): every condition at its limit and on both sides of it, rows that exclude one another, totals
 * against sums worked out here, on tables made in memory. */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define R JUDGE_RIM

static double number(const judge_table *t, const char *path) {
    return made_number(&t->told, path);
}

static void word(const judge_table *t, const char *path, const char *expected) {
    assert_string_equal(made_word(&t->told, path), expected);
}

/* The first score of the last answer. */
static void comes_to(const judge_table *t, double low, double high) {
    assert_verdict(&t->told, low == high ? "yes" : "marginal");
    assert_near(number(t, "scores[0].total[0]"), low, 1e-12);
    assert_near(number(t, "scores[0].total[1]"), high, 1e-12);
}

/* Base and counted lines of a certain score add up to what is told. */
static void adds_up(const judge_table *t) {
    char path[80];
    double sum = number(t, "scores[0].base[0]");
    for (size_t i = 0; snprintf(path, sizeof(path), "scores[0].lines[%zu]", i) > 0 && made_has(&t->told, path); i++) {
        snprintf(path, sizeof(path), "scores[0].lines[%zu].counts", i);
        bool counts = strcmp(made_word(&t->told, path), "yes") == 0;
        assert_true(counts || strcmp(made_word(&t->told, path), "no") == 0);
        snprintf(path, sizeof(path), "scores[0].lines[%zu].add", i);
        if (counts && made_has(&t->told, path)) {
            sum += number(t, path);
        }
    }
    assert_near(sum, number(t, "scores[0].total[0]"), 1e-9);
}

static void begin(judge_table *t, const char *rules) {
    judge_begin(t);
    t->rules = rules;
}

static void add_man(judge_table *t, const char *id, const char *side, double x, double y, const char *unit,
                    const char *member) {
    judge_unit(
        t, "{'id':'%s','side':'%s','class':'infantry'%s,'members':[{'id':'%s1','asset':'man','at':[%.17g,%.17g]%s}]}",
        id, side, unit, id, x, y, member);
}

/* Two men so far apart, rim to rim, who see each other. */
static void two_men(judge_table *t, const char *rules, double apart, const char *unit, const char *member) {
    begin(t, rules);
    add_man(t, "a", "red", 500, 500, unit, "");
    add_man(t, "b", "blue", 500 + 2 * R + apart, 500, "", member);
}

/* --- Spotting ------------------------------------------------------------------------------------------------------*/

/* SK-DET-01, SK-DET-02 */
static void distances(void **state) {
    (void)state;
    const struct {
        double apart, tolerance, low, high;
        const char *unit;
    } cases[] = {
        {249.9, -1, 2, 2, ""},  {250.1, -1, 3, 3, ""},
        {250, -1, 2, 3, ""},    {250, 0, 3, 3, ""},
        {249.999, 0, 2, 2, ""}, {599.9, -1, 3, 3, ""},
        {600.1, -1, 4, 4, ""},  {600, -1, 3, 4, ""},
        {600, 0, 4, 4, ""},     {599.999, 0, 3, 3, ""},
        {252, 3, 2, 3, ""},     {700, -1, 3, 3, ",'skills':['optics']"},
        {100, -1, 2, 2, ""},    {600, -1, 3, 3, ",'skills':['optics']"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        two_men(&t, "skirmish-1991", cases[i].apart, cases[i].unit, "");
        judge_ready(&t);
        char more[60] = "";
        if (cases[i].tolerance >= 0) {
            snprintf(more, sizeof(more), ",'tolerance_mm':%g", cases[i].tolerance);
        }
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'%s}", more);
        comes_to(&t, cases[i].low, cases[i].high);
        word(&t, "rule", "SK-DET-01");
        word(&t, "scores[0].nearest", "a1");
        assert_near(number(&t, "scores[0].lines[4].conditions[1].measured_mm"), cases[i].apart, 1e-9);
        assert_near(number(&t, "scores[0].lines[4].conditions[1].limit_mm"), 250, 0);
        assert_near(number(&t, "scores[0].lines[4].conditions[1].margin_mm"), 250 - cases[i].apart, 1e-9);
        if (cases[i].low == cases[i].high) {
            adds_up(&t);
        }
        judge_end(&t);
    }
}

/* SK-DET-03, SK-STA-01 */
static void stances_and_deeds(void **state) {
    (void)state;
    const struct {
        const char *member;
        double total;
    } cases[] = {
        {"", 3},
        {",'stance':'standing'", 3},
        {",'stance':'kneeling'", 4},
        {",'stance':'prone'", 5},
        {",'moved':true", 2},
        {",'fired':true", 2},
        {",'moved':true,'fired':true,'stance':'prone'", 3},
        {",'moved':false,'lit':true", 3},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        two_men(&t, "skirmish-1991", 400, "", cases[i].member);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
        comes_to(&t, cases[i].total, cases[i].total);
        adds_up(&t);
        judge_end(&t);
    }
}

/* The middle of the base decides in which zone one stands: of zones that overlap the best grade (SK-DET-01). */
static void grades(void **state) {
    (void)state;
    const struct {
        const char *kind, *other;
        double inside, low, high; /* how far its middle is inside of the zone's edge */
    } cases[] = {
        {"sparse", "ground", 0.1, 4, 4}, {"sparse", "ground", -0.1, 3, 3}, {"sparse", "ground", 0, 3, 4},
        {"rough", "ground", 0.1, 5, 5},  {"rough", "ground", -0.1, 3, 3},  {"rough", "ground", 0, 3, 5},
        {"dense", "ground", 0.1, 6, 6},  {"dense", "ground", 0, 3, 6},     {"dense", "sparse", 0.1, 6, 6},
        {"dense", "sparse", -0.1, 4, 4}, {"dense", "sparse", 0, 4, 6},     {"rough", "dense", 0.1, 6, 6},
        {"dense", "road", 0.1, 3, 3},    {"sparse", "road", 0.1, 3, 3}, /* a road cancels it */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        double x = 500 + 2 * R + 400 - cases[i].inside;
        two_men(&t, "skirmish-1991", 400, "", "");
        judge_area(&t, "zone", cases[i].kind, (tl_vec2){x, 300}, (tl_vec2){x + 200, 700}, 60);
        judge_area(&t, "wide", cases[i].other, (tl_vec2){x - 10, 300}, (tl_vec2){x + 200, 700}, 60);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
        comes_to(&t, cases[i].low, cases[i].high);
        judge_end(&t);
    }
}

static void several_observers(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "skirmish-1991");
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[500,500]},"
                   "{'id':'a2','asset':'man','at':[500,800]},{'id':'a3','asset':'man','at':[1000,500]}]}");
    add_man(&t, "b", "blue", 1200, 500, "", "");
    judge_wall(&t, "w", (tl_vec2){700, 600}, (tl_vec2){710, 900}, 80); /* in the way of the second alone */
    judge_ready(&t);
    judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
    comes_to(&t, 1, 1); /* 3, an observer nearer than 25 cm, two with a line */
    word(&t, "scores[0].nearest", "a3");
    judge_ask(&t, "{'query':'score','from':'a1','to':'b','score':'spotting'}");
    comes_to(&t, 4, 4); /* 675 mm away, alone */
    judge_ask(&t, "{'query':'score','from':'a2','to':'b','score':'spotting'}");
    assert_verdict(&t.told, "no");
    word(&t, "scores[0].los", "no");
    word(&t, "reasons[1].rule", "SK-LOS-01");
    assert_false(made_has(&t.told, "scores[0].total"));
    judge_end(&t);
}

/* SK-DET-05, SK-DET-06; who is lit is seen as far as SK-DET-07 says. */
static void by_night(void **state) {
    (void)state;
    const struct {
        double apart;
        const char *kind, *unit, *member;
        double low, high; /* 0: none */
    } cases[] = {
        {150, NULL, "", "", 5, 5},
        {99.9, NULL, "", "", 4, 4},
        {100, NULL, "", "", 4, 5},
        {199.9, NULL, "", "", 5, 5},
        {200.1, NULL, "", "", 6, 6},
        {150, "sparse", "", "", 5, 5},
        {150, "rough", "", "", 6, 6},
        {150, "dense", "", "", 0, 0},
        {150, "dense", ",'skills':['infrared']", "", 3, 3},
        {250, NULL, ",'skills':['infrared']", "", 2, 2},
        {300.1, NULL, ",'skills':['infrared']", "", 3, 3},
        {250, NULL, ",'skills':['infrared']", ",'lit':true", 3, 3},
        {150, NULL, "", ",'lit':true", 3, 3},
        {199.9, NULL, "", ",'lit':true", 3, 3},
        {500.1, NULL, "", ",'lit':true", 6, 6},
        {499.9, NULL, "", ",'lit':true", 5, 5},
        {1000.1, NULL, "", ",'lit':true", 0, 0},
        {999.9, NULL, "", ",'lit':true", 6, 6},
        {150, NULL, "", ",'fired':true", 4, 4},
        {150, NULL, "", ",'moved':true,'stance':'prone'", 5, 5},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        double x = 500 + 2 * R + cases[i].apart;
        two_men(&t, "skirmish-1991", cases[i].apart, cases[i].unit, cases[i].member);
        if (cases[i].kind != NULL) {
            judge_area(&t, "zone", cases[i].kind, (tl_vec2){x - 20, 300}, (tl_vec2){x + 200, 700}, 60);
        }
        t.night = true;
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
        if (cases[i].low == 0) {
            assert_verdict(&t.told, "no");
        } else {
            comes_to(&t, cases[i].low, cases[i].high);
        }
        judge_end(&t);
    }
}

/* --- Hitting -------------------------------------------------------------------------------------------------------*/

/* SK-RNG-01: each band of each table, at its limit, a hair inside and a hair outside. */
static void tables(void **state) {
    (void)state;
    static const struct {
        const char *weapon;
        int bands;
        double limit[5], value[6]; /* mm; NAN behind the last: none */
    } all[] = {
        {"sniper-rifle", 5, {100, 400, 700, 1000, 1300}, {2, 4, 6, 8, 10, 12}},
        {"assault-rifle", 5, {100, 300, 600, 900, 1200}, {2, 4, 6, 8, 10, 12}},
        {"grenade-launcher", 3, {400, 600, 800}, {4, 6, 8, NAN}},
        {"pistol", 4, {100, 200, 300, 400}, {2, 4, 6, 8, NAN}},
        {"tank-gun", 5, {150, 400, 800, 1000, 1200}, {2, 4, 6, 8, 10, 12}},
    };
    for (size_t w = 0; w < sizeof(all) / sizeof(all[0]); w++) {
        for (int band = 0; band < 3 * all[w].bands; band++) {
            double limit = all[w].limit[band / 3], apart = limit + (band % 3 - 1) * 0.1;
            double below = all[w].value[band / 3], above = all[w].value[band / 3 + 1];
            char unit[120];
            judge_table t;
            snprintf(unit, sizeof(unit), ",'weapons':[{'id':'w','kind':'%s'}]", all[w].weapon);
            two_men(&t, "skirmish-1991", apart, unit, "");
            judge_ready(&t);
            judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit'%s}",
                      band % 3 == 1 ? ",'tolerance_mm':0" : "");
            if (band % 3 == 2 && isnan(above)) {
                assert_verdict(&t.told, "no");
            } else {
                comes_to(&t, band % 3 == 2 ? above : below, band % 3 == 2 ? above : below); /* limits are inclusive */
                assert_near(number(&t, "scores[0].distance_mm"), apart, 1e-9);
                assert_near(number(&t, "scores[0].margin_mm"), fabs(limit - apart), 1e-9);
            }
            if (band % 3 == 1) {
                judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit'}");
                assert_verdict(&t.told, "marginal");
                assert_near(number(&t, "scores[0].total[0]"), below, 0);
                assert_near(number(&t, "scores[0].total[1]"), isnan(above) ? below : above, 0);
            }
            judge_end(&t);
        }
    }
}

/* SK-RNG-01, SK-GRE-03 */
static void optics_and_smoke(void **state) {
    (void)state;
    const struct {
        double apart;
        double smoke; /* how far its rim reaches beyond the line; NAN: none */
        double low, high;
    } cases[] = {{199.9, NAN, 4, 4}, {200.1, NAN, 3, 3}, {200, NAN, 3, 4}, {400, NAN, 5, 5},
                 {400, 10, 9, 9},    {400, -0.1, 5, 5},  {400, 0, 5, 9},   {1250, 10, 11, 11}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        two_men(&t, "skirmish-1991", cases[i].apart,
                ",'skills':['optics'],'weapons':[{'id':'w','kind':'assault-rifle'}]", "");
        if (!isnan(cases[i].smoke)) {
            judge_terrain(&t, "{'id':'s','kind':'smoke','disc':{'centre':[700,%.17g],'radius':100}}",
                          500 + 100 - cases[i].smoke);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit'}");
        comes_to(&t, cases[i].low, cases[i].high);
        judge_end(&t);
    }
}

/* SK-COV-01, SK-COV-02: cover from fire has the best grade of what is stood in or crossed. */
static void saves(void **state) {
    (void)state;
    const struct {
        const char *kinds[2];
        double from[2], to[2], total;
        const char *skills;
    } cases[] = {
        {{NULL}, {0}, {0}, 0, ""},
        {{NULL}, {0}, {0}, 1, ",'skills':['vest']"},
        {{"sparse"}, {870}, {1100}, 1, ""},
        {{"rough"}, {870}, {1100}, 2, ""},
        {{"dense"}, {912.5}, {1100}, 3, ""},
        {{"sparse", "rough"}, {800, 870}, {1100, 1100}, 2, ""},
        {{"dense", "sparse"}, {912.5, 850}, {1100, 1100}, 3, ",'skills':['vest']"},
        {{"wreck", "smoke"}, {870, 600}, {1100, 700}, 1, ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "skirmish-1991");
        add_man(&t, "a", "red", 500, 500, "", "");
        add_man(&t, "b", "blue", 925, 500, cases[i].skills, "");
        for (int k = 0; k < 2 && cases[i].kinds[k] != NULL; k++) {
            judge_area(&t, k == 0 ? "z0" : "z1", cases[i].kinds[k], (tl_vec2){cases[i].from[k], 300},
                       (tl_vec2){cases[i].to[k], 700}, 60);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'save'}");
        bool vest = cases[i].skills[0] != '\0';
        double total = cases[i].total + (vest && cases[i].kinds[0] != NULL ? 1 : 0);
        comes_to(&t, total, total);
        adds_up(&t);
        judge_end(&t);
    }
}

/* SK-VEH-02: front and rear reach 45 degrees to each side, their edges included; and turning the table changes nothing.
 */
static void sides(void **state) {
    (void)state;
    const struct {
        double angle, low, high; /* from where the tank looks */
    } cases[] = {{0, 1, 1},       {44.9, 1, 1}, {45.1, 0, 0},  {45, 0, 1},       {90, 0, 0},  {134.9, 0, 0},
                 {135.1, -1, -1}, {135, -1, 0}, {180, -1, -1}, {-135.1, -1, -1}, {-90, 0, 0}, {-44.9, 1, 1}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int turn = 0; turn < 360; turn += 37) {
            double a = (cases[i].angle + turn) * TL_PI / 180;
            judge_table t;
            begin(&t, "skirmish-1991");
            add_man(&t, "a", "red", 1500 + 600 * cos(a), 1500 + 600 * sin(a), "", "");
            judge_model(&t, "b", "blue", "vehicle", "tank", 1500, 1500, turn, "");
            judge_ready(&t);
            judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'hit-side'}");
            comes_to(&t, cases[i].low, cases[i].high);
            judge_end(&t);
        }
    }
    for (int outside = 0; outside < 2; outside++) { /* the tank is 100 x 60: its diagonals lie at 30.96 degrees */
        double a = atan2(60, 100) + (outside ? 0.001 : -0.001);
        judge_table t;
        begin(&t, "skirmish-1991");
        add_man(&t, "a", "red", 1500 + 600 * cos(a), 1500 + 600 * sin(a), "", "");
        judge_model(&t, "b", "blue", "vehicle", "tank", 1500, 1500, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'hit-side','set':{'hit_arc':'corner_diagonals'}}");
        comes_to(&t, outside ? 0 : 1, outside ? 0 : 1);
        judge_end(&t);
    }
}

/* LW-RNG-02, LW-RNG-03: a machine gun of 60 cm that hits on 5+: on 6+ beyond 60 cm, on 5+ to 60, on 4+ to 30. A gun
 * loses 1 beyond 100 cm and doesn't fire below its least range. */
static void machine_guns(void **state) {
    (void)state;
    const struct {
        const char *weapon;
        double apart, needs; /* of a 5+; 0: no score */
        const char *set;
    } cases[] = {
        {"'machine-gun','range':60", 299.9, 4, ""},
        {"'machine-gun','range':60", 300.1, 5, ""},
        {"'machine-gun','range':60", 599.9, 5, ""},
        {"'machine-gun','range':60", 600.1, 6, ""},
        {"'machine-gun','range':60", 2000, 6, ""},
        {"'other','range':60", 299.9, 5, ""},
        {"'other','range':60", 600.1, 0, ""},
        {"'other','range':60", 299.9, 4, "'short_bonus':'any'"},
        {"'machine-gun','range':60", 299.9, 4, "'short_bonus':'any'"},
        {"'light-gun','range':[10,400]", 999.9, 5, ""},
        {"'light-gun','range':[10,400]", 1000.1, 6, ""},
        {"'light-gun','range':[10,400]", 99.9, 0, ""},
        {"'light-gun','range':[10,400]", 100.1, 5, ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char unit[160];
        judge_table t;
        snprintf(unit, sizeof(unit), ",'weapons':[{'id':'w','kind':%s}]", cases[i].weapon);
        two_men(&t, "lotow-1939", cases[i].apart, unit, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit','set':{%s}}", cases[i].set);
        if (cases[i].needs == 0) {
            assert_verdict(&t.told, "no");
            assert_true(made_has(&t.told, "reasons[1]"));
        } else {
            comes_to(&t, 5 - cases[i].needs, 5 - cases[i].needs);
            adds_up(&t);
        }
        judge_end(&t);
    }
    const double at[] = {300, 600};
    for (int i = 0; i < 2; i++) { /* half and whole are inclusive */
        judge_table t;
        two_men(&t, "lotow-1939", at[i], ",'weapons':[{'id':'w','kind':'machine-gun','range':60}]", "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit','tolerance_mm':0}");
        comes_to(&t, i == 0 ? 1 : 0, i == 0 ? 1 : 0);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit'}");
        comes_to(&t, i == 0 ? 0 : -1, i == 0 ? 1 : 0);
        judge_end(&t);
    }
}

/* --- What can't be asked -------------------------------------------------------------------------------------------*/

static void refusals(void **state) {
    (void)state;
    judge_table t;
    two_men(&t, "skirmish-1991", 350, ",'weapons':[{'id':'w'},{'id':'v','kind':'pistol'}]", "");
    judge_ready(&t);
    judge_refused(&t, "has several scores", "{'query':'score','from':'a','to':'b'}");
    judge_refused(&t, "Did you mean `spotting`?", "{'query':'score','from':'a','to':'b','score':'spoting'}");
    judge_refused(&t, "has several", "{'query':'score','from':'a','to':'b','score':'to-hit'}");
    judge_refused(&t, "has no table of ranges", "{'query':'score','from':'a','to':'b','score':'to-hit','weapon':'w'}");
    judge_refused(&t, "has no weapon `u`", "{'query':'score','from':'a','to':'b','score':'to-hit','weapon':'u'}");
    judge_refused(&t, "is one of weapons, and", "{'query':'score','from':'b','to':'a','score':'to-hit'}");
    judge_refused(&t, "are the same models", "{'query':'score','from':'a','to':'a','score':'spotting'}");
    judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-hit','weapon':'v'}");
    comes_to(&t, 8, 8);
    judge_end(&t);
    tl_error error;
    two_men(&t, "skirmish-1991", 400, "", ",'stance':'kneling'");
    assert_int_equal(judge_try(&t, &error), TL_ERROR_SCENE);
    assert_string_equal(error.message, "unknown `stance` \"kneling\": did you mean \"kneeling\"?");
    assert_string_equal(error.remedy, "write `standing`, `kneeling` or `prone`");
    judge_end(&t);
    two_men(&t, "dust-battlefield", 400, "", "");
    judge_ready(&t);
    judge_refused(&t, "has no rule for scores", "{'query':'score','from':'a','to':'b'}");
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(stances_and_deeds),
        cmocka_unit_test(grades),
        cmocka_unit_test(several_observers),
        cmocka_unit_test(by_night),
        cmocka_unit_test(tables),
        cmocka_unit_test(optics_and_smoke),
        cmocka_unit_test(saves),
        cmocka_unit_test(sides),
        cmocka_unit_test(machine_guns),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
