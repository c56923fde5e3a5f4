/* read_gltf.c: glTF 2.0 and GLB: the meshes of a scene, posed and joined (Khronos, glTF 2.0 specification). */
#include "import/finish.h"
#include "import/gltf.h"
#include "import/look.h"
#include "import/piece_names.h"
#include "import/read.h"

#include <stdio.h>
#include <string.h>

#define EXPORT_POSED "export it again with its pose applied and no skin"

/* The primitives of one mesh stand together. */
typedef struct mesh_run {
    size_t first, count;
    bool placed; /* by a node that is shown */
} mesh_run;

/* Where a skin takes each joint's vertices. */
typedef struct skin_maps {
    tl_import_affine *maps; /* NULL: not needed yet */
    size_t count;
} skin_maps;

typedef struct gltf_reader {
    tl_gltf file;
    tl_mesh *mesh;
    tl_gltf_tree tree;
    mesh_run *runs; /* of each mesh */
    size_t run_count;
    tl_gltf_primitive *primitives;
    size_t primitive_count, primitive_capacity;
    skin_maps *skins;
    size_t skin_count;
    tl_gltf_scratch scratch;
    tl_piece_names names;
    size_t skinless; /* pieces with a skin and nothing that binds them to it */
} gltf_reader;

static const json_t *node_json(const gltf_reader *r, size_t node) {
    return json_array_get(r->file.nodes, node);
}

/* --- Primitives and what the scene draws of them ------------------------------------------------------------------ */

static tl_status take_primitive(gltf_reader *r, const json_t *json, size_t mesh, size_t k) {
    tl_gltf_primitive primitive = {.json = json, .place = tl_gltf_place_of("meshes[%zu].primitives[%zu]", mesh, k)};
    bool drawn;
    tl_status status = tl_gltf_measure(&r->file, &primitive, &drawn);
    if (status != TL_OK || !drawn) {
        return status;
    }
    if (!tl_reserve(r->file.context, (void **)&r->primitives, &r->primitive_capacity, r->primitive_count + 1,
                    sizeof(*r->primitives))) {
        return tl_fail_memory(r->file.error);
    }
    r->primitives[r->primitive_count++] = primitive;
    return TL_OK;
}

/* The mesh that a node shows, or NULL. */
static tl_status mesh_of(gltf_reader *r, size_t node, const json_t **mesh, size_t *index) {
    const json_t *number = json_object_get(node_json(r, node), "mesh");
    *mesh = number == NULL ? NULL : tl_gltf_item(r->file.meshes, number, index);
    if (number != NULL && *mesh == NULL) {
        return tl_gltf_fail(&r->file, tl_gltf_place_of("nodes[%zu].mesh", node).text, NULL,
                            "it names a mesh that is not there");
    }
    return TL_OK;
}

/* Only meshes that are shown are looked at. */
static tl_status take_meshes(gltf_reader *r) {
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < r->tree.shown_count; i++) {
        const json_t *mesh;
        size_t index;
        status = mesh_of(r, r->tree.shown[i], &mesh, &index);
        if (status != TL_OK || mesh == NULL || r->runs[index].placed) {
            continue;
        }
        const json_t *primitives = json_object_get(mesh, "primitives");
        if (json_array_size(primitives) == 0) {
            return tl_gltf_fail(&r->file, tl_gltf_place_of("meshes[%zu]", index).text, NULL, "it has no `primitives`");
        }
        r->runs[index] = (mesh_run){.first = r->primitive_count, .placed = true};
        for (size_t k = 0; status == TL_OK && k < json_array_size(primitives); k++) {
            status = take_primitive(r, json_array_get(primitives, k), index, k);
        }
        r->runs[index].count = r->primitive_count - r->runs[index].first;
    }
    return status;
}

/* --- Instances (EXT_mesh_gpu_instancing) ---------------------------------------------------------------------------
 */

typedef struct instances {
    size_t count; /* 1 and no accessor: the node alone */
    bool moved, turned, scaled;
    tl_gltf_accessor translation, rotation, scale;
} instances;

