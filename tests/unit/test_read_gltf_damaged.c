/* Damaged glTF files: random sound ones, each made wrong in one known way. They are refused, with the file, the place
 * and a remedy, never read as another shape. What is odd and harmless is read, and told where it should be. */
#include "support/made_gltf.h"

#include "import/bytes.h"
#include "import/import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 400, FILES_EACH = 4 };

static char folder[256];

static const char *in_folder(const char *name) {
    static char path[600];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void put_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static tl_status read_file(tl_context *context, const char *name, tl_mesh **mesh, tl_error *error) {
    *mesh = NULL;
    *error = (tl_error){0};
    return tl_import_mesh(context, in_folder(name), NULL, mesh, error);
}

/* --- What is damaged ---------------------------------------------------------------------------------------------- */

static json_t *element(made_gltf *made, const char *array, int number) {
    return number < 0 ? NULL : json_array_get(json_object_get(made->store.root, array), (size_t)number);
}

static json_t *primitive_of(made_gltf *made) {
    return json_array_get(json_object_get(element(made, "meshes", made->seen_mesh), "primitives"),
                          (size_t)made->seen_primitive);
}

/* The accessors and views of the triangles that are seen; NULL where there is none, or it isn't laid out plainly. */
enum { POSITION, INDICES, JOINTS, WEIGHTS, TARGET, MATRICES };

static int accessor_of(const made_gltf *made, int part) {
    const made_primitive *p = made->seen;
    const int all[] = {p->accessor,
                       p->indices,
                       made->seen_skin < 0 ? -1 : p->joints,
                       made->seen_skin < 0 ? -1 : p->weights,
                       p->target,
                       made->seen_skin < 0 ? -1 : made->skins[made->seen_skin].accessor};
    return all[part] >= 0 && made->store.plain[all[part]] ? all[part] : -1;
}

static json_t *accessor(made_gltf *made, int part) {
    return element(made, "accessors", accessor_of(made, part));
}

static json_t *view(made_gltf *made, int part) {
    json_t *own = json_object_get(accessor(made, part), "bufferView");
    return own == NULL ? NULL : element(made, "bufferViews", (int)json_integer_value(own));
}

static size_t width_of(const json_t *own) {
    json_int_t component = json_integer_value(json_object_get(own, "componentType"));
    return component < GLTF_SHORT ? 1 : component < GLTF_UINT ? 2 : 4;
}

/* Where the first component of an element lies. */
static unsigned char *bytes_of(made_gltf *made, int part, size_t number) {
    json_t *own = accessor(made, part), *in = view(made, part);
    const char *type = json_string_value(json_object_get(own, "type"));
    size_t size = width_of(own) * (strcmp(type, "SCALAR") == 0 ? 1
                                   : strcmp(type, "MAT4") == 0 ? 16
                                                               : (size_t)(type[3] - '0'));
    json_t *stride = json_object_get(in, "byteStride");
    size_t at = (size_t)json_integer_value(json_object_get(own, "byteOffset")) +
                (size_t)json_integer_value(json_object_get(in, "byteOffset")) +
                number * (stride != NULL ? (size_t)json_integer_value(stride) : size);
    return made->store.buffers[json_integer_value(json_object_get(in, "buffer"))].at + at;
}

/* A vertex that a corner uses. */
static size_t used_vertex(const made_gltf *made) {
    return made->seen->index_count > 0 ? made->seen->index[0] : 0;
}

typedef enum damage_kind {
    SET,      /* `key` of the object to `json` */
    DROP,     /* `key` */
    POKE_NAN, /* a coordinate */
    POKE_INFINITE,
    POKE_INDEX,   /* beyond the vertices */
    POKE_RESTART, /* all bits set */
    POKE_JOINT,   /* beyond the joints */
    ONE_LESS,     /* `key`, a number */
    CIRCLE,       /* a child that is its own parent */
    TWO_PARENTS,
    BOTH_PLACINGS, /* a matrix and a scale */
    NEW_ROOT       /* `key` of the root to `json` */
} damage_kind;

typedef enum object_kind {
    AN_ACCESSOR,
    A_VIEW,
    A_PRIMITIVE,
    ATTRIBUTES,
    A_NODE,
    A_SKIN,
    A_MESH,
    A_BUFFER,
    THE_ROOT
} object_kind;

typedef struct damage {
    const char *name;
    damage_kind kind;
    object_kind object;
    int part;
    const char *key, *json;
} damage;

/* What no number of the format may be, for a count, an offset, an index. */
#define NUMBERS(what, object, part, key)                                                                               \
    {what " negative", SET, object, part, key, "-1"}, {what " 2^31", SET, object, part, key, "2147483648"},            \
        {what " 2^53", SET, object, part, key, "9007199254740992"},                                                    \
        {what " 2^62", SET, object, part, key, "4611686018427387904"},                                                 \
        {what " 1e300", SET, object, part, key, "1e300"}, {what " a string", SET, object, part, key, "\"3\""},         \
        {what " half", SET, object, part, key, "2.5"}, {what " an object", SET, object, part, key, "{}"}, {            \
        what " null", SET, object, part, key, "null"                                                                   \
    }

static const damage damages[] = {
    NUMBERS("count", AN_ACCESSOR, POSITION, "count"),
    NUMBERS("offset", AN_ACCESSOR, POSITION, "byteOffset"),
    NUMBERS("view", AN_ACCESSOR, POSITION, "bufferView"),
    NUMBERS("component", AN_ACCESSOR, POSITION, "componentType"),
    NUMBERS("count of indices", AN_ACCESSOR, INDICES, "count"),
    NUMBERS("offset of indices", AN_ACCESSOR, INDICES, "byteOffset"),
    NUMBERS("count of matrices", AN_ACCESSOR, MATRICES, "count"),
    NUMBERS("length of a view", A_VIEW, POSITION, "byteLength"),
    NUMBERS("offset of a view", A_VIEW, POSITION, "byteOffset"),
    NUMBERS("buffer of a view", A_VIEW, POSITION, "buffer"),
    NUMBERS("stride of a view", A_VIEW, POSITION, "byteStride"),
    NUMBERS("indices", A_PRIMITIVE, 0, "indices"),
    NUMBERS("mode", A_PRIMITIVE, 0, "mode"),
    NUMBERS("position", ATTRIBUTES, 0, "POSITION"),
    NUMBERS("mesh", A_NODE, 0, "mesh"),
    NUMBERS("skin", A_NODE, 0, "skin"),
    NUMBERS("scene", THE_ROOT, 0, "scene"),
    NUMBERS("length of a buffer", A_BUFFER, POSITION, "byteLength"),
    {"count 0", SET, AN_ACCESSOR, POSITION, "count", "0"},
    {"count too large", SET, AN_ACCESSOR, POSITION, "count", "100000"},
    {"count left out", DROP, AN_ACCESSOR, POSITION, "count", NULL},
    {"type left out", DROP, AN_ACCESSOR, POSITION, "type", NULL},
    {"component left out", DROP, AN_ACCESSOR, POSITION, "componentType", NULL},
    {"positions of two", SET, AN_ACCESSOR, POSITION, "type", "\"VEC2\""},
    {"positions of one", SET, AN_ACCESSOR, POSITION, "type", "\"SCALAR\""},
    {"positions of four", SET, AN_ACCESSOR, POSITION, "type", "\"VEC4\""},
    {"a type in small letters", SET, AN_ACCESSOR, POSITION, "type", "\"vec3\""},
    {"a type that is a number", SET, AN_ACCESSOR, POSITION, "type", "3"},
    {"positions as unsigned ints", SET, AN_ACCESSOR, POSITION, "componentType", "5125"},
    {"a component that isn't there", SET, AN_ACCESSOR, POSITION, "componentType", "5124"},
    {"not an accessor", SET, AN_ACCESSOR, POSITION, "sparse", "7"},
    {"a view with a stride of 4", SET, A_VIEW, POSITION, "byteStride", "2"},
    {"a view of 1 byte", SET, A_VIEW, POSITION, "byteLength", "1"},
    {"a view of a buffer that isn't there", SET, A_VIEW, POSITION, "buffer", "77"},
    {"a view without a buffer", DROP, A_VIEW, POSITION, "buffer", NULL},
    {"a view without a length", DROP, A_VIEW, POSITION, "byteLength", NULL},
    {"indices as floats", SET, AN_ACCESSOR, INDICES, "componentType", "5126"},
    {"indices with signs", SET, AN_ACCESSOR, INDICES, "componentType", "5122"},
    {"indices of three", SET, AN_ACCESSOR, INDICES, "type", "\"VEC3\""},
    {"an index less", ONE_LESS, AN_ACCESSOR, INDICES, "count", NULL},
    {"indices that aren't there", SET, A_PRIMITIVE, 0, "indices", "999"},
    {"an index beyond the vertices", POKE_INDEX, AN_ACCESSOR, INDICES, NULL, NULL},
    {"the index for a new strip", POKE_RESTART, AN_ACCESSOR, INDICES, NULL, NULL},
    {"a coordinate that is no number", POKE_NAN, AN_ACCESSOR, POSITION, NULL, NULL},
    {"a coordinate without end", POKE_INFINITE, AN_ACCESSOR, POSITION, NULL, NULL},
    {"a weight that is no number", POKE_NAN, AN_ACCESSOR, WEIGHTS, NULL, NULL},
    {"a matrix that is no number", POKE_NAN, AN_ACCESSOR, MATRICES, NULL, NULL},
    {"a joint beyond the skin's", POKE_JOINT, AN_ACCESSOR, JOINTS, NULL, NULL},
    {"positions left out", DROP, ATTRIBUTES, 0, "POSITION", NULL},
    {"attributes left out", DROP, A_PRIMITIVE, 0, "attributes", NULL},
    {"attributes that are a list", SET, A_PRIMITIVE, 0, "attributes", "[0]"},
    {"a mode of 7", SET, A_PRIMITIVE, 0, "mode", "7"},
    {"positions that aren't there", SET, ATTRIBUTES, 0, "POSITION", "999"},
    {"primitives left out", DROP, A_MESH, 0, "primitives", NULL},
    {"primitives that are no list", SET, A_MESH, 0, "primitives", "{}"},
    {"weights of a mesh as text", SET, A_MESH, 0, "weights", "\"1\""},
    {"a target of fewer vertices", ONE_LESS, AN_ACCESSOR, TARGET, "count", NULL},
    {"a target of two", SET, AN_ACCESSOR, TARGET, "type", "\"VEC2\""},
    {"targets that aren't there", SET, A_PRIMITIVE, 0, "targets", "[{\"POSITION\":999}]"},
    {"targets that are no list", SET, A_PRIMITIVE, 0, "targets", "{\"POSITION\":0}"},
    {"joints as floats", SET, AN_ACCESSOR, JOINTS, "componentType", "5126"},
    {"joints of three", SET, AN_ACCESSOR, JOINTS, "type", "\"VEC3\""},
    {"joints of fewer vertices", ONE_LESS, AN_ACCESSOR, JOINTS, "count", NULL},
    {"weights of fewer vertices", ONE_LESS, AN_ACCESSOR, WEIGHTS, "count", NULL},
    {"weights of three", SET, AN_ACCESSOR, WEIGHTS, "type", "\"VEC3\""},
    {"weights as unsigned ints", SET, AN_ACCESSOR, WEIGHTS, "componentType", "5125"},
    {"a matrix less than joints", ONE_LESS, AN_ACCESSOR, MATRICES, "count", NULL},
    {"matrices of four", SET, AN_ACCESSOR, MATRICES, "type", "\"VEC4\""},
    {"matrices as bytes", SET, AN_ACCESSOR, MATRICES, "componentType", "5121"},
    {"a skin without joints", SET, A_SKIN, 0, "joints", "[]"},
    {"a skin whose joints are left out", DROP, A_SKIN, 0, "joints", NULL},
    {"a joint that isn't there", SET, A_SKIN, 0, "joints", "[99,98,97,96,95,94,93]"},
    {"matrices that aren't there", SET, A_SKIN, 0, "inverseBindMatrices", "999"},
    {"a node in a circle", CIRCLE, A_NODE, 0, NULL, NULL},
    {"a node with two parents", TWO_PARENTS, A_NODE, 0, NULL, NULL},
    {"a matrix and a scale", BOTH_PLACINGS, A_NODE, 0, NULL, NULL},
    {"a matrix that isn't affine", SET, A_NODE, 0, "matrix", "[1,0,0,0,0,1,0,0,0,0,1,1,0,0,0,1]"},
    {"a matrix of 15", SET, A_NODE, 0, "matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0]"},
    {"a matrix of text", SET, A_NODE, 0, "matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,\"1\"]"},
    {"a rotation of 0", SET, A_NODE, 0, "rotation", "[0,0,0,0]"},
    {"a rotation too long", SET, A_NODE, 0, "rotation", "[0,0,0,1.02]"},
    {"a rotation of three", SET, A_NODE, 0, "rotation", "[0,0,1]"},
    {"a translation of two", SET, A_NODE, 0, "translation", "[0,0]"},
    {"a translation of text", SET, A_NODE, 0, "translation", "[0,0,\"1\"]"},
    {"a translation to far away", SET, A_NODE, 0, "translation", "[0,0,1e308]"},
    {"a scale that is a number", SET, A_NODE, 0, "scale", "2"},
    {"a child that isn't there", SET, A_NODE, 0, "children", "[99]"},
    {"children that are no list", SET, A_NODE, 0, "children", "1"},
    {"a mesh that isn't there", SET, A_NODE, 0, "mesh", "99"},
    {"a skin that isn't there", SET, A_NODE, 0, "skin", "99"},
    {"copies of nothing", SET, A_NODE, 0, "extensions",
     "{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"SCALE\":999}}}"},
    {"copies without attributes", SET, A_NODE, 0, "extensions", "{\"EXT_mesh_gpu_instancing\":{\"attributes\":7}}"},
    {"version 1", NEW_ROOT, THE_ROOT, 0, "asset", "{\"version\":\"1.0\"}"},
    {"version 3", NEW_ROOT, THE_ROOT, 0, "asset", "{\"version\":\"3.0\"}"},
    {"a later version needed", NEW_ROOT, THE_ROOT, 0, "asset", "{\"version\":\"2.0\",\"minVersion\":\"2.1\"}"},
    {"a version that is a number", NEW_ROOT, THE_ROOT, 0, "asset", "{\"version\":2.0}"},
    {"no version", NEW_ROOT, THE_ROOT, 0, "asset", "{}"},
    {"no asset", DROP, THE_ROOT, 0, "asset", NULL},
    {"an extension that is needed and not known", NEW_ROOT, THE_ROOT, 0, "extensionsRequired", "[\"ODD_needed\"]"},
    {"extensions that are no list", NEW_ROOT, THE_ROOT, 0, "extensionsRequired", "\"ODD_needed\""},
    {"a scene that isn't there", NEW_ROOT, THE_ROOT, 0, "scene", "9"},
    {"a scene of nodes that aren't there", NEW_ROOT, THE_ROOT, 0, "scenes",
     "[{\"nodes\":[99]},{\"nodes\":[99]},{\"nodes\":[99]}]"},
    {"nodes that are no list", NEW_ROOT, THE_ROOT, 0, "nodes", "{}"},
    {"meshes that are text", NEW_ROOT, THE_ROOT, 0, "meshes", "\"a\""},
    {"accessors left out", DROP, THE_ROOT, 0, "accessors", NULL},
    {"views left out", DROP, THE_ROOT, 0, "bufferViews", NULL},
    {"buffers left out", DROP, THE_ROOT, 0, "buffers", NULL},
    {"a buffer longer than its bytes", SET, A_BUFFER, POSITION, "byteLength", "10000000"},
    {"a buffer that isn't there", SET, A_BUFFER, POSITION, "uri", "\"nowhere.bin\""},
    {"a buffer on the net", SET, A_BUFFER, POSITION, "uri", "\"https://example.org/a.bin\""},
    {"a buffer outside", SET, A_BUFFER, POSITION, "uri", "\"../a.bin\""},
    {"bytes that are no base64", SET, A_BUFFER, POSITION, "uri", "\"data:application/octet-stream;base64,AAAA*AAA\""},
    {"bytes not in base64", SET, A_BUFFER, POSITION, "uri", "\"data:application/octet-stream,abc\""},
    {"bytes that are too few", SET, A_BUFFER, POSITION, "uri", "\"data:application/octet-stream;base64,AAAA\""},
    {"a uri that is a number", SET, A_BUFFER, POSITION, "uri", "4"},
};
enum { DAMAGES = sizeof(damages) / sizeof(damages[0]) };

static json_t *object_of(made_gltf *made, const damage *d) {
    json_t *buffer = json_object_get(view(made, d->part), "buffer");
    switch (d->object) {
    case AN_ACCESSOR:
        return accessor(made, d->part);
    case A_VIEW:
        return view(made, d->part);
    case A_PRIMITIVE:
        return primitive_of(made);
    case ATTRIBUTES:
        return json_object_get(primitive_of(made), "attributes");
    case A_NODE:
        return element(made, "nodes", made->seen_node);
    case A_SKIN:
        return element(made, "skins", made->seen_skin);
    case A_MESH:
        return element(made, "meshes", made->seen_mesh);
    case A_BUFFER:
        return buffer == NULL ? NULL : element(made, "buffers", (int)json_integer_value(buffer));
    default:
        return made->store.root;
    }
}

static bool poke(made_gltf *made, const damage *d) {
    const double odd = d->kind == POKE_NAN ? NAN : INFINITY;
    float single = (float)odd;
    json_t *own = accessor(made, d->part);
    json_int_t component = json_integer_value(json_object_get(own, "componentType"));
    size_t count = (size_t)json_integer_value(json_object_get(own, "count"));
    if (own == NULL) {
        return false;
    }
    if (d->kind == POKE_NAN || d->kind == POKE_INFINITE) {
        /* Of what is used: a vertex of a corner, the matrix of its first joint. */
        size_t at = d->part == MATRICES ? made->seen->joint[used_vertex(made)][0] : used_vertex(made);
        bool used = d->part != MATRICES || made->seen->weight[used_vertex(made)][0] > 0;
        if (component == GLTF_FLOAT && used) {
            memcpy(bytes_of(made, d->part, at), &single, sizeof(single));
        }
        return component == GLTF_FLOAT && used;
    }
    size_t vertex = d->part == JOINTS ? used_vertex(made) : count / 2;
    unsigned char *bytes = bytes_of(made, d->part, vertex);
    memset(bytes, d->kind == POKE_RESTART ? 0xff : 0, width_of(own));
    bytes[0] = d->kind == POKE_RESTART ? 0xff : d->kind == POKE_JOINT ? 200 : (unsigned char)made->seen->vertex_count;
    return d->kind != POKE_JOINT || made->seen->weight[vertex][0] > 0;
}

/* The first node that is another's child, and its parent. */
static bool relate(made_gltf *made, json_t **parent, json_t **child, int *number) {
    json_t *nodes = json_object_get(made->store.root, "nodes");
    size_t i;
    json_array_foreach(nodes, i, *parent) {
        json_t *children = json_object_get(*parent, "children");
        if (json_array_size(children) > 0) {
            *number = (int)i;
            *child = json_array_get(nodes, (size_t)json_integer_value(json_array_get(children, 0)));
            return true;
        }
    }
    return false;
}

static bool tangle(made_gltf *made, const damage *d) {
    json_t *parent, *child, *other = element(made, "nodes", made->seen_node);
    int number;
    if (d->kind == BOTH_PLACINGS) {
        if (json_object_get(other, "matrix") != NULL) {
            return json_object_set_new(other, "scale", json_pack("[i,i,i]", 1, 1, 1)) == 0;
        }
        return (json_object_get(other, "scale") != NULL || json_object_get(other, "rotation") != NULL) &&
               json_object_set_new(
                   other, "matrix",
                   json_pack("[i,i,i,i,i,i,i,i,i,i,i,i,i,i,i,i]", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)) == 0;
    }
    if (!relate(made, &parent, &child, &number)) {
        return false;
    }
    json_t *list = d->kind == CIRCLE ? json_object_get(child, "children") : NULL;
    if (d->kind == CIRCLE && list != NULL) {
        return json_array_append_new(list, json_integer(number)) == 0;
    }
    if (d->kind == CIRCLE) {
        return json_object_set_new(child, "children", json_pack("[i]", number)) == 0;
    }
    size_t i;
    json_array_foreach(json_object_get(made->store.root, "nodes"), i, other) {
        list = json_object_get(other, "children");
        if (other != parent && list != NULL) {
            return json_array_append(list, json_array_get(json_object_get(parent, "children"), 0)) == 0;
        }
    }
    return false;
}

/* A value that would be right there: not damage. */
static bool is_harmless(const made_gltf *made, const damage *d, const json_t *object, const json_t *value) {
    const made_node *node = &made->nodes[0];
    while (node->number != made->seen_node) {
        node++;
    }
    bool placing = d->object == A_NODE && (strcmp(d->key, "matrix") == 0 || strcmp(d->key, "rotation") == 0 ||
                                           strcmp(d->key, "translation") == 0 || strcmp(d->key, "scale") == 0);
    return json_equal(json_object_get(object, d->key), value) || (placing && node->skin >= 0) /* may be ignored */ ||
           (d->object == A_VIEW && strcmp(d->key, "byteStride") == 0 && made->seen->vertex_count == 1) ||
           (d->object == A_MESH && strcmp(d->key, "weights") == 0 && made->meshes[made->seen_mesh].target_count == 0) ||
           (d->object == A_BUFFER && strcmp(d->key, "uri") == 0 && made->store.binary &&
            json_object_get(object, "uri") == NULL);
}

static bool set(made_gltf *made, const damage *d, json_t *object) {
    json_t *value = json_loads(d->json, JSON_DECODE_ANY, NULL);
    assert_non_null(value);
    if (is_harmless(made, d, object, value)) {
        json_decref(value);
        return false;
    }
    return json_object_set_new(object, d->key, value) == 0;
}

/* Whether morph targets are on in the primitive that is seen: what is off may be wrong. */
static bool morphs(const made_gltf *made) {
    const made_mesh_of_file *mesh = &made->meshes[made->seen_mesh];
    bool on = mesh->target_count > 0 && mesh->weighted;
    for (size_t t = 0; t < mesh->target_count; t++) {
        on = on && mesh->weights[t] != 0;
    }
    return on;
}

static bool apply(made_gltf *made, const damage *d) {
    json_t *object = object_of(made, d), *number;
    bool target = d->part == TARGET || (d->key != NULL && strcmp(d->key, "targets") == 0);
    if (object == NULL || (target && !morphs(made))) {
        return false;
    }
    switch (d->kind) {
    case SET:
    case NEW_ROOT:
        return set(made, d, object);
    case DROP:
        return json_object_del(object, d->key) == 0;
    case ONE_LESS:
        number = json_object_get(object, d->key);
        return (d->part != INDICES || made->seen->mode == 4) &&
               (d->part == INDICES || json_integer_value(number) > 1) &&
               json_object_set_new(object, d->key, json_integer(json_integer_value(number) - 1)) == 0;
    case CIRCLE:
    case TWO_PARENTS:
    case BOTH_PLACINGS:
        return tangle(made, d);
    default:
        return poke(made, d);
    }
}

/* Whether a place names a thing of the file: "accessors[3]", "nodes[0].mesh", "asset". */
static bool is_place(const char *place) {
    static const char *const known[] = {"accessors", "bufferViews", "buffers", "meshes",    "nodes",
                                        "skins",     "scene",       "asset",   "extensions"};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strncmp(place, known[i], strlen(known[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void every_damage_is_refused(void **state) {
    test_random random = test_random_start("damaged glTF", 81);
    uint64_t allowed = GLTF_BIT(GLTF_SKINS) | GLTF_BIT(GLTF_MORPHS) | GLTF_BIT(GLTF_QUANTIZED) |
                       GLTF_BIT(GLTF_UNINDEXED) | GLTF_BIT(GLTF_STRIPS) | GLTF_BIT(GLTF_BINARY) |
                       GLTF_BIT(GLTF_DATA_URIS) | GLTF_BIT(GLTF_MIRRORED);
    int wrong = 0, files_read = 0;
    for (int i = 0; i < DAMAGES; i++) {
        int done = 0;
        for (int tries = 0; tries < TRIES && done < FILES_EACH; tries++) {
            made_gltf *made = malloc(sizeof(*made));
            assert_non_null(made);
            made_gltf_init(made, &random, allowed);
            bool late =
                damages[i].object == A_BUFFER || (damages[i].key != NULL && strcmp(damages[i].key, "buffers") == 0);
            bool damaged = late || apply(made, &damages[i]);
            gltf_settle(&made->store);
            damaged = late ? apply(made, &damages[i]) : damaged;
            if (damaged) {
                gltf_files files;
                tl_mesh *mesh;
                tl_error error;
                gltf_write(&made->store, &files);
                put_file(files.file[0].name, files.file[0].bytes, files.file[0].size);
                tl_status status = read_file(*state, files.file[0].name, &mesh, &error);
                bool right = status != TL_OK && strstr(error.file, files.file[0].name) != NULL &&
                             error.message[0] != 0 && error.remedy[0] != 0 &&
                             (is_place(error.place) || status == TL_ERROR_FILE) &&
                             (status == TL_ERROR_FORMAT || status == TL_ERROR_UNSUPPORTED || status == TL_ERROR_LIMIT ||
                              (status == TL_ERROR_FILE && damages[i].object == A_BUFFER));
                if (!right && wrong++ < 60) {
                    printf("%s: status %d, at '%s', '%s', '%s'%s\n", damages[i].name, status, error.place,
                           error.message, error.remedy,
                           mesh != NULL && mesh->warning_count > 0 ? mesh->warnings[0] : "");
                }
                tl_mesh_destroy(mesh);
                unlink(in_folder(files.file[0].name));
                gltf_files_free(&files);
                done++;
            }
            made_gltf_free(made);
            free(made);
        }
        if (done == 0) {
            printf("%s: never tried\n", damages[i].name);
            wrong++;
        }
        files_read += done;
    }
    printf("%d files with %d kinds of damage, %d wrong\n", files_read, (int)DAMAGES, wrong);
    assert_int_equal(wrong, 0);
}

/* --- The text and the container ----------------------------------------------------------------------------------- */

/* A small file that needs no other; the caller frees both. */
static unsigned char *make_file(test_random *random, uint64_t allowed, bool binary, size_t *size, char *name) {
    gltf_files files;
    made_gltf *made = malloc(sizeof(*made));
    unsigned char *bytes;
    assert_non_null(made);
    do {
        made_gltf_init(made, random, allowed | GLTF_BIT(GLTF_DATA_URIS) | (binary ? GLTF_BIT(GLTF_BINARY) : 0));
        gltf_settle(&made->store);
        gltf_write(&made->store, &files);
        bool fits = made->store.binary == binary && files.file[0].size < 12000;
        bytes = fits ? malloc(files.file[0].size + 16) : NULL;
        if (fits) {
            assert_non_null(bytes);
            *size = files.file[0].size;
            memcpy(bytes, files.file[0].bytes, *size);
            strcpy(name, files.file[0].name);
        }
        gltf_files_free(&files);
        made_gltf_free(made);
    } while (bytes == NULL);
    free(made);
    return bytes;
}

static void expect(tl_context *context, const char *name, const void *bytes, size_t size, bool read, const char *what) {
    tl_mesh *mesh;
    tl_error error;
    put_file(name, bytes, size);
    tl_status status = read_file(context, name, &mesh, &error);
    tl_mesh_destroy(mesh);
    unlink(in_folder(name));
    if ((status == TL_OK) != read ||
        (status != TL_OK && (error.message[0] == 0 || error.remedy[0] == 0 || strstr(error.file, name) == NULL))) {
        fail_msg("%s: status %d, '%s' at '%s', '%s'", what, status, error.message, error.place, error.remedy);
    }
}

static void whatever_is_cut_off_is_refused(void **state) {
    test_random random = test_random_start("glTF cut off", 82);
    for (int binary = 0; binary < 2; binary++) {
        char name[64];
        size_t size;
        unsigned char *bytes = make_file(&random, 0, binary != 0, &size, name);
        size_t step = TEST_SANITIZED ? 7 : 1;
        for (size_t cut = 0; cut < size; cut += step) {
            expect(*state, name, bytes, cut, false, "cut off");
        }
        expect(*state, name, bytes, size, true, "whole");
        free(bytes);
    }
}

static void set_word(unsigned char *at, uint32_t word) {
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(word >> (8 * i));
    }
}

static void lengths_of_chunks_are_looked_at(void **state) {
    static const uint32_t odd[] = {0, 1, 3, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0};
    test_random random = test_random_start("glTF chunks", 83);
    for (int round = 0; round < 5; round++) {
        char name[64];
        size_t size;
        unsigned char *bytes = make_file(&random, 0, true, &size, name), *copy = malloc(size);
        assert_non_null(copy);
        uint32_t text = bytes[12] | (uint32_t)bytes[13] << 8 | (uint32_t)bytes[14] << 16;
        const size_t words[] = {0, 4, 8, 12, 16, 20 + text, 24 + text};
        for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++) {
            for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
                memcpy(copy, bytes, size);
                set_word(copy + words[w], odd[i]);
                expect(*state, name, copy, size, false, "an odd word in the GLB");
            }
        }
        free(copy);
        free(bytes);
    }
}

/* `text` with `more` put in front of the byte at `at`. */
static char *insert(const char *text, size_t at, const char *more) {
    size_t length = strlen(text), added = strlen(more);
    char *out = malloc(length + added + 1);
    assert_non_null(out);
    memcpy(out, text, at);
    memcpy(out + at, more, added);
    memcpy(out + at + added, text + at, length - at + 1);
    return out;
}

static void odd_text_is_refused(void **state) {
    test_random random = test_random_start("glTF text", 84);
    for (int round = 0; round < 5; round++) {
        char name[64];
        size_t size;
        unsigned char *bytes = make_file(&random, 0, false, &size, name);
        bytes[size] = 0;
        const char *text = (const char *)bytes;
        static const struct {
            const char *more;
            bool read;
        } heads[] = {{"\"asset\":{\"version\":\"2.0\"},", false},
                     {"\"odd\":[NaN],", false},
                     {"\"odd\":[1e999],", false},
                     {"\"odd\":1 ", false},
                     {"\"odd\":\"\xff\",", false},
                     {"/* odd */", false},
                     {"\"odd\":[true,{\"a\":[]}],", true}};
        for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
            char *changed = insert(text, 1, heads[i].more);
            expect(*state, name, changed, strlen(changed), heads[i].read, heads[i].more);
            free(changed);
        }
        char *marked = insert(text, 0, "\xef\xbb\xbf"), *wide = calloc(size + 1, 2), *deep = malloc(size + 200020);
        assert_true(wide != NULL && deep != NULL);
        expect(*state, name, marked, size + 3, true, "a byte-order mark");
        wide[0] = (char)0xff;
        wide[1] = (char)0xfe;
        for (size_t i = 0; i < size; i++) {
            wide[2 + 2 * i] = text[i];
        }
        expect(*state, name, wide, 2 * size + 2, false, "UTF-16");
        memcpy(deep, "{\"odd\":", 7);
        memset(deep + 7, '[', 100000);
        memset(deep + 100007, ']', 100000);
        deep[200007] = ',';
        memcpy(deep + 200008, text + 1, size - 1);
        expect(*state, name, deep, size + 200007, false, "deep JSON");
        bytes[size] = 0;
        expect(*state, name, bytes, size + 1, false, "a zero byte behind");
        bytes[1 + gltf_below(&random, size - 2)] = 0;
        expect(*state, name, bytes, size, false, "a zero byte within");
        free(marked);
        free(wide);
        free(deep);
        free(bytes);
    }
}

/* --- What is odd and read ----------------------------------------------------------------------------------------- */

static void bounds_that_lie_are_told(void **state) {
    test_random random = test_random_start("glTF bounds", 85);
    for (int round = 0; round < 20; round++) {
        made_gltf *made = malloc(sizeof(*made));
        gltf_files files;
        tl_mesh *mesh;
        tl_error error;
        assert_non_null(made);
        made_gltf_init(made, &random, GLTF_BIT(GLTF_DATA_URIS));
        json_t *bound = json_object_get(accessor(made, POSITION), round % 2 == 0 ? "min" : "max");
        json_array_set_new(bound, gltf_below(&random, 3), json_real(round % 2 == 0 ? 7.5 : -7.5));
        gltf_settle(&made->store);
        gltf_write(&made->store, &files);
        put_file(files.file[0].name, files.file[0].bytes, files.file[0].size);
        assert_int_equal(read_file(*state, files.file[0].name, &mesh, &error), TL_OK);
        assert_int_equal(mesh->triangle_count, made->triangle_count);
        bool told = false;
        for (size_t i = 0; i < mesh->warning_count; i++) {
            told = told || strstr(mesh->warnings[i], "bounds") != NULL;
        }
        assert_true(told);
        tl_mesh_destroy(mesh);
        unlink(in_folder(files.file[0].name));
        gltf_files_free(&files);
        made_gltf_free(made);
        free(made);
    }
}

/* Packed bytes that were changed can stand for another shape that is as good; but nothing breaks, and what is cut off
 * is refused. */
static void damaged_streams_do_no_harm(void **state) {
    test_random random = test_random_start("packed glTF", 86);
    int refused = 0, read = 0, rounds = test_trials(1500);
    for (int round = 0; round < rounds; round++) {
        char name[64];
        size_t size;
        tl_mesh *mesh;
        tl_error error;
        unsigned char *bytes =
            make_file(&random, GLTF_BIT(round % 2 == 0 ? GLTF_DRACO : GLTF_MESHOPT), true, &size, name);
        uint32_t text = bytes[12] | (uint32_t)bytes[13] << 8 | (uint32_t)bytes[14] << 16;
        uint32_t packed = bytes[20 + text] | (uint32_t)bytes[21 + text] << 8 | (uint32_t)bytes[22 + text] << 16;
        for (int i = 0; i <= round % 5; i++) {
            bytes[28 + text + gltf_below(&random, packed)] = (unsigned char)test_random_bits(&random);
        }
        put_file(name, bytes, size);
        tl_status status = read_file(*state, name, &mesh, &error);
        assert_true(status != TL_OK || tl_import_mesh_is_sound(mesh));
        if (status != TL_OK && (error.remedy[0] == 0 || error.message[0] == 0 || error.place[0] == 0)) {
            fail_msg("status %d, '%s' at '%s', '%s'", status, error.message, error.place, error.remedy);
        }
        refused += status != TL_OK;
        read += status == TL_OK;
        tl_mesh_destroy(mesh);
        unlink(in_folder(name));
        free(bytes);
    }
    printf("%d changed streams: %d refused, %d read\n", rounds, refused, read);
    assert_true(refused > 0 || !gltf_has_draco() || !gltf_has_meshopt());
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_read_gltf_damaged_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_damage_is_refused),         cmocka_unit_test(whatever_is_cut_off_is_refused),
        cmocka_unit_test(lengths_of_chunks_are_looked_at), cmocka_unit_test(odd_text_is_refused),
        cmocka_unit_test(bounds_that_lie_are_told),        cmocka_unit_test(damaged_streams_do_no_harm),
    };
    return cmocka_run_group_tests_name("damaged glTF", tests, set_up, tear_down);
}
