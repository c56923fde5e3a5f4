/* close.c: patches for rims. Seen along the axis that most of the rim's area faces, a rim is mostly a plain polygon:
 * then ears are cut from it, the best shaped first. Else, for short rims, of all triangulations the one with the least
 * area (Barequet and Sharir, "Filling gaps in the boundary of a polyhedron", 1995), if it doesn't cross itself. */
#include "scan/repair/close.h"
#include "base/hash.h"
#include "math/predicates.h"

#include <stdlib.h>
#include <string.h>

/* The search for the least area takes the cube of the corners' number. */
#define LEAST_AREA_MOST ((size_t)160)

/* --- Edges -------------------------------------------------------------------------------------------------------- */

static uint64_t key_of(uint32_t a, uint32_t b) {
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static size_t slot_of(const tl_scan_edge_set *set, uint64_t key) {
    size_t slot = (size_t)tl_mix(key) & (set->size - 1);
    while (set->keys[slot] != 0 && set->keys[slot] != key) {
        slot = (slot + 1) & (set->size - 1);
    }
    return slot;
}

bool tl_scan_edge_set_has(const tl_scan_edge_set *set, uint32_t a, uint32_t b) {
    return set->count > 0 && set->keys[slot_of(set, key_of(a, b))] != 0;
}

static bool grow(tl_context *context, tl_scan_edge_set *set) {
    tl_scan_edge_set larger = {NULL, set->size == 0 ? 64 : 2 * set->size, set->count};
    larger.keys = tl_alloc_array(context, larger.size, sizeof(*larger.keys));
    if (larger.keys == NULL) {
        return false;
    }
    for (size_t i = 0; i < set->size; i++) {
        if (set->keys[i] != 0) {
            larger.keys[slot_of(&larger, set->keys[i])] = set->keys[i];
        }
    }
    tl_free(context, set->keys);
    *set = larger;
    return true;
}

bool tl_scan_edge_set_add(tl_context *context, tl_scan_edge_set *set, uint32_t a, uint32_t b) {
    if (2 * (set->count + 1) > set->size && !grow(context, set)) {
        return false;
    }
    size_t slot = slot_of(set, key_of(a, b));
    set->count += set->keys[slot] == 0;
    set->keys[slot] = key_of(a, b);
    return true;
}

/* --- A rim -------------------------------------------------------------------------------------------------------- */

typedef struct close_rim {
    const tl_mesh *mesh;
    const uint32_t *ring;
    size_t count;
    const tl_scan_edge_set *taken;
    tl_vec2 *flat;      /* seen along an axis, counter-clockwise */
    uint32_t *next;     /* of those that are left */
    uint32_t *previous; /* likewise */
    uint32_t *order;    /* edges by where they begin from the left, then corners that are not convex */
    double *worth;      /* of the ear at a corner; 0 or less: there is none */
    tl_scan_patch *patch;
} close_rim;

static tl_vec3 corner_of(const close_rim *r, size_t i) {
    return r->mesh->vertices[r->ring[i]];
}

static bool may_join(const close_rim *r, uint32_t a, uint32_t b) {
    return !tl_scan_edge_set_has(r->taken, r->ring[a], r->ring[b]);
}

static bool add_triangle(close_rim *r, uint32_t a, uint32_t b, uint32_t c) {
    tl_scan_patch *p = r->patch;
    if (!tl_reserve(r->mesh->context, (void **)&p->triangles, &p->capacity, p->count + 1, sizeof(*p->triangles))) {
        return false;
    }
    uint32_t *t = p->triangles[p->count++];
    t[0] = r->ring[a];
    t[1] = r->ring[b];
    t[2] = r->ring[c];
    return true;
}

/* How well shaped a triangle is: 1 for equal sides, 0 for none. */
static double shape_of(tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    tl_vec3 ab = tl_sub(b, a), bc = tl_sub(c, b), ca = tl_sub(a, c);
    double sides = tl_dot(ab, ab) + tl_dot(bc, bc) + tl_dot(ca, ca);
    return sides > 0 ? 2 * sqrt(3.0) * tl_length(tl_cross(ab, ca)) / sides : 0;
}

static bool goes_on(const close_rim *r) {
    return tl_progress(r->mesh->context, r->patch->share, TL_SCAN_CLOSING);
}

static tl_status fail_cancelled(tl_error *error) {
    return tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "closing holes was cancelled");
}

