/* complex.c: points that are one, triangles that are one. */
#include "conform/complex.h"

#include "math/hash_point.h"

#include <string.h>

static uint32_t *empty_table(tl_context *context, size_t size) {
    uint32_t *table = size > SIZE_MAX / 8 ? NULL : tl_alloc(context, size * sizeof(*table));
    if (table != NULL) {
        memset(table, 0xFF, size * sizeof(*table));
    }
    return table;
}

/* --- Growing ------------------------------------------------------------------------------------------------------ */

bool tl_complex_add_point(tl_complex *complex, tl_vec3 p, uint32_t *number) {
    size_t n = complex->point_count;
    if (n >= UINT32_MAX - 1 ||
        !tl_reserve(complex->context, (void **)&complex->points, &complex->point_capacity, n + 1, sizeof(tl_vec3)) ||
        !tl_reserve(complex->context, (void **)&complex->same, &complex->same_capacity, n + 1, sizeof(uint32_t)) ||
        !tl_reserve(complex->context, (void **)&complex->hot, &complex->hot_capacity, n + 1, sizeof(bool))) {
        return false;
    }
    complex->points[n] = p;
    complex->hot[n] = false;
    complex->same[n] = (uint32_t)n;
    complex->point_count = n + 1;
    *number = (uint32_t)n;
    return true;
}

bool tl_complex_add_triangle(tl_complex *complex, uint32_t parent, uint32_t a, uint32_t b, uint32_t c) {
    TL_ASSERT(a < complex->point_count && b < complex->point_count && c < complex->point_count,
              "a triangle's corners are points of the complex");
    TL_ASSERT(a != b && b != c && c != a, "no two corners of a triangle are one point");
    size_t n = complex->count;
    tl_context *context = complex->context;
    if (n >= UINT32_MAX / 3 - 1 ||
        !tl_reserve(context, (void **)&complex->corners, &complex->corner_capacity, 3 * n + 3, sizeof(uint32_t)) ||
        !tl_reserve(context, (void **)&complex->parents, &complex->parent_capacity, n + 1, sizeof(uint32_t)) ||
        !tl_reserve(context, (void **)&complex->fresh, &complex->fresh_capacity, n + 1, sizeof(bool))) {
        return false;
    }
    complex->corners[3 * n] = a;
    complex->corners[3 * n + 1] = b;
    complex->corners[3 * n + 2] = c;
    complex->parents[n] = parent;
    complex->fresh[n] = true;
    complex->count = n + 1;
    return true;
}

/* --- Equal points ------------------------------------------------------------------------------------------------- */

static bool join_equal(tl_complex *complex) {
    size_t size = tl_hash_table_size(complex->given);
    uint32_t *table = empty_table(complex->context, size);
    if (table == NULL) {
        return false;
    }
    for (size_t i = 0; i < complex->given; i++) {
        tl_vec3 p = complex->points[i];
        size_t at = (size_t)tl_vec3_hash(p, 0) & (size - 1);
        while (table[at] != UINT32_MAX && !tl_same_point(complex->points[table[at]], p)) {
            at = (at + 1) & (size - 1);
        }
        if (table[at] == UINT32_MAX) {
            table[at] = (uint32_t)i;
        }
        complex->same[i] = table[at];
        complex->scale = tl_max(complex->scale, tl_max(fabs(p.x), tl_max(fabs(p.y), fabs(p.z))));
    }
    tl_free(complex->context, table);
    return true;
}

tl_status tl_complex_start(tl_complex *complex, tl_context *context, const tl_conform_soup *soup) {
    *complex = (tl_complex){.context = context, .given = soup->point_count, .point_count = soup->point_count};
    if (!tl_reserve(context, (void **)&complex->points, &complex->point_capacity, soup->point_count + 1,
                    sizeof(tl_vec3)) ||
        !tl_reserve(context, (void **)&complex->same, &complex->same_capacity, soup->point_count + 1,
                    sizeof(uint32_t)) ||
        !tl_reserve(context, (void **)&complex->hot, &complex->hot_capacity, soup->point_count + 1, sizeof(bool))) {
        return TL_ERROR_MEMORY;
    }
    memset(complex->hot, 0, (soup->point_count + 1) * sizeof(bool));
    if (soup->point_count > 0) {
        memcpy(complex->points, soup->points, soup->point_count * sizeof(tl_vec3));
    }
    if (!join_equal(complex)) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < soup->triangle_count; i++) {
        uint32_t a = complex->same[soup->corners[3 * i]], b = complex->same[soup->corners[3 * i + 1]],
                 c = complex->same[soup->corners[3 * i + 2]];
        if (a != b && b != c && c != a && !tl_complex_add_triangle(complex, (uint32_t)i, a, b, c)) {
            return TL_ERROR_MEMORY;
        }
    }
    return TL_OK;
}

void tl_complex_free(tl_complex *complex) {
    tl_context *context = complex->context;
    tl_free(context, complex->points);
    tl_free(context, complex->same);
    tl_free(context, complex->hot);
    tl_free(context, complex->cubes.table);
    tl_free(context, complex->cubes.next);
    tl_free(context, complex->corners);
    tl_free(context, complex->parents);
    tl_free(context, complex->fresh);
    *complex = (tl_complex){.context = context};
}

/* --- Equal triangles ---------------------------------------------------------------------------------------------- */

