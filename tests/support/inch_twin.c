/* inch_twin.c: writes a scene once more with every length in the other unit system. */
#include "support/inch_twin.h"

#include <string.h>

double test_inch_length(double mm) {
    return mm * 127 / 125;
}

static bool is_one_of(const char *word, size_t length, const char *const *words) {
    for (; *words != NULL; words++) {
        if (strlen(*words) == length && strncmp(word, *words, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Fields of scenes and questions that hold lengths, or points made of them. */
static bool is_length_field(const char *key) {
    static const char *const fields[] = {"at",     "outline", "centre",   "radius", "width", "depth",
                                         "height", "size",    "diameter", "from",   "to",    "min",
                                         "max",    "offset",  "mm",       "path",   NULL};
    size_t length = strlen(key);
    bool stated = length > 3 && strcmp(key + length - 3, "_mm") == 0 && strcmp(key, "tolerance_mm") != 0;
    return stated || is_one_of(key, length, fields);
}

static void write(tl_json_writer *writer, const tl_json *json, const tl_json_value *value, bool is_length) {
    if (value->kind == TL_JSON_NUMBER && is_length) {
        tl_json_double(writer, test_inch_length(value->number));
    } else if (value->kind == TL_JSON_ARRAY) {
        tl_json_begin_array(writer);
        for (size_t i = 0; i < value->count; i++) {
            write(writer, json, &value->items[i], is_length);
        }
        tl_json_end_array(writer);
    } else if (value->kind == TL_JSON_OBJECT) {
        const tl_json_value *mesh = tl_json_find(value, "mesh"), *scale = tl_json_find(value, "scale");
        tl_json_begin_object(writer);
        for (size_t i = 0; i < value->count; i++) {
            if (&value->items[i] != scale) {
                tl_json_key(writer, value->items[i].key);
                write(writer, json, &value->items[i], is_length_field(value->items[i].key));
            }
        }
        if (mesh != NULL) {
            tl_json_put_double(writer, "scale", test_inch_length(scale != NULL ? scale->number : 1));
        }
        tl_json_end_object(writer);
    } else {
        tl_json_echo(writer, json, value);
    }
}

void test_inch_twin(tl_json_writer *writer, const tl_json *json, const tl_json_value *value) {
    write(writer, json, value, value->key != NULL && is_length_field(value->key));
}

bool test_path_is_length(const char *path) {
    static const char *const points[] = {"from",      "to", "from_point", "to_point", "witness_viewpoint",
                                         "viewpoint", "at", NULL};
    const char *dot = strrchr(path, '.'), *last = dot != NULL ? dot + 1 : path;
    size_t length = strcspn(last, "[");
    return (length > 3 && strncmp(last + length - 3, "_mm", 3) == 0) ||
           (last[length] == '[' && is_one_of(last, length, points));
}
