/* widen.c: from a line that just passes to one that is good to look at.
 *
 * A witness found by chance may graze a wall by a hair although there is a metre of air beside it. Every question for a
 * clearance also tells which point of a blocker is nearest, and no line is clearer than its distance from any such
 * point. So the points found so far bound the clearances of all lines between a handful of points on either body, at
 * hardly any cost; only the line with the best prospect is asked about, which adds a point. The points of the bodies
 * are taken first from anywhere, then from smaller and smaller balls round the ends of the best line. Bounds are floats
 * and only choose; what is kept was measured. */
#include "visibility/search.h"

#include "bvh/tree.h"
#include "geom/geom.h"
#include "visibility/limits.h"

#include <string.h>

/* A segment of a blocker, relative to the widening's origin. */
typedef struct widen_rim {
    float from[3], along[3];
} widen_rim;

typedef struct widening {
    tl_sight_search *search;
    const tl_sight_body *body[2];
    double size[2];
    tl_vec3 origin; /* floats are relative to it */
    tl_sight_line best;
    double enough; /* no more is wanted */
    tl_vec3 end[2][TL_SIGHT_WIDEN_ENDS];
    size_t ends[2];
    float place[2][3][TL_SIGHT_WIDEN_ENDS];
    float prospect[TL_SIGHT_WIDEN_LINES]; /* squared; of the line from end[0][i] to end[1][j] at i * TL_SIGHT_WIDEN_ENDS
                                             + j */
    widen_rim rims[TL_SIGHT_WIDEN_RIMS];
    size_t edges; /* ever found; the last TL_SIGHT_WIDEN_RIMS are kept */
} widening;

/* --- Points of the bodies ----------------------------------------------------------------------------------------- */

/* Children whose box meets the ball's. */
static uint32_t children_near(const tl_bvh_node *node, tl_vec3 p, double radius, uint32_t child[TL_BVH_WIDTH]) {
    const double at[3] = {p.x, p.y, p.z};
    uint32_t count = 0;
    for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
        bool near = node->child[lane] != TL_BVH_NONE;
        for (int k = 0; k < 3; k++) {
            near =
                near && (double)node->low[k][lane] <= at[k] + radius && at[k] - radius <= (double)node->high[k][lane];
        }
        if (near) {
            child[count++] = node->child[lane];
        }
    }
    return count;
}

/* A random point of the body not far from p: a random way down the hierarchy, among what comes near. False when that
 * led nowhere. */
static bool sample_near(const tl_sight_body *body, tl_vec3 p, double radius, tl_sight_random *random, tl_vec3 *out) {
    const tl_bvh *bvh = body->bvh;
    tl_vec3 local = tl_sub(p, bvh->origin);
    uint32_t at = 0, child[TL_BVH_WIDTH];
    while ((at & TL_BVH_LEAF) == 0) {
        uint32_t count = children_near(&bvh->nodes[at], local, radius, child);
        if (count == 0) {
            return false;
        }
        at = child[tl_sight_random_below(random, count)];
    }
    const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(at)];
    uint32_t lane = tl_sight_random_below(random, TL_BVH_LEAF_COUNT(at));
    double x = 2 * tl_sight_random_unit(random) - 1, y = 2 * tl_sight_random_unit(random) - 1,
           z = 2 * tl_sight_random_unit(random) - 1;
    tl_vec3 offset = {x, y, z};
    tl_vec3 room[3];
    *out = tl_geom_nearest_on_triangle(tl_madd(p, offset, radius), tl_bvh_block_corners(bvh, block, (int)lane, room));
    return true;
}

