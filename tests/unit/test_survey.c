/* Unit, ground, crop, base, parts and core, on meshes whose answer is known because they were made so. */
#include "support/assert_geom.h"
#include "support/real_mesh.h"
#include "support/scarce.h"

#include "body/found_base.h"
#include "draw/draw_health.h"
#include "draw/draw_parts.h"
#include "geom/hull2.h"
#include "math/angle.h"
#include "mesh/crop.h"
#include "survey/core.h"
#include "survey/forward.h"
#include "survey/ground.h"
#include "survey/guess.h"
#include "survey/parts.h"
#include "survey/report.h"
#include "survey/shaping.h"

#include <trueline/import.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Making meshes ------------------------------------------------------------------------------------------------ */

static uint32_t vertex(tl_mesh *mesh, double x, double y, double z) {
    uint32_t index;
    assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){x, y, z}, &index));
    return index;
}

static void quad(tl_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    assert_true(tl_mesh_add_triangle(mesh, a, b, c) && tl_mesh_add_triangle(mesh, a, c, d));
}

static void finish(tl_mesh *mesh, const char *name) {
    assert_true(tl_mesh_end_piece(mesh, name, TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, NULL, NULL), TL_OK);
}

static void add_box(tl_mesh *mesh, tl_vec3 low, tl_vec3 high) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = vertex(mesh, i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    }
    quad(mesh, v[0], v[2], v[3], v[1]);
    quad(mesh, v[4], v[5], v[7], v[6]);
    quad(mesh, v[0], v[1], v[5], v[4]);
    quad(mesh, v[2], v[6], v[7], v[3]);
    quad(mesh, v[0], v[4], v[6], v[2]);
    quad(mesh, v[1], v[3], v[7], v[5]);
}

/* A closed upright prism over an ellipse of so many corners, the first on the x axis. */
static void add_prism(tl_mesh *mesh, tl_vec2 middle, tl_vec2 half, double low, double high, int corners) {
    uint32_t bottom = vertex(mesh, middle.x, middle.y, low), top = vertex(mesh, middle.x, middle.y, high);
    for (int i = 0; i < corners; i++) {
        double s, c, s1, c1;
        tl_sincos_deg(360.0 * i / corners, &s, &c);
        tl_sincos_deg(360.0 * ((i + 1) % corners) / corners, &s1, &c1);
        uint32_t v[4] = {vertex(mesh, middle.x + half.x * c, middle.y + half.y * s, low),
                         vertex(mesh, middle.x + half.x * c1, middle.y + half.y * s1, low),
                         vertex(mesh, middle.x + half.x * c1, middle.y + half.y * s1, high),
                         vertex(mesh, middle.x + half.x * c, middle.y + half.y * s, high)};
        quad(mesh, v[0], v[1], v[2], v[3]);
        assert_true(tl_mesh_add_triangle(mesh, bottom, v[1], v[0]) && tl_mesh_add_triangle(mesh, top, v[3], v[2]));
    }
}

/* A sheet over [0, width] x [0, depth] with corners in between moved at random, at heights between 0 and `rough`. */
static tl_mesh *rough_sheet(void **state, test_random *random, double width, double depth, int cells, double rough) {
    tl_mesh *mesh = tl_mesh_create(*state);
    for (int k = 0; k <= cells; k++) {
        for (int i = 0; i <= cells; i++) {
            double dx = i > 0 && i < cells ? test_random_between(random, -0.3, 0.3) : 0;
            double dy = k > 0 && k < cells ? test_random_between(random, -0.3, 0.3) : 0;
            (void)vertex(mesh, width * (i + dx) / cells, depth * (k + dy) / cells,
                         test_random_between(random, 0, rough));
        }
    }
    uint32_t row = (uint32_t)cells + 1;
    for (uint32_t k = 0; k + 1 < row; k++) {
        for (uint32_t i = 0; i + 1 < row; i++) {
            quad(mesh, k * row + i, k * row + i + 1, (k + 1) * row + i + 1, (k + 1) * row + i);
        }
    }
    finish(mesh, "sheet\tground");
    return mesh;
}

/* --- Unit --------------------------------------------------------------------------------------------------------- */

