/* solid.c: does a mesh bound an inside? Exact, by parity. */
#include "mesh/edges.h"
#include "math/predicates.h"

#include <string.h>

/* A shell: the triangles of one component, list[first] to list[first + count - 1]. */
typedef struct shell {
    tl_box3 box;
    size_t first;
    size_t count;
} shell;

typedef struct shells {
    const tl_mesh *mesh;
    shell *items; /* by the low x of their boxes */
    size_t count;
    uint32_t *list;
} shells;

/* Triangles of one shell by the cells of a grid over its plan; a vertical line meets only those of its cell. */
typedef struct plan_grid {
    tl_box3 box;
    size_t columns, rows;
    uint32_t *starts; /* columns * rows + 1 places in `triangles` */
    uint32_t *triangles;
} plan_grid;

typedef enum solid_side { SIDE_OUTSIDE, SIDE_ON, SIDE_INSIDE } solid_side;

/* --- Where is a point, seen from a closed shell? ------------------------------------------------------------------ */

/* Counts towards the parity when the vertical ray up from p crosses the triangle. So that the ray never meets an edge
 * or a corner, p is thought moved by (dx, dy) with 0 < dy << dx << everything else: a corner at p's own y then lies
 * below it, and an edge through p's plan passes on its -x side where it goes up. With p so moved, its plan is in the
 * triangle's iff a ray to +x crosses an odd number of the triangle's edges, and the triangle is then not vertical. */
static bool crosses_above(const tl_vec3 corner[3], tl_vec3 p) {
    bool inside = false;
    tl_vec2 q = tl_plan(p);
    for (int i = 0; i < 3; i++) {
        tl_vec2 a = tl_plan(corner[i]);
        tl_vec2 b = tl_plan(corner[(i + 1) % 3]);
        bool goes_up = b.y > q.y;
        if ((a.y > q.y) == goes_up) {
            continue;
        }
        /* q is left of an edge that goes up, or right of one that goes down, when the edge is met to the +x side. */
        int turn = tl_orient2d(a, b, q);
        if (turn == 0) {
            turn = goes_up ? -1 : 1; /* moved by dx to +x: off the edge's left when it goes up */
        }
        inside ^= goes_up == (turn > 0);
    }
    if (!inside) {
        return false;
    }
    /* The plane is above p when p lies on the side that looks down. tl_orient3d is never 0 here for points off the
     * surface: the caller has asked before. */
    int facing = tl_orient2d(tl_plan(corner[0]), tl_plan(corner[1]), tl_plan(corner[2]));
    return tl_orient3d(corner[0], corner[1], corner[2], p) * facing < 0;
}

static size_t cell_along(double at, double low, double high, size_t cells) {
    double share = high > low ? (at - low) / (high - low) * (double)cells : 0;
    size_t cell = share > 0 ? (size_t)share : 0; /* at most `cells`: at lies in the box */
    return cell < cells ? cell : cells - 1;
}

static solid_side side_of(const tl_mesh *mesh, const plan_grid *grid, tl_vec3 p) {
    tl_box3 point = {p, p};
    if (!tl_box3_overlap(grid->box, point)) {
        return SIDE_OUTSIDE;
    }
    size_t cell = cell_along(p.y, grid->box.low.y, grid->box.high.y, grid->rows) * grid->columns +
                  cell_along(p.x, grid->box.low.x, grid->box.high.x, grid->columns);
    bool inside = false;
    for (size_t i = grid->starts[cell]; i < grid->starts[cell + 1]; i++) {
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, grid->triangles[i], corner);
        if (tl_math_segment_triangle(p, p, corner[0], corner[1], corner[2]) != TL_CROSSING_NONE) {
            return SIDE_ON;
        }
        inside ^= crosses_above(corner, p);
    }
    return inside ? SIDE_INSIDE : SIDE_OUTSIDE;
}

/* --- The grid ----------------------------------------------------------------------------------------------------- */

typedef struct cell_range {
    size_t left, right, bottom, top; /* inclusive */
} cell_range;

/* Cells are found by the same monotone rounding for boxes and for points, so a point in a triangle's box is always in
 * one of the triangle's cells. */
static cell_range cells_of(const tl_mesh *mesh, const plan_grid *grid, uint32_t triangle) {
    tl_vec3 corner[3];
    tl_mesh_corners(mesh, triangle, corner);
    tl_box3 box = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), corner[0]), corner[1]), corner[2]);
    return (cell_range){cell_along(box.low.x, grid->box.low.x, grid->box.high.x, grid->columns),
                        cell_along(box.high.x, grid->box.low.x, grid->box.high.x, grid->columns),
                        cell_along(box.low.y, grid->box.low.y, grid->box.high.y, grid->rows),
                        cell_along(box.high.y, grid->box.low.y, grid->box.high.y, grid->rows)};
}

