/* Sight between two models, or a point and a model, as the rules say (judge/sight, judge/between/holes.c): who sees
 * whom past boxes whose gaps and rims are known, which clause decides, what areas and holes have to say, and what would
 * have to go. Closed forms, both sides of every limit. */
#include "judge/sight/sight.h"
#include "judge/between/between.h"
#include "judge/between/closing.h"
#include "judge/variant.h"
#include "judge/sight/pair_depth.h"
#include "support/judge_facts.h"
#include "support/judge_sights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Solid things ------------------------------------------------------------------------------------------------- */

/* Over a wall: seen when it is lower than the posts; a line that touches it is none, unless the setting lets it
 * (DB-LOS-03), and then what touches can't be told from what doesn't. */
static void over_walls(void **state) {
    (void)state;
    const struct {
        double height;
        const char *touch;
        tl_verdict verdict;
    } cases[] = {{30, "blocked", YES}, {39.5, "blocked", YES}, {40.5, "blocked", NO}, {45, "clear", NO},
                 {40, "blocked", NO},  {40, "clear", OPEN},    {39.5, "clear", YES},  {40.01, "clear", NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_posts(&t);
        judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, cases[i].height);
        judge_ready(&t);
        judge_set(&t, -1, "los_touch", cases[i].touch, NULL);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        if (r.sight.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.sight.verdict);
        }
        assert_int_equal(r.cause.clause, cases[i].verdict == NO ? TL_CLAUSE_SIGHT_BLOCKED : TL_CLAUSE_SIGHT_FREE);
        if (cases[i].verdict == YES) {
            assert_true(r.sight.has_line);
            assert_true(r.sight.clearance <= 40 - cases[i].height + 1e-9 || cases[i].height < 35);
            assert_true(r.has_nearest);
        } else if (cases[i].verdict == NO) {
            assert_int_equal(r.sight.named_count, 1);
            assert_int_equal(r.sight.named[0], slot_of(&t, "wall"));
            assert_false(r.by_area);
            assert_true(r.sight.has_attempt);
            assert_near(r.sight.attempt_stop.x, 1000, 1e-6); /* from a: the near face */
        } else {
            assert_int_equal(r.sight.why, TL_WHY_TOLERANCE);
            assert_near(r.sight.max_clearance, 0, 0);
        }
        judge_end(&t);
    }
}

/* Through a gap between two walls: how clear the line is, and how clear it has to be. */
static void through_gaps(void **state) {
    (void)state;
    const struct {
        double width, tolerance;
        const char *least;
        tl_verdict verdict;
    } cases[] = {{8, -1, "0", YES},    {8, -1, "3.9", YES}, {8, -1, "4.1", NO}, {24, -1, "11.9", YES},
                 {24, -1, "12.5", NO}, {0.5, -1, "0", YES}, {0.5, 1, "0", YES}, {0.5, 0, "0", YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_posts(&t);
        judge_wall(&t, "right", (tl_vec2){1000, 100}, (tl_vec2){1010, 1000 - cases[i].width / 2}, 500);
        judge_wall(&t, "left", (tl_vec2){1000, 1000 + cases[i].width / 2}, (tl_vec2){1010, 2900}, 500);
        judge_ready(&t);
        judge_set(&t, cases[i].tolerance, "min_clearance_mm", cases[i].least, NULL);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        if (r.sight.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.sight.verdict);
        }
        if (cases[i].verdict == YES) {
            assert_true(r.sight.clearance <= cases[i].width / 2 + 1e-9);
            assert_true(r.sight.clearance >= strtod(cases[i].least, NULL));
            assert_true(r.has_nearest);
            assert_true(r.nearest == slot_of(&t, "left") || r.nearest == slot_of(&t, "right"));
        }
        judge_end(&t);
    }
}

/* Who is nearest to a free line: the wall beside it, or nobody. */
static void nearest_to_lines(void **state) {
    (void)state;
    judge_table t;
    set_posts(&t);
    judge_ready(&t);
    tl_pair_sight_result r = look(&t, "a1", "b1");
    assert_int_equal(r.sight.verdict, YES);
    assert_true(!r.has_nearest || r.nearest == 0);
    judge_end(&t);
}

