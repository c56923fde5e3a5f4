/* gltf_file.c: a glTF file opened: its container, version, extensions and lists. */
#include "import/gltf.h"
#include "import/finish.h"
#include "import/gltf_packed.h"

#include <stdio.h>
#include <string.h>

static uint32_t little_endian(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

tl_gltf_place tl_gltf_place_of(const char *format, ...) {
    tl_gltf_place place;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(place.text, sizeof(place.text), format, arguments);
    va_end(arguments);
    return place;
}

tl_status tl_gltf_fail(tl_gltf *file, const char *place, const char *remedy, const char *format, ...) {
    char text[sizeof(file->error->message)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    return tl_fail(file->error, TL_ERROR_FORMAT, file->path, place, remedy != NULL ? remedy : TL_GLTF_AGAIN, "%s",
                   text);
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

/* Beyond it not every whole number is a double. */
#define LARGEST_WHOLE ((double)(UINT64_C(1) << 53))

static bool whole_of(const json_t *value, uint64_t *whole) {
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *whole = (uint64_t)json_integer_value(value);
        return true;
    }
    double number = json_real_value(value); /* some write 3.0 */
    bool is = json_is_real(value) && number >= 0 && number <= LARGEST_WHOLE && number == (double)(uint64_t)number;
    *whole = is ? (uint64_t)number : 0;
    return is;
}

const json_t *tl_gltf_item(const json_t *list, const json_t *number, size_t *index) {
    uint64_t whole;
    if (!whole_of(number, &whole) || whole >= json_array_size(list)) {
        return NULL;
    }
    if (index != NULL) {
        *index = (size_t)whole;
    }
    return json_array_get(list, (size_t)whole);
}

const json_t *tl_gltf_extension(const json_t *object, const char *name) {
    return json_object_get(json_object_get(object, "extensions"), name);
}

tl_status tl_gltf_whole(tl_gltf *file, const json_t *object, const char *key, uint64_t otherwise, const char *place,
                        uint64_t *value) {
    const json_t *member = json_object_get(object, key);
    *value = otherwise;
    if (member != NULL && !whole_of(member, value)) {
        return tl_gltf_fail(file, place, NULL, "its `%s` is no whole number of at least 0", key);
    }
    return TL_OK;
}

tl_status tl_gltf_numbers(tl_gltf *file, const json_t *object, const char *key, size_t count, const char *place,
                          double *numbers, bool *there) {
    const json_t *list = json_object_get(object, key);
    *there = list != NULL;
    bool right = list == NULL || (json_is_array(list) && json_array_size(list) == count);
    for (size_t i = 0; *there && right && i < count; i++) {
        const json_t *number = json_array_get(list, i);
        right = json_is_number(number);
        numbers[i] = json_number_value(number);
    }
    return right ? TL_OK : tl_gltf_fail(file, place, NULL, "its `%s` is no list of %zu numbers", key, count);
}

/* --- Container ---------------------------------------------------------------------------------------------------- */

/* The JSON of the file. */
typedef struct gltf_file_text {
    const char *at;
    size_t size;
} gltf_file_text;

static tl_status check_header(tl_gltf *file) {
    const char *bytes = file->access->bytes;
    size_t size = file->access->size;
    if (size < 20) {
        return tl_gltf_fail(file, NULL, NULL, "the GLB is cut off in its header");
    }
    if (little_endian(bytes + 4) != 2) {
        return tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, NULL,
                       "convert it to glTF 2.0, or export it again, best as GLB, OBJ or STL",
                       "GLB of version %u is not read: only 2 is", (unsigned)little_endian(bytes + 4));
    }
    if (little_endian(bytes + 8) > size) {
        return tl_gltf_fail(file, NULL, NULL, "the GLB holds %zu of the %u bytes it promises: it is cut off", size,
                            (unsigned)little_endian(bytes + 8));
    }
    return TL_OK;
}

/* The first chunk is JSON, the next the bytes, where there are any; others are passed over. */
static tl_status open_chunks(tl_gltf *file, gltf_file_text *json) {
    const char *bytes = file->access->bytes;
    tl_status status = check_header(file);
    uint64_t promised = status == TL_OK ? little_endian(bytes + 8) : 0;
    *json = (gltf_file_text){NULL, 0};
    for (uint64_t at = 12; status == TL_OK && at < promised;) {
        uint64_t length = at + 8 <= promised ? little_endian(bytes + at) : 0;
        if (at + 8 + length > promised) {
            return tl_gltf_fail(file, NULL, NULL, "a chunk of the GLB promises %llu bytes where %llu are left",
                                (unsigned long long)length,
                                (unsigned long long)(promised > at + 8 ? promised - at - 8 : 0));
        }
        const char *content = bytes + at + 8;
        if (memcmp(content - 4, "JSON", 4) == 0 && json->at == NULL) {
            *json = (gltf_file_text){content, (size_t)length};
        } else if (memcmp(content - 4, "BIN\0", 4) == 0 && file->chunk == NULL) {
            file->chunk = (const unsigned char *)content;
            file->chunk_size = (size_t)length;
        }
        at += 8 + length;
    }
    if (status == TL_OK && json->at == NULL) {
        return tl_gltf_fail(file, NULL, NULL, "the GLB has no chunk of JSON");
    }
    return status;
}

static tl_status fail_json(tl_gltf *file, json_error_t *where) {
    if (json_error_code(where) == json_error_out_of_memory) {
        return tl_fail_memory(file->error);
    }
    char *jargon = strstr(where->text, " without JSON_ALLOW_NUL");
    if (jargon != NULL) {
        *jargon = 0;
    }
    bool first = file->error != NULL && file->error->status == TL_OK;
    tl_status status = tl_gltf_fail(file, NULL, NULL, "the glTF is no JSON: %s", where->text);
    if (first) {
        file->error->line = where->line;
        file->error->column = where->column;
    }
    return status;
}

static tl_status parse(tl_gltf *file, gltf_file_text json) {
    if (json.size >= 3 && memcmp(json.at, "\xef\xbb\xbf", 3) == 0) {
        json = (gltf_file_text){json.at + 3, json.size - 3};
    }
    while (file->access->bytes != json.at && json.size > 0 && json.at[json.size - 1] == 0) {
        json.size--; /* some fill the chunk up with zeros instead of blanks */
    }
    if (json.size >= 2 && (memcmp(json.at, "\xff\xfe", 2) == 0 || memcmp(json.at, "\xfe\xff", 2) == 0)) {
        return tl_import_fail_utf16(file->path, file->error);
    }
    json_error_t where;
    file->root = json_loadb(json.at, json.size, JSON_REJECT_DUPLICATES, &where);
    if (file->root == NULL) {
        return fail_json(file, &where);
    }
    return json_is_object(file->root) ? TL_OK
                                      : tl_gltf_fail(file, NULL, NULL, "it is no glTF: its JSON is not one object");
}

/* --- Version and extensions --------------------------------------------------------------------------------------- */

static tl_status check_version(tl_gltf *file) {
    const json_t *asset = json_object_get(file->root, "asset");
    const json_t *given = json_object_get(asset, "version");
    const char *version = json_is_number(given) ? "1.0" : json_string_value(given); /* as early files write it */
    const char *least = json_string_value(json_object_get(asset, "minVersion"));
    if (version == NULL) {
        return tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, "asset.version", "export it again as glTF 2.0",
                       "the file doesn't say which version of glTF it is");
    }
    if (strncmp(version, "2.", 2) != 0) {
        return tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, "asset.version",
                       "convert it to glTF 2.0, or export it again, best as GLB, OBJ or STL",
                       "glTF of version %.20s is not read: only 2.0 is", version);
    }
    if (least != NULL && strcmp(least, "2.0") != 0) {
        return tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, "asset.minVersion", "export it again as glTF 2.0",
                       "the file needs glTF %.20s: only 2.0 is read", least);
    }
    return TL_OK;
}

