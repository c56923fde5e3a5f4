/* made_dae.c: COLLADA files that are known, and what they should be read as. */
#include "support/made_dae.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const made_dae_unit made_dae_units[MADE_DAE_UNITS] = {
    {"<unit name=\"millimeter\" meter=\"0.001\"/>", TL_MESH_UNIT_MM, 1},
    {"<unit meter='1e-2' name='centimeter' />", TL_MESH_UNIT_CM, 1},
    {"<unit meter=\".0254\" name=\"inch\"></unit>", TL_MESH_UNIT_INCH, 1},
    {"<unit meter=\"0.3048\"/>", TL_MESH_UNIT_FOOT, 1},
    {"<unit name=\"meter\" meter=\"1.0\"/>", TL_MESH_UNIT_M, 1},
    {"<unit meter=\"0,01\"/>", TL_MESH_UNIT_CM, 1},
    {"<unit name=\"yard\" meter=\"0.9144\"/>", TL_MESH_UNIT_CM, 91.44},
    {"", TL_MESH_UNIT_M, 1}};
const made_dae_up made_dae_ups[MADE_DAE_UPS] = {{"<up_axis>Z_UP</up_axis>", TL_AXIS_PZ},
                                                {"<up_axis>\n Y_UP </up_axis>", TL_AXIS_PY},
                                                {"<up_axis>X_UP</up_axis>", TL_AXIS_PX},
                                                {"", TL_AXIS_PY}};

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

static double number_of(test_random *random) {
    char text[40];
    snprintf(text, sizeof(text), "%.*g", 1 + below(random, 17), test_random_between(random, -50, 50));
    return strtod(text, NULL);
}

static tl_vec3 point_of(test_random *random) {
    return (tl_vec3){number_of(random), number_of(random), number_of(random)};
}

/* A convex polygon on a parabola for more than three corners, else a triangle or a strip of any shape. */
static void make_face(test_random *random, made_dae_geometry *g, made_dae_part *p, int size, bool plane) {
    tl_vec3 from = point_of(random), along = point_of(random), across = point_of(random);
    p->first[p->faces] = g->point_count;
    p->sizes[p->faces++] = size;
    for (int i = 0; i < size; i++) {
        g->points[g->point_count++] =
            plane ? tl_madd(tl_madd(from, along, i - 2.0), across, (i - 2.0) * (i - 2.0) / 4) : point_of(random);
    }
}

static void make_geometry(test_random *random, made_dae_geometry *g) {
    g->parts = 1 + below(random, MADE_DAE_MOST_PARTS);
    for (int i = 0; i < g->parts; i++) {
        made_dae_part *p = &g->part[i];
        p->kind = (made_dae_part_kind)below(random, MADE_DAE_PART_KINDS);
        int faces = 1 + below(random, MADE_DAE_MOST_FACES);
        for (int k = 0; k < faces; k++) {
            int size = p->kind == MADE_DAE_TRIANGLES ? 3 : 3 + below(random, MADE_DAE_MOST_CORNERS - 2);
            make_face(random, g, p, size, size > 3 && (p->kind == MADE_DAE_POLYLIST || p->kind == MADE_DAE_POLYGONS));
        }
    }
}

static void make_matrix(test_random *random, made_dae_step *s) {
    s->kind = MADE_DAE_MATRIX;
    for (int k = 0; k < 12; k++) {
        s->number[k] = k % 5 == 0 ? test_random_between(random, 0.5, 2) : test_random_between(random, -0.3, 0.3);
        s->number[k] = k % 4 == 3 ? number_of(random) : s->number[k];
    }
    s->number[0] *= one_in(random, 3) ? -1 : 1;
    s->number[15] = 1;
}

