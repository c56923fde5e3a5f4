/* Models above, in and under the table, asked everything: nothing is read that isn't there, and what closed form says
 * holds. Run under sanitizers, which see reads out of bounds that a release build answers from. */
#include "support/made_scene.h"

#include <stdio.h>
#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Sunk','ruleset':'dust-battlefield','settings':{%s},'table':{'width':900,'depth':600%s},"    \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'box':{'core':{'shape':'box','min':[-9,-9,0],'max':[9,9,30]}}},"                                                  \
    "'terrain':[%s],'units':["                                                                                         \
    "{'id':'a','side':'red','class':'%s','move':10,'weapons':[{'id':'gun','range':60,'arc':'any'}],"                   \
    "'members':[{'id':'a1','asset':'%s','at':[200,300,%.17g]}]},"                                                      \
    "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'%s','at':[500,300,%.17g]},"             \
    "{'id':'b2','asset':'%s','at':[520,330,%.17g]}]}]}"

/* The depths at which a body's feet change what happens: above, resting, within the skirt, just beyond it, deep, under.
 */
static double depth_of(test_random *random) {
    static const double depths[] = {-20,       -1e-9, 0, 1e-12,      1e-9, 1e-7, 0.3, 0.6,
                                    0.6000001, 0.7,   1, 29.9999999, 30,   34,   35,  60};
    int k = test_random_below(random, 20);
    return k < 16 ? depths[k] : test_random_between(random, -5, 40);
}

static void made_ground(made_scene *m) {
    static const tl_vec3 flat[2][3] = {{{-50, -50, 0}, {950, -50, 0}, {950, 650, 0}},
                                       {{-50, -50, 0}, {950, 650, 0}, {-50, 650, 0}}};
    made_triangles(m, "flat.obj", flat, 2);
    const made_box wall = {{340, 250, -5}, {350, 350, 20}}, slab = {{-50, -50, -8}, {950, 650, 0}};
    made_boxes(m, "wall.obj", &wall, 1);
    made_boxes(m, "slab.obj", &slab, 1);
}

static const char *const questions[] = {
    "{'query':'los','from':'a','to':'b'}",
    "{'query':'los','from':'a1','to':'b1','margin':true}",
    "{'query':'los','from':'b1','to':'a1','proof':true}",
    "{'query':'cover','from':'a','to':'b'}",
    "{'query':'cover','from':'b','to':'a'}",
    "{'query':'attack','from':'a','to':'b'}",
    "{'query':'range','from':'a','to':'b'}",
    "{'query':'arc','from':'a','to':'b'}",
    "{'query':'template','shape':'blast','at':[505,310]}",
    "{'query':'within','from':'a1','limit_mm':250,'sight':true}",
    "{'query':'cohesion','unit':'b'}",
    "{'query':'move','member':'a1','path':[[260,300]]}",
};

enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

/* Every question is answered or refused with a reason, and one after it is answered as ever. */
static void ask_all(made_scene *m, bool margins, size_t *answered) {
    for (int i = 0; i < QUESTIONS; i++) {
        if (strstr(questions[i], "margin") != NULL && !margins) {
            continue;
        }
        char text[256];
        size_t n = strlen(questions[i]);
        memcpy(text, questions[i], n + 1);
        for (size_t k = 0; k < n; k++) {
            text[k] = text[k] == '\'' ? '"' : text[k];
        }
        tl_ruling *ruling = NULL;
        tl_error error = {0};
        tl_status status = tl_scene_ask_json(m->scene, text, n, &ruling, &error);
        assert_true(status == TL_OK || error.message[0] != '\0');
        assert_true(status != TL_OK || tl_ruling_json(ruling)[0] == '{');
        *answered += status == TL_OK;
        tl_ruling_destroy(ruling);
    }
}

/* What closed form says of cover and sight over bare ground: whoever is wholly under it neither sees nor is seen; whose
 * lowest point lies no deeper than the skirt is in the open; who is sunk deeper is in cover, by the table. */
static void check_open_ground(made_scene *m, double low_a, double low_b, double high, size_t *checked) {
    made_ask(m, "{'query':'los','from':'a1','to':'b1'}");
    const char *sight = made_word(m, "verdict");
    bool under = low_a <= -high - 1e-6 || low_b <= -high - 1e-6;
    bool both_up = low_a > -high + 1e-3 && low_b > -high + 1e-3;
    if (under || both_up) {
        assert_string_equal(sight, under ? "no" : "yes");
        *checked += 1;
    }
    made_ask(m, "{'query':'cover','from':'a1','to':'b1'}");
    const char *cover = made_word(m, "verdict");
    bool hides = low_b < -0.6 - 1e-3;
    if (under || (both_up && (hides || low_b > -0.6 + 1e-3))) {
        if (strcmp(cover, under || hides ? "yes" : "no") != 0) {
            fail_msg("cover of b1, lowest at %g, from a1, lowest at %g: %s", low_b, low_a, cover);
        }
        assert_int_equal(made_has(m, "hidden_by") && made_lists(m, "hidden_by", "table"), under || hides);
        *checked += 1;
    }
}

static void asked_everything(void **state) {
    (void)state;
    test_random random = test_random_start("asked_everything", 1602);
    static const char *const grounds[] = {"", ",'mesh':'flat.obj'"};
    static const char *const terrain[] = {"", "{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}",
                                          "{'id':'slab','mesh':'slab.obj','at':[0,0,0],'kind':'obstacle'}"};
    static const char *const settings[] = {"", "", "'cover_min_fraction':0.25", "'min_visible_patch_mm':3",
                                           "'cover_vantage':'union'"};
    static const char *const classes[] = {"infantry", "vehicle"};
    size_t checked = 0, answered = 0;
    int trials = test_trials(60);
    for (int i = 0; i < trials; i++) {
        made_scene m;
        made_begin(&m, "sunk");
        made_ground(&m);
        int ground = test_random_below(&random, 3) / 2, piece = test_random_below(&random, 5) % 3;
        const char *man = test_random_below(&random, 2) == 0 ? "man" : "box";
        double a = -depth_of(&random), b = -depth_of(&random), other = -depth_of(&random);
        const char *set = settings[test_random_below(&random, 5)];
        made_load(&m, SCENE, set, grounds[ground], terrain[piece], classes[test_random_below(&random, 2)], man, a, man,
                  b, man, other);
        ask_all(&m, i % 4 == 0, &answered);
        if (piece == 0 && ground == 0 && set[0] == 0) {
            double foot = strcmp(man, "man") == 0 ? 2 : 0, size = strcmp(man, "man") == 0 ? 32 : 30;
            check_open_ground(&m, a + foot, b + foot, size, &checked);
        }
        made_end(&m);
    }
    print_message("%d scenes, %zu questions answered, %zu verdicts known\n", trials, answered, checked);
    assert_true(checked > (size_t)trials / 10);
    assert_true(answered > 10 * (size_t)trials);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(asked_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
