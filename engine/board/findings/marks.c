/* marks.c: findings as numbers, and as what is drawn over the table. */
#include "board/findings/study.h"

#include "board/limits.h"

tl_board_figures tl_board_figures_of(const tl_board_findings *f) {
    const tl_board_bounds *s = f->score.share;
    tl_board_figures out = {.view_a = s[TL_BOARD_VIEW_A],
                            .view_b = s[TL_BOARD_VIEW_B],
                            .between = s[TL_BOARD_BETWEEN],
                            .view_left = s[TL_BOARD_VIEW_LEFT],
                            .view_right = s[TL_BOARD_VIEW_RIGHT],
                            .anywhere = s[TL_BOARD_ANYWHERE],
                            .fairness_zones = f->score.zones,
                            .fairness_sides = f->score.sides,
                            .detailed = f->detailed,
                            .covered = f->covered,
                            .covered_tall = f->covered_tall,
                            .passage_mm = f->ways.passes ? f->ways.widest : 0,
                            .leaks = f->leaks.all};
    for (size_t k = 0; k < f->lanes.count; k++) {
        out.longest_lane_mm = tl_max(out.longest_lane_mm, f->lanes.lanes[k].length);
        out.widest_lane_mm = tl_max(out.widest_lane_mm, f->lanes.lanes[k].width);
    }
    return out;
}

static void put(tl_board_findings *f, tl_board_mark_kind kind, tl_vec3 from, tl_vec3 to, double width) {
    f->marks[f->mark_count++] = (tl_board_mark){kind, from, to, width};
}

/* A little above what a body would stand on there. */
static tl_vec3 on_ground(const tl_board_analysis *q, tl_vec2 p) {
    double heights[1];
    size_t count = tl_surface_levels(&q->stage.terrain.surfaces, p.x, p.y, q->body.high - q->body.low, heights, 1);
    return (tl_vec3){p.x, p.y, (count > 0 ? heights[0] : 0) + TL_BOARD_DRAWN_ABOVE};
}

static void put_gap(const tl_board_analysis *q, tl_board_findings *f, tl_board_mark_kind kind,
                    const tl_board_gap *gap) {
    put(f, kind, on_ground(q, gap->at[0]), on_ground(q, gap->at[1]), gap->width);
}

/* Neighbours mostly look through the same crack: of the leaks of a place the narrowest alone is drawn. */
static void put_leaks(tl_board_findings *f) {
    const tl_board_leaks *all = &f->leaks;
    const tl_board_leak *drawn[TL_BOARD_DRAWN_LEAKS];
    size_t count = 0;
    for (size_t k = 0; k < all->count && count < TL_BOARD_DRAWN_LEAKS; k++) { /* the narrowest first */
        const tl_board_leak *l = &all->leaks[k];
        bool own = true;
        for (size_t n = 0; n < 4 * count; n++) {
            tl_vec2 p = l->places[n % 2], q = drawn[n / 4]->places[n / 2 % 2];
            own = own && (p.x != q.x || p.y != q.y);
        }
        if (own) {
            drawn[count++] = l;
            put(f, TL_BOARD_MARK_LEAK, l->from, l->to, 2 * l->clearance);
        }
    }
}

tl_status tl_board_mark_all(const tl_board_analysis *q, tl_board_findings *f, tl_error *error) {
    size_t most = q->zones.count[0] + q->zones.count[1] + f->lanes.count + f->ways.gap_count + 1 + TL_BOARD_DRAWN_LEAKS;
    f->marks = tl_alloc_array(q->context, most, sizeof(*f->marks));
    if (f->marks == NULL) {
        return tl_fail_memory(error);
    }
    for (int z = 0; z < 2; z++) {
        for (size_t k = 0; k < q->zones.count[z]; k++) {
            tl_vec2 a = q->zones.corners[z][k], b = q->zones.corners[z][(k + 1) % q->zones.count[z]];
            put(f, z == 0 ? TL_BOARD_MARK_ZONE_A : TL_BOARD_MARK_ZONE_B, (tl_vec3){a.x, a.y, TL_BOARD_DRAWN_ABOVE},
                (tl_vec3){b.x, b.y, TL_BOARD_DRAWN_ABOVE}, 0);
        }
    }
    for (size_t k = 0; k < f->lanes.count; k++) {
        const tl_board_lane *l = &f->lanes.lanes[k];
        put(f, TL_BOARD_MARK_LANE, (tl_vec3){l->from.x, l->from.y, l->height[0] + TL_BOARD_DRAWN_ABOVE},
            (tl_vec3){l->to.x, l->to.y, l->height[1] + TL_BOARD_DRAWN_ABOVE}, l->width);
    }
    for (size_t k = 0; k < f->ways.gap_count; k++) {
        put_gap(q, f, TL_BOARD_MARK_GAP, &f->ways.gaps[k]);
    }
    if (f->detailed && f->ways.narrowest.piece[0] < TL_BOARD_EDGE) {
        put_gap(q, f, TL_BOARD_MARK_PASSAGE, &f->ways.narrowest);
    }
    put_leaks(f);
    return TL_OK;
}
