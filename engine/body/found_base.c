/* found_base.c: a disc or an oval at the bottom of a mesh. */
#include "body/found_base.h"

#include "geom/ellipse2.h"
#include "geom/hull2.h"

#include <string.h>

#define SMALLEST   8.0       /* mm across */
#define ROUGH      0.04      /* of the radius: between an 11-gon, the coarsest that counts, and an octagon */
#define LEAST_WIDE (1.0 / 3) /* of the whole mesh's shorter side in plan */
#define TALLEST    10.0      /* mm: what is higher is no base but a pedestal */
#define USUAL      3.0       /* mm */
#define LEAST_FACE 0.12      /* of the base's area: what a figure leaves free of its top, at the least */

double tl_found_base_common_size(double diameter) {
    static const double sizes[] = {20, 25, 28, 28.5, 30, 32,  35,  40,  42,  50,  52,  55,  60, 65,
                                   70, 75, 80, 90,   92, 100, 105, 110, 120, 130, 150, 160, 170};
    double best = 0;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        best = fabs(sizes[i] - diameter) < fabs(best - diameter) ? sizes[i] : best;
    }
    return fabs(best - diameter) <= 0.5 ? best : 0;
}

/* The convex outline of all corners up to a height, in `hull`; both arrays have room for all vertices and one more. */
static size_t outline_below(const tl_mesh *mesh, double height, tl_vec2 *points, tl_vec2 *hull) {
    size_t count = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (mesh->vertices[i].z <= height) {
            points[count++] = tl_plan(mesh->vertices[i]);
        }
    }
    return count < 3 ? 0 : tl_geom_convex_hull2(points, count, hull);
}

/* Where an outline is nearest to the middle: its edges' distances, lengths measured in units of `half`. */
static double nearest_edge(const tl_vec2 *hull, size_t count, tl_vec2 middle, tl_vec2 half) {
    double nearest = INFINITY;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 p = tl_sub2(hull[i], middle), q = tl_sub2(hull[(i + 1) % count], middle);
        p = (tl_vec2){p.x / half.x, p.y / half.y};
        q = (tl_vec2){q.x / half.x, q.y / half.y};
        double length = tl_length2(tl_sub2(q, p));
        nearest = tl_min(nearest, length > 0 ? tl_cross2(p, q) / length : tl_length2(p));
    }
    return nearest;
}

static double farthest_corner(const tl_vec2 *hull, size_t count, tl_vec2 middle, tl_vec2 half) {
    double farthest = 0;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 p = tl_sub2(hull[i], middle);
        farthest = tl_max(farthest, tl_hypot(p.x / half.x, p.y / half.y));
    }
    return farthest;
}

static bool fit_disc(const tl_vec2 *hull, size_t count, tl_vec2 middle, double radius, tl_found_base *found) {
    double nearest = radius * nearest_edge(hull, count, middle, (tl_vec2){radius, radius});
    if (!(radius - nearest <= ROUGH * radius)) {
        return false;
    }
    found->shape = (tl_shape){.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius};
    found->shape.pose.at = (tl_vec3){middle.x, middle.y, 0};
    found->size = (tl_vec2){2 * radius, 2 * radius};
    found->residual_mm = radius - nearest;
    return true;
}

/* The smallest ellipse round the outline, its axes named so that it is turned by no more than 45 degrees, and to a
 * hundredth of one. Whatever the search came to, the bounds are measured on what is told: no corner stands out, and in
 * lengths of the half axes no edge comes nearer to the middle than 1 - inner, so that the ellipse shrunk to that share
 * lies inside the outline. `corners` has room for the outline. */
static tl_status fit_oval(tl_context *context, const tl_vec2 *hull, size_t count, tl_vec2 *corners,
                          tl_found_base *found) {
    static const tl_vec2 origin = {0, 0};
    tl_ellipse2 ellipse;
    tl_status status = tl_geom_smallest_ellipse(context, hull, count, &ellipse);
    if (status != TL_OK || !(ellipse.half.x > 0 && ellipse.half.y > 0)) {
        return status;
    }
    const double turn = floor(ellipse.turn_deg * 100 + 0.5) / 100;
    const tl_pose pose = tl_pose_turned((tl_vec3){ellipse.middle.x, ellipse.middle.y, 0}, turn);
    for (size_t i = 0; i < count; i++) {
        corners[i] = tl_plan(tl_pose_local(&pose, (tl_vec3){hull[i].x, hull[i].y, 0}));
    }
    const double farthest = farthest_corner(corners, count, origin, ellipse.half);
    const tl_vec2 half = tl_scale2(ellipse.half, farthest); /* every corner inside */
    const double inner = 1 - nearest_edge(corners, count, origin, half);
    if (!(inner <= ROUGH)) {
        return TL_OK;
    }
    found->shape = (tl_shape){.kind = TL_SHAPE_OVAL, .pose = pose, .size = half};
    found->size = tl_scale2(half, 2);
    found->turn_deg = turn + 0.0;
    found->residual_mm = inner * tl_max(half.x, half.y);
    return TL_OK;
}

