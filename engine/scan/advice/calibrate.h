/* calibrate.h: the true scale of a mesh, from distances on it that somebody has measured. */
#ifndef TL_SCAN_ADVICE_CALIBRATE_H
#define TL_SCAN_ADVICE_CALIBRATE_H

#include "scan/advice/reference.h"

typedef struct tl_scan_calibration {
    tl_context *context;
    tl_scan_reference *references;
    size_t count;
    double scale;       /* of the scene: multiplies the unit. Seven digits */
    double mm_per_unit; /* of the mesh's own coordinates: scale times the unit */
    double low, high;   /* the true one lies between them */
    double scale_error; /* they lie between (1 - scale_error) and (1 + scale_error) times mm_per_unit; rounded up */
} tl_scan_calibration;

/* Reads references and finds the scale: least squares, each reference weighted by how far off it may be, within the
 * bounds that all references leave together. The bounds are intervals: nothing is guessed about how errors spread.
 * `unit` and `up` are how the mesh's own frame is taken. Errors, `place` naming the option: TL_ERROR_ARGUMENT for what
 * can't be read, places that are one, measures that are worth nothing and references that contradict one another;
 * TL_ERROR_NOT_FOUND for an unknown part; TL_ERROR_MEMORY. Free with tl_scan_calibration_free. */
tl_status tl_scan_calibrate(const tl_mesh *mesh, tl_mesh_unit unit, tl_axis up, const char *const *references,
                            size_t count, tl_scan_calibration *calibration, tl_error *error);
/* Zeroed and NULL are fine. */
void tl_scan_calibration_free(tl_scan_calibration *calibration);

#endif
