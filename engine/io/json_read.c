/* json_read.c: reads a JSON text into a tree whose values know where they stand.
 *
 * jansson parses first and decides. A scanner then walks the validated text beside jansson's values and writes down
 * where each begins and ends; because the text is known to be good it has nothing to check. When jansson refuses the
 * text, a second small scanner finds the token it stopped at, so that a message points at what to change. */
#include "io/json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* A byte whose line and column are known: the first of every line, and one every few thousand in long lines. */
typedef struct tl_landmark {
    size_t offset;
    int line;
    int column;
} tl_landmark;

struct tl_json {
    tl_context *context;
    char *source;
    size_t size;
    char *file;
    json_t *values; /* owns the decoded texts */
    tl_json_value *pool;
    size_t pool_count;
    size_t pool_used;
    tl_landmark *landmarks; /* in order; the first is the text's beginning */
    size_t landmark_count;
    size_t landmark_capacity;
};

typedef struct scanner {
    tl_json *json;
    size_t at;
} scanner;

static size_t bom_size(const char *text, size_t size) {
    return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* ---- Validation of what jansson would report without a place ---- */

/* The offset of the first byte that is NUL or not UTF-8, or `size`. */
static size_t first_bad_byte(const char *text, size_t size) {
    const unsigned char *s = (const unsigned char *)text;
    for (size_t i = 0; i < size;) {
        if (s[i] == 0) {
            return i;
        }
        if (s[i] < 0x80) {
            i++;
            continue;
        }
        size_t n = s[i] >= 0xf0 ? 4 : s[i] >= 0xe0 ? 3 : 2;
        if (s[i] < 0xc2 || s[i] > 0xf4 || size - i < n) {
            return i;
        }
        for (size_t k = 1; k < n; k++) {
            if ((s[i + k] & 0xc0) != 0x80) {
                return i;
            }
        }
        if ((s[i] == 0xe0 && s[i + 1] < 0xa0) || (s[i] == 0xed && s[i + 1] > 0x9f) ||
            (s[i] == 0xf0 && s[i + 1] < 0x90) || (s[i] == 0xf4 && s[i + 1] > 0x8f)) {
            return i;
        }
        i += n;
    }
    return size;
}

static bool add_landmark(tl_json *json, size_t offset, int line, int column) {
    if (!tl_reserve(json->context, (void **)&json->landmarks, &json->landmark_capacity, json->landmark_count + 1,
                    sizeof(*json->landmarks))) {
        return false;
    }
    json->landmarks[json->landmark_count++] = (tl_landmark){offset, line, column};
    return true;
}

static bool index_lines(tl_json *json) {
    enum { APART = 4096 };
    int line = 1;
    int column = 1;
    size_t at = bom_size(json->source, json->size);
    bool good = add_landmark(json, at, line, column);
    size_t last = at;
    for (; at < json->size && good; at++) {
        if (json->source[at] == '\n') {
            line++;
            column = 1;
            last = at + 1;
            good = add_landmark(json, last, line, column);
            continue;
        }
        if (at - last >= APART) {
            last = at;
            good = add_landmark(json, at, line, column);
        }
        column += ((unsigned char)json->source[at] & 0xc0) != 0x80 ? 1 : 0;
    }
    return good;
}

/* ---- Where and why jansson stopped ---- */

typedef struct stop {
    size_t token;  /* where the token begins that jansson read last */
    size_t length; /* of that token */
    char before;   /* the last character of the token before it, or 0 */
    size_t open;   /* where the innermost open bracket stands, SIZE_MAX: none */
    size_t key;    /* where the string token before this one begins */
    size_t depth;
} stop;

static size_t token_end(const char *text, size_t size, size_t at) {
    char c = text[at];
    if (c == '"') {
        for (size_t i = at + 1; i < size; i++) {
            if (text[i] == '\\') {
                i++;
            } else if (text[i] == '"') {
                return i + 1;
            } else if (text[i] == '\n') {
                return i;
            }
        }
        return size;
    }
    if (strchr("{}[]:,", c) != NULL) {
        return at + 1;
    }
    size_t i = at + 1;
    while (i < size && !is_space(text[i]) && strchr("{}[]:,\"", text[i]) == NULL) {
        i++;
    }
    return i;
}

/* Reads tokens up to the one that holds the byte before `position`. */
static stop find_stop(const char *text, size_t size, size_t position) {
    size_t opened[TL_JSON_DEPTH_LIMIT];
    stop found = {size, 0, 0, SIZE_MAX, SIZE_MAX, 0};
    size_t at = bom_size(text, size);
    for (;;) {
        while (at < size && is_space(text[at])) {
            at++;
        }
        found.token = at;
        found.length = 0;
        if (at >= size) {
            break;
        }
        size_t end = token_end(text, size, at);
        found.length = end - at;
        if (end >= position) {
            break;
        }
        char c = text[at];
        if (c == '{' || c == '[') {
            if (found.depth < TL_JSON_DEPTH_LIMIT) {
                opened[found.depth] = at;
            }
            found.depth++;
        } else if ((c == '}' || c == ']') && found.depth > 0) {
            found.depth--;
        }
        found.before = text[end - 1];
        at = end;
    }
    if (found.depth > 0 && found.depth <= TL_JSON_DEPTH_LIMIT) {
        found.open = opened[found.depth - 1];
    }
    return found;
}

static tl_status fail_at(const tl_json *json, size_t offset, tl_error *error, tl_status status, const char *remedy,
                         const char *message) {
    if (error != NULL && error->status == TL_OK) {
        tl_fail(error, status, json->file, NULL, remedy, "%s", message);
        tl_json_position(json, offset, &error->line, &error->column);
    }
    return status;
}

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static tl_status fail_at_end(const tl_json *json, const stop *at, tl_error *error) {
    char message[160];
    if (at->open == SIZE_MAX) {
        snprintf(message, sizeof(message), "the text ends before a value begins");
    } else {
        int line = 0;
        int column = 0;
        tl_json_position(json, at->open, &line, &column);
        snprintf(message, sizeof(message), "the text ends inside the `%c` opened in line %d, column %d",
                 json->source[at->open], line, column);
    }
    return fail_at(json, json->size, error, TL_ERROR_FORMAT, "add what is missing; the file may have been cut short",
                   message);
}

/* Says in our words what jansson found. */
static tl_status explain(const tl_json *json, const json_error_t *found, tl_error *error) {
    const char *text = json->source;
    size_t bom = bom_size(text, json->size);
    size_t position = bom + (found->position > 0 ? (size_t)found->position : 0);
    enum json_error_code code = json_error_code(found);
    if (code == json_error_out_of_memory) {
        return tl_fail_memory(error);
    }
    stop at = find_stop(text, json->size, position);
    char token[48];
    snprintf(token, sizeof(token), "`%.*s%s", (int)(at.length > 32 ? 32 : at.length), text + at.token,
             at.length > 32 ? "...`" : "`");
    char message[256];
    if (code == json_error_stack_overflow) {
        return fail_at(json, at.token, error, TL_ERROR_LIMIT, "make the document flatter",
                       "objects and lists are nested too deeply");
    }
    if (code == json_error_duplicate_key) {
        snprintf(message, sizeof(message), "the field `%.*s` stands twice in one object",
                 (int)(at.length > 34 ? 32 : at.length - 2), text + at.token + 1);
        return fail_at(json, at.token, error, TL_ERROR_FORMAT, "remove one of the two", message);
    }
    if (code == json_error_numeric_overflow) {
        snprintf(message, sizeof(message), "the number %s is too large", token);
        return fail_at(json, at.token, error, TL_ERROR_FORMAT, "write a smaller number", message);
    }
    if (code == json_error_null_character || code == json_error_null_byte_in_key) {
        return fail_at(json, at.token, error, TL_ERROR_FORMAT, "remove the \\u0000",
                       "a text may not hold the character U+0000");
    }
    if (at.length > 0 && text[at.token] == '"') {
        if (starts(found->text, "unexpected newline")) {
            return fail_at(json, at.token, error, TL_ERROR_FORMAT,
                           "add the closing quote; a line break inside a text is written \\n",
                           "a text is not closed before the end of its line");
        }
        if (starts(found->text, "control character")) {
            return fail_at(json, position, error, TL_ERROR_FORMAT, "write a tab as \\t and others as \\u00XX",
                           "a control character stands inside a text");
        }
        if (starts(found->text, "invalid escape") || starts(found->text, "invalid Unicode")) {
            return fail_at(json, position > 0 ? position - 1 : 0, error, TL_ERROR_FORMAT,
                           "write \\\\ for a backslash; in file paths / does as well",
                           "after a backslash stands something that JSON does not know");
        }
        if (starts(found->text, "premature end")) {
            return fail_at(json, at.token, error, TL_ERROR_FORMAT, "add the closing quote",
                           "the document ends inside a text");
        }
    }
    if (at.length == 0) {
        return fail_at_end(json, &at, error);
    }
    const char *remedy = NULL;
    if (starts(found->text, "end of file expected")) {
        snprintf(message, sizeof(message), "%s stands after the end of the document", token);
        remedy = "remove what follows the last bracket";
    } else if (at.before == ',' && (text[at.token] == '}' || text[at.token] == ']')) {
        snprintf(message, sizeof(message), "a comma stands before the closing %s", token);
        remedy = "remove the comma after the last item";
    } else if (text[at.token] == '/' || text[at.token] == '#') {
        snprintf(message, sizeof(message), "comments are not part of JSON: %s", token);
        remedy = "keep notes in a field whose name begins with x-";
    } else if (starts(found->text, "string or '}'")) {
        snprintf(message, sizeof(message), "the name of a field, in double quotes, should stand here instead of %s",
                 token);
        remedy = "put names in double quotes";
    } else if (starts(found->text, "':' expected")) {
        snprintf(message, sizeof(message), "a colon should stand here, between a field's name and value, instead of %s",
                 token);
        remedy = "write \"name\": value";
    } else if (starts(found->text, "'}' expected") || starts(found->text, "']' expected")) {
        snprintf(message, sizeof(message), "a comma or the closing `%c` should stand before %s", found->text[1], token);
        remedy = "add the comma that is missing";
    } else {
        snprintf(message, sizeof(message), "%s is not a value", token);
        remedy = "write a number (0.5, not .5 or 01), a text in double quotes, true, false, null, [...] or {...}";
    }
    return fail_at(json, at.token, error, TL_ERROR_FORMAT, remedy, message);
}

/* ---- The tree ---- */

/* Values in the tree, the root included; 0 when it is deeper than allowed. */
static size_t count_values(json_t *value, int depth) {
    size_t count = 1;
    if (depth > TL_JSON_DEPTH_LIMIT) {
        return 0;
    }
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            size_t below = count_values(json_array_get(value, i), depth + 1);
            if (below == 0) {
                return 0;
            }
            count += below;
        }
    } else if (json_is_object(value)) {
        for (void *i = json_object_iter(value); i != NULL; i = json_object_iter_next(value, i)) {
            size_t below = count_values(json_object_iter_value(i), depth + 1);
            if (below == 0) {
                return 0;
            }
            count += below;
        }
    }
    return count;
}

