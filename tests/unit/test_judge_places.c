/* Where ends may stand, and what that leaves open (judge/between): the ways in which a body somewhere in a region
 * stands to an area, against the rectangle itself and against single places; what an attacker leans on; outlines,
 * bodies and walls that may be off. Closed forms, both sides of every limit. */
#include "judge/between/between_parts.h"
#include "judge/between/between.h"
#include "judge/between/shielding.h"
#include "judge/cover/pair_cover.h"
#include "judge/sight/sight.h"
#include "support/judge_facts.h"
#include "support/judge_pairs.h"

#include <math.h>
#include <stdio.h>

/* --- Ways to stand ------------------------------------------------------------------------------------------------ */

static const tl_vec2 AREA_LOW = {1000, 1000}, AREA_HIGH = {1300, 1200};
enum { AREA_TOP = 90 };

static tl_region man_at(const judge_table *t, tl_vec2 low, tl_vec2 high, double bottom, double rise) {
    return (tl_region){.member = SIZE_MAX,
                       .kind = tl_ruleset_class(t->ruleset, "infantry"),
                       .from_base = true,
                       .measured = JUDGE_RIM,
                       .covers = JUDGE_RIM,
                       .low = low,
                       .high = high,
                       .bottom_low = bottom,
                       .bottom_high = bottom + rise,
                       .tall = 30};
}

static unsigned ways_of(const judge_table *t, const tl_region_rules *rules, const tl_region *r) {
    const tl_between_end end[2] = {{.member = SIZE_MAX, .region = r}, {.member = SIZE_MAX, .region = r}};
    tl_between between = {.context = t->inquiry.context};
    tl_making m = {.inquiry = &t->inquiry, .rules = rules, .end = end, .between = &between};
    unsigned ways[2];
    ok(tl_between_end_ways(&m, &t->referee->areas[0], 0, &ways[0], &error));
    ok(tl_between_end_ways(&m, &t->referee->areas[0], 1, &ways[1], &error));
    assert_int_equal(ways[0], ways[1]);
    tl_between_free(&between);
    return ways[0];
}

static void begin_ways(judge_table *t, tl_region_rules *rules) {
    judge_begin(t);
    judge_area(t, "wood", "wood", AREA_LOW, AREA_HIGH, AREA_TOP);
    judge_man(t, "a", 100, 100);
    judge_ready(t);
    ok(tl_region_rules_make(&t->inquiry, NULL, rules, &error));
}

static void ways_to_stand(void **state) {
    (void)state;
    enum { OUT = TL_WAY_OUT, RIM = TL_WAY_STRADDLES, IN = TL_WAY_IN, OVER = TL_WAY_OVER };
    judge_table t;
    tl_region_rules rules;
    begin_ways(&t, &rules);
    const struct {
        tl_vec2 low, high;
        double bottom, rise;
        unsigned ways;
    } cases[] = {
        {{1100, 1100}, {1110, 1110}, 0, 0, IN},
        {{1100, 1100}, {1110, 1110}, 89.9, 0, IN},
        {{1100, 1100}, {1110, 1110}, 89, 0.9, IN},
        {{1100, 1100}, {1110, 1110}, 89, 1, IN | OVER}, /* its bottom may be at the top: over it */
        {{1100, 1100}, {1110, 1110}, 80, 30, IN | OVER},
        {{1100, 1100}, {1110, 1110}, 90, 0, OUT | OVER},
        {{1100, 1100}, {1110, 1110}, 95, 5, OUT | OVER},
        {{1100, 1100}, {1310, 1110}, 0, 0, IN | RIM | OUT},
        {{1100, 1100}, {1310, 1110}, 80, 30, IN | RIM | OUT | OVER},
        {{1100, 1100}, {1310, 1110}, 80, 10, IN | RIM | OUT | OVER},
        {{1100, 1100}, {1310, 1110}, 80, 9.9, IN | RIM | OUT},
        {{1300, 1100}, {1300, 1100}, 0, 0, IN | RIM | OUT},
        {{1300 - JUDGE_RIM - 0.01, 1100}, {1300 - JUDGE_RIM - 0.01, 1100}, 0, 0, IN},
        {{1300 - JUDGE_RIM + 0.01, 1100}, {1300 - JUDGE_RIM + 0.01, 1100}, 0, 0, IN | RIM | OUT},
        {{1300 + JUDGE_RIM + 0.01, 1100}, {1400, 1100}, 0, 0, OUT},
        {{1300 + JUDGE_RIM + 0.01, 1100}, {1400, 1100}, 80, 30, OUT},
        {{1300 + JUDGE_RIM - 0.01, 1100}, {1400, 1100}, 0, 0, IN | RIM | OUT},
        {{1310, 1210}, {1400, 1400}, 0, 0, OUT}, /* its box lies over the corner, it doesn't */
        {{600, 600}, {1700, 1700}, 0, 0, IN | RIM | OUT},
        {{2000, 2000}, {2010, 2010}, 0, 0, OUT},
        {{2000, 2000}, {2010, 2010}, 95, 10, OUT},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_region r = man_at(&t, cases[i].low, cases[i].high, cases[i].bottom, cases[i].rise);
        unsigned ways = ways_of(&t, &rules, &r);
        if (ways != cases[i].ways) {
            fail_msg("case %zu: %u, not %u", i, ways, cases[i].ways);
        }
    }
    tl_region_rules_free(&rules);
    judge_end(&t);
}

