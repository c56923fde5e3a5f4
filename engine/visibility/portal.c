/* portal.c: portals in a plane between two cells, the convex sets round their lines, and lines through them.
 *
 * Coordinates in the plane are (along, across), heights above it (normal); the first cell lies below. A cell's point p
 * at depth s is kept as p / s with 1 / s beside it: in these coordinates the lines through a portal are a convex set,
 * and what bounds them is linear. */
#include "visibility/portal.h"

#include "visibility/limits.h"

static tl_vec3 local(const tl_portal_plane *plane, tl_vec3 p) {
    tl_vec3 d = tl_sub(p, plane->frame.origin);
    return (tl_vec3){tl_dot(plane->frame.along, d), tl_dot(plane->frame.across, d), tl_dot(plane->frame.normal, d)};
}

tl_vec3 tl_portal_point(const tl_portal_frame *frame, tl_vec2 x) {
    return tl_madd(tl_madd(frame->origin, frame->along, x.x), frame->across, x.y);
}

tl_vec2 tl_portal_sample(const tl_portal *portal, tl_sight_random *random) {
    TL_ASSERT(portal->count > 0, "a portal that is sampled has corners");
    tl_vec2 sum = {0, 0};
    double total = 0;
    for (int i = 0; i < portal->count; i++) {
        double weight = tl_sight_random_unit(random) + TL_SIGHT_LEAST_WEIGHT; /* never all of them 0 */
        sum = tl_add2(sum, tl_scale2(portal->corner[i], weight));
        total += weight;
    }
    return tl_scale2(sum, 1 / total);
}

/* --- The plane ---------------------------------------------------------------------------------------------------- */

/* The part of a polygon where side * (normal . x - offset) <= 0. `out` has room for count + 1. */
static int clip(const tl_vec2 *corner, int count, tl_vec2 normal, double offset, double side, tl_vec2 *out) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        tl_vec2 p = corner[i], q = corner[i + 1 < count ? i + 1 : 0];
        double s = tl_dot2(normal, p) - offset, t = tl_dot2(normal, q) - offset;
        if (side * s <= 0) {
            out[n++] = p;
        }
        if ((s < 0 && t > 0) || (s > 0 && t < 0)) {
            /* from the negative to the positive end, so that both parts get the same point */
            out[n++] = s < 0 ? tl_lerp2(p, q, s / (s - t)) : tl_lerp2(q, p, t / (t - s));
        }
    }
    return n;
}

static int square(double reach, tl_vec2 corner[4]) {
    corner[0] = (tl_vec2){-reach, -reach};
    corner[1] = (tl_vec2){reach, -reach};
    corner[2] = (tl_vec2){reach, reach};
    corner[3] = (tl_vec2){-reach, reach};
    return 4;
}

/* Where the shaft meets the plane, and that in an octagon. */
static bool find_whole(tl_portal_plane *plane, const tl_shaft *shaft) {
    tl_vec2 rooms[2][TL_SHAFT_PLANES + 5];
    double reach = tl_length(tl_box3_size(shaft->box)) + tl_distance(tl_box3_centre(shaft->box), plane->frame.origin);
    int now = 0, count = square(reach, rooms[0]);
    for (int i = 0; i < shaft->count && count > 0; i++) {
        tl_vec3 n = {shaft->x[i], shaft->y[i], shaft->z[i]};
        tl_vec2 flat = {tl_dot(n, plane->frame.along), tl_dot(n, plane->frame.across)};
        count = clip(rooms[now], count, flat, shaft->offset[i] + shaft->inflation - tl_dot(n, plane->frame.origin), 1,
                     rooms[1 - now]);
        now = 1 - now;
    }
    const double h = TL_SIGHT_COSINE_45;
    const tl_vec2 direction[TL_PORTAL_START] = {{1, 0}, {h, h}, {0, 1}, {-h, h}, {-1, 0}, {-h, -h}, {0, -1}, {h, -h}};
    tl_vec2 whole[2][TL_PORTAL_START + 5];
    int which = 0, corners = square(2 * reach, whole[0]);
    for (int d = 0; d < TL_PORTAL_START && count > 0 && corners > 0; d++) {
        double most = -INFINITY;
        for (int i = 0; i < count; i++) {
            most = tl_max(most, tl_dot2(direction[d], rooms[now][i]));
        }
        corners = clip(whole[which], corners, direction[d], most + shaft->inflation, 1, whole[1 - which]);
        which = 1 - which;
    }
    plane->whole.count = corners < TL_PORTAL_CORNERS ? corners : 0;
    for (int i = 0; i < plane->whole.count; i++) {
        plane->whole.corner[i] = whole[which][i];
    }
    return count > 2 && plane->whole.count > 2;
}

