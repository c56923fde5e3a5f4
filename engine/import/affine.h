/* affine.h: where a file's nodes, components and build items put their meshes. Internal to engine/import. */
#ifndef TL_IMPORT_AFFINE_H
#define TL_IMPORT_AFFINE_H

#include "math/vec.h"

/* Rows of an affine map: p goes to m[i][0] * p.x + m[i][1] * p.y + m[i][2] * p.z + m[i][3]. */
typedef struct tl_import_affine {
    double m[3][4];
} tl_import_affine;

static inline tl_import_affine tl_affine_scale(double s) {
    return (tl_import_affine){{{s, 0, 0, 0}, {0, s, 0, 0}, {0, 0, s, 0}}};
}

/* First `inner`, then `outer`. */
static inline tl_import_affine tl_affine_compose(const tl_import_affine *outer, const tl_import_affine *inner) {
    tl_import_affine r;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            r.m[i][j] = outer->m[i][0] * inner->m[0][j] + outer->m[i][1] * inner->m[1][j] +
                        outer->m[i][2] * inner->m[2][j] + (j == 3 ? outer->m[i][3] : 0);
        }
    }
    return r;
}

static inline tl_vec3 tl_affine_point(const tl_import_affine *t, tl_vec3 p) {
    return (tl_vec3){t->m[0][0] * p.x + t->m[0][1] * p.y + t->m[0][2] * p.z + t->m[0][3],
                     t->m[1][0] * p.x + t->m[1][1] * p.y + t->m[1][2] * p.z + t->m[1][3],
                     t->m[2][0] * p.x + t->m[2][1] * p.y + t->m[2][2] * p.z + t->m[2][3]};
}

/* Whether it turns right hands into left ones: then triangles are to be turned round. */
static inline bool tl_affine_mirrors(const tl_import_affine *t) {
    tl_vec3 x = {t->m[0][0], t->m[1][0], t->m[2][0]};
    tl_vec3 y = {t->m[0][1], t->m[1][1], t->m[2][1]};
    tl_vec3 z = {t->m[0][2], t->m[1][2], t->m[2][2]};
    return tl_dot(tl_cross(x, y), z) < 0;
}

#endif
