/* shaft.c: planes round two cells, and separation of convex hulls. */
#include "visibility/shaft.h"

#include "visibility/limits.h"

static void add_plane(tl_shaft *shaft, tl_vec3 normal, double offset) {
    int i = shaft->count++;
    shaft->x[i] = normal.x;
    shaft->y[i] = normal.y;
    shaft->z[i] = normal.z;
    shaft->offset[i] = offset + shaft->inflation;
}

static double highest(const tl_cell *a, const tl_cell *b, tl_vec3 normal) {
    double x = tl_cell_highest(a, normal), y = tl_cell_highest(b, normal);
    return x > y ? x : y;
}

/* Of a cell's outermost points the one farthest along n - slope * w: its heights along both. */
static void support(const tl_cell *cell, tl_vec3 n, tl_vec3 w, double slope, double *along_n, double *along_w) {
    tl_vec3 m = tl_madd(n, w, -slope);
    double best = -INFINITY;
    uint32_t at = 0;
    for (int i = 0; i < cell->outer_count; i++) {
        double s = tl_dot(m, cell->points[cell->outer[i]]);
        if (s > best) {
            best = s;
            at = cell->outer[i];
        }
    }
    *along_n = tl_dot(n, cell->points[at]);
    *along_w = tl_dot(w, cell->points[at]);
}

/* A side plane: n tilted towards the axis until it touches both cells. The slope is a matter of tightness only; the
 * offset is taken over all points. */
static void add_side(tl_shaft *shaft, const tl_cell *a, const tl_cell *b, tl_vec3 n, tl_vec3 w) {
    double slope = 0;
    for (int i = 0; i < 2; i++) {
        double na, wa, nb, wb;
        support(a, n, w, slope, &na, &wa);
        support(b, n, w, slope, &nb, &wb);
        double run = wb - wa;
        if (!(fabs(run) > TL_SIGHT_LEAST_RUN)) {
            break;
        }
        double next = (nb - na) / run;
        if (!(fabs(next) < TL_SIGHT_STEEPEST)) {
            break;
        }
        if (next == slope) {
            break;
        }
        slope = next;
    }
    tl_vec3 m = tl_normalise(tl_madd(n, w, -slope));
    add_plane(shaft, m, highest(a, b, m));
}

/* Nothing is outside of planes that aren't there. */
static void fill_up(tl_shaft *shaft) {
    for (int i = shaft->count; i < TL_SHAFT_PLANES; i++) {
        shaft->x[i] = shaft->y[i] = shaft->z[i] = 0;
        shaft->offset[i] = INFINITY;
    }
}

void tl_shaft_make(tl_shaft *shaft, const tl_cell *a, const tl_cell *b, double scale, bool above_plane) {
    TL_ASSERT(a->point_count > 0 && b->point_count > 0, "a shaft is made round cells that have points");
    TL_ASSERT(scale >= 0 && scale < INFINITY, "the scale of a scene is a finite length");
    /* cosines of 0, 30, ... 330 degrees; the sine is the cosine three places back */
    static const double cosine[TL_SIGHT_SHAFT_LATERAL] = {1,  TL_SIGHT_COSINE_30,  0.5,  0, -0.5, -TL_SIGHT_COSINE_30,
                                                          -1, -TL_SIGHT_COSINE_30, -0.5, 0, 0.5,  TL_SIGHT_COSINE_30};
    shaft->count = 0;
    shaft->inflation = TL_SIGHT_INFLATION + TL_SIGHT_INFLATION_SHARE * scale;
    shaft->margin = TL_SIGHT_TOUCH + TL_SIGHT_TOUCH_SHARE * scale;
    shaft->nudge = TL_SIGHT_NUDGE_SHARE * shaft->inflation;
    shaft->above_plane = above_plane;
    shaft->from = tl_cell_centre(a);
    shaft->to = tl_cell_centre(b);
    shaft->box = tl_box3_grow(tl_box3_union(a->box, b->box), shaft->inflation);
    add_plane(shaft, (tl_vec3){1, 0, 0}, tl_max(a->box.high.x, b->box.high.x));
    add_plane(shaft, (tl_vec3){-1, 0, 0}, -tl_min(a->box.low.x, b->box.low.x));
    add_plane(shaft, (tl_vec3){0, 1, 0}, tl_max(a->box.high.y, b->box.high.y));
    add_plane(shaft, (tl_vec3){0, -1, 0}, -tl_min(a->box.low.y, b->box.low.y));
    add_plane(shaft, (tl_vec3){0, 0, 1}, tl_max(a->box.high.z, b->box.high.z));
    add_plane(shaft, (tl_vec3){0, 0, -1}, -tl_min(a->box.low.z, b->box.low.z));
    tl_vec3 w = tl_normalise(tl_sub(shaft->to, shaft->from));
    if (tl_length_squared(w) == 0) {
        w = (tl_vec3){0, 0, 1};
    }
    tl_vec3 side = fabs(w.z) < TL_SIGHT_UPRIGHT ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0};
    tl_vec3 u = tl_normalise(tl_cross(w, side)), v = tl_cross(u, w);
    for (int i = 0; i < TL_SIGHT_SHAFT_LATERAL; i++) {
        tl_vec3 n =
            tl_add(tl_scale(u, cosine[i]), tl_scale(v, cosine[(i + TL_SIGHT_SHAFT_SINE) % TL_SIGHT_SHAFT_LATERAL]));
        add_side(shaft, a, b, n, w);
    }
    /* a cell is thin across its last cuts; planes in those directions keep an oblique one from looking fat */
    const tl_cell *cells[2] = {a, b};
    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < cells[c]->cut_count; i++) {
            tl_vec3 n = cells[c]->cuts[i];
            n = tl_normalise(tl_madd(n, w, -tl_dot(n, w)));
            if (tl_length_squared(n) > 0.5) {
                add_side(shaft, a, b, n, w);
                add_side(shaft, a, b, tl_scale(n, -1), w);
            }
        }
    }
    add_plane(shaft, w, highest(a, b, w));
    w = tl_scale(w, -1);
    add_plane(shaft, w, highest(a, b, w));
    fill_up(shaft);
    TL_CHECK_INVARIANT(tl_shaft_broken(shaft, a, b));
}

