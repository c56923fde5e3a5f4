/* 3MF packages written from objects, components and build items that are known, in every unit, nested, mirrored and
 * placed again; read and compared triangle for triangle with what the plain formula gives; and the same cut off. */
#include "support/assert_geom.h"
#include "support/real_mesh.h"
#include "support/zip_write.h"

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 120, MOST_OBJECTS = 5, MOST_TRIANGLES = 6, MOST_PLACED = 3, MOST_RESULTS = 4000 };

static char path[256];

/* --- What is known ------------------------------------------------------------------------------------------------ */

/* Something put somewhere: twelve numbers as the format has them. */
typedef struct placed {
    int object;
    bool moved;
    double n[12];
} placed;

/* A mesh, or components: objects before it. */
typedef struct object {
    int triangles, components;
    tl_vec3 corner[3 * MOST_TRIANGLES];
    placed component[MOST_PLACED];
    bool support;
} object;

typedef struct known {
    int objects, items, unit;
    object object[MOST_OBJECTS];
    placed item[MOST_PLACED];
} known;

static const struct {
    const char *name;
    tl_mesh_unit read_as;
    double scale;
} units[] = {{"micron", TL_MESH_UNIT_CM, 1e-4}, {"millimeter", TL_MESH_UNIT_MM, 1}, {"centimeter", TL_MESH_UNIT_CM, 1},
             {"inch", TL_MESH_UNIT_INCH, 1},    {"foot", TL_MESH_UNIT_FOOT, 1},     {"meter", TL_MESH_UNIT_M, 1},
             {NULL, TL_MESH_UNIT_MM, 1}};

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

static void make_placed(test_random *random, placed *p, int objects) {
    p->object = below(random, objects);
    p->moved = !one_in(random, 3);
    for (int k = 0; k < 12; k++) {
        p->n[k] = k % 4 == 0 && k < 9 ? test_random_between(random, 0.5, 2)
                  : k < 9             ? test_random_between(random, -0.2, 0.2)
                                      : test_random_between(random, -50, 50);
    }
    p->n[0] *= one_in(random, 3) ? -1 : 1;
}

static void make_known(test_random *random, known *k) {
    memset(k, 0, sizeof(*k));
    k->objects = 1 + below(random, MOST_OBJECTS);
    k->unit = below(random, (int)(sizeof(units) / sizeof(units[0])));
    for (int i = 0; i < k->objects; i++) {
        object *o = &k->object[i];
        o->components = i > 0 && one_in(random, 2) ? 1 + below(random, MOST_PLACED) : 0;
        o->support = o->components == 0 && i > 0 && one_in(random, 6);
        for (int c = 0; c < o->components; c++) {
            make_placed(random, &o->component[c], i);
        }
        o->triangles = o->components > 0 ? 0 : 1 + below(random, MOST_TRIANGLES);
        for (int c = 0; c < 3 * o->triangles; c++) {
            o->corner[c] = (tl_vec3){test_random_between(random, -20, 20), test_random_between(random, -20, 20),
                                     test_random_between(random, -20, 20)};
        }
    }
    k->items = 1 + below(random, MOST_PLACED);
    for (int i = 0; i < k->items; i++) {
        make_placed(random, &k->item[i], k->objects);
    }
    k->item[0].object = 0; /* so that something is there */
}

/* --- What it should be -------------------------------------------------------------------------------------------- */

typedef struct results {
    int count, supports;
    tl_vec3 corner[3 * MOST_RESULTS];
    bool turned[MOST_RESULTS], used[MOST_OBJECTS];
} results;

static tl_vec3 take(const placed *p, tl_vec3 v) {
    const double *n = p->n;
    return !p->moved
               ? v
               : (tl_vec3){v.x * n[0] + v.y * n[3] + v.z * n[6] + n[9], v.x * n[1] + v.y * n[4] + v.z * n[7] + n[10],
                           v.x * n[2] + v.y * n[5] + v.z * n[8] + n[11]};
}