/* One inside a solid sees nobody. */
static void inside_solids(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 400 900 0 600 1100 100'}");
    judge_unit(&t,
               "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[500,1000,0]}]}");
    judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    judge_ready(&t);
    tl_pair_sight_result r = look(&t, "a1", "b1");
    assert_int_equal(r.sight.verdict, NO);
    assert_true(r.sight.from_inside_solid && !r.sight.to_inside_solid);
    assert_int_equal(r.cause.clause, TL_CLAUSE_SIGHT_BLOCKED);
    judge_end(&t);
}

/* Which end comes first is told by where models stand. */
static void turned_pairs(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    /* by x, then by y, then by z, and last in the scene's order */
    static const double at[5][3] = {{600, 950, 100}, {600, 950, 0}, {600, 900, 50}, {500, 1000, 70}, {600, 950, 100}};
    static const int rank[5] = {3, 2, 1, 0, 4};
    for (int i = 0; i < 5; i++) {
        judge_unit(
            &t, "{'id':'u%d','side':'red','class':'infantry','members':[{'id':'m%d','asset':'post','at':[%g,%g,%g]}]}",
            i, i, at[i][0], at[i][1], at[i][2]);
    }
    judge_ready(&t);
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 5; k++) {
            assert_int_equal(tl_pair_turned(&t.inquiry, i, k), rank[i] > rank[k]);
        }
    }
    judge_end(&t);
}

/* --- Areas -------------------------------------------------------------------------------------------------------- */

/* What is told of a line that passes, or is too deep: which area, its number, the limit and what is to spare. */
static void depths_told(void **state) {
    (void)state;
    const struct {
        double before, width, behind; /* as in test_judge_between: rims in front of the area and beyond it */
        tl_verdict verdict;
        tl_clause clause;
        double distance, limit;
    } cases[] = {
        {200, 800, -800 + 60, YES, TL_CLAUSE_SIGHT_FREE, 60, 100},
        {200, 800, -800 + 130, NO, TL_CLAUSE_AREA_EDGE, 130, 100},
        {20, 60, 500, YES, TL_CLAUSE_SIGHT_FREE, 80, 100},
        {20, 120, 500, NO, TL_CLAUSE_AREA_EDGE, 140, 100},
        {-100, 800, -800 + 350, YES, TL_CLAUSE_SIGHT_FREE, 250, 300},
        {-100, 800, -800 + 450, NO, TL_CLAUSE_AREA_INSIDE, 350, 300},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "off", "wood", (tl_vec2){1000, 2500}, (tl_vec2){2000, 2600}, 500);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1000 + cases[i].width, 2400}, 500);
        judge_man(&t, "a", 1000 - cases[i].before - JUDGE_RIM, 1500);
        judge_man(&t, "b", 1000 + cases[i].width + cases[i].behind + JUDGE_RIM, 1500);
        judge_ready(&t);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        assert_int_equal(r.sight.verdict, cases[i].verdict);
        assert_int_equal(r.cause.clause, cases[i].clause);
        assert_true(r.has_depth);
        assert_string_equal(t.table->terrain[r.depth_terrain].id, "wood");
        assert_near(r.depth.limit_mm, cases[i].limit, 0);
        /* a line may lie a little aslant */
        assert_near(r.depth.distance.high, cases[i].distance, 4);
        assert_near(r.depth.margin.low, cases[i].limit - r.depth.distance.high, 1e-9);
        assert_near(r.depth.margin.high, cases[i].limit - r.depth.distance.low, 1e-9);
        assert_int_equal(tl_pair_depth_cause(&t.inquiry, &r).clause,
                         cases[i].limit > 200 ? TL_CLAUSE_AREA_INSIDE : TL_CLAUSE_AREA_EDGE);
        if (cases[i].verdict == NO) {
            assert_true(r.by_area);
            assert_int_equal(r.sight.named_count, 1);
            assert_int_equal(r.sight.named[0], slot_of(&t, "wood"));
        }
        judge_end(&t);
    }
}

/* Limits are inclusive to the last bit, and no rounding is told below zero. */
static void exactly_deep(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1800, 2400}, 500);
    judge_man(&t, "a", 800, 1500);
    judge_man(&t, "b", 1100 + JUDGE_RIM, 1500);
    judge_ready(&t);
    judge_set(&t, 0, NULL);
    tl_pair_sight_result r = look(&t, "a1", "b1");
    if (r.sight.verdict == YES) {
        assert_true(r.depth.margin.low >= 0);
        assert_near(r.depth.margin.low, 0, 1e-6);
    }
    judge_end(&t);
}

