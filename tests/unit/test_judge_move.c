/* Moves (judge/move), asked whole, of tables made in memory: how far, through what, past whom and where to end, in
 * closed form, both sides of every limit, every reading of every setting. */
#include "support/judge_facts.h"
#include "support/judge_move_scene.h"
#include "support/judge_told.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct move_case {
    scene scene;
    const char *path; /* the points */
    const char *ask;  /* more fields of the question, beginning with a comma, or NULL */
    const char *verdict, *rule;
    double after;   /* the stop; NAN: none */
    const char *by; /* whose, or NULL */
} move_case;

static void try_move(size_t i, const move_case *c) {
    judge_table t;
    set_scene(&t, &c->scene);
    judge_ask(&t, "{'query':'move','member':'a1','path':[%s]%s}", c->path, c->ask != NULL ? c->ask : "");
    if (!is(&t, "verdict", c->verdict) || !is(&t, "rule", c->rule)) {
        fail_msg("case %zu: %s by %s\n%s", i, made_word(&t.told, "verdict"), made_word(&t.told, "rule"), t.told.text);
    }
    if (made_has(&t.told, "stop") == isnan(c->after)) {
        fail_msg("case %zu: a stop is told or not\n%s", i, t.told.text);
    }
    if (!isnan(c->after)) {
        if (fabs(number(&t, "stop.after_mm") - c->after) > 0.06) {
            fail_msg("case %zu: stops after %g\n%s", i, number(&t, "stop.after_mm"), t.told.text);
        }
        assert_near(number(&t, "stop.short_mm"), number(&t, "length_mm") - number(&t, "stop.after_mm"), 1e-6);
        if (c->by != NULL && !is(&t, "stop.by", c->by)) {
            fail_msg("case %zu: by %s", i, made_word(&t.told, "stop.by"));
        }
        if (made_has(&t.told, "stop.by") != (c->by != NULL)) {
            fail_msg("case %zu: by %s", i, made_word(&t.told, "stop.by"));
        }
        if (c->verdict[0] == 'n') {
            assert_true(number(&t, "stop.at_latest_mm") >= number(&t, "stop.after_mm") - 1e-6);
        }
    }
    assert_near(number(&t, "margin_mm"), number(&t, "allowance_mm") - number(&t, "length_mm"), 1e-6);
    judge_end(&t);
}

#define TRY(cases)                                                                                                     \
    for (size_t i = 0; i < sizeof(cases) / sizeof((cases)[0]); i++) {                                                  \
        try_move(i, &(cases)[i]);                                                                                      \
    }

/* --- How far ------------------------------------------------------------------------------------------------------ */

