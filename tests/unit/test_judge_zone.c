/* Zones of a scenario (judge/group/zone, zone_place, objective): every shape with every base against points by the
 * thousand, margins in closed form, both sides of every border, laws of halves and quarters, objectives. */
#include "support/judge_table.h"

#include "body/shape.h"
#include "draw/draw.h"
#include "judge/group/zone.h"
#include "math/angle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- Zones as the test knows them --------------------------------------------------------------------------------- */

/* How deep a point lies inside a zone, by what its words say: a distance to each border, the least of them. */
static double depth_of(const tl_document_zone *z, double width, double depth, tl_vec2 p) {
    bool s = (z->where & TL_ZONE_SOUTH) != 0, n = (z->where & TL_ZONE_NORTH) != 0, w = (z->where & TL_ZONE_WEST) != 0,
         e = (z->where & TL_ZONE_EAST) != 0;
    double d = z->within.amount, to[4] = {p.y, depth - p.y, p.x, width - p.x}; /* from each edge */
    double least = fmin(fmin(to[0], to[1]), fmin(to[2], to[3])) - z->off[TL_ZONE_OFF_EDGES].amount;
    least = z->shape == TL_ZONE_TABLE || z->off[TL_ZONE_OFF_EDGES].amount > 0 ? least : INFINITY; /* no border */
    double line_x = p.x - width / 2, line_y = p.y - depth / 2, middle = hypot(line_x, line_y);
    switch (z->shape) {
    case TL_ZONE_EDGE:
        least = fmin(least, d - (s ? to[0] : n ? to[1] : w ? to[2] : to[3]));
        break;
    case TL_ZONE_CORNER:
        least = fmin(least, d - hypot(w ? to[2] : to[3], s ? to[0] : to[1]));
        break;
    case TL_ZONE_HALF:
    case TL_ZONE_QUARTER: {
        double off = z->off[TL_ZONE_OFF_CENTRE_LINES].amount;
        least = s ? fmin(least, -line_y - off) : n ? fmin(least, line_y - off) : least;
        least = w ? fmin(least, -line_x - off) : e ? fmin(least, line_x - off) : least;
        break;
    }
    case TL_ZONE_CENTRE_LINE:
        least = fmin(least, d - fabs(w ? line_y : line_x));
        break;
    case TL_ZONE_CENTRE:
        least = fmin(least, d - middle);
        break;
    case TL_ZONE_OUTLINE: {
        double away = INFINITY;
        bool in = false;
        for (size_t i = 0, k = z->outline_count - 1; i < z->outline_count; k = i++) {
            tl_vec2 a = z->outline[i], b = z->outline[k];
            double t = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) /
                       ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
            t = fmin(1, fmax(0, t));
            away = fmin(away, hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y)));
            in ^= (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        }
        least = fmin(least, in ? away : -away);
        break;
    }
    case TL_ZONE_TABLE:
    case TL_ZONE_SHAPES:
        break;
    }
    double sides = z->off[TL_ZONE_OFF_SIDES].amount;
    if (sides > 0) {
        least = fmin(least, (s || n ? fmin(to[2], to[3]) : fmin(to[0], to[1])) - sides);
    }
    double hole = z->off[TL_ZONE_OFF_CENTRE].amount;
    return hole > 0 ? fmin(least, middle - hole) : least;
}

/* A zone of a random shape that fits a table. */
static tl_document_zone random_zone(test_random *r, double width, double depth, tl_vec2 *outline) {
    static const unsigned edges[] = {TL_ZONE_SOUTH, TL_ZONE_NORTH, TL_ZONE_WEST, TL_ZONE_EAST};
    tl_document_zone z = {.id = "z", .name = "z", .side = "", .rule = ""};
    z.shape = (tl_zone_shape)test_random_below(r, TL_ZONE_SHAPES);
    double short_side = fmin(width, depth);
    z.within.amount = test_random_between(r, 0.05, 0.45) * short_side;
    if (z.shape == TL_ZONE_EDGE || z.shape == TL_ZONE_HALF) {
        z.where = edges[test_random_below(r, 4)];
        z.off[TL_ZONE_OFF_SIDES].amount = test_random_below(r, 2) * test_random_between(r, 10, 200);
    } else if (z.shape == TL_ZONE_CORNER || z.shape == TL_ZONE_QUARTER) {
        z.where = edges[test_random_below(r, 2)] | edges[2 + test_random_below(r, 2)];
    } else if (z.shape == TL_ZONE_CENTRE_LINE) {
        z.where = test_random_below(r, 2) != 0 ? TL_ZONE_WEST | TL_ZONE_EAST : TL_ZONE_SOUTH | TL_ZONE_NORTH;
    } else if (z.shape == TL_ZONE_OUTLINE) {
        z.outline = outline;
        z.outline_count = (size_t)(3 + test_random_below(r, 7));
        for (size_t i = 0; i < z.outline_count; i++) { /* a star, seldom convex */
            double s, c, far = test_random_between(r, 0.12, 0.48) * short_side;
            tl_sincos_deg(360.0 * (double)i / (double)z.outline_count + test_random_between(r, 0, 20), &s, &c);
            outline[i] = (tl_vec2){width / 2 + far * c, depth / 2 + far * s};
        }
    }
    if (z.shape == TL_ZONE_HALF || z.shape == TL_ZONE_QUARTER) {
        z.off[TL_ZONE_OFF_CENTRE_LINES].amount = test_random_below(r, 2) * test_random_between(r, 10, 200);
        z.off[TL_ZONE_OFF_CENTRE].amount = test_random_below(r, 2) * test_random_between(r, 10, 300);
    }
    z.off[TL_ZONE_OFF_EDGES].amount = test_random_below(r, 2) * test_random_between(r, 10, 40);
    return z;
}

