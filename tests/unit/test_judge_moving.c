/* A model that moves, made ready (judge/move/moving.c): its parts, what stands in its way and how high, terrain that
 * stops or slows, and by how much all of that may be off. */
#include "support/judge_table.h"

#include "judge/move/moving.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What lies lower lifts a model, mm (scene/place.h). */
#define LIFT 5.0

static tl_error error;

/* Somebody who moves within 900 of where he stands. The mover's parts lie in what is made: it stays where it is. */
static void make(judge_table *t, const char *id, tl_moving *m) {
    size_t who = judge_who(t, id);
    tl_vec2 at = tl_plan(t->table->members[who].body->pose.at);
    const tl_vec2 low = {at.x - 900, at.y - 900}, high = {at.x + 900, at.y + 900};
    assert_int_equal(tl_moving_make(&t->inquiry, who, low, high, m, &error), TL_OK);
}

static size_t slot_of(const judge_table *t, const char *id) {
    for (size_t slot = 0; slot < t->table->slot_count; slot++) {
        if (strcmp(tl_table_slot_name(t->table, slot), id) == 0) {
            return slot;
        }
    }
    fail_msg("there is no slot of %s", id);
    return 0;
}

static double area_of(const tl_figure *f) {
    double area = M_PI * f->radius * f->radius;
    for (int i = 0; i < f->count; i++) {
        area += 0.5 * tl_cross2(f->corner[i], f->corner[(i + 1) % f->count]);
    }
    return area;
}

typedef struct extent {
    double area;
    tl_vec2 low, high;
} extent;

static void reach_over(extent *e, const tl_figure *f) {
    e->area += area_of(f);
    for (int i = 0; i < f->count; i++) {
        e->low = (tl_vec2){fmin(e->low.x, f->corner[i].x - f->radius), fmin(e->low.y, f->corner[i].y - f->radius)};
        e->high = (tl_vec2){fmax(e->high.x, f->corner[i].x + f->radius), fmax(e->high.y, f->corner[i].y + f->radius)};
    }
}

