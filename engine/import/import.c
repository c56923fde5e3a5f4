/* import.c: mesh files in, through a child process that may die of them.
 *
 * The child (child.c) is started as HELPER --import-child FILE MEMORY SECONDS with an empty memory file and the end of
 * a pipe as descriptors. It writes its answer (answer.h) to the memory file and ends; the parent sees the pipe close,
 * however the child came to its end, or kills it when time is up. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* memfd_create */
#endif

#include "import/import.h"
#include "import/answer.h"
#include "import/cache.h"
#include "import/finish.h"
#include "import/load.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_MEMORY  ((uint64_t)4 << 30)
#define DEFAULT_SECONDS 20.0
#define SECONDS_PER_MB  1.0
#define PATIENCE        5.0 /* so many seconds may pass for one of the processor's: the machine may be busy with others */

#define OTHER_FORMAT "export it again, best as OBJ, STL or GLB"

extern char **environ;

typedef struct child {
    pid_t pid;
    int answer; /* the memory file, or -1 */
    int pipe;   /* closes when the child ends, or -1 */
} child;

typedef enum ending { ENDED, OUT_OF_TIME, CANCELLED } ending;

static tl_status fail_system(const char *path, const char *what, int code, tl_error *error) {
    char text[64];
    snprintf(text, sizeof(text), "system error %d", code);
    return tl_fail(error, code == ENOMEM ? TL_ERROR_MEMORY : TL_ERROR_INTERNAL, path, NULL,
                   "close other programs and try again", "%s: %s", what, text);
}

static int spawn(const tl_import_options *options, char *const arguments[], int answer, int end, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    /* The child starts with no signal blocked or ignored, whatever the host does with them; but for Ctrl-C, which goes
     * to all of a terminal's processes: what is cancelled is the caller's business. */
    sigset_t blocked, all;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigfillset(&all);
    if ((code = posix_spawnattr_setsigmask(&attributes, &blocked)) == 0 &&
        (code = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
        (code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)) == 0 &&
        /* Assimp prints; what it says is not for our console. */
        (code = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) == 0 &&
        (code = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)) == 0 &&
        (code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, answer, TL_IMPORT_ANSWER_FILE)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, end, TL_PIPE_FILE)) == 0) {
        code = posix_spawn(pid, options->helper, &actions, &attributes, arguments, environ);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* A copy of a descriptor above those that the child gets, so that setting them up can't overwrite it. */
static int move_up(int file) {
    int moved = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, TL_PIPE_FILE + 1) : -1;
    if (file >= 0) {
        close(file);
    }
    return moved;
}

static void close_child(child *c) {
    if (c->answer >= 0) {
        close(c->answer);
    }
    if (c->pipe >= 0) {
        close(c->pipe);
    }
}

static tl_status start_child(const char *path, const tl_import_options *options, uint64_t memory, double seconds,
                             child *c, tl_error *error) {
    int ends[2] = {-1, -1};
    c->answer = move_up(memfd_create("trueline-import", MFD_CLOEXEC));
    if (c->answer < 0 || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        return fail_system(path, "can't make a channel to the importer", errno, error);
    }
    c->pipe = move_up(ends[0]);
    int end = move_up(ends[1]);
    if (c->pipe < 0 || end < 0) {
        int code = errno;
        if (end >= 0) {
            close(end);
        }
        return fail_system(path, "can't make a channel to the importer", code, error);
    }
    char memory_text[32], seconds_text[32], option[] = "--import-child";
    snprintf(memory_text, sizeof(memory_text), "%llu", (unsigned long long)memory);
    snprintf(seconds_text, sizeof(seconds_text), "%.0f", ceil(seconds) + 1);
    char *arguments[] = {
        (char *)(uintptr_t)options->helper, option, (char *)(uintptr_t)path, memory_text, seconds_text, NULL};
    int code = spawn(options, arguments, c->answer, end, &c->pid);
    close(end);
    if (code != 0) {
        return tl_fail(error, TL_ERROR_FILE, path, NULL, "check that Trueline is installed completely",
                       "can't start the importer `%s`: %s", options->helper,
                       code == ENOENT   ? "there is no such program"
                       : code == EACCES ? "permission denied"
                                        : "it won't run");
    }
    return TL_OK;
}

