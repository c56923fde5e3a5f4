/* Sight through holes of scans, and sight that only repairs block, through the public header. Sheets with rectangular
 * holes stand between two boxes; which lines are free is known in closed form, or tried line by line. */
#include "support/scarce.h"
#include "support/sheet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'block':{'core':{'shape':'box','min':[-10,-10,0],'max':[10,10,30]}},"                                             \
    "'gun':{'core':{'shape':'box','min':[-10,-10,4],'max':[10,10,30]}}"
#define UNIT(id, kind, at, more)                                                                                       \
    "{'id':'" id "','side':'" id "','class':'" kind "'" more ",'members':[{'id':'" id "1','asset':'block','at':" at    \
    "}]}"
#define GUNS ",'weapons':[{'id':'main','range':14}]"
#define SCENE(terrain, units)                                                                                          \
    "{'trueline':1,'name':'Made','table':{'width':2000,'depth':1500},'assets':{" ASSETS "},'terrain':[" terrain        \
    "],'units':[" units "]}"
#define WALL(id, more) "{'id':'" id "','mesh':'" id ".obj','at':[0,0,0],'kind':'wall'" more "}"
#define BOTH           UNIT("a", "vehicle", "[400,400]", GUNS) "," UNIT("b", "vehicle", "[800,400]", "")

static const sheet_rect whole = {0, 1500, 0, 200};

static void sheet(made_scene *m, const char *name, double x, sheet_rect rect, const sheet_rect *holes, size_t count) {
    static tl_vec3 triangles[SHEET_MOST][3];
    size_t made = sheet_make(x, rect, holes, count, triangles);
    made_triangles(m, name, (const tl_vec3(*)[3])triangles, made);
}

static void no_hole_told(const made_scene *m) {
    assert_false(made_has(m, "through_hole"));
    assert_false(made_has(m, "by_repair"));
    assert_null(strstr(m->text, " hole"));
}

static void told_hole(const made_scene *m, int i, const char *id, double across, tl_vec3 at) {
    char path[64];
    snprintf(path, sizeof(path), "through_hole[%d].id", i);
    assert_string_equal(made_word(m, path), id);
    snprintf(path, sizeof(path), "through_hole[%d].size_mm", i);
    assert_near(made_number(m, path), across, 1e-9);
    snprintf(path, sizeof(path), "through_hole[%d].at", i);
    assert_point_near(made_point(m, path), at, 1e-9);
    snprintf(path, sizeof(path), "through_hole[%d].certain", i);
    assert_true(made_value(m, path)->boolean);
}

static void a_hole_in_a_wall(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-wall");
    const sheet_rect hole = {394, 406, 10, 20};
    sheet(&m, "wall.obj", 600, whole, &hole, 1);
    made_load(&m, SCENE(WALL("wall", ",'name':'the farmhouse'"), BOTH));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    told_hole(&m, 0, "wall", 12, (tl_vec3){600, 400, 15});
    assert_false(made_has(&m, "through_hole[1]"));
    assert_non_null(strstr(made_word(&m, "summary"),
                           "but only through a hole of 1.2 cm in the scan of the farmhouse at "
                           "(60.0 cm, 40.0 cm), 1.5 cm up."));
    made_check_witness(&m, 6);
    /* as if it weren't there; and as if there were nothing to say */
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'scan_holes':'closed'}}");
    assert_verdict(&m, "no");
    assert_true(made_lists(&m, "blockers", "wall"));
    assert_true(made_lists(&m, "opens_without[0].ids", "wall"));
    no_hole_told(&m);
    made_ask(&m, "{'query':'los','from':'a','to':'b','proof':true,'margin':true,'set':{'scan_holes':'closed'}}");
    assert_true(made_lists(&m, "proof.parts[0].hidden_by", "wall"));
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'scan_holes':'ignored'}}");
    assert_verdict(&m, "yes");
    no_hole_told(&m);
    /* a line of some width passes through it, even when its middle needn't */
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'min_clearance_mm':4}}");
    assert_verdict(&m, "yes");
    told_hole(&m, 0, "wall", 12, (tl_vec3){600, 400, 15});
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'min_clearance_mm':6.5}}");
    assert_string_not_equal(made_word(&m, "verdict"), "yes"); /* half of ten is five */
    no_hole_told(&m);
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "weapons[0].members[0].through_hole[0].target"), "b1");
    assert_string_equal(made_word(&m, "weapons[0].members[0].through_hole[0].id"), "wall");
    assert_non_null(strstr(m.text, "only through a hole"));
    /* a blast on one side of the wall, a model on the other */
    made_load(
        &m, SCENE(WALL("wall", ""), UNIT("a", "vehicle", "[400,400]", GUNS) "," UNIT("b", "vehicle", "[620,400]", "")));
    made_ask(&m, "{'query':'template','shape':'blast','at':[580,400]}");
    assert_string_equal(made_word(&m, "units[0].members[0].id"), "b1");
    assert_string_equal(made_word(&m, "units[0].members[0].los"), "yes");
    assert_string_equal(made_word(&m, "units[0].members[0].through_hole[0].id"), "wall");
    assert_non_null(strstr(m.text, "sees b1, but only through a hole"));
    made_end(&m);
}

