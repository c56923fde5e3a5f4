/* What all regions of a map share, and what is said of single ones (judge/between/regions.c, shielding.c): flags and
 * masks by setting, on tables where each is known; where nobody can prove that a line is free; and that uncertain
 * outlines, and bodies, keep lines so far away from areas: both sides of the limit. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/between/regions.h"
#include "judge/between/shielding.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

static size_t slot_of(const judge_table *t, const char *terrain) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, terrain) == 0) {
            return t->table->terrain[i].slot;
        }
    }
    fail_msg("there is no terrain %s", terrain);
    return 0;
}

static void make_rules(judge_table *t, tl_region_rules *rules, tl_shield_rules *shields) {
    ok(tl_region_rules_make(&t->inquiry, NULL, rules, &error));
    ok(tl_shield_rules_make(rules, shields, &error));
}

static void free_rules(tl_region_rules *rules, tl_shield_rules *shields) {
    for (int twice = 0; twice < 2; twice++) { /* what was freed may be freed */
        tl_shield_rules_free(shields);
        tl_region_rules_free(rules);
    }
}

/* Where a man is somewhere in a square. */
static tl_region man_at(const judge_table *t, double x, double y, double wide) {
    return (tl_region){.member = SIZE_MAX,
                       .kind = tl_ruleset_class(t->ruleset, "infantry"),
                       .from_base = true,
                       .measured = JUDGE_RIM,
                       .covers = JUDGE_RIM,
                       .low = {x - wide / 2, y - wide / 2},
                       .high = {x + wide / 2, y + wide / 2},
                       .tall = 30};
}

/* --- Shared ------------------------------------------------------------------------------------------------------- */

/* Each setting is in its flag, and in no other. */
static void flags(void **state) {
    (void)state;
    static const char *const sets[][2] = {{"area_near", "either"},       {"min_clearance_mm", "2"},
                                          {"min_visible_patch_mm", "5"}, {"los_touch", "clear"},
                                          {"cover_near_shooter", "0"},   {"cover_min_fraction", "0.25"},
                                          {"cover_near_shooter", "40"}};
    for (int tank = 0; tank < 2; tank++) {
        judge_table t;
        judge_begin(&t);
        judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 900}, 100);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 1200}, (tl_vec2){1100, 1500}, -1);
        judge_terrain(&t, "{'id':'wire','kind':'wire','mesh':'box 1200 900 0 1210 1100 10'}");
        judge_man(&t, "a", 500, 500);
        if (tank) {
            judge_tank(&t, "v", 700, 500, 0);
        }
        judge_ready(&t);
        for (size_t k = 0; k < sizeof(sets) / sizeof(sets[0]); k++) {
            for (int plus = 0; plus < 2; plus++) {
                judge_set(&t, -1, sets[k][0], sets[k][1], "cover_blockers", plus ? "plus_vehicles" : "terrain_smoke",
                          NULL);
                tl_region_rules rules;
                tl_shield_rules shields;
                make_rules(&t, &rules, &shields);
                assert_near(rules.clearance, k == 1 ? 2 : 0, 0);
                assert_int_equal(rules.never_free, k == 2);
                assert_int_equal(rules.grown, k == 3);
                assert_int_equal(shields.never_hidden, k == 4 || k == 6);
                assert_int_equal(shields.some_hidden, k == 5);
                assert_int_equal(shields.holds_sight, (!tank || plus) && k != 1 && k != 2);
                assert_near(rules.give, 0, 0);
                assert_false(rules.ground_gives);
                assert_false(tl_region_open_holes(&rules));
                assert_int_equal(rules.slots, t.table->slot_count);
                assert_int_equal(shields.most.condition_count, 1);
                assert_int_equal(shields.least.condition_count, 1);
                assert_near(shields.areas_off, 0, 0);
                for (size_t slot = 0; slot < t.table->slot_count; slot++) {
                    bool wall = slot == slot_of(&t, "wall"), vehicle = tank && slot == t.table->members[1].slot;
                    assert_int_equal(rules.blockers[slot] != 0, wall || vehicle);
                    assert_int_equal(rules.unsure[slot], 0);
                    assert_int_equal(shields.least.blockers[slot] != 0, wall);
                    assert_int_equal(shields.most.blockers[slot] != 0, wall || (vehicle && plus));
                }
                free_rules(&rules, &shields);
            }
        }
        judge_end(&t);
    }
}

