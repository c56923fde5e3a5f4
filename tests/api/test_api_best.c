/* The best place for a template: never beaten by dense placing, whatever stands in the way; closed forms; the laws that
 * neither moving the whole table nor the order of units changes anything. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include "math/angle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'hull':{'core':{'shape':'box','min':[-40,-30,20],'max':[40,30,50]},"                                              \
    "'base':{'shape':'rectangle','size':[60,60]}}}"
#define SCENE(terrain, units)                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500}," ASSETS             \
    ",'terrain':[" terrain "],'units':[" units "]}"

enum { MOST = 16 };

/* Men on an open table: what a test knows of them by itself. */
typedef struct men {
    tl_vec2 at[MOST];
    bool friends[MOST];
    int count;
} men;

static void add_man(men *m, double x, double y, bool friends) {
    m->friends[m->count] = friends;
    m->at[m->count++] = (tl_vec2){x, y};
}

/* The members of one side as a unit of JSON; `last_first`: the other way round. */
static void write_unit(const men *m, bool friends, bool last_first, const char *weapons, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "{'id':'%s','side':'%s','class':'infantry'%s,'members':[",
                                   friends ? "f" : "e", friends ? "blue" : "red", weapons);
    bool any = false;
    for (int k = 0; k < m->count; k++) {
        int i = last_first ? m->count - 1 - k : k;
        if (m->friends[i] == friends) {
            used += (size_t)snprintf(text + used, size - used, "%s{'id':'m%d','asset':'man','at':[%.17g,%.17g]}",
                                     any ? "," : "", i, m->at[i].x, m->at[i].y);
            any = true;
        }
    }
    snprintf(text + used, size - used, "]}");
}

static bool has_friends(const men *m) {
    bool any = false;
    for (int i = 0; i < m->count; i++) {
        any = any || m->friends[i];
    }
    return any;
}

static void load_men(made_scene *s, const men *m, const char *terrain, bool swapped) {
    char enemies[2048] = "", friends[2048] = "";
    bool any = has_friends(m);
    write_unit(m, false, swapped, "", enemies, sizeof(enemies));
    if (any) {
        write_unit(m, true, swapped, "", friends, sizeof(friends));
    }
    made_load(s, SCENE("%s", "%s%s%s"), terrain, swapped && any ? friends : enemies, any ? "," : "",
              !any      ? ""
              : swapped ? enemies
                        : friends);
}

/* The score of a blast of radius 75 on an open table where all see all: infantry never stands in the way. */
static double plain_score(const men *m, tl_vec2 p, double weight) {
    double score = 0;
    for (int i = 0; i < m->count; i++) {
        double d = tl_length2(tl_sub2(p, m->at[i]));
        score += !m->friends[i] && d < 75 + 12.5 - 0.05 ? 1 : 0;
        score -= m->friends[i] && d <= 75 + 12.5 + 0.05 ? weight : 0;
    }
    return score;
}

static double dense_score(const men *m, double weight, double step) {
    tl_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    double best = 0;
    for (int i = 0; i < m->count; i++) {
        low = (tl_vec2){fmin(low.x, m->at[i].x - 90), fmin(low.y, m->at[i].y - 90)};
        high = (tl_vec2){fmax(high.x, m->at[i].x + 90), fmax(high.y, m->at[i].y + 90)};
    }
    for (double x = low.x; x <= high.x; x += step) {
        for (double y = low.y; y <= high.y; y += step) {
            best = fmax(best, plain_score(m, (tl_vec2){x, y}, weight));
        }
    }
    return best;
}

static void ask_best(made_scene *s, double weight) {
    made_ask(s, "{'query':'template','shape':'blast','best':true,'side':'blue','friends_weight':%.17g}", weight);
}

