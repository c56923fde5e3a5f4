/* Cover and whole attacks through the public header, on tables where one can see who is hidden. */
#include "support/made_scene.h"

#include <stdio.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                                       \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'block':{'core':{'shape':'box','min':[-10,-10,0],'max':[10,10,30]}},"                                             \
    "'tank':{'core':{'shape':'box','min':[-50,-80,0],'max':[50,80,25]}}"
#define MEMBER(id, asset, at, more) "{'id':'" id "','asset':'" asset "','at':" at more "}"
#define UNIT(id, kind, members)     "{'id':'" id "','side':'red','class':'" kind "','members':[" members "]}"
#define SCENE(assets, terrain, units)                                                                                  \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{" ASSETS   \
        assets "},'terrain':[" terrain "],'units':[" units "]}"
#define WALL(mesh)    "{'id':'wall','name':'the low wall','mesh':'" mesh "','at':[0,0,0],'kind':'wall'}"
#define MAN(id, at)   UNIT(id, "infantry", MEMBER(id "1", "man", at, ""))
#define BLOCK(id, at) UNIT(id, "infantry", MEMBER(id "1", "block", at, ""))

/* From the witness's viewpoint every point of the target box is free, by brute force. */
static void check_viewpoint(const made_scene *m, tl_vec3 low, tl_vec3 high) {
    tl_vec3 eye = made_point(m, "witness_viewpoint");
    for (int i = 0; i <= 8; i++) {
        for (int j = 0; j <= 8; j++) {
            for (int k = 0; k <= 8; k++) {
                bool on_surface = i == 0 || i == 8 || j == 0 || j == 8 || k == 0 || k == 8;
                tl_vec3 p = {low.x + (high.x - low.x) * i / 8, low.y + (high.y - low.y) * j / 8,
                             low.z + (high.z - low.z) * k / 8};
                if (on_surface && !(made_clearance(m, eye, p) > 0)) {
                    fail_msg("(%g, %g, %g) is hidden from the witness", p.x, p.y, p.z);
                }
            }
        }
    }
}

/* A verdict that begins with ! is the one that would be wrong: too close to call is allowed. */
static void cover(made_scene *m, const char *from, const char *to, const char *verdict, const char *more) {
    made_ask(m, "{'query':'cover','from':'%s','to':'%s'%s}", from, to, more);
    if (verdict[0] == '!') {
        assert_string_not_equal(made_word(m, "verdict"), verdict + 1);
    } else {
        assert_verdict(m, verdict);
    }
    assert_true(made_has(m, "members[0].id"));
    assert_true(made_has(m, "in_cover"));
    assert_true(made_has(m, "of"));
    if (made_has(m, "visible_fraction")) {
        double low = made_number(m, "visible_fraction[0]"), high = made_number(m, "visible_fraction[1]");
        assert_true(0 <= low && low <= high && high <= 1);
    }
}

