/* The table as it would be: without somebody, with a model elsewhere or looking another way, and all of it together
 * (judge/variant.h), held against tables that are made so. */
#include "support/judge_table.h"

#include "judge/sight/pair_sight.h"
#include "judge/variant.h"

#include <string.h>

static tl_error error;

enum { NOBODY, NEAR_WALL, FAR_WALL };

/* A near wall stands between a and where b stands at first, a far one between a and the place that b goes to. */
static void set_table(judge_table *t, int without, bool moved, double facing) {
    judge_begin(t);
    judge_man(t, "a", 500, 1000);
    judge_model(t, "b", "blue", "infantry", "man", 1500, moved ? 2000 : 1000, facing, "");
    if (without != NEAR_WALL) {
        judge_wall(t, "near", (tl_vec2){900, 850}, (tl_vec2){920, 1150}, 200);
    }
    if (without != FAR_WALL) {
        judge_wall(t, "far", (tl_vec2){900, 1260}, (tl_vec2){920, 1560}, 200);
    }
    judge_ready(t);
}

static tl_verdict sees(const tl_inquiry *inquiry, size_t a, size_t b) {
    tl_pair_sight_result result;
    assert_int_equal(tl_pair_sight(inquiry, a, b, &result, &error), TL_OK);
    return result.sight.verdict;
}

/* Sight on a table that is made so. */
static tl_verdict sees_made(int without, bool moved, double *facing) {
    judge_table t;
    set_table(&t, without, moved, *facing);
    tl_verdict verdict = sees(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"));
    *facing = tl_inquiry_facing(&t.inquiry, judge_who(&t, "b1"));
    judge_end(&t);
    return verdict;
}

static void leave_out(const judge_table *t, int without, uint8_t removed[64]) {
    static const char *const names[] = {[NEAR_WALL] = "near", [FAR_WALL] = "far"};
    for (size_t i = 0; without != NOBODY && i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, names[without]) == 0) {
            removed[t->table->terrain[i].slot] = 1;
        }
    }
}

static void go_elsewhere(tl_variant *variant, size_t b) {
    tl_pose pose = variant->inquiry.table->members[b].body->pose;
    pose.at.y = 2000;
    assert_int_equal(tl_variant_move(variant, &pose, &error), TL_OK);
}

/* Whoever is left out, and whether b is moved or turned, the answer is that of a table made so; whatever came first. */
static void as_if_made_so(void **state) {
    (void)state;
    judge_table t;
    set_table(&t, NOBODY, false, 0);
    size_t a = judge_who(&t, "a1"), b = judge_who(&t, "b1"), yes = 0;
    for (int k = 0; k < 24; k++) {
        int without = k % 3;
        bool moved = k / 3 % 2 == 1, turned = k / 6 % 2 == 1, removed_first = k / 12 == 1;
        uint8_t removed[64] = {0};
        leave_out(&t, without, removed);
        tl_inquiry base = removed_first ? tl_inquiry_without(&t.inquiry, removed) : t.inquiry;
        tl_variant variant;
        assert_int_equal(tl_variant_begin(&variant, &base, t.context, b, &error), TL_OK);
        if (moved) {
            go_elsewhere(&variant, b);
        }
        if (turned) {
            tl_variant_face(&variant, 33);
        }
        tl_inquiry asked = removed_first ? variant.inquiry : tl_inquiry_without(&variant.inquiry, removed);
        double facing = turned ? 33 : 0;
        tl_verdict made = sees_made(without, moved, &facing);
        assert_int_equal(sees(&asked, a, b), made);
        assert_near(tl_inquiry_facing(&asked, b), facing, 0);
        assert_near(tl_inquiry_facing(&asked, a), 0, 0);
        yes += made == TL_VERDICT_YES;
        tl_variant_end(&variant);
        /* the table itself stays as it is */
        assert_int_equal(sees(&t.inquiry, a, b), TL_VERDICT_NO);
        assert_near(tl_inquiry_facing(&t.inquiry, b), 0, 0);
    }
    assert_int_equal(yes, 8); /* without the near wall before, without the far one after the move */
    judge_end(&t);
}

/* Who is left out takes the place of who was left out before; NULL brings everybody back. */
static void left_out_anew(void **state) {
    (void)state;
    judge_table t;
    set_table(&t, NOBODY, false, 0);
    size_t a = judge_who(&t, "a1"), b = judge_who(&t, "b1");
    uint8_t near_wall[64] = {0}, far_wall[64] = {0};
    leave_out(&t, NEAR_WALL, near_wall);
    leave_out(&t, FAR_WALL, far_wall);
    tl_inquiry one = tl_inquiry_without(&t.inquiry, near_wall), other = tl_inquiry_without(&one, far_wall),
               back = tl_inquiry_without(&other, NULL);
    assert_int_equal(sees(&one, a, b), TL_VERDICT_YES);
    assert_int_equal(sees(&other, a, b), TL_VERDICT_NO);
    assert_true(tl_inquiry_leaves_out(&one) && tl_inquiry_leaves_out(&other));
    assert_false(tl_inquiry_leaves_out(&back) || tl_inquiry_leaves_out(&t.inquiry));
    for (size_t slot = 0; slot < t.table->slot_count; slot++) {
        assert_int_equal(tl_inquiry_is_without(&one, slot), near_wall[slot] != 0);
        assert_int_equal(tl_inquiry_is_without(&other, slot), far_wall[slot] != 0);
        assert_false(tl_inquiry_is_without(&back, slot));
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_if_made_so), cmocka_unit_test(left_out_anew)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
