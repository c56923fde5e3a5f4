/* overlay.c: vertices and edges followed through steps that change discs into fans. */
#include "scan/repair/overlay.h"

#include "geom/geom.h"

#include <float.h>
#include <string.h>

bool tl_scan_overlay_start(tl_scan_overlay *o, const tl_mesh *mesh, uint32_t *corners) {
    const size_t triangles = mesh->triangle_count, vertices = mesh->vertex_count;
    *o = (tl_scan_overlay){.mesh = mesh, .corners = corners, .spare = TL_SCAN_OVERLAY_NOTHING};
    o->gone = tl_alloc_array(mesh->context, triangles, sizeof(*o->gone));
    o->crossing = tl_alloc_array(mesh->context, triangles, sizeof(*o->crossing));
    o->old = tl_alloc_array(mesh->context, triangles, 1);
    o->next_gone = tl_alloc_array(mesh->context, vertices, sizeof(*o->next_gone));
    o->home = tl_alloc_array(mesh->context, vertices, sizeof(*o->home));
    o->place = tl_alloc_array(mesh->context, vertices, 1);
    o->mark = tl_alloc_array(mesh->context, triangles, sizeof(*o->mark));
    if (o->gone == NULL || o->crossing == NULL || o->old == NULL || o->next_gone == NULL || o->home == NULL ||
        o->place == NULL || o->mark == NULL) {
        return false;
    }
    memset(o->gone, 0xff, triangles * sizeof(*o->gone));
    memset(o->crossing, 0xff, triangles * sizeof(*o->crossing));
    memset(o->old, 7, triangles);
    memset(o->home, 0xff, vertices * sizeof(*o->home));
    return true;
}

void tl_scan_overlay_free(tl_scan_overlay *o) {
    void *arrays[] = {o->gone,  o->crossing, o->old,    o->next_gone, o->home,
                      o->place, o->mark,     o->pieces, o->runs,      o->vertices};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
        tl_free(o->mesh->context, arrays[i]);
    }
}

/* --- What is in a disc -------------------------------------------------------------------------------------------- */

/* Which corner of a triangle a vertex is. */
static uint32_t corner_of(const tl_scan_overlay *o, uint32_t triangle, uint32_t vertex) {
    const uint32_t *k = o->corners + 3 * (size_t)triangle;
    return k[0] == vertex ? 0 : k[1] == vertex ? 1 : 2;
}

static size_t rim_edge(const tl_scan_disc *d, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < d->count; i++) {
        uint32_t x = d->ring[i], y = d->ring[(i + 1) % d->count];
        if ((x == a && y == b) || (x == b && y == a)) {
            return i;
        }
    }
    TL_ASSERT(false, "the two corners are neighbours on the rim of the disc");
    return 0;
}

/* Where a run begins (end 0) or ends (1): at the beginning of that piece, or in the end of its edge. */
static void set_end(const tl_scan_overlay *o, const tl_scan_disc *d, tl_scan_overlay_run *run, int end,
                    uint32_t piece) {
    const tl_scan_overlay_piece *p = piece != TL_SCAN_OVERLAY_NOTHING ? &o->pieces[piece] : NULL;
    if (p != NULL && p->from != TL_SCAN_OVERLAY_NOTHING) {
        run->vertex[end] = TL_SCAN_OVERLAY_NOTHING;
        run->rim[end] = rim_edge(d, p->from, p->to);
        run->t[end] = p->t;
    } else {
        run->vertex[end] = run->ends[end];
        run->t[end] = end;
    }
}

static bool add_run(tl_scan_overlay *o, tl_scan_overlay_run **run) {
    if (!tl_reserve(o->mesh->context, (void **)&o->runs, &o->run_capacity, o->run_count + 1, sizeof(*o->runs))) {
        return false;
    }
    *run = &o->runs[o->run_count++];
    return true;
}

