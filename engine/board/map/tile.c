/* tile.c: one tile of a map: squares of cells against squares of those who look, both divided where nothing is proved.
 */
#include "board/limits.h"
#include "board/map/plan.h"
#include "board/map/tile.h"
#include "board/map/ground_pyramid.h"
#include "board/map/mutual.h"
#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/map/share.h"

#include <string.h>

/* What is known of a square so far: areas of those who look. */
typedef struct tile_tally {
    tl_board_seen s;                      /* seen: they see every place of it; unseen: none */
    double far_low, far_high, far_likely; /* TL_BOARD_LENGTH: the farthest that surely sees every place of it; that may
                                             see some; of which a line was found */
} tile_tally;

typedef struct tile_work {
    const tl_board_plan *plan;
    tl_context *context;
    tl_board_looker looker;
    tl_board_uncovered barer; /* TL_BOARD_COVER */
    tl_board_ground_pyramid grounds;
    tl_board_cell *cells; /* of the tile */
    tl_board_seen *back;  /* of the nodes, or NULL */
    const tl_board_body *target;
    size_t i0, j0;     /* its first cell in the grid */
    uint32_t *waiting; /* those who look and aren't settled: a stack of lists, one list a depth of the recursion */
    size_t waiting_count, waiting_capacity;
} tile_work;

/* A square of the grid, or below a cell: a part of it. */
typedef struct tile_square {
    size_t i, j, size; /* cells; size 1 may be divided further */
    tl_board_rect rect;
    int below; /* how often its cell was divided */
} tile_square;

/* The areas of a cell's places, for maps whose cells may be divided themselves; index 1: where perhaps nobody can
 * stand.
 */
typedef struct shares {
    double all[2], none[2], open, likely;
    bool partly;
} shares;

static bool keep(tile_work *w, uint32_t node) {
    if (!tl_reserve(w->context, (void **)&w->waiting, &w->waiting_capacity, w->waiting_count + 1, sizeof(uint32_t))) {
        return false;
    }
    w->waiting[w->waiting_count++] = node;
    return true;
}

static bool is_share(const tl_board_plan *plan) {
    return plan->kind == TL_BOARD_EXPOSURE || plan->kind == TL_BOARD_LENGTH || plan->kind == TL_BOARD_MUTUAL;
}

/* The other way round: what the square's cells are to those who look. */
static void count_back(const tile_work *w, const tile_square *s, uint32_t node, bool settled, bool seen) {
    if (w->back == NULL) {
        return;
    }
    double sure, perhaps;
    tl_board_seen *back = &w->back[node];
    tl_board_mutual_area(w->plan, s->i, s->j, s->size, &sure, &perhaps);
    if (!settled) {
        back->likely += perhaps;
        return;
    }
    *(seen ? &back->seen : &back->unseen) += perhaps;
    *(seen ? &back->seen_partly : &back->unseen_partly) += perhaps - sure;
}

static void count_node(const tile_work *w, const tile_square *s, tile_tally *t, uint32_t index, bool seen) {
    const tl_board_node *node = &w->plan->nodes.items[index];
    *(seen ? &t->s.seen : &t->s.unseen) += node->area;
    if (node->partly) {
        *(seen ? &t->s.seen_partly : &t->s.unseen_partly) += node->area;
    }
    count_back(w, s, index, true, seen);
}

/* The least and the greatest distance between a place of the one and a place of the other, over the table. */
static void distances(const tl_box3 a, tl_board_rect b, double *low, double *high) {
    double gap_x = tl_max(0, tl_max(a.low.x - b.x1, b.x0 - a.high.x));
    double gap_y = tl_max(0, tl_max(a.low.y - b.y1, b.y0 - a.high.y));
    double span_x = tl_max(fabs(a.high.x - b.x0), fabs(b.x1 - a.low.x));
    double span_y = tl_max(fabs(a.high.y - b.y0), fabs(b.y1 - a.low.y));
    *low = tl_hypot(gap_x, gap_y);
    *high = tl_hypot(span_x, span_y);
}

static bool is_far_from_even(const tile_work *w, const tl_board_node *node, tl_board_rect rect) {
    double low, high;
    distances(node->end.places.at, rect, &low, &high);
    return high - low > 3 * w->plan->grid.cell;
}