/* --- Bases -------------------------------------------------------------------------------------------------------- */

enum { DISC, OVAL, RECTANGLE, POLYGON, HULL, KINDS, RIM = 1440, INNER = 12, POLYGON_CORNERS = 8 };

typedef struct base {
    tl_shape shape;
    tl_vec2 corner[POLYGON_CORNERS];
    tl_bvh *mesh; /* a hull: its triangles */
    tl_volume volume;
    tl_vec2 point[RIM * INNER];
    size_t count;
    double step;  /* no point of its rim is farther from one of these */
    double inner; /* ... and no point of the base */
} base;

/* Points all over it: its rim, and the same nearer and nearer to its middle (of which it is a star). */
static void fill_points(base *b) {
    double far = 0;
    b->count = 0;
    for (int i = 0; i < RIM; i++) {
        double s, c, reach = 0;
        tl_sincos_deg(360.0 * i / RIM, &s, &c);
        const tl_shape *shape = &b->shape;
        if (shape->kind == TL_SHAPE_DISC || shape->kind == TL_SHAPE_OVAL) {
            reach = shape->kind == TL_SHAPE_DISC ? shape->radius : 1 / hypot(c / shape->size.x, s / shape->size.y);
        } else if (shape->kind == TL_SHAPE_BOX) {
            reach = fmin(shape->to.x / fmax(fabs(c), 1e-9), shape->to.y / fmax(fabs(s), 1e-9));
        } else { /* where the ray leaves the polygon */
            for (size_t k = 0; k < shape->outline_count; k++) {
                tl_vec2 p = shape->outline[k], q = shape->outline[(k + 1) % shape->outline_count];
                double sp = c * p.y - s * p.x, sq = c * q.y - s * q.x;
                double t = sp / (sp - sq);
                double along = c * (p.x + t * (q.x - p.x)) + s * (p.y + t * (q.y - p.y));
                reach = sp != sq && t >= 0 && t <= 1 && along > reach ? along : reach;
            }
        }
        far = fmax(far, reach);
        for (int k = 0; k < INNER; k++) {
            double r = reach * (1 - (double)k / INNER);
            b->point[b->count++] = tl_plan(tl_pose_point(&shape->pose, (tl_vec3){r * c, r * s, shape->low}));
        }
    }
    for (size_t k = 0; k < 4 && b->shape.kind == TL_SHAPE_BOX; k++) {
        double x = b->shape.to.x * (k % 3 == 0 ? 1 : -1), y = b->shape.to.y * (k < 2 ? 1 : -1);
        b->point[k * INNER] = tl_plan(tl_pose_point(&b->shape.pose, (tl_vec3){x, y, 0}));
    }
    for (size_t k = 0; k < b->shape.outline_count; k++) { /* and its very corners */
        b->point[k * INNER] = tl_plan(tl_pose_point(&b->shape.pose, (tl_vec3){b->corner[k].x, b->corner[k].y, 0}));
    }
    b->step = far * (2 * TL_PI / RIM) * 2;
    b->inner = b->step + far / INNER;
}

static void make_base(base *b, int kind, test_random *r, tl_vec2 at, tl_context *context) {
    memset(b, 0, sizeof(*b));
    tl_shape *s = &b->shape;
    s->pose = tl_pose_turned((tl_vec3){at.x, at.y, 0}, test_random_between(r, 0, 360));
    s->high = 3;
    s->radius = kind == DISC ? test_random_between(r, 8, 60) : 0;
    s->kind = kind == DISC        ? TL_SHAPE_DISC
              : kind == OVAL      ? TL_SHAPE_OVAL
              : kind == RECTANGLE ? TL_SHAPE_BOX
                                  : TL_SHAPE_POLYGON;
    if (kind == OVAL) {
        s->size = (tl_vec2){test_random_between(r, 10, 60), test_random_between(r, 10, 60)};
    } else if (kind == RECTANGLE) {
        s->to = (tl_vec3){test_random_between(r, 10, 60), test_random_between(r, 10, 60), 3};
        s->from = (tl_vec3){-s->to.x, -s->to.y, 0};
    } else if (kind != DISC) {
        s->outline = b->corner;
        s->outline_count = POLYGON_CORNERS;
        for (int i = 0; i < POLYGON_CORNERS; i++) {
            double sine, cosine, far = test_random_between(r, 15, 70);
            tl_sincos_deg(360.0 * i / POLYGON_CORNERS, &sine, &cosine);
            b->corner[i] = (tl_vec2){far * cosine, far * sine};
        }
    }
    b->volume.shape = s;
    if (kind == HULL) {
        assert_int_equal(tl_shape_bvh(context, s, &b->mesh, NULL), TL_OK);
        b->volume = (tl_volume){.mesh = b->mesh, .mesh_closed = true};
    }
    fill_points(b);
}

/* --- Everything against points ------------------------------------------------------------------------------------ */

typedef struct tally {
    int places[3], open, clear_open, trials; /* inside, partly, outside; marginal; ... although the points are clear */
} tally;

/* The distance of the nearest of some points of a zone to some of the base: no less than the true one. */
static double nearest_found(const tl_document_zone *z, double width, double depth, const base *b) {
    enum { GRID = 40, EACH = 16 };
    double least = INFINITY;
    for (int i = 0; i <= GRID * GRID; i++) {
        tl_vec2 p = {width * (i % GRID + 0.5) / GRID, depth * (i / GRID + 0.5) / GRID};
        for (size_t k = 0; k < b->count && depth_of(z, width, depth, p) >= 0; k += INNER * EACH) {
            least = fmin(least, hypot(p.x - b->point[k].x, p.y - b->point[k].y));
        }
    }
    return least;
}

