/* made_gltf.c: random glTF scenes: meshes, nodes, skins, and their triangles in the world. See made_gltf.h. */
#include "support/made_gltf.h"
#include "support/draco_encode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those of equal numbers are equal names; some are empty, some hold what JSON must escape. */
static const char *const names[] = {"body",
                                    "body",
                                    "hull",
                                    ("\xc3\xa9p\xc3\xa9"
                                     "e"),
                                    "\xe5\x89\xa3",
                                    "",
                                    "arm",
                                    "a\"b\\c/d",
                                    "x",
                                    "\xf0\x9f\x97\xa1"};
enum { NAMES = sizeof(names) / sizeof(names[0]) };

static size_t below(made_gltf *made, size_t count) {
    return gltf_below(made->store.random, count);
}

static bool chance(made_gltf *made, gltf_feature feature, size_t n) {
    return gltf_chance(&made->store, feature, n);
}

static double between(made_gltf *made, double low, double high) {
    return test_random_between(made->store.random, low, high);
}

static double single(double number) {
    volatile float rounded = (float)number;
    return (double)rounded;
}

static void name_it(made_gltf *made, json_t *object) {
    if (below(made, 4) != 0) {
        json_object_set_new(object, "name", json_string(names[below(made, NAMES)]));
    }
}

/* Things of no meaning. */
static void add_chaff(made_gltf *made, json_t *object) {
    if (below(made, 6) == 0) {
        json_object_set_new(object, "extras", json_pack("{s:[i,{s:n}],s:f}", "mesh", 77, "nodes", "matrix", 1e300));
    }
    if (chance(made, GLTF_EXTENSIONS, 12) && json_object_get(object, "extensions") == NULL) {
        gltf_use_extension(&made->store, "ODD_shapes", false);
        json_object_set_new(object, "extensions",
                            json_pack("{s:{s:i,s:[f,f,f]}}", "ODD_shapes", "mesh", 99, "translation", 5.0, 5.0, 5.0));
    }
}

/* --- Maps --------------------------------------------------------------------------------------------------------- */

static const made_map identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                                  {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

static made_map times(const made_map *a, const made_map *b) {
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

static long double determinant(const made_map *a) {
    return a->m[0][0] * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]) -
           a->m[0][1] * (a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0]) +
           a->m[0][2] * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]);
}

