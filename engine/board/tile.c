/* tile.c: one tile of a map: squares of cells against squares of those who look, both divided where nothing is proved.
 */
#include "board/board.h"

#include <string.h>

/* What is known of a square so far: areas of those who look. */
typedef struct tally {
    double seen, seen_partly;     /* they see every place of it; of that, where perhaps nobody can stand */
    double unseen, unseen_partly; /* they see no place of it */
    double likely;                /* the rest, of which a line was found from middle to middle */
} tally;

typedef struct work {
    const tl_board_plan *plan;
    tl_context *context;
    tl_board_looker looker;
    tl_board_cell *cells; /* of the tile */
    size_t i0, j0;        /* its first cell in the grid */
    uint32_t *waiting;    /* those who look and aren't settled: a stack of lists, one list a depth of the recursion */
    size_t waiting_count, waiting_capacity;
    size_t depth; /* below a cell */
} work;

/* A square of the grid, or below a cell: a part of it. */
typedef struct square {
    size_t i, j, size; /* cells; size 1 may be divided further */
    tl_board_rect rect;
    int below; /* how often its cell was divided */
} square;

/* The areas of a cell's places, for maps whose cells may be divided themselves; index 1: where perhaps nobody can
 * stand.
 */
typedef struct shares {
    double all[2], none[2], open, likely;
    bool partly;
} shares;

static bool keep(work *w, uint32_t node) {
    if (!tl_reserve(w->context, (void **)&w->waiting, &w->waiting_capacity, w->waiting_count + 1, sizeof(uint32_t))) {
        return false;
    }
    w->waiting[w->waiting_count++] = node;
    return true;
}

static bool is_share(const tl_board_plan *plan) {
    return plan->kind == TL_BOARD_EXPOSURE;
}

static void count_node(tally *t, const tl_board_node *node, bool seen) {
    *(seen ? &t->seen : &t->unseen) += node->area;
    if (node->partly) {
        *(seen ? &t->seen_partly : &t->unseen_partly) += node->area;
    }
}

/* One of those who look against the square, in ever smaller parts while these are no smaller than the square; what is
 * left goes to the list. `*covered`: everything in the square is seen by somebody, and that is all that is asked. */