void tl_shaft_tighten(tl_shaft *shaft, const tl_cell *a, const tl_cell *b, tl_vec3 along) {
    TL_ASSERT(shaft->count > 0, "a shaft is tightened when it is made");
    tl_vec3 w = tl_normalise(tl_sub(shaft->to, shaft->from)), n = tl_normalise(tl_cross(along, w));
    if (shaft->count + 2 <= TL_SHAFT_PLANES && tl_length_squared(n) > 0.5) {
        add_side(shaft, a, b, n, w);
        add_side(shaft, a, b, tl_scale(n, -1), w);
        fill_up(shaft);
        TL_ASSERT(shaft->count <= TL_SHAFT_PLANES, "a shaft has room for two planes more");
    }
}

void tl_shaft_let_nudge(tl_shaft *shaft, double by) {
    TL_ASSERT(by > 0, "cells are nudged by something");
    tl_shaft_grow(shaft, by);
    shaft->nudge = by;
}

void tl_shaft_slacken(tl_shaft *shaft, double slack) {
    TL_ASSERT(slack >= 0 && slack < INFINITY, "surfaces give way by a finite length");
    if (slack > 0) {
        tl_shaft_grow(shaft, slack);
        shaft->inflation += slack;
        shaft->margin += slack;
        shaft->nudge = 0; /* a hair is lost in it */
    }
}

void tl_shaft_grow(tl_shaft *shaft, double by) {
    TL_ASSERT(by >= 0, "a shaft never shrinks: proofs need all of it");
    for (int i = 0; i < shaft->count; i++) {
        shaft->offset[i] += by;
    }
    shaft->box = tl_box3_grow(shaft->box, by);
}

uint64_t tl_shaft_code(const tl_shaft *shaft, tl_vec3 p) {
    return tl_heights_above(shaft->x, shaft->y, shaft->z, shaft->offset, TL_HEIGHTS_ROOM((size_t)shaft->count), p);
}

/* For planes with both ends on one side the codes decide. Where the ends differ the crossing s / (s - t) has a relative
 * error of a few 1e-16, since s and -t have the same sign; TL_SIGHT_PLACE_SLACK of slack in the parameter covers it. */
bool tl_shaft_meets(const tl_shaft *shaft, tl_vec3 u, tl_vec3 v, uint64_t cu, uint64_t cv, double *low, double *high) {
    double first = 0, last = 1;
    if ((cu & cv) != 0 || (shaft->above_plane && u.z <= 0 && v.z <= 0)) {
        return false;
    }
    for (uint64_t differ = cu ^ cv; differ != 0; differ &= differ - 1) {
        int i = __builtin_ctzll(differ);
        double s = shaft->x[i] * u.x + shaft->y[i] * u.y + shaft->z[i] * u.z - shaft->offset[i];
        double t = shaft->x[i] * v.x + shaft->y[i] * v.y + shaft->z[i] * v.z - shaft->offset[i];
        double at = s / (s - t);
        if (s > 0) {
            first = at > first ? at : first;
        } else {
            last = at < last ? at : last;
        }
        if (first > last + TL_SIGHT_PLACE_SLACK) {
            return false;
        }
    }
    if (low != NULL) {
        *low = first;
    }
    if (high != NULL) {
        *high = last;
    }
    return true;
}

bool tl_shaft_misses_box(const tl_shaft *shaft, tl_box3 box) {
    if (!tl_box3_overlap(shaft->box, box)) {
        return true;
    }
    for (int i = 6; i < shaft->count; i++) {
        double s = shaft->x[i] * (shaft->x[i] > 0 ? box.low.x : box.high.x) +
                   shaft->y[i] * (shaft->y[i] > 0 ? box.low.y : box.high.y) +
                   shaft->z[i] * (shaft->z[i] > 0 ? box.low.z : box.high.z);
        if (s > shaft->offset[i]) {
            return true;
        }
    }
    return false;
}

