/* Attacks, reactions and close combat (judge/attack), asked whole, of tables made in memory: arc, range and sight of
 * each weapon, attacker and target in closed form, the rules that put them together, what decides, both sides of every
 * limit. */
#include "support/judge_table.h"

#include "judge/attack/close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

static double number(const judge_table *t, const char *path) {
    return made_number(&t->told, path);
}

static void word(const judge_table *t, const char *path, const char *expected) {
    const char *found = made_word(&t->told, path);
    if (strcmp(found, expected) != 0) {
        fail_msg("%s is %s, not %s", path, found, expected);
    }
}

static void says(const judge_table *t, const char *text) {
    if (strstr(t->told.text, text) == NULL) {
        fail_msg("`%s` isn't in:\n%s", text, t->told.text);
    }
}

/* How many objects of a list of reasons have a rule and verdict. */
static int reasons(const judge_table *t, const char *rule, const char *verdict) {
    int count = 0;
    for (int i = 0; i < 64; i++) {
        char path[64];
        snprintf(path, sizeof(path), "reasons[%d].rule", i);
        if (!made_has(&t->told, path)) {
            break;
        }
        bool same = strcmp(made_word(&t->told, path), rule) == 0;
        snprintf(path, sizeof(path), "reasons[%d].verdict", i);
        count += same && strcmp(made_word(&t->told, path), verdict) == 0;
    }
    return count;
}

#define RIFLE "'weapons':[{'id':'rifle','name':'Rifle','range':4}]"

/* --- Range -------------------------------------------------------------------------------------------------------- */

/* The most that a weapon reaches, in game units, mm, close combat or without end; inside, at and outside (DB-RNG-01).
 */
static void ranges(void **state) {
    (void)state;
    const struct {
        const char *range, *settings;
        double distance;
        const char *verdict;
        double limit;
        const char *rule;
    } cases[] = {
        {"4", "", 399, "yes", 400, "DB-RNG-04"},
        {"4", "", 401, "no", 400, "DB-RNG-01"},
        {"4", "", 400, "marginal", 400, "DB-RNG-01"},
        {"4", "'units':'inch'", 405, "yes", 406.4, "DB-RNG-04"},
        {"4", "'units':'inch'", 408, "no", 406.4, "DB-RNG-01"},
        {"{'mm':600}", "", 599, "yes", 600, "DB-RNG-04"},
        {"{'mm':600}", "'units':'inch'", 601, "no", 600, "DB-RNG-01"},
        {"'C'", "", 49, "yes", 50, "DB-RNG-04"},
        {"'C'", "", 51, "no", 50, "DB-RNG-03"},
        {"'C'", "", 50, "marginal", 50, "DB-RNG-03"},
        {"[2,4]", "", 201, "yes", 400, "DB-RNG-04"},
        {"[2,4]", "", 199, "no", 200, "DB-RNG-02"},
        {"[2,4]", "", 200, "marginal", 200, "DB-RNG-02"},
        {"[2,4]", "", 401, "no", 400, "DB-RNG-01"},
        {"[0,4]", "", 1, "yes", 400, "DB-RNG-04"},
        {NULL, "", 1500, "yes", INFINITY, "DB-RNG-04"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        char more[200];
        snprintf(more, sizeof(more), "'weapons':[{'id':'gun','name':'Gun'%s%s}]",
                 cases[i].range != NULL ? ",'range':" : "", cases[i].range != NULL ? cases[i].range : "");
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, more);
        judge_model(&t, "b", "blue", "infantry", "man", 500 + 2 * R + cases[i].distance, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b','set':{%s}}", cases[i].settings);
        word(&t, "verdict", cases[i].verdict);
        word(&t, "rule", cases[i].rule);
        word(&t, "from", "a");
        word(&t, "to", "b");
        word(&t, "weapons[0].id", "gun");
        word(&t, "weapons[0].verdict", cases[i].verdict);
        word(&t, "weapons[0].members[0].range", cases[i].verdict);
        word(&t, "weapons[0].members[0].arc", "yes");
        word(&t, "weapons[0].members[0].los", "yes");
        word(&t, "weapons[0].members[0].nearest", "b1");
        assert_near(number(&t, "weapons[0].members[0].distance_mm"), cases[i].distance, 1e-6);
        if (isfinite(cases[i].limit)) {
            assert_near(number(&t, "weapons[0].members[0].limit_mm"), cases[i].limit, 1e-9);
            bool least = cases[i].limit == 200;
            assert_near(number(&t, "weapons[0].members[0].margin_mm"),
                        least ? cases[i].distance - 200 : cases[i].limit - cases[i].distance, 1e-6);
        } else {
            assert_false(made_has(&t.told, "weapons[0].members[0].limit_mm"));
        }
        assert_int_equal(made_value(&t.told, "weapons[0].members[0].targets")->count,
                         strcmp(cases[i].verdict, "yes") == 0);
        says(&t, "Gun");
        judge_end(&t);
    }
}

/* The minimum is measured to the nearest of the target's unit, or to each model on its own (DB-RNG-02). */
static void minimum_ranges(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        bool each = k & 1, member = k & 2;
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, "'weapons':[{'id':'gun','range':[2,8]}]");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,1000]},"
                   "{'id':'b2','asset':'man','at':[%.17g,1000]}]}",
                   500 + 2 * R + 300, 500 + 2 * R + 150);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'%s','set':{'min_range':'%s'}}", member ? "b1" : "b",
                  each ? "per_miniature" : "nearest");
        word(&t, "verdict", each ? "yes" : "no");
        word(&t, "weapons[0].members[0].nearest", each ? "b1" : "b2");
        assert_near(number(&t, "weapons[0].members[0].distance_mm"), each ? 300 : 150, 1e-6);
        assert_int_equal(made_value(&t.told, "weapons[0].members[0].targets")->count, each ? 1 : 0);
        judge_end(&t);
    }
}

