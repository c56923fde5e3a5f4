/* json.h: JSON texts read into trees that know their places, and written piece by piece.
 *
 * Reading: jansson decides whether a text is JSON; every value of the tree made here knows its place in the text, so
 * that a message can name line and column, and an editor can replace a value and leave every other byte alone.
 * Writing: an append-only builder whose bytes depend on nothing but what is written: not on locale, time or memory. */
#ifndef TL_IO_JSON_H
#define TL_IO_JSON_H

#include "base/base.h"
#include "math/vec.h"

/* ---- Reading ---- */

/* Longer texts are refused (TL_ERROR_LIMIT), and so are deeper ones. */
#define TL_JSON_SIZE_LIMIT  ((size_t)64 << 20)
#define TL_JSON_DEPTH_LIMIT 256

typedef enum tl_json_kind {
    TL_JSON_NULL,
    TL_JSON_BOOL,
    TL_JSON_NUMBER,
    TL_JSON_STRING,
    TL_JSON_ARRAY,
    TL_JSON_OBJECT
} tl_json_kind;

typedef struct tl_json_value tl_json_value;

/* A value and its place. Everything is owned by the document and read only. Offsets count bytes from the beginning of
 * the text as it was given (a byte order mark included). */
struct tl_json_value {
    tl_json_kind kind;
    bool boolean;     /* TL_JSON_BOOL */
    bool is_integer;  /* TL_JSON_NUMBER written without fraction and exponent */
    double number;    /* TL_JSON_NUMBER, finite, never -0 */
    int64_t integer;  /* TL_JSON_NUMBER with is_integer: exact even where `number` is rounded */
    const char *text; /* TL_JSON_STRING: decoded, NUL-terminated UTF-8 without NUL inside */
    size_t text_length;
    const tl_json_value *items; /* arrays and objects: the children in the order of the text */
    size_t count;
    size_t offset, length;         /* the bytes of the value itself */
    const char *key;               /* member of an object: its name; else NULL */
    size_t key_offset, key_length; /* the bytes of the name with its quotes */
    const tl_json_value *parent;   /* NULL at the root */
    size_t index;                  /* among the parent's items */
};

typedef struct tl_json tl_json;

/* Parses `size` bytes of UTF-8. `file` names the text in messages (may be NULL); both are copied. A byte order mark, CR
 * LF line ends and tabs between values are accepted; a name that stands twice in one object, text after the document,
 * a NUL character and numbers too large for a double (or, written without fraction and exponent, for 64 bits) are not.
 * Errors: TL_ERROR_FORMAT with line, column and remedy, TL_ERROR_LIMIT, TL_ERROR_MEMORY. */
tl_status tl_json_parse(tl_context *context, const char *text, size_t size, const char *file, tl_json **json,
                        tl_error *error);
/* NULL-safe. */
void tl_json_destroy(tl_json *json);

const tl_json_value *tl_json_root(const tl_json *json);
/* The whole text, NUL-terminated, as it was given. */
const char *tl_json_source(const tl_json *json, size_t *size);
/* The name given to tl_json_parse, or "". */
const char *tl_json_file(const tl_json *json);

/* The member of an object, or NULL when there is none or `value` is NULL or no object. */
const tl_json_value *tl_json_find(const tl_json_value *value, const char *key);
/* A word for a kind: "a number", "an object", ... */
const char *tl_json_kind_text(tl_json_kind kind);

/* Line and column, from 1, of a byte. A column counts characters; a byte order mark counts none, a tab one. */
void tl_json_position(const tl_json *json, size_t offset, int *line, int *column);
/* The path of a value, such as `units[2].members[0].at`; names that are not plain words stand as `assets["big gun"]`.
 * The root is "". Cut when the buffer is too small. */
void tl_json_path(const tl_json_value *value, char *buffer, size_t size);

/* Reports about a value: file, line, column and path are filled in. `value` NULL means the
 * whole text. With `at_key` the position is that of the member's name. Otherwise as tl_fail and tl_problems_add. */
tl_status tl_json_fail(const tl_json *json, const tl_json_value *value, tl_error *error, tl_status status,
                       const char *remedy, const char *format, ...) __attribute__((format(printf, 6, 7)));