/* --- Seen along an axis ------------------------------------------------------------------------------------------- */

/* Twice the area that faces each axis (Newell), seen from one of the corners. */
static tl_vec3 facing(const close_rim *r) {
    tl_vec3 sum = {0, 0, 0};
    tl_vec3 origin = corner_of(r, 0);
    for (size_t i = 1; i + 1 < r->count; i++) {
        sum = tl_add(sum, tl_cross(tl_sub(corner_of(r, i), origin), tl_sub(corner_of(r, i + 1), origin)));
    }
    return sum;
}

/* Leaving out a coordinate rounds nothing, so that predicates on the picture are exact. */
static void look_along(close_rim *r, int axis, bool from_behind) {
    for (size_t i = 0; i < r->count; i++) {
        tl_vec3 p = corner_of(r, i);
        tl_vec2 f = axis == 0 ? (tl_vec2){p.y, p.z} : axis == 1 ? (tl_vec2){p.z, p.x} : (tl_vec2){p.x, p.y};
        r->flat[i] = from_behind ? (tl_vec2){f.y, f.x} : f;
    }
}

typedef struct close_span {
    double low;
    uint32_t edge;
} close_span;

static int by_low(const void *a, const void *b) {
    const close_span *p = a;
    const close_span *q = b;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    return p->edge < q->edge ? -1 : p->edge > q->edge;
}

/* Edges that follow one another may have their corner in common, no more; others nothing. */
static bool edges_part(const close_rim *r, uint32_t i, uint32_t j) {
    uint32_t n = (uint32_t)r->count;
    if ((i + 1) % n == j || (j + 1) % n == i) {
        uint32_t first = (i + 1) % n == j ? i : j;
        tl_vec2 a = r->flat[first], b = r->flat[(first + 1) % n], c = r->flat[(first + 2) % n];
        bool back = (a.x - b.x) * (c.x - b.x) > 0 || (a.y - b.y) * (c.y - b.y) > 0;
        bool still = (a.x == b.x && a.y == b.y) || (b.x == c.x && b.y == c.y);
        return !still && !(tl_orient2d(a, b, c) == 0 && back);
    }
    return !tl_math_segments_meet2(r->flat[i], r->flat[(i + 1) % n], r->flat[j], r->flat[(j + 1) % n]);
}

