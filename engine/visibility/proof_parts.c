/* proof_parts.c: the outline of a proof, part by part: what is hidden by whom.
 *
 * A proof is a list of pairs of cells, each with the owners that it rests on. A point of the target lies in the cells
 * of some pairs, and the other cells of these pairs cover the other body; so the owners of all these pairs together
 * hide the point from all of it. Taking the owners of more pairs is no error, only less sharp: so a polygon may take
 * those of every cell that it may overlap. */
#include "visibility/proof_parts.h"

#include "geom/geom.h"
#include "visibility/limits.h"
#include "visibility/shaft.h"

#include <stdlib.h>
#include <string.h>

#define OTHERS   ((uint32_t)1 << TL_SIGHT_PROOF_NUMBERED) /* the bit of owners without a number */
#define AS_WHOLE UINT32_MAX

typedef struct tl_proof_leaf {
    tl_cell *cell;
    uint32_t owners[TL_PROOF_OWNERS];
    size_t owner_count; /* 0: not known */
} tl_proof_leaf;

static bool keep_leaf(void *user, const tl_proved *part) {
    tl_proof_log *log = user;
    log->depth = part->depth > log->depth ? part->depth : log->depth;
    if (log->leaf_count == TL_SIGHT_PROOF_LEAVES) {
        log->overflow = true;
        return true;
    }
    if (!tl_reserve(log->context, (void **)&log->leaves, &log->leaf_capacity, log->leaf_count + 1,
                    sizeof(*log->leaves))) {
        log->failed = true;
        return false;
    }
    tl_proof_leaf *leaf = &log->leaves[log->leaf_count++];
    leaf->cell = tl_cell_share((tl_cell *)(uintptr_t)(log->of_from ? part->from : part->to));
    leaf->owner_count = part->owner_count <= TL_PROOF_OWNERS ? part->owner_count : 0;
    memcpy(leaf->owners, part->owners, leaf->owner_count * sizeof(*leaf->owners));
    return true;
}

tl_sight_recorder tl_proof_recorder(tl_proof_log *log) {
    return (tl_sight_recorder){.user = log, .proved = keep_leaf, .apart = true};
}

void tl_proof_log_free(tl_proof_log *log) {
    for (size_t i = 0; i < log->leaf_count; i++) {
        tl_cell_release(log->context, log->leaves[i].cell);
    }
    tl_free(log->context, log->leaves);
    log->leaves = NULL;
    log->leaf_count = log->leaf_capacity = 0;
}

/* --- Where the cells lie ------------------------------------------------------------------------------------------ */

/* A leaf that may overlap a triangle of the target: with one of its polygons, or as a whole. */
typedef struct overlap {
    uint32_t triangle, leaf, polygon;
} overlap;

typedef struct proof_parts_teller {
    const tl_proof_log *log;
    tl_proof_outline *outline;
    tl_cell *target; /* all triangles, above the plane */
    tl_box3 *boxes;  /* of its polygons, with room for touching */
    uint32_t *masks; /* per leaf */
    uint32_t numbered[TL_SIGHT_PROOF_NUMBERED];
    size_t numbered_count;
    uint32_t *table; /* from corners to triangle of the target plus 1, open addressing */
    size_t table_size;
    overlap *overlaps;
    size_t overlap_count, overlap_capacity;
    size_t *starts;          /* per triangle of the target */
    uint32_t *polygon_masks; /* of the outline's polygons */
    size_t mask_capacity;
    double finest;
    bool memory;
    bool cut_off; /* by the caller or the clock */
} proof_parts_teller;

static bool go_on(proof_parts_teller *t, uint64_t units) {
    tl_context *asking = t->log->asking != NULL ? t->log->asking : t->log->context;
    t->cut_off = t->cut_off || !tl_work_on(asking, units, "telling the proof");
    return !t->cut_off;
}

static uint32_t mask_of(proof_parts_teller *t, const tl_proof_leaf *leaf) {
    uint32_t mask = leaf->owner_count == 0 ? OTHERS : 0;
    for (size_t i = 0; i < leaf->owner_count; i++) {
        size_t k = 0;
        while (k < t->numbered_count && t->numbered[k] != leaf->owners[i]) {
            k++;
        }
        if (k == t->numbered_count && k < TL_SIGHT_PROOF_NUMBERED) {
            t->numbered[t->numbered_count++] = leaf->owners[i];
        }
        mask |= k < TL_SIGHT_PROOF_NUMBERED ? (uint32_t)1 << k : OTHERS;
    }
    return mask;
}