/* Of two areas the one that leaves least; a wall behind one makes the answer the wall's. */
static void areas_and_walls(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "thin", "wood", (tl_vec2){1000, 100}, (tl_vec2){1030, 2400}, 500);
    judge_area(&t, "thick", "wood", (tl_vec2){1100, 100}, (tl_vec2){1170, 2400}, 500);
    judge_man(&t, "a", 990 - JUDGE_RIM, 1500);
    judge_man(&t, "b", 1180 + JUDGE_RIM, 1500);
    judge_ready(&t);
    tl_pair_sight_result r = look(&t, "a1", "b1");
    assert_int_equal(r.sight.verdict, YES);
    assert_string_equal(t.table->terrain[r.depth_terrain].id, "thick");
    assert_near(r.depth.distance.high, 80, 4);
    judge_end(&t);
    for (int wall = 0; wall < 2; wall++) {
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){wall ? 1020 : 1400, 2400}, 500);
        if (wall) {
            judge_wall(&t, "wall", (tl_vec2){1500, 100}, (tl_vec2){1510, 2400}, 500);
        }
        judge_man(&t, "a", 980, 1500);
        judge_man(&t, "b", 1700, 1500);
        judge_ready(&t);
        r = look(&t, "a1", "b1");
        assert_int_equal(r.sight.verdict, NO);
        assert_int_equal(r.by_area, !wall);
        assert_int_equal(r.has_depth, !wall);
        assert_int_equal(r.cause.clause, wall ? TL_CLAUSE_SIGHT_BLOCKED : TL_CLAUSE_AREA_EDGE);
        judge_end(&t);
    }
}

/* What a bunker's crew doesn't see behind it is the bunker's doing. */
static void behind_bunkers(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'fort','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[1000,1000,0]}");
    judge_unit(
        &t, "{'id':'in','side':'red','class':'infantry','members':[{'id':'in1','asset':'post','at':[1000,1000,0]}]}");
    judge_model(&t, "b", "blue", "infantry", "post", 500, 1000, 0, "");
    judge_ready(&t);
    tl_pair_sight_result r = look(&t, "in1", "b1");
    assert_int_equal(r.sight.verdict, NO);
    assert_int_equal(r.cause.clause, TL_CLAUSE_SHELTER_VIEW);
    judge_end(&t);
}

/* --- Points ------------------------------------------------------------------------------------------------------- */

/* The centre of a template: in a body, in the open, behind a wall, in a wood; either way round. */
static void points(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 1400}, 30);
    judge_area(&t, "wood", "wood", (tl_vec2){2000, 100}, (tl_vec2){2500, 1400}, 500);
    judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    judge_ready(&t);
    size_t b = judge_who(&t, "b1");
    const struct {
        tl_vec3 point;
        tl_verdict verdict;
        bool within;
        tl_clause clause;
    } cases[] = {{{1500, 1000, 20}, YES, true, TL_CLAUSE_SIGHT_FREE},
                 {{1495, 1000, 20}, YES, true, TL_CLAUSE_SIGHT_FREE}, /* on its face */
                 {{1494, 1000, 20}, YES, false, TL_CLAUSE_SIGHT_FREE},
                 {{500, 1000, 10}, NO, false, TL_CLAUSE_SIGHT_BLOCKED},
                 {{500, 1000, 40}, YES, false, TL_CLAUSE_SIGHT_FREE},
                 {{2050, 1000, 10}, YES, false, TL_CLAUSE_SIGHT_FREE},
                 {{2250, 1000, 10}, NO, false, TL_CLAUSE_AREA_EDGE}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int to = 0; to < 2; to++) {
            tl_pair_sight_result r;
            ok(tl_pair_point_sight(&t.inquiry, cases[i].point, 0, b, to, &r, &error));
            assert_int_equal(r.sight.verdict, cases[i].verdict);
            assert_int_equal(r.within, cases[i].within);
            assert_int_equal(r.cause.clause, cases[i].clause);
            assert_true(to ? r.from == b && r.to == TL_THE_CENTRE : r.from == TL_THE_CENTRE && r.to == b);
            assert_int_equal(r.sight.has_line, cases[i].verdict == YES);
            if (r.sight.has_line) {
                assert_point_near(to ? r.sight.to : r.sight.from, cases[i].point, 0);
            }
            assert_int_equal(r.has_depth, cases[i].point.x > 2000);
        }
    }
    /* a height that may be off makes it so: the wall's top is 10 below the line to the post's top */
    tl_pair_sight_result r;
    ok(tl_pair_point_sight(&t.inquiry, (tl_vec3){500, 1000, 40}, 5, b, false, &r, &error));
    assert_int_equal(r.sight.verdict, YES);
    ok(tl_pair_point_sight(&t.inquiry, (tl_vec3){500, 1000, 40}, 15, b, false, &r, &error));
    assert_int_equal(r.sight.verdict, OPEN);
    assert_int_equal(r.sight.why, TL_WHY_UNCERTAINTY);
    judge_set(&t, -1, "min_clearance_mm", "12", NULL);
    ok(tl_pair_point_sight(&t.inquiry, (tl_vec3){500, 1000, 40}, 0, b, false, &r, &error));
    assert_int_equal(r.sight.verdict, NO);
    judge_end(&t);
}

