/* target.c: polygons, sampled by area and divided at the middle of their centres. */
#include "cover/target.h"

#include "cover/limits.h"

#include <string.h>

void tl_target_start(tl_target *target, tl_context *context) {
    *target = (tl_target){.context = context};
}

bool tl_target_add(tl_target *target, const tl_vec3 *corners, size_t count) {
    TL_ASSERT(count > 0 && count <= TL_CELL_CORNERS, "a polygon has corners, and no more than there is room for");
    if (!tl_reserve(target->context, (void **)&target->corners, &target->corner_capacity, target->corner_count + count,
                    sizeof(tl_vec3)) ||
        !tl_reserve(target->context, (void **)&target->starts, &target->start_capacity, (size_t)target->count + 2,
                    sizeof(uint32_t))) {
        return false;
    }
    memcpy(target->corners + target->corner_count, corners, count * sizeof(tl_vec3));
    target->starts[target->count++] = (uint32_t)target->corner_count;
    target->corner_count += count;
    target->starts[target->count] = (uint32_t)target->corner_count;
    return true;
}

size_t tl_target_take(tl_target *target, tl_vec3 *corners) {
    TL_ASSERT(target->count > 0, "there is a polygon to take");
    size_t count;
    const tl_vec3 *last = tl_target_polygon(target, target->count - 1, &count);
    memcpy(corners, last, count * sizeof(tl_vec3));
    target->count--;
    target->corner_count -= count;
    return count;
}

tl_vec3 tl_target_polygon_span(const tl_vec3 *corners, size_t count) {
    tl_vec3 sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; i++) {
        sum = tl_add(sum, tl_cross(tl_sub(corners[i], corners[0]), tl_sub(corners[i + 1], corners[0])));
    }
    return tl_scale(sum, 0.5);
}

bool tl_target_polygon_halve(const tl_vec3 *corners, size_t count, double least, tl_vec3 half[2][TL_POLYGON_HALF],
                             size_t counts[2]) {
    TL_ASSERT(count >= 1 && count <= TL_CELL_CORNERS + 2,
              "a polygon that is halved has corners, and no more than there is room for");
    TL_ASSERT(least >= 0, "polygons are halved down to a length");
    tl_box3 box = tl_cover_box_of_points(corners, count);
    tl_vec3 size = tl_box3_size(box);
    if (count < 3 || count > TL_CELL_CORNERS || tl_length(size) <= least) {
        return false;
    }
    tl_vec3 axis = size.x >= size.y && size.x >= size.z ? (tl_vec3){1, 0, 0}
                   : size.y >= size.z                   ? (tl_vec3){0, 1, 0}
                                                        : (tl_vec3){0, 0, 1};
    double offset = tl_dot(axis, tl_box3_centre(box));
    counts[0] = tl_cell_clip_polygon(corners, count, axis, offset, half[0]);
    counts[1] = tl_cell_clip_polygon(corners, count, tl_scale(axis, -1), -offset, half[1]);
    return counts[0] >= 3 && counts[1] >= 3;
}

static tl_box3 box_of_run(const tl_target *target, uint32_t first, uint32_t count) {
    tl_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = first; i < first + count; i++) {
        const tl_box3 *box = &target->boxes[target->order[i]];
        const tl_vec3 ends[4] = {low, box->low, high, box->high};
        low = tl_cover_box_of_points(ends, 2).low;
        high = tl_cover_box_of_points(ends + 2, 2).high;
    }
    return (tl_box3){low, high};
}

bool tl_target_ready(tl_target *target) {
    target->spans = tl_alloc_array(target->context, target->count, sizeof(tl_vec3));
    target->areas = tl_alloc_array(target->context, target->count, sizeof(double));
    target->order = tl_alloc_array(target->context, target->count, sizeof(uint32_t));
    target->boxes = tl_alloc_array(target->context, target->count, sizeof(tl_box3));
    if (target->spans == NULL || target->areas == NULL || target->order == NULL || target->boxes == NULL ||
        !tl_reserve(target->context, (void **)&target->nodes, &target->node_capacity, 1, sizeof(tl_target_node))) {
        return false;
    }
    double area = 0;
    for (uint32_t i = 0; i < target->count; i++) {
        size_t count;
        const tl_vec3 *corner = tl_target_polygon(target, i, &count);
        target->spans[i] = tl_target_polygon_span(corner, count);
        area += tl_length(target->spans[i]);
        target->areas[i] = area;
        target->order[i] = i;
        target->boxes[i] = tl_cover_box_of_points(corner, count);
    }
    target->nodes[0] = (tl_target_node){.count = target->count, .box = box_of_run(target, 0, target->count)};
    target->node_count = 1;
    target->diameter =
        target->count > 0 ? tl_length(tl_box3_size(target->nodes[0].box)) * (1 + TL_SIGHT_DIAMETER_ROUNDING) : 0;
    return true;
}

void tl_target_free(tl_target *target) {
    tl_free(target->context, target->corners);
    tl_free(target->context, target->starts);
    tl_free(target->context, target->spans);
    tl_free(target->context, target->areas);
    tl_free(target->context, target->order);
    tl_free(target->context, target->boxes);
    tl_free(target->context, target->nodes);
    *target = (tl_target){.context = target->context};
}

static double coordinate(tl_vec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/* Twice the middle of a polygon's extent along an axis. */
static double place(const tl_target *target, uint32_t polygon, int axis) {
    const tl_box3 *box = &target->boxes[polygon];
    return coordinate(box->low, axis) + coordinate(box->high, axis);
}

/* Moves the polygons below the middle to the front; returns how many there are. */
static uint32_t part(const tl_target *target, const tl_target_node *node, int axis) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        double at = place(target, target->order[i], axis);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    uint32_t front = 0;
    double middle = 0.5 * (low + high);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (place(target, target->order[i], axis) < middle) {
            uint32_t polygon = target->order[i];
            target->order[i] = target->order[node->first + front];
            target->order[node->first + front++] = polygon;
        }
    }
    return front > 0 && front < node->count ? front : node->count / 2;
}

