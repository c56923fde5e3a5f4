/* read_ply.c: PLY, as text and binary of both byte orders (G. Turk, The PLY Polygon File Format). */
#include "import/faces.h"
#include "import/finish.h"
#include "import/read.h"
#include "import/text.h"
#include "mesh/names.h"

#include <stdint.h>
#include <stdio.h>

#define EXPORT_AGAIN "export it again, or take another copy"

/* No file of any use has more. */
enum { MOST_ELEMENTS = 64, MOST_PROPERTIES = 256 };

typedef struct scalar {
    const char *name;
    unsigned size;
    bool is_signed, is_whole;
} scalar;

typedef struct property {
    const scalar *length; /* of a list; NULL: no list */
    const scalar *number; /* or each in the list */
    char name[64];
} property;

typedef struct element {
    char name[64];
    uint64_t count;
    uint64_t least; /* bytes that a row needs at least */
    property *properties;
    size_t property_count, property_capacity;
} element;

/* What is made of an element. */
typedef enum purpose { PASSED_OVER, VERTICES, FACES, STRIPS } purpose;

typedef struct ply_reader {
    tl_access *access;
    tl_mesh *mesh;
    tl_faces faces;
    bool text, big_endian;
    element elements[MOST_ELEMENTS];
    size_t element_count;
    uint64_t vertex_count; /* promised */
    uint64_t rows;         /* read, of all elements: for progress */
    uint32_t *list;        /* of the row: what FACES and STRIPS need */
    size_t list_count, list_capacity;
    double place[3];
    tl_text at; /* binary files have no lines */
    tl_error *error;
} ply_reader;

static const scalar *find_scalar(tl_word name) {
    static const scalar scalars[] = {
        {"char", 1, true, true},    {"uchar", 1, false, true},   {"int8", 1, true, true},
        {"uint8", 1, false, true},  {"short", 2, true, true},    {"ushort", 2, false, true},
        {"int16", 2, true, true},   {"uint16", 2, false, true},  {"int", 4, true, true},
        {"uint", 4, false, true},   {"int32", 4, true, true},    {"uint32", 4, false, true},
        {"float", 4, true, false},  {"float32", 4, true, false}, {"double", 8, true, false},
        {"float64", 8, true, false}};
    for (size_t i = 0; i < sizeof(scalars) / sizeof(scalars[0]); i++) {
        if (tl_word_is(name, scalars[i].name)) {
            return &scalars[i];
        }
    }
    return NULL;
}

/* --- The header --------------------------------------------------------------------------------------------------- */

static tl_status fail_header(ply_reader *r, const char *what, tl_word word) {
    return tl_import_fail_line(r->error, r->access->path, r->at.line, EXPORT_AGAIN, "the PLY header %s: `%.*s`", what,
                               (int)(word.length < 40 ? word.length : 40), word.at);
}

static tl_status take_format(ply_reader *r) {
    tl_word word = tl_text_word(&r->at);
    r->text = tl_word_is(word, "ascii");
    r->big_endian = tl_word_is(word, "binary_big_endian");
    return r->text || r->big_endian || tl_word_is(word, "binary_little_endian")
               ? TL_OK
               : fail_header(r, "names a format that is not known", word);
}

static void keep_name(char name[64], tl_word word) {
    snprintf(name, 64, "%.*s", (int)(word.length < 63 ? word.length : 63), word.at);
}

static tl_status take_element(ply_reader *r) {
    tl_word name = tl_text_word(&r->at), count = tl_text_word(&r->at);
    double number;
    if (!tl_word_number(count, &number) || !(number >= 0 && number <= 1e15) || number != (double)(uint64_t)number) {
        return fail_header(r, "counts an element by what is no whole number", count);
    }
    if (r->element_count == MOST_ELEMENTS) {
        return fail_header(r, "has too many elements", name);
    }
    element *e = &r->elements[r->element_count++];
    *e = (element){.count = (uint64_t)number};
    keep_name(e->name, name);
    return TL_OK;
}

