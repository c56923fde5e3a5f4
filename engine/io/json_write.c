/* json_write.c: the text builder. Memory failures are remembered, not returned: the caller asks once, at the end. */
#include "io/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_OBJECT = 1, LEVEL_USED = 2 };

static void fail(tl_json_writer *writer, tl_status status) {
    if (writer->status == TL_OK) {
        writer->status = status;
    }
}

static void append(tl_json_writer *writer, const char *bytes, size_t length) {
    if (writer->status != TL_OK) {
        return;
    }
    if (!tl_reserve(writer->context, (void **)&writer->text, &writer->capacity, writer->size + length + 1, 1)) {
        fail(writer, TL_ERROR_MEMORY);
        return;
    }
    memcpy(writer->text + writer->size, bytes, length);
    writer->size += length;
    writer->text[writer->size] = '\0';
}

static void append_text(tl_json_writer *writer, const char *text) {
    append(writer, text, strlen(text));
}

static bool on_lines(const tl_json_writer *writer) {
    return writer->pretty && (writer->inline_depth <= 0 || writer->depth < writer->inline_depth);
}

static void new_line(tl_json_writer *writer) {
    append(writer, "\n", 1);
    for (int i = 0; i < writer->depth; i++) {
        append(writer, "  ", 2);
    }
}

/* What stands between the last item of the open container and the next. */
static void separate(tl_json_writer *writer) {
    if (writer->depth == 0) {
        return;
    }
    uint8_t *level = &writer->levels[writer->depth - 1];
    bool first = (*level & LEVEL_USED) == 0;
    *level |= LEVEL_USED;
    if (!first) {
        append(writer, ",", 1);
    }
    if (on_lines(writer)) {
        new_line(writer);
    } else if (writer->pretty && (!first || (*level & LEVEL_OBJECT) != 0)) {
        append(writer, " ", 1);
    }
}

static void before_value(tl_json_writer *writer) {
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    /* A value in an object needs a key; a document has one root. */
    if (writer->depth > 0 ? (writer->levels[writer->depth - 1] & LEVEL_OBJECT) != 0 : writer->size > 0) {
        fail(writer, TL_ERROR_INTERNAL);
        return;
    }
    separate(writer);
}

static void begin(tl_json_writer *writer, uint8_t level, const char *bracket) {
    before_value(writer);
    if (writer->depth == TL_JSON_DEPTH_LIMIT) {
        fail(writer, TL_ERROR_LIMIT);
        return;
    }
    append(writer, bracket, 1);
    writer->levels[writer->depth++] = level;
    if (writer->inline_depth < 0) {
        writer->inline_depth = writer->depth;
    }
}

static void end(tl_json_writer *writer, uint8_t level, const char *bracket) {
    if (writer->depth == 0 || (writer->levels[writer->depth - 1] & LEVEL_OBJECT) != level || writer->after_key) {
        fail(writer, TL_ERROR_INTERNAL);
        return;
    }
    bool used = (writer->levels[writer->depth - 1] & LEVEL_USED) != 0;
    bool lines = on_lines(writer);
    if (writer->inline_depth == writer->depth) {
        writer->inline_depth = 0;
    }
    writer->depth--;
    if (used && lines) {
        new_line(writer);
    } else if (used && writer->pretty && level == LEVEL_OBJECT) {
        append(writer, " ", 1);
    }
    append(writer, bracket, 1);
}

/* The length of the well-formed UTF-8 character at `s`, 0 when there is none (RFC 3629: no surrogates, no overlong
 * forms, nothing above U+10FFFF). */
static size_t utf8_length(const unsigned char *s, size_t left) {
    if (s[0] < 0x80) {
        return 1;
    }
    size_t n = s[0] >= 0xc2 && s[0] <= 0xdf   ? 2
               : s[0] >= 0xe0 && s[0] <= 0xef ? 3
               : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                              : 0;
    if (n == 0 || left < n) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
               (s[0] == 0xf4 && s[1] > 0x8f);
    return bad ? 0 : n;
}

static void append_quoted(tl_json_writer *writer, const char *text, size_t length) {
    append(writer, "\"", 1);
    size_t begun = 0;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        const char *escape = NULL;
        char code[8];
        size_t step = utf8_length((const unsigned char *)text + i, length - i);
        if (step == 0) {
            escape = "\xef\xbf\xbd";
            step = 1;
        } else if (c == '"') {
            escape = "\\\"";
        } else if (c == '\\') {
            escape = "\\\\";
        } else if (c == '\n') {
            escape = "\\n";
        } else if (c == '\r') {
            escape = "\\r";
        } else if (c == '\t') {
            escape = "\\t";
        } else if (c < 0x20) {
            snprintf(code, sizeof(code), "\\u%04x", c);
            escape = code;
        }
        if (escape != NULL) {
            append(writer, text + begun, i - begun);
            append_text(writer, escape);
            begun = i + step;
        }
        i += step;
    }
    append(writer, text + begun, length - begun);
    append(writer, "\"", 1);
}