/* Scaled, then turned by a quaternion (x, y, z, w) of any length, then moved (glTF 2.0, 3.5.3). */
static made_map map_of(const long double moved[3], const long double turn[4], const long double scale[3]) {
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

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

/* Numbers that a position or a step of a morph target may have. */
static void make_coordinates(made_gltf *made, gltf_values *values, size_t count, bool step, bool floats) {
    static const struct {
        int component;
        double low, high;
    } kinds[] = {{GLTF_BYTE, -128, 127}, {GLTF_UBYTE, 0, 255}, {GLTF_SHORT, -32768, 32767}, {GLTF_USHORT, 0, 65535}};
    memset(values, 0, sizeof(*values));
    values->component = GLTF_FLOAT;
    values->width = 3;
    values->count = count;
    values->bounds = true;
    if (!floats && chance(made, GLTF_QUANTIZED, 3)) {
        size_t kind = step ? 2 * below(made, 2) : below(made, 4);
        values->component = kinds[kind].component;
        values->normalized = below(made, 2) == 0;
        gltf_use_extension(&made->store, "KHR_mesh_quantization", true);
        for (size_t i = 0; i < 3 * count; i++) {
            values->number[i] =
                below(made, 12) == 0 ? kinds[kind].low : floor(between(made, kinds[kind].low, kinds[kind].high + 1));
        }
        return;
    }
    bool few = step && below(made, 2) == 0; /* most vertices stay */
    for (size_t i = 0; i < 3 * count; i++) {
        values->number[i] = few && (i / 3) % 4 != 1 ? 0 : single(between(made, -8, 8));
    }
}

static void make_joints(made_gltf *made, made_primitive *p, size_t joints, gltf_values *list) {
    bool loose = (made->store.allowed & GLTF_BIT(GLTF_LOOSE)) != 0;
    static const int kinds[] = {GLTF_UBYTE, GLTF_USHORT, GLTF_FLOAT};
    int whole = kinds[below(made, 2)], part = kinds[below(made, 3)];
    for (size_t s = 0; s < 2 * p->joint_sets; s++) {
        list[s] = (gltf_values){.component = s % 2 == 0 ? whole : part,
                                .width = 4,
                                .count = p->vertex_count,
                                .normalized = s % 2 == 1 && part != GLTF_FLOAT};
    }
    for (size_t v = 0; v < p->vertex_count; v++) {
        size_t most = 4 * p->joint_sets < joints ? 4 * p->joint_sets : joints, used = 1 + below(made, most);
        size_t first = below(made, joints), slot = below(made, 4 * p->joint_sets);
        double left = part == GLTF_UBYTE ? 255 : part == GLTF_USHORT ? 65535 : 256;
        double unit = part == GLTF_FLOAT ? 256 : 1,
               stretch = loose && part == GLTF_FLOAT && below(made, 3) == 0 ? 1.5 : 1;
        for (size_t i = 0; i < used; i++) {
            size_t at = (slot + i) % (4 * p->joint_sets), k = 4 * v + at % 4;
            double share = i + 1 == used ? left : floor(between(made, 1, left / 2));
            left -= share;
            list[2 * (at / 4)].number[k] = (double)((first + i) % joints);
            list[2 * (at / 4) + 1].number[k] = share / unit * stretch;
        }
    }
}

/* Reads back what the file holds. */
static void take_joints(made_primitive *p, const gltf_values *list) {
    for (size_t v = 0; v < p->vertex_count; v++) {
        for (size_t i = 0; i < 4 * p->joint_sets; i++) {
            size_t k = 4 * v + i % 4;
            p->joint[v][i] = (size_t)list[2 * (i / 4)].number[k];
            p->weight[v][i] = gltf_value(&list[2 * (i / 4) + 1], k);
        }
    }
}

static void take_vectors(made_vec *to, const gltf_values *from) {
    for (size_t i = 0; i < 3 * from->count; i++) {
        to[i / 3][i % 3] = gltf_value(from, i);
    }
}

/* Which vertices, in an order that the mode can use. */
static void make_indices(made_gltf *made, made_primitive *p) {
    p->vertex_count = p->mode == 4 ? 3 * (1 + below(made, 4)) : 4 + 2 * below(made, 6);
    if (chance(made, GLTF_UNINDEXED, 4)) {
        return;
    }
    p->vertex_count = 4 + below(made, MADE_MOST_VERTICES - 3);
    p->index_count = p->mode == 4 ? 3 * (1 + below(made, 6)) : 4 + 2 * below(made, 8);
    for (size_t i = 0; i < p->index_count; i++) {
        bool same;
        do {
            p->index[i] = below(made, p->vertex_count);
            size_t back = p->mode == 4 ? i % 3 : i < 2 ? i : 2;
            same = false;
            for (size_t k = 1; k <= back; k++) {
                same = same || p->index[i] == p->index[i - k];
            }
        } while (same && !chance(made, GLTF_DEGENERATE, 8));
    }
}

static int put_indices(made_gltf *made, const made_primitive *p) {
    static const int kinds[] = {GLTF_UBYTE, GLTF_USHORT, GLTF_UINT};
    gltf_values values = {.component = kinds[below(made, 3)], .width = 1, .count = p->index_count};
    for (size_t i = 0; i < p->index_count; i++) {
        values.number[i] = (double)p->index[i];
    }
    return gltf_put_accessor(&made->store, &values, p->mode == 4 ? GLTF_TRIANGLE_INDICES : GLTF_INDICES);
}

/* The attributes of a primitive: where each goes in the file is chosen here. */
typedef struct attribute_set {
    gltf_values list[8];
    char name[8][16];
    int accessor[8];
    size_t count;
} attribute_set;

static gltf_values *add_attribute(attribute_set *all, const char *name, int number) {
    snprintf(all->name[all->count], sizeof(all->name[0]), number < 0 ? "%s" : "%s_%d", name, number);
    return &all->list[all->count++];
}

static void put_attributes(made_gltf *made, attribute_set *all) {
    gltf_values *together[8];
    size_t which[8], count = 0;
    int accessors[8];
    bool mixed = below(made, 3) == 0 && (made->store.allowed & GLTF_BIT(GLTF_INTERLEAVED)) != 0;
    for (size_t i = 0; i < all->count; i++) {
        if (mixed && below(made, 3) != 0) {
            together[count] = &all->list[i];
            which[count++] = i;
        } else {
            all->accessor[i] = gltf_put_accessor(&made->store, &all->list[i], GLTF_VERTICES);
        }
    }
    if (count > 0) {
        gltf_put_interleaved(&made->store, together, count, accessors);
    }
    for (size_t i = 0; i < count; i++) {
        all->accessor[which[i]] = accessors[i];
    }
}

static void fill_attributes(made_gltf *made, made_primitive *p, size_t joints, attribute_set *all) {
    memset(all, 0, sizeof(*all));
    make_coordinates(made, add_attribute(all, "POSITION", -1), p->vertex_count, false, false);
    if (joints > 0) {
        gltf_values list[4];
        p->joint_sets = 1 + (size_t)chance(made, GLTF_TWO_JOINT_SETS, 3);
        make_joints(made, p, joints, list);
        for (size_t s = 0; s < p->joint_sets; s++) {
            *add_attribute(all, "JOINTS", (int)s) = list[2 * s];
            *add_attribute(all, "WEIGHTS", (int)s) = list[2 * s + 1];
        }
    }
    if (below(made, 3) == 0) {
        gltf_values *normals = add_attribute(all, "NORMAL", -1);
        *normals = (gltf_values){.component = GLTF_FLOAT, .width = 3, .count = p->vertex_count};
        for (size_t i = 0; i < p->vertex_count; i++) {
            normals->number[3 * i + i % 3] = 1;
        }
    }
    if (below(made, 3) == 0) {
        gltf_values *places = add_attribute(all, "TEXCOORD", 0);
        *places = (gltf_values){.component = GLTF_FLOAT, .width = 2, .count = p->vertex_count};
        for (size_t i = 0; i < 2 * p->vertex_count; i++) {
            places->number[i] = single(between(made, 0, 1));
        }
    }
}

/* The shape alone: what comes of attributes when they are in the file. */
static void take_attributes(made_primitive *p, const attribute_set *all) {
    gltf_values list[4];
    take_vectors(p->position, &all->list[0]);
    for (size_t s = 0; s < 2 * p->joint_sets; s++) {
        list[s] = all->list[1 + s];
    }
    take_joints(p, list);
    p->accessor = all->accessor[0];
    p->joints = p->joint_sets > 0 ? all->accessor[1] : -1;
    p->weights = p->joint_sets > 0 ? all->accessor[2] : -1;
}

bool gltf_has_draco(void) {
#ifdef TL_TEST_DRACO
    return true;
#else
    return false;
#endif
}

/* --- Draco -------------------------------------------------------------------------------------------------------- */

static bool may_be_packed(made_primitive *p, const attribute_set *all) {
    /* libdraco takes more points than corners for damage. */
    bool fits = p->mode == 4 && p->index_count >= p->vertex_count && all->list[0].component == GLTF_FLOAT;
    for (size_t i = 0; i < p->index_count; i += 3) {
        fits = fits && p->index[i] != p->index[i + 1] && p->index[i + 1] != p->index[i + 2] &&
               p->index[i + 2] != p->index[i];
    }
    return fits;
}

static long double spread(const made_primitive *p) {
    long double widest = 0;
    for (int k = 0; k < 3; k++) {
        for (size_t a = 0; a < p->vertex_count; a++) {
            for (size_t b = 0; b < a; b++) {
                widest = fmaxl(widest, fabsl(p->position[a][k] - p->position[b][k]));
            }
        }
    }
    return widest;
}

/* The bytes, and the counts that come out of them. */
static unsigned char *pack_draco(made_gltf *made, made_primitive *p, const attribute_set *all, draco_input *in,
                                 size_t *size, size_t *points, size_t *faces) {
    float positions[3 * MADE_MOST_VERTICES], weights[2][4 * MADE_MOST_VERTICES];
    uint16_t joints[2][4 * MADE_MOST_VERTICES];
    uint32_t corners[MADE_MOST_INDICES];
    for (size_t i = 0; i < 3 * p->vertex_count; i++) {
        positions[i] = (float)all->list[0].number[i];
    }
    for (size_t s = 0; s < in->joint_sets; s++) {
        for (size_t i = 0; i < 4 * p->vertex_count; i++) {
            joints[s][i] = (uint16_t)all->list[1 + 2 * s].number[i];
            weights[s][i] = (float)all->list[2 + 2 * s].number[i];
        }
        in->joints[s] = joints[s];
        in->weights[s] = weights[s];
    }
    for (size_t i = 0; i < p->index_count; i++) {
        corners[i] = (uint32_t)p->index[i];
    }
    in->vertex_count = p->vertex_count;
    in->face_count = p->index_count / 3;
    in->positions = positions;
    in->faces = corners;
    in->speed = (int)below(made, 11);
    in->bits = below(made, 2) == 0 ? 0 : 8 + (int)below(made, 8);
#ifdef TL_TEST_DRACO
    unsigned char *bytes = draco_encode(in, size, points, faces);
#else
    unsigned char *bytes = NULL;
    *size = *points = *faces = 0;
#endif
    assert_non_null(bytes);
    return bytes;
}

/* Bounds of the vertices that a corner uses: packing may lose the others. */
static void set_bounds(made_gltf *made, const made_primitive *p, const attribute_set *all) {
    json_t *accessor = json_array_get(gltf_array(&made->store, "accessors"), (size_t)all->accessor[0]);
    for (size_t k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < p->index_count; i++) {
            low = fmin(low, all->list[0].number[3 * p->index[i] + k]);
            high = fmax(high, all->list[0].number[3 * p->index[i] + k]);
        }
        json_array_set_new(json_object_get(accessor, "min"), k, json_real(low));
        json_array_set_new(json_object_get(accessor, "max"), k, json_real(high));
    }
}

