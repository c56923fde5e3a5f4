/* gltf_nodes.c: the nodes of a glTF: which of them the scene shows, and where they stand. */
#include "import/gltf.h"

#include <math.h>
#include <string.h>

#define NONE SIZE_MAX

/* --- Where one node stands in its parent ---------------------------------------------------------------------------
 */

/* How far the square of a quaternion's length may be from 1: one percent of its length, as bytes round it. */
#define UNIT_ROOM 0.02

bool tl_gltf_turn(const double translation[3], const double rotation[4], const double scale[3], tl_import_affine *map) {
    double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    double square = x * x + y * y + z * z + w * w;
    if (!(fabs(square - 1) <= UNIT_ROOM)) {
        return false;
    }
    double s = 2 / square;
    const double turn[3][3] = {{1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                               {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
                               {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            map->m[i][j] = turn[i][j] * scale[j];
        }
        map->m[i][3] = translation[i];
    }
    return true;
}

/* The last row of an affine matrix is 0 0 0 1; some programs leave rounding in it. */
#define ROW_ROOM 1e-5

static bool take_matrix(const double columns[16], tl_import_affine *map) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            map->m[i][j] = columns[4 * j + i];
        }
    }
    return fabs(columns[3]) <= ROW_ROOM && fabs(columns[7]) <= ROW_ROOM && fabs(columns[11]) <= ROW_ROOM &&
           fabs(columns[15] - 1) <= ROW_ROOM;
}

static tl_status place_in_parent(tl_gltf *file, const json_t *node, const char *place, tl_import_affine *map) {
    double matrix[16], translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    bool whole, moved, turned, scaled;
    tl_status status = tl_gltf_numbers(file, node, "matrix", 16, place, matrix, &whole);
    status = status == TL_OK ? tl_gltf_numbers(file, node, "translation", 3, place, translation, &moved) : status;
    status = status == TL_OK ? tl_gltf_numbers(file, node, "rotation", 4, place, rotation, &turned) : status;
    status = status == TL_OK ? tl_gltf_numbers(file, node, "scale", 3, place, scale, &scaled) : status;
    if (status != TL_OK) {
        return status;
    }
    if (whole && (moved || turned || scaled)) {
        return tl_gltf_fail(file, place, NULL, "it has a `matrix` and a `%s` as well: one of them is wrong",
                            moved    ? "translation"
                            : turned ? "rotation"
                                     : "scale");
    }
    if (whole && !take_matrix(matrix, map)) {
        return tl_gltf_fail(file, place, NULL, "its `matrix` is not affine: its last row is not 0 0 0 1");
    }
    if (!whole && !tl_gltf_turn(translation, rotation, scale, map)) {
        return tl_gltf_fail(file, place, NULL, "its `rotation` is no quaternion of length 1");
    }
    return TL_OK;
}

/* --- All nodes -----------------------------------------------------------------------------------------------------
 */

static const json_t *children_of(const tl_gltf *file, size_t node) {
    return json_object_get(json_array_get(file->nodes, node), "children");
}

/* Every child gets its parent, which it must have alone. */
static tl_status take_parents(tl_gltf *file, tl_gltf_tree *tree) {
    for (size_t i = 0; i < tree->count; i++) {
        tree->nodes[i] = (tl_gltf_node){.parent = NONE, .named = NONE};
    }
    for (size_t i = 0; i < tree->count; i++) {
        const json_t *children = children_of(file, i);
        tl_gltf_place place = tl_gltf_place_of("nodes[%zu].children", i);
        if (children != NULL && !json_is_array(children)) {
            return tl_gltf_fail(file, place.text, NULL, "it is no list");
        }
        for (size_t k = 0; k < json_array_size(children); k++) {
            size_t child;
            if (tl_gltf_item(file->nodes, json_array_get(children, k), &child) == NULL) {
                return tl_gltf_fail(file, place.text, NULL, "it names a node that is not there");
            }
            if (tree->nodes[child].parent != NONE) {
                return tl_gltf_fail(file, place.text, "export it again, best as OBJ, STL or GLB",
                                    "nodes[%zu] has two parents, or stands twice below one: its place can't be told",
                                    child);
            }
            tree->nodes[child].parent = i;
        }
    }
    return TL_OK;
}

static bool has_name(const tl_gltf *file, size_t node) {
    const char *name = json_string_value(json_object_get(json_array_get(file->nodes, node), "name"));
    return name != NULL && name[0] != 0;
}

static tl_status place_node(tl_gltf *file, tl_gltf_tree *tree, size_t i) {
    tl_gltf_place place = tl_gltf_place_of("nodes[%zu]", i);
    tl_gltf_node *node = &tree->nodes[i];
    tl_import_affine own;
    tl_status status = place_in_parent(file, json_array_get(file->nodes, i), place.text, &own);
    if (status == TL_OK && node->parent == NONE) {
        node->world = own;
    } else if (status == TL_OK) {
        const tl_gltf_node *parent = &tree->nodes[node->parent];
        node->world = tl_affine_compose(&parent->world, &own);
        node->named = has_name(file, node->parent) ? node->parent : parent->named;
    }
    return status;
}

/* Goes through all nodes below `top`, each after its parent, children in order; `stack` has room for all nodes. `visit`
 * says whether to go on below one. */
typedef tl_status visit(tl_gltf *file, tl_gltf_tree *tree, size_t node, bool *below);

static tl_status walk(tl_gltf *file, tl_gltf_tree *tree, size_t top, size_t *stack, visit *what) {
    size_t count = 0;
    stack[count++] = top;
    tl_status status = TL_OK;
    while (status == TL_OK && count > 0) {
        size_t node = stack[--count];
        const json_t *children = children_of(file, node);
        bool below = true;
        status = what(file, tree, node, &below);
        for (size_t k = below ? json_array_size(children) : 0; k-- > 0;) {
            size_t child = 0;
            (void)tl_gltf_item(file->nodes, json_array_get(children, k), &child);
            stack[count++] = child;
        }
    }
    return status;
}