/* --- Putting the tests together ----------------------------------------------------------------------------------- */

/* Two targets, the one in range behind a wall, the other in sight out of range: no valid target, unless they may be
 * different ones (DB-RNG-04). */
static void valid_targets(void **state) {
    (void)state;
    const struct {
        bool wall, far;
        const char *setting, *verdict, *rule;
    } cases[] = {{true, true, "same_miniature", "no", "DB-RNG-04"},
                 {true, true, "independent", "yes", "DB-RNG-04"},
                 {false, true, "same_miniature", "yes", "DB-RNG-04"},
                 {true, false, "same_miniature", "yes", "DB-RNG-04"}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, RIFLE);
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[800,1000]},"
                   "{'id':'b2','asset':'man','at':[%d,1400]}]}",
                   cases[i].far ? 900 : 600);
        judge_wall(&t, "wall", (tl_vec2){cases[i].wall ? 700 : 2700, 900}, (tl_vec2){cases[i].wall ? 705 : 2705, 1050},
                   100);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b','set':{'valid_target':'%s'}}", cases[i].setting);
        word(&t, "verdict", cases[i].verdict);
        word(&t, "rule", cases[i].rule);
        word(&t, "weapons[0].members[0].arc", "yes");
        word(&t, "weapons[0].members[0].range", "yes");
        word(&t, "weapons[0].members[0].los", "yes");
        size_t targets = !cases[i].wall || !cases[i].far ? 1 : 0;
        assert_int_equal(made_value(&t.told, "weapons[0].members[0].targets")->count, targets);
        if (targets > 0) {
            assert_true(made_lists(&t.told, "weapons[0].members[0].targets", cases[i].wall ? "b2" : "b1"));
        }
        /* of targets in range the nearer is told; else the nearest */
        word(&t, "weapons[0].members[0].nearest", "b1");
        judge_end(&t);
    }
}

