/* exact_check.c: decides free lines in intervals, then in whole numbers of any size that is needed. */
#include "support/exact_check.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;
__extension__ typedef unsigned __int128 wide; /* gcc and clang have it */

void exact_table_free(exact_table *table) {
    free(table->triangles);
    free(table->parts);
    *table = (exact_table){0};
}

static bool make_room(void **items, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity) {
        return true;
    }
    size_t room = wanted + wanted / 2 + 16;
    void *fresh = realloc(*items, room * size);
    if (fresh == NULL) {
        return false;
    }
    *items = fresh;
    *capacity = room;
    return true;
}

bool exact_table_add(exact_table *table, const tl_bvh *bvh, bool solid, bool ground) {
    size_t count = tl_bvh_triangle_count(bvh);
    void *triangles = table->triangles, *parts = table->parts;
    bool made = make_room(&triangles, &table->capacity, table->count + count, sizeof(*table->triangles));
    table->triangles = triangles;
    made = made && make_room(&parts, &table->part_capacity, table->part_count + 1, sizeof(*table->parts));
    table->parts = parts;
    if (!made) {
        return false;
    }
    exact_part part = {.first = table->count,
                       .count = count,
                       .blocks = true,
                       .solid = solid,
                       .ground = ground,
                       .box = tl_box3_empty()};
    for (size_t i = 0; i < count; i++) {
        tl_vec3 *corner = table->triangles[table->count + i];
        tl_bvh_corners(bvh, (uint32_t)i, corner);
        for (int k = 0; k < 3; k++) {
            part.box = tl_box3_add(part.box, corner[k]);
        }
    }
    table->parts[table->part_count++] = part;
    table->count += count;
    return true;
}

/* --- Whole numbers ------------------------------------------------------------------------------------------------ */

enum { LIMBS = 22, FRACTION = 300 };

typedef struct whole {
    int sign; /* of the number; 0: zero */
    uint64_t limb[LIMBS];
} whole;