static void dense_placing_never_beats_it(void **state) {
    (void)state;
    test_random r = test_random_start("best blast", 61);
    int costly = 0;
    for (int n = 0; n < 24; n++) {
        men m = {.count = 0};
        int count = 5 + n % 8;
        for (int i = 0; i < count; i++) {
            add_man(&m, test_random_between(&r, 600, 950), test_random_between(&r, 600, 900), n % 3 != 0 && i % 3 == 2);
        }
        double weight = n % 4 == 0 ? 0.5 : 1;
        made_scene s;
        made_begin(&s, "best-dense");
        load_men(&s, &m, "", false);
        if (has_friends(&m)) {
            ask_best(&s, weight);
        } else {
            made_ask(&s, "{'query':'template','shape':'blast','best':true}");
        }
        double score = made_number(&s, "best.score"), dense = dense_score(&m, weight, 2.5);
        assert_true(made_number(&s, "best.upper_bound") >= score);
        assert_true(made_number(&s, "best.upper_bound") >= dense);
        if (strcmp(made_word(&s, "verdict"), "yes") == 0) {
            assert_true(score >= dense);
            assert_near(made_number(&s, "best.upper_bound"), score, 0);
        } else {
            costly++;
        }
        /* what it says of its place is so */
        if (score > 0) {
            tl_vec3 at = made_point(&s, "best.places[0].at");
            assert_near(plain_score(&m, (tl_vec2){at.x, at.y}, weight), score, 1e-12);
            assert_near(made_number(&s, "best.places[0].enemies") - weight * made_number(&s, "best.places[0].friends"),
                        score, 1e-12);
        }
        made_end(&s);
    }
    print_message("open: %d of 24\n", costly);
    assert_true(costly <= 2);
}

/* n men in a row, d apart: a disc of 75 with bases of 12.5 spans less than 175. */
static void men_in_a_row(void **state) {
    (void)state;
    const struct {
        double apart;
        int caught;
    } cases[] = {{50, 4}, {43.8, 4}, {43.7, 5}, {35, 5}, {34.9, 6}, {174.8, 2}, {175, 1}, {200, 1}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        men m = {.count = 0};
        for (int i = 0; i < 8; i++) {
            add_man(&m, 300 + i * cases[k].apart * 0.8, 500 + i * cases[k].apart * 0.6, false);
        }
        made_scene s;
        made_begin(&s, "best-row");
        load_men(&s, &m, "", false);
        made_ask(&s, "{'query':'template','shape':'blast','best':true}");
        assert_verdict(&s, "yes");
        assert_near(made_number(&s, "best.score"), cases[k].caught, 0);
        made_end(&s);
    }
}

/* Six men on a ring: all of them up to a radius of 87.5; beyond it no two opposite ones, so three neighbours, whose
 * smallest circle has the radius sin 60 times the ring's; beyond 101 two. */
static void men_on_a_ring(void **state) {
    (void)state;
    const struct {
        double radius;
        int caught;
    } cases[] = {{80, 6}, {87.3, 6}, {87.7, 3}, {100.5, 3}, {101.5, 2}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        men m = {.count = 0};
        for (int i = 0; i < 6; i++) {
            add_man(&m, 700 + cases[k].radius * cos(TL_PI / 3 * i + 0.3),
                    600 + cases[k].radius * sin(TL_PI / 3 * i + 0.3), false);
        }
        made_scene s;
        made_begin(&s, "best-ring");
        load_men(&s, &m, "", false);
        made_ask(&s, "{'query':'template','shape':'blast','best':true}");
        assert_verdict(&s, "yes");
        assert_near(made_number(&s, "best.score"), cases[k].caught, 0);
        made_end(&s);
    }
}

/* Two enemies with a friend in the middle, all in reach of one blast: a friend counts for as much as is said. */
static void friends_cost(void **state) {
    (void)state;
    men m = {.count = 0};
    add_man(&m, 500, 500, false);
    add_man(&m, 660, 500, false);
    add_man(&m, 580, 500, true);
    add_man(&m, 580, 540, true);
    add_man(&m, 580, 460, true);
    made_scene s;
    made_begin(&s, "best-friends");
    load_men(&s, &m, "", false);
    ask_best(&s, 0);
    assert_near(made_number(&s, "best.score"), 2, 0);
    assert_near(made_number(&s, "count"), 2 + made_number(&s, "best.places[0].friends"), 0);
    ask_best(&s, 1);
    assert_verdict(&s, "yes");
    assert_near(made_number(&s, "best.score"), 1, 0);
    assert_near(made_number(&s, "best.places[0].friends"), 0, 0);
    made_end(&s);
}