static void sizes_tell_units(void **state) {
    (void)state;
    static const struct {
        tl_vec3 size;
        tl_unit likely;
        bool life_size;
    } cases[] = {
        {{30, 30, 45}, TL_UNIT_MM, false},           /* a figure */
        {{210, 160, 140}, TL_UNIT_MM, false},        /* a house */
        {{1800, 1200, 60}, TL_UNIT_MM, false},       /* a table */
        {{0.03, 0.03, 0.045}, TL_UNIT_M, false},     /* a figure */
        {{1.2, 1.8, 0.06}, TL_UNIT_M, false},        /* a table */
        {{0.6, 0.4, 1.83}, TL_UNIT_M, true},         /* a man */
        {{3.1, 7.4, 2.9}, TL_UNIT_M, true},          /* a tank */
        {{6.25, 4.5, 3.75}, TL_UNIT_INCH, false},    /* whole quarters, in a unit that has them */
        {{158.75, 114.3, 95.25}, TL_UNIT_MM, false}, /* the same in millimetres */
        {{52000, 48000, 3000}, TL_UNIT_MM, true},    /* a quarter of a town */
        {{300000, 300000, 9000}, TL_UNIT_M, false},  /* a landscape */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_unit_guess guess;
        tl_unit_guess_make((tl_box3){{0, 0, 0}, cases[i].size}, TL_UNIT_UNSTATED, &guess);
        assert_int_equal(guess.candidates[0].unit, cases[i].likely);
        if (guess.candidates[0].life_size != cases[i].life_size) {
            fail_msg("%g x %g x %g: %s", cases[i].size.x, cases[i].size.y, cases[i].size.z, guess.candidates[0].thing);
        }
        assert_int_equal(guess.count, TL_UNIT_CANDIDATES);
        for (size_t k = 1; k < guess.count; k++) {
            assert_true(guess.candidates[k - 1].score >= guess.candidates[k].score);
        }
        tl_unit_guess_make((tl_box3){{0, 0, 0}, cases[i].size}, TL_UNIT_FOOT, &guess);
        assert_int_equal(guess.count, 1);
        assert_int_equal(guess.candidates[0].unit, TL_UNIT_FOOT);
    }
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
        tl_mesh_health health;
        tl_up_guess up;
        assert_int_equal(tl_mesh_health_make(mesh, &health, NULL), TL_OK);
        tl_up_guess_make(&health, TL_AXIS_UNSTATED, &up);
        assert_int_equal(up.likely, expected[turn]);
        assert_true(up.lead > 0.3 && !up.by_habit);
        tl_mesh_health_free(&health);
        tl_mesh_destroy(mesh);
    }
    tl_mesh *mesh = tl_mesh_create(*state); /* an octahedron */
    uint32_t v[6];
    for (int i = 0; i < 6; i++) {
        double d = i % 2 == 0 ? 10 : -10;
        v[i] = vertex(mesh, i / 2 == 0 ? d : 0, i / 2 == 1 ? d : 0, i / 2 == 2 ? d : 0);
    }
    for (int i = 0; i < 8; i++) {
        assert_true(tl_mesh_add_triangle(mesh, v[i & 1], v[2 + ((i >> 1) & 1)], v[4 + ((i >> 2) & 1)]));
    }
    finish(mesh, "octahedron");
    tl_mesh_health health;
    tl_up_guess up;
    assert_int_equal(tl_mesh_health_make(mesh, &health, NULL), TL_OK);
    tl_up_guess_make(&health, TL_AXIS_UNSTATED, &up);
    assert_int_equal(up.likely, TL_AXIS_UNSTATED);
    tl_mesh_health_free(&health);
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
            add_box(mesh, (tl_vec3){10 + 95.0 * (i % 3), 5 + 98.0 * (i / 3), 0},
                    (tl_vec3){100 + 95.0 * (i % 3), 100 + 98.0 * (i / 3), 40});
        }
        finish(mesh, "houses");
        double roll = test_random_between(&random, -35, 35), pitch = test_random_between(&random, -35, 35);
        tl_vec3 at = {test_random_between(&random, -500, 500), test_random_between(&random, -500, 500),
                      test_random_between(&random, -500, 500)};
        tl_pose pose = tl_pose_turned_tilted(at, test_random_between(&random, 0, 360), roll, pitch);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
        }
        tl_ground ground;
        assert_int_equal(tl_ground_find(mesh, &ground, NULL), TL_OK);
        assert_true(ground.found);
        assert_point_near(ground.normal, pose.z, 1e-9);
        assert_near(ground.offset_mm, tl_dot(pose.z, at), 1e-6);
        assert_true(ground.residual_mm < 2e-6 && ground.worst_mm < 2e-6);
        double cosine = pose.z.z;
        assert_near(ground.tilt_deg, tl_atan2_deg(sqrt(1 - cosine * cosine), cosine), 1e-6);
        tl_vec3 *before = malloc(mesh->vertex_count * sizeof(*before));
        assert_non_null(before);
        memcpy(before, mesh->vertices, mesh->vertex_count * sizeof(*before));
        tl_ground_level(mesh, &ground);
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
        add_box(mesh, (tl_vec3){50, 50, 1}, (tl_vec3){120, 110, 60});
        finish(mesh, "block");
        tl_pose pose = tl_pose_turned_tilted((tl_vec3){3, 4, 5}, 10, 6, -9);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
        }
        tl_ground ground;
        assert_int_equal(tl_ground_find(mesh, &ground, NULL), TL_OK);
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
                v[c] = vertex(ball, 20 * cz * co, 20 * cz * s, 20 * sz);
            }
            quad(ball, v[0], v[1], v[2], v[3]);
        }
    }
    finish(ball, "ball");
    tl_ground ground;
    assert_int_equal(tl_ground_find(ball, &ground, NULL), TL_OK);
    assert_false(ground.found);
    tl_shaped shaped;
    tl_error error = {0};
    assert_int_equal(tl_mesh_shape(ball, &(tl_shaping){.level = true}, &shaped, &error), TL_ERROR_ARGUMENT);
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

