/* Unit, ground and crop, on meshes whose answer is known because they were made so. */
#include "support/assert_geom.h"
#include "support/made_mesh.h"
#include "support/real_mesh.h"

#include "body/found_base.h"
#include "math/angle.h"
#include "scan/shaping/crop.h"
#include "scan/shaping/ground.h"
#include "scan/advice/guess.h"
#include "scan/shaping/shaping.h"

#include <stdlib.h>
#include <string.h>

/* A sheet over [0, width] x [0, depth] with corners in between moved at random, at heights between 0 and `rough`. */
static tl_mesh *rough_sheet(void **state, test_random *random, double width, double depth, int cells, double rough) {
    tl_mesh *mesh = tl_mesh_create(*state);
    for (int k = 0; k <= cells; k++) {
        for (int i = 0; i <= cells; i++) {
            double dx = i > 0 && i < cells ? test_random_between(random, -0.3, 0.3) : 0;
            double dy = k > 0 && k < cells ? test_random_between(random, -0.3, 0.3) : 0;
            (void)made_vertex(mesh, width * (i + dx) / cells, depth * (k + dy) / cells,
                              test_random_between(random, 0, rough));
        }
    }
    uint32_t row = (uint32_t)cells + 1;
    for (uint32_t k = 0; k + 1 < row; k++) {
        for (uint32_t i = 0; i + 1 < row; i++) {
            made_quad(mesh, k * row + i, k * row + i + 1, (k + 1) * row + i + 1, (k + 1) * row + i);
        }
    }
    made_finish(mesh, "sheet\tground");
    return mesh;
}

/* --- Unit --------------------------------------------------------------------------------------------------------- */

static void sizes_tell_units(void **state) {
    (void)state;
    static const struct {
        tl_vec3 size;
        tl_mesh_unit likely;
        bool life_size;
    } cases[] = {
        {{30, 30, 45}, TL_MESH_UNIT_MM, false},           /* a figure */
        {{210, 160, 140}, TL_MESH_UNIT_MM, false},        /* a house */
        {{1800, 1200, 60}, TL_MESH_UNIT_MM, false},       /* a table */
        {{0.03, 0.03, 0.045}, TL_MESH_UNIT_M, false},     /* a figure */
        {{1.2, 1.8, 0.06}, TL_MESH_UNIT_M, false},        /* a table */
        {{0.6, 0.4, 1.83}, TL_MESH_UNIT_M, true},         /* a man */
        {{3.1, 7.4, 2.9}, TL_MESH_UNIT_M, true},          /* a tank */
        {{6.25, 4.5, 3.75}, TL_MESH_UNIT_INCH, false},    /* whole quarters, in a unit that has them */
        {{158.75, 114.3, 95.25}, TL_MESH_UNIT_MM, false}, /* the same in millimetres */
        {{52000, 48000, 3000}, TL_MESH_UNIT_MM, true},    /* a quarter of a town */
        {{300000, 300000, 9000}, TL_MESH_UNIT_M, false},  /* a landscape */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_scan_unit_guess guess;
        tl_scan_unit_guess_make((tl_box3){{0, 0, 0}, cases[i].size}, TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED, &guess);
        assert_int_equal(guess.candidates[0].unit, cases[i].likely);
        if (guess.candidates[0].life_size != cases[i].life_size) {
            fail_msg("%g x %g x %g: %u", cases[i].size.x, cases[i].size.y, cases[i].size.z,
                     (unsigned)guess.candidates[0].thing);
        }
        assert_int_equal(guess.count, TL_SCAN_UNIT_CANDIDATES);
        for (size_t k = 1; k < guess.count; k++) {
            assert_true(guess.candidates[k - 1].score >= guess.candidates[k].score);
        }
        tl_scan_unit_guess_make((tl_box3){{0, 0, 0}, cases[i].size}, TL_MESH_UNIT_FOOT, TL_AXIS_UNSTATED, &guess);
        assert_int_equal(guess.count, 1);
        assert_int_equal(guess.candidates[0].unit, TL_MESH_UNIT_FOOT);
    }
    /* a man with his arms out, thin from front to back: no table when it is known that he stands */
    const tl_box3 man = {{0, 0, 0}, {0.36, 1.85, 1.67}};
    tl_scan_unit_guess guess;
    tl_scan_unit_guess_make(man, TL_MESH_UNIT_M, TL_AXIS_PY, &guess);
    assert_true(guess.candidates[0].life_size);
    tl_scan_unit_guess_make(man, TL_MESH_UNIT_M, TL_AXIS_PX, &guess);
    assert_false(guess.candidates[0].life_size);
}

