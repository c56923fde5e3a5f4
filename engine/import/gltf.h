/* gltf.h: what the parts of the glTF reader share (Khronos, glTF 2.0 specification). Internal to engine/import.
 *
 * gltf_file opens the file, gltf_buffers gives bytes of buffer views, gltf_accessors the numbers in them, gltf_nodes
 * tells what the scene places where, gltf_primitives makes triangles of primitives, and read_gltf poses and joins them.
 * Whatever fails says where: `accessors[3]`, `meshes[0].primitives[1]`. All strings and arrays of the JSON live as long
 * as the document. */
#ifndef TL_IMPORT_GLTF_H
#define TL_IMPORT_GLTF_H

#include "import/access.h"
#include "import/affine.h"
#include "mesh/mesh.h"

#include <jansson.h>
#include <stdint.h>

#define TL_GLTF_AGAIN "export it again, or take another copy"

/* Names of extensions that are read. */
#define TL_GLTF_DRACO      "KHR_draco_mesh_compression"
#define TL_GLTF_MESHOPT    "EXT_meshopt_compression"
#define TL_GLTF_MESHOPT_2  "KHR_meshopt_compression"
#define TL_GLTF_QUANTIZED  "KHR_mesh_quantization"
#define TL_GLTF_INSTANCES  "EXT_mesh_gpu_instancing"
#define TL_GLTF_VISIBILITY "KHR_node_visibility"

/* Bytes that were fetched or unpacked. */
typedef struct tl_gltf_bytes {
    const unsigned char *at; /* NULL: not yet */
    size_t size;
    unsigned char *own; /* to be freed, or NULL */
} tl_gltf_bytes;

/* The file. The lists are arrays, or NULL where the file has none. */
typedef struct tl_gltf {
    tl_access *access;
    tl_context *context;
    const char *path;
    tl_error *error;
    json_t *root;
    const json_t *accessors, *views, *buffers, *meshes, *nodes, *skins, *scenes, *materials;
    const unsigned char *chunk; /* the binary chunk of a GLB, or NULL */
    size_t chunk_size;
    tl_gltf_bytes *fetched;  /* of each buffer */
    tl_gltf_bytes *unpacked; /* of each compressed view */
} tl_gltf;

/* Where something stands in the file, as text. */
typedef struct tl_gltf_place {
    char text[96];
} tl_gltf_place;
tl_gltf_place tl_gltf_place_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- gltf_file ---------------------------------------------------------------------------------------------------- */

/* Opens glTF 2.0 as JSON or GLB, by what the file begins with. TL_ERROR_FORMAT on what is no such file or names an
 * array that is none; _UNSUPPORTED on other versions and on required extensions that change the shape and aren't read.
 * tl_gltf_close afterwards in any case. */
tl_status tl_gltf_open(tl_gltf *file, tl_access *access, tl_error *error);
void tl_gltf_close(tl_gltf *file);

/* The item of a list that a value names by its number; NULL when the value names none. */
const json_t *tl_gltf_item(const json_t *list, const json_t *number, size_t *index);
/* The extension of an object, or NULL. */
const json_t *tl_gltf_extension(const json_t *object, const char *name);
/* A whole number, not negative. `otherwise` when the object has no such member; TL_ERROR_FORMAT when it is something
 * else. */
tl_status tl_gltf_whole(tl_gltf *file, const json_t *object, const char *key, uint64_t otherwise, const char *place,
                        uint64_t *value);
/* `count` numbers; `*there` false when the object has no such member; TL_ERROR_FORMAT when it is something else. */
tl_status tl_gltf_numbers(tl_gltf *file, const json_t *object, const char *key, size_t count, const char *place,
                          double *numbers, bool *there);

/* --- gltf_buffers ------------------------------------------------------------------------------------------------- */

typedef struct tl_gltf_view {
    const unsigned char *bytes;
    size_t size, stride; /* stride 0: close together */
} tl_gltf_view;

/* A buffer view's bytes, of a file beside, a data: URI, the GLB's chunk, or unpacked. They live as long as the
 * document. `number` is the JSON value that names it, `place` who does. */
tl_status tl_gltf_view_of(tl_gltf *file, const json_t *number, const char *place, tl_gltf_view *view);

/* --- gltf_accessors ----------------------------------------------------------------------------------------------- */

/* Component types, as the file writes them. */
enum {
    TL_GLTF_BYTE = 5120,
    TL_GLTF_UNSIGNED_BYTE = 5121,
    TL_GLTF_SHORT = 5122,
    TL_GLTF_UNSIGNED_SHORT = 5123,
    TL_GLTF_UNSIGNED_INT = 5125,
    TL_GLTF_FLOAT = 5126
};

typedef struct tl_gltf_accessor {
    tl_gltf_place place;
    size_t index;               /* in the file's list */
    const unsigned char *bytes; /* NULL: all zeros */
    size_t count, stride;
    unsigned width; /* numbers of an element */
    int type;       /* of a component */
    bool normalized;
    /* What stands instead at some places, those in rising order. */
    size_t sparse_count;
    int sparse_type;
    const unsigned char *sparse_at, *sparse_bytes;
} tl_gltf_accessor;

/* What an accessor may be. */
typedef enum tl_gltf_use {
    TL_GLTF_NUMBERS, /* floats, bytes and shorts */
    TL_GLTF_FLOATS,
    TL_GLTF_WHOLE /* unsigned */
} tl_gltf_use;

