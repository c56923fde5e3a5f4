/* OBJ, STL, PLY and OFF in every legal spelling: small files made from a mesh that is known, read, and compared corner
 * for corner; and the same files cut off, which must be refused or told. */
#include "support/assert_geom.h"
#include "support/write_file.h"

#include "import/import.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VERTICES = 24, MOST_FACES = 16, MOST_CORNERS = 6, ROUNDS = 150 };

static char folder[256];

/* 0 to count - 1. */
static size_t below(test_random *random, size_t count) {
    return (size_t)test_random_below(random, (int)count);
}

static const char *in_folder(const char *name) {
    static char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

/* --- The mesh that is known --------------------------------------------------------------------------------------- */

typedef struct polygon {
    size_t count;
    size_t corner[MOST_CORNERS];
} polygon;

typedef struct shape {
    tl_vec3 vertices[MOST_VERTICES];
    size_t vertex_count;
    polygon faces[MOST_FACES];
    size_t face_count;
    bool singles; /* all numbers are floats */
} shape;

/* A number that its file can hold: a decimal of some digits, a float, or any double. */
static double number_of(test_random *random, bool single) {
    char text[40];
    double number = test_random_between(random, -1, 1) * pow(10, (double)below(random, 7) - 3);
    snprintf(text, sizeof(text), "%.*g", 1 + (int)below(random, 17), number);
    volatile float rounded = (float)number;
    return single ? (double)rounded : strtod(text, NULL);
}

/* Convex polygons in a plane of their own, with vertices of their own: how they are cut is a matter of taste, their
 * boundary is not. Every vertex is used, and none lies where another does. */
static void make_shape(test_random *random, shape *s, bool single, bool triangles) {
    memset(s, 0, sizeof(*s));
    s->singles = single;
    size_t wanted = 1 + below(random, 4);
    while (s->face_count < wanted) {
        polygon *face = &s->faces[s->face_count++];
        face->count = triangles || below(random, 2) == 0 ? 3 : 3 + below(random, MOST_CORNERS - 2);
        double level = number_of(random, single);
        for (size_t i = 0; i < face->count; i++) {
            /* On a parabola, so convex; the last coordinate is the same for all. */
            double x = (double)i - 2 + (double)(s->face_count * 16);
            face->corner[i] = s->vertex_count;
            s->vertices[s->vertex_count++] =
                face->count == 3
                    ? (tl_vec3){number_of(random, single), number_of(random, single), number_of(random, single)}
                    : (tl_vec3){x, ((double)i - 2) * ((double)i - 2), level};
        }
    }
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

typedef struct writer {
    FILE *file;
    char *bytes;
    size_t size;
    test_random *random;
    const char *end; /* of lines */
} writer;

static void begin(writer *w, test_random *random) {
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    *w = (writer){.random = random, .end = ends[below(random, 3)]};
    w->file = open_memstream(&w->bytes, &w->size);
    assert_non_null(w->file);
}

static void end_line(writer *w) {
    fputs(below(w->random, 5) == 0 ? " \t" : "", w->file);
    fputs(w->end, w->file);
}

/* Blanks between words. */
static void gap(writer *w) {
    static const char *const gaps[] = {" ", "  ", "\t", " \t "};
    fputs(gaps[below(w->random, 8) < 5 ? 0 : below(w->random, 4)], w->file);
}

/* One of the ways to write a number, all with the same double as the nearest. */
static void put_number(writer *w, double number) {
    char text[64], *at = text;
    switch (below(w->random, 5)) {
    case 0:
        snprintf(text, sizeof(text), "%.17g", number);
        break;
    case 1:
        snprintf(text, sizeof(text), "%.16E", number);
        break;
    case 2:
        snprintf(text, sizeof(text), "%+.17g", number);
        break;
    case 3:
        snprintf(text, sizeof(text), "%.30f", number); /* 30 digits behind the point hold what is above 1e-13 */
        if (strtod(text, NULL) != number) {
            snprintf(text, sizeof(text), "%.17g", number);
        }
        break;
    default: /* the shortest that comes back, without the zero before the point */
        for (int digits = 1; digits <= 17; digits++) {
            snprintf(text, sizeof(text), "%.*g", digits, number);
            if (strtod(text, NULL) == number) {
                break;
            }
        }
        if (text[0] == '0' && text[1] == '.') {
            at++;
        } else if (text[0] == '-' && text[1] == '0' && text[2] == '.') {
            memmove(text + 1, text + 2, strlen(text + 1));
        }
    }
    fputs(at, w->file);
}

static void put_point(writer *w, tl_vec3 v) {
    put_number(w, v.x);
    gap(w);
    put_number(w, v.y);
    gap(w);
    put_number(w, v.z);
}

static void some_comment(writer *w) {
    if (below(w->random, 4) == 0) {
        fputs("# 1 2 3 f 1 2 3", w->file);
        end_line(w);
    }
    if (below(w->random, 4) == 0) {
        end_line(w);
    }
}

static void put_obj_vertices(writer *w, const shape *s) {
    bool colours = below(w->random, 4) == 0;
    for (size_t i = 0; i < s->vertex_count; i++) {
        some_comment(w);
        fputs("v", w->file);
        gap(w);
        put_point(w, s->vertices[i]);
        fputs(colours ? " 0.5 .25 1" : "", w->file);
        end_line(w);
    }
}

/* `seen`: the vertices before the face. */
static void put_obj_corner(writer *w, size_t vertex, int style, size_t seen) {
    if (seen > vertex && style >= 4) {
        fprintf(w->file, "-%zu", seen - vertex);
    } else {
        fprintf(w->file, "%zu", vertex + 1);
    }
    fputs(style % 4 == 1 ? "/1" : style % 4 == 2 ? "//1" : style % 4 == 3 ? "/1/1" : "", w->file);
}

static void put_obj_faces(writer *w, const shape *s, size_t seen) {
    for (size_t i = 0; i < s->face_count; i++) {
        static const char *const extra[] = {"o thing", "g one two", "usemtl steel", "s off",
                                            "l 1 2",   "p 1",       "vt 0 0",       "g"};
        if (below(w->random, 3) == 0) {
            fputs(extra[below(w->random, 8)], w->file);
            end_line(w);
        }
        some_comment(w);
        fputs(below(w->random, 8) == 0 ? "\t f" : "f", w->file);
        int style = (int)below(w->random, 8);
        for (size_t k = 0; k < s->faces[i].count; k++) {
            gap(w);
            if (k > 0 && below(w->random, 12) == 0) {
                fprintf(w->file, "\\%s", w->end);
            }
            put_obj_corner(w, s->faces[i].corner[k], style, seen);
        }
        end_line(w);
    }
}

static void write_obj(writer *w, const shape *s) {
    fputs(below(w->random, 4) == 0 ? "\xef\xbb\xbf" : "", w->file);
    fputs("mtllib a.mtl", w->file);
    end_line(w);
    fputs("vt 0 0", w->file);
    end_line(w);
    fputs("vn 0 0 1", w->file);
    end_line(w);
    bool faces_first = below(w->random, 6) == 0;
    if (faces_first) {
        put_obj_faces(w, s, 0);
    }
    put_obj_vertices(w, s);
    if (!faces_first) {
        put_obj_faces(w, s, s->vertex_count);
    }
}

static void put_word(writer *w, const char *word, bool upper) {
    for (; *word != 0; word++) {
        fputc(upper && *word >= 'a' && *word <= 'z' ? *word - 32 : *word, w->file);
    }
}

static void write_stl_text(writer *w, const shape *s) {
    bool upper = below(w->random, 4) == 0;
    static const char *const normals[] = {"facet normal 0 0 1", "facet normal nan nan nan", "facet normal 1e0 -.5 0",
                                          "facet"};
    const char *normal = normals[below(w->random, 4)];
    size_t face = 0;
    do {
        put_word(w, "solid", upper);
        fputs(below(w->random, 2) == 0 ? " a part" : "", w->file);
        end_line(w);
        size_t here = below(w->random, 3) == 0 ? 0 : 1 + below(w->random, 4);
        for (; here > 0 && face < s->face_count; here--, face++) {
            gap(w);
            put_word(w, normal, upper);
            end_line(w);
            put_word(w, "outer loop", upper);
            end_line(w);
            for (size_t k = 0; k < 3; k++) {
                gap(w);
                put_word(w, "vertex", upper);
                gap(w);
                put_point(w, s->vertices[s->faces[face].corner[k]]);
                end_line(w);
            }
            put_word(w, "endloop", upper);
            end_line(w);
            put_word(w, "endfacet", upper);
            end_line(w);
        }
        put_word(w, "endsolid", upper);
        fputs(below(w->random, 2) == 0 ? " a part" : "", w->file);
        end_line(w);
    } while (face < s->face_count);
}

static void put_bytes(writer *w, uint64_t bits, unsigned size, bool big) {
    for (unsigned i = 0; i < size; i++) {
        fputc((int)(bits >> (8 * (big ? size - 1 - i : i)) & 0xff), w->file);
    }
}

static void put_float(writer *w, double number, bool big) {
    float single = (float)number;
    uint32_t bits;
    memcpy(&bits, &single, sizeof(bits));
    put_bytes(w, bits, 4, big);
}

static void put_double(writer *w, double number, bool big) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof(bits));
    put_bytes(w, bits, 8, big);
}

