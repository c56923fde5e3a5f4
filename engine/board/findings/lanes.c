/* lanes.c: of places that see each other, those with the most room between them. */
#include "board/findings/lanes.h"

#include "board/limits.h"

#include <stdlib.h>
#include <string.h>

static const double widths[] = TL_BOARD_LANE_WIDTHS;
enum { WIDTHS = sizeof(widths) / sizeof(widths[0]) };

#define LOOKING "looking for fire lanes"

/* A pair of places, and how far they are apart. */
typedef struct lanes_reach {
    uint32_t i, j;
    double length;
} lanes_reach;

static int by_length(const void *x, const void *y) {
    const lanes_reach *a = x, *b = y;
    if (a->length != b->length) {
        return a->length > b->length ? -1 : 1;
    }
    return a->j != b->j ? (a->j < b->j ? -1 : 1) : a->i < b->i ? -1 : 1;
}

static tl_vec2 middle_of(const tl_board_square *s) {
    return (tl_vec2){0.5 * (s->rect.x0 + s->rect.x1), 0.5 * (s->rect.y0 + s->rect.y1)};
}

static tl_status seen_pairs(const tl_board_pairs *pairs, lanes_reach **list, size_t *count, tl_error *error) {
    *count = 0;
    *list = tl_alloc_array(pairs->context, pairs->count * (pairs->count - 1) / 2 + 1, sizeof(**list));
    if (*list == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t j = 0; j < pairs->count; j++) {
        for (size_t i = 0; i < j; i++) {
            if (pairs->pairs[tl_board_pair_index(i, j)] == TL_BOARD_PAIR_SEEN) {
                tl_vec2 a = middle_of(&pairs->squares[i]), b = middle_of(&pairs->squares[j]);
                (*list)[(*count)++] = (lanes_reach){(uint32_t)i, (uint32_t)j, tl_length2(tl_sub2(a, b))};
            }
        }
    }
    qsort(*list, *count, sizeof(**list), by_length);
    return TL_OK;
}

/* --- Lanes -------------------------------------------------------------------------------------------------------- */

typedef struct lanes_search {
    const tl_board_stage *stage;
    const tl_board_pairs *pairs;
    const tl_board_zones *zones;
    const tl_board_effort *effort; /* its part of the progress */
    tl_board_lanes *found;
} lanes_search;

/* A square of a width round a place, on the table; false where somebody may not be able to stand in all of it. */
static tl_status end_of(const lanes_search *s, tl_vec2 p, double width, tl_board_end *end, bool *good,
                        tl_error *error) {
    double h = 0.5 * width;
    tl_board_rect r = {p.x - h, p.y - h, p.x + h, p.y + h}, table = s->stage->terrain.rect;
    tl_board_ground ground;
    *good = r.x0 >= 0 && r.y0 >= 0 && r.x1 <= table.x1 && r.y1 <= table.y1;
    if (!*good) {
        return TL_OK;
    }
    if (tl_board_ground_once(s->pairs->context, &s->stage->terrain, s->pairs->body, r, s->pairs->level, &ground) !=
        TL_OK) {
        return tl_fail_memory(error);
    }
    *good = ground.standing == TL_BOARD_EVERYWHERE;
    *end = *good ? tl_board_end_in(s->pairs->body, r, &ground) : *end;
    return TL_OK;
}

static tl_status tell_progress(const lanes_search *s, tl_error *error) {
    double done = tl_min((double)s->found->asked / TL_BOARD_LANES_ASKED, 1);
    return tl_progress(s->pairs->context, s->effort->first + done * (s->effort->last - s->effort->first), LOOKING)
               ? TL_OK
               : tl_fail_cancelled(error, LOOKING);
}

/* Whether a strip of a width is free for sure. */
static tl_status is_free(const lanes_search *s, const lanes_reach *r, double width, bool *sure, tl_error *error) {
    tl_board_end end[2];
    bool good[2] = {false, false};
    *sure = false;
    s->found->asked++;
    tl_status status = tell_progress(s, error);
    status = status == TL_OK ? end_of(s, middle_of(&s->pairs->squares[r->i]), width, &end[0], &good[0], error) : status;
    if (status == TL_OK && good[0]) {
        status = end_of(s, middle_of(&s->pairs->squares[r->j]), width, &end[1], &good[1], error);
    }
    if (status != TL_OK || !good[0] || !good[1]) {
        return status;
    }
    tl_board_looker looker;
    tl_board_answer answer = TL_BOARD_OPEN;
    bool likely;
    tl_board_looker_start(&looker, s->pairs->context, &s->stage->rules, &s->stage->terrain, tl_board_core_box(&end[0]),
                          tl_board_core_box(&end[1]), 1);
    status = tl_board_look(&looker, &end[0], &end[1], false, &answer, &likely, error);
    tl_board_looker_end(&looker);
    *sure = answer == TL_BOARD_ALL;
    return status;
}