/* Accessors that say what comes out: with bytes of their own where the order is kept and the file says that packing
 * need not be understood, else without. */
static void describe_packed(made_gltf *made, attribute_set *all, size_t i, size_t points, bool kept) {
    if (kept) {
        all->accessor[i] = gltf_put_accessor(&made->store, &all->list[i], GLTF_OTHER);
    } else {
        gltf_values hollow = all->list[i];
        json_t *array = gltf_array(&made->store, "accessors");
        all->accessor[i] = gltf_put_hollow_accessor(&made->store, &hollow);
        json_object_set_new(json_array_get(array, (size_t)all->accessor[i]), "count", json_integer((json_int_t)points));
    }
}

/* A primitive packed by Draco. `order`: its vertices must stay in order, because morph targets are laid on them. */
static void put_draco(made_gltf *made, made_primitive *p, attribute_set *all, json_t *primitive, bool order) {
    draco_input in = {0};
    bool kept = chance(made, GLTF_DRACO_FALLBACK, 3), floats = p->joint_sets > 0;
    all->count = 1 + 2 * p->joint_sets; /* what else there is isn't packed */
    for (size_t s = 0; s < p->joint_sets; s++) {
        floats =
            floats && all->list[2 + 2 * s].component == GLTF_FLOAT && all->list[1 + 2 * s].component == GLTF_USHORT;
    }
    in.joint_sets = floats ? p->joint_sets : 0;
    in.edgebreaker = !order && !kept && (p->joint_sets == 0 || floats) && below(made, 3) != 0;
    size_t size, points, faces;
    unsigned char *bytes = pack_draco(made, p, all, &in, &size, &points, &faces);
    assert_int_equal(faces, p->index_count / 3);
    assert_true(in.edgebreaker || points == p->vertex_count);
    json_t *packed = json_object(), *attributes = json_object();
    json_object_set_new(packed, "POSITION", json_integer(DRACO_POSITION));
    for (size_t i = 0; i < all->count; i++) {
        size_t set = (i - 1) / 2;
        if (i == 0 || floats) {
            describe_packed(made, all, i, points, kept);
        } else {
            all->accessor[i] = gltf_put_accessor(&made->store, &all->list[i], GLTF_VERTICES);
        }
        if (i > 0 && floats) {
            json_object_set_new(packed, all->name[i],
                                json_integer((json_int_t)(i % 2 == 1 ? DRACO_JOINTS + set : DRACO_WEIGHTS + set)));
        }
        json_object_set_new(attributes, all->name[i], json_integer(all->accessor[i]));
    }
    json_object_set_new(primitive, "attributes", attributes);
    int view = gltf_put_view(&made->store, bytes, size, 0, GLTF_OTHER);
    free(bytes);
    json_object_set_new(
        primitive, "extensions",
        json_pack("{s:{s:i,s:o}}", "KHR_draco_mesh_compression", "bufferView", view, "attributes", packed));
    gltf_use_extension(&made->store, "KHR_draco_mesh_compression", !kept);
    if (in.edgebreaker) {
        set_bounds(made, p, all);
    }
    take_attributes(p, all);
    p->off = in.bits == 0 ? 0 : spread(p) / (ldexpl(1, in.bits) - 1) * 0.51L + 2e-6L;
    if (kept) {
        p->indices = put_indices(made, p);
    } else {
        gltf_values indices = {.component = GLTF_USHORT, .width = 1, .count = p->index_count};
        p->indices = gltf_put_hollow_accessor(&made->store, &indices);
    }
}