static uint64_t hash_of(const tl_vec3 *corner, size_t count) {
    uint64_t sum = count; /* the same wherever the polygon begins */
    for (size_t i = 0; i < count; i++) {
        const double numbers[3] = {corner[i].x + 0.0, corner[i].y + 0.0, corner[i].z + 0.0};
        sum += tl_hash(TL_SIGHT_PROOF_SEED, numbers, sizeof(numbers));
    }
    return sum ^ (sum >> TL_SIGHT_PROOF_FOLD);
}

static bool same_polygon(const tl_vec3 *a, const tl_vec3 *b, size_t count) {
    for (size_t shift = 0; shift < count; shift++) {
        size_t same = 0;
        while (same < count && tl_same_point(a[same], b[(same + shift) % count])) {
            same++;
        }
        if (same == count) {
            return true;
        }
    }
    return false;
}

/* The triangle of the target that a cell's polygon is, uncut; UINT32_MAX when it is none. */
static uint32_t find_whole(const proof_parts_teller *t, const tl_vec3 *corner, size_t count) {
    for (size_t at = hash_of(corner, count) & (t->table_size - 1); t->table[at] != 0;
         at = (at + 1) & (t->table_size - 1)) {
        tl_vec3 other[TL_CELL_CORNERS];
        if (tl_cell_polygon(t->target, t->table[at] - 1, other) == count && same_polygon(corner, other, count)) {
            return t->table[at] - 1;
        }
    }
    return UINT32_MAX;
}

static bool make_table(proof_parts_teller *t) {
    t->table_size = TL_SIGHT_PROOF_TABLE;
    while (t->table_size < 2 * (size_t)t->target->polygon_count) {
        t->table_size *= 2;
    }
    t->table = tl_alloc_array(t->log->context, t->table_size, sizeof(*t->table));
    for (uint32_t i = 0; t->table != NULL && i < t->target->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(t->target, i, corner);
        size_t at = hash_of(corner, count) & (t->table_size - 1);
        while (t->table[at] != 0) {
            at = (at + 1) & (t->table_size - 1);
        }
        t->table[at] = i + 1;
    }
    return t->table != NULL;
}

static tl_box3 box_of(const tl_vec3 *corner, size_t count) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, corner[i]);
    }
    return box;
}

static bool make_boxes(proof_parts_teller *t) {
    t->boxes = tl_alloc_array(t->log->context, t->target->polygon_count, sizeof(*t->boxes));
    for (uint32_t i = 0; t->boxes != NULL && i < t->target->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(t->target, i, corner);
        t->boxes[i] = tl_box3_grow(box_of(corner, count), TL_SIGHT_PROOF_TOUCHING);
    }
    return t->boxes != NULL;
}

/* Whether a polygon, drawn in a little, may overlap another. */
static bool may_overlap(const tl_vec3 *corner, size_t count, const tl_vec3 *other, size_t other_count) {
    tl_vec3 middle = {0, 0, 0}, drawn_in[TL_CELL_CORNERS + TL_SIGHT_PROOF_CUTS + 1];
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, corner[i], 1.0 / (double)count);
    }
    for (size_t i = 0; i < count; i++) {
        drawn_in[i] = tl_lerp(corner[i], middle, TL_SIGHT_PROOF_SHRUNK);
    }
    return tl_box3_overlap(tl_box3_grow(box_of(drawn_in, count), TL_SIGHT_PROOF_TOUCHING),
                           box_of(other, other_count)) &&
           !tl_shaft_hulls_apart(drawn_in, count, other, other_count, TL_SIGHT_PROOF_TOUCHING);
}

static bool add_overlap(proof_parts_teller *t, uint32_t triangle, uint32_t leaf, uint32_t polygon) {
    t->memory = t->memory && tl_reserve(t->log->context, (void **)&t->overlaps, &t->overlap_capacity,
                                        t->overlap_count + 1, sizeof(*t->overlaps));
    if (t->memory) {
        t->overlaps[t->overlap_count++] = (overlap){triangle, leaf, polygon};
    }
    return t->memory;
}

