/* Importing: every real mesh with the numbers of its README, small files against closed forms, bad files with their
 * exact message. */
#include "support/assert_geom.h"
#include "support/write_file.h"
#include "support/real_mesh.h"

#include "import/import.h"
#include "io/file.h"
#include "mesh/names.h"
#include "scan/report/report.h"
#include "mesh/write.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
static char folder[256];

static const char *in_folder(const char *name) {
    static char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static const char *made_mesh(const char *name) {
    static char path[1024];
    snprintf(path, sizeof(path), "%s/tests/import/meshes/%s", TL_TEST_SOURCE_DIR, name);
    return path;
}

static tl_mesh *import_with(void **state, const char *path, const char *helper) {
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_import_options options = {.helper = helper};
    if (tl_import_mesh(*state, path, &options, &mesh, &error) != TL_OK) {
        fail_msg("%s: %s", path, error.message);
    }
    return mesh;
}

static tl_mesh *import(void **state, const char *path) {
    return import_with(state, path, child);
}

static void save(void **state, const char *path, const char *text, size_t size) {
    (void)state;
    test_write_file(path, text, size);
}

static void assert_same_mesh(const tl_mesh *a, const tl_mesh *b) {
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->piece_count, b->piece_count);
    assert_int_equal(a->warning_count, b->warning_count);
    assert_int_equal(a->unit, b->unit);
    assert_int_equal(a->up, b->up);
    assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof(*a->vertices));
    assert_memory_equal(a->triangles, b->triangles, 3 * a->triangle_count * sizeof(*a->triangles));
    assert_memory_equal(&a->weld, &b->weld, sizeof(a->weld));
    for (size_t i = 0; i < a->piece_count; i++) {
        assert_string_equal(a->pieces[i].names, b->pieces[i].names);
        assert_int_equal(a->pieces[i].first_triangle, b->pieces[i].first_triangle);
        assert_int_equal(a->pieces[i].triangle_count, b->pieces[i].triangle_count);
    }
}

/* --- Real meshes -------------------------------------------------------------------------------------------------- */

/* Counts and sizes of the data's README, in file units; `open` edges where it says. Where triangles are fewer, the
 * README counts those without area and repeated ones too: `dropped` says how many. COLLADA's sizes are checked against
 * its XML. */
typedef struct real_mesh {
    const char *name;
    size_t triangles, dropped, vertices, pieces;
    tl_mesh_unit unit;
    tl_axis up;
    tl_vec3 size_mm; /* x forward, z up */
    int open;        /* -1: the README counts before dropping */
    bool solid;
} real_mesh;

#define NO_UNIT TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED
#define GLTF    TL_MESH_UNIT_M, TL_AXIS_PY
#define DAE     TL_MESH_UNIT_M, TL_AXIS_PZ
#define DAE_IN  TL_MESH_UNIT_INCH, TL_AXIS_PZ

