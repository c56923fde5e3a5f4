/* nearby.c: lists of triangles, each filtered from the one before. */
#include "board/region/nearby.h"

#include "board/limits.h"

void tl_board_nearby_start(tl_board_nearby *nearby, tl_context *context, const tl_surfaces *surfaces) {
    *nearby = (tl_board_nearby){.context = context, .surfaces = surfaces};
}

void tl_board_nearby_end(tl_board_nearby *nearby) {
    for (int i = 0; i < TL_BOARD_NEAR_LISTS && nearby->context != NULL; i++) {
        tl_free(nearby->context, nearby->lists[i].blocks[0]);
        tl_free(nearby->context, nearby->lists[i].blocks[1]);
    }
    *nearby = (tl_board_nearby){.context = NULL};
}

static bool holds(const tl_board_rect *a, const tl_board_rect *b) {
    return a->x0 <= b->x0 && a->y0 <= b->y0 && a->x1 >= b->x1 && a->y1 >= b->y1;
}

/* --- Lists -------------------------------------------------------------------------------------------------------- */

/* Room for one more; the lane's block, or NULL. */
static tl_board_near_block *next_lane(const tl_board_nearby *nearby, tl_board_near_list *list, int kind, size_t *lane) {
    size_t count = list->count[kind];
    if (list->count[0] + list->count[1] == TL_BOARD_NEAR_MOST ||
        !tl_reserve(nearby->context, (void **)&list->blocks[kind], &list->capacity[kind],
                    count / TL_BOARD_NEAR_LANES + 1, sizeof(tl_board_near_block))) {
        return NULL;
    }
    tl_board_near_block *block = &list->blocks[kind][count / TL_BOARD_NEAR_LANES];
    *lane = count % TL_BOARD_NEAR_LANES;
    for (size_t k = 0; *lane == 0 && k < TL_BOARD_NEAR_LANES; k++) { /* lanes not taken yet are over nothing */
        block->x0[k] = INFINITY;
        block->x1[k] = -INFINITY;
        block->y0[k] = block->y1[k] = block->low[k] = block->high[k] = 0;
    }
    list->count[kind]++;
    return block;
}

/* A box in floats, which have seven digits: a hair above their rounding larger. */
typedef struct window {
    float x0, y0, x1, y1, low, high;
} window;

static float below(double v) {
    return (float)(v - TL_BOARD_FLOAT_SHARE * fabs(v) - TL_BOARD_FLOAT_HAIR);
}

static float above(double v) {
    return (float)(v + TL_BOARD_FLOAT_SHARE * fabs(v) + TL_BOARD_FLOAT_HAIR);
}

static window window_of(tl_box3 box) {
    return (window){below(box.low.x),  below(box.low.y), above(box.high.x),
                    above(box.high.y), below(box.low.z), above(box.high.z)};
}

/* Which lanes come near; false: none does. */
static bool compare(const tl_board_near_block *b, const window *w, int32_t met[TL_BOARD_NEAR_LANES]) {
    int32_t any = 0;
    for (size_t k = 0; k < TL_BOARD_NEAR_LANES; k++) {
        met[k] = (b->x0[k] <= w->x1) & (b->x1[k] >= w->x0) & (b->y0[k] <= w->y1) & (b->y1[k] >= w->y0) &
                 (b->low[k] <= w->high) & (b->high[k] >= w->low);
        any |= met[k];
    }
    return any != 0;
}

/* --- From the world ----------------------------------------------------------------------------------------------- */

typedef struct collecting {
    const tl_board_nearby *nearby;
    tl_board_near_list *list;
    int kind;
    bool full;
} collecting;

static bool collect(void *user, uint32_t slot, uint32_t triangle) {
    collecting *c = user;
    tl_vec3 p[3];
    size_t k = 0;
    tl_bvh_corners(tl_world_get(c->nearby->surfaces->world, slot), triangle, p);
    tl_board_near_block *block = next_lane(c->nearby, c->list, c->kind, &k);
    c->full = block == NULL;
    if (block != NULL) {
        const window w = window_of(tl_box3_add(tl_box3_add((tl_box3){p[0], p[0]}, p[1]), p[2]));
        block->x0[k] = w.x0;
        block->y0[k] = w.y0;
        block->x1[k] = w.x1;
        block->y1[k] = w.y1;
        block->low[k] = w.low;
        block->high[k] = w.high;
        block->slot[k] = slot;
        block->triangle[k] = triangle;
    }
    return !c->full;
}

static tl_box3 column(tl_board_rect r) {
    return (tl_box3){{r.x0, r.y0, -INFINITY}, {r.x1, r.y1, INFINITY}};
}

