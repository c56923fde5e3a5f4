/* What uncertain meshes leave of sight and cover (judge/between/uncertainty.c): random tables of boxes that may be off
 * by so much. Two judges: the same tables with every box anywhere within what it may be off, where a settled answer
 * must hold; and with all of them larger, or smaller, by far more, where the answer must be settled. */
#include "support/judge_table.h"

#include "judge/cover/pair_cover.h"
#include "judge/sight/pair_sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* --- Tables ------------------------------------------------------------------------------------------------------- */

typedef struct block {
    const char *kind;
    tl_box3 box;
    double off;
} block;

typedef struct layout {
    block blocks[5];
    int count;
    bool hilly; /* the table has a mesh: flat, and a hill */
    block hill;
    double ends;     /* how far the bodies may be off */
    tl_box3 body[2]; /* on the table */
} layout;

enum { AS_TOLD, WITHOUT_DOUBT };

static void make(judge_table *t, const layout *l, int how) {
    judge_begin(t);
    for (int i = 0; i < 2; i++) {
        const tl_box3 *b = &l->body[i];
        tl_vec3 at = {(b->low.x + b->high.x) / 2, (b->low.y + b->high.y) / 2, 0};
        judge_asset(t, "'body%d':{'mesh':'box %.17g %.17g %.17g %.17g %.17g %.17g'%s%.17g}", i, b->low.x - at.x,
                    b->low.y - at.y, b->low.z, b->high.x - at.x, b->high.y - at.y, b->high.z,
                    ",'uncertainty':", how == AS_TOLD ? l->ends : 0);
        judge_unit(t,
                   "{'id':'u%d','side':'s%d','class':'vehicle','members':[{'id':'m%d','asset':'body%d','at':[%.17g,%."
                   "17g,0]}]}",
                   i, i, i, i, at.x, at.y);
    }
    for (int i = 0; i < l->count; i++) {
        const block *b = &l->blocks[i];
        judge_terrain(t,
                      "{'id':'t%d','kind':'%s','mesh':'box %.17g %.17g %.17g %.17g %.17g %.17g','at':[0,0,0],"
                      "'uncertainty':%.17g}",
                      i, b->kind, b->box.low.x, b->box.low.y, b->box.low.z, b->box.high.x, b->box.high.y, b->box.high.z,
                      how == AS_TOLD ? b->off : 0);
    }
    if (l->hilly) {
        const tl_box3 *b = &l->hill.box;
        judge_ground(t, "'mesh':'box 0 0 -20 3000 3000 0, box %.17g %.17g %.17g %.17g %.17g %.17g','uncertainty':%.17g",
                     b->low.x, b->low.y, b->low.z, b->high.x, b->high.y, b->high.z, how == AS_TOLD ? l->hill.off : 0);
    }
    judge_ready(t);
}

static tl_pair_sight_result look(const judge_table *t) {
    tl_pair_sight_result result;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, "m0"), judge_who(t, "m1"), &result, &error));
    return result;
}

static tl_pair_cover_result cover(const judge_table *t) {
    tl_pair_cover_result result;
    ok(tl_pair_cover(&t->inquiry, judge_who(t, "m0"), judge_who(t, "m1"), &result, &error));
    return result;
}

/* --- Variants ----------------------------------------------------------------------------------------------------- */

/* Each face goes its own way by at most so much. */
static tl_box3 shaken(test_random *random, tl_box3 box, double off) {
    int extreme = test_random_below(random, 2);
    double by[6];
    for (int i = 0; i < 6; i++) {
        by[i] = extreme ? (test_random_below(random, 2) == 0 ? -off : off) : test_random_between(random, -off, off);
        by[i] *= 0.577; /* corners are within `off`, too */
    }
    return (tl_box3){{box.low.x + by[0], box.low.y + by[1], box.low.z + by[2]},
                     {box.high.x + by[3], box.high.y + by[4], box.high.z + by[5]}};
}

static layout variant(test_random *random, const layout *l) {
    layout other = *l;
    other.hill.box = shaken(random, l->hill.box, l->hill.off);
    for (int i = 0; i < l->count; i++) {
        other.blocks[i].box = shaken(random, l->blocks[i].box, l->blocks[i].off);
    }
    for (int i = 0; i < 2; i++) {
        other.body[i] = shaken(random, l->body[i], l->ends);
    }
    return other;
}

