/* Health and repairs against meshes whose flaws are known because they were put there. */
#include "support/assert_geom.h"
#include "support/purse.h"

#include "bvh/crossings.h"
#include "import/import.h"
#include "scan/health/health.h"
#include "scan/repair/repair.h"
#include "scan/report/report.h"

#include <stdlib.h>
#include <string.h>

/* A closed grid over a box: `cells` squares a side, two triangles each, fronts outside. Welded. */
static void add_box(tl_mesh *mesh, tl_vec3 low, tl_vec3 size, int cells) {
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        for (int i = 0; i < cells; i++) {
            for (int k = 0; k < cells; k++) {
                uint32_t corner[4];
                for (int c = 0; c < 4; c++) {
                    double u = (double)(i + (c == 1 || c == 2)) / cells;
                    double v = (double)(k + (c >= 2)) / cells;
                    double at[3];
                    at[axis] = side % 2;
                    at[(axis + 1) % 3] = side % 2 ? u : v;
                    at[(axis + 2) % 3] = side % 2 ? v : u;
                    tl_vec3 p = {low.x + size.x * at[0], low.y + size.y * at[1], low.z + size.z * at[2]};
                    assert_true(tl_mesh_add_vertex(mesh, p, &corner[c]));
                }
                assert_true(tl_mesh_add_triangle(mesh, corner[0], corner[1], corner[2]));
                assert_true(tl_mesh_add_triangle(mesh, corner[0], corner[2], corner[3]));
            }
        }
    }
}

static void finish(tl_mesh *mesh, const char *name) {
    assert_true(tl_mesh_end_piece(mesh, name, TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, NULL, NULL), TL_OK);
}

static tl_mesh *box(void **state, int cells) {
    tl_mesh *mesh = tl_mesh_create(*state);
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 20, 30}, cells);
    finish(mesh, "box");
    return mesh;
}

/* Takes triangles away; vertices stay. */
static void remove_triangles(tl_mesh *mesh, size_t first, size_t count) {
    memmove(mesh->triangles + 3 * first, mesh->triangles + 3 * (first + count),
            3 * (mesh->triangle_count - first - count) * sizeof(*mesh->triangles));
    mesh->triangle_count -= count;
    mesh->pieces[0].triangle_count -= (uint32_t)count;
}

static tl_scan_health look(const tl_mesh *mesh) {
    tl_scan_health health;
    assert_int_equal(tl_scan_health_make(mesh, &health, NULL), TL_OK);
    return health;
}

static size_t open_edges(const tl_mesh *mesh) {
    tl_mesh_edges edges;
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
    return edges.open + edges.flipped;
}

