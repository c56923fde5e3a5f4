/* findings.h: what there is to tell of a mesh: looked for, guessed, and done. */
#ifndef TL_SCAN_REPORT_FINDINGS_H
#define TL_SCAN_REPORT_FINDINGS_H

#include "mesh/mended.h"
#include "scan/advice/calibrate.h"
#include "scan/advice/core.h"
#include "scan/advice/forward.h"
#include "scan/advice/guess.h"
#include "scan/advice/parts.h"
#include "scan/health/health.h"
#include "scan/repair/join.h"
#include "scan/shaping/shaping.h"

/* How a file's own frame was taken, where the mesh was changed since it was read: it is in millimetres and Z up then.
 */
typedef struct tl_scan_source {
    tl_mesh_unit stated_unit,
        unit; /* what the file states; what it was taken as: as stated, as asked, or unstated for mm */
    tl_axis stated_up, up;
    bool scaled; /* by a scale that was asked for */
    tl_box3 box; /* in the file's own coordinates */
} tl_scan_source;

typedef struct tl_scan_report {
    const tl_mesh *mesh; /* must outlive the report */
    const char *file;    /* as the caller named it; must outlive the report */
    tl_scan_source source;
    tl_box3 box;       /* in the mesh's own frame */
    tl_box3 box_mm;    /* in millimetres, Z up, with unit and up as stated, else mm and Z */
    double volume_mm3; /* as tl_mesh_volume */
    tl_mesh_edges edges;
    bool solid;
    tl_scan_unit_guess unit_guess;
    tl_box3 *piece_boxes_mm;      /* one for each piece */
    const tl_scan_health *health; /* of tl_scan_report_set_health; NULL: none */
    tl_scan_up_guess up_guess;
    /* The caller sets these, or leaves them out. */
    const tl_repair_report *repaired; /* the bound of what was joined in millimetres */
    const tl_simplified *simplified;  /* its bound in millimetres */
    const tl_scan_cracks *cracks;     /* in the mesh's own units */
    const tl_scan_calibration *calibration;
    const tl_scan_ground *ground; /* in millimetres, Z up; before levelling when `levelled` */
    bool levelled;
    bool written;             /* to a file: in millimetres, Z up, scaled */
    const tl_scan_crop *crop; /* with `cropped` */
    const tl_scan_crop_report *cropped;
    const tl_scan_roles_report *roles; /* of patterns that were given; `matched` and `role` of the pieces are theirs */
    const tl_scan_parts *suggested_parts; /* without given ones */
    const tl_scan_core_suggestion *suggestion;
    const tl_scan_forward_fit *forward; /* beside a suggestion */
    const char *notes[4];               /* sentences about how it was read; the caller sets them, NULL ends them */
} tl_scan_report;

/* Looks at a welded mesh: in its own frame, as tl_import_mesh gives it, with `source` NULL; or changed since, with
 * where it comes from. Free the report with tl_scan_report_free. */
tl_status tl_scan_report_make(const tl_mesh *mesh, const char *file, const tl_scan_source *source,
                              tl_scan_report *report, tl_error *error);
/* Adds the health of the same mesh, which must outlive the report, and guesses what is up. */
void tl_scan_report_set_health(tl_scan_report *report, const tl_scan_health *health);
/* Zeroed and NULL reports are fine. */
void tl_scan_report_free(tl_scan_report *report);

#endif