static void hold_against_points(const tl_inquiry *q, const tl_document_zone *z, double width, double depth,
                                const base *b, double tolerance, tally *seen) {
    tl_zone_region region;
    tl_region_place place;
    double least = INFINITY, most = -INFINITY;
    tl_zone_region_of(z, width, depth, 100, &region);
    if (tl_zone_region_is_empty(&region)) {
        return;
    }
    assert_int_equal(tl_region_place_of(q, &region, &b->volume, &place, NULL), TL_OK);
    for (size_t i = 0; i < b->count; i++) {
        double d = depth_of(z, width, depth, b->point[i]);
        least = fmin(least, d);
        most = fmax(most, d);
    }
    seen->trials++;
    /* no point contradicts it */
    if (least < -tolerance - 1e-6) {
        assert_true(place.inside == TL_VERDICT_NO);
    }
    if (most > tolerance + 1e-6) {
        assert_true(place.touches != TL_VERDICT_NO);
    }
    /* ... and points nearly everywhere tell as much */
    if (least > tolerance + b->step) {
        assert_true(place.inside == TL_VERDICT_YES && place.touches == TL_VERDICT_YES);
    }
    if (most < -tolerance - b->step) {
        assert_true(place.inside == TL_VERDICT_NO);
        seen->clear_open += place.touches == TL_VERDICT_MARGINAL;
        assert_true(place.touches != TL_VERDICT_YES);
    }
    if (most > tolerance + 2 && place.touches == TL_VERDICT_MARGINAL) {
        seen->clear_open++;
    }
    if (least >= 0) {
        assert_near(place.margin_mm, least, b->step);
        assert_true(place.margin_mm <= least + place.error_mm && place.error_mm < 2e-3);
    } else if (z->shape != TL_ZONE_OUTLINE) { /* inside a hole the points lie less near to each other */
        assert_near(place.margin_mm, least, z->off[TL_ZONE_OFF_CENTRE].amount > 0 ? b->inner : b->step);
        assert_true(place.margin_mm <= least + 1e-5);
    } else { /* over an outline: some of it certainly lies so far outside */
        assert_true(place.margin_mm < 1e-5 && place.margin_mm > least - b->step - 1e-5);
        assert_true(place.margin_mm < 0.9 * least + 5); /* nearly all of what it reaches over */
        assert_true(place.at_least || place.margin_mm < least + b->step);
    }
    if (place.touches == TL_VERDICT_NO) {
        assert_true(place.gap_mm > 0);
        assert_true(place.gap_mm <= nearest_found(z, width, depth, b));
    }
    seen->open += place.inside == TL_VERDICT_MARGINAL || place.touches == TL_VERDICT_MARGINAL;
    seen->places[place.inside == TL_VERDICT_YES ? 0 : place.touches == TL_VERDICT_YES ? 1 : 2]++;
}

static void everything_against_points(void **state) {
    (void)state;
    enum { TRIALS = TEST_SANITIZED ? 150 : 500 };
    test_random r = test_random_start("zones", 21);
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "m", 100, 100);
    judge_ready(&t);
    const tl_inquiry *q = judge_set(&t, 0.05, NULL);
    base *b = malloc(sizeof(*b));
    for (int kind = 0; kind < KINDS; kind++) {
        tally seen = {0};
        for (int i = 0; i < TRIALS; i++) {
            tl_vec2 outline[10];
            double width = test_random_between(&r, 600, 2000), depth = test_random_between(&r, 600, 1400);
            tl_document_zone z = random_zone(&r, width, depth, outline);
            tl_vec2 at = {test_random_between(&r, 60, width - 60), test_random_between(&r, 60, depth - 60)};
            for (int k = 0; k < 100 && i % 2 == 0 && fabs(depth_of(&z, width, depth, at)) > 40; k++) { /* at a border */
                at = (tl_vec2){test_random_between(&r, 60, width - 60), test_random_between(&r, 60, depth - 60)};
            }
            make_base(b, kind, &r, at, t.context);
            hold_against_points(q, &z, width, depth, b, 0.05, &seen);
            tl_bvh_destroy(b->mesh);
        }
        printf("kind %d: %d trials, %d inside, %d partly, %d outside, %d open, %d although clear\n", kind, seen.trials,
               seen.places[0], seen.places[1], seen.places[2], seen.open, seen.clear_open);
        assert_true(seen.places[0] > TRIALS / 10 && seen.places[1] > TRIALS / 10 && seen.places[2] > TRIALS / 10);
        assert_true(seen.clear_open <= TRIALS / 100);
    }
    free(b);
    judge_end(&t);
}

/* --- Borders in closed form --------------------------------------------------------------------------------------- */

