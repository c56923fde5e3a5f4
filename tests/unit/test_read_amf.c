/* AMF in many spellings: small files made from triangles that are known, read, and compared corner for corner; the same
 * files cut off and damaged; and what is to be left out or refused, with the very words. */
#include "support/assert_geom.h"
#include "support/write_file.h"
#include "support/zip_write.h"

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 400, MOST_OBJECTS = 3, MOST_VOLUMES = 3, MOST_TRIANGLES = 40, MOST_COPIES = 5 };

static char path[256];

/* --- What is known ------------------------------------------------------------------------------------------------ */

typedef struct copy {
    int object;
    double moved[3], turned[3], scale;
} copy;

typedef struct known {
    int objects, volumes[MOST_OBJECTS], triangles[MOST_OBJECTS][MOST_VOLUMES];
    tl_vec3 corner[MOST_OBJECTS][MOST_VOLUMES * MOST_TRIANGLES * 3];
    copy copies[MOST_COPIES];
    int copy_count; /* 0: no constellation */
    double outer[3];
    bool first;  /* the constellation stands before what it names, and so do its copies */
    bool nested; /* the constellation is in another, moved by `outer` */
    int unit;
} known;

static const char *const units[] = {"millimeter", "inch", "feet", "meter", "micron", NULL};
static const tl_mesh_unit read_as[] = {TL_MESH_UNIT_MM, TL_MESH_UNIT_INCH, TL_MESH_UNIT_FOOT,
                                       TL_MESH_UNIT_M,  TL_MESH_UNIT_CM,   TL_MESH_UNIT_MM};
static const double scales[] = {1, 1, 1, 1, 1e-4, 1}; /* a micron has no name: it is read in centimetres */

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static double number_of(test_random *random) {
    char text[40];
    snprintf(text, sizeof(text), "%.*g", 1 + below(random, 17), test_random_between(random, -50, 50));
    return strtod(text, NULL);
}

static void make_known(test_random *random, known *k) {
    memset(k, 0, sizeof(*k));
    k->objects = 1 + below(random, MOST_OBJECTS);
    k->unit = below(random, 6);
    for (int o = 0; o < k->objects; o++) {
        k->volumes[o] = 1 + below(random, MOST_VOLUMES);
        int corners = 0;
        for (int v = 0; v < k->volumes[o]; v++) {
            k->triangles[o][v] = 1 + below(random, 4);
            corners += 3 * k->triangles[o][v];
        }
        for (int c = 0; c < corners; c++) {
            k->corner[o][c] = (tl_vec3){number_of(random), number_of(random), number_of(random)};
        }
    }
    k->copy_count = below(random, 2) == 0 ? 0 : 1 + below(random, MOST_COPIES);
    k->first = below(random, 2) == 0;
    k->nested = k->copy_count > 0 && below(random, 3) == 0;
    for (int i = 0; i < k->copy_count; i++) {
        k->copies[i].object = below(random, k->objects);
        k->copies[i].scale = below(random, 2) == 0 ? 1 : 0.25 * (1 + below(random, 12));
        for (int a = 0; a < 3; a++) {
            k->copies[i].moved[a] = below(random, 2) == 0 ? 0 : number_of(random);
            k->copies[i].turned[a] = below(random, 2) == 0   ? 0
                                     : below(random, 2) == 0 ? 90 * (below(random, 9) - 4)
                                                             : 4 * number_of(random);
        }
    }
    for (int a = 0; a < 3; a++) {
        k->outer[a] = number_of(random);
    }
}

