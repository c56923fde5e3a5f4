/* swept.c: polytopes by cutting a box with planes. */
#include "board/region/swept.h"

#include "board/limits.h"
#include "body/shape.h"
#include "geom/hull3.h"
#include "math/angle.h"

#include <string.h>

/* --- Directions --------------------------------------------------------------------------------------------------- */

/* 0 to 7 round the body, 8 to 15 the same leaning up by 45 degrees, 16 up, 17 down. Rounded, but the same everywhere;
 * that they are not exactly of length 1 doesn't matter. */
static tl_vec3 direction(int i) {
    static const double cosine[TL_BOARD_CASE_SIDES] = {1,  TL_BOARD_COSINE_45,  0, -TL_BOARD_COSINE_45,
                                                       -1, -TL_BOARD_COSINE_45, 0, TL_BOARD_COSINE_45};
    if (i >= 2 * TL_BOARD_CASE_SIDES) {
        return (tl_vec3){0, 0, i == 2 * TL_BOARD_CASE_SIDES ? 1 : -1};
    }
    int k = i % TL_BOARD_CASE_SIDES;
    double c = cosine[k], s = cosine[(k + 6) % TL_BOARD_CASE_SIDES];
    double lean = i < TL_BOARD_CASE_SIDES ? 1 : TL_BOARD_COSINE_45;
    return (tl_vec3){lean * c, lean * s, i < TL_BOARD_CASE_SIDES ? 0 : lean};
}

static double box_reach(tl_box3 box, tl_vec3 n) {
    return tl_max(n.x * box.low.x, n.x * box.high.x) + tl_max(n.y * box.low.y, n.y * box.high.y) +
           tl_max(n.z * box.low.z, n.z * box.high.z);
}

/* --- Bodies ------------------------------------------------------------------------------------------------------- */

static void add_point(tl_board_body *body, tl_vec3 p) {
    for (size_t i = 0; i < body->point_count; i++) {
        if (tl_same_point(body->points[i], p)) {
            return;
        }
    }
    if (body->point_count < TL_BOARD_CASE_POINTS) {
        body->points[body->point_count++] = p;
    }
}

/* The vertex farthest along a direction; of those that are equally far the first. */
static tl_vec3 farthest(const tl_vec3 *vertices, size_t count, tl_vec3 n, double *reach) {
    double best = -INFINITY;
    tl_vec3 at = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        double d = tl_dot(n, vertices[i]);
        if (d > best) {
            best = d;
            at = vertices[i];
        }
    }
    *reach = best;
    return at;
}

static double plan_reach(const tl_vec3 *points, size_t count, tl_vec2 axis) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = tl_max(most, tl_length2(tl_sub2(tl_plan(points[i]), axis)));
    }
    return most;
}

static bool in_hull(const tl_hull3 *hull, const tl_vec3 *points, tl_vec3 p) {
    for (size_t i = 0; i < hull->count; i++) {
        const uint32_t *t = hull->triangles + 3 * i;
        tl_vec3 u = points[t[0]], n = tl_cross(tl_sub(points[t[1]], u), tl_sub(points[t[2]], u));
        if (!(tl_dot(n, tl_sub(p, u)) <= 0)) {
            return false;
        }
    }
    return hull->count > 0;
}

/* The middle half of the core's height, and as wide a square round the axis as fits into its hull there. */
static tl_status find_inner(tl_context *context, tl_board_body *body, const tl_vec3 *core, size_t count, tl_vec2 axis) {
    tl_hull3 hull = {.context = context};
    uint64_t tested = 0;
    tl_status status = tl_hull3_make(context, core, count, TL_BOARD_HULL_SLACK, &hull, &tested);
    double quarter = 0.25 * (body->core_high - body->core_low);
    body->inner_low = body->core_low + quarter;
    body->inner_high = body->core_high - quarter;
    for (double side = body->core_reach; status == TL_OK && side > TL_BOARD_INNER_LEAST; side *= TL_BOARD_INNER_STEP) {
        bool fits = true;
        for (int i = 0; i < 8 && fits; i++) {
            tl_vec3 p = {axis.x + ((i & 1) != 0 ? side : -side), axis.y + ((i & 2) != 0 ? side : -side),
                         (i & 4) != 0 ? body->inner_high : body->inner_low};
            fits = in_hull(&hull, core, p);
        }
        if (fits) {
            body->inner = TL_BOARD_INNER_SURE * side; /* hulls are rounded */
            break;
        }
    }
    tl_hull3_free(&hull);
    return status;
}

