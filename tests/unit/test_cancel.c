/* Whoever cancels long work, at whatever moment: it ends as cancelled, nothing leaks, nothing half done stays behind.
 */
#include "support/assert_geom.h"

#include <trueline/import.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[512], cache[600], output[600];

/* Counts what is asked, and says no once. What is told of a piece of work only grows, until it is done anew. */
typedef struct watcher {
    int asked, until;
    bool unsteady;
    double share;
    char what[64];
    int held;
} watcher;

static bool watch(void *user, double done, const char *what) {
    watcher *w = user;
    bool same = strcmp(w->what, what) == 0;
    w->unsteady = w->unsteady || !(done >= 0 && done <= 1) || (same && done < w->share && done > 0.25);
    w->share = done;
    snprintf(w->what, sizeof(w->what), "%s", what);
    return w->asked++ != w->until;
}

static void *allocate(void *user, void *memory, size_t size) {
    watcher *w = user;
    w->held += (memory == NULL) - (size == 0);
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, size);
}

/* Takes what is in the folder away; whether something was half written. */
static bool empty(const char *name) {
    bool half = false;
    DIR *list = opendir(name);
    for (struct dirent *one; list != NULL && (one = readdir(list)) != NULL;) {
        if (one->d_name[0] != '.') {
            half = half || strstr(one->d_name, ".new") != NULL || strstr(one->d_name, ".tmp") != NULL;
            unlinkat(dirfd(list), one->d_name, 0);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
    return half;
}

typedef tl_status work_fn(tl_context *context, tl_error *error);

static const char *in_source(const char *name) {
    static char path[1024];
    snprintf(path, sizeof(path), "%s/%s", TL_TEST_SOURCE_DIR, name);
    return path;
}

static tl_status describe(tl_context *context, const char *helper, tl_error *error) {
    tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options),
                               .helper = helper,
                               .mesh_cache = cache,
                               .output = output,
                               .drop_specks_mm = 0.5,
                               .reorient = true,
                               .close_holes_mm = 50};
    char *text = NULL;
    tl_status status = tl_mesh_describe(context, in_source("models/walker.obj"), &options, true, &text, error);
    assert_true((text != NULL) == (status == TL_OK));
    tl_text_free(context, text);
    return status;
}

static tl_status describe_here(tl_context *context, tl_error *error) {
    return describe(context, NULL, error);
}

static tl_status describe_by_child(tl_context *context, tl_error *error) {
    return describe(context, TL_TEST_BINARY_DIR "/tests/trueline-import-child", error);
}

static tl_status load_scene(tl_context *context, tl_error *error) {
    tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .mesh_cache = cache, .look_closer = true};
    tl_scene *scene = NULL;
    tl_report *report = NULL;
    tl_status status =
        tl_scene_load(context, in_source("terrain/crossroads.scene.json"), &options, &scene, &report, error);
    assert_true((scene != NULL) == (status == TL_OK));
    tl_scene_destroy(scene);
    tl_report_destroy(report);
    return status;
}

/* Cancelled at the first question, the second, and so on, later in ever longer steps (under sanitizers longer ones). */
static void cancel_everywhere(work_fn *work, bool with_cache, int least) {
    const int step = TEST_SANITIZED ? 1 : 4;
    int cancelled = 0;
    tl_status status = TL_ERROR_CANCELLED;
    for (int until = 0; status == TL_ERROR_CANCELLED; until += 1 + until / step) {
        watcher w = {.until = until};
        const tl_context_options how = {
            .struct_size = sizeof(tl_context_options), .user = &w, .progress = watch, .allocate = allocate};
        tl_context *context = tl_context_create(&how);
        tl_error error = {0};
        assert_non_null(context);
        (void)unlink(output);
        if (!with_cache) {
            assert_false(empty(cache));
        }
        status = work(context, &error);
        assert_false(w.unsteady);
        assert_int_equal(error.status, status);
        if (status == TL_ERROR_CANCELLED) {
            assert_int_equal(access(output, F_OK), -1);
            cancelled++;
        } else if (status != TL_OK) {
            fail_msg("at question %d (%s): %s", until, w.what, error.message);
        }
        assert_false(empty(folder));
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
        assert_int_equal(errno, ECHILD);
        assert_int_equal(w.held, 1); /* the context itself */
        tl_context_destroy(context);
        assert_true(until < 100000);
    }
    if (cancelled < least) {
        fail_msg("%d times", cancelled);
    }
}

static void describing_is_cancelled_anywhere(void **state) {
    (void)state;
    cancel_everywhere(describe_here, false, 4);
    cancel_everywhere(describe_here, true, 4);
    cancel_everywhere(describe_by_child, false, 4);
    assert_false(empty(cache));
}

static void loading_is_cancelled_anywhere(void **state) {
    (void)state;
    cancel_everywhere(load_scene, false, 3);
}

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof(folder), "%s/test_cancel_XXXXXX", TL_TEST_BINARY_DIR);
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(cache, sizeof(cache), "%s/cache", folder);
    snprintf(output, sizeof(output), "%s/out.obj", folder);
    return mkdir(cache, 0700);
}

static int tear_down(void **state) {
    (void)state;
    (void)empty(cache);
    (void)rmdir(cache);
    (void)empty(folder);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(describing_is_cancelled_anywhere),
        cmocka_unit_test(loading_is_cancelled_anywhere),
    };
    return cmocka_run_group_tests_name("cancel", tests, set_up, tear_down);
}
