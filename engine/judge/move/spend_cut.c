/* spend_cut.c: where a way comes upon, and leaves, terrain that matters to the speed. */
#include "judge/move/spend.h"

#include "judge/order.h"

#include <stdlib.h>

/* Shares of a stretch that are nearer together than this are one. */
#define SAME 1e-13

typedef struct cuts {
    tl_context *context;
    double *items; /* shares of a stretch, 0 to 1 */
    size_t count, capacity;
    bool failed;
} cuts;

static void add_cut(cuts *c, double share) {
    if (!(share > 0 && share < 1) || c->failed) {
        return;
    }
    if (!tl_reserve(c->context, (void **)&c->items, &c->capacity, c->count + 1, sizeof(*c->items))) {
        c->failed = true;
        return;
    }
    c->items[c->count++] = share;
}

/* Where a stretch crosses a circle. */
static void cut_circle(cuts *c, tl_vec2 from, tl_vec2 step, tl_vec2 centre, double radius) {
    tl_vec2 d = tl_sub2(from, centre);
    double a = tl_dot2(step, step), b = tl_dot2(d, step), q = tl_dot2(d, d) - radius * radius;
    double under = b * b - a * q;
    if (a > 0 && under >= 0 && radius > 0) {
        double root = sqrt(under);
        add_cut(c, (-b - root) / a);
        add_cut(c, (-b + root) / a);
    }
}

/* ... and an edge, and the lines beside it at a distance. */
static void cut_edge(cuts *c, tl_vec2 from, tl_vec2 step, tl_vec2 a, tl_vec2 b, double band) {
    tl_vec2 along = tl_sub2(b, a);
    double length = tl_length2(along), slope = tl_cross2(along, step);
    for (int side = -1; side <= 1 && slope != 0; side++) {
        add_cut(c, (side * band * length - tl_cross2(along, tl_sub2(from, a))) / slope);
    }
    /* along an edge: from its one end to its other */
    double square = tl_dot2(step, step);
    if (square > 0) {
        add_cut(c, tl_dot2(tl_sub2(a, from), step) / square);
        add_cut(c, tl_dot2(tl_sub2(b, from), step) / square);
    }
    cut_circle(c, from, step, a, band);
    cut_circle(c, from, step, b, band);
}

static void cut_zone(cuts *c, tl_vec2 from, tl_vec2 step, const tl_spend_zone *zone, double tolerance) {
    const tl_outline *outline = zone->outline;
    double band = tolerance + zone->off;
    tl_vec2 to = tl_add2(from, step), low = {tl_min(from.x, to.x) - band, tl_min(from.y, to.y) - band},
            high = {tl_max(from.x, to.x) + band, tl_max(from.y, to.y) + band};
    if (outline->kind == TL_OUTLINE_DISC) {
        cut_circle(c, from, step, outline->centre, outline->radius);
        cut_circle(c, from, step, outline->centre, outline->radius + band);
        cut_circle(c, from, step, outline->centre, outline->radius - band);
        return;
    }
    for (size_t i = 0; i < outline->edge_count; i++) {
        tl_vec2 a = outline->edges[i].a, b = outline->edges[i].b;
        if (tl_min(a.x, b.x) <= high.x && tl_max(a.x, b.x) >= low.x && tl_min(a.y, b.y) <= high.y &&
            tl_max(a.y, b.y) >= low.y) {
            cut_edge(c, from, step, a, b, band);
        }
    }
}

static int compare(const void *a, const void *b) {
    return tl_order(*(const double *)a, *(const double *)b);
}

/* What zones do at a place; nearer than `band` to an edge, or on it, perhaps. */
static void does_at(const tl_spend *s, tl_vec2 at, double band, uint32_t *sure, uint32_t *perhaps) {
    *sure = *perhaps = 0;
    for (size_t i = 0; i < s->zone_count; i++) {
        const tl_spend_zone *zone = &s->zones[i];
        int holds = tl_outline_holds(zone->outline, at);
        bool near = holds == 0 || tl_outline_border_distance(zone->outline, at) < band + zone->off;
        *sure |= !near && holds > 0 ? zone->does : 0;
        *perhaps |= near ? zone->does : 0;
    }
    *perhaps &= ~*sure;
}

void tl_spend_at(const tl_spend *s, tl_vec2 at, double radius, uint32_t *sure, uint32_t *perhaps) {
    does_at(s, at, radius, sure, perhaps);
}

static bool add_piece(tl_spend_pieces *pieces, const tl_spend_piece *piece) {
    tl_spend_piece *last = pieces->count > 0 ? &pieces->items[pieces->count - 1] : NULL;
    if (piece->to <= piece->from) {
        return true;
    }
    if (last != NULL && last->to == piece->from && last->sure == piece->sure && last->perhaps == piece->perhaps) {
        last->to = piece->to;
        last->plan_to = piece->plan_to;
        return true;
    }
    if (!tl_reserve(pieces->context, (void **)&pieces->items, &pieces->capacity, pieces->count + 1,
                    sizeof(*pieces->items))) {
        return false;
    }
    pieces->items[pieces->count++] = *piece;
    return true;
}

static double between(double a, double b, double share) {
    return a + share * (b - a);
}

/* The pieces of a straight stretch. */
static bool cut_stretch(const tl_spend *s, const tl_path_node *a, const tl_path_node *b, double tolerance, cuts *c,
                        tl_spend_pieces *pieces) {
    tl_vec2 from = tl_plan(a->at), step = tl_sub2(tl_plan(b->at), from);
    c->count = 0;
    for (size_t i = 0; i < s->zone_count; i++) {
        cut_zone(c, from, step, &s->zones[i], tolerance);
    }
    if (c->failed) {
        return false;
    }
    if (c->count > 1) {
        qsort(c->items, c->count, sizeof(*c->items), compare);
    }
    double before = 0;
    for (size_t i = 0; i <= c->count; i++) {
        double next = i < c->count ? c->items[i] : 1;
        if (next - before <= SAME && i < c->count) {
            continue;
        }
        tl_spend_piece piece = {.plan_from = between(a->plan, b->plan, before),
                                .plan_to = i < c->count ? between(a->plan, b->plan, next) : b->plan,
                                .from = between(a->cost, b->cost, before),
                                .to = i < c->count ? between(a->cost, b->cost, next) : b->cost};
        does_at(s, tl_lerp2(from, tl_add2(from, step), 0.5 * (before + next)), tolerance, &piece.sure, &piece.perhaps);
        if (!add_piece(pieces, &piece)) {
            return false;
        }
        before = next;
    }
    return true;
}

tl_status tl_spend_cut(const tl_spend *s, const tl_path *path, double tolerance, tl_spend_pieces *pieces,
                       tl_error *error) {
    cuts c = {.context = s->context};
    bool good = true;
    *pieces = (tl_spend_pieces){.context = s->context};
    for (size_t i = 1; i < path->count && good; i++) {
        good = cut_stretch(s, &path->nodes[i - 1], &path->nodes[i], tolerance, &c, pieces);
        tl_work_add(s->context, 2 * (uint64_t)s->zone_count); /* costs only time */
    }
    does_at(s, tl_plan(path->nodes[path->count - 1].at), tolerance, &pieces->end_sure, &pieces->end_perhaps);
    tl_free(s->context, c.items);
    return good ? TL_OK : tl_fail_memory(error);
}

void tl_spend_pieces_free(tl_spend_pieces *pieces) {
    if (pieces->context != NULL) {
        tl_free(pieces->context, pieces->items);
    }
    *pieces = (tl_spend_pieces){.context = NULL};
}
