/* crop.c: cutting a mesh at the sides of a rectangle, one after the other. */
#include "scan/shaping/crop.h"

#include "base/hash.h"

#include <string.h>

/* What lies inside has a coordinate of at least (`above`) or at most `at`. */
typedef struct crop_side {
    bool along_y, above;
    double at;
} crop_side;

/* New corners by the edge they lie on: (inner corner, outer corner) to index + 1. */
typedef struct cut_edge {
    uint32_t inner, outer, corner;
} cut_edge;

typedef struct crop_cutter {
    tl_mesh *mesh;
    crop_side side;
    cut_edge *edges;
    size_t edges_size; /* a power of two */
    uint32_t *triangles;
    size_t count;
} crop_cutter;

/* How far inside, in sign only: the difference of two doubles has the sign of their order. */
static double inside(const crop_side *s, tl_vec3 p) {
    double c = s->along_y ? p.y : p.x;
    return s->above ? c - s->at : s->at - c;
}

static tl_vec3 cross_point(const crop_side *s, tl_vec3 inner, tl_vec3 outer) {
    double a = s->along_y ? inner.y : inner.x;
    double b = s->along_y ? outer.y : outer.x;
    tl_vec3 p = tl_lerp(inner, outer, (s->at - a) / (b - a));
    *(s->along_y ? &p.y : &p.x) = s->at;
    return p;
}

static bool corner_between(crop_cutter *c, uint32_t inner, uint32_t outer, uint32_t *corner) {
    size_t at = (size_t)tl_mix(((uint64_t)inner << 32) | outer) & (c->edges_size - 1);
    for (; c->edges[at].corner != 0; at = (at + 1) & (c->edges_size - 1)) {
        if (c->edges[at].inner == inner && c->edges[at].outer == outer) {
            *corner = c->edges[at].corner - 1;
            return true;
        }
    }
    tl_vec3 p = cross_point(&c->side, c->mesh->vertices[inner], c->mesh->vertices[outer]);
    if (!tl_mesh_add_vertex(c->mesh, p, corner)) {
        return false;
    }
    c->edges[at] = (cut_edge){inner, outer, *corner + 1};
    return true;
}

static bool crosses(const crop_cutter *c, size_t triangle) {
    tl_vec3 p[3];
    tl_mesh_corners(c->mesh, triangle, p);
    bool in = false, out = false;
    for (int k = 0; k < 3; k++) {
        in = in || inside(&c->side, p[k]) > 0;
        out = out || inside(&c->side, p[k]) < 0;
    }
    return in && out;
}

/* Outside: all of it but edges or corners at most. A triangle in the border itself is in. */
static bool is_outside(const crop_cutter *c, size_t triangle) {
    tl_vec3 p[3];
    tl_mesh_corners(c->mesh, triangle, p);
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < 3; k++) {
        least = tl_min(least, inside(&c->side, p[k]));
        most = tl_max(most, inside(&c->side, p[k]));
    }
    return most <= 0 && least < 0;
}

static void put(crop_cutter *c, uint32_t a, uint32_t b, uint32_t d) {
    uint32_t *corner = c->triangles + 3 * c->count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = d;
}

/* Three or four corners are left of a triangle that crosses the side. */
static bool cut_triangle(crop_cutter *c, size_t triangle) {
    const uint32_t *v = c->mesh->triangles + 3 * triangle;
    uint32_t left[4];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        uint32_t p = v[k], q = v[(k + 1) % 3];
        double dp = inside(&c->side, c->mesh->vertices[p]), dq = inside(&c->side, c->mesh->vertices[q]);
        if (dp >= 0) {
            left[count++] = p;
        }
        if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
            uint32_t corner;
            if (!corner_between(c, dp > 0 ? p : q, dp > 0 ? q : p, &corner)) {
                return false;
            }
            left[count++] = corner;
        }
    }
    put(c, left[0], left[1], left[2]);
    if (count == 4) {
        put(c, left[0], left[2], left[3]);
    }
    return true;
}

