/* What stands between bodies that may be anywhere in a region (judge/between/regions.c, shielding.c), against what
 * stands between them at single places: random tables, settings, regions and places. Whatever the least blocks is
 * blocked at every place, whatever the most lets pass is free at every place, and for regions of no size all three are
 * one. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/between/regions.h"
#include "judge/between/shielding.h"
#include "judge/cover/pair_cover.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* --- Random tables ------------------------------------------------------------------------------------------------ */

static tl_vec2 place(test_random *random, double low, double high) {
    return (tl_vec2){test_random_between(random, low, high), test_random_between(random, low, high)};
}

/* A box of some kind; what has a mesh stands on the table itself. */
static void add_piece(judge_table *t, test_random *random, int number, const char *kind, bool mesh, const char *more) {
    tl_vec2 low = place(random, 900, 1700);
    double width = test_random_between(random, 40, 300), depth = test_random_between(random, 40, 300);
    double height = test_random_between(random, 5, 60);
    if (mesh) {
        judge_terrain(
            t, "{'id':'t%d','kind':'%s','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g','at':[%.17g,%.17g,0],'turn':%d%s}",
            number, kind, -width / 2, -depth / 2, width / 2, depth / 2, height, low.x + width / 2, low.y + depth / 2,
            90 * test_random_below(random, 4), more);
    } else {
        char id[16];
        snprintf(id, sizeof(id), "t%d", number);
        judge_area(t, id, kind, low, (tl_vec2){low.x + width, low.y + depth},
                   test_random_below(random, 2) == 0 ? height : -1);
    }
}

static void make_table(judge_table *t, test_random *random, bool tank) {
    judge_begin(t);
    bool woods = test_random_below(random, 2) == 0; /* nothing but large ones, so that depths decide */
    for (int k = 0; k < 2 && woods; k++) {
        tl_vec2 low = place(random, 900, 1500);
        char id[16];
        snprintf(id, sizeof(id), "large%d", k);
        judge_area(
            t, id, k == 0 ? "wood" : "smoke", low,
            (tl_vec2){low.x + test_random_between(random, 150, 500), low.y + test_random_between(random, 150, 500)},
            -1);
    }
    if (!woods) {
        judge_wall(t, "w1", place(random, 900, 1400), place(random, 1450, 1900), test_random_between(random, 2, 60));
        add_piece(t, random, 1, "wood", false, "");
        add_piece(t, random, 2, "wood", test_random_below(random, 2) == 0, "");
        add_piece(t, random, 3, "smoke", false, "");
        add_piece(t, random, 4, "building", true, test_random_below(random, 2) == 0 ? ",'interior':'abstract'" : "");
        add_piece(t, random, 5, "bunker", true, "");
        add_piece(t, random, 6, test_random_below(random, 2) == 0 ? "strongpoint" : "trench", true, "");
        add_piece(t, random, 7, "wire", false, "");
    }
    judge_tank(t, "v", test_random_between(random, 1000, 1800), test_random_between(random, 1000, 1800),
               test_random_between(random, 0, 360));
    const double at[2] = {200, 400};
    for (int k = 0; k < 2; k++) {
        judge_unit(t, "{'id':'u%d','side':'s%d','class':'%s','members':[{'id':'m%d','asset':'%s','at':[%g,200,0]}]}", k,
                   k, k == 1 && tank ? "vehicle" : "infantry", k, k == 1 && tank ? "tank" : "man", at[k]);
    }
    judge_ready(t);
}

