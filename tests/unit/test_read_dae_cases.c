/* COLLADA, single cases: what is left out and told, what is refused, with the very words; and polygons with holes. */
#include "support/assert_geom.h"

#include "geom/polygon2.h"
#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 400 };

static char path[256];

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    *mesh = NULL;
    *error = (tl_error){0};
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    tl_status status = tl_import_mesh(context, path, NULL, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    assert_true(status == TL_OK || (error->message[0] != 0 && error->remedy[0] != 0));
    return status;
}

/* --- Single cases ------------------------------------------------------------------------------------------------- */

/* A tetrahedron of volume 1 in metres: corners (0,0,0), (1,0,0), (0,2,0), (0,0,3). */
#define MESH                                                                                                           \
    "<source id=\"a\">\n<float_array id=\"b\" count=\"12\">0 0 0 1 0 0 0 2 0 0 0 3</float_array>\n"                    \
    "<technique_common><accessor source=\"#b\" count=\"4\" stride=\"3\"><param name=\"X\"/><param name=\"Y\"/>"        \
    "<param name=\"Z\"/></accessor></technique_common></source>\n"                                                     \
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#a\"/></vertices>\n"                                     \
    "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\n"                                 \
    "<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>\n"
#define GEOMETRIES "<library_geometries>\n<geometry id=\"g\"><mesh>\n" MESH "</mesh></geometry></library_geometries>\n"
#define NODES      "<node id=\"n\">\n<instance_geometry url=\"#g\"/></node>"
#define SCENES     "<library_visual_scenes><visual_scene id=\"s\">" NODES "</visual_scene></library_visual_scenes>\n"
#define SHOWN      "<scene><instance_visual_scene url=\"#s\"/></scene>\n"
static const char plain_file[] =
    "<COLLADA version=\"1.4.1\">\n<asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset>\n" GEOMETRIES SCENES SHOWN
    "</COLLADA>\n";

static void edit(char *text, size_t room, const char *from, const char *to) {
    const char *at = strstr(plain_file, from);
    assert_non_null(at);
    int length = snprintf(text, room, "%.*s%s%s", (int)(at - plain_file), plain_file, to, at + strlen(from));
    assert_true(length > 0 && (size_t)length < room);
}

/* What has nothing to do with the shape, or is left out with a word: it reads as if it weren't there. */
static void what_is_left_out_is_told(void **state) {
    static const struct {
        const char *from, *to, *warning;
    } cases[] = {
        {"<asset>", "<asset>", NULL},
        {"<asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset>", "", NULL},
        {"<COLLADA", "<!DOCTYPE COLLADA><COLLADA", NULL},
        {"<COLLADA version=\"1.4.1\">", "<c:COLLADA xmlns:c='x' version='1.5.0'>", NULL},
        {NODES, NODES "<node><instance_camera url=\"#c\"/><instance_light url=\"x.dae#l\"/></node>", NULL},
        {"<geometry id=\"g\">", "<geometry id=\"g\"><asset><unit meter=\"1\"/></asset>", NULL},
        {"<unit meter=\"1\"/>", "<unit name=\"inch\" meter=\"1\"/>",
         "its unit is called `inch` and said to be 1 m: it is read as 1 m"},
        {"<unit meter=\"1\"/>", "<unit name=\"millimeter\"/>",
         "its unit is called `millimeter` and said to be 1 m: it is read as 1 m"},
        {SHOWN, "", NULL},
        {SCENES SHOWN, "", "no scene places its meshes: each was read where it stands by itself"},
        {"</library_visual", "<visual_scene id=\"t\"/></library_visual",
         "it holds 2 scenes: only the one that it says is to be shown was read"},
        {"</library_visual_scenes>\n" SHOWN, "<visual_scene id=\"t\"/></library_visual_scenes>\n",
         "it holds 2 scenes and says of none that it is to be shown: the first was read"},
        {"</mesh></geometry>", "</mesh></geometry><geometry id=\"h\"><spline/></geometry>", NULL},
        {"<triangles count",
         "<trifans count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1</p></trifans>"
         "<triangles count",
         "one face of fewer than three corners is left out"},
        {"<p>0 2 1 0 1 3 0 3 2 1 2 3</p>", "<p>0 2 1</p><p>0 1 3 0 3 2 1 2 3</p>", NULL},
        {"<triangles count", "<lines count=\"7\"/><triangles count=\"0\"/><triangles count", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[4000];
        edit(text, sizeof(text), cases[i].from, cases[i].to);
        if (strstr(text, "<c:") != NULL) {
            memcpy(strstr(text, "</COLLADA>"), "</c:COLLADA", 11);
            strcat(text, ">");
        }
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, text, strlen(text), &mesh, &error) != TL_OK) {
            fail_msg("%zu: %s", i, error.message);
        }
        assert_int_equal(mesh->triangle_count, 4);
        assert_near(tl_mesh_volume(mesh), 1, 1e-12);
        assert_int_equal(mesh->warning_count, cases[i].warning != NULL);
        if (cases[i].warning != NULL) {
            assert_string_equal(mesh->warnings[0], cases[i].warning);
        }
        tl_mesh_destroy(mesh);
    }
}