static bool gather_vertices(tl_scan_overlay *o, const tl_scan_disc *d) {
    o->inside = 0;
    for (size_t i = 0; i <= d->count; i++) {
        uint32_t v = i == d->count ? d->vertex : o->gone[d->triangle[i]];
        for (; v != TL_SCAN_OVERLAY_NOTHING; v = i == d->count ? TL_SCAN_OVERLAY_NOTHING : o->next_gone[v]) {
            if (!tl_reserve(o->mesh->context, (void **)&o->vertices, &o->inside_capacity, o->inside + 1,
                            sizeof(*o->vertices))) {
                return false;
            }
            o->vertices[o->inside++] = v;
        }
    }
    return true;
}

bool tl_scan_overlay_gather(tl_scan_overlay *o, const tl_scan_disc *d) {
    o->run_count = 0;
    if (!gather_vertices(o, d)) {
        return false;
    }
    o->now++;
    for (size_t i = 0; i < d->count; i++) {
        o->mark[d->triangle[i]] = o->now;
    }
    for (size_t i = 0; i < d->count; i++) {
        for (uint32_t p = o->crossing[d->triangle[i]]; p != TL_SCAN_OVERLAY_NOTHING; p = o->pieces[p].beside) {
            uint32_t next = o->pieces[p].next;
            if (next != TL_SCAN_OVERLAY_NOTHING && o->mark[o->pieces[next].triangle] == o->now) {
                o->pieces[next].met = true;
            }
        }
    }
    bool room = true;
    for (size_t i = 0; i < d->count; i++) {
        for (uint32_t p = o->crossing[d->triangle[i]]; p != TL_SCAN_OVERLAY_NOTHING; p = o->pieces[p].beside) {
            tl_scan_overlay_run *run;
            if (o->pieces[p].met) {
                o->pieces[p].met = false;
            } else if (room && (room = add_run(o, &run))) {
                uint32_t last = p, next;
                while ((next = o->pieces[last].next) != TL_SCAN_OVERLAY_NOTHING &&
                       o->mark[o->pieces[next].triangle] == o->now) {
                    last = next;
                }
                *run = (tl_scan_overlay_run){
                    .first = p, .last = last, .ends = {o->pieces[p].ends[0], o->pieces[p].ends[1]}};
                set_end(o, d, run, 0, p);
                set_end(o, d, run, 1, next);
            }
        }
        /* an edge of the mesh as it was from the middle to the ring: it is in its place until now */
        tl_scan_overlay_run *run;
        if ((o->old[d->triangle[i]] >> corner_of(o, d->triangle[i], d->vertex) & 1) != 0 && room &&
            (room = add_run(o, &run))) {
            *run = (tl_scan_overlay_run){
                .first = TL_SCAN_OVERLAY_NOTHING, .last = TL_SCAN_OVERLAY_NOTHING, .ends = {d->vertex, d->ring[i]}};
            set_end(o, d, run, 0, TL_SCAN_OVERLAY_NOTHING);
            set_end(o, d, run, 1, TL_SCAN_OVERLAY_NOTHING);
        }
    }
    return room;
}

/* --- The fan ------------------------------------------------------------------------------------------------------ */

/* Triangle k of the fan round ring[to] has the corners (ring[to], ring[to + k + 1], ring[to + k + 2]); between k - 1
 * and k lies spoke k. */
typedef struct fan {
    const tl_scan_disc *disc;
    size_t to, count; /* triangles */
    tl_vec3 middle;
    tl_vec3 rim[TL_SCAN_MOST_ROUND]; /* of ring[to + 1], ... */
} fan;

static uint32_t ring_at(const fan *f, size_t i) {
    return f->disc->ring[(f->to + i) % f->disc->count];
}

static fan make_fan(const tl_scan_overlay *o, const tl_scan_disc *d, size_t to) {
    fan f = {.disc = d, .to = to, .count = d->count - 2, .middle = o->mesh->vertices[d->ring[to]]};
    for (size_t i = 0; i + 1 < d->count; i++) {
        f.rim[i] = o->mesh->vertices[ring_at(&f, i + 1)];
    }
    return f;
}

