/* simplify.c: drawing vertices into their neighbours, nearest first. */
#include "mesh/simplify.h"

#include <string.h>

#define NOTHING UINT32_MAX

enum { MOST_ROUND = 24, ROUNDS = 4, PASSES = 6 }; /* vertices with more triangles stay */

typedef struct simplifier {
    tl_context *context;
    const tl_mesh *mesh;
    uint32_t *corners; /* of the triangles as they are now; the first NOTHING: gone */
    uint32_t *first;   /* per vertex: a corner (3 * triangle + k) that was its own or was drawn into it; a list */
    uint32_t *last;    /* ... and the end of that list */
    uint32_t *next;    /* per corner */
    uint32_t *member;  /* per vertex: the first original vertex it stands for, itself included; a list */
    uint32_t *last_member;
    uint32_t *next_member;
    uint32_t *piece; /* per triangle */
    uint32_t *stamp; /* per vertex */
    uint32_t now;
    size_t left;
    double bound2;
} simplifier;

/* The triangles round a vertex: their corners behind and before it run once round. */
typedef struct disc {
    uint32_t triangle[MOST_ROUND], from[MOST_ROUND], to[MOST_ROUND];
    size_t count;
} disc;

static bool is_gone(const simplifier *s, uint32_t triangle) {
    return s->corners[3 * (size_t)triangle] == NOTHING;
}

/* Takes the live triangles of a vertex, and forgets the others in its list. False when there are too many. */
static bool gather(simplifier *s, uint32_t v, disc *d) {
    uint32_t before = NOTHING, c = s->first[v];
    d->count = 0;
    while (c != NOTHING) {
        uint32_t after = s->next[c], t = c / 3;
        if (is_gone(s, t) || s->corners[c] != v) {
            if (before == NOTHING) {
                s->first[v] = after;
            } else {
                s->next[before] = after;
            }
            s->last[v] = after == NOTHING ? before : s->last[v];
        } else {
            if (d->count == MOST_ROUND) {
                return false;
            }
            const uint32_t *k = s->corners + 3 * (size_t)t;
            uint32_t at = c % 3;
            d->triangle[d->count] = t;
            d->from[d->count] = k[(at + 1) % 3];
            d->to[d->count++] = k[(at + 2) % 3];
            before = c;
        }
        c = after;
    }
    return true;
}

/* Whether they are one disc, of one piece, with the vertex inside. */
static bool is_disc(const simplifier *s, const disc *d) {
    if (d->count < 3) {
        return false;
    }
    size_t steps = 0;
    uint32_t at = d->from[0];
    do {
        size_t found = 0, where = 0;
        for (size_t i = 0; i < d->count; i++) {
            if (d->from[i] == at) {
                found++;
                where = i;
            }
            if (s->piece[d->triangle[i]] != s->piece[d->triangle[0]]) {
                return false;
            }
        }
        if (found != 1 || ++steps > d->count) {
            return false;
        }
        at = d->to[where];
    } while (at != d->from[0]);
    return steps == d->count;
}

/* Marks the neighbours of a vertex; walks its whole list, which may be long. */
static void mark_neighbours(simplifier *s, uint32_t v) {
    s->now++;
    for (uint32_t c = s->first[v]; c != NOTHING; c = s->next[c]) {
        const uint32_t *k = s->corners + 3 * (size_t)(c / 3);
        for (int i = 0; k[0] != NOTHING && s->corners[c] == v && i < 3; i++) {
            if (k[i] != v) {
                s->stamp[k[i]] = s->now;
            }
        }
    }
}

/* Whether some triangle has these three corners and not the vertex u. */
static bool has_triangle(const simplifier *s, uint32_t v, uint32_t x, uint32_t y) {
    for (uint32_t c = s->first[v]; c != NOTHING; c = s->next[c]) {
        const uint32_t *k = s->corners + 3 * (size_t)(c / 3);
        if (k[0] != NOTHING && s->corners[c] == v && (k[0] == x || k[1] == x || k[2] == x) &&
            (k[0] == y || k[1] == y || k[2] == y)) {
            return true;
        }
    }
    return false;
}

/* The link condition: the two have no neighbours in common but the two beside their edge, nor those an edge that both
 * look at. */
static bool may_join(simplifier *s, const disc *d, uint32_t v) {
    uint32_t beside[2] = {NOTHING, NOTHING};
    size_t common = 0, edges = 0;
    mark_neighbours(s, v);
    for (size_t i = 0; i < d->count; i++) {
        common += s->stamp[d->from[i]] == s->now;
        if (d->from[i] == v) {
            beside[0] = d->to[i];
            edges++;
        }
        if (d->to[i] == v) {
            beside[1] = d->from[i];
            edges++;
        }
    }
    return edges == 2 && common == 2 && beside[0] != beside[1] &&
           (d->count > 3 || !has_triangle(s, v, beside[0], beside[1]));
}

