/* Surfaces under footprints and levels at a place, on surfaces whose heights have a closed form. */
#include "scene/evenness.h"
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
    g->surfaces = (tl_surfaces){g->world, g->stand, g->none, g->none, false, NULL};
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
        assert_near(tl_surface_under(&g.surfaces, &shape, -1000, 1000, NULL), highest, 1e-5);
        /* only what lies between the limits counts */
        assert_near(tl_surface_under(&g.surfaces, &shape, -1000, 0.5 * x, NULL), 0.5 * x, 1e-5);
        assert_near(tl_surface_under(&g.surfaces, &shape, 900, 1000, NULL), 900, 0);
    }
    drop_ground(&g);
}

/* A side z = 3 x (72 degrees) over a footprint that reaches from x - r to x + r. */
static void sides_under_shapes(void **state) {
    (void)state;
    test_random random = test_random_start("place-sides", 12);
    const double level = 0;
    ground g;
    make_ground(&g, 3, &level, 1);
    int met[2] = {0, 0};
    for (int i = 0; i < 400; i++) {
        double x = test_random_between(&random, -300, 300), y = test_random_between(&random, -300, 300);
        double low = 3 * x + test_random_between(&random, -250, 250), high = low + test_random_between(&random, 5, 80);
        double turn = test_random_between(&random, 0, 360), s, c, from, to;
        tl_sincos_deg(turn, &s, &c);
        tl_shape shape = {.pose = tl_pose_turned((tl_vec3){x, y, 0}, turn)};
        tl_vec2 corner[4] = {{-40, -10}, {40, -10}, {40, 10}, {-40, 10}};
        double reach = test_random_between(&random, 5, 60);
        uint32_t slot = 7;
        if (i % 3 == 0) {
            shape.kind = TL_SHAPE_DISC;
            shape.radius = reach;
        } else if (i % 3 == 1) {
            shape.kind = TL_SHAPE_OVAL;
            shape.size = (tl_vec2){test_random_between(&random, 5, 60), test_random_between(&random, 5, 60)};
            reach = hypot(shape.size.x * c, shape.size.y * s);
        } else {
            shape.kind = TL_SHAPE_POLYGON;
            shape.outline = corner;
            shape.outline_count = 4;
            reach = 40 * fabs(c) + 10 * fabs(s);
        }
        double least = 3 * (x - reach), most = 3 * (x + reach);
        if (fabs(least - high) < 1e-3 || fabs(most - low) < 1e-3) {
            continue;
        }
        bool any = tl_surface_sides(&g.surfaces, &shape, low, high, &from, &to, &slot, NULL, NULL);
        assert_int_equal(any, least < high && most > low);
        assert_near(tl_surface_under(&g.surfaces, &shape, low, high, NULL), low, 0); /* no surface to stand on */
        if (any) {
            assert_near(from, fmax(low, least), 1e-4);
            assert_near(to, most, 1e-4);
            assert_int_equal(slot, 0);
        }
        met[any]++;
    }
    assert_true(met[0] > 80 && met[1] > 80);
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

/* --- How even the ground is --------------------------------------------------------------------------------------- */

enum { MOST_BLOCKS = 12 };

typedef struct block {
    double x0, y0, x1, y1, top;
} block;

/* Level rectangles, each of two triangles. */
static void make_blocks(ground *g, const block *blocks, size_t count) {
    memset(g, 0, sizeof(*g));
    g->context = tl_context_create(NULL);
    assert_int_equal(tl_world_create(g->context, 1, &g->world, NULL), TL_OK);
    tl_vec3 v[4 * MOST_BLOCKS];
    uint32_t t[6 * MOST_BLOCKS];
    for (uint32_t k = 0; k < count; k++) {
        const block *b = &blocks[k];
        v[4 * k] = (tl_vec3){b->x0, b->y0, b->top};
        v[4 * k + 1] = (tl_vec3){b->x1, b->y0, b->top};
        v[4 * k + 2] = (tl_vec3){b->x1, b->y1, b->top};
        v[4 * k + 3] = (tl_vec3){b->x0, b->y1, b->top};
        const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 6; i++) {
            t[6 * k + (uint32_t)i] = 4 * k + order[i];
        }
    }
    assert_int_equal(tl_bvh_build(g->context, v, 4 * count, t, 2 * count, NULL, &g->bvh, NULL), TL_OK);
    tl_world_set(g->world, 0, g->bvh);
    g->stand[0] = TL_ROLES_ALL;
    g->surfaces = (tl_surfaces){g->world, g->stand, g->none, g->none, true, NULL};
}