/* The nearest triangle of the fan. */
static uint8_t nearest(const fan *f, tl_vec3 p, double *distance2) {
    uint8_t best = 0;
    *distance2 = INFINITY;
    for (size_t k = 0; k < f->count; k++) {
        const tl_vec3 corner[3] = {f->middle, f->rim[k], f->rim[k + 1]};
        double d = tl_length_squared(tl_sub(tl_geom_nearest_on_triangle(p, corner), p));
        if (d < *distance2) {
            *distance2 = d;
            best = (uint8_t)k;
        }
    }
    return best;
}

typedef struct overlay_span {
    size_t low, high;
} overlay_span;

/* The triangles of the fan that the end of a run belongs to. */
static overlay_span where(const tl_scan_overlay *o, const fan *f, const tl_scan_overlay_run *run, int end) {
    const size_t n = f->disc->count;
    if (run->vertex[end] == TL_SCAN_OVERLAY_NOTHING) {
        size_t i = (run->rim[end] + n - f->to) % n; /* from i to i + 1, seen from the middle of the fan */
        size_t k = i == 0 ? 0 : i == n - 1 ? f->count - 1 : i - 1;
        return (overlay_span){k, k};
    }
    const uint32_t v = run->vertex[end];
    if (v == f->disc->vertex || o->home[v] != TL_SCAN_OVERLAY_NOTHING) {
        return (overlay_span){o->place[v], o->place[v]};
    }
    size_t i = 0;
    while (i < n && ring_at(f, i) != v) {
        i++;
    }
    return i == 0 ? (overlay_span){0, f->count - 1}
                  : (overlay_span){i < 2 ? 0 : i - 2, i < n - 1 ? i - 1 : f->count - 1};
}

/* Which triangle a run begins in, and which it ends in: as near as can be. */
static void way(const tl_scan_overlay *o, const fan *f, const tl_scan_overlay_run *run, size_t *begin, size_t *end) {
    overlay_span a = where(o, f, run, 0), b = where(o, f, run, 1);
    *begin = a.high < b.low ? a.high : a.low > b.high ? a.low : a.low > b.low ? a.low : b.low;
    *end = *begin < b.low ? b.low : *begin > b.high ? b.high : *begin;
}

static double clamp(double x, double low, double high) {
    return !(x > low) ? low : x > high ? high : x;
}

/* Where a straight line from a to b, not before `from` nor behind `until`, comes nearest to a spoke. Any answer will
 * do; the better it is, the less is moved. */
static void cross(tl_vec3 a, tl_vec3 b, double from, double until, tl_vec3 p, tl_vec3 q, double *t, double *s) {
    const tl_vec3 d = tl_sub(b, a), e = tl_sub(q, p), r = tl_sub(a, p);
    const double dd = tl_dot(d, d), de = tl_dot(d, e), ee = tl_dot(e, e), dr = tl_dot(d, r), er = tl_dot(e, r);
    const double det = dd * ee - de * de;
    double u = clamp(det > 1e-12 * dd * ee ? (de * er - ee * dr) / det : 0.5, from, until);
    double v = clamp(ee > 0 ? (de * u + er) / ee : 0, 0, 1);
    u = clamp(dd > 0 ? (de * v - dr) / dd : 0, from, until);
    v = clamp(ee > 0 ? (de * u + er) / ee : 0, 0, 1);
    *t = u;
    *s = v;
}

static double moved2(tl_vec3 a, tl_vec3 b, double t, tl_vec3 p, tl_vec3 q, double s) {
    return tl_length_squared(tl_sub(tl_lerp(a, b, t), tl_lerp(p, q, s)));
}

/* The crossings of a run with the spokes on its way; `each` may be NULL. Returns how far it moves, squared. */
typedef void each_crossing(void *user, size_t spoke, size_t into, double t, double s);

static double walk(const tl_scan_overlay *o, const fan *f, const tl_scan_overlay_run *run, double most2,
                   each_crossing *each, void *user) {
    const tl_vec3 a = o->mesh->vertices[run->ends[0]], b = o->mesh->vertices[run->ends[1]];
    size_t at, end;
    double most = 0;
    double t = run->t[0], s;
    way(o, f, run, &at, &end);
    while (at != end && most <= most2) {
        size_t into = at < end ? at + 1 : at - 1, spoke = at < end ? into : at;
        cross(a, b, t, run->t[1], f->middle, f->rim[spoke], &t, &s);
        most = tl_max(most, moved2(a, b, t, f->middle, f->rim[spoke], s));
        if (each != NULL) {
            each(user, spoke, into, t, s);
        }
        at = into;
    }
    return most;
}

