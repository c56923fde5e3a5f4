/* firing_places.c: cells of which the same is proved make areas; of each the best cell is tried, and rulings are asked
 * for with the model in its middle. */
#include "board/firing/firing.h"

#include "board/limits.h"
#include "question/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Areas -------------------------------------------------------------------------------------------------------- */

/* Whether it certainly gets to every place of the cell, sees the target from there, and fires if that is asked. */
static bool is_good(const tl_firing_work *w, const tl_firing_square *s) {
    return s->cell.standing && s->cell.certain && s->lines && (w->meant == 0 || s->fires != 0);
}

/* In cover from everybody else, proved; likely; neither. */
static int shelter(const tl_firing_work *w, const tl_firing_square *s) {
    return s->cell.covered == w->other_count - w->target_count ? 0 : s->open == 0 ? 1 : 2;
}

static bool same_area(const tl_firing_work *w, const tl_firing_square *a, const tl_firing_square *b) {
    return b->area == 0 && is_good(w, b) && a->fires == b->fires && shelter(w, a) == shelter(w, b) &&
           a->level == b->level;
}

/* Numbers the cells of an area; `stack` has room for all cells. */
static void spread(tl_firing_work *w, size_t k, uint32_t number, size_t *stack) {
    tl_firing_square *candidates = w->made->candidates;
    size_t nx = w->grid.nx, ny = w->grid.ny, count = 0;
    candidates[k].area = number;
    stack[count++] = k;
    while (count > 0) {
        size_t at = stack[--count], i = at % nx, j = at / nx;
        const size_t next[4] = {i > 0 ? at - 1 : at, i + 1 < nx ? at + 1 : at, j > 0 ? at - nx : at,
                                j + 1 < ny ? at + nx : at};
        for (int n = 0; n < 4; n++) {
            if (same_area(w, &candidates[at], &candidates[next[n]])) {
                candidates[next[n]].area = number;
                stack[count++] = next[n];
            }
        }
    }
}

static int bits(uint64_t mask) {
    return __builtin_popcountll(mask);
}

/* Which of two cells to try first: sheltered from more, more weapons, the shorter way. */
static bool is_better(const tl_firing_work *w, size_t a, size_t b) {
    const tl_firing_square *p = &w->made->candidates[a], *q = &w->made->candidates[b];
    if (shelter(w, p) != shelter(w, q)) {
        return shelter(w, p) < shelter(w, q);
    }
    if (p->open != q->open) {
        return p->open < q->open;
    }
    if (p->fires != q->fires) {
        return bits(p->fires) != bits(q->fires) ? bits(p->fires) > bits(q->fires) : p->fires < q->fires;
    }
    return p->cell.path_mm != q->cell.path_mm ? p->cell.path_mm < q->cell.path_mm : a < b;
}

/* The best cell of each area, the best area first. `*best` is freed by the caller. */
static tl_status find_areas(tl_firing_work *w, size_t **best, size_t *areas, tl_error *error) {
    size_t count = w->grid.nx * w->grid.ny;
    size_t *stack = tl_alloc_array(w->context, count + 1, sizeof(*stack));
    *best = tl_alloc_array(w->context, count + 1, sizeof(**best));
    *areas = 0;
    for (size_t k = 0; k < count && stack != NULL && *best != NULL; k++) {
        tl_firing_square *s = &w->made->candidates[k];
        if (!is_good(w, s)) {
            continue;
        }
        if (s->area == 0) {
            (*best)[*areas] = k;
            spread(w, k, (uint32_t)++ * areas, stack);
        } else if (is_better(w, k, (*best)[s->area - 1])) {
            (*best)[s->area - 1] = k;
        }
    }
    for (size_t i = 1; i < *areas; i++) { /* few */
        size_t k = (*best)[i], at = i;
        for (; at > 0 && is_better(w, k, (*best)[at - 1]); at--) {
            (*best)[at] = (*best)[at - 1];
        }
        (*best)[at] = k;
    }
    bool memory = stack != NULL && *best != NULL;
    tl_free(w->context, stack);
    return memory ? TL_OK : tl_fail_memory(error);
}

/* --- Outlines ----------------------------------------------------------------------------------------------------- */

typedef struct tracer {
    tl_context *context;
    tl_firing_listed *listed;
    tl_board_rect limit;
} tracer;

