/* gltf_accessors.c: the numbers of a glTF: of whatever type, stride and place, with what stands instead here and there.
 */
#include "import/gltf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a component. */
static size_t gltf_component_size(int type) {
    switch (type) {
    case TL_GLTF_BYTE:
    case TL_GLTF_UNSIGNED_BYTE:
        return 1;
    case TL_GLTF_SHORT:
    case TL_GLTF_UNSIGNED_SHORT:
        return 2;
    default:
        return 4;
    }
}

/* --- Numbers ------------------------------------------------------------------------------------------------------ */

/* glTF is little-endian, as are the machines that this runs on; bytes are put together all the same. */
static uint32_t word_at(const unsigned char *b, size_t size) {
    uint32_t word = b[0];
    for (size_t i = 1; i < size; i++) {
        word |= (uint32_t)b[i] << (8 * i);
    }
    return word;
}

static double number_at(const unsigned char *bytes, int type) {
    uint32_t word = word_at(bytes, gltf_component_size(type));
    switch (type) {
    case TL_GLTF_BYTE:
        return word < 0x80 ? (double)word : (double)word - 0x100;
    case TL_GLTF_SHORT:
        return word < 0x8000 ? (double)word : (double)word - 0x10000;
    case TL_GLTF_FLOAT: {
        float number;
        memcpy(&number, &word, sizeof(number));
        return (double)number;
    }
    default:
        return (double)word;
    }
}

/* glTF 2.0, 3.6.2.2. */
static double normalized(double number, int type) {
    switch (type) {
    case TL_GLTF_BYTE:
        return number < -127 ? -1 : number / 127;
    case TL_GLTF_UNSIGNED_BYTE:
        return number / 255;
    case TL_GLTF_SHORT:
        return number < -32767 ? -1 : number / 32767;
    case TL_GLTF_UNSIGNED_SHORT:
        return number / 65535;
    default:
        return number;
    }
}

/* The bytes of element `i`; NULL: zeros. */
static const unsigned char *bytes_at(const tl_gltf_accessor *a, size_t i) {
    size_t size = gltf_component_size(a->sparse_type), low = 0, high = a->sparse_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t at = word_at(a->sparse_at + middle * size, size);
        if (at == i) {
            return a->sparse_bytes + middle * a->width * gltf_component_size(a->type);
        }
        low = at < i ? middle + 1 : low;
        high = at < i ? high : middle;
    }
    return a->bytes != NULL ? a->bytes + i * a->stride : NULL;
}

/* As they are stored. */
static void raw_element(const tl_gltf_accessor *a, size_t i, double *numbers) {
    const unsigned char *bytes = bytes_at(a, i);
    size_t size = gltf_component_size(a->type);
    for (unsigned k = 0; k < a->width; k++) {
        numbers[k] = bytes != NULL ? number_at(bytes + k * size, a->type) : 0;
    }
}

void tl_gltf_element(const tl_gltf_accessor *accessor, size_t i, double *numbers) {
    raw_element(accessor, i, numbers);
    for (unsigned k = 0; accessor->normalized && k < accessor->width; k++) {
        numbers[k] = normalized(numbers[k], accessor->type);
    }
}

uint32_t tl_gltf_whole_at(const tl_gltf_accessor *accessor, size_t i, unsigned component) {
    const unsigned char *bytes = bytes_at(accessor, i);
    size_t size = gltf_component_size(accessor->type);
    return bytes != NULL ? word_at(bytes + component * size, size) : 0;
}

/* --- Accessors ---------------------------------------------------------------------------------------------------- */

static unsigned width_of(const char *type) {
    return strcmp(type, "SCALAR") == 0 ? 1
           : strcmp(type, "VEC2") == 0 ? 2
           : strcmp(type, "VEC3") == 0 ? 3
           : strcmp(type, "VEC4") == 0 ? 4
                                       : 16;
}

static bool may_be(tl_gltf_use use, int type) {
    switch (type) {
    case TL_GLTF_FLOAT:
        return use != TL_GLTF_WHOLE;
    case TL_GLTF_UNSIGNED_INT:
        return use == TL_GLTF_WHOLE;
    case TL_GLTF_BYTE:
    case TL_GLTF_SHORT:
        return use == TL_GLTF_NUMBERS;
    case TL_GLTF_UNSIGNED_BYTE:
    case TL_GLTF_UNSIGNED_SHORT:
        return use != TL_GLTF_FLOATS;
    default:
        return false;
    }
}