/* Lists of who is near and in sight tell it of each line. */
static void lists_tell_of_holes(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-lists");
    const sheet_rect hole = {394, 406, 10, 20};
    sheet(&m, "wall.obj", 600, whole, &hole, 1);
    made_load(&m, SCENE(WALL("wall", ""), BOTH "," UNIT("c", "vehicle", "[400,600]", "")));
    made_ask(&m, "{'query':'within','from':'a','limit_mm':500,'sight':true}");
    assert_verdict(&m, "yes");
    assert_string_equal(made_word(&m, "units[0].members[0].id"), "b1");
    assert_string_equal(made_word(&m, "units[0].members[0].los"), "yes");
    assert_string_equal(made_word(&m, "units[0].members[0].through_hole[0].id"), "wall");
    assert_near(made_number(&m, "units[0].members[0].through_hole[0].size_mm"), 12, 1e-9);
    assert_true(made_value(&m, "units[0].members[0].through_hole[0].certain")->boolean);
    assert_false(made_has(&m, "units[1].members[0].through_hole"));
    assert_non_null(strstr(m.text, "only through a hole of 1.2 cm"));
    made_ask(&m, "{'query':'within','at':[400,400,15],'limit_mm':500,'sight':true,'to':'b'}");
    assert_string_equal(made_word(&m, "units[0].members[0].through_hole[0].id"), "wall");
    made_load(&m, SCENE(WALL("wall", ",'repair':{'close_holes':12.5}"), BOTH));
    made_ask(&m, "{'query':'within','from':'a','limit_mm':500,'sight':true}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "units[0].members[0].by_repair[0].id"), "wall");
    assert_non_null(strstr(m.text, "only because a repair closed a hole of 1.2 cm"));
    made_ask(&m, "{'query':'react','from':'a','to':'b'}");
    assert_string_equal(made_word(&m, "weapons[0].members[0].by_repair[0].target"), "b1");
    made_end(&m);
}

/* Nothing is said where no line needs the hole, or none can pass it. */
static void holes_that_matter_to_nobody(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-beside");
    const struct {
        const char *why, *verdict;
        sheet_rect sheet, hole;
    } cases[] = {
        /* the hulls of the boxes meet x = 600 in 390 < y < 410, 0 < z < 30 */
        {"the hole lies just beside all lines", "no", whole, {410.5, 420, 10, 20}},
        {"it lies just above them", "no", whole, {395, 405, 30.5, 40}},
        {"lines pass over the wall, too", "yes", {0, 1500, 0, 28}, {394, 406, 10, 20}},
        {"lines pass beside the wall, too", "yes", {0, 408, 0, 200}, {394, 406, 10, 20}},
        {"a plate that floats has a rim, not a hole", "yes", {380, 420, 12, 200}, {394, 406, 50, 60}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        m.triangle_count = 0;
        sheet(&m, "wall.obj", 600, cases[i].sheet, &cases[i].hole, 1);
        made_load(&m, SCENE(WALL("wall", ""), BOTH));
        made_ask(&m, "{'query':'los','from':'a','to':'b'}");
        if (strcmp(made_word(&m, "verdict"), cases[i].verdict) != 0) {
            fail_msg("%s: %s", cases[i].why, m.text);
        }
        no_hole_told(&m);
        if (strcmp(cases[i].verdict, "yes") == 0) {
            tl_vec3 p = made_point(&m, "witness.from"), q = made_point(&m, "witness.to");
            tl_vec3 at = tl_lerp(p, q, (600 - p.x) / (q.x - p.x));
            const sheet_rect *h = &cases[i].hole;
            assert_false(h->y0 <= at.y && at.y <= h->y1 && h->z0 <= at.z && at.z <= h->z1);
            made_check_witness(&m, 30);
        }
    }
    made_end(&m);
}

static void two_in_a_row(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-two");
    const sheet_rect hole = {394, 406, 10, 20}, slit = {398, 402, 5, 25}, second[2] = {{100, 120, 50, 60}, slit};
    sheet(&m, "near.obj", 500, whole, &hole, 1);
    sheet(&m, "far.obj", 700, whole, second, 2);
    made_load(&m, SCENE(WALL("near", "") "," WALL("far", ""), BOTH));
    for (int turned = 0; turned < 2; turned++) {
        made_ask(&m, "{'query':'los','from':'%s','to':'%s'}", turned ? "b" : "a", turned ? "a" : "b");
        assert_verdict(&m, "yes");
        told_hole(&m, turned ? 1 : 0, "near", 12, (tl_vec3){500, 400, 15});
        told_hole(&m, turned ? 0 : 1, "far", 20, (tl_vec3){700, 400, 15});
        assert_non_null(strstr(m.text, "only through a hole of "));
    }
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'scan_holes':'closed'}}");
    assert_verdict(&m, "no");
    assert_int_equal(made_value(&m, "opens_without")->count, 1); /* both must go */
    assert_true(made_lists(&m, "opens_without[0].ids", "near") && made_lists(&m, "opens_without[0].ids", "far"));
    made_end(&m);
}

