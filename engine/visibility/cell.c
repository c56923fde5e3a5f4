/* cell.c: making, cutting and sampling cells. */
#include "visibility/cell.h"

#include "math/hash_point.h"
#include "visibility/limits.h"

#include <string.h>

/* --- A list of polygons being put together in the scratch ------------------------------------------------------- */

typedef struct cell_builder {
    bool stops; /* may be broken off: only whole bodies are that large */
    tl_cell_scratch *scratch;
    size_t points; /* written to scratch->points */
    size_t polygons;
} cell_builder;

static bool add_polygon(cell_builder *b, const tl_vec3 *corner, size_t count) {
    TL_ASSERT(count > 0, "a polygon has a corner");
    tl_cell_scratch *s = b->scratch;
    /* one with too many corners is divided, or repeated cuts would grow it without end */
    if (count > TL_CELL_CORNERS) {
        TL_ASSERT(count - count / 2 + 1 <= 2 * TL_CELL_CORNERS, "half a polygon has room");
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

static uint32_t point_at_height(const tl_cell *cell, tl_vec3 n, double height) {
    for (uint32_t i = 0; i < cell->point_count; i++) {
        if (tl_dot(n, cell->points[i]) == height) {
            return i;
        }
    }
    return 0; /* not reached: it is the height of one of them */
}

/* The outermost points along the axes and the diagonals. */
static void find_outer(tl_cell *cell) {
    static const tl_vec3 directions[TL_CELL_OUTER] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},
                                                      {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
    if (cell->point_count <= 2 * TL_CELL_OUTER) {
        for (uint32_t i = 0; i < cell->point_count; i++) {
            cell->outer[cell->outer_count++] = i;
        }
        return;
    }
    for (int d = 0; d < TL_CELL_OUTER; d++) {
        double low, high;
        tl_cell_extent(cell, directions[d], &low, &high);
        cell->outer[cell->outer_count++] = point_at_height(cell, directions[d], low);
        cell->outer[cell->outer_count++] = point_at_height(cell, directions[d], high);
    }
}

tl_cell tl_cell_of_box(tl_cell_of_box_room *room, tl_box3 box) {
    tl_cell cell = {.points = room->points,
                    .point_count = 8,
                    .x = room->sides,
                    .y = room->sides + 8,
                    .z = room->sides + 16,
                    .box = box,
                    .diameter = tl_length(tl_box3_size(box))};
    for (uint32_t i = 0; i < 8; i++) {
        tl_vec3 p = {(i & 1) != 0 ? box.high.x : box.low.x, (i & 2) != 0 ? box.high.y : box.low.y,
                     (i & 4) != 0 ? box.high.z : box.low.z};
        room->points[i] = p;
        cell.x[i] = p.x;
        cell.y[i] = p.y;
        cell.z[i] = p.z;
    }
    find_outer(&cell);
    return cell;
}

/* A cell of polygons given by indices of points, all of which occur. NULL without memory. */
static tl_cell *make(tl_context *context, const tl_vec3 *points, size_t point_count, const uint32_t *corners,
                     size_t corner_count, const uint32_t *sizes, size_t polygon_count) {
    size_t room = TL_HEIGHTS_ROOM(point_count);
    size_t points_at = sizeof(tl_cell);
    size_t sides_at = points_at + point_count * sizeof(tl_vec3);
    size_t first_at = sides_at + 3 * room * sizeof(double);
    size_t corners_at = first_at + (polygon_count + 1) * sizeof(uint32_t);
    char *block = tl_alloc(context, corners_at + corner_count * sizeof(uint32_t));
    if (block == NULL) {
        return NULL;
    }
    tl_cell *cell = (tl_cell *)(void *)block;
    *cell = (tl_cell){.references = 1,
                      .polygon_count = (uint32_t)polygon_count,
                      .point_count = (uint32_t)point_count,
                      .points = (tl_vec3 *)(void *)(block + points_at),
                      .x = (double *)(void *)(block + sides_at),
                      .first = (uint32_t *)(void *)(block + first_at),
                      .corners = (uint32_t *)(void *)(block + corners_at),
                      .box = tl_box3_empty()};
    cell->y = cell->x + room;
    cell->z = cell->y + room;
    if (point_count > 0) { /* an empty cell may come without any arrays */
        memcpy(cell->points, points, point_count * sizeof(tl_vec3));
        memcpy(cell->corners, corners, corner_count * sizeof(uint32_t));
    }
    for (size_t i = 0; i < room; i++) {
        tl_vec3 p = points[i < point_count ? i : 0];
        cell->x[i] = p.x;
        cell->y[i] = p.y;
        cell->z[i] = p.z;
    }
    cell->first[0] = 0;
    for (size_t i = 0; i < polygon_count; i++) {
        cell->first[i + 1] = cell->first[i] + sizes[i];
    }
    if (point_count > 0) {
        tl_cell_extent(cell, (tl_vec3){1, 0, 0}, &cell->box.low.x, &cell->box.high.x);
        tl_cell_extent(cell, (tl_vec3){0, 1, 0}, &cell->box.low.y, &cell->box.high.y);
        tl_cell_extent(cell, (tl_vec3){0, 0, 1}, &cell->box.low.z, &cell->box.high.z);
        cell->diameter = tl_length(tl_box3_size(cell->box)) * (1 + TL_SIGHT_DIAMETER_ROUNDING);
    }
    find_outer(cell);
    TL_CHECK_INVARIANT(tl_cell_broken(cell));
    return cell;
}

static bool goes_on(tl_cell_scratch *s, size_t i) {
    s->cut_off =
        s->cut_off || ((i & (TL_SIGHT_CORNERS_AT_ONCE - 1)) == TL_SIGHT_CORNERS_AT_ONCE - 1 &&
                       !tl_work_on(s->context, TL_SIGHT_WORK_CORNER * TL_SIGHT_CORNERS_AT_ONCE, "looking at a body"));
    return !s->cut_off;
}

/* Turns the builder's list into a cell with its points joined. */
static tl_cell *finish(const cell_builder *b) {
    tl_cell_scratch *s = b->scratch;
    size_t slots = TL_SIGHT_CELL_TABLE;
    while (slots < 2 * b->points) {
        slots *= 2;
    }
    if (!tl_reserve(s->context, (void **)&s->table, &s->table_capacity, slots, sizeof(uint32_t)) ||
        !tl_reserve(s->context, (void **)&s->kept, &s->kept_capacity, b->points + 1, sizeof(uint32_t))) {
        return NULL;
    }
    memset(s->table, 0xff, slots * sizeof(uint32_t));
    uint32_t *index = s->kept, distinct = 0;
    for (size_t i = 0; i < b->points; i++) {
        tl_vec3 p = s->points[i];
        if (b->stops && !goes_on(s, i)) {
            return NULL;
        }
        size_t k = (size_t)tl_vec3_hash(p, 0) & (slots - 1);
        while (s->table[k] != UINT32_MAX && !tl_same_point(p, s->points[s->table[k]])) {
            k = (k + 1) & (slots - 1);
        }
        if (s->table[k] == UINT32_MAX) {
            s->table[k] = distinct;
            s->points[distinct++] = p; /* never behind i: what stood there has been looked at */
        }
        index[i] = s->table[k];
    }
    return make(s->context, s->points, distinct, index, b->points, s->sizes, b->polygons);
}

void tl_cell_scratch_free(tl_cell_scratch *scratch) {
    tl_free(scratch->context, scratch->points);
    tl_free(scratch->context, scratch->sizes);
    tl_free(scratch->context, scratch->table);
    tl_free(scratch->context, scratch->kept);
    tl_free(scratch->context, scratch->heights);
    *scratch = (tl_cell_scratch){.context = scratch->context};
}

static bool add_above(cell_builder *b, const tl_vec3 *corner, size_t count, bool above_plane) {
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
    cell_builder b = {.scratch = scratch, .stops = true};
    size_t count = tl_bvh_triangle_count(bvh);
    for (size_t i = 0; i < count; i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(bvh, (uint32_t)i, corner);
        if (!goes_on(scratch, i) || !add_above(&b, corner, 3, above_plane)) {
            return NULL;
        }
    }
    return finish(&b);
}

tl_cell *tl_cell_from_point(tl_cell_scratch *scratch, tl_vec3 point, bool above_plane) {
    cell_builder b = {.scratch = scratch};
    return add_above(&b, &point, 1, above_plane) ? finish(&b) : NULL;
}

size_t tl_cell_polygon(const tl_cell *cell, uint32_t i, tl_vec3 *corner) {
    TL_ASSERT(i < cell->polygon_count, "the polygon is one of the cell's");
    size_t n = 0;
    for (uint32_t k = cell->first[i]; k < cell->first[i + 1]; k++) {
        corner[n++] = cell->points[cell->corners[k]];
    }
    return n;
}

static void inherit_cuts(tl_cell *child, const tl_cell *parent, const tl_vec3 *normal) {
    TL_ASSERT(parent->cut_count >= 0 && parent->cut_count <= TL_CELL_CUTS,
              "a cell remembers no more cuts than there is room for");
    int n = 0;
    if (normal != NULL) {
        child->cuts[n++] = *normal;
    }
    for (int i = 0; i < parent->cut_count && n < TL_CELL_CUTS; i++) {
        child->cuts[n++] = parent->cuts[i];
    }
    child->cut_count = n;
}

/* One half of a cell while it is being made: points of the cell and points cut from its edges, by number. */
typedef struct half {
    tl_cell_scratch *scratch;
    const tl_cell *cell;
    const double *heights; /* of the cell's points over the plane */
    uint32_t *numbers;     /* per point of the cell: the half's number for it, or UINT32_MAX */
    size_t cut_slots;      /* of the table from edges to the half's numbers of points cut from them: three words each */
    uint32_t *corners;     /* room for every corner there can be */
    size_t points, polygons, corner_count;
} half;

static uint32_t number_of(half *h, uint32_t point) {
    if (h->numbers[point] == UINT32_MAX) {
        h->numbers[point] = (uint32_t)h->points;
        h->scratch->points[h->points++] = h->cell->points[point];
    }
    return h->numbers[point];
}

/* Where the plane cuts the edge from one point to another, which lies on its other side. Computed from below to above,
 * so that both halves and both polygons at the edge get the same point. */
static uint32_t number_of_cut(half *h, uint32_t i, uint32_t j) {
    uint32_t below = h->heights[i] < 0 ? i : j, above = below == i ? j : i, *table = h->scratch->table;
    size_t k = (size_t)tl_mix_short(((uint64_t)below << 32) | above) & (h->cut_slots - 1);
    while (table[3 * k] != UINT32_MAX && (table[3 * k] != below || table[3 * k + 1] != above)) {
        k = (k + 1) & (h->cut_slots - 1);
    }
    if (table[3 * k] == UINT32_MAX) {
        double s = -h->heights[below], t = h->heights[above];
        table[3 * k] = below;
        table[3 * k + 1] = above;
        table[3 * k + 2] = (uint32_t)h->points;
        h->scratch->points[h->points++] = tl_lerp(h->cell->points[below], h->cell->points[above], s / (s + t));
    }
    return table[3 * k + 2];
}

static void add_numbers(half *h, const uint32_t *numbers, size_t count) {
    memcpy(h->corners + h->corner_count, numbers, count * sizeof(*numbers));
    h->corner_count += count;
    h->scratch->sizes[h->polygons++] = (uint32_t)count;
}

/* The part of a polygon on the side where sign * height <= 0. */
static void add_part(half *h, uint32_t polygon, double sign) {
    const uint32_t *c = h->cell->corners + h->cell->first[polygon];
    size_t count = h->cell->first[polygon + 1] - h->cell->first[polygon], n = 0;
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        double s = sign * h->heights[c[k]];
        least = s < least ? s : least;
        most = s > most ? s : most;
    }
    /* what only touches the plane goes to its other side, and what lies in the plane to the low one */
    if (least > 0 || (least == 0 && (most > 0 || sign < 0))) {
        return;
    }
    uint32_t part[TL_CELL_CORNERS + 2];
    for (size_t k = 0; k < count; k++) {
        uint32_t i = c[k], j = c[k + 1 < count ? k + 1 : 0];
        double s = sign * h->heights[i], t = sign * h->heights[j];
        if (s <= 0) {
            part[n++] = number_of(h, i);
        }
        if ((s < 0 && t > 0) || (s > 0 && t < 0)) {
            part[n++] = number_of_cut(h, i, j);
        }
    }
    if (n <= TL_CELL_CORNERS) {
        add_numbers(h, part, n);
        return;
    }
    /* one with too many corners is divided, or repeated cuts would grow it without end */
    size_t middle = n / 2;
    add_numbers(h, part, middle + 1);
    part[middle - 1] = part[0];
    add_numbers(h, part + middle - 1, n - middle + 1);
}

static tl_cell *make_half(tl_cell_scratch *s, const tl_cell *cell, double sign) {
    size_t most = 2 * (size_t)cell->first[cell->polygon_count] + 4 * (size_t)cell->polygon_count;
    size_t slots = TL_SIGHT_CELL_TABLE;
    while (slots < 2 * (size_t)cell->first[cell->polygon_count]) {
        slots *= 2;
    }
    if (!tl_reserve(s->context, (void **)&s->points, &s->point_capacity, most + 1, sizeof(tl_vec3)) ||
        !tl_reserve(s->context, (void **)&s->sizes, &s->size_capacity, 2 * (size_t)cell->polygon_count,
                    sizeof(uint32_t)) ||
        !tl_reserve(s->context, (void **)&s->table, &s->table_capacity, 3 * slots, sizeof(uint32_t)) ||
        !tl_reserve(s->context, (void **)&s->kept, &s->kept_capacity, most + cell->point_count + 1, sizeof(uint32_t))) {
        return NULL;
    }
    memset(s->table, 0xff, 3 * slots * sizeof(uint32_t));
    memset(s->kept, 0xff, cell->point_count * sizeof(uint32_t));
    half h = {.scratch = s,
              .cell = cell,
              .heights = s->heights,
              .numbers = s->kept,
              .cut_slots = slots,
              .corners = s->kept + cell->point_count};
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        add_part(&h, i, sign);
    }
    return make(s->context, s->points, h.points, h.corners, h.corner_count, s->sizes, h.polygons);
}

