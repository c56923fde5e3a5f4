/* widen.c: from a line that just passes to one that is good to look at.
 *
 * A witness found by chance may graze a wall by a hair although there is a metre of air beside it. Both ends are moved
 * over the bodies, first anywhere, then within smaller and smaller balls, and the clearance never falls. */
#include "visibility/search.h"

#include "geom/geom.h"

enum { NEAR_TRIANGLES = 64 };

/* Triangles of the body that come within `radius` of p, evenly thinned out to at most NEAR_TRIANGLES. */
static size_t triangles_near(const tl_sight_body *body, tl_vec3 p, double radius, uint32_t near[NEAR_TRIANGLES]) {
    size_t total = tl_bvh_triangle_count(body->bvh);
    size_t found = 0, stride = 1;
    for (size_t i = 0; i < total; i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body->bvh, (uint32_t)i, c);
        tl_box3 box = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), c[0]), c[1]), c[2]);
        tl_box3 ball = tl_box3_grow((tl_box3){p, p}, radius);
        if (!tl_box3_overlap(box, ball)) {
            continue;
        }
        if (found % stride == 0) {
            if (found / stride == NEAR_TRIANGLES) {
                /* full: keep every other one */
                for (size_t k = 0; k < NEAR_TRIANGLES / 2; k++) {
                    near[k] = near[2 * k];
                }
                stride *= 2;
            }
            if (found % stride == 0) {
                near[found / stride] = (uint32_t)i;
            }
        }
        found++;
    }
    return (found + stride - 1) / stride;
}

/* Tries one line; keeps it when it is clearer. */
static void attempt(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    tl_sight *sight = search->sight;
    if (tl_sight_below_plane(search->obstacles, p) || tl_sight_below_plane(search->obstacles, q)) {
        return;
    }
    uint32_t slot;
    sight->work += TL_WORK_CLEARANCE;
    double clearance = tl_sight_clearance(search->obstacles, p, q, 4 * sight->clearance + 1, &slot);
    if (clearance > sight->clearance && tl_sight_ends_free(search->obstacles, p, q)) {
        sight->from = p;
        sight->to = q;
        sight->clearance = clearance;
    }
}

static tl_vec3 near_point(tl_sight_search *search, const tl_sight_body *body, const uint32_t *near, size_t count,
                          tl_vec3 p, double radius) {
    tl_vec3 offset = {2 * tl_sight_random_unit(&search->random) - 1, 2 * tl_sight_random_unit(&search->random) - 1,
                      2 * tl_sight_random_unit(&search->random) - 1};
    tl_vec3 corner[3];
    tl_bvh_corners(body->bvh, near[tl_sight_random_below(&search->random, (uint32_t)count)], corner);
    return tl_nearest_on_triangle(tl_madd(p, offset, radius), corner);
}

void tl_sight_widen(tl_sight_search *search, int effort) {
    tl_sight *sight = search->sight;
    const tl_sight_body *bodies[2] = {&search->a, &search->b};
    if (search->a.bvh == NULL && search->b.bvh == NULL) {
        return;
    }
    for (int i = 0; i < 2 * effort; i++) {
        const tl_sight_body *body = bodies[i & 1];
        if (body->bvh != NULL) {
            tl_vec3 x = tl_sight_body_sample(body, &search->random);
            attempt(search, (i & 1) == 0 ? x : sight->from, (i & 1) == 0 ? sight->to : x);
        }
    }
    tl_vec3 size[2] = {tl_box3_size(tl_sight_body_box(&search->a)), tl_box3_size(tl_sight_body_box(&search->b))};
    for (int round = 0; round < 4; round++) {
        for (int side = 0; side < 2; side++) {
            const tl_sight_body *body = bodies[side];
            if (body->bvh == NULL) {
                continue;
            }
            double radius = tl_length(size[side]) * (round == 0   ? 0.25
                                                     : round == 1 ? 0.06
                                                     : round == 2 ? 0.015
                                                                  : 0.004);
            tl_vec3 *end = side == 0 ? &sight->from : &sight->to;
            uint32_t near[NEAR_TRIANGLES];
            size_t count = triangles_near(body, *end, radius, near);
            for (int i = 0; i < effort && count > 0; i++) {
                tl_vec3 x = near_point(search, body, near, count, *end, radius);
                attempt(search, side == 0 ? x : sight->from, side == 0 ? sight->to : x);
            }
        }
    }
}

/* Where the segment from `from` first meets the body; `to`, its own end there, when that is the first such point. */
static tl_vec3 first_meeting(tl_world *alone, const tl_sight_body *body, tl_vec3 from, tl_vec3 to) {
    tl_hit hit;
    if (body->bvh == NULL) {
        return to;
    }
    tl_world_set(alone, 0, body->bvh);
    return tl_world_nearest_hit(alone, from, to, NULL, &hit) && hit.t < 1 ? tl_lerp(from, to, hit.t) : to;
}

void tl_sight_shorten(tl_sight_search *search) {
    tl_sight *sight = search->sight;
    tl_world *alone = NULL;
    if (tl_world_create(search->context, 1, &alone, NULL) != TL_OK) {
        return;
    }
    tl_vec3 from = first_meeting(alone, &search->a, sight->to, sight->from);
    tl_vec3 to = first_meeting(alone, &search->b, from, sight->to);
    uint32_t slot;
    if (tl_visibility_line_free(search->obstacles, from, to)) {
        double clearance = tl_sight_clearance(search->obstacles, from, to, TL_SIGHT_FAR_AWAY, &slot);
        if (clearance >= sight->clearance) {
            sight->from = from;
            sight->to = to;
            sight->clearance = clearance;
        }
    }
    tl_world_destroy(alone);
}
