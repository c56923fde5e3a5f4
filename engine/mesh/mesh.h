/* mesh.h: an indexed triangle mesh in pieces that have names. */
#ifndef TL_MESH_MESH_H
#define TL_MESH_MESH_H

#include "base/base.h"
#include "math/vec.h"

/* What a part of a model is to the rules (DB-MSR-02). The order is that of matching. */
typedef enum tl_role {
    TL_ROLE_CORE,  /* head, body, hull, turret: sees, is seen, is measured */
    TL_ROLE_LIMB,  /* arms, legs, tracks */
    TL_ROLE_GEAR,  /* weapons, antennae, packs, whatever nothing matched */
    TL_ROLE_BASE,  /* what the model is glued to */
    TL_ROLE_STAND, /* a flyer's rod */
    TL_ROLE_COUNT
} tl_role;

#define TL_ROLE_BIT(role) ((uint8_t)(1U << (role)))
#define TL_ROLES_ALL      ((uint8_t)((1U << TL_ROLE_COUNT) - 1U))

/* A run of triangles that one node of the file draws with one mesh and material. */
typedef struct tl_piece {
    /* Names for matching, '\n' between levels and '\t' between the names of one level, nearest level first: the node
     * with its mesh or group and material, then its parent node, and so on up. */
    char *names;
    uint32_t first_triangle;
    uint32_t triangle_count;
    tl_role role; /* TL_ROLE_CORE until patterns are applied */
} tl_piece;

typedef enum tl_unit { TL_UNIT_UNSTATED, TL_UNIT_MM, TL_UNIT_CM, TL_UNIT_M, TL_UNIT_INCH, TL_UNIT_FOOT } tl_unit;
typedef enum tl_axis { TL_AXIS_UNSTATED, TL_AXIS_PX, TL_AXIS_NX, TL_AXIS_PY, TL_AXIS_NY, TL_AXIS_PZ, TL_AXIS_NZ } tl_axis;

typedef struct tl_mesh {
    tl_context *context;
    tl_vec3 *vertices;
    size_t vertex_count;
    uint32_t *triangles; /* 3 * triangle_count vertex indices, counter-clockwise seen from outside */
    size_t triangle_count;
    tl_piece *pieces; /* in order; together they cover all triangles */
    size_t piece_count;
    tl_unit unit; /* what the file states */
    tl_axis up;   /* what the file states */
} tl_mesh;

/* An empty mesh, or NULL without memory. */
tl_mesh *tl_mesh_create(tl_context *context);
/* NULL-safe. */
void tl_mesh_destroy(tl_mesh *mesh);
/* A deep copy, or NULL without memory. */
tl_mesh *tl_mesh_copy(const tl_mesh *mesh);

/* Building by hand. Vertices and triangles are appended; a piece takes all triangles since the last one. False without
 * memory. */
bool tl_mesh_add_vertex(tl_mesh *mesh, tl_vec3 vertex, uint32_t *index);
bool tl_mesh_add_triangle(tl_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
bool tl_mesh_end_piece(tl_mesh *mesh, const char *names, tl_role role);

static inline void tl_mesh_corners(const tl_mesh *mesh, size_t triangle, tl_vec3 corner[3]) {
    const uint32_t *t = mesh->triangles + 3 * triangle;
    corner[0] = mesh->vertices[t[0]];
    corner[1] = mesh->vertices[t[1]];
    corner[2] = mesh->vertices[t[2]];
}

/* The box of all vertices that a triangle uses. */
tl_box3 tl_mesh_box(const tl_mesh *mesh);

/* Joins vertices whose coordinates are equal bit for bit (0 and -0 are one), then drops triangles that lost a corner
 * and exact duplicates (the same three vertices in the same direction) within a piece. Order is kept, so the result is
 * the same everywhere. What was dropped is counted in the report. */
typedef struct tl_weld_report {
    size_t vertices_joined;
    size_t degenerate_dropped; /* two corners in one point, or zero area exactly */
    size_t duplicates_dropped;
} tl_weld_report;
tl_status tl_mesh_weld(tl_mesh *mesh, tl_weld_report *report, tl_error *error);

/* The state of the edges after welding. */
typedef struct tl_mesh_edges {
    size_t edges;
    size_t open;         /* used by one triangle */
    size_t non_manifold; /* used by three or more */
    size_t odd;          /* used by an odd number: an inside can't be told */
    size_t flipped;      /* used by two triangles in the same direction */
    size_t components;   /* pieces connected over shared edges */
} tl_mesh_edges;
tl_status tl_mesh_count_edges(const tl_mesh *mesh, tl_mesh_edges *edges, tl_error *error);

/* Whether the mesh bounds an inside that may block (contract, `solid: auto`): every edge has an even number of faces
 * and no shell is nested in another. A hollow house of closed walls is solid in its walls, not in its rooms. */
tl_status tl_mesh_is_solid(const tl_mesh *mesh, bool *solid, tl_error *error);

/* Volume enclosed, signed: positive when triangles face outward. Meaningful for closed meshes. */
double tl_mesh_volume(const tl_mesh *mesh);

/* Turns the mesh's own frame into millimetres, Z up (contract, "a mesh's own frame"): multiplies by the unit and
 * `scale`, turns `up` to +Z and `forward` to +X. Unstated unit and axes mean mm and +Z; unstated forward means +X when
 * up is a Z axis and +Z when it is a Y axis (+Y for an X axis). Fails when forward lies along up or scale is not a
 * positive finite number, or when a coordinate leaves [-1e9, 1e9]; tiny ones (below 1e-60) become 0. */
typedef struct tl_frame {
    tl_unit unit;
    tl_axis up;
    tl_axis forward;
    double scale; /* 0 means 1 */
} tl_frame;
tl_status tl_mesh_to_millimetres(tl_mesh *mesh, const tl_frame *frame, tl_error *error);

/* Gives every piece its role. `patterns[role]` is a NULL-terminated list of wildcard patterns (`*` any run, `?` one
 * character; whole names; case-insensitive), or NULL. The nearest matching level of a piece's names counts; within a
 * level the first role in order that matches. Pieces that nothing matches become gear; their number is returned. */
size_t tl_mesh_assign_roles(tl_mesh *mesh, const char *const *const patterns[TL_ROLE_COUNT]);

/* Whether a name matches a wildcard pattern as above. */
bool tl_wildcard_match(const char *pattern, const char *name);

/* The piece that holds a triangle. */
size_t tl_mesh_piece_of(const tl_mesh *mesh, size_t triangle);

#endif