/* Who may be off, and by how much the most: what blocks alone. */
static void uncertain_surfaces(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'one','kind':'wall','mesh':'box 1000 100 0 1010 900 100','uncertainty':%g}",
                      k == 0 ? 0.0 : 1.5);
        judge_terrain(&t, "{'id':'two','kind':'wall','mesh':'box 1300 100 0 1310 900 100','uncertainty':%g}",
                      k == 2 ? 3.0 : 0.0);
        judge_terrain(&t, "{'id':'wire','kind':'wire','mesh':'box 1200 900 0 1210 1100 10','uncertainty':9}");
        judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 1400 900 0 1500 1100 50','uncertainty':%g}",
                      k == 3 ? 2.0 : 0.0);
        judge_man(&t, "a", 500, 500);
        judge_ready(&t);
        tl_region_rules rules;
        tl_shield_rules shields;
        make_rules(&t, &rules, &shields);
        assert_near(rules.give, k == 0 ? 0 : k == 2 ? 3 : 1.5, 1e-12);
        assert_int_equal(rules.unsure[slot_of(&t, "one")] != 0, k > 0);
        assert_int_equal(rules.unsure[slot_of(&t, "two")] != 0, k == 2);
        assert_int_equal(rules.unsure[slot_of(&t, "wire")], 0);
        assert_near(shields.areas_off, k == 3 ? 2 : 0, 1e-12);
        assert_int_equal(shields.most.condition_count, 1);
        assert_int_equal(shields.least.condition_count, k != 3);
        assert_ptr_equal(rules.common.joiner, t.referee->firm_joiner);
        free_rules(&rules, &shields);
        judge_end(&t);
    }
}

/* Holes of what blocks: open, or closed by the setting, which makes twice as many slots. */
static void holes_of_maps(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'scan','kind':'%s','mesh':'%s 850 980 0 1150 1020 100'}", k == 2 ? "wire" : "wall",
                      k == 3 ? "box" : "tube");
        judge_terrain(&t, "{'id':'wire','kind':'wire','mesh':'tube 1850 980 0 1950 1020 100'}");
        judge_man(&t, "a", 500, 500);
        judge_ready(&t);
        judge_set(&t, -1, "scan_holes", k == 1 ? "closed" : "open", NULL);
        tl_region_rules rules;
        tl_shield_rules shields;
        make_rules(&t, &rules, &shields);
        size_t slots = t.table->slot_count, scan = slot_of(&t, "scan");
        assert_int_equal(tl_region_open_holes(&rules), k == 0);
        assert_int_equal(rules.slots, k == 1 ? 2 * slots : slots);
        assert_int_equal(rules.blockers[scan] != 0, k != 2);
        if (k == 1) {
            assert_true(rules.blockers[slots + scan] != 0 && shields.least.blockers[slots + scan] != 0 &&
                        shields.most.blockers[slots + scan] != 0);
            assert_ptr_equal(rules.common.world, t.table->closed);
        } else {
            assert_ptr_equal(rules.common.world, t.table->world);
        }
        free_rules(&rules, &shields);
        judge_end(&t);
    }
}

/* --- Single regions ----------------------------------------------------------------------------------------------- */

/* Free lines can't be proved for sight where somebody may look out of a bunker to one side, for cover where the one who
 * looks may man walls, or the target's place may be cover; and the place is cover where it surely is. */
static void what_cannot_be_proved(void **state) {
    (void)state;
    static const char *const kinds[] = {"bunker", "strongpoint", "trench", "wood", "wire"};
    for (int k = 0; k < 5; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'it','kind':'%s','mesh':'box -50 -50 0 50 50 40','at':[1000,1000,0]}", kinds[k]);
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        tl_region_rules rules;
        tl_shield_rules shields;
        make_rules(&t, &rules, &shields);
        /* in it, across its rim, over its rim or perhaps not, out of it */
        const struct {
            double x, wide;
            bool may, must;
        } places[] = {{1000, 4, true, true},
                      {1050, 4, true, k == 3},
                      /* over a rim: told of areas alone */ {1065, 10, true, false},
                      {1000, 200, true, false},
                      {1068, 4, false, false},
                      {1300, 4, false, false}};
        for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
            tl_region here = man_at(&t, places[i].x, 1000, places[i].wide), far = man_at(&t, 2000, 1000, 4);
            for (int turn = 0; turn < 2; turn++) {
                const tl_region *a = turn ? &far : &here, *b = turn ? &here : &far;
                tl_between sight, shield;
                ok(tl_region_between_make(&rules, t.inquiry.context, a, b, &sight, &error));
                ok(tl_shield_between_make(&shields, t.inquiry.context, a, b, &shield, &error));
                bool walls = k < 2, covers = k < 4;
                assert_int_equal(sight.never_free, k == 0 && places[i].may);
                assert_int_equal(shield.never_free, places[i].may && (turn ? covers : walls));
                assert_int_equal(shield.in_cover, turn && covers && places[i].must);
                assert_int_equal(sight.least.blockers[slot_of(&t, "it")] != 0, walls && !places[i].may);
                assert_int_equal(sight.most.blockers[slot_of(&t, "it")] != 0, walls);
                tl_between_free(&sight);
                tl_between_free(&shield);
            }
        }
        free_rules(&rules, &shields);
        judge_end(&t);
    }
}

