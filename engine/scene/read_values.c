/* read_values.c: single values and their reports. */
#include "scene/read.h"

#include "math/predicates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *tl_reader_alloc(tl_reader *reader, size_t count, size_t size) {
    /* The header keeps what follows aligned for anything. */
    _Static_assert(sizeof(tl_document_block) <= 16, "header of a block");
    tl_context *context = reader->document->context;
    if (size != 0 && count > (SIZE_MAX / 2 - 16) / size) {
        reader->no_memory = true;
        return NULL;
    }
    tl_document_block *block = tl_alloc_array(context, 1, 16 + count * size);
    if (block == NULL) {
        reader->no_memory = true;
        return NULL;
    }
    block->next = reader->state->blocks;
    reader->state->blocks = block;
    return (char *)block + 16;
}

bool tl_reader_full(const tl_reader *reader) {
    return reader->problems->count >= TL_DOCUMENT_PROBLEM_LIMIT;
}

void tl_reader_where(const tl_reader *reader, const tl_json_value *value, char where[TL_READER_WHERE]) {
    int line = 0, column = 0;
    where[0] = '\0';
    if (reader->document->side == NULL) {
        tl_json_position(reader->json, value->offset, &line, &column);
        snprintf(where, TL_READER_WHERE, " in line %d, column %d", line, column);
    }
}

void tl_reader_problem(tl_reader *reader, const tl_json_value *value, bool at_key, bool warning, const char *remedy,
                       const char *format, ...) {
    if (tl_reader_full(reader)) {
        reader->problems->errors += warning ? 0U : 1U;
        return;
    }
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    tl_json_problem(reader->json, value, at_key, reader->problems, warning, TL_ERROR_SCENE, remedy, "%s", message);
}

/* "`a`, `b` or `c`"; "`a`, `b`, ..." where the buffer ends. */
static const char *list_words(const char *const *words, size_t count, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        if (used + strlen(before) + strlen(words[i]) + 8 > size) {
            snprintf(buffer + used, size - used, ", ...");
            break;
        }
        used += (size_t)snprintf(buffer + used, size - used, "%s`%s`", before, words[i]);
    }
    return buffer;
}

static bool wrong_kind(tl_reader *reader, const tl_json_value *value, const char *wanted, const char *remedy) {
    const char *name = value->key != NULL ? value->key : NULL;
    if (name != NULL) {
        tl_reader_problem(reader, value, false, false, remedy, "`%s` should be %s, not %s", name, wanted,
                          tl_json_kind_text(value->kind));
    } else {
        tl_reader_problem(reader, value, false, false, remedy, "%s should stand here, not %s", wanted,
                          tl_json_kind_text(value->kind));
    }
    return false;
}

static void check_ruleset_field(tl_reader *reader, const tl_json_value *value, const char *type) {
    if (strcmp(type, "number") == 0 && value->kind != TL_JSON_NUMBER) {
        wrong_kind(reader, value, "a number", "the ruleset asks for a number");
    } else if (strcmp(type, "text") == 0 && value->kind != TL_JSON_STRING) {
        wrong_kind(reader, value, "a text", "the ruleset asks for a text in double quotes");
    } else if (strcmp(type, "boolean") == 0 && value->kind != TL_JSON_BOOL) {
        wrong_kind(reader, value, "true or false", "the ruleset asks for true or false");
    } else if (strcmp(type, "texts") == 0) {
        bool good = value->kind == TL_JSON_ARRAY;
        for (size_t i = 0; good && i < value->count; i++) {
            good = value->items[i].kind == TL_JSON_STRING;
        }
        if (!good) {
            tl_reader_problem(reader, value, false, false, "write [\"one\", \"two\"]", "`%s` should be a list of texts",
                              value->key);
        }
    }
}

static bool is_known(tl_reader *reader, const tl_json_value *member, const tl_known_fields *known) {
    for (const char *const *name = known->names; *name != NULL; name++) {
        if (strcmp(*name, member->key) == 0) {
            return true;
        }
    }
    for (size_t i = 0; known->where != NULL && i < reader->field_count; i++) {
        const tl_document_field *field = &reader->fields[i];
        if (strcmp(field->where, known->where) == 0 && strcmp(field->name, member->key) == 0) {
            check_ruleset_field(reader, member, field->type);
            return true;
        }
    }
    return false;
}

