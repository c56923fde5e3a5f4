/* Surfaces under footprints and levels at a place, on surfaces whose heights have a closed form. */
#include "scene/place.h"
#include "support/sight_scenes.h"

#include <stdlib.h>
#include <string.h>

/* A plane z = slope * x over [-500, 500]^2, optionally with a level above it. */
typedef struct ground {
    tl_context *context;
    tl_world *world;
    tl_bvh *bvh;
    uint8_t stand[1], none[1];
    tl_surfaces surfaces;
} ground;

static void make_ground(ground *g, double slope, const double *levels, size_t count) {
    memset(g, 0, sizeof(*g));
    g->context = tl_context_create(NULL);
    assert_int_equal(tl_world_create(g->context, 1, &g->world, NULL), TL_OK);
    tl_vec3 v[64];
    uint32_t t[96];
    for (uint32_t k = 0; k < count; k++) {
        double z = levels[k];
        v[4 * k] = (tl_vec3){-500, -500, z - 500 * slope};
        v[4 * k + 1] = (tl_vec3){500, -500, z + 500 * slope};
        v[4 * k + 2] = (tl_vec3){500, 500, z + 500 * slope};
        v[4 * k + 3] = (tl_vec3){-500, 500, z - 500 * slope};
        const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 6; i++) {
            t[6 * k + (uint32_t)i] = 4 * k + order[i];
        }
    }
    assert_int_equal(tl_bvh_build(g->context, v, 4 * count, t, 2 * count, NULL, &g->bvh, NULL), TL_OK);
    tl_world_set(g->world, 0, g->bvh);
    g->stand[0] = TL_ROLES_ALL;
    g->surfaces = (tl_surfaces){g->world, g->stand, g->none, g->none, false};
}

static void drop_ground(ground *g) {
    tl_world_destroy(g->world);
    tl_bvh_destroy(g->bvh);
    tl_context_destroy(g->context);
}

static void highest_under_shapes(void **state) {
    (void)state;
    test_random random = test_random_start("place-under", 11);
    const double level = 0;
    ground g;
    make_ground(&g, 0.5, &level, 1);
    for (int i = 0; i < 200; i++) {
        double x = test_random_between(&random, -300, 300), y = test_random_between(&random, -300, 300);
        double turn = test_random_between(&random, 0, 360), s, c;
        tl_sincos_deg(turn, &s, &c);
        tl_shape shape = {.pose = tl_pose_turned((tl_vec3){x, y, 0}, turn)};
        tl_vec2 corner[4] = {{-40, -10}, {40, -10}, {40, 10}, {-40, 10}};
        double reach = 0;
        switch (i % 3) {
        case 0:
            shape.kind = TL_SHAPE_DISC;
            shape.radius = reach = test_random_between(&random, 5, 60);
            break;
        case 1:
            shape.kind = TL_SHAPE_OVAL;
            shape.size = (tl_vec2){test_random_between(&random, 5, 60), test_random_between(&random, 5, 60)};
            reach = hypot(shape.size.x * c, shape.size.y * s);
            break;
        default:
            shape.kind = TL_SHAPE_POLYGON;
            shape.outline = corner;
            shape.outline_count = 4;
            reach = 40 * fabs(c) + 10 * fabs(s);
            break;
        }
        double highest = 0.5 * (x + reach);
        assert_near(tl_surface_under(&g.surfaces, &shape, -1000, 1000), highest, 1e-5);
        /* only what lies between the limits counts */
        assert_near(tl_surface_under(&g.surfaces, &shape, -1000, 0.5 * x), 0.5 * x, 1e-5);
        assert_near(tl_surface_under(&g.surfaces, &shape, 900, 1000), 900, 0);
    }
    drop_ground(&g);
}

static void levels_and_headroom(void **state) {
    (void)state;
    const double floors[4] = {0, 50, 80, 200};
    double heights[8];
    ground g;
    make_ground(&g, 0, floors, 4);
    assert_int_equal(tl_surface_levels(&g.surfaces, 10, 20, 0, heights, 8), 4);
    assert_int_equal(tl_surface_levels(&g.surfaces, 10, 20, 30, heights, 8),
                     4); /* exactly the room between 50 and 80 */
    assert_int_equal(tl_surface_levels(&g.surfaces, 10, 20, 30.1, heights, 8), 3);
    assert_near(heights[0], 0, 0);
    assert_near(heights[1], 80, 0);
    assert_near(heights[2], 200, 0);
    assert_int_equal(tl_surface_levels(&g.surfaces, 10, 20, 121, heights, 8), 1);
    assert_near(heights[0], 200, 0);
    assert_int_equal(tl_surface_levels(&g.surfaces, 10, 20, 0, heights, 2), 2);
    assert_int_equal(tl_surface_levels(&g.surfaces, 600, 20, 0, heights, 8), 0); /* beside the table */
    g.surfaces.table_plane = true;
    assert_int_equal(tl_surface_levels(&g.surfaces, 600, 20, 0, heights, 8), 1);
    assert_near(heights[0], 0, 0);
    drop_ground(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(highest_under_shapes), cmocka_unit_test(levels_and_headroom)};
    return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
