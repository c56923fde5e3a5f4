/* solid.c: builds closed shells one by one: lofts, boxes, plates, tubes, wheels, rocks. */
#include "solid.h"

#include "polygon.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 4096
#define MAX_SIDES  64

static void refuse(const model *m, const char *why) {
    fprintf(stderr, "generate: %s: part %s: %s\n", m->name, m->part_count ? m->parts[m->part_count - 1].name : "?",
            why);
    exit(EXIT_FAILURE);
}

/* ---- shells under construction ---- */

typedef struct build {
    vec3 *points;
    int *corners;
    int point_count, point_capacity;
    int corner_count, corner_capacity;
} build;

static int build_point(build *b, vec3 p) {
    b->points = grow(b->points, &b->point_capacity, b->point_count + 1, sizeof(vec3));
    b->points[b->point_count] = p;
    return b->point_count++;
}

static void build_triangle(build *b, int i, int j, int k) {
    b->corners = grow(b->corners, &b->corner_capacity, b->corner_count + 3, sizeof(int));
    b->corners[b->corner_count + 0] = i;
    b->corners[b->corner_count + 1] = j;
    b->corners[b->corner_count + 2] = k;
    b->corner_count += 3;
}

/* Splits along the shorter diagonal. */
static void build_quad(build *b, int i, int j, int k, int l) {
    if (length(sub(b->points[i], b->points[k])) <= length(sub(b->points[j], b->points[l])) * 1.0001) {
        build_triangle(b, i, j, k);
        build_triangle(b, i, k, l);
    } else {
        build_triangle(b, i, j, l);
        build_triangle(b, j, k, l);
    }
}

/* Closes a loop of `count` points that starts at `first`. */
static void build_cap(model *m, build *b, int first, int count, bool reversed) {
    vec3 normal = v3(0, 0, 0);
    const vec3 *p = b->points + first;
    for (int i = 0; i < count; ++i) {
        normal = add(normal, cross(sub(p[i], p[0]), sub(p[(i + 1) % count], p[0])));
    }

    /* Last-bit differences must not sway a choice: the bias and the rounding below keep every tie a tie. */
    vec3 across = fabs(normal.x) > fabs(normal.y) + 1e-3 * length(normal) ? v3(0, 1, 0) : v3(1, 0, 0);
    vec3 u = unit(cross(across, normal)), v = unit(cross(normal, u));
    vec2 flat[MAX_POINTS];
    int corners[3 * MAX_POINTS];
    for (int i = 0; i < count; ++i) {
        flat[i] = (vec2){rint(65536 * dot(p[i], u)) / 65536, rint(65536 * dot(p[i], v)) / 65536};
    }

    int made = polygon_triangulate(flat, count, corners);
    if (made != count - 2) {
        refuse(m, "an end outline crosses itself");
    }

    for (int i = 0; i < made; ++i) {
        int *c = corners + 3 * i;
        build_triangle(b, first + c[0], first + c[reversed ? 2 : 1], first + c[reversed ? 1 : 2]);
    }
}

static void build_finish(model *m, build *b) {
    model_shell(m, b->points, b->corners, b->corner_count / 3);
    free(b->points);
    free(b->corners);
}

static void build_skin(build *b, const vec3 *points, int sections, int count, bool closed) {
    for (int i = 0; i < sections * count; ++i) {
        build_point(b, points[i]);
    }

    int bands = closed ? sections : sections - 1;
    for (int s = 0; s < bands; ++s) {
        int low = s * count, high = (s + 1) % sections * count;
        for (int i = 0; i < count; ++i) {
            int next = (i + 1) % count;
            build_quad(b, low + i, low + next, high + next, high + i);
        }
    }
}

static void build_tip(build *b, vec3 tip, int first, int count, bool reversed) {
    int top = build_point(b, tip);
    for (int i = 0; i < count; ++i) {
        int next = (i + 1) % count;
        build_triangle(b, first + (reversed ? next : i), first + (reversed ? i : next), top);
    }
}

