/* One scene, one context, many threads: every thread gets the answers that one thread alone gets, byte for byte. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include <trueline/trueline.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4 };

static const tl_path_point walk[] = {{{470, 840, 0}, 2}, {{440, 800, 0}, 2}};

static const tl_question questions[] = {
    {.struct_size = sizeof(tl_question), .query = "range", .from = "jackals", .to = "anvil"},
    {.struct_size = sizeof(tl_question), .query = "los", .from = "mastiff", .to = "foxes"},
    {.struct_size = sizeof(tl_question), .query = "cover", .from = "boar", .to = "jackals"},
    {.struct_size = sizeof(tl_question), .query = "arc", .from = "anvil", .to = "mastiff"},
    {.struct_size = sizeof(tl_question), .query = "attack", .from = "mastiff", .to = "foxes"},
    {.struct_size = sizeof(tl_question), .query = "cohesion", .unit = "foxes"},
    {.struct_size = sizeof(tl_question), .query = "template", .shape = "blast", .at_count = 2, .at = {430, 830}},
    {.struct_size = sizeof(tl_question), .query = "move", .member = "badgers-1", .path = walk, .path_count = 2},
    {.struct_size = sizeof(tl_question), .query = "react", .from = "mastiff", .to = "foxes"},
    {.struct_size = sizeof(tl_question), .query = "los", .from = "mastiff", .to = "nobody"},
};

enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

typedef struct thread {
    const tl_scene *scene;
    char *const *expected; /* NULL: the question has no answer */
    size_t first;
    size_t wrong;
} thread;

static void *ask_all(void *user) {
    thread *t = user;
    for (size_t i = 0; i < QUESTIONS; i++) {
        size_t k = (t->first + i) % QUESTIONS;
        tl_error error = {0};
        tl_ruling *ruling = NULL;
        tl_status status = tl_scene_ask(t->scene, &questions[k], &ruling, &error);
        if (t->expected[k] == NULL) {
            t->wrong += status != TL_ERROR_NOT_FOUND || error.remedy[0] == '\0';
        } else {
            t->wrong += status != TL_OK || strcmp(tl_ruling_json(ruling), t->expected[k]) != 0;
        }
        tl_ruling_destroy(ruling);
    }
    return NULL;
}

static void many_threads_get_the_answers_of_one(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    assert_non_null(context);
    tl_scene *scene = NULL;
    tl_error error = {0};
    tl_scene_options options = TL_SCENE_OPTIONS_INIT;
    if (tl_scene_load(context, TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json", &options, &scene, NULL, &error) !=
        TL_OK) {
        fail_msg("%s", error.message);
    }
    char *expected[QUESTIONS] = {NULL};
    for (size_t i = 0; i < QUESTIONS; i++) {
        tl_ruling *ruling = NULL;
        if (tl_scene_ask(scene, &questions[i], &ruling, NULL) == TL_OK) {
            expected[i] = strdup(tl_ruling_json(ruling));
            assert_non_null(expected[i]);
        }
        tl_ruling_destroy(ruling);
    }
    assert_null(expected[QUESTIONS - 1]);
    assert_non_null(expected[0]);

    pthread_t threads[THREADS];
    thread data[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        data[i] = (thread){.scene = scene, .expected = expected, .first = i * QUESTIONS / THREADS};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &data[i]), 0);
    }
    size_t wrong = 0;
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        wrong += data[i].wrong;
    }
    assert_int_equal(wrong, 0);
    for (size_t i = 0; i < QUESTIONS; i++) {
        free(expected[i]);
    }
    tl_scene_destroy(scene);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_threads_get_the_answers_of_one)};
    return cmocka_run_group_tests_name("api_threads", tests, NULL, NULL);
}