static bool keep_ring(void *user, const tl_vec2 *corners, size_t count) {
    tracer *t = user;
    tl_firing_listed *l = t->listed;
    if (!tl_reserve(t->context, (void **)&l->rings, &l->ring_capacity, l->ring_count + 1, sizeof(*l->rings)) ||
        !tl_reserve(t->context, (void **)&l->corners, &l->corner_capacity, l->corner_count + count,
                    sizeof(*l->corners))) {
        return false;
    }
    l->rings[l->ring_count++] = (tl_firing_loop){l->corner_count, count};
    for (size_t i = 0; i < count; i++) { /* the last cells may be cut off by the table's edge */
        l->corners[l->corner_count++] = (tl_vec2){tl_min(corners[i].x, t->limit.x1), tl_min(corners[i].y, t->limit.y1)};
    }
    return true;
}

/* Outlines and size of an area. */
static tl_status trace(const tl_firing_work *w, tl_firing_listed *l, tl_error *error) {
    size_t side = w->grid.nx > w->grid.ny ? w->grid.nx : w->grid.ny;
    tracer t = {w->context, l, {w->grid.x0, w->grid.y0, w->grid.x1, w->grid.y1}};
    tl_reach_map map = {.context = w->context, .corner = {w->grid.x0, w->grid.y0}, .size = w->grid.cell, .side = side};
    map.states = tl_alloc_array(w->context, side * side, 1);
    for (size_t k = 0; k < w->grid.nx * w->grid.ny && map.states != NULL; k++) {
        if (w->made->candidates[k].area == l->area) {
            tl_board_rect r = tl_firing_rect(w, k);
            map.states[k / w->grid.nx * side + k % w->grid.nx] = TL_REACH_CERTAIN;
            l->place.area_mm2 += (r.x1 - r.x0) * (r.y1 - r.y0);
        }
    }
    bool good = map.states != NULL && tl_reach_rings(&map, TL_REACH_CERTAIN, keep_ring, &t);
    tl_free(w->context, map.states);
    return good ? TL_OK : tl_fail_memory(error);
}

/* --- Rulings ------------------------------------------------------------------------------------------------------ */

