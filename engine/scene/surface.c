/* surface.c: finds the surfaces over a place on which something can rest: levels and headroom. */
#include "scene/surface.h"

#include <string.h>

enum { MOST_HEIGHTS = 256, MOST_CORNERS = 8 };

/* Footprints shrink by this much, mm, so that mere contact with a neighbour's edge is no overlap. */
#define FOOTPRINT_SHRINK 1e-6

bool tl_surface_inside(const tl_surfaces *surfaces, tl_vec3 p) {
    size_t count = tl_world_slot_count(surfaces->world);
    for (size_t slot = 0; slot < count; slot++) {
        if (surfaces->solid[slot] != 0 && tl_world_inside(surfaces->world, slot, p)) {
            return true;
        }
    }
    return false;
}

static void insert_height(double *heights, size_t *count, double height) {
    size_t i = *count;
    while (i > 0 && heights[i - 1] > height) {
        i--;
    }
    if ((i > 0 && height - heights[i - 1] < 1e-6) || *count >= MOST_HEIGHTS) {
        return;
    }
    memmove(heights + i + 1, heights + i, (*count - i) * sizeof(*heights));
    heights[i] = height;
    (*count)++;
}

/* Heights of woods that bear: the lowest layer of each. */
static void add_carpets(const tl_surfaces *surfaces, double x, double y, double *heights, size_t *count) {
    size_t slots = tl_world_slot_count(surfaces->world);
    for (size_t slot = 0; slot < slots; slot++) {
        const tl_bvh *bvh = tl_world_get(surfaces->world, slot);
        if (surfaces->carpet[slot] == 0 || bvh == NULL) {
            continue;
        }
        double met[MOST_HEIGHTS];
        size_t n = tl_world_slot_heights(surfaces->world, slot, surfaces->carpet[slot], x, y, met, MOST_HEIGHTS);
        double limit = tl_bvh_box(bvh).low.z + TL_SURFACE_CARPET;
        for (size_t i = 0; i < n && i < MOST_HEIGHTS; i++) {
            if (met[i] <= limit) {
                insert_height(heights, count, met[i]);
            }
        }
    }
}

size_t tl_surface_levels(const tl_surfaces *surfaces, double x, double y, double tall, double *heights,
                         size_t capacity) {
    double met[MOST_HEIGHTS + 1], bearing[MOST_HEIGHTS + 1];
    size_t n = tl_world_heights(surfaces->world, x, y, surfaces->stand, met, NULL, MOST_HEIGHTS);
    n = n < MOST_HEIGHTS ? n : MOST_HEIGHTS;
    if (surfaces->table_plane) {
        insert_height(met, &n, 0.0);
    }
    size_t bears = n;
    memcpy(bearing, met, n * sizeof(*met));
    add_carpets(surfaces, x, y, bearing, &bears);
    size_t count = 0;
    for (size_t i = 0; i < bears && count < capacity; i++) {
        double ceiling = INFINITY;
        for (size_t j = 0; j < n; j++) {
            if (met[j] > bearing[i]) {
                ceiling = met[j];
                break;
            }
        }
        if (ceiling - bearing[i] < tall) {
            continue;
        }
        /* a carpet on the same spot hides the ground right below it: stand on the carpet */
        if (i + 1 < bears && bearing[i + 1] - bearing[i] <= TL_SURFACE_LIFT && bearing[i + 1] < ceiling) {
            continue;
        }
        double probe = tl_min(0.5 * (bearing[i] + tl_min(ceiling, bearing[i] + 1.0)), bearing[i] + 0.05);
        if (!tl_surface_inside(surfaces, (tl_vec3){x, y, probe})) {
            heights[count++] = bearing[i];
        }
    }
    return count;
}

/* --- The highest point under a footprint -------------------------------------------------------------------------- */

typedef struct under {
    const tl_surfaces *surfaces;
    const tl_shape *footprint;
    double reach; /* of the footprint, from its middle */
    double low, high, best;
    uint32_t slot; /* of the best */
    double least;  /* of sides: how low they come in */
    tl_surface_side_fn *tell;
    void *user;
    bool any; /* one side is enough */
} under;

