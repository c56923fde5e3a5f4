/* uncovered.c: a few lines tell what is worth proving: that all of the target is free from one point of who looks, or
 * that one part of it is hidden from all of them. */
#include "board/region/uncovered.h"

#include "board/limits.h"
#include "judge/between/between.h"
#include <string.h>

#include <string.h>

/* Points of a body seen along the way: its top, up on both sides, its bottom, low and outermost on both sides. The
 * first three are looked from. */
static void choose_points(const tl_board_body *body, tl_vec2 way, uint8_t chosen[TL_BOARD_BARE_PARTS]) {
    static const double weight[TL_BOARD_BARE_PARTS][2] = {
        {0, 1}, {1, 0.5}, {-1, 0.5}, {0, -1}, {1, -TL_BOARD_LOW_SIDE}, {-1, -TL_BOARD_LOW_SIDE}, {1, 0}, {-1, 0}};
    tl_vec2 side = {-way.y, way.x};
    for (int k = 0; k < TL_BOARD_BARE_PARTS; k++) {
        double best = -INFINITY;
        for (size_t i = 0; i < body->point_count; i++) {
            double d = weight[k][0] * tl_dot2(side, tl_plan(body->points[i])) + weight[k][1] * body->points[i].z;
            if (d > best) {
                best = d;
                chosen[k] = (uint8_t)i;
            }
        }
    }
}

typedef struct view {
    tl_board_uncovered *barer;
    const tl_between *between;
    const tl_board_end *from, *to;
    uint8_t eye[TL_BOARD_BARE_PARTS], part[TL_BOARD_BARE_PARTS];
    unsigned clear;   /* bit: this eye saw every part at every place */
    unsigned hidden;  /* bit: this part was seen from no eye at any place */
    int bare, shaded; /* places at which some eye saw every part; none did */
    bool any_line;
} view;

static tl_vec3 place(tl_box3 at, int k) {
    tl_vec3 middle = tl_box3_centre(at);
    return k == 0 ? middle
                  : (tl_vec3){(k & 1) != 0 ? at.low.x : at.high.x, (k & 2) != 0 ? at.low.y : at.high.y, middle.z};
}

static void view_at(view *v, int k, int m) {
    const tl_obstacles *o = &v->between->most;
    tl_vec3 here = place(v->from->places.at, k), there = place(v->to->places.at, m);
    unsigned all = (1U << TL_BOARD_BARE_PARTS) - 1, seen_by_any = 0, clear = 0;
    for (unsigned e = 0; e < TL_BOARD_BARE_VIEWS; e++) {
        unsigned seen = 0;
        tl_vec3 p = tl_add(v->from->places.body->points[v->eye[e]], here);
        for (unsigned i = 0; i < TL_BOARD_BARE_PARTS; i++) {
            /* one part that is hidden spoils the view: the rest matters for what is hidden from all */
            unsigned before = (1U << i) - 1;                             /* costs only time */
            bool spoilt = (seen & before) != before;                     /* costs only time */
            if (spoilt && (v->hidden & ~seen_by_any & (1U << i)) == 0) { /* costs only time */
                continue;
            }
            tl_vec3 q = tl_add(v->to->places.body->points[v->part[i]], there);
            seen |= tl_board_line_free(o, p, q) ? 1U << i : 0;
        }
        seen_by_any |= seen;
        clear |= seen == all ? 1U << e : 0;
    }
    v->any_line = v->any_line || seen_by_any != 0;
    v->hidden &= ~seen_by_any;
    v->clear &= clear;
    *(clear != 0 ? &v->bare : &v->shaded) += 1;
}

static bool moves(tl_box3 at) {
    return at.high.x > at.low.x || at.high.y > at.low.y;
}

/* --- Bare --------------------------------------------------------------------------------------------------------- */

/* Lines stay clear of the areas that give cover, wherever their true outlines are. */
static bool all_clear(const view *v, tl_box3 a, tl_box3 b, const tl_vec3 *to, size_t count) {
    const tl_obstacles *o = &v->between->most;
    double by = v->barer->rules->areas_off, ends = tl_board_ends_off(v->from, v->to);
    tl_vec3 from[8], box[8];
    by += by > 0 || ends > 0 ? ends + TL_BOARD_ROUNDING : 0;
    tl_box3_corners(tl_box3_grow(a, by), from);
    tl_box3_corners(tl_box3_grow(b, by), box);
    for (size_t i = 0; i < o->condition_count; i++) {
        const tl_condition *c = &o->conditions[i];
        if (c->bundle(c->user, from, 8, by > 0 ? box : to, by > 0 ? 8 : count) != TL_BUNDLE_ALL) {
            return false;
        }
    }
    return true;
}

/* Each corner of the case once. */
static size_t corners_once(const tl_board_swept *made, tl_vec3 out[TL_WHOLLY_CORNERS]) {
    size_t count = 0;
    for (size_t i = 0; i < made->corner_count; i++) {
        size_t k = 0;
        while (k < count && !tl_same_point(out[k], made->corners[i])) {
            k++;
        }
        if (k == count) {
            if (count == TL_WHOLLY_CORNERS) {
                return 0;
            }
            out[count++] = made->corners[i];
        }
    }
    return count;
}

