/* access.c: the files that an importer may open. */
#include "import/access.h"
#include "import/look.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void tl_access_init(tl_access *access, tl_context *context, const char *path) {
    *access = (tl_access){.context = context, .path = path};
}

static void free_list(tl_context *context, char **list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tl_free(context, list[i]);
    }
    tl_free(context, list);
}

void tl_access_free(tl_access *access) {
    free_list(access->context, access->companions, access->companion_count);
    free_list(access->context, access->refusals, access->refusal_count);
    *access = (tl_access){0};
}

/* Appends a copy, unless the list holds it. */
static void note(tl_access *access, char ***list, size_t *count, size_t *capacity, const char *text) {
    for (size_t i = 0; i < *count; i++) {
        if (strcmp((*list)[i], text) == 0) {
            return;
        }
    }
    char *copy = tl_duplicate_text(access->context, text);
    if (copy == NULL || !tl_reserve(access->context, (void **)list, capacity, *count + 1, sizeof(**list))) {
        tl_free(access->context, copy);
        access->out_of_memory = true;
        return;
    }
    (*list)[(*count)++] = copy;
}

/* Whether a real path lies in the folder of the mesh, or in one of its folders. */
static bool is_inside(const char *mesh, const char *real) {
    char folder[PATH_MAX];
    char real_folder[PATH_MAX];
    size_t length = (size_t)(tl_path_name(mesh) - mesh);
    if (length + 2 > sizeof(folder)) {
        return false;
    }
    memcpy(folder, length > 0 ? mesh : "./", length > 0 ? length : 2);
    folder[length > 0 ? length : 2] = 0;
    if (realpath(folder, real_folder) == NULL) {
        return false;
    }
    size_t size = strlen(real_folder);
    return strncmp(real, real_folder, size) == 0 && (real[size] == '/' || size == 1);
}

const char *tl_access_refusal(const char *mesh, const char *path) {
    char real[PATH_MAX];
    struct stat info;
    if (realpath(path, real) == NULL) {
        return errno == ENOENT || errno == ENOTDIR ? NULL : "can't be reached";
    }
    if (!is_inside(mesh, real)) {
        return "lies outside the folder of the mesh";
    }
    if (stat(real, &info) != 0) {
        return NULL;
    }
    if (!S_ISREG(info.st_mode)) {
        return "is not a file";
    }
    return (uint64_t)info.st_size > TL_LARGEST_FILE ? "is larger than a gigabyte" : NULL;
}

/* A descriptor of the file for reading, or -1. Never waits: opening a pipe would. */
static int open_regular(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat info;
    if (file >= 0 && (fstat(file, &info) != 0 || !S_ISREG(info.st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

static int open_for(tl_access *access, const char *path) {
    if (strcmp(path, access->path) != 0) {
        note(access, &access->companions, &access->companion_count, &access->companion_capacity, path);
        const char *refusal = tl_access_refusal(access->path, path);
        if (refusal != NULL) {
            size_t folder = (size_t)(tl_path_name(access->path) - access->path);
            const char *name = strncmp(path, access->path, folder) == 0 ? path + folder : path;
            char sentence[400];
            snprintf(sentence, sizeof(sentence), "`%.300s` %s and was not read", name, refusal);
            note(access, &access->refusals, &access->refusal_count, &access->refusal_capacity, sentence);
            return -1;
        }
    }
    return open_regular(path);
}

/* --- Assimp's side ------------------------------------------------------------------------------------------------ */

static size_t read_file(struct aiFile *file, char *buffer, size_t size, size_t count) {
    return fread(buffer, size, count, (FILE *)(void *)file->UserData);
}

static size_t write_file(struct aiFile *file, const char *buffer, size_t size, size_t count) {
    (void)file;
    (void)buffer;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell_file(struct aiFile *file) {
    long at = ftell((FILE *)(void *)file->UserData);
    return at > 0 ? (size_t)at : 0;
}

static size_t file_size(struct aiFile *file) {
    struct stat info;
    return fstat(fileno((FILE *)(void *)file->UserData), &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
}

static enum aiReturn seek_file(struct aiFile *file, size_t offset, enum aiOrigin origin) {
    static const int whence[] = {SEEK_SET, SEEK_CUR, SEEK_END};
    if ((unsigned)origin > 2 || offset > LONG_MAX) {
        return aiReturn_FAILURE;
    }
    return fseek((FILE *)(void *)file->UserData, (long)offset, whence[origin]) == 0 ? aiReturn_SUCCESS
                                                                                    : aiReturn_FAILURE;
}

static void flush_file(struct aiFile *file) {
    (void)file;
}

static struct aiFile *open_file(struct aiFileIO *files, const char *path, const char *mode) {
    tl_access *access = (tl_access *)(void *)files->UserData;
    struct aiFile *file = strchr(mode, 'w') == NULL && strchr(mode, 'a') == NULL && strchr(mode, '+') == NULL
                              ? tl_alloc_array(access->context, 1, sizeof(*file))
                              : NULL;
    if (file == NULL) {
        access->out_of_memory = access->out_of_memory || strchr(mode, 'r') != NULL;
        return NULL;
    }
    int descriptor = open_for(access, path);
    FILE *stream = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
    if (stream == NULL) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        tl_free(access->context, file);
        return NULL;
    }
    *file = (struct aiFile){.ReadProc = read_file,
                            .WriteProc = write_file,
                            .TellProc = tell_file,
                            .FileSizeProc = file_size,
                            .SeekProc = seek_file,
                            .FlushProc = flush_file,
                            .UserData = (aiUserData)(void *)stream};
    return file;
}

static void close_file(struct aiFileIO *files, struct aiFile *file) {
    tl_access *access = (tl_access *)(void *)files->UserData;
    (void)fclose((FILE *)(void *)file->UserData);
    tl_free(access->context, file);
}

struct aiFileIO tl_access_files(tl_access *access) {
    return (struct aiFileIO){.OpenProc = open_file, .CloseProc = close_file, .UserData = (aiUserData)(void *)access};
}