static void write_stl_binary(writer *w, const shape *s) {
    char head[81];
    snprintf(head, sizeof(head), "%-80s", below(w->random, 2) == 0 ? "solid of a program" : "binary");
    fwrite(head, 1, 80, w->file);
    put_bytes(w, s->face_count, 4, false);
    for (size_t i = 0; i < s->face_count; i++) {
        for (int k = 0; k < 3; k++) {
            put_float(w, NAN, false);
        }
        for (size_t k = 0; k < 3; k++) {
            tl_vec3 v = s->vertices[s->faces[i].corner[k]];
            put_float(w, v.x, false);
            put_float(w, v.y, false);
            put_float(w, v.z, false);
        }
        put_bytes(w, test_random_bits(w->random) & 0xffff, 2, false);
    }
}

/* How a PLY is laid out. */
typedef struct layout {
    int form; /* 0: text, 1: little endian, 2: big */
    bool single, colours, faces_first, camera, flags;
    unsigned length_size, index_size;
} layout;

static void put_ply_number(writer *w, const layout *l, double number) {
    if (l->form == 0) {
        put_number(w, number);
        gap(w);
    } else if (l->single) {
        put_float(w, number, l->form == 2);
    } else {
        put_double(w, number, l->form == 2);
    }
}

static void put_ply_whole(writer *w, const layout *l, uint64_t number, unsigned size) {
    if (l->form == 0) {
        fprintf(w->file, "%llu ", (unsigned long long)number);
    } else {
        put_bytes(w, number, size, l->form == 2);
    }
}

