/* picture.c: the target's polygons, cut along the outlines of what stands before them as seen from one point.
 *
 * A triangle T hides from p what lies in its shadow: the points x for which the segment px meets T. That is a convex
 * set, bounded by the planes through p and T's edges, and by T. So a convex polygon falls into a part in the shadow and
 * at most three beside it, and the visible part of a polygon is what is left after all shadows. Whole nodes of the
 * target are settled at once when no triangle comes near their lines, or when a shell that all their lines meet is
 * found. */
#include "cover/picture.h"

#include "cover/cone.h"
#include "cover/limits.h"
#include "geom/geom.h"

#include <string.h>

typedef struct painter {
    tl_cover_view view;
    tl_target *target;
    tl_cover_picture *picture;
    double *facing; /* per polygon: its area, if it faces p */
    double total;
    double may_stay; /* area that may still be left open */
    double rim;      /* area that rounding may have put on the wrong side */
    uint64_t limit;  /* of work */
    /* for the polygon at hand */
    struct shadow *shadows;
    size_t shadow_count, shadow_capacity;
    size_t pieces; /* left */
    tl_vec3 face;  /* its unit normal */
    bool one_slot; /* all of its shadows are of one owner */
} painter;

/* --- Tally -------------------------------------------------------------------------------------------------------- */

static void add_hider(tl_cover_picture *picture, uint32_t slot, double area) {
    size_t i = 0;
    while (i < picture->named_count && picture->named[i] != slot) {
        i++;
    }
    if (i == TL_PICTURE_NAMES) {
        return;
    }
    if (i == picture->named_count) {
        picture->named[picture->named_count++] = slot;
    }
    picture->areas[i] += area;
}

/* Area that is hidden for certain, round a point x of it. */
static void hide(painter *w, double area, tl_vec3 x) {
    const tl_obstacles *obstacles = w->view.search->obstacles;
    tl_hit hit;
    w->picture->hidden += area;
    w->view.search->sight->work += TL_SIGHT_WORK_RAY;
    if (tl_world_nearest_hit(obstacles->world, w->view.p, x, obstacles->blockers, &hit)) {
        add_hider(w->picture, hit.slot, area);
    }
}

static void sort_hiders(tl_cover_picture *picture) {
    for (size_t i = 1; i < picture->named_count; i++) {
        for (size_t k = i;
             k > 0 && (picture->areas[k] > picture->areas[k - 1] ||
                       (picture->areas[k] == picture->areas[k - 1] && picture->named[k] < picture->named[k - 1]));
             k--) {
            double area = picture->areas[k];
            uint32_t slot = picture->named[k];
            picture->areas[k] = picture->areas[k - 1];
            picture->named[k] = picture->named[k - 1];
            picture->areas[k - 1] = area;
            picture->named[k - 1] = slot;
        }
    }
}

/* --- Polygons ----------------------------------------------------------------------------------------------------- */

/* A triangle's shadow, relative to p: inside all of the planes normal . x <= offset. Coordinates are exact, so their
 * differences round by 2^-53 of themselves; the direction of a cross product of u and v is then off by less than
 * `turn`, TL_COVER_TURN |u| |v| / |u x v|, and a plane through p, at a distance r, by r times as much. */
typedef struct shadow {
    tl_vec3 normal[4];
    double offset[4];
    double turn[4];
    double angle; /* of a strip: how far the triangle reaches from normal[3]'s plane through p */
    int kind;     /* shadow_kind */
    uint32_t slot;
} shadow;

typedef enum shadow_kind {
    SHADOW_PLAIN,
    SHADOW_STRIP, /* p sees the triangle from so near its plane that the sides can't be told: it fills a thin wedge */
    SHADOW_NONE,  /* a triangle without area hides no area */
    SHADOW_UNSURE
} shadow_kind;

static double turn_of(tl_vec3 u, tl_vec3 v, double size) {
    return size > 0 ? TL_COVER_TURN * tl_length(u) * tl_length(v) / size + TL_COVER_UNIT_ROUNDING : INFINITY;
}

