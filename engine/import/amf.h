/* amf.h: an AMF file in memory, and its objects put where its constellations say. Internal to engine/import. */
#ifndef TL_IMPORT_AMF_H
#define TL_IMPORT_AMF_H

#include "import/affine.h"
#include "import/xml.h"
#include "mesh/mesh.h"

typedef struct tl_amf_volume {
    size_t first_triangle, triangle_count;
    tl_xml_span name;
    bool support; /* only for printing: left out */
} tl_amf_volume;

/* An object or a constellation: they share their ids. */
typedef struct tl_amf_thing {
    tl_xml_span id, name;
    size_t first_vertex, vertex_count;
    size_t first_volume, volume_count;
    size_t first_instance, instance_count;
    size_t line;
    bool placed;  /* some constellation names it */
    bool reached; /* on the way from what none names */
} tl_amf_thing;

typedef struct tl_amf_instance {
    tl_xml_span id;             /* of what is put there */
    struct tl_amf_thing *thing; /* that; once it was found */
    tl_import_affine place;
    size_t line;
} tl_amf_instance;

typedef struct tl_amf {
    tl_context *context;
    const char *path;
    tl_vec3 *vertices;
    uint32_t *triangles; /* corners: numbers of vertices of their object */
    tl_amf_volume *volumes;
    tl_amf_thing *things;
    tl_amf_instance *instances;
    size_t vertex_count, corner_count, volume_count, thing_count, instance_count;
    size_t vertex_capacity, corner_capacity, volume_capacity, thing_capacity, instance_capacity;
    double scale; /* of its unit where the mesh can't state it */
    tl_error *error;
} tl_amf;

/* Scaled by the last of the numbers, turned about x, then y, then z, by the three before it in degrees, right-handed;
 * then moved by the first three. */
tl_import_affine tl_amf_turned(const double numbers[7]);

/* Appends to an empty mesh what no constellation names, as it is, and what constellations name, wherever they do. One
 * piece for each volume, named by it, its object and its constellations. */
tl_status tl_amf_place(tl_amf *amf, tl_mesh *mesh);

#endif
