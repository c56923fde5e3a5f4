/* Holes of meshes on lines (judge/between/holes.c): rows of tubes between walls, open at both ends. The judge is the
 * same table with boxes in the place of tubes, which is what closed holes make of them; and every hole on the way is
 * known: where it is, how large, how far along the line. */
#include "support/judge_table.h"

#include "judge/cover/pair_cover.h"
#include "judge/sight/sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

typedef struct row {
    int count;   /* tubes, one behind the other */
    double x[5]; /* where each begins; each is 150 long */
    double y;    /* the middle of them */
    double half; /* of their width */
    double height;
    double walls; /* beside them */
} row;

enum { LENGTH = 150 };

static void make(judge_table *t, const row *r, const char *shape, const char *more, const char *setting) {
    judge_begin(t);
    judge_model(t, "a", "red", "infantry", "post", 500, 1000, 0, "");
    judge_model(t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    judge_wall(t, "right", (tl_vec2){r->x[0] + 20, 100}, (tl_vec2){r->x[0] + 30, r->y - r->half + 1}, r->walls);
    judge_wall(t, "left", (tl_vec2){r->x[0] + 20, r->y + r->half - 1}, (tl_vec2){r->x[0] + 30, 2900}, r->walls);
    for (int i = 0; i < r->count; i++) {
        judge_terrain(t, "{'id':'t%d','kind':'wall','mesh':'%s %.17g %.17g 0 %.17g %.17g %.17g','at':[0,0,0]%s}", i,
                      shape, r->x[i], r->y - r->half, r->x[i] + LENGTH, r->y + r->half, r->height, more);
    }
    judge_ready(t);
    judge_set(t, -1, "scan_holes", setting, NULL);
}

static tl_pair_sight_result look(const judge_table *t, const char *a, const char *b) {
    tl_pair_sight_result result;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, a), judge_who(t, b), &result, &error));
    return result;
}

static tl_verdict without_holes(const row *r) {
    judge_table t;
    make(&t, r, "box", "", "open");
    tl_pair_sight_result result = look(&t, "a1", "b1");
    assert_true(result.holes.count == 0 && result.holes.all == 0);
    judge_end(&t);
    return result.sight.verdict;
}

/* The holes that a line from a to b meets, every end of every tube on its way: sorted, where they are. */
static void check_met(const judge_table *t, const row *r, const tl_pair_sight_result *result, bool turned) {
    const tl_pair_holes *holes = &result->holes;
    assert_int_equal(holes->all, 2 * r->count);
    assert_int_equal(holes->count, tl_min(2 * r->count, TL_HOLES_TOLD));
    for (size_t k = 0; k < holes->count; k++) {
        const tl_holes_met *met = &holes->met[k];
        /* told are the nearest to the end that lines are looked for from, which is a */
        size_t nth = turned ? holes->count - 1 - k : k;
        double x = r->x[nth / 2] + (nth % 2 == 1 ? LENGTH : 0);
        size_t terrain = 2 + nth / 2;
        assert_int_equal(met->slot, t->table->terrain[terrain].slot);
        assert_point_near(met->at, ((tl_vec3){x, r->y, r->height / 2}), 1e-6);
        assert_near(met->across, tl_max(2 * r->half, r->height), 1e-6);
        assert_true(k == 0 || met->t > holes->met[k - 1].t);
        if (result->sight.has_line) {
            assert_near(tl_lerp(result->sight.from, result->sight.to, met->t).x, x, 1e-6);
        }
    }
}

