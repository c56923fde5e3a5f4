/* glTF files that hold what isn't read: random small files, each told apart from a harmless twin by one thing that
 * would make another shape of it. The twin is read as it is, the other refused by name. */
#include "support/assert_geom.h"

#include "import/import.h"
#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 25, BYTES = 512 };

static char folder[256];

/* What is wrong with a file. */
typedef enum flaw {
    NONE,
    VERSION_1,
    LATER_VERSION,
    DRACO,
    MESHOPT,
    QUANTIZED,
    UNKNOWN,
    SHORT_POSITIONS,
    BYTE_WEIGHTS,
    BONE_LIKE_MESH,
    BONES_ALIKE,
    NO_MATRICES,
    MORPH_OF_MESH,
    MORPH_OF_NODE,
    INSTANCES,
    FLAWS
} flaw;

/* A word of the message that names it. */
static const char *const told[FLAWS] = {"",          "version",  "2.1",       "Draco",   "meshopt",
                                        "quantized", "EXT_odd",  "quantized", "weights", "same name",
                                        "same name", "matrices", "morph",     "morph",   "copies"};

static const char *in_folder(const char *name) {
    static char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static bool needs_skin(flaw f) {
    return f == BYTE_WEIGHTS || f == BONE_LIKE_MESH || f == BONES_ALIKE || f == NO_MATRICES;
}

/* The buffer: three corners, joints, weights as floats and as bytes, two matrices, steps of a morph target, corners as
 * shorts. */
enum { CORNERS = 0, JOINTS = 36, WEIGHTS = 48, BYTE = 96, MATRICES = 108, MORPH = 236, SHORTS = 272, END = 296 };

static void fill_buffer(test_random *random, unsigned char *bytes, tl_vec3 corner[3]) {
    memset(bytes, 0, BYTES);
    for (int i = 0; i < 3; i++) {
        float p[3];
        for (int k = 0; k < 3; k++) {
            p[k] = (float)(test_random_below(random, 2000) - 1000) / 64;
        }
        corner[i] = (tl_vec3){(double)p[0], (double)p[1], (double)p[2]};
        memcpy(bytes + CORNERS + 12 * i, p, sizeof(p));
        const float weights[4] = {1, 0, 0, 0}, steps[3] = {7, 8, 9};
        memcpy(bytes + WEIGHTS + 16 * i, weights, sizeof(weights));
        bytes[BYTE + 4 * i] = 255;
        memcpy(bytes + MORPH + 12 * i, steps, sizeof(steps));
        const short s[3] = {(short)i, (short)(2 * i), 3};
        memcpy(bytes + SHORTS + 8 * i, s, sizeof(s));
    }
    for (int m = 0; m < 2; m++) {
        for (int k = 0; k < 4; k++) {
            const float one = 1;
            memcpy(bytes + MATRICES + 64 * m + 20 * k, &one, sizeof(one));
        }
    }
}

static void save(tl_context *context, const char *name, const void *bytes, size_t size) {
    tl_error error = {0};
    assert_int_equal(tl_file_save(context, in_folder(name), bytes, size, &error), TL_OK);
}

/* Some 2 KiB of JSON. `skinned`, `morphed`, `odd`: harmless things that the file has as well. */
static void write_file(tl_context *context, test_random *random, flaw f, bool skinned, bool morphed, int odd,
                       tl_vec3 corner[3]) {
    unsigned char bytes[BYTES];
    char json[4096], attributes[160] = "\"POSITION\":0", targets[64] = "", weights[40] = "", node[160] = "",
                     skins[400] = "";
    fill_buffer(random, bytes, corner);
    save(context, "a.bin", bytes, END);
    skinned = skinned || needs_skin(f);
    morphed = morphed || f == MORPH_OF_MESH || f == MORPH_OF_NODE;
    if (f == SHORT_POSITIONS) {
        snprintf(attributes, sizeof(attributes), "\"POSITION\":6");
    }
    if (skinned) {
        size_t at = strlen(attributes);
        snprintf(attributes + at, sizeof(attributes) - at, ",\"JOINTS_0\":1,\"WEIGHTS_0\":%d",
                 f == BYTE_WEIGHTS ? 3 : 2);
        snprintf(skins, sizeof(skins), ",\"skins\":[{\"joints\":[1]%s},{\"joints\":[2]%s}]",
                 f == NO_MATRICES ? "" : ",\"inverseBindMatrices\":4", ",\"inverseBindMatrices\":4");
        snprintf(node, sizeof(node), ",\"skin\":0");
    }
    if (morphed) {
        snprintf(targets, sizeof(targets), ",\"targets\":[{\"POSITION\":5}]");
        snprintf(weights, sizeof(weights), ",\"weights\":[%s]", f == MORPH_OF_MESH ? "0.5" : "0");
    }
    if (f == MORPH_OF_NODE) {
        size_t at = strlen(node);
        snprintf(node + at, sizeof(node) - at, ",\"weights\":[1]");
    }
    if (f == INSTANCES) {
        size_t at = strlen(node);
        snprintf(node + at, sizeof(node) - at,
                 ",\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}}");
    }
    static const char *const harmless[] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual"};
    const char *required = f == DRACO       ? "KHR_draco_mesh_compression"
                           : f == MESHOPT   ? "EXT_meshopt_compression"
                           : f == QUANTIZED ? "KHR_mesh_quantization"
                           : f == UNKNOWN   ? "EXT_odd_shapes"
                                            : harmless[odd % 3];
    int size = snprintf(
        json, sizeof(json),
        "{\"asset\":{\"version\":\"%s\"%s},\"extensionsUsed\":[\"%s\",\"EXT_never_heard_of\"],\"extensionsRequired\":"
        "[\"%s\"],\"buffers\":[{\"uri\":\"a.bin\",\"byteLength\":%d}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}"
        "],"
        "\"accessors\":[{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"
        "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"},"
        "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5121,\"normalized\":true,\"count\":3,\"type\":\"VEC4\"},"
        "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":1,\"type\":\"MAT4\"},"
        "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5122,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{%s}%s}]%s}],\"nodes\":[{\"name\":\"body\",\"mesh\":0%s},"
        "{\"name\":\"%s\"},{\"name\":\"%s\"}],\"scenes\":[{\"nodes\":[0,1,2]}],\"scene\":0%s}",
        f == VERSION_1 ? "1.0" : "2.0", f == LATER_VERSION ? ",\"minVersion\":\"2.1\"" : "", required, required, END,
        END, CORNERS, JOINTS, WEIGHTS, BYTE, MATRICES, MORPH, SHORTS, attributes, targets, weights, node,
        f == BONE_LIKE_MESH ? "body" : "left", f == BONES_ALIKE ? "left" : "right", skins);
    assert_true(size > 0 && size < (int)sizeof(json));
    save(context, "a.gltf", json, (size_t)size);
}

