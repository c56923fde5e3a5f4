/* Where a move may end (judge/move/standing.c, landing.c), and who may stay where he stands (stay.c): what rises under
 * a base, other bodies, terrain that is flown over and not entered, how even ground is; both sides of every limit. */
#include "support/judge_table.h"

#include "judge/move/journey.h"
#include "judge/move/landing.h"
#include "judge/move/standing.h"
#include "judge/move/stay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

/* Somebody who moves within 900 of where he stands. The mover's parts lie in what is made: it stays where it is. */
static void make(judge_table *t, const char *id, tl_moving *m) {
    size_t who = judge_who(t, id);
    tl_vec2 at = tl_plan(t->table->members[who].body->pose.at);
    const tl_vec2 low = {at.x - 900, at.y - 900}, high = {at.x + 900, at.y + 900};
    assert_int_equal(tl_moving_make(&t->inquiry, who, low, high, m, &error), TL_OK);
}

static tl_standing stand(judge_table *t, tl_vec3 at, double facing) {
    tl_moving m;
    tl_standing s;
    make(t, "a1", &m);
    if (tl_standing_look(&m, at, facing, &s, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    tl_moving_free(&m);
    return s;
}

/* --- What rises --------------------------------------------------------------------------------------------------- */

#define BASES                                                                                                          \
    "'wide':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc','diameter':"   \
    "80}},'walker':{'core':{'shape':'box','min':[-50,-30,20],'max':[50,30,50]},'base':{'shape':'disc','diameter':40}}"

/* A ledge 2 mm under the base, as high as that: what lifts a base is none, and a tenth more, which `check` says nothing
 * of either; up to a step of a stair it is open (DB-MOV-03). */
static void ledges(void **state) {
    (void)state;
    const struct {
        const char *asset;
        double radius, height, off;
        tl_verdict verdict;
    } cases[] = {
        {"man", 12.5, 4.9, 0, YES},     {"man", 12.5, 5.05, 0, YES},  {"man", 12.5, 5.15, 0, OPEN},
        {"man", 12.5, 11.9, 0, OPEN},   {"man", 12.5, 12.1, 0, NO},   {"man", 12.5, 29.9, 0, NO},
        {"man", 12.5, 30.1, 0, NO},     {"man", 12.5, 70, 0, NO},     {"wide", 40, 70, 0, NO},
        {"walker", 20, 51, 0, NO},      {"man", 12.5, 40, 0.5, NO},   {"wide", 40, 5.05, 0, YES},
        {"wide", 40, 5.15, 0, OPEN},    {"wide", 40, 11.9, 0, OPEN},  {"wide", 40, 12.1, 0, NO},
        {"man", 12.5, 12.4, 0.5, OPEN}, {"man", 12.5, 13.4, 0.5, NO}, {"walker", 20, 11.9, 0, OPEN},
        {"walker", 20, 12.1, 0, NO},    {"walker", 20, 49, 0, NO},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int side = 0; side < 4; side++) { /* whichever side it is on; below a roof or not */
            static const double x0[4] = {1200, 500, 500, 500}, x1[4] = {1500, 800, 1500, 1500};
            static const double y0[4] = {500, 500, 1200, 500}, y1[4] = {1500, 1500, 1500, 800};
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, BASES);
            judge_terrain(&t, "{'id':'other','kind':'road','disc':{'centre':[300,300],'radius':50}}");
            judge_terrain(&t, "{'id':'ledge','kind':'hill','mesh':'box %g %g 0 %g %g %g','uncertainty':%g}", x0[side],
                          y0[side], x1[side], y1[side], cases[i].height, cases[i].off);
            if (side % 2 == 1) {
                judge_terrain(&t, "{'id':'roof','kind':'ground','mesh':'box 400 400 80 1600 1600 84'}");
            }
            judge_model(&t, "a", "red", strcmp(cases[i].asset, "walker") == 0 ? "vehicle" : "infantry", cases[i].asset,
                        1000, 1000, 0, "'move':4");
            judge_ready(&t);
            double by = 200 - cases[i].radius + 2;
            static const double dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
            tl_standing s = stand(&t, (tl_vec3){1000 + by * dx[side], 1000 + by * dy[side], 0}, 0);
            if (s.verdict != cases[i].verdict) {
                fail_msg("case %zu, %d: %d", i, side, (int)s.verdict);
            }
            if (s.verdict != YES) {
                assert_int_equal(s.kind, TL_HALT_RISES);
                assert_int_equal(s.cause.clause, TL_CLAUSE_MOVE_END);
                assert_string_equal(tl_table_slot_name(t.table, s.slot), "ledge");
            }
            by = 200 - cases[i].radius - 0.5; /* beside it */
            s = stand(&t, (tl_vec3){1000 + by * dx[side], 1000 + by * dy[side], 0}, 0);
            assert_int_equal(s.verdict, YES);
            judge_end(&t);
        }
    }
}