/* Adds one to the last digit of "d.ddde+xx" in place; false when it would carry out of the first digit. */
static bool next_decimal(char *text) {
    char *e = strchr(text, 'e');
    for (char *c = e; c > text;) {
        c--;
        if (*c >= '0' && *c <= '8') {
            (*c)++;
            return true;
        }
        if (*c == '9') {
            *c = '0';
        }
    }
    return false;
}

/* Finds the shortest "d.ddde+xx" that reads back as `value` > 0, in the notation of the current locale (snprintf and
 * strtod agree on it).
 *
 * Up to 15 significant digits a decimal survives the way to a normal double and back, so 15 digits without their
 * trailing zeros are the shortest whenever 15 are enough; subnormals have fewer good digits and are tried from 1. With
 * more, rounding to nearest gives the best candidate except at powers of two, where the doubles below are twice as
 * dense: there the decimal above may read back when the nearest does not. */
static void shortest(double value, char *text, size_t size) {
    int exponent;
    bool power_of_two = frexp(value, &exponent) == 0.5;
    int first = value < 0x1p-1022 ? 1 : 15;
    for (int digits = first; digits < 17; digits++) {
        snprintf(text, size, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value) {
            return;
        }
        if (power_of_two && next_decimal(text) && strtod(text, NULL) == value) {
            return;
        }
    }
    snprintf(text, size, "%.16e", value);
}

size_t tl_json_format_double(double value, char buffer[TL_JSON_NUMBER_SIZE]) {
    buffer[0] = '\0';
    if (!isfinite(value)) {
        return 0;
    }
    if (value == 0) {
        memcpy(buffer, "0", 2);
        return 1;
    }
    int saved = errno; /* strtod says ERANGE for subnormals */
    char text[64];
    shortest(fabs(value), text, sizeof(text));
    errno = saved;
    /* Digits and exponent, whatever the locale puts between them. */
    char digits[24];
    int count = 0;
    const char *c = text;
    for (; *c != 'e'; c++) {
        if (*c >= '0' && *c <= '9') {
            digits[count++] = *c;
        }
    }
    int exponent = atoi(c + 1);
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    size_t n = 0;
    if (value < 0) {
        buffer[n++] = '-';
    }
    if (exponent >= -6 && exponent < 16) {
        if (exponent < 0) {
            buffer[n++] = '0';
            buffer[n++] = '.';
            for (int i = -1; i > exponent; i--) {
                buffer[n++] = '0';
            }
        }
        for (int i = 0; i < count || i <= exponent; i++) {
            if (i == exponent + 1 && exponent >= 0) {
                buffer[n++] = '.';
            }
            buffer[n++] = i < count ? digits[i] : '0';
        }
        buffer[n] = '\0';
        return n;
    }
    buffer[n++] = digits[0];
    if (count > 1) {
        buffer[n++] = '.';
        memcpy(buffer + n, digits + 1, (size_t)count - 1);
        n += (size_t)count - 1;
    }
    n += (size_t)snprintf(buffer + n, TL_JSON_NUMBER_SIZE - n, "e%d", exponent);
    return n;
}

void tl_json_writer_init(tl_json_writer *writer, tl_context *context, bool pretty) {
    memset(writer, 0, sizeof(*writer));
    writer->context = context;
    writer->pretty = pretty;
}

void tl_json_writer_free(tl_json_writer *writer) {
    if (writer->context != NULL) {
        tl_free(writer->context, writer->text);
        tl_json_writer_init(writer, writer->context, writer->pretty);
    }
}

tl_status tl_json_writer_finish(tl_json_writer *writer, char **text, size_t *size, tl_error *error) {
    *text = NULL;
    if (writer->depth != 0 || writer->after_key || writer->size == 0) {
        fail(writer, TL_ERROR_INTERNAL);
    }
    tl_status status = writer->status;
    if (status == TL_OK) {
        *text = writer->text;
        if (size != NULL) {
            *size = writer->size;
        }
        writer->text = NULL;
    } else if (status == TL_ERROR_MEMORY) {
        tl_fail_memory(error);
    } else {
        tl_fail(error, status, NULL, NULL, "report this defect",
                "an answer can't be written as JSON: a number is not finite, or its parts don't close");
    }
    tl_json_writer_free(writer);
    return status;
}

void tl_json_begin_object(tl_json_writer *writer) {
    begin(writer, LEVEL_OBJECT, "{");
}

void tl_json_end_object(tl_json_writer *writer) {
    end(writer, LEVEL_OBJECT, "}");
}

void tl_json_begin_array(tl_json_writer *writer) {
    begin(writer, 0, "[");
}

