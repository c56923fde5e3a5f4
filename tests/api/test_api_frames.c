/* What `import` and `check` say of units, origins, feet and tables, and what following their words gives: every piece
 * of advice is taken, and the file looked at again. */
#include "support/made_scene.h"
#include "support/real_mesh.h"

#include "mesh/mesh.h"

#include <trueline/import.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Looking ------------------------------------------------------------------------------------------------------ */

/* What `import` says of FOLDER/name; good for the next two calls. */
static const char *import_says(made_scene *m, const char *name, const tl_mesh_options *options, bool json) {
    static char reports[3][16384];
    static size_t calls;
    char path[600], *text = NULL, *kept = reports[calls++ % 3];
    bool whole = name[0] == '/';
    snprintf(path, sizeof(path), "%s%s%s", whole ? "" : m->folder, whole ? "" : "/", name);
    tl_error error = {0};
    if (tl_mesh_describe(m->context, path, options, json, &text, &error) != TL_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    snprintf(kept, sizeof(reports[0]), "%s", text);
    tl_text_free(m->context, text);
    return kept;
}

/* The last warnings of `check`, the message and the remedy of each on a line. */
static char said[8192];

/* How many of them there are. */
static size_t check_says(made_scene *m, const char *scene) {
    char path[600];
    made_file(m, "checked.json", scene);
    snprintf(path, sizeof(path), "%s/checked.json", m->folder);
    const tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .look_closer = true};
    tl_scene *loaded = NULL;
    tl_report *report = NULL;
    tl_error error = {0};
    if (tl_scene_load(m->context, path, &options, &loaded, &report, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    size_t count = tl_report_count(report), used = 0;
    said[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const tl_error *problem = tl_report_get(report, i, NULL);
        used += (size_t)snprintf(said + used, sizeof(said) - used, "%s: %s\n", problem->message, problem->remedy);
    }
    tl_report_destroy(report);
    tl_scene_destroy(loaded);
    return count;
}

static double field(const char *json, const char *key) {
    const char *at = strstr(json, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

/* Width, depth and height together. */
static double size_of(const char *json) {
    double x, y, z;
    const char *at = strstr(json, "\"size_mm\":[");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "\"size_mm\":[%lf,%lf,%lf]", &x, &y, &z), 3);
    return x + y + z;
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

#define SAVED_TETRA                                                                                                    \
    "<vertices><vertex><coordinates><x>0</x><y>0</y><z>0</z></coordinates></vertex><vertex><coordinates><x>2</x><y>0"  \
    "</y><z>0</z></coordinates></vertex><vertex><coordinates><x>0</x><y>2</y><z>0</z></coordinates></vertex><vertex>"  \
    "<coordinates><x>0</x><y>0</y><z>2</z></coordinates></vertex></vertices><volume><triangle><v1>0</v1><v2>2</v2>"    \
    "<v3>1</v3></triangle><triangle><v1>0</v1><v2>1</v2><v3>3</v3></triangle><triangle><v1>0</v1><v2>3</v2><v3>2</v3>" \
    "</triangle><triangle><v1>1</v1><v2>2</v2><v3>3</v3></triangle></volume>"

/* One triangle of 2 x 2 units; the buffer holds three points of floats. */
#define GLTF                                                                                                           \
    "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],'meshes':[{'primitives':[{"    \
    "'attributes':{'POSITION':0}}]}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"       \
    "'min':[0,0,0],'max':[2,2,0]}],'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,'uri':"    \
    "'data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAA'}]}"

#define DAE                                                                                                            \
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset><unit " \
    "name='inch' meter='0.0254'/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id='g'><mesh><source "   \
    "id='p'><float_array id='a' count='9'>0 0 0 2 0 0 0 2 0</float_array><technique_common><accessor source='#a' "     \
    "count='3' stride='3'><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"  \
    "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices>"      \
    "<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry>" \
    "</library_geometries><library_visual_scenes><visual_scene id='s'><node id='n'><instance_geometry url='#g'/>"      \
    "</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>"

/* A unit as the file states it changes nothing and is no word worth; another one is told with what it does. */
static void a_unit_against_the_file_is_told(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-units");
    made_file(&m, "a.amf", "<amf unit='inch'><object id='1'><mesh>" SAVED_TETRA "</mesh></object></amf>");
    made_file(&m, "a.dae", DAE);
    made_file(&m, "a.gltf", GLTF);
    const struct {
        const char *file, *stated, *other, *factor;
        double ratio;
    } cases[] = {{"a.amf", "inch", "cm", "0.3937", 1 / 2.54},
                 {"a.dae", "inch", "mm", "0.03937", 1 / 25.4},
                 {"a.gltf", "m", "cm", "0.01", 0.01},
                 {TL_TEST_SOURCE_DIR "/tests/import/meshes/inch_z_up.fbx", "inch", "m", "39.37", 1 / 0.0254},
                 {TL_TEST_SOURCE_DIR "/tests/import/meshes/inch.3mf", "inch", "foot", "12", 12}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (strstr(cases[i].file, ".3mf") != NULL && !test_reads_3mf("units of 3MF")) {
            continue;
        }
        char expected[300];
        snprintf(expected, sizeof(expected),
                 "the file states %s, but was taken in %s, as asked: it is %s times the size that the file states",
                 cases[i].stated, cases[i].other, cases[i].factor);
        const char *plain = import_says(&m, cases[i].file, NULL, true);
        const char *same =
            import_says(&m, cases[i].file,
                        &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .unit = cases[i].stated}, true);
        const char *other =
            import_says(&m, cases[i].file,
                        &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .unit = cases[i].other}, true);
        assert_string_equal(same, plain);
        assert_null(strstr(plain, "times the size"));
        assert_non_null(strstr(other, expected));
        double before = size_of(plain), after = size_of(other);
        assert_near(after / before, cases[i].ratio, 1e-9 * cases[i].ratio);
        const char *words =
            import_says(&m, cases[i].file,
                        &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .unit = cases[i].other}, false);
        assert_non_null(strstr(words, "warning: the file states"));
    }
    made_end(&m);
}