/* --- Holes -------------------------------------------------------------------------------------------------------- */

/* Two walls with a pipe between them that fills the gap: a scan without its two ends. */
static void set_tube(judge_table *t, double height, const char *more) {
    judge_wall(t, "right", (tl_vec2){1000, 100}, (tl_vec2){1010, 981}, height);
    judge_wall(t, "left", (tl_vec2){1000, 1019}, (tl_vec2){1010, 2900}, height);
    judge_terrain(t, "{'id':'scan','kind':'wall','mesh':'tube 850 980 0 1150 1020 %.17g'%s}", height, more);
}

/* A scan that is open at both ends lets lines through, unless the setting closes it; told where no other line is. */
static void holes(void **state) {
    (void)state;
    const struct {
        const char *setting;
        bool way_round, repaired;
        tl_verdict verdict;
        size_t count;
    } cases[] = {{"open", false, false, YES, 2}, {"closed", false, false, NO, 0}, {"ignored", false, false, YES, 0},
                 {"open", true, false, YES, 0},  {"closed", true, false, YES, 0}, {"open", false, true, NO, 2},
                 {"closed", false, true, NO, 0}, {"open", true, true, YES, 0},    {"ignored", false, true, NO, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_posts(&t);
        set_tube(&t, cases[i].way_round ? 20 : 100, cases[i].repaired ? ",'repair':{'close_holes':200}" : "");
        judge_ready(&t);
        judge_set(&t, -1, "scan_holes", cases[i].setting, NULL);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        if (r.sight.verdict != cases[i].verdict || r.holes.count != cases[i].count) {
            fail_msg("case %zu: %d, %zu holes", i, (int)r.sight.verdict, r.holes.count);
        }
        assert_int_equal(r.holes.all, cases[i].count);
        assert_int_equal(r.holes.by_repair, cases[i].count > 0 && cases[i].repaired);
        if (cases[i].count > 0) {
            assert_int_equal(r.holes.met[0].slot, slot_of(&t, "scan"));
            assert_true(r.holes.met[0].t < r.holes.met[1].t);
            if (!cases[i].repaired) {
                assert_int_equal(r.holes.through, YES);
                double x = r.sight.from.x + r.holes.met[0].t * (r.sight.to.x - r.sight.from.x);
                assert_near(x, 850, 1e-6);
            }
        }
        tl_pair_sight_result there, back;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &there, &error));
        ok(tl_pair_sight(&t.inquiry, 1, 0, &back, &error));
        for (size_t k = 0; k < there.holes.count; k++) {
            assert_near(there.holes.met[k].t, 1 - back.holes.met[there.holes.count - 1 - k].t, 1e-12);
            assert_int_equal(there.holes.met[k].item, back.holes.met[there.holes.count - 1 - k].item);
        }
        assert_int_equal(tl_holes_closed(&t.inquiry), strcmp(cases[i].setting, "closed") == 0);
        judge_end(&t);
    }
}

