/* zip.h: ZIP archives, as 3MF and some AMF files are: their directory, and entries unpacked. Internal to engine/import.
 *
 * Stored and deflated entries below four gigabytes (PKWARE APPNOTE 4.3; no ZIP64, no encryption). */
#ifndef TL_IMPORT_ZIP_H
#define TL_IMPORT_ZIP_H

#include "base/base.h"

typedef struct tl_zip {
    const unsigned char *bytes;
    size_t size, next; /* where the next entry of the directory is */
} tl_zip;

typedef struct tl_zip_entry {
    const char *name; /* not ended by a zero */
    size_t name_length;
    uint64_t packed, unpacked; /* bytes, as the directory says */
    uint64_t place;            /* of its local header */
    uint32_t checksum;
    unsigned method, flags;
} tl_zip_entry;

/* False when the directory's end isn't there: no archive, or cut off. */
bool tl_zip_open(tl_zip *zip, const char *bytes, size_t size);
/* False when there is no other entry, or it is damaged. */
bool tl_zip_next(tl_zip *zip, tl_zip_entry *entry);
/* Whether its name ends so, in upper or lower case. */
bool tl_zip_entry_ends(const tl_zip_entry *entry, const char *suffix);

/* The entry's content with a zero behind it, which the caller frees with tl_free. TL_ERROR_FORMAT when it is damaged or
 * not what its directory says, _LIMIT, _MEMORY, _CANCELLED. */
tl_status tl_zip_unpack(tl_context *context, const char *path, const tl_zip *zip, const tl_zip_entry *entry,
                        char **bytes, tl_error *error);

#endif
