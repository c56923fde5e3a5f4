/* Terrain that is only an outline and a height, through the public header: it stands as a solid body, and rulings about
 * it are those about a mesh of the same shape; which kinds stand so, where, and how high. */
#include "support/made_scene.h"

#include <trueline/draw.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                                       \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'tank':{'core':{'shape':'box','min':[-50,-30,0],'max':[50,30,45]}}"
#define MEMBER(id, asset, at)   "{'id':'" id "','asset':'" asset "','at':" at "}"
#define UNIT(id, kind, members) "{'id':'" id "','side':'" id "','class':'" kind "','move':4,'members':[" members "]}"
#define SCENE(table, terrain, units)                                                                                   \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':1200,'depth':1000" table "},"           \
    "'assets':{" ASSETS "},'terrain':[" terrain "],'units':[" units "]}"
#define TWO_MEN                                                                                                        \
    UNIT("a", "infantry", MEMBER("a1", "man", "[300,500]"))                                                            \
    "," UNIT("b", "infantry", MEMBER("b1", "man", "[900,500]"))
#define LOS "{'query':'los','from':'a','to':'b'}"

static tl_box3 box_of(made_scene *m, const char *name) {
    tl_box3 box = {{0, 0, 0}, {0, 0, 0}};
    tl_error error = {0};
    assert_int_equal(tl_scene_box_of(m->scene, name, &box, &error), TL_OK);
    return box;
}

/* Two scenes that differ in this alone: walls as outlines, and as meshes of boxes. */
#define FORCES                                                                                                         \
    UNIT("a", "infantry", MEMBER("a1", "man", "[150,480]") "," MEMBER("a2", "man", "[180,620]"))                       \
    "," UNIT("b", "vehicle", MEMBER("b1", "tank", "[900,420]")) "," UNIT(                                              \
        "c", "infantry", MEMBER("c1", "man", "[640,300]") "," MEMBER("c2", "man", "[660,720]"))
#define MESH(id) "{'id':'" id "','kind':'wall','mesh':'" id ".obj','at':[0,0,0]}"

static void ask_both(made_scene *drawn, made_scene *built, const char *question, const char *number) {
    char verdict[16];
    made_ask(drawn, "%s", question);
    made_ask(built, "%s", question);
    snprintf(verdict, sizeof(verdict), "%s", made_word(drawn, "verdict"));
    assert_string_equal(verdict, made_word(built, "verdict"));
    if (number != NULL && made_has(built, number)) {
        assert_near(made_number(drawn, number), made_number(built, number), 1e-6);
    }
}

static void rulings_are_those_of_meshes(void **state) {
    (void)state;
    static const char *const questions[][2] = {
        {"{'query':'cover','from':'a','to':'b'}", "visible_fraction[0]"},
        {"{'query':'range','from':'a','to':'c'}", "distance_mm"},
        {"{'query':'move','member':'b1','path':[[520,440],[300,440]]}", "stop.after_mm"},
        {"{'query':'move','member':'a1','path':[[560,480]]}", "stop.after_mm"},
        {"{'query':'template','shape':'blast','at':[690,380]}", NULL},
    };
    made_scene drawn, built;
    made_begin(&drawn, "outlines-drawn");
    made_begin(&built, "outlines-built");
    /* an L in either direction round, and a low bar */
    made_boxes(&built, "bend.obj", (made_box[]){{{400, 300, 0}, {420, 560, 70}}, {{420, 540, 0}, {600, 560, 70}}}, 2);
    made_boxes(&built, "bar.obj", (made_box[]){{{500, 650, 0}, {520, 900, 22}}}, 1);
    made_load(&built, SCENE("", MESH("bend") "," MESH("bar"), FORCES));
    made_load(&drawn,
              SCENE("",
                    "{'id':'bend','kind':'wall','height':70,'outline':[[400,300],[400,560],[600,560],[600,540],"
                    "[420,540],[420,300]]},"
                    "{'id':'bar','kind':'wall','height':22,'outline':[[500,650],[520,650],[520,900],[500,900]]}",
                    FORCES));
    static const char *const from[] = {"a1", "a2", "b1"}, *const to[] = {"b1", "c1", "c2"};
    char question[160];
    int hidden = 0;
    for (int i = 0; i < 9; i++) {
        snprintf(question, sizeof(question), "{'query':'los','from':'%s','to':'%s'}", from[i / 3], to[i % 3]);
        if (strcmp(from[i / 3], to[i % 3]) != 0) {
            ask_both(&drawn, &built, question, NULL);
            hidden += strcmp(made_word(&drawn, "verdict"), "no") == 0;
        }
    }
    assert_true(hidden > 0 && hidden < 8);
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        ask_both(&drawn, &built, questions[i][0], questions[i][1]);
    }
    made_end(&drawn);
    made_end(&built);
}

