/* Closing holes: rims whose area is known, rims that nothing can fill, and whatever chance brings. */
#include "support/assert_geom.h"

#include "bvh/crossings.h"
#include "math/angle.h"
#include "scan/repair/close.h"
#include "scan/health/health.h"
#include "scan/repair/repair.h"

#include <string.h>

enum { MOST = 256 };

typedef struct outline {
    tl_vec2 at[MOST];
    int count;
} outline;

static double area_of(const outline *o) {
    double twice = 0;
    for (int i = 0; i < o->count; i++) {
        tl_vec2 a = o->at[i], b = o->at[(i + 1) % o->count];
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

static void add(outline *o, double x, double y) {
    assert_true(o->count < MOST);
    o->at[o->count++] = (tl_vec2){x, y};
}

/* A square with a quarter missing, its sides divided: many corners in a row that don't bend. */
static outline ell(void) {
    static const int corner[7][2] = {{0, 0}, {8, 0}, {8, 4}, {4, 4}, {4, 8}, {0, 8}, {0, 0}};
    outline o = {.count = 0};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 4; k++) {
            add(&o, corner[i][0] + (corner[i + 1][0] - corner[i][0]) * k / 4.0,
                corner[i][1] + (corner[i + 1][1] - corner[i][1]) * k / 4.0);
        }
    }
    return o;
}

static outline star(int points, double inner) {
    outline o = {.count = 0};
    for (int i = 0; i < 2 * points; i++) {
        double turn = 3.14159265358979 * i / points, reach = i % 2 == 0 ? 10 : inner;
        add(&o, reach * cos(turn), reach * sin(turn));
    }
    return o;
}

/* A band rolled up two and a half times. */
static outline spiral(void) {
    outline o = {.count = 0};
    for (int i = 0; i <= 100; i++) {
        add(&o, (1 + 0.08 * i) * cos(0.16 * i), (1 + 0.08 * i) * sin(0.16 * i));
    }
    for (int i = 100; i >= 0; i--) {
        add(&o, (0.2 + 0.08 * i) * cos(0.16 * i), (0.2 + 0.08 * i) * sin(0.16 * i));
    }
    return o;
}

/* A tube of that outline without its ends, turned somehow: two holes. */
static tl_mesh *tube(tl_context *context, const outline *o, double height, const tl_pose *pose) {
    tl_mesh *mesh = tl_mesh_create(context);
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < o->count; i++) {
            tl_vec3 p = tl_pose_point(pose, (tl_vec3){o->at[i].x, o->at[i].y, end * height});
            assert_true(tl_mesh_add_vertex(mesh, p, NULL));
        }
    }
    uint32_t n = (uint32_t)o->count;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (i + 1) % n;
        assert_true(tl_mesh_add_triangle(mesh, i, j, n + i) && tl_mesh_add_triangle(mesh, j, n + j, n + i));
    }
    assert_true(tl_mesh_end_piece(mesh, "tube", TL_ROLE_CORE));
    return mesh;
}

/* Of triangles from that one on. */
static size_t crossings(const tl_mesh *mesh, uint32_t from) {
    tl_bvh *bvh = NULL;
    tl_crossed_pair *pairs = NULL;
    size_t count;
    bool limited;
    assert_int_equal(tl_bvh_build(mesh->context, mesh->vertices, mesh->vertex_count, mesh->triangles,
                                  mesh->triangle_count, NULL, &bvh, NULL),
                     TL_OK);
    assert_int_equal(tl_bvh_crossings(bvh, 100000, &pairs, &count, &limited, NULL), TL_OK);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        found += pairs[i].a >= from && pairs[i].b >= from;
    }
    tl_free(mesh->context, pairs);
    tl_bvh_destroy(bvh);
    return found;
}

/* Added triangles of one plane can't lie on each other when their areas sum up to that of the outline. */
static double added_area(const tl_mesh *mesh, size_t from) {
    double area = 0;
    for (size_t t = from; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        double own = tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]))) / 2;
        assert_true(own > 0);
        area += own;
    }
    return area;
}

