/* cache.c: finding, keeping and clearing out. */
#include "import/cache.h"
#include "import/access.h"
#include "import/look.h"
#include "import/tlmesh.h"
#include "io/file.h"

#include <assimp/version.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CHUNK     ((size_t)1 << 20)
#define EXTENSION ".tlmesh"
#define UNDONE    ".new" /* being written, or left behind by a crash */
#define STALE     3600   /* seconds after which it was left behind */

/* --- Keys --------------------------------------------------------------------------------------------------------- */

static int open_regular(const char *path, struct stat *info) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file >= 0 && (fstat(file, info) != 0 || !S_ISREG(info->st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

/* Adds a whole file's content, a chunk at a time. */
static bool add_content(tl_context *context, int file, tl_digest *digest) {
    char *chunk = tl_alloc(context, CHUNK);
    bool read_all = false;
    while (chunk != NULL && !read_all) {
        size_t filled = 0;
        ssize_t got = 1;
        while (filled < CHUNK && got > 0) {
            got = read(file, chunk + filled, CHUNK - filled);
            if (got < 0 && errno == EINTR) {
                got = 1;
            } else if (got > 0) {
                filled += (size_t)got;
            }
        }
        if (got < 0) {
            break;
        }
        *digest = tl_digest_add(*digest, chunk, filled);
        read_all = got == 0;
    }
    tl_free(context, chunk);
    return read_all;
}

static tl_digest add_text(tl_digest digest, const char *text) {
    return tl_digest_add(digest, text, strlen(text));
}

bool tl_cache_key_make(tl_context *context, const char *path, tl_cache_key *key) {
    struct stat info;
    int file = open_regular(path, &info);
    if (file < 0 || (uint64_t)info.st_size > TL_LARGEST_FILE) {
        if (file >= 0) {
            close(file);
        }
        return false;
    }
    /* The name too: it tells the kind of file, and which names of parts are made up from it. */
    const uint32_t versions[] = {TL_TLMESH_VERSION, aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch(),
                                 aiGetVersionRevision()};
    tl_digest digest = tl_digest_add((tl_digest){0, 0}, versions, sizeof(versions));
    digest = add_text(add_text(digest, tl_version()), tl_path_name(path));
    bool made = add_content(context, file, &digest);
    close(file);
    *key = (tl_cache_key){digest, (uint64_t)info.st_size, (int64_t)info.st_mtim.tv_sec, (int64_t)info.st_mtim.tv_nsec};
    return made;
}

/* What a companion is to the mesh now: its content, that it is missing, or why it isn't read. */
static bool companion_digest(tl_context *context, const char *path, const char *name, tl_digest *digest) {
    char *full = tl_path_beside(context, path, name);
    if (full == NULL) {
        return false;
    }
    struct stat info;
    const char *refusal = tl_access_refusal(path, full);
    int file = refusal == NULL ? open_regular(full, &info) : -1;
    tl_free(context, full);
    *digest = add_text((tl_digest){1, 0}, refusal != NULL ? refusal : "missing");
    if (file < 0) {
        return true;
    }
    *digest = (tl_digest){2, 0};
    bool made = add_content(context, file, digest);
    close(file);
    return made;
}

/* A companion as it is written in the cache: beside the mesh, wherever both may go. */
static const char *name_beside(const char *path, const char *companion) {
    size_t folder = (size_t)(tl_path_name(path) - path);
    return strncmp(path, companion, folder) == 0 ? companion + folder : companion;
}

/* --- Finding ------------------------------------------------------------------------------------------------------ */

/* FOLDER/KEY.tlmesh and what follows; NULL without memory. */
static char *entry_path(tl_context *context, const char *folder, const tl_cache_key *key, const char *more) {
    size_t size = strlen(folder) + strlen(more) + 64;
    char *path = tl_alloc(context, size);
    if (path != NULL) {
        snprintf(path, size, "%s/%016llx%016llx" EXTENSION "%s", folder, (unsigned long long)key->digest.a,
                 (unsigned long long)key->digest.b, more);
    }
    return path;
}

static bool companions_are_as_they_were(tl_context *context, const char *path, const tl_reading *reading,
                                        const tl_digest *digests) {
    for (size_t i = 0; i < reading->companion_count; i++) {
        tl_digest now;
        if (!companion_digest(context, path, reading->companions[i], &now) || !tl_digest_equal(now, digests[i])) {
            return false;
        }
    }
    return true;
}

bool tl_cache_find(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                   tl_reading *reading) {
    char *entry = entry_path(context, folder, key, "");
    struct stat info;
    int file = entry != NULL ? open_regular(entry, &info) : -1;
    tl_free(context, entry);
    if (file < 0) {
        return false;
    }
    tl_reading found = {0};
    tl_digest *digests = NULL;
    bool good = tl_tlmesh_read(context, file, (uint64_t)info.st_size, key->digest, &found, &digests) == TL_OK;
    if (good && !companions_are_as_they_were(context, path, &found, digests)) {
        tl_reading_free(context, &found);
        tl_mesh_destroy(found.mesh);
        good = false;
    }
    if (good) {
        (void)futimens(file, NULL); /* used now: others are older */
        *reading = found;
    }
    tl_free(context, digests);
    close(file);
    return good;
}

/* --- Clearing out ------------------------------------------------------------------------------------------------- */

typedef struct entry {
    char name[80];
    uint64_t size;
    int64_t seconds, nanoseconds;
} entry;

static bool ends_with(const char *name, const char *ending) {
    size_t size = strlen(name);
    size_t length = strlen(ending);
    return size >= length && strcmp(name + size - length, ending) == 0;
}

/* Ours: 32 digits and the extension, perhaps with what is added while it is written. */
static bool is_entry(const char *name) {
    return strspn(name, "0123456789abcdef") == 32 && strncmp(name + 32, EXTENSION, strlen(EXTENSION)) == 0 &&
           strlen(name) < sizeof(((entry *)0)->name);
}

static int by_age(const void *a, const void *b) {
    const entry *p = a;
    const entry *q = b;
    if (p->seconds != q->seconds) {
        return p->seconds < q->seconds ? -1 : 1;
    }
    if (p->nanoseconds != q->nanoseconds) {
        return p->nanoseconds < q->nanoseconds ? -1 : 1;
    }
    return strcmp(p->name, q->name);
}

/* The entries of a folder, oldest first; what crashes have left behind is removed. */
static size_t list_entries(tl_context *context, DIR *list, entry **entries) {
    size_t count = 0;
    size_t capacity = 0;
    struct stat info;
    for (struct dirent *one; (one = readdir(list)) != NULL;) {
        if (!is_entry(one->d_name) || fstatat(dirfd(list), one->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(info.st_mode)) {
            continue;
        }
        if (ends_with(one->d_name, UNDONE)) {
            if (time(NULL) - info.st_mtim.tv_sec > STALE) {
                (void)unlinkat(dirfd(list), one->d_name, 0);
            }
            continue;
        }
        if (!tl_reserve(context, (void **)entries, &capacity, count + 1, sizeof(**entries))) {
            break;
        }
        entry *e = &(*entries)[count++];
        *e = (entry){"", (uint64_t)info.st_size, (int64_t)info.st_mtim.tv_sec, (int64_t)info.st_mtim.tv_nsec};
        snprintf(e->name, sizeof(e->name), "%s", one->d_name);
    }
    if (count > 1) {
        qsort(*entries, count, sizeof(**entries), by_age);
    }
    return count;
}

static void clear_out(tl_context *context, const char *folder, uint64_t most) {
    DIR *list = opendir(folder);
    if (list == NULL) {
        return;
    }
    entry *entries = NULL;
    size_t count = list_entries(context, list, &entries);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        total += entries[i].size;
    }
    for (size_t i = 0; i < count && total > most; i++) {
        (void)unlinkat(dirfd(list), entries[i].name, 0);
        total -= entries[i].size;
    }
    tl_free(context, entries);
    closedir(list);
}

/* --- Keeping ------------------------------------------------------------------------------------------------------ */

/* The folder and those above it, for this user alone. */
static bool make_folder(tl_context *context, const char *folder) {
    char *path = tl_duplicate_text(context, folder);
    bool made = path != NULL && path[0] != 0;
    for (char *at = path; made && (at = strchr(at + 1, '/')) != NULL;) {
        *at = 0;
        made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
    }
    made = made && (mkdir(path, 0700) == 0 || errno == EEXIST);
    tl_free(context, path);
    return made;
}

static bool is_unchanged(const char *path, const tl_cache_key *key) {
    struct stat info;
    return stat(path, &info) == 0 && (uint64_t)info.st_size == key->size &&
           (int64_t)info.st_mtim.tv_sec == key->seconds && (int64_t)info.st_mtim.tv_nsec == key->nanoseconds;
}

static bool write_entry(const char *undone, const char *done, const tl_cache_key *key, const tl_reading *reading,
                        const tl_digest *digests) {
    int file = open(undone, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return false;
    }
    bool written = tl_tlmesh_write(file, key->digest, reading, digests);
    written = close(file) == 0 && written;
    written = written && rename(undone, done) == 0;
    if (!written) {
        (void)unlink(undone);
    }
    return written;
}

/* The reading with its companions named beside the mesh, and their digests. */
static bool name_companions(tl_context *context, const char *path, const tl_reading *reading, tl_reading *named,
                            tl_digest *digests) {
    *named = *reading;
    named->companions = tl_alloc_array(context, reading->companion_count, sizeof(*named->companions));
    bool made = named->companions != NULL && digests != NULL;
    for (size_t i = 0; made && i < reading->companion_count; i++) {
        named->companions[i] = (char *)(uintptr_t)name_beside(path, reading->companions[i]);
        made = companion_digest(context, path, named->companions[i], &digests[i]);
    }
    return made;
}

void tl_cache_keep(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                   const tl_reading *reading, uint64_t most) {
    static atomic_uint counter;
    char more[64];
    snprintf(more, sizeof(more), ".%ld-%u" UNDONE, (long)getpid(), atomic_fetch_add(&counter, 1));
    tl_reading named;
    tl_digest *digests = tl_alloc_array(context, reading->companion_count, sizeof(*digests));
    char *done = entry_path(context, folder, key, "");
    char *undone = entry_path(context, folder, key, more);
    if (name_companions(context, path, reading, &named, digests) && done != NULL && undone != NULL &&
        make_folder(context, folder) && is_unchanged(path, key) && write_entry(undone, done, key, &named, digests)) {
        clear_out(context, folder, most);
    }
    tl_free(context, named.companions);
    tl_free(context, digests);
    tl_free(context, done);
    tl_free(context, undone);
}