/* Extensions that change looks, sound, motion or what is known of things, never the shape at rest. */
static bool leaves_the_shape(const char *name) {
    static const char *const begin[] = {"KHR_materials_",
                                        "KHR_texture_",
                                        "GOOGLE_texture_",
                                        "EXT_texture_",
                                        "EXT_materials_",
                                        "KHR_lights_",
                                        "EXT_lights_",
                                        "KHR_animation",
                                        "KHR_xmp",
                                        "KHR_audio",
                                        "KHR_interactivity",
                                        "KHR_node_hoverability",
                                        "KHR_node_selectability",
                                        "KHR_collision_shapes",
                                        "KHR_physics_",
                                        "MSFT_texture_",
                                        "MSFT_lod",
                                        "ADOBE_materials_",
                                        "AGI_",
                                        "FB_ngon_",
                                        "EXT_structural_metadata",
                                        "EXT_instance_features",
                                        "EXT_mesh_features",
                                        "EXT_mesh_manifold",
                                        "EXT_feature_metadata",
                                        "MSFT_packing_",
                                        "KHR_techniques_webgl",
                                        "CESIUM_primitive_outline",
                                        "VRM"};
    for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++) {
        if (strncmp(name, begin[i], strlen(begin[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_read(const char *name) {
    static const char *const read[] = {TL_GLTF_QUANTIZED, TL_GLTF_INSTANCES, TL_GLTF_VISIBILITY};
    for (size_t i = 0; i < sizeof(read) / sizeof(read[0]); i++) {
        if (strcmp(name, read[i]) == 0) {
            return true;
        }
    }
    return false;
}

static tl_status check_required(tl_gltf *file) {
    const json_t *list = json_object_get(file->root, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(list); i++) {
        tl_gltf_place place = tl_gltf_place_of("extensionsRequired[%zu]", i);
        const char *name = json_string_value(json_array_get(list, i));
        if (name == NULL) {
            return tl_gltf_fail(file, place.text, NULL, "it is no name of an extension");
        }
        bool draco = strcmp(name, TL_GLTF_DRACO) == 0;
        bool meshopt = strcmp(name, TL_GLTF_MESHOPT) == 0 || strcmp(name, TL_GLTF_MESHOPT_2) == 0;
        if ((draco && !tl_draco_is_here()) || (meshopt && !tl_gltf_meshopt_is_here())) {
            return tl_gltf_fail_packed(file, draco, place.text);
        }
        if (!draco && !meshopt && !is_read(name) && !leaves_the_shape(name)) {
            return tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, place.text,
                           "export it again without that extension",
                           "it can't be read right without the extension `%.80s`, which is not known", name);
        }
    }
    return TL_OK;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

static tl_status take_list(tl_gltf *file, const char *name, const json_t **list) {
    *list = json_object_get(file->root, name);
    return *list == NULL || json_is_array(*list) ? TL_OK : tl_gltf_fail(file, name, NULL, "it is no list");
}

static tl_status take_lists(tl_gltf *file) {
    const json_t *required, *used;
    const struct {
        const char *name;
        const json_t **list;
    } lists[] = {{"accessors", &file->accessors},  {"bufferViews", &file->views},   {"buffers", &file->buffers},
                 {"meshes", &file->meshes},        {"nodes", &file->nodes},         {"skins", &file->skins},
                 {"scenes", &file->scenes},        {"materials", &file->materials}, {"extensionsUsed", &used},
                 {"extensionsRequired", &required}};
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < sizeof(lists) / sizeof(lists[0]); i++) {
        status = take_list(file, lists[i].name, lists[i].list);
    }
    if (status == TL_OK) {
        file->fetched = tl_alloc_array(file->context, json_array_size(file->buffers), sizeof(*file->fetched));
        file->unpacked = tl_alloc_array(file->context, json_array_size(file->views), sizeof(*file->unpacked));
        status = file->fetched == NULL || file->unpacked == NULL ? tl_fail_memory(file->error) : TL_OK;
    }
    return status;
}

tl_status tl_gltf_open(tl_gltf *file, tl_access *access, tl_error *error) {
    *file = (tl_gltf){.access = access, .context = access->context, .path = access->path, .error = error};
    gltf_file_text json = {access->bytes, access->size};
    bool packed = access->size >= 4 && memcmp(access->bytes, "glTF", 4) == 0;
    tl_status status = packed ? open_chunks(file, &json) : TL_OK;
    status = status == TL_OK ? parse(file, json) : status;
    status = status == TL_OK ? check_version(file) : status;
    status = status == TL_OK ? take_lists(file) : status;
    return status == TL_OK ? check_required(file) : status;
}

void tl_gltf_close(tl_gltf *file) {
    for (size_t i = 0; file->fetched != NULL && i < json_array_size(file->buffers); i++) {
        tl_free(file->context, file->fetched[i].own);
    }
    for (size_t i = 0; file->unpacked != NULL && i < json_array_size(file->views); i++) {
        tl_free(file->context, file->unpacked[i].own);
    }
    tl_free(file->context, file->fetched);
    tl_free(file->context, file->unpacked);
    json_decref(file->root);
    file->root = NULL;
}