/* A rating in game units, another in a march; the way's length over all its legs (DB-MOV-01). */
static void lengths(void **state) {
    (void)state;
    static const move_case cases[] = {
        {{0}, "[1399,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{0}, "[1401,1000]", NULL, "no", "DB-MOV-01", 400, NULL},
        {{0}, "[1400,1000]", NULL, "marginal", "DB-MOV-01", 400, NULL},
        {{0}, "[1400,1000]", ",'tolerance_mm':0", "yes", "DB-MOV-01", NAN, NULL},
        {{0}, "[1600,1000]", ",'march':true,'tolerance_mm':0", "yes", "DB-MOV-01", NAN, NULL},
        {{0}, "[1601,1000]", ",'march':true", "no", "DB-MOV-01", 600, NULL},
        {{0}, "[1405,1000]", ",'set':{'units':'inch'}", "yes", "DB-MOV-01", NAN, NULL},
        {{0}, "[1408,1000]", ",'set':{'units':'inch'}", "no", "DB-MOV-01", 406.4, NULL},
        {{0}, "[1200,1000],[1200,1199]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{0}, "[1200,1000],[1200,1201]", NULL, "no", "DB-MOV-01", 400, NULL},
        {{0}, "[1200,1000],[1000,1000]", NULL, "marginal", "DB-MOV-01", 400, NULL},
        {{.more = "'move':1.5"}, "[1149,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.more = "'move':1.5"}, "[1151,1000]", NULL, "no", "DB-MOV-01", 150, NULL},
    };
    TRY(cases)
    judge_table t;
    set_scene(&t, &(scene){.more = "'march':6"});
    judge_refused(&t, "move", "{'query':'move','member':'a1','path':[[1100,1000]]}");
    judge_ask(&t, "{'query':'move','member':'a1','path':[[1030,1040]],'march':true,'facing':30}");
    assert_near(number(&t, "length_mm"), 50, 1e-9);
    assert_near(number(&t, "plan_mm"), 50, 1e-9);
    assert_near(number(&t, "rating_mm"), 600, 1e-9);
    assert_near(number(&t, "allowance_mm"), 600, 1e-9);
    assert_near(number(&t, "facing_deg"), 30, 1e-9);
    assert_true(is(&t, "member", "a1") && made_value(&t.told, "march")->boolean);
    assert_point_near(made_point(&t.told, "path[0]"), ((tl_vec3){1000, 1000, 0}), 1e-9);
    assert_point_near(made_point(&t.told, "path[1]"), ((tl_vec3){1030, 1040, 0}), 1e-9);
    assert_true(is(&t, "end", "yes"));
    assert_false(made_has(&t.told, "terrain") || made_has(&t.told, "rotation") || made_has(&t.told, "turns"));
    judge_end(&t);
}

/* --- Terrain ------------------------------------------------------------------------------------------------------ */

#define WOOD(x, to)                                                                                                    \
    "{'id':'wood','kind':'wood','outline':[[" x ",100],[" to ",100],[" to ",1900],[" x ",1900]],'height':90}"

/* Who touches terrain goes two units at most, four in a march; who has gone farther stops before it (DB-MOV-05); by the
 * other reading only the part inside is held to that. The rim is 12.5 ahead. */
static void slow_terrain(void **state) {
    (void)state;
    static const move_case cases[] = {
        /* it begins at 1100: met after 87.5 */
        {{.terrain = WOOD("1100", "1900")}, "[1080,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = WOOD("1100", "1900")}, "[1199,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = WOOD("1100", "1900")}, "[1201,1000]", NULL, "no", "DB-MOV-05", 200, "wood"},
        {{.terrain = WOOD("1100", "1900")}, "[1399,1000]", ",'march':true", "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = WOOD("1100", "1900")}, "[1401,1000]", ",'march':true", "no", "DB-MOV-05", 400, "wood"},
        /* met after 250: it has gone too far already */
        {{.terrain = WOOD("1262.5", "1900")}, "[1240,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = WOOD("1262.5", "1900")}, "[1260,1000]", NULL, "no", "DB-MOV-05", 250, "wood"},
        /* out of it: it starts inside */
        {{.terrain = WOOD("500", "1100")}, "[1199,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = WOOD("500", "1100")}, "[1250,1000]", NULL, "no", "DB-MOV-05", 200, "wood"},
        /* only the part inside: a strip 100 wide is touched for 125 */
        {{.terrain = WOOD("1100", "1200")},
         "[1390,1000]",
         ",'set':{'terrain_cap':'inside_part'}",
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.terrain = WOOD("1100", "1900")},
         "[1286,1000]",
         ",'set':{'terrain_cap':'inside_part'}",
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.terrain = WOOD("1100", "1900")},
         "[1289,1000]",
         ",'set':{'terrain_cap':'inside_part'}",
         "no",
         "DB-MOV-05",
         287.5,
         "wood"},
        /* whose rating is lower isn't slowed */
        {{.more = "'move':1", .terrain = WOOD("1050", "1900")}, "[1101,1000]", NULL, "no", "DB-MOV-01", 100, NULL},
        /* smoke and flat ground slow nobody */
        {{.terrain = "{'id':'s','kind':'smoke','outline':[[1100,100],[1900,100],[1900,1900],[1100,1900]]}"},
         "[1399,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.terrain = "{'id':'s','kind':'swamp','disc':{'centre':[1300,1000],'radius':100}}"},
         "[1250,1000]",
         NULL,
         "no",
         "DB-MOV-05",
         200,
         "s"},
        {{.terrain = "{'id':'s','kind':'road','disc':{'centre':[1300,1000],'radius':100}}"},
         "[1399,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.terrain = "{'id':'s','kind':'mud-of-no-rule','disc':{'centre':[1300,1000],'radius':100}}"},
         "[1250,1000]",
         NULL,
         "no",
         "DB-MOV-05",
         200,
         "s"},
    };
    TRY(cases)
    judge_table t;
    set_scene(&t, &(scene){.terrain = WOOD("1100", "1150"),
                           .class = "vehicle",
                           .more = "'move':4,'locomotion':'tracked'",
                           .asset = "tank"});
    for (int each = 0; each < 2; each++) {
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1190,1000]],'set':{'bog_rolls':'%s'}}",
                  each ? "per_crossing" : "per_action");
        assert_true(is(&t, "verdict", "yes") && is(&t, "terrain", "wood"));
        assert_near(number(&t, "terrain_after_mm"), 50, 0.05);
        assert_near(number(&t, "terrain_inside_mm"), 140, 0.1);
        assert_near(number(&t, "allowance_mm"), 200, 1e-6);
        assert_near(number(&t, "rating_mm"), 400, 1e-6);
        assert_int_equal(made_value(&t.told, "crossings")->count, 1);
        assert_true(is(&t, "crossings[0].event", "enters") && is(&t, "crossings[0].terrain", "wood"));
        assert_near(number(&t, "crossings[0].after_mm"), 50, 0.05);
        assert_true(made_value(&t.told, "crossings[0].roll")->boolean);
        judge_ask(
            &t,
            "{'query':'move','member':'a1','path':[[1260,1000]],'set':{'bog_rolls':'%s','terrain_cap':'inside_part'}}",
            each ? "per_crossing" : "per_action");
        assert_int_equal(made_value(&t.told, "crossings")->count, 2);
        assert_true(is(&t, "crossings[1].event", "leaves"));
        assert_near(number(&t, "crossings[1].after_mm"), 200, 0.05);
        assert_int_equal(made_value(&t.told, "crossings[1].roll")->boolean, each);
    }
    judge_end(&t);
    static const struct {
        const char *locomotion;
        bool rolls;
    } ways[] = {{"half-tracked", true}, {"wheeled", true}, {"walker", false}, {"foot", false}};
    for (size_t i = 0; i < 4; i++) {
        char more[80];
        snprintf(more, sizeof(more), "'move':4,'locomotion':'%s'", ways[i].locomotion);
        set_scene(&t, &(scene){.terrain = WOOD("1100", "1150"), .class = "vehicle", .more = more, .asset = "tank"});
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1190,1000]]}");
        assert_int_equal(made_value(&t.told, "crossings[0].roll")->boolean, ways[i].rolls);
        judge_end(&t);
    }
}