static bool gather(const tl_board_nearby *nearby, tl_board_near_list *list) {
    const tl_surfaces *s = nearby->surfaces;
    collecting c = {nearby, list, 0, false};
    tl_world_in_box(s->world, column(list->rect), s->stand, collect, &c);
    c.kind = 1;
    if (!c.full) {
        tl_world_in_box(s->world, column(list->rect), s->carpet, collect, &c);
    }
    return !c.full;
}

/* --- From a list -------------------------------------------------------------------------------------------------- */

static bool take(const tl_board_nearby *nearby, const tl_board_near_block *from, size_t k, int kind,
                 tl_board_near_list *list) {
    size_t i = 0;
    tl_board_near_block *b = next_lane(nearby, list, kind, &i);
    if (b == NULL) {
        return false;
    }
    b->x0[i] = from->x0[k];
    b->y0[i] = from->y0[k];
    b->x1[i] = from->x1[k];
    b->y1[i] = from->y1[k];
    b->low[i] = from->low[k];
    b->high[i] = from->high[k];
    b->slot[i] = from->slot[k];
    b->triangle[i] = from->triangle[k];
    return true;
}

static bool filter(const tl_board_nearby *nearby, const tl_board_near_list *from, tl_board_near_list *list) {
    const window w = window_of(column(list->rect));
    bool fits = true;
    for (int kind = 0; kind < 2; kind++) {
        for (size_t i = 0; i < from->count[kind] && fits; i += TL_BOARD_NEAR_LANES) {
            const tl_board_near_block *block = &from->blocks[kind][i / TL_BOARD_NEAR_LANES];
            int32_t met[TL_BOARD_NEAR_LANES];
            bool some = compare(block, &w, met);
            for (size_t k = 0; k < TL_BOARD_NEAR_LANES && some && fits; k++) {
                fits = met[k] == 0 || take(nearby, block, k, kind, list);
            }
        }
    }
    return fits;
}

static size_t size_of(const tl_board_near_list *list) {
    return list->count[0] + list->count[1];
}

void tl_board_nearby_expect(tl_board_nearby *nearby, tl_board_rect rect) {
    while (nearby->count > 0 && !holds(&nearby->lists[nearby->count - 1].rect, &rect)) {
        nearby->count--;
    }
    const tl_board_near_list *last = nearby->count > 0 ? &nearby->lists[nearby->count - 1] : NULL;
    if (last != NULL) {
        double wide = last->rect.x1 - last->rect.x0, deep = last->rect.y1 - last->rect.y0;
        bool much_smaller = 2 * (rect.x1 - rect.x0) * (rect.y1 - rect.y0) <= wide * deep; /* costs only time */
        if (size_of(last) <= TL_BOARD_NEAR_FEW || !much_smaller) {                        /* costs only time */
            return;
        }
        if (nearby->count == TL_BOARD_NEAR_LISTS) {
            return;
        }
    }
    tl_board_near_list *list = &nearby->lists[nearby->count];
    list->rect = rect;
    list->count[0] = list->count[1] = 0;
    if (last != NULL ? filter(nearby, last, list) : gather(nearby, list)) {
        nearby->count++;
    }
}

typedef struct passing {
    tl_board_near_fn *visit;
    void *user;
} passing;

static bool pass_on(void *user, uint32_t slot, uint32_t triangle) {
    const passing *p = user;
    return p->visit(p->user, slot, triangle, -INFINITY, INFINITY);
}

void tl_board_nearby_visit(const tl_board_nearby *nearby, tl_box3 box, bool carpets, tl_board_near_fn *visit,
                           void *user) {
    const tl_surfaces *s = nearby->surfaces;
    const tl_board_rect rect = {box.low.x, box.low.y, box.high.x, box.high.y};
    const tl_board_near_list *list = nearby->count > 0 ? &nearby->lists[nearby->count - 1] : NULL;
    if (list == NULL || !holds(&list->rect, &rect)) {
        passing p = {visit, user};
        tl_world_in_box(s->world, box, carpets ? s->carpet : s->stand, pass_on, &p);
        return;
    }
    const window w = window_of(box);
    int kind = carpets ? 1 : 0;
    for (size_t i = 0; i < list->count[kind]; i += TL_BOARD_NEAR_LANES) {
        const tl_board_near_block *block = &list->blocks[kind][i / TL_BOARD_NEAR_LANES];
        int32_t met[TL_BOARD_NEAR_LANES];
        bool some = compare(block, &w, met);
        for (size_t k = 0; k < TL_BOARD_NEAR_LANES && some; k++) {
            if (met[k] != 0 &&
                !visit(user, block->slot[k], block->triangle[k], (double)block->low[k], (double)block->high[k])) {
                return;
            }
        }
    }
}