static int compare_size(const whole *a, const whole *b) {
    for (int i = LIMBS - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

/* x * 2^FRACTION */
static whole whole_of(double x) {
    whole w = {0};
    if (x == 0) {
        return w;
    }
    int exponent;
    double mantissa = frexp(fabs(x), &exponent);
    int shift = exponent - 53 + FRACTION;
    if (!isfinite(x) || shift < 0 || exponent > 40) {
        fprintf(stderr, "exact_check: %.17g is out of its range\n", x);
        abort();
    }
    uint64_t bits = (uint64_t)ldexp(mantissa, 53);
    w.sign = x > 0 ? 1 : -1;
    w.limb[shift / 64] = bits << (shift % 64);
    if (shift % 64 > 11) {
        w.limb[shift / 64 + 1] = bits >> (64 - shift % 64);
    }
    return w;
}

static whole whole_add(const whole *a, const whole *b) {
    whole sum = {0};
    if (a->sign == 0 || b->sign == 0) {
        return a->sign == 0 ? *b : *a;
    }
    if (a->sign == b->sign) {
        wide carry = 0;
        for (int i = 0; i < LIMBS; i++) {
            carry += (wide)a->limb[i] + b->limb[i];
            sum.limb[i] = (uint64_t)carry;
            carry >>= 64;
        }
        sum.sign = a->sign;
        return sum;
    }
    int order = compare_size(a, b);
    if (order == 0) {
        return sum;
    }
    const whole *large = order > 0 ? a : b, *small = order > 0 ? b : a;
    uint64_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        wide take = (wide)small->limb[i] + borrow;
        borrow = large->limb[i] < take ? 1 : 0;
        sum.limb[i] = (uint64_t)(large->limb[i] - take);
    }
    sum.sign = large->sign;
    return sum;
}

static whole whole_subtract(const whole *a, const whole *b) {
    whole minus = *b;
    minus.sign = -minus.sign;
    return whole_add(a, &minus);
}

static int used_limbs(const whole *a) {
    int n = LIMBS;
    while (n > 0 && a->limb[n - 1] == 0) {
        n--;
    }
    return n;
}

static whole whole_multiply(const whole *a, const whole *b) {
    whole product = {0};
    int na = used_limbs(a), nb = used_limbs(b);
    if (na + nb > LIMBS) {
        fprintf(stderr, "exact_check: a product is too long\n");
        abort();
    }
    for (int i = 0; i < na; i++) {
        wide carry = 0;
        for (int k = 0; k < nb; k++) {
            carry += (wide)a->limb[i] * b->limb[k] + product.limb[i + k];
            product.limb[i + k] = (uint64_t)carry;
            carry >>= 64;
        }
        product.limb[i + nb] = (uint64_t)carry;
    }
    product.sign = a->sign * b->sign;
    return product;
}

static whole difference(double a, double b) {
    whole x = whole_of(a), y = whole_of(b);
    return whole_subtract(&x, &y);
}

static int whole_side(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d) {
    const tl_vec3 points[3] = {b, c, d};
    whole m[3][3];
    for (int i = 0; i < 3; i++) {
        m[i][0] = difference(points[i].x, a.x);
        m[i][1] = difference(points[i].y, a.y);
        m[i][2] = difference(points[i].z, a.z);
    }
    whole sum = {0};
    for (int i = 0; i < 3; i++) {
        const whole *u = m[(i + 1) % 3], *v = m[(i + 2) % 3];
        whole left = whole_multiply(&u[1], &v[2]), right = whole_multiply(&u[2], &v[1]);
        whole minor = whole_subtract(&left, &right);
        whole term = whole_multiply(&m[i][0], &minor);
        sum = whole_add(&sum, &term);
    }
    return sum.sign;
}

/* --- Signs -------------------------------------------------------------------------------------------------------- */

/* Every entry of the matrix errs by at most one rounding, each product and sum by one more: 16 roundings of the sum of
 * sizes bound the error of the determinant generously. */
int exact_side(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d) {
    real bx = (real)b.x - a.x, by = (real)b.y - a.y, bz = (real)b.z - a.z;
    real cx = (real)c.x - a.x, cy = (real)c.y - a.y, cz = (real)c.z - a.z;
    real dx = (real)d.x - a.x, dy = (real)d.y - a.y, dz = (real)d.z - a.z;
    real det = bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
    real size = fabsl(bx) * (fabsl(cy * dz) + fabsl(cz * dy)) + fabsl(by) * (fabsl(cz * dx) + fabsl(cx * dz)) +
                fabsl(bz) * (fabsl(cx * dy) + fabsl(cy * dx));
    real error = 16 * LDBL_EPSILON * size;
    if (det > error) {
        return 1;
    }
    if (det < -error) {
        return -1;
    }
    return whole_side(a, b, c, d);
}

/* 2D: the sign of the turn a, b, c where u and v are two of the coordinates. */
static int turn(const double a[2], const double b[2], const double c[2]) {
    real bx = (real)b[0] - a[0], by = (real)b[1] - a[1], cx = (real)c[0] - a[0], cy = (real)c[1] - a[1];
    real det = bx * cy - by * cx, error = 8 * LDBL_EPSILON * (fabsl(bx * cy) + fabsl(by * cx));
    if (det > error || det < -error) {
        return det > 0 ? 1 : -1;
    }
    whole wbx = difference(b[0], a[0]), wby = difference(b[1], a[1]), wcx = difference(c[0], a[0]),
          wcy = difference(c[1], a[1]);
    whole left = whole_multiply(&wbx, &wcy), right = whole_multiply(&wby, &wcx);
    return whole_subtract(&left, &right).sign;
}

static bool in_box2(const double a[2], const double b[2], const double p[2]) {
    return fmin(a[0], b[0]) <= p[0] && p[0] <= fmax(a[0], b[0]) && fmin(a[1], b[1]) <= p[1] && p[1] <= fmax(a[1], b[1]);
}

static bool segments_meet2(const double a[2], const double b[2], const double c[2], const double d[2]) {
    int abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) {
        return true;
    }
    return (abc == 0 && in_box2(a, b, c)) || (abd == 0 && in_box2(a, b, d)) || (cda == 0 && in_box2(c, d, a)) ||
           (cdb == 0 && in_box2(c, d, b));
}

