/* Meshes that were read before: the same mesh, found by content alone; whatever is damaged, old or changed is read
 * anew; a folder that is full, shared or read-only. The reader's own promises are tried byte by byte. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif

#include "support/assert_geom.h"
#include "support/purse.h"

#include "import/cache.h"
#include "import/import.h"
#include "import/tlmesh.h"
#include "io/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
static char folder[256];

static const char *in_folder(const char *name) {
    static char path[4][512];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof(path[turn]), "%s/%s", folder, name);
    return path[turn];
}

static void save(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

/* The mesh, and whether it came from the cache. */
static tl_mesh *import_kept(void **state, const char *path, uint64_t most, bool *cached) {
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_import_facts facts = {0};
    tl_import_options options = {.helper = child, .cache = in_folder("cache"), .cache_most = most, .facts = &facts};
    if (tl_import_mesh(*state, path, &options, &mesh, &error) != TL_OK) {
        fail_msg("%s: %s", path, error.message);
    }
    *cached = facts.cached;
    return mesh;
}

static bool comes_from_the_cache(void **state, const char *path) {
    bool cached;
    tl_mesh_destroy(import_kept(state, path, 0, &cached));
    return cached;
}

/* Names in the cache, or one of them; NULL when there is none. */
static const char *entry(int *count) {
    static char name[512];
    DIR *list = opendir(in_folder("cache"));
    *count = 0;
    for (struct dirent *one; list != NULL && (one = readdir(list)) != NULL;) {
        if (one->d_name[0] != '.') {
            ++*count;
            snprintf(name, sizeof(name), "%s/cache/%.200s", folder, one->d_name);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
    return *count > 0 ? name : NULL;
}

static void empty_cache(void) {
    int count;
    for (const char *name; (name = entry(&count)) != NULL;) {
        assert_int_equal(unlink(name), 0);
    }
}

static void assert_same_mesh(const tl_mesh *a, const tl_mesh *b) {
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->piece_count, b->piece_count);
    assert_int_equal(a->warning_count, b->warning_count);
    assert_int_equal(a->unit, b->unit);
    assert_int_equal(a->up, b->up);
    assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof(*a->vertices));
    assert_memory_equal(a->triangles, b->triangles, 3 * a->triangle_count * sizeof(*a->triangles));
    assert_memory_equal(&a->weld, &b->weld, sizeof(a->weld));
    for (size_t i = 0; i < a->piece_count; i++) {
        assert_string_equal(a->pieces[i].names, b->pieces[i].names);
        assert_int_equal(a->pieces[i].first_triangle, b->pieces[i].first_triangle);
        assert_int_equal(a->pieces[i].triangle_count, b->pieces[i].triangle_count);
    }
    for (size_t i = 0; i < a->warning_count; i++) {
        assert_string_equal(a->warnings[i], b->warnings[i]);
    }
}

/* The solid test with its answer taken away: computed anew. */
static bool solid_anew(const tl_mesh *mesh) {
    tl_mesh bare = *mesh;
    bare.solid_of = (tl_digest){0, 0};
    bool solid;
    assert_int_equal(tl_mesh_is_solid(&bare, &solid, NULL), TL_OK);
    return solid;
}

static const char object[] =
    "mtllib hull.mtl\no Hull\nusemtl steel\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 "
    "4\nf 1 4 3\nf 2 3 4\n";

static void what_comes_from_the_cache_is_the_same(void **state) {
    static const char *const names[] = {"tests/import/meshes/placed_boxes.dae", "tests/import/meshes/inch_z_up.fbx"};
    for (size_t i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof(path), "%s/%s", TL_TEST_SOURCE_DIR, names[i]);
        bool cached;
        tl_mesh *first = import_kept(state, path, 0, &cached);
        assert_false(cached);
        tl_mesh *second = import_kept(state, path, 0, &cached);
        assert_true(cached);
        assert_same_mesh(first, second);
        bool solid;
        assert_int_equal(tl_mesh_is_solid(second, &solid, NULL), TL_OK);
        assert_int_equal(solid, solid_anew(second));
        tl_mesh_destroy(first);
        tl_mesh_destroy(second);
    }
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void real_meshes_come_back_the_same(void **state) {
    if (test_data_folder() == NULL) {
        skip();
    }
    DIR *list = opendir(test_data_folder());
    int tried = 0;
    for (struct dirent *one; (one = readdir(list)) != NULL;) {
        const char *name = strcmp(one->d_name, "viva_balloon") == 0 ? "viva_balloon/scene.gltf" : one->d_name;
        const char *kind = tl_file_path_extension(name);
        if (one->d_name[0] == '.' || strcmp(kind, "md") == 0 || kind[0] == 0) {
            continue;
        }
        bool cached;
        double start = seconds();
        tl_mesh *first = import_kept(state, test_data_file(name), 0, &cached);
        double middle = seconds();
        assert_false(cached);
        tl_mesh *second = import_kept(state, test_data_file(name), 0, &cached);
        double end = seconds();
        assert_true(cached);
        assert_same_mesh(first, second);
        bool solid;
        assert_int_equal(tl_mesh_is_solid(second, &solid, NULL), TL_OK);
        print_message("%-28s %7zu triangles, first %5.0f ms, from the cache %4.0f ms\n", name, first->triangle_count,
                      1000 * (middle - start), 1000 * (end - middle));
        assert_int_equal(solid, solid_anew(first));
        tl_mesh_destroy(first);
        tl_mesh_destroy(second);
        empty_cache();
        tried++;
    }
    closedir(list);
    assert_true(tried >= 25);
}

