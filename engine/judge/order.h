/* order.h: orders by one key after another. */
#ifndef TL_JUDGE_ORDER_H
#define TL_JUDGE_ORDER_H

/* -1, 0 or 1: one key goes before another, with it, or behind it. */
static inline int tl_order(double a, double b) {
    return (a > b) - (a < b);
}

#endif
