/* Moves with dice and with terrain that isn't gone through so (judge/move): obstacles that are crossed from contact,
 * runs, a die instead of a move; lengths worked out by hand on both sides of every limit, and random ways through zones
 * against clipping (SK-GEN-04, SK-MOV-04, SK-MOV-06, SK-MOV-10, SK-MOV-12). */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

static void begin(judge_table *t, bool night) {
    judge_begin(t);
    t->rules = "skirmish-1991";
    t->night = night;
}

static void says(const judge_table *t, const char *path, const char *word) {
    if (strcmp(made_word(&t->told, path), word) != 0) {
        fail_msg("%s is %s, not %s: %s", path, made_word(&t->told, path), word, made_word(&t->told, "summary"));
    }
}

static void man(judge_table *t, const char *skills, double x, double y) {
    judge_unit(t,
               "{'id':'a','side':'red','class':'infantry','move':15,'skills':[%s],"
               "'members':[{'id':'a1','asset':'man','at':[%.17g,%.17g]}]}",
               skills, x, y);
}

/* Dice instead of a move, or besides it; by night, and beside roads, half of all of it. */
static void dice(void **state) {
    (void)state;
    const struct {
        const char *skills, *dice;
        bool night;
        double far;
        const char *verdict, *rule;
    } cases[] = {
        {"'running'", "3", false, 224, "yes", "SK-MOV-01"},
        {"'running'", "3", false, 226, "no", "SK-MOV-04"},
        {"'running'", "3", false, 225, "marginal", "SK-MOV-04"},
        {"'running'", "1", false, 174, "yes", "SK-MOV-01"},
        {"'running'", "6", true, 149, "yes", "SK-MOV-01"},
        {"'running'", "6", true, 151, "no", "SK-MOV-08"},
        {"'carrying'", "2", false, 49, "yes", "SK-MOV-01"},
        {"'carrying'", "2", false, 51, "no", "SK-MOV-10"},
        {"'prompt-move'", "6", false, 149, "yes", "SK-MOV-01"},
        {"'prompt-move'", "1", false, 26, "no", "SK-MOV-12"},
        {"'running','carrying'", "6", false, 10, "no", NULL},
        {"'running','heavy-weapon'", "6", false, 10, "no", NULL},
        {"'running','machine-gun'", "6", false, 10, "no", NULL},
        {"'carrying','wounded'", "4", false, 74, "yes", "SK-MOV-01"},
        {"'carrying','wounded'", "4", false, 76, "no", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, cases[i].night);
        man(&t, cases[i].skills, 500, 500);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,500]],'dice':[%s]}", 500 + cases[i].far,
                  cases[i].dice);
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "summary"));
        }
        if (cases[i].rule != NULL) {
            says(&t, "rule", cases[i].rule);
        }
        judge_end(&t);
    }
}

static void dice_that_are_wrong(void **state) {
    (void)state;
    judge_table t;
    begin(&t, false);
    man(&t, "'running'", 500, 500);
    judge_unit(
        &t,
        "{'id':'v','side':'red','class':'vehicle','move':24,'members':[{'id':'v1','asset':'tank','at':[900,900]}]}");
    judge_ready(&t);
    judge_refused(&t, "hangs on a die", "{'query':'move','member':'a1','path':[[510,500]]}");
    judge_refused(&t, "hangs on a die", "{'query':'reach','member':'a1'}");
    judge_refused(&t, "doesn't show 7", "{'query':'move','member':'a1','path':[[510,500]],'dice':[7]}");
    judge_refused(&t, "doesn't show 0", "{'query':'move','member':'a1','path':[[510,500]],'dice':[0]}");
    judge_refused(&t, "no die is thrown", "{'query':'move','member':'a1','path':[[510,500]],'dice':[2,3,4]}");
    judge_refused(&t, "no die is thrown", "{'query':'move','member':'v1','path':[[910,900]],'dice':[2]}");
    judge_end(&t);
}

/* SK-MOV-06: the wall reaches from x = 600 to 610; its far side is behind a base whose middle is at 622.5. */
static void crossing(void **state) {
    (void)state;
    const struct {
        double start, end;
        int die;
        const char *skills, *kind, *verdict, *rule;
    } cases[] = {
        {600 - R, 622.5 + 74, 3, "", "wall", "yes", "SK-MOV-01"},
        {600 - R, 622.5 + 76, 3, "", "wall", "no", "SK-MOV-06"},
        {600 - R, 622.5 + 149, 6, "", "obstacle", "yes", "SK-MOV-01"}, /* more than its move in all */
        {600 - R, 622.5 + 151, 6, "", "obstacle", "no", "SK-MOV-06"},
        {600 - R - 0.04, 622.5 + 24, 1, "", "wall", "yes", "SK-MOV-01"}, /* contact within the tolerance */
        {600 - R - 1, 640, 6, "", "wall", "no", "SK-MOV-06"},            /* it doesn't begin in contact */
        {600 - R, 640, 6, "'running'", "wall", "no", "SK-MOV-06"},       /* nobody runs over it */
        {600 - R, 640, 6, "'crawling'", "wire", "yes", "SK-MOV-01"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, false);
        man(&t, cases[i].skills, cases[i].start, 500);
        judge_terrain(&t, "{'id':'o','kind':'%s','outline':[[600,300],[610,300],[610,700],[600,700]],'height':18}",
                      cases[i].kind);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,500]],'dice':[%d]}", cases[i].end, cases[i].die);
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "summary"));
        }
        says(&t, "rule", cases[i].rule);
        bool crosses = i < 5;
        assert_true(made_has(&t.told, "crosses") == crosses);
        if (crosses) {
            assert_near(made_number(&t.told, "crosses.clear_mm"), 622.5 - cases[i].start, 1e-5);
            assert_near(made_number(&t.told, "crosses.behind_mm"), 25.0 * cases[i].die, 1e-9);
        }
        judge_end(&t);
    }
}