static void a_sound_box_has_nothing(void **state) {
    tl_mesh *mesh = box(state, 4);
    tl_scan_health health = look(mesh);
    assert_int_equal(health.hole_count, 0);
    assert_int_equal(health.non_manifold_count, 0);
    assert_int_equal(health.flipped_count, 0);
    assert_int_equal(health.part_count, 1);
    assert_int_equal(health.specks, 0);
    assert_int_equal(health.far_vertices, 0);
    tl_scan_up_guess up;
    tl_scan_up_guess_make(&health, TL_AXIS_UNSTATED, &up);
    assert_int_equal(up.likely, TL_AXIS_PZ);
    assert_true(up.by_habit); /* a box is as flat below as anywhere */
    assert_near(up.flat_underside, 1, 1e-12);
    assert_near(tl_mesh_volume(mesh), 6000, 1e-9);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* The first square of the box lies in the side x = 0: 5 by 7.5 at a quarter of it. */
static void holes_have_their_size_and_place(void **state) {
    tl_mesh *mesh = box(state, 4);
    remove_triangles(mesh, 0, 2);
    remove_triangles(mesh, mesh->triangle_count - 1, 1);
    tl_scan_health health = look(mesh);
    assert_int_equal(health.hole_count, 2);
    const tl_scan_hole *hole = &health.holes[0];
    assert_true(hole->closed && health.holes[1].closed);
    assert_int_equal(hole->count, 4);
    assert_near(hole->perimeter, 2 * (5 + 7.5), 1e-12);
    assert_point_near(hole->box.low, ((tl_vec3){0, 0, 0}), 0);
    assert_point_near(hole->box.high, ((tl_vec3){0, 5, 7.5}), 0);
    assert_int_equal(health.holes[1].count, 3);
    assert_near(health.holes[1].perimeter, 2.5 + 5 + sqrt(2.5 * 2.5 + 25), 1e-12);
    /* The corners follow one another along the triangles beside them. */
    for (size_t i = 0; i < hole->count; i++) {
        uint32_t a = health.loops[hole->first + i];
        uint32_t b = health.loops[hole->first + (i + 1) % hole->count];
        bool found = false;
        for (size_t t = 0; t < 3 * mesh->triangle_count; t++) {
            found = found || (mesh->triangles[t] == a && mesh->triangles[t % 3 == 2 ? t - 2 : t + 1] == b);
        }
        assert_true(found);
    }
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* Two squares that have one corner in common: two holes, not one that crosses itself. */
static void holes_that_touch_are_two(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    for (int i = 0; i < 9; i++) { /* a sheet of 3 by 3 squares without two that meet at a corner */
        double x = i % 3;
        double y = i / 3;
        uint32_t c[4];
        if (i == 0 || i == 4) {
            continue;
        }
        assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){x, y, 0}, &c[0]) &&
                    tl_mesh_add_vertex(mesh, (tl_vec3){x + 1, y, 0}, &c[1]) &&
                    tl_mesh_add_vertex(mesh, (tl_vec3){x + 1, y + 1, 0}, &c[2]) &&
                    tl_mesh_add_vertex(mesh, (tl_vec3){x, y + 1, 0}, &c[3]));
        assert_true(tl_mesh_add_triangle(mesh, c[0], c[1], c[2]) && tl_mesh_add_triangle(mesh, c[0], c[2], c[3]));
    }
    finish(mesh, "sheet");
    tl_scan_health health = look(mesh);
    assert_int_equal(health.hole_count, 2); /* the rim, with a notch, and the square in the middle */
    assert_near(health.holes[0].perimeter, 12, 1e-12);
    assert_near(health.holes[1].perimeter, 4, 1e-12);
    assert_true(health.holes[0].closed && health.holes[1].closed);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* A triangle of four, of which the outer three are gone: three holes round the one in the middle, whose corners they
 * meet in, not one hole and a lone triangle; whatever the order of the triangles. */
static void gaps_that_meet_in_corners_are_told_apart(void **state) {
    static const tl_vec3 at[6] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {2, 3, 0}, {6, 3, 0}, {4, 6, 0}};
    static const uint32_t lid[3] = {1, 4, 3};
    static const uint32_t ring[6] = {0, 1, 2, 4, 5, 3};
    for (uint32_t way = 0; way < 12; way++) {
        tl_mesh *mesh = tl_mesh_create(*state);
        uint32_t first = way % 6;
        uint32_t label[6];
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t k = (first + (way < 6 ? i : 6 - i)) % 6;
            assert_true(tl_mesh_add_vertex(mesh, at[k], &label[k]));
        }
        uint32_t tip;
        assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){4, 2, -5}, &tip));
        for (uint32_t i = 0; i < 6; i++) {
            assert_true(tl_mesh_add_triangle(mesh, label[ring[(i + 1) % 6]], label[ring[i]], tip));
        }
        assert_true(tl_mesh_add_triangle(mesh, label[lid[0]], label[lid[1]], label[lid[2]]));
        finish(mesh, "cone");
        tl_scan_health health = look(mesh);
        assert_int_equal(health.hole_count, 3);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(health.holes[i].count, 3);
            assert_true(health.holes[i].closed);
        }
        tl_scan_health_free(&health);
        tl_repair_report report;
        assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 100}, &report, NULL), TL_OK);
        assert_int_equal(report.holes_closed, 3);
        assert_int_equal(open_edges(mesh), 0);
        assert_near(tl_mesh_volume(mesh), 24.0 * 5 / 3, 1e-12);
        tl_mesh_destroy(mesh);
    }
}

