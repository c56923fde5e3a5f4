/* pieces.c: what lies on a triangle, the segments it shares with others, and the pieces between them. */
#include "conform/pieces.h"

#include "conform/cut.h"
#include "math/predicates.h"

#include <stdlib.h>
#include <string.h>

#define CANCEL_EVERY 128
#define INSIDE       3 /* the place of a point that is on no edge */
#define NOWHERE      UINT32_MAX

/* A point on a triangle. Edge 0 runs from corner 0 to corner 1; `order` counts along it from 0 at its first corner.
 * Corner k is written as order 0 of edge k. */
typedef struct spot {
    uint32_t id;
    uint32_t order;
    uint8_t edge;
    double x, y;
} spot;

/* The points of an edge that is split, from its lower to its higher end. */
typedef struct split_edge {
    uint32_t low, high;
    size_t first;
    uint32_t count;
} split_edge;

/* A triangle that something lies on. */
typedef struct plate {
    uint32_t triangle;
    uint32_t ends[3]; /* points on each edge, plus 1: the order of its last corner */
    size_t first_spot, spot_count;
    size_t first_other, other_count;
    bool flat; /* shares more than a line with another */
} plate;

/* The outline of a part that is kept. */
typedef struct outline {
    size_t first, count;
    uint64_t hash;
} outline;

typedef struct cutter {
    tl_context *context;
    tl_complex *complex;
    tl_contacts *contacts;
    split_edge *edges;
    size_t edge_count;
    uint32_t *edge_table;
    size_t edge_table_size;
    bool *ends; /* points at which split edges end */
    plate *plates;
    size_t plate_count;
    uint32_t *plate_of;
    spot *spots;
    uint32_t *others; /* plates that meet a plate */
    bool *gone;       /* triangles that are cut */
    tl_made crossings;
    size_t first_crossing; /* points from this one on came while cutting */
    uint8_t *crossed;      /* by how many triangles, up to 3 */
    size_t crossed_count, crossed_capacity;
    /* outlines that were kept */
    outline *outlines;
    size_t outline_count, outline_capacity;
    uint64_t *lines;
    size_t line_count, line_capacity;
    uint32_t *outline_table;
    size_t outline_table_size;
    size_t misfits;
} cutter;

/* --- Places on a triangle ----- */

static double snap(double x) {
    return rint(x / TL_CUT_STEP) * TL_CUT_STEP;
}

static bool is_inside(tl_vec2 place) {
    return place.x >= TL_CUT_STEP && place.y >= TL_CUT_STEP && place.x + place.y <= 1 - TL_CUT_STEP;
}

/* --- Edges that are split ----------------------------------------------------------------------------------------- */

static int compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

static int by_edge(const void *x, const void *y) {
    const tl_split *a = x, *b = y;
    int c = compare_numbers(a->low, b->low);
    c = c != 0 ? c : compare_numbers(a->high, b->high);
    if (c == 0 && a->at != b->at) {
        c = a->at < b->at ? -1 : 1;
    }
    return c != 0 ? c : compare_numbers(a->point, b->point);
}

static int by_triangle(const void *x, const void *y) {
    const tl_inside *a = x, *b = y;
    int c = compare_numbers(a->triangle, b->triangle);
    return c != 0 ? c : compare_numbers(a->point, b->point);
}

static size_t edge_place(const cutter *c, uint32_t low, uint32_t high) {
    return (size_t)tl_mix((uint64_t)high << 32 | low) & (c->edge_table_size - 1);
}

static const split_edge *find_split_edge(const cutter *c, uint32_t a, uint32_t b) {
    if (!c->ends[a] || !c->ends[b]) {
        return NULL;
    }
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (size_t at = edge_place(c, low, high); c->edge_table[at] != NOWHERE; at = (at + 1) & (c->edge_table_size - 1)) {
        const split_edge *e = &c->edges[c->edge_table[at]];
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
        s.at = snap(s.at);
        bool same = kept > 0 && contacts->splits[kept - 1].low == s.low && contacts->splits[kept - 1].high == s.high;
        if (s.at >= TL_CUT_STEP && s.at <= 1 - TL_CUT_STEP && (!same || s.at > contacts->splits[kept - 1].at)) {
            contacts->splits[kept++] = s;
        }
    }
    contacts->split_count = kept;
}

static bool gather_edges(cutter *c) {
    tl_contacts *contacts = c->contacts;
    if (contacts->split_count > 0) {
        qsort(contacts->splits, contacts->split_count, sizeof(tl_split), by_edge);
    }
    settle_splits(contacts);
    c->edge_table_size = tl_table_size(contacts->split_count);
    c->edges = tl_alloc_array(c->context, contacts->split_count, sizeof(split_edge));
    c->edge_table = tl_alloc_array(c->context, c->edge_table_size, sizeof(uint32_t));
    c->ends = tl_alloc_array(c->context, c->complex->point_count, sizeof(bool));
    if (c->edges == NULL || c->edge_table == NULL || c->ends == NULL) {
        return false;
    }
    memset(c->edge_table, 0xFF, c->edge_table_size * sizeof(uint32_t));
    for (size_t i = 0; i < contacts->split_count; i++) {
        const tl_split *s = &contacts->splits[i];
        split_edge *last = c->edge_count > 0 ? &c->edges[c->edge_count - 1] : NULL;
        if (last != NULL && last->low == s->low && last->high == s->high) {
            last->count++;
            continue;
        }
        c->edges[c->edge_count] = (split_edge){s->low, s->high, i, 1};
        c->ends[s->low] = c->ends[s->high] = true;
        size_t at = edge_place(c, s->low, s->high);
        while (c->edge_table[at] != NOWHERE) {
            at = (at + 1) & (c->edge_table_size - 1);
        }
        c->edge_table[at] = (uint32_t)c->edge_count++;
    }
    return true;
}

