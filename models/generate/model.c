/* model.c: makes models, parts and shells, with every point on the grid. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *grow(void *memory, int *capacity, int needed, size_t size) {
    if (needed <= *capacity) {
        return memory;
    }

    int wanted = *capacity * 2 > needed ? *capacity * 2 : needed;
    void *grown = realloc(memory, (size_t)wanted * size);
    if (grown == NULL) {
        fputs("generate: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }

    *capacity = wanted;
    return grown;
}

void model_begin(model *m, const char *name) {
    memset(m, 0, sizeof *m);
    m->name = name;
    m->stack[0] = stretch(1, 1, 1);
}

void model_free(model *m) {
    free(m->parts);
    free(m->shells);
    free(m->triangles);
    memset(m, 0, sizeof *m);
}

void model_part(model *m, const char *name) {
    m->parts = grow(m->parts, &m->part_capacity, m->part_count + 1, sizeof(part));
    part *added = m->parts + m->part_count++;
    snprintf(added->name, sizeof added->name, "%s", name);
    added->first = m->triangle_count;
    added->count = 0;
}

void model_push(model *m, transform t) {
    if (m->depth + 1 == (int)(sizeof m->stack / sizeof m->stack[0])) {
        fprintf(stderr, "generate: %s: placements nested too deeply\n", m->name);
        exit(EXIT_FAILURE);
    }

    m->stack[m->depth + 1] = compose(m->stack[m->depth], t);
    m->depth += 1;
}

void model_pop(model *m) {
    m->depth -= 1;
}

static grid_point snap(vec3 p) {
    return (grid_point){{
        (int32_t)lround(p.x * GRID_PER_MM),
        (int32_t)lround(p.y * GRID_PER_MM),
        (int32_t)lround(p.z * GRID_PER_MM),
    }};
}

static void append(model *m, const vec3 *points, const int *corners, int triangle_count, bool sheet) {
    if (m->part_count == 0) {
        fprintf(stderr, "generate: %s: a shell before the first part\n", m->name);
        exit(EXIT_FAILURE);
    }

    m->triangles = grow(m->triangles, &m->triangle_capacity, m->triangle_count + triangle_count, sizeof(triangle));
    m->shells = grow(m->shells, &m->shell_capacity, m->shell_count + 1, sizeof(shell));
    m->shells[m->shell_count++] = (shell){m->part_count - 1, m->triangle_count, triangle_count, sheet};

    transform t = m->stack[m->depth];
    for (int i = 0; i < triangle_count; ++i) {
        triangle *added = m->triangles + m->triangle_count + i;
        for (int k = 0; k < 3; ++k) {
            added->p[k] = snap(apply(t, points[corners[3 * i + k]]));
        }
    }

    m->triangle_count += triangle_count;
    m->parts[m->part_count - 1].count += triangle_count;
}

/* Six times the volume, about the shell's first corner so that large coordinates do not cancel. */
static double enclosed(const triangle *triangles, int count) {
    const int32_t *o = triangles[0].p[0].c;
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        vec3 v[3];
        for (int k = 0; k < 3; ++k) {
            const int32_t *c = triangles[i].p[k].c;
            v[k] = v3(c[0] - o[0], c[1] - o[1], c[2] - o[2]);
        }

        sum += dot(v[0], cross(v[1], v[2]));
    }

    return sum;
}

void model_shell(model *m, const vec3 *points, const int *corners, int triangle_count) {
    append(m, points, corners, triangle_count, false);
    triangle *added = m->triangles + m->triangle_count - triangle_count;
    if (enclosed(added, triangle_count) >= 0) {
        return;
    }

    for (int i = 0; i < triangle_count; ++i) {
        grid_point swapped = added[i].p[1];
        added[i].p[1] = added[i].p[2];
        added[i].p[2] = swapped;
    }
}

void model_sheet(model *m, const vec3 *points, const int *corners, int triangle_count) {
    append(m, points, corners, triangle_count, true);
}

void model_settle(model *m, int first) {
    int32_t low = INT32_MAX;
    for (int i = 3 * first; i < 3 * m->triangle_count; ++i) {
        int32_t z = m->triangles[i / 3].p[i % 3].c[2];
        low = z < low ? z : low;
    }
    for (int i = 3 * first; i < 3 * m->triangle_count; ++i) {
        m->triangles[i / 3].p[i % 3].c[2] -= low;
    }
}

void model_raise(model *m, int first, double height) {
    int32_t steps = (int32_t)lround(height * GRID_PER_MM);
    for (int i = 3 * first; i < 3 * m->triangle_count; ++i) {
        m->triangles[i / 3].p[i % 3].c[2] += steps;
    }
}

void model_bounds(const model *m, int part_index, grid_point *low, grid_point *high) {
    int first = part_index < 0 ? 0 : m->parts[part_index].first;
    int count = part_index < 0 ? m->triangle_count : m->parts[part_index].count;
    *low = *high = m->triangles[first].p[0];
    for (int i = first; i < first + count; ++i) {
        for (int k = 0; k < 9; ++k) {
            int32_t value = m->triangles[i].p[k / 3].c[k % 3];
            low->c[k % 3] = value < low->c[k % 3] ? value : low->c[k % 3];
            high->c[k % 3] = value > high->c[k % 3] ? value : high->c[k % 3];
        }
    }
}
