/* What keeps a weapon from being used whatever the lines say: passengers inside a transport (DT-SPC-18), crews of
 * bunkers (DT-FRT-05). Random scenes, each beside its twin without the bar: the same but for what the rule forbids. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'base':{'shape':'disc','diameter':25}}" \
    ","                                                                                                                \
    "'truck':{'core':{'shape':'box','min':[-80,-30,5],'max':[80,30,60]}},"                                             \
    "'flyer':{'core':{'shape':'box','min':[-40,-15,-5],'max':[40,15,15]}}"
#define WEAPONS                                                                                                        \
    "'weapons':[{'id':'rifle','range':6},{'id':'knife','range':'C'},{'id':'jet','range':1,'template':'flame-1'},"      \
    "{'id':'mortar','range':8,'template':'blast'},{'id':'gun','range':8,'skills':['artillery']}]"

static const char *const weapon_ids[5] = {"rifle", "knife", "jet", "mortar", "gun"};

typedef struct verdicts {
    char weapon[5][16];
    char attacked[16], close[16], closed[16], reacted[16];
    bool under; /* the blast tells of who is carried, or of the aircraft */
    char hit[16];
    char laid[16], flamed[16];
    double most; /* enemies on the table of the search for the best place */
} verdicts;

static void take(const made_scene *s, const char *path, char word[16]) {
    snprintf(word, 16, "%s", made_has(s, path) ? made_word(s, path) : "absent");
}

static void take_weapons(const made_scene *s, verdicts *v) {
    for (int w = 0; w < 5; w++) {
        for (int k = 0; k < 5; k++) {
            char path[64];
            snprintf(path, sizeof(path), "weapons[%d].id", k);
            if (made_has(s, path) && strcmp(made_word(s, path), weapon_ids[w]) == 0) {
                snprintf(path, sizeof(path), "weapons[%d].verdict", k);
                take(s, path, v->weapon[w]);
            }
        }
    }
}

static void take_victim(const made_scene *s, const char *id, verdicts *v) {
    v->under = false;
    snprintf(v->hit, sizeof(v->hit), "absent");
    for (int u = 0; u < 6; u++) {
        char path[64];
        snprintf(path, sizeof(path), "units[%d].members[0].id", u);
        if (made_has(s, path) && strcmp(made_word(s, path), id) == 0) {
            snprintf(path, sizeof(path), "units[%d].members[0].hit", u);
            v->under = true;
            take(s, path, v->hit);
        }
    }
}

/* --- Passengers --------------------------------------------------------------------------------------------------- */

typedef struct ride {
    double truck[3], enemy[2]; /* the truck's place and facing */
    bool inch, best;           /* best: the search for the best place is asked, too */
} ride;

static void ask_ride(made_scene *s, const ride *r, const char *skill, verdicts *v) {
    made_load(
        s,
        "{'trueline':1,'name':'Ride','ruleset':'dust-battlefield','settings':{%s},'table':{'width':2000,'depth':"
        "2000},'assets':{" ASSETS "},'units':["
        "{'id':'t','side':'red','class':'vehicle','skills':[%s],'members':[{'id':'t1','asset':'truck','at':[%.17g,"
        "%.17g],'facing':%.17g}]},"
        "{'id':'p','side':'red','class':'infantry','aboard':'t1'," WEAPONS
        ",'members':[{'id':'p1','asset':'man','at':[%.17g,%.17g,60]}]},"
        "{'id':'e','side':'blue','class':'infantry'," WEAPONS ",'members':[{'id':'e1','asset':'man','at':[%.17g,"
        "%.17g]}]}]}",
        r->inch ? "'units':'inch'" : "", skill, r->truck[0], r->truck[1], r->truck[2], r->truck[0], r->truck[1],
        r->enemy[0], r->enemy[1]);
    made_ask(s, "{'query':'attack','from':'p','to':'e'}");
    take_weapons(s, v);
    made_ask(s, "{'query':'attack','from':'e','to':'p'}");
    take(s, "verdict", v->attacked);
    made_ask(s, "{'query':'close-combat','from':'p','to':'e'}");
    take(s, "verdict", v->close);
    made_ask(s, "{'query':'close-combat','from':'e','to':'p'}");
    take(s, "verdict", v->closed);
    made_ask(s, "{'query':'react','from':'e','to':'p'}");
    take(s, "verdict", v->reacted);
    made_ask(s, "{'query':'template','shape':'blast','at':[%.17g,%.17g,60]}", r->truck[0], r->truck[1]);
    take_victim(s, "p1", v);
    made_ask(s, "{'query':'template','shape':'blast','from':'p','at':[%.17g,%.17g]}", r->enemy[0], r->enemy[1]);
    take(s, "placement.verdict", v->laid);
    made_ask(s, "{'query':'template','shape':'flame-1','from':'p','toward':'e1'}");
    take(s, "placement.verdict", v->flamed);
    if (r->best) {
        made_ask(s, "{'query':'template','shape':'blast','best':true,'side':'blue'}");
        v->most = made_number(s, "best.enemies_on_table");
    }
}

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* Inside: no target, under nothing, and of its weapons rifles, mortars and guns alone. On top (or in what carries
 * nobody inside): as the twin tells. */