static tl_mesh *cropped(const tl_mesh *mesh, tl_crop crop, tl_crop_report *report) {
    tl_mesh *copy = tl_mesh_copy(mesh);
    tl_error error = {0};
    if (tl_mesh_crop(copy, &crop, report, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    tl_box3 box = tl_mesh_box(copy);
    assert_true(crop.whole || (box.low.x >= crop.low.x && box.high.x <= crop.high.x && box.low.y >= crop.low.y &&
                               box.high.y <= crop.high.y));
    return copy;
}

/* Open edges that don't lie on the border: cracks, or holes that were there before. */
static size_t open_inside(const tl_mesh *mesh, tl_crop crop, double *border) {
    tl_mesh_health health;
    size_t open = 0;
    *border = 0;
    assert_int_equal(tl_mesh_health_make(mesh, &health, NULL), TL_OK);
    tl_health_mark_crop(&health, &crop);
    for (size_t i = 0; i < health.hole_count; i++) {
        const tl_hole *hole = &health.holes[i];
        open += hole->count - (hole->closed ? 0 : 1) - hole->cropped_edges;
        *border += hole->cropped_length;
        assert_int_equal(tl_hole_is_crop(hole), hole->cropped_edges == hole->count - (hole->closed ? 0 : 1));
    }
    tl_mesh_health_free(&health);
    return open;
}

/* A sheet that reaches beyond the rectangle everywhere: its plan is the rectangle, and all it has open is the border.
 */
static void a_cropped_sheet_has_no_cracks(void **state) {
    test_random random = test_random_start("cropped sheet", 5);
    for (int trial = 0; trial < 30; trial++) {
        tl_mesh *mesh = rough_sheet(state, &random, 100, 100, 24, trial % 3 == 0 ? 0 : 20);
        tl_crop crop = {{test_random_between(&random, 1, 45), test_random_between(&random, 1, 45)},
                        {test_random_between(&random, 55, 99), test_random_between(&random, 55, 99)},
                        false};
        if (trial % 2 == 0) { /* through corners, exactly */
            crop.low = tl_plan(mesh->vertices[25 * 7 + 7]);
            crop.high = tl_plan(mesh->vertices[25 * 20 + 20]);
        }
        tl_crop_report report;
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
        tl_crop_report whole_report;
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
    size_t before = open_inside(mesh, (tl_crop){{1e6, 1e6}, {2e6, 2e6}, false}, &border), after = 0;
    for (int i = 0; i < 4; i++) {
        tl_crop crop = {{i & 1 ? middle.x : -1e5, i & 2 ? middle.y : -1e5},
                        {i & 1 ? 1e5 : middle.x, i & 2 ? 1e5 : middle.y},
                        false};
        tl_crop_report report;
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
    add_prism(mesh, (tl_vec2){1, 2}, (tl_vec2){30, 20}, -5, 40, 37);
    add_prism(mesh, (tl_vec2){3, 1}, (tl_vec2){3, 2}, 50, 60, 11);
    finish(mesh, "prisms");
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
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 10, 10});
    finish(mesh, "box");
    static const tl_crop crops[] = {{{20, 20}, {30, 30}, false}, {{10, 0}, {20, 10}, true}, {{5, 5}, {5, 9}, false}};
    for (size_t i = 0; i < 3; i++) {
        tl_crop_report report;
        tl_error error = {0};
        tl_status status = tl_mesh_crop(mesh, &crops[i], &report, &error);
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

/* --- Base and core ------------------------------------------------------------------------------------------------ */

static tl_found_base base_of(const tl_mesh *mesh) {
    tl_found_base found;
    assert_int_equal(tl_found_base_find(mesh, &found, NULL), TL_OK);
    return found;
}

static void discs_and_ovals_are_found(void **state) {
    test_random random = test_random_start("bases", 6);
    for (int trial = 0; trial < 60; trial++) {
        bool oval = trial % 2 == 1;
        int corners = 12 + 2 * test_random_below(&random, 60);
        tl_vec2 middle = {test_random_between(&random, -40, 40), test_random_between(&random, -40, 40)};
        double x = test_random_between(&random, 10, 60), y = oval ? x * test_random_between(&random, 0.5, 0.8) : x;
        double low = test_random_between(&random, -20, 20), height = test_random_between(&random, 2, 6);
        tl_mesh *mesh = tl_mesh_create(*state);
        add_prism(mesh, middle, (tl_vec2){x, y}, low, low + height, corners);
        add_prism(mesh, (tl_vec2){middle.x + 2, middle.y}, (tl_vec2){0.4 * x, 0.4 * y}, low + height, low + 60, 24);
        add_box(mesh, (tl_vec3){middle.x, middle.y - 1, low + 40},
                (tl_vec3){middle.x + 1.3 * x, middle.y + 1, low + 42});
        finish(mesh, "figure");
        tl_found_base found = base_of(mesh);
        assert_int_equal(found.shape.kind, oval ? TL_SHAPE_OVAL : TL_SHAPE_DISC);
        /* corners a quarter turn apart lie on both axes when their number divides by 4; else y falls a little short */
        double sine, cosine;
        tl_sincos_deg(90.0 - (corners % 4 == 0 ? 0 : 180.0 / corners), &sine, &cosine);
        assert_near(found.size.x, 2 * x, 2 * x * (1 - sine) * (oval ? 1 : 1e-9) + 1e-9);
        assert_near(found.size.y, 2 * y, 2 * y * (1 - sine) * 1.0001 + 1e-9);
        assert_near(found.shape.pose.at.x, middle.x, 1e-9);
        assert_near(found.shape.pose.at.y, middle.y, 1e-9);
        assert_near(found.shape.low, low, 1e-12);
        assert_true(found.height_seen);
        assert_near(found.shape.high, low + height, 1e-12);
        tl_sincos_deg(180.0 / corners, &sine, &cosine);
        if (!oval) { /* how far the chords keep inside */
            assert_near(found.residual_mm, x * (1 - cosine), 1e-9);
        }
        tl_mesh_destroy(mesh);
    }
    assert_near(tl_common_base_size(25.3), 25, 0);
    assert_near(tl_common_base_size(28.4), 28.5, 0);
    assert_near(tl_common_base_size(45), 0, 0);
}

/* Turns every vertex of a mesh about the origin. */
static void turn_mesh(tl_mesh *mesh, double deg) {
    const tl_pose pose = tl_pose_turned((tl_vec3){0, 0, 0}, deg);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
    }
}

/* Ellipses known in closed form, in any direction, their rims rough: the ellipse found holds every corner, the one
 * shrunk by the residual lies inside the outline, and both are near the one that was made. */
static void ovals_are_found_in_any_direction(void **state) {
    test_random random = test_random_start("turned ovals", 11);
    for (int trial = 0; trial < 60; trial++) {
        int corners = 14 + 2 * test_random_below(&random, 60);
        double x = test_random_between(&random, 20, 80), y = x * test_random_between(&random, 0.4, 0.85);
        double turn = test_random_between(&random, -90, 90), rough = trial % 3 == 0 ? 0 : 0.004 * y;
        tl_vec2 middle = {test_random_between(&random, -40, 40), test_random_between(&random, -40, 40)};
        tl_mesh *mesh = tl_mesh_create(*state);
        add_prism(mesh, middle, (tl_vec2){x, y}, -1, 2.5, corners);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            tl_vec3 *p = &mesh->vertices[i];
            if (p->x != middle.x || p->y != middle.y) { /* both ends of an edge of the rim are moved alike */
                double wave = 977 * p->x + 1531 * p->y;
                double by = rough * (wave - floor(wave));
                double away = tl_hypot(p->x - middle.x, p->y - middle.y);
                p->x -= by * (p->x - middle.x) / away;
                p->y -= by * (p->y - middle.y) / away;
            }
        }
        turn_mesh(mesh, turn);
        finish(mesh, "oval");
        tl_found_base found = base_of(mesh);
        assert_int_equal(found.shape.kind, TL_SHAPE_OVAL);
        double along = tl_wrap_deg(2 * (found.turn_deg - turn)) / 2; /* an axis has two directions */
        bool swapped = fabs(along) > 45;
        double off = swapped ? 90 - fabs(along) : fabs(along), most = rough == 0 ? 0.006 : 2;
        assert_true(fabs(found.turn_deg) <= 45 && off <= most);
        /* turned by half a hundredth of a degree, the ellipse round the corners grows by that times its length */
        double slack = rough == 0 ? 2 * x * 1e-4 * (x / y) : 3 * rough;
        assert_near(swapped ? found.size.y : found.size.x, 2 * x, slack);
        assert_near(swapped ? found.size.x : found.size.y, 2 * y, slack);
        double sine, cosine;
        tl_sincos_deg(180.0 / corners, &sine, &cosine);
        assert_true(found.residual_mm >= x * (1 - cosine) - 1e-9);
        assert_true(found.residual_mm <= x * (1 - cosine) + slack + 2 * rough * x / y);
        for (size_t i = 0; i < mesh->vertex_count; i++) { /* nothing stands out */
            tl_vec3 p = tl_pose_local(&found.shape.pose, mesh->vertices[i]);
            assert_true(tl_hypot(p.x / found.shape.size.x, p.y / found.shape.size.y) <= 1 + 1e-12);
        }
        /* the bound, by hand: every point of the ellipse is within the residual of the hull of the corners */
        tl_vec2 *rim = calloc(2 * mesh->vertex_count + 1, sizeof(*rim)), *hull = rim + mesh->vertex_count;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            rim[i] = tl_plan(mesh->vertices[i]);
        }
        size_t count = tl_convex_hull2(rim, mesh->vertex_count, hull);
        for (int k = 0; k < 720; k++) {
            double s, c, nearest = INFINITY;
            tl_sincos_deg(0.5 * k, &s, &c);
            tl_vec2 p =
                tl_plan(tl_pose_point(&found.shape.pose, (tl_vec3){found.shape.size.x * c, found.shape.size.y * s, 0}));
            for (size_t i = 0; i < count; i++) {
                tl_vec2 a = hull[i], d = tl_sub2(hull[(i + 1) % count], a);
                double t = tl_min(1, tl_max(0, tl_dot2(tl_sub2(p, a), d) / tl_dot2(d, d)));
                nearest = tl_min(nearest, tl_length2(tl_sub2(p, tl_add2(a, tl_scale2(d, t)))));
            }
            assert_true(nearest <= found.residual_mm + 1e-9);
        }
        free(rim);
        tl_mesh_destroy(mesh);
    }
}

static void what_is_no_base_is_not_found(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state); /* eight corners are an octagon */
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){20, 20}, 0, 3, 8);
    finish(mesh, "octagon");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* a house */
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){100, 80, 60});
    finish(mesh, "house");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* two feet */
    add_prism(mesh, (tl_vec2){-6, 0}, (tl_vec2){3, 3}, 0, 30, 24);
    add_prism(mesh, (tl_vec2){6, 0}, (tl_vec2){3, 3}, 0, 30, 24);
    finish(mesh, "feet");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* a table on one leg: that is no base for it */
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){6, 6}, 0, 30, 24);
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){40, 40}, 30, 33, 24);
    finish(mesh, "table");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
}