static tl_status take_instances_of(gltf_reader *r, const json_t *list, const char *name, const char *type,
                                   const char *place, bool *there, tl_gltf_accessor *accessor, size_t *count) {
    const json_t *number = json_object_get(list, name);
    *there = number != NULL;
    if (!*there) {
        return TL_OK;
    }
    tl_status status = tl_gltf_accessor_of(&r->file, number, type, TL_GLTF_NUMBERS, place, accessor);
    if (status == TL_OK && *count != 0 && accessor->count != *count) {
        return tl_gltf_fail(&r->file, place, NULL, "`%s` has %zu elements where another list has %zu", name,
                            accessor->count, *count);
    }
    *count = accessor->count;
    return status;
}

static tl_status open_instances(gltf_reader *r, size_t node, instances *copies) {
    *copies = (instances){.count = 1};
    const json_t *extension = tl_gltf_extension(node_json(r, node), TL_GLTF_INSTANCES);
    if (extension == NULL) {
        return TL_OK;
    }
    tl_gltf_place place = tl_gltf_place_of("nodes[%zu]." TL_GLTF_INSTANCES, node);
    const json_t *list = json_object_get(extension, "attributes");
    if (json_object_get(node_json(r, node), "skin") != NULL) {
        return tl_fail(r->file.error, TL_ERROR_UNSUPPORTED, r->file.path, place.text, EXPORT_POSED,
                       "it stands for many copies of a mesh with a skin, which is not read");
    }
    if (!json_is_object(list)) {
        return tl_gltf_fail(&r->file, place.text, NULL, "it has no `attributes`, which say where its copies are");
    }
    size_t count = 0;
    tl_status status =
        take_instances_of(r, list, "TRANSLATION", "VEC3", place.text, &copies->moved, &copies->translation, &count);
    status = status == TL_OK ? take_instances_of(r, list, "ROTATION", "VEC4", place.text, &copies->turned,
                                                 &copies->rotation, &count)
                             : status;
    status = status == TL_OK
                 ? take_instances_of(r, list, "SCALE", "VEC3", place.text, &copies->scaled, &copies->scale, &count)
                 : status;
    copies->count = count > 0 ? count : 1; /* other lists don't place anything */
    return status;
}

static tl_status instance_map(gltf_reader *r, size_t node, const instances *copies, size_t i, tl_import_affine *map) {
    double translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    const tl_import_affine *world = &r->tree.nodes[node].world;
    if (!copies->moved && !copies->turned && !copies->scaled) {
        *map = *world;
        return TL_OK;
    }
    if (copies->moved) {
        tl_gltf_element(&copies->translation, i, translation);
    }
    if (copies->turned) {
        tl_gltf_element(&copies->rotation, i, rotation);
    }
    if (copies->scaled) {
        tl_gltf_element(&copies->scale, i, scale);
    }
    tl_import_affine own;
    if (!tl_gltf_turn(translation, rotation, scale, &own)) {
        return tl_gltf_fail(&r->file, copies->rotation.place.text, NULL, "element %zu is no quaternion of length 1",
                            i + 1);
    }
    *map = tl_affine_compose(world, &own);
    return TL_OK;
}

/* --- Room ----------------------------------------------------------------------------------------------------------
 */

/* Counts what is to come, before anything is made: a file of a few bytes can show one mesh many times. */
static tl_status make_room(gltf_reader *r) {
    uint64_t vertices = 0, triangles = 0, pieces = 0;
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < r->tree.shown_count; i++) {
        const json_t *mesh;
        size_t index;
        instances copies;
        status = mesh_of(r, r->tree.shown[i], &mesh, &index);
        if (status != TL_OK || mesh == NULL) {
            continue;
        }
        status = open_instances(r, r->tree.shown[i], &copies);
        const mesh_run *run = &r->runs[index];
        for (size_t k = 0; status == TL_OK && k < run->count; k++) {
            tl_gltf_primitive *p = &r->primitives[run->first + k];
            p->uses++;
            vertices += (uint64_t)p->declared_vertices * copies.count;
            triangles += (uint64_t)p->declared_triangles * copies.count;
            pieces += copies.count;
            if (vertices > TL_IMPORT_MOST_CORNERS || triangles > TL_IMPORT_MOST_CORNERS ||
                pieces > TL_IMPORT_MOST_PIECES) {
                return tl_import_fail_too_large(r->file.path, r->file.error);
            }
        }
    }
    if (status == TL_OK && triangles == 0) {
        return tl_import_fail_without_triangles(r->file.path, r->file.error);
    }
    return status == TL_OK ? tl_import_room(r->mesh, r->file.path, vertices, triangles, pieces, r->file.error) : status;
}