static tl_status take_property(ply_reader *r) {
    tl_word type = tl_text_word(&r->at), length = {NULL, 0};
    bool list = tl_word_is(type, "list");
    if (list) {
        length = tl_text_word(&r->at);
        type = tl_text_word(&r->at);
    }
    property p = {.number = find_scalar(type), .length = list ? find_scalar(length) : NULL};
    if (p.number == NULL || (list && (p.length == NULL || !p.length->is_whole))) {
        return fail_header(r, "has a property of a type that is not known", p.number == NULL ? type : length);
    }
    keep_name(p.name, tl_text_word(&r->at));
    if (r->element_count == 0) {
        return fail_header(r, "has a property before any element", type);
    }
    element *e = &r->elements[r->element_count - 1];
    if (e->property_count == MOST_PROPERTIES) {
        return fail_header(r, "has too many properties", type);
    }
    if (!tl_reserve(r->access->context, (void **)&e->properties, &e->property_capacity, e->property_count + 1,
                    sizeof(p))) {
        return tl_fail_memory(r->error);
    }
    /* In text a digit and a blank; an empty list. */
    e->least += r->text ? 2 : list ? p.length->size : p.number->size;
    e->properties[e->property_count++] = p;
    return TL_OK;
}

static tl_status take_line(ply_reader *r, tl_word word) {
    if (tl_word_is(word, "format")) {
        return take_format(r);
    }
    if (tl_word_is(word, "element")) {
        return take_element(r);
    }
    if (tl_word_is(word, "property")) {
        return take_property(r);
    }
    bool known = word.length == 0 || tl_word_is(word, "comment") || tl_word_is(word, "obj_info");
    return known ? TL_OK : fail_header(r, "has a line that is not known", word);
}

/* Files that promise more than they hold. */
static tl_status check_promises(ply_reader *r) {
    double needed = 0;
    char words[160] = "";
    for (size_t i = 0; i < r->element_count; i++) {
        const element *e = &r->elements[i];
        size_t used = strlen(words);
        snprintf(words + used, sizeof(words) - used, "%s%llu %s", used > 0 ? ", " : "", (unsigned long long)e->count,
                 e->name);
        needed += (double)e->count * (double)e->least;
    }
    double held = (double)(r->at.end - r->at.at);
    /* The last blank of a text file may be missing. */
    if (held + (r->text ? 1 : 0) < needed) {
        return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                       "the PLY promises %s, which need %.15g bytes or more, but only %.0f follow its header", words,
                       needed, held);
    }
    return TL_OK;
}

static tl_status take_header(ply_reader *r) {
    for (;;) {
        tl_text_next_line(&r->at);
        if (r->at.at == r->at.end) {
            return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                           "the PLY header has no end: the line `end_header` is missing");
        }
        tl_word word = tl_text_word(&r->at);
        if (tl_word_is(word, "end_header")) {
            break;
        }
        tl_status status = take_line(r, word);
        if (status != TL_OK) {
            return status;
        }
    }
    /* A binary row may begin with the byte of a line's end, so no more than the header's own is passed over. */
    tl_text_next_line(&r->at);
    return check_promises(r);
}

/* --- What the elements are for ------------------------------------------------------------------------------------ */

static int find_property(const element *e, const char *name, bool list) {
    for (size_t i = 0; i < e->property_count; i++) {
        if (strcmp(e->properties[i].name, name) == 0 && (e->properties[i].length != NULL) == list) {
            return (int)i;
        }
    }
    return -1;
}

/* What each property is: 0 to 2 for x, y and z, 3 for the list of vertices, -1 for nothing. */
typedef struct use {
    purpose purpose;
    signed char of[MOST_PROPERTIES];
} use;

static tl_status look_at_vertices(ply_reader *r, const element *e, use *u) {
    static const char *const axes[] = {"x", "y", "z"};
    for (int k = 0; k < 3; k++) {
        int at = find_property(e, axes[k], false);
        if (at < 0) {
            return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                           "the vertices of the PLY have no `%s`", axes[k]);
        }
        u->of[at] = (signed char)k;
    }
    u->purpose = VERTICES;
    return TL_OK;
}

static tl_status look_at_element(ply_reader *r, const element *e, use *u) {
    memset(u->of, -1, sizeof(u->of));
    u->purpose = PASSED_OVER;
    bool faces = strcmp(e->name, "face") == 0, strips = strcmp(e->name, "tristrips") == 0;
    if (strcmp(e->name, "vertex") == 0) {
        return look_at_vertices(r, e, u);
    }
    if ((!faces && !strips) || e->count == 0) {
        return TL_OK;
    }
    int at = find_property(e, "vertex_indices", true);
    at = at < 0 ? find_property(e, "vertex_index", true) : at;
    if (at < 0 || !e->properties[at].number->is_whole) {
        return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                       "`%s` of the PLY has no list of whole numbers named `vertex_indices`", e->name);
    }
    u->purpose = faces ? FACES : STRIPS;
    u->of[at] = 3;
    return TL_OK;
}