static void content_is_what_counts(void **state) {
    save("hull.obj", object);
    assert_false(comes_from_the_cache(state, in_folder("hull.obj")));
    assert_true(comes_from_the_cache(state, in_folder("hull.obj")));
    save("hull.obj", object); /* written again: another time, the same content */
    assert_true(comes_from_the_cache(state, in_folder("hull.obj")));
    char changed[sizeof(object)];
    memcpy(changed, object, sizeof(object));
    changed[strlen("mtllib hull.mtl\no Hull\nusemtl steel\nv 0 0 0\nv ")] = '2';
    save("hull.obj", changed);
    assert_false(comes_from_the_cache(state, in_folder("hull.obj")));
    bool cached;
    tl_mesh *mesh = import_kept(state, in_folder("hull.obj"), 0, &cached);
    assert_true(cached);
    assert_near(tl_mesh_box(mesh).high.x, 2, 0);
    tl_mesh_destroy(mesh);
    save("other.obj", object); /* another name may make other names of parts */
    assert_false(comes_from_the_cache(state, in_folder("other.obj")));
}

static const char with_buffer[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"scene\":0,\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
    "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
    "\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":"
    "36,"
    "\"uri\":\"points.bin\"}]}";

/* No byte of these numbers is 0, so that they can be saved as text: 9 times 2.01..., with one of 4.07... */
static const char small[] = "@@@@AAAABBBB@@@AAAABBBBC@@@@AABABCBB";
static const char large[] = "@@@@AAAABBBB@@@AAAABBBBC@@BCAABABCBB";

static void companions_count_too(void **state) {
    save("hull.gltf", with_buffer);
    save("points.bin", small);
    empty_cache();
    assert_false(comes_from_the_cache(state, in_folder("hull.gltf")));
    assert_true(comes_from_the_cache(state, in_folder("hull.gltf")));
    save("points.bin", large);
    assert_false(comes_from_the_cache(state, in_folder("hull.gltf")));
    assert_true(comes_from_the_cache(state, in_folder("hull.gltf")));
    save("points.bin", small); /* the first again: one entry for each mesh file */
    bool cached;
    tl_mesh *mesh = import_kept(state, in_folder("hull.gltf"), 0, &cached);
    float reach;
    memcpy(&reach, small + 12, sizeof(reach));
    assert_false(cached);
    assert_near(tl_mesh_box(mesh).high.x, (double)reach, 0);
    tl_mesh_destroy(mesh);
    const tl_import_options options = {.helper = child};
    (void)unlink(in_folder("points.bin"));
    for (int way = 0; way < 2; way++) { /* gone; and a link that leads out of the folder */
        tl_error error = {0};
        mesh = NULL;
        assert_int_equal(tl_import_mesh(*state, in_folder("hull.gltf"), &options, &mesh, &error), TL_ERROR_FILE);
        assert_null(mesh);
        assert_true(way == 1 || symlink("/etc/passwd", in_folder("points.bin")) == 0);
    }
    (void)unlink(in_folder("points.bin"));
}

/* Every byte of an entry flipped, and every length: read anew, the same mesh, and mended. */
static void damage_is_never_believed(void **state) {
    save("hull.obj", object);
    empty_cache();
    bool cached;
    tl_mesh *good = import_kept(state, in_folder("hull.obj"), 0, &cached);
    int count;
    char path[512];
    snprintf(path, sizeof(path), "%s", entry(&count));
    assert_int_equal(count, 1);
    char *bytes;
    size_t size;
    assert_int_equal(tl_file_read(*state, path, 1 << 20, &bytes, &size, NULL), TL_OK);
    tl_cache_key key;
    assert_int_equal(tl_cache_key_make(*state, in_folder("hull.obj"), &key), TL_OK);
    for (size_t i = 0; i < 2 * size; i++) {
        int file = memfd_create("damaged", MFD_CLOEXEC);
        char kept = bytes[i % size];
        bytes[i % size] = (char)(kept ^ (1 << (i % 7)));
        size_t length = i < size ? size : i - size;
        assert_true(pwrite(file, bytes, length, 0) == (ssize_t)length);
        tl_import_reading reading = {0};
        assert_int_equal(tl_tlmesh_read(*state, file, length, key.digest, &reading), TL_ERROR_FORMAT);
        assert_true(reading.mesh == NULL && reading.companion_digests == NULL);
        bytes[i % size] = kept;
        close(file);
    }
    for (int i = 0; i < 3; i++) { /* through the whole way: cut, spoiled, somebody else's */
        int file = open(path, O_RDWR);
        assert_true(file >= 0 && (i > 0 || ftruncate(file, (off_t)size / 2) == 0) &&
                    (i == 0 || pwrite(file, "?", 1, i == 1 ? (off_t)size - 20 : 50) == 1));
        close(file);
        tl_mesh *again = import_kept(state, in_folder("hull.obj"), 0, &cached);
        assert_false(cached);
        assert_same_mesh(good, again);
        tl_mesh_destroy(again);
        assert_true(comes_from_the_cache(state, in_folder("hull.obj")));
    }
    tl_free(*state, bytes);
    tl_mesh_destroy(good);
}

/* Somebody makes an entry with a right checksum: then the contents must still keep the promises. */
static void sealed_damage_is_a_sound_mesh_or_none(void **state) {
    save("hull.obj", object);
    empty_cache();
    bool cached;
    tl_mesh_destroy(import_kept(state, in_folder("hull.obj"), 0, &cached));
    int count;
    char *bytes;
    size_t size;
    tl_cache_key key;
    assert_int_equal(tl_file_read(*state, entry(&count), 1 << 20, &bytes, &size, NULL), TL_OK);
    assert_int_equal(tl_cache_key_make(*state, in_folder("hull.obj"), &key), TL_OK);
    char *copy = malloc(size);
    assert_non_null(copy);
    int accepted = 0;
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    for (size_t i = 0; i < 5 * size; i++) {
        memcpy(copy, bytes, size);
        copy[i / 5] = (char)values[i % 5];
        assert_true(tl_tlmesh_seal(copy, size));
        int file = memfd_create("sealed", MFD_CLOEXEC);
        assert_true(pwrite(file, copy, size, 0) == (ssize_t)size);
        tl_import_reading reading = {0};
        if (tl_tlmesh_read(*state, file, size, key.digest, &reading) == TL_OK) {
            accepted++;
            for (size_t k = 0; k < reading.mesh->vertex_count; k++) {
                assert_true(tl_is_finite(reading.mesh->vertices[k]));
            }
            for (size_t k = 0; k < 3 * reading.mesh->triangle_count; k++) {
                assert_true(reading.mesh->triangles[k] < reading.mesh->vertex_count);
            }
            tl_import_reading_free(*state, &reading);
            tl_mesh_destroy(reading.mesh);
        }
        close(file);
    }
    print_message("%d of %zu accepted\n", accepted, 5 * size);
    assert_true(accepted > 100); /* the seal is right: otherwise this tries nothing */
    free(copy);
    tl_free(*state, bytes);
}

static void the_oldest_go(void **state) {
    empty_cache();
    int count;
    char name[32];
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof(name), "m%d.obj", i);
        save(name, object);
        bool cached;
        tl_mesh_destroy(import_kept(state, in_folder(name), 1200, &cached));
        assert_false(cached);
        const struct timespec ages[2] = {{1000000 + i, 0}, {1000000 + i, 0}};
        if (i < 3) {
            assert_int_equal(utimensat(AT_FDCWD, entry(&count), ages, 0), 0);
        }
    }
    struct stat info;
    assert_int_equal(stat(entry(&count), &info), 0);
    print_message("%d entries of %lld bytes are left\n", count, (long long)info.st_size);
    assert_true(count >= 1 && count * info.st_size <= 1200 && (count + 1) * info.st_size > 1200);
    assert_true(comes_from_the_cache(state, in_folder("m5.obj")));
    assert_false(comes_from_the_cache(state, in_folder("m0.obj")));
    save("cache/notes.txt", "not ours");
    for (int i = 0; i < 3; i++) {
        bool cached;
        snprintf(name, sizeof(name), "n%d.obj", i);
        save(name, object);
        tl_mesh_destroy(import_kept(state, in_folder(name), 1, &cached));
    }
    assert_int_equal(access(in_folder("cache/notes.txt"), F_OK), 0);
    assert_int_equal(unlink(in_folder("cache/notes.txt")), 0);
    assert_null(entry(&count)); /* nothing fits into one byte */
}