double tl_scan_overlay_middle(const tl_scan_overlay *o, const tl_scan_disc *d, size_t to) {
    const fan f = make_fan(o, d, to);
    double distance2;
    (void)nearest(&f, o->mesh->vertices[d->vertex], &distance2);
    return distance2;
}

double tl_scan_overlay_try(tl_scan_overlay *o, const tl_scan_disc *d, size_t to, double most2) {
    const fan f = make_fan(o, d, to);
    double most = 0, one;
    for (size_t i = o->inside; i-- > 0;) { /* the middle first */
        const uint32_t v = o->vertices[i];
        o->place[v] = nearest(&f, o->mesh->vertices[v], &one);
        most = tl_max(most, one);
        if (!(most <= most2)) {
            return most;
        }
    }
    for (size_t i = 0; i < o->run_count; i++) {
        most = tl_max(most, walk(o, &f, &o->runs[i], most2, NULL, NULL));
        if (!(most <= most2)) {
            return most;
        }
    }
    return most;
}

/* --- Making it so ------------------------------------------------------------------------------------------------- */

typedef struct overlay_writer {
    tl_scan_overlay *overlay;
    const fan *fan;
    uint32_t ends[2];
    uint32_t last; /* the piece before */
} overlay_writer;

static uint32_t triangle_at(const fan *f, size_t k) {
    return f->disc->triangle[(f->to + 1 + k) % f->disc->count];
}

static uint32_t take(tl_scan_overlay *o) {
    uint32_t p = o->spare;
    if (p != TL_SCAN_OVERLAY_NOTHING) {
        o->spare = o->pieces[p].next;
        o->spares--;
        return p;
    }
    TL_ASSERT(o->piece_count < o->piece_capacity, "there are no more pieces than were counted");
    return (uint32_t)o->piece_count++;
}

static void put_in(tl_scan_overlay *o, uint32_t piece, uint32_t triangle) {
    o->pieces[piece].triangle = triangle;
    o->pieces[piece].beside = o->crossing[triangle];
    o->crossing[triangle] = piece;
}

static void write_crossing(void *user, size_t spoke, size_t into, double t, double s) {
    overlay_writer *w = user;
    tl_scan_overlay *o = w->overlay;
    uint32_t p = take(o);
    o->pieces[p] = (tl_scan_overlay_piece){.ends = {w->ends[0], w->ends[1]},
                                           .next = TL_SCAN_OVERLAY_NOTHING,
                                           .from = ring_at(w->fan, 0),
                                           .to = ring_at(w->fan, spoke + 1),
                                           .t = t,
                                           .s = s};
    o->pieces[w->last].next = p;
    put_in(o, p, triangle_at(w->fan, into));
    w->last = p;
}

static void write_run(tl_scan_overlay *o, const fan *f, const tl_scan_overlay_run *run) {
    size_t begin, end;
    uint32_t head = run->first, after = TL_SCAN_OVERLAY_NOTHING;
    if (head == TL_SCAN_OVERLAY_NOTHING) {
        head = take(o);
        o->pieces[head] = (tl_scan_overlay_piece){
            .ends = {run->ends[0], run->ends[1]}, .from = TL_SCAN_OVERLAY_NOTHING, .to = TL_SCAN_OVERLAY_NOTHING};
    } else {
        after = o->pieces[run->last].next; /* as it is before anything is given back */
        uint32_t next = o->pieces[head].next;
        for (uint32_t p = head; p != run->last;) { /* what lies between may be used again */
            p = next;
            next = o->pieces[p].next;
            o->pieces[p].next = o->spare;
            o->spare = p;
            o->spares++;
        }
    }
    way(o, f, run, &begin, &end);
    put_in(o, head, triangle_at(f, begin));
    overlay_writer w = {o, f, {run->ends[0], run->ends[1]}, head};
    (void)walk(o, f, run, INFINITY, write_crossing, &w);
    o->pieces[w.last].next = after;
}

