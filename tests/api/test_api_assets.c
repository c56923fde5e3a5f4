/* Bases found in meshes, and what `check` tells of assets, through the public header. */
#include "support/made_scene.h"

#include "math/angle.h"

#include <stdio.h>
#include <string.h>

enum { CORNERS = 40, MOST = 12 * CORNERS };

/* An upright prism over a regular polygon as triangles, from `count` on. */
static size_t prism(tl_vec3 (*triangles)[3], size_t count, tl_vec3 middle, double radius, double height, int corners) {
    const tl_vec3 top = {middle.x, middle.y, middle.z + height};
    for (int i = 0; i < corners; i++) {
        tl_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            double s, c;
            tl_sincos_deg(360.0 * ((i + (k == 1 || k == 2)) % corners) / corners, &s, &c);
            p[k] = (tl_vec3){middle.x + radius * c, middle.y + radius * s, middle.z + (k >= 2 ? height : 0)};
        }
        const tl_vec3 made[4][3] = {{p[0], p[1], p[2]}, {p[0], p[2], p[3]}, {middle, p[1], p[0]}, {top, p[3], p[2]}};
        memcpy(triangles + count, made, sizeof(made));
        count += 4;
    }
    return count;
}

/* A man of a cylinder on a disc of 25 mm whose middle lies 7 and 3 mm off the origin, 2 mm below it, 3.5 mm high; and
 * one on an octagon. */
static void write_men(made_scene *m) {
    static tl_vec3 triangles[MOST][3];
    size_t count = prism(triangles, 0, (tl_vec3){7, 3, -2}, 12.5, 3.5, CORNERS);
    count = prism(triangles, count, (tl_vec3){7, 3, 1.5}, 5, 30, CORNERS);
    made_triangles(m, "man.obj", (const tl_vec3(*)[3])triangles, count);
    count = prism(triangles, 0, (tl_vec3){0, 0, 0}, 12.5, 3, 8);
    count = prism(triangles, count, (tl_vec3){0, 0, 3}, 5, 30, CORNERS);
    made_triangles(m, "other.obj", (const tl_vec3(*)[3])triangles, count);
}

#define SCENE(kind, base)                                                                                              \
    "{'trueline':1,'name':'Made','table':{'width':1000,'depth':1000},'assets':{'man':{'mesh':'man.obj'" base           \
    "},'other':{'mesh':'other.obj'" base "},'unused':{'mesh':'other.obj'}},'units':["                                  \
    "{'id':'a','class':'" kind "','members':[{'id':'a1','asset':'man','at':[100,100]}]},"                              \
    "{'id':'b','class':'" kind "','members':[{'id':'b1','asset':'man','at':[400,500],'facing':90}]},"                  \
    "{'id':'c','class':'" kind "','members':[{'id':'c1','asset':'other','at':[800,100]}]}]}"

/* From edge to edge of two discs of 25 mm, wherever they lie on their models; and rulings say where they come from. */
static void a_base_is_found_in_the_mesh(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "assets-base");
    write_men(&m);
    made_load(&m, SCENE("infantry", ",'base':'auto'"));
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    /* turned by 90 degrees (7, 3) becomes (-3, 7) */
    double across = sqrt(290.0 * 290.0 + 404.0 * 404.0);
    assert_near(made_number(&m, "distance_mm"), across - 25, 1e-5); /* files hold floats */
    assert_near(made_number(&m, "from_point[2]"), 0, 3.5);
    assert_non_null(strstr(m.text, "The base of a1 is the one found in its mesh, 2.5 cm across"));
    /* ... which is the same as one given there, but for the place: as a vehicle it is measured from its body */
    made_load(&m, SCENE("vehicle", ",'base':'auto'"));
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_null(strstr(m.text, "found in its mesh"));
    /* nobody asked for it: as ever, the smallest disc round the footprint, which is this base, and it is told so */
    made_load(&m, SCENE("infantry", ""));
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_near(made_number(&m, "distance_mm"), across - 25, 1e-5);
    assert_non_null(strstr(m.text, "has no base in the scene"));
    made_end(&m);
}

static char *described(const made_scene *m, bool json) {
    char *text = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_describe_assets(m->scene, json, &text, &error), TL_OK);
    return text;
}