static void open_ground(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-open");
    made_load(&m, SCENE("", "", BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]") "," MAN("c", "[800,600]")));
    cover(&m, "a", "b", "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-COV-01");
    check_viewpoint(&m, (tl_vec3){790, 390, 0}, (tl_vec3){810, 410, 30});
    assert_near(made_number(&m, "visible_fraction[1]"), 1, 1e-9);
    assert_int_equal(made_number(&m, "in_cover"), 0);
    assert_int_equal(made_number(&m, "of"), 1);
    cover(&m, "a", "c", "no", "");
    cover(&m, "c", "a", "no", "");
    made_end(&m);
}

/* A body from 20 to 40 above the ground on legs that are limbs. */
#define SOLDIER                                                                                                        \
    ",'soldier':{'mesh':'soldier.obj','parts':{'core':['box0'],'limb':['box1']},"                                      \
    "'base':{'shape':'disc','diameter':25}}"

static void a_wall_before_the_legs(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-legs");
    /* From its highest point (40) an attacker 390 mm away looks over a wall 20 mm before the target at the target's
     * lower edge (20 high): where the wall is the line is 20 + 20 * 20 / 390 = 21.03 high. */
    const double heights[] = {15, 20.5, 22, 30, 60};
    const char *verdicts[] = {"no", "no", "yes", "yes", "yes"};
    for (int i = 0; i < 5; i++) {
        const made_box soldier[2] = {{{-10, -10, 20}, {10, 10, 40}}, {{-5, -5, 3}, {5, 5, 20}}};
        made_boxes(&m, "soldier.obj", soldier, 2);
        m.triangle_count = 0;
        made_boxes(&m, "wall.obj", &(made_box){{768, 0, 0}, {770, 1500, heights[i]}}, 1);
        made_load(&m, SCENE(SOLDIER, WALL("wall.obj"),
                            UNIT("a", "infantry", MEMBER("a1", "soldier", "[410,400,0]", "")) "," UNIT(
                                "b", "infantry", MEMBER("b1", "soldier", "[800,400,0]", ""))));
        cover(&m, "a", "b", verdicts[i], "");
        if (strcmp(made_word(&m, "verdict"), "no") == 0) {
            check_viewpoint(&m, (tl_vec3){790, 390, 20}, (tl_vec3){810, 410, 40});
            assert_false(made_has(&m, "hidden_by"));
        } else {
            assert_true(made_lists(&m, "hidden_by", "wall"));
            assert_non_null(strstr(m.text, "the low wall"));
            assert_true(made_number(&m, "visible_fraction[0]") < 1);
        }
    }
    made_end(&m);
}

static void vehicles_give_no_cover(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-vehicle");
    /* a tank 25 high before a body 30 high hides most of it; as a wreck it is terrain */
#define TANK "'tank0':{'core':{'shape':'box','min':[-50,-80,0],'max':[50,80,25]}}"
    made_load(&m, SCENE("", "",
                        BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]") "," UNIT(
                            "t", "vehicle", MEMBER("t1", "tank", "[700,400]", ""))));
    cover(&m, "a", "b", "no", "");
    cover(&m, "a", "b", "yes", ",'set':{'cover_blockers':'plus_vehicles'}");
    assert_true(made_lists(&m, "hidden_by", "t1"));
    made_load(&m, SCENE("", "{'id':'wreck','asset':'tank','at':[700,400],'kind':'wreck'}",
                        BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]")));
    cover(&m, "a", "b", "yes", "");
    assert_true(made_lists(&m, "hidden_by", "wreck"));
    /* wholly hidden by a vehicle: not seen, and that is cover */
    made_load(&m, SCENE(",'bus':{'core':{'shape':'box','min':[-50,-200,0],'max':[50,200,90]}}", "",
                        BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]") "," UNIT(
                            "t", "vehicle", MEMBER("t1", "bus", "[600,400]", ""))));
    cover(&m, "a", "b", "yes", "");
    assert_string_equal(made_word(&m, "rule"), "DB-COV-03");
    assert_true(made_lists(&m, "hidden_by", "t1"));
    /* infantry in between gives none */
    made_load(&m, SCENE("", "", BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]") "," BLOCK("c", "[600,400]")));
    cover(&m, "a", "b", "no", "");
    made_end(&m);
}

static void contact_is_no_cover(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-contact");
    /* the target stands on a block, its underside in contact with it; it leans against a wall behind it; or both */
    const made_box step = {{700, 300, 0}, {900, 500, 20}}, wall = {{810, 300, 20}, {820, 500, 90}};
    const char *verdicts[] = {"no", "no", "!yes"};
    for (int i = 0; i < 3; i++) {
        const made_box both[2] = {i == 1 ? wall : step, wall};
        made_boxes(&m, "step.obj", both, i == 2 ? 2 : 1);
        made_load(&m, SCENE("", "{'id':'step','mesh':'step.obj','at':[0,0,0],'kind':'obstacle'}",
                            BLOCK("a", "[400,400,20]") "," BLOCK("b", "[800,400,20]")));
        cover(&m, "a", "b", verdicts[i], "");
    }
    made_end(&m);
}

