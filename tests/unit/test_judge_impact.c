/* What a disc's centre does (judge/template/impact.c): hulls that must be struck themselves, cover by the zones of
 * centre and victim, both against closed forms in random tables; and how far discs are aimed by night (SK-VEH-03,
 * SK-COV-03, SK-DET-07, SK-DET-08). */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

static void begin(judge_table *t, bool night) {
    judge_begin(t);
    t->rules = "skirmish-1991";
    t->night = night;
}

static void says(const judge_table *t, const char *path, const char *word) {
    if (strcmp(made_word(&t->told, path), word) != 0) {
        fail_msg("%s is %s, not %s: %s", path, made_word(&t->told, path), word, made_word(&t->told, "summary"));
    }
}

/* SK-VEH-03: the hull is 100 x 60, turned; the centre of the rocket lies in it by so much, or beside it. */
static void direct_hits(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_impact direct", 786);
    int rounds = test_trials(400), hits = 0, beside = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double facing = test_random_between(&random, 0, 360), rad = facing * M_PI / 180;
        double along = test_random_between(&random, -90, 90), across = test_random_between(&random, -70, 70);
        begin(&t, false);
        judge_unit(&t,
                   "{'id':'v','side':'blue','class':'vehicle','members':[{'id':'v1','asset':'tank','at':[900,900],'"
                   "facing':%.17g}]}",
                   facing);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'rocket','at':[%.17g,%.17g]}",
                  900 + along * cos(rad) - across * sin(rad), 900 + along * sin(rad) + across * cos(rad));
        double x = 50 - fabs(along), y = 30 - fabs(across);
        double inside = x >= 0 && y >= 0 ? fmin(x, y) : -hypot(fmin(x, 0), fmin(y, 0));
        assert_near(made_number(&t.told, "units[0].members[0].direct_mm"), inside, 1e-6);
        bool open = fabs(inside) < 0.05 + 1e-6;
        says(&t, "units[0].members[0].direct", open ? "marginal" : inside > 0 ? "yes" : "no");
        says(&t, "verdict", open ? "marginal" : inside > 0 ? "yes" : "no");
        hits += inside > 0;
        beside += inside < 0;
        judge_end(&t);
    }
    assert_true(hits > rounds / 8 && beside > rounds / 8);
}