/* Triangles, heights and bases as they were made: of the man's 160 the 40 under his feet lie in the base's top. */
static void assets_are_told(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "assets-told");
    write_men(&m);
    made_load(&m, SCENE("infantry", ",'base':'auto'"));
    char *text = described(&m, false);
    assert_string_equal(text,
                        "  man: core 1.5 to 31.5 mm high (all above the base, as nothing tells it, 120 triangles), "
                        "base -2.0 to 1.5 mm high (200 triangles); base a disc of 25.0 mm, found in the mesh\n"
                        "  other: core 0.0 to 33.0 mm high (all above the base, as nothing tells it, 192 "
                        "triangles); base a disc of 25.0 mm, the smallest round its footprint, as nothing tells "
                        "it\n");
    tl_text_free(m.context, text);
    /* one mesh, with and without looking for its base: two models */
    made_load(&m, "{'trueline':1,'table':{'width':900,'depth':900},'assets':{'x':{'mesh':'man.obj','base':'auto'},"
                  "'y':{'mesh':'man.obj'}},'units':[{'id':'a','class':'infantry','members':["
                  "{'id':'a1','asset':'x','at':[100,100]},{'id':'a2','asset':'y','at':[200,100]}]}]}");
    text = described(&m, false);
    assert_non_null(strstr(text, "base a disc of 25.0 mm, found in the mesh\n  y:"));
    assert_non_null(strstr(text, "base a disc of 25.0 mm, the smallest round its footprint"));
    tl_text_free(m.context, text);
    made_load(&m, "{'trueline':1,'table':{'width':900,'depth':900},'assets':{"
                  "'man':{'mesh':'man.obj','parts':{'limb':['nothing'],'core':['x']},'base':{'shape':'oval','size':[30,"
                  "20]}},'cut':{'mesh':'man.obj','core':{'shape':'hull-above','height':20}}},"
                  "'units':[{'id':'a','class':'vehicle','members':[{'id':'a1','asset':'cut','at':[100,100]}]}]}");
    text = described(&m, true);
    const char *expected = "[{\"asset\":\"cut\",\"core_from\":\"hull-above\",\"roles\":{\"core\":{\"triangles\":";
    assert_memory_equal(text, expected, strlen(expected));
    assert_non_null(strstr(text, "\"low_mm\":20,\"high_mm\":31.5}"));
    assert_non_null(strstr(text, "\"unmatched\":[],\"base\":null}]"));
    tl_text_free(m.context, text);
    assert_int_equal(tl_scene_describe_assets(m.scene, true, NULL, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_describe_assets(NULL, true, &text, NULL), TL_ERROR_ARGUMENT);
    made_end(&m);
}

/* The area of each part, and of what is translucent. */
typedef struct areas {
    double solid[5], clear;
} areas;

static void add_area(void *user, const tl_draw_mesh *mesh) {
    areas *sum = user;
    double area = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        const tl_vec3 *v = mesh->vertices;
        area += 0.5 * tl_length(tl_cross(tl_sub(v[t[1]], v[t[0]]), tl_sub(v[t[2]], v[t[0]])));
    }
    if ((mesh->style & TL_DRAW_TRANSLUCENT) != 0) {
        sum->clear += area;
    } else {
        assert_in_range(mesh->key, 1, 5);
        assert_float_equal(mesh->colour.g, tl_part_colour((tl_part)(mesh->key - 1)).g, 0);
        sum->solid[mesh->key - 1] += area;
    }
}

static areas areas_of(const made_scene *m, const char *asset) {
    areas sum = {.clear = 0};
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &sum, .mesh = add_area};
    assert_int_equal(tl_scene_asset_draw(m->scene, asset, &sink, NULL), TL_OK);
    return sum;
}

/* An asset by itself: marks split it where they say, and what its shape suggests can be taken as it is. */
static void an_asset_is_drawn_by_its_parts(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "assets-parts");
    write_men(&m);
    made_load(&m, SCENE("vehicle", ""));
    const areas plain = areas_of(&m, "man");
    assert_true(plain.solid[TL_PART_CORE] > 0 && plain.clear == 0);
    made_load(&m, SCENE("vehicle", ",'core':{'cuts':[{'mark':{'plane':{'normal':[0,0,1],'offset':20}},'as':'limb'}]}"));
    const areas cut = areas_of(&m, "man");
    assert_true(cut.solid[TL_PART_LIMB] > 0 && cut.solid[TL_PART_GEAR] == 0);
    assert_near(cut.solid[TL_PART_LIMB] + cut.solid[TL_PART_CORE], plain.solid[TL_PART_CORE], 1e-6);
    tl_asset_suggestion s;
    tl_error error = {0};
    assert_int_equal(tl_scene_asset_suggest(m.scene, "man", &s, &error), TL_OK);
    assert_true(s.holds > 0.5 && s.holds <= 1);
    assert_string_equal(s.base, "\"auto\""); /* its middle lies off the origin */
    assert_near(s.base_mm[0], 25, 0.1);
    char edit[600];
    snprintf(edit, sizeof(edit),
             "[{\"set\":{\"asset\":\"man\"},\"field\":\"core\",\"value\":%s},"
             "{\"set\":{\"asset\":\"man\"},\"field\":\"base\",\"value\":%s}]",
             s.core, s.base);
    if (tl_scene_edit(m.scene, edit, strlen(edit), NULL, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(areas_of(&m, "man").clear > 0); /* the core over the mesh, and the base */
    assert_string_equal(tl_scene_word(m.scene, "{\"asset\":\"man\"}", "[\"core\",\"shape\"]"), s.shape);
    const tl_draw_sink none = TL_DRAW_SINK_INIT;
    assert_int_equal(tl_scene_asset_draw(m.scene, "nobody", &none, &error), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_asset_suggest(m.scene, "nobody", &s, &error), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_asset_draw(NULL, "man", &none, &error), TL_ERROR_ARGUMENT);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_base_is_found_in_the_mesh),
        cmocka_unit_test(assets_are_told),
        cmocka_unit_test(an_asset_is_drawn_by_its_parts),
    };
    return cmocka_run_group_tests_name("assets", tests, NULL, NULL);
}