static void areas_give_cover(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-areas");
#define WOOD                                                                                                           \
    "{'id':'wood','name':'Hunter wood','kind':'wood','outline':[[700,300],[900,300],[900,500],[700,500]],'height':90}"
    made_load(&m, SCENE("", WOOD, MAN("a", "[400,400]") "," MAN("b", "[720,400]")));
    cover(&m, "a", "b", "yes", "");
    assert_string_equal(made_word(&m, "rule"), "DB-COV-05");
    assert_true(made_lists(&m, "hidden_by", "wood"));
    assert_non_null(strstr(m.text, "Hunter wood"));
    /* only part of its base in it */
    made_ask(&m, "{'query':'place','member':'b1','at':[688,400]}");
    cover(&m, "a", "b", "yes", "");
    assert_string_equal(made_word(&m, "rule"), "DB-COV-05");
    /* before it */
    made_ask(&m, "{'query':'place','member':'b1','at':[687,400]}");
    cover(&m, "a", "b", "no", "");
    /* behind it */
    made_ask(&m, "{'query':'place','member':'b1','at':[950,400]}");
    cover(&m, "a", "b", "yes", "");
    assert_true(made_lists(&m, "hidden_by", "wood"));
    /* beside it: every line from the attacker to it passes the corner or not */
    made_ask(&m, "{'query':'place','member':'b1','at':[950,560]}");
    made_ask(&m, "{'query':'place','member':'a1','at':[400,560]}");
    cover(&m, "a", "b", "no", "");
    made_end(&m);
}

/* The share of a box's area facing the eye that a grid of lines reaches past every mesh. */
static double share_of_box(const made_scene *m, tl_vec3 eye, const double low[3], const double high[3]) {
    enum { GRID = 60 };
    const double from[3] = {eye.x, eye.y, eye.z};
    double facing = 0, seen = 0;
    for (int side = 0; side < 6; side++) {
        int k = side / 2, u = (k + 1) % 3, v = (k + 2) % 3;
        if (side % 2 != 0 ? from[k] <= high[k] : from[k] >= low[k]) {
            continue;
        }
        double cell = (high[u] - low[u]) * (high[v] - low[v]) / (GRID * GRID), p[3];
        p[k] = side % 2 != 0 ? high[k] : low[k];
        for (int i = 0; i < GRID * GRID; i++) {
            p[u] = low[u] + (high[u] - low[u]) * (i % GRID + 0.5) / GRID;
            p[v] = low[v] + (high[v] - low[v]) * (i / GRID + 0.5) / GRID;
            facing += cell;
            seen += made_clearance(m, eye, (tl_vec3){p[0], p[1], p[2]}) > 0 ? cell : 0;
        }
    }
    return seen / facing;
}

/* An area gives cover; how much is in view past it is what sight leaves: all of it from the near edge, nothing from too
 * deep inside, and terrain behind it hides what it hides. */
