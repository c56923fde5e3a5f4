/* calibrate.h: the true scale of a mesh, from distances on it that somebody has measured.
 *
 * A reference says that two places of the mesh are so far apart:
 *
 *     0,0,0 10.5,0,3.25 = 152.4 mm                two points in the mesh's own coordinates
 *     0,0,0 to 10.5,0,3.25 +- 0.1 = 152.4 mm      each of them may be off by that much, in the mesh's own units
 *     height = 6.00 inch                          width, depth, height: along x, y, z with Z up; length: the longest
 *     hull* to turret = 40 +- 0.5 mm              the middles of the boxes of two parts, by name or pattern
 *
 * Lengths are in mm, cm, m, inch (in, ") or foot (ft, '). What isn't stated with `+-` (also `+/-`, or the sign itself)
 * is taken as off by half of the last digit written: of the length, and of each coordinate of a point. */
#ifndef TL_SURVEY_CALIBRATE_H
#define TL_SURVEY_CALIBRATE_H

#include "mesh/mesh.h"

typedef struct tl_reference {
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
} tl_reference;

typedef struct tl_calibration {
    tl_context *context;
    tl_reference *references;
    size_t count;
    double scale;       /* of the scene: multiplies the unit. Seven digits */
    double mm_per_unit; /* of the mesh's own coordinates: scale times the unit */
    double low, high;   /* the true one lies between them */
    double scale_error; /* they lie between (1 - scale_error) and (1 + scale_error) times mm_per_unit; rounded up */
} tl_calibration;

/* Reads references and finds the scale: least squares, each reference weighted by how far off it may be, within the
 * bounds that all references leave together. The bounds are intervals: nothing is guessed about how errors spread.
 * `unit` and `up` are how the mesh's own frame is taken. Errors, `place` naming the option: TL_ERROR_ARGUMENT for what
 * can't be read, places that are one, measures that are worth nothing and references that contradict one another;
 * TL_ERROR_NOT_FOUND for an unknown part; TL_ERROR_MEMORY. Free with tl_calibration_free. */
tl_status tl_calibrate(const tl_mesh *mesh, tl_unit unit, tl_axis up, const char *const *references, size_t count,
                       tl_calibration *calibration, tl_error *error);
/* Zeroed and NULL are fine. */
void tl_calibration_free(tl_calibration *calibration);

/* One reference: text, distances, length. Internal to engine/survey. */
tl_status tl_reference_read(const tl_mesh *mesh, tl_axis up, const char *text, tl_reference *reference,
                            tl_error *error);

#endif