static shadow_kind shadow_of(const painter *w, const tl_vec3 triangle[3], shadow *s) {
    tl_vec3 t[3];
    for (int k = 0; k < 3; k++) {
        t[k] = tl_sub(triangle[k], w->view.p);
    }
    bool plain = true;
    for (int k = 0; k < 3; k++) {
        tl_vec3 u = t[k], v = t[(k + 1) % 3], third = t[(k + 2) % 3], n = tl_cross(u, v);
        double size = tl_length(n);
        s->turn[k] = turn_of(u, v, size);
        n = size > 0 ? tl_scale(n, 1 / size) : n;
        double side = tl_dot(n, third);
        plain = plain && s->turn[k] < TL_COVER_MOST_TURN && fabs(side) > 4 * s->turn[k] * tl_length(third);
        s->normal[k] = side > 0 ? tl_scale(n, -1) : n;
        s->offset[k] = 0;
    }
    /* beyond the triangle's own plane, seen from p */
    tl_vec3 u = tl_sub(triangle[1], triangle[0]), v = tl_sub(triangle[2], triangle[0]), n = tl_cross(u, v);
    double size = tl_length(n);
    if (size == 0) {
        return SHADOW_NONE;
    }
    n = tl_scale(n, 1 / size);
    double at = tl_dot(n, t[0]);
    s->turn[3] = turn_of(u, v, size);
    s->normal[3] = at > 0 ? tl_scale(n, -1) : n;
    s->offset[3] = at > 0 ? -at : at;
    if (plain && s->turn[3] < TL_COVER_MOST_TURN) {
        return SHADOW_PLAIN;
    }
    double near = tl_distance(w->view.p, tl_geom_nearest_on_triangle(w->view.p, triangle));
    s->angle = near > 0 ? (fabs(at) + TL_COVER_UNIT_ROUNDING * tl_length(t[0])) / near + s->turn[3] : INFINITY;
    return s->angle < TL_COVER_MOST_TURN ? SHADOW_STRIP : SHADOW_UNSURE;
}

static double area_of(const tl_vec3 *corner, size_t count) {
    return tl_length(tl_target_polygon_span(corner, count));
}

/* A part of the polygon at hand, relative to p. */
typedef struct picture_piece {
    tl_vec3 corner[TL_COVER_PICTURE_CORNERS + 4];
    size_t count;
    double area, reach, width; /* no corner is farther from p than `reach`, no two are farther apart than `width` */
} picture_piece;

static void measure(picture_piece *x) {
    double most = 0;
    for (size_t i = 0; i < x->count; i++) {
        double d = tl_length_squared(x->corner[i]);
        most = d > most ? d : most;
    }
    x->area = tl_length(tl_target_polygon_span(x->corner, x->count));
    x->reach = sqrt(most);
    x->width = tl_length(tl_box3_size(tl_cover_box_of_points(x->corner, x->count)));
}

/* Where a piece lies to a shadow. */
typedef enum picture_side { SIDE_BESIDE, SIDE_WITHIN, SIDE_ACROSS } picture_side;

/* *rim gets the area that rounding may put on the wrong side of the shadow's rim; a plane cuts the piece in a line,
 * which is off by as much as the plane over the sine of the angle between the two. */
