/* compare.c: the share of a picture's tiles whose mean colour differs by more than drivers do. */
#include "headless/compare.h"

#include <stdlib.h>

enum { TILE = 4, MOST_DIFFERENCE = 15 };

static bool differs(const uint8_t *a, const uint8_t *b, int width, int x0, int y0, int x1, int y1) {
    int sum[3] = {0, 0, 0}, count = (x1 - x0) * (y1 - y0);
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            size_t at = 4 * ((size_t)y * (size_t)width + (size_t)x);
            for (int i = 0; i < 3; i++) {
                sum[i] += a[at + (size_t)i] - b[at + (size_t)i];
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        if (abs(sum[i]) > MOST_DIFFERENCE * count) {
            return true;
        }
    }
    return false;
}

double tlv_compare(const uint8_t *a, const uint8_t *b, int width, int height) {
    size_t tiles = 0, different = 0;
    for (int y = 0; y < height; y += TILE) {
        for (int x = 0; x < width; x += TILE) {
            int x1 = x + TILE < width ? x + TILE : width, y1 = y + TILE < height ? y + TILE : height;
            different += differs(a, b, width, x, y, x1, y1);
            tiles++;
        }
    }
    return tiles > 0 ? (double)different / (double)tiles : 0;
}