void tl_json_end_array(tl_json_writer *writer) {
    end(writer, 0, "]");
}

void tl_json_inline_next(tl_json_writer *writer) {
    if (writer->inline_depth == 0) {
        writer->inline_depth = -1;
    }
}

void tl_json_key(tl_json_writer *writer, const char *key) {
    if (writer->depth == 0 || (writer->levels[writer->depth - 1] & LEVEL_OBJECT) == 0 || writer->after_key) {
        fail(writer, TL_ERROR_INTERNAL);
        return;
    }
    separate(writer);
    append_quoted(writer, key, strlen(key));
    append(writer, ": ", writer->pretty ? 2 : 1);
    writer->after_key = true;
}

void tl_json_null(tl_json_writer *writer) {
    tl_json_raw(writer, "null", 4);
}

void tl_json_bool(tl_json_writer *writer, bool value) {
    tl_json_raw(writer, value ? "true" : "false", value ? 4 : 5);
}

void tl_json_int(tl_json_writer *writer, int64_t value) {
    char text[TL_JSON_NUMBER_SIZE];
    int length = snprintf(text, sizeof(text), "%" PRId64, value);
    tl_json_raw(writer, text, (size_t)length);
}

void tl_json_double(tl_json_writer *writer, double value) {
    char text[TL_JSON_NUMBER_SIZE];
    size_t length = tl_json_format_double(value, text);
    if (length == 0) {
        fail(writer, TL_ERROR_INTERNAL);
    }
    tl_json_raw(writer, text, length);
}

void tl_json_string(tl_json_writer *writer, const char *text) {
    if (text == NULL) {
        tl_json_null(writer);
    } else {
        tl_json_string_n(writer, text, strlen(text));
    }
}

void tl_json_string_n(tl_json_writer *writer, const char *text, size_t length) {
    before_value(writer);
    append_quoted(writer, text, length);
}

void tl_json_raw(tl_json_writer *writer, const char *text, size_t length) {
    before_value(writer);
    append(writer, text, length);
}

void tl_json_echo(tl_json_writer *writer, const tl_json *json, const tl_json_value *value) {
    const char *text = tl_json_source(json, NULL) + value->offset;
    before_value(writer);
    bool in_string = false;
    size_t begun = 0;
    for (size_t i = 0; i < value->length; i++) {
        char c = text[i];
        if (in_string) {
            i += c == '\\' ? 1U : 0U;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            append(writer, text + begun, i - begun);
            begun = i + 1;
        }
    }
    append(writer, text + begun, value->length - begun);
}

void tl_json_numbers(tl_json_writer *writer, const double *values, size_t count) {
    tl_json_inline_next(writer);
    tl_json_begin_array(writer);
    for (size_t i = 0; i < count; i++) {
        tl_json_double(writer, values[i]);
    }
    tl_json_end_array(writer);
}

void tl_json_open_object(tl_json_writer *writer, const char *key) {
    tl_json_key(writer, key);
    tl_json_begin_object(writer);
}

void tl_json_open_array(tl_json_writer *writer, const char *key) {
    tl_json_key(writer, key);
    tl_json_begin_array(writer);
}

void tl_json_put_bool(tl_json_writer *writer, const char *key, bool value) {
    tl_json_key(writer, key);
    tl_json_bool(writer, value);
}

void tl_json_put_int(tl_json_writer *writer, const char *key, int64_t value) {
    tl_json_key(writer, key);
    tl_json_int(writer, value);
}

void tl_json_put_double(tl_json_writer *writer, const char *key, double value) {
    tl_json_key(writer, key);
    tl_json_double(writer, value);
}

void tl_json_put_string(tl_json_writer *writer, const char *key, const char *text) {
    tl_json_key(writer, key);
    tl_json_string(writer, text);
}

void tl_json_put_numbers(tl_json_writer *writer, const char *key, const double *values, size_t count) {
    tl_json_key(writer, key);
    tl_json_numbers(writer, values, count);
}

void tl_json_point(tl_json_writer *writer, tl_vec3 point) {
    tl_json_numbers(writer, (const double[3]){point.x, point.y, point.z}, 3);
}

void tl_json_put_point(tl_json_writer *writer, const char *key, tl_vec3 point) {
    tl_json_key(writer, key);
    tl_json_point(writer, point);
}

void tl_json_put_place(tl_json_writer *writer, const char *key, tl_vec2 place) {
    tl_json_put_numbers(writer, key, (const double[2]){place.x, place.y}, 2);
}

void tl_json_put_places(tl_json_writer *writer, const char *key, const tl_vec2 *places, size_t count) {
    tl_json_open_array(writer, key);
    for (size_t i = 0; i < count; i++) {
        tl_json_numbers(writer, (const double[2]){places[i].x, places[i].y}, 2);
    }
    tl_json_end_array(writer);
}