/* Somebody who isn't settled against the square, or sees all of it. */
static void note_distance(tile_tally *t, const tl_board_node *node, tl_board_rect rect, bool sees, bool likely) {
    double low, high;
    distances(node->end.places.at, rect, &low, &high);
    t->far_high = tl_max(t->far_high, high);
    t->far_low = sees && !node->partly ? tl_max(t->far_low, low) : t->far_low;
    t->far_likely = sees || likely ? tl_max(t->far_likely, 0.5 * (low + high)) : t->far_likely;
}

/* One of those who look against the square, in ever smaller parts while these are no smaller than the square; what is
 * left goes to the list. `*covered`: everything in the square is seen by somebody, and that is all that is asked. */
static tl_status look_from(tile_work *w, const tile_square *s, const tl_board_end *to, uint32_t from, tile_tally *t,
                           bool *covered, tl_error *error) {
    const tl_board_node *node = &w->plan->nodes.items[from];
    tl_box3 at = node->end.places.at;
    double size = tl_max(at.high.x - at.low.x, at.high.y - at.low.y);
    bool last = s->size == 1 && s->below == w->plan->refine;
    bool smaller = size >= tl_max(s->rect.x1 - s->rect.x0, s->rect.y1 - s->rect.y0) || last;
    tl_board_answer answer;
    bool likely;
    bool thorough = last && !node->divided;
    tl_status status = w->plan->kind == TL_BOARD_COVER
                           ? tl_board_look_uncovered(&w->barer, &node->end, to, thorough, &answer, &likely, error)
                           : tl_board_look(&w->looker, &node->end, to, thorough, &answer, &likely, error);
    if (status != TL_OK) {
        return status;
    }
    if (answer == TL_BOARD_ALL && w->plan->kind == TL_BOARD_LENGTH && !last && is_far_from_even(w, node, s->rect)) {
        answer = TL_BOARD_OPEN; /* seen, but from how far isn't told well enough */
    }
    if (answer == TL_BOARD_ALL) {
        /* whoever may not be able to stand there at all proves nothing to be seen */
        if (is_share(w->plan)) {
            count_node(w, s, t, from, true);
            note_distance(t, node, s->rect, true, true);
            return TL_OK;
        }
        *covered = !node->partly;
        if (*covered) {
            return TL_OK;
        }
        t->s.likely += last ? node->area : 0;
        return keep(w, from) ? TL_OK : tl_fail_memory(error);
    }
    if (answer == TL_BOARD_NONE) {
        count_node(w, s, t, from, false);
        return TL_OK;
    }
    if (!node->divided || !smaller) {
        if (last) {
            t->s.likely += likely ? node->area : 0;
            if (likely) {
                count_back(w, s, from, false, true);
            }
            note_distance(t, node, s->rect, false, likely);
        }
        return keep(w, from) ? TL_OK : tl_fail_memory(error);
    }
    for (int k = 0; k < 4 && status == TL_OK && !*covered; k++) {
        uint32_t child = w->plan->nodes.items[from].child[k];
        if (child != 0) {
            status = look_from(w, s, to, child, t, covered, error);
        }
    }
    return status;
}

static void fill(tile_work *w, const tile_square *s, tl_board_cell value) {
    size_t tile = w->plan->tile;
    for (size_t j = s->j; j < s->j + s->size && j < w->plan->grid.ny; j++) {
        for (size_t i = s->i; i < s->i + s->size && i < w->plan->grid.nx; i++) {
            w->cells[(j - w->j0) * tile + (i - w->i0)] = value;
        }
    }
}

static tl_status explore(tile_work *w, const tile_square *s, const tl_board_ground *above, size_t first, tile_tally t,
                         shares *below, tl_error *error);

/* How many cells of a square are to be mapped; those beyond the grid count as such. */
static size_t cells_to_map(const tl_board_plan *plan, const tile_square *s) {
    size_t count = 0;
    for (size_t j = s->j; j < s->j + s->size; j++) {
        for (size_t i = s->i; i < s->i + s->size; i++) {
            bool beyond = i >= plan->grid.nx || j >= plan->grid.ny;
            count += beyond || plan->inside == NULL || plan->inside[j * plan->grid.nx + i] ? 1U : 0U;
        }
    }
    return count;
}

