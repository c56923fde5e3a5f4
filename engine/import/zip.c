/* zip.c: the directory of a ZIP archive, and its entries unpacked by zlib. */
#include "import/zip.h"
#include "import/finish.h"

#include <string.h>
#include <strings.h>
#include <zlib.h>

#define EXPORT_AGAIN "export it again, or take another copy"

enum { END = 22, LOCATOR = 20, END64 = 56, HEADER = 46, LOCAL = 30 };
enum { STORED = 0, DEFLATED = 8, ENCRYPTED = 1, CHUNK = 1 << 20 };

/* Stands where a number of 64 bits is elsewhere (ZIP64), as some programs write also in small archives. */
#define ELSEWHERE UINT32_MAX

static unsigned number16(const unsigned char *b) {
    return (unsigned)b[0] | (unsigned)b[1] << 8;
}

static uint32_t number32(const unsigned char *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint64_t number64(const unsigned char *b) {
    return (uint64_t)number32(b + 4) << 32 | number32(b);
}

/* Where the directory begins, by the record before its end at `end`; false when that isn't there. */
static bool find_directory64(const tl_zip *zip, size_t end, uint64_t *begin) {
    const unsigned char *locator = zip->bytes + end - LOCATOR;
    if (end < LOCATOR || memcmp(locator, "PK\6\7", 4) != 0) {
        return false;
    }
    uint64_t place = number64(locator + 8);
    if (zip->size < END64 || place > zip->size - END64 || memcmp(zip->bytes + place, "PK\6\6", 4) != 0) {
        return false;
    }
    *begin = number64(zip->bytes + place + 48);
    return *begin <= zip->size;
}

bool tl_zip_open(tl_zip *zip, const char *bytes, size_t size) {
    *zip = (tl_zip){(const unsigned char *)bytes, size, 0};
    for (size_t back = END; back <= size && back <= END + 65535; back++) { /* only a comment may follow it */
        const unsigned char *at = zip->bytes + size - back;
        if (memcmp(at, "PK\5\6", 4) == 0) {
            uint64_t begin = number32(at + 16);
            bool found = begin != ELSEWHERE || find_directory64(zip, size - back, &begin);
            zip->next = found ? (size_t)begin : 0;
            return found;
        }
    }
    return false;
}

/* Takes the numbers that are elsewhere from the extra field of ZIP64, where there is one; false when it lacks them. */
static bool take_numbers64(const unsigned char *extra, size_t size, tl_zip_entry *entry) {
    uint64_t *numbers[] = {&entry->unpacked, &entry->packed, &entry->place};
    size_t at = 0;
    while (at + 4 <= size && number16(extra + at) != 1) {
        at += 4 + (size_t)number16(extra + at + 2);
    }
    if (at + 4 > size) {
        return true; /* 4 GiB less a byte: that very number */
    }
    size_t end = at + 4 + number16(extra + at + 2);
    at += 4;
    for (size_t i = 0; i < 3; i++) {
        if (*numbers[i] == ELSEWHERE) {
            if (at + 8 > end || end > size) {
                return false;
            }
            *numbers[i] = number64(extra + at);
            at += 8;
        }
    }
    return true;
}

bool tl_zip_next(tl_zip *zip, tl_zip_entry *entry) {
    if (zip->next >= zip->size || zip->size - zip->next < HEADER) {
        return false;
    }
    const unsigned char *at = zip->bytes + zip->next;
    size_t name = number16(at + 28);
    size_t whole = HEADER + name + (size_t)number16(at + 30) + number16(at + 32);
    if (memcmp(at, "PK\1\2", 4) != 0 || whole > zip->size - zip->next) {
        return false;
    }
    *entry = (tl_zip_entry){.name = (const char *)at + HEADER,
                            .name_length = name,
                            .packed = number32(at + 20),
                            .unpacked = number32(at + 24),
                            .checksum = number32(at + 16),
                            .place = number32(at + 42),
                            .method = number16(at + 10),
                            .flags = number16(at + 8)};
    zip->next += whole;
    return take_numbers64(at + HEADER + name, number16(at + 30), entry);
}

bool tl_zip_entry_ends(const tl_zip_entry *entry, const char *suffix) {
    size_t length = strlen(suffix);
    return entry->name_length >= length && strncasecmp(entry->name + entry->name_length - length, suffix, length) == 0;
}

static tl_status fail_entry(const char *path, const tl_zip_entry *entry, const char *what, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_AGAIN, "its part `%.*s` %s",
                   (int)(entry->name_length < 80 ? entry->name_length : 80), entry->name, what);
}

