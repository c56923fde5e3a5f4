/* Whether a model may stay where it stands, held against moves that end there from round about: what no way may end in
 * is told, and where nothing is told some way ends. The window's rings say what is judged here. */
#include "support/made_scene.h"

#include <trueline/scene.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, PLACES = 150 };

typedef struct table {
    tl_context *context;
    tl_scene *scene;
} table;

static void open_sample(table *t) {
    tl_error error = {0};
    t->context = tl_context_create(NULL);
    assert_int_equal(
        tl_scene_load(t->context, TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json", NULL, &t->scene, NULL, &error),
        TL_OK);
}

static void close_table(table *t) {
    tl_scene_destroy(t->scene);
    tl_context_destroy(t->context);
}

static void place(table *t, const char *member, double x, double y, size_t level) {
    const double at[2] = {x, y};
    assert_int_equal(tl_scene_place(t->scene, member, at, 2, 0, level, NULL), TL_OK);
}

static tl_verdict stays(const table *t, const char *member, tl_stays *told) {
    assert_int_equal(tl_scene_stays(t->scene, member, NULL, told, NULL), TL_OK);
    assert_true((told->verdict == TL_VERDICT_YES) == (told->rule[0] == '\0'));
    assert_true((told->verdict == TL_VERDICT_YES) == (told->words[0] == '\0'));
    return told->verdict;
}

static bool fits(const table *t, const char *member, tl_fit *fit) {
    assert_int_equal(tl_scene_fit(t->scene, member, NULL, fit, NULL), TL_OK);
    return fit->stands;
}

/* The height that a path's point has there. */
static double ground_of(const table *t, const char *member) {
    tl_box3 box;
    assert_int_equal(tl_scene_box_of(t->scene, member, &box, NULL), TL_OK);
    return box.low.z;
}

static tl_verdict moves(const table *t, const char *member, double x, double y, double z) {
    const tl_path_point to = {{x, y, z}, 3};
    const tl_question question = {.struct_size = sizeof(tl_question),
                                  .query = "move",
                                  .member = member,
                                  .path = &to,
                                  .path_count = 1,
                                  .march = true};
    tl_ruling *ruling = NULL;
    assert_int_equal(tl_scene_ask(t->scene, &question, &ruling, NULL), TL_OK);
    tl_verdict verdict = tl_ruling_verdict(ruling);
    tl_ruling_destroy(ruling);
    return verdict;
}

typedef struct counts {
    size_t red, green, open, ways;
} counts;

/* Ways to (x, y, z) from places round about that nothing speaks against. */
static void compare(table *t, const char *member, double x, double y, size_t level, test_random *random, counts *c) {
    tl_stays told, start;
    tl_fit fit;
    place(t, member, x, y, level);
    if (!fits(t, member, &fit)) {
        return; /* the ring is red for what `check` finds */
    }
    tl_verdict verdict = stays(t, member, &told);
    double z = ground_of(t, member);
    size_t usable = 0, yes = 0;
    for (size_t k = 0; k < WAYS; k++) {
        double a = 2 * 3.14159265358979 * (double)k / WAYS, d = test_random_between(random, 12, 160);
        double from[2] = {x + d * cos(a), y + d * sin(a)};
        place(t, member, from[0], from[1], k % 3 == 2 ? level : 0);
        if (fits(t, member, &fit) && stays(t, member, &start) == TL_VERDICT_YES) {
            tl_verdict way = moves(t, member, x, y, z);
            usable++;
            yes += way == TL_VERDICT_YES;
            if (verdict == TL_VERDICT_NO && way == TL_VERDICT_YES) {
                print_error("%s at %g %g %g may not stay (%s), but a way from %g %g ends there\n", member, x, y, z,
                            told.words, from[0], from[1]);
            }
            assert_false(verdict == TL_VERDICT_NO && way == TL_VERDICT_YES);
        }
    }
    c->ways += usable;
    c->red += verdict == TL_VERDICT_NO && usable > 0;
    c->open += verdict == TL_VERDICT_MARGINAL;
    if (verdict == TL_VERDICT_YES && usable >= WAYS / 2) {
        if (yes == 0) {
            print_error("%s at %g %g %g: nothing speaks against it, but none of %zu ways ends there\n", member, x, y, z,
                        usable);
        }
        assert_true(yes > 0);
        c->green++;
    }
}

static void no_way_ends_where_a_model_may_not_stay(void **state) {
    (void)state;
    static const char *const members[] = {"mastiff-1", "boar-1", "anvil-1", "mastiff-1", "foxes-1", "kestrel-1"};
    /* where something is: terrain with what it does to whom, and the open */
    static const double near[][2] = {{1060, 600}, {1060, 600}, {1090, 778}, {1090, 778}, {1200, 320},
                                     {430, 830},  {330, 250},  {1340, 690}, {800, 460},  {1262, 890},
                                     {640, 380},  {1040, 440}, {900, 600},  {1032, 717}};
    table t;
    counts c = {0, 0, 0, 0};
    test_random random = test_random_start("places to stay", 18003);
    open_sample(&t);
    for (size_t i = 0; i < PLACES; i++) {
        const double *by = near[test_random_below(&random, (int)(sizeof(near) / sizeof(*near)))];
        const char *member = members[test_random_below(&random, (int)(sizeof(members) / sizeof(*members)))];
        tl_place was = TL_PLACE_INIT;
        assert_int_equal(tl_scene_place_of(t.scene, member, &was, NULL), TL_OK);
        double x = by[0] + test_random_between(&random, -90, 90), y = by[1] + test_random_between(&random, -90, 90);
        compare(&t, member, rint(x), rint(y), i % 4 == 3 ? 1 : 0, &random, &c);
        assert_int_equal(tl_scene_place(t.scene, member, was.at, was.coordinates, was.facing, was.level, NULL), TL_OK);
    }
    print_message("%zu places where none may stay, %zu where one may, %zu open; %zu ways\n", c.red, c.green, c.open,
                  c.ways);
    assert_true(c.red >= 5 && c.green >= 25);
    close_table(&t);
}

/* --- Made for it -------------------------------------------------------------------------------------------------- */

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Stays','ruleset':'dust-battlefield','table':{'width':1200,'depth':900},"                    \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},'cart':{'core':{'shape':'box','min':[-40,-15,0],'max':[40,15,30]}},"       \
    "'plane':{'core':{'shape':'box','min':[-20,-20,60],'max':[20,20,70]},'base':{'shape':'disc','diameter':60}}},"     \
    "'terrain':[{'id':'hut','mesh':'hut.obj','at':[300,300,0],'kind':'building'},"                                     \
    "{'id':'traps','kind':'trap','outline':[[600,100],[800,100],[800,300],[600,300]],'height':20},"                    \
    "{'id':'lake','kind':'deep-water','outline':[[600,500],[900,500],[900,800],[600,800]]},"                           \
    "{'id':'grove','kind':'wood','outline':[[50,500],[250,500],[250,700],[50,700]],'height':60}],"                     \
    "'units':[{'id':'m','side':'r','class':'infantry','move':2,'march':4,'members':["                                  \
    "{'id':'m-1','asset':'man','at':[100,100]},{'id':'m-2','asset':'man','at':[140,100]}]},"                           \
    "{'id':'c','side':'r','class':'vehicle','move':2,'march':4,'members':[{'id':'c-1','asset':'cart','at':[100,200]}]" \
    "},"                                                                                                               \
    "{'id':'d','side':'s','class':'vehicle','members':[{'id':'d-1','asset':'cart','at':[1000,100]}]},"                 \
    "{'id':'p','side':'r','class':'aircraft','move':9,'march':9,'members':[{'id':'p-1','asset':'plane','at':[1100,"    \
    "800]}]}]}"

/* A house of 120 by 120 with a pitched roof: its ridge along x, eaves at 50, ridge at 80. */
static void write_hut(made_scene *m) {
    static const tl_vec3 t[][3] = {
        {{0, 0, 50}, {120, 0, 50}, {120, 60, 80}},    {{0, 0, 50}, {120, 60, 80}, {0, 60, 80}},
        {{0, 60, 80}, {120, 60, 80}, {120, 120, 50}}, {{0, 60, 80}, {120, 120, 50}, {0, 120, 50}},
        {{0, 0, 0}, {120, 0, 0}, {120, 0, 50}},       {{0, 0, 0}, {120, 0, 50}, {0, 0, 50}},
        {{0, 120, 0}, {120, 120, 50}, {120, 120, 0}}, {{0, 120, 0}, {0, 120, 50}, {120, 120, 50}}};
    made_triangles(m, "hut.obj", t, sizeof(t) / sizeof(*t));
}

static void every_reason_is_told_of_who_it_holds_for(void **state) {
    (void)state;
    static const struct {
        const char *member;
        double x, y;
        size_t level;
        const char *rule, *words; /* "": it may stay */
    } cases[] = {{"c-1", 700, 200, 0, "DB-MOV-07", "models of its class may not enter traps"},
                 {"c-1", 590, 200, 0, "DB-MOV-07", "models of its class may not enter traps"},
                 {"m-1", 700, 200, 0, "", ""},
                 {"c-1", 750, 650, 0, "DB-MOV-07", "nobody enters lake"},
                 {"m-1", 750, 650, 0, "DB-MOV-07", "nobody enters lake"},
                 {"p-1", 750, 650, 0, "", ""},
                 {"c-1", 360, 330, 1, "DB-MOV-09", "models of its class don't stand on upper floors and roofs"},
                 {"c-1", 360, 390, 1, "DB-MOV-09", "models of its class don't stand on upper floors and roofs"},
                 {"c-1", 360, 300, 0, "DB-MOV-07", "stands in hut"},
                 {"m-1", 360, 300, 0, "DB-MOV-07", "stands in hut"},
                 {"c-1", 150, 600, 0, "", ""},
                 {"m-1", 150, 600, 0, "", ""},
                 {"c-1", 20, 200, 0, "DB-UNI-03", "over the table's edge"},
                 {"m-1", 145, 100, 0, "DB-MOV-03", "overlaps m-2"},
                 {"c-1", 1000, 120, 0, "DB-MOV-0", "overlaps d-1"}};
    made_scene m;
    tl_stays told;
    made_begin(&m, "stays");
    write_hut(&m);
    made_load(&m, SCENE);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        tl_place was = TL_PLACE_INIT;
        const double at[2] = {cases[i].x, cases[i].y};
        assert_int_equal(tl_scene_place_of(m.scene, cases[i].member, &was, NULL), TL_OK);
        assert_int_equal(tl_scene_place(m.scene, cases[i].member, at, 2, 0, cases[i].level, NULL), TL_OK);
        assert_int_equal(tl_scene_stays(m.scene, cases[i].member, "en", &told, NULL), TL_OK);
        bool right = told.verdict == (cases[i].rule[0] == '\0' ? TL_VERDICT_YES : TL_VERDICT_NO) &&
                     strncmp(told.rule, cases[i].rule, strlen(cases[i].rule)) == 0 &&
                     strcmp(told.words, cases[i].words) == 0;
        if (!right) {
            print_error("case %zu, %s: %d %s `%s`\n", i, cases[i].member, told.verdict, told.rule, told.words);
        }
        assert_true(right);
        assert_int_equal(tl_scene_stays(m.scene, cases[i].member, "fr", &told, NULL), TL_OK);
        assert_true(cases[i].words[0] == '\0' || strcmp(told.words, cases[i].words) != 0);
        assert_int_equal(tl_scene_place(m.scene, cases[i].member, was.at, was.coordinates, was.facing, was.level, NULL),
                         TL_OK);
    }
    assert_int_equal(tl_scene_stays(m.scene, "m", NULL, &told, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_stays(m.scene, "nobody", NULL, &told, NULL), TL_ERROR_NOT_FOUND);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_way_ends_where_a_model_may_not_stay),
                                       cmocka_unit_test(every_reason_is_told_of_who_it_holds_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
