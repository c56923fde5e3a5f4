/* cone.c: a point against a whole target, by bundles: the blockers that may meet the bundle are narrowed down together
 * with the target, until none is left or single pyramids over single polygons decide. */
#include "cover/cone.h"

#include "cover/limits.h"

/* --- Views -------------------------------------------------------------------------------------------------------- */

/* The shaft from p to a box. */
static void shaft_to_box(const tl_cover_view *view, tl_box3 box, tl_shaft *shaft) {
    tl_cell_of_box_room room;
    tl_cell cell = tl_cell_of_box(&room, box);
    tl_shaft_make(shaft, view->eye, &cell, view->search->scale, view->search->obstacles->ground_slot < 0);
    view->search->sight->work += TL_SIGHT_WORK_SHAFT;
}

tl_status tl_cover_view_start(tl_cover_view *view, tl_sight_search *search, tl_vec3 p) {
    *view = (tl_cover_view){.search = search, .p = p};
    view->eye = tl_cell_from_point(&search->scratch, p, false);
    return view->eye != NULL ? TL_OK : TL_ERROR_MEMORY;
}

tl_status tl_cover_view_list(tl_cover_view *view, tl_box3 box) {
    tl_shaft shaft;
    shaft_to_box(view, box, &shaft);
    tl_sight_search *search = view->search;
    tl_status status = tl_patch_list(search->context, search->obstacles, &shaft, &view->list);
    search->sight->work += TL_SIGHT_WORK_RAY + view->list.count * TL_SIGHT_WORK_STEP;
    if (status == TL_ERROR_CANCELLED) {
        search->stopped = true;
        search->timed_out = tl_out_of_time(search->context);
    }
    return status == TL_ERROR_CANCELLED ? TL_OK : status; /* whoever looks on finds that it was stopped */
}

void tl_cover_view_end(tl_cover_view *view) {
    tl_cell_release(view->search->context, view->eye);
    tl_free(view->search->context, view->list.items);
}

void tl_cover_view_corners(const tl_cover_view *view, size_t item, tl_vec3 corner[3]) {
    TL_ASSERT(item % 2 == 0 && item + 1 < view->list.capacity, "an item is a slot and a number");
    tl_bvh_corners(tl_world_get(view->search->obstacles->world, view->list.items[item]), view->list.items[item + 1],
                   corner);
}

bool tl_cover_view_append(tl_cover_view *view, size_t item, size_t *end) {
    tl_sight_triangle_list *list = &view->list;
    if (!tl_reserve(view->search->context, (void **)&list->items, &list->capacity, *end + 2, sizeof(uint32_t))) {
        return false;
    }
    list->items[(*end)++] = list->items[item];
    list->items[(*end)++] = list->items[item + 1];
    return true;
}

tl_condition_bundle tl_cover_view_conditions(const tl_cover_view *view, const tl_vec3 *points, size_t count,
                                             uint32_t *slot) {
    const tl_obstacles *obstacles = view->search->obstacles;
    tl_condition_bundle all = TL_BUNDLE_ALL;
    for (size_t i = 0; i < obstacles->condition_count; i++) {
        const tl_condition *condition = &obstacles->conditions[i];
        tl_condition_bundle bundle = condition->bundle(condition->user, &view->p, 1, points, count);
        view->search->sight->work += TL_SIGHT_WORK_RAY;
        if (bundle == TL_BUNDLE_NONE) {
            *slot = condition->slot;
            return TL_BUNDLE_NONE;
        }
        all = bundle == TL_BUNDLE_SPLIT ? TL_BUNDLE_SPLIT : all;
    }
    return all;
}

/* --- Pyramids ----------------------------------------------------------------------------------------------------- */

static void add_plane(tl_cone_pyramid *pyramid, tl_vec3 normal, double offset) {
    TL_ASSERT(pyramid->planes < TL_PYRAMID_PLANES, "a pyramid has room for its planes");
    pyramid->normal[pyramid->planes] = normal;
    pyramid->offset[pyramid->planes++] = offset + pyramid->slack;
}

