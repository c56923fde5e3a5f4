/* cone.c: a point against a whole target, by bundles: the blockers that may meet the bundle are narrowed down together
 * with the target, until none is left or single pyramids over single polygons decide. */
#include "cover/cone.h"

enum { LEAF_POLYGONS = 8, LEAF_TESTS = 64, DEEPEST = 24 };

typedef struct look {
    tl_sight_search *search;
    tl_vec3 p;
    tl_cell *eye; /* p as a cell */
    bool above_plane;
    tl_triangle_list list;
    tl_cone answer;
    tl_vec3 hidden;
} look;

static void corners_of(const look *l, size_t item, tl_vec3 corner[3]) {
    tl_bvh_corners(tl_world_get(l->search->obstacles->world, l->list.items[item]), l->list.items[item + 1], corner);
}

static bool blocked(const look *l, tl_vec3 q) {
    l->search->sight->work += TL_WORK_RAY;
    return tl_world_blocked(l->search->obstacles->world, l->p, q, l->search->obstacles->blockers, NULL);
}

static void found_hidden(look *l, tl_vec3 q) {
    l->answer = TL_CONE_BLOCKED;
    l->hidden = q;
}

/* Where the ray from p through c meets the plane of a polygon, if that is near the polygon. */
static bool shadow(tl_vec3 p, tl_vec3 c, const tl_vec3 *corner, size_t count, tl_vec3 *q) {
    tl_vec3 n = tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0]));
    double height = tl_dot(n, tl_sub(corner[0], p)), along = tl_dot(n, tl_sub(c, p));
    if (!(fabs(along) > 1e-12 * tl_length(n)) || !(height / along >= 1)) {
        return false;
    }
    *q = tl_madd(p, tl_sub(c, p), height / along);
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, corner[i]);
    }
    return tl_box3_overlap(tl_box3_grow(box, 1e-7), (tl_box3){*q, *q});
}

/* The part of a triangle inside the pyramid with apex p over a convex polygon, everything inflated by `slack`. Returns
 * the number of its corners; 0 is certain. */
static size_t in_pyramid(const look *l, const tl_vec3 *corner, size_t count, const tl_vec3 triangle[3], double slack,
                         tl_vec3 *part) {
    tl_vec3 spare[2 * TL_CELL_CORNERS + 8];
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, corner[i], 1 / (double)count);
    }
    size_t n = 3;
    part[0] = triangle[0];
    part[1] = triangle[1];
    part[2] = triangle[2];
    tl_vec3 face =
        count >= 3 ? tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0])) : (tl_vec3){0, 0, 0};
    for (size_t i = 0; i <= count && n > 0; i++) {
        /* the sides through p and an edge, and at last the polygon's own plane */
        tl_vec3 normal = i < count ? tl_cross(tl_sub(corner[i], l->p), tl_sub(corner[(i + 1) % count], l->p)) : face;
        tl_vec3 inner = i < count ? middle : l->p;
        double size = tl_length(normal);
        if (!(size > 0)) {
            continue;
        }
        normal = tl_scale(normal, 1 / size);
        double offset = tl_dot(normal, corner[i < count ? i : 0]);
        if (tl_dot(normal, inner) > offset) {
            normal = tl_scale(normal, -1);
            offset = -offset;
        }
        /* a plane of rounding's making must not cut: all of the pyramid has to be on its inner side */
        double reach = tl_dot(normal, l->p);
        for (size_t k = 0; k < count; k++) {
            reach = fmax(reach, tl_dot(normal, corner[k]));
        }
        tl_vec3 *from = part, *to = spare;
        n = tl_clip_polygon(from, n, normal, fmax(offset, reach) + slack, to);
        for (size_t k = 0; k < n; k++) {
            part[k] = spare[k];
        }
    }
    return n;
}

static bool polygon_clear(look *l, const tl_vec3 *corner, size_t count, size_t from, size_t to) {
    double slack = 1e-7 + 1e-12 * l->search->scale;
    tl_vec3 hull[TL_CELL_CORNERS + 1];
    for (size_t i = 0; i < count; i++) {
        hull[i] = corner[i];
    }
    hull[count] = l->p;
    bool clear = true;
    for (size_t item = from; item < to; item += 2) {
        tl_vec3 triangle[3], part[2 * TL_CELL_CORNERS + 8];
        corners_of(l, item, triangle);
        l->search->sight->work += TL_WORK_CONTACT;
        size_t n = in_pyramid(l, corner, count, triangle, slack, part);
        if (n == 0 || tl_hulls_apart(hull, count + 1, triangle, 3, slack)) {
            continue;
        }
        clear = false;
        tl_vec3 c = {0, 0, 0}, q;
        for (size_t k = 0; k < n; k++) {
            c = tl_madd(c, part[k], 1 / (double)n);
        }
        if (count >= 3 && shadow(l->p, c, corner, count, &q) && blocked(l, q)) {
            found_hidden(l, q);
            return false;
        }
    }
    for (size_t i = 0; i < count && !clear; i++) {
        if (blocked(l, corner[i])) {
            found_hidden(l, corner[i]);
            return false;
        }
    }
    return clear;
}

