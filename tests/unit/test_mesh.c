/* Meshes against closed forms: cubes, tetrahedra, T-junctions, slivers; copies, and memory that runs out. */
#include "support/assert_geom.h"
#include "support/loose_mesh.h"
#include "support/purse.h"

#include "mesh/mesh.h"

#include <string.h>

static void a_box_is_closed_and_has_its_volume(void **state) {
    tl_mesh *mesh = loose_start(state);
    loose_box(mesh, (tl_vec3){1e6 + 1, -2, 3}, (tl_vec3){1e6 + 3, 1, 7});
    tl_weld_report report = loose_finish(mesh);
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->triangle_count, 12);
    assert_int_equal(report.vertices_joined, 28);
    assert_near(tl_mesh_volume(mesh), 24, 1e-12);
    tl_mesh_edges e = loose_edges(mesh);
    assert_int_equal(e.edges, 18);
    assert_int_equal(e.open + e.odd + e.non_manifold + e.flipped, 0);
    assert_int_equal(e.components, 1);
    assert_true(loose_is_solid(mesh));
    tl_box3 box = tl_mesh_box(mesh);
    assert_point_near(box.low, ((tl_vec3){1e6 + 1, -2, 3}), 0);
    assert_point_near(box.high, ((tl_vec3){1e6 + 3, 1, 7}), 0);
    /* Turned inside out its volume is negative, its inside the same. */
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t *c = mesh->triangles + 3 * i;
        uint32_t swap = c[0];
        c[0] = c[1];
        c[1] = swap;
    }
    assert_near(tl_mesh_volume(mesh), -24, 1e-12);
    assert_true(loose_is_solid(mesh));
    tl_mesh_destroy(mesh);
}

static void defects_of_edges_are_counted(void **state) {
    tl_mesh *mesh = loose_start(state);
    const tl_vec3 p[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
    loose_triangle(mesh, p[0], p[1], p[2]);
    loose_triangle(mesh, p[1], p[2], p[3]); /* runs along the edge 1-2 in the same direction */
    loose_finish(mesh);
    tl_mesh_edges e = loose_edges(mesh);
    assert_int_equal(e.edges, 5);
    assert_int_equal(e.open, 4);
    assert_int_equal(e.flipped, 1);
    assert_int_equal(e.components, 1);
    assert_false(loose_is_solid(mesh));
    loose_triangle(mesh, p[2], p[1], p[4]); /* a third one on it */
    loose_triangle(mesh, (tl_vec3){9, 9, 9}, (tl_vec3){8, 9, 9}, (tl_vec3){9, 8, 9});
    loose_finish(mesh);
    e = loose_edges(mesh);
    assert_int_equal(e.non_manifold, 1);
    assert_int_equal(e.flipped, 0);
    assert_int_equal(e.odd, 1 + 6 + 3);
    assert_int_equal(e.components, 2);
    tl_mesh_destroy(mesh);
}

static void an_empty_mesh_is_nothing(void **state) {
    tl_mesh *mesh = loose_start(state);
    loose_finish(mesh);
    assert_int_equal(mesh->piece_count, 0);
    assert_false(loose_is_solid(mesh));
    assert_true(tl_mesh_volume(mesh) == 0);
    assert_true(tl_box3_is_empty(tl_mesh_box(mesh)));
    assert_int_equal(loose_edges(mesh).edges, 0);
    tl_mesh_destroy(mesh);
}

static void welding_keeps_order_and_counts(void **state) {
    tl_mesh *mesh = loose_start(state);
    const tl_vec3 a = {0.0, 0, 0}, b = {2, 0, 0}, c = {0, 2, 0}, d = {0, 0, 2}, minus = {-0.0, 0, -0.0};
    uint32_t loose;
    assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){5, 5, 5}, &loose));
    loose_triangle(mesh, a, b, c);
    loose_triangle(mesh, c, minus, b); /* the same, begun at another corner, with other zeros */
    loose_triangle(mesh, a, c, b);     /* its back: stays */
    loose_triangle(mesh, a, minus, d); /* two corners in one place */
    assert_true(tl_mesh_end_piece(mesh, "first", TL_ROLE_CORE));
    loose_triangle(mesh, minus, a, b); /* a piece that vanishes */
    assert_true(tl_mesh_end_piece(mesh, "gone", TL_ROLE_CORE));
    loose_triangle(mesh, a, b, c); /* another piece may have its own */
    loose_triangle(mesh, d, b, c);
    assert_true(tl_mesh_end_piece(mesh, "last", TL_ROLE_GEAR));
    tl_weld_report report;
    tl_error error = {0};
    assert_int_equal(tl_mesh_weld(mesh, &report, &error), TL_OK);
    assert_int_equal(report.vertices_joined, 21 - 4);
    assert_int_equal(report.vertices_unused, 1);
    assert_int_equal(report.degenerate_dropped, 2);
    assert_int_equal(report.duplicates_dropped, 1);
    assert_int_equal(report.slivers_absorbed, 0);
    assert_int_equal(mesh->vertex_count, 4);
    const tl_vec3 expected[] = {a, b, c, d};
    for (size_t i = 0; i < 4; i++) {
        assert_true(tl_same_point(mesh->vertices[i], expected[i]));
        assert_false(signbit(mesh->vertices[i].x) || signbit(mesh->vertices[i].z));
    }
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 1, 0, 1, 2, 3, 1, 2};
    assert_int_equal(mesh->triangle_count, 4);
    assert_memory_equal(mesh->triangles, triangles, sizeof(triangles));
    assert_int_equal(mesh->piece_count, 2);
    assert_string_equal(mesh->pieces[0].names, "first");
    assert_string_equal(mesh->pieces[1].names, "last");
    assert_int_equal(mesh->pieces[1].first_triangle, 2);
    assert_int_equal(mesh->pieces[1].triangle_count, 2);
    assert_int_equal(tl_mesh_piece_of(mesh, 1), 0);
    assert_int_equal(tl_mesh_piece_of(mesh, 2), 1);
    /* Welding what is welded changes nothing. */
    assert_int_equal(tl_mesh_weld(mesh, &report, &error), TL_OK);
    assert_int_equal(
        report.vertices_joined + report.vertices_unused + report.degenerate_dropped + report.duplicates_dropped, 0);
    assert_memory_equal(mesh->triangles, triangles, sizeof(triangles));
    assert_int_equal(mesh->weld.degenerate_dropped, 2);
    tl_mesh_destroy(mesh);
}

