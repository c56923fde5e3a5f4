/* Meshes against closed forms: cubes, tetrahedra, boxes in boxes, T-junctions, frames, names. */
#include "support/assert_geom.h"
#include "support/purse.h"

#include "mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Making meshes ------------------------------------------------------------------------------------------------ */

static void add_triangle(tl_mesh *mesh, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    uint32_t i = 0, j = 0, k = 0;
    assert_true(tl_mesh_add_vertex(mesh, a, &i) && tl_mesh_add_vertex(mesh, b, &j) && tl_mesh_add_vertex(mesh, c, &k));
    assert_true(tl_mesh_add_triangle(mesh, i, j, k));
}

static void add_quad(tl_mesh *mesh, tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d) {
    add_triangle(mesh, a, b, c);
    add_triangle(mesh, a, c, d);
}

/* Faces outward; 12 triangles with corners of their own. */
static void add_box(tl_mesh *mesh, tl_vec3 l, tl_vec3 h) {
    add_quad(mesh, (tl_vec3){l.x, l.y, l.z}, (tl_vec3){l.x, h.y, l.z}, (tl_vec3){h.x, h.y, l.z},
             (tl_vec3){h.x, l.y, l.z});
    add_quad(mesh, (tl_vec3){l.x, l.y, h.z}, (tl_vec3){h.x, l.y, h.z}, (tl_vec3){h.x, h.y, h.z},
             (tl_vec3){l.x, h.y, h.z});
    add_quad(mesh, (tl_vec3){l.x, l.y, l.z}, (tl_vec3){h.x, l.y, l.z}, (tl_vec3){h.x, l.y, h.z},
             (tl_vec3){l.x, l.y, h.z});
    add_quad(mesh, (tl_vec3){h.x, h.y, l.z}, (tl_vec3){l.x, h.y, l.z}, (tl_vec3){l.x, h.y, h.z},
             (tl_vec3){h.x, h.y, h.z});
    add_quad(mesh, (tl_vec3){h.x, l.y, l.z}, (tl_vec3){h.x, h.y, l.z}, (tl_vec3){h.x, h.y, h.z},
             (tl_vec3){h.x, l.y, h.z});
    add_quad(mesh, (tl_vec3){l.x, h.y, l.z}, (tl_vec3){l.x, l.y, l.z}, (tl_vec3){l.x, l.y, h.z},
             (tl_vec3){l.x, h.y, h.z});
}

/* A prism over a polygon given counter-clockwise, with caps fanned from its first corner, from which all of it is seen.
 */
static void add_prism(tl_mesh *mesh, const tl_vec2 *p, size_t count, double low, double high) {
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = p[i], b = p[(i + 1) % count];
        add_quad(mesh, (tl_vec3){a.x, a.y, low}, (tl_vec3){b.x, b.y, low}, (tl_vec3){b.x, b.y, high},
                 (tl_vec3){a.x, a.y, high});
        if (i > 0 && i + 1 < count) {
            add_triangle(mesh, (tl_vec3){p[0].x, p[0].y, high}, (tl_vec3){a.x, a.y, high}, (tl_vec3){b.x, b.y, high});
            add_triangle(mesh, (tl_vec3){p[0].x, p[0].y, low}, (tl_vec3){b.x, b.y, low}, (tl_vec3){a.x, a.y, low});
        }
    }
}

static tl_mesh *start(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    assert_non_null(mesh);
    return mesh;
}

static tl_weld_report finish(tl_mesh *mesh) {
    tl_weld_report report;
    tl_error error = {0};
    assert_true(tl_mesh_end_piece(mesh, "all", TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, &report, &error), TL_OK);
    return report;
}

static tl_mesh_edges edges_of(const tl_mesh *mesh) {
    tl_mesh_edges edges;
    tl_error error = {0};
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, &error), TL_OK);
    return edges;
}

static bool is_solid(const tl_mesh *mesh) {
    bool solid;
    tl_error error = {0};
    assert_int_equal(tl_mesh_is_solid(mesh, &solid, &error), TL_OK);
    return solid;
}

/* --- Edges, volume ------------------------------------------------------------------------------------------------ */