/* All conditions hold for every line to the cell; a certain refusal gives a hidden point. */
static bool conditions_hold(look *l, const tl_vec3 *points, size_t count) {
    const tl_obstacles *obstacles = l->search->obstacles;
    bool all = true;
    for (size_t i = 0; i < obstacles->condition_count; i++) {
        const tl_condition *condition = &obstacles->conditions[i];
        tl_bundle bundle = condition->bundle(condition->user, &l->p, 1, points, count);
        if (bundle == TL_BUNDLE_NONE) {
            found_hidden(l, points[0]);
            return false;
        }
        all = all && bundle == TL_BUNDLE_ALL;
    }
    return all;
}

static tl_status narrow(look *l, const tl_cell *cell, size_t from, size_t to, int depth) {
    tl_sight_search *search = l->search;
    search->sight->work += TL_WORK_RAY;
    bool plain = conditions_hold(l, cell->points, cell->point_count);
    if (l->answer == TL_CONE_BLOCKED || (plain && from == to)) {
        return TL_OK;
    }
    bool leaf = (plain && cell->polygon_count <= LEAF_POLYGONS) ||
                (plain && cell->polygon_count * (to - from) <= LEAF_TESTS) ||
                cell->diameter < search->options.tolerance || depth > DEEPEST;
    if (leaf && plain) {
        for (uint32_t i = 0; i < cell->polygon_count && l->answer != TL_CONE_BLOCKED; i++) {
            tl_vec3 corner[TL_CELL_CORNERS];
            size_t count = tl_cell_polygon(cell, i, corner);
            if (!polygon_clear(l, corner, count, from, to) && l->answer == TL_CONE_CLEAR) {
                l->answer = TL_CONE_UNSURE;
            }
        }
        return TL_OK;
    }
    if (leaf) {
        /* a condition can't tell */
        l->answer = l->answer == TL_CONE_CLEAR ? TL_CONE_UNSURE : l->answer;
        return TL_OK;
    }
    tl_sight_pair pair = {.a = l->eye, .b = (tl_cell *)(uintptr_t)(const void *)cell};
    tl_pair_cut cut;
    tl_sight_plain_cut(&pair, &cut);
    tl_cell *half[2];
    if (!tl_cell_split(&search->scratch, cell, cut.normal, cut.offset, &half[0], &half[1])) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    for (int side = 0; side < 2; side++) {
        if (status == TL_OK && l->answer != TL_CONE_BLOCKED && half[side]->polygon_count > 0) {
            tl_shaft shaft;
            tl_shaft_make(&shaft, l->eye, half[side], search->scale, l->above_plane);
            size_t end = to;
            for (size_t item = from; item < to && status == TL_OK; item += 2) {
                tl_vec3 corner[3];
                corners_of(l, item, corner);
                if (tl_patch_may_meet(&shaft, corner)) {
                    if (!tl_reserve(search->context, (void **)&l->list.items, &l->list.capacity, end + 2,
                                    sizeof(uint32_t))) {
                        status = TL_ERROR_MEMORY;
                        break;
                    }
                    l->list.items[end] = l->list.items[item];
                    l->list.items[end + 1] = l->list.items[item + 1];
                    end += 2;
                }
            }
            search->sight->work += (to - from) * TL_WORK_STEP;
            if (status == TL_OK) {
                status = narrow(l, half[side], to, end, depth + 1);
            }
        }
        tl_cell_release(search->context, half[side]);
    }
    return status;
}

static tl_status start(look *l, tl_sight_search *search, tl_vec3 p, const tl_cell *target) {
    *l = (look){.search = search, .p = p, .answer = TL_CONE_CLEAR, .above_plane = search->obstacles->ground_slot < 0};
    l->eye = tl_cell_from_point(&search->scratch, p, false);
    if (l->eye == NULL) {
        return TL_ERROR_MEMORY;
    }
    tl_shaft shaft;
    tl_shaft_make(&shaft, l->eye, target, search->scale, l->above_plane);
    bool fits = tl_patch_list(search->context, search->obstacles, &shaft, &l->list);
    search->sight->work += TL_WORK_RAY + l->list.count * TL_WORK_STEP;
    return fits ? TL_OK : TL_ERROR_MEMORY;
}