static void end_ply_row(writer *w, const layout *l) {
    if (l->form == 0) {
        end_line(w);
    }
}

static void put_ply_vertices(writer *w, const layout *l, const shape *s) {
    for (size_t i = 0; i < s->vertex_count; i++) {
        if (l->colours) {
            put_ply_whole(w, l, 200, 1);
        }
        put_ply_number(w, l, s->vertices[i].z); /* in an order of its own */
        put_ply_number(w, l, s->vertices[i].x);
        if (l->colours) {
            put_ply_whole(w, l, 2, 1); /* a list in between */
            put_ply_whole(w, l, 7, 2);
            put_ply_whole(w, l, 8, 2);
        }
        put_ply_number(w, l, s->vertices[i].y);
        end_ply_row(w, l);
    }
}

static void put_ply_faces(writer *w, const layout *l, const shape *s) {
    for (size_t i = 0; i < s->face_count; i++) {
        if (l->flags) {
            put_ply_whole(w, l, 1, 1);
        }
        put_ply_whole(w, l, s->faces[i].count, l->length_size);
        for (size_t k = 0; k < s->faces[i].count; k++) {
            put_ply_whole(w, l, s->faces[i].corner[k], l->index_size);
        }
        end_ply_row(w, l);
    }
}

static void put_ply_header(writer *w, const layout *l, const shape *s) {
    static const char *const forms[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    static const char *const whole[] = {"", "uchar", "ushort", "", "uint"};
    static const char *const signed_whole[] = {"", "uint8", "int16", "", "int32"};
    const char *number = l->single ? "float" : below(w->random, 2) == 0 ? "double" : "float64";
    const char *end = l->form == 0 ? w->end : "\n";
    fprintf(w->file, "ply%sformat %s 1.0%scomment a b c%sobj_info num_cols 3%s", end, forms[l->form], end, end, end);
    for (int part = 0; part < 2; part++) {
        if (part == 0 && l->camera) {
            fprintf(w->file, "element camera 1%sproperty float view_px%sproperty list uchar int more%s", end, end, end);
        }
        if ((part == 0) != l->faces_first) {
            fprintf(w->file, "element vertex %zu%s%sproperty %s z%sproperty %s x%s", s->vertex_count, end,
                    l->colours ? "property uchar red\n" : "", number, end, number, end);
            fprintf(w->file, "%sproperty %s y%s", l->colours ? "property list uchar ushort links\n" : "", number, end);
        } else {
            fprintf(w->file, "element face %zu%s%sproperty list %s %s %s%s", s->face_count, end,
                    l->flags ? "property uchar flags\n" : "", whole[l->length_size], signed_whole[l->index_size],
                    below(w->random, 2) == 0 ? "vertex_indices" : "vertex_index", end);
        }
    }
    fprintf(w->file, "end_header%s", end);
}

static void write_ply(writer *w, const shape *s, int form) {
    static const unsigned sizes[] = {1, 2, 4};
    layout l = {.form = form,
                .single = s->singles,
                .colours = below(w->random, 2) == 0,
                .faces_first = below(w->random, 3) == 0,
                .camera = below(w->random, 3) == 0,
                .flags = below(w->random, 3) == 0,
                .length_size = sizes[below(w->random, 3)],
                .index_size = sizes[below(w->random, 3)]};
    w->end = strcmp(w->end, "\r") == 0 || l.colours || l.flags ? "\n" : w->end;
    put_ply_header(w, &l, s);
    if (l.camera) {
        put_ply_number(w, &(layout){.form = form, .single = true}, 1.5);
        put_ply_whole(w, &l, 1, 1);
        put_ply_whole(w, &l, 9, 4);
        end_ply_row(w, &l);
    }
    if (l.faces_first) {
        put_ply_faces(w, &l, s);
    }
    put_ply_vertices(w, &l, s);
    if (!l.faces_first) {
        put_ply_faces(w, &l, s);
    }
}

static void write_off(writer *w, const shape *s) {
    static const char *const words[] = {"OFF", "COFF", "NOFF", "STCNOFF", ""};
    static const char *const tails[] = {"", " 1 0 0 1", " 0 0 1", " 0 0 1 0 0 1 0 0 1", ""};
    size_t kind = below(w->random, 5);
    bool free_form = below(w->random, 3) == 0; /* words as they come, on any line */
    fputs(words[kind], w->file);
    if (kind < 4) {
        fputs(below(w->random, 2) == 0 ? " " : w->end, w->file);
    }
    fprintf(w->file, "%zu %zu%s", s->vertex_count, s->face_count, below(w->random, 2) == 0 ? " 0" : "");
    end_line(w);
    for (size_t i = 0; i < s->vertex_count; i++) {
        some_comment(w);
        put_point(w, s->vertices[i]);
        fputs(tails[kind], w->file);
        fputs(free_form ? "  " : w->end, w->file);
    }
    fputs(free_form ? w->end : "", w->file);
    for (size_t i = 0; i < s->face_count; i++) {
        fprintf(w->file, "%zu", s->faces[i].count);
        for (size_t k = 0; k < s->faces[i].count; k++) {
            fprintf(w->file, "%s%zu", free_form && k == 1 ? w->end : " ", s->faces[i].corner[k]);
        }
        fputs(free_form ? " " : below(w->random, 3) == 0 ? " 255 0 0" : "", w->file);
        end_line(w);
    }
}

/* --- Comparing ---------------------------------------------------------------------------------------------------- */

static bool same(tl_vec3 a, tl_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The face that has a corner in this place. */
static const polygon *face_with(const shape *s, tl_vec3 at, size_t *corner) {
    for (size_t i = 0; i < s->face_count; i++) {
        for (size_t k = 0; k < s->faces[i].count; k++) {
            if (same(s->vertices[s->faces[i].corner[k]], at)) {
                *corner = k;
                return &s->faces[i];
            }
        }
    }
    return NULL;
}

/* Every triangle is one of a face's, wound as it is, and those of each face are as large as it. */
static const char *difference(const shape *s, const tl_mesh *mesh) {
    size_t expected = 0;
    double area[MOST_FACES] = {0}, whole[MOST_FACES] = {0};
    for (size_t i = 0; i < s->face_count; i++) {
        expected += s->faces[i].count - 2;
        for (size_t k = 1; k + 1 < s->faces[i].count; k++) {
            const size_t *c = s->faces[i].corner;
            whole[i] += tl_length(tl_cross(tl_sub(s->vertices[c[k]], s->vertices[c[0]]),
                                           tl_sub(s->vertices[c[k + 1]], s->vertices[c[0]])));
        }
    }
    if (mesh->triangle_count != expected || mesh->vertex_count != s->vertex_count) {
        return "counts";
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        size_t at[3];
        const polygon *face[3];
        tl_mesh_corners(mesh, t, c);
        for (int k = 0; k < 3; k++) {
            face[k] = face_with(s, c[k], &at[k]);
        }
        if (face[0] == NULL || face[1] != face[0] || face[2] != face[0]) {
            return "corners";
        }
        size_t n = face[0]->count, ahead = (at[1] + n - at[0]) % n, farther = (at[2] + n - at[0]) % n;
        if (!(0 < ahead && ahead < farther)) {
            return "winding";
        }
        area[face[0] - s->faces] += tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])));
    }
    for (size_t i = 0; i < s->face_count; i++) {
        if (!(fabs(area[i] - whole[i]) <= 1e-9 * whole[i])) {
            return "area";
        }
    }
    return NULL;
}