/* A disc of 20 and a rectangle of 40 x 20 at a distance from each border, a hair to either side of it. */
static void hairs(void **state) {
    (void)state;
    static const double W = 1800, D = 1200;
    const struct {
        tl_document_zone zone;
        tl_vec2 on, in; /* a point of the border, and the way into the zone */
    } cases[] = {
        {{.shape = TL_ZONE_EDGE, .where = TL_ZONE_SOUTH, .within = {300, false}}, {700, 300}, {0, -1}},
        {{.shape = TL_ZONE_EDGE, .where = TL_ZONE_NORTH, .within = {3, true}}, {700, 900}, {0, 1}},
        {{.shape = TL_ZONE_EDGE, .where = TL_ZONE_WEST, .within = {300, false}}, {300, 500}, {-1, 0}},
        {{.shape = TL_ZONE_EDGE, .where = TL_ZONE_EAST, .within = {300, false}}, {1500, 500}, {1, 0}},
        {{.shape = TL_ZONE_CORNER, .where = TL_ZONE_NORTH | TL_ZONE_EAST, .within = {500, false}},
         {1400, 900},
         {0.8, 0.6}},
        {{.shape = TL_ZONE_HALF, .where = TL_ZONE_EAST}, {900, 500}, {1, 0}},
        {{.shape = TL_ZONE_QUARTER, .where = TL_ZONE_NORTH | TL_ZONE_WEST}, {300, 600}, {0, 1}},
        {{.shape = TL_ZONE_QUARTER, .where = TL_ZONE_SOUTH | TL_ZONE_WEST, .off[TL_ZONE_OFF_CENTRE] = {500, false}},
         {500, 300},
         {-0.8, -0.6}},
        {{.shape = TL_ZONE_HALF, .where = TL_ZONE_SOUTH, .off[TL_ZONE_OFF_CENTRE_LINES] = {200, false}},
         {800, 400},
         {0, -1}},
        {{.shape = TL_ZONE_CENTRE_LINE, .where = TL_ZONE_WEST | TL_ZONE_EAST, .within = {150, false}},
         {800, 750},
         {0, -1}},
        {{.shape = TL_ZONE_CENTRE, .within = {500, false}}, {1400, 600}, {-1, 0}},
        {{.shape = TL_ZONE_TABLE, .off[TL_ZONE_OFF_EDGES] = {200, false}}, {200, 500}, {1, 0}},
        {{.shape = TL_ZONE_EDGE,
          .where = TL_ZONE_SOUTH,
          .within = {400, false},
          .off[TL_ZONE_OFF_SIDES] = {200, false}},
         {1600, 200},
         {-1, 0}},
    };
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "m", 100, 100);
    judge_ready(&t);
    static const double hair[] = {1e-6, -1e-6, 0.04, -0.04, 0.06, -0.06, 3, -3};
    int checked = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (size_t k = 0; k < COUNT(hair); k++) {
            for (int exact = 0; exact < 2; exact++) {
                for (int from_inside = 0; from_inside < 2; from_inside++) {
                    tl_vec2 in = cases[i].in;
                    double sign = from_inside ? 1 : -1, far = 20 + hair[k]; /* of its centre from the border */
                    tl_shape disc = {.kind = TL_SHAPE_DISC, .radius = 20, .high = 3, .pose = tl_pose_identity()};
                    disc.pose.at = (tl_vec3){cases[i].on.x + sign * far * in.x, cases[i].on.y + sign * far * in.y, 0};
                    tl_volume volume = {.shape = &disc};
                    tl_zone_region region;
                    tl_region_place place;
                    const tl_inquiry *q = judge_set(&t, exact ? 0 : 0.05, NULL);
                    tl_zone_region_of(&cases[i].zone, W, D, 100, &region);
                    assert_int_equal(tl_region_place_of(q, &region, &volume, &place, NULL), TL_OK);
                    bool clear = exact ? fabs(hair[k]) > 1e-7 : fabs(hair[k]) > 0.05;
                    tl_verdict good = hair[k] > 0 ? TL_VERDICT_YES : TL_VERDICT_NO;
                    tl_verdict bad = hair[k] > 0 ? TL_VERDICT_NO : TL_VERDICT_YES;
                    if (from_inside) {
                        assert_int_equal(place.inside, clear ? good : TL_VERDICT_MARGINAL);
                        assert_near(place.margin_mm, hair[k], 1e-8);
                        assert_int_equal(place.touches, TL_VERDICT_YES);
                    } else {
                        assert_int_equal(place.inside, TL_VERDICT_NO);
                        assert_int_equal(place.touches, clear ? bad : TL_VERDICT_MARGINAL);
                        assert_near(place.margin_mm, -40 - hair[k], 1e-8);
                        assert_near(place.gap_mm, place.touches == TL_VERDICT_NO ? hair[k] : 0, 1e-8);
                    }
                    if (hair[k] > 0.01 && place.has_points && from_inside) {
                        assert_near(hypot(place.on_it.x - place.on_border.x, place.on_it.y - place.on_border.y),
                                    hair[k], 1e-8);
                    }
                    checked++;
                }
            }
        }
    }
    assert_int_equal(checked, (int)COUNT(cases) * 32);
    judge_end(&t);
}

/* Exactly at a border: marginal, but at tolerance 0 inside from inside, and outside from outside. */
static void at_the_border(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.width = 1800;
    t.depth = 1200;
    judge_man(&t, "in", 600, 287.5);
    judge_man(&t, "out", 800, 312.5);
    judge_scenario(&t, "{'zones':[{'id':'s','side':'red','shape':'edge','where':'south','within':'30cm'}]}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'zone','from':'in'}");
    assert_verdict(&t.told, "marginal");
    assert_string_equal(made_word(&t.told, "place"), "open");
    judge_ask(&t, "{'query':'zone','from':'in','tolerance_mm':0}");
    assert_verdict(&t.told, "yes");
    judge_ask(&t, "{'query':'zone','from':'out'}");
    assert_verdict(&t.told, "no");
    assert_string_equal(made_word(&t.told, "place"), "open");
    judge_ask(&t, "{'query':'zone','from':'out','tolerance_mm':0}");
    assert_string_equal(made_word(&t.told, "place"), "outside");
    judge_end(&t);
}

