/* obstacle.c: slices of triangles, and discs round a mover. */
#include "move/obstacle.h"

#include "geom/geom.h"

double tl_mover_reach(const tl_mover *mover) {
    double reach = 0;
    for (size_t i = 0; i < mover->count; i++) {
        for (size_t k = 0; k < mover->parts[i].count; k++) {
            const tl_figure *f = &mover->parts[i].figures[k];
            for (int c = 0; c < f->count; c++) {
                reach = tl_max(reach, tl_length2(f->corner[c]) + f->radius);
            }
        }
    }
    return reach;
}

double tl_mover_core_radius(const tl_mover_part *part) {
    double best = 0;
    const tl_figure origin = {.count = 1};
    for (size_t k = 0; k < part->count; k++) {
        best = tl_max(best, tl_figure_depth(&origin, &part->figures[k]));
    }
    return best;
}

tl_mover tl_mover_core(const tl_mover *mover, tl_figure *discs, tl_mover_part *parts) {
    tl_mover core = {.parts = parts, .round = true};
    for (size_t i = 0; i < mover->count; i++) {
        double radius = tl_mover_core_radius(&mover->parts[i]);
        if (radius > 0) {
            size_t k = core.count++;
            discs[k] = tl_figure_disc((tl_vec2){0, 0}, radius);
            parts[k] = mover->parts[i];
            parts[k].figures = &discs[k];
            parts[k].count = 1;
        }
    }
    return core;
}

/* Keeps what lies on one side of a height. */
static int clip(const tl_vec3 *in, int count, double height, double sign, tl_vec3 *out) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        tl_vec3 p = in[i], q = in[(i + 1) % count];
        double a = sign * (p.z - height), b = sign * (q.z - height);
        if (a >= 0) {
            out[made++] = p;
        }
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            out[made++] = tl_lerp(p, q, a / (a - b));
        }
    }
    return made;
}

bool tl_mover_slice_triangle(const tl_vec3 corner[3], double low, double high, tl_figure *slice) {
    tl_vec3 above[TL_FIGURE_CORNERS], part[TL_FIGURE_CORNERS];
    int count = clip(corner, 3, low, 1, above);
    count = clip(above, count, high, -1, part);
    *slice = (tl_figure){.count = 0};
    if (count == 0) {
        return false;
    }
    double area = 0;
    for (int i = 0; i < count; i++) {
        area += tl_cross2(tl_sub2(tl_plan(part[i]), tl_plan(part[0])),
                          tl_sub2(tl_plan(part[(i + 1) % count]), tl_plan(part[0])));
    }
    for (int i = 0; i < count; i++) {
        slice->corner[area < 0 ? count - 1 - i : i] = tl_plan(part[i]);
    }
    slice->count = count;
    return true;
}
