/* loops.c: chains the open edges of a mesh to its rims. */
#include "scan/health/loops.h"

#include "base/forest.h"
#include <stdlib.h>
#include <string.h>

/* Open half-edges by one of their ends: items[first[v]] to items[first[v + 1]] are those of v, those before next[v]
 * used up. */
typedef struct by_end {
    uint32_t *items, *first, *next;
} by_end;

typedef struct chainer {
    const tl_mesh *mesh;
    by_end out, in;  /* by where they start, and by where they end */
    uint8_t *used;   /* of each half-edge */
    uint32_t *place; /* of each vertex in the chain that is being made; NOWHERE: not in it */
    uint32_t *chain; /* corners */
    uint8_t *along;  /* whether the edge behind each corner runs as its triangle does */
    size_t chain_count, open_count;
    uint32_t last;  /* the edge that was followed last */
    uint32_t *fans; /* of each corner where several rims meet, a tree to one of those it hangs together with at its
                       vertex; NULL when there is none */
    tl_scan_loops *loops;
    size_t capacity, corner_count;
} chainer;

#define NOWHERE UINT32_MAX

#define CHAINING "following open edges"

static uint32_t end_of(const tl_mesh *mesh, uint32_t h, bool far_end) {
    return far_end ? tl_half_edge_to(mesh, h) : tl_half_edge_from(mesh, h);
}

/* A counting sort, in two passes over the edges; `first` has two places more than there are vertices, all zero. */
static void sort_open(const chainer *c, const tl_half_edges *half_edges, bool far_end, by_end *sorted) {
    const tl_mesh *mesh = c->mesh;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t begin = 0; begin < half_edges->count;) {
            size_t end = tl_half_edges_run(mesh, half_edges, begin);
            uint32_t h = half_edges->order[begin];
            if (end == begin + 1 && pass == 0) {
                sorted->first[end_of(mesh, h, far_end) + 2]++;
            } else if (end == begin + 1) {
                sorted->items[sorted->first[end_of(mesh, h, far_end) + 1]++] = h;
            }
            begin = end;
        }
        for (size_t v = 2; pass == 0 && v < mesh->vertex_count + 2; v++) {
            sorted->first[v] += sorted->first[v - 1];
        }
    }
    memcpy(sorted->next, sorted->first, (mesh->vertex_count + 1) * sizeof(*sorted->next));
}

/* Takes the corners of the chain from `start` on as a loop of their own. */
static bool end_loop(chainer *c, size_t start, bool closed) {
    tl_scan_loops *loops = c->loops;
    if (!tl_reserve(c->mesh->context, (void **)&loops->holes, &c->capacity, loops->count + 1, sizeof(*loops->holes))) {
        return false;
    }
    tl_scan_hole hole = {
        .first = c->corner_count, .count = c->chain_count - start, .closed = closed, .box = tl_box3_empty()};
    size_t along = 0;
    size_t edges = hole.count - (closed ? 0 : 1);
    for (size_t i = start; i < c->chain_count; i++) {
        uint32_t v = c->chain[i];
        uint32_t next = c->chain[i + 1 < c->chain_count ? i + 1 : start];
        hole.box = tl_box3_add(hole.box, c->mesh->vertices[v]);
        if (i - start < edges) {
            hole.perimeter += tl_length(tl_sub(c->mesh->vertices[next], c->mesh->vertices[v]));
            along += c->along[i];
        }
        c->place[v] = NOWHERE;
        loops->corners[c->corner_count++] = v;
    }
    hole.against = 2 * along < edges;
    c->chain_count = start;
    loops->holes[loops->count++] = hole;
    return true;
}

/* The corner at v of the triangle of an edge that begins or ends there. */
static uint32_t corner_at(const tl_mesh *mesh, uint32_t h, uint32_t v) {
    return tl_half_edge_from(mesh, h) == v ? h : h % 3 == 2 ? h - 2 : h + 1;
}

/* How unlikely an edge at v bounds the same gap as the edge that has led there: what belongs to the same fan of
 * triangles lies on the far side of them; of the others the one at the smallest angle bounds it. */