/* What is uncertain is marginal so much nearer. */
static void uncertain(void **state) {
    (void)state;
    const tl_document_zone zone = {.shape = TL_ZONE_EDGE, .where = TL_ZONE_SOUTH, .within = {300, false}};
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "m", 100, 100);
    judge_ready(&t);
    const tl_inquiry *q = judge_set(&t, 0.05, NULL);
    for (int k = 0; k < 4; k++) {
        static const double spare[] = {2.1, 1.9, -1.9, -2.1};
        tl_shape disc = {.kind = TL_SHAPE_DISC, .radius = 20, .high = 3, .pose = tl_pose_identity()};
        disc.pose.at = (tl_vec3){900, 280 - spare[k], 0};
        tl_volume volume = {.shape = &disc, .uncertainty = 2};
        tl_zone_region region;
        tl_region_place place;
        tl_zone_region_of(&zone, 1800, 1200, 100, &region);
        assert_int_equal(tl_region_place_of(q, &region, &volume, &place, NULL), TL_OK);
        assert_int_equal(place.inside, k == 0 ? TL_VERDICT_YES : k == 3 ? TL_VERDICT_NO : TL_VERDICT_MARGINAL);
        assert_near(place.uncertainty, 2, 0);
    }
    judge_end(&t);
}

/* --- Laws --------------------------------------------------------------------------------------------------------- */

/* Wholly in one half or partly in both; in one quarter or partly in several, which take up all of the table. */
static void laws(void **state) {
    (void)state;
    static const unsigned halves[2][2] = {{TL_ZONE_SOUTH, TL_ZONE_NORTH}, {TL_ZONE_WEST, TL_ZONE_EAST}};
    test_random r = test_random_start("zone laws", 22);
    judge_table t;
    int whole = 0, split = 0;
    judge_begin(&t);
    judge_man(&t, "m", 100, 100);
    judge_ready(&t);
    const tl_inquiry *q = judge_set(&t, 0, NULL);
    base *b = malloc(sizeof(*b));
    for (int i = 0; i < 600; i++) {
        double width = test_random_between(&r, 600, 1200), depth = test_random_between(&r, 600, 1200);
        tl_vec2 at = {width / 2 + test_random_between(&r, -120, 120), depth / 2 + test_random_between(&r, -120, 120)};
        static const int kinds[] = {DISC, RECTANGLE, POLYGON, HULL};
        make_base(b, kinds[i % 4], &r, at, t.context);
        tl_zone_region region;
        tl_region_place one, other;
        size_t in = 0, touched = 0;
        for (int k = 0; k < 2; k++) {
            tl_document_zone z = {.shape = TL_ZONE_HALF, .where = halves[k][0]};
            tl_zone_region_of(&z, width, depth, 100, &region);
            assert_int_equal(tl_region_place_of(q, &region, &b->volume, &one, NULL), TL_OK);
            z.where = halves[k][1];
            tl_zone_region_of(&z, width, depth, 100, &region);
            assert_int_equal(tl_region_place_of(q, &region, &b->volume, &other, NULL), TL_OK);
            assert_true(one.touches == TL_VERDICT_YES || other.touches == TL_VERDICT_YES);
            assert_int_equal(one.inside, tl_verdict_not(other.touches));
            assert_int_equal(other.inside, tl_verdict_not(one.touches));
            /* how far it reaches over the line is how far it reaches into the other half */
            if (one.inside == TL_VERDICT_YES) {
                assert_near(one.margin_mm, other.gap_mm, 1e-9);
            }
        }
        for (int k = 0; k < 4; k++) {
            tl_document_zone z = {.shape = TL_ZONE_QUARTER, .where = halves[0][k % 2] | halves[1][k / 2]};
            tl_zone_region_of(&z, width, depth, 100, &region);
            assert_int_equal(tl_region_place_of(q, &region, &b->volume, &one, NULL), TL_OK);
            in += one.inside == TL_VERDICT_YES;
            touched += one.touches != TL_VERDICT_NO;
            whole += one.inside == TL_VERDICT_YES;
        }
        assert_true(in <= 1 && touched >= 1 && (in == 0) == (touched > 1));
        split += touched > 1;
        tl_bvh_destroy(b->mesh);
    }
    assert_true(whole > 100 && split > 100);
    free(b);
    judge_end(&t);
}

/* The farthest point of an oval from a point, against points of its rim; of a disc in closed form. */
static void farthest(void **state) {
    (void)state;
    test_random r = test_random_start("farthest", 23);
    base *b = malloc(sizeof(*b));
    for (int i = 0; i < 200; i++) {
        make_base(b, i % 4, &r, (tl_vec2){test_random_between(&r, 0, 500), test_random_between(&r, 0, 500)}, NULL);
        tl_vec2 centre = {test_random_between(&r, 0, 500), test_random_between(&r, 0, 500)}, point;
        double error, far = tl_region_farthest(&b->volume, centre, &point, &error), most = 0;
        for (size_t k = 0; k < b->count; k++) {
            most = fmax(most, hypot(b->point[k].x - centre.x, b->point[k].y - centre.y));
        }
        assert_true(far >= most - error && far <= most + b->step && error < 1e-7);
        assert_near(hypot(point.x - centre.x, point.y - centre.y), far, 1e-9);
    }
    free(b);
}

/* --- Whole questions ---------------------------------------------------------------------------------------------- */