void solid_loft(model *m, const vec3 *points, int sections, int count, const vec3 *first_tip, const vec3 *last_tip) {
    build b = {0};
    build_skin(&b, points, sections, count, false);
    int last = (sections - 1) * count;
    if (first_tip != NULL) {
        build_tip(&b, *first_tip, 0, count, true);
    } else {
        build_cap(m, &b, 0, count, true);
    }

    if (last_tip != NULL) {
        build_tip(&b, *last_tip, last, count, false);
    } else {
        build_cap(m, &b, last, count, false);
    }

    build_finish(m, &b);
}

void solid_ring(model *m, const vec3 *points, int sections, int count) {
    build b = {0};
    build_skin(&b, points, sections, count, true);
    build_finish(m, &b);
}

/* ---- boxes ---- */

void solid_box(model *m, vec3 low, vec3 high) {
    vec3 points[8];
    for (int i = 0; i < 8; ++i) {
        int side = i & 3;
        points[i] = v3(side == 1 || side == 2 ? high.x : low.x, side >= 2 ? high.y : low.y, i < 4 ? low.z : high.z);
    }

    solid_loft(m, points, 2, 4, NULL, NULL);
}

void solid_bevel_box(model *m, vec3 low, vec3 high, double bevel) {
    /* Each corner of the box becomes three points, one on each of its faces. */
    build b = {0};
    for (int i = 0; i < 8; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            double c[3];
            const double lows[3] = {low.x, low.y, low.z}, highs[3] = {high.x, high.y, high.z};
            for (int k = 0; k < 3; ++k) {
                double inward = k == axis ? 0 : bevel;
                c[k] = (i >> k & 1) ? highs[k] - inward : lows[k] + inward;
            }
            build_point(&b, v3(c[0], c[1], c[2]));
        }
    }

    for (int axis = 0; axis < 3; ++axis) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int side = 0; side < 2; ++side) {
            int a = side << axis;
            int q[4] = {a, a | 1 << u, a | 1 << u | 1 << v, a | 1 << v};
            int flip = side ? 0 : 2;
            build_quad(&b, 3 * q[flip] + axis, 3 * q[1] + axis, 3 * q[2 - flip] + axis, 3 * q[3] + axis);
        }

        /* The four edges along this axis. */
        for (int side = 0; side < 4; ++side) {
            int a = (side & 1) << u | (side >> 1) << v;
            int c = a | 1 << axis;
            bool flip = side == 1 || side == 2;
            int i = 3 * a + u, j = 3 * a + v, k = 3 * c + v, l = 3 * c + u;
            build_quad(&b, i, flip ? l : j, k, flip ? j : l);
        }
    }

    for (int i = 0; i < 8; ++i) {
        int bits = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1);
        bool flip = bits % 2 == 0;
        build_triangle(&b, 3 * i, 3 * i + (flip ? 2 : 1), 3 * i + (flip ? 1 : 2));
    }

    build_finish(m, &b);
}

/* ---- outlines ---- */

void solid_plate(model *m, const vec2 *outline, int count, double z0, double z1, double bevel_low, double bevel_high) {
    vec3 points[4 * MAX_SIDES * 2];
    vec2 inner[MAX_SIDES * 2];
    if (count > MAX_SIDES * 2) {
        refuse(m, "an outline has too many corners");
    }

    int sections = 0;
    for (int s = 0; s < 4; ++s) {
        double bevel = s < 2 ? bevel_low : bevel_high;
        bool rim = s == 0 || s == 3;
        if (rim && bevel <= 0) {
            continue;
        }

        double z = s == 0 ? z0 : s == 1 ? z0 + bevel_low : s == 2 ? z1 - bevel_high : z1;
        polygon_inset(outline, count, rim ? bevel : 0, inner);
        for (int i = 0; i < count; ++i) {
            points[sections * count + i] = v3(inner[i].x, inner[i].y, z);
        }
        sections += 1;
    }

    solid_loft(m, points, sections, count, NULL, NULL);
}

