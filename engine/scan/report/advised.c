/* advised.c: what a scene had better say. */
#include "scan/report/advised.h"

#include "math/angle.h"
#include "mesh/frame.h"
#include "mesh/names.h"

#include <stdio.h>

tl_scan_advised tl_scan_report_advised(const tl_scan_report *report) {
    const tl_scan_source *source = &report->source;
    const tl_scan_unit_candidate *best = &report->unit_guess.candidates[0];
    const tl_scan_up_guess *up = &report->up_guess;
    tl_scan_advised advised = {.factor = 1};
    /* where sizes leave it open, nothing is advised but to choose */
    if (report->unit_guess.clear && source->unit == source->stated_unit && report->calibration == NULL &&
        !source->scaled) {
        const bool unstated = source->unit == TL_MESH_UNIT_UNSTATED;
        advised.unit = unstated && best->unit != TL_MESH_UNIT_MM ? best->unit : TL_MESH_UNIT_UNSTATED;
        advised.scaled = best->life_size;
        advised.factor *= advised.unit != TL_MESH_UNIT_UNSTATED ? tl_mesh_unit_mm(advised.unit) : 1;
        advised.factor *= advised.scaled ? TL_SCAN_ADVISED_SCALE : 1;
    }
    /* what only habit tells from the next is told, and not advised */
    if (source->up == TL_AXIS_UNSTATED && report->health != NULL && up->likely != TL_AXIS_PZ && !up->by_habit) {
        advised.up = up->likely;
    }
    return advised;
}

void tl_scan_advised_options(const tl_scan_advised *advised, char options[TL_SCAN_ADVISED_OPTIONS]) {
    char scale[32] = "";
    if (advised->scaled) {
        snprintf(scale, sizeof(scale), " --scale %.4g", TL_SCAN_ADVISED_SCALE);
    }
    snprintf(options, TL_SCAN_ADVISED_OPTIONS, "%s%s%s%s%s", advised->unit != TL_MESH_UNIT_UNSTATED ? " --unit " : "",
             advised->unit != TL_MESH_UNIT_UNSTATED ? tl_mesh_unit_name(advised->unit) : "", scale,
             advised->up != TL_AXIS_UNSTATED ? " --up " : "",
             advised->up != TL_AXIS_UNSTATED ? tl_axis_name(advised->up) : "");
}

double tl_scan_reaches_below(const tl_scan_report *report) {
    const tl_scan_ground *ground = report->ground;
    tl_frame_map map;
    double lowest = 0;
    (void)tl_frame_map_make(&(tl_frame){.unit = report->mesh->unit, .up = report->mesh->up}, &map, NULL);
    for (size_t i = 0; i < report->mesh->vertex_count; i++) {
        const tl_vec3 p = tl_frame_map_point(&map, report->mesh->vertices[i]);
        lowest = tl_min(lowest, report->levelled ? p.z : tl_dot(ground->normal, p) - ground->offset_mm);
    }
    return -lowest > 2 * ground->worst_mm + 1e-3 * tl_box3_longest(report->box_mm) ? -lowest : 0;
}

/* Whether the ground is tilted by more than it is rough: the plane of least squares of what is rough is no more level
 * than that. So it is with its height. */
static bool tilt_is_told(const tl_scan_report *report) {
    const tl_scan_ground *ground = report->ground;
    double sine, cosine;
    tl_sincos_deg(ground->tilt_deg, &sine, &cosine);
    return ground->tilt_deg > 0.02 && sine * tl_box3_longest(report->box_mm) > 2 * ground->worst_mm;
}

/* What lies below a plane that is level already would sink into the table. */
bool tl_scan_level_advised(const tl_scan_report *report) {
    const tl_scan_ground *ground = report->ground;
    if (ground == NULL || !ground->found || report->levelled || tl_scan_report_advised(report).up != TL_AXIS_UNSTATED) {
        return false;
    }
    /* a rough plane that holds little of the outline was found by chance */
    if (ground->worst_mm > 1e-3 * tl_box3_longest(report->box_mm) && ground->share < 0.3) {
        return false;
    }
    return tilt_is_told(report) ||
           (fabs(ground->offset_mm) > 0.02 + 2 * ground->worst_mm && !(tl_scan_reaches_below(report) > 0));
}
