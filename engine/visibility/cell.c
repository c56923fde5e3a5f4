/* cell.c: making, cutting and sampling cells. */
#include "visibility/cell.h"

#include <string.h>

/* --- A list of polygons being put together in the scratch ------------------------------------------------------- */

typedef struct builder {
    tl_cell_scratch *scratch;
    size_t points; /* written to scratch->points */
    size_t polygons;
    size_t from; /* where this list begins, so that two can be made one after the other */
    size_t from_polygon;
} builder;

static bool add_polygon(builder *b, const tl_vec3 *corner, size_t count) {
    tl_cell_scratch *s = b->scratch;
    /* one with too many corners is divided, or repeated cuts would grow it without end */
    if (count > TL_CELL_CORNERS) {
        size_t half = count / 2;
        tl_vec3 rest[2 * TL_CELL_CORNERS];
        size_t n = 0;
        rest[n++] = corner[0];
        for (size_t i = half; i < count; i++) {
            rest[n++] = corner[i];
        }
        return add_polygon(b, corner, half + 1) && add_polygon(b, rest, n);
    }
    if (!tl_reserve(s->context, (void **)&s->points, &s->point_capacity, b->points + count, sizeof(tl_vec3)) ||
        !tl_reserve(s->context, (void **)&s->sizes, &s->size_capacity, b->polygons + 1, sizeof(uint32_t))) {
        return false;
    }
    memcpy(s->points + b->points, corner, count * sizeof(tl_vec3));
    b->points += count;
    s->sizes[b->polygons++] = (uint32_t)count;
    return true;
}

/* The part of a convex polygon where side * (normal . x - offset) <= 0. */
static size_t clip(const tl_vec3 *corner, size_t count, tl_vec3 normal, double offset, double side, tl_vec3 *out) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        tl_vec3 p = corner[i], q = corner[(i + 1) % count];
        double sp = tl_dot(normal, p) - offset, sq = tl_dot(normal, q) - offset;
        if (side * sp <= 0) {
            out[n++] = p;
        }
        if ((sp < 0 && sq > 0) || (sp > 0 && sq < 0)) {
            /* computed from the negative to the positive end, so that both halves get the same point */
            tl_vec3 from = sp < 0 ? p : q, to = sp < 0 ? q : p;
            double s = fabs(sp < 0 ? sp : sq), t = fabs(sp < 0 ? sq : sp);
            out[n++] = tl_lerp(from, to, s / (s + t));
        }
    }
    return n;
}

