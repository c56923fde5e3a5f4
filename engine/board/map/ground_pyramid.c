/* ground_pyramid.c: a pyramid over the tile; each square is worked out when it is first asked for. */
#include "board/map/ground_pyramid.h"

#include "board/map/nodes.h"

#include <string.h>

tl_status tl_board_ground_pyramid_start(tl_board_ground_pyramid *grounds, tl_context *context,
                                        const tl_board_plan *plan, size_t i0, size_t j0) {
    *grounds = (tl_board_ground_pyramid){.plan = plan, .i0 = i0, .j0 = j0};
    tl_board_nearby_start(&grounds->nearby, context, &plan->terrain.surfaces);
    size_t count = 2 * plan->tile * plan->tile; /* all sizes together: less than 4/3 */
    grounds->items = tl_alloc_array(context, count, sizeof(*grounds->items));
    grounds->known = tl_alloc_array(context, count, 1);
    return grounds->items != NULL && grounds->known != NULL ? TL_OK : TL_ERROR_MEMORY;
}

void tl_board_ground_pyramid_end(tl_board_ground_pyramid *grounds) {
    tl_free(grounds->nearby.context, grounds->items);
    tl_free(grounds->nearby.context, grounds->known);
    tl_board_nearby_end(&grounds->nearby);
}

void tl_board_ground_pyramid_of_body(tl_board_ground_pyramid *grounds, const tl_board_body *body) {
    grounds->body = body;
    memset(grounds->known, 0, 2 * grounds->plan->tile * grounds->plan->tile);
}

/* Cells come first, then squares of two by two, and so on. */
static size_t place_of(const tl_board_ground_pyramid *g, size_t i, size_t j, size_t size) {
    size_t first = 0, across = g->plan->tile;
    for (size_t s = 1; s < size; s *= 2) {
        first += across * across;
        across /= 2;
    }
    return first + (j - g->j0) / size * across + (i - g->i0) / size;
}

tl_status tl_board_ground_pyramid_within(tl_board_ground_pyramid *grounds, tl_board_rect part,
                                         tl_board_ground *ground) {
    return tl_board_ground_of(&grounds->nearby, &grounds->plan->terrain, grounds->body, part, grounds->plan->level,
                              ground);
}

/* What holds at all places of the one or the other. */
static tl_board_ground both(const tl_board_ground *a, const tl_board_ground *b) {
    if (a->standing == TL_BOARD_NOWHERE && b->standing == TL_BOARD_NOWHERE) {
        return *a;
    }
    tl_board_ground one = a->standing == TL_BOARD_NOWHERE ? *b : *a;
    one.plain = a->plain && b->plain;
    if (a->standing != b->standing) {
        one.standing = TL_BOARD_PARTLY;
    }
    if (a->standing != TL_BOARD_NOWHERE && b->standing != TL_BOARD_NOWHERE) {
        one.low = tl_min(a->low, b->low);
        one.high = tl_max(a->high, b->high);
        one.over_ground = a->over_ground && b->over_ground;
    }
    return one;
}

static bool put_together(tl_board_ground_pyramid *g, size_t i, size_t j, size_t size, tl_board_ground *ground) {
    size_t half = size / 2;
    bool any = false;
    for (size_t k = 0; k < 4; k++) {
        size_t x = i + (k & 1) * half, y = j + (k >> 1) * half;
        if (x >= g->plan->grid.nx || y >= g->plan->grid.ny) {
            continue;
        }
        const tl_board_ground *part = tl_board_ground_pyramid_at(g, x, y, half);
        if (part == NULL) {
            return false;
        }
        *ground = any ? both(ground, part) : *part;
        any = true;
    }
    return true;
}

const tl_board_ground *tl_board_ground_pyramid_at(tl_board_ground_pyramid *grounds, size_t i, size_t j, size_t size) {
    size_t at = place_of(grounds, i, j, size);
    tl_board_ground *ground = &grounds->items[at];
    if (grounds->known[at] != 0) {
        return ground;
    }
    tl_board_rect rect = tl_board_grid_rect(&grounds->plan->grid, i, j, size);
    tl_board_ground_expect(&grounds->nearby, grounds->body, rect);
    bool survey = size == 1 || tl_board_ground_is_bare(&grounds->nearby, grounds->body, rect);
    bool done = survey ? tl_board_ground_pyramid_within(grounds, rect, ground) == TL_OK
                       : put_together(grounds, i, j, size, ground);
    grounds->known[at] = done ? 1 : 0;
    return done ? ground : NULL;
}