static void a_box_is_closed_and_has_its_volume(void **state) {
    tl_mesh *mesh = start(state);
    add_box(mesh, (tl_vec3){1e6 + 1, -2, 3}, (tl_vec3){1e6 + 3, 1, 7});
    tl_weld_report report = finish(mesh);
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->triangle_count, 12);
    assert_int_equal(report.vertices_joined, 28);
    assert_near(tl_mesh_volume(mesh), 24, 1e-12);
    tl_mesh_edges e = edges_of(mesh);
    assert_int_equal(e.edges, 18);
    assert_int_equal(e.open + e.odd + e.non_manifold + e.flipped, 0);
    assert_int_equal(e.components, 1);
    assert_true(is_solid(mesh));
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
    assert_true(is_solid(mesh));
    tl_mesh_destroy(mesh);
}

static void defects_of_edges_are_counted(void **state) {
    tl_mesh *mesh = start(state);
    const tl_vec3 p[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
    add_triangle(mesh, p[0], p[1], p[2]);
    add_triangle(mesh, p[1], p[2], p[3]); /* runs along the edge 1-2 in the same direction */
    finish(mesh);
    tl_mesh_edges e = edges_of(mesh);
    assert_int_equal(e.edges, 5);
    assert_int_equal(e.open, 4);
    assert_int_equal(e.flipped, 1);
    assert_int_equal(e.components, 1);
    assert_false(is_solid(mesh));
    add_triangle(mesh, p[2], p[1], p[4]); /* a third one on it */
    add_triangle(mesh, (tl_vec3){9, 9, 9}, (tl_vec3){8, 9, 9}, (tl_vec3){9, 8, 9});
    finish(mesh);
    e = edges_of(mesh);
    assert_int_equal(e.non_manifold, 1);
    assert_int_equal(e.flipped, 0);
    assert_int_equal(e.odd, 1 + 6 + 3);
    assert_int_equal(e.components, 2);
    tl_mesh_destroy(mesh);
}

static void an_empty_mesh_is_nothing(void **state) {
    tl_mesh *mesh = start(state);
    finish(mesh);
    assert_int_equal(mesh->piece_count, 0);
    assert_false(is_solid(mesh));
    assert_true(tl_mesh_volume(mesh) == 0);
    assert_true(tl_box3_is_empty(tl_mesh_box(mesh)));
    assert_int_equal(edges_of(mesh).edges, 0);
    tl_mesh_destroy(mesh);
}

/* --- Welding ------------------------------------------------------------------------------------------------------ */

static void welding_keeps_order_and_counts(void **state) {
    tl_mesh *mesh = start(state);
    const tl_vec3 a = {0.0, 0, 0}, b = {2, 0, 0}, c = {0, 2, 0}, d = {0, 0, 2}, minus = {-0.0, 0, -0.0};
    uint32_t loose;
    assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){5, 5, 5}, &loose));
    add_triangle(mesh, a, b, c);
    add_triangle(mesh, c, minus, b); /* the same, begun at another corner, with other zeros */
    add_triangle(mesh, a, c, b);     /* its back: stays */
    add_triangle(mesh, a, minus, d); /* two corners in one place */
    assert_true(tl_mesh_end_piece(mesh, "first", TL_ROLE_CORE));
    add_triangle(mesh, minus, a, b); /* a piece that vanishes */
    assert_true(tl_mesh_end_piece(mesh, "gone", TL_ROLE_CORE));
    add_triangle(mesh, a, b, c); /* another piece may have its own */
    add_triangle(mesh, d, b, c);
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
    tl_mesh *mesh = start(state);
    const tl_vec3 a = {0, 0, 0}, b = {1, 0, 0}, c = {3, 0, 0}, d = {1, 2, 0}, e = {1, 1, 5};
    /* A tetrahedron a c d e whose edge ac has a corner b on one side only, closed by the sliver. */
    add_triangle(mesh, a, d, c);
    add_triangle(mesh, a, b, e);
    add_triangle(mesh, b, c, e);
    add_triangle(mesh, c, d, e);
    add_triangle(mesh, d, a, e);
    add_triangle(mesh, a, c, b);
    tl_weld_report report = finish(mesh);
    assert_int_equal(report.slivers_absorbed, 1);
    assert_int_equal(report.degenerate_dropped, 0);
    assert_int_equal(mesh->triangle_count, 6);
    assert_near(tl_mesh_volume(mesh), 5, 1e-14);
    tl_mesh_edges edges = edges_of(mesh);
    assert_int_equal(edges.edges, 9);
    assert_int_equal(edges.open + edges.odd + edges.flipped, 0);
    assert_true(is_solid(mesh));
    tl_mesh_destroy(mesh);
}