static void edges_of_hulls(void **state) {
    (void)state;
    const struct {
        double x, tolerance;
        const char *verdict;
    } cases[] = {{949.9, -1, "yes"}, {950.1, -1, "no"},  {950, -1, "marginal"},
                 {950, 0, "yes"},    {950.001, 0, "no"}, {949.999, 0, "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, false);
        judge_unit(&t,
                   "{'id':'v','side':'blue','class':'vehicle','members':[{'id':'v1','asset':'tank','at':[900,900]}]}");
        judge_unit(&t,
                   "{'id':'m','side':'blue','class':'infantry','members':[{'id':'m1','asset':'man','at':[900,990]}]}");
        judge_ready(&t);
        char more[40] = "";
        if (cases[i].tolerance >= 0) {
            snprintf(more, sizeof(more), ",'tolerance_mm':%g", cases[i].tolerance);
        }
        judge_ask(&t, "{'query':'template','shape':'rocket','at':[%.17g,900]%s}", cases[i].x, more);
        says(&t, "units[0].members[0].hit", cases[i].verdict);
        says(&t, "units[1].members[0].hit", "yes"); /* figures are hit in all of its radius */
        judge_ask(&t, "{'query':'template','shape':'grenade','at':[%.17g,900]%s}", cases[i].x, more);
        says(&t, "units[0].members[0].hit", "yes"); /* grenades ask for no such thing */
        judge_end(&t);
    }
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

enum { ZONES = 3 };

typedef struct zone {
    double low[2], high[2];
    const char *kind;
    int grade;
} zone;

/* How far inside of a rectangle a point lies; negative: outside. */
static double inside(const zone *z, double x, double y) {
    double a = fmin(x - z->low[0], z->high[0] - x), b = fmin(y - z->low[1], z->high[1] - y);
    return a >= 0 && b >= 0 ? fmin(a, b) : -hypot(fmin(a, 0), fmin(b, 0));
}

/* Whether a segment passes through a rectangle, by clipping; `spare`: grown by so much. */
static bool passes(const zone *z, const double p[2], const double q[2], double spare) {
    double first = 0, last = 1;
    for (int k = 0; k < 2; k++) {
        double d = q[k] - p[k], low = z->low[k] - spare, high = z->high[k] + spare;
        if (d == 0) {
            if (p[k] <= low || p[k] >= high) {
                return false;
            }
            continue;
        }
        double a = (low - p[k]) / d, b = (high - p[k]) / d;
        first = fmax(first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    return first < last;
}

/* SK-COV-03 in random tables of rectangles: the best grade of those that hold one of the two, or lie in between. */
static void zones(void **state) {
    (void)state;
    static const char *const kinds[] = {"sparse", "rough", "dense"}, *const names[] = {"open", "light", "medium",
                                                                                       "dense"};
    test_random random = test_random_start("test_judge_impact zones", 478);
    int rounds = test_trials(500), seen[4] = {0}, shared = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        zone z[ZONES];
        bool outside = test_random_below(&random, 3) == 0, open = false;
        double at[2] = {test_random_between(&random, 560, 640), test_random_between(&random, 560, 640)};
        double man[2] = {test_random_between(&random, 540, 660), test_random_between(&random, 540, 660)};
        int best = 0;
        begin(&t, false);
        for (int i = 0; i < ZONES; i++) {
            int kind = test_random_below(&random, 3);
            z[i] = (zone){.kind = kinds[kind], .grade = kind + 1};
            for (int k = 0; k < 2; k++) {
                z[i].low[k] = test_random_between(&random, 500, 650);
                z[i].high[k] = z[i].low[k] + test_random_between(&random, 5, 80);
            }
            char id[8];
            snprintf(id, sizeof(id), "z%d", i);
            judge_area(&t, id, z[i].kind, (tl_vec2){z[i].low[0], z[i].low[1]}, (tl_vec2){z[i].high[0], z[i].high[1]},
                       100);
            double here = inside(&z[i], at[0], at[1]), its = inside(&z[i], man[0], man[1]) + R;
            bool holds = here > 0, stands = its > 0, both = holds && stands;
            bool between = !holds && !stands && passes(&z[i], at, man, 0);
            bool gives = both ? false : holds || between || (stands && !outside);
            open = open || fabs(here) < 0.1 || fabs(its) < 0.1 ||
                   (!holds && !stands && passes(&z[i], at, man, 0.1) != passes(&z[i], at, man, -0.1));
            best = gives && z[i].grade > best ? z[i].grade : best;
            shared += both;
        }
        judge_unit(
            &t, "{'id':'m','side':'blue','class':'infantry','members':[{'id':'m1','asset':'man','at':[%.17g,%.17g]}]}",
            man[0], man[1]);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'grenade','at':[%.17g,%.17g]%s}", at[0], at[1],
                  outside ? ",'set':{'blast_cover_outside':'none'}" : "");
        if (!open && hypot(at[0] - man[0], at[1] - man[1]) < 100) {
            says(&t, "units[0].members[0].impact_cover[0]", names[best]);
            assert_false(made_has(&t.told, "units[0].members[0].impact_cover[1]"));
            seen[best]++;
        }
        judge_end(&t);
    }
    assert_true(seen[0] > rounds / 20 && seen[1] > rounds / 20 && seen[2] > rounds / 20 && seen[3] > rounds / 20);
    assert_true(shared > rounds / 20);
}

/* Each of the words on both sides of its limit, and what isn't decided. */
static void zones_at_their_edges(void **state) {
    (void)state;
    const struct {
        double burst, man; /* x: the zone reaches from 500 to 600 */
        const char *first, *second;
    } cases[] = {
        {550, 570, "open", NULL},   /* both in it */
        {550, 650, "medium", NULL}, /* it bursts in it */
        {450, 520, "medium", NULL}, /* he stands in it */
        {450, 480, "open", NULL},   /* nobody does */
        {480, 620, "medium", NULL}, /* ... but the line crosses it */
        {499.9, 550, "medium", NULL},       {500.1, 550, "open", NULL},
        {500, 550, "open", "medium"},       {550, 600 + R + 0.1, "medium", NULL},
        {550, 600 + R - 0.1, "open", NULL}, {550, 600 + R, "open", "medium"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, false);
        judge_area(&t, "zone", "rough", (tl_vec2){500, 300}, (tl_vec2){600, 700}, 60);
        judge_unit(&t,
                   "{'id':'m','side':'blue','class':'infantry','members':[{'id':'m1','asset':'man','at':[%.17g,500]}]}",
                   cases[i].man);
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'rocket','at':[%.17g,500]}", cases[i].burst);
        says(&t, "units[0].members[0].impact_cover[0]", cases[i].first);
        assert_true(made_has(&t.told, "units[0].members[0].impact_cover[1]") == (cases[i].second != NULL));
        if (cases[i].second != NULL) {
            says(&t, "units[0].members[0].impact_cover[1]", cases[i].second);
        }
        judge_end(&t);
    }
}