void solid_slab(model *m, const vec2 *points, const int *counts, int loop_count, double z0, double z1) {
    int corners[3 * MAX_POINTS];
    int total = 0;
    for (int l = 0; l < loop_count; ++l) {
        total += counts[l];
    }

    int made = polygon_triangulate_holes(points, counts, loop_count, corners);
    if (made != total + 2 * (loop_count - 1) - 2) {
        refuse(m, "a slab's outline crosses itself or a hole");
    }

    build b = {0};
    for (int i = 0; i < 2 * total; ++i) {
        build_point(&b, v3(points[i % total].x, points[i % total].y, i < total ? z0 : z1));
    }

    for (int i = 0; i < made; ++i) {
        const int *c = corners + 3 * i;
        build_triangle(&b, c[0] + total, c[1] + total, c[2] + total);
        build_triangle(&b, c[0], c[2], c[1]);
    }

    int first = 0;
    for (int l = 0; l < loop_count; first += counts[l], ++l) {
        /* The outside lies to the right of a counter-clockwise outline and of a clockwise hole. */
        bool forward = (polygon_area(points + first, counts[l]) > 0) == (l == 0);
        for (int i = 0; i < counts[l]; ++i) {
            int p = first + i, q = first + (i + 1) % counts[l];
            int a = forward ? p : q, c = forward ? q : p;
            build_quad(&b, a, c, c + total, a + total);
        }
    }

    build_finish(m, &b);
}

/* ---- round things ---- */

void solid_lathe(model *m, const vec2 *profile, int count, int sides) {
    vec3 points[MAX_POINTS];
    vec3 tips[2];
    bool tip_low = profile[0].x <= 0, tip_high = profile[count - 1].x <= 0;
    int sections = 0;
    for (int s = 0; s < count; ++s) {
        if (profile[s].x <= 0) {
            tips[s != 0] = v3(0, 0, profile[s].y);
            continue;
        }

        for (int i = 0; i < sides; ++i) {
            double angle = radians(360.0 * (i + 0.5) / sides);
            points[sections * sides + i] = v3(profile[s].x * cos(angle), profile[s].x * sin(angle), profile[s].y);
        }
        sections += 1;
    }

    solid_loft(m, points, sections, sides, tip_low ? tips : NULL, tip_high ? tips + 1 : NULL);
}

void solid_bar(model *m, vec3 a, vec3 b, double radius_a, double radius_b, int sides) {
    vec3 path[2] = {a, b};
    double radii[2] = {radius_a, radius_b};
    solid_tube(m, path, radii, 2, sides, false);
}

static vec3 path_direction(const vec3 *path, int count, int i) {
    vec3 before = i > 0 ? unit(sub(path[i], path[i - 1])) : v3(0, 0, 0);
    vec3 after = i + 1 < count ? unit(sub(path[i + 1], path[i])) : v3(0, 0, 0);
    return unit(add(before, after));
}

static void tube_section(vec3 *section, vec3 centre, vec3 along, vec3 *side, double radius, int sides) {
    /* The side vector is carried along the path, so that the tube does not twist. */
    vec3 v = unit(cross(along, *side));
    vec3 u = cross(v, along);
    *side = u;
    for (int i = 0; i < sides; ++i) {
        double angle = radians(360.0 * (i + 0.5) / sides);
        section[i] = add(centre, add(scale(u, radius * cos(angle)), scale(v, radius * sin(angle))));
    }
}

void solid_tube(model *m, const vec3 *path, const double *radii, int count, int sides, bool rounded) {
    vec3 points[MAX_POINTS];
    vec3 along = path_direction(path, count, 0);
    vec3 side = fabs(along.z) > 0.9 ? v3(1, 0, 0) : v3(0, 0, 1);
    vec3 first_tip = sub(path[0], scale(along, 0.8 * radii[0]));
    int sections = 0;
    if (rounded) {
        tube_section(points, sub(path[0], scale(along, 0.5 * radii[0])), along, &side, 0.72 * radii[0], sides);
        sections = 1;
    }

    for (int s = 0; s < count; ++s) {
        along = path_direction(path, count, s);
        tube_section(points + sections * sides, path[s], along, &side, radii[s], sides);
        sections += 1;
    }

    vec3 last = path[count - 1];
    vec3 last_tip = add(last, scale(along, 0.8 * radii[count - 1]));
    if (rounded) {
        double radius = radii[count - 1];
        tube_section(points + sections * sides, add(last, scale(along, 0.5 * radius)), along, &side, 0.72 * radius,
                     sides);
        sections += 1;
    }

    solid_loft(m, points, sections, sides, rounded ? &first_tip : NULL, rounded ? &last_tip : NULL);
}

