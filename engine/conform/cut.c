/* cut.c: a triangulation that points are put into and segments forced into (Sloan, "A fast algorithm for generating
 * constrained Delaunay triangulations", 1993). Turns are exact; which of two diagonals is better needn't be. */
#include "conform/cut.h"

#include "math/predicates.h"

#include <string.h>

static uint32_t next_of(uint32_t e) {
    return e % 3 == 2 ? e - 2 : e + 1;
}
static uint32_t before(uint32_t e) {
    return e % 3 == 0 ? e + 2 : e - 1;
}
static uint32_t from(const tl_cut *cut, uint32_t e) {
    return cut->corners[e];
}
static uint32_t to(const tl_cut *cut, uint32_t e) {
    return cut->corners[next_of(e)];
}
static uint32_t across(const tl_cut *cut, uint32_t e) {
    return cut->corners[before(e)];
}

static int turn(const tl_cut *cut, uint32_t a, uint32_t b, uint32_t c) {
    return tl_orient2d(cut->points[a], cut->points[b], cut->points[c]);
}

/* --- Changing ----------------------------------------------------------------------------------------------------- */

static bool add_piece(tl_cut *cut, uint32_t *number) {
    size_t n = cut->count;
    if (n >= UINT32_MAX / 3 - 1 ||
        !tl_reserve(cut->context, (void **)&cut->corners, &cut->corner_capacity, 3 * n + 3, sizeof(uint32_t)) ||
        !tl_reserve(cut->context, (void **)&cut->twins, &cut->twin_capacity, 3 * n + 3, sizeof(uint32_t)) ||
        !tl_reserve(cut->context, (void **)&cut->fixed, &cut->fixed_capacity, 3 * n + 3, sizeof(bool))) {
        return false;
    }
    *number = (uint32_t)n;
    cut->count = n + 1;
    return true;
}

/* Corner k of a piece, and where its edge k leads. */
static void set_edge(tl_cut *cut, uint32_t e, uint32_t corner, uint32_t twin, bool fixed) {
    cut->corners[e] = corner;
    cut->twins[e] = twin;
    cut->fixed[e] = fixed;
    if (twin != TL_CUT_NONE) {
        cut->twins[twin] = e;
        cut->fixed[twin] = fixed;
    }
    cut->starts[corner] = e;
}

/* The edge between two pieces becomes the other diagonal of their quadrilateral; it is then edge 2 of both. */
static void flip(tl_cut *cut, uint32_t e) {
    uint32_t o = cut->twins[e], t = e - e % 3, u = o - o % 3;
    uint32_t a = from(cut, e), b = to(cut, e), c = across(cut, e), d = across(cut, o);
    uint32_t bc = next_of(e), ca = before(e), ad = next_of(o), db = before(o);
    uint32_t twins[4] = {cut->twins[ca], cut->twins[ad], cut->twins[db], cut->twins[bc]};
    bool fixed[4] = {cut->fixed[ca], cut->fixed[ad], cut->fixed[db], cut->fixed[bc]};
    set_edge(cut, t, c, twins[0], fixed[0]);
    set_edge(cut, t + 1, a, twins[1], fixed[1]);
    set_edge(cut, u, d, twins[2], fixed[2]);
    set_edge(cut, u + 1, b, twins[3], fixed[3]);
    set_edge(cut, u + 2, c, TL_CUT_NONE, false);
    set_edge(cut, t + 2, d, u + 2, false);
}

/* The quadrilateral round an edge can be cut the other way. */
static bool can_flip(const tl_cut *cut, uint32_t e) {
    uint32_t o = cut->twins[e];
    if (o == TL_CUT_NONE || cut->fixed[e]) {
        return false;
    }
    uint32_t a = from(cut, e), b = to(cut, e), c = across(cut, e), d = across(cut, o);
    return turn(cut, c, a, d) > 0 && turn(cut, d, b, c) > 0;
}

static tl_vec2 measured(const tl_cut *cut, uint32_t p) {
    tl_vec2 w = cut->points[p];
    return tl_add2(tl_scale2(cut->x, w.x), tl_scale2(cut->y, w.y));
}