static void finish(look *l) {
    tl_cell_release(l->search->context, l->eye);
    tl_free(l->search->context, l->list.items);
}

tl_status tl_cone_look(tl_sight_search *search, tl_vec3 p, const tl_cell *target, tl_cone *answer, tl_vec3 *hidden) {
    look l;
    tl_status status = start(&l, search, p, target);
    if (status == TL_OK) {
        status = narrow(&l, target, 0, l.list.count, 0);
    }
    *answer = l.answer;
    *hidden = l.hidden;
    finish(&l);
    return status;
}

/* --- Shares ------------------------------------------------------------------------------------------------------- */

/* The area of the cell's polygons that face p; a polygon without an orientation to p counts half way round. */
static double facing_area(const tl_cell *cell, tl_vec3 p) {
    double area = 0;
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(cell, i, corner);
        tl_vec3 n = {0, 0, 0};
        for (size_t k = 1; k + 1 < count; k++) {
            n = tl_add(n, tl_cross(tl_sub(corner[k], corner[0]), tl_sub(corner[k + 1], corner[0])));
        }
        if (tl_dot(n, tl_sub(p, corner[0])) > 0) {
            area += 0.5 * tl_length(n);
        }
    }
    return area;
}

/* Whether every segment from p to the cell is certainly blocked. */
static tl_status all_hidden(tl_sight_search *search, const look *l, const tl_cell *cell, bool *hidden) {
    *hidden = false;
    if (!search->has_patch) {
        return TL_OK; /* nothing may be proved */
    }
    tl_sight_pair pair = {.a = l->eye, .b = (tl_cell *)(uintptr_t)(const void *)cell, .depth = 4, .bound = INFINITY};
    tl_pair_state state;
    tl_pair_cut cut;
    double bound;
    tl_status status = tl_sight_prove(search, &pair, &state, &cut, &bound);
    *hidden = state == TL_PAIR_BLOCKED;
    return status;
}

tl_status tl_cone_share(tl_sight_search *search, tl_vec3 p, const tl_cell *target, int effort, double *low,
                        double *high) {
    look l;
    double total = facing_area(target, p), seen = 0, open = 0;
    *low = 0;
    *high = 1;
    tl_sight_pairs cells = {.context = search->context};
    tl_status status = start(&l, search, p, target);
    if (status == TL_OK) {
        tl_cell *copy = (tl_cell *)(uintptr_t)(const void *)target;
        status = tl_sight_pairs_push(&cells, tl_cell_share(l.eye), tl_cell_share(copy), -total, 0, 0) ? TL_OK
                                                                                                      : TL_ERROR_MEMORY;
    }
    tl_sight_pair pair;
    while (status == TL_OK && tl_sight_pairs_pop(&cells, &pair)) {
        double area = facing_area(pair.b, p);
        tl_cone answer = TL_CONE_UNSURE;
        tl_vec3 q;
        bool hidden = false;
        if (area > 0 && effort-- > 0) {
            status = tl_cone_look(search, p, pair.b, &answer, &q);
            if (status == TL_OK && answer == TL_CONE_BLOCKED) {
                status = all_hidden(search, &l, pair.b, &hidden);
            }
        }
        tl_cell *half[2] = {NULL, NULL};
        if (status != TL_OK || area == 0 || hidden) {
            /* nothing to add */
        } else if (answer == TL_CONE_CLEAR) {
            seen += area;
        } else if (effort <= 0 || pair.b->diameter < search->options.tolerance) {
            open += area;
        } else {
            tl_pair_cut cut;
            tl_sight_plain_cut(&pair, &cut);
            status = tl_cell_split(&search->scratch, pair.b, cut.normal, cut.offset, &half[0], &half[1])
                         ? TL_OK
                         : TL_ERROR_MEMORY;
        }
        for (int i = 0; i < 2; i++) {
            if (half[i] != NULL && (status != TL_OK || half[i]->polygon_count == 0)) {
                tl_cell_release(search->context, half[i]);
            } else if (half[i] != NULL &&
                       !tl_sight_pairs_push(&cells, tl_cell_share(l.eye), half[i], -facing_area(half[i], p), 0, 0)) {
                status = TL_ERROR_MEMORY;
            }
        }
        tl_cell_release(search->context, pair.a);
        tl_cell_release(search->context, pair.b);
    }
    if (status == TL_OK && total > 0) {
        *low = fmax(0, fmin(1, seen / total * (1 - 1e-12) - 1e-12));
        *high = fmax(*low, fmin(1, (seen + open) / total * (1 + 1e-12) + 1e-12));
    } else if (status == TL_OK) {
        *low = *high = 1;
    }
    tl_sight_pairs_free(&cells);
    finish(&l);
    return status;
}
