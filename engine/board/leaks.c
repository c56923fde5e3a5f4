/* leaks.c: places that see each other through cracks alone.
 *
 * Of the pairs that are proved to see each other those are left whose usual lines all pass something closely; for
 * these it is then asked whether any line keeps the distance. A line that keeps it from surfaces as they truly are
 * keeps what is left of it, less what meshes and bodies may be off, from the meshes: that no line does is what is
 * proved. */
#include "board/crew.h"
#include "board/lanes.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET       250000  /* units of work for a line: some two milliseconds */
#define PROOF_BUDGET 5000000 /* for a proof, of which few are needed */

/* What is found of one place with those before it. */
typedef struct row {
    tl_board_leak *leaks;
    size_t count, capacity, asked;
} row;

typedef struct search {
    const tl_board_stage *stage;
    tl_board_stage wide; /* the same, but lines must keep the distance */
    const tl_board_pairs *pairs;
    const tl_board_core *core;
    row *rows;
} search;

/* The core of the body at a place. */
static tl_status core_at(const search *s, tl_context *context, size_t square, tl_bvh **bvh, tl_error *error) {
    const tl_board_core *core = s->core;
    tl_vec3 at = s->pairs->squares[square].end.spot.at.low;
    tl_vec3 *vertices = tl_alloc_array(context, core->vertex_count + 1, sizeof(*vertices));
    uint8_t *roles = tl_alloc_array(context, core->triangle_count + 1, 1);
    tl_status status = vertices != NULL && roles != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < core->vertex_count && status == TL_OK; i++) {
        vertices[i] = tl_add(core->vertices[i], at);
    }
    if (status == TL_OK) {
        status = tl_bvh_build(context, vertices, core->vertex_count, core->triangles, core->triangle_count, roles, bvh,
                              error);
    }
    tl_free(context, vertices);
    tl_free(context, roles);
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

/* The clearest line that there is; if that is through a crack, whether no line keeps `room`, proved. */
static tl_status ask(const search *s, tl_context *context, const tl_bvh *a, size_t i, size_t j, double room,
                     bool *leaks, tl_sight *line, tl_error *error) {
    tl_region_between between;
    tl_bvh *b = NULL;
    const tl_board_end *from = &s->pairs->squares[j].end, *to = &s->pairs->squares[i].end;
    const tl_sight_options widest = {.budget = BUDGET};
    const tl_sight_options proof = {.min_clearance = room, .budget = PROOF_BUDGET, .prove = true, .quick = true};
    tl_sight sight;
    *leaks = false;
    memset(line, 0, sizeof(*line));
    memset(&sight, 0, sizeof(sight));
    tl_status status = tl_region_between_make(&s->stage->rules, context, &to->region, &from->region, &between, error);
    status = status == TL_OK ? core_at(s, context, i, &b, error) : status;
    if (status == TL_OK) {
        status = tl_visibility_between(context, &between.most, b, a, &widest, line, error);
    }
    if (status == TL_OK && line->has_line && line->clearance < TL_BOARD_LEAK &&
        is_crack(&between.most, line->from, line->to)) {
        status = tl_visibility_between(context, &between.least, b, a, &proof, &sight, error);
        *leaks = status == TL_OK && (sight.verdict == TL_VERDICT_NO ||
                                     (sight.verdict == TL_VERDICT_MARGINAL && sight.max_clearance < room));
    }
    tl_region_between_free(context, &between);
    tl_bvh_destroy(b);
    return status;
}

/* Whether some usual line keeps the distance for sure. */
static tl_status is_clear(const search *s, tl_context *context, size_t i, size_t j, bool *clear, tl_error *error) {
    tl_board_looker looker;
    tl_board_answer answer = TL_BOARD_OPEN;
    bool likely;
    const tl_board_end *a = &s->pairs->squares[i].end, *b = &s->pairs->squares[j].end;
    tl_board_looker_start(&looker, context, &s->wide.rules, &s->wide.terrain, tl_board_core_box(a),
                          tl_board_core_box(b), 1);
    tl_status status = tl_board_look(&looker, a, b, true, &answer, &likely, error);
    tl_board_looker_end(&looker);
    *clear = answer == TL_BOARD_ALL;
    return status;
}

static tl_status add_leak(const search *s, tl_context *context, row *r, size_t i, size_t j, const tl_sight *line,
                          tl_error *error) {
    if (!tl_reserve(context, (void **)&r->leaks, &r->capacity, r->count + 1, sizeof(*r->leaks))) {
        return tl_fail_memory(error);
    }
    tl_board_leak *l = &r->leaks[r->count++];
    *l = (tl_board_leak){.from = line->from, .to = line->to, .clearance = line->clearance};
    l->places[0] = tl_plan(s->pairs->squares[i].end.spot.at.low);
    l->places[1] = tl_plan(s->pairs->squares[j].end.spot.at.low);
    return TL_OK;
}

