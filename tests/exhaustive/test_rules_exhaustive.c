/* test_rules_exhaustive.c: laws that hold whatever the rules decide, over random battles with everything switched on:
 * sight is mutual under every reading; no verdict and no measurement hangs on the order of lists, and nothing at all on
 * ids; a battle in centimetres and the same 1.016 times as large in inches are ruled alike.
 *
 * TRUELINE_ROUNDS makes it longer: battles are that many times as many. */
#include "support/rule_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATTLES = 3 };

static int battles(void) {
    const char *chosen = getenv("TRUELINE_ROUNDS");
    return BATTLES * (chosen != NULL && atoi(chosen) > 0 ? atoi(chosen) : 1);
}

/* Readings, one of which is put over the defaults. Under all of them sight is mutual. */
static const char *const readings[] = {"",
                                       "'area_through': 'chord'",
                                       "'area_through': 'any_edge'",
                                       "'area_near': 'inside_only'",
                                       "'area_distance': 'perpendicular'",
                                       "'area_cap_scope': 'both_inside'",
                                       "'area_inside_length': 'in_area_length'",
                                       "'area_combine': 'sum_depth'",
                                       "'area_height': 'infinite'",
                                       "'wood_models': 'solid'",
                                       "'blocker_parts': 'core'",
                                       "'min_clearance_mm': 1",
                                       "'cover_vantage': 'union'",
                                       "'cover_blockers': 'plus_vehicles'",
                                       "'cover_min_fraction': 0.25",
                                       "'fof_target': 'whole'",
                                       "'fof_apex': 'hull_corners'",
                                       "'side_arc': 'centre_line'",
                                       "'range_metric': 'plan'",
                                       "'min_range': 'per_miniature'",
                                       "'valid_target': 'independent'",
                                       "'cc_metric': '3d_full'",
                                       "'cohesion': 'disc'"};
enum { READINGS = sizeof(readings) / sizeof(readings[0]) };

static void question(char *text, size_t size, const char *query, size_t a, size_t b, bool renamed, const char *set) {
    if (strcmp(query, "cohesion") == 0) {
        snprintf(text, size, "{'query': 'cohesion', 'unit': '%s', 'set': {%s}}", rule_id(a, -1, renamed), set);
    } else {
        snprintf(text, size, "{'query': '%s', 'from': '%s', 'to': '%s', 'set': {%s}}", query, rule_id(a, -1, renamed),
                 rule_id(b, -1, renamed), set);
    }
}

/* Every question about one battle, held against the same about another writing of it. */
static void compare(made_scene *one, made_scene *other, const rule_writing *writing, test_random *random, size_t *asked,
                    size_t *decided) {
    static const char *const queries[] = {"los", "cover", "attack", "range", "arc", "cohesion"};
    bool reordered = writing->order != 0 && !writing->terrain;
    const rule_difference may = {writing->inches ? 1.016 : 1, writing->renamed, writing->inches || reordered,
                                 reordered};
    bool bytes = writing->order != 0 && writing->terrain;
    for (size_t a = 0; a < RULE_UNITS; a++) {
        for (size_t b = 0; b < RULE_UNITS; b++) {
            const char *query = queries[test_random_below(random, 6)],
                       *set = readings[test_random_below(random, READINGS)];
            char text[512], again[512], where[256] = "";
            if (a == b) {
                query = "cohesion";
            }
            /* a clearance is stated in millimetres, in both systems */
            if (writing->inches && strstr(set, "_mm") != NULL) {
                set = "";
            }
            question(text, sizeof(text), query, a, b, false, set);
            question(again, sizeof(again), query, a, b, writing->renamed, set);
            made_ask(one, "%s", text);
            made_ask(other, "%s", again);
            (*asked)++;
            *decided += strcmp(made_word(one, "verdict"), "marginal") != 0;
            if (!rule_same(tl_json_root(one->answer), tl_json_root(other->answer), &may, where) ||
                (bytes && strcmp(tl_json_source(one->answer, NULL), tl_json_source(other->answer, NULL)) != 0)) {
                print_error("%s\n%s\n%s\n%s\n", text, where, tl_json_source(one->answer, NULL),
                            tl_json_source(other->answer, NULL));
                fail();
            }
        }
    }
}

