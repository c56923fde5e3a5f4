/* leaks.c: places that see each other through cracks alone.
 *
 * Of the pairs that are proved to see each other those are left whose usual lines all pass something closely, and whose
 * clearest line goes through a crack. Of these, the narrowest first, it is then asked whether any line keeps the
 * distance: that takes ten times as long as all that comes before it, so it is kept among the rows, and there is a
 * most. A line that keeps it from surfaces as they truly are keeps what is left of it, less what meshes and bodies may
 * be off, from the meshes: that no line does is what is proved. */
#include "base/thread_pool.h"
#include "board/findings/lanes.h"
#include "board/limits.h"
#include "judge/between/between.h"

#include <stdlib.h>
#include <string.h>

/* Two places, and the clearest line between them: through a crack. */
typedef struct suspect {
    size_t i, j;
    tl_board_leak leak;
    bool proved;
} suspect;

/* What is found of one place with those before it. */
typedef struct leaks_row {
    suspect *suspects;
    size_t count, capacity, asked;
} leaks_row;

typedef struct leaks_search {
    const tl_board_stage *stage;
    tl_board_stage wide; /* the same, but lines must keep the distance */
    const tl_board_pairs *pairs;
    const tl_board_core *core;
    const tl_board_effort *effort;
    tl_digest task;
    leaks_row *rows;
    suspect *suspects; /* of all rows, the narrowest first */
    size_t count;
} leaks_search;

