/* real_mesh.c: loads real meshes for tests, places them, and measures triangles independently. */
#include "support/real_mesh.h"

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>

tl_mesh *test_real_mesh(tl_context *context, const char *name, double size) {
    if (test_data_folder() == NULL) {
        return NULL;
    }
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    if (tl_import_mesh(context, test_data_file(name), NULL, &mesh, &error) != TL_OK ||
        tl_mesh_weld(mesh, NULL, &error) != TL_OK) {
        print_error("%s: %s\n", name, error.message);
        fail();
        return NULL;
    }
    tl_box3 box = tl_mesh_box(mesh);
    tl_vec3 extent = tl_box3_size(box), middle = tl_box3_centre(box);
    double scale = size / fmax(extent.x, fmax(extent.y, extent.z));
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        mesh->vertices[i] = (tl_vec3){(p.x - middle.x) * scale, (p.y - middle.y) * scale, (p.z - box.low.z) * scale};
    }
    return mesh;
}

static tl_vec3 *placed(const tl_mesh *mesh, const tl_pose *pose) {
    tl_vec3 *vertices = malloc((mesh->vertex_count + 1) * sizeof(*vertices));
    assert_non_null(vertices);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        vertices[i] = tl_pose_point(pose, mesh->vertices[i]);
    }
    return vertices;
}

static tl_bvh *build(tl_context *context, const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                     size_t count) {
    tl_bvh *bvh = NULL;
    tl_error error = {0};
    assert_int_equal(tl_bvh_build(context, vertices, vertex_count, triangles, count, NULL, &bvh, &error), TL_OK);
    return bvh;
}

tl_bvh *test_placed_bvh(tl_context *context, const tl_mesh *mesh, const tl_pose *pose) {
    tl_vec3 *vertices = placed(mesh, pose);
    tl_bvh *bvh = build(context, vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count);
    free(vertices);
    return bvh;
}

tl_bvh *test_sampled_bvh(tl_context *context, const tl_mesh *mesh, const tl_pose *pose, size_t count,
                         test_random *random) {
    tl_vec3 *vertices = placed(mesh, pose);
    uint32_t *triangles = malloc(3 * count * sizeof(*triangles));
    assert_non_null(triangles);
    for (size_t i = 0; i < count; i++) {
        size_t t = (size_t)test_random_below(random, (int)mesh->triangle_count);
        for (size_t k = 0; k < 3; k++) {
            triangles[3 * i + k] = mesh->triangles[3 * t + k];
        }
    }
    tl_bvh *bvh = build(context, vertices, mesh->vertex_count, triangles, count);
    free(vertices);
    free(triangles);
    return bvh;
}

typedef long double real;

/* Solves the symmetric system of size n by elimination with full pivoting of the diagonal; false when singular. */
static bool solve(real m[4][5], int n) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++) {
            if (fabsl(m[r][c]) > fabsl(m[pivot][c])) {
                pivot = r;
            }
        }
        if (fabsl(m[pivot][c]) < 1e-30L) {
            return false;
        }
        for (int k = 0; k <= n; k++) {
            real t = m[c][k];
            m[c][k] = m[pivot][k];
            m[pivot][k] = t;
        }
        for (int r = 0; r < n; r++) {
            if (r != c) {
                real f = m[r][c] / m[c][c];
                for (int k = c; k <= n; k++) {
                    m[r][k] -= f * m[c][k];
                }
            }
        }
    }
    for (int c = 0; c < n; c++) {
        m[c][n] /= m[c][c];
    }
    return true;
}

long double test_triangle_distance(const tl_vec3 a[3], const tl_vec3 b[3]) {
    real p[2][3][3];
    for (int i = 0; i < 3; i++) {
        const tl_vec3 *c[2] = {a, b};
        for (int s = 0; s < 2; s++) {
            p[s][i][0] = c[s][i].x;
            p[s][i][1] = c[s][i].y;
            p[s][i][2] = c[s][i].z;
        }
    }
    real least = INFINITY;
    for (int fa = 1; fa < 8; fa++) {
        for (int fb = 1; fb < 8; fb++) {
            /* stationary point of |A0 + sum x_i u_i - B0 - sum y_j v_j|^2 over the features' affine hulls */
            real column[4][3], offset[3];
            int at[2] = {-1, -1}, n = 0, first_count = 0;
            int masks[2] = {fa, fb};
            for (int s = 0; s < 2; s++) {
                for (int i = 0; i < 3; i++) {
                    if ((masks[s] >> i & 1) == 0) {
                        continue;
                    }
                    if (at[s] < 0) {
                        at[s] = i;
                        continue;
                    }
                    for (int k = 0; k < 3; k++) {
                        column[n][k] = (p[s][i][k] - p[s][at[s]][k]) * (s == 0 ? 1 : -1);
                    }
                    n++;
                }
                if (s == 0) {
                    first_count = n;
                }
            }
            for (int k = 0; k < 3; k++) {
                offset[k] = p[0][at[0]][k] - p[1][at[1]][k];
            }
            real m[4][5];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    m[i][j] = column[i][0] * column[j][0] + column[i][1] * column[j][1] + column[i][2] * column[j][2];
                }
                m[i][n] = -(column[i][0] * offset[0] + column[i][1] * offset[1] + column[i][2] * offset[2]);
            }
            if (n > 0 && !solve(m, n)) {
                continue;
            }
            real sum[2] = {0, 0};
            bool inside = true;
            for (int i = 0; i < n; i++) {
                inside = inside && m[i][n] >= -1e-15L;
                sum[i < first_count ? 0 : 1] += m[i][n];
            }
            if (!inside || sum[0] > 1 + 1e-15L || sum[1] > 1 + 1e-15L) {
                continue;
            }
            real d2 = 0;
            for (int k = 0; k < 3; k++) {
                real d = offset[k];
                for (int i = 0; i < n; i++) {
                    d += column[i][k] * m[i][n];
                }
                d2 += d * d;
            }
            least = d2 < least ? d2 : least;
        }
    }
    return least;
}

bool test_reads_3mf(const char *what) {
#ifdef TL_TEST_3MF
    (void)what;
    return true;
#else
    fprintf(stderr, "SKIPPED: %s: this build has no lib3mf\n", what);
    return false;
#endif
}