/* The rim of an open box stays one loop when the winding turns over beside it. */
static void winding_does_not_break_loops(void **state) {
    tl_mesh *mesh = box(state, 4);
    for (int i = 0; i < 2; i++) { /* a hole, and then a triangle beside it turned round */
        remove_triangles(mesh, 0, 2);
        uint32_t kept = mesh->triangles[0];
        mesh->triangles[0] = mesh->triangles[1];
        mesh->triangles[1] = kept;
        tl_scan_health health = look(mesh);
        assert_int_equal(health.hole_count, 1);
        assert_true(health.holes[0].closed);
        assert_int_equal(health.holes[0].count, i == 0 ? 4 : 6);
        assert_near(health.holes[0].perimeter, i == 0 ? 25 : 35, 1e-12);
        tl_scan_health_free(&health);
    }
    tl_mesh_destroy(mesh);
}

/* Random holes in a box: whatever is taken away, the loops hold every open edge once; closing all of them leaves none.
 */
static void any_holes_are_found_and_closed(void **state) {
    test_random random = test_random_start("holes", 31);
    for (int round = 0; round < 60; round++) {
        tl_mesh *mesh = box(state, 5);
        int taken = 1 + test_random_below(&random, 40);
        for (int i = 0; i < taken; i++) {
            remove_triangles(mesh, (size_t)test_random_below(&random, (int)mesh->triangle_count), 1);
        }
        tl_scan_health health = look(mesh);
        size_t edges = 0;
        for (size_t i = 0; i < health.hole_count; i++) {
            assert_true(health.holes[i].closed && health.holes[i].count >= 3);
            edges += health.holes[i].count;
        }
        assert_int_equal(edges, open_edges(mesh));
        tl_scan_health_free(&health);
        tl_repair_report report;
        assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 1000}, &report, NULL), TL_OK);
        assert_int_equal(open_edges(mesh), 0);
        assert_int_equal(report.holes_left, 0);
        assert_true(report.holes_closed >= 1 && report.triangles_added >= report.holes_closed);
        assert_int_equal(mesh->piece_count, 1 + report.holes_closed);
        size_t added = 0;
        for (size_t i = 1; i < mesh->piece_count; i++) {
            assert_string_equal(mesh->pieces[i].names, "closed hole");
            added += mesh->pieces[i].triangle_count;
        }
        assert_int_equal(added, report.triangles_added);
        tl_mesh_destroy(mesh);
    }
}

static void only_holes_up_to_the_size_are_closed(void **state) {
    tl_mesh *mesh = box(state, 4);
    remove_triangles(mesh, 0, 2);                        /* 7.5 across */
    remove_triangles(mesh, mesh->triangle_count - 1, 1); /* 5 across, in a flat side */
    tl_repair_report report;
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 6}, &report, NULL), TL_OK);
    assert_int_equal(report.holes_closed, 1);
    assert_int_equal(report.triangles_added, 1);
    assert_int_equal(open_edges(mesh), 4);
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 7.5}, &report, NULL), TL_OK);
    assert_int_equal(report.holes_closed, 1);
    assert_int_equal(report.triangles_added, 2);
    assert_int_equal(open_edges(mesh), 0);
    assert_near(tl_mesh_volume(mesh), 6000, 1e-9);
    tl_mesh_destroy(mesh);
}