static const json_t *find(tl_gltf *file, const json_t *number, const char *place, tl_gltf_accessor *accessor,
                          tl_status *status) {
    *accessor = (tl_gltf_accessor){0};
    const json_t *json = tl_gltf_item(file->accessors, number, &accessor->index);
    if (json == NULL) {
        *status = tl_gltf_fail(file, place, NULL, "it names no accessor of the file");
        return NULL;
    }
    accessor->place = tl_gltf_place_of("accessors[%zu]", accessor->index);
    uint64_t count;
    *status = tl_gltf_whole(file, json, "count", 0, accessor->place.text, &count);
    if (*status == TL_OK && (count == 0 || count > TL_MESH_MOST)) {
        *status = tl_gltf_fail(file, accessor->place.text, NULL, "its `count` is 0, or more than a mesh can have");
    }
    accessor->count = (size_t)count;
    return json;
}

tl_status tl_gltf_count(tl_gltf *file, const json_t *number, const char *place, size_t *count) {
    tl_gltf_accessor accessor;
    tl_status status = TL_OK;
    (void)find(file, number, place, &accessor, &status);
    *count = accessor.count;
    return status;
}

tl_status tl_gltf_accessor_shape(tl_gltf *file, const json_t *number, const char *type, tl_gltf_use use,
                                 const char *place, tl_gltf_accessor *accessor) {
    tl_status status;
    const json_t *json = find(file, number, place, accessor, &status);
    if (json == NULL || status != TL_OK) {
        return status;
    }
    const char *own = json_string_value(json_object_get(json, "type"));
    if (own == NULL || strcmp(own, type) != 0) {
        return tl_gltf_fail(file, accessor->place.text, NULL, "its `type` is %.20s where %s is to be read",
                            own != NULL ? own : "missing", type);
    }
    uint64_t component;
    status = tl_gltf_whole(file, json, "componentType", 0, accessor->place.text, &component);
    if (status == TL_OK && (component > TL_GLTF_FLOAT || !may_be(use, (int)component))) {
        status = tl_gltf_fail(file, accessor->place.text, NULL, "its `componentType` %llu can't be that of %s",
                              (unsigned long long)component,
                              use == TL_GLTF_WHOLE ? "whole numbers" : "coordinates and the like");
    }
    accessor->type = (int)component;
    accessor->width = width_of(type);
    accessor->normalized = json_is_true(json_object_get(json, "normalized"));
    accessor->stride = accessor->width * gltf_component_size(accessor->type);
    return status;
}

/* `count` elements of `size` bytes, `stride` apart, from `offset` on, lie in the view. */
static bool holds(const tl_gltf_view *view, uint64_t offset, uint64_t count, uint64_t stride, uint64_t size) {
    return offset <= view->size && size <= view->size - offset && (count - 1) <= (view->size - offset - size) / stride;
}

static tl_status take_view(tl_gltf *file, const json_t *json, tl_gltf_accessor *a) {
    const json_t *number = json_object_get(json, "bufferView");
    if (number == NULL) {
        return TL_OK;
    }
    tl_gltf_view view;
    uint64_t offset;
    size_t size = a->stride;
    tl_status status = tl_gltf_view_of(file, number, a->place.text, &view);
    status = status == TL_OK ? tl_gltf_whole(file, json, "byteOffset", 0, a->place.text, &offset) : status;
    if (status != TL_OK) {
        return status;
    }
    a->stride = view.stride > 0 ? view.stride : size;
    if (a->stride < size) {
        return tl_gltf_fail(file, a->place.text, NULL, "its elements of %zu bytes lie only %zu bytes apart", size,
                            a->stride);
    }
    if (!holds(&view, offset, a->count, a->stride, size)) {
        return tl_gltf_fail(file, a->place.text, NULL,
                            "its %zu elements reach beyond the %zu bytes of bufferViews[%lld]", a->count, view.size,
                            (long long)json_number_value(number));
    }
    a->bytes = view.bytes + offset;
    return TL_OK;
}

/* --- Sparse ones -------------------------------------------------------------------------------------------------- */

/* `count` elements of `size` bytes that a part of `sparse` names. */
static tl_status take_part(tl_gltf *file, const json_t *part, size_t count, size_t size, const char *place,
                           const unsigned char **bytes) {
    tl_gltf_view view;
    uint64_t offset;
    tl_status status = tl_gltf_view_of(file, json_object_get(part, "bufferView"), place, &view);
    status = status == TL_OK ? tl_gltf_whole(file, part, "byteOffset", 0, place, &offset) : status;
    if (status == TL_OK && !holds(&view, offset, count, size, size)) {
        status = tl_gltf_fail(file, place, NULL, "its %zu elements reach beyond their buffer view", count);
    }
    *bytes = status == TL_OK ? view.bytes + offset : NULL;
    return status;
}

