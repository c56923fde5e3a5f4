/* load.c: a mesh file of any kind made one mesh, by a reader of our own or out of Assimp's scene. */
#include "import/load.h"
#include "import/access.h"
#include "import/affine.h"
#include "import/finish.h"
#include "import/look.h"
#include "import/package.h"
#include "import/read.h"
#include "io/file.h"
#include "mesh/names.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MOST_LEVELS 64
#define EXPORT_BEST "export it again, best as OBJ, STL or GLB"

typedef struct placed_node {
    const struct aiNode *node;
    tl_import_affine place; /* to the scene's frame */
} placed_node;

/* What the scene's root transformation is replaced by, and what the result is measured in. */
typedef struct frame_facts {
    bool ignore_root;
    double scale; /* the root's additional scale */
    tl_mesh_unit unit;
    tl_axis up;
} frame_facts;

typedef struct loader {
    tl_context *context;
    const char *path;
    const struct aiScene *scene;
    frame_facts frame;
    placed_node *nodes; /* depth first, children in order */
    size_t node_count, node_capacity;
    tl_mesh *mesh;
    char *names; /* scratch */
    size_t names_size, names_capacity;
    tl_error *error;
} loader;

/* --- Affine maps -------------------------------------------------------------------------------------------------- */

static tl_import_affine affine_of(const struct aiMatrix4x4 *t) {
    return (tl_import_affine){{{(double)t->a1, (double)t->a2, (double)t->a3, (double)t->a4},
                               {(double)t->b1, (double)t->b2, (double)t->b3, (double)t->b4},
                               {(double)t->c1, (double)t->c2, (double)t->c3, (double)t->c4}}};
}

static tl_vec3 vec_of(struct aiVector3D v) {
    return (tl_vec3){(double)v.x, (double)v.y, (double)v.z};
}

/* --- Frames ------------------------------------------------------------------------------------------------------- */

static frame_facts frame_of_unit(double metres, tl_axis up) {
    frame_facts frame = {.up = up};
    frame.unit = tl_import_unit_of_metres(metres, &frame.scale);
    return frame;
}

/* FBX counts its unit in centimetres. Some versions of Assimp put axes and unit into the root's transformation, which
 * is the identity otherwise; we leave it out and state what our own look has found. */
static frame_facts frame_of_fbx(const tl_fbx_facts *facts) {
    frame_facts frame = frame_of_unit(facts->unit_in_cm / 100, facts->up);
    frame.ignore_root = true;
    return frame;
}

/* X3D is in metres with Y up, unless its head says that a length is another number of them (X3D 3.3, 4.3.6). */
static frame_facts frame_of_x3d(const tl_import_file_facts *facts) {
    return frame_of_unit(facts->unit_in_metres > 0 ? facts->unit_in_metres : 1, TL_AXIS_PY);
}

/* Assimp turns formats in which Z is up by their root, so that Y is; that is left out, and said. */
static frame_facts frame_of_others(const struct aiScene *scene) {
    static const tl_import_affine turn = {{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}};
    tl_import_affine root = affine_of(&scene->mRootNode->mTransformation);
    bool turned = true;
    for (int i = 0; i < 12; i++) {
        turned = turned && root.m[i / 4][i % 4] == turn.m[i / 4][i % 4];
    }
    return (frame_facts){turned, 1, TL_MESH_UNIT_UNSTATED, turned ? TL_AXIS_PZ : TL_AXIS_UNSTATED};
}