static void sort3(const uint32_t c[3], uint32_t out[3]) {
    uint32_t low = c[0] < c[1] ? c[0] : c[1], high = c[0] < c[1] ? c[1] : c[0];
    out[0] = c[2] < low ? c[2] : low;
    out[2] = c[2] > high ? c[2] : high;
    out[1] = c[2] < low ? low : c[2] > high ? high : c[2];
}

static bool same_corners(const uint32_t *a, const uint32_t key[3]) {
    uint32_t sorted[3];
    sort3(a, sorted);
    return memcmp(sorted, key, sizeof(sorted)) == 0;
}

/* Marks the corners of what may be new; how many triangles have all three corners marked. */
static size_t mark_corners(const tl_complex *complex, bool *marked) {
    size_t count = 0;
    for (size_t i = 0; i < complex->count; i++) {
        for (size_t k = 0; k < 3 && (i >= complex->made || complex->fresh[i]); k++) {
            marked[complex->corners[3 * i + k]] = true;
        }
    }
    for (size_t i = 0; i < complex->count; i++) {
        const uint32_t *c = complex->corners + 3 * i;
        count += marked[c[0]] && marked[c[1]] && marked[c[2]];
    }
    return count;
}

/* Whether an earlier triangle that was kept has the same corners; remembers it as number `kept` when not. */
static bool seen_before(const tl_complex *complex, const uint32_t *c, size_t kept, uint32_t *table, size_t size) {
    uint32_t key[3];
    sort3(c, key);
    size_t at = (size_t)tl_mix(tl_mix((uint64_t)key[0] << 32 | key[1]) + key[2]) & (size - 1);
    while (table[at] != UINT32_MAX && !same_corners(complex->corners + 3 * (size_t)table[at], key)) {
        at = (at + 1) & (size - 1);
    }
    if (table[at] != UINT32_MAX) {
        return true;
    }
    table[at] = (uint32_t)kept;
    return false;
}

bool tl_complex_drop_doubles(tl_complex *complex) {
    bool *marked = tl_alloc_array(complex->context, complex->point_count, sizeof(bool));
    size_t size = marked != NULL ? tl_hash_table_size(mark_corners(complex, marked)) : 0;
    uint32_t *table = marked != NULL ? empty_table(complex->context, size) : NULL;
    if (table == NULL) {
        tl_free(complex->context, marked);
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < complex->count; i++) {
        const uint32_t c[3] = {complex->corners[3 * i], complex->corners[3 * i + 1], complex->corners[3 * i + 2]};
        if (marked[c[0]] && marked[c[1]] && marked[c[2]] && seen_before(complex, c, kept, table, size)) {
            complex->doubled++;
            continue;
        }
        memcpy(complex->corners + 3 * kept, c, sizeof(c));
        complex->parents[kept] = complex->parents[i];
        complex->fresh[kept] = complex->fresh[i];
        kept++;
    }
    complex->count = kept;
    tl_free(complex->context, table);
    tl_free(complex->context, marked);
    return true;
}

/* --- Points by what made them ------------------------------------------------------------------------------------- */

static size_t key_place(const uint32_t key[4], size_t size) {
    uint64_t h = tl_mix((uint64_t)key[0] << 32 | key[1]);
    return (size_t)tl_mix(h + ((uint64_t)key[2] << 32 | key[3])) & (size - 1);
}

static bool grow_made(tl_context *context, tl_complex_points *made) {
    size_t size = tl_hash_table_size(2 * made->count);
    uint32_t *table = empty_table(context, size);
    if (table == NULL) {
        return false;
    }
    for (size_t i = 0; i < made->count; i++) {
        size_t at = key_place(made->keys[i], size);
        while (table[at] != UINT32_MAX) {
            at = (at + 1) & (size - 1);
        }
        table[at] = (uint32_t)i;
    }
    tl_free(context, made->table);
    made->table = table;
    made->table_size = size;
    return true;
}

uint32_t tl_complex_make(tl_complex *complex, tl_complex_points *made, const uint32_t key[4], tl_vec3 place) {
    tl_context *context = complex->context;
    if (2 * made->count >= made->table_size && !grow_made(context, made)) {
        return UINT32_MAX;
    }
    size_t at = key_place(key, made->table_size);
    while (made->table[at] != UINT32_MAX && memcmp(made->keys[made->table[at]], key, 4 * sizeof(*key)) != 0) {
        at = (at + 1) & (made->table_size - 1);
    }
    if (made->table[at] != UINT32_MAX) {
        return made->points[made->table[at]];
    }
    size_t n = made->count;
    uint32_t point = 0, known = tl_complex_nearest(complex, place, complex->merge, UINT32_MAX);
    if (!tl_reserve(context, (void **)&made->keys, &made->key_capacity, n + 1, sizeof(*made->keys)) ||
        !tl_reserve(context, (void **)&made->points, &made->point_capacity, n + 1, sizeof(*made->points)) ||
        (known == UINT32_MAX && (!tl_complex_add_point(complex, place, &point) || !tl_complex_place(complex, point)))) {
        return UINT32_MAX;
    }
    point = known != UINT32_MAX ? known : point;
    memcpy(made->keys[n], key, sizeof(made->keys[n]));
    made->points[n] = point;
    made->table[at] = (uint32_t)n;
    made->count++;
    return point;
}

void tl_complex_points_free(tl_context *context, tl_complex_points *made) {
    tl_free(context, made->keys);
    tl_free(context, made->points);
    tl_free(context, made->table);
    *made = (tl_complex_points){0};
}
