/* battle_ground.c: laws of templates, moves, cohesion and maps. */
#include "support/battle_checks.h"

#include <trueline/trueline.h>

#include <stdio.h>
#include <stdlib.h>

/* --- Templates ---------------------------------------------------------------------------------------------------- */

/* What a template's answer says of itself: hits are what is under, seen and on the level struck; discs of men are under
 * a blast as plain geometry says; nobody inside a transport is. */
static void check_template(const tl_json_value *answer, const double *at) {
    double total = 0;
    BATTLE_EACH(unit, tl_json_find(answer, "units")) {
        double count = 0;
        BATTLE_EACH(member, tl_json_find(unit, "members")) {
            char hit = battle_verdict(member, "hit"), under = battle_verdict(member, "under");
            char level = battle_verdict(member, "struck"), spared = tl_json_find(member, "spared") != NULL ? 'n' : 'y';
            char made = battle_both(battle_both(under, battle_verdict(member, "los")),
                                    battle_both(level != 0 ? level : 'y', spared));
            battle_hold(battle_now, LAW_TEMPLATE_HIT, hit != 'y' || made == 'y', "%s is hit",
                        battle_word_of(member, "id"));
            const char *id = battle_word_of(member, "id");
            size_t u = id[0] == 'u' ? (size_t)(id[1] - '0') : SIZE_MAX;
            count += hit == 'y' ? (u != SIZE_MAX && strcmp(battle_unit_of(u)->kind->asset, "gun") == 0 ? 3 : 1) : 0;
            battle_hold(battle_now, LAW_PASSENGERS,
                        u == SIZE_MAX || !battle_is_passenger(battle_unit_of(u)) || under != 'y',
                        "%s inside a transport is under the template", id);
            if (at != NULL && u != SIZE_MAX && strcmp(battle_unit_of(u)->kind->asset, "man") == 0) {
                const double *own = battle_unit_of(u)->at[id[3] - '0'];
                double gap = hypot(at[0] - own[0], at[1] - own[1]) - 87.5;
                battle_hold(battle_now, LAW_TEMPLATE_UNDER,
                            under == (gap < 0 ? 'y' : 'n') || fabs(gap) < 2 * BATTLE_TOLERANCE,
                            "%s: %.4f mm from the rim, %c", id, gap, under);
            }
        }
        battle_hold(battle_now, LAW_TEMPLATE_COUNT, battle_number_of(unit, "count") == count, "%s: %g figures, told %g",
                    battle_word_of(unit, "unit"), count, battle_number_of(unit, "count"));
        total += battle_number_of(unit, "count");
    }
    battle_hold(battle_now, LAW_TEMPLATE_COUNT, battle_number_of(answer, "count") == total, "%g in all, told %g", total,
                battle_number_of(answer, "count"));
}

/* Men that certainly stand under a blast must be named. */
static void check_nobody_missed(const tl_json_value *answer, const double at[2]) {
    for (size_t u = 0; u < battle_now->battle.unit_count; u++) {
        const battle_unit *unit = battle_unit_of(u);
        for (size_t m = 0; strcmp(unit->kind->asset, "man") == 0 && unit->carrier < 0 && m < unit->count; m++) {
            bool under = hypot(at[0] - unit->at[m][0], at[1] - unit->at[m][1]) < 87.4;
            char id[48], group[24];
            snprintf(id, sizeof(id), "u%zum%zu", u, m);
            snprintf(group, sizeof(group), "u%zu", u);
            const tl_json_value *told = battle_item(answer, "units", "unit", group);
            const tl_json_value *own = told != NULL ? battle_item(told, "members", "id", id) : NULL;
            if (under) {
                battle_hold(battle_now, LAW_TEMPLATE_UNDER, own != NULL && battle_verdict(own, "under") == 'y',
                            "%s is left out", id);
            }
        }
    }
}

static double side_score(const tl_json_value *answer, char side, bool sure) {
    double score = 0;
    BATTLE_EACH(unit, tl_json_find(answer, "units")) {
        bool friend = battle_word_of(unit, "side")[0] == side;
        double count = battle_number_of(unit, "count"), open = battle_number_of(unit, "undecided");
        score += friend ? -(count + open) : count + (sure ? 0 : open);
    }
    return score;
}

