/* read_stl.c: STL, as text and binary (3D Systems, StereoLithography Interface Specification, 1989). */
#include "import/finish.h"
#include "import/piece_names.h"
#include "import/read.h"
#include "import/text.h"
#include "mesh/names.h"

#include <stdint.h>
#include <stdio.h>

#define EXPORT_AGAIN "export it again, or take another copy"

enum { HEAD = 84, RECORD = 50 };

static uint32_t little_endian(const unsigned char *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double float_at(const unsigned char *b) {
    uint32_t bits = little_endian(b);
    float number;
    memcpy(&number, &bits, sizeof(number));
    return (double)number;
}

/* Room for what the file holds at most; every triangle has corners of its own until they are welded. */
static tl_status add_corners(tl_mesh *mesh, const tl_vec3 corner[3], tl_error *error) {
    uint32_t index[3];
    for (int k = 0; k < 3; k++) {
        if (!tl_mesh_add_vertex(mesh, corner[k], &index[k])) {
            return tl_fail_memory(error);
        }
    }
    return tl_mesh_add_triangle(mesh, index[0], index[1], index[2]) ? TL_OK : tl_fail_memory(error);
}

/* --- Binary ------------------------------------------------------------------------------------------------------- */

static tl_status read_binary(const tl_access *access, uint64_t count, tl_mesh *mesh, tl_error *error) {
    tl_status status = tl_import_room(mesh, access->path, 3 * count, count, 1, error);
    if (status != TL_OK) {
        return status;
    }
    const unsigned char *at = (const unsigned char *)access->bytes + HEAD + 12; /* behind the normal */
    for (size_t i = 0; i < count; i++, at += RECORD) {
        if (!tl_pace(access->context, i, (size_t)count, TL_PARSING)) {
            return tl_fail_cancelled(error, TL_PARSING);
        }
        for (size_t k = 0; k < 3; k++) {
            const unsigned char *corner = at + 12 * k;
            mesh->vertices[3 * i + k] = (tl_vec3){float_at(corner), float_at(corner + 4), float_at(corner + 8)};
            mesh->triangles[3 * i + k] = (uint32_t)(3 * i + k);
        }
    }
    mesh->vertex_count = 3 * (size_t)count;
    mesh->triangle_count = (size_t)count;
    return tl_mesh_end_piece(mesh, "", TL_ROLE_CORE) ? TL_OK : tl_fail_memory(error);
}

static tl_status fail_binary(const tl_access *access, uint64_t promised, tl_error *error) {
    uint64_t held = (access->size - HEAD) / RECORD;
    char a[32], b[32];
    if (held < promised) {
        return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, EXPORT_AGAIN,
                       "the binary STL holds %s of the %s triangles it promises: it is cut off",
                       tl_mesh_grouped_text(held, a), tl_mesh_grouped_text(promised, b));
    }
    return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, EXPORT_AGAIN,
                   "the binary STL promises %s triangles, but %s bytes follow them", tl_mesh_grouped_text(promised, a),
                   tl_mesh_grouped_text(access->size - HEAD - RECORD * promised, b));
}

/* --- Text --------------------------------------------------------------------------------------------------------- */

typedef struct stl_text {
    const tl_access *access;
    tl_text text;
    tl_mesh *mesh;
    tl_piece_names names;
    tl_error *error;
} stl_text;

static tl_status fail_cut_off(stl_text *s) {
    return tl_fail(s->error, TL_ERROR_FORMAT, s->access->path, NULL, EXPORT_AGAIN,
                   "the text STL is cut off after %zu whole triangles: its end, `endsolid`, is missing",
                   s->mesh->triangle_count);
}

static tl_status fail_word(stl_text *s, tl_word word, const char *expected) {
    if (word.length == 0) {
        return fail_cut_off(s);
    }
    return tl_import_fail_line(s->error, s->access->path, s->text.line, EXPORT_AGAIN,
                               "it says `%.*s` where there should be %s", (int)(word.length < 40 ? word.length : 40),
                               word.at, expected);
}

static tl_status expect(stl_text *s, const char *what) {
    tl_word word = tl_text_word_anywhere(&s->text);
    char expected[40];
    snprintf(expected, sizeof(expected), "`%s`", what);
    return tl_word_means(word, what) ? TL_OK : fail_word(s, word, expected);
}