#define UNIT_SCENE(unit)                                                                                               \
    "{'trueline':1,'table':{'width':1000,'depth':1000},'assets':{'a':{'mesh':'a.amf'" unit                             \
    ",'base':{'shape':'disc','diameter':25},'core':{'shape':'capsule','from':[0,0,5],'to':[0,0,20],'radius':5}}},"     \
    "'units':[{'id':'u','class':'infantry','members':[{'id':'m','asset':'a','at':[100,100]}]}]}"

static void a_unit_in_a_scene_against_the_file_is_told(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-scene-units");
    made_file(&m, "a.amf", "<amf unit='inch'><object id='1'><mesh>" SAVED_TETRA "</mesh></object></amf>");
    assert_int_equal(check_says(&m, UNIT_SCENE("")), 0);
    assert_int_equal(check_says(&m, UNIT_SCENE(",'unit':'inch'")), 0);
    assert_int_equal(check_says(&m, UNIT_SCENE(",'unit':'cm'")), 1);
    assert_string_equal(said,
                        "the scene takes `a.amf` in cm, but the file states inch: it is 0.3937 times the size that "
                        "the file states: leave `unit` out, unless you know that the file is wrong about "
                        "itself\n");
    made_end(&m);
}

/* --- Origins and feet --------------------------------------------------------------------------------------------- */

#define FIGURE_SCENE(mesh)                                                                                             \
    "{'trueline':1,'table':{'width':1000,'depth':1000},'assets':{'a':{'mesh':'" mesh                                   \
    "','base':{'shape':'disc','diameter':25}}},"                                                                       \
    "'units':[{'id':'u','class':'infantry','members':[{'id':'m','asset':'a','at':[500,500]}]}]}"

/* The move that a text tells, as `--move` takes it. */
static tl_mesh_options told_move(const made_scene *m, const char *text) {
    static char output[600];
    snprintf(output, sizeof(output), "%s/NEW.obj", m->folder);
    tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options), .output = output};
    const char *at = strstr(text, "--move ");
    assert_non_null(at);
    assert_true(sscanf(at, "--move %lf,%lf,%lf", &options.move_mm[0], &options.move_mm[1], &options.move_mm[2]) >= 2);
    return options;
}

static void a_mesh_beside_its_origin_is_told_and_brought_back(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-origin");
    made_boxes(&m, "far.obj", &(made_box){{200, 100, 0}, {220, 120, 30}}, 1);
    made_boxes(&m, "near.obj", &(made_box){{2, -3, 0}, {22, 17, 30}}, 1);
    assert_true(check_says(&m, FIGURE_SCENE("near.obj")) > 0); /* nothing tells its core */
    assert_null(strstr(said, "beside its own origin"));
    (void)check_says(&m, FIGURE_SCENE("far.obj"));
    assert_non_null(strstr(said, "`far.obj` lies 224 mm beside its own origin: it stands that far from its `at`"));
    const tl_mesh_options by_check = told_move(&m, said);
    const char *text = import_says(&m, "far.obj", NULL, false);
    assert_non_null(strstr(text, "note: it lies 224 mm beside its own origin"));
    const tl_mesh_options by_import = told_move(&m, text);
    assert_memory_equal(by_check.move_mm, by_import.move_mm, sizeof(by_check.move_mm));
    /* following it */
    text = import_says(&m, "far.obj", &by_import, false);
    assert_null(strstr(text, "beside its own origin"));
    (void)check_says(&m, FIGURE_SCENE("NEW.obj"));
    assert_null(strstr(said, "beside its own origin"));
    text = import_says(&m, "NEW.obj", NULL, true);
    assert_near(field(text, "\"low_mm\":["), -10, 1e-9);
    made_end(&m);
}