static picture_side side_of(const painter *w, const shadow *s, const picture_piece *x, double *rim) {
    picture_side all = SIDE_WITHIN;
    *rim = 0;
    for (int k = 0; k < 4; k++) {
        double least = INFINITY, most = -INFINITY, error = x->reach * s->turn[k];
        for (size_t i = 0; i < x->count; i++) {
            double at = tl_dot(s->normal[k], x->corner[i]) - s->offset[k];
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        if (least > error) {
            return SIDE_BESIDE;
        }
        if (most >= -error) {
            double sine = tl_length(tl_cross(w->face, s->normal[k]));
            *rim += tl_min(x->area, 2 * x->width * error / tl_max(sine, TL_COVER_LEAST_SINE));
            all = SIDE_ACROSS;
        }
    }
    return all;
}

static void paint_piece(painter *w, picture_piece *x, size_t from);

/* A piece and one plain shadow; false when the shadow leaves it whole. What is beside the shadow is cut off, up to four
 * pieces; what is left lies in it. */
static bool shade_piece(painter *w, const shadow *s, const picture_piece *x, size_t next) {
    double rim;
    picture_side where = side_of(w, s, x, &rim);
    if (where == SIDE_BESIDE) {
        return false;
    }
    picture_piece beside[4], inside = *x;
    for (int k = 0; k < 4; k++) {
        beside[k].count = 0;
        bool out = false;
        for (size_t i = 0; i < inside.count && where == SIDE_ACROSS && !out; i++) {
            out = tl_dot(s->normal[k], inside.corner[i]) > s->offset[k];
        }
        if (out) {
            tl_vec3 rest[TL_COVER_PICTURE_CORNERS + 4];
            beside[k].count = tl_cell_clip_polygon(inside.corner, inside.count, tl_scale(s->normal[k], -1),
                                                   -s->offset[k], beside[k].corner);
            inside.count = tl_cell_clip_polygon(inside.corner, inside.count, s->normal[k], s->offset[k], rest);
            memcpy(inside.corner, rest, inside.count * sizeof(tl_vec3));
        }
    }
    measure(&inside);
    w->rim += rim;
    if (inside.count < 3 || !(inside.area > rim)) {
        return false; /* what it may hide is in the rim */
    }
    tl_vec3 middle = w->view.p;
    for (size_t i = 0; i < inside.count; i++) {
        middle = tl_madd(middle, inside.corner[i], 1 / (double)inside.count);
    }
    if (w->one_slot) {
        w->picture->hidden += inside.area;
        add_hider(w->picture, s->slot, inside.area);
    } else {
        hide(w, inside.area, middle);
    }
    for (int k = 0; k < 4; k++) {
        if (beside[k].count >= 3) {
            paint_piece(w, &beside[k], next);
        }
    }
    return true;
}

/* The visible part of a piece behind the polygon's shadows from one on. */
static void paint_piece(painter *w, picture_piece *x, size_t from) {
    TL_ASSERT(x->count <= TL_COVER_PICTURE_CORNERS + 4, "a piece has no more corners than there is room for");
    measure(x);
    if (w->pieces == 0 || x->count > TL_COVER_PICTURE_CORNERS - 4) {
        w->picture->open += x->area;
        return;
    }
    w->pieces--;
    w->view.search->sight->work += (w->shadow_count - from) * TL_SIGHT_WORK_STEP;
    for (size_t i = from; i < w->shadow_count; i++) {
        const shadow *s = &w->shadows[i];
        if (s->kind == SHADOW_PLAIN && shade_piece(w, s, x, i + 1)) {
            return;
        }
        if (s->kind == SHADOW_STRIP) {
            double sine = tl_length(tl_cross(w->face, s->normal[3]));
            w->rim += tl_min(x->area, 4 * x->width * x->reach * s->angle / tl_max(sine, TL_COVER_LEAST_SINE));
        }
        if (s->kind == SHADOW_UNSURE) {
            w->picture->open += x->area;
            return;
        }
    }
    w->picture->seen += x->area;
}

/* Paints a polygon behind items from..to. */
static tl_status paint_whole(painter *w, const tl_vec3 *corner, size_t count, size_t from, size_t to) {
    size_t wanted = (to - from) / 2;
    if (!tl_reserve(w->view.search->context, (void **)&w->shadows, &w->shadow_capacity, wanted, sizeof(shadow))) {
        return TL_ERROR_MEMORY;
    }
    w->shadow_count = 0;
    w->one_slot = true;
    for (size_t item = from; item < to; item += 2) {
        tl_vec3 triangle[3];
        shadow *s = &w->shadows[w->shadow_count];
        tl_cover_view_corners(&w->view, item, triangle);
        s->slot = w->view.list.items[item];
        s->kind = (int)shadow_of(w, triangle, s);
        w->shadow_count += s->kind != SHADOW_NONE ? 1U : 0U;
        w->one_slot = w->one_slot && s->slot == w->shadows[0].slot;
    }
    w->view.search->sight->work += 4 * wanted * TL_SIGHT_WORK_STEP;
    picture_piece x = {.count = count};
    for (size_t i = 0; i < count; i++) {
        x.corner[i] = tl_sub(corner[i], w->view.p);
    }
    w->pieces = TL_COVER_PICTURE_PIECES;
    w->face = tl_normalise(tl_target_polygon_span(corner, count));
    paint_piece(w, &x, 0);
    return TL_OK;
}

/* Whether every line from p to a cell is certainly blocked. Takes the cell over. */
static tl_status all_hidden(painter *w, tl_cell *cell, bool *hidden) {
    tl_sight_search *search = w->view.search;
    *hidden = false;
    if (cell == NULL) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    if (search->has_patch && cell->polygon_count > 0) {
        tl_sight_pair pair = {.a = w->view.eye, .b = cell, .depth = TL_SIGHT_DEEP, .bound = INFINITY};
        tl_sight_pair_state state;
        tl_sight_pair_cut cut;
        double bound;
        status = tl_sight_prove(search, &pair, &state, &cut, &bound);
        *hidden = status == TL_OK && state == TL_SIGHT_PAIR_BLOCKED;
    }
    tl_cell_release(search->context, cell);
    return status;
}

static bool ray_blocked(const painter *w, tl_vec3 x) {
    const tl_obstacles *obstacles = w->view.search->obstacles;
    w->view.search->sight->work += TL_SIGHT_WORK_RAY;
    return tl_world_blocked(obstacles->world, w->view.p, x, obstacles->blockers, NULL);
}

static tl_vec3 middle_of(const tl_vec3 *corner, size_t count) {
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, corner[i], 1 / (double)count);
    }
    return middle;
}

