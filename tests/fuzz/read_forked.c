/* read_forked.c: reads mesh files one after the other, for campaigns (tests/fuzz/hostile): thirty times as many in the
 * same time as starting the program for each. Paths come a line each on standard input; each file is read in a fork of
 * this process, in-process there, with the limits of an import child; a line tells what came of it:
 *
 *   read TRIANGLES WARNINGS | refused MESSAGE | unsound | crashed SIGNAL | hung */
#include "import/bytes.h"
#include "import/import.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20 };

static void limit(int resource, rlim_t most) {
    const struct rlimit limits = {most, most};
    (void)setrlimit(resource, &limits);
}

static _Noreturn void read_here(const char *path, int answer) {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, SECONDS);
#ifndef __SANITIZE_ADDRESS__
    limit(RLIMIT_AS, (rlim_t)4 << 30);
#endif
    if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL) {
        _exit(1);
    }
    char text[2048];
    tl_context *context = tl_context_create(NULL);
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_status status = context != NULL ? tl_import_mesh(context, path, NULL, &mesh, &error) : TL_ERROR_MEMORY;
    if (status == TL_OK && tl_import_mesh_is_sound(mesh)) {
        snprintf(text, sizeof(text), "read %zu %zu\n", mesh->triangle_count, mesh->warning_count);
    } else if (status == TL_OK) {
        snprintf(text, sizeof(text), "unsound\n");
    } else {
        char message[1500];
        tl_error_text(&error, message, sizeof(message));
        snprintf(text, sizeof(text), "refused %s\n", message);
    }
    /* Without destructors, as the import child: Assimp's may crash on what a damaged file has left behind. */
    _exit(write(answer, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : 1);
}

/* All that comes until the other end closes or time is up; false then. */
static bool take_answer(int file, char *text, size_t size) {
    size_t used = 0;
    for (int left = 2 * SECONDS * 10; left > 0; left--) {
        struct pollfd watched = {file, POLLIN, 0};
        if (poll(&watched, 1, 100) <= 0) {
            continue;
        }
        ssize_t got = used + 1 < size ? read(file, text + used, size - 1 - used) : 0;
        if (got <= 0) {
            text[used] = 0;
            return true;
        }
        used += (size_t)got;
    }
    return false;
}

static void tell(const char *path) {
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0) {
        exit(1);
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        read_here(path, ends[1]);
    }
    close(ends[1]);
    char text[2048] = "";
    int word = 0;
    bool ended = child > 0 && take_answer(ends[0], text, sizeof(text));
    close(ends[0]);
    if (child > 0) {
        (void)kill(child, ended ? 0 : SIGKILL);
        (void)waitpid(child, &word, 0);
    }
    if (!ended) {
        printf("hung\n");
    } else if (text[0] != 0) {
        fputs(text, stdout);
    } else {
        printf("crashed %d\n", WIFSIGNALED(word) ? WTERMSIG(word) : -WEXITSTATUS(word));
    }
    fflush(stdout);
}

int main(void) {
    char path[4096];
    while (fgets(path, sizeof(path), stdin) != NULL) {
        path[strcspn(path, "\n")] = 0;
        tell(path);
    }
    return 0;
}