static tl_status place_visited(tl_gltf *file, tl_gltf_tree *tree, size_t node, bool *below) {
    (void)below;
    tree->shown_count++; /* counts, for now, what was reached */
    return place_node(file, tree, node);
}

static tl_status place_all(tl_gltf *file, tl_gltf_tree *tree, size_t *stack) {
    tl_status status = take_parents(file, tree);
    for (size_t i = 0; status == TL_OK && i < tree->count; i++) {
        status = tree->nodes[i].parent == NONE ? walk(file, tree, i, stack, place_visited) : TL_OK;
    }
    if (status == TL_OK && tree->shown_count < tree->count) {
        status = tl_gltf_fail(file, "nodes", "export it again, best as OBJ, STL or GLB",
                              "some of the nodes stand below themselves");
    }
    tree->shown_count = 0;
    return status;
}

/* --- What is shown -------------------------------------------------------------------------------------------------
 */

static tl_status count_hidden(tl_gltf *file, tl_gltf_tree *tree, size_t node, bool *below) {
    (void)below;
    tree->hidden_count += json_object_get(json_array_get(file->nodes, node), "mesh") != NULL;
    return TL_OK;
}

static bool is_hidden(const tl_gltf *file, size_t node) {
    const json_t *extension = tl_gltf_extension(json_array_get(file->nodes, node), TL_GLTF_VISIBILITY);
    return json_is_false(json_object_get(extension, "visible"));
}

static tl_status show_visited(tl_gltf *file, tl_gltf_tree *tree, size_t node, bool *below) {
    *below = !is_hidden(file, node) && !tree->nodes[node].shown;
    if (tree->nodes[node].shown) {
        return TL_OK; /* named twice */
    }
    tree->nodes[node].shown = true;
    if (*below) {
        tree->shown[tree->shown_count++] = node;
        return TL_OK;
    }
    return walk(file, tree, node, tree->spare, count_hidden);
}

static bool is_identity(const tl_import_affine *map) {
    tl_import_affine identity = tl_affine_scale(1);
    for (int i = 0; i < 12; i++) {
        if (map->m[i / 4][i % 4] != identity.m[i / 4][i % 4]) {
            return false;
        }
    }
    return true;
}

/* The nodes of a scene have no parents, says glTF; where one has, some programs leave the parent out and others don't.
 * A parent that moves nothing, as some exporters leave one behind, doesn't matter. */
static tl_status show_root(tl_gltf *file, tl_gltf_tree *tree, size_t node, const char *place, size_t *stack) {
    size_t parent = tree->nodes[node].parent;
    if (parent != NONE && !is_identity(&tree->nodes[parent].world)) {
        return tl_gltf_fail(file, place, NULL,
                            "it names nodes[%zu], which stands below nodes[%zu]: its place can't be told", node,
                            parent);
    }
    return walk(file, tree, node, stack, show_visited);
}

static tl_status show_scene(tl_gltf *file, tl_gltf_tree *tree, size_t *stack) {
    const json_t *number = json_object_get(file->root, "scene");
    tree->scene = 0;
    const json_t *scene =
        number == NULL ? json_array_get(file->scenes, 0) : tl_gltf_item(file->scenes, number, &tree->scene);
    if (scene == NULL) {
        return tl_gltf_fail(file, "scene", NULL, "it names no scene of the file");
    }
    const json_t *roots = json_object_get(scene, "nodes");
    tl_gltf_place place = tl_gltf_place_of("scenes[%zu].nodes", tree->scene);
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < json_array_size(roots); i++) {
        size_t node;
        if (tl_gltf_item(file->nodes, json_array_get(roots, i), &node) == NULL) {
            status = tl_gltf_fail(file, place.text, NULL, "it names a node that is not there");
        } else {
            status = show_root(file, tree, node, place.text, stack);
        }
    }
    return status;
}

static tl_status show_all(tl_gltf *file, tl_gltf_tree *tree, size_t *stack) {
    tree->scene = NONE;
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < tree->count; i++) {
        status = tree->nodes[i].parent == NONE ? walk(file, tree, i, stack, show_visited) : TL_OK;
    }
    return status;
}

tl_status tl_gltf_place_nodes(tl_gltf *file, tl_gltf_tree *tree) {
    *tree = (tl_gltf_tree){.count = json_array_size(file->nodes)};
    tree->nodes = tl_alloc_array(file->context, tree->count, sizeof(*tree->nodes));
    tree->shown = tl_alloc_array(file->context, tree->count, sizeof(*tree->shown));
    tree->spare = tl_alloc_array(file->context, tree->count, sizeof(*tree->spare));
    size_t *stack = tl_alloc_array(file->context, tree->count, sizeof(*stack));
    bool room = tree->nodes != NULL && tree->shown != NULL && tree->spare != NULL && stack != NULL;
    tl_status status = room ? TL_OK : tl_fail_memory(file->error);
    status = status == TL_OK ? place_all(file, tree, stack) : status;
    if (status == TL_OK) {
        status = json_array_size(file->scenes) > 0 ? show_scene(file, tree, stack) : show_all(file, tree, stack);
    }
    tl_free(file->context, stack);
    return status;
}

void tl_gltf_free_tree(tl_gltf *file, tl_gltf_tree *tree) {
    tl_free(file->context, tree->nodes);
    tl_free(file->context, tree->shown);
    tl_free(file->context, tree->spare);
    *tree = (tl_gltf_tree){0};
}