void tl_json_problem(const tl_json *json, const tl_json_value *value, bool at_key, tl_problems *problems, bool warning,
                     tl_status status, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 8, 9)));

/* ---- Writing ---- */

/* Long enough for any number and its end. */
#define TL_JSON_NUMBER_SIZE 32

/* The shortest decimal that reads back as exactly this double, and of those the nearest; `.` whatever the locale. Plain
 * notation from 1e-6 to below 1e16, else an exponent ("1e-7", "1.5e300"). Zero of either sign is "0". Returns the
 * length; `value` must be finite, else the text is empty and 0 returned. */
size_t tl_json_format_double(double value, char buffer[TL_JSON_NUMBER_SIZE]);

/* Zero-initialise through tl_json_writer_init; failures (memory, a number that is not finite, an object left open) are
 * remembered and come out of tl_json_writer_finish, so the calls between need no checks. */
typedef struct tl_json_writer {
    tl_context *context;
    char *text;
    size_t size;
    size_t capacity;
    bool pretty;
    tl_status status;
    int depth;
    int inline_depth; /* containers at least this deep stay on one line; 0: none, -1: the next one will */
    bool after_key;
    uint8_t levels[TL_JSON_DEPTH_LIMIT]; /* per open container: bit 0 object, bit 1 has items */
} tl_json_writer;

/* `pretty`: two spaces a level, a line an item; otherwise everything stands on one line without spaces. */
void tl_json_writer_init(tl_json_writer *writer, tl_context *context, bool pretty);
/* Frees what is not yet handed out. */
void tl_json_writer_free(tl_json_writer *writer);
/* Hands out the text, NUL-terminated (no line end is added), freed by the caller with tl_free; the writer is empty
 * afterwards and may be used again. `size` may be NULL. On failure *text is NULL. */
tl_status tl_json_writer_finish(tl_json_writer *writer, char **text, size_t *size, tl_error *error);

void tl_json_begin_object(tl_json_writer *writer);
void tl_json_end_object(tl_json_writer *writer);
void tl_json_begin_array(tl_json_writer *writer);
void tl_json_end_array(tl_json_writer *writer);
/* The next container stays on one line, whatever the mode. */
void tl_json_inline_next(tl_json_writer *writer);
/* The name of the value that follows. */
void tl_json_key(tl_json_writer *writer, const char *key);

void tl_json_null(tl_json_writer *writer);
void tl_json_bool(tl_json_writer *writer, bool value);
void tl_json_int(tl_json_writer *writer, int64_t value);
void tl_json_double(tl_json_writer *writer, double value);
/* UTF-8; NULL writes null. Bytes that are not UTF-8 become U+FFFD. */
void tl_json_string(tl_json_writer *writer, const char *text);
void tl_json_string_n(tl_json_writer *writer, const char *text, size_t length);
/* A JSON text of the caller's, as it is: for values that are handed through. */
void tl_json_raw(tl_json_writer *writer, const char *text, size_t length);
/* The value of another document as it stands there, numbers digit for digit, without the space between its parts. */
void tl_json_echo(tl_json_writer *writer, const tl_json *json, const tl_json_value *value);
/* An array of numbers on one line. */
void tl_json_numbers(tl_json_writer *writer, const double *values, size_t count);
/* Its three coordinates. */
void tl_json_point(tl_json_writer *writer, tl_vec3 point);

/* A name and its value in one call; of an object and an array, its begin. */
void tl_json_open_object(tl_json_writer *writer, const char *key);
void tl_json_open_array(tl_json_writer *writer, const char *key);
void tl_json_put_bool(tl_json_writer *writer, const char *key, bool value);
void tl_json_put_int(tl_json_writer *writer, const char *key, int64_t value);
void tl_json_put_double(tl_json_writer *writer, const char *key, double value);
void tl_json_put_string(tl_json_writer *writer, const char *key, const char *text);
void tl_json_put_numbers(tl_json_writer *writer, const char *key, const double *values, size_t count);
void tl_json_put_point(tl_json_writer *writer, const char *key, tl_vec3 point);
void tl_json_put_place(tl_json_writer *writer, const char *key, tl_vec2 place);
/* A list of places, such as the corners of a zone. */
void tl_json_put_places(tl_json_writer *writer, const char *key, const tl_vec2 *places, size_t count);

#endif
