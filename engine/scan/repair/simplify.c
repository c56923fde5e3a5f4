/* simplify.c: drawing vertices into their neighbours, nearest first. */
#include "scan/repair/simplify.h"
#include "scan/repair/overlay.h"

#include <string.h>

#define NOTHING TL_SCAN_OVERLAY_NOTHING

enum { ROUNDS = 4, PASSES = 6 };

typedef struct simplifier {
    tl_context *context;
    const tl_mesh *mesh;
    uint32_t *corners; /* of the triangles as they are now; the first NOTHING: gone */
    uint32_t *first;   /* per vertex: a corner (3 * triangle + k) that was its own or was drawn into it; a list */
    uint32_t *last;    /* ... and the end of that list */
    uint32_t *next;    /* per corner */
    uint32_t *piece;   /* per triangle */
    uint32_t *stamp;   /* per vertex */
    double *needed; /* per vertex: drawing it into any neighbour takes more than that, squared; 0: not looked at yet */
    uint32_t now;
    size_t left;
    tl_scan_overlay overlay;
    bool failed; /* there was no memory */
} simplifier;

static bool is_gone(const simplifier *s, uint32_t triangle) {
    return s->corners[3 * (size_t)triangle] == NOTHING;
}

/* Forgets the triangles in the list of a vertex that are gone. */
static void prune(simplifier *s, uint32_t v) {
    uint32_t before = NOTHING, c = s->first[v];
    while (c != NOTHING) {
        uint32_t after = s->next[c];
        if (is_gone(s, c / 3) || s->corners[c] != v) {
            if (before == NOTHING) {
                s->first[v] = after;
            } else {
                s->next[before] = after;
            }
            s->last[v] = after == NOTHING ? before : s->last[v];
        } else {
            before = c;
        }
        c = after;
    }
}

/* The triangles round a vertex, in order; false unless they are one disc, of one piece, with the vertex inside. */
static bool gather(simplifier *s, uint32_t v, tl_scan_disc *d) {
    uint32_t triangle[TL_SCAN_MOST_ROUND], from[TL_SCAN_MOST_ROUND], to[TL_SCAN_MOST_ROUND];
    size_t count = 0;
    prune(s, v);
    for (uint32_t c = s->first[v]; c != NOTHING; c = s->next[c]) {
        const uint32_t *k = s->corners + 3 * (size_t)(c / 3);
        if (count == TL_SCAN_MOST_ROUND || s->piece[c / 3] != s->piece[s->first[v] / 3]) {
            return false;
        }
        triangle[count] = c / 3;
        from[count] = k[(c % 3 + 1) % 3];
        to[count++] = k[(c % 3 + 2) % 3];
    }
    if (count < 3) {
        return false;
    }
    *d = (tl_scan_disc){.vertex = v, .count = count};
    uint32_t at = from[0];
    for (size_t step = 0; step < count; step++) {
        size_t found = 0, where = 0;
        for (size_t i = 0; i < count; i++) {
            if (from[i] == at) {
                found++;
                where = i;
            }
        }
        if (found != 1 || (step > 0 && at == from[0])) {
            return false;
        }
        d->ring[step] = at;
        d->triangle[step] = triangle[where];
        at = to[where];
    }
    return at == from[0];
}

/* Whether some triangle has these three corners. */
static bool has_triangle(const simplifier *s, uint32_t v, uint32_t x, uint32_t y) {
    for (uint32_t c = s->first[v]; c != NOTHING; c = s->next[c]) {
        const uint32_t *k = s->corners + 3 * (size_t)(c / 3);
        if ((k[0] == x || k[1] == x || k[2] == x) && (k[0] == y || k[1] == y || k[2] == y)) {
            return true;
        }
    }
    return false;
}

/* The link condition: the two have no neighbours in common but the two beside their edge, nor those an edge that both
 * look at. */
static bool may_join(simplifier *s, const tl_scan_disc *d, size_t to) {
    const uint32_t v = d->ring[to];
    size_t common = 0;
    prune(s, v);
    s->now++;
    for (uint32_t c = s->first[v]; c != NOTHING; c = s->next[c]) {
        const uint32_t *k = s->corners + 3 * (size_t)(c / 3);
        for (int i = 0; i < 3; i++) {
            s->stamp[k[i]] = s->now;
        }
    }
    for (size_t i = 0; i < d->count; i++) {
        common += i != to && s->stamp[d->ring[i]] == s->now;
    }
    return common == 2 && (d->count > 3 || !has_triangle(s, v, d->ring[(to + 1) % 3], d->ring[(to + 2) % 3]));
}

