/* collada.c: what a COLLADA file declares, looked up before Assimp gets it. */
#include "import/collada.h"
#include "base/number.h"
#include "import/finish.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT_AGAIN "export it again, or take another copy"

/* Part of the file. */
typedef struct span {
    const char *at;
    size_t length;
} span;

typedef struct array {
    span id;
    uint64_t count;
} array;

typedef struct reader {
    tl_context *context;
    const char *path, *at, *end;
    size_t line;
    array *arrays;
    size_t array_count, array_capacity;
    bool in_asset, asset_done; /* the document's own comes first */
    tl_file_facts *facts;
    tl_error *error;
} reader;

/* --- XML, as far as it is needed ---------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool begins_with(const reader *r, const char *what) {
    size_t length = strlen(what);
    return (size_t)(r->end - r->at) >= length && memcmp(r->at, what, length) == 0;
}

/* Goes on to a place; lines are counted on the way. */
static void go_to(reader *r, const char *place) {
    while (r->at < place) {
        const char *line = memchr(r->at, '\n', (size_t)(place - r->at));
        r->line += line != NULL ? 1 : 0;
        r->at = line != NULL ? line + 1 : place;
    }
}

/* Behind the next `what`, or to the end. */
static void pass(reader *r, const char *what) {
    size_t length = strlen(what);
    for (const char *at = r->at; (at = memchr(at, what[0], (size_t)(r->end - at))) != NULL; at++) {
        if ((size_t)(r->end - at) >= length && memcmp(at, what, length) == 0) {
            go_to(r, at + length);
            return;
        }
    }
    go_to(r, r->end);
}

/* The next tag, without its brackets; comments and the like are passed over. False at the end. */
static bool next_tag(reader *r, span *tag) {
    for (;;) {
        const char *open = memchr(r->at, '<', (size_t)(r->end - r->at));
        if (open == NULL) {
            return false;
        }
        go_to(r, open);
        if (begins_with(r, "<!--")) {
            pass(r, "-->");
        } else if (begins_with(r, "<![CDATA[")) {
            pass(r, "]]>");
        } else if (begins_with(r, "<?") || begins_with(r, "<!")) {
            pass(r, ">");
        } else {
            *tag = (span){open + 1, 0};
            pass(r, ">");
            tag->length = (size_t)(r->at - tag->at) - (r->at[-1] == '>' ? 1 : 0);
            return true;
        }
    }
}

/* Whether the tag's name is `name`, whatever namespace it is in. */
static bool is_tag(span tag, const char *name) {
    size_t length = 0;
    while (length < tag.length && !is_blank(tag.at[length]) && (length == 0 || tag.at[length] != '/')) {
        length++;
    }
    const char *colon = memchr(tag.at, ':', length);
    size_t skipped = colon != NULL ? (size_t)(colon - tag.at) + 1 : 0;
    return length - skipped == strlen(name) && memcmp(tag.at + skipped, name, length - skipped) == 0;
}

/* An attribute's value; empty when it isn't there. */
static span attribute(span tag, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 1; i + length < tag.length; i++) {
        if (!is_blank(tag.at[i - 1]) || memcmp(tag.at + i, name, length) != 0) {
            continue;
        }
        size_t at = i + length;
        while (at < tag.length && is_blank(tag.at[at])) {
            at++;
        }
        if (at == tag.length || tag.at[at] != '=') {
            continue;
        }
        for (at++; at < tag.length && is_blank(tag.at[at]); at++) {
        }
        if (at < tag.length && (tag.at[at] == '"' || tag.at[at] == '\'')) {
            const char *stop = memchr(tag.at + at + 1, tag.at[at], tag.length - at - 1);
            if (stop != NULL) {
                return (span){tag.at + at + 1, (size_t)(stop - tag.at) - at - 1};
            }
        }
    }
    return (span){NULL, 0};
}

static bool number_of(span text, double *number) {
    while (text.length > 0 && is_blank(text.at[0])) {
        text.at++;
        text.length--;
    }
    return text.length > 0 && tl_scan_number(text.at, text.at + text.length, number) != NULL;
}

/* A count as a file may have it; false for none. */
static bool whole_of(span text, uint64_t *whole) {
    double number;
    if (!number_of(text, &number) || !(number >= 0 && number <= 1e15) || number != (double)(uint64_t)number) {
        return false;
    }
    *whole = (uint64_t)number;
    return true;
}

/* --- <asset> ------------------------------------------------------------------------------------------------------ */