static double distance_to(const chainer *c, uint32_t v, uint32_t h) {
    const tl_vec3 *at = c->mesh->vertices;
    uint32_t other = tl_half_edge_from(c->mesh, h) == v ? tl_half_edge_to(c->mesh, h) : tl_half_edge_from(c->mesh, h);
    tl_vec3 back = tl_sub(at[c->chain[c->chain_count - 2]], at[v]), on = tl_sub(at[other], at[v]);
    double lengths = tl_length(back) * tl_length(on);
    bool same_fan =
        tl_root_of(c->fans, corner_at(c->mesh, c->last, v)) == tl_root_of(c->fans, corner_at(c->mesh, h, v));
    return (same_fan ? 4 : 1) - (lengths > 0 ? tl_dot(back, on) / lengths : 1);
}

/* An edge at v that nobody has used yet, or NOWHERE. Where several rims meet at a corner, the one that bounds the same
 * gap as the edge that has led here. Where very many meet, any. */
static uint32_t take_edge(chainer *c, by_end *sorted, uint32_t v) {
    enum { MANY = 64 };
    while (sorted->next[v] < sorted->first[v + 1] && c->used[sorted->items[sorted->next[v]]]) {
        sorted->next[v]++;
    }
    size_t begin = sorted->next[v], end = sorted->first[v + 1];
    if (begin == end) {
        return NOWHERE;
    }
    uint32_t best = sorted->items[begin];
    bool choose = c->fans != NULL && c->chain_count > 1 && end - begin > 1 && end - begin <= MANY;
    double least = choose ? distance_to(c, v, best) : 0;
    for (size_t i = begin + 1; choose && i < end; i++) {
        uint32_t h = sorted->items[i];
        double distance = c->used[h] ? INFINITY : distance_to(c, v, h);
        if (distance < least) {
            least = distance;
            best = h;
        }
    }
    c->used[best] = 1;
    return best;
}

/* Follows open edges from a vertex until there is none left to follow. */
static bool follow(chainer *c, uint32_t v) {
    for (;;) {
        if (c->place[v] != NOWHERE && !end_loop(c, c->place[v], true)) {
            return false;
        }
        c->place[v] = (uint32_t)c->chain_count;
        c->chain[c->chain_count++] = v;
        uint32_t h = take_edge(c, &c->out, v);
        bool along = h != NOWHERE;
        h = along ? h : take_edge(c, &c->in, v);
        if (h == NOWHERE) {
            break;
        }
        c->along[c->chain_count - 1] = along;
        c->last = h;
        v = end_of(c->mesh, h, along);
    }
    if (c->chain_count > 1) {
        return end_loop(c, 0, false);
    }
    c->place[c->chain[0]] = NOWHERE;
    c->chain_count = 0;
    return true;
}

static size_t count_open(const tl_mesh *mesh, const tl_half_edges *half_edges) {
    size_t count = 0;
    for (size_t begin = 0; begin < half_edges->count;) {
        size_t end = tl_half_edges_run(mesh, half_edges, begin);
        count += end == begin + 1;
        begin = end;
    }
    return count;
}

static bool make_by_end(chainer *c, by_end *sorted) {
    tl_context *context = c->mesh->context;
    sorted->items = tl_alloc_array(context, c->open_count, sizeof(*sorted->items));
    sorted->first = tl_alloc_array(context, c->mesh->vertex_count + 2, sizeof(*sorted->first));
    sorted->next = tl_alloc_array(context, c->mesh->vertex_count + 1, sizeof(*sorted->next));
    return sorted->items != NULL && sorted->first != NULL && sorted->next != NULL;
}

static void free_by_end(const chainer *c, const by_end *sorted) {
    tl_free(c->mesh->context, sorted->items);
    tl_free(c->mesh->context, sorted->first);
    tl_free(c->mesh->context, sorted->next);
}

static bool is_crowded(const chainer *c, uint32_t v) {
    return c->out.first[v + 1] - c->out.first[v] > 1 || c->in.first[v + 1] - c->in.first[v] > 1;
}