static const char *const kinds[] = {"obj", "stl", "stl", "ply", "ply", "ply", "off"};

/* `way`: a kind and form of file. */
static void make_file(test_random *random, int way, shape *s, writer *w) {
    bool single = way == 2 || (way >= 3 && way <= 5 && below(random, 2) == 0);
    do {
        make_shape(random, s, single, way == 1 || way == 2);
    } while (s->vertex_count > MOST_VERTICES);
    begin(w, random);
    switch (way) {
    case 0:
        write_obj(w, s);
        break;
    case 1:
        write_stl_text(w, s);
        break;
    case 2:
        write_stl_binary(w, s);
        break;
    case 6:
        write_off(w, s);
        break;
    default:
        write_ply(w, s, way - 3);
    }
    assert_int_equal(fclose(w->file), 0);
}

static tl_status read_bytes(tl_context *context, int way, const char *bytes, size_t size, tl_mesh **mesh,
                            tl_error *error) {
    char name[16];
    snprintf(name, sizeof(name), "a.%s", kinds[way]);
    test_write_file(in_folder(name), bytes, size);
    tl_import_options options = {.helper = NULL};
    *mesh = NULL;
    return tl_import_mesh(context, in_folder(name), &options, mesh, error);
}

static void every_spelling_gives_the_same_mesh(void **state) {
    static const char *const names[] = {"OBJ",          "text STL", "binary STL", "text PLY", "PLY, little end",
                                        "PLY, big end", "OFF"};
    int wrong = 0;
    for (int way = 0; way < 7; way++) {
        for (int i = 0; i < ROUNDS; i++) {
            test_random random = {.state = (uint64_t)(1000 * way + i)};
            shape s;
            writer w;
            make_file(&random, way, &s, &w);
            tl_mesh *mesh;
            tl_error error = {0};
            tl_status status = read_bytes(*state, way, w.bytes, w.size, &mesh, &error);
            const char *what = status != TL_OK ? error.message : difference(&s, mesh);
            if (what != NULL) {
                print_error("%s %d: %s\n", names[way], i, what);
                wrong++;
            }
            tl_mesh_destroy(mesh);
            free(w.bytes);
        }
    }
    print_message("%d files, %d wrong\n", 7 * ROUNDS, wrong);
    assert_int_equal(wrong, 0);
}