/* What decides: the test at which the weapon stands that got farthest, in the order arc, range, sight. */
static void deciding_rules(void **state) {
    (void)state;
    const struct {
        double x, y; /* of the target; the tank looks along x, its gun reaches 400 ahead */
        bool wall;
        const char *verdict, *rule, *arc, *range, *los;
    } cases[] = {{300, 0, false, "yes", "DB-RNG-04", "yes", "yes", "yes"},
                 {-300, 0, false, "no", "DB-FOF-01", "no", "yes", "yes"},
                 {700, 0, false, "no", "DB-RNG-01", "yes", "no", "yes"},
                 {300, 0, true, "no", "DB-LOS-02", "yes", "yes", "no"},
                 {-700, 0, true, "no", "DB-FOF-01", "no", "no", "no"},
                 {700, 0, true, "no", "DB-RNG-01", "yes", "no", "no"},
                 {0, 300, false, "no", "DB-FOF-01", "no", "yes", "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0,
                    "'weapons':[{'id':'gun','name':'Gun','range':4,'arc':'front'}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1000 + cases[i].x, 1000 + cases[i].y, 0, "");
        if (cases[i].wall) {
            double x = cases[i].x > 0 ? 1100 : 900;
            judge_wall(&t, "wall", (tl_vec2){x, 800}, (tl_vec2){x + 5, 1200}, 100);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        word(&t, "verdict", cases[i].verdict);
        word(&t, "rule", cases[i].rule);
        word(&t, "weapons[0].members[0].arc", cases[i].arc);
        word(&t, "weapons[0].members[0].range", cases[i].range);
        word(&t, "weapons[0].members[0].los", cases[i].los);
        judge_end(&t);
    }
}

/* Several weapons: any that may fire, each by itself; one named alone; members that don't carry one. */
static void several_weapons(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'long','name':'Long','range':8},{'id':'"
                   "short','name':'Short','range':2},"
                   "{'id':'none','name':'None','range':8}],'members':[{'id':'a1','asset':'man','at':[500,1000],'"
                   "weapons':['short']},"
                   "{'id':'a2','asset':'man','at':[500,1100],'weapons':['long','short']}]}");
    judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
    word(&t, "verdict", "yes");
    assert_int_equal(made_value(&t.told, "weapons")->count, 2);
    word(&t, "weapons[0].id", "long");
    word(&t, "weapons[0].verdict", "yes");
    assert_int_equal(made_value(&t.told, "weapons[0].members")->count, 1);
    word(&t, "weapons[0].members[0].id", "a2");
    word(&t, "weapons[1].verdict", "no");
    assert_int_equal(made_value(&t.told, "weapons[1].members")->count, 2);
    assert_int_equal(made_value(&t.told, "dice_groups")->count, 1);
    assert_true(made_lists(&t.told, "dice_groups[0].members", "a2"));
    judge_ask(&t, "{'query':'attack','from':'a','to':'b','weapon':'short'}");
    word(&t, "verdict", "no");
    assert_int_equal(made_value(&t.told, "weapons")->count, 1);
    judge_ask(&t, "{'query':'attack','from':'a1','to':'b'}");
    word(&t, "verdict", "no");
    assert_int_equal(made_value(&t.told, "weapons")->count, 1);
    judge_refused(&t, "weapon", "{'query':'attack','from':'a','to':'b','weapon':'none'}");
    judge_refused(&t, "", "{'query':'attack','from':'a1','to':'a1'}");
    judge_ask(&t, "{'query':'attack','from':'b','to':'a'}"); /* nobody has any */
    word(&t, "verdict", "no");
    word(&t, "rule", "DB-RNG-04");
    assert_int_equal(made_value(&t.told, "weapons")->count, 0);
    assert_int_equal(made_value(&t.told, "dice_groups")->count, 0);
    judge_end(&t);
}

/* Cover of the target unit from each attacker; of no use in close combat, or against some weapons (DB-CC-02). */
static void covers(void **state) {
    (void)state;
    const struct {
        const char *weapon;
        bool wall;
        const char *cover;
        bool ignores;
    } cases[] = {{"{'id':'w','range':8}", true, "yes", false},
                 {"{'id':'w','range':8}", false, "no", false},
                 {"{'id':'w','range':8,'skills':['grenade']}", true, "no", true}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        char more[100];
        snprintf(more, sizeof(more), "'weapons':[%s]", cases[i].weapon);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, more);
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        if (cases[i].wall) {
            judge_wall(&t, "wall", (tl_vec2){980, 900}, (tl_vec2){984, 1100}, 20);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        word(&t, "verdict", "yes");
        word(&t, "weapons[0].members[0].cover", cases[i].cover);
        assert_int_equal(made_has(&t.told, "weapons[0].ignores_cover"), cases[i].ignores);
        word(&t, "dice_groups[0].cover", cases[i].cover);
        judge_end(&t);
    }
    /* two attackers, one of whom sees it bare: two groups */
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':8}],'members':[{'id':'a1','"
                   "asset':'post','at':[500,1000]},"
                   "{'id':'a2','asset':'post','at':[1000,500]}]}");
    judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
    judge_wall(&t, "wall", (tl_vec2){980, 900}, (tl_vec2){984, 1100}, 20);
    judge_ready(&t);
    judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
    word(&t, "weapons[0].members[0].cover", "yes");
    word(&t, "weapons[0].members[1].cover", "no");
    assert_int_equal(made_value(&t.told, "dice_groups")->count, 2);
    judge_end(&t);
}

