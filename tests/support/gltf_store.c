/* gltf_store.c: glTF buffers, views, accessors and containers in every legal layout. See gltf_store.h. */
#include "support/gltf_store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TL_TEST_MESHOPT
#include <meshoptimizer.h>
#endif

const char *const gltf_feature_names[GLTF_FEATURES] = {"sparse",
                                                       "sparse without base",
                                                       "without a view",
                                                       "interleaved",
                                                       "meshopt",
                                                       "meshopt fallback",
                                                       "meshopt filters",
                                                       "Draco",
                                                       "Draco fallback",
                                                       "quantized",
                                                       "strips",
                                                       "fans",
                                                       "points or lines",
                                                       "without indices",
                                                       "degenerate triangles",
                                                       "skins",
                                                       "two sets of joints",
                                                       "no matrices",
                                                       "morph targets",
                                                       "weights of nodes",
                                                       "instances",
                                                       "mirrored",
                                                       "several scenes",
                                                       "no scene chosen",
                                                       "no scenes",
                                                       "unused meshes",
                                                       "hidden nodes",
                                                       "extensions",
                                                       "loose",
                                                       "GLB",
                                                       "data URIs",
                                                       "files beside it"};

bool gltf_has_meshopt(void) {
#ifdef TL_TEST_MESHOPT
    return true;
#else
    return false;
#endif
}

size_t gltf_below(test_random *random, size_t count) {
    return (size_t)test_random_below(random, (int)count);
}

bool gltf_chance(gltf_store *store, gltf_feature feature, size_t n) {
    bool yes = gltf_below(store->random, n) == 0 && (store->allowed & GLTF_BIT(feature)) != 0;
    store->has |= yes ? GLTF_BIT(feature) : 0;
    return yes;
}

long double gltf_value(const gltf_values *values, size_t number) {
    long double c = (long double)values->number[number];
    if (!values->normalized) {
        return c;
    }
    switch (values->component) {
    case GLTF_BYTE:
        return fmaxl(c / 127, -1);
    case GLTF_UBYTE:
        return c / 255;
    case GLTF_SHORT:
        return fmaxl(c / 32767, -1);
    default:
        return c / 65535;
    }
}

void gltf_store_init(gltf_store *store, test_random *random, uint64_t allowed) {
    memset(store, 0, sizeof(*store));
    allowed &= gltf_has_meshopt()
                   ? ~(uint64_t)0
                   : ~(GLTF_BIT(GLTF_MESHOPT) | GLTF_BIT(GLTF_MESHOPT_FALLBACK) | GLTF_BIT(GLTF_MESHOPT_FILTER));
    allowed &= gltf_has_draco() ? ~(uint64_t)0 : ~(GLTF_BIT(GLTF_DRACO) | GLTF_BIT(GLTF_DRACO_FALLBACK));
    store->random = random;
    store->allowed = allowed;
    store->root = json_object();
    store->buffer_count = 1 + (int)gltf_below(random, 3);
    store->fallback = -1;
    assert_non_null(store->root);
}

void gltf_store_free(gltf_store *store) {
    json_decref(store->root);
    for (int i = 0; i < GLTF_MOST_BUFFERS; i++) {
        free(store->buffers[i].at);
    }
    memset(store, 0, sizeof(*store));
}

json_t *gltf_array(gltf_store *store, const char *name) {
    json_t *array = json_object_get(store->root, name);
    if (array == NULL) {
        array = json_array();
        json_object_set_new(store->root, name, array);
    }
    return array;
}

int gltf_append(gltf_store *store, const char *array, json_t *value) {
    json_t *all = gltf_array(store, array);
    assert_int_equal(json_array_append_new(all, value), 0);
    return (int)json_array_size(all) - 1;
}

static void add_name(json_t *array, const char *name) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (strcmp(json_string_value(json_array_get(array, i)), name) == 0) {
            return;
        }
    }
    json_array_append_new(array, json_string(name));
}