/* Where a ledge begins may be off as well: less than that below the base, and nothing need rise there; less than that
 * beside it, and it may. */
static void rims(void **state) {
    (void)state;
    const struct {
        double under, off;
        tl_verdict verdict;
    } cases[] = {{0.4, 0, NO},      {0.4, 0.5, OPEN}, {2, 0.5, NO},  {0.9, 1, OPEN},
                 {-0.2, 0.5, OPEN}, {-0.6, 0.5, YES}, {-0.2, 0, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'ledge','kind':'hill','mesh':'box 1200 500 0 1500 1500 25','uncertainty':%g}",
                      cases[i].off);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        tl_standing s = stand(&t, (tl_vec3){1187.5 + cases[i].under, 1000, 0}, 0);
        if (s.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)s.verdict);
        }
        judge_end(&t);
    }
}

/* A wall higher than its head, as deep below the base as the tolerance, or deeper. */
static void high_walls(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'wall','kind':'wall','mesh':'box 1200 500 0 1500 1500 50'}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_set(&t, k < 2 ? 0.05 : 3, NULL);
        double under = k == 0 ? 0.04 : k == 1 ? 0.3 : k == 2 ? 2.9 : 3.3;
        tl_standing s = stand(&t, (tl_vec3){1187.5 + under, 1000, 0}, 0);
        assert_int_equal(s.verdict, k % 2 == 0 ? YES : NO);
        judge_end(&t);
    }
}

/* What rises on the floor where it stands counts, what rises on another doesn't. */
static void floors(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'house','kind':'building','outline':[[900,900],[1300,900],[1300,1100],[900,1100]],'mesh':"
                      "'box 900 900 60 1300 1100 64, box 900 900 126 1300 1100 130'}");
    judge_terrain(&t, "{'id':'crate','kind':'obstacle','mesh':'box 1200 900 64 1250 1100 84'}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_ready(&t);
    const struct {
        double x, z;
        tl_verdict verdict;
    } cases[] = {{1190, 0, YES}, {1190, 64, NO}, {1190, 130, YES}, {1180, 64, YES}};
    for (size_t i = 0; i < 4; i++) {
        tl_standing s = stand(&t, (tl_vec3){cases[i].x, 1000, cases[i].z}, 0);
        if (s.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)s.verdict);
        }
    }
    judge_end(&t);
}

