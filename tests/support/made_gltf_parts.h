/* made_gltf_parts.h: what the files of made_gltf share: draws, maps, meshes, and what a scene shows. */
#ifndef TESTS_SUPPORT_MADE_GLTF_PARTS_H
#define TESTS_SUPPORT_MADE_GLTF_PARTS_H

#include "support/made_gltf.h"

static inline size_t made_below(made_gltf *made, size_t count) {
    return gltf_below(made->store.random, count);
}

static inline bool made_chance(made_gltf *made, gltf_feature feature, size_t n) {
    return gltf_chance(&made->store, feature, n);
}

static inline double made_between(made_gltf *made, double low, double high) {
    return test_random_between(made->store.random, low, high);
}

static inline double made_single(double number) {
    volatile float rounded = (float)number;
    return (double)rounded;
}

/* A name, or none; things of no meaning, or none (made_gltf.c). */
void made_name_it(made_gltf *made, json_t *object);
void made_add_chaff(made_gltf *made, json_t *object);

/* Maps (made_gltf_truth.c). The last: scaled, then turned by a quaternion (x, y, z, w) of any length, then moved. */
extern const made_map made_identity;
made_map made_times(const made_map *a, const made_map *b);
long double made_determinant(const made_map *a);
made_map made_map_of(const long double moved[3], const long double turn[4], const long double scale[3]);

/* A mesh of the file, and weights of so many targets (made_gltf_meshes.c). */
void made_put_mesh(made_gltf *made, made_mesh_of_file *mesh);
json_t *made_put_weights(made_gltf *made, size_t count, long double *weights);

/* The triangles that the scenes show, and whether something is left out (made_gltf_truth.c). */
void made_show_all(made_gltf *made);

#endif
