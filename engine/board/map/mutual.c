/* mutual.c: what tiles of the one zone tell of the squares of the other, put together. */
#include "board/map/mutual.h"

#include "board/limits.h"
#include "board/map/nodes.h"
#include "board/map/share.h"

static double cell_area(const tl_board_grid *grid, size_t i, size_t j) {
    tl_board_rect r = tl_board_grid_rect(grid, i, j, 1);
    return (r.x1 - r.x0) * (r.y1 - r.y0);
}

/* The cell that a node without parts is. */
static size_t cell_of(const tl_board_grid *grid, const tl_board_node *node) {
    tl_vec3 at = tl_box3_centre(node->end.places.at);
    size_t i = (size_t)((at.x - grid->x0) / grid->cell), j = (size_t)((at.y - grid->y0) / grid->cell);
    return (j < grid->ny ? j : grid->ny - 1) * grid->nx + (i < grid->nx ? i : grid->nx - 1);
}

static tl_status check_apart(const tl_board_plan *plan, tl_error *error) {
    for (size_t k = 1; k < plan->nodes.count; k++) {
        const tl_board_node *node = &plan->nodes.items[k];
        if (!node->divided && plan->inside[cell_of(&plan->grid, node)]) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "keep the two zones apart",
                           "the zones share cells, such as the one at (%g, %g)", node->end.places.at.low.x,
                           node->end.places.at.low.y);
        }
    }
    return TL_OK;
}

tl_status tl_board_mutual_prepare(tl_board_plan *plan, tl_error *error) {
    const tl_board_grid *grid = &plan->grid;
    size_t count = grid->nx * grid->ny;
    tl_status status = check_apart(plan, error);
    if (status == TL_OK && (double)plan->nodes.count * (double)count / TL_BOARD_TILE_CELLS >
                               TL_BOARD_MOST_NODES) { /* tiles have 16 cells a side, or more */
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "cell", "take larger cells, or smaller zones",
                       "the zones have too many cells to hold them all against one another");
    }
    plan->stands = status == TL_OK ? tl_alloc_array(plan->context, count, sizeof(*plan->stands)) : NULL;
    if (status == TL_OK && plan->stands == NULL) {
        return tl_fail_memory(error);
    }
    tl_board_nearby nearby;
    tl_board_nearby_start(&nearby, plan->context, &plan->terrain.surfaces);
    for (size_t k = 0; k < count && status == TL_OK; k++) {
        tl_board_ground ground = {.standing = TL_BOARD_NOWHERE};
        if (plan->inside[k]) {
            tl_board_rect rect = tl_board_grid_rect(grid, k % grid->nx, k / grid->nx, 1);
            status = tl_board_ground_of(&nearby, &plan->terrain, &plan->target, rect, plan->level, &ground);
            status = status == TL_OK ? TL_OK : tl_fail_memory(error);
        }
        if (status == TL_OK && !tl_progress(plan->context, 0, "looking where one can stand")) {
            status = tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the map was cancelled");
        }
        double area = cell_area(grid, k % grid->nx, k / grid->nx);
        plan->stands[k] = (uint8_t)ground.standing;
        plan->perhaps += ground.standing != TL_BOARD_NOWHERE ? area : 0;
        plan->surely += ground.standing == TL_BOARD_EVERYWHERE ? area : 0;
    }
    tl_board_nearby_end(&nearby);
    if (status == TL_OK && !(plan->perhaps > 0)) {
        return tl_fail(
            error, TL_ERROR_ARGUMENT, NULL, "to", "take a larger zone, smaller cells or another level",
            "the body that is looked at can stand nowhere in the zone: it holds no cell's middle that is free");
    }
    return status;
}

void tl_board_mutual_area(const tl_board_plan *plan, size_t i, size_t j, size_t size, double *sure, double *perhaps) {
    const tl_board_grid *grid = &plan->grid;
    *sure = *perhaps = 0;
    for (size_t y = j; y < j + size && y < grid->ny; y++) {
        for (size_t x = i; x < i + size && x < grid->nx; x++) {
            tl_board_standing standing = (tl_board_standing)plan->stands[y * grid->nx + x];
            double area = standing != TL_BOARD_NOWHERE ? cell_area(grid, x, y) : 0;
            *perhaps += area;
            *sure += standing == TL_BOARD_EVERYWHERE ? area : 0;
        }
    }
}