static size_t count_entries(const shells *all, const shell *one, const plan_grid *grid) {
    size_t entries = 0;
    for (size_t i = 0; i < one->count; i++) {
        cell_range r = cells_of(all->mesh, grid, all->list[one->first + i]);
        entries += (r.right - r.left + 1) * (r.top - r.bottom + 1);
    }
    return entries;
}

static void free_grid(const tl_mesh *mesh, plan_grid *grid) {
    tl_free(mesh->context, grid->starts);
    tl_free(mesh->context, grid->triangles);
}

static bool build_grid(const shells *all, const shell *one, plan_grid *grid) {
    /* About two triangles a cell; coarser where long triangles would fill too many cells. */
    size_t side_cells = 1;
    while (side_cells < 4096 && 2 * side_cells * side_cells < one->count) {
        side_cells *= 2;
    }
    *grid = (plan_grid){.box = one->box, .columns = side_cells, .rows = side_cells};
    size_t entries = count_entries(all, one, grid);
    while (grid->columns > 1 && entries > 16 * one->count) {
        grid->columns = grid->rows = grid->columns / 2;
        entries = count_entries(all, one, grid);
    }
    size_t cells = grid->columns * grid->rows;
    grid->starts = tl_alloc_array(all->mesh->context, cells + 2, sizeof(*grid->starts));
    grid->triangles = tl_alloc_array(all->mesh->context, entries, sizeof(*grid->triangles));
    if (grid->starts == NULL || grid->triangles == NULL) {
        free_grid(all->mesh, grid);
        return false;
    }
    /* A counting sort, shifted by one so that after filling, starts[cell] is where the cell begins. */
    for (int filling = 0; filling < 2; filling++) {
        for (size_t i = 0; i < one->count; i++) {
            uint32_t triangle = all->list[one->first + i];
            cell_range r = cells_of(all->mesh, grid, triangle);
            for (size_t row = r.bottom; row <= r.top; row++) {
                for (size_t column = r.left; column <= r.right; column++) {
                    size_t cell = row * grid->columns + column;
                    if (filling) {
                        grid->triangles[grid->starts[cell + 1]++] = triangle;
                    } else {
                        grid->starts[cell + 2]++;
                    }
                }
            }
        }
        for (size_t cell = 0; !filling && cell <= cells; cell++) {
            grid->starts[cell + 1] += grid->starts[cell];
        }
    }
    return true;
}

/* --- Shells in shells --------------------------------------------------------------------------------------------- */

static bool box_within(tl_box3 outer, tl_box3 inner) {
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
           inner.high.x <= outer.high.x && inner.high.y <= outer.high.y && inner.high.z <= outer.high.z;
}

/* All corners of `inner` lie in or on the gridded shell, and something of it lies strictly inside. When every corner
 * lies on the shell the middles of its triangles decide. */
static bool lies_within(const shells *all, const plan_grid *grid, const shell *inner) {
    bool strictly = false;
    for (size_t i = 0; i < inner->count; i++) {
        tl_vec3 corner[3];
        tl_mesh_corners(all->mesh, all->list[inner->first + i], corner);
        for (int k = 0; k < 3; k++) {
            solid_side where = side_of(all->mesh, grid, corner[k]);
            if (where == SIDE_OUTSIDE) {
                return false;
            }
            strictly |= where == SIDE_INSIDE;
        }
    }
    for (size_t i = 0; i < inner->count && !strictly; i++) {
        tl_vec3 corner[3];
        tl_mesh_corners(all->mesh, all->list[inner->first + i], corner);
        tl_vec3 middle = tl_scale(tl_add(tl_add(corner[0], corner[1]), corner[2]), 1.0 / 3);
        solid_side where = side_of(all->mesh, grid, middle);
        if (where == SIDE_OUTSIDE) {
            return false;
        }
        strictly = where == SIDE_INSIDE;
    }
    return strictly;
}