/* Where several rims meet: which corners hang together over edges. False without memory. */
static bool gather_fans(chainer *c, const tl_half_edges *half_edges) {
    const tl_mesh *mesh = c->mesh;
    bool crowded = false;
    for (uint32_t v = 0; v < mesh->vertex_count && !crowded; v++) {
        crowded = is_crowded(c, v);
    }
    if (!crowded) {
        return true;
    }
    c->fans = tl_alloc(mesh->context, half_edges->count * sizeof(*c->fans));
    if (c->fans == NULL) {
        return false;
    }
    for (size_t i = 0; i < half_edges->count; i++) {
        c->fans[i] = (uint32_t)i;
    }
    for (size_t begin = 0; begin < half_edges->count;) {
        size_t end = tl_half_edges_run(mesh, half_edges, begin);
        uint32_t first = half_edges->order[begin];
        const uint32_t ends[2] = {tl_half_edge_from(mesh, first), tl_half_edge_to(mesh, first)};
        for (int e = 0; e < 2 && end > begin + 1; e++) {
            for (size_t i = begin + 1; is_crowded(c, ends[e]) && i < end; i++) {
                uint32_t a = tl_root_of(c->fans, corner_at(mesh, first, ends[e]));
                uint32_t b = tl_root_of(c->fans, corner_at(mesh, half_edges->order[i], ends[e]));
                c->fans[a < b ? b : a] = a < b ? a : b;
            }
        }
        begin = end;
    }
    return true;
}

static int by_perimeter(const void *a, const void *b) {
    const tl_scan_hole *p = a, *q = b;
    if (p->perimeter != q->perimeter) {
        return p->perimeter > q->perimeter ? -1 : 1;
    }
    return p->first < q->first ? -1 : 1;
}

tl_status tl_scan_loops_find(const tl_mesh *mesh, const tl_half_edges *half_edges, tl_scan_loops *loops,
                             tl_error *error) {
    tl_context *context = mesh->context;
    chainer c = {.mesh = mesh, .loops = loops, .open_count = count_open(mesh, half_edges)};
    bool cancelled = !tl_progress(context, 0, CHAINING);
    const size_t most = 2 * c.open_count + 2; /* chains that don't come back have one corner more than edges */
    *loops = (tl_scan_loops){0};
    c.used = tl_alloc_array(context, half_edges->count, 1);
    c.place = tl_alloc_array(context, mesh->vertex_count, sizeof(*c.place));
    c.chain = tl_alloc_array(context, most, sizeof(*c.chain));
    c.along = tl_alloc_array(context, most, 1);
    loops->corners = tl_alloc_array(context, most, sizeof(*loops->corners));
    bool room = make_by_end(&c, &c.out);
    bool done = make_by_end(&c, &c.in) && room && c.used != NULL && c.place != NULL && c.chain != NULL &&
                c.along != NULL && loops->corners != NULL;
    done = done && !cancelled;
    if (done) {
        memset(c.place, 0xff, mesh->vertex_count * sizeof(*c.place));
        sort_open(&c, half_edges, false, &c.out);
        cancelled = !tl_progress(context, 0, CHAINING);
        sort_open(&c, half_edges, true, &c.in);
        cancelled = cancelled || !tl_progress(context, 0, CHAINING);
        done = !cancelled && gather_fans(&c, half_edges);
    }
    for (uint32_t v = 0; done && v < mesh->vertex_count; v++) {
        cancelled = !tl_pace(context, v, mesh->vertex_count, CHAINING);
        done = !cancelled;
        while (done && c.out.next[v] < c.out.first[v + 1]) {
            done = follow(&c, v);
        }
    }
    free_by_end(&c, &c.out);
    free_by_end(&c, &c.in);
    tl_free(context, c.fans);
    tl_free(context, c.used);
    tl_free(context, c.place);
    tl_free(context, c.chain);
    tl_free(context, c.along);
    if (!done) {
        tl_scan_loops_free(mesh, loops);
        return cancelled ? tl_fail_cancelled(error, CHAINING) : tl_fail_memory(error);
    }
    if (loops->count > 1) {
        qsort(loops->holes, loops->count, sizeof(*loops->holes), by_perimeter);
    }
    return TL_OK;
}

void tl_scan_loops_free(const tl_mesh *mesh, tl_scan_loops *loops) {
    tl_free(mesh->context, loops->holes);
    tl_free(mesh->context, loops->corners);
    *loops = (tl_scan_loops){0};
}