/* Fills in the ends to join: the best line's own, and others from a ball round it, or from anywhere. */
static void choose_ends(widening *w, double radius) {
    tl_sight_random *random = &w->search->random;
    for (int side = 0; side < 2; side++) {
        const tl_sight_body *body = w->body[side];
        tl_vec3 middle = side == 0 ? w->best.from : w->best.to;
        size_t count = 0;
        w->end[side][count++] = middle;
        if (body->bvh != NULL && radius == INFINITY) {
            w->end[side][count++] = tl_sight_body_extreme(body, (tl_vec3){0, 0, 1});
        }
        for (int i = 0; i < 2 * TL_SIGHT_WIDEN_ENDS && count < TL_SIGHT_WIDEN_ENDS && body->bvh != NULL; i++) {
            if (radius == INFINITY) {
                w->end[side][count++] = tl_sight_body_sample(body, random);
            } else if (sample_near(body, middle, radius * w->size[side], random, &w->end[side][count])) {
                count++;
            }
        }
        w->ends[side] = count;
        for (size_t i = 0; i < TL_SIGHT_WIDEN_ENDS; i++) {
            tl_vec3 v = tl_sub(w->end[side][i < count ? i : 0], w->origin);
            w->place[side][0][i] = (float)v.x;
            w->place[side][1][i] = (float)v.y;
            w->place[side][2][i] = (float)v.z;
        }
    }
}

/* --- Prospects ---------------------------------------------------------------------------------------------------- */

static double between_ends(double t) {
    t = t > 0 ? t : 0;
    return t < 1 ? t : 1;
}

/* Where a line's distance from a rim is smallest. */
typedef struct contact {
    double distance;
    tl_vec3 away; /* from the rim, length 1; zero when they touch */
    double s;     /* place along the line */
} contact;

static contact contact_with(const widen_rim *x, tl_vec3 p, tl_vec3 q) {
    tl_vec3 e = {x->along[0], x->along[1], x->along[2]}, d = tl_sub(q, p);
    tl_vec3 v = tl_sub(p, (tl_vec3){x->from[0], x->from[1], x->from[2]});
    double dd = tl_length_squared(d) + TL_SIGHT_LEAST_SQUARE, ee = tl_length_squared(e) + TL_SIGHT_LEAST_SQUARE;
    double de = tl_dot(d, e), dv = tl_dot(d, v), ev = tl_dot(e, v), apart = dd * ee - de * de;
    double s = between_ends((de * ev - ee * dv) / (apart > TL_SIGHT_LEAST_SQUARE ? apart : TL_SIGHT_LEAST_SQUARE));
    double t = between_ends((ev + s * de) / ee);
    s = between_ends((t * de - dv) / dd);
    tl_vec3 away = tl_madd(tl_madd(v, d, s), e, -t);
    double distance = tl_length(away);
    return (contact){distance, distance > 0 ? tl_scale(away, 1 / distance) : away, s};
}

static inline float clamp01(float t) {
    t = t > 0 ? t : 0;
    return t < 1 ? t : 1;
}

/* Lowers the prospects of all lines to their distances from a rim (nearest points as in Ericson, "Real-Time Collision
 * Detection", 5.1.9; near-parallel ones may come out too far, never too near). */
static void lower_prospects(widening *w, const widen_rim *x) {
    const float *bx = w->place[1][0], *by = w->place[1][1], *bz = w->place[1][2];
    float fx = x->along[0], fy = x->along[1], fz = x->along[2],
          ee = fx * fx + fy * fy + fz * fz + TL_SIGHT_LEAST_SQUARE_FLOAT;
    for (size_t i = 0; i < w->ends[0]; i++) {
        float ax = w->place[0][0][i], ay = w->place[0][1][i], az = w->place[0][2][i];
        float wx = ax - x->from[0], wy = ay - x->from[1], wz = az - x->from[2];
        float ew = fx * wx + fy * wy + fz * wz;
        float *prospect = w->prospect + i * TL_SIGHT_WIDEN_ENDS;
        for (int j = 0; j < TL_SIGHT_WIDEN_ENDS; j++) {
            float dx = bx[j] - ax, dy = by[j] - ay, dz = bz[j] - az;
            float dd = dx * dx + dy * dy + dz * dz + TL_SIGHT_LEAST_SQUARE_FLOAT, de = dx * fx + dy * fy + dz * fz;
            float dw = dx * wx + dy * wy + dz * wz, apart = dd * ee - de * de;
            float s = clamp01((de * ew - ee * dw) /
                              (apart > TL_SIGHT_LEAST_APART_FLOAT ? apart : TL_SIGHT_LEAST_APART_FLOAT));
            float t = clamp01((ew + s * de) / ee);
            s = clamp01((t * de - dw) / dd);
            float ex = wx + s * dx - t * fx, ey = wy + s * dy - t * fy, ez = wz + s * dz - t * fz;
            float square = ex * ex + ey * ey + ez * ez;
            prospect[j] = square < prospect[j] ? square : prospect[j];
        }
    }
}