/* Triangles that stay must not turn over, nor become needles. */
static bool stays_flat(const simplifier *s, const tl_scan_disc *d, size_t to) {
    const tl_vec3 *at = s->mesh->vertices, u = at[d->vertex], v = at[d->ring[to]];
    for (size_t i = 0; i < d->count; i++) {
        const size_t next = (i + 1) % d->count;
        if (i == to || next == to) {
            continue;
        }
        tl_vec3 a = at[d->ring[i]], b = at[d->ring[next]], edge = tl_sub(b, a);
        tl_vec3 old = tl_cross(tl_sub(a, u), tl_sub(b, u)), new = tl_cross(tl_sub(a, v), tl_sub(b, v));
        double longest2 =
            tl_max(tl_dot(edge, edge), tl_max(tl_length_squared(tl_sub(a, v)), tl_length_squared(tl_sub(b, v))));
        double area2 = tl_length_squared(new);
        if (!(area2 > 1e-4 * longest2 * longest2) || !(tl_dot(old, new) > 0.3 * sqrt(tl_length_squared(old) * area2))) {
            return false;
        }
    }
    return true;
}

static void draw_into(simplifier *s, const tl_scan_disc *d, size_t to) {
    const uint32_t u = d->vertex, v = d->ring[to];
    s->left -= 2;
    if (s->first[u] != NOTHING) {
        s->next[s->last[u]] = s->first[v];
        s->last[v] = s->first[v] == NOTHING ? s->last[u] : s->last[v];
        s->first[v] = s->first[u];
        s->first[u] = s->last[u] = NOTHING;
    }
    for (size_t i = 0; i < d->count; i++) {
        s->needed[d->ring[i]] = 0;
    }
}

/* The neighbours that a vertex may be drawn into, those that move itself least first. */
typedef struct choice {
    double middle2;
    size_t to;
} choice;

static size_t find_choices(simplifier *s, const tl_scan_disc *d, double most2, choice choices[TL_SCAN_MOST_ROUND],
                           double *needed) {
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++) {
        if (!stays_flat(s, d, i)) {
            continue;
        }
        const choice one = {tl_scan_overlay_middle(&s->overlay, d, i), i};
        if (!(one.middle2 <= most2)) {
            *needed = tl_min(*needed, one.middle2);
            continue;
        }
        if (!may_join(s, d, i)) {
            continue;
        }
        size_t k = count++;
        for (; k > 0 && choices[k - 1].middle2 > one.middle2; k--) {
            choices[k] = choices[k - 1];
        }
        choices[k] = one;
    }
    return count;
}

/* Draws a vertex into the neighbour for which least is moved. */
static void try_vertex(simplifier *s, uint32_t u, double most2) {
    tl_scan_disc d;
    choice choices[TL_SCAN_MOST_ROUND];
    size_t best = TL_SCAN_MOST_ROUND;
    double least = most2, needed = INFINITY;
    if (s->first[u] == NOTHING || s->needed[u] > most2) {
        return;
    }
    const size_t count = gather(s, u, &d) ? find_choices(s, &d, most2, choices, &needed) : 0;
    if (count > 0 && !tl_scan_overlay_gather(&s->overlay, &d)) {
        s->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        double by = tl_scan_overlay_try(&s->overlay, &d, choices[i].to, least);
        needed = tl_min(needed, by);
        if (by <= least && (by < least || best == TL_SCAN_MOST_ROUND)) {
            least = by;
            best = choices[i].to;
        }
    }
    s->needed[u] = needed;
    if (best == TL_SCAN_MOST_ROUND) {
        return;
    }
    (void)tl_scan_overlay_try(&s->overlay, &d, best, INFINITY);
    s->failed = !tl_scan_overlay_apply(&s->overlay, &d, best);
    if (!s->failed) {
        draw_into(s, &d, best);
    }
}

/* --- Begin and end ------------------------------------------------------------------------------------------------ */