static size_t first_from(const shells *all, double x) {
    size_t low = 0;
    size_t high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all->items[middle].box.low.x < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static tl_status find_nested(const shells *all, bool *nested, tl_error *error) {
    for (size_t i = 0; i < all->count; i++) {
        const shell *outer = &all->items[i];
        plan_grid grid;
        bool built = false;
        bool found = false;
        for (size_t j = first_from(all, outer->box.low.x); j < all->count && !found; j++) {
            const shell *inner = &all->items[j];
            if (inner->box.low.x > outer->box.high.x) {
                break;
            }
            if (i == j || !box_within(outer->box, inner->box)) {
                continue;
            }
            if (!built && !build_grid(all, outer, &grid)) {
                return tl_fail_memory(error);
            }
            built = true;
            found = lies_within(all, &grid, inner);
        }
        if (built) {
            free_grid(all->mesh, &grid);
        }
        if (found) {
            *nested = true;
            return TL_OK;
        }
    }
    *nested = false;
    return TL_OK;
}

/* A heap sort by low x, then by first triangle: a total order, and no worst case. */
static bool before(const shell *a, const shell *b) {
    return a->box.low.x != b->box.low.x ? a->box.low.x < b->box.low.x : a->first < b->first;
}

static void sift(shell *items, size_t root, size_t count) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && before(&items[child], &items[child + 1])) {
            child++;
        }
        if (!before(&items[root], &items[child])) {
            return;
        }
        shell swap = items[root];
        items[root] = items[child];
        items[child] = swap;
    }
}

static void sort_shells(shell *items, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        sift(items, i, count);
    }
    for (size_t i = count; i-- > 1;) {
        shell swap = items[0];
        items[0] = items[i];
        items[i] = swap;
        sift(items, 0, i);
    }
}

/* Fills items and list; both are large enough. */
static void gather_shells(shells *all, const uint32_t *component) {
    const tl_mesh *mesh = all->mesh;
    for (size_t i = 0; i < all->count; i++) {
        all->items[i] = (shell){tl_box3_empty(), 0, 0};
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        shell *one = &all->items[component[i]];
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, i, corner);
        for (int k = 0; k < 3; k++) {
            one->box = tl_box3_add(one->box, corner[k]);
        }
        one->count++;
    }
    size_t first = 0;
    for (size_t i = 0; i < all->count; i++) {
        all->items[i].first = first;
        first += all->items[i].count;
        all->items[i].count = 0;
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        shell *one = &all->items[component[i]];
        all->list[one->first + one->count++] = (uint32_t)i;
    }
    sort_shells(all->items, all->count);
}

static bool every_edge_even(const tl_mesh *mesh, const tl_half_edges *half_edges) {
    for (size_t begin = 0; begin < half_edges->count;) {
        size_t end = tl_half_edges_run(mesh, half_edges, begin);
        if ((end - begin) % 2 != 0) {
            return false;
        }
        begin = end;
    }
    return true;
}

static tl_status find_nested_shells(const tl_mesh *mesh, const tl_half_edges *half_edges, bool *nested,
                                    tl_error *error) {
    shells all = {.mesh = mesh};
    uint32_t *component = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*component));
    tl_status status = TL_OK;
    if (component != NULL) {
        if (!tl_half_edges_components(mesh, half_edges, component, &all.count)) {
            tl_free(mesh->context, component);
            return tl_fail_cancelled(error, TL_MESH_JOINING_PARTS);
        }
        all.items = tl_alloc_array(mesh->context, all.count, sizeof(*all.items));
        all.list = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*all.list));
    }
    if (all.items == NULL || all.list == NULL) {
        status = tl_fail_memory(error);
    } else {
        gather_shells(&all, component);
        status = find_nested(&all, nested, error);
    }
    tl_free(mesh->context, component);
    tl_free(mesh->context, all.items);
    tl_free(mesh->context, all.list);
    return status;
}

static tl_digest geometry_digest(const tl_mesh *mesh) {
    tl_digest digest = {mesh->vertex_count, mesh->triangle_count};
    digest = tl_digest_add(digest, mesh->vertices, mesh->vertex_count * sizeof(*mesh->vertices));
    return tl_digest_add(digest, mesh->triangles, 3 * mesh->triangle_count * sizeof(*mesh->triangles));
}

tl_status tl_mesh_note_solid(tl_mesh *mesh, tl_error *error) {
    bool solid;
    tl_status status = tl_mesh_is_solid(mesh, &solid, error);
    if (status == TL_OK) {
        mesh->solid = solid;
        mesh->solid_of = geometry_digest(mesh);
    }
    return status;
}

tl_status tl_mesh_is_solid(const tl_mesh *mesh, bool *solid, tl_error *error) {
    if (mesh->triangle_count == 0) {
        *solid = false;
        return TL_OK;
    }
    if ((mesh->solid_of.a | mesh->solid_of.b) != 0 && tl_digest_equal(mesh->solid_of, geometry_digest(mesh))) {
        *solid = mesh->solid;
        return TL_OK;
    }
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    bool nested = false;
    bool even = every_edge_even(mesh, &half_edges);
    if (even) {
        status = find_nested_shells(mesh, &half_edges, &nested, error);
    }
    tl_half_edges_free(mesh, &half_edges);
    if (status == TL_OK) {
        *solid = even && !nested;
    }
    return status;
}