/* Where its bytes are; NULL when they aren't all there. */
static const unsigned char *packed_bytes(const tl_zip *zip, const tl_zip_entry *entry) {
    if (entry->place > zip->size || zip->size - entry->place < LOCAL) {
        return NULL;
    }
    const unsigned char *local = zip->bytes + entry->place;
    size_t head = LOCAL + (size_t)number16(local + 26) + number16(local + 28);
    size_t left = zip->size - (size_t)entry->place;
    bool there = memcmp(local, "PK\3\4", 4) == 0 && head <= left && entry->packed <= left - head;
    return there ? local + head : NULL;
}

static void *take_memory(void *context, unsigned count, unsigned size) {
    return tl_alloc_array(context, count, size);
}

static void give_memory(void *context, void *memory) {
    tl_free(context, memory);
}

/* A megabyte at a time, so that it can be cancelled. */
static tl_status inflate_all(tl_context *context, const char *path, const tl_zip_entry *entry, const unsigned char *in,
                             char *out, tl_error *error) {
    z_stream stream = {.zalloc = take_memory, .zfree = give_memory, .opaque = context};
    stream.next_in = (unsigned char *)(uintptr_t)in; /* zlib only reads it */
    stream.avail_in = (unsigned)entry->packed;
    stream.next_out = (unsigned char *)out;
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return tl_fail_memory(error);
    }
    int said = Z_OK;
    bool goes_on = true;
    while (said == Z_OK && goes_on) {
        uint64_t left = entry->unpacked + 1 - stream.total_out; /* the zero's byte tells whether there is more */
        stream.avail_out = left < CHUNK ? (unsigned)left : CHUNK;
        if (stream.avail_out == 0) {
            break;
        }
        said = inflate(&stream, Z_NO_FLUSH);
        goes_on = tl_progress(context, 0, TL_PARSING);
    }
    uint64_t held = stream.total_out;
    (void)inflateEnd(&stream);
    if (!goes_on) {
        return tl_fail_cancelled(error, TL_PARSING);
    }
    if (said == Z_MEM_ERROR) {
        return tl_fail_memory(error);
    }
    return said == Z_STREAM_END && held == entry->unpacked
               ? TL_OK
               : fail_entry(path, entry, held > entry->unpacked ? "unpacks to more than it says" : "is damaged", error);
}

tl_status tl_zip_unpack(tl_context *context, const char *path, const tl_zip *zip, const tl_zip_entry *entry,
                        char **bytes, tl_error *error) {
    const unsigned char *in = packed_bytes(zip, entry);
    if (in == NULL || (entry->method == STORED && entry->packed != entry->unpacked)) {
        return fail_entry(path, entry, "is not all there", error);
    }
    if ((entry->flags & ENCRYPTED) != 0 || (entry->method != STORED && entry->method != DEFLATED)) {
        return fail_entry(path, entry, "is encrypted, or packed in a way that can't be read", error);
    }
    if (entry->unpacked > TL_LARGEST_FILE) {
        return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "use a simplified mesh",
                       "its part `%.*s` would unpack to %llu MiB; %zu are allowed",
                       (int)(entry->name_length < 80 ? entry->name_length : 80), entry->name,
                       (unsigned long long)(entry->unpacked >> 20), TL_LARGEST_FILE >> 20);
    }
    char *out = tl_alloc(context, (size_t)entry->unpacked + 1);
    if (out == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    if (entry->method == STORED) {
        memcpy(out, in, (size_t)entry->packed);
    } else {
        status = inflate_all(context, path, entry, in, out, error);
    }
    if (status == TL_OK &&
        crc32_z(crc32(0, NULL, 0), (const unsigned char *)out, (size_t)entry->unpacked) != entry->checksum) {
        status = fail_entry(path, entry, "is damaged: its checksum is another", error);
    }
    if (status != TL_OK) {
        tl_free(context, out);
        return status;
    }
    out[entry->unpacked] = 0;
    *bytes = out;
    return TL_OK;
}
