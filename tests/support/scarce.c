/* scarce.c: asks every question with hardly any memory, then with more, until it is answered. */
#include "support/scarce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t scarce_left;

void *scarce_allocate(void *user, void *memory, size_t size) {
    (void)user;
    if (size == 0) {
        free(memory);
        return NULL;
    }
    if (scarce_left == 0) {
        return NULL;
    }
    scarce_left -= scarce_left != SIZE_MAX;
    return realloc(memory, size);
}

void scarce_ask_all(const made_scene *made, const tl_question *questions, size_t count, size_t step) {
    char path[320];
    snprintf(path, sizeof(path), "%s/scene.json", made->folder);
    const tl_context_options options = {.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *poor = tl_context_create(&options);
    tl_scene *scene;
    tl_error error = {0};
    assert_int_equal(tl_scene_load(poor, path, NULL, &scene, NULL, &error), TL_OK);
    for (size_t q = 0; q < count; q++) {
        bool done = false;
        for (size_t n = 0; !done; n += 1 + n / step) {
            tl_ruling *ruling = NULL;
            memset(&error, 0, sizeof(error));
            scarce_left = n;
            tl_status status = tl_scene_ask(scene, &questions[q], &ruling, &error);
            done = status == TL_OK;
            if (!done) {
                assert_int_equal(status, TL_ERROR_MEMORY);
                assert_null(ruling);
            }
            scarce_left = SIZE_MAX;
            tl_ruling_destroy(ruling);
        }
    }
    tl_scene_destroy(scene);
    tl_context_destroy(poor);
}