static void a_sliver_is_absorbed(void **state) {
    tl_mesh *mesh = loose_start(state);
    const tl_vec3 a = {0, 0, 0}, b = {1, 0, 0}, c = {3, 0, 0}, d = {1, 2, 0}, e = {1, 1, 5};
    /* A tetrahedron a c d e whose edge ac has a corner b on one side only, closed by the sliver. */
    loose_triangle(mesh, a, d, c);
    loose_triangle(mesh, a, b, e);
    loose_triangle(mesh, b, c, e);
    loose_triangle(mesh, c, d, e);
    loose_triangle(mesh, d, a, e);
    loose_triangle(mesh, a, c, b);
    tl_weld_report report = loose_finish(mesh);
    assert_int_equal(report.slivers_absorbed, 1);
    assert_int_equal(report.degenerate_dropped, 0);
    assert_int_equal(mesh->triangle_count, 6);
    assert_near(tl_mesh_volume(mesh), 5, 1e-14);
    tl_mesh_edges edges = loose_edges(mesh);
    assert_int_equal(edges.edges, 9);
    assert_int_equal(edges.open + edges.odd + edges.flipped, 0);
    assert_true(loose_is_solid(mesh));
    tl_mesh_destroy(mesh);
}

static void a_lonely_sliver_is_dropped(void **state) {
    tl_mesh *mesh = loose_start(state);
    loose_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 2, 3}, (tl_vec3){3, 6, 9});
    loose_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    tl_weld_report report = loose_finish(mesh);
    assert_int_equal(report.slivers_absorbed, 0);
    assert_int_equal(report.degenerate_dropped, 1);
    assert_int_equal(mesh->triangle_count, 1);
    tl_mesh_destroy(mesh);
}

/* A triangle with two corners in one, along some edge: no neighbour for a sliver. */
static void add_collapsed(test_random *random, tl_mesh *mesh) {
    const uint32_t *edge = mesh->triangles + 3 * (size_t)test_random_below(random, 12);
    uint32_t a = edge[0], b = edge[1];
    const uint32_t made[3][3] = {{a, b, b}, {b, a, b}, {b, b, a}};
    const uint32_t *corner = made[test_random_below(random, 3)];
    assert_true(tl_mesh_add_triangle(mesh, corner[0], corner[1], corner[2]));
}

/* Splits edges of a box at their middles on one side only and closes the gap with slivers, again and again, in every
 * other run beside triangles with two corners in one. */