/* The edit that puts the model into the middle of a cell. `*edit` is freed by the caller. */
static tl_status write_edit(const tl_firing_work *w, size_t k, char **edit, tl_error *error) {
    const char *id = w->referee->table->members[w->mover].id;
    tl_board_rect r = tl_firing_rect(w, k);
    const double at[2] = {0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
    tl_json_writer j;
    tl_json_writer_init(&j, w->context, false);
    tl_json_begin_array(&j);
    for (int i = 0; i < 3; i++) {
        static const char *const fields[3] = {"at", "level", "facing"};
        tl_json_begin_object(&j);
        tl_json_put_string(&j, "set", id);
        tl_json_put_string(&j, "field", fields[i]);
        if (i == 0) {
            tl_json_put_numbers(&j, "value", at, 2);
        } else if (i == 1 && w->made->candidates[k].own_level > 0) {
            tl_json_put_int(&j, "value", w->made->candidates[k].own_level);
        } else if (i == 2) {
            tl_json_put_double(&j, "value", w->facing);
        }
        tl_json_end_object(&j);
    }
    tl_json_end_array(&j);
    tl_status status = tl_json_writer_finish(&j, edit, NULL, error);
    tl_json_writer_free(&j);
    return status;
}

/* Sight, range and attack, as the rulings of these names tell them. */
static tl_status rule_attack(const tl_firing_work *w, const tl_inquiry *inquiry, const tl_party *from,
                             const tl_party *to, tl_firing_listed *l, tl_error *error) {
    tl_attack x;
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_weapons(inquiry, from, w->question->weapon, &weapons, &count, error);
    if (status != TL_OK) {
        return status;
    }
    count = count < TL_FIRING_WEAPONS ? count : TL_FIRING_WEAPONS;
    status = tl_attack_begin(&x, inquiry, from, to, weapons, count, error);
    status = status == TL_OK ? tl_attack_judge(&x, error) : status;
    if (status == TL_OK) {
        tl_firing_place *p = &l->place;
        p->of = to->count;
        p->range_mm = INFINITY;
        p->los = p->attack = TL_VERDICT_NO;
        for (size_t j = 0; j < to->count; j++) {
            tl_verdict one = x.duels[j].sight.sight.verdict;
            p->range_mm = tl_min(p->range_mm, x.duels[j].range.distance_mm);
            p->los = tl_verdict_either(p->los, one);
            p->seen += one == TL_VERDICT_YES ? 1 : 0;
        }
        p->los = x.unseen.verdict == TL_VERDICT_YES  ? TL_VERDICT_NO
                 : x.unseen.verdict == TL_VERDICT_NO ? p->los
                                                     : tl_verdict_both(p->los, TL_VERDICT_MARGINAL);
        for (size_t i = 0; i < count; i++) {
            tl_verdict one = (w->meant >> i & 1) != 0 ? tl_attack_weapon_verdict(&x, i) : TL_VERDICT_NO;
            p->attack = tl_verdict_either(p->attack, one);
            l->fires |= one == TL_VERDICT_YES ? UINT64_C(1) << i : 0;
        }
    }
    tl_attack_end(&x);
    return status;
}

/* Cover from each of the other enemy units. */
static tl_status rule_cover(const tl_firing_work *w, const tl_inquiry *inquiry, const tl_party *mover,
                            tl_firing_listed *l, tl_error *error) {
    tl_status status = TL_OK;
    l->place.foes = w->foe_count;
    for (size_t u = 0; u < w->foe_count && status == TL_OK; u++) {
        tl_party foe;
        tl_judge_cover_found found = {.context = inquiry->context};
        status = tl_referee_party(inquiry->referee, w->foes[u]->id, "from", &foe, error);
        status = status == TL_OK ? tl_judge_cover(inquiry, &foe, mover, &found, error) : status;
        if (status == TL_OK) {
            l->covers[u] = (uint8_t)found.verdict;
            l->place.covered += found.verdict == TL_VERDICT_YES ? 1 : 0;
            l->place.uncovered += found.verdict == TL_VERDICT_NO ? 1 : 0;
        }
        tl_judge_cover_found_free(&found);
    }
    return status;
}

static tl_status rule(const tl_firing_work *w, const tl_referee *moved, tl_firing_listed *l, tl_error *error) {
    tl_inquiry inquiry;
    tl_words words;
    tl_party mover, to;
    tl_status status = tl_inquiry_begin(moved, w->question->set, -1, &inquiry, error);
    if (status != TL_OK) {
        return status;
    }
    tl_tell_in_language_of(&inquiry, NULL, &words);
    const tl_placed *placed = &moved->table->members[w->mover];
    l->place.at = placed->body->pose.at;
    status = tl_referee_party(moved, placed->id, "from", &mover, error);
    status = status == TL_OK ? tl_referee_party(moved, w->question->target, "to", &to, error) : status;
    status = status == TL_OK ? rule_attack(w, &inquiry, &mover, &to, l, error) : status;
    if (status == TL_OK && l->place.los != TL_VERDICT_NO) {
        status = rule_cover(w, &inquiry, &mover, l, error);
    }
    tl_inquiry_free(&inquiry);
    return status;
}

/* The better of two listed places first; docs/analysis.md has the order. */
static int compare(const void *a, const void *b) {
    const tl_firing_listed *p = a, *q = b;
    const int shots[3] = {[TL_VERDICT_YES] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_NO] = 2};
    const double keys[2][6] = {{shots[p->place.los], shots[p->place.attack], (double)(p->place.foes - p->place.covered),
                                -bits(p->fires), p->place.path_mm, (double)p->place.row},
                               {shots[q->place.los], shots[q->place.attack], (double)(q->place.foes - q->place.covered),
                                -bits(q->fires), q->place.path_mm, (double)q->place.row}};
    for (int i = 0; i < 6; i++) {
        if (keys[0][i] != keys[1][i]) {
            return keys[0][i] < keys[1][i] ? -1 : 1;
        }
    }
    return p->place.column < q->place.column ? -1 : p->place.column > q->place.column ? 1 : 0;
}

/* Leaves out the corners at which a path goes straight on; from square to square it has many. */
static size_t without_straight(tl_vec2 *way, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool straight = kept > 0 && i + 1 < count;
        if (straight) {
            tl_vec2 come = tl_sub2(way[i], way[kept - 1]), go = tl_sub2(way[i + 1], way[i]);
            straight = fabs(tl_cross2(come, go)) <= TL_BOARD_STRAIGHT * tl_length2(come) * tl_length2(go) &&
                       tl_dot2(come, go) >= 0;
        }
        if (!straight) {
            way[kept++] = way[i];
        }
    }
    return kept;
}

