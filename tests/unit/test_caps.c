/* Holes of meshes: which open edges are some, and what closes them, against meshes made with holes of known size. */
#include "support/scarce.h"
#include "support/sheet.h"
#include "support/assert_geom.h"

#include "scan/repair/holes.h"
#include "scan/repair/repair.h"

static tl_mesh *mesh_of(tl_context *context, tl_vec3 (*triangles)[3], size_t count) {
    tl_mesh *mesh = tl_mesh_create(context);
    assert_non_null(mesh);
    for (size_t i = 0; i < count; i++) {
        uint32_t v[3];
        for (int k = 0; k < 3; k++) {
            assert_true(tl_mesh_add_vertex(mesh, triangles[i][k], &v[k]));
        }
        assert_true(tl_mesh_add_triangle(mesh, v[0], v[1], v[2]));
    }
    assert_true(tl_mesh_end_piece(mesh, "made", TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, NULL, NULL), TL_OK);
    return mesh;
}

static double area(const tl_mesh *mesh, size_t first, size_t count) {
    double sum = 0;
    for (size_t i = first; i < first + count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, i, c);
        sum += 0.5 * tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])));
    }
    return sum;
}

static void holes_of_a_sheet(void **state) {
    (void)state;
    const sheet_rect holes[2] = {{40, 52, 20, 27}, {70, 73, 30, 50}};
    tl_vec3 triangles[SHEET_MOST][3];
    tl_context *context = tl_context_create(NULL);
    for (size_t n = 0; n <= 2; n++) {
        size_t count = sheet_make(7, (sheet_rect){0, 100, 0, 60}, holes, n, triangles);
        tl_mesh *mesh = mesh_of(context, triangles, count);
        tl_caps *caps = NULL;
        assert_int_equal(tl_scan_caps_make(mesh, false, &caps, NULL), TL_OK);
        assert_int_equal(caps != NULL ? caps->count : 0, n); /* its outer rim is none */
        for (size_t i = 0; i < n; i++) {
            const tl_cap *cap = &caps->items[i]; /* the longest rim first: 46, then 38 */
            const sheet_rect *hole = &holes[n == 1 ? 0 : 1 - i];
            assert_near(cap->across, tl_max(hole->y1 - hole->y0, hole->z1 - hole->z0), 0);
            assert_point_near(cap->at, ((tl_vec3){7, 0.5 * (hole->y0 + hole->y1), 0.5 * (hole->z0 + hole->z1)}), 1e-12);
            assert_near(area(caps->mesh, cap->first_triangle, cap->triangle_count),
                        (hole->y1 - hole->y0) * (hole->z1 - hole->z0), 1e-9);
            assert_false(cap->repaired);
            assert_true(cap->corner_count >= 4);
            for (uint32_t t = 0; t < cap->triangle_count; t++) {
                assert_int_equal(tl_caps_of_triangle(caps, cap->first_triangle + t), i);
            }
        }
        tl_caps_destroy(caps);
        assert_int_equal(tl_scan_caps_make(mesh, true, &caps, NULL), TL_OK);
        assert_null(caps); /* they are meant */
        tl_mesh_destroy(mesh);
    }
    tl_context_destroy(context);
}

/* A box of 6 x 6 x 6 cells with some left out: bit `side` of `whole` leaves a side out, `side` and cell a single one.
 */
static tl_mesh *box(tl_context *context, unsigned whole, int side_of_hole, int row, int column) {
    enum { CELLS = 6, MOST = 6 * CELLS * CELLS * 2 };
    static tl_vec3 triangles[MOST][3];
    size_t count = 0;
    for (int side = 0; side < 6; side++) {
        for (int i = 0; i < CELLS * CELLS; i++) {
            if ((whole >> side & 1U) != 0 || (side == side_of_hole && i == row * CELLS + column)) {
                continue;
            }
            tl_vec3 corner[4];
            for (int c = 0; c < 4; c++) {
                double at[3], u = 10.0 * (i % CELLS + (c == 1 || c == 2)), v = 10.0 * (i / CELLS + (c >= 2));
                at[side / 2] = side % 2 * 10.0 * CELLS;
                at[(side / 2 + 1) % 3] = side % 2 ? u : v;
                at[(side / 2 + 2) % 3] = side % 2 ? v : u;
                corner[c] = (tl_vec3){at[0], at[1], at[2]};
            }
            for (int t = 0; t < 2; t++, count++) {
                triangles[count][0] = corner[0];
                triangles[count][1] = corner[t + 1];
                triangles[count][2] = corner[t + 2];
            }
        }
    }
    return mesh_of(context, triangles, count);
}