/* Half of a unit out of sight is in cover (DB-COV-01): two of three behind a wall. */
static void unseen_is_cover(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "'weapons':[{'id':'w','range':10}]");
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'infantry'%s,'members':[{'id':'b1','asset':'post','at':[1000,1000]},"
            "{'id':'b2','asset':'post','at':[1000,1300]},{'id':'b3','asset':'post','at':[1000,%d]}]}",
            k == 2 ? ",'skills':['zombie']" : "", k == 1 ? 900 : 1400);
        judge_wall(&t, "wall", (tl_vec2){900, 1150}, (tl_vec2){905, 2000}, 100);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        word(&t, "verdict", "yes");
        word(&t, "weapons[0].members[0].cover", k == 0 ? "yes" : "no");
        assert_int_equal(made_value(&t.told, "weapons[0].members[0].targets")->count, k == 1 ? 2 : 1);
        judge_end(&t);
    }
}

/* --- Special rules ------------------------------------------------------------------------------------------------ */

/* Artillery sees past vehicles, not past walls, and lets a friend see for it (DT-SPC-07, -08). */
static void artillery(void **state) {
    (void)state;
    const struct {
        const char *skills;
        bool vehicle, wall, observer;
        const char *verdict;
        bool observed;
    } cases[] = {{"", true, false, false, "no", false},
                 {"'artillery'", true, false, false, "yes", false},
                 {"'artillery'", true, true, false, "no", false},
                 {"'artillery'", true, true, true, "yes", true},
                 {"", true, true, true, "no", false},
                 {"'artillery'", false, false, true, "yes", false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[120];
        snprintf(more, sizeof(more), "'weapons':[{'id':'w','range':10,'skills':[%s]},{'id':'knife','range':'C'}]",
                 cases[i].skills);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, more);
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
        if (cases[i].vehicle) {
            judge_asset(&t, "'van':{'core':{'shape':'box','min':[-10,-200,0],'max':[10,200,60]}}");
            judge_model(&t, "van", "blue", "vehicle", "van", 900, 1000, 0, "");
        }
        if (cases[i].wall) {
            judge_wall(&t, "wall", (tl_vec2){700, 100}, (tl_vec2){705, 2000}, 100);
        }
        if (cases[i].observer) {
            judge_model(&t, "eyes", "red", "infantry", "man", 1000, 1300, 0, "'skills':['observer']");
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b','weapon':'w'}");
        word(&t, "verdict", cases[i].verdict);
        assert_int_equal(made_has(&t.told, "weapons[0].members[0].observer"), cases[i].observed);
        if (cases[i].observed) {
            word(&t, "weapons[0].members[0].observer", "eyes1");
        }
        judge_end(&t);
    }
}

/* Camouflage (DT-SPC-11): unseen from afar, whoever asks with whatever, but in close combat. */
static void camouflage(void **state) {
    (void)state;
    const struct {
        double distance;
        bool wall;
        const char *verdict, *rule, *unseen;
    } cases[] = {{350, true, "no", "DT-SPC-11", "no"},
                 {350, false, "yes", "DB-RNG-04", "yes"},
                 {250, true, "yes", "DB-RNG-04", "yes"},
                 {300, true, "marginal", "DT-SPC-11", "marginal"}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "'weapons':[{'id':'w','name':'Gun','range':10}]");
        judge_model(&t, "b", "blue", "infantry", "post", 500 + 2 * R + cases[i].distance, 1000, 0,
                    "'name':'Shade','skills':['camouflage']");
        if (cases[i].wall) {
            double x = 500 + 2 * R + cases[i].distance - 20;
            judge_wall(&t, "wall", (tl_vec2){x, 900}, (tl_vec2){x + 4, 1100}, 20);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        word(&t, "verdict", cases[i].verdict);
        word(&t, "rule", cases[i].rule);
        word(&t, "weapons[0].members[0].los", cases[i].unseen);
        judge_end(&t);
    }
}

/* Bars: out of a bunker nobody hits aircraft, nothing hits passengers, and they don't fight (DT-FRT-05, DT-SPC-18). */
static void bars(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'fort','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[500,1000,0]}");
    judge_unit(&t, "{'id':'in','side':'red','class':'infantry','weapons':[{'id':'w','range':10},{'id':'how','range':10,"
                   "'skills':['artillery']}],'members':[{'id':'in1','asset':'man','at':[500,1000,0]}]}");
    judge_model(&t, "bird", "blue", "aircraft", "tank", 900, 1000, 0, "");
    judge_model(&t, "foe", "blue", "infantry", "man", 800, 1200, 0, "'weapons':[{'id':'w','range':10}]");
    judge_model(&t, "truck", "blue", "vehicle", "tank", 900, 1400, 0, "'skills':['transport']");
    judge_model(&t, "men", "blue", "infantry", "man", 900, 1400, 0,
                "'aboard':'truck1','weapons':[{'id':'w','range':10},{'id':'knife','range':'C'}]");
    judge_ready(&t);
    judge_ask(&t, "{'query':'attack','from':'in','to':'bird'}");
    word(&t, "verdict", "no");
    word(&t, "rule", "DT-FRT-05");
    word(&t, "weapons[0].members[0].barred", "shelter");
    judge_ask(&t, "{'query':'attack','from':'in','to':'foe'}");
    word(&t, "verdict", "yes");
    assert_false(made_has(&t.told, "weapons[0].members[0].barred"));
    word(&t, "weapons[1].members[0].barred", "place");
    word(&t, "weapons[1].verdict", "no");
    assert_int_equal(made_value(&t.told, "weapons[1].members[0].targets")->count, 0);
    judge_ask(&t, "{'query':'attack','from':'in','to':'men'}");
    word(&t, "verdict", "no");
    word(&t, "rule", "DT-SPC-18");
    word(&t, "weapons[0].members[0].barred", "passenger");
    judge_ask(&t, "{'query':'attack','from':'in','to':'bird','set':{'valid_target':'independent'}}");
    word(&t, "verdict", "no");
    judge_ask(&t, "{'query':'attack','from':'men','to':'foe'}");
    word(&t, "weapons[1].members[0].barred", "carried");
    judge_end(&t);
}

/* --- Reactions ---------------------------------------------------------------------------------------------------- */

/* How near (DB-REA-01), by whom (DB-REA-04), with what; friends have nothing to react to. */
static void reactions(void **state) {
    (void)state;
    const struct {
        double distance;
        const char *class, *asset, *side, *skill, *weapon, *verdict, *rule;
        double limit;
    } cases[] = {
        {399, "infantry", "man", "blue", "", "{'id':'w','range':8}", "yes", "DB-REA-01", 400},
        {401, "infantry", "man", "blue", "", "{'id':'w','range':8}", "no", "DB-REA-01", 400},
        {400, "infantry", "man", "blue", "", "{'id':'w','range':8}", "marginal", "DB-REA-01", 400},
        {599, "infantry", "man", "blue", "'advanced-reactive-fire'", "{'id':'w','range':8}", "yes", "DT-SPC-06", 600},
        {601, "infantry", "man", "blue", "'advanced-reactive-fire'", "{'id':'w','range':8}", "no", "DT-SPC-06", 600},
        {300, "infantry", "man", "red", "", "{'id':'w','range':8}", "no", "DB-REA-01", 400},
        {300, "infantry", "man", "blue", "", "{'id':'w','range':2}", "no", "DB-RNG-01", 400},
        {40, "infantry", "man", "blue", "", "{'id':'w','range':'C'}", "no", "DB-REA-04", 400},
        {300, "aircraft", "tank", "blue", "", "{'id':'w','range':8}", "no", "DB-REA-04", 400},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[200];
        snprintf(more, sizeof(more), "'skills':[%s],'weapons':[%s]", cases[i].skill, cases[i].weapon);
        judge_begin(&t);
        double rim = strcmp(cases[i].asset, "tank") == 0 ? JUDGE_AHEAD : R;
        judge_model(&t, "a", "red", cases[i].class, cases[i].asset, 500, 1000, 0, more);
        judge_model(&t, "b", cases[i].side, "infantry", "man", 500 + rim + R + cases[i].distance, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'react','from':'a','to':'b'}");
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0 ||
            strcmp(made_word(&t.told, "rule"), cases[i].rule) != 0) {
            fail_msg("case %zu: %s by %s", i, made_word(&t.told, "verdict"), made_word(&t.told, "rule"));
        }
        assert_near(number(&t, "distance_mm"), cases[i].distance, 1e-6);
        assert_near(number(&t, "limit_mm"), cases[i].limit, 0);
        assert_near(number(&t, "margin_mm"), cases[i].limit - cases[i].distance, 1e-6);
        word(&t, "in_range",
             cases[i].distance < cases[i].limit - 0.1   ? "yes"
             : cases[i].distance > cases[i].limit + 0.1 ? "no"
                                                        : "marginal");
        assert_true(made_lists(&t.told, "pair", "a1") && made_lists(&t.told, "pair", "b1"));
        assert_int_equal(made_has(&t.told, "skill"), cases[i].skill[0] != '\0');
        assert_int_equal(made_value(&t.told, "weapons")->count, 1);
        judge_end(&t);
    }
}

