/* narrow.c: proofs that no line of a pair is as clear as it must be, by moving cells by less than that. */
#include "visibility/shells.h"

#include "geom/geom.h"
#include "visibility/limits.h"

/* --- As clear as the question wants ------------------------------------------------------------------------------- */

/* A line with more than the wanted clearance stays free when it is moved by no more than that. So a pair holds no such
 * line if the same cells, moved that far, are proved blocked; ends that land in a solid were too near to it anyway. */
static tl_status moved_blocked(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, tl_vec3 move,
                               const tl_sight_turning *edge, bool *blocked, tl_sight_pair_cut *cut, bool *has_cut) {
    tl_sight_pair moved = *pair;
    *blocked = false;
    moved.a = tl_cell_moved(&search->scratch, pair->a, move);
    moved.b = tl_cell_moved(&search->scratch, pair->b, move);
    if (moved.a != NULL && moved.b != NULL) {
        tl_shaft shaft;
        tl_sight_shaft(search, moved.a, moved.b, &shaft);
        if (edge != NULL) {
            tl_shaft_tighten(&shaft, moved.a, moved.b, tl_sub(edge->v, edge->u));
        }
        search->sight->work +=
            TL_SIGHT_WORK_SHAFT + (uint64_t)(pair->a->point_count + pair->b->point_count) * TL_SIGHT_WORK_POINT;
        tl_probe shifted;
        shifted.p = tl_add(line->p, move);
        shifted.q = tl_add(line->q, move);
        bool plain = false, free_line;
        if (!tl_sight_below_plane(search->obstacles, shifted.p) &&
            !tl_sight_below_plane(search->obstacles, shifted.q)) {
            tl_sight_follow(search, &shifted, &plain, &free_line);
        }
        tl_failure why = {.count = 0};
        *blocked = plain && tl_sight_shells_block(search, &shaft, NULL, &moved, &shifted, &why);
        if (has_cut != NULL && !*blocked && !*has_cut && why.count > 0) {
            *has_cut = tl_sight_aligned_cut(&shaft, &moved, &why.edges[why.best],
                                            TL_SIGHT_LEAST_CUT * search->options.tolerance, cut);
            cut->offset -= *has_cut ? tl_dot(cut->normal, move) : 0;
        }
    }
    tl_status status = moved.a != NULL && moved.b != NULL ? TL_OK : TL_ERROR_MEMORY;
    tl_cell_release(search->context, moved.a);
    tl_cell_release(search->context, moved.b);
    return status;
}

tl_status tl_sight_too_narrow(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, bool crossed,
                              const tl_failure *why, double wanted, bool *proved, tl_sight_pair_cut *cut,
                              bool *has_cut) {
    TL_ASSERT(wanted > 0, "a clearance is wanted");
    tl_vec3 moves[3];
    size_t count = 0;
    *proved = false;
    if (why->count > 0) {
        const tl_sight_turning *edge = &why->edges[why->best];
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(edge->v, edge->u), tl_sub(line->q, line->p)));
        moves[count++] = tl_scale(n, wanted);
        moves[count++] = tl_scale(n, -wanted);
    }
    tl_hit hit;
    if (!crossed && tl_world_clearance(search->obstacles->world, line->p, line->q, search->obstacles->blockers, wanted,
                                       &hit) < wanted) {
        tl_vec3 corner[3], on_line, on_triangle;
        tl_bvh_corners(tl_world_get(search->obstacles->world, hit.slot), hit.triangle, corner);
        tl_geom_segment_nearest_triangle(line->p, line->q, corner, &on_line, &on_triangle);
        moves[count++] = tl_scale(tl_normalise(tl_sub(on_triangle, on_line)), wanted);
        search->sight->work += TL_SIGHT_WORK_CLEARANCE;
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status == TL_OK && !*proved; i++) {
        status = moved_blocked(search, pair, line, moves[i], NULL, proved, cut, has_cut);
    }
    return status;
}

/* --- As clear as a yes takes ---------------------------------------------------------------------------------------
 */