/* From one point of who looks all of the target is free, wherever both stand: the hull of the point's box and the
 * target's case is empty. */
static tl_status try_bare(const view *v, bool *bare) {
    const tl_board_looker *l = v->barer->sight;
    const tl_region_rules *rules = v->barer->rules->sight;
    double ends = tl_board_ends_off(v->from, v->to);
    tl_board_swept made;
    tl_vec3 corners[TL_WHOLLY_CORNERS];
    tl_board_swept_make(&made, &v->to->places, 0); /* what it may be off is kept clear of */
    size_t count = corners_once(&made, corners);
    tl_wholly_end_box b = {made.box, v->to->over_ground};
    tl_status status = TL_OK;
    *bare = false;
    for (unsigned left = count > 0 ? v->clear : 0; left != 0 && !*bare && status == TL_OK; left &= left - 1) {
        size_t eye = v->eye[__builtin_ctz(left)];
        tl_wholly_end_box a = {tl_board_point_box(&v->from->places, eye), v->from->over_ground};
        if (all_clear(v, a.box, made.box, corners, count)) {
            status = tl_wholly_free_to(l->context, &v->between->most, l->terrain->only_ground, l->scale, &a, &b,
                                       corners, count, ends, bare);
        }
        if (*bare && rules->give > 0) { /* ... and clear of what may be off, by as much */
            tl_obstacles unsure = v->between->most;
            unsure.blockers = rules->unsure;
            status = tl_wholly_free_to(l->context, &unsure, l->terrain->only_ground, l->scale, &a, &b, corners, count,
                                       tl_board_slack(rules, ends), bare);
        }
    }
    return status;
}

/* --- Covered ------------------------------------------------------------------------------------------------------ */

/* The box that holds everything of the target round one of its points that is twice as wide as the tolerance, over all
 * places; empty where a blocker's surface is so near that it may not count (the skirt). */
static bool part_box(const view *v, size_t point, tl_box3 *box) {
    const tl_inquiry *inquiry = v->barer->rules->sight->inquiry;
    double ends = tl_board_ends_off(v->from, v->to);
    double wide = tl_max(2 * inquiry->tolerance, TL_BOARD_BARE_WIDE) + ends;
    double skirt = tl_settings_number_of(&inquiry->settings, TL_SETTING_CONTACT_SKIRT_MM) + TL_BOARD_AROUND +
                   tl_board_slack(v->barer->rules->sight, ends);
    *box = tl_box3_grow(tl_board_point_box(&v->to->places, point), wide);
    bool near = v->between->least.ground_slot < 0 && box->low.z <= skirt;
    return !near && !tl_world_any_in_box(v->between->most.world, tl_box3_grow(*box, skirt), v->between->most.blockers);
}

static tl_cell *box_cell(tl_wholly_search *search, tl_box3 b) {
    static const uint8_t face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}};
    static const uint32_t sizes[6] = {4, 4, 4, 4, 4, 4};
    tl_vec3 corner[8], corners[24];
    tl_box3_corners(b, corner);
    for (int f = 0; f < 6; f++) {
        for (int k = 0; k < 4; k++) {
            corners[4 * f + k] = corner[face[f][k]];
        }
    }
    return tl_wholly_cell(search, corners, sizes, 6);
}

/* Some part of the target, the same at all places, is hidden from every point of who looks, wherever that stands. */
static tl_status try_hidden(view *v, uint64_t budget, bool *hidden) {
    tl_board_uncovered *barer = v->barer;
    tl_context *context = barer->sight->context;
    bool apart = v->between->own_least;
    double ends = tl_board_ends_off(v->from, v->to);
    const tl_wholly_slack give = {tl_board_slack(barer->rules->sight, ends), barer->rules->sight->ground_gives};
    double wide = tl_max(2 * barer->rules->sight->inquiry->tolerance, TL_BOARD_BARE_WIDE) + TL_BOARD_AROUND + ends;
    const tl_board_region *places = &v->from->places;
    tl_wholly_search own, *search = apart ? &own : &barer->shared.search;
    tl_status status;
    if (apart) { /* some walls are open here: nothing that was looked up elsewhere holds */
        status = tl_board_proof_start(search, context, &v->between->least,
                                      tl_box3_grow(tl_board_core_box(v->from), TL_BOARD_AROUND + ends),
                                      tl_box3_grow(tl_board_core_box(v->to), 1 + ends), &give);
    } else {
        status = tl_board_proofs_start(&barer->shared, context, &barer->least,
                                       tl_box3_grow(barer->sight->around[0], TL_BOARD_AROUND + ends),
                                       tl_box3_grow(barer->sight->around[1], wide), &give);
    }
    tl_cell *a = status != TL_OK ? NULL
                 : apart         ? tl_board_swept_cell(search, places, places->body->off)
                                 : tl_board_proofs_from(&barer->shared, context, places, places->body->off);
    status = status == TL_OK && a == NULL ? TL_ERROR_MEMORY : status;
    int tried = 0;
    for (unsigned left = v->hidden; left != 0 && tried < TL_BOARD_BARE_PROOFS && !*hidden && status == TL_OK;
         left &= left - 1) {
        tl_box3 box;
        tl_wholly found = TL_WHOLLY_OPEN;
        if (!part_box(v, v->part[__builtin_ctz(left)], &box)) {
            continue;
        }
        tl_cell *b = box_cell(search, box);
        status = b != NULL ? tl_wholly_blocked(search, a, b, budget, false, &found) : TL_ERROR_MEMORY;
        *hidden = found == TL_WHOLLY_BLOCKED;
        barer->sight->proofs++;
        tl_cell_release(context, b);
        tried++;
    }
    if (apart) {
        tl_cell_release(context, a);
        tl_wholly_end(search);
    }
    return status;
}