static void take_asset(reader *r, span tag) {
    if (is_tag(tag, "unit")) {
        double metres;
        if (number_of(attribute(tag, "meter"), &metres) && metres > 0 && isfinite(metres)) {
            r->facts->unit_in_metres = metres;
        }
    } else if (is_tag(tag, "up_axis")) {
        const char *at = r->at;
        while (at < r->end && is_blank(*at)) {
            at++;
        }
        size_t left = (size_t)(r->end - at);
        r->facts->up = left >= 4 && memcmp(at, "Z_UP", 4) == 0   ? TL_AXIS_PZ
                       : left >= 4 && memcmp(at, "X_UP", 4) == 0 ? TL_AXIS_PX
                                                                 : TL_AXIS_PY;
    } else if (is_tag(tag, "/asset")) {
        r->in_asset = false;
        r->asset_done = true;
    }
}

/* --- Arrays and accessors ----------------------------------------------------------------------------------------- */

static uint64_t count_words(const char *at, const char *end) {
    uint64_t count = 0;
    for (bool blank = true; at < end; at++) {
        bool now = is_blank(*at);
        count += blank && !now ? 1 : 0;
        blank = now;
    }
    return count;
}

static tl_status take_array(reader *r, span tag) {
    array a = {.id = attribute(tag, "id")};
    size_t line = r->line;
    if (!whole_of(attribute(tag, "count"), &a.count)) {
        return tl_fail_line(r->error, r->path, line, EXPORT_AGAIN, "an array of numbers doesn't say how many it holds");
    }
    bool empty = tag.length > 0 && tag.at[tag.length - 1] == '/';
    const char *stop = empty ? r->at : memchr(r->at, '<', (size_t)(r->end - r->at));
    uint64_t held = count_words(r->at, stop != NULL ? stop : r->end);
    if (held != a.count) {
        return tl_fail_line(r->error, r->path, line, EXPORT_AGAIN,
                            "the array `%.*s` promises %llu numbers but holds %llu",
                            (int)(a.id.length < 80 ? a.id.length : 80), a.id.at != NULL ? a.id.at : "",
                            (unsigned long long)a.count, (unsigned long long)held);
    }
    if (!tl_reserve(r->context, (void **)&r->arrays, &r->array_capacity, r->array_count + 1, sizeof(a))) {
        return tl_fail_memory(r->error);
    }
    r->arrays[r->array_count++] = a;
    return TL_OK;
}

/* Its array mostly comes just before it. */
static const array *find_array(const reader *r, span id) {
    enum { MOST_LOOKED_AT = 1000 };
    for (size_t i = r->array_count; i > 0 && r->array_count - i < MOST_LOOKED_AT; i--) {
        const array *a = &r->arrays[i - 1];
        if (a->id.length == id.length && memcmp(a->id.at, id.at, id.length) == 0) {
            return a;
        }
    }
    return NULL;
}

static tl_status take_accessor(reader *r, span tag) {
    span source = attribute(tag, "source");
    uint64_t count, stride = 1, offset = 0;
    if (source.length < 2 || source.at[0] != '#' || !whole_of(attribute(tag, "count"), &count)) {
        return TL_OK;
    }
    (void)whole_of(attribute(tag, "stride"), &stride);
    (void)whole_of(attribute(tag, "offset"), &offset);
    const array *a = find_array(r, (span){source.at + 1, source.length - 1});
    if (a == NULL || (double)count * (double)stride + (double)offset <= (double)a->count) {
        return TL_OK;
    }
    return tl_fail_line(r->error, r->path, r->line, EXPORT_AGAIN,
                        "an accessor takes %.15g numbers from the array `%.*s`, which holds %llu",
                        (double)count * (double)stride + (double)offset, (int)(a->id.length < 80 ? a->id.length : 80),
                        a->id.at, (unsigned long long)a->count);
}

tl_status tl_look_into_collada(tl_context *context, const char *path, const char *bytes, size_t size,
                               tl_file_facts *facts, tl_error *error) {
    reader r = {
        .context = context, .path = path, .at = bytes, .end = bytes + size, .line = 1, .facts = facts, .error = error};
    facts->up = TL_AXIS_PY; /* the default of the format */
    facts->unit_in_metres = 1;
    tl_status status = TL_OK;
    for (span tag; status == TL_OK && next_tag(&r, &tag);) {
        if (r.in_asset) {
            take_asset(&r, tag);
        } else if (is_tag(tag, "asset") && !r.asset_done) {
            r.in_asset = tag.length == 0 || tag.at[tag.length - 1] != '/';
        } else if (is_tag(tag, "float_array")) {
            status = take_array(&r, tag);
        } else if (is_tag(tag, "accessor")) {
            status = take_accessor(&r, tag);
        }
    }
    tl_free(context, r.arrays);
    return status;
}