static frame_facts frame_of(const char *path, const struct aiScene *scene, const tl_import_file_facts *facts) {
    if (tl_import_is_kind(path, "fbx")) {
        return frame_of_fbx(&facts->fbx);
    }
    return tl_import_is_kind(path, "x3d") ? frame_of_x3d(facts) : frame_of_others(scene);
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

static bool push_node(loader *l, const struct aiNode *node, const tl_import_affine *place) {
    if (!tl_reserve(l->context, (void **)&l->nodes, &l->node_capacity, l->node_count + 1, sizeof(*l->nodes))) {
        return false;
    }
    l->nodes[l->node_count++] = (placed_node){node, *place};
    return true;
}

typedef struct pending_node {
    const struct aiNode *node;
    size_t parent; /* its number among the placed ones */
} pending_node;

/* Depth first without recursion: a hostile file can nest as deep as it is long. */
static tl_status place_nodes(loader *l) {
    pending_node *stack = NULL;
    size_t count = 0;
    size_t capacity = 0;
    const struct aiNode *root = l->scene->mRootNode;
    tl_import_affine place = tl_affine_scale(l->frame.scale);
    if (!l->frame.ignore_root) {
        tl_import_affine own = affine_of(&root->mTransformation);
        place = tl_affine_compose(&place, &own);
    }
    bool room = push_node(l, root, &place);
    const struct aiNode *node = root;
    size_t number = 0;
    while (room) {
        room = tl_reserve(l->context, (void **)&stack, &capacity, count + node->mNumChildren, sizeof(*stack));
        for (unsigned i = node->mNumChildren; room && i-- > 0;) {
            stack[count++] = (pending_node){node->mChildren[i], number};
        }
        if (!room || count == 0) {
            break;
        }
        pending_node next = stack[--count];
        tl_import_affine own = affine_of(&next.node->mTransformation);
        place = tl_affine_compose(&l->nodes[next.parent].place, &own);
        number = l->node_count;
        node = next.node;
        room = push_node(l, node, &place);
    }
    tl_free(l->context, stack);
    return room ? TL_OK : tl_fail_memory(l->error);
}

/* --- Names -------------------------------------------------------------------------------------------------------- */

static bool add_bytes(loader *l, const char *bytes, size_t size) {
    if (!tl_reserve(l->context, (void **)&l->names, &l->names_capacity, l->names_size + size + 1, 1)) {
        return false;
    }
    memcpy(l->names + l->names_size, bytes, size);
    l->names_size += size;
    l->names[l->names_size] = 0;
    return true;
}

/* Names that Assimp makes up where the file has none. */
static bool is_invented(const loader *l, const char *name) {
    return name[0] == 0 || name[0] == '<' || strcmp(name, AI_DEFAULT_MATERIAL_NAME) == 0 ||
           strcmp(name, tl_file_path_name(l->path)) == 0 || strcmp(name, "defaultobject") == 0 ||
           strstr(name, "_$AssimpFbx$_") != NULL;
}

/* Adds a name to the level that begins at `level`, unless the level has it. */
static bool add_name(loader *l, size_t level, const char *name) {
    if (is_invented(l, name)) {
        return true;
    }
    size_t length = strlen(name);
    for (size_t at = level; at < l->names_size;) {
        const char *stop = memchr(l->names + at, '\t', l->names_size - at);
        size_t size = stop != NULL ? (size_t)(stop - (l->names + at)) : l->names_size - at;
        if (size == length && memcmp(l->names + at, name, length) == 0) {
            return true;
        }
        at += size + 1;
    }
    if (l->names_size > level && !add_bytes(l, "\t", 1)) {
        return false;
    }
    size_t at = l->names_size;
    if (!add_bytes(l, name, length)) {
        return false;
    }
    for (; at < l->names_size; at++) {
        if (l->names[at] == '\n' || l->names[at] == '\t') {
            l->names[at] = ' ';
        }
    }
    return true;
}

static bool name_piece(loader *l, const struct aiNode *node, const struct aiMesh *mesh) {
    l->names_size = 0;
    bool room = add_bytes(l, "", 0) && add_name(l, 0, node->mName.data) && add_name(l, 0, mesh->mName.data);
    struct aiString material;
    if (room && mesh->mMaterialIndex < l->scene->mNumMaterials &&
        aiGetMaterialString(l->scene->mMaterials[mesh->mMaterialIndex], AI_MATKEY_NAME, &material) ==
            aiReturn_SUCCESS) {
        room = add_name(l, 0, material.data);
    }
    int levels = 1;
    for (node = node->mParent; room && node != NULL && levels < MOST_LEVELS; node = node->mParent) {
        if (!is_invented(l, node->mName.data)) {
            levels++;
            room = add_bytes(l, "\n", 1) && add_name(l, l->names_size, node->mName.data);
        }
    }
    return room;
}

/* --- Vertices and faces ------------------------------------------------------------------------------------------- */

static void add_rigid_vertices(loader *l, const struct aiMesh *from, const tl_import_affine *place) {
    for (unsigned i = 0; i < from->mNumVertices; i++) {
        l->mesh->vertices[l->mesh->vertex_count++] = tl_affine_point(place, vec_of(from->mVertices[i]));
    }
}

static const placed_node *find_node(const loader *l, const char *name) {
    for (size_t i = 0; i < l->node_count; i++) {
        if (strcmp(l->nodes[i].node->mName.data, name) == 0) {
            return &l->nodes[i];
        }
    }
    return NULL;
}

/* The pose that one sees: every vertex goes where its joints take it, each joint by its weight; what the mesh's own
 * node does is of no account (glTF 2.0, 3.7.3.3). Weights that don't sum to 1 are scaled; a vertex without any follows
 * the node. `mirrored` tells whether the greater part of the weight mirrors. */
static tl_status add_skinned_vertices(loader *l, const struct aiMesh *from, const tl_import_affine *place,
                                      bool *mirrored) {
    size_t count = from->mNumVertices;
    tl_vec3 *sum = l->mesh->vertices + l->mesh->vertex_count;
    double *total = tl_alloc_array(l->context, count, sizeof(*total));
    if (total == NULL) {
        return tl_fail_memory(l->error);
    }
    memset(sum, 0, count * sizeof(*sum));
    double mirrors = 0;
    for (unsigned b = 0; b < from->mNumBones; b++) {
        const struct aiBone *bone = from->mBones[b];
        const placed_node *joint = find_node(l, bone->mName.data);
        if (joint == NULL) {
            continue;
        }
        tl_import_affine offset = affine_of(&bone->mOffsetMatrix);
        tl_import_affine skin = tl_affine_compose(&joint->place, &offset);
        double sign = tl_affine_mirrors(&skin) ? 1 : -1;
        for (unsigned w = 0; w < bone->mNumWeights; w++) {
            size_t vertex = bone->mWeights[w].mVertexId;
            double weight = (double)bone->mWeights[w].mWeight;
            if (vertex < count && weight > 0) {
                sum[vertex] = tl_madd(sum[vertex], tl_affine_point(&skin, vec_of(from->mVertices[vertex])), weight);
                total[vertex] += weight;
                mirrors += sign * weight;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        sum[i] = total[i] > 0 ? tl_scale(sum[i], 1 / total[i]) : tl_affine_point(place, vec_of(from->mVertices[i]));
    }
    tl_free(l->context, total);
    l->mesh->vertex_count += count;
    *mirrored = mirrors > 0;
    return TL_OK;
}

/* " of `hull`", or nothing when the file gives no name. */
static const char *of_mesh(const loader *l, const struct aiMesh *from, char text[160]) {
    text[0] = 0;
    if (!is_invented(l, from->mName.data)) {
        snprintf(text, 160, " of `%.140s`", from->mName.data);
    }
    return text;
}

static tl_status add_faces(loader *l, const struct aiMesh *from, size_t base, bool mirrored) {
    for (unsigned f = 0; f < from->mNumFaces; f++) {
        if (!tl_pace(l->context, f, from->mNumFaces, TL_TAKING)) {
            return tl_fail_cancelled(l->error, TL_TAKING);
        }
        const struct aiFace *face = &from->mFaces[f];
        if (face->mNumIndices != 3) {
            continue; /* a point or a line */
        }
        uint32_t *corner = l->mesh->triangles + 3 * l->mesh->triangle_count++;
        for (unsigned k = 0; k < 3; k++) {
            unsigned index = face->mIndices[mirrored ? 2 - k : k];
            if (index >= from->mNumVertices) {
                char name[160];
                return tl_fail(l->error, TL_ERROR_FORMAT, l->path, NULL, "export it again",
                               "triangle %u%s names a vertex that is not there (there are %u)", f + 1,
                               of_mesh(l, from, name), from->mNumVertices);
            }
            corner[k] = (uint32_t)(base + index);
        }
    }
    return TL_OK;
}

static tl_status fail_number(loader *l, const struct aiMesh *from, size_t vertex, double number) {
    char name[160];
    return tl_fail(l->error, TL_ERROR_FORMAT, l->path, NULL, "repair the mesh in the program it came from",
                   "vertex %zu%s is %s", vertex + 1, of_mesh(l, from, name), tl_import_wrong_number(number));
}

static tl_status check_numbers(loader *l, const struct aiMesh *from, size_t base) {
    double wrong;
    size_t vertex = tl_import_check_numbers(l->mesh, base, &wrong);
    return vertex == l->mesh->vertex_count ? TL_OK : fail_number(l, from, vertex - base, wrong);
}

static tl_status add_piece(loader *l, const placed_node *placed, const struct aiMesh *from) {
    size_t base = l->mesh->vertex_count;
    bool mirrored = tl_affine_mirrors(&placed->place);
    tl_status status = TL_OK;
    if (from->mNumBones > 0) {
        status = add_skinned_vertices(l, from, &placed->place, &mirrored);
    } else {
        add_rigid_vertices(l, from, &placed->place);
    }
    if (status == TL_OK) {
        status = check_numbers(l, from, base);
    }
    if (status == TL_OK) {
        status = add_faces(l, from, base, mirrored);
    }
    if (status == TL_OK &&
        (!name_piece(l, placed->node, from) || !tl_mesh_end_piece(l->mesh, l->names, TL_ROLE_CORE))) {
        status = tl_fail_memory(l->error);
    }
    return status;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

/* Room for everything at once; counting first keeps a hostile file from growing without end. */
static tl_status make_room(loader *l) {
    uint64_t vertices = 0;
    uint64_t triangles = 0;
    uint64_t pieces = 0;
    for (size_t i = 0; i < l->node_count; i++) {
        const struct aiNode *node = l->nodes[i].node;
        for (unsigned k = 0; k < node->mNumMeshes; k++) {
            if (node->mMeshes[k] >= l->scene->mNumMeshes) {
                return tl_fail(l->error, TL_ERROR_FORMAT, l->path, NULL, "export it again",
                               "node `%.200s` names a mesh that is not there", node->mName.data);
            }
            const struct aiMesh *from = l->scene->mMeshes[node->mMeshes[k]];
            vertices += from->mNumVertices;
            triangles += from->mNumFaces;
            pieces++;
        }
        if (vertices > TL_IMPORT_MOST_CORNERS || triangles > TL_IMPORT_MOST_CORNERS || pieces > TL_IMPORT_MOST_PIECES) {
            return tl_import_fail_too_large(l->path, l->error);
        }
    }
    if (triangles == 0) {
        return tl_import_fail_without_triangles(l->path, l->error);
    }
    return tl_import_room(l->mesh, l->path, vertices, triangles, pieces, l->error);
}

/* Whether what came back is what our own look has seen in the file. */
static tl_status check_fbx(loader *l, const tl_fbx_facts *facts) {
    const tl_mesh *mesh = l->mesh;
    if (mesh->triangle_count != facts->triangles) {
        char a[32], b[32];
        return tl_fail(l->error, TL_ERROR_FORMAT, l->path, NULL, EXPORT_BEST,
                       "the FBX places %s triangles, but %s come back from the importer that reads it",
                       tl_mesh_grouped_text(facts->triangles, a), tl_mesh_grouped_text(mesh->triangle_count, b));
    }
    if (!facts->boxed) {
        return TL_OK;
    }
    const double scale = l->frame.scale;
    tl_box3 box = tl_mesh_box(mesh);
    tl_vec3 low = tl_scale(facts->box.low, scale), high = tl_scale(facts->box.high, scale);
    /* In single precision, through some ten matrices. */
    double reach = tl_max(tl_max(tl_length(low), tl_length(high)), tl_length(tl_sub(high, low)));
    if (!(tl_length(tl_sub(box.low, low)) <= 2e-5 * reach) || !(tl_length(tl_sub(box.high, high)) <= 2e-5 * reach)) {
        return tl_fail(l->error, TL_ERROR_FORMAT, l->path, NULL, EXPORT_BEST,
                       "its nodes put the mesh elsewhere than the importer that reads it does: to %.6g, %.6g, %.6g "
                       "and %.6g, %.6g, %.6g at most",
                       low.x, low.y, low.z, high.x, high.y, high.z);
    }
    return TL_OK;
}

static tl_status flatten(loader *l, const tl_import_file_facts *facts) {
    tl_status status = place_nodes(l);
    if (status == TL_OK) {
        status = make_room(l);
    }
    for (size_t i = 0; status == TL_OK && i < l->node_count; i++) {
        const struct aiNode *node = l->nodes[i].node;
        for (unsigned k = 0; status == TL_OK && k < node->mNumMeshes; k++) {
            status = add_piece(l, &l->nodes[i], l->scene->mMeshes[node->mMeshes[k]]);
        }
    }
    if (status == TL_OK && tl_import_is_kind(l->path, "fbx")) {
        status = check_fbx(l, &facts->fbx);
    }
    return status == TL_OK ? tl_import_finish(l->mesh, l->path, l->error) : status;
}

/* Assimp's own words, on one line. Some name what happened only there. */
static tl_status fail_reading(const char *path, tl_error *error) {
    char text[256];
    snprintf(text, sizeof(text), "%s", aiGetErrorString());
    static const char *const nothing[] = {"No meshes remaining", "There are no facets",
                                          "invalid primitive type: nothing"};
    for (size_t i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++) {
        if (strstr(text, nothing[i]) != NULL) {
            return tl_import_fail_without_triangles(path, error);
        }
    }
    /* It quotes the file from there on: a word will do. */
    static const char expected[] = "Cannot parse string \"";
    const char *quoted = strstr(text, expected);
    if (quoted != NULL) {
        quoted += sizeof(expected) - 1;
        size_t length = strcspn(quoted, " \t\r\n\"");
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_BEST, "it says `%.*s` where there should be a number",
                       length < 40 ? (int)length : 40, quoted);
    }
    if (strstr(text, "bad_alloc") != NULL || strstr(text, "bad allocation") != NULL) {
        return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "use a simplified mesh, or export it as OBJ, STL or GLB",
                       "there was not enough memory to read it");
    }
    text[strcspn(text, "\r\n")] = 0;
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_BEST, "can't be read: %s",
                   text[0] != 0 ? text : "the importer gives no reason");
}

static const struct aiScene *read_scene(const char *path, struct aiFileIO *files) {
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    if (settings == NULL) {
        return NULL;
    }
    aiSetImportPropertyInteger(settings, AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    /* A file that holds movements alone gets no mesh made up for it. */
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    const struct aiScene *scene =
        aiImportFileExWithProperties(path, aiProcess_Triangulate | aiProcess_SortByPType, files, settings);
    aiReleasePropertyStore(settings);
    return scene;
}

/* Kinds that Assimp would take, and we don't: movements without a mesh; names under which one of several formats may
 * hide, so that neither its unit nor its axes are known; and its own dump of memory, which it reads back in good faith.
 */
static bool is_unwanted(const char *extension) {
    static const char *const kinds[] = {"bvh", "csm", "md5anim", "md5camera", "mot", "vta", "xml", "zae", "assbin"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcasecmp(extension, kinds[i]) == 0) {
            return true;
        }
    }
    return false;
}

typedef tl_status reader(tl_access *access, tl_mesh *mesh, tl_error *error);

/* NULL: Assimp's business. */
static reader *reader_of(const char *path) {
    static const struct {
        const char *extension;
        reader *read;
    } readers[] = {{"stl", tl_import_read_stl},  {"obj", tl_import_read_obj}, {"ply", tl_import_read_ply},
                   {"off", tl_import_read_off},  {"amf", tl_import_read_amf}, {"gltf", tl_import_read_gltf},
                   {"glb", tl_import_read_gltf}, {"dae", tl_import_read_dae}};
    for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
        if (tl_import_is_kind(path, readers[i].extension)) {
            return readers[i].read;
        }
    }
    return NULL;
}