/* One axis after the other, each by the plain formula. */
static tl_vec3 turn(tl_vec3 p, const double degrees[3]) {
    for (int axis = 0; axis < 3; axis++) {
        double angle = degrees[axis] * TL_PI / 180, c = cos(angle), s = sin(angle);
        p = axis == 0   ? (tl_vec3){p.x, c * p.y - s * p.z, s * p.y + c * p.z}
            : axis == 1 ? (tl_vec3){c * p.x + s * p.z, p.y, c * p.z - s * p.x}
                        : (tl_vec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
    }
    return p;
}

static int corners_of(const known *k, int object) {
    int corners = 0;
    for (int v = 0; v < k->volumes[object]; v++) {
        corners += 3 * k->triangles[object][v];
    }
    return corners;
}

/* Objects that stand by themselves come as the file has them. */
static size_t add_alone(const known *k, tl_vec3 *out, size_t count) {
    for (int o = 0; o < k->objects; o++) {
        bool named = false;
        for (int i = 0; i < k->copy_count; i++) {
            named = named || k->copies[i].object == o;
        }
        for (int c = 0; !named && c < corners_of(k, o); c++) {
            out[count++] = tl_scale(k->corner[o][c], scales[k->unit]);
        }
    }
    return count;
}

static size_t add_copies(const known *k, tl_vec3 *out, size_t count) {
    for (int i = 0; i < k->copy_count; i++) {
        const copy *own = &k->copies[i];
        for (int c = 0; c < corners_of(k, own->object); c++) {
            tl_vec3 p = tl_scale(turn(k->corner[own->object][c], own->turned), own->scale);
            p = tl_add(p, (tl_vec3){own->moved[0], own->moved[1], own->moved[2]});
            p = k->nested ? tl_add(p, (tl_vec3){k->outer[0], k->outer[1], k->outer[2]}) : p;
            out[count++] = tl_scale(p, scales[k->unit]);
        }
    }
    return count;
}

/* The corners that the mesh should have, in order. */
static size_t expected_corners(const known *k, tl_vec3 *out) {
    return k->first ? add_alone(k, out, add_copies(k, out, 0)) : add_copies(k, out, add_alone(k, out, 0));
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

typedef struct writer {
    FILE *file;
    char *text;
    size_t size;
    test_random *random;
} writer;

static void gap(writer *w) {
    static const char *const gaps[] = {"", "", "\n", "\r\n", "  ", "\t", "<!-- <x>1</x> -->", "<?note > ?>"};
    fputs(gaps[below(w->random, 8)], w->file);
}

static void put(writer *w, const char *name, double number) {
    char text[64];
    snprintf(text, sizeof(text),
             below(w->random, 3) == 0   ? "%.16E"
             : below(w->random, 2) == 0 ? "%+.17g"
                                        : "%.17g",
             number);
    fprintf(w->file, below(w->random, 6) == 0 ? "<%s ><!-- 7 --> \n%s </%s >" : "<%s>%s</%s>", name, text, name);
    gap(w);
}

/* What has nothing to do with the shape. */
static void chaff(writer *w) {
    static const char *const all[] = {"<metadata type=\"cad\">made &amp; <b>bold</b></metadata>",
                                      "<color><r>0.1</r><g>1</g><b>.5</b><a>1</a></color>",
                                      "<metadata type='revision'/>",
                                      "",
                                      "",
                                      ""};
    fputs(all[below(w->random, 6)], w->file);
    gap(w);
}

static void put_object(writer *w, const known *k, int o) {
    static const char *const axes[] = {"x", "y", "z"}, *const ends[] = {"v1", "v2", "v3"};
    fprintf(w->file, below(w->random, 2) == 0 ? "<object id=\"%d\">" : "<object\n title='a>b' id = '%d' >", o + 1);
    chaff(w);
    fprintf(w->file, "<metadata type=\"name\">object %d</metadata><mesh><vertices>", o + 1);
    int done = 0;
    for (int c = 0; c < corners_of(k, o); c++) {
        const double number[3] = {k->corner[o][c].x, k->corner[o][c].y, k->corner[o][c].z};
        fputs("<vertex>", w->file);
        chaff(w);
        fputs("<coordinates>", w->file);
        int first = below(w->random, 3);
        for (int a = 0; a < 3; a++) {
            put(w, axes[(first + a) % 3], number[(first + a) % 3]);
        }
        fputs("</coordinates></vertex>", w->file);
        gap(w);
    }
    fputs("</vertices>", w->file);
    for (int v = 0; v < k->volumes[o]; v++) {
        fputs(below(w->random, 2) == 0 ? "<volume>" : "<volume materialid=\"2\" type=\"object\">", w->file);
        fprintf(w->file, "<metadata type=\"Name\"> volume &lt;%d&gt; </metadata>", v + 1);
        for (int t = 0; t < k->triangles[o][v]; t++) {
            fputs("<triangle>", w->file);
            chaff(w);
            for (int a = 0; a < 3; a++) {
                fprintf(w->file, "<%s>%d</%s>", ends[a], done++, ends[a]);
            }
            fputs("</triangle>", w->file);
            gap(w);
        }
        fputs("</volume>", w->file);
    }
    fputs("</mesh></object>", w->file);
}

static void put_constellations(writer *w, const known *k) {
    static const char *const names[] = {"deltax", "deltay", "deltaz", "rx", "ry", "rz"};
    if (k->copy_count == 0) {
        return;
    }
    fputs("<constellation id=\"c1\"><metadata type=\"name\">yard</metadata>", w->file);
    for (int i = 0; i < k->copy_count; i++) {
        fprintf(w->file, "<instance objectid=\"%d\">", k->copies[i].object + 1);
        for (int a = 0; a < 6; a++) {
            double number = a < 3 ? k->copies[i].moved[a] : k->copies[i].turned[a - 3];
            if (number != 0 || below(w->random, 2) == 0) {
                put(w, names[a], number);
            }
        }
        if (k->copies[i].scale != 1 || below(w->random, 2) == 0) {
            put(w, "scale", k->copies[i].scale);
        }
        fputs("</instance>", w->file);
    }
    fputs("</constellation>", w->file);
    if (k->nested) {
        fputs("<constellation id=\"c2\"><instance objectid=\"c1\">", w->file);
        for (int a = 0; a < 3; a++) {
            put(w, names[a], k->outer[a]);
        }
        fputs("</instance></constellation>", w->file);
    }
}

/* The file's bytes, which the caller frees. */
static char *make_file(test_random *random, const known *k, bool packed, size_t *size) {
    writer w = {.random = random};
    w.file = open_memstream(&w.text, &w.size);
    assert_non_null(w.file);
    fputs(below(random, 3) == 0 ? "\xef\xbb\xbf" : "", w.file);
    fputs(below(random, 3) == 0 ? "" : "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", w.file);
    gap(&w);
    fputs("<amf", w.file);
    if (units[k->unit] != NULL) {
        fprintf(w.file, below(random, 2) == 0 ? " unit=\"%s\"" : " version='1.2' unit = '%s'", units[k->unit]);
    }
    fputs(">", w.file);
    chaff(&w);
    fputs(below(random, 2) == 0 ? "<material id=\"2\"><composite materialid=\"1\">x*y</composite></material>" : "",
          w.file);
    if (k->first) {
        put_constellations(&w, k);
    }
    for (int o = 0; o < k->objects; o++) {
        put_object(&w, k, o);
        gap(&w);
    }
    if (!k->first) {
        put_constellations(&w, k);
    }
    fputs("</amf>", w.file);
    assert_int_equal(fclose(w.file), 0);
    *size = w.size;
    if (!packed) {
        return w.text;
    }
    const zip_file files[] = {
        {.name = "a/thing.AMF", .text = w.text, .deflated = below(random, 2) == 0, .wide = below(random, 3) == 0}};
    char *bytes = zip_make(files, 1, size);
    free(w.text);
    return bytes;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    *mesh = NULL;
    *error = (tl_error){0};
    test_write_file(path, bytes, size);
    tl_status status = tl_import_mesh(context, path, NULL, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    assert_true(status == TL_OK || (error->message[0] != 0 && error->remedy[0] != 0));
    return status;
}

static void every_spelling_gives_the_same_mesh(void **state) {
    test_random random = test_random_start("AMF in every spelling", 5);
    int copied = 0, exact = 0;
    for (int i = 0; i < ROUNDS; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, i % 4 == 0, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, size, &mesh, &error) != TL_OK) {
            fail_msg("%d: %s (line %d)\n%s", i, error.message, error.line, bytes);
        }
        static tl_vec3 wanted[MOST_COPIES * MOST_VOLUMES * MOST_TRIANGLES * 3 * 2];
        size_t corners = expected_corners(&k, wanted);
        assert_int_equal(3 * mesh->triangle_count, corners);
        assert_int_equal(mesh->unit, read_as[k.unit]);
        assert_int_equal(mesh->up, TL_AXIS_PZ);
        assert_int_equal(mesh->warning_count, 0);
        double bound = k.copy_count > 0 ? 1e-11 : scales[k.unit] != 1 ? 1e-17 : 0;
        for (size_t c = 0; c < corners; c++) {
            assert_point_near(mesh->vertices[mesh->triangles[c]], wanted[c], bound);
        }
        const char *names = mesh->pieces[k.first ? 0 : mesh->piece_count - 1].names;
        assert_non_null(strstr(names, "volume <"));
        assert_true(k.copy_count == 0 || strstr(names, "\nobject ") != NULL);
        assert_true(k.copy_count == 0 || strstr(names, "\nyard") != NULL);
        copied += k.copy_count > 0;
        exact += bound == 0;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d of them compared bit for bit, %d with constellations\n", ROUNDS, exact, copied);
    assert_true(copied > ROUNDS / 3 && exact > ROUNDS / 3);
}

static void files_that_are_cut_off_are_refused(void **state) {
    test_random random = test_random_start("AMF cut off", 6);
    for (int i = 0; i < ROUNDS; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, i % 4 == 0, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, (size_t)below(&random, (int)size), &mesh, &error) == TL_OK) {
            fail_msg("%d was read though it is cut off", i);
        }
        free(bytes);
    }
}

