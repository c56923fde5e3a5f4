/* Work that is put down to a question: when it looks whether to go on, what a no means, and sorting that can stop. */
#include "base/base.h"
#include "support/assert_geom.h"

#include <stdlib.h>
#include <string.h>

typedef struct asker {
    uint64_t asked, stop_at; /* counts; 0: never */
    bool again;              /* after it said no it would say yes */
} asker;

static bool go_on(void *user, double done, const char *what) {
    (void)done;
    (void)what;
    asker *a = user;
    a->asked++;
    return a->stop_at == 0 || (a->again ? a->asked != a->stop_at : a->asked < a->stop_at);
}

static tl_context *context_of(asker *a) {
    const tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = a, .progress = go_on};
    tl_context *context = tl_context_create(&how);
    assert_non_null(context);
    return context;
}

/* Whatever the rounds cost, it asks once in every TL_WORK_BETWEEN_LOOKS units, and once more at most. */
static void looks_follow_work(void **state) {
    (void)state;
    test_random random = test_random_start("looks_follow_work", 1);
    for (int i = 0; i < 200; i++) {
        asker a = {0};
        tl_context *context = context_of(&a), own = tl_context_limited(context, 0);
        tl_work_counter counter = {0};
        own.counter = &counter;
        uint64_t sum = 0;
        while (sum < 50 * TL_WORK_BETWEEN_LOOKS) {
            uint64_t units = (uint64_t)test_random_between(&random, 0, i % 2 == 0 ? 100 : 1e5);
            sum += units;
            assert_true(tl_work_on(&own, units, "test"));
        }
        tl_work_add(&own, 7);
        assert_int_equal(counter.work, sum + 7);
        uint64_t largest = i % 2 == 0 ? 100 : 100000;
        assert_true(a.asked <= 1 + sum / TL_WORK_BETWEEN_LOOKS);
        assert_true(a.asked >= sum / (TL_WORK_BETWEEN_LOOKS + largest));
        tl_context_destroy(context);
    }
}

/* A no holds for the rest of the question, also when the caller would have said yes again. */
static void a_no_is_kept(void **state) {
    (void)state;
    for (int again = 0; again < 2; again++) {
        asker a = {.stop_at = 3, .again = again == 1};
        tl_context *context = context_of(&a), own = tl_context_limited(context, 0);
        tl_work_counter counter = {0};
        own.counter = &counter;
        size_t rounds = 0;
        while (tl_work_on(&own, TL_WORK_BETWEEN_LOOKS / 4, "test")) {
            rounds++;
            assert_true(rounds < 1000);
        }
        assert_true(counter.cancelled);
        uint64_t asked = a.asked;
        for (int i = 0; i < 10; i++) {
            assert_false(tl_work_on(&own, 1, "test"));
            assert_false(tl_progress(&own, 0, "test"));
            assert_false(tl_go_on(&own, "test"));
        }
        assert_int_equal(a.asked, asked);
        assert_true(tl_progress(context, 0, "test") == (again == 1)); /* the next question is another */
        tl_context_destroy(context);
    }
}

typedef struct item {
    int key, number;
} item;

static int by_key(const void *a, const void *b) {
    int x = ((const item *)a)->key, y = ((const item *)b)->key;
    return (x > y) - (x < y);
}

/* Ascending, equals in the order in which they came, none lost; stopped anywhere, none lost either. */
static void sorting_keeps_the_order_of_equals(void **state) {
    (void)state;
    test_random random = test_random_start("sorting", 2);
    size_t stopped = 0;
    for (int i = 0; i < 120; i++) {
        size_t count = (size_t)test_random_between(&random, 0, i % 3 == 0 ? 300 : 60000);
        int keys = 1 + test_random_below(&random, i % 2 == 0 ? 50 : 1000000);
        asker a = {.stop_at = i % 4 == 3 ? 1 + (uint64_t)test_random_below(&random, 8) : 0};
        tl_context *context = context_of(&a), own = tl_context_limited(context, 0);
        tl_work_counter counter = {0};
        own.counter = &counter;
        item *items = calloc(count + 1, sizeof(*items));
        uint8_t *there = calloc(count + 1, 1);
        assert_true(items != NULL && there != NULL);
        for (size_t k = 0; k < count; k++) {
            items[k] = (item){test_random_below(&random, keys), (int)k};
        }
        tl_status status = tl_sort(&own, items, count, sizeof(*items), by_key, "test");
        assert_true(status == TL_OK || (status == TL_ERROR_CANCELLED && a.stop_at > 0));
        stopped += status != TL_OK;
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(there[items[k].number]++, 0);
            if (k > 0 && status == TL_OK) {
                const item *p = &items[k - 1], *q = &items[k];
                assert_true(p->key < q->key || (p->key == q->key && p->number < q->number));
            }
        }
        free(items);
        free(there);
        tl_context_destroy(context);
    }
    assert_true(stopped > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_follow_work),
        cmocka_unit_test(a_no_is_kept),
        cmocka_unit_test(sorting_keeps_the_order_of_equals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