/* Whether the picture is a plain polygon, counter-clockwise. */
static tl_status is_plain(const close_rim *r, bool *plain, tl_error *error) {
    close_span *spans = tl_alloc_array(r->mesh->context, r->count, sizeof(*spans));
    if (spans == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    uint32_t n = (uint32_t)r->count;
    for (uint32_t i = 0; i < n; i++) {
        spans[i] = (close_span){tl_min(r->flat[i].x, r->flat[(i + 1) % n].x), i};
    }
    qsort(spans, n, sizeof(*spans), by_low);
    *plain = true;
    for (uint32_t i = 0; i < n && *plain && status == TL_OK; i++) {
        uint32_t e = spans[i].edge;
        double high = tl_max(r->flat[e].x, r->flat[(e + 1) % n].x);
        for (uint32_t j = i + 1; j < n && *plain && spans[j].low <= high; j++) {
            *plain = edges_part(r, e, spans[j].edge);
        }
        if (i % 256 == 0 && !goes_on(r)) {
            status = fail_cancelled(error);
        }
    }
    tl_free(r->mesh->context, spans);
    /* Of a plain polygon the leftmost corner, of several the lowest, is strictly convex. */
    uint32_t left = 0;
    for (uint32_t i = 1; i < n; i++) {
        left = r->flat[i].x < r->flat[left].x || (r->flat[i].x == r->flat[left].x && r->flat[i].y < r->flat[left].y)
                   ? i
                   : left;
    }
    *plain = *plain && tl_orient2d(r->flat[(left + n - 1) % n], r->flat[left], r->flat[(left + 1) % n]) > 0;
    return status;
}

/* --- Ears --------------------------------------------------------------------------------------------------------- */

static bool holds(const tl_vec2 t[3], tl_vec2 p) {
    return tl_orient2d(t[0], t[1], p) >= 0 && tl_orient2d(t[1], t[2], p) >= 0 && tl_orient2d(t[2], t[0], p) >= 0;
}

/* An ear: a strictly convex corner whose triangle holds no other corner. Only those that are not strictly convex are
 * looked for: of corners in the triangle, the one farthest from its open side has that side's half of the plane inside
 * the polygon. */
static double worth_of(const close_rim *r, uint32_t v, size_t bent, size_t left) {
    uint32_t u = r->previous[v], w = r->next[v];
    const tl_vec2 t[3] = {r->flat[u], r->flat[v], r->flat[w]};
    if (tl_orient2d(t[0], t[1], t[2]) <= 0 || (left > 3 && !may_join(r, u, w))) {
        return 0;
    }
    double low_x = tl_min(t[0].x, tl_min(t[1].x, t[2].x)), high_x = tl_max(t[0].x, tl_max(t[1].x, t[2].x));
    double low_y = tl_min(t[0].y, tl_min(t[1].y, t[2].y)), high_y = tl_max(t[0].y, tl_max(t[1].y, t[2].y));
    for (size_t i = 0; i < bent; i++) {
        uint32_t k = r->order[i];
        tl_vec2 p = r->flat[k];
        if (p.x >= low_x && p.x <= high_x && p.y >= low_y && p.y <= high_y && k != u && k != v && k != w &&
            r->next[k] != UINT32_MAX && holds(t, p)) {
            return 0;
        }
    }
    return 1e-9 + shape_of(corner_of(r, u), corner_of(r, v), corner_of(r, w));
}

/* The corners that are not strictly convex. */
static size_t find_bent(close_rim *r) {
    size_t bent = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->next[i] != UINT32_MAX && tl_orient2d(r->flat[r->previous[i]], r->flat[i], r->flat[r->next[i]]) <= 0) {
            r->order[bent++] = i;
        }
    }
    return bent;
}

/* Cuts ears until a triangle is left. `*filled` false: edges that are taken are in the way. */
static tl_status cut_ears(close_rim *r, bool *filled, tl_error *error) {
    uint32_t n = (uint32_t)r->count;
    r->patch->count = 0;
    for (uint32_t i = 0; i < n; i++) {
        r->next[i] = (i + 1) % n;
        r->previous[i] = (i + n - 1) % n;
    }
    size_t bent = find_bent(r);
    for (uint32_t i = 0; i < n; i++) {
        r->worth[i] = worth_of(r, i, bent, n);
        if (i % 256 == 0 && !goes_on(r)) {
            return fail_cancelled(error);
        }
    }
    *filled = true;
    for (uint32_t left = n; left >= 3; left--) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < n; i++) {
            best = r->worth[i] > r->worth[best] ? i : best;
        }
        *filled = r->worth[best] > 0;
        if (!*filled) {
            break; /* the best may be a corner that is gone */
        }
        uint32_t u = r->previous[best], w = r->next[best];
        if (!add_triangle(r, u, best, w)) {
            return tl_fail_memory(error);
        }
        r->worth[best] = 0;
        r->next[best] = UINT32_MAX;
        r->next[u] = w;
        r->previous[w] = u;
        if (left > 3) {
            bent = left % 64 == 0 ? find_bent(r) : bent; /* corners only become convex */
            r->worth[u] = worth_of(r, u, bent, left - 1);
            r->worth[w] = worth_of(r, w, bent, left - 1);
        } else {
            break;
        }
        if (left % 256 == 0 && !goes_on(r)) {
            return fail_cancelled(error);
        }
    }
    return TL_OK;
}

