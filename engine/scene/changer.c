/* changer.c: what the verbs of edits share. */
#include "scene/changer.h"

#include <math.h>
#include <string.h>

tl_status tl_changer_refuse(const tl_changer *c, const tl_json_value *value, const char *remedy, const char *message) {
    return tl_json_fail(c->edits, value != NULL ? value : c->edit, c->error, TL_ERROR_ARGUMENT, remedy, "%s", message);
}

const tl_json_value *tl_changer_part(const tl_changer *c, const char *name) {
    return tl_json_find(c->edit, name);
}

/* Makes the patched text the scene. */
tl_status tl_changer_finish(tl_changer *c, tl_splices *patches) {
    char *text = NULL;
    size_t size = 0;
    tl_json *json = NULL;
    tl_status status = tl_splices_apply(patches, &text, &size, c->error);
    tl_splices_free(patches);
    if (status == TL_OK) {
        status = tl_json_parse(c->context, text, size, tl_json_file(c->scene), &json, c->error);
    }
    tl_free(c->context, text);
    if (status == TL_OK) {
        tl_json_destroy(c->scene);
        c->scene = json;
    }
    return status;
}

tl_status tl_changer_give_up(tl_splices *patches, tl_status status) {
    tl_splices_free(patches);
    return status;
}

/* A JSON text, NUL-terminated, as scenes are laid out; NULL without memory. */
char *tl_changer_lay_out(const tl_changer *c, tl_splices *patches, const char *text) {
    tl_json *json = NULL;
    char *laid = NULL;
    if (tl_json_parse(c->context, text, strlen(text), NULL, &json, NULL) == TL_OK) {
        laid = tl_splice_layout(patches, json, tl_json_root(json));
    }
    tl_json_destroy(json);
    return laid;
}

char *tl_changer_text_of(const tl_changer *c, const tl_json *json, const tl_json_value *value) {
    char *text = tl_alloc(c->context, value->length + 1);
    if (text != NULL) {
        memcpy(text, tl_json_source(json, NULL) + value->offset, value->length);
        text[value->length] = '\0';
    }
    return text;
}

char *tl_changer_quoted(const tl_changer *c, const char *word) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, c->context, false);
    tl_json_string(&writer, word);
    return tl_json_writer_finish(&writer, &text, NULL, NULL) == TL_OK ? text : NULL;
}

tl_status tl_changer_find(const tl_changer *c, const char *verb, tl_thing *thing) {
    tl_status status = tl_thing_find(c->context, c->scene, c->edits, tl_changer_part(c, verb), thing, c->error);
    if (status == TL_OK && (thing->object == NULL || thing->object->kind != TL_JSON_OBJECT)) {
        return tl_changer_refuse(c, tl_changer_part(c, verb), NULL, "the scene has no such object");
    }
    return status;
}

tl_status tl_changer_number(const tl_changer *c, const tl_json_value *value, double *number) {
    if (value == NULL || value->kind != TL_JSON_NUMBER || fabs(value->number) > 1e9) {
        return tl_changer_refuse(c, value, "write a number", "a number should stand here");
    }
    *number = value->number;
    return TL_OK;
}

/* A list of 2 or 3 numbers, or nothing: the third is 0 then. */
tl_status tl_changer_numbers(const tl_changer *c, const char *name, size_t most, double numbers[3]) {
    const tl_json_value *value = tl_changer_part(c, name);
    numbers[0] = numbers[1] = numbers[2] = 0;
    if (value == NULL) {
        return TL_OK;
    }
    if (value->kind != TL_JSON_ARRAY || value->count < 2 || value->count > most) {
        return tl_changer_refuse(c, value, most == 2 ? "write [x, y]" : "write [x, y] or [x, y, z]",
                                 "a list of numbers should stand here");
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < value->count && status == TL_OK; i++) {
        status = tl_changer_number(c, &value->items[i], &numbers[i]);
    }
    return status;
}