/* On a slope of 45 degrees that it tilts with, nothing rises; a kerb on it does. */
static void slopes(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) { /* a man; beside a kerb; who is lower than the slope rises below him */
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'mat':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,10],'radius':8},'base':{'shape':'"
                        "disc','diameter':80}}");
        judge_terrain(&t, "{'id':'slope','kind':'ground','mesh':'box -300 -300 -300 300 300 0','at':[1200,1000,0],"
                          "'tilt':[0,-45]}");
        if (k == 1) {
            judge_terrain(&t, "{'id':'kerb','kind':'ground','mesh':'box 1305 800 0 1330 1200 125'}");
        }
        judge_model(&t, "a", "red", "infantry", k == 2 ? "mat" : "man", 700, 1000, 0, "'move':9");
        judge_ready(&t);
        tl_surfaces surfaces = tl_table_surfaces(t.table);
        double levels[8];
        size_t count = tl_surface_levels(&surfaces, 1300, 1000, 30, levels, 8);
        assert_true(count > 0);
        tl_standing s = stand(&t, (tl_vec3){1300, 1000, levels[count - 1]}, 0);
        assert_int_equal(s.verdict, k == 1 ? NO : YES);
        judge_end(&t);
    }
}

/* A gap below the base whose other side is hardly higher than this one is nothing that it stands in, nor is ground that
 * rises evenly; a wall on that side is. */
static void gaps(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 900 900 0 1200 1100 20, box 1206 900 0 1400 1100 %d'}",
                      k == 0 ? 23 : 40);
        judge_terrain(&t, "{'id':'s','kind':'ground','mesh':'box -300 0 -300 400 300 0','at':[1000,1002,20],'tilt':[45,"
                          "0]}");
        judge_model(&t, "a", "red", "infantry", "man", 950, 950, 0, "'move':9");
        judge_ready(&t);
        tl_standing s = stand(&t, (tl_vec3){1198, 1000, 20}, 0);
        assert_int_equal(s.verdict, k == 0 ? YES : NO);
        judge_end(&t);
    }
}

/* Ground is even all over a disc that no side of anything higher than what lifts a base comes near; slopes of up to 60
 * degrees are no sides. */
static void even_ground(void **state) {
    (void)state;
    const struct {
        const char *terrain;
        double x, y, z, radius; /* of the disc */
        bool even;
    } cases[] = {
        {"'mesh':'box 1100 500 0 1500 1500 4.9'", 1080, 1000, 0, 30, true},
        {"'mesh':'box 1100 500 0 1500 1500 5.1'", 1080, 1000, 0, 30, false},
        {"'mesh':'box 1100 500 0 1500 1500 29'", 1080, 1000, 0, 30, false},
        {"'mesh':'box 1100 500 0 1500 1500 29'", 1080, 1000, 0, 20.1, false},
        {"'mesh':'box 1100 500 0 1500 1500 29'", 1080, 1000, 0, 19.9, true},
        {"'mesh':'box 500 500 0 1060 1500 29'", 1080, 1000, 0, 20.1, false},
        {"'mesh':'box 500 500 0 1060 1500 29'", 1080, 1000, 0, 19.9, true},
        {"'mesh':'box 500 1020 0 1500 1500 29'", 1080, 1000, 0, 20.1, false},
        {"'mesh':'box 500 1020 0 1500 1500 29'", 1080, 1000, 0, 19.9, true},
        {"'mesh':'box 500 500 0 1500 980 29'", 1080, 1000, 0, 20.1, false},
        {"'mesh':'box 500 500 0 1500 980 29'", 1080, 1000, 0, 19.9, true},
        /* on top of it, from which it goes down */
        {"'mesh':'box 1100 500 0 1500 1500 29'", 1110, 1000, 29, 30, true},
        /* a corner: 28.28 away */
        {"'mesh':'box 1100 1020 0 1200 1200 20'", 1080, 1000, 0, 28.2, true},
        {"'mesh':'box 1100 1020 0 1200 1200 20'", 1080, 1000, 0, 28.4, false},
        {"'mesh':'box 1000 900 0 1060 980 20'", 1080, 1000, 0, 28.2, true},
        {"'mesh':'box 1000 900 0 1060 980 20'", 1080, 1000, 0, 28.4, false},
        /* slopes, from their foot at 1000 on */
        {"'mesh':'box -300 -300 -300 300 300 0','at':[1000,1000,0],'tilt':[0,-45]", 1010, 1000, 10, 25, true},
        {"'mesh':'box -300 -300 -300 300 300 0','at':[1000,1000,0],'tilt':[0,-59.5]", 1010, 1000, 16.9766, 15, true},
        /* a roof over it */
        {"'mesh':'box 1000 900 35 1200 1100 40'", 1080, 1000, 0, 30, true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'x','kind':'ground',%s}", cases[i].terrain);
        judge_terrain(&t, "{'id':'y','kind':'ground','mesh':'box 100 100 0 200 200 20'}");
        judge_model(&t, "a", "red", "infantry", "man", 700, 700, 0, "'move':9");
        judge_ready(&t);
        tl_moving m;
        make(&t, "a1", &m);
        bool even = tl_standing_even(&m, (tl_vec3){cases[i].x, cases[i].y, cases[i].z}, cases[i].radius);
        if (even != cases[i].even) {
            fail_msg("case %zu: %d", i, even);
        }
        tl_moving_free(&m);
        judge_end(&t);
    }
}

