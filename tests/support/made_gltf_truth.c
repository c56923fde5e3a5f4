/* made_gltf_truth.c: the triangles that a glTF scene shows, by the specification's formulas in long doubles. */
#include "support/made_gltf_parts.h"

#include <math.h>

/* --- Maps --------------------------------------------------------------------------------------------------------- */

const made_map made_identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

made_map made_times(const made_map *a, const made_map *b) {
    made_map out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
            out.m[r][c] = c == 3 ? a->m[r][3] : 0;
            out.size[r][c] = c == 3 ? a->size[r][3] : 0;
            for (int k = 0; k < 3; k++) {
                out.m[r][c] += a->m[r][k] * b->m[k][c];
                out.size[r][c] += a->size[r][k] * b->size[k][c];
            }
        }
    }
    return out;
}

long double made_determinant(const made_map *a) {
    return a->m[0][0] * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]) -
           a->m[0][1] * (a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0]) +
           a->m[0][2] * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]);
}

/* Scaled, then turned by a quaternion (x, y, z, w) of any length, then moved (glTF 2.0, 3.5.3). */
made_map made_map_of(const long double moved[3], const long double turn[4], const long double scale[3]) {
    long double n = sqrtl(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    long double x = turn[0] / n, y = turn[1] / n, z = turn[2] / n, w = turn[3] / n;
    const long double r[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                                 {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                                 {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    made_map out;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            out.m[i][k] = r[i][k] * scale[k];
            out.size[i][k] = fabsl(scale[k]);
        }
        out.m[i][3] = moved[i];
        out.size[i][3] = fabsl(moved[i]);
    }
    return out;
}

/* --- The truth ---------------------------------------------------------------------------------------------------- */

static void apply(const made_map *map, const made_vec p, const made_vec size, made_vec out, made_vec out_size) {
    for (int r = 0; r < 3; r++) {
        out[r] = map->m[r][3];
        out_size[r] = map->size[r][3];
        for (int k = 0; k < 3; k++) {
            out[r] += map->m[r][k] * p[k];
            out_size[r] += map->size[r][k] * size[k];
        }
    }
}

/* A vertex in its mesh, with the morph targets on it. */
static void morphed(const made_mesh_of_file *mesh, const made_node *node, const made_primitive *p, size_t v,
                    made_vec out, made_vec size) {
    for (int k = 0; k < 3; k++) {
        out[k] = p->position[v][k];
        size[k] = fabsl(out[k]);
        for (size_t t = 0; t < mesh->target_count; t++) {
            long double weight = node->weighted ? node->weights[t] : mesh->weights[t];
            out[k] += weight * p->shift[t][v][k];
            size[k] += fabsl(weight * p->shift[t][v][k]);
        }
    }
}

/* How much longer a step along all axes may become in one coordinate. */
static long double growth(const made_map *map) {
    long double most = 0;
    for (int r = 0; r < 3; r++) {
        most = fmaxl(most, fabsl(map->m[r][0]) + fabsl(map->m[r][1]) + fabsl(map->m[r][2]));
    }
    return most;
}

/* The map of a vertex, blended of its joints'. */
static made_map skinned(const made_gltf *made, const made_node *node, const made_primitive *p, size_t v) {
    const made_skin *skin = &made->skins[node->skin];
    made_map out = {0};
    long double all = 0;
    for (size_t i = 0; i < 4 * p->joint_sets; i++) {
        all += p->weight[v][i];
    }
    for (size_t i = 0; i < 4 * p->joint_sets; i++) {
        made_map map = made_times(&made->nodes[skin->joints[p->joint[v][i]]].world, &skin->inverse[p->joint[v][i]]);
        for (int k = 0; k < 12 && p->weight[v][i] != 0; k++) {
            out.m[k / 4][k % 4] += p->weight[v][i] / all * map.m[k / 4][k % 4];
            out.size[k / 4][k % 4] += p->weight[v][i] / all * map.size[k / 4][k % 4];
        }
    }
    return out;
}

static bool mirrors(const made_gltf *made, const made_node *node, const made_map *copy) {
    if (node->skin >= 0) { /* its joints all alike, see put_matrices */
        const made_skin *skin = &made->skins[node->skin];
        made_map map = made_times(&made->nodes[skin->joints[0]].world, &skin->inverse[0]);
        return made_determinant(&map) < 0;
    }
    return made_determinant(&node->world) * made_determinant(copy) < 0;
}

static void vertex(const made_gltf *made, const made_node *node, const made_map *copy, const made_primitive *p,
                   size_t v, made_vec out, long double *off) {
    made_vec at, size, out_size;
    morphed(&made->meshes[node->mesh], node, p, v, at, size);
    made_map map = node->skin >= 0 ? skinned(made, node, p, v) : made_times(&node->world, copy);
    apply(&map, at, size, out, out_size);
    *off = p->off * growth(&map) + 1e-13L * fmaxl(out_size[0], fmaxl(out_size[1], out_size[2]));
}

static bool same_corner(const made_vec a, const made_vec b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Whether a triangle of the run that begins at `from` has the same corners in the same direction. */
static bool is_repeated(const made_gltf *made, size_t from, const made_triangle *t) {
    for (; from < made->triangle_count; from++) {
        const made_triangle *other = &made->triangles[from];
        for (int turn = 0; turn < 3; turn++) {
            if (same_corner(t->corner[0], other->corner[turn]) &&
                same_corner(t->corner[1], other->corner[(turn + 1) % 3]) &&
                same_corner(t->corner[2], other->corner[(turn + 2) % 3])) {
                return true;
            }
        }
    }
    return false;
}

/* The k-th triangle's vertices (glTF 2.0, 3.7.2.1); false behind the last. */
static bool corners_of(const made_primitive *p, size_t k, size_t corner[3]) {
    size_t count = p->index_count > 0 ? p->index_count : p->vertex_count;
    size_t first = p->mode == 4 ? 3 * k : k, at[3] = {first, first + 1, first + 2};
    if (p->mode < 4 || first + 2 >= count) {
        return false;
    }
    if (p->mode == 5 && k % 2 == 1) {
        at[1] = first + 2;
        at[2] = first + 1;
    } else if (p->mode == 6) {
        at[0] = k + 1;
        at[1] = k + 2;
        at[2] = 0;
    }
    for (int i = 0; i < 3; i++) {
        corner[i] = p->index_count > 0 ? p->index[at[i]] : at[i];
    }
    return true;
}

static void show(made_gltf *made, const made_node *node, const made_map *copy, const made_primitive *p) {
    size_t from = made->triangle_count, corner[3];
    bool turned = mirrors(made, node, copy);
    for (size_t k = 0; corners_of(p, k, corner); k++) {
        made_triangle t = {.node = node->number, .mesh = node->mesh, .material = p->material};
        for (int i = 0; i < 3; i++) {
            long double off;
            vertex(made, node, copy, p, corner[i], t.corner[turned ? 2 - i : i], &off);
            t.off = fmaxl(t.off, off);
        }
        bool flat = same_corner(t.corner[0], t.corner[1]) || same_corner(t.corner[1], t.corner[2]) ||
                    same_corner(t.corner[2], t.corner[0]);
        if (!flat && !is_repeated(made, from, &t)) {
            assert_true(made->triangle_count < MADE_MOST_TRIANGLES);
            made->triangles[made->triangle_count++] = t;
        }
    }
    if (made->triangle_count > from && made->seen == NULL) {
        made->seen = p;
        made->seen_node = node->number;
        made->seen_mesh = node->mesh;
        made->seen_primitive = (int)(p - made->meshes[node->mesh].primitives);
        made->seen_skin = node->skin;
    }
}

static void show_node(made_gltf *made, const made_node *node) {
    const made_mesh_of_file *mesh = &made->meshes[node->mesh];
    for (size_t c = 0; c < (node->copy_count > 0 ? node->copy_count : 1); c++) {
        for (size_t i = 0; i < mesh->primitive_count; i++) {
            show(made, node, node->copy_count > 0 ? &node->copies[c] : &made_identity, &mesh->primitives[i]);
        }
    }
}

/* Parents come before children, so that one pass tells what is seen. */
void made_show_all(made_gltf *made) {
    bool used[MADE_MOST_MESHES] = {false}, hidden[MADE_MOST_NODES];
    for (size_t i = 0; i < made->node_count; i++) {
        const made_node *node = &made->nodes[i];
        hidden[i] = node->hidden || (node->parent >= 0 && hidden[node->parent]);
        if (made->shown[node->tree] && hidden[i]) {
            made->may_warn = true;
            made->must_warn = made->must_warn || node->mesh >= 0;
        } else if (made->shown[node->tree] && node->mesh >= 0) {
            used[node->mesh] = true;
            show_node(made, node);
        }
    }
    for (size_t m = 0; m < made->mesh_count; m++) {
        if (!used[m]) {
            made->store.has |= GLTF_BIT(GLTF_UNUSED_MESH);
            made->may_warn = made->must_warn = true;
        }
    }
    made->may_warn = made->may_warn || (made->store.has & (GLTF_BIT(GLTF_DEGENERATE) | GLTF_BIT(GLTF_LINES))) != 0;
}
