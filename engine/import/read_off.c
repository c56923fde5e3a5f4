/* read_off.c: OFF as text (Geomview manual, "OFF Files"). */
#include "import/faces.h"
#include "import/finish.h"
#include "import/read.h"
#include "import/text.h"
#include "mesh/names.h"

#include <stdint.h>

#define EXPORT_AGAIN "export it again, or take another copy"

typedef struct off_reader {
    tl_access *access;
    tl_text text;
    tl_mesh *mesh;
    tl_faces faces;
    uint64_t vertices, faces_promised;
    bool by_lines; /* each vertex and face has a line of its own, and may end with a colour */
    size_t words;  /* of a vertex, where lines don't tell */
    tl_error *error;
} off_reader;

/* The next word anywhere; comments run to the end of their lines. */
static tl_word next_word(off_reader *r) {
    for (;;) {
        tl_word word = tl_text_word_anywhere(&r->text);
        if (word.length == 0 || word.at[0] != '#') {
            return word;
        }
        tl_text_next_line(&r->text);
    }
}

static tl_status fail_counts(off_reader *r) {
    return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                   "the OFF doesn't say how many vertices and faces it has");
}

static tl_status fail_cut_off(off_reader *r, uint64_t held, uint64_t promised, const char *what) {
    return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                   "the OFF holds %llu of the %llu %s it promises: it is cut off", (unsigned long long)held,
                   (unsigned long long)promised, what);
}

static tl_status fail_word(off_reader *r, tl_word word, const char *expected) {
    return tl_import_fail_line(r->error, r->access->path, r->text.line, EXPORT_AGAIN,
                               "it says `%.*s` where there should be %s", (int)(word.length < 40 ? word.length : 40),
                               word.at, expected);
}

static bool whole_number(tl_word word, uint64_t *whole) {
    double number;
    if (!tl_word_number(word, &number) || !(number >= 0 && number <= 1e15) || number != (double)(uint64_t)number) {
        return false;
    }
    *whole = (uint64_t)number;
    return true;
}

/* --- The header --------------------------------------------------------------------------------------------------- */

static bool takes_prefix(tl_word *word, const char *prefix) {
    size_t length = strlen(prefix);
    if (word->length < length || memcmp(word->at, prefix, length) != 0) {
        return false;
    }
    word->at += length;
    word->length -= length;
    return true;
}

/* `[ST][C][N][4][n]OFF`, in this order; false when it is none of them. */
static bool take_keyword(off_reader *r, tl_word word, bool *refused) {
    r->words = 3;
    r->words += takes_prefix(&word, "ST") ? 2 : 0;
    r->words += takes_prefix(&word, "C") ? 4 : 0;
    r->words += takes_prefix(&word, "N") ? 3 : 0;
    bool fourth = takes_prefix(&word, "4"), any = takes_prefix(&word, "n");
    *refused = fourth || any;
    return tl_word_is(word, "OFF");
}

static tl_status take_counts(off_reader *r, tl_word first) {
    tl_word word = first.length > 0 ? first : next_word(r);
    uint64_t edges;
    if (!whole_number(word, &r->vertices) || !whole_number(next_word(r), &r->faces_promised)) {
        return fail_counts(r);
    }
    /* The number of edges is of no use to anybody, and some leave it out. */
    tl_text here = r->text;
    tl_word third = tl_text_word(&here);
    if (third.length > 0 && whole_number(third, &edges)) {
        r->text = here;
    }
    return TL_OK;
}

static tl_status take_header(off_reader *r) {
    tl_word none = {NULL, 0};
    tl_word word = next_word(r);
    bool refused = false;
    uint64_t number;
    if (whole_number(word, &number)) {
        r->words = 3; /* the keyword may be left out */
        return take_counts(r, word);
    }
    if (!take_keyword(r, word, &refused)) {
        return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, "check that the file is what its name says",
                       "it is no OFF: it doesn't begin with `OFF`");
    }
    tl_text here = r->text;
    if (refused || tl_word_is(tl_text_word(&here), "BINARY")) {
        return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, "export it as plain OFF, OBJ, STL or GLB",
                       refused ? "it is an OFF of more than three dimensions" : "it is a binary OFF");
    }
    return take_counts(r, none);
}

/* The words of the next line that has any, of which `*first` is the first; 0 at the end. */
static size_t count_words(tl_text *text, tl_word *first) {
    size_t count = 0;
    while (count == 0 && text->at < text->end) {
        tl_word word = tl_text_word(text);
        for (; word.length > 0 && word.at[0] != '#'; word = tl_text_word(text)) {
            *first = count == 0 ? word : *first;
            count++;
        }
        tl_text_next_line(text);
    }
    return count;
}