/* --- Primitives --------------------------------------------------------------------------------------------------- */

static void put_targets(made_gltf *made, made_primitive *p, size_t count, json_t *primitive) {
    json_t *targets = json_array();
    bool normals = json_object_get(json_object_get(primitive, "attributes"), "NORMAL") != NULL;
    for (size_t t = 0; t < count; t++) {
        json_t *target = json_object();
        if (!normals || below(made, 3) != 0) {
            gltf_values values;
            make_coordinates(made, &values, p->vertex_count, true, false);
            p->target = gltf_put_accessor(&made->store, &values, GLTF_VERTICES);
            json_object_set_new(target, "POSITION", json_integer(p->target));
            take_vectors(p->shift[t], &values);
        } else { /* a target that changes normals alone */
            gltf_values values = {.component = GLTF_FLOAT, .width = 3, .count = p->vertex_count};
            json_object_set_new(target, "NORMAL",
                                json_integer(gltf_put_accessor(&made->store, &values, GLTF_VERTICES)));
        }
        json_array_append_new(targets, target);
    }
    json_object_set_new(primitive, "targets", targets);
}

static json_t *make_primitive(made_gltf *made, made_primitive *p, const made_mesh_of_file *mesh) {
    memset(p, 0, sizeof(*p));
    json_t *primitive = json_object();
    attribute_set all;
    p->mode = chance(made, GLTF_STRIPS, 4)  ? 5
              : chance(made, GLTF_FANS, 5)  ? 6
              : chance(made, GLTF_LINES, 8) ? (int)below(made, 4)
                                            : 4;
    p->indices = p->target = p->material = -1;
    make_indices(made, p);
    fill_attributes(made, p, mesh->joint_count, &all);
    if (may_be_packed(p, &all) && chance(made, GLTF_DRACO, 3)) {
        put_draco(made, p, &all, primitive, mesh->target_count > 0);
    } else {
        put_attributes(made, &all);
        take_attributes(p, &all);
        json_t *attributes = json_object();
        for (size_t i = all.count; i-- > 0;) {
            json_object_set_new(attributes, all.name[i], json_integer(all.accessor[i]));
        }
        json_object_set_new(primitive, "attributes", attributes);
        p->indices = p->index_count > 0 ? put_indices(made, p) : -1;
    }
    if (mesh->target_count > 0) {
        put_targets(made, p, mesh->target_count, primitive);
    }
    if (p->mode != 4 || below(made, 3) == 0) {
        json_object_set_new(primitive, "mode", json_integer(p->mode));
    }
    if (p->indices >= 0) {
        json_object_set_new(primitive, "indices", json_integer(p->indices));
    }
    if (made->material_count > 0 && below(made, 3) != 0) {
        p->material = (int)below(made, made->material_count);
        json_object_set_new(primitive, "material", json_integer(p->material));
    }
    add_chaff(made, primitive);
    return primitive;
}

