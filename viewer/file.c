#include "file.h"

#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static const char *remedy_for(int number) {
    return number == EACCES || number == EROFS || number == EPERM ? "choose a folder that may be written to"
           : number == ENOENT || number == ENOTDIR                ? "choose a folder that is there"
           : number == ENOSPC || number == EDQUOT                 ? "make room, or choose another disk"
                                                                  : "choose another place";
}

tl_status tlv_file_save(const char *path, const void *bytes, size_t size, const char *what, tl_error *error) {
    size_t length = strlen(path) + 32;
    char *part = malloc(length);
    struct stat old;
    if (!part) {
        return tlv_fail_memory(error);
    }
    bool replaces = stat(path, &old) == 0;
    if (replaces && S_ISDIR(old.st_mode)) {
        free(part);
        return tlv_fail(error, TL_ERROR_FILE, path, "name a file in it", "%s can't be written: this is a folder", what);
    }
    snprintf(part, length, "%s.%ld.part", path, (long)getpid());
    int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? old.st_mode & 0777 : 0666);
    bool done = file >= 0 && write_all(file, bytes, size) && fsync(file) == 0;
    int number = done ? 0 : errno;
    if (file >= 0 && close(file) != 0 && done) {
        done = false;
        number = errno;
    }
    if (done && rename(part, path) != 0) {
        done = false;
        number = errno;
    }
    if (!done && file >= 0) {
        remove(part);
    }
    free(part);
    return done ? TL_OK
                : tlv_fail(error, TL_ERROR_FILE, path, remedy_for(number), "%s can't be written: %s", what,
                           strerror(number));
}
