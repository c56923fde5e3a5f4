/* shape.c: makes triangles for worlds: boxes, soups, grids, and files read by plain code. */
#include "support/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *items, size_t count, size_t size) {
    /* capacity is the next power of two */
    if ((count & (count - 1)) == 0) {
        items = realloc(items, (count == 0 ? 1 : 2 * count) * size);
        assert_non_null(items);
    }
    return items;
}

uint32_t shape_vertex(shape *s, tl_vec3 v) {
    s->vertices = grown(s->vertices, s->vertex_count, sizeof(tl_vec3));
    s->vertices[s->vertex_count] = v;
    return (uint32_t)s->vertex_count++;
}

void shape_triangle(shape *s, uint32_t a, uint32_t b, uint32_t c) {
    s->triangles = grown(s->triangles, s->triangle_count, 3 * sizeof(uint32_t));
    uint32_t *t = s->triangles + 3 * s->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void shape_free(shape *s) {
    free(s->vertices);
    free(s->triangles);
    free(s->roles);
}

void shape_box(shape *s, tl_vec3 low, tl_vec3 high) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = shape_vertex(s, (tl_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    }
    static const int faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                     {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (int i = 0; i < 12; i++) {
        shape_triangle(s, v[faces[i][0]], v[faces[i][1]], v[faces[i][2]]);
    }
}

void shape_soup(shape *s, test_random *random, size_t triangles, double reach, double size) {
    for (size_t t = 0; t < triangles; t++) {
        tl_vec3 middle = {test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                          test_random_between(random, -reach, reach)};
        uint32_t v[3];
        for (size_t i = 0; i < 3; i++) {
            v[i] = shape_vertex(s, tl_madd(middle, test_random_direction(random), size));
        }
        shape_triangle(s, v[0], v[1], v[2]);
    }
}

void shape_grid_soup(shape *s, test_random *random, size_t triangles, int cells) {
    for (size_t t = 0; t < triangles; t++) {
        uint32_t v[3];
        tl_vec3 at = {test_random_below(random, cells), test_random_below(random, cells),
                      test_random_below(random, cells)};
        for (size_t i = 0; i < 3; i++) {
            v[i] = shape_vertex(s, tl_add(at, (tl_vec3){test_random_below(random, 3), test_random_below(random, 3),
                                                        test_random_below(random, 3)}));
        }
        shape_triangle(s, v[0], v[1], v[2]);
    }
}

void shape_move(shape *s, tl_pose pose) {
    for (size_t i = 0; i < s->vertex_count; i++) {
        s->vertices[i] = tl_pose_point(&pose, s->vertices[i]);
    }
}

bool shape_read_obj(shape *s, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    char line[512];
    while (fgets(line, sizeof(line), file) != NULL) {
        tl_vec3 v;
        if (sscanf(line, "v %lf %lf %lf", &v.x, &v.y, &v.z) == 3) {
            shape_vertex(s, v);
        } else if (line[0] == 'f') {
            uint32_t index[3] = {0, 0, 0};
            int count = 0;
            for (char *word = strtok(line + 1, " \r\n"); word != NULL && count < 3; word = strtok(NULL, " \r\n")) {
                index[count++] = (uint32_t)strtoul(word, NULL, 10) - 1;
            }
            shape_triangle(s, index[0], index[1], index[2]);
        }
    }
    fclose(file);
    return s->triangle_count > 0;
}

bool shape_read_stl(shape *s, const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t head[84], record[50];
    if (file == NULL || fread(head, 1, sizeof(head), file) != sizeof(head)) {
        return false;
    }
    while (fread(record, 1, sizeof(record), file) == sizeof(record)) {
        float at[12];
        memcpy(at, record, sizeof(at));
        uint32_t v[3];
        for (int i = 0; i < 3; i++) {
            const float *c = at + 3 + 3 * i;
            v[i] = shape_vertex(s, (tl_vec3){(double)c[0], (double)c[1], (double)c[2]});
        }
        shape_triangle(s, v[0], v[1], v[2]);
    }
    fclose(file);
    return s->triangle_count > 0;
}

tl_bvh *shape_bvh(tl_context *context, const shape *s) {
    tl_bvh *bvh = NULL;
    assert_int_equal(
        tl_bvh_build(context, s->vertices, s->vertex_count, s->triangles, s->triangle_count, s->roles, &bvh, NULL),
        TL_OK);
    return bvh;
}

tl_world *shape_world(tl_context *context, const shape *s, tl_bvh **bvh) {
    tl_world *world = NULL;
    assert_int_equal(tl_world_create(context, 1, &world, NULL), TL_OK);
    *bvh = shape_bvh(context, s);
    tl_world_set(world, 0, *bvh);
    return world;
}

bool world_counts(const tl_world *world, size_t slot, size_t triangle, const uint8_t *blockers) {
    return blockers == NULL || (TL_ROLE_BIT(tl_bvh_role(world->slots[slot], (uint32_t)triangle)) & blockers[slot]) != 0;
}

tl_vec3 shape_random_point(test_random *random, double reach) {
    return (tl_vec3){test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                     test_random_between(random, -reach, reach)};
}

tl_vec3 shape_grid_point(test_random *random, int low, int high) {
    return (tl_vec3){low + test_random_below(random, high - low + 1), low + test_random_below(random, high - low + 1),
                     low + test_random_below(random, high - low + 1)};
}

const tl_kernels *world_kernels[2];
int world_kernel_count;

int world_begin(void **state) {
    *state = tl_context_create(NULL);
    world_kernels[world_kernel_count++] = &tl_kernels_plain;
#if defined(TL_KERNELS_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) {
        world_kernels[world_kernel_count++] = &tl_kernels_avx2;
    }
#endif
    return *state == NULL;
}

int world_end(void **state) {
    tl_context_destroy(*state);
    return 0;
}