/* One place with those before it. */
static tl_status do_row(void *user, tl_context *context, size_t piece, tl_error *error) {
    const search *s = user;
    size_t j = s->pairs->count - 1 - piece; /* long rows first */
    row *r = &s->rows[j];
    tl_bvh *core = NULL;
    tl_status status = TL_OK;
    for (size_t i = 0; i < j && status == TL_OK; i++) {
        if (s->pairs->pairs[tl_board_pair_index(i, j)] != TL_BOARD_PAIR_SEEN) {
            continue;
        }
        bool clear = false, leaks = false;
        tl_sight line;
        status = tl_progress(context, 0, "looking for leaks") ? is_clear(s, context, i, j, &clear, error)
                                                              : tl_fail_cancelled(error, "looking for leaks");
        if (status != TL_OK || clear) {
            continue;
        }
        double off =
            tl_board_slack(&s->stage->rules, tl_board_ends_off(&s->pairs->squares[i].end, &s->pairs->squares[j].end));
        r->asked++;
        status = core == NULL ? core_at(s, context, j, &core, error) : status;
        if (status == TL_OK && off < TL_BOARD_LEAK) {
            status = ask(s, context, core, i, j, TL_BOARD_LEAK - off, &leaks, &line, error);
        }
        if (status == TL_OK && leaks) {
            status = add_leak(s, context, r, i, j, &line, error);
        }
    }
    tl_bvh_destroy(core);
    return status;
}

/* The narrowest first; of equals the one that comes first on the table. */
static int by_clearance(const void *x, const void *y) {
    const tl_board_leak *a = x, *b = y;
    const double u[5] = {a->clearance, a->places[1].y, a->places[1].x, a->places[0].y, a->places[0].x};
    const double v[5] = {b->clearance, b->places[1].y, b->places[1].x, b->places[0].y, b->places[0].x};
    for (int k = 0; k < 5; k++) {
        if (u[k] != v[k]) {
            return u[k] < v[k] ? -1 : 1;
        }
    }
    return 0;
}

/* Of all rows the narrowest. */
static tl_status gather(const search *s, tl_board_leaks *leaks, tl_error *error) {
    for (size_t j = 0; j < s->pairs->count; j++) {
        leaks->all += s->rows[j].count;
        leaks->asked += s->rows[j].asked;
    }
    tl_board_leak *all = tl_alloc_array(s->pairs->context, leaks->all + 1, sizeof(*all));
    if (all == NULL) {
        return tl_fail_memory(error);
    }
    size_t count = 0;
    for (size_t j = 0; j < s->pairs->count; j++) {
        for (size_t k = 0; k < s->rows[j].count; k++) {
            all[count++] = s->rows[j].leaks[k];
        }
    }
    qsort(all, count, sizeof(*all), by_clearance);
    for (size_t k = 0; k < count && k < TL_BOARD_MOST_LEAKS; k++) {
        leaks->leaks[leaks->count++] = all[k];
    }
    tl_free(s->pairs->context, all);
    return TL_OK;
}

tl_status tl_board_leaks_find(const tl_board_stage *stage, const tl_board_core *core, const tl_board_pairs *pairs,
                              unsigned threads, tl_board_leaks *leaks, tl_error *error) {
    memset(leaks, 0, sizeof(*leaks));
    if (stage->rules.grown || stage->rules.clearance >= TL_BOARD_LEAK) {
        return TL_OK; /* lines that touch may pass, or none passes so near */
    }
    search s = {.stage = stage, .wide = *stage, .pairs = pairs, .core = core};
    s.wide.rules.clearance = TL_BOARD_LEAK;
    s.rows = tl_alloc_array(pairs->context, pairs->count, sizeof(*s.rows));
    if (s.rows == NULL) {
        return tl_fail_memory(error);
    }
    const tl_board_crew crew = {.context = pairs->context,
                                .threads = threads,
                                .count = pairs->count,
                                .what = "looking for leaks",
                                .first = 1 - 1e-9,
                                .last = 1,
                                .user = &s,
                                .work = do_row};
    tl_status status = tl_board_crew_work(&crew, error);
    status = status == TL_OK ? gather(&s, leaks, error) : status;
    for (size_t j = 0; j < pairs->count; j++) {
        tl_free(pairs->context, s.rows[j].leaks);
    }
    tl_free(pairs->context, s.rows);
    return status;
}
