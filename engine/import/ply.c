/* ply.c: the header of a PLY, and whether all that it promises is there (G. Turk, The PLY Polygon File Format). */
#include "import/ply.h"
#include "mesh/names.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define EXPORT_AGAIN "export it again, or take another copy"

/* No file of any use has more; what lies beyond them is left to the importer. */
enum { MOST_ELEMENTS = 16, MOST_PROPERTIES = 64 };

typedef struct property {
    unsigned count_size; /* bytes of a list's length; 0: no list */
    bool count_signed;
    unsigned size; /* bytes of the number, or of each in the list */
} property;

typedef struct element {
    char name[64];
    double count; /* doubles can't overflow */
    double least; /* bytes that a row needs at least */
    property properties[MOST_PROPERTIES];
    unsigned property_count;
} element;

typedef struct header {
    const char *path;
    bool text, big_endian;
    bool known; /* every element and property of it: then its rows can be walked */
    element elements[MOST_ELEMENTS];
    unsigned element_count;
    char words[160]; /* "8 vertex, 12 face" */
} header;

typedef struct scalar {
    const char *name;
    unsigned size;
    bool is_signed, is_whole;
} scalar;

static const scalar *find_scalar(const char *name) {
    static const scalar scalars[] = {
        {"char", 1, true, true},    {"uchar", 1, false, true},   {"int8", 1, true, true},
        {"uint8", 1, false, true},  {"short", 2, true, true},    {"ushort", 2, false, true},
        {"int16", 2, true, true},   {"uint16", 2, false, true},  {"int", 4, true, true},
        {"uint", 4, false, true},   {"int32", 4, true, true},    {"uint32", 4, false, true},
        {"float", 4, true, false},  {"float32", 4, true, false}, {"double", 8, true, false},
        {"float64", 8, true, false}};
    for (size_t i = 0; i < sizeof(scalars) / sizeof(scalars[0]); i++) {
        if (strcmp(scalars[i].name, name) == 0) {
            return &scalars[i];
        }
    }
    return NULL;
}

/* --- The header --------------------------------------------------------------------------------------------------- */

static void add_element(header *h, const char *name, double count) {
    size_t used = strlen(h->words);
    snprintf(h->words + used, sizeof(h->words) - used, "%s%.15g %s", used > 0 ? ", " : "", count, name);
    h->known = h->known && h->element_count < MOST_ELEMENTS;
    if (h->element_count < MOST_ELEMENTS) {
        element *e = &h->elements[h->element_count++];
        *e = (element){.count = count > 0 ? count : 0};
        snprintf(e->name, sizeof(e->name), "%s", name);
    }
}

/* `counted_by` is the type of a list's length, or NULL. */
static void add_property(header *h, const char *counted_by, const char *type) {
    const scalar *number = find_scalar(type);
    const scalar *length = counted_by != NULL ? find_scalar(counted_by) : NULL;
    element *e = h->element_count > 0 ? &h->elements[h->element_count - 1] : NULL;
    h->known = h->known && e != NULL && number != NULL && e->property_count < MOST_PROPERTIES &&
               (counted_by == NULL || (length != NULL && length->is_whole));
    if (e == NULL || e->property_count == MOST_PROPERTIES) {
        return;
    }
    const scalar *first = counted_by != NULL ? length : number;
    e->least += h->text ? 2 : first != NULL ? first->size : 1; /* an empty list; in text a digit and a blank */
    e->properties[e->property_count++] = (property){.count_size = length != NULL ? length->size : 0,
                                                    .count_signed = length != NULL && length->is_signed,
                                                    .size = number != NULL ? number->size : 1};
}

static void take_line(header *h, const char *line) {
    char a[64] = "", b[64] = "", c[64] = "";
    double count = 0;
    if (sscanf(line, "format %63s", a) == 1) {
        h->text = strcmp(a, "ascii") == 0;
        h->big_endian = strcmp(a, "binary_big_endian") == 0;
    } else if (sscanf(line, "element %63s %lf", a, &count) == 2) {
        add_element(h, a, count);
    } else if (sscanf(line, "property list %63s %63s %63s", a, b, c) == 3) {
        add_property(h, a, b);
    } else if (sscanf(line, "property %63s %63s", a, b) == 2) {
        add_property(h, NULL, a);
    }
}

/* Where the rows begin, or NULL. */
static const char *take_header(header *h, const char *at, const char *end) {
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL) {
            return NULL;
        }
        char line[256];
        snprintf(line, sizeof(line), "%.*s", (int)(stop - at < 255 ? stop - at : 255), at);
        at = stop + 1;
        if (strncmp(line, "end_header", 10) == 0) {
            return at;
        }
        take_line(h, line);
    }
    return NULL;
}

/* --- The rows ----------------------------------------------------------------------------------------------------- */

static tl_status fail_cut_off(const header *h, const element *e, double held, tl_error *error) {
    char a[32], b[32];
    return tl_fail(error, TL_ERROR_FORMAT, h->path, NULL, EXPORT_AGAIN,
                   "the PLY holds %s of the %s `%s` it promises: it is cut off", tl_grouped_text((uint64_t)held, a),
                   tl_grouped_text((uint64_t)e->count, b), e->name);
}

