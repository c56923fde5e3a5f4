/* made_gltf.c: random glTF scenes: nodes, skins, and which of them are shown. See made_gltf.h. */
#include "support/made_gltf_parts.h"

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

void made_name_it(made_gltf *made, json_t *object) {
    if (made_below(made, 4) != 0) {
        json_object_set_new(object, "name", json_string(names[made_below(made, NAMES)]));
    }
}

/* Things of no meaning. */
void made_add_chaff(made_gltf *made, json_t *object) {
    if (made_below(made, 6) == 0) {
        json_object_set_new(object, "extras", json_pack("{s:[i,{s:n}],s:f}", "mesh", 77, "nodes", "matrix", 1e300));
    }
    if (made_chance(made, GLTF_EXTENSIONS, 12) && json_object_get(object, "extensions") == NULL) {
        gltf_use_extension(&made->store, "ODD_shapes", false);
        json_object_set_new(object, "extensions",
                            json_pack("{s:{s:i,s:[f,f,f]}}", "ODD_shapes", "mesh", 99, "translation", 5.0, 5.0, 5.0));
    }
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

typedef struct placing {
    long double moved[3], turn[4], scale[3];
} placing;

static placing make_placing(made_gltf *made) {
    placing p;
    tl_vec3 axis = test_random_direction(made->store.random);
    double half = made_between(made, -TL_PI, TL_PI) / 2;
    const double turn[4] = {sin(half) * axis.x, sin(half) * axis.y, sin(half) * axis.z, cos(half)};
    double stretch = made_chance(made, GLTF_LOOSE, 4) ? made_between(made, 0.992, 1.008) : 1,
           even = made_between(made, 0.3, 2);
    bool uneven = made_below(made, 2) == 0;
    for (int k = 0; k < 4; k++) {
        p.turn[k] = (long double)(turn[k] * stretch);
    }
    for (int k = 0; k < 3; k++) {
        p.moved[k] =
            (long double)(made_below(made, 4) == 0 ? (double)made_below(made, 5) : made_between(made, -10, 10));
        p.scale[k] = (long double)(uneven ? made_between(made, 0.3, 2) : even);
    }
    if (made_chance(made, GLTF_MIRRORED, 4)) {
        p.scale[made_below(made, 3)] *= -1;
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
    if (made_below(made, 3) == 0) {
        made_map exact = made_map_of(p.moved, p.turn, p.scale);
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
    size_t parts = made_below(made, 8);
    for (int k = 0; k < 4; k++) {
        p.turn[k] = (parts & 1) != 0 ? p.turn[k] : still.turn[k];
        p.moved[k % 3] = (parts & 2) != 0 ? p.moved[k % 3] : 0;
        p.scale[k % 3] = (parts & 4) != 0 ? p.scale[k % 3] : 1;
    }
    node->local = made_map_of(p.moved, p.turn, p.scale);
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
    size_t parts = 1 + made_below(made, 7);
    node->copy_count = 1 + made_below(made, MADE_MOST_COPIES);
    moved.count = turn.count = scale.count = node->copy_count;
    turn.component = kinds[made_below(made, 3)];
    turn.normalized = turn.component != GLTF_FLOAT;
    double unit = turn.component == GLTF_SHORT ? 32767 : turn.component == GLTF_BYTE ? 127 : 1;
    bool still = made_below(made, 6) == 0;
    for (size_t c = 0; c < node->copy_count; c++) {
        placing p = make_placing(made);
        for (size_t k = 0; k < 4; k++) {
            /* Whole numbers are off by almost a percent themselves. */
            double length = sqrt((double)(p.turn[0] * p.turn[0] + p.turn[1] * p.turn[1] + p.turn[2] * p.turn[2] +
                                          p.turn[3] * p.turn[3]));
            double t = (double)p.turn[k] * unit / (unit == 1 ? 1 : length);
            turn.number[4 * c + k] = unit == 1 ? made_single(t) : fmax(fmin(round(t), unit), -unit);
            moved.number[3 * c + k % 3] = still ? 0 : made_single((double)p.moved[k % 3]);
            scale.number[3 * c + k % 3] = made_single((double)p.scale[k % 3]);
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
        node->copies[c] = made_map_of(p.moved, p.turn, p.scale);
    }
    json_object_set_new(object, "extensions",
                        json_pack("{s:{s:o}}", "EXT_mesh_gpu_instancing", "attributes", attributes));
    gltf_use_extension(&made->store, "EXT_mesh_gpu_instancing", made_below(made, 2) == 0);
}

static void hide(made_gltf *made, made_node *node, json_t *object) {
    json_t *extensions = json_object_get(object, "extensions");
    if (extensions == NULL) {
        extensions = json_object();
        json_object_set_new(object, "extensions", extensions);
    }
    node->hidden = made_below(made, 2) == 0;
    json_object_set_new(extensions, "KHR_node_visibility", json_pack("{s:b}", "visible", !node->hidden));
    gltf_use_extension(&made->store, "KHR_node_visibility", made_below(made, 2) == 0);
}

/* Parents before children; their numbers in the file in any order. */
static void plant(made_gltf *made) {
    made->node_count = 2 + made_below(made, MADE_MOST_NODES - 1);
    for (size_t i = 0; i < made->node_count; i++) {
        made_node *node = &made->nodes[i];
        node->mesh = node->skin = -1;
        node->parent = i == 0 || made_below(made, 4) == 0 ? -1 : (int)made_below(made, i);
        node->tree = node->parent < 0 ? (int)i : made->nodes[node->parent].tree;
        node->number = (int)i;
        size_t other = made_below(made, i + 1);
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
    skin->joint_count = joints + made_below(made, count - joints + 1);
    skin->joint_count = skin->joint_count > MADE_MOST_JOINTS ? MADE_MOST_JOINTS : skin->joint_count;
    for (size_t i = 0; i < skin->joint_count; i++) {
        size_t other = i + made_below(made, count - i);
        skin->joints[i] = inside[other];
        inside[other] = inside[i];
    }
    return (int)made->skin_count++;
}

/* --- Skins' matrices: after the nodes are placed ------------------------------------------------------------------ */

static void place_world(made_gltf *made) {
    for (size_t i = 0; i < made->node_count; i++) {
        made_node *node = &made->nodes[i];
        node->world = node->parent < 0 ? node->local : made_times(&made->nodes[node->parent].world, &node->local);
    }
}

/* Whether the skin may do without matrices: all its joints turn the same way, that of the node. */
static bool may_lack_matrices(const made_gltf *made, const made_skin *skin, long double node) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        if ((made_determinant(&made->nodes[skin->joints[i]].world) > 0) != (node > 0)) {
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
        made_map map = made_map_of(p.moved, p.turn, p.scale);
        long double sign = made_determinant(&map) * made_determinant(&made->nodes[skin->joints[i]].world) > 0 ? 1 : -1;
        for (size_t c = 0; c < 4; c++) {
            for (size_t r = 0; r < 3; r++) {
                double number = made_single((double)(map.m[r][c] * (c == 0 ? sign : 1)));
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
    made_name_it(made, object);
    if (may_lack_matrices(made, skin, made_determinant(&node->world)) && made_chance(made, GLTF_NO_MATRICES, 2)) {
        for (size_t i = 0; i < skin->joint_count; i++) {
            skin->inverse[i] = made_identity;
        }
    } else {
        put_matrices(made, skin, object);
    }
    for (size_t i = 0; i < skin->joint_count; i++) {
        json_array_append_new(joints, json_integer(made->nodes[skin->joints[i]].number));
    }
    json_object_set_new(object, "joints", joints);
    if (made_below(made, 3) == 0) {
        json_object_set_new(object, "skeleton", json_integer(made->nodes[node->tree].number));
    }
    gltf_append(&made->store, "skins", object);
}

/* What a node shows. */
static void dress(made_gltf *made, made_node *node, json_t *object) {
    node->mesh = (int)made_below(made, made->mesh_count);
    const made_mesh_of_file *mesh = &made->meshes[node->mesh];
    json_object_set_new(object, "mesh", json_integer(node->mesh));
    if (mesh->joint_count > 0) {
        node->skin = make_skin(made, node, mesh->joint_count);
        if (node->skin >= 0) {
            json_object_set_new(object, "skin", json_integer(node->skin));
        }
    }
    if (mesh->target_count > 0 && made_chance(made, GLTF_NODE_WEIGHTS, 2)) {
        node->weighted = true;
        json_object_set_new(object, "weights", made_put_weights(made, mesh->target_count, node->weights));
    }
    if (node->skin < 0 && made_chance(made, GLTF_INSTANCES, 4)) {
        put_copies(made, node, object);
    }
}

static json_t *make_node(made_gltf *made, made_node *node) {
    json_t *object = json_object(), *children = json_array();
    made_name_it(made, object);
    place_node(made, node, object);
    if (made_below(made, 3) != 0) {
        dress(made, node, object);
    }
    if (made_chance(made, GLTF_HIDDEN, 10)) {
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
    made_add_chaff(made, object);
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
    bool none = made_chance(made, GLTF_NO_SCENES, 8);
    size_t count = none ? 0 : made_chance(made, GLTF_SEVERAL_SCENES, 3) ? 2 + made_below(made, 2) : 1;
    bool unsaid = !none && made_chance(made, GLTF_NO_SCENE, 4);
    size_t chosen = count > 0 && !unsaid ? made_below(made, count) : 0;
    for (size_t s = 0; s < count; s++) {
        json_t *scene = json_object(), *nodes = json_array();
        made_name_it(made, scene);
        for (size_t i = 0; i < made->node_count; i++) {
            bool in = made->nodes[i].parent < 0 && (made_below(made, 4) != 0 || json_array_size(nodes) == 0);
            if (in) {
                json_array_insert_new(nodes, made_below(made, json_array_size(nodes) + 1),
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

static void put_head(made_gltf *made) {
    static const char *const harmless[] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual",
                                           "KHR_materials_clearcoat", "KHR_materials_variants"};
    json_t *asset = json_pack("{s:s}", "version", "2.0");
    if (made_below(made, 3) == 0) {
        json_object_set_new(asset, "minVersion", json_string("2.0"));
        json_object_set_new(asset, "generator", json_string("a test"));
    }
    json_object_set_new(made->store.root, "asset", asset);
    if (made_chance(made, GLTF_EXTENSIONS, 3)) {
        gltf_use_extension(&made->store, harmless[made_below(made, 5)], made_below(made, 2) == 0);
    }
    made->material_count = made_below(made, 3);
    for (size_t i = 0; i < made->material_count; i++) {
        json_t *material = json_object();
        made_name_it(made, material);
        gltf_append(&made->store, "materials", material);
    }
}

void made_gltf_init(made_gltf *made, test_random *random, uint64_t allowed) {
    do {
        memset(made, 0, sizeof(*made));
        gltf_store_init(&made->store, random, allowed);
        put_head(made);
        made->mesh_count = 1 + made_below(made, MADE_MOST_MESHES);
        for (size_t i = 0; i < made->mesh_count; i++) {
            made_put_mesh(made, &made->meshes[i]);
        }
        put_nodes(made);
        put_scenes(made);
        made_show_all(made);
        if (made->triangle_count == 0) {
            made_gltf_free(made);
        }
    } while (made->triangle_count == 0);
}

void made_gltf_free(made_gltf *made) {
    gltf_store_free(&made->store);
}