/* A coplanar segment and triangle meet exactly when their pictures meet in all three axis directions: the picture along
 * a direction out of their plane is one to one, and meeting shows in every picture. */
static bool coplanar_meet(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]) {
    for (int axis = 0; axis < 3; axis++) {
        double s[5][2];
        const tl_vec3 points[5] = {p, q, corner[0], corner[1], corner[2]};
        for (int i = 0; i < 5; i++) {
            s[i][0] = axis == 0 ? points[i].y : points[i].x;
            s[i][1] = axis == 2 ? points[i].y : points[i].z;
        }
        bool meet = segments_meet2(s[0], s[1], s[2], s[3]) || segments_meet2(s[0], s[1], s[3], s[4]) ||
                    segments_meet2(s[0], s[1], s[4], s[2]);
        int u = turn(s[2], s[3], s[0]), v = turn(s[3], s[4], s[0]), w = turn(s[4], s[2], s[0]);
        meet = meet || (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
        if (!meet) {
            return false;
        }
    }
    return true;
}

/* Exactly no area: a plane through it can hold any point. */
static bool is_flat(tl_vec3 p, const tl_vec3 c[3]) {
    return exact_side(c[0], c[1], c[2], p) == 0 && exact_side(c[0], c[1], c[2], (tl_vec3){p.x + 1, p.y, p.z}) == 0 &&
           exact_side(c[0], c[1], c[2], (tl_vec3){p.x, p.y + 1, p.z}) == 0 &&
           exact_side(c[0], c[1], c[2], (tl_vec3){p.x, p.y, p.z + 1}) == 0;
}

/* The edges of a triangle without area are all of it; each meets pq or is apart, in one plane or not. */
static bool edges_meet(tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    for (int i = 0; i < 3; i++) {
        const tl_vec3 edge[3] = {c[i], c[(i + 1) % 3], c[(i + 1) % 3]};
        if (exact_side(p, q, edge[0], edge[1]) == 0 && coplanar_meet(p, q, edge)) {
            return true;
        }
    }
    return false;
}

/* 0: apart; 1: the segment passes once through the inside; 2: they touch in some other way. */
static int crossing(tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    int sp = exact_side(c[0], c[1], c[2], p), sq = exact_side(c[0], c[1], c[2], q);
    if (sp * sq > 0) {
        return 0;
    }
    if (sp == 0 && sq == 0) {
        return (is_flat(p, c) ? edges_meet(p, q, c) : coplanar_meet(p, q, c)) ? 2 : 0;
    }
    int e0 = exact_side(p, q, c[0], c[1]), e1 = exact_side(p, q, c[1], c[2]), e2 = exact_side(p, q, c[2], c[0]);
    bool plus = e0 > 0 || e1 > 0 || e2 > 0, minus = e0 < 0 || e1 < 0 || e2 < 0;
    if (plus && minus) {
        return 0;
    }
    return sp == 0 || sq == 0 || e0 == 0 || e1 == 0 || e2 == 0 ? 2 : 1;
}

bool exact_meets(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]) {
    return crossing(p, q, corner) != 0;
}

/* --- Lines and points --------------------------------------------------------------------------------------------- */

static bool boxes_apart(tl_box3 box, const tl_vec3 c[3]) {
    return fmin(fmin(c[0].x, c[1].x), c[2].x) > box.high.x || fmax(fmax(c[0].x, c[1].x), c[2].x) < box.low.x ||
           fmin(fmin(c[0].y, c[1].y), c[2].y) > box.high.y || fmax(fmax(c[0].y, c[1].y), c[2].y) < box.low.y ||
           fmin(fmin(c[0].z, c[1].z), c[2].z) > box.high.z || fmax(fmax(c[0].z, c[1].z), c[2].z) < box.low.z;
}

static bool part_met(const exact_table *table, const exact_part *part, tl_vec3 p, tl_vec3 q) {
    tl_box3 box = tl_box3_add((tl_box3){p, p}, q);
    if (!tl_box3_overlap(box, part->box)) {
        return false;
    }
    for (size_t i = part->first; i < part->first + part->count; i++) {
        if (!boxes_apart(box, table->triangles[i]) && exact_meets(p, q, table->triangles[i])) {
            return true;
        }
    }
    return false;
}