/* However a body stands at some place of its region, the region has that way; and has it where it has one alone. */
static void ways_of_places(void **state) {
    (void)state;
    test_random random = test_random_start("judge_places_ways", 111);
    judge_table t;
    tl_region_rules rules;
    begin_ways(&t, &rules);
    for (int i = 0; i < 400; i++) {
        tl_vec2 low = {test_random_between(&random, 950, 1330), test_random_between(&random, 950, 1230)};
        double wide = test_random_below(&random, 3) == 0 ? 0 : test_random_between(&random, 0, 120);
        tl_vec2 high = {low.x + wide, low.y + test_random_between(&random, 0, 40)};
        double bottom = test_random_below(&random, 2) == 0 ? 0 : test_random_between(&random, 50, 110);
        tl_region r = man_at(&t, low, high, bottom, test_random_between(&random, 0, 30));
        r.measured = test_random_between(&random, 3, 30);
        unsigned ways = ways_of(&t, &rules, &r);
        for (int n = 0; n < 12; n++) {
            tl_vec2 at = {test_random_between(&random, low.x, high.x), test_random_between(&random, low.y, high.y)};
            double z = test_random_between(&random, r.bottom_low, r.bottom_high);
            double x = tl_max(tl_max(AREA_LOW.x - at.x, at.x - AREA_HIGH.x), 0);
            double y = tl_max(tl_max(AREA_LOW.y - at.y, at.y - AREA_HIGH.y), 0);
            double deep =
                tl_min(tl_min(at.x - AREA_LOW.x, AREA_HIGH.x - at.x), tl_min(at.y - AREA_LOW.y, AREA_HIGH.y - at.y));
            double apart = hypot(x, y) - r.measured;
            if (fabs(apart) < 1e-3 || fabs(deep - r.measured) < 1e-3 || fabs(z - AREA_TOP) < 1e-3) {
                continue;
            }
            unsigned way = apart > 0           ? TL_WAY_OUT
                           : z > AREA_TOP      ? TL_WAY_OVER
                           : deep > r.measured ? TL_WAY_IN
                                               : TL_WAY_STRADDLES;
            assert_true((ways & way) != 0);
        }
    }
    tl_region_rules_free(&rules);
    judge_end(&t);
}

/* Some of a body lies in an area wherever it stands: the disc that is its own at every place overlaps it, and its
 * height does. */
