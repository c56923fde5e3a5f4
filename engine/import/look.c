/* look.c: a first look into DXF, GLB, glTF and 3MF files. */
#include "import/look.h"
#include "base/number.h"
#include "import/access.h"
#include "import/finish.h"
#include "import/misread.h"
#include "import/nodes.h"
#include "import/xml.h"
#include "import/zip.h"
#include "io/file.h"
#include "mesh/names.h"

#include <jansson.h>
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

bool tl_is_kind(const char *path, const char *extension) {
    return strcasecmp(tl_path_extension(path), extension) == 0;
}

static uint32_t little_endian(const unsigned char *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
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

/* --- glTF --------------------------------------------------------------------------------------------------------- */

/* "%20" and the like back to what they stand for; `out` holds at least as many bytes as `uri`. */
static void decode_uri(const char *uri, char *out) {
    while (*uri != 0) {
        unsigned code;
        if (*uri == '%' && sscanf(uri + 1, "%2x", &code) == 1 && uri[1] != 0 && uri[2] != 0) {
            *out++ = (char)code;
            uri += 3;
        } else {
            *out++ = *uri++;
        }
    }
    *out = 0;
}

static tl_status check_buffer(tl_context *context, const content *file, const char *uri, tl_error *error) {
    char *name = tl_alloc(context, strlen(uri) + 1);
    if (name == NULL) {
        return tl_fail_memory(error);
    }
    decode_uri(uri, name);
    char *path = tl_path_beside(context, file->path, name);
    tl_status status = TL_OK;
    if (path == NULL) {
        status = tl_fail_memory(error);
    } else if (tl_file_look(path, NULL, NULL, NULL) != TL_OK) {
        status = tl_fail(error, TL_ERROR_FILE, file->path, NULL, "put it beside the file, or export as GLB",
                         "the glTF needs the file `%s`, which is not there", name);
    } else {
        const char *refusal = tl_access_refusal(file->path, path);
        if (refusal != NULL) {
            status = tl_fail(error, TL_ERROR_FILE, file->path, NULL, "put it beside the file, or export as GLB",
                             "the glTF needs the file `%s`, which %s", name, refusal);
        }
    }
    tl_free(context, path);
    tl_free(context, name);
    return status;
}

/* Triangles of one primitive; strips and fans are few enough to be left uncounted: then the sum is too low, which does
 * no harm. */
static uint64_t primitive_triangles(const json_t *root, const json_t *primitive) {
    const json_t *mode = json_object_get(primitive, "mode");
    const json_t *indices = json_object_get(primitive, "indices");
    if (indices == NULL) {
        indices = json_object_get(json_object_get(primitive, "attributes"), "POSITION");
    }
    if ((mode != NULL && json_integer_value(mode) != 4) || !json_is_integer(indices)) {
        return 0;
    }
    const json_t *accessor = json_array_get(json_object_get(root, "accessors"), (size_t)json_integer_value(indices));
    json_int_t count = json_integer_value(json_object_get(accessor, "count"));
    return count > 0 ? (uint64_t)count / 3 : 0;
}

static uint64_t count_triangles(const json_t *root) {
    uint64_t triangles = 0;
    size_t i, k;
    json_t *mesh, *primitive;
    json_array_foreach(json_object_get(root, "meshes"), i, mesh) {
        json_array_foreach(json_object_get(mesh, "primitives"), k, primitive) {
            triangles += primitive_triangles(root, primitive);
        }
    }
    return triangles;
}

static tl_status look_into_gltf(tl_context *context, const content *file, tl_file_facts *facts, tl_error *error) {
    json_error_t where;
    json_t *root = json_loadb((const char *)file->bytes, file->size, 0, &where);
    if (root == NULL) {
        char *jargon = strstr(where.text, " without JSON_ALLOW_NUL");
        if (jargon != NULL) {
            *jargon = 0;
        }
        tl_status status =
            tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, EXPORT_AGAIN, "the glTF is no JSON: %s", where.text);
        if (error != NULL && error->line == 0) {
            error->line = where.line;
            error->column = where.column;
        }
        return status;
    }
    tl_status status = tl_check_nodes(context, file->path, root, error);
    status = status == TL_OK ? tl_check_misread(context, file->path, root, error) : status;
    size_t i;
    json_t *buffer;
    json_array_foreach(json_object_get(root, "buffers"), i, buffer) {
        const char *uri = json_string_value(json_object_get(buffer, "uri"));
        if (status == TL_OK && uri != NULL && strncmp(uri, "data:", 5) != 0) {
            status = check_buffer(context, file, uri, error);
        }
    }
    facts->triangles = count_triangles(root);
    json_decref(root);
    return status;
}