static void damage_gives_a_mesh_or_a_message(void **state) {
    test_random random = test_random_start("AMF damaged", 7);
    int refused = 0;
    for (int i = 0; i < 3 * ROUNDS; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, i % 4 == 0, &size);
        for (int n = 1 + below(&random, 3); n > 0; n--) {
            static const char likely[] = "\0\377<>/\"' -9e.&";
            bytes[below(&random, (int)size)] =
                below(&random, 2) == 0 ? likely[below(&random, sizeof(likely) - 1)] : (char)below(&random, 256);
        }
        tl_mesh *mesh;
        tl_error error;
        refused += read_bytes(*state, bytes, size, &mesh, &error) != TL_OK;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d refused\n", 3 * ROUNDS, refused);
    assert_true(refused > ROUNDS);
}

/* --- Single cases ------------------------------------------------------------------------------------------------- */

#define VERTEX(x, y, z) "<vertex><coordinates><x>" #x "</x><y>" #y "</y><z>" #z "</z></coordinates></vertex>"
#define VERTICES        "<vertices>" VERTEX(0, 0, 0) VERTEX(1, 0, 0) VERTEX(0, 2, 0) VERTEX(0, 0, 3) "</vertices>\n"
#define FACE(a, b, c)   "<triangle><v1>" #a "</v1><v2>" #b "</v2><v3>" #c "</v3></triangle>"
#define FACES           FACE(0, 2, 1) FACE(0, 1, 3) FACE(0, 3, 2) FACE(1, 2, 3)
#define OBJECT          "<object id=\"1\">\n<mesh>\n" VERTICES "<volume>" FACES "</volume>\n</mesh>\n</object>\n"
#define HEAD            "<amf unit=\"millimeter\">\n"