bool tl_import_knows(const char *extension) {
    char dotted[32];
    if (extension[0] == 0 || strlen(extension) + 2 > sizeof(dotted) || is_unwanted(extension)) {
        return false;
    }
    char named[34];
    snprintf(named, sizeof(named), "x.%s", extension);
    if (strcasecmp(extension, "3mf") == 0 || reader_of(named) != NULL) {
        return true;
    }
    snprintf(dotted, sizeof(dotted), ".%s", extension);
    return aiIsExtensionSupported(dotted) == AI_TRUE;
}

static bool tell_fbx(tl_mesh *mesh, const tl_fbx_facts *facts) {
    bool room =
        facts->curved == 0 || tl_mesh_warn(mesh, "%llu curve%s left out: only meshes are read",
                                           (unsigned long long)facts->curved, facts->curved == 1 ? " was" : "s were");
    return room && (!facts->left_handed ||
                    tl_mesh_warn(mesh, "it says that its axes are left-handed: it may be the mirror image of what was "
                                       "meant"));
}

/* Formats of which nothing is looked at beside Assimp: whoever uses them should know. */
static bool tell_unchecked(tl_mesh *mesh, const char *path) {
    bool checked = tl_import_is_kind(path, "fbx") || tl_import_is_kind(path, "gltf") || tl_import_is_kind(path, "glb");
    const char *dot = strrchr(path, '.');
    return checked || dot == NULL ||
           tl_mesh_warn(mesh,
                        "files of kind `%.20s` are read by Assimp, and nothing of it is checked: see whether size and "
                        "number of triangles are right",
                        dot);
}