static void motion_and_order_change_nothing(void **state) {
    (void)state;
    test_random r = test_random_start("best laws", 62);
    for (int n = 0; n < 8; n++) {
        men m = {.count = 0}, moved = {.count = 0};
        double s, c, turn = test_random_between(&r, 0, 360);
        tl_sincos_deg(turn, &s, &c);
        for (int i = 0; i < 9; i++) {
            add_man(&m, test_random_between(&r, -150, 150), test_random_between(&r, -150, 150), i % 4 == 3);
            add_man(&moved, 1200 + c * m.at[i].x - s * m.at[i].y, 700 + s * m.at[i].x + c * m.at[i].y, m.friends[i]);
        }
        for (int i = 0; i < 9; i++) {
            m.at[i] = tl_add2(m.at[i], (tl_vec2){500, 500});
        }
        double score[3];
        char verdict[3][16];
        for (int k = 0; k < 3; k++) {
            made_scene scene;
            made_begin(&scene, "best-laws");
            load_men(&scene, k == 1 ? &moved : &m, "", k == 2);
            ask_best(&scene, 1);
            score[k] = made_number(&scene, "best.score");
            snprintf(verdict[k], sizeof(verdict[k]), "%s", made_word(&scene, "verdict"));
            made_end(&scene);
        }
        assert_near(score[1], score[0], 0);
        assert_near(score[2], score[0], 0);
        assert_string_equal(verdict[1], verdict[0]);
        assert_string_equal(verdict[2], verdict[0]);
    }
}

#define GUN ",'weapons':[{'id':'rockets','range':[2,5],'arc':'front','template':'blast'}]"

/* Walls, range and arc: placements on a grid, each ruled by the question itself, are no better. */
static void legal_and_seen(void **state) {
    (void)state;
    test_random r = test_random_start("best sight", 63);
    for (int n = 0; n < 3; n++) {
        made_scene s;
        made_begin(&s, "best-sight");
        char enemies[1024] = "", terrain[512] = "", meshes[2][32];
        size_t used = 0;
        for (int i = 0; i < 7; i++) {
            used += (size_t)snprintf(enemies + used, sizeof(enemies) - used,
                                     "%s{'id':'e%d','asset':'man','at':[%.1f,%.1f]}", i > 0 ? "," : "", i,
                                     test_random_between(&r, 450, 800), test_random_between(&r, 520, 880));
        }
        for (int i = 0; i < 2; i++) {
            double x = test_random_between(&r, 500, 750), y = test_random_between(&r, 550, 800);
            const made_box wall = {{x, y, 0}, {x + (i == 0 ? 6 : 130), y + (i == 0 ? 130 : 6), 70}};
            snprintf(meshes[i], sizeof(meshes[i]), "wall%d.obj", i);
            made_boxes(&s, meshes[i], &wall, 1);
        }
        snprintf(terrain, sizeof(terrain),
                 "{'id':'wall0','kind':'wall','mesh':'wall0.obj'},{'id':'wall1','kind':'wall','mesh':'wall1.obj'}");
        made_load(&s,
                  SCENE("%s", "{'id':'t','side':'blue','class':'vehicle'" GUN
                              ",'members':[{'id':'t1','asset':'hull','at':[200,700]}]},"
                              "{'id':'e','side':'red','class':'infantry','members':[%s]}"),
                  terrain, enemies);
        made_ask(&s, "{'query':'template','shape':'blast','best':true,'from':'t'}");
        double score = made_number(&s, "best.score"), upper = made_number(&s, "best.upper_bound");
        print_message("%s: %g of at most %g, %g cells\n", made_word(&s, "verdict"), score, upper,
                      made_number(&s, "best.cells"));
        assert_true(score > 0);
        assert_string_equal(made_word(&s, "placement.verdict"), "yes");
        assert_near(made_number(&s, "count"), score, 0);
        int better = 0;
        for (double x = 380; x <= 780; x += 33) {
            for (double y = 460; y <= 940; y += 33) {
                made_ask(&s, "{'query':'template','shape':'blast','from':'t','at':[%.17g,%.17g]}", x, y);
                bool legal = strcmp(made_word(&s, "placement.verdict"), "yes") == 0;
                better += legal && made_number(&s, "count") > score;
                assert_true(!legal || made_number(&s, "count") <= upper);
            }
        }
        assert_int_equal(better, 0);
        made_end(&s);
    }
}