static int blob_middle(build *b, int *edges, int *edge_count, int i, int j) {
    int low = i < j ? i : j, high = i < j ? j : i;
    for (int e = 0; e < *edge_count; ++e) {
        if (edges[3 * e] == low && edges[3 * e + 1] == high) {
            return edges[3 * e + 2];
        }
    }

    int middle = build_point(b, unit(add(b->points[i], b->points[j])));
    edges[3 * *edge_count] = low;
    edges[3 * *edge_count + 1] = high;
    edges[3 * *edge_count + 2] = middle;
    *edge_count += 1;
    return middle;
}

static void blob_split(build *b) {
    int edges[3 * 2048];
    int edge_count = 0;
    build split = {0};
    for (int i = 0; i < b->point_count; ++i) {
        build_point(&split, b->points[i]);
    }

    for (int t = 0; t < b->corner_count; t += 3) {
        const int *c = b->corners + t;
        int middle[3];
        for (int k = 0; k < 3; ++k) {
            middle[k] = blob_middle(&split, edges, &edge_count, c[k], c[(k + 1) % 3]);
        }
        for (int k = 0; k < 3; ++k) {
            build_triangle(&split, c[k], middle[k], middle[(k + 2) % 3]);
        }
        build_triangle(&split, middle[0], middle[1], middle[2]);
    }

    free(b->points);
    free(b->corners);
    *b = split;
}