void gltf_use_extension(gltf_store *store, const char *name, bool required) {
    add_name(gltf_array(store, "extensionsUsed"), name);
    if (required) {
        add_name(gltf_array(store, "extensionsRequired"), name);
    }
}

/* --- Bytes -------------------------------------------------------------------------------------------------------- */

static void add_bytes(gltf_bytes *to, const void *bytes, size_t size) {
    if (to->size + size > to->capacity) {
        to->capacity = 2 * (to->size + size) + 64;
        to->at = realloc(to->at, to->capacity);
        assert_non_null(to->at);
    }
    if (size > 0) {
        memcpy(to->at + to->size, bytes, size);
    }
    to->size += size;
}

/* What nobody should read. */
static void add_garbage(gltf_store *store, gltf_bytes *to, size_t size) {
    for (; size > 0; size--) {
        unsigned char byte = (unsigned char)(0x80 | test_random_bits(store->random));
        add_bytes(to, &byte, 1);
    }
}

static size_t component_size(int component) {
    return component == GLTF_BYTE || component == GLTF_UBYTE     ? 1
           : component == GLTF_SHORT || component == GLTF_USHORT ? 2
                                                                 : 4;
}

static size_t element_size(const gltf_values *values) {
    return component_size(values->component) * (size_t)values->width;
}

static void put_number(unsigned char *at, int component, double number) {
    uint32_t bits;
    float single = (float)number;
    memcpy(&bits, &single, sizeof(bits));
    bits = component == GLTF_FLOAT ? bits : number < 0 ? (uint32_t)(int32_t)number : (uint32_t)number;
    for (size_t i = 0; i < component_size(component); i++) {
        at[i] = (unsigned char)(bits >> (8 * i));
    }
}

/* Element `e` of `from` at `at`. */
static void put_element(unsigned char *at, const gltf_values *from, size_t e) {
    for (size_t k = 0; k < (size_t)from->width; k++) {
        put_number(at + k * component_size(from->component), from->component,
                   from->number[e * (size_t)from->width + k]);
    }
}

/* --- Views -------------------------------------------------------------------------------------------------------- */

static void set_offset(gltf_store *store, json_t *object, size_t offset) {
    if (offset != 0 || gltf_below(store->random, 2) == 0) {
        json_object_set_new(object, "byteOffset", json_integer((json_int_t)offset));
    }
}

/* Some bytes in some buffer; where they lie. */
static int place(gltf_store *store, const void *bytes, size_t size, size_t *offset) {
    int buffer = (int)gltf_below(store->random, (size_t)store->buffer_count);
    gltf_bytes *to = &store->buffers[buffer];
    add_garbage(store, to, (-to->size & 3) + 4 * gltf_below(store->random, 3));
    *offset = to->size;
    add_bytes(to, bytes, size);
    return buffer;
}

int gltf_put_view(gltf_store *store, const void *bytes, size_t size, size_t stride, gltf_use use) {
    size_t offset;
    int buffer = place(store, bytes, size, &offset);
    json_t *view = json_object();
    json_object_set_new(view, "buffer", json_integer(buffer));
    set_offset(store, view, offset);
    json_object_set_new(view, "byteLength", json_integer((json_int_t)size));
    if (stride != 0) {
        json_object_set_new(view, "byteStride", json_integer((json_int_t)stride));
    }
    if (use != GLTF_OTHER && use != GLTF_ROTATIONS && gltf_below(store->random, 2) == 0) {
        json_object_set_new(view, "target", json_integer(use == GLTF_VERTICES ? 34962 : 34963));
    }
    return gltf_append(store, "bufferViews", view);
}

#ifdef TL_TEST_MESHOPT