/* Places near enemies, asked one by one, are worth no more than the search says that any can be. */
static void try_places(size_t a, const battle_weapon *weapon, bool flame, double bound, char proved) {
    const battle_unit *from = battle_unit_of(a);
    for (int k = 0; k < 10; k++) {
        const battle_unit *near =
            battle_unit_of((size_t)test_random_below(&battle_now->random, (int)battle_now->battle.unit_count));
        double at[2] = {near->at[0][0] + test_random_between(&battle_now->random, -80, 80),
                        near->at[0][1] + test_random_between(&battle_now->random, -80, 80)};
        if (at[0] < 0 || at[0] > BATTLE_WIDTH || at[1] < 0 || at[1] > BATTLE_DEPTH) {
            continue;
        }
        int m = test_random_below(&battle_now->random, (int)from->count);
        double angle = atan2(at[1] - from->at[m][1], at[0] - from->at[m][0]) * 180 / TL_PI;
        const tl_json_value *laid =
            flame
                ? BATTLE_ASK("{'query': 'template', 'shape': '%s', 'from': '%s', 'angle': %.17g, 'weapon': '%s'}",
                             weapon->template, battle_id(a, m), angle, weapon->id)
                : BATTLE_ASK("{'query': 'template', 'shape': '%s', 'from': '%s', 'at': [%.17g, %.17g], 'weapon': '%s'}",
                             weapon->template, battle_id(a, m), at[0], at[1], weapon->id);
        if (laid == NULL) {
            continue;
        }
        check_template(laid, flame ? NULL : at);
        if (battle_verdict(laid, "placement.verdict") == 'y') {
            double score = side_score(laid, from->side, true);
            battle_hold(battle_now, LAW_BEST_BOUND, score <= bound + 1e-9,
                        "%s of u%zu: %g at (%.17g, %.17g), best says %c, at most %g", weapon->id, a, score, at[0],
                        at[1], proved, bound);
        }
    }
}

static void check_best(size_t a, const battle_weapon *weapon) {
    bool flame = strncmp(weapon->template, "flame", 5) == 0;
    const tl_json_value *best =
        BATTLE_ASK("{'query': 'template', 'shape': '%s', 'from': 'u%zu', 'weapon': '%s', 'best': true}",
                   weapon->template, a, weapon->id);
    if (best == NULL) {
        return;
    }
    char verdict = battle_verdict(best, "verdict");
    double bound = battle_number_of(best, "best.upper_bound");
    bound = isnan(bound) ? fmax(0, battle_number_of(best, "best.score")) : bound;
    bound = isnan(bound) ? 0 : bound;
    BATTLE_EACH(place, made_find(best, "best.places")) {
        const char *from = battle_word_of(place, "from");
        const tl_json_value *at = tl_json_find(place, "at");
        const tl_json_value *laid =
            flame
                ? BATTLE_ASK(
                      "{'query': 'template', 'shape': '%s', 'from': '%s', 'at': [%.17g, %.17g, %.17g], 'angle': %.17g, "
                      "'weapon': '%s'}",
                      weapon->template, from, at->items[0].number, at->items[1].number, at->items[2].number,
                      battle_number_of(place, "angle_deg"), weapon->id)
                : BATTLE_ASK(
                      "{'query': 'template', 'shape': '%s', 'from': '%s', 'at': [%.17g, %.17g, %.17g], 'weapon': '%s'}",
                      weapon->template, from, at->items[0].number, at->items[1].number, at->items[2].number,
                      weapon->id);
        double score = side_score(laid, battle_unit_of(a)->side, true);
        battle_hold(battle_now, LAW_BEST_REPLAYED,
                    battle_verdict(laid, "placement.verdict") == 'y' && score == battle_number_of(place, "score"),
                    "%s of %s: told %g, laid there %g, placement %c", weapon->id, from,
                    battle_number_of(place, "score"), score, battle_verdict(laid, "placement.verdict"));
        check_template(laid, NULL);
    }
    try_places(a, weapon, flame, bound, verdict);
}