static void report_unknown(tl_reader *reader, const tl_json_value *member, const tl_known_fields *known) {
    enum { MOST_NAMES = 64 };
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (const char *const *name = known->names; *name != NULL && count < MOST_NAMES; name++) {
        names[count++] = *name;
    }
    for (size_t i = 0; known->where != NULL && i < reader->field_count && count < MOST_NAMES; i++) {
        if (strcmp(reader->fields[i].where, known->where) == 0) {
            names[count++] = reader->fields[i].name;
        }
    }
    const char *nearest = tl_nearest_name(member->key, names, count);
    if (nearest != NULL) {
        tl_reader_problem(reader, member, true, false, "notes of your own take a name that begins with x-",
                          "unknown field `%s`: did you mean `%s`?", member->key, nearest);
    } else {
        char list[196];
        char remedy[256];
        snprintf(remedy, sizeof(remedy), "known here: %s; notes of your own begin with x-",
                 list_words(names, count, list, sizeof(list)));
        tl_reader_problem(reader, member, true, false, remedy, "unknown field `%s`", member->key);
    }
}

bool tl_reader_object(tl_reader *reader, const tl_json_value *value, const tl_known_fields *known) {
    if (value == NULL) {
        return false;
    }
    if (value->kind != TL_JSON_OBJECT) {
        return wrong_kind(reader, value, "an object", "write { \"name\": value, ... }");
    }
    for (size_t i = 0; i < value->count; i++) {
        const tl_json_value *member = &value->items[i];
        if (strncmp(member->key, "x-", 2) != 0 && !is_known(reader, member, known)) {
            report_unknown(reader, member, known);
        }
    }
    return true;
}

static bool is_list(tl_reader *reader, const tl_json_value *value, const char *of, const char *remedy) {
    if (value == NULL) {
        return false;
    }
    if (value->kind != TL_JSON_ARRAY) {
        char wanted[64];
        snprintf(wanted, sizeof(wanted), "a list of %s", of);
        return wrong_kind(reader, value, wanted, remedy);
    }
    return true;
}

bool tl_reader_list(tl_reader *reader, const tl_json_value *value, const char *of) {
    return is_list(reader, value, of, "write [ ... ]");
}

const tl_json_value *tl_reader_required(tl_reader *reader, const tl_json_value *object, const char *key,
                                        const char *remedy) {
    const tl_json_value *value = tl_json_find(object, key);
    if (value == NULL) {
        tl_reader_problem(reader, object, false, false, remedy, "the field `%s` is missing", key);
    }
    return value;
}

/* The number as the file writes it, cut to something that fits a message. */
static const char *written(tl_reader *reader, const tl_json_value *value, char *buffer, size_t size) {
    snprintf(buffer, size, "%.*s", (int)(value->length > 24 ? 24 : value->length),
             tl_json_source(reader->json, NULL) + value->offset);
    return buffer;
}

bool tl_reader_number(tl_reader *reader, const tl_json_value *value, double low, double high, double *number) {
    if (value == NULL) {
        return false;
    }
    if (value->kind != TL_JSON_NUMBER) {
        return wrong_kind(reader, value, "a number", "write a number without quotes, such as 12.5");
    }
    if (!(value->number >= low && value->number <= high)) {
        char text[32];
        char least[TL_JSON_NUMBER_SIZE];
        char most[TL_JSON_NUMBER_SIZE];
        char remedy[128];
        tl_json_format_double(low, least);
        tl_json_format_double(high, most);
        snprintf(remedy, sizeof(remedy), "write a number from %s to %s", least, most);
        tl_reader_problem(reader, value, false, false, remedy, "%s is %s", written(reader, value, text, sizeof(text)),
                          value->number < low ? (low == 0 ? "negative" : "too small") : "too large");
        return false;
    }
    *number = value->number;
    return true;
}

