/* collada.c: what a COLLADA file declares, looked up before Assimp gets it. */
#include "import/collada.h"
#include "base/number.h"
#include "import/finish.h"
#include "import/xml.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT_AGAIN "export it again, or take another copy"

typedef tl_xml_span span;

typedef struct array {
    span id;
    uint64_t count;
} array;

typedef struct reader {
    tl_context *context;
    const char *path;
    tl_xml xml;
    array *arrays;
    size_t array_count, array_capacity;
    bool in_asset, asset_done; /* the document's own comes first */
    tl_file_facts *facts;
    tl_error *error;
} reader;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
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
    if (tl_xml_is(tag, "unit")) {
        double metres;
        if (number_of(tl_xml_attribute(tag, "meter"), &metres) && metres > 0 && isfinite(metres)) {
            r->facts->unit_in_metres = metres;
        }
    } else if (tl_xml_is(tag, "up_axis")) {
        const char *at = r->xml.at;
        while (at < r->xml.end && is_blank(*at)) {
            at++;
        }
        size_t left = (size_t)(r->xml.end - at);
        r->facts->up = left >= 4 && memcmp(at, "Z_UP", 4) == 0   ? TL_AXIS_PZ
                       : left >= 4 && memcmp(at, "X_UP", 4) == 0 ? TL_AXIS_PX
                                                                 : TL_AXIS_PY;
    } else if (tl_xml_is(tag, "/asset")) {
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
    array a = {.id = tl_xml_attribute(tag, "id")};
    size_t line = r->xml.line;
    if (!whole_of(tl_xml_attribute(tag, "count"), &a.count)) {
        return tl_fail_line(r->error, r->path, line, EXPORT_AGAIN, "an array of numbers doesn't say how many it holds");
    }
    bool empty = tag.length > 0 && tag.at[tag.length - 1] == '/';
    const char *stop = empty ? r->xml.at : memchr(r->xml.at, '<', (size_t)(r->xml.end - r->xml.at));
    uint64_t held = count_words(r->xml.at, stop != NULL ? stop : r->xml.end);
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
    span source = tl_xml_attribute(tag, "source");
    uint64_t count, stride = 1, offset = 0;
    if (source.length < 2 || source.at[0] != '#' || !whole_of(tl_xml_attribute(tag, "count"), &count)) {
        return TL_OK;
    }
    (void)whole_of(tl_xml_attribute(tag, "stride"), &stride);
    (void)whole_of(tl_xml_attribute(tag, "offset"), &offset);
    const array *a = find_array(r, (span){source.at + 1, source.length - 1});
    if (a == NULL || (double)count * (double)stride + (double)offset <= (double)a->count) {
        return TL_OK;
    }
    return tl_fail_line(r->error, r->path, r->xml.line, EXPORT_AGAIN,
                        "an accessor takes %.15g numbers from the array `%.*s`, which holds %llu",
                        (double)count * (double)stride + (double)offset, (int)(a->id.length < 80 ? a->id.length : 80),
                        a->id.at, (unsigned long long)a->count);
}

tl_status tl_look_into_collada(tl_context *context, const char *path, const char *bytes, size_t size,
                               tl_file_facts *facts, tl_error *error) {
    reader r = {.context = context, .path = path, .facts = facts, .error = error};
    tl_xml_begin(&r.xml, path, bytes, size, error);
    facts->up = TL_AXIS_PY; /* the default of the format */
    facts->unit_in_metres = 1;
    tl_status status = TL_OK;
    for (span tag; status == TL_OK && tl_xml_scan(&r.xml, &tag);) {
        if (r.in_asset) {
            take_asset(&r, tag);
        } else if (tl_xml_is(tag, "asset") && !r.asset_done) {
            r.in_asset = tag.length == 0 || tag.at[tag.length - 1] != '/';
        } else if (tl_xml_is(tag, "float_array")) {
            status = take_array(&r, tag);
        } else if (tl_xml_is(tag, "accessor")) {
            status = take_accessor(&r, tag);
        }
    }
    tl_free(context, r.arrays);
    return status;
}
