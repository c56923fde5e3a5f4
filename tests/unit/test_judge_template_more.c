/* test_judge_template_more.c: pieces of the judge of templates (judge/template) asked one by one: how far off the tips
 * of flames lie, how a flame that is found is turned to either side, levels at ties and without meshes, places slid
 * upstairs, and a friend whom smoke hides from some places of a cell. */
#include "judge/template/anchor.h"
#include "judge/template/levels.h"
#include "judge/template/placement_search.h"
#include "support/judge_table.h"
#include "support/template_worth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREE (M_PI / 180)
static const tl_verdict YES = TL_VERDICT_YES;

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static tl_strike strike(const tl_inquiry *inquiry, const tl_question *q) {
    tl_strike x;
    tl_error error = {0};
    if (tl_strike_make(inquiry, q, &x, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return x;
}

static tl_best find_best(const tl_inquiry *inquiry, const tl_question *q) {
    tl_best best;
    tl_error error = {0};
    if (tl_best_find(inquiry, q, &best, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return best;
}

/* --- Tips --------------------------------------------------------------------------------------------------------- */

/* An outline is left between the two distances told, in every direction of an interval; an interval that is narrow has
 * them next to each other, unless the outline is in too many pieces there. */
static void assert_tips(const judge_table *t, size_t member, double from, double to, bool many) {
    enum { RAYS = 24 };
    tl_vec2 middle;
    tl_error error;
    double low, high, least = INFINITY, most = 0;
    assert_int_equal(tl_member_middle(&t->inquiry, member, &middle, &error), TL_OK);
    tl_placement_flame_tip_distances(&t->inquiry, member, middle, from, to, &low, &high);
    for (int ray = 0; ray <= RAYS; ray++) {
        double a = (from + (to - from) * ray / RAYS) * DEGREE;
        double reach = tl_member_reach(&t->inquiry, member, middle, (tl_vec2){cos(a), sin(a)});
        if ((ray > 0 && ray < RAYS) || !many) { /* at its ends a step may belong to the neighbour */
            least = fmin(least, reach);
            most = fmax(most, reach);
        }
    }
    const char *id = t->table->members[member].id;
    if (low < 0 || low > least + 1e-6 || high < most - 1e-6) {
        fail_msg("%s, %.12g to %.12g: %.12g to %.12g, not %.12g to %.12g", id, from, to, least, most, low, high);
    }
    if (to - from < 0.01 && (high > most + 0.3 || (!many && low < least - 0.3))) {
        fail_msg("%s, %.12g to %.12g: only %.12g to %.12g, not %.12g to %.12g", id, from, to, least, most, low, high);
    }
}

static void tips(void **state) {
    (void)state;
    static const char core[] = "'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8}";
    test_random r = test_random_start("tips", 271141);
    for (int round = 0; round < 3; round++) {
        judge_table t;
        double facing = round == 0 ? 0 : between(&r, 0, 360);
        judge_begin(&t);
        judge_asset(&t, "'oval':{%s,'base':{'shape':'oval','size':[120,40]}}", core);
        judge_asset(&t, "'rect':{%s,'base':{'shape':'rectangle','size':[50,30]}}", core);
        judge_asset(&t,
                    "'poly':{%s,'base':{'shape':'polygon','outline':[[30,8],[5,25],[-30,10],[-12,0],[-30,-12],[30,"
                    "-25]]}}",
                    core);
        /* arms that overlap as seen from the middle; a hull in two blocks with a gap between them */
        judge_asset(&t,
                    "'hook':{%s,'base':{'shape':'polygon','outline':[[10,-10],[40,-10],[40,30],[-20,30],[-20,24],["
                    "30,24],[30,0],[10,0],[10,10],[-10,10],[-10,-10]]}}",
                    core);
        judge_asset(&t, "'gap':{'mesh':'box -20 -20 0 20 20 30, box 30 -25 0 60 15 30, box -60 -5 0 -20 5 30'}");
        judge_asset(&t, "'bank':{'mesh':'bank -45 -35 0 55 25 40 20'}");
        judge_model(&t, "bank", "red", "vehicle", "bank", 1900, 500, facing, "");
        judge_model(&t, "man", "red", "infantry", "man", 500, 500, facing, "");
        judge_model(&t, "oval", "red", "infantry", "oval", 700, 500, facing, "");
        judge_model(&t, "rect", "red", "infantry", "rect", 900, 500, facing, "");
        judge_model(&t, "poly", "red", "infantry", "poly", 1100, 500, facing, "");
        judge_model(&t, "hook", "red", "infantry", "hook", 1300, 500, facing, "");
        judge_model(&t, "tank", "red", "vehicle", "tank", 1500, 500, facing, "");
        judge_model(&t, "gap", "red", "vehicle", "gap", 1700, 500, facing, "");
        judge_ready(&t);
        for (size_t k = 0; k < 8; k++) {
            for (int i = 0; i < 60; i++) {
                double wide = i % 3 == 0 ? 0.001 : i % 3 == 1 ? between(&r, 0, 3) : between(&r, 3, 90);
                double from = between(&r, 0, 360);
                assert_tips(&t, k, from, from + wide, false);
            }
            for (int i = 0; i < 16; i++) { /* the first cells of a search, and two of them */
                assert_tips(&t, k, 22.5 * i, 22.5 * i + 22.5, false);
                assert_tips(&t, k, 22.5 * i, 22.5 * i + 45, false);
            }
        }
        /* up to the direction of a corner, from there on, and round it: of a rectangle and of a hull */
        for (int i = 0; i < 4; i++) {
            double x = i % 2 == 0 ? 1 : -1, y = i < 2 ? 1 : -1;
            for (size_t k = 3; k < 7; k += 3) {
                double at = facing + atan2(y * (k == 3 ? 15 : 30), x * (k == 3 ? 25 : 50)) / DEGREE;
                assert_tips(&t, k, at, at + 5, false);
                assert_tips(&t, k, at - 5, at, false);
                assert_tips(&t, k, at - 1e-3, at + 8, false);
            }
        }
        judge_end(&t);
    }
}

/* An outline of more pieces in one direction than are kept: none of those left out is forgotten. */
static void tips_of_many_pieces(void **state) {
    (void)state;
    judge_table t;
    char mesh[8000] = "box -30 -30 0 20 30 30";
    size_t length = strlen(mesh);
    judge_begin(&t);
    for (int k = 0; k < 40; k++) { /* rungs of a ladder, all of them ahead, each longer to one side than the last */
        length += (size_t)snprintf(mesh + length, sizeof(mesh) - length, ", box %d %d 0 %d 4 30", 25 + 5 * k, -6 - k,
                                   27 + 5 * k);
    }
    judge_asset(&t, "'ladder':{'mesh':'%s'}", mesh);
    judge_model(&t, "ladder", "red", "vehicle", "ladder", 1000, 1000, 0, "");
    judge_ready(&t);
    for (int i = 0; i < 16; i++) {
        assert_tips(&t, 0, 22.5 * i, 22.5 * i + 22.5, true);
    }
    for (double a = -15; a < 5; a += 0.37) {
        assert_tips(&t, 0, a, a + 0.005, true);
        assert_tips(&t, 0, a, a + 5, true);
    }
    judge_end(&t);
}

/* --- Turned to either side ---------------------------------------------------------------------------------------- */

/* Five enemies all round, one of whom is caught at a time, each of them in the middle of one of the first intervals and
 * of no other: the flame is turned to either side by a quarter of it, an eighth, and so on four times, and the list
 * keeps the place with the most room. */
static void turned(void **state) {
    (void)state;
    enum { MEN = 5, TURNS = 9 };
    test_random r = test_random_start("turned", 271142);
    int firsts = 0;
    for (int round = 0; round < 8; round++) {
        judge_table t;
        double angle[MEN], begin = between(&r, 0, 360);
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    "'weapons':[{'id':'f','range':1,'template':'flame-1'}]");
        for (int k = 0; k < MEN; k++) {
            char id[8];
            double far = between(&r, 80, 120);
            angle[k] = fmod(begin + 72 * k + between(&r, -9, 9), 360);
            snprintf(id, sizeof(id), "m%d", k);
            judge_model(&t, id, "blue", "infantry", "man", 1000 + far * cos(angle[k] * DEGREE),
                        1000 + far * sin(angle[k] * DEGREE), 0, "");
        }
        judge_ready(&t);
        template_drawn drawn;
        const tl_inquiry *inquiry = template_draw(&drawn, &t.inquiry, 0);
        const tl_question q = {.shape = "flame-1", .best = true, .from = "a"};
        tl_best best = find_best(inquiry, &q);
        assert_true(best.proved && best.count == MEN);
        for (size_t k = 0; k < MEN; k++) {
            double root = 22.5 * floor(angle[k] / 22.5) + 11.25, most = 0;
            bool first = true;
            for (int i = -2; i < TURNS; i++) { /* the middles beside it, its own, and to either side of that */
                double turn = i < 0    ? 22.5 * (2 * i + 3)
                              : i == 0 ? 0
                                       : (i % 2 == 0 ? 22.5 : -22.5) / (4 << (i - 1) / 2);
                tl_question there = q;
                there.best = false;
                there.has_angle = true;
                there.angle_deg = root + turn;
                tl_strike x = strike(inquiry, &there);
                const tl_victim *v = &x.victims[1 + k];
                first = first && (i > 0 || (v->hit == YES) == (i == 0));
                most = i >= 0 && v->hit == YES ? fmax(most, v->hold.depth_mm) : most;
                tl_strike_free(&x);
            }
            double margin = 0;
            for (size_t i = 0; i < best.count; i++) {
                margin = (best.places[i].hit[0] >> (1 + k) & 1) != 0 ? best.places[i].margin_mm : margin;
            }
            if (first && margin < most - 1e-6) {
                fail_msg("round %d, at %g: %g, not %g", round, angle[k], margin, most);
            }
            firsts += first;
        }
        tl_best_free(&best);
        judge_end(&t);
    }
    assert_true(firsts > 12);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* The plate of a wood or of rubble, however high, is no roof of a building, and a building without a mesh has none. Of
 * two levels that are equally near the lower one is meant. */
static void levels_at_ties(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'bare','kind':'building','outline':[[400,400],[600,400],[600,600],[400,600]]}");
    judge_terrain(&t, "{'id':'under','kind':'obstacle','mesh':'box 400 400 0 600 600 100'}");
    judge_terrain(&t, "{'id':'wood','kind':'wood','outline':[[900,400],[1100,400],[1100,600],[900,600]],'mesh':'box "
                      "900 400 0 1100 600 8'}");
    judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 900 400 0 1100 600 100'}");
    judge_terrain(&t, "{'id':'house','kind':'building','outline':[[1400,400],[1600,400],[1600,600],[1400,600]],'mesh':"
                      "'box 1400 400 60 1600 600 64, box 1400 400 124 1600 600 128'}");
    judge_terrain(&t, "{'id':'block','kind':'building','mesh':'box 1900 400 0 2100 600 100'}");
    judge_ready(&t);
    for (int k = 0; k < 2; k++) {
        const tl_vec2 p = {k == 0 ? 500 : 1000, 500};
        assert_int_equal(tl_level_at(&t.inquiry, p, 100, 30), 0);
        assert_int_equal(tl_level_near(&t.inquiry, p, 100, 30), 0);
    }
    const tl_vec2 house = {1500, 500}, block = {2000, 500};
    static const struct {
        double z;
        size_t at, near;
    } cases[] = {{31.999, 0, 0}, {32, 0, 0},     {32.001, 0, 1},  {63.499, 0, 1}, {63.5, 1, 1},
                 {96, 1, 1},     {96.001, 1, 2}, {127.499, 1, 2}, {127.5, 2, 2}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (tl_level_at(&t.inquiry, house, cases[i].z, 30) != cases[i].at ||
            tl_level_near(&t.inquiry, house, cases[i].z, 30) != cases[i].near) {
            fail_msg("at %g", cases[i].z);
        }
    }
    /* half a storey below a roof it is the roof */
    assert_int_equal(tl_level_near(&t.inquiry, block, 80, 30), 1);
    assert_int_equal(tl_level_near(&t.inquiry, block, 79.999, 30), 0);
    judge_end(&t);
}

/* A landing 31 above the floor below a ceiling, with room for who is 25 tall; heights may be otherwise by 2. Of whoever
 * hovers just below it and is a little too tall, both must be otherwise for him to stand on it; of whoever stands on it
 * and just fits, either is enough for him not to. */
static void landings(void **state) {
    (void)state;
    static const struct {
        double foot, tall;
        size_t level;
        bool open;
    } cases[] = {
        {29, 26, 0, true}, {28, 26, 0, false}, {29, 27.5, 0, false}, {31, 24, 1, true}, {32, 22.5, 1, true},
        {32, 20, 1, true}, {33, 22, 1, false}, {33, 24, 1, true},    {0, 20, 0, false}, {0, 26, 0, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -8 -8 0 8 8 %g','uncertainty':1}", cases[i].tall);
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'mesh':'"
                      "box 1060 900 27 1150 1100 31, box 1060 900 56 1150 1100 60, box 1150 900 90 1300 1100 94'}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    "'weapons':[{'id':'f','range':2,'template':'flame-2'}]");
        judge_unit(
            &t, "{'id':'m','side':'blue','class':'vehicle','members':[{'id':'m1','asset':'scan','at':[1135,1000,%g]}]}",
            cases[i].foot);
        judge_ready(&t);
        size_t who = judge_who(&t, "m1");
        const tl_question jet = {.shape = "flame-2", .from = "a", .has_angle = true, .has_level = true};
        tl_strike x = strike(&t.inquiry, &jet);
        if (x.victims[who].level_open != cases[i].open || x.victims[who].level != cases[i].level) {
            fail_msg("case %zu: %d on %zu", i, x.victims[who].level_open, x.victims[who].level);
        }
        tl_strike_free(&x);
        if (cases[i].level == 0) { /* a blast on the floor beside it, where there is no landing */
            const tl_question blast = {.shape = "blast", .at_count = 3, .at = {1160, 1000, 0}};
            x = strike(&t.inquiry, &blast);
            if (x.victims[who].struck != (cases[i].open ? TL_VERDICT_MARGINAL : YES)) {
                fail_msg("case %zu, blast: %d", i, (int)x.victims[who].struck);
            }
            tl_strike_free(&x);
        }
        judge_end(&t);
    }
}

/* Beside a house whose floor, at 6, has room for who is 28 tall, below a roof at 36. Whoever is surely shorter is
 * nearest to the floor up to 21; whoever may be taller (by 2) has no room there, and from 16 on, half a storey below
 * the roof, belongs to that: from 14 to 16 only if he is both taller and higher than he seems. */
static void cramped_floors(void **state) {
    (void)state;
    static const struct {
        double foot, tall;
        bool open;
    } cases[] = {{13, 27, false}, {15, 27, true}, {17, 27, true}, {17, 25, false}, {18.5, 25, false}, {20, 25, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -8 -8 0 8 8 %g','uncertainty':1}", cases[i].tall);
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'mesh':'"
                      "box 1060 900 0 1300 1100 6, box 1060 900 34 1300 1100 36'}");
        judge_unit(
            &t, "{'id':'m','side':'blue','class':'vehicle','members':[{'id':'m1','asset':'scan','at':[1040,1000,%g]}]}",
            cases[i].foot);
        judge_ready(&t);
        const tl_question blast = {.shape = "blast", .at_count = 3, .at = {1080, 1000, 6}};
        tl_strike x = strike(&t.inquiry, &blast);
        if (x.victims[judge_who(&t, "m1")].struck != (cases[i].open ? TL_VERDICT_MARGINAL : YES)) {
            fail_msg("case %zu: %d", i, (int)x.victims[judge_who(&t, "m1")].struck);
        }
        tl_strike_free(&x);
        judge_end(&t);
    }
}

/* --- Friends in smoke --------------------------------------------------------------------------------------------- */

/* Two enemies whom only the places of a narrow lens catch together, and a friend deeper in smoke than a game unit: from
 * the end of the lens that is farther than a game unit from the smoke he isn't seen, from all the rest he is. That the
 * middle of a cell sees him doesn't mean that all of it does. */
static void friends_in_smoke(void **state) {
    (void)state;
    const double half = 250 + JUDGE_RIM - 1.5, edge = 1080, at = 1205;
    for (int k = 0; k < 4; k++) { /* each way round, with another area before it or behind it */
        judge_table t;
        const int c = k % 2 == 0 ? 1 - k : 0, n = k % 2 == 1 ? 2 - k : 0;
#define TURNED(x, y) (1500 + c * ((x)-1000) - n * ((y)-1000)), (1500 + n * ((x)-1000) + c * ((y)-1000))
        judge_begin(&t);
        judge_model(&t, "b", "blue", "infantry", "man", TURNED(1000 - half, 1000), 0, "");
        judge_model(&t, "c", "blue", "infantry", "man", TURNED(1000 + half, 1000), 0, "");
        judge_model(&t, "f", "red", "infantry", "man", TURNED(1000, at), 0, "");
        /* he is in it, or behind it */
        const double begin = k % 2 == 0 ? edge : edge - 20, end = k % 2 == 0 ? 1400 : edge;
        const tl_vec2 p = {TURNED(850, begin)}, q = {TURNED(1150, end)}, far = {k < 2 ? 100 : 2800, k < 2 ? 100 : 2800};
        judge_area(&t, "smoke", "smoke", (tl_vec2){fmin(p.x, q.x), fmin(p.y, q.y)},
                   (tl_vec2){fmax(p.x, q.x), fmax(p.y, q.y)}, 200);
        judge_area(&t, k < 2 ? "before" : "zone", "smoke", far, (tl_vec2){far.x + 100, far.y + 100}, 200);
        judge_ready(&t);
        tl_inquiry less = *judge_set(&t, -1, "blast_diameter_mm", "500", "blast_centre_height_mm", "30", NULL);
        const tl_question asked = {
            .shape = "blast", .best = true, .side = "red", .has_friends_weight = true, .friends_weight = 1.5};
        for (double y = 974; y <= 1026; y += 4) {
            const tl_vec2 here = {TURNED(1000, y)};
            tl_question there = asked;
            size_t enemies, friends;
            there.best = false;
            there.at_count = 3;
            there.at[0] = here.x;
            there.at[1] = here.y;
            double worth = template_worth(&less, &there, "red", &enemies, &friends);
            if (enemies != 2 || friends != (y > edge - 100)) {
                fail_msg("case %d at %g: %g", k, y, worth);
            }
        }
        less.effort = 0.015; /* what is left open for want of work is open above */
        tl_best best = find_best(&less, &asked);
        if (best.upper < 2 || (best.proved && best.places[0].score < 2)) {
            fail_msg("case %d: %g, at most %g", k, best.places[0].score, best.upper);
        }
        tl_best_free(&best);
        judge_end(&t);
#undef TURNED
    }
}

/* --- Slid upstairs ------------------------------------------------------------------------------------------------ */

/* Two enemies on a level of a house of four, of which that of the centre alone is struck: the place found is slid until
 * it lies halfway between them, as nearly as the last steps of four tenths of a millimetre go, and stays on their
 * level.
 */
static void slid_upstairs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k += 1 + k % 2) { /* the lowest, the second, the last */
        judge_table t;
        const double floor = 70 * k, room = 75 + JUDGE_RIM - 69;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[900,900],[1100,900],[1100,1100],[900,1100]],'mesh':'box "
                      "900 900 66 1100 1100 70, box 900 900 136 1100 1100 140, box 900 900 206 1100 1100 210'}");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[931,1011,%g]},"
                   "{'id':'b2','asset':'man','at':[1069,1011,%g]}]}",
                   floor, floor);
        judge_model(&t, "far", "blue", "infantry", "man", 1777, 1333, 0,
                    ""); /* so that no cell is the middle of both */
        judge_ready(&t);
        tl_inquiry less = *judge_set(&t, -1, "blast_centre_height_mm", "40", NULL);
        const tl_question q = {.shape = "blast", .best = true};
        less.effort = 0.1;
        tl_best best = find_best(&less, &q);
        const tl_best_place *first = &best.places[0];
        if (!best.proved || best.count != 1 || first->score != 2 || fabs(first->at.z - floor) > 1e-6 ||
            first->margin_mm < room - 0.45 || first->margin_mm > room + 1e-6) {
            fail_msg("level %d: %zu with %g at %g", k, best.count, first->margin_mm, first->at.z);
        }
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* --- Measures ----------------------------------------------------------------------------------------------------- */

