/* scalar.h: what the C library has for pairs of numbers, with the same bits on every machine.
 *
 * The C library's fmin and fmax leave open which of two zeros they give, its hypot rounds as its makers like, and none
 * of them is inlined. The engine uses these instead; of the C library's functions only those whose result the standard
 * for floating point fixes to the last bit (tests/structure/arithmetic.py has the list). */
#ifndef TL_MATH_SCALAR_H
#define TL_MATH_SCALAR_H

#include <math.h>

/* The smaller (larger) of two numbers, one instruction each; the first when they are equal, as zeros of either sign
 * are, or when either is not a number. So a running bound, put first, passes over what is not a number. */
static inline double tl_min(double a, double b) {
    return b < a ? b : a;
}
static inline double tl_max(double a, double b) {
    return b > a ? b : a;
}

/* a + b as the sum that is stored and what rounding took from it, exactly (Knuth). */
static inline void tl_two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    double bb = s - a;
    *error = (a - (s - bb)) + (b - bb);
    *sum = s;
}

/* The length of (x, y). With u = 2^-53 squares and their sum are off by at most 2u relatively, hence their root by u,
 * and it rounds once more: within 2u (1 + u) of the true length. Squares that would overflow or lose digits (below
 * 2^-960 one may underflow and matter) are scaled by a power of two first, which rounds nothing. Not a number if either
 * is not. */
static inline double tl_hypot(double x, double y) {
    double sum = x * x + y * y;
    if (sum >= 0x1p-960 && sum <= 0x1p1000) {
        return sqrt(sum);
    }
    double scale = sum > 1 ? 0x1p-600 : 0x1p+600;
    x *= scale;
    y *= scale;
    return sqrt(x * x + y * y) / scale;
}

#endif
