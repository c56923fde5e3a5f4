/* landing.c: how even the place is that an aircraft comes down on. Heights are looked at everywhere under the base; the
 * slope is that of a plane fitted to points in rings, since "tilt" of uneven ground means nothing else. */
#include "judge/move/landing.h"

#include "scene/evenness.h"

#include <math.h>

/* A disc's polygon stays within 0.01 mm of it up to bases of 130 mm. */
enum { DISC_CORNERS = 128, RINGS = 6, SPOKES = 24, LEVELS = 64 };

/* The figures of the footprint as polygons of the plan, farther out by `grow`, or in; returns how many are left. */
static size_t polygons(const tl_mover_part *part, tl_vec2 at, tl_heading heading, double grow,
                       tl_table_plan_piece *pieces, tl_vec2 *corners) {
    size_t made = 0;
    for (size_t k = 0; k < part->count; k++) {
        tl_figure f = tl_figure_turned(&part->figures[k], heading.cosine, heading.sine, at), as_is = f;
        if (grow > 0) {
            f = tl_figure_grown(&as_is, grow);
        } else if (!tl_figure_shrunk(&as_is, -grow, &f)) {
            continue;
        }
        size_t i = made++;
        pieces[i] = (tl_table_plan_piece){corners, f.radius > 0 ? DISC_CORNERS : (size_t)f.count};
        for (size_t corner = 0; corner < pieces[i].count; corner++) {
            double s, c;
            tl_sincos_deg(360.0 * (double)corner / DISC_CORNERS, &s, &c);
            tl_vec2 p = f.corner[f.radius > 0 ? 0 : corner];
            *corners++ = (tl_vec2){p.x + f.radius * c, p.y + f.radius * s};
        }
    }
    return made;
}

static bool is_under(const tl_table_plan_piece *pieces, size_t count, tl_vec2 p) {
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

/* The lowest of points in rings, and the slope of the plane through them; of points in a line, the slope along it. */
static double look_at_points(const tl_moving *moving, const tl_surfaces *surfaces, const tl_table_plan_piece *pieces,
                             size_t count, tl_vec2 at, double reach, double *slope_deg) {
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
            tl_work_add(moving->context, tl_moving_levels_work(moving));
            size_t met = tl_surface_levels(surfaces, at.x + x, at.y + y, 0, levels, LEVELS);
            double z = met > 0 ? levels[met - 1] : 0;
            low = tl_min(low, z);
            n++;
            sx += x, sy += y, sz += z;
            sxx += x * x, syy += y * y, sxy += x * y, sxz += x * z, syz += y * z;
        }
    }
    double xx = sxx - sx * sx / n, yy = syy - sy * sy / n, xy = sxy - sx * sy / n, spread = xx + yy;
    double xz = sxz - sx * sz / n, yz = syz - sy * sz / n, det = xx * yy - xy * xy;
    bool line = !(det > 1e-9 * spread * spread); /* or one point: what is left of these is rounding */
    *slope_deg = line ? tl_atan2_deg(tl_hypot(xz, yz), spread)
                      : tl_atan2_deg(tl_hypot((xz * yy - yz * xy) / det, (yz * xx - xz * xy) / det), 1);
    return low;
}

/* One look, at a footprint that reaches farther out, or less far, and with another height allowed. */
typedef struct landing_look {
    const tl_moving *moving;
    tl_vec2 at;
    tl_heading heading;
    tl_table_plan_piece *pieces;
    tl_vec2 *corners;
    double high, flat_mm, flat_deg,
        over_edge; /* how far the base reaches over the table's edge; negative: it doesn't */
    bool pit;
} landing_look;