/* Normals are what a program made of the corners, at times badly: nobody believes them. */
static tl_status skip_normal(stl_text *s) {
    tl_word word = tl_text_word(&s->text);
    for (int k = 0; word.length > 0 && k < 3; k++) {
        (void)tl_text_word(&s->text);
    }
    return word.length == 0 || tl_word_means(word, "normal") ? TL_OK : fail_word(s, word, "`normal`");
}

static tl_status read_corner(stl_text *s, tl_vec3 *corner) {
    double number[3];
    tl_status status = expect(s, "vertex");
    for (int k = 0; status == TL_OK && k < 3; k++) {
        tl_word word = tl_text_word_anywhere(&s->text);
        status = tl_word_number(word, &number[k]) ? TL_OK : fail_word(s, word, "a number");
    }
    if (status == TL_OK) {
        *corner = (tl_vec3){number[0], number[1], number[2]};
    }
    return status;
}

/* What follows `facet`. */
static tl_status read_facet(stl_text *s) {
    tl_vec3 corner[3];
    tl_status status = skip_normal(s);
    status = status == TL_OK ? expect(s, "outer") : status;
    status = status == TL_OK ? expect(s, "loop") : status;
    for (int k = 0; status == TL_OK && k < 3; k++) {
        status = read_corner(s, &corner[k]);
    }
    status = status == TL_OK ? expect(s, "endloop") : status;
    status = status == TL_OK ? expect(s, "endfacet") : status;
    status = status == TL_OK ? add_corners(s->mesh, corner, s->error) : status;
    return status == TL_OK && s->mesh->triangle_count > TL_IMPORT_MOST_CORNERS
               ? tl_import_fail_too_large(s->access->path, s->error)
               : status;
}

/* What follows `solid`. */
static tl_status read_solid(stl_text *s) {
    tl_word name = tl_text_rest(&s->text);
    tl_piece_names_begin(&s->names);
    tl_piece_names_add(&s->names, name.at, name.length);
    for (;;) {
        tl_word word = tl_text_word_anywhere(&s->text);
        if (tl_word_means(word, "endsolid")) {
            tl_text_next_line(&s->text);
            break;
        }
        tl_status status = tl_word_means(word, "facet") ? read_facet(s) : fail_word(s, word, "`facet` or `endsolid`");
        if (status == TL_OK && !tl_text_pace(s->access->context, s->mesh->triangle_count, &s->text, s->access->bytes)) {
            status = tl_fail_cancelled(s->error, TL_PARSING);
        }
        if (status != TL_OK) {
            return status;
        }
    }
    bool room = !s->names.out_of_memory && tl_mesh_end_piece(s->mesh, s->names.text, TL_ROLE_CORE);
    return room ? TL_OK : tl_fail_memory(s->error);
}

static tl_status read_text(stl_text *s) {
    tl_status status = TL_OK;
    while (status == TL_OK) {
        tl_word word = tl_text_word_anywhere(&s->text);
        if (word.length == 0) {
            break;
        }
        status = tl_word_means(word, "solid") ? read_solid(s) : fail_word(s, word, "`solid`");
    }
    return status;
}

/* Text in its first bytes, so surely no binary file: that has zeros, if only in its numbers. */
static bool looks_like_text(const tl_access *access) {
    return memchr(access->bytes, 0, access->size < 256 ? access->size : 256) == NULL;
}

tl_status tl_import_read_stl(tl_access *access, tl_mesh *mesh, tl_error *error) {
    uint64_t promised = access->size >= HEAD ? little_endian((const unsigned char *)access->bytes + 80) : 0;
    if (access->size >= HEAD && access->size == HEAD + RECORD * promised) {
        /* even when its free header begins with `solid`, as that of some programs does */
        return read_binary(access, promised, mesh, error);
    }
    stl_text s = {.access = access, .mesh = mesh, .names = {.context = access->context}, .error = error};
    bool text = tl_text_begin(&s.text, access->bytes, access->size) && looks_like_text(access);
    tl_text start = s.text;
    if (text && tl_word_means(tl_text_word_anywhere(&start), "solid")) {
        tl_status status = read_text(&s);
        tl_piece_names_free(&s.names);
        return status;
    }
    if (text || access->size < HEAD) {
        return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, "check that the file is what its name says",
                       "it is no STL: neither text that begins with `solid` nor a binary header and triangles");
    }
    return fail_binary(access, promised, error);
}