static tl_status look_from(work *w, const square *s, const tl_board_end *to, uint32_t from, tally *t, bool *covered,
                           tl_error *error) {
    const tl_board_node *node = &w->plan->nodes.items[from];
    tl_box3 at = node->end.spot.at;
    double size = tl_max(at.high.x - at.low.x, at.high.y - at.low.y);
    bool last = s->size == 1 && s->below == w->plan->refine;
    bool smaller = size >= tl_max(s->rect.x1 - s->rect.x0, s->rect.y1 - s->rect.y0) || last;
    tl_board_answer answer;
    bool likely;
    tl_status status = tl_board_look(&w->looker, &node->end, to, last && !node->divided, &answer, &likely, error);
    if (status != TL_OK) {
        return status;
    }
    if (answer == TL_BOARD_ALL) {
        /* whoever may not be able to stand there at all proves nothing to be seen */
        if (is_share(w->plan)) {
            count_node(t, node, true);
            return TL_OK;
        }
        *covered = !node->partly;
        if (*covered) {
            return TL_OK;
        }
        return keep(w, from) ? TL_OK : tl_fail_memory(error);
    }
    if (answer == TL_BOARD_NONE) {
        count_node(t, node, false);
        return TL_OK;
    }
    if (!node->divided || !smaller) {
        t->likely += last && likely ? node->area : 0;
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

/* Bounds of the share of those who can stand that see it, from areas where they surely do, surely don't, and perhaps
 * can't stand: docs/math/maps.md. */
static void share_bounds(const tl_board_nodes *nodes, const tally *t, double *low, double *high) {
    double sure_seen = t->seen - t->seen_partly, sure_unseen = t->unseen - t->unseen_partly;
    double most = nodes->perhaps - t->seen_partly, most_unseen = nodes->perhaps - t->unseen_partly;
    *low = most > 0 ? sure_seen / most : 0;
    *high = most_unseen > 0 ? 1 - sure_unseen / most_unseen : 1;
    /* areas are sums of rounded products: everything seen, or nothing, is told by what is left */
    if (t->unseen >= nodes->perhaps * (1 - 1e-12)) {
        *low = *high = 0;
    } else if (t->seen >= nodes->perhaps * (1 - 1e-12)) {
        *low = *high = 1;
    }
    *low = tl_min(tl_max(*low, 0), 1);
    *high = tl_min(tl_max(*high, *low), 1);
}

static void fill(work *w, const square *s, tl_board_cell value) {
    size_t tile = w->plan->tile;
    for (size_t j = s->j; j < s->j + s->size && j < w->plan->grid.ny; j++) {
        for (size_t i = s->i; i < s->i + s->size && i < w->plan->grid.nx; i++) {
            w->cells[(j - w->j0) * tile + (i - w->i0)] = value;
        }
    }
}

static tl_status explore(work *w, const square *s, size_t first, tally t, shares *below, tl_error *error);

static tl_board_rect part_of(tl_board_rect r, int k) {
    double x = 0.5 * (r.x0 + r.x1), y = 0.5 * (r.y0 + r.y1);
    return (tl_board_rect){(k & 1) != 0 ? x : r.x0, (k & 2) != 0 ? y : r.y0, (k & 1) != 0 ? r.x1 : x,
                           (k & 2) != 0 ? r.y1 : y};
}

static tl_status explore_parts(work *w, const square *s, size_t first, tally t, shares *below, tl_error *error) {
    tl_status status = TL_OK;
    for (int k = 0; k < 4 && status == TL_OK; k++) {
        square part = *s;
        if (s->size > 1) {
            part.size = s->size / 2;
            part.i = s->i + (size_t)(k & 1) * part.size;
            part.j = s->j + (size_t)(k >> 1) * part.size;
            if (part.i >= w->plan->grid.nx || part.j >= w->plan->grid.ny) {
                continue;
            }
            part.rect = tl_board_grid_rect(&w->plan->grid, part.i, part.j, part.size);
        } else {
            part.rect = part_of(s->rect, k);
            part.below++;
        }
        status = explore(w, &part, first, t, below, error);
    }
    return status;
}

/* A cell that is divided itself: its parts' areas become its bounds. */
static tl_status explore_cell(work *w, const square *s, size_t first, tally t, tl_error *error) {
    shares parts = {{0, 0}, {0, 0}, 0, 0, false};
    tl_status status = explore_parts(w, s, first, t, &parts, error);
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

/* A square that is settled, or too small to be divided. */
static void finish(work *w, const square *s, const tl_board_ground *ground, const tally *t, bool covered, bool settled,
                   shares *below) {
    double area = (s->rect.x1 - s->rect.x0) * (s->rect.y1 - s->rect.y0);
    bool partly = ground->standing != TL_BOARD_EVERYWHERE;
    if (below != NULL) {
        *(covered ? &below->all[partly] : settled ? &below->none[partly] : &below->open) += area;
        below->likely += !covered && !settled && t->likely > 0 ? area : 0;
        below->partly = below->partly || partly;
        return;
    }
    tl_board_cell cell = {
        .low = covered ? 1 : 0, .high = covered || !settled ? 1 : 0, .standing = true, .partly = partly};
    cell.estimate = covered || (!settled && t->likely > 0) ? 1 : 0;
    if (is_share(w->plan)) {
        share_bounds(&w->plan->nodes, t, &cell.low, &cell.high);
        cell.estimate = tl_min(tl_max((t->seen + t->likely) / w->plan->nodes.perhaps, cell.low), cell.high);
    }
    fill(w, s, cell);
}

/* `first`: where the list of those who aren't settled begins; it ends the stack. */
static tl_status explore(work *w, const square *s, size_t first, tally t, shares *below, tl_error *error) {
    const tl_board_plan *plan = w->plan;
    tl_board_ground ground;
    if (!tl_progress(w->context, 0, "mapping")) {
        return TL_ERROR_CANCELLED;
    }
    tl_status status = tl_board_ground_of(w->context, &plan->terrain, &plan->target, s->rect, plan->level, &ground);
    if (status != TL_OK) {
        return tl_fail_memory(error);
    }
    bool last = s->size == 1 && s->below == plan->refine;
    if (ground.standing == TL_BOARD_NOWHERE) {
        if (below == NULL) {
            fill(w, s, (tl_board_cell){.standing = false});
        } else {
            below->partly = true;
        }
        return TL_OK;
    }
    size_t start = w->waiting_count, end = start;
    bool covered = false;
    if (!ground.crowded || last) {
        tl_board_end to = tl_board_end_in(&plan->target, s->rect, &ground);
        for (size_t k = first; k < start && status == TL_OK && !covered; k++) {
            status = look_from(w, s, &to, w->waiting[k], &t, &covered, error);
        }
        end = w->waiting_count;
        first = start;
    } else {
        end = start;
    }
    if (status == TL_OK) {
        bool settled = first == start && end == start;
        if (covered || settled || last) {
            finish(w, s, &ground, &t, covered, settled, below);
        } else if (s->size == 1 && s->below == 0) {
            status = explore_cell(w, s, first, t, error);
        } else {
            status = explore_parts(w, s, first, t, below, error);
        }
    }
    w->waiting_count = start;
    return status;
}

tl_status tl_board_tile(const tl_board_plan *plan, tl_context *context, size_t tile, tl_board_cell *cells,
                        tl_board_work *done, tl_error *error) {
    work w = {.plan = plan, .context = context, .cells = cells};
    w.i0 = tile % plan->tile_nx * plan->tile;
    w.j0 = tile / plan->tile_nx * plan->tile;
    memset(cells, 0, plan->tile * plan->tile * sizeof(*cells));
    square s = {.i = w.i0, .j = w.j0, .size = plan->tile};
    s.rect = tl_board_grid_rect(&plan->grid, s.i, s.j, s.size);
    tl_status status = TL_OK;
    for (size_t k = 0; k < plan->nodes.root_count && status == TL_OK; k++) {
        status = keep(&w, plan->nodes.roots[k]) ? TL_OK : tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_board_looker_start(&w.looker, context, &plan->rules, &plan->terrain, plan->from, plan->to, error);
    }
    if (status == TL_OK) {
        status = explore(&w, &s, 0, (tally){0, 0, 0, 0, 0}, NULL, error);
    }
    done->rulings += w.looker.rulings;
    done->proofs += w.looker.proofs;
    tl_board_looker_end(&w.looker);
    tl_free(context, w.waiting);
    return status;
}
