/* ground.h: the plane that a scan stands on. */
#ifndef TL_SCAN_SHAPING_GROUND_H
#define TL_SCAN_SHAPING_GROUND_H

#include "mesh/mesh.h"

/* Lengths and angles to a millionth (lengths of meshes below some 10 mm to a thousandth of that): more digits would
 * mean nothing. */
typedef struct tl_scan_ground {
    bool found;
    tl_vec3 normal;     /* of length 1, upward */
    double offset_mm;   /* normal . p of its points */
    double tilt_deg;    /* of the normal against +Z */
    double area_mm2;    /* of the triangles in it */
    double share;       /* ... of the box's rectangle in plan */
    double below;       /* area of the mesh under it, as a share of the whole mesh's area */
    double residual_mm; /* root of the mean square distance of those triangles from it */
    double worst_mm;    /* the farthest corner of them */
    size_t triangles;
    /* What levels it (tl_pose_turned_tilted about the mesh's origin): roll, then pitch, then up by `rise_mm`. */
    double roll_deg, pitch_deg, rise_mm;
} tl_scan_ground;

/* Looks for the ground of a mesh in millimetres, Z up or within 60 degrees of it: the largest area in one plane with
 * next to nothing of the mesh below it. Normals weighted by area are sorted into a histogram; for each of its peaks
 * heights along it are, too; the best pair of peaks is refined to the plane of least squares over the triangles that
 * lie in it, with their exact moments, and again over those that lie within about three times its residual, until that
 * changes nothing. No chance is involved: the same mesh gives the same plane. `found` is false where no plane holds a
 * tenth of the rectangle. Linear time. Errors: TL_ERROR_MEMORY. */
tl_status tl_scan_ground_find(const tl_mesh *mesh, tl_scan_ground *ground, tl_error *error);

/* Turns a mesh so that its ground lies in z = 0, about its own origin: as a scene does with `tilt` and `at`. */
void tl_scan_ground_level(tl_mesh *mesh, const tl_scan_ground *ground);

#endif