static const extent nothing = {0, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static extent extent_of(const tl_mover_part *part) {
    extent e = nothing;
    for (size_t i = 0; i < part->count; i++) {
        reach_over(&e, &part->figures[i]);
    }
    return e;
}

/* --- Its parts ---------------------------------------------------------------------------------------------------- */

#define ASSETS                                                                                                         \
    "'walker':{'core':{'shape':'box','min':[-50,-30,20],'max':[50,30,50]},'base':{'shape':'rectangle','size':[40,"     \
    "36]}},'low':{'core':{'shape':'box','min':[-50,-30,3],'max':[50,30,50]},'base':{'shape':'rectangle','size':[40,"   \
    "36]}},'crouch':{'core':{'shape':'box','min':[-50,-30,4],'max':[50,30,4.5]},'base':{'shape':'rectangle','size':["  \
    "40,36]}},'flat':{'core':{'shape':'box','min':[-20,-10,0],'max':[20,10,2]}},"                                      \
    "'thin':{'core':{'shape':'box','min':[-20,-10,0],'max':[20,10,0.5]}},"                                             \
    "'oval':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'oval','size':[60,"   \
    "40]}},'turned':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'rectangle'," \
    "'size':[60,40],'turn':90}},'poly':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{"  \
    "'shape':'polygon','outline':[[-20,-10],[-20,10],[30,10],[30,4],[10,4],[10,-10]]}},"                               \
    "'strider':{'mesh':'box -50 -30 20 50 30 50, box -10 -45 0 10 -35 20, box -10 35 0 10 45 20, box -5 30 30 5 60 "   \
    "35, box -5 -60 30 5 -30 "                                                                                         \
    "35','parts':{'core':['box0'],'limb':['box1','box2'],'gear':['box3','box4']},'base':{'shape':"                     \
    "'rectangle','size':[40,36]}},'legs':{'mesh':'box -50 -30 20 50 30 50, box -10 -45 0 10 -35 20, box -10 35 0 10 "  \
    "45 20, box -5 30 30 5 60 35, box -5 -60 30 5 -30 "                                                                \
    "35','parts':{'core':['box0'],'limb':['box1','box2'],'gear':['box3','box4']}},"                                    \
    "'stood':{'mesh':'box -50 -30 20 50 30 50, box -10 -45 0 10 -35 20, box -10 35 0 10 45 20, box -5 30 30 5 60 35, " \
    "box -5 -60 30 5 -30 35, box -90 -5 0 -80 5 10, box 80 -5 0 90 5 3','parts':{'core':['box0'],'limb':['box1',"      \
    "'box2'],'gear':['box3','box4'],'stand':['box5'],'base':['box6']}},"                                               \
    "'sheet':{'mesh':'tile -20 -10 0 20 10 9'},"                                                                       \
    "'corners':{'mesh':'box -20 -20 0 0 0 10, box 0 0 0 20 20 10'},"                                                   \
    "'ahead':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'polygon',"          \
    "'outline':[[-5,-20],[35,-20],[35,20],[-5,20]]}}"

typedef struct part_case {
    const char *class, *asset, *more; /* of the member's pose */
    const char *fit, *sweep;
    size_t count;
    struct {
        double area, x, y, low, high; /* half its size, if it is even round the middle */
    } parts[2], footprint;
    double tall;
    bool round;
} part_case;

#define RIM      M_PI * 12.5 * 12.5, 12.5, 12.5
#define DISC     .parts = {{RIM, LIFT, 30}}, .footprint = {RIM, 0, 30}
#define BASE     1440, 20, 18
#define HULL     6000, 50, 30
#define ALL_OVER 6800, 50, 60

/* Who stands by the base moves as it; others with base and legs below the hull, the hull above; all from what lifts a
 * model on (DB-MOV-08). */
static void parts(void **state) {
    (void)state;
    const double ring = 32 * sin(2 * M_PI / 64); /* area of 64 corners on a circle of 1 */
    const part_case cases[] = {
        {"infantry", "man", "", NULL, NULL, 1, DISC, .tall = 30, .round = true},
        {"infantry", "man", "", "all", "base", 1, DISC, .tall = 30, .round = true},
        {"vehicle", "tank", "", NULL, NULL, 1, {{HULL, LIFT, 40}}, {HULL, 0, 40}, 40, false},
        {"vehicle", "walker", "", NULL, NULL, 2, {{BASE, LIFT, 20}, {HULL, 20, 50}}, {BASE, 0, 50}, 50, false},
        {"vehicle", "walker", "", NULL, "base", 1, {{BASE, LIFT, 50}}, {BASE, 0, 50}, 50, false},
        {"infantry", "walker", "", NULL, NULL, 1, {{BASE, LIFT, 50}}, {BASE, 0, 50}, 50, false},
        {"vehicle", "low", "", NULL, NULL, 2, {{BASE, LIFT, LIFT + 1}, {HULL, LIFT, 50}}, {BASE, 0, 50}, 50, false},
        {"vehicle",
         "crouch",
         "",
         NULL,
         NULL,
         2,
         {{BASE, LIFT, LIFT + 1}, {HULL, LIFT, LIFT + 2}},
         {BASE, 0, LIFT + 1},
         4.5,
         false},
        {"vehicle", "flat", "", NULL, NULL, 1, {{800, 20, 10, LIFT, LIFT + 1}}, {800, 20, 10, 0, LIFT + 1}, 2, false},
        {"vehicle", "thin", "", NULL, NULL, 1, {{800, 20, 10, LIFT, LIFT + 1}}, {800, 20, 10, 0, LIFT + 1}, 1, false},
        {"infantry",
         "oval",
         "",
         NULL,
         NULL,
         1,
         {{ring * 600 * 1.0012 * 1.0012, 30 * 1.0012, 20 * 1.0012, LIFT, 30}},
         {ring * 600 * 1.0012 * 1.0012, 30 * 1.0012, 20 * 1.0012, 0, 30},
         30,
         false},
        {"infantry", "turned", "", NULL, NULL, 1, {{2400, 20, 30, LIFT, 30}}, {2400, 20, 30, 0, 30}, 30, false},
        {"infantry", "poly", "", NULL, NULL, 1, {{720, 25, 10, LIFT, 30}}, {720, 25, 10, 0, 30}, 30, false},
        {"infantry", "ahead", "", NULL, NULL, 1, {{1600, 20, 20, LIFT, 30}}, {1600, 20, 20, 0, 30}, 30, false},
        {"vehicle",
         "strider",
         "",
         NULL,
         NULL,
         2,
         {{1440 + 400, 20, 45, LIFT, 20}, {HULL, 20, 50}},
         {BASE, 0, 50},
         50,
         false},
        {"vehicle",
         "strider",
         "",
         "all",
         NULL,
         2,
         {{1440 + 400, 20, 45, LIFT, 20}, {ALL_OVER, 20, 50}},
         {BASE, 0, 50},
         50,
         false},
        /* an open mesh */
        {"vehicle", "sheet", "", NULL, NULL, 1, {{800, 20, 10, LIFT, 9}}, {800, 20, 10, 0, 9}, 9, false},
        {"vehicle", "strider", "", "all", "base", 1, {{BASE, LIFT, 50}}, {BASE, 0, 50}, 50, false},
        {"vehicle", "legs", "", NULL, NULL, 1, {{6400, 50, 45, LIFT, 50}}, {6400, 50, 45, 0, 50}, 50, false},
        {"vehicle", "legs", "", "all", NULL, 1, {{ALL_OVER, LIFT, 50}}, {ALL_OVER, 0, 50}, 50, false},
        {"vehicle", "stood", "", NULL, NULL, 1, {{6400, 50, 45, LIFT, 50}}, {6400, 50, 45, 0, 50}, 50, false},
        {"vehicle", "stood", "", "all", NULL, 1, {{ALL_OVER, LIFT, 50}}, {ALL_OVER, 0, 50}, 50, false},
        {"vehicle", "legs", "", NULL, "base", 1, {{6400, 50, 45, LIFT, 50}}, {6400, 50, 45, 0, 50}, 50, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const part_case *c = &cases[i];
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, ASSETS);
        judge_model(&t, "a", "red", c->class, c->asset, 1000, 1000, 30, "'move':2");
        judge_ready(&t);
        judge_set(&t, 0.05, "fit_parts", c->fit != NULL ? c->fit : "core_limbs", "sweep",
                  c->sweep != NULL ? c->sweep : "base_core", NULL);
        tl_moving m;
        make(&t, "a1", &m);
        if (m.mover.count != c->count) {
            fail_msg("case %zu: %zu parts", i, m.mover.count);
        }
        for (size_t k = 0; k <= c->count; k++) {
            const tl_mover_part *p = k < c->count ? &m.mover.parts[k] : &m.footprint.parts[0];
            extent e = extent_of(p);
            double area = k < c->count ? c->parts[k].area : c->footprint.area;
            double x = k < c->count ? c->parts[k].x : c->footprint.x, y = k < c->count ? c->parts[k].y : c->footprint.y;
            double low = k < c->count ? c->parts[k].low : c->footprint.low;
            double high = k < c->count ? c->parts[k].high : c->footprint.high;
            if (fabs(e.area - area) > 1e-6 * area || fabs(0.5 * (e.high.x - e.low.x) - x) > 1e-6 ||
                fabs(0.5 * (e.high.y - e.low.y) - y) > 1e-6 || fabs(p->low - low) > 1e-9 ||
                fabs(p->high - high) > 1e-9) {
                fail_msg("case %zu, part %zu: %g mm2, %g to %g, %g to %g, from %g to %g", i, k, e.area, e.low.x,
                         e.high.x, e.low.y, e.high.y, p->low, p->high);
            }
        }
        assert_near(m.tall, c->tall, 1e-9);
        assert_int_equal(m.mover.round, c->round);
        assert_int_equal(m.footprint.round, c->round);
        assert_near(m.facing_deg, 30, 1e-12);
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* Two boxes that touch at a corner: what is between them may count as well, but nothing of them is left out. */
static void corner_to_corner(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, ASSETS);
    judge_model(&t, "a", "red", "vehicle", "corners", 1000, 1000, 0, "'move':2");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", &m);
    extent e = extent_of(&m.mover.parts[0]);
    assert_true(e.area > 800 - 1e-6 && e.area < 1200 + 1e-6);
    for (int k = 0; k < 200; k++) {
        double x = -20 + 20 * (k % 10 + 0.5) / 10, y = -20 + 20 * (k / 10 % 10 + 0.5) / 10;
        const tl_figure point = {.corner = {{k < 100 ? x : -x, k < 100 ? y : -y}}, .count = 1};
        double nearest = INFINITY;
        for (size_t i = 0; i < m.mover.parts[0].count; i++) {
            nearest = fmin(nearest, tl_figure_distance(&point, &m.mover.parts[0].figures[i]));
        }
        assert_near(nearest, 0, 1e-9);
    }
    tl_moving_free(&m);
    judge_end(&t);
}

/* Tilted, an outline is as wide as it looks from above; aircraft hang lower than where they are. */
static void poses(void **state) {
    (void)state;
    const double c = cos(M_PI / 6), s = sin(M_PI / 6);
    for (int k = 0; k < 4; k++) { /* to the side, to the front, not at all, nearly upside down */
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, ASSETS);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'vehicle','move':2,'members':[{'id':'a1','asset':'%s','at':[1000,"
                   "1000],'tilt':[%d,%d]}]}",
                   k == 2 ? "tank" : "walker",
                   k == 0   ? 30
                   : k == 3 ? 150
                            : 0,
                   k == 1 ? 30 : 0);
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", &m);
        extent e = extent_of(&m.footprint_part);
        if (k != 2) {
            assert_near(e.area, 1440 * c, 1e-6);
            assert_near(e.high.x - e.low.x, k != 1 ? 40 : 40 * c, 1e-6);
            assert_near(e.high.y - e.low.y, k != 1 ? 36 * c : 36, 1e-6);
            e = extent_of(&m.mover.parts[1]); /* a box 60 or 100 wide, 30 high */
            assert_near(e.high.x - e.low.x, k != 1 ? 100 : 100 * c + 30 * s, 2e-3);
            assert_near(e.high.y - e.low.y, k != 1 ? 60 * c + 30 * s : 60, 2e-3);
        } else {
            assert_near(e.area, 6000, 1e-6);
        }
        tl_moving_free(&m);
        judge_end(&t);
    }
    judge_table t;
    judge_begin(&t);
    judge_unit(&t, "{'id':'a','side':'red','class':'aircraft','move':2,'members':[{'id':'a1','asset':'flyer','at':["
                   "1000,1100,150]}]}");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", &m);
    const tl_body *body = t.table->members[0].body;
    assert_point_near(m.start, ((tl_vec3){1000, 1100, body->box.low.z}), 1e-9);
    assert_near(m.drop, body->pose.at.z - body->box.low.z, 1e-9);
    assert_near(m.tall, 20, 1e-9);
    tl_moving_free(&m);
    judge_end(&t);
}

/* --- Others ------------------------------------------------------------------------------------------------------- */

/* Another model's parts stand where it stands, turned, from its ground up; of who can't be passed by flying over
 * terrain all the way up. */
static void other_models(void **state) {
    (void)state;
    const struct {
        const char *asset, *class;
        double ground;
        int parts;
        double area[2], low[2], high[2];
    } cases[] = {{"man", "infantry", 0, 1, {M_PI * 12.5 * 12.5}, {0}, {30}},
                 {"tank", "vehicle", 0, 1, {6000}, {0}, {40}},
                 {"tank", "vehicle", 40, 1, {6000}, {40}, {80}},
                 {"walker", "vehicle", 0, 2, {1440, 6000}, {0, 20}, {20, 50}},
                 {"walker", "vehicle", 40, 2, {1440, 6000}, {40, 60}, {60, 90}},
                 {"low", "vehicle", 0, 2, {1440, 6000}, {0, 3}, {LIFT + 1, 50}},
                 {"thin", "vehicle", 0, 1, {800}, {0}, {LIFT + 1}}};
    for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
        bool over = i % 2 == 1;
        size_t c = i / 2;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, ASSETS);
        if (cases[c].ground > 0) {
            judge_terrain(&t, "{'id':'plate','kind':'ground','mesh':'box 1200 900 0 1500 1200 %g'}", cases[c].ground);
        }
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    over ? "'move':4,'skills':['flying-infantry']" : "'move':4");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'%s','members':[{'id':'b1','asset':'%s','at':[1300,1050],'facing':"
                   "90}]}",
                   cases[c].class, cases[c].asset);
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", &m);
        for (int list = 0; list < 2; list++) {
            const tl_moving_obstacles *all = list == 0 ? &m.models : &m.stops;
            bool column = over && list == 1;
            extent e[2] = {nothing, nothing};
            for (size_t k = 0; k < all->count; k++) {
                const tl_obstacle *o = &all->items[k];
                if (o->kind == TL_MOVING_EDGE) {
                    continue;
                }
                assert_int_equal(o->kind, TL_MOVING_FOE);
                assert_int_equal(o->slot, slot_of(&t, "b1"));
                assert_near(o->off, 0, 0);
                int part = column || fabs(o->low - cases[c].low[0]) < 1e-9 ? 0 : 1;
                assert_true(column ? o->low == -INFINITY : fabs(o->low - cases[c].low[part]) < 1e-9);
                assert_true(column ? o->high == INFINITY : fabs(o->high - cases[c].high[part]) < 1e-9);
                reach_over(&e[part], &o->figure);
            }
            double whole = 0;
            for (int part = 0; part < cases[c].parts; part++) {
                whole += cases[c].area[part];
                if (!column) {
                    assert_near(e[part].area, cases[c].area[part], 1e-6);
                    assert_near(e[part].low.x + e[part].high.x, 2600, 1e-6);
                    assert_near(e[part].low.y + e[part].high.y, 2100, 1e-6);
                    /* crosswise: what is 100 x 60 lies 60 x 100 there */
                    double x = e[part].high.x - e[part].low.x, y = e[part].high.y - e[part].low.y;
                    assert_true(cases[c].area[part] == 6000 ? fabs(x - 60) < 1e-6 && fabs(y - 100) < 1e-6 : x <= y);
                }
            }
            if (column) {
                assert_near(e[0].area, whole, 1e-6);
            }
        }
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* Enemies on the ground stop all, vehicles their friends among vehicles; nothing stops aircraft, nor do they
 * (DB-MOV-04). */
static void who_stops_whom(void **state) {
    (void)state;
    static const struct who {
        const char *class, *asset, *more;
        bool passes, flies, over, rolls;
    } whos[] = {
        {"infantry", "man", "'move':2", true, false, false, false},
        {"vehicle", "tank", "'move':2,'locomotion':'tracked'", false, false, false, true},
        {"vehicle", "tank", "'move':2,'locomotion':'walker'", false, false, false, false},
        {"aircraft", "flyer", "'move':2", false, true, false, false},
        {"vehicle", "tank", "'move':2,'locomotion':'flying'", false, true, false, false},
        {"infantry", "man", "'move':2,'locomotion':'flying'", true, true, false, false},
        {"infantry", "man", "'move':2,'skills':['flying-infantry']", true, false, true, false},
        {"infantry", "man", "'move':2,'locomotion':'flying','skills':['flying-infantry']", true, false, true, false},
        {"vehicle", "tank", "'move':2,'skills':['flying-infantry']", false, false, false, false},
        {"aircraft", "flyer", "'move':2,'locomotion':'tracked'", false, true, false, false}};
    enum { WHOS = sizeof(whos) / sizeof(whos[0]) };
    for (size_t i = 0; i < WHOS; i++) {
        for (size_t k = 0; k < WHOS; k++) {
            for (int side = 0; side < 3; side++) { /* foe, friend, of no side */
                judge_table t;
                judge_begin(&t);
                judge_model(&t, "b",
                            side == 0   ? "blue"
                            : side == 1 ? "red"
                                        : "",
                            whos[k].class, whos[k].asset, 1200, 1000, 0, whos[k].more);
                judge_model(&t, "a", side == 2 ? "" : "red", whos[i].class, whos[i].asset, 1000, 1000, 0, whos[i].more);
                judge_ready(&t);
                tl_moving m;
                make(&t, "a1", &m);
                size_t models = 0;
                for (size_t o = 0; o < m.stops.count; o++) {
                    models += m.stops.items[o].slot == slot_of(&t, "b1");
                    assert_true(m.stops.items[o].kind == TL_MOVING_EDGE ||
                                m.stops.items[o].kind == (side == 1 ? TL_MOVING_FRIEND : TL_MOVING_FOE));
                }
                assert_true(m.models.count > 0);
                for (size_t o = 0; o < m.models.count; o++) {
                    assert_int_equal(m.models.items[o].kind, side == 1 ? TL_MOVING_FRIEND : TL_MOVING_FOE);
                    assert_int_equal(m.models.items[o].slot, slot_of(&t, "b1"));
                }
                bool stops = !whos[i].flies && !whos[k].flies && (side != 1 || (!whos[i].passes && !whos[k].passes));
                if ((models > 0) != stops) {
                    fail_msg("%zu, %zu, %d: %zu", i, k, side, models);
                }
                assert_int_equal(m.flies, whos[i].flies);
                assert_int_equal(m.over != NULL, whos[i].over);
                assert_int_equal(m.rolls, whos[i].rolls);
                assert_int_equal(m.foot, strcmp(whos[i].class, "infantry") == 0);
                tl_path_ground ground = tl_moving_ground(&m);
                assert_int_equal(ground.bearing == NULL, whos[i].flies || whos[i].over);
                double heights[4];
                assert_int_equal(ground.levels(ground.user, (tl_vec2){1000, 1000}, heights, 4),
                                 whos[i].flies || whos[i].over ? 0 : 1);
                assert_near(ground.stride, 12, 1e-9);
                tl_moving_free(&m);
                judge_end(&t);
            }
        }
    }
}

/* The table's edges: four lines, far beyond its corners. */
static void table_edges(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", &m);
    assert_int_equal(m.stops.count, 4);
    for (int k = 0; k < 40; k++) {
        double along = -3000 + 9000 * (k % 10) / 9.0;
        const tl_vec2 on[4] = {{along, 0}, {3000, along}, {along, 3000}, {0, along}};
        const tl_figure disc = tl_figure_disc(on[k / 10], 1);
        double deepest = -INFINITY;
        for (size_t i = 0; i < 4; i++) {
            deepest = fmax(deepest, tl_figure_depth(&disc, &m.stops.items[i].figure));
            assert_int_equal(m.stops.items[i].kind, TL_MOVING_EDGE);
            assert_true(m.stops.items[i].low == -INFINITY && m.stops.items[i].high == INFINITY);
            assert_int_equal(m.stops.items[i].slot, 0);
        }
        assert_near(deepest, 1, 1e-6);
    }
    const tl_figure inner = tl_figure_disc((tl_vec2){1500, 1500}, 1499.9);
    for (size_t i = 0; i < 4; i++) {
        assert_true(tl_figure_depth(&inner, &m.stops.items[i].figure) < 0);
    }
    tl_moving_free(&m);
    judge_end(&t);
}

/* --- Terrain ------------------------------------------------------------------------------------------------------ */

typedef struct terrain_case {
    const char *kind, *shape; /* what of the piece is stated behind its kind */
    const char *class, *asset, *more;
    tl_terrain_going going; /* FREE: it is no region */
    int stops, ends, slows; /* how many obstacles it adds to these */
    tl_moving_kind as;
    double off; /* of its edges */
    bool walls, end_walls;
} terrain_case;

#define SQUARE "'outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]]"
#define ROUND  "'disc':{'centre':[1200,1000],'radius':100}"
#define SOLID  "'mesh':'box 1100 900 0 1300 1100 20','uncertainty':0.5"
#define FOOT   "infantry", "man", "'move':4"
#define TANK   "vehicle", "tank", "'move':4"
#define OVER   "infantry", "man", "'move':4,'skills':['flying-infantry']"
#define BOAT   "vehicle", "tank", "'move':4,'skills':['naval']"

/* What each kind of terrain is to whom: it stops, slows, or may not be ended in (DB-MOV-05, -07; DT-SPC-14, -15). */
static void terrain(void **state) {
    (void)state;
    const terrain_case cases[] = {
        {"swamp", SQUARE, FOOT, TL_GOING_SLOW, 0, 0, 4, 0, 0, false, false},
        {"swamp", ROUND, FOOT, TL_GOING_SLOW, 0, 0, 1, 0, 0, false, false},
        {"hill", SOLID, FOOT, TL_GOING_SLOW, 0, 0, 4, 0, 0.5, false, false},
        {"hill", SOLID "," SQUARE, FOOT, TL_GOING_SLOW, 0, 0, 4, 0, 0, false, false},
        {"hill", SOLID "," ROUND, FOOT, TL_GOING_SLOW, 0, 0, 1, 0, 0, false, false},
        {"of-no-rule", SQUARE, FOOT, TL_GOING_SLOW, 0, 0, 4, 0, 0, false, false},
        {"road", SQUARE, FOOT, TL_GOING_FREE, 0, 0, 0, 0, 0, false, false},
        {"deep-water", SQUARE, FOOT, TL_GOING_IMPASSABLE, 4, 0, 0, TL_MOVING_IMPASSABLE, 0, false, false},
        {"deep-water", ROUND, TANK, TL_GOING_IMPASSABLE, 1, 0, 0, TL_MOVING_IMPASSABLE, 0, false, false},
        {"cliff", SOLID, TANK, TL_GOING_IMPASSABLE, 4, 0, 0, TL_MOVING_IMPASSABLE, 0.5, false, false},
        {"deep-water", SQUARE, OVER, TL_GOING_IMPASSABLE, 0, 4, 0, TL_MOVING_IMPASSABLE, 0, false, false},
        {"deep-water", SQUARE, "infantry", "man", "'move':4,'skills':['amphibious']", TL_GOING_FREE, 0, 0, 0, 0, 0,
         false, false},
        {"cliff", SQUARE, "infantry", "man", "'move':4,'skills':['amphibious']", TL_GOING_IMPASSABLE, 4, 0, 0,
         TL_MOVING_IMPASSABLE, 0, false, false},
        {"deep-water", SQUARE, BOAT, TL_GOING_IMPASSABLE, 4, 0, 0, TL_MOVING_SHORE, 0, false, false},
        {"deep-water", ROUND, BOAT, TL_GOING_IMPASSABLE, 256, 0, 0, TL_MOVING_SHORE, 0.01, false, false},
        {"deep-water", SOLID, BOAT, TL_GOING_IMPASSABLE, 4, 0, 0, TL_MOVING_SHORE, 0.5, false, false},
        {"swamp", SQUARE, BOAT, TL_GOING_SLOW, 0, 0, 4, 0, 0, false, false},
        {"trap", SQUARE, TANK, TL_GOING_TRAP, 4, 0, 0, TL_MOVING_TRAP, 0, false, false},
        {"trap", SQUARE, FOOT, TL_GOING_SLOW, 0, 0, 4, 0, 0, false, false},
        {"building", SOLID, FOOT, TL_GOING_WALLS, 0, 0, 4, 0, 0.5, true, false},
        {"building", SOLID, OVER, TL_GOING_WALLS, 0, 0, 0, 0, 0.5, false, true},
        {"building", SOLID "," SQUARE, TANK, TL_GOING_WALLS, 0, 0, 4, 0, 0, true, false},
        {"swamp", SQUARE, OVER, TL_GOING_SLOW, 0, 0, 0, 0, 0, false, false},
        {"swamp", SQUARE, "aircraft", "flyer", "'move':4", TL_GOING_FREE, 0, 0, 0, 0, 0, false, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const terrain_case *c = &cases[i];
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'other','kind':'road','disc':{'centre':[400,400],'radius':50}}");
        judge_terrain(&t, "{'id':'x','kind':'%s',%s}", c->kind, c->shape);
        judge_model(&t, "a", "red", c->class, c->asset, 1000, 1000, 0, c->more);
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", &m);
        size_t slot = slot_of(&t, "x");
        if (m.region_count != (c->going != TL_GOING_FREE) ||
            (m.region_count > 0 && (m.regions[0].going != c->going || m.regions[0].terrain != 1))) {
            fail_msg("case %zu: %zu regions, %d", i, m.region_count, m.region_count > 0 ? (int)m.regions[0].going : -1);
        }
        const tl_moving_obstacles *lists[3] = {&m.stops, &m.ends, &m.edges};
        const int counts[3] = {c->stops, c->ends, c->slows};
        for (int list = 0; list < 3; list++) {
            int count = 0;
            for (size_t k = 0; k < lists[list]->count; k++) {
                const tl_obstacle *o = &lists[list]->items[k];
                if (list == 0 && o->kind == TL_MOVING_EDGE) {
                    continue;
                }
                count++;
                assert_int_equal(o->slot, slot);
                assert_near(o->off, c->off, 1e-12);
                assert_true(o->low == -INFINITY && o->high == INFINITY);
                assert_true(list == 2 || o->kind == c->as);
                assert_true(list != 2 || m.edge_regions[k] == 0);
                /* it lies on the rim */
                for (int corner = 0; corner < o->figure.count; corner++) {
                    tl_vec2 p = o->figure.corner[corner];
                    bool disc = strstr(c->shape, "disc") != NULL;
                    double out = disc ? hypot(p.x - 1200, p.y - 1000) + o->figure.radius
                                      : fmax(fabs(p.x - 1200), fabs(p.y - 1000));
                    assert_near(out, 100, 1e-9);
                }
            }
            if (count != counts[list]) {
                fail_msg("case %zu: %d in list %d", i, count, list);
            }
        }
        assert_int_equal(m.walls[slot], c->walls ? TL_ROLES_ALL : 0);
        assert_int_equal(m.end_walls[slot], c->end_walls ? TL_ROLES_ALL : 0);
        assert_near(m.off[slot], c->walls || c->end_walls ? 0.5 : 0, 1e-12);
        bool solid = strstr(c->shape, "mesh") != NULL, near = solid && c->going != TL_GOING_FREE;
        /* all that may be off: an edge or wall, and the ground twice */
        double ground = solid ? 2 * 0.5 * (1 + sqrt(3)) : 0;
        double most = fmax(c->off, c->walls || c->end_walls ? 0.5 : 0);
        assert_near(m.most_off, (near ? most : c->going != TL_GOING_FREE ? c->off : 0) + ground, 1e-3);
        if (m.region_count > 0) {
            assert_near(m.regions[0].off, strstr(c->shape, "disc") != NULL ? 0 : c->off, 1e-12);
        }
        bool boat = strstr(c->more, "naval") != NULL;
        assert_int_equal(m.keeps != NULL, boat);
        assert_int_equal(m.ashore, boat); /* it lies beside x */
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* Several pieces: each edge knows its own region; a boat is ashore when none of its waters holds it. */
static void pieces(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "w", "swamp", (tl_vec2){1100, 900}, (tl_vec2){1200, 1100}, -1);
    judge_area(&t, "x", "deep-water", (tl_vec2){1100, 1200}, (tl_vec2){1200, 1300}, -1);
    judge_terrain(&t, "{'id':'y','kind':'swamp','disc':{'centre':[1400,1000],'radius':50}}");
    judge_terrain(&t, "{'id':'z','kind':'wood','outline':[[800,900],[900,900],[850,1000]]}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_model(&t, "b", "red", "infantry", "man", 1150, 1250, 0, "'move':4,'skills':['naval']");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", &m);
    assert_int_equal(m.region_count, 4);
    assert_int_equal(m.edges.count, 8);
    for (size_t i = 0; i < 8; i++) {
        static const size_t region[8] = {0, 0, 0, 0, 2, 3, 3, 3};
        assert_int_equal(m.edge_regions[i], region[i]);
        assert_int_equal(m.edges.items[i].slot, t.table->terrain[m.regions[region[i]].terrain].slot);
    }
    tl_moving_free(&m);
    make(&t, "b1", &m);
    assert_false(m.ashore);
    tl_moving_free(&m);
    judge_end(&t);
    for (int k = 0; k < 4; k++) { /* in the first of two waters, in the second, in both, in neither */
        judge_begin(&t);
        judge_terrain(&t, "{'id':'x','kind':'deep-water','disc':{'centre':[%d,1000],'radius':100}}",
                      k % 2 == 0 ? 1000 : 1300);
        judge_terrain(&t, "{'id':'y','kind':'deep-water','disc':{'centre':[%d,1000],'radius':100}}",
                      k == 1 || k == 2 ? 1050 : 1500);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4,'skills':['naval']");
        judge_ready(&t);
        make(&t, "a1", &m);
        assert_int_equal(m.ashore, k == 3);
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* --- Settings ----------------------------------------------------------------------------------------------------- */

/* The way that is asked for: half the tolerance is certain, windows are for who climbs. */
static void the_way(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", k % 2 ? "vehicle" : "infantry", k % 2 ? "tank" : "man", 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_set(&t, k / 2 == 0 ? 0 : 2, "window_sill_mm", "33", "window_height_mm", "17", "window_width_mm", "19",
                  "slope_distance", k == 3 ? "surface" : "plan", NULL);
        tl_moving m;
        make(&t, "a1", &m);
        tl_move_way way = tl_moving_way(&m);
        assert_near(way.forgiven, 1e-6, 1e-9);
        assert_near(way.certain, k / 2 == 0 ? 1e-6 : 1, 1e-9);
        assert_near(way.sill_high, k % 2 ? 0 : 33, 0);
        assert_near(way.window_height, 17, 0);
        assert_near(way.window_width, 19, 0);
        assert_int_equal(way.wall_kind, TL_MOVING_WALL);
        assert_int_equal(way.obstacle_count, 4);
        assert_int_equal(tl_moving_ground(&m).along_surface, k == 3);
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* Inside a building; by its rim as much farther out or in as that may be off. */
static void indoors(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "w", "wood", (tl_vec2){1400, 900}, (tl_vec2){1500, 1100}, -1);
    judge_terrain(&t, "{'id':'scan','kind':'building'," SOLID "}");
    judge_terrain(&t, "{'id':'drawn','kind':'building','outline':[[1600,900],[1700,900],[1700,1100],[1600,1100]],"
                      "'mesh':'box 1600 900 0 1700 1100 20','uncertainty':0.5}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", &m);
    const struct {
        double x;
        bool exactly, out, in; /* as it is; its rim farther out; farther in */
    } cases[] = {{1099.4, false, false, false}, {1099.6, false, true, false}, {1100, true, true, false},
                 {1100.4, true, true, false},   {1100.6, true, true, true},   {1200, true, true, true},
                 {1299.4, true, true, true},    {1299.6, true, true, false},  {1300.4, false, true, false},
                 {1300.6, false, false, false}, {1450, false, false, false},  {1599.6, false, false, false},
                 {1600, true, true, true},      {1600.1, true, true, true},   {1700, true, true, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int k = -1; k <= 1; k++) {
            m.indoors_off = k;
            bool expected = k == 0 ? cases[i].exactly : k > 0 ? cases[i].out : cases[i].in;
            if (tl_moving_indoors(&m, (tl_vec2){cases[i].x, 1000}) != expected) {
                fail_msg("%g, %d", cases[i].x, k);
            }
            tl_path_ground ground = tl_moving_ground(&m);
            assert_int_equal(ground.climbs(ground.user, (tl_vec2){cases[i].x, 1000}), expected);
        }
    }
    tl_moving_free(&m);
    judge_end(&t);
}

/* Ratings in game units; in terrain no more than what the rules say there, in either unit. */
static void allowances(void **state) {
    (void)state;
    const struct {
        double rating;
        bool march, inches;
        double own, in_terrain;
    } cases[] = {{4, false, false, 400, 200},  {1.5, false, false, 150, 150}, {2, false, false, 200, 200},
                 {6, true, false, 600, 400},   {3, true, false, 300, 300},    {4, false, true, 406.4, 203.2},
                 {6, true, true, 609.6, 406.4}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[64];
        judge_begin(&t);
        snprintf(more, sizeof(more), "'%s':%g", cases[i].march ? "march" : "move", cases[i].rating);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, more);
        judge_ready(&t);
        judge_set(&t, 0.05, "units", cases[i].inches ? "inch" : "cm", NULL);
        tl_moving m;
        make(&t, "a1", &m);
        double own, in_terrain;
        assert_int_equal(tl_moving_allowance(&m, cases[i].march, &own, &in_terrain, &error), TL_OK);
        assert_near(own, cases[i].own, 1e-9);
        assert_near(in_terrain, cases[i].in_terrain, 1e-9);
        error = (tl_error){0};
        assert_int_equal(tl_moving_allowance(&m, !cases[i].march, &own, &in_terrain, &error), TL_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, cases[i].march ? "has no move rating" : "has no march rating"));
        tl_moving_free(&m);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts),        cmocka_unit_test(corner_to_corner), cmocka_unit_test(poses),
        cmocka_unit_test(other_models), cmocka_unit_test(who_stops_whom),   cmocka_unit_test(table_edges),
        cmocka_unit_test(terrain),      cmocka_unit_test(pieces),           cmocka_unit_test(the_way),
        cmocka_unit_test(indoors),      cmocka_unit_test(allowances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