static void same_under(const char *name, uint64_t seed, rule_writing writing) {
    test_random random = test_random_start(name, seed);
    size_t asked = 0, decided = 0;
    for (int i = 0; i < battles(); i++) {
        rule_battle battle;
        made_scene one, other;
        char folder[64];
        rule_battle_make(&battle, &random);
        writing.order = writing.order != 0 ? test_random_bits(&random) | 1 : 0;
        snprintf(folder, sizeof(folder), "rules-%s", name);
        made_begin(&one, folder);
        snprintf(folder, sizeof(folder), "rules-%s-other", name);
        made_begin(&other, folder);
        rule_battle_load(&one, &battle, &(rule_writing){0});
        rule_battle_load(&other, &battle, &writing);
        compare(&one, &other, &writing, &random, &asked, &decided);
        made_end(&one);
        made_end(&other);
    }
    print_message("%s: %zu questions, %zu decided\n", name, asked, decided);
    assert_true(decided > asked * 9 / 10);
}

static void order_does_not_matter(void **state) {
    (void)state;
    same_under("order_does_not_matter", 2501, (rule_writing){.order = 1});
}

/* Terrain has its slots by what it is: no byte of an answer hangs on where the file lists it. */
static void order_of_terrain_shows_nowhere(void **state) {
    (void)state;
    same_under("order_of_terrain", 2506, (rule_writing){.order = 1, .terrain = true});
}

static void ids_do_not_matter(void **state) {
    (void)state;
    same_under("ids_do_not_matter", 2502, (rule_writing){.renamed = true});
}

static void inches_are_ruled_like_centimetres(void **state) {
    (void)state;
    same_under("inches_are_ruled_like_centimetres", 2503, (rule_writing){.inches = true});
}

/* Seen means seen back (DB-LOS-07), under every reading, and by the same line. */
static void sight_is_mutual(void **state) {
    (void)state;
    test_random random = test_random_start("sight_is_mutual", 2504);
    size_t counts[3] = {0};
    for (int i = 0; i < battles(); i++) {
        rule_battle battle;
        made_scene made;
        rule_battle_make(&battle, &random);
        made_begin(&made, "rules-mutual");
        rule_battle_load(&made, &battle, &(rule_writing){0});
        for (size_t k = 0; k < READINGS; k++) {
            size_t a = (size_t)test_random_below(&random, RULE_UNITS),
                   b = (a + 1 + (size_t)test_random_below(&random, RULE_UNITS - 1)) % RULE_UNITS;
            char text[512], verdict[16], rule[32];
            question(text, sizeof(text), "los", a, b, false, readings[k]);
            made_ask(&made, "%s", text);
            snprintf(verdict, sizeof(verdict), "%s", made_word(&made, "verdict"));
            snprintf(rule, sizeof(rule), "%s", made_word(&made, "rule"));
            size_t seen = 0, back = 0, pairs = tl_json_find(tl_json_root(made.answer), "pairs")->count;
            char path[64];
            for (size_t p = 0; p < pairs; p++) {
                snprintf(path, sizeof(path), "pairs[%zu].verdict", p);
                seen += strcmp(made_word(&made, path), "yes") == 0;
            }
            counts[verdict[0] == 'y' ? 0 : verdict[0] == 'n' ? 1 : 2]++;
            question(text, sizeof(text), "los", b, a, false, readings[k]);
            made_ask(&made, "%s", text);
            for (size_t p = 0; p < pairs; p++) {
                snprintf(path, sizeof(path), "pairs[%zu].verdict", p);
                back += strcmp(made_word(&made, path), "yes") == 0;
            }
            if (strcmp(made_word(&made, "verdict"), verdict) != 0 || seen != back ||
                strcmp(made_word(&made, "rule"), rule) != 0) {
                print_error("%s: %s by %s, %zu pairs; back: %s\n", text, verdict, rule, seen,
                            tl_json_source(made.answer, NULL));
                fail();
            }
        }
        made_end(&made);
    }
    print_message("sight_is_mutual: %zu yes, %zu no, %zu marginal\n", counts[0], counts[1], counts[2]);
    assert_true(counts[0] > 0 && counts[1] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_does_not_matter), cmocka_unit_test(order_of_terrain_shows_nowhere),
        cmocka_unit_test(ids_do_not_matter),     cmocka_unit_test(inches_are_ruled_like_centimetres),
        cmocka_unit_test(sight_is_mutual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
