/* journey_overrun.c: enemies that a vehicle runs over: who is in its way, from where to where, and the nearest place
 * beside it. */
#include "judge/move/journey_steps.h"

#include "math/angle.h"

/* Places beside the way are looked for in so many directions, so far (mm), in steps of so much that are then halved so
 * often. */
enum { DIRECTIONS = 48, HALVES = 24 };
#define FARTHEST 400.0
#define STRIDE   1.0
/* Touching is clear. */
#define TOUCH 1e-6

/* The way of a journey past one model, wherever that stands. */
typedef struct overrunning {
    tl_journey *j;
    const tl_obstacle *items; /* the model's outlines */
    size_t count;
    tl_obstacle *moved; /* ... where it stands instead */
    tl_move_way way;
} overrunning;

typedef struct passed {
    double first, last; /* in plan from the path's start; INFINITY: never */
    bool sure;
} passed;

static void take(passed *p, double first, double last) {
    p->first = tl_min(p->first, first);
    p->last = tl_max(p->last, last);
}

/* While it slides along its legs. */
static tl_status pass_legs(const overrunning *x, const tl_obstacle *items, bool surely, passed *p, tl_error *error) {
    tl_move_way way = x->way;
    tl_move_spans spans;
    double slack = surely ? tl_max(0.5 * x->j->inquiry->tolerance, TOUCH) : TOUCH;
    way.obstacles = items;
    way.forgiven = way.certain = slack;
    way.surely = surely;
    tl_status status = tl_move_find_spans(x->j->inquiry->context, &x->j->moving.mover, &x->j->path, x->j->headings,
                                          &way, &spans, error);
    for (size_t i = 0; status == TL_OK && i < spans.count; i++) {
        p->sure = p->sure || surely;
        if (!surely) {
            take(p, spans.items[i].first, spans.items[i].last);
        }
    }
    if (status == TL_OK) {
        tl_move_spans_free(&spans);
    }
    return status;
}

/* While it turns on the spot. */
static tl_status pass_turns(const overrunning *x, const tl_obstacle *items, passed *p, tl_error *error) {
    const tl_journey *j = x->j;
    double facing = j->moving.facing_deg;
    tl_move_way way = x->way;
    way.obstacles = items;
    tl_status status = TL_OK;
    for (size_t i = 0; i <= j->path.corner_count && !j->moving.mover.round && status == TL_OK; i++) {
        const tl_path_node *node = i == 0 ? &j->path.nodes[0] : &j->path.nodes[j->path.corners[i - 1]];
        double next = i < j->path.corner_count ? j->facings[i] : j->facing_deg;
        tl_verdict verdict = TL_VERDICT_YES;
        if (next != facing) {
            status = tl_move_turn(j->inquiry->context, &j->moving.mover, node->at, facing, next, false, &way, &verdict,
                                  NULL, error);
        }
        if (status == TL_OK && verdict != TL_VERDICT_YES) {
            take(p, node->plan, node->plan);
            p->sure = p->sure || verdict == TL_VERDICT_NO;
        }
        facing = next;
    }
    return status;
}

static tl_status pass(const overrunning *x, const tl_obstacle *items, passed *p, tl_error *error) {
    *p = (passed){INFINITY, -INFINITY, false};
    tl_status status = pass_legs(x, items, false, p, error);
    if (status == TL_OK) {
        status = pass_legs(x, items, true, p, error);
    }
    return status == TL_OK ? pass_turns(x, items, p, error) : status;
}

/* --- Aside -------------------------------------------------------------------------------------------------------- */

static bool stands_clear_of(const tl_obstacle *own, const tl_moving_obstacles *others) {
    for (size_t i = 0; i < others->count; i++) {
        if (others->items[i].slot != own->slot && tl_figure_depth(&own->figure, &others->items[i].figure) > TOUCH) {
            return false;
        }
    }
    return true;
}

/* On the table, on nobody, in nothing that nobody enters. */
static bool has_room(const overrunning *x) {
    const tl_moving *m = &x->j->moving;
    const tl_document *document = m->inquiry->table->document;
    for (size_t i = 0; i < x->count; i++) {
        const tl_obstacle *own = &x->moved[i];
        tl_vec2 low, high;
        tl_figure_box(&own->figure, &low, &high);
        if (low.x < -TOUCH || low.y < -TOUCH || high.x > document->width + TOUCH || high.y > document->depth + TOUCH ||
            !stands_clear_of(own, &m->models) || !stands_clear_of(own, &m->overrun)) {
            return false;
        }
        for (size_t r = 0; r < m->region_count; r++) {
            const tl_moving_region *region = &m->regions[r];
            if (tl_moving_is_closed(region) && tl_outline_holds(region->outline, own->figure.corner[0]) > 0) {
                return false;
            }
        }
    }
    return true;
}