static void rows_of_tubes(void **state) {
    (void)state;
    test_random random = test_random_start("judge_holes", 71);
    int through = 0, past = 0, many = 0, repaired = 0, shut = 0;
    for (int i = 0; i < test_trials(60); i++) {
        row r = {.count = 1 + test_random_below(&random, 5), .y = test_random_between(&random, 980, 1020)};
        r.half = test_random_between(&random, 12, 36);
        r.height = test_random_between(&random, 15, 70);
        r.walls = test_random_below(&random, 3) == 0 ? test_random_between(&random, 5, 36)
                                                     : test_random_between(&random, 60, 100);
        for (int k = 0; k < r.count; k++) {
            r.x[k] = 560 + 170 * k + test_random_between(&random, 0, 15);
        }
        tl_verdict closed = without_holes(&r);
        judge_table t;
        make(&t, &r, "tube", "", "ignored");
        tl_verdict ignored = look(&t, "a1", "b1").sight.verdict;
        assert_int_equal(look(&t, "a1", "b1").holes.count, 0);
        judge_end(&t);
        make(&t, &r, "tube", "", "open");
        tl_pair_sight_result open = look(&t, "a1", "b1"), back = look(&t, "b1", "a1");
        assert_int_equal(open.sight.verdict, ignored);
        assert_int_equal(open.holes.count > 0, ignored == TL_VERDICT_YES && closed != TL_VERDICT_YES);
        if (open.holes.count > 0) {
            assert_int_equal(open.holes.through, closed == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL);
            assert_false(open.holes.by_repair);
            if (r.walls > r.height && r.walls > 45) { /* nothing but the first tube's ends need be passed */
                assert_true(open.holes.all >= 2);
            }
            if (open.holes.all == 2 * (size_t)r.count) {
                check_met(&t, &r, &open, false);
                check_met(&t, &r, &back, true);
                many += r.count > 3;
            }
            through++;
        }
        past += open.sight.verdict == TL_VERDICT_YES && open.holes.count == 0;
        judge_end(&t);
        make(&t, &r, "tube", "", "closed");
        tl_pair_sight_result with = look(&t, "a1", "b1");
        assert_int_equal(with.sight.verdict, closed);
        assert_int_equal(with.holes.count, 0);
        shut += closed == TL_VERDICT_NO;
        for (size_t k = 0; k < with.sight.named_count; k++) { /* caps are their owners' */
            assert_true(with.sight.named[k] < t.table->slot_count);
        }
        judge_end(&t);
        make(&t, &r, "tube", ",'repair':{'close_holes':200}", "open");
        tl_pair_sight_result mended = look(&t, "a1", "b1");
        assert_int_equal(mended.sight.verdict, closed);
        assert_int_equal(mended.holes.count > 0, closed == TL_VERDICT_NO && ignored == TL_VERDICT_YES);
        assert_int_equal(mended.holes.by_repair, mended.holes.count > 0);
        repaired += mended.holes.count > 0;
        judge_end(&t);
    }
    print_message("%d through holes, %d of these many, %d past them; %d shut, %d by repairs\n", through, many, past,
                  shut, repaired);
    assert_true(through > 0 && past > 0 && many > 0 && shut > 0 && repaired > 0);
}

static tl_pair_cover_result cover(const row *r, const char *shape, const char *more, const char *setting) {
    judge_table t;
    tl_pair_cover_result result;
    make(&t, r, shape, more, setting);
    ok(tl_pair_cover(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &result, &error));
    for (size_t k = 0; k < result.holes.count; k++) { /* of the tubes, which come after the two walls */
        const tl_placed *owner = tl_table_slot_owner(t.table, result.holes.met[k].slot);
        assert_true(owner >= &t.table->terrain[2] && owner < &t.table->terrain[2 + r->count]);
    }
    assert_true(result.holes.count <= result.holes.all);
    judge_end(&t);
    return result;
}

/* Cover past rows of tubes: open they hide as where nothing is said of them, closed as boxes do. That a target is seen
 * whole owes to holes where it isn't past boxes; that it is hidden, to a repair, where it is seen past open ones. */