static void what_is_wrong_is_refused_by_name_and_line(void **state) {
    static const struct {
        const char *from, *to, *message;
        int line;
    } cases[] = {
        {"meter=\"1\"", "meter=\"0\"", "its unit is `0` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"-1\"", "its unit is `-1` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"NaN\"", "its unit is `NaN` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"1e999\"", "its unit is `1e999` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"one\"", "its unit is `one` metres, which is no length", 2},
        {"Z_UP", "W_UP", "its up axis is `W_UP`, none of X_UP, Y_UP, Z_UP", 2},
        {"<geometry id=\"g\">", "<geometry id=\"g\"><asset><unit meter=\"2\"/></asset>",
         "a part of it has another unit or another up axis than the whole", 4},
        {"1.4.1", "1.3.0", "COLLADA of version `1.3.0` is not read: only 1.4 and 1.5 are", 0},
        {"<COLLADA", "<!DOCTYPE a [<!ENTITY b \"1\">]><COLLADA", "it declares entities of its own", 1},
        {"count=\"12\"", "count=\"13\"", "the array `b` promises 13 numbers but holds 12", 6},
        {"count=\"12\"", "", "an array of numbers doesn't say how many it holds", 6},
        {"0 0 0 1 0", "0 0 0 1,0 0", "it says `1,0` where there should be a number", 6},
        {"0 0 0 1 0", "0 0 0 <b>1</b> 0", "the array `b` promises 12 numbers but holds 13", 6},
        {"count=\"4\" stride", "count=\"5\" stride", "an accessor takes 15 numbers from the array `b`, which holds 12",
         7},
        {"stride=\"3\"", "stride=\"2\"", "an accessor has a stride of 2 where its parameters need 3", 7},
        {"<param name=\"Z\"/>", "<param name=\"Y\"/>", "a source of coordinates has the parameter `Y` twice", 7},
        {"<param name=\"Z\"/>", "", "a source of coordinates hasn't the parameters X, Y and Z", 7},
        {"source=\"#b\"", "source=\"#c\"", "`<accessor>` names the float_array `c`, which is not there", 7},
        {"source=\"#b\"", "source=\"other.dae#b\"",
         "`<accessor>` names `other.dae#b`, which is not in the file: other files aren't read", 7},
        {"POSITION", "PLACE", "`<vertices>` has no input `POSITION`", 8},
        {"VERTEX", "POINT", "`<triangles>` has 0 inputs `VERTEX` where one should be", 9},
        {"<triangles count=\"4\">", "<triangles count=\"5\">", "`<triangles>` promises 5 of them but holds 4", 9},
        {"<triangles count=\"4\">", "<triangles>", "`<triangles>` doesn't say how many it holds", 9},
        {"1 2 3</p>", "1 2 4</p>", "a corner names the point 4, which is not there (there are 4)", 10},
        {"1 2 3</p>", "1 2 -3</p>", "it says `-3` where there should be the number of a corner", 10},
        {"1 2 3</p>", "1 2 3.0</p>", "it says `3.0` where there should be the number of a corner", 10},
        {"1 2 3</p>", "1 2</p>", "there are 11 corners of triangles, which is no multiple of 3", 10},
        {"<triangles", "<tetrahedra/><triangles", "COLLADA knows no `<tetrahedra>` in `<mesh>`", 9},
        {"url=\"#g\"", "url=\"#h\"", "`<instance_geometry>` names the geometry `h`, which is not there", 13},
        {"url=\"#g\"", "url=\"#b\"", "`<instance_geometry>` names the geometry `b`, which is not there", 13},
        {"url=\"#g\"", "", "`<instance_geometry>` doesn't say what its `url` is", 13},
        {"<instance_g", "<scale>1 2</scale><instance_g", "`<scale>` has 2 numbers where 3 should be", 13},
        {"<instance_g", "<rotate>0 0 0 7</rotate><instance_g", "a `<rotate>` has no axis or no angle", 13},
        {"<instance_g", "<lookat>1 1 1 1 1 2 0 0 1</lookat><instance_g",
         "a `<lookat>` looks nowhere, or along what is up", 13},
        {"<instance_g", "<skew>90 1 0 0 0 1 0</skew><instance_g",
         "a `<skew>` has axes that aren't square to one another, or no angle below 90", 13},
        {"<instance_g", "<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 .5 1</matrix><instance_g",
         "the last row of a matrix isn't 0 0 0 1", 13},
        {"<instance_g", "<instance_node url=\"#n\"/><instance_g",
         "nodes are nested deeper than 1024 levels, or hold themselves", 12},
        {"url=\"#s\"", "url=\"#t\"", "`<instance_visual_scene>` names the visual_scene `t`, which is not there", 14},
        {"<geometry id", "<geometry id=\"g\"><mesh/></geometry><geometry id",
         "`<instance_geometry>` names the geometry `g`, and several have that name", 13},
        {"<mesh>\n", "<brep>\n", "it says `</mesh>` where `<brep>` is to be ended", 11},
        {"</COLLADA>", "", "the file ends within `<COLLADA>`: it is cut off", 14},
        {"</COLLADA>", "</COLLADA><COLLADA/>", "it says `<COLLADA>` where the file should end", 15},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[4000];
        edit(text, sizeof(text), cases[i].from, cases[i].to);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        if (status == TL_OK || strcmp(error.message, cases[i].message) != 0 || error.line != cases[i].line) {
            fail_msg("%zu: %d, line %d: %s", i, (int)status, error.line, error.message);
        }
    }
}

