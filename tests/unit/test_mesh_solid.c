/* Which meshes are solid: boxes in boxes, things in notches, houses, against brute force and against polygons. */
#include "support/assert_geom.h"
#include "support/loose_mesh.h"

#include "mesh/mesh.h"

static bool boxes_are_solid(void **state, tl_vec3 l, tl_vec3 h, tl_vec3 l2, tl_vec3 h2) {
    tl_mesh *mesh = loose_start(state);
    loose_box(mesh, l, h);
    loose_box(mesh, l2, h2);
    loose_finish(mesh);
    bool solid = loose_is_solid(mesh);
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
    tl_mesh *mesh = loose_start(state);
    loose_box(mesh, (tl_vec3){-1, -1, -1}, (tl_vec3){1, 1, 1});
    const tl_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, u = {-1, 0, 0}, v = {0, -1, 0}, w = {0, 0, -1};
    const tl_vec3 faces[8][3] = {{x, y, z}, {y, u, z}, {u, v, z}, {v, x, z},
                                 {y, x, w}, {u, y, w}, {v, u, w}, {x, v, w}};
    for (int i = 0; i < 8; i++) {
        loose_triangle(mesh, faces[i][0], faces[i][1], faces[i][2]);
    }
    loose_finish(mesh);
    assert_int_equal(loose_edges(mesh).components, 2);
    assert_false(loose_is_solid(mesh));
    tl_mesh_destroy(mesh);
}

/* In the mouth of a U its box lies in the U's box, but not in the U. */
static void a_thing_in_a_notch_is_not_nested(void **state) {
    const tl_vec2 u[] = {{4, 0}, {6, 0}, {10, 0}, {10, 10}, {6, 10}, {6, 3}, {4, 3}, {4, 10}, {0, 10}, {0, 0}};
    /* The fan's corner must see everything; (4, 0) does not see the right arm, so the U is made of three prisms' worth
     * of caps: walls by hand, caps as three rectangles. */
    tl_mesh *mesh = loose_start(state);
    for (size_t i = 0; i < 10; i++) {
        tl_vec2 a = u[i], b = u[(i + 1) % 10];
        loose_quad(mesh, (tl_vec3){a.x, a.y, 0}, (tl_vec3){b.x, b.y, 0}, (tl_vec3){b.x, b.y, 5},
                   (tl_vec3){a.x, a.y, 5});
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
            loose_quad(mesh, q[0], q[1], q[2], q[3]);
        }
        tl_vec3 r[3] = {{6, 3, h}, {10, 10, h}, {6, 10, h}};
        loose_triangle(mesh, r[0], r[top ? 1 : 2], r[top ? 2 : 1]);
    }
    loose_finish(mesh);
    assert_int_equal(loose_edges(mesh).odd, 0);
    assert_true(loose_is_solid(mesh));
    assert_near(tl_mesh_volume(mesh), (10 * 3 + 2 * 4 * 7) * 5, 1e-10);
    tl_mesh *whole = tl_mesh_copy(mesh);
    loose_box(mesh, (tl_vec3){4.5, 4, 1}, (tl_vec3){5.5, 9, 4});
    loose_finish(mesh);
    assert_true(loose_is_solid(mesh));
    loose_box(whole, (tl_vec3){1, 4, 1}, (tl_vec3){3, 9, 4});
    loose_finish(whole);
    assert_false(loose_is_solid(whole));
    tl_mesh_destroy(mesh);
    tl_mesh_destroy(whole);
}