/* Units react: the nearest of both, whoever is asked about; but who was asked about fires. */
static void units_react(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':20}],'members':[{'id':'a1','"
                   "asset':'man','at':[500,1000]},"
                   "{'id':'a2','asset':'man','at':[300,1000]}]}");
    judge_unit(&t,
               "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1500,1000]},"
               "{'id':'b2','asset':'man','at':[%.17g,1000]}]}",
               500 + 2 * R + 390);
    judge_wall(&t, "wall", (tl_vec2){100, 1010}, (tl_vec2){2900, 1014}, 10);
    judge_ready(&t);
    judge_ask(&t, "{'query':'react','from':'a2','to':'b1'}");
    word(&t, "verdict", "yes");
    word(&t, "from", "a2");
    word(&t, "to", "b1");
    assert_near(number(&t, "distance_mm"), 390, 1e-6);
    assert_true(made_lists(&t.told, "pair", "a1") && made_lists(&t.told, "pair", "b2"));
    judge_ask(&t, "{'query':'react','from':'a','to':'b'}");
    word(&t, "from", "a");
    word(&t, "to", "b");
    judge_refused(&t, "turns one model", "{'query':'react','from':'a','to':'b','facing':90}");
    judge_end(&t);
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 700, 1000, 0, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'react','from':'a','to':'b'}");
    word(&t, "verdict", "no");
    word(&t, "rule", "DB-REA-04");
    assert_int_equal(made_value(&t.told, "weapons")->count, 0);
    judge_end(&t);
}