bool tl_reader_size(tl_reader *reader, const tl_json_value *value, double *number) {
    if (value != NULL && value->kind == TL_JSON_NUMBER && !(value->number > 0 && value->number <= TL_DOCUMENT_REACH)) {
        static const char remedy[] = "write a number above 0, at most 1000000";
        char text[32];
        char name[96];
        snprintf(name, sizeof(name), value->key != NULL ? "`%.80s`" : "%.80s",
                 value->key != NULL ? value->key : "a size");
        tl_reader_problem(reader, value, false, false, remedy, "%s should be %s, not %s", name,
                          value->number > 0 ? "at most 1000000" : "above 0",
                          written(reader, value, text, sizeof(text)));
        return false;
    }
    return tl_reader_number(reader, value, 0, TL_DOCUMENT_REACH, number);
}

bool tl_reader_coordinate(tl_reader *reader, const tl_json_value *value, double *number) {
    return tl_reader_number(reader, value, -TL_DOCUMENT_REACH, TL_DOCUMENT_REACH, number);
}

bool tl_reader_count(tl_reader *reader, const tl_json_value *value, size_t low, size_t high, size_t *count) {
    double number = 0;
    if (!tl_reader_number(reader, value, (double)low, (double)high, &number)) {
        return false;
    }
    if (number != floor(number)) {
        char text[32];
        tl_reader_problem(reader, value, false, false, "write a whole number", "%s is not a whole number",
                          written(reader, value, text, sizeof(text)));
        return false;
    }
    *count = (size_t)number;
    return true;
}

bool tl_reader_bool(tl_reader *reader, const tl_json_value *value, bool *boolean) {
    if (value == NULL) {
        return false;
    }
    if (value->kind != TL_JSON_BOOL) {
        return wrong_kind(reader, value, "true or false", "write true or false without quotes");
    }
    *boolean = value->boolean;
    return true;
}

bool tl_reader_text(tl_reader *reader, const tl_json_value *value, const char **text) {
    if (value == NULL) {
        return false;
    }
    if (value->kind != TL_JSON_STRING) {
        return wrong_kind(reader, value, "a text", "write it in double quotes");
    }
    *text = value->text;
    return true;
}

bool tl_reader_word(tl_reader *reader, const tl_json_value *value, const char **text) {
    if (!tl_reader_text(reader, value, text)) {
        return false;
    }
    if (value->text_length == 0) {
        if (value->key != NULL) {
            tl_reader_problem(reader, value, false, false, "write a word between the quotes", "`%s` is empty",
                              value->key);
        } else {
            tl_reader_problem(reader, value, false, false, "write a word between the quotes", "this text is empty");
        }
        return false;
    }
    return true;
}

bool tl_reader_choice(tl_reader *reader, const tl_json_value *value, const char *const *words, size_t count,
                      size_t *choice) {
    const char *text = NULL;
    if (!tl_reader_text(reader, value, &text)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, words[i]) == 0) {
            *choice = i;
            return true;
        }
    }
    char list[192];
    char remedy[256];
    snprintf(remedy, sizeof(remedy), "write %s", list_words(words, count, list, sizeof(list)));
    const char *nearest = tl_nearest_name(text, words, count);
    if (nearest != NULL) {
        tl_reader_problem(reader, value, false, false, remedy, "unknown `%s` \"%.80s\": did you mean \"%s\"?",
                          value->key != NULL ? value->key : "word", text, nearest);
    } else {
        tl_reader_problem(reader, value, false, false, remedy, "unknown `%s` \"%.80s\"",
                          value->key != NULL ? value->key : "word", text);
    }
    return false;
}

