/* read_obj.c: the polygons of Wavefront OBJ files (Alias|Wavefront, The Advanced Visualizer, appendix B1). */
#include "base/hash.h"
#include "import/faces.h"
#include "import/finish.h"
#include "import/piece_names.h"
#include "import/read.h"
#include "import/text.h"
#include "mesh/names.h"

#include <stdint.h>
#include <stdio.h>

#define REPAIR "export it again, or mend the line"

/* What a face belongs to, as the statements before it say. The words are parts of the file. */
typedef struct obj_state {
    tl_word object, group, material;
} obj_state;

typedef struct obj_reader {
    tl_access *access;
    tl_text text;
    tl_mesh *mesh;
    tl_faces faces;
    obj_state state;
    bool state_is_new;
    uint32_t piece; /* of the state */
    obj_state *pieces;
    size_t piece_count, piece_capacity;
    uint32_t *table; /* numbers of pieces by their hash, or TL_HASH_NOTHING */
    size_t table_size;
    uint32_t *piece_of; /* every triangle's */
    size_t piece_of_capacity;
    size_t seen;                      /* vertices before the line, by which negative numbers count */
    size_t fourth_count;              /* vertices with a weight other than 1 */
    size_t curved_line, unknown_line; /* the first of each; 0: none */
    char unknown[41];
    tl_error *error;
} obj_reader;

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* As tl_text_word; a backslash at the end of a line joins the next one to it. */
static tl_word next_word(obj_reader *r) {
    for (;;) {
        tl_text_skip_blanks(&r->text);
        const char *at = r->text.at;
        if (at + 1 < r->text.end && *at == '\\' && tl_text_is_line_end(at[1])) {
            r->text.at++;
            tl_text_next_line(&r->text);
            continue;
        }
        tl_word word = tl_text_word(&r->text);
        if (word.length > 1 && word.at[word.length - 1] == '\\' && r->text.at < r->text.end) {
            word.length--;
            r->text.at--;
        }
        return word;
    }
}