static json_t *put_weights(made_gltf *made, size_t count, long double *weights) {
    json_t *list = json_array();
    for (size_t t = 0; t < count; t++) {
        double weight = below(made, 4) == 0 ? 0 : below(made, 3) == 0 ? 1 : between(made, -0.5, 1.5);
        weights[t] = (long double)weight;
        json_array_append_new(list, weight == 1 ? json_integer(1) : json_real(weight));
    }
    return list;
}

static void make_mesh(made_gltf *made, made_mesh_of_file *mesh) {
    json_t *object = json_object(), *primitives = json_array();
    name_it(made, object);
    mesh->joint_count = chance(made, GLTF_SKINS, 2) ? 1 + below(made, 4) : 0;
    mesh->target_count = chance(made, GLTF_MORPHS, 3) ? 1 + below(made, MADE_MOST_TARGETS) : 0;
    mesh->primitive_count = 1 + below(made, MADE_MOST_PRIMITIVES);
    for (size_t i = 0; i < mesh->primitive_count; i++) {
        json_array_append_new(primitives, make_primitive(made, &mesh->primitives[i], mesh));
    }
    json_object_set_new(object, "primitives", primitives);
    if (mesh->target_count > 0 && below(made, 4) != 0) {
        mesh->weighted = true;
        json_object_set_new(object, "weights", put_weights(made, mesh->target_count, mesh->weights));
    }
    add_chaff(made, object);
    gltf_append(&made->store, "meshes", object);
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

typedef struct placing {
    long double moved[3], turn[4], scale[3];
} placing;

static placing make_placing(made_gltf *made) {
    placing p;
    tl_vec3 axis = test_random_direction(made->store.random);
    double half = between(made, -TL_PI, TL_PI) / 2;
    const double turn[4] = {sin(half) * axis.x, sin(half) * axis.y, sin(half) * axis.z, cos(half)};
    double stretch = chance(made, GLTF_LOOSE, 4) ? between(made, 0.992, 1.008) : 1, even = between(made, 0.3, 2);
    bool uneven = below(made, 2) == 0;
    for (int k = 0; k < 4; k++) {
        p.turn[k] = (long double)(turn[k] * stretch);
    }
    for (int k = 0; k < 3; k++) {
        p.moved[k] = (long double)(below(made, 4) == 0 ? (double)below(made, 5) : between(made, -10, 10));
        p.scale[k] = (long double)(uneven ? between(made, 0.3, 2) : even);
    }
    if (chance(made, GLTF_MIRRORED, 4)) {
        p.scale[below(made, 3)] *= -1;
    }
    return p;
}

static json_t *numbers(const long double *from, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        double number = (double)from[i];
        json_array_append_new(list, number == floor(number) && fabs(number) < 1e9 ? json_integer((json_int_t)number)
                                                                                  : json_real(number));
    }
    return list;
}

/* A matrix, or some of translation, rotation and scale, or neither. */
static void place_node(made_gltf *made, made_node *node, json_t *object) {
    static const placing still = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    placing p = make_placing(made);
    if (below(made, 3) == 0) {
        made_map exact = map_of(p.moved, p.turn, p.scale);
        long double columns[16] = {0};
        columns[15] = 1;
        for (int c = 0; c < 4; c++) {
            for (int r = 0; r < 3; r++) {
                columns[4 * c + r] = node->local.m[r][c] = (long double)(double)exact.m[r][c];
                node->local.size[r][c] = fabsl(node->local.m[r][c]);
            }
        }
        json_object_set_new(object, "matrix", numbers(columns, 16));
        return;
    }
    size_t parts = below(made, 8);
    for (int k = 0; k < 4; k++) {
        p.turn[k] = (parts & 1) != 0 ? p.turn[k] : still.turn[k];
        p.moved[k % 3] = (parts & 2) != 0 ? p.moved[k % 3] : 0;
        p.scale[k % 3] = (parts & 4) != 0 ? p.scale[k % 3] : 1;
    }
    node->local = map_of(p.moved, p.turn, p.scale);
    if ((parts & 1) != 0) {
        json_object_set_new(object, "rotation", numbers(p.turn, 4));
    }
    if ((parts & 2) != 0) {
        json_object_set_new(object, "translation", numbers(p.moved, 3));
    }
    if ((parts & 4) != 0) {
        json_object_set_new(object, "scale", numbers(p.scale, 3));
    }
}