static void other_encodings_and_zero_bytes_are_refused(void **state) {
    char text[2 * sizeof(plain_file)] = "\xff\xfe";
    tl_mesh *mesh;
    tl_error error;
    for (size_t i = 0; i + 1 < sizeof(plain_file); i++) {
        text[2 + 2 * i] = plain_file[i];
    }
    assert_int_equal(read_bytes(*state, text, 2 * sizeof(plain_file), &mesh, &error), TL_ERROR_FORMAT);
    assert_string_equal(error.message, "it is text in UTF-16");
    assert_int_equal(read_bytes(*state, plain_file, sizeof(plain_file), &mesh, &error), TL_ERROR_FORMAT);
    assert_string_equal(error.message, "there is a zero byte in it, which no XML has");
    assert_int_equal(error.line, 16);
}

/* Ten nodes of two of the one before: a thousand of the same; forty: refused before anything grows. */
static void nodes_cannot_grow_without_end(void **state) {
    for (int levels = 10; levels <= 40; levels += 30) {
        char text[16000];
        size_t used = (size_t)snprintf(text, sizeof(text),
                                       "<COLLADA version=\"1.4.1\">" GEOMETRIES "<library_nodes><node id=\"n0\">"
                                       "<instance_geometry url=\"#g\"/></node>");
        for (int i = 1; i <= levels; i++) {
            used += (size_t)snprintf(
                text + used, sizeof(text) - used,
                "<node id=\"n%d\"><node><translate>%d 0 0</translate><instance_node url=\"#n%d\"/></node>"
                "<instance_node url=\"#n%d\"/></node>",
                i, 1 << (i % 20), i - 1, i - 1);
        }
        snprintf(
            text + used, sizeof(text) - used,
            "</library_nodes><library_visual_scenes><visual_scene id=\"s\"><node><instance_node url=\"#n%d\"/></node>"
            "</visual_scene></library_visual_scenes>" SHOWN "</COLLADA>",
            levels);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        assert_int_equal(status, levels == 10 ? TL_OK : TL_ERROR_LIMIT);
        if (mesh != NULL) {
            assert_int_equal(mesh->triangle_count, 4096);
            assert_near(tl_mesh_box(mesh).high.x, 2047, 1e-9);
        }
        tl_mesh_destroy(mesh);
    }
}

