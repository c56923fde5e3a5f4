/* weld.c: points that lie close to each other become one. */
#include "conform/complex.h"

#include <string.h>

static size_t cube_place(const tl_conform_cubes *c, const int64_t cell[3]) {
    uint64_t h = tl_mix((uint64_t)cell[0]);
    h = tl_mix(h + (uint64_t)cell[1]);
    return (size_t)tl_mix(h + (uint64_t)cell[2]) & (c->size - 1);
}

static void cell_of(const tl_conform_cubes *c, tl_vec3 p, int64_t cell[3]) {
    cell[0] = (int64_t)floor(p.x / c->side);
    cell[1] = (int64_t)floor(p.y / c->side);
    cell[2] = (int64_t)floor(p.z / c->side);
}

uint32_t tl_complex_nearest(const tl_complex *complex, tl_vec3 p, double reach, uint32_t below) {
    TL_ASSERT(reach > 0, "what is nearest is looked for within a length");
    const tl_conform_cubes *c = &complex->cubes;
    int64_t low[3], high[3], cell[3];
    tl_vec3 r = {reach, reach, reach};
    cell_of(c, tl_sub(p, r), low);
    cell_of(c, tl_add(p, r), high);
    uint32_t found = UINT32_MAX;
    double least = reach * reach;
    for (cell[0] = low[0]; cell[0] <= high[0]; cell[0]++) {
        for (cell[1] = low[1]; cell[1] <= high[1]; cell[1]++) {
            for (cell[2] = low[2]; cell[2] <= high[2]; cell[2]++) {
                for (uint32_t i = c->table[cube_place(c, cell)]; i != UINT32_MAX; i = c->next[i]) {
                    double d = tl_length_squared(tl_sub(complex->points[i], p));
                    if (i < below && complex->same[i] == i && (d < least || (d == least && i < found))) {
                        least = d;
                        found = i;
                    }
                }
            }
        }
    }
    return found;
}

bool tl_complex_place(tl_complex *complex, uint32_t point) {
    TL_ASSERT(point < complex->point_count, "the point is one of the complex's");
    tl_conform_cubes *c = &complex->cubes;
    if (!tl_reserve(complex->context, (void **)&c->next, &c->next_capacity, (size_t)point + 1, sizeof(uint32_t))) {
        return false;
    }
    int64_t cell[3];
    cell_of(c, complex->points[point], cell);
    size_t at = cube_place(c, cell);
    c->next[point] = c->table[at];
    c->table[at] = point;
    return true;
}

/* Gives every corner the number of the point that it became. */
static void rename_corners(tl_complex *complex) {
    size_t kept = 0, made = complex->made;
    for (size_t i = 0; i < complex->count; i++) {
        if (i == made) {
            complex->made = kept;
        }
        uint32_t c[3];
        bool changed = false;
        for (int k = 0; k < 3; k++) {
            c[k] = complex->same[complex->corners[3 * i + (size_t)k]];
            changed = changed || c[k] != complex->corners[3 * i + (size_t)k];
        }
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) {
            continue;
        }
        memcpy(complex->corners + 3 * kept, c, sizeof(c));
        complex->parents[kept] = complex->parents[i];
        complex->fresh[kept] = complex->fresh[i] || changed;
        kept++;
    }
    if (made >= complex->count) {
        complex->made = kept;
    }
    complex->count = kept;
}

/* Puts in the points that triangles have. The cubes are much wider than the reach: most points look into one. */
static bool begin(tl_complex *complex, double reach) {
    tl_conform_cubes *c = &complex->cubes;
    bool *used = tl_alloc_array(complex->context, complex->point_count, sizeof(bool));
    c->size = tl_hash_table_size(complex->point_count);
    c->table = tl_alloc_array(complex->context, c->size, sizeof(uint32_t));
    bool fits =
        used != NULL && c->table != NULL &&
        tl_reserve(complex->context, (void **)&c->next, &c->next_capacity, complex->point_count, sizeof(uint32_t));
    if (fits) {
        c->side = 16 * reach;
        memset(c->table, 0xFF, c->size * sizeof(*c->table));
        for (size_t i = 0; i < 3 * complex->count; i++) {
            used[complex->corners[i]] = true;
        }
        for (size_t i = 0; i < complex->point_count && fits; i++) {
            fits = !used[i] || tl_complex_place(complex, (uint32_t)i);
        }
    }
    tl_free(complex->context, used);
    return fits;
}

bool tl_complex_weld(tl_complex *complex, double reach) {
    if (complex->cubes.table == NULL && !begin(complex, reach)) {
        return false;
    }
    size_t before = complex->joined;
    for (size_t i = complex->welded; i < complex->point_count; i++) {
        uint32_t to =
            complex->same[i] != i ? UINT32_MAX : tl_complex_nearest(complex, complex->points[i], reach, (uint32_t)i);
        if (to != UINT32_MAX) {
            complex->same[i] = to;
            complex->hot[to] = true;
            complex->joined++;
        }
    }
    complex->welded = complex->point_count;
    if (complex->joined > before) {
        rename_corners(complex);
    }
    return true;
}