static tl_status read_file(tl_context *context, tl_mesh **mesh, tl_error *error) {
    tl_import_options options = {.helper = NULL};
    *mesh = NULL;
    *error = (tl_error){0};
    return tl_mesh_import(context, in_folder("a.gltf"), &options, mesh, error);
}

/* One triangle with these corners, in whatever order. */
static bool is_the_triangle(const tl_mesh *mesh, const tl_vec3 corner[3]) {
    bool same = mesh->triangle_count == 1 && mesh->vertex_count == 3;
    for (size_t i = 0; i < 3 && same; i++) {
        bool there = false;
        for (size_t k = 0; k < 3; k++) {
            tl_vec3 v = mesh->vertices[k];
            there = there || (v.x == corner[i].x && v.y == corner[i].y && v.z == corner[i].z);
        }
        same = there;
    }
    return same;
}

static void what_is_not_read_is_refused_by_name(void **state) {
    test_random random = test_random_start("misread", 17);
    int files = 0, wrong = 0, silent = 0;
    for (int round = 0; round < ROUNDS; round++) {
        bool skinned = test_random_below(&random, 2) == 0, morphed = test_random_below(&random, 2) == 0;
        int odd = test_random_below(&random, 3);
        for (int f = NONE; f < FLAWS; f++) {
            tl_vec3 corner[3];
            tl_mesh *mesh;
            tl_error error;
            write_file(*state, &random, (flaw)f, skinned, morphed, odd, corner);
            tl_status status = read_file(*state, &mesh, &error);
            bool right = f == NONE ? status == TL_OK && is_the_triangle(mesh, corner)
                                   : status == TL_ERROR_UNSUPPORTED && strstr(error.message, told[f]) != NULL &&
                                         error.file[0] != '\0' && error.remedy[0] != '\0' && error.place[0] != '\0';
            if (!right && wrong < 20) {
                printf("flaw %d, skin %d, morph %d: %d %s\n", f, skinned, morphed, status, error.message);
            }
            files++;
            wrong += !right;
            silent += f != NONE && status == TL_OK;
            tl_mesh_destroy(mesh);
        }
    }
    printf("%d files, %d wrong, of these %d read without a word\n", files, wrong, silent);
    assert_int_equal(wrong, 0);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(folder, sizeof(folder), "%s/test_misread_XXXXXX", TL_TEST_BINARY_DIR);
    return *state == NULL || mkdtemp(folder) == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    unlink(in_folder("a.gltf"));
    unlink(in_folder("a.bin"));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_read_is_refused_by_name),
    };
    return cmocka_run_group_tests_name("misreading glTF", tests, set_up, tear_down);
}
