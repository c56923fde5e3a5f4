/* Lines of sight through the public header: slits of known width, what blocks and what doesn't, woods and smoke at the
 * edges of their depth rules. Every witness is held against every triangle by the test's own arithmetic. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                                       \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'block':{'core':{'shape':'box','min':[-10,-10,0],'max':[10,10,30]}},"                                             \
    "'tank':{'core':{'shape':'box','min':[-50,-80,0],'max':[50,80,60]}}"
#define MEMBER(id, asset, at, more) "{'id':'" id "','asset':'" asset "','at':" at more "}"
#define UNIT(id, kind, members)     "{'id':'" id "','side':'red','class':'" kind "','members':[" members "]}"
#define SCENE(assets, terrain, units)                                                                                  \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{" ASSETS   \
        assets "},'terrain':[" terrain "],'units':[" units "]}"
#define WALL(mesh)    "{'id':'wall','mesh':'" mesh "','at':[0,0,0],'kind':'wall'}"
#define MAN(id, at)   UNIT(id, "infantry", MEMBER(id "1", "man", at, ""))
#define BLOCK(id, at) UNIT(id, "infantry", MEMBER(id "1", "block", at, ""))

/* Asks both ways: the same verdict, the same line turned round. "never" stands for no, or for too close to call where
 * the only line left touches: anything but yes. */
static void los(made_scene *m, const char *verdict, const char *more) {
    tl_vec3 p = {0}, q = {0};
    if (strcmp(verdict, "never") == 0) {
        made_ask(m, "{'query':'los','from':'a','to':'b'%s}", more);
        assert_string_not_equal(made_word(m, "verdict"), "yes");
        verdict = strcmp(made_word(m, "verdict"), "no") == 0 ? "no" : "marginal";
    }
    made_ask(m, "{'query':'los','from':'b','to':'a'%s}", more);
    assert_verdict(m, verdict);
    bool line = made_has(m, "witness");
    if (line) {
        p = made_point(m, "witness.from");
        q = made_point(m, "witness.to");
    }
    made_ask(m, "{'query':'los','from':'a','to':'b'%s}", more);
    assert_verdict(m, verdict);
    assert_int_equal(made_has(m, "witness"), line);
    assert_true(made_has(m, "pairs[0].verdict"));
    if (line) {
        assert_point_near(made_point(m, "witness.from"), q, 0);
        assert_point_near(made_point(m, "witness.to"), p, 0);
        assert_false(made_has(m, "blockers"));
    } else {
        assert_true(made_has(m, "blockers"));
    }
}

static void slits(void **state) {
    (void)state;
    const double widths[] = {4, 1, 0.25, 0.03125, 0};
    made_scene m;
    made_begin(&m, "los-slits");
    for (int i = 0; i < 5; i++) {
        double w = widths[i];
        const made_box boxes[2] = {{{600, 0, 0}, {610, 400, 200}}, {{600, 400 + w, 0}, {610, 1500, 200}}};
        m.triangle_count = 0;
        made_boxes(&m, "wall.obj", boxes, 2);
        made_load(&m, SCENE("", WALL("wall.obj"), MAN("a", "[400,402]") "," MAN("b", "[800,399]")));
        if (w > 0) {
            los(&m, "yes", "");
            made_check_witness(&m, w / 2);
            assert_int_equal(made_has(&m, "close"), made_number(&m, "witness.clearance_mm") <= 0.05);
            if (w <= 0.1) {
                assert_true(made_value(&m, "close")->boolean);
                assert_non_null(strstr(m.text, "only just"));
            }
        } else {
            los(&m, "no", "");
            assert_true(made_lists(&m, "blockers", "wall"));
            assert_string_equal(made_word(&m, "rule"), "DB-LOS-02");
        }
    }
    /* a line that must be wider than the slit */
    const made_box four[2] = {{{600, 0, 0}, {610, 400, 200}}, {{600, 404, 0}, {610, 1500, 200}}};
    m.triangle_count = 0;
    made_boxes(&m, "wall.obj", four, 2);
    made_load(&m, SCENE("", WALL("wall.obj"), MAN("a", "[400,402]") "," MAN("b", "[800,402]")));
    los(&m, "yes", ",'set':{'min_clearance_mm':1.9}");
    made_check_witness(&m, 2);
    assert_true(made_number(&m, "witness.clearance_mm") >= 1.9);
    los(&m, "no", ",'set':{'min_clearance_mm':2.1}");
    made_end(&m);
}