/* Walls of buildings, cliffs and deep water stop everybody, traps vehicles (DB-MOV-07); doors let through what fits. */
static void walls(void **state) {
    (void)state;
    static const move_case cases[] = {
        {{.terrain = BLOCK("cliff", ",'height':90")}, "[1187,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = BLOCK("cliff", ",'height':90")}, "[1300,1000]", NULL, "no", "DB-MOV-07", 187.5, "block"},
        {{.terrain = BLOCK("deep-water", "")}, "[1300,1000]", NULL, "no", "DB-MOV-07", 187.5, "block"},
        {{.terrain = BLOCK("water", "")}, "[1199,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.terrain = BLOCK("trap", ",'height':3")}, "[1190,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.class = "vehicle", .asset = "tank", .terrain = BLOCK("trap", ",'height':90")},
         "[1300,1000]",
         NULL,
         "no",
         "DB-MOV-07",
         150,
         "block"},
        {{.class = "vehicle", .asset = "tank", .terrain = BLOCK("trap", ",'height':90")},
         "[1149,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.more = "'move':4,'skills':['amphibious']", .terrain = BLOCK("deep-water", "")},
         "[1300,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.terrain = HOUSE("box 1200 500 0 1210 1500 90, box 1400 500 0 1410 1500 90")},
         "[1300,1000]",
         NULL,
         "no",
         "DB-MOV-07",
         187.5,
         "house"},
        /* a door 40 wide: a man of 25 passes, a tank of 60 doesn't */
        {{.more = "'move':8",
          .terrain = HOUSE("box 1200 500 0 1210 980 90, box 1200 1020 0 1210 1500 90, box 1400 500 0 1410 1500 90")},
         "[1180,1000],[1195,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.class = "vehicle",
          .asset = "tank",
          .terrain = HOUSE("box 1200 500 0 1210 980 90, box 1200 1020 0 1210 1500 90, box 1400 500 0 1410 1500 90")},
         "[1300,1000]",
         NULL,
         "no",
         "DB-MOV-07",
         150,
         "house"},
        /* a door of 24 is too narrow for 25 */
        {{.terrain = HOUSE("box 1200 500 0 1210 988 90, box 1200 1012 0 1210 1500 90, box 1400 500 0 1410 1500 90")},
         "[1300,1000]",
         NULL,
         "no",
         "DB-MOV-07",
         NAN,
         "house"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]) - 1; i++) {
        try_move(i, &cases[i]);
    }
    judge_table t;
    set_scene(&t, &cases[sizeof(cases) / sizeof(cases[0]) - 1].scene);
    judge_ask(&t, "{'query':'move','member':'a1','path':[[1300,1000]]}");
    assert_true(is(&t, "verdict", "no") && is(&t, "stop.by", "house"));
    /* the rim, round its middle, meets the two corners at (1200, 1000 +- 12): sqrt(12.5^2 - 12^2) = 3.5 before them */
    assert_near(number(&t, "stop.after_mm"), 196.5, 0.1);
    judge_end(&t);
}