static size_t pack_meshopt(const void *bytes, size_t count, size_t stride, const char *mode, unsigned char **packed) {
    size_t bound, size;
    if (strcmp(mode, "ATTRIBUTES") == 0) {
        meshopt_encodeVertexVersion(0);
        bound = meshopt_encodeVertexBufferBound(count, stride);
        *packed = malloc(bound);
        assert_non_null(*packed);
        return meshopt_encodeVertexBuffer(*packed, bound, bytes, count, stride);
    }
    unsigned *indices = calloc(count, sizeof(*indices)), most = 0;
    assert_non_null(indices);
    for (size_t i = 0; i < count; i++) {
        memcpy(&indices[i], (const char *)bytes + i * stride, stride); /* little endian, as the format is */
        most = indices[i] > most ? indices[i] : most;
    }
    meshopt_encodeIndexVersion(1);
    bool triangles = strcmp(mode, "TRIANGLES") == 0;
    bound =
        triangles ? meshopt_encodeIndexBufferBound(count, most + 1) : meshopt_encodeIndexSequenceBound(count, most + 1);
    *packed = malloc(bound);
    assert_non_null(*packed);
    size = triangles ? meshopt_encodeIndexBuffer(*packed, bound, indices, count)
                     : meshopt_encodeIndexSequence(*packed, bound, indices, count);
    free(indices);
    return size;
}

/* A view whose bytes are packed; `raw` is what they are packed from, `bytes` what they stand for. Where it need not be
 * understood, the bytes are there as well. */
static int put_packed_view(gltf_store *store, const void *raw, const void *bytes, size_t count, size_t stride,
                           const char *mode, const char *filter) {
    unsigned char *packed;
    size_t size = pack_meshopt(raw, count, stride, mode, &packed), offset;
    assert_true(size > 0);
    int buffer = place(store, packed, size, &offset), view;
    free(packed);
    json_t *extension = json_pack("{s:i,s:i,s:i,s:i,s:s}", "buffer", buffer, "byteLength", (int)size, "byteStride",
                                  (int)stride, "count", (int)count, "mode", mode);
    set_offset(store, extension, offset);
    if (filter != NULL || gltf_below(store->random, 3) == 0) {
        json_object_set_new(extension, "filter", json_string(filter == NULL ? "NONE" : filter));
    }
    bool strides = strcmp(mode, "ATTRIBUTES") == 0;
    if (gltf_chance(store, GLTF_MESHOPT_FALLBACK, 3)) {
        view = gltf_put_view(store, bytes, count * stride, strides ? stride : 0, strides ? GLTF_VERTICES : GLTF_OTHER);
        gltf_use_extension(store, "EXT_meshopt_compression", false);
    } else {
        if (store->fallback < 0) {
            store->fallback = store->buffer_count; /* behind the others, filled by nothing */
        }
        gltf_bytes *hollow = &store->buffers[store->fallback];
        hollow->size += -hollow->size & 3;
        view = gltf_append(store, "bufferViews",
                           json_pack("{s:i,s:i,s:i}", "buffer", store->fallback, "byteOffset", (int)hollow->size,
                                     "byteLength", (int)(count * stride)));
        if (strides) {
            json_object_set_new(json_array_get(gltf_array(store, "bufferViews"), (size_t)view), "byteStride",
                                json_integer((json_int_t)stride));
        }
        hollow->size += count * stride;
        gltf_use_extension(store, "EXT_meshopt_compression", true);
    }
    json_object_set_new(json_array_get(gltf_array(store, "bufferViews"), (size_t)view), "extensions",
                        json_pack("{s:o}", "EXT_meshopt_compression", extension));
    return view;
}

/* Numbers as the filter for floats keeps them: 24 bits signed and an exponent of 8, the number being m * 2^e. */
static int put_exponential_view(gltf_store *store, gltf_values *values) {
    size_t size = element_size(values), all = values->count * (size_t)values->width;
    float in[GLTF_MOST_NUMBERS], out[GLTF_MOST_NUMBERS];
    int32_t kept[GLTF_MOST_NUMBERS];
    for (size_t i = 0; i < all; i++) {
        in[i] = (float)values->number[i];
    }
    meshopt_encodeFilterExp(kept, values->count, size, 10 + (int)gltf_below(store->random, 14), in);
    for (size_t i = 0; i < all; i++) {
        uint32_t bits = (uint32_t)kept[i], low = bits & 0xffffff;
        int power = (int)(bits >> 24) - (bits >> 31 != 0 ? 256 : 0);
        values->number[i] = ldexp((double)low - (low >> 23 != 0 ? 16777216 : 0), power);
        out[i] = (float)values->number[i];
        assert_true(fabs(values->number[i] - (double)in[i]) <= 0.01 * fabs((double)in[i]) + 0.05);
    }
    return put_packed_view(store, kept, out, values->count, size, "ATTRIBUTES", "EXPONENTIAL");
}

