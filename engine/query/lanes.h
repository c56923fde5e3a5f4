/* lanes.h: eight floats side by side, for the file that includes it: TL_LANES_AVX2 picks the AVX2 form, else SSE2 where
 * the compiler has it, else plain C. All three round alike (each operation once, never fused), so a kernel gives the
 * same answers in each. */
#ifndef TL_QUERY_LANES_H
#define TL_QUERY_LANES_H

#include <stdint.h>

#if defined(TL_LANES_AVX2)

#include <immintrin.h>
#define TL_KERNEL __attribute__((target("avx2,fma,popcnt,bmi")))
#define TL_LANE   static inline __attribute__((always_inline, target("avx2,fma,popcnt,bmi")))
typedef __m256 lanes;

/* For each mask the lanes set in it, highest first, a byte each (the first in the lowest). */
extern const uint64_t tl_kernels_met_lanes[256];

TL_LANE lanes lanes_load(const float *p) {
    return _mm256_load_ps(p);
}
TL_LANE lanes lanes_all(float x) {
    return _mm256_set1_ps(x);
}
TL_LANE void lanes_store(float *p, lanes a) {
    _mm256_storeu_ps(p, a);
}
TL_LANE void lanes_store_aligned(float *p, lanes a) {
    _mm256_store_ps(p, a);
}
TL_LANE lanes lanes_add(lanes a, lanes b) {
    return _mm256_add_ps(a, b);
}
TL_LANE lanes lanes_sub(lanes a, lanes b) {
    return _mm256_sub_ps(a, b);
}
TL_LANE lanes lanes_mul(lanes a, lanes b) {
    return _mm256_mul_ps(a, b);
}
TL_LANE lanes lanes_div(lanes a, lanes b) {
    return _mm256_div_ps(a, b);
}
TL_LANE lanes lanes_sqrt(lanes a) {
    return _mm256_sqrt_ps(a);
}
/* b where a > 0, else 0. */
TL_LANE lanes lanes_where_positive(lanes a, lanes b) {
    return _mm256_and_ps(_mm256_cmp_ps(a, _mm256_setzero_ps(), _CMP_GT_OQ), b);
}
/* x where a < b, else y. */
TL_LANE lanes lanes_where_below(lanes a, lanes b, lanes x, lanes y) {
    return _mm256_blendv_ps(y, x, _mm256_cmp_ps(a, b, _CMP_LT_OQ));
}
TL_LANE lanes lanes_min(lanes a, lanes b) {
    return _mm256_min_ps(a, b);
}
TL_LANE lanes lanes_max(lanes a, lanes b) {
    return _mm256_max_ps(a, b);
}
TL_LANE lanes lanes_abs(lanes a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a);
}
/* Bit i: a[i] <= b[i]. */
TL_LANE uint32_t lanes_not_above(lanes a, lanes b) {
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ));
}
TL_LANE uint32_t lanes_below(lanes a, lanes b) {
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ));
}

#elif defined(__SSE2__)

#include <emmintrin.h>
#define TL_KERNEL
#define TL_LANE static inline __attribute__((always_inline))
typedef struct lanes {
    __m128 a, b;
} lanes;

