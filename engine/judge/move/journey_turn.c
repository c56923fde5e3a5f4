/* journey_turn.c: what a turn gains (DB-MOV-02): the readings of the setting `rotation`. */
#include "judge/move/journey_steps.h"

#include "math/angle.h"

/* Lengths of edges are cut until this, mm: how exact the farthest reach is. */
#define FINE 0.005
enum { RIM_POINTS = 256, MOST_CUTS = 1 << 16 };

typedef struct turned {
    const tl_journey *j;
    tl_heading before, after;
    tl_vec2 start, end, last_corner; /* of the moved point */
    double reached, bound;           /* the farthest point found; no point is farther */
    int cuts;
} turned;

/* The distance of a point from the outline before the move: of base and body together. */
static double from_start(const turned *t, tl_vec2 p) {
    const tl_figure point = {.corner = {p}, .count = 1};
    const tl_mover *mover = &t->j->moving.mover;
    double best = INFINITY;
    for (size_t i = 0; i < mover->count; i++) {
        for (size_t k = 0; k < mover->parts[i].count && best > 0; k++) {
            tl_figure f = tl_figure_turned(&mover->parts[i].figures[k], t->before.cosine, t->before.sine, t->start);
            best = tl_min(best, tl_figure_distance(&point, &f));
        }
    }
    return best;
}

/* No point of an edge is farther: of those before the move the distance of each figure, which is convex, is greatest at
 * an end of it. */
static double farthest_along(const turned *t, tl_vec2 a, tl_vec2 b) {
    const tl_figure from = {.corner = {a}, .count = 1}, to = {.corner = {b}, .count = 1};
    const tl_mover *mover = &t->j->moving.mover;
    double most = INFINITY;
    for (size_t i = 0; i < mover->count; i++) {
        for (size_t k = 0; k < mover->parts[i].count; k++) {
            tl_figure f = tl_figure_turned(&mover->parts[i].figures[k], t->before.cosine, t->before.sine, t->start);
            most = tl_min(most, tl_max(tl_figure_distance(&from, &f), tl_figure_distance(&to, &f)));
        }
    }
    return most;
}

/* The farthest point of an edge; distances change by no more than the way along it. */
static void look_along(turned *t, tl_vec2 a, tl_vec2 b, double at_a, double at_b) {
    double half = 0.5 * tl_length2(tl_sub2(b, a)), most = 0.5 * (at_a + at_b) + half;
    t->reached = tl_max(t->reached, tl_max(at_a, at_b));
    most = most > t->reached ? tl_min(most, farthest_along(t, a, b)) : most;
    if (most <= t->reached || half <= FINE || ++t->cuts > MOST_CUTS) {
        t->bound = tl_max(t->bound, most);
        return;
    }
    tl_vec2 middle = tl_lerp2(a, b, 0.5);
    double at_middle = from_start(t, middle);
    look_along(t, a, middle, at_a, at_middle);
    look_along(t, middle, b, at_middle, at_b);
}

static void dilation_of(turned *t, const tl_figure *figure) {
    tl_figure f = tl_figure_turned(figure, t->after.cosine, t->after.sine, t->end);
    if (f.count == 1) {
        tl_vec2 last = {f.corner[0].x + f.radius, f.corner[0].y};
        double at_last = from_start(t, last);
        double sagitta = f.radius * 8e-5; /* 1 - cos(pi / 256) */
        for (int i = 1; i <= RIM_POINTS; i++) {
            double s, c;
            tl_sincos_deg(360.0 * i / RIM_POINTS, &s, &c);
            tl_vec2 next = {f.corner[0].x + f.radius * c, f.corner[0].y + f.radius * s};
            double at_next = from_start(t, next);
            look_along(t, last, next, at_last, at_next);
            last = next;
            at_last = at_next;
        }
        t->bound += sagitta;
        return;
    }
    for (int i = 0; i < f.count; i++) {
        tl_vec2 a = f.corner[i], b = f.corner[(i + 1) % f.count];
        look_along(t, a, b, from_start(t, a), from_start(t, b));
    }
}

/* How far the point of a figure that goes farthest goes: with the others to the last corner, then straight to where it
 * is at the end. */
static void farthest_of(turned *t, const tl_figure *figure, double to_last_corner) {
    tl_figure before = tl_figure_turned(figure, t->before.cosine, t->before.sine, t->last_corner);
    tl_figure after = tl_figure_turned(figure, t->after.cosine, t->after.sine, t->end);
    double turn = tl_hypot(t->after.cosine - t->before.cosine, t->after.sine - t->before.sine);
    for (int i = 0; i < before.count; i++) {
        bool centred = figure->count == 1 && figure->corner[0].x == 0 && figure->corner[0].y == 0;
        double way = to_last_corner + tl_length2(tl_sub2(after.corner[i], before.corner[i])) +
                     (centred ? 0 : figure->radius * turn);
        t->reached = t->bound = tl_max(t->reached, way);
    }
}

void tl_journey_rotation(tl_journey *j) {
    const tl_settings *settings = &j->inquiry->settings;
    if (j->moving.mover.round || j->spend.turning != NULL ||
        /* which is paid for */ tl_wrap_deg(j->facing_deg - j->moving.facing_deg) == 0 ||
        tl_settings_is_at(settings, TL_SETTING_ROTATION, TL_CHOICE_ROTATION_CENTRE)) {
        return;
    }
    const tl_path_node *end = &j->path.nodes[j->path.count - 1];
    size_t corners = j->path.corner_count;
    const tl_path_node *corner = corners > 1 ? &j->path.nodes[j->path.corners[corners - 2]] : &j->path.nodes[0];
    turned t = {.j = j, .start = tl_plan(j->moving.start), .end = tl_plan(end->at), .last_corner = tl_plan(corner->at)};
    double allowance = j->rotation_limit = j->spend.counts ? j->allowance : tl_min(j->own, j->allowance);
    tl_sincos_deg(j->moving.facing_deg, &t.before.sine, &t.before.cosine);
    tl_sincos_deg(j->facing_deg, &t.after.sine, &t.after.cosine);
    bool by_point = tl_settings_is_at(settings, TL_SETTING_ROTATION, TL_CHOICE_ROTATION_MAX_POINT);
    for (size_t i = 0; i < j->moving.mover.count; i++) {
        for (size_t k = 0; k < j->moving.mover.parts[i].count; k++) {
            if (by_point) {
                farthest_of(&t, &j->moving.mover.parts[i].figures[k], corner->cost);
            } else {
                dilation_of(&t, &j->moving.mover.parts[i].figures[k]);
            }
        }
    }
    j->rotation_looked = true;
    j->rotation_mm = t.reached;
    /* both outlines, before and after, may be off */
    double tolerance = j->inquiry->tolerance + 2 * j->moving.own_off + 2 * j->cost_off;
    j->rotation = t.reached > allowance + tl_max(tolerance, 1e-9) ? TL_VERDICT_NO
                  : t.bound <= allowance + 1e-9 - tolerance       ? TL_VERDICT_YES
                                                                  : TL_VERDICT_MARGINAL;
}
