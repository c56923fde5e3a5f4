/* shape.c: checks, copies and measures shapes that are given in closed form. */
#include "body/shape.h"

#include "geom/polygon2.h"

#include <float.h>
#include <string.h>

/* Where a round shape's axis runs in its own frame, and the two half axes of its cross-section. */
typedef struct round_frame {
    tl_vec3 low, high; /* ends of the axis, in the world */
    tl_vec3 u, v;      /* half axes of the cross-section, in the world */
} round_frame;

static bool is_prism(tl_shape_kind kind) {
    return kind == TL_SHAPE_DISC || kind == TL_SHAPE_OVAL || kind == TL_SHAPE_POLYGON;
}

/* Two unit vectors across a unit vector; for one along z exactly x and +-y. */
static void across(tl_vec3 axis, tl_vec3 *u, tl_vec3 *v) {
    if (axis.x == 0 && axis.y == 0) {
        *u = (tl_vec3){1, 0, 0};
        *v = (tl_vec3){0, axis.z < 0 ? -1 : 1, 0};
        return;
    }
    tl_vec3 helper = fabs(axis.z) < 0.9 ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0};
    *u = tl_normalise(tl_cross(helper, axis));
    *v = tl_cross(axis, *u);
}

static round_frame frame_of(const tl_shape *s) {
    round_frame f;
    if (is_prism(s->kind)) {
        double rx = s->kind == TL_SHAPE_OVAL ? s->size.x : s->radius;
        double ry = s->kind == TL_SHAPE_OVAL ? s->size.y : s->radius;
        f.low = tl_pose_point(&s->pose, (tl_vec3){0, 0, s->low});
        f.high = tl_pose_point(&s->pose, (tl_vec3){0, 0, s->high});
        f.u = tl_scale(s->pose.x, rx);
        f.v = tl_scale(s->pose.y, ry);
        return f;
    }
    f.low = tl_pose_point(&s->pose, s->from);
    f.high = tl_pose_point(&s->pose, s->to);
    tl_vec3 axis = tl_normalise(tl_sub(s->to, s->from));
    if (!(tl_length_squared(axis) > 0)) {
        axis = (tl_vec3){0, 0, 1};
    }
    tl_vec3 u, v;
    across(axis, &u, &v);
    f.u = tl_scale(tl_pose_direction(&s->pose, u), s->radius);
    f.v = tl_scale(tl_pose_direction(&s->pose, v), s->radius);
    return f;
}

static tl_status refuse(tl_error *error, const char *place, const char *message) {
    return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place, NULL, "%s", message);
}

tl_status tl_shape_check(const tl_shape *s, const char *place, tl_error *error) {
    if (!tl_is_finite(s->pose.at) || !tl_is_finite(s->pose.x) || !tl_is_finite(s->pose.y) || !tl_is_finite(s->pose.z)) {
        return refuse(error, place, "the shape's pose is not finite");
    }
    if (is_prism(s->kind) && !(isfinite(s->low) && isfinite(s->high) && s->low <= s->high)) {
        return refuse(error, place, "the shape's height must be a number that is not negative");
    }
    switch (s->kind) {
    case TL_SHAPE_NONE:
        return refuse(error, place, "there is no shape");
    case TL_SHAPE_DISC:
        break;
    case TL_SHAPE_OVAL:
        if (!(isfinite(s->size.x) && isfinite(s->size.y) && s->size.x > 0 && s->size.y > 0)) {
            return refuse(error, place, "an oval's size must be two positive numbers");
        }
        return TL_OK;
    case TL_SHAPE_POLYGON:
        if (s->outline == NULL || s->outline_count < 3) {
            return refuse(error, place, "an outline needs at least 3 corners");
        }
        for (size_t i = 0; i < s->outline_count; i++) {
            if (!isfinite(s->outline[i].x) || !isfinite(s->outline[i].y)) {
                return refuse(error, place, "an outline's corners must be finite numbers");
            }
        }
        if (!tl_polygon2_is_simple(s->outline, s->outline_count)) {
            return refuse(error, place, "the outline crosses or touches itself, or repeats a corner");
        }
        if (tl_polygon2_orientation(s->outline, s->outline_count) <= 0) {
            return refuse(error, place, "the outline's corners must run counter-clockwise");
        }
        return TL_OK;
    case TL_SHAPE_CAPSULE:
    case TL_SHAPE_CYLINDER:
        if (!tl_is_finite(s->from) || !tl_is_finite(s->to)) {
            return refuse(error, place, "the ends of the shape must be finite numbers");
        }
        if (s->kind == TL_SHAPE_CYLINDER && tl_same_point(s->from, s->to)) {
            return refuse(error, place, "a cylinder's ends must be apart");
        }
        break;
    case TL_SHAPE_BOX:
        if (!tl_is_finite(s->from) || !tl_is_finite(s->to) ||
            !(s->from.x <= s->to.x && s->from.y <= s->to.y && s->from.z <= s->to.z)) {
            return refuse(error, place, "a box's min must not exceed its max");
        }
        return TL_OK;
    }
    if (!(isfinite(s->radius) && s->radius > 0)) {
        return refuse(error, place, "the radius must be a positive number");
    }
    return TL_OK;
}