static void a_lonely_sliver_is_dropped(void **state) {
    tl_mesh *mesh = start(state);
    add_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 2, 3}, (tl_vec3){3, 6, 9});
    add_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    tl_weld_report report = finish(mesh);
    assert_int_equal(report.slivers_absorbed, 0);
    assert_int_equal(report.degenerate_dropped, 1);
    assert_int_equal(mesh->triangle_count, 1);
    tl_mesh_destroy(mesh);
}

/* Splits edges of a box at their middles on one side only and closes the gap with slivers, again and again. */
static void slivers_never_open_a_solid(void **state) {
    test_random random = test_random_start("slivers", 5);
    for (int run = 0; run < 200; run++) {
        tl_mesh *mesh = start(state);
        add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1024, 2048, 4096});
        finish(mesh);
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
        for (size_t i = 0; i < slivers; i++) {
            assert_true(tl_mesh_add_triangle(mesh, queue[i][0], queue[i][1], queue[i][2]));
        }
        mesh->pieces[0].triangle_count = (uint32_t)mesh->triangle_count;
        tl_weld_report report;
        assert_int_equal(tl_mesh_weld(mesh, &report, NULL), TL_OK);
        tl_mesh_edges edges = edges_of(mesh);
        assert_int_equal(edges.odd, 0);
        assert_true(is_solid(mesh));
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
        tl_mesh *mesh = start(state);
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
            add_triangle(mesh, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
        }
        tl_weld_report report = finish(mesh);
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

/* --- Solidity ----------------------------------------------------------------------------------------------------- */

static bool boxes_are_solid(void **state, tl_vec3 l, tl_vec3 h, tl_vec3 l2, tl_vec3 h2) {
    tl_mesh *mesh = start(state);
    add_box(mesh, l, h);
    add_box(mesh, l2, h2);
    finish(mesh);
    bool solid = is_solid(mesh);
    tl_mesh_destroy(mesh);
    return solid;
}

static void nested_shells_are_not_solid(void **state) {
    const tl_vec3 o = {0, 0, 0}, ten = {10, 10, 10};
    assert_false(boxes_are_solid(state, o, ten, (tl_vec3){2, 2, 2}, (tl_vec3){8, 8, 8}));
    assert_false(boxes_are_solid(state, (tl_vec3){2, 2, 2}, (tl_vec3){8, 8, 8}, o, ten));
    /* standing on the inner floor, in the middle of it and in its corner */
    assert_false(boxes_are_solid(state, o, ten, (tl_vec3){2, 2, 0}, (tl_vec3){8, 8, 8}));
    assert_false(boxes_are_solid(state, o, ten, o, (tl_vec3){8, 8, 8}));
    /* apart; touching in a face; cutting; poking out */
    assert_true(boxes_are_solid(state, o, ten, (tl_vec3){20, 2, 2}, (tl_vec3){28, 8, 8}));
    assert_true(boxes_are_solid(state, o, ten, (tl_vec3){10, 2, 2}, (tl_vec3){18, 8, 8}));
    assert_true(boxes_are_solid(state, o, ten, (tl_vec3){-2, 2, 2}, (tl_vec3){12, 8, 8}));
    assert_true(boxes_are_solid(state, o, ten, (tl_vec3){2, 2, 2}, (tl_vec3){8, 8, 11}));
}

/* An octahedron whose corners lie on the middles of a cube's faces: every corner is on the cube, the rest inside. */
static void shells_that_touch_with_every_corner_are_nested(void **state) {
    tl_mesh *mesh = start(state);
    add_box(mesh, (tl_vec3){-1, -1, -1}, (tl_vec3){1, 1, 1});
    const tl_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, u = {-1, 0, 0}, v = {0, -1, 0}, w = {0, 0, -1};
    const tl_vec3 faces[8][3] = {{x, y, z}, {y, u, z}, {u, v, z}, {v, x, z},
                                 {y, x, w}, {u, y, w}, {v, u, w}, {x, v, w}};
    for (int i = 0; i < 8; i++) {
        add_triangle(mesh, faces[i][0], faces[i][1], faces[i][2]);
    }
    finish(mesh);
    assert_int_equal(edges_of(mesh).components, 2);
    assert_false(is_solid(mesh));
    tl_mesh_destroy(mesh);
}