static uint64_t mix(uint64_t h) {
    h = (h ^ (h >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ (h >> 32);
}

static uint64_t point_hash(tl_vec3 p) {
    double c[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 and 0 are one */
    uint64_t b[3];
    memcpy(b, c, sizeof(b));
    return mix(b[0] + mix(b[1] + mix(b[2])));
}

/* Turns the builder's list into a cell with its points joined. */
static tl_cell *finish(const builder *b) {
    tl_cell_scratch *s = b->scratch;
    size_t corners = b->points - b->from;
    size_t polygons = b->polygons - b->from_polygon;
    size_t slots = 16;
    while (slots < 2 * corners) {
        slots *= 2;
    }
    if (!tl_reserve(s->context, (void **)&s->table, &s->table_capacity, slots, sizeof(uint32_t)) ||
        !tl_reserve(s->context, (void **)&s->kept, &s->kept_capacity, 2 * corners + 1, sizeof(uint32_t))) {
        return NULL;
    }
    memset(s->table, 0xff, slots * sizeof(uint32_t));
    uint32_t *index = s->kept, *kept = s->kept + corners;
    uint32_t distinct = 0;
    for (size_t i = 0; i < corners; i++) {
        tl_vec3 p = s->points[b->from + i];
        size_t k = (size_t)point_hash(p) & (slots - 1);
        while (s->table[k] != UINT32_MAX && !tl_same_point(p, s->points[b->from + kept[s->table[k]]])) {
            k = (k + 1) & (slots - 1);
        }
        if (s->table[k] == UINT32_MAX) {
            s->table[k] = distinct;
            kept[distinct++] = (uint32_t)i;
        }
        index[i] = s->table[k];
    }
    size_t points_at = sizeof(tl_cell);
    size_t first_at = points_at + distinct * sizeof(tl_vec3);
    size_t corners_at = first_at + (polygons + 1) * sizeof(uint32_t);
    char *block = tl_alloc(s->context, corners_at + corners * sizeof(uint32_t));
    if (block == NULL) {
        return NULL;
    }
    tl_cell *cell = (tl_cell *)(void *)block;
    *cell = (tl_cell){.references = 1,
                      .polygon_count = (uint32_t)polygons,
                      .point_count = distinct,
                      .points = (tl_vec3 *)(void *)(block + points_at),
                      .first = (uint32_t *)(void *)(block + first_at),
                      .corners = (uint32_t *)(void *)(block + corners_at),
                      .box = tl_box3_empty()};
    for (uint32_t i = 0; i < distinct; i++) {
        cell->points[i] = s->points[b->from + kept[i]];
        cell->box = tl_box3_add(cell->box, cell->points[i]);
    }
    cell->first[0] = 0;
    for (size_t i = 0; i < polygons; i++) {
        cell->first[i + 1] = cell->first[i] + s->sizes[b->from_polygon + i];
    }
    memcpy(cell->corners, index, corners * sizeof(uint32_t));
    cell->diameter = distinct > 0 ? tl_length(tl_box3_size(cell->box)) * (1 + 1e-15) : 0;
    return cell;
}

void tl_cell_scratch_free(tl_cell_scratch *scratch) {
    tl_free(scratch->context, scratch->points);
    tl_free(scratch->context, scratch->sizes);
    tl_free(scratch->context, scratch->table);
    tl_free(scratch->context, scratch->kept);
    *scratch = (tl_cell_scratch){.context = scratch->context};
}

static bool add_above(builder *b, const tl_vec3 *corner, size_t count, bool above_plane) {
    tl_vec3 cut[2 * TL_CELL_CORNERS];
    if (above_plane) {
        bool any = false, all = true;
        for (size_t i = 0; i < count; i++) {
            any = any || corner[i].z > 0;
            all = all && corner[i].z >= 0;
        }
        if (!any) {
            return true;
        }
        if (!all) {
            count = clip(corner, count, (tl_vec3){0, 0, -1}, 0, 1, cut);
            return add_polygon(b, cut, count);
        }
    }
    return add_polygon(b, corner, count);
}

tl_cell *tl_cell_from_bvh(tl_cell_scratch *scratch, const tl_bvh *bvh, bool above_plane) {
    builder b = {.scratch = scratch};
    size_t count = tl_bvh_triangle_count(bvh);
    for (size_t i = 0; i < count; i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(bvh, (uint32_t)i, corner);
        if (!add_above(&b, corner, 3, above_plane)) {
            return NULL;
        }
    }
    return finish(&b);
}

tl_cell *tl_cell_from_point(tl_cell_scratch *scratch, tl_vec3 point, bool above_plane) {
    builder b = {.scratch = scratch};
    return add_above(&b, &point, 1, above_plane) ? finish(&b) : NULL;
}

size_t tl_cell_polygon(const tl_cell *cell, uint32_t i, tl_vec3 *corner) {
    size_t n = 0;
    for (uint32_t k = cell->first[i]; k < cell->first[i + 1]; k++) {
        corner[n++] = cell->points[cell->corners[k]];
    }
    return n;
}

static void inherit_cuts(tl_cell *child, const tl_cell *parent, const tl_vec3 *normal) {
    int n = 0;
    if (normal != NULL) {
        child->cuts[n++] = *normal;
    }
    for (int i = 0; i < parent->cut_count && n < TL_CELL_CUTS; i++) {
        child->cuts[n++] = parent->cuts[i];
    }
    child->cut_count = n;
}

bool tl_cell_split(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 normal, double offset, tl_cell **low,
                   tl_cell **high) {
    tl_cell *made[2] = {NULL, NULL};
    for (int side = 0; side < 2; side++) {
        builder b = {.scratch = scratch};
        for (uint32_t i = 0; i < cell->polygon_count; i++) {
            tl_vec3 corner[TL_CELL_CORNERS], cut[2 * TL_CELL_CORNERS];
            size_t n = tl_cell_polygon(cell, i, corner);
            double sign = side == 0 ? 1 : -1;
            double least = INFINITY, most = -INFINITY;
            for (size_t k = 0; k < n; k++) {
                double s = sign * (tl_dot(normal, corner[k]) - offset);
                least = fmin(least, s);
                most = fmax(most, s);
            }
            /* what only touches the plane goes to its other side, and what lies in the plane to the low one */
            if (least > 0 || (least == 0 && (most > 0 || side == 1))) {
                continue;
            }
            size_t m = clip(corner, n, normal, offset, sign, cut);
            if (m > 0 && !add_polygon(&b, cut, m)) {
                tl_cell_release(scratch->context, made[0]);
                return false;
            }
        }
        made[side] = finish(&b);
        if (made[side] == NULL) {
            tl_cell_release(scratch->context, made[0]);
            return false;
        }
        inherit_cuts(made[side], cell, &normal);
    }
    *low = made[0];
    *high = made[1];
    return true;
}

tl_cell *tl_cell_without(tl_cell_scratch *scratch, const tl_cell *cell, const bool *drop) {
    builder b = {.scratch = scratch};
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t n = tl_cell_polygon(cell, i, corner);
        if (!drop[i] && !add_polygon(&b, corner, n)) {
            return NULL;
        }
    }
    tl_cell *made = finish(&b);
    if (made != NULL) {
        inherit_cuts(made, cell, NULL);
    }
    return made;
}

size_t tl_clip_polygon(const tl_vec3 *corner, size_t count, tl_vec3 normal, double offset, tl_vec3 *out) {
    return clip(corner, count, normal, offset, 1, out);
}

tl_cell *tl_cell_in_box(tl_cell_scratch *scratch, const tl_cell *cell, tl_box3 box) {
    const tl_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    builder b = {.scratch = scratch};
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 one[TL_CELL_CORNERS + 8], two[TL_CELL_CORNERS + 8];
        size_t n = tl_cell_polygon(cell, i, one);
        tl_box3 around = tl_box3_empty();
        for (size_t k = 0; k < n; k++) {
            around = tl_box3_add(around, one[k]);
        }
        if (!tl_box3_overlap(around, box)) {
            continue;
        }
        for (int axis = 0; axis < 3; axis++) {
            n = clip(one, n, axes[axis], high[axis], 1, two);
            n = clip(two, n, axes[axis], low[axis], -1, one);
        }
        if (n > 0 && !add_polygon(&b, one, n)) {
            return NULL;
        }
    }
    return finish(&b);
}

tl_cell *tl_cell_from_polygons(tl_cell_scratch *scratch, const tl_vec3 *corners, const uint32_t *sizes, size_t count) {
    builder b = {.scratch = scratch};
    for (size_t i = 0; i < count; i++) {
        if (!add_polygon(&b, corners, sizes[i])) {
            return NULL;
        }
        corners += sizes[i];
    }
    return finish(&b);
}

tl_cell *tl_cell_moved(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 by) {
    builder b = {.scratch = scratch};
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t n = tl_cell_polygon(cell, i, corner);
        for (size_t k = 0; k < n; k++) {
            corner[k] = tl_add(corner[k], by);
        }
        if (!add_polygon(&b, corner, n)) {
            return NULL;
        }
    }
    tl_cell *made = finish(&b);
    if (made != NULL) {
        inherit_cuts(made, cell, NULL);
    }
    return made;
}