static tl_vec3 round_support(const round_frame *f, tl_vec3 d) {
    double du = tl_dot(f->u, d), dv = tl_dot(f->v, d);
    double length = tl_hypot(du, dv);
    tl_vec3 p = tl_dot(tl_sub(f->high, f->low), d) > 0 ? f->high : f->low;
    return length > 0 ? tl_madd(tl_madd(p, f->u, du / length), f->v, dv / length) : p;
}

tl_vec3 tl_shape_support(const tl_shape *s, tl_vec3 d) {
    switch (s->kind) {
    case TL_SHAPE_NONE:
        break;
    case TL_SHAPE_DISC:
    case TL_SHAPE_OVAL:
    case TL_SHAPE_CYLINDER: {
        round_frame f = frame_of(s);
        return round_support(&f, d);
    }
    case TL_SHAPE_CAPSULE: {
        tl_vec3 a = tl_pose_point(&s->pose, s->from), b = tl_pose_point(&s->pose, s->to);
        return tl_madd(tl_dot(tl_sub(b, a), d) > 0 ? b : a, tl_normalise(d), s->radius);
    }
    case TL_SHAPE_BOX: {
        tl_vec3 p = {tl_dot(s->pose.x, d) > 0 ? s->to.x : s->from.x, tl_dot(s->pose.y, d) > 0 ? s->to.y : s->from.y,
                     tl_dot(s->pose.z, d) > 0 ? s->to.z : s->from.z};
        return tl_pose_point(&s->pose, p);
    }
    case TL_SHAPE_POLYGON: {
        double z = tl_dot(s->pose.z, d) > 0 ? s->high : s->low;
        double dx = tl_dot(s->pose.x, d), dy = tl_dot(s->pose.y, d);
        size_t best = 0;
        for (size_t i = 1; i < s->outline_count; i++) {
            if ((s->outline[i].x - s->outline[best].x) * dx + (s->outline[i].y - s->outline[best].y) * dy > 0) {
                best = i;
            }
        }
        return tl_pose_point(&s->pose, (tl_vec3){s->outline[best].x, s->outline[best].y, z});
    }
    }
    return s->pose.at;
}

tl_box3 tl_shape_box(const tl_shape *s) {
    if (s->kind == TL_SHAPE_NONE) {
        return tl_box3_empty();
    }
    tl_box3 box;
    box.low.x = tl_shape_support(s, (tl_vec3){-1, 0, 0}).x;
    box.low.y = tl_shape_support(s, (tl_vec3){0, -1, 0}).y;
    box.low.z = tl_shape_support(s, (tl_vec3){0, 0, -1}).z;
    box.high.x = tl_shape_support(s, (tl_vec3){1, 0, 0}).x;
    box.high.y = tl_shape_support(s, (tl_vec3){0, 1, 0}).y;
    box.high.z = tl_shape_support(s, (tl_vec3){0, 0, 1}).z;
    tl_vec3 size = {tl_max(fabs(box.low.x), fabs(box.high.x)), tl_max(fabs(box.low.y), fabs(box.high.y)),
                    tl_max(fabs(box.low.z), fabs(box.high.z))};
    /* the pose's sums are rounded a few times */
    if (!tl_shape_is_upright(s) || s->pose.x.x != 1) {
        box = tl_box3_grow(box, 8 * DBL_EPSILON * tl_max(size.x, tl_max(size.y, size.z)));
    }
    return box;
}

static tl_vec2 polygon_middle(const tl_shape *s) {
    tl_vec2 middle = tl_polygon2_centroid(s->outline, s->outline_count);
    if (tl_polygon2_side(s->outline, s->outline_count, middle) == TL_SIDE_INSIDE) {
        return middle;
    }
    /* A point inside without memory: on the horizontal line through half of a corner-to-corner height, the middle of
     * the first inner run. Take the line between the two lowest distinct heights of the corners, so that it is no
     * corner's. */
    double low = INFINITY, next = INFINITY;
    for (size_t i = 0; i < s->outline_count; i++) {
        low = tl_min(low, s->outline[i].y);
    }
    for (size_t i = 0; i < s->outline_count; i++) {
        if (s->outline[i].y > low) {
            next = tl_min(next, s->outline[i].y);
        }
    }
    double y = 0.5 * (low + next), first = INFINITY, second = INFINITY;
    for (size_t i = 0; i < s->outline_count; i++) {
        tl_vec2 a = s->outline[i], b = s->outline[(i + 1) % s->outline_count];
        if ((a.y > y) != (b.y > y)) {
            double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
            if (x < first) {
                second = first;
                first = x;
            } else {
                second = tl_min(second, x);
            }
        }
    }
    return isfinite(second) ? (tl_vec2){0.5 * (first + second), y} : middle;
}

