/* output.c: pictures, reports and the like: their places looked at before, and the bytes put there as a whole. */
#include "io/file.h"

#include <errno.h>
#include <stdio.h>
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
    const char *reason = number == EISDIR            ? "this is a folder"
                         : number == TL_FILE_IS_NONE ? "there is something else that is not a file"
                         : number == EFBIG           ? "it would be larger than files may be"
                                                     : strerror(number);
    return tl_fail(error, TL_ERROR_FILE, path, NULL, remedy, "%s can't be written: %s", what, reason);
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
        return S_ISDIR(info.st_mode) ? EISDIR : TL_FILE_IS_NONE;
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

tl_status tl_output_check(const char *path, const char *what, double least, tl_error *error) {
    int number = look(path, least);
    return number == 0 ? TL_OK : fail(path, what, number, error);
}

tl_status tl_output_save(const char *path, const char *what, const void *bytes, size_t size, tl_error *error) {
    int number = tl_file_put(path, bytes, size);
    return number == 0 ? TL_OK : fail(path, what, number, error);
}
