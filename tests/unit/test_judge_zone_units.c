/* Whole units in a zone (judge/group/zone.c): random members before an edge, some of them equally near it, against
 * closed forms: how deep each stands, who is wholly inside, who is worst; and how far they keep from enemies. */
#include "judge/group/zone.h"
#include "support/judge_facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

enum { MEN = 5, WITHIN = 300, OFF = 150 };

/* Held against a limit, for a tolerance. */
static tl_verdict of_margin(double margin, double tolerance) {
    return margin >= tolerance ? YES : margin <= -tolerance ? NO : OPEN;
}

static void random_units(void **state) {
    (void)state;
    test_random random = test_random_start("units in zones", 300);
    int met[3] = {0, 0, 0}, ties = 0, held[3] = {0, 0, 0};
    for (int round = 0; round < 150; round++) {
        int count = 1 + test_random_below(&random, MEN);
        double y[MEN], x[MEN], tolerance = test_random_below(&random, 2) == 0 ? 0.05 : 5;
        int from = test_random_below(&random, 3) * 100;
        char members[1200] = "";
        for (int i = 0; i < count;
             i++) { /* steps, and between them, so that several are equal and none is on a limit */
            y[i] = 41 + from + 30 * test_random_below(&random, 9);
            x[i] = 500 + 90 * i;
            size_t used = strlen(members);
            snprintf(members + used, sizeof(members) - used, "%s{'id':'a%d','asset':'man','at':[%.17g,%.17g]}",
                     i > 0 ? "," : "", i + 1, x[i], y[i]);
        }
        tl_vec2 foe = {500 + test_random_between(&random, 0, 400), test_random_between(&random, 300, 900)};
        judge_table t;
        judge_begin(&t);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[%s]}", members);
        judge_model(&t, "f", "red", "infantry", "man", 700, 1500, 0, "");
        judge_model(&t, "e", "blue", "infantry", "man", foe.x, foe.y, 0, "");
        judge_scenario(&t, "{'zones':[{'id':'s','side':'red','shape':'edge','where':'south','within':'30cm',"
                           "'off':{'enemies':'15cm'}}]}");
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, tolerance, "range_metric", "plan", NULL);
        const tl_document_zone *zone;
        ok(tl_unit_zone_named(inquiry, "s", &zone, &error));
        tl_party party = judge_party(&t, "a");
        tl_unit_zone found;
        ok(tl_unit_zone_judge(inquiry, zone, &party, 0, &found, &error));
        double least = INFINITY, nearest = INFINITY;
        size_t worst = 0, whole = 0, near_one = 0;
        bool tie = false, all_in = true, none_out = true, some = false, perhaps = false;
        assert_int_equal(found.count, count);
        for (int i = 0; i < count; i++) {
            double margin = WITHIN - y[i] - R, apart = fmax(0, hypot(x[i] - foe.x, y[i] - foe.y) - 2 * R);
            tl_verdict inside = of_margin(margin, tolerance), touches = of_margin(margin + 2 * R, tolerance);
            tie = tie || margin == least;
            worst = margin < least ? (size_t)i : worst;
            least = fmin(least, margin);
            near_one = apart < nearest ? (size_t)i : near_one;
            nearest = fmin(nearest, apart);
            whole += inside == YES;
            all_in = all_in && inside == YES;
            none_out = none_out && inside != NO;
            some = some || touches == YES;
            perhaps = perhaps || touches != NO;
            assert_int_equal(found.members[i].member, party.first + (size_t)i);
            assert_int_equal(found.members[i].place.inside, inside);
            assert_int_equal(found.members[i].place.touches, touches);
        }
        assert_int_equal(found.worst, worst);
        assert_int_equal(found.whole, whole);
        assert_int_equal(found.inside, all_in ? YES : none_out ? OPEN : NO);
        assert_int_equal(found.touches, some ? YES : perhaps ? OPEN : NO);
        assert_int_equal(found.off_count, 1);
        assert_true(found.off[0].any && found.off[0].from == TL_ZONE_OFF_ENEMIES);
        assert_near(found.off[0].limit.distance, nearest, 1e-6);
        assert_near(found.off[0].limit.margin, nearest - OFF, 1e-6);
        assert_int_equal(found.off[0].member, party.first + near_one);
        assert_int_equal(found.off[0].other, judge_who(&t, "e1"));
        if (fabs(fabs(nearest - OFF) - tolerance) > 1e-3) {
            tl_verdict off = of_margin(nearest - OFF, tolerance);
            assert_int_equal(found.off[0].limit.verdict, off);
            assert_int_equal(found.verdict, found.inside == NO || off == NO     ? NO
                                            : found.inside == YES && off == YES ? YES
                                                                                : OPEN);
            held[off]++;
        }
        met[found.inside]++;
        ties += tie;
        tl_unit_zone_free(&found);
        judge_end(&t);
    }
    assert_true(met[YES] > 20 && met[NO] > 20 && ties > 20 && held[YES] > 20 && held[NO] > 20);
}

/* A zone smaller than a base, and all of it beneath: some of the base is in it, wherever beneath it is. */
static void beneath_a_base(void **state) {
    (void)state;
    test_random random = test_random_start("beneath a base", 301);
    for (int round = 0; round < 60; round++) {
        double turn = test_random_between(&random, 0, 2 * M_PI), far = test_random_between(&random, 0, 85), half = 5;
        tl_vec2 at = {1000 + far * cos(turn), 1000 + far * sin(turn)};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'wide':{'base':{'shape':'disc','diameter':200},'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,"
                    "30]}}");
        judge_model(&t, "a", "red", "infantry", "wide", 1000, 1000, 0, "");
        judge_scenario(&t,
                       "{'zones':[{'id':'s','side':'red','shape':'outline','outline':[[%.17g,%.17g],[%.17g,%.17g],"
                       "[%.17g,%.17g],[%.17g,%.17g]]}]}",
                       at.x - half, at.y - half, at.x + half, at.y - half, at.x + half, at.y + half, at.x - half,
                       at.y + half);
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, 0.05, NULL);
        const tl_document_zone *zone;
        ok(tl_unit_zone_named(inquiry, "s", &zone, &error));
        tl_party party = judge_party(&t, "a");
        tl_unit_zone found;
        ok(tl_unit_zone_judge(inquiry, zone, &party, 0, &found, &error));
        assert_int_equal(found.inside, NO);
        assert_int_equal(found.touches, YES);
        tl_unit_zone_free(&found);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_units), cmocka_unit_test(beneath_a_base)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
