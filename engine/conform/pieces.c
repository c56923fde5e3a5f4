/* pieces.c: plates cut along their segments, and which of the pieces stay where parts lie on each other. */
#include "conform/pieces.h"

#include "conform/plates.h"

#include <stdlib.h>
#include <string.h>

#define CANCEL_EVERY 128

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

/* Weights measured in the triangle's plane. */
static void axes_of(const tl_vec3 p[3], tl_vec2 *x, tl_vec2 *y) {
    tl_vec3 u = tl_sub(p[1], p[0]), v = tl_sub(p[2], p[0]);
    double length = tl_length(u);
    *x = (tl_vec2){length, 0};
    *y = (tl_vec2){tl_dot(u, v) / length, tl_length(tl_cross(u, v)) / length};
}

static bool fix_chain(tl_cutter *c, tl_conform_scratch *top, uint32_t a, uint32_t b) {
    bool done;
    if (!tl_cut_fix(&top->cut, top->numbers[a], top->numbers[b], &done)) {
        return false;
    }
    c->misfits += done ? 0 : 1;
    return true;
}

static bool fix_segments(tl_cutter *c, tl_conform_scratch *top) {
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
static bool put_points(tl_cutter *c, tl_conform_scratch *top, const tl_plate *p) {
    const tl_plate_point *plate_points = c->plate_points + p->first_plate_point;
    if (!tl_reserve(c->context, (void **)&top->numbers, &top->number_capacity, top->point_count, sizeof(uint32_t))) {
        return false;
    }
    for (uint32_t i = 0; i < top->point_count; i++) {
        bool given = i < p->plate_point_count;
        if (given && plate_points[i].edge != TL_PLATE_INSIDE && plate_points[i].order == 0) {
            top->numbers[i] = plate_points[i].edge;
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
static bool cut_plate(tl_cutter *c, tl_conform_scratch *top, tl_plate *p, double reach) {
    const tl_complex *complex = c->complex;
    bool whole = false;
    if (!tl_segments_find(c, top, p, reach, &whole) || whole) {
        return whole;
    }
    if (!tl_conform_segments_cross(c, top)) {
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

static bool grow_outlines(tl_cutter *c) {
    size_t size = tl_hash_table_size(2 * c->outline_count);
    uint32_t *table = tl_alloc_array(c->context, size, sizeof(uint32_t));
    if (table == NULL) {
        return false;
    }
    memset(table, 0xFF, size * sizeof(uint32_t));
    for (size_t i = 0; i < c->outline_count; i++) {
        size_t at = (size_t)c->outlines[i].hash & (size - 1);
        while (table[at] != TL_PLATE_NOWHERE) {
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
static bool keep_outline(tl_cutter *c, uint64_t *lines, size_t count, bool *kept) {
    qsort(lines, count, sizeof(*lines), by_line);
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        hash = tl_mix(hash + lines[i]);
    }
    if (2 * c->outline_count >= c->outline_table_size && !grow_outlines(c)) {
        return false;
    }
    size_t at = (size_t)hash & (c->outline_table_size - 1);
    for (; c->outline_table[at] != TL_PLATE_NOWHERE; at = (at + 1) & (c->outline_table_size - 1)) {
        const tl_plate_outline *o = &c->outlines[c->outline_table[at]];
        if (o->hash == hash && o->count == count && memcmp(c->lines + o->first, lines, count * sizeof(*lines)) == 0) {
            *kept = false;
            return true;
        }
    }
    if (!tl_reserve(c->context, (void **)&c->outlines, &c->outline_capacity, c->outline_count + 1,
                    sizeof(tl_plate_outline)) ||
        !tl_reserve(c->context, (void **)&c->lines, &c->line_capacity, c->line_count + count, sizeof(*lines))) {
        return false;
    }
    memcpy(c->lines + c->line_count, lines, count * sizeof(*lines));
    c->outline_table[at] = (uint32_t)c->outline_count;
    c->outlines[c->outline_count++] = (tl_plate_outline){c->line_count, count, hash};
    c->line_count += count;
    *kept = true;
    return true;
}

static uint64_t line_of(const tl_conform_scratch *top, const uint32_t *ids, uint32_t e) {
    uint32_t a = ids[top->cut.corners[e]], b = ids[top->cut.corners[e % 3 == 2 ? e - 2 : e + 1]];
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static bool emit(tl_cutter *c, const tl_conform_scratch *top, uint32_t parent, const uint32_t *ids, uint32_t piece) {
    const uint32_t *k = top->cut.corners + 3 * (size_t)piece;
    uint32_t x = ids[k[0]], y = ids[k[1]], z = ids[k[2]];
    return x == y || y == z || z == x || tl_complex_add_triangle(c->complex, parent, x, y, z);
}

/* The pieces of a part, which fixed edges bound, and its outline; emits them unless it lies on another's. */
static bool emit_part(tl_cutter *c, tl_conform_scratch *top, uint32_t parent, const uint32_t *ids, uint32_t start) {
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
static bool name_points(tl_cutter *c, tl_conform_scratch *top, uint32_t **ids) {
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

static bool emit_pieces(tl_cutter *c, tl_conform_scratch *top, const tl_plate *p) {
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
static bool keep_whole(tl_cutter *c, const tl_plate *p, bool *kept) {
    const uint32_t *corner = c->complex->corners + 3 * (size_t)p->triangle;
    uint64_t lines[3];
    *kept = true;
    for (int k = 0; k < 3; k++) {
        uint32_t a = corner[k], b = corner[(k + 1) % 3];
        lines[k] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    }
    return !p->flat || keep_outline(c, lines, 3, kept);
}

static bool handle_plate(tl_cutter *c, tl_conform_scratch *top, tl_plate *p, double reach) {
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
static void drop_gone(tl_cutter *c, size_t before) {
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

static tl_status cut_all(tl_cutter *c, double reach) {
    tl_conform_scratch top = {.point_count = 0};
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
    tl_conform_scratch_free(c->context, &top);
    if (status == TL_OK) {
        tl_crossings_heat(c);
        drop_gone(c, before);
    }
    return status;
}

tl_status tl_conform_cut_pieces(tl_complex *complex, tl_contacts *contacts, double reach, size_t *misfits) {
    tl_cutter c = {.context = complex->context, .complex = complex, .contacts = contacts};
    tl_status status = tl_plates_gather(&c) ? cut_all(&c, reach) : TL_ERROR_MEMORY;
    *misfits += c.misfits;
    tl_free(c.context, c.edges);
    tl_free(c.context, c.edge_table);
    tl_free(c.context, c.ends);
    tl_free(c.context, c.plates);
    tl_free(c.context, c.plate_of);
    tl_free(c.context, c.plate_points);
    tl_free(c.context, c.others);
    tl_free(c.context, c.gone);
    tl_free(c.context, c.outlines);
    tl_free(c.context, c.lines);
    tl_free(c.context, c.outline_table);
    tl_free(c.context, c.crossed);
    tl_complex_points_free(c.context, &c.crossings);
    return status;
}