/* The edge of the table (DB-UNI-03); terrain that one keeps to (DT-SPC-15). */
static void edges(void **state) {
    (void)state;
    static const move_case cases[] = {
        {{.more = "'move':20"}, "[2987,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.more = "'move':20"}, "[2995,1000]", NULL, "no", "DB-UNI-03", 1987.5, "table"},
        {{.more = "'move':20"}, "[1000,5]", NULL, "no", "DB-UNI-03", 987.5, "table"},
        {{.class = "vehicle", .asset = "tank", .more = "'move':20"},
         "[1000,2980]",
         NULL,
         "no",
         "DB-UNI-03",
         1970,
         "table"},
        {{.more = "'move':4,'skills':['naval']",
          .terrain = "{'id':'sea','kind':'deep-water','outline':[[500,500],[1200,500],[1200,1500],[500,1500]]}"},
         "[1180,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.more = "'move':4,'skills':['naval']",
          .terrain = "{'id':'sea','kind':'deep-water','outline':[[500,500],[1200,500],[1200,1500],[500,1500]]}"},
         "[1300,1000]",
         NULL,
         "no",
         "DT-SPC-15",
         187.5,
         "sea"},
    };
    TRY(cases)
}

/* Nobody passes enemies on the ground, no vehicle a friendly vehicle; below aircraft all pass (DB-MOV-04); nobody ends
 * on another (DB-MOV-03). */