static bool place_leaf(proof_parts_teller *t, uint32_t leaf) {
    const tl_cell *cell = t->log->leaves[leaf].cell;
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(cell, i, corner);
        uint32_t whole = find_whole(t, corner, count);
        if (whole != UINT32_MAX) {
            if (!add_overlap(t, whole, leaf, AS_WHOLE)) {
                return false;
            }
            continue;
        }
        tl_box3 box = box_of(corner, count);
        if (!go_on(t, TL_SIGHT_WORK_OVERLAP + t->target->polygon_count / TL_SIGHT_BOXES_A_UNIT)) {
            return false;
        }
        for (uint32_t k = 0; k < t->target->polygon_count; k++) {
            if (!tl_box3_overlap(t->boxes[k], box)) {
                continue;
            }
            tl_vec3 base[TL_CELL_CORNERS];
            size_t base_count = tl_cell_polygon(t->target, k, base);
            if (!go_on(t, TL_SIGHT_WORK_OVERLAP) ||
                (may_overlap(base, base_count, corner, count) && !add_overlap(t, k, leaf, i))) {
                return false;
            }
        }
    }
    return true;
}

/* In the order of the triangles. */
static bool sort_overlaps(proof_parts_teller *t) {
    size_t count = t->target->polygon_count;
    t->starts = tl_alloc_array(t->log->context, count + 1, sizeof(*t->starts));
    overlap *sorted = tl_alloc_array(t->log->context, t->overlap_count, sizeof(*sorted));
    if (t->starts == NULL || sorted == NULL) {
        tl_free(t->log->context, sorted);
        return false;
    }
    for (size_t i = 0; i < t->overlap_count; i++) {
        t->starts[t->overlaps[i].triangle + 1]++;
    }
    for (size_t i = 0; i < count; i++) {
        t->starts[i + 1] += t->starts[i];
    }
    for (size_t i = t->overlap_count; i-- > 0;) {
        sorted[--t->starts[t->overlaps[i].triangle + 1]] = t->overlaps[i];
    }
    /* counted down, starts[i + 1] is where triangle i begins */
    memmove(t->starts, t->starts + 1, count * sizeof(*t->starts));
    t->starts[count] = t->overlap_count;
    tl_free(t->log->context, t->overlaps);
    t->overlaps = sorted;
    return true;
}

/* --- Cutting ------------------------------------------------------------------------------------------------------ */

static bool add_polygon(proof_parts_teller *t, const tl_vec3 *corner, size_t count, uint32_t mask) {
    tl_proof_outline *o = t->outline;
    tl_context *context = t->log->context;
    t->memory =
        t->memory &&
        tl_reserve(context, (void **)&o->points, &o->point_capacity, o->point_count + count, sizeof(*o->points)) &&
        tl_reserve(context, (void **)&o->first, &o->first_capacity, o->polygon_count + 2, sizeof(*o->first)) &&
        tl_reserve(context, (void **)&t->polygon_masks, &t->mask_capacity, o->polygon_count + 1,
                   sizeof(*t->polygon_masks));
    if (!t->memory) {
        return false;
    }
    memcpy(o->points + o->point_count, corner, count * sizeof(*corner));
    t->polygon_masks[o->polygon_count] = mask;
    o->first[o->polygon_count++] = (uint32_t)o->point_count;
    o->point_count += count;
    o->first[o->polygon_count] = (uint32_t)o->point_count;
    return true;
}

static bool overlaps_polygon(const proof_parts_teller *t, const overlap *o, const tl_vec3 *corner, size_t count) {
    if (o->polygon == AS_WHOLE) {
        return true;
    }
    tl_vec3 other[TL_CELL_CORNERS];
    size_t other_count = tl_cell_polygon(t->log->leaves[o->leaf].cell, o->polygon, other);
    return may_overlap(corner, count, other, other_count);
}

/* The owners of all leaves that may overlap the polygon; `*common` those that every one of them has. */
static uint32_t owners_over(const proof_parts_teller *t, size_t triangle, const tl_vec3 *corner, size_t count,
                            bool *even) {
    uint32_t all = 0, common = UINT32_MAX;
    for (size_t i = t->starts[triangle]; i < t->starts[triangle + 1]; i++) {
        if (overlaps_polygon(t, &t->overlaps[i], corner, count)) {
            all |= t->masks[t->overlaps[i].leaf];
            common &= t->masks[t->overlaps[i].leaf];
        }
    }
    *even = all == 0 || all == common;
    return all;
}

/* Cuts the polygon while that tells more; polygons with the same owners stay whole. Returns whether one polygon was
 * added, with the owners `*mask`. */