/* --- Both --------------------------------------------------------------------------------------------------------- */

void tl_board_uncovered_start(tl_board_uncovered *barer, const tl_shield_rules *rules, tl_board_looker *sight) {
    *barer = (tl_board_uncovered){.rules = rules, .sight = sight, .least = rules->least};
}

void tl_board_uncovered_end(tl_board_uncovered *barer) {
    tl_board_proofs_end(&barer->shared, barer->sight->context);
}

static tl_status look(view *v, bool thorough, tl_board_answer *answer, bool *likely, tl_error *error) {
    tl_board_looker *sight = v->barer->sight;
    const tl_shield_rules *rules = v->barer->rules;
    bool from = moves(v->from->places.at), to = moves(v->to->places.at), settled = false, in_view;
    tl_board_answer seen = TL_BOARD_OPEN;
    for (int k = 0; k < TL_BOARD_BARE_PLACES; k++) {
        view_at(v, from ? k : 0, to ? k : 0);
        if (k > 0 && from && to) {
            view_at(v, k, TL_BOARD_BARE_PLACES - k); /* the corner across */
        }
        *likely = *likely || (k == 0 && v->bare > 0);
        if (!from && !to) {
            break;
        }
        if (v->bare > 0 && v->shaded > 0) {
            return TL_OK; /* some of each: only parts can be settled */
        }
    }
    tl_status status = TL_OK;
    if (*likely && !rules->holds_sight) {
        status = tl_board_glimpse(sight, v->from, v->to, likely, error);
    }
    if (status == TL_OK && v->clear != 0 && !v->between->never_free) {
        status = try_bare(v, &settled);
        if (status == TL_OK && settled && !rules->holds_sight) {
            status = tl_board_look(sight, v->from, v->to, thorough, &seen, &in_view, error);
            settled = seen == TL_BOARD_ALL;
            if (seen == TL_BOARD_NONE) { /* what blocks sight alone hides all of it */
                *answer = TL_BOARD_NONE;
                return status;
            }
        }
        *answer = settled ? TL_BOARD_ALL : *answer;
    } else if (status == TL_OK && v->bare == 0) {
        if (v->hidden != 0 && !rules->never_hidden && !rules->some_hidden) {
            status = try_hidden(
                v, (uint64_t)(sight->effort * (thorough ? TL_BOARD_BARE_THOROUGH_BUDGET : TL_BOARD_BARE_BUDGET)),
                &settled);
        }
        if (status == TL_OK && !settled && !v->any_line) {
            status = tl_board_look(sight, v->from, v->to, thorough, &seen, &in_view, error);
            settled = seen == TL_BOARD_NONE;
        }
        *answer = settled ? TL_BOARD_NONE : *answer;
    }
    return status;
}

tl_status tl_board_look_uncovered(tl_board_uncovered *barer, const tl_board_end *from, const tl_board_end *to,
                                  bool thorough, tl_board_answer *answer, bool *likely, tl_error *error) {
    *answer = TL_BOARD_OPEN;
    *likely = false;
    barer->sight->rulings++;
    tl_between between;
    tl_status status =
        tl_shield_between_make(barer->rules, barer->sight->context, &from->region, &to->region, &between, error);
    if (status == TL_OK && between.in_cover) {
        *answer = TL_BOARD_NONE;
    } else if (status == TL_OK) {
        view v = {
            .barer = barer, .between = &between, .from = from, .to = to, .clear = (1U << TL_BOARD_BARE_VIEWS) - 1};
        v.hidden = (1U << TL_BOARD_BARE_PARTS) - 1;
        tl_vec3 a = tl_box3_centre(tl_board_core_box(from)), b = tl_box3_centre(tl_board_core_box(to));
        tl_vec2 way = tl_sub2(tl_plan(b), tl_plan(a));
        double length = tl_length2(way);
        way = length > 0 ? tl_scale2(way, 1 / length) : (tl_vec2){1, 0};
        choose_points(from->places.body, way, v.eye);
        choose_points(to->places.body, way, v.part);
        status = look(&v, thorough, answer, likely, error);
    }
    tl_between_free(&between);
    return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
}