/* --- Other bodies ------------------------------------------------------------------------------------------------- */

/* A man on a gallery, 40 up, beside a pillar whose wide base reaches below it: bases that lie over one another, seen
 * from above, are told apart by their bodies (DB-MOV-03). A gun of the pillar, at 45, may reach him. */
static void body_by_body(void **state) {
    (void)state;
    const struct {
        bool gun;
        double gap, own, its; /* from its end to his body; what the meshes may be off */
        tl_verdict verdict;
    } cases[] = {{false, 1, 0, 0, YES},      {true, 0.5, 0, 0, YES},      {true, -0.5, 0, 0, NO},
                 {true, 0.5, 0.25, 0, YES},  {true, 0.5, 0, 0.25, YES},   {true, 0.5, 0.75, 0, OPEN},
                 {true, 0.5, 0, 0.75, OPEN}, {true, 0.5, 0.3, 0.3, OPEN}, {true, 0.5, 0.2, 0.2, YES},
                 {true, -0.5, 0.25, 0, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'pillar':{'mesh':'box -5 -5 0 5 5 60%s','parts':{'core':['box0']%s},'base':{'shape':'disc',"
                    "'diameter':60},'uncertainty':%g}",
                    cases[i].gun ? ", box 0 -2 44 26 2 48" : "", cases[i].gun ? ",'gear':['box1']" : "", cases[i].its);
        judge_asset(&t, "'chap':{'mesh':'box -8 -8 3 8 8 30','base':{'shape':'disc','diameter':25},'uncertainty':%g}",
                    cases[i].own);
        judge_terrain(&t, "{'id':'gallery','kind':'ground','mesh':'box 1125 800 36 1500 1200 40'}");
        judge_asset(&t, "'column':{'mesh':'box -5 -5 0 5 5 60','base':{'shape':'disc','diameter':60}}");
        judge_model(&t, "b", "red", "vehicle", "pillar", 1110, 1000, 0, "");
        judge_model(&t, "c", "red", "vehicle", "column", 1130, 1040, 0, ""); /* nor is the last one in the way */
        judge_model(&t, "a", "red", "infantry", "chap", 1300, 1000, 0, "'move':4");
        judge_ready(&t);
        tl_standing s = stand(&t, (tl_vec3){1136 + 8 + cases[i].gap, 1000, 40}, 0);
        if (s.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)s.verdict);
        }
        if (s.verdict != YES) {
            assert_int_equal(s.kind, TL_HALT_ON_MODEL);
            assert_int_equal(s.cause.clause, TL_CLAUSE_MOVE_END);
            assert_string_equal(tl_table_slot_name(t.table, s.slot), "b1");
        }
        judge_end(&t);
    }
}

/* --- Flown over, not entered -------------------------------------------------------------------------------------- */

#define OVER "'move':9,'skills':['flying-infantry']"