static const tl_inquiry *choose(judge_table *t, test_random *random) {
    static const char *const settings[][5] = {{"area_distance", "along_line", "perpendicular", NULL},
                                              {"area_through", "far_edge", "chord", "any_edge", NULL},
                                              {"area_near", "either", "inside_only", NULL},
                                              {"area_cap_scope", "in_area_length", "both_inside", NULL},
                                              {"area_inside_length", "unit_distance", "in_area_length", NULL},
                                              {"area_straddle", "cut", "any_overlap", NULL},
                                              {"area_height", "model", "infinite", "30", NULL},
                                              {"wood_models", "transparent", "solid", NULL},
                                              {"bunker_apex", "front", "centre", NULL},
                                              {"area_combine", "each", "sum_depth", NULL},
                                              {"area_cover_overlap", "any", "whole", NULL},
                                              {"cover_blockers", "terrain_smoke", "plus_vehicles", NULL},
                                              {"fort_cover", "always", "test", NULL}};
    const char *chosen[2 * 13];
    for (size_t i = 0; i < 13; i++) {
        int count = 0;
        while (settings[i][1 + count] != NULL) {
            count++;
        }
        chosen[2 * i] = settings[i][0];
        /* mostly the defaults, else rare ways of standing are hardly met */
        chosen[2 * i + 1] = settings[i][1 + (test_random_below(random, 3) == 0 ? test_random_below(random, count) : 0)];
    }
    return judge_set(t, -1, chosen[0], chosen[1], chosen[2], chosen[3], chosen[4], chosen[5], chosen[6], chosen[7],
                     chosen[8], chosen[9], chosen[10], chosen[11], chosen[12], chosen[13], chosen[14], chosen[15],
                     chosen[16], chosen[17], chosen[18], chosen[19], chosen[20], chosen[21], chosen[22], chosen[23],
                     chosen[24], chosen[25], NULL);
}

/* --- Regions and places ------------------------------------------------------------------------------------------- */

static tl_region region_at(const judge_table *t, tl_vec2 low, double wide, double deep, const double heights[2],
                           bool tank) {
    return (tl_region){.member = SIZE_MAX,
                       .kind = tl_ruleset_class(t->ruleset, tank ? "vehicle" : "infantry"),
                       .from_base = !tank,
                       .measured = tank ? hypot(JUDGE_AHEAD, JUDGE_BESIDE) : JUDGE_RIM,
                       .covers = tank ? JUDGE_BESIDE : JUDGE_RIM,
                       .low = low,
                       .high = {low.x + wide, low.y + deep},
                       .bottom_low = heights[0],
                       .bottom_high = heights[1],
                       .tall = tank ? 40 : 30};
}

static void stand(judge_table *t, size_t member, tl_vec3 at, double facing) {
    const double where[3] = {at.x, at.y, at.z};
    ok(tl_table_place(t->table, member, where, 3, facing, 0, &error));
}

/* A point of a model's core that stands there. */
static tl_vec3 core_point(test_random *random, tl_vec3 at, double facing, bool tank) {
    double x, y, z;
    if (tank) {
        x = test_random_between(random, -JUDGE_AHEAD, JUDGE_AHEAD);
        y = test_random_between(random, -JUDGE_BESIDE, JUDGE_BESIDE);
        z = test_random_between(random, 0, 40);
    } else {
        double r = 8 * sqrt(test_random_between(random, 0, 1)), a = test_random_between(random, 0, 2 * M_PI);
        x = r * cos(a);
        y = r * sin(a);
        z = test_random_between(random, 3, 30);
    }
    double s = sin(facing * M_PI / 180), c = cos(facing * M_PI / 180);
    return (tl_vec3){at.x + x * c - y * s, at.y + x * s + y * c, at.z + z};
}

typedef struct tally {
    int blocked, free, in_cover; /* lines that the least blocks, and that the most lets pass; places that are cover */
    int barred;                  /* lines that are blocked where the two stand */
    int stands;                  /* places that are cover where they are */
    int lines, loose[2];         /* of which the two leave something open, for sight and for cover */
} tally;

/* A point of the hull of one, two or three. */
static tl_vec3 between_points(test_random *random, const tl_vec3 *points, size_t count) {
    double u = count > 1 ? test_random_between(random, 0, 1) : 0,
           v = count > 2 ? test_random_between(random, 0, 1 - u) : 0;
    tl_vec3 p = tl_scale(points[0], 1 - u - v);
    p = count > 1 ? tl_add(p, tl_scale(points[1], u)) : p;
    return count > 2 ? tl_add(p, tl_scale(points[2], v)) : p;
}