static void skip_space(scanner *scan) {
    while (is_space(scan->json->source[scan->at])) {
        scan->at++;
    }
}

static void skip_token(scanner *scan) {
    scan->at = token_end(scan->json->source, scan->json->size, scan->at);
}

static void place(scanner *scan, json_t *value, tl_json_value *node);

static void place_children(scanner *scan, json_t *value, tl_json_value *node) {
    tl_json *json = scan->json;
    size_t count = json_is_array(value) ? json_array_size(value) : json_object_size(value);
    tl_json_value *items = json->pool + json->pool_used;
    json->pool_used += count;
    node->items = items;
    node->count = count;
    void *member = json_is_object(value) ? json_object_iter(value) : NULL;
    scan->at++; /* the bracket */
    for (size_t i = 0; i < count; i++) {
        tl_json_value *item = &items[i];
        item->parent = node;
        item->index = i;
        skip_space(scan);
        json_t *child;
        if (member != NULL) {
            item->key = json_object_iter_key(member);
            item->key_offset = scan->at;
            skip_token(scan);
            item->key_length = scan->at - item->key_offset;
            skip_space(scan);
            scan->at++; /* the colon */
            child = json_object_iter_value(member);
            member = json_object_iter_next(value, member);
        } else {
            child = json_array_get(value, i);
        }
        place(scan, child, item);
        skip_space(scan);
        scan->at += i + 1 < count ? 1U : 0U; /* the comma */
    }
    skip_space(scan);
    scan->at++;
}