/* --- Skins ---------------------------------------------------------------------------------------------------------
 */

static tl_import_affine affine_of(const double columns[16]) {
    tl_import_affine map;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            map.m[i][j] = columns[4 * j + i];
        }
    }
    return map;
}

/* Each joint's place, after the inverse of the place in which it was bound (none: the identity). */
static tl_status make_maps(gltf_reader *r, size_t index, const json_t *skin, skin_maps *maps) {
    tl_gltf *file = &r->file;
    tl_gltf_place place = tl_gltf_place_of("skins[%zu]", index);
    const json_t *joints = json_object_get(skin, "joints"), *number = json_object_get(skin, "inverseBindMatrices");
    size_t count = json_array_size(joints);
    tl_gltf_accessor matrices;
    if (count == 0) {
        return tl_gltf_fail(file, place.text, NULL, "it has no `joints`");
    }
    tl_status status =
        number == NULL ? TL_OK : tl_gltf_accessor_of(file, number, "MAT4", TL_GLTF_FLOATS, place.text, &matrices);
    if (status == TL_OK && number != NULL && matrices.count < count) {
        status =
            tl_gltf_fail(file, matrices.place.text, NULL, "it has %zu matrices for %zu joints", matrices.count, count);
    }
    maps->maps = status == TL_OK ? tl_alloc_array(file->context, count, sizeof(*maps->maps)) : NULL;
    if (maps->maps == NULL) {
        return status == TL_OK ? tl_fail_memory(file->error) : status;
    }
    for (size_t i = 0; i < count; i++) {
        size_t node;
        if (tl_gltf_item(file->nodes, json_array_get(joints, i), &node) == NULL) {
            return tl_gltf_fail(file, place.text, NULL, "joint %zu is a node that is not there", i);
        }
        double columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        if (number != NULL) {
            tl_gltf_element(&matrices, i, columns);
        }
        tl_import_affine bound = affine_of(columns);
        maps->maps[i] = tl_affine_compose(&r->tree.nodes[node].world, &bound);
    }
    maps->count = count;
    return TL_OK;
}

/* The maps of the node's skin, or NULL. */
static tl_status maps_of(gltf_reader *r, size_t node, const skin_maps **maps) {
    const json_t *number = json_object_get(node_json(r, node), "skin");
    *maps = NULL;
    if (number == NULL) {
        return TL_OK;
    }
    size_t index;
    const json_t *skin = tl_gltf_item(r->file.skins, number, &index);
    if (skin == NULL) {
        return tl_gltf_fail(&r->file, tl_gltf_place_of("nodes[%zu].skin", node).text, NULL,
                            "it names a skin that is not there");
    }
    *maps = &r->skins[index];
    return r->skins[index].maps == NULL ? make_maps(r, index, skin, &r->skins[index]) : TL_OK;
}

/* The pose that one sees: every vertex goes where its joints take it, each joint by its weight; what the mesh's own
 * node does is of no account (glTF 2.0, 3.7.3.3). Weights that don't sum to 1 are scaled; a vertex without any follows
 * the node. `mirrored` tells whether the greater part of the weight mirrors. */
static tl_status pose(gltf_reader *r, const tl_gltf_primitive *p, const skin_maps *maps, const tl_import_affine *world,
                      tl_vec3 *vertices, bool *mirrored) {
    size_t step = (size_t)4 * p->binding.sets;
    double mirrors = 0;
    for (size_t i = 0; i < p->vertex_count; i++) {
        const uint32_t *joints = p->binding.joints + step * i;
        const double *weights = p->binding.weights + step * i;
        tl_vec3 sum = {0, 0, 0};
        double total = 0;
        for (size_t k = 0; k < step; k++) {
            if (weights[k] == 0) {
                continue;
            }
            if (joints[k] >= maps->count) {
                return tl_gltf_fail(&r->file, p->place.text, NULL, "vertex %zu follows joint %u: its skin has %zu",
                                    (size_t)p->source[i] + 1, (unsigned)joints[k], maps->count);
            }
            const tl_import_affine *map = &maps->maps[joints[k]];
            sum = tl_madd(sum, tl_affine_point(map, vertices[i]), weights[k]);
            total += weights[k];
            mirrors += tl_affine_mirrors(map) ? weights[k] : -weights[k];
        }
        vertices[i] = total > 0 ? tl_scale(sum, 1 / total) : tl_affine_point(world, vertices[i]);
    }
    *mirrored = mirrors > 0;
    return TL_OK;
}

