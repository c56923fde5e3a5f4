/* file.c: reads and writes whole files, with limits, all or nothing. */
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The message for an errno, with a remedy, as few strangers know what "EACCES" wants from them. */
static tl_status fail_errno(tl_error *error, const char *path, const char *doing, int code) {
    const char *remedy = NULL;
    const char *reason = NULL;
    switch (code) {
    case ENOENT:
    case ENOTDIR:
        reason = "there is no such file or folder";
        remedy = "check the path's spelling; relative paths start at the file that names them";
        break;
    case EACCES:
    case EPERM:
        reason = "permission denied";
        remedy = "change the permissions of the file or its folder";
        break;
    case EISDIR:
        reason = "it is a folder";
        remedy = "name a file inside it";
        break;
    case ENOSPC:
    case EDQUOT:
        reason = "the disk is full";
        remedy = "free some space and try again";
        break;
    case EROFS:
        reason = "the disk can't be written to";
        remedy = "choose another place";
        break;
    case ENAMETOOLONG:
        reason = "the name is too long";
        remedy = "use a shorter path";
        break;
    case ELOOP:
        reason = "its symbolic links go round in a circle";
        remedy = "name the real file";
        break;
    case EMFILE:
    case ENFILE:
        reason = "too many files are open";
        remedy = "close other programs and try again";
        break;
    case EIO:
        reason = "the disk reports an error";
        remedy = "check the disk";
        break;
    default:
        break;
    }
    char text[128];
    if (reason == NULL) {
        snprintf(text, sizeof(text), "system error %d", code);
        reason = text;
    }
    return tl_fail(error, TL_ERROR_FILE, path, NULL, remedy, "can't %s: %s", doing, reason);
}

static tl_file_kind kind_of(mode_t mode) {
    return S_ISREG(mode) ? TL_FILE_REGULAR : S_ISDIR(mode) ? TL_FILE_FOLDER : TL_FILE_OTHER;
}

tl_status tl_file_look(const char *path, tl_file_kind *kind, uint64_t *size, tl_error *error) {
    struct stat info;
    if (stat(path, &info) != 0) {
        return fail_errno(error, path, "read it", errno);
    }
    if (kind != NULL) {
        *kind = kind_of(info.st_mode);
    }
    if (size != NULL) {
        *size = S_ISREG(info.st_mode) && info.st_size > 0 ? (uint64_t)info.st_size : 0;
    }
    return TL_OK;
}

bool tl_file_is_same(const char *a, const char *b) {
    struct stat one, other;
    bool there = stat(a, &one) == 0 && stat(b, &other) == 0;
    return strcmp(a, b) == 0 || (there && one.st_dev == other.st_dev && one.st_ino == other.st_ino);
}

static tl_status fail_too_large(tl_error *error, const char *path, size_t limit) {
    return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "use a smaller file",
                   "the file is larger than the %zu bytes allowed", limit);
}

/* Reads until the end, however the size changes while we read; `limit` holds. */
static tl_status read_all(tl_context *context, int file, const char *path, size_t expected, size_t limit, char **data,
                          size_t *size, tl_error *error) {
    size_t capacity = expected + 1;
    size_t count = 0;
    char *bytes = tl_alloc(context, capacity);
    if (bytes == NULL) {
        return tl_fail_memory(error);
    }
    for (;;) {
        if (count + 1 >= capacity) {
            /* One byte more than expected must fit, so that a grown file shows. */
            char *grown = tl_resize(context, bytes, capacity + capacity / 2 + 4096, 1);
            if (grown == NULL) {
                tl_free(context, bytes);
                return tl_fail_memory(error);
            }
            bytes = grown;
            capacity += capacity / 2 + 4096;
        }
        ssize_t got = read(file, bytes + count, capacity - 1 - count);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            int code = errno;
            tl_free(context, bytes);
            return fail_errno(error, path, "read it", code);
        }
        if (got == 0) {
            break;
        }
        count += (size_t)got;
        if (count > limit) {
            tl_free(context, bytes);
            return fail_too_large(error, path, limit);
        }
    }
    bytes[count] = 0;
    *data = bytes;
    *size = count;
    return TL_OK;
}