static layout grown(const layout *l, double by) {
    layout other = *l;
    other.hill.box = tl_box3_grow(l->hill.box, by);
    for (int i = 0; i < l->count; i++) {
        bool wall = strcmp(l->blocks[i].kind, "wall") == 0;
        other.blocks[i].box = tl_box3_grow(l->blocks[i].box, wall ? by : 0);
    }
    return other;
}

static double most_off(const layout *l) {
    double most = l->hilly ? l->hill.off : 0;
    for (int i = 0; i < l->count; i++) {
        most = tl_max(most, l->blocks[i].off);
    }
    return most;
}

/* --- The laws ----------------------------------------------------------------------------------------------------- */

static layout lay(test_random *random, bool woods, bool hilly) {
    layout l = {.hilly = hilly,
                .hill = {"hill",
                         {{1150, 300, -10}, {1250, 2700, test_random_between(random, 5, 70)}},
                         test_random_below(random, 3) == 0 ? 0 : test_random_between(random, 0.2, 4)},
                .ends = test_random_below(random, 3) == 0 ? test_random_between(random, 0.1, 2) : 0};
    l.body[0] = (tl_box3){{500, 995, 10}, {510, 1005, 50}};
    l.body[1] = (tl_box3){{1500, 990, 10}, {1515, 1010, 50}};
    double y = test_random_between(random, 960, 1040), wide = test_random_between(random, 0, 40);
    double x = test_random_below(random, 2) == 0 ? 1000 : 1400;
    double lowest = test_random_below(random, 2) == 0 ? -10 : 25;
    double height = test_random_between(random, lowest, 70);
    bool ends = test_random_below(random, 2) == 0;
    double off = test_random_between(random, 0.2, 6);
    l.blocks[l.count++] = (block){"wall", {{x, 100, -60}, {x + 40, y, height}}, ends ? off : 0};
    l.blocks[l.count++] =
        (block){"wall", {{x, y + wide, -60}, {x + 40, 2900, test_random_between(random, lowest, 70)}}, off};
    if (test_random_below(random, 3) == 0) {
        l.blocks[l.count++] =
            (block){"wall", {{1100, 700, -60}, {1140, 1300, test_random_between(random, lowest, 60)}}, 0};
    }
    if (woods) {
        double rim = 1000 + test_random_between(random, -30, 30);
        if (test_random_below(random, 2) == 0) { /* certain, and shallow enough to see through */
            l.blocks[l.count++] = (block){"wood", {{525, 200, -60}, {555, 1800, 300}}, 0};
            return l;
        }
        l.blocks[l.count++] = (block){"wood", {{700, 200, -60}, {900, rim, 300}}, test_random_between(random, 0, 5)};
    }
    return l;
}

typedef struct tally {
    int yes, no, open, settled[2], due[2];
} tally;

static void count(tally *sum, tl_verdict v) {
    sum->yes += v == TL_VERDICT_YES;
    sum->no += v == TL_VERDICT_NO;
    sum->open += v == TL_VERDICT_MARGINAL;
}

static bool opposite(tl_verdict a, tl_verdict b) {
    return (a == TL_VERDICT_YES && b == TL_VERDICT_NO) || (a == TL_VERDICT_NO && b == TL_VERDICT_YES);
}