/* The plane must leave the cell at a distance on its side; sign: -1 below, 1 above. */
static bool project_side(tl_portal_plane *plane, tl_portal_side *side, double sign) {
    size_t count = side->cell->point_count, room = TL_HEIGHTS_ROOM(count);
    side->nearest = INFINITY;
    side->farthest = 0;
    for (size_t i = 0; i < room; i++) {
        tl_vec3 p = local(plane, side->cell->points[i < count ? i : 0]);
        double height = sign * p.z;
        if (!(height > TL_SIGHT_PORTAL_LEAST_NEAR)) {
            return false;
        }
        side->x[i] = p.x / height;
        side->y[i] = p.y / height;
        side->z[i] = 1 / height;
        side->nearest = tl_min(side->nearest, height);
        side->farthest = tl_max(side->farthest, height);
    }
    return true;
}

bool tl_portal_start(tl_portal_plane *plane, tl_context *context, const tl_shaft *shaft, const tl_cell *a,
                     const tl_cell *b, tl_vec3 u, tl_vec3 v, bool *usable) {
    TL_ASSERT(!tl_same_point(u, v), "the edge that a plane goes through has two ends");
    TL_ASSERT(shaft->inflation > 0, "the shaft is inflated");
    *plane = (tl_portal_plane){.context = context, .inflation = shaft->inflation};
    *usable = false;
    tl_vec3 axis = tl_normalise(tl_sub(shaft->to, shaft->from));
    plane->frame.origin = tl_lerp(u, v, 0.5);
    plane->frame.along = tl_normalise(tl_sub(v, u));
    plane->frame.normal = tl_madd(axis, plane->frame.along, -tl_dot(axis, plane->frame.along));
    if (!(tl_length_squared(plane->frame.normal) > TL_SIGHT_PORTAL_SQUARE) || a->point_count == 0 ||
        b->point_count == 0) {
        return true;
    }
    plane->frame.normal = tl_normalise(plane->frame.normal);
    plane->frame.across = tl_cross(plane->frame.normal, plane->frame.along);
    size_t rooms[2] = {TL_HEIGHTS_ROOM(a->point_count), TL_HEIGHTS_ROOM(b->point_count)};
    plane->room = tl_alloc(context, 3 * (rooms[0] + rooms[1]) * sizeof(double));
    if (plane->room == NULL) {
        return false;
    }
    double *at = plane->room;
    for (int k = 0; k < 2; k++) {
        plane->side[k] = (tl_portal_side){.cell = k == 0 ? a : b, .x = at, .y = at + rooms[k], .z = at + 2 * rooms[k]};
        at += 3 * rooms[k];
    }
    if (project_side(plane, &plane->side[0], -1) && project_side(plane, &plane->side[1], 1)) {
        double far = tl_max(plane->side[0].farthest, plane->side[1].farthest),
               near = tl_min(plane->side[0].nearest, plane->side[1].nearest);
        *usable = near > TL_SIGHT_PORTAL_NEAR * far && find_whole(plane, shaft);
    }
    return true;
}

void tl_portal_end(tl_portal_plane *plane) {
    tl_free(plane->context, plane->room);
    plane->room = NULL;
}

/* Lines that pass at x meet (p - x) / s + (q - x) / t = 0, s and t the ends' heights; where that points away from the
 * portal for all ends by more than this, no line passes it. */
static double sure_miss(const tl_portal_plane *plane) {
    return TL_SIGHT_PORTAL_MISS * (1 / plane->side[0].nearest + 1 / plane->side[1].nearest);
}

/* --- What holds the lines ------------------------------------------------------------------------------------------
 */

