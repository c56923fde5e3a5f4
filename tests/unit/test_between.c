/* test_between.c: what stands between two bodies that may each be anywhere in a region holds what stands between them
 * where they are: the least within the exact, the exact within the most, line by line, on random battles under random
 * settings; and who blocks where they are, against the rules in closed form. */
#include "judge/between/between.h"
#include "support/area_check.h"
#include "support/battle_scene.h"

#include "api/handle.h"
#include "judge/between/shielding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATTLES = 200, PAIRS = 30, LINES = 40 };

/* Readings that decide what stands in the way. */
static const char *const readings[][5] = {
    {"area_distance", "along_line", "perpendicular"},
    {"area_through", "far_edge", "chord", "any_edge"},
    {"area_near", "either", "inside_only"},
    {"area_cap_scope", "in_area_length", "both_inside"},
    {"area_inside_length", "unit_distance", "in_area_length"},
    {"area_grain", "miniature", "miniature", "unit"},
    {"area_straddle", "cut", "any_overlap"},
    {"area_top", "outline", "edge"},
    {"area_combine", "each", "each", "sum_depth"},
    {"area_height", "model", "model", "infinite", "30"},
    {"wood_models", "transparent", "solid"},
    {"blocker_parts", "all", "core"},
    {"range_metric", "3d", "plan"},
    {"cover_blockers", "terrain_smoke", "plus_vehicles"},
    {"cover_near_shooter", "counts", "counts", "counts", "30"},
    {"area_cover_overlap", "any", "whole"},
    {"fort_cover", "always", "test"},
    {"bunker_apex", "front", "centre"},
};
enum { READINGS = sizeof(readings) / sizeof(readings[0]) };

typedef struct tally {
    size_t lines, blocked, by_most, by_least; /* blocked by the most alone, or not by the least */
    size_t walls, open, unknown, depths, deep, settled;
} tally;

typedef struct trial {
    test_random *random;
    tl_inquiry inquiry;
    const tl_table *table;
    size_t member[2];
    tl_region region[2];
    tally *sight, *cover;
} trial;

static void choose_readings(test_random *random, const char *set[2 * READINGS + 1]) {
    for (size_t i = 0; i < READINGS; i++) {
        int count = 1;
        while (count < 4 && readings[i][count + 1] != NULL) {
            count++;
        }
        set[2 * i] = readings[i][0];
        set[2 * i + 1] = readings[i][1 + test_random_below(random, 2) * test_random_below(random, count)];
    }
    set[2 * READINGS] = NULL;
}

/* --- The rules in closed form ------------------------------------------------------------------------------------- */

static bool is_foot(const trial *t, size_t member) {
    const char *kind = tl_table_unit_of(t->table, member)->kind->name;
    return strcmp(kind, "vehicle") != 0 && strcmp(kind, "aircraft") != 0;
}

/* Whether a disc and the inside of rings overlap: a centre inside, or an edge nearer than the radius. NAN: too close to
 * tell. */
static double disc_meets(const tl_outline *outline, tl_vec2 at, double radius) {
    bool inside = false;
    double nearest = INFINITY;
    if (outline->kind == TL_OUTLINE_DISC) {
        nearest = hypot(at.x - outline->centre.x, at.y - outline->centre.y) - outline->radius;
        inside = nearest < 0;
        nearest = fabs(nearest);
    }
    for (size_t i = 0; i < outline->edge_count; i++) {
        tl_vec2 a = outline->edges[i].a, b = outline->edges[i].b;
        double dx = b.x - a.x, dy = b.y - a.y;
        double u = fmin(1, fmax(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy)));
        nearest = fmin(nearest, hypot(at.x - a.x - u * dx, at.y - a.y - u * dy));
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) * dx / dy) {
            inside = !inside;
        }
    }
    return inside || nearest < radius - 0.01 ? 1 : nearest > radius + 0.01 ? 0 : NAN;
}