static bool start(simplifier *s, const tl_mesh *mesh) {
    size_t vertices = mesh->vertex_count, corners = 3 * mesh->triangle_count;
    tl_context *context = mesh->context;
    *s = (simplifier){.context = context, .mesh = mesh, .left = mesh->triangle_count};
    uint32_t **arrays[] = {&s->corners, &s->next, &s->first, &s->last, &s->stamp, &s->piece};
    size_t sizes[] = {corners, corners, vertices, vertices, vertices, mesh->triangle_count};
    s->needed = tl_alloc_array(context, vertices, sizeof(*s->needed));
    bool room = s->needed != NULL;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        *arrays[i] = tl_alloc_array(context, sizes[i], sizeof(uint32_t));
        room = room && *arrays[i] != NULL;
    }
    if (!room) {
        return false;
    }
    memcpy(s->corners, mesh->triangles, corners * sizeof(*s->corners));
    for (uint32_t v = 0; v < vertices; v++) {
        s->first[v] = s->last[v] = NOTHING;
    }
    for (size_t c = corners; c-- > 0;) {
        uint32_t v = s->corners[c];
        s->next[c] = s->first[v];
        s->last[v] = s->first[v] == NOTHING ? (uint32_t)c : s->last[v];
        s->first[v] = (uint32_t)c;
    }
    for (size_t p = 0; p < mesh->piece_count; p++) {
        for (size_t t = 0; t < mesh->pieces[p].triangle_count; t++) {
            s->piece[mesh->pieces[p].first_triangle + t] = (uint32_t)p;
        }
    }
    return tl_scan_overlay_start(&s->overlay, mesh, s->corners);
}

static void end(simplifier *s) {
    uint32_t *arrays[] = {s->corners, s->next, s->first, s->last, s->stamp, s->piece};
    tl_free(s->context, s->needed);
    if (s->overlay.mesh != NULL) {
        tl_scan_overlay_free(&s->overlay);
    }
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
        tl_free(s->context, arrays[i]);
    }
}

/* Writes what is left back, in the order it had; `number` has room for the vertices. */
static void write_back(const simplifier *s, tl_mesh *mesh, uint32_t *number) {
    size_t triangles = 0, vertices = 0;
    memset(number, 0, mesh->vertex_count * sizeof(*number));
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 3 && !is_gone(s, (uint32_t)t); k++) {
            number[s->corners[3 * t + (size_t)k]] = 1;
        }
    }
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        if (number[v] != 0) {
            mesh->vertices[vertices] = mesh->vertices[v];
            number[v] = (uint32_t)vertices++;
        }
    }
    for (size_t p = 0; p < mesh->piece_count; p++) {
        tl_piece *piece = &mesh->pieces[p];
        size_t first = triangles;
        for (size_t t = piece->first_triangle; t < (size_t)piece->first_triangle + piece->triangle_count; t++) {
            if (!is_gone(s, (uint32_t)t)) {
                for (int k = 0; k < 3; k++) {
                    mesh->triangles[3 * triangles + (size_t)k] = number[s->corners[3 * t + (size_t)k]];
                }
                triangles++;
            }
        }
        piece->first_triangle = (uint32_t)first;
        piece->triangle_count = (uint32_t)(triangles - first);
    }
    mesh->vertex_count = vertices;
    mesh->triangle_count = triangles;
}

/* Of the work; most is done in the first pass of a round. */
static double share(int round, int pass, size_t done, size_t all) {
    double passed = 1 - 1.0 / (double)(1U << pass) + (double)done / (double)all / (double)(2U << pass);
    return (round + passed) / ROUNDS;
}

tl_status tl_scan_simplify(tl_mesh *mesh, double most, tl_simplified *simplified, tl_error *error) {
    simplifier s;
    bool stopped = false;
    *simplified = (tl_simplified){.before = mesh->triangle_count, .after = mesh->triangle_count};
    if (!(most > 0)) {
        return TL_OK;
    }
    if (!start(&s, mesh)) {
        end(&s);
        return tl_fail_memory(error);
    }
    /* what moves little goes first */
    double asked = most * (1 - 1e-9);
    for (int round = 0; round < ROUNDS && !stopped; round++) {
        double limit = asked / (double)(1U << (ROUNDS - 1 - round));
        for (int pass = 0; pass < PASSES && !stopped; pass++) {
            size_t before = s.left;
            for (uint32_t v = 0; v < mesh->vertex_count && !stopped && !s.failed; v++) {
                try_vertex(&s, v, limit * limit);
                stopped = v % 1024 == 0 &&
                          !tl_progress(mesh->context, share(round, pass, v, mesh->vertex_count), "simplifying a mesh");
            }
            if (s.left == before) {
                break;
            }
        }
    }
    if (!stopped && !s.failed) {
        simplified->after = s.left;
        simplified->bound = s.left < mesh->triangle_count ? tl_min(most, tl_scan_overlay_bound(&s.overlay)) : 0;
        write_back(&s, mesh, s.stamp);
    }
    end(&s);
    if (s.failed) {
        return tl_fail_memory(error);
    }
    return stopped ? tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "simplifying the mesh was cancelled") : TL_OK;
}
