/* math.h: plain vectors, boxes and poses. Millimetres, right-handed, Z up; double precision. */
#ifndef TRUELINE_MATH_H
#define TRUELINE_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tl_vec2 {
    double x, y;
} tl_vec2;

typedef struct tl_vec3 {
    double x, y, z;
} tl_vec3;

/* Empty when low > high in any axis; tl_box3_empty() is the empty box that grows. */
typedef struct tl_box3 {
    tl_vec3 low, high;
} tl_box3;

/* A rigid placement: a point p of a model lies at x*p.x + y*p.y + z*p.z + at. The axes are orthonormal. */
typedef struct tl_pose {
    tl_vec3 x, y, z; /* images of the model's axes */
    tl_vec3 at;      /* image of the model's origin */
} tl_pose;

#ifdef __cplusplus
}
#endif
#endif
