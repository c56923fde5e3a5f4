/* sight_scenes.c: builds meshes and scenes for sight, and decides single lines by brute force. */
#include "support/sight_scenes.h"

#include "geom/geom.h"

#include <stdlib.h>
#include <string.h>

static void *grown(void *items, size_t *capacity, size_t wanted, size_t size) {
    if (wanted > *capacity) {
        *capacity = 2 * wanted + 16;
        items = realloc(items, *capacity * size);
        if (items == NULL) {
            fail_msg("no memory for a test");
        }
    }
    return items;
}

void test_mesh_free(test_mesh *mesh) {
    free(mesh->vertices);
    free(mesh->triangles);
    *mesh = (test_mesh){0};
}

uint32_t test_mesh_vertex(test_mesh *mesh, tl_vec3 p) {
    mesh->vertices = grown(mesh->vertices, &mesh->vertex_capacity, mesh->vertex_count + 1, sizeof(tl_vec3));
    mesh->vertices[mesh->vertex_count] = p;
    return (uint32_t)mesh->vertex_count++;
}

void test_mesh_triangle(test_mesh *mesh, uint32_t a, uint32_t b, uint32_t c) {
    mesh->triangles = grown(mesh->triangles, &mesh->triangle_capacity, 3 * mesh->triangle_count + 3, sizeof(uint32_t));
    uint32_t *t = mesh->triangles + 3 * mesh->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static void quad(test_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    test_mesh_triangle(mesh, a, b, c);
    test_mesh_triangle(mesh, a, c, d);
}

void test_mesh_box(test_mesh *mesh, tl_vec3 low, tl_vec3 high) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = test_mesh_vertex(mesh, (tl_vec3){(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                                                (i & 4) != 0 ? high.z : low.z});
    }
    quad(mesh, v[0], v[2], v[3], v[1]);
    quad(mesh, v[4], v[5], v[7], v[6]);
    quad(mesh, v[0], v[1], v[5], v[4]);
    quad(mesh, v[2], v[6], v[7], v[3]);
    quad(mesh, v[0], v[4], v[6], v[2]);
    quad(mesh, v[1], v[3], v[7], v[5]);
}

void test_mesh_ball(test_mesh *mesh, tl_vec3 centre, tl_vec3 radii, int rings) {
    int around = 2 * rings;
    uint32_t bottom = test_mesh_vertex(mesh, (tl_vec3){centre.x, centre.y, centre.z - radii.z});
    uint32_t first = bottom + 1;
    for (int i = 1; i < rings; i++) {
        for (int k = 0; k < around; k++) {
            double s = sin(TL_PI * i / rings), c = -cos(TL_PI * i / rings), t = 2 * TL_PI * k / around;
            test_mesh_vertex(mesh, (tl_vec3){centre.x + radii.x * s * cos(t), centre.y + radii.y * s * sin(t),
                                             centre.z + radii.z * c});
        }
    }
    uint32_t top = test_mesh_vertex(mesh, (tl_vec3){centre.x, centre.y, centre.z + radii.z});
    for (int k = 0; k < around; k++) {
        uint32_t n = (uint32_t)((k + 1) % around), at = (uint32_t)k;
        test_mesh_triangle(mesh, bottom, first + n, first + at);
        for (int i = 1; i + 1 < rings; i++) {
            uint32_t row = first + (uint32_t)((i - 1) * around);
            quad(mesh, row + at, row + n, row + (uint32_t)around + n, row + (uint32_t)around + at);
        }
        uint32_t last = first + (uint32_t)((rings - 2) * around);
        test_mesh_triangle(mesh, last + at, last + n, top);
    }
}

void test_mesh_plate(test_mesh *mesh, double near, double far, const double *ys, int ny, const double *zs, int nz,
                     const bool *filled) {
    uint32_t base = (uint32_t)mesh->vertex_count, layer = (uint32_t)(ny * nz);
    bool sheet = near == far;
    for (int side = 0; side < (sheet ? 1 : 2); side++) {
        for (int j = 0; j < nz; j++) {
            for (int i = 0; i < ny; i++) {
                test_mesh_vertex(mesh, (tl_vec3){side == 0 ? near : far, ys[i], zs[j]});
            }
        }
    }
    for (int j = 0; j + 1 < nz; j++) {
        for (int i = 0; i + 1 < ny; i++) {
            if (!filled[j * (ny - 1) + i]) {
                continue;
            }
            uint32_t v00 = base + (uint32_t)(j * ny + i), v10 = v00 + 1, v01 = v00 + (uint32_t)ny, v11 = v01 + 1;
            quad(mesh, v00, v01, v11, v10); /* looks towards -x */
            if (sheet) {
                continue;
            }
            quad(mesh, layer + v00, layer + v10, layer + v11, layer + v01);
            if (i == 0 || !filled[j * (ny - 1) + i - 1]) {
                quad(mesh, v00, layer + v00, layer + v01, v01);
            }
            if (i + 2 == ny || !filled[j * (ny - 1) + i + 1]) {
                quad(mesh, v10, v11, layer + v11, layer + v10);
            }
            if (j == 0 || !filled[(j - 1) * (ny - 1) + i]) {
                quad(mesh, v00, v10, layer + v10, layer + v00);
            }
            if (j + 2 == nz || !filled[(j + 1) * (ny - 1) + i]) {
                quad(mesh, v01, layer + v01, layer + v11, v11);
            }
        }
    }
}