/* Rotations as the filter for quaternions keeps them. */
static int put_quaternion_view(gltf_store *store, gltf_values *values) {
    float in[GLTF_MOST_NUMBERS];
    int16_t kept[GLTF_MOST_NUMBERS], out[GLTF_MOST_NUMBERS];
    for (size_t i = 0; i < 4 * values->count; i++) {
        in[i] = (float)gltf_value(values, i);
    }
    meshopt_encodeFilterQuat(kept, values->count, 8, 12 + (int)gltf_below(store->random, 5), in);
    memcpy(out, kept, sizeof(out));
    /* Decoding works on whole blocks of four. */
    meshopt_decodeFilterQuat(out, (values->count + 3) / 4 * 4, 8);
    values->component = GLTF_SHORT;
    values->normalized = true;
    for (size_t e = 0; e < values->count; e++) {
        double dot = 0;
        for (size_t k = 4 * e; k < 4 * e + 4; k++) {
            values->number[k] = out[k];
            dot += (double)gltf_value(values, k) * (double)in[k];
        }
        assert_true(fabs(fabs(dot) - 1) < 0.01); /* the same rotation, or nearly so */
    }
    return put_packed_view(store, kept, out, values->count, 8, "ATTRIBUTES", "QUATERNION");
}

#else

static int put_packed_view(gltf_store *store, const void *raw, const void *bytes, size_t count, size_t stride,
                           const char *mode, const char *filter) {
    (void)store, (void)raw, (void)bytes, (void)count, (void)stride, (void)mode, (void)filter;
    fail_msg("built without meshoptimizer");
    return -1;
}

static int put_exponential_view(gltf_store *store, gltf_values *values) {
    return put_packed_view(store, values, values, 0, 0, "", "");
}

static int put_quaternion_view(gltf_store *store, gltf_values *values) {
    return put_packed_view(store, values, values, 0, 0, "", "");
}

#endif

/* --- Accessors ---------------------------------------------------------------------------------------------------- */

static json_t *bounds_of(const gltf_values *values, bool upper) {
    json_t *list = json_array();
    for (size_t k = 0; k < (size_t)values->width; k++) {
        double bound = values->number[k];
        for (size_t e = 0; e < values->count; e++) {
            double number = values->number[e * (size_t)values->width + k];
            bound = upper ? fmax(bound, number) : fmin(bound, number);
        }
        json_array_append_new(list, json_real(bound));
    }
    return list;
}

static json_t *describe(gltf_store *store, const gltf_values *values) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    json_t *accessor = json_pack("{s:s,s:i,s:i}", "type", values->width == 16 ? "MAT4" : types[values->width], "count",
                                 (int)values->count, "componentType", values->component);
    if (values->normalized || gltf_below(store->random, 8) == 0) {
        json_object_set_new(accessor, "normalized", json_boolean(values->normalized));
    }
    if (values->bounds) {
        json_object_set_new(accessor, "min", bounds_of(values, false));
        json_object_set_new(accessor, "max", bounds_of(values, true));
    }
    return accessor;
}

int gltf_put_hollow_accessor(gltf_store *store, const gltf_values *values) {
    return gltf_append(store, "accessors", describe(store, values));
}

static void set_view(gltf_store *store, json_t *accessor, int view, size_t offset) {
    json_object_set_new(accessor, "bufferView", json_integer(view));
    set_offset(store, accessor, offset);
}

