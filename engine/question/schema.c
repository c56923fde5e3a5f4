/* schema.c: the JSON Schema of questions, made from the table of questions. */
#include "question/question.h"

#include "io/json.h"

#include <string.h>

/* What a field's value must be. */
static void put_kind(tl_json_writer *w, tl_field_kind kind) {
    static const char *const types[] = {
        [TL_FIELD_TEXT] = "string",   [TL_FIELD_FLAG] = "boolean",  [TL_FIELD_NUMBER] = "number",
        [TL_FIELD_LENGTH] = "number", [TL_FIELD_WHOLE] = "integer", [TL_FIELD_POINT] = NULL,
        [TL_FIELD_PATH] = "array",    [TL_FIELD_ANY] = NULL,        [TL_FIELD_TEXTS] = "object",
        [TL_FIELD_DICE] = "array"};
    if (types[kind] != NULL) {
        tl_json_put_string(w, "type", types[kind]);
    }
    if (kind == TL_FIELD_LENGTH || kind == TL_FIELD_WHOLE) {
        tl_json_put_int(w, "minimum", 0);
    }
    if (kind == TL_FIELD_WHOLE) {
        tl_json_put_int(w, "maximum", 1000);
    }
    if (kind == TL_FIELD_POINT) {
        tl_json_put_string(w, "$ref", "#/$defs/point");
    }
    if (kind == TL_FIELD_PATH) {
        tl_json_open_object(w, "items");
        tl_json_put_string(w, "$ref", "#/$defs/point");
        tl_json_end_object(w);
    }
    if (kind == TL_FIELD_DICE) {
        tl_json_put_int(w, "maxItems", 32);
        tl_json_open_object(w, "items");
        tl_json_open_array(w, "type");
        tl_json_string(w, "string");
        tl_json_string(w, "number");
        tl_json_end_array(w);
        tl_json_end_object(w);
    }
    if (kind == TL_FIELD_TEXTS) {
        tl_json_put_int(w, "maxProperties", 32);
        tl_json_open_object(w, "additionalProperties");
        tl_json_open_array(w, "type");
        tl_json_string(w, "string");
        tl_json_string(w, "number");
        tl_json_end_array(w);
        tl_json_end_object(w);
    }
}

static void put_field(tl_json_writer *w, const tl_query_field *field) {
    tl_json_open_object(w, field->name);
    if (field->what[0] != '\0') {
        tl_json_put_string(w, "description", field->what);
    }
    put_kind(w, field->kind);
    tl_json_end_object(w);
}

static void put_query(tl_json_writer *w, const tl_query *query) {
    tl_json_begin_object(w);
    tl_json_put_string(w, "title", query->name);
    tl_json_put_string(w, "description", query->what);
    tl_json_put_string(w, "type", "object");
    tl_json_open_object(w, "properties");
    for (size_t i = 0; tl_query_common_field(i) != NULL; i++) {
        const tl_query_field *field = tl_query_common_field(i);
        if (strcmp(field->name, "query") == 0) {
            tl_json_open_object(w, field->name);
            tl_json_put_string(w, "const", query->name);
            tl_json_end_object(w);
        } else {
            put_field(w, field);
        }
    }
    for (size_t i = 0; query->fields[i] != NULL; i++) {
        put_field(w, query->fields[i]);
    }
    tl_json_end_object(w);
    tl_json_open_object(w, "patternProperties");
    tl_json_open_object(w, "^x-");
    tl_json_end_object(w);
    tl_json_end_object(w);
    tl_json_put_bool(w, "additionalProperties", false);
    tl_json_open_array(w, "required");
    tl_json_string(w, "query");
    tl_json_end_array(w);
    tl_json_end_object(w);
}

tl_status tl_query_schema(tl_context *context, char **text, tl_error *error) {
    tl_json_writer w;
    tl_json_writer_init(&w, context, true);
    tl_json_begin_object(&w);
    tl_json_put_string(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    tl_json_put_string(&w, "title", "A question of Trueline as a line of JSON");
    tl_json_open_object(&w, "$defs");
    tl_json_open_object(&w, "point");
    tl_json_put_string(&w, "description", "millimetres");
    tl_json_put_string(&w, "type", "array");
    tl_json_put_int(&w, "minItems", 2);
    tl_json_put_int(&w, "maxItems", 3);
    tl_json_open_object(&w, "items");
    tl_json_put_string(&w, "type", "number");
    tl_json_put_int(&w, "minimum", -1000000);
    tl_json_put_int(&w, "maximum", 1000000);
    tl_json_end_object(&w);
    tl_json_end_object(&w);
    tl_json_end_object(&w);
    tl_json_open_array(&w, "oneOf");
    for (size_t i = 0; tl_query_at(i) != NULL; i++) {
        put_query(&w, tl_query_at(i));
    }
    tl_json_end_array(&w);
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, text, NULL, error);
    tl_json_writer_free(&w);
    return status;
}