static void make_step(test_random *random, made_dae_step *s) {
    s->kind = (made_dae_step_kind)below(random, MADE_DAE_STEP_KINDS);
    for (int k = 0; k < 9; k++) {
        s->number[k] = number_of(random);
    }
    if (s->kind == MADE_DAE_MATRIX) {
        make_matrix(random, s);
    } else if (s->kind == MADE_DAE_ROTATE) {
        s->number[3] = one_in(random, 2) ? 90 * (below(random, 9) - 4) : 10 * number_of(random);
    } else if (s->kind == MADE_DAE_SCALE) {
        for (int k = 0; k < 3; k++) {
            s->number[k] = test_random_between(random, 0.5, 2) * (one_in(random, 4) ? -1 : 1);
        }
    } else if (s->kind == MADE_DAE_SKEW) {
        s->number[0] = test_random_between(random, -60, 60);
        int from = below(random, 3), to = (from + 1 + below(random, 2)) % 3;
        for (int k = 0; k < 3; k++) {
            s->number[1 + k] = k == from ? 2 : 0;
            s->number[4 + k] = k == to ? -0.5 : 0;
        }
    }
}

/* `plain`: nodes that move nothing. */
static void make_nodes(test_random *random, made_dae_file *k, bool bent, bool plain) {
    k->nodes = 1 + below(random, MADE_DAE_MOST_NODES);
    k->copied = -1;
    for (int i = 0; i < k->nodes; i++) {
        made_dae_node *n = &k->node[i];
        n->parent = i == 0 || one_in(random, 3) ? -1 : below(random, i);
        n->in_library = one_in(random, 4);
        n->steps = plain || one_in(random, 3) ? 0 : 1 + below(random, MADE_DAE_MOST_STEPS);
        for (int s = 0; s < n->steps; s++) {
            make_step(random, &n->step[s]);
        }
        n->geometry = below(random, k->geometries);
        n->holds = i == k->nodes - 1 || !one_in(random, 3) ? MADE_DAE_GEOMETRY : MADE_DAE_NOTHING;
        if (bent && one_in(random, 2)) {
            static const made_dae_holds kinds[] = {MADE_DAE_SKIN, MADE_DAE_MORPH, MADE_DAE_BENT_MORPH};
            n->holds = kinds[below(random, 3)];
            n->geometry = 0;
        }
        if (n->in_library && !bent && !plain) {
            k->copied = i;
        }
    }
}

static void make_bends(test_random *random, made_dae_file *k) {
    k->joints = 1 + below(random, k->nodes < MADE_DAE_MOST_JOINTS ? k->nodes : MADE_DAE_MOST_JOINTS);
    int first = below(random, k->nodes);
    make_matrix(random, &k->shape);
    for (int j = 0; j < k->joints; j++) {
        k->joint[j] = (first + j) % k->nodes;
        make_matrix(random, &k->bound[j]);
    }
    k->relative = one_in(random, 2);
    k->targets = 1 + below(random, MADE_DAE_MOST_TARGETS);
    for (int t = 0; t < k->targets; t++) {
        k->target_weight[t] = one_in(random, 4) ? 0 : test_random_between(random, 0, 1);
        for (int i = 0; i < k->geometry[0].point_count; i++) {
            k->target[t][i] = point_of(random);
        }
    }
    for (int i = 0; i < k->geometry[0].point_count; i++) {
        k->pairs[i] = below(random, 3);
        for (int p = 0; p < k->pairs[i]; p++) {
            k->pair_joint[i][p] = one_in(random, 8) ? -1 : below(random, k->joints);
            k->pair_weight[i][p] = 0.25 * (1 + below(random, 6));
        }
    }
}

void made_dae_make(test_random *random, made_dae_file *k, int round) {
    bool bent = round % 3 == 2;
    memset(k, 0, sizeof(*k));
    k->geometries = 1 + below(random, MADE_DAE_MOST_GEOMETRIES);
    k->unit = below(random, MADE_DAE_UNITS);
    k->up = below(random, 4);
    for (int g = 0; g < k->geometries; g++) {
        make_geometry(random, &k->geometry[g]);
    }
    make_nodes(random, k, bent, round % 3 == 1);
    if (bent) {
        make_bends(random, k);
    }
    for (int a = 0; a < 3; a++) {
        k->copied_by[a] = number_of(random);
    }
}