/* Elements one after the other, with room before, between and behind them. */
static void lay_out(gltf_store *store, json_t *accessor, const gltf_values *values, gltf_use use) {
    size_t size = element_size(values), step = use == GLTF_VERTICES ? 4 : component_size(values->component);
    size_t stride = use == GLTF_VERTICES ? ((size + 3) & ~(size_t)3) + 4 * gltf_below(store->random, 4) : size;
    size_t offset = gltf_below(store->random, 2) == 0 ? 0 : step * gltf_below(store->random, 5);
    gltf_bytes bytes = {0};
    add_garbage(store, &bytes, offset + stride * values->count + gltf_below(store->random, 2));
    for (size_t e = 0; e < values->count; e++) {
        put_element(bytes.at + offset + e * stride, values, e);
    }
    size_t needed = offset + stride * (values->count - 1) + size; /* nothing need follow the last element */
    bytes.size = gltf_below(store->random, 2) == 0 ? needed : bytes.size;
    bool told = (stride != size && values->count > 1) ||
                (use == GLTF_VERTICES && values->count > 1 && gltf_below(store->random, 2) == 0);
    set_view(store, accessor, gltf_put_view(store, bytes.at, bytes.size, told ? stride : 0, use), offset);
    free(bytes.at);
}

/* All elements tightly, packed by meshopt; false where it can't do that. */
static bool lay_out_packed(gltf_store *store, json_t *accessor, const gltf_values *values, gltf_use use) {
    size_t size = element_size(values);
    bool indices = use == GLTF_INDICES || use == GLTF_TRIANGLE_INDICES;
    if (indices ? size < 2 : size % 4 != 0) {
        return false;
    }
    gltf_bytes bytes = {0};
    add_garbage(store, &bytes, size * values->count);
    for (size_t e = 0; e < values->count; e++) {
        put_element(bytes.at + e * size, values, e);
    }
    bool triangles = use == GLTF_TRIANGLE_INDICES && values->count % 3 == 0 && gltf_below(store->random, 4) != 0;
    const char *mode = !indices ? "ATTRIBUTES" : triangles ? "TRIANGLES" : "INDICES";
    set_view(store, accessor, put_packed_view(store, bytes.at, bytes.at, values->count, size, mode, NULL), 0);
    free(bytes.at);
    return true;
}

static bool is_zero(const gltf_values *values, size_t e) {
    for (size_t k = 0; k < (size_t)values->width; k++) {
        if (values->number[e * (size_t)values->width + k] != 0) {
            return false;
        }
    }
    return true;
}

/* Which elements a sparse accessor replaces: those that are not 0 where there is no base, else some. */
static size_t choose_sparse(gltf_store *store, const gltf_values *values, bool base, size_t *chosen) {
    size_t count = 0;
    for (size_t e = 0; e < values->count; e++) {
        if (base ? gltf_below(store->random, 3) == 0 : !is_zero(values, e) || gltf_below(store->random, 8) == 0) {
            chosen[count++] = e;
        }
    }
    if (count == 0) {
        chosen[count++] = gltf_below(store->random, values->count);
    }
    return count;
}

static void put_sparse(gltf_store *store, json_t *accessor, const gltf_values *values, gltf_values *base,
                       bool has_base) {
    size_t chosen[GLTF_MOST_NUMBERS], count = choose_sparse(store, values, has_base, chosen);
    static const int kinds[] = {GLTF_UBYTE, GLTF_USHORT, GLTF_UINT};
    int kind = kinds[(values->count > 255 ? 1 : 0) + gltf_below(store->random, values->count > 255 ? 2 : 3)];
    size_t step = component_size(kind), size = element_size(values);
    size_t before[2] = {step * gltf_below(store->random, 3),
                        component_size(values->component) * gltf_below(store->random, 3)};
    gltf_bytes indices = {0}, elements = {0};
    add_garbage(store, &indices, before[0] + step * count);
    add_garbage(store, &elements, before[1] + size * count);
    for (size_t i = 0; i < count; i++) {
        put_number(indices.at + before[0] + i * step, kind, (double)chosen[i]);
        put_element(elements.at + before[1] + i * size, values, chosen[i]);
        for (size_t k = 0; k < (size_t)base->width; k++) { /* another element's numbers are legal ones */
            base->number[chosen[i] * (size_t)base->width + k] =
                values->number[(chosen[i] + 1) % values->count * (size_t)base->width + k];
        }
    }
    json_t *sparse = json_pack("{s:i,s:{s:i},s:{}}", "count", (int)count, "indices", "componentType", kind, "values");
    set_view(store, json_object_get(sparse, "indices"), gltf_put_view(store, indices.at, indices.size, 0, GLTF_OTHER),
             before[0]);
    set_view(store, json_object_get(sparse, "values"), gltf_put_view(store, elements.at, elements.size, 0, GLTF_OTHER),
             before[1]);
    json_object_set_new(accessor, "sparse", sparse);
    free(indices.at);
    free(elements.at);
}