/* What is said of a bundle of lines holds for each of its lines. */
static void try_bundles(test_random *random, const tl_obstacles *obstacles, const tl_vec3 from[3],
                        const tl_vec3 to[3]) {
    for (size_t i = 0; i < obstacles->condition_count; i++) {
        const tl_condition *c = &obstacles->conditions[i];
        size_t counts[2] = {1 + (size_t)test_random_below(random, 3), 1 + (size_t)test_random_below(random, 3)};
        tl_condition_bundle all = c->bundle(c->user, from, counts[0], to, counts[1]);
        for (int k = 0; k < 6 && all != TL_BUNDLE_SPLIT; k++) {
            tl_vec3 p = between_points(random, from, counts[0]), q = between_points(random, to, counts[1]);
            assert_int_equal(c->line(c->user, p, q), all == TL_BUNDLE_ALL);
        }
    }
}

/* One pair of places in two regions, lines between them. */
static void try_places(judge_table *t, test_random *random, const tl_inquiry *inquiry, const tl_between *sight,
                       const tl_between *shield, const tl_vec3 at[2], const double facing[2], bool tank, tally *sum) {
    tl_inquiry fresh = *inquiry;
    fresh.placed = NULL;
    size_t a = judge_who(t, "m0"), b = judge_who(t, "m1");
    stand(t, a, at[0], facing[0]);
    stand(t, b, at[1], facing[1]);
    tl_between here, cover;
    ok(tl_between_sight(&fresh, a, b, &here, &error));
    ok(tl_between_cover(&fresh, a, b, TL_BETWEEN_COVER_AREAS_HIDE, false, &cover, &error));
    for (int i = 0; i < 12; i++) {
        tl_vec3 p = core_point(random, at[0], facing[0], false), q = core_point(random, at[1], facing[1], tank);
        const tl_between *regions[2] = {sight, shield}, *places[2] = {&here, &cover};
        tl_vec3 from[3] = {p}, to[3] = {q};
        for (int k = 1; k < 3; k++) {
            tl_vec3 other[2] = {core_point(random, at[0], facing[0], false),
                                core_point(random, at[1], facing[1], tank)};
            from[k] = tl_lerp(p, other[0], i % 2 == 0 ? 1 : 0.05);
            to[k] = tl_lerp(q, other[1], i % 2 == 0 ? 1 : 0.05);
        }
        for (int k = 0; k < 2; k++) {
            try_bundles(random, &regions[k]->least, from, to);
            try_bundles(random, &regions[k]->most, from, to);
            try_bundles(random, &places[k]->obstacles, from, to);
        }
        for (int k = 0; k < 2; k++) {
            bool free = tl_visibility_line_free(&places[k]->obstacles, p, q);
            bool least = tl_visibility_line_free(&regions[k]->least, p, q),
                 most = tl_visibility_line_free(&regions[k]->most, p, q);
            if ((most && !free && !regions[k]->never_free) || (free && !least)) {
                fail_msg("%s: %d, at least %d, at most %d, from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g)\n%s",
                         k == 0 ? "sight" : "cover", free, least, most, p.x, p.y, p.z, q.x, q.y, q.z, t->terrain);
            }
            sum->loose[k] += !regions[k]->never_free && (least != free || most != free);
            sum->barred += !free;
            sum->blocked += !least;
            sum->free += most;
            sum->lines++;
        }
    }
    tl_pair_cover_result result;
    ok(tl_pair_cover(&fresh, a, b, &result, &error));
    if (shield->in_cover) {
        assert_true(result.stands_in_area && result.verdict == TL_VERDICT_YES);
        sum->in_cover++;
    }
    sum->stands += result.stands_in_area;
    tl_between_free(&here);
    tl_between_free(&cover);
}