/* Quick questions, and those without somebody, don't look at holes. */
static void holes_that_matter(void **state) {
    (void)state;
    judge_table t;
    set_posts(&t);
    set_tube(&t, 100, "");
    judge_ready(&t);
    for (int k = 0; k < 3; k++) {
        uint8_t nobody[64] = {0};
        tl_inquiry other = tl_inquiry_without(&t.inquiry, k == 2 ? nobody : NULL);
        other.quick = k == 1;
        tl_between between;
        ok(tl_between_sight(&other, 0, 1, &between, &error));
        assert_int_equal(tl_holes_matter(&other, &between), k == 0);
        tl_box3 far = {{0, 0, 0}, {100, 100, 100}}, here = {{900, 900, 0}, {1200, 1200, 50}};
        assert_false(tl_holes_near(&other, &between, far, false));
        assert_true(tl_holes_near(&other, &between, here, false));
        assert_false(tl_holes_near(&other, &between, here, true));
        tl_between_free(&between);
    }
    judge_end(&t);
    /* a table of closed boxes has none */
    set_posts(&t);
    judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 100);
    judge_ready(&t);
    judge_set(&t, -1, "scan_holes", "closed", NULL);
    assert_false(tl_holes_closed(&t.inquiry));
    tl_between between;
    ok(tl_between_sight(&t.inquiry, 0, 1, &between, &error));
    assert_false(tl_holes_matter(&t.inquiry, &between));
    assert_false(tl_holes_near(&t.inquiry, &between, (tl_box3){{0, 0, 0}, {3000, 3000, 100}}, false));
    assert_false(between.closed);
    tl_between_free(&between);
    judge_end(&t);
}

/* --- What is in the way ------------------------------------------------------------------------------------------- */

/* One wall, two walls one behind the other, two side by side, an area: what opens a line when it goes. */
static void in_the_way(void **state) {
    (void)state;
    judge_table t;
    set_posts(&t);
    judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 100);
    judge_ready(&t);
    judge_ask(&t, "{'query':'los','from':'a1','to':'b1'}");
    assert_verdict(&t.told, "no");
    assert_true(made_lists(&t.told, "blockers", "wall"));
    assert_true(made_lists(&t.told, "opens_without[0].ids", "wall"));
    assert_false(made_has(&t.told, "opens_without[1]"));
    judge_end(&t);
    set_posts(&t);
    judge_wall(&t, "one", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 100);
    judge_wall(&t, "two", (tl_vec2){1200, 100}, (tl_vec2){1210, 2900}, 100);
    judge_ready(&t);
    judge_ask(&t, "{'query':'los','from':'a1','to':'b1'}");
    assert_int_equal(made_value(&t.told, "opens_without[0].ids")->count, 2);
    assert_int_equal(made_value(&t.told, "blockers")->count, 2);
    assert_false(made_has(&t.told, "opens_without[1]"));
    judge_end(&t);
    set_posts(&t);
    judge_wall(&t, "one", (tl_vec2){1000, 100}, (tl_vec2){1010, 1000}, 100);
    judge_wall(&t, "two", (tl_vec2){1000, 1000}, (tl_vec2){1010, 2900}, 100);
    judge_ready(&t);
    judge_ask(&t, "{'query':'los','from':'a1','to':'b1'}");
    assert_int_equal(made_value(&t.told, "opens_without[0].ids")->count, 1);
    assert_int_equal(made_value(&t.told, "opens_without[1].ids")->count, 1);
    judge_end(&t);
}

/* --- Margins ------------------------------------------------------------------------------------------------------ */

/* A post behind the end of a long wall: how far it must move aside to be seen, and the wall; and back again. */
static void margins(void **state) {
    (void)state;
    const struct {
        double end; /* of the wall beside the way, at y = 1000 + end */
        tl_verdict verdict;
    } cases[] = {{100, NO}, {-40, YES}};
    for (size_t i = 0; i < 2; i++) {
        judge_table t;
        judge_begin(&t);
        judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 1000 + cases[i].end}, 300);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'los','from':'a1','to':'b1','margin':true}");
        assert_verdict(&t.told, cases[i].verdict == YES ? "yes" : "no");
        /* seen: from the far corner of the one (495, 1005) past the near corner of the wall (1000, 1100) to the near
         * corner of the other (1495, 1005), which goes straight at that line. Hidden: all of it behind the line from
         * (505, 1005) past the wall's far corner (1010, 960), its own far corner at (1505, 1005). */
        double low = made_number(&t.told, "margin.target_mm[0]"), high = made_number(&t.told, "margin.target_mm[1]");
        double exact = cases[i].verdict == NO ? 1000 * 95 / hypot(505, 95) : 1000 * 45 / hypot(505, 45);
        assert_true(low <= exact && exact <= high && high - low < 0.03 * high);
        if (cases[i].verdict == NO) {
            /* the wall must go along its own length until it ends beside the line of the two corners */
            assert_string_equal(made_word(&t.told, "margin.blocker.id"), "wall");
            low = made_number(&t.told, "margin.blocker.mm[0]");
            high = made_number(&t.told, "margin.blocker.mm[1]");
            assert_true(low <= 95 && 95 <= high && high - low < 0.03 * high);
            assert_near(made_number(&t.told, "margin.blocker.direction[1]"), -1, 0.01);
        }
        judge_end(&t);
    }
}

