/* test_board_checkpoint.c: what was put comes back, and no damage goes unnoticed; keys stand for all that counts. */
#include "board/checkpoint.h"
#include "support/judge_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char question[] = "{\"map\":\"fov\"}";
static tl_error error;

typedef struct made {
    tl_context *context;
    char path[512];
    tl_checkpoint_record records[20];
    size_t sizes[20], count;
    uint8_t bytes[20][64];
} made;

static void make(made *m, test_random *random, const char *kind) {
    memset(m, 0, sizeof(*m));
    m->context = tl_context_create(NULL);
    snprintf(m->path, sizeof(m->path), "%s/checkpoint-%ld.tmp", TL_TEST_BINARY_DIR, (long)getpid());
    m->count = (size_t)test_random_below(random, 20);
    tl_checkpoint_writer w;
    tl_checkpoint_begin(&w, m->context, kind, question, (tl_digest){1, 2});
    for (size_t i = 0; i < m->count; i++) {
        m->records[i] = (tl_checkpoint_record){{(uint64_t)i << 40, ~(uint64_t)i}, 1000 - i, i * i, 3 * i};
        m->sizes[i] = (size_t)test_random_below(random, 7) * 8;
        tl_checkpoint_put_record(&w, &m->records[i]);
        for (size_t k = 0; k < m->sizes[i]; k += 8) {
            double value = test_random_between(random, -1e9, 1e9);
            memcpy(m->bytes[i] + k, &value, 8);
            tl_checkpoint_put_double(&w, value);
        }
    }
    assert_int_equal(tl_checkpoint_save(&w, m->path, &error), TL_OK);
}

static void drop(made *m) {
    remove(m->path);
    tl_context_destroy(m->context);
}

static void comes_back(void **state) {
    (void)state;
    test_random random = test_random_start("checkpoint", 4);
    for (int round = 0; round < 20; round++) {
        made m;
        make(&m, &random, TL_CHECKPOINT_MAP);
        assert_true(tl_checkpoint_is(m.path, TL_CHECKPOINT_MAP) && tl_checkpoint_is_any(m.path));
        assert_false(tl_checkpoint_is(m.path, TL_CHECKPOINT_STUDY));
        tl_checkpoint_reader r;
        assert_int_equal(tl_checkpoint_open(&r, m.context, m.path, TL_CHECKPOINT_MAP, &error), TL_OK);
        assert_string_equal(r.question, question);
        assert_true(tl_digest_equal(r.key, (tl_digest){1, 2}));
        tl_checkpoint_record record;
        for (size_t i = 0; i < m.count; i++) {
            assert_true(tl_checkpoint_next(&r, &record));
            assert_true(tl_digest_equal(record.task, m.records[i].task) && record.index == m.records[i].index);
            assert_true(record.rulings == i * i && record.proofs == 3 * i);
            assert_int_equal(tl_checkpoint_left(&r), m.sizes[i]);
            for (size_t k = 0; k < m.sizes[i]; k += 8) {
                double value = tl_checkpoint_get_double(&r);
                assert_memory_equal(&value, m.bytes[i] + k, 8);
            }
        }
        assert_false(tl_checkpoint_next(&r, &record));
        assert_false(r.failed);
        tl_checkpoint_close(&r);
        char *asked = NULL;
        assert_int_equal(tl_checkpoint_question(m.context, m.path, TL_CHECKPOINT_MAP, &asked, &error), TL_OK);
        assert_string_equal(asked, question);
        tl_free(m.context, asked);
        drop(&m);
    }
}