/* From the side that most of it faces, then from the others. */
static tl_status fill_seen(close_rim *r, bool *filled, tl_error *error) {
    tl_vec3 f = facing(r);
    const double area[3] = {f.x, f.y, f.z};
    int axes[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++) {
        for (int k = 2; k > i; k--) {
            if (fabs(area[axes[k]]) > fabs(area[axes[k - 1]])) {
                int kept = axes[k];
                axes[k] = axes[k - 1];
                axes[k - 1] = kept;
            }
        }
    }
    tl_status status = TL_OK;
    *filled = false;
    for (int i = 0; i < 3 && status == TL_OK && !*filled; i++) {
        bool plain = false;
        if (area[axes[i]] == 0) {
            continue;
        }
        look_along(r, axes[i], area[axes[i]] < 0);
        status = is_plain(r, &plain, error);
        if (status == TL_OK && plain) {
            status = cut_ears(r, filled, error);
        }
    }
    return status;
}

/* --- Least area --------------------------------------------------------------------------------------------------- */

/* Infinite for what can't be used: a triangle without area, or with a taken edge. */
static double area_of(const close_rim *r, uint32_t i, uint32_t k, uint32_t j) {
    uint32_t n = (uint32_t)r->count;
    if ((i + 1 != k && !may_join(r, i, k)) || (k + 1 != j && !may_join(r, k, j)) ||
        (j - i != 1 && !(i == 0 && j == n - 1) && !may_join(r, i, j))) {
        return INFINITY;
    }
    tl_vec3 a = corner_of(r, i), b = corner_of(r, k), c = corner_of(r, j);
    double area = tl_length(tl_cross(tl_sub(b, a), tl_sub(c, a))) / 2;
    return area > 0 ? area : INFINITY;
}

static bool add_best(close_rim *r, const uint8_t *middle) {
    uint32_t stack[2 * LEAST_AREA_MOST];
    size_t depth = 0;
    uint32_t n = (uint32_t)r->count;
    stack[depth++] = 0;
    stack[depth++] = n - 1;
    while (depth > 0) {
        uint32_t j = stack[--depth], i = stack[--depth];
        if (j - i < 2) {
            continue;
        }
        uint32_t k = middle[i * n + j];
        if (!add_triangle(r, i, k, j)) {
            return false;
        }
        stack[depth++] = i;
        stack[depth++] = k;
        stack[depth++] = k;
        stack[depth++] = j;
    }
    return true;
}

static void corners_of(const close_rim *r, size_t i, tl_vec3 corner[3]) {
    for (int k = 0; k < 3; k++) {
        corner[k] = r->mesh->vertices[r->patch->triangles[i][k]];
    }
}

/* Whether an edge of the one, but for those at a common corner, meets the other. */
static bool meets(const close_rim *r, size_t i, size_t j) {
    const uint32_t *a = r->patch->triangles[i], *b = r->patch->triangles[j];
    tl_vec3 p[3], q[3];
    corners_of(r, i, p);
    corners_of(r, j, q);
    for (int k = 0; k < 3; k++) {
        uint32_t from = a[k], to = a[(k + 1) % 3];
        bool shared = from == b[0] || from == b[1] || from == b[2] || to == b[0] || to == b[1] || to == b[2];
        if (!shared && tl_math_segment_triangle(p[k], p[(k + 1) % 3], q[0], q[1], q[2]) != TL_CROSSING_NONE) {
            return true;
        }
    }
    return false;
}

/* Two triangles of one edge may still lie on each other: folded, in one plane, on one side of it. */
static bool folded(const close_rim *r, size_t i, size_t j) {
    const uint32_t *a = r->patch->triangles[i], *b = r->patch->triangles[j];
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            if (a[k] != b[(l + 1) % 3] || a[(k + 1) % 3] != b[l]) {
                continue;
            }
            tl_vec3 p[3], q[3];
            corners_of(r, i, p);
            corners_of(r, j, q);
            tl_vec3 n = tl_cross(tl_sub(p[1], p[0]), tl_sub(p[2], p[0]));
            tl_vec3 m = tl_cross(tl_sub(q[1], q[0]), tl_sub(q[2], q[0]));
            return tl_orient3d(p[0], p[1], p[2], q[(l + 2) % 3]) == 0 && tl_dot(n, m) < 0;
        }
    }
    return false;
}

