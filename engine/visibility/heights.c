/* heights.c: the same loops for processors with AVX2 and for all others. */
#include "visibility/heights.h"

#include <string.h>

typedef double lanes __attribute__((vector_size(TL_HEIGHTS_LANES * sizeof(double))));
typedef int64_t marks __attribute__((vector_size(TL_HEIGHTS_LANES * sizeof(double))));

#define LANE static inline __attribute__((always_inline))

/* GCC warns that a vector's passing depends on the processor; these are never passed. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define LOAD(to, from)   memcpy(&(to), (from), sizeof(to))
#define PICK(mask, a, b) ((lanes)(((mask) & (marks)(a)) | (~(mask) & (marks)(b))))

LANE double top(const double *x, const double *y, const double *z, size_t room, tl_vec3 n) {
    lanes first = {-INFINITY, -INFINITY, -INFINITY, -INFINITY}, second = first;
    size_t i = 0;
    for (; i + 8 <= room; i += 8) {
        lanes a, b, c, d, e, f;
        LOAD(a, x + i);
        LOAD(b, y + i);
        LOAD(c, z + i);
        LOAD(d, x + i + 4);
        LOAD(e, y + i + 4);
        LOAD(f, z + i + 4);
        lanes s = n.x * a + n.y * b + n.z * c, t = n.x * d + n.y * e + n.z * f;
        first = PICK(s > first, s, first);
        second = PICK(t > second, t, second);
    }
    if (i < room) {
        lanes a, b, c;
        LOAD(a, x + i);
        LOAD(b, y + i);
        LOAD(c, z + i);
        lanes s = n.x * a + n.y * b + n.z * c;
        first = PICK(s > first, s, first);
    }
    first = PICK(second > first, second, first);
    double best = first[0];
    for (int k = 1; k < TL_HEIGHTS_LANES; k++) {
        best = first[k] > best ? first[k] : best;
    }
    return best;
}

LANE void range(const double *x, const double *y, const double *z, size_t room, tl_vec3 n, double *low, double *high) {
    lanes most = {-INFINITY, -INFINITY, -INFINITY, -INFINITY}, least = -most;
    for (size_t i = 0; i < room; i += TL_HEIGHTS_LANES) {
        lanes a, b, c;
        LOAD(a, x + i);
        LOAD(b, y + i);
        LOAD(c, z + i);
        lanes s = n.x * a + n.y * b + n.z * c;
        most = PICK(s > most, s, most);
        least = PICK(s < least, s, least);
    }
    *low = least[0];
    *high = most[0];
    for (int k = 1; k < TL_HEIGHTS_LANES; k++) {
        *low = least[k] < *low ? least[k] : *low;
        *high = most[k] > *high ? most[k] : *high;
    }
}

LANE uint64_t above(const double *x, const double *y, const double *z, const double *offset, size_t room, tl_vec3 p) {
    uint64_t code = 0;
    for (size_t i = 0; i < room; i += TL_HEIGHTS_LANES) {
        lanes a, b, c, d;
        LOAD(a, x + i);
        LOAD(b, y + i);
        LOAD(c, z + i);
        LOAD(d, offset + i);
        marks over = a * p.x + b * p.y + c * p.z - d > 0;
        uint64_t bits =
            ((uint64_t)over[0] & 1) | ((uint64_t)over[1] & 2) | ((uint64_t)over[2] & 4) | ((uint64_t)over[3] & 8);
        code |= bits << i;
    }
    return code;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static double top_avx2(const double *x, const double *y, const double *z, size_t room, tl_vec3 n) {
    return top(x, y, z, room, n);
}

AVX2 static void range_avx2(const double *x, const double *y, const double *z, size_t room, tl_vec3 n, double *low,
                            double *high) {
    range(x, y, z, room, n, low, high);
}

AVX2 static uint64_t above_avx2(const double *x, const double *y, const double *z, const double *offset, size_t room,
                                tl_vec3 p) {
    __m256d px = _mm256_set1_pd(p.x), py = _mm256_set1_pd(p.y), pz = _mm256_set1_pd(p.z);
    uint64_t code = 0;
    for (size_t i = 0; i < room; i += TL_HEIGHTS_LANES) {
        __m256d s = _mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(x + i), px), _mm256_mul_pd(_mm256_loadu_pd(y + i), py));
        s = _mm256_sub_pd(_mm256_add_pd(s, _mm256_mul_pd(_mm256_loadu_pd(z + i), pz)), _mm256_loadu_pd(offset + i));
        code |= (uint64_t)_mm256_movemask_pd(_mm256_cmp_pd(s, _mm256_setzero_pd(), _CMP_GT_OQ)) << i;
    }
    return code;
}

#define CHOOSE(name, ...) (__builtin_cpu_supports("avx2") ? name##_avx2(__VA_ARGS__) : name(__VA_ARGS__))
#else
#define CHOOSE(name, ...) name(__VA_ARGS__)
#endif

double tl_heights_top(const double *x, const double *y, const double *z, size_t room, tl_vec3 n) {
    return CHOOSE(top, x, y, z, room, n);
}

void tl_heights_range(const double *x, const double *y, const double *z, size_t room, tl_vec3 n, double *low,
                      double *high) {
    CHOOSE(range, x, y, z, room, n, low, high);
}

uint64_t tl_heights_above(const double *x, const double *y, const double *z, const double *offset, size_t room,
                          tl_vec3 p) {
    return CHOOSE(above, x, y, z, offset, room, p);
}
