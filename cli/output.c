/* output.c: files looked at before, written beside, and moved into place. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static tl_status fail(const char *path, const char *what, int number, tl_error *error) {
    const char *remedy = number == ENOSPC || number == EDQUOT || number == EFBIG ? "make room, or choose another disk"
                         : number == EACCES || number == EPERM || number == EROFS
                             ? "choose a place that may be written to"
                         : number == ENOENT || number == ENOTDIR ? "choose a folder that is there"
                         : number == EISDIR                      ? "name a file in it"
                                                                 : "choose another place";
    error->status = TL_ERROR_FILE;
    snprintf(error->file, sizeof(error->file), "%s", path);
    snprintf(error->message, sizeof(error->message), "%s can't be written: %s", what,
             number == EISDIR  ? "this is a folder"
             : number == 0     ? "there is something else that is not a file"
             : number == EFBIG ? "it would be larger than files may be"
                               : strerror(number));
    snprintf(error->remedy, sizeof(error->remedy), "%s", remedy);
    return error->status;
}

bool cli_ends_in(const char *path, const char *extension) {
    size_t length = strlen(path), own = strlen(extension);
    return length > own && strcmp(path + length - own, extension) == 0;
}

/* The folder that a path is in; freed by the caller. NULL without memory. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return strdup(".");
    }
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static int look(const char *path, double least) {
    struct stat info;
    struct statvfs room;
    bool there = stat(path, &info) == 0;
    if (there && !S_ISREG(info.st_mode)) {
        return S_ISDIR(info.st_mode) ? EISDIR : -1;
    }
    if (there && access(path, W_OK) != 0) {
        return errno;
    }
    char *folder = folder_of(path);
    if (folder == NULL) {
        return ENOMEM;
    }
    int number = 0;
    if (stat(folder, &info) != 0) {
        number = errno;
    } else if (!S_ISDIR(info.st_mode)) {
        number = ENOTDIR;
    } else if (access(folder, W_OK) != 0) {
        number = errno;
    } else if (statvfs(folder, &room) == 0 && room.f_blocks > 0 &&
               (double)room.f_bavail * (double)room.f_frsize < least) {
        number = ENOSPC;
    }
    free(folder);
    return number;
}

tl_status cli_output_check(const char *path, const char *what, double least, tl_error *error) {
    int number = look(path, least);
    return number == 0 ? TL_OK : fail(path, what, number < 0 ? 0 : number, error);
}

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            errno = written == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

tl_status cli_output_save(const char *path, const char *what, const void *bytes, size_t size, tl_error *error) {
    struct stat old;
    bool replaces = stat(path, &old) == 0;
    size_t room = strlen(path) + 40;
    char *part = malloc(room);
    int number = look(path, 0);
    if (part == NULL || number != 0) {
        free(part);
        return fail(path, what, part == NULL ? ENOMEM : number < 0 ? 0 : number, error);
    }
    snprintf(part, room, "%s.%ld.part", path, (long)getpid());
    int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? old.st_mode & 0777 : 0666);
    bool done = file >= 0 && write_all(file, bytes, size) && fsync(file) == 0;
    number = done ? 0 : errno;
    if (file >= 0 && close(file) != 0 && number == 0) {
        number = errno;
    }
    if (number == 0 && rename(part, path) != 0) {
        number = errno;
    }
    if (number != 0 && file >= 0) {
        remove(part);
    }
    free(part);
    return number == 0 ? TL_OK : fail(path, what, number, error);
}