static void a_folder_that_cannot_be_is_no_matter(void **state) {
    save("hull.obj", object);
    tl_import_options options = {.helper = child, .cache = "/proc/nowhere/cache"};
    tl_mesh *mesh = NULL;
    assert_int_equal(tl_import_mesh(*state, in_folder("hull.obj"), &options, &mesh, NULL), TL_OK);
    tl_mesh_destroy(mesh);
    options.cache = in_folder("hull.obj"); /* a file */
    mesh = NULL;
    assert_int_equal(tl_import_mesh(*state, in_folder("hull.obj"), &options, &mesh, NULL), TL_OK);
    tl_mesh_destroy(mesh);
}

/* Eight processes read the same files through one cache at once; what they all see is the same mesh. */
static void many_processes_share_one(void **state) {
    empty_cache();
    char name[32];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof(name), "m%d.obj", i);
        save(name, object);
    }
    pid_t pids[8];
    for (int p = 0; p < 8; p++) {
        pids[p] = fork();
        if (pids[p] == 0) {
            int wrong = 0;
            for (int i = 0; i < 12; i++) {
                snprintf(name, sizeof(name), "m%d.obj", (p + i) % 4);
                tl_import_options options = {.helper = child, .cache = in_folder("cache"), .cache_most = 1500};
                tl_mesh *mesh = NULL;
                wrong += tl_import_mesh(*state, in_folder(name), &options, &mesh, NULL) != TL_OK ||
                         mesh->triangle_count != 4 || strcmp(mesh->pieces[0].names, "Hull\tsteel") != 0;
                tl_mesh_destroy(mesh);
            }
            _exit(wrong);
        }
    }
    for (int p = 0; p < 8; p++) {
        int word;
        assert_int_equal(waitpid(pids[p], &word, 0), pids[p]);
        assert_true(WIFEXITED(word) && WEXITSTATUS(word) == 0);
    }
    int count;
    for (const char *left = entry(&count); left != NULL; left = NULL) {
        assert_null(strstr(left, ".new"));
    }
}

