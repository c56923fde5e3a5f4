/* check.c: looks through every mesh for faults before it is written: edges, shells, crossings. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct edge {
    grid_point a, b; /* a < b */
    int turn;        /* +1 as walked from a to b, -1 the other way */
} edge;

static int compare_points(const grid_point *a, const grid_point *b) {
    for (int k = 0; k < 3; ++k) {
        if (a->c[k] != b->c[k]) {
            return a->c[k] < b->c[k] ? -1 : 1;
        }
    }

    return 0;
}

static int compare_edges(const void *left, const void *right) {
    const edge *a = left, *b = right;
    int order = compare_points(&a->a, &b->a);
    return order != 0 ? order : compare_points(&a->b, &b->b);
}

static int fault(const model *m, int part_index, const char *what, grid_point at) {
    fprintf(stderr, "%s: part %s: %s at %.3f %.3f %.3f\n", m->name, m->parts[part_index].name, what,
            (double)at.c[0] / GRID_PER_MM, (double)at.c[1] / GRID_PER_MM, (double)at.c[2] / GRID_PER_MM);
    return 1;
}

static vec3 grid_vector(grid_point p) {
    return v3((double)p.c[0] / GRID_PER_MM, (double)p.c[1] / GRID_PER_MM, (double)p.c[2] / GRID_PER_MM);
}

static bool is_degenerate(const triangle *t) {
    int64_t u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = (int64_t)t->p[1].c[k] - t->p[0].c[k];
        v[k] = (int64_t)t->p[2].c[k] - t->p[0].c[k];
    }

    return u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0];
}

static int check_triangles(const model *m) {
    int faults = 0;
    for (int i = 0; i < m->shell_count; ++i) {
        const shell *s = m->shells + i;
        for (int t = s->first; t < s->first + s->count; ++t) {
            if (is_degenerate(m->triangles + t)) {
                faults += fault(m, s->part, "a triangle without area", m->triangles[t].p[0]);
            }
        }
    }

    return faults;
}

/* Welded by position, each edge of a part has exactly two faces that walk it in opposite directions;
 * a sheet may end at an edge but not fold. */
static int check_edges(const model *m, int part_index, bool sheet) {
    const part *p = m->parts + part_index;
    edge *edges = NULL;
    int capacity = 0, count = 0, faults = 0;
    edges = grow(edges, &capacity, 3 * p->count, sizeof(edge));
    for (int t = p->first; t < p->first + p->count; ++t) {
        for (int k = 0; k < 3; ++k) {
            grid_point a = m->triangles[t].p[k], b = m->triangles[t].p[(k + 1) % 3];
            bool forward = compare_points(&a, &b) < 0;
            edges[count++] = forward ? (edge){a, b, 1} : (edge){b, a, -1};
        }
    }

    qsort(edges, (size_t)count, sizeof(edge), compare_edges);
    for (int i = 0, next; i < count; i = next) {
        int turn = 0;
        for (next = i; next < count && compare_edges(edges + i, edges + next) == 0; ++next) {
            turn += edges[next].turn;
        }

        bool border = sheet && next - i == 1;
        if (!border && (next - i != 2 || turn != 0)) {
            faults += fault(m, part_index, "an edge without exactly two opposite faces", edges[i].a);
        }
    }

    free(edges);
    return faults;
}

/* ---- shells against each other ---- */

typedef struct extent {
    vec3 low, high;
} extent;

static extent shell_extent(const model *m, const shell *s) {
    extent e = {v3(1e9, 1e9, 1e9), v3(-1e9, -1e9, -1e9)};
    for (int t = s->first; t < s->first + s->count; ++t) {
        for (int k = 0; k < 3; ++k) {
            vec3 p = grid_vector(m->triangles[t].p[k]);
            e.low = v3(fmin(e.low.x, p.x), fmin(e.low.y, p.y), fmin(e.low.z, p.z));
            e.high = v3(fmax(e.high.x, p.x), fmax(e.high.y, p.y), fmax(e.high.z, p.z));
        }
    }

    return e;
}