/* A record that isn't read to its end, or beyond it, fails: its reader and its writer don't agree. */
static void records_are_read_whole(void **state) {
    (void)state;
    test_random random = test_random_start("checkpoint-whole", 5);
    for (int beyond = 0; beyond < 2; beyond++) {
        made m;
        do {
            make(&m, &random, TL_CHECKPOINT_STUDY);
        } while ((m.count < 2 || m.sizes[0] < 8) && (drop(&m), true));
        tl_checkpoint_reader r;
        tl_checkpoint_record record;
        assert_int_equal(tl_checkpoint_open(&r, m.context, m.path, TL_CHECKPOINT_STUDY, &error), TL_OK);
        assert_true(tl_checkpoint_next(&r, &record));
        assert_true((tl_checkpoint_get(&r, beyond ? m.sizes[0] + 1 : m.sizes[0] - 1) == NULL) == (beyond == 1));
        assert_false(tl_checkpoint_next(&r, &record));
        assert_true(r.failed);
        tl_checkpoint_close(&r);
        drop(&m);
    }
}

static tl_status open_bytes(const made *m, const uint8_t *data, size_t size) {
    FILE *file = fopen(m->path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
    tl_checkpoint_reader r;
    tl_status status = tl_checkpoint_open(&r, m->context, m->path, TL_CHECKPOINT_MAP, &error);
    tl_checkpoint_close(&r);
    return status;
}

/* Every byte turned, every length cut: refused as no checkpoint, or as damaged. */
static void damage_is_seen(void **state) {
    (void)state;
    test_random random = test_random_start("checkpoint-damage", 6);
    made m;
    do {
        make(&m, &random, TL_CHECKPOINT_MAP);
    } while ((m.count < 3 || m.count > 5) && (drop(&m), true));
    uint8_t data[4096];
    FILE *file = fopen(m.path, "rb");
    assert_non_null(file);
    size_t size = fread(data, 1, sizeof(data), file);
    fclose(file);
    assert_true(size > 100 && size < sizeof(data));
    assert_int_equal(open_bytes(&m, data, size), TL_OK);
    for (size_t i = 0; i < size; i++) {
        data[i] ^= (uint8_t)(1 << (i % 8));
        assert_int_equal(open_bytes(&m, data, size), TL_ERROR_FORMAT);
        data[i] ^= (uint8_t)(1 << (i % 8));
        assert_int_equal(open_bytes(&m, data, i), TL_ERROR_FORMAT);
    }
    assert_int_equal(open_bytes(&m, data, 0), TL_ERROR_FORMAT);
    assert_true(tl_checkpoint_is_any(m.path)); /* an empty file may be written over */
    open_bytes(&m, (const uint8_t *)"{\"trueline\": 1}", 15);
    assert_false(tl_checkpoint_is_any(m.path)); /* a scene may not */
    drop(&m);
}

/* All numbers are 64 bits, the least byte first: the format byte by byte. */
static void the_format_is_as_it_is_told(void **state) {
    (void)state;
    made m;
    memset(&m, 0, sizeof(m));
    m.context = tl_context_create(NULL);
    snprintf(m.path, sizeof(m.path), "%s/checkpoint-%ld.tmp", TL_TEST_BINARY_DIR, (long)getpid());
    tl_checkpoint_writer w;
    tl_checkpoint_begin(&w, m.context, "map", "{}", (tl_digest){0x0102030405060708, 0xf0});
    const tl_checkpoint_record record = {{1, 2}, 3, 4, 5}, second = {{6, 7}, 8, 9, 10};
    tl_checkpoint_put_record(&w, &record);
    tl_checkpoint_put_u64(&w, 0x1122334455667788);
    tl_checkpoint_put(&w, "xyz", 3);
    tl_checkpoint_put_record(&w, &second);
    assert_int_equal(tl_checkpoint_save(&w, m.path, &error), TL_OK);
    assert_null(w.data);
    uint8_t data[400];
    FILE *file = fopen(m.path, "rb");
    assert_non_null(file);
    size_t size = fread(data, 1, sizeof(data), file);
    fclose(file);
    static const char magic[] = "trueline checkpoint 1 map\n";
    size_t at = sizeof(magic) - 1;
    assert_int_equal(size, at + 8 + 2 + 16 + 48 + 11 + 48 + 16);
    assert_memory_equal(data, magic, at);
    const uint64_t numbers[] = {2,  0, 0x0102030405060708, 0xf0, 1, 2, 3, 4, 5, 11, 0x1122334455667788, 0, 6, 7, 8, 9,
                                10, 0};
    for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++) {
        if (k == 1 || k == 11) { /* the question, and three bytes */
            assert_memory_equal(data + at, k == 1 ? "{}" : "xyz", k == 1 ? 2 : 3);
            at += k == 1 ? 2 : 3;
            continue;
        }
        for (int i = 0; i < 8; i++) {
            assert_int_equal(data[at++], (uint8_t)(numbers[k] >> (8 * i)));
        }
    }
    assert_int_equal(size - at, 16);
    tl_digest all = tl_digest_add((tl_digest){0, 0}, data, at);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(data[at + (size_t)i], (uint8_t)(all.a >> (8 * i)));
        assert_int_equal(data[at + 8 + (size_t)i], (uint8_t)(all.b >> (8 * i)));
    }
    drop(&m);
}