/* --- Polygons with holes ------------------------------------------------------------------------------------------ */

enum { MOST_LOOPS = 7, MOST_LOOP = 20 };

typedef struct loops {
    int count, sizes[MOST_LOOPS];
    tl_vec2 corner[MOST_LOOPS][MOST_LOOP];
} loops;

/* Corners round a centre, at distances of their own: no loop crosses itself. */
static void make_loop(test_random *random, loops *l, tl_vec2 centre, double near, double far, int size, bool turned) {
    tl_vec2 *corner = l->corner[l->count];
    l->sizes[l->count++] = size;
    for (int i = 0; i < size; i++) {
        double angle = 2 * TL_PI * (i + test_random_between(random, 0, 0.8)) / size;
        double r = test_random_between(random, near, far);
        corner[turned ? size - 1 - i : i] = (tl_vec2){centre.x + r * cos(angle), centre.y + r * sin(angle)};
    }
}

/* Holes of at most 1 across, in squares of a grid that lie within 6 of the middle. */
static void make_loops(test_random *random, loops *l) {
    l->count = 0;
    make_loop(random, l, (tl_vec2){0, 0}, 9, 20, 10 + below(random, MOST_LOOP - 9), false);
    int holes = 1 + below(random, MOST_LOOPS - 1), first = below(random, 16);
    for (int h = 0; h < holes; h++) {
        int square = (first + 5 * h) % 16;
        tl_vec2 centre = {(square % 4) * 2.5 - 3.75, floor(square / 4.0) * 2.5 - 3.75};
        make_loop(random, l, centre, 0.2, 1.2, 3 + below(random, 8), one_in(random, 2));
    }
}

/* On a plane that leans, along no axis. */
static tl_vec3 on_plane(tl_vec2 p) {
    return (tl_vec3){p.x, p.y, 0.5 * p.x - 0.25 * p.y + 3};
}

static void write_loops(char *text, size_t room, const loops *l, bool mirrored) {
    size_t used = (size_t)snprintf(text, room,
                                   "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh>"
                                   "<source id=\"a\"><float_array id=\"b\" count=\"");
    int corners = 0;
    for (int k = 0; k < l->count; k++) {
        corners += l->sizes[k];
    }
    used += (size_t)snprintf(text + used, room - used, "%d\">", 3 * corners);
    for (int k = 0; k < l->count; k++) {
        for (int i = 0; i < l->sizes[k]; i++) {
            tl_vec3 p = on_plane(l->corner[k][i]);
            used += (size_t)snprintf(text + used, room - used, "%.17g %.17g %.17g ", p.x, p.y, p.z);
        }
    }
    used += (size_t)snprintf(text + used, room - used,
                             "</float_array><technique_common><accessor source=\"#b\" count=\"%d\" stride=\"3\"/>"
                             "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
                             "source=\"#a\"/></vertices><polygons count=\"1\"><input semantic=\"VERTEX\" "
                             "source=\"#v\" offset=\"0\"/><ph>",
                             corners);
    for (int k = 0, corner = 0; k < l->count; k++) {
        used += (size_t)snprintf(text + used, room - used, k == 0 ? "<p>" : "<h>");
        for (int i = 0; i < l->sizes[k]; i++) {
            used += (size_t)snprintf(text + used, room - used, " %d", corner++);
        }
        used += (size_t)snprintf(text + used, room - used, k == 0 ? "</p>" : "</h>");
    }
    snprintf(
        text + used, room - used,
        "</ph></polygons></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node>"
        "<scale>%d 1 1</scale><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>" SHOWN
        "</COLLADA>",
        mirrored ? -1 : 1);
}