/* What is left out is told; it reads as if it weren't there. */
static void what_is_left_out_is_told(void **state) {
    static const struct {
        const char *from, *to, *warning;
    } cases[] = {
        {"</vertices>", "<edge><v1>0</v1><dx1>1</dx1></edge></vertices>",
         "normals and edges by which its triangles would be curved were left out: it is read as flat triangles"},
        {"</coordinates></vertex></vertices>", "</coordinates><normal><nx>0</nx></normal></vertex></vertices>",
         "normals and edges by which its triangles would be curved were left out: it is read as flat triangles"},
        {"</mesh>", "<volume type=\"support\">" FACE(2, 0, 1) "</volume></mesh>",
         "1 support structure for printing was left out"},
        {"<mesh>", "<mesh>", NULL},
    };
    static const char plain[] = HEAD OBJECT "</amf>\n";
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *at = strstr(plain, cases[i].from);
        assert_non_null(at);
        char text[2 * sizeof(plain)];
        snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - plain), plain, cases[i].to, at + strlen(cases[i].from));
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, text, strlen(text), &mesh, &error) != TL_OK) {
            fail_msg("%s", error.message);
        }
        assert_int_equal(mesh->triangle_count, 4);
        assert_near(tl_mesh_volume(mesh), 1, 1e-12);
        assert_int_equal(mesh->warning_count, cases[i].warning != NULL);
        if (cases[i].warning != NULL) {
            assert_string_equal(mesh->warnings[0], cases[i].warning);
        }
        tl_mesh_destroy(mesh);
    }
}