static tl_status fail_word(obj_reader *r, tl_word word, const char *expected) {
    if (word.length == 0) {
        return tl_import_fail_line(r->error, r->access->path, r->text.line, REPAIR,
                                   "the line ends where there should be %s", expected);
    }
    return tl_import_fail_line(r->error, r->access->path, r->text.line, REPAIR,
                               "it says `%.*s` where there should be %s", (int)(word.length < 40 ? word.length : 40),
                               word.at, expected);
}

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of_word(uint64_t hash, tl_word word) {
    for (size_t i = 0; i < word.length; i++) {
        hash = (hash ^ (unsigned char)word.at[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    }
    return tl_mix(hash + word.length);
}

static bool same_word(tl_word a, tl_word b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

/* The place in the table of a state that is there, or where it belongs. */
static size_t place_of(const obj_reader *r, const obj_state *state) {
    uint64_t hash = hash_of_word(hash_of_word(hash_of_word(7, state->object), state->group), state->material);
    for (size_t at = hash & (r->table_size - 1);; at = (at + 1) & (r->table_size - 1)) {
        if (r->table[at] == TL_HASH_NOTHING) {
            return at;
        }
        const obj_state *known = &r->pieces[r->table[at]];
        if (same_word(known->object, state->object) && same_word(known->group, state->group) &&
            same_word(known->material, state->material)) {
            return at;
        }
    }
}

static bool grow_table(obj_reader *r) {
    size_t size = tl_hash_table_size(2 * r->piece_count + 8);
    uint32_t *table = tl_alloc_array(r->access->context, size, sizeof(*table));
    if (table == NULL) {
        return false;
    }
    tl_free(r->access->context, r->table);
    r->table = table;
    r->table_size = size;
    for (size_t i = 0; i < size; i++) {
        table[i] = TL_HASH_NOTHING;
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        table[place_of(r, &r->pieces[i])] = (uint32_t)i;
    }
    return true;
}

static tl_status find_piece(obj_reader *r) {
    if (2 * (r->piece_count + 1) > r->table_size && !grow_table(r)) {
        return tl_fail_memory(r->error);
    }
    size_t place = place_of(r, &r->state);
    if (r->table[place] == TL_HASH_NOTHING) {
        if (r->piece_count == TL_IMPORT_MOST_PIECES) {
            return tl_import_fail_too_large(r->access->path, r->error);
        }
        if (!tl_reserve(r->access->context, (void **)&r->pieces, &r->piece_capacity, r->piece_count + 1,
                        sizeof(*r->pieces))) {
            return tl_fail_memory(r->error);
        }
        r->table[place] = (uint32_t)r->piece_count;
        r->pieces[r->piece_count++] = r->state;
    }
    r->piece = r->table[place];
    r->state_is_new = false;
    return TL_OK;
}

/* --- Statements --------------------------------------------------------------------------------------------------- */

static tl_status read_vertex(obj_reader *r) {
    double number[3], weight;
    for (int k = 0; k < 3; k++) {
        tl_word word = next_word(r);
        if (!tl_word_number(word, &number[k])) {
            return fail_word(r, word, "a number");
        }
    }
    /* One number more is a weight, which only curves use; three or four are a colour. */
    tl_word fourth = next_word(r);
    if (fourth.length > 0 && (!tl_word_number(fourth, &weight) || (next_word(r).length == 0 && weight != 1))) {
        r->fourth_count++;
    }
    if (r->mesh->vertex_count == TL_IMPORT_MOST_CORNERS) {
        return tl_import_fail_too_large(r->access->path, r->error);
    }
    uint32_t index;
    return tl_mesh_add_vertex(r->mesh, (tl_vec3){number[0], number[1], number[2]}, &index) ? TL_OK
                                                                                           : tl_fail_memory(r->error);
}

/* The vertex of a corner such as "7", "-1", "7/3", "7//2" or "7/3/2", 1-based; 0 when it is none. What follows the
 * slashes is texture and normal. */
static uint64_t corner_of(const obj_reader *r, tl_word word) {
    size_t at = 0;
    uint64_t number = 0;
    bool back = word.at[0] == '-';
    for (at = back || word.at[0] == '+'; at < word.length && word.at[at] >= '0' && word.at[at] <= '9'; at++) {
        number = number < UINT64_C(1) << 40 ? 10 * number + (uint64_t)(word.at[at] - '0') : number;
    }
    for (size_t i = at; i < word.length; i++) {
        char c = word.at[i];
        if (c != '/' && c != '-' && c != '+' && !(c >= '0' && c <= '9')) {
            return 0;
        }
    }
    if (at < word.length && word.at[at] != '/') {
        return 0;
    }
    if (back) {
        return number > 0 && number <= r->seen ? r->seen + 1 - number : 0;
    }
    return number;
}

static tl_status fail_index(obj_reader *r, tl_word word) {
    return tl_import_fail_line(r->error, r->access->path, r->text.line, REPAIR,
                               "a face names the vertex %.*s, which is not there (there are %zu)",
                               (int)(word.length < 40 ? word.length : 40), word.at, r->mesh->vertex_count);
}

/* It could be a corner, if its numbers were right. */
static bool is_number_like(tl_word word) {
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i];
        if (!(c >= '0' && c <= '9') && c != '/' && c != '-' && c != '+') {
            return false;
        }
    }
    return word.at[0] != '/';
}

static tl_status read_face(obj_reader *r) {
    for (tl_word word = next_word(r); word.length > 0; word = next_word(r)) {
        if (word.at[0] == '#') {
            break;
        }
        uint64_t vertex = corner_of(r, word);
        if (vertex == 0 || vertex > r->mesh->vertex_count) {
            return is_number_like(word) ? fail_index(r, word) : fail_word(r, word, "a vertex's number");
        }
        if (r->faces.count == TL_IMPORT_MOST_FACE_CORNERS) {
            return tl_import_fail_line(r->error, r->access->path, r->text.line, "cut the face into smaller ones",
                                       "a face has more than %d corners", TL_IMPORT_MOST_FACE_CORNERS);
        }
        if (!tl_faces_add_corner(&r->faces, (uint32_t)(vertex - 1))) {
            return tl_fail_memory(r->error);
        }
    }
    size_t before = r->mesh->triangle_count;
    tl_status status = r->state_is_new ? find_piece(r) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    if (!tl_faces_end(&r->faces)) {
        return tl_fail_memory(r->error);
    }
    size_t count = r->mesh->triangle_count;
    if (count > TL_IMPORT_MOST_CORNERS) {
        return tl_import_fail_too_large(r->access->path, r->error);
    }
    if (!tl_reserve(r->access->context, (void **)&r->piece_of, &r->piece_of_capacity, count, sizeof(*r->piece_of))) {
        return tl_fail_memory(r->error);
    }
    for (size_t i = before; i < count; i++) {
        r->piece_of[i] = r->piece;
    }
    return TL_OK;
}

static void set_state(obj_reader *r, tl_word *what) {
    *what = tl_text_rest(&r->text);
    r->state_is_new = true;
}

/* Statements without a polygon: texture, normals, points and lines, and how programs are to show them. */
static bool is_no_matter(tl_word word) {
    static const char *const words[] = {
        "vt",    "vn",   "vp",       "p",        "l",          "s",         "mg",    "mtllib", "usemap", "maplib",
        "bevel", "lod",  "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech", "stech",  "cstype", "deg",
        "bmat",  "step", "parm",     "trim",     "hole",       "scrv",      "sp",    "end",    "con"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (tl_word_is(word, words[i])) {
            return true;
        }
    }
    return false;
}

static bool is_curved(tl_word word) {
    static const char *const words[] = {"curv", "curv2", "surf", "bzp", "bsp", "cdc", "cdp", "res"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (tl_word_is(word, words[i])) {
            return true;
        }
    }
    return false;
}

static tl_status fail_zero(obj_reader *r) {
    return tl_import_fail_line(r->error, r->access->path, r->text.line, "export it again, best as OBJ, STL or GLB",
                               "there is a zero byte: it is no text, or damaged");
}

static tl_status read_statement(obj_reader *r, tl_word word) {
    if (tl_word_is(word, "v")) {
        r->seen++;
    } else if (tl_word_is(word, "f") || tl_word_is(word, "fo")) {
        return read_face(r);
    } else if (tl_word_is(word, "o")) {
        set_state(r, &r->state.object);
        r->state.group.length = 0;
    } else if (tl_word_is(word, "g")) {
        set_state(r, &r->state.group);
    } else if (tl_word_is(word, "usemtl")) {
        set_state(r, &r->state.material);
    } else if (is_curved(word)) {
        r->curved_line = r->curved_line == 0 ? r->text.line : r->curved_line;
    } else if (!is_no_matter(word) && r->unknown_line == 0) {
        r->unknown_line = r->text.line;
        snprintf(r->unknown, sizeof(r->unknown), "%.*s", (int)(word.length < 40 ? word.length : 40), word.at);
    }
    return TL_OK;
}

/* To the begin of the next statement. */
static void end_line(obj_reader *r) {
    while (next_word(r).length > 0) {
    }
    tl_text_next_line(&r->text);
}

/* Goes through all statements: first for the vertices alone, since faces may name those that follow. */
static tl_status walk(obj_reader *r, bool vertices) {
    tl_status status = TL_OK;
    (void)tl_text_begin(&r->text, r->access->bytes, r->access->size);
    for (size_t i = 0; status == TL_OK && r->text.at < r->text.end; i++) {
        if (!tl_text_pace(r->access->context, i, &r->text, r->access->bytes)) {
            return tl_fail_cancelled(r->error, TL_PARSING);
        }
        tl_word word = next_word(r);
        if (word.length > 0 && word.at[0] != '#') {
            bool vertex = tl_word_is(word, "v");
            status = memchr(word.at, 0, word.length) != NULL ? fail_zero(r)
                     : vertices                              ? (vertex ? read_vertex(r) : TL_OK)
                                                             : read_statement(r, word);
        }
        if (word.length > 0 && word.at[0] == '#') {
            tl_text_next_line(&r->text); /* comments may end with a backslash */
        } else if (status == TL_OK) {
            end_line(r);
        }
    }
    return status;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

static void name_piece(tl_piece_names *names, const obj_state *state) {
    tl_piece_names_begin(names);
    tl_word near = state->group.length > 0 ? state->group : state->object;
    tl_piece_names_add(names, near.at, near.length);
    /* A face may be in several groups. */
    tl_text words = {near.at, near.length > 0 ? near.at + near.length : near.at, 1};
    for (tl_word word = near.length > 0 ? tl_text_word(&words) : near; word.length > 0 && state->group.length > 0;
         word = tl_text_word(&words)) {
        tl_piece_names_add(names, word.at, word.length);
    }
    tl_piece_names_add(names, state->material.at, state->material.length);
    if (state->group.length > 0) {
        tl_piece_names_up(names);
        tl_piece_names_add(names, state->object.at, state->object.length);
    }
}

/* Brings the triangles of each piece together, in the order of the file, and makes the pieces. */
static tl_status make_pieces(obj_reader *r) {
    tl_mesh *mesh = r->mesh;
    tl_context *context = r->access->context;
    size_t count = mesh->triangle_count;
    uint32_t *sorted = tl_alloc_array(context, 3 * count, sizeof(*sorted));
    size_t *begin = tl_alloc_array(context, r->piece_count + 1, sizeof(*begin));
    tl_piece_names names = {.context = context};
    bool room = sorted != NULL && begin != NULL;
    if (room && count > 0) { /* a mesh without triangles has no array */
        for (size_t i = 0; i < count; i++) {
            begin[r->piece_of[i] + 1]++;
        }
        for (size_t i = 1; i <= r->piece_count; i++) {
            begin[i] += begin[i - 1];
        }
        for (size_t i = 0; i < count; i++) {
            memcpy(sorted + 3 * begin[r->piece_of[i]]++, mesh->triangles + 3 * i, 3 * sizeof(*sorted));
        }
        memcpy(mesh->triangles, sorted, 3 * count * sizeof(*sorted));
    }
    for (size_t i = 0; room && i < r->piece_count; i++) {
        name_piece(&names, &r->pieces[i]);
        mesh->triangle_count = begin[i]; /* its end by now */
        room = !names.out_of_memory && tl_mesh_end_piece(mesh, names.text, TL_ROLE_CORE);
    }
    tl_piece_names_free(&names);
    tl_free(context, sorted);
    tl_free(context, begin);
    return room ? TL_OK : tl_fail_memory(r->error);
}

static tl_status tell(const obj_reader *r) {
    tl_mesh *mesh = r->mesh;
    char number[32];
    bool room = tl_faces_tell(&r->faces);
    if (room && r->fourth_count > 0) {
        room = tl_mesh_warn(mesh, "a fourth number of %s vertices was left out",
                            tl_mesh_grouped_text(r->fourth_count, number));
    }
    if (room && r->curved_line > 0) {
        room = tl_mesh_warn(mesh, "its curves and curved surfaces (line %zu) were left out: only polygons are read",
                            r->curved_line);
    }
    if (room && r->unknown_line > 0) {
        room = tl_mesh_warn(mesh, "line %zu begins with `%s`, which OBJ does not know: such lines were left out",
                            r->unknown_line, r->unknown);
    }
    if (room && tl_text_is_open(r->access->bytes, r->access->size)) {
        room = tl_mesh_warn(mesh, TL_IMPORT_OPEN_END);
    }
    return room ? TL_OK : tl_fail_memory(r->error);
}

tl_status tl_import_read_obj(tl_access *access, tl_mesh *mesh, tl_error *error) {
    obj_reader r = {.access = access, .mesh = mesh, .faces = {.mesh = mesh}, .state_is_new = true, .error = error};
    if (!tl_text_begin(&r.text, access->bytes, access->size)) {
        return tl_import_fail_utf16(access->path, error);
    }
    tl_status status = walk(&r, true);
    status = status == TL_OK ? walk(&r, false) : status;
    status = status == TL_OK ? make_pieces(&r) : status;
    status = status == TL_OK ? tell(&r) : status;
    tl_faces_free(&r.faces);
    tl_free(access->context, r.pieces);
    tl_free(access->context, r.table);
    tl_free(access->context, r.piece_of);
    return status;
}