/* In the mouth of a U its box lies in the U's box, but not in the U. */
static void a_thing_in_a_notch_is_not_nested(void **state) {
    const tl_vec2 u[] = {{4, 0}, {6, 0}, {10, 0}, {10, 10}, {6, 10}, {6, 3}, {4, 3}, {4, 10}, {0, 10}, {0, 0}};
    /* The fan's corner must see everything; (4, 0) does not see the right arm, so the U is made of three prisms' worth
     * of caps: walls by hand, caps as three rectangles. */
    tl_mesh *mesh = start(state);
    for (size_t i = 0; i < 10; i++) {
        tl_vec2 a = u[i], b = u[(i + 1) % 10];
        add_quad(mesh, (tl_vec3){a.x, a.y, 0}, (tl_vec3){b.x, b.y, 0}, (tl_vec3){b.x, b.y, 5}, (tl_vec3){a.x, a.y, 5});
    }
    for (int top = 0; top < 2; top++) {
        double h = top ? 5 : 0;
        const tl_vec2 caps[4][4] = {{{0, 0}, {4, 0}, {4, 3}, {0, 10}},
                                    {{4, 3}, {4, 10}, {0, 10}, {4, 3}},
                                    {{4, 0}, {6, 0}, {6, 3}, {4, 3}},
                                    {{6, 0}, {10, 0}, {10, 10}, {6, 3}}};
        for (int i = 0; i < 4; i++) {
            tl_vec3 q[4];
            for (int k = 0; k < 4; k++) {
                int from = top ? k : 3 - k;
                q[k] = (tl_vec3){caps[i][from].x, caps[i][from].y, h};
            }
            add_quad(mesh, q[0], q[1], q[2], q[3]);
        }
        tl_vec3 r[3] = {{6, 3, h}, {10, 10, h}, {6, 10, h}};
        add_triangle(mesh, r[0], r[top ? 1 : 2], r[top ? 2 : 1]);
    }
    finish(mesh);
    assert_int_equal(edges_of(mesh).odd, 0);
    assert_true(is_solid(mesh));
    assert_near(tl_mesh_volume(mesh), (10 * 3 + 2 * 4 * 7) * 5, 1e-10);
    tl_mesh *whole = tl_mesh_copy(mesh);
    add_box(mesh, (tl_vec3){4.5, 4, 1}, (tl_vec3){5.5, 9, 4});
    finish(mesh);
    assert_true(is_solid(mesh));
    add_box(whole, (tl_vec3){1, 4, 1}, (tl_vec3){3, 9, 4});
    finish(whole);
    assert_false(is_solid(whole));
    tl_mesh_destroy(mesh);
    tl_mesh_destroy(whole);
}

/* A room with a doorway: one closed surface around the walls. */
static void a_house_with_a_door_is_solid(void **state) {
    tl_mesh *mesh = start(state);
    const tl_vec2 plan[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1},  {1, 9},   {9, 9},
                            {9, 1}, {6, 1}, {6, 0}, {10, 0}, {10, 10}, {0, 10}};
    for (size_t i = 0; i < 12; i++) {
        tl_vec2 a = plan[i], b = plan[(i + 1) % 12];
        add_quad(mesh, (tl_vec3){a.x, a.y, 0}, (tl_vec3){b.x, b.y, 0}, (tl_vec3){b.x, b.y, 5}, (tl_vec3){a.x, a.y, 5});
    }
    /* the caps: pairs of outer and inner corners */
    const int strip[][4] = {{0, 1, 2, 3}, {0, 3, 4, 11}, {11, 4, 5, 10}, {10, 5, 6, 9}, {9, 6, 7, 8}};
    for (int i = 0; i < 5; i++) {
        tl_vec3 p[4], q[4];
        for (int k = 0; k < 4; k++) {
            p[k] = (tl_vec3){plan[strip[i][k]].x, plan[strip[i][k]].y, 5};
            q[3 - k] = (tl_vec3){p[k].x, p[k].y, 0};
        }
        add_quad(mesh, p[0], p[1], p[2], p[3]);
        add_quad(mesh, q[0], q[1], q[2], q[3]);
    }
    finish(mesh);
    assert_int_equal(edges_of(mesh).odd, 0);
    assert_near(tl_mesh_volume(mesh), (100 - 64 - 2) * 5, 1e-10);
    assert_true(is_solid(mesh));
    add_box(mesh, (tl_vec3){3, 3, 0}, (tl_vec3){5, 5, 1}); /* a table in the room */
    finish(mesh);
    assert_true(is_solid(mesh));
    add_box(mesh, (tl_vec3){0.25, 3, 1}, (tl_vec3){0.75, 5, 2}); /* a safe in the wall */
    finish(mesh);
    assert_false(is_solid(mesh));
    tl_mesh_destroy(mesh);
}