bool tl_cell_split(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 normal, double offset, tl_cell **low,
                   tl_cell **high) {
    TL_ASSERT(fabs(tl_length_squared(normal) - 1) < TL_SIGHT_ON_BODY, "a cell is cut along a unit normal");
    TL_ASSERT(isfinite(offset), "a cell is cut by a plane that is somewhere");
    TL_ASSERT(scratch->context != NULL, "the scratch space has a context");
    if (!tl_reserve(scratch->context, (void **)&scratch->heights, &scratch->height_capacity, cell->point_count,
                    sizeof(double))) {
        return false;
    }
    for (uint32_t i = 0; i < cell->point_count; i++) {
        scratch->heights[i] = tl_dot(normal, cell->points[i]) - offset;
    }
    tl_cell *made[2] = {make_half(scratch, cell, 1), NULL};
    made[1] = made[0] != NULL ? make_half(scratch, cell, -1) : NULL;
    if (made[1] == NULL) {
        tl_cell_release(scratch->context, made[0]);
        return false;
    }
    inherit_cuts(made[0], cell, &normal);
    inherit_cuts(made[1], cell, &normal);
    *low = made[0];
    *high = made[1];
    return true;
}

size_t tl_cell_clip_polygon(const tl_vec3 *corner, size_t count, tl_vec3 normal, double offset, tl_vec3 *out) {
    return clip(corner, count, normal, offset, 1, out);
}