static void set_scene(judge_table *t) {
    judge_begin(t);
    t->width = 1800;
    t->depth = 1200;
    judge_unit(t, "{'id':'u','name':'Squad','side':'red','class':'infantry','members':["
                  "{'id':'u1','asset':'man','at':[500,100]},{'id':'u2','asset':'man','at':[560,290]}]}");
    judge_model(t, "foe", "blue", "infantry", "man", 800, 100, 0, "");
    judge_model(t, "none", "", "infantry", "man", 1700, 1100, 0, "");
    judge_terrain(t, "{'id':'flag','kind':'objective','disc':{'centre':[500,250],'radius':40}}");
    judge_terrain(t, "{'id':'bunker','kind':'bunker','outline':[[100,300],[200,300],[200,400],[100,400]]}");
    judge_terrain(t, "{'id':'lake','kind':'deep-water','outline':[[300,300],[400,300],[400,400],[300,400]]}");
    judge_terrain(t, "{'id':'post','kind':'strongpoint','outline':[[100,700],[200,700],[200,800],[100,800]]}");
    judge_scenario(
        t, "{'zones':["
           "{'id':'strip','name':'The "
           "strip','side':'red','rule':'DT-SCN-05','shape':'edge','where':'south','within':'30cm'},"
           "{'id':'far','side':'red','shape':'edge','where':'north','within':'30cm'},"
           "{'id':'ambush','side':'red','shape':'half','where':'south','off':{'enemies':'20cm','markers':'5cm'}},"
           "{'id':'forts','side':'red','shape':'half','where':'west','off':{'edges':'1u','impassable':'1u','shelters':'"
           "2u'}},"
           "{'id':'nothing','shape':'table','off':{'edges':'70cm'}}]}");
    judge_ready(t);
}

/* Zones that leave nothing of the table out: all is inside, and there is no border. */
static void whole_tables(void **state) {
    (void)state;
    static const char *const zones[] = {"'shape':'edge','where':'south','within':'300cm'",
                                        "'shape':'edge','where':'west','within':'400cm'",
                                        "'shape':'centre-line','where':'west-east','within':'150cm'"};
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_man(&t, "u", 20, 2980);
        judge_scenario(&t, "{'zones':[{'id':'z','side':'red',%s}]}", zones[i]);
        judge_ready(&t);
        judge_ask(&t, "{'query':'zone','from':'u'}");
        assert_string_equal(made_word(&t.told, "place"), "inside");
        assert_false(made_has(&t.told, "margin_mm") || made_has(&t.told, "zones[0].margin_mm"));
        assert_string_equal(made_word(&t.told, "reasons[0].text"), "The zone is the whole table.");
        judge_end(&t);
    }
}

static void questions(void **state) {
    (void)state;
    judge_table t;
    set_scene(&t);
    /* one model in, one over the border by 2.5 mm */
    judge_ask(&t, "{'query':'zone','from':'u','zone':'strip'}");
    assert_verdict(&t.told, "no");
    assert_string_equal(made_word(&t.told, "place"), "partly");
    assert_string_equal(made_word(&t.told, "rule"), "DT-SCN-05");
    assert_near(made_number(&t.told, "margin_mm"), -2.5, 1e-9);
    assert_near(made_number(&t.told, "zones[0].members[0].margin_mm"), 187.5, 1e-9);
    assert_string_equal(made_word(&t.told, "zones[0].members[1].place"), "partly");
    assert_near(made_number(&t.told, "zones[0].whole"), 1, 0);
    assert_non_null(strstr(t.told.text, "The strip"));
    /* without a zone those of its side, the best first told */
    judge_ask(&t, "{'query':'zone','from':'u1'}");
    assert_verdict(&t.told, "yes");
    assert_int_equal(made_value(&t.told, "zones")->count, 4);
    assert_string_equal(made_word(&t.told, "zone"), "ambush");
    judge_ask(&t, "{'query':'zone','from':'u1','zone':'far'}");
    assert_string_equal(made_word(&t.told, "place"), "outside");
    assert_near(made_number(&t.told, "zones[0].members[0].gap_mm"), 787.5, 1e-9);
    /* distances to things: the nearest of both models */
    judge_ask(&t, "{'query':'zone','from':'u','zone':'ambush'}");
    assert_verdict(&t.told, "no");
    assert_string_equal(made_word(&t.told, "place"), "inside");
    assert_string_equal(made_word(&t.told, "zones[0].off[0].verdict"), "yes");
    assert_near(made_number(&t.told, "zones[0].off[0].distance_mm"), 275, 1e-6);
    assert_string_equal(made_word(&t.told, "zones[0].off[0].to"), "foe1");
    assert_string_equal(made_word(&t.told, "zones[0].off[1].verdict"), "no");
    assert_near(made_number(&t.told, "zones[0].off[1].distance_mm"), hypot(60, 40) - 52.5, 1e-6);
    assert_string_equal(made_word(&t.told, "zones[0].off[1].of"), "u2");
    judge_ask(&t, "{'query':'zone','from':'u1','zone':'ambush'}");
    assert_near(made_number(&t.told, "zones[0].off[1].distance_mm"), 150 - 52.5, 1e-6);
    assert_verdict(&t.told, "yes");
    /* fortifications: 1 U from edges and impassable terrain, 2 U from another fortification; at tolerance 0 exactly so
     */
    judge_ask(&t, "{'query':'zone','from':'bunker','zone':'forts','tolerance_mm':0}");
    assert_verdict(&t.told, "yes");
    assert_near(made_number(&t.told, "margin_mm"), 0, 1e-9);
    assert_near(made_number(&t.told, "zones[0].off[1].distance_mm"), 100, 1e-9);
    assert_near(made_number(&t.told, "zones[0].off[0].distance_mm"), 300, 1e-9);
    judge_ask(&t, "{'query':'zone','from':'bunker','zone':'forts','set':{'units':'inch'}}");
    assert_verdict(&t.told, "no");
    /* what can't be answered */
    judge_refused(&t, "the scene has no zone `strap`", "{'query':'zone','from':'u','zone':'strap'}");
    judge_refused(&t, "Did you mean `strip`?", "{'query':'zone','from':'u','zone':'strap'}");
    judge_refused(&t, "nothing is left of the zone `nothing`", "{'query':'zone','from':'u','zone':'nothing'}");
    judge_refused(&t, "no zone is for the side of", "{'query':'zone','from':'none'}");
    judge_refused(&t, "`flag` is no objective", "{'query':'zone','from':'flag'}");
    judge_refused(&t, "is missing", "{'query':'zone'}");
    judge_end(&t);
    judge_begin(&t);
    judge_man(&t, "m", 100, 100);
    judge_ready(&t);
    judge_refused(&t, "the scene has no zones", "{'query':'zone','from':'m'}");
    judge_refused(&t, "the scene has no zones", "{'query':'zone','from':'m','zone':'x'}");
    judge_end(&t);
}

