/* Whole files: what is saved reads back, limits hold, failures leave the old content and no litter. */
#include "support/assert_geom.h"

#include "io/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[256];

static int make_folder(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_io_XXXXXX", TL_TEST_BINARY_DIR);
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state) {
    tl_context_destroy(*state);
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(list);
    return rmdir(folder);
}

static const char *in_folder(const char *name) {
    static char path[2][1024];
    static int which;
    which = 1 - which;
    snprintf(path[which], sizeof(path[which]), "%s/%s", folder, name);
    return path[which];
}

static int files_in_folder(void) {
    DIR *list = opendir(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        count += entry->d_name[0] != '.';
    }
    closedir(list);
    return count;
}

static void assert_holds(tl_context *context, const char *path, const char *text, size_t length) {
    char *data;
    size_t size;
    tl_error error = {0};
    assert_int_equal(tl_file_read(context, path, 1 << 20, &data, &size, &error), TL_OK);
    assert_int_equal(size, length);
    assert_memory_equal(data, text, length);
    assert_int_equal(data[length], 0);
    tl_free(context, data);
}

static void what_is_saved_reads_back(void **state) {
    tl_error error = {0};
    const char *path = in_folder("a.txt");
    assert_int_equal(tl_file_save(*state, path, "hello\0there", 11, &error), TL_OK);
    assert_holds(*state, path, "hello\0there", 11);
    assert_int_equal(tl_file_save(*state, path, "", 0, &error), TL_OK);
    assert_holds(*state, path, "", 0);
    assert_int_equal(files_in_folder(), 1);
}

static void permissions_and_links_survive(void **state) {
    tl_error error = {0};
    const char *path = in_folder("real");
    const char *link = in_folder("link");
    assert_int_equal(tl_file_save(*state, path, "old", 3, &error), TL_OK);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("real", link), 0);
    assert_int_equal(tl_file_save(*state, link, "new", 3, &error), TL_OK);
    struct stat info;
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_holds(*state, path, "new", 3);
    unlink(link);
    unlink(path);
}

static void limits_and_kinds_are_refused(void **state) {
    char *data = NULL;
    size_t size = 7;
    const char *path = in_folder("big");
    tl_error error = {0};
    assert_int_equal(tl_file_save(*state, path, "12345", 5, &error), TL_OK);
    assert_int_equal(tl_file_read(*state, path, 5, &data, &size, &error), TL_OK);
    tl_free(*state, data);
    data = NULL;
    assert_int_equal(tl_file_read(*state, path, 4, &data, &size, &error), TL_ERROR_LIMIT);
    assert_null(data);
    error = (tl_error){0};
    assert_int_equal(tl_file_read(*state, folder, 1 << 20, &data, &size, &error), TL_ERROR_FILE);
    assert_string_equal(error.message, "can't read it: it is a folder");
    error = (tl_error){0};
    assert_int_equal(tl_file_read(*state, in_folder("none"), 1 << 20, &data, &size, &error), TL_ERROR_FILE);
    assert_string_equal(error.message, "can't read it: there is no such file or folder");
    assert_string_equal(error.file, in_folder("none"));
    assert_true(error.remedy[0] != 0);
    error = (tl_error){0};
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_int_equal(tl_file_read(*state, in_folder("pipe"), 1 << 20, &data, &size, &error), TL_ERROR_FILE);
    error = (tl_error){0};
    assert_int_equal(tl_file_save(*state, in_folder("none/there"), "x", 1, &error), TL_ERROR_FILE);
    error = (tl_error){0};
    assert_int_equal(tl_file_save(*state, folder, "x", 1, &error), TL_ERROR_FILE);
    unlink(in_folder("pipe"));
}

/* Pictures and reports: devices and pipes are refused, behind links too, and stay what they are; nobody waits for
 * whoever reads them. */
static void output_goes_into_files_alone(void **state) {
    (void)state;
    struct stat info;
    tl_error error = {0};
    char pipe[1024], link[1024], file[1024];
    snprintf(pipe, sizeof(pipe), "%s", in_folder("out-pipe"));
    snprintf(link, sizeof(link), "%s", in_folder("out-link"));
    snprintf(file, sizeof(file), "%s", in_folder("out-file"));
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(symlink(pipe, link), 0);
    const char *const places[2] = {pipe, link};
    for (int i = 0; i < 4; i++) {
        error = (tl_error){0};
        tl_status status = i < 2 ? tl_output_save(places[i], "the picture", "x", 1, &error)
                                 : tl_output_check(places[i - 2], "the picture", 0, &error);
        assert_int_equal(status, TL_ERROR_FILE);
        assert_string_equal(error.message, "the picture can't be written: there is something else that is not a file");
        assert_string_equal(error.remedy, "choose another place");
        assert_string_equal(error.file, places[i % 2]);
        assert_true(lstat(pipe, &info) == 0 && S_ISFIFO(info.st_mode) && lstat(link, &info) == 0 &&
                    S_ISLNK(info.st_mode));
    }
    error = (tl_error){0};
    assert_int_equal(tl_output_save(folder, "the report", "x", 1, &error), TL_ERROR_FILE);
    assert_string_equal(error.message, "the report can't be written: this is a folder");
    assert_string_equal(error.remedy, "name a file in it");
    assert_int_equal(tl_output_check(in_folder("none/there"), "the report", 0, NULL), TL_ERROR_FILE);
    assert_int_equal(tl_output_check(file, "the report", 1e30, &error), TL_ERROR_FILE); /* no disk is so large */
    assert_int_equal(lstat(file, &info), -1);
    assert_int_equal(tl_output_save(file, "the report", "first", 5, &error), TL_OK);
    assert_int_equal(chmod(file, 0640), 0);
    assert_int_equal(tl_output_save(file, "the report", "second", 6, &error), TL_OK);
    assert_true(lstat(file, &info) == 0 && info.st_size == 6 && (info.st_mode & 0777) == 0640);
    unlink(file);
    unlink(link);
    unlink(pipe);
}

/* /proc files say size 0 and hold more: reading must not trust the size. */
static void size_is_not_trusted(void **state) {
    char *data;
    size_t size;
    tl_error error = {0};
    assert_int_equal(tl_file_read(*state, "/proc/self/status", 1 << 20, &data, &size, &error), TL_OK);
    assert_true(size > 100);
    tl_free(*state, data);
}

static void paths_are_taken_apart(void **state) {
    assert_string_equal(tl_file_path_extension("a.b/tank.GLB"), "GLB");
    assert_string_equal(tl_file_path_extension("a.b/tank"), "");
    assert_string_equal(tl_file_path_extension(".profile"), "");
    assert_string_equal(tl_file_path_extension("tank."), "");
    assert_string_equal(tl_file_path_name("a/b"), "b");
    const char *cases[][3] = {{"boards/one.json", "m/x.stl", "boards/m/x.stl"},
                              {"one.json", "m/x.stl", "m/x.stl"},
                              {"a/one.json", "/m/x.stl", "/m/x.stl"},
                              {"/one.json", "../x", "/../x"}};
    for (size_t i = 0; i < 4; i++) {
        char *path = tl_file_path_beside(*state, cases[i][0], cases[i][1]);
        assert_string_equal(path, cases[i][2]);
        tl_free(*state, path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_reads_back),     cmocka_unit_test(permissions_and_links_survive),
        cmocka_unit_test(limits_and_kinds_are_refused), cmocka_unit_test(output_goes_into_files_alone),
        cmocka_unit_test(size_is_not_trusted),          cmocka_unit_test(paths_are_taken_apart),
    };
    return cmocka_run_group_tests_name("io", tests, make_folder, remove_folder);
}
