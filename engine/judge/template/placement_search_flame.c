/* placement_search_flame.c: the best way to point a flame.
 *
 * A flame hangs on its firer: its angle decides everything. Cells are intervals of it, one family for each member that
 * may fire. Turned by half an interval no point of the template moves farther than the angle times its distance from
 * the firer's middle, and than the tip's own way in or out along the firer's outline; what is farther off than that
 * from the template laid in the middle of the interval is not touched anywhere in it. Whom the firer sees doesn't
 * depend on the angle and is asked once. */
#include "judge/template/placement_search.h"

#include "judge/measure/arc.h"
#include "judge/special.h"
#include "judge/template/anchor.h"

#include <string.h>

enum { PIECES = 16, STEPS = 4, TIES = 32 };
#define PAD      1e-6 /* mm for rounding: more of it costs only time */
#define WIDE_DEG 20.0 /* in wider intervals an oval is taken as it is all round: costs only time */

/* --- The tip ------------------------------------------------------------------------------------------------------ */

/* Pieces of the firer's outline within a wedge of directions less than 180 degrees wide, seen from its middle. */
enum { MOST_PIECES = 256 };
#define HAIR_DEG 1e-9 /* ends of pieces nearer to each other than this are one, whatever rounding makes of them */

typedef struct wedge {
    tl_vec2 side[2], axis;
    double high;                               /* how far its farthest point is */
    double from[MOST_PIECES], to[MOST_PIECES]; /* directions that a piece covers, degrees from the axis */
    double least[MOST_PIECES];                 /* ... in all of which it is at least so far */
    size_t count;
    bool full; /* there were more pieces */
} wedge;

static double direction_in(const wedge *w, tl_vec2 p) {
    return tl_atan2_deg(tl_cross2(w->axis, p), tl_dot2(w->axis, p));
}

static void look_at_segment(wedge *w, tl_vec2 a, tl_vec2 b) {
    tl_vec2 ends[2] = {a, b};
    /* cut by the wedge's two half-planes */
    for (int k = 0; k < 2; k++) {
        double sign = k == 0 ? 1 : -1;
        double da = sign * tl_cross2(w->side[k], ends[0]), db = sign * tl_cross2(w->side[k], ends[1]);
        if (da < 0 && db < 0) {
            return;
        }
        if (da < 0 || db < 0) {
            ends[da < 0 ? 0 : 1] = tl_lerp2(ends[0], ends[1], da / (da - db));
        }
    }
    tl_vec2 d = tl_sub2(ends[1], ends[0]);
    double dd = tl_dot2(d, d), t = dd > 0 ? tl_min(tl_max(-tl_dot2(ends[0], d) / dd, 0), 1) : 0;
    w->high = tl_max(w->high, tl_max(tl_length2(ends[0]), tl_length2(ends[1])));
    w->full = w->full || w->count == MOST_PIECES;
    if (!w->full) {
        double p = direction_in(w, ends[0]), q = direction_in(w, ends[1]);
        w->from[w->count] = tl_min(p, q);
        w->to[w->count] = tl_max(p, q);
        w->least[w->count++] = tl_length2(tl_lerp2(ends[0], ends[1], t));
    }
}

static void look_at_ring(wedge *w, const tl_vec2 *corner, size_t count, tl_vec2 middle) {
    for (size_t i = 0; i < count; i++) {
        look_at_segment(w, tl_sub2(corner[i], middle), tl_sub2(corner[(i + 1) % count], middle));
    }
}

/* In every direction of the wedge the outline is left no nearer than this: the farthest of those pieces counts that
 * cover the direction. From one end of a piece to the next they are the same ones, and where one begins there are only
 * more: directions are looked at hard behind the wedge's first and hard behind the end of each piece. */
