/* test_api_walled.c: why one isn't seen through a house: its walls, or how deep lines run in it (DB-LOS-02, DB-ARE-02).
 *
 * Random houses with windows between random figures, asked twice: as a building, whose depth counts, and as a mere
 * obstacle of the same walls. Hidden as a building and seen as an obstacle, it is the depth that hides, and hidden as
 * both the walls. */
#include "support/made_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSES = 60 };

typedef struct house {
    made_box walls[20];
    size_t count;
} house;

static void add(house *h, double x0, double y0, double z0, double x1, double y1, double z1) {
    if (x1 > x0 && y1 > y0 && z1 > z0) {
        h->walls[h->count++] = (made_box){{x0, y0, z0}, {x1, y1, z1}};
    }
}

/* A wall along x with a window, unless it has none. */
static void add_wall(house *h, test_random *random, double x0, double x1, double y, bool window) {
    double from = test_random_between(random, x0 + 10, x0 + 30);
    double to = window ? from + test_random_between(random, 10, 80) : from;
    double low = test_random_between(random, 4, 12), high = window ? low + test_random_between(random, 6, 30) : low;
    add(h, x0, y, 0, from, y + 3, 60);
    add(h, to, y, 0, x1, y + 3, 60);
    add(h, from, y, 0, to, y + 3, low);
    add(h, from, y, high, to, y + 3, 60);
}

static void make_house(house *h, test_random *random) {
    double depth = test_random_between(random, 40, 260);
    h->count = 0;
    add_wall(h, random, 200, 320, 300, test_random_between(random, 0, 1) < 0.9);
    add_wall(h, random, 200, 320, 300 + depth, test_random_between(random, 0, 1) < 0.9);
    add(h, 200, 303, 0, 203, 300 + depth, 60);
    add(h, 317, 303, 0, 320, 300 + depth, 60);
}

static void load(made_scene *made, const char *kind, const double at[4]) {
    made_load(made,
              "{'trueline':1,'table':{'width':600,'depth':900},"
              "'assets':{'a':{'base':{'shape':'disc','diameter':20},"
              "'core':{'shape':'cylinder','from':[0,0,5],'to':[0,0,25],'radius':5}}},"
              "'terrain':[{'id':'house','kind':'%s','mesh':'house.obj','at':[0,0,0]}],"
              "'units':[{'id':'u','side':'a','class':'infantry','members':[{'id':'u-1','asset':'a','at':[%.3f,%.3f]}]},"
              "{'id':'v','side':'b','class':'infantry','members':[{'id':'v-1','asset':'a','at':[%.3f,%.3f]}]}]}",
              kind, at[0], at[1], at[2], at[3]);
    made_ask(made, "{'query':'los','from':'u','to':'v'}");
}

static void depth_or_walls_are_told(void **state) {
    (void)state;
    made_scene made;
    test_random random = test_random_start("walled", 20261128);
    size_t seen = 0, deep = 0, walled = 0;
    made_begin(&made, "walled");
    for (int i = 0; i < HOUSES; i++) {
        house h;
        make_house(&h, &random);
        made_boxes(&made, "house.obj", h.walls, h.count);
        const double at[4] = {test_random_between(&random, 220, 300), test_random_between(&random, 130, 285),
                              test_random_between(&random, 220, 300), test_random_between(&random, 340, 640)};
        load(&made, "obstacle", at);
        char plain[16];
        snprintf(plain, sizeof(plain), "%s", made_word(&made, "verdict"));
        load(&made, "building", at);
        const char *verdict = made_word(&made, "verdict"), *rule = made_word(&made, "rule");
        if (strcmp(verdict, "no") == 0 && strcmp(plain, "yes") == 0) {
            assert_true(strncmp(rule, "DB-ARE", 6) == 0);
            assert_string_equal(made_word(&made, "blockers[0]"), "house");
            assert_true(made_number(&made, "depth.margin_mm") < 0);
            deep++;
        } else if (strcmp(verdict, "no") == 0 && strcmp(plain, "no") == 0) {
            assert_string_equal(rule, "DB-LOS-02");
            walled++;
        } else {
            assert_true(strcmp(verdict, "yes") != 0 || strcmp(plain, "yes") == 0); /* the walls stand in both */
            seen += strcmp(verdict, "yes") == 0 ? 1U : 0U;
        }
    }
    printf("%d houses: seen %zu, too deep %zu, walls %zu\n", HOUSES, seen, deep, walled);
    assert_true(seen >= 5 && deep >= 5 && walled >= 5);
    made_end(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(depth_or_walls_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