/* Who flies over terrain doesn't end in walls, or in what nobody enters, nor on its rim (DT-SPC-14). */
static void no_ends(void **state) {
    (void)state;
    const struct {
        const char *terrain;
        double x;
        tl_verdict verdict;
        double tolerance;
        const char *more;
    } cases[] = {
        {"'kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}", 1137, YES, 0.05, NULL},
        {"'kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}", 1138, NO, 0.05, NULL},
        {"'kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}", 1137.52, OPEN, 0.05, NULL},
        {"'kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}", 1138.4, OPEN, 2, NULL},
        {"'kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}", 1138.6, NO, 2, NULL},
        {"'kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}", 1200, NO, 0.05, NULL},
        {"'kind':'deep-water','outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]]", 1200, NO, 0.05, NULL},
        {"'kind':'deep-water','outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]]", 1313, YES, 0.05, NULL},
        {"'kind':'swamp','outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]]", 1200, YES, 0.05, NULL},
        {"'kind':'cliff','mesh':'box 1100 900 0 1300 1100 4','uncertainty':0.5", 1086.9, YES, 0.05, NULL},
        {"'kind':'cliff','mesh':'box 1100 900 0 1300 1100 4','uncertainty':0.5", 1087.2, OPEN, 0.05, NULL},
        {"'kind':'cliff','mesh':'box 1100 900 0 1300 1100 4','uncertainty':0.5", 1087.9, OPEN, 0.05, NULL},
        {"'kind':'cliff','mesh':'box 1100 900 0 1300 1100 4','uncertainty':0.5", 1088.6, NO, 0.05, NULL},
        {"'kind':'building','mesh':'box 1200 900 0 1210 1100 90, box 1400 900 0 1410 1100 90'", 1187, YES, 0.05, NULL},
        {"'kind':'building','mesh':'box 1200 900 0 1210 1100 90, box 1400 900 0 1410 1100 90'", 1190, NO, 0.05, NULL},
        {"'kind':'building','mesh':'box 1200 900 0 1210 1100 90, box 1400 900 0 1410 1100 90'", 1300, YES, 0.05, NULL},
        /* a window: gone through, not stood in */
        {"'kind':'building','mesh':'box 1200 900 0 1210 1100 5.4, box 1200 900 60 1210 1100 90'", 1190, NO, 0.05, NULL},
        /* of two what is certain is told */
        {"'kind':'cliff','mesh':'box 1100 900 0 1300 1100 4','uncertainty':0.5", 1087.9, NO, 0.05,
         "{'id':'y','kind':'deep-water','disc':{'centre':[1080,1000],'radius':50}}"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int over = 0; over < 2; over++) {
            judge_table t;
            judge_begin(&t);
            judge_terrain(&t, "{'id':'x',%s}", cases[i].terrain);
            if (cases[i].more != NULL) {
                judge_terrain(&t, "%s", cases[i].more);
            }
            judge_model(&t, "a", "red", "infantry", "man", 900, 1000, 0, over ? OVER : "'move':9");
            judge_ready(&t);
            judge_set(&t, cases[i].tolerance, NULL);
            tl_standing s = stand(&t, (tl_vec3){cases[i].x, 1000, 0}, 0);
            if (over && s.verdict != cases[i].verdict) {
                fail_msg("case %zu: %d", i, (int)s.verdict);
            }
            if (over && s.verdict != YES) {
                assert_int_equal(s.kind, TL_HALT_NO_END);
                assert_int_equal(s.cause.clause, TL_CLAUSE_MOVE_OVER);
                assert_string_equal(s.cause.of_row, "DT-SPC-14");
                assert_string_equal(tl_table_slot_name(t.table, s.slot), cases[i].more != NULL ? "y" : "x");
            } else if (!over) {
                assert_true(s.verdict == YES || s.kind == TL_HALT_RISES);
            }
            judge_end(&t);
        }
    }
}

