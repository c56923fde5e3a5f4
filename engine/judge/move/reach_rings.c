/* reach_rings.c: the boundary of what is reached. */
#include "judge/move/reach.h"

static bool is_in(const tl_reach_map *r, tl_reach_state state, long row, long column) {
    long side = (long)r->side;
    return row >= 0 && column >= 0 && row < side && column < side &&
           r->states[(size_t)row * r->side + (size_t)column] == state;
}

/* Walks along edges with the state on the left; `used` marks lower edges gone along to the right. */
static bool walk_ring(const tl_reach_map *r, tl_reach_state state, long row, long column, uint8_t *used,
                      tl_vec2 *corners, tl_reach_ring_fn *ring, void *user) {
    static const long step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}; /* rows, columns: right, up, left, down */
    long x = column, y = row;
    int way = 0;
    size_t count = 0;
    do {
        if (way == 0) {
            used[(size_t)y * r->side + (size_t)x] = 1;
        }
        x += step[way][1];
        y += step[way][0];
        /* the two squares ahead: left and right of the way on */
        static const long ahead[4][2][2] = {
            {{0, 0}, {-1, 0}}, {{0, -1}, {0, 0}}, {{-1, -1}, {0, -1}}, {{-1, 0}, {-1, -1}}};
        bool left = is_in(r, state, y + ahead[way][0][0], x + ahead[way][0][1]);
        bool right = is_in(r, state, y + ahead[way][1][0], x + ahead[way][1][1]);
        int next = !left ? (way + 1) % 4 : right ? (way + 3) % 4 : way;
        if (next != way) {
            corners[count++] = (tl_vec2){r->corner.x + (double)x * r->size, r->corner.y + (double)y * r->size};
        }
        way = next;
    } while (x != column || y != row || way != 0);
    return ring(user, corners, count);
}

bool tl_reach_rings(const tl_reach_map *r, tl_reach_state state, tl_reach_ring_fn *ring, void *user) {
    size_t count = r->side * r->side;
    uint8_t *used = tl_alloc_array(r->context, count, 1);
    tl_vec2 *corners = tl_alloc_array(r->context, 2 * count + 4, sizeof(*corners));
    bool good = used != NULL && corners != NULL;
    for (size_t i = 0; i < count && good; i++) {
        long row = (long)(i / r->side), column = (long)(i % r->side);
        if (used[i] == 0 && is_in(r, state, row, column) && !is_in(r, state, row - 1, column)) {
            good = walk_ring(r, state, row, column, used, corners, ring, user);
        }
    }
    tl_free(r->context, used);
    tl_free(r->context, corners);
    return good;
}