/* An open sheet is seen from above, whatever axis is up; a mesh that tells nothing says so. */
static void an_open_sheet_tells_up(void **state) {
    static const tl_axis expected[3] = {TL_AXIS_PZ, TL_AXIS_PX, TL_AXIS_PY};
    test_random random = test_random_start("open sheet", 2);
    for (int turn = 0; turn < 3; turn++) {
        tl_mesh *mesh = rough_sheet(state, &random, 100, 80, 12, 15);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            tl_vec3 p = mesh->vertices[i];
            mesh->vertices[i] = turn == 0 ? p : turn == 1 ? (tl_vec3){p.z, p.x, p.y} : (tl_vec3){p.y, p.z, p.x};
        }
        tl_scan_health health;
        tl_scan_up_guess up;
        assert_int_equal(tl_scan_health_make(mesh, &health, NULL), TL_OK);
        tl_scan_up_guess_make(&health, TL_AXIS_UNSTATED, &up);
        assert_int_equal(up.likely, expected[turn]);
        assert_true(up.lead > 0.3 && !up.by_habit);
        tl_scan_health_free(&health);
        tl_mesh_destroy(mesh);
    }
    tl_mesh *mesh = tl_mesh_create(*state); /* an octahedron */
    uint32_t v[6];
    for (int i = 0; i < 6; i++) {
        double d = i % 2 == 0 ? 10 : -10;
        v[i] = made_vertex(mesh, i / 2 == 0 ? d : 0, i / 2 == 1 ? d : 0, i / 2 == 2 ? d : 0);
    }
    for (int i = 0; i < 8; i++) {
        assert_true(tl_mesh_add_triangle(mesh, v[i & 1], v[2 + ((i >> 1) & 1)], v[4 + ((i >> 2) & 1)]));
    }
    made_finish(mesh, "octahedron");
    tl_scan_health health;
    tl_scan_up_guess up;
    assert_int_equal(tl_scan_health_make(mesh, &health, NULL), TL_OK);
    tl_scan_up_guess_make(&health, TL_AXIS_UNSTATED, &up);
    assert_int_equal(up.likely, TL_AXIS_UNSTATED);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* --- Ground ------------------------------------------------------------------------------------------------------- */

/* A plate with houses on it, tilted: the plate is found, not the roofs, which hold more; and levelled with what a scene
 * would write. */