void battle_check_templates(void) {
    for (int k = 0; k < 4; k++) {
        const battle_unit *near =
            battle_unit_of((size_t)test_random_below(&battle_now->random, (int)battle_now->battle.unit_count));
        double at[2] = {near->at[0][0] + test_random_between(&battle_now->random, -90, 90),
                        near->at[0][1] + test_random_between(&battle_now->random, -90, 90)};
        if (at[0] < 0 || at[0] > BATTLE_WIDTH || at[1] < 0 || at[1] > BATTLE_DEPTH) {
            continue;
        }
        const tl_json_value *laid =
            BATTLE_ASK("{'query': 'template', 'shape': 'blast', 'at': [%.17g, %.17g]}", at[0], at[1]);
        check_template(laid, at);
        check_nobody_missed(laid, at);
    }
    for (size_t a = 0; a < battle_now->battle.unit_count; a++) {
        const battle_unit *unit = battle_unit_of(a);
        for (size_t w = 0; w < BATTLE_WEAPONS && unit->carrier < 0 && unit->kind->weapons[w].id != NULL; w++) {
            if (unit->kind->weapons[w].template != NULL) {
                check_best(a, &unit->kind->weapons[w]);
            }
        }
    }
}

/* --- Moves -------------------------------------------------------------------------------------------------------- */

/* Whether a point lies within rings as the answer of `reach` tells them, by crossings of a ray; 0 out, 1 in. */
static bool in_rings(const tl_json_value *ground, double x, double y) {
    bool in = false;
    BATTLE_EACH(ring, tl_json_find(ground, "rings")) {
        for (size_t i = 0, k = ring->count - 1; i < ring->count; k = i++) {
            const tl_json_value *p = ring->items[i].items, *q = ring->items[k].items;
            if ((p[1].number > y) != (q[1].number > y) &&
                x < (q[0].number - p[0].number) * (y - p[1].number) / (q[1].number - p[1].number) + p[0].number) {
                in = !in;
            }
        }
    }
    return in;
}

static bool overlaps_model(const char *id, const tl_place *place, char with[32]) {
    tl_fit fit;
    assert_int_equal(tl_scene_fit(battle_now->made.scene, id, place, &fit, NULL), TL_OK);
    snprintf(with, 32, "%s by %.3f", fit.with != NULL ? fit.with : "", fit.amount);
    return fit.reason == TL_FIT_OVERLAPS_MODEL;
}

/* Where a move must stop for its length, it may stop: short of there it isn't refused by the same rule. */
static void check_stop(const char *id, const double from[2], const char *march, const tl_json_value *move) {
    const char *rule = battle_word_of(move, "stop.rule");
    double x = battle_number_of(move, "stop.at[0]"), y = battle_number_of(move, "stop.at[1]");
    bool ends = strcmp(rule, "DB-MOV-03") == 0 || strcmp(rule, "DB-MOV-11") == 0; /* not the way, but its end */
    if (battle_verdict(move, "verdict") != 'n' || ends || isnan(x) || hypot(x - from[0], y - from[1]) < 1) {
        return;
    }
    const tl_json_value *shorter =
        BATTLE_ASK("{'query': 'move', 'member': '%s', 'march': %s, 'path': [[%.17g, %.17g]]}", id, march,
                   from[0] + 0.99 * (x - from[0]), from[1] + 0.99 * (y - from[1]));
    battle_hold(battle_now, LAW_MOVE_STOP,
                battle_verdict(shorter, "verdict") != 'n' || strcmp(battle_word_of(shorter, "stop.rule"), rule) != 0,
                "%s must stop at (%.17g, %.17g) by %s, but short of there too", id, x, y, rule);
}