static void certain_overlaps(void **state) {
    (void)state;
    judge_table t;
    tl_region_rules rules;
    begin_ways(&t, &rules);
    const struct {
        double x, y, wide, deep, bottom, rise, covers;
        bool overlaps;
    } cases[] = {
        {1100, 1100, 0, 0, 0, 0, 12.5, true},     {1300, 1100, 0, 0, 0, 0, 12.5, true},
        {1312.4, 1100, 0, 0, 0, 0, 12.5, true},   {1312.6, 1100, 0, 0, 0, 0, 12.5, false},
        {1305, 1100, 6, 8, 0, 0, 12.5, true}, /* half the diagonal is 5: a disc of 7.5 is left */
        {1307.4, 1100, 6, 8, 0, 0, 12.5, true},   {1307.6, 1100, 6, 8, 0, 0, 12.5, false},
        {1100, 1100, 15, 20, 0, 0, 12.7, true},   /* a disc of 0.2 */
        {1100, 1100, 15, 20, 0, 0, 12.58, false}, /* ... of 0.08: too small to be told */
        {1100, 1100, 15, 20, 0, 0, 12.5, false},  {1100, 1100, 0, 0, 0, 0, 0, false},
        {1100, 1100, 0, 0, 89.9, 0, 12.5, true},  {1100, 1100, 0, 0, 90, 0, 12.5, false},
        {1100, 1100, 0, 0, 80, 9.9, 12.5, true},  {1100, 1100, 0, 0, 80, 10, 12.5, false},
        {1100, 1100, 0, 0, -500, 0, 12.5, true}, /* an area has no floor */
        {2100, 1100, 0, 0, 0, 0, 12.5, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_vec2 low = {cases[i].x - cases[i].wide / 2, cases[i].y - cases[i].deep / 2};
        tl_vec2 high = {cases[i].x + cases[i].wide / 2, cases[i].y + cases[i].deep / 2};
        tl_region r = man_at(&t, low, high, cases[i].bottom, cases[i].rise);
        r.covers = cases[i].covers;
        if (tl_region_overlaps(&rules, t.inquiry.context, &t.referee->areas[0], &r) != cases[i].overlaps) {
            fail_msg("case %zu", i);
        }
        r.member = 0; /* of a member where it stands that is asked otherwise */
        assert_false(tl_region_overlaps(&rules, t.inquiry.context, &t.referee->areas[0], &r));
    }
    tl_region_rules_free(&rules);
    judge_end(&t);
}

/* --- Places that are cover ---------------------------------------------------------------------------------------- */

/* A wood whose outline may be off: it is surely cover to who stands deeper in it than that, and may be to who stands no
 * farther from it; asked whole, to who is surely wholly in it. */
static void cover_of_places(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double off = k & 1 ? 3 : 0;
        bool whole = k & 2;
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 1000 100 0 1600 2000 80','uncertainty':%g}", off);
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        judge_set(&t, -1, "area_cover_overlap", whole ? "whole" : "any", NULL);
        tl_region_rules rules;
        tl_shield_rules shields;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        ok(tl_shield_rules_make(&rules, &shields, &error));
        for (int n = 0; n < 6; n++) {
            /* its rim so far inside the wood's (or outside): beyond what may be off, or not */
            double by = n % 2 == 0 ? off + 0.1 : off - 0.1;
            bool in = n < 2, straddles = n >= 4;
            double x = straddles ? 1000 : in ? 1000 + JUDGE_RIM + by : 1000 - JUDGE_RIM - by;
            tl_region far = man_at(&t, (tl_vec2){300, 300}, (tl_vec2){300, 300}, 0, 0);
            tl_region here = man_at(&t, (tl_vec2){x, 1000}, (tl_vec2){x, 1000}, 0, 0);
            tl_between between;
            ok(tl_shield_between_make(&shields, t.inquiry.context, &far, &here, &between, &error));
            bool beyond = n % 2 == 0;
            bool may = in || straddles || !beyond;
            /* a place of no size: its own disc tells where nothing is off */
            bool must = straddles || in ? (whole ? in && beyond : off == 0 || (in && beyond)) : false;
            if (off == 0 && !beyond) {
                must = !whole; /* over the rim by 0.1 */
            }
            if (between.never_free != may || between.in_cover != must) {
                fail_msg("%d, %d: %d %d", k, n, between.never_free, between.in_cover);
            }
            tl_between_free(&between);
        }
        tl_shield_rules_free(&shields);
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

/* A free line is proved where a shallow wood is certain, though it lies across; not where its outline may be off. */
static void lines_through_woods(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        double off = k & 1 ? 2 : 0, ends = k & 2 ? 1 : 0;
        bool deep = k & 4;
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 1000 100 0 %d 2000 80','uncertainty':%g}",
                      deep ? 1500 : 1030, off);
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        tl_region_rules rules;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        tl_region from = man_at(&t, (tl_vec2){960, 1000}, (tl_vec2){960, 1000}, 0, 0);
        double x = deep ? 1560 : 1070;
        tl_region to = man_at(&t, (tl_vec2){x, 1000}, (tl_vec2){x, 1000}, 0, 0);
        tl_box3 a = {{952, 992, 3}, {968, 1008, 30}}, b = {{x - 8, 992, 3}, {x + 8, 1008, 30}};
        tl_between between;
        ok(tl_region_between_make(&rules, t.inquiry.context, &from, &to, &between, &error));
        assert_int_equal(tl_region_areas_allow(&between, a, b, ends), off == 0 && !deep);
        tl_between_free(&between);
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

/* What hides whom at least and at most: areas that are no cover block sight alone, so that what is seen whole past all
 * that hides needn't be seen. */
static void areas_without_cover(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "one", "wood", (tl_vec2){1000, 100}, (tl_vec2){1020, 2000}, -1);
        judge_area(&t, "two", "smoke", (tl_vec2){1100, 100}, (tl_vec2){1120, 2000}, -1);
        judge_man(&t, "a", 900, 1000);
        judge_man(&t, "b", 1200, 1000);
        judge_man(&t, "c", 1110, 1000);
        judge_ready(&t);
        if (k > 0) { /* a rule system in which one of the two is no cover */
            ((tl_terrain_kind *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, k == 1 ? "wood" : "smoke"))->cover =
                false;
        }
        judge_set(&t, -1, NULL);
        tl_region_rules rules;
        tl_shield_rules shields;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        ok(tl_shield_rules_make(&rules, &shields, &error));
        assert_int_equal(shields.holds_sight, k == 0);
        assert_int_equal(shields.most.condition_count, k == 0 ? 2 : 1);
        assert_int_equal(shields.least.condition_count, k == 0 ? 2 : 1);
        tl_between between;
        ok(tl_between_cover(&t.inquiry, 0, 1, TL_BETWEEN_COVER_AREAS_HIDE, false, &between, &error));
        assert_int_equal(between.sight_count, k == 0 ? 2 : 1);
        assert_int_equal(between.obstacles.condition_count, between.sight_count);
        for (size_t i = 0; i < between.sight_count; i++) {
            assert_true(t.referee->areas[between.area_of[i]].kind->cover);
        }
        tl_between_free(&between);
        tl_pair_cover_result r = cover(&t, "a1", "c1"); /* stands in the smoke */
        assert_int_equal(r.stands_in_area, k != 2);
        assert_int_equal(r.verdict, YES); /* behind the wood, or in the smoke */
        r = cover(&t, "b1", "c1");
        assert_int_equal(r.verdict, k == 2 ? NO : YES);
        tl_region here = man_at(&t, (tl_vec2){1110, 1000}, (tl_vec2){1110, 1000}, 0, 0);
        here.measured = here.covers = 5;
        tl_region far = man_at(&t, (tl_vec2){300, 300}, (tl_vec2){300, 300}, 0, 0);
        ok(tl_shield_between_make(&shields, t.inquiry.context, &far, &here, &between, &error));
        assert_int_equal(between.in_cover, k != 2);
        tl_between_free(&between);
        tl_shield_rules_free(&shields);
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

/* Kinds that block and are no cover, are cover and don't block, or block only as solid trees do. */
static void kinds_of_cover(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'it','kind':'hedge','mesh':'box 1000 900 0 1010 1100 30'}");
    judge_man(&t, "a", 100, 100);
    judge_ready(&t);
    tl_terrain_kind *kind = (tl_terrain_kind *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, "hedge");
    for (int k = 0; k < 16; k++) {
        kind->blocks = k & 1;
        kind->cover = k & 2;
        kind->blocks_if_solid = k & 4;
        judge_set(&t, -1, "wood_models", k & 8 ? "solid" : "transparent", NULL);
        bool solid = (k & 4) && (k & 8);
        assert_int_equal(tl_between_terrain_blocks(&t.inquiry, 0, false), (k & 1) || solid);
        assert_int_equal(tl_between_terrain_blocks(&t.inquiry, 0, true), ((k & 1) && (k & 2)) || solid);
    }
    judge_end(&t);
}

/* --- What an attacker leans on ------------------------------------------------------------------------------------ */

/* Terrain and areas no farther from the attacker than the setting says are left out (DB-COV-06): the limit itself is
 * within; what stands there to within the tolerance, or what may be off, is open. */
static void leaning(void **state) {
    (void)state;
    for (int k = 0; k < 60; k++) {
        static const double reaches[3] = {0, 20, 40};
        double reach = reaches[k % 3];
        int how = k / 3 % 5; /* inside, well within, at it to the last bit, a hair beyond, far beyond */
        int what = k / 15;   /* a wood, a wood that may be off by 2, a wall, the same wall with a tolerance */
        static const double past[5] = {0, -1, 0, 0.5, 10};
        double off = what == 1 ? 2 : 0, tolerance = what == 3 ? 1 : 0;
        if (how == 0 && what > 1) {
            continue;
        }
        double gap = how == 0 ? -30 : reach + past[how];
        if (how == 1 && reach == 0) {
            continue;
        }
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "other", "wood", (tl_vec2){1700, 100}, (tl_vec2){1800, 1900}, 500);
        double x = 500 + JUDGE_RIM + gap;
        if (what < 2) {
            judge_terrain(&t, "{'id':'it','kind':'wood','mesh':'box %.17g 100 0 %.17g 1900 300','uncertainty':%g}", x,
                          x + 60, off);
        } else {
            judge_wall(&t, "it", (tl_vec2){x, 100}, (tl_vec2){x + 60, 1900}, 300);
        }
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_ready(&t);
        char text[32];
        snprintf(text, sizeof(text), "%.17g", reach);
        judge_set(&t, tolerance, "cover_near_shooter", text, NULL);
        /* how far within the limit it surely is: an attacker inside is as far within as the limit is wide */
        double margin = how == 0 ? reach : -past[how];
        bool open = off + tolerance > 0 && fabs(margin) <= off + tolerance;
        for (int drop = 0; drop < 2; drop++) {
            tl_between between;
            ok(tl_between_cover(&t.inquiry, 0, 1, TL_BETWEEN_COVER_AREAS_HIDE, drop, &between, &error));
            bool left_out = open ? drop : margin >= 0, in_way;
            size_t index = terrain_of(&t, "it");
            if (what < 2) {
                in_way = false;
                for (size_t i = 0; i < between.sight_count; i++) {
                    in_way = in_way || t.referee->areas[between.area_of[i]].terrain == index;
                }
                assert_int_equal(between.sight_count, in_way ? 2 : 1); /* the other one is far away */
            } else {
                in_way = between.blockers[t.table->terrain[index].slot] != 0;
                assert_int_equal(between.sight_count, 1);
            }
            if (in_way == left_out || between.near_open != open) {
                fail_msg("%d, drop %d: in the way %d, open %d (reach %g, gap %g)", k, drop, in_way, between.near_open,
                         reach, gap);
            }
            tl_between_free(&between);
        }
        /* where the setting says nothing, nothing is left out */
        judge_set(&t, tolerance, NULL);
        tl_between between;
        ok(tl_between_cover(&t.inquiry, 0, 1, TL_BETWEEN_COVER_AREAS_HIDE, true, &between, &error));
        assert_int_equal(between.sight_count, what < 2 ? 2 : 1);
        assert_false(between.near_open);
        tl_between_free(&between);
        judge_end(&t);
    }
}

