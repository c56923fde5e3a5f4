/* mesh.h: an indexed triangle mesh in pieces that have names.
 *
 * Indices are 32 bits: a mesh holds at most TL_MESH_MOST vertices and as many triangles. Anybody may read the fields;
 * whoever writes them keeps what is promised beside them. */
#ifndef TL_MESH_MESH_H
#define TL_MESH_MESH_H

#include "base/base.h"
#include "base/digest.h"
#include "math/vec.h"

/* What a part of a model is to the rules (DB-MSR-02). The order is that of matching. */
typedef enum tl_role {
    TL_ROLE_CORE,  /* head, body, hull, turret: sees, is seen, is measured */
    TL_ROLE_LIMB,  /* arms, legs, tracks */
    TL_ROLE_GEAR,  /* weapons, antennae, packs, whatever nothing matched */
    TL_ROLE_BASE,  /* what the model is glued to */
    TL_ROLE_STAND, /* a flyer's rod */
    TL_ROLE_COUNT,
    TL_ROLE_PATCH = TL_ROLE_COUNT /* what a repair made to close a hole; no pattern matches it */
} tl_role;

#define TL_ROLE_BIT(role) ((uint8_t)(1U << (role)))
/* The core, with what repairs closed it with. */
#define TL_ROLES_CORE ((uint8_t)(TL_ROLE_BIT(TL_ROLE_CORE) | TL_ROLE_BIT(TL_ROLE_PATCH)))
#define TL_ROLES_ALL  ((uint8_t)((2U << TL_ROLE_PATCH) - 1U))

/* A run of triangles that one node of the file draws with one mesh and material. */
typedef struct tl_piece {
    /* Names for matching, '\n' between levels and '\t' between the names of one level, nearest level first: the node
     * with its mesh or group and material, then its parent node, and so on up. */
    char *names;
    uint32_t first_triangle;
    uint32_t triangle_count;
    tl_role role; /* TL_ROLE_CORE until patterns are applied */
    bool matched; /* by the patterns that were applied last */
} tl_piece;

typedef enum tl_mesh_unit {
    TL_MESH_UNIT_UNSTATED,
    TL_MESH_UNIT_MM,
    TL_MESH_UNIT_CM,
    TL_MESH_UNIT_M,
    TL_MESH_UNIT_INCH,
    TL_MESH_UNIT_FOOT
} tl_mesh_unit;
typedef enum tl_axis {
    TL_AXIS_UNSTATED,
    TL_AXIS_PX,
    TL_AXIS_NX,
    TL_AXIS_PY,
    TL_AXIS_NY,
    TL_AXIS_PZ,
    TL_AXIS_NZ
} tl_axis;

#define TL_MESH_MOST ((size_t)UINT32_MAX / 4)

/* What welding did, all calls together. */
typedef struct tl_weld_report {
    size_t vertices_joined;    /* vertices that lay in the place of an earlier one */
    size_t vertices_unused;    /* vertices that no triangle uses (any more) */
    size_t slivers_absorbed;   /* zero area exactly, three places: the triangle on the long side was split instead */
    size_t degenerate_dropped; /* two corners in one point, or a sliver that nothing could absorb */
    size_t duplicates_dropped; /* the same corners in the same direction as an earlier triangle of the piece */
} tl_weld_report;