static void slivers_never_open_a_solid(void **state) {
    test_random random = test_random_start("slivers", 5);
    for (int run = 0; run < 400; run++) {
        tl_mesh *mesh = loose_start(state);
        loose_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1024, 2048, 4096});
        loose_finish(mesh);
        size_t sound = mesh->triangle_count; /* the first ones have area */
        size_t slivers = (size_t)test_random_below(&random, 12);
        uint32_t queue[64][3];
        for (size_t i = 0; i < slivers; i++) {
            uint32_t *c = mesh->triangles + 3 * (size_t)test_random_below(&random, (int)sound);
            uint32_t a = c[0], b = c[1], d = c[2];
            tl_vec3 p = mesh->vertices[a], q = mesh->vertices[b];
            uint32_t m;
            assert_true(tl_mesh_add_vertex(mesh, tl_scale(tl_add(p, q), 0.5), &m));
            size_t at = (size_t)(c - mesh->triangles);
            assert_true(tl_mesh_add_triangle(mesh, m, b, d));
            mesh->triangles[at + 1] = m;
            /* The new half comes after earlier slivers; they are kept aside until the end. */
            memcpy(queue[i], (uint32_t[]){a, b, m}, sizeof(queue[i]));
            sound = mesh->triangle_count;
        }
        for (size_t i = 0; i < slivers && run % 2 == 1; i++) {
            assert_true(tl_mesh_add_triangle(mesh, queue[i][0], queue[i][1], queue[i][1]));
            add_collapsed(&random, mesh);
        }
        for (size_t i = 0; i < slivers; i++) {
            assert_true(tl_mesh_add_triangle(mesh, queue[i][0], queue[i][1], queue[i][2]));
        }
        mesh->pieces[0].triangle_count = (uint32_t)mesh->triangle_count;
        tl_weld_report report;
        assert_int_equal(tl_mesh_weld(mesh, &report, NULL), TL_OK);
        tl_mesh_edges edges = loose_edges(mesh);
        assert_int_equal(edges.odd + edges.flipped, 0);
        assert_true(loose_is_solid(mesh));
        assert_near(tl_mesh_volume(mesh), 1024.0 * 2048 * 4096, 0);
        for (size_t i = 0; i < mesh->triangle_count; i++) {
            tl_vec3 t[3];
            tl_mesh_corners(mesh, i, t);
            assert_true(tl_length(tl_cross(tl_sub(t[1], t[0]), tl_sub(t[2], t[0]))) > 0);
        }
        tl_mesh_destroy(mesh);
    }
}

/* Against a quadratic search: random points from a small set, so that nearly everything coincides. */
static void welding_agrees_with_brute_force(void **state) {
    test_random random = test_random_start("weld", 6);
    for (int run = 0; run < 50; run++) {
        tl_mesh *mesh = loose_start(state);
        int count = 1 + test_random_below(&random, 60);
        tl_vec3 points[180];
        for (int i = 0; i < 3 * count; i++) {
            points[i] = (tl_vec3){test_random_below(&random, 3), test_random_below(&random, 3),
                                  test_random_below(&random, 3) * (test_random_below(&random, 2) ? 1.0 : -1.0)};
        }
        size_t distinct = 0;
        for (int i = 0; i < 3 * count; i++) {
            bool first = true;
            for (int j = 0; j < i; j++) {
                first = first && !tl_same_point(points[i], points[j]);
            }
            distinct += first;
        }
        for (int i = 0; i < count; i++) {
            loose_triangle(mesh, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
        }
        tl_weld_report report = loose_finish(mesh);
        assert_int_equal(report.vertices_joined, 3 * (size_t)count - distinct);
        assert_int_equal(mesh->vertex_count + report.vertices_unused, distinct);
        assert_int_equal(mesh->triangle_count + report.degenerate_dropped + report.duplicates_dropped, count);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            for (size_t j = 0; j < i; j++) {
                assert_false(tl_same_point(mesh->vertices[i], mesh->vertices[j]));
            }
        }
        for (size_t i = 0; i < mesh->triangle_count; i++) {
            for (size_t j = 0; j < i; j++) {
                for (size_t turn = 0; turn < 3; turn++) {
                    const uint32_t *s = mesh->triangles + 3 * i, *t = mesh->triangles + 3 * j;
                    assert_false(s[0] == t[turn] && s[1] == t[(turn + 1) % 3] && s[2] == t[(turn + 2) % 3]);
                }
            }
        }
        tl_mesh_destroy(mesh);
    }
}

/* Triangles that nearly all share one corner, in pieces, many of them twice: only what is the same in its own piece is
 * dropped, and nothing else. */