/* How many elements an accessor declares, without a look at its bytes. */
tl_status tl_gltf_count(tl_gltf *file, const json_t *number, const char *place, size_t *count);
/* Opens an accessor of `type` ("VEC3"), whose bytes are all there. */
tl_status tl_gltf_accessor_of(tl_gltf *file, const json_t *number, const char *type, tl_gltf_use use, const char *place,
                              tl_gltf_accessor *accessor);
/* The same without its bytes, which are none or stand elsewhere. */
tl_status tl_gltf_accessor_shape(tl_gltf *file, const json_t *number, const char *type, tl_gltf_use use,
                                 const char *place, tl_gltf_accessor *accessor);
/* Element `i`, normalized where the accessor says so. */
void tl_gltf_element(const tl_gltf_accessor *accessor, size_t i, double *numbers);
/* The first number of element `i` of one that is TL_GLTF_WHOLE. */
uint32_t tl_gltf_whole_at(const tl_gltf_accessor *accessor, size_t i, unsigned component);
/* Whether the smallest and largest numbers that the accessor declares are, within `share` of its size, those that it
 * holds; true when it declares none. */
bool tl_gltf_keeps_bounds(const tl_gltf *file, const tl_gltf_accessor *accessor, double share);

/* --- gltf_nodes --------------------------------------------------------------------------------------------------- */

typedef struct tl_gltf_node {
    size_t parent; /* SIZE_MAX: none */
    size_t named;  /* the nearest ancestor with a name; SIZE_MAX: none */
    tl_import_affine world;
    bool shown; /* the scene came by it, whether or not it is hidden */
} tl_gltf_node;

typedef struct tl_gltf_tree {
    tl_gltf_node *nodes; /* all of the file */
    size_t count;
    size_t *shown; /* those that the scene shows, parents before children, children in order */
    size_t shown_count;
    size_t hidden_count; /* left out with a mesh on them, as the file hides them */
    size_t scene;        /* SIZE_MAX: the file has no scenes, and all nodes are shown */
    size_t *spare;       /* scratch for walking below what is hidden */
} tl_gltf_tree;

/* What the scene places where: that which the file names, else the first, else all nodes. TL_ERROR_FORMAT on nodes with
 * two parents or below themselves, places that aren't affine, and the like. Freed with tl_gltf_free_tree in any case.
 */
tl_status tl_gltf_place_nodes(tl_gltf *file, tl_gltf_tree *tree);
void tl_gltf_free_tree(tl_gltf *file, tl_gltf_tree *tree);
/* The map of translation, rotation (a quaternion, x y z w) and scale. False when the rotation is no unit quaternion, to
 * within one percent. */
bool tl_gltf_turn(const double translation[3], const double rotation[4], const double scale[3], tl_import_affine *map);

/* --- gltf_primitives ---------------------------------------------------------------------------------------------- */

/* Joints and weights of each vertex, four of each to a set. */
typedef struct tl_gltf_binding {
    unsigned sets;
    bool halved; /* joints of a set without weights, or weights without joints */
    uint32_t *joints;
    double *weights;
} tl_gltf_binding;

/* A primitive's triangles, with the vertices that they use. */
typedef struct tl_gltf_primitive {
    const json_t *json;
    tl_gltf_place place;
    uint64_t uses; /* how often the scene draws it still */
    size_t declared_vertices, declared_triangles;
    bool ready;
    tl_vec3 *vertices; /* at rest, before targets */
    uint32_t *source;  /* of each vertex: its number in the accessors */
    size_t vertex_count;
    size_t source_count; /* elements of the accessors */
    uint32_t *triangles;
    size_t triangle_count;
    tl_gltf_binding binding; /* sets 0: no skin */
} tl_gltf_primitive;

/* Whether it makes triangles; its `declared` counts. TL_ERROR_FORMAT, _UNSUPPORTED. */
tl_status tl_gltf_measure(tl_gltf *file, tl_gltf_primitive *primitive, bool *drawn);

/* What decoding needs beside the primitive. Zero it; tl_gltf_free_scratch. */
typedef struct tl_gltf_scratch {
    uint32_t *number_of; /* of an accessor's element: its vertex; UINT32_MAX: none yet */
    size_t number_count;
    bool *looked; /* at the bounds of that accessor */
    size_t out_of_bounds;
    tl_gltf_place first_out;
} tl_gltf_scratch;
void tl_gltf_free_scratch(tl_gltf *file, tl_gltf_scratch *scratch);

/* Reads triangles, vertices and binding. */
tl_status tl_gltf_decode(tl_gltf *file, tl_gltf_scratch *scratch, tl_gltf_primitive *primitive);
void tl_gltf_free_primitive(tl_gltf *file, tl_gltf_primitive *primitive);
/* Moves `vertices`, a copy of the primitive's, by its targets, each by its weight. */
tl_status tl_gltf_morph(tl_gltf *file, const tl_gltf_primitive *primitive, const double *weights, size_t count,
                        tl_vec3 *vertices);

/* TL_ERROR_FORMAT; the path is the file's. NULL remedy: TL_GLTF_AGAIN. */
tl_status tl_gltf_fail(tl_gltf *file, const char *place, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