/* All of a disc out of what nobody enters, by what its rim may be off. */
static void enters(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'s','kind':'swamp','disc':{'centre':[700,1000],'radius':80}}");
    judge_terrain(&t, "{'id':'x','kind':'deep-water','disc':{'centre':[1200,1000],'radius':50}}");
    judge_terrain(&t, "{'id':'y','kind':'cliff','mesh':'box 1500 900 0 1700 1100 20','uncertainty':0.5}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, OVER);
    judge_model(&t, "b", "red", "infantry", "man", 1050, 900, 0, "'move':9");
    judge_ready(&t);
    const struct {
        double x, radius;
        bool enters;
    } cases[] = {{700, 20, true},    {1200, 5, false},    {1150, 0, false},    {1130, 19.9, true},  {1130, 20.1, false},
                 {1270, 19.9, true}, {1270, 20.1, false}, {1480, 19.4, true},  {1480, 19.6, false}, {1500, 0, false},
                 {1600, 10, false},  {1720, 19.4, true},  {1720, 19.6, false}, {1380, 100, true}};
    tl_moving m;
    make(&t, "a1", &m);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (tl_standing_enters(&m, (tl_vec2){cases[i].x, 1000}, cases[i].radius) != cases[i].enters) {
            fail_msg("case %zu", i);
        }
    }
    m.regions[1].going = TL_GOING_TRAP;
    assert_false(tl_standing_enters(&m, (tl_vec2){1200, 1000}, 5));
    m.regions[1].going = TL_GOING_SLOW;
    assert_true(tl_standing_enters(&m, (tl_vec2){1200, 1000}, 5));
    tl_moving_free(&m);
    make(&t, "b1", &m); /* others are kept out on their way */
    assert_true(tl_standing_enters(&m, (tl_vec2){1200, 1000}, 5));
    tl_moving_free(&m);
    judge_end(&t);
}

/* --- Coming down -------------------------------------------------------------------------------------------------- */

#define PLANES                                                                                                         \
    "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','diameter':60}},"      \
    "'board':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'rectangle','size':[80,40]}}"

static tl_landing land(judge_table *t, tl_vec2 at, double facing) {
    tl_moving m;
    tl_landing landing;
    tl_heading heading = {cos(facing * M_PI / 180), sin(facing * M_PI / 180)};
    make(t, "a1", &m);
    assert_int_equal(tl_landing_look(&m, at, heading, &landing, &error), TL_OK);
    tl_moving_free(&m);
    return landing;
}

static void begin_plane(judge_table *t, const char *asset) {
    judge_begin(t);
    judge_asset(t, PLANES);
    judge_model(t, "a", "red", "aircraft", asset, 300, 1500, 0, "'move':8,'locomotion':'flying'");
}

/* A board of 80 by 40, turned: its corners are over the edge or not, on each of the table's sides. */
static void edges(void **state) {
    (void)state;
    judge_table t;
    begin_plane(&t, "board");
    judge_ready(&t);
    for (int k = 0; k < 72; k++) {
        double a = 5.0 * k * M_PI / 180;
        double x = 40 * fabs(cos(a)) + 20 * fabs(sin(a)), y = 40 * fabs(sin(a)) + 20 * fabs(cos(a));
        for (int side = 0; side < 4; side++) {
            for (int in = -1; in <= 1; in += 2) {
                double by = 0.01 * in;
                tl_vec2 at = side == 0   ? (tl_vec2){x + by, 1000}
                             : side == 1 ? (tl_vec2){3000 - x - by, 1000}
                             : side == 2 ? (tl_vec2){1000, y + by}
                                         : (tl_vec2){1000, 3000 - y - by};
                tl_landing l = land(&t, at, 5.0 * k);
                assert_int_equal(l.on_table, in > 0 ? YES : NO);
                assert_int_equal(l.even, YES);
                assert_true(l.flat_mm == 0 && l.flat_deg == 0 && l.high == 0);
            }
        }
    }
    judge_end(&t);
}