static void in_view_through_areas(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-view");
    const double low[3] = {790, 390, 0}, high[3] = {810, 410, 30};
#define EDGE(to)                                                                                                       \
    "{'id':'wood','name':'Hunter wood','kind':'wood','outline':[[300,300],[" to ",300],[" to ",500],[300,500]],"       \
    "'height':90}"
    made_load(&m, SCENE("", EDGE("450"), BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]")));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    cover(&m, "a", "b", "yes", "");
    assert_true(made_lists(&m, "hidden_by", "wood"));
    assert_near(made_number(&m, "visible_fraction[0]"), 1, 1e-9);
    assert_non_null(strstr(made_word(&m, "summary"), "there is Hunter wood in between"));
    cover(&m, "a", "b", "yes", ",'set':{'cover_min_fraction':0.5}");
    assert_true(made_number(&m, "visible_fraction[1]") < 1e-6); /* there a line through it is a hidden one */
    made_load(&m, SCENE("", EDGE("600"), BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]")));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    cover(&m, "a", "b", "yes", "");
    assert_true(made_number(&m, "visible_fraction[1]") < 1e-6);
    made_boxes(&m, "wall.obj", &(made_box){{700, 396, 0}, {702, 1500, 24}}, 1);
    made_load(&m, SCENE("", EDGE("450") "," WALL("wall.obj"), BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]")));
    cover(&m, "a", "b", "yes", "");
    double share = share_of_box(&m, made_point(&m, "best_viewpoint"), low, high);
    assert_true(share > 0.1 && share < 0.9);
    assert_true(share > made_number(&m, "visible_fraction[0]") - 0.02);
    assert_true(share < made_number(&m, "visible_fraction[1]") + 0.02);
    assert_true(made_number(&m, "visible_fraction[1]") - made_number(&m, "visible_fraction[0]") < 0.1);
    /* the target in the wood, near its edge and deep in it */
    made_load(&m, SCENE("", EDGE("450"), BLOCK("a", "[800,400]") "," BLOCK("b", "[400,400]")));
    cover(&m, "a", "b", "yes", "");
    assert_near(made_number(&m, "visible_fraction[0]"), 1, 1e-9);
    made_load(&m, SCENE("", EDGE("600"), BLOCK("a", "[800,400]") "," BLOCK("b", "[400,400]")));
    cover(&m, "a", "b", "yes", "");
    assert_true(made_number(&m, "visible_fraction[1]") < 1e-6);
    made_end(&m);
}

static void half_of_a_unit(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "cover-half");
    made_boxes(&m, "wall.obj", &(made_box){{770, 350, 0}, {775, 450, 25}}, 1);
    made_load(
        &m,
        SCENE("", WALL("wall.obj"),
              MAN("a", "[400,400]") "," UNIT(
                  "two", "infantry",
                  MEMBER("w1", "man", "[800,400]", "") "," MEMBER(
                      "w2", "man", "[800,600]",
                      "")) "," UNIT("three", "infantry",
                                    MEMBER("x1", "man", "[800,430]", "") "," MEMBER(
                                        "x2", "man", "[800,650]",
                                        "") "," MEMBER("x3", "man", "[800,700]",
                                                       "")) "," UNIT("four", "infantry",
                                                                     MEMBER("y1", "man", "[800,380]", "") "," MEMBER(
                                                                         "y2", "man", "[830,400]",
                                                                         "") "," MEMBER("y3", "man", "[800,750]",
                                                                                        "") "," MEMBER("y4", "man",
                                                                                                       "[800,800]",
                                                                                                       ""))));
    cover(&m, "a", "two", "yes", "");
    assert_int_equal(made_number(&m, "in_cover"), 1);
    assert_int_equal(made_number(&m, "of"), 2);
    assert_string_equal(made_word(&m, "rule"), "DB-COV-07");
    assert_string_equal(made_word(&m, "members[0].verdict"), "yes");
    assert_string_equal(made_word(&m, "members[1].verdict"), "no");
    cover(&m, "a", "three", "no", "");
    assert_int_equal(made_number(&m, "in_cover"), 1);
    cover(&m, "a", "four", "yes", "");
    assert_int_equal(made_number(&m, "in_cover"), 2);
    cover(&m, "a", "x1", "yes", "");
    cover(&m, "a", "x2", "no", "");
    /* from a unit: one answer for each of its models */
    made_ask(&m, "{'query':'cover','from':'four','to':'a'}");
    assert_int_equal(made_value(&m, "attackers")->count, 4);
    assert_string_equal(made_word(&m, "attackers[0].id"), "y1");
    assert_verdict(&m, "no");
    made_ask(&m, "{'query':'cover','from':'a','to':'two'}");
    assert_int_equal(made_value(&m, "attackers")->count, 1);
    assert_string_equal(made_word(&m, "attackers[0].members[0].id"), "w1");
    made_end(&m);
}

/* --- Attacks ------------------------------------------------------------------------------------------------------ */

#define ARMED(id, kind, weapons, members)                                                                              \
    "{'id':'" id "','side':'red','class':'" kind "','weapons':[" weapons "],'members':[" members "]}"

static void attack(made_scene *m, const char *weapon, double distance, const char *verdict, const char *more) {
    made_ask(m, "{'query':'place','member':'b1','at':[%.17g,400]}", 400 + 25 + distance);
    made_ask(m, "{'query':'attack','from':'a','to':'b','weapon':'%s'%s}", weapon, more);
    assert_verdict(m, verdict);
    assert_string_equal(made_word(m, "weapons[0].id"), weapon);
    assert_string_equal(made_word(m, "weapons[0].verdict"), verdict);
    const char *fields[] = {"id", "arc", "range", "los", "targets", "cover"};
    for (int i = 0; i < 6; i++) {
        char path[64];
        snprintf(path, sizeof(path), "weapons[0].members[0].%s", fields[i]);
        assert_true(made_has(m, path));
    }
    assert_int_equal(made_value(m, "weapons[0].members[0].targets")->count, strcmp(verdict, "yes") == 0);
    assert_int_equal(made_value(m, "dice_groups")->count, strcmp(verdict, "yes") == 0);
}

static void weapon_ranges(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "attack-range");
    made_load(&m, SCENE("", "",
                        ARMED("a", "infantry",
                              "{'id':'three','range':3},{'id':'gap','range':[2,6]},{'id':'knife','range':'C'},"
                              "{'id':'metric','range':{'mm':250}}",
                              MEMBER("a1", "man", "[400,400]", "")) "," MAN("b", "[800,400]")));
    attack(&m, "three", 299.9, "yes", "");
    attack(&m, "three", 300, "yes", ",'tolerance_mm':0");
    attack(&m, "three", 300, "marginal", "");
    attack(&m, "three", 300.1, "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-RNG-01");
    attack(&m, "three", 304.7, "yes", ",'set':{'units':'inch'}");
    attack(&m, "three", 304.9, "no", ",'set':{'units':'inch'}");
    attack(&m, "gap", 199.9, "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-RNG-02");
    attack(&m, "gap", 200, "yes", ",'tolerance_mm':0");
    attack(&m, "gap", 200, "marginal", "");
    attack(&m, "gap", 200.1, "yes", "");
    attack(&m, "gap", 600.1, "no", "");
    attack(&m, "knife", 49.9, "yes", "");
    attack(&m, "knife", 50.1, "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-RNG-03");
    attack(&m, "knife", 50.7, "yes", ",'set':{'units':'inch'}");
    attack(&m, "metric", 249.9, "yes", "");
    attack(&m, "metric", 250.1, "no", ",'set':{'units':'inch'}");
    assert_near(made_number(&m, "weapons[0].members[0].margin_mm"), -0.1, 1e-6);
    /* all of them at once */
    made_ask(&m, "{'query':'place','member':'b1','at':[1025,400]}");
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "marginal");
    assert_string_equal(made_word(&m, "rule"), "DB-RNG-01");
    made_ask(&m, "{'query':'place','member':'b1','at':[724,400]}");
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "rule"), "DB-RNG-04");
    assert_int_equal(made_value(&m, "weapons")->count, 4);
    assert_string_equal(made_word(&m, "weapons[0].verdict"), "yes");
    assert_string_equal(made_word(&m, "weapons[2].verdict"), "no");
    made_end(&m);
}