/* Boxes with small whole coordinates: corners, edges and faces meet all the time, and every tie must fall right. */
static void nesting_agrees_with_boxes(void **state) {
    test_random random = test_random_start("nesting", 7);
    int nested = 0, tried = 0;
    for (int run = 0; run < 4000; run++) {
        double low[2][3], high[2][3];
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 3; k++) {
                low[i][k] = test_random_below(&random, 4);
                high[i][k] = low[i][k] + 1 + test_random_below(&random, 4);
            }
        }
        int common = 1; /* corners that both boxes have */
        bool in[2] = {true, true};
        for (int k = 0; k < 3; k++) {
            common *= (low[0][k] == low[1][k]) + (high[0][k] == high[1][k]) + (low[0][k] == high[1][k]) +
                      (high[0][k] == low[1][k]);
            in[0] = in[0] && low[0][k] >= low[1][k] && high[0][k] <= high[1][k];
            in[1] = in[1] && low[1][k] >= low[0][k] && high[1][k] <= high[0][k];
        }
        if (common > 1) {
            continue; /* they may share an edge, and then are one shell */
        }
        bool solid = boxes_are_solid(
            state, (tl_vec3){low[0][0], low[0][1], low[0][2]}, (tl_vec3){high[0][0], high[0][1], high[0][2]},
            (tl_vec3){low[1][0], low[1][1], low[1][2]}, (tl_vec3){high[1][0], high[1][1], high[1][2]});
        assert_int_equal(solid, !(in[0] || in[1]));
        nested += in[0] || in[1];
        tried++;
    }
    assert_true(nested > 50 && tried > 2000);
}

/* Whether the plan lies inside, by ray crossings in plain doubles, and how far it is from the outline. */
static bool in_polygon(const tl_vec2 *polygon, size_t count, tl_vec2 at, double *nearest) {
    bool inside = false;
    *nearest = 1e9;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = polygon[i], b = polygon[(i + 1) % count];
        tl_vec2 d = tl_sub2(b, a);
        double t = fmax(0, fmin(1, tl_dot2(tl_sub2(at, a), d) / tl_dot2(d, d)));
        *nearest = fmin(*nearest, tl_length2(tl_sub2(at, tl_lerp2(a, b, t))));
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * d.x) {
            inside = !inside;
        }
    }
    return inside;
}

/* A small box in or beside a prism with many sides: nested iff its plan is inside. Once turned at random, and once on a
 * grid of quarters, where the box's corners are level with the prism's and beside its diagonals all the time. */