/* --- What lies on a triangle -------------------------------------------------------------------------------------- */

static int by_id(const void *x, const void *y) {
    const spot *a = x, *b = y;
    int c = compare_numbers(a->id, b->id);
    c = c != 0 ? c : compare_numbers(a->edge, b->edge);
    return c != 0 ? c : compare_numbers(a->order, b->order);
}

/* Marks the triangles that contacts concern and numbers them. */
static bool gather_plates(cutter *c) {
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
            c->plate_of[i] = find_split_edge(c, corner[k], corner[(k + 1) % 3]) != NULL;
        }
        c->plate_count += c->plate_of[i];
    }
    c->plates = tl_alloc_array(c->context, c->plate_count, sizeof(plate));
    if (c->plates == NULL) {
        return false;
    }
    uint32_t n = 0;
    for (size_t i = 0; i < complex->count; i++) {
        if (c->plate_of[i] == 0) {
            c->plate_of[i] = NOWHERE;
            continue;
        }
        c->plates[n] = (plate){.triangle = (uint32_t)i};
        c->plate_of[i] = n++;
    }
    return true;
}

/* Corners, points on edges, points inside; returns how many. With `out` NULL only counts. */
static size_t put_spots(const cutter *c, plate *p, size_t *next_inside, spot *out) {
    const tl_contacts *contacts = c->contacts;
    const uint32_t *corner = c->complex->corners + 3 * (size_t)p->triangle;
    const double corner_x[3] = {0, 1, 0}, corner_y[3] = {0, 0, 1};
    size_t n = 0;
    for (uint8_t k = 0; k < 3; k++) {
        uint32_t a = corner[k], b = corner[(k + 1) % 3];
        const split_edge *e = find_split_edge(c, a, b);
        uint32_t count = e != NULL ? e->count : 0;
        p->ends[k] = count + 1;
        if (out != NULL) {
            out[n] = (spot){a, 0, k, corner_x[k], corner_y[k]};
        }
        n++;
        for (uint32_t i = 0; i < count; i++, n++) {
            if (out != NULL) {
                const tl_split *s = &contacts->splits[e->first + (a < b ? i : count - 1 - i)];
                double at = a < b ? s->at : 1 - s->at; /* exact on the grid */
                double x = k == 0 ? at : k == 1 ? 1 - at : 0, y = k == 0 ? 0 : k == 1 ? at : 1 - at;
                out[n] = (spot){s->point, i + 1, k, x, y};
            }
        }
    }
    while (*next_inside < contacts->inside_count && contacts->insides[*next_inside].triangle == p->triangle) {
        const tl_inside *i = &contacts->insides[(*next_inside)++];
        double x = snap(i->b), y = snap(i->c);
        bool again = *next_inside >= 2 && i[-1].triangle == p->triangle && i[-1].point == i->point;
        if (again || !is_inside((tl_vec2){x, y})) {
            continue;
        }
        if (out != NULL) {
            out[n] = (spot){i->point, 0, INSIDE, x, y};
        }
        n++;
    }
    return n;
}

static bool gather_spots(cutter *c) {
    tl_contacts *contacts = c->contacts;
    if (contacts->inside_count > 0) {
        qsort(contacts->insides, contacts->inside_count, sizeof(tl_inside), by_triangle);
    }
    size_t total = 0, next = 0;
    for (size_t i = 0; i < c->plate_count; i++) {
        plate *p = &c->plates[i];
        p->first_spot = total;
        p->spot_count = put_spots(c, p, &next, NULL);
        total += p->spot_count;
    }
    c->spots = tl_alloc_array(c->context, total, sizeof(spot));
    if (c->spots == NULL) {
        return false;
    }
    next = 0;
    for (size_t i = 0; i < c->plate_count; i++) {
        plate *p = &c->plates[i];
        put_spots(c, p, &next, c->spots + p->first_spot);
        qsort(c->spots + p->first_spot, p->spot_count, sizeof(spot), by_id);
    }
    return true;
}

