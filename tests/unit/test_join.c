/* Joining what rounding tore apart, held against brute force: what may be joined, how far it goes, what is left open.
 */
#include "scan/repair/join.h"
#include "scan/repair/repair.h"
#include "support/assert_geom.h"
#include "support/made_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return 0;
}

/* Adds the triangles of a box's six sides in n by n squares, each corner moved by up to `torn` on its own where chance
 * says so. */
static void add_torn_box(tl_mesh *mesh, tl_vec3 low, tl_vec3 size, int n, double torn, double chance, test_random *r) {
    static const int around[6][3] = {{2, 1, 0}, {1, 2, 0}, {0, 2, 1}, {2, 0, 1}, {1, 0, 2}, {0, 1, 2}};
    const double least[3] = {low.x, low.y, low.z}, length[3] = {size.x, size.y, size.z};
    for (int side = 0; side < 6; side++) {
        for (int i = 0; i < 2 * n * n; i++) {
            static const int corner[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
            uint32_t index[3];
            for (int k = 0; k < 3; k++) {
                double c[3];
                const int *of = corner[i % 2][k];
                c[around[side][0]] = (double)(i / 2 % n + of[0]) / n;
                c[around[side][1]] = (double)(i / 2 / n + of[1]) / n;
                c[around[side][2]] = side % 2;
                for (int axis = 0; axis < 3; axis++) {
                    c[axis] = least[axis] + length[axis] * c[axis];
                    c[axis] += test_random_between(r, 0, 1) < chance ? test_random_between(r, -torn, torn) : 0;
                }
                assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){c[0], c[1], c[2]}, &index[k]));
            }
            assert_true(tl_mesh_add_triangle(mesh, index[0], index[1], index[2]));
        }
    }
}

static tl_mesh *torn_box(void *context, double torn, double chance, tl_vec3 *size, test_random *r) {
    tl_mesh *mesh = tl_mesh_create(context);
    *size = (tl_vec3){test_random_between(r, 5, 200), test_random_between(r, 5, 200), test_random_between(r, 5, 200)};
    add_torn_box(mesh,
                 (tl_vec3){test_random_between(r, -200, 200), test_random_between(r, -200, 200),
                           test_random_between(r, -200, 200)},
                 *size, 1 + (int)test_random_between(r, 0, 6), torn, chance, r);
    assert_true(tl_mesh_end_piece(mesh, "box", TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, NULL, NULL), TL_OK);
    return mesh;
}

/* How far each triangle's corners are from those of the triangle that it became: they keep their order. */
static double farthest_corner(const tl_mesh *before, const tl_mesh *after) {
    double farthest = 0;
    assert_int_equal(before->triangle_count, after->triangle_count);
    for (size_t t = 0; t < before->triangle_count; t++) {
        tl_vec3 a[3], b[3];
        tl_mesh_corners(before, t, a);
        tl_mesh_corners(after, t, b);
        for (int k = 0; k < 3; k++) {
            farthest = fmax(farthest, tl_length(tl_sub(a[k], b[k])));
        }
    }
    return farthest;
}

