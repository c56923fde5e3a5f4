/* What is uncertain about a move (judge/move/footing.c): outlines, the ground in reach, whose meshes they are, and ways
 * over ground that may lie otherwise; ways of who flies over terrain (overfly.c). */
#include "support/judge_table.h"

#include "judge/between/slot_uncertainty.h"
#include "judge/move/moving.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of a point of a surface no steeper than 60 degrees that is off by 1: what a height is off by at most. */
#define PER_MM (1 + 1.7320508)

static tl_error error;

/* Somebody who moves within so much of where he stands. The mover's parts lie in what is made: it stays where it is. */
static void make(judge_table *t, const char *id, double within, tl_moving *m) {
    size_t who = judge_who(t, id);
    tl_vec2 at = tl_plan(t->table->members[who].body->pose.at);
    const tl_vec2 low = {at.x - within, at.y - within}, high = {at.x + within, at.y + within};
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

/* --- Near, and off ------------------------------------------------------------------------------------------------ */

/* A box is near up to the reach, to every side, of a rectangle of any size. */
static void near_boxes(void **state) {
    (void)state;
    const tl_box3 box = {{16, 32, 0}, {64, 128, 8}};
    const double reach = 4, hair = 1e-9;
    for (int side = 0; side < 4; side++) {
        for (int k = -1; k <= 1; k++) {
            for (int wide = 0; wide < 2; wide++) {
                double by = reach + k * hair * 100;
                tl_vec2 low = {40, 60}, high = {40, 60};
                double *at[4] = {&high.x, &low.x, &high.y, &low.y}, *other[4] = {&low.x, &high.x, &low.y, &high.y};
                *at[side] = side == 0 ? 16 - by : side == 1 ? 64 + by : side == 2 ? 32 - by : 128 + by;
                *other[side] = *at[side] + (side % 2 == 0 ? -1 : 1) * 500.0 * wide;
                assert_int_equal(tl_moving_near(&box, low, high, reach), k <= 0);
            }
        }
    }
    assert_true(tl_moving_near(&box, (tl_vec2){0, 0}, (tl_vec2){500, 500}, 0)); /* round it */
}

#define SCANNED                                                                                                        \
    "'scanned':{'mesh':'box -8 -8 0 8 8 40','uncertainty':0.75,'base':{'shape':'disc','diameter':40}},"                \
    "'hull':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5}"

/* Every slot is off by what its owner's mesh is, and what has none by nothing. */
static void slots(void **state) {
    (void)state;
    test_random random = test_random_start("slots", 12);
    for (int round = 0; round < 20; round++) {
        judge_table t;
        double ground = round % 2 ? test_random_between(&random, 0.1, 3) : 0, hill = test_random_between(&random, 0, 3),
               hull = test_random_between(&random, 0, 3);
        judge_begin(&t);
        judge_asset(&t, "'hull':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%.17g}", hull);
        if (ground > 0) {
            judge_ground(&t, "'mesh':'box 0 0 -10 3000 3000 0','uncertainty':%.17g", ground);
        }
        judge_area(&t, "pond", "water", (tl_vec2){100, 100}, (tl_vec2){200, 200}, -1);
        judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1100 900 0 1200 1100 20','uncertainty':%.17g}", hill);
        judge_terrain(&t, "{'id':'wood','kind':'wood','disc':{'centre':[2000,2000],'radius':50}}");
        judge_terrain(&t, "{'id':'rock','kind':'rubble','mesh':'box 2100 900 0 2200 1100 20'}");
        judge_model(&t, "a", "red", "vehicle", "hull", 1500, 1500, 0, "");
        judge_model(&t, "b", "red", "infantry", "man", 1700, 1500, 0, "");
        judge_ready(&t);
        const struct {
            const char *id;
            double off;
        } cases[] = {{"pond", 0}, {"hill", hill}, {"wood", 0}, {"rock", 0}, {"a1", hull}, {"b1", 0}};
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            double off = tl_uncertainty_of_slot(t.table, slot_of(&t, cases[i].id));
            bool rests = ground > 0 && i >= 4; /* on what is uncertain: off by more */
            if (rests ? off <= cases[i].off : fabs(off - cases[i].off) > 1e-12) {
                fail_msg("%s may be off by %g, not %g", cases[i].id, off, cases[i].off);
            }
        }
        assert_near(tl_uncertainty_of_slot(t.table, 0), ground, 1e-12);
        judge_end(&t);
    }
}

