/* shaping.h: a mesh brought to the table: scaled, levelled, turned, moved and cropped as somebody asks. */
#ifndef TL_SCAN_SHAPING_SHAPING_H
#define TL_SCAN_SHAPING_SHAPING_H

#include "scan/shaping/crop.h"
#include "scan/shaping/ground.h"

/* What is wanted, in this order; zero: nothing. Millimetres and degrees. */
typedef struct tl_scan_shaping {
    tl_mesh_unit unit; /* how the file's coordinates are taken; unstated: as it states */
    tl_axis up;
    double scale; /* of a calibration; 0: 1 */
    bool level;   /* the ground goes to z = 0 */
    double turn_deg;
    tl_vec3 move_mm;
    bool crops;
    tl_scan_crop crop;
} tl_scan_shaping;

typedef struct tl_scan_shaped {
    tl_scan_ground ground; /* before levelling; `found` false without `level` */
    tl_scan_crop_report crop;
} tl_scan_shaped;

/* Whether anything is wanted that changes a mesh. */
bool tl_scan_shaping_any(const tl_scan_shaping *shaping);

/* Makes a welded mesh, in its own frame, one in millimetres with Z up, and does what is wanted. Errors:
 * TL_ERROR_ARGUMENT as tl_mesh_to_millimetres and tl_scan_crop_mesh, and where there is no ground to level;
 * TL_ERROR_MEMORY. After an error the mesh may be shaped in part, and is sound. */
tl_status tl_scan_shape(tl_mesh *mesh, const tl_scan_shaping *shaping, tl_scan_shaped *shaped, tl_error *error);

#endif