static void add_half_plane(tl_shaft *shaft, tl_vec3 normal, tl_vec3 through, double inflation) {
    TL_ASSERT(shaft->count < TL_SHAFT_PLANES, "a shaft has room for its planes");
    int i = shaft->count++;
    shaft->x[i] = normal.x;
    shaft->y[i] = normal.y;
    shaft->z[i] = normal.z;
    shaft->offset[i] = tl_dot(normal, through) + inflation;
}

/* An edge of the portal: the portal is where normal . x <= offset. */
typedef struct border {
    tl_vec2 normal;
    double offset;
    tl_vec3 at;    /* a point of it, in space */
    double low[2]; /* per cell the least and the greatest of (normal . p - offset) / height over its points p */
    double high[2];
} border;

static bool border_of(const tl_portal_plane *plane, const tl_portal *portal, int i, border *edge) {
    tl_vec2 p = portal->corner[i], q = portal->corner[i + 1 < portal->count ? i + 1 : 0];
    tl_vec2 d = tl_sub2(q, p);
    double length = sqrt(tl_dot2(d, d));
    if (!(length > TL_SIGHT_PORTAL_EDGE)) {
        return false;
    }
    edge->normal = (tl_vec2){d.y / length, -d.x / length};
    edge->offset = -INFINITY;
    for (int k = 0; k < portal->count; k++) {
        edge->offset = tl_max(edge->offset, tl_dot2(edge->normal, portal->corner[k]));
    }
    tl_vec2 foot = tl_scale2(edge->normal, edge->offset);
    edge->at = tl_portal_point(&plane->frame, foot);
    for (int k = 0; k < 2; k++) {
        const tl_portal_side *side = &plane->side[k];
        tl_heights_range(side->x, side->y, side->z, TL_HEIGHTS_ROOM((size_t)side->cell->point_count),
                         (tl_vec3){edge->normal.x, edge->normal.y, -edge->offset}, &edge->low[k], &edge->high[k]);
    }
    return true;
}

/* On the cell's own side the lines run between the cell and the portal, so at height h above the plane they reach out
 * over the border by no more than h times `high` of that cell. And seen from the other cell they have passed the
 * portal: they reach out by no more than h times -`low` of the other one. */
static void bound_half(const tl_portal_plane *plane, const border *edge, int k, tl_shaft *half) {
    double sign = k == 0 ? -1 : 1;
    double own = edge->high[k], passed = -edge->low[1 - k];
    double inflation = plane->inflation;
    double slope = own;
    if (passed < own) {
        slope = passed;
        inflation *= 1 + 2 * plane->side[k].farthest / plane->side[1 - k].nearest;
    }
    tl_vec3 n = tl_madd(tl_scale(plane->frame.along, edge->normal.x), plane->frame.across, edge->normal.y);
    n = tl_madd(n, plane->frame.normal, -sign * slope);
    double length = tl_length(n);
    add_half_plane(half, tl_scale(n, 1 / length), edge->at, inflation);
}

static void start_half(const tl_portal_plane *plane, int k, tl_shaft *half) {
    half->count = 0;
    half->inflation = plane->inflation;
    half->above_plane = false;
    add_half_plane(half, tl_scale(plane->frame.normal, k == 0 ? 1 : -1), plane->frame.origin, plane->inflation);
}

static void finish_half(tl_shaft *half) {
    for (int i = half->count; i < TL_SHAFT_PLANES && (i == half->count || i % TL_HEIGHTS_LANES != 0); i++) {
        half->x[i] = half->y[i] = half->z[i] = 0;
        half->offset[i] = INFINITY;
    }
}

bool tl_portal_halves(const tl_portal_plane *plane, const tl_portal *portal, tl_shaft half[2]) {
    TL_ASSERT(portal->count >= 3 && portal->count <= TL_PORTAL_CORNERS, "a portal is a polygon");
    double least = sure_miss(plane);
    for (int k = 0; k < 2; k++) {
        start_half(plane, k, &half[k]);
    }
    for (int i = 0; i < portal->count; i++) {
        border edge;
        if (!border_of(plane, portal, i, &edge)) {
            continue;
        }
        if (edge.low[0] + edge.low[1] > least) {
            return false;
        }
        bound_half(plane, &edge, 0, &half[0]);
        bound_half(plane, &edge, 1, &half[1]);
    }
    finish_half(&half[0]);
    finish_half(&half[1]);
    return true;
}