/* The base counts for who stands by it, or is swept by it; the mesh for all others, the one that is worse. */
static void outlines(void **state) {
    (void)state;
    const struct {
        const char *class, *asset, *sweep;
        double found, off; /* a base found in the mesh is off by so much */
    } cases[] = {{"infantry", "scanned", "base_core", 0, 0},
                 {"vehicle", "scanned", "base_core", 0, 0.75},
                 {"vehicle", "scanned", "base", 0, 0},
                 {"infantry", "hull", "base_core", 0.25, 0.25},
                 {"vehicle", "hull", "base_core", 0, 0.5},
                 {"vehicle", "hull", "base", 0, 0.5},
                 {"infantry", "man", "base_core", 0, 0},
                 {"infantry", "scanned", "base_core", 0.25, 0.25},
                 {"vehicle", "scanned", "base_core", 0.25, 0.75},
                 {"vehicle", "scanned", "base_core", 1, 1},
                 {"vehicle", "scanned", "base", 0.25, 0.25}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, SCANNED);
        judge_model(&t, "o", "red", "infantry", "man", 500, 500, 0, "");
        judge_model(&t, "a", "red", cases[i].class, cases[i].asset, 1000, 1000, 0, "'move':2");
        judge_ready(&t);
        judge_set(&t, 0.05, "sweep", cases[i].sweep, NULL);
        size_t who = judge_who(&t, "a1");
        if (cases[i].found > 0) {
            t.table->members[who].body->base_uncertainty = cases[i].found;
        }
        assert_near(tl_moving_outline_off(&t.inquiry, who), cases[i].off, 1e-12);
        tl_moving m;
        make(&t, "a1", 10, &m);
        assert_near(m.own_off, cases[i].off, 1e-12);
        assert_near(m.most_off, cases[i].off, 1e-12);
        assert_near(tl_moving_way(&m).own_off, cases[i].off, 1e-12);
        assert_near(tl_moving_way(&m).most_off, cases[i].off, 1e-12);
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* The most uncertain ground in reach of the rectangle: what bears models, within what it may be off itself. */
static void ground_in_reach(void **state) {
    (void)state;
    const char *const hills[2] = {"{'id':'h','kind':'hill','mesh':'box 1100 900 0 1200 1100 20','uncertainty':%g}",
                                  "{'id':'g','kind':'ground','mesh':'box 1300 900 0 1400 1100 20','uncertainty':%g}"};
    for (int k = 0; k < 12; k++) {
        judge_table t;
        judge_begin(&t);
        bool swapped = k % 2 == 1, table = k / 2 % 2 == 1, flies = k % 3 == 2;
        judge_asset(&t, SCANNED);
        if (table) {
            judge_ground(&t, "'mesh':'box 0 0 -10 3000 3000 0','uncertainty':0.25");
        }
        double off[2] = {swapped ? 1 : 0.5, swapped ? 0.5 : 1};
        judge_terrain(&t, hills[0], off[0]);
        /* smoke bears nobody, nor do models */
        judge_terrain(&t, "{'id':'s','kind':'smoke','mesh':'box 1000 900 0 1400 1100 50','uncertainty':2}");
        judge_terrain(&t, hills[1], off[1]);
        judge_model(&t, "b", "blue", "vehicle", "hull", 1250, 1000, 0, "");
        judge_model(&t, "a", "red", flies ? "aircraft" : "infantry", flies ? "flyer" : "man", 500, 500, 0, "'move':9");
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", 900, &m);
        for (int i = 0; i < 9; i++) {
            static const double from[] = {1000, 1000, 1150, 1000, 1000, 1000, 1210, 1000, 1401.1};
            static const double to[] = {1099.6, 1099.4, 1160, 1290, 1299.6, 1299.4, 1290, 1500, 1500};
            tl_vec2 low = {from[i], 1000}, high = {to[i], 1050};
            double most = table ? 0.25 : 0;
            for (int h = 0; h < 2; h++) {
                bool near = to[i] >= 1100 + 200 * h - off[h] && from[i] <= 1200 + 200 * h + off[h];
                most = near ? fmax(most, off[h]) : most;
            }
            assert_near(tl_moving_surface_off(&m, low, high), PER_MM * most, 1e-3);
            assert_near(tl_moving_ground_off(&m, low, high), flies ? 0 : PER_MM * most, 1e-3);
        }
        tl_moving_free(&m);
        judge_end(&t);
    }
    judge_table t; /* a wood bears on its plate; the last slot of terrain counts */
    judge_begin(&t);
    judge_terrain(&t, "{'id':'w','kind':'wood','mesh':'box 1100 900 0 1200 1100 2','uncertainty':0.5}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", 200, &m);
    assert_near(tl_moving_ground_off(&m, (tl_vec2){1000, 1000}, (tl_vec2){1150, 1000}), 0.5 * PER_MM, 1e-3);
    tl_moving_free(&m);
    judge_end(&t);
}

/* --- Whose -------------------------------------------------------------------------------------------------------- */

/* What is near enough to matter: the mover's reach, the tolerance twice, 1 mm, and all that may be off. */
static void whose_meshes(void **state) {
    (void)state;
    const struct {
        const char *terrain; /* begins at x = 1200 + `gap` from the mover's way's end, or NULL: a tank */
        double uncertainty;
        bool drawn;
    } cases[] = {{"hill", 0.5, false}, {"building", 0.5, false}, {NULL, 0.5, false},
                 {"hill", 0, false},   {"cliff", 0.5, false},    {"hill", 0.5, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int k = 0; k < 4; k++) {
            /* beyond that box nothing is the mover's concern; `hill` bears and slows */
            double tolerance = k / 2 == 0 ? 0 : 2, reach = 12.5 + 2 * tolerance + 1 + cases[i].uncertainty;
            double gap = reach + (k % 2 == 0 ? -0.01 : 0.01);
            judge_table t;
            judge_begin(&t);
            if (cases[i].terrain != NULL) {
                char outline[120] = "";
                if (cases[i].drawn) {
                    snprintf(outline, sizeof(outline), ",'outline':[[%.17g,900],[1500,900],[1500,1100],[%.17g,1100]]",
                             1200 + gap, 1200 + gap);
                }
                judge_terrain(&t, "{'id':'x','kind':'%s','mesh':'box %.17g 900 0 1500 1100 20','uncertainty':%g%s}",
                              cases[i].terrain, 1200 + gap, cases[i].uncertainty, outline);
            } else {
                judge_asset(&t, "'hull':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", cases[i].uncertainty);
            }
            judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2");
            if (cases[i].terrain == NULL) {
                judge_model(&t, "x", "blue", "vehicle", "hull", 1250 + gap, 1000, 0, "");
            }
            judge_ready(&t);
            judge_set(&t, tolerance, NULL);
            tl_moving m;
            make(&t, "a1", 200, &m);
            uint32_t slots[4];
            double most = -1;
            size_t count = tl_moving_uncertain(&m, (tl_vec2){800, 800}, (tl_vec2){1200, 1200}, slots, 4, &most);
            bool found = k % 2 == 0 && cases[i].uncertainty > 0 && !cases[i].drawn;
            if (cases[i].drawn) { /* its outline is exact, and its mesh out of reach by what it may be off */
                assert_int_equal(m.region_count, 1);
                assert_near(m.regions[0].off, 0, 0);
            }
            if ((count > 0) != found) {
                fail_msg("case %zu, %d: %zu", i, k, count);
            }
            assert_near(most, found ? cases[i].uncertainty : 0, 1e-12);
            if (found) {
                assert_int_equal(slots[0], slot_of(&t, cases[i].terrain != NULL ? "x" : "x1"));
            }
            if (cases[i].terrain != NULL && !cases[i].drawn) {
                assert_int_equal(m.region_count, k % 2 == 0);
            } else if (cases[i].terrain == NULL) {
                assert_int_equal(m.models.count > 0, k % 2 == 0);
                assert_int_equal(m.stops.count > 4, k % 2 == 0);
            }
            assert_near(m.most_off, k % 2 == 0 && !cases[i].drawn ? cases[i].uncertainty : 0, 1e-12);
            tl_moving_free(&m);
            judge_end(&t);
        }
    }
}

/* All of them, in the order of the slots, as many as there is room for; the most uncertain may be the last. */
static void all_of_them(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_ground(&t, "'mesh':'box 0 0 -10 3000 3000 0','uncertainty':0.125");
    judge_asset(&t, "'hull':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5},"
                    "'own':{'mesh':'box -10 -10 0 10 10 30','uncertainty':1}");
    judge_terrain(&t, "{'id':'s','kind':'smoke','mesh':'box 1100 1100 0 1150 1150 50','uncertainty':2}");
    judge_terrain(&t, "{'id':'h','kind':'hill','mesh':'box 1100 900 0 1200 950 20','uncertainty':0.25}");
    judge_terrain(&t, "{'id':'c','kind':'hill','mesh':'box 900 900 0 950 950 20'}");
    judge_terrain(&t, "{'id':'z','kind':'wood','disc':{'centre':[1000,1100],'radius':10}}");
    judge_model(&t, "m", "red", "infantry", "man", 950, 1000, 0, "");
    judge_model(&t, "b", "blue", "vehicle", "hull", 1120, 1000, 0, "");
    judge_model(&t, "a", "red", "vehicle", "own", 1000, 1000, 0, "'move':2");
    judge_ready(&t);
    /* who stands on the table's mesh may stand higher or lower: that adds to his own */
    tl_moving m;
    make(&t, "a1", 100, &m);
    double rest = t.table->members[judge_who(&t, "a1")].rest.off;
    assert_true(rest >= 0.125);
    const char *const all[] = {"table", "h", "m1", "b1", "a1"};
    for (size_t room = 0; room <= 6; room++) {
        uint32_t slots[6];
        double most;
        size_t count = tl_moving_uncertain(&m, (tl_vec2){900, 900}, (tl_vec2){1100, 1100}, slots, room, &most);
        assert_int_equal(count, room < 5 ? room : 5);
        assert_near(most, 1 + rest, 1e-9);
        for (size_t i = 0; i < count; i++) {
            assert_string_equal(tl_table_slot_name(t.table, slots[i]), all[i]);
        }
    }
    /* what neither bears nor stops matters by its edge alone, when that is from its mesh */
    size_t slot = slot_of(&t, "h");
    m.bearing[slot] = 0;
    for (int k = 0; k < 2; k++) {
        uint32_t slots[6];
        double most;
        bool found = false;
        size_t count = tl_moving_uncertain(&m, (tl_vec2){900, 900}, (tl_vec2){1100, 1100}, slots, 6, &most);
        for (size_t i = 0; i < count; i++) {
            found = found || slots[i] == slot;
        }
        assert_int_equal(found, k == 0);
        for (size_t i = 0; i < m.region_count; i++) {
            m.regions[i].off = 0;
        }
    }
    tl_moving_free(&m);
    judge_end(&t);
}

/* --- Ways --------------------------------------------------------------------------------------------------------- */

typedef struct lay_case {
    const char *terrain[2];
    double to, height; /* the way's end; it begins at x = 1000, and ends on this height */
    bool open;
    double off;   /* of the mesh that may be off */
    double cost;  /* how much longer it may be for what it climbs otherwise */
    int steps;    /* that may count or not */
    bool climbs;  /* each bend may lie higher or lower, and that counts */
    bool surface; /* lengths along the surface */
} lay_case;

static void try_lay(size_t i, const lay_case *c) {
    judge_table t;
    judge_begin(&t);
    for (int k = 0; k < 2 && c->terrain[k] != NULL; k++) {
        judge_terrain(&t, "%s", c->terrain[k]);
    }
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':9");
    judge_ready(&t);
    judge_set(&t, 0.05, "slope_distance", c->surface ? "surface" : "plan", NULL);
    tl_moving m;
    make(&t, "a1", 900, &m);
    const tl_path_corner corner = {.at = {c->to, 1000}};
    tl_laid laid;
    assert_int_equal(tl_moving_lay(&m, m.start, &corner, 1, &laid, &error), TL_OK);
    double by = 2 * PER_MM * c->off, each = by >= 2 ? by + 2 : by;
    double cost = c->cost + (c->climbs ? (double)(laid.path.bends + 1) * each : 0) + 2 * c->steps;
    if (laid.open != c->open || fabs(laid.cost_off - cost) > 1e-3 + 1e-4 * cost) {
        fail_msg("case %zu: open %d, %g longer (%g); %zu bends", i, laid.open, laid.cost_off, cost, laid.path.bends);
    }
    assert_near(laid.height_off, PER_MM * c->off, 1e-3);
    assert_near(laid.path.nodes[laid.path.count - 1].at.z, c->height, 1e-6);
    tl_path_free(&laid.path);
    tl_moving_free(&m);
    judge_end(&t);
}

#define SLAB(low, high) "{'id':'g','kind':'ground','mesh':'box 1100 900 " low " 1200 1100 " high "','uncertainty':0.5}"
#define PLATE(kind, high, off, more)                                                                                   \
    "{'id':'p','kind':'" kind "','mesh':'box 1100 900 0 1300 1100 " high "','uncertainty':" off more "}"
#define DRAWN ",'outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]]"

/* A man is 30 tall; by what 0.5 mm leave open, twice 1.366, he may pass below a slab or not (DB-MOV-09). In a building
 * he strides 12 high: a floor may be just too high, or just not. At its rim he may be inside or not. */
static void ways_otherwise(void **state) {
    (void)state;
    const lay_case cases[] = {
        {{SLAB("30.2", "34")}, .to = 1150, .open = true, .off = 0.5},
        {{SLAB("32.6", "36")}, .to = 1150, .open = true, .off = 0.5},
        {{SLAB("32.8", "36")}, .to = 1150, .off = 0.5},
        {{SLAB("29.8", "34")}, .to = 1150, .height = 34, .open = true, .off = 0.5},
        {{SLAB("27.4", "34")}, .to = 1150, .height = 34, .open = true, .off = 0.5},
        {{SLAB("27.2", "34")}, .to = 1150, .height = 34, .off = 0.5},
        {{SLAB("30.2", "34")}, .to = 1090},
        {{PLATE("building", "11", "0.5", DRAWN)},
         .to = 1200,
         .height = 11,
         .open = true,
         .off = 0.5,
         .cost = 11,
         .climbs = true},
        {{PLATE("building", "9.4", "0.5", DRAWN)},
         .to = 1200,
         .height = 9.4,
         .open = true,
         .off = 0.5,
         .cost = 9.4,
         .climbs = true},
        {{PLATE("building", "9.2", "0.5", DRAWN)}, .to = 1200, .height = 9.2, .off = 0.5, .climbs = true},
        {{PLATE("building", "12.2", "0.5", DRAWN)}, .to = 1200, .open = true, .off = 0.5, .cost = 12.2, .climbs = true},
        {{PLATE("building", "14.6", "0.5", DRAWN)}, .to = 1200, .open = true, .off = 0.5, .cost = 14.6, .climbs = true},
        {{PLATE("building", "14.8", "0.5", DRAWN)}, .to = 1200, .off = 0.5, .climbs = true},
        {{PLATE("building", "11", "0", DRAWN)}, .to = 1200, .height = 11},
        {{PLATE("ground", "11", "0.5", DRAWN)}, .to = 1200, .height = 11, .off = 0.5},
        {{PLATE("ground", "11", "0.5", "")}, .to = 1200, .height = 11, .off = 0.5},
        /* the rim of a building that isn't drawn: at 1100, or as much farther in */
        {{PLATE("building", "20", "0.5", "")}, .to = 1200, .open = true, .off = 0.5, .climbs = true},
        {{PLATE("building", "20", "0.5", DRAWN)}, .to = 1200, .off = 0.5, .climbs = true},
        {{PLATE("building", "20", "0", "")}, .to = 1200},
        /* ... or farther out: what is there is too high for who is inside */
        {{PLATE("building", "5", "0.5", ""), "{'id':'k','kind':'ground','mesh':'box 1099.6 900 0 1099.8 1100 20'}"},
         .to = 1099.7,
         .height = 20,
         .open = true,
         .off = 0.5,
         .climbs = true},
        {{PLATE("building", "5", "0.5", ""), "{'id':'k','kind':'ground','mesh':'box 1099.4 900 0 1099.48 1100 20'}"},
         .to = 1099.44,
         .height = 20},
        /* inside a step counts as long as it is high, from 2 on: 4.7 may be, 4.8 is */
        {{PLATE("building", "4.7", "0.5", DRAWN)}, .to = 1200, .height = 4.7, .off = 0.5, .steps = 1, .climbs = true},
        {{PLATE("building", "4.7", "0.5", DRAWN)}, .to = 1400, .off = 0.5, .steps = 2, .climbs = true},
        {{PLATE("building", "4.8", "0.5", DRAWN)}, .to = 1200, .height = 4.8, .off = 0.5, .climbs = true},
        {{PLATE("building", "1", "0.5", DRAWN)}, .to = 1200, .height = 1, .off = 0.5, .steps = 1, .climbs = true},
        {{PLATE("building", "0.95", "0.2", DRAWN)}, .to = 1200, .height = 0.95, .off = 0.2, .steps = 1, .climbs = true},
        {{PLATE("building", "0.85", "0.2", DRAWN)}, .to = 1200, .height = 0.85, .off = 0.2, .climbs = true},
        /* what is off by 2 in all adds such a step to each bend: 0.366 */
        {{PLATE("building", "6", "0.365", DRAWN)}, .to = 1200, .height = 6, .off = 0.365, .climbs = true},
        {{PLATE("building", "6", "0.367", DRAWN)}, .to = 1200, .height = 6, .off = 0.367, .climbs = true},
        /* along the surface all of it counts, elsewhere nothing */
        {{PLATE("ground", "6", "0.5", "")}, .to = 1200, .height = 6, .off = 0.5, .climbs = true, .surface = true},
        {{PLATE("ground", "6", "0.5", "")}, .to = 1200, .height = 6, .off = 0.5},
        {{PLATE("ground", "6", "0", "")}, .to = 1200, .height = 6, .surface = true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        try_lay(i, &cases[i]);
    }
}

/* Uncertain ground at any corner of the way, to any side of it. */
static void all_along(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        judge_table t;
        judge_begin(&t);
        static const double at[4][2] = {{1300, 1000}, {700, 1000}, {1000, 1300}, {1000, 700}};
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box %g %g 0 %g %g 10','uncertainty':0.5}",
                      at[k % 4][0] - 20, at[k % 4][1] - 20, at[k % 4][0] + 20, at[k % 4][1] + 20);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':9");
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", 900, &m);
        double far = k < 4 ? 290 : 270; /* 10 short of it, or into it */
        const tl_path_corner corners[4] = {{.at = {1000 + far, 1000}},
                                           {.at = {1000, 1000 + far}},
                                           {.at = {1000 - far, 1000}},
                                           {.at = {1000, 1000 - far}}};
        tl_laid laid;
        assert_int_equal(tl_moving_lay(&m, m.start, corners, 4, &laid, &error), TL_OK);
        assert_near(laid.height_off, k < 4 ? 0.5 * PER_MM : 0, 1e-3);
        tl_path_free(&laid.path);
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* --- Over terrain ------------------------------------------------------------------------------------------------- */

#define HOUSE                                                                                                          \
    "{'id':'house','kind':'building','outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]],'mesh':'box 1100 900 "  \
    "60 1300 1100 64, box 1100 900 126 1300 1100 130','uncertainty':0.5}"

/* Who flies over terrain goes straight, and comes down on the floor that was asked for, else on the lowest. */
static void over_terrain(void **state) {
    (void)state;
    const struct {
        bool asked;
        double height, comes_down;
    } cases[] = {{false, 0, 0},  {false, 130, 0}, {true, 0, 0},     {true, 31, 0}, {true, 33, 64},
                 {true, 96, 64}, {true, 98, 130}, {true, 200, 130}, {true, -50, 0}};
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, HOUSE);
    judge_terrain(&t, "{'id':'low','kind':'hill','mesh':'box 1400 900 20 1500 1100 25'}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':9,'skills':['flying-infantry']");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", 900, &m);
    assert_true(m.over != NULL && !m.flies);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const tl_path_corner corners[2] = {{{1200, 1000}, cases[i].asked, cases[i].height}, {.at = {1450, 1000}}};
        tl_laid laid;
        assert_int_equal(tl_moving_lay(&m, m.start, corners, 2, &laid, &error), TL_OK);
        assert_true(laid.height_off == 0 && laid.cost_off == 0 && !laid.open);
        assert_int_equal(laid.path.count, 3);
        assert_near(laid.path.nodes[1].at.z, cases[i].comes_down, 1e-9);
        assert_near(laid.path.nodes[2].at.z, 25, 1e-9); /* nobody stands below 20 */
        assert_near(laid.path.nodes[2].cost, 450, 1e-9);
        tl_path_free(&laid.path);
    }
    tl_moving_free(&m);
    judge_end(&t);
}