static bool crosses_itself(const close_rim *r) {
    for (size_t i = 0; i < r->patch->count; i++) {
        for (size_t j = i + 1; j < r->patch->count; j++) {
            if (meets(r, i, j) || meets(r, j, i) || folded(r, i, j)) {
                return true;
            }
        }
    }
    return false;
}

static tl_status fill_least(close_rim *r, bool *filled, tl_error *error) {
    *filled = false;
    size_t n = r->count;
    if (n > LEAST_AREA_MOST) {
        return TL_OK;
    }
    r->patch->count = 0;
    double *least = tl_alloc_array(r->mesh->context, n * n, sizeof(*least));
    uint8_t *middle = tl_alloc_array(r->mesh->context, n * n, 1);
    tl_status status = least != NULL && middle != NULL ? TL_OK : tl_fail_memory(error);
    for (uint32_t length = 2; status == TL_OK && length < n; length++) {
        for (uint32_t i = 0; i + length < n; i++) {
            uint32_t j = i + length;
            least[i * n + j] = INFINITY;
            for (uint32_t k = i + 1; k < j; k++) {
                double area = least[i * n + k] + least[k * n + j];
                area = area < least[i * n + j] ? area + area_of(r, i, k, j) : INFINITY;
                if (area < least[i * n + j]) {
                    least[i * n + j] = area;
                    middle[i * n + j] = (uint8_t)k;
                }
            }
        }
        if (!goes_on(r)) {
            status = fail_cancelled(error);
        }
    }
    if (status == TL_OK && least[n - 1] < INFINITY) {
        status = add_best(r, middle) ? TL_OK : tl_fail_memory(error);
        *filled = status == TL_OK && !crosses_itself(r);
    }
    tl_free(r->mesh->context, least);
    tl_free(r->mesh->context, middle);
    return status;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

static bool take_edges(const close_rim *r, tl_scan_edge_set *taken) {
    for (size_t i = 0; i < r->patch->count; i++) {
        const uint32_t *t = r->patch->triangles[i];
        for (int k = 0; k < 3; k++) {
            if (!tl_scan_edge_set_add(r->mesh->context, taken, t[k], t[(k + 1) % 3])) {
                return false;
            }
        }
    }
    return true;
}

tl_status tl_scan_patch_make(const tl_mesh *mesh, const uint32_t *ring, size_t count, tl_scan_edge_set *taken,
                             tl_scan_patch *patch, tl_error *error) {
    patch->count = 0;
    if (count < 3 || count > TL_SCAN_RIM_MOST) {
        return TL_OK;
    }
    tl_context *context = mesh->context;
    close_rim r = {.mesh = mesh, .ring = ring, .count = count, .taken = taken, .patch = patch};
    r.flat = tl_alloc_array(context, count, sizeof(*r.flat));
    r.next = tl_alloc_array(context, count, sizeof(*r.next));
    r.previous = tl_alloc_array(context, count, sizeof(*r.previous));
    r.order = tl_alloc_array(context, count, sizeof(*r.order));
    r.worth = tl_alloc_array(context, count, sizeof(*r.worth));
    tl_status status;
    bool filled = false;
    if (r.flat == NULL || r.next == NULL || r.previous == NULL || r.order == NULL || r.worth == NULL) {
        status = tl_fail_memory(error);
    } else {
        status = fill_seen(&r, &filled, error);
        if (status == TL_OK && !filled) {
            status = fill_least(&r, &filled, error);
        }
        if (status == TL_OK && filled && !take_edges(&r, taken)) {
            status = tl_fail_memory(error);
        }
    }
    patch->count = status == TL_OK && filled ? patch->count : 0;
    tl_free(context, r.flat);
    tl_free(context, r.next);
    tl_free(context, r.previous);
    tl_free(context, r.order);
    tl_free(context, r.worth);
    return status;
}