/* --- Hulls of meshes ---------------------------------------------------------------------------------------------- */

/* A hull that is a mesh is measured as a shape of the same form: over a rim, at right angles to it, or along the line.
 */
static void hulls_of_meshes(void **state) {
    (void)state;
    test_random random = test_random_start("judge_places_hulls", 112);
    int told = 0;
    for (int i = 0; i < 24; i++) {
        double x = i % 3 == 0 ? 1000 : test_random_between(&random, 930, 1070),
               turn = test_random_between(&random, 0, 90);
        double far = test_random_between(&random, 60, 140);
        tl_pair_sight_result seen[2];
        for (int mesh = 0; mesh < 2; mesh++) {
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, "'hull':{%s}",
                        mesh ? "'mesh':'box -50 -30 0 50 30 40'"
                             : "'core':{'shape':'box','min':[-50,-30,0],'max':[50,30,40]}");
            judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1000 + far, 1900}, 500);
            judge_unit(&t,
                       "{'id':'v','side':'red','class':'vehicle','members':[{'id':'v1','asset':'hull','at':[%.17g,"
                       "1000,0],'facing':%.17g}]}",
                       x, turn);
            judge_man(&t, "b", 1400, 1020);
            judge_ready(&t);
            judge_set(&t, -1, "area_distance", i % 2 == 0 ? "perpendicular" : "along_line", "area_straddle",
                      i % 4 < 2 ? "cut" : "any_overlap", NULL);
            seen[mesh] = look(&t, "v1", "b1");
            judge_end(&t);
        }
        assert_int_equal(seen[0].sight.verdict, seen[1].sight.verdict);
        assert_int_equal(seen[0].has_depth, seen[1].has_depth);
        if (seen[0].has_depth && seen[0].sight.verdict == YES) {
            assert_int_equal(seen[0].depth.clause, seen[1].depth.clause);
            told++;
        }
    }
    assert_true(told > 0);
}