/* Whether the far corner lies plainly inside the circle round the near piece. */
static bool should_flip(const tl_cut *cut, uint32_t e) {
    if (!can_flip(cut, e)) {
        return false;
    }
    tl_vec2 d = measured(cut, across(cut, cut->twins[e]));
    tl_vec2 a = tl_sub2(measured(cut, from(cut, e)), d), b = tl_sub2(measured(cut, to(cut, e)), d);
    tl_vec2 c = tl_sub2(measured(cut, across(cut, e)), d);
    double aa = tl_dot2(a, a), bb = tl_dot2(b, b), cc = tl_dot2(c, c);
    double x = aa * tl_cross2(b, c), y = bb * tl_cross2(c, a), z = cc * tl_cross2(a, b);
    double size = aa * sqrt(bb * cc) + bb * sqrt(cc * aa) + cc * sqrt(aa * bb);
    return x + y + z > 1e-10 * size;
}

static bool push(tl_cut *cut, size_t *count, uint32_t a, uint32_t b) {
    if (!tl_reserve(cut->context, (void **)&cut->work, &cut->work_capacity, *count + 2, sizeof(uint32_t))) {
        return false;
    }
    cut->work[(*count)++] = a;
    cut->work[(*count)++] = b;
    return true;
}

/* The edge from a to b, or TL_CUT_NONE. Looks round a, first one way, then the other. */
static uint32_t find_edge(const tl_cut *cut, uint32_t a, uint32_t b) {
    uint32_t start = cut->starts[a], e = start;
    do {
        if (to(cut, e) == b) {
            return e;
        }
        e = cut->twins[before(e)];
    } while (e != TL_CUT_NONE && e != start);
    if (e == start) {
        return TL_CUT_NONE;
    }
    for (e = cut->twins[start]; e != TL_CUT_NONE; e = cut->twins[e]) {
        e = next_of(e); /* begins at a as well */
        if (to(cut, e) == b) {
            return e;
        }
    }
    return TL_CUT_NONE;
}

/* Flips what should be flipped among the edges in `work` and round them. */
static bool improve(tl_cut *cut, size_t count) {
    size_t turns = 0, limit = 64 * cut->point_count + 256;
    while (count > 0) {
        count -= 2;
        uint32_t e = find_edge(cut, cut->work[count], cut->work[count + 1]);
        if (e == TL_CUT_NONE || !should_flip(cut, e) || ++turns > limit) {
            continue;
        }
        uint32_t a = from(cut, e), b = to(cut, e), c = across(cut, e), d = across(cut, cut->twins[e]);
        flip(cut, e);
        /* edges are kept in the direction in which they belong to a piece: a b c and b a d before the flip */
        if (!push(cut, &count, c, a) || !push(cut, &count, a, d) || !push(cut, &count, d, b) ||
            !push(cut, &count, b, c)) {
            return false;
        }
    }
    return true;
}

/* --- Points ------------------------------------------------------------------------------------------------------- */

bool tl_cut_start(tl_cut *cut, tl_context *context, tl_vec2 x, tl_vec2 y) {
    cut->context = context;
    cut->x = x;
    cut->y = y;
    cut->point_count = cut->count = 0;
    cut->last = 0;
    uint32_t number;
    if (!tl_reserve(context, (void **)&cut->points, &cut->point_capacity, 3, sizeof(tl_vec2)) ||
        !tl_reserve(context, (void **)&cut->starts, &cut->start_capacity, 3, sizeof(uint32_t)) ||
        !add_piece(cut, &number)) {
        return false;
    }
    cut->points[0] = (tl_vec2){0, 0};
    cut->points[1] = (tl_vec2){1, 0};
    cut->points[2] = (tl_vec2){0, 1};
    cut->point_count = 3;
    for (uint32_t k = 0; k < 3; k++) {
        set_edge(cut, k, k, TL_CUT_NONE, true);
    }
    return true;
}

