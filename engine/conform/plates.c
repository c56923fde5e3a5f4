/* plates.c: edges that are divided, triangles that something lies on, and what lies where on them. */
#include "conform/plates.h"

#include <stdlib.h>
#include <string.h>

/* --- Edges that are split ----------------------------------------------------------------------------------------- */

static int by_edge(const void *x, const void *y) {
    const tl_split *a = x, *b = y;
    int c = tl_compare_numbers(a->low, b->low);
    c = c != 0 ? c : tl_compare_numbers(a->high, b->high);
    if (c == 0 && a->at != b->at) {
        c = a->at < b->at ? -1 : 1;
    }
    return c != 0 ? c : tl_compare_numbers(a->point, b->point);
}

static int by_triangle(const void *x, const void *y) {
    const tl_inside *a = x, *b = y;
    int c = tl_compare_numbers(a->triangle, b->triangle);
    return c != 0 ? c : tl_compare_numbers(a->point, b->point);
}

static size_t edge_place(const tl_cutter *c, uint32_t low, uint32_t high) {
    return (size_t)tl_mix((uint64_t)high << 32 | low) & (c->edge_table_size - 1);
}

const tl_split_edge *tl_plates_split_edge(const tl_cutter *c, uint32_t a, uint32_t b) {
    if (!c->ends[a] || !c->ends[b]) {
        return NULL;
    }
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (size_t at = edge_place(c, low, high); c->edge_table[at] != TL_PLATE_NOWHERE;
         at = (at + 1) & (c->edge_table_size - 1)) {
        const tl_split_edge *e = &c->edges[c->edge_table[at]];
        if (e->low == low && e->high == high) {
            return e;
        }
    }
    return NULL;
}

/* Puts places on the grid of tl_cut; each must lie beyond the last, or its point is left out, for all triangles at the
 * edge alike. */
static void settle_splits(tl_contacts *contacts) {
    size_t kept = 0;
    for (size_t i = 0; i < contacts->split_count; i++) {
        tl_split s = contacts->splits[i];
        s.at = tl_plates_snap(s.at);
        bool same = kept > 0 && contacts->splits[kept - 1].low == s.low && contacts->splits[kept - 1].high == s.high;
        if (s.at >= TL_CUT_STEP && s.at <= 1 - TL_CUT_STEP && (!same || s.at > contacts->splits[kept - 1].at)) {
            contacts->splits[kept++] = s;
        }
    }
    contacts->split_count = kept;
}

static bool gather_edges(tl_cutter *c) {
    tl_contacts *contacts = c->contacts;
    if (contacts->split_count > 0) {
        qsort(contacts->splits, contacts->split_count, sizeof(tl_split), by_edge);
    }
    settle_splits(contacts);
    c->edge_table_size = tl_hash_table_size(contacts->split_count);
    c->edges = tl_alloc_array(c->context, contacts->split_count, sizeof(tl_split_edge));
    c->edge_table = tl_alloc_array(c->context, c->edge_table_size, sizeof(uint32_t));
    c->ends = tl_alloc_array(c->context, c->complex->point_count, sizeof(bool));
    if (c->edges == NULL || c->edge_table == NULL || c->ends == NULL) {
        return false;
    }
    memset(c->edge_table, 0xFF, c->edge_table_size * sizeof(uint32_t));
    for (size_t i = 0; i < contacts->split_count; i++) {
        const tl_split *s = &contacts->splits[i];
        tl_split_edge *last = c->edge_count > 0 ? &c->edges[c->edge_count - 1] : NULL;
        if (last != NULL && last->low == s->low && last->high == s->high) {
            last->count++;
            continue;
        }
        c->edges[c->edge_count] = (tl_split_edge){s->low, s->high, i, 1};
        c->ends[s->low] = c->ends[s->high] = true;
        size_t at = edge_place(c, s->low, s->high);
        while (c->edge_table[at] != TL_PLATE_NOWHERE) {
            at = (at + 1) & (c->edge_table_size - 1);
        }
        c->edge_table[at] = (uint32_t)c->edge_count++;
    }
    return true;
}

/* --- What lies on a triangle -------------------------------------------------------------------------------------- */

static int by_id(const void *x, const void *y) {
    const tl_plate_point *a = x, *b = y;
    int c = tl_compare_numbers(a->id, b->id);
    c = c != 0 ? c : tl_compare_numbers(a->edge, b->edge);
    return c != 0 ? c : tl_compare_numbers(a->order, b->order);
}