/* Whether an area may be left open without looking closer. */
static bool leave_open(painter *w, double area) {
    bool leave = area <= w->may_stay && area <= TL_COVER_PICTURE_LEAST * w->total;
    leave = leave || w->view.search->sight->work > w->limit || !tl_sight_poll(w->view.search);
    if (leave) {
        w->may_stay -= area;
        w->picture->open += area;
    }
    return leave;
}

static tl_status paint_polygon(painter *w, const tl_vec3 *corner, size_t count, size_t from, size_t to, int depth);

static tl_status paint_halves(painter *w, const tl_vec3 *corner, size_t count, size_t from, size_t to, int depth) {
    tl_vec3 half[2][TL_POLYGON_HALF];
    size_t counts[2];
    tl_status status = TL_OK;
    if (depth == TL_COVER_PICTURE_DEEPEST ||
        !tl_target_polygon_halve(corner, count, TL_COVER_PICTURE_SMALLEST * w->view.search->options.tolerance, half,
                                 counts)) {
        w->picture->open += area_of(corner, count);
        return TL_OK;
    }
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        status = paint_polygon(w, half[i], counts[i], from, to, depth + 1);
    }
    return status;
}

static tl_status paint_polygon(painter *w, const tl_vec3 *corner, size_t count, size_t from, size_t to, int depth) {
    tl_sight_search *search = w->view.search;
    double area = area_of(corner, count);
    uint32_t slot;
    tl_condition_bundle held = tl_cover_view_conditions(&w->view, corner, count, &slot);
    if (held == TL_BUNDLE_NONE) {
        w->picture->hidden += area;
        add_hider(w->picture, slot, area);
        return TL_OK;
    }
    tl_cone_pyramid pyramid;
    tl_cone_pyramid_make(&pyramid, w->view.p, corner, count, search->scale);
    size_t end = to;
    for (size_t item = from; item < to; item += 2) {
        tl_vec3 triangle[3];
        tl_cover_view_corners(&w->view, item, triangle);
        search->sight->work += TL_SIGHT_WORK_STEP;
        if (!tl_cone_pyramid_misses(&pyramid, triangle) && !tl_cover_view_append(&w->view, item, &end)) {
            return TL_ERROR_MEMORY;
        }
    }
    if (end == to && held == TL_BUNDLE_ALL) {
        w->picture->seen += area;
        return TL_OK;
    }
    if (leave_open(w, area)) {
        return TL_OK;
    }
    bool many = end - to > 2 * TL_COVER_PICTURE_MANY;
    if (many && ray_blocked(w, middle_of(corner, count))) {
        uint32_t size = (uint32_t)count;
        bool hidden;
        tl_status status = all_hidden(w, tl_cell_from_polygons(&search->scratch, corner, &size, 1), &hidden);
        if (status != TL_OK || hidden) {
            if (hidden) {
                hide(w, area, middle_of(corner, count));
            }
            return status;
        }
    }
    if (held != TL_BUNDLE_ALL || (many && depth < TL_COVER_PICTURE_HALVINGS)) {
        return paint_halves(w, corner, count, to, end, depth);
    }
    return paint_whole(w, corner, count, to, end);
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

static double facing_area(const painter *w, const tl_target_node *node) {
    double area = 0;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        area += w->facing[w->target->order[i]];
    }
    return area;
}