/* Two woods whose depths are put together leave a free line unproved; one alone, or each by itself, doesn't. */
static void depths_together(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "one", "wood", (tl_vec2){900, 900}, (tl_vec2){920, 1100}, -1);
        if (k < 3) {
            judge_area(&t, "two", "wood", (tl_vec2){1000, k == 2 ? 2000 : 900}, (tl_vec2){1020, k == 2 ? 2100 : 1100},
                       -1);
        }
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        judge_set(&t, -1, "area_combine", k == 1 ? "each" : "sum_depth", NULL);
        tl_region_rules rules;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        tl_region a = man_at(&t, 800, 1000, 4), b = man_at(&t, 1200, 1000, 4);
        tl_between between;
        ok(tl_region_between_make(&rules, t.inquiry.context, &a, &b, &between, &error));
        assert_int_equal(between.never_free, k == 0);
        assert_int_equal(between.sight_count, k < 2 ? 2 : 1);
        assert_int_equal(between.most.condition_count, between.sight_count);
        assert_int_equal(between.least.condition_count, between.sight_count);
        tl_between_free(&between);
        judge_set(&t, -1, "area_grain", "unit", NULL);
        tl_region_rules_free(&rules);
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        ok(tl_region_between_make(&rules, t.inquiry.context, &a, &b, &between, &error));
        assert_int_equal(between.least.condition_count, 0);
        assert_int_equal(between.most.condition_count, between.sight_count);
        tl_between_free(&between);
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

/* How far apart two may be at least, in plan, and at most, in space: told by the corners of their rectangles. */
static void distances(void **state) {
    (void)state;
    test_random random = test_random_start("judge_region_distances", 81);
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){100, 100}, (tl_vec2){2900, 2900}, -1);
    judge_man(&t, "a", 200, 200);
    judge_ready(&t);
    tl_region_rules rules;
    ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
    for (int i = 0; i < 200; i++) {
        tl_region r[2];
        for (int k = 0; k < 2; k++) {
            double wide = test_random_below(&random, 3) == 0 ? 0 : test_random_between(&random, 0, 300);
            r[k] = man_at(&t, test_random_between(&random, 800, 1300), test_random_between(&random, 800, 1300), wide);
            r[k].high.y += test_random_between(&random, 0, 100);
            r[k].bottom_low = test_random_below(&random, 2) == 0 ? 0 : test_random_between(&random, 0, 200);
            r[k].bottom_high = r[k].bottom_low + test_random_below(&random, 2) * test_random_between(&random, 0, 50);
            r[k].measured = test_random_between(&random, 5, 20);
            r[k].tall = test_random_between(&random, 10, 60);
        }
        double least = INFINITY, most = 0;
        for (int n = 0; n < 16; n++) {
            tl_vec2 corner[2];
            for (int k = 0; k < 2; k++) {
                int which = k == 0 ? n / 4 : n % 4;
                corner[k] = (tl_vec2){which & 1 ? r[k].high.x : r[k].low.x, which & 2 ? r[k].high.y : r[k].low.y};
            }
            for (int k = 0; k < 2; k++) { /* to the nearest point of the other */
                const tl_region *o = &r[1 - k];
                double x = tl_max(o->low.x, tl_min(o->high.x, corner[k].x));
                double y = tl_max(o->low.y, tl_min(o->high.y, corner[k].y));
                least = tl_min(least, hypot(x - corner[k].x, y - corner[k].y));
            }
            most = tl_max(most, hypot(corner[0].x - corner[1].x, corner[0].y - corner[1].y));
        }
        /* rectangles that cross like a plus have no corner in each other */
        bool meet = r[0].low.x <= r[1].high.x && r[1].low.x <= r[0].high.x && r[0].low.y <= r[1].high.y &&
                    r[1].low.y <= r[0].high.y;
        double widths = r[0].measured + r[1].measured;
        least = meet ? 0 : tl_max(0, least - widths);
        double rise = 0;
        for (int k = 0; k < 2; k++) {
            rise = tl_max(rise, fabs(r[k].bottom_high + r[k].tall - r[1 - k].bottom_low));
        }
        tl_between between;
        ok(tl_region_between_make(&rules, t.inquiry.context, &r[0], &r[1], &between, &error));
        assert_true(between.sight_count == 1 && between.asked[0].count > 0);
        const tl_between_asked_area *sides[2] = {between.least.conditions[0].user, between.most.conditions[0].user};
        for (int most_of = 0; most_of < 2; most_of++) {
            assert_int_equal(sides[most_of]->most, most_of);
            for (size_t n = 0; n < sides[most_of]->count; n++) {
                double told = sides[most_of]->sights[n].unit_distance;
                assert_near(told, most_of ? hypot(most, rise) + widths : least, 1e-5);
                /* rounding is on the safe side */
                assert_true(most_of ? told >= hypot(most, rise) + widths : told <= least);
            }
        }
        tl_between_free(&between);
    }
    tl_region_rules_free(&rules);
    judge_end(&t);
}