/* --- Separation (Gilbert, Johnson, Keerthi 1988) ----------------------------------------------------------------- */

/* A corner of the difference of the hulls, with the simplex points kept as differences. */
typedef struct shaft_simplex {
    tl_vec3 corner[4];
    int count;
} shaft_simplex;

/* Keeps corners i, j (k) of the simplex. */
static void keep(shaft_simplex *s, int count, int i, int j, int k) {
    tl_vec3 a = s->corner[i], b = s->corner[j], c = s->corner[k];
    s->corner[0] = a;
    s->corner[1] = b;
    s->corner[2] = c;
    s->count = count;
}

static tl_vec3 nearest_on_segment(shaft_simplex *s) {
    tl_vec3 a = s->corner[0], ab = tl_sub(s->corner[1], a);
    double t = -tl_dot(a, ab), length = tl_dot(ab, ab);
    if (t <= 0 || !(length > 0)) {
        keep(s, 1, 0, 0, 0);
        return a;
    }
    if (t >= length) {
        keep(s, 1, 1, 1, 1);
        return s->corner[0];
    }
    return tl_madd(a, ab, t / length);
}

/* Of triangle i, j, k of the simplex; the simplex is reduced to the feature that holds the point. */
static tl_vec3 nearest_on_face(shaft_simplex *s) {
    tl_vec3 a = s->corner[0], b = s->corner[1], c = s->corner[2];
    tl_vec3 ab = tl_sub(b, a), ac = tl_sub(c, a);
    tl_vec3 n = tl_cross(ab, ac);
    double nn = tl_dot(n, n);
    double u = tl_dot(n, tl_cross(b, c)), v = tl_dot(n, tl_cross(c, a)), w = tl_dot(n, tl_cross(a, b));
    if (u > 0 && v > 0 && w > 0 && nn > 0) {
        return tl_scale(n, tl_dot(n, a) / nn);
    }
    shaft_simplex best = {.count = 0};
    tl_vec3 nearest = a;
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        shaft_simplex edge = {.corner = {s->corner[i], s->corner[(i + 1) % 3]}, .count = 2};
        tl_vec3 p = nearest_on_segment(&edge);
        if (tl_dot(p, p) < least) {
            least = tl_dot(p, p);
            nearest = p;
            best = edge;
        }
    }
    *s = best;
    return nearest;
}

static tl_vec3 nearest_on_tetrahedron(shaft_simplex *s) {
    shaft_simplex best = {.count = 0};
    tl_vec3 nearest = {0, 0, 0};
    double least = INFINITY;
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        tl_vec3 a = s->corner[(i + 1) & 3], b = s->corner[(i + 2) & 3], c = s->corner[(i + 3) & 3], d = s->corner[i];
        tl_vec3 n = tl_cross(tl_sub(b, a), tl_sub(c, a));
        double opposite = tl_dot(n, tl_sub(d, a)), origin = -tl_dot(n, a);
        if (opposite * origin > 0) {
            continue;
        }
        inside = false;
        shaft_simplex face = {.corner = {a, b, c}, .count = 3};
        tl_vec3 p = nearest_on_face(&face);
        if (tl_dot(p, p) < least) {
            least = tl_dot(p, p);
            nearest = p;
            best = face;
        }
    }
    if (inside || best.count == 0) {
        return (tl_vec3){0, 0, 0};
    }
    *s = best;
    return nearest;
}

/* The least of d . x over the points. */
static double lowest(const tl_vec3 *points, size_t count, tl_vec3 d, tl_vec3 *at) {
    double best = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double s = tl_dot(d, points[i]);
        if (s < best) {
            best = s;
            *at = points[i];
        }
    }
    return best;
}

bool tl_shaft_hulls_apart(const tl_vec3 *points, size_t count, const tl_vec3 *others, size_t other_count,
                          double margin) {
    TL_ASSERT(count > 0 && other_count > 0, "both hulls have points");
    TL_ASSERT(margin >= 0, "hulls that are apart are so by a margin that isn't negative");
    shaft_simplex s = {.count = 0};
    tl_vec3 v = tl_sub(points[0], others[0]);
    for (int iteration = 0; iteration < TL_SIGHT_SEPARATIONS; iteration++) {
        double length = tl_length(v);
        if (!(length > margin)) {
            return false;
        }
        tl_vec3 p = points[0], q = others[0];
        tl_vec3 d = tl_scale(v, 1 / length);
        double low = lowest(points, count, d, &p);
        double high = -lowest(others, other_count, tl_scale(d, -1), &q);
        if (low - high > margin) {
            return true; /* d is the proof */
        }
        tl_vec3 c = tl_sub(p, q);
        for (int i = 0; i < s.count; i++) {
            if (tl_same_point(s.corner[i], c)) {
                return false;
            }
        }
        TL_ASSERT(s.count < 4, "a simplex has four corners at most");
        s.corner[s.count++] = c;
        v = s.count == 1   ? c
            : s.count == 2 ? nearest_on_segment(&s)
            : s.count == 3 ? nearest_on_face(&s)
                           : nearest_on_tetrahedron(&s);
    }
    return false;
}

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

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