/* --- By night ----------------------------------------------------------------------------------------------------- */

/* A disc that is aimed at a place by night: as far as fire reaches there (SK-DET-07, SK-DET-08). */
static void aims_by_night(void **state) {
    (void)state;
    const struct {
        double far; /* from the thrower's rim */
        bool night, flare, infrared;
        const char *verdict, *rule;
    } cases[] = {
        {249, true, false, false, "yes", NULL},       {251, true, false, false, "no", "SK-DET-08"},
        {250, true, false, false, "marginal", NULL},  {251, false, false, false, "yes", NULL},
        {349, true, false, true, "yes", NULL},        {351, true, false, true, "no", "SK-DET-08"},
        {600, true, true, false, "yes", NULL},        {349, true, false, false, "no", "SK-DET-08"},
        {601, true, false, false, "no", "SK-DET-08"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, cases[i].night);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','skills':[%s],'weapons':[{'id':'w','range':80,'template':"
                   "'grenade'}],"
                   "'members':[{'id':'a1','asset':'man','at':[500,500]}]}",
                   cases[i].infrared ? "'infrared'" : "");
        if (cases[i].flare) {
            judge_terrain(&t, "{'id':'light','kind':'flare','disc':{'centre':[%g,500],'radius':300}}",
                          500 + R + cases[i].far);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'grenade','from':'a','at':[%.17g,500]}", 500 + R + cases[i].far);
        says(&t, "placement.verdict", cases[i].verdict);
        judge_end(&t);
    }
}

/* A flare, and smoke, that have lasted their turns (SK-DET-07, SK-GRE-03). */
static void age(void **state) {
    (void)state;
    for (int turns = 0; turns < 4; turns++) {
        judge_table t;
        begin(&t, true);
        judge_unit(
            &t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','kind':'assault-rifle','range':200}],"
                "'members':[{'id':'a1','asset':'man','at':[500,500]}]}");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1100,500]}]}");
        judge_terrain(&t, "{'id':'light','kind':'flare','disc':{'centre':[1100,500],'radius':300},'age':%d}", turns);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        says(&t, "verdict", turns < 2 ? "yes" : "no");
        judge_end(&t);
        begin(&t, false);
        judge_unit(
            &t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','kind':'assault-rifle','range':200}],"
                "'members':[{'id':'a1','asset':'man','at':[500,500]}]}");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[700,500]}]}");
        judge_terrain(&t, "{'id':'fog','kind':'smoke','disc':{'centre':[600,500],'radius':50},'age':%d}", turns);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','score':'to-hit','from':'a','to':'b','weapon':'w'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), turns < 2 ? 8 : 4, 1e-12); /* two bands farther */
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_hits),          cmocka_unit_test(edges_of_hulls), cmocka_unit_test(zones),
        cmocka_unit_test(zones_at_their_edges), cmocka_unit_test(aims_by_night),  cmocka_unit_test(age),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