static tl_status load_scene(tl_access *access, const tl_import_file_facts *facts, tl_mesh **mesh, tl_error *error) {
    tl_context *context = access->context;
    const char *path = access->path;
    struct aiFileIO files = tl_access_files(access);
    tl_status status = TL_OK;
    if (facts->fbx.morphs > 0) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, NULL, EXPORT_BEST,
                       "it bends its meshes by morphs that are on, which can't be read");
    }
    const struct aiScene *scene = read_scene(path, &files);
    if (access->cancelled || access->too_many) {
        aiReleaseImport(scene);
        return access->cancelled ? tl_fail(error, TL_ERROR_CANCELLED, path, NULL, NULL, "reading it was cancelled")
                                 : tl_fail(error, TL_ERROR_LIMIT, path, NULL, "export it again, as one file",
                                           "it names more than %zu other files", access->companion_count);
    }
    if (scene == NULL) {
        return access->out_of_memory ? tl_fail_memory(error) : fail_reading(path, error);
    }
    if (scene->mRootNode == NULL) {
        aiReleaseImport(scene);
        return tl_import_fail_without_triangles(path, error);
    }
    loader l = {.context = context, .path = path, .scene = scene, .error = error};
    l.frame = frame_of(path, scene, facts);
    l.mesh = tl_mesh_create(context);
    if (l.mesh == NULL) {
        status = tl_fail_memory(error);
    } else {
        l.mesh->unit = l.frame.unit;
        l.mesh->up = l.frame.up;
    }
    if (status == TL_OK) {
        status = flatten(&l, facts);
    }
    if (status == TL_OK) {
        status = tell_fbx(l.mesh, &facts->fbx) && tell_unchecked(l.mesh, path) ? TL_OK : tl_fail_memory(error);
    }
    for (size_t i = 0; status == TL_OK && i < access->refusal_count; i++) {
        status = tl_mesh_warn(l.mesh, "%s", access->refusals[i]) ? TL_OK : tl_fail_memory(error);
    }
    tl_free(context, l.nodes);
    tl_free(context, l.names);
    aiReleaseImport(scene);
    if (status != TL_OK) {
        tl_mesh_destroy(l.mesh);
        return status;
    }
    *mesh = l.mesh;
    return TL_OK;
}

