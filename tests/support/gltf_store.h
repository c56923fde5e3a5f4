/* gltf_store.h: a glTF file in the making: numbers laid out in buffers, views and accessors in every way that the
 * format allows, and the containers that hold them. For tests; made_gltf.h puts scenes on top. */
#ifndef TESTS_SUPPORT_GLTF_STORE_H
#define TESTS_SUPPORT_GLTF_STORE_H

#include "support/assert_geom.h"

#include <jansson.h>

enum {
    GLTF_BYTE = 5120,
    GLTF_UBYTE = 5121,
    GLTF_SHORT = 5122,
    GLTF_USHORT = 5123,
    GLTF_UINT = 5125,
    GLTF_FLOAT = 5126
};
enum { GLTF_MOST_NUMBERS = 1024, GLTF_MOST_BUFFERS = 5, GLTF_MOST_ACCESSORS = 200, GLTF_MOST_FILES = 6 };

/* What a file can hold; the sets of them say what may be in it, and what is. */
typedef enum gltf_feature {
    GLTF_SPARSE,
    GLTF_SPARSE_WITHOUT_BASE,
    GLTF_ZEROS, /* an accessor without a view */
    GLTF_INTERLEAVED,
    GLTF_MESHOPT,
    GLTF_MESHOPT_FALLBACK,
    GLTF_MESHOPT_FILTER,
    GLTF_DRACO,
    GLTF_DRACO_FALLBACK,
    GLTF_QUANTIZED,
    GLTF_STRIPS,
    GLTF_FANS,
    GLTF_LINES,
    GLTF_UNINDEXED,
    GLTF_DEGENERATE,
    GLTF_SKINS,
    GLTF_TWO_JOINT_SETS,
    GLTF_NO_MATRICES, /* a skin without inverse bind matrices */
    GLTF_MORPHS,
    GLTF_NODE_WEIGHTS,
    GLTF_INSTANCES,
    GLTF_MIRRORED,
    GLTF_SEVERAL_SCENES,
    GLTF_NO_SCENE,  /* scenes, but none chosen */
    GLTF_NO_SCENES, /* none at all */
    GLTF_UNUSED_MESH,
    GLTF_HIDDEN, /* KHR_node_visibility */
    GLTF_EXTENSIONS,
    GLTF_LOOSE, /* what validators don't like and readers can take: sums of weights, quaternions a little off */
    GLTF_BINARY,
    GLTF_DATA_URIS,
    GLTF_FILES,
    GLTF_FEATURES
} gltf_feature;

extern const char *const gltf_feature_names[GLTF_FEATURES];

#define GLTF_BIT(feature) ((uint64_t)1 << (feature))

/* Whether meshes can be compressed here. */
bool gltf_has_meshopt(void);
bool gltf_has_draco(void);

/* The elements of an accessor. */
typedef struct gltf_values {
    int component; /* GLTF_BYTE to GLTF_FLOAT */
    bool normalized;
    int width; /* 1, 2, 3, 4, or 16 */
    size_t count;
    double number[GLTF_MOST_NUMBERS]; /* as they are stored */
    bool bounds;                      /* min and max are told */
} gltf_values;

/* What the stored number means: divided, and not below -1, where it is normalized (glTF 2.0, 3.6.2.2; animations have
 * the same formula, 3.11). */
long double gltf_value(const gltf_values *values, size_t number);

typedef enum gltf_use { GLTF_VERTICES, GLTF_INDICES, GLTF_TRIANGLE_INDICES, GLTF_OTHER, GLTF_ROTATIONS } gltf_use;

typedef struct gltf_bytes {
    unsigned char *at;
    size_t size, capacity;
} gltf_bytes;

typedef struct gltf_store {
    test_random *random;
    uint64_t allowed, has; /* features */
    json_t *root;
    gltf_bytes buffers[GLTF_MOST_BUFFERS];
    int buffer_count, fallback;      /* `fallback`: the buffer that holds nothing, or -1 */
    bool plain[GLTF_MOST_ACCESSORS]; /* neither sparse nor compressed nor without a view */
    bool binary;                     /* how it is written: see gltf_settle */
    char uris[GLTF_MOST_BUFFERS][64], names[GLTF_MOST_BUFFERS][64]; /* of buffers in files of their own, else "" */
} gltf_store;

/* 0 to count - 1. */
size_t gltf_below(test_random *random, size_t count);
/* One in `n`, where the feature is allowed; then it is noted. */
bool gltf_chance(gltf_store *store, gltf_feature feature, size_t n);

void gltf_store_init(gltf_store *store, test_random *random, uint64_t allowed);
void gltf_store_free(gltf_store *store);

/* The array at the file's root, made when it isn't there. */
json_t *gltf_array(gltf_store *store, const char *name);
/* Appends to an array of the root; returns the number. */
int gltf_append(gltf_store *store, const char *array, json_t *value);
void gltf_use_extension(gltf_store *store, const char *name, bool required);

/* Puts bytes in some buffer, and a view on them into the file. `stride` 0: none. */
int gltf_put_view(gltf_store *store, const void *bytes, size_t size, size_t stride, gltf_use use);
/* Puts numbers into the file; returns the accessor. A lossy filter may change them. */
int gltf_put_accessor(gltf_store *store, gltf_values *values, gltf_use use);
/* The same for attributes of the same vertices, all in one view. */
void gltf_put_interleaved(gltf_store *store, gltf_values *const *values, size_t count, int *accessors);
/* An accessor without a view, as compressed primitives have. */
int gltf_put_hollow_accessor(gltf_store *store, const gltf_values *values);

typedef struct gltf_file {
    char name[64];
    unsigned char *bytes;
    size_t size;
} gltf_file;

typedef struct gltf_files {
    gltf_file file[GLTF_MOST_FILES]; /* the first is the one to read */
    int count;
} gltf_files;

/* Chooses the container and writes `buffers` into the root. */
void gltf_settle(gltf_store *store);
/* The files' bytes; gltf_files_free frees them. */
void gltf_write(gltf_store *store, gltf_files *files);
void gltf_files_free(gltf_files *files);
/* A GLB of a JSON text and, unless NULL, a binary chunk; extra chunks behind it when `more`. The caller frees it. */
unsigned char *gltf_glb(const char *text, const gltf_bytes *binary, bool more, size_t *size);

#endif