static tl_status look_at(landing_look *l, double grow, double allowed, tl_error *error) {
    const tl_moving *moving = l->moving;
    const tl_mover_part *part = &moving->footprint.parts[0];
    double width = moving->inquiry->table->document->width, depth = moving->inquiry->table->document->depth;
    tl_surfaces surfaces = tl_table_surfaces(moving->inquiry->table);
    tl_evenness evenness = {0};
    size_t count = polygons(part, l->at, l->heading, grow, l->pieces, l->corners);
    tl_status status =
        tl_surface_evenness(moving->context, &surfaces, l->pieces, count, tl_max(allowed, 0), &evenness, error);
    if (status != TL_OK) {
        return status;
    }
    double low = look_at_points(moving, &surfaces, l->pieces, count, l->at, tl_mover_reach(&moving->footprint) + grow,
                                &l->flat_deg);
    low = evenness.pit ? tl_min(low, evenness.at.z) : low;
    l->pit = evenness.pit;
    l->high = isfinite(evenness.high) ? evenness.high : 0;
    l->flat_mm = isfinite(low) ? tl_max(l->high - low, 0) : 0;
    l->over_edge = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < l->pieces[i].count; k++) {
            tl_vec2 p = l->pieces[i].corner[k];
            l->over_edge = tl_max(l->over_edge, tl_max(tl_max(-p.x, p.x - width), tl_max(-p.y, p.y - depth)));
        }
    }
    return TL_OK;
}

/* Whether it is even however the ground and the base's rim lie within what they may be off. */
static tl_status hold_against_uncertainty(landing_look *l, double ground, double allowed, double slope,
                                          tl_landing *landing, tl_error *error) {
    double rim = l->moving->own_off + ground, reach = tl_max(tl_mover_reach(&l->moving->footprint), 1);
    /* heights that are each off by `ground` tilt the plane through them by no more than this */
    double tilt = tl_atan2_deg(3 * ground, reach);
    tl_status status = look_at(l, rim, allowed - 2 * ground, error);
    bool surely = status == TL_OK && !l->pit && l->flat_mm <= allowed - 2 * ground && l->flat_deg <= slope - tilt;
    if (status == TL_OK && !surely) {
        status = look_at(l, -rim, allowed + 2 * ground, error);
    }
    bool surely_not =
        status == TL_OK && !surely && (l->pit || l->flat_mm > allowed + 2 * ground || l->flat_deg > slope + tilt);
    landing->even = surely ? TL_VERDICT_YES : surely_not ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    return status;
}

tl_status tl_landing_look(const tl_moving *moving, tl_vec2 at, tl_heading heading, tl_landing *landing,
                          tl_error *error) {
    const tl_inquiry *inquiry = moving->inquiry;
    const tl_mover_part *part = &moving->footprint.parts[0];
    double allowed = tl_settings_number_of(&inquiry->settings, TL_SETTING_FLAT_TOLERANCE_MM);
    double slope = tl_settings_number_of(&inquiry->settings, TL_SETTING_FLAT_TOLERANCE_DEG);
    landing_look l = {.moving = moving, .at = at, .heading = heading};
    l.pieces = tl_alloc_array(moving->context, part->count, sizeof(*l.pieces));
    l.corners = tl_alloc_array(moving->context, part->count * DISC_CORNERS, sizeof(*l.corners));
    *landing = (tl_landing){0};
    tl_status status = l.pieces != NULL && l.corners != NULL ? look_at(&l, 0, allowed, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        double off = moving->own_off, reach = tl_mover_reach(&moving->footprint) + off;
        *landing = (tl_landing){.high = l.high, .flat_mm = l.flat_mm, .flat_deg = l.flat_deg};
        landing->on_table = l.over_edge <= -off ? TL_VERDICT_YES
                            : l.over_edge > off ? TL_VERDICT_NO
                                                : TL_VERDICT_MARGINAL;
        landing->even = !l.pit && l.flat_mm <= allowed && l.flat_deg <= slope ? TL_VERDICT_YES : TL_VERDICT_NO;
        double ground =
            tl_moving_surface_off(moving, (tl_vec2){at.x - reach, at.y - reach}, (tl_vec2){at.x + reach, at.y + reach});
        if (ground > 0 || off > 0) {
            status = hold_against_uncertainty(&l, ground, allowed, slope, landing, error);
        }
    }
    tl_free(moving->context, l.corners);
    tl_free(moving->context, l.pieces);
    return status;
}