/* --- What it should be -------------------------------------------------------------------------------------------- */

static tl_vec3 unit_of(tl_vec3 v) {
    return tl_scale(v, 1 / sqrt(tl_dot(v, v)));
}

/* What one transformation does to a point, each by the plain formula. */
static tl_vec3 take_step(const made_dae_step *s, tl_vec3 p) {
    const double *n = s->number;
    tl_vec3 a = {n[0], n[1], n[2]}, b = {n[3], n[4], n[5]};
    switch (s->kind) {
    case MADE_DAE_TRANSLATE:
        return tl_add(p, a);
    case MADE_DAE_SCALE:
        return (tl_vec3){p.x * n[0], p.y * n[1], p.z * n[2]};
    case MADE_DAE_ROTATE: {
        double angle = n[3] * TL_PI / 180;
        a = unit_of(a);
        tl_vec3 turned = tl_madd(tl_scale(p, cos(angle)), tl_cross(a, p), sin(angle));
        return tl_madd(turned, a, tl_dot(a, p) * (1 - cos(angle)));
    }
    case MADE_DAE_LOOK_AT: {
        tl_vec3 z = unit_of(tl_sub(a, b)), x = unit_of(tl_cross((tl_vec3){n[6], n[7], n[8]}, z)), y = tl_cross(z, x);
        return tl_madd(tl_madd(tl_madd(a, x, p.x), y, p.y), z, p.z);
    }
    case MADE_DAE_SKEW: {
        tl_vec3 along = unit_of((tl_vec3){n[1], n[2], n[3]}), shifted = unit_of((tl_vec3){n[4], n[5], n[6]});
        return tl_madd(p, shifted, tan(n[0] * TL_PI / 180) * tl_dot(p, along));
    }
    default:
        return (tl_vec3){n[0] * p.x + n[1] * p.y + n[2] * p.z + n[3], n[4] * p.x + n[5] * p.y + n[6] * p.z + n[7],
                         n[8] * p.x + n[9] * p.y + n[10] * p.z + n[11]};
    }
}

/* Into the scene's frame, from a node's. */
static tl_vec3 to_scene(const made_dae_file *k, int number, tl_vec3 p) {
    for (; number >= 0; number = k->node[number].parent) {
        const made_dae_node *n = &k->node[number];
        for (int s = n->steps; s-- > 0;) {
            p = take_step(&n->step[s], p);
        }
    }
    return p;
}

/* A map of points to points, by who makes it: a joint of the skin, or a node (-1). */
static tl_vec3 moved(const made_dae_file *k, int number, int joint, bool skinned, tl_vec3 p) {
    p = skinned ? take_step(&k->shape, p) : p;
    return joint < 0 ? to_scene(k, number, p) : to_scene(k, k->joint[joint], take_step(&k->bound[joint], p));
}

static bool mirrors(const made_dae_file *k, int number, int joint, bool skinned) {
    tl_vec3 o = moved(k, number, joint, skinned, (tl_vec3){0, 0, 0}), e[3];
    for (int a = 0; a < 3; a++) {
        e[a] = tl_sub(moved(k, number, joint, skinned, (tl_vec3){a == 0, a == 1, a == 2}), o);
    }
    return tl_dot(tl_cross(e[0], e[1]), e[2]) < 0;
}

static tl_vec3 morphed(const made_dae_file *k, tl_vec3 p, int i) {
    double sum = 0;
    tl_vec3 added = {0, 0, 0};
    for (int t = 0; t < k->targets; t++) {
        sum += k->target_weight[t];
        added = tl_madd(added, k->target[t][i], k->target_weight[t]);
    }
    return tl_add(tl_scale(p, k->relative ? 1 : 1 - sum), added);
}