bool tl_reader_numbers(tl_reader *reader, const tl_json_value *value, size_t low, size_t high, double *numbers,
                       size_t *count) {
    const char *remedy = high == 2 ? "write [x, y]" : low == 3 ? "write [x, y, z]" : "write [x, y] or [x, y, z]";
    if (!is_list(reader, value, "numbers", remedy)) {
        return false;
    }
    if (value->count < low || value->count > high) {
        char wanted[32];
        snprintf(wanted, sizeof(wanted), low == high ? "%zu" : "%zu or %zu", low, high);
        tl_reader_problem(reader, value, false, false, remedy, "a list of %s numbers should stand here, not of %zu",
                          wanted, value->count);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < value->count; i++) {
        good = tl_reader_coordinate(reader, &value->items[i], &numbers[i]) && good;
    }
    if (good && count != NULL) {
        *count = value->count;
    }
    return good;
}

bool tl_reader_vec3(tl_reader *reader, const tl_json_value *value, tl_vec3 *point) {
    double numbers[3];
    if (!tl_reader_numbers(reader, value, 3, 3, numbers, NULL)) {
        return false;
    }
    *point = (tl_vec3){numbers[0], numbers[1], numbers[2]};
    return true;
}

bool tl_reader_sizes(tl_reader *reader, const tl_json_value *value, tl_vec2 *size) {
    if (!is_list(reader, value, "two sizes", "write [along x, along y]")) {
        return false;
    }
    if (value->count != 2) {
        tl_reader_problem(reader, value, false, false, "write [along x, along y]",
                          "a list of 2 numbers should stand here, not of %zu", value->count);
        return false;
    }
    bool good = tl_reader_size(reader, &value->items[0], &size->x);
    return tl_reader_size(reader, &value->items[1], &size->y) && good;
}

/* ---- Outlines ---- */

static double low_of(double a, double b) {
    return a < b ? a : b;
}

static double high_of(double a, double b) {
    return a > b ? a : b;
}

typedef struct values_edge {
    tl_vec2 a, b;
    double low_x, high_x;
    size_t index;
} values_edge;

static int by_low_x(const void *a, const void *b) {
    const values_edge *p = a;
    const values_edge *q = b;
    if (p->low_x != q->low_x) {
        return p->low_x < q->low_x ? -1 : 1;
    }
    return p->index < q->index ? -1 : 1;
}

/* Two edges that follow each other share a corner and may share nothing else: they fold back onto one another when the
 * far ends are collinear with the corner and on the same side of it. Others may not meet at all. */
static bool edges_clash(const values_edge *p, const values_edge *q, size_t count) {
    size_t apart = p->index > q->index ? p->index - q->index : q->index - p->index;
    if (apart == 1 || apart == count - 1) {
        const values_edge *first = (apart == 1) == (p->index < q->index) ? p : q;
        const values_edge *second = first == p ? q : p;
        tl_vec2 back = tl_sub2(first->a, first->b);
        tl_vec2 on = tl_sub2(second->b, second->a);
        return tl_orient2d(first->a, first->b, second->b) == 0 && tl_dot2(back, on) > 0;
    }
    return low_of(p->a.y, p->b.y) <= high_of(q->a.y, q->b.y) && low_of(q->a.y, q->b.y) <= high_of(p->a.y, p->b.y) &&
           tl_math_segments_meet2(p->a, p->b, q->a, q->b);
}

/* The first pair of edges, in a sweep along x, that meet where they shouldn't. Exact. */
static bool find_clash(tl_reader *reader, const tl_vec2 *points, size_t count, size_t *one, size_t *other) {
    tl_context *context = reader->document->context;
    values_edge *edges = tl_alloc_array(context, count, sizeof(*edges));
    if (edges == NULL) {
        reader->no_memory = true;
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = points[i];
        tl_vec2 b = points[(i + 1) % count];
        edges[i] = (values_edge){a, b, low_of(a.x, b.x), high_of(a.x, b.x), i};
    }
    qsort(edges, count, sizeof(*edges), by_low_x);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        for (size_t k = i + 1; k < count && edges[k].low_x <= edges[i].high_x && !found; k++) {
            if (edges_clash(&edges[i], &edges[k], count)) {
                *one = edges[i].index < edges[k].index ? edges[i].index : edges[k].index;
                *other = edges[i].index < edges[k].index ? edges[k].index : edges[i].index;
                found = true;
            }
        }
    }
    tl_free(context, edges);
    return found;
}