static void what_is_no_hole(void **state) {
    (void)state;
    const struct {
        unsigned whole;
        int side, row, column;
        size_t holes;
        const char *why;
    } cases[] = {
        {0, -1, 0, 0, 0, "a closed box"},
        {1U << 4, -1, 0, 0, 0, "a box without its bottom"},
        {1U << 1, -1, 0, 0, 0, "a box without a side: an open shell, and this is its rim"},
        {0, 4, 2, 2, 0, "a hole in the underside"},
        {0, 1, 2, 2, 1, "a hole in a side"},
        {0, 5, 0, 3, 1, "a hole in the top"},
        {1U << 4, 5, 2, 3, 1, "a hole in the top of a box without its bottom"},
        {0, 1, 2, 0, 1, "a hole in a side that begins at the bottom but is higher"},
    };
    tl_context *context = tl_context_create(NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_mesh *mesh = box(context, cases[i].whole, cases[i].side, cases[i].row, cases[i].column);
        tl_caps *caps = NULL;
        assert_int_equal(tl_scan_caps_make(mesh, false, &caps, NULL), TL_OK);
        if ((caps != NULL ? caps->count : 0) != cases[i].holes) {
            fail_msg("%s: %zu holes", cases[i].why, caps != NULL ? caps->count : (size_t)0);
        }
        if (caps != NULL) {
            assert_near(caps->items[0].across, 10, 0);
            assert_near(area(caps->mesh, 0, caps->mesh->triangle_count), 100, 1e-9);
        }
        tl_caps_destroy(caps);
        tl_mesh_destroy(mesh);
    }
    tl_context_destroy(context);
}

static void repairs_are_known(void **state) {
    (void)state;
    const sheet_rect holes[3] = {{40, 52, 20, 27}, {70, 73, 30, 50}, {10, 14, 10, 14}};
    tl_vec3 triangles[SHEET_MOST][3];
    tl_context *context = tl_context_create(NULL);
    tl_mesh *mesh = mesh_of(context, triangles, sheet_make(7, (sheet_rect){0, 100, 0, 60}, holes, 3, triangles));
    tl_repair_report report;
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 15}, &report, NULL), TL_OK);
    assert_int_equal(report.holes_closed, 2);
    tl_caps *caps = NULL;
    assert_int_equal(tl_scan_caps_make(mesh, false, &caps, NULL), TL_OK);
    assert_non_null(caps);
    assert_int_equal(caps->count, 3);
    assert_int_equal(caps->open_count, 1);
    assert_near(caps->items[0].across, 20, 0);
    double sum = 0;
    for (size_t i = 1; i < 3; i++) {
        const tl_cap *cap = &caps->items[i];
        const sheet_rect *hole = cap->across > 10 ? &holes[0] : &holes[2];
        assert_true(cap->repaired);
        assert_near(cap->across, hole->y1 - hole->y0, 0);
        assert_point_near(cap->at, ((tl_vec3){7, 0.5 * (hole->y0 + hole->y1), 0.5 * (hole->z0 + hole->z1)}), 1e-12);
        sum += area(caps->mesh, cap->first_triangle, cap->triangle_count);
    }
    assert_near(sum, 12 * 7 + 4 * 4, 1e-9);
    tl_caps_destroy(caps);
    /* meant openings are open, what a repair closed was none */
    assert_int_equal(tl_scan_caps_make(mesh, true, &caps, NULL), TL_OK);
    assert_non_null(caps);
    assert_int_equal(caps->open_count, 0);
    assert_int_equal(caps->count, 2);
    tl_caps_destroy(caps);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

static void memory_runs_out(void **state) {
    (void)state;
    const sheet_rect holes[2] = {{40, 52, 20, 27}, {70, 73, 30, 50}};
    tl_vec3 triangles[SHEET_MOST][3];
    const tl_context_options options = {.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *context = tl_context_create(&options);
    tl_mesh *mesh = mesh_of(context, triangles, sheet_make(7, (sheet_rect){0, 100, 0, 60}, holes, 2, triangles));
    tl_repair_report report;
    assert_int_equal(tl_scan_repair(mesh, &(tl_scan_repairs){.close_holes = 15}, &report, NULL), TL_OK);
    tl_caps *caps = NULL;
    size_t n = 0;
    for (tl_status status = TL_ERROR_MEMORY; status != TL_OK; n++) {
        scarce_left = n;
        status = tl_scan_caps_make(mesh, false, &caps, NULL);
        scarce_left = SIZE_MAX;
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && caps == NULL));
    }
    assert_true(n > 10);
    assert_non_null(caps);
    assert_int_equal(caps->count, 2);
    tl_caps_destroy(caps);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_of_a_sheet),
        cmocka_unit_test(what_is_no_hole),
        cmocka_unit_test(repairs_are_known),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