/* Vertices are counted before any row is read: faces may come first. */
static tl_status count_vertices(ply_reader *r) {
    size_t found = 0;
    for (size_t i = 0; i < r->element_count; i++) {
        if (strcmp(r->elements[i].name, "vertex") == 0) {
            r->vertex_count = r->elements[i].count;
            found++;
        }
    }
    if (found > 1) {
        return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                       "the PLY has %zu elements named `vertex`", found);
    }
    return r->vertex_count > TL_IMPORT_MOST_CORNERS ? tl_import_fail_too_large(r->access->path, r->error) : TL_OK;
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

static tl_status fail_cut_off(ply_reader *r, const element *e, uint64_t held) {
    char a[32], b[32];
    return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                   "the PLY holds %s of the %s `%s` it promises: it is cut off", tl_mesh_grouped_text(held, a),
                   tl_mesh_grouped_text(e->count, b), e->name);
}

static tl_status fail_row(ply_reader *r, const element *e, uint64_t row, const char *what) {
    char number[32];
    return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN, "`%s` %s of the PLY %s", e->name,
                   tl_mesh_grouped_text(row + 1, number), what);
}

/* What stands for numbers of vertices that are not there. */
#define BELOW  UINT32_MAX /* ends a strip */
#define BEYOND (UINT32_MAX - 1)

static bool keep_index(ply_reader *r, double number) {
    if (!tl_reserve(r->access->context, (void **)&r->list, &r->list_capacity, r->list_count + 1, sizeof(*r->list))) {
        return false;
    }
    r->list[r->list_count++] = number < 0 ? BELOW : number < (double)r->vertex_count ? (uint32_t)number : BEYOND;
    return true;
}

static tl_status make_face(ply_reader *r, const element *e, uint64_t row) {
    if (r->list_count > TL_IMPORT_MOST_FACE_CORNERS) {
        return fail_row(r, e, row, "has too many corners");
    }
    for (size_t i = 0; i < r->list_count; i++) {
        if (!tl_faces_add_corner(&r->faces, r->list[i])) {
            return tl_fail_memory(r->error);
        }
    }
    return tl_faces_end(&r->faces) ? TL_OK : tl_fail_memory(r->error);
}

/* Each corner makes a triangle with the two before it, every other one wound the other way; -1 begins a new strip. */
static tl_status make_strip(ply_reader *r) {
    size_t run = 0;
    for (size_t i = 0; i < r->list_count; i++) {
        run = r->list[i] == BELOW ? 0 : run + 1;
        if (run < 3) {
            continue;
        }
        bool odd = run % 2 == 0;
        uint32_t a = r->list[i - 2], b = r->list[i - 1], c = r->list[i];
        if (a != b && b != c && c != a && !tl_mesh_add_triangle(r->mesh, odd ? b : a, odd ? a : b, c)) {
            return tl_fail_memory(r->error);
        }
    }
    return TL_OK;
}

static tl_status end_row(ply_reader *r, const element *e, const use *u, uint64_t row) {
    uint32_t index;
    switch (u->purpose) {
    case VERTICES:
        return tl_mesh_add_vertex(r->mesh, (tl_vec3){r->place[0], r->place[1], r->place[2]}, &index)
                   ? TL_OK
                   : tl_fail_memory(r->error);
    case FACES:
        return make_face(r, e, row);
    case STRIPS:
        return make_strip(r);
    default:
        return TL_OK;
    }
}

static tl_status fail_index(ply_reader *r, const element *e, uint64_t row) {
    char text[80], number[32];
    snprintf(text, sizeof(text), "names a vertex that is not there (there are %s)",
             tl_mesh_grouped_text(r->vertex_count, number));
    return fail_row(r, e, row, text);
}

/* --- Binary ------------------------------------------------------------------------------------------------------- */

static uint64_t bits_at(const ply_reader *r, const unsigned char *at, unsigned size) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < size; i++) {
        bits = bits << 8 | at[r->big_endian ? i : size - 1 - i];
    }
    return bits;
}

