/* The scale of a mesh by references: against scales that are known because the meshes and the measures were made so. */
#include "support/assert_geom.h"

#include "scan/advice/calibrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A box from the origin, in three parts: its lower left quarter is `hull`, the rest `turret` and `gun_1`. */
static tl_mesh *three_boxes(void **state, tl_vec3 size) {
    static const uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    static const char *const names[3] = {"hull\troot", "turret\troot", "gun_1\ngun mount\nroot"};
    tl_mesh *mesh = tl_mesh_create(*state);
    for (int box = 0; box < 3; box++) {
        uint32_t v[8];
        for (int i = 0; i < 8; i++) {
            tl_vec3 p = {size.x * ((i & 1) + box) / 3, size.y * ((i >> 1) & 1), size.z * ((i >> 2) & 1)};
            assert_true(tl_mesh_add_vertex(mesh, p, &v[i]));
        }
        for (int f = 0; f < 12; f++) {
            assert_true(tl_mesh_add_triangle(mesh, v[faces[f][0]], v[faces[f][1]], v[faces[f][2]]));
        }
        assert_true(tl_mesh_end_piece(mesh, names[box], TL_ROLE_CORE));
    }
    return mesh;
}

static tl_scan_calibration calibrated(const tl_mesh *mesh, tl_mesh_unit unit, tl_axis up, const char *const *references,
                                      size_t count) {
    tl_scan_calibration c = {0};
    tl_error error = {0};
    if (tl_scan_calibrate(mesh, unit, up, references, count, &c, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return c;
}

/* One measure of 20 mm within a tenth over 2 units: between 9.95 and 10.05. */
static void one_reference_gives_its_own_interval(void **state) {
    tl_mesh *mesh = three_boxes(state, (tl_vec3){2, 3, 4});
    const char *const stated[] = {"width = 20 +- 0.1 mm"};
    tl_scan_calibration c = calibrated(mesh, TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED, stated, 1);
    assert_near(c.scale, 10, 0);
    assert_near(c.low, 9.95, 1e-12);
    assert_near(c.high, 10.05, 1e-12);
    assert_true(c.scale_error >= 0.005 && c.scale_error <= 0.00501);
    tl_scan_calibration_free(&c);
    /* half of the last digit written is 0.05 here, and a whole half where no digit stands behind the point */
    const char *const digits[] = {"width = 20.0mm", "WIDTH=20 mm", "width = 2.0e1 mm", "width = 0.79 inch"};
    const double off[] = {0.05, 0.5, 0.5, 0.127};
    for (size_t i = 0; i < 4; i++) {
        c = calibrated(mesh, TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED, digits + i, 1);
        assert_near(c.references[0].off_mm, off[i], 1e-12);
        assert_false(c.references[0].off_stated);
        tl_scan_calibration_free(&c);
    }
    tl_mesh_destroy(mesh);
}

/* Weights 1/0.1 and 1/0.3: (20 * 2 / 0.01 + 30.3 * 3 / 0.09) / (4 / 0.01 + 9 / 0.09) = 10.02, within [10, 10.05]. */
static void several_are_weighted_and_bounded_together(void **state) {
    tl_mesh *mesh = three_boxes(state, (tl_vec3){2, 3, 4});
    const char *const references[] = {"width = 20 +- 0.1 mm", "depth = 30.3 +- 0.3 mm"};
    tl_scan_calibration c = calibrated(mesh, TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED, references, 2);
    assert_near(c.scale, 10.02, 1e-12);
    assert_near(c.low, 10, 1e-12);
    assert_near(c.high, 10.05, 1e-12);
    assert_true(c.scale_error >= 10.05 / 10.02 - 1 && c.scale_error <= 0.003);
    assert_near(c.references[0].residual_mm, 0.04, 1e-12);
    assert_near(c.references[1].residual_mm, 30.06 - 30.3, 1e-12);
    tl_scan_calibration_free(&c);
    tl_mesh_destroy(mesh);
}

/* Extents by the mesh's own up; parts by names of any level and patterns; points with and without what they may be off;
 * the scale of a scene is what multiplies the unit. */
static void every_kind_of_reference(void **state) {
    tl_mesh *mesh = three_boxes(state, (tl_vec3){3, 5, 7});
    static const struct {
        const char *text;
        tl_axis up;
        double low, distance, high;
    } cases[] = {
        {"width = 90 mm", TL_AXIS_PZ, 3, 3, 3},
        {"depth = 90 mm", TL_AXIS_PZ, 5, 5, 5},
        {"height = 90 mm", TL_AXIS_PZ, 7, 7, 7},
        {"height = 90 mm", TL_AXIS_PY, 5, 5, 5}, /* forward is +z then, so width is along z and depth along x */
        {"width = 90 mm", TL_AXIS_PY, 7, 7, 7},
        {"depth = 90 mm", TL_AXIS_PY, 3, 3, 3},
        {"length = 90 mm", TL_AXIS_NX, 7, 7, 7},
        {"hull to turret = 90 mm", TL_AXIS_PZ, 1, 1, 1},
        {"hu?l to GUN* = 90 mm", TL_AXIS_PZ, 2, 2, 2},
        {"gun mount to hull = 90 mm", TL_AXIS_PZ, 2, 2, 2},
        {"0,0,0 3,0,4 +- 0 = 90 mm", TL_AXIS_PZ, 5, 5, 5},
        {"0,0,0 to 3,0,4 +- 0.25 = 90 mm", TL_AXIS_PZ, 4.5, 5, 5.5},
        {"0.0, 0.0, 0.0 to 3.0, 0.0, 4.0 = 9.0 cm", TL_AXIS_PZ, 0, 5, 0}, /* below */
        {"-1e0,0,0 2.0,0,4 +/- 0.5 = 90 mm", TL_AXIS_PZ, 4, 5, 6},
        {"0,0,0 3,0,4 \xC2\xB1 0.25 = 90 \xC2\xB1 1 mm", TL_AXIS_PZ, 4.5, 5, 5.5},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_scan_reference r;
        tl_error error = {0};
        if (tl_scan_reference_read(mesh, cases[i].up, cases[i].text, &r, &error) != TL_OK) {
            fail_msg("%s", error.message);
        }
        /* each coordinate within 0.05: both ends together 0.1 each way */
        double low = cases[i].low > 0 ? cases[i].low : sqrt(2.9 * 2.9 + 3.9 * 3.9);
        double high = cases[i].low > 0 ? cases[i].high : sqrt(3.1 * 3.1 + 0.1 * 0.1 + 4.1 * 4.1);
        assert_near(r.distance, cases[i].distance, 1e-14);
        assert_near(r.distance_low, low, 1e-12);
        assert_near(r.distance_high, high, 1e-12);
        assert_true(r.distance_low <= low && r.distance_high >= high);
        assert_near(r.length_mm, 90, 1e-12);
    }
    const char *const inches[] = {"width = 60.00 mm"};
    tl_scan_calibration c = calibrated(mesh, TL_MESH_UNIT_INCH, TL_AXIS_PZ, inches, 1);
    assert_near(c.mm_per_unit, 20, 1e-4);
    assert_near(c.scale * 25.4, c.mm_per_unit, 0);
    assert_true(c.mm_per_unit * (1 - c.scale_error) <= c.low && c.mm_per_unit * (1 + c.scale_error) >= c.high);
    tl_scan_calibration_free(&c);
    tl_mesh_destroy(mesh);
}

/* Whatever a ruler and a pointer do within what is said of them, the true scale is where it is said to be. */
static void the_true_scale_is_within_the_error(void **state) {
    test_random random = test_random_start("calibrate", 1);
    double widest = 0;
    for (int trial = 0; trial < 3000; trial++) {
        tl_mesh *mesh = three_boxes(state, (tl_vec3){9, 9, 9});
        double scale = test_random_between(&random, 0.3, 30);
        char texts[4][256];
        const char *references[4];
        int count = 1 + test_random_below(&random, 4);
        for (int i = 0; i < count; i++) {
            double c[6], off = test_random_between(&random, 0.01, 2);
            tl_vec3 a, b;
            do {
                for (int k = 0; k < 6; k++) {
                    c[k] = test_random_between(&random, -50, 50);
                }
                a = (tl_vec3){c[0], c[1], c[2]};
                b = (tl_vec3){c[3], c[4], c[5]};
            } while (tl_distance(a, b) < 20);
            double truth = scale * tl_distance(a, b);
            double measured = truth + test_random_between(&random, -off, off);
            if (test_random_below(&random, 2) == 0) { /* written with one digit behind the point, and nothing said */
                snprintf(texts[i], sizeof(texts[i]), "%.1f,%.1f,%.1f %.1f,%.1f,%.1f = %.2f mm", c[0], c[1], c[2], c[3],
                         c[4], c[5], truth);
            } else {
                tl_vec3 p = tl_madd(a, test_random_direction(&random), test_random_between(&random, 0, 0.19));
                tl_vec3 q = tl_madd(b, test_random_direction(&random), test_random_between(&random, 0, 0.19));
                snprintf(texts[i], sizeof(texts[i]), "%.9f,%.9f,%.9f to %.9f,%.9f,%.9f +- 0.2 = %.6f +- %.6f mm", p.x,
                         p.y, p.z, q.x, q.y, q.z, measured, off + 1e-5);
            }
            references[i] = texts[i];
        }
        tl_scan_calibration made = calibrated(mesh, TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED, references, (size_t)count);
        assert_true(scale >= made.mm_per_unit * (1 - made.scale_error));
        assert_true(scale <= made.mm_per_unit * (1 + made.scale_error));
        assert_true(made.low <= scale && scale <= made.high);
        widest = fmax(widest, made.scale_error);
        tl_scan_calibration_free(&made);
        tl_mesh_destroy(mesh);
    }
    assert_true(widest > 0.001 && widest < 0.5); /* the bound says something, and there was something to say */
}

static void what_cannot_be_meant_is_refused(void **state) {
    tl_mesh *mesh = three_boxes(state, (tl_vec3){2, 3, 4});
    static const struct {
        const char *first, *second, *message;
    } cases[] = {
        {"width 20 mm", NULL, "there is no `=` with a length behind it"},
        {"width = twenty mm", NULL, "what stands behind `=` is no length"},
        {"width =", NULL, "what stands behind `=` is no length"},
        {"width = 20", NULL, "the length has no unit"},
        {"width = 20 yards", NULL, "the length has no unit"},
        {"width = 20 mm wide", NULL, "`wide` at the end means nothing here"},
        {"width = 20 mm +- x", NULL, "what stands behind `+-` is no length"},
        {"width = -20 mm", NULL, "tell no scale"},
        {"width = 0 mm", NULL, "tell no scale"},
        {"width = 1 mm +- 1 mm", NULL, "tell no scale"},
        {"breadth = 20 mm", NULL, "`breadth` is no distance on a mesh"},
        {"1,2,3 1,2,3 = 20 mm", NULL, "the two places are one"},
        {"hull to hull = 20 mm", NULL, "the two places are one"},
        {"0,0,0 1,0,0 = 20 mm", NULL, "as near to each other as they may be off"},
        {"0.0,0.0,0.0 1.0,0.0,0.0 +- 0.5 = 20 mm", NULL, "as near to each other as they may be off"},
        {"1,2,3 4,5 = 20 mm", NULL, "is no pair of points"},
        {"1,2,3 4,5,6 7,8,9 = 20 mm", NULL, "is no pair of points"},
        {"1,2,3 4,5,99999999999999999 = 20 mm", NULL, "is no pair of points"},
        {"hull to turet = 20 mm", NULL, "the mesh has no part `turet`: did you mean `turret`?"},
        {"hull to wing = 20 mm", NULL, "the mesh has no part `wing`"},
        {"width = 20.0 mm", "depth = 40.0 mm",
         "the references contradict each other: by `depth = 40.0 mm` a unit is "
         "13.31667 mm or more, by `width = 20.0 mm` it is 10.025 mm or less"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_scan_calibration c;
        tl_error error = {0};
        const char *const references[2] = {cases[i].first, cases[i].second};
        tl_status status = tl_scan_calibrate(mesh, TL_MESH_UNIT_UNSTATED, TL_AXIS_UNSTATED, references,
                                             cases[i].second != NULL ? 2 : 1, &c, &error);
        if (status == TL_OK || strstr(error.message, cases[i].message) == NULL) {
            fail_msg("%s: %s", cases[i].first, error.message);
        }
        assert_string_equal(error.place, "--reference");
        assert_true(error.remedy[0] != '\0');
    }
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
        cmocka_unit_test(one_reference_gives_its_own_interval),
        cmocka_unit_test(several_are_weighted_and_bounded_together),
        cmocka_unit_test(every_kind_of_reference),
        cmocka_unit_test(the_true_scale_is_within_the_error),
        cmocka_unit_test(what_cannot_be_meant_is_refused),
    };
    return cmocka_run_group_tests_name("calibrate", tests, set_up, tear_down);
}