/* Triangles that stay must not turn over, nor become needles. */
static bool stays_flat(const simplifier *s, const disc *d, uint32_t u, uint32_t v) {
    const tl_vec3 *at = s->mesh->vertices;
    for (size_t i = 0; i < d->count; i++) {
        if (d->from[i] == v || d->to[i] == v) {
            continue;
        }
        tl_vec3 a = at[d->from[i]], b = at[d->to[i]], edge = tl_sub(b, a);
        tl_vec3 old = tl_cross(tl_sub(a, at[u]), tl_sub(b, at[u])), new = tl_cross(tl_sub(a, at[v]), tl_sub(b, at[v]));
        double longest2 = tl_max(tl_dot(edge, edge),
                                 tl_max(tl_length_squared(tl_sub(a, at[v])), tl_length_squared(tl_sub(b, at[v]))));
        double area2 = tl_length_squared(new);
        if (!(area2 > 1e-4 * longest2 * longest2) || !(tl_dot(old, new) > 0.3 * sqrt(tl_length_squared(old) * area2))) {
            return false;
        }
    }
    return true;
}

/* How far, squared, what u stands for would be moved. */
static double moved2(const simplifier *s, uint32_t u, tl_vec3 to) {
    double most = 0;
    for (uint32_t m = s->member[u]; m != NOTHING; m = s->next_member[m]) {
        most = tl_max(most, tl_length_squared(tl_sub(s->mesh->vertices[m], to)));
    }
    return most;
}

static void draw_into(simplifier *s, const disc *d, uint32_t u, uint32_t v) {
    for (size_t i = 0; i < d->count; i++) {
        uint32_t *k = s->corners + 3 * (size_t)d->triangle[i];
        if (d->from[i] == v || d->to[i] == v) {
            k[0] = NOTHING;
            s->left--;
        } else {
            for (int c = 0; c < 3; c++) {
                k[c] = k[c] == u ? v : k[c];
            }
        }
    }
    if (s->first[u] != NOTHING) {
        s->next[s->last[u]] = s->first[v];
        s->last[v] = s->first[v] == NOTHING ? s->last[u] : s->last[v];
        s->first[v] = s->first[u];
        s->first[u] = s->last[u] = NOTHING;
    }
    s->next_member[s->last_member[u]] = s->member[v];
    s->last_member[v] = s->member[v] == NOTHING ? s->last_member[u] : s->last_member[v];
    s->member[v] = s->member[u];
    s->member[u] = NOTHING;
}

/* Draws a vertex into the neighbour that takes it least far. */
static bool try_vertex(simplifier *s, uint32_t u, double most2) {
    disc d;
    uint32_t best = NOTHING;
    double least = most2;
    if (s->first[u] == NOTHING || !gather(s, u, &d) || !is_disc(s, &d)) {
        return false;
    }
    for (size_t i = 0; i < d.count; i++) {
        double by = moved2(s, u, s->mesh->vertices[d.from[i]]);
        if ((by < least || (by == least && best != NOTHING && d.from[i] < best)) && stays_flat(s, &d, u, d.from[i]) &&
            may_join(s, &d, d.from[i])) {
            least = by;
            best = d.from[i];
        }
    }
    if (best == NOTHING) {
        return false;
    }
    s->bound2 = tl_max(s->bound2, least);
    draw_into(s, &d, u, best);
    return true;
}

/* --- Begin and end ------------------------------------------------------------------------------------------------ */

static bool start(simplifier *s, const tl_mesh *mesh) {
    size_t vertices = mesh->vertex_count, corners = 3 * mesh->triangle_count;
    tl_context *context = mesh->context;
    *s = (simplifier){.context = context, .mesh = mesh, .left = mesh->triangle_count};
    uint32_t **arrays[] = {&s->corners,     &s->next,        &s->first, &s->last, &s->member,
                           &s->last_member, &s->next_member, &s->stamp, &s->piece};
    size_t sizes[] = {
        corners, corners, vertices, vertices, vertices, vertices, vertices, vertices, mesh->triangle_count};
    bool room = true;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        *arrays[i] = tl_alloc_array(context, sizes[i], sizeof(uint32_t));
        room = room && *arrays[i] != NULL;
    }
    if (!room) {
        return false;
    }
    memcpy(s->corners, mesh->triangles, corners * sizeof(*s->corners));
    for (uint32_t v = 0; v < vertices; v++) {
        s->first[v] = s->last[v] = s->next_member[v] = NOTHING;
        s->member[v] = s->last_member[v] = v;
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
    return true;
}

static void end(simplifier *s) {
    uint32_t *arrays[] = {s->corners,     s->next,        s->first, s->last, s->member,
                          s->last_member, s->next_member, s->stamp, s->piece};
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

tl_status tl_mesh_simplify(tl_mesh *mesh, double most, tl_simplified *simplified, tl_error *error) {
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
            for (uint32_t v = 0; v < mesh->vertex_count && !stopped; v++) {
                try_vertex(&s, v, limit * limit);
                stopped = v % 4096 == 0 && !tl_progress(mesh->context, 0, "simplifying a mesh");
            }
            if (s.left == before) {
                break;
            }
        }
    }
    if (!stopped) {
        write_back(&s, mesh, s.stamp);
        simplified->after = s.left;
        simplified->bound = tl_min(most, sqrt(s.bound2) * (1 + 1e-9));
    }
    end(&s);
    return stopped ? tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "simplifying the mesh was cancelled") : TL_OK;
}