/* A man of a cylinder and a ball's worth of head on a disc, with a long gun: the capsule stands in the cylinder. */
static void a_core_is_suggested_round_the_body(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){12.5, 12.5}, 0, 3, 48);
    add_prism(mesh, (tl_vec2){1, -2}, (tl_vec2){6, 6}, 3, 33, 48);
    add_box(mesh, (tl_vec3){1, -2.5, 20}, (tl_vec3){28, -1.5, 21});
    finish(mesh, "man");
    tl_core_suggestion s;
    assert_int_equal(tl_core_suggest(mesh, &s, NULL), TL_OK);
    assert_int_equal(s.base.shape.kind, TL_SHAPE_DISC);
    assert_near(s.base.size.x, 25, 1e-9);
    assert_near(s.base_top, 3, 1e-12);
    assert_int_equal(s.count, TL_CORE_KINDS);
    const tl_core_fit *capsule = &s.fits[0];
    assert_int_equal(capsule->kind, TL_CORE_CAPSULE);
    assert_near(capsule->from.x, 1, 0.5);
    assert_near(capsule->from.y, -2, 0.5);
    assert_near(capsule->radius, 6, 0.3);
    assert_near(capsule->from.z - capsule->radius, 3, 0.11);
    assert_near(capsule->to.z + capsule->radius, 33, 0.11);
    for (size_t i = 0; i < s.count; i++) {
        assert_true(s.fits[i].holds >= 0 && s.fits[i].holds <= 1);
        assert_true(s.fits[i].kind != TL_CORE_HULL_ABOVE || s.fits[i].holds == 1);
    }
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* nothing but a base */
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){12.5, 12.5}, 0, 3, 48);
    finish(mesh, "base");
    assert_int_equal(tl_core_suggest(mesh, &s, NULL), TL_OK);
    assert_int_equal(s.count, 0);
    tl_mesh_destroy(mesh);
}

