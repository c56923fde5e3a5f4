/* test_battles_exhaustive.c: what one question allows no other forbids by the same rule. Random battles with everything
 * that a rule system tells apart are asked every question, and the answers are held against one another, against plain
 * geometry, and against the same battle written otherwise.
 *
 * TRUELINE_ROUNDS makes it that many times as long, TRUELINE_SEED makes other battles, TRUELINE_BATTLE asks one of them
 * alone (its number stands in every message), TRUELINE_TELL tells so many breaks of each law. */
#include "support/battle_checks.h"

#include <trueline/trueline.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATTLES = 5 };

/* --- The same battle, written otherwise --------------------------------------------------------------------------- */

/* What kinds of questions a writing is held to. */
static int question_count(const battle_writing *how) {
    bool wider = how->stranger || how->shift[0] > 0; /* another table, with more room to go */
    return how->wall != 0 ? 1 : how->crowd != 0 || how->longer > 0 ? 7 : wider ? 9 : 10;
}

/* A random question, in the words of a writing. */
static const tl_json_value *ask_twin(made_scene *made, const battle_writing *how, int questions, uint64_t seed) {
    static const char *const plain[] = {"los", "attack", "cover", "react", "close-combat", "arc", "range"};
    test_random random = {seed};
    size_t units = battle_now->battle.unit_count, a = (size_t)test_random_below(&random, (int)units);
    size_t b = (a + 1 + (size_t)test_random_below(&random, (int)units - 1)) % units;
    const battle_unit *near = battle_unit_of(b);
    double x = near->at[0][0] + test_random_between(&random, -90, 90),
           y = near->at[0][1] + test_random_between(&random, -90, 90), at[2];
    int what = test_random_below(&random, questions);
    battle_point(how, fmin(fmax(x, 1), BATTLE_WIDTH - 1), fmin(fmax(y, 1), BATTLE_DEPTH - 1), at);
    if (what < 7) {
        return battle_ask(battle_now, made, "{'query': '%s', 'from': 'u%zu', 'to': 'u%zu'}", plain[what], a, b);
    }
    if (what == 7) {
        return battle_ask(battle_now, made, "{'query': 'template', 'shape': 'blast', 'at': [%.17g, %.17g]}", at[0],
                          at[1]);
    }
    if (what == 9) {
        return battle_ask(battle_now, made,
                          "{'query': 'move', 'member': '%s', 'path': [[%.17g, %.17g]], 'march': true}", battle_id(a, 0),
                          at[0], at[1]);
    }
    return battle_ask(battle_now, made, "{'query': 'cohesion', 'unit': 'u%zu'}", a);
}

static void check_twin(size_t law, battle_writing how) {
    made_scene other;
    char folder[64];
    snprintf(folder, sizeof(folder), "battle-%s", battle_laws[law].name);
    made_begin(&other, folder);
    battle_load(&other, &battle_now->battle, &how);
    for (int k = 0; k < 5; k++) {
        uint64_t seed = test_random_bits(&battle_now->random);
        char question[512], where[256] = "";
        const tl_json_value *one = ask_twin(&battle_now->made, &(battle_writing){0}, question_count(&how), seed);
        snprintf(question, sizeof(question), "%s", battle_now->last);
        const tl_json_value *two = ask_twin(&other, &how, question_count(&how), seed);
        bool asked = one != NULL && two != NULL, grows = how.longer > 0 || how.wall != 0;
        /* what stands in the way takes sight, and what longer ranges give is a shot */
        bool agree = !asked          ? one == two
                     : how.wall != 0 ? battle_agrees(two, one, grows, where)
                                     : battle_agrees(one, two, grows, where);
        battle_hold(battle_now, law, agree, "%s: %s", question, where);
    }
    made_end(&other);
}

static void check_twins(void) {
    check_twin(LAW_TWIN_QUARTER, (battle_writing){.quarter = true});
    check_twin(LAW_TWIN_SHIFT, (battle_writing){.shift = {300, 170}});
    check_twin(LAW_TWIN_ORDER, (battle_writing){.order = test_random_bits(&battle_now->random) | 1});
    check_twin(LAW_TWIN_STRANGER, (battle_writing){.stranger = true});
    check_twin(LAW_TWIN_INCHES, (battle_writing){.inches = true});
    check_twin(LAW_TWIN_LONGER, (battle_writing){.longer = 2});
    check_twin(LAW_TWIN_MINES, (battle_writing){.mines = true});
    check_twin(LAW_TWIN_CROWD, (battle_writing){.crowd = test_random_bits(&battle_now->random) | 1});
    check_twin(LAW_TWIN_WALL, (battle_writing){.wall = test_random_bits(&battle_now->random) | 1});
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* Two units, none of which carries the other: these are measured as one. */
static void choose_two(size_t *a, size_t *b) {
    int units = (int)battle_now->battle.unit_count;
    do {
        *a = (size_t)test_random_below(&battle_now->random, units);
        *b = (*a + 1 + (size_t)test_random_below(&battle_now->random, units - 1)) % (size_t)units;
    } while (battle_unit_of(*a)->carrier == (int)*b || battle_unit_of(*b)->carrier == (int)*a);
}

static void fight(battle_bout *one) {
    battle_now = one;
    size_t a, b;
    for (int k = 0; k < 4; k++) {
        choose_two(&a, &b);
        battle_check_attack(a, b);
        choose_two(&a, &b);
        battle_check_pair(a, b);
        choose_two(&a, &b);
        battle_check_react(a, b);
    }
    for (a = 0; a < battle_now->battle.unit_count; a++) {
        battle_check_cohesion(a);
        for (b = 0; b < battle_now->battle.unit_count; b++) {
            if (a != b) {
                battle_check_passengers(a, b);
                battle_check_reach_of_men(a, b);
            }
        }
    }
    battle_check_templates();
    for (int k = 0; k < 2; k++) {
        battle_check_moves((size_t)test_random_below(&battle_now->random, (int)battle_now->battle.unit_count));
    }
    choose_two(&a, &b);
    battle_check_map(a, "fov", LAW_MAP_SIGHT);
    battle_check_map(b, "cover", LAW_MAP_COVER);
    choose_two(&a, &b);
    battle_check_firing(a, b);
    battle_check_margin(a, b);
    check_twins();
}

static int setting(const char *name, int otherwise) {
    const char *chosen = getenv(name);
    return chosen != NULL && atoi(chosen) > 0 ? atoi(chosen) : otherwise;
}

static void no_question_allows_what_another_forbids(void **state) {
    (void)state;
    test_random random = test_random_start("no_question_allows_what_another_forbids", 1109);
    static battle_ledger ledger;
    static battle_bout one;
    int only = setting("TRUELINE_BATTLE", 0), count = BATTLES * setting("TRUELINE_ROUNDS", 1);
    ledger = (battle_ledger){
        .laws = battle_laws, .law_count = BATTLE_LAWS_HELD, .tell = (size_t)setting("TRUELINE_TELL", 3)};
    for (int i = 1; i <= (only > count ? only : count); i++) {
        uint64_t seed = test_random_bits(&random);
        if (only > 0 && i != only) {
            continue;
        }
        one = (battle_bout){.ledger = &ledger, .number = (size_t)i, .random = {seed}};
        battle_make(&one.battle, &one.random);
        made_begin(&one.made, "battle");
        battle_load(&one.made, &one.battle, &(battle_writing){0});
        fight(&one);
        battle_bout_end(&one);
    }
    assert_int_equal(battle_ledger_tell(&ledger), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_question_allows_what_another_forbids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
