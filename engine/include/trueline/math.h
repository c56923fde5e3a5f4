/* math.h: plain vectors, boxes and poses, by value. Millimetres, right-handed, Z up; double precision.
 *
 * On a table (0, 0) is a corner, the width runs along +X, the depth along +Y, and z = 0 is the surface of a table
 * without a mesh. */
#ifndef TRUELINE_MATH_H
#define TRUELINE_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

/* A point or direction on the table plan. */
typedef struct tl_vec2 {
    /* Along the table's width, and along its depth. */
    double x, y;
} tl_vec2;

/* A point or direction in space. */
typedef struct tl_vec3 {
    /* Along the table's width, along its depth, and up. */
    double x, y, z;
} tl_vec3;

/* An axis-aligned box with its boundary; empty when low > high in any axis. */
typedef struct tl_box3 {
    /* Its least and its greatest corner. */
    tl_vec3 low, high;
} tl_box3;

/* A rigid placement: a point p of a model lies at x*p.x + y*p.y + z*p.z + at. The axes are orthonormal. */
typedef struct tl_pose {
    /* Images of the model's axes. */
    tl_vec3 x, y, z;
    /* Image of the model's origin. */
    tl_vec3 at;
} tl_pose;

#ifdef __cplusplus
}
#endif
#endif