/* --- Lines through a portal ----------------------------------------------------------------------------------------
 */

/* The point of a portal nearest to x; x itself when it lies inside. */
static tl_vec2 nearest_in(const tl_portal *portal, tl_vec2 x, bool *inside) {
    tl_vec2 best = x;
    double least = INFINITY;
    *inside = true;
    for (int i = 0; i < portal->count; i++) {
        tl_vec2 p = portal->corner[i], q = portal->corner[i + 1 < portal->count ? i + 1 : 0];
        tl_vec2 d = tl_sub2(q, p), r = tl_sub2(x, p);
        if (tl_cross2(d, r) >= 0) {
            continue;
        }
        *inside = false;
        double dd = tl_dot2(d, d), t = dd > 0 ? tl_min(1, tl_max(0, tl_dot2(d, r) / dd)) : 0;
        tl_vec2 foot = tl_lerp2(p, q, t), away = tl_sub2(x, foot);
        if (tl_dot2(away, away) < least) {
            least = tl_dot2(away, away);
            best = foot;
        }
    }
    return best;
}

/* A point of a cell's hull as sums over its points: of weight times point by height, and of weight by height. */
typedef struct mixed {
    tl_vec3 sum;
    double share;
} mixed;

static void mix_in(const tl_portal_side *side, uint32_t i, double weight, mixed *m) {
    m->sum = tl_madd(tl_scale(m->sum, 1 - weight), side->cell->points[i], weight * side->z[i]);
    m->share = m->share * (1 - weight) + weight * side->z[i];
}

/* Of a cell's points the one where (direction . p - offset) / height is least. */
static uint32_t least_over(const tl_portal_side *side, tl_vec2 direction, double offset, double *least) {
    uint32_t at = 0;
    *least = INFINITY;
    for (uint32_t i = 0; i < side->cell->point_count; i++) {
        double s = direction.x * side->x[i] + direction.y * side->y[i] - offset * side->z[i];
        if (s < *least) {
            *least = s;
            at = i;
        }
    }
    return at;
}

static double reach_of(const tl_portal *portal, tl_vec2 direction) {
    double most = -INFINITY;
    for (int i = 0; i < portal->count; i++) {
        most = tl_max(most, tl_dot2(direction, portal->corner[i]));
    }
    return most;
}

/* How far from the portal the line passes whose ends are two mixtures; 0 when it passes through it. `nearest`: the
 * point of the portal that is nearest, `away`: the direction from there. */
static double passes_beside(const tl_portal_plane *plane, const tl_portal *portal, const mixed m[2], tl_vec2 *away) {
    tl_vec3 u = local(plane, tl_scale(m[0].sum, 1 / m[0].share)), v = local(plane, tl_scale(m[1].sum, 1 / m[1].share));
    tl_vec2 x = tl_plan(tl_lerp(u, v, u.z / (u.z - v.z)));
    bool inside;
    *away = tl_sub2(x, nearest_in(portal, x, &inside));
    double length = inside ? 0 : sqrt(tl_dot2(*away, *away));
    if (length > 0) {
        *away = tl_scale2(*away, 1 / length);
    }
    return length;
}

/* Both ends are brought towards the corners that lie farthest the other way (Frank and Wolfe 1956), each time as far as
 * brings the line nearest to the portal. */