static double least_reach(const wedge *w, double half_deg) {
    double low = w->high;
    if (w->full) {
        return 0;
    }
    for (size_t i = 0; i <= w->count; i++) {
        double at = tl_max(i == 0 ? -half_deg : w->to[i - 1], -half_deg) + HAIR_DEG, most = 0;
        for (size_t j = 0; j < w->count; j++) {
            most = w->from[j] <= at && w->to[j] > at ? tl_max(most, w->least[j]) : most;
        }
        low = at < half_deg ? tl_min(low, most) : low;
    }
    return low;
}

void tl_placement_flame_tip_distances(const tl_inquiry *inquiry, size_t firer, tl_vec2 middle, double from_deg,
                                      double to_deg, double *low, double *high) {
    const tl_body *body = inquiry->table->members[firer].body;
    const tl_shape *s = tl_table_measured(inquiry->table, firer).shape;
    wedge w = {.high = 0};
    tl_sincos_deg(from_deg, &w.side[0].y, &w.side[0].x);
    tl_sincos_deg(to_deg, &w.side[1].y, &w.side[1].x);
    tl_sincos_deg(0.5 * (from_deg + to_deg), &w.axis.y, &w.axis.x);
    *low = *high = 0;
    if (s == &body->base && (s->kind == TL_SHAPE_DISC || s->kind == TL_SHAPE_OVAL)) {
        *low = s->kind == TL_SHAPE_DISC ? s->radius : tl_min(s->size.x, s->size.y);
        *high = s->kind == TL_SHAPE_DISC ? s->radius : tl_max(s->size.x, s->size.y);
        if (s->kind == TL_SHAPE_DISC || to_deg - from_deg > WIDE_DEG) {
            return;
        }
        /* of an oval the radius grows or falls by at most the interval times the longer axis times its ratio */
        tl_vec2 d;
        tl_sincos_deg(0.5 * (from_deg + to_deg), &d.y, &d.x);
        double at = tl_member_reach(inquiry, firer, middle, d), ratio = *high / *low;
        double change = 0.5 * (to_deg - from_deg) * (TL_PI / 180) * *high * ratio * ratio;
        *low = tl_max(*low, at - change);
        *high = tl_min(*high, at + change);
        return;
    }
    if (s == &body->base) {
        for (size_t i = 0; i < s->outline_count; i++) { /* of a polygon */
            tl_vec2 p = s->outline[i], q = s->outline[(i + 1) % s->outline_count];
            const tl_vec2 edge[2] = {tl_plan(tl_pose_point(&s->pose, (tl_vec3){p.x, p.y, s->low})),
                                     tl_plan(tl_pose_point(&s->pose, (tl_vec3){q.x, q.y, s->low}))};
            look_at_segment(&w, tl_sub2(edge[0], middle), tl_sub2(edge[1], middle));
        }
    } else {
        for (uint32_t i = 0; i < tl_bvh_triangle_count(body->core); i++) {
            tl_vec3 k[3];
            tl_bvh_corners(body->core, i, k);
            const tl_vec2 ring[3] = {tl_plan(k[0]), tl_plan(k[1]), tl_plan(k[2])};
            look_at_ring(&w, ring, 3, middle);
        }
    }
    *low = least_reach(&w, 0.5 * (to_deg - from_deg));
    *high = w.high;
}

/* --- Bounds ------------------------------------------------------------------------------------------------------- */