void test_mesh_field(test_mesh *mesh, double x0, double x1, double y0, double y1, int n,
                     double (*height)(void *user, double x, double y), void *user) {
    uint32_t base = (uint32_t)mesh->vertex_count;
    for (int j = 0; j <= n; j++) {
        for (int i = 0; i <= n; i++) {
            double x = x0 + (x1 - x0) * i / n, y = y0 + (y1 - y0) * j / n;
            test_mesh_vertex(mesh, (tl_vec3){x, y, height(user, x, y)});
        }
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            uint32_t v = base + (uint32_t)(j * (n + 1) + i), up = v + (uint32_t)n + 1;
            quad(mesh, v, v + 1, up + 1, up);
        }
    }
}

void test_mesh_move(test_mesh *mesh, const tl_pose *pose) {
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i] = tl_pose_point(pose, mesh->vertices[i]);
    }
}

tl_pose test_pose_above_ground(test_random *random, double reach) {
    tl_pose pose = test_random_pose(random, 200);
    pose.at.z = reach + 10 + test_random_between(random, 0, 100);
    return pose;
}

void test_sight_start(test_sight *sight, const tl_pose *pose) {
    *sight = (test_sight){0};
    sight->context = tl_context_create(NULL);
    assert_non_null(sight->context);
    sight->pose = *pose;
    assert_int_equal(tl_world_create(sight->context, TEST_SLOTS, &sight->world, NULL), TL_OK);
}

void test_sight_end(test_sight *sight) {
    tl_world_destroy(sight->world);
    for (size_t i = 0; i < sight->count; i++) {
        tl_bvh_destroy(sight->slots[i]);
    }
    tl_bvh_destroy(sight->a);
    tl_bvh_destroy(sight->b);
    tl_context_destroy(sight->context);
}

static tl_bvh *built(test_sight *sight, test_mesh *mesh) {
    test_mesh_move(mesh, &sight->pose);
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(sight->context, mesh->vertices, mesh->vertex_count, mesh->triangles,
                                  mesh->triangle_count, NULL, &bvh, NULL),
                     TL_OK);
    test_mesh_free(mesh);
    return bvh;
}

uint32_t test_sight_add(test_sight *sight, test_mesh *mesh, bool solid) {
    assert_true(sight->count < TEST_SLOTS);
    size_t slot = sight->count++;
    sight->slots[slot] = built(sight, mesh);
    sight->blockers[slot] = TL_ROLES_ALL;
    sight->insides[slot] = solid ? 1 : 0;
    tl_world_set(sight->world, slot, sight->slots[slot]);
    return (uint32_t)slot;
}

void test_sight_bodies(test_sight *sight, test_mesh *a, test_mesh *b) {
    tl_bvh_destroy(sight->a);
    tl_bvh_destroy(sight->b);
    sight->a = built(sight, a);
    sight->b = built(sight, b);
}

const tl_obstacles *test_sight_obstacles(test_sight *sight) {
    sight->obstacles = (tl_obstacles){
        .world = sight->world, .blockers = sight->blockers, .insides = sight->insides, .ground_slot = -1};
    return &sight->obstacles;
}

void test_sight_balls(test_sight *sight, double distance, double radius, int rings) {
    test_mesh a = {0}, b = {0};
    test_mesh_ball(&a, (tl_vec3){0, 0, 0}, (tl_vec3){radius, radius, radius}, rings);
    test_mesh_ball(&b, (tl_vec3){distance, 0, 0}, (tl_vec3){radius, radius, radius}, rings);
    test_sight_bodies(sight, &a, &b);
}

bool test_sight_brute_free(const test_sight *sight, tl_vec3 p, tl_vec3 q) {
    for (size_t slot = 0; slot < sight->count; slot++) {
        for (size_t i = 0; sight->blockers[slot] != 0 && i < tl_bvh_triangle_count(sight->slots[slot]); i++) {
            tl_vec3 c[3];
            tl_bvh_corners(sight->slots[slot], (uint32_t)i, c);
            if (tl_math_segment_triangle(p, q, c[0], c[1], c[2]) != TL_CROSSING_NONE) {
                return false;
            }
        }
    }
    return true;
}

tl_vec3 test_body_point(const tl_bvh *body, test_random *random) {
    tl_vec3 c[3];
    tl_bvh_corners(body, (uint32_t)test_random_below(random, (int)tl_bvh_triangle_count(body)), c);
    double u = test_random_between(random, 0, 1), v = test_random_between(random, 0, 1);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), u), tl_sub(c[2], c[0]), v);
}

double test_body_distance(const tl_bvh *body, tl_vec3 p) {
    double least = INFINITY;
    for (size_t i = 0; i < tl_bvh_triangle_count(body); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body, (uint32_t)i, c);
        least = fmin(least, tl_distance(p, tl_geom_nearest_on_triangle(p, c)));
    }
    return least;
}