/* --- Limits of a rule system -------------------------------------------------------------------------------------- */

/* How near the edge for who is inside, how near for who looks through, how far for two inside: three lengths, which
 * need not be alike; what is told of a line is held against its own, seen or not, and what is drawn of the edge is the
 * first. */
static void limits_of_areas(void **state) {
    (void)state;
    static const struct {
        double into, through, inside, shown;
    } rules[] = {{2, 1, 3, 200}, {0.5, 1.5, 2.5, 50}, {1, 0.25, 1, 100}, {-1, 0.5, 2, 0}, {INFINITY, 0.5, 2, 0}};
    for (size_t k = 0; k < 5; k++) {
        for (int n = 0; n < 12; n++) {
            int where = n % 3; /* one inside, none, both */
            bool seen = n / 3 % 2 == 0, back = n >= 6;
            double limit = 100 * (where == 0 ? rules[k].into : where == 1 ? rules[k].through : rules[k].inside);
            if (where == 0 && !isfinite(limit)) {
                continue;
            }
            double depth = tl_max(limit, 0) + (seen ? -20 : 20);
            if (seen && limit < 0) {
                continue;
            }
            judge_table t;
            judge_begin(&t);
            double low = where == 2 ? 400 : 1100, rim = JUDGE_RIM;
            /* inside: so deep; before it: so far from its far edge; both in it: so far apart */
            double a = where == 0 ? low + depth + rim : where == 1 ? 1150 + 600 : 900;
            double b = where == 0 ? 800 : where == 1 ? 1150 - depth - rim : 900 + 2 * rim + depth;
            double high = where == 0 ? 2900 : where == 1 ? 1150 : 2500;
            if (where == 1) {
                low = 1140;
            }
            judge_area(&t, "wood", "wood", (tl_vec2){low, 100}, (tl_vec2){high, 2900}, -1);
            judge_man(&t, "a", a, 1000);
            judge_man(&t, "b", b, 1000);
            judge_ready(&t);
            tl_area_rule *rule = (tl_area_rule *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, "wood")->area;
            rule->into_units = rules[k].into;
            rule->through_units = rules[k].through;
            rule->inside_units = rules[k].inside;
            judge_set(&t, -1, NULL);
            tl_area_rules made = tl_inquiry_area_rules(&t.inquiry, rule);
            assert_near(made.through_limit, 100 * rules[k].through, 1e-6);
            assert_near(made.inside_limit, 100 * rules[k].inside, 1e-6);
            assert_true(rules[k].into < 0      ? made.edge_limit == -1
                        : isinf(rules[k].into) ? isinf(made.edge_limit)
                                               : fabs(made.edge_limit - 100 * rules[k].into) < 1e-6);
            tl_pair_sight_result r = back ? look(&t, "b1", "a1") : look(&t, "a1", "b1");
            if (r.sight.verdict != (seen ? YES : NO) || !r.has_depth) {
                fail_msg("%zu, %d: %d why %d, %d", k, n, (int)r.sight.verdict, (int)r.sight.why, r.has_depth);
            }
            assert_near(r.depth.limit_mm, tl_max(limit, 0), 1e-9);
            assert_near(r.depth.margin.low, r.depth.limit_mm - r.depth.distance.high, 1e-9);
            assert_near(r.depth.margin.high, r.depth.limit_mm - r.depth.distance.low, 1e-9);
            assert_true(seen == (r.depth.margin.low >= 0));
            tl_pair_sight_shown shown;
            ok(tl_pair_sight_show(&t.inquiry, &r, &shown, &error));
            for (size_t i = 0; i < shown.stretch_count; i++) {
                assert_near(shown.stretches[i].edge_mm, rules[k].shown, 1e-9);
            }
            tl_pair_sight_shown_free(&shown);
            judge_end(&t);
        }
    }
}