tl_portal_found tl_portal_line(tl_portal_plane *plane, const tl_portal *portal, tl_sight_random *random, tl_vec3 *p,
                               tl_vec3 *q) {
    TL_ASSERT(plane->side[0].nearest > 0 && plane->side[1].nearest > 0, "the plane keeps both cells apart");
    const tl_portal_side *below = &plane->side[0], *above = &plane->side[1];
    mixed m[2] = {{{0, 0, 0}, 0}, {{0, 0, 0}, 0}};
    mix_in(below, tl_sight_random_below(random, below->cell->point_count), 1, &m[0]);
    mix_in(above, tl_sight_random_below(random, above->cell->point_count), 1, &m[1]);
    tl_vec2 away;
    double beside = passes_beside(plane, portal, m, &away);
    for (int step = 0; step < TL_SIGHT_PORTAL_STEPS && beside > 0; step++) {
        double offset = reach_of(portal, away), least[2];
        uint32_t i = least_over(below, away, offset, &least[0]), j = least_over(above, away, offset, &least[1]);
        plane->looked += below->cell->point_count + above->cell->point_count;
        if (least[0] + least[1] > sure_miss(plane)) {
            return TL_PORTAL_EMPTY;
        }
        mixed best[2] = {m[0], m[1]};
        double weight = 1, before = beside;
        for (int k = 0; k < TL_SIGHT_PORTAL_HALVINGS && beside > 0; k++, weight *= 0.5) {
            mixed next[2] = {m[0], m[1]};
            tl_vec2 direction;
            mix_in(below, i, weight, &next[0]);
            mix_in(above, j, weight, &next[1]);
            double distance = passes_beside(plane, portal, next, &direction);
            if (distance < beside) {
                beside = distance;
                away = direction;
                best[0] = next[0];
                best[1] = next[1];
            }
        }
        if (beside == before) {
            return TL_PORTAL_NONE;
        }
        m[0] = best[0];
        m[1] = best[1];
    }
    *p = tl_scale(m[0].sum, 1 / m[0].share);
    *q = tl_scale(m[1].sum, 1 / m[1].share);
    return beside > 0 ? TL_PORTAL_NONE : TL_PORTAL_LINE;
}

/* --- Dividing ------------------------------------------------------------------------------------------------------
 */

static bool cut_portal(const tl_portal *portal, tl_vec2 normal, double offset, tl_portal parts[2]) {
    tl_vec2 room[TL_PORTAL_CORNERS + 1];
    for (int k = 0; k < 2; k++) {
        int count = clip(portal->corner, portal->count, normal, offset, k == 0 ? 1 : -1, room);
        if (count < 3 || count > TL_PORTAL_CORNERS) {
            return false;
        }
        parts[k].count = count;
        for (int i = 0; i < count; i++) {
            parts[k].corner[i] = room[i];
        }
    }
    return true;
}

bool tl_portal_split(const tl_portal_plane *plane, const tl_portal *portal, tl_vec3 u, tl_vec3 v, tl_vec3 p, tl_vec3 q,
                     tl_portal parts[2]) {
    /* the edge is seen in the plane from the middle of one of the cells: of that which makes less difference */
    tl_vec3 middle = local(plane, tl_lerp(u, v, 0.5)), best = {0, 0, 0};
    double blur = INFINITY;
    for (int k = 0; k < 2; k++) {
        tl_vec3 eye = local(plane, tl_cell_centre(plane->side[k].cell));
        double apart = fabs(eye.z - middle.z);
        double unsharp =
            apart > TL_SIGHT_PORTAL_APART ? plane->side[k].cell->diameter * fabs(middle.z) / apart : INFINITY;
        if (unsharp < blur) {
            blur = unsharp;
            best = eye;
        }
    }
    tl_vec3 lu = local(plane, u), lv = local(plane, v);
    tl_vec3 n = tl_cross(tl_sub(lv, lu), tl_sub(best, lu));
    tl_vec2 normal = {n.x, n.y};
    double length = sqrt(tl_dot2(normal, normal));
    if (!(length > TL_SIGHT_PORTAL_SEEN) || !(blur < INFINITY)) {
        return false;
    }
    normal = tl_scale2(normal, 1 / length);
    double offset = tl_dot(n, lu) / length;
    tl_vec3 lp = local(plane, p), lq = local(plane, q), x = tl_lerp(lp, lq, lp.z / (lp.z - lq.z));
    double depth = offset - tl_dot2(normal, tl_plan(x)); /* of the blocked line behind the edge */
    double shift = tl_min(0.5 * fabs(depth), TL_SIGHT_PORTAL_SHIFT + 0.5 * blur);
    offset += shift > TL_SIGHT_PORTAL_LEAST_SHIFT ? (depth > 0 ? -shift : shift) : 0;
    return cut_portal(portal, normal, offset, parts);
}