/* --- Targets -------------------------------------------------------------------------------------------------------
 */

/* How far each morph target is on: as the node says, or else its mesh; NULL when none is. The caller frees them. */
static tl_status weights_of(gltf_reader *r, size_t node, const json_t *mesh, double **weights, size_t *count) {
    const json_t *list = json_object_get(node_json(r, node), "weights");
    list = list != NULL ? list : json_object_get(mesh, "weights");
    *weights = NULL;
    *count = json_array_size(list);
    bool on = false, right = list == NULL || json_is_array(list);
    for (size_t i = 0; i < *count; i++) {
        right = right && json_is_number(json_array_get(list, i));
        on = on || json_number_value(json_array_get(list, i)) != 0;
    }
    if (!right) {
        return tl_gltf_fail(&r->file, tl_gltf_place_of("nodes[%zu]", node).text, NULL,
                            "the weights of its morph targets are no list of numbers");
    }
    if (!on) {
        return TL_OK;
    }
    *weights = tl_alloc_array(r->file.context, *count, sizeof(**weights));
    for (size_t i = 0; *weights != NULL && i < *count; i++) {
        (*weights)[i] = json_number_value(json_array_get(list, i));
    }
    return *weights == NULL ? tl_fail_memory(r->file.error) : TL_OK;
}

/* --- Pieces --------------------------------------------------------------------------------------------------------
 */

static void add_name(gltf_reader *r, const json_t *json) {
    const char *name = json_string_value(json_object_get(json, "name"));
    if (name != NULL) {
        tl_piece_names_add(&r->names, name, strlen(name));
    }
}

/* The node with its mesh and material, then the nodes above it. */
static tl_status end_piece(gltf_reader *r, size_t node, const json_t *mesh, const tl_gltf_primitive *p) {
    tl_piece_names_begin(&r->names);
    add_name(r, node_json(r, node));
    add_name(r, mesh);
    add_name(r, tl_gltf_item(r->file.materials, json_object_get(p->json, "material"), NULL));
    for (size_t above = r->tree.nodes[node].named; above != SIZE_MAX && r->names.levels < TL_IMPORT_MOST_NAME_LEVELS;
         above = r->tree.nodes[above].named) {
        tl_piece_names_up(&r->names);
        add_name(r, node_json(r, above));
    }
    bool room = !r->names.out_of_memory && tl_mesh_end_piece(r->mesh, r->names.text, TL_ROLE_CORE);
    return room ? TL_OK : tl_fail_memory(r->file.error);
}

static tl_status add_triangles(gltf_reader *r, const tl_gltf_primitive *p, size_t base, bool mirrored) {
    for (size_t i = 0; i < p->triangle_count; i++) {
        if (!tl_pace(r->file.context, i, p->triangle_count, TL_TAKING)) {
            return tl_fail_cancelled(r->file.error, TL_TAKING);
        }
        const uint32_t *from = p->triangles + 3 * i;
        uint32_t *corner = r->mesh->triangles + 3 * r->mesh->triangle_count++;
        for (size_t k = 0; k < 3; k++) {
            corner[k] = (uint32_t)base + from[mirrored ? 2 - k : k];
        }
    }
    return TL_OK;
}

/* Nothing may overflow later: see tl_import_check_numbers, which can't say where in the file a number stands. */
static tl_status check_vertices(gltf_reader *r, const tl_gltf_primitive *p, size_t base) {
    double wrong;
    size_t vertex = tl_import_check_numbers(r->mesh, base, &wrong);
    if (vertex == r->mesh->vertex_count) {
        return TL_OK;
    }
    return tl_gltf_fail(&r->file, p->place.text, "repair the mesh in the program it came from", "vertex %zu is %s",
                        (size_t)p->source[vertex - base] + 1, tl_import_wrong_number(wrong));
}