/* Margins are of sight by a line, of answers that are settled. */
static void no_margins(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        set_posts(&t);
        if (k == 2) {
            judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'box 1000 900 -50 1010 1100 10','uncertainty':3}");
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'los','from':'a1','to':'b1','margin':%s,'set':{%s}}", k == 3 ? "false" : "true",
                  k == 1 ? "'min_visible_patch_mm':5" : "");
        assert_verdict(&t.told, "yes");
        assert_int_equal(made_has(&t.told, "margin"), k == 0);
        assert_int_equal(made_has(&t.told, "margin_why"), k == 2);
        judge_end(&t);
    }
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

/* Of two units the pair that tells most is told: a yes, of these the clearer line; any pair makes a yes. */
static void units(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'u','name':'Ours','side':'red','class':'infantry','members':[{'id':'u1','asset':'post','at':["
                   "500,1000]},{'id':'u2','asset':'post','at':[500,%d]}]}",
                   k == 3 ? 1050 : 2000);
        judge_unit(&t, "{'id':'w','name':'Theirs','side':'blue','class':'infantry','members':[{'id':'w1','asset':'post'"
                       ",'at':[1500,1000]},{'id':'w2','asset':'post','at':[1500,2000]}]}");
        judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, k == 0 ? 1500 : k == 2 ? 90 : 2900}, 100);
        judge_ready(&t);
        judge_ask(&t, "{'query':'los','from':'u','to':'w'}");
        assert_verdict(&t.told, k == 0 || k == 2 ? "yes" : "no");
        assert_int_equal(made_has(&t.told, "witness"), k == 0 || k == 2);
        if (k == 0) { /* only ways above y = 1500 are free */
            tl_vec3 p = made_point(&t.told, "witness.from"), q = made_point(&t.told, "witness.to");
            assert_true(p.y + (1000 - p.x) / (q.x - p.x) * (q.y - p.y) > 1500);
        }
        judge_end(&t);
    }
}

/* A pair that sees tells more of its unit than one of which it can't be told, and that more than one that doesn't. */
static void pairs_told(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'u','side':'red','class':'infantry','members':[{'id':'u1','asset':'post','at':[500,600]},{"
                   "'id':'u2','asset':'post','at':[500,1400]},{'id':'u3','asset':'post','at':[500,2200]}]}");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1400, 0, "");
        for (int n = 0; n < 3; n++) { /* a wall before each: none to speak of, just touched, or too high */
            static const double heights[3] = {1, 40, 90};
            char id[4] = {'w', (char)('0' + n), '\0'};
            judge_wall(&t, id, (tl_vec2){520, 400 + 800 * n}, (tl_vec2){530, 800 + 800 * n}, heights[orders[k][n]]);
        }
        judge_ready(&t);
        judge_set(&t, -1, "los_touch", "clear", NULL);
        tl_party from = judge_party(&t, "u"), to = judge_party(&t, "b");
        for (from.count = 3; from.count > 1; from.count--) {
            bool sees = from.count == 3 || orders[k][2] != 0, may = from.count == 3 || orders[k][2] != 1;
            tl_judge_sight_found found;
            ok(tl_judge_sight(&t.inquiry, &from, &to, false, &found, &error));
            assert_int_equal(found.verdict, sees ? YES : OPEN);
            assert_true(found.yes == (sees ? 1U : 0U) && found.open == (may ? 1U : 0U));
            assert_int_equal(found.told.sight.verdict, sees ? YES : OPEN);
            assert_false(found.blocking_asked);
            tl_judge_sight_found_free(&found);
        }
        judge_end(&t);
    }
}

/* What work, or more of it, may settle is noted: not for questions by the thousand, nor as if somebody weren't there.
 */