static void laws(void **state) {
    (void)state;
    test_random random = test_random_start("judge_doubt", 51);
    tally sight = {0}, covers = {0};
    for (int i = 0; i < test_trials(70); i++) {
        layout l = lay(&random, i % 4 == 3, i % 4 == 1);
        bool woods = i % 4 == 3;
        double needed = most_off(&l) + l.ends;
        judge_table t;
        make(&t, &l, AS_TOLD);
        tl_pair_sight_result seen = look(&t);
        tl_pair_cover_result hidden = cover(&t);
        judge_end(&t);
        count(&sight, seen.sight.verdict);
        count(&covers, hidden.verdict);
        for (int k = 0; k < 4; k++) {
            layout other = variant(&random, &l);
            make(&t, &other, WITHOUT_DOUBT);
            tl_verdict s = look(&t).sight.verdict, c = cover(&t).verdict;
            if (opposite(s, seen.sight.verdict) || opposite(c, hidden.verdict)) {
                fail_msg("trial %d: sight %d and %d, cover %d and %d", i, (int)seen.sight.verdict, (int)s,
                         (int)hidden.verdict, (int)c);
            }
            judge_end(&t);
        }
        if (woods && (l.ends > 0 || l.blocks[l.count - 1].off > 0)) {
            continue;
        }
        layout larger = grown(&l, needed + 0.1), smaller = grown(&l, -3 * needed - 1);
        make(&t, &larger, WITHOUT_DOUBT);
        tl_verdict s = look(&t).sight.verdict, c = cover(&t).verdict;
        judge_end(&t);
        if (s == TL_VERDICT_YES) {
            sight.due[0]++;
            sight.settled[0] += seen.sight.verdict == TL_VERDICT_YES;
        }
        if (c == TL_VERDICT_NO) {
            covers.due[0]++;
            covers.settled[0] += hidden.verdict == TL_VERDICT_NO;
        }
        make(&t, &smaller, WITHOUT_DOUBT);
        s = look(&t).sight.verdict, c = cover(&t).verdict;
        judge_end(&t);
        if (s == TL_VERDICT_NO) {
            sight.due[1]++;
            sight.settled[1] += seen.sight.verdict == TL_VERDICT_NO;
        }
        if (c == TL_VERDICT_YES) {
            covers.due[1]++;
            covers.settled[1] += hidden.verdict == TL_VERDICT_YES;
        }
    }
    print_message("sight: %d yes, %d no, %d open; settled %d of %d, %d of %d\n", sight.yes, sight.no, sight.open,
                  sight.settled[0], sight.due[0], sight.settled[1], sight.due[1]);
    print_message("cover: %d yes, %d no, %d open; settled %d of %d, %d of %d\n", covers.yes, covers.no, covers.open,
                  covers.settled[0], covers.due[0], covers.settled[1], covers.due[1]);
    const tally *both[2] = {&sight, &covers};
    for (int k = 0; k < 2; k++) {
        assert_true(both[k]->yes > 0 && both[k]->no > 0 && both[k]->open > 0);
        /* cover asks about the viewpoint that was found, which needn't be the one that is clearest */
        assert_true(k == 0 ? both[k]->settled[0] == both[k]->due[0] : 5 * both[k]->settled[0] >= 4 * both[k]->due[0]);
        assert_int_equal(both[k]->settled[1], both[k]->due[1]);
    }
}

/* The most uncertain come first, each once, though it stands in the way and is an area as well; who is certain, or far
 * from the way, doesn't count. */
static void who_is_told(void **state) {
    (void)state;
    test_random random = test_random_start("judge_doubt_slots", 52);
    for (int i = 0; i < test_trials(20); i++) {
        int count = test_random_below(&random, 2 * TL_SIGHT_NAMED);
        double offs[2 * TL_SIGHT_NAMED], ends = i % 2 == 0 ? 0 : 0.5, most = 0;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -5 -5 10 5 5 50','uncertainty':%g}", ends);
        judge_model(&t, "a", "red", "vehicle", "scan", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "vehicle", "scan", 1500, 1000, 0, "");
        for (int k = 0; k < count; k++) {
            offs[k] = test_random_below(&random, 4) == 0 ? 0 : 0.25 * (1 + test_random_below(&random, 16));
            bool far = test_random_below(&random, 6) == 0;
            judge_terrain(&t, "{'id':'t%d','kind':'%s','mesh':'box %d %d 0 %d %d 4','at':[0,0,0],'uncertainty':%.17g}",
                          k, test_random_below(&random, 3) == 0 ? "building" : "wall", 540 + 30 * k, far ? 100 : 900,
                          560 + 30 * k, far ? 300 : 1100, offs[k]);
            offs[k] = far ? 0 : offs[k];
            most = tl_max(most, offs[k]);
        }
        judge_ready(&t);
        tl_pair_sight_result seen;
        ok(tl_pair_sight(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &seen, &error));
        const tl_uncertainty *uncertainty = &seen.uncertainty;
        assert_int_equal(uncertainty->any, ends > 0 || most > 0);
        assert_near(uncertainty->needed, uncertainty->any ? ends + most : 0, 1e-12);
        assert_near(uncertainty->ends, ends, 0);
        size_t uncertain = 0;
        for (int k = 0; k < count; k++) {
            uncertain += offs[k] > 0;
        }
        assert_int_equal(uncertainty->count, tl_min((double)uncertain, TL_SIGHT_NAMED));
        bool told[2 * TL_SIGHT_NAMED] = {false};
        double least = INFINITY;
        for (size_t n = 0; n < uncertainty->count; n++) {
            int k = 0;
            while (t.table->terrain[k].slot != uncertainty->slots[n]) {
                k++;
                assert_true(k < count);
            }
            assert_false(told[k]);
            told[k] = true;
            assert_true(offs[k] > 0 && offs[k] <= least);
            least = offs[k];
        }
        for (int k = 0; k < count; k++) { /* whoever isn't told is no more uncertain than the last */
            assert_true(told[k] || offs[k] == 0 || offs[k] <= least);
        }
        judge_end(&t);
    }
}

