/* spare.c: by how much all of something lies under a template, or sticks out from under it. */
#include "template/spare.h"

#include "geom/polygon2.h"
#include "math/predicates.h"
#include "template/target.h"

/* Units of work for a corner of the template against a triangle. */
enum { WORK_CORNER = 4 };

static double segment_distance(tl_vec2 a, tl_vec2 b, tl_vec2 p) {
    tl_vec2 way = tl_sub2(b, a);
    double length = tl_dot2(way, way);
    double share = length > 0 ? tl_dot2(tl_sub2(p, a), way) / length : 0;
    share = share > 0 ? tl_min(share, 1) : 0;
    return tl_length2(tl_sub2(p, tl_add2(a, tl_scale2(way, share))));
}

static double sides_distance(const tl_vec2 k[3], tl_vec2 p) {
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = tl_min(least, segment_distance(k[i], k[(i + 1) % 3], p));
    }
    return least;
}

static bool lies_in(const tl_vec2 k[3], tl_vec2 p) {
    int turn = tl_orient2d(k[0], k[1], k[2]);
    return turn != 0 && tl_orient2d(k[0], k[1], p) * turn > 0 && tl_orient2d(k[1], k[2], p) * turn > 0 &&
           tl_orient2d(k[2], k[0], p) * turn > 0;
}

/* A disc over something: the farthest point of it is the one that counts. */
static double disc_spare(const tl_template *shape, const tl_template_target *t) {
    double far = t->disc ? tl_length2(tl_sub2(t->centre, shape->centre)) + t->radius : 0;
    for (size_t i = 0; i < 3 * t->triangle_count; i++) {
        far = tl_max(far, tl_length2(tl_sub2(t->corner[t->triangles[i]], shape->centre)));
    }
    return shape->radius - far;
}

/* A polygon over a disc: how far the rim is from its middle tells all. */
static double polygon_disc_spare(const tl_template *shape, const tl_template_target *t) {
    tl_vec2 nearest;
    double rim = tl_polygon2_boundary_distance(shape->corner, shape->count, t->centre, &nearest);
    bool inside = tl_polygon2_side(shape->corner, shape->count, t->centre) != TL_SIDE_OUTSIDE;
    return (inside ? rim : -rim) - t->radius;
}

/* A polygon over a triangle. All inside: their sides don't cross, and are nearest at a corner of one of them. Else a
 * corner of the triangle lies outside, or one of the polygon in the triangle, and they stay so for a while. */
static double triangle_spare(const tl_template *shape, const tl_vec2 k[3], bool whole) {
    double least = INFINITY, out = 0;
    tl_vec2 nearest;
    for (int i = 0; i < 3; i++) {
        double rim = tl_polygon2_boundary_distance(shape->corner, shape->count, k[i], &nearest);
        least = tl_min(least, rim);
        out = tl_polygon2_side(shape->corner, shape->count, k[i]) == TL_SIDE_OUTSIDE ? tl_max(out, rim) : out;
    }
    for (size_t i = 0; i < shape->count; i++) {
        double apart = sides_distance(k, shape->corner[i]);
        least = tl_min(least, apart);
        out = !whole && lies_in(k, shape->corner[i]) ? tl_max(out, apart) : out;
    }
    return whole ? least : -out;
}

static double polygon_spare(const tl_template *shape, const tl_template_target *t, bool whole) {
    double least = INFINITY;
    for (size_t i = 0; i < t->triangle_count; i++) {
        const tl_vec2 k[3] = {t->corner[t->triangles[3 * i]], t->corner[t->triangles[3 * i + 1]],
                              t->corner[t->triangles[3 * i + 2]]};
        least = tl_min(least, triangle_spare(shape, k, whole));
    }
    return least;
}

tl_status tl_template_spare(tl_context *context, const tl_template *shape, const tl_volume *volume,
                            const tl_template_hold *hold, double *spare_mm, tl_error *error) {
    tl_template_target t;
    tl_status status = tl_template_target_make(context, volume, &t, error);
    *spare_mm = 0;
    if (status == TL_OK) {
        uint64_t work = WORK_CORNER * (uint64_t)(t.triangle_count + 1) * (shape->disc ? 1 : shape->count);
        bool whole = hold->coverage == TL_COVERAGE_FULL;
        if (!tl_work_on(context, work, "template")) {
            status = tl_fail_cancelled(error, "measuring what lies under a template");
        } else {
            *spare_mm = shape->disc ? disc_spare(shape, &t)
                        : t.disc    ? polygon_disc_spare(shape, &t)
                                    : polygon_spare(shape, &t, whole);
        }
    }
    tl_template_target_free(&t);
    return status;
}

tl_verdict tl_template_whole(const tl_template_hold *hold, double spare_mm, double tolerance) {
    double band = tolerance + hold->error_mm;
    bool whole = hold->coverage == TL_COVERAGE_FULL;
    if (band > 0 && !(whole ? spare_mm > band : spare_mm < -band)) {
        return TL_VERDICT_MARGINAL;
    }
    return whole ? TL_VERDICT_YES : TL_VERDICT_NO;
}