/* A tank with a gun ahead and an enemy to its side: it may once it is turned; a large one not when it ends farther off.
 */
static void turning(void **state) {
    (void)state;
    const struct {
        const char *size;
        double x, y, facing; /* of the enemy; asked: 1e9: as it stands */
        const char *verdict, *turn;
        bool bound;
        double gained; /* NAN: not told */
        double advice; /* NAN: none */
    } cases[] = {
        {"normal", 300, 0, 1e9, "yes", NULL, false, NAN, NAN},
        /* beside it at 300: 300 - 30 - R away; turned to it 300 - 50 - R */
        {"normal", 0, 300, 1e9, "no", NULL, false, NAN, 45},
        {"normal", 0, 300, 90, "yes", "yes", false, 20, NAN},
        {"large", 0, 300, 90, "yes", "yes", true, 20, NAN},
        /* ahead of it, turned away by 90: 20 farther; by 30 the corner comes nearer, the gun still bears */
        {"normal", 300, 0, 90, "no", "yes", false, -20, NAN},
        {"large", 300, 0, 90, "no", "no", true, -20, NAN},
        {"large", -300, 0, 180, "yes", "yes", true, 0, NAN},
        {"normal", 300, 0, 0, "yes", "yes", false, 0, NAN},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[200];
        snprintf(more, sizeof(more), "'name':'Tank','size':'%s','weapons':[{'id':'gun','range':8,'arc':'front'}]",
                 cases[i].size);
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, more);
        judge_model(&t, "b", "blue", "infantry", "man", 1000 + cases[i].x, 1000 + cases[i].y, 0, "");
        judge_ready(&t);
        if (cases[i].facing < 1e8) {
            judge_ask(&t, "{'query':'react','from':'a','to':'b','facing':%g}", cases[i].facing);
            assert_near(number(&t, "facing_deg"), cases[i].facing, 0);
            word(&t, "turn", cases[i].turn);
            assert_int_equal(made_value(&t.told, "turn_bound")->boolean, cases[i].bound);
            assert_near(number(&t, "turn_margin_mm"), cases[i].gained, 1e-6);
            assert_int_equal(reasons(&t, "DB-REA-02", cases[i].turn), 1);
        } else {
            judge_ask(&t, "{'query':'react','from':'a','to':'b'}");
            assert_false(made_has(&t.told, "turn"));
        }
        if (strcmp(made_word(&t.told, "verdict"), cases[i].verdict) != 0) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "verdict"));
        }
        assert_int_equal(made_has(&t.told, "turn_to_deg"), !isnan(cases[i].advice));
        if (!isnan(cases[i].advice)) {
            double to = number(&t, "turn_to_deg");
            assert_true(to > 30 && to < 60); /* the rim comes into the arc there */
            judge_ask(&t, "{'query':'react','from':'a','to':'b','facing':%g}", to);
            word(&t, "verdict", "yes");
            judge_ask(&t, "{'query':'react','from':'a','to':'b','facing':%g}", to - 2);
            word(&t, "verdict", "no");
        }
        judge_end(&t);
    }
}