/* What is known of the lines before any is asked about. Rims too far off to matter in a ball are left out. */
static void first_prospects(widening *w, double radius) {
    bool plane = w->search->obstacles->ground_slot < 0;
    for (size_t i = 0; i < w->ends[0]; i++) {
        for (size_t j = 0; j < TL_SIGHT_WIDEN_ENDS; j++) {
            double low = j < w->ends[1] ? tl_min(w->end[0][i].z, w->end[1][j].z) : 0;
            double limit = j < w->ends[1] ? (plane ? tl_max(low, 0) : TL_SIGHT_FAR_AWAY) : 0;
            w->prospect[i * TL_SIGHT_WIDEN_ENDS + j] = (float)(limit * limit);
        }
    }
    w->prospect[0] = 0; /* the best line itself */
    tl_vec3 p = tl_sub(w->best.from, w->origin), q = tl_sub(w->best.to, w->origin);
    double matters = w->best.clearance + 4 * radius * tl_max(w->size[0], w->size[1]);
    for (size_t i = 0; i < TL_SIGHT_WIDEN_RIMS && i < w->edges; i++) {
        if (contact_with(&w->rims[i], p, q).distance <= matters) {
            lower_prospects(w, &w->rims[i]);
            w->search->sight->work += TL_SIGHT_WORK_PROSPECTS;
        }
    }
}