tl_status tl_file_read(tl_context *context, const char *path, size_t limit, char **data, size_t *size,
                       tl_error *error) {
    /* O_NONBLOCK: opening a named pipe must not wait for a writer. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return fail_errno(error, path, "read it", errno);
    }
    struct stat info;
    tl_status status = TL_OK;
    if (fstat(file, &info) != 0) {
        status = fail_errno(error, path, "read it", errno);
    } else if (S_ISDIR(info.st_mode)) {
        status = fail_errno(error, path, "read it", EISDIR);
    } else if (!S_ISREG(info.st_mode)) {
        status = tl_fail(error, TL_ERROR_FILE, path, NULL, "name a regular file", "can't read it: it is not a file");
    } else if (info.st_size < 0 || (uint64_t)info.st_size > limit) {
        status = fail_too_large(error, path, limit);
    } else {
        status = read_all(context, file, path, (size_t)info.st_size + 1, limit, data, size, error);
    }
    close(file);
    return status;
}

static int write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = write(file, bytes, size < ((size_t)1 << 30) ? size : ((size_t)1 << 30));
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return errno;
        }
        bytes += put;
        size -= (size_t)put;
    }
    return 0;
}

/* Opens a new file named after `path` and returns its descriptor, or -1 with errno. The process id and a counter keep
 * names apart; O_EXCL makes sure. */
static int open_beside(const char *path, mode_t mode, char *name, size_t size) {
    for (int attempt = 0; attempt < 1000; attempt++) {
        snprintf(name, size, "%s.%ld-%d.new", path, (long)getpid(), attempt);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    return -1;
}

/* The rename itself is only safe on disk once the folder is; a file system that can't do it loses nothing. */
static void sync_folder(char *path) {
    char *slash = strrchr(path, '/');
    const char *folder = ".";
    if (slash == path) {
        folder = "/";
    } else if (slash != NULL) {
        *slash = 0;
        folder = path;
    }
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        (void)fsync(file);
        close(file);
    }
}

static int save_at(char *target, char *name, size_t name_size, const void *data, size_t size) {
    struct stat info;
    bool exists = stat(target, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        return S_ISDIR(info.st_mode) ? EISDIR : TL_FILE_IS_NONE;
    }
    /* Replacing by rename asks only for the folder's permission: a write-protected file must still be refused. */
    if (exists && access(target, W_OK) != 0) {
        return errno;
    }
    int file = open_beside(target, 0666, name, name_size);
    if (file < 0) {
        return errno;
    }
    int code = write_all(file, data, size);
    if (code == 0 && exists && fchmod(file, info.st_mode & 07777) != 0) {
        code = errno;
    }
    if (code == 0 && fsync(file) != 0) {
        code = errno;
    }
    if (close(file) != 0 && code == 0) {
        code = errno;
    }
    if (code == 0 && rename(name, target) != 0) {
        code = errno;
    }
    if (code != 0) {
        (void)unlink(name);
        return code;
    }
    sync_folder(target);
    return 0;
}

int tl_file_put(const char *path, const void *data, size_t size) {
    char target[PATH_MAX], name[PATH_MAX + 64];
    if (realpath(path, target) == NULL) { /* a new file has no real path yet */
        if (strlen(path) >= sizeof(target)) {
            return ENAMETOOLONG;
        }
        strcpy(target, path);
    }
    return save_at(target, name, sizeof(name), data, size);
}

tl_status tl_file_save(tl_context *context, const char *path, const void *data, size_t size, tl_error *error) {
    (void)context;
    int code = tl_file_put(path, data, size);
    return code == 0                 ? TL_OK
           : code == TL_FILE_IS_NONE ? tl_fail(error, TL_ERROR_FILE, path, NULL, "name a regular file",
                                               "can't save it: there is something else that is not a file")
                                     : fail_errno(error, path, "save it", code);
}

const char *tl_file_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const char *tl_file_path_extension(const char *path) {
    const char *name = tl_file_path_name(path);
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? dot + 1 : name + strlen(name);
}

char *tl_file_path_beside(tl_context *context, const char *file, const char *path) {
    const char *slash = strrchr(file, '/');
    if (path[0] == '/' || slash == NULL) {
        return tl_duplicate_text(context, path);
    }
    size_t folder = (size_t)(slash - file) + 1;
    size_t length = strlen(path);
    char *joined = tl_alloc(context, folder + length + 1);
    if (joined != NULL) {
        memcpy(joined, file, folder);
        memcpy(joined + folder, path, length + 1);
    }
    return joined;
}

bool tl_file_path_is_inside(const char *file, const char *path) {
    char folder[PATH_MAX], real_folder[PATH_MAX], real[PATH_MAX];
    size_t length = (size_t)(tl_file_path_name(file) - file);
    if (length + 2 > sizeof(folder)) {
        return false;
    }
    memcpy(folder, length > 0 ? file : "./", length > 0 ? length : 2);
    folder[length > 0 ? length : 2] = 0;
    if (realpath(folder, real_folder) == NULL || realpath(path, real) == NULL) {
        return false;
    }
    size_t size = strlen(real_folder);
    return strncmp(real, real_folder, size) == 0 && (real[size] == '/' || size == 1);
}
