/* reference.h: a length that was measured, and where it lies on a mesh.
 *
 * It says that two places of the mesh are so far apart:
 *
 *     0,0,0 10.5,0,3.25 = 152.4 mm                two points in the mesh's own coordinates
 *     0,0,0 to 10.5,0,3.25 +- 0.1 = 152.4 mm      each of them may be off by that much, in the mesh's own units
 *     height = 6.00 inch                          width, depth, height: along x, y, z with Z up; length: the longest
 *     hull* to turret = 40 +- 0.5 mm              the middles of the boxes of two parts, by name or pattern
 *
 * Lengths are in mm, cm, m, inch (in, ") or foot (ft, '). What isn't stated with `+-` (also `+/-`, or the sign itself)
 * is taken as off by half of the last digit written: of the length, and of each coordinate of a point. */
#ifndef TL_SCAN_ADVICE_REFERENCE_H
#define TL_SCAN_ADVICE_REFERENCE_H

#include "mesh/mesh.h"

typedef struct tl_scan_reference {
    const char *text; /* as it was given; the caller's */
    /* The distance on the mesh in its own units, and bounds that hold for certain if the points are as good as said. */
    double distance, distance_low, distance_high;
    bool upright;       /* a width, depth or height: it goes with what is up */
    bool picked;        /* between two points; else between extents or middles, which are exact */
    bool pick_stated;   /* how far points are off was said; else it is half of their last digits */
    double length_mm;   /* what was measured */
    double off_mm;      /* by how much that may be off, either way */
    bool off_stated;    /* false: half of the last digit */
    double residual_mm; /* what the distance is with the scale found, less what was measured */
} tl_scan_reference;

/* One reference: text, distances, length. Internal to engine/scan. */
tl_status tl_scan_reference_read(const tl_mesh *mesh, tl_axis up, const char *text, tl_scan_reference *reference,
                                 tl_error *error);

#endif