static int by_number(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The lowest and highest top over a rectangle, from every cell of the lines that all sides lie on. */
static void heights_by_cells(const block *blocks, size_t count, const block *under, double *low, double *high) {
    double xs[2 * MOST_BLOCKS + 2], ys[2 * MOST_BLOCKS + 2];
    size_t n = 0;
    for (size_t i = 0; i <= count; i++) {
        const block *b = i < count ? &blocks[i] : under;
        xs[n] = fmin(fmax(b->x0, under->x0), under->x1), ys[n++] = fmin(fmax(b->y0, under->y0), under->y1);
        xs[n] = fmin(fmax(b->x1, under->x0), under->x1), ys[n++] = fmin(fmax(b->y1, under->y0), under->y1);
    }
    qsort(xs, n, sizeof(*xs), by_number);
    qsort(ys, n, sizeof(*ys), by_number);
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i + 1 < n; i++) {
        for (size_t j = 0; j + 1 < n; j++) {
            double x = 0.5 * (xs[i] + xs[i + 1]), y = 0.5 * (ys[j] + ys[j + 1]), top = 0;
            if (xs[i + 1] - xs[i] < 1e-6 || ys[j + 1] - ys[j] < 1e-6) {
                continue;
            }
            for (size_t k = 0; k < count; k++) {
                const block *b = &blocks[k];
                top = x > b->x0 && x < b->x1 && y > b->y0 && y < b->y1 ? fmax(top, b->top) : top;
            }
            *low = fmin(*low, top);
            *high = fmax(*high, top);
        }
    }
}

static tl_evenness evenness_of(ground *g, const block *under, double allowed) {
    const tl_vec2 corner[4] = {
        {under->x0, under->y0}, {under->x1, under->y0}, {under->x1, under->y1}, {under->x0, under->y1}};
    const tl_table_plan_piece piece = {corner, 4};
    tl_evenness evenness;
    assert_int_equal(tl_surface_evenness(g->context, &g->surfaces, &piece, 1, allowed, &evenness, NULL), TL_OK);
    return evenness;
}

static void evenness_of_blocks(void **state) {
    (void)state;
    test_random random = test_random_start("place-evenness", 12);
    int pits = 0;
    for (int round = 0; round < 400; round++) {
        block blocks[MOST_BLOCKS];
        size_t count = 1 + (size_t)round % MOST_BLOCKS;
        for (size_t i = 0; i < count; i++) {
            /* coordinates in whole quarters: sides often lie on one line, gaps are a quarter wide or none */
            double x = floor(test_random_between(&random, -80, 80)) / 4,
                   y = floor(test_random_between(&random, -80, 80)) / 4;
            double wide = ceil(test_random_between(&random, 0, 120)) / 4,
                   deep = ceil(test_random_between(&random, 0, 120)) / 4;
            blocks[i] = (block){x, y, x + wide, y + deep, floor(test_random_between(&random, 1, 9))};
        }
        const block under = {-7.3, -6.1, 8.2, 9.4, 0};
        double low, high;
        heights_by_cells(blocks, count, &under, &low, &high);
        ground g;
        make_blocks(&g, blocks, count);
        tl_evenness even = evenness_of(&g, &under, high - low);
        assert_near(even.high, high, 0);
        assert_false(even.pit); /* the limit itself is allowed */
        if (high - low > 0) {
            tl_evenness uneven = evenness_of(&g, &under, high - low - 0.5);
            assert_true(uneven.pit);
            assert_near(uneven.at.z, low, 0);
            pits++;
        }
        drop_ground(&g);
    }
    assert_true(pits > 200);
}

static void evenness_of_spikes_slits_and_slopes(void **state) {
    (void)state;
    ground g;
    const block under = {-30, -30, 30, 30, 0};
    const block spike[1] = {{7.31, 3.17, 7.33, 3.19, 40}};
    make_blocks(&g, spike, 1);
    assert_near(evenness_of(&g, &under, 10).high, 40, 0);
    assert_true(evenness_of(&g, &under, 10).pit);
    drop_ground(&g);
    /* two slabs and a slit between them: narrower than a hundredth of a millimetre it is none */
    for (int i = 0; i < 2; i++) {
        double slit = i == 0 ? 0.012 : 0.008;
        const block slabs[2] = {{-50, -50, 3.1, 50, 12}, {3.1 + slit, -50, 50, 50, 12}};
        make_blocks(&g, slabs, 2);
        tl_evenness e = evenness_of(&g, &under, 10);
        assert_int_equal(e.pit, i == 0);
        if (e.pit) {
            assert_true(e.at.x > 3.1 && e.at.x < 3.1 + slit);
        }
        assert_false(evenness_of(&g, &under, 12).pit);
        drop_ground(&g);
    }
    /* a slope of a quarter under 60 mm rises by 15 */
    const double level = 0;
    make_ground(&g, 0.25, &level, 1);
    assert_near(evenness_of(&g, &under, 10).high, 7.5, 1e-12);
    assert_true(evenness_of(&g, &under, 14.99).pit);
    assert_false(evenness_of(&g, &under, 15.000001).pit);
    drop_ground(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(highest_under_shapes), cmocka_unit_test(sides_under_shapes),
                                       cmocka_unit_test(levels_and_headroom), cmocka_unit_test(evenness_of_blocks),
                                       cmocka_unit_test(evenness_of_spikes_slits_and_slopes)};
    return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