/* What one pair of two units may or may not be allowed, at the limit to within rounding, leaves the others open, too;
 * well within it they are allowed, well beyond it they aren't. */
static void open_pairs_of_units(void **state) {
    (void)state;
    static const double beyond[] = {-0.5, 2e-9, 1e-8, 5e-8, 2e-7, 1e-6, 0.5};
    for (size_t k = 0; k < sizeof(beyond) / sizeof(beyond[0]); k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1050, 2900}, 500);
        for (int s = 0; s < 2; s++) {
            judge_unit(
                &t,
                "{'id':'u%d','side':'%s','class':'infantry','members':[{'id':'m%d','asset':'man','at':[%g,1500]},"
                "{'id':'n%d','asset':'man','at':[%.17g,1700]}]}",
                s, s ? "blue" : "red", s, s ? 1400.0 : 700.0, s, s ? 1400.0 : 950 - JUDGE_RIM - beyond[k]);
        }
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", "miniature", NULL);
        tl_verdict near = look(&t, "n0", "n1").sight.verdict;
        assert_int_equal(look(&t, "m0", "m1").sight.verdict, NO);
        judge_set(&t, -1, "area_grain", "unit", NULL);
        tl_pair_sight_result r = look(&t, "m0", "m1");
        assert_int_equal(r.sight.verdict, near);
        tl_between between;
        ok(tl_between_sight(&t.inquiry, judge_who(&t, "m0"), judge_who(&t, "m1"), &between, &error));
        assert_int_equal(between.grain_open, near == OPEN);
        tl_between_free(&between);
        if (near == OPEN) {
            assert_int_equal(r.sight.why, TL_WHY_TOLERANCE);
            assert_true(r.sight.max_clearance == INFINITY);
        }
        judge_end(&t);
    }
}