/* Outlines in millimetres are those in game units, a game unit being so many: the template is the same, who is hit, and
 * the best way to point it. */
static void outlines_in_millimetres(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                "'weapons':[{'id':'w','range':2,'template':'flame-1'}]");
    judge_model(&t, "b", "blue", "infantry", "man", 1050, 1010, 0, "");
    judge_model(&t, "c", "blue", "infantry", "man", 1070, 985, 0, "");
    judge_model(&t, "d", "blue", "infantry", "man", 1000, 1000 + 2 * JUDGE_RIM + 90, 0, "");
    judge_ready(&t);
    template_drawn units, lengths;
    const tl_inquiry *in_units = template_draw(&units, &t.inquiry, 0.002);
    const tl_inquiry *in_mm = template_draw(&lengths, &t.inquiry, 0.002 * t.inquiry.game_unit);
    for (size_t i = 0; i < TEMPLATE_DRAWN; i++) {
        units.rules[i].in_game_units = true;
        lengths.rules[i].in_game_units = false;
    }
    for (size_t i = 0; i < 6; i++) {
        lengths.outline[i].x *= t.inquiry.game_unit;
        lengths.outline[i].y *= t.inquiry.game_unit;
    }
    for (int angle = 0; angle < 360; angle += 15) {
        const tl_question q = {.shape = "flame-1", .from = "a", .has_angle = true, .angle_deg = angle};
        tl_strike x = strike(in_units, &q), y = strike(in_mm, &q);
        assert_int_equal(x.placing.shape.count, y.placing.shape.count);
        for (size_t i = 0; i < x.placing.shape.count; i++) {
            assert_near(x.placing.shape.corner[i].x, y.placing.shape.corner[i].x, 0);
            assert_near(x.placing.shape.corner[i].y, y.placing.shape.corner[i].y, 0);
        }
        assert_near(x.placing.shape.error_mm, y.placing.shape.error_mm, 1e-12);
        assert_int_equal(x.hits, y.hits);
        assert_int_equal(x.open, y.open);
        tl_strike_free(&x);
        tl_strike_free(&y);
    }
    const tl_question q = {.shape = "flame-1", .best = true, .from = "a"};
    tl_best x = find_best(in_units, &q), y = find_best(in_mm, &q);
    assert_true(x.count > 0 && x.count == y.count && x.proved == y.proved && x.cells == y.cells);
    assert_near(x.places[0].score, 2, 0);
    for (size_t i = 0; i < x.count; i++) {
        assert_near(x.places[i].score, y.places[i].score, 0);
        assert_near(x.places[i].angle_deg, y.places[i].angle_deg, 1e-9);
    }
    tl_best_free(&x);
    tl_best_free(&y);
    judge_end(&t);
}