static void add_blob(model *m, vec3 centre, vec3 radii, int level, double rough, uint32_t seed, double lowest) {
    static const int faces[20][3] = {
        {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
        {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
        {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1},
    };
    build b = {0};
    double g = 0.5 + 0.5 * sqrt(5.0);
    for (int i = 0; i < 12; ++i) {
        double one = i & 1 ? 1 : -1, golden = i & 2 ? -g : g;
        vec3 p = i < 4 ? v3(one, golden, 0) : i < 8 ? v3(0, one, golden) : v3(golden, 0, one);
        build_point(&b, unit(p));
    }

    for (int i = 0; i < 20; ++i) {
        build_triangle(&b, faces[i][0], faces[i][1], faces[i][2]);
    }
    for (int i = 0; i < level; ++i) {
        blob_split(&b);
    }

    dice d = {seed};
    for (int i = 0; i < b.point_count; ++i) {
        vec3 p = scale(b.points[i], 1.0 - dice_between(&d, 0, rough));
        b.points[i] = add(centre, v3(p.x * radii.x, p.y * radii.y, p.z * radii.z));
        if (b.points[i].z < lowest) {
            /* Drawn in a little, so that the rim never folds over the side above it. */
            b.points[i] = v3(mix1(centre.x, b.points[i].x, 0.8), mix1(centre.y, b.points[i].y, 0.8), lowest);
        }
    }

    build_finish(m, &b);
}

void solid_blob(model *m, vec3 centre, vec3 radii, int level, double rough, uint32_t seed) {
    add_blob(m, centre, radii, level, rough, seed, -1e9);
}

void solid_rock(model *m, vec3 centre, vec3 radii, int level, double rough, uint32_t seed) {
    add_blob(m, centre, radii, level, rough, seed, 0);
}

/* ---- armour ---- */

void solid_ribs(model *m, const rib *ribs, int count) {
    vec3 points[MAX_POINTS];
    for (int s = 0; s < count; ++s) {
        rib r = ribs[s];
        double c = r.chamfer, x = r.x;
        vec3 *p = points + 8 * s;
        p[0] = v3(x, -r.half_low + c, r.z0);
        p[1] = v3(x, r.half_low - c, r.z0);
        p[2] = v3(x, r.half_low, r.z0 + c);
        p[3] = v3(x, r.half_high, r.z1 - c);
        p[4] = v3(x, r.half_high - c, r.z1);
        p[5] = v3(x, -r.half_high + c, r.z1);
        p[6] = v3(x, -r.half_high, r.z1 - c);
        p[7] = v3(x, -r.half_low, r.z0 + c);
    }

    solid_loft(m, points, count, 8, NULL, NULL);
}

void solid_storeys(model *m, const storey *storeys, int count) {
    vec3 points[MAX_POINTS];
    for (int s = 0; s < count; ++s) {
        storey r = storeys[s];
        double c = r.chamfer, z = r.z;
        vec3 *p = points + 8 * s;
        p[0] = v3(r.x0, -r.half_back + c, z);
        p[1] = v3(r.x0 + c, -r.half_back, z);
        p[2] = v3(r.x1 - c, -r.half_front, z);
        p[3] = v3(r.x1, -r.half_front + c, z);
        p[4] = v3(r.x1, r.half_front - c, z);
        p[5] = v3(r.x1 - c, r.half_front, z);
        p[6] = v3(r.x0 + c, r.half_back, z);
        p[7] = v3(r.x0, r.half_back - c, z);
    }

    solid_loft(m, points, count, 8, NULL, NULL);
}

/* ---- cells ---- */

static bool cell_filled(const cell_grid *g, int i, int j, int k) {
    bool inside = i >= 0 && j >= 0 && k >= 0 && i < g->nx - 1 && j < g->ny - 1 && k < g->nz - 1;
    return inside && g->filled(g, i, j, k);
}

void solid_cells(model *m, const cell_grid *g) {
    build b = {0};
    for (int k = 0; k < g->nz; ++k) {
        for (int j = 0; j < g->ny; ++j) {
            for (int i = 0; i < g->nx; ++i) {
                vec3 corner = v3(g->x[i], g->y[j], g->z[k]);
                build_point(&b, g->shape != NULL ? g->shape(g, corner, i, j, k) : corner);
            }
        }
    }

    const int step[3] = {1, g->nx, g->nx * g->ny};
    for (int cell = 0; cell < g->nx * g->ny * g->nz; ++cell) {
        int at[3] = {cell % g->nx, cell / g->nx % g->ny, cell / (g->nx * g->ny)};
        if (!cell_filled(g, at[0], at[1], at[2])) {
            continue;
        }

        for (int axis = 0; axis < 3; ++axis) {
            int u = step[(axis + 1) % 3], v = step[(axis + 2) % 3];
            for (int side = -1; side <= 1; side += 2) {
                int beside[3] = {at[0], at[1], at[2]};
                beside[axis] += side;
                if (cell_filled(g, beside[0], beside[1], beside[2])) {
                    continue;
                }

                int p = cell + (side > 0 ? step[axis] : 0);
                build_quad(&b, p, p + (side > 0 ? u : v), p + u + v, p + (side > 0 ? v : u));
            }
        }
    }

    build_finish(m, &b);
}

/* ---- small fittings ---- */

void solid_rivets(model *m, vec3 a, vec3 b, int count, vec3 out, double radius) {
    vec3 n = unit(out);
    for (int i = 0; i < count; ++i) {
        vec3 p = mix(a, b, count > 1 ? (double)i / (count - 1) : 0.5);
        solid_bar(m, sub(p, scale(n, 0.4)), add(p, scale(n, 0.5 * radius)), radius, 0.6 * radius, 6);
    }
}

void solid_wheel(model *m, vec3 centre, double radius, double width, int sides) {
    double w = 0.5 * width;
    const vec2 profile[] = {
        {radius, -w},
        {radius, w - 0.6},
        {0.84 * radius, w},
        {0.74 * radius, w - 1.2},
        {0.42 * radius, w - 1.2},
        {0.32 * radius, w},
        {0.2 * radius, w + 0.7},
    };
    model_push(m, compose(move(centre.x, centre.y, centre.z), rotate_x(-90)));
    solid_lathe(m, profile, (int)(sizeof profile / sizeof profile[0]), sides);
    model_pop(m);
}

void solid_base(model *m, double diameter) {
    double r = 0.5 * diameter;
    const vec2 profile[] = {{r, 0}, {r, 1.2}, {r - 0.8, 3}};
    int sides = diameter < 40 ? 32 : 48;
    /* A corner on each axis, so that the disc measures its full diameter. */
    model_push(m, rotate_z(180.0 / sides));
    solid_lathe(m, profile, 3, sides);
    model_pop(m);
}