static void touching_blocks(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-touch");
    /* two boxes 30 high look along their tops; a wall exactly as high is touched by the only line left */
    const double heights[] = {29, 29.875, 30, 31};
    const char *verdicts[] = {"yes", "yes", "never", "no"};
    for (int i = 0; i < 4; i++) {
        m.triangle_count = 0;
        made_boxes(&m, "wall.obj", &(made_box){{600, 0, 0}, {610, 1500, heights[i]}}, 1);
        made_load(&m, SCENE("", WALL("wall.obj"), BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]")));
        los(&m, verdicts[i], "");
        if (heights[i] < 30) {
            made_check_witness(&m, 30 - heights[i]);
        }
    }
    made_end(&m);
}

static void the_wall_is_seen_from_all_sides(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-turned");
    /* random walls with one hole: what the engine finds is checked by brute force; it must find something */
    test_random random = test_random_start("los-turned", 7);
    for (int i = 0; i < 12; i++) {
        double y = test_random_between(&random, 380, 420), w = test_random_between(&random, 0.5, 8);
        double z = test_random_between(&random, 5, 25), h = test_random_between(&random, 0.5, 8);
        /* numbers that single precision holds */
        y = rint(y * 64) / 64;
        w = rint(w * 64) / 64;
        z = rint(z * 64) / 64;
        h = rint(h * 64) / 64;
        const made_box boxes[4] = {{{600, 0, 0}, {604, y, 100}},
                                   {{600, y + w, 0}, {604, 1500, 100}},
                                   {{600, y, 0}, {604, y + w, z}},
                                   {{600, y, z + h}, {604, y + w, 100}}};
        m.triangle_count = 0;
        made_boxes(&m, "wall.obj", boxes, 4);
        made_load(&m, SCENE("", WALL("wall.obj"), MAN("a", "[400,400]") "," MAN("b", "[800,400]")));
        made_ask(&m, "{'query':'los','from':'a','to':'b'}");
        /* the straight line through the hole's middle runs between the bodies' axes when the hole is in reach */
        bool reachable = fabs(y + w / 2 - 400) < 5 && z + h / 2 > 6 && z + h / 2 < 30;
        if (strcmp(made_word(&m, "verdict"), "yes") == 0) {
            made_check_witness(&m, fmin(w, h) / 2);
        } else {
            assert_false(reachable);
            assert_verdict(&m, "no");
        }
    }
    made_end(&m);
}

static void who_blocks(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-who");
    /* infantry, a whole line of it, blocks nothing */
    made_load(&m, SCENE("", "",
                        BLOCK("a", "[400,400]") "," BLOCK("b", "[800,400]") "," UNIT(
                            "row", "infantry",
                            MEMBER("r1", "tank", "[600,400]", "") "," MEMBER("r2", "tank", "[600,230]", "") "," MEMBER(
                                "r3", "tank", "[600,570]", ""))));
    los(&m, "yes", "");
    /* the same things as vehicles do, and as aircraft */
    const char *classes[] = {"vehicle", "aircraft"};
    for (int i = 0; i < 2; i++) {
        made_load(&m,
                  SCENE("", "",
                        BLOCK("a", "[400,400]") "," BLOCK(
                            "b", "[800,400]") ",{'id':'row','side':'red','class':'%s','members':[" MEMBER("r1", "tank",
                                                                                                          "[600,400]",
                                                                                                          "") "]}"),
                  classes[i]);
        los(&m, "no", "");
        assert_true(made_lists(&m, "blockers", "r1"));
        assert_non_null(strstr(m.text, "r1 is in the way"));
    }
    /* a line over a vehicle */
    made_load(&m, SCENE("", "",
                        BLOCK("a", "[400,400,40]") "," BLOCK("b", "[800,400,40]") "," UNIT(
                            "row", "vehicle", MEMBER("r1", "tank", "[600,400]", ""))));
    los(&m, "yes", "");
    made_end(&m);
}

/* A vehicle of four pieces: hull above, one big leg, one big gun, and a tall thing on its base or stand. */
#define WALKER                                                                                                         \
    ",'walker':{'mesh':'walker.obj','parts':{'core':['box0'],'limb':['box1'],'gear':['box2'],'%s':['box3']},"          \
    "'base':{'shape':'rectangle','size':[20,20]}}"

static void which_parts_block(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-parts");
    const made_box all[4] = {{{-10, -300, 200}, {10, 300, 220}},
                             {{-10, -300, 0}, {10, -1, 200}},
                             {{-10, 1, 0}, {10, 300, 200}},
                             {{-10, -1, 0}, {10, 1, 200}}};
    const char *last[] = {"limb2", "base", "stand"};
    for (int i = 1; i < 3; i++) {
        /* leg, gun and base together close the view; base and stand are no obstacle, so a slit of 2 remains */
        made_boxes(&m, "walker.obj", all, 4);
        made_load(&m,
                  SCENE(WALKER, "",
                        MAN("a", "[400,400]") "," MAN("b", "[800,400]") "," UNIT(
                            "w", "vehicle", MEMBER("w1", "walker", "[600,400,0]", ""))),
                  last[i]);
        los(&m, "yes", "");
        assert_true(made_number(&m, "witness.clearance_mm") <= 1);
        assert_true(fabs(made_point(&m, "witness.from").y - 400) < 7);
        los(&m, "yes", ",'set':{'blocker_parts':'core'}");
        assert_true(made_number(&m, "witness.clearance_mm") > 1);
    }
    /* ... and when leg and gun meet, it is closed, until only the core counts */
    const made_box closed[4] = {{{-10, -300, 200}, {10, 300, 220}},
                                {{-10, -300, 0}, {10, 0, 200}},
                                {{-10, 0, 0}, {10, 300, 200}},
                                {{-10, -5, 0}, {10, 5, 3}}};
    made_boxes(&m, "walker.obj", closed, 4);
    made_load(&m,
              SCENE(WALKER, "",
                    MAN("a", "[400,400]") "," MAN("b", "[800,400]") "," UNIT(
                        "w", "vehicle", MEMBER("w1", "walker", "[600,400,0]", ""))),
              "base");
    los(&m, "no", "");
    los(&m, "yes", ",'set':{'blocker_parts':'core'}");
    made_end(&m);
}

static void own_parts(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-own");
    /* the hull stands behind the walker's own big gun shield; that is no obstacle for it, but limbs don't see either */
    const made_box walker[2] = {{{-20, -20, 20}, {20, 20, 60}}, {{40, -200, 0}, {50, 200, 150}}};
    made_boxes(&m, "walker.obj", walker, 2);
    made_boxes(&m, "wall.obj", &(made_box){{650, 0, 0}, {660, 1500, 100}}, 1);
#define SHIELDED ",'walker':{'mesh':'walker.obj','parts':{'core':['box0'],'gear':['box1']}}"
    made_load(&m, SCENE(SHIELDED, "",
                        UNIT("a", "vehicle", MEMBER("a1", "walker", "[400,400,0]", "")) "," UNIT(
                            "b", "vehicle", MEMBER("b1", "walker", "[900,400,0]", ",'facing':180"))));
    los(&m, "yes", "");
    assert_true(made_point(&m, "witness.from").x <= 420 + 1e-9);
    assert_true(made_point(&m, "witness.to").x >= 880 - 1e-9);
    /* only the shield rises above a wall: not seen, and it does not see */
    made_load(&m, SCENE(SHIELDED, WALL("wall.obj"),
                        UNIT("a", "vehicle", MEMBER("a1", "walker", "[400,400,0]", "")) "," UNIT(
                            "b", "vehicle", MEMBER("b1", "walker", "[900,400,0]", ",'facing':180"))));
    los(&m, "no", "");
    /* raised so that the hull looks over it */
    made_load(&m, SCENE(SHIELDED, WALL("wall.obj"),
                        UNIT("a", "vehicle", MEMBER("a1", "walker", "[400,400,90]", "")) "," UNIT(
                            "b", "vehicle", MEMBER("b1", "walker", "[900,400,90]", ",'facing':180"))));
    los(&m, "yes", "");
    made_end(&m);
}

static void inside_solids(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-inside");
    made_boxes(&m, "house.obj", &(made_box){{700, 300, 0}, {1100, 700, 100}}, 1);
#define HOUSE(more) "{'id':'house','name':'the mill','mesh':'house.obj','at':[0,0,0],'kind':'building'" more "}"
    made_load(&m, SCENE("", HOUSE(""), MAN("a", "[500,500]") "," MAN("b", "[780,500,10]")));
    los(&m, "no", "");
    assert_string_equal(made_word(&m, "reason"), "inside_solid");
    assert_non_null(strstr(m.text, "b1 stands wholly inside something solid"));
    assert_non_null(strstr(m.text, "interior"));
    /* a shell instead: its wall is what stands in the way */
    made_load(&m, SCENE("", HOUSE(",'solid':false"), MAN("a", "[500,500]") "," MAN("b", "[780,500,10]")));
    los(&m, "no", "");
    assert_false(made_has(&m, "reason"));
    assert_true(made_lists(&m, "blockers", "house"));
    assert_non_null(strstr(m.text, "the mill is in the way"));
    /* abstract: its own walls are transparent, depth alone decides */
    made_load(&m, SCENE("", HOUSE(",'interior':'abstract'"), MAN("a", "[500,500]") "," MAN("b", "[780,500,10]")));
    los(&m, "yes", "");
    made_load(&m, SCENE("", HOUSE(",'interior':'abstract'"), MAN("a", "[500,500]") "," MAN("b", "[850,500,10]")));
    los(&m, "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-ARE-02");
    /* ... but not for those outside who look across it */
    made_load(&m, SCENE("", HOUSE(",'interior':'abstract'"), MAN("a", "[690,310]") "," MAN("b", "[1110,310]")));
    los(&m, "no", "");
    /* below the table */
    made_load(&m, SCENE("", "", MAN("a", "[500,500]") "," MAN("b", "[780,500,-60]")));
    los(&m, "no", "");
    made_end(&m);
}

/* --- Areas -------------------------------------------------------------------------------------------------------- */

#define AREA(kind, height)                                                                                             \
    "{'id':'area','name':'the thicket','kind':'" kind "','outline':[[500,0],[1500,0],[1500,1500],[500,1500]],"         \
    "'height':" height "}"

static void at(made_scene *m, double ax, double bx, const char *verdict, const char *more) {
    made_ask(m, "{'query':'place','member':'a1','at':[%.17g,700]}", ax);
    made_ask(m, "{'query':'place','member':'b1','at':[%.17g,700]}", bx);
    los(m, verdict, more);
}

static void depth_of_a_wood(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-wood");
    made_load(&m, SCENE("", AREA("wood", "90"), MAN("a", "[200,700]") "," MAN("b", "[600,700]")));
    /* the target's base edge is `d` from the wood's edge, the viewer far outside: one unit and no more */
    at(&m, 200, 500 + 12.5 + 99.9, "yes", "");
    assert_string_equal(made_word(&m, "depth.terrain"), "area");
    assert_near(made_number(&m, "depth.limit_mm"), 100, 0);
    assert_non_null(strstr(m.text, "the thicket"));
    at(&m, 200, 500 + 12.5 + 100.1, "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-ARE-02");
    assert_true(made_lists(&m, "blockers", "area"));
    /* inches: 101.6 mm */
    at(&m, 200, 500 + 12.5 + 101.5, "yes", ",'set':{'units':'inch'}");
    at(&m, 200, 500 + 12.5 + 101.7, "no", ",'set':{'units':'inch'}");
    /* the viewer near the edge instead: either is enough, but three units inside are the end */
    at(&m, 500 - 12.5 - 99.9, 500 + 12.5 + 290, "yes", "");
    at(&m, 500 - 12.5 - 100.1, 500 + 12.5 + 290, "no", "");
    at(&m, 500 - 12.5 - 50, 500 + 12.5 + 299.9, "yes", "");
    at(&m, 500 - 12.5 - 50, 500 + 12.5 + 300.1, "no", "");
    at(&m, 500 - 12.5 - 50, 500 + 12.5 + 300.1, "yes", ",'set':{'area_cap_scope':'both_inside'}");
    at(&m, 500 - 12.5 - 50, 500 + 12.5 + 290, "no", ",'set':{'area_near':'inside_only'}");
    /* both inside: three units from base edge to base edge */
    at(&m, 700, 700 + 25 + 299.9, "yes", "");
    at(&m, 700, 700 + 25 + 300.1, "no", "");
    assert_string_equal(made_word(&m, "rule"), "DB-ARE-03");
    at(&m, 700, 700 + 25 + 300.1, "yes", ",'set':{'units':'inch'}");
    /* a base across the edge stands at the edge that is cut there */
    at(&m, 200, 511, "yes", "");
    /* who stands in low trees stands in them, though his head is above; unless their top is an edge */
    made_load(&m, SCENE("", AREA("wood", "20"), MAN("a", "[200,700]") "," MAN("b", "[900,700]")));
    los(&m, "no", "");
    los(&m, "yes", ",'set':{'area_top':'edge'}");
    los(&m, "no", ",'set':{'area_top':'edge','area_height':'infinite'}");
    /* above the trees nothing counts between two who aren't in them */
    made_load(&m, SCENE("", AREA("wood", "5"), MAN("a", "[200,700]") "," MAN("b", "[1800,700]")));
    los(&m, "yes", "");
    los(&m, "no", ",'set':{'area_height':'infinite'}");
    made_end(&m);
}

static void through_a_wood(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-through");
    made_load(&m,
              SCENE("", "{'id':'strip','kind':'wood','outline':[[500,0],[550,0],[550,1500],[500,1500]],'height':90}",
                    MAN("a", "[200,700]") "," MAN("b", "[600,700]")));
    /* the target stands `t` behind a strip 50 deep: its far edge lies 50 + t away */
    at(&m, 200, 550 + 12.5 + 49.9, "yes", "");
    at(&m, 200, 550 + 12.5 + 50.1, "no", "");
    at(&m, 200, 550 + 12.5 + 60, "yes", ",'set':{'area_through':'chord'}");
    at(&m, 200, 550 + 12.5 + 60, "yes", ",'set':{'area_through':'any_edge'}");
    at(&m, 200, 550 + 12.5 + 101, "no", ",'set':{'area_through':'any_edge'}");
    /* the viewer behind it instead */
    at(&m, 500 - 12.5 - 49.9, 1000, "yes", "");
    at(&m, 500 - 12.5 - 50.1, 1000, "no", "");
    made_end(&m);
}

static void smoke(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-smoke");
    made_load(&m, SCENE("", AREA("smoke", "50"), MAN("a", "[200,700]") "," MAN("b", "[600,700]")));
    at(&m, 200, 500 + 12.5 + 99.9, "yes", "");
    at(&m, 200, 500 + 12.5 + 100.1, "no", "");
    /* smoke has no rule of three units */
    at(&m, 600, 600 + 25 + 500, "yes", "");
    at(&m, 500 - 12.5 - 50, 1100, "yes", "");
    /* a disc of smoke without a height is five centimetres high */
    made_load(&m, SCENE("", "{'id':'puff','kind':'smoke','disc':{'centre':[700,700],'radius':120}}",
                        MAN("a", "[200,700]") "," MAN("b", "[1200,700]") "," MAN("c", "[200,700,60]") "," MAN(
                            "d", "[1200,700,60]")));
    los(&m, "no", "");
    made_ask(&m, "{'query':'los','from':'c','to':'d'}");
    assert_verdict(&m, "yes");
    made_ask(&m, "{'query':'los','from':'c','to':'d','set':{'smoke_height_mm':100}}");
    assert_verdict(&m, "no");
    made_end(&m);
}

static void trees(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-trees");
    made_boxes(&m, "trees.obj", &(made_box){{500, 0, 0}, {520, 1500, 90}}, 1);
    made_load(&m, SCENE("", "{'id':'trees','kind':'wood','mesh':'trees.obj','at':[0,0,0]}",
                        MAN("a", "[300,700]") "," MAN("b", "[560,700]")));
    los(&m, "yes", "");
    los(&m, "no", ",'set':{'wood_models':'solid'}");
    made_end(&m);
}

static void units(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "los-units");
    made_boxes(&m, "wall.obj", &(made_box){{600, 0, 0}, {610, 500, 200}}, 1);
    made_load(&m,
              SCENE("", WALL("wall.obj"),
                    UNIT("a", "infantry",
                         MEMBER("a1", "man", "[400,300]", "") "," MEMBER(
                             "a2", "man", "[400,800]", "")) "," UNIT("b", "infantry",
                                                                     MEMBER("b1", "man", "[800,300]", "") "," MEMBER(
                                                                         "b2", "man", "[800,400]", ""))));
    los(&m, "yes", "");
    assert_int_equal(made_value(&m, "pairs")->count, 4);
    assert_string_equal(made_word(&m, "pairs[0].verdict"), "no");
    made_ask(&m, "{'query':'los','from':'a1','to':'b'}");
    assert_verdict(&m, "no");
    assert_int_equal(made_value(&m, "pairs")->count, 2);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
    assert_verdict(&m, "no");
    assert_false(made_has(&m, "pairs"));
    assert_string_equal(made_word(&m, "from"), "a1");
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slits),
        cmocka_unit_test(touching_blocks),
        cmocka_unit_test(the_wall_is_seen_from_all_sides),
        cmocka_unit_test(who_blocks),
        cmocka_unit_test(which_parts_block),
        cmocka_unit_test(own_parts),
        cmocka_unit_test(inside_solids),
        cmocka_unit_test(depth_of_a_wood),
        cmocka_unit_test(through_a_wood),
        cmocka_unit_test(smoke),
        cmocka_unit_test(trees),
        cmocka_unit_test(units),
    };
    return cmocka_run_group_tests_name("rulings: line of sight", tests, NULL, NULL);
}
