/* Structs that callers fill in, by their size: older and newer ones of a struct that grew twice, and what is none. */
#include "base/sized.h"

#include "support/assert_geom.h"

#include <stdlib.h>
#include <string.h>

/* The same struct in three versions of the library; the second is ours. */
typedef struct first {
    size_t struct_size;
    const char *name;
    double length;
} first;

typedef struct second {
    size_t struct_size;
    const char *name;
    double length;
    const int *list;
    bool loud;
} second;

typedef struct third {
    size_t struct_size;
    const char *name;
    double length;
    const int *list;
    bool loud;
    double weight;
    char more[40];
} third;

static const tl_sized_kind OURS = {"tl_thing", sizeof(second), sizeof(first)};

/* Memory of just as many bytes, so that whoever reads more is caught. */
static void *exactly(const void *bytes, size_t size) {
    void *memory = malloc(size);
    assert_non_null(memory);
    return memcpy(memory, bytes, size);
}

static void older_ones_lack_what_came_later(void **state) {
    (void)state;
    const first given = {.struct_size = sizeof(first), .name = "old", .length = 7};
    void *memory = exactly(&given, sizeof(given));
    second taken;
    tl_error error = {0};
    memset(&taken, 0xff, sizeof(taken));
    assert_int_equal(tl_sized_take(&OURS, memory, &taken, &error), TL_OK);
    assert_string_equal(taken.name, "old");
    assert_true(taken.length == 7 && taken.list == NULL && !taken.loud);
    assert_int_equal(taken.struct_size, sizeof(second));
    free(memory);
}

static void our_own_are_taken_whole(void **state) {
    (void)state;
    const int list[2] = {1, 2};
    const second given = {.struct_size = sizeof(second), .name = "ours", .length = 7, .list = list, .loud = true};
    second taken;
    assert_int_equal(tl_sized_take(&OURS, &given, &taken, NULL), TL_OK);
    assert_true(taken.list == list && taken.loud && taken.length == 7);
    memset(&taken, 0xff, sizeof(taken));
    assert_int_equal(tl_sized_take(&OURS, NULL, &taken, NULL), TL_OK); /* options that are left out */
    assert_true(taken.name == NULL && taken.length == 0 && taken.list == NULL && !taken.loud);
    assert_int_equal(taken.struct_size, sizeof(second));
}

/* Byte by byte: whatever a later version fills in where ours ends, it is noticed. */
static void newer_ones_may_say_nothing_new(void **state) {
    (void)state;
    const third given = {.struct_size = sizeof(third), .name = "new", .length = 7, .loud = true};
    second taken;
    tl_error error = {0};
    unsigned char *memory = exactly(&given, sizeof(given));
    memset(memory + sizeof(second), 0, sizeof(third) - sizeof(second));
    assert_int_equal(tl_sized_take(&OURS, memory, &taken, &error), TL_OK);
    assert_true(strcmp(taken.name, "new") == 0 && taken.loud);
    for (size_t i = sizeof(second); i < sizeof(third); i++) {
        memory[i] = 1;
        error = (tl_error){0};
        assert_int_equal(tl_sized_take(&OURS, memory, &taken, &error), TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "tl_thing");
        assert_non_null(strstr(error.message, "made for a later version"));
        assert_true(error.remedy[0] != '\0');
        assert_true(taken.name == NULL && taken.length == 0 && !taken.loud);
        memory[i] = 0;
    }
    free(memory);
}

static void sizes_that_are_none(void **state) {
    (void)state;
    const size_t bad[] = {0, 1, sizeof(size_t), sizeof(first) - 1, sizeof(second) + 4097, SIZE_MAX / 2, SIZE_MAX};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        void *memory = exactly(&bad[i], sizeof(bad[i])); /* there is nothing behind it */
        second taken, given = {.struct_size = bad[i], .name = "kept"};
        tl_error error = {0};
        assert_int_equal(tl_sized_take(&OURS, memory, &taken, &error), TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "tl_thing.struct_size");
        assert_string_equal(error.remedy, "set struct_size to sizeof(tl_thing): its _INIT macro does");
        assert_true(taken.name == NULL);
        error = (tl_error){0};
        assert_int_equal(tl_sized_give(&OURS, &taken, &given, &error), TL_ERROR_ARGUMENT);
        assert_string_equal(error.place, "tl_thing.struct_size");
        assert_string_equal(given.name, "kept");
        free(memory);
    }
}

/* What the library fills in: no byte behind what the caller has, nothing left as it was before that. */
static void given_back_in_any_version(void **state) {
    (void)state;
    const int list[1] = {1};
    const second made = {.struct_size = sizeof(second), .name = "made", .length = 7, .list = list, .loud = true};
    const size_t sizes[] = {sizeof(first), sizeof(second), sizeof(third)};
    for (size_t i = 0; i < 3; i++) {
        third given;
        memset(&given, 0x55, sizeof(given));
        given.struct_size = sizes[i];
        assert_int_equal(tl_sized_give(&OURS, &made, &given, NULL), TL_OK);
        assert_int_equal(given.struct_size, sizes[i]);
        assert_true(strcmp(given.name, "made") == 0 && given.length == 7);
        for (size_t k = sizes[i]; k < sizeof(third); k++) {
            assert_int_equal(((unsigned char *)&given)[k], 0x55);
        }
        if (i > 0) {
            assert_true(given.list == list && given.loud);
        }
        if (i == 2) {
            assert_true(given.weight == 0 && given.more[0] == 0 && given.more[39] == 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_ones_lack_what_came_later), cmocka_unit_test(our_own_are_taken_whole),
        cmocka_unit_test(newer_ones_may_say_nothing_new),  cmocka_unit_test(sizes_that_are_none),
        cmocka_unit_test(given_back_in_any_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
