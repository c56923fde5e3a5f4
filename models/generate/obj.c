/* obj.c: writes a model as Wavefront OBJ text, with equal points welded. */
#include "obj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(text *out, const char *line) {
    int length_added = (int)strlen(line);
    out->bytes = grow(out->bytes, &out->capacity, out->count + length_added + 1, 1);
    memcpy(out->bytes + out->count, line, (size_t)length_added + 1);
    out->count += length_added;
}

/* A grid step is 0.0009765625 mm: ten decimals are exact, trailing zeros go. */
static void put_coordinate(text *out, int32_t value) {
    char digits[32];
    int32_t size = value < 0 ? -value : value;
    int written = snprintf(digits, sizeof digits, " %s%d.%010lld", value < 0 ? "-" : "", (int)(size / GRID_PER_MM),
                           (long long)(size % GRID_PER_MM) * (10000000000 / GRID_PER_MM));
    while (digits[written - 1] == '0') {
        digits[--written] = '\0';
    }
    if (digits[written - 1] == '.') {
        digits[--written] = '\0';
    }
    put(out, digits);
}

static uint32_t hash_point(grid_point p) {
    uint32_t h = (uint32_t)p.c[0] * 73856093u ^ (uint32_t)p.c[1] * 19349663u ^ (uint32_t)p.c[2] * 83492791u;
    return h ^ h >> 15;
}

typedef struct welder {
    int *slots; /* index + 1 into points, 0 for empty */
    grid_point *points;
    int slot_count, count;
} welder;

static int weld(welder *w, grid_point p) {
    uint32_t mask = (uint32_t)w->slot_count - 1;
    for (uint32_t slot = hash_point(p) & mask;; slot = (slot + 1) & mask) {
        if (w->slots[slot] == 0) {
            w->points[w->count] = p;
            w->slots[slot] = ++w->count;
            return w->count - 1;
        }
        if (memcmp(w->points + w->slots[slot] - 1, &p, sizeof p) == 0) {
            return w->slots[slot] - 1;
        }
    }
}

static void put_part(text *out, const model *m, const part *p, int first_index) {
    int capacity = 0, slot_capacity = 0, corner_capacity = 0, slot_count = 16;
    while (slot_count < 6 * p->count) {
        slot_count *= 2;
    }

    welder w = {0};
    w.slot_count = slot_count;
    w.slots = grow(NULL, &slot_capacity, slot_count, sizeof(int));
    w.points = grow(NULL, &capacity, 3 * p->count, sizeof(grid_point));
    int *corners = grow(NULL, &corner_capacity, 3 * p->count, sizeof(int));
    memset(w.slots, 0, (size_t)slot_count * sizeof(int));
    for (int i = 0; i < 3 * p->count; ++i) {
        corners[i] = weld(&w, m->triangles[p->first + i / 3].p[i % 3]);
    }

    char line[96];
    snprintf(line, sizeof line, "o %s\n", p->name);
    put(out, line);
    for (int i = 0; i < w.count; ++i) {
        put(out, "v");
        for (int k = 0; k < 3; ++k) {
            put_coordinate(out, w.points[i].c[k]);
        }
        put(out, "\n");
    }
    for (int i = 0; i < 3 * p->count; i += 3) {
        snprintf(line, sizeof line, "f %d %d %d\n", first_index + corners[i], first_index + corners[i + 1],
                 first_index + corners[i + 2]);
        put(out, line);
    }

    free(w.slots);
    free(w.points);
    free(corners);
}

static int count_corners(const text *out) {
    int count = 0;
    for (const char *line = out->bytes; line != NULL;
         line = strchr(line, '\n'), line = line != NULL ? line + 1 : NULL) {
        count += strncmp(line, "v ", 2) == 0;
    }

    return count;
}

void obj_write(const model *m, text *out) {
    put(out, "# Trueline sample content, written by models/generate. Millimetres, z up, facing +x.\n");
    for (int i = 0; i < m->part_count; ++i) {
        put_part(out, m, m->parts + i, count_corners(out) + 1);
    }
}
