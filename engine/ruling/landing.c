/* landing.c: how even the place is that an aircraft comes down on. Heights are looked at everywhere under the base; the
 * slope is that of a plane fitted to points in rings, since "tilt" of uneven ground means nothing else. */
#include "ruling/landing.h"

#include "scene/evenness.h"

#include <math.h>

/* A disc's polygon stays within 0.01 mm of it up to bases of 130 mm. */
enum { DISC_CORNERS = 128, RINGS = 6, SPOKES = 24, LEVELS = 64 };

/* The figures of the footprint as polygons of the plan. */
static void polygons(const tl_mover_part *part, tl_vec2 at, tl_heading heading, tl_plan_piece *pieces,
                     tl_vec2 *corners) {
    for (size_t i = 0; i < part->count; i++) {
        tl_figure f = tl_figure_turned(&part->figures[i], heading.cosine, heading.sine, at);
        pieces[i] = (tl_plan_piece){corners, f.radius > 0 ? DISC_CORNERS : (size_t)f.count};
        for (size_t k = 0; k < pieces[i].count; k++) {
            double s = 0, c = 0;
            if (f.radius > 0) {
                tl_sincos_deg(360.0 * (double)k / DISC_CORNERS, &s, &c);
            }
            tl_vec2 p = f.corner[f.radius > 0 ? 0 : k];
            *corners++ = (tl_vec2){p.x + f.radius * c, p.y + f.radius * s};
        }
    }
}

static bool is_under(const tl_plan_piece *pieces, size_t count, tl_vec2 p) {
    for (size_t i = 0; i < count; i++) {
        bool in = pieces[i].count >= 3;
        for (size_t k = 0; k < pieces[i].count && in; k++) {
            tl_vec2 a = pieces[i].corner[k], b = pieces[i].corner[(k + 1) % pieces[i].count];
            in = tl_cross2(tl_sub2(b, a), tl_sub2(p, a)) >= -1e-9;
        }
        if (in) {
            return true;
        }
    }
    return false;
}

/* The lowest of points in rings, and the slope of the plane through them. */
static double look_at_points(const tl_surfaces *surfaces, const tl_plan_piece *pieces, size_t count, tl_vec2 at,
                             double reach, double *slope_deg) {
    double low = INFINITY, n = 0, sx = 0, sy = 0, sz = 0, sxx = 0, syy = 0, sxy = 0, sxz = 0, syz = 0;
    for (int ring = 0; ring <= RINGS; ring++) {
        for (int spoke = 0; spoke < (ring == 0 ? 1 : SPOKES); spoke++) {
            double s, c, levels[LEVELS], r = reach * ring / RINGS;
            tl_sincos_deg(360.0 * spoke / SPOKES, &s, &c);
            double x = r * c, y = r * s;
            /* a hair inside: points on the rim count */
            if (!is_under(pieces, count, (tl_vec2){at.x + 0.999 * x, at.y + 0.999 * y})) {
                continue;
            }
            size_t met = tl_surface_levels(surfaces, at.x + x, at.y + y, 0, levels, LEVELS);
            double z = met > 0 ? levels[met < LEVELS ? met - 1 : LEVELS - 1] : 0;
            low = tl_min(low, z);
            n++;
            sx += x, sy += y, sz += z;
            sxx += x * x, syy += y * y, sxy += x * y, sxz += x * z, syz += y * z;
        }
    }
    *slope_deg = 0;
    if (n >= 3) {
        double xx = sxx - sx * sx / n, yy = syy - sy * sy / n, xy = sxy - sx * sy / n;
        double xz = sxz - sx * sz / n, yz = syz - sy * sz / n, det = xx * yy - xy * xy;
        if (det > 0) {
            *slope_deg = tl_atan2_deg(tl_hypot((xz * yy - yz * xy) / det, (yz * xx - xz * xy) / det), 1);
        }
    }
    return low;
}

tl_status tl_landing_look(const tl_moving *moving, tl_vec2 at, tl_heading heading, tl_landing *landing,
                          tl_error *error) {
    const tl_inquiry *inquiry = moving->inquiry;
    const tl_mover_part *part = &moving->footprint.parts[0];
    double width = inquiry->table->document->width, depth = inquiry->table->document->depth;
    double allowed = tl_settings_number(&inquiry->settings, "flat_tolerance_mm", 10);
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    tl_plan_piece *pieces = tl_alloc_array(moving->context, part->count, sizeof(*pieces));
    tl_vec2 *corners = tl_alloc_array(moving->context, part->count * DISC_CORNERS, sizeof(*corners));
    tl_evenness evenness = {0};
    *landing = (tl_landing){0};
    tl_status status = pieces != NULL && corners != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        polygons(part, at, heading, pieces, corners);
        status = tl_surface_evenness(moving->context, &surfaces, pieces, part->count, allowed, &evenness, error);
    }
    if (status == TL_OK) {
        double low =
            look_at_points(&surfaces, pieces, part->count, at, tl_mover_reach(&moving->footprint), &landing->flat_deg);
        low = evenness.pit ? tl_min(low, evenness.at.z) : low;
        landing->high = isfinite(evenness.high) ? evenness.high : 0;
        landing->flat_mm = isfinite(low) ? tl_max(landing->high - low, 0) : 0;
        landing->even = !evenness.pit && landing->flat_mm <= allowed &&
                        landing->flat_deg <= tl_settings_number(&inquiry->settings, "flat_tolerance_deg", 10);
    }
    for (size_t i = 0; status == TL_OK && i < part->count; i++) {
        for (size_t k = 0; k < pieces[i].count; k++) {
            tl_vec2 p = pieces[i].corner[k];
            landing->off_table = landing->off_table || p.x < 0 || p.y < 0 || p.x > width || p.y > depth;
        }
    }
    tl_free(moving->context, corners);
    tl_free(moving->context, pieces);
    return status;
}