static void says(tl_status status, const char *words) {
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, words));
    assert_true(error.remedy[0] != '\0');
}

/* Of another kind, no such file, none at all: told apart; no context is needed to look. */
static void other_files_are_told_apart(void **state) {
    (void)state;
    test_random random = test_random_start("checkpoint-kinds", 9);
    made m;
    make(&m, &random, TL_CHECKPOINT_STUDY);
    char *asked = NULL;
    error = (tl_error){.status = TL_OK};
    assert_int_equal(tl_checkpoint_question(m.context, m.path, TL_CHECKPOINT_MAP, &asked, &error), TL_ERROR_FORMAT);
    says(TL_ERROR_FORMAT, "no part of a map");
    assert_null(asked);
    error = (tl_error){.status = TL_OK};
    assert_int_equal(tl_checkpoint_question(m.context, "no-such-file", TL_CHECKPOINT_MAP, &asked, &error),
                     TL_ERROR_FILE);
    assert_false(tl_checkpoint_is("no-such-file", TL_CHECKPOINT_MAP));
    assert_true(tl_checkpoint_is_any("no-such-file")); /* nobody's scene */
    error = (tl_error){.status = TL_OK};
    assert_int_equal(tl_checkpoint_damaged("x", &error), TL_ERROR_FORMAT);
    says(TL_ERROR_FORMAT, "damaged");
    error = (tl_error){.status = TL_OK};
    assert_int_equal(tl_checkpoint_foreign("x", &error), TL_ERROR_FORMAT);
    says(TL_ERROR_FORMAT, "belongs to another");
    /* the beginning of one is damaged; less than that is none, but may be written over only when it is empty */
    static const char begin[] = "trueline checkpoint 1 map\n";
    error = (tl_error){.status = TL_OK};
    open_bytes(&m, (const uint8_t *)begin, sizeof(begin) - 1);
    says(TL_ERROR_FORMAT, "damaged");
    error = (tl_error){.status = TL_OK};
    open_bytes(&m, (const uint8_t *)begin, sizeof(begin) - 2);
    says(TL_ERROR_FORMAT, "no part");
    assert_true(tl_checkpoint_is_any(m.path));
    open_bytes(&m, (const uint8_t *)"trueline ", 9);
    assert_true(tl_checkpoint_is_any(m.path)); /* of another version */
    open_bytes(&m, (const uint8_t *)"truelin", 7);
    assert_false(tl_checkpoint_is_any(m.path));
    /* a file that can't be written */
    tl_checkpoint_writer w;
    tl_checkpoint_begin(&w, m.context, "map", "{}", (tl_digest){1, 2});
    assert_int_equal(tl_checkpoint_save(&w, "no-such-folder/x", &error), TL_ERROR_FILE);
    drop(&m);
}

