/* Inner boxes of cores lie inside of them: against closed forms, and lines from everywhere must pass the surface. */
#include "support/sight_scenes.h"

#include "board/region/inner_boxes.h"

#include <stdlib.h>
#include <string.h>

typedef bool inside_fn(tl_vec3 p);

static void join(test_mesh *mesh, test_mesh *more, bool turned) {
    uint32_t first = (uint32_t)mesh->vertex_count;
    for (size_t i = 0; i < more->vertex_count; i++) {
        (void)test_mesh_vertex(mesh, more->vertices[i]);
    }
    for (size_t i = 0; i < more->triangle_count; i++) {
        const uint32_t *t = more->triangles + 3 * i;
        test_mesh_triangle(mesh, first + t[0], first + t[turned ? 2 : 1], first + t[turned ? 1 : 2]);
    }
    test_mesh_free(more);
}

static tl_vec3 point_in(const tl_board_inner_box *room, test_random *random) {
    return (tl_vec3){room->middle.x + test_random_between(random, -1, 1) * room->half.x,
                     room->middle.y + test_random_between(random, -1, 1) * room->half.y,
                     room->middle.z + test_random_between(random, -1, 1) * room->half.z};
}

static bool meets(const test_mesh *mesh, tl_vec3 p, tl_vec3 q) {
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        if (tl_math_segment_triangle(p, q, mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]]) !=
            TL_CROSSING_NONE) {
            return true;
        }
    }
    return false;
}

/* Every point of a room is inside, and every line to it from 200 mm away passes the surface. Returns their number. */
static size_t check(test_mesh *mesh, inside_fn *inside, tl_board_inner_box *inner) {
    tl_context *context = tl_context_create(NULL);
    size_t count = 0;
    test_random random = test_random_start("inner", 91);
    assert_non_null(context);
    assert_int_equal(
        tl_board_inner_boxes_find(context, mesh->vertices, mesh->triangles, mesh->triangle_count, inner, &count),
        TL_OK);
    for (size_t i = 0; i < count; i++) {
        assert_true(inner[i].half.x > 0 && inner[i].half.y > 0 && inner[i].half.z > 0);
        for (int k = 0; k < 40; k++) {
            tl_vec3 p = point_in(&inner[i], &random);
            assert_true(inside(p));
            tl_vec3 away = tl_scale(test_random_direction(&random), 200);
            assert_true(meets(mesh, p, tl_add(p, away)));
        }
    }
    tl_context_destroy(context);
    test_mesh_free(mesh);
    return count;
}

static bool in_ball(tl_vec3 p) {
    return tl_length(p) < 10;
}

static bool in_box(tl_vec3 p) {
    return fabs(p.x) < 20 && fabs(p.y) < 8 && fabs(p.z - 5) < 5;
}

static bool in_shell(tl_vec3 p) {
    bool hollow = fabs(p.x) < 12 && fabs(p.y) < 12 && fabs(p.z) < 12;
    return !hollow && fabs(p.x) < 20 && fabs(p.y) < 20 && fabs(p.z) < 20;
}

static bool in_either(tl_vec3 p) {
    return (fabs(p.x) < 10 && fabs(p.y) < 10 && fabs(p.z) < 10) ||
           (fabs(p.x - 12) < 10 && fabs(p.y - 3) < 10 && fabs(p.z - 4) < 10);
}

static tl_board_inner_box found[TL_BOARD_INNER_BOXES];

static void of_a_box_nearly_all(void **state) {
    (void)state;
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){-20, -8, 0}, (tl_vec3){20, 8, 10});
    size_t count = check(&mesh, in_box, found);
    double widest = 0, highest = -INFINITY, farthest = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        widest = tl_max(widest, found[i].half.y);
        highest = tl_max(highest, found[i].middle.z + found[i].half.z);
        farthest = tl_max(farthest, found[i].middle.x + found[i].half.x);
    }
    /* no worse than two small boxes, of a thirtieth of the length each, on either side */
    assert_true(widest > 8 - 2 * 40 / 30.0 && highest > 10 - 2 * 40 / 30.0 && farthest > 20 - 2 * 40 / 30.0);
}

static void of_a_ball(void **state) {
    (void)state;
    test_mesh mesh = {0};
    test_mesh_ball(&mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 10, 10}, 12);
    size_t count = check(&mesh, in_ball, found);
    double widest = 0;
    for (size_t i = 0; i < count; i++) {
        widest = tl_max(widest, found[i].half.x);
    }
    assert_true(count > 20 && widest > 5);
}

static void not_in_a_hollow(void **state) {
    (void)state;
    test_mesh mesh = {0}, hole = {0};
    test_mesh_box(&mesh, (tl_vec3){-20, -20, -20}, (tl_vec3){20, 20, 20});
    test_mesh_box(&hole, (tl_vec3){-12, -12, -12}, (tl_vec3){12, 12, 12});
    join(&mesh, &hole, true);
    assert_true(check(&mesh, in_shell, found) > 0);
}

static void of_parts_that_overlap(void **state) {
    (void)state;
    test_mesh mesh = {0}, more = {0};
    test_mesh_box(&mesh, (tl_vec3){-10, -10, -10}, (tl_vec3){10, 10, 10});
    test_mesh_box(&more, (tl_vec3){2, -7, -6}, (tl_vec3){22, 13, 14});
    join(&mesh, &more, false);
    assert_true(check(&mesh, in_either, found) > 0);
}