static bool all_zero(const gltf_values *values) {
    size_t e = 0;
    while (e < values->count && is_zero(values, e)) {
        e++;
    }
    return e == values->count;
}

/* Through a filter of meshopt, which changes the numbers; -1 where none is for them. */
static int put_filtered(gltf_store *store, gltf_values *values, gltf_use use) {
    bool turns = use == GLTF_ROTATIONS, floats = use == GLTF_VERTICES && values->component == GLTF_FLOAT;
    if (!(turns || (floats && values->width == 3)) || !gltf_chance(store, GLTF_MESHOPT_FILTER, 2)) {
        return -1;
    }
    store->has |= GLTF_BIT(GLTF_MESHOPT);
    int view = turns ? put_quaternion_view(store, values) : put_exponential_view(store, values);
    json_t *accessor = describe(store, values);
    set_view(store, accessor, view, 0);
    return gltf_append(store, "accessors", accessor);
}

int gltf_put_accessor(gltf_store *store, gltf_values *values, gltf_use use) {
    bool packs = gltf_below(store->random, 3) == 0 && (store->allowed & GLTF_BIT(GLTF_MESHOPT)) != 0;
    int filtered = packs ? put_filtered(store, values, use) : -1;
    if (filtered >= 0) {
        return filtered;
    }
    json_t *accessor = describe(store, values);
    gltf_use layout = use == GLTF_ROTATIONS ? GLTF_VERTICES : use;
    bool plain = false;
    if (all_zero(values) && gltf_chance(store, GLTF_ZEROS, 2)) {
        return gltf_append(store, "accessors", accessor);
    }
    gltf_values base = *values;
    bool sparse = gltf_chance(store, GLTF_SPARSE, 5), bare = sparse && gltf_chance(store, GLTF_SPARSE_WITHOUT_BASE, 2);
    if (sparse) {
        put_sparse(store, accessor, values, &base, !bare);
        layout = layout == GLTF_TRIANGLE_INDICES ? GLTF_INDICES : layout; /* packing turns triangles in themselves */
    }
    if (!bare) {
        packs = packs && lay_out_packed(store, accessor, &base, layout);
        store->has |= packs ? GLTF_BIT(GLTF_MESHOPT) : 0;
        plain = !packs && !sparse;
        if (!packs) {
            lay_out(store, accessor, &base, layout);
        }
    }
    int number = gltf_append(store, "accessors", accessor);
    assert_true(number < GLTF_MOST_ACCESSORS);
    store->plain[number] = plain;
    return number;
}