static void other_models(void **state) {
    (void)state;
    static const move_case cases[] = {
        {{.others = OTHER("blue", "infantry", "man", "1200")}, "[1390,1000]", NULL, "no", "DB-MOV-04", 175, "o1"},
        {{.others = OTHER("blue", "infantry", "man", "1200")}, "[1174,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.others = OTHER("red", "infantry", "man", "1200")}, "[1390,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.others = OTHER("red", "infantry", "man", "1200")}, "[1190,1000]", NULL, "no", "DB-MOV-03", 175.05, "o1"},
        {{.others = OTHER("red", "infantry", "man", "1200")}, "[1224,1000]", NULL, "no", "DB-MOV-03", 175.05, "o1"},
        {{.others = OTHER("red", "infantry", "man", "1200")}, "[1226,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.others = OTHER("red", "vehicle", "tank", "1200")}, "[1390,1000]", NULL, "yes", "DB-MOV-01", NAN, NULL},
        {{.others = OTHER("blue", "vehicle", "tank", "1200")}, "[1390,1000]", NULL, "no", "DB-MOV-04", 137.5, "o1"},
        {{.class = "vehicle", .asset = "tank", .others = OTHER("red", "vehicle", "tank", "1250")},
         "[1390,1000]",
         NULL,
         "no",
         "DB-MOV-04",
         150,
         "o1"},
        {{.class = "vehicle", .asset = "tank", .others = OTHER("red", "infantry", "man", "1200")},
         "[1390,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.class = "vehicle", .asset = "tank", .others = OTHER("blue", "infantry", "man", "1200")},
         "[1390,1000]",
         NULL,
         "no",
         "DB-MOV-04",
         137.5,
         "o1"},
        {{.others = "{'id':'o','side':'blue','class':'aircraft','members':[{'id':'o1','asset':'flyer','at':[1200,1000,"
                    "200]}]}"},
         "[1390,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.others = OTHER("", "infantry", "man", "1200")}, "[1390,1000]", NULL, "no", "DB-MOV-04", 175, "o1"},
    };
    TRY(cases)
    judge_table t;
    set_scene(&t, &(scene){.others = OTHER("red", "infantry", "man", "1200")});
    judge_ask(&t, "{'query':'move','member':'a1','path':[[1190,1000]]}");
    assert_true(is(&t, "end", "no"));
    judge_end(&t);
}

/* --- Turning ------------------------------------------------------------------------------------------------------ */

/* A tank 100 x 60 that goes straight ahead and turns: what its outline gains (DB-MOV-02). */
static void turning(void **state) {
    (void)state;
    const struct {
        double ahead, facing;
        const char *reading, *verdict;
        double farthest;
    } cases[] = {
        /* corners (50, 30), (-50, -30), ... go to (-y, x) + ahead: the farthest lies beyond the start's front */
        {150, 90, "dilation", "yes", hypot(150 + 30 - 50, 20)},
        {150, 90, "max_point", "no", hypot(150 + 80, 20)},
        {150, 90, "centre", "yes", 150},
        {118.99748, 90, "max_point", "marginal", 200},
        {118.9, 90, "max_point", "yes", hypot(198.9, 20)},
        {199, 0, "dilation", "yes", 199},
        {199, 0, "max_point", "yes", 199},
        {0, 180, "dilation", "yes", 0},
        {90, 180, "max_point", "yes", hypot(190, 60)},
        {101, 180, "max_point", "no", hypot(201, 60)},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_scene(&t, &(scene){.class = "vehicle", .asset = "tank", .more = "'move':2"});
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%g,1000]],'facing':%g,'set':{'rotation':'%s'}}",
                  1000 + cases[i].ahead, cases[i].facing, cases[i].reading);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        assert_near(number(&t, "facing_deg"), cases[i].facing, 1e-9);
        assert_true(made_has(&t.told, "turns"));
        if (made_has(&t.told, "rotation")) {
            assert_true(is(&t, "rotation.verdict", cases[i].verdict));
            assert_near(number(&t, "rotation.farthest_mm"), cases[i].farthest, 0.01);
            assert_near(number(&t, "rotation.margin_mm"), 200 - cases[i].farthest, 0.01);
        } else {
            assert_true(cases[i].facing == 0 || strcmp(cases[i].reading, "centre") == 0);
        }
        judge_end(&t);
    }
}

/* Through a gap that it fits into one way only. */
static void ways_of_turning(void **state) {
    (void)state;
    const struct {
        double gap; /* between two cliffs, from y = 1000 - gap / 2 */
        double path[2], facing;
        const char *turns, *verdict;
    } cases[] = {{70, {0, 0}, 0, "last", "yes"}, {50, {0, 0}, 0, "last", "no"}, {110, {0, 0}, 90, "last", "yes"}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        judge_begin(&t);
        for (int k = 0; k < 2; k++) {
            double y = 1000 + (k ? 1 : -1) * cases[i].gap / 2;
            judge_terrain(&t,
                          "{'id':'c%d','kind':'cliff','outline':[[1100,%g],[1200,%g],[1200,%g],[1100,%g]],'height':90}",
                          k, k ? y : y - 400, k ? y : y - 400, k ? y + 400 : y, k ? y + 400 : y);
        }
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, "'move':6");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1350,1000]],'facing':%g}", cases[i].facing);
        assert_true(is(&t, "verdict", cases[i].verdict));
        assert_true(is(&t, "turns", cases[i].turns));
        judge_end(&t);
    }
}

