/* Stances as heights (SK-STA-02): a wall between at the height at which nobody is seen any more, models that crouch or
 * lie against assets that were made so, a slope, blockers, distances, the settings, and what is refused. */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIALS 60

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "skirmish-1991";
}

static void add_post(judge_table *t, const char *id, const char *side, tl_vec3 at, double facing, const char *stance) {
    judge_unit(t,
               "{'id':'%s','side':'%s','class':'infantry','members':[{'id':'%s1','asset':'post',"
               "'at':[%.17g,%.17g,%.17g],'facing':%.17g%s}]}",
               id, side, id, at.x, at.y, at.z, facing, stance);
}

/* --- Closed forms --------------------------------------------------------------------------------------------------*/

/* Over a wall from x = 500 to 504 between posts (10 x 10, up to 40) at x = 300 and 704: both level with it, so that
 * what is seen is decided by the lesser of two heights, or, of a sloping line, by its height over the far edge. */
static void a_wall_between(void **state) {
    (void)state;
    const char *up = "", *kneels = ",'stance':'kneeling'", *lies = ",'stance':'prone'";
    const double slope_end = 704 + 5, slope_begin = 300 + 5;
    /* from 40 at 305 down to 24 at 709, over 504 */
    const double mixed = 40 - 16 * (504 - slope_begin) / (slope_end - slope_begin);
    const struct {
        const char *a, *b;
        double limit; /* the least height of a wall that hides them */
    } cases[] = {{up, up, 40}, {kneels, kneels, 24}, {up, kneels, mixed}, {lies, lies, 8}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int side = -1; side <= 1; side++) {
            judge_table t;
            begin(&t);
            add_post(&t, "a", "red", (tl_vec3){300, 500, 0}, 0, cases[i].a);
            add_post(&t, "b", "blue", (tl_vec3){704, 500, 0}, 180, cases[i].b);
            judge_wall(&t, "w", (tl_vec2){500, 0}, (tl_vec2){504, 1000}, cases[i].limit + 0.2 * side);
            judge_ready(&t);
            const char *expected = side < 0 ? "yes" : side > 0 ? "no" : NULL;
            for (int turn = 0; turn < 2; turn++) { /* who sees is seen */
                judge_ask(&t, turn == 0 ? "{'query':'los','from':'a','to':'b','margin':true}"
                                        : "{'query':'los','from':'b','to':'a'}");
                if (expected != NULL) {
                    assert_verdict(&t.told, expected);
                } else { /* at the limit itself a line would graze the wall */
                    assert_string_not_equal(made_word(&t.told, "verdict"), "yes");
                }
            }
            judge_end(&t);
        }
    }
}

/* A post that lies: its core is 37 long, 10 wide, 8 high, along its facing, over the middle of its base. */
static void where_it_lies(void **state) {
    (void)state;
    const double facings[] = {0, 90, 180, 270};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        begin(&t);
        add_post(&t, "a", "red", (tl_vec3){300, 500, 20}, facings[i], ",'stance':'prone'");
        judge_ready(&t);
        const tl_placed *placed = &t.table->members[0];
        const tl_box3 core = tl_bvh_box(placed->body->core);
        const bool across = i % 2 == 1;
        assert_point_near(core.low, ((tl_vec3){300 - (across ? 5 : 18.5), 500 - (across ? 18.5 : 5), 20}), 1e-9);
        assert_point_near(core.high, ((tl_vec3){300 + (across ? 5 : 18.5), 500 + (across ? 18.5 : 5), 28}), 1e-9);
        const tl_shape *base = &placed->body->base; /* as it was */
        assert_near(base->radius, 12.5, 0);
        assert_near(base->high - base->low, 3, 0);
        judge_end(&t);
    }
}

