/* cuts.c: convex polygons split by planes, again and again. */
#include "body/cuts.h"

enum { MOST_CORNERS = 16 };

typedef struct polygon {
    tl_vec3 p[MOST_CORNERS];
    int count;
} polygon;

typedef struct cuts_cutter {
    const tl_body_cut *cuts;
    size_t count;
    size_t matters[TL_ROLE_COUNT]; /* from this cut on, nothing that has this role is wanted any more */
    tl_mesh *const *into;
} cuts_cutter;

/* The part of a convex polygon with normal . p >= offset, and the rest. */
static void split(const polygon *in, tl_vec3 normal, double offset, polygon *inside, polygon *outside) {
    polygon a = {.count = 0}, b = {.count = 0};
    for (int i = 0; i < in->count; i++) {
        tl_vec3 p = in->p[i], q = in->p[(i + 1) % in->count];
        double dp = tl_dot(normal, p) - offset, dq = tl_dot(normal, q) - offset;
        if (dp >= 0 && a.count < MOST_CORNERS) {
            a.p[a.count++] = p;
        }
        if (dp <= 0 && b.count < MOST_CORNERS) {
            b.p[b.count++] = p;
        }
        if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
            /* always from the positive end, so that neighbours that share the edge get the same point */
            tl_vec3 x = dp > 0 ? tl_lerp(p, q, dp / (dp - dq)) : tl_lerp(q, p, dq / (dq - dp));
            if (a.count < MOST_CORNERS) {
                a.p[a.count++] = x;
            }
            if (b.count < MOST_CORNERS) {
                b.p[b.count++] = x;
            }
        }
    }
    *inside = a;
    *outside = b;
}

/* A cut as half-spaces whose intersection is its inside. */
static int cut_planes(const tl_body_cut *cut, tl_vec3 normal[6], double offset[6]) {
    if (cut->is_plane) {
        normal[0] = cut->normal;
        offset[0] = cut->offset;
        return 1;
    }
    const tl_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double low[3] = {cut->low.x, cut->low.y, cut->low.z};
    const double high[3] = {cut->high.x, cut->high.y, cut->high.z};
    for (int i = 0; i < 3; i++) {
        normal[2 * i] = axes[i];
        offset[2 * i] = low[i];
        normal[2 * i + 1] = tl_scale(axes[i], -1);
        offset[2 * i + 1] = -high[i];
    }
    return 6;
}

/* Where a polygon lies: wholly beyond the plane (-1), in it (0), or elsewhere (1). */
static int side_of(const polygon *part, tl_vec3 normal, double offset) {
    double most = -INFINITY, least = INFINITY;
    for (int k = 0; k < part->count; k++) {
        double d = tl_dot(normal, part->p[k]) - offset;
        most = tl_max(most, d);
        least = tl_min(least, d);
    }
    return most > 0 ? 1 : least < 0 ? -1 : 0;
}

static bool emit(tl_mesh *mesh, const polygon *part) {
    uint32_t index[MOST_CORNERS];
    for (int i = 0; i < part->count; i++) {
        if (!tl_mesh_add_vertex(mesh, part->p[i], &index[i])) {
            return false;
        }
    }
    for (int i = 1; i + 1 < part->count; i++) {
        if (!tl_mesh_add_triangle(mesh, index[0], index[i], index[i + 1])) {
            return false;
        }
    }
    return true;
}

/* What the cuts from number `first` on make of a convex polygon. A box leaves up to six parts outside, so this
 * branches. */
static bool cut_on(const cuts_cutter *c, const polygon *part, size_t first, tl_role role) {
    while (first < c->count && c->cuts[first].role == role) { /* nothing to change */
        first++;
    }
    if (part->count < 3 || first >= c->matters[role]) {
        return true;
    }
    if (first == c->count) {
        return emit(c->into[role], part);
    }
    const tl_body_cut *cut = &c->cuts[first];
    tl_role inner = cut->keep ? role : cut->role, outer = cut->keep ? cut->role : role;
    tl_vec3 normal[6];
    double offset[6];
    int planes = cut_planes(cut, normal, offset);
    bool in_face = false;
    for (int i = 0; i < planes; i++) {
        int side = side_of(part, normal[i], offset[i]);
        if (side < 0) {
            return cut_on(c, part, first + 1, outer);
        }
        in_face = in_face || side == 0;
    }
    if (part->count > MOST_CORNERS - 7) {
        /* this cut could add six corners: go on with triangles */
        for (int i = 1; i + 1 < part->count; i++) {
            polygon triangle = {{part->p[0], part->p[i], part->p[i + 1]}, 3};
            if (!cut_on(c, &triangle, first, role)) {
                return false;
            }
        }
        return true;
    }
    polygon rest = *part;
    for (int i = 0; i < planes; i++) {
        polygon outside = {.count = 0};
        if (!in_face || side_of(&rest, normal[i], offset[i]) != 0) {
            split(&rest, normal[i], offset[i], &rest, &outside);
        }
        if (!cut_on(c, &outside, first + 1, outer)) {
            return false;
        }
    }
    bool to_inside = !in_face || cut->keep || cut->role == TL_ROLE_CORE;
    return cut_on(c, &rest, first + 1, to_inside ? inner : outer);
}

bool tl_cuts_split(const tl_mesh *mesh, size_t triangle, tl_role role, const tl_body_cut *cuts, size_t count,
                   tl_mesh *const into[TL_ROLE_COUNT]) {
    cuts_cutter c = {.cuts = cuts, .count = count, .into = into};
    for (int r = 0; r < TL_ROLE_COUNT; r++) { /* what isn't wanted is followed as long as it may become what is */
        c.matters[r] = into[r] != NULL ? SIZE_MAX : 0;
        for (size_t i = 0; i < count && into[r] == NULL; i++) {
            c.matters[r] = into[cuts[i].role] != NULL ? i + 1 : c.matters[r];
        }
    }
    polygon whole = {.count = 3};
    tl_mesh_corners(mesh, triangle, whole.p);
    return cut_on(&c, &whole, 0, role);
}

tl_role tl_cuts_role(const tl_body_cut *cuts, size_t count, tl_role role, tl_vec3 p) {
    for (size_t i = 0; i < count; i++) {
        tl_vec3 normal[6];
        double offset[6];
        int planes = cut_planes(&cuts[i], normal, offset);
        bool inside = true;
        for (int k = 0; k < planes && inside; k++) {
            inside = tl_dot(normal[k], p) >= offset[k];
        }
        role = inside != cuts[i].keep ? cuts[i].role : role;
    }
    return role;
}