/* Translations and scales as floats, rotations also as normalized bytes and shorts. */
static void put_copies(made_gltf *made, made_node *node, json_t *object) {
    static const int kinds[] = {GLTF_FLOAT, GLTF_SHORT, GLTF_BYTE};
    gltf_values moved = {.component = GLTF_FLOAT, .width = 3}, turn = {.width = 4}, scale = moved;
    size_t parts = 1 + below(made, 7);
    node->copy_count = 1 + below(made, MADE_MOST_COPIES);
    moved.count = turn.count = scale.count = node->copy_count;
    turn.component = kinds[below(made, 3)];
    turn.normalized = turn.component != GLTF_FLOAT;
    double unit = turn.component == GLTF_SHORT ? 32767 : turn.component == GLTF_BYTE ? 127 : 1;
    bool still = below(made, 6) == 0;
    for (size_t c = 0; c < node->copy_count; c++) {
        placing p = make_placing(made);
        for (size_t k = 0; k < 4; k++) {
            /* Whole numbers are off by almost a percent themselves. */
            double length = sqrt((double)(p.turn[0] * p.turn[0] + p.turn[1] * p.turn[1] + p.turn[2] * p.turn[2] +
                                          p.turn[3] * p.turn[3]));
            double t = (double)p.turn[k] * unit / (unit == 1 ? 1 : length);
            turn.number[4 * c + k] = unit == 1 ? single(t) : fmax(fmin(round(t), unit), -unit);
            moved.number[3 * c + k % 3] = still ? 0 : single((double)p.moved[k % 3]);
            scale.number[3 * c + k % 3] = single((double)p.scale[k % 3]);
        }
    }
    json_t *attributes = json_object();
    if ((parts & 1) != 0) {
        json_object_set_new(attributes, "TRANSLATION",
                            json_integer(gltf_put_accessor(&made->store, &moved, GLTF_VERTICES)));
    }
    if ((parts & 2) != 0) {
        json_object_set_new(attributes, "ROTATION",
                            json_integer(gltf_put_accessor(&made->store, &turn, GLTF_ROTATIONS)));
    }
    if ((parts & 4) != 0) {
        json_object_set_new(attributes, "SCALE", json_integer(gltf_put_accessor(&made->store, &scale, GLTF_VERTICES)));
    }
    for (size_t c = 0; c < node->copy_count; c++) {
        placing p = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        for (size_t k = 0; k < 4; k++) {
            p.moved[k % 3] = (parts & 1) != 0 ? gltf_value(&moved, 3 * c + k % 3) : 0;
            p.turn[k] = (parts & 2) != 0 ? gltf_value(&turn, 4 * c + k) : p.turn[k];
            p.scale[k % 3] = (parts & 4) != 0 ? gltf_value(&scale, 3 * c + k % 3) : 1;
        }
        node->copies[c] = map_of(p.moved, p.turn, p.scale);
    }
    json_object_set_new(object, "extensions",
                        json_pack("{s:{s:o}}", "EXT_mesh_gpu_instancing", "attributes", attributes));
    gltf_use_extension(&made->store, "EXT_mesh_gpu_instancing", below(made, 2) == 0);
}

static void hide(made_gltf *made, made_node *node, json_t *object) {
    json_t *extensions = json_object_get(object, "extensions");
    if (extensions == NULL) {
        extensions = json_object();
        json_object_set_new(object, "extensions", extensions);
    }
    node->hidden = below(made, 2) == 0;
    json_object_set_new(extensions, "KHR_node_visibility", json_pack("{s:b}", "visible", !node->hidden));
    gltf_use_extension(&made->store, "KHR_node_visibility", below(made, 2) == 0);
}

/* Parents before children; their numbers in the file in any order. */
static void plant(made_gltf *made) {
    made->node_count = 2 + below(made, MADE_MOST_NODES - 1);
    for (size_t i = 0; i < made->node_count; i++) {
        made_node *node = &made->nodes[i];
        node->mesh = node->skin = -1;
        node->parent = i == 0 || below(made, 4) == 0 ? -1 : (int)below(made, i);
        node->tree = node->parent < 0 ? (int)i : made->nodes[node->parent].tree;
        node->number = (int)i;
        size_t other = below(made, i + 1);
        node->number = made->nodes[other].number;
        made->nodes[other].number = (int)i;
    }
}