typedef struct flat {
    tl_vec3 p[MOST_CORNERS];
    int count;
} flat;

/* Keeps the part of a polygon with z between low and high. */
static flat clip_heights(const tl_vec3 corner[3], double low, double high) {
    flat in = {{corner[0], corner[1], corner[2]}, 3};
    for (int side = 0; side < 2; side++) {
        flat out = {.count = 0};
        for (int i = 0; i < in.count; i++) {
            tl_vec3 p = in.p[i], q = in.p[(i + 1) % in.count];
            double dp = side == 0 ? p.z - low : high - p.z;
            double dq = side == 0 ? q.z - low : high - q.z;
            if (dp >= 0 && out.count < MOST_CORNERS) {
                out.p[out.count++] = p;
            }
            if (((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) && out.count < MOST_CORNERS) {
                out.p[out.count++] = tl_lerp(p, q, dp / (dp - dq));
            }
        }
        in = out;
    }
    return in;
}

static bool in_flat(const flat *f, tl_vec2 p) {
    int positive = 0, negative = 0;
    for (int i = 0; i < f->count; i++) {
        double turn =
            tl_cross2(tl_sub2(tl_plan(f->p[(i + 1) % f->count]), tl_plan(f->p[i])), tl_sub2(p, tl_plan(f->p[i])));
        positive += turn > 0;
        negative += turn < 0;
    }
    return positive == 0 || negative == 0;
}

/* Highest z of a planar polygon over the unit disc (the polygon's plan already mapped so that the footprint is it). */
static double highest_over_disc(const flat *f, tl_vec3 normal, double best) {
    for (int i = 0; i < f->count; i++) {
        tl_vec3 p = f->p[i], q = f->p[(i + 1) % f->count];
        if (p.x * p.x + p.y * p.y <= 1) {
            best = tl_max(best, p.z);
        }
        tl_vec2 d = tl_sub2(tl_plan(q), tl_plan(p));
        double a = tl_dot2(d, d), b = tl_dot2(tl_plan(p), d), c = tl_dot2(tl_plan(p), tl_plan(p)) - 1;
        double root = b * b - a * c;
        if (a > 0 && root >= 0) {
            for (int side = -1; side <= 1; side += 2) {
                double t = (-b + side * sqrt(root)) / a;
                if (t >= 0 && t <= 1) {
                    best = tl_max(best, p.z + t * (q.z - p.z));
                }
            }
        }
    }
    if (normal.z == 0) {
        return best; /* an upright polygon has no inside, seen from above */
    }
    /* the disc's own highest point, uphill on its rim, or anywhere when the polygon is level */
    tl_vec2 uphill = {-normal.x, -normal.y};
    double slope = tl_length2(uphill);
    tl_vec2 rim = slope > 0 ? tl_scale2(uphill, 1 / slope) : (tl_vec2){0, 0};
    if (in_flat(f, rim)) {
        tl_vec3 o = f->p[0];
        best = tl_max(best, o.z - (normal.x * (rim.x - o.x) + normal.y * (rim.y - o.y)) / normal.z);
    }
    return best;
}

static bool in_polygon(const tl_vec2 *p, size_t count, tl_vec2 q) {
    bool in = false;
    for (size_t i = 0, j = count - 1; i < count; j = i++) {
        if ((p[i].y > q.y) != (p[j].y > q.y) && q.x < (p[j].x - p[i].x) * (q.y - p[i].y) / (p[j].y - p[i].y) + p[i].x) {
            in = !in;
        }
    }
    return in;
}

static double highest_over_polygon(const flat *f, const tl_vec2 *ring, size_t count, tl_vec3 normal, double best) {
    for (int i = 0; i < f->count; i++) {
        tl_vec3 p = f->p[i], q = f->p[(i + 1) % f->count];
        if (in_polygon(ring, count, tl_plan(p))) {
            best = tl_max(best, p.z);
        }
        for (size_t j = 0; j < count; j++) {
            tl_vec2 a = ring[j], b = ring[(j + 1) % count];
            tl_vec2 d = tl_sub2(tl_plan(q), tl_plan(p)), e = tl_sub2(b, a), w = tl_sub2(a, tl_plan(p));
            double det = tl_cross2(d, e);
            if (det != 0) {
                double t = tl_cross2(w, e) / det, u = tl_cross2(w, d) / det;
                if (t >= 0 && t <= 1 && u >= 0 && u <= 1) {
                    best = tl_max(best, p.z + t * (q.z - p.z));
                }
            }
        }
    }
    for (size_t j = 0; j < count && normal.z != 0; j++) {
        if (in_flat(f, ring[j])) {
            tl_vec3 o = f->p[0];
            best = tl_max(best, o.z - (normal.x * (ring[j].x - o.x) + normal.y * (ring[j].y - o.y)) / normal.z);
        }
    }
    return best;
}

/* Highest z of a planar polygon in the footprint's frame over the footprint; `best` where it comes no higher. */
static double highest_over(const under *u, const flat *f, tl_vec3 normal, double best) {
    const tl_shape *shape = u->footprint;
    normal = normal.z < 0 ? tl_scale(normal, -1) : normal;
    return shape->kind == TL_SHAPE_POLYGON ? highest_over_polygon(f, shape->outline, shape->outline_count, normal, best)
                                           : highest_over_disc(f, normal, best);
}

/* Into the footprint's own plan frame, in which discs and ovals are the unit disc. */
static void into_frame(const under *u, tl_vec3 c[3]) {
    const tl_shape *shape = u->footprint;
    for (int i = 0; i < 3; i++) {
        tl_vec3 d = tl_sub(c[i], shape->pose.at);
        c[i].x = d.x * shape->pose.x.x + d.y * shape->pose.x.y;
        c[i].y = d.x * shape->pose.y.x + d.y * shape->pose.y.y;
        if (shape->kind != TL_SHAPE_POLYGON) {
            double rx = shape->kind == TL_SHAPE_DISC ? shape->radius : shape->size.x;
            double ry = shape->kind == TL_SHAPE_DISC ? shape->radius : shape->size.y;
            c[i].x /= tl_max(rx - FOOTPRINT_SHRINK, 1e-9);
            c[i].y /= tl_max(ry - FOOTPRINT_SHRINK, 1e-9);
        } else {
            double shrunk = u->reach / tl_max(u->reach - FOOTPRINT_SHRINK, 1e-9);
            c[i].x *= shrunk;
            c[i].y *= shrunk;
        }
    }
}

/* How high what is looked at counts: of woods, what bears alone. */
static double highest_of(const under *u, uint32_t slot, double high) {
    const tl_bvh *bvh = tl_world_get(u->surfaces->world, slot);
    return u->surfaces->carpet[slot] != 0 ? tl_min(high, tl_bvh_box(bvh).low.z + TL_SURFACE_CARPET) : high;
}

static bool is_steep(tl_vec3 normal) {
    return normal.z == 0 || 4 * normal.z * normal.z < tl_length_squared(normal);
}

static tl_vec3 normal_of(const tl_vec3 c[3]) {
    return tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
}

static bool look_at_triangle(void *user, uint32_t slot, uint32_t triangle) {
    under *u = user;
    tl_vec3 c[3];
    tl_bvh_corners(tl_world_get(u->surfaces->world, slot), triangle, c);
    tl_vec3 n = normal_of(c);
    if ((n.z < 0 && u->surfaces->solid[slot] != 0) || is_steep(n)) {
        return true; /* the underside of something solid, or a side */
    }
    into_frame(u, c);
    n = normal_of(c);
    flat f = clip_heights(c, u->low, highest_of(u, slot, u->high));
    if (n.z == 0 || f.count < 3) {
        return true;
    }
    double best = highest_over(u, &f, n, u->best);
    u->slot = best > u->best ? slot : u->slot;
    u->best = best;
    return true;
}

/* A side that comes in between the heights counts as high as it is, there or above. */
static bool look_at_side(void *user, uint32_t slot, uint32_t triangle) {
    under *u = user;
    tl_vec3 c[3];
    tl_bvh_corners(tl_world_get(u->surfaces->world, slot), triangle, c);
    tl_vec3 n = normal_of(c);
    if (!is_steep(n)) {
        return true;
    }
    into_frame(u, c);
    n = normal_of(c);
    flat f = clip_heights(c, u->low, highest_of(u, slot, u->high));
    double top = f.count < 3 ? -INFINITY : highest_over(u, &f, n, -INFINITY);
    if (top == -INFINITY) {
        return true;
    }
    const double inside = top;
    flat all = clip_heights(c, u->low, highest_of(u, slot, INFINITY));
    top = highest_over(u, &all, n, top);
    double most = -INFINITY, least = INFINITY;
    for (int i = 0; i < all.count; i++) {
        most = tl_max(most, all.p[i].z);
    }
    for (int i = 0; i < f.count; i++) { /* and upside down */
        least = tl_min(least, f.p[i].z);
        f.p[i].z = -f.p[i].z;
    }
    double bottom = -highest_over(u, &f, (tl_vec3){-n.x, -n.y, n.z}, -INFINITY);
    top = tl_min(top, most); /* what is all but upright tells its heights badly away from its edges */
    bottom = tl_max(bottom, least);
    if (u->tell != NULL) {
        u->tell(u->user, slot, triangle, bottom, tl_min(inside, u->high));
    }
    u->least = tl_min(u->least, bottom);
    if (u->any) {
        return false;
    }
    u->slot = top > u->best ? slot : u->slot;
    u->best = tl_max(u->best, top);
    return true;
}

static under look_under(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high,
                        tl_world_triangle_fn *look, tl_surface_side_fn *tell, void *user, bool any) {
    double reach = footprint->kind == TL_SHAPE_DISC   ? footprint->radius
                   : footprint->kind == TL_SHAPE_OVAL ? tl_max(footprint->size.x, footprint->size.y)
                                                      : 0;
    for (size_t i = 0; footprint->kind == TL_SHAPE_POLYGON && i < footprint->outline_count; i++) {
        reach = tl_max(reach, tl_length2(footprint->outline[i]));
    }
    tl_vec3 at = footprint->pose.at;
    tl_box3 box = {{at.x - reach, at.y - reach, low}, {at.x + reach, at.y + reach, high}};
    under u = {surfaces, footprint, reach, low, high, low, 0, INFINITY, tell, user, any};
    tl_world_in_box(surfaces->world, box, surfaces->stand, look, &u);
    if (!any || u.least == INFINITY) {
        tl_world_in_box(surfaces->world, box, surfaces->carpet, look, &u);
    }
    return u;
}

double tl_surface_under(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high,
                        uint32_t *slot) {
    under u = look_under(surfaces, footprint, low, high, look_at_triangle, NULL, NULL, false);
    if (slot != NULL) {
        *slot = u.slot;
    }
    return tl_min(tl_max(u.best, low), high);
}

bool tl_surface_sides(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high, double *from,
                      double *to, uint32_t *slot, tl_surface_side_fn *tell, void *user) {
    under u = look_under(surfaces, footprint, low, high, look_at_side, tell, user, false);
    if (u.best > high) { /* other triangles may go on with it */
        under above = look_under(surfaces, footprint, high, 1e6, look_at_side, NULL, NULL, false);
        u.best = above.least <= u.best ? tl_max(u.best, above.best) : u.best;
    }
    *from = u.least;
    *to = u.best;
    *slot = u.slot;
    return u.least < INFINITY;
}

bool tl_surface_has_sides(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high) {
    return look_under(surfaces, footprint, low, high, look_at_side, NULL, NULL, true).least < INFINITY;
}
