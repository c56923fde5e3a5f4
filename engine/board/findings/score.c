/* score.c: adds pairs of squares up to what zones and halves of a table see. */
#include "board/findings/score.h"

#include "board/limits.h"
#include "board/map/plan.h"
#include "geom/polygon2.h"

#include <string.h>

static const char *const place_of[2] = {"zone", "to"};

static void strip(tl_board_rect table, int which, tl_vec2 corner[4]) {
    bool wide = table.x1 - table.x0 >= table.y1 - table.y0;
    tl_board_rect r = table;
    double depth = TL_BOARD_ZONE_DEPTH * (wide ? table.y1 - table.y0 : table.x1 - table.x0);
    if (wide) {
        *(which == 0 ? &r.y1 : &r.y0) = which == 0 ? r.y0 + depth : r.y1 - depth;
    } else {
        *(which == 0 ? &r.x1 : &r.x0) = which == 0 ? r.x0 + depth : r.x1 - depth;
    }
    corner[0] = (tl_vec2){r.x0, r.y0};
    corner[1] = (tl_vec2){r.x1, r.y0};
    corner[2] = (tl_vec2){r.x1, r.y1};
    corner[3] = (tl_vec2){r.x0, r.y1};
}

/* Left and right of the middle; a square that the middle divides belongs to neither. */
static uint8_t half_of(tl_board_rect r, tl_board_rect table, bool along_x) {
    double middle = along_x ? 0.5 * (table.x0 + table.x1) : 0.5 * (table.y0 + table.y1);
    double low = along_x ? r.x0 : r.y0, high = along_x ? r.x1 : r.y1;
    return high <= middle + TL_BOARD_MIDDLE_ROUNDING  ? TL_BOARD_LEFT
           : low >= middle - TL_BOARD_MIDDLE_ROUNDING ? TL_BOARD_RIGHT
                                                      : 0;
}

static tl_status classify(const tl_board_pairs *pairs, tl_board_rect table, tl_board_zones *zones, tl_error *error) {
    size_t there[2] = {0, 0};
    for (size_t i = 0; i < pairs->count; i++) {
        tl_board_rect r = pairs->squares[i].rect;
        tl_vec2 middle = {0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
        uint8_t in = 0;
        for (int k = 0; k < 2; k++) {
            if (tl_polygon2_side(zones->corners[k], zones->count[k], middle) != TL_SIDE_OUTSIDE) {
                in |= k == 0 ? TL_BOARD_IN_A : TL_BOARD_IN_B;
                there[k]++;
            }
        }
        if (in == (TL_BOARD_IN_A | TL_BOARD_IN_B)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "give two zones that are apart",
                           "(%g, %g) is in both zones", middle.x, middle.y);
        }
        zones->classes[i] = in | half_of(r, table, zones->along_x);
    }
    for (int k = 0; k < 2; k++) {
        if (there[k] == 0) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place_of[k], "take a larger zone or smaller cells",
                           "the zone holds no cell's middle");
        }
    }
    return TL_OK;
}

tl_status tl_board_zones_make(const tl_board_pairs *pairs, const tl_board_rect table, const tl_vec2 *const zone[2],
                              const size_t count[2], tl_board_zones *zones, tl_error *error) {
    memset(zones, 0, sizeof(*zones));
    tl_vec2 middle[2];
    for (int k = 0; k < 2; k++) {
        strip(table, k, zones->own[k]);
        zones->corners[k] = zone[k] != NULL ? (tl_vec2 *)zone[k] : zones->own[k];
        zones->count[k] = zone[k] != NULL ? count[k] : 4;
        tl_status status = tl_board_zone_check(table, zones->corners[k], zones->count[k], place_of[k], error);
        if (status != TL_OK) {
            return status;
        }
        middle[k] = tl_polygon2_centroid(zones->corners[k], zones->count[k]);
    }
    zones->along_x = fabs(middle[1].y - middle[0].y) >= fabs(middle[1].x - middle[0].x);
    zones->classes = tl_alloc_array(pairs->context, pairs->count, 1);
    return zones->classes != NULL ? classify(pairs, table, zones, error) : tl_fail_memory(error);
}

void tl_board_zones_free(tl_context *context, tl_board_zones *zones) {
    tl_free(context, zones->classes);
    zones->classes = NULL;
}

bool tl_board_pair_in(const tl_board_zones *zones, size_t i, size_t j, tl_board_group group) {
    uint8_t a = zones->classes[i], b = zones->classes[j], both = TL_BOARD_IN_A | TL_BOARD_IN_B;
    switch (group) {
    case TL_BOARD_VIEW_A:
        return ((a & TL_BOARD_IN_A) != 0 && (b & both) == 0) || ((b & TL_BOARD_IN_A) != 0 && (a & both) == 0);
    case TL_BOARD_VIEW_B:
        return ((a & TL_BOARD_IN_B) != 0 && (b & both) == 0) || ((b & TL_BOARD_IN_B) != 0 && (a & both) == 0);
    case TL_BOARD_BETWEEN:
        return ((a | b) & both) == both;
    case TL_BOARD_VIEW_LEFT:
        return ((a | b) & TL_BOARD_LEFT) != 0;
    case TL_BOARD_VIEW_RIGHT:
        return ((a | b) & TL_BOARD_RIGHT) != 0;
    default:
        return true;
    }
}

tl_board_bounds tl_board_fairness(tl_board_bounds a, tl_board_bounds b) {
    if (a.high <= 0 && b.high <= 0) {
        return (tl_board_bounds){1, 1, 1};
    }
    tl_board_bounds f;
    f.low = tl_min(b.high > 0 ? a.low / b.high : 1, a.high > 0 ? b.low / a.high : 1);
    f.high = a.high < b.low ? a.high / b.low : b.high < a.low ? b.high / a.low : 1;
    double lesser = tl_min(a.estimate, b.estimate), greater = tl_max(a.estimate, b.estimate);
    f.low = tl_min(f.low, f.high);
    f.estimate = tl_min(tl_max(greater > 0 ? lesser / greater : 1, f.low), f.high);
    return f;
}

tl_board_score tl_board_score_of(const tl_board_pairs *pairs, const tl_board_zones *zones) {
    tl_board_score score;
    memset(&score, 0, sizeof(score));
    for (size_t j = 0; j < pairs->count; j++) {
        for (size_t i = 0; i < j; i++) {
            for (int g = 0; g < TL_BOARD_GROUPS; g++) {
                if (tl_board_pair_in(zones, i, j, (tl_board_group)g)) {
                    tl_board_pair_count(pairs, i, j, &score.tally[g]);
                }
            }
        }
    }
    for (int g = 0; g < TL_BOARD_GROUPS; g++) {
        score.share[g] = tl_board_tally_share(&score.tally[g]);
    }
    score.zones = tl_board_fairness(score.share[TL_BOARD_VIEW_A], score.share[TL_BOARD_VIEW_B]);
    score.sides = tl_board_fairness(score.share[TL_BOARD_VIEW_LEFT], score.share[TL_BOARD_VIEW_RIGHT]);
    return score;
}