static void hold_regions(test_random *random, tally *sum, bool exact) {
    bool tank = test_random_below(random, 3) == 0;
    judge_table t;
    make_table(&t, random, tank);
    const tl_inquiry *inquiry = choose(&t, random);
    bool *own = calloc(t.table->member_count, sizeof(bool));
    assert_non_null(own);
    own[judge_who(&t, "m0")] = own[judge_who(&t, "m1")] = true;
    tl_region_rules rules;
    tl_shield_rules shields;
    ok(tl_region_rules_make(inquiry, own, &rules, &error));
    ok(tl_shield_rules_make(&rules, &shields, &error));
    for (int n = 0; n < 6; n++) {
        double wide = exact ? 0 : test_random_between(random, 1, 120),
               deep = exact ? 0 : test_random_between(random, 1, 120);
        /* on the table, or on something that needn't be there; in the air a little higher or lower */
        double heights[2][2] = {{0, 0}, {0, 0}};
        for (int k = 0; k < 2; k++) {
            bool up = test_random_below(random, 4) == 0;
            heights[k][0] = up ? test_random_between(random, 0, 60) : 0;
            heights[k][1] = heights[k][0] + (up && !exact ? test_random_between(random, 0, 20) : 0);
        }
        tl_region a = region_at(&t, place(random, 900, 1900), wide, deep, heights[0], false),
                  b = region_at(&t, place(random, 900, 1900), wide, deep, heights[1], tank);
        if (exact && tank) {
            continue; /* a hull isn't as wide in all directions: its region is larger than it is */
        }
        tl_between sight, shield;
        ok(tl_region_between_make(&rules, inquiry->context, &a, &b, &sight, &error));
        ok(tl_shield_between_make(&shields, inquiry->context, &a, &b, &shield, &error));
        for (int k = 0; k < (exact ? 1 : 4); k++) {
            const tl_vec3 at[2] = {
                {test_random_between(random, a.low.x, a.high.x), test_random_between(random, a.low.y, a.high.y),
                 test_random_between(random, a.bottom_low, a.bottom_high)},
                {test_random_between(random, b.low.x, b.high.x), test_random_between(random, b.low.y, b.high.y),
                 test_random_between(random, b.bottom_low, b.bottom_high)}};
            const double facing[2] = {0, tank ? test_random_between(random, 0, 360) : 0};
            try_places(&t, random, inquiry, &sight, &shield, at, facing, tank, sum);
        }
        tl_between_free(&sight);
        tl_between_free(&shield);
    }
    tl_shield_rules_free(&shields);
    tl_region_rules_free(&rules);
    free(own);
    judge_end(&t);
}

static void regions(void **state) {
    (void)state;
    test_random random = test_random_start("judge_regions", 11);
    tally sum = {0};
    for (int i = 0; i < test_trials(50); i++) {
        hold_regions(&random, &sum, false);
    }
    print_message("%d lines: %d blocked at least, %d free at most; %d places in cover; %d, %d loose\n", sum.lines,
                  sum.blocked, sum.free, sum.in_cover, sum.loose[0], sum.loose[1]);
    /* the least and the most say something */
    print_message("%d blocked at single places\n", sum.barred);
    assert_true(sum.blocked > 0.9 * sum.barred);
    assert_true(sum.free > 0.9 * (sum.lines - sum.barred));
    assert_true(sum.in_cover > 0);
}

static void regions_of_no_size(void **state) {
    (void)state;
    test_random random = test_random_start("judge_regions_exact", 12);
    tally sum = {0};
    for (int i = 0; i < test_trials(60); i++) {
        hold_regions(&random, &sum, true);
    }
    print_message("%d lines: %d blocked, %d free; %d places of %d in cover; %d, %d loose\n", sum.lines, sum.blocked,
                  sum.free, sum.in_cover, sum.stands, sum.loose[0], sum.loose[1]);
    /* a band of rounding is left at rims, and hulls that are told by their widths */
    assert_true(sum.loose[0] + sum.loose[1] < sum.lines / 40);
    assert_true(10 * sum.in_cover >= 8 * sum.stands && sum.stands > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(regions), cmocka_unit_test(regions_of_no_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