static void measure(tl_board_body *body, const tl_vec3 *core, size_t count) {
    for (int i = 0; i < TL_BOARD_CASE_PLANES; i++) {
        farthest(core, count, direction(i), &body->reach[i]);
    }
    double reach;
    for (int i = TL_BOARD_CASE_PLANES - 1; i >= 0; i--) {
        add_point(body, farthest(core, count, direction(i), &reach));
    }
    for (int i = 0; i < TL_BOARD_CASE_SIDES; i++) { /* leaning down */
        tl_vec3 n = direction(i);
        add_point(body, farthest(core, count, (tl_vec3){n.x, n.y, -1}, &reach));
    }
    body->core_high = body->reach[2 * TL_BOARD_CASE_SIDES];
    body->core_low = -body->reach[2 * TL_BOARD_CASE_SIDES + 1];
}

static bool from_base(const tl_class_rule *kind, const tl_shape *base) {
    return kind != NULL && kind->by_base && base->kind != TL_SHAPE_NONE;
}

/* The middle of a disc's underside or upper side. */
static tl_vec3 disc_end(const tl_shape *disc, double z) {
    return tl_pose_point(&disc->pose, (tl_vec3){0, 0, z});
}

/* No point of a base is farther from the axis. A disc may stand beside it, where it was found in the mesh. */
static double shape_reach(const tl_shape *shape, tl_vec2 axis) {
    tl_box3 box = tl_shape_box(shape);
    if (shape->kind == TL_SHAPE_DISC) {
        return shape->radius +
               plan_reach((tl_vec3[]){disc_end(shape, shape->low), disc_end(shape, shape->high)}, 2, axis);
    }
    double x = tl_max(fabs(box.low.x - axis.x), fabs(box.high.x - axis.x));
    double y = tl_max(fabs(box.low.y - axis.y), fabs(box.high.y - axis.y));
    return tl_hypot(x, y);
}

/* `all`: what rests on a surface, besides the base. */
static tl_status finish(tl_context *context, tl_board_body *body, const tl_vec3 *core, size_t core_count,
                        const tl_vec3 *all, size_t all_count, const tl_shape *base, tl_vec2 axis) {
    measure(body, core, core_count);
    body->core_reach = plan_reach(core, core_count, axis);
    body->low = INFINITY;
    body->high = body->core_high;
    for (size_t i = 0; i < all_count; i++) {
        body->low = tl_min(body->low, all[i].z);
        body->high = tl_max(body->high, all[i].z);
    }
    double reach = plan_reach(all, all_count, axis);
    if (base->kind != TL_SHAPE_NONE) {
        tl_box3 box = tl_shape_box(base);
        body->low = tl_min(body->low, box.low.z);
        body->high = tl_max(body->high, box.high.z);
        reach = shape_reach(base, axis);
    }
    body->footprint = reach;
    body->measured_from_base = from_base(body->kind, base);
    body->measured = (body->measured_from_base ? reach : body->core_reach) + body->off;
    if (body->measured_from_base && base->kind == TL_SHAPE_DISC) {
        tl_box3 box = tl_shape_box(base);
        double off = tl_hypot(0.5 * (box.low.x + box.high.x) - axis.x, 0.5 * (box.low.y + box.high.y) - axis.y);
        body->covers = tl_max(0, base->radius - off - body->off);
    }
    return find_inner(context, body, core, core_count, axis);
}

/* Vertices that triangles use, turned. */
static size_t used_vertices(const tl_mesh *mesh, const tl_pose *pose, bool *used, tl_vec3 *out) {
    size_t count = 0;
    memset(used, 0, mesh->vertex_count * sizeof(*used));
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        uint32_t v = mesh->triangles[i];
        if (!used[v]) {
            used[v] = true;
            out[count++] = tl_bvh_placed_vertex(pose, mesh->vertices[v]);
        }
    }
    return count;
}