tl_cell *tl_cell_share(tl_cell *cell) {
    cell->references++;
    return cell;
}

void tl_cell_release(tl_context *context, tl_cell *cell) {
    if (cell != NULL && --cell->references == 0) {
        tl_free(context, cell);
    }
}

tl_vec3 tl_cell_sample(const tl_cell *cell, tl_sight_random *random) {
    if ((tl_sight_random_bits(random) & 1) != 0) {
        return cell->points[tl_sight_random_below(random, cell->point_count)];
    }
    uint32_t i = tl_sight_random_below(random, cell->polygon_count);
    tl_vec3 corner[TL_CELL_CORNERS];
    size_t n = tl_cell_polygon(cell, i, corner);
    if (n < 3) {
        return corner[0];
    }
    size_t k = 1 + tl_sight_random_below(random, (uint32_t)(n - 2));
    double u = tl_sight_random_unit(random), v = tl_sight_random_unit(random);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    tl_vec3 e = tl_sub(corner[k], corner[0]), f = tl_sub(corner[k + 1], corner[0]);
    return tl_madd(tl_madd(corner[0], e, u), f, v);
}

tl_vec3 tl_cell_centre(const tl_cell *cell) {
    return tl_box3_centre(cell->box);
}

/* Comparisons instead of fmin and fmax, and two chains at once: this is the inner loop of making shafts. */
void tl_cell_extent(const tl_cell *cell, tl_vec3 normal, double *low, double *high) {
    double low0 = INFINITY, low1 = INFINITY, high0 = -INFINITY, high1 = -INFINITY;
    uint32_t i = 0;
    for (; i + 1 < cell->point_count; i += 2) {
        double s = tl_dot(normal, cell->points[i]), t = tl_dot(normal, cell->points[i + 1]);
        low0 = s < low0 ? s : low0;
        high0 = s > high0 ? s : high0;
        low1 = t < low1 ? t : low1;
        high1 = t > high1 ? t : high1;
    }
    if (i < cell->point_count) {
        double s = tl_dot(normal, cell->points[i]);
        low0 = s < low0 ? s : low0;
        high0 = s > high0 ? s : high0;
    }
    *low = low1 < low0 ? low1 : low0;
    *high = high1 > high0 ? high1 : high0;
}

double tl_cell_highest(const tl_cell *cell, tl_vec3 normal) {
    double best[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    uint32_t i = 0;
    for (; i + 3 < cell->point_count; i += 4) {
        for (uint32_t k = 0; k < 4; k++) {
            double s = tl_dot(normal, cell->points[i + k]);
            best[k] = s > best[k] ? s : best[k];
        }
    }
    for (; i < cell->point_count; i++) {
        double s = tl_dot(normal, cell->points[i]);
        best[0] = s > best[0] ? s : best[0];
    }
    best[0] = best[1] > best[0] ? best[1] : best[0];
    best[2] = best[3] > best[2] ? best[3] : best[2];
    return best[2] > best[0] ? best[2] : best[0];
}