static void nesting_agrees_with_polygons(void **state) {
    test_random random = test_random_start("prisms", 8);
    int nested = 0, beside = 0;
    for (int run = 0; run < 2000; run++) {
        bool grid = run % 2 == 0;
        tl_vec2 polygon[64];
        size_t count = 3 + (size_t)test_random_below(&random, grid ? 12 : 61);
        polygon[0] = (tl_vec2){0, 0};
        /* Seen from its first corner: directions over a quarter circle, growing. */
        for (size_t i = 1; i < count; i++) {
            double t = ((double)i - 0.9) / (double)count, r = test_random_between(&random, 2, 10);
            polygon[i] = (tl_vec2){r * (1 - t), r * t};
            if (grid) {
                polygon[i] = (tl_vec2){floor(4 * polygon[i].x) / 4, floor(4 * polygon[i].y) / 4};
                if (i > 1 && tl_cross2(polygon[i - 1], polygon[i]) <= 0) {
                    count = i; /* rounding has turned it back */
                }
            }
        }
        tl_vec2 at = {test_random_between(&random, 0, 8), test_random_between(&random, 0, 8)};
        double half = 0.005;
        if (grid) {
            at = (tl_vec2){floor(4 * at.x) / 4, floor(4 * at.y) / 4};
            half = 0.25;
        }
        double nearest;
        bool inside = in_polygon(polygon, count, at, &nearest);
        if (count < 3 || nearest < 3 * half) {
            continue;
        }
        tl_mesh *mesh = start(state);
        add_prism(mesh, polygon, count, -1, 1);
        add_box(mesh, (tl_vec3){at.x - half, at.y - half, -0.5}, (tl_vec3){at.x + half, at.y + half, 0.5});
        tl_pose pose = grid ? tl_pose_identity() : test_random_pose(&random, 100);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
        }
        finish(mesh);
        assert_int_equal(edges_of(mesh).odd, 0);
        assert_int_equal(is_solid(mesh), !inside);
        nested += inside;
        beside += !inside;
        tl_mesh_destroy(mesh);
    }
    assert_true(nested > 200 && beside > 200);
}

/* --- Frames ------------------------------------------------------------------------------------------------------- */

static tl_vec3 axis_vector(tl_axis axis) {
    const tl_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    return v[axis];
}

static void every_frame_turns_up_to_z_and_forward_to_x(void **state) {
    for (int up = TL_AXIS_PX; up <= TL_AXIS_NZ; up++) {
        for (int forward = TL_AXIS_PX; forward <= TL_AXIS_NZ; forward++) {
            tl_mesh *mesh = start(state);
            add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 2, 3});
            add_triangle(mesh, axis_vector((tl_axis)up), axis_vector((tl_axis)forward), (tl_vec3){9, 9, 9});
            size_t marks = mesh->vertex_count - 3;
            tl_error error = {0};
            tl_frame frame = {TL_UNIT_CM, (tl_axis)up, (tl_axis)forward, 0.5};
            tl_status status = tl_mesh_to_millimetres(mesh, &frame, &error);
            if ((up - 1) / 2 == (forward - 1) / 2) {
                assert_int_equal(status, TL_ERROR_ARGUMENT);
                assert_string_equal(error.message, "`forward` lies along `up`");
            } else {
                assert_int_equal(status, TL_OK);
                assert_point_near(mesh->vertices[marks], ((tl_vec3){0, 0, 5}), 0);
                assert_point_near(mesh->vertices[marks + 1], ((tl_vec3){5, 0, 0}), 0);
                assert_int_equal(mesh->unit, TL_UNIT_MM);
                assert_int_equal(mesh->up, TL_AXIS_PZ);
                mesh->triangle_count--; /* the marks; the box keeps its handedness */
                assert_near(tl_mesh_volume(mesh), 6 * 125, 1e-10);
            }
            tl_mesh_destroy(mesh);
        }
    }
}