static tl_status is_clear(const overrunning *x, tl_vec2 by, bool *clear, tl_error *error) {
    passed p;
    for (size_t i = 0; i < x->count; i++) {
        x->moved[i] = x->items[i];
        x->moved[i].figure = tl_figure_turned(&x->items[i].figure, 1, 0, by);
    }
    *clear = has_room(x);
    tl_status status = *clear ? pass(x, x->moved, &p, error) : TL_OK;
    *clear = *clear && status == TL_OK && !(p.first < INFINITY);
    return status;
}

/* The nearest clear place in one direction, no farther than `*least`. */
static tl_status look_aside(const overrunning *x, tl_vec2 d, double *least, tl_vec2 *by, tl_error *error) {
    bool clear = false;
    double far = 0;
    tl_status status = TL_OK;
    while (status == TL_OK && !clear && far + STRIDE < *least) {
        far += STRIDE;
        status = is_clear(x, tl_scale2(d, far), &clear, error);
        if (!tl_work_on(x->j->inquiry->context, 20 * (uint64_t)x->j->path.count, "move")) {
            return tl_fail_cancelled(error, "looking beside the way");
        }
    }
    if (status != TL_OK || !clear) {
        return status;
    }
    double low = far - STRIDE, high = far;
    for (int i = 0; i < HALVES && status == TL_OK; i++) {
        double middle = 0.5 * (low + high);
        status = is_clear(x, tl_scale2(d, middle), &clear, error);
        *(clear ? &high : &low) = middle;
    }
    if (status == TL_OK && high < *least) {
        *least = high;
        *by = tl_scale2(d, high);
    }
    return status;
}

/* How it goes where it meets the model: directions are counted from there, so that one is straight aside. */
static double heading_at(const tl_journey *j, double plan) {
    tl_vec2 before = tl_plan(j->path.nodes[0].at), d = {1, 0};
    for (size_t i = 1; i < j->path.count; i++) {
        tl_vec2 at = tl_plan(j->path.nodes[i].at), step = tl_sub2(at, before);
        d = step.x != 0 || step.y != 0 ? step : d;
        if (j->path.nodes[i].plan >= plan) {
            break;
        }
        before = at;
    }
    return tl_atan2_deg(d.y, d.x);
}

static tl_status find_aside(const overrunning *x, double plan, tl_journey_overrun *made, tl_error *error) {
    double least = FARTHEST, heading = heading_at(x->j, plan);
    tl_vec2 by = {0, 0};
    tl_status status = TL_OK;
    for (int k = 0; k < DIRECTIONS && status == TL_OK; k++) { /* aside to either side first */
        int turn = k % 2 == 0 ? 90 : -90;
        tl_vec2 d;
        tl_sincos_deg(heading + turn + 360.0 * (k / 2) / DIRECTIONS * (k % 4 < 2 ? 1 : -1), &d.y, &d.x);
        status = look_aside(x, d, &least, &by, error);
    }
    made->has_aside = least < FARTHEST;
    made->aside_mm = least;
    made->aside = by;
    return status;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static tl_status look_at(const overrunning *x, tl_journey_overrun *made, bool *met, tl_error *error) {
    const tl_journey *j = x->j;
    passed p;
    tl_status status = pass(x, x->items, &p, error);
    *met = status == TL_OK && p.first < INFINITY;
    if (*met) {
        *made =
            (tl_journey_overrun){.slot = x->items[0].slot, .verdict = p.sure ? TL_VERDICT_YES : TL_VERDICT_MARGINAL};
        made->at = tl_path_at_plan(&j->path, p.first, &made->from);
        made->out = tl_path_at_plan(&j->path, p.last, &made->to);
        status = find_aside(x, p.first, made, error);
    }
    return status;
}

tl_status tl_journey_run_over(tl_journey *j, tl_error *error) {
    const tl_moving_obstacles *all = &j->moving.overrun;
    tl_context *context = j->inquiry->context;
    if (all->count == 0 || j->moving.flies) {
        return TL_OK;
    }
    overrunning x = {.j = j, .way = tl_moving_way(&j->moving)};
    uint8_t *nothing = tl_alloc_array(context, j->inquiry->table->slot_count, 1);
    x.moved = tl_alloc_array(context, all->count, sizeof(*x.moved));
    j->overruns = tl_alloc_array(context, all->count, sizeof(*j->overruns));
    tl_status status = nothing != NULL && x.moved != NULL && j->overruns != NULL ? TL_OK : tl_fail_memory(error);
    x.way.walls = nothing;
    x.way.height_off = j->height_off;
    for (size_t i = 0, end; i < all->count && status == TL_OK; i = end) {
        bool met;
        for (end = i + 1; end < all->count && all->items[end].slot == all->items[i].slot; end++) {
        }
        x.items = all->items + i;
        x.count = x.way.obstacle_count = end - i;
        status = look_at(&x, &j->overruns[j->overrun_count], &met, error);
        j->overrun_count += status == TL_OK && met;
    }
    tl_free(context, nothing);
    tl_free(context, x.moved);
    return status;
}