static void passengers_are_left_alone(void **state) {
    (void)state;
    test_random r = test_random_start("passengers", 187);
    int wrong = 0, told = 0, trials = test_trials(60);
    made_scene s;
    made_begin(&s, "bars-ride");
    for (int n = 0; n < trials; n++) {
        double far = n % 2 == 0 ? test_random_between(&r, 100, 140) : test_random_between(&r, 100, 500);
        double angle = test_random_between(&r, 0, 6.28);
        ride one = {.inch = n % 4 > 1, .best = n % 10 == 0};
        one.truck[0] = test_random_between(&r, 800, 1200);
        one.truck[1] = test_random_between(&r, 800, 1200);
        one.truck[2] = test_random_between(&r, 0, 360);
        one.enemy[0] = one.truck[0] + far * cos(angle);
        one.enemy[1] = one.truck[1] + far * sin(angle);
        verdicts inside = {.most = 0}, top = {.most = 0}, plain = {.most = 0};
        ask_ride(&s, &one, "'transport'", &inside);
        ask_ride(&s, &one, "'tank-riders'", &top);
        ask_ride(&s, &one, "", &plain);
        wrong += !is(inside.attacked, "no") || !is(inside.close, "no") || !is(inside.closed, "no") ||
                 !is(inside.reacted, "no") || inside.under || is(inside.flamed, "yes") ||
                 (one.best && inside.most != 1);
        wrong += !is(inside.weapon[1], "no") || !is(inside.weapon[2], "no");
        /* riders are attacked as what carries them, and everybody on a truck without a word for it is a rider */
        wrong += !is(top.attacked, "yes") || !is(plain.attacked, "yes") || !top.under || (one.best && top.most != 2);
        wrong += !is(top.hit, plain.hit) || !is(top.close, plain.close) || !is(top.flamed, plain.flamed);
        told += is(top.close, "yes") && is(top.flamed, "yes") && is(top.weapon[1], "yes");
        for (int w = 0; w < 5; w += 3) { /* fired to the sides, a weapon doesn't reach more than from the top */
            wrong += is(inside.weapon[w], "yes") && !is(top.weapon[w], "yes");
        }
    }
    print_message("%d wrong answers about passengers; %d of %d riders fight, and use flames\n", wrong, told, trials);
    assert_int_equal(wrong, 0);
    assert_true(told > trials / 5);
    made_end(&s);
}

/* --- Bunkers ------------------------------------------------------------------------------------------------------ */

