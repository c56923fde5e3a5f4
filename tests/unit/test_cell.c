/* Cells: cutting loses nothing and adds nothing; heights of many points at once are those of each alone. */
#include "support/assert_geom.h"
#include "support/sight_scenes.h"

#include "visibility/shaft.h"

static tl_context *context;

static int setup(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int teardown(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static double area_of(const tl_cell *cell) {
    double area = 0;
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 c[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(cell, i, c);
        assert_in_range(count, 1, TL_CELL_CORNERS);
        tl_vec3 sum = {0, 0, 0};
        for (size_t k = 1; k + 1 < count; k++) {
            sum = tl_add(sum, tl_cross(tl_sub(c[k], c[0]), tl_sub(c[k + 1], c[0])));
        }
        area += 0.5 * tl_length(sum);
    }
    return area;
}

static tl_cell *ball(tl_cell_scratch *scratch, const tl_pose *pose, int rings) {
    test_mesh mesh = {0};
    tl_bvh *bvh = NULL;
    test_mesh_ball(&mesh, (tl_vec3){0, 0, 0}, (tl_vec3){10, 12, 15}, rings);
    test_mesh_move(&mesh, pose);
    assert_int_equal(
        tl_bvh_build(context, mesh.vertices, mesh.vertex_count, mesh.triangles, mesh.triangle_count, NULL, &bvh, NULL),
        TL_OK);
    test_mesh_free(&mesh);
    tl_cell *cell = tl_cell_from_bvh(scratch, bvh, false);
    assert_non_null(cell);
    tl_bvh_destroy(bvh);
    return cell;
}

static void halves_are_the_whole(void **state) {
    (void)state;
    test_random random = test_random_start("halves_are_the_whole", 11);
    tl_cell_scratch scratch = {.context = context};
    for (int i = 0; i < 60; i++) {
        tl_pose pose = test_random_pose(&random, 500);
        tl_cell *cell = ball(&scratch, &pose, 3 + test_random_below(&random, 8));
        size_t corners_of_all = cell->first[cell->polygon_count];
        for (int cut = 0; cut < 14 && cell->polygon_count > 0; cut++) {
            tl_vec3 n = test_random_direction(&random);
            double low, high;
            tl_cell_extent(cell, n, &low, &high);
            double offset = test_random_between(&random, low, high);
            if (cut == 0) { /* through corners */
                offset = tl_dot(n, cell->points[test_random_below(&random, (int)cell->point_count)]);
            }
            tl_cell *half[2];
            assert_true(tl_cell_split(&scratch, cell, n, offset, &half[0], &half[1]));
            assert_near(area_of(half[0]) + area_of(half[1]), area_of(cell), 1e-9 * area_of(cell) + 1e-9);
            for (int side = 0; side < 2 && half[side]->point_count > 0; side++) {
                tl_cell_extent(half[side], n, &low, &high);
                assert_true(side == 0 ? high <= offset + 1e-9 : low >= offset - 1e-9);
                assert_true(half[side]->diameter <= cell->diameter + 1e-9);
                assert_int_equal(half[side]->cut_count, cut + 1 < TL_CELL_CUTS ? cut + 1 : TL_CELL_CUTS);
                /* a corner is there once, also where polygons meet at the cut */
                for (uint32_t k = 1; k < half[side]->point_count; k++) {
                    assert_false(tl_same_point(half[side]->points[k], half[side]->points[k - 1]));
                }
            }
            int next = test_random_below(&random, 2);
            tl_cell_release(context, cell);
            tl_cell_release(context, half[1 - next]);
            cell = half[next];
            assert_true(cell->first[cell->polygon_count] <= 8 * corners_of_all);
        }
        tl_cell_release(context, cell);
    }
    tl_cell_scratch_free(&scratch);
}

static void heights_of_many(void **state) {
    (void)state;
    test_random random = test_random_start("heights_of_many", 12);
    enum { MOST = 48 };
    for (int i = 0; i < 3000; i++) {
        size_t count = 1 + (size_t)test_random_below(&random, MOST - 4), room = TL_HEIGHTS_ROOM(count);
        double x[MOST], y[MOST], z[MOST], offset[MOST];
        tl_vec3 p[MOST], n = tl_scale(test_random_direction(&random), test_random_between(&random, 0.5, 2));
        double low = INFINITY, high = -INFINITY;
        uint64_t above = 0;
        for (size_t k = 0; k < room; k++) {
            p[k] = k < count ? tl_scale(test_random_direction(&random), 100) : p[0];
            x[k] = p[k].x;
            y[k] = p[k].y;
            z[k] = p[k].z;
            offset[k] = k < count ? test_random_between(&random, -150, 150) : INFINITY;
            if (test_random_below(&random, 4) == 0 && k < count) {
                offset[k] = tl_dot(p[k], n); /* not above */
            }
            low = fmin(low, tl_dot(n, p[k]));
            high = fmax(high, tl_dot(n, p[k]));
            above |= (uint64_t)(tl_dot(p[k], n) - offset[k] > 0) << k;
        }
        double l, h;
        tl_heights_range(x, y, z, room, n, &l, &h);
        assert_true(l == low && h == high);
        assert_true(tl_heights_top(x, y, z, room, n) == high);
        assert_true(tl_heights_above(x, y, z, offset, room, n) == above);
    }
}

/* Whatever lies between two cells lies in their shaft. */
static void shafts_hold_all_lines(void **state) {
    (void)state;
    test_random random = test_random_start("shafts_hold_all_lines", 13);
    tl_cell_scratch scratch = {.context = context};
    for (int i = 0; i < 300; i++) {
        tl_cell *cell[2];
        for (int side = 0; side < 2; side++) {
            tl_pose pose = test_random_pose(&random, 500);
            cell[side] = ball(&scratch, &pose, 4 + test_random_below(&random, 5));
            for (int cut = test_random_below(&random, 9); cut > 0; cut--) {
                tl_vec3 n = test_random_direction(&random);
                double low, high;
                tl_cell_extent(cell[side], n, &low, &high);
                tl_cell *half[2];
                assert_true(tl_cell_split(&scratch, cell[side], n, 0.5 * (low + high), &half[0], &half[1]));
                tl_cell_release(context, cell[side]);
                cell[side] = half[cut & 1];
                tl_cell_release(context, half[1 - (cut & 1)]);
            }
        }
        tl_shaft shaft;
        tl_shaft_make(&shaft, cell[0], cell[1], 1000, false);
        for (uint32_t a = 0; a < cell[0]->point_count; a++) {
            for (uint32_t b = 0; b < cell[1]->point_count; b += 7) {
                tl_vec3 m = tl_lerp(cell[0]->points[a], cell[1]->points[b], test_random_between(&random, 0, 1));
                assert_int_equal(tl_shaft_code(&shaft, m), 0);
            }
        }
        tl_cell_release(context, cell[0]);
        tl_cell_release(context, cell[1]);
    }
    tl_cell_scratch_free(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(halves_are_the_whole), cmocka_unit_test(heights_of_many),
                                       cmocka_unit_test(shafts_hold_all_lines)};
    return cmocka_run_group_tests_name("cell", tests, setup, teardown);
}
