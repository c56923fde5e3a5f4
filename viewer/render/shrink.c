/* shrink.c: makes a part of a picture small by the mean of the pixels that fall together. */
#include "render/shrink.h"

static tlv_rect middle_of(tlv_rect part, int width, int height) {
    double scale = (double)part.width / width < (double)part.height / height ? (double)part.width / width
                                                                             : (double)part.height / height;
    int w = (int)(scale * width), h = (int)(scale * height);
    w = w > 1 ? w : 1;
    h = h > 1 ? h : 1;
    return (tlv_rect){part.x + (part.width - w) / 2, part.y + (part.height - h) / 2, w, h};
}

void tlv_shrink(const uint8_t *rgba, int width, tlv_rect part, uint8_t *small, int small_width, int small_height) {
    tlv_rect r = middle_of(part, small_width, small_height);
    for (int y = 0; y < small_height; y++) {
        for (int x = 0; x < small_width; x++) {
            int x0 = r.x + x * r.width / small_width, x1 = r.x + (x + 1) * r.width / small_width;
            int y0 = r.y + y * r.height / small_height, y1 = r.y + (y + 1) * r.height / small_height;
            unsigned sum[3] = {0, 0, 0}, count = 0;
            x1 = x1 > x0 ? x1 : x0 + 1;
            y1 = y1 > y0 ? y1 : y0 + 1;
            for (int v = y0; v < y1; v++) {
                for (int u = x0; u < x1; u++, count++) {
                    const uint8_t *p = rgba + 4 * ((size_t)v * (size_t)width + (size_t)u);
                    sum[0] += p[0], sum[1] += p[1], sum[2] += p[2];
                }
            }
            uint8_t *q = small + 4 * ((size_t)y * (size_t)small_width + (size_t)x);
            for (int i = 0; i < 3; i++) {
                q[i] = (uint8_t)((sum[i] + count / 2) / count);
            }
            q[3] = 255;
        }
    }
}