/* Cut off anywhere: refused; or all of it was there, or a warning says that it may be cut off. An OBJ may end behind
 * any of its lines. */
static void files_that_are_cut_off_are_refused_or_told(void **state) {
    int refused = 0, told = 0, wrong = 0;
    for (int way = 0; way < 7; way++) {
        for (int i = 0; i < ROUNDS; i++) {
            test_random random = {.state = (uint64_t)(1000 * way + i)};
            shape s;
            writer w;
            make_file(&random, way, &s, &w);
            size_t cut = below(&random, w.size);
            tl_mesh *mesh;
            tl_error error = {0};
            tl_status status = read_bytes(*state, way, w.bytes, cut, &mesh, &error);
            bool at_line_end = cut > 0 && (w.bytes[cut - 1] == '\n' || w.bytes[cut - 1] == '\r');
            refused += status != TL_OK;
            told += status == TL_OK && mesh->warning_count > 0;
            if (status == TL_OK && mesh->warning_count == 0 && difference(&s, mesh) != NULL &&
                !(way == 0 && at_line_end)) {
                print_error("way %d, %d: cut after %zu of %zu bytes\n", way, i, cut, w.size);
                wrong++;
            }
            tl_mesh_destroy(mesh);
            free(w.bytes);
        }
    }
    print_message("%d files, %d refused, %d told, %d wrong\n", 7 * ROUNDS, refused, told, wrong);
    assert_int_equal(wrong, 0);
    assert_true(refused > 5 * ROUNDS);
}