static bool mirrors(const placed *p) {
    const double *n = p->n;
    return p->moved &&
           tl_dot(tl_cross((tl_vec3){n[0], n[1], n[2]}, (tl_vec3){n[3], n[4], n[5]}), (tl_vec3){n[6], n[7], n[8]}) < 0;
}

/* How one comes from a build item down to an object. */
typedef struct way {
    const placed *placed;
    const struct way *outer;
} way;

static void add(const known *k, const way *w, results *out) {
    const object *o = &k->object[w->placed->object];
    out->used[w->placed->object] = true;
    if (o->support) {
        out->supports++;
        return;
    }
    for (int c = 0; c < o->components; c++) {
        const way longer = {&o->component[c], w};
        add(k, &longer, out);
    }
    for (int t = 0; t < o->triangles; t++) {
        bool turned = false;
        assert_true(out->count < MOST_RESULTS);
        for (const way *up = w; up != NULL; up = up->outer) {
            turned = turned != mirrors(up->placed);
        }
        for (int c = 0; c < 3; c++) {
            tl_vec3 p = o->corner[3 * t + c];
            for (const way *up = w; up != NULL; up = up->outer) {
                p = take(up->placed, p);
            }
            out->corner[3 * out->count + c] = tl_scale(p, units[k->unit].scale);
        }
        out->turned[out->count++] = turned;
    }
}