/* Half way up a ramp that rises one in four, behind a wall on it: what counts is the height over where one stands. */
static void on_a_slope(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        judge_table t;
        begin(&t);
        judge_ground(&t, "'mesh':'tile 0 0 0 3000 3000 750'");
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[1000,1000],"
                   "'stance':'kneeling'}]}");
        judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post',"
                       "'at':[1000,1400],'stance':'kneeling'}]}");
        judge_ready(&t);
        const tl_placed *placed = t.table->members;
        const double ground = placed[0].rest.surface;
        assert_near(tl_bvh_box(placed[0].body->core).high.z, ground + 24, 1e-9);
        assert_near(ground, placed[1].rest.surface, 1e-9);
        judge_end(&t);
        begin(&t);
        judge_ground(&t, "'mesh':'tile 0 0 0 3000 3000 750'");
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[1000,1000],"
                   "'stance':'kneeling'}]}");
        judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post',"
                       "'at':[1000,1400],'stance':'kneeling'}]}");
        judge_terrain(&t, "{'id':'w','kind':'wall','mesh':'box 500 1198 0 1500 1202 %.17g','at':[0,0,0]}",
                      ground + 24 + 0.1 * side);
        judge_ready(&t);
        judge_ask(&t, "{'query':'los','from':'a','to':'b'}");
        assert_verdict(&t.told, side < 0 ? "yes" : "no");
        judge_end(&t);
    }
}

/* --- Against assets that were made so ------------------------------------------------------------------------------
 */

/* Random boxes and walls: a model that kneels, or lies, is seen exactly as one whose asset has that body. */
static void as_if_made_so(void **state) {
    (void)state;
    test_random random = test_random_start("as_if_made_so", 21);
    int counts[3] = {0, 0, 0};
    for (int trial = 0; trial < test_trials(TRIALS); trial++) {
        const double ahead = test_random_between(&random, 2, 9), behind = test_random_between(&random, 2, 9);
        const double wide = test_random_between(&random, 3, 9), low = test_random_between(&random, 0, 4);
        const double high = test_random_between(&random, 20, 50), share = test_random_between(&random, 0.1, 0.9);
        const double facing = test_random_between(&random, 0, 360), x = test_random_between(&random, 600, 900);
        const double y = test_random_between(&random, 400, 600);
        const bool lies = trial % 2 == 1;
        const tl_vec3 from = lies ? (tl_vec3){-(high - low) / 2, -wide, 0} : (tl_vec3){-behind, -wide, low * share};
        const tl_vec3 to =
            lies ? (tl_vec3){(high - low) / 2, wide, share * high} : (tl_vec3){ahead, wide, high * share};
        const double wall = test_random_between(&random, 0.6, 1.3) * share * high;
        const double open = test_random_between(&random, 480, 500);
        char told[2][40];
        double distance[2];
        for (int made = 0; made < 2; made++) {
            judge_table t;
            begin(&t);
            judge_setting(&t, "'crouch_height':%.17g,'lying_height':%.17g", tl_max(share, 0.05), tl_max(share, 0.05));
            judge_asset(&t,
                        "'up':{'core':{'shape':'box','min':[%.17g,%.17g,%.17g],'max':[%.17g,%.17g,%.17g]},"
                        "'base':{'shape':'disc','diameter':20}}",
                        -behind, -wide, low, ahead, wide, high);
            judge_asset(&t,
                        "'down':{'core':{'shape':'box','min':[%.17g,%.17g,%.17g],'max':[%.17g,%.17g,%.17g]},"
                        "'base':{'shape':'disc','diameter':20}}",
                        from.x, from.y, from.z, to.x, to.y, to.z);
            add_post(&t, "a", "red", (tl_vec3){300, 500, 0}, 0, ",'stance':'prone'");
            judge_unit(&t,
                       "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'%s',"
                       "'at':[%.17g,%.17g],'facing':%.17g%s}]}",
                       made == 1 ? "down" : "up", x, y, facing,
                       made == 1 ? ""
                       : lies    ? ",'stance':'prone'"
                                 : ",'stance':'kneeling'");
            judge_wall(&t, "w", (tl_vec2){500, 0}, (tl_vec2){504, open}, wall);
            judge_wall(&t, "v", (tl_vec2){500, open}, (tl_vec2){504, 1000}, 1.1 * wall);
            judge_ready(&t);
            judge_ask(&t, "{'query':'los','from':'a','to':'b'}");
            snprintf(told[made], sizeof(told[made]), "%s", made_word(&t.told, "verdict"));
            judge_ask(&t, "{'query':'range','from':'a','to':'b'}");
            distance[made] = made_number(&t.told, "distance_mm");
            judge_end(&t);
        }
        assert_string_equal(told[0], told[1]);
        assert_near(distance[0], distance[1], 1e-9);
        counts[strcmp(told[0], "yes") == 0 ? 0 : strcmp(told[0], "no") == 0 ? 1 : 2]++;
    }
    printf("%d seen, %d not, %d too close to call\n", counts[0], counts[1], counts[2]);
    assert_true(counts[0] > 0 && counts[1] > 0);
}