static void torn_boxes_close_within_their_bound(void **state) {
    test_random r = test_random_start("torn boxes", 61);
    for (int i = 0; i < 300; i++) {
        tl_vec3 size;
        const double torn = pow(10, test_random_between(&r, -7, -4.5)), chance = test_random_between(&r, 0.02, 1);
        tl_mesh *mesh = torn_box(*state, torn, chance, &size, &r), *copy = tl_mesh_copy(mesh);
        tl_mesh_edges edges;
        tl_scan_cracks cracks;
        tl_mesh_joined joined;
        bool solid = false;
        assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
        assert_int_equal(tl_scan_cracks_find(mesh, 1, &cracks, NULL), TL_OK);
        const size_t open = edges.open;
        /* two corners in one place may be torn apart by the diagonal of a cube */
        assert_true(cracks.width <= 2 * sqrt(3) * torn);
        assert_int_equal(cracks.edges, open);
        assert_int_equal(cracks.left, 0);
        assert_true(cracks.solid_after == (open > 0));
        assert_true(open == 0 || (cracks.within >= cracks.width && cracks.within <= 1.12 * cracks.width));
        assert_int_equal(tl_scan_join(copy, cracks.within, &joined, NULL), TL_OK);
        assert_int_equal(joined.edges, open);
        assert_near(joined.bound, cracks.width, 0);
        assert_true(farthest_corner(mesh, copy) <= joined.bound);
        assert_true(farthest_corner(mesh, copy) >= 0.99 * joined.bound);
        assert_int_equal(tl_mesh_is_solid(copy, &solid, NULL), TL_OK);
        assert_true(solid);
        assert_near(tl_mesh_volume(copy), size.x * size.y * size.z, 1e-3 * size.x * size.y * size.z);
        tl_mesh_destroy(copy);
        tl_mesh_destroy(mesh);
    }
}

/* Joining is asked for with any length: no triangle is lost, no point goes farther, and again it does nothing more than
 * what lies within. */
static void no_length_breaks_a_mesh(void **state) {
    test_random r = test_random_start("any length", 67);
    for (int i = 0; i < 400; i++) {
        tl_vec3 size;
        tl_mesh *mesh =
            torn_box(*state, pow(10, test_random_between(&r, -6, 0.5)), test_random_between(&r, 0.02, 1), &size, &r);
        tl_mesh *copy = tl_mesh_copy(mesh);
        const double within = pow(10, test_random_between(&r, -6, 2));
        tl_mesh_joined joined;
        tl_mesh_edges before, after;
        assert_int_equal(tl_mesh_count_edges(mesh, &before, NULL), TL_OK);
        assert_int_equal(tl_scan_join(copy, within, &joined, NULL), TL_OK);
        assert_true(joined.bound <= within);
        assert_true(copy->triangle_count <= mesh->triangle_count);
        if (copy->triangle_count == mesh->triangle_count) {
            assert_true(farthest_corner(mesh, copy) <= joined.bound);
        }
        assert_int_equal(copy->weld.degenerate_dropped, mesh->weld.degenerate_dropped);
        for (size_t t = 0; t < copy->triangle_count; t++) {
            const uint32_t *c = copy->triangles + 3 * t;
            assert_true(c[0] != c[1] && c[1] != c[2] && c[2] != c[0]);
        }
        assert_int_equal(tl_mesh_count_edges(copy, &after, NULL), TL_OK);
        assert_true(joined.edges == (before.open > after.open ? before.open - after.open : 0));
        tl_mesh_destroy(copy);
        tl_mesh_destroy(mesh);
    }
}

/* What is closed stays as it is to the bit, and so does what has no neighbour in reach: a hole is no crack. */
static void holes_are_no_cracks(void **state) {
    test_random r = test_random_start("holes", 71);
    for (int i = 0; i < 100; i++) {
        tl_vec3 size;
        tl_mesh *mesh = torn_box(*state, 0, 0, &size, &r);
        tl_scan_cracks cracks;
        tl_mesh_joined joined;
        assert_int_equal(tl_scan_join(mesh, 1000, &joined, NULL), TL_OK);
        assert_int_equal(joined.vertices, 0);
        mesh->triangle_count -= 1; /* a hole as wide as a triangle */
        mesh->pieces[0].triangle_count -= 1;
        assert_int_equal(tl_mesh_weld(mesh, NULL, NULL), TL_OK);
        assert_int_equal(tl_scan_cracks_find(mesh, 1, &cracks, NULL), TL_OK);
        assert_int_equal(cracks.edges, 0);
        assert_int_equal(tl_scan_join(mesh, 1e-3, &joined, NULL), TL_OK);
        assert_int_equal(joined.vertices, 0);
        tl_mesh_destroy(mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(torn_boxes_close_within_their_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_length_breaks_a_mesh, set_up, tear_down),
        cmocka_unit_test_setup_teardown(holes_are_no_cracks, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