/* `check` speaks of models outside of the zones of their side only while they are being placed. */
static void checks(void **state) {
    (void)state;
    for (int deploying = 0; deploying < 2; deploying++) {
        judge_table t;
        tl_problems problems;
        judge_begin(&t);
        judge_man(&t, "in", 500, 100);
        judge_man(&t, "over", 700, 290);
        judge_man(&t, "out", 900, 600);
        judge_man(&t, "edge", 900, 287.5);
        judge_model(&t, "blue", "blue", "infantry", "man", 1000, 1000, 0, ""); /* whose side has no zone */
        judge_scenario(
            &t, "{'deploying':%s,'zones':[{'id':'strip','side':'red','shape':'edge','where':'south','within':'30cm'}]}",
            deploying ? "true" : "false");
        judge_ready(&t);
        tl_problems_init(&problems, t.context);
        assert_int_equal(tl_unit_zone_check(t.referee, &problems, NULL), TL_OK);
        assert_int_equal(problems.count, deploying ? 3 : 0);
        assert_int_equal(problems.errors, 0);
        if (deploying) {
            assert_non_null(strstr(problems.items[0].error.message, "`over1` reaches 2.5 mm over"));
            assert_non_null(strstr(problems.items[1].error.message, "`out1` reaches 312.5 mm over"));
            assert_non_null(strstr(problems.items[2].error.message, "`edge1` is within"));
        }
        tl_problems_free(&problems);
        judge_end(&t);
    }
}

/* A zone is drawn where it is: lines on its border and inside, nowhere else, and its name. */
typedef struct drawn {
    const tl_document_zone *zone;
    size_t points, border, labels;
    bool astray;
} drawn;

static void take_line(void *user, const tl_draw_line *line) {
    drawn *d = user;
    for (size_t i = 0; i < line->count; i++) {
        double depth = depth_of(d->zone, 1800, 1200, (tl_vec2){line->points[i].x, line->points[i].y});
        d->points++;
        d->border += fabs(depth) < 0.2;
        /* a step of a stripe may end a little outside */
        d->astray = d->astray || depth < -7.5 || fabs(line->points[i].x - 900) > 907.5;
    }
}

static void take_label(void *user, const tl_draw_label *label) {
    drawn *d = user;
    d->labels += strcmp(label->text, d->zone->name) == 0;
}

static void pictures(void **state) {
    (void)state;
    judge_table t;
    set_scene(&t);
    const tl_document_scenario *scenario = &t.table->document->scenario;
    for (size_t i = 0; i < scenario->zone_count; i++) {
        tl_document_zone metric = scenario->zones[i]; /* in millimetres, as depth_of wants it */
        for (int k = 0; k < TL_ZONE_OFFS; k++) {
            metric.off[k].amount = tl_zone_length_mm(metric.off[k], 100);
        }
        drawn d = {.zone = &metric};
        const tl_draw_sink sink = {.struct_size = sizeof(sink), .user = &d, .line = take_line, .label = take_label};
        tl_draw_zone(t.referee, &scenario->zones[i], &sink);
        bool empty = strcmp(metric.id, "nothing") == 0;
        assert_true(empty ? d.points == 0 : d.border > 50 && d.points > d.border && d.labels == 1);
        assert_false(d.astray);
    }
    judge_end(&t);
}

/* --- Objectives --------------------------------------------------------------------------------------------------- */

static void set_objective(judge_table *t, double red, double blue, const char *more, const char *blue_class) {
    judge_begin(t);
    judge_model(t, "red", "red", "infantry", "man", 1000 - 40 - 12.5 - red, 1000, 0, "");
    judge_model(t, "blue", "blue", blue_class, strcmp(blue_class, "aircraft") == 0 ? "flyer" : "man",
                1000 + 40 + (strcmp(blue_class, "aircraft") == 0 ? 40 : 12.5) + blue, 1000, 0, "");
    judge_terrain(t, "{'id':'flag','name':'Flag','kind':'objective','disc':{'centre':[1000,1000],'radius':40}}");
    judge_scenario(t, "{'objectives':[{'id':'flag','held_by':'blue'}]%s}", more);
    judge_ready(t);
}