/* --- Our own readers ---------------------------------------------------------------------------------------------- */

/* Reads, checks the numbers and welds. */
static tl_status read_own(tl_access *access, reader *read, tl_mesh **mesh, tl_error *error) {
    tl_mesh *made = tl_mesh_create(access->context);
    tl_status status = made == NULL ? tl_fail_memory(error) : read(access, made, error);
    if (status == TL_OK && made->triangle_count == 0) {
        status = tl_import_fail_without_triangles(access->path, error);
    }
    status = status == TL_OK ? tl_import_check_corners(made, access->path, error) : status;
    status = status == TL_OK ? tl_import_finish(made, access->path, error) : status;
    for (size_t i = 0; status == TL_OK && i < access->refusal_count; i++) {
        status = tl_mesh_warn(made, "%s", access->refusals[i]) ? TL_OK : tl_fail_memory(error);
    }
    if (status != TL_OK) {
        tl_mesh_destroy(made);
        return status;
    }
    *mesh = made;
    return TL_OK;
}

/* The companions and what they were, from the access to the reading. */
static tl_status take_companions(tl_access *access, tl_import_reading *reading) {
    tl_context *context = access->context;
    size_t count = access->companion_count;
    reading->companions = tl_alloc_array(context, count, sizeof(*reading->companions));
    reading->companion_digests = tl_alloc_array(context, count, sizeof(*reading->companion_digests));
    if (reading->companions == NULL || reading->companion_digests == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        reading->companions[i] = access->companions[i].path;
        reading->companion_digests[i] = access->companions[i].digest;
        access->companions[i].path = NULL;
    }
    reading->companion_count = count;
    return TL_OK;
}