/* --- What may be off ---------------------------------------------------------------------------------------------- */

/* Depths of all areas together don't stand where an outline among them may be off, though no line comes near it; each
 * by itself does. */
static void depths_of_all(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool sum = k & 1, off = k & 2, across = k & 4;
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "one", "wood", (tl_vec2){620, 100}, (tl_vec2){622, 1900}, 500);
        judge_area(&t, "two", "wood", (tl_vec2){975, 100}, (tl_vec2){977, 1900}, 500);
        judge_terrain(&t, "{'id':'three','kind':'wood','mesh':'box 980 %d 0 982 1900 500','uncertainty':%d}",
                      across ? 900 : 1060, off ? 1 : 0);
        judge_model(&t, "a", "red", "infantry", "post", 600, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "area_combine", sum ? "sum_depth" : "each", NULL);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        assert_int_equal(r.sight.verdict, off && (sum || across) ? OPEN : YES);
        assert_int_equal(r.uncertainty.areas, off);
        assert_int_equal(r.uncertainty.decides, off && (sum || across));
        judge_end(&t);
    }
}

/* A target that is seen whole past the corner of a wood, by bodies that may be off: surely only when the view keeps so
 * far from it. */
static void views_past_woods(void **state) {
    (void)state;
    static const double gaps[] = {1, 1.8, 3.5, 10, 40};
    for (int k = 0; k < 10; k++) {
        double off = k % 2 == 0 ? 2 : 0, gap = gaps[k / 2];
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -5 -5 3 5 5 40','uncertainty':%g}", off);
        /* beside the way to the target: the hull of the view is 5 wide there to this side */
        judge_area(&t, "wood", "wood", (tl_vec2){1400, 1005 + gap}, (tl_vec2){1480, 1900}, 500);
        judge_model(&t, "a", "red", "vehicle", "scan", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "vehicle", "scan", 1500, 1000, 0, "");
        judge_ready(&t);
        tl_pair_cover_result r = cover(&t, "a1", "b1");
        if (r.verdict != (off > 0 && gap < 2 ? OPEN : NO)) {
            fail_msg("off %g, gap %g: %d", off, gap, (int)r.verdict);
        }
        assert_int_equal(r.uncertainty.any, off > 0);
        assert_int_equal(r.uncertainty.decides, off > 0 && gap < 2);
        judge_end(&t);
    }
}