/* The piece with p in it. `*zero` gets one bit for each of its edges that p lies on. */
static uint32_t locate(const tl_cut *cut, uint32_t p, unsigned *zero) {
    uint32_t t = cut->last;
    for (size_t steps = 0; steps <= 4 * cut->count + 16; steps++) {
        uint32_t out = TL_CUT_NONE;
        *zero = 0;
        for (uint32_t k = 0; k < 3 && out == TL_CUT_NONE; k++) {
            uint32_t e = 3 * t + (k + (uint32_t)steps) % 3;
            int side = turn(cut, from(cut, e), to(cut, e), p);
            if (side < 0) {
                out = cut->twins[e];
                if (out == TL_CUT_NONE) {
                    return TL_CUT_NONE;
                }
            }
            *zero |= side == 0 ? 1U << e % 3 : 0U;
        }
        if (out == TL_CUT_NONE) {
            return t;
        }
        t = out / 3;
    }
    /* walking in circles: look at every piece */
    for (t = 0; t < cut->count; t++) {
        *zero = 0;
        bool in = true;
        for (uint32_t k = 0; k < 3; k++) {
            int side = turn(cut, from(cut, 3 * t + k), to(cut, 3 * t + k), p);
            in = in && side >= 0;
            *zero |= side == 0 ? 1U << k : 0U;
        }
        if (in) {
            return t;
        }
    }
    return TL_CUT_NONE;
}

/* Piece t becomes three round p. */
static bool split_inside(tl_cut *cut, uint32_t t, uint32_t p) {
    uint32_t u, v, c[3], twin[3];
    bool fixed[3];
    if (!add_piece(cut, &u) || !add_piece(cut, &v)) {
        return false;
    }
    for (uint32_t k = 0; k < 3; k++) {
        c[k] = cut->corners[3 * t + k];
        twin[k] = cut->twins[3 * t + k];
        fixed[k] = cut->fixed[3 * t + k];
    }
    const uint32_t piece[3] = {3 * t, 3 * u, 3 * v};
    for (uint32_t k = 0; k < 3; k++) {
        set_edge(cut, piece[k], c[k], twin[k], fixed[k]);
        set_edge(cut, piece[k] + 1, c[(k + 1) % 3], TL_CUT_NONE, false);
        set_edge(cut, piece[k] + 2, p, TL_CUT_NONE, false);
    }
    for (uint32_t k = 0; k < 3; k++) {
        cut->twins[piece[k] + 1] = piece[(k + 1) % 3] + 2;
        cut->twins[piece[(k + 1) % 3] + 2] = piece[k] + 1;
    }
    return true;
}

/* Both pieces at edge e are halved at p; `*first` gets edge a-p, `*second` edge p-b of e = a-b. */
static bool split_edge(tl_cut *cut, uint32_t e, uint32_t p, uint32_t *first, uint32_t *second) {
    uint32_t o = cut->twins[e], u = 0, v = 0;
    if (!add_piece(cut, &u) || (o != TL_CUT_NONE && !add_piece(cut, &v))) {
        return false;
    }
    bool fixed = cut->fixed[e];
    uint32_t t = e - e % 3;
    uint32_t a = from(cut, e), b = to(cut, e), c = across(cut, e);
    uint32_t bc = cut->twins[next_of(e)], ca = cut->twins[before(e)];
    bool fixed_bc = cut->fixed[next_of(e)], fixed_ca = cut->fixed[before(e)];
    u *= 3;
    v *= 3;
    /* t: a p c, u: p b c */
    uint32_t d = 0, ad = TL_CUT_NONE, db = TL_CUT_NONE, w = 0;
    bool fixed_ad = false, fixed_db = false;
    if (o != TL_CUT_NONE) {
        d = across(cut, o);
        ad = cut->twins[next_of(o)];
        db = cut->twins[before(o)];
        fixed_ad = cut->fixed[next_of(o)];
        fixed_db = cut->fixed[before(o)];
        w = o - o % 3;
    }
    set_edge(cut, t, a, TL_CUT_NONE, fixed);
    set_edge(cut, t + 1, p, TL_CUT_NONE, false);
    set_edge(cut, t + 2, c, ca, fixed_ca);
    set_edge(cut, u, p, TL_CUT_NONE, fixed);
    set_edge(cut, u + 1, b, bc, fixed_bc);
    set_edge(cut, u + 2, c, t + 1, false);
    if (o != TL_CUT_NONE) {
        /* w: b p d, v: p a d */
        set_edge(cut, w, b, u, fixed);
        set_edge(cut, w + 1, p, TL_CUT_NONE, false);
        set_edge(cut, w + 2, d, db, fixed_db);
        set_edge(cut, v, p, t, fixed);
        set_edge(cut, v + 1, a, ad, fixed_ad);
        set_edge(cut, v + 2, d, w + 1, false);
    }
    *first = t;
    *second = u;
    return true;
}