static tl_vec3 node_point(const painter *w, const tl_target_node *node, uint32_t i) {
    size_t count;
    const tl_vec3 *corner = tl_target_polygon(w->target, w->target->order[node->first + i], &count);
    return corner[0];
}

/* Whether no line from p to a box's corners is free. If one triangle meets all of them, all of the box is in its
 * shadow, which is a convex set: *shadowed. */
static bool box_dark(const painter *w, tl_box3 box, bool *shadowed) {
    const tl_obstacles *obstacles = w->view.search->obstacles;
    tl_vec3 corner[8];
    tl_hit first = {0}, hit;
    bool dark = true;
    *shadowed = true;
    tl_box3_corners(box, corner);
    for (int i = 0; i < 8 && dark; i++) {
        w->view.search->sight->work += TL_SIGHT_WORK_RAY;
        dark = tl_world_blocked(obstacles->world, w->view.p, corner[i], obstacles->blockers, &hit);
        first = i == 0 ? hit : first;
        *shadowed = *shadowed && dark && hit.slot == first.slot && hit.triangle == first.triangle;
    }
    return dark;
}

/* A node may be hidden as a whole: with all of its box, or, if it is small, by itself. */
static tl_status try_to_hide(painter *w, uint32_t at, bool *hidden) {
    const tl_target_node *node = &w->target->nodes[at];
    tl_cell_scratch *scratch = &w->view.search->scratch;
    *hidden = false;
    if (!w->view.search->has_patch || !ray_blocked(w, node_point(w, node, 0))) {
        return TL_OK;
    }
    bool shadowed;
    if (box_dark(w, node->box, &shadowed)) {
        *hidden = shadowed;
        return shadowed ? TL_OK : all_hidden(w, tl_target_cell_of_box(node->box, scratch), hidden);
    }
    bool dark = node->count <= TL_COVER_PICTURE_SMALL;
    for (uint32_t i = 1; i < 3 && dark; i++) {
        dark = ray_blocked(w, node_point(w, node, i * (node->count - 1) / 2));
    }
    return dark ? all_hidden(w, tl_target_node_cell(w->target, at, scratch), hidden) : TL_OK;
}

