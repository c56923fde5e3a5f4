/* zip_write.c: the ZIP format (PKWARE APPNOTE 4.3) and one deflate block (RFC 1951), just enough for tests. */
#include "support/zip_write.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct bytes {
    unsigned char *data;
    size_t size, room;
    unsigned bits, held; /* a byte that isn't full yet, for deflate */
} bytes;

static void put(bytes *b, const void *data, size_t size) {
    if (size == 0) {
        return;
    }
    if (b->size + size > b->room) {
        b->room = 2 * (b->size + size);
        b->data = realloc(b->data, b->room);
        if (b->data == NULL) {
            abort();
        }
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_number(bytes *b, uint64_t number, int size) {
    for (int i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)(i < 8 ? number >> (8 * i) : 0);
        put(b, &byte, 1);
    }
}

static uint32_t checksum(uint32_t crc, unsigned char byte) {
    crc = ~crc ^ byte;
    for (int k = 0; k < 8; k++) {
        crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

/* Huffman codes go in from their highest bit, numbers from their lowest. */
static void put_bits(bytes *b, unsigned number, int count, bool code) {
    for (int i = 0; i < count; i++) {
        unsigned bit = number >> (code ? count - 1 - i : i) & 1U;
        b->held |= bit << b->bits++;
        if (b->bits == 8) {
            put_number(b, b->held, 1);
            b->bits = b->held = 0;
        }
    }
}

/* A blank, then copies of 258 bytes from one place back, in the fixed code: ten bits for each. */
static void put_bomb(bytes *b, uint64_t size) {
    put_bits(b, 1, 1, false); /* the last block */
    put_bits(b, 1, 2, false);
    put_bits(b, 0x30 + ' ', 8, true);
    for (uint64_t done = 1; done + 258 <= size; done += 258) {
        put_bits(b, 0xc5, 8, true); /* length 258 */
        put_bits(b, 0, 5, true);    /* distance 1 */
    }
    put_bits(b, 0, 7, true);
    put_bits(b, 0, 7, false);
}

/* What zlib makes of a text: with codes of its own. */
static void put_deflated(bytes *b, const char *text) {
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)text, .avail_in = (unsigned)strlen(text)};
    unsigned char out[4096];
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        abort();
    }
    for (int said = Z_OK; said == Z_OK;) {
        stream.next_out = out;
        stream.avail_out = sizeof(out);
        said = deflate(&stream, Z_FINISH);
        put(b, out, sizeof(out) - stream.avail_out);
    }
    deflateEnd(&stream);
}

static uint64_t unpacked_size(const zip_file *file) {
    return file->bomb > 0 ? file->claimed : strlen(file->text);
}

/* From the version to the length of the name, as local headers and the directory share it. */
static void put_common(bytes *b, const zip_file *file, uint32_t crc, size_t packed) {
    put_number(b, 20, 2);
    put_number(b, 0, 2);
    put_number(b, file->bomb > 0 || file->deflated ? 8 : 0, 2);
    put_number(b, 0x5a210000, 4); /* a day in 2025 */
    put_number(b, crc, 4);
    put_number(b, file->wide ? UINT32_MAX : packed, 4);
    put_number(b, file->wide ? UINT32_MAX : unpacked_size(file), 4);
    put_number(b, strlen(file->name), 2);
}

/* The extra field of ZIP64, behind another that nobody knows. `place` 0: of a local header, which has none. */
static void put_wide(bytes *b, const zip_file *file, size_t packed, const size_t *place) {
    put(b, "XX\1\0?", 5);
    put_number(b, 1, 2);
    put_number(b, place != NULL ? 24 : 16, 2);
    put_number(b, unpacked_size(file), 8);
    put_number(b, packed, 8);
    if (place != NULL) {
        put_number(b, *place, 8);
    }
}

/* The end of an archive in 64 bits, and where that is. */
static void put_wide_end(bytes *all, size_t count, size_t start) {
    size_t here = all->size;
    put(all, "PK\6\6", 4);
    put_number(all, 44, 8);
    put_number(all, 45 | 45 << 16, 4);
    put_number(all, 0, 8);
    put_number(all, count, 8);
    put_number(all, count, 8);
    put_number(all, here - start, 8);
    put_number(all, start, 8);
    put(all, "PK\6\7", 4);
    put_number(all, 0, 4);
    put_number(all, here, 8);
    put_number(all, 1, 4);
}

char *zip_make(const zip_file *files, size_t count, size_t *size) {
    bytes all = {0};
    bytes directory = {0};
    for (size_t i = 0; i < count; i++) {
        bytes packed = {0};
        uint32_t crc = 0;
        if (files[i].bomb > 0) {
            put_bomb(&packed, files[i].bomb);
        } else {
            for (const char *at = files[i].text; *at != 0; at++) {
                crc = checksum(crc, (unsigned char)*at);
            }
            if (files[i].deflated) {
                put_deflated(&packed, files[i].text);
            } else {
                put(&packed, files[i].text, strlen(files[i].text));
            }
        }
        put(&directory, "PK\1\2\24\0", 6);
        put_common(&directory, &files[i], crc, packed.size);
        put_number(&directory, files[i].wide ? 5 + 28 : 0, 2);
        put_number(&directory, 0, 2 + 2 + 2 + 4);
        put_number(&directory, files[i].wide ? UINT32_MAX : all.size, 4);
        put(&directory, files[i].name, strlen(files[i].name));
        if (files[i].wide) {
            put_wide(&directory, &files[i], packed.size, &all.size);
        }
        put(&all, "PK\3\4", 4);
        put_common(&all, &files[i], crc, packed.size);
        put_number(&all, files[i].wide ? 5 + 20 : 0, 2);
        put(&all, files[i].name, strlen(files[i].name));
        if (files[i].wide) {
            put_wide(&all, &files[i], packed.size, NULL);
        }
        put(&all, packed.data, packed.size);
        free(packed.data);
    }
    size_t start = all.size;
    put(&all, directory.data, directory.size);
    bool wide = count > 0 && files[0].wide;
    if (wide) {
        put_wide_end(&all, count, start);
    }
    put(&all, "PK\5\6\0\0\0\0", 8);
    put_number(&all, wide ? UINT16_MAX : count, 2);
    put_number(&all, wide ? UINT16_MAX : count, 2);
    put_number(&all, wide ? UINT32_MAX : directory.size, 4);
    put_number(&all, wide ? UINT32_MAX : start, 4);
    put_number(&all, 0, 2);
    free(directory.data);
    *size = all.size;
    return (char *)all.data;
}
