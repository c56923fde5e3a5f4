/* dae.h: a COLLADA file in memory, and what its parts share. Internal to engine/import.
 *
 * The file is a tree of elements that name one another (xml_tree.h). Read are the geometries that the nodes of its
 * scene instance, bent by their controllers (COLLADA 1.4.1 and 1.5.0, chapters 5 and 6). Errors are those of
 * import/read.h. */
#ifndef TL_IMPORT_DAE_H
#define TL_IMPORT_DAE_H

#include "import/affine.h"
#include "import/faces.h"
#include "import/piece_names.h"
#include "import/xml_tree.h"

#define TL_DAE_EXPORT_BEST "export it again, best as OBJ, STL or GLB"

/* One element of triangles, polygons, strips or fans, made polygons. */
typedef struct tl_dae_part {
    tl_xml_span material; /* the symbol that instances bind */
    uint32_t *corners;    /* numbers of the geometry's points, polygon after polygon */
    uint32_t *sizes;      /* corners of each polygon; with TL_DAE_HOLE those of a hole in the one before */
    size_t corner_count, size_count, corner_capacity, size_capacity;
} tl_dae_part;

#define TL_DAE_HOLE 0x80000000U

/* A <geometry> that was read. */
typedef struct tl_dae_geometry {
    uint32_t element;
    tl_vec3 *points;
    size_t point_count;
    tl_dae_part *parts;
    size_t part_count, part_capacity;
} tl_dae_geometry;

/* A node where the scene puts it; depth first, children in order. */
typedef struct tl_dae_place {
    uint32_t node, parent;
    uint32_t depth;
    tl_import_affine world;
} tl_dae_place;

typedef struct tl_dae {
    tl_context *context;
    const char *path;
    tl_xml_tree tree;
    tl_dae_geometry *geometries;
    size_t geometry_count, geometry_capacity;
    uint32_t *geometry_of; /* for each element: 1 more than the number of its geometry, or 0 */
    tl_dae_place *places;  /* the first stands for the scene itself */
    size_t place_count, place_capacity;
    uint32_t asset; /* the document's */
    double scale;   /* of its unit where the mesh can't state it */
    tl_mesh *mesh;
    tl_faces faces;
    tl_piece_names names;
    uint64_t splines; /* instances of curves: left out */
    tl_error *error;
} tl_dae;

/* TL_ERROR_FORMAT at the element's line. */
tl_status tl_dae_fail(const tl_dae *dae, uint32_t element, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How much of a text to show, for "%.*s". */
static inline int tl_dae_shown(tl_xml_span text) {
    return (int)(text.length < 60 ? text.length : 60);
}

/* What an attribute of `from` names ("#id"), which must be one of `kinds`, a list that ends with NULL. Of several with
 * one id the one in the same part of the file counts. */
tl_status tl_dae_follow(const tl_dae *dae, uint32_t from, const char *attribute, const char *const kinds[],
                        uint32_t *found);
/* The same for an id by itself. */
tl_status tl_dae_find(const tl_dae *dae, uint32_t from, tl_xml_span id, const char *const kinds[], uint32_t *found);

/* --- Sources (dae_source.c) --------------------------------------------------------------------------------------- */

/* Exactly `count` numbers, the text of an element. */
tl_status tl_dae_numbers(const tl_dae *dae, uint32_t element, double *numbers, size_t count);
/* A whole number that isn't negative, in an attribute; `otherwise` where it isn't there. */
tl_status tl_dae_whole(const tl_dae *dae, uint32_t element, const char *attribute, uint64_t otherwise, uint64_t *whole);
/* The whole numbers in an element's text, appended to a growing array; UINT32_MAX stands for -1 where `minus_one`. */
tl_status tl_dae_wholes(const tl_dae *dae, uint32_t element, bool minus_one, uint32_t **wholes, size_t *count,
                        size_t *capacity);

/* What the accessor of a <source> hands out: `width` numbers at a time, which the caller frees also on failure. A width
 * of 3 are coordinates, by the names of their parameters. */
tl_status tl_dae_source(const tl_dae *dae, uint32_t source, size_t width, double **numbers, size_t *count);
/* The same for names: words of a Name_array or IDREF_array. `*ids`: they are ids. */
tl_status tl_dae_source_names(const tl_dae *dae, uint32_t source, tl_xml_span **names, size_t *count, bool *ids);

/* An <input> of an element with that meaning; 0: none. */
uint32_t tl_dae_input(const tl_dae *dae, uint32_t element, const char *semantic);
/* The same, and the <source> that it names. Fails where there is none. */
tl_status tl_dae_input_source(const tl_dae *dae, uint32_t element, const char *semantic, uint32_t *source);

/* --- Geometries (dae_mesh.c) -------------------------------------------------------------------------------------- */

/* Reads a <geometry> the first time that it is asked for. NULL in `*geometry`: a curve, which has no faces. It is good
 * until the next call. */
tl_status tl_dae_geometry_of(tl_dae *dae, uint32_t element, tl_dae_geometry **geometry);

/* --- Controllers (dae_skin.c) ------------------------------------------------------------------------------------- */

/* Where the points of a <controller>, instanced by `instance` at a place, come to lie in the scene: freed by the caller
 * also on failure. Joints stand as the nodes have them, morphs have the weights that the file gives. `*mirrored`: most
 * of it is turned inside out. `*geometry`: the <geometry> at its bottom. */
tl_status tl_dae_bend(tl_dae *dae, uint32_t instance, uint32_t controller, size_t place, uint32_t *geometry,
                      tl_vec3 **points, size_t *count, bool *mirrored);

/* --- The scene (dae_place.c) -------------------------------------------------------------------------------------- */

/* Puts the nodes of a <visual_scene> in their places; without one (0) there is the place of the scene alone. */
tl_status tl_dae_place_nodes(tl_dae *dae, uint32_t scene);
/* The sixteen numbers of a matrix, row by row. Fails where its last row isn't 0 0 0 1. */
tl_status tl_dae_affine(const tl_dae *dae, uint32_t element, const double n[16], tl_import_affine *affine);

#endif
