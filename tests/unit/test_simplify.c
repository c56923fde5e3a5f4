/* Simplified meshes against what they were: distances both ways by trying many points, topology by counting. */
#include "support/assert_geom.h"
#include "support/scarce.h"

#include "geom/geom.h"
#include "import/import.h"
#include "mesh/simplify.h"

#include <stdio.h>
#include <string.h>

static double distance_to(const tl_mesh *mesh, tl_vec3 p) {
    double least = INFINITY;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        tl_vec3 d = tl_sub(tl_nearest_on_triangle(p, c), p);
        least = tl_min(least, tl_dot(d, d));
    }
    return sqrt(least);
}

/* The farthest of some random points of one surface from the other. */
static double sampled(test_random *random, const tl_mesh *from, const tl_mesh *to, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(from, (size_t)test_random_below(random, (int)from->triangle_count), c);
        double u = test_random_between(random, 0, 1), v = test_random_between(random, 0, 1 - u);
        most = tl_max(most, distance_to(to, tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), u), tl_sub(c[2], c[0]), v)));
    }
    return most;
}

static long euler(const tl_mesh *mesh) {
    tl_mesh_edges edges;
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
    return (long)mesh->vertex_count - (long)edges.edges + (long)mesh->triangle_count;
}

/* Simplifies a copy and holds it against the mesh; returns what is left of the triangles, as a share. */
static double check(const char *name, const tl_mesh *mesh, double most, int samples) {
    test_random random = test_random_start(name, 3);
    tl_mesh *simple = tl_mesh_copy(mesh);
    tl_simplified done;
    tl_mesh_edges before, after;
    assert_int_equal(tl_mesh_simplify(simple, most, &done, NULL), TL_OK);
    assert_int_equal(done.before, mesh->triangle_count);
    assert_int_equal(done.after, simple->triangle_count);
    assert_true(done.bound <= most);
    assert_int_equal(tl_mesh_count_edges(mesh, &before, NULL), TL_OK);
    assert_int_equal(tl_mesh_count_edges(simple, &after, NULL), TL_OK);
    assert_int_equal(after.open, before.open); /* rims keep their edges */
    assert_int_equal(after.non_manifold, before.non_manifold);
    assert_int_equal(after.flipped, before.flipped);
    assert_int_equal(after.components, before.components);
    assert_int_equal(euler(simple), euler(mesh));
    assert_int_equal(simple->piece_count, mesh->piece_count);
    double there = sampled(&random, mesh, simple, samples), back = sampled(&random, simple, mesh, samples);
    printf("%s: %zu to %zu triangles, bound %.4f, sampled %.4f and %.4f\n", name, done.before, done.after, done.bound,
           there, back);
    assert_true(there <= done.bound * (1 + 1e-9) + 1e-12 && back <= done.bound * (1 + 1e-9) + 1e-12);
    tl_mesh_destroy(simple);
    return (double)done.after / (double)done.before;
}

/* A sheet of n x n squares over a surface z(x, y), in one piece or two. */
static tl_mesh *grid(tl_context *context, int n, double wave, bool halves) {
    tl_mesh *mesh = tl_mesh_create(context);
    uint32_t index;
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k <= n; k++) {
            double x = 0.25 * i, y = 0.25 * k, r = (x - 5) * (x - 5) + (y - 5) * (y - 5);
            assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){x, y, wave / (1 + r)}, &index));
        }
    }
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        for (uint32_t k = 0; k < (uint32_t)n; k++) {
            uint32_t a = i * (uint32_t)(n + 1) + k, b = a + (uint32_t)n + 1;
            assert_true(tl_mesh_add_triangle(mesh, a, b, b + 1) && tl_mesh_add_triangle(mesh, a, b + 1, a + 1));
        }
        if (halves && i + 1 == (uint32_t)n / 2) {
            assert_true(tl_mesh_end_piece(mesh, "left", TL_ROLE_CORE));
        }
    }
    assert_true(tl_mesh_end_piece(mesh, "right", TL_ROLE_CORE));
    return mesh;
}

static void sheets(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    const double waves[] = {0, 3, 12};
    for (int i = 0; i < 3; i++) {
        tl_mesh *mesh = grid(context, 40, waves[i], i == 1);
        assert_true(check("sheet", mesh, 1.2, 200) < 0.5);
        check("sheet, hardly", mesh, 0.26, 100);
        assert_near(check("sheet, not at all", mesh, 0.01, 10), 1, 0); /* nobody may move so little */
        tl_mesh_destroy(mesh);
    }
    /* the border between two pieces keeps its vertices: x = 5 */
    tl_mesh *mesh = grid(context, 40, 3, true);
    tl_simplified done;
    assert_int_equal(tl_mesh_simplify(mesh, 2, &done, NULL), TL_OK);
    size_t on_border = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        on_border += mesh->vertices[v].x == 5;
    }
    assert_int_equal(on_border, 41);
    assert_int_equal(mesh->pieces[0].triangle_count + mesh->pieces[1].triangle_count, mesh->triangle_count);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

static void scans(void **state) {
    (void)state;
    const struct {
        const char *file;
        double scale, most;
    } files[] = {{"stanford_bunny.obj", 1000, 1.5}, {"lion_statue_scan.obj", 40, 1}};
    if (test_data_folder() == NULL) {
        skip();
    }
    for (int i = 0; i < 2; i++) {
        tl_context *context = tl_context_create(NULL);
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        assert_int_equal(tl_mesh_import(context, test_data_file(files[i].file), NULL, &mesh, &error), TL_OK);
        for (size_t v = 0; v < mesh->vertex_count; v++) {
            mesh->vertices[v] = tl_scale(mesh->vertices[v], files[i].scale);
        }
        assert_true(check(files[i].file, mesh, files[i].most, 60) < 0.6);
        tl_mesh_destroy(mesh);
        tl_context_destroy(context);
    }
}

static void memory_runs_out(void **state) {
    (void)state;
    const tl_context_options options = {.allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *context = tl_context_create(&options);
    tl_mesh *mesh = grid(context, 10, 1, false);
    tl_simplified done;
    size_t n = 0;
    for (tl_status status = TL_ERROR_MEMORY; status != TL_OK; n++) {
        scarce_left = n;
        status = tl_mesh_simplify(mesh, 1, &done, NULL);
        scarce_left = SIZE_MAX;
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && mesh->triangle_count == 200));
    }
    assert_true(n > 5 && mesh->triangle_count < 200);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets),
        cmocka_unit_test(scans),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
