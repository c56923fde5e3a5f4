/* Aircraft that come down near the rim of something round: even or not is known in closed form, and told at once. */
#include "support/made_scene.h"

#include <stdio.h>
#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Landing','ruleset':'dust-battlefield','table':{'width':800,'depth':600},"                   \
    "'assets':{'flyer':{'base':{'shape':'disc','diameter':%.17g},"                                                     \
    "'core':{'shape':'box','min':[-8,-8,10],'max':[8,8,20]}}},"                                                        \
    "'terrain':[{'id':'heap','kind':'rubble','disc':{'centre':[%.17g,%.17g],'radius':%.17g},'height':%.17g}],"         \
    "'units':[{'id':'a','side':'red','class':'%s','move':60,'locomotion':'flying','members':["                         \
    "{'id':'a1','asset':'flyer','at':[60,60],'facing':%.17g}]}]}"

/* The outline of a disc is a polygon within this of it, and so is the base's. */
#define ROUND 0.02

static void near_rims(void **state) {
    (void)state;
    test_random random = test_random_start("near_rims", 1604);
    static const double beyond[] = {0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 1, 3}, heights[] = {0.5, 40, 90};
    static const char *const classes[] = {"aircraft", "infantry", "vehicle"};
    size_t even = 0, uneven = 0, close = 0;
    int trials = test_trials(150);
    for (int i = 0; i < trials; i++) {
        double radius = test_random_between(&random, 30, 200), base = test_random_between(&random, 10, 30);
        double height = heights[test_random_below(&random, 3)], x = test_random_between(&random, 380, 420);
        double y = test_random_between(&random, 280, 320), angle = test_random_between(&random, 0, 2 * TL_PI);
        /* how far the base reaches over the rim: inside touching, astride, outside touching, and a little off each */
        double off = beyond[test_random_below(&random, 9)] * (test_random_below(&random, 2) == 0 ? 1 : -1);
        double far = radius + base * (test_random_below(&random, 3) - 1) + off;
        made_scene m;
        made_begin(&m, "landing");
        made_load(&m, SCENE, 2 * base, x, y, radius, height, classes[test_random_below(&random, 3)],
                  test_random_between(&random, 0, 360));
        made_ask(&m, "{'query':'move','member':'a1','path':[[%.17g,%.17g]]}", x + far * cos(angle),
                 y + far * sin(angle));
        bool flat = strcmp(made_word(&m, "verdict"), "yes") == 0;
        bool over = height < 1 || far + base < radius - ROUND || far - base > radius + ROUND;
        bool astride = height > 1 && far + base > radius + 0.2 + ROUND && far - base < radius - ROUND;
        if ((over && !flat) || (astride && flat)) {
            fail_msg("radius %.17g, base %.17g, middle %.17g off, height %g: %s", radius, base, far, height,
                     made_word(&m, "summary"));
        }
        even += over ? 1U : 0U;
        uneven += astride ? 1U : 0U;
        close += !over && !astride ? 1U : 0U;
        made_end(&m);
    }
    print_message("%zu even, %zu not, %zu too close to say by hand\n", even, uneven, close);
    assert_true(even > (size_t)trials / 5 && uneven > (size_t)trials / 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(near_rims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