tl_status tl_board_body_make(tl_context *context, tl_board_body *body, const tl_model *model, double facing_deg,
                             const tl_class_rule *kind) {
    *body = (tl_board_body){.kind = kind};
    tl_pose turn = tl_pose_turned((tl_vec3){0, 0, 0}, facing_deg);
    size_t core = model->core->vertex_count, all = model->mesh->vertex_count;
    tl_vec3 *points = tl_alloc_array(context, core + all + 1, sizeof(*points));
    bool *used = tl_alloc_array(context, core + 1, sizeof(*used));
    if (points == NULL || used == NULL) {
        tl_free(context, points);
        tl_free(context, used);
        return TL_ERROR_MEMORY;
    }
    size_t count = used_vertices(model->core, &turn, used, points);
    for (size_t i = 0; i < all; i++) { /* as tl_surface_rest_model takes them: all */
        points[count + i] = tl_pose_point(&turn, model->mesh->vertices[i]);
    }
    tl_shape base = model->base;
    if (base.kind != TL_SHAPE_NONE) {
        base.pose = tl_pose_compose(&turn, &base.pose);
    }
    body->off = model->core_shape.kind == TL_SHAPE_NONE ? model->uncertainty : 0;
    tl_status status = finish(context, body, points, count, points + count, all, &base, (tl_vec2){0, 0});
    if (status == TL_OK && !(body->off > 0)) {
        for (size_t i = 0; i < core; i++) {
            points[i] = tl_bvh_placed_vertex(&turn, model->core->vertices[i]);
        }
        status = tl_board_inner_boxes_find(context, points, model->core->triangles, model->core->triangle_count,
                                           body->inner_boxes, &body->inner_count);
    }
    tl_free(context, points);
    tl_free(context, used);
    return status;
}

tl_status tl_board_body_placed(tl_context *context, tl_board_body *body, const tl_body *placed,
                               const tl_class_rule *kind) {
    *body = (tl_board_body){.kind = kind, .placed = true};
    size_t count = tl_bvh_vertex_count(placed->core);
    const tl_vec3 *vertices = tl_bvh_vertices(placed->core);
    const uint32_t *triangles = tl_bvh_triangles(placed->core);
    tl_vec3 *points = tl_alloc_array(context, count + 1, sizeof(*points));
    bool *used = tl_alloc_array(context, count + 1, sizeof(*used));
    if (points == NULL || used == NULL) {
        tl_free(context, points);
        tl_free(context, used);
        return TL_ERROR_MEMORY;
    }
    size_t n = 0;
    for (size_t i = 0; i < 3 * tl_bvh_triangle_count(placed->core); i++) {
        uint32_t v = triangles[i];
        if (!used[v]) {
            used[v] = true;
            points[n++] = vertices[v];
        }
    }
    body->off = placed->core_uncertainty;
    tl_status status = finish(context, body, points, n, points, n, &placed->base, tl_plan(placed->pose.at));
    if (status == TL_OK && !(body->off > 0)) {
        status = tl_board_inner_boxes_find(context, vertices, triangles, tl_bvh_triangle_count(placed->core),
                                           body->inner_boxes, &body->inner_count);
    }
    body->low = placed->box.low.z;
    body->high = placed->box.high.z;
    tl_free(context, points);
    tl_free(context, used);
    return status;
}

tl_status tl_board_body_told(tl_status status, tl_error *error) {
    return status == TL_OK                ? TL_OK
           : status == TL_ERROR_CANCELLED ? tl_fail_cancelled(error, "reading a body off its model")
                                          : tl_fail_memory(error);
}

/* --- Cutting ------------------------------------------------------------------------------------------------------ */

typedef struct solid {
    tl_vec3 corner[TL_BOARD_CASE_PLANES][TL_BOARD_FACE_CORNERS];
    size_t size[TL_BOARD_CASE_PLANES];
    size_t count;
} solid;