static tl_board_rect part_of(tl_board_rect r, int k) {
    double x = 0.5 * (r.x0 + r.x1), y = 0.5 * (r.y0 + r.y1);
    return (tl_board_rect){(k & 1) != 0 ? x : r.x0, (k & 2) != 0 ? y : r.y0, (k & 1) != 0 ? r.x1 : x,
                           (k & 2) != 0 ? r.y1 : y};
}

/* Part k of a square: a smaller one, or a part of a cell. False beyond the grid. */
static bool part_at(const tile_work *w, const tile_square *s, int k, tile_square *part) {
    *part = *s;
    if (s->size > 1) {
        part->size = s->size / 2;
        part->i = s->i + (size_t)(k & 1) * part->size;
        part->j = s->j + (size_t)(k >> 1) * part->size;
        if (part->i >= w->plan->grid.nx || part->j >= w->plan->grid.ny) {
            return false;
        }
        part->rect = tl_board_grid_rect(&w->plan->grid, part->i, part->j, part->size);
    } else {
        part->rect = part_of(s->rect, k);
        part->below++;
    }
    return true;
}

static tl_status explore_parts(tile_work *w, const tile_square *s, const tl_board_ground *ground, size_t first,
                               tile_tally t, shares *below, tl_error *error) {
    tl_status status = TL_OK;
    for (int k = 0; k < 4 && status == TL_OK; k++) {
        tile_square part;
        if (part_at(w, s, k, &part)) {
            status = explore(w, &part, ground, first, t, below, error);
        }
    }
    return status;
}

/* The parts of a cell. Where the first stays open, and no line is seen in it, the others hardly ever fare better: they
 * are left open without being asked. */
static tl_status explore_cell_parts(tile_work *w, const tile_square *s, const tl_board_ground *ground, size_t first,
                                    tile_tally t, shares *below, tl_error *error) {
    double quarter = 0.25 * (s->rect.x1 - s->rect.x0) * (s->rect.y1 - s->rect.y0);
    tl_status status = TL_OK;
    for (int k = 0; k < 4 && status == TL_OK; k++) {
        tile_square part;
        if (k == 1 && below->open > TL_BOARD_ALL_OPEN * quarter && !(below->likely > 0)) {
            below->open += 3 * quarter;
            break;
        }
        (void)part_at(w, s, k, &part);
        status = explore(w, &part, ground, first, t, below, error);
    }
    return status;
}

/* A cell that is divided itself: its parts' areas become its bounds. */
static tl_status explore_cell(tile_work *w, const tile_square *s, const tl_board_ground *ground, size_t first,
                              tile_tally t, tl_error *error) {
    shares parts = {{0, 0}, {0, 0}, 0, 0, false};
    tl_status status = explore_cell_parts(w, s, ground, first, t, &parts, error);
    double all = parts.all[0] + parts.all[1], none = parts.none[0] + parts.none[1];
    tl_board_cell cell = {.standing = all + none + parts.open > 0, .partly = parts.partly};
    if (cell.standing) { /* areas where perhaps nobody can stand may count or not: whatever makes the bound wider */
        cell.low = none + parts.open > 0 ? parts.all[0] / (parts.all[0] + none + parts.open) : 1;
        cell.high = all + parts.open > 0 ? 1 - parts.none[0] / (parts.none[0] + all + parts.open) : 0;
        cell.estimate = (all + parts.likely) / (all + none + parts.open);
    }
    if (status == TL_OK) {
        fill(w, s, cell);
    }
    return status;
}

/* The same for all cells of a square that can be stood on; a large one is looked at again in parts where that isn't
 * the same everywhere. */
static tl_status fill_standing(tile_work *w, const tile_square *s, const tl_board_ground *ground, tl_board_cell value,
                               tl_error *error) {
    if (s->size == 1 || ground->standing != TL_BOARD_PARTLY) {
        value.standing = ground->standing != TL_BOARD_NOWHERE;
        value.partly = ground->standing == TL_BOARD_PARTLY;
        fill(w, s, value.standing ? value : (tl_board_cell){.standing = false});
        return TL_OK;
    }
    tl_status status = TL_OK;
    for (int k = 0; k < 4 && status == TL_OK; k++) {
        tile_square part;
        if (!part_at(w, s, k, &part)) {
            continue;
        }
        const tl_board_ground *below = tl_board_ground_pyramid_at(&w->grounds, part.i, part.j, part.size);
        status = below != NULL ? fill_standing(w, &part, below, value, error) : tl_fail_memory(error);
    }
    return status;
}