static void tilted_plates_are_levelled(void **state) {
    test_random random = test_random_start("tilted plates", 3);
    for (int trial = 0; trial < 40; trial++) {
        tl_mesh *mesh = rough_sheet(state, &random, 300, 200, 20, 0);
        for (int i = 0; i < 6; i++) { /* roofs in one plane, about as large together as what is left of the plate */
            made_add_box(mesh, (tl_vec3){10 + 95.0 * (i % 3), 5 + 98.0 * (i / 3), 0},
                         (tl_vec3){100 + 95.0 * (i % 3), 100 + 98.0 * (i / 3), 40});
        }
        made_finish(mesh, "houses");
        double roll = test_random_between(&random, -35, 35), pitch = test_random_between(&random, -35, 35);
        tl_vec3 at = {test_random_between(&random, -500, 500), test_random_between(&random, -500, 500),
                      test_random_between(&random, -500, 500)};
        tl_pose pose = tl_pose_turned_tilted(at, test_random_between(&random, 0, 360), roll, pitch);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
        }
        tl_scan_ground ground;
        assert_int_equal(tl_scan_ground_find(mesh, &ground, NULL), TL_OK);
        assert_true(ground.found);
        assert_point_near(ground.normal, pose.z, 1e-9);
        assert_near(ground.offset_mm, tl_dot(pose.z, at), 1e-6);
        assert_true(ground.residual_mm < 2e-6 && ground.worst_mm < 2e-6);
        double cosine = pose.z.z;
        assert_near(ground.tilt_deg, tl_atan2_deg(sqrt(1 - cosine * cosine), cosine), 1e-6);
        tl_vec3 *before = malloc(mesh->vertex_count * sizeof(*before));
        assert_non_null(before);
        memcpy(before, mesh->vertices, mesh->vertex_count * sizeof(*before));
        tl_scan_ground_level(mesh, &ground);
        tl_pose scene = tl_pose_turned_tilted((tl_vec3){0, 0, ground.rise_mm}, 0, ground.roll_deg, ground.pitch_deg);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            assert_point_near(mesh->vertices[i], tl_pose_point(&scene, before[i]), 0);
            if (i < 21 * 21) {
                assert_near(mesh->vertices[i].z, 0, 1e-4); /* the first are those of the plate */
            }
        }
        free(before);
        tl_mesh_destroy(mesh);
    }
}

/* A scan is rough: the plane goes through the middle of it. */
static void rough_ground_is_averaged(void **state) {
    test_random random = test_random_start("rough ground", 4);
    for (int trial = 0; trial < 10; trial++) {
        tl_mesh *mesh = rough_sheet(state, &random, 300, 200, 60, 0.3); /* uniform: root mean square 0.3 / sqrt 12 */
        made_add_box(mesh, (tl_vec3){50, 50, 1}, (tl_vec3){120, 110, 60});
        made_finish(mesh, "block");
        tl_pose pose = tl_pose_turned_tilted((tl_vec3){3, 4, 5}, 10, 6, -9);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
        }
        tl_scan_ground ground;
        assert_int_equal(tl_scan_ground_find(mesh, &ground, NULL), TL_OK);
        assert_true(ground.found);
        assert_point_near(ground.normal, pose.z, 3e-4);
        assert_near(tl_dot(pose.z, pose.at) + 0.15, ground.offset_mm, 0.1);
        assert_true(ground.residual_mm > 0.03 && ground.residual_mm < 0.09); /* edges' middles are less spread */
        assert_true(ground.share > 0.65); /* of a rectangle that is turned against it */
        tl_mesh_destroy(mesh);
    }
    tl_mesh *ball = tl_mesh_create(*state); /* no plane in a finely made ball */
    for (int k = 0; k < 24; k++) {
        for (int i = 0; i < 48; i++) {
            uint32_t v[4];
            for (int c = 0; c < 4; c++) {
                double s, co, sz, cz;
                tl_sincos_deg(7.5 * ((i + (c == 1 || c == 2)) % 48), &s, &co);
                tl_sincos_deg(-90 + 7.5 * (k + (c >= 2)), &sz, &cz);
                v[c] = made_vertex(ball, 20 * cz * co, 20 * cz * s, 20 * sz);
            }
            made_quad(ball, v[0], v[1], v[2], v[3]);
        }
    }
    made_finish(ball, "ball");
    tl_scan_ground ground;
    assert_int_equal(tl_scan_ground_find(ball, &ground, NULL), TL_OK);
    assert_false(ground.found);
    tl_scan_shaped shaped;
    tl_error error = {0};
    assert_int_equal(tl_scan_shape(ball, &(tl_scan_shaping){.level = true}, &shaped, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "no ground to level"));
    tl_found_base base;
    assert_int_equal(tl_found_base_find(ball, &base, NULL), TL_OK);
    assert_int_equal(base.shape.kind, TL_SHAPE_NONE); /* round below: the disc there widens at once */
    tl_mesh_destroy(ball);
}

/* --- Crop --------------------------------------------------------------------------------------------------------- */