/* An uncertain outline refuses nobody for certain, nor does any other beside it. */
static void uncertain_outlines(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'one','kind':'wood','mesh':'box 900 900 0 920 1100 50','uncertainty':%d}", k & 1);
        judge_terrain(&t, "{'id':'two','kind':'wood','mesh':'box 1000 900 0 1020 1100 50','uncertainty':%d}", k & 2);
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        tl_region_rules rules;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        tl_region a = man_at(&t, 800, 1000, 4), b = man_at(&t, 1200, 1000, 4);
        tl_between between;
        ok(tl_region_between_make(&rules, t.inquiry.context, &a, &b, &between, &error));
        assert_int_equal(between.most.condition_count, 2);
        assert_int_equal(between.least.condition_count, k == 0 ? 2 : 0);
        for (size_t i = 0; i < 2; i++) {
            const tl_between_asked_area *area = between.most.conditions[i].user;
            size_t terrain = t.referee->areas[between.area_of[i]].terrain;
            assert_near(area->off, strcmp(t.table->terrain[terrain].id, "one") == 0 ? k & 1 : k & 2, 0);
            assert_true(area->most && area->count > 0);
        }
        tl_between_free(&between);
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

/* Lines that run past the rim of a deep wood are allowed when they keep so far from it as it, and the bodies, may be
 * off. */
static void lines_past_rims(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double off = k & 1 ? 3 : 0, ends = k & 2 ? 1.5 : 0;
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 900 100 0 1400 1000 80','uncertainty':%g}", off);
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        tl_region_rules rules;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        for (int n = 0; n < 10; n++) {
            double limit = off + ends, gap = limit + (n % 2 == 0 ? 1 : -1) * (n < 4 ? 1e-3 : n < 8 ? 0.1 : 0.7);
            bool allowed = n % 2 == 0;
            double low = 1000 + gap;
            tl_box3 a = {{700, low, 3}, {716, low + 16, 30}}, b = {{1600, low, 3}, {1616, low + 16, 30}};
            tl_region from = man_at(&t, 708, low + 8, 0), to = man_at(&t, 1608, low + 8, 0);
            tl_between between;
            ok(tl_region_between_make(&rules, t.inquiry.context, &from, &to, &between, &error));
            if (tl_region_areas_allow(&between, a, b, ends) != allowed) {
                fail_msg("off %g, ends %g, gap %g", off, ends, gap);
            }
            tl_between_free(&between);
        }
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags),
        cmocka_unit_test(uncertain_surfaces),
        cmocka_unit_test(holes_of_maps),
        cmocka_unit_test(lines_past_rims),
        cmocka_unit_test(what_cannot_be_proved),
        cmocka_unit_test(depths_together),
        cmocka_unit_test(uncertain_outlines),
        cmocka_unit_test(distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