static void close_combat_with_a_tall_walker(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "attack-tall");
    /* the hull hovers 120 above the ground, right over the attacker: on the plan they touch, and the walker's legs
     * reach the ground */
    made_boxes(&m, "walker.obj", (made_box[]){{{-60, -60, 120}, {60, 60, 160}}, {{-50, -50, 0}, {-40, -40, 120}}}, 2);
    made_load(&m,
              SCENE(",'walker':{'mesh':'walker.obj','parts':{'core':['box0'],'limb':['box1']}}", "",
                    ARMED("a", "infantry", "{'id':'knife','range':'C'}", MEMBER("a1", "man", "[400,400]", "")) "," UNIT(
                        "b", "vehicle", MEMBER("b1", "walker", "[500,400,0]", ""))));
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    made_ask(&m, "{'query':'attack','from':'a','to':'b','set':{'cc_metric':'3d_core'}}");
    assert_verdict(&m, "no");
    made_end(&m);
}

static void same_model_or_independent(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "attack-valid");
    /* one target is in range behind a wall, the other in sight out of range */
    made_boxes(&m, "wall.obj", &(made_box){{500, 0, 0}, {505, 420, 90}}, 1);
    made_load(
        &m, SCENE("", WALL("wall.obj"),
                  ARMED("a", "infantry", "{'id':'rifle','range':3}", MEMBER("a1", "man", "[400,400]", "")) "," UNIT(
                      "b", "infantry", MEMBER("b1", "man", "[600,300]", "") "," MEMBER("b2", "man", "[600,900]", ""))));
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "weapons[0].members[0].range"), "yes");
    assert_string_equal(made_word(&m, "weapons[0].members[0].los"), "yes");
    made_ask(&m, "{'query':'attack','from':'a','to':'b','set':{'valid_target':'independent'}}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

static void dice_roll_apart(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "attack-dice");
    /* the wall hides the target's lower half from one attacker, the other looks along it */
    made_boxes(&m, "wall.obj", &(made_box){{760, 380, 0}, {765, 420, 25}}, 1);
    made_load(&m, SCENE("", WALL("wall.obj"),
                        ARMED("a", "infantry", "{'id':'rifle','range':6}",
                              MEMBER("a1", "man", "[400,400]", "") "," MEMBER("a2", "man", "[800,800]", "") "," MEMBER(
                                  "a3", "man", "[850,800]", "") "," MEMBER("a4", "man", "[100,1400]",
                                                                           "")) "," MAN("b", "[800,400]")));
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_int_equal(made_value(&m, "dice_groups")->count, 2);
    assert_string_equal(made_word(&m, "dice_groups[0].cover"), "no");
    assert_int_equal(made_value(&m, "dice_groups[0].members")->count, 2);
    assert_true(made_lists(&m, "dice_groups[0].members", "a2"));
    assert_true(made_lists(&m, "dice_groups[0].members", "a3"));
    assert_string_equal(made_word(&m, "dice_groups[1].cover"), "yes");
    assert_true(made_lists(&m, "dice_groups[1].members", "a1"));
    assert_string_equal(made_word(&m, "dice_groups[1].weapon"), "rifle");
    assert_string_equal(made_word(&m, "weapons[0].members[3].range"), "no");
    assert_non_null(strstr(m.text, "roll those dice apart"));
    made_end(&m);
}