/* The sides through p and an edge, and the polygon's own plane. */
void tl_cone_pyramid_make(tl_cone_pyramid *pyramid, tl_vec3 p, const tl_vec3 *corner, size_t count, double scale) {
    TL_ASSERT(count > 0 && count <= TL_CELL_CORNERS + 2, "a pyramid stands on a polygon");
    *pyramid = (tl_cone_pyramid){.apex = p, .slack = TL_COVER_CONE_SLACK + TL_COVER_CONE_SLACK_SHARE * scale};
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, tl_sub(corner[i], p), 1 / (double)count);
    }
    tl_vec3 face =
        count >= 3 ? tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0])) : (tl_vec3){0, 0, 0};
    for (size_t i = 0; i <= count; i++) {
        tl_vec3 normal = i < count ? tl_cross(tl_sub(corner[i], p), tl_sub(corner[(i + 1) % count], p)) : face;
        double size = tl_length(normal);
        if (!(size > 0)) {
            continue;
        }
        normal = tl_scale(normal, 1 / size);
        /* outward: away from the middle at the sides, away from p at the face */
        double face_at = i < count ? -tl_dot(normal, middle) : tl_dot(normal, tl_sub(corner[0], p));
        normal = face_at < 0 ? tl_scale(normal, -1) : normal;
        /* a plane of rounding's making must not cut: all of the pyramid has to be on its inner side */
        double reach = 0;
        for (size_t k = 0; k < count; k++) {
            reach = tl_max(reach, tl_dot(normal, tl_sub(corner[k], p)));
        }
        add_plane(pyramid, normal, reach);
    }
}

bool tl_cone_pyramid_misses(const tl_cone_pyramid *pyramid, const tl_vec3 triangle[3]) {
    const tl_vec3 t[3] = {tl_sub(triangle[0], pyramid->apex), tl_sub(triangle[1], pyramid->apex),
                          tl_sub(triangle[2], pyramid->apex)};
    for (size_t i = 0; i < pyramid->planes; i++) {
        tl_vec3 n = pyramid->normal[i];
        if (tl_dot(n, t[0]) > pyramid->offset[i] && tl_dot(n, t[1]) > pyramid->offset[i] &&
            tl_dot(n, t[2]) > pyramid->offset[i]) {
            return true;
        }
    }
    return false;
}

/* A plane through p along an edge of a box's outline: whichever way it looks, all of the box has to be on its inner
 * side, rounding included. */
static void add_outline(tl_cone_pyramid *pyramid, tl_vec3 normal, const double low[3], const double high[3]) {
    double size = tl_length(normal), most = 0, least = 0;
    if (!(size > 0)) {
        return;
    }
    normal = tl_scale(normal, 1 / size);
    const double n[3] = {normal.x, normal.y, normal.z};
    for (int axis = 0; axis < 3; axis++) {
        most += tl_max(n[axis] * low[axis], n[axis] * high[axis]);
        least += tl_min(n[axis] * low[axis], n[axis] * high[axis]);
    }
    bool turned = -least < most; /* the box is on the other side */
    add_plane(pyramid, turned ? tl_scale(normal, -1) : normal, tl_max(0, turned ? -least : most));
}

/* The hull of p and a box, with planes only: through p and the edges of the box's outline, and the faces that look away
 * from p. */
static void pyramid_over_box(const tl_cover_view *view, tl_box3 box, tl_cone_pyramid *pyramid) {
    const double low[3] = {box.low.x - view->p.x, box.low.y - view->p.y, box.low.z - view->p.z};
    const double high[3] = {box.high.x - view->p.x, box.high.y - view->p.y, box.high.z - view->p.z};
    *pyramid = (tl_cone_pyramid){.apex = view->p,
                                 .slack = TL_COVER_CONE_SLACK + TL_COVER_CONE_SLACK_SHARE * view->search->scale};
    bool seen[3][2];
    for (int axis = 0; axis < 3; axis++) {
        double unit[3] = {axis == 0, axis == 1, axis == 2};
        tl_vec3 n = {unit[0], unit[1], unit[2]};
        seen[axis][0] = low[axis] > 0;
        seen[axis][1] = high[axis] < 0;
        if (!seen[axis][0]) {
            add_plane(pyramid, tl_scale(n, -1), tl_max(0, -low[axis]));
        }
        if (!seen[axis][1]) {
            add_plane(pyramid, n, tl_max(0, high[axis]));
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        /* the four edges along this axis, each between a face of either other one */
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int i = 0; i < 4; i++) {
            if (seen[u][i & 1] == seen[v][i >> 1]) {
                continue;
            }
            double normal[3] = {0, 0, 0};
            normal[u] = -(i >> 1 ? high[v] : low[v]);
            normal[v] = i & 1 ? high[u] : low[u];
            add_outline(pyramid, (tl_vec3){normal[0], normal[1], normal[2]}, low, high);
        }
    }
}