/* Out of range, out of sight or among friends no turn helps; riders don't turn their carrier. */
static void no_advice(void **state) {
    (void)state;
    for (int k = 0; k < 5; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", k == 3 ? "aircraft" : "vehicle", "tank", 1000, 1000, 0,
                    "'skills':['tank-riders'],'weapons':[{'id':'gun','range':8,'arc':'front'}]");
        judge_model(&t, "ride", "red", "infantry", "man", 1000, 1000, 0,
                    "'aboard':'a1','weapons':[{'id':'gun','range':8,'arc':'front'}]");
        judge_model(&t, "b", k == 2 ? "red" : "blue", "infantry", "man", 1000, k == 0 ? 1600 : 1300, 0, "");
        if (k == 1) {
            judge_wall(&t, "wall", (tl_vec2){500, 1150}, (tl_vec2){1500, 1155}, 100);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'react','from':'%s','to':'b'}", k == 4 ? "ride" : "a");
        word(&t, "verdict", "no");
        assert_false(made_has(&t.told, "turn_to_deg"));
        if (k == 4) {
            judge_refused(&t, "is aboard", "{'query':'react','from':'ride','to':'b','facing':90}");
        }
        judge_end(&t);
    }
}

/* --- Close combat ------------------------------------------------------------------------------------------------- */