static void place(scanner *scan, json_t *value, tl_json_value *node) {
    skip_space(scan);
    node->offset = scan->at;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        node->kind = TL_JSON_OBJECT;
        place_children(scan, value, node);
        break;
    case JSON_ARRAY:
        node->kind = TL_JSON_ARRAY;
        place_children(scan, value, node);
        break;
    case JSON_STRING:
        node->kind = TL_JSON_STRING;
        node->text = json_string_value(value);
        node->text_length = json_string_length(value);
        skip_token(scan);
        break;
    case JSON_INTEGER:
        node->kind = TL_JSON_NUMBER;
        node->is_integer = true;
        node->integer = json_integer_value(value);
        node->number = (double)node->integer;
        skip_token(scan);
        break;
    case JSON_REAL:
        node->kind = TL_JSON_NUMBER;
        node->number = json_real_value(value) + 0.0; /* -0 becomes 0 */
        skip_token(scan);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        node->kind = TL_JSON_BOOL;
        node->boolean = json_is_true(value);
        skip_token(scan);
        break;
    case JSON_NULL:
        node->kind = TL_JSON_NULL;
        skip_token(scan);
        break;
    }
    node->length = scan->at - node->offset;
}

static tl_status parse(tl_json *json, tl_error *error) {
    if (!index_lines(json)) {
        return tl_fail_memory(error);
    }
    size_t bad = first_bad_byte(json->source, json->size);
    if (bad < json->size) {
        return fail_at(json, bad, error, TL_ERROR_FORMAT, "save the file as UTF-8 without zero bytes",
                       "this byte is not UTF-8 text");
    }
    size_t bom = bom_size(json->source, json->size);
    json_error_t found;
    json->values = json_loadb(json->source + bom, json->size - bom, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &found);
    if (json->values == NULL) {
        return explain(json, &found, error);
    }
    json->pool_count = count_values(json->values, 0);
    if (json->pool_count == 0) {
        return fail_at(json, bom, error, TL_ERROR_LIMIT, "make the document flatter",
                       "objects and lists are nested too deeply");
    }
    json->pool = tl_alloc_array(json->context, json->pool_count, sizeof(*json->pool));
    if (json->pool == NULL) {
        return tl_fail_memory(error);
    }
    scanner scan = {json, bom};
    json->pool_used = 1;
    place(&scan, json->values, json->pool);
    TL_ASSERT(json->pool_used == json->pool_count, "the second pass meets as many values as the first");
    return TL_OK;
}