/* How far the child says that it is: bytes of which 255 is all. It may say what it likes: shares only grow. False when
 * its end of the pipe is closed. */
static bool take_share(const child *c, double *share) {
    unsigned char said[256];
    ssize_t got = read(c->pipe, said, sizeof(said));
    for (ssize_t i = 0; i < got; i++) {
        *share = said[i] / 255.0 > *share ? said[i] / 255.0 : *share;
    }
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Waits until the child's end of the pipe is closed. */
static ending await_end(tl_context *context, const child *c, double seconds) {
    enum { MILLISECONDS = 50 };
    double start = tl_seconds(), share = 0, told = 0;
    for (;;) {
        double time = tl_seconds(), left = start + seconds - time;
        if (left <= 0) {
            return OUT_OF_TIME;
        }
        struct pollfd watched = {c->pipe, POLLIN, 0};
        int ready = poll(&watched, 1, left < 0.001 * MILLISECONDS ? 1 + (int)(1000 * left) : MILLISECONDS);
        bool ended = ready > 0 && !take_share(c, &share);
        if (ended || ready <= 0 || time - told > 0.001 * MILLISECONDS) {
            told = time;
            if (!tl_progress(context, share, TL_PARSING)) {
                return CANCELLED; /* also when it has just ended: it may have been told to, too */
            }
        }
        if (ended) {
            return ENDED;
        }
    }
}

/* How the child ended: waitpid's word, or -1 when the host reaps children by itself. */
static int reap(pid_t pid) {
    int word;
    pid_t got;
    do {
        got = waitpid(pid, &word, 0);
    } while (got < 0 && errno == EINTR);
    return got == pid ? word : -1;
}

/* A child that gave no answer. */
static tl_status fail_child(const char *path, int word, uint64_t memory, double seconds, tl_error *error) {
    int number = word >= 0 && WIFSIGNALED(word) ? WTERMSIG(word) : 0;
    if (number == SIGXCPU) {
        return tl_fail(error, TL_ERROR_LIMIT, path, NULL, OTHER_FORMAT, "reading it took more than %.3g s", seconds);
    }
    if (number == SIGKILL || number == SIGXFSZ) {
        return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "use a simplified mesh, or " OTHER_FORMAT,
                       "reading it took too much memory (%.0f MiB are allowed)", (double)memory / 1048576);
    }
    /* Sanitizers turn a crash into an exit status. */
    if (number != 0 || (word >= 0 && WIFEXITED(word) && WEXITSTATUS(word) != 0)) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, OTHER_FORMAT,
                       "the importer crashed on it: the file is damaged, or of a kind that it can't read");
    }
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, OTHER_FORMAT, "the importer ended without an answer");
}

static tl_status import_in_child(tl_context *context, const char *path, const tl_import_options *options,
                                 uint64_t bytes, tl_import_reading *reading, tl_error *error) {
    uint64_t memory = options->max_memory > 0 ? options->max_memory : DEFAULT_MEMORY;
    double seconds = options->seconds > 0 ? options->seconds : DEFAULT_SECONDS + SECONDS_PER_MB * (double)bytes / 1e6;
    child c = {-1, -1, -1};
    tl_status status = start_child(path, options, memory, seconds, &c, error);
    if (status != TL_OK) {
        close_child(&c);
        return status;
    }
    ending end = await_end(context, &c, PATIENCE * seconds);
    /* Also when the pipe has closed: a child that closed it and goes on must not keep us. One that is ending is not
     * harmed: how it ended is settled before its files are closed. */
    (void)kill(c.pid, SIGKILL);
    int word = reap(c.pid);
    struct stat info;
    if (end == CANCELLED) {
        status = tl_fail(error, TL_ERROR_CANCELLED, path, NULL, NULL, "reading it was cancelled");
    } else if (end == OUT_OF_TIME) {
        status = tl_fail(error, TL_ERROR_LIMIT, path, NULL, OTHER_FORMAT, "reading it took more than %.3g s",
                         PATIENCE * seconds);
    } else if (fstat(c.answer, &info) != 0 || info.st_size <= 0) {
        status = fail_child(path, word, memory, seconds, error);
    } else {
        bool blank = error == NULL || error->status == TL_OK;
        status = tl_import_answer_read(context, c.answer, (uint64_t)info.st_size, reading, error);
        if (status == TL_ERROR_INTERNAL && blank && (error == NULL || error->status == TL_OK)) {
            status = fail_child(path, word, memory, seconds, error);
        }
    }
    close_child(&c);
    return status;
}