/* A square that is settled, or too small to be divided. */
static tl_status finish(tile_work *w, const tile_square *s, const tl_board_ground *ground, const tile_tally *t,
                        bool covered, bool settled, shares *below, tl_error *error) {
    double area = (s->rect.x1 - s->rect.x0) * (s->rect.y1 - s->rect.y0);
    bool partly = ground->standing != TL_BOARD_EVERYWHERE;
    if (below != NULL) {
        *(covered ? &below->all[partly] : settled ? &below->none[partly] : &below->open) += area;
        below->likely += !covered && !settled && t->s.likely > 0 ? area : 0;
        below->partly = below->partly || partly;
        return TL_OK;
    }
    tl_board_cell cell = {.low = covered ? 1 : 0, .high = covered || !settled ? 1 : 0};
    cell.estimate = covered || (!settled && t->s.likely > 0) ? 1 : 0;
    if (w->plan->kind == TL_BOARD_LENGTH) {
        cell.low = t->far_low;
        cell.high = tl_max(t->far_low, t->far_high);
        cell.estimate = tl_min(tl_max(t->far_likely, cell.low), cell.high);
    } else if (is_share(w->plan)) {
        tl_board_share_bounds(w->plan->nodes.perhaps, &t->s, &cell.low, &cell.high);
        cell.estimate = tl_min(tl_max((t->s.seen + t->s.likely) / w->plan->nodes.perhaps, cell.low), cell.high);
    }
    return fill_standing(w, s, ground, cell, error);
}

/* False without memory. */
static bool ground_at(tile_work *w, const tile_square *s, const tl_board_ground *above, tl_board_ground *ground) {
    if (above != NULL && above->plain) {
        *ground = *above;
        return true;
    }
    if (s->below > 0) {
        return tl_board_ground_pyramid_within(&w->grounds, s->rect, ground) == TL_OK;
    }
    const tl_board_ground *known = tl_board_ground_pyramid_at(&w->grounds, s->i, s->j, s->size);
    *ground = known != NULL ? *known : *ground;
    return known != NULL;
}

/* `first`: where the list of those who aren't settled begins; it ends the stack. `above`: the ground of the square that
 * this is a part of; NULL: none. */
static tl_status explore(tile_work *w, const tile_square *s, const tl_board_ground *above, size_t first, tile_tally t,
                         shares *below, tl_error *error) {
    const tl_board_plan *plan = w->plan;
    tl_board_ground ground = {.standing = TL_BOARD_NOWHERE};
    if (!tl_progress(w->context, 0, "mapping")) {
        return TL_ERROR_CANCELLED;
    }
    tl_status status = TL_OK;
    bool last = s->size == 1 && s->below == plan->refine;
    size_t mapped = cells_to_map(plan, s);
    if (mapped > 0 && mapped < s->size * s->size && s->size > 1) {
        return explore_parts(w, s, above, first, t, below, error);
    }
    if (mapped > 0 && !ground_at(w, s, above, &ground)) {
        return tl_fail_memory(error);
    }
    if (ground.standing == TL_BOARD_NOWHERE) {
        if (below == NULL) {
            fill(w, s, (tl_board_cell){.standing = false});
        } else {
            below->partly = true;
        }
        return TL_OK;
    }
    size_t start = w->waiting_count;
    bool covered = false, dark = w->plan->kind != TL_BOARD_COVER;
    tl_board_end to = tl_board_end_in(w->target, s->rect, &ground);
    for (size_t k = first; k < start && status == TL_OK && !covered; k++) {
        status = look_from(w, s, &to, w->waiting[k], &t, &covered, error);
        dark = dark && w->looker.dark;
    }
    if (status == TL_OK) {
        bool settled = w->waiting_count == start;
        /* parts of a cell without any light hardly ever fare better: borders are what is divided further */
        if (covered || settled || last || (s->size == 1 && s->below == 0 && dark)) {
            status = finish(w, s, &ground, &t, covered, settled, below, error);
        } else if (s->size == 1 && s->below == 0) {
            status = explore_cell(w, s, &ground, start, t, error);
        } else {
            status = explore_parts(w, s, &ground, start, t, below, error);
        }
    }
    w->waiting_count = start;
    return status;
}