bool exact_line_open(const exact_table *table, tl_vec3 p, tl_vec3 q, size_t *by) {
    for (size_t i = 0; i < table->part_count; i++) {
        if (table->parts[i].blocks && part_met(table, &table->parts[i], p, q)) {
            if (by != NULL) {
                *by = i;
            }
            return false;
        }
    }
    return true;
}

/* Odd crossings on the way out; a way that touches an edge or corner is replaced by another. */
static bool inside(const exact_table *table, const exact_part *part, tl_vec3 p) {
    if (p.x < part->box.low.x || p.x > part->box.high.x || p.y < part->box.low.y || p.y > part->box.high.y ||
        p.z < part->box.low.z || p.z > part->box.high.z) {
        return false;
    }
    for (int attempt = 0; attempt < 64; attempt++) {
        tl_vec3 out = {part->box.high.x + 1 + 0.37 * attempt, p.y + 0.013 * attempt * attempt - 0.21 * attempt,
                       p.z + 0.0171 * attempt * (attempt % 7) - 0.1 * attempt};
        tl_box3 box = tl_box3_add((tl_box3){p, p}, out);
        bool odd = false, touched = false;
        for (size_t i = part->first; i < part->first + part->count && !touched; i++) {
            const tl_vec3 *c = table->triangles[i];
            int met = boxes_apart(box, c) ? 0 : crossing(p, out, c);
            odd = odd != (met == 1);
            touched = met == 2;
        }
        if (!touched) {
            return odd;
        }
    }
    return true; /* on the surface */
}

bool exact_live(const exact_table *table, tl_vec3 p) {
    if (table->plane && !(p.z > 0)) {
        return false;
    }
    for (size_t i = 0; i < table->part_count; i++) {
        const exact_part *part = &table->parts[i];
        if (part->ground) {
            double high = fmax(part->box.high.z, p.z) + 1, low = fmin(part->box.low.z, p.z) - 1;
            if (part_met(table, part, p, (tl_vec3){p.x, p.y, high}) &&
                !part_met(table, part, p, (tl_vec3){p.x, p.y, low})) {
                return false;
            }
        } else if (part->blocks && part->solid && inside(table, part, p)) {
            return false;
        }
    }
    return true;
}

bool exact_line_free(const exact_table *table, tl_vec3 p, tl_vec3 q) {
    return !(table->plane && (!(p.z > 0) || !(q.z > 0))) && exact_line_open(table, p, q, NULL) &&
           exact_live(table, p) && exact_live(table, q);
}

/* --- Distances ---------------------------------------------------------------------------------------------------- */

typedef struct vec {
    real x, y, z;
} vec;

static vec vec_of(tl_vec3 a) {
    return (vec){a.x, a.y, a.z};
}
static vec minus(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
static vec along(vec a, vec d, real t) {
    return (vec){a.x + d.x * t, a.y + d.y * t, a.z + d.z * t};
}
static real dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static real point_segment(vec p, vec a, vec b) {
    vec d = minus(b, a), e = minus(p, a);
    real length = dot(d, d), t = length > 0 ? dot(e, d) / length : 0;
    vec r = minus(e, along((vec){0, 0, 0}, d, t < 0 ? 0 : t > 1 ? 1 : t));
    return dot(r, r);
}

/* Squared distance to the inside of a triangle, or infinity when the foot of the perpendicular lies outside. */
static real point_face(vec p, const vec c[3]) {
    vec n = cross(minus(c[1], c[0]), minus(c[2], c[0]));
    real area = dot(n, n);
    if (!(area > 0)) {
        return HUGE_VALL;
    }
    for (int i = 0; i < 3; i++) {
        if (dot(cross(minus(c[(i + 1) % 3], c[i]), minus(p, c[i])), n) < 0) {
            return HUGE_VALL;
        }
    }
    real h = dot(minus(p, c[0]), n);
    return h * h / area;
}

static real segment_segment(vec a, vec b, vec c, vec d) {
    real least = fminl(fminl(point_segment(a, c, d), point_segment(b, c, d)),
                       fminl(point_segment(c, a, b), point_segment(d, a, b)));
    vec u = minus(b, a), v = minus(d, c), w = minus(c, a), n = cross(u, v);
    real area = dot(n, n);
    if (area > 0) {
        real s = dot(cross(w, v), n) / area, t = dot(cross(w, u), n) / area;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            real h = dot(w, n);
            least = fminl(least, h * h / area);
        }
    }
    return least;
}