static void unsettled(void **state) {
    (void)state;
    judge_table t;
    set_posts(&t);
    for (int k = 0; k < 12; k++) { /* fences that leave no line, though each has gaps */
        for (int n = 0; n < 5; n++) {
            char id[16];
            snprintf(id, sizeof(id), "f%d_%d", k, n);
            double y = 960 + 16 * n + 2 * (k % 8), x = 700 + 40 * k;
            judge_wall(&t, id, (tl_vec2){x, y}, (tl_vec2){x + 2, y + 14.5}, 100);
        }
    }
    judge_ready(&t);
    for (int k = 0; k < 4; k++) {
        uint8_t nobody[256] = {0};
        tl_unsettled open = {false, false, false};
        tl_inquiry hasty = tl_inquiry_without(&t.inquiry, k == 3 ? nobody : NULL);
        hasty.unsettled = &open;
        hasty.effort = k == 1 ? 0 : 1e-7;
        hasty.quick = k == 2;
        tl_pair_sight_result r;
        ok(tl_pair_sight(&hasty, 0, 1, &r, &error));
        assert_int_equal(tl_inquiry_is_unsettled(r.sight.verdict, r.sight.why), k != 1);
        assert_int_equal(open.sight, k == 0);
        assert_false(open.cover || open.search);
    }
    judge_end(&t);
}

/* A camouflaged unit that nobody could see anyway is hidden by what stands in the way; one that could be, by its skill.
 */
static void unseen_units(void **state) {
    (void)state;
    const struct {
        double height, distance;
        const char *verdict, *rule;
    } cases[] = {{100, 500, "no", "DB-LOS-02"},
                 {20, 500, "no", "DT-SPC-11"},
                 {20, 300, "marginal", "DT-SPC-11"},
                 {20, 250, "yes", "DB-LOS-01"},
                 {1, 500, "yes", "DB-LOS-01"}};
    for (size_t i = 0; i < 5; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        double x = 500 + 2 * JUDGE_RIM + cases[i].distance;
        judge_model(&t, "b", "blue", "infantry", "post", x, 1000, 0, "'skills':['camouflage']");
        judge_wall(&t, "wall", (tl_vec2){x - 20, 100}, (tl_vec2){x - 16, 2900}, cases[i].height);
        judge_ready(&t);
        judge_ask(&t, "{'query':'los','from':'a','to':'b'}");
        assert_verdict(&t.told, cases[i].verdict);
        assert_string_equal(made_word(&t.told, "rule"), cases[i].rule);
        /* it sees as always */
        judge_ask(&t, "{'query':'los','from':'b','to':'a'}");
        assert_verdict(&t.told, cases[i].height < 40 ? "yes" : "no");
        judge_end(&t);
    }
}

/* Which way the least move goes, as the one has it who looks: the wall's end lies to the left, or to the right. */
static void ways_of_margins(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double facing[2] = {k < 2 ? 1 : -1,
                            k % 2 == 0 ? 1 : -1}; /* it looks along x or against it; the end lies at high or low y */
        judge_table t;
        judge_begin(&t);
        double end = 1000 + 60 * facing[1];
        judge_wall(&t, "wall", (tl_vec2){1000, facing[1] > 0 ? 100 : end}, (tl_vec2){1010, facing[1] > 0 ? end : 2900},
                   300);
        judge_model(&t, "a", "red", "infantry", "post", 1005 - 500 * facing[0], 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1005 + 500 * facing[0], 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'los','from':'a','to':'b','margin':true}");
        bool left = facing[0] * facing[1] > 0;
        if ((strstr(t.told.text, "left") != NULL) != left && (strstr(t.told.text, "right") != NULL) == left) {
            fail_msg("%d: %s", k, t.told.text);
        }
        assert_true(made_number(&t.told, "margin.target_mm[1]") > 0);
        assert_near(made_number(&t.told, "margin.direction[1]"), facing[1], 0.1);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_walls),    cmocka_unit_test(through_gaps),    cmocka_unit_test(nearest_to_lines),
        cmocka_unit_test(inside_solids), cmocka_unit_test(turned_pairs),    cmocka_unit_test(depths_told),
        cmocka_unit_test(exactly_deep),  cmocka_unit_test(areas_and_walls), cmocka_unit_test(behind_bunkers),
        cmocka_unit_test(points),        cmocka_unit_test(holes),           cmocka_unit_test(holes_that_matter),
        cmocka_unit_test(in_the_way),    cmocka_unit_test(margins),         cmocka_unit_test(no_margins),
        cmocka_unit_test(units),         cmocka_unit_test(pairs_told),      cmocka_unit_test(unsettled),
        cmocka_unit_test(unseen_units),  cmocka_unit_test(ways_of_margins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