/* The core of the body at a place. */
static tl_status core_at(const leaks_search *s, tl_context *context, size_t square, tl_bvh **bvh, tl_error *error) {
    const tl_board_core *core = s->core;
    tl_vec3 at = s->pairs->squares[square].end.places.at.low;
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

/* Two places as sight between them is asked for. */
typedef struct ends {
    tl_between between;
    tl_bvh *cores[2]; /* of the later place, and the earlier one */
} ends;

static tl_status begin_ends(const leaks_search *s, tl_context *context, size_t i, size_t j, ends *e, tl_error *error) {
    memset(e, 0, sizeof(*e));
    const tl_board_end *from = &s->pairs->squares[j].end, *to = &s->pairs->squares[i].end;
    tl_status status =
        tl_region_between_make(&s->stage->rules, context, &to->region, &from->region, &e->between, error);
    status = status == TL_OK ? core_at(s, context, j, &e->cores[0], error) : status;
    return status == TL_OK ? core_at(s, context, i, &e->cores[1], error) : status;
}

static void end_ends(ends *e) {
    tl_between_free(&e->between);
    tl_bvh_destroy(e->cores[0]);
    tl_bvh_destroy(e->cores[1]);
}

/* The clearest line that there is, and whether that is through a crack. */
static tl_status look_closely(const leaks_search *s, tl_context *context, size_t i, size_t j, bool *crack,
                              tl_sight *line, tl_error *error) {
    const tl_sight_options widest = {.budget = TL_BOARD_LEAK_BUDGET};
    ends e;
    *crack = false;
    memset(line, 0, sizeof(*line));
    tl_status status = begin_ends(s, context, i, j, &e, error);
    if (status == TL_OK) {
        status = tl_visibility_between(context, &e.between.most, e.cores[1], e.cores[0], &widest, line, error);
        *crack = status == TL_OK && line->has_line && line->clearance < TL_BOARD_LEAK &&
                 is_crack(&e.between.most, line->from, line->to);
    }
    end_ends(&e);
    return status;
}

/* What meshes and bodies may be off between two places. */
static double off_between(const leaks_search *s, size_t i, size_t j) {
    return tl_board_slack(&s->stage->rules, tl_board_ends_off(&s->pairs->squares[i].end, &s->pairs->squares[j].end));
}

/* Whether no line keeps the distance, proved. */
static tl_status prove(const leaks_search *s, tl_context *context, suspect *p, tl_error *error) {
    double room = TL_BOARD_LEAK - off_between(s, p->i, p->j);
    const tl_sight_options proof = {
        .min_clearance = room, .budget = TL_BOARD_LEAK_PROOF_BUDGET, .prove = true, .quick = true};
    tl_sight sight;
    ends e;
    memset(&sight, 0, sizeof(sight));
    tl_status status = begin_ends(s, context, p->i, p->j, &e, error);
    if (status == TL_OK) {
        status = tl_visibility_between(context, &e.between.least, e.cores[1], e.cores[0], &proof, &sight, error);
        p->proved = status == TL_OK && (sight.verdict == TL_VERDICT_NO ||
                                        (sight.verdict == TL_VERDICT_MARGINAL && sight.max_clearance < room));
    }
    end_ends(&e);
    return status;
}

/* Whether some usual line keeps the distance for sure. */
static tl_status is_clear(const leaks_search *s, tl_context *context, size_t i, size_t j, bool *clear,
                          tl_error *error) {
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

static tl_status add_suspect(const leaks_search *s, tl_context *context, leaks_row *r, size_t i, size_t j,
                             const tl_sight *line, tl_error *error) {
    if (!tl_reserve(context, (void **)&r->suspects, &r->capacity, r->count + 1, sizeof(*r->suspects))) {
        return tl_fail_memory(error);
    }
    suspect *p = &r->suspects[r->count++];
    *p = (suspect){.i = i, .j = j};
    p->leak = (tl_board_leak){.from = line->from, .to = line->to, .clearance = line->clearance};
    p->leak.places[0] = tl_plan(s->pairs->squares[i].end.places.at.low);
    p->leak.places[1] = tl_plan(s->pairs->squares[j].end.places.at.low);
    return TL_OK;
}

/* One place with those before it. */
static tl_status do_row(void *user, tl_context *context, size_t piece, tl_error *error) {
    const leaks_search *s = user;
    size_t j = s->pairs->count - 1 - piece; /* long rows first */
    leaks_row *r = &s->rows[j];
    tl_status status = TL_OK;
    for (size_t i = 0; i < j && status == TL_OK; i++) {
        if (s->pairs->pairs[tl_board_pair_index(i, j)] != TL_BOARD_PAIR_SEEN) {
            continue;
        }
        bool clear = false, crack = false;
        tl_sight line;
        status = tl_progress(context, 0, "looking for leaks") ? is_clear(s, context, i, j, &clear, error)
                                                              : tl_fail_cancelled(error, "looking for leaks");
        if (status != TL_OK || clear) {
            continue;
        }
        r->asked++;
        if (off_between(s, i, j) < TL_BOARD_LEAK) {
            status = look_closely(s, context, i, j, &crack, &line, error);
        }
        if (status == TL_OK && crack) {
            status = add_suspect(s, context, r, i, j, &line, error);
        }
    }
    return status;
}

/* The narrowest first; of equals the one that comes first on the table. */
static int by_clearance(const void *x, const void *y) {
    const tl_board_leak *a = &((const suspect *)x)->leak, *b = &((const suspect *)y)->leak;
    const double u[5] = {a->clearance, a->places[1].y, a->places[1].x, a->places[0].y, a->places[0].x};
    const double v[5] = {b->clearance, b->places[1].y, b->places[1].x, b->places[0].y, b->places[0].x};
    for (int k = 0; k < 5; k++) {
        if (u[k] != v[k]) {
            return u[k] < v[k] ? -1 : 1;
        }
    }
    return 0;
}

/* Of all rows, the narrowest first. */
static tl_status gather(leaks_search *s, tl_board_leaks *leaks, tl_error *error) {
    size_t all = 0;
    for (size_t j = 0; j < s->pairs->count; j++) {
        all += s->rows[j].count;
        leaks->asked += s->rows[j].asked;
    }
    s->suspects = tl_alloc_array(s->pairs->context, all + 1, sizeof(*s->suspects));
    if (s->suspects == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t j = 0; j < s->pairs->count; j++) {
        for (size_t k = 0; k < s->rows[j].count; k++) {
            s->suspects[s->count++] = s->rows[j].suspects[k];
        }
    }
    qsort(s->suspects, s->count, sizeof(*s->suspects), by_clearance);
    return TL_OK;
}

/* One suspect: known, or proved now. */
static tl_status do_suspect(void *user, tl_context *context, size_t piece, tl_error *error) {
    const leaks_search *s = user;
    suspect *p = &s->suspects[piece];
    tl_board_rows *rows = s->effort->rows;
    const uint64_t index = tl_board_pair_index(p->i, p->j);
    const tl_board_row *known = rows != NULL ? tl_board_rows_find(rows, s->task, index) : NULL;
    if (known != NULL && known->count == 1) {
        p->proved = known->values[0] != 0;
        return TL_OK;
    }
    tl_status status = prove(s, context, p, error);
    if (status != TL_OK || rows == NULL) {
        return status;
    }
    tl_board_row found = {.task = s->task, .index = index, .count = 1, .values = tl_alloc(context, 1)};
    if (found.values == NULL) {
        return tl_fail_memory(error);
    }
    found.values[0] = p->proved ? 1 : 0;
    return tl_board_rows_add(rows, context, &found) == TL_OK ? TL_OK : tl_fail_memory(error);
}

static tl_status keep_sometimes(void *user, tl_context *context, tl_error *error) {
    const leaks_search *s = user;
    return s->effort->rows != NULL ? tl_board_rows_keep(s->effort->rows, context, false, false, error) : TL_OK;
}

static tl_status work(leaks_search *s, tl_board_leaks *leaks, tl_error *error) {
    const tl_board_effort *e = s->effort;
    double between = e->first + TL_BOARD_LEAK_PROOFS_BEGIN * (e->last - e->first);
    tl_thread_pool pool = {.context = s->pairs->context,
                           .threads = e->threads,
                           .count = s->pairs->count,
                           .what = "looking for leaks",
                           .first = e->first,
                           .last = between,
                           .shrinks = true,
                           .user = s,
                           .work = do_row,
                           .meanwhile = keep_sometimes};
    tl_status status = tl_thread_pool_run(&pool, error);
    status = status == TL_OK ? gather(s, leaks, error) : status;
    if (status == TL_OK) {
        pool.count = s->count < TL_BOARD_MOST_LEAK_PROOFS ? s->count : TL_BOARD_MOST_LEAK_PROOFS;
        pool.first = between;
        pool.last = e->last;
        pool.work = do_suspect;
        pool.shrinks = false;
        leaks->left = s->count - pool.count;
        status = tl_thread_pool_run(&pool, error);
    }
    for (size_t k = 0; k < s->count && status == TL_OK; k++) {
        if (s->suspects[k].proved && leaks->all++ < TL_BOARD_MOST_LEAKS) {
            leaks->leaks[leaks->count++] = s->suspects[k].leak;
        }
    }
    return status;
}

tl_status tl_board_leaks_find(const tl_board_stage *stage, const tl_board_core *core, const tl_board_pairs *pairs,
                              const tl_board_effort *effort, tl_board_leaks *leaks, tl_error *error) {
    memset(leaks, 0, sizeof(*leaks));
    if (stage->rules.grown || stage->rules.clearance >= TL_BOARD_LEAK) {
        return TL_OK; /* lines that touch may pass, or none passes so near */
    }
    leaks_search s = {.stage = stage, .wide = *stage, .pairs = pairs, .core = core, .effort = effort};
    s.wide.rules.clearance = TL_BOARD_LEAK;
    s.task = tl_digest_add((tl_digest){0, 0}, effort->task, strlen(effort->task));
    s.rows = tl_alloc_array(pairs->context, pairs->count, sizeof(*s.rows));
    if (s.rows == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = work(&s, leaks, error);
    for (size_t j = 0; j < pairs->count; j++) {
        tl_free(pairs->context, s.rows[j].suspects);
    }
    tl_free(pairs->context, s.rows);
    tl_free(pairs->context, s.suspects);
    return status;
}