/* A record whose bytes look like a record themselves is no two records for whoever doesn't read them. */
static void bytes_that_are_left_are_no_record(void **state) {
    (void)state;
    made m;
    memset(&m, 0, sizeof(m));
    m.context = tl_context_create(NULL);
    snprintf(m.path, sizeof(m.path), "%s/checkpoint-%ld.tmp", TL_TEST_BINARY_DIR, (long)getpid());
    tl_checkpoint_writer w;
    tl_checkpoint_begin(&w, m.context, "map", "{}", (tl_digest){1, 2});
    const tl_checkpoint_record record = {{1, 2}, 3, 4, 5};
    tl_checkpoint_put_record(&w, &record);
    for (int k = 0; k < 6; k++) {
        tl_checkpoint_put_u64(&w, 0);
    }
    assert_int_equal(tl_checkpoint_save(&w, m.path, &error), TL_OK);
    tl_checkpoint_reader r;
    tl_checkpoint_record found;
    assert_int_equal(tl_checkpoint_open(&r, m.context, m.path, "map", &error), TL_OK);
    assert_true(tl_checkpoint_next(&r, &found));
    assert_int_equal(tl_checkpoint_left(&r), 48);
    assert_false(tl_checkpoint_next(&r, &found));
    assert_true(r.failed);
    tl_checkpoint_close(&r);
    drop(&m);
}

/* Lengths that lead beyond the end, with a digest that fits: damaged all the same. */
static void lengths_are_held_against_the_file(void **state) {
    (void)state;
    static const uint64_t lengths[] = {9, 8, 100, UINT64_MAX, UINT64_MAX - 7, (uint64_t)1 << 40};
    for (size_t k = 0; k < sizeof(lengths) / sizeof(lengths[0]); k++) {
        for (int which = 0; which < 2; which++) { /* of the question; of the record */
            made m;
            memset(&m, 0, sizeof(m));
            m.context = tl_context_create(NULL);
            snprintf(m.path, sizeof(m.path), "%s/checkpoint-%ld.tmp", TL_TEST_BINARY_DIR, (long)getpid());
            tl_checkpoint_writer w;
            tl_checkpoint_begin(&w, m.context, "map", "12345678", (tl_digest){1, 2});
            const tl_checkpoint_record record = {{1, 2}, 3, 4, 5};
            tl_checkpoint_put_record(&w, &record);
            tl_checkpoint_put_u64(&w, 77);
            w.open = 0; /* its length isn't filled in any more */
            size_t at = which == 0 ? 26 : w.size - 16;
            for (int i = 0; i < 8; i++) {
                w.data[at + (size_t)i] = (uint8_t)(lengths[k] >> (8 * i));
            }
            assert_int_equal(tl_checkpoint_save(&w, m.path, &error), TL_OK);
            tl_checkpoint_reader r;
            tl_checkpoint_record found;
            error = (tl_error){.status = TL_OK};
            tl_status status = tl_checkpoint_open(&r, m.context, m.path, "map", &error);
            bool right = lengths[k] == 8;
            if (which == 0 && !right && lengths[k] != 9) {
                assert_true(status == TL_ERROR_FORMAT || lengths[k] == 100);
            } else if (which == 1) {
                assert_int_equal(status, TL_OK);
                assert_true(tl_checkpoint_next(&r, &found) == right);
                assert_true(r.failed == !right);
                if (right) {
                    assert_int_equal(tl_checkpoint_left(&r), 8);
                    assert_int_equal(tl_checkpoint_get_u64(&r), 77);
                    assert_int_equal(tl_checkpoint_left(&r), 0);
                }
                assert_false(tl_checkpoint_next(&r, &found));
            }
            tl_checkpoint_close(&r);
            tl_checkpoint_close(&r); /* twice does no harm */
            drop(&m);
        }
    }
}

/* --- Keys --------------------------------------------------------------------------------------------------------- */

