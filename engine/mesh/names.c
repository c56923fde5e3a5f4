/* names.c: units and axes as words. */
#include "mesh/names.h"

#include <stdio.h>

const char *tl_unit_name(tl_unit unit) {
    static const char *const names[] = {NULL, "mm", "cm", "m", "inch", "foot"};
    return names[unit];
}

double tl_unit_mm(tl_unit unit) {
    static const double mm[] = {1, 1, 10, 1000, 25.4, 304.8};
    return mm[unit];
}

const char *tl_axis_name(tl_axis axis) {
    static const char *const names[] = {NULL, "+x", "-x", "+y", "-y", "+z", "-z"};
    return names[axis];
}

char *tl_grouped_text(uint64_t count, char buffer[32]) {
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)count);
    char *at = buffer;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *at++ = ',';
        }
        *at++ = digits[i];
    }
    *at = 0;
    return buffer;
}
