/* segments.c: what a plate has in common with the others that meet it: parts of their edges, and the lines in which
 * they meet. */
#include "conform/plates.h"

#include <stdlib.h>
#include <string.h>

void tl_conform_scratch_free(tl_context *context, tl_conform_scratch *top) {
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

static bool add_common(tl_cutter *c, tl_conform_scratch *top, uint32_t edge, uint32_t order, uint32_t point) {
    if (!tl_reserve(c->context, (void **)&top->common, &top->common_capacity, top->common_count + 1,
                    sizeof(*top->common))) {
        return false;
    }
    top->common[top->common_count][0] = edge;
    top->common[top->common_count][1] = order;
    top->common[top->common_count++][2] = point;
    return true;
}

/* A point of the other triangle that is point number `mine` of this one. A corner ends two edges. */
static bool note_common(tl_cutter *c, tl_conform_scratch *top, const tl_plate *other, const tl_plate_point *s,
                        uint32_t mine) {
    if (top->shared_count == 0 || top->ids[top->shared[top->shared_count - 1]] != s->id) {
        if (!tl_reserve(c->context, (void **)&top->shared, &top->shared_capacity, top->shared_count + 1,
                        sizeof(uint32_t))) {
            return false;
        }
        top->shared[top->shared_count++] = mine;
    }
    if (s->edge == TL_PLATE_INSIDE) {
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

static size_t lower_bound(const tl_plate_point *plate_points, size_t count, uint32_t id) {
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (plate_points[middle].id < id) {
            low = middle + 1;
        } else {
            count = middle;
        }
    }
    return low;
}

/* The points that lie on both, into top->shared (by their ids) and top->common. */
static bool find_common(tl_cutter *c, tl_conform_scratch *top, const tl_plate *mine, const tl_plate *other) {
    const tl_plate_point *a = c->plate_points + mine->first_plate_point,
                         *b = c->plate_points + other->first_plate_point;
    size_t i = 0, j = 0;
    top->shared_count = top->common_count = 0;
    bool jump_a = mine->plate_point_count > 8 * other->plate_point_count,
         jump_b = other->plate_point_count > 8 * mine->plate_point_count;
    while (i < mine->plate_point_count && j < other->plate_point_count) {
        if (a[i].id < b[j].id) {
            i = jump_a ? i + lower_bound(a + i, mine->plate_point_count - i, b[j].id) : i + 1;
        } else if (a[i].id > b[j].id) {
            j = jump_b ? j + lower_bound(b + j, other->plate_point_count - j, a[i].id) : j + 1;
        } else if (!note_common(c, top, other, &b[j++], (uint32_t)i)) {
            return false; /* j alone: the other may have the point twice */
        }
    }
    return true;
}

/* Whether two of them lie on one edge of their triangle. */
static bool on_one_edge(const tl_plate_point *a, const tl_plate_point *b) {
    for (uint8_t k = 0; k < 3; k++) {
        bool first = a->edge == k || (a->edge == (k + 1) % 3 && a->order == 0);
        bool second = b->edge == k || (b->edge == (k + 1) % 3 && b->order == 0);
        if (first && second) {
            return true;
        }
    }
    return false;
}

static bool add_segment(tl_cutter *c, tl_conform_scratch *top, uint32_t a, uint32_t b) {
    if (!tl_reserve(c->context, (void **)&top->segments, &top->segment_capacity, top->segment_count + 2,
                    sizeof(uint32_t))) {
        return false;
    }
    top->segments[top->segment_count++] = a < b ? a : b;
    top->segments[top->segment_count++] = a < b ? b : a;
    return true;
}

static bool add_extra(tl_cutter *c, tl_conform_scratch *top, uint32_t id, tl_vec2 place) {
    if (!tl_reserve(c->context, (void **)&top->extras, &top->extra_capacity, top->extra_count + 1,
                    sizeof(*top->extras))) {
        return false;
    }
    top->extras[top->extra_count++] = (struct extra){id, place};
    return true;
}

/* The part of an edge of another triangle between two common points, a and b in the order along it. The points that
 * divide it lie on this triangle too. */
static bool add_edge_part(tl_cutter *c, tl_conform_scratch *top, const tl_plate *p, const tl_plate *other,
                          const uint32_t *a, const uint32_t *b) {
    const tl_plate_point *plate_points = c->plate_points + p->first_plate_point, *from = &plate_points[a[2]],
                         *to = &plate_points[b[2]];
    if (from->id == to->id || on_one_edge(from, to)) {
        return true;
    }
    const uint32_t *corner = c->complex->corners + 3 * (size_t)other->triangle;
    uint32_t u = corner[a[0]], v = corner[(a[0] + 1) % 3], last = from->id, count = other->ends[a[0]];
    const tl_split_edge *e = a[1] + 1 < b[1] ? tl_plates_split_edge(c, u, v) : NULL;
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
        tl_vec2 place = {tl_plates_snap(from->x + share * (to->x - from->x)),
                         tl_plates_snap(from->y + share * (to->y - from->y))};
        if (!tl_plates_is_inside(place)) {
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
    int c = tl_compare_numbers(a[0], b[0]);
    c = c != 0 ? c : tl_compare_numbers(a[1], b[1]);
    return c != 0 ? c : tl_compare_numbers(a[2], b[2]);
}

/* Where the common points lie along the line through the two that are farthest apart, into top->along; the greatest
 * distance from it. */
static double line_up(const tl_cutter *c, tl_conform_scratch *top) {
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
static bool chain(tl_cutter *c, tl_conform_scratch *top) {
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
static bool segments_with(tl_cutter *c, tl_conform_scratch *top, tl_plate *p, const tl_plate *other, double reach) {
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

int tl_segments_order(const void *x, const void *y) {
    const uint32_t *a = x, *b = y;
    int c = tl_compare_numbers(a[0], b[0]);
    return c != 0 ? c : tl_compare_numbers(a[1], b[1]);
}

bool tl_conform_scratch_add_point(tl_cutter *c, tl_conform_scratch *top, uint32_t id, tl_vec2 place) {
    TL_ASSERT(place.x >= 0 && place.y >= 0 && place.x + place.y <= 1, "a point of a plate lies in it");
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
    int c = tl_compare_numbers(a->id, b->id);
    if (c == 0 && a->place.x != b->place.x) {
        c = a->place.x < b->place.x ? -1 : 1;
    }
    if (c == 0 && a->place.y != b->place.y) {
        c = a->place.y < b->place.y ? -1 : 1;
    }
    return c;
}

static uint32_t number_of(const tl_conform_scratch *top, size_t plate_point_count, uint32_t id) {
    size_t low = 0, high = plate_point_count;
    if (top->point_count > plate_point_count && top->ids[plate_point_count] <= id) {
        const uint32_t *extra = top->ids + plate_point_count;
        for (low = 0, high = top->point_count - plate_point_count; high - low > 1;) {
            size_t middle = low + (high - low) / 2;
            if (extra[middle] <= id) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (extra[low] == id) {
            return (uint32_t)(plate_point_count + low);
        }
        low = 0;
        high = plate_point_count;
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
static bool number_segments(tl_cutter *c, tl_conform_scratch *top, const tl_plate *p) {
    const tl_plate_point *plate_points = c->plate_points + p->first_plate_point;
    if (top->extra_count > 0) {
        qsort(top->extras, top->extra_count, sizeof(*top->extras), by_extra);
    }
    for (size_t i = 0; i < top->extra_count; i++) {
        uint32_t id = top->extras[i].id;
        size_t at = lower_bound(plate_points, p->plate_point_count, id);
        bool known = at < p->plate_point_count && plate_points[at].id == id;
        if (!known && (i == 0 || top->extras[i - 1].id != id) &&
            !tl_conform_scratch_add_point(c, top, id, top->extras[i].place)) {
            return false;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < top->segment_count; i += 2) {
        uint32_t a = number_of(top, p->plate_point_count, top->segments[i]);
        uint32_t b = number_of(top, p->plate_point_count, top->segments[i + 1]);
        if (a == b ||
            (a < p->plate_point_count && b < p->plate_point_count && on_one_edge(&plate_points[a], &plate_points[b]))) {
            continue;
        }
        top->segments[kept++] = a < b ? a : b;
        top->segments[kept++] = a < b ? b : a;
    }
    top->segment_count = kept;
    return true;
}

static void unique_segments(tl_conform_scratch *top) {
    size_t kept = 0;
    if (top->segment_count > 0) {
        qsort(top->segments, top->segment_count / 2, 2 * sizeof(uint32_t), tl_segments_order);
    }
    for (size_t i = 0; i < top->segment_count; i += 2) {
        if (kept == 0 || tl_segments_order(top->segments + kept - 2, top->segments + i) != 0) {
            top->segments[kept] = top->segments[i];
            top->segments[kept + 1] = top->segments[i + 1];
            kept += 2;
        }
    }
    top->segment_count = kept;
}

bool tl_segments_find(tl_cutter *c, tl_conform_scratch *top, tl_plate *p, double reach, bool *whole) {
    const tl_plate_point *plate_points = c->plate_points + p->first_plate_point;
    top->segment_count = top->point_count = top->extra_count = 0;
    for (size_t i = 0; i < p->plate_point_count; i++) {
        if (!tl_conform_scratch_add_point(c, top, plate_points[i].id,
                                          (tl_vec2){plate_points[i].x, plate_points[i].y})) {
            return false;
        }
    }
    for (size_t i = 0; i < p->other_count; i++) {
        if (!segments_with(c, top, p, &c->plates[c->others[p->first_other + i]], reach)) {
            return false;
        }
    }
    *whole = top->point_count == 3 && top->extra_count == 0;
    if (!*whole) {
        if (!number_segments(c, top, p)) {
            return false;
        }
        unique_segments(top);
    }
    return true;
}