/* A round column hides whoever stands behind it, as far as tangents tell. */
static void a_disc_is_a_column(void **state) {
    (void)state;
    static const struct {
        double y;
        const char *verdict;
    } at[] = {{500, "no"}, {570, "no"}, {573.5, "no"}, {574.5, "yes"}, {600, "yes"}};
    made_scene m;
    made_begin(&m, "outlines-disc");
    for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
        /* the line that passes lowest, along the men's sides, is at y = 494 */
        made_load(
            &m,
            SCENE("", "{'id':'mill','kind':'obstacle','disc':{'centre':[600,%g],'radius':80},'height':90}", TWO_MEN),
            at[i].y);
        made_ask(&m, LOS);
        assert_verdict(&m, at[i].verdict);
    }
    made_end(&m);
}

/* The ground counts first, in whatever order the scene lists things. */
static void heights_count_from_the_ground(void **state) {
    (void)state;
    static const char HILL[] =
        "{'id':'hill','kind':'hill','height':40,'outline':[[200,400],[700,400],[700,600],[200,600]]}";
    static const char WALL[] =
        "{'id':'wall','kind':'wall','height':30,'outline':[[500,300],[510,300],[510,700],[500,700]]}";
    static const char CRATE[] = "{'id':'crate','kind':'obstacle','mesh':'crate.obj','at':[450,500]}";
    made_scene m;
    made_begin(&m, "outlines-ground");
    made_boxes(&m, "crate.obj", (made_box[]){{{-10, -10, 0}, {10, 10, 20}}}, 1);
    made_boxes(&m, "board.obj", (made_box[]){{{0, 0, -30}, {1200, 1000, 0}}, {{800, 0, -5}, {1200, 1000, 12}}}, 2);
    static const int orders[3][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
    for (int k = 0; k < 3; k++) {
        const char *const pieces[] = {HILL, WALL, CRATE};
        made_load(&m, SCENE("", "%s,%s,%s", TWO_MEN), pieces[orders[k][0]], pieces[orders[k][1]], pieces[orders[k][2]]);
        assert_near(box_of(&m, "hill").high.z, 40, 0);
        assert_near(box_of(&m, "wall").high.z, 70, 0);
        assert_near(box_of(&m, "crate").low.z, 40, 0);
        assert_near(box_of(&m, "a1").low.z, 40, 0); /* a model rests on top */
        assert_near(box_of(&m, "b1").low.z, 0, 0);
        made_ask(&m, LOS);
        assert_verdict(&m, "no"); /* the wall tops the man on the hill */
    }
    /* on a table with a mesh: 12 above the rest where x is 800 and more */
    made_load(&m, SCENE(",'mesh':'board.obj'",
                        "{'id':'low','kind':'wall','height':30,'outline':[[500,300],[510,300],[510,700],[500,700]]},"
                        "{'id':'step','kind':'wall','height':30,'outline':[[790,300],[810,300],[810,700],[790,700]]}",
                        TWO_MEN));
    assert_near(box_of(&m, "low").high.z, 30, 1e-6);
    assert_near(box_of(&m, "step").high.z, 42, 1e-6);
    assert_true(box_of(&m, "low").low.z <= 0);
    made_end(&m);
}

#define ACROSS "'outline':[[590,100],[610,100],[610,900],[590,900]]"

static void what_stands_and_what_lies_flat(void **state) {
    (void)state;
    static const struct {
        const char *piece, *verdict;
    } cases[] = {
        {"'kind':'wall','height':60", "no"},
        {"'kind':'wall','height':60,'solid':'auto'", "no"},
        {"'kind':'barricade','height':60", "no"}, /* the rules don't know it: an obstacle */
        {"'kind':'wall','height':60,'solid':false", "yes"},
        {"'kind':'wall'", "yes"},
        {"'kind':'road','height':60", "yes"},
        {"'kind':'minefield','height':60", "yes"},
        {"'kind':'trench','height':60", "yes"},
        {"'kind':'water','height':60,'solid':true", "no"},
    };
    made_scene m;
    made_begin(&m, "outlines-kinds");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        made_load(&m, SCENE("", "{'id':'x',%s," ACROSS "}", TWO_MEN), cases[i].piece);
        made_ask(&m, LOS);
        assert_verdict(&m, cases[i].verdict);
        if (strcmp(cases[i].verdict, "no") == 0) {
            assert_true(made_lists(&m, "blockers", "x"));
        }
    }
    made_end(&m);
}