/* A skin of joints in the node's own tree; -1 where it is too small. */
static int make_skin(made_gltf *made, const made_node *node, size_t joints) {
    int inside[MADE_MOST_NODES];
    size_t count = 0;
    for (size_t i = 0; i < made->node_count; i++) {
        if (made->nodes[i].tree == node->tree) {
            inside[count++] = (int)i;
        }
    }
    if (count < joints) {
        return -1;
    }
    made_skin *skin = &made->skins[made->skin_count];
    skin->accessor = -1;
    skin->joint_count = joints + below(made, count - joints + 1);
    skin->joint_count = skin->joint_count > MADE_MOST_JOINTS ? MADE_MOST_JOINTS : skin->joint_count;
    for (size_t i = 0; i < skin->joint_count; i++) {
        size_t other = i + below(made, count - i);
        skin->joints[i] = inside[other];
        inside[other] = inside[i];
    }
    return (int)made->skin_count++;
}

/* --- Skins' matrices: after the nodes are placed ------------------------------------------------------------------ */

static void place_world(made_gltf *made) {
    for (size_t i = 0; i < made->node_count; i++) {
        made_node *node = &made->nodes[i];
        node->world = node->parent < 0 ? node->local : times(&made->nodes[node->parent].world, &node->local);
    }
}

/* Whether the skin may do without matrices: all its joints turn the same way, that of the node. */
static bool may_lack_matrices(const made_gltf *made, const made_skin *skin, long double node) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        if ((determinant(&made->nodes[skin->joints[i]].world) > 0) != (node > 0)) {
            return false;
        }
    }
    return true;
}

/* Any affine matrices; turned so that joint and matrix together don't mirror. */
static void put_matrices(made_gltf *made, made_skin *skin, json_t *object) {
    gltf_values values = {.component = GLTF_FLOAT, .width = 16, .count = skin->joint_count};
    for (size_t i = 0; i < skin->joint_count; i++) {
        placing p = make_placing(made);
        made_map map = map_of(p.moved, p.turn, p.scale);
        long double sign = determinant(&map) * determinant(&made->nodes[skin->joints[i]].world) > 0 ? 1 : -1;
        for (size_t c = 0; c < 4; c++) {
            for (size_t r = 0; r < 3; r++) {
                double number = single((double)(map.m[r][c] * (c == 0 ? sign : 1)));
                values.number[16 * i + 4 * c + r] = number;
                skin->inverse[i].m[r][c] = (long double)number;
                skin->inverse[i].size[r][c] = fabsl((long double)number);
            }
        }
        values.number[16 * i + 15] = 1;
    }
    skin->accessor = gltf_put_accessor(&made->store, &values, GLTF_OTHER);
    json_object_set_new(object, "inverseBindMatrices", json_integer(skin->accessor));
}

static void put_skin(made_gltf *made, made_skin *skin, const made_node *node) {
    json_t *object = json_object(), *joints = json_array();
    name_it(made, object);
    if (may_lack_matrices(made, skin, determinant(&node->world)) && chance(made, GLTF_NO_MATRICES, 2)) {
        for (size_t i = 0; i < skin->joint_count; i++) {
            skin->inverse[i] = identity;
        }
    } else {
        put_matrices(made, skin, object);
    }
    for (size_t i = 0; i < skin->joint_count; i++) {
        json_array_append_new(joints, json_integer(made->nodes[skin->joints[i]].number));
    }
    json_object_set_new(object, "joints", joints);
    if (below(made, 3) == 0) {
        json_object_set_new(object, "skeleton", json_integer(made->nodes[node->tree].number));
    }
    gltf_append(&made->store, "skins", object);
}

/* What a node shows. */
static void dress(made_gltf *made, made_node *node, json_t *object) {
    node->mesh = (int)below(made, made->mesh_count);
    const made_mesh_of_file *mesh = &made->meshes[node->mesh];
    json_object_set_new(object, "mesh", json_integer(node->mesh));
    if (mesh->joint_count > 0) {
        node->skin = make_skin(made, node, mesh->joint_count);
        if (node->skin >= 0) {
            json_object_set_new(object, "skin", json_integer(node->skin));
        }
    }
    if (mesh->target_count > 0 && chance(made, GLTF_NODE_WEIGHTS, 2)) {
        node->weighted = true;
        json_object_set_new(object, "weights", put_weights(made, mesh->target_count, node->weights));
    }
    if (node->skin < 0 && chance(made, GLTF_INSTANCES, 4)) {
        put_copies(made, node, object);
    }
}

static json_t *make_node(made_gltf *made, made_node *node) {
    json_t *object = json_object(), *children = json_array();
    name_it(made, object);
    place_node(made, node, object);
    if (below(made, 3) != 0) {
        dress(made, node, object);
    }
    if (chance(made, GLTF_HIDDEN, 10)) {
        hide(made, node, object);
    }
    for (size_t i = 0; i < made->node_count; i++) {
        if (made->nodes[i].parent == (int)(node - made->nodes)) {
            json_array_append_new(children, json_integer(made->nodes[i].number));
        }
    }
    if (json_array_size(children) > 0) {
        json_object_set(object, "children", children);
    }
    json_decref(children);
    add_chaff(made, object);
    return object;
}