/* A house of two floors: who stands below is not hit from above, and the search knows it. */
static void one_level_at_a_time(void **state) {
    (void)state;
    made_scene s;
    made_begin(&s, "best-levels");
    const made_box house[3] = {
        {{400, 400, 0}, {600, 600, 2}}, {{400, 400, 60}, {600, 600, 62}}, {{400, 590, 2}, {600, 600, 60}}};
    made_boxes(&s, "house.obj", house, 3);
    made_load(
        &s,
        SCENE(
            "{'id':'house','kind':'building','mesh':'house.obj'}",
            "{'id':'e','side':'red','class':'infantry','members':[{'id':'e1','asset':'man','at':[450,450]},"
            "{'id':'e2','asset':'man','at':[490,450],'level':1},{'id':'e3','asset':'man','at':[530,450],'level':1}]}"));
    made_ask(&s, "{'query':'template','shape':'blast','best':true}");
    assert_verdict(&s, "yes");
    assert_near(made_number(&s, "best.score"), 2, 0);
    assert_true(made_lists(&s, "best.places[0].hit", "e2") && made_lists(&s, "best.places[0].hit", "e3"));
    made_ask(&s, "{'query':'template','shape':'blast','best':true,'set':{'blast_levels':'all_seen'}}");
    assert_true(made_number(&s, "best.upper_bound") >= 2);
    made_end(&s);
}

#define FLAMER ",'weapons':[{'id':'f','range':1,'arc':'front','template':'flame-1'}]"

/* Every tenth of a degree, ruled by the question itself. */
static void flames_at_every_angle(void **state) {
    (void)state;
    test_random r = test_random_start("best flame", 64);
    for (int n = 0; n < 4; n++) {
        made_scene s;
        made_begin(&s, "best-flame");
        char enemies[1024] = "";
        size_t used = 0;
        for (int i = 0; i < 6; i++) {
            double angle = test_random_between(&r, -1, 1), away = test_random_between(&r, 45, 170);
            used += (size_t)snprintf(enemies + used, sizeof(enemies) - used,
                                     "%s{'id':'e%d','asset':'man','at':[%.1f,%.1f]}", i > 0 ? "," : "", i,
                                     500 + away * cos(angle), 500 + away * sin(angle));
        }
        made_load(&s,
                  SCENE("", "{'id':'t','side':'blue','class':'%s'" FLAMER
                            ",'members':[{'id':'t1','asset':'%s','at':[500,500]}]},"
                            "{'id':'e','side':'red','class':'infantry','members':[%s]}"),
                  n % 2 == 0 ? "vehicle" : "infantry", n % 2 == 0 ? "hull" : "man", enemies);
        made_ask(&s, "{'query':'template','shape':'flame-1','best':true,'from':'t'}");
        double score = made_number(&s, "best.score"), upper = made_number(&s, "best.upper_bound");
        assert_true(upper >= score);
        assert_verdict(&s, score > 0 ? "yes" : "no");
        for (double angle = -60; angle <= 60; angle += 0.5) {
            made_ask(&s, "{'query':'template','shape':'flame-1','from':'t','angle':%.17g}", angle);
            if (strcmp(made_word(&s, "placement.verdict"), "yes") == 0) {
                assert_true(made_number(&s, "count") <= score);
            }
        }
        made_end(&s);
    }
}

