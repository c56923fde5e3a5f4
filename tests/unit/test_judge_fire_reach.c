/* How far fire reaches by night (SK-DET-07, SK-DET-08): at each limit and on both sides of it, by marks, by the light
 * of a flare that may or may not fall on somebody, and weapons that reach less far anyway. */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

typedef struct duel {
    double apart; /* rim to rim, mm */
    const char *skills, *lit, *weapon;
    bool day;
    const char *setting; /* of flare_fire */
} duel;

static void make(judge_table *t, const duel *d) {
    judge_begin(t);
    t->rules = "skirmish-1991";
    t->night = !d->day;
    if (d->setting != NULL) {
        judge_setting(t, "'flare_fire':'%s'", d->setting);
    }
    judge_unit(t,
               "{'id':'a','side':'red','class':'infantry','skills':[%s],'weapons':[{'id':'w'%s}],"
               "'members':[{'id':'a1','asset':'man','at':[500,500]}]}",
               d->skills != NULL ? d->skills : "", d->weapon != NULL ? d->weapon : ",'range':120");
    judge_unit(t,
               "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,500]%s}]}",
               500 + 2 * R + d->apart, d->lit != NULL ? d->lit : "");
}

static void limits(void **state) {
    (void)state;
    const char *lit = ",'lit':true", *infrared = "'infrared'";
    const struct {
        duel duel;
        const char *verdict;
        double limit;
        const char *rule;
    } cases[] = {
        {{249.9, NULL, NULL, NULL, false, NULL}, "yes", 250, "SK-DET-08"},
        {{250, NULL, NULL, NULL, false, NULL}, "marginal", 250, "SK-DET-08"},
        {{250.1, NULL, NULL, NULL, false, NULL}, "no", 250, "SK-DET-08"},
        {{250.1, NULL, NULL, NULL, true, NULL}, "yes", 1200, "SK-RNG-01"}, /* by day */
        {{349.9, infrared, NULL, NULL, false, NULL}, "yes", 350, "SK-DET-08"},
        {{350.1, infrared, NULL, NULL, false, NULL}, "no", 350, "SK-DET-08"},
        {{349.9, NULL, NULL, ",'range':120,'skills':['infrared']", false, NULL}, "yes", 350, "SK-DET-08"},
        {{999.9, NULL, lit, NULL, false, NULL}, "yes", 1000, "SK-DET-07"},
        {{1000.1, NULL, lit, NULL, false, NULL}, "no", 1000, "SK-DET-07"},
        {{1000.1, infrared, lit, NULL, false, NULL}, "no", 1000, "SK-DET-07"},
        {{300, NULL, lit, NULL, false, "as_dark"}, "no", 250, "SK-DET-08"},
        {{300, infrared, lit, NULL, false, "as_dark"}, "yes", 350, "SK-DET-08"},
        {{240, NULL, NULL, ",'range':20", false, NULL}, "no", 200, "SK-RNG-01"}, /* it reaches less far anyway */
        {{250.1, NULL, NULL, "", false, NULL}, "no", 250, "SK-DET-08"},          /* one without a range */
        {{249.9, NULL, NULL, "", false, NULL}, "yes", 250, "SK-DET-08"},
        {{249.9, NULL, NULL, ",'range':{'mm':260}", false, NULL}, "yes", 250, "SK-DET-08"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        make(&t, &cases[i].duel);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0) {
            fail_msg("case %zu: %s, not %s", i, made_word(&t.told, "verdict"), cases[i].verdict);
        }
        assert_near(made_number(&t.told, "weapons[0].members[0].limit_mm"), cases[i].limit, 1e-9);
        assert_near(made_number(&t.told, "weapons[0].members[0].margin_mm"), cases[i].limit - cases[i].duel.apart,
                    1e-9);
        if (strcmp(cases[i].verdict, "no") == 0) {
            assert_string_equal(made_word(&t.told, "rule"), cases[i].rule);
        }
        judge_end(&t);
    }
}

/* A flare lights a disc of radius 300: its edge, and what hangs on whether somebody stands in it. */
static void by_the_light_of_a_flare(void **state) {
    (void)state;
    const struct {
        double inside; /* how far the target's middle lies inside of the disc */
        double apart;
        const char *verdict;
        double spotting[2];
    } cases[] = {
        {0.1, 450, "yes", {5, 5}}, {-0.1, 450, "no", {6, 6}},    {0, 450, "marginal", {5, 6}},
        {0, 150, "yes", {3, 5}},   {0, 1001, "no", {-1, -1}},    {200, 999, "yes", {6, 6}},
        {200, 1001, "no", {0, 0}}, {-250, 249.9, "yes", {6, 6}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        const duel d = {.apart = cases[i].apart};
        make(&t, &d);
        judge_terrain(&t, "{'id':'light','kind':'flare','disc':{'centre':[%.17g,500],'radius':300}}",
                      500 + 2 * R + cases[i].apart + 300 - cases[i].inside);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0) {
            fail_msg("case %zu: %s, not %s", i, made_word(&t.told, "verdict"), cases[i].verdict);
        }
        if (cases[i].spotting[0] > 0) {
            judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
            assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].spotting[0], 0);
            assert_near(made_number(&t.told, "scores[0].total[1]"), cases[i].spotting[1], 0);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(limits), cmocka_unit_test(by_the_light_of_a_flare)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