static tl_vec3 framed(void **state, tl_frame frame, tl_vec3 p, tl_status expected) {
    tl_mesh *mesh = start(state);
    add_triangle(mesh, p, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    assert_int_equal(tl_mesh_to_millimetres(mesh, &frame, NULL), expected);
    tl_vec3 result = mesh->vertices[0];
    tl_mesh_destroy(mesh);
    return result;
}

static void frames_have_their_defaults_and_limits(void **state) {
    const tl_vec3 p = {1, 2, 3};
    assert_point_near(framed(state, (tl_frame){0}, p, TL_OK), p, 0);
    assert_point_near(framed(state, (tl_frame){.unit = TL_UNIT_M, .up = TL_AXIS_PY}, p, TL_OK),
                      ((tl_vec3){3000, 1000, 2000}), 0);
    assert_point_near(framed(state, (tl_frame){.unit = TL_UNIT_INCH}, p, TL_OK), ((tl_vec3){25.4, 50.8, 76.2}), 2e-14);
    assert_point_near(framed(state, (tl_frame){.unit = TL_UNIT_FOOT, .scale = 0.01}, p, TL_OK),
                      ((tl_vec3){3.048, 6.096, 9.144}), 1e-14);
    assert_point_near(framed(state, (tl_frame){.up = TL_AXIS_PX}, p, TL_OK), ((tl_vec3){2, 3, 1}), 0);
    const double bad[] = {-1, INFINITY, NAN};
    for (int i = 0; i < 3; i++) {
        assert_point_near(framed(state, (tl_frame){.scale = bad[i]}, p, TL_ERROR_ARGUMENT), p, 0);
    }
    assert_point_near(framed(state, (tl_frame){.scale = 1e9}, p, TL_ERROR_ARGUMENT), p, 0);
    assert_point_near(framed(state, (tl_frame){0}, (tl_vec3){1e9, -1e9, 0}, TL_OK), ((tl_vec3){1e9, -1e9, 0}), 0);
    tl_vec3 tiny = framed(state, (tl_frame){0}, (tl_vec3){1e-61, -1e-61, 1e-59}, TL_OK);
    assert_true(tiny.x == 0 && tiny.y == 0 && !signbit(tiny.y) && tiny.z == 1e-59);
}

/* --- Roles -------------------------------------------------------------------------------------------------------- */

static void wildcards_match_whole_names(void **state) {
    (void)state;
    const struct {
        const char *pattern, *name;
        bool match;
    } cases[] = {
        {"hull", "hull", true},
        {"hull", "Hull", true},
        {"HULL*", "hull_left.001", true},
        {"hull", "hull2", false},
        {"hull", "my hull", false},
        {"*hull*", "my hull 2", true},
        {"*", "", true},
        {"*", "anything", true},
        {"", "", true},
        {"", "x", false},
        {"?", "", false},
        {"?", "x", true},
        {"?", "\xc3\xa4", true},
        {"??", "\xc3\xa4", false},
        {"gun?", "gun\xe2\x82\xac", true},
        {"*a*b*c", "xaybzc", true},
        {"*a*b*c", "xaybzcd", false},
        {"*ab", "aab", true},
        {"a*?b", "ab", false},
        {"a*?b", "acb", true},
        {"**", "x", true},
        {"mesh.*.L", "mesh.arm.l", true},
        {"[x]", "[X]", true},
        {"*aaab", "aaaaaaaaaaaaaaaaaaaaaaab", true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (tl_wildcard_match(cases[i].pattern, cases[i].name) != cases[i].match) {
            fail_msg("`%s` on `%s`", cases[i].pattern, cases[i].name);
        }
    }
}

static void the_nearest_matching_level_gives_the_role(void **state) {
    const char *const core[] = {"hull*", "torso", NULL};
    const char *const limb[] = {"leg*", "*arm", NULL};
    const char *const gear[] = {"gun", NULL};
    const char *const base[] = {"*base*", NULL};
    const char *const *const patterns[TL_ROLE_COUNT] = {core, limb, gear, base, NULL};
    const struct {
        const char *names;
        tl_role role;
    } cases[] = {
        {"Hull_01\tmetal", TL_ROLE_CORE},
        {"torso\tmetal", TL_ROLE_CORE},
        {"mesh7\tLeg left\nhull", TL_ROLE_LIMB}, /* its own level first */
        {"mesh7\nnode\nhull", TL_ROLE_CORE},     /* then its ancestors */
        {"gun\tarm\thull\nbase", TL_ROLE_CORE},  /* within a level the order of roles */
        {"gun\nhull", TL_ROLE_GEAR},             /* matched, not left over */
        {"\nbase", TL_ROLE_BASE},                /* a level without names */
        {"torso2\nmodel", TL_ROLE_GEAR},         /* nothing */
        {"", TL_ROLE_GEAR},                      /* nothing at all */
    };
    enum { COUNT = sizeof(cases) / sizeof(cases[0]) };
    tl_mesh *mesh = start(state);
    for (size_t i = 0; i < COUNT; i++) {
        add_triangle(mesh, (tl_vec3){(double)i, 0, 0}, (tl_vec3){1, 1, 0}, (tl_vec3){0, 1, 1});
        assert_true(tl_mesh_end_piece(mesh, cases[i].names, TL_ROLE_CORE));
    }
    assert_int_equal(tl_mesh_assign_roles(mesh, patterns), 2);
    for (size_t i = 0; i < COUNT; i++) {
        if (mesh->pieces[i].role != cases[i].role) {
            fail_msg("piece %zu has role %d", i, (int)mesh->pieces[i].role);
        }
    }
    tl_mesh_destroy(mesh);
}

/* --- Copies, memory ----------------------------------------------------------------------------------------------- */

static void a_copy_is_deep(void **state) {
    tl_mesh *mesh = start(state);
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 1, 1});
    finish(mesh);
    mesh->unit = TL_UNIT_INCH;
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
    assert_int_equal(copy->unit, TL_UNIT_INCH);
    assert_int_equal(copy->up, TL_AXIS_NY);
    assert_int_equal(copy->weld.vertices_joined, 28);
    assert_near(tl_mesh_volume(copy), 1, 1e-15);
    tl_mesh_destroy(copy);
}

