/* report.h: what is in a mesh, for people (words) and programs (JSON). */
#ifndef TL_SURVEY_REPORT_H
#define TL_SURVEY_REPORT_H

#include "mesh/health.h"
#include "mesh/mesh.h"
#include "mesh/repair.h"

typedef struct tl_mesh_report {
    const tl_mesh *mesh; /* must outlive the report */
    const char *file;    /* as the caller named it; must outlive the report */
    tl_box3 box;         /* in the mesh's own frame */
    tl_box3 box_mm;      /* in millimetres, Z up, with unit and up as stated, else mm and Z */
    double volume_mm3;   /* as tl_mesh_volume */
    tl_mesh_edges edges;
    bool solid;
    tl_unit likely_unit;          /* the stated unit, or a guess by the size */
    char unit_reason[256];        /* why the guess, in a sentence; "" when the unit is stated */
    tl_box3 *piece_boxes_mm;      /* one for each piece */
    const tl_mesh_health *health; /* the caller sets both of these, or leaves them out */
    const tl_repair_report *repaired;
    const char *notes[4]; /* sentences about how it was read; the caller sets them, NULL ends them */
} tl_mesh_report;

/* Looks at a welded mesh in its own frame, as tl_mesh_import gives it. Free the report with tl_mesh_report_free. */
tl_status tl_mesh_report_make(const tl_mesh *mesh, const char *file, tl_mesh_report *report, tl_error *error);
/* Zeroed and NULL reports are fine. */
void tl_mesh_report_free(tl_mesh_report *report);

/* Words, several lines, the last one ended; or JSON on one line, not ended. The caller frees the text with tl_free. */
tl_status tl_mesh_report_words(const tl_mesh_report *report, char **text, tl_error *error);
tl_status tl_mesh_report_json(const tl_mesh_report *report, char **text, tl_error *error);

#endif