void gltf_put_interleaved(gltf_store *store, gltf_values *const *values, size_t count, int *accessors) {
    size_t offsets[8], stride = 4 * gltf_below(store->random, 2), vertices = values[0]->count;
    for (size_t i = 0; i < count; i++) {
        offsets[i] = stride;
        stride += ((element_size(values[i]) + 3) & ~(size_t)3) + 4 * (gltf_below(store->random, 4) / 3);
    }
    gltf_bytes bytes = {0};
    add_garbage(store, &bytes, stride * vertices);
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < vertices; e++) {
            put_element(bytes.at + e * stride + offsets[i], values[i], e);
        }
    }
    bool packs = gltf_chance(store, GLTF_MESHOPT, 4);
    int view = packs ? put_packed_view(store, bytes.at, bytes.at, vertices, stride, "ATTRIBUTES", NULL)
                     : gltf_put_view(store, bytes.at, bytes.size, stride, GLTF_VERTICES);
    free(bytes.at);
    for (size_t i = 0; i < count; i++) {
        json_t *accessor = describe(store, values[i]);
        set_view(store, accessor, view, offsets[i]);
        accessors[i] = gltf_append(store, "accessors", accessor);
        assert_true(accessors[i] < GLTF_MOST_ACCESSORS);
        store->plain[accessors[i]] = !packs;
    }
    store->has |= GLTF_BIT(GLTF_INTERLEAVED);
}

/* --- Containers --------------------------------------------------------------------------------------------------- */

static char *base64(const gltf_bytes *bytes, const char *before) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t used = strlen(before);
    char *text = malloc(used + bytes->size / 3 * 4 + 8);
    assert_non_null(text);
    memcpy(text, before, used);
    for (size_t i = 0; i < bytes->size; i += 3) {
        size_t left = bytes->size - i;
        unsigned bits = (unsigned)bytes->at[i] << 16 | (left > 1 ? (unsigned)bytes->at[i + 1] << 8 : 0) |
                        (left > 2 ? bytes->at[i + 2] : 0U);
        for (size_t k = 0; k < 4; k++) {
            text[used++] = k > left ? '=' : letters[bits >> (18 - 6 * k) & 63];
        }
    }
    text[used] = 0;
    return text;
}

static const struct {
    const char *uri, *name;
} spellings[] = {{"a%d.bin", "a%d.bin"},
                 {"b%%20%d.bin", "b %d.bin"},
                 {"./c%d.bin", "c%d.bin"},
                 {"d%%C3%%A9%d.bin", "d\xc3\xa9%d.bin"},
                 {"e\xc3\xa9%d.bin", "e\xc3\xa9%d.bin"},
                 {"%%66%d.bin", "f%d.bin"},
                 {"sub/g%d.bin", "sub/g%d.bin"}};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void name_file(gltf_store *store, int buffer) {
    size_t spelling = gltf_below(store->random, sizeof(spellings) / sizeof(spellings[0]));
    snprintf(store->uris[buffer], sizeof(store->uris[buffer]), spellings[spelling].uri, buffer);
    snprintf(store->names[buffer], sizeof(store->names[buffer]), spellings[spelling].name, buffer);
}
#pragma GCC diagnostic pop

/* A buffer's entry in the file. */
static json_t *describe_buffer(gltf_store *store, int buffer) {
    static const char *const heads[] = {"data:application/octet-stream;base64,",
                                        "data:application/gltf-buffer;base64,"};
    const gltf_bytes *bytes = &store->buffers[buffer];
    json_t *entry = json_pack("{s:I}", "byteLength", (json_int_t)bytes->size);
    if (buffer == store->fallback) {
        json_object_set_new(entry, "extensions", json_pack("{s:{s:b}}", "EXT_meshopt_compression", "fallback", 1));
    } else if (buffer == 0 && store->binary) {
        return entry;
    } else if (gltf_chance(store, GLTF_FILES, 2) || (store->allowed & GLTF_BIT(GLTF_DATA_URIS)) == 0) {
        name_file(store, buffer);
        json_object_set_new(entry, "uri", json_string(store->uris[buffer]));
    } else {
        char *text = base64(bytes, heads[gltf_below(store->random, 2)]);
        json_object_set_new(entry, "uri", json_string(text));
        free(text);
        store->has |= GLTF_BIT(GLTF_DATA_URIS);
    }
    return entry;
}