/* Exact in single precision, in which meshes are read. */
static double between(test_random *random, double low, double high) {
    return floor(test_random_between(random, low, high) * 64) / 64;
}

/* The answer against every line of a sample: `certain` where one needs no hole, silence where the witness needs one, or
 * no where one is free would be wrong. */
static void against_many_lines(void **state) {
    (void)state;
    enum { SCENES = 40, LINES = 4000 };
    test_random random = test_random_start("against_many_lines", 7);
    size_t through = 0, beside = 0, none = 0;
    made_scene m;
    made_begin(&m, "holes-many");
    for (int n = 0; n < SCENES; n++) {
        const sheet_rect rect = {0, between(&random, 385, 450), 0, between(&random, 20, 45)};
        sheet_rect hole = {.y0 = between(&random, 300, 370), .z0 = between(&random, 3, 12)};
        hole.y1 = tl_min(rect.y1 - 1, hole.y0 + between(&random, 5, 90));
        hole.z1 = tl_min(rect.z1 - 1, hole.z0 + between(&random, 3, 20));
        const double y[2] = {between(&random, 330, 395), between(&random, 330, 395)};
        m.triangle_count = 0;
        sheet(&m, "wall.obj", 600, rect, &hole, 1);
        char a[64], b[64];
        snprintf(a, sizeof(a), "[500,%.3f]", y[0]);
        snprintf(b, sizeof(b), "[700,%.3f]", y[1]);
        made_load(
            &m,
            "{'trueline':1,'table':{'width':2000,'depth':1500},'assets':{" ASSETS "},'terrain':[" WALL(
                "wall", "") "],'units':[{'id':'a','class':'vehicle','members':[{'id':'a1','asset':'block','at':%s}]},"
                            "{'id':'b','class':'vehicle','members':[{'id':'b1','asset':'block','at':%s}]}]}",
            a, b);
        made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
        bool yes = strcmp(made_word(&m, "verdict"), "yes") == 0, no = strcmp(made_word(&m, "verdict"), "no") == 0;
        bool told = made_has(&m, "through_hole");
        bool certain = told && made_value(&m, "through_hole[0].certain")->boolean;
        through += certain;
        beside += yes && !told;
        none += no;
        for (int i = 0; i < LINES; i++) {
            tl_vec3 p = {510, y[0] + test_random_between(&random, -10, 10), test_random_between(&random, 0.01, 30)};
            tl_vec3 q = {690, y[1] + test_random_between(&random, -10, 10), test_random_between(&random, 0.01, 30)};
            tl_vec3 at = tl_lerp(p, q, 0.5);
            bool in_hole = hole.y0 < at.y && at.y < hole.y1 && hole.z0 < at.z && at.z < hole.z1;
            bool past = at.y > rect.y1 || at.z > rect.z1;
            if ((past && (certain || no)) || (in_hole && no)) {
                fail_msg("scene %d: a line at (%g, %g) contradicts: %s", n, at.y, at.z, m.text);
            }
        }
        if (yes) {
            tl_vec3 p = made_point(&m, "witness.from"), q = made_point(&m, "witness.to");
            tl_vec3 at = tl_lerp(p, q, (600 - p.x) / (q.x - p.x));
            bool in_hole = hole.y0 < at.y && at.y < hole.y1 && hole.z0 < at.z && at.z < hole.z1;
            assert_int_equal(in_hole, told);
            made_check_witness(&m, 100);
        }
    }
    printf("%zu through holes alone, %zu past the sheet, %zu hidden\n", through, beside, none);
    assert_true(through >= 3 && beside >= 3 && none >= 1);
    made_end(&m);
}