static void none_where_the_surface_is_open(void **state) {
    (void)state;
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){-20, -8, 0}, (tl_vec3){20, 8, 10});
    mesh.triangle_count--;
    assert_int_equal(check(&mesh, in_box, found), 0);
    for (size_t k = 0; k < 12; k++) { /* two triangles are missing, so that the number of edges is even */
        test_mesh box = {0};
        test_mesh_box(&box, (tl_vec3){-20, -8, 0}, (tl_vec3){20, 8, 10});
        box.triangle_count -= 2;
        memmove(box.triangles + 3 * (k % 10), box.triangles + 30, 3 * sizeof(uint32_t)); /* some two */
        assert_int_equal(check(&box, in_box, found), 0);
    }
    test_mesh empty = {0};
    assert_int_equal(check(&empty, in_box, found), 0);
}

/* Small boxes of a thousandth of a millimetre are too small to be told from what rounding leaves. */
static void none_in_a_speck(void **state) {
    (void)state;
    const double sides[2] = {0.029, 0.031};
    for (int k = 0; k < 2; k++) {
        tl_context *context = tl_context_create(NULL);
        test_mesh mesh = {0};
        size_t count = 0;
        test_mesh_box(&mesh, (tl_vec3){0, 0, 0}, (tl_vec3){0.01, sides[k], 0.01});
        assert_int_equal(
            tl_board_inner_boxes_find(context, mesh.vertices, mesh.triangles, mesh.triangle_count, found, &count),
            TL_OK);
        assert_int_equal(count > 0, k == 1);
        test_mesh_free(&mesh);
        tl_context_destroy(context);
    }
}

/* The inside of a box in small boxes of 1 mm: all but the outermost, which its sides touch. Of it the blocks that are
 * farthest in 14 directions, of four widths, half as high as wide; and in the first five tall ones, each half as high
 * as the one before. */
static void blocks_of_a_box(void **state) {
    (void)state;
    const int sizes[4][3] = {{30, 30, 30}, {30, 20, 12}, {12, 10, 30}, {17, 30, 9}};
    static const double ways[14][3] = {{0, 0, 1},   {1, 0, 0.5},  {-1, 0, 0.5}, {0, 1, 0.5},   {0, -1, 0.5},
                                       {1, 1, 0.5}, {1, -1, 0.5}, {-1, 1, 0.5}, {-1, -1, 0.5}, {0, 0, -1},
                                       {1, 0, 0},   {-1, 0, 0},   {0, 1, 0},    {0, -1, 0}};
    for (int n = 0; n < 4; n++) {
        const int *size = sizes[n];
        tl_context *context = tl_context_create(NULL);
        test_mesh mesh = {0};
        test_mesh_box(&mesh, (tl_vec3){0, 0, 0}, (tl_vec3){size[0], size[1], size[2]});
        size_t count = 0, made = 0;
        assert_int_equal(
            tl_board_inner_boxes_find(context, mesh.vertices, mesh.triangles, mesh.triangle_count, found, &count),
            TL_OK);
        int wide = (size[0] < size[1] ? size[0] : size[1]) - 2, tall = size[2] - 2;
        while (wide / 2 > tall) {
            wide--;
        }
        static tl_board_inner_box expected[200];
        for (int s = 0; s < 4; s++) {
            const double shares[4] = {1, 0.75, 0.6, 0.35};
            int w = (int)floor(shares[s] * wide + 0.5), flat = w / 2 > 0 ? w / 2 : 1;
            for (int i = 0; i < 14; i++) {
                for (int v = flat, next = tall; v > 0; v = i < 5 && next > 2 * flat ? next : 0, next = next / 2) {
                    double best = -INFINITY;
                    tl_board_inner_box box = {{0, 0, 0}, {0, 0, 0}};
                    for (int z = 1; z + v < size[2]; z++) {
                        for (int y = 1; y + w < size[1]; y++) {
                            for (int x = 1; x + w < size[0]; x++) {
                                double d = ways[i][0] * x + ways[i][1] * y + ways[i][2] * z;
                                if (d > best) {
                                    best = d;
                                    box = (tl_board_inner_box){{x + 0.5 * w, y + 0.5 * w, z + 0.5 * v},
                                                               {0.5 * w, 0.5 * w, 0.5 * v}};
                                }
                            }
                        }
                    }
                    bool there = false;
                    for (size_t k = 0; k < made && !there; k++) {
                        there = tl_distance(expected[k].middle, box.middle) < 1e-9 &&
                                tl_distance(expected[k].half, box.half) < 1e-9;
                    }
                    if (!there) {
                        expected[made++] = box;
                    }
                }
            }
        }
        assert_true(made > 20);
        assert_int_equal(count, made < TL_BOARD_INNER_BOXES ? made : TL_BOARD_INNER_BOXES);
        for (size_t k = 0; k < count; k++) {
            assert_true(tl_distance(found[k].middle, expected[k].middle) < 1e-9);
            assert_true(tl_distance(found[k].half, expected[k].half) < 1e-9);
        }
        test_mesh_free(&mesh);
        tl_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_box_nearly_all),
        cmocka_unit_test(of_a_ball),
        cmocka_unit_test(not_in_a_hollow),
        cmocka_unit_test(of_parts_that_overlap),
        cmocka_unit_test(none_in_a_speck),
        cmocka_unit_test(blocks_of_a_box),
        cmocka_unit_test(none_where_the_surface_is_open),
    };
    return cmocka_run_group_tests_name("inner", tests, NULL, NULL);
}