/* --- Where it ends ------------------------------------------------------------------------------------------------ */

/* A ledge under the base: a step of a stair is too close to call, more is no place to stand (DB-MOV-03). */
static void ledges(void **state) {
    (void)state;
    const struct {
        double height, to;
        const char *verdict;
    } cases[] = {{30, 1090, "no"}, {30, 1080, "yes"}, {3, 1090, "yes"}, {8, 1090, "marginal"}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'ledge','kind':'hill','mesh':'box 1100 500 0 1500 1500 %g'}", cases[i].height);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%g,1000]]}", cases[i].to);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        judge_end(&t);
    }
}

/* Aircraft fly over everything and come down where it is even (DB-MOV-11). */
static void aircraft(void **state) {
    (void)state;
    const struct {
        double x, height;
        const char *set, *verdict, *rule;
        double uneven;
    } cases[] = {{1350, 60, "", "yes", "DB-MOV-01", 0},
                 {1200, 60, "", "no", "DB-MOV-11", 60},
                 {1200, 8, "'flat_tolerance_deg':60", "yes", "DB-MOV-01", 8},
                 {1200, 8, "'flat_tolerance_deg':12", "no", "DB-MOV-11", 8},
                 {1200, 12, "", "no", "DB-MOV-11", 12},
                 {1200, 12, "'flat_tolerance_mm':15,'flat_tolerance_deg':60", "yes", "DB-MOV-01", 12},
                 {1200, 8, "'flat_tolerance_mm':5", "no", "DB-MOV-11", 8},
                 {1900, 60, "", "no", "DB-MOV-01", 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'hill','kind':'ground','mesh':'box 1200 500 0 1280 1500 %g'}", cases[i].height);
        judge_asset(&t, "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','"
                        "diameter':60}}");
        judge_model(&t, "a", "red", "aircraft", "plane", 1000, 1000, 0, "'move':6,'locomotion':'flying'");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%g,1000]],'set':{%s}}", cases[i].x, cases[i].set);
        if (!is(&t, "verdict", cases[i].verdict) || !is(&t, "rule", cases[i].rule)) {
            fail_msg("case %zu: %s by %s\n%s", i, made_word(&t.told, "verdict"), made_word(&t.told, "rule"),
                     t.told.text);
        }
        assert_near(number(&t, "uneven_mm"), cases[i].uneven, 0.1);
        judge_end(&t);
    }
}

/* Flying infantry goes over anything, and ends where it may enter (DT-SPC-14). */
static void flying_infantry(void **state) {
    (void)state;
    static const move_case cases[] = {
        {{.more = "'move':6,'skills':['flying-infantry']", .terrain = BLOCK("cliff", ",'height':90")},
         "[1450,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.more = "'move':6,'skills':['flying-infantry']", .terrain = WOOD("1100", "1450")},
         "[1500,1000]",
         NULL,
         "yes",
         "DB-MOV-01",
         NAN,
         NULL},
        {{.more = "'move':6,'skills':['flying-infantry']", .terrain = BLOCK("deep-water", "")},
         "[1300,1000]",
         NULL,
         "no",
         "DT-SPC-14",
         187.5,
         "block"},
        {{.more = "'move':6,'skills':['flying-infantry']", .others = OTHER("blue", "infantry", "man", "1200")},
         "[1390,1000]",
         NULL,
         "no",
         "DB-MOV-04",
         175,
         "o1"},
    };
    TRY(cases)
}