static tl_status fail_row(const header *h, const element *e, double row, const char *what, tl_error *error) {
    char number[32];
    return tl_fail(error, TL_ERROR_FORMAT, h->path, NULL, EXPORT_AGAIN, "`%s` %s of the PLY %s", e->name,
                   tl_grouped_text((uint64_t)row + 1, number), what);
}

/* The length of a list, or -1. */
static double binary_length(const header *h, const property *p, const unsigned char *at) {
    uint32_t length = 0;
    for (unsigned i = 0; i < p->count_size; i++) {
        length = length << 8 | at[h->big_endian ? i : p->count_size - 1 - i];
    }
    uint32_t sign = UINT32_C(1) << (8 * p->count_size - 1);
    return p->count_signed && (length & sign) != 0 ? -1 : (double)length;
}

static tl_status walk_binary(const header *h, const unsigned char *at, const unsigned char *end, tl_error *error) {
    for (unsigned k = 0; k < h->element_count; k++) {
        const element *e = &h->elements[k];
        for (double row = 0; row < e->count && e->property_count > 0; row++) {
            for (unsigned i = 0; i < e->property_count; i++) {
                const property *p = &e->properties[i];
                double left = (double)(end - at);
                if (left < (p->count_size > 0 ? p->count_size : p->size)) {
                    return fail_cut_off(h, e, row, error);
                }
                double length = p->count_size > 0 ? binary_length(h, p, at) : 1;
                if (length < 0) {
                    return fail_row(h, e, row, "has a list of a negative length", error);
                }
                if (left < p->count_size + length * p->size) {
                    return fail_row(h, e, row, "has a list that is longer than the rest of the file", error);
                }
                at += p->count_size + (size_t)length * p->size;
            }
        }
    }
    return TL_OK;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The next word on the line, or NULL; `*at` goes behind it. */
static const char *next_word(const char **at, const char *stop) {
    const char *word = *at;
    while (word < stop && is_blank(*word)) {
        word++;
    }
    *at = word;
    while (*at < stop && !is_blank(**at)) {
        (*at)++;
    }
    return *at > word ? word : NULL;
}

/* A list's length as it is written, or -1 when it is no whole number below 2^31. */
static double text_length(const char *word, const char *stop) {
    double length = 0;
    const char *digit = word + (*word == '+');
    for (const char *first = digit; digit < stop; digit++) {
        if (*digit < '0' || *digit > '9' || digit - first > 9) {
            return -1;
        }
        length = 10 * length + (*digit - '0');
    }
    return length;
}

/* Whether the line holds a whole row of it; what follows on the line is left alone. Else why not, in `*why`. */
static bool row_is_whole(const element *e, const char *at, const char *stop, const char **why) {
    for (unsigned i = 0; i < e->property_count; i++) {
        const property *p = &e->properties[i];
        const char *word = next_word(&at, stop);
        double length = 1;
        *why = "has too few numbers";
        if (word == NULL) {
            return false;
        }
        if (p->count_size > 0) {
            length = text_length(word, at);
            *why = length < 0 ? "has a list whose length is no number" : *why;
        }
        for (double left = p->count_size > 0 ? length : 0; left > 0; left--) {
            if (next_word(&at, stop) == NULL) {
                return false;
            }
        }
        if (length < 0) {
            return false;
        }
    }
    return true;
}

/* In text each row has a line of its own. */
static tl_status walk_text(const header *h, const char *at, const char *end, tl_error *error) {
    for (unsigned k = 0; k < h->element_count; k++) {
        const element *e = &h->elements[k];
        for (double row = 0; row < e->count && e->property_count > 0;) {
            if (at >= end) {
                return fail_cut_off(h, e, row, error);
            }
            const char *stop = memchr(at, '\n', (size_t)(end - at));
            stop = stop != NULL ? stop : end;
            const char *first = at;
            const char *why;
            bool empty = next_word(&first, stop) == NULL;
            if (!empty && !row_is_whole(e, at, stop, &why)) {
                return stop == end ? fail_cut_off(h, e, row, error) : fail_row(h, e, row, why, error);
            }
            row += empty ? 0 : 1;
            at = stop < end ? stop + 1 : end;
        }
    }
    return TL_OK;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

tl_status tl_look_into_ply(const char *path, const char *bytes, size_t size, bool *cut_short, tl_error *error) {
    if (size < 3 || strncasecmp(bytes, "ply", 3) != 0) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "check that the file is what its name says",
                       "it is no PLY: its first line is not `ply`");
    }
    header h = {.path = path, .text = true, .known = true};
    const char *end = bytes + size;
    const char *rows = take_header(&h, bytes, end);
    if (rows == NULL) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_AGAIN,
                       "the PLY header has no end: the line `end_header` is missing");
    }
    double needed = 0;
    for (unsigned i = 0; i < h.element_count; i++) {
        needed += h.elements[i].count * h.elements[i].least;
    }
    double held = (double)(end - rows);
    /* The last blank of a text file may be missing. */
    if (held + (h.text ? 1 : 0) < needed) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, EXPORT_AGAIN,
                       "the PLY promises %s, which need %.15g bytes or more, but only %.0f follow its header", h.words,
                       needed, held);
    }
    *cut_short = h.text && size > 0 && bytes[size - 1] != '\n' && bytes[size - 1] != '\r';
    if (!h.known) {
        return TL_OK;
    }
    return h.text ? walk_text(&h, rows, end, error)
                  : walk_binary(&h, (const unsigned char *)rows, (const unsigned char *)end, error);
}