static tl_status load_with_companions(tl_context *context, const char *path, const char *bytes, size_t size,
                                      const tl_import_file_facts *facts, tl_import_reading *reading, tl_error *error) {
    tl_access access;
    tl_access_init(&access, context, path, bytes, size);
    reader *read = reader_of(path);
    tl_status status = read != NULL ? read_own(&access, read, &reading->mesh, error)
                                    : load_scene(&access, facts, &reading->mesh, error);
    if (status == TL_OK && (access.out_of_memory || take_companions(&access, reading) != TL_OK)) {
        tl_mesh_destroy(reading->mesh);
        reading->mesh = NULL;
        tl_import_reading_free(context, reading);
        status = tl_fail_memory(error);
    }
    tl_access_free(&access);
    return status;
}

tl_status tl_import_load(tl_context *context, const char *path, tl_import_reading *reading, tl_error *error) {
    char *bytes;
    size_t size;
    tl_status status = tl_file_read(context, path, TL_LARGEST_FILE, &bytes, &size, error);
    if (status != TL_OK) {
        return status;
    }
    reading->content = tl_import_content_digest(bytes, size);
    tl_import_file_facts facts;
    status = tl_import_look_into_bytes(context, path, bytes, size, &facts, error);
    if (status == TL_OK) {
        status = tl_import_is_kind(path, "3mf")
                     ? tl_import_load_package(context, path, bytes, size, &reading->mesh, error)
                     : load_with_companions(context, path, bytes, size, &facts, reading, error);
    }
    tl_free(context, bytes);
    return status;
}