static void what_is_wrong_is_refused_by_name_and_line(void **state) {
    static const struct {
        const char *from, *to, *message;
        size_t line;
    } cases[] = {
        {"millimeter", "cubit", "the AMF's unit `cubit` is none of millimeter, inch, feet, meter, micron", 1},
        {"<v1>1</v1>", "<v1>4</v1>", "a triangle names the vertex 4, which is not there (there are 4, the first is 0)",
         5},
        {"<v1>1</v1>", "<v1>-1</v1>", "a triangle's corner is -1, no vertex", 5},
        {"<v1>1</v1>", "<v1>1.5</v1>", "a triangle's corner is 1.5, no vertex", 5},
        {"<v1>1</v1>", "<v1>one</v1>", "it says `one` where there should be a number", 5},
        {"<v1>1</v1>", "", "`<triangle>` has no `<v1>`", 5},
        {"<v1>1</v1>", "<v1>1</v1><v1>1</v1>", "`<triangle>` has `<v1>` twice", 5},
        {"<x>1</x>", "<x>1,5</x>", "it says `1,5` where there should be a number", 4},
        {"<x>1</x>", "", "`<coordinates>` has no `<x>`", 4},
        {"<x>1</x>", "<x><r>1</r></x>", "there are tags in `<x>`, a text", 4},
        {"<x>1</x>", "<x>1</x>1", "it says `1` where there should be a tag", 4},
        {"<x>1</x>", "<x>1</y>", "it says `</y>` where `<x>` is to be ended", 4},
        {"<volume>", "<volume type=\"lattice\">", "AMF knows no volume of type `lattice`", 5},
        {"<volume>", "<beams/><volume>", "AMF knows no `<beams>` in `<mesh>`", 5},
        {"<object id", "<slices/><object id", "AMF knows no `<slices>` in `<amf>`", 2},
        {"</amf>",
         "<constellation id=\"2\">\n<instance objectid=\"1\"><scale>0</scale></instance></constellation></amf>",
         "the `<scale>` of an `<instance>` is not more than 0", 9},
        {"</amf>", "<constellation id=\"2\">\n<instance objectid=\"3\"/></constellation></amf>",
         "a constellation names the object `3`, which is not there", 9},
        {"</amf>",
         "<constellation id=\"2\">\n<instance objectid=\"1\"><scalex>2</scalex></instance></constellation></amf>",
         "AMF knows no `<scalex>` in `<instance>`", 9},
        {"</amf>", "<constellation id=\"2\"><instance objectid=\"2\"/></constellation>\n</amf>",
         "the constellation `2` holds itself", 8},
        {"</amf>",
         "<constellation id=\"2\"><instance objectid=\"2\"/><instance objectid=\"1\"/></constellation>\n"
         "<constellation id=\"3\"><instance objectid=\"2\"/></constellation></amf>",
         "constellations are nested deeper than 64 levels, or hold themselves", 8},
        {"<amf", "<!DOCTYPE a [<!ENTITY b \"1\">]><amf", "it declares entities of its own", 1},
        {"<amf", "<obj", "it is no AMF: it doesn't begin with `<amf>`", 0},
        {"</amf>", "", "the file ends within `<amf>`: it is cut off", 9},
    };
    static const char plain[] = HEAD OBJECT "</amf>\n";
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *at = strstr(plain, cases[i].from);
        assert_non_null(at);
        char text[2 * sizeof(plain)];
        snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - plain), plain, cases[i].to, at + strlen(cases[i].from));
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        assert_int_equal(status, TL_ERROR_FORMAT);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.line, cases[i].line);
    }
}