static double number_at(const ply_reader *r, const unsigned char *at, const scalar *type) {
    uint64_t bits = bits_at(r, at, type->size);
    if (!type->is_whole) {
        double wide;
        float narrow;
        uint32_t half = (uint32_t)bits;
        memcpy(&wide, &bits, sizeof(wide));
        memcpy(&narrow, &half, sizeof(narrow));
        return type->size == 8 ? wide : (double)narrow;
    }
    uint64_t sign = UINT64_C(1) << (8 * type->size - 1);
    return type->is_signed && (bits & sign) != 0 ? -(double)((sign << 1) - bits) : (double)bits;
}

static tl_status read_binary_list(ply_reader *r, const element *e, uint64_t row, const property *p, bool wanted) {
    double length = number_at(r, (const unsigned char *)r->at.at, p->length);
    r->at.at += p->length->size;
    if (length < 0) {
        return fail_row(r, e, row, "has a list of a negative length");
    }
    if (length * p->number->size > (double)(r->at.end - r->at.at)) {
        return fail_row(r, e, row, "has a list that is longer than the rest of the file");
    }
    size_t count = (size_t)length;
    for (size_t i = 0; wanted && i < count; i++) {
        const unsigned char *at = (const unsigned char *)r->at.at + i * p->number->size;
        if (!keep_index(r, number_at(r, at, p->number))) {
            return tl_fail_memory(r->error);
        }
    }
    r->at.at += count * p->number->size;
    return TL_OK;
}

static tl_status read_binary_row(ply_reader *r, const element *e, const use *u, uint64_t row) {
    for (size_t i = 0; i < e->property_count; i++) {
        const property *p = &e->properties[i];
        size_t size = p->length != NULL ? p->length->size : p->number->size;
        if ((size_t)(r->at.end - r->at.at) < size) {
            return fail_cut_off(r, e, row);
        }
        if (p->length != NULL) {
            tl_status status = read_binary_list(r, e, row, p, u->of[i] == 3);
            if (status != TL_OK) {
                return status;
            }
            continue;
        }
        if (u->of[i] >= 0) {
            r->place[u->of[i]] = number_at(r, (const unsigned char *)r->at.at, p->number);
        }
        r->at.at += size;
    }
    return TL_OK;
}

/* --- Text --------------------------------------------------------------------------------------------------------- */

/* The next number of the row; NULL, or what is wrong with it. */
static const char *text_number(ply_reader *r, double *number) {
    tl_word word = tl_text_word(&r->at);
    return word.length == 0 ? "has too few numbers" : tl_word_number(word, number) ? NULL : "has what is no number";
}

static const char *read_text_list(ply_reader *r, bool wanted, bool *memory) {
    double length, number;
    const char *why = text_number(r, &length);
    if (why != NULL || !(length >= 0 && length < 2147483648.0) || length != (double)(uint64_t)length) {
        return why != NULL && strcmp(why, "has too few numbers") == 0 ? why : "has a list whose length is no number";
    }
    for (uint64_t left = (uint64_t)length; why == NULL && left > 0; left--) {
        why = text_number(r, &number);
        if (why == NULL && wanted && !keep_index(r, number == (double)(int64_t)number ? number : -2)) {
            *memory = false;
            return "needs more memory";
        }
    }
    return why;
}