static bool gather_others(cutter *c) {
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

/* --- Segments ----------------------------------------------------------------------------------------------------- */

/* While one triangle is cut. Points are numbered as its spots, then as crossings of segments. */
typedef struct workbench {
    tl_cut cut;
    uint32_t *segments; /* pairs of points: first their ids, then their numbers here */
    size_t segment_count, segment_capacity;
    struct extra {
        uint32_t id;
        tl_vec2 place;
    } * extras; /* points on edges of others that cross the triangle */
    size_t extra_count, extra_capacity;
    uint32_t *ids; /* of the points */
    tl_vec2 *places;
    size_t point_count, id_capacity, place_capacity;
    uint32_t *numbers; /* of the points in the cut */
    size_t number_capacity;
    /* common points with one other triangle: (edge of the other, order on it, point here) */
    uint32_t (*common)[3];
    size_t common_count, common_capacity;
    uint32_t *shared; /* the points of `common`, once each */
    size_t shared_count, shared_capacity;
    double *along; /* their places on a line */
    size_t along_capacity;
    /* points on segments: (segment, place along it, point) */
    struct bead {
        uint32_t segment, point;
        double at;
    } * beads;
    size_t bead_count, bead_capacity;
    uint32_t *sorted;
    size_t sorted_capacity;
    uint32_t *stack; /* of pieces */
    size_t stack_capacity;
    bool *seen;
    size_t seen_capacity;
    uint64_t *lines;
    size_t line_capacity;
} workbench;

static void free_top(tl_context *context, workbench *top) {
    top->cut.context = context;
    tl_cut_free(&top->cut);
    tl_free(context, top->segments);
    tl_free(context, top->extras);
    tl_free(context, top->ids);
    tl_free(context, top->places);
    tl_free(context, top->numbers);
    tl_free(context, top->common);
    tl_free(context, top->shared);
    tl_free(context, top->along);
    tl_free(context, top->beads);
    tl_free(context, top->sorted);
    tl_free(context, top->stack);
    tl_free(context, top->seen);
    tl_free(context, top->lines);
}

static bool add_common(cutter *c, workbench *top, uint32_t edge, uint32_t order, uint32_t point) {
    if (!tl_reserve(c->context, (void **)&top->common, &top->common_capacity, top->common_count + 1,
                    sizeof(*top->common))) {
        return false;
    }
    top->common[top->common_count][0] = edge;
    top->common[top->common_count][1] = order;
    top->common[top->common_count++][2] = point;
    return true;
}

/* A spot of the other triangle that is point number `mine` of this one. A corner ends two edges. */
static bool note_common(cutter *c, workbench *top, const plate *other, const spot *s, uint32_t mine) {
    if (top->shared_count == 0 || top->ids[top->shared[top->shared_count - 1]] != s->id) {
        if (!tl_reserve(c->context, (void **)&top->shared, &top->shared_capacity, top->shared_count + 1,
                        sizeof(uint32_t))) {
            return false;
        }
        top->shared[top->shared_count++] = mine;
    }
    if (s->edge == INSIDE) {
        return true;
    }
    if (s->order == 0) {
        uint32_t last = (s->edge + 2U) % 3;
        if (!add_common(c, top, last, other->ends[last], mine)) {
            return false;
        }
    }
    return add_common(c, top, s->edge, s->order, mine);
}

static size_t lower_bound(const spot *spots, size_t count, uint32_t id) {
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (spots[middle].id < id) {
            low = middle + 1;
        } else {
            count = middle;
        }
    }
    return low;
}

/* The points that lie on both, into top->shared (by their ids) and top->common. */
static bool find_common(cutter *c, workbench *top, const plate *mine, const plate *other) {
    const spot *a = c->spots + mine->first_spot, *b = c->spots + other->first_spot;
    size_t i = 0, j = 0;
    top->shared_count = top->common_count = 0;
    bool jump_a = mine->spot_count > 8 * other->spot_count, jump_b = other->spot_count > 8 * mine->spot_count;
    while (i < mine->spot_count && j < other->spot_count) {
        if (a[i].id < b[j].id) {
            i = jump_a ? i + lower_bound(a + i, mine->spot_count - i, b[j].id) : i + 1;
        } else if (a[i].id > b[j].id) {
            j = jump_b ? j + lower_bound(b + j, other->spot_count - j, a[i].id) : j + 1;
        } else if (!note_common(c, top, other, &b[j++], (uint32_t)i)) {
            return false; /* j alone: the other may have the point twice */
        }
    }
    return true;
}

/* Whether two spots lie on one edge of their triangle. */
static bool on_one_edge(const spot *a, const spot *b) {
    for (uint8_t k = 0; k < 3; k++) {
        bool first = a->edge == k || (a->edge == (k + 1) % 3 && a->order == 0);
        bool second = b->edge == k || (b->edge == (k + 1) % 3 && b->order == 0);
        if (first && second) {
            return true;
        }
    }
    return false;
}

static bool add_segment(cutter *c, workbench *top, uint32_t a, uint32_t b) {
    if (!tl_reserve(c->context, (void **)&top->segments, &top->segment_capacity, top->segment_count + 2,
                    sizeof(uint32_t))) {
        return false;
    }
    top->segments[top->segment_count++] = a < b ? a : b;
    top->segments[top->segment_count++] = a < b ? b : a;
    return true;
}

static bool add_extra(cutter *c, workbench *top, uint32_t id, tl_vec2 place) {
    if (!tl_reserve(c->context, (void **)&top->extras, &top->extra_capacity, top->extra_count + 1,
                    sizeof(*top->extras))) {
        return false;
    }
    top->extras[top->extra_count++] = (struct extra){id, place};
    return true;
}

/* The part of an edge of another triangle between two common points, a and b in the order along it. The points that
 * divide it lie on this triangle too. */
