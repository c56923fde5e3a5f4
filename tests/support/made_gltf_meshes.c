/* made_gltf_meshes.c: meshes of random glTF files: attributes, indices, morph targets, packed or not. */
#include "support/draco_encode.h"
#include "support/made_gltf_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (!floats && made_chance(made, GLTF_QUANTIZED, 3)) {
        size_t kind = step ? 2 * made_below(made, 2) : made_below(made, 4);
        values->component = kinds[kind].component;
        values->normalized = made_below(made, 2) == 0;
        gltf_use_extension(&made->store, "KHR_mesh_quantization", true);
        for (size_t i = 0; i < 3 * count; i++) {
            values->number[i] = made_below(made, 12) == 0
                                    ? kinds[kind].low
                                    : floor(made_between(made, kinds[kind].low, kinds[kind].high + 1));
        }
        return;
    }
    bool few = step && made_below(made, 2) == 0; /* most vertices stay */
    for (size_t i = 0; i < 3 * count; i++) {
        values->number[i] = few && (i / 3) % 4 != 1 ? 0 : made_single(made_between(made, -8, 8));
    }
}

static void make_joints(made_gltf *made, made_primitive *p, size_t joints, gltf_values *list) {
    bool loose = (made->store.allowed & GLTF_BIT(GLTF_LOOSE)) != 0;
    static const int kinds[] = {GLTF_UBYTE, GLTF_USHORT, GLTF_FLOAT};
    int whole = kinds[made_below(made, 2)], part = kinds[made_below(made, 3)];
    for (size_t s = 0; s < 2 * p->joint_sets; s++) {
        list[s] = (gltf_values){.component = s % 2 == 0 ? whole : part,
                                .width = 4,
                                .count = p->vertex_count,
                                .normalized = s % 2 == 1 && part != GLTF_FLOAT};
    }
    for (size_t v = 0; v < p->vertex_count; v++) {
        size_t most = 4 * p->joint_sets < joints ? 4 * p->joint_sets : joints, used = 1 + made_below(made, most);
        size_t first = made_below(made, joints), slot = made_below(made, 4 * p->joint_sets);
        double left = part == GLTF_UBYTE ? 255 : part == GLTF_USHORT ? 65535 : 256;
        double unit = part == GLTF_FLOAT ? 256 : 1,
               stretch = loose && part == GLTF_FLOAT && made_below(made, 3) == 0 ? 1.5 : 1;
        for (size_t i = 0; i < used; i++) {
            size_t at = (slot + i) % (4 * p->joint_sets), k = 4 * v + at % 4;
            double share = i + 1 == used ? left : floor(made_between(made, 1, left / 2));
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
    p->vertex_count = p->mode == 4 ? 3 * (1 + made_below(made, 4)) : 4 + 2 * made_below(made, 6);
    if (made_chance(made, GLTF_UNINDEXED, 4)) {
        return;
    }
    p->vertex_count = 4 + made_below(made, MADE_MOST_VERTICES - 3);
    p->index_count = p->mode == 4 ? 3 * (1 + made_below(made, 6)) : 4 + 2 * made_below(made, 8);
    for (size_t i = 0; i < p->index_count; i++) {
        bool same;
        do {
            p->index[i] = made_below(made, p->vertex_count);
            size_t back = p->mode == 4 ? i % 3 : i < 2 ? i : 2;
            same = false;
            for (size_t k = 1; k <= back; k++) {
                same = same || p->index[i] == p->index[i - k];
            }
        } while (same && !made_chance(made, GLTF_DEGENERATE, 8));
    }
}

static int put_indices(made_gltf *made, const made_primitive *p) {
    static const int kinds[] = {GLTF_UBYTE, GLTF_USHORT, GLTF_UINT};
    gltf_values values = {.component = kinds[made_below(made, 3)], .width = 1, .count = p->index_count};
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
    bool mixed = made_below(made, 3) == 0 && (made->store.allowed & GLTF_BIT(GLTF_INTERLEAVED)) != 0;
    for (size_t i = 0; i < all->count; i++) {
        if (mixed && made_below(made, 3) != 0) {
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
        p->joint_sets = 1 + (size_t)made_chance(made, GLTF_TWO_JOINT_SETS, 3);
        make_joints(made, p, joints, list);
        for (size_t s = 0; s < p->joint_sets; s++) {
            *add_attribute(all, "JOINTS", (int)s) = list[2 * s];
            *add_attribute(all, "WEIGHTS", (int)s) = list[2 * s + 1];
        }
    }
    if (made_below(made, 3) == 0) {
        gltf_values *normals = add_attribute(all, "NORMAL", -1);
        *normals = (gltf_values){.component = GLTF_FLOAT, .width = 3, .count = p->vertex_count};
        for (size_t i = 0; i < p->vertex_count; i++) {
            normals->number[3 * i + i % 3] = 1;
        }
    }
    if (made_below(made, 3) == 0) {
        gltf_values *places = add_attribute(all, "TEXCOORD", 0);
        *places = (gltf_values){.component = GLTF_FLOAT, .width = 2, .count = p->vertex_count};
        for (size_t i = 0; i < 2 * p->vertex_count; i++) {
            places->number[i] = made_single(made_between(made, 0, 1));
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
    in->speed = (int)made_below(made, 11);
    in->bits = made_below(made, 2) == 0 ? 0 : 8 + (int)made_below(made, 8);
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
    bool kept = made_chance(made, GLTF_DRACO_FALLBACK, 3), floats = p->joint_sets > 0;
    all->count = 1 + 2 * p->joint_sets; /* what else there is isn't packed */
    for (size_t s = 0; s < p->joint_sets; s++) {
        floats =
            floats && all->list[2 + 2 * s].component == GLTF_FLOAT && all->list[1 + 2 * s].component == GLTF_USHORT;
    }
    in.joint_sets = floats ? p->joint_sets : 0;
    in.edgebreaker = !order && !kept && (p->joint_sets == 0 || floats) && made_below(made, 3) != 0;
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
        if (!normals || made_below(made, 3) != 0) {
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
    p->mode = made_chance(made, GLTF_STRIPS, 4)  ? 5
              : made_chance(made, GLTF_FANS, 5)  ? 6
              : made_chance(made, GLTF_LINES, 8) ? (int)made_below(made, 4)
                                                 : 4;
    p->indices = p->target = p->material = -1;
    make_indices(made, p);
    fill_attributes(made, p, mesh->joint_count, &all);
    if (may_be_packed(p, &all) && made_chance(made, GLTF_DRACO, 3)) {
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
    if (p->mode != 4 || made_below(made, 3) == 0) {
        json_object_set_new(primitive, "mode", json_integer(p->mode));
    }
    if (p->indices >= 0) {
        json_object_set_new(primitive, "indices", json_integer(p->indices));
    }
    if (made->material_count > 0 && made_below(made, 3) != 0) {
        p->material = (int)made_below(made, made->material_count);
        json_object_set_new(primitive, "material", json_integer(p->material));
    }
    made_add_chaff(made, primitive);
    return primitive;
}

json_t *made_put_weights(made_gltf *made, size_t count, long double *weights) {
    json_t *list = json_array();
    for (size_t t = 0; t < count; t++) {
        double weight = made_below(made, 4) == 0 ? 0 : made_below(made, 3) == 0 ? 1 : made_between(made, -0.5, 1.5);
        weights[t] = (long double)weight;
        json_array_append_new(list, weight == 1 ? json_integer(1) : json_real(weight));
    }
    return list;
}

void made_put_mesh(made_gltf *made, made_mesh_of_file *mesh) {
    json_t *object = json_object(), *primitives = json_array();
    made_name_it(made, object);
    mesh->joint_count = made_chance(made, GLTF_SKINS, 2) ? 1 + made_below(made, 4) : 0;
    mesh->target_count = made_chance(made, GLTF_MORPHS, 3) ? 1 + made_below(made, MADE_MOST_TARGETS) : 0;
    mesh->primitive_count = 1 + made_below(made, MADE_MOST_PRIMITIVES);
    for (size_t i = 0; i < mesh->primitive_count; i++) {
        json_array_append_new(primitives, make_primitive(made, &mesh->primitives[i], mesh));
    }
    json_object_set_new(object, "primitives", primitives);
    if (mesh->target_count > 0 && made_below(made, 4) != 0) {
        mesh->weighted = true;
        json_object_set_new(object, "weights", made_put_weights(made, mesh->target_count, mesh->weights));
    }
    made_add_chaff(made, object);
    gltf_append(&made->store, "meshes", object);
}