void battle_check_moves(size_t u) {
    const battle_unit *unit = battle_unit_of(u);
    if (unit->carrier >= 0) {
        return;
    }
    int m = test_random_below(&battle_now->random, (int)unit->count);
    const char *id = battle_id(u, m);
    const char *march = test_random_below(&battle_now->random, 2) == 0 ? "true" : "false";
    const tl_json_value *reach = BATTLE_ASK("{'query': 'reach', 'member': '%s', 'march': %s}", id, march);
    double allowance = battle_number_of(reach, "allowance_mm");
    if (reach == NULL) {
        return;
    }
    for (int k = 0; k < 8; k++) {
        double far = test_random_between(&battle_now->random, 0, 1.05 * allowance);
        double turn = test_random_between(&battle_now->random, 0, 2 * TL_PI);
        double x = unit->at[m][0] + far * cos(turn), y = unit->at[m][1] + far * sin(turn);
        if (x < 0 || x > BATTLE_WIDTH || y < 0 || y > BATTLE_DEPTH) {
            continue;
        }
        bool certain = in_rings(tl_json_find(reach, "certain"), x, y);
        bool maybe = certain || in_rings(tl_json_find(reach, "undecided"), x, y);
        const tl_json_value *move =
            BATTLE_ASK("{'query': 'move', 'member': '%s', 'march': %s, 'path': [[%.17g, %.17g]]}", id, march, x, y);
        char verdict = battle_verdict(move, "verdict"), end = battle_verdict(move, "end"), with[32];
        check_stop(id, unit->at[m], march, move);
        if (verdict == 'y' && march[0] == 'f') {
            const tl_json_value *longer =
                BATTLE_ASK("{'query': 'move', 'member': '%s', 'march': true, 'path': [[%.17g, %.17g]]}", id, x, y);
            battle_hold(battle_now, LAW_MOVE_MARCH, battle_verdict(longer, "verdict") != 'n', "%s to (%.17g, %.17g)",
                        id, x, y);
        }
        tl_place place = {
            .struct_size = sizeof(tl_place), .at = {x, y, 0}, .coordinates = 2, .facing = unit->facing[m]};
        const tl_json_value *path = tl_json_find(move, "path");
        const tl_json_value *last = path != NULL && path->count > 0 ? &path->items[path->count - 1] : NULL;
        if (last != NULL && last->count == 3) {
            place.at[2] = last->items[2].number;
            place.coordinates = 3;
            place.facing =
                isnan(battle_number_of(move, "facing_deg")) ? place.facing : battle_number_of(move, "facing_deg");
        }
        if (verdict == 'y') {
            bool overlap = overlaps_model(id, &place, with);
            battle_hold(battle_now, LAW_MOVE_STANDS, !overlap, "%s to (%.17g, %.17g) overlaps %s", id, x, y, with);
            battle_hold(battle_now, LAW_MOVE_REACHED, maybe,
                        "%s may go to (%.17g, %.17g), march %s; reach leaves it out", id, x, y, march);
        }
        if (certain) {
            battle_hold(battle_now, LAW_REACH_NEAR, far <= allowance + 1e-6, "%s to (%.17g, %.17g)", id, x, y);
            battle_hold(battle_now, LAW_MOVE_REFUSED, end != 'n',
                        "%s to (%.17g, %.17g), march %s: reach says yes, move that it can't end there", id, x, y,
                        march);
            bool overlap = overlaps_model(id, &place, with);
            battle_hold(battle_now, LAW_REACH_STANDS, !overlap, "%s at (%.17g, %.17g) overlaps %s", id, x, y, with);
        }
    }
}

void battle_check_cohesion(size_t u) {
    const battle_unit *unit = battle_unit_of(u);
    if (unit->count < 2 || unit->carrier >= 0) {
        return;
    }
    const tl_json_value *answer = BATTLE_ASK("{'query': 'cohesion', 'unit': 'u%zu'}", u);
    double worst = 0;
    for (size_t i = 0; i < unit->count; i++) {
        for (size_t k = 0; k < i; k++) {
            const tl_json_value *range =
                BATTLE_ASK("{'query': 'range', 'from': '%s', 'to': '%s'}", battle_id(u, (int)i), battle_id(u, (int)k));
            worst = fmax(worst, battle_number_of(range, "distance_mm"));
        }
    }
    battle_hold(battle_now, LAW_COHESION_PAIRS,
                fabs(worst - battle_number_of(answer, "worst_mm")) < 1e-6 &&
                    (fabs(worst - 150) < BATTLE_TOLERANCE ||
                     battle_verdict(answer, "pairwise.verdict") == (worst <= 150 ? 'y' : 'n')),
                "u%zu: %.6f, told %.6f", u, worst, battle_number_of(answer, "worst_mm"));
}

/* --- Maps --------------------------------------------------------------------------------------------------------- */

