/* splice.h: changes to a JSON text that leave every byte alone that they don't name. Internal to scene. */
#ifndef TL_SCENE_SPLICE_H
#define TL_SCENE_SPLICE_H

#include "io/json.h"

typedef struct tl_splice {
    size_t offset, length; /* the bytes replaced */
    char *text;            /* what replaces them */
    size_t text_length;
    size_t order;
} tl_splice;

/* A list of changes to one text. Failures are remembered and come out of tl_splices_apply. */
typedef struct tl_splices {
    tl_context *context;
    const tl_json *json;
    tl_splice *items;
    size_t count;
    size_t capacity;
    tl_status status;
    bool crlf;     /* the text's lines end so */
    bool one_line; /* the text has no line ends at all */
} tl_splices;

void tl_splices_init(tl_splices *patches, tl_context *context, const tl_json *json);
void tl_splices_free(tl_splices *patches);

/* `length` bytes at `offset` become `text`. */
void tl_splice_replace(tl_splices *patches, size_t offset, size_t length, const char *text);
/* A value becomes another, written as it would stand in the first column. */
void tl_splice_value(tl_splices *patches, const tl_json_value *value, const char *text);
void tl_splice_number(tl_splices *patches, const tl_json_value *value, double number);
/* A new member of an object after its member `after`; NULL: at the end. */
void tl_splice_insert(tl_splices *patches, const tl_json_value *object, const tl_json_value *after, const char *key,
                      const char *text);
/* A new last item of a list. */
void tl_splice_append(tl_splices *patches, const tl_json_value *list, const char *text);
/* A new item of a list before another. */
void tl_splice_insert_item(tl_splices *patches, const tl_json_value *before, const char *text);
/* An item of a list or object goes, with its comma. */
void tl_splice_remove(tl_splices *patches, const tl_json_value *item);

/* A value's text as this program lays scenes out: short things on one line, lists of objects on lines of their own; on
 * one line without spaces when the patched text is. Freed with tl_free; NULL without memory. Numbers keep their digits.
 */
char *tl_splice_layout(tl_splices *patches, const tl_json *json, const tl_json_value *value);

/* The changed text, NUL-terminated, freed with tl_free. Changes that overlap are an error. */
tl_status tl_splices_apply(tl_splices *patches, char **text, size_t *size, tl_error *error);

#endif