/* Whether each vertex and face has a line of its own: then what follows on the line is a colour. */
static bool goes_by_lines(const off_reader *r) {
    tl_text text = r->text;
    tl_word first = {NULL, 0};
    tl_text_next_line(&text);
    for (uint64_t i = 0; i < r->vertices; i++) {
        if (count_words(&text, &first) < 3) {
            return false;
        }
    }
    for (uint64_t i = 0; i < r->faces_promised; i++) {
        uint64_t corners;
        size_t words = count_words(&text, &first);
        if (words == 0 || !whole_number(first, &corners) || words < 1 + corners) {
            return false;
        }
    }
    return true;
}

/* --- Vertices and faces ------------------------------------------------------------------------------------------- */

/* Passes over what is left of a vertex or face. */
static void end_row(off_reader *r) {
    if (r->by_lines) {
        tl_text_next_line(&r->text);
    }
}

static tl_status read_vertices(off_reader *r) {
    for (uint64_t i = 0; i < r->vertices; i++) {
        if (!tl_text_pace(r->access->context, (size_t)i, &r->text, r->access->bytes)) {
            return tl_fail_cancelled(r->error, TL_PARSING);
        }
        double number[3];
        for (size_t k = 0; k < (r->by_lines ? 3 : r->words); k++) {
            double unused;
            tl_word word = next_word(r);
            if (word.length == 0) {
                return fail_cut_off(r, i, r->vertices, "vertices");
            }
            if (!tl_word_number(word, k < 3 ? &number[k] : &unused)) {
                return fail_word(r, word, "a number");
            }
        }
        end_row(r);
        uint32_t index;
        if (!tl_mesh_add_vertex(r->mesh, (tl_vec3){number[0], number[1], number[2]}, &index)) {
            return tl_fail_memory(r->error);
        }
    }
    return TL_OK;
}

static tl_status read_face(off_reader *r, uint64_t face) {
    uint64_t count, index;
    tl_word word = next_word(r);
    if (word.length == 0) {
        return fail_cut_off(r, face, r->faces_promised, "faces");
    }
    if (!whole_number(word, &count)) {
        return fail_word(r, word, "a number of corners");
    }
    if (count > TL_IMPORT_MOST_FACE_CORNERS) {
        return tl_import_fail_line(r->error, r->access->path, r->text.line, "cut the face into smaller ones",
                                   "a face has more than %d corners", TL_IMPORT_MOST_FACE_CORNERS);
    }
    for (uint64_t k = 0; k < count; k++) {
        word = next_word(r);
        if (word.length == 0) {
            return fail_cut_off(r, face, r->faces_promised, "faces");
        }
        if (!whole_number(word, &index) || index >= r->vertices) {
            char number[32];
            return tl_fail(r->error, TL_ERROR_FORMAT, r->access->path, NULL, EXPORT_AGAIN,
                           "face %s of the OFF names a vertex that is not there (there are %llu)",
                           tl_mesh_grouped_text(face + 1, number), (unsigned long long)r->vertices);
        }
        if (!tl_faces_add_corner(&r->faces, (uint32_t)index)) {
            return tl_fail_memory(r->error);
        }
    }
    end_row(r);
    return tl_faces_end(&r->faces) ? TL_OK : tl_fail_memory(r->error);
}

static tl_status read_faces(off_reader *r) {
    tl_status status = TL_OK;
    for (uint64_t i = 0; status == TL_OK && i < r->faces_promised; i++) {
        if (!tl_text_pace(r->access->context, (size_t)i, &r->text, r->access->bytes)) {
            return tl_fail_cancelled(r->error, TL_PARSING);
        }
        status = read_face(r, i);
        if (status == TL_OK && r->mesh->triangle_count > TL_IMPORT_MOST_CORNERS) {
            status = tl_import_fail_too_large(r->access->path, r->error);
        }
    }
    return status;
}

tl_status tl_import_read_off(tl_access *access, tl_mesh *mesh, tl_error *error) {
    off_reader r = {.access = access, .mesh = mesh, .faces = {.mesh = mesh}, .error = error};
    if (!tl_text_begin(&r.text, access->bytes, access->size)) {
        return tl_import_fail_utf16(access->path, error);
    }
    tl_status status = take_header(&r);
    if (status == TL_OK) {
        r.by_lines = goes_by_lines(&r);
        if (r.by_lines) {
            tl_text_next_line(&r.text);
        }
        status = read_vertices(&r);
    }
    status = status == TL_OK ? read_faces(&r) : status;
    if (status == TL_OK &&
        (!tl_faces_tell(&r.faces) || !tl_mesh_end_piece(mesh, "", TL_ROLE_CORE) ||
         (tl_text_is_open(access->bytes, access->size) && !tl_mesh_warn(mesh, TL_IMPORT_OPEN_END)))) {
        status = tl_fail_memory(error);
    }
    tl_faces_free(&r.faces);
    return status;
}