static bool tell_polygon(proof_parts_teller *t, size_t triangle, const tl_vec3 *corner, size_t count, int cuts,
                         uint32_t *mask) {
    bool even;
    if (!go_on(t, TL_SIGHT_WORK_OVERLAP * (1 + (uint64_t)(t->starts[triangle + 1] - t->starts[triangle])))) {
        return false;
    }
    *mask = owners_over(t, triangle, corner, count, &even);
    tl_vec3 size = tl_box3_size(box_of(corner, count));
    double longest = tl_max(size.x, tl_max(size.y, size.z));
    size_t before_polygons = t->outline->polygon_count, before_points = t->outline->point_count;
    if (even || cuts == TL_SIGHT_PROOF_CUTS || longest <= t->finest || before_polygons >= TL_SIGHT_PROOF_POLYGONS) {
        return add_polygon(t, corner, count, *mask);
    }
    tl_vec3 n = longest == size.x ? (tl_vec3){1, 0, 0} : longest == size.y ? (tl_vec3){0, 1, 0} : (tl_vec3){0, 0, 1};
    tl_vec3 low = tl_box3_centre(box_of(corner, count));
    double middle = tl_dot(n, low);
    uint32_t halves[2] = {0, 0};
    for (int i = 0; i < 2 && t->memory && !t->cut_off; i++) {
        tl_vec3 half[TL_CELL_CORNERS + TL_SIGHT_PROOF_CUTS + 1];
        double sign = i == 0 ? 1 : -1;
        size_t half_count = tl_cell_clip_polygon(corner, count, tl_scale(n, sign), sign * middle, half);
        if (half_count >= 3) {
            tell_polygon(t, triangle, half, half_count, cuts + 1, &halves[i]);
        }
    }
    if (t->memory && !t->cut_off && t->outline->polygon_count == before_polygons + 2 && halves[0] == halves[1]) {
        *mask = halves[0];
        t->outline->polygon_count = before_polygons;
        t->outline->point_count = before_points;
        return add_polygon(t, corner, count, *mask);
    }
    return t->memory;
}

/* --- Groups ------------------------------------------------------------------------------------------------------- */

static double area_of(const tl_vec3 *corner, size_t count) {
    tl_vec3 sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; i++) {
        sum = tl_add(sum, tl_cross(tl_sub(corner[i], corner[0]), tl_sub(corner[i + 1], corner[0])));
    }
    return 0.5 * tl_length(sum);
}

typedef struct group_sum {
    uint32_t mask;
    double area;
} group_sum;

/* The owner sets with the largest areas; what has none of its own joins the last. */
static size_t choose_groups(const proof_parts_teller *t, group_sum *groups) {
    const tl_proof_outline *o = t->outline;
    size_t count = 0;
    for (size_t i = 0; i < o->polygon_count; i++) {
        double area = area_of(o->points + o->first[i], o->first[i + 1] - o->first[i]);
        size_t k = 0;
        while (k < count && groups[k].mask != t->polygon_masks[i]) {
            k++;
        }
        if (k == count && count < o->polygon_count) {
            groups[count++] = (group_sum){t->polygon_masks[i], 0};
        }
        groups[k].area += area;
    }
    for (size_t i = 1; i < count; i++) { /* stable */
        for (size_t k = i; k > 0 && groups[k].area > groups[k - 1].area; k--) {
            group_sum g = groups[k];
            groups[k] = groups[k - 1];
            groups[k - 1] = g;
        }
    }
    for (size_t i = TL_PROOF_GROUPS; i < count; i++) {
        groups[TL_PROOF_GROUPS - 1].mask |= groups[i].mask;
        groups[TL_PROOF_GROUPS - 1].area += groups[i].area;
    }
    return count;
}

static void name_group(const proof_parts_teller *t, uint32_t mask, tl_proof_group *group) {
    group->others = (mask & OTHERS) != 0;
    for (size_t k = 0; k < t->numbered_count; k++) {
        if ((mask >> k & 1) == 0) {
            continue;
        }
        if (group->owner_count == TL_PROOF_OWNERS) {
            group->others = true;
            continue;
        }
        size_t at = group->owner_count++;
        for (; at > 0 && group->owners[at - 1] > t->numbered[k]; at--) {
            group->owners[at] = group->owners[at - 1];
        }
        group->owners[at] = t->numbered[k];
    }
}

typedef struct proof_parts_ranked {
    size_t group;
    double area;
    size_t polygon;
} proof_parts_ranked;

static int compare_ranked(const void *x, const void *y) {
    const proof_parts_ranked *a = x, *b = y;
    if (a->group != b->group) {
        return a->group < b->group ? -1 : 1;
    }
    if (a->area != b->area) {
        return a->area > b->area ? -1 : 1;
    }
    return a->polygon < b->polygon ? -1 : a->polygon > b->polygon;
}