static int unplaced(const known *k, const results *r) {
    int count = 0;
    for (int i = 0; i < k->objects; i++) {
        count += !r->used[i] && !k->object[i].support && k->object[i].triangles > 0;
    }
    return count;
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

static void put_placed(FILE *file, const char *tag, const placed *p) {
    fprintf(file, "<%s objectid=\"%d\"", tag, p->object + 1);
    for (int i = 0; p->moved && i < 12; i++) {
        fprintf(file, i == 0 ? " transform=\"%.9g" : " %.9g", p->n[i]);
    }
    fputs(p->moved ? "\"/>" : "/>", file);
}

static void put_object(FILE *file, const object *o, int number, test_random *random) {
    fprintf(file, "<object id=\"%d\" type=\"%s\" name=\"object %d\">\n", number + 1, o->support ? "support" : "model",
            number);
    fputs(o->components > 0 ? "<components>" : "<mesh><vertices>", file);
    for (int c = 0; c < o->components; c++) {
        put_placed(file, "component", &o->component[c]);
    }
    for (int i = 0; i < 3 * o->triangles; i++) {
        tl_vec3 v = o->corner[i];
        fprintf(file,
                one_in(random, 2) ? "<vertex x=\"%.9g\" y=\"%.9g\" z=\"%.9g\"/>\n"
                                  : "<vertex  x='%.8e' y='%.8e'\nz='%.8e' />",
                v.x, v.y, v.z);
    }
    fputs(o->components > 0 ? "</components>" : "<vertex x=\"999\" y=\"999\" z=\"999\"/></vertices><triangles>", file);
    for (int t = 0; t < o->triangles; t++) {
        fprintf(file, "<triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>", 3 * t, 3 * t + 1, 3 * t + 2);
    }
    fputs(o->components > 0 ? "</object>" : "</triangles></mesh></object>", file);
}

/* The file's bytes, which the caller frees. */
static char *make_file(test_random *random, const known *k, size_t *size) {
    static const char types[] =
        "<?xml version=\"1.0\"?>\n<Types "
        "xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default "
        "Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default "
        "Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>";
    static const char relations[] =
        "<?xml version=\"1.0\"?>\n<Relationships "
        "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        "<Relationship Target=\"/3D/3dmodel.model\" Id=\"r0\" "
        "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>";
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model ", file);
    if (units[k->unit].name != NULL) {
        fprintf(file, "unit=\"%s\" ", units[k->unit].name);
    }
    fputs("xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources>", file);
    for (int i = 0; i < k->objects; i++) {
        put_object(file, &k->object[i], i, random);
    }
    fputs("</resources><build>", file);
    for (int i = 0; i < k->items; i++) {
        put_placed(file, "item", &k->item[i]);
    }
    fputs("</build></model>", file);
    assert_int_equal(fclose(file), 0);
    const zip_file files[] = {{.name = "[Content_Types].xml", .text = types},
                              {.name = "_rels/.rels", .text = relations},
                              {.name = "3D/3dmodel.model", .text = text, .deflated = one_in(random, 2)}};
    char *bytes = zip_make(files, 3, size);
    free(text);
    return bytes;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
    tl_import_options options = {.helper = child};
    *mesh = NULL;
    *error = (tl_error){0};
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    tl_status status = tl_import_mesh(context, path, &options, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    return status;
}

/* One of the mesh's triangles, wherever its first corner is. */
static bool is_there(const tl_mesh *mesh, size_t triangle, const tl_vec3 *wanted, bool turned, double bound) {
    tl_vec3 corner[3];
    tl_mesh_corners(mesh, triangle, corner);
    for (int first = 0; first < 3; first++) {
        bool same = true;
        for (int i = 0; i < 3; i++) {
            tl_vec3 d = tl_sub(corner[(first + (turned ? 3 - i : i)) % 3], wanted[i]);
            same = same && tl_length(d) <= bound;
        }
        if (same) {
            return true;
        }
    }
    return false;
}

static void every_package_gives_what_was_written(void **state) {
    test_random random = test_random_start("3MF", 41);
    static results wanted;
    int triangles = 0, left_out = 0;
    if (!test_reads_3mf("3MF of known truth")) {
        skip();
    }
    for (int i = 0; i < ROUNDS; i++) {
        known k;
        make_known(&random, &k);
        memset(&wanted, 0, sizeof(wanted));
        for (int n = 0; n < k.items; n++) {
            const way w = {&k.item[n], NULL};
            add(&k, &w, &wanted);
        }
        size_t size;
        char *bytes = make_file(&random, &k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, size, &mesh, &error) != TL_OK) {
            fail_msg("%d: %s", i, error.message);
        }
        double reach = 0;
        for (int c = 0; c < 3 * wanted.count; c++) {
            reach = tl_max(reach, tl_length(wanted.corner[c]));
        }
        assert_int_equal(mesh->unit, units[k.unit].read_as);
        assert_int_equal(mesh->up, TL_AXIS_PZ);
        /* Where nothing moves it, one object twice is a repeated triangle in another piece, and stays. */
        assert_int_equal(mesh->triangle_count, wanted.count);
        for (int t = 0; t < wanted.count; t++) {
            if (!is_there(mesh, (size_t)t, wanted.corner + (ptrdiff_t)3 * t, wanted.turned[t], 2e-6 * reach)) {
                fail_msg("%d: triangle %d isn't there", i, t);
            }
        }
        int alone = unplaced(&k, &wanted);
        assert_int_equal(mesh->warning_count, (wanted.supports > 0) + (alone > 0));
        assert_true(alone == 0 || strstr(mesh->warnings[0], "that no build item places") != NULL);
        triangles += wanted.count;
        left_out += alone > 0;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d packages, %d triangles, %d packages with meshes that nothing places\n", ROUNDS, triangles,
                  left_out);
    assert_true(left_out > ROUNDS / 5);
}

static void packages_that_are_cut_off_are_refused(void **state) {
    test_random random = test_random_start("3MF cut off", 42);
    for (int i = 0; i < ROUNDS / 2; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, (size_t)below(&random, (int)size), &mesh, &error) == TL_OK) {
            fail_msg("%d was read though it is cut off", i);
        }
        free(bytes);
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_3mf_%d.3mf", TL_TEST_BINARY_DIR, (int)getpid());
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    (void)unlink(path);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_package_gives_what_was_written),
        cmocka_unit_test(packages_that_are_cut_off_are_refused),
    };
    return cmocka_run_group_tests_name("reading 3MF", tests, set_up, tear_down);
}