static tl_status paint_node(painter *w, uint32_t at, size_t from, size_t to) {
    tl_target_node node = w->target->nodes[at];
    double area = facing_area(w, &node);
    if (!(area > 0)) {
        return TL_OK;
    }
    if (!tl_sight_poll(w->view.search)) {
        w->picture->open += area;
        return TL_OK;
    }
    if (from == to && w->view.search->obstacles->condition_count == 0) {
        w->picture->seen += area;
        return TL_OK;
    }
    if (leave_open(w, area)) {
        return TL_OK;
    }
    tl_status status = TL_OK;
    if (node.count <= TL_COVER_LEAF_POLYGONS || node.count * (to - from) <= 2 * TL_COVER_PICTURE_TESTS) {
        for (uint32_t i = node.first; i < node.first + node.count && status == TL_OK; i++) {
            uint32_t polygon = w->target->order[i];
            size_t count;
            const tl_vec3 *corner = tl_target_polygon(w->target, polygon, &count);
            status = w->facing[polygon] > 0 ? paint_polygon(w, corner, count, from, to, 0) : TL_OK;
        }
        return status;
    }
    bool hidden = false;
    status = at > 0 ? try_to_hide(w, at, &hidden) : TL_OK;
    if (status != TL_OK || hidden) {
        if (hidden) {
            hide(w, area, node_point(w, &node, node.count / 2));
        }
        return status;
    }
    if (!tl_target_divide(w->target, at)) {
        return TL_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < 2 && status == TL_OK; i++) {
        uint32_t child = w->target->nodes[at].children + i;
        size_t end;
        status = tl_cover_view_narrow(&w->view, w->target->nodes[child].box, from, to, &end)
                     ? paint_node(w, child, to, end)
                     : TL_ERROR_MEMORY;
    }
    return status;
}

/* Fills in which polygons face p (when `facing` is given); returns their area. */
static double face(const tl_target *target, tl_vec3 p, double *facing) {
    double total = 0;
    for (uint32_t i = 0; i < target->count; i++) {
        size_t count;
        tl_vec3 corner = *tl_target_polygon(target, i, &count);
        double area = tl_dot(target->spans[i], tl_sub(p, corner)) > 0 ? tl_length(target->spans[i]) : 0;
        total += area;
        if (facing != NULL) {
            facing[i] = area;
        }
    }
    return total;
}

/* All of the target: hidden as a whole, or node by node. */
static tl_status paint(painter *w, tl_sight_search *search, tl_vec3 p, double area) {
    bool hidden = false;
    tl_status status = tl_cover_view_start(&w->view, search, p);
    if (status == TL_OK) {
        status = try_to_hide(w, 0, &hidden);
    }
    if (status == TL_OK && hidden) {
        hide(w, area, node_point(w, &w->target->nodes[0], 0));
    } else if (status == TL_OK) {
        status = tl_cover_view_list(&w->view, w->target->nodes[0].box);
        status = status == TL_OK ? paint_node(w, 0, 0, w->view.list.count) : status;
    }
    tl_cover_view_end(&w->view);
    return status;
}

tl_status tl_cover_picture_make(tl_sight_search *search, tl_vec3 p, tl_skirt *parts, double spread, uint64_t effort,
                                tl_cover_picture *picture) {
    TL_ASSERT(spread >= 0 && spread <= 1, "what may stay open is a share");
    *picture = (tl_cover_picture){.low = 0, .high = 1};
    painter w = {.target = &parts->sure, .picture = picture, .limit = search->sight->work + effort};
    w.facing = tl_alloc_array(search->context, parts->sure.count, sizeof(double));
    if (w.facing == NULL) {
        return TL_ERROR_MEMORY;
    }
    double loose = face(&parts->loose, p, NULL);
    picture->hidden = face(&parts->dead, p, NULL);
    if (picture->hidden > 0) {
        add_hider(picture, parts->solid, picture->hidden);
    }
    double sure = face(&parts->sure, p, w.facing);
    w.total = sure + picture->hidden;
    w.may_stay = spread * w.total;
    tl_status status = TL_OK;
    if (sure > 0) {
        status = paint(&w, search, p, sure);
    }
    tl_free(search->context, w.facing);
    tl_free(search->context, w.shadows);
    double all = picture->seen + picture->hidden + picture->open;
    if (status == TL_OK && all + loose > 0) {
        /* what is loose may count or not, and be seen or not */
        double slop = TL_COVER_AREA_ROUNDING * all + w.rim;
        picture->low = tl_max(0, tl_min(1, (picture->seen - slop) / (all + loose)));
        picture->high = tl_max(picture->low, tl_min(1, (picture->seen + picture->open + loose + slop) / (all + loose)));
    } else if (status == TL_OK) {
        picture->low = picture->high = 1;
    }
    sort_hiders(picture);
    return status;
}