static void terrain_in_table_coordinates_is_no_mesh_beside_its_origin(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-terrain");
    made_boxes(&m, "far.obj", &(made_box){{200, 100, 0}, {220, 120, 30}}, 1);
    static const char scene[] = "{'trueline':1,'table':{'width':1000,'depth':1000},'terrain':[{'id':'t','kind':'wall',"
                                "'mesh':'far.obj'%s}]}";
    char text[400];
    snprintf(text, sizeof(text), scene, "");
    assert_int_equal(check_says(&m, text), 0);
    snprintf(text, sizeof(text), scene, ",'at':[300,300]");
    assert_int_equal(check_says(&m, text), 1);
    assert_non_null(strstr(said, "beside its own origin"));
    made_end(&m);
}

/* A figure with its origin in its middle loses more than half of its body to a base that is given at 0. */
static void a_figure_below_its_base_is_told_and_lifted(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-feet");
    made_boxes(&m, "middle.obj", &(made_box){{-10, -10, -20}, {10, 10, 20}}, 1);
    (void)check_says(&m, FIGURE_SCENE("middle.obj"));
    assert_non_null(strstr(said, "the mesh of `a` reaches 20.0 mm below its base: 58 % of its height counts as base"));
    const tl_mesh_options options = told_move(&m, said);
    assert_near(options.move_mm[2], 20, 0);
    (void)import_says(&m, "middle.obj", &options, false);
    (void)check_says(&m, FIGURE_SCENE("NEW.obj"));
    assert_null(strstr(said, "below its base"));
    made_end(&m);
}

/* --- Tables and ground -------------------------------------------------------------------------------------------- */

static void a_table_that_is_partly_bare_is_told(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-bare");
    made_file(&m, "ground.obj", "v 0 0 0\nv 560 0 0\nv 560 1000 0\nv 0 1000 0\nf 1 2 3 4\n");
    static const char scene[] = "{'trueline':1,'table':{'width':%d,'depth':1000,'mesh':'ground.obj'}}";
    char text[200];
    snprintf(text, sizeof(text), scene, 1000);
    assert_int_equal(check_says(&m, text), 1);
    assert_non_null(strstr(said, "the table's mesh leaves 44 % of the table bare: it reaches from 0, 0 to 560, 1000 of "
                                 "1000 x 1000 mm"));
    snprintf(text, sizeof(text), scene, 560); /* the size of its mesh */
    assert_int_equal(check_says(&m, text), 0);
    made_end(&m);
}

/* How to level a mesh is told for the axis that is up: not for +z beside a word that it is clearly +y. */
static void levelling_is_told_for_the_axis_that_is_up(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "frames-level");
    const made_box figure[] = {{{-12, -5, -12}, {12, -2, 12}}, {{-4, -2, -9}, {4, 30, 3}}, {{-8, 30, -4}, {9, 33, 7}}};
    made_boxes(&m, "figure.obj", figure, 3);
    const char *text = import_says(&m, "figure.obj", NULL, false);
    assert_non_null(strstr(text, "but clearly rather +y"));
    assert_null(strstr(text, "--level sets it right"));
    assert_non_null(strstr(text, "with `--up +y`, which is more likely, the ground is another"));
    text = import_says(&m, "figure.obj", &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .up = "+y"}, false);
    assert_non_null(strstr(text, "ground: a plane at -5 mm"));
    assert_non_null(strstr(text, "--level sets it right"));
    text = import_says(&m, "figure.obj",
                       &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .up = "+y", .level = true}, true);
    assert_non_null(strstr(text, "\"low_mm\":["));
    const char *low = strstr(text, "\"low_mm\":[");
    double x, y, z;
    assert_int_equal(sscanf(low, "\"low_mm\":[%lf,%lf,%lf]", &x, &y, &z), 3);
    assert_near(z, 0, 1e-9);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_against_the_file_is_told),
        cmocka_unit_test(a_unit_in_a_scene_against_the_file_is_told),
        cmocka_unit_test(a_mesh_beside_its_origin_is_told_and_brought_back),
        cmocka_unit_test(terrain_in_table_coordinates_is_no_mesh_beside_its_origin),
        cmocka_unit_test(a_figure_below_its_base_is_told_and_lifted),
        cmocka_unit_test(a_table_that_is_partly_bare_is_told),
        cmocka_unit_test(levelling_is_told_for_the_axis_that_is_up),
    };
    return cmocka_run_group_tests_name("frames", tests, NULL, NULL);
}