/* What of a node is the same for all its primitives. */
typedef struct gltf_drawing {
    size_t node;
    const json_t *mesh;
    const skin_maps *skin;
    const double *weights;
    size_t weight_count;
    instances copies;
} gltf_drawing;

static tl_status add_copy(gltf_reader *r, const gltf_drawing *d, const tl_gltf_primitive *p, size_t copy) {
    size_t base = r->mesh->vertex_count;
    tl_vec3 *vertices = r->mesh->vertices + base;
    tl_import_affine map = tl_affine_scale(1);
    tl_status status = instance_map(r, d->node, &d->copies, copy, &map);
    memcpy(vertices, p->vertices, p->vertex_count * sizeof(*vertices));
    if (status == TL_OK && d->weights != NULL && json_array_size(json_object_get(p->json, "targets")) > 0) {
        status = tl_gltf_morph(&r->file, p, d->weights, d->weight_count, vertices);
    }
    bool mirrored = tl_affine_mirrors(&map);
    bool posed = d->skin != NULL && p->binding.sets > 0;
    if (status == TL_OK && d->skin != NULL && p->binding.halved) {
        status =
            tl_gltf_fail(&r->file, p->place.text, NULL, "it has joints without weights, or weights without joints");
    }
    if (status == TL_OK && posed) {
        status = pose(r, p, d->skin, &map, vertices, &mirrored);
    }
    for (size_t i = 0; status == TL_OK && !posed && i < p->vertex_count; i++) {
        vertices[i] = tl_affine_point(&map, vertices[i]);
    }
    r->skinless += d->skin != NULL && !posed;
    r->mesh->vertex_count += p->vertex_count;
    status = status == TL_OK ? check_vertices(r, p, base) : status;
    status = status == TL_OK ? add_triangles(r, p, base, mirrored) : status;
    return status == TL_OK ? end_piece(r, d->node, d->mesh, p) : status;
}

static tl_status add_run(gltf_reader *r, const gltf_drawing *d, const mesh_run *run) {
    tl_status status = TL_OK;
    for (size_t k = 0; status == TL_OK && k < run->count; k++) {
        tl_gltf_primitive *p = &r->primitives[run->first + k];
        status = tl_gltf_decode(&r->file, &r->scratch, p);
        for (size_t copy = 0; status == TL_OK && copy < d->copies.count; copy++) {
            status = add_copy(r, d, p, copy);
        }
        if (--p->uses == 0) {
            tl_gltf_free_primitive(&r->file, p);
        }
    }
    return status;
}

static tl_status add_node(gltf_reader *r, size_t node) {
    gltf_drawing d = {.node = node};
    size_t index;
    double *weights = NULL;
    tl_status status = mesh_of(r, node, &d.mesh, &index);
    if (status != TL_OK || d.mesh == NULL) {
        return status;
    }
    status = maps_of(r, node, &d.skin);
    status = status == TL_OK ? open_instances(r, node, &d.copies) : status;
    status = status == TL_OK ? weights_of(r, node, d.mesh, &weights, &d.weight_count) : status;
    d.weights = weights;
    status = status == TL_OK ? add_run(r, &d, &r->runs[index]) : status;
    tl_free(r->file.context, weights);
    return status;
}

/* --- What is told --------------------------------------------------------------------------------------------------
 */

/* " (`name`)", or nothing. */
static const char *named(const json_t *json, char text[80]) {
    const char *name = json_string_value(json_object_get(json, "name"));
    text[0] = 0;
    if (name != NULL && name[0] != 0) {
        snprintf(text, 80, " (`%.60s`)", name);
    }
    return text;
}