static void nobody_to_catch(void **state) {
    (void)state;
    made_scene s;
    made_begin(&s, "best-none");
    men m = {.count = 0};
    add_man(&m, 500, 500, true);
    add_man(&m, 520, 500, false);
    add_man(&m, 500, 520, true);
    add_man(&m, 520, 520, true);
    load_men(&s, &m, "", false);
    ask_best(&s, 1);
    assert_near(made_number(&s, "best.score"), 1, 0); /* from the far side only the enemy is reached */
    ask_best(&s, 0);
    assert_near(made_number(&s, "best.score"), 1, 0);
    made_ask(&s, "{'query':'template','shape':'blast','best':true,'side':'blue','set':{'blast_diameter_mm':1}}");
    assert_near(made_number(&s, "best.score"), 1, 0);
    static const struct {
        const char *question;
        tl_status status;
        const char *message;
    } cases[] = {
        {"{'query':'template','shape':'blast','best':true,'at':[1,2]}", TL_ERROR_ARGUMENT, "a place is given"},
        {"{'query':'template','shape':'blast','best':true,'side':'bleu'}", TL_ERROR_NOT_FOUND, "on the side `bleu`"},
        {"{'query':'template','shape':'blast','best':true,'friends_weight':-1}", TL_ERROR_ARGUMENT, "negative"},
        {"{'query':'template','shape':'blast','best':true,'from':'f'}", TL_ERROR_NOT_FOUND, "no weapon"},
        {"{'query':'template','shape':'flame-1','best':true}", TL_ERROR_ARGUMENT, "nobody is named"},
        {"{'query':'template','shape':'blast','at':[1,2],'side':'blue'}", TL_ERROR_ARGUMENT, "search"},
        {"{'query':'template','shape':'blast','best':3}", TL_ERROR_FORMAT, "`best` must be"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(made_ask_refused(&s, "%s", cases[i].question), cases[i].status);
        if (strstr(s.error.message, cases[i].message) == NULL) {
            print_error("%s: %s\n", cases[i].question, s.error.message);
            fail();
        }
    }
    made_end(&s);
}

static int calls_left;

static bool patient(void *user, double done, const char *what) {
    (void)user;
    (void)done;
    (void)what;
    calls_left -= calls_left > 0;
    return calls_left != 0;
}

/* The search may be cancelled, and every allocation of it may fail. */
static void it_can_be_stopped(void **state) {
    (void)state;
    made_scene s;
    made_begin(&s, "best-stopped");
    made_load(&s,
              SCENE("", "{'id':'t','side':'blue','class':'infantry'" FLAMER
                        ",'members':[{'id':'t1','asset':'man','at':[500,500]}]},"
                        "{'id':'e','side':'red','class':'infantry','members':[{'id':'e1','asset':'man','at':[560,500]},"
                        "{'id':'e2','asset':'man','at':[560,540]}]}"));
    char path[320];
    snprintf(path, sizeof(path), "%s/scene.json", s.folder);
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .allocate = scarce_allocate, .progress = patient};
    scarce_left = SIZE_MAX;
    calls_left = -1;
    tl_context *poor = tl_context_create(&options);
    tl_scene *scene;
    tl_error error = {0};
    assert_int_equal(tl_scene_load(poor, path, NULL, &scene, NULL, &error), TL_OK);
    const tl_question questions[] = {
        {.struct_size = sizeof(tl_question), .query = "template", .shape = "blast", .best = true, .side = "blue"},
        {.struct_size = sizeof(tl_question), .query = "template", .shape = "flame-1", .best = true, .from = "t"}};
    for (size_t q = 0; q < 2; q++) {
        calls_left = 3;
        tl_ruling *ruling = NULL;
        memset(&error, 0, sizeof(error));
        assert_int_equal(tl_scene_ask(scene, &questions[q], &ruling, &error), TL_ERROR_CANCELLED);
        assert_null(ruling);
        calls_left = -1;
        bool done = false;
        for (size_t n = 0; !done; n += 1 + n / 4) {
            memset(&error, 0, sizeof(error));
            scarce_left = n;
            tl_status status = tl_scene_ask(scene, &questions[q], &ruling, &error);
            done = status == TL_OK;
            assert_true(done || status == TL_ERROR_MEMORY);
            scarce_left = SIZE_MAX;
            tl_ruling_destroy(ruling);
            ruling = NULL;
        }
    }
    tl_scene_destroy(scene);
    tl_context_destroy(poor);
    made_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_placing_never_beats_it),
        cmocka_unit_test(men_in_a_row),
        cmocka_unit_test(men_on_a_ring),
        cmocka_unit_test(friends_cost),
        cmocka_unit_test(motion_and_order_change_nothing),
        cmocka_unit_test(legal_and_seen),
        cmocka_unit_test(one_level_at_a_time),
        cmocka_unit_test(flames_at_every_angle),
        cmocka_unit_test(nobody_to_catch),
        cmocka_unit_test(it_can_be_stopped),
    };
    return cmocka_run_group_tests_name("api_best", tests, NULL, NULL);
}