/* Infantry changes floors: the height is added to the way (DB-MOV-09); vehicles don't. */
static void floors(void **state) {
    (void)state;
    const struct {
        const char *path, *asset, *class, *verdict, *rule;
        double length;
    } cases[] = {{"[1050,1000],[1050,1000,64]", "man", "infantry", "yes", "DB-MOV-01", 114},
                 {"[1100,1000,64]", "man", "infantry", "yes", "DB-MOV-01", 164},
                 {"[1135,1000,64]", "man", "infantry", "yes", "DB-MOV-01", 199},
                 {"[1137,1000,64]", "man", "infantry", "no", "DB-MOV-05", 201},
                 {"[1100,1000,0]", "man", "infantry", "yes", "DB-MOV-01", 100},
                 {"[1020,1000,64],[1040,1000,0]", "man", "infantry", "yes", "DB-MOV-01", 168},
                 {"[1060,1000,64]", "tank", "vehicle", "no", "DB-MOV-09", 124}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, TWO_FLOORS);
        judge_unit(
            &t, "{'id':'a','side':'red','class':'%s','move':4,'members':[{'id':'a1','asset':'%s','at':[1000,1000,0]}]}",
            cases[i].class, cases[i].asset);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[%s]}", cases[i].path);
        if (!is(&t, "verdict", cases[i].verdict) || !is(&t, "rule", cases[i].rule) ||
            (i < 6 && fabs(number(&t, "length_mm") - cases[i].length) > 1e-6)) {
            fail_msg("case %zu: %s by %s, %g\n%s", i, made_word(&t.told, "verdict"), made_word(&t.told, "rule"),
                     number(&t, "length_mm"), t.told.text);
        }
        judge_end(&t);
    }
}

/* A window: its sill no higher, itself no lower and no narrower than the settings say; infantry alone (DB-MOV-08). */
static void windows(void **state) {
    (void)state;
    const struct {
        double sill, top, width;
        const char *set, *asset, *class, *verdict;
    } cases[] = {{20, 50, 40, "", "man", "infantry", "yes"},
                 {29.5, 60, 40, "", "man", "infantry", "yes"},
                 {31, 60, 40, "", "man", "infantry", "no"},
                 {31, 60, 40, "'window_sill_mm':35", "man", "infantry", "yes"},
                 {20, 34, 40, "", "man", "infantry", "no"},
                 {20, 36, 40, "", "man", "infantry", "yes"},
                 {20, 34, 40, "'window_height_mm':12", "man", "infantry", "yes"},
                 {20, 50, 14, "", "man", "infantry", "no"},
                 {20, 50, 16, "", "man", "infantry", "yes"},
                 {20, 50, 14, "'window_width_mm':12", "man", "infantry", "yes"},
                 {20, 80, 80, "", "tank", "vehicle", "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        double right = 1000 - cases[i].width / 2, left = 1000 + cases[i].width / 2;
        judge_terrain(&t,
                      "{'id':'house','kind':'building','mesh':'box 1100 700 0 1110 %.17g 90, box 1100 %.17g 0 1110 "
                      "1300 90, box 1100 %.17g 0 1110 %.17g %.17g, "
                      "box 1100 %.17g %.17g 1110 %.17g 90'}",
                      right, left, right, left, cases[i].sill, right, cases[i].top, left);
        judge_model(&t, "a", "red", cases[i].class, cases[i].asset, 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1190,1000]],'set':{%s}}", cases[i].set);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        bool climbs = strcmp(cases[i].verdict, "yes") == 0;
        assert_int_equal(made_has(&t.told, "windows[0]"), climbs);
        if (climbs) {
            assert_true(is(&t, "windows[0].terrain", "house"));
            assert_near(number(&t, "windows[0].sill_mm"), cases[i].sill, 0.01);
        }
        judge_end(&t);
    }
}

/* Over a box of 50 by 40: on the plan, or up and down along its surface (DB-MOV-10). */
static void slopes(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1060 500 0 1110 1500 40'}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1190,1000]],'set':{'slope_distance':'%s'}}",
                  k ? "surface" : "plan");
        assert_true(is(&t, "verdict", k ? "no" : "yes"));
        assert_near(number(&t, "length_mm"), k ? 270 : 190, 1e-6);
        assert_near(number(&t, "plan_mm"), 190, 1e-6);
        judge_end(&t);
    }
}