static bool add_edge_part(cutter *c, workbench *top, const plate *p, const plate *other, const uint32_t *a,
                          const uint32_t *b) {
    const spot *spots = c->spots + p->first_spot, *from = &spots[a[2]], *to = &spots[b[2]];
    if (from->id == to->id || on_one_edge(from, to)) {
        return true;
    }
    const uint32_t *corner = c->complex->corners + 3 * (size_t)other->triangle;
    uint32_t u = corner[a[0]], v = corner[(a[0] + 1) % 3], last = from->id, count = other->ends[a[0]];
    const split_edge *e = a[1] + 1 < b[1] ? find_split_edge(c, u, v) : NULL;
    const tl_split *splits = e != NULL ? &c->contacts->splits[e->first] : NULL;
    double low = 0, high = 1;
    if (e != NULL) { /* where the ends lie on it, from u to v */
        double first = a[1] > 0 ? splits[u < v ? a[1] - 1 : count - 1 - a[1]].at : u < v ? 0 : 1;
        double second = b[1] < count ? splits[u < v ? b[1] - 1 : count - 1 - b[1]].at : u < v ? 1 : 0;
        low = first;
        high = second;
    }
    for (uint32_t order = a[1] + 1; e != NULL && order < b[1]; order++) {
        const tl_split *s = &splits[u < v ? order - 1 : count - 1 - order];
        double share = (s->at - low) / (high - low);
        tl_vec2 place = {snap(from->x + share * (to->x - from->x)), snap(from->y + share * (to->y - from->y))};
        if (!is_inside(place)) {
            continue;
        }
        if (!add_extra(c, top, s->point, place) || !add_segment(c, top, last, s->point)) {
            return false;
        }
        last = s->point;
    }
    return add_segment(c, top, last, to->id);
}

static int by_edge_order(const void *x, const void *y) {
    const uint32_t *a = x, *b = y;
    int c = compare_numbers(a[0], b[0]);
    c = c != 0 ? c : compare_numbers(a[1], b[1]);
    return c != 0 ? c : compare_numbers(a[2], b[2]);
}

/* Where the common points lie along the line through the two that are farthest apart, into top->along; the greatest
 * distance from it. */
static double line_up(const cutter *c, workbench *top) {
    const tl_vec3 *points = c->complex->points;
    tl_vec3 p = points[top->ids[top->shared[0]]], q = p;
    for (int pass = 0; pass < 2; pass++) {
        double farthest = -1;
        tl_vec3 start = pass == 0 ? p : q;
        for (size_t i = 0; i < top->shared_count; i++) {
            tl_vec3 x = points[top->ids[top->shared[i]]];
            double d = tl_length_squared(tl_sub(x, start));
            if (d > farthest) {
                farthest = d;
                if (pass == 0) {
                    q = x;
                } else {
                    p = x;
                }
            }
        }
    }
    tl_vec3 d = tl_normalise(tl_sub(q, p));
    double most = 0;
    for (size_t i = 0; i < top->shared_count; i++) {
        tl_vec3 r = tl_sub(points[top->ids[top->shared[i]]], p);
        top->along[i] = tl_dot(r, d);
        most = tl_max(most, tl_length_squared(tl_sub(r, tl_scale(d, top->along[i]))));
    }
    return sqrt(most);
}

/* Joins the common points in their order along the line. Few, mostly two. */
static bool chain(cutter *c, workbench *top) {
    for (size_t i = 1; i < top->shared_count; i++) {
        for (size_t j = i; j > 0 && top->along[j] < top->along[j - 1]; j--) {
            double x = top->along[j];
            top->along[j] = top->along[j - 1];
            top->along[j - 1] = x;
            uint32_t s = top->shared[j];
            top->shared[j] = top->shared[j - 1];
            top->shared[j - 1] = s;
        }
    }
    for (size_t i = 1; i < top->shared_count; i++) {
        if (!add_segment(c, top, top->ids[top->shared[i - 1]], top->ids[top->shared[i]])) {
            return false;
        }
    }
    return true;
}

/* The segments that a triangle shares with another: parts of the other's edges, and the line in which they meet. */
static bool segments_with(cutter *c, workbench *top, plate *p, const plate *other, double reach) {
    if (!find_common(c, top, p, other)) {
        return false;
    }
    if (top->shared_count < 2) {
        return true;
    }
    if (top->common_count > 0) {
        qsort(top->common, top->common_count, sizeof(*top->common), by_edge_order);
    }
    for (size_t i = 1; i < top->common_count; i++) {
        const uint32_t *a = top->common[i - 1], *b = top->common[i];
        if (a[0] == b[0] && !add_edge_part(c, top, p, other, a, b)) {
            return false;
        }
    }
    if (!tl_reserve(c->context, (void **)&top->along, &top->along_capacity, top->shared_count, sizeof(double))) {
        return false;
    }
    if (line_up(c, top) > 4 * reach) {
        p->flat = true;
        return true;
    }
    return chain(c, top);
}

static int by_pair(const void *x, const void *y) {
    const uint32_t *a = x, *b = y;
    int c = compare_numbers(a[0], b[0]);
    return c != 0 ? c : compare_numbers(a[1], b[1]);
}

static bool add_point(cutter *c, workbench *top, uint32_t id, tl_vec2 place) {
    size_t n = top->point_count;
    if (!tl_reserve(c->context, (void **)&top->ids, &top->id_capacity, n + 1, sizeof(uint32_t)) ||
        !tl_reserve(c->context, (void **)&top->places, &top->place_capacity, n + 1, sizeof(tl_vec2))) {
        return false;
    }
    top->ids[n] = id;
    top->places[n] = place;
    top->point_count = n + 1;
    return true;
}

static int by_extra(const void *x, const void *y) {
    const struct extra *a = x, *b = y;
    int c = compare_numbers(a->id, b->id);
    if (c == 0 && a->place.x != b->place.x) {
        c = a->place.x < b->place.x ? -1 : 1;
    }
    if (c == 0 && a->place.y != b->place.y) {
        c = a->place.y < b->place.y ? -1 : 1;
    }
    return c;
}