/* Moved to both sides of the edges that shells went round, in shafts that the edge bounds: a body flush with the top of
 * a wall comes to lie beyond it. */
static tl_status moved_past_edges(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line,
                                  const tl_failure *why, bool *narrow) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < why->count && i < TL_SIGHT_NARROW_EDGES && status == TL_OK && !*narrow; i++) {
        const tl_sight_turning *edge = &why->edges[(why->best + i) % why->count];
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(edge->v, edge->u), tl_sub(line->q, line->p)));
        for (int side = -1; side <= 1 && status == TL_OK && !*narrow; side += 2) {
            tl_vec3 move = tl_scale(n, side * TL_SIGHT_MOVED_LESS * TL_SIGHT_LEAST_CLEARANCE);
            status = moved_blocked(search, pair, line, move, edge, narrow, NULL, NULL);
        }
    }
    return status;
}

/* Each cell moved by itself, off what it touches or is sunk into by a hair. */
static bool moved_off_contact(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line) {
    tl_shaft shaft;
    tl_sight_shaft(search, pair->a, pair->b, &shaft);
    tl_shaft_let_nudge(&shaft, TL_SIGHT_MOVED_LESS * TL_SIGHT_LEAST_CLEARANCE);
    search->sight->work += TL_SIGHT_WORK_SHAFT;
    tl_failure why = {.count = 0};
    return tl_sight_shells_block(search, &shaft, NULL, pair, line, &why);
}

/* The cell with its corners moved towards the middle of the solid that `end`, a point of it, lies in. */
static tl_cell *moved_in(tl_sight_search *search, const tl_cell *cell, tl_vec3 end) {
    const tl_obstacles *obstacles = search->obstacles;
    for (size_t slot = 0; slot < tl_world_slot_count(obstacles->world); slot++) {
        if (tl_sight_solid(obstacles, slot) && tl_world_get(obstacles->world, slot) != NULL &&
            tl_world_inside(obstacles->world, slot, end)) {
            tl_vec3 middle = tl_box3_centre(tl_world_box(obstacles->world, slot));
            return tl_cell_towards(&search->scratch, cell, middle, TL_SIGHT_MOVED_LESS * TL_SIGHT_LEAST_CLEARANCE);
        }
    }
    return tl_cell_towards(&search->scratch, cell, end, 0);
}

static tl_status moved_into_solids(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line,
                                   bool *narrow) {
    const tl_cell *cells[2] = {pair->a, pair->b};
    const tl_vec3 ends[2] = {line->p, line->q};
    for (int k = 0; k < 2 && !*narrow; k++) {
        if (tl_visibility_live(search->obstacles, ends[k])) {
            continue;
        }
        tl_cell *moved = moved_in(search, cells[k], ends[k]);
        if (moved == NULL) {
            return TL_ERROR_MEMORY;
        }
        *narrow = tl_sight_buried(search, moved);
        tl_cell_release(search->context, moved);
    }
    return TL_OK;
}

tl_status tl_sight_narrow(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, bool dead,
                          const tl_failure *why, bool *narrow) {
    *narrow = false;
    if (!search->may_be_narrow ||
        search->narrowing > TL_SIGHT_NARROW_START + search->sight->work / TL_SIGHT_NARROW_SHARE) {
        return TL_OK;
    }
    tl_sight *sight = search->sight; /* it proves nothing that is told */
    uint64_t before = sight->work;
    size_t named = sight->named_count, owners = search->owner_count;
    double gap = sight->closed_gap;
    search->patch.unlimited = true;
    tl_status status = TL_OK;
    if (dead) {
        status = moved_into_solids(search, pair, line, narrow);
    }
    if (status == TL_OK && !*narrow) {
        status = moved_past_edges(search, pair, line, why, narrow);
    }
    if (status == TL_OK && !*narrow && why->touched) {
        *narrow = moved_off_contact(search, pair, line);
    }
    search->patch.unlimited = false;
    sight->named_count = named;
    sight->closed_gap = gap;
    search->owner_count = owners;
    search->narrowing += sight->work - before;
    return status;
}