/* What lies beside a board, within its reach all the same, is no unevenness below it, a kerb or a ditch. */
static void beside(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        bool ditch = k / 2 == 1, under = k % 2 == 1;
        judge_table t;
        begin_plane(&t, "board");
        double y = 1000 + (under ? 14 : 21);
        if (ditch) {
            judge_terrain(&t,
                          "{'id':'g','kind':'ground','mesh':'box 500 500 0 1500 %.17g 8, box 500 %.17g 0 1500 1500 "
                          "8'}",
                          y, y + 12);
        } else {
            judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 500 %.17g 0 1500 %.17g 8'}", y, y + 12);
        }
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "20", "flat_tolerance_deg", "89", NULL);
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, 0);
        assert_near(l.flat_mm, under ? 8 : 0, 1e-9);
        assert_int_equal(l.flat_deg > 0, under);
        assert_near(l.high, ditch || under ? 8 : 0, 1e-9);
        l = land(&t, (tl_vec2){1000, 1000}, 90); /* crosswise it reaches it */
        assert_near(l.flat_mm, 8, 1e-9);
        judge_end(&t);
    }
}

/* On a tilted plate: the slope as it is, by what points that are each off tilt the plane through them; the height from
 * end to end. */
static void tilts(void **state) {
    (void)state;
    const double ground = 0.2 * (1 + sqrt(3)), by = atan(3 * ground / 30) * 180 / M_PI;
    const struct {
        double off, more; /* how far the slope allowed is above that of the plate, degrees */
        tl_verdict even;
    } cases[] = {{0, 0.01, YES},    {0, -0.01, NO},     {0.2, by + 0.05, YES},  {0.2, by - 0.05, OPEN},
                 {0.2, 0.05, OPEN}, {0.2, -0.05, OPEN}, {0.2, 0.05 - by, OPEN}, {0.2, -0.05 - by, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int axis = 0; axis < 3; axis++) {
            double roll = axis == 0 ? 12 : axis == 1 ? 0 : 8, pitch = axis == 0 ? 0 : axis == 1 ? 12 : -9;
            double slope = acos(cos(roll * M_PI / 180) * cos(pitch * M_PI / 180)) * 180 / M_PI;
            judge_table t;
            begin_plane(&t, "plane");
            judge_terrain(&t,
                          "{'id':'g','kind':'ground','mesh':'box -300 -300 -200 300 300 0','at':[1000,1000,150],"
                          "'tilt':[%g,%g],'uncertainty':%g}",
                          roll, pitch, cases[i].off);
            judge_ready(&t);
            char text[32];
            snprintf(text, sizeof(text), "%.17g", slope + cases[i].more);
            judge_set(&t, 0.05, "flat_tolerance_mm", "200", "flat_tolerance_deg", text, NULL);
            tl_landing l = land(&t, (tl_vec2){1000, 1000}, 0);
            assert_near(l.flat_deg, slope, 1e-6);
            if (l.even != cases[i].even) {
                fail_msg("case %zu, %d: %d", i, axis, (int)l.even);
            }
            judge_end(&t);
        }
    }
}

/* The plane through points below a board is the plate's, however the board is turned on it. */
static void turned_boards(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        double roll = k % 3 == 0 ? 7 : -4, pitch = k % 2 == 0 ? 5 : -9;
        double slope = acos(cos(roll * M_PI / 180) * cos(pitch * M_PI / 180)) * 180 / M_PI;
        judge_table t;
        begin_plane(&t, "board");
        judge_terrain(&t,
                      "{'id':'g','kind':'ground','mesh':'box -300 -300 -200 300 300 0','at':[1000,1000,150],'tilt':"
                      "[%g,%g]}",
                      roll, pitch);
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "200", "flat_tolerance_deg", k % 4 < 2 ? "60" : "3", NULL);
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, 15.0 * k + 7);
        assert_near(l.flat_deg, slope, 1e-6);
        assert_int_equal(l.even, k % 4 < 2 ? YES : NO);
        judge_end(&t);
    }
}