static bool tell_scene(const gltf_reader *r) {
    char name[80];
    size_t scenes = json_array_size(r->file.scenes), unplaced = 0;
    for (size_t i = 0; i < r->run_count; i++) {
        unplaced += !r->runs[i].placed;
    }
    bool room = scenes < 2 || tl_mesh_warn(r->mesh, "of its %zu scenes one is read: scene %zu%s", scenes, r->tree.scene,
                                           named(json_array_get(r->file.scenes, r->tree.scene), name));
    if (room && unplaced > 0) {
        room = tl_mesh_warn(r->mesh,
                            unplaced == 1 ? "one of its meshes is left out: the scene doesn't show it"
                                          : "%zu of its meshes are left out: the scene doesn't show them",
                            unplaced);
    }
    return room;
}

static tl_status tell(const gltf_reader *r) {
    bool room = tell_scene(r);
    size_t hidden = r->tree.hidden_count, out = r->scratch.out_of_bounds;
    if (room && hidden > 0) {
        room = tl_mesh_warn(r->mesh,
                            hidden == 1 ? "one node with a mesh is left out: the file hides it"
                                        : "%zu nodes with a mesh are left out: the file hides them",
                            hidden);
    }
    if (room && r->skinless > 0) {
        room = tl_mesh_warn(r->mesh, "%zu piece%s a skin that nothing binds %s to: read as rigid", r->skinless,
                            r->skinless == 1 ? " has" : "s have", r->skinless == 1 ? "it" : "them");
    }
    if (room && out > 0) {
        room = tl_mesh_warn(r->mesh,
                            out == 1 ? "the bounds that it states for %s aren't those of the coordinates there: "
                                       "check that it is whole"
                                     : "the bounds that it states for %s and %zu more lists aren't those of the "
                                       "coordinates there: check that it is whole",
                            r->scratch.first_out.text, out - 1);
    }
    return room ? TL_OK : tl_fail_memory(r->file.error);
}

/* --- The whole -----------------------------------------------------------------------------------------------------
 */

static tl_status read_scene(gltf_reader *r) {
    tl_context *context = r->file.context;
    r->run_count = json_array_size(r->file.meshes);
    r->skin_count = json_array_size(r->file.skins);
    r->runs = tl_alloc_array(context, r->run_count, sizeof(*r->runs));
    r->skins = tl_alloc_array(context, r->skin_count, sizeof(*r->skins));
    tl_status status = r->runs == NULL || r->skins == NULL ? tl_fail_memory(r->file.error) : TL_OK;
    status = status == TL_OK ? tl_gltf_place_nodes(&r->file, &r->tree) : status;
    status = status == TL_OK ? take_meshes(r) : status;
    status = status == TL_OK ? make_room(r) : status;
    for (size_t i = 0; status == TL_OK && i < r->tree.shown_count; i++) {
        status = add_node(r, r->tree.shown[i]);
    }
    return status == TL_OK ? tell(r) : status;
}

static void free_reader(gltf_reader *r) {
    tl_context *context = r->file.context;
    for (size_t i = 0; i < r->primitive_count; i++) {
        tl_gltf_free_primitive(&r->file, &r->primitives[i]);
    }
    for (size_t i = 0; r->skins != NULL && i < r->skin_count; i++) {
        tl_free(context, r->skins[i].maps);
    }
    tl_free(context, r->primitives);
    tl_free(context, r->runs);
    tl_free(context, r->skins);
    tl_gltf_free_scratch(&r->file, &r->scratch);
    tl_gltf_free_tree(&r->file, &r->tree);
    tl_piece_names_free(&r->names);
    tl_gltf_close(&r->file);
}

tl_status tl_import_read_gltf(tl_access *access, tl_mesh *mesh, tl_error *error) {
    bool packed = access->size >= 4 && memcmp(access->bytes, "glTF", 4) == 0;
    if (tl_import_is_kind(access->path, "glb") && !packed) {
        return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, "check that the file is what its name says",
                       "it is no GLB: it doesn't begin with `glTF` and a header");
    }
    tl_error own = {0}; /* `error` may be NULL */
    gltf_reader r = {.mesh = mesh, .names = {.context = access->context}};
    tl_status status = tl_gltf_open(&r.file, access, error != NULL ? error : &own);
    mesh->unit = TL_MESH_UNIT_M;
    mesh->up = TL_AXIS_PY;
    status = status == TL_OK ? read_scene(&r) : status;
    free_reader(&r);
    return status;
}