/* A lower bound of the squared distance of boxes. */
static double box_gap(tl_box3 box, const tl_vec3 c[3]) {
    double gap = 0;
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    for (int i = 0; i < 3; i++) {
        double v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = i == 0 ? c[k].x : i == 1 ? c[k].y : c[k].z;
        }
        double d = fmax(fmax(fmin(fmin(v[0], v[1]), v[2]) - high[i], low[i] - fmax(fmax(v[0], v[1]), v[2])), 0);
        gap += d * d;
    }
    return gap * (1 - 1e-14);
}

static real segment_triangle(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]) {
    if (exact_meets(p, q, corner)) {
        return 0;
    }
    vec a = vec_of(p), b = vec_of(q), c[3] = {vec_of(corner[0]), vec_of(corner[1]), vec_of(corner[2])};
    real least = fminl(point_face(a, c), point_face(b, c));
    for (int i = 0; i < 3; i++) {
        least = fminl(least, segment_segment(a, b, c[i], c[(i + 1) % 3]));
    }
    return least;
}

/* The middle of the range of the segment's box that matters is cut in pieces, so that long oblique lines don't look at
 * everything: lower bounds by boxes of an eighth. */
enum { PIECES = 8 };

long double exact_line_distance(const exact_table *table, tl_vec3 p, tl_vec3 q, double limit) {
    real least = (real)limit * limit;
    tl_box3 box[PIECES], all = tl_box3_add((tl_box3){p, p}, q);
    for (int k = 0; k < PIECES; k++) {
        tl_vec3 from = tl_lerp(p, q, (double)k / PIECES), to = tl_lerp(p, q, (double)(k + 1) / PIECES);
        box[k] = tl_box3_grow(tl_box3_add((tl_box3){from, from}, to), 1e-9);
    }
    for (size_t part = 0; part < table->part_count; part++) {
        const exact_part *at = &table->parts[part];
        for (size_t i = at->first; at->blocks && i < at->first + at->count; i++) {
            bool near = false, worth = (real)box_gap(all, table->triangles[i]) <= least;
            for (int k = 0; k < PIECES && worth && !near; k++) {
                near = (real)box_gap(box[k], table->triangles[i]) <= least;
            }
            least = near ? fminl(least, segment_triangle(p, q, table->triangles[i])) : least;
        }
    }
    real distance = sqrtl(least);
    return table->plane ? fminl(distance, fmaxl(0, fminl(p.z, q.z))) : distance;
}

static real point_triangle(tl_vec3 p, const tl_vec3 corner[3]) {
    vec at = vec_of(p), c[3] = {vec_of(corner[0]), vec_of(corner[1]), vec_of(corner[2])};
    real least = point_face(at, c);
    for (int i = 0; i < 3; i++) {
        least = fminl(least, point_segment(at, c[i], c[(i + 1) % 3]));
    }
    return least;
}

long double exact_point_distance(const exact_table *table, tl_vec3 p, double limit) {
    real least = (real)limit * limit;
    tl_box3 box = {p, p};
    for (size_t part = 0; part < table->part_count; part++) {
        const exact_part *at = &table->parts[part];
        for (size_t i = at->first; at->blocks && i < at->first + at->count; i++) {
            if ((real)box_gap(box, table->triangles[i]) <= least) {
                least = fminl(least, point_triangle(p, table->triangles[i]));
            }
        }
    }
    real distance = sqrtl(least);
    return table->plane ? fminl(distance, fabsl((real)p.z)) : distance;
}

long double exact_body_distance(const tl_bvh *body, tl_vec3 p) {
    real least = HUGE_VALL;
    for (size_t i = 0; i < tl_bvh_triangle_count(body); i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(body, (uint32_t)i, corner);
        least = fminl(least, point_triangle(p, corner));
    }
    return sqrtl(least);
}
