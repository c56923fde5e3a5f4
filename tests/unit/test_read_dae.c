/* COLLADA in many spellings: small files made from triangles, nodes, skins and morphs that are known, read, and
 * compared corner for corner with what plain formulas give; and the same files cut off and damaged. */
#include "support/made_dae.h"

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 400 };

static char path[256];

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    *mesh = NULL;
    *error = (tl_error){0};
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    tl_status status = tl_import_mesh(context, path, NULL, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    assert_true(status == TL_OK || (error->message[0] != 0 && error->remedy[0] != 0));
    return status;
}

/* Which corner of the face it is; -1: none. */
static int corner_of(const made_dae_face *r, tl_vec3 p, double bound) {
    int found = -1;
    for (int i = 0; i < r->count; i++) {
        tl_vec3 d = tl_sub(p, r->corner[i]);
        found = fabs(d.x) <= bound && fabs(d.y) <= bound && fabs(d.z) <= bound ? i : found;
    }
    return found;
}

/* Triangles of the face alone, whose borders are the face's own, in one direction or, where it may be, the other. */
static bool is_face(const tl_mesh *mesh, size_t first, const made_dae_face *r, bool turned, double bound) {
    int borders[MADE_DAE_MOST_CORNERS][MADE_DAE_MOST_CORNERS] = {{0}};
    for (size_t t = 0; t < (size_t)r->count - 2; t++) {
        tl_vec3 corner[3];
        int number[3];
        tl_mesh_corners(mesh, first + t, corner);
        for (int i = 0; i < 3; i++) {
            number[i] = corner_of(r, corner[i], bound);
            if (number[i] < 0) {
                return false;
            }
        }
        for (int i = 0; i < 3; i++) {
            borders[number[i]][number[(i + 1) % 3]]++;
            borders[number[(i + 1) % 3]][number[i]]--;
        }
    }
    for (int a = 0; a < r->count; a++) {
        for (int b = 0; b < r->count; b++) {
            int along = b == (a + 1) % r->count ? 1 : a == (b + 1) % r->count ? -1 : 0;
            if (borders[a][b] != (turned ? -along : along)) {
                return false;
            }
        }
    }
    return true;
}

static double reach_of(const made_dae_faces *r) {
    double reach = 1;
    for (int i = 0; i < r->count; i++) {
        for (int k = 0; k < r->all[i].count; k++) {
            tl_vec3 p = r->all[i].corner[k];
            reach = tl_max(reach, tl_max(fabs(p.x), tl_max(fabs(p.y), fabs(p.z))));
        }
    }
    return reach;
}

static void compare(const tl_mesh *mesh, const made_dae_file *k, const made_dae_faces *wanted, double bound,
                    const char *text, int round) {
    size_t first = 0;
    assert_int_equal(mesh->unit, made_dae_units[k->unit].read_as);
    assert_int_equal(mesh->up, made_dae_ups[k->up].axis);
    for (int i = 0; i < wanted->count; i++) {
        const made_dae_face *r = &wanted->all[i];
        bool right =
            first + (size_t)r->count - 2 <= mesh->triangle_count &&
            (is_face(mesh, first, r, r->turned, bound) || (r->either && is_face(mesh, first, r, !r->turned, bound)));
        if (!right) {
            fail_msg("%d: face %d of %d, of %d corners, isn't there\n%s", round, i, wanted->count, r->count, text);
        }
        first += (size_t)r->count - 2;
    }
    assert_int_equal(mesh->triangle_count, first);
}

static void every_spelling_gives_the_same_mesh(void **state) {
    test_random random = test_random_start("COLLADA in every spelling", 11);
    int exact = 0, bent = 0, faces = 0;
    made_dae_faces *wanted = malloc(sizeof(*wanted));
    made_dae_file *k = malloc(sizeof(*k));
    assert_true(wanted != NULL && k != NULL);
    for (int i = 0; i < ROUNDS; i++) {
        made_dae_make(&random, k, i);
        size_t size;
        char *bytes = made_dae_write(&random, k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, size, &mesh, &error) != TL_OK) {
            fail_msg("%d: %s (line %d)\n%s", i, error.message, error.line, bytes);
        }
        made_dae_expect(k, wanted);
        bool plain = made_dae_units[k->unit].scale == 1 && i % 3 == 1;
        compare(mesh, k, wanted, plain ? 0 : 1e-12 * reach_of(wanted), bytes, i);
        const char *names = mesh->pieces[0].names;
        assert_non_null(strstr(names, "Gesch\u00fctz & "));
        assert_non_null(strstr(names, "\nyard"));
        assert_true(strstr(names, "Eisen") != NULL || (i % 3 == 2 && strstr(names, "steel") != NULL));
        exact += plain;
        bent += i % 3 == 2;
        faces += wanted->count;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d faces, %d files compared bit for bit, %d with skins and morphs\n", ROUNDS, faces, exact,
                  bent);
    assert_true(exact > ROUNDS / 5 && bent > ROUNDS / 4);
    free(wanted);
    free(k);
}

static void files_that_are_cut_off_are_refused(void **state) {
    test_random random = test_random_start("COLLADA cut off", 12);
    made_dae_file *k = malloc(sizeof(*k));
    assert_non_null(k);
    for (int i = 0; i < ROUNDS; i++) {
        made_dae_make(&random, k, i);
        size_t size;
        char *bytes = made_dae_write(&random, k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, (size_t)below(&random, (int)size), &mesh, &error) == TL_OK) {
            fail_msg("%d was read though it is cut off", i);
        }
        free(bytes);
    }
    free(k);
}

static void damage_gives_a_mesh_or_a_message(void **state) {
    test_random random = test_random_start("COLLADA damaged", 13);
    int refused = 0;
    made_dae_file *k = malloc(sizeof(*k));
    assert_non_null(k);
    for (int i = 0; i < 3 * ROUNDS; i++) {
        made_dae_make(&random, k, i);
        size_t size;
        char *bytes = made_dae_write(&random, k, &size);
        for (int n = 1 + below(&random, 3); n > 0; n--) {
            static const char likely[] = "\0\377<>/\"#' -9e.&";
            bytes[below(&random, (int)size)] =
                one_in(&random, 2) ? likely[below(&random, sizeof(likely) - 1)] : (char)below(&random, 256);
        }
        tl_mesh *mesh;
        tl_error error;
        refused += read_bytes(*state, bytes, size, &mesh, &error) != TL_OK;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d refused\n", 3 * ROUNDS, refused);
    assert_true(refused > ROUNDS);
    free(k);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_dae_%d.dae", TL_TEST_BINARY_DIR, (int)getpid());
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
    };
    return cmocka_run_group_tests_name("reading COLLADA", tests, set_up, tear_down);
}