static bool extents_meet(extent a, extent b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/* Where along a-b the triangle is crossed, or -1. */
static double crossing(const triangle *t, vec3 a, vec3 b) {
    vec3 p = grid_vector(t->p[0]), q = grid_vector(t->p[1]), r = grid_vector(t->p[2]);
    vec3 d = sub(b, a), u = sub(q, p), v = sub(r, p), n = cross(u, v);
    double facing = dot(n, d);
    if (fabs(facing) < 1e-12) {
        return -1;
    }

    vec3 w = sub(p, a);
    double along = dot(n, w) / facing;
    vec3 c = cross(d, w);
    double s = -dot(v, c) / facing, o = dot(u, c) / facing;
    bool hit = along >= 0 && along <= 1 && s >= 0 && o >= 0 && s + o <= 1;
    return hit ? along : -1;
}

static bool shell_contains(const model *m, const shell *s, vec3 point) {
    /* A direction that no edge of a drawn shape follows. */
    vec3 far_away = add(point, v3(2917.31, 1733.77, 4129.53));
    bool inside = false;
    for (int t = s->first; t < s->first + s->count; ++t) {
        inside ^= crossing(m->triangles + t, point, far_away) >= 0;
    }

    return inside;
}

static bool is_nested(const model *m, const shell *inner, const shell *outer) {
    for (int t = inner->first; t < inner->first + inner->count; ++t) {
        for (int k = 0; k < 3; ++k) {
            /* Two shells may stand on the same ground: look from a hair above it. */
            vec3 p = grid_vector(m->triangles[t].p[k]);
            p.z += p.z == 0 ? 0.5 / GRID_PER_MM : 0;
            if (!shell_contains(m, outer, p)) {
                return false;
            }
        }
    }

    return true;
}

static bool edges_pierce(const model *m, const shell *edges, const shell *faces) {
    for (int i = edges->first; i < edges->first + edges->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            vec3 a = grid_vector(m->triangles[i].p[k]), b = grid_vector(m->triangles[i].p[(k + 1) % 3]);
            for (int t = faces->first; t < faces->first + faces->count; ++t) {
                if (crossing(m->triangles + t, a, b) >= 0) {
                    return true;
                }
            }
        }
    }

    return false;
}

static int find_root(int *parents, int i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }

    return i;
}

/* Shells are joined where they cross; each group must reach down to the ground. */
static int check_shells(const model *m) {
    int n = m->shell_count, faults = 0, capacity = 0, parent_capacity = 0;
    extent *extents = grow(NULL, &capacity, n, sizeof(extent));
    int *parents = grow(NULL, &parent_capacity, n, sizeof(int));
    for (int i = 0; i < n; ++i) {
        extents[i] = shell_extent(m, m->shells + i);
        parents[i] = i;
    }

    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            const shell *a = m->shells + i, *b = m->shells + k;
            if (i == k || !extents_meet(extents[i], extents[k])) {
                continue;
            }

            if (find_root(parents, i) != find_root(parents, k) && edges_pierce(m, a, b)) {
                parents[find_root(parents, i)] = find_root(parents, k);
            }
            if (is_nested(m, a, b)) {
                faults += fault(m, a->part, "a shell hidden inside another", m->triangles[a->first].p[0]);
            }
        }
    }

    for (int i = 0; i < n; ++i) {
        int root = find_root(parents, i);
        extents[root].low.z = fmin(extents[root].low.z, extents[i].low.z);
    }
    for (int i = 0; i < n; ++i) {
        if (extents[find_root(parents, i)].low.z > 0) {
            faults += fault(m, m->shells[i].part, "a piece afloat", m->triangles[m->shells[i].first].p[0]);
        }
    }

    free(extents);
    free(parents);
    return faults;
}

int check_model(const model *m) {
    int faults = check_triangles(m);
    bool sheet = m->shell_count > 0 && m->shells[0].sheet;
    for (int i = 0; i < m->part_count; ++i) {
        faults += check_edges(m, i, sheet);
    }

    if (sheet) {
        return faults;
    }

    grid_point low, high;
    model_bounds(m, -1, &low, &high);
    if (low.c[2] != 0) {
        fprintf(stderr, "%s: stands at z %.3f instead of 0\n", m->name, (double)low.c[2] / GRID_PER_MM);
        faults += 1;
    }

    return faults + check_shells(m);
}