static void cover_past_holes(void **state) {
    (void)state;
    test_random random = test_random_start("judge_holes_cover", 73);
    int through = 0, past = 0, repaired = 0, hidden = 0;
    for (int i = 0; i < test_trials(24); i++) {
        row r = {.count = 1 + test_random_below(&random, 2), .y = 1000, .half = test_random_between(&random, 20, 36)};
        r.height = i % 3 == 0 ? test_random_between(&random, 2, 6) : test_random_between(&random, 50, 70);
        r.walls = i % 3 == 0 ? test_random_between(&random, 0.5, 4) : 100;
        for (int k = 0; k < r.count; k++) {
            r.x[k] = 560 + 170 * k + test_random_between(&random, 0, 15);
        }
        tl_pair_cover_result box = cover(&r, "box", "", "open"), ignored = cover(&r, "tube", "", "ignored");
        tl_pair_cover_result open = cover(&r, "tube", "", "open"), closed = cover(&r, "tube", "", "closed");
        tl_pair_cover_result mended = cover(&r, "tube", ",'repair':{'close_holes':200}", "open");
        assert_int_equal(box.holes.count, 0);
        assert_int_equal(ignored.holes.count, 0);
        assert_int_equal(closed.holes.count, 0);
        assert_int_equal(closed.verdict, box.verdict);
        assert_int_equal(open.verdict, ignored.verdict);
        if (open.verdict == TL_VERDICT_NO) {
            assert_int_equal(open.holes.count > 0, box.verdict != TL_VERDICT_NO);
            assert_int_equal(tl_pair_cover_rests_on_holes(&open), box.verdict != TL_VERDICT_NO);
            assert_false(open.holes.by_repair);
            if (box.verdict == TL_VERDICT_YES) {
                assert_int_equal(open.holes.through, TL_VERDICT_YES);
            }
            through += open.holes.count > 0;
            past += open.holes.count == 0;
        }
        assert_int_equal(mended.verdict, box.verdict);
        bool by_repair = box.verdict == TL_VERDICT_YES && ignored.verdict == TL_VERDICT_NO;
        assert_int_equal(mended.holes.by_repair, by_repair);
        assert_int_equal(mended.holes.count > 0, by_repair);
        repaired += by_repair;
        hidden += open.verdict == TL_VERDICT_YES;
    }
    print_message("%d through holes, %d past them, %d hidden, %d by repairs\n", through, past, hidden, repaired);
}

/* Of a unit's pairs the one is told whose line needs no hole, however clear the other's is. */
static void units_past_holes(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        double hole = k & 1 ? 1000 : 2000, gap = k & 1 ? 2000 : 1000; /* which of the two looks through the hole */
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[500,1000]},"
                   "{'id':'a2','asset':'post','at':[500,2000]}]}");
        judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post','at':[1500,"
                       "1000]},{'id':'b2','asset':'post','at':[1500,2000]}]}");
        judge_wall(&t, "low", (tl_vec2){1000, 10}, (tl_vec2){1010, 981}, 300);
        judge_wall(&t, "middle", (tl_vec2){1000, 1019}, (tl_vec2){1010, 1981}, 300);
        judge_wall(&t, "high", (tl_vec2){1000, 2019}, (tl_vec2){1010, 2990}, 300);
        judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'tube 850 %g 0 1150 %g 100','at':[0,0,0]}", hole - 20,
                      hole + 20);
        if (k & 2) { /* a slit of 4 beside the other way: less clear than the tube */
            judge_wall(&t, "slit", (tl_vec2){1100, gap + 2}, (tl_vec2){1110, gap + 300}, 300);
            judge_wall(&t, "other", (tl_vec2){1100, gap - 300}, (tl_vec2){1110, gap - 2}, 300);
        }
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_sight_found found;
        ok(tl_judge_sight(&t.inquiry, &from, &to, false, &found, &error));
        assert_int_equal(found.verdict, TL_VERDICT_YES);
        assert_int_equal(found.yes, 2);
        assert_int_equal(found.told.holes.count, 0);
        assert_near(tl_lerp(found.told.sight.from, found.told.sight.to, 0.5).y, gap, 20);
        tl_judge_sight_found_free(&found);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_of_tubes), cmocka_unit_test(cover_past_holes),
                                       cmocka_unit_test(units_past_holes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