/* What meshes may be off: a wall within as much is too close to call; so is an edge of terrain, and a model. */
static void uncertain_ways(void **state) {
    (void)state;
    const struct {
        double to;
        const char *kind, *verdict;
    } cases[] = {
        {1184, "cliff", "yes"}, {1186, "cliff", "marginal"}, {1189, "cliff", "marginal"}, {1195, "cliff", "no"}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'block','kind':'%s','mesh':'box 1200 500 0 1400 1500 90','uncertainty':2}",
                      cases[i].kind);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%g,1000]]}", cases[i].to);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        assert_int_equal(made_has(&t.told, "uncertainty_mm"), i > 0); /* it isn't near else */
        if (i > 0) {
            assert_near(number(&t, "uncertainty_mm"), 2, 1e-9);
        }
        judge_end(&t);
    }
    for (int k = 0; k < 3; k++) { /* somebody who may be 1 off, 300 away from core to rim: 237.5 free way */
        static const double to[] = {1236, 1237.5, 1239};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':1}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
        judge_model(&t, "b", "blue", "vehicle", "scan", 1300, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%g,1000]]}", to[k]);
        assert_true(is(&t, "verdict", k == 0 ? "yes" : k == 1 ? "marginal" : "no"));
        judge_end(&t);
    }
}

/* --- Hulls above the ground --------------------------------------------------------------------------------------- */

/* A walker: a base 40 x 40, and a hull 100 x 60 from 20 to 50 above the ground. What is lower goes below the hull; what
 * the base meets is in the way. */
static void overhangs(void **state) {
    (void)state;
    const struct {
        double beside, height, ground; /* of a wall whose side lies so far beside the way */
        const char *sweep, *verdict;
    } cases[] = {{25, 10, 0, "base_core", "yes"},  {25, 30, 0, "base_core", "no"}, {31, 30, 0, "base_core", "yes"},
                 {19, 10, 0, "base_core", "no"},   {25, 30, 0, "base", "yes"},     {19, 10, 0, "base", "no"},
                 {25, 50, 40, "base_core", "yes"}, {25, 70, 40, "base_core", "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'walker':{'core':{'shape':'box','min':[-50,-30,20],'max':[50,30,50]},'base':{'shape':'"
                        "rectangle','size':[40,40]}}");
        if (cases[i].ground > 0) {
            judge_terrain(&t, "{'id':'plate','kind':'ground','mesh':'box 500 500 0 1800 1500 %g'}", cases[i].ground);
        }
        judge_terrain(&t, "{'id':'block','kind':'building','mesh':'box 1100 %.17g 0 1200 1300 %g'}",
                      1000 + cases[i].beside, cases[i].height);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'vehicle','move':4,'members':[{'id':'a1','asset':'walker','at':["
                   "1000,1000,%g]}]}",
                   cases[i].ground);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1300,1000]],'set':{'sweep':'%s'}}", cases[i].sweep);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        judge_end(&t);
    }
}

/* Ending below another's hull: nothing lies on anything while there is air between them (DB-MOV-03). */
static void below_hulls(void **state) {
    (void)state;
    const struct {
        double bottom;
        const char *verdict;
    } cases[] = {{40, "yes"}, {31, "yes"}, {29, "no"}, {10, "no"}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(
            &t,
            "'roof':{'core':{'shape':'box','min':[-50,-50,%g],'max':[50,50,80]},'base':{'shape':'disc','diameter':20}}",
            cases[i].bottom);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
        judge_model(&t, "b", "red", "vehicle", "roof", 1200, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1170,1000]]}");
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        if (strcmp(cases[i].verdict, "no") == 0) {
            assert_true(is(&t, "rule", "DB-MOV-03") && is(&t, "stop.by", "b1"));
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),         cmocka_unit_test(slow_terrain),   cmocka_unit_test(walls),
        cmocka_unit_test(edges),           cmocka_unit_test(other_models),   cmocka_unit_test(turning),
        cmocka_unit_test(ways_of_turning), cmocka_unit_test(ledges),         cmocka_unit_test(aircraft),
        cmocka_unit_test(flying_infantry), cmocka_unit_test(floors),         cmocka_unit_test(windows),
        cmocka_unit_test(slopes),          cmocka_unit_test(uncertain_ways), cmocka_unit_test(overhangs),
        cmocka_unit_test(below_hulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
