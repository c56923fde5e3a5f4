/* test_judge_search.c: the pieces of the search for best places of templates (judge/template): whom it may hit and what
 * is known of each, what it keeps of the places it tries and in which order, how much room they have, what it refuses;
 * hulls, roofs, woods, bunkers and crowds. */
#include "support/template_search.h"
#include "support/template_worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R JUDGE_RIM
static const tl_verdict YES = TL_VERDICT_YES, OPEN = TL_VERDICT_MARGINAL;

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static int below(test_random *r, int count) {
    return test_random_below(r, count);
}

static tl_best find_best(const tl_inquiry *inquiry, const tl_question *q) {
    tl_best best;
    tl_error error = {0};
    if (tl_best_find(inquiry, q, &best, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return best;
}

/* --- Order -------------------------------------------------------------------------------------------------------- */

/* Positive when a comes after b. */
static int compare(const tl_best_place *a, const tl_best_place *b) {
    const double keys[2][6] = {{(double)a->friends, -a->margin_mm, a->firer == SIZE_MAX ? 1e9 : (double)a->firer,
                                a->angle_deg, a->at.x, a->at.y},
                               {(double)b->friends, -b->margin_mm, b->firer == SIZE_MAX ? 1e9 : (double)b->firer,
                                b->angle_deg, b->at.x, b->at.y}};
    for (int i = 0; i < 6; i++) {
        if (keys[0][i] != keys[1][i]) {
            return keys[0][i] > keys[1][i] ? 1 : -1;
        }
    }
    return 0;
}

/* Fewer friends, more room, then by who fires, by angle, by place. */
static void order(void **state) {
    (void)state;
    test_random r = test_random_start("order", 271131);
    for (int round = 0; round < 400; round++) {
        tl_best best = {.count = (size_t)below(&r, TL_BEST_LISTED + 1)};
        double sum = 0, after = 0;
        for (size_t i = 0; i < best.count; i++) {
            best.places[i] = (tl_best_place){.friends = (size_t)below(&r, 2),
                                             .margin_mm = below(&r, 2),
                                             .firer = below(&r, 3) == 0 ? SIZE_MAX : (size_t)below(&r, 2),
                                             .angle_deg = below(&r, 2),
                                             .at = {below(&r, 2), below(&r, 2), 0},
                                             .score = between(&r, 0, 1)};
            sum += best.places[i].score;
        }
        tl_placement_sort(&best);
        for (size_t i = 0; i < best.count; i++) {
            after += best.places[i].score;
            assert_true(i == 0 || compare(&best.places[i - 1], &best.places[i]) <= 0);
        }
        assert_near(after, sum, 1e-9);
    }
}

/* --- Keeping ------------------------------------------------------------------------------------------------------ */

typedef struct trials {
    judge_table t;
    template_search begun;
} trials;

static void start(trials *s, const char *rule, const char *from, const char *weapon, const char *side, double weight) {
    const tl_question q = {.shape = rule,
                           .from = from,
                           .weapon = weapon,
                           .side = side,
                           .has_friends_weight = true,
                           .friends_weight = weight};
    template_search_begin(&s->begun, &s->t, &s->t.inquiry, &q);
}

static void stop(trials *s) {
    template_search_end(&s->begun);
}

/* Of all places tried those of the highest worth are kept, one of each set of models: the one with the most room; five
 * at most, the first five. */
static void keeping(void **state) {
    (void)state;
    enum { TRIES = 60, MEN = 7 };
    test_random r = test_random_start("keeping", 271132);
    size_t full = 0;
    for (int round = 0; round < test_trials(12); round++) {
        trials s;
        template_search one;
        tl_vec2 man[MEN];
        bool friend[MEN];
        double weight = 0.5 * below(&r, 3);
        int size = round % 3 == 0 ? 20 : 260; /* so far apart that any of them is as good, or near each other */
        judge_begin(&s.t);
        for (int k = 0; k < MEN; k++) {
            char id[8];
            snprintf(id, sizeof(id), "m%d", k);
            man[k] = (tl_vec2){1000 + (size > 100 ? between(&r, 0, size * 3) : 190 * k), 1000 + between(&r, 0, size)};
            friend[k] = size > 100 && k > 0 && below(&r, 3) == 0;
            judge_model(&s.t, id, friend[k] ? "red" : "blue", "infantry", "man", man[k].x, man[k].y, 0, "");
        }
        judge_model(&s.t, "last", "red", "infantry", "man", 2500, 2500, 0, "");
        judge_ready(&s.t);
        judge_set(&s.t, -1, "blast_centre_height_mm", "100", NULL);
        start(&s, "blast", NULL, NULL, "red", weight);
        struct {
            double score, margin;
            uint64_t hit;
            bool kept;
        } tried[TRIES];
        double most = -INFINITY;
        for (int k = 0; k < TRIES; k++) {
            tl_error error = {0};
            tl_question q = s.begun.search.question;
            q.at_count = 3;
            q.at[0] = between(&r, 950, size > 100 ? 1050 + size * 3 : 2200);
            q.at[1] = between(&r, 950, 1050 + size);
            q.at[2] = 0;
            double score, alone, before = s.begun.search.best_score;
            uint64_t work = s.begun.search.work;
            assert_int_equal(tl_placement_try(&s.begun.search, &q, &score, &error), TL_OK);
            assert_true(s.begun.search.work > work);
            one = s.begun; /* the same place, tried alone */
            one.best = (tl_best){.context = s.t.context};
            one.search.best = &one.best;
            one.search.best_score = -INFINITY;
            assert_int_equal(tl_placement_try(&one.search, &q, &alone, &error), TL_OK);
            size_t enemies, friends;
            double worth = template_worth(&s.begun.quick, &q, "red", &enemies, &friends);
            bool good = enemies > 0 && worth > 0;
            assert_near(good ? worth : -7, alone > -INFINITY ? alone : -7, 1e-9);
            assert_int_equal(score > -INFINITY, good && worth >= before);
            tried[k].score = alone;
            tried[k].margin = good ? one.best.places[0].margin_mm : 0;
            tried[k].hit = good ? one.best.places[0].hit[0] : 0;
            tried[k].kept = false;
            most = fmax(most, alone);
            if (good) {
                /* as far as it may slip: what is under it lies so deep, what is beside it so far off */
                double room = INFINITY, least = INFINITY;
                for (int m = 0; m < MEN; m++) {
                    double x = fabs(q.at[0] - man[m].x), y = fabs(q.at[1] - man[m].y), d = hypot(x, y) - 75 - R;
                    bool in = tried[k].hit >> m & 1;
                    assert_true(in == (d < 0) || fabs(d) <= 0.1);
                    if (in && !friend[m]) {
                        room = fmin(room, fmin(75, -d));
                        least = fmin(least, fmin(75, -d));
                    } else if (!in && friend[m]) {
                        double boxes = hypot(fmax(x - 75 - R, 0), fmax(y - 75 - R, 0));
                        room = fmin(room, d);
                        least = fmin(least, boxes > 1 ? boxes : d);
                    }
                }
                assert_true(tried[k].margin <= room + 1e-6 && tried[k].margin >= fmin(least, 1) - 1e-6);
                assert_int_equal(one.best.places[0].enemies, enemies);
                assert_int_equal(one.best.places[0].friends, friends);
                assert_int_equal(one.best.places[0].firer, SIZE_MAX);
            }
            tl_best_free(&one.best);
        }
        assert_near(s.begun.search.best_score > -INFINITY ? s.begun.search.best_score : 0, most > -INFINITY ? most : 0,
                    1e-9);
        /* the first sets of that worth, each with the most room that it was tried with */
        size_t count = 0;
        for (int k = 0; k < TRIES && most > -INFINITY; k++) {
            bool seen = tried[k].score < most - 1e-9;
            double margin = tried[k].margin;
            for (int j = 0; j < TRIES; j++) {
                bool same = tried[j].score >= most - 1e-9 && tried[j].hit == tried[k].hit;
                seen = seen || (same && j < k);
                margin = same ? fmax(margin, tried[j].margin) : margin;
            }
            if (seen || count == TL_BEST_LISTED) {
                continue;
            }
            assert_true(count < s.begun.best.count);
            assert_int_equal(s.begun.best.places[count].hit[0], tried[k].hit);
            assert_near(s.begun.best.places[count].margin_mm, margin, 1e-9);
            count++;
        }
        assert_int_equal(s.begun.best.count, count);
        full += count == TL_BEST_LISTED;
        stop(&s);
        judge_end(&s.t);
    }
    assert_true(full > 0);
}

/* --- Candidates --------------------------------------------------------------------------------------------------- */

static const tl_candidate *candidate(const trials *s, const char *id) {
    return &s->begun.search.candidates[judge_who(&s->t, id)];
}

/* Who is an enemy, a friend, or never hit: sides, the unit that fires, passengers, classes that every weapon meant
 * spares, what a bunker keeps from being hit. Enemies are counted by figures. */
static void roles(void **state) {
    (void)state;
    const tl_candidate_role none = TL_CANDIDATE_NONE, enemy = TL_CANDIDATE_ENEMY, friend = TL_CANDIDATE_FRIEND;
    const struct {
        const char *from, *weapon, *side;
        bool bunker; /* they fire from */
        tl_candidate_role a, b, tank, bird, men, crew, loner;
        size_t enemies;
    } cases[] = {
        {NULL, NULL, NULL, false, enemy, enemy, enemy, enemy, none, enemy, enemy, 9},
        {NULL, NULL, "red", false, friend, enemy, enemy, enemy, none, enemy, enemy, 7},
        {NULL, NULL, "blue", false, enemy, friend, friend, friend, none, friend, enemy, 3},
        {"a", "all", NULL, false, friend, enemy, enemy, enemy, none, enemy, enemy, 7},
        {"a1", "all", NULL, false, friend, enemy, enemy, enemy, none, enemy, enemy, 7},
        {"a", "foot", NULL, false, friend, enemy, none, none, none, enemy, enemy, 5},
        {"a", "wheels", NULL, false, none, none, enemy, none, none, none, none, 1},
        {"a", NULL, NULL, false, friend, enemy, enemy, enemy, none, enemy, enemy, 7},
        {"a", "all", "blue", false, friend, friend, friend, friend, none, friend, enemy, 1},
        {"a", "all", NULL, true, friend, enemy, enemy, none, none, enemy, enemy, 6},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        trials s;
        judge_begin(&s.t);
        judge_asset(&s.t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':"
                          "'disc','diameter':25},'figures':3}");
        if (cases[i].bunker) {
            judge_terrain(&s.t, "{'id':'fort','kind':'bunker','mesh':'box -50 -70 0 50 70 60','at':[500,1000,0]}");
        }
        judge_unit(&s.t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'rifle','range':4},{'id':'all','range':9"
                   ",'template':'blast'},{'id':'foot','range':9,'template':'blast','template_against':['infantry']},{'"
                   "id':'wheels','range':9,'template':'blast','template_against':['vehicle']}],'members':[{'id':'a1','"
                   "asset':'man','at':[500,1000,0]},{'id':'a2','asset':'man','at':[500,1030,0]}]}");
        judge_model(&s.t, "b", "blue", "infantry", "man", 900, 1000, 0, "");
        judge_model(&s.t, "tank", "blue", "vehicle", "tank", 900, 1200, 0, "'skills':['transport']");
        judge_model(&s.t, "bird", "blue", "aircraft", "tank", 900, 1400, 0, "");
        judge_model(&s.t, "men", "blue", "infantry", "man", 900, 1200, 0, "'aboard':'tank1'");
        judge_model(&s.t, "crew", "blue", "infantry", "crew", 900, 800, 0, "");
        judge_model(&s.t, "loner", "", "infantry", "man", 900, 600, 0, "");
        judge_ready(&s.t);
        start(&s, "blast", cases[i].from, cases[i].weapon, cases[i].side, 1);
        static const char *const ids[] = {"a1", "b1", "tank1", "bird1", "men1", "crew1", "loner1"};
        const tl_candidate_role expected[] = {cases[i].a,   cases[i].b,    cases[i].tank, cases[i].bird,
                                              cases[i].men, cases[i].crew, cases[i].loner};
        for (int k = 0; k < 7; k++) {
            if (candidate(&s, ids[k])->role != expected[k]) {
                fail_msg("case %zu: %s is %d", i, ids[k], (int)candidate(&s, ids[k])->role);
            }
            assert_int_equal(candidate(&s, ids[k])->figures, k == 5 ? 3 : 1);
        }
        assert_int_equal(s.begun.best.enemies_on_table, cases[i].enemies);
        for (size_t w = 0; w < s.begun.search.weapon_count; w++) {
            bool meant = cases[i].weapon != NULL || w > 0;
            assert_int_equal(tl_placement_armed(&s.begun.search, 0, w), meant);
            assert_int_equal(tl_placement_armed(&s.begun.search, SIZE_MAX, w), meant);
        }
        stop(&s);
        judge_end(&s.t);
    }
}

/* Where each stands: its box, its feet, in a building or perhaps, and on which level of it. */
static void places(void **state) {
    (void)state;
    trials s;
    judge_begin(&s.t);
    judge_terrain(&s.t, "{'id':'h','kind':'building','outline':[[1000,900],[1200,900],[1200,1100],[1000,1100]],'mesh':'"
                        "box 1000 900 60 1200 1100 64, box 1000 900 126 1200 1100 130'}");
    static const struct {
        const char *id;
        double x, z;
        bool in, maybe;
        size_t level;
    } men[] = {{"down", 1100, 0, true, true, 0},    {"up", 1100, 64, true, true, 1},
               {"top", 1100, 130, true, true, 2},   {"out", 900, 0, false, false, 0},
               {"in", 1000.1, 0, true, true, 0},    {"edge", 1000.02, 64, false, true, 1},
               {"gate", 999.98, 0, false, true, 0}, {"off", 999.9, 0, false, false, 0}};
    for (size_t k = 0; k < 8; k++) {
        judge_unit(
            &s.t, "{'id':'%s','side':'blue','class':'infantry','members':[{'id':'%s1','asset':'man','at':[%g,%g,%g]}]}",
            men[k].id, men[k].id, men[k].x, 920 + 20.0 * (double)k, men[k].z);
    }
    judge_tank(&s.t, "v", 500, 500, 90);
    judge_ready(&s.t);
    start(&s, "blast", NULL, NULL, "red", 1);
    for (size_t k = 0; k < 8; k++) {
        const tl_candidate *c = &s.begun.search.candidates[k];
        if (c->in_building != men[k].in || c->maybe_in_building != men[k].maybe || c->level != men[k].level) {
            fail_msg("%s: %d %d %zu", men[k].id, c->in_building, c->maybe_in_building, c->level);
        }
        assert_near(c->foot, men[k].z, 1e-9);
        assert_near(c->box.low.x, men[k].x - R, 1e-9);
        assert_near(c->box.high.x, men[k].x + R, 1e-9);
        assert_near(c->box.high.z, men[k].z + 3, 1e-9); /* the base alone */
    }
    assert_near(s.begun.search.candidates[8].box.low.x, 470, 1e-9);
    assert_near(s.begun.search.candidates[8].box.high.y, 550, 1e-9);
    assert_near(s.begun.search.candidates[8].box.high.z, 40, 1e-9);
    stop(&s);
    judge_end(&s.t);
}

/* --- Whole searches ----------------------------------------------------------------------------------------------- */

/* Slid to where it has the most room: of enemies who are all caught the middle of the smallest circle round them. */
static void roomiest(void **state) {
    (void)state;
    test_random r = test_random_start("roomiest", 271133);
    for (int round = 0; round < test_trials(10); round++) {
        judge_table t;
        tl_vec2 man[3];
        int men = 1 + round % 3;
        judge_begin(&t);
        for (int k = 0; k < men; k++) {
            char id[8];
            double a = between(&r, 0, 2 * M_PI), d = between(&r, 20, 60);
            snprintf(id, sizeof(id), "m%d", k);
            man[k] = (tl_vec2){1000 + d * cos(a), 1000 + d * sin(a)};
            judge_model(&t, id, "blue", "infantry", "man", man[k].x, man[k].y, 0, "");
        }
        judge_ready(&t);
        double least = INFINITY; /* how far the farthest is from the best middle, on a fine grid */
        for (double x = 940; x <= 1060; x += 0.5) {
            for (double y = 940; y <= 1060; y += 0.5) {
                double far = 0;
                for (int k = 0; k < men; k++) {
                    far = fmax(far, hypot(man[k].x - x, man[k].y - y));
                }
                least = fmin(least, far);
            }
        }
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_centre_height_mm", "100", NULL);
        const tl_question q = {.shape = "blast", .best = true};
        tl_best best = find_best(inquiry, &q);
        assert_true(best.proved && best.count == 1);
        assert_int_equal(best.places[0].enemies, men);
        /* nobody is deeper than its middle; steps end at half a millimetre */
        double room = fmin(75, 75 + R - least);
        if (best.places[0].margin_mm < room - 1.5 || best.places[0].margin_mm > room + 0.5) {
            fail_msg("%g of %g", best.places[0].margin_mm, room);
        }
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* Crowds: the ones that matter stand last of more than sixty-four, and of more than a hundred and twenty-eight. */
static void crowds(void **state) {
    (void)state;
    static const size_t sizes[] = {62, 63, 64, 127, 130};
    for (int i = 0; i < 5; i++) {
        judge_table t;
        judge_begin(&t);
        for (size_t k = 0; k < sizes[i]; k++) { /* all of them friends, far away */
            char id[24];
            snprintf(id, sizeof(id), "f%zu_", k);
            judge_model(&t, id, "red", "infantry", "man", 1500 + 30 * (double)(k % 12), 1500 + 30 * (double)(k / 12), 0,
                        "");
        }
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
        judge_model(&t, "c", "blue", "infantry", "man", 1170, 1000, 0, "");
        judge_ready(&t);
        const tl_question q = {.shape = "blast", .best = true, .side = "red"};
        tl_best best = find_best(&t.inquiry, &q);
        assert_true(best.proved && best.count == 1);
        assert_near(best.places[0].score, 2, 0);
        size_t members = sizes[i] + 2;
        for (size_t m = 0; m < members; m++) {
            assert_int_equal(best.places[0].hit[m / 64] >> (m % 64) & 1, m >= sizes[i]);
        }
        template_check_list(&t.inquiry, &q, "red", &best);
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* On what it may lie: a roof, a table of its own, the plate of a wood; never in the crowns, nor within a rock. */
static void grounds(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        double z = k == 0 ? 70 : k == 1 ? 12 : k == 2 ? 3 : -15;
        judge_begin(&t);
        if (k == 0) {
            judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 850 850 0 1150 1150 70'}");
        } else if (k == 1) {
            judge_ground(&t, "'mesh':'box 0 0 -20 3000 3000 12'");
        } else if (k == 2) {
            judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 850 850 0 1150 1150 3, box 860 860 60 1140 1140 "
                              "90'}");
        } else {
            judge_ground(&t, "'mesh':'box 0 0 -40 3000 3000 -15'");
        }
        judge_unit(
            &t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[930,1000,%g]}]}",
            z);
        judge_unit(&t,
                   "{'id':'c','side':'blue','class':'infantry','members':[{'id':'c1','asset':'man','at':[1070,1000,%g]}"
                   "]}",
                   z);
        judge_ready(&t);
        const tl_question q = {.shape = "blast", .best = true};
        tl_best best = find_best(&t.inquiry, &q);
        if (!best.proved || best.count == 0 || best.places[0].score < 2 || fabs(best.places[0].at.z - z) > 1e-6) {
            fail_msg("ground %d: %zu of %g at %g", k, best.count, best.upper, best.count > 0 ? best.places[0].at.z : 0);
        }
        template_check_list(&t.inquiry, &q, NULL, &best);
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* A wall as high as nobody sees over, from end to end of the table, and enemies hard behind it: only from their side
 * are they seen (the top of the wall is out of range), and who fires sees only his own. A friend hard beside it on
 * either side: hit, or behind the wall. */
static void behind_walls(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 800, 1000, 0,
                    "'weapons':[{'id':'w','range':3,'template':'blast'}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1020, 1000, 0, "");
        if (k == 1 || k == 3) {
            judge_model(&t, "c", "blue", "infantry", "man", 980, 1000, 0, "");
        }
        judge_wall(&t, "wall", (tl_vec2){998, 1}, (tl_vec2){1002, 2999}, 300);
        if (k >= 2) {
            judge_model(&t, "f", "red", "infantry", "man", 1020, 1026, 0, "");
        }
        judge_ready(&t);
        const tl_question q = {.shape = "blast", .best = true, .from = k % 2 == 0 ? "a" : NULL, .side = "red"};
        tl_best best = find_best(&t.inquiry, &q);
        double most = k == 0 ? 0 : k == 1 ? 1 : k == 2 ? 0 : 1;
        if (!best.proved || best.upper != most) {
            fail_msg("case %d: at most %g, proved %d", k, best.upper, best.proved);
        }
        template_check_list(&t.inquiry, &q, "red", &best);
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* Friends whom every place that catches an enemy catches, too: the search proves it and says that none is worth it, or
 * what is left. */
static void beside_friends(void **state) {
    (void)state;
    static const double weights[] = {0.5, 1, 3};
    for (int k = 0; k < 3; k++) {
        for (int hull = 0; hull < 2; hull++) {
            judge_table t;
            judge_begin(&t);
            /* the friend stands round the enemies: whatever catches one of them catches him */
            judge_asset(&t,
                        "'crowd':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,60],'radius':8},'base':{'shape'"
                        ":'disc','diameter':240}}");
            judge_model(&t, "f", "red", "infantry", "crowd", 1000, 1000, 0, "");
            judge_model(&t, "b", "blue", hull ? "vehicle" : "infantry", hull ? "tank" : "man", 1040, 1000, 0, "");
            judge_model(&t, "c", "blue", "infantry", "man", 1000, 1040, 0, "");
            judge_ready(&t);
            const tl_inquiry *inquiry = judge_set(&t, -1, "blast_centre_height_mm", "50", NULL);
            const tl_question q = {.shape = "blast",
                                   .best = true,
                                   .side = "red",
                                   .has_friends_weight = true,
                                   .friends_weight = weights[k]};
            tl_best best = find_best(inquiry, &q);
            double most = fmax(0, 2 - weights[k]);
            double found = best.count > 0 ? best.places[0].score : 0;
            if (found > most + 1e-9 || best.upper < most - 1e-9 || (best.proved && fabs(found - most) > 1e-9)) {
                fail_msg("weight %g: %g, at most %g", weights[k], found, best.upper);
            }
            assert_true(best.proved);
            template_check_list(inquiry, &q, "red", &best);
            tl_best_free(&best);
            judge_end(&t);
        }
    }
}

/* What is refused, with what to do; what is left open when the work is spent, and how it is told. */
static void refusals(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    for (int k = 0; k < 70; k++) { /* more sides than are offered */
        char id[24], side[24];
        snprintf(id, sizeof(id), "u%d_", k);
        snprintf(side, sizeof(side), "%s%d", k < 66 ? "side" : "team", k);
        judge_model(&t, id, k == 69 ? "" : side, "infantry", "man", 100 + 40 * k, 2900, 0, "");
    }
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                "'weapons':[{'id':'w','range':9,'template':'blast'},{'id':'f','range':1,'template':'flame-1'}]");
    judge_model(&t, "b", "blue", "infantry", "man", 1080, 1000, 0, "");
    judge_ready(&t);
#define BEST "{'query':'template','best':true,"
    judge_refused(&t, "Did you mean `side3`", BEST "'shape':'blast','side':'sidd3'}");
    judge_refused(&t, "Did you mean `side63`", BEST "'shape':'blast','side':'sidd63'}");
    judge_refused(&t, "Name the side of one", BEST "'shape':'blast','side':'something else'}");
    judge_refused(&t, "a place is given", BEST "'shape':'blast','at':[1,1]}");
    judge_refused(&t, "a place is given", BEST "'shape':'flame-1','from':'a','angle':1}");
    judge_refused(&t, "a place is given", BEST "'shape':'flame-1','from':'a','toward':'b'}");
    judge_refused(&t, "nobody is named", BEST "'shape':'flame-1','side':'red'}");
    judge_refused(&t, "attacker_centre", BEST "'shape':'flame-1','from':'a','set':{'flame_axis':'target_centre'}}");
    judge_refused(&t, "no weapon in the scene", BEST "'shape':'blast','from':'b'}");
    judge_refused(&t, "no weapon in the scene", BEST "'shape':'flame-2','from':'a'}");
    judge_refused(&t, "", BEST "'shape':'blast','from':'nobody'}");
    judge_refused(&t, "", BEST "'shape':'blast','from':'a','weapon':'none'}");
    const struct {
        double weight;
        bool fits;
    } weights[] = {{-1, false}, {-1e-9, false}, {0, true}, {1000, true}, {1000.5, false}, {NAN, false}};
    for (size_t i = 0; i < 6; i++) {
        const tl_question q = {.shape = "blast",
                               .best = true,
                               .from = "a",
                               .has_friends_weight = true,
                               .friends_weight = weights[i].weight};
        tl_best best;
        tl_error error = {0};
        assert_int_equal(tl_best_find(&t.inquiry, &q, &best, &error), weights[i].fits ? TL_OK : TL_ERROR_ARGUMENT);
        if (weights[i].fits) {
            assert_near(best.count > 0 ? best.places[0].score : 0, 1, 0);
            /* told to lay it: exactly there, by whom */
            tl_question first = tl_best_first(&t.inquiry, &q, &best);
            assert_int_equal(first.at_count, 3);
            assert_false(first.best || first.has_angle);
            assert_string_equal(first.from, "a1");
            assert_near(first.at[2], best.places[0].at.z, 0);
            tl_best_free(&best);
        }
    }
    const tl_question flame = {.shape = "flame-1", .best = true, .from = "a"};
    tl_best best = find_best(&t.inquiry, &flame);
    tl_question first = tl_best_first(&t.inquiry, &flame, &best);
    assert_int_equal(first.at_count, 0);
    assert_true(first.has_angle);
    assert_near(remainder(first.angle_deg, 360), 0, 30);
    tl_best_free(&best);
    /* of a search that is cut short nothing is proved; of one that found nothing all else is */
    for (int k = 0; k < 2; k++) {
        tl_inquiry less = t.inquiry;
        tl_unsettled unsettled = {false, false, false};
        less.effort = k == 0 ? 1e-9 : 1;
        less.unsettled = &unsettled;
        const tl_question q = {.shape = "blast", .best = true, .from = "a"};
        best = find_best(&less, &q);
        assert_int_equal(best.proved, k == 1);
        assert_int_equal(best.exhausted, k == 0);
        assert_int_equal(unsettled.search, k == 0);
        assert_true(best.upper >= 1 && best.upper <= (double)best.enemies_on_table);
        assert_int_equal(tl_best_verdict(&best, NULL), k == 0 ? OPEN : TL_VERDICT_NO);
        const tl_strike hit = {.verdict = TL_VERDICT_YES};
        assert_int_equal(tl_best_verdict(&best, &hit), k == 0 ? OPEN : YES);
        assert_int_equal(best.cause.clause, TL_CLAUSE_TEMPLATE_UNDER);
        tl_best_free(&best);
        less.unsettled = NULL; /* nobody wants to know */
        best = find_best(&less, &q);
        tl_best_free(&best);
    }
    judge_end(&t);
    /* whether something that may be off is on the table: terrain, a hull, whatever stands on either */
    static const char *const things[] = {"{'id':'w','kind':'wall','mesh':'box 100 100 0 120 200 30','uncertainty':%g}"};
    for (int k = 0; k < 2; k++) {
        judge_begin(&t);
        judge_terrain(&t, things[0], k == 0 ? 0.0 : 0.5);
        judge_model(&t, "b", "blue", "infantry", "man", 1080, 1000, 0, "");
        judge_ready(&t);
        const tl_question q = {.shape = "blast", .best = true};
        best = find_best(&t.inquiry, &q);
        assert_int_equal(best.uncertain, k == 1);
        assert_true(best.proved);
        assert_near(best.places[0].score, 1, 0);
        tl_best_free(&best);
        judge_end(&t);
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -20 -20 0 20 20 30','uncertainty':%g}", k == 0 ? 0.0 : 0.5);
        judge_model(&t, "v", "red", "vehicle", "scan", 100, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "man", 1080, 1000, 0, "");
        judge_ready(&t);
        best = find_best(&t.inquiry, &q);
        assert_int_equal(best.uncertain, k == 1);
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* A friend under the template who isn't hit costs nothing: behind walls of his own, deep in smoke, spared by the weapon
 * that is fired while another would harm him. */
static void spared_friends(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(
            &t,
            "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'all','range':%d,'template':'blast'},{'id':"
            "'foot','range':9,'template':'blast','template_against':['infantry']}],'members':[{'id':'a1','asset':"
            "'man','at':[700,1000]}]}",
            k == 2 ? 1 : 9);
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000, 0, "");
        /* so near that who catches the enemy catches it, too, but for a place behind him */
        if (k == 0) { /* between walls higher than the centre's eye */
            judge_model(&t, "f", "red", "infantry", "man", 1040, 1000, 0, "");
            judge_wall(&t, "w1", (tl_vec2){1022, 980}, (tl_vec2){1024, 1020}, 120);
            judge_wall(&t, "w2", (tl_vec2){1056, 980}, (tl_vec2){1058, 1020}, 120);
            judge_wall(&t, "w3", (tl_vec2){1022, 980}, (tl_vec2){1058, 982}, 120);
            judge_wall(&t, "w4", (tl_vec2){1022, 1018}, (tl_vec2){1058, 1020}, 120);
        } else if (k == 1) {
            judge_model(&t, "f", "red", "infantry", "man", 1060, 1000, 0, "");
            judge_area(&t, "smoke", "smoke", (tl_vec2){1020, 900}, (tl_vec2){1100, 1100}, 100);
        } else if (k < 4) { /* the weapon that reaches so far spares him; or either is fired */
            judge_model(&t, "f", "red", "vehicle", "tank", 1000, 1045, 0, "");
        } else { /* nothing spares him, and he is caught wherever the enemy is */
            judge_asset(&t,
                        "'crowd':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,60],'radius':8},'base':{'shape'"
                        ":'disc','diameter':240}}");
            judge_model(&t, "f", "red", "infantry", "crowd", 1000, 1000, 0, "");
        }
        judge_ready(&t);
        tl_inquiry less = *judge_set(&t, -1, "blast_centre_height_mm", "40", NULL);
        const tl_inquiry *inquiry = &less;
        less.effort = 0.05; /* what is left open for want of work is open above */
        const tl_question q = {.shape = "blast",
                               .best = true,
                               .from = "a",
                               .weapon = k == 4 ? "all" : NULL,
                               .has_friends_weight = true,
                               .friends_weight = 0.25};
        tl_best best = find_best(inquiry, &q);
        double most = k < 4 ? 1 : 0.75, found = best.count > 0 ? best.places[0].score : 0;
        if (found > most || (best.proved && found != most) || best.upper < most) {
            fail_msg("case %d: %g, at most %g", k, found, best.upper);
        }
        template_check_list(inquiry, &q, "red", &best);
        /* nearer than any place that misses him */
        test_random r = test_random_start("spared_friends", 271134);
        for (int i = 0; i < 60; i++) {
            tl_question there = q;
            size_t enemies, friends;
            there.best = false;
            there.at_count = 3;
            there.at[0] = between(&r, 900, 1100);
            there.at[1] = between(&r, 900, 1100);
            assert_true(template_worth(inquiry, &there, "red", &enemies, &friends) <= best.upper + 1e-9);
        }
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* Who may not fire from where he is: nothing is worth trying, and that is known at once. */
static void barred_firers(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 1000, 0,
                    k < 2 ? "'skills':['transport']" : "'skills':['tank-riders']");
        judge_model(
            &t, "men", "red", "infantry", "man", 1000, 1000, 0,
            "'aboard':'truck1','weapons':[{'id':'w','range':1,'template':'flame-1'},{'id':'x','range':1,'template'"
            ":'flame-2'},{'id':'y','range':1,'template':'blast'}]");
        if (k % 2 == 1) {
            judge_area(&t, "wood", "wood", (tl_vec2){1400, 900}, (tl_vec2){1600, 1100}, 60);
        }
        judge_model(&t, "art", "red", "infantry", "man", 1500, 1000, 0,
                    "'weapons':[{'id':'w','range':9,'template':'blast','skills':['artillery']}]");
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000 + JUDGE_BESIDE + R + 40, 0, "");
        judge_ready(&t);
        template_drawn drawn;
        tl_inquiry less = *template_draw(&drawn, &t.inquiry, 0);
        less.effort = 0.1;
        const tl_question flame = {.shape = "flame-1", .best = true, .from = "men"};
        tl_best best = find_best(&less, &flame);
        assert_true(best.proved);
        assert_near(best.upper, k < 2 ? 0 : 1, 0);
        assert_int_equal(best.cells == 0, k < 2);
        template_check_list(&less, &flame, "red", &best);
        if (best.count > 0) { /* the riders lay it, from what carries them */
            assert_string_equal(tl_best_first(&less, &flame, &best).from, "men");
            assert_int_equal(best.places[0].firer, judge_who(&t, "truck1"));
        }
        tl_best_free(&best);
        const tl_question lobbed = {.shape = "blast", .best = true, .from = "men1"};
        best = find_best(&less, &lobbed);
        assert_true(best.proved && best.count == 1);
        template_check_list(&less, &lobbed, "red", &best);
        assert_string_equal(tl_best_first(&less, &lobbed, &best).from, "men1");
        tl_best_free(&best);
        const tl_question blast = {.shape = "blast", .best = true, .from = "art"};
        best = find_best(&less, &blast);
        assert_true(best.proved);
        assert_near(best.upper, k % 2 == 1 ? 0 : 1, 0);
        assert_int_equal(best.cells == 0, k % 2 == 1);
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* Six in a ring, two of whom are nearly caught at once wherever one looks, and somewhere a pair that is, by a hair:
 * many places of one enemy are found before that of two. */
static void nearly_pairs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        const double apart = k == 3 ? 175 : 174.6;
        for (int i = 0; i < 8; i++) {
            char id[8];
            snprintf(id, sizeof(id), "m%d", i);
            tl_vec2 at = {1000 + 176 * cos(i * M_PI / 3 + 0.3), 1000 + 176 * sin(i * M_PI / 3 + 0.3)};
            if (i >= 6) { /* beside them: 174.6 apart, or within the tolerance too far: 175 */
                at = (tl_vec2){1400 + (i - 6) * apart * cos(0.7), 1400 + (i - 6) * apart * sin(0.7)};
            }
            if (i < 6 || k != 2) {
                judge_model(&t, id, "blue", "infantry", "man", at.x, at.y, 0, "");
            }
        }
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_centre_height_mm", "50", NULL);
        tl_inquiry less = *inquiry;
        less.effort = k == 1 ? 0.3 : 1;
        const tl_question q = {.shape = "blast", .best = true};
        tl_best best = find_best(&less, &q);
        assert_true(best.proved);
        assert_near(best.places[0].score, k < 2 ? 2 : 1, 0);
        assert_int_equal(best.count, k < 2 ? 1 : TL_BEST_LISTED);
        template_check_list(inquiry, &q, NULL, &best);
        tl_best_free(&best);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order),        cmocka_unit_test(keeping),        cmocka_unit_test(roles),
        cmocka_unit_test(places),       cmocka_unit_test(roomiest),       cmocka_unit_test(crowds),
        cmocka_unit_test(grounds),      cmocka_unit_test(behind_walls),   cmocka_unit_test(beside_friends),
        cmocka_unit_test(refusals),     cmocka_unit_test(spared_friends), cmocka_unit_test(barred_firers),
        cmocka_unit_test(nearly_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
