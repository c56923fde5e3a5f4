/* Checkpoints (board/checkpoint): what was put comes back, and no damage goes unnoticed. */
#include "support/sight_scenes.h"

#include "board/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char question[] = "{\"map\":\"fov\"}";
static tl_error error;

typedef struct made {
    tl_context *context;
    char path[64];
    tl_checkpoint_record records[20];
    size_t sizes[20], count;
    uint8_t bytes[20][64];
} made;

static void make(made *m, test_random *random, const char *kind) {
    memset(m, 0, sizeof(*m));
    m->context = tl_context_create(NULL);
    snprintf(m->path, sizeof(m->path), "checkpoint-%ld.tmp", (long)getpid());
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(records_are_read_whole),
        cmocka_unit_test(damage_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