/* The members of the root in another order. */
static void shuffle_root(gltf_store *store) {
    json_t *shuffled = json_object();
    while (json_object_size(store->root) > 0) {
        size_t at = gltf_below(store->random, json_object_size(store->root));
        void *entry = json_object_iter(store->root);
        while (at-- > 0) {
            entry = json_object_iter_next(store->root, entry);
        }
        const char *key = json_object_iter_key(entry);
        json_object_set(shuffled, key, json_object_iter_value(entry));
        json_object_del(store->root, json_object_iter_key(json_object_iter_at(shuffled, key)));
    }
    json_decref(store->root);
    store->root = shuffled;
}

void gltf_settle(gltf_store *store) {
    store->binary = gltf_chance(store, GLTF_BINARY, 2);
    int count = store->fallback < 0 ? store->buffer_count : store->fallback + 1;
    for (int i = 0; i < count; i++) {
        if (store->buffers[i].size == 0) {
            add_garbage(store, &store->buffers[i], 4);
        }
        gltf_append(store, "buffers", describe_buffer(store, i));
    }
    shuffle_root(store);
}

static void add_word(gltf_bytes *to, size_t word) {
    unsigned char bytes[4];
    put_number(bytes, GLTF_UINT, (double)word);
    add_bytes(to, bytes, 4);
}

static void add_chunk(gltf_bytes *to, const char *type, const void *bytes, size_t size, char filler) {
    size_t padded = (size + 3) & ~(size_t)3;
    add_word(to, padded);
    add_bytes(to, type, 4);
    add_bytes(to, bytes, size);
    for (; size < padded; size++) {
        add_bytes(to, &filler, 1);
    }
}

unsigned char *gltf_glb(const char *text, const gltf_bytes *binary, bool more, size_t *size) {
    gltf_bytes glb = {0};
    add_bytes(&glb, "glTF", 4);
    add_word(&glb, 2);
    add_word(&glb, 0);
    add_chunk(&glb, "JSON", text, strlen(text), ' ');
    if (binary != NULL) {
        add_chunk(&glb, "BIN", binary->at, binary->size, 0);
    }
    if (more) {
        add_chunk(&glb, "odd!", "nobody reads this", 17, 0);
        add_chunk(&glb, "none", "", 0, 0);
    }
    put_number(glb.at + 8, GLTF_UINT, (double)glb.size);
    *size = glb.size;
    return glb.at;
}

static void add_file(gltf_files *files, const char *name, const void *bytes, size_t size) {
    assert_true(files->count < GLTF_MOST_FILES);
    gltf_file *file = &files->file[files->count++];
    gltf_bytes copy = {0};
    add_bytes(&copy, bytes, size);
    snprintf(file->name, sizeof(file->name), "%s", name);
    file->bytes = copy.at;
    file->size = size;
}

void gltf_write(gltf_store *store, gltf_files *files) {
    static const size_t spellings_of_json[] = {JSON_COMPACT, JSON_INDENT(2), JSON_COMPACT | JSON_ESCAPE_SLASH,
                                               JSON_SORT_KEYS};
    files->count = 0;
    char *text = json_dumps(store->root, spellings_of_json[gltf_below(store->random, 4)]);
    assert_non_null(text);
    if (store->binary) {
        size_t size;
        unsigned char *glb = gltf_glb(text, &store->buffers[0], gltf_below(store->random, 3) == 0, &size);
        add_file(files, "a.glb", glb, size);
        free(glb);
    } else {
        add_file(files, "a.gltf", text, strlen(text));
    }
    free(text);
    for (int i = 0; i < GLTF_MOST_BUFFERS; i++) {
        if (store->names[i][0] != 0) {
            size_t more = gltf_below(store->random, 4) == 0 ? 3 : 0; /* a file may be longer than the buffer */
            add_garbage(store, &store->buffers[i], more);
            add_file(files, store->names[i], store->buffers[i].at, store->buffers[i].size);
            store->buffers[i].size -= more;
        }
    }
}

void gltf_files_free(gltf_files *files) {
    for (int i = 0; i < files->count; i++) {
        free(files->file[i].bytes);
    }
    files->count = 0;
}
