/* misread.c: looking for what a glTF declares and the importer doesn't do. */
#include "import/misread.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOATS = 5126 };

static const json_t *member(const json_t *root, const char *list, const json_t *number) {
    return json_is_integer(number) && json_integer_value(number) >= 0
               ? json_array_get(json_object_get(root, list), (size_t)json_integer_value(number))
               : NULL;
}

/* --- Version and extensions --------------------------------------------------------------------------------------- */

static tl_status check_version(const char *path, const json_t *root, tl_error *error) {
    const json_t *asset = json_object_get(root, "asset");
    const char *version = json_string_value(json_object_get(asset, "version"));
    const char *least = json_string_value(json_object_get(asset, "minVersion"));
    if (version != NULL && strncmp(version, "2.", 2) != 0) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, "asset.version",
                       "convert it to glTF 2.0, or export it again, best as GLB, OBJ or STL",
                       "glTF of version %.20s is not read: only 2.0 is", version);
    }
    if (least != NULL && strcmp(least, "2.0") != 0) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, "asset.minVersion", "export it again as glTF 2.0",
                       "the file needs glTF %.20s: only 2.0 is read", least);
    }
    return TL_OK;
}

/* Extensions that change looks, sound or motion, never the shape at rest. */
static bool leaves_the_shape(const char *name) {
    static const char *const begin[] = {"KHR_materials_",
                                        "KHR_texture_",
                                        "EXT_texture_",
                                        "KHR_lights_",
                                        "EXT_lights_",
                                        "KHR_animation_pointer",
                                        "KHR_xmp",
                                        "KHR_audio",
                                        "MSFT_texture_",
                                        "ADOBE_materials_",
                                        "FB_ngon_",
                                        "EXT_structural_metadata",
                                        "EXT_mesh_features",
                                        "MSFT_packing_",
                                        "KHR_techniques_webgl",
                                        "CESIUM_primitive_outline"};
    for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++) {
        if (strncmp(name, begin[i], strlen(begin[i])) == 0) {
            return true;
        }
    }
    return false;
}

static tl_status check_required(const char *path, const json_t *root, tl_error *error) {
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(root, "extensionsRequired"), i, item) {
        const char *name = json_string_value(item);
        const char *place = "extensionsRequired";
        if (name == NULL || leaves_the_shape(name)) {
            continue;
        }
        if (strcmp(name, "KHR_draco_mesh_compression") == 0) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place, "export it again without compression",
                           "its meshes are compressed with Draco (%s), which is not read", name);
        }
        if (strcmp(name, "EXT_meshopt_compression") == 0 || strcmp(name, "KHR_meshopt_compression") == 0) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place, "export it again without compression",
                           "its meshes are compressed with meshopt (%s), which is not read", name);
        }
        if (strcmp(name, "KHR_mesh_quantization") == 0) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place, "export it again without quantization",
                           "its coordinates are quantized (%s), which is not read", name);
        }
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place, "export it again without that extension",
                       "it can't be read right without the extension `%.80s`, which is not known", name);
    }
    return TL_OK;
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

static tl_status check_primitive(const char *path, const json_t *root, size_t mesh, const json_t *primitive,
                                 tl_error *error) {
    char place[48];
    const char *name;
    json_t *number;
    snprintf(place, sizeof(place), "meshes[%zu]", mesh);
    json_object_foreach((json_t *)(uintptr_t)json_object_get(primitive, "attributes"), name, number) {
        const json_t *type = json_object_get(member(root, "accessors", number), "componentType");
        if (!json_is_integer(type) || json_integer_value(type) == FLOATS) {
            continue;
        }
        if (strcmp(name, "POSITION") == 0) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place, "export it again without quantization",
                           "its coordinates (%s) are quantized, which is not read", name);
        }
        if (strncmp(name, "WEIGHTS_", 8) == 0) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place,
                           "export it again with float weights, or with its pose applied and no skin",
                           "the weights of its skin (%s) are no floats, which is not read", name);
        }
    }
    return TL_OK;
}

static bool any_on(const json_t *weights) {
    size_t i;
    json_t *weight;
    json_array_foreach((json_t *)(uintptr_t)weights, i, weight) {
        if (json_number_value(weight) != 0) {
            return true;
        }
    }
    return false;
}

static bool has_targets(const json_t *mesh) {
    size_t i;
    json_t *primitive;
    json_array_foreach(json_object_get(mesh, "primitives"), i, primitive) {
        if (json_array_size(json_object_get(primitive, "targets")) > 0) {
            return true;
        }
    }
    return false;
}