/* One body against all who look, over the whole tile. */
static tl_status explore_tile(tile_work *w, const tl_board_body *target, tl_error *error) {
    const tl_board_plan *plan = w->plan;
    tile_square s = {.i = w->i0, .j = w->j0, .size = plan->tile};
    s.rect = tl_board_grid_rect(&plan->grid, s.i, s.j, s.size);
    w->target = target;
    tl_board_ground_pyramid_of_body(&w->grounds, target);
    w->waiting_count = 0;
    memset(w->cells, 0, plan->tile * plan->tile * sizeof(*w->cells));
    for (size_t k = 0; k < plan->nodes.root_count; k++) {
        if (!keep(w, plan->nodes.roots[k])) {
            return tl_fail_memory(error);
        }
    }
    return explore(w, &s, NULL, 0, (tile_tally){.far_low = 0}, NULL, error);
}

/* Posts from low to high: below the highest of which nothing is seen at any place, and up to the lowest that is seen
 * everywhere. */
static tl_status explore_heights(tile_work *w, tl_board_cell *cells, tl_error *error) {
    size_t count = w->plan->tile * w->plan->tile;
    tl_board_cell *one = tl_alloc_array(w->context, count, sizeof(*one));
    tl_status status = one != NULL ? TL_OK : tl_fail_memory(error);
    w->cells = one;
    for (size_t k = TL_BOARD_POSTS; k > 0 && status == TL_OK; k--) {
        double height = tl_board_posts[k - 1];
        status = explore_tile(w, &w->plan->posts[k - 1], error);
        for (size_t i = 0; i < count && status == TL_OK; i++) {
            tl_board_cell *cell = &cells[i];
            if (k == TL_BOARD_POSTS) {
                *cell = (tl_board_cell){.high = w->plan->most, .estimate = w->plan->most};
            }
            cell->standing = cell->standing || one[i].standing;
            cell->partly = cell->partly || one[i].partly;
            cell->high = one[i].standing && one[i].low == 1 ? height : cell->high;
            cell->estimate = one[i].standing && one[i].estimate >= 0.5 ? height : cell->estimate;
            cell->low = one[i].standing && one[i].high == 0 ? tl_max(cell->low, height) : cell->low;
        }
    }
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        cells[i].low = tl_min(cells[i].low, cells[i].high);
        cells[i].estimate = tl_min(tl_max(cells[i].estimate, cells[i].low), cells[i].high);
    }
    tl_free(w->context, one);
    return status;
}

tl_status tl_board_tile(const tl_board_plan *plan, tl_context *context, size_t tile, tl_board_cell *cells,
                        tl_board_seen *back, tl_board_work *done, tl_error *error) {
    tile_work w = {.plan = plan, .context = context, .cells = cells, .back = back};
    w.i0 = tile % plan->tile_nx * plan->tile;
    w.j0 = tile / plan->tile_nx * plan->tile;
    tl_board_looker_start(&w.looker, context, &plan->rules, &plan->terrain, plan->from, plan->to, plan->effort);
    tl_board_uncovered_start(&w.barer, &plan->shields, &w.looker);
    tl_status status = tl_board_ground_pyramid_start(&w.grounds, context, plan, w.i0, w.j0);
    if (status != TL_OK) {
        status = tl_fail_memory(error);
    } else if (plan->kind == TL_BOARD_HEIGHT) {
        status = explore_heights(&w, cells, error);
    } else {
        status = explore_tile(&w, &plan->target, error);
    }
    done->rulings += w.looker.rulings;
    done->proofs += w.looker.proofs;
    tl_board_uncovered_end(&w.barer);
    tl_board_ground_pyramid_end(&w.grounds);
    tl_board_looker_end(&w.looker);
    tl_free(context, w.waiting);
    return status;
}
