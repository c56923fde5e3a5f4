/* fbx.h: what an FBX file declares, looked up beside Assimp, which reads it. Internal to engine/import. */
#ifndef TL_IMPORT_FBX_H
#define TL_IMPORT_FBX_H

#include "base/base.h"
#include "mesh/mesh.h"

/* --- The file as a tree (fbx_tree.c) ------------------------------------------------------------------------------ */

/* A value of a node: a number, a text, or a packed array. */
typedef struct tl_fbx_value {
    char type; /* as binary files have it; 'N': a number as text, 'S': a text, '*': how long an array is */
    const char *at;
    size_t length;   /* of what is there, in bytes */
    uint32_t count;  /* of an array */
    uint32_t packed; /* 1: by zlib */
} tl_fbx_value;

typedef struct tl_fbx_node {
    const char *name;
    size_t name_length;
    size_t first_value, value_count;
    uint32_t parent, first, next; /* the first of those in it; the next beside it; 0: none */
} tl_fbx_node;

/* Node 0 is the file. */
typedef struct tl_fbx_tree {
    tl_context *context;
    const char *path;
    tl_fbx_node *nodes;
    tl_fbx_value *values;
    size_t node_count, node_capacity, value_count, value_capacity;
    size_t long_numbers; /* of a text file: with more digits than Assimp reads right */
    tl_error *error;
} tl_fbx_tree;

/* Reads a binary or a text file. TL_ERROR_FORMAT for what is no FBX, or is cut off. To be freed in any case; `bytes`,
 * which end with a zero, must outlive it. */
tl_status tl_fbx_tree_read(tl_fbx_tree *tree, tl_context *context, const char *path, const char *bytes, size_t size,
                           tl_error *error);
void tl_fbx_tree_free(tl_fbx_tree *tree);

bool tl_fbx_is(const tl_fbx_tree *tree, uint32_t node, const char *name);
/* The first node of that name in `parent`, or the next beside `node`; 0: none. */
uint32_t tl_fbx_first(const tl_fbx_tree *tree, uint32_t parent, const char *name);
uint32_t tl_fbx_next_like(const tl_fbx_tree *tree, uint32_t node, const char *name);
/* The node's value number `i` as a number; false when it has none. */
bool tl_fbx_number(const tl_fbx_tree *tree, uint32_t node, size_t i, double *number);
/* As a text; a length of 0 when it has none. */
tl_fbx_value tl_fbx_text(const tl_fbx_tree *tree, uint32_t node, size_t i);
static inline bool tl_fbx_says(tl_fbx_value value, const char *what) {
    return value.length == __builtin_strlen(what) && __builtin_memcmp(value.at, what, value.length) == 0;
}
/* The numbers of an array, which the caller frees. */
tl_status tl_fbx_array(const tl_fbx_tree *tree, uint32_t node, double **numbers, size_t *count);

/* --- What it declares (fbx_look.c) -------------------------------------------------------------------------------- */

typedef struct tl_fbx_facts {
    double unit_in_cm; /* of a number: 1 where it says nothing */
    tl_axis up;
    bool left_handed;   /* as its axes say */
    uint64_t triangles; /* of all meshes that its scene places */
    bool boxed;         /* the box holds: nothing that is placed is bent, or placed in a way that isn't computed here */
    tl_box3 box;        /* of the corners of all that is placed, in the file's numbers */
    uint64_t morphs;    /* channels of shapes that are on */
    uint64_t curved;    /* surfaces and curves that are no meshes */
} tl_fbx_facts;

/* Fails on a file that is damaged or whose unit is none. */
tl_status tl_import_look_into_fbx(tl_context *context, const char *path, const char *bytes, size_t size,
                                  tl_fbx_facts *facts, tl_error *error);

#endif