/* Looks at the edges opposite a new point. */
static bool improve_round(tl_cut *cut, uint32_t p) {
    size_t count = 0;
    uint32_t start = cut->starts[p], e = start;
    do {
        if (!push(cut, &count, cut->corners[next_of(e)], cut->corners[before(e)])) {
            return false;
        }
        e = cut->twins[before(e)];
    } while (e != TL_CUT_NONE && e != start);
    for (e = e == start ? TL_CUT_NONE : cut->twins[start]; e != TL_CUT_NONE; e = cut->twins[e]) {
        e = next_of(e);
        if (!push(cut, &count, cut->corners[next_of(e)], cut->corners[before(e)])) {
            return false;
        }
    }
    return improve(cut, count);
}

bool tl_cut_add(tl_cut *cut, tl_vec2 place) {
    TL_ASSERT(place.x >= 0 && place.y >= 0 && place.x + place.y <= 1, "a point that is put in lies in the triangle");
    uint32_t p = (uint32_t)cut->point_count;
    if (!tl_reserve(cut->context, (void **)&cut->points, &cut->point_capacity, p + 1, sizeof(tl_vec2)) ||
        !tl_reserve(cut->context, (void **)&cut->starts, &cut->start_capacity, p + 1, sizeof(uint32_t))) {
        return false;
    }
    cut->points[p] = place;
    cut->starts[p] = TL_CUT_NONE;
    cut->point_count = p + 1;
    unsigned zero;
    uint32_t t = locate(cut, p, &zero), first, second;
    if (t == TL_CUT_NONE || (zero & (zero - 1)) != 0) {
        return true; /* outside, or on another point */
    }
    if (zero == 0) {
        if (!split_inside(cut, t, p)) {
            return false;
        }
    } else if (!split_edge(cut, 3 * t + (zero == 1 ? 0U : zero == 2 ? 1U : 2U), p, &first, &second)) {
        return false;
    }
    cut->last = cut->starts[p] / 3;
    return improve_round(cut, p);
}

/* --- Segments ----------------------------------------------------------------------------------------------------- */

static void fix_edge(tl_cut *cut, uint32_t e) {
    cut->fixed[e] = true;
    if (cut->twins[e] != TL_CUT_NONE) {
        cut->fixed[cut->twins[e]] = true;
    }
}

static bool ahead(const tl_cut *cut, uint32_t a, uint32_t b, uint32_t p) {
    tl_vec2 d = tl_sub2(cut->points[b], cut->points[a]), r = tl_sub2(cut->points[p], cut->points[a]);
    return tl_dot2(d, r) > 0;
}

/* How the segment a-b leaves the piece of an edge e that begins at a: along one of its edges to `*through`, or across
 * the edge opposite a. */
static bool leaves(const tl_cut *cut, uint32_t e, uint32_t a, uint32_t b, uint32_t *through, bool *crosses) {
    uint32_t p = to(cut, e), q = across(cut, e);
    int right = turn(cut, a, b, p), left = turn(cut, a, b, q);
    *crosses = false;
    if (p == b || (right == 0 && ahead(cut, a, b, p))) {
        *through = p;
        return true;
    }
    if (q == b || (left == 0 && ahead(cut, a, b, q))) {
        *through = q;
        return true;
    }
    *crosses = right < 0 && left > 0;
    return *crosses;
}

