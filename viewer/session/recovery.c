/* recovery.c: a file of ours looks so, the text behind its two paths:
 *   trueline recovery 1
 *   /tables/crossroads.scene.json
 *   /tables/crossroads.scene.json
 *   { "trueline": 1, ...
 */
#include "session/recovery.h"

#include "report.h"
#include "session/state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HEAD[] = "trueline recovery 1\n";
enum { LONGEST = 64 << 20 };

struct tlv_recovery {
    char folder[PATH_MAX];
    char own[PATH_MAX + 64], lock[PATH_MAX + 64]; /* the file kept, and its lock */
    int lock_file;
    char taken[PATH_MAX + 64], taken_lock[PATH_MAX + 64]; /* of another one's that became ours; "": none */
    int taken_file;
};

/* --- The folder --------------------------------------------------------------------------------------------------- */

/* An open and locked file; -1 when another program holds it, or it can't be made. */
static int hold(const char *path, bool make) {
    int file = open(path, O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
        close(file);
        file = -1;
    }
    return file;
}

tlv_recovery *tlv_recovery_open(void) {
    tlv_recovery *r = calloc(1, sizeof(*r));
    if (!r) {
        return NULL;
    }
    r->lock_file = r->taken_file = -1;
    if (!tlv_state_folder(r->folder, sizeof(r->folder) - 64)) {
        free(r);
        return NULL;
    }
    for (int n = 0; n < 1000 && r->lock_file < 0; n++) {
        snprintf(r->lock, sizeof(r->lock), "%s/%ld-%d.lock", r->folder, (long)getpid(), n);
        snprintf(r->own, sizeof(r->own), "%s/%ld-%d.scene", r->folder, (long)getpid(), n);
        if (access(r->own, F_OK) != 0) { /* what a namesake left is not written over */
            r->lock_file = hold(r->lock, true);
        }
    }
    if (r->lock_file < 0) {
        free(r);
        return NULL;
    }
    return r;
}

void tlv_recovery_done(tlv_recovery *r) {
    if (r && r->taken_file >= 0) {
        unlink(r->taken);
        unlink(r->taken_lock);
        close(r->taken_file);
        r->taken_file = -1;
    }
}

void tlv_recovery_drop(tlv_recovery *r) {
    if (r) {
        unlink(r->own);
    }
}

void tlv_recovery_close(tlv_recovery *r) {
    if (r) {
        tlv_recovery_drop(r);
        unlink(r->lock);
        close(r->lock_file);
        if (r->taken_file >= 0) {
            close(r->taken_file);
        }
        free(r);
    }
}

/* --- Keeping ------------------------------------------------------------------------------------------------------ */

static bool write_all(int file, const char *text, size_t size) {
    while (size > 0) {
        ssize_t wrote = write(file, text, size);
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            return false;
        }
        text += wrote;
        size -= (size_t)wrote;
    }
    return true;
}

/* Puts a new file in the place of the old one. Not forced to disk: it is there when a program dies, which is what it is
 * for; saving is what survives the machine. */
static tl_status put_file(const char *path, const char *const parts[], const size_t sizes[], int count,
                          tl_error *error) {
    char fresh[PATH_MAX + 80];
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = file >= 0;
    for (int i = 0; i < count && good; i++) {
        good = write_all(file, parts[i], sizes[i]);
    }
    good = (file < 0 || close(file) == 0) && good && rename(fresh, path) == 0;
    if (!good) {
        int reason = errno;
        unlink(fresh);
        return tlv_fail(error, TL_ERROR_FILE, path, "free some space there, or save the scene",
                        "what is not saved can't be kept: %s", strerror(reason));
    }
    return TL_OK;
}

tl_status tlv_recovery_keep(tlv_recovery *r, const char *home, const char *target, const char *text, size_t size,
                            tl_error *error) {
    if (!r) {
        return TL_OK;
    }
    if (strchr(home, '\n') || strchr(target, '\n')) {
        return tlv_fail(error, TL_ERROR_FILE, target, "save the scene under another name",
                        "a path with a line end can't be kept");
    }
    const char *const parts[] = {HEAD, home, "\n", target, "\n", text};
    const size_t sizes[] = {strlen(HEAD), strlen(home), 1, strlen(target), 1, size};
    return put_file(r->own, parts, sizes, 6, error);
}

/* --- What was left ------------------------------------------------------------------------------------------------ */

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rbe");
    struct stat about;
    char *text = NULL;
    if (file && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= LONGEST) {
        *size = (size_t)about.st_size;
        text = malloc(*size + 1);
        if (text && fread(text, 1, *size, file) != *size) {
            free(text);
            text = NULL;
        } else if (text) {
            text[*size] = '\0';
        }
    }
    if (file) {
        fclose(file);
    }
    return text;
}

/* A line of `text` into `path`; returns what comes behind it, or NULL. */
static char *take_line(char *text, char path[4096]) {
    char *end = text ? strchr(text, '\n') : NULL;
    if (!end || end - text >= 4096) {
        return NULL;
    }
    memcpy(path, text, (size_t)(end - text));
    path[end - text] = '\0';
    return end + 1;
}

/* Cuts a file of ours into paths and text; false when it is none. */
static bool understand(char *text, size_t size, tlv_left *left) {
    size_t head = strlen(HEAD);
    char *rest = size > head && memcmp(text, HEAD, head) == 0 ? text + head : NULL;
    rest = take_line(take_line(rest, left->home), left->target);
    if (!rest) {
        return false;
    }
    left->size = size - (size_t)(rest - text);
    memmove(text, rest, left->size + 1);
    left->text = text;
    return true;
}

/* The youngest file whose lock is free; its lock is held then. */
static bool find_left(tlv_recovery *r) {
    DIR *folder = opendir(r->folder);
    time_t youngest = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        char path[PATH_MAX + 300], lock[PATH_MAX + 300];
        struct stat about;
        size_t length = strlen(entry->d_name);
        if (length < 7 || length > 60 || strcmp(entry->d_name + length - 6, ".scene") != 0) {
            continue;
        }
        snprintf(path, sizeof(path), "%s/%s", r->folder, entry->d_name);
        snprintf(lock, sizeof(lock), "%s/%.*s.lock", r->folder, (int)length - 6, entry->d_name);
        if (strcmp(path, r->own) == 0 || stat(path, &about) != 0 ||
            (r->taken_file >= 0 && about.st_mtime <= youngest)) {
            continue;
        }
        int file = hold(lock, true);
        if (file >= 0) {
            if (r->taken_file >= 0) {
                close(r->taken_file);
            }
            r->taken_file = file;
            youngest = about.st_mtime;
            snprintf(r->taken, sizeof(r->taken), "%.*s", PATH_MAX, path);
            snprintf(r->taken_lock, sizeof(r->taken_lock), "%.*s", PATH_MAX, lock);
        }
    }
    if (folder) {
        closedir(folder);
    }
    return r->taken_file >= 0;
}

bool tlv_recovery_take(tlv_recovery *r, tlv_left *left) {
    if (!r || r->taken_file >= 0) {
        return false;
    }
    while (find_left(r)) {
        size_t size = 0;
        char *text = read_file(r->taken, &size);
        if (text && understand(text, size, left)) {
            return true;
        }
        free(text);
        tlv_recovery_done(r); /* nothing that could be used */
    }
    return false;
}