/* Fields of view stand where bodies are certain, and else for who is in them however he is off. */
static void fields_of_view(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        static const double ends[6] = {0, 0, 2, 2, 2, 0}, ahead[6] = {300, 0.5, 300, 4, 1, -10};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -5 -5 10 5 5 50','uncertainty':%g}", ends[k]);
        judge_terrain(&t, "{'id':'fort','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[1000,1000,0]}");
        judge_terrain(&t,
                      "{'id':'curb','kind':'wall','mesh':'box 1000 1045 0 1400 1900 2','at':[0,0,0],'uncertainty':1}");
        judge_unit(
            &t,
            "{'id':'in','side':'red','class':'infantry','members':[{'id':'in1','asset':'post','at':[1000,1000,0]}]}");
        /* the near side of its front is so far ahead of the bunker's */
        judge_unit(
            &t, "{'id':'b','side':'blue','class':'vehicle','members':[{'id':'b1','asset':'scan','at':[%.17g,1500,0]}]}",
            1050 + ahead[k] - 5);
        judge_ready(&t);
        tl_pair_sight_result seen;
        ok(tl_pair_sight(&t.inquiry, judge_who(&t, "in1"), judge_who(&t, "b1"), &seen, &error));
        tl_verdict verdict = k == 5 ? TL_VERDICT_NO : k == 4 ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
        if (seen.sight.verdict != verdict) {
            fail_msg("%d: %d", k, (int)seen.sight.verdict);
        }
        assert_true(seen.uncertainty.any);
        judge_end(&t);
    }
}

/* Bodies as thin as a line beside the rim of a wood, each off by so much: the wood may be in the way as far as it and
 * the bodies may be off together. */
static void beside_a_wood(void **state) {
    (void)state;
    test_random random = test_random_start("beside a wood", 37);
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 60; round++) {
        double thin = 0.05, off = test_random_between(&random, 0.5, 5),
               ends = test_random_below(&random, 4) == 0 ? 0 : test_random_between(&random, 0.3, 3);
        double gap = off + (ends + 0.5) * test_random_between(&random, -2, 2);
        layout l = {.ends = ends, .count = 1};
        for (int i = 0; i < 2; i++) {
            l.body[i] = (tl_box3){{500 + 1000 * i - thin, 1000 - thin, 10}, {500 + 1000 * i + thin, 1000 + thin, 50}};
        }
        l.blocks[0] = (block){"wood", {{700, 200, -60}, {1200, 1000 - gap, 300}}, off};
        judge_table t;
        make(&t, &l, AS_TOLD);
        tl_verdict verdict = look(&t).sight.verdict;
        if (gap > off + ends + 0.2) {
            assert_int_equal(verdict, TL_VERDICT_YES);
            met[TL_VERDICT_YES]++;
        } else if (fabs(gap) < off + ends - 0.2) {
            if (verdict != TL_VERDICT_MARGINAL) {
                fail_msg("round %d: %g beside a wood, off by %g and %g: %d", round, gap, off, ends, (int)verdict);
            }
            met[TL_VERDICT_MARGINAL]++;
        }
        judge_end(&t);
    }
    assert_true(met[TL_VERDICT_YES] > 8 && met[TL_VERDICT_MARGINAL] > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws), cmocka_unit_test(who_is_told),
                                       cmocka_unit_test(fields_of_view), cmocka_unit_test(beside_a_wood)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