/* They must name elements in rising order, or they would be found wrong. */
static tl_status check_order(tl_gltf *file, const tl_gltf_accessor *a, const char *place) {
    size_t size = gltf_component_size(a->sparse_type);
    uint32_t last = 0;
    for (size_t i = 0; i < a->sparse_count; i++) {
        uint32_t at = word_at(a->sparse_at + i * size, size);
        if (at >= a->count || (i > 0 && at <= last)) {
            return tl_gltf_fail(file, place, NULL, "its `indices` don't rise, or name elements that are not there");
        }
        last = at;
    }
    return TL_OK;
}

static tl_status take_sparse(tl_gltf *file, const json_t *json, tl_gltf_accessor *a) {
    const json_t *sparse = json_object_get(json, "sparse");
    if (sparse == NULL) {
        return TL_OK;
    }
    tl_gltf_place place = tl_gltf_place_of("%s.sparse", a->place.text);
    const json_t *indices = json_object_get(sparse, "indices"), *values = json_object_get(sparse, "values");
    uint64_t count, type;
    tl_status status = tl_gltf_whole(file, sparse, "count", 0, place.text, &count);
    status = status == TL_OK ? tl_gltf_whole(file, indices, "componentType", 0, place.text, &type) : status;
    if (status == TL_OK && (count == 0 || count > a->count)) {
        status = tl_gltf_fail(file, place.text, NULL, "its `count` is 0, or more than there are elements");
    }
    if (status == TL_OK && (type > TL_GLTF_FLOAT || !may_be(TL_GLTF_WHOLE, (int)type))) {
        status = tl_gltf_fail(file, place.text, NULL, "its `indices` have a `componentType` that can't be");
    }
    if (status != TL_OK) {
        return status;
    }
    a->sparse_type = (int)type;
    status = take_part(file, indices, (size_t)count, gltf_component_size(a->sparse_type), place.text, &a->sparse_at);
    status = status == TL_OK ? take_part(file, values, (size_t)count, a->width * gltf_component_size(a->type),
                                         place.text, &a->sparse_bytes)
                             : status;
    a->sparse_count = status == TL_OK ? (size_t)count : 0;
    return status == TL_OK ? check_order(file, a, place.text) : status;
}

tl_status tl_gltf_accessor_of(tl_gltf *file, const json_t *number, const char *type, tl_gltf_use use, const char *place,
                              tl_gltf_accessor *accessor) {
    tl_status status = tl_gltf_accessor_shape(file, number, type, use, place, accessor);
    const json_t *json = status == TL_OK ? json_array_get(file->accessors, accessor->index) : NULL;
    status = status == TL_OK ? take_view(file, json, accessor) : status;
    return status == TL_OK ? take_sparse(file, json, accessor) : status;
}

/* --- Bounds ------------------------------------------------------------------------------------------------------- */

/* How far numbers in single precision may be off by being written as text with few digits. */
#define DIGITS_LOST 1e-5

bool tl_gltf_keeps_bounds(const tl_gltf *file, const tl_gltf_accessor *accessor, double share) {
    const json_t *json = json_array_get(file->accessors, accessor->index);
    const json_t *bounds[2] = {json_object_get(json, "min"), json_object_get(json, "max")};
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, longest = 0;
    if (json_array_size(bounds[0]) != 3 || json_array_size(bounds[1]) != 3 || accessor->width != 3) {
        return true;
    }
    for (size_t i = 0; i < accessor->count; i++) {
        double number[3];
        raw_element(accessor, i, number);
        for (int k = 0; k < 3; k++) {
            low[k] = number[k] < low[k] ? number[k] : low[k];
            high[k] = number[k] > high[k] ? number[k] : high[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        longest = high[k] - low[k] > longest ? high[k] - low[k] : longest;
    }
    for (size_t k = 0; k < 3; k++) {
        double least = json_number_value(json_array_get(bounds[0], k));
        double most = json_number_value(json_array_get(bounds[1], k));
        double room = share * longest + DIGITS_LOST * (fabs(low[k]) > fabs(high[k]) ? fabs(low[k]) : fabs(high[k]));
        if (!(fabs(least - low[k]) <= room && fabs(most - high[k]) <= room)) {
            return false;
        }
    }
    return true;
}