static tl_vec3 skinned(const made_dae_file *k, int number, tl_vec3 p, int i) {
    tl_vec3 sum = {0, 0, 0};
    double total = 0;
    for (int n = 0; n < k->pairs[i]; n++) {
        sum = tl_madd(sum, moved(k, number, k->pair_joint[i][n], true, p), k->pair_weight[i][n]);
        total += k->pair_weight[i][n];
    }
    return k->pairs[i] > 0 ? tl_scale(sum, 1 / total) : moved(k, number, -1, true, p);
}

static tl_vec3 point_at(const made_dae_file *k, int number, int i) {
    const made_dae_node *n = &k->node[number];
    tl_vec3 p = k->geometry[n->geometry].points[i];
    p = n->holds == MADE_DAE_MORPH || n->holds == MADE_DAE_BENT_MORPH ? morphed(k, p, i) : p;
    return n->holds == MADE_DAE_SKIN || n->holds == MADE_DAE_BENT_MORPH ? skinned(k, number, p, i)
                                                                        : to_scene(k, number, p);
}

static void add_result(made_dae_faces *out, const made_dae_file *k, int number, const int *corner, int count,
                       tl_vec3 by) {
    const made_dae_node *n = &k->node[number];
    made_dae_face *r = &out->all[out->count++];
    assert_true(out->count < MADE_DAE_MOST_RESULTS);
    *r = (made_dae_face){.count = count, .turned = mirrors(k, number, -1, false)};
    for (int i = 0; i < count; i++) {
        r->corner[i] = tl_scale(tl_add(point_at(k, number, corner[i]), by), made_dae_units[k->unit].scale);
    }
    if (n->holds == MADE_DAE_SKIN || n->holds == MADE_DAE_BENT_MORPH) {
        r->turned = mirrors(k, number, -1, true);
        for (int j = 0; j < k->joints; j++) {
            r->either = r->either || mirrors(k, number, j, true) != r->turned;
        }
    }
}

static void add_part(made_dae_faces *out, const made_dae_file *k, int number, const made_dae_part *p, tl_vec3 by) {
    for (int f = 0; f < p->faces; f++) {
        int first = p->first[f], corner[MADE_DAE_MOST_CORNERS];
        if (p->kind == MADE_DAE_STRIPS || p->kind == MADE_DAE_FANS) {
            for (int i = 2; i < p->sizes[f]; i++) {
                bool odd = p->kind == MADE_DAE_STRIPS && i % 2 == 1;
                int a = p->kind == MADE_DAE_FANS ? first : first + i - 2, b = first + i - 1;
                const int triangle[3] = {odd ? b : a, odd ? a : b, first + i};
                add_result(out, k, number, triangle, 3, by);
            }
            continue;
        }
        for (int i = 0; i < p->sizes[f]; i++) {
            corner[i] = first + i;
        }
        add_result(out, k, number, corner, p->sizes[f], by);
    }
}

/* A node and those in it: first those that it instances. */
static void add_node(made_dae_faces *out, const made_dae_file *k, int number, tl_vec3 by) {
    const made_dae_node *n = &k->node[number];
    const made_dae_geometry *g = &k->geometry[n->geometry];
    for (int i = 0; n->holds != MADE_DAE_NOTHING && i < g->parts; i++) {
        add_part(out, k, number, &g->part[i], by);
    }
    for (int instanced = 1; instanced >= 0; instanced--) {
        for (int i = number + 1; i < k->nodes; i++) {
            if (k->node[i].parent == number && k->node[i].in_library == (instanced == 1)) {
                add_node(out, k, i, by);
            }
        }
    }
}

/* A copy is the node and those in it, without what is around it, moved. */
void made_dae_expect(const made_dae_file *k, made_dae_faces *out) {
    out->count = 0;
    for (int i = 0; i < k->nodes; i++) {
        if (k->node[i].parent < 0) {
            add_node(out, k, i, (tl_vec3){0, 0, 0});
        }
    }
    if (k->copied >= 0) {
        made_dae_file alone = *k;
        alone.node[k->copied].parent = -1;
        add_node(out, &alone, k->copied, (tl_vec3){k->copied_by[0], k->copied_by[1], k->copied_by[2]});
    }
}