/* Where the table's own mesh has ended there is no floor: he comes down on the table, at 0. */
static void beyond_the_ground(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_ground(&t, "'mesh':'box 0 0 -20 1100 3000 8'");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':9,'skills':['flying-infantry']");
    judge_ready(&t);
    tl_moving m;
    make(&t, "a1", 900, &m);
    for (int asked = 0; asked < 2; asked++) {
        const tl_path_corner corners[2] = {{{1050, 1000}, asked, 30}, {{1300, 1000}, asked, 30}};
        tl_laid laid;
        assert_int_equal(tl_moving_lay(&m, m.start, corners, 2, &laid, &error), TL_OK);
        assert_near(laid.path.nodes[1].at.z, 8, 1e-9);
        assert_near(laid.path.nodes[2].at.z, 0, 1e-9);
        tl_path_free(&laid.path);
    }
    tl_moving_free(&m);
    judge_end(&t);
}

/* It passes above whoever stands below a roof that is as high as he; nobody else does. */
static void above_others(void **state) {
    (void)state;
    for (int k = 0; k < 5;
         k++) { /* in the open; the roof higher; as high; lower, as of who looks out of it; who walks */
        judge_table t;
        judge_begin(&t);
        static const double roof[] = {0, 40, 30, 29, 40};
        if (roof[k] > 0) {
            judge_terrain(&t, "{'id':'r','kind':'ground','mesh':'box 1150 980 %g 1250 1020 %g'}", roof[k] - 5, roof[k]);
        }
        judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1200,1000,"
                       "0]}]}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    k < 4 ? "'move':9,'skills':['flying-infantry']" : "'move':9");
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", 900, &m);
        assert_int_equal(tl_moving_is_above(&m, judge_who(&t, "b1")), k == 1 || k == 2);
        assert_int_equal(m.stops.count, k == 1 || k == 2 ? 4 : 5); /* the table's edges and he */
        tl_moving_free(&m);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_boxes),        cmocka_unit_test(outlines),     cmocka_unit_test(slots),
        cmocka_unit_test(ground_in_reach),   cmocka_unit_test(whose_meshes), cmocka_unit_test(all_of_them),
        cmocka_unit_test(ways_otherwise),    cmocka_unit_test(all_along),    cmocka_unit_test(over_terrain),
        cmocka_unit_test(beyond_the_ground), cmocka_unit_test(above_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