/* Whoever stands in contact and goes elsewhere crosses nothing, and needs no die; vehicles cross nothing. */
static void beside_it(void **state) {
    (void)state;
    judge_table t;
    begin(&t, false);
    man(&t, "", 600 - R, 500);
    judge_unit(
        &t,
        "{'id':'v','side':'red','class':'vehicle','move':24,'members':[{'id':'v1','asset':'tank','at':[550,650]}]}");
    judge_terrain(&t, "{'id':'o','kind':'wall','outline':[[600,300],[610,300],[610,700],[600,700]],'height':18}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'move','member':'a1','path':[[500,500]]}");
    says(&t, "verdict", "yes");
    assert_false(made_has(&t.told, "crosses"));
    judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,400]]}", 600 - R);
    says(&t, "verdict", "yes");
    judge_refused(&t, "hangs on a die", "{'query':'move','member':'a1','path':[[640,500]]}");
    judge_ask(&t, "{'query':'move','member':'v1','path':[[700,650]]}");
    says(&t, "verdict", "no");
    says(&t, "rule", "SK-MOV-06");
    judge_end(&t);
}

/* How near a point comes to a rectangle on its way; negative inside. */
static double nearest(const double low[2], const double high[2], const double p[2], const double q[2]) {
    double least = INFINITY;
    for (int k = 0; k <= 4000; k++) {
        double s = k / 4000.0, x = p[0] + s * (q[0] - p[0]), y = p[1] + s * (q[1] - p[1]);
        double dx = fmax(fmax(low[0] - x, x - high[0]), 0), dy = fmax(fmax(low[1] - y, y - high[1]), 0);
        least = fmin(least, hypot(dx, dy));
    }
    return least;
}

/* SK-MOV-04 in random tables: a base that touches difficult ground anywhere on its way doesn't run; sparse ground and
 * roads through it are free. */
static void runs(void **state) {
    (void)state;
    static const char *const kinds[] = {"rough", "dense", "building", "sparse"};
    test_random random = test_random_start("test_judge_crossing runs", 348);
    int rounds = test_trials(300), stopped = 0, went = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        int kind = test_random_below(&random, 4);
        double low[2], high[2], p[2], q[2], angle = test_random_between(&random, 0, 2 * M_PI);
        for (int k = 0; k < 2; k++) {
            low[k] = test_random_between(&random, 520, 640);
            high[k] = low[k] + test_random_between(&random, 10, 120);
            p[k] = test_random_between(&random, 500, 700);
        }
        q[0] = p[0] + 160 * cos(angle);
        q[1] = p[1] + 160 * sin(angle);
        begin(&t, false);
        man(&t, "'running'", p[0], p[1]);
        judge_area(&t, "zone", kinds[kind], (tl_vec2){low[0], low[1]}, (tl_vec2){high[0], high[1]}, 60);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,%.17g]],'dice':[4]}", q[0], q[1]);
        double spare = nearest(low, high, p, q) - R;
        if (fabs(spare) > 0.2) {
            bool free_way = kind == 3 || spare > 0;
            says(&t, "verdict", free_way ? "yes" : "no");
            if (!free_way) {
                says(&t, "rule", "SK-MOV-04");
            }
            went += free_way && kind != 3;
            stopped += !free_way;
        }
        judge_end(&t);
    }
    assert_true(went > rounds / 10 && stopped > rounds / 10);
}

static void runs_at_the_edge(void **state) {
    (void)state;
    const struct {
        double y; /* of its way past a zone that begins at y = 600 */
        bool road;
        const char *verdict;
    } cases[] = {{600 - R - 0.1, false, "yes"},
                 {600 - R + 0.1, false, "no"},
                 {600 - R + 0.02, false, "marginal"},
                 {600 - R, false, "yes"}, /* who only touches it doesn't go through it */

                 {640, false, "no"},
                 {640, true, "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, false);
        man(&t, "'running'", 400, cases[i].y);
        judge_area(&t, "zone", "dense", (tl_vec2){450, 600}, (tl_vec2){520, 800}, 60);
        if (cases[i].road) {
            judge_area(&t, "road", "road", (tl_vec2){300, 610}, (tl_vec2){700, 670}, -1);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[580,%.17g]],'dice':[4]}", cases[i].y);
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "summary"));
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice),     cmocka_unit_test(dice_that_are_wrong),
        cmocka_unit_test(crossing), cmocka_unit_test(beside_it),
        cmocka_unit_test(runs),     cmocka_unit_test(runs_at_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