static bool near(tl_vec2 a, tl_vec2 b, double limit) {
    return tl_length2(tl_sub2(a, b)) < limit;
}

/* Whether both ends are those of a lane that is listed. */
static bool is_listed(const lanes_search *s, const lanes_reach *r) {
    tl_vec2 a = middle_of(&s->pairs->squares[r->i]), b = middle_of(&s->pairs->squares[r->j]);
    double limit = TL_BOARD_LANES_APART * s->pairs->grid.cell;
    for (size_t k = 0; k < s->found->count; k++) {
        const tl_board_lane *l = &s->found->lanes[k];
        if ((near(a, l->from, limit) && near(b, l->to, limit)) || (near(b, l->from, limit) && near(a, l->to, limit))) {
            return true;
        }
    }
    return false;
}

static void add_lane(const lanes_search *s, const lanes_reach *r, double width) {
    const tl_board_square *a = &s->pairs->squares[r->i], *b = &s->pairs->squares[r->j];
    tl_board_lane *l = &s->found->lanes[s->found->count++];
    *l = (tl_board_lane){.from = middle_of(a), .to = middle_of(b), .width = width, .length = r->length};
    l->height[0] = a->end.places.at.high.z + s->pairs->body->low;
    l->height[1] = b->end.places.at.high.z + s->pairs->body->low;
    l->zones = tl_board_pair_in(s->zones, r->i, r->j, TL_BOARD_BETWEEN);
}

/* The longest of which strips of the least width are free, each as wide as it can be proved. */
static tl_status find_longest(lanes_search *s, const lanes_reach *list, size_t count, bool zones, size_t most,
                              tl_error *error) {
    tl_status status = TL_OK;
    size_t stop = s->found->count + most, limit = s->found->asked + TL_BOARD_LANES_ASKED / TL_BOARD_LANES_LONGEST_PART;
    for (size_t k = 0; k < count && s->found->count < stop && s->found->asked < limit && status == TL_OK; k++) {
        const lanes_reach *r = &list[k];
        bool sure = false;
        if ((zones && !tl_board_pair_in(s->zones, r->i, r->j, TL_BOARD_BETWEEN)) || is_listed(s, r)) {
            continue;
        }
        double width = 0;
        for (size_t w = 0; w < WIDTHS && status == TL_OK && (w == 0 || sure); w++) {
            status = is_free(s, r, widths[w], &sure, error);
            width = sure ? widths[w] : width;
        }
        if (status == TL_OK && width > 0) {
            add_lane(s, r, width);
        }
    }
    return status;
}

/* The widest that are not short: from the greatest width down, the longest of each. */
static tl_status find_widest(lanes_search *s, const lanes_reach *list, size_t count, double least, size_t most,
                             tl_error *error) {
    tl_status status = TL_OK;
    size_t stop = s->found->count + most;
    for (size_t w = WIDTHS; w-- > 0 && s->found->count < stop && status == TL_OK;) {
        size_t limit = s->found->asked + TL_BOARD_LANES_ASKED / TL_BOARD_LANES_WIDTH_PART;
        for (size_t k = 0; k < count && list[k].length >= least && s->found->count < stop && s->found->asked < limit &&
                           status == TL_OK;
             k++) {
            bool sure = false;
            if (is_listed(s, &list[k])) {
                continue;
            }
            status = is_free(s, &list[k], widths[w], &sure, error);
            if (status == TL_OK && sure) {
                add_lane(s, &list[k], widths[w]);
            }
        }
    }
    return status;
}

tl_status tl_board_lanes_find(const tl_board_stage *stage, const tl_board_pairs *pairs, const tl_board_zones *zones,
                              const tl_board_effort *effort, tl_board_lanes *lanes, tl_error *error) {
    lanes_reach *list = NULL;
    size_t count = 0;
    memset(lanes, 0, sizeof(*lanes));
    lanes_search s = {stage, pairs, zones, effort, lanes};
    tl_status status = seen_pairs(pairs, &list, &count, error);
    status = status == TL_OK ? find_longest(&s, list, count, false, TL_BOARD_LANES_PER_KIND, error) : status;
    double longest = lanes->count > 0 ? lanes->lanes[0].length : 0;
    status = status == TL_OK
                 ? find_longest(&s, list, count, true, TL_BOARD_LANES_LONGEST - TL_BOARD_LANES_PER_KIND, error)
                 : status;
    lanes->longest = lanes->count;
    if (status == TL_OK && longest > 0) {
        status =
            find_widest(&s, list, count, TL_BOARD_LANES_LEAST * longest, TL_BOARD_MOST_LANES - lanes->count, error);
    }
    tl_free(pairs->context, list);
    return status;
}