static tl_status sight_of(tl_placement_search *search, size_t firer, size_t member, tl_verdict *verdict,
                          tl_error *error) {
    uint8_t *known = &search->seen[(firer - search->firers.first) * search->inquiry->table->member_count + member];
    if (*known == 0) {
        tl_pair_sight_result sight = {.sight.verdict = TL_VERDICT_YES};
        tl_status status = search->rule->sees_from != TL_SEES_FROM_FIRER
                               ? TL_OK /* not asked here, at most of each place that is tried */
                               : tl_pair_sight(search->inquiry, firer, member, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        search->work += sight.sight.work;
        *known = (uint8_t)(1 + sight.sight.verdict);
    }
    *verdict = (tl_verdict)(*known - 1);
    return TL_OK;
}

/* Whether a weapon's arc could hold the whole template somewhere in the cell. */
static tl_status can_lie(const tl_placement_search *search, const tl_template *shape, size_t firer, double z,
                         double slip, bool *can, tl_error *error) {
    const tl_shape outline = {.kind = TL_SHAPE_POLYGON,
                              .pose = tl_pose_identity(),
                              .low = z,
                              .high = z,
                              .outline = shape->corner,
                              .outline_count = shape->count};
    tl_volume whole = {.shape = &outline};
    tl_status status = TL_OK;
    *can = false;
    for (size_t w = 0; w < search->weapon_count && !*can && status == TL_OK; w++) {
        tl_pair_arc_result arc;
        tl_bar bar = {.kind = TL_BAR_NONE};
        if (!tl_placement_armed(search, firer - search->firers.first, w)) {
            continue;
        }
        status = tl_bar_find(search->inquiry, &search->firers, firer, &search->weapons[w], NULL, &bar, error);
        if (status == TL_OK && bar.kind == TL_BAR_NONE) {
            status =
                tl_party_arc(search->inquiry, &search->firers, firer, &search->weapons[w], &whole, true, &arc, error);
            *can =
                status == TL_OK && (arc.always || arc.margin_mm + slip >= search->inquiry->tolerance + shape->error_mm);
        }
    }
    return status;
}

/* Of each level of buildings that may be struck: what it is worth at most. Those above share the last. */
enum { LEVELS = 16 };
typedef struct levels {
    double worth[LEVELS];
    bool all; /* every level is struck, as far as it is seen */
} levels;

/* Adds an enemy to every level that surely strikes him, or takes a friend off those that perhaps do: as a placement is
 * judged. What may be otherwise in truth counts for the enemy, and not against the friend. */
static void add_to_levels(const tl_placement_search *search, const tl_candidate *candidate, levels *l) {
    bool also_outside = tl_settings_is_at(&search->inquiry->settings, TL_SETTING_BLAST_LEVELS,
                                          TL_CHOICE_BLAST_LEVELS_LEVEL_AND_OUTSIDE);
    bool enemy = candidate->role == TL_CANDIDATE_ENEMY;
    for (size_t level = 0; level < LEVELS; level++) {
        bool last = level + 1 == LEVELS;
        bool outside = level == 0 || also_outside;
        bool inside = last ? candidate->level >= level : candidate->level == level;
        bool open = search->uncertain || (last && candidate->level >= level);
        bool sure = candidate->in_building ? inside : outside && (inside || !candidate->maybe_in_building);
        bool may = candidate->in_building ? inside : outside || (inside && candidate->maybe_in_building);
        if (enemy && (l->all || open || sure)) {
            l->worth[level] += (double)candidate->figures;
        } else if (!enemy && (l->all || (!open && may))) {
            l->worth[level] -= search->friends_weight * (double)candidate->figures;
        }
    }
}

static double most_worth(const tl_placement_search *search, const levels *l) {
    double most = -INFINITY;
    size_t named = search->question.level < LEVELS ? search->question.level : LEVELS - 1;
    for (size_t level = 0; level < LEVELS; level++) {
        if (search->question.has_level && level != named) {
            continue;
        }
        most = l->worth[level] > 0 ? tl_max(most, l->worth[level]) : most;
    }
    return most;
}

/* What the template, laid in the middle of the cell, says of all of it. */
static tl_status count_from(tl_placement_search *search, const tl_template *shape, size_t firer, double slip,
                            double *score, tl_error *error) {
    tl_status status = TL_OK;
    levels l = {
        .all = tl_settings_is_at(&search->inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_ALL_SEEN)};
    for (size_t i = 0; i < search->inquiry->table->member_count && status == TL_OK; i++) {
        tl_candidate_role role = search->candidates[i].role;
        tl_box3 box = search->candidates[i].box;
        double far = slip + tl_table_measured(search->inquiry->table, i).uncertainty;
        if (i == firer || role == TL_CANDIDATE_NONE || box.low.x > shape->high.x + far ||
            box.high.x < shape->low.x - far || box.low.y > shape->high.y + far || box.high.y < shape->low.y - far) {
            continue;
        }
        tl_template_hold hold;
        tl_verdict seen = TL_VERDICT_NO;
        tl_volume volume = tl_table_measured(search->inquiry->table, i);
        status = tl_template_touch(search->inquiry->context, shape, &volume, far + 1, &hold, error);
        search->work += hold.work;
        double off = volume.uncertainty;
        if (status == TL_OK && hold.gap_mm <= slip + off) {
            status = sight_of(search, firer, i, &seen, error);
        }
        if (status != TL_OK || seen == TL_VERDICT_NO) {
            continue;
        }
        /* certainly hit are those that lie deeper than the tolerance: what can't come so deep doesn't count */
        double band = search->inquiry->tolerance + hold.error_mm;
        double deepest = hold.gap_mm > 0 ? -hold.gap_mm : tl_template_deepest(shape, &volume);
        bool in_view = seen == TL_VERDICT_YES || search->uncertain; /* what is open now may be seen in truth */
        if (role == TL_CANDIDATE_ENEMY && in_view && deepest + slip + off >= band) {
            add_to_levels(search, &search->candidates[i], &l);
        } else if (role == TL_CANDIDATE_FRIEND && (seen == TL_VERDICT_YES || !search->uncertain) &&
                   hold.gap_mm + slip + off <= band + hold.depth_mm) {
            add_to_levels(search, &search->candidates[i], &l);
        }
    }
    *score = most_worth(search, &l);
    return status;
}

static tl_status lay(const tl_placement_search *search, const tl_template_search_cell *cell, tl_template *shape,
                     double *slip, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    size_t firer = search->firers.first + cell->family;
    tl_vec2 middle, d;
    double angle = 0.5 * (cell->low[0] + cell->high[0]), half = 0.5 * (cell->high[0] - cell->low[0]) * (TL_PI / 180);
    double low = 0, high = 0;
    size_t w = 0; /* the weapon that it is laid with: of several the first */
    while (!tl_placement_armed(search, cell->family, w)) {
        w++;
    }
    tl_flame_anchor anchor = {.muzzle = false};
    tl_status status = tl_member_middle(inquiry, firer, &middle, error);
    if (status == TL_OK) {
        status = tl_member_anchor(inquiry, firer, &search->weapons[w], &anchor, error);
    }
    if (anchor.muzzle) {
        low = high = anchor.reach;
    } else {
        tl_placement_flame_tip_distances(inquiry, firer, middle, cell->low[0], cell->high[0], &low, &high);
    }
    double at = 0.5 * (low + high);
    tl_sincos_deg(angle, &d.y, &d.x);
    *slip = half * (high + search->length) + 0.5 * (high - low) + PAD;
    *slip += 3 * tl_max(tl_placed_uncertainty(&inquiry->table->members[firer]),
                        tl_table_measured(inquiry->table, firer).uncertainty);
    double scale = search->rule->in_game_units ? inquiry->game_unit : 1;
    if (status == TL_OK) {
        status = tl_template_polygon(inquiry->context, search->rule->outline, search->rule->outline_count, scale, angle,
                                     tl_add2(middle, tl_scale2(d, at)), shape, error);
    }
    if (status == TL_OK) {
        shape->error_mm = search->rule->outline_error * scale;
    }
    return status;
}

tl_status tl_placement_flame_bound(void *user, tl_template_search_cell *cell, int stage, double best, double *value,
                                   tl_error *error) {
    tl_placement_search *search = user;
    tl_template shape;
    double slip;
    (void)best;
    *value = cell->bound;
    if (stage == 1) { /* asking again costs only time */
        return TL_OK;
    }
    *value = -INFINITY;
    search->work += 20000 + tl_template_polygon_work(search->rule->outline_count); /* costs only time */
    tl_status status = lay(search, cell, &shape, &slip, error);
    if (status != TL_OK) {
        return status;
    }
    size_t firer = search->firers.first + cell->family;
    bool can;
    status = can_lie(search, &shape, firer, search->inquiry->table->members[firer].body->box.low.z, slip, &can, error);
    if (status == TL_OK && can) {
        status = count_from(search, &shape, firer, slip, value, error);
    }
    tl_template_free(&shape);
    return status;
}

/* --- Points ------------------------------------------------------------------------------------------------------- */

static tl_status try_angle(tl_placement_search *search, size_t firer, double angle, double *score, tl_error *error) {
    tl_question q = search->question;
    if (search->firers.rider == NULL) { /* whoever rides lays it from his carrier, as himself */
        q.from = search->inquiry->table->members[firer].id;
    }
    q.has_angle = true;
    q.angle_deg = angle;
    return tl_placement_try(search, &q, score, error);
}

static tl_status explore(void *user, const tl_template_search_cell *cell, double *best, tl_error *error) {
    tl_placement_search *search = user;
    double score, middle = 0.5 * (cell->low[0] + cell->high[0]), before = search->best_score;
    size_t listed = search->best->count;
    if (cell->bound <= before && listed == TL_BEST_LISTED) {
        return TL_OK;
    }
    size_t firer = search->firers.first + cell->family;
    tl_status status = try_angle(search, firer, middle, &score, error);
    bool fresh = search->best_score > before || search->best->count > listed;
    /* a new one: steps to either side show how much room there is; the list keeps the roomiest */
    double step = 0.25 * (cell->high[0] - cell->low[0]);
    for (int i = 0; i < STEPS && fresh && status == TL_OK; i++, step *= 0.5) {
        double none;
        status = try_angle(search, firer, middle - step, &none, error);
        if (status == TL_OK) {
            status = try_angle(search, firer, middle + step, &none, error);
        }
    }
    *best = tl_max(*best, search->best_score);
    return status;
}

static uint64_t work_of(void *user) {
    return ((tl_placement_search *)user)->work;
}

/* Whether a firer (0 to their count) carries a weapon that the flame may come from: there are no cells of others. */
static bool is_armed(const tl_placement_search *search, size_t firer) {
    bool armed = false;
    for (size_t w = 0; w < search->weapon_count; w++) {
        armed = armed || tl_placement_armed(search, firer, w);
    }
    return armed;
}

tl_status tl_placement_search_flame(tl_placement_search *search, tl_template_search_result *result, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    tl_template_search_cell *cells = tl_alloc_array(inquiry->context, PIECES * search->firers.count, sizeof(*cells));
    if (cells == NULL) {
        return tl_fail_memory(error);
    }
    size_t count = 0;
    for (size_t i = 0; i < PIECES * search->firers.count; i++) {
        if (is_armed(search, i / PIECES)) {
            cells[count].family = (uint32_t)(i / PIECES);
            cells[count].low[0] = 360.0 / PIECES * (double)(i % PIECES);
            cells[count].high[0] = 360.0 / PIECES * (double)(i % PIECES + 1);
            count++;
        }
    }
    const tl_template_search_problem problem = {.user = search,
                                                .bound = tl_placement_flame_bound,
                                                .explore = explore,
                                                .work = work_of,
                                                .smallest = {1e-4}, /* there is but the angle */
                                                .weight = {1},
                                                .most_work = tl_sight_budget(TL_PLACEMENT_WORK, inquiry->effort),
                                                .most_cells =
                                                    (size_t)tl_sight_budget(TL_PLACEMENT_CELLS, inquiry->effort),
                                                .most_ties = TIES};
    tl_status status = tl_template_search_largest(inquiry->context, &problem, cells, count, result, error);
    tl_free(inquiry->context, cells);
    return status;
}