static void add_face(solid *s, const tl_vec3 *corner, size_t count) {
    TL_ASSERT(s->count < TL_BOARD_CASE_PLANES, "a case has room for its faces");
    TL_ASSERT(count >= 3 && count <= TL_BOARD_FACE_CORNERS,
              "a face has three corners, and no more than there is room for");
    memcpy(s->corner[s->count], corner, count * sizeof(*corner));
    s->size[s->count++] = count;
}

/* A box, its faces outward. */
static void make_box(solid *s, tl_box3 b) {
    const tl_vec3 c[8] = {{b.low.x, b.low.y, b.low.z},    {b.high.x, b.low.y, b.low.z}, {b.high.x, b.high.y, b.low.z},
                          {b.low.x, b.high.y, b.low.z},   {b.low.x, b.low.y, b.high.z}, {b.high.x, b.low.y, b.high.z},
                          {b.high.x, b.high.y, b.high.z}, {b.low.x, b.high.y, b.high.z}};
    static const int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    s->count = 0;
    for (int i = 0; i < 6; i++) {
        tl_vec3 corner[4];
        for (int k = 0; k < 4; k++) {
            corner[k] = c[face[i][k]];
        }
        add_face(s, corner, 4);
    }
}

/* Edges of the face that a cut makes, each the other way round than in the face that it was cut from. */
typedef struct swept_rim {
    tl_vec3 from[TL_BOARD_CASE_PLANES], to[TL_BOARD_CASE_PLANES];
    size_t count;
} swept_rim;

/* The part of a face where n . x <= offset; the edge in the plane goes to the rim. */
static size_t cut_face(const tl_vec3 *corner, size_t count, tl_vec3 n, double offset, tl_vec3 *out, swept_rim *edges) {
    size_t kept = 0;
    tl_vec3 leave = {0, 0, 0}, enter = {0, 0, 0};
    bool left = false, entered = false;
    for (size_t k = 0; k < count && kept + 2 < TL_BOARD_FACE_CORNERS; k++) {
        tl_vec3 p = corner[k], q = corner[(k + 1) % count];
        double dp = tl_dot(n, p) - offset, dq = tl_dot(n, q) - offset;
        if (dp <= 0) {
            out[kept++] = p;
        }
        if (dp <= 0 && dq > 0) {
            leave = dp < 0 ? tl_lerp(p, q, dp / (dp - dq)) : p;
            left = true;
            if (dp < 0) {
                out[kept++] = leave;
            }
        } else if (dp > 0 && dq <= 0) {
            enter = dq < 0 ? tl_lerp(q, p, dq / (dq - dp)) : q;
            entered = true;
            if (dq < 0) {
                out[kept++] = enter;
            }
        }
    }
    if (left && entered && !tl_same_point(leave, enter) && edges->count < TL_BOARD_CASE_PLANES) {
        edges->from[edges->count] = enter;
        edges->to[edges->count++] = leave;
    }
    return kept;
}

/* Edge after edge; 0 when they don't close. */
static size_t chain(const swept_rim *edges, tl_vec3 *corner) {
    size_t count = 0;
    tl_vec3 at = edges->from[0];
    do {
        size_t next = 0;
        while (next < edges->count && !tl_same_point(edges->from[next], at)) {
            next++;
        }
        if (next == edges->count || count == edges->count) {
            return 0;
        }
        corner[count++] = at;
        at = edges->to[next];
    } while (!tl_same_point(at, edges->from[0]));
    return count == edges->count ? count : 0;
}

/* Takes off what lies beyond n . x = offset. Heights of the corners of one level face stay as they are, to the last
 * bit. Where rounding spoils the new face nothing is taken off. */
static void cut(solid *s, tl_vec3 n, double offset) {
    solid made = {.count = 0};
    swept_rim edges = {.count = 0};
    for (size_t i = 0; i < s->count; i++) {
        tl_vec3 out[TL_BOARD_FACE_CORNERS];
        size_t count = cut_face(s->corner[i], s->size[i], n, offset, out, &edges);
        if (count >= 3) {
            add_face(&made, out, count);
        }
    }
    tl_vec3 fresh[TL_BOARD_CASE_PLANES];
    size_t count = edges.count >= 3 ? chain(&edges, fresh) : 0;
    if (count >= 3 && made.count < TL_BOARD_CASE_PLANES) {
        add_face(&made, fresh, count);
        *s = made;
    }
}

