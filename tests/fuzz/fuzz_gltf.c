/* fuzz_gltf.c: any bytes as a glTF or GLB, read by this very process. Nothing may crash, leak or hang; a mesh that
 * comes out is sound, and whatever is refused is told in one line, with a remedy.
 *
 * Built with -fsanitize=fuzzer and TL_FUZZER it is a libFuzzer harness, which changes the JSON as JSON and the binary
 * chunk as bytes; otherwise it reads files that a test's generator makes, and damaged copies of them.
 * `fuzz_gltf FOLDER COUNT` writes such files there, for campaigns. */
#include "import/finish.h"
#include "import/read.h"
#include "support/made_gltf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_gltf: %s\n", what);
        abort();
    }
}

static void check_mesh(const tl_mesh *mesh) {
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        must(mesh->triangles[i] < mesh->vertex_count, "an index out of range");
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        must(tl_is_finite(mesh->vertices[i]), "a coordinate that is not finite");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tl_context *context = tl_context_create(NULL);
    char *copy = context != NULL ? tl_alloc(context, size + 1) : NULL;
    tl_mesh *mesh = context != NULL ? tl_mesh_create(context) : NULL;
    if (copy != NULL && mesh != NULL) {
        memcpy(copy, data, size);
        copy[size] = 0;
        tl_access access;
        tl_error error = {0};
        /* In a folder that isn't there, so that no file beside it is found. */
        const char *path = size >= 4 && memcmp(data, "glTF", 4) == 0 ? "/no/such/f.glb" : "/no/such/f.gltf";
        tl_access_init(&access, context, path, copy, size);
        tl_status status = tl_import_read_gltf(&access, mesh, &error);
        must(status == error.status && (status == TL_OK || (error.message[0] != 0 && error.remedy[0] != 0)),
             "a refusal without words");
        must(strpbrk(error.message, "\n\r\033") == NULL, "a message of several lines");
        if (status == TL_OK && (status = tl_import_finish(mesh, path, &error)) == TL_OK) {
            check_mesh(mesh);
        }
        tl_access_free(&access);
    }
    tl_mesh_destroy(mesh);
    if (context != NULL) {
        tl_free(context, copy);
        tl_context_destroy(context);
    }
    return 0;
}

#ifdef TL_FUZZER

/* --- Changing JSON as JSON ---------------------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* The n-th value below this one, in order; `*left` counts down. Its container and key or index are told. */
typedef struct place {
    json_t *container;
    const char *key;
    size_t index;
} place;

static bool find(json_t *in, size_t *left, place *found) {
    size_t index;
    const char *key;
    json_t *value;
    if (json_is_object(in)) {
        json_object_foreach(in, key, value) {
            if ((*left)-- == 0) {
                *found = (place){in, key, 0};
                return true;
            }
            if (find(value, left, found)) {
                return true;
            }
        }
    } else if (json_is_array(in)) {
        json_array_foreach(in, index, value) {
            if ((*left)-- == 0) {
                *found = (place){in, NULL, index};
                return true;
            }
            if (find(value, left, found)) {
                return true;
            }
        }
    }
    return false;
}

static size_t count(const json_t *in) {
    size_t all = 1, index;
    const char *key;
    json_t *value;
    if (json_is_object(in)) {
        json_object_foreach((json_t *)(uintptr_t)in, key, value) {
            all += count(value);
        }
    } else if (json_is_array(in)) {
        json_array_foreach(in, index, value) {
            all += count(value);
        }
    }
    return all;
}

static json_t *odd_value(test_random *random, const json_t *old) {
    static const double numbers[] = {0,
                                     1,
                                     -1,
                                     2,
                                     3,
                                     4,
                                     5,
                                     6,
                                     255,
                                     256,
                                     65535,
                                     65536,
                                     4294967295.0,
                                     4294967296.0,
                                     9007199254740993.0,
                                     1e300,
                                     -1e300,
                                     0.5,
                                     5120,
                                     5121,
                                     5122,
                                     5123,
                                     5125,
                                     5126};
    static const char *const words[] = {"",
                                        "SCALAR",
                                        "VEC2",
                                        "VEC3",
                                        "VEC4",
                                        "MAT4",
                                        "ATTRIBUTES",
                                        "TRIANGLES",
                                        "INDICES",
                                        "EXPONENTIAL",
                                        "OCTAHEDRAL",
                                        "POSITION",
                                        "data:;base64,AAAA"};
    switch (test_random_below(random, 6)) {
    case 0:
        return json_string(words[test_random_below(random, 13)]);
    case 1:
        return test_random_below(random, 2) == 0 ? json_array() : json_object();
    case 2:
        return json_integer(json_integer_value(old) + test_random_below(random, 9) - 4);
    default: {
        double number = numbers[test_random_below(random, 24)];
        return fabs(number) < 1e18 && number == (double)(json_int_t)number ? json_integer((json_int_t)number)
                                                                           : json_real(number);
    }
    }
}

