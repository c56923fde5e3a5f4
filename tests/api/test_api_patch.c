/* Wider lines and patches in view, as games ask for them, through the public header: a wall with a window. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BLOCK(id, at)                                                                                                  \
    "{'id':'" id "','side':'red','class':'infantry','members':[{'id':'" id "1','asset':'block','at':" at "}]}"
#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Patches','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{"       \
    "'block':{'core':{'shape':'box','min':[-5,-5,0],'max':[5,5,30]}}},"                                                \
    "'terrain':[{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}],'units':[" BLOCK(                          \
        "a", "[400,400]") "," BLOCK("b", "[800,400]") "]}"

/* A slit of some width in a wall half way, and as high as the wall. */
static void made_slit(made_scene *m, double width) {
    const made_box boxes[2] = {{{600, 0, 0}, {601, 400 - 0.5 * width, 200}},
                               {{600, 400 + 0.5 * width, 0}, {601, 1500, 200}}};
    m->triangle_count = 0;
    made_boxes(m, "wall.obj", boxes, 2);
    made_load(m, SCENE);
}

static void a_patch_must_be_in_view(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "patch-slit");
    made_slit(&m, 2); /* shows about 4 mm of the target, seen from one point */
    made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
    assert_verdict(&m, "yes");
    assert_false(made_has(&m, "patch"));
    for (int turned = 0; turned < 2; turned++) {
        const char *from = turned ? "b1" : "a1", *to = turned ? "a1" : "b1";
        made_ask(&m, "{'query':'los','from':'%s','to':'%s','set':{'min_visible_patch_mm':3}}", from, to);
        assert_verdict(&m, "yes");
        assert_verdict(&m, made_word(&m, "patch.verdict"));
        assert_near(made_number(&m, "patch.side_mm"), 3, 0);
        tl_vec3 eye = made_point(&m, "patch.viewpoint"), corner[4];
        for (int k = 0; k < 4; k++) {
            char path[32];
            snprintf(path, sizeof(path), "patch.corners[%d]", k);
            corner[k] = made_point(&m, path);
            /* almost to the corner, which may stand a little before the surface */
            assert_true(made_clearance(&m, eye, tl_lerp(eye, corner[k], 0.9999)) > 0);
        }
        assert_near(tl_distance(corner[0], corner[1]), 3, 1e-6);
        assert_near(tl_distance(corner[0], corner[2]), 3 * sqrt(2), 1e-6);
        /* more than the slit shows: never yes */
        made_ask(&m, "{'query':'los','from':'%s','to':'%s','set':{'min_visible_patch_mm':6}}", from, to);
        assert_string_not_equal(made_word(&m, "verdict"), "yes");
        assert_string_equal(made_word(&m, "rule"), "DB-LOS-03");
        assert_string_not_equal(made_word(&m, "patch.verdict"), "yes");
    }
    /* larger than the target itself */
    made_ask(&m, "{'query':'los','from':'a1','to':'b1','set':{'min_visible_patch_mm':60}}");
    assert_string_not_equal(made_word(&m, "verdict"), "yes");
    /* where there is no line there is no patch */
    made_slit(&m, 0);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1','set':{'min_visible_patch_mm':3}}");
    assert_verdict(&m, "no");
    assert_false(made_has(&m, "patch"));
    made_end(&m);
}

/* A line 1 mm wide is one that half a millimetre keeps clear of everything. */
static void a_line_of_some_width(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "patch-line");
    made_slit(&m, 1.02);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1','set':{'min_clearance_mm':0.5}}");
    assert_verdict(&m, "yes");
    assert_true(made_number(&m, "witness.clearance_mm") > 0.5);
    made_slit(&m, 0.98);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1','set':{'min_clearance_mm':0.5}}");
    assert_string_not_equal(made_word(&m, "verdict"), "yes");
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_patch_must_be_in_view),
        cmocka_unit_test(a_line_of_some_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
