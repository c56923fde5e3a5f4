/* splice.c: splicing JSON in the style of what stands around. */
#include "scene/splice.h"

#include <stdlib.h>
#include <string.h>

static const char *source(const tl_splices *patches) {
    return tl_json_source(patches->json, NULL);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Where an item begins, its name included. */
static size_t start_of(const tl_json_value *item) {
    return item->key != NULL ? item->key_offset : item->offset;
}

static size_t end_of(const tl_json_value *value) {
    return value->offset + value->length;
}

/* A growing text; `failed` when memory ran out. */
typedef struct splice_builder {
    tl_context *context;
    char *text;
    size_t size;
    size_t capacity;
    bool failed;
} splice_builder;

static void add(splice_builder *b, const char *text, size_t length) {
    if (b->failed || !tl_reserve(b->context, (void **)&b->text, &b->capacity, b->size + length + 1, 1)) {
        b->failed = true;
        return;
    }
    memcpy(b->text + b->size, text, length);
    b->size += length;
    b->text[b->size] = '\0';
}

static void add_text(splice_builder *b, const char *text) {
    add(b, text, strlen(text));
}

/* Takes the builder's text as a change. */
static void take(tl_splices *patches, size_t offset, size_t length, splice_builder *b) {
    if (!b->failed && tl_reserve(patches->context, (void **)&patches->items, &patches->capacity, patches->count + 1,
                                 sizeof(*patches->items))) {
        patches->items[patches->count] = (tl_splice){offset, length, b->text, b->size, patches->count};
        patches->count++;
        return;
    }
    tl_free(patches->context, b->text);
    if (patches->status == TL_OK) {
        patches->status = TL_ERROR_MEMORY;
    }
}

/* The white space before an item, back to the comma or bracket. */
static size_t gap_before(const tl_splices *patches, const tl_json_value *item) {
    const char *text = source(patches);
    size_t start = start_of(item);
    size_t at = start;
    while (at > 0 && is_space(text[at - 1])) {
        at--;
    }
    return start - at;
}

/* What separates the items around here: the gap of the item itself, but that of the second rather than the first. */
static void add_gap(tl_splices *patches, splice_builder *b, const tl_json_value *item) {
    const tl_json_value *like = item->index == 0 && item->parent->count > 1 ? &item->parent->items[1] : item;
    size_t gap = gap_before(patches, like);
    add(b, source(patches) + start_of(like) - gap, gap);
}

/* The spaces and tabs that begin the line a byte is in. */
static void add_indent(tl_splices *patches, splice_builder *b, size_t offset) {
    const char *text = source(patches);
    size_t line = offset;
    while (line > 0 && text[line - 1] != '\n') {
        line--;
    }
    size_t end = line;
    while (end < offset && (text[end] == ' ' || text[end] == '\t')) {
        end++;
    }
    add(b, text + line, end - line);
}

static void add_line_end(const tl_splices *patches, splice_builder *b) {
    add_text(b, patches->crlf ? "\r\n" : "\n");
}

/* A text of several lines, each but the first pushed in like the line that `offset` is in, and `deeper` steps more. */
static void add_lines(tl_splices *patches, splice_builder *b, const char *text, size_t offset, int deeper) {
    for (const char *line = text;;) {
        const char *end = strchr(line, '\n');
        if (end == NULL) {
            add_text(b, line);
            return;
        }
        add(b, line, (size_t)(end - line));
        add_line_end(patches, b);
        add_indent(patches, b, offset);
        for (int i = 0; i < deeper; i++) {
            add_text(b, "  ");
        }
        line = end + 1;
    }
}

static void add_key(splice_builder *b, const char *key) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, b->context, false);
    tl_json_string(&writer, key);
    if (tl_json_writer_finish(&writer, &text, NULL, NULL) != TL_OK) {
        b->failed = true;
        return;
    }
    add_text(b, text);
    tl_free(b->context, text);
}