static bool plain_word(const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        bool word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_' ||
                    *c == '-' || (unsigned char)*c >= 0x80;
        if (!word) {
            return false;
        }
    }
    return *text != '\0';
}

static size_t write_path(const tl_json_value *value, char *buffer, size_t size) {
    if (value->parent == NULL) {
        return 0;
    }
    size_t length = write_path(value->parent, buffer, size);
    if (length >= size) {
        return length;
    }
    char *to = buffer + length;
    size_t left = size - length;
    int more;
    if (value->key == NULL) {
        more = snprintf(to, left, "[%zu]", value->index);
    } else if (plain_word(value->key)) {
        more = snprintf(to, left, "%s%s", length > 0 ? "." : "", value->key);
    } else {
        more = snprintf(to, left, "[\"%s\"]", value->key);
    }
    return length + (more > 0 ? (size_t)more : 0);
}

tl_status tl_json_parse(tl_context *context, const char *text, size_t size, const char *file, tl_json **json,
                        tl_error *error) {
    *json = NULL;
    if (size > TL_JSON_SIZE_LIMIT) {
        return tl_fail(error, TL_ERROR_LIMIT, file, NULL, "divide it, or check that it is the right file",
                       "the text has %zu bytes; no more than %zu are read", size, TL_JSON_SIZE_LIMIT);
    }
    tl_json *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = context;
    made->size = size;
    made->source = tl_alloc(context, size + 1);
    made->file = tl_duplicate_text(context, file != NULL ? file : "");
    tl_status status = TL_OK;
    if (made->source == NULL || made->file == NULL) {
        status = tl_fail_memory(error);
    } else {
        if (size > 0) {
            memcpy(made->source, text, size);
        }
        made->source[size] = '\0';
        status = parse(made, error);
    }
    if (status != TL_OK) {
        tl_json_destroy(made);
        return status;
    }
    *json = made;
    return TL_OK;
}