typedef struct tl_mesh {
    tl_context *context;
    tl_vec3 *vertices;
    size_t vertex_count;
    uint32_t *triangles; /* 3 * triangle_count vertex indices, counter-clockwise seen from outside */
    size_t triangle_count;
    tl_piece *pieces; /* in order; together they cover all triangles */
    size_t piece_count;
    tl_mesh_unit unit; /* what the file states */
    tl_axis up;        /* what the file states */
    tl_weld_report weld;
    bool solid;         /* what tl_mesh_is_solid said of the geometry with the digest `solid_of` */
    tl_digest solid_of; /* zero: nobody asked */
    char **warnings;    /* sentences about what the file leaves to be desired, such as "the file ends in mid-line" */
    size_t warning_count;
    size_t vertex_capacity, triangle_capacity, piece_capacity, warning_capacity; /* room in the arrays */
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
/* `names` is copied; NULL means none. A piece without triangles is not made. */
bool tl_mesh_end_piece(tl_mesh *mesh, const char *names, tl_role role);

static inline void tl_mesh_corners(const tl_mesh *mesh, size_t triangle, tl_vec3 corner[3]) {
    const uint32_t *t = mesh->triangles + 3 * triangle;
    corner[0] = mesh->vertices[t[0]];
    corner[1] = mesh->vertices[t[1]];
    corner[2] = mesh->vertices[t[2]];
}

/* Appends a sentence to the warnings, unless it is there already. False without memory. */
bool tl_mesh_warn(tl_mesh *mesh, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The box of all vertices that a triangle uses. */
tl_box3 tl_mesh_box(const tl_mesh *mesh);

/* How far a vertex lies at most from where a program that keeps coordinates in single precision has it; rounded up. 0
 * when all are floats. */
double tl_mesh_single_error(const tl_mesh *mesh);

/* Joins vertices whose coordinates are equal bit for bit (0 and -0 are one). Then drops triangles that lost a corner,
 * exact duplicates (the same three vertices in the same direction) within a piece, vertices that nothing uses, and
 * pieces that became empty. Triangles of zero area with three corners apart, as programs make them to close
 * T-junctions, are absorbed: the triangle on their long side is split at the middle corner, so that a closed mesh stays
 * closed. Order is kept, so the result is the same everywhere. `report` may be NULL; the counts are also added to
 * `mesh->weld`. Without memory the mesh stays as it was. Cancelled (TL_ERROR_CANCELLED) it is of no more use, though
 * every index is in range. */
#define TL_WELDING "joining equal vertices" /* what progress is told of */
tl_status tl_mesh_weld(tl_mesh *mesh, tl_weld_report *report, tl_error *error);

/* The state of the edges of a welded mesh. */
typedef struct tl_mesh_edges {
    size_t edges;
    size_t open;         /* used by one triangle */
    size_t non_manifold; /* used by three or more */
    size_t odd;          /* used by an odd number: an inside can't be told */
    size_t flipped;      /* used by two triangles in the same direction */
    size_t components;   /* sets of triangles connected over shared edges */
} tl_mesh_edges;
tl_status tl_mesh_count_edges(const tl_mesh *mesh, tl_mesh_edges *edges, tl_error *error);

/* Whether a welded mesh bounds an inside that may block (contract, `solid: auto`): it has triangles, every edge has an
 * even number of faces, and no shell is nested in another. A hollow house of closed walls is solid in its walls, not
 * in its rooms. A shell (connected over edges) is nested when all of it lies in the inside of another, by parity;
 * shells that only touch or cut one another are not. Decided exactly for coordinates in {0} and [1e-60, 1e60]. */
tl_status tl_mesh_is_solid(const tl_mesh *mesh, bool *solid, tl_error *error);
/* The same, and notes the answer in the mesh: as long as its geometry stays as it is, bit for bit, it isn't computed
 * again. */
tl_status tl_mesh_note_solid(tl_mesh *mesh, tl_error *error);

/* Volume enclosed, signed: positive when triangles face outward. Meaningful for closed meshes; shells that overlap
 * count twice. */
double tl_mesh_volume(const tl_mesh *mesh);

/* Turns the mesh's own frame into millimetres, Z up (contract, "a mesh's own frame"): multiplies by the unit and
 * `scale`, turns `up` to +Z and `forward` to +X; handedness is kept. Unstated unit and axes mean mm and +Z; unstated
 * forward means +X when up is a Z axis, +Z when it is a Y axis, +Y when it is an X axis. Tiny coordinates (below 1e-60)
 * become 0. Afterwards the mesh's own `unit` is mm and its `up` +Z. TL_ERROR_ARGUMENT, with the mesh unchanged, when
 * forward lies along up, scale is not a positive finite number, or a coordinate leaves [-1e9, 1e9]. */
typedef struct tl_frame {
    tl_mesh_unit unit;
    tl_axis up;
    tl_axis forward;
    double scale; /* 0 means 1 */
} tl_frame;
tl_status tl_mesh_to_millimetres(tl_mesh *mesh, const tl_frame *frame, tl_error *error);

/* Gives every piece its role. `patterns[role]` is a NULL-terminated list of wildcard patterns (`*` any run, `?` one
 * character; whole names; case-insensitive), or NULL. The nearest matching level of a piece's names counts; within a
 * level the first role in order that matches. A piece without any name is matched by `*` alone. Pieces that nothing
 * matches become gear; their number is returned. */
size_t tl_mesh_assign_roles(tl_mesh *mesh, const char *const *const patterns[TL_ROLE_COUNT]);

/* The name of the pieces that hold what closes holes. */
#define TL_CLOSED_HOLE "closed hole"
/* Whether a piece is what a repair closed a hole with. */
bool tl_piece_is_repair(const tl_piece *piece);

/* Whether a name matches a wildcard pattern as above. */
bool tl_role_wildcard_match(const char *pattern, const char *name);

/* The piece that holds a triangle. */
size_t tl_mesh_piece_of(const tl_mesh *mesh, size_t triangle);

#endif