/* The sign of the turn at the lowest, then leftmost corner: for a simple polygon that of its area, exactly. */
static int turn_of(const tl_vec2 *points, size_t count) {
    size_t lowest = 0;
    for (size_t i = 1; i < count; i++) {
        if (points[i].y < points[lowest].y || (points[i].y == points[lowest].y && points[i].x < points[lowest].x)) {
            lowest = i;
        }
    }
    return tl_orient2d(points[(lowest + count - 1) % count], points[lowest], points[(lowest + 1) % count]);
}

static bool all_on_a_line(const tl_vec2 *points, size_t count) {
    size_t far = 0;
    while (far < count && points[far].x == points[0].x && points[far].y == points[0].y) {
        far++;
    }
    for (size_t i = far; i < count; i++) {
        if (tl_orient2d(points[0], points[far], points[i]) != 0) {
            return false;
        }
    }
    return true;
}

bool tl_reader_outline(tl_reader *reader, const tl_json_value *value, tl_vec2 **points, size_t *count) {
    enum { MOST_NAMES = 10000 };
    if (!is_list(reader, value, "points", "write [[x, y], [x, y], [x, y], ...]")) {
        return false;
    }
    if (value->count < 3 || value->count > MOST_NAMES) {
        tl_reader_problem(reader, value, false, false,
                          value->count < 3 ? "write [[x, y], [x, y], [x, y], ...]" : "use fewer points",
                          "an outline needs 3 to %d points, not %zu", MOST_NAMES, value->count);
        return false;
    }
    tl_vec2 *corners = tl_reader_alloc(reader, value->count, sizeof(*corners));
    if (corners == NULL) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < value->count; i++) {
        double numbers[2];
        if (tl_reader_numbers(reader, &value->items[i], 2, 2, numbers, NULL)) {
            /* Below a thousandth of a millionth of a millimetre lies nothing, and the predicates want no tinier. */
            corners[i] =
                (tl_vec2){fabs(numbers[0]) < 1e-12 ? 0 : numbers[0], fabs(numbers[1]) < 1e-12 ? 0 : numbers[1]};
        } else {
            good = false;
        }
    }
    if (!good) {
        return false;
    }
    /* The first point may be said again at the end. */
    size_t used = value->count;
    if (used > 3 && corners[0].x == corners[used - 1].x && corners[0].y == corners[used - 1].y) {
        used--;
    }
    for (size_t i = 0; i < used; i++) {
        size_t next = (i + 1) % used;
        if (corners[i].x == corners[next].x && corners[i].y == corners[next].y) {
            tl_reader_problem(reader, &value->items[next], false, false, "remove one of the two",
                              "the outline has the same point twice in a row");
            return false;
        }
    }
    size_t one = 0;
    size_t other = 0;
    if (all_on_a_line(corners, used)) {
        tl_reader_problem(reader, value, false, false, "give it three corners that are not on one line",
                          "the outline has no area");
        return false;
    }
    if (find_clash(reader, corners, used, &one, &other)) {
        tl_reader_problem(
            reader, &value->items[other], false, false, "put the points in the order in which one walks round the area",
            "the outline crosses or touches itself: the edge from point %zu meets the edge from point %zu", other, one);
        return false;
    }
    if (turn_of(corners, used) < 0) {
        for (size_t i = 0, k = used - 1; i < k; i++, k--) {
            tl_vec2 spare = corners[i];
            corners[i] = corners[k];
            corners[k] = spare;
        }
    }
    *points = corners;
    *count = used;
    return !reader->no_memory;
}

bool tl_reader_words(tl_reader *reader, const tl_json_value *value, const char *const **words, size_t *count) {
    if (!is_list(reader, value, "texts", "write [\"one\", \"two\"]")) {
        return false;
    }
    const char **list = tl_reader_alloc(reader, value->count + 1, sizeof(*list));
    if (list == NULL) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < value->count; i++) {
        good = tl_reader_word(reader, &value->items[i], &list[i]) && good;
    }
    if (good) {
        *words = list;
        if (count != NULL) {
            *count = value->count;
        }
    }
    return good;
}