/* Asked in a hurry, the first line that is found may lie too near to what may be off: then a clearer one is looked for.
 */
static void clearer_lines(void **state) {
    (void)state;
    test_random random = test_random_start("judge_places_clearer", 113);
    for (int i = 0; i < 24; i++) {
        double off = test_random_between(&random, 1, 4), y = 1000 + test_random_between(&random, -20, 20);
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "vehicle", "tank", 1500, 1000, 0, "");
        double x = 600 + 70 * (i % 12);
        judge_terrain(&t, "{'id':'right','kind':'wall','mesh':'box %g 100 -50 %g %.17g 300','uncertainty':%g}", x,
                      x + 10, y - 7, off);
        judge_terrain(&t, "{'id':'left','kind':'wall','mesh':'box %g %.17g -50 %g 1900 300','uncertainty':%g}", x,
                      y + 7, x + 10, off);
        judge_ready(&t);
        tl_inquiry hasty = t.inquiry;
        hasty.quick = true;
        tl_pair_sight_result r;
        ok(tl_pair_sight(&hasty, 0, 1, &r, &error));
        /* the middle of the gap is 7 clear */
        assert_int_equal(r.sight.verdict, YES);
        assert_true(r.sight.has_line);
        tl_vec3 p = r.sight.from, q = r.sight.to;
        for (int k = 0; k < 2; k++) {
            double at = p.y + (x + 10 * k - p.x) / (q.x - p.x) * (q.y - p.y);
            assert_true(fabs(at - y) <= 7 - off);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_to_stand),       cmocka_unit_test(kinds_of_cover),  cmocka_unit_test(ways_of_places),
        cmocka_unit_test(certain_overlaps),    cmocka_unit_test(cover_of_places), cmocka_unit_test(lines_through_woods),
        cmocka_unit_test(areas_without_cover), cmocka_unit_test(leaning),         cmocka_unit_test(open_pairs_of_units),
        cmocka_unit_test(hulls_of_meshes),     cmocka_unit_test(depths_of_all),   cmocka_unit_test(views_past_woods),
        cmocka_unit_test(clearer_lines),       cmocka_unit_test(limits_of_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