TL_LANE lanes lanes_load(const float *p) {
    return (lanes){_mm_load_ps(p), _mm_load_ps(p + 4)};
}
TL_LANE lanes lanes_all(float x) {
    return (lanes){_mm_set1_ps(x), _mm_set1_ps(x)};
}
TL_LANE void lanes_store(float *p, lanes v) {
    _mm_storeu_ps(p, v.a);
    _mm_storeu_ps(p + 4, v.b);
}
TL_LANE void lanes_store_aligned(float *p, lanes v) {
    _mm_store_ps(p, v.a);
    _mm_store_ps(p + 4, v.b);
}
TL_LANE lanes lanes_add(lanes v, lanes w) {
    return (lanes){_mm_add_ps(v.a, w.a), _mm_add_ps(v.b, w.b)};
}
TL_LANE lanes lanes_sub(lanes v, lanes w) {
    return (lanes){_mm_sub_ps(v.a, w.a), _mm_sub_ps(v.b, w.b)};
}
TL_LANE lanes lanes_mul(lanes v, lanes w) {
    return (lanes){_mm_mul_ps(v.a, w.a), _mm_mul_ps(v.b, w.b)};
}
TL_LANE lanes lanes_div(lanes v, lanes w) {
    return (lanes){_mm_div_ps(v.a, w.a), _mm_div_ps(v.b, w.b)};
}
TL_LANE lanes lanes_sqrt(lanes v) {
    return (lanes){_mm_sqrt_ps(v.a), _mm_sqrt_ps(v.b)};
}
TL_LANE lanes lanes_where_positive(lanes v, lanes w) {
    __m128 zero = _mm_setzero_ps();
    return (lanes){_mm_and_ps(_mm_cmpgt_ps(v.a, zero), w.a), _mm_and_ps(_mm_cmpgt_ps(v.b, zero), w.b)};
}
TL_LANE __m128 lanes_half_where(__m128 below, __m128 x, __m128 y) {
    return _mm_or_ps(_mm_and_ps(below, x), _mm_andnot_ps(below, y));
}
TL_LANE lanes lanes_where_below(lanes v, lanes w, lanes x, lanes y) {
    return (lanes){lanes_half_where(_mm_cmplt_ps(v.a, w.a), x.a, y.a),
                   lanes_half_where(_mm_cmplt_ps(v.b, w.b), x.b, y.b)};
}
TL_LANE lanes lanes_min(lanes v, lanes w) {
    return (lanes){_mm_min_ps(v.a, w.a), _mm_min_ps(v.b, w.b)};
}
TL_LANE lanes lanes_max(lanes v, lanes w) {
    return (lanes){_mm_max_ps(v.a, w.a), _mm_max_ps(v.b, w.b)};
}
TL_LANE lanes lanes_abs(lanes v) {
    __m128 sign = _mm_set1_ps(-0.0F);
    return (lanes){_mm_andnot_ps(sign, v.a), _mm_andnot_ps(sign, v.b)};
}
TL_LANE uint32_t lanes_not_above(lanes v, lanes w) {
    return (uint32_t)_mm_movemask_ps(_mm_cmple_ps(v.a, w.a)) | (uint32_t)_mm_movemask_ps(_mm_cmple_ps(v.b, w.b)) << 4;
}
TL_LANE uint32_t lanes_below(lanes v, lanes w) {
    return (uint32_t)_mm_movemask_ps(_mm_cmplt_ps(v.a, w.a)) | (uint32_t)_mm_movemask_ps(_mm_cmplt_ps(v.b, w.b)) << 4;
}

#else

#include <math.h>
#define TL_KERNEL
#define TL_LANE static inline
typedef struct lanes {
    float at[8];
} lanes;

#define LANES_EACH(expression)                                                                                         \
    lanes r;                                                                                                           \
    for (int i = 0; i < 8; i++) {                                                                                      \
        r.at[i] = (expression);                                                                                        \
    }                                                                                                                  \
    return r

TL_LANE lanes lanes_load(const float *p) {
    LANES_EACH(p[i]);
}
TL_LANE lanes lanes_all(float x) {
    LANES_EACH(x);
}
TL_LANE void lanes_store(float *p, lanes v) {
    for (int i = 0; i < 8; i++) {
        p[i] = v.at[i];
    }
}
TL_LANE void lanes_store_aligned(float *p, lanes v) {
    lanes_store(p, v);
}
TL_LANE lanes lanes_add(lanes v, lanes w) {
    LANES_EACH(v.at[i] + w.at[i]);
}
TL_LANE lanes lanes_sub(lanes v, lanes w) {
    LANES_EACH(v.at[i] - w.at[i]);
}
TL_LANE lanes lanes_mul(lanes v, lanes w) {
    LANES_EACH(v.at[i] * w.at[i]);
}
TL_LANE lanes lanes_div(lanes v, lanes w) {
    LANES_EACH(v.at[i] / w.at[i]);
}
TL_LANE lanes lanes_sqrt(lanes v) {
    LANES_EACH(sqrtf(v.at[i]));
}
TL_LANE lanes lanes_where_positive(lanes v, lanes w) {
    LANES_EACH(v.at[i] > 0 ? w.at[i] : 0);
}
TL_LANE lanes lanes_where_below(lanes v, lanes w, lanes x, lanes y) {
    LANES_EACH(v.at[i] < w.at[i] ? x.at[i] : y.at[i]);
}
TL_LANE lanes lanes_min(lanes v, lanes w) {
    LANES_EACH(v.at[i] < w.at[i] ? v.at[i] : w.at[i]);
}
TL_LANE lanes lanes_max(lanes v, lanes w) {
    LANES_EACH(v.at[i] > w.at[i] ? v.at[i] : w.at[i]);
}
TL_LANE lanes lanes_abs(lanes v) {
    LANES_EACH(fabsf(v.at[i]));
}
TL_LANE uint32_t lanes_not_above(lanes v, lanes w) {
    uint32_t mask = 0;
    for (int i = 0; i < 8; i++) {
        mask |= (uint32_t)(v.at[i] <= w.at[i]) << i;
    }
    return mask;
}
TL_LANE uint32_t lanes_below(lanes v, lanes w) {
    uint32_t mask = 0;
    for (int i = 0; i < 8; i++) {
        mask |= (uint32_t)(v.at[i] < w.at[i]) << i;
    }
    return mask;
}

#endif
#endif