tl_cell *tl_cell_in_box(tl_cell_scratch *scratch, const tl_cell *cell, tl_box3 box) {
    TL_ASSERT(!tl_box3_is_empty(box), "the box that a cell is cut by isn't empty");
    const tl_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    cell_builder b = {.scratch = scratch};
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
    TL_ASSERT(corners != NULL || count == 0, "corners are given where there are polygons");
    cell_builder b = {.scratch = scratch};
    for (size_t i = 0; i < count; i++) {
        if (!add_polygon(&b, corners, sizes[i])) {
            return NULL;
        }
        corners += sizes[i];
    }
    return finish(&b);
}

tl_cell *tl_cell_moved(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 by) {
    cell_builder b = {.scratch = scratch};
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

tl_cell *tl_cell_towards(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 point, double by) {
    TL_ASSERT(by >= 0, "corners are moved towards the point, not away");
    cell_builder b = {.scratch = scratch};
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t n = tl_cell_polygon(cell, i, corner);
        for (size_t k = 0; k < n; k++) {
            double far = tl_distance(corner[k], point);
            corner[k] = far > by ? tl_madd(corner[k], tl_sub(point, corner[k]), by / far) : point;
        }
        if (!add_polygon(&b, corner, n)) {
            return NULL;
        }
    }
    return finish(&b);
}

