/* bad_child.c: an import child that does what the name of the file says, for the parent to survive. */
#include "import/answer.h"
#include "io/file.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A triangle in one piece, the answer that the others are spoiled from. */
static void answer(void) {
    tl_context *context = tl_context_create(NULL);
    tl_mesh *mesh = tl_mesh_create(context);
    const tl_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < 3; i++) {
        (void)tl_mesh_add_vertex(mesh, corners[i], NULL);
    }
    (void)tl_mesh_add_triangle(mesh, 0, 1, 2);
    (void)tl_mesh_end_piece(mesh, "piece", TL_ROLE_CORE);
    const tl_import_reading reading = {.mesh = mesh};
    (void)tl_import_answer_write(TL_IMPORT_ANSWER_FILE, &reading, NULL);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

static bool spoil(const void *bytes, size_t size, off_t at) {
    return pwrite(TL_IMPORT_ANSWER_FILE, bytes, size, at) == (ssize_t)size;
}

/* Of the answer: the head's size in bytes, and where its counts begin. */
enum { HEAD = 144, COUNTS = 16 };

static void spoiled_answer(const char *how) {
    answer();
    if (strcmp(how, "wrong-index") == 0) {
        uint32_t index = 3;
        (void)spoil(&index, sizeof(index), HEAD + 3 * 24 + 4);
    } else if (strcmp(how, "not-finite") == 0) {
        double number = 0;
        number = 1 / number;
        (void)spoil(&number, sizeof(number), HEAD + 8);
    } else if (strcmp(how, "huge-counts") == 0) {
        uint64_t count = UINT64_MAX / 2;
        (void)spoil(&count, sizeof(count), COUNTS);
    } else if (strcmp(how, "piece-too-long") == 0) {
        uint32_t count = 2;
        (void)spoil(&count, sizeof(count), HEAD + 3 * 24 + 12);
    } else if (strcmp(how, "name-without-end") == 0) {
        (void)spoil("!", 1, HEAD + 3 * 24 + 12 + 4 + 5);
    } else if (strcmp(how, "cut-off") == 0) {
        (void)!ftruncate(TL_IMPORT_ANSWER_FILE, HEAD + 50);
    } else if (strcmp(how, "longer") == 0) {
        (void)spoil("?", 1, HEAD + 3 * 24 + 12 + 4 + 6);
    } else if (strcmp(how, "wrong-unit") == 0) {
        uint32_t unit = 77;
        (void)spoil(&unit, sizeof(unit), HEAD - 20);
    } else if (strcmp(how, "error-without-words") == 0) {
        uint32_t status = TL_ERROR_FORMAT;
        (void)spoil(&status, sizeof(status), HEAD - 24);
    }
}

int main(int argc, char **argv) {
    if (argc != 5) {
        return 2;
    }
    char how[64];
    const char *name = tl_file_path_name(argv[2]);
    size_t length = strcspn(name, ".");
    if (length >= sizeof(how)) {
        return 2;
    }
    memcpy(how, name, length);
    how[length] = 0;
    if (strcmp(how, "hang") == 0) {
        (void)signal(SIGTERM, SIG_IGN);
        for (;;) {
            pause();
        }
    } else if (strcmp(how, "close-and-hang") == 0) {
        answer();
        close(TL_PIPE_FILE);
        for (;;) {
            pause();
        }
    } else if (strcmp(how, "abort") == 0) {
        (void)raise(SIGABRT);
    } else if (strcmp(how, "answer-and-abort") == 0) {
        answer();
        (void)raise(SIGABRT);
    } else if (strcmp(how, "killed") == 0) {
        (void)raise(SIGKILL);
    } else if (strcmp(how, "burn") == 0) {
        struct rlimit limits = {1, 2};
        (void)setrlimit(RLIMIT_CPU, &limits);
        for (volatile unsigned i = 0;; i++) {
        }
    } else if (strcmp(how, "fail") == 0) {
        return 1;
    } else if (strcmp(how, "noise") == 0) {
        for (int i = 0; i < 1000; i++) {
            (void)spoil(&i, sizeof(i), 4 * (off_t)i);
        }
    } else if (strcmp(how, "silent") != 0) {
        spoiled_answer(how);
    }
    return 0;
}
