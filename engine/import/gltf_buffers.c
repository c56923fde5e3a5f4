/* gltf_buffers.c: the bytes of a glTF: files beside it, data: URIs, the chunk of a GLB, and compressed views unpacked.
 */
#include "import/finish.h"
#include "import/gltf.h"
#include "import/gltf_packed.h"
#include "io/file.h"

#include <stdio.h>
#include <string.h>

#define PUT_BESIDE "put it beside the file, or export as GLB"

/* --- data: -------------------------------------------------------------------------------------------------------- */

static int digit_of(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

/* Base64, with or without the signs that fill it up; SIZE_MAX when it is none. */
static size_t decode_base64(const char *text, size_t length, unsigned char *bytes) {
    while (length > 0 && text[length - 1] == '=') {
        length--;
    }
    size_t count = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = digit_of(text[i]);
        if (digit < 0) {
            return SIZE_MAX;
        }
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 != 0) {
            bytes[count++] = (unsigned char)(bits >> (6 - 2 * (i % 4)));
        }
    }
    return length % 4 == 1 ? SIZE_MAX : count;
}

static tl_status take_data(tl_gltf *file, const char *uri, const char *place, tl_gltf_bytes *bytes) {
    const char *comma = strchr(uri, ',');
    static const char base64[] = ";base64";
    size_t head = comma != NULL ? (size_t)(comma - uri) : 0;
    if (head < sizeof(base64) - 1 || strncmp(comma - (sizeof(base64) - 1), base64, sizeof(base64) - 1) != 0) {
        return tl_gltf_fail(file, place, NULL, "its `data:` is not in base64");
    }
    size_t length = strlen(comma + 1);
    bytes->own = tl_alloc(file->context, length / 4 * 3 + 4);
    if (bytes->own == NULL) {
        return tl_fail_memory(file->error);
    }
    bytes->size = decode_base64(comma + 1, length, bytes->own);
    if (bytes->size == SIZE_MAX) {
        return tl_gltf_fail(file, place, NULL, "its `data:` is broken: it is no base64");
    }
    bytes->at = bytes->own;
    return TL_OK;
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

static int hex_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* "%20" and the like back to what they stand for; `out` holds at least as many bytes as `uri`. */
static void decode_uri(const char *uri, char *out) {
    while (*uri != 0) {
        int high = *uri == '%' ? hex_of(uri[1]) : -1, low = high >= 0 ? hex_of(uri[2]) : -1;
        *out++ = low >= 0 ? (char)(16 * high + low) : *uri;
        uri += low >= 0 ? 3 : 1;
    }
    *out = 0;
}

/* Why a companion gives nothing. */
static tl_status fail_companion(tl_gltf *file, const char *name, const char *path) {
    tl_access *access = file->access;
    if (access->too_many) {
        return tl_fail(file->error, TL_ERROR_LIMIT, file->path, NULL, "export it again, as one file",
                       "it names more than %zu other files", access->companion_count);
    }
    if (access->out_of_memory) {
        return tl_fail_memory(file->error);
    }
    const char *refusal = tl_access_refusal(file->path, path);
    bool missing = tl_file_look(path, NULL, NULL, NULL) != TL_OK;
    return tl_fail(file->error, TL_ERROR_FILE, file->path, NULL, PUT_BESIDE, "the glTF needs the file `%s`, which %s",
                   name,
                   missing           ? "is not there"
                   : refusal != NULL ? refusal
                                     : "can't be read");
}

static tl_status take_file(tl_gltf *file, const char *uri, tl_gltf_bytes *bytes) {
    char *name = tl_alloc(file->context, strlen(uri) + 1);
    if (name == NULL) {
        return tl_fail_memory(file->error);
    }
    decode_uri(uri, name);
    char *path = tl_file_path_beside(file->context, file->path, name);
    tl_status status = TL_OK;
    if (path == NULL) {
        status = tl_fail_memory(file->error);
    } else {
        bytes->at = (const unsigned char *)tl_access_content(file->access, path, &bytes->size);
        status = bytes->at == NULL ? fail_companion(file, name, path) : TL_OK;
    }
    tl_free(file->context, path);
    tl_free(file->context, name);
    return status;
}

/* --- Buffers ------------------------------------------------------------------------------------------------------ */

/* Bytes of a buffer, as many as it promises. */
static tl_status fetch(tl_gltf *file, size_t index, const json_t *buffer, tl_gltf_bytes **fetched) {
    tl_gltf_place place = tl_gltf_place_of("buffers[%zu]", index);
    tl_gltf_bytes *bytes = *fetched = &file->fetched[index];
    if (bytes->at != NULL) {
        return TL_OK;
    }
    if (!tl_progress(file->context, (double)index / (double)json_array_size(file->buffers), TL_PARSING)) {
        return tl_fail_cancelled(file->error, TL_PARSING);
    }
    const json_t *given = json_object_get(buffer, "uri");
    const char *uri = json_string_value(given);
    uint64_t promised;
    tl_status status = tl_gltf_whole(file, buffer, "byteLength", 0, place.text, &promised);
    if (status != TL_OK) {
        return status;
    }
    if (given != NULL && uri == NULL) {
        return tl_gltf_fail(file, place.text, NULL, "its `uri` is no text");
    }
    if (uri != NULL) {
        status = strncmp(uri, "data:", 5) == 0 ? take_data(file, uri, place.text, bytes) : take_file(file, uri, bytes);
    } else if (index == 0 && file->chunk != NULL) {
        *bytes = (tl_gltf_bytes){.at = file->chunk, .size = file->chunk_size};
    } else {
        status = tl_gltf_fail(file, place.text, NULL, "it doesn't say where its bytes are");
    }
    if (status == TL_OK && bytes->size < promised) {
        status = tl_gltf_fail(file, place.text, NULL, "it holds %zu of the %llu bytes it promises: it is cut off",
                              bytes->size, (unsigned long long)promised);
    }
    bytes->size = status == TL_OK ? (size_t)promised : bytes->size;
    return status;
}

/* A run of bytes of the buffer that `owner` names. */
static tl_status fetch_run(tl_gltf *file, const json_t *owner, const char *place, const unsigned char **at,
                           size_t *size) {
    size_t index;
    const json_t *buffer = tl_gltf_item(file->buffers, json_object_get(owner, "buffer"), &index);
    if (buffer == NULL) {
        return tl_gltf_fail(file, place, NULL, "it names no buffer of the file");
    }
    uint64_t offset, length;
    tl_gltf_bytes *bytes;
    tl_status status = tl_gltf_whole(file, owner, "byteOffset", 0, place, &offset);
    status = status == TL_OK ? tl_gltf_whole(file, owner, "byteLength", 0, place, &length) : status;
    status = status == TL_OK ? fetch(file, index, buffer, &bytes) : status;
    if (status != TL_OK) {
        return status;
    }
    if (offset > bytes->size || length > bytes->size - offset) {
        return tl_gltf_fail(file, place, NULL, "it reaches beyond the %zu bytes of buffers[%zu]", bytes->size, index);
    }
    *at = bytes->at + offset;
    *size = (size_t)length;
    return TL_OK;
}

/* --- Compressed views --------------------------------------------------------------------------------------------- */

static bool mode_of(const char *name, tl_meshopt_mode *mode) {
    static const char *const names[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    for (int i = 0; name != NULL && i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            *mode = (tl_meshopt_mode)i;
            return true;
        }
    }
    return false;
}

static bool filter_of(const json_t *value, tl_meshopt_filter *filter) {
    static const char *const names[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};
    const char *name = value == NULL ? names[0] : json_string_value(value);
    for (int i = 0; name != NULL && i < 4; i++) {
        if (strcmp(name, names[i]) == 0) {
            *filter = (tl_meshopt_filter)i;
            return true;
        }
    }
    return false;
}

/* The description of how a view is packed; NULL when it is not, or when its buffer has the bytes unpacked as well. */
static const json_t *packing_of(const tl_gltf *file, const json_t *view) {
    static const char *const names[] = {TL_GLTF_MESHOPT, TL_GLTF_MESHOPT_2};
    for (int i = 0; i < 2; i++) {
        const json_t *packing = tl_gltf_extension(view, names[i]);
        size_t index = SIZE_MAX;
        const json_t *buffer = tl_gltf_item(file->buffers, json_object_get(view, "buffer"), &index);
        bool spare = json_is_true(json_object_get(tl_gltf_extension(buffer, names[i]), "fallback"));
        bool filled = json_object_get(buffer, "uri") != NULL || (index == 0 && file->chunk != NULL);
        if (packing != NULL && (spare || !filled)) {
            return packing;
        }
    }
    return NULL;
}

static tl_status unpack(tl_gltf *file, const json_t *view, const json_t *packing, const char *place,
                        tl_gltf_bytes *unpacked) {
    uint64_t count, stride, length;
    tl_meshopt_mode mode;
    tl_meshopt_filter filter;
    const unsigned char *at;
    size_t size;
    tl_status status = tl_gltf_whole(file, packing, "count", 0, place, &count);
    status = status == TL_OK ? tl_gltf_whole(file, packing, "byteStride", 0, place, &stride) : status;
    status = status == TL_OK ? tl_gltf_whole(file, view, "byteLength", 0, place, &length) : status;
    status = status == TL_OK ? fetch_run(file, packing, place, &at, &size) : status;
    if (status != TL_OK) {
        return status;
    }
    if (!tl_gltf_meshopt_is_here()) {
        return tl_gltf_fail_packed(file, false, place);
    }
    if (!mode_of(json_string_value(json_object_get(packing, "mode")), &mode) ||
        !filter_of(json_object_get(packing, "filter"), &filter)) {
        return tl_gltf_fail(file, place, "export it again without compression",
                            "it is packed by meshopt in a way that is not known");
    }
    if (stride == 0 || stride > 256 || count > TL_IMPORT_MOST_CORNERS || count * stride < length) {
        return tl_gltf_fail(file, place, NULL, "what meshopt packed is not as long as it promises");
    }
    unpacked->own = tl_alloc(file->context, (size_t)(count * stride) + 16);
    if (unpacked->own == NULL) {
        return tl_fail_memory(file->error);
    }
    if (!tl_gltf_meshopt_decode(mode, filter, (size_t)count, (size_t)stride, at, size, unpacked->own)) {
        return tl_gltf_meshopt_is_later(mode, at, size)
                   ? tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, place,
                             "export it again without compression, or packed as " TL_GLTF_MESHOPT " has it",
                             "it is packed by a later version of meshopt, which is not read")
                   : tl_gltf_fail(file, place, NULL, "what meshopt packed is damaged");
    }
    unpacked->at = unpacked->own;
    unpacked->size = (size_t)length;
    return TL_OK;
}