static bool cut_piece(crop_cutter *c, tl_piece *piece) {
    size_t first = c->count;
    for (size_t t = piece->first_triangle; t < (size_t)piece->first_triangle + piece->triangle_count; t++) {
        const uint32_t *v = c->mesh->triangles + 3 * t;
        if (crosses(c, t)) {
            if (!cut_triangle(c, t)) {
                return false;
            }
        } else if (!is_outside(c, t)) {
            put(c, v[0], v[1], v[2]);
        }
    }
    piece->first_triangle = (uint32_t)first;
    piece->triangle_count = (uint32_t)(c->count - first);
    return true;
}

/* Drops pieces without triangles. */
static void drop_empty_pieces(tl_mesh *mesh) {
    size_t kept = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        if (mesh->pieces[i].triangle_count > 0) {
            mesh->pieces[kept++] = mesh->pieces[i];
        } else {
            tl_free(mesh->context, mesh->pieces[i].names);
        }
    }
    mesh->piece_count = kept;
}

/* All or nothing: without memory only unused vertices may have been added. */
static tl_status cut_at(tl_mesh *mesh, const crop_side *at, tl_error *error) {
    crop_cutter c = {.mesh = mesh, .side = *at};
    tl_context *context = mesh->context;
    size_t crossing = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        crossing += crosses(&c, t);
    }
    if (mesh->triangle_count + crossing > TL_MESH_MOST) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, NULL, "the cut mesh would have too many triangles");
    }
    c.edges_size = tl_hash_table_size(2 * crossing);
    c.edges = tl_alloc_array(context, c.edges_size, sizeof(*c.edges));
    c.triangles = tl_alloc_array(context, mesh->triangle_count + crossing, 3 * sizeof(*c.triangles));
    tl_piece *pieces = tl_alloc_array(context, mesh->piece_count, sizeof(*pieces));
    bool room = c.edges != NULL && c.triangles != NULL && pieces != NULL;
    if (room) {
        memcpy(pieces, mesh->pieces, mesh->piece_count * sizeof(*pieces));
    }
    for (size_t i = 0; room && i < mesh->piece_count; i++) {
        room = cut_piece(&c, &pieces[i]);
    }
    if (room) {
        tl_free(context, mesh->triangles);
        mesh->triangles = c.triangles;
        mesh->triangle_capacity = mesh->triangle_count + crossing;
        mesh->triangle_count = c.count;
        memcpy(mesh->pieces, pieces, mesh->piece_count * sizeof(*pieces));
        drop_empty_pieces(mesh);
        c.triangles = NULL;
    }
    tl_free(context, c.triangles);
    tl_free(context, c.edges);
    tl_free(context, pieces);
    return room ? TL_OK : tl_fail_memory(error);
}

/* Whether anything of a triangle lies over the rectangle, edges and corners left aside; and whether all of it does. */
static bool reaches_in(const tl_vec3 corner[3], const crop_side sides[4], bool *all) {
    tl_vec3 p[8] = {corner[0], corner[1], corner[2]};
    int count = 3;
    *all = true;
    for (int i = 0; i < 4; i++) {
        tl_vec3 left[8] = {{0, 0, 0}};
        int kept = 0;
        bool any = false, on = true;
        for (int k = 0; k < count; k++) {
            double dp = inside(&sides[i], p[k]), dq = inside(&sides[i], p[(k + 1) % count]);
            any = any || dp > 0;
            on = on && dp == 0;
            *all = *all && dp >= 0;
            if (dp >= 0) {
                left[kept++] = p[k];
            }
            if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
                tl_vec3 q = p[(k + 1) % count];
                left[kept++] = dp > 0 ? cross_point(&sides[i], p[k], q) : cross_point(&sides[i], q, p[k]);
            }
        }
        if (!any && !on) {
            return false;
        }
        memcpy(p, left, sizeof(p));
        count = kept;
    }
    return true;
}