/* Brings the polygons into the order of their groups, and in a group the large ones first. */
static bool group_polygons(proof_parts_teller *t) {
    tl_proof_outline *o = t->outline, sorted = {.context = o->context, .parts = o->parts, .depth = o->depth};
    tl_context *context = t->log->context;
    group_sum *sums = tl_alloc_array(context, o->polygon_count, sizeof(*sums));
    proof_parts_ranked *order = tl_alloc_array(context, o->polygon_count, sizeof(*order));
    proof_parts_teller out = {.log = t->log, .outline = &sorted, .memory = sums != NULL && order != NULL};
    size_t groups = out.memory ? choose_groups(t, sums) : 0;
    double total = 0;
    for (size_t i = 0; i < o->polygon_count && out.memory; i++) {
        size_t g = 0; /* the last group takes those that have none of their own */
        while (g < groups && g + 1 < TL_PROOF_GROUPS && sums[g].mask != t->polygon_masks[i]) {
            g++;
        }
        order[i] = (proof_parts_ranked){g, area_of(o->points + o->first[i], o->first[i + 1] - o->first[i]), i};
        total += order[i].area;
    }
    if (out.memory) {
        qsort(order, o->polygon_count, sizeof(*order), compare_ranked);
        sorted.group_count = groups < TL_PROOF_GROUPS ? groups : TL_PROOF_GROUPS;
    }
    for (size_t i = 0; i < o->polygon_count && out.memory; i++) {
        size_t from = order[i].polygon;
        tl_proof_group *group = &sorted.groups[order[i].group];
        if (group->polygon_count++ == 0) {
            group->first_polygon = i;
            name_group(t, sums[order[i].group].mask, group);
            group->fraction = total > 0 ? sums[order[i].group].area / total : 0;
        }
        add_polygon(&out, o->points + o->first[from], o->first[from + 1] - o->first[from], t->polygon_masks[from]);
    }
    tl_free(context, out.polygon_masks);
    tl_free(context, order);
    tl_free(context, sums);
    tl_proof_outline_free(o);
    *o = sorted;
    return out.memory;
}

tl_status tl_proof_outline_make(const tl_proof_log *log, const tl_bvh *target, bool above_plane, double finest,
                                tl_proof_outline *outline, tl_error *error) {
    TL_ASSERT(log->leaf_count <= TL_SIGHT_PROOF_LEAVES, "a log keeps no more pairs than there is room for");
    TL_ASSERT(finest >= 0, "polygons are cut down to a length");
    *outline = (tl_proof_outline){.context = log->context, .parts = log->leaf_count, .depth = log->depth};
    if (log->overflow) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, NULL, "the proof has more parts than can be told");
    }
    tl_cell_scratch scratch = {.context = log->context};
    proof_parts_teller t = {.log = log, .outline = outline, .finest = finest, .memory = true};
    t.target = tl_cell_from_bvh(&scratch, target, above_plane);
    t.masks = tl_alloc_array(log->context, log->leaf_count, sizeof(*t.masks));
    t.cut_off = scratch.cut_off;
    bool fine = t.target != NULL && t.masks != NULL && make_table(&t) && make_boxes(&t);
    for (size_t i = 0; i < log->leaf_count && fine; i++) {
        t.masks[i] = mask_of(&t, &log->leaves[i]);
        fine = place_leaf(&t, (uint32_t)i);
    }
    fine = fine && sort_overlaps(&t);
    for (uint32_t i = 0; fine && i < t.target->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(t.target, i, corner);
        uint32_t mask;
        tell_polygon(&t, i, corner, count, 0, &mask);
        fine = t.memory && !t.cut_off;
    }
    fine = fine && (outline->polygon_count == 0 || group_polygons(&t));
    tl_cell_release(log->context, t.target);
    tl_cell_scratch_free(&scratch);
    tl_free(log->context, t.masks);
    tl_free(log->context, t.table);
    tl_free(log->context, t.boxes);
    tl_free(log->context, t.overlaps);
    tl_free(log->context, t.starts);
    tl_free(log->context, t.polygon_masks);
    if (!fine) {
        tl_proof_outline_free(outline);
        return t.cut_off ? tl_fail_cancelled(error, "telling the proof") : tl_fail_memory(error);
    }
    return TL_OK;
}

void tl_proof_outline_free(tl_proof_outline *outline) {
    if (outline->context != NULL) {
        tl_free(outline->context, outline->points);
        tl_free(outline->context, outline->first);
        memset(outline, 0, sizeof(*outline));
    }
}