/* What somebody does to the files while they are read: told when the work goes on. */
typedef struct meddler {
    const char *during; /* the work during which it is done */
    const char *name, *text;
    bool rename; /* by putting another file in its place, else by writing into it */
    int done;
} meddler;

static bool meddle(void *user, double share, const char *what) {
    meddler *m = user;
    (void)share;
    if (m->during != NULL && strcmp(what, m->during) == 0 && m->done++ == 0) {
        save(m->rename ? "beside.tmp" : m->name, m->text);
        if (m->rename) {
            assert_int_equal(rename(in_folder("beside.tmp"), in_folder(m->name)), 0);
        }
    }
    return true;
}

static tl_mesh *import_meddled(void *context, const char *name, bool *cached) {
    char path[512], cache[512];
    snprintf(path, sizeof(path), "%s", in_folder(name));
    snprintf(cache, sizeof(cache), "%s", in_folder("cache"));
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_import_facts facts;
    tl_import_options options = {.cache = cache, .facts = &facts}; /* in this process */
    if (tl_import_mesh(context, path, &options, &mesh, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    *cached = facts.cached;
    return mesh;
}

/* A mesh, or the buffer it names, that is changed while it is read: whatever was read, the cache never answers with it
 * for a file that holds something else. `high` is the largest x of the old content and of the new. */
static void check_meddling(const char *mesh, const char *old_mesh, const char *companion, const char *old_companion,
                           meddler m, const double high[2]) {
    tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &m, .progress = meddle};
    const char *during = m.during;
    for (int way = 0; way < 2; way++) {
        m.rename = way == 1;
        m.done = 0;
        m.during = during;
        empty_cache();
        save(mesh, old_mesh);
        if (companion != NULL) {
            save(companion, old_companion);
        }
        tl_context *context = tl_context_create(&how);
        bool cached;
        tl_mesh *first = import_meddled(context, mesh, &cached);
        assert_true(m.done > 0);
        double got = tl_mesh_box(first).high.x;
        assert_true(got == high[0] || got == high[1]);
        m.during = NULL;
        for (int again = 0; again < 2; again++) {
            tl_mesh *now = import_meddled(context, mesh, &cached);
            assert_near(tl_mesh_box(now).high.x, high[1], 0);
            assert_true(cached || again == 0);
            tl_mesh_destroy(now);
        }
        save(mesh, old_mesh); /* back again */
        if (companion != NULL) {
            save(companion, old_companion);
        }
        tl_mesh *back = import_meddled(context, mesh, &cached);
        assert_near(tl_mesh_box(back).high.x, high[0], 0);
        tl_mesh_destroy(back);
        tl_mesh_destroy(first);
        tl_context_destroy(context);
    }
}

static void files_that_change_meanwhile_are_kept_under_no_wrong_key(void **state) {
    (void)state;
    char changed[sizeof(object)];
    memcpy(changed, object, sizeof(object));
    changed[strlen("mtllib hull.mtl\no Hull\nusemtl steel\nv 0 0 0\nv ")] = '2';
    static const char *const moments[] = {"looking the mesh up", "reading the mesh", "joining equal vertices"};
    for (int i = 0; i < 3; i++) {
        const double high[2] = {1, 2};
        check_meddling("hull.obj", object, NULL, NULL, (meddler){moments[i], "hull.obj", changed, false, 0}, high);
        float x[2];
        memcpy(&x[0], small + 12, 4);
        memcpy(&x[1], large + 24, 4);
        const double reach[2] = {(double)x[0], (double)x[1]};
        if (i > 0) {
            check_meddling("hull.gltf", with_buffer, "points.bin", small,
                           (meddler){moments[i], "points.bin", large, false, 0}, reach);
        }
    }
    (void)unlink(in_folder("points.bin"));
}

/* Whichever allocation fails, with an entry and without: a mesh or a word about memory, and nothing leaks. */
static void without_memory_nothing_leaks(void **state) {
    (void)state;
    save("hull.obj", object);
    test_purse s = {-1, 0};
    tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &s, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&how);
    for (int way = 0; way < 2; way++) {
        int meshes = 0;
        for (int left = 0; meshes < 60; left++) {
            if (way == 0) {
                empty_cache();
            }
            s.left = left;
            tl_mesh *mesh = NULL;
            tl_error error = {0};
            tl_import_options options = {.helper = child, .cache = in_folder("cache")};
            tl_status status = tl_import_mesh(context, in_folder("hull.obj"), &options, &mesh, &error);
            assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
            meshes += status == TL_OK;
            tl_mesh_destroy(mesh);
            assert_int_equal(s.held, 1);
        }
    }
    s.left = -1;
    tl_context_destroy(context);
    assert_int_equal(s.held, 0);
}