static void keep_whole(tl_mesh *mesh, const crop_side sides[4], tl_scan_crop_report *report, bool count_only) {
    size_t kept = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece *piece = &mesh->pieces[i];
        size_t begin = piece->first_triangle, end = begin + piece->triangle_count, first = kept;
        for (size_t t = begin; t < end; t++) {
            tl_vec3 corner[3];
            bool all;
            tl_mesh_corners(mesh, t, corner);
            if (!reaches_in(corner, sides, &all)) {
                report->dropped++;
                continue;
            }
            report->cut += !all;
            if (!count_only) {
                memmove(mesh->triangles + 3 * kept++, mesh->triangles + 3 * t, 3 * sizeof(*mesh->triangles));
            }
        }
        if (!count_only) {
            piece->first_triangle = (uint32_t)first;
            piece->triangle_count = (uint32_t)(kept - first);
        }
    }
    if (!count_only) {
        mesh->triangle_count = kept;
        drop_empty_pieces(mesh);
    }
}

tl_status tl_scan_crop_mesh(tl_mesh *mesh, const tl_scan_crop *crop, tl_scan_crop_report *report, tl_error *error) {
    const crop_side sides[4] = {{false, true, crop->low.x},
                                {false, false, crop->high.x},
                                {true, true, crop->low.y},
                                {true, false, crop->high.y}};
    *report = (tl_scan_crop_report){0};
    if (!(crop->low.x < crop->high.x && crop->low.y < crop->high.y)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--crop", "give two corners that lie apart in x and in y",
                       "the rectangle from (%g, %g) to (%g, %g) is empty", crop->low.x, crop->low.y, crop->high.x,
                       crop->high.y);
    }
    keep_whole(mesh, sides, report, true);
    if (report->dropped == mesh->triangle_count) {
        tl_box3 box = tl_mesh_box(mesh);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--crop", "crop where the mesh is, or move it first",
                       "nothing of the mesh lies over (%g, %g) to (%g, %g): it reaches from (%g, %g) to (%g, %g) mm",
                       crop->low.x, crop->low.y, crop->high.x, crop->high.y, box.low.x, box.low.y, box.high.x,
                       box.high.y);
    }
    tl_status status = TL_OK;
    tl_weld_report weld = mesh->weld;
    if (crop->whole) {
        *report = (tl_scan_crop_report){0};
        keep_whole(mesh, sides, report, false);
        report->reach_out = report->cut;
        report->cut = 0;
    }
    for (int i = 0; i < 4 && !crop->whole && status == TL_OK; i++) {
        status = cut_at(mesh, &sides[i], error);
    }
    if (status == TL_OK) {
        status = tl_mesh_weld(mesh, NULL, error);
        mesh->weld = weld;
    }
    return status;
}

/* --- Rims --------------------------------------------------------------------------------------------------------- */

bool tl_scan_health_is_cropped(const tl_scan_health *health, uint32_t a, uint32_t b) {
    const tl_vec3 p = health->mesh->vertices[a], q = health->mesh->vertices[b];
    return health->cropped && ((p.x == q.x && (p.x == health->crop_low.x || p.x == health->crop_high.x)) ||
                               (p.y == q.y && (p.y == health->crop_low.y || p.y == health->crop_high.y)));
}

void tl_scan_health_mark_crop(tl_scan_health *health, const tl_scan_crop *crop) {
    health->cropped = !crop->whole;
    health->crop_low = crop->low;
    health->crop_high = crop->high;
    for (size_t i = 0; i < health->hole_count; i++) {
        tl_scan_hole *hole = &health->holes[i];
        const uint32_t *corner = health->loops + hole->first;
        size_t edges = hole->count - (hole->closed ? 0 : 1);
        for (size_t k = 0; k < edges; k++) {
            uint32_t a = corner[k], b = corner[(k + 1) % hole->count];
            if (tl_scan_health_is_cropped(health, a, b)) {
                hole->cropped_edges++;
                hole->cropped_length += tl_distance(health->mesh->vertices[a], health->mesh->vertices[b]);
            }
        }
    }
}