/* The key of a table with a wall that ends at some x, a setting, a question of some kind. */
static tl_digest key(double x, const char *name, const char *value, const char *kind, const char *asked,
                     const char *set) {
    judge_table t;
    judge_begin(&t);
    t.rules = name;
    judge_terrain(&t, "{'id':'w','kind':'wall','mesh':'box 100 100 0 %.17g 120 50'}", x);
    judge_man(&t, "m", 500, 500);
    judge_ready(&t);
    const tl_inquiry *inquiry = set != NULL ? judge_set(&t, -1, set, value, NULL) : &t.inquiry;
    tl_digest d = tl_checkpoint_key(inquiry, kind, asked);
    judge_end(&t);
    return d;
}

/* Whatever an answer depends on is in the key, and the key is the same when all of it is. */
static void keys_stand_for_everything(void **state) {
    (void)state;
    static const char rules[] = "dust-battlefield";
    const tl_digest keys[] = {
        key(200, rules, NULL, "map", "{}", NULL),
        key(200.5, rules, NULL, "map", "{}", NULL),
        key(200, rules, NULL, "study", "{}", NULL),
        key(200, rules, NULL, "map", "{\"a\":1}", NULL),
        key(200, rules, "0.07", "map", "{}", "tolerance_mm"),
        key(200, rules, "2", "map", "{}", "min_clearance_mm"),
        key(200, rules, "inch", "map", "{}", "units"),
    };
    enum { COUNT = sizeof(keys) / sizeof(keys[0]) };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < i; j++) {
            assert_false(tl_digest_equal(keys[i], keys[j]));
        }
    }
    assert_true(tl_digest_equal(keys[0], key(200, rules, NULL, "map", "{}", NULL)));
    assert_true(tl_digest_equal(keys[4], key(200, rules, "0.07", "map", "{}", "tolerance_mm")));
}

/* A model that was moved without the file knowing, and the roles of its parts: the meshes count as they stand. */
static void meshes_count_as_they_stand(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "m", 500, 500);
    judge_ready(&t);
    tl_digest before = tl_checkpoint_key(&t.inquiry, "map", "{}");
    const tl_table *table = t.table;
    assert_true(table->slot_count > 1);
    for (size_t slot = 0; slot < table->slot_count; slot++) {
        tl_bvh *bvh = (tl_bvh *)(uintptr_t)tl_world_get(table->world, slot);
        if (bvh != NULL) {
            tl_world_set(table->world, slot, NULL);
            assert_false(tl_digest_equal(before, tl_checkpoint_key(&t.inquiry, "map", "{}")));
            tl_world_set(table->world, slot, bvh);
            assert_true(tl_digest_equal(before, tl_checkpoint_key(&t.inquiry, "map", "{}")));
            tl_digest keys[2];
            for (int k = 0; k < 2; k++) { /* the same triangles, of which the last is something else */
                uint8_t roles[1000] = {TL_ROLE_CORE};
                tl_bvh *copy = NULL;
                size_t count = tl_bvh_triangle_count(bvh);
                assert_in_range(count, 1, sizeof(roles));
                memset(roles, TL_ROLE_CORE, count);
                roles[count - 1] = k == 0 ? TL_ROLE_CORE : TL_ROLE_GEAR;
                assert_int_equal(tl_bvh_build(t.context, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh),
                                              tl_bvh_triangles(bvh), count, roles, &copy, NULL),
                                 TL_OK);
                tl_world_set(table->world, slot, copy);
                keys[k] = tl_checkpoint_key(&t.inquiry, "map", "{}");
                tl_world_set(table->world, slot, bvh);
                tl_bvh_destroy(copy);
            }
            assert_false(tl_digest_equal(keys[0], keys[1]));
        }
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(records_are_read_whole),
        cmocka_unit_test(damage_is_seen),
        cmocka_unit_test(the_format_is_as_it_is_told),
        cmocka_unit_test(other_files_are_told_apart),
        cmocka_unit_test(bytes_that_are_left_are_no_record),
        cmocka_unit_test(lengths_are_held_against_the_file),
        cmocka_unit_test(keys_stand_for_everything),
        cmocka_unit_test(meshes_count_as_they_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