static void specks_and_strays_are_counted_and_dropped(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 20, 30}, 8);
    add_box(mesh, (tl_vec3){40, 0, 0}, (tl_vec3){0.1, 0.1, 0.1}, 1);
    add_box(mesh, (tl_vec3){40, 1, 0}, (tl_vec3){0.2, 0.1, 0.1}, 1);
    add_box(mesh, (tl_vec3){0, 0, 900}, (tl_vec3){5, 5, 5}, 1);
    finish(mesh, "all");
    tl_scan_health health = look(mesh);
    assert_int_equal(health.part_count, 4);
    assert_int_equal(health.specks, 2);
    assert_int_equal(health.speck_triangles, 24);
    assert_int_equal(health.far_vertices, 8);
    tl_scan_health_free(&health);
    tl_repair_report report;
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.drop_specks = 0.15}, &report, NULL), TL_OK);
    assert_int_equal(report.specks_dropped, 1);
    assert_int_equal(report.speck_triangles, 12);
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.drop_specks = 6}, &report, NULL), TL_OK);
    assert_int_equal(report.specks_dropped, 2);
    assert_near(tl_mesh_volume(mesh), 6000, 1e-9);
    assert_int_equal(mesh->vertex_count, 386);
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.drop_specks = 100}, &report, NULL), TL_OK);
    assert_int_equal(report.specks_dropped, 0); /* nothing would be left */
    assert_int_equal(mesh->triangle_count, 6 * 64 * 2);
    tl_mesh_destroy(mesh);
}

/* Any triangles turned round, any closed part inside out: afterwards as at first. */
static void winding_is_mended(void **state) {
    test_random random = test_random_start("winding", 37);
    for (int round = 0; round < 30; round++) {
        tl_mesh *mesh = tl_mesh_create(*state);
        add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 20, 30}, 3);
        add_box(mesh, (tl_vec3){50, 0, 0}, (tl_vec3){10, 10, 10}, 3);
        finish(mesh, "two");
        size_t turned = 0;
        bool all = round % 3 == 0;
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            if (all || test_random_below(&random, 3) == 0) {
                uint32_t kept = mesh->triangles[3 * t];
                mesh->triangles[3 * t] = mesh->triangles[3 * t + 1];
                mesh->triangles[3 * t + 1] = kept;
                turned++;
            }
        }
        tl_scan_health health = look(mesh);
        assert_true(all ? health.flipped_count == 0 : health.flipped_count > 0);
        assert_int_equal(health.turned_triangles, turned);
        assert_true(all ? health.turned_count == 2 && health.turned[0].whole : !health.turned[0].whole);
        tl_scan_health_free(&health);
        tl_repair_report report;
        assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.reorient = true}, &report, NULL), TL_OK);
        assert_int_equal(report.triangles_turned, turned);
        assert_int_equal(open_edges(mesh), 0);
        assert_near(tl_mesh_volume(mesh), 7000, 1e-9);
        tl_mesh_destroy(mesh);
    }
}