#ifdef TL_VALIDATE
const char *tl_board_swept_broken(const tl_board_swept *made) {
    size_t at = 0;
    for (size_t i = 0; i < made->count; at += made->sizes[i++]) {
        const tl_vec3 *corner = made->corners + at;
        tl_vec3 n = {0, 0, 0};
        for (size_t k = 1; k + 1 < made->sizes[i]; k++) {
            n = tl_add(n, tl_cross(tl_sub(corner[k], corner[0]), tl_sub(corner[k + 1], corner[0])));
        }
        double area = tl_length(n), size = tl_length(tl_box3_size(made->box));
        for (size_t k = 0; k < made->corner_count && area > TL_BOARD_AROUND * size; k++) {
            if (!(tl_dot(n, tl_sub(made->corners[k], corner[0])) <= TL_BOARD_AROUND * area)) {
                return "a case is convex, and its faces look outward: every corner is inside of each";
            }
        }
    }
    return at == made->corner_count ? NULL : "a case's faces have all of its corners";
}
#endif

void tl_board_swept_make(tl_board_swept *made, const tl_board_region *places, double grown) {
    TL_ASSERT(grown >= 0, "a case never shrinks");
    const double *reach = places->body->reach;
    tl_box3 at = places->at;
    double out = TL_BOARD_HAIR + grown;
    solid s;
    made->box = (tl_box3){
        {at.low.x - reach[4] - out, at.low.y - reach[6] - out, places->body->core_low + at.low.z - grown},
        {at.high.x + reach[0] + out, at.high.y + reach[2] + out, places->body->core_high + at.high.z + grown}};
    make_box(&s, made->box);
    for (int i = 0; i < 2 * TL_BOARD_CASE_SIDES; i++) {
        tl_vec3 n = direction(i);
        if (i >= TL_BOARD_CASE_SIDES || (i & 1) != 0) { /* the box has the others */
            cut(&s, n, reach[i] + box_reach(at, n) + out);
        }
    }
    made->count = s.count;
    made->corner_count = 0;
    for (size_t i = 0; i < s.count; i++) {
        made->sizes[i] = (uint32_t)s.size[i];
        memcpy(made->corners + made->corner_count, s.corner[i], s.size[i] * sizeof(tl_vec3));
        made->corner_count += s.size[i];
    }
    TL_CHECK_INVARIANT(tl_board_swept_broken(made));
}

tl_box3 tl_board_point_box(const tl_board_region *places, size_t point) {
    TL_ASSERT(point < places->body->point_count, "the point is one of the body's");
    tl_vec3 p = places->body->points[point];
    tl_box3 box = {tl_add(p, places->at.low), tl_add(p, places->at.high)};
    return places->body->placed ? box : tl_box3_grow(box, TL_BOARD_POINT_HAIR);
}

static void shrink(double *low, double *high, double by) {
    double middle = 0.5 * (*low + *high), half = tl_max(0, 0.5 * (*high - *low) - by);
    *low = middle - half;
    *high = middle + half;
}

tl_box3 tl_board_aim_box(const tl_board_region *places, size_t aim) {
    TL_ASSERT(aim < tl_board_aim_count(places->body), "the aim is one of the body's");
    if (aim < places->body->point_count) {
        return tl_board_point_box(places, aim);
    }
    const tl_board_inner_box *inside = &places->body->inner_boxes[aim - places->body->point_count];
    tl_box3 box = {tl_add(inside->middle, places->at.low), tl_add(inside->middle, places->at.high)};
    shrink(&box.low.x, &box.high.x, inside->half.x - TL_BOARD_POINT_HAIR);
    shrink(&box.low.y, &box.high.y, inside->half.y - TL_BOARD_POINT_HAIR);
    shrink(&box.low.z, &box.high.z, inside->half.z - TL_BOARD_POINT_HAIR);
    return places->body->placed ? box : tl_box3_grow(box, TL_BOARD_POINT_HAIR);
}