static void without_memory_nothing_changes_or_leaks(void **state) {
    (void)state;
    test_purse s = {-1, 0};
    tl_context_options options = {.user = &s, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&options);
    tl_mesh *mesh = tl_mesh_create(context);
    add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){4, 4, 4});
    add_box(mesh, (tl_vec3){1, 1, 1}, (tl_vec3){2, 2, 2});
    add_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){0, 0, 1}, (tl_vec3){0, 0, 4});
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

/* Names come from files that strangers made, and end on terminals and in reports. */
static void names_and_warnings_are_tamed(void **state) {
    const struct {
        const char *text, *tame;
    } cases[] = {
        {"plain", "plain"},
        {"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80", "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"\033[2J\177", "?[2J?"},
        {"\xc2\x80\xc2\x9f\xc2\xa0", "????\xc2\xa0"},                   /* U+0080, U+009F are controls */
        {"\xe2\x80\xae\xe2\x81\xa7\xe2\x80\xa7", "??????\xe2\x80\xa7"}, /* U+202E, U+2067, U+2027 */
        {"\xff\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf", "??????????"},     /* overlong slashes */
        {"\xed\xa0\x80\xf4\x90\x80\x80", "???????"},                    /* a surrogate; beyond U+10FFFF */
        {"\xc3", "?"},
        {"\xe2\x82", "??"},
        {"\xf0\x9f\x98", "???"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_mesh *mesh = start(state);
        add_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
        assert_true(tl_mesh_end_piece(mesh, cases[i].text, TL_ROLE_CORE));
        assert_true(tl_mesh_warn(mesh, "`%s`\n", cases[i].text));
        char warning[80];
        snprintf(warning, sizeof(warning), "`%s`?", cases[i].tame);
        assert_string_equal(mesh->pieces[0].names, cases[i].tame);
        assert_string_equal(mesh->warnings[0], warning);
        tl_mesh_destroy(mesh);
    }
    tl_mesh *mesh = start(state);
    add_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    assert_true(tl_mesh_end_piece(mesh, "own\tother\nparent\r", TL_ROLE_CORE)); /* levels and names stay apart */
    assert_string_equal(mesh->pieces[0].names, "own\tother\nparent?");
    tl_mesh_destroy(mesh);
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
        cmocka_unit_test(nested_shells_are_not_solid),
        cmocka_unit_test(shells_that_touch_with_every_corner_are_nested),
        cmocka_unit_test(a_thing_in_a_notch_is_not_nested),
        cmocka_unit_test(a_house_with_a_door_is_solid),
        cmocka_unit_test(nesting_agrees_with_boxes),
        cmocka_unit_test(nesting_agrees_with_polygons),
        cmocka_unit_test(every_frame_turns_up_to_z_and_forward_to_x),
        cmocka_unit_test(frames_have_their_defaults_and_limits),
        cmocka_unit_test(wildcards_match_whole_names),
        cmocka_unit_test(the_nearest_matching_level_gives_the_role),
        cmocka_unit_test(names_and_warnings_are_tamed),
        cmocka_unit_test(a_copy_is_deep),
        cmocka_unit_test(without_memory_nothing_changes_or_leaks),
    };
    return cmocka_run_group_tests_name("mesh", tests, set_up, tear_down);
}
