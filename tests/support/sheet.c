/* sheet.c: a grid through all corners, without the cells that lie in holes. */
#include "support/sheet.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

size_t sheet_make(double x, sheet_rect sheet, const sheet_rect *holes, size_t count, tl_vec3 (*triangles)[3]) {
    double y[2 * SHEET_HOLES + 2] = {sheet.y0, sheet.y1}, z[2 * SHEET_HOLES + 2] = {sheet.z0, sheet.z1};
    size_t n = 2, made = 0;
    for (size_t i = 0; i < count; i++, n += 2) {
        y[n] = holes[i].y0;
        y[n + 1] = holes[i].y1;
        z[n] = holes[i].z0;
        z[n + 1] = holes[i].z1;
    }
    qsort(y, n, sizeof(*y), ascending);
    qsort(z, n, sizeof(*z), ascending);
    for (size_t i = 0; i + 1 < n; i++) {
        for (size_t k = 0; k + 1 < n; k++) {
            double my = 0.5 * (y[i] + y[i + 1]), mz = 0.5 * (z[k] + z[k + 1]);
            int open = y[i] == y[i + 1] || z[k] == z[k + 1];
            for (size_t h = 0; h < count; h++) {
                open = open || (holes[h].y0 < my && my < holes[h].y1 && holes[h].z0 < mz && mz < holes[h].z1);
            }
            if (!open) {
                const tl_vec3 c[4] = {
                    {x, y[i], z[k]}, {x, y[i + 1], z[k]}, {x, y[i + 1], z[k + 1]}, {x, y[i], z[k + 1]}};
                for (int t = 0; t < 2; t++, made++) {
                    triangles[made][0] = c[0];
                    triangles[made][1] = c[t + 1];
                    triangles[made][2] = c[t + 2];
                }
            }
        }
    }
    return made;
}