/* Fills an empty list or object: `key` NULL for a list. Those that hang on the root open over several lines. */
static void fill_empty(tl_splices *patches, const tl_json_value *container, const char *key, const char *text) {
    splice_builder b = {.context = patches->context};
    bool lines = !patches->one_line && (container->parent == NULL || container->parent->parent == NULL);
    bool spaced = !lines && !patches->one_line && key != NULL;
    add_text(&b, key != NULL ? "{" : "[");
    if (lines) {
        add_line_end(patches, &b);
        add_indent(patches, &b, container->offset);
        add_text(&b, "  ");
    } else if (spaced) {
        add_text(&b, " ");
    }
    if (key != NULL) {
        add_key(&b, key);
        add_text(&b, patches->one_line ? ":" : ": ");
    }
    add_lines(patches, &b, text, container->offset, lines ? 1 : 0);
    if (lines) {
        add_line_end(patches, &b);
        add_indent(patches, &b, container->offset);
    } else if (spaced) {
        add_text(&b, " ");
    }
    add_text(&b, key != NULL ? "}" : "]");
    take(patches, container->offset, container->length, &b);
}

static bool has_list_of_objects(const tl_json_value *value) {
    for (size_t i = 0; i < value->count; i++) {
        if ((value->kind == TL_JSON_ARRAY && value->items[i].kind == TL_JSON_OBJECT) ||
            has_list_of_objects(&value->items[i])) {
            return true;
        }
    }
    return false;
}

static void lay_out(tl_json_writer *writer, const tl_json *json, const tl_json_value *value) {
    enum { LONGEST_LINE = 100 };
    if (value->kind != TL_JSON_ARRAY && value->kind != TL_JSON_OBJECT) {
        tl_json_raw(writer, tl_json_source(json, NULL) + value->offset, value->length);
        return;
    }
    bool flat = value->kind == TL_JSON_ARRAY;
    for (size_t i = 0; i < value->count && flat; i++) {
        flat = value->items[i].count == 0 || value->items[i].items[0].count == 0;
    }
    if (!has_list_of_objects(value) && (value->length <= LONGEST_LINE || flat)) {
        tl_json_inline_next(writer);
    }
    if (value->kind == TL_JSON_ARRAY) {
        tl_json_begin_array(writer);
        for (size_t i = 0; i < value->count; i++) {
            lay_out(writer, json, &value->items[i]);
        }
        tl_json_end_array(writer);
    } else {
        tl_json_begin_object(writer);
        for (size_t i = 0; i < value->count; i++) {
            tl_json_key(writer, value->items[i].key);
            lay_out(writer, json, &value->items[i]);
        }
        tl_json_end_object(writer);
    }
}

static int by_offset(const void *a, const void *b) {
    const tl_splice *p = a;
    const tl_splice *q = b;
    if (p->offset != q->offset) {
        return p->offset < q->offset ? -1 : 1;
    }
    return p->order < q->order ? -1 : 1;
}

void tl_splices_init(tl_splices *patches, tl_context *context, const tl_json *json) {
    memset(patches, 0, sizeof(*patches));
    patches->context = context;
    patches->json = json;
    const char *text = tl_json_source(json, NULL);
    const tl_json_value *root = tl_json_root(json);
    const char *first = strchr(text, '\n');
    patches->crlf = first != NULL && first > text && first[-1] == '\r';
    patches->one_line = memchr(text + root->offset, '\n', root->length) == NULL;
}

void tl_splices_free(tl_splices *patches) {
    for (size_t i = 0; i < patches->count; i++) {
        tl_free(patches->context, patches->items[i].text);
    }
    tl_free(patches->context, patches->items);
    memset(patches, 0, sizeof(*patches));
}

void tl_splice_replace(tl_splices *patches, size_t offset, size_t length, const char *text) {
    splice_builder b = {.context = patches->context};
    add_text(&b, text);
    take(patches, offset, length, &b);
}

void tl_splice_value(tl_splices *patches, const tl_json_value *value, const char *text) {
    splice_builder b = {.context = patches->context};
    add_lines(patches, &b, text, value->offset, 0);
    take(patches, value->offset, value->length, &b);
}