/* --- Views -------------------------------------------------------------------------------------------------------- */

tl_status tl_gltf_view_of(tl_gltf *file, const json_t *number, const char *place, tl_gltf_view *view) {
    size_t index;
    const json_t *json = tl_gltf_item(file->views, number, &index);
    if (json == NULL) {
        return tl_gltf_fail(file, place, NULL, "it names no buffer view of the file");
    }
    tl_gltf_place own = tl_gltf_place_of("bufferViews[%zu]", index);
    uint64_t stride;
    tl_status status = tl_gltf_whole(file, json, "byteStride", 0, own.text, &stride);
    if (status == TL_OK && stride > 255) {
        status = tl_gltf_fail(file, own.text, NULL, "its `byteStride` is more than 252");
    }
    if (status != TL_OK) {
        return status;
    }
    *view = (tl_gltf_view){.stride = (size_t)stride};
    const json_t *packing = packing_of(file, json);
    if (packing == NULL) {
        return fetch_run(file, json, own.text, &view->bytes, &view->size);
    }
    tl_gltf_bytes *unpacked = &file->unpacked[index];
    status = unpacked->at == NULL ? unpack(file, json, packing, own.text, unpacked) : TL_OK;
    view->bytes = unpacked->at;
    view->size = unpacked->size;
    return status;
}