/* A step as high as that: the height allowed by twice what the ground may be off; where it begins by what its mesh may
 * be off, or for certain by what heights may. */
static void steps(void **state) {
    (void)state;
    const double ground = 0.5 * (1 + sqrt(3));
    const struct {
        double x, height, off; /* the step begins at 1000 */
        tl_verdict even;
    } cases[] = {{1000, 9.99, 0, YES},
                 {1000, 10.01, 0, NO},
                 {1000, 10 - 2 * ground - 0.01, 0.5, YES},
                 {1000, 10 - 2 * ground + 0.01, 0.5, OPEN},
                 {1000, 10 + 2 * ground - 0.01, 0.5, OPEN},
                 {1000, 10 + 2 * ground + 0.01, 0.5, NO},
                 {969.4, 60, 0.5, YES},
                 {969.6, 60, 0.5, OPEN},
                 {970 + ground - 0.1, 60, 0.5, OPEN},
                 {970 + ground + 0.3, 60, 0.5, NO},
                 {969.9, 60, 0, YES},
                 {970.1, 60, 0, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin_plane(&t, "plane");
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 1000 500 0 1500 1500 %.17g','uncertainty':%g}",
                      cases[i].height, cases[i].off);
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "10", "flat_tolerance_deg", "89.9", NULL);
        tl_landing l = land(&t, (tl_vec2){cases[i].x, 1000}, 0);
        if (l.even != cases[i].even) {
            fail_msg("case %zu: %d, uneven by %g", i, (int)l.even, l.flat_mm);
        }
        assert_near(l.high, cases[i].x < 970 ? 0 : cases[i].height, 1e-9);
        judge_end(&t);
    }
}

/* A slot too narrow for points to find: as deep as it is, it is found when that is more than allowed. */
static void slots(void **state) {
    (void)state;
    const double ground = 0.5 * (1 + sqrt(3));
    const struct {
        double depth, off;
        tl_verdict even;
    } cases[] = {{9.99, 0, YES},
                 {10.01, 0, NO},
                 {30, 0, NO},
                 {10 - 2 * ground - 0.01, 0.5, YES},
                 {10 - 2 * ground + 0.01, 0.5, OPEN},
                 {10 + 2 * ground - 0.01, 0.5, OPEN},
                 {10 + 2 * ground + 0.01, 0.5, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin_plane(&t, "plane");
        judge_terrain(&t,
                      "{'id':'g','kind':'ground','mesh':'box 500 500 0 1003.1 1500 40, box 1003.4 500 0 1500 1500 40, "
                      "box 1003.1 500 0 1003.4 1500 %.17g','uncertainty':%g}",
                      40 - cases[i].depth, cases[i].off);
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "10", "flat_tolerance_deg", "89.9", NULL);
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, 0);
        if (l.even != cases[i].even) {
            fail_msg("case %zu: %d, uneven by %g", i, (int)l.even, l.flat_mm);
        }
        assert_near(l.high, 40, 1e-9);
        if (cases[i].depth > 10.005) {
            assert_near(l.flat_mm, cases[i].depth, 1e-6);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledges), cmocka_unit_test(rims),          cmocka_unit_test(high_walls),
        cmocka_unit_test(floors), cmocka_unit_test(slopes),        cmocka_unit_test(even_ground),
        cmocka_unit_test(gaps),   cmocka_unit_test(body_by_body),  cmocka_unit_test(no_ends),
        cmocka_unit_test(enters), cmocka_unit_test(edges),         cmocka_unit_test(beside),
        cmocka_unit_test(tilts),  cmocka_unit_test(turned_boards), cmocka_unit_test(steps),
        cmocka_unit_test(slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