/* A room with a doorway: one closed surface around the walls. */
static void a_house_with_a_door_is_solid(void **state) {
    tl_mesh *mesh = loose_start(state);
    const tl_vec2 plan[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1},  {1, 9},   {9, 9},
                            {9, 1}, {6, 1}, {6, 0}, {10, 0}, {10, 10}, {0, 10}};
    for (size_t i = 0; i < 12; i++) {
        tl_vec2 a = plan[i], b = plan[(i + 1) % 12];
        loose_quad(mesh, (tl_vec3){a.x, a.y, 0}, (tl_vec3){b.x, b.y, 0}, (tl_vec3){b.x, b.y, 5},
                   (tl_vec3){a.x, a.y, 5});
    }
    /* the caps: pairs of outer and inner corners */
    const int strip[][4] = {{0, 1, 2, 3}, {0, 3, 4, 11}, {11, 4, 5, 10}, {10, 5, 6, 9}, {9, 6, 7, 8}};
    for (int i = 0; i < 5; i++) {
        tl_vec3 p[4], q[4];
        for (int k = 0; k < 4; k++) {
            p[k] = (tl_vec3){plan[strip[i][k]].x, plan[strip[i][k]].y, 5};
            q[3 - k] = (tl_vec3){p[k].x, p[k].y, 0};
        }
        loose_quad(mesh, p[0], p[1], p[2], p[3]);
        loose_quad(mesh, q[0], q[1], q[2], q[3]);
    }
    loose_finish(mesh);
    assert_int_equal(loose_edges(mesh).odd, 0);
    assert_near(tl_mesh_volume(mesh), (100 - 64 - 2) * 5, 1e-10);
    assert_true(loose_is_solid(mesh));
    loose_box(mesh, (tl_vec3){3, 3, 0}, (tl_vec3){5, 5, 1}); /* a table in the room */
    loose_finish(mesh);
    assert_true(loose_is_solid(mesh));
    loose_box(mesh, (tl_vec3){0.25, 3, 1}, (tl_vec3){0.75, 5, 2}); /* a safe in the wall */
    loose_finish(mesh);
    assert_false(loose_is_solid(mesh));
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

/* A prism over a polygon given counter-clockwise, with caps fanned from its first corner, from which all of it is seen.
 */
static void add_prism(tl_mesh *mesh, const tl_vec2 *p, size_t count, double low, double high) {
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = p[i], b = p[(i + 1) % count];
        loose_quad(mesh, (tl_vec3){a.x, a.y, low}, (tl_vec3){b.x, b.y, low}, (tl_vec3){b.x, b.y, high},
                   (tl_vec3){a.x, a.y, high});
        if (i > 0 && i + 1 < count) {
            loose_triangle(mesh, (tl_vec3){p[0].x, p[0].y, high}, (tl_vec3){a.x, a.y, high}, (tl_vec3){b.x, b.y, high});
            loose_triangle(mesh, (tl_vec3){p[0].x, p[0].y, low}, (tl_vec3){b.x, b.y, low}, (tl_vec3){a.x, a.y, low});
        }
    }
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
        tl_mesh *mesh = loose_start(state);
        add_prism(mesh, polygon, count, -1, 1);
        loose_box(mesh, (tl_vec3){at.x - half, at.y - half, -0.5}, (tl_vec3){at.x + half, at.y + half, 0.5});
        tl_pose pose = grid ? tl_pose_identity() : test_random_pose(&random, 100);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
        }
        loose_finish(mesh);
        assert_int_equal(loose_edges(mesh).odd, 0);
        assert_int_equal(loose_is_solid(mesh), !inside);
        nested += inside;
        beside += !inside;
        tl_mesh_destroy(mesh);
    }
    assert_true(nested > 200 && beside > 200);
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
        cmocka_unit_test(nested_shells_are_not_solid),
        cmocka_unit_test(shells_that_touch_with_every_corner_are_nested),
        cmocka_unit_test(a_thing_in_a_notch_is_not_nested),
        cmocka_unit_test(a_house_with_a_door_is_solid),
        cmocka_unit_test(nesting_agrees_with_boxes),
        cmocka_unit_test(nesting_agrees_with_polygons),
    };
    return cmocka_run_group_tests_name("mesh, solid", tests, set_up, tear_down);
}