static tl_status check_meshes(const char *path, const json_t *root, tl_error *error) {
    size_t i, k;
    json_t *mesh, *primitive;
    tl_status status = TL_OK;
    json_array_foreach(json_object_get(root, "meshes"), i, mesh) {
        json_array_foreach(json_object_get(mesh, "primitives"), k, primitive) {
            status = status == TL_OK ? check_primitive(path, root, i, primitive, error) : status;
        }
    }
    return status;
}

/* --- Nodes and skins ---------------------------------------------------------------------------------------------- */

static const char *name_of(const json_t *node) {
    return json_string_value(json_object_get(node, "name"));
}

/* A node with a name that counts: a joint of a skin, or one that carries a mesh. */
typedef struct named {
    const char *name;
    json_int_t node;
    bool joint;
} named;

static int by_name(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->node > y->node) - (x->node < y->node);
}

static void add_named(const json_t *root, const json_t *number, bool joint, named *list, size_t *count) {
    const char *name = name_of(member(root, "nodes", number));
    if (name != NULL) {
        list[(*count)++] = (named){name, json_integer_value(number), joint};
    }
}

/* The importer finds joints by their names: no other node that counts may have the same. */
static tl_status check_joint_names(const char *path, named *list, size_t count, tl_error *error) {
    qsort(list, count, sizeof(*list), by_name);
    for (size_t i = 1; i < count; i++) {
        const named *a = &list[i - 1], *b = &list[i];
        if (strcmp(a->name, b->name) == 0 && a->node != b->node && (a->joint || b->joint)) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, "skins",
                           "rename one of them, or export it again with its pose applied and no skin",
                           "a bone and another bone or mesh have the same name, `%.60s`, and can't be told apart",
                           a->name);
        }
    }
    return TL_OK;
}

static tl_status check_skins(tl_context *context, const char *path, const json_t *root, tl_error *error) {
    const json_t *nodes = json_object_get(root, "nodes"), *skins = json_object_get(root, "skins");
    size_t most = json_array_size(nodes), count = 0, i, k;
    json_t *skin, *joint;
    for (i = 0; i < json_array_size(skins); i++) {
        most += json_array_size(json_object_get(json_array_get(skins, i), "joints"));
    }
    if (json_array_size(skins) == 0) {
        return TL_OK;
    }
    named *list = tl_alloc_array(context, most, sizeof(*list));
    if (list == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    json_array_foreach((json_t *)(uintptr_t)skins, i, skin) {
        json_array_foreach(json_object_get(skin, "joints"), k, joint) {
            add_named(root, joint, true, list, &count);
        }
        if (status == TL_OK && json_object_get(skin, "inverseBindMatrices") == NULL) {
            status =
                tl_fail(error, TL_ERROR_UNSUPPORTED, path, "skins", "export it again with its pose applied and no skin",
                        "a skin has no matrices (%s), which is not read", "inverseBindMatrices");
        }
    }
    for (i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        if (json_object_get(node, "mesh") != NULL && name_of(node) != NULL) {
            list[count++] = (named){name_of(node), (json_int_t)i, false};
        }
    }
    status = status == TL_OK ? check_joint_names(path, list, count, error) : status;
    tl_free(context, list);
    return status;
}

static tl_status check_nodes(const char *path, const json_t *root, tl_error *error) {
    size_t i;
    json_t *node;
    json_array_foreach(json_object_get(root, "nodes"), i, node) {
        const json_t *mesh = member(root, "meshes", json_object_get(node, "mesh"));
        const json_t *weights = json_object_get(node, "weights");
        char place[48];
        snprintf(place, sizeof(place), "nodes[%zu]", i);
        weights = weights != NULL ? weights : json_object_get(mesh, "weights");
        if (has_targets(mesh) && any_on(weights)) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place, "export it again with its shape keys applied",
                           "a morph target of its mesh is on (%s), which is not read", "weights");
        }
        if (json_object_get(json_object_get(node, "extensions"), "EXT_mesh_gpu_instancing") != NULL) {
            return tl_fail(error, TL_ERROR_UNSUPPORTED, path, place,
                           "export it again with its copies as nodes of their own",
                           "it stands for many copies (%s), which are not read", "EXT_mesh_gpu_instancing");
        }
    }
    return TL_OK;
}

tl_status tl_check_misread(tl_context *context, const char *path, const json_t *root, tl_error *error) {
    tl_status status = check_version(path, root, error);
    status = status == TL_OK ? check_required(path, root, error) : status;
    status = status == TL_OK ? check_meshes(path, root, error) : status;
    status = status == TL_OK ? check_nodes(path, root, error) : status;
    return status == TL_OK ? check_skins(context, path, root, error) : status;
}
