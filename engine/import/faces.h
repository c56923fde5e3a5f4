/* faces.h: polygons of mesh files cut into triangles. Internal to engine/import. */
#ifndef TL_IMPORT_FACES_H
#define TL_IMPORT_FACES_H

#include "mesh/mesh.h"

/* More corners than this has no face that a person made, and cutting takes longer than their number. */
#define TL_IMPORT_MOST_FACE_CORNERS 4096

/* Scratch for one polygon after the other: zero it, give it a mesh, free it. */
typedef struct tl_faces {
    tl_mesh *mesh;
    uint32_t *corners; /* of the polygon that is being read: numbers of vertices of the mesh */
    size_t count, capacity;
    tl_vec2 *flat;
    uint32_t *cut;
    size_t flat_capacity, cut_capacity;
    size_t *loops; /* where the outline and the holes of the polygon that is being read begin */
    size_t loop_count, loop_capacity;
    size_t uncut_count;   /* polygons with holes that don't lie in them: there are no triangles of them */
    size_t short_count;   /* faces of fewer than three corners, left out */
    size_t crossed_count; /* faces that cross themselves, cut from their first corner */
} tl_faces;

/* A corner of the polygon that is being read. False without memory. */
bool tl_faces_add_corner(tl_faces *faces, uint32_t vertex);
/* What corners follow are those of a hole in it. False without memory. */
bool tl_faces_begin_hole(tl_faces *faces);
/* Ends the polygon: its triangles (corners - 2 of them, and two more for each hole) are appended to the mesh, wound as
 * it is. All its vertices must be there. A polygon need not be flat: it is cut as its shadow along the largest part of
 * its normal is, at a corner that turns inwards where there is one. False without memory. */
bool tl_faces_end(tl_faces *faces);
/* Says in warnings of the mesh what was counted. False without memory. */
bool tl_faces_tell(const tl_faces *faces);
void tl_faces_free(tl_faces *faces);

#endif