/* What is turned over has its place and size; the wall of a hollow is none, an open sheet goes by most of it. */
static void turned_patches_have_their_size_and_place(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    add_box(mesh, (tl_vec3){-20, -20, 0}, (tl_vec3){40, 40, 40}, 4);
    const size_t outer = mesh->triangle_count;
    add_box(mesh, (tl_vec3){-5, -5, 10}, (tl_vec3){10, 10, 10}, 2);
    finish(mesh, "hollow");
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        const bool inner = t >= outer;
        const bool patch = c[0].x == 20 && c[1].x == 20 && c[2].x == 20 && c[0].y <= 0 && c[1].y <= 0 && c[2].y <= 0 &&
                           c[0].z <= 20 && c[1].z <= 20 && c[2].z <= 20;
        if (inner || patch) {
            uint32_t kept = mesh->triangles[3 * t];
            mesh->triangles[3 * t] = mesh->triangles[3 * t + 1];
            mesh->triangles[3 * t + 1] = kept;
        }
    }
    tl_scan_health health = look(mesh);
    assert_int_equal(health.turned_count, 1);
    assert_int_equal(health.turned_triangles, 8);
    assert_int_equal(health.turned[0].triangles, 8);
    assert_false(health.turned[0].whole);
    assert_near(health.turned[0].box.low.x, 20, 0);
    assert_near(health.turned[0].box.low.y, -20, 0);
    assert_near(health.turned[0].box.high.y, 0, 0);
    assert_near(health.turned[0].box.high.z, 20, 0);
    size_t told = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        told += health.turned_of[t] == 0;
        assert_true(health.turned_of[t] == 0 || health.turned_of[t] == UINT32_MAX);
    }
    assert_int_equal(told, 8);
    tl_scan_report report;
    char *text = NULL;
    assert_int_equal(tl_scan_report_make(mesh, "hollow.obj", NULL, &report, NULL), TL_OK);
    tl_scan_report_set_health(&report, &health);
    assert_int_equal(tl_scan_report_words(&report, &text, NULL), TL_OK);
    assert_non_null(strstr(text, "turned over: 1 patch, 8 triangles, 20 mm across at 20, -10, 10; --reorient"));
    tl_free(*state, text);
    assert_int_equal(tl_scan_report_json(&report, &text, NULL), TL_OK);
    assert_non_null(strstr(text, "\"turned_count\":1,\"turned_triangles\":8,\"turned\":[{\"triangles\":8,"
                                 "\"whole_part\":false,\"across_mm\":20,\"at_mm\":[20,-10,10]}]"));
    tl_free(*state, text);
    tl_scan_report_free(&report);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

static void edges_of_three_are_listed(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    uint32_t v[5];
    const tl_vec3 at[5] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, -1, 0}};
    for (int i = 0; i < 5; i++) {
        assert_true(tl_mesh_add_vertex(mesh, at[i], &v[i]));
    }
    for (int i = 2; i < 5; i++) {
        assert_true(tl_mesh_add_triangle(mesh, v[0], v[1], v[i]));
    }
    finish(mesh, "fins");
    tl_scan_health health = look(mesh);
    assert_int_equal(health.non_manifold_count, 1);
    assert_int_equal(health.non_manifold[0].a + health.non_manifold[0].b, 1);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* The side that a thing stands on tells what is up. */
static void up_is_where_the_flat_side_is_not(void **state) {
    static const tl_axis expected[3] = {TL_AXIS_PX, TL_AXIS_PY, TL_AXIS_PZ};
    for (int axis = 0; axis < 3; axis++) {
        tl_mesh *mesh = tl_mesh_create(*state); /* a pyramid on the side low in `axis` */
        uint32_t v[5];
        for (int i = 0; i < 5; i++) {
            double p[3];
            p[axis] = i == 4 ? 3 : 0;
            p[(axis + 1) % 3] = i == 4 ? 0.5 : i == 1 || i == 2;
            p[(axis + 2) % 3] = i == 4 ? 0.5 : i >= 2;
            assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){p[0], p[1], p[2]}, &v[i]));
        }
        for (int i = 0; i < 4; i++) {
            assert_true(tl_mesh_add_triangle(mesh, v[i], v[(i + 1) % 4], v[4]));
        }
        assert_true(tl_mesh_add_triangle(mesh, v[0], v[2], v[1]) && tl_mesh_add_triangle(mesh, v[0], v[3], v[2]));
        finish(mesh, "pyramid");
        tl_scan_health health = look(mesh);
        tl_scan_up_guess up;
        tl_scan_up_guess_make(&health, TL_AXIS_UNSTATED, &up);
        assert_int_equal(up.likely, expected[axis]);
        assert_false(up.by_habit);
        assert_near(up.flat_underside, 1, 1e-12);
        tl_scan_health_free(&health);
        tl_mesh_destroy(mesh);
    }
}

/* Every pair that brute force finds with edges cut with planes in plain arithmetic, and no other; triangles in
 * general position. */