/* Ten constellations, each of ten of the one before: refused before anything grows. */
static void constellations_cannot_grow_without_end(void **state) {
    size_t room = 20000, used = 0;
    char *text = malloc(room);
    assert_non_null(text);
    used += (size_t)snprintf(text, room, HEAD OBJECT);
    for (int level = 2; level < 12; level++) {
        used += (size_t)snprintf(text + used, room - used, "<constellation id=\"%d\">", level);
        for (int i = 0; i < 10; i++) {
            used += (size_t)snprintf(text + used, room - used, "<instance objectid=\"%d\"/>", level - 1);
        }
        used += (size_t)snprintf(text + used, room - used, "</constellation>");
    }
    used += (size_t)snprintf(text + used, room - used, "</amf>");
    tl_mesh *mesh;
    tl_error error;
    assert_int_equal(read_bytes(*state, text, used, &mesh, &error), TL_ERROR_LIMIT);
    free(text);
}

static void archives_of_other_things_are_refused(void **state) {
    const zip_file files[] = {{.name = "a.txt", .text = "hello"},
                              {.name = "a.amf", .text = HEAD OBJECT "</amf>"},
                              {.name = "b.amf", .text = HEAD OBJECT "</amf>"}};
    static const char *const messages[] = {"it is an archive without an AMF in it", NULL,
                                           "it is an archive of 2 AMF files: only one can be read"};
    for (size_t count = 1; count <= 3; count++) {
        size_t size;
        char *bytes = zip_make(files, count, &size);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, bytes, size, &mesh, &error);
        assert_int_equal(status, count == 2 ? TL_OK : TL_ERROR_FORMAT);
        if (status != TL_OK) {
            assert_string_equal(error.message, messages[count - 1]);
        }
        tl_mesh_destroy(mesh);
        free(bytes);
    }
}

/* One that unpacks to far more than its directory says is left when it does. */
static void bombs_are_refused(void **state) {
    const zip_file files[] = {{.name = "a.amf", .bomb = (uint64_t)64 << 20, .claimed = 1000}};
    size_t size;
    char *bytes = zip_make(files, 1, &size);
    tl_mesh *mesh;
    tl_error error;
    assert_int_equal(read_bytes(*state, bytes, size, &mesh, &error), TL_ERROR_FORMAT);
    assert_string_equal(error.message, "its part `a.amf` unpacks to more than it says");
    free(bytes);
    const zip_file large[] = {{.name = "a.amf", .bomb = 100000, .claimed = UINT32_C(0x80000000)}};
    bytes = zip_make(large, 1, &size);
    assert_int_equal(read_bytes(*state, bytes, size, &mesh, &error), TL_ERROR_LIMIT);
    free(bytes);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_amf_%d.amf", TL_TEST_BINARY_DIR, (int)getpid());
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_gives_the_same_mesh),
        cmocka_unit_test(files_that_are_cut_off_are_refused),
        cmocka_unit_test(damage_gives_a_mesh_or_a_message),
        cmocka_unit_test(what_is_left_out_is_told),
        cmocka_unit_test(what_is_wrong_is_refused_by_name_and_line),
        cmocka_unit_test(constellations_cannot_grow_without_end),
        cmocka_unit_test(archives_of_other_things_are_refused),
        cmocka_unit_test(bombs_are_refused),
    };
    return cmocka_run_group_tests_name("reading AMF", tests, set_up, tear_down);
}