void battle_check_map(size_t u, const char *name, size_t law) {
    tl_vec2 low = {test_random_between(&battle_now->random, 60, BATTLE_WIDTH - 300),
                   test_random_between(&battle_now->random, 60, BATTLE_DEPTH - 300)};
    const tl_vec2 area[2] = {low, {low.x + 200, low.y + 200}};
    const char *id = battle_id(u, 0);
    const tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                        .map = name,
                                        .from = id,
                                        .target = "man",
                                        .area = area,
                                        .cell_mm = 40,
                                        .threads = 1};
    tl_board_map *map = NULL;
    if (tl_scene_analyze(battle_now->made.scene, &question, &map, NULL) != TL_OK) {
        return;
    }
    tl_board_summary s = tl_board_map_summary(map);
    tl_place home = TL_PLACE_INIT;
    assert_int_equal(tl_scene_place_of(battle_now->made.scene, "probe", &home, NULL), TL_OK);
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_board_cell cell = tl_board_map_cell(map, k % s.columns, k / s.columns);
        /* the last cells may reach over the area that is mapped */
        bool settled = cell.standing && (cell.high == 0 || cell.low == 1) && k % s.columns < 5 && k / s.columns < 5;
        double at[2] = {s.x0 + s.cell_mm * ((double)(k % s.columns) + test_random_between(&battle_now->random, 0, 1)),
                        s.y0 + s.cell_mm * ((double)(k / s.columns) + test_random_between(&battle_now->random, 0, 1))};
        tl_fit fit;
        const tl_place place = {.struct_size = sizeof(tl_place), .at = {at[0], at[1]}, .coordinates = 2};
        assert_int_equal(tl_scene_fit(battle_now->made.scene, "probe", &place, &fit, NULL), TL_OK);
        if (!settled || fit.reason == TL_FIT_NO_LEVEL || test_random_below(&battle_now->random, 2) == 0) {
            continue;
        }
        assert_int_equal(tl_scene_place(battle_now->made.scene, "probe", at, 2, 0, 0, NULL), TL_OK);
        const tl_json_value *asked =
            BATTLE_ASK("{'query': '%s', 'from': '%s', 'to': 'probe'}", law == LAW_MAP_SIGHT ? "los" : "cover", id);
        char verdict = battle_verdict(asked, "verdict");
        battle_hold(battle_now, law, verdict != (cell.high == 0 ? 'y' : 'n'),
                    "%s, probe at (%.17g, %.17g): cell %zu of the area at (%.17g, %.17g) %g..%g, asked %c", id, at[0],
                    at[1], k, low.x, low.y, cell.low, cell.high, verdict);
    }
    assert_int_equal(tl_scene_place(battle_now->made.scene, "probe", home.at, 2, 0, 0, NULL), TL_OK);
    tl_board_map_destroy(map);
}

/* A firing position must be one when the model stands there. */
void battle_check_firing(size_t a, size_t b) {
    char id[24], target[24];
    snprintf(id, sizeof(id), "%s", battle_id(a, 0));
    snprintf(target, sizeof(target), "u%zu", b);
    const tl_firing_question question = {.struct_size = sizeof(tl_firing_question),
                                         .member = id,
                                         .target = target,
                                         .cell_mm = 60,
                                         .places = 3,
                                         .threads = 1};
    tl_firing *firing = NULL;
    tl_place home = TL_PLACE_INIT;
    if (battle_unit_of(a)->carrier >= 0 || battle_unit_of(b)->carrier >= 0 ||
        tl_scene_firing(battle_now->made.scene, &question, &firing, NULL) != TL_OK) {
        return;
    }
    assert_int_equal(tl_scene_place_of(battle_now->made.scene, id, &home, NULL), TL_OK);
    tl_firing_summary s = tl_firing_figures(firing);
    for (size_t k = 0; k < s.places; k++) {
        tl_firing_place place = tl_firing_place_at(firing, k);
        const double at[3] = {place.at.x, place.at.y, place.at.z};
        assert_int_equal(tl_scene_place(battle_now->made.scene, id, at, 3, home.facing, 0, NULL), TL_OK);
        const tl_json_value *attack = BATTLE_ASK("{'query': 'attack', 'from': '%s', 'to': '%s'}", id, target);
        const tl_json_value *los = BATTLE_ASK("{'query': 'los', 'from': '%s', 'to': '%s'}", id, target);
        char told = place.attack == TL_VERDICT_YES ? 'y' : place.attack == TL_VERDICT_NO ? 'n' : 'm';
        bool may = battle_fires(attack, a);
        battle_hold(battle_now, LAW_FIRING_PLACE,
                    (told != 'y' || may) && (told != 'n' || !may) &&
                        (place.los != TL_VERDICT_YES || battle_verdict(los, "verdict") != 'n') &&
                        (place.los != TL_VERDICT_NO || battle_verdict(los, "verdict") != 'y'),
                    "%s at (%.17g, %.17g) on %s: told %c", id, at[0], at[1], target, told);
    }
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_firing_cell cell = tl_firing_cell_at(firing, k % s.columns, k / s.columns);
        if (!cell.standing || cell.shot == TL_VERDICT_MARGINAL || test_random_below(&battle_now->random, 6) != 0) {
            continue;
        }
        const double at[2] = {s.x0 + s.cell_mm * ((double)(k % s.columns) + 0.5),
                              s.y0 + s.cell_mm * ((double)(k / s.columns) + 0.5)};
        if (tl_scene_place(battle_now->made.scene, id, at, 2, home.facing, 0, NULL) != TL_OK) {
            continue;
        }
        const tl_json_value *attack = BATTLE_ASK("{'query': 'attack', 'from': '%s', 'to': '%s'}", id, target);
        bool may = battle_fires(attack, a);
        battle_hold(battle_now, LAW_FIRING_SHOT,
                    cell.shot == TL_VERDICT_YES ? battle_verdict(attack, "verdict") != 'n' : !may,
                    "%s at (%.17g, %.17g) on %s: shot %d", id, at[0], at[1], target, cell.shot);
    }
    assert_int_equal(
        tl_scene_place(battle_now->made.scene, id, home.at, home.coordinates, home.facing, home.level, NULL), TL_OK);
    tl_firing_destroy(firing);
}