/* Every triangle lies between outline and holes, faces up, and together they have the area that is between. */
static void polygons_have_their_holes(void **state) {
    test_random random = test_random_start("COLLADA polygons with holes", 14);
    int triangles = 0;
    for (int round = 0; round < 200; round++) {
        static char text[40000];
        loops l;
        make_loops(&random, &l);
        bool mirrored = round % 4 == 3;
        write_loops(text, sizeof(text), &l, mirrored);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, text, strlen(text), &mesh, &error) != TL_OK) {
            fail_msg("%d: %s", round, error.message);
        }
        double wanted = 0, found = 0;
        int corners = 0;
        for (int k = 0; k < l.count; k++) {
            double area = fabs(tl_polygon2_area(l.corner[k], (size_t)l.sizes[k]));
            wanted += k == 0 ? area : -area;
            corners += l.sizes[k];
        }
        assert_int_equal(mesh->triangle_count, corners + 2 * (l.count - 1) - 2);
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            tl_vec3 corner[3];
            tl_vec2 flat[3], middle = {0, 0};
            tl_mesh_corners(mesh, t, corner);
            for (int i = 0; i < 3; i++) {
                flat[i] = (tl_vec2){mirrored ? -corner[i].x : corner[i].x, corner[i].y};
                middle.x += flat[i].x / 3;
                middle.y += flat[i].y / 3;
            }
            /* Seen from its front: a mirrored one still faces up. */
            double area = ((flat[1].x - flat[0].x) * (flat[2].y - flat[0].y) -
                           (flat[1].y - flat[0].y) * (flat[2].x - flat[0].x)) /
                          2 * (mirrored ? -1 : 1);
            assert_true(area > 0);
            found += area;
            for (int k = 0; k < l.count; k++) {
                assert_int_equal(tl_polygon2_side(l.corner[k], (size_t)l.sizes[k], middle),
                                 k == 0 ? TL_SIDE_INSIDE : TL_SIDE_OUTSIDE);
            }
        }
        assert_near(found, wanted, 1e-9 * wanted);
        triangles += (int)mesh->triangle_count;
        tl_mesh_destroy(mesh);
    }
    print_message("200 polygons, %d triangles\n", triangles);
}

/* A hole outside its outline, one that cuts it, two that cross or lie in one another. */
static void holes_that_do_not_fit_are_refused(void **state) {
    static const tl_vec2 square[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    static const double places[][2][3] = {
        {{20, 5, 2}, {0, 0, 0}}, {{9, 5, 2}, {0, 0, 0}}, {{3, 5, 2}, {4, 6, 2}}, {{5, 5, 3}, {5, 5, 1}}};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        static char text[4000];
        loops l = {.count = 1, .sizes = {4}};
        memcpy(l.corner[0], square, sizeof(square));
        for (int h = 0; h < 2 && places[i][h][2] > 0; h++) {
            double x = places[i][h][0], y = places[i][h][1], r = places[i][h][2];
            const tl_vec2 hole[] = {{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}};
            memcpy(l.corner[l.count], hole, sizeof(hole));
            l.sizes[l.count++] = 4;
        }
        write_loops(text, sizeof(text), &l, false);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        if (status != TL_ERROR_FORMAT) {
            fail_msg("%zu was read", i);
        }
        assert_string_equal(error.message, "a polygon has holes that don't lie in it, apart from one another");
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_dae_cases_%d.dae", TL_TEST_BINARY_DIR, (int)getpid());
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_is_told),
        cmocka_unit_test(what_is_wrong_is_refused_by_name_and_line),
        cmocka_unit_test(other_encodings_and_zero_bytes_are_refused),
        cmocka_unit_test(nodes_cannot_grow_without_end),
        cmocka_unit_test(polygons_have_their_holes),
        cmocka_unit_test(holes_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests_name("reading COLLADA, single cases", tests, set_up, tear_down);
}