static void add(tl_board_seen *sum, const tl_board_seen *more) {
    sum->seen += more->seen;
    sum->seen_partly += more->seen_partly;
    sum->unseen += more->unseen;
    sum->unseen_partly += more->unseen_partly;
    sum->likely += more->likely;
}

static tl_board_bounds bounds_of(double perhaps, const tl_board_seen *seen) {
    tl_board_bounds b;
    tl_board_share_bounds(perhaps, seen, &b.low, &b.high);
    b.estimate = tl_min(tl_max((seen->seen + seen->likely) / perhaps, b.low), b.high);
    return b;
}

/* Cells of the first zone: what is known of a node is so of all its parts. */
static void fill_down(tl_board_map *map, const tl_board_plan *plan, tl_board_seen *sums, uint32_t root) {
    const tl_board_node *node = &plan->nodes.items[root];
    if (!node->divided) {
        tl_board_bounds b = bounds_of(plan->perhaps, &sums[root]);
        map->cells[cell_of(&plan->grid, node)] = (tl_board_cell){
            .low = b.low, .high = b.high, .estimate = b.estimate, .standing = true, .partly = node->partly};
        return;
    }
    for (int k = 0; k < 4; k++) {
        if (node->child[k] != 0) {
            add(&sums[node->child[k]], &sums[root]);
            fill_down(map, plan, sums, node->child[k]);
        }
    }
}

/* Mean over the cells of one of the zones. */
static tl_board_bounds mean_over(const tl_board_map *map, const tl_board_plan *plan, bool inside) {
    tl_board_bounds sum = {0, 0, 0};
    double area = 0;
    for (size_t k = 0; k < plan->grid.nx * plan->grid.ny; k++) {
        if (map->cells[k].standing && plan->inside[k] == inside) {
            double here = cell_area(&plan->grid, k % plan->grid.nx, k / plan->grid.nx);
            sum.low += here * map->cells[k].low;
            sum.high += here * map->cells[k].high;
            sum.estimate += here * map->cells[k].estimate;
            area += here;
        }
    }
    if (area > 0) {
        sum = (tl_board_bounds){tl_min(sum.low / area, 1), tl_min(sum.high / area, 1), sum.estimate / area};
        sum.estimate = tl_min(tl_max(sum.estimate, sum.low), sum.high);
    }
    return sum;
}

/* All pairs: a pair is in doubt where one of its two places is. */
static tl_board_bounds over_pairs(const tl_board_plan *plan, const tl_board_seen *sums) {
    tl_board_seen pairs = {0};
    for (size_t k = 1; k < plan->nodes.count; k++) {
        const tl_board_node *node = &plan->nodes.items[k];
        const tl_board_seen *s = &sums[k];
        pairs.seen += node->area * s->seen;
        pairs.seen_partly += node->area * (node->partly ? s->seen : s->seen_partly);
        pairs.unseen += node->area * s->unseen;
        pairs.unseen_partly += node->area * (node->partly ? s->unseen : s->unseen_partly);
        pairs.likely += node->area * s->likely;
    }
    return bounds_of(plan->perhaps * plan->nodes.perhaps, &pairs);
}

tl_status tl_board_mutual_finish(tl_board_map *map, const tl_board_plan *plan, const tl_board_tiles *tiles,
                                 tl_error *error) {
    tl_board_seen *sums = tl_alloc_array(map->context, plan->nodes.count, sizeof(*sums));
    if (sums == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t tile = 0; tile < tiles->count; tile++) {
        for (size_t k = 0; k < tiles->nodes; k++) {
            add(&sums[k], &tiles->back[tile * tiles->nodes + k]);
        }
    }
    tl_board_summary *s = &map->summary;
    s->mutual = true;
    s->pairs = over_pairs(plan, sums);
    for (size_t k = 0; k < plan->nodes.root_count; k++) {
        fill_down(map, plan, sums, plan->nodes.roots[k]);
    }
    s->from_zone = mean_over(map, plan, false);
    s->from_to = mean_over(map, plan, true);
    tl_free(map->context, sums);
    return TL_OK;
}