/* `check` tells of outlines that players will take for walls. */
static void flat_walls_are_told(void **state) {
    (void)state;
    static const struct {
        const char *piece, *told;
    } cases[] = {{"'kind':'wall','height':60", NULL},
                 {"'kind':'wall'", "`x` is a wall without a mesh or a height"},
                 {"'kind':'wall','solid':false", NULL},
                 {"'kind':'road'", NULL},
                 {"'kind':'building','solid':true", "said to be solid"}};
    made_scene m;
    char path[600];
    made_begin(&m, "outlines-told");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .look_closer = true};
        tl_scene *scene = NULL;
        tl_report *report = NULL;
        bool warning = false;
        made_load(&m, SCENE("", "{'id':'x',%s," ACROSS "}", TWO_MEN), cases[i].piece);
        snprintf(path, sizeof(path), "%s/scene.json", m.folder);
        assert_int_equal(tl_scene_load(m.context, path, &options, &scene, &report, NULL), TL_OK);
        assert_int_equal(tl_report_count(report), cases[i].told != NULL ? 1 : 0);
        if (cases[i].told != NULL) {
            assert_non_null(strstr(tl_report_get(report, 0, &warning)->message, cases[i].told));
            assert_true(warning);
        }
        tl_report_destroy(report);
        tl_scene_destroy(scene);
    }
    made_end(&m);
}

/* The translucent meshes of a drawing: how many, and how much of the table they cover. */
typedef struct lying {
    int meshes;
    double area;
} lying;

static void add_lying(void *user, const tl_draw_mesh *mesh) {
    lying *l = user;
    l->meshes += (mesh->style & TL_DRAW_TRANSLUCENT) != 0;
    for (size_t i = 0; i < mesh->triangle_count && (mesh->style & TL_DRAW_TRANSLUCENT) != 0; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        const tl_vec3 a = mesh->vertices[t[0]], b = mesh->vertices[t[1]], c = mesh->vertices[t[2]];
        l->area += ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;
    }
}

/* What lies flat is to be seen, too. */
static void what_lies_flat_is_drawn(void **state) {
    (void)state;
    made_scene m;
    lying l = {0};
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &l, .mesh = add_lying};
    made_begin(&m, "outlines-drawing");
    made_load(&m, SCENE("",
                        "{'id':'pond','kind':'water','outline':[[400,400],[500,400],[500,450],[450,450],[450,500],[400,"
                        "500]]},{'id':'mines','kind':'minefield','disc':{'centre':[700,300],'radius':50}},"
                        "{'id':'wall','kind':'wall','height':30," ACROSS "}",
                        TWO_MEN));
    assert_int_equal(tl_scene_draw(m.scene, NULL, &sink, NULL), TL_OK);
    assert_int_equal(l.meshes, 2);
    assert_near(l.area, 7500 + 32 * sin(TL_PI / 32) * 2500, 1e-6); /* a disc as 64 corners */
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rulings_are_those_of_meshes),   cmocka_unit_test(a_disc_is_a_column),
        cmocka_unit_test(heights_count_from_the_ground), cmocka_unit_test(what_stands_and_what_lies_flat),
        cmocka_unit_test(flat_walls_are_told),           cmocka_unit_test(what_lies_flat_is_drawn),
    };
    return cmocka_run_group_tests_name("outlines", tests, NULL, NULL);
}