tl_vec3 tl_shape_centre(const tl_shape *s) {
    switch (s->kind) {
    case TL_SHAPE_NONE:
        return s->pose.at;
    case TL_SHAPE_POLYGON: {
        tl_vec2 m = polygon_middle(s);
        return tl_pose_point(&s->pose, (tl_vec3){m.x, m.y, 0.5 * (s->low + s->high)});
    }
    case TL_SHAPE_DISC:
    case TL_SHAPE_OVAL:
        return tl_pose_point(&s->pose, (tl_vec3){0, 0, 0.5 * (s->low + s->high)});
    case TL_SHAPE_CAPSULE:
    case TL_SHAPE_CYLINDER:
    case TL_SHAPE_BOX:
        break;
    }
    return tl_pose_point(&s->pose, tl_lerp(s->from, s->to, 0.5));
}

bool tl_shape_is_upright(const tl_shape *s) {
    if (!(s->pose.z.x == 0 && s->pose.z.y == 0 && s->pose.z.z == 1)) {
        return false;
    }
    if (s->kind == TL_SHAPE_CAPSULE || s->kind == TL_SHAPE_CYLINDER) {
        return s->from.x == s->to.x && s->from.y == s->to.y;
    }
    return s->kind != TL_SHAPE_NONE;
}

/* --- Triangles ---------------------------------------------------------------------------------------------------- */

typedef struct shape_builder {
    tl_context *context;
    tl_vec3 *vertices;
    size_t vertex_count, vertex_capacity;
    uint32_t *triangles;
    size_t index_count, index_capacity;
    bool failed;
} shape_builder;

static uint32_t add_vertex(shape_builder *b, tl_vec3 p) {
    if (b->failed || !tl_reserve(b->context, (void **)&b->vertices, &b->vertex_capacity, b->vertex_count + 1,
                                 sizeof(*b->vertices))) {
        b->failed = true;
        return 0;
    }
    b->vertices[b->vertex_count] = p;
    return (uint32_t)b->vertex_count++;
}

static void add_triangle(shape_builder *b, size_t i, size_t j, size_t k) {
    if (b->failed || !tl_reserve(b->context, (void **)&b->triangles, &b->index_capacity, b->index_count + 3,
                                 sizeof(*b->triangles))) {
        b->failed = true;
        return;
    }
    b->triangles[b->index_count++] = (uint32_t)i;
    b->triangles[b->index_count++] = (uint32_t)j;
    b->triangles[b->index_count++] = (uint32_t)k;
}

/* A prism between two rings of `n` corners, counter-clockwise seen from the high end: low ring first in `vertices`. */
static void add_sides(shape_builder *b, size_t low, size_t high, size_t n) {
    for (size_t i = 0; i < n; i++) {
        size_t j = (i + 1) % n;
        add_triangle(b, low + i, low + j, high + j);
        add_triangle(b, low + i, high + j, high + i);
    }
}

static void build_box(shape_builder *b, const tl_shape *s) {
    for (int i = 0; i < 8; i++) {
        /* counter-clockwise rings below and above */
        bool right = i % 4 == 1 || i % 4 == 2, back = i % 4 >= 2;
        add_vertex(b, tl_pose_point(&s->pose, (tl_vec3){right ? s->to.x : s->from.x, back ? s->to.y : s->from.y,
                                                        i >= 4 ? s->to.z : s->from.z}));
    }
    add_sides(b, 0, 4, 4);
    add_triangle(b, 0, 2, 1);
    add_triangle(b, 0, 3, 2);
    add_triangle(b, 4, 5, 6);
    add_triangle(b, 4, 6, 7);
}

static bool build_polygon(shape_builder *b, const tl_shape *s) {
    size_t n = s->outline_count;
    uint32_t *faces = tl_alloc_array(b->context, 3 * (n - 2), sizeof(*faces));
    bool memory = faces == NULL;
    bool made = faces != NULL && tl_polygon2_triangulate(b->context, s->outline, n, faces, &memory);
    if (made) {
        for (int level = 0; level < 2; level++) {
            for (size_t i = 0; i < n; i++) {
                add_vertex(b, tl_pose_point(&s->pose, (tl_vec3){s->outline[i].x, s->outline[i].y,
                                                                level == 0 ? s->low : s->high}));
            }
        }
        add_sides(b, 0, n, n);
        for (size_t i = 0; i + 2 < n; i++) {
            add_triangle(b, faces[3 * i], faces[3 * i + 2], faces[3 * i + 1]);
            add_triangle(b, n + faces[3 * i], n + faces[3 * i + 1], n + faces[3 * i + 2]);
        }
    }
    tl_free(b->context, faces);
    b->failed = b->failed || memory;
    return made || memory;
}

tl_status tl_shape_bvh(tl_context *context, const tl_shape *shape, tl_bvh **bvh, tl_error *error) {
    shape_builder b = {.context = context};
    tl_status status = TL_OK;
    if (shape->kind == TL_SHAPE_BOX) {
        build_box(&b, shape);
    } else if (shape->kind != TL_SHAPE_POLYGON || !build_polygon(&b, shape)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "draw the outline without crossings",
                         "only boxes and simple polygons have flat faces");
    }
    if (b.failed) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_bvh_build(context, b.vertices, b.vertex_count, b.triangles, b.index_count / 3, NULL, bvh, error);
    }
    tl_free(context, b.vertices);
    tl_free(context, b.triangles);
    return status;
}