static void put(const place *at, json_t *value) {
    if (at->key != NULL) {
        json_object_set_new(at->container, at->key, value);
    } else {
        json_array_set_new(at->container, at->index, value);
    }
}

/* Another value, one from elsewhere, or none. */
static void change(json_t *root, test_random *random) {
    size_t all = count(root) - 1, left = all > 0 ? (size_t)test_random_below(random, (int)all) : 0, other = left;
    place at, from;
    if (all == 0 || !find(root, &left, &at)) {
        return;
    }
    other = (size_t)test_random_below(random, (int)all);
    json_t *old = at.key != NULL ? json_object_get(at.container, at.key) : json_array_get(at.container, at.index);
    int how = test_random_below(random, 6);
    if (how == 0 && at.key != NULL) {
        json_object_del(at.container, at.key);
    } else if (how == 0) {
        json_array_remove(at.container, at.index);
    } else if (how == 1 && find(root, &other, &from)) {
        json_t *copied = json_deep_copy(from.key != NULL ? json_object_get(from.container, from.key)
                                                         : json_array_get(from.container, from.index));
        put(&at, copied);
    } else if (how == 2 && at.key == NULL) {
        json_array_append_new(at.container, json_deep_copy(old));
    } else {
        put(&at, odd_value(random, old));
    }
}

static uint32_t word_at(const uint8_t *data) {
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    test_random random = {seed};
    (void)test_random_bits(&random);
    bool binary = size >= 20 && memcmp(data, "glTF", 4) == 0;
    size_t begin = binary ? 20 : 0, length = binary ? word_at(data + 12) : size, behind;
    int how = test_random_below(&random, 4);
    if (how == 0 || begin > size || length > size - begin) {
        return LLVMFuzzerMutate(data, size, most);
    }
    behind = begin + length + 8;
    if (how == 1 && binary && behind < size) { /* the binary chunk alone, its length kept */
        (void)LLVMFuzzerMutate(data + behind, size - behind, size - behind);
        return size;
    }
    json_t *root = json_loadb((char *)data + begin, length, 0, NULL);
    if (root == NULL) {
        return LLVMFuzzerMutate(data, size, most);
    }
    for (int i = 1 + test_random_below(&random, 3); i > 0; i--) {
        change(root, &random);
    }
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    size_t made = size;
    if (text != NULL) {
        gltf_bytes chunk = {behind <= size ? data + behind : NULL, behind <= size ? size - behind : 0, 0};
        unsigned char *glb = binary ? gltf_glb(text, behind <= size ? &chunk : NULL, false, &made) : NULL;
        made = binary ? made : strlen(text);
        if (made <= most) {
            memcpy(data, binary ? (const char *)glb : text, made);
        } else {
            made = size;
        }
        free(glb);
    }
    free(text);
    return made;
}

#else

/* --- Files from the generator ------------------------------------------------------------------------------------- */

/* One file that needs no others; of few kinds of things or of all. */
static void make(test_random *random, gltf_files *files) {
    made_gltf *made = malloc(sizeof(*made));
    must(made != NULL, "no memory");
    uint64_t allowed = test_random_below(random, 3) == 0 ? ~(uint64_t)0 : test_random_bits(random);
    made_gltf_init(made, random, (allowed & ~GLTF_BIT(GLTF_FILES)) | GLTF_BIT(GLTF_DATA_URIS));
    gltf_settle(&made->store);
    gltf_write(&made->store, files);
    made_gltf_free(made);
    free(made);
}

static int write_all(const char *folder, int count) {
    test_random random = test_random_start("seeds", 71);
    for (int i = 0; i < count; i++) {
        char path[600];
        gltf_files files;
        make(&random, &files);
        snprintf(path, sizeof(path), "%s/%d-%s", folder, i, files.file[0].name);
        FILE *file = fopen(path, "wb");
        must(file != NULL && fwrite(files.file[0].bytes, 1, files.file[0].size, file) == files.file[0].size, path);
        fclose(file);
        gltf_files_free(&files);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3) {
        return write_all(argv[1], atoi(argv[2]));
    }
    test_random random = test_random_start("fuzz_gltf", 72);
    for (int i = 0; i < 60; i++) {
        gltf_files files;
        make(&random, &files);
        unsigned char *bytes = files.file[0].bytes;
        size_t size = files.file[0].size;
        for (int round = 0; round < 40; round++) {
            size_t at = (size_t)test_random_below(&random, (int)size);
            unsigned char kept = bytes[at];
            bytes[at] = round == 0 ? kept : (unsigned char)test_random_bits(&random);
            LLVMFuzzerTestOneInput(bytes, round % 5 == 4 ? (size_t)test_random_below(&random, (int)size) : size);
            bytes[at] = round % 3 == 0 ? bytes[at] : kept;
        }
        gltf_files_free(&files);
    }
    return 0;
}

#endif