/* Area, and the integral of z over the plan, which is the volume under the mesh: both add up over pieces of it. */
static void integrals(const tl_mesh *mesh, double *area, double *plan, double *volume) {
    *area = *plan = *volume = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        tl_vec3 n = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
        *area += tl_length(n) / 2;
        *plan += n.z / 2;
        *volume += n.z / 2 * (c[0].z + c[1].z + c[2].z) / 3;
    }
}

static tl_mesh *cropped(const tl_mesh *mesh, tl_scan_crop crop, tl_scan_crop_report *report) {
    tl_mesh *copy = tl_mesh_copy(mesh);
    tl_error error = {0};
    if (tl_scan_crop_mesh(copy, &crop, report, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    tl_box3 box = tl_mesh_box(copy);
    assert_true(crop.whole || (box.low.x >= crop.low.x && box.high.x <= crop.high.x && box.low.y >= crop.low.y &&
                               box.high.y <= crop.high.y));
    return copy;
}

/* Open edges that don't lie on the border: cracks, or holes that were there before. */
static size_t open_inside(const tl_mesh *mesh, tl_scan_crop crop, double *border) {
    tl_scan_health health;
    size_t open = 0;
    *border = 0;
    assert_int_equal(tl_scan_health_make(mesh, &health, NULL), TL_OK);
    tl_scan_health_mark_crop(&health, &crop);
    for (size_t i = 0; i < health.hole_count; i++) {
        const tl_scan_hole *hole = &health.holes[i];
        open += hole->count - (hole->closed ? 0 : 1) - hole->cropped_edges;
        *border += hole->cropped_length;
        assert_int_equal(tl_scan_hole_is_crop(hole), hole->cropped_edges == hole->count - (hole->closed ? 0 : 1));
    }
    tl_scan_health_free(&health);
    return open;
}

/* A sheet that reaches beyond the rectangle everywhere: its plan is the rectangle, and all it has open is the border.
 */
static void a_cropped_sheet_has_no_cracks(void **state) {
    test_random random = test_random_start("cropped sheet", 5);
    for (int trial = 0; trial < 30; trial++) {
        tl_mesh *mesh = rough_sheet(state, &random, 100, 100, 24, trial % 3 == 0 ? 0 : 20);
        tl_scan_crop crop = {{test_random_between(&random, 1, 45), test_random_between(&random, 1, 45)},
                             {test_random_between(&random, 55, 99), test_random_between(&random, 55, 99)},
                             false};
        if (trial % 2 == 0) { /* through corners, exactly */
            crop.low = tl_plan(mesh->vertices[25 * 7 + 7]);
            crop.high = tl_plan(mesh->vertices[25 * 20 + 20]);
        }
        tl_scan_crop_report report;
        tl_mesh *part = cropped(mesh, crop, &report);
        double area, plan, volume, border;
        integrals(part, &area, &plan, &volume);
        double width = crop.high.x - crop.low.x, depth = crop.high.y - crop.low.y;
        assert_near(plan, width * depth, 1e-9 * width * depth);
        assert_int_equal(open_inside(part, crop, &border), 0);
        assert_true(border >= 2 * (width + depth) * (1 - 1e-12));
        assert_true(trial % 3 != 0 || border <= 2 * (width + depth) * (1 + 1e-12));
        tl_mesh_edges edges;
        assert_int_equal(tl_mesh_count_edges(part, &edges, NULL), TL_OK);
        assert_int_equal(edges.non_manifold + edges.flipped, 0);
        assert_int_equal(edges.components, 1);
        assert_string_equal(part->pieces[0].names, "sheet\tground");
        assert_true(report.cut > 0 && report.dropped > 0 && report.reach_out == 0);
        assert_int_equal(part->weld.vertices_joined, mesh->weld.vertices_joined);
        tl_mesh_destroy(part);
        crop.whole = true;
        tl_scan_crop_report whole_report;
        part = cropped(mesh, crop, &whole_report);
        assert_int_equal(part->triangle_count, mesh->triangle_count - report.dropped);
        assert_int_equal(whole_report.reach_out, report.cut);
        assert_int_equal(whole_report.cut, 0);
        tl_mesh_destroy(part);
        tl_mesh_destroy(mesh);
    }
}

/* Cut in four, a mesh keeps its area and volume, and gets no hole that it didn't have. */
static void assert_four_parts_make_the_whole(const tl_mesh *mesh, tl_vec2 middle) {
    double whole[3], sum[3] = {0, 0, 0}, border;
    integrals(mesh, &whole[0], &whole[1], &whole[2]);
    size_t before = open_inside(mesh, (tl_scan_crop){{1e6, 1e6}, {2e6, 2e6}, false}, &border), after = 0;
    for (int i = 0; i < 4; i++) {
        tl_scan_crop crop = {{i & 1 ? middle.x : -1e5, i & 2 ? middle.y : -1e5},
                             {i & 1 ? 1e5 : middle.x, i & 2 ? 1e5 : middle.y},
                             false};
        tl_scan_crop_report report;
        tl_mesh *part = cropped(mesh, crop, &report);
        double one[3];
        integrals(part, &one[0], &one[1], &one[2]);
        for (int k = 0; k < 3; k++) {
            sum[k] += one[k];
        }
        after += open_inside(part, crop, &border);
        tl_mesh_destroy(part);
    }
    assert_near(sum[0], whole[0], 1e-9 * whole[0]);
    assert_near(sum[1], whole[1], 1e-9 * whole[0]);
    assert_near(sum[2], whole[2], 1e-9 * whole[0] * tl_length(tl_box3_size(tl_mesh_box(mesh))));
    if (before == 0) {
        assert_int_equal(after, 0);
    }
    assert_true(after <= 2 * before); /* an open edge that is cut in two counts twice */
}

static void four_parts_make_the_whole(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    made_add_prism(mesh, (tl_vec2){1, 2}, (tl_vec2){30, 20}, -5, 40, 37);
    made_add_prism(mesh, (tl_vec2){3, 1}, (tl_vec2){3, 2}, 50, 60, 11);
    made_finish(mesh, "prisms");
    assert_four_parts_make_the_whole(mesh, (tl_vec2){2, 1});
    assert_four_parts_make_the_whole(mesh, (tl_vec2){1, 2}); /* through the middle corners */
    tl_mesh_destroy(mesh);
    static const char *const names[] = {"stanford_bunny.obj", "spider_ascii.stl", "quaternius_tank.glb",
                                        "lion_statue_scan.obj"};
    for (size_t i = 0; i < 4 && test_data_folder() != NULL; i++) {
        mesh = test_real_mesh(*state, names[i], 100);
        assert_four_parts_make_the_whole(mesh, (tl_vec2){1.25, -2.5});
        tl_mesh_destroy(mesh);
    }
}

static void crops_of_nothing_are_refused(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    made_add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 10, 10});
    made_finish(mesh, "box");
    static const tl_scan_crop crops[] = {
        {{20, 20}, {30, 30}, false}, {{10, 0}, {20, 10}, true}, {{5, 5}, {5, 9}, false}};
    for (size_t i = 0; i < 3; i++) {
        tl_scan_crop_report report;
        tl_error error = {0};
        tl_status status = tl_scan_crop_mesh(mesh, &crops[i], &report, &error);
        if (i == 1) { /* its border holds one side of the box, which is kept */
            assert_int_equal(status, TL_OK);
            assert_int_equal(mesh->triangle_count, 2);
            continue;
        }
        assert_int_equal(status, TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "--crop");
        assert_non_null(strstr(error.message, i == 0 ? "it reaches from (0, 0) to (10, 10) mm" : "is empty"));
    }
    tl_mesh_destroy(mesh);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_tell_units),
        cmocka_unit_test(an_open_sheet_tells_up),
        cmocka_unit_test(tilted_plates_are_levelled),
        cmocka_unit_test(rough_ground_is_averaged),
        cmocka_unit_test(a_cropped_sheet_has_no_cracks),
        cmocka_unit_test(four_parts_make_the_whole),
        cmocka_unit_test(crops_of_nothing_are_refused),
    };
    return cmocka_run_group_tests_name("scan", tests, set_up, tear_down);
}