/* What can be told without reading: outside the child, as it is quick and safe. */
static tl_status check_path(const char *path, uint64_t *size, tl_error *error) {
    tl_file_kind kind;
    tl_status status = tl_file_look(path, &kind, size, error);
    if (status != TL_OK) {
        return status;
    }
    if (kind != TL_FILE_REGULAR) {
        return tl_fail(error, TL_ERROR_FILE, path, NULL, "name a mesh file",
                       kind == TL_FILE_FOLDER ? "it is a folder, not a mesh file" : "it is not a file");
    }
    static const char kinds[] = "export the mesh as OBJ, STL, PLY, OFF, glTF, GLB, COLLADA, FBX, 3MF or AMF";
    const char *extension = tl_file_path_extension(path);
    if (extension[0] == 0) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, NULL, kinds,
                       "the name has no extension that would tell the kind of file");
    }
    if (!tl_import_knows(extension)) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, NULL, kinds, "files of kind `.%s` can't be read", extension);
    }
    return TL_OK;
}

/* Into the cache; what can't be kept is no matter. */
static tl_status keep(tl_context *context, const char *path, const tl_import_options *options, const tl_cache_key *key,
                      tl_import_reading *reading, tl_error *error) {
    tl_status status = tl_mesh_note_solid(reading->mesh, NULL);
    if (status == TL_OK) {
        status = tl_cache_keep(context, options->cache, path, key, reading,
                               options->cache_most > 0 ? options->cache_most : TL_CACHE_MOST);
    }
    if (status == TL_ERROR_CANCELLED) {
        tl_mesh_destroy(reading->mesh);
        reading->mesh = NULL;
        return tl_fail(error, status, path, NULL, NULL, "reading it was cancelled");
    }
    return TL_OK;
}

tl_status tl_import_mesh(tl_context *context, const char *path, const tl_import_options *options, tl_mesh **mesh,
                         tl_error *error) {
    uint64_t size;
    tl_status status = check_path(path, &size, error);
    if (status != TL_OK) {
        return status;
    }
    tl_import_reading reading = {0};
    tl_cache_key key;
    bool keeps = options != NULL && options->cache != NULL;
    bool cached = false;
    if (keeps) {
        tl_status looked = tl_cache_key_make(context, path, &key);
        keeps = looked == TL_OK;
        looked = keeps ? tl_cache_find(context, options->cache, path, &key, &reading) : looked;
        cached = keeps && looked == TL_OK;
        if (looked == TL_ERROR_CANCELLED) {
            return tl_fail(error, looked, path, NULL, NULL, "reading it was cancelled");
        }
    }
    if (cached) {
        status = TL_OK;
    } else if (options == NULL || options->helper == NULL) {
        status = tl_import_load(context, path, &reading, error);
    } else {
        status = import_in_child(context, path, options, size, &reading, error);
    }
    if (status == TL_OK && keeps && !cached) {
        status = keep(context, path, options, &key, &reading, error);
    }
    if (status == TL_OK) {
        *mesh = reading.mesh;
        if (options != NULL && options->facts != NULL) {
            *options->facts = (tl_import_facts){.guards = reading.guards, .cached = cached};
        }
    }
    tl_import_reading_free(context, &reading);
    return status;
}
