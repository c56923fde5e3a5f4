/* vec.h: vectors, boxes and poses by value, and arithmetic with them. */
#ifndef TL_MATH_VEC_H
#define TL_MATH_VEC_H

#include "math/scalar.h"

#include <trueline/math.h>

#include <stdbool.h>

#define TL_PI 3.14159265358979323846

static inline tl_vec2 tl_add2(tl_vec2 a, tl_vec2 b) {
    return (tl_vec2){a.x + b.x, a.y + b.y};
}
static inline tl_vec2 tl_sub2(tl_vec2 a, tl_vec2 b) {
    return (tl_vec2){a.x - b.x, a.y - b.y};
}
static inline tl_vec2 tl_scale2(tl_vec2 a, double s) {
    return (tl_vec2){a.x * s, a.y * s};
}
static inline double tl_dot2(tl_vec2 a, tl_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static inline double tl_cross2(tl_vec2 a, tl_vec2 b) {
    return a.x * b.y - a.y * b.x;
}
static inline double tl_length2(tl_vec2 a) {
    return tl_hypot(a.x, a.y);
}
static inline tl_vec2 tl_lerp2(tl_vec2 a, tl_vec2 b, double t) {
    return (tl_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

static inline tl_vec3 tl_add(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline tl_vec3 tl_sub(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline tl_vec3 tl_scale(tl_vec3 a, double s) {
    return (tl_vec3){a.x * s, a.y * s, a.z * s};
}
static inline tl_vec3 tl_madd(tl_vec3 a, tl_vec3 b, double s) {
    return (tl_vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static inline tl_vec3 tl_lerp(tl_vec3 a, tl_vec3 b, double t) {
    return (tl_vec3){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}
static inline double tl_dot(tl_vec3 a, tl_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline tl_vec3 tl_cross(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double tl_length_squared(tl_vec3 a) {
    return tl_dot(a, a);
}
static inline double tl_length(tl_vec3 a) {
    return sqrt(tl_dot(a, a));
}
static inline double tl_distance(tl_vec3 a, tl_vec3 b) {
    return tl_length(tl_sub(a, b));
}
/* The zero vector stays zero. */
static inline tl_vec3 tl_normalise(tl_vec3 a) {
    double length = tl_length(a);
    return length > 0 ? tl_scale(a, 1.0 / length) : a;
}
static inline bool tl_is_finite(tl_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
static inline bool tl_same_point(tl_vec3 a, tl_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
static inline tl_vec2 tl_plan(tl_vec3 a) {
    return (tl_vec2){a.x, a.y};
}

static inline tl_box3 tl_box3_empty(void) {
    return (tl_box3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}
static inline bool tl_box3_is_empty(tl_box3 b) {
    return !(b.low.x <= b.high.x && b.low.y <= b.high.y && b.low.z <= b.high.z);
}
static inline tl_box3 tl_box3_add(tl_box3 b, tl_vec3 p) {
    return (tl_box3){{tl_min(b.low.x, p.x), tl_min(b.low.y, p.y), tl_min(b.low.z, p.z)},
                     {tl_max(b.high.x, p.x), tl_max(b.high.y, p.y), tl_max(b.high.z, p.z)}};
}
static inline tl_box3 tl_box3_union(tl_box3 a, tl_box3 b) {
    return (tl_box3){{tl_min(a.low.x, b.low.x), tl_min(a.low.y, b.low.y), tl_min(a.low.z, b.low.z)},
                     {tl_max(a.high.x, b.high.x), tl_max(a.high.y, b.high.y), tl_max(a.high.z, b.high.z)}};
}
static inline tl_box3 tl_box3_grow(tl_box3 b, double by) {
    return (tl_box3){{b.low.x - by, b.low.y - by, b.low.z - by}, {b.high.x + by, b.high.y + by, b.high.z + by}};
}
/* Bit 0 of a corner's number is x, bit 1 y, bit 2 z: set on the high side. */
static inline void tl_box3_corners(tl_box3 b, tl_vec3 corner[8]) {
    for (int i = 0; i < 8; i++) {
        corner[i] = (tl_vec3){(i & 1) != 0 ? b.high.x : b.low.x, (i & 2) != 0 ? b.high.y : b.low.y,
                              (i & 4) != 0 ? b.high.z : b.low.z};
    }
}
static inline bool tl_box3_overlap(tl_box3 a, tl_box3 b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}
static inline tl_vec3 tl_box3_centre(tl_box3 b) {
    return (tl_vec3){0.5 * (b.low.x + b.high.x), 0.5 * (b.low.y + b.high.y), 0.5 * (b.low.z + b.high.z)};
}
static inline tl_vec3 tl_box3_size(tl_box3 b) {
    return tl_sub(b.high, b.low);
}
static inline double tl_box3_longest(tl_box3 b) {
    const tl_vec3 size = tl_box3_size(b);
    return tl_max(size.x, tl_max(size.y, size.z));
}

static inline tl_pose tl_pose_identity(void) {
    return (tl_pose){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
}
static inline tl_vec3 tl_pose_direction(const tl_pose *pose, tl_vec3 d) {
    return (tl_vec3){pose->x.x * d.x + pose->y.x * d.y + pose->z.x * d.z,
                     pose->x.y * d.x + pose->y.y * d.y + pose->z.y * d.z,
                     pose->x.z * d.x + pose->y.z * d.y + pose->z.z * d.z};
}
static inline tl_vec3 tl_pose_point(const tl_pose *pose, tl_vec3 p) {
    return tl_add(tl_pose_direction(pose, p), pose->at);
}
/* The inverse, using that the axes are orthonormal. */
static inline tl_vec3 tl_pose_local(const tl_pose *pose, tl_vec3 p) {
    tl_vec3 d = tl_sub(p, pose->at);
    return (tl_vec3){tl_dot(pose->x, d), tl_dot(pose->y, d), tl_dot(pose->z, d)};
}
/* First `inner`, then `outer`. */
static inline tl_pose tl_pose_compose(const tl_pose *outer, const tl_pose *inner) {
    return (tl_pose){tl_pose_direction(outer, inner->x), tl_pose_direction(outer, inner->y),
                     tl_pose_direction(outer, inner->z), tl_pose_point(outer, inner->at)};
}

#endif