/* A repaired sheet: what a repair closed is a part of its own in the file. */
static void repaired_holes(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-repaired");
    made_file(&m, "wall.obj",
              "v 600 0 0\nv 600 394 0\nv 600 406 0\nv 600 1500 0\nv 600 0 200\nv 600 394 200\nv 600 406 200\n"
              "v 600 1500 200\nv 600 394 10\nv 600 406 10\nv 600 394 20\nv 600 406 20\ng wall\nf 1 2 9\nf 1 9 11\n"
              "f 1 11 6\nf 1 6 5\nf 2 3 10\nf 2 10 9\nf 11 12 7\nf 11 7 6\nf 3 4 8\nf 3 8 10\nf 10 8 12\nf 12 8 7\n"
              "g closed hole\nf 9 10 12\nf 9 12 11\n");
    made_load(&m, SCENE(WALL("wall", ""), BOTH));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "by_repair[0].id"), "wall");
    assert_near(made_number(&m, "by_repair[0].size_mm"), 12, 1e-9);
    assert_point_near(made_point(&m, "by_repair[0].at"), ((tl_vec3){600, 400, 15}), 1e-9);
    assert_non_null(strstr(m.text, "only because a repair closed a hole of 1.2 cm"));
    assert_true(made_lists(&m, "blockers", "wall"));
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "weapons[0].members[0].by_repair[0].target"), "b1");
    assert_non_null(strstr(m.text, "only because a repair closed a hole of 1.2 cm"));
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'scan_holes':'ignored'}}");
    assert_verdict(&m, "no");
    no_hole_told(&m);
    /* behind a second wall the repair doesn't matter */
    const sheet_rect none = {0};
    sheet(&m, "second.obj", 700, whole, &none, 0);
    made_load(&m, SCENE(WALL("wall", "") "," WALL("second", ""), BOTH));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    no_hole_told(&m);
    made_end(&m);
}

/* From no corner of a box's hull is more than its projection through the hole in view: 40 wide, all of it. */
static void cover_and_holes(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-cover");
    const sheet_rect large = {380, 420, 1, 40}, small = {394, 406, 10, 20};
    sheet(&m, "wall.obj", 600, whole, &large, 1);
    made_load(
        &m, SCENE(WALL("wall", ""), UNIT("a", "vehicle", "[400,400]", GUNS) "," UNIT("b", "vehicle", "[800,400]", "")));
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    told_hole(&m, 0, "wall", 40, (tl_vec3){600, 400, 20.5});
    assert_non_null(strstr(m.text, "only thanks to a hole of 4.0 cm"));
    made_ask(&m, "{'query':'cover','from':'a','to':'b','set':{'scan_holes':'closed'}}");
    assert_verdict(&m, "yes");
    assert_true(made_lists(&m, "hidden_by", "wall"));
    no_hole_told(&m);
    m.triangle_count = 0;
    sheet(&m, "wall.obj", 600, whole, &small, 1);
    made_load(&m, SCENE(WALL("wall", ""), BOTH));
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    assert_verdict(&m, "yes"); /* not all of it is in view */
    no_hole_told(&m);
    /* with a low wall all is seen above it, whatever the hole does */
    m.triangle_count = 0;
    sheet(&m, "wall.obj", 790 - 60, (sheet_rect){0, 1500, 0, 0.5}, &small, 0);
    made_load(&m, SCENE(WALL("wall", ""), BOTH));
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    no_hole_told(&m);
    made_end(&m);
}

static void memory_runs_out(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "holes-scarce");
    const sheet_rect hole = {394, 406, 10, 20};
    sheet(&m, "wall.obj", 600, whole, &hole, 1);
    made_load(&m, SCENE(WALL("wall", ""), BOTH));
    const char *set[] = {"scan_holes", "closed", NULL};
    const tl_question questions[] = {
        {.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b"},
        {.struct_size = sizeof(tl_question), .query = "cover", .from = "a", .to = "b"},
        {.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b", .set = set}};
    scarce_ask_all(&m, questions, 3, 8);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hole_in_a_wall),    cmocka_unit_test(holes_that_matter_to_nobody),
        cmocka_unit_test(lists_tell_of_holes), cmocka_unit_test(two_in_a_row),
        cmocka_unit_test(against_many_lines),  cmocka_unit_test(repaired_holes),
        cmocka_unit_test(cover_and_holes),     cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
