/* Terrain that is told when it is met (judge/move/journey_meets.c), minefields (DT-FRT-10) and wire (DT-FRT-09): whole
 * moves worked out by hand, and random ways over random fields against dense looks at where the base lies. */
#include "judge/move/journey.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

#define FIELD(kind, x, to)                                                                                             \
    "{'id':'f','kind':'" kind "','outline':[[" #x ",800],[" #to ",800],[" #to ",1200],[" #x ",1200]]}"

static void whole_moves(void **state) {
    (void)state;
    static const struct {
        const char *terrain, *class, *path, *ask;
        size_t count;
        const char *verdict;
        double from, to;
        bool begins, ends;
    } cases[] = {
        /* a base of 25 in, through and out of it */
        {FIELD("minefield", 1100, 1150), "infantry", "[1200,1000]", "", 1, "yes", 87.5, 162.5, false, false},
        {FIELD("minefield", 1100, 1150), "infantry", "[1120,1000]", "", 1, "yes", 87.5, 120, false, true},
        {FIELD("minefield", 900, 1050), "infantry", "[1200,1000]", "", 1, "yes", 0, 62.5, true, false},
        {FIELD("minefield", 900, 1500), "infantry", "[1200,1000]", "", 1, "yes", 0, 200, true, true},
        {FIELD("minefield", 1100, 1150), "infantry", "[1080,1000]", "", 0, NULL, 0, 0, false, false},
        /* its rim: within the tolerance too close to call, touching alone no contact */
        {FIELD("minefield", 1100, 1150), "infantry", "[1087.51,1000]", "", 1, "marginal", 87.5, 87.51, false, true},
        {FIELD("minefield", 1100, 1150), "infantry", "[1087.51,1000]", ",'tolerance_mm':0", 1, "yes", 87.5, 87.51,
         false, true},
        {FIELD("minefield", 1100, 1150), "infantry", "[1087.5,1000]", ",'tolerance_mm':0", 0, NULL, 0, 0, false, false},
        {FIELD("minefield", 1100, 1150), "infantry", "[1000,1000]", "", 0, NULL, 0, 0, false, false},
        /* who stays where it is moves in nothing */
        {FIELD("minefield", 900, 1150), "infantry", "[1000,1000]", "", 0, NULL, 0, 0, false, false},
        {"{'id':'f','kind':'minefield','disc':{'centre':[1100,1000],'radius':20}}", "infantry", "[1200,1000]", "", 1,
         "yes", 67.5, 132.5, false, false},
        {"{'id':'f','kind':'minefield','disc':{'centre':[1100,1032.4],'radius':20}}", "infantry", "[1200,1000]", "", 1,
         "yes", 100 - 2.54754784, 100 + 2.54754784, false, false},
        {"{'id':'f','kind':'minefield','disc':{'centre':[1100,1032.6],'radius':20}}", "infantry", "[1200,1000]", "", 0,
         NULL, 0, 0, false, false},
        /* mines attack anybody, wire is for infantry */
        {FIELD("minefield", 1100, 1150), "vehicle", "[1190,1000]", "", 1, "yes", 50, 190, false, true},
        {FIELD("wire", 1100, 1110), "infantry", "[1130,1000]", "", 1, "yes", 87.5, 122.5, false, false},
        {FIELD("wire", 1100, 1110), "vehicle", "[1200,1000]", "", 0, NULL, 0, 0, false, false},
        {FIELD("smoke", 1100, 1150), "infantry", "[1200,1000]", "", 0, NULL, 0, 0, false, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "%s", cases[i].terrain);
        judge_model(&t, "a", "red", cases[i].class, cases[i].class[0] == 'i' ? "man" : "tank", 1000, 1000, 0,
                    "'move':4");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[%s]%s}", cases[i].path, cases[i].ask);
        size_t count = made_has(&t.told, "meets") ? made_value(&t.told, "meets")->count : 0;
        bool same = count == cases[i].count;
        if (same && count > 0) {
            same = is(&t, "meets[0].verdict", cases[i].verdict) && is(&t, "meets[0].terrain", "f") &&
                   fabs(number(&t, "meets[0].after_mm") - cases[i].from) < 2e-4 &&
                   fabs(number(&t, "meets[0].until_mm") - cases[i].to) < 2e-4 &&
                   made_value(&t.told, "meets[0].begins")->boolean == cases[i].begins &&
                   made_value(&t.told, "meets[0].ends")->boolean == cases[i].ends;
        }
        if (!same) {
            fail_msg("case %zu: %zu\n%s", i, count, count > 0 ? made_word(&t.told, "meets[0].verdict") : t.told.text);
        }
        judge_end(&t);
    }
}