/* --- Laws ----------------------------------------------------------------------------------------------------------*/

/* The usual stance, and none, are one. */
static void standing_changes_nothing(void **state) {
    (void)state;
    static const char *const questions[] = {
        "{'query':'los','from':'a','to':'b','margin':true}", "{'query':'range','from':'a','to':'b'}",
        "{'query':'cover','from':'a','to':'b'}", "{'query':'score','from':'a','to':'b','score':'spotting'}"};
    for (size_t i = 0; i < 4; i++) {
        char *told[2] = {NULL, NULL};
        for (int given = 0; given < 2; given++) {
            judge_table t;
            begin(&t);
            add_post(&t, "a", "red", (tl_vec3){300, 500, 0}, 0, given ? ",'stance':'standing'" : "");
            add_post(&t, "b", "blue", (tl_vec3){704, 500, 0}, 180, given ? ",'stance':'standing'" : "");
            judge_wall(&t, "w", (tl_vec2){500, 0}, (tl_vec2){504, 1000}, 30);
            judge_ready(&t);
            judge_ask(&t, questions[i]);
            told[given] = strdup(t.told.text);
            judge_end(&t);
        }
        assert_string_equal(told[0], told[1]);
        free(told[0]);
        free(told[1]);
    }
}

/* Bases keep distances; a vehicle that carries no such stance is refused; heights are a scene's, not a question's. */
static void what_is_told_and_refused(void **state) {
    (void)state;
    judge_table t;
    tl_error error;
    begin(&t);
    add_post(&t, "a", "red", (tl_vec3){300, 500, 0}, 0, ",'stance':'prone'");
    add_post(&t, "b", "blue", (tl_vec3){700, 500, 0}, 0, ",'stance':'kneeling'");
    judge_ready(&t);
    judge_ask(&t, "{'query':'range','from':'a','to':'b'}");
    assert_near(made_number(&t.told, "distance_mm"), 375, 1e-9);
    judge_ask(&t, "{'query':'los','from':'a','to':'b'}");
    assert_true(strstr(t.told.text, "a1 is lying down: its body is 8.0 mm high") != NULL);
    assert_true(strstr(t.told.text, "b1 is kneeling: its body is 2.4 cm high") != NULL);
    assert_string_equal(made_word(&t.told, "reasons[1].rule"), "SK-STA-02");
    assert_string_equal(made_word(&t.told, "reasons[2].rule"), "SK-STA-02");
    judge_refused(&t, "shapes the models on the table",
                  "{'query':'los','from':'a','to':'b','set':{'crouch_height':0.5}}");
    judge_ask(&t, "{'query':'los','from':'a','to':'b','set':{'crouch_height':0.6}}"); /* as it is */
    judge_end(&t);
    begin(&t);
    judge_setting(&t, "'crouch_height':0.5");
    add_post(&t, "b", "blue", (tl_vec3){700, 500, 0}, 0, ",'stance':'kneeling'");
    judge_ready(&t);
    assert_near(tl_bvh_box(t.table->members[0].body->core).high.z, 20, 1e-12);
    judge_end(&t);
    begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'vehicle','members':[{'id':'a1','asset':'tank','at':[300,500],"
                   "'stance':'prone'}]}");
    assert_int_equal(judge_try(&t, &error), TL_ERROR_SCENE);
    assert_string_equal(error.message, "`a1` is of the class `vehicle`, whose models are never `prone`");
    assert_string_equal(error.remedy, "remove `stance`, or give the unit a class that may stand so");
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_between),
        cmocka_unit_test(where_it_lies),
        cmocka_unit_test(on_a_slope),
        cmocka_unit_test(as_if_made_so),
        cmocka_unit_test(standing_changes_nothing),
        cmocka_unit_test(what_is_told_and_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
