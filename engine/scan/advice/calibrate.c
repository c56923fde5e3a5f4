/* calibrate.c: from references to one scale. */
#include "scan/advice/calibrate.h"

#include "io/json.h"
#include "mesh/names.h"

#include <stdio.h>
#include <stdlib.h>

/* Bounds of millimetres per unit that a reference leaves, rounded outwards. */
static double lowest(const tl_scan_reference *r) {
    return nextafter((r->length_mm - r->off_mm) * (1 - 0x1p-51) / r->distance_high, 0);
}

static double highest(const tl_scan_reference *r) {
    return nextafter((r->length_mm + r->off_mm) * (1 + 0x1p-51) / r->distance_low, INFINITY);
}

/* A number with so many digits behind the first; both ways through the same locale. */
static double rounded(double value, int digits) {
    char text[64];
    snprintf(text, sizeof(text), "%.*e", digits, value);
    return strtod(text, NULL);
}

/* Three digits, never less. */
static double rounded_up(double share) {
    double up = rounded(share, 2);
    for (int step = 1; up < share; step++) {
        up = rounded(share * (1 + step * 1e-3), 2); /* the digits are between a thousandth and a hundredth apart */
    }
    return up;
}

static tl_status intersect(tl_scan_calibration *c, tl_error *error) {
    const tl_scan_reference *low_of = &c->references[0];
    const tl_scan_reference *high_of = &c->references[0];
    for (size_t i = 1; i < c->count; i++) {
        low_of = lowest(&c->references[i]) > lowest(low_of) ? &c->references[i] : low_of;
        high_of = highest(&c->references[i]) < highest(high_of) ? &c->references[i] : high_of;
    }
    c->low = lowest(low_of);
    c->high = highest(high_of);
    if (c->low > c->high) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--reference",
                       "measure again, or say how far each may be off: `= 152.4 +- 0.5 mm`",
                       "the references contradict each other: by `%.120s` a unit is %.7g mm or more, by `%.120s` it is "
                       "%.7g mm or less",
                       low_of->text, c->low, high_of->text, c->high);
    }
    return TL_OK;
}

/* The scale with the least sum of squares of residuals, each in terms of how far off its reference may be. */
static double least_squares(const tl_scan_calibration *c) {
    double above = 0, below = 0;
    for (size_t i = 0; i < c->count; i++) {
        const tl_scan_reference *r = &c->references[i];
        double off = r->off_mm + (r->distance_high - r->distance_low) / 2 * (r->length_mm / r->distance);
        double weight = 1 / tl_max(off, 1e-12 * r->length_mm);
        above += weight * weight * r->distance * r->length_mm;
        below += weight * weight * r->distance * r->distance;
    }
    return above / below;
}

static void settle(tl_scan_calibration *c, tl_mesh_unit unit) {
    double best = tl_min(tl_max(least_squares(c), c->low), c->high);
    c->scale = rounded(best / tl_mesh_unit_mm(unit), 6);
    c->mm_per_unit = c->scale * tl_mesh_unit_mm(unit);
    double off = tl_max(c->high / c->mm_per_unit - 1, 1 - c->low / c->mm_per_unit);
    c->scale_error = rounded_up(off + 1e-14);
    for (size_t i = 0; i < c->count; i++) {
        tl_scan_reference *r = &c->references[i];
        r->residual_mm = c->mm_per_unit * r->distance - r->length_mm;
    }
}

tl_status tl_scan_calibrate(const tl_mesh *mesh, tl_mesh_unit unit, tl_axis up, const char *const *references,
                            size_t count, tl_scan_calibration *calibration, tl_error *error) {
    tl_scan_calibration made = {.context = mesh->context, .count = count};
    made.references = tl_alloc_array(mesh->context, count, sizeof(*made.references));
    tl_status status = made.references != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = tl_scan_reference_read(mesh, up, references[i], &made.references[i], error);
    }
    if (status == TL_OK) {
        status = intersect(&made, error);
    }
    if (status != TL_OK) {
        tl_scan_calibration_free(&made);
        return status;
    }
    settle(&made, unit);
    *calibration = made;
    return TL_OK;
}

void tl_scan_calibration_free(tl_scan_calibration *calibration) {
    if (calibration != NULL && calibration->context != NULL) {
        tl_free(calibration->context, calibration->references);
        *calibration = (tl_scan_calibration){0};
    }
}