/* A hull between two tracks, a turret, and a gun whose end lies `gun` in front of the tracks, with a tail behind. */
static tl_mesh *made_tank(tl_context *context, double gun, double tail) {
    tl_mesh *mesh = tl_mesh_create(context);
    add_box(mesh, (tl_vec3){-30, -12, 4}, (tl_vec3){30, 12, 16});
    add_box(mesh, (tl_vec3){-34, -20, 0}, (tl_vec3){34, -12, 14});
    add_box(mesh, (tl_vec3){-34, 12, 0}, (tl_vec3){34, 20, 14});
    add_box(mesh, (tl_vec3){-15, -10, 16}, (tl_vec3){12, 10, 26});
    add_box(mesh, (tl_vec3){12, -1.5, 19}, (tl_vec3){34 + gun, 1.5, 22});
    add_box(mesh, (tl_vec3){-34 - tail, -1, 8}, (tl_vec3){-30, 1, 10});
    return mesh;
}

/* In any direction: the evidence, the direction, and that the plane cuts off the gun alone. */
static void forward_is_told_by_what_sticks_out(void **state) {
    for (int i = 0; i < 4; i++) {
        double turn = i < 2 ? 90.0 * i : 47.7 * i - 180;
        tl_mesh *mesh = made_tank(*state, 30, 2);
        turn_mesh(mesh, turn);
        finish(mesh, "tank");
        tl_forward_fit fit;
        assert_int_equal(tl_forward_suggest(mesh, -1, &fit, NULL), TL_OK);
        assert_int_equal(fit.evidence, TL_FORWARD_TOLD);
        assert_true(fit.mirrored > 0.95);
        assert_near(tl_wrap_deg(fit.turn_deg - turn), 0, i < 2 ? 1e-9 : 1.01);
        assert_near(fit.out_mm, 30, 3.1); /* cells of a millimetre, a degree of a width of 40 */
        assert_near(fit.from_mm, 35, 1.5);
        tl_mesh_destroy(mesh);
    }
    static const struct {
        double gun, tail;
        tl_forward_evidence evidence;
    } cases[] = {{1, 1, TL_FORWARD_BLUNT}, {30, 25, TL_FORWARD_BOTH_ENDS}, {4, 30, TL_FORWARD_TOLD}};
    for (size_t i = 0; i < 3; i++) {
        tl_mesh *mesh = made_tank(*state, cases[i].gun, cases[i].tail);
        finish(mesh, "tank");
        tl_forward_fit fit;
        assert_int_equal(tl_forward_suggest(mesh, -1, &fit, NULL), TL_OK);
        assert_int_equal(fit.evidence, cases[i].evidence);
        assert_true(i != 2 || fit.turn_deg == 180);
        tl_mesh_destroy(mesh);
    }
    tl_mesh *mesh = made_tank(*state, 30, 2); /* with something on one side only */
    add_box(mesh, (tl_vec3){-30, 20, 0}, (tl_vec3){-5, 60, 40});
    finish(mesh, "tank with a shed");
    tl_forward_fit fit;
    assert_int_equal(tl_forward_suggest(mesh, -1, &fit, NULL), TL_OK);
    assert_int_equal(fit.evidence, TL_FORWARD_NOT_ALIKE);
    assert_int_equal(tl_forward_suggest(mesh, 1000, &fit, NULL), TL_OK); /* nothing lies up there */
    assert_int_equal(fit.evidence, TL_FORWARD_NOT_ALIKE);
    tl_mesh_destroy(mesh);
}

/* Says no when it has been asked often enough. */
static bool watch(void *user, double done, const char *what) {
    int *left = user;
    assert_true(done >= 0 && done <= 1 && what != NULL);
    return (*left)-- > 0;
}