static void check_tube(void **state, const outline *o, const tl_pose *pose, bool turned) {
    tl_mesh *mesh = tube(*state, o, 3, pose);
    size_t before = mesh->triangle_count;
    tl_repair_report report;
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 1000}, &report, NULL), TL_OK);
    assert_int_equal(report.holes_closed, 2);
    assert_int_equal(report.holes_left, 0);
    assert_int_equal(report.triangles_added, 2 * (o->count - 2));
    assert_int_equal(mesh->piece_count, 3);
    for (size_t i = 1; i < 3; i++) {
        assert_string_equal(mesh->pieces[i].names, "closed hole");
        assert_int_equal(mesh->pieces[i].triangle_count, o->count - 2);
    }
    tl_mesh_edges edges;
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
    assert_int_equal(edges.open + edges.flipped + edges.non_manifold, 0);
    assert_int_equal(crossings(mesh, turned ? (uint32_t)before : 0), 0); /* turning rounds: walls aren't flat then */
    assert_near(added_area(mesh, before), 2 * area_of(o), 1e-9);
    assert_near(tl_mesh_volume(mesh), 3 * area_of(o), 1e-9);
    tl_mesh_destroy(mesh);
}

static void concave_rims_have_their_area(void **state) {
    const outline rims[] = {ell(), star(5, 3), star(40, 9.2), star(7, 0.4), spiral()};
    assert_near(area_of(&rims[0]), 48, 1e-12);
    assert_near(area_of(&rims[1]), 10 * 10 * 3 / 2.0 * sin(3.14159265358979 / 5), 1e-9);
    for (size_t i = 0; i < sizeof(rims) / sizeof(rims[0]); i++) {
        const tl_pose flat = tl_pose_identity();
        check_tube(state, &rims[i], &flat, false);
        for (int k = 0; k < 6; k++) {
            const tl_pose turned = tl_pose_turned_tilted((tl_vec3){3, -2, 5 * k}, 50.0 * k, 37.0 * k, 90.0 - 29 * k);
            check_tube(state, &rims[i], &turned, true);
        }
    }
}

/* Rims that no plane holds: closed without a crossing, or left and counted. */
static void wild_rims_are_closed_or_left(void **state) {
    test_random random = test_random_start("rims", 43);
    int closed = 0, left = 0;
    for (int round = 0; round < 400; round++) {
        tl_mesh *mesh = tl_mesh_create(*state);
        uint32_t n = 4 + (uint32_t)test_random_below(&random, 12);
        double wild = test_random_between(&random, 0, 3);
        for (uint32_t i = 0; i < n; i++) {
            double turn = 2 * 3.14159265358979 * i / n;
            tl_vec3 p = tl_madd((tl_vec3){cos(turn), sin(turn), 0}, test_random_direction(&random), wild);
            assert_true(tl_mesh_add_vertex(mesh, p, NULL));
        }
        assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){0, 0, -50}, NULL)); /* far below: a cone without its lid */
        for (uint32_t i = 0; i < n; i++) {
            assert_true(tl_mesh_add_triangle(mesh, (i + 1) % n, i, n));
        }
        assert_true(tl_mesh_end_piece(mesh, "cone", TL_ROLE_CORE));
        tl_repair_report report;
        assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 1000}, &report, NULL), TL_OK);
        assert_int_equal(report.holes_closed + report.holes_left, 1);
        closed += (int)report.holes_closed;
        left += (int)report.holes_left;
        /* the lid alone */
        memmove(mesh->triangles, mesh->triangles + (size_t)3 * n, 3 * (mesh->triangle_count - n) * sizeof(uint32_t));
        mesh->triangle_count -= n;
        assert_int_equal(mesh->triangle_count, report.holes_closed > 0 ? n - 2 : 0);
        if (mesh->triangle_count > 0) {
            assert_int_equal(crossings(mesh, 0), 0);
        }
        tl_mesh_destroy(mesh);
    }
    assert_true(closed > 100 && left > 10);
}

/* A ribbon along a trefoil: its rims are knotted, so no disc without a crossing has them. */
static void knots_are_left_open(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    enum { N = 60 };
    for (int i = 0; i < N; i++) {
        double t = 2 * 3.14159265358979 * i / N;
        tl_vec3 p = {sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t)};
        assert_true(tl_mesh_add_vertex(mesh, p, NULL) && tl_mesh_add_vertex(mesh, tl_scale(p, 1.05), NULL));
    }
    for (uint32_t i = 0; i < N; i++) {
        uint32_t a = 2 * i, b = 2 * ((i + 1) % N);
        assert_true(tl_mesh_add_triangle(mesh, a, b, a + 1) && tl_mesh_add_triangle(mesh, b, b + 1, a + 1));
    }
    assert_true(tl_mesh_end_piece(mesh, "ribbon", TL_ROLE_CORE));
    tl_repair_report report;
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 1000}, &report, NULL), TL_OK);
    assert_int_equal(report.holes_closed, 0);
    assert_int_equal(report.holes_left, 2);
    assert_int_equal(mesh->triangle_count, 2 * N);
    assert_int_equal(mesh->piece_count, 1);
    tl_mesh_destroy(mesh);
}