static bool lies_inside(const tl_found_base *found, tl_vec3 p) {
    tl_vec2 half = tl_scale2(found->size, 0.51);
    tl_vec3 d = tl_pose_local(&found->shape.pose, p);
    return tl_hypot(d.x / half.x, d.y / half.y) <= 1;
}

/* Level faces by height, in tenths of a millimetre: the three neighbours that hold most of them are the base's top. */
static void find_top(const tl_mesh *mesh, double low, tl_found_base *found) {
    enum { STEPS = 100, FIRST = 6 };
    double area[STEPS] = {0}, top[STEPS], most = 0;
    for (int i = 0; i < STEPS; i++) {
        top[i] = low;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        tl_vec3 n = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
        double height = ((c[0].z - low) + (c[1].z - low) + (c[2].z - low)) / 3 * STEPS / TALLEST;
        if (height >= FIRST && height < STEPS && fabs(n.z) >= 0.95 * tl_length(n) && lies_inside(found, c[0]) &&
            lies_inside(found, c[1]) && lies_inside(found, c[2])) {
            int step = (int)height;
            area[step] += fabs(n.z) / 2;
            top[step] = tl_max(top[step], tl_max(c[0].z, tl_max(c[1].z, c[2].z)));
        }
    }
    double high = tl_min(low + USUAL, tl_mesh_box(mesh).high.z);
    for (int i = 1; i + 1 < STEPS; i++) {
        double sum = area[i - 1] + area[i] + area[i + 1];
        if (sum > most) {
            most = sum;
            high = tl_max(top[i - 1], tl_max(top[i], top[i + 1]));
        }
    }
    found->height_seen = most >= LEAST_FACE * TL_PI / 4 * found->size.x * found->size.y;
    found->shape.low = low;
    found->shape.high = found->height_seen ? high : tl_min(low + USUAL, tl_mesh_box(mesh).high.z);
}

static tl_status find(const tl_mesh *mesh, tl_vec2 *points, tl_vec2 *hull, tl_found_base *found) {
    tl_box3 box = tl_mesh_box(mesh);
    const double slack = tl_max(0.15, (box.high.z - box.low.z) / 500);
    size_t count = outline_below(mesh, box.low.z + slack, points, hull);
    tl_vec2 middle, wider_middle;
    double radius, wider;
    if (count < 3) {
        return TL_OK;
    }
    tl_status status = tl_geom_smallest_circle(mesh->context, hull, count, &middle, &radius);
    if (status == TL_OK && !fit_disc(hull, count, middle, radius, found)) {
        status = fit_oval(mesh->context, hull, count, points, found);
    }
    if (status != TL_OK || found->shape.kind == TL_SHAPE_NONE) {
        return status;
    }
    tl_vec2 plan = {box.high.x - box.low.x, box.high.y - box.low.y};
    double across = tl_min(found->size.x, found->size.y);
    count = outline_below(mesh, box.low.z + 3 * slack, points, hull);
    status = tl_geom_smallest_circle(mesh->context, hull, count, &wider_middle, &wider);
    if (across < SMALLEST || across < LEAST_WIDE * tl_min(plan.x, plan.y) || wider > 1.05 * radius + 3 * slack) {
        *found = (tl_found_base){.shape = {.kind = TL_SHAPE_NONE}};
        return status;
    }
    find_top(mesh, box.low.z, found);
    return status;
}

tl_status tl_found_base_find(const tl_mesh *mesh, tl_found_base *found, tl_error *error) {
    tl_vec2 *points = tl_alloc_array(mesh->context, 2 * mesh->vertex_count + 1, sizeof(*points));
    *found = (tl_found_base){.shape = {.kind = TL_SHAPE_NONE}};
    tl_status status = TL_ERROR_MEMORY;
    if (points != NULL) {
        status = find(mesh, points, points + mesh->vertex_count, found);
    }
    tl_free(mesh->context, points);
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}