bool tl_cover_view_narrow(tl_cover_view *view, tl_box3 box, size_t from, size_t to, size_t *end) {
    TL_ASSERT(from <= to && to % 2 == 0, "what is narrowed down is a part of the list");
    tl_cone_pyramid pyramid;
    *end = to;
    bool fits = true;
    if (from < to) {
        pyramid_over_box(view, box, &pyramid);
    }
    for (size_t item = from; item < to && fits; item += 2) {
        tl_vec3 corner[3];
        tl_cover_view_corners(view, item, corner);
        fits = tl_cone_pyramid_misses(&pyramid, corner) || tl_cover_view_append(view, item, end);
    }
    view->search->sight->work += TL_SIGHT_WORK_RAY + (to - from) * TL_SIGHT_WORK_STEP;
    return fits;
}

/* The middle of the part of a triangle inside; false when there is none, which is certain. */
static bool inside_middle(const tl_cone_pyramid *pyramid, const tl_vec3 triangle[3], tl_vec3 *middle) {
    tl_vec3 part[2][TL_PYRAMID_PLANES + 4];
    size_t n = 3;
    for (int k = 0; k < 3; k++) {
        part[0][k] = tl_sub(triangle[k], pyramid->apex);
    }
    int at = 0;
    for (size_t i = 0; i < pyramid->planes && n > 0; i++, at = 1 - at) {
        n = tl_cell_clip_polygon(part[at], n, pyramid->normal[i], pyramid->offset[i], part[1 - at]);
    }
    *middle = pyramid->apex;
    for (size_t k = 0; k < n; k++) {
        *middle = tl_madd(*middle, part[at][k], 1 / (double)n);
    }
    return n > 0;
}

/* --- Looking ------------------------------------------------------------------------------------------------------ */

typedef struct cone_look {
    tl_cover_view view;
    tl_target *target;
    tl_cone answer;
    tl_vec3 hidden;
} cone_look;

static bool blocked(const cone_look *l, tl_vec3 q) {
    const tl_sight_search *search = l->view.search;
    search->sight->work += TL_SIGHT_WORK_RAY;
    return tl_world_blocked(search->obstacles->world, l->view.p, q, search->obstacles->blockers, NULL);
}

static void found_hidden(cone_look *l, tl_vec3 q) {
    l->answer = TL_CONE_BLOCKED;
    l->hidden = q;
}

/* Where the ray from p through c meets the plane of a polygon, if that is near the polygon. */
static bool shadow(tl_vec3 p, tl_vec3 c, const tl_vec3 *corner, size_t count, tl_vec3 *q) {
    tl_vec3 n = tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0]));
    double height = tl_dot(n, tl_sub(corner[0], p)), along = tl_dot(n, tl_sub(c, p));
    if (!(fabs(along) > TL_COVER_CONE_GRAZING * tl_length(n)) || !(height / along >= 1)) {
        return false;
    }
    *q = tl_madd(p, tl_sub(c, p), height / along);
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, corner[i]);
    }
    return tl_box3_overlap(tl_box3_grow(box, TL_COVER_CONE_SLACK), (tl_box3){*q, *q});
}

/* One polygon against items from..to of the list. */
static void look_at_polygon(cone_look *l, const tl_vec3 *corner, size_t count, size_t from, size_t to) {
    tl_cone_pyramid pyramid;
    tl_cone_pyramid_make(&pyramid, l->view.p, corner, count, l->view.search->scale);
    tl_vec3 hull[TL_CELL_CORNERS + 1];
    for (size_t i = 0; i < count; i++) {
        hull[i] = corner[i];
    }
    hull[count] = l->view.p;
    bool clear = true;
    for (size_t item = from; item < to; item += 2) {
        tl_vec3 triangle[3], c, q;
        tl_cover_view_corners(&l->view, item, triangle);
        l->view.search->sight->work += TL_SIGHT_WORK_STEP;
        if (tl_cone_pyramid_misses(&pyramid, triangle)) {
            continue;
        }
        l->view.search->sight->work += TL_SIGHT_WORK_CONTACT;
        if (!inside_middle(&pyramid, triangle, &c) ||
            tl_shaft_hulls_apart(hull, count + 1, triangle, 3, pyramid.slack)) {
            continue;
        }
        clear = false;
        if (count >= 3 && shadow(l->view.p, c, corner, count, &q) && blocked(l, q)) {
            found_hidden(l, q);
            return;
        }
    }
    for (size_t i = 0; i < count && !clear; i++) {
        if (blocked(l, corner[i])) {
            found_hidden(l, corner[i]);
            return;
        }
    }
    l->answer = clear ? l->answer : TL_CONE_UNSURE;
}