/* Whether a model stands in an area: 1, 0, or NAN where this judge can't tell. */
static double stands_in(const trial *t, const tl_referee_area *area, size_t member) {
    const tl_body *body = t->table->members[member].body;
    tl_area prism = tl_inquiry_area(&t->inquiry, area);
    tl_volume volume = tl_table_measured(t->table, member);
    tl_vec2 at = tl_plan(body->pose.at);
    bool disc = volume.shape == &body->base && body->base.kind == TL_SHAPE_DISC;
    double low = disc ? body->box.low.z : tl_bvh_box(body->core).low.z,
           high = disc ? body->box.high.z : tl_bvh_box(body->core).high.z;
    if (low >= prism.top || high <= prism.bottom) {
        return 0;
    }
    if (disc) {
        tl_vec3 centre = tl_pose_point(&body->base.pose, (tl_vec3){0, 0, 0});
        return disc_meets(prism.outline, tl_plan(centre), body->base.radius);
    }
    double reach = 0;
    for (size_t i = 0; i < tl_bvh_vertex_count(body->core); i++) {
        tl_vec3 v = tl_bvh_vertices(body->core)[i];
        reach = fmax(reach, hypot(v.x - at.x, v.y - at.y));
    }
    return disc_meets(prism.outline, at, reach) == 0 ? 0 : NAN;
}

/* The first shelter that a model on foot stands in; -1: none; -2: can't be told. */
static long shelter_of(const trial *t, size_t member) {
    const tl_referee *referee = t->inquiry.referee;
    for (size_t i = 0; i < referee->shelter_count && is_foot(t, member); i++) {
        double in = stands_in(t, &referee->shelters[i], member);
        if (in != 0) {
            return isnan(in) ? -2 : (long)i;
        }
    }
    return -1;
}

/* Whether terrain blocks between the two: 1, 0, or NAN. */
static double terrain_blocks(const trial *t, size_t terrain, bool for_cover) {
    static const char *const air[] = {"wood", "smoke", "trench", "wire", "minefield", "objective"};
    const tl_referee *referee = t->inquiry.referee;
    const tl_document_terrain *piece = &t->table->document->terrain[terrain];
    for (size_t i = 0; i < sizeof(air) / sizeof(air[0]); i++) {
        if (strcmp(piece->kind, air[i]) == 0) {
            return i == 0 &&
                   tl_settings_is_at(&t->inquiry.settings, TL_SETTING_WOOD_MODELS, TL_CHOICE_WOOD_MODELS_SOLID);
        }
    }
    for (size_t i = 0; i < referee->area_count && piece->abstract_interior; i++) {
        for (int k = 0; k < 2 && referee->areas[i].terrain == terrain; k++) {
            double in = stands_in(t, &referee->areas[i], t->member[k]);
            if (in != 0) {
                return isnan(in) ? NAN : 0;
            }
        }
    }
    long own[2] = {shelter_of(t, t->member[0]), for_cover ? -1 : shelter_of(t, t->member[1])};
    for (int k = 0; k < 2; k++) {
        if (own[k] == -2) {
            return NAN;
        }
        if (own[k] >= 0 && referee->shelters[own[k]].terrain == terrain) {
            return 0;
        }
    }
    return 1;
}

/* Who blocks where the two stand, slot by slot. */
static void check_blockers(const trial *t, const tl_between *exact, bool for_cover, tally *n) {
    bool near = tl_settings_number_or(&t->inquiry.settings, TL_SETTING_COVER_NEAR_SHOOTER, -1) >= 0;
    for (size_t i = 0; i < t->table->terrain_count && !(for_cover && near); i++) {
        const tl_placed *placed = &t->table->terrain[i];
        double blocks = placed->body != NULL ? terrain_blocks(t, i, for_cover) : NAN;
        n->unknown += placed->body != NULL && isnan(blocks) ? 1 : 0;
        if (!isnan(blocks)) {
            assert_int_equal(exact->blockers[placed->slot] != 0, blocks != 0);
            n->walls++;
            n->open += blocks == 0;
        }
    }
    bool vehicles = !for_cover || tl_settings_is_at(&t->inquiry.settings, TL_SETTING_COVER_BLOCKERS,
                                                    TL_CHOICE_COVER_BLOCKERS_PLUS_VEHICLES);
    for (size_t i = 0; i < t->table->member_count; i++) {
        const tl_placed *placed = &t->table->members[i];
        bool blocks =
            exact->blockers[placed->slot] != 0 || (placed->core_slot != 0 && exact->blockers[placed->core_slot] != 0);
        assert_int_equal(blocks, vehicles && !is_foot(t, i) && i != t->member[0] && i != t->member[1]);
    }
}

static tl_vec3 point_on(const trial *t, int end) {
    const tl_bvh *core = t->table->members[t->member[end]].body->core;
    tl_vec3 c[3];
    tl_bvh_corners(core, (uint32_t)test_random_below(t->random, (int)tl_bvh_triangle_count(core)), c);
    double u = test_random_between(t->random, 0, 1), v = test_random_between(t->random, 0, 1 - u);
    return tl_add(c[0], tl_add(tl_scale(tl_sub(c[1], c[0]), u), tl_scale(tl_sub(c[2], c[0]), v)));
}