/* Bytes changed anywhere: a mesh, or a message; sanitizers see to the rest. */
static void damage_gives_a_mesh_or_a_message(void **state) {
    int refused = 0;
    for (int way = 0; way < 7; way++) {
        for (int i = 0; i < 2 * ROUNDS; i++) {
            test_random random = {.state = (uint64_t)(1000 * way + i)};
            shape s;
            writer w;
            make_file(&random, way, &s, &w);
            for (int k = 1 + (int)below(&random, 3); k > 0; k--) {
                static const char likely[] = "\0\377-9./\\#e \n";
                char byte =
                    below(&random, 2) == 0 ? likely[below(&random, sizeof(likely) - 1)] : (char)below(&random, 256);
                w.bytes[below(&random, w.size)] = byte;
            }
            tl_mesh *mesh;
            tl_error error = {0};
            tl_status status = read_bytes(*state, way, w.bytes, w.size, &mesh, &error);
            assert_true((status == TL_OK) == (mesh != NULL));
            assert_true(status == TL_OK || error.message[0] != 0);
            refused += status != TL_OK;
            tl_mesh_destroy(mesh);
            free(w.bytes);
        }
    }
    print_message("%d files, %d refused\n", 14 * ROUNDS, refused);
}

/* --- Single cases ------------------------------------------------------------------------------------------------- */