/* The path that is known to a cell's middle. */
static tl_status find_way(const tl_firing_work *w, size_t k, tl_firing_listed *l, tl_error *error) {
    tl_board_rect r = tl_firing_rect(w, k);
    size_t square = w->made->candidates[k].square, count = tl_reach_path(&w->reach, square, NULL, 0);
    l->way = tl_alloc_array(w->context, count + 1, sizeof(*l->way));
    if (l->way == NULL) {
        return tl_fail_memory(error);
    }
    tl_reach_path(&w->reach, square, l->way, count);
    l->way[count] = (tl_vec2){0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
    l->way_count = without_straight(l->way, count + 1);
    return TL_OK;
}

/* Tries a cell; kept when there is sight from it. */
static tl_status try_cell(tl_firing_work *w, size_t k, tl_error *error) {
    tl_firing *f = w->made;
    const tl_referee *moved = NULL;
    char *edit = NULL;
    if (!tl_reserve(w->context, (void **)&f->listed, &f->listed_capacity, f->listed_count + 1, sizeof(*f->listed))) {
        return tl_fail_memory(error);
    }
    tl_firing_listed *l = &f->listed[f->listed_count];
    *l = (tl_firing_listed){.area = f->candidates[k].area,
                            .place = {.column = k % w->grid.nx,
                                      .row = k / w->grid.nx,
                                      .level = f->candidates[k].own_level,
                                      .path_mm = f->candidates[k].cell.path_mm}};
    l->covers = tl_alloc_array(w->context, w->foe_count + 1, 1);
    if (l->covers == NULL) {
        return tl_fail_memory(error);
    }
    f->listed_count++;
    tl_status status = write_edit(w, k, &edit, error);
    status = status == TL_OK ? w->editor->edit(w->editor->user, edit, &moved, error) : status;
    tl_free(w->context, edit);
    status = status == TL_OK ? rule(w, moved, l, error) : status;
    if (status == TL_OK && l->place.los == TL_VERDICT_NO) { /* camouflage: lines aren't enough */
        tl_free(w->context, l->covers);
        f->listed_count--;
        return TL_OK;
    }
    status = status == TL_OK ? find_way(w, k, l, error) : status;
    return status == TL_OK ? trace(w, l, error) : status;
}

/* Whether a cell lies beside a place that is listed already and is told the same of. */
static bool is_beside(const tl_firing_work *w, size_t k) {
    const tl_firing_square *s = &w->made->candidates[k];
    bool beside = false;
    for (size_t i = 0; i < w->made->listed_count && !beside; i++) {
        const tl_firing_place *p = &w->made->listed[i].place;
        const tl_firing_square *other = &w->made->candidates[p->row * w->grid.nx + p->column];
        double x = (double)(k % w->grid.nx) - (double)p->column, y = (double)(k / w->grid.nx) - (double)p->row;
        beside = w->grid.cell * tl_hypot(x, y) < TL_BOARD_FIRING_APART && other->fires == s->fires &&
                 shelter(w, other) == shelter(w, s) && other->open == s->open;
    }
    return beside;
}

tl_status tl_firing_list(tl_firing_work *w, tl_error *error) {
    size_t *best = NULL, areas = 0, most = w->question->places > 0 ? w->question->places : TL_BOARD_FIRING_LISTED;
    tl_status status = find_areas(w, &best, &areas, error);
    for (size_t i = 0, tried = 0; i < areas && tried < 2 * most && w->made->listed_count < most && status == TL_OK;
         i++) {
        if (is_beside(w, best[i])) {
            continue;
        }
        tried++;
        if (!tl_progress(w->context, TL_BOARD_FIRING_MEASURED + TL_BOARD_FIRING_RULED * (double)i / (double)most,
                         "ruling on the best places")) {
            status = tl_fail_cancelled(error, "ruling on the best places");
        }
        status = status == TL_OK ? try_cell(w, best[i], error) : status;
    }
    tl_free(w->context, best);
    if (status == TL_OK && w->made->listed_count > 1) {
        qsort(w->made->listed, w->made->listed_count, sizeof(*w->made->listed), compare);
    }
    w->made->summary.places = w->made->listed_count;
    return status;
}
