/* search.c: a heap of cells, the most promising on top. */
#include "template/search.h"

typedef struct search_heap {
    tl_context *context;
    tl_template_search_cell *cells;
    size_t count, capacity;
    double open; /* the largest bound of cells that can't be cut further, or weren't looked at before time was up */
    bool late;
} search_heap;

/* Larger bounds first, then those that were cut less often, then by place: an order that no run can change. */
static bool comes_before(const tl_template_search_cell *a, const tl_template_search_cell *b) {
    if (a->bound != b->bound) {
        return a->bound > b->bound;
    }
    if (a->depth != b->depth) {
        return a->depth < b->depth;
    }
    if (a->family != b->family) {
        return a->family < b->family;
    }
    for (int i = 0; i < TL_SEARCH_DIMENSIONS; i++) {
        if (a->low[i] != b->low[i]) {
            return a->low[i] < b->low[i];
        }
    }
    return false;
}

static bool push(search_heap *h, const tl_template_search_cell *cell) {
    if (!tl_reserve(h->context, (void **)&h->cells, &h->capacity, h->count + 1, sizeof(*h->cells))) {
        return false;
    }
    size_t at = h->count++;
    for (; at > 0 && comes_before(cell, &h->cells[(at - 1) / 2]); at = (at - 1) / 2) {
        h->cells[at] = h->cells[(at - 1) / 2];
    }
    h->cells[at] = *cell;
    return true;
}

static tl_template_search_cell pop(search_heap *h) {
    tl_template_search_cell top = h->cells[0], last = h->cells[--h->count];
    size_t at = 0;
    for (size_t child = 1; child < h->count; child = 2 * at + 1) {
        child += child + 1 < h->count && comes_before(&h->cells[child + 1], &h->cells[child]);
        if (!comes_before(&h->cells[child], &last)) {
            break;
        }
        h->cells[at] = h->cells[child];
        at = child;
    }
    h->cells[at] = last;
    return top;
}

/* The side to cut: the heaviest of those that may be cut; -1 when none may. */
static int widest(const tl_template_search_problem *p, const tl_template_search_cell *cell) {
    int side = -1;
    double most = 0;
    for (int i = 0; i < TL_SEARCH_DIMENSIONS; i++) {
        double size = cell->high[i] - cell->low[i];
        if (size > p->smallest[i] && size * p->weight[i] > most) {
            most = size * p->weight[i];
            side = i;
        }
    }
    return side;
}

/* Whether an error only says that time is up: then what wasn't looked at may hold as much as `bound`. */
static bool ran_out(search_heap *h, tl_status status, double bound, tl_error *error) {
    h->late = h->late || (status == TL_ERROR_CANCELLED && tl_out_of_time(h->context));
    if (h->late && status == TL_ERROR_CANCELLED) {
        h->open = tl_max(h->open, bound);
        if (error != NULL) {
            *error = (tl_error){0};
        }
        return true;
    }
    return false;
}

static tl_status bound_and_push(const tl_template_search_problem *p, search_heap *h, tl_template_search_cell cell,
                                int stage, double best, tl_error *error) {
    double bound = -INFINITY, before = cell.bound;
    tl_status status = p->bound(p->user, &cell, stage, best, &bound, error);
    cell.stage = stage;
    cell.bound = tl_min(bound, before);
    if (status == TL_OK && cell.bound > -INFINITY && !push(h, &cell)) {
        status = tl_fail_memory(error);
    }
    return status;
}

static tl_status cut(const tl_template_search_problem *p, search_heap *h, const tl_template_search_cell *cell,
                     tl_template_search_result *result, tl_error *error) {
    int side = widest(p, cell);
    if (side < 0) {
        h->open = tl_max(h->open, cell->bound);
        result->undecided = result->undecided || cell->bound > result->best;
        return TL_OK;
    }
    tl_template_search_cell half[2] = {*cell, *cell};
    half[0].high[side] = half[1].low[side] = 0.5 * (cell->low[side] + cell->high[side]);
    tl_status status = TL_OK;
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        half[i].depth++;
        status = bound_and_push(p, h, half[i], 0, result->best, error);
    }
    return status;
}

static tl_status run(tl_context *context, const tl_template_search_problem *p, search_heap *h,
                     tl_template_search_result *result, tl_error *error) {
    size_t ties = 0;
    tl_status status = TL_OK;
    while (status == TL_OK && h->count > 0 && !h->late) {
        tl_template_search_cell cell = h->cells[0];
        if (cell.bound < result->best || (cell.bound == result->best && ++ties > p->most_ties)) {
            break;
        }
        if (!tl_progress(context, 0, "best placement")) {
            return tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the search was cancelled");
        }
        bool spent = result->cells >= p->most_cells || p->work(p->user) > p->most_work || tl_out_of_time(context);
        if (spent) {
            result->exhausted = cell.bound > result->best;
            break;
        }
        cell = pop(h);
        if (cell.stage == 0) {
            status = bound_and_push(p, h, cell, 1, result->best, error);
            status = ran_out(h, status, cell.bound, error) ? TL_OK : status;
            continue;
        }
        result->cells++;
        status = p->explore(p->user, &cell, &result->best, error);
        if (status == TL_OK) {
            status = cut(p, h, &cell, result, error);
        }
        status = ran_out(h, status, cell.bound, error) ? TL_OK : status;
    }
    result->exhausted = result->exhausted || (h->late && h->open > result->best);
    result->upper = tl_max(result->best, h->open);
    if (h->count > 0) {
        result->upper = tl_max(result->upper, h->cells[0].bound);
    }
    return status;
}

tl_status tl_template_search_largest(tl_context *context, const tl_template_search_problem *problem,
                                     const tl_template_search_cell *cells, size_t count,
                                     tl_template_search_result *result, tl_error *error) {
    search_heap h = {.context = context, .open = -INFINITY};
    *result = (tl_template_search_result){.best = -INFINITY, .upper = -INFINITY};
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        tl_template_search_cell cell = cells[i];
        cell.bound = INFINITY;
        status = h.late ? TL_ERROR_CANCELLED : bound_and_push(problem, &h, cell, 0, -INFINITY, error);
        status = ran_out(&h, status, INFINITY, error) ? TL_OK : status;
    }
    if (status == TL_OK) {
        status = run(context, problem, &h, result, error);
    }
    tl_free(context, h.cells);
    return status;
}
