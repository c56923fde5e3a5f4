/* Importing in a child: one that misbehaves in every way we could think of, is cancelled, or gets too little memory. */
#include "support/assert_geom.h"
#include "support/write_file.h"
#include "support/purse.h"

#include "import/import.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
static const char bad_child[] = TL_TEST_BINARY_DIR "/tests/trueline-bad-child";
static char folder[256];

static const char *in_folder(const char *name) {
    static char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static const char *made_mesh(const char *name) {
    static char path[1024];
    snprintf(path, sizeof(path), "%s/tests/import/meshes/%s", TL_TEST_SOURCE_DIR, name);
    return path;
}

static const char tetra[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4";

static int open_files(void) {
    DIR *list = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(list) != NULL) {
        count++;
    }
    closedir(list);
    return count;
}

static tl_status import_badly(void **state, const char *how, const char *helper, double seconds, tl_error *error) {
    char name[80];
    snprintf(name, sizeof(name), "%s.obj", how);
    test_write_file(in_folder(name), tetra, strlen(tetra));
    tl_mesh *mesh = NULL;
    int files = open_files();
    tl_import_options options = {.helper = helper, .seconds = seconds};
    *error = (tl_error){0};
    tl_status status = tl_import_mesh(*state, in_folder(name), &options, &mesh, error);
    assert_int_equal(open_files(), files);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left */
    assert_int_equal(errno, ECHILD);
    assert_true((mesh != NULL) == (status == TL_OK));
    tl_mesh_destroy(mesh);
    return status;
}

static void a_child_may_do_what_it_likes(void **state) {
    static const char crashed[] = "the importer crashed on it: the file is damaged, or of a kind that it can't read";
    static const char silent[] = "the importer ended without an answer";
    /* who closes the pipe and stays, or has used up its processor time, is ended long before time is up: waiting for
     * that would outlast the test's own limit */
    const double ages = 50000;
    const struct {
        const char *how;
        double seconds;
        tl_status status;
        const char *message;
    } cases[] = {
        {"good", 0, TL_OK, ""},
        {"answer-and-abort", 0, TL_OK, ""},
        {"close-and-hang", ages, TL_OK, ""},
        {"hang", 0.1, TL_ERROR_LIMIT, "reading it took more than 0.5 s"},
        {"burn", ages, TL_ERROR_LIMIT, "reading it took more than 5e+04 s"},
        {"killed", 0, TL_ERROR_LIMIT, "reading it took too much memory (4096 MiB are allowed)"},
        {"abort", 0, TL_ERROR_FORMAT, crashed},
        {"silent", 0, TL_ERROR_FORMAT, silent},
        {"fail", 0, TL_ERROR_FORMAT, crashed},
        {"noise", 0, TL_ERROR_FORMAT, silent},
        {"wrong-index", 0, TL_ERROR_FORMAT, silent},
        {"not-finite", 0, TL_ERROR_FORMAT, silent},
        {"huge-counts", 0, TL_ERROR_FORMAT, silent},
        {"piece-too-long", 0, TL_ERROR_FORMAT, silent},
        {"name-without-end", 0, TL_ERROR_FORMAT, silent},
        {"cut-off", 0, TL_ERROR_FORMAT, silent},
        {"longer", 0, TL_ERROR_FORMAT, silent},
        {"wrong-unit", 0, TL_ERROR_FORMAT, silent},
        {"error-without-words", 0, TL_ERROR_FORMAT, silent},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_error error;
        tl_status status = import_badly(state, cases[i].how, bad_child, cases[i].seconds, &error);
        if (status != cases[i].status || strcmp(error.message, cases[i].message) != 0) {
            fail_msg("%s: %d, %s", cases[i].how, (int)status, error.message);
        }
    }
}

static void a_helper_that_is_none_is_told(void **state) {
    tl_error error;
    assert_int_equal(import_badly(state, "good", "/nowhere/trueline", 0, &error), TL_ERROR_FILE);
    assert_string_equal(error.message, "can't start the importer `/nowhere/trueline`: there is no such program");
    assert_int_equal(import_badly(state, "good", "/bin/true", 0, &error), TL_ERROR_FORMAT);
}

typedef struct cancelling {
    int asked;
    double done;
} cancelling;

static bool cancel_at_once(void *user, double done, const char *what) {
    cancelling *c = user;
    (void)what;
    c->asked++;
    c->done = done;
    return false;
}

static void importing_can_be_cancelled(void **state) {
    (void)state;
    cancelling c = {0, -1};
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .user = &c, .progress = cancel_at_once};
    void *context = tl_context_create(&options);
    tl_error error;
    assert_int_equal(import_badly(&context, "hang", bad_child, 50000, &error), TL_ERROR_CANCELLED);
    assert_int_equal(c.asked, 1);
    assert_true(c.done >= 0 && c.done < 0.5);
    tl_context_destroy(context);
}

static void memory_is_limited(void **state) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)state;
    skip(); /* sanitizers reserve more addresses than any limit */
#else
    if (test_data_folder() == NULL) {
        skip();
    }
    for (int mib = 30; mib <= 60; mib += 10) {
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        tl_import_options options = {.helper = child, .max_memory = (uint64_t)mib << 20};
        tl_status status = tl_import_mesh(*state, test_data_file("stanford_dragon.ply"), &options, &mesh, &error);
        print_message("with %d MiB: %s\n", mib, error.message);
        assert_int_equal(status, TL_ERROR_LIMIT);
        assert_null(mesh);
    }
#endif
}

static void without_memory_nothing_leaks(void **state) {
    (void)state;
    test_purse s = {-1, 0};
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &s, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&options);
    for (int way = 0; way < 2; way++) {
        tl_status status = TL_ERROR_MEMORY;
        int failures = -1;
        while (status == TL_ERROR_MEMORY) {
            s.left = ++failures;
            tl_mesh *mesh = NULL;
            tl_error error = {0};
            tl_import_options import_options = {.helper = way == 0 ? NULL : child};
            status = tl_import_mesh(context, made_mesh("placed_boxes.dae"), &import_options, &mesh, &error);
            assert_int_equal(error.status, status);
            assert_true((mesh != NULL) == (status == TL_OK));
            tl_mesh_destroy(mesh);
            assert_int_equal(s.held, 1);
        }
        assert_int_equal(status, TL_OK);
        assert_true(failures > 5);
    }
    s.left = -1;
    tl_context_destroy(context);
    assert_int_equal(s.held, 0);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_import_child_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        unlink(in_folder(entry->d_name));
    }
    closedir(list);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_may_do_what_it_likes), cmocka_unit_test(a_helper_that_is_none_is_told),
        cmocka_unit_test(importing_can_be_cancelled),   cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(without_memory_nothing_leaks),
    };
    return cmocka_run_group_tests_name("import in a child", tests, set_up, tear_down);
}