/* Digests tell contents apart: lengths, order, single bits; and are the same in any memory. */
static void digests_tell_contents_apart(void **state) {
    (void)state;
    unsigned char bytes[200];
    for (size_t i = 0; i < sizeof(bytes); i++) {
        bytes[i] = (unsigned char)(i * 37);
    }
    enum { MOST = 200 + 8 * 100 };
    static tl_digest seen[MOST];
    size_t count = 0;
    for (size_t length = 0; length < 200; length++) {
        seen[count++] = tl_digest_add((tl_digest){0, 0}, bytes, length);
        unsigned char moved[201];
        memcpy(moved + 1, bytes, length);
        tl_digest again = tl_digest_add((tl_digest){0, 0}, moved + 1, length);
        assert_true(tl_digest_equal(seen[count - 1], again));
    }
    for (size_t bit = 0; bit < 800; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
        seen[count++] = tl_digest_add((tl_digest){0, 0}, bytes, 100);
        bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_true(seen[i].a != seen[k].a && seen[i].b != seen[k].b);
        }
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_cache_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    empty_cache();
    (void)rmdir(in_folder("cache"));
    DIR *list = opendir(folder);
    for (struct dirent *one; (one = readdir(list)) != NULL;) {
        unlink(in_folder(one->d_name));
    }
    closedir(list);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_change_meanwhile_are_kept_under_no_wrong_key),
        cmocka_unit_test(digests_tell_contents_apart),
        cmocka_unit_test(what_comes_from_the_cache_is_the_same),
        cmocka_unit_test(real_meshes_come_back_the_same),
        cmocka_unit_test(content_is_what_counts),
        cmocka_unit_test(companions_count_too),
        cmocka_unit_test(damage_is_never_believed),
        cmocka_unit_test(sealed_damage_is_a_sound_mesh_or_none),
        cmocka_unit_test(the_oldest_go),
        cmocka_unit_test(a_folder_that_cannot_be_is_no_matter),
        cmocka_unit_test(many_processes_share_one),
        cmocka_unit_test(without_memory_nothing_leaks),
    };
    return cmocka_run_group_tests_name("cache", tests, set_up, tear_down);
}
