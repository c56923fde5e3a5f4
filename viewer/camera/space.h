/* space.h: where the table's space meets that of pictures; the only file that includes cglm.
 *
 * Places on the table are the engine's vectors, in double precision: questions are asked with them and scenes written
 * from them, and a table may lie anywhere in the world. What is looked at, turned, projected and pointed with is
 * cglm's, in single precision. Between the two stand differences: of two places the difference is taken in doubles and
 * rounded once, so that its error is a ten-millionth of its own length, wherever the places are.
 *
 * Of cglm nothing named _fast is used: it takes reciprocals that processors estimate as they like. The rest has the
 * same bits from every compiler as long as contraction is off. */
#ifndef TLV_SPACE_H
#define TLV_SPACE_H

#include <trueline/math.h>

/* Matrices may lie wherever malloc puts a struct, also where a build for AVX would want them at multiples of 32: in
 * structs and arrays they are `vec4 m[4]`, which have no alignment of their own then. */
#define CGLM_ALL_UNALIGNED
#include <cglm/cglm.h>

#include <math.h>
#include <stdbool.h>

/* cglm declares what it only reads without const, too. */
#define TLV_READ(vector)        ((float *)(uintptr_t)(vector))
#define TLV_READ_MATRIX(matrix) ((vec4 *)(uintptr_t)(matrix))

/* --- From places to cglm and back --------------------------------------------------------------------------------- */

/* The way from one place to another. */
static inline void tlv_way(tl_vec3 from, tl_vec3 to, vec3 way) {
    way[0] = (float)(to.x - from.x), way[1] = (float)(to.y - from.y), way[2] = (float)(to.z - from.z);
}
/* A direction as it is: not for places, which lose digits. */
static inline void tlv_direction(tl_vec3 direction, vec3 out) {
    tlv_way((tl_vec3){0, 0, 0}, direction, out);
}
/* So far along a way from a place. */
static inline tl_vec3 tlv_along(tl_vec3 from, const float way[3], double by) {
    return (tl_vec3){from.x + by * (double)way[0], from.y + by * (double)way[1], from.z + by * (double)way[2]};
}
static inline tl_vec3 tlv_widened(const float direction[3]) {
    return (tl_vec3){(double)direction[0], (double)direction[1], (double)direction[2]};
}
static inline double tlv_distance(tl_vec3 a, tl_vec3 b) {
    vec3 way;
    tlv_way(a, b, way);
    return (double)glm_vec3_norm(way);
}
/* Some unit vector at a right angle to a unit vector. */
static inline void tlv_across(const float a[3], vec3 out) {
    glm_vec3_crossn(TLV_READ(a), fabsf(a[0]) < 0.6f ? (vec3){1, 0, 0} : (vec3){0, 1, 0}, out);
}
/* On a circle round a place, whose plane two unit vectors at a right angle span; the angle in radians from the first.
 */
static inline tl_vec3 tlv_on_circle(tl_vec3 centre, const float u[3], const float v[3], double radius, double angle) {
    return tlv_along(tlv_along(centre, u, radius * cos(angle)), v, radius * sin(angle));
}
/* Twice the area of a triangle, as a vector at a right angle to it. */
static inline void tlv_normal(tl_vec3 a, tl_vec3 b, tl_vec3 c, vec3 normal) {
    vec3 u, v;
    tlv_way(a, b, u);
    tlv_way(a, c, v);
    glm_vec3_cross(u, v, normal);
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

/* Sums of places in double precision: they go back to the engine, and what is moved again and again may not creep. */
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
    return tlv_add(a, tlv_scale(b, s));
}
/* From one place (t = 0) to another (t = 1), or beyond. */
static inline tl_vec3 tlv_between(tl_vec3 a, tl_vec3 b, double t) {
    return tlv_madd(a, tlv_sub(b, a), t);
}
/* On which side of a plane a place lies decides what a cut takes along. */
static inline double tlv_dot(tl_vec3 a, tl_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline bool tlv_is_finite(tl_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* --- Places on the plan: outlines are drawn by hand and go into scenes ---------------------------------------------
 */

static inline tl_vec2 tlv_sub2(tl_vec2 a, tl_vec2 b) {
    return (tl_vec2){a.x - b.x, a.y - b.y};
}
static inline double tlv_dot2(tl_vec2 a, tl_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
/* Above 0 when `b` is to the left of `a`. */
static inline double tlv_cross2(tl_vec2 a, tl_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* --- Boxes of places ---------------------------------------------------------------------------------------------- */

/* Rounded, they would leave out what they were put round. */
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
static inline tl_vec3 tlv_box_middle(tl_box3 b) {
    return tlv_between(b.low, b.high, 0.5);
}
/* From corner to corner. */
static inline double tlv_box_size(tl_box3 b) {
    return tlv_distance(b.low, b.high);
}

#endif