static void suggestions_can_be_cancelled(void **state) {
    (void)state;
    int left = 1000, asked = 0;
    tl_context *context = tl_context_create(&(tl_context_options){.user = &left, .progress = watch});
    tl_mesh *mesh = made_tank(context, 30, 2);
    finish(mesh, "tank");
    tl_core_suggestion suggestion;
    tl_forward_fit forward;
    tl_status status = TL_ERROR_CANCELLED;
    for (asked = 0; status != TL_OK; asked++) {
        tl_error error = {0};
        left = asked;
        status = tl_core_suggest(mesh, &suggestion, &error);
        assert_true(status == TL_OK ||
                    (status == TL_ERROR_CANCELLED && strstr(error.message, "fitting a core") != NULL));
    }
    assert_true(asked > 5); /* each way of fitting asks */
    left = 0;
    assert_int_equal(tl_forward_suggest(mesh, -1, &forward, NULL), TL_ERROR_CANCELLED);
    left = 1000;
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

/* Whether the report's JSON holds a text. */
static void assert_told(const tl_mesh_report *report, const char *wanted) {
    char *text = NULL;
    assert_int_equal(tl_mesh_report_json(report, &text, NULL), TL_OK);
    if (strstr(text, wanted) == NULL) {
        fail_msg("%s is not in %s", wanted, text);
    }
    tl_free(report->mesh->context, text);
}

/* Ready for a scene: cuts at the base's top and where the gun leaves, all of it turned with the axis that looks
 * forward; an oval under it keeps its own axes, which change places. */
static void cuts_and_forward_are_written_as_a_scene_takes_them(void **state) {
    for (int quarter = 1; quarter < 4; quarter += 2) {
        tl_mesh *tank = made_tank(*state, 30, 2);
        for (size_t i = 0; i < tank->vertex_count; i++) {
            tank->vertices[i].z += 3;
        }
        add_prism(tank, (tl_vec2){0, 0}, (tl_vec2){45, 30}, 0, 3, 96);
        turn_mesh(tank, 90.0 * quarter);
        finish(tank, "tank");
        tl_core_suggestion suggestion;
        tl_forward_fit forward;
        tl_mesh_report report;
        assert_int_equal(tl_core_suggest(tank, &suggestion, NULL), TL_OK);
        assert_int_equal(tl_forward_suggest(tank, suggestion.base_top, &forward, NULL), TL_OK);
        assert_int_equal(tl_mesh_report_make(tank, "x.obj", NULL, &report, NULL), TL_OK);
        report.suggestion = &suggestion;
        report.forward = &forward;
        static const char *const axes[] = {"+x", "+y", "-x", "-y"}, *const out[] = {"1,0", "0,1", "-1,0", "0,-1"};
        char wanted[400], number[TL_JSON_NUMBER_SIZE];
        tl_json_format_double(floor(forward.from_mm * 10 + 0.5) / 10, number);
        assert_near(forward.from_mm, 35, 1.5);
        snprintf(wanted, sizeof(wanted),
                 "\"cuts\":[{\"keep\":{\"plane\":{\"normal\":[0,0,1],\"offset\":3}}},"
                 "{\"drop\":{\"plane\":{\"normal\":[%s,0],\"offset\":%s}}}]",
                 out[quarter], number);
        assert_told(&report, wanted);
        snprintf(wanted, sizeof(wanted),
                 "\"scene\":{\"forward\":\"%s\",\"base\":{\"shape\":\"oval\",\"size\":[90,60],\"height\":3},"
                 "\"core\":{\"cuts\":[{\"keep\":{\"plane\":{\"normal\":[0,0,1],\"offset\":3}}},"
                 "{\"drop\":{\"plane\":{\"normal\":[1,0,0],\"offset\":%s}}}]}}",
                 axes[quarter], number);
        assert_told(&report, wanted);
        tl_mesh_report_free(&report);
        tl_mesh_destroy(tank);
    }
}

/* --- Parts -------------------------------------------------------------------------------------------------------- */

static tl_mesh *named(void **state, const char *const *names) {
    tl_mesh *mesh = tl_mesh_create(*state);
    for (int i = 0; names[i] != NULL; i++) {
        add_box(mesh, (tl_vec3){0, 0, 10.0 * i}, (tl_vec3){1, 1, 10.0 * i + 5});
        assert_true(tl_mesh_end_piece(mesh, names[i], TL_ROLE_CORE));
    }
    return mesh;
}

/* Patterns of one role with a blank behind each. */
static const char *list_of(const tl_parts *parts, tl_role role, char *text) {
    text[0] = '\0';
    for (const char *const *p = parts->patterns[role]; p != NULL && *p != NULL; p++) {
        strcat(strcat(text, *p), " ");
    }
    return text;
}

static void names_suggest_roles(void **state) {
    static const char *const names[] = {"Hull_01\tsteel",
                                        "Hull_02",
                                        "turret.gun",
                                        "turret",
                                        "LeftArm\nrig",
                                        "Kopf",
                                        "roue.002",
                                        "thing\nbackpack\nx",
                                        "Sockel",
                                        "x\tAntenna_a\ny",
                                        "harmonica\nlegend",
                                        NULL};
    tl_mesh *mesh = named(state, names);
    tl_parts parts;
    char text[512];
    assert_int_equal(tl_parts_suggest(mesh, &parts, NULL), TL_OK);
    assert_true(tl_parts_any(&parts));
    assert_string_equal(list_of(&parts, TL_ROLE_CORE, text), "Hull* turret Kopf ");
    assert_string_equal(list_of(&parts, TL_ROLE_LIMB, text), "LeftArm roue* ");
    assert_string_equal(list_of(&parts, TL_ROLE_GEAR, text), "turret.gun backpack Antenna* ");
    assert_string_equal(list_of(&parts, TL_ROLE_BASE, text), "Sockel ");
    assert_string_equal(list_of(&parts, TL_ROLE_STAND, text), "");
    assert_int_equal(tl_mesh_assign_roles(mesh, parts.patterns), 1); /* only the harmonica is left over */
    tl_roles_report roles;
    tl_roles_sum(mesh, &roles);
    assert_int_equal(roles.roles[TL_ROLE_CORE].pieces, 4);
    assert_int_equal(roles.roles[TL_ROLE_CORE].triangles, 48);
    assert_near(roles.roles[TL_ROLE_CORE].low, 0, 0);
    assert_near(roles.roles[TL_ROLE_CORE].high, 55, 0);
    assert_int_equal(roles.unmatched.pieces, 1);
    assert_near(roles.unmatched.low, 100, 0);
    tl_parts_free(&parts);
    tl_mesh_destroy(mesh);
    /* "body*" would take the arm of the body as core, so whole names stand */
    static const char *const mixed[] = {"body_a", "body_b_arm", NULL};
    mesh = named(state, mixed);
    assert_int_equal(tl_parts_suggest(mesh, &parts, NULL), TL_OK);
    assert_string_equal(list_of(&parts, TL_ROLE_CORE, text), "body_a ");
    assert_string_equal(list_of(&parts, TL_ROLE_LIMB, text), "body_b_arm ");
    tl_parts_free(&parts);
    tl_mesh_destroy(mesh);
    static const char *const silent[] = {"", "mesh_0", NULL};
    mesh = named(state, silent);
    assert_int_equal(tl_parts_suggest(mesh, &parts, NULL), TL_OK);
    assert_false(tl_parts_any(&parts));
    tl_parts_free(&parts);
    tl_mesh_destroy(mesh);
}

static void patterns_are_read(void **state) {
    tl_parts parts;
    char text[512];
    assert_int_equal(tl_parts_read(*state, " core = hull* , turret * ;gear=gun*;", &parts, NULL), TL_OK);
    assert_string_equal(list_of(&parts, TL_ROLE_CORE, text), "hull* turret * ");
    assert_string_equal(list_of(&parts, TL_ROLE_GEAR, text), "gun* ");
    assert_null(parts.patterns[TL_ROLE_LIMB]);
    tl_parts_free(&parts);
    static const struct {
        const char *text, *message;
    } bad[] = {{"", "doesn't say"},
               {"hull*", "`hull*` doesn't say"},
               {"hulk=a", "no role `hulk`"},
               {"core=", "is empty"},
               {"core=a,,b", "is empty"},
               {"core=a;core=b", "stands twice"},
               {"core=a;;gear=b", "doesn't say"},
               {"=a", "doesn't say"}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        tl_error error = {0};
        assert_int_equal(tl_parts_read(*state, bad[i].text, &parts, &error), TL_ERROR_ARGUMENT);
        if (strstr(error.message, bad[i].message) == NULL) {
            fail_msg("%s: %s", bad[i].text, error.message);
        }
        assert_string_equal(error.place, "--parts");
    }
}

/* --- Pictures, memory ----------------------------------------------------------------------------------------------
 */

/* What a picture was handed. */
typedef struct seen {
    size_t triangles, meshes, lines;
    char labels[512];
} seen;

static void see_mesh(void *user, const tl_draw_mesh *mesh) {
    seen *s = user;
    s->triangles += mesh->chosen != NULL ? mesh->chosen_count : mesh->triangle_count;
    s->meshes++;
}

static void see_line(void *user, const tl_draw_line *line) {
    seen *s = user;
    s->lines += line->count > 1;
}

static void see_label(void *user, const tl_draw_label *label) {
    seen *s = user;
    strcat(strcat(s->labels, label->text), "|");
}

static void pictures_show_roles_and_suggestions(void **state) {
    static const char *const names[] = {"hull", "gun_1", "gun_2", "thing", NULL};
    tl_mesh *mesh = named(state, names);
    tl_parts parts;
    tl_mesh_report report;
    assert_int_equal(tl_parts_read(*state, "core=hull;gear=gun*", &parts, NULL), TL_OK);
    (void)tl_mesh_assign_roles(mesh, parts.patterns);
    assert_int_equal(tl_mesh_report_make(mesh, "x.obj", NULL, &report, NULL), TL_OK);
    tl_roles_report roles;
    tl_roles_sum(mesh, &roles);
    report.roles = &roles;
    seen s = {0};
    const tl_draw_sink sink = {&s, see_mesh, see_line, see_label};
    assert_true(tl_draw_parts(&report, &sink));
    assert_int_equal(s.triangles, mesh->triangle_count); /* each once */
    assert_int_equal(s.meshes, 3);
    assert_string_equal(s.labels, "core|gear|matched by nothing|");
    tl_mesh_report_free(&report);
    tl_parts_free(&parts);
    tl_mesh_destroy(mesh);

    mesh = tl_mesh_create(*state);
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){16, 16}, 0, 3, 48);
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){6, 6}, 3, 33, 48);
    finish(mesh, "man");
    tl_core_suggestion suggestion;
    assert_int_equal(tl_core_suggest(mesh, &suggestion, NULL), TL_OK);
    assert_int_equal(tl_mesh_report_make(mesh, "x.obj", NULL, &report, NULL), TL_OK);
    report.suggestion = &suggestion;
    s = (seen){0};
    assert_true(tl_draw_parts(&report, &sink));
    assert_true(s.meshes == 2 && s.lines == 1 && s.triangles > mesh->triangle_count);
    assert_non_null(strstr(s.labels, "base: disc of 32 mm|core: capsule, holds "));
    tl_mesh_report_free(&report);
    tl_mesh_destroy(mesh);
}