static uint32_t number_of(const workbench *top, size_t spot_count, uint32_t id) {
    size_t low = 0, high = spot_count;
    if (top->point_count > spot_count && top->ids[spot_count] <= id) {
        const uint32_t *extra = top->ids + spot_count;
        for (low = 0, high = top->point_count - spot_count; high - low > 1;) {
            size_t middle = low + (high - low) / 2;
            if (extra[middle] <= id) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (extra[low] == id) {
            return (uint32_t)(spot_count + low);
        }
        low = 0;
        high = spot_count;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (top->ids[middle] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

/* Gives the extra points numbers and segments the numbers of their ends; parts of the triangle's own edges go. */
static bool number_segments(cutter *c, workbench *top, const plate *p) {
    const spot *spots = c->spots + p->first_spot;
    if (top->extra_count > 0) {
        qsort(top->extras, top->extra_count, sizeof(*top->extras), by_extra);
    }
    for (size_t i = 0; i < top->extra_count; i++) {
        uint32_t id = top->extras[i].id;
        size_t at = lower_bound(spots, p->spot_count, id);
        bool known = at < p->spot_count && spots[at].id == id;
        if (!known && (i == 0 || top->extras[i - 1].id != id) && !add_point(c, top, id, top->extras[i].place)) {
            return false;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < top->segment_count; i += 2) {
        uint32_t a = number_of(top, p->spot_count, top->segments[i]);
        uint32_t b = number_of(top, p->spot_count, top->segments[i + 1]);
        if (a == b || (a < p->spot_count && b < p->spot_count && on_one_edge(&spots[a], &spots[b]))) {
            continue;
        }
        top->segments[kept++] = a < b ? a : b;
        top->segments[kept++] = a < b ? b : a;
    }
    top->segment_count = kept;
    return true;
}

static void unique_segments(workbench *top) {
    size_t kept = 0;
    if (top->segment_count > 0) {
        qsort(top->segments, top->segment_count / 2, 2 * sizeof(uint32_t), by_pair);
    }
    for (size_t i = 0; i < top->segment_count; i += 2) {
        if (kept == 0 || by_pair(top->segments + kept - 2, top->segments + i) != 0) {
            top->segments[kept] = top->segments[i];
            top->segments[kept + 1] = top->segments[i + 1];
            kept += 2;
        }
    }
    top->segment_count = kept;
}

/* --- Segments that cross ------------------------------------------------------------------------------------------ */

static bool add_bead(cutter *c, workbench *top, uint32_t segment, double at, uint32_t point) {
    if (!tl_reserve(c->context, (void **)&top->beads, &top->bead_capacity, top->bead_count + 1, sizeof(*top->beads))) {
        return false;
    }
    top->beads[top->bead_count++] = (struct bead){segment, point, at};
    return true;
}

/* Where three triangles cross in a point each of them has it as a crossing. A point that fewer have must be looked at
 * again. */
static bool count_crossing(cutter *c, uint32_t id, bool bent) {
    if (bent || id < c->first_crossing) {
        c->complex->hot[id] = true;
        return true;
    }
    size_t n = id - c->first_crossing;
    if (n >= c->crossed_count) {
        if (!tl_reserve(c->context, (void **)&c->crossed, &c->crossed_capacity, n + 1, sizeof(uint8_t))) {
            return false;
        }
        memset(c->crossed + c->crossed_count, 0, n + 1 - c->crossed_count);
        c->crossed_count = n + 1;
    }
    c->crossed[n] = (uint8_t)(c->crossed[n] < 3 ? c->crossed[n] + 1 : 3);
    return true;
}

static void heat_crossings(cutter *c) {
    for (size_t n = 0; n < c->crossed_count; n++) {
        if (c->crossed[n] > 0 && c->crossed[n] < 3) {
            c->complex->hot[c->first_crossing + n] = true;
        }
    }
}

/* The crossing of two segments: the same point for every triangle that has both. Its place on the triangle is rounded
 * to the grid; in space it lies between the nearest points of both. */
static bool make_crossing(cutter *c, workbench *top, uint32_t s, uint32_t t) {
    const uint32_t *a = top->segments + 2 * s, *b = top->segments + 2 * t;
    tl_vec2 p = top->places[a[0]], d = tl_sub2(top->places[a[1]], p);
    tl_vec2 q = top->places[b[0]], e = tl_sub2(top->places[b[1]], q);
    double det = tl_cross2(d, e), at_s = tl_cross2(tl_sub2(q, p), e) / det, at_t = tl_cross2(tl_sub2(q, p), d) / det;
    if (!(at_s > 0 && at_s < 1 && at_t > 0 && at_t < 1)) {
        return true;
    }
    tl_vec2 place = tl_add2(p, tl_scale2(d, at_s));
    place = (tl_vec2){snap(place.x), snap(place.y)};
    if (!is_inside(place)) {
        return true;
    }
    const tl_vec3 *points = c->complex->points;
    tl_vec3 x = tl_lerp(points[top->ids[a[0]]], points[top->ids[a[1]]], at_s);
    tl_vec3 y = tl_lerp(points[top->ids[b[0]]], points[top->ids[b[1]]], at_t);
    uint32_t key[4] = {top->ids[a[0]], top->ids[a[1]], top->ids[b[0]], top->ids[b[1]]};
    if (by_pair(key, key + 2) > 0) {
        uint32_t turned[4] = {key[2], key[3], key[0], key[1]};
        memcpy(key, turned, sizeof(key));
    }
    uint32_t id = tl_complex_make(c->complex, &c->crossings, key, tl_lerp(x, y, 0.5));
    uint32_t point = (uint32_t)top->point_count;
    if (id != UINT32_MAX && !count_crossing(c, id, tl_distance(x, y) > c->complex->merge)) {
        return false;
    }
    return id != UINT32_MAX && add_point(c, top, id, place) && add_bead(c, top, s, at_s, point) &&
           add_bead(c, top, t, at_t, point);
}

static double low_x(const workbench *top, uint32_t s) {
    return tl_min(top->places[top->segments[2 * s]].x, top->places[top->segments[2 * s + 1]].x);
}
static double high_x(const workbench *top, uint32_t s) {
    return tl_max(top->places[top->segments[2 * s]].x, top->places[top->segments[2 * s + 1]].x);
}

static bool cross_properly(const workbench *top, uint32_t s, uint32_t t) {
    const uint32_t *a = top->segments + 2 * s, *b = top->segments + 2 * t;
    tl_vec2 p = top->places[a[0]], q = top->places[a[1]], r = top->places[b[0]], u = top->places[b[1]];
    if (tl_min(p.y, q.y) > tl_max(r.y, u.y) || tl_max(p.y, q.y) < tl_min(r.y, u.y) || a[0] == b[0] || a[0] == b[1] ||
        a[1] == b[0] || a[1] == b[1]) {
        return false;
    }
    return tl_orient2d(p, q, r) * tl_orient2d(p, q, u) < 0 && tl_orient2d(r, u, p) * tl_orient2d(r, u, q) < 0;
}

/* Sorts segment numbers by their lowest x: a heap would do, a merge is simple. */
static void sort_segments(workbench *top, size_t count) {
    uint32_t *a = top->sorted, *b = top->sorted + count;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = start + 2 * width < count ? start + 2 * width : count;
            for (size_t i = start, j = middle, k = start; k < end; k++) {
                bool left = j >= end || (i < middle && low_x(top, a[i]) <= low_x(top, a[j]));
                b[k] = left ? a[i++] : a[j++];
            }
        }
        uint32_t *swap = a;
        a = b;
        b = swap;
    }
    if (a != top->sorted) {
        memcpy(top->sorted, a, count * sizeof(*a));
    }
}

static int by_place(const void *x, const void *y) {
    const struct bead *a = x, *b = y;
    int c = compare_numbers(a->segment, b->segment);
    if (c == 0 && a->at != b->at) {
        c = a->at < b->at ? -1 : 1;
    }
    return c != 0 ? c : compare_numbers(a->point, b->point);
}

/* Where segments cross they get a common point: every segment becomes a chain. */
static bool cross_segments(cutter *c, workbench *top) {
    size_t count = top->segment_count / 2;
    top->bead_count = 0;
    if (count < 2) {
        return true;
    }
    if (!tl_reserve(c->context, (void **)&top->sorted, &top->sorted_capacity, 2 * count, sizeof(uint32_t))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        top->sorted[i] = (uint32_t)i;
    }
    sort_segments(top, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t s = top->sorted[i];
        double high = high_x(top, s);
        for (size_t j = i + 1; j < count && low_x(top, top->sorted[j]) <= high; j++) {
            uint32_t t = top->sorted[j];
            if (cross_properly(top, s < t ? s : t, s < t ? t : s) &&
                !make_crossing(c, top, s < t ? s : t, s < t ? t : s)) {
                return false;
            }
        }
    }
    if (top->bead_count > 0) {
        qsort(top->beads, top->bead_count, sizeof(*top->beads), by_place);
    }
    return true;
}

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

/* Weights measured in the triangle's plane. */
static void axes_of(const tl_vec3 p[3], tl_vec2 *x, tl_vec2 *y) {
    tl_vec3 u = tl_sub(p[1], p[0]), v = tl_sub(p[2], p[0]);
    double length = tl_length(u);
    *x = (tl_vec2){length, 0};
    *y = (tl_vec2){tl_dot(u, v) / length, tl_length(tl_cross(u, v)) / length};
}

static bool fix_chain(cutter *c, workbench *top, uint32_t a, uint32_t b) {
    bool done;
    if (!tl_cut_fix(&top->cut, top->numbers[a], top->numbers[b], &done)) {
        return false;
    }
    c->misfits += done ? 0 : 1;
    return true;
}

static bool fix_segments(cutter *c, workbench *top) {
    size_t bead = 0;
    for (uint32_t s = 0; 2 * (size_t)s < top->segment_count; s++) {
        uint32_t at = top->segments[2 * s];
        for (; bead < top->bead_count && top->beads[bead].segment == s; bead++) {
            if (!fix_chain(c, top, at, top->beads[bead].point)) {
                return false;
            }
            at = top->beads[bead].point;
        }
        if (!fix_chain(c, top, at, top->segments[2 * s + 1])) {
            return false;
        }
    }
    return true;
}

/* Puts in the corners first, as the cut wants them, then the other points. */
static bool put_points(cutter *c, workbench *top, const plate *p) {
    const spot *spots = c->spots + p->first_spot;
    if (!tl_reserve(c->context, (void **)&top->numbers, &top->number_capacity, top->point_count, sizeof(uint32_t))) {
        return false;
    }
    for (uint32_t i = 0; i < top->point_count; i++) {
        bool given = i < p->spot_count;
        if (given && spots[i].edge != INSIDE && spots[i].order == 0) {
            top->numbers[i] = spots[i].edge;
            continue;
        }
        top->numbers[i] = (uint32_t)top->cut.point_count;
        if (!tl_cut_add(&top->cut, top->places[i])) {
            return false;
        }
    }
    return true;
}

/* Cuts one triangle; the pieces are then in top->cut. */
static bool cut_plate(cutter *c, workbench *top, plate *p, double reach) {
    const tl_complex *complex = c->complex;
    const spot *spots = c->spots + p->first_spot;
    top->segment_count = top->point_count = top->extra_count = 0;
    for (size_t i = 0; i < p->spot_count; i++) {
        if (!add_point(c, top, spots[i].id, (tl_vec2){spots[i].x, spots[i].y})) {
            return false;
        }
    }
    for (size_t i = 0; i < p->other_count; i++) {
        if (!segments_with(c, top, p, &c->plates[c->others[p->first_other + i]], reach)) {
            return false;
        }
    }
    if (top->point_count == 3 && top->extra_count == 0) {
        return true;
    }
    if (!number_segments(c, top, p)) {
        return false;
    }
    unique_segments(top);
    if (!cross_segments(c, top)) {
        return false;
    }
    tl_vec3 corner[3];
    for (int k = 0; k < 3; k++) {
        corner[k] = complex->points[complex->corners[3 * (size_t)p->triangle + (size_t)k]];
    }
    tl_vec2 x, y;
    axes_of(corner, &x, &y);
    return tl_cut_start(&top->cut, c->context, x, y) && put_points(c, top, p) && fix_segments(c, top) &&
           tl_cut_improve(&top->cut);
}

/* --- Parts that lie on each other --------------------------------------------------------------------------------- */

static int by_line(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static bool grow_outlines(cutter *c) {
    size_t size = tl_table_size(2 * c->outline_count);
    uint32_t *table = tl_alloc_array(c->context, size, sizeof(uint32_t));
    if (table == NULL) {
        return false;
    }
    memset(table, 0xFF, size * sizeof(uint32_t));
    for (size_t i = 0; i < c->outline_count; i++) {
        size_t at = (size_t)c->outlines[i].hash & (size - 1);
        while (table[at] != NOWHERE) {
            at = (at + 1) & (size - 1);
        }
        table[at] = (uint32_t)i;
    }
    tl_free(c->context, c->outline_table);
    c->outline_table = table;
    c->outline_table_size = size;
    return true;
}

/* Whether an outline is new; remembers it. `lines` are its edges as pairs of ids. */
static bool keep_outline(cutter *c, uint64_t *lines, size_t count, bool *kept) {
    qsort(lines, count, sizeof(*lines), by_line);
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        hash = tl_mix(hash + lines[i]);
    }
    if (2 * c->outline_count >= c->outline_table_size && !grow_outlines(c)) {
        return false;
    }
    size_t at = (size_t)hash & (c->outline_table_size - 1);
    for (; c->outline_table[at] != NOWHERE; at = (at + 1) & (c->outline_table_size - 1)) {
        const outline *o = &c->outlines[c->outline_table[at]];
        if (o->hash == hash && o->count == count && memcmp(c->lines + o->first, lines, count * sizeof(*lines)) == 0) {
            *kept = false;
            return true;
        }
    }
    if (!tl_reserve(c->context, (void **)&c->outlines, &c->outline_capacity, c->outline_count + 1, sizeof(outline)) ||
        !tl_reserve(c->context, (void **)&c->lines, &c->line_capacity, c->line_count + count, sizeof(*lines))) {
        return false;
    }
    memcpy(c->lines + c->line_count, lines, count * sizeof(*lines));
    c->outline_table[at] = (uint32_t)c->outline_count;
    c->outlines[c->outline_count++] = (outline){c->line_count, count, hash};
    c->line_count += count;
    *kept = true;
    return true;
}

static uint64_t line_of(const workbench *top, const uint32_t *ids, uint32_t e) {
    uint32_t a = ids[top->cut.corners[e]], b = ids[top->cut.corners[e % 3 == 2 ? e - 2 : e + 1]];
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static bool emit(cutter *c, const workbench *top, uint32_t parent, const uint32_t *ids, uint32_t piece) {
    const uint32_t *k = top->cut.corners + 3 * (size_t)piece;
    uint32_t x = ids[k[0]], y = ids[k[1]], z = ids[k[2]];
    return x == y || y == z || z == x || tl_complex_add_triangle(c->complex, parent, x, y, z);
}

/* The pieces of a part, which fixed edges bound, and its outline; emits them unless it lies on another's. */
static bool emit_part(cutter *c, workbench *top, uint32_t parent, const uint32_t *ids, uint32_t start) {
    size_t count = 0, done = 0, lines = 0;
    top->stack[count++] = start;
    top->seen[start] = true;
    for (; done < count; done++) {
        for (uint32_t e = 3 * top->stack[done]; e < 3 * top->stack[done] + 3; e++) {
            uint32_t twin = top->cut.twins[e];
            if (top->cut.fixed[e] || twin == TL_CUT_NONE) {
                top->lines[lines++] = line_of(top, ids, e);
            } else if (!top->seen[twin / 3]) {
                top->seen[twin / 3] = true;
                top->stack[count++] = twin / 3;
            }
        }
    }
    bool kept;
    if (!keep_outline(c, top->lines, lines, &kept)) {
        return false;
    }
    c->complex->doubled += kept ? 0 : count;
    for (size_t i = 0; kept && i < count; i++) {
        if (!emit(c, top, parent, ids, top->stack[i])) {
            return false;
        }
    }
    return true;
}

/* The ids of the cut's points, which are numbered otherwise than the triangle's. */
static bool name_points(cutter *c, workbench *top, uint32_t **ids) {
    /* behind the numbers, in the same array */
    size_t most = top->cut.point_count;
    if (!tl_reserve(c->context, (void **)&top->numbers, &top->number_capacity, top->point_count + most,
                    sizeof(uint32_t))) {
        return false;
    }
    *ids = top->numbers + top->point_count;
    for (size_t i = 0; i < top->point_count; i++) {
        (*ids)[top->numbers[i]] = top->ids[i];
    }
    return true;
}

static bool emit_pieces(cutter *c, workbench *top, const plate *p) {
    uint32_t parent = c->complex->parents[p->triangle], *ids;
    size_t count = top->cut.count;
    if (!name_points(c, top, &ids)) {
        return false;
    }
    if (!p->flat) {
        for (uint32_t i = 0; i < count; i++) {
            if (!emit(c, top, parent, ids, i)) {
                return false;
            }
        }
        return true;
    }
    if (!tl_reserve(c->context, (void **)&top->stack, &top->stack_capacity, count, sizeof(uint32_t)) ||
        !tl_reserve(c->context, (void **)&top->seen, &top->seen_capacity, count, sizeof(bool)) ||
        !tl_reserve(c->context, (void **)&top->lines, &top->line_capacity, 3 * count, sizeof(uint64_t))) {
        return false;
    }
    memset(top->seen, 0, count * sizeof(bool));
    for (uint32_t i = 0; i < count; i++) {
        if (!top->seen[i] && !emit_part(c, top, parent, ids, i)) {
            return false;
        }
    }
    return true;
}

/* A triangle that isn't cut may still lie on a part of another. */
static bool keep_whole(cutter *c, const plate *p, bool *kept) {
    const uint32_t *corner = c->complex->corners + 3 * (size_t)p->triangle;
    uint64_t lines[3];
    *kept = true;
    for (int k = 0; k < 3; k++) {
        uint32_t a = corner[k], b = corner[(k + 1) % 3];
        lines[k] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    }
    return !p->flat || keep_outline(c, lines, 3, kept);
}

static bool handle_plate(cutter *c, workbench *top, plate *p, double reach) {
    if (!cut_plate(c, top, p, reach)) {
        return false;
    }
    if (top->point_count == 3) {
        bool kept;
        if (!keep_whole(c, p, &kept)) {
            return false;
        }
        c->gone[p->triangle] = !kept;
        c->complex->doubled += kept ? 0 : 1;
        return true;
    }
    c->gone[p->triangle] = true;
    return emit_pieces(c, top, p);
}

/* What was cut goes. Of the pieces those must be looked at again that something was bent to: the others lie where
 * their parents lay, whose contacts are all cut. */
static void drop_gone(cutter *c, size_t before) {
    tl_complex *complex = c->complex;
    complex->made = 0;
    size_t kept = 0;
    for (size_t i = 0; i < complex->count; i++) {
        if (i < before && c->gone[i]) {
            continue;
        }
        memmove(complex->corners + 3 * kept, complex->corners + 3 * i, 3 * sizeof(uint32_t));
        complex->parents[kept] = complex->parents[i];
        const uint32_t *k = complex->corners + 3 * kept;
        complex->fresh[kept] = i >= before && (complex->hot[k[0]] || complex->hot[k[1]] || complex->hot[k[2]]);
        complex->made = i < before ? kept + 1 : complex->made;
        kept++;
    }
    complex->count = kept;
}

static tl_status cut_all(cutter *c, double reach) {
    workbench top = {.point_count = 0};
    size_t before = c->complex->count;
    c->first_crossing = c->complex->point_count;
    tl_status status = TL_OK;
    c->gone = tl_alloc_array(c->context, before, sizeof(bool));
    if (c->gone == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < c->plate_count && status == TL_OK; i++) {
        if (!handle_plate(c, &top, &c->plates[i], reach)) {
            status = TL_ERROR_MEMORY;
        } else if (i % CANCEL_EVERY == 0 && !tl_go_on(c->context, "joining triangles")) {
            status = TL_ERROR_CANCELLED;
        }
    }
    free_top(c->context, &top);
    if (status == TL_OK) {
        heat_crossings(c);
        drop_gone(c, before);
    }
    return status;
}

tl_status tl_pieces_cut(tl_complex *complex, tl_contacts *contacts, double reach, size_t *misfits) {
    cutter c = {.context = complex->context, .complex = complex, .contacts = contacts};
    tl_status status = gather_edges(&c) && gather_plates(&c) && gather_spots(&c) && gather_others(&c)
                           ? cut_all(&c, reach)
                           : TL_ERROR_MEMORY;
    *misfits += c.misfits;
    tl_free(c.context, c.edges);
    tl_free(c.context, c.edge_table);
    tl_free(c.context, c.ends);
    tl_free(c.context, c.plates);
    tl_free(c.context, c.plate_of);
    tl_free(c.context, c.spots);
    tl_free(c.context, c.others);
    tl_free(c.context, c.gone);
    tl_free(c.context, c.outlines);
    tl_free(c.context, c.lines);
    tl_free(c.context, c.outline_table);
    tl_free(c.context, c.crossed);
    tl_made_free(c.context, &c.crossings);
    return status;
}