static bool meets_by_cutting(const tl_vec3 p[3], const tl_vec3 q[3]) {
    for (int way = 0; way < 2; way++) {
        const tl_vec3 *a = way == 0 ? p : q;
        const tl_vec3 *b = way == 0 ? q : p;
        for (int k = 0; k < 3; k++) {
            tl_vec3 from = a[k];
            tl_vec3 along = tl_sub(a[(k + 1) % 3], from);
            tl_vec3 u = tl_sub(b[1], b[0]);
            tl_vec3 v = tl_sub(b[2], b[0]);
            tl_vec3 n = tl_cross(u, v);
            double slope = tl_dot(n, along);
            double s = tl_dot(n, tl_sub(b[0], from)) / slope;
            if (!(s > 0 && s < 1)) {
                continue;
            }
            tl_vec3 w = tl_sub(tl_madd(from, along, s), b[0]);
            double d = tl_dot(n, n);
            double beta = tl_dot(tl_cross(w, v), n) / d;
            double gamma = tl_dot(tl_cross(u, w), n) / d;
            if (beta > 0 && gamma > 0 && beta + gamma < 1) {
                return true;
            }
        }
    }
    return false;
}

static void crossings_are_those_of_brute_force(void **state) {
    test_random random = test_random_start("crossings", 41);
    for (int round = 0; round < 5; round++) {
        tl_mesh *mesh = tl_mesh_create(*state);
        for (int i = 0; i < 150; i++) {
            uint32_t v[3];
            tl_vec3 middle = {test_random_between(&random, 0, 3), test_random_between(&random, 0, 3),
                              test_random_between(&random, 0, 3)};
            for (int k = 0; k < 3; k++) {
                tl_vec3 p = tl_add(middle, test_random_direction(&random));
                assert_true(tl_mesh_add_vertex(mesh, p, &v[k]));
            }
            assert_true(tl_mesh_add_triangle(mesh, v[0], v[1], v[2]));
        }
        tl_bvh *bvh = NULL;
        assert_int_equal(tl_bvh_build(*state, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                                      NULL, &bvh, NULL),
                         TL_OK);
        tl_crossed_pair *pairs = NULL;
        size_t count = 0;
        bool limited = true;
        assert_int_equal(tl_bvh_crossings(bvh, 100000, &pairs, &count, &limited, NULL), TL_OK);
        assert_false(limited);
        size_t expected = 0;
        for (uint32_t a = 0; a < mesh->triangle_count; a++) {
            for (uint32_t b = a + 1; b < mesh->triangle_count; b++) {
                tl_vec3 p[3], q[3];
                tl_mesh_corners(mesh, a, p);
                tl_mesh_corners(mesh, b, q);
                expected += meets_by_cutting(p, q);
            }
        }
        assert_true(expected > 100);
        assert_int_equal(count, expected);
        tl_free(*state, pairs);
        pairs = NULL;
        assert_int_equal(tl_bvh_crossings(bvh, 10, &pairs, &count, &limited, NULL), TL_OK);
        assert_true(limited && count == 10);
        tl_free(*state, pairs);
        tl_bvh_destroy(bvh);
        tl_mesh_destroy(mesh);
    }
}

/* Neighbours touch along edges and corners, and boxes side by side along faces: none of that is crossing. */
static void touching_is_not_crossing(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 10, 10}, 3);
    add_box(mesh, (tl_vec3){10, 3, 1}, (tl_vec3){10, 10, 10}, 4);
    finish(mesh, "side by side");
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(*state, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                                  NULL, &bvh, NULL),
                     TL_OK);
    tl_crossed_pair *pairs = NULL;
    size_t count = 1;
    bool limited;
    assert_int_equal(tl_bvh_crossings(bvh, 100, &pairs, &count, &limited, NULL), TL_OK);
    assert_int_equal(count, 0);
    tl_free(*state, pairs);
    tl_bvh_destroy(bvh);
    tl_mesh_destroy(mesh);
}