static void attack_arcs(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "attack-arc");
    made_load(
        &m, SCENE("", "",
                  ARMED("a", "vehicle",
                        "{'id':'main','name':'Dual 8.8','range':14,'arc':'front'},{'id':'mg','range':6,'arc':'turret'}",
                        MEMBER("a1", "tank", "[400,400]", "")) "," MAN("b", "[400,800]")));
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "weapons[0].verdict"), "no");
    assert_string_equal(made_word(&m, "weapons[0].members[0].arc"), "no");
    assert_string_equal(made_word(&m, "weapons[1].verdict"), "yes");
    assert_non_null(strstr(m.text, "Dual 8.8"));
    made_ask(&m, "{'query':'attack','from':'a','to':'b','weapon':'main'}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "rule"), "DB-FOF-01");
    made_ask(&m, "{'query':'place','member':'a1','at':[400,400],'facing':90}");
    made_ask(&m, "{'query':'attack','from':'a','to':'b','weapon':'main'}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_ground),
        cmocka_unit_test(a_wall_before_the_legs),
        cmocka_unit_test(vehicles_give_no_cover),
        cmocka_unit_test(contact_is_no_cover),
        cmocka_unit_test(areas_give_cover),
        cmocka_unit_test(in_view_through_areas),
        cmocka_unit_test(half_of_a_unit),
        cmocka_unit_test(weapon_ranges),
        cmocka_unit_test(close_combat_with_a_tall_walker),
        cmocka_unit_test(same_model_or_independent),
        cmocka_unit_test(dice_roll_apart),
        cmocka_unit_test(attack_arcs),
    };
    return cmocka_run_group_tests_name("rulings: cover and attack", tests, NULL, NULL);
}
