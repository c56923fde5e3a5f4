/* vector.h: the few vector operations that drawing needs, in double precision. */
#ifndef TLV_VECTOR_H
#define TLV_VECTOR_H

#include <trueline/math.h>

#include <math.h>
#include <stdbool.h>

static inline tl_vec3 tlv_add(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline tl_vec3 tlv_sub(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline tl_vec3 tlv_scale(tl_vec3 a, double s) {
    return (tl_vec3){a.x * s, a.y * s, a.z * s};
}
static inline tl_vec3 tlv_madd(tl_vec3 a, tl_vec3 b, double s) {
    return (tl_vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static inline double tlv_dot(tl_vec3 a, tl_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline tl_vec3 tlv_cross(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double tlv_length(tl_vec3 a) {
    return sqrt(tlv_dot(a, a));
}
/* The zero vector stays zero. */
static inline tl_vec3 tlv_normalise(tl_vec3 a) {
    double length = tlv_length(a);
    return length > 0 ? tlv_scale(a, 1 / length) : a;
}
/* Some unit vector at a right angle to the unit vector `a`. */
static inline tl_vec3 tlv_across(tl_vec3 a) {
    tl_vec3 axis = fabs(a.x) < 0.6 ? (tl_vec3){1, 0, 0} : (tl_vec3){0, 1, 0};
    return tlv_normalise(tlv_cross(a, axis));
}
static inline bool tlv_is_finite(tl_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline tl_box3 tlv_box_empty(void) {
    return (tl_box3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}
static inline bool tlv_box_is_empty(tl_box3 b) {
    return !(b.low.x <= b.high.x && b.low.y <= b.high.y && b.low.z <= b.high.z);
}
static inline tl_box3 tlv_box_add(tl_box3 b, tl_vec3 p) {
    return (tl_box3){{fmin(b.low.x, p.x), fmin(b.low.y, p.y), fmin(b.low.z, p.z)},
                     {fmax(b.high.x, p.x), fmax(b.high.y, p.y), fmax(b.high.z, p.z)}};
}
static inline tl_box3 tlv_box_union(tl_box3 a, tl_box3 b) {
    return tlv_box_is_empty(b) ? a : tlv_box_add(tlv_box_add(a, b.low), b.high);
}
/* Corner 0 to 7: bits choose high over low in x, y, z. */
static inline tl_vec3 tlv_box_corner(tl_box3 b, int corner) {
    return (tl_vec3){corner & 1 ? b.high.x : b.low.x, corner & 2 ? b.high.y : b.low.y, corner & 4 ? b.high.z : b.low.z};
}

#endif