static const real_mesh real_meshes[] = {
    {"cq_building_example.stl", 16412, 0, 7982, 1, NO_UNIT, {197, 174.5, 150}, 0, true},
    {"cq_container_greebled.stl", 67212, 0, 33512, 1, NO_UNIT, {75, 194.5, 75}, 0, true},
    {"cq_barrier_detailed.stl", 2392, 0, 1200, 1, NO_UNIT, {75, 20, 25}, 0, true},
    {"collapsed_industrial.dae", 7101, 4, 5671, 3, DAE_IN, {23121.8486, 19701.1976, 24422.6149}, 3557, false},
    {"parking_garage.dae", 6413, 0, 4683, 1, DAE_IN, {60472.32, 41525.2256, 45905.1628}, 2575, false},
    {"oak_tree.dae", 948, 0, 812, 3, DAE, {10610.756, 8489.8433, 6598.2349}, 476, false},
    {"box3d_building.obj", 4376, 0, 2678, 1, NO_UNIT, {10.97, 7.586, 10.44}, 1034, false},
    {"sponza_truncated.obj", 33663, 0, 20416, 126, NO_UNIT, {2748, 1318, 1257}, 6773, false},
    {"kaykit_crates_stacked.glb", 1331, 0, 718, 1, GLTF, {2249, 2089, 2142}, 47, false},
    {"quaternius_tank.glb", 6064, 0, 3220, 11, GLTF, {10092.5, 17224, 7496.7}, 0, false},
    {"quaternius_mech_george.glb", 7864, 0, 4124, 1, GLTF, {2642.1, 4153.6, 6456.7}, 216, false},
    {"quaternius_swat.glb", 7753, 0, 3949, 9, GLTF, {361.8, 1675.4, 1853.8}, 91, false},
    {"threedscans_hermes.fbx", 19670, 0, 9819, 1, TL_MESH_UNIT_CM, TL_AXIS_PY, {6.13, 8.82, 16.18}, 0, true},
    {"cesium_milk_truck.glb", 3624, 0, 1840, 5, GLTF, {2792, 4868.9, 2582.9}, 8, false},
    /* 4,096 repeated and 23 without area in the README, by each part's own coordinates: turned into place, in double
     * precision, most of those without area have a little. */
    {"helicopter_14_parts.glb", 219187, 4030, 108150, 16, GLTF, {5107, 3658, 2146}, -1, false},
    {"viva_balloon/scene.gltf", 35698, 10, 19709, 37, GLTF, {577.8, 579.8, 694.7}, 3651, false},
    {"lion_statue_scan.obj", 63338, 0, 31825, 1, NO_UNIT, {1.041, 1.793, 2.801}, 322, false},
    {"landform_crater.glb", 177950, 132, 89530, 220, GLTF, {241900, 323100, 64340}, 1268, false},
    {"aerial_b9_mesh.off", 10174, 0, 5951, 1, NO_UNIT, {90.89, 112.1, 23.93}, 1708, false},
    {"stanford_bunny.obj", 69451, 0, 34834, 1, NO_UNIT, {0.1557, 0.1543, 0.1207}, 223, false},
    /* 110 in the README: two of them have a little area. One vertex fewer is unused by then. */
    {"stanford_dragon.ply", 871414, 108, 435545, 1, NO_UNIT, {0.2049, 0.1444, 0.09162}, 0, true},
    {"srtm_white_mountains.ply", 522242, 0, 262144, 1, NO_UNIT, {33930, 47400, 1765}, 2044, false},
    {"spider_ascii.stl", 1368, 56, 722, 1, NO_UNIT, {6.23, 8, 3.299}, 72, false},
    {"heart_gears.3mf", 30636, 4, 15184, 1, TL_MESH_UNIT_MM, TL_AXIS_PZ, {79.57, 47.67, 76.43}, 0, true},
    /* 24 of its triangles have two corners in one place: 12 vertices fewer. */
    {"cube_gears_production.3mf",
     25692,
     24,
     12852,
     17,
     TL_MESH_UNIT_MM,
     TL_AXIS_PZ,
     {167.996, 125.102, 33.6013},
     0,
     true},
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void assert_real(void **state, const real_mesh *real) {
    double start = now();
    tl_mesh *mesh = import(state, test_data_file(real->name));
    double seconds = now() - start;
    tl_scan_report report;
    tl_error error = {0};
    assert_int_equal(tl_scan_report_make(mesh, real->name, NULL, &report, &error), TL_OK);
    tl_vec3 size = tl_box3_size(report.box_mm);
    print_message("%-28s %6.0f ms %7zu triangles %3zu pieces %-8s %-8s %9.6g x %9.6g x %9.6g mm %s\n", real->name,
                  1000 * seconds, mesh->triangle_count, mesh->piece_count,
                  mesh->unit != TL_MESH_UNIT_UNSTATED ? tl_mesh_unit_name(mesh->unit) : "unstated",
                  mesh->up != TL_AXIS_UNSTATED ? tl_axis_name(mesh->up) : "unstated", size.x, size.y, size.z,
                  mesh->warning_count > 0 ? mesh->warnings[0] : "");
    assert_int_equal(mesh->triangle_count + real->dropped, real->triangles);
    assert_int_equal(mesh->weld.degenerate_dropped + mesh->weld.duplicates_dropped, real->dropped);
    assert_int_equal(mesh->vertex_count, real->vertices);
    assert_int_equal(mesh->piece_count, real->pieces);
    assert_int_equal(mesh->unit, real->unit);
    assert_int_equal(mesh->up, real->up);
    const double got[3] = {size.x, size.y, size.z};
    const double expected[3] = {real->size_mm.x, real->size_mm.y, real->size_mm.z};
    for (int i = 0; i < 3; i++) {
        assert_near(got[i], expected[i],
                    (real->up == TL_AXIS_PZ && real->unit == TL_MESH_UNIT_M ? 1e-6 : 7e-4) * expected[i]);
    }
    if (real->open >= 0) {
        assert_int_equal(report.edges.open, real->open);
    }
    assert_int_equal(report.solid, real->solid);
    tl_scan_report_free(&report);
    tl_mesh_destroy(mesh);
}

static void real_meshes_load_with_the_numbers_of_their_readme(void **state) {
    if (test_data_folder() == NULL) {
        skip();
    }
    for (size_t i = 0; i < sizeof(real_meshes) / sizeof(real_meshes[0]); i++) {
        if (strstr(real_meshes[i].name, ".3mf") == NULL || test_reads_3mf(real_meshes[i].name)) {
            assert_real(state, &real_meshes[i]);
        }
    }
}

static void child_and_process_agree(void **state) {
    if (test_data_folder() == NULL) {
        skip();
    }
    const char *names[] = {"sponza_truncated.obj", "quaternius_tank.glb", "oak_tree.dae", "spider_ascii.stl"};
    for (size_t i = 0; i < 4; i++) {
        tl_mesh *here = import_with(state, test_data_file(names[i]), NULL);
        tl_mesh *there = import(state, test_data_file(names[i]));
        tl_mesh *again = import(state, test_data_file(names[i]));
        assert_same_mesh(here, there);
        assert_same_mesh(there, again);
        tl_mesh_destroy(here);
        tl_mesh_destroy(there);
        tl_mesh_destroy(again);
    }
}

/* The file stands the mech on the ground with its arms down; without its joints it has them spread. By an independent
 * reading of the glTF (joints, inverse bind matrices, weights) the pose spans x -2.0574 to 2.0962, y -0.0191 to 6.4376,
 * z -0.9558 to 1.6863. */
static void skins_are_posed_by_their_joints(void **state) {
    if (test_data_folder() == NULL) {
        skip();
    }
    tl_mesh *mesh = import(state, test_data_file("quaternius_mech_george.glb"));
    tl_box3 box = tl_mesh_box(mesh);
    assert_point_near(box.low, ((tl_vec3){-2.0574, -0.0191, -0.9558}), 1e-4);
    assert_point_near(box.high, ((tl_vec3){2.0962, 6.4376, 1.6863}), 1e-4);
    assert_true(tl_mesh_volume(mesh) > 0);
    tl_mesh_destroy(mesh);
    mesh = import(state, test_data_file("quaternius_tank.glb"));
    const char *const core[] = {"tank_body", "*turret", NULL};
    const char *const limb[] = {"TrackMesh.?", NULL};
    const char *const gear[] = {"*gun*", NULL};
    const char *const *const patterns[TL_ROLE_COUNT] = {core, limb, gear, NULL, NULL};
    assert_int_equal(tl_mesh_assign_roles(mesh, patterns), 0);
    size_t triangles[TL_ROLE_COUNT] = {0};
    for (size_t i = 0; i < mesh->piece_count; i++) {
        triangles[mesh->pieces[i].role] += mesh->pieces[i].triangle_count;
    }
    assert_int_equal(triangles[TL_ROLE_LIMB], 2 * 792);
    assert_int_equal(triangles[TL_ROLE_GEAR], 132);
    assert_int_equal(triangles[TL_ROLE_CORE], 6064 - 2 * 792 - 132);
    tl_mesh_destroy(mesh);
}

/* --- Small meshes ------------------------------------------------------------------------------------------------- */

/* A box of 100 x 50 x 25 inches, and another in a turned group, mirrored and twice as large. */
static void nodes_are_placed_and_mirrors_turned_right(void **state) {
    tl_mesh *mesh = import(state, made_mesh("placed_boxes.dae"));
    assert_int_equal(mesh->triangle_count, 24);
    assert_int_equal(mesh->piece_count, 2);
    assert_string_equal(mesh->pieces[0].names, "Plain\tbox-mesh\nYard");
    assert_string_equal(mesh->pieces[1].names, "Mirrored\tbox-mesh\nGroup\nYard");
    tl_frame frame = {.unit = mesh->unit, .up = mesh->up};
    assert_int_equal(tl_mesh_to_millimetres(mesh, &frame, NULL), TL_OK);
    tl_mesh_edges edges;
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
    assert_int_equal(edges.open + edges.flipped, 0);
    assert_int_equal(edges.components, 2);
    assert_near(tl_mesh_volume(mesh), 9 * 100 * 50 * 25 * 25.4 * 25.4 * 25.4, 1e-2);
    /* The unit is applied once, and exactly: 100 inches are 2540 mm. */
    tl_mesh plain = *mesh;
    plain.triangle_count = 12;
    assert_point_near(tl_mesh_box(&plain).low, ((tl_vec3){0, 0, 0}), 0);
    assert_point_near(tl_mesh_box(&plain).high, ((tl_vec3){2540, 1270, 635}), 1e-9);
    plain.triangles += 3 * 12;
    assert_point_near(tl_mesh_box(&plain).low, ((tl_vec3){900 * 25.4, -200 * 25.4, 10 * 25.4}), 1e-9);
    assert_point_near(tl_mesh_box(&plain).high, ((tl_vec3){1000 * 25.4, 0, 60 * 25.4}), 1e-9);
    tl_mesh_destroy(mesh);
}

/* A tetrahedron of 1 x 2 x 4 units; `count` is what its array says, `taken` what its accessor takes. */
static void save_collada(void **state, const char *name, const char *asset, int count, int taken) {
    char text[1600];
    snprintf(
        text, sizeof(text),
        "<?xml version=\"1.0\"?><!-- <asset><unit meter=\"7\"/></asset> -->\n"
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">%s<library_geometries>"
        "<geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"%d\">0 0 0 1 0 0 0 2 0\n0 0 4"
        "</float_array><technique_common><accessor source=\"#pa\" count=\"%d\" stride=\"3\"><param name=\"X\" "
        "type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
        "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
        "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p>"
        "</triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\">"
        "<node id=\"n\"><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url=\"#s\"/></scene></COLLADA>\n",
        asset, count, taken);
    save(state, name, text, strlen(text));
}

/* Taken as the file states, and when the user says the same: one size. */
static void the_unit_of_collada_counts(void **state) {
    static const struct {
        const char *asset;
        tl_mesh_unit unit;
        double mm;
    } cases[] = {
        {"<asset><unit name=\"millimeter\" meter=\"0.001\"/><up_axis>Z_UP</up_axis></asset>", TL_MESH_UNIT_MM, 1},
        {"<asset><up_axis>Z_UP</up_axis><unit meter = '1e-2'/></asset>", TL_MESH_UNIT_CM, 10},
        {"<asset><unit name=\"meter\" meter=\"1.0\"/><up_axis>Z_UP</up_axis></asset>", TL_MESH_UNIT_M, 1000},
        {"<asset><unit meter=\"0.0254\" name=\"inch\"/><up_axis> Z_UP</up_axis></asset>", TL_MESH_UNIT_INCH, 25.4},
        {"<asset>\n<unit meter=\"0.3048\"/><up_axis>Z_UP</up_axis></asset>", TL_MESH_UNIT_FOOT, 304.8},
        {"<asset><unit meter=\"0.9144\"/><up_axis>Z_UP</up_axis></asset>", TL_MESH_UNIT_CM, 914.4},
        {"<asset><up_axis>Z_UP</up_axis></asset>", TL_MESH_UNIT_M, 1000},
        {"<asset><unit name=\"inch\"/><up_axis>Z_UP</up_axis></asset>", TL_MESH_UNIT_M, 1000},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        save_collada(state, in_folder("unit.dae"), cases[i].asset, 12, 4);
        tl_mesh *mesh = import(state, in_folder("unit.dae"));
        assert_int_equal(mesh->unit, cases[i].unit);
        assert_int_equal(mesh->up, TL_AXIS_PZ);
        tl_frame frame = {.unit = mesh->unit, .up = mesh->up};
        assert_int_equal(tl_mesh_to_millimetres(mesh, &frame, NULL), TL_OK);
        double mm = cases[i].mm;
        assert_point_near(tl_mesh_box(mesh).high, ((tl_vec3){mm, 2 * mm, 4 * mm}), 1e-12 * mm);
        tl_mesh_destroy(mesh);
    }
}

static void arrays_of_collada_hold_what_they_promise(void **state) {
    static const struct {
        int count, taken;
        const char *message;
    } cases[] = {{12, 4, ""},
                 {13, 4, "the array `pa` promises 13 numbers but holds 12"},
                 {1200000, 4, "the array `pa` promises 1200000 numbers but holds 12"},
                 {11, 4, "the array `pa` promises 11 numbers but holds 12"},
                 {-1, 4, "`count` is `-1`, no whole number"},
                 {12, 5, "an accessor takes 15 numbers from the array `pa`, which holds 12"},
                 {12, 2000000000, "an accessor takes 6000000000 numbers from the array `pa`, which holds 12"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        save_collada(state, in_folder("array.dae"), "", cases[i].count, cases[i].taken);
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        tl_import_options options = {.helper = child};
        tl_status status = tl_import_mesh(*state, in_folder("array.dae"), &options, &mesh, &error);
        assert_int_equal(status, i == 0 ? TL_OK : TL_ERROR_FORMAT);
        assert_string_equal(error.message, cases[i].message);
        tl_mesh_destroy(mesh);
    }
}

static void fbx_states_its_unit_and_axis(void **state) {
    tl_mesh *mesh = import(state, made_mesh("inch_z_up.fbx"));
    assert_int_equal(mesh->unit, TL_MESH_UNIT_INCH);
    assert_int_equal(mesh->up, TL_AXIS_PZ);
    assert_point_near(tl_mesh_box(mesh).high, ((tl_vec3){1, 2, 3}), 0);
    assert_near(tl_mesh_volume(mesh), 1, 1e-12);
    tl_mesh_destroy(mesh);
}

/* A 3MF in inches must not pass for one in millimetres. */
static void the_unit_of_3mf_counts(void **state) {
    const struct {
        const char *name;
        tl_mesh_unit unit;
        double mm;
    } cases[] = {{"inch.3mf", TL_MESH_UNIT_INCH, 25.4}, {"micron_stored.3mf", TL_MESH_UNIT_CM, 0.001}};
    if (!test_reads_3mf("units of 3MF")) {
        skip();
    }
    for (int i = 0; i < 2; i++) {
        tl_mesh *mesh = import(state, made_mesh(cases[i].name));
        assert_int_equal(mesh->unit, cases[i].unit);
        assert_int_equal(mesh->up, TL_AXIS_PZ);
        tl_frame frame = {.unit = mesh->unit, .up = mesh->up};
        assert_int_equal(tl_mesh_to_millimetres(mesh, &frame, NULL), TL_OK);
        double mm = cases[i].mm;
        assert_point_near(tl_mesh_box(mesh).high, ((tl_vec3){mm, 2 * mm, 3 * mm}), 1e-14 * mm);
        assert_near(tl_mesh_volume(mesh), mm * mm * mm, 1e-12 * mm * mm * mm);
        tl_mesh_destroy(mesh);
    }
}

static const char tetra[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4";

static void extensions_may_be_upper_case(void **state) {
    save(state, in_folder("TETRA.OBJ"), tetra, strlen(tetra));
    tl_mesh *mesh = import(state, in_folder("TETRA.OBJ"));
    assert_int_equal(mesh->triangle_count, 4);
    assert_near(tl_mesh_volume(mesh), 1.0 / 6, 1e-15);
    assert_int_equal(mesh->warning_count, 1);
    assert_string_equal(mesh->warnings[0], "the file ends in the middle of a line: it may be cut off");
    tl_mesh_destroy(mesh);
}

static void missing_materials_are_no_matter(void **state) {
    static const char text[] = "mtllib nowhere.mtl\no Hull\nusemtl steel\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    save(state, in_folder("hull.obj"), text, strlen(text));
    tl_mesh *mesh = import(state, in_folder("hull.obj"));
    assert_int_equal(mesh->triangle_count, 1);
    assert_string_equal(mesh->pieces[0].names, "Hull\tsteel");
    assert_int_equal(mesh->warning_count, 0);
    tl_mesh_destroy(mesh);
}

static void lost_digits_are_told(void **state) {
    static const char far_away[] = "v 500000 0 0\nv 500100 0 0\nv 500000 100 0\nf 1 2 3\n";
    save(state, in_folder("far.obj"), far_away, strlen(far_away));
    tl_mesh *mesh = import(state, in_folder("far.obj"));
    assert_int_equal(mesh->warning_count, 1);
    assert_string_equal(mesh->warnings[0], "it lies far from its own origin, where coordinates are only good to one "
                                           "part in 3355 of its size: centre it before exporting");
    tl_mesh_destroy(mesh);
}

/* Volatile: gcc 12 leaves out both conversions of a pair of doubles when it vectorises them. */
static double as_float(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

static void what_is_saved_is_imported_again(void **state) {
    tl_mesh *mesh = import(state, made_mesh("placed_boxes.dae"));
    for (size_t i = 0; i < mesh->vertex_count; i++) { /* float32 passes through every format */
        tl_vec3 *v = &mesh->vertices[i];
        *v = (tl_vec3){as_float(v->x), as_float(v->y), as_float(v->z)};
    }
    const char *names[] = {"copy.obj", "copy.STL"};
    for (int i = 0; i < 2; i++) {
        tl_error error = {0};
        assert_int_equal(tl_mesh_save(mesh, in_folder(names[i]), &error), TL_OK);
        tl_mesh *again = import(state, in_folder(names[i]));
        assert_int_equal(again->vertex_count, mesh->vertex_count);
        assert_int_equal(again->triangle_count, mesh->triangle_count);
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            tl_vec3 a[3], b[3];
            tl_mesh_corners(mesh, t, a);
            tl_mesh_corners(again, t, b);
            for (int k = 0; k < 3; k++) {
                assert_point_near(b[k], a[k], 0);
            }
        }
        if (i == 0) {
            assert_int_equal(again->piece_count, 2);
            assert_string_equal(again->pieces[0].names, "Plain");
            assert_string_equal(again->pieces[1].names, "Mirrored");
        }
        tl_mesh_destroy(again);
    }
    tl_error error = {0};
    assert_int_equal(tl_mesh_save(mesh, in_folder("copy.fbx"), &error), TL_ERROR_UNSUPPORTED);
    tl_mesh_destroy(mesh);
}

static void reports_say_what_is_there(void **state) {
    tl_mesh *mesh = import(state, made_mesh("placed_boxes.dae"));
    tl_scan_report report;
    char *text = NULL;
    assert_int_equal(tl_scan_report_make(mesh, "some/boxes.dae", NULL, &report, NULL), TL_OK);
    assert_int_equal(tl_scan_report_words(&report, &text, NULL), TL_OK);
    assert_string_equal(text, "boxes.dae: 24 triangles, 16 vertices\n"
                              "size: 25400 x 6350 x 1524 mm\n"
                              "unit: inch, as the file states: 25400 mm long, the size of the thing itself\n"
                              "  in a scene: \"scale\": 0.01786, which makes it 453.6 mm, at 1:56\n"
                              "up: +z, as the file states\n"
                              "surface: 2 shells; closed, so its inside blocks; 18440000 cm3\n"
                              "repairs: none were needed\n"
                              "parts: 2\n"
                              "  Plain, box-mesh < Yard: 12 triangles, 2540 x 1270 x 635 mm\n"
                              "  Mirrored, box-mesh < Group < Yard: 12 triangles, 2540 x 5080 x 1270 mm\n");
    tl_free(*state, text);
    assert_int_equal(tl_scan_report_json(&report, &text, NULL), TL_OK);
    assert_non_null(strstr(text, "\"unit\":{\"stated\":\"inch\",\"taken\":\"inch\",\"likely\":\"inch\",\"reason\":"));
    assert_non_null(strstr(text, "\"names\":[[\"Mirrored\",\"box-mesh\"],[\"Group\"],[\"Yard\"]],\"triangles\":12"));
    tl_free(*state, text);
    tl_scan_report_free(&report);
    tl_mesh_destroy(mesh);

    save(state, in_folder("tiny.obj"), tetra, strlen(tetra));
    mesh = import(state, in_folder("tiny.obj"));
    assert_int_equal(tl_scan_report_make(mesh, "tiny.obj", NULL, &report, NULL), TL_OK);
    assert_int_equal(report.unit_guess.candidates[0].unit, TL_MESH_UNIT_M);
    assert_int_equal(tl_scan_report_words(&report, &text, NULL), TL_OK);
    assert_non_null(strstr(text,
                           "unit: not stated, taken as mm, but more likely m: 1000 mm long, the size of the thing "
                           "itself; as inch 25.4 mm"));
    assert_non_null(strstr(text, "warning: the file ends in the middle of a line"));
    tl_free(*state, text);
    tl_scan_report_free(&report);
    tl_mesh_destroy(mesh);
}

/* A glTF whose one triangle hangs below `depth` nodes, each moved by one. */
static char *nested_gltf(int depth, size_t *size) {
    size_t room = 1000 + 60 * (size_t)depth;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(
        text, room,
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"scene\":0,\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
        "\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,"
        "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
        "\"nodes\":[");
    for (int i = 0; i < depth; i++) {
        used += (size_t)snprintf(text + used, room - used, "{\"translation\":[0,0,1],\"children\":[%d]},", i + 1);
    }
    *size = used + (size_t)snprintf(text + used, room - used, "{\"mesh\":0,\"name\":\"leaf\"}]}");
    return text;
}

static void deep_nesting_loads(void **state) {
    size_t size;
    char *text = nested_gltf(1000, &size);
    save(state, in_folder("deep.gltf"), text, size);
    free(text);
    tl_mesh *mesh = import(state, in_folder("deep.gltf"));
    assert_int_equal(mesh->triangle_count, 1);
    assert_near(tl_mesh_box(mesh).low.z, 1000, 0);
    assert_memory_equal(mesh->pieces[0].names, "leaf", 4);
    tl_mesh_destroy(mesh);
    text = nested_gltf(100000, &size);
    save(state, in_folder("deep.gltf"), text, size);
    free(text);
    mesh = import(state, in_folder("deep.gltf"));
    assert_near(tl_mesh_box(mesh).low.z, 100000, 0);
    tl_mesh_destroy(mesh);
}

/* Names come to terminals and into reports: what steers those must not. */
static void names_of_parts_are_harmless(void **state) {
    static const char text[] = "o A\033[31m\007\xff\xc2\x9b"
                               "B\xc3\xa4\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    save(state, in_folder("names.obj"), text, strlen(text));
    tl_mesh *mesh = import(state, in_folder("names.obj"));
    assert_string_equal(mesh->pieces[0].names, "A?[31m????B\xc3\xa4");
    tl_mesh_destroy(mesh);
}

static void append(char *text, size_t size, size_t *used, const char *format, int i) {
    int length = snprintf(text + *used, size - *used, format, i, i, i);
    *used += length > 0 ? (size_t)length : 0;
    assert_true(*used < size);
}

/* A glTF of `count` triangles whose numbers lie in files of their own: `0.bin`, `1.bin`, ... */
static void save_with_buffers(void **state, const char *name, int count) {
    static char text[400000];
    static const char *const parts[][2] = {
        {"\"meshes\":[{\"primitives\":[", "{\"attributes\":{\"POSITION\":%d}}"},
        {"]}],\"accessors\":[", "{\"bufferView\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"},
        {"],\"bufferViews\":[", "{\"buffer\":%d,\"byteLength\":36}"},
        {"],\"buffers\":[", "{\"byteLength\":36,\"uri\":\"%d.bin\"}"},
    };
    size_t used = 0;
    append(text, sizeof(text), &used,
           "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"scene\":0,\"nodes\":[{\"mesh\":0}],", 0);
    for (int p = 0; p < 4; p++) {
        append(text, sizeof(text), &used, parts[p][0], 0);
        for (int i = 0; i < count; i++) {
            append(text, sizeof(text), &used, i > 0 ? "," : "", 0);
            append(text, sizeof(text), &used, parts[p][1], i);
        }
    }
    append(text, sizeof(text), &used, "]}", 0);
    save(state, name, text, used);
}

/* Whoever names files without end is not served without end. */
static void a_mesh_names_so_many_files(void **state) {
    enum { MOST = 1001 };
    static const char numbers[] = "@@@@AAAABBBB@@@AAAABBBBC@@@@AABABCBB";
    for (int i = 0; i < MOST; i++) {
        char name[16];
        snprintf(name, sizeof(name), "%d.bin", i);
        save(state, in_folder(name), numbers, 36);
    }
    for (int count = 200; count <= MOST; count += MOST - 200) {
        save_with_buffers(state, in_folder("many.gltf"), count);
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        tl_import_options options = {.helper = child, .seconds = 600};
        tl_status status = tl_import_mesh(*state, in_folder("many.gltf"), &options, &mesh, &error);
        assert_int_equal(status, count == MOST ? TL_ERROR_LIMIT : TL_OK);
        assert_string_equal(error.message, count == MOST ? "it names more than 1000 other files" : "");
        assert_true((mesh != NULL) == (status == TL_OK));
        tl_mesh_destroy(mesh);
    }
}

/* --- Bad files ---------------------------------------------------------------------------------------------------- */

static const char *status_word(tl_status status) {
    switch (status) {
    case TL_ERROR_FILE:
        return "file";
    case TL_ERROR_FORMAT:
        return "format";
    case TL_ERROR_LIMIT:
        return "limit";
    case TL_ERROR_UNSUPPORTED:
        return "unsupported";
    default:
        return "?";
    }
}

/* Beside every bad mesh lies NAME.message: the kind of error, the message and the remedy, a line each. */
static int check_bad_file(void **state, const char *name) {
    char path[1024], expected_path[1100], got[1024];
    snprintf(path, sizeof(path), "tests/bad/mesh/%s", name);
    snprintf(expected_path, sizeof(expected_path), "%s.message", path);
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_import_options options = {.helper = child};
    tl_status status = tl_import_mesh(*state, path, &options, &mesh, &error);
    tl_mesh_destroy(mesh);
    snprintf(got, sizeof(got), "%s\n%s\n%s\n", status_word(status), error.message, error.remedy);
    assert_int_equal(error.status, status);
    assert_string_equal(error.file, path);
    char *expected = NULL;
    size_t size;
    if (tl_file_read(*state, expected_path, 4096, &expected, &size, NULL) != TL_OK || strcmp(got, expected) != 0) {
        print_error("%s gives\n%sinstead of\n%s\n", path, got, expected != NULL ? expected : "(no .message file)\n");
        tl_free(*state, expected);
        return 1;
    }
    tl_free(*state, expected);
    return 0;
}

static void bad_files_give_their_message(void **state) {
    char before[1024];
    assert_non_null(getcwd(before, sizeof(before)));
    assert_int_equal(chdir(TL_TEST_SOURCE_DIR), 0);
    DIR *list = opendir("tests/bad/mesh");
    assert_non_null(list);
    int wrong = 0;
    int tried = 0;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (entry->d_name[0] != '.' && strstr(entry->d_name, ".message") == NULL &&
            (strstr(entry->d_name, ".3mf") == NULL || test_reads_3mf(entry->d_name))) {
            wrong += check_bad_file(state, entry->d_name);
            tried++;
        }
    }
    closedir(list);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(wrong, 0);
    assert_true(tried > 40);
}

static void what_is_no_file_is_told(void **state) {
    const struct {
        const char *path;
        tl_status status;
        const char *message;
    } cases[] = {{"/nowhere/x.obj", TL_ERROR_FILE, "can't read it: there is no such file or folder"},
                 {folder, TL_ERROR_FILE, "it is a folder, not a mesh file"},
                 {"/dev/null", TL_ERROR_FILE, "it is not a file"}};
    for (size_t i = 0; i < 3; i++) {
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        assert_int_equal(tl_import_mesh(*state, cases[i].path, NULL, &mesh, &error), cases[i].status);
        assert_string_equal(error.message, cases[i].message);
        assert_true(error.remedy[0] != 0);
        assert_null(mesh);
    }
    if (geteuid() != 0) { /* root may read everything */
        save(state, in_folder("secret.obj"), tetra, strlen(tetra));
        assert_int_equal(chmod(in_folder("secret.obj"), 0), 0);
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        tl_import_options options = {.helper = child};
        assert_int_equal(tl_import_mesh(*state, in_folder("secret.obj"), &options, &mesh, &error), TL_ERROR_FILE);
        assert_string_equal(error.message, "can't read it: permission denied");
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_import_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        unlink(in_folder(entry->d_name));
    }
    closedir(list);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_meshes_load_with_the_numbers_of_their_readme),
        cmocka_unit_test(child_and_process_agree),
        cmocka_unit_test(skins_are_posed_by_their_joints),
        cmocka_unit_test(nodes_are_placed_and_mirrors_turned_right),
        cmocka_unit_test(the_unit_of_collada_counts),
        cmocka_unit_test(arrays_of_collada_hold_what_they_promise),
        cmocka_unit_test(fbx_states_its_unit_and_axis),
        cmocka_unit_test(the_unit_of_3mf_counts),
        cmocka_unit_test(extensions_may_be_upper_case),
        cmocka_unit_test(missing_materials_are_no_matter),
        cmocka_unit_test(lost_digits_are_told),
        cmocka_unit_test(what_is_saved_is_imported_again),
        cmocka_unit_test(reports_say_what_is_there),
        cmocka_unit_test(deep_nesting_loads),
        cmocka_unit_test(names_of_parts_are_harmless),
        cmocka_unit_test(a_mesh_names_so_many_files),
        cmocka_unit_test(bad_files_give_their_message),
        cmocka_unit_test(what_is_no_file_is_told),
    };
    return cmocka_run_group_tests_name("import", tests, set_up, tear_down);
}
