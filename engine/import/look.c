/* look.c: a first look into DXF and 3MF files. */
#include "import/look.h"
#include "base/number.h"
#include "import/finish.h"
#include "import/xml.h"
#include "import/zip.h"
#include "io/file.h"
#include "mesh/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LARGEST TL_LARGEST_FILE

#define EXPORT_AGAIN "export it again, or take another copy"

typedef struct content {
    const char *path;
    const unsigned char *bytes; /* and a zero after them */
    size_t size;
} content;

bool tl_import_is_kind(const char *path, const char *extension) {
    return strcasecmp(tl_file_path_extension(path), extension) == 0;
}

static bool is_blank(unsigned char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool begins_with(const unsigned char *bytes, size_t size, const char *word) {
    size_t length = strlen(word);
    return size >= length && strncasecmp((const char *)bytes, word, length) == 0;
}

/* --- DXF ---------------------------------------------------------------------------------------------------------- */

/* Text in its first bytes, so surely no binary file: that has zeros, if only in its numbers. */
static bool looks_like_text(const content *file) {
    return memchr(file->bytes, 0, file->size < 256 ? file->size : 256) == NULL;
}

/* The last line that isn't empty begins with a word. */
static bool ends_with(const content *file, const char *word) {
    size_t end = file->size;
    while (end > 0 && (is_blank(file->bytes[end - 1]) || file->bytes[end - 1] == 0)) {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && file->bytes[begin - 1] != '\n' && file->bytes[begin - 1] != '\r') {
        begin--;
    }
    while (begin < end && is_blank(file->bytes[begin])) {
        begin++;
    }
    return begins_with(file->bytes + begin, end - begin, word);
}

/* The importer takes what is there without a word. */
static tl_status look_into_dxf(const content *file, tl_error *error) {
    if (looks_like_text(file) && !ends_with(file, "EOF")) {
        return tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, EXPORT_AGAIN,
                       "the DXF is cut off: its end, `EOF`, is missing");
    }
    return TL_OK;
}

/* --- 3MF ---------------------------------------------------------------------------------------------------------- */

static tl_status look_into_3mf(const content *file, tl_error *error) {
    tl_zip zip;
    if (!tl_zip_open(&zip, (const char *)file->bytes, file->size)) {
        return tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, EXPORT_AGAIN,
                       "it is no 3MF, or is cut off: the directory at its end is missing");
    }
    uint64_t unpacked = 0;
    bool model = false;
    for (tl_zip_entry entry; tl_zip_next(&zip, &entry);) {
        model = model || (entry.name_length > 6 && tl_zip_entry_ends(&entry, ".model"));
        unpacked += entry.unpacked;
    }
    if (!model) {
        return tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, EXPORT_AGAIN, "there is no model in the 3MF");
    }
    if (unpacked > LARGEST) {
        char a[32];
        return tl_fail(error, TL_ERROR_LIMIT, file->path, NULL, "use a simplified mesh",
                       "the 3MF would unpack to %s MiB; %zu are allowed", tl_mesh_grouped_text(unpacked >> 20, a),
                       LARGEST >> 20);
    }
    return TL_OK;
}

/* --- X3D ---------------------------------------------------------------------------------------------------------- */

static tl_status look_into_x3d(const content *file, tl_import_file_facts *facts, tl_error *error) {
    tl_xml xml;
    tl_xml_begin(&xml, file->path, (const char *)file->bytes, file->size, error);
    for (tl_xml_span tag; tl_xml_scan(&xml, &tag);) {
        tl_xml_span category = tl_xml_attribute(tag, "category"), number = tl_xml_attribute(tag, "conversionFactor");
        if (!tl_xml_is(tag, "unit") || !tl_xml_span_is(category, "length")) {
            continue;
        }
        double metres = 0;
        if (number.length == 0 ||
            tl_number_scan(number.at, number.at + number.length, &metres) != number.at + number.length ||
            !(metres > 0) || !isfinite(metres)) {
            return tl_import_fail_line(
                error, file->path, xml.line, EXPORT_AGAIN, "its unit is `%.*s` metres, which is no length",
                (int)(number.length < 40 ? number.length : 40), number.at != NULL ? number.at : "");
        }
        facts->unit_in_metres = metres;
    }
    return TL_OK;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

static tl_status look(tl_context *context, const content *file, tl_import_file_facts *facts, tl_error *error) {
    if (tl_import_is_kind(file->path, "dxf")) {
        return look_into_dxf(file, error);
    }
    if (tl_import_is_kind(file->path, "fbx")) {
        return tl_import_look_into_fbx(context, file->path, (const char *)file->bytes, file->size, &facts->fbx, error);
    }
    if (tl_import_is_kind(file->path, "x3d")) {
        return look_into_x3d(file, facts, error);
    }
    if (tl_import_is_kind(file->path, "3mf")) {
        return look_into_3mf(file, error);
    }
    return TL_OK;
}

tl_status tl_import_look_into_bytes(tl_context *context, const char *path, const char *bytes, size_t size,
                                    tl_import_file_facts *facts, tl_error *error) {
    *facts = (tl_import_file_facts){0};
    if (size == 0) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_AGAIN, "the file is empty");
    }
    const content file = {path, (const unsigned char *)bytes, size};
    return look(context, &file, facts, error);
}
