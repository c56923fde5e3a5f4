/* leaks.c: places that see each other through cracks alone.
 *
 * Of the pairs that are proved to see each other those are left whose usual lines all pass something closely; for
 * these it is then asked whether any line keeps the distance. */
#include "board/lanes.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET       250000  /* units of work for a line: some two milliseconds */
#define PROOF_BUDGET 5000000 /* for a proof, of which few are needed */

/* The core of the body at a place. */
static tl_status core_at(const tl_board_pairs *pairs, const tl_board_core *core, size_t square, tl_bvh **bvh,
                         tl_error *error) {
    tl_vec3 at = pairs->squares[square].end.spot.at.low;
    tl_vec3 *vertices = tl_alloc_array(pairs->context, core->vertex_count + 1, sizeof(*vertices));
    uint8_t *roles = tl_alloc_array(pairs->context, core->triangle_count + 1, 1);
    tl_status status = vertices != NULL && roles != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < core->vertex_count && status == TL_OK; i++) {
        vertices[i] = tl_add(core->vertices[i], at);
    }
    if (status == TL_OK) {
        status = tl_bvh_build(pairs->context, vertices, core->vertex_count, core->triangles, core->triangle_count,
                              roles, bvh, error);
    }
    tl_free(pairs->context, vertices);
    tl_free(pairs->context, roles);
    return status;
}

/* Whether something is on both sides of a line: moved by twice the room to the left and to the right it is blocked, or
 * up and down. What sees just over a crest or past a corner is no crack. */
static bool is_crack(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q) {
    tl_vec3 way = tl_sub(q, p);
    double length = tl_length2(tl_plan(way)), by = 2 * TL_BOARD_LEAK;
    tl_vec3 side = length > 0 ? (tl_vec3){-by * way.y / length, by * way.x / length, 0} : (tl_vec3){by, 0, 0};
    const tl_vec3 moves[2] = {side, {0, 0, by}};
    for (int k = 0; k < 2; k++) {
        if (!tl_visibility_line_free(obstacles, tl_add(p, moves[k]), tl_add(q, moves[k])) &&
            !tl_visibility_line_free(obstacles, tl_sub(p, moves[k]), tl_sub(q, moves[k]))) {
            return true;
        }
    }
    return false;
}

/* The clearest line that there is; if that is through a crack, whether no line keeps the distance, proved. */
static tl_status ask(const tl_board_stage *stage, const tl_board_pairs *pairs, const tl_board_core *core, size_t i,
                     size_t j, bool *leaks, tl_sight *line, tl_error *error) {
    tl_region_between between;
    tl_bvh *a = NULL, *b = NULL;
    const tl_board_end *from = &pairs->squares[i].end, *to = &pairs->squares[j].end;
    const tl_sight_options widest = {.budget = BUDGET};
    const tl_sight_options proof = {
        .min_clearance = TL_BOARD_LEAK, .budget = PROOF_BUDGET, .prove = true, .quick = true};
    tl_sight sight;
    *leaks = false;
    memset(line, 0, sizeof(*line));
    memset(&sight, 0, sizeof(sight));
    tl_status status =
        tl_region_between_make(&stage->rules, pairs->context, &from->region, &to->region, &between, error);
    status = status == TL_OK ? core_at(pairs, core, i, &a, error) : status;
    status = status == TL_OK ? core_at(pairs, core, j, &b, error) : status;
    if (status == TL_OK) {
        status = tl_visibility_between(pairs->context, &between.most, a, b, &widest, line, error);
    }
    if (status == TL_OK && line->has_line && line->clearance < TL_BOARD_LEAK &&
        is_crack(&between.most, line->from, line->to)) {
        status = tl_visibility_between(pairs->context, &between.least, a, b, &proof, &sight, error);
        *leaks = status == TL_OK && (sight.verdict == TL_VERDICT_NO ||
                                     (sight.verdict == TL_VERDICT_MARGINAL && sight.max_clearance < TL_BOARD_LEAK));
    }
    tl_region_between_free(pairs->context, &between);
    tl_bvh_destroy(a);
    tl_bvh_destroy(b);
    return status;
}

static int by_clearance(const void *x, const void *y) {
    const tl_board_leak *a = x, *b = y;
    return a->clearance < b->clearance ? -1 : a->clearance > b->clearance;
}

static tl_status try_pair(const tl_board_stage *stage, const tl_board_stage *wide, const tl_board_pairs *pairs,
                          const tl_board_core *core, size_t i, size_t j, tl_board_leaks *leaks, tl_error *error) {
    tl_board_looker looker;
    tl_board_answer answer = TL_BOARD_OPEN;
    bool likely, found = false;
    const tl_board_end *a = &pairs->squares[i].end, *b = &pairs->squares[j].end;
    tl_board_looker_start(&looker, pairs->context, &wide->rules, &wide->terrain, tl_board_core_box(a),
                          tl_board_core_box(b));
    tl_status status = tl_board_look(&looker, a, b, true, &answer, &likely, error);
    tl_board_looker_end(&looker);
    if (status != TL_OK || answer == TL_BOARD_ALL) {
        return status;
    }
    tl_sight line;
    leaks->asked++;
    status = ask(stage, pairs, core, i, j, &found, &line, error);
    if (status != TL_OK || !found || !line.has_line) {
        return status;
    }
    leaks->all++;
    if (leaks->count < TL_BOARD_MOST_LEAKS) {
        tl_board_leak *l = &leaks->leaks[leaks->count++];
        *l = (tl_board_leak){.from = line.from, .to = line.to, .clearance = line.clearance};
        l->places[0] = tl_plan(a->spot.at.low);
        l->places[1] = tl_plan(b->spot.at.low);
    }
    return TL_OK;
}

tl_status tl_board_leaks_find(const tl_board_stage *stage, const tl_board_core *core, const tl_board_pairs *pairs,
                              tl_board_leaks *leaks, tl_error *error) {
    memset(leaks, 0, sizeof(*leaks));
    tl_board_stage wide = *stage; /* the same, but lines must keep the distance */
    wide.rules.clearance = TL_BOARD_LEAK;
    tl_status status = TL_OK;
    for (size_t j = 0; j < pairs->count && status == TL_OK; j++) {
        for (size_t i = 0; i < j && status == TL_OK; i++) {
            if (pairs->pairs[tl_board_pair_index(i, j)] == TL_BOARD_PAIR_SEEN && !stage->rules.grown &&
                stage->rules.clearance < TL_BOARD_LEAK) {
                status = try_pair(stage, &wide, pairs, core, i, j, leaks, error);
            }
        }
        if (status == TL_OK && !tl_progress(pairs->context, 1, "looking for leaks")) {
            status = tl_fail_cancelled(error, "looking for leaks");
        }
    }
    qsort(leaks->leaks, leaks->count, sizeof(*leaks->leaks), by_clearance);
    return status;
}