/* Marks the triangles that contacts concern and numbers them. */
static bool gather_plates(tl_cutter *c) {
    const tl_complex *complex = c->complex;
    const tl_contacts *contacts = c->contacts;
    c->plate_of = tl_alloc_array(c->context, complex->count, sizeof(uint32_t));
    if (c->plate_of == NULL) {
        return false;
    }
    for (size_t i = 0; i < contacts->meeting_count; i++) {
        c->plate_of[contacts->meetings[i].triangle] = c->plate_of[contacts->meetings[i].other] = 1;
    }
    for (size_t i = 0; i < contacts->inside_count; i++) {
        c->plate_of[contacts->insides[i].triangle] = 1;
    }
    for (size_t i = 0; i < complex->count; i++) {
        const uint32_t *corner = complex->corners + 3 * i;
        for (int k = 0; k < 3 && c->plate_of[i] == 0; k++) {
            c->plate_of[i] = tl_plates_split_edge(c, corner[k], corner[(k + 1) % 3]) != NULL;
        }
        c->plate_count += c->plate_of[i];
    }
    c->plates = tl_alloc_array(c->context, c->plate_count, sizeof(tl_plate));
    if (c->plates == NULL) {
        return false;
    }
    uint32_t n = 0;
    for (size_t i = 0; i < complex->count; i++) {
        if (c->plate_of[i] == 0) {
            c->plate_of[i] = TL_PLATE_NOWHERE;
            continue;
        }
        c->plates[n] = (tl_plate){.triangle = (uint32_t)i};
        c->plate_of[i] = n++;
    }
    return true;
}

/* Corners, points on edges, points inside; returns how many. With `out` NULL only counts. */
static size_t put_plate_points(const tl_cutter *c, tl_plate *p, size_t *next_inside, tl_plate_point *out) {
    const tl_contacts *contacts = c->contacts;
    const uint32_t *corner = c->complex->corners + 3 * (size_t)p->triangle;
    const double corner_x[3] = {0, 1, 0}, corner_y[3] = {0, 0, 1};
    size_t n = 0;
    for (uint8_t k = 0; k < 3; k++) {
        uint32_t a = corner[k], b = corner[(k + 1) % 3];
        const tl_split_edge *e = tl_plates_split_edge(c, a, b);
        uint32_t count = e != NULL ? e->count : 0;
        p->ends[k] = count + 1;
        if (out != NULL) {
            out[n] = (tl_plate_point){a, 0, k, corner_x[k], corner_y[k]};
        }
        n++;
        for (uint32_t i = 0; i < count; i++, n++) {
            if (out != NULL) {
                const tl_split *s = &contacts->splits[e->first + (a < b ? i : count - 1 - i)];
                double at = a < b ? s->at : 1 - s->at; /* exact on the grid */
                double x = k == 0 ? at : k == 1 ? 1 - at : 0, y = k == 0 ? 0 : k == 1 ? at : 1 - at;
                out[n] = (tl_plate_point){s->point, i + 1, k, x, y};
            }
        }
    }
    while (*next_inside < contacts->inside_count && contacts->insides[*next_inside].triangle == p->triangle) {
        const tl_inside *i = &contacts->insides[(*next_inside)++];
        double x = tl_plates_snap(i->b), y = tl_plates_snap(i->c);
        bool again = *next_inside >= 2 && i[-1].triangle == p->triangle && i[-1].point == i->point;
        if (again || !tl_plates_is_inside((tl_vec2){x, y})) {
            continue;
        }
        if (out != NULL) {
            out[n] = (tl_plate_point){i->point, 0, TL_PLATE_INSIDE, x, y};
        }
        n++;
    }
    return n;
}

static bool gather_plate_points(tl_cutter *c) {
    tl_contacts *contacts = c->contacts;
    if (contacts->inside_count > 0) {
        qsort(contacts->insides, contacts->inside_count, sizeof(tl_inside), by_triangle);
    }
    size_t total = 0, next = 0;
    for (size_t i = 0; i < c->plate_count; i++) {
        tl_plate *p = &c->plates[i];
        p->first_plate_point = total;
        p->plate_point_count = put_plate_points(c, p, &next, NULL);
        total += p->plate_point_count;
    }
    c->plate_points = tl_alloc_array(c->context, total, sizeof(tl_plate_point));
    if (c->plate_points == NULL) {
        return false;
    }
    next = 0;
    for (size_t i = 0; i < c->plate_count; i++) {
        tl_plate *p = &c->plates[i];
        put_plate_points(c, p, &next, c->plate_points + p->first_plate_point);
        qsort(c->plate_points + p->first_plate_point, p->plate_point_count, sizeof(tl_plate_point), by_id);
    }
    return true;
}

static bool gather_others(tl_cutter *c) {
    const tl_contacts *contacts = c->contacts;
    c->others = tl_alloc_array(c->context, 2 * contacts->meeting_count, sizeof(uint32_t));
    if (c->others == NULL) {
        return false;
    }
    for (size_t i = 0; i < contacts->meeting_count; i++) {
        c->plates[c->plate_of[contacts->meetings[i].triangle]].other_count++;
        c->plates[c->plate_of[contacts->meetings[i].other]].other_count++;
    }
    size_t total = 0;
    for (size_t i = 0; i < c->plate_count; i++) {
        c->plates[i].first_other = total;
        total += c->plates[i].other_count;
        c->plates[i].other_count = 0;
    }
    for (size_t i = 0; i < contacts->meeting_count; i++) {
        uint32_t t = c->plate_of[contacts->meetings[i].triangle], u = c->plate_of[contacts->meetings[i].other];
        c->others[c->plates[t].first_other + c->plates[t].other_count++] = u;
        c->others[c->plates[u].first_other + c->plates[u].other_count++] = t;
    }
    return true;
}

bool tl_plates_gather(tl_cutter *c) {
    return gather_edges(c) && gather_plates(c) && gather_plate_points(c) && gather_others(c);
}