/* An end on foot as an area with straight sides has it; false: this judge can't tell. */
static bool end_of(const trial *t, const tl_referee_area *area, int k, tl_outline *disc, tl_area_end *end) {
    const tl_body *body = t->table->members[t->member[k]].body;
    tl_area prism = tl_inquiry_area(&t->inquiry, area);
    if (tl_table_measured(t->table, t->member[k]).shape != &body->base || body->base.kind != TL_SHAPE_DISC ||
        body->box.low.z >= prism.top || body->box.high.z <= prism.bottom) {
        return false;
    }
    tl_vec2 at = tl_plan(tl_pose_point(&body->base.pose, (tl_vec3){0, 0, 0}));
    double some = disc_meets(prism.outline, at, body->base.radius), middle = disc_meets(prism.outline, at, 0);
    bool on_rim = tl_outline_border_distance(prism.outline, at) < body->base.radius;
    *disc = tl_outline_disc(at, body->base.radius);
    *end = (tl_area_end){.place = some == 0                ? TL_AREA_OUTSIDE
                                  : middle == 1 && !on_rim ? TL_AREA_INSIDE
                                                           : TL_AREA_STRADDLES,
                         .footprint = disc,
                         .from_footprint = true};
    return !isnan(some) && !isnan(middle);
}

/* What an area asks of lines between two models, against the judge of depths. */
static void check_depths(const trial *t, const tl_between *exact, size_t i, tally *n) {
    const tl_referee_area *area = &t->inquiry.referee->areas[exact->area_of[i]];
    tl_area prism = tl_inquiry_area(&t->inquiry, area);
    tl_area_sight sight = {.area = prism, .rules = tl_inquiry_area_rules(&t->inquiry, area->kind->area)};
    test_prism straight = {.count = (int)prism.outline->edge_count, .bottom = prism.bottom, .top = prism.top};
    tl_outline disc[2];
    if (prism.outline->kind != TL_OUTLINE_RINGS || straight.count > TEST_PRISM_CORNERS ||
        sight.rules.distance != TL_AREA_ALONG_LINE || !end_of(t, area, 0, &disc[0], &sight.end[0]) ||
        !end_of(t, area, 1, &disc[1], &sight.end[1])) {
        return;
    }
    for (int c = 0; c < straight.count; c++) {
        straight.corner[c] = prism.outline->edges[c].a;
    }
    double up =
        t->table->members[t->member[0]].body->base.pose.at.z - t->table->members[t->member[1]].body->base.pose.at.z;
    bool plan = tl_settings_is_at(&t->inquiry.settings, TL_SETTING_RANGE_METRIC, TL_CHOICE_RANGE_METRIC_PLAN);
    double apart = hypot(disc[0].centre.x - disc[1].centre.x, disc[0].centre.y - disc[1].centre.y);
    sight.unit_distance = fmax(0, apart - disc[0].radius - disc[1].radius);
    if (up != 0 && !plan && sight.end[0].place == TL_AREA_INSIDE && sight.end[1].place == TL_AREA_INSIDE) {
        return;
    }
    for (int k = 0; k < LINES; k++) {
        tl_vec3 p = point_on(t, 0), q = point_on(t, 1);
        double spare = test_depth_to_spare(&sight, &straight, p, q);
        if (fabs(spare) > 1e-3) {
            const tl_condition *asked = &exact->obstacles.conditions[i];
            assert_int_equal(asked->line(asked->user, p, q), spare > 0);
            n->depths++;
            n->deep += spare < 0 ? 1 : 0;
        }
    }
}

/* Areas that ask nothing are on no line between the two, and fields of view of bunkers are those of who mans one alone.
 */
static void check_conditions(const trial *t, const tl_between *exact) {
    const tl_referee *referee = t->inquiry.referee;
    bool unit = tl_settings_is_at(&t->inquiry.settings, TL_SETTING_AREA_GRAIN, TL_CHOICE_AREA_GRAIN_UNIT);
    for (size_t i = 0, next = 0; i < referee->area_count && !unit; i++) {
        bool asks = next < exact->sight_count && exact->area_of[next] == i;
        tl_area column = tl_inquiry_column(&t->inquiry, &referee->areas[i]);
        next += asks ? 1 : 0;
        for (int k = 0; k < 20 && !asks; k++) {
            assert_int_equal(tl_area_enters(&column, point_on(t, 0), point_on(t, 1)), TL_VERDICT_NO);
        }
    }
    long own[2] = {shelter_of(t, t->member[0]), shelter_of(t, t->member[1])};
    size_t views = 0, sums = exact->sum.count > 0 ? 1 : 0;
    for (int k = 0; k < 2; k++) {
        views += own[k] >= 0 && own[0] != own[1] && strcmp(referee->shelters[own[k]].kind->name, "bunker") == 0 ? 1 : 0;
    }
    if (own[0] != -2 && own[1] != -2) {
        assert_int_equal(exact->obstacles.condition_count, exact->sight_count + sums + views);
    }
}