static void ask_fort(made_scene *s, const char *kind, const double flyer[3], const double enemy[2], bool inch,
                     verdicts v[2]) {
    made_load(s,
              "{'trueline':1,'name':'Fort','ruleset':'dust-battlefield','settings':{%s},'table':{'width':2000,'depth':"
              "2000},'assets':{" ASSETS "},'terrain':[{'id':'fort','kind':'%s','mesh':'fort.obj','at':[1000,1000]}],"
              "'units':[{'id':'c','side':'red','class':'infantry'," WEAPONS
              ",'members':[{'id':'c1','asset':'man','at':[1000,1000,0]}]},"
              "{'id':'f','side':'blue','class':'aircraft','members':[{'id':'f1','asset':'flyer','at':[%.17g,%.17g,"
              "%.17g]}]},"
              "{'id':'e','side':'blue','class':'infantry','members':[{'id':'e1','asset':'man','at':[%.17g,%.17g]}]}]}",
              inch ? "'units':'inch'" : "", kind, flyer[0], flyer[1], flyer[2], enemy[0], enemy[1]);
    made_ask(s, "{'query':'attack','from':'c','to':'e'}");
    take_weapons(s, &v[0]);
    made_ask(s, "{'query':'attack','from':'c','to':'f'}");
    take_weapons(s, &v[1]);
    made_ask(s, "{'query':'react','from':'c','to':'f'}");
    take(s, "verdict", v[1].reacted);
    made_ask(s, "{'query':'template','shape':'blast','from':'c','at':[%.17g,%.17g]}", flyer[0], flyer[1]);
    take(s, "placement.verdict", v[1].laid);
    take_victim(s, "f1", &v[1]);
    made_ask(s, "{'query':'template','shape':'blast','from':'c','weapon':'gun','at':[%.17g,%.17g]}", enemy[0],
             enemy[1]);
    take(s, "placement.verdict", v[0].laid);
}

/* From a bunker no artillery is fired and no aircraft hit; from a strongpoint, and against others, all as before. */
static void bunkers_keep_artillery_in_and_aircraft_safe(void **state) {
    (void)state;
    test_random r = test_random_start("bunkers", 188);
    int wrong = 0, fired = 0, flown = 0, trials = test_trials(60);
    made_scene s;
    made_begin(&s, "bars-fort");
    const made_box walls[4] = {{{-60, -60, 0}, {60, -56, 30}},
                               {{-60, 56, 0}, {60, 60, 30}},
                               {{-60, -56, 0}, {-56, 56, 30}},
                               {{56, -56, 0}, {60, 56, 30}}};
    made_boxes(&s, "fort.obj", walls, 4);
    for (int n = 0; n < trials; n++) {
        double angle = test_random_between(&r, -1.4, 1.4), other = test_random_between(&r, -1.4, 1.4);
        double away = test_random_between(&r, 200, 390);
        const double flyer[3] = {1000 + away * cos(angle), 1000 + away * sin(angle), test_random_between(&r, 60, 140)};
        const double enemy[2] = {1000 + 350 * cos(other), 1000 + 350 * sin(other)};
        verdicts bunker[2] = {{.most = 0}}, point[2] = {{.most = 0}};
        ask_fort(&s, "bunker", flyer, enemy, n % 2 == 1, bunker);
        ask_fort(&s, "strongpoint", flyer, enemy, n % 2 == 1, point);
        for (int w = 0; w < 5; w++) {
            bool gun = w == 4;
            wrong += !is(bunker[0].weapon[w], gun ? "no" : point[0].weapon[w]) || !is(bunker[1].weapon[w], "no");
        }
        wrong += !is(bunker[1].reacted, "no") || !is(bunker[0].laid, "no") || is(bunker[1].hit, "yes");
        wrong += !is(bunker[1].laid, point[1].laid);
        fired += is(point[0].weapon[4], "yes") && is(point[0].laid, "yes");
        flown += is(point[1].weapon[0], "yes") && is(point[1].reacted, "yes") && is(point[1].hit, "yes");
    }
    print_message(
        "%d wrong answers from bunkers; of %d strongpoints artillery fires out of %d, aircraft are hit from %d\n",
        wrong, trials, fired, flown);
    assert_int_equal(wrong, 0);
    assert_true(fired > trials / 2 && flown > trials / 2);
    made_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(passengers_are_left_alone),
                                       cmocka_unit_test(bunkers_keep_artillery_in_and_aircraft_safe)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