tl_cell *tl_cell_share(tl_cell *cell) {
    TL_ASSERT(cell->references > 0, "a cell that is shared is held by somebody");
    cell->references++;
    return cell;
}

void tl_cell_release(tl_context *context, tl_cell *cell) {
    TL_ASSERT(cell == NULL || cell->references > 0, "who lets go of a cell holds it");
    if (cell != NULL && --cell->references == 0) {
        tl_free(context, cell);
    }
}

tl_vec3 tl_cell_sample(const tl_cell *cell, tl_sight_random *random) {
    TL_ASSERT(cell->point_count > 0 && cell->polygon_count > 0, "a cell that is sampled has something to sample");
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

void tl_cell_extent(const tl_cell *cell, tl_vec3 normal, double *low, double *high) {
    TL_ASSERT(cell->point_count > 0, "a cell that is measured has points");
    tl_heights_range(cell->x, cell->y, cell->z, TL_HEIGHTS_ROOM(cell->point_count), normal, low, high);
}

double tl_cell_highest(const tl_cell *cell, tl_vec3 normal) {
    TL_ASSERT(cell->point_count > 0, "a cell that is measured has points");
    return tl_heights_top(cell->x, cell->y, cell->z, TL_HEIGHTS_ROOM(cell->point_count), normal);
}

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

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
            return "a cell's coordinates side by side are those of its points, then the first again";
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

#endif