/* --- Lines -------------------------------------------------------------------------------------------------------- */

static void check_lines(const trial *t, const tl_between *exact, const tl_between *bounds, bool least, tally *n) {
    for (int i = 0; i < LINES; i++) {
        tl_vec3 p = point_on(t, 0), q = point_on(t, 1);
        bool free = tl_visibility_line_free(&exact->obstacles, p, q);
        bool free_most = tl_visibility_line_free(&bounds->most, p, q);
        bool free_least = tl_visibility_line_free(&bounds->least, p, q);
        assert_true(tl_visibility_line_free(&exact->most, p, q) == free);
        if (!bounds->never_free) {
            assert_true(free || !free_most);
            n->by_most += free && !free_most;
        }
        if (least) {
            assert_true(!free || free_least);
            n->by_least += !free && free_least;
        }
        n->lines++;
        n->blocked += !free;
    }
}

static void check_sight(const trial *t, const tl_region_rules *rules) {
    tl_between exact, bounds;
    assert_int_equal(tl_between_sight(&t->inquiry, t->member[0], t->member[1], &exact, NULL), TL_OK);
    assert_int_equal(tl_region_between_make(rules, t->inquiry.context, &t->region[0], &t->region[1], &bounds, NULL),
                     TL_OK);
    check_blockers(t, &exact, false, t->sight);
    check_conditions(t, &exact);
    for (size_t i = 0; i < exact.sight_count; i++) {
        check_depths(t, &exact, i, t->sight);
    }
    check_lines(t, &exact, &bounds, true, t->sight);
    tl_between_free(&bounds);
    tl_between_free(&exact);
}

/* Whether the place where the target stands is cover by itself: 1, 0, or NAN. */
static double place_covers(const trial *t) {
    const tl_referee *referee = t->inquiry.referee;
    bool whole =
        tl_settings_is_at(&t->inquiry.settings, TL_SETTING_AREA_COVER_OVERLAP, TL_CHOICE_AREA_COVER_OVERLAP_WHOLE);
    double covers = 0;
    for (size_t i = 0; i < referee->area_count; i++) {
        double in = stands_in(t, &referee->areas[i], t->member[1]);
        covers = in != 0 ? (whole ? NAN : in) : covers;
    }
    for (size_t i = 0; i < referee->shelter_count && is_foot(t, t->member[1]); i++) {
        double in = stands_in(t, &referee->shelters[i], t->member[1]);
        bool always = tl_settings_is_at(&t->inquiry.settings, TL_SETTING_FORT_COVER, TL_CHOICE_FORT_COVER_ALWAYS);
        covers = always && in != 0 && covers == 0 ? in : covers;
    }
    return covers;
}

static void check_cover(const trial *t, const tl_shield_rules *rules) {
    tl_between exact, bounds;
    assert_int_equal(
        tl_between_cover(&t->inquiry, t->member[0], t->member[1], TL_BETWEEN_COVER_AREAS_HIDE, false, &exact, NULL),
        TL_OK);
    assert_int_equal(tl_shield_between_make(rules, t->inquiry.context, &t->region[0], &t->region[1], &bounds, NULL),
                     TL_OK);
    check_blockers(t, &exact, true, t->cover);
    check_lines(t, &exact, &bounds, !rules->never_hidden, t->cover);
    double covers = place_covers(t);
    t->cover->settled += bounds.in_cover;
    assert_false(bounds.in_cover && covers == 0);
    assert_false(!bounds.never_free && covers == 1);
    tl_between_free(&bounds);
    tl_between_free(&exact);
}

/* --- Regions ------------------------------------------------------------------------------------------------------ */