/* Finds the piece round a that the segment to b begins in. */
static uint32_t first_piece(const tl_cut *cut, uint32_t a, uint32_t b, uint32_t *through, bool *crosses) {
    uint32_t start = cut->starts[a], e = start;
    do {
        if (leaves(cut, e, a, b, through, crosses)) {
            return e;
        }
        e = cut->twins[before(e)];
    } while (e != TL_CUT_NONE && e != start);
    for (e = e == start ? TL_CUT_NONE : cut->twins[start]; e != TL_CUT_NONE; e = cut->twins[e]) {
        e = next_of(e);
        if (leaves(cut, e, a, b, through, crosses)) {
            return e;
        }
    }
    return TL_CUT_NONE;
}

/* The edges that the segment crosses until it meets a point, `*through`, into `work`. False: `*blocked` or no memory.
 */
static bool crossed_edges(tl_cut *cut, uint32_t e, uint32_t a, uint32_t b, uint32_t *through, size_t *count,
                          bool *blocked) {
    uint32_t cross = next_of(e);
    for (;;) {
        if (cut->fixed[cross]) {
            *blocked = true;
            return false;
        }
        if (!push(cut, count, from(cut, cross), to(cut, cross))) {
            return false;
        }
        uint32_t o = cut->twins[cross], r = across(cut, o);
        int side = r == b ? 0 : turn(cut, a, b, r);
        if (side == 0) {
            *through = r;
            return true;
        }
        /* o runs from the left point to the right one; r on the left: go on between the right point and r */
        cross = side > 0 ? next_of(o) : before(o);
    }
}

/* Flips the edges in `work` away until a-b is an edge. */
static bool flip_away(tl_cut *cut, uint32_t a, uint32_t b, size_t count, bool *stuck) {
    size_t head = 0, limit = 16 * count * count + 256;
    for (size_t steps = 0; head < count; steps++, head += 2) {
        if (steps > limit) {
            *stuck = true;
            return false;
        }
        uint32_t u = cut->work[head], v = cut->work[head + 1];
        uint32_t e = find_edge(cut, u, v);
        if (e == TL_CUT_NONE) {
            continue;
        }
        if (!can_flip(cut, e)) {
            if (!push(cut, &count, u, v)) {
                return false;
            }
            continue;
        }
        uint32_t c = across(cut, e), d = across(cut, cut->twins[e]);
        flip(cut, e);
        if (c != a && c != b && d != a && d != b && turn(cut, a, b, c) * turn(cut, a, b, d) < 0 &&
            !push(cut, &count, d, c)) {
            return false;
        }
    }
    return true;
}

bool tl_cut_fix(tl_cut *cut, uint32_t a, uint32_t b, bool *done) {
    TL_ASSERT(a < cut->point_count && b < cut->point_count, "the segment's ends are points of the cut");
    *done = false;
    if (a == b || cut->starts[a] == TL_CUT_NONE || cut->starts[b] == TL_CUT_NONE) {
        return true;
    }
    for (size_t steps = 0; a != b && steps <= cut->point_count; steps++) {
        uint32_t through = b;
        bool crosses, blocked = false;
        uint32_t e = first_piece(cut, a, b, &through, &crosses);
        if (e == TL_CUT_NONE) {
            return true;
        }
        size_t count = 0;
        if (crosses && (!crossed_edges(cut, e, a, b, &through, &count, &blocked) ||
                        !flip_away(cut, a, through, count, &blocked))) {
            return blocked;
        }
        e = find_edge(cut, a, through);
        if (e == TL_CUT_NONE) {
            e = find_edge(cut, through, a);
        }
        if (e == TL_CUT_NONE) {
            return true;
        }
        fix_edge(cut, e);
        a = through;
    }
    *done = a == b;
    return true;
}

bool tl_cut_improve(tl_cut *cut) {
    size_t count = 0;
    for (uint32_t e = 0; e < 3 * cut->count; e++) {
        if (!cut->fixed[e] && cut->twins[e] > e && !push(cut, &count, from(cut, e), to(cut, e))) {
            return false;
        }
    }
    return improve(cut, count);
}

void tl_cut_free(tl_cut *cut) {
    tl_free(cut->context, cut->points);
    tl_free(cut->context, cut->corners);
    tl_free(cut->context, cut->twins);
    tl_free(cut->context, cut->fixed);
    tl_free(cut->context, cut->starts);
    tl_free(cut->context, cut->work);
    *cut = (tl_cut){.context = cut->context};
}