static void close_combat(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','name':'Ours','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':["
                   "500,1000]},{'id':'a2','asset':'man','at':[500,1500]},"
                   "{'id':'a3','asset':'man','at':[500,2000]}]}");
    judge_unit(&t,
               "{'id':'b','name':'Theirs','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%."
               "17g,1000]},{'id':'b2','asset':'man','at':[%.17g,1000]},"
               "{'id':'b3','asset':'man','at':[%.17g,1500]}]}",
               500 + 2 * R + 30, 500 - 2 * R - 45, 500 + 2 * R + 10);
    judge_wall(&t, "wall", (tl_vec2){500 + R + 4, 1400}, (tl_vec2){500 + R + 6, 1600}, 100);
    judge_ready(&t);
    judge_ask(&t, "{'query':'close-combat','from':'a','to':'b'}");
    word(&t, "verdict", "yes");
    word(&t, "rule", "DB-CC-01");
    word(&t, "from", "a1");
    word(&t, "to", "b1"); /* of those who fight the two with most to spare; nearer ones don't see each other */
    word(&t, "reach", "yes");
    word(&t, "los", "yes");
    word(&t, "metric", "plan");
    assert_near(number(&t, "distance_mm"), 30, 1e-6);
    assert_near(number(&t, "gap_mm"), 0, 0);
    assert_near(number(&t, "limit_mm"), 50, 0);
    assert_near(number(&t, "margin_mm"), 20, 1e-6);
    assert_near(number(&t, "count"), 1, 0);
    assert_near(number(&t, "of"), 3, 0);
    assert_int_equal(made_value(&t.told, "members")->count, 3);
    assert_int_equal(made_value(&t.told, "members[0].targets")->count, 2);
    assert_int_equal(made_value(&t.told, "members[0].unseen")->count, 0);
    word(&t, "members[1].verdict", "no");
    assert_true(made_lists(&t.told, "members[1].unseen", "b3"));
    assert_int_equal(made_value(&t.told, "members[1].targets")->count, 0);
    word(&t, "members[2].verdict", "no");
    assert_int_equal(made_value(&t.told, "members[2].unseen")->count, 0);
    assert_near(made_point(&t.told, "from_point").x, 500 + R, 1e-6);
    says(&t, "Ours");
    judge_ask(&t, "{'query':'close-combat','from':'a','to':'b','set':{'cc_sight':'reach_only'}}");
    word(&t, "from", "a2");
    word(&t, "to", "b3");
    assert_near(number(&t, "count"), 2, 0);
    assert_false(made_has(&t.told, "los"));
    assert_false(made_has(&t.told, "sight"));
    judge_ask(&t, "{'query':'close-combat','from':'a2','to':'b3'}");
    word(&t, "verdict", "no");
    word(&t, "rule", "DB-CC-03");
    word(&t, "reach", "yes");
    word(&t, "los", "no");
    for (int k = 0; k < 4; k++) { /* for want of sight alone; out of reach; sight that counts for nothing; a fight */
        tl_party from = judge_party(&t, k == 1   ? "a3"
                                        : k == 3 ? "a1"
                                                 : "a2"),
                 to = judge_party(&t, k == 3 ? "b1" : "b3");
        judge_set(&t, -1, "cc_sight", k == 2 ? "reach_only" : "needed", NULL);
        tl_close_combat found;
        tl_error error = {0};
        assert_int_equal(tl_close_combat_judge(&t.inquiry, &from, &to, &found, &error), TL_OK);
        assert_int_equal(found.hidden, k == 0);
        assert_int_equal(found.seen, k == 0 || k == 3);
        assert_int_equal(found.able, k >= 2);
        assert_false(found.aircraft);
        assert_null(found.inside);
        assert_int_equal(found.attackers[0], k >= 2 ? TL_VERDICT_YES : TL_VERDICT_NO);
        assert_int_equal(found.verdict, k >= 2 ? TL_VERDICT_YES : TL_VERDICT_NO);
        tl_close_combat_free(&t.inquiry, &found);
    }
    judge_ask(&t, "{'query':'close-combat','from':'a3','to':'b'}");
    word(&t, "verdict", "no");
    word(&t, "rule", "DB-CC-01");
    word(&t, "reach", "no");
    assert_false(made_has(&t.told, "los"));
    judge_ask(&t, "{'query':'close-combat','from':'a1','to':'b2','set':{'cc_metric':'3d_core'}}");
    word(&t, "metric", "3d");
    assert_false(made_has(&t.told, "gap_mm"));
    assert_near(number(&t, "distance_mm"), 45, 1e-6);
    judge_refused(&t, "", "{'query':'close-combat','from':'a1','to':'a1'}");
    judge_end(&t);
    /* at the limit, in a transport, with aircraft */
    for (int k = 0; k < 3; k++) {
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0, "");
        judge_model(&t, "v", "blue", k == 2 ? "aircraft" : "vehicle", "tank",
                    500 + R + JUDGE_AHEAD + (k == 0 ? 50 : 20), 1000, 0, k == 1 ? "'skills':['transport']" : "");
        judge_model(&t, "men", "blue", "infantry", "man", 500, 1000, 0, "'aboard':'v1'");
        judge_ready(&t);
        judge_ask(&t, "{'query':'close-combat','from':'a','to':'%s'}", k == 1 ? "men" : "v");
        word(&t, "verdict", k == 0 ? "marginal" : k == 1 ? "no" : "yes");
        word(&t, "rule", k == 1 ? "DT-SPC-18" : "DB-CC-01");
        assert_int_equal(reasons(&t, "DB-CC-02", "no"), k == 2);
        if (k == 1) {
            word(&t, "reach", "no");
            judge_ask(&t, "{'query':'close-combat','from':'men','to':'a'}");
            word(&t, "rule", "DT-SPC-18");
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges),          cmocka_unit_test(minimum_ranges),
        cmocka_unit_test(valid_targets),   cmocka_unit_test(deciding_rules),
        cmocka_unit_test(several_weapons), cmocka_unit_test(covers),
        cmocka_unit_test(unseen_is_cover), cmocka_unit_test(artillery),
        cmocka_unit_test(camouflage),      cmocka_unit_test(bars),
        cmocka_unit_test(reactions),       cmocka_unit_test(units_react),
        cmocka_unit_test(turning),         cmocka_unit_test(no_advice),
        cmocka_unit_test(close_combat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