bool tl_target_divide(tl_target *target, uint32_t at) {
    TL_ASSERT(at < target->node_count, "the node is one of the target's");
    TL_ASSERT(target->nodes[at].count >= 2, "a node that is divided has two polygons or more");
    if (target->nodes[at].children != 0) {
        return true;
    }
    if (!tl_reserve(target->context, (void **)&target->nodes, &target->node_capacity, target->node_count + 2,
                    sizeof(tl_target_node))) {
        return false;
    }
    tl_target_node *node = &target->nodes[at];
    tl_vec3 size = tl_box3_size(node->box);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    uint32_t front = part(target, node, axis);
    const uint32_t first[2] = {node->first, node->first + front}, count[2] = {front, node->count - front};
    node->children = (uint32_t)target->node_count;
    for (int i = 0; i < 2; i++) {
        target->nodes[target->node_count++] =
            (tl_target_node){.first = first[i], .count = count[i], .box = box_of_run(target, first[i], count[i])};
    }
    return true;
}

static uint32_t polygon_by_area(const tl_target *target, double area) {
    uint32_t low = 0, high = target->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (target->areas[middle] < area) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

tl_vec3 tl_target_sample(const tl_target *target, tl_sight_random *random) {
    TL_ASSERT(target->count > 0, "a target that is sampled has polygons");
    uint64_t bits = tl_sight_random_bits(random);
    size_t count;
    if ((bits & 1) != 0) {
        const tl_vec3 *corner = tl_target_polygon(target, tl_sight_random_below(random, target->count), &count);
        return corner[(bits >> 1) % count];
    }
    double total = target->areas[target->count - 1];
    uint32_t polygon = polygon_by_area(target, total * tl_sight_random_unit(random));
    const tl_vec3 *corner = tl_target_polygon(target, polygon, &count);
    size_t k = count > 3 ? 1 + (size_t)((bits >> 1) % (count - 2)) : 1;
    double u = tl_sight_random_unit(random), v = tl_sight_random_unit(random);
    if (count < 3) {
        return tl_lerp(corner[0], corner[count - 1], u);
    }
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return tl_madd(tl_madd(corner[0], tl_sub(corner[k], corner[0]), u), tl_sub(corner[k + 1], corner[0]), v);
}

/* Adds to a list what of a node overlaps a box. */
static bool gather(const tl_target *target, uint32_t at, const tl_box3 *box, tl_target *list) {
    const tl_target_node *node = &target->nodes[at];
    if (box != NULL && !tl_box3_overlap(node->box, *box)) {
        return true;
    }
    if (box != NULL && node->children != 0) {
        return gather(target, node->children, box, list) && gather(target, node->children + 1, box, list);
    }
    bool fits = true;
    for (uint32_t i = node->first; i < node->first + node->count && fits; i++) {
        size_t count;
        const tl_vec3 *corner = tl_target_polygon(target, target->order[i], &count);
        fits = (box != NULL && !tl_box3_overlap(target->boxes[target->order[i]], *box)) ||
               tl_target_add(list, corner, count);
    }
    return fits;
}

/* tl_cell_from_polygons wants sizes. */
static tl_cell *cell_of(const tl_target *list, tl_cell_scratch *scratch) {
    uint32_t *sizes = tl_alloc_array(list->context, (size_t)list->count + 1, sizeof(uint32_t));
    for (uint32_t i = 0; sizes != NULL && i < list->count; i++) {
        sizes[i] = list->starts[i + 1] - list->starts[i];
    }
    tl_cell *cell = sizes != NULL ? tl_cell_from_polygons(scratch, list->corners, sizes, list->count) : NULL;
    tl_free(list->context, sizes);
    return cell;
}

tl_cell *tl_target_node_cell(const tl_target *target, uint32_t node, tl_cell_scratch *scratch) {
    TL_ASSERT(node < target->node_count, "the node is one of the target's");
    tl_target list;
    tl_target_start(&list, target->context);
    tl_cell *cell = gather(target, node, NULL, &list) ? cell_of(&list, scratch) : NULL;
    tl_target_free(&list);
    return cell;
}

tl_cell *tl_target_box_cell(tl_target *target, tl_box3 box, tl_cell_scratch *scratch) {
    tl_target list;
    tl_target_start(&list, target->context);
    tl_cell *whole = gather(target, 0, &box, &list) ? cell_of(&list, scratch) : NULL;
    tl_cell *cell = whole != NULL ? tl_cell_in_box(scratch, whole, box) : NULL;
    tl_cell_release(target->context, whole);
    tl_target_free(&list);
    return cell;
}

tl_cell *tl_target_cell_of_box(tl_box3 box, tl_cell_scratch *scratch) {
    static const uint8_t faces[24] = {0, 2, 6, 4, 1, 3, 7, 5, 0, 1, 5, 4, 2, 3, 7, 6, 0, 1, 3, 2, 4, 5, 7, 6};
    static const uint32_t sizes[6] = {4, 4, 4, 4, 4, 4};
    tl_vec3 corner[8], polygons[24];
    tl_box3_corners(box, corner);
    for (int i = 0; i < 24; i++) {
        polygons[i] = corner[faces[i]];
    }
    return tl_cell_from_polygons(scratch, polygons, sizes, 6);
}