/* Five crumbs beside a house: the largest three are labelled, the others counted where the next lies. */
static void specks_are_labelled(void **state) {
    static const double sizes[] = {0.1, 0.3, 0.2, 0.4, 0.25};
    tl_mesh *mesh = tl_mesh_create(*state);
    tl_mesh_health health;
    tl_mesh_report report;
    seen s = {0};
    const tl_draw_sink sink = {&s, see_mesh, see_line, see_label};
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){300, 200, 100});
    for (size_t i = 0; i < 5; i++) {
        double x = 310 + 10 * (double)i;
        add_box(mesh, (tl_vec3){x, 0, 0}, (tl_vec3){x + sizes[i], 0.05, 0.05});
    }
    finish(mesh, "house");
    assert_int_equal(tl_mesh_health_make(mesh, &health, NULL), TL_OK);
    assert_int_equal(health.specks, 5);
    assert_int_equal(tl_mesh_report_make(mesh, "x.obj", NULL, &report, NULL), TL_OK);
    tl_mesh_report_set_health(&report, &health);
    assert_true(tl_draw_health(&report, &sink));
    assert_string_equal(s.labels, "speck, 0.4 mm|speck, 0.3 mm|speck, 0.25 mm|2 specks more|");
    tl_mesh_report_free(&report);
    tl_mesh_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* A report on one of the sample meshes, in a language. */