/* Asks the conditions about a polygon, in ever smaller parts. */
static void ask_conditions(cone_look *l, const tl_vec3 *corner, size_t count, int depth) {
    uint32_t slot;
    tl_condition_bundle held = tl_cover_view_conditions(&l->view, corner, count, &slot);
    if (held == TL_BUNDLE_NONE) {
        found_hidden(l, corner[0]);
    }
    if (held != TL_BUNDLE_SPLIT || l->answer != TL_CONE_CLEAR) {
        return;
    }
    tl_vec3 half[2][TL_POLYGON_HALF];
    size_t counts[2];
    if (depth == TL_COVER_CONE_DEEPEST ||
        !tl_target_polygon_halve(corner, count, l->view.search->options.tolerance, half, counts)) {
        l->answer = TL_CONE_UNSURE;
        return;
    }
    for (int i = 0; i < 2; i++) {
        ask_conditions(l, half[i], counts[i], depth + 1);
    }
}

/* Polygons one by one. */
static void look_at_leaf(cone_look *l, const tl_target_node *node, size_t from, size_t to) {
    for (uint32_t i = node->first; i < node->first + node->count && l->answer != TL_CONE_BLOCKED; i++) {
        size_t count;
        const tl_vec3 *corner = tl_target_polygon(l->target, l->target->order[i], &count);
        ask_conditions(l, corner, count, 0);
        if (l->answer != TL_CONE_BLOCKED) {
            look_at_polygon(l, corner, count, from, to);
        }
    }
}

static tl_status look_at_node(cone_look *l, uint32_t at, size_t from, size_t to) {
    tl_target_node node = l->target->nodes[at];
    if (!tl_sight_poll(l->view.search)) {
        l->answer = l->answer == TL_CONE_CLEAR ? TL_CONE_UNSURE : l->answer;
        return TL_OK;
    }
    tl_vec3 box[8];
    uint32_t slot;
    tl_box3_corners(node.box, box);
    tl_condition_bundle held = tl_cover_view_conditions(&l->view, box, 8, &slot);
    l->view.search->sight->work += TL_SIGHT_WORK_RAY;
    if (held == TL_BUNDLE_NONE) {
        size_t count;
        found_hidden(l, *tl_target_polygon(l->target, l->target->order[node.first], &count));
    }
    if (held == TL_BUNDLE_NONE || (from == to && held == TL_BUNDLE_ALL)) {
        return TL_OK;
    }
    if (node.count <= TL_COVER_LEAF_POLYGONS ||
        (held == TL_BUNDLE_ALL && node.count * (to - from) <= 2 * TL_COVER_LEAF_TESTS)) {
        look_at_leaf(l, &node, from, to);
        return TL_OK;
    }
    if (!tl_target_divide(l->target, at)) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    for (uint32_t i = 0; i < 2 && status == TL_OK && l->answer != TL_CONE_BLOCKED; i++) {
        uint32_t child = l->target->nodes[at].children + i;
        size_t end;
        status = tl_cover_view_narrow(&l->view, l->target->nodes[child].box, from, to, &end)
                     ? look_at_node(l, child, to, end)
                     : TL_ERROR_MEMORY;
    }
    return status;
}

tl_status tl_cone_look(tl_sight_search *search, tl_vec3 p, tl_target *target, uint32_t node, tl_cone *answer,
                       tl_vec3 *hidden) {
    TL_ASSERT(target->count == 0 || node < target->node_count, "the node is one of the target's");
    cone_look l = {.target = target, .answer = TL_CONE_CLEAR};
    tl_status status = TL_OK;
    if (target->count > 0) {
        status = tl_cover_view_start(&l.view, search, p);
        status = status == TL_OK ? tl_cover_view_list(&l.view, target->nodes[node].box) : status;
        status = status == TL_OK ? look_at_node(&l, node, 0, l.view.list.count) : status;
        tl_cover_view_end(&l.view);
    }
    *answer = l.answer;
    *hidden = l.hidden;
    return status;
}