/* In text each row has a line of its own; what follows on it is left alone. */
static tl_status read_text_row(ply_reader *r, const element *e, const use *u, uint64_t row) {
    tl_text_skip_blanks(&r->at);
    while (r->at.at < r->at.end && tl_text_is_line_end(*r->at.at)) {
        tl_text_next_line(&r->at);
        tl_text_skip_blanks(&r->at);
    }
    if (r->at.at == r->at.end) {
        return fail_cut_off(r, e, row);
    }
    const char *why = NULL;
    bool memory = true;
    for (size_t i = 0; why == NULL && i < e->property_count; i++) {
        double number;
        bool list = e->properties[i].length != NULL;
        why = list ? read_text_list(r, u->of[i] == 3, &memory) : text_number(r, &number);
        if (why == NULL && !list && u->of[i] >= 0) {
            r->place[u->of[i]] = number;
        }
    }
    if (!memory) {
        return tl_fail_memory(r->error);
    }
    if (why != NULL) {
        return r->at.at == r->at.end ? fail_cut_off(r, e, row) : fail_row(r, e, row, why);
    }
    tl_text_next_line(&r->at);
    return TL_OK;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

/* Reads an element's rows; `made`: makes the mesh of them, else passes over them. */
static tl_status read_element(ply_reader *r, const element *e, const use *u, bool made) {
    for (uint64_t row = 0; row < e->count && e->property_count > 0; row++) {
        if (!tl_text_pace(r->access->context, (size_t)r->rows++, &r->at, r->access->bytes)) {
            return tl_fail_cancelled(r->error, TL_PARSING);
        }
        r->list_count = 0;
        tl_status status = r->text ? read_text_row(r, e, u, row) : read_binary_row(r, e, u, row);
        for (size_t i = 0; status == TL_OK && i < r->list_count; i++) {
            bool there = r->list[i] < BEYOND || (r->list[i] == BELOW && u->purpose == STRIPS);
            status = there ? TL_OK : fail_index(r, e, row);
        }
        if (status == TL_OK && made) {
            status = end_row(r, e, u, row);
        }
        if (status == TL_OK && r->mesh->triangle_count > TL_IMPORT_MOST_CORNERS) {
            status = tl_import_fail_too_large(r->access->path, r->error);
        }
        if (status != TL_OK) {
            return status;
        }
    }
    return TL_OK;
}

typedef enum pass { VERTICES_ALONE, FACES_ALONE, ALL } pass;

/* Goes through all rows and makes the mesh of the elements that are wanted. */
static tl_status read_rows(ply_reader *r, pass wanted) {
    for (size_t i = 0; i < r->element_count; i++) {
        use u;
        const element *e = &r->elements[i];
        tl_status status = look_at_element(r, e, &u);
        bool made =
            u.purpose != PASSED_OVER && (wanted == ALL || (u.purpose == VERTICES) == (wanted == VERTICES_ALONE));
        if (!made) {
            memset(u.of, -1, sizeof(u.of));
        }
        status = status == TL_OK ? read_element(r, e, &u, made) : status;
        if (status != TL_OK) {
            return status;
        }
    }
    return TL_OK;
}

/* Polygons are cut by where their corners lie. */
static bool faces_come_first(const ply_reader *r) {
    for (size_t i = 0; i < r->element_count && strcmp(r->elements[i].name, "vertex") != 0; i++) {
        if (strcmp(r->elements[i].name, "face") == 0) {
            return true;
        }
    }
    return false;
}

static tl_status read_all(ply_reader *r) {
    tl_status status = take_header(r);
    status = status == TL_OK ? count_vertices(r) : status;
    if (status != TL_OK) {
        return status;
    }
    const tl_text rows = r->at;
    bool twice = faces_come_first(r);
    status = read_rows(r, twice ? VERTICES_ALONE : ALL);
    if (status == TL_OK && twice) {
        r->at = rows;
        status = read_rows(r, FACES_ALONE);
    }
    bool room = status != TL_OK || (tl_faces_tell(&r->faces) && tl_mesh_end_piece(r->mesh, "", TL_ROLE_CORE) &&
                                    (!r->text || !tl_text_is_open(r->access->bytes, r->access->size) ||
                                     tl_mesh_warn(r->mesh, TL_IMPORT_OPEN_END)));
    return room ? status : tl_fail_memory(r->error);
}

tl_status tl_import_read_ply(tl_access *access, tl_mesh *mesh, tl_error *error) {
    if (access->size < 3 || strncasecmp(access->bytes, "ply", 3) != 0) {
        return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, "check that the file is what its name says",
                       "it is no PLY: its first line is not `ply`");
    }
    ply_reader *r = tl_alloc(access->context, sizeof(*r));
    if (r == NULL) {
        return tl_fail_memory(error);
    }
    *r = (ply_reader){.access = access, .mesh = mesh, .faces = {.mesh = mesh}, .text = true, .error = error};
    (void)tl_text_begin(&r->at, access->bytes, access->size);
    tl_status status = read_all(r);
    for (size_t i = 0; i < r->element_count; i++) {
        tl_free(access->context, r->elements[i].properties);
    }
    tl_faces_free(&r->faces);
    tl_free(access->context, r->list);
    tl_free(access->context, r);
    return status;
}
