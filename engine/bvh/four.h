/* four.h: four floats side by side: SSE2 on x86-64, plain C elsewhere, with the same bits. */
#ifndef TL_BVH_FOUR_H
#define TL_BVH_FOUR_H

#include "math/vec.h"

#if defined(__SSE2__)
#include <emmintrin.h>
typedef __m128 four;
static inline four four_load(const float *p) {
    return _mm_loadu_ps(p);
}
static inline void four_store(float *p, four a) {
    _mm_storeu_ps(p, a);
}
static inline four four_min(four a, four b) {
    return _mm_min_ps(a, b);
}
static inline four four_max(four a, four b) {
    return _mm_max_ps(a, b);
}
static inline four four_all(float x) {
    return _mm_set1_ps(x);
}
/* The differences of x, y and z, each rounded to double, then to float; nothing in the fourth place. */
static inline four four_between(tl_vec3 from, const tl_vec3 *to) {
    __m128d xy = _mm_sub_pd(_mm_loadu_pd(&to->x), _mm_loadu_pd(&from.x));
    __m128d z = _mm_sub_sd(_mm_load_sd(&to->z), _mm_load_sd(&from.z));
    return _mm_movelh_ps(_mm_cvtpd_ps(xy), _mm_cvtpd_ps(z));
}
/* Columns become rows. */
static inline void four_transpose(four m[4]) {
    _MM_TRANSPOSE4_PS(m[0], m[1], m[2], m[3]);
}
#else
typedef struct four {
    float at[4];
} four;
static inline four four_load(const float *p) {
    return (four){{p[0], p[1], p[2], p[3]}};
}
static inline void four_store(float *p, four a) {
    for (int i = 0; i < 4; i++) {
        p[i] = a.at[i];
    }
}
/* As the SSE instruction: the second when they are equal or one is not a number. */
static inline four four_min(four a, four b) {
    for (int i = 0; i < 4; i++) {
        b.at[i] = a.at[i] < b.at[i] ? a.at[i] : b.at[i];
    }
    return b;
}
static inline four four_max(four a, four b) {
    for (int i = 0; i < 4; i++) {
        b.at[i] = a.at[i] > b.at[i] ? a.at[i] : b.at[i];
    }
    return b;
}
static inline four four_all(float x) {
    return (four){{x, x, x, x}};
}
static inline four four_between(tl_vec3 from, const tl_vec3 *to) {
    return (four){{(float)(to->x - from.x), (float)(to->y - from.y), (float)(to->z - from.z), 0}};
}
static inline void four_transpose(four m[4]) {
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            float t = m[i].at[j];
            m[i].at[j] = m[j].at[i];
            m[j].at[i] = t;
        }
    }
}
#endif

/* The smallest and the largest of the four. */
static inline float four_lowest(four a) {
    float at[4];
    four_store(at, a);
    float p = at[0] < at[1] ? at[0] : at[1], q = at[2] < at[3] ? at[2] : at[3];
    return p < q ? p : q;
}
static inline float four_highest(four a) {
    float at[4];
    four_store(at, a);
    float p = at[0] > at[1] ? at[0] : at[1], q = at[2] > at[3] ? at[2] : at[3];
    return p > q ? p : q;
}

#endif
