/* validate.c: what holds of every cell and of every shaft. */
#include "visibility/shaft.h"

#ifdef TL_VALIDATE

#include "visibility/limits.h"

/* What coordinates of cells may be off by, mm: far above an ulp a cut, and above what `plane` and `side` lose. */
static double slop(const tl_cell *cell) {
    double most = 1;
    for (uint32_t i = 0; i < cell->point_count; i++) {
        tl_vec3 p = cell->points[i];
        most = tl_max(most, tl_max(fabs(p.x), tl_max(fabs(p.y), fabs(p.z))));
    }
    return TL_SIGHT_TOUCH + TL_SIGHT_TOUCH_SHARE * most;
}

static const char *points_broken(const tl_cell *cell) {
    for (uint32_t i = 0; i < TL_HEIGHTS_ROOM(cell->point_count); i++) {
        tl_vec3 p = cell->points[i < cell->point_count ? i : 0];
        if (cell->x[i] != p.x || cell->y[i] != p.y || cell->z[i] != p.z) {
            return "a cell's coordinates side by side are those of its points, the first again where there is room "
                   "left";
        }
        if (!(cell->box.low.x <= p.x && p.x <= cell->box.high.x && cell->box.low.y <= p.y && p.y <= cell->box.high.y &&
              cell->box.low.z <= p.z && p.z <= cell->box.high.z)) {
            return "a cell's box holds its points";
        }
    }
    if (cell->point_count > 0 && !(cell->diameter >= tl_length(tl_box3_size(cell->box)))) {
        return "no two points of a cell are farther apart than its diameter";
    }
    if (cell->outer_count < 0 || cell->outer_count > 2 * TL_CELL_OUTER) {
        return "a cell has room for its outermost points";
    }
    for (int i = 0; i < cell->outer_count; i++) {
        if (cell->outer[i] >= cell->point_count) {
            return "a cell's outermost points are its own";
        }
    }
    return NULL;
}

/* Flat, and turning one way at every corner, as far as rounding lets that be told. */
static bool is_convex(const tl_vec3 *corner, size_t count, double off) {
    tl_vec3 n = {0, 0, 0};
    double size = 0;
    for (size_t k = 1; k < count; k++) {
        size = tl_max(size, tl_distance(corner[k], corner[0]));
        n = tl_add(n, tl_cross(tl_sub(corner[k], corner[0]), tl_sub(corner[(k + 1) % count], corner[0])));
    }
    double area = tl_length(n);
    if (!(area > size * TL_SIGHT_PLANE_OFF * off)) {
        return true; /* a sliver: its plane isn't known */
    }
    n = tl_scale(n, 1 / area);
    off *= TL_SIGHT_PLANE_OFF; /* a plane through corners that are off turns by that over their distance */
    for (size_t k = 0; k < count; k++) {
        tl_vec3 e = tl_sub(corner[(k + 1) % count], corner[k]), inward = tl_normalise(tl_cross(n, e));
        if (fabs(tl_dot(n, tl_sub(corner[k], corner[0]))) > off) {
            return false;
        }
        for (size_t i = 0; i < count && tl_length(e) > off; i++) {
            if (tl_dot(inward, tl_sub(corner[i], corner[k])) < -off) {
                return false;
            }
        }
    }
    return true;
}

const char *tl_cell_broken(const tl_cell *cell) {
    if (cell->references == 0) {
        return "somebody holds a cell";
    }
    if (cell->first[0] != 0) {
        return "a cell's first polygon begins with its first corner";
    }
    const char *broken = points_broken(cell);
    double off = slop(cell);
    for (uint32_t i = 0; i < cell->polygon_count && broken == NULL; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        uint32_t count = cell->first[i + 1] - cell->first[i];
        if (cell->first[i + 1] <= cell->first[i] || count > TL_CELL_CORNERS) {
            return "a polygon of a cell has a corner or more, and no more than there is room for";
        }
        for (uint32_t k = 0; k < count; k++) {
            if (cell->corners[cell->first[i] + k] >= cell->point_count) {
                return "a polygon's corners are points of its cell";
            }
            corner[k] = cell->points[cell->corners[cell->first[i] + k]];
        }
        broken = is_convex(corner, count, off) ? NULL : "a cell's polygons are flat and convex";
    }
    return broken;
}

const char *tl_shaft_broken(const tl_shaft *shaft, const tl_cell *a, const tl_cell *b) {
    if (shaft->count < 1 || shaft->count > TL_SHAFT_PLANES) {
        return "a shaft has room for its planes";
    }
    if (!(shaft->inflation > 0 && shaft->margin > shaft->inflation && shaft->nudge < shaft->inflation)) {
        return "what touches is farther out than a shaft's planes, and these than what cells are nudged by";
    }
    const tl_cell *cells[2] = {a, b};
    for (int i = 0; i < shaft->count; i++) {
        tl_vec3 n = {shaft->x[i], shaft->y[i], shaft->z[i]};
        double square = tl_length_squared(n);
        if (square != 0 && !(fabs(square - 1) < TL_SIGHT_INFLATION)) {
            return "a shaft's planes have unit normals";
        }
        for (int c = 0; c < 2; c++) {
            for (uint32_t k = 0; k < cells[c]->point_count; k++) {
                if (!(tl_dot(n, cells[c]->points[k]) < shaft->offset[i])) {
                    return "a shaft's planes look outward: every point of both cells is inside of each";
                }
            }
        }
    }
    for (int i = shaft->count; i < TL_SHAFT_PLANES; i++) {
        if (!(shaft->offset[i] == INFINITY)) {
            return "nothing is outside of planes that aren't there";
        }
    }
    return NULL;
}

#endif