static size_t best_prospect(const widening *w) {
    size_t best = 0;
    for (size_t i = 0; i < w->ends[0] * TL_SIGHT_WIDEN_ENDS; i++) {
        best = w->prospect[i] > w->prospect[best] ? i : best;
    }
    return best;
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

/* Of the triangle that is nearest to a line: the edge that is, or within its face a segment through the nearest point.
 */
static widen_rim nearest_rim(const widening *w, tl_vec3 p, tl_vec3 q, const tl_hit *hit) {
    tl_vec3 corner[3], on_line, at;
    tl_bvh_corners(tl_world_get(w->search->obstacles->world, hit->slot), hit->triangle, corner);
    tl_geom_segment_nearest_triangle(p, q, corner, &on_line, &at);
    tl_vec3 from = corner[0], to = at;
    double size = tl_distance(corner[0], corner[1]) + tl_distance(corner[0], corner[2]),
           nearest = TL_SIGHT_ON_RIM * size;
    for (int i = 0; i < 3; i++) {
        double off = tl_distance(tl_geom_nearest_on_segment(at, corner[i], corner[(i + 1) % 3]), at);
        if (off <= nearest) {
            nearest = off;
            from = corner[i];
            to = corner[(i + 1) % 3];
        }
    }
    for (int i = 1; i < 3 && nearest == TL_SIGHT_ON_RIM * size && tl_same_point(to, at); i++) {
        from = tl_distance(corner[i], at) > tl_distance(from, at) ? corner[i] : from;
    }
    tl_vec3 start = tl_sub(from, w->origin), along = tl_sub(to, from);
    return (widen_rim){{(float)start.x, (float)start.y, (float)start.z},
                       {(float)along.x, (float)along.y, (float)along.z}};
}

static void note_rim(widening *w, const widen_rim *found) {
    for (size_t i = 0; i < TL_SIGHT_WIDEN_RIMS && i < w->edges; i++) {
        if (memcmp(&w->rims[i], found, sizeof(*found)) == 0) {
            return;
        }
    }
    w->rims[w->edges++ % TL_SIGHT_WIDEN_RIMS] = *found;
}

/* The clearance of a line, at most `limit`; what is nearest to it is noted. */
static double ask(widening *w, tl_vec3 p, tl_vec3 q, double limit) {
    const tl_obstacles *obstacles = w->search->obstacles;
    w->search->sight->work += TL_SIGHT_WORK_CLEARANCE;
    if (obstacles->ground_slot < 0) {
        limit = tl_min(limit, tl_min(p.z, q.z));
    }
    if (!(limit > 0)) {
        return 0;
    }
    tl_hit hit;
    double clearance = tl_world_clearance(obstacles->world, p, q, obstacles->blockers, limit, &hit);
    if (clearance < limit) {
        widen_rim found = nearest_rim(w, p, q, &hit);
        note_rim(w, &found);
        lower_prospects(w, &found);
        w->search->sight->work += TL_SIGHT_WORK_PROSPECTS;
    }
    return clearance;
}

/* Asks about the most promising lines between new ends; true when one of them is better. */
static bool improve(widening *w, double radius, int questions) {
    bool better = false;
    choose_ends(w, radius);
    first_prospects(w, radius);
    for (int i = 0; i < questions && w->best.clearance <= w->enough && tl_sight_poll(w->search); i++) {
        size_t line = best_prospect(w);
        double prospect = sqrt((double)w->prospect[line]);
        if (prospect <= TL_SIGHT_WIDEN_WORTH * w->best.clearance) {
            break;
        }
        w->prospect[line] = 0;
        tl_vec3 p = w->end[0][line / TL_SIGHT_WIDEN_ENDS], q = w->end[1][line % TL_SIGHT_WIDEN_ENDS];
        double clearance =
            ask(w, p, q, TL_SIGHT_WIDEN_WORTH * prospect + TL_SIGHT_PROSPECT_ROUNDING); /* prospects are rounded */
        if (clearance > w->best.clearance && tl_sight_ends_free(w->search->obstacles, p, q)) {
            w->best = (tl_sight_line){p, q, clearance};
            better = true;
        }
    }
    return better;
}

/* --- Pushing ------------------------------------------------------------------------------------------------------ */

static contact nearest_contact(const widening *w, const widen_rim *const *rims, size_t count, tl_vec3 p, tl_vec3 q) {
    contact nearest = {.distance = INFINITY};
    for (size_t i = 0; i < count; i++) {
        contact c = contact_with(rims[i], p, q);
        nearest = c.distance < nearest.distance ? c : nearest;
    }
    double low = tl_min(p.z, q.z) + w->origin.z;
    if (w->search->obstacles->ground_slot < 0 && low < nearest.distance) {
        nearest = (contact){low, {0, 0, 1}, p.z < q.z ? 0 : 1};
    }
    return nearest;
}

/* v shortened to a length. */
static tl_vec3 at_most(tl_vec3 v, double length) {
    double is = tl_length(v);
    return is > length ? tl_scale(v, length / is) : v;
}

/* Where along the line the nearest contacts lie: their mean place and how far they are spread about it. */
static void contact_places(const widening *w, tl_vec3 p, tl_vec3 q, double within, double *mean, double *spread) {
    double sum = 0, squares = 0;
    size_t count = 0;
    for (size_t i = 0; i < TL_SIGHT_WIDEN_RIMS && i < w->edges; i++) {
        contact c = contact_with(&w->rims[i], p, q);
        if (c.distance < within) {
            sum += c.s;
            squares += c.s * c.s;
            count++;
        }
    }
    *mean = count > 0 ? sum / (double)count : 0.5;
    double variance = count > 0 ? squares / (double)count - *mean * *mean : 0;
    *spread = tl_min(0.5, tl_max(TL_SIGHT_LEAST_SPREAD, sqrt(tl_max(variance, 0))));
}

/* Moves the line away from whichever known rim is nearest, in smaller and smaller steps: where several hold one another
 * the balance, the steps cancel out. A step shifts the line and turns it about the middle of its contacts, in units of
 * their spread: in a deep slit a good line is found by turning it far, and shifting it little. Near its contacts the
 * line moves by about `reach` at most, its ends by `most`. Gives the clearest line met and its distance from the rims.
 */
static double push(const widening *w, double reach, double most, int pinned, tl_vec3 *from, tl_vec3 *to) {
    tl_vec3 p = tl_sub(w->best.from, w->origin), q = tl_sub(w->best.to, w->origin);
    tl_vec3 shift = {0, 0, 0}, turn = {0, 0, 0};
    double middle, spread, step = 0.5 * reach, best = 0;
    contact_places(w, p, q, 2 * w->best.clearance, &middle, &spread);
    spread = tl_max(spread, reach / most);
    if (pinned >= 0) { /* only the other end moves: turned about this one */
        middle = pinned;
        spread = 1;
    }
    const widen_rim *rims[TL_SIGHT_WIDEN_RIMS];
    size_t count = 0;
    for (size_t i = 0; i < TL_SIGHT_WIDEN_RIMS && i < w->edges; i++) {
        contact c = contact_with(&w->rims[i], p, q);
        if (c.distance < w->best.clearance + 2 * reach * (1 + fabs(c.s - middle) / spread)) {
            rims[count++] = &w->rims[i];
        }
    }
    for (int i = 0; i < TL_SIGHT_WIDEN_STEPS; i++, step *= TL_SIGHT_WIDEN_PACE) {
        tl_vec3 dp = at_most(tl_madd(shift, turn, -middle / spread), most);
        tl_vec3 dq = at_most(tl_madd(shift, turn, (1 - middle) / spread), most);
        contact c = nearest_contact(w, rims, count, tl_add(p, dp), tl_add(q, dq));
        if (c.distance > best) {
            best = c.distance;
            *from = tl_add(w->best.from, dp);
            *to = tl_add(w->best.to, dq);
        }
        double arm = (c.s - middle) / spread, pace = step / (1 + arm * arm);
        if (pinned < 0) {
            shift = at_most(tl_madd(shift, c.away, pace), reach);
        } else {
            pace = step / tl_max(fabs(arm), TL_SIGHT_LEAST_ARM);
        }
        turn = at_most(tl_madd(turn, c.away,
                               pinned < 0 ? pace * arm
                               : arm < 0  ? -pace
                                          : pace),
                       pinned < 0 ? reach : most);
    }
    return best;
}

/* The point of the body hit: a place along the line is rounded, which matters where the line grazes the triangle. */
static tl_vec3 on_hit(const tl_sight_body *body, tl_vec3 from, tl_vec3 to, const tl_hit *hit) {
    tl_vec3 corner[3];
    tl_bvh_corners(body->bvh, hit->triangle, corner);
    return tl_geom_nearest_on_triangle(tl_lerp(from, to, hit->t), corner);
}

/* The point of the body where the line from `from` through `to` first meets it, if it does near `to`; where it passes
 * the body by, the body's point nearest to `to`, and false. `*at` is a point of the body to begin with. */
static bool meet(tl_world *alone, const tl_sight_body *body, double size, tl_vec3 from, tl_vec3 to, tl_vec3 *at) {
    double moved = tl_distance(to, *at);
    if (body->bvh == NULL) {
        *at = body->point;
        return true;
    }
    tl_hit hit;
    tl_vec3 beyond = tl_madd(to, tl_normalise(tl_sub(to, from)), size);
    tl_world_set(alone, 0, body->bvh);
    if (!tl_world_nearest_hit(alone, from, beyond, NULL, &hit)) {
        tl_vec3 nearest = tl_sight_nearest_on_body(body, to, TL_SIGHT_MEET_REACH * moved + TL_SIGHT_MEET_LEAST);
        *at = tl_same_point(nearest, to) ? *at : nearest; /* none within reach: it stays */
        return false;
    }
    *at = on_hit(body, from, beyond, &hit);
    return true;
}

/* Pushes the best line until that gains no more: farther where it goes well, less far where a question taught
 * otherwise. */
static void push_on(widening *w, tl_world *alone) {
    double most = TL_SIGHT_PUSH_MOST * tl_max(w->size[0], w->size[1]), reach = tl_min(most, 2 * w->best.clearance);
    int pinned = -1;
    for (int i = 0; i < TL_SIGHT_WIDEN_PUSHES && w->best.clearance <= w->enough && tl_sight_poll(w->search); i++) {
        tl_vec3 from = w->best.from, to = w->best.to, p = from, q = to;
        double hoped = push(w, reach, most, pinned, &from, &to);
        w->search->sight->work += TL_SIGHT_WORK_PUSH;
        if (hoped <= TL_SIGHT_WIDEN_WORTH * w->best.clearance) {
            reach *= TL_SIGHT_PUSH_SHORTER;
            pinned = -1;
            if (reach < TL_SIGHT_PUSH_LEAST * w->best.clearance) {
                break;
            }
            continue;
        }
        bool met_a = pinned == 0 || meet(alone, w->body[0], w->size[0], to, from, &p);
        bool met_b = pinned == 1 || meet(alone, w->body[1], w->size[1], from, to, &q);
        double clearance = ask(w, p, q, TL_SIGHT_WIDEN_WORTH * hoped + TL_SIGHT_PROSPECT_ROUNDING);
        bool better = clearance > w->best.clearance && tl_sight_ends_free(w->search->obstacles, p, q);
        if (better) {
            w->best = (tl_sight_line){p, q, clearance};
        }
        reach = better ? tl_min(most, 2 * reach) : 0.5 * reach;
        pinned = met_a == met_b ? -1 : met_b ? 0 : 1; /* an end at the body's rim stays there for once */
    }
}

void tl_sight_widen(tl_sight_search *search, double enough, tl_sight_line *line) {
    TL_ASSERT(line->clearance > 0, "a line that is widened is free");
    if (search->a.bvh == NULL && search->b.bvh == NULL) {
        return;
    }
    widening w;
    w.search = search;
    w.body[0] = &search->a;
    w.body[1] = &search->b;
    for (int side = 0; side < 2; side++) {
        w.size[side] = tl_length(tl_box3_size(tl_sight_body_box(w.body[side])));
    }
    w.origin = tl_lerp(line->from, line->to, 0.5);
    w.best = *line;
    w.enough = enough;
    w.edges = 0;
    w.ends[0] = 0;
    tl_world *alone = NULL;
    if (tl_world_create(search->context, 1, &alone, NULL) != TL_OK) {
        return; /* the line stays as it is */
    }
    ask(&w, line->from, line->to, TL_SIGHT_WIDEN_WORTH * line->clearance + TL_SIGHT_PROSPECT_ROUNDING);
    improve(&w, INFINITY, TL_SIGHT_WIDEN_ANYWHERE);
    push_on(&w, alone);
    bool better = improve(&w, TL_SIGHT_WIDEN_FIRST_BALL, TL_SIGHT_WIDEN_NEARBY);
    better = improve(&w, TL_SIGHT_WIDEN_SECOND_BALL, TL_SIGHT_WIDEN_NEARBY) || better;
    if (better) {
        push_on(&w, alone);
    }
    tl_world_destroy(alone);
    *line = w.best;
}

/* Where the segment from `from` first meets the body; `to`, its own end there, when that is the first such point. */
static tl_vec3 first_meeting(tl_world *alone, const tl_sight_body *body, tl_vec3 from, tl_vec3 to) {
    tl_hit hit;
    if (body->bvh == NULL) {
        return to;
    }
    tl_world_set(alone, 0, body->bvh);
    return tl_world_nearest_hit(alone, from, to, NULL, &hit) && hit.t < 1 ? on_hit(body, from, to, &hit) : to;
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
    double clearance = tl_sight_certify(search->obstacles, &search->a, &search->b, from, to, TL_SIGHT_FAR_AWAY, &slot);
    if (clearance >= sight->clearance) {
        sight->from = from;
        sight->to = to;
        sight->clearance = clearance;
    }
    tl_world_destroy(alone);
}