static tl_status look_into_glb(tl_context *context, const content *file, tl_file_facts *facts, tl_error *error) {
    if (file->size < 20 || memcmp(file->bytes, "glTF", 4) != 0) {
        return tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, "check that the file is what its name says",
                       "it is no GLB: it doesn't begin with `glTF` and a header");
    }
    uint64_t promised = little_endian(file->bytes + 8);
    if (promised > file->size) {
        return tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, EXPORT_AGAIN,
                       "the GLB holds %zu of the %llu bytes it promises: it is cut off", file->size,
                       (unsigned long long)promised);
    }
    if (little_endian(file->bytes + 4) != 2) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, file->path, NULL,
                       "convert it to glTF 2.0, or export it again, best as GLB, OBJ or STL",
                       "GLB of version %u is not read: only 2 is", (unsigned)little_endian(file->bytes + 4));
    }
    for (uint64_t at = 12; at + 8 <= promised;) {
        uint64_t length = little_endian(file->bytes + at);
        if (at + 8 + length > promised) {
            return tl_fail(error, TL_ERROR_FORMAT, file->path, NULL, EXPORT_AGAIN,
                           "a chunk of the GLB promises %llu bytes where %llu are left", (unsigned long long)length,
                           (unsigned long long)(promised - at - 8));
        }
        if (memcmp(file->bytes + at + 4, "JSON", 4) == 0) {
            const content json = {file->path, file->bytes + at + 8, (size_t)length};
            tl_status status = look_into_gltf(context, &json, facts, error);
            if (status != TL_OK) {
                return status;
            }
        }
        at += 8 + length;
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
                       "the 3MF would unpack to %s MiB; %zu are allowed", tl_grouped_text(unpacked >> 20, a),
                       LARGEST >> 20);
    }
    return TL_OK;
}

/* --- X3D ---------------------------------------------------------------------------------------------------------- */

static tl_status look_into_x3d(const content *file, tl_file_facts *facts, tl_error *error) {
    tl_xml xml;
    tl_xml_begin(&xml, file->path, (const char *)file->bytes, file->size, error);
    for (tl_xml_span tag; tl_xml_scan(&xml, &tag);) {
        tl_xml_span category = tl_xml_attribute(tag, "category"), number = tl_xml_attribute(tag, "conversionFactor");
        if (!tl_xml_is(tag, "unit") || !tl_xml_span_is(category, "length")) {
            continue;
        }
        double metres = 0;
        if (number.length == 0 ||
            tl_scan_number(number.at, number.at + number.length, &metres) != number.at + number.length ||
            !(metres > 0) || !isfinite(metres)) {
            return tl_fail_line(error, file->path, xml.line, EXPORT_AGAIN,
                                "its unit is `%.*s` metres, which is no length",
                                (int)(number.length < 40 ? number.length : 40), number.at != NULL ? number.at : "");
        }
        facts->unit_in_metres = metres;
    }
    return TL_OK;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

static tl_status look(tl_context *context, const content *file, tl_file_facts *facts, tl_error *error) {
    if (tl_is_kind(file->path, "dxf")) {
        return look_into_dxf(file, error);
    }
    if (tl_is_kind(file->path, "glb")) {
        return look_into_glb(context, file, facts, error);
    }
    if (tl_is_kind(file->path, "gltf")) {
        return look_into_gltf(context, file, facts, error);
    }
    if (tl_is_kind(file->path, "fbx")) {
        return tl_look_into_fbx(context, file->path, (const char *)file->bytes, file->size, &facts->fbx, error);
    }
    if (tl_is_kind(file->path, "x3d")) {
        return look_into_x3d(file, facts, error);
    }
    if (tl_is_kind(file->path, "3mf")) {
        return look_into_3mf(file, error);
    }
    return TL_OK;
}

tl_status tl_look_into_bytes(tl_context *context, const char *path, const char *bytes, size_t size,
                             tl_file_facts *facts, tl_error *error) {
    *facts = (tl_file_facts){0};
    if (size == 0) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_AGAIN, "the file is empty");
    }
    const content file = {path, (const unsigned char *)bytes, size};
    return look(context, &file, facts, error);
}