/* How far a place is from a rectangle or a disc; 0 inside. */
static long double away(tl_vec2 p, bool disc, tl_vec2 low, tl_vec2 high) {
    if (disc) { /* the middle, and the radius as the first of `high` */
        return fmaxl(0, hypotl((long double)p.x - low.x, (long double)p.y - low.y) - high.x);
    }
    long double x = fmaxl(0, fmaxl((long double)low.x - p.x, (long double)p.x - high.x));
    long double y = fmaxl(0, fmaxl((long double)low.y - p.y, (long double)p.y - high.y));
    return hypotl(x, y);
}

static void random_ways(void **state) {
    (void)state;
    enum { LOOKS = 3000, LEGS = 3 };
    test_random random = test_random_start("random ways", 7575);
    int met = 0, missed = 0;
    for (int k = 0; k < 150; k++) {
        judge_table t;
        judge_begin(&t);
        bool disc = k % 2 == 0;
        tl_vec2 low = {test_random_between(&random, 900, 1150), test_random_between(&random, 900, 1150)};
        tl_vec2 high = {low.x + test_random_between(&random, 5, 120), low.y + test_random_between(&random, 5, 120)};
        if (disc) {
            high.x = test_random_between(&random, 4, 80);
            judge_terrain(&t, "{'id':'f','kind':'minefield','disc':{'centre':[%.17g,%.17g],'radius':%.17g}}", low.x,
                          low.y, high.x);
        } else {
            judge_area(&t, "f", "minefield", low, high, -1);
        }
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':90");
        judge_ready(&t);
        judge_set(&t, 0, NULL);
        tl_path_point path[LEGS];
        tl_vec2 at[LEGS + 1] = {{1000, 1000}};
        for (int i = 0; i < LEGS; i++) {
            at[i + 1] = (tl_vec2){test_random_between(&random, 900, 1250), test_random_between(&random, 900, 1250)};
            path[i] = (tl_path_point){{at[i + 1].x, at[i + 1].y, 0}, 2};
        }
        const tl_question question = {.query = "move", .path = path, .path_count = LEGS};
        tl_journey j;
        ok(tl_journey_make(&t.inquiry, judge_who(&t, "a1"), &question, &j, &error));
        double plan = 0;
        for (int i = 0; i < LEGS; i++) {
            double leg = tl_length2(tl_sub2(at[i + 1], at[i]));
            for (int n = 0; n < LOOKS; n++) {
                double here = plan + leg * n / LOOKS;
                tl_vec2 p = tl_lerp2(at[i], at[i + 1], (double)n / LOOKS);
                long double d = away(p, disc, low, high);
                bool told = false;
                for (size_t m = 0; m < j.meeting_count; m++) {
                    told = told || (here >= j.meetings[m].from - 1e-6 && here <= j.meetings[m].to + 1e-6);
                }
                if (fabsl(d - 12.5L) > 1e-4L && told != (d < 12.5L)) {
                    fail_msg("way %d: after %.17g, %.17Lg away, it is %s", k, here, d, told ? "met" : "not met");
                }
                met += told;
                missed += !told;
            }
            plan += leg;
        }
        for (size_t m = 0; m < j.meeting_count; m++) {
            assert_int_equal(j.meetings[m].verdict, YES);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
    assert_true(met > 100000 && missed > 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_moves), cmocka_unit_test(random_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
