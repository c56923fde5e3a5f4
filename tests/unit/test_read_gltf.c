/* glTF and GLB in every legal form: random small files whose triangles are known by the specification's formulas, read
 * and compared corner for corner, with their winding and the names of their pieces; and read again where all fresh
 * memory holds other bytes. `test_read_gltf FOLDER COUNT` writes files there instead, for other judges. */
#include "support/made_gltf.h"

#include "import/import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROUNDS = 900, ALIKE = 40 };

static char folder[256];

static const char *path_of(const char *where, const char *name) {
    static char path[600];
    snprintf(path, sizeof(path), "%s/%s", where, name);
    return path;
}

static const char *in_folder(const char *name) {
    return path_of(folder, name);
}

static void save(const char *where, const gltf_files *files) {
    for (int i = 0; i < files->count; i++) {
        FILE *file = fopen(path_of(where, files->file[i].name), "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(files->file[i].bytes, 1, files->file[i].size, file), files->file[i].size);
        assert_int_equal(fclose(file), 0);
    }
}

/* What was read wrong stays, for whoever looks into it. */
static void keep(int round, const gltf_files *files) {
    char where[300];
    snprintf(where, sizeof(where), "%s/gltf_read_wrong_%d", TL_TEST_BINARY_DIR, round);
    (void)mkdir(where, 0777);
    (void)mkdir(path_of(where, "sub"), 0777);
    save(where, files);
    printf("   kept in %s\n", where);
}

static void forget(const gltf_files *files) {
    for (int i = 0; i < files->count; i++) {
        unlink(in_folder(files->file[i].name));
    }
}

static tl_status read_files(tl_context *context, const gltf_files *files, tl_mesh **mesh, tl_error *error) {
    *mesh = NULL;
    *error = (tl_error){0};
    return tl_import_mesh(context, in_folder(files->file[0].name), NULL, mesh, error);
}

/* --- Comparing ---------------------------------------------------------------------------------------------------- */

/* Whether a triangle that was read is the one that is known, begun at whichever corner. */
static bool is_same(const tl_mesh *mesh, size_t triangle, const made_triangle *known) {
    tl_vec3 corner[3];
    tl_mesh_corners(mesh, triangle, corner);
    for (int turn = 0; turn < 3; turn++) {
        bool same = true;
        for (int i = 0; i < 3; i++) {
            const double at[3] = {corner[i].x, corner[i].y, corner[i].z};
            for (int k = 0; k < 3; k++) {
                same = same && fabsl((long double)at[k] - known->corner[(i + turn) % 3][k]) <= known->off;
            }
        }
        if (same) {
            return true;
        }
    }
    return false;
}

/* The name of an element of an array of the root; NULL when it has none. */
static const char *name_of(const json_t *root, const char *array, int number) {
    const json_t *element = number < 0 ? NULL : json_array_get(json_object_get(root, array), (size_t)number);
    const char *name = json_string_value(json_object_get(element, "name"));
    return name != NULL && name[0] != 0 ? name : NULL;
}

/* Whether a triangle's piece has the names of its node, mesh and material in its first level, and no others. */
static bool is_named(const tl_mesh *mesh, size_t triangle, const made_triangle *known, const json_t *root) {
    const char *names = mesh->pieces[tl_mesh_piece_of(mesh, triangle)].names;
    const char *wanted[] = {name_of(root, "nodes", known->node), name_of(root, "meshes", known->mesh),
                            name_of(root, "materials", known->material)};
    bool there[] = {wanted[0] == NULL, wanted[1] == NULL, wanted[2] == NULL};
    size_t end = names != NULL ? strcspn(names, "\n") : 0;
    for (size_t at = 0; at < end;) {
        size_t length = strcspn(names + at, "\n\t");
        bool known_word = length == 0;
        for (int i = 0; i < 3; i++) {
            if (wanted[i] != NULL && strlen(wanted[i]) == length && memcmp(wanted[i], names + at, length) == 0) {
                there[i] = known_word = true;
            }
        }
        if (!known_word) {
            return false;
        }
        at += length + 1;
    }
    return there[0] && there[1] && there[2];
}

/* What is wrong with it, or NULL. */
static const char *compare(const tl_mesh *mesh, const made_gltf *made) {
    static bool taken[MADE_MOST_TRIANGLES];
    memset(taken, 0, sizeof(taken));
    if (mesh->unit != TL_MESH_UNIT_M || mesh->up != TL_AXIS_PY) {
        return "the unit or the axis";
    }
    if (mesh->triangle_count != made->triangle_count) {
        return "the number of triangles";
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        size_t k = 0;
        while (k < made->triangle_count && (taken[k] || !is_same(mesh, t, &made->triangles[k]) ||
                                            !is_named(mesh, t, &made->triangles[k], made->store.root))) {
            k++;
        }
        if (k == made->triangle_count) {
            k = 0;
            while (k < made->triangle_count && !is_same(mesh, t, &made->triangles[k])) {
                k++;
            }
            return k < made->triangle_count ? "the names of a piece" : "a triangle's corners";
        }
        taken[k] = true;
    }
    if (mesh->warning_count > 0 && !made->may_warn) {
        return "a warning about nothing";
    }
    return mesh->warning_count == 0 && made->must_warn ? "no warning of what is left out" : NULL;
}

static void tell(int round, const made_gltf *made, const tl_mesh *mesh, const char *what, const tl_error *error) {
    printf("%d: %s", round, what);
    if (mesh == NULL) {
        printf(": status %d, %s, %s (%s)", error->status, error->place, error->message, error->remedy);
    } else {
        printf(": %zu triangles for %zu%s%s", mesh->triangle_count, made->triangle_count,
               mesh->warning_count > 0 ? ", warned: " : "", mesh->warning_count > 0 ? mesh->warnings[0] : "");
    }
    printf("\n   ");
    for (int f = 0; f < GLTF_FEATURES; f++) {
        printf("%s%s", (made->store.has & GLTF_BIT(f)) != 0 ? " +" : "",
               (made->store.has & GLTF_BIT(f)) != 0 ? gltf_feature_names[f] : "");
    }
    printf("\n");
}

static made_gltf *make(test_random *random, uint64_t allowed, gltf_files *files) {
    made_gltf *made = malloc(sizeof(*made));
    assert_non_null(made);
    made_gltf_init(made, random, allowed);
    gltf_settle(&made->store);
    gltf_write(&made->store, files);
    return made;
}

/* Each file may hold half of what there is, so that much meets, and little, too. */
static uint64_t choose(test_random *random) {
    return test_random_below(random, 4) == 0 ? ~(uint64_t)0 : test_random_bits(random);
}

static void every_form_gives_the_same_triangles(void **state) {
    test_random random = test_random_start("glTF in every form", 61);
    size_t counts[GLTF_FEATURES] = {0}, triangles = 0;
    int wrong = 0, rounds = test_trials(ROUNDS);
    for (int round = 0; round < rounds; round++) {
        gltf_files files;
        made_gltf *made = make(&random, choose(&random), &files);
        tl_mesh *mesh;
        tl_error error;
        save(folder, &files);
        tl_status status = read_files(*state, &files, &mesh, &error);
        const char *what = status != TL_OK ? "refused" : compare(mesh, made);
        if (what != NULL && wrong++ < 30) {
            tell(round, made, mesh, what, &error);
            keep(round, &files);
        }
        for (int f = 0; f < GLTF_FEATURES; f++) {
            counts[f] += (made->store.has & GLTF_BIT(f)) != 0;
        }
        triangles += made->triangle_count;
        tl_mesh_destroy(mesh);
        forget(&files);
        gltf_files_free(&files);
        made_gltf_free(made);
        free(made);
    }
    printf("%d files, %zu triangles, %d wrong\n", rounds, triangles, wrong);
    for (int f = 0; f < GLTF_FEATURES; f++) {
        printf("%s%s %zu", f == 0 ? "" : ", ", gltf_feature_names[f], counts[f]);
        bool packed = f == GLTF_MESHOPT || f == GLTF_MESHOPT_FALLBACK || f == GLTF_MESHOPT_FILTER;
        bool draco = f == GLTF_DRACO || f == GLTF_DRACO_FALLBACK;
        assert_true(counts[f] > 0 || (packed && !gltf_has_meshopt()) || (draco && !gltf_has_draco()));
    }
    printf("\n");
    if (!gltf_has_draco() || !gltf_has_meshopt()) {
        printf("SKIPPED: files packed by %s%s, which this was built without\n", gltf_has_draco() ? "" : "Draco ",
               gltf_has_meshopt() ? "" : "meshopt");
    }
    assert_int_equal(wrong, 0);
}

/* --- The same bytes whatever lies in fresh memory ----------------------------------------------------------------- */

/* Fills what it hands out with the byte that `user` points to; 0 leaves it as it comes. */
static void *soiled(void *user, void *memory, size_t size) {
    const unsigned char *byte = user;
    enum { HEAD = 16 };
    unsigned char *old = memory == NULL ? NULL : (unsigned char *)memory - HEAD;
    size_t had = 0;
    if (old != NULL) {
        memcpy(&had, old, sizeof(had));
    }
    if (size == 0) {
        free(old);
        return NULL;
    }
    unsigned char *fresh = malloc(size + HEAD);
    if (fresh == NULL) {
        return NULL;
    }
    memset(fresh + HEAD, *byte, size);
    memcpy(fresh, &size, sizeof(size));
    if (old != NULL) {
        memcpy(fresh + HEAD, memory, had < size ? had : size);
        memset(memory, ~*byte, had);
        free(old);
    }
    return fresh + HEAD;
}

static bool is_alike(const tl_mesh *a, const tl_mesh *b) {
    bool alike = a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
                 a->piece_count == b->piece_count && a->warning_count == b->warning_count &&
                 memcmp(a->vertices, b->vertices, a->vertex_count * sizeof(*a->vertices)) == 0 &&
                 memcmp(a->triangles, b->triangles, 3 * a->triangle_count * sizeof(*a->triangles)) == 0;
    for (size_t i = 0; i < a->piece_count && alike; i++) {
        const tl_piece *p = &a->pieces[i], *q = &b->pieces[i];
        alike = p->triangle_count == q->triangle_count && (p->names == NULL) == (q->names == NULL) &&
                (p->names == NULL || strcmp(p->names, q->names) == 0);
    }
    for (size_t i = 0; i < a->warning_count && alike; i++) {
        alike = strcmp(a->warnings[i], b->warnings[i]) == 0;
    }
    return alike;
}

static void fresh_memory_is_never_believed(void **state) {
    (void)state;
    static const unsigned char bytes[] = {0x00, 0xff, 0xa5, 0x7f, 0x01};
    test_random random = test_random_start("glTF in soiled memory", 62);
    for (int round = 0; round < ALIKE; round++) {
        gltf_files files;
        made_gltf *made = make(&random, choose(&random), &files);
        save(folder, &files);
        tl_context *contexts[5];
        tl_mesh *meshes[5];
        for (int i = 0; i < 5; i++) {
            unsigned char byte = bytes[i];
            contexts[i] = tl_context_create(&(tl_context_options){
                .struct_size = sizeof(tl_context_options), .user = (void *)(uintptr_t)&bytes[i], .allocate = soiled});
            assert_non_null(contexts[i]);
            tl_error error;
            assert_int_equal(read_files(contexts[i], &files, &meshes[i], &error), TL_OK);
            if (!is_alike(meshes[0], meshes[i])) {
                fail_msg("file %d comes out otherwise where memory holds %02x", round, byte);
            }
        }
        for (int i = 0; i < 5; i++) {
            tl_mesh_destroy(meshes[i]);
            tl_context_destroy(contexts[i]);
        }
        forget(&files);
        gltf_files_free(&files);
        made_gltf_free(made);
        free(made);
    }
}

/* --- For other judges --------------------------------------------------------------------------------------------- */

/* COUNT folders of a file each, with its triangles as text. Files that a strict judge should like hold nothing loose.
 */
static int write_all(const char *path, int count, bool packed) {
    test_random random = test_random_start("glTF for others", 63);
    uint64_t never = GLTF_BIT(GLTF_LOOSE) | (packed ? 0 : GLTF_BIT(GLTF_MESHOPT) | GLTF_BIT(GLTF_DRACO));
    for (int i = 0; i < count; i++) {
        char name[600];
        gltf_files files;
        made_gltf *made = make(&random, choose(&random) & ~never, &files);
        for (int f = -2; f <= files.count; f++) {
            bool dir = f < 0;
            snprintf(name, sizeof(name), "%s/%d%s%s", path, i,
                     f == -2   ? ""
                     : f == -1 ? "/sub"
                               : "/",
                     dir                ? ""
                     : f == files.count ? "truth.txt"
                                        : files.file[f].name);
            FILE *file = dir ? NULL : fopen(name, "wb");
            if (dir ? mkdir(name, 0777) != 0 : file == NULL) {
                perror(name);
                return 1;
            }
            if (!dir && f < files.count) {
                fwrite(files.file[f].bytes, 1, files.file[f].size, file);
            }
            for (size_t t = 0; !dir && f == files.count && t < made->triangle_count; t++) {
                for (int k = 0; k < 9; k++) {
                    fprintf(file, "%.17Lg ", made->triangles[t].corner[k / 3][k % 3]);
                }
                fprintf(file, "%.3Lg\n", made->triangles[t].off);
            }
            if (!dir) {
                fclose(file);
            }
        }
        gltf_files_free(&files);
        made_gltf_free(made);
        free(made);
    }
    return 0;
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_read_gltf_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL || mkdir(in_folder("sub"), 0777) != 0;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    rmdir(in_folder("sub"));
    return rmdir(folder);
}

int main(int argc, char **argv) {
    if (argc >= 3) {
        return write_all(argv[1], atoi(argv[2]), argc > 3);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_gives_the_same_triangles),
        cmocka_unit_test(fresh_memory_is_never_believed),
    };
    return cmocka_run_group_tests_name("glTF in every form", tests, set_up, tear_down);
}