/* A region that holds a member where it stands, as a map would have it, not in its middle. */
static tl_region region_round(const trial *t, size_t member) {
    static const double sizes[] = {0, 4, 30, 120};
    const tl_body *body = t->table->members[member].body;
    bool base = tl_table_measured(t->table, member).shape == &body->base;
    tl_vec2 at = tl_plan(body->pose.at);
    tl_box3 box = base ? body->box : tl_bvh_box(body->core);
    double wide = sizes[test_random_below(t->random, 4)], high = test_random_below(t->random, 2) * wide / 2;
    double down = test_random_between(t->random, 0, high), up = test_random_between(t->random, 0, high);
    tl_region r = {.member = SIZE_MAX, .kind = tl_table_unit_of(t->table, member)->kind, .from_base = base};
    if (base && body->base.kind == TL_SHAPE_DISC) {
        tl_vec3 centre = tl_pose_point(&body->base.pose, (tl_vec3){0, 0, 0});
        double off = hypot(centre.x - at.x, centre.y - at.y);
        r.measured = body->base.radius + off;
        r.covers = body->base.radius - off;
    } else {
        r.measured = hypot(fmax(box.high.x - at.x, at.x - box.low.x), fmax(box.high.y - at.y, at.y - box.low.y));
    }
    r.low = (tl_vec2){at.x - test_random_between(t->random, 0, wide), at.y - test_random_between(t->random, 0, wide)};
    r.high = (tl_vec2){at.x + test_random_between(t->random, 0, wide), at.y + test_random_between(t->random, 0, wide)};
    r.bottom_low = box.low.z - down;
    r.bottom_high = box.low.z + up;
    r.tall = box.high.z - box.low.z;
    return r;
}

static void check_pair(trial *t, const tl_referee *referee) {
    const char *set[2 * READINGS + 1];
    tl_region_rules rules;
    tl_shield_rules shields;
    bool *own = calloc(t->table->member_count, sizeof(*own));
    assert_non_null(own);
    choose_readings(t->random, set);
    assert_int_equal(tl_inquiry_begin(referee, set, -1, &t->inquiry, NULL), TL_OK);
    for (int k = 0; k < 2; k++) {
        t->member[k] = (size_t)test_random_below(t->random, (int)t->table->member_count);
    }
    t->member[1] = t->member[1] == t->member[0] ? (t->member[0] + 1) % t->table->member_count : t->member[1];
    for (int k = 0; k < 2; k++) {
        own[t->member[k]] = true;
        t->region[k] = region_round(t, t->member[k]);
    }
    assert_int_equal(tl_region_rules_make(&t->inquiry, own, &rules, NULL), TL_OK);
    assert_int_equal(tl_shield_rules_make(&rules, &shields, NULL), TL_OK);
    check_sight(t, &rules);
    check_cover(t, &shields);
    tl_shield_rules_free(&shields);
    tl_region_rules_free(&rules);
    tl_inquiry_free(&t->inquiry);
    free(own);
}

static void print(const char *what, const tally *n) {
    print_message(
        "%s: %zu lines, %zu blocked; the most alone blocks %zu, the least lets %zu pass; walls %zu, open %zu, not "
        "told %zu; depths %zu, too deep %zu; places that cover %zu\n",
        what, n->lines, n->blocked, n->by_most, n->by_least, n->walls, n->open, n->unknown, n->depths, n->deep,
        n->settled);
    assert_true(n->by_most > n->lines / 1000 && n->by_least > n->lines / 1000 && n->open > n->walls / 100);
    assert_true(n->blocked > n->lines / 20 && n->unknown < n->walls / 4);
}

/* So that both may stand in one farther apart than its limits, and aircraft over it. */
static void enlarge_woods(battle_plan *battle, test_random *random) {
    for (size_t i = 0; i < battle->terrain_count; i++) {
        if (strcmp(battle->terrain[i].ground->kind, "wood") == 0 && test_random_below(random, 2) == 0) {
            battle->terrain[i].size *= 3;
        }
    }
}

static void bounds_hold_what_stands_between(void **state) {
    (void)state;
    test_random random = test_random_start("between", 7105);
    made_scene made;
    tally sight = {0}, cover = {0};
    made_begin(&made, "between");
    for (int i = 0; i < test_trials(BATTLES); i++) {
        battle_plan battle;
        const battle_writing as_it_is = {0};
        battle_make(&battle, &random);
        enlarge_woods(&battle, &random);
        battle_load(&made, &battle, &as_it_is);
        trial t = {.random = &random, .table = made.scene->table, .sight = &sight, .cover = &cover};
        for (int pair = 0; pair < PAIRS && t.table->member_count > 1; pair++) {
            check_pair(&t, made.scene->referee);
        }
    }
    made_end(&made);
    print("sight", &sight);
    print("cover", &cover);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold_what_stands_between)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