/* Of levels that are worth the same the lower one is struck, whoever is named first; one that is worth more before
 * that; and the ground floor where none is worth anything. */
static void lower_levels_first(void **state) {
    (void)state;
    static const struct {
        int storeys[3]; /* on which they stand; negative: there is none */
        size_t level, hits;
    } cases[] = {{{2, 1, -1}, 1, 1}, {{1, 2, -1}, 1, 1}, {{0, 2, -1}, 0, 1},  {{2, 0, -1}, 0, 1},
                 {{2, 1, 2}, 2, 2},  {{1, 2, 1}, 1, 2},  {{2, -1, -1}, 2, 1}, {{-1, -1, -1}, 0, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'mesh':'"
                      "box 1060 900 60 1300 1100 64, box 1060 900 140 1300 1100 144'}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    "'weapons':[{'id':'f','range':2,'template':'flame-2'}]");
        for (int k = 0; k < 3; k++) {
            static const double floors[] = {0, 64, 144};
            if (cases[i].storeys[k] >= 0) {
                judge_unit(&t,
                           "{'id':'u%d','side':'blue','class':'infantry','members':[{'id':'m%d','asset':'man','at':["
                           "1090,%d,%g]}]}",
                           k, k, 980 + 20 * k, floors[cases[i].storeys[k]]);
            }
        }
        judge_ready(&t);
        template_drawn drawn;
        template_draw(&drawn, &t.inquiry, 0);
        for (size_t r = 0; r < TEMPLATE_DRAWN; r++) {
            drawn.rules[r].sees_from = TL_SEES_FROM_NOTHING;
        }
        const tl_question jet = {.shape = "flame-2", .from = "a", .has_angle = true};
        tl_strike x = strike(&drawn.inquiry, &jet);
        if (x.level != cases[i].level || x.hits != cases[i].hits) {
            fail_msg("case %zu: level %zu, %zu hit", i, x.level, x.hits);
        }
        tl_strike_free(&x);
        judge_end(&t);
    }
}

/* --- Through holes ------------------------------------------------------------------------------------------------ */

/* Who is seen through a tube, open at both ends, is hit, and told is what the view goes through; in the open nothing
 * is, and behind a box of that size nobody is seen. */
static void through_holes(void **state) {
    (void)state;
    static const char *const things[] = {NULL, "tube", "box"};
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        if (k > 0) {
            judge_terrain(&t, "{'id':'w','kind':'wall','mesh':'%s 1010 993 0 1046 1007 14'}", things[k]);
        }
        judge_asset(&t,
                    "'low':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,9],'radius':4},'base':{'shape':'disc'"
                    ",'diameter':25}}");
        judge_model(&t, "b", "blue", "infantry", "low", 1062, 1000, 0, "");
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_centre_height_mm", "7", "scan_holes", "open", NULL);
        const tl_question q = {.shape = "blast", .at_count = 3, .at = {1000, 1000, 0}};
        tl_strike x = strike(inquiry, &q);
        const tl_victim *v = &x.victims[judge_who(&t, "b1")];
        assert_int_equal(v->hit, k < 2 ? YES : TL_VERDICT_NO);
        assert_int_equal(v->fact, k == 0 ? TL_VICTIM_PLAIN : k == 1 ? TL_VICTIM_HOLES : TL_VICTIM_UNSEEN);
        assert_int_equal(v->sight.holes.count, k == 1 ? 2 : 0);
        assert_int_equal(v->cause.clause, k == 0   ? TL_CLAUSE_TEMPLATE_UNDER
                                          : k == 1 ? v->sight.cause.clause
                                                   : TL_CLAUSE_TEMPLATE_SIGHT);
        assert_int_equal(x.hits, k < 2);
        tl_strike_free(&x);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tips),
        cmocka_unit_test(tips_of_many_pieces),
        cmocka_unit_test(turned),
        cmocka_unit_test(levels_at_ties),
        cmocka_unit_test(landings),
        cmocka_unit_test(cramped_floors),
        cmocka_unit_test(friends_in_smoke),
        cmocka_unit_test(slid_upstairs),
        cmocka_unit_test(through_holes),
        cmocka_unit_test(lower_levels_first),
        cmocka_unit_test(outlines_in_millimetres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