static char *described(const char *language, const char *file, const tl_mesh_options *options) {
    char path[500], *text = NULL, *copy;
    tl_error error = {0};
    tl_context *context = tl_context_create(&(tl_context_options){.language = language});
    snprintf(path, sizeof(path), "%s/%s", TL_TEST_SOURCE_DIR, file);
    if (tl_mesh_describe(context, path, options, false, &text, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    copy = strdup(text);
    tl_text_free(context, text);
    tl_context_destroy(context);
    return copy;
}

static const char *next_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end != NULL ? end + 1 : at + strlen(at);
}

/* Both say as much, line by line, and no line that has words is the same in both. What stands for a scene, names of
 * parts and numbers aren't words: they stand in lines that are set in, and there only those are compared that name
 * nothing. */
static void reports_speak_both_languages(void **state) {
    (void)state;
    static const char *const references[] = {"height = 54.2 mm", "base to head = 44.6 +- 0.5 mm"};
    const struct {
        const char *file, *english, *french;
        tl_mesh_options options;
    } cases[] = {
        {"models/trooper.obj",
         "scale: 1.499376 mm to a unit by 2 references",
         "\xc3\xa9"
         "chelle : 1,499376 mm par unit\xc3\xa9 d'apr\xc3\xa8s 2 r\xc3\xa9"
         "f\xc3\xa9rences",
         {.references = references,
          .reference_count = 2,
          .simplify_mm = 0.1,
          .crops = true,
          .crop_mm = {-5, -5, 5, 5},
          .parts = "core=hull*;gear=x*"}},
        {"models/trooper.obj", "base: a disc of 25 mm", "socle : un disque de 25 mm", {.suggest_core = true}},
        {"models/aircraft.obj", "forward: +x, perhaps", "avant : +x, peut-\xc3\xaatre", {.suggest_core = true}},
        {"terrain/board.obj",
         "base: none found",
         "socle : aucun trouv\xc3\xa9",
         {.suggest_core = true, .unit = "inch", .up = "+z", .level = true}},
        {"terrain/wood.obj",
         "repairs asked for: ",
         "r\xc3\xa9parations demand\xc3\xa9"
         "es : ",
         {.drop_specks_mm = 2, .reorient = true, .close_holes_mm = 30}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *english = described("en", cases[i].file, &cases[i].options);
        char *french = described("fr", cases[i].file, &cases[i].options);
        assert_non_null(strstr(english, cases[i].english));
        assert_non_null(strstr(french, cases[i].french));
        const char *a = english, *b = french;
        for (; *a != '\0' && *b != '\0'; a = next_line(a), b = next_line(b)) {
            size_t length = (size_t)(next_line(a) - a);
            bool same = length == (size_t)(next_line(b) - b) && memcmp(a, b, length) == 0;
            if (same && strncmp(a, "  \"", 3) != 0) {
                fail_msg("the same in both languages: %.*s", (int)length, a);
            }
        }
        assert_true(*a == *b);
        free(english);
        free(french);
    }
}

/* All of it once, on a mesh that has something for everyone. */
static tl_status do_everything(const tl_mesh *mesh) {
    static const char *const references[] = {"width = 50.0 mm", "0,0,0 40,0,0 +- 1 = 40 +- 2 mm"};
    tl_context *context = mesh->context;
    tl_mesh *copy = tl_mesh_copy(mesh);
    tl_status status = copy != NULL ? TL_OK : TL_ERROR_MEMORY;
    tl_calibration calibration = {0};
    tl_parts given = {0}, suggested = {0};
    tl_core_suggestion suggestion;
    tl_forward_fit forward;
    tl_shaped shaped;
    const tl_shaping shaping = {.level = true, .crops = true, .crop = {{0, 0}, {20, 20}, false}};
    status = status == TL_OK ? tl_calibrate(copy, TL_UNIT_MM, TL_AXIS_PZ, references, 2, &calibration, NULL) : status;
    status = status == TL_OK ? tl_parts_read(context, "core=a;gear=b", &given, NULL) : status;
    status = status == TL_OK ? tl_parts_suggest(copy, &suggested, NULL) : status;
    status = status == TL_OK ? tl_core_suggest(copy, &suggestion, NULL) : status;
    status = status == TL_OK ? tl_forward_suggest(copy, 3, &forward, NULL) : status;
    status = status == TL_OK ? tl_mesh_shape(copy, &shaping, &shaped, NULL) : status;
    tl_calibration_free(&calibration);
    tl_parts_free(&given);
    tl_parts_free(&suggested);
    tl_mesh_destroy(copy);
    return status;
}

static void without_memory_nothing_leaks(void **state) {
    (void)state;
    scarce_left = SIZE_MAX;
    tl_context *context = tl_context_create(&(tl_context_options){.allocate = scarce_allocate});
    tl_mesh *mesh = tl_mesh_create(context);
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){25, 25}, 0, 3, 32);
    add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){6, 6}, 3, 33, 32);
    finish(mesh, "hull");
    tl_status status = TL_ERROR_MEMORY;
    size_t n = 0;
    for (; status != TL_OK; n++) {
        scarce_left = n;
        status = do_everything(mesh);
        assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
    }
    assert_true(n > 30);
    scarce_left = SIZE_MAX;
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

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
        cmocka_unit_test(discs_and_ovals_are_found),
        cmocka_unit_test(ovals_are_found_in_any_direction),
        cmocka_unit_test(what_is_no_base_is_not_found),
        cmocka_unit_test(a_core_is_suggested_round_the_body),
        cmocka_unit_test(forward_is_told_by_what_sticks_out),
        cmocka_unit_test(suggestions_can_be_cancelled),
        cmocka_unit_test(cuts_and_forward_are_written_as_a_scene_takes_them),
        cmocka_unit_test(names_suggest_roles),
        cmocka_unit_test(patterns_are_read),
        cmocka_unit_test(pictures_show_roles_and_suggestions),
        cmocka_unit_test(specks_are_labelled),
        cmocka_unit_test(reports_speak_both_languages),
        cmocka_unit_test(without_memory_nothing_leaks),
    };
    return cmocka_run_group_tests_name("survey", tests, set_up, tear_down);
}