static void objectives(void **state) {
    (void)state;
    const struct {
        double red, blue;
        const char *more, *class, *set, *verdict, *taken;
        bool contested;
    } cases[] = {
        {60, 150, "", "infantry", "", "yes", "red", false},
        {60, 90, "", "infantry", "", "no", "", true},
        {120, 150, "", "infantry", "", "no", "", false},
        {150, 60, "", "infantry", "", "yes", "blue", false},
        {100, 150, "", "infantry", "", "marginal", "", false}, /* at the limit */
        {60, 100, "", "infantry", "", "marginal", "", false},
        {100, 150, "", "infantry", ",'tolerance_mm':0", "yes", "red", false},
        {60, 90, "", "aircraft", "", "yes", "red", false},                /* it counts for nobody */
        {60, 150, ",'marched':['red']", "infantry", "", "no", "", false}, /* who marched takes nothing ... */
        {60, 90, ",'marched':['red']", "infantry", "", "no", "", true},   /* ... but contests */
        {70, 150, "", "infantry", ",'set':{'objective_from':'centre'}", "no", "", false},
        {50, 150, "", "infantry", ",'set':{'objective_from':'centre'}", "yes", "red", false},
        {101, 150, "", "infantry", ",'set':{'units':'inch'}", "yes", "red", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        judge_table t;
        set_objective(&t, cases[i].red, cases[i].blue, cases[i].more, cases[i].class);
        judge_ask(&t, "{'query':'zone','from':'flag'%s}", cases[i].set);
        assert_verdict(&t.told, cases[i].verdict);
        assert_string_equal(made_word(&t.told, "taken_by"), cases[i].taken);
        assert_string_equal(made_word(&t.told, "held_by"), "blue");
        assert_string_equal(made_word(&t.told, "rule"), "DT-SCN-02");
        assert_true(made_value(&t.told, "contested")->boolean == cases[i].contested);
        bool centred = strstr(cases[i].set, "centre") != NULL;
        assert_near(made_number(&t.told, "sides[0].distance_mm"), cases[i].red + (centred ? 40 : 0), 1e-9);
        judge_end(&t);
    }
    /* a system that has no such rule */
    judge_table t;
    judge_begin(&t);
    t.rules = "skirmish-1991";
    judge_model(&t, "red", "red", "infantry", "man", 900, 1000, 0, "");
    judge_terrain(&t, "{'id':'flag','kind':'objective','disc':{'centre':[1000,1000],'radius':40}}");
    judge_scenario(&t, "{'objectives':[{'id':'flag'}],'zones':[{'id':'z','shape':'half','where':'south'}]}");
    judge_ready(&t);
    judge_refused(&t, "has no rule for objectives", "{'query':'zone','from':'flag'}");
    judge_ask(&t, "{'query':'zone','from':'red','zone':'z'}");
    assert_verdict(&t.told, "yes");
    judge_end(&t);
}

/* --- Bad scenarios ------------------------------------------------------------------------------------------------ */

static void refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"{'zones':[{'id':'a','shape':'edge','where':'sout','within':'30cm'}]}", "did you mean \"south\"?"},
        {"{'zones':[{'id':'a','shape':'half','where':'south'},{'id':'a','shape':'half','where':'north'}]}",
         "the zone `a` is there already in line"},
        {"{'zones':[{'id':'a','shape':'edge','where':'south','within':'30'}]}", "`within` is a number without a unit"},
        {"{'zones':[{'id':'a','shape':'edge','where':'south','within':30}]}", "`within` is a number without a unit"},
        {"{'zones':[{'id':'a','shape':'edge','where':'south','within':'30ells'}]}", "`within` is no length"},
        {"{'zones':[{'id':'a','shape':'edge','where':'south','within':'-3cm'}]}", "`within` should be above 0"},
        {"{'zones':[{'id':'a','shape':'edge','where':'south','within':'infcm'}]}", "`within` should be above 0"},
        {"{'zones':[{'id':'a','shape':'edge','where':'south'}]}", "the field `within` is missing"},
        {"{'zones':[{'id':'a','shape':'half','where':'south','within':'3u'}]}",
         "a zone of the shape `half` has no `within`"},
        {"{'zones':[{'id':'a','shape':'centre','where':'south','within':'3u'}]}",
         "a zone of the shape `centre` has no `where`"},
        {"{'zones':[{'id':'a','shape':'outline'}]}", "the field `outline` is missing"},
        {"{'zones':[{'id':'a','shape':'quarter','where':'south-west','off':{'sides':'3u'}}]}",
         "isn't kept off `sides`"},
        {"{'zones':[{'id':'a','shape':'quarter','where':'south-west','off':{'enemie':'3u'}}]}",
         "did you mean `enemies`?"},
        {"{'objectives':[{'id':'wall'}]}", "`wall` is a wall, which is no marker"},
        {"{'objectives':[{'id':'flog'}]}", "there is no piece of terrain `flog`"},
        {"{'objectives':[{'id':'flag'},{'id':'flag'}]}", "the objective `flag` stands here twice"},
        {"{'marched':['n']}", "there is no unit `n`"},
        {"{'marched':['flag']}", "`flag` is no unit"},
        {"{'zonse':[]}", "did you mean `zones`?"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        judge_table t;
        tl_error error;
        judge_begin(&t);
        judge_man(&t, "m", 100, 100);
        judge_wall(&t, "wall", (tl_vec2){300, 300}, (tl_vec2){320, 400}, 30);
        judge_terrain(&t, "{'id':'flag','kind':'objective','disc':{'centre':[1000,1000],'radius':40}}");
        judge_scenario(&t, "%s", cases[i][0]);
        assert_int_equal(judge_try(&t, &error), TL_ERROR_SCENE);
        if (strstr(error.message, cases[i][1]) == NULL) {
            fail_msg("`%s` isn't in: %s", cases[i][1], error.message);
        }
        assert_true(error.line > 0 && error.place[0] != '\0' && error.remedy[0] != '\0');
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_against_points),
        cmocka_unit_test(hairs),
        cmocka_unit_test(at_the_border),
        cmocka_unit_test(uncertain),
        cmocka_unit_test(laws),
        cmocka_unit_test(farthest),
        cmocka_unit_test(questions),
        cmocka_unit_test(whole_tables),
        cmocka_unit_test(checks),
        cmocka_unit_test(pictures),
        cmocka_unit_test(objectives),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
