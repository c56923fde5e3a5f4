/* access.c: the files that an importer may open. */
#include "import/access.h"
#include "import/finish.h"
#include "import/reading.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void tl_access_init(tl_access *access, tl_context *context, const char *path, const char *bytes, size_t size) {
    *access = (tl_access){.context = context, .path = path, .bytes = bytes, .size = size};
}

void tl_access_free(tl_access *access) {
    for (size_t i = 0; i < access->companion_count; i++) {
        tl_free(access->context, access->companions[i].path);
        tl_free(access->context, access->companions[i].bytes);
    }
    for (size_t i = 0; i < access->refusal_count; i++) {
        tl_free(access->context, access->refusals[i]);
    }
    tl_free(access->context, access->companions);
    tl_free(access->context, access->refusals);
    *access = (tl_access){0};
}

/* --- What may be read --------------------------------------------------------------------------------------------- */

const char *tl_access_refusal(const char *mesh, const char *path) {
    char real[PATH_MAX];
    struct stat info;
    if (realpath(path, real) == NULL) {
        return errno == ENOENT || errno == ENOTDIR ? NULL : "can't be reached";
    }
    if (!tl_file_path_is_inside(mesh, path)) {
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

/* Where an open file really lies: a link may have been turned elsewhere since its name was looked at. Where the system
 * doesn't tell, the name must do. */
static bool lies_inside(const char *mesh, int file) {
    char link[64], real[PATH_MAX];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, real, sizeof(real) - 1);
    if (length <= 0) {
        return true;
    }
    real[length] = 0;
    return tl_file_path_is_inside(mesh, real);
}

/* --- What was read ------------------------------------------------------------------------------------------------ */

/* What stands for a companion that gave nothing: the reason. */
static tl_digest digest_of_word(const char *word) {
    return tl_digest_add((tl_digest){1, 0}, word, strlen(word));
}

#define MISSING "missing"
#define THERE   "there"

/* All of a regular file, up to the size that is allowed, into memory of `context` with room for a zero after it. False
 * without memory, or when it can't be read. */
static bool read_all(tl_context *context, int file, char **bytes, size_t *size) {
    struct stat info;
    if (fstat(file, &info) != 0 || info.st_size < 0 || (uint64_t)info.st_size > TL_LARGEST_FILE) {
        return false;
    }
    size_t room = (size_t)info.st_size;
    char *data = tl_alloc(context, room + 1);
    size_t got = 0;
    ssize_t step = 1;
    while (data != NULL && got < room && step > 0) {
        step = pread(file, data + got, room - got, (off_t)got);
        got += step > 0 ? (size_t)step : 0;
        step = step < 0 && errno == EINTR ? 1 : step;
    }
    if (data == NULL || step < 0) {
        tl_free(context, data);
        return false;
    }
    data[got] = 0;
    *bytes = data;
    *size = got; /* less when it was cut off meanwhile */
    return true;
}

bool tl_access_companion_is(tl_context *context, const char *mesh, const char *path, tl_digest digest) {
    const char *refusal = tl_access_refusal(mesh, path);
    int file = refusal == NULL ? open_regular(path) : -1;
    if (file < 0) {
        return tl_digest_equal(digest, digest_of_word(refusal != NULL ? refusal : MISSING));
    }
    bool is = tl_digest_equal(digest, digest_of_word(THERE));
    char *bytes = NULL;
    size_t size;
    if (!is && read_all(context, file, &bytes, &size)) {
        is = tl_digest_equal(digest, tl_import_content_digest(bytes, size));
        tl_free(context, bytes);
    }
    close(file);
    return is;
}

/* Once for each file: importers look for it in several ways, as `./a.mtl` when there is no `a.mtl`, or in a folder. */
static void add_refusal(tl_access *access, const char *path, const char *refusal) {
    size_t folder = (size_t)(tl_file_path_name(access->path) - access->path);
    const char *name = strncmp(path, access->path, folder) == 0 ? path + folder : path;
    while (name[0] == '.' && name[1] == '/') {
        name += 2;
    }
    const char *last = tl_file_path_name(name);
    char sentence[400];
    snprintf(sentence, sizeof(sentence), "`%.300s` %s and was not read", name, refusal);
    bool known = last[0] == 0 || strcmp(last, ".") == 0;
    for (size_t i = 0; i < access->refusal_count; i++) {
        known = known || strcmp(access->refusals[i], sentence) == 0;
    }
    if (known) {
        return;
    }
    char *copy = tl_duplicate_text(access->context, sentence);
    if (copy == NULL || !tl_reserve(access->context, (void **)&access->refusals, &access->refusal_capacity,
                                    access->refusal_count + 1, sizeof(*access->refusals))) {
        tl_free(access->context, copy);
        access->out_of_memory = true;
        return;
    }
    access->refusals[access->refusal_count++] = copy;
}

/* Textures are never read, so what a mesh asks for are its materials and buffers. */
enum { MOST_COMPANIONS = 1000 };

/* Its number in the list, where it is put when it is new; SIZE_MAX without memory, or when there are too many. */
static size_t number_of(tl_access *access, const char *path, bool *new_one) {
    *new_one = false;
    for (size_t i = 0; i < access->companion_count; i++) {
        if (strcmp(access->companions[i].path, path) == 0) {
            return i;
        }
    }
    if (access->companion_count == MOST_COMPANIONS) {
        access->too_many = true;
        return SIZE_MAX;
    }
    char *copy = tl_duplicate_text(access->context, path);
    if (copy == NULL || !tl_reserve(access->context, (void **)&access->companions, &access->companion_capacity,
                                    access->companion_count + 1, sizeof(*access->companions))) {
        tl_free(access->context, copy);
        access->out_of_memory = true;
        return SIZE_MAX;
    }
    *new_one = true;
    access->companions[access->companion_count] =
        (tl_access_companion){.path = copy, .digest = digest_of_word(MISSING)};
    return access->companion_count++;
}

/* --- Assimp's side ------------------------------------------------------------------------------------------------ */

#define MESH_FILE SIZE_MAX

/* An open file: its content comes from memory, a companion's once somebody asks for it. */
typedef struct stream {
    tl_access *access;
    size_t companion; /* its number, or MESH_FILE */
    int file;         /* of a companion that is not read yet, or -1 */
    size_t at;
} stream;

static stream *stream_of(struct aiFile *file) {
    return (stream *)(void *)file->UserData;
}

/* The content, a companion's read when that is first needed; what can't be read is empty. */
static const char *content_of(stream *s, size_t *size) {
    tl_access *access = s->access;
    if (s->companion == MESH_FILE) {
        *size = access->size;
        return access->bytes;
    }
    tl_access_companion *c = &access->companions[s->companion];
    if (c->bytes == NULL && s->file >= 0) {
        if (read_all(access->context, s->file, &c->bytes, &c->size)) {
            c->digest = tl_import_content_digest(c->bytes, c->size);
        } else {
            access->out_of_memory = true;
        }
        close(s->file);
        s->file = -1;
    }
    *size = c->bytes != NULL ? c->size : 0;
    return c->bytes;
}

static size_t read_file(struct aiFile *file, char *buffer, size_t size, size_t count) {
    stream *s = stream_of(file);
    size_t held;
    const char *bytes = content_of(s, &held);
    if (size == 0 || s->at >= held || s->access->cancelled) {
        return 0;
    }
    size_t whole = (held - s->at) / size;
    whole = whole < count ? whole : count;
    memcpy(buffer, bytes + s->at, whole * size);
    s->at += whole * size;
    tl_access *access = s->access;
    access->served = s->companion == MESH_FILE && s->at > access->served ? s->at : access->served;
    access->cancelled = !tl_progress(access->context, (double)access->served / (double)access->size, TL_PARSING);
    return whole;
}

static size_t write_file(struct aiFile *file, const char *buffer, size_t size, size_t count) {
    (void)file;
    (void)buffer;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell_file(struct aiFile *file) {
    return stream_of(file)->at;
}

static size_t file_size(struct aiFile *file) {
    size_t held;
    (void)content_of(stream_of(file), &held);
    return held;
}

static enum aiReturn seek_file(struct aiFile *file, size_t offset, enum aiOrigin origin) {
    stream *s = stream_of(file);
    size_t held;
    (void)content_of(s, &held);
    size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? s->at : held;
    /* an offset is a signed number in disguise */
    size_t to = from + offset;
    if ((unsigned)origin > 2 || (offset <= SIZE_MAX / 2 ? to < from || to > held : to > from)) {
        return aiReturn_FAILURE;
    }
    s->at = to;
    return aiReturn_SUCCESS;
}

static void flush_file(struct aiFile *file) {
    (void)file;
}

/* Whether it may be read; then `*s` says from where. */
static bool open_stream(tl_access *access, const char *path, stream *s) {
    *s = (stream){.access = access, .companion = MESH_FILE, .file = -1};
    if (strcmp(path, access->path) == 0) {
        return true;
    }
    bool new_one;
    s->companion = number_of(access, path, &new_one);
    if (s->companion == SIZE_MAX) {
        return false;
    }
    tl_access_companion *c = &access->companions[s->companion];
    if (c->bytes != NULL) {
        return true;
    }
    const char *refusal = tl_access_refusal(access->path, path);
    if (refusal != NULL && new_one) {
        c->digest = digest_of_word(refusal);
        add_refusal(access, path, refusal);
    }
    s->file = refusal == NULL ? open_regular(path) : -1;
    if (s->file >= 0 && !lies_inside(access->path, s->file)) {
        close(s->file);
        s->file = -1;
    }
    if (s->file >= 0) {
        c->digest = digest_of_word(THERE);
    }
    return s->file >= 0;
}

const char *tl_access_content(tl_access *access, const char *path, size_t *size) {
    stream s;
    *size = 0;
    return open_stream(access, path, &s) ? content_of(&s, size) : NULL;
}

static struct aiFile *open_file(struct aiFileIO *files, const char *path, const char *mode) {
    tl_access *access = (tl_access *)(void *)files->UserData;
    if (strchr(mode, 'w') != NULL || strchr(mode, 'a') != NULL || strchr(mode, '+') != NULL) {
        return NULL;
    }
    struct aiFile *file = tl_alloc_array(access->context, 1, sizeof(*file));
    stream *s = tl_alloc_array(access->context, 1, sizeof(*s));
    access->out_of_memory = access->out_of_memory || file == NULL || s == NULL;
    if (file == NULL || s == NULL || !open_stream(access, path, s)) {
        tl_free(access->context, file);
        tl_free(access->context, s);
        return NULL;
    }
    *file = (struct aiFile){.ReadProc = read_file,
                            .WriteProc = write_file,
                            .TellProc = tell_file,
                            .FileSizeProc = file_size,
                            .SeekProc = seek_file,
                            .FlushProc = flush_file,
                            .UserData = (aiUserData)(void *)s};
    return file;
}

static void close_file(struct aiFileIO *files, struct aiFile *file) {
    tl_access *access = (tl_access *)(void *)files->UserData;
    stream *s = stream_of(file);
    if (s->file >= 0) {
        close(s->file);
    }
    tl_free(access->context, s);
    tl_free(access->context, file);
}

struct aiFileIO tl_access_files(tl_access *access) {
    return (struct aiFileIO){.OpenProc = open_file, .CloseProc = close_file, .UserData = (aiUserData)(void *)access};
}