static void check_text(void **state, const char *name, const char *text, size_t triangles, const char *warning) {
    tl_error error = {0};
    tl_mesh *mesh = NULL;
    test_write_file(in_folder(name), text, strlen(text));
    tl_import_options options = {.helper = NULL};
    tl_status status = tl_import_mesh(*state, in_folder(name), &options, &mesh, &error);
    if (triangles == 0) {
        assert_int_equal(status, TL_ERROR_FORMAT);
        assert_string_equal(error.message, warning);
        return;
    }
    if (status != TL_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    assert_int_equal(mesh->triangle_count, triangles);
    assert_int_equal(mesh->warning_count, warning != NULL ? 1 : 0);
    if (warning != NULL) {
        assert_string_equal(mesh->warnings[0], warning);
    }
    tl_mesh_destroy(mesh);
}

#define CORNERS "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 0\n"

static void what_is_left_out_is_told(void **state) {
    check_text(state, "a.obj", CORNERS "f 1 2\nf 1 2 3\n", 1, "one face of fewer than three corners is left out");
    check_text(state, "a.obj", CORNERS "f 1 2 3\nsurf 0 1 0 1 1 2 3 4\n", 1,
               "its curves and curved surfaces (line 7) were left out: only polygons are read");
    check_text(state, "a.obj", CORNERS "F 1 2 3\nf 1 2 3\n", 1,
               "line 6 begins with `F`, which OBJ does not know: such lines were left out");
    check_text(state, "a.obj", "v 0 0 0 2\nv 4 0 0 1\nv 0 4 0\nf 1 2 3\n", 1,
               "a fourth number of 1 vertices was left out");
    check_text(state, "a.obj", CORNERS "f 1 3 2 4\n", 2,
               "one face crosses itself: how it is cut into triangles is a guess");
    check_text(state, "a.obj", CORNERS "v 9 8 0\nf 1 6 2 4 3\n", 3,
               "one face crosses itself: how it is cut into triangles is a guess");
    check_text(state, "a.obj", CORNERS "f 1 2 x\n", 0, "it says `x` where there should be a vertex's number");
    check_text(state, "a.obj", CORNERS "f 1 2 3,5\n", 0, "it says `3,5` where there should be a vertex's number");
    check_text(state, "a.obj", "v 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 0, "the line ends where there should be a number");
    check_text(state, "a.obj", "v 0,5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 0,
               "it says `0,5` where there should be a number");
    check_text(state, "a.stl",
               "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 0\n"
               "endloop\nendfacet\nendsolid\n",
               0, "it says `vertex` where there should be `endloop`");
    check_text(state, "a.off", "4OFF\n3 1 0\n0 0 0 0\n1 0 0 0\n0 1 0 0\n3 0 1 2\n", 0,
               "it is an OFF of more than three dimensions");
}

/* A concave quadrangle and a concave polygon are cut inside: their triangles are as large as they. */
static void concave_faces_are_cut_inside(void **state) {
    static const struct {
        const char *faces;
        double area;
    } cases[] = {{"f 1 2 5 4\n", 4}, {"f 2 5 4 1\n", 4}, {"f 1 2 3 5 4\n", 10}, {"f 4 5 3 2 1\n", 10}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int turn = 0; turn < 3; turn++) { /* seen along each axis */
            char text[400];
            static const char *const planes[] = {"%g %g 0", "0 %g %g", "%g 0 %g"};
            static const double places[5][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}};
            size_t used = 0;
            for (int k = 0; k < 5; k++) {
                char point[64];
                snprintf(point, sizeof(point),
                         turn == 0   ? planes[0]
                         : turn == 1 ? planes[1]
                                     : planes[2],
                         places[k][0], places[k][1]);
                used += (size_t)snprintf(text + used, sizeof(text) - used, "v %s\n", point);
            }
            snprintf(text + used, sizeof(text) - used, "%s", cases[i].faces);
            tl_error error = {0};
            tl_mesh *mesh = NULL;
            test_write_file(in_folder("a.obj"), text, strlen(text));
            tl_import_options options = {.helper = NULL};
            assert_int_equal(tl_import_mesh(*state, in_folder("a.obj"), &options, &mesh, &error), TL_OK);
            double area = 0;
            for (size_t t = 0; t < mesh->triangle_count; t++) {
                tl_vec3 c[3];
                tl_mesh_corners(mesh, t, c);
                area += tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]))) / 2;
            }
            assert_near(area, cases[i].area, 1e-12);
            tl_mesh_destroy(mesh);
        }
    }
}

static void strips_are_read(void **state) {
    static const char head[] =
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n1 2 0\n";
    char text[600];
    snprintf(text, sizeof(text), "%s%s", head, "6 0 1 2 3 4 5\n");
    check_text(state, "a.ply", text, 4, NULL);
    snprintf(text, sizeof(text), "%s%s", head, "7 0 1 2 -1 3 5 4\n");
    check_text(state, "a.ply", text, 2, NULL);
    snprintf(text, sizeof(text), "%s%s", head, "4 0 1 2 6\n");
    check_text(state, "a.ply", text, 0, "`tristrips` 1 of the PLY names a vertex that is not there (there are 6)");
    tl_error error = {0};
    tl_mesh *mesh = NULL;
    snprintf(text, sizeof(text), "%s%s", head, "6 0 1 2 3 4 5\n");
    test_write_file(in_folder("a.ply"), text, strlen(text));
    tl_import_options options = {.helper = NULL};
    assert_int_equal(tl_import_mesh(*state, in_folder("a.ply"), &options, &mesh, &error), TL_OK);
    for (size_t t = 0; t < 4; t++) { /* all look the same way */
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        assert_true(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])).z > 0);
    }
    tl_mesh_destroy(mesh);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_read_text_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        unlink(in_folder(entry->d_name));
    }
    closedir(list);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_gives_the_same_mesh),
        cmocka_unit_test(files_that_are_cut_off_are_refused_or_told),
        cmocka_unit_test(damage_gives_a_mesh_or_a_message),
        cmocka_unit_test(what_is_left_out_is_told),
        cmocka_unit_test(concave_faces_are_cut_inside),
        cmocka_unit_test(strips_are_read),
    };
    return cmocka_run_group_tests_name("reading text", tests, set_up, tear_down);
}