void tl_json_destroy(tl_json *json) {
    if (json != NULL) {
        json_decref(json->values);
        tl_free(json->context, json->source);
        tl_free(json->context, json->file);
        tl_free(json->context, json->pool);
        tl_free(json->context, json->landmarks);
        tl_free(json->context, json);
    }
}

const tl_json_value *tl_json_root(const tl_json *json) {
    return json->pool;
}

const char *tl_json_source(const tl_json *json, size_t *size) {
    if (size != NULL) {
        *size = json->size;
    }
    return json->source;
}

const char *tl_json_file(const tl_json *json) {
    return json->file;
}

const tl_json_value *tl_json_find(const tl_json_value *value, const char *key) {
    if (value == NULL || value->kind != TL_JSON_OBJECT) {
        return NULL;
    }
    for (size_t i = 0; i < value->count; i++) {
        if (strcmp(value->items[i].key, key) == 0) {
            return &value->items[i];
        }
    }
    return NULL;
}

const char *tl_json_kind_text(tl_json_kind kind) {
    static const char *const words[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    return words[kind];
}

void tl_json_position(const tl_json *json, size_t offset, int *line, int *column) {
    size_t low = 0;
    size_t high = json->landmark_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (json->landmarks[middle].offset <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const tl_landmark *mark = &json->landmarks[low];
    int count = mark->column;
    for (size_t at = mark->offset; at < offset && at < json->size; at++) {
        count += ((unsigned char)json->source[at] & 0xc0) != 0x80 ? 1 : 0;
    }
    *line = mark->line;
    *column = count;
}

void tl_json_path(const tl_json_value *value, char *buffer, size_t size) {
    if (size > 0) {
        buffer[0] = '\0';
        write_path(value, buffer, size);
    }
}

tl_status tl_json_fail(const tl_json *json, const tl_json_value *value, tl_error *error, tl_status status,
                       const char *remedy, const char *format, ...) {
    if (error != NULL && error->status == TL_OK) {
        char message[sizeof(error->message)];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message, sizeof(message), format, arguments);
        va_end(arguments);
        const tl_json_value *at = value != NULL ? value : json->pool;
        char path[sizeof(error->place)];
        tl_json_path(at, path, sizeof(path));
        tl_fail(error, status, json->file, path, remedy, "%s", message);
        tl_json_position(json, at->offset, &error->line, &error->column);
    }
    return status;
}

void tl_json_problem(const tl_json *json, const tl_json_value *value, bool at_key, tl_problems *problems, bool warning,
                     tl_status status, const char *remedy, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    const tl_json_value *at = value != NULL ? value : json->pool;
    char path[256];
    tl_json_path(at, path, sizeof(path));
    int line = 0;
    int column = 0;
    tl_json_position(json, at_key && at->key != NULL ? at->key_offset : at->offset, &line, &column);
    tl_problems_add(problems, warning, status, json->file, line, column, path, remedy, "%s", message);
}