static void the_report_tells_it(void **state) {
    tl_mesh *mesh = box(state, 4);
    remove_triangles(mesh, 0, 2);
    mesh->unit = TL_MESH_UNIT_CM;
    tl_scan_report report;
    tl_scan_health health = look(mesh);
    const tl_repair_report repaired = {.specks_dropped = 2, .triangles_turned = 1};
    assert_int_equal(tl_scan_report_make(mesh, "box.obj", NULL, &report, NULL), TL_OK);
    tl_scan_report_set_health(&report, &health);
    report.repaired = &repaired;
    char *text = NULL;
    assert_int_equal(tl_scan_report_words(&report, &text, NULL), TL_OK);
    assert_non_null(strstr(text, "holes: 1 loop of open edges, 75 mm across at 0, 25, 37.5\n"));
    assert_non_null(strstr(text, "repairs asked for: 2 specks dropped, 1 triangle turned round\n"));
    assert_non_null(strstr(text, "crossings: not looked for"));
    tl_free(*state, text);
    assert_int_equal(tl_scan_report_json(&report, &text, NULL), TL_OK);
    assert_non_null(strstr(text, "\"holes\":[{\"edges\":4,\"loop\":true,\"perimeter_mm\":250,\"across_mm\":75,"
                                 "\"at_mm\":[0,25,37.5]}],\"loose_parts\":1,\"specks\":0"));
    tl_free(*state, text);
    tl_scan_report_free(&report);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

static void without_memory_nothing_leaks(void **state) {
    (void)state;
    test_purse s = {-1, 0};
    tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &s, .allocate = test_purse_allocate};
    void *context = tl_context_create(&how);
    tl_status status = TL_ERROR_MEMORY;
    for (int left = 0; status == TL_ERROR_MEMORY; left++) {
        s.left = -1;
        tl_mesh *mesh = box(&context, 2);
        remove_triangles(mesh, 0, 2);
        s.left = left;
        tl_repair_report report;
        tl_scan_health health;
        tl_error error = {0};
        status = tl_scan_health_make(mesh, &health, &error);
        if (status == TL_OK) {
            tl_scan_health_free(&health);
            const tl_scan_repairs repairs = {.join = 0.01, .drop_specks = 1, .reorient = true, .close_holes = 100};
            status = tl_scan_repair(mesh, &repairs, &report, &error);
        }
        assert_int_equal(error.status, status);
        for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
            assert_true(mesh->triangles[i] < mesh->vertex_count);
        }
        tl_mesh_destroy(mesh);
        assert_int_equal(s.held, 1);
        assert_true(left < 1000);
    }
    assert_int_equal(status, TL_OK);
    s.left = -1;
    tl_context_destroy(context);
    assert_int_equal(s.held, 0);
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
        cmocka_unit_test(a_sound_box_has_nothing),
        cmocka_unit_test(holes_have_their_size_and_place),
        cmocka_unit_test(holes_that_touch_are_two),
        cmocka_unit_test(gaps_that_meet_in_corners_are_told_apart),
        cmocka_unit_test(winding_does_not_break_loops),
        cmocka_unit_test(any_holes_are_found_and_closed),
        cmocka_unit_test(only_holes_up_to_the_size_are_closed),
        cmocka_unit_test(specks_and_strays_are_counted_and_dropped),
        cmocka_unit_test(winding_is_mended),
        cmocka_unit_test(turned_patches_have_their_size_and_place),
        cmocka_unit_test(edges_of_three_are_listed),
        cmocka_unit_test(up_is_where_the_flat_side_is_not),
        cmocka_unit_test(crossings_are_those_of_brute_force),
        cmocka_unit_test(touching_is_not_crossing),
        cmocka_unit_test(the_report_tells_it),
        cmocka_unit_test(without_memory_nothing_leaks),
    };
    return cmocka_run_group_tests_name("health", tests, set_up, tear_down);
}
