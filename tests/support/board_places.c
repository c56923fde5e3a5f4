/* board_places.c: places of tables in memory. */
#include "support/board_places.h"

#include "board/map/bodies.h"

#include <string.h>

void board_places_begin(board_places *p, double width, double depth) {
    memset(p, 0, sizeof(*p));
    judge_begin(&p->t);
    p->t.width = width;
    p->t.depth = depth;
}

static void must(const board_places *p, tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", p->error.message);
    }
}

void board_places_look(board_places *p, double cell, const char *const *set) {
    const tl_board_grid grid = {
        0, 0, p->t.width, p->t.depth, cell, (size_t)(p->t.width / cell + 0.5), (size_t)(p->t.depth / cell + 0.5)};
    const tl_vec2 *const zone[2] = {NULL, NULL};
    const size_t count[2] = {0, 0};
    const tl_board_effort effort = {.threads = 1};
    judge_ready(&p->t);
    must(p, tl_board_stage_make(p->t.referee, set, &p->stage, &p->error));
    must(p, tl_board_body_named(p->t.table, NULL, "target", 0, &p->body, &p->error));
    must(p, tl_board_pairs_make(&p->stage, &p->body, &grid, 0, 1, &p->pairs, &p->error));
    must(p, tl_board_zones_make(&p->pairs, p->stage.terrain.rect, zone, count, &p->zones, &p->error));
    must(p, tl_board_pairs_work(&p->stage, &effort, &p->pairs, &p->error));
}

void board_places_end(board_places *p) {
    tl_board_zones_free(p->t.context, &p->zones);
    tl_board_pairs_free(&p->pairs);
    tl_board_stage_free(&p->stage);
    judge_end(&p->t);
}

tl_vec2 board_place(const board_places *p, size_t k) {
    const tl_board_rect r = p->pairs.squares[k].rect;
    return (tl_vec2){0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
}

tl_board_pair board_pair(const board_places *p, size_t i, size_t j) {
    return (tl_board_pair)p->pairs.pairs[tl_board_pair_index(i, j)];
}