static void repeated_triangles_of_fans_are_dropped(void **state) {
    enum { RIM = 14, MOST = 600 };
    test_random random = test_random_start("fans", 8);
    for (int run = 0; run < 40; run++) {
        tl_mesh *mesh = loose_start(state);
        int piece_of[MOST], key[MOST][3], count = 20 + test_random_below(&random, MOST - 20), piece = 0;
        size_t expected = 0;
        for (int i = 0; i < count; i++) {
            int a = test_random_below(&random, RIM), b = (a + 1 + test_random_below(&random, RIM - 1)) % RIM;
            int middle = test_random_below(&random, 8) == 0 ? RIM + 1 : RIM, turn = test_random_below(&random, 3);
            const int corner[3] = {middle, a, b};
            tl_vec3 p[3];
            for (int k = 0; k < 3; k++) {
                int c = corner[(k + turn) % 3];
                p[k] = c >= RIM ? (tl_vec3){0, 0, c} : (tl_vec3){c + 1, (c + 1) * (c + 2), 0};
            }
            loose_triangle(mesh, p[0], p[1], p[2]);
            bool first = true;
            for (int j = 0; j < i; j++) {
                first = first && (piece_of[j] != piece || memcmp(key[j], corner, sizeof(corner)) != 0);
            }
            memcpy(key[i], corner, sizeof(corner));
            piece_of[i] = piece;
            expected += first;
            if (test_random_below(&random, 150) == 0) {
                assert_true(tl_mesh_end_piece(mesh, "part", TL_ROLE_CORE));
                piece++;
            }
        }
        tl_weld_report report = loose_finish(mesh);
        assert_int_equal(mesh->triangle_count, expected);
        assert_int_equal(report.duplicates_dropped, (size_t)count - expected);
        tl_mesh_destroy(mesh);
    }
}

static void a_copy_is_deep(void **state) {
    tl_mesh *mesh = loose_start(state);
    loose_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 1, 1});
    loose_finish(mesh);
    mesh->unit = TL_MESH_UNIT_INCH;
    mesh->up = TL_AXIS_NY;
    assert_true(tl_mesh_warn(mesh, "one %d", 1) && tl_mesh_warn(mesh, "two") && tl_mesh_warn(mesh, "one 1"));
    assert_int_equal(mesh->warning_count, 2);
    tl_mesh *copy = tl_mesh_copy(mesh);
    mesh->vertices[0].x = 7;
    mesh->triangles[0] = 7;
    tl_mesh_destroy(mesh);
    assert_true(copy->vertices[0].x == 0 && copy->triangles[0] == 0);
    assert_string_equal(copy->pieces[0].names, "all");
    assert_string_equal(copy->warnings[0], "one 1");
    assert_int_equal(copy->unit, TL_MESH_UNIT_INCH);
    assert_int_equal(copy->up, TL_AXIS_NY);
    assert_int_equal(copy->weld.vertices_joined, 28);
    assert_near(tl_mesh_volume(copy), 1, 1e-15);
    tl_mesh_destroy(copy);
}

static void without_memory_nothing_changes_or_leaks(void **state) {
    (void)state;
    test_purse s = {-1, 0};
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &s, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&options);
    tl_mesh *mesh = tl_mesh_create(context);
    loose_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){4, 4, 4});
    loose_box(mesh, (tl_vec3){1, 1, 1}, (tl_vec3){2, 2, 2});
    loose_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){0, 0, 1}, (tl_vec3){0, 0, 4});
    assert_true(tl_mesh_end_piece(mesh, "all", TL_ROLE_CORE) && tl_mesh_warn(mesh, "careful"));
    long held = s.held;
    for (int step = 0; step < 4; step++) {
        tl_status status = TL_ERROR_MEMORY;
        int failures = -1;
        while (status == TL_ERROR_MEMORY) {
            s.left = ++failures;
            tl_error error = {0};
            tl_mesh_edges edges;
            bool solid;
            if (step == 0) {
                tl_mesh *copy = tl_mesh_copy(mesh);
                status = copy != NULL ? TL_OK : TL_ERROR_MEMORY;
                tl_mesh_destroy(copy);
            } else {
                status = step == 1   ? tl_mesh_weld(mesh, NULL, &error)
                         : step == 2 ? tl_mesh_count_edges(mesh, &edges, &error)
                                     : tl_mesh_is_solid(mesh, &solid, &error);
                assert_int_equal(error.status, status);
            }
            if (status != TL_OK && step == 1) {
                assert_int_equal(mesh->vertex_count, 75);
            }
            assert_int_equal(s.held, held);
        }
        assert_int_equal(status, TL_OK);
        assert_true(failures > 2);
    }
    s.left = -1;
    tl_mesh_destroy(mesh);
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
        cmocka_unit_test(a_box_is_closed_and_has_its_volume),
        cmocka_unit_test(defects_of_edges_are_counted),
        cmocka_unit_test(an_empty_mesh_is_nothing),
        cmocka_unit_test(welding_keeps_order_and_counts),
        cmocka_unit_test(a_sliver_is_absorbed),
        cmocka_unit_test(a_lonely_sliver_is_dropped),
        cmocka_unit_test(slivers_never_open_a_solid),
        cmocka_unit_test(welding_agrees_with_brute_force),
        cmocka_unit_test(repeated_triangles_of_fans_are_dropped),
        cmocka_unit_test(a_copy_is_deep),
        cmocka_unit_test(without_memory_nothing_changes_or_leaks),
    };
    return cmocka_run_group_tests_name("mesh", tests, set_up, tear_down);
}
