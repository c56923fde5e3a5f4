/* cache.c: finds, keeps and clears out meshes in the folder of those that were read before. */
#include "import/cache.h"
#include "import/access.h"
#include "import/finish.h"
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

/* The digest of a whole file's content (tl_import_content_digest), a chunk at a time. */
static tl_status content_of(tl_context *context, int file, uint64_t size, tl_digest *digest) {
    char *chunk = tl_alloc(context, TL_CONTENT_CHUNK);
    bool read_all = false, stopped = false;
    uint64_t done = 0;
    *digest = (tl_digest){0, 0};
    while (chunk != NULL && !read_all && !stopped) {
        size_t filled = 0;
        ssize_t got = 1;
        while (filled < TL_CONTENT_CHUNK && got > 0) {
            got = read(file, chunk + filled, TL_CONTENT_CHUNK - filled);
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
        done += filled;
        stopped = !tl_progress(context, done < size ? (double)done / (double)size : 1, "looking the mesh up");
    }
    tl_free(context, chunk);
    return stopped ? TL_ERROR_CANCELLED : read_all ? TL_OK : TL_ERROR_FILE;
}

tl_status tl_cache_key_make(tl_context *context, const char *path, tl_cache_key *key) {
    struct stat info;
    int file = open_regular(path, &info);
    if (file < 0 || (uint64_t)info.st_size > TL_LARGEST_FILE) {
        if (file >= 0) {
            close(file);
        }
        return TL_ERROR_FILE;
    }
    tl_status status = content_of(context, file, (uint64_t)info.st_size, &key->content);
    close(file);
    /* The name too: it tells the kind of file, and which names of parts are made up from it. */
    const uint32_t versions[] = {TL_TLMESH_VERSION, aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch(),
                                 aiGetVersionRevision()};
    const char *name = tl_file_path_name(path), *version = tl_version();
    tl_digest digest = tl_digest_add((tl_digest){0, 0}, versions, sizeof(versions));
    digest = tl_digest_add(digest, version, strlen(version));
    digest = tl_digest_add(digest, name, strlen(name));
    key->digest = tl_digest_add(digest, &key->content, sizeof(key->content));
    return status;
}

/* A companion as it is written in the cache: beside the mesh, wherever both may go. Importers may put more slashes than
 * one behind the folder. */
static const char *name_beside(const char *path, const char *companion) {
    size_t folder = (size_t)(tl_file_path_name(path) - path);
    if (folder == 0 || strncmp(path, companion, folder) != 0) {
        return companion;
    }
    return companion + folder + strspn(companion + folder, "/");
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

static bool companions_are_as_they_were(tl_context *context, const char *path, const tl_import_reading *reading) {
    bool same = true;
    for (size_t i = 0; same && i < reading->companion_count; i++) {
        char *full = tl_file_path_beside(context, path, reading->companions[i]);
        same = full != NULL && tl_access_companion_is(context, path, full, reading->companion_digests[i]);
        tl_free(context, full);
    }
    return same;
}

tl_status tl_cache_find(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                        tl_import_reading *reading) {
    char *entry = entry_path(context, folder, key, "");
    struct stat info;
    int file = entry != NULL ? open_regular(entry, &info) : -1;
    tl_free(context, entry);
    if (file < 0) {
        return TL_ERROR_NOT_FOUND;
    }
    tl_import_reading found = {0};
    tl_status status = tl_tlmesh_read(context, file, (uint64_t)info.st_size, key->digest, &found);
    bool good = status == TL_OK;
    if (good && !companions_are_as_they_were(context, path, &found)) {
        tl_import_reading_free(context, &found);
        tl_mesh_destroy(found.mesh);
        good = false;
    }
    if (good) {
        (void)futimens(file, NULL); /* used now: others are older */
        *reading = found;
    }
    close(file);
    return good ? TL_OK : status == TL_ERROR_CANCELLED ? status : TL_ERROR_NOT_FOUND;
}

/* --- Clearing out ------------------------------------------------------------------------------------------------- */

typedef struct cache_entry {
    char name[80];
    uint64_t size;
    int64_t seconds, nanoseconds;
} cache_entry;

static bool ends_with(const char *name, const char *ending) {
    size_t size = strlen(name);
    size_t length = strlen(ending);
    return size >= length && strcmp(name + size - length, ending) == 0;
}

/* Ours: 32 digits and the extension, perhaps with what is added while it is written. */
static bool is_entry(const char *name) {
    return strspn(name, "0123456789abcdef") == 32 && strncmp(name + 32, EXTENSION, strlen(EXTENSION)) == 0 &&
           strlen(name) < sizeof(((cache_entry *)0)->name);
}

static int by_age(const void *a, const void *b) {
    const cache_entry *p = a;
    const cache_entry *q = b;
    if (p->seconds != q->seconds) {
        return p->seconds < q->seconds ? -1 : 1;
    }
    if (p->nanoseconds != q->nanoseconds) {
        return p->nanoseconds < q->nanoseconds ? -1 : 1;
    }
    return strcmp(p->name, q->name);
}

/* The entries of a folder, oldest first; what crashes have left behind is removed. */
static size_t list_entries(tl_context *context, DIR *list, cache_entry **entries) {
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
        cache_entry *e = &(*entries)[count++];
        *e = (cache_entry){"", (uint64_t)info.st_size, (int64_t)info.st_mtim.tv_sec, (int64_t)info.st_mtim.tv_nsec};
        memcpy(e->name, one->d_name, strlen(one->d_name)); /* is_entry has seen that it and its end fit */
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
    cache_entry *entries = NULL;
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

static tl_status write_entry(const char *undone, const char *done, const tl_cache_key *key,
                             const tl_import_reading *reading) {
    int file = open(undone, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return TL_ERROR_FILE;
    }
    tl_status status = tl_tlmesh_write(file, key->digest, reading);
    bool written = close(file) == 0 && status == TL_OK && rename(undone, done) == 0;
    if (!written) {
        (void)unlink(undone);
    }
    return written || status != TL_OK ? status : TL_ERROR_FILE;
}

tl_status tl_cache_keep(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                        const tl_import_reading *reading, uint64_t most) {
    static atomic_uint counter;
    if (!tl_digest_equal(key->content, reading->content)) {
        return TL_OK; /* the file was changed between the two: this mesh is of other bytes */
    }
    char more[64];
    snprintf(more, sizeof(more), ".%ld-%u" UNDONE, (long)getpid(), atomic_fetch_add(&counter, 1));
    tl_import_reading named = *reading; /* with its companions named beside the mesh */
    named.companions = tl_alloc_array(context, reading->companion_count, sizeof(*named.companions));
    for (size_t i = 0; named.companions != NULL && i < reading->companion_count; i++) {
        named.companions[i] = (char *)(uintptr_t)name_beside(path, reading->companions[i]);
    }
    char *done = entry_path(context, folder, key, "");
    char *undone = entry_path(context, folder, key, more);
    tl_status status = TL_OK;
    if (named.companions != NULL && done != NULL && undone != NULL && make_folder(context, folder)) {
        status = write_entry(undone, done, key, &named);
        if (status == TL_OK) {
            clear_out(context, folder, most);
        }
    }
    tl_free(context, named.companions);
    tl_free(context, done);
    tl_free(context, undone);
    return status == TL_ERROR_CANCELLED ? status : TL_OK;
}