void tl_splice_number(tl_splices *patches, const tl_json_value *value, double number) {
    char text[TL_JSON_NUMBER_SIZE];
    if (value->kind == TL_JSON_NUMBER && value->number == number) {
        return;
    }
    if (tl_json_format_double(number, text) == 0) {
        patches->status = patches->status == TL_OK ? TL_ERROR_ARGUMENT : patches->status;
        return;
    }
    tl_splice_replace(patches, value->offset, value->length, text);
}

void tl_splice_insert(tl_splices *patches, const tl_json_value *object, const tl_json_value *after, const char *key,
                      const char *text) {
    if (object->count == 0) {
        fill_empty(patches, object, key, text);
        return;
    }
    const tl_json_value *before = after != NULL ? after : &object->items[object->count - 1];
    const char *json = source(patches);
    size_t key_end = before->key_offset + before->key_length;
    splice_builder b = {.context = patches->context};
    add_text(&b, ",");
    add_gap(patches, &b, before);
    add_key(&b, key);
    add(&b, json + key_end, before->offset - key_end);
    add_lines(patches, &b, text, start_of(before), 0);
    take(patches, end_of(before), 0, &b);
}

void tl_splice_append(tl_splices *patches, const tl_json_value *list, const char *text) {
    if (list->count == 0) {
        fill_empty(patches, list, NULL, text);
        return;
    }
    const tl_json_value *last = &list->items[list->count - 1];
    splice_builder b = {.context = patches->context};
    add_text(&b, ",");
    if (list->count == 1 && gap_before(patches, last) == 0 && !patches->one_line) {
        add_text(&b, " ");
    } else {
        add_gap(patches, &b, last);
    }
    add_lines(patches, &b, text, last->offset, 0);
    take(patches, end_of(last), 0, &b);
}

void tl_splice_insert_item(tl_splices *patches, const tl_json_value *before, const char *text) {
    splice_builder b = {.context = patches->context};
    add_lines(patches, &b, text, before->offset, 0);
    add_text(&b, ",");
    if (before->parent->count == 1 && gap_before(patches, before) == 0 && !patches->one_line) {
        add_text(&b, " ");
    } else {
        add_gap(patches, &b, before);
    }
    take(patches, before->offset, 0, &b);
}

void tl_splice_remove(tl_splices *patches, const tl_json_value *item) {
    const tl_json_value *parent = item->parent;
    size_t from = start_of(item);
    size_t to = end_of(item);
    if (parent->count == 1) {
        from = parent->offset + 1;
        to = end_of(parent) - 1;
    } else if (item->index + 1 < parent->count) {
        to = start_of(item + 1);
    } else {
        from = end_of(item - 1);
    }
    tl_splice_replace(patches, from, to - from, "");
}

char *tl_splice_layout(tl_splices *patches, const tl_json *json, const tl_json_value *value) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, patches->context, !patches->one_line);
    lay_out(&writer, json, value);
    return tl_json_writer_finish(&writer, &text, NULL, NULL) == TL_OK ? text : NULL;
}

tl_status tl_splices_apply(tl_splices *patches, char **text, size_t *size, tl_error *error) {
    if (patches->status == TL_ERROR_MEMORY) {
        return tl_fail_memory(error);
    }
    if (patches->status != TL_OK) {
        return tl_fail(error, patches->status, NULL, NULL, NULL, "a number is not finite");
    }
    size_t length = 0;
    const char *old = tl_json_source(patches->json, &length);
    if (patches->count > 1) {
        qsort(patches->items, patches->count, sizeof(*patches->items), by_offset);
    }
    splice_builder b = {.context = patches->context};
    size_t at = 0;
    for (size_t i = 0; i < patches->count; i++) {
        const tl_splice *patch = &patches->items[i];
        if (patch->offset < at) {
            tl_free(patches->context, b.text);
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "change each thing once",
                           "two changes name the same place");
        }
        add(&b, old + at, patch->offset - at);
        add(&b, patch->text, patch->text_length);
        at = patch->offset + patch->length;
    }
    add(&b, old + at, length - at);
    if (b.failed) {
        tl_free(patches->context, b.text);
        return tl_fail_memory(error);
    }
    *text = b.text;
    *size = b.size;
    return TL_OK;
}