/* The verdict after a model was moved over the table by so much, heights kept; it is put back. 0: it can't stand there.
 */
static char sight_after(const char *from, const char *to, double x, double y) {
    tl_place home = TL_PLACE_INIT;
    tl_fit fit;
    char verdict = 0;
    assert_int_equal(tl_scene_place_of(battle_now->made.scene, to, &home, NULL), TL_OK);
    assert_int_equal(tl_scene_fit(battle_now->made.scene, to, NULL, &fit, NULL), TL_OK);
    const double at[3] = {fit.at.x + x, fit.at.y + y, fit.at.z};
    if (tl_scene_place(battle_now->made.scene, to, at, 3, home.facing, 0, NULL) == TL_OK) {
        verdict = battle_verdict(BATTLE_ASK("{'query': 'los', 'from': '%s', 'to': '%s'}", from, to), "verdict");
        assert_int_equal(
            tl_scene_place(battle_now->made.scene, to, home.at, home.coordinates, home.facing, home.level, NULL),
            TL_OK);
    }
    return verdict;
}

/* The move that a margin tells of turns the answer round, and no shorter one than its lower end does. */
void battle_check_margin(size_t a, size_t b) {
    char from[24], to[24];
    snprintf(from, sizeof(from), "%s", battle_id(a, 0));
    snprintf(to, sizeof(to), "%s", battle_id(b, 0));
    const tl_json_value *los = BATTLE_ASK("{'query': 'los', 'from': '%s', 'to': '%s', 'margin': true}", from, to);
    char before = battle_verdict(los, "verdict"), after;
    double low = battle_number_of(los, "margin.target_mm[0]"), by = battle_number_of(los, "margin.target_mm[1]");
    if (battle_unit_of(a)->carrier >= 0 || battle_unit_of(b)->carrier >= 0 || before == 'm' ||
        tl_json_find(los, "unseen") != NULL) {
        return;
    }
    if (!isnan(by)) {
        after = sight_after(from, to, by * battle_number_of(los, "margin.direction[0]"),
                            by * battle_number_of(los, "margin.direction[1]"));
        battle_hold(battle_now, LAW_MARGIN_TURNS, after == (before == 'y' ? 'n' : 'y') || after == 0,
                    "%s, %s: %c, moved %.6f: %c", from, to, before, by, after);
    }
    for (int k = 0; k < 3 && low > 0; k++) {
        double turn = test_random_between(&battle_now->random, 0, 2 * TL_PI);
        after = sight_after(from, to, 0.999 * low * cos(turn), 0.999 * low * sin(turn));
        battle_hold(battle_now, LAW_MARGIN_KEEPS, !battle_opposed(before, after), "%s, %s: %c, moved %.6f to %.6f: %c",
                    from, to, before, 0.999 * low, turn, after);
    }
}
