/* advised.c: what a scene had better say. */
#include "survey/advised.h"

#include "mesh/names.h"

#include <stdio.h>

tl_advised tl_report_advised(const tl_mesh_report *report) {
    const tl_mesh_source *source = &report->source;
    const tl_unit_candidate *best = &report->unit_guess.candidates[0];
    const tl_up_guess *up = &report->up_guess;
    tl_advised advised = {.factor = 1};
    /* where sizes leave it open, nothing is advised but to choose */
    if (report->unit_guess.clear && source->unit == source->stated_unit && report->calibration == NULL &&
        !source->scaled) {
        const bool unstated = source->unit == TL_UNIT_UNSTATED;
        advised.unit = unstated && best->unit != TL_UNIT_MM ? best->unit : TL_UNIT_UNSTATED;
        advised.scaled = best->life_size;
        advised.factor *= advised.unit != TL_UNIT_UNSTATED ? tl_unit_mm(advised.unit) : 1;
        advised.factor *= advised.scaled ? TL_ADVISED_SCALE : 1;
    }
    /* what only habit tells from the next is told, and not advised */
    if (source->up == TL_AXIS_UNSTATED && report->health != NULL && up->likely != TL_AXIS_PZ && !up->by_habit) {
        advised.up = up->likely;
    }
    return advised;
}

void tl_advised_options(const tl_advised *advised, char options[TL_ADVISED_OPTIONS]) {
    char scale[32] = "";
    if (advised->scaled) {
        snprintf(scale, sizeof(scale), " --scale %.4g", TL_ADVISED_SCALE);
    }
    snprintf(options, TL_ADVISED_OPTIONS, "%s%s%s%s%s", advised->unit != TL_UNIT_UNSTATED ? " --unit " : "",
             advised->unit != TL_UNIT_UNSTATED ? tl_unit_name(advised->unit) : "", scale,
             advised->up != TL_AXIS_UNSTATED ? " --up " : "",
             advised->up != TL_AXIS_UNSTATED ? tl_axis_name(advised->up) : "");
}