/* A diagonal that the mesh has as an edge can't be used a third time. */
static void edges_that_are_taken_are_not_used(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    const tl_vec3 square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const uint32_t ring[] = {0, 1, 2, 3};
    for (int i = 0; i < 4; i++) {
        assert_true(tl_mesh_add_vertex(mesh, square[i], NULL));
    }
    for (int way = 0; way < 4; way++) {
        tl_scan_edge_set taken = {0};
        tl_scan_patch patch = {0};
        assert_true((way & 1) == 0 || tl_scan_edge_set_add(*state, &taken, 2, 0));
        assert_true((way & 2) == 0 || tl_scan_edge_set_add(*state, &taken, 1, 3));
        assert_int_equal(tl_scan_patch_make(mesh, ring, 4, &taken, &patch, NULL), TL_OK);
        assert_int_equal(patch.count, way == 3 ? 0 : 2);
        for (size_t i = 0; i < patch.count; i++) {
            for (int k = 0; k < 3; k++) {
                uint32_t a = patch.triangles[i][k], b = patch.triangles[i][(k + 1) % 3];
                assert_false((way & 1) != 0 && a + b == 2 && a != b && a != 1);
                assert_false((way & 2) != 0 && a + b == 4);
                assert_true(tl_scan_edge_set_has(&taken, a, b));
            }
        }
        tl_free(*state, taken.keys);
        tl_free(*state, patch.triangles);
    }
    tl_mesh_destroy(mesh);
}

/* A rim of thousands of corners: a comb whose teeth are seen from above. */
static void long_rims_are_closed(void **state) {
    enum { TEETH = 1200 };
    tl_mesh *mesh = tl_mesh_create(*state);
    uint32_t n = 0;
    for (int i = 0; i < TEETH; i++) {
        assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){2 * i, 1, 0.1 * (i % 7)}, NULL) &&
                    tl_mesh_add_vertex(mesh, (tl_vec3){2 * i + 1, 60, 0.2 * (i % 5)}, NULL));
        n += 2;
    }
    assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){2 * TEETH, 0, 0}, NULL) &&
                tl_mesh_add_vertex(mesh, (tl_vec3){0, -1, 0}, NULL));
    n += 2;
    uint32_t *ring = tl_alloc(*state, n * sizeof(*ring));
    for (uint32_t i = 0; i < n; i++) {
        ring[i] = n - 1 - i;
    }
    tl_scan_edge_set taken = {0};
    tl_scan_patch patch = {0};
    assert_int_equal(tl_scan_patch_make(mesh, ring, n, &taken, &patch, NULL), TL_OK);
    assert_int_equal(patch.count, n - 2);
    double area = 0, twice = 0;
    for (size_t i = 0; i < patch.count; i++) {
        tl_vec3 a = mesh->vertices[patch.triangles[i][0]], b = mesh->vertices[patch.triangles[i][1]],
                c = mesh->vertices[patch.triangles[i][2]];
        area += fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
    }
    for (uint32_t i = 0; i < n; i++) {
        tl_vec3 a = mesh->vertices[ring[i]], b = mesh->vertices[ring[(i + 1) % n]];
        twice += a.x * b.y - a.y * b.x;
    }
    assert_near(area, twice / 2, 1e-6);
    tl_free(*state, taken.keys);
    tl_free(*state, patch.triangles);
    tl_free(*state, ring);
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
        cmocka_unit_test(concave_rims_have_their_area), cmocka_unit_test(wild_rims_are_closed_or_left),
        cmocka_unit_test(knots_are_left_open),          cmocka_unit_test(edges_that_are_taken_are_not_used),
        cmocka_unit_test(long_rims_are_closed),
    };
    return cmocka_run_group_tests_name("close", tests, set_up, tear_down);
}