/* Edges of today that are edges of the mesh as it was keep their mark; the new spokes are none. */
static void turn_corners(tl_scan_overlay *o, const tl_scan_disc *d, size_t to) {
    const size_t n = d->count;
    const uint32_t first = d->triangle[to], last = d->triangle[(to + n - 1) % n];
    const unsigned from = (unsigned)o->old[first] >> (corner_of(o, first, d->vertex) + 1) % 3 & 1U;
    const unsigned back = (unsigned)o->old[last] >> (corner_of(o, last, d->vertex) + 1) % 3 & 1U;
    for (size_t k = 0; k < n - 2; k++) {
        const uint32_t t = d->triangle[(to + 1 + k) % n], at = corner_of(o, t, d->vertex);
        unsigned old = o->old[t] & 1U << (at + 1) % 3;
        old |= k == 0 ? from << at : 0;
        old |= k == n - 3 ? back << (at + 2) % 3 : 0;
        o->old[t] = (uint8_t)old;
        o->corners[3 * (size_t)t + at] = d->ring[to];
    }
    o->corners[3 * (size_t)first] = o->corners[3 * (size_t)last] = TL_SCAN_OVERLAY_NOTHING;
}

bool tl_scan_overlay_apply(tl_scan_overlay *o, const tl_scan_disc *d, size_t to) {
    const fan f = make_fan(o, d, to);
    size_t wanted = o->piece_count + o->run_count * (f.count + 1);
    if (wanted > o->piece_count + o->spares &&
        (wanted >= TL_SCAN_OVERLAY_NOTHING ||
         !tl_reserve(o->mesh->context, (void **)&o->pieces, &o->piece_capacity, wanted, sizeof(*o->pieces)))) {
        return false;
    }
    for (size_t i = 0; i < d->count; i++) {
        o->gone[d->triangle[i]] = o->crossing[d->triangle[i]] = TL_SCAN_OVERLAY_NOTHING;
    }
    for (size_t i = 0; i < o->run_count; i++) {
        write_run(o, &f, &o->runs[i]);
    }
    for (size_t i = 0; i < o->inside; i++) {
        const uint32_t v = o->vertices[i], t = triangle_at(&f, o->place[v]);
        o->home[v] = t;
        o->next_gone[v] = o->gone[t];
        o->gone[t] = v;
    }
    turn_corners(o, d, to);
    return true;
}

/* --- The bound ---------------------------------------------------------------------------------------------------- */

double tl_scan_overlay_bound(const tl_scan_overlay *o) {
    const tl_vec3 *at = o->mesh->vertices;
    double most = 0, far = 0;
    for (size_t v = 0; v < o->mesh->vertex_count; v++) {
        far = tl_max(far, tl_length_squared(at[v]));
        if (o->home[v] != TL_SCAN_OVERLAY_NOTHING) {
            const uint32_t *k = o->corners + 3 * (size_t)o->home[v];
            const tl_vec3 corner[3] = {at[k[0]], at[k[1]], at[k[2]]};
            most = tl_max(most, tl_length_squared(tl_sub(tl_geom_nearest_on_triangle(at[v], corner), at[v])));
        }
    }
    for (size_t t = 0; t < o->mesh->triangle_count; t++) {
        for (uint32_t i = o->crossing[t]; i != TL_SCAN_OVERLAY_NOTHING; i = o->pieces[i].beside) {
            const tl_scan_overlay_piece *p = &o->pieces[i];
            if (p->from != TL_SCAN_OVERLAY_NOTHING) {
                most = tl_max(most, moved2(at[p->ends[0]], at[p->ends[1]], p->t, at[p->from], at[p->to], p->s));
            }
        }
    }
    /* the points of triangles and edges are right up to a few roundings of coordinates */
    return most > 0 || o->piece_count > 0 ? sqrt(most) * (1 + 1e-9) + 64 * DBL_EPSILON * sqrt(far) : 0;
}