static void put_nodes(made_gltf *made) {
    json_t *list[MADE_MOST_NODES];
    plant(made);
    for (size_t i = 0; i < made->node_count; i++) {
        json_t *object = make_node(made, &made->nodes[i]);
        list[made->nodes[i].number] = object;
    }
    for (size_t i = 0; i < made->node_count; i++) {
        gltf_append(&made->store, "nodes", list[i]);
    }
    place_world(made);
    for (size_t s = 0; s < made->skin_count; s++) { /* in their own order */
        for (size_t i = 0; i < made->node_count; i++) {
            if (made->nodes[i].skin == (int)s) {
                put_skin(made, &made->skins[s], &made->nodes[i]);
            }
        }
    }
}

/* --- Scenes ------------------------------------------------------------------------------------------------------- */

static void put_scenes(made_gltf *made) {
    bool none = chance(made, GLTF_NO_SCENES, 8);
    size_t count = none ? 0 : chance(made, GLTF_SEVERAL_SCENES, 3) ? 2 + below(made, 2) : 1;
    bool unsaid = !none && chance(made, GLTF_NO_SCENE, 4);
    size_t chosen = count > 0 && !unsaid ? below(made, count) : 0;
    for (size_t s = 0; s < count; s++) {
        json_t *scene = json_object(), *nodes = json_array();
        name_it(made, scene);
        for (size_t i = 0; i < made->node_count; i++) {
            bool in = made->nodes[i].parent < 0 && (below(made, 4) != 0 || json_array_size(nodes) == 0);
            if (in) {
                json_array_insert_new(nodes, below(made, json_array_size(nodes) + 1),
                                      json_integer(made->nodes[i].number));
            }
            made->shown[i] = s == chosen ? in : made->shown[i];
        }
        json_object_set_new(scene, "nodes", nodes);
        gltf_append(&made->store, "scenes", scene);
    }
    for (size_t i = 0; i < made->node_count && none; i++) {
        made->shown[i] = made->nodes[i].parent < 0;
    }
    if (count > 0 && !unsaid) {
        json_object_set_new(made->store.root, "scene", json_integer((json_int_t)chosen));
    }
    made->may_warn = made->may_warn || count > 1;
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
        made_map map = times(&made->nodes[skin->joints[p->joint[v][i]]].world, &skin->inverse[p->joint[v][i]]);
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
        made_map map = times(&made->nodes[skin->joints[0]].world, &skin->inverse[0]);
        return determinant(&map) < 0;
    }
    return determinant(&node->world) * determinant(copy) < 0;
}

static void vertex(const made_gltf *made, const made_node *node, const made_map *copy, const made_primitive *p,
                   size_t v, made_vec out, long double *off) {
    made_vec at, size, out_size;
    morphed(&made->meshes[node->mesh], node, p, v, at, size);
    made_map map = node->skin >= 0 ? skinned(made, node, p, v) : times(&node->world, copy);
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
            show(made, node, node->copy_count > 0 ? &node->copies[c] : &identity, &mesh->primitives[i]);
        }
    }
}

/* Parents come before children, so that one pass tells what is seen. */
static void show_all(made_gltf *made) {
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

static void put_head(made_gltf *made) {
    static const char *const harmless[] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual",
                                           "KHR_materials_clearcoat", "KHR_materials_variants"};
    json_t *asset = json_pack("{s:s}", "version", "2.0");
    if (below(made, 3) == 0) {
        json_object_set_new(asset, "minVersion", json_string("2.0"));
        json_object_set_new(asset, "generator", json_string("a test"));
    }
    json_object_set_new(made->store.root, "asset", asset);
    if (chance(made, GLTF_EXTENSIONS, 3)) {
        gltf_use_extension(&made->store, harmless[below(made, 5)], below(made, 2) == 0);
    }
    made->material_count = below(made, 3);
    for (size_t i = 0; i < made->material_count; i++) {
        json_t *material = json_object();
        name_it(made, material);
        gltf_append(&made->store, "materials", material);
    }
}

void made_gltf_init(made_gltf *made, test_random *random, uint64_t allowed) {
    do {
        memset(made, 0, sizeof(*made));
        gltf_store_init(&made->store, random, allowed);
        put_head(made);
        made->mesh_count = 1 + below(made, MADE_MOST_MESHES);
        for (size_t i = 0; i < made->mesh_count; i++) {
            make_mesh(made, &made->meshes[i]);
        }
        put_nodes(made);
        put_scenes(made);
        show_all(made);
        if (made->triangle_count == 0) {
            made_gltf_free(made);
        }
    } while (made->triangle_count == 0);
}

void made_gltf_free(made_gltf *made) {
    gltf_store_free(&made->store);
}
