/* FBX, single cases: what is told, and what is refused, with the very words. */
#include "support/assert_geom.h"

#include "import/import.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[256];

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
    tl_import_options options = {.helper = child};
    *mesh = NULL;
    *error = (tl_error){0};
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    tl_status status = tl_import_mesh(context, path, &options, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    assert_true(status == TL_OK || (error->message[0] != 0 && error->remedy[0] != 0));
    return status;
}

static const char plain_file[] =
    "; FBX 7.3.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7300\n}\nGlobalSettings: {\nProperties70: {\n"
    "P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",2.54\n}\n}\nObjects: {\n"
    "Geometry: 10, \"Geometry::hull\", \"Mesh\" {\nVertices: *12 {\na: 0,0,0,1,0,0,0,2,0,0,0,3\n}\n"
    "PolygonVertexIndex: *12 {\na: 0,2,-2,0,1,-4,0,3,-3,1,2,-4\n}\n}\n"
    "Model: 20, \"Model::A\", \"Mesh\" {\nProperties70: {\nP: \"InheritType\", \"enum\", \"\", \"\",1\n}\n}\n}\n"
    "Connections: {\nC: \"OO\",10,20\nC: \"OO\",20,0\n}\n";

/* The same file with a skin that bends its mesh, in a way that Assimp takes for another. */
static void skins_that_would_be_misread_are_refused(void **state) {
    static const struct {
        const char *skin, *property, *said;
    } cases[] = {
        {"SkinningType: \"DualQuaternion\"\n", "", "a skin bends its mesh by dual quaternions, which is not read"},
        {"", "P: \"GeometricTranslation\", \"Vector3D\", \"\", \"\",0,5,0\n",
         "a skin bends a mesh that is moved, turned or scaled in its model (`GeometricTranslation` and so on), which "
         "is "
         "not read"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *thing = strstr(plain_file, "Model: 20"), *property = strstr(plain_file, "P: \"Inh");
        const char *links = strstr(plain_file, "C: \"OO\",10");
        char text[3 * sizeof(plain_file)];
        snprintf(text, sizeof(text),
                 "%.*sDeformer: 30, \"Deformer::s\", \"Skin\" {\n%s}\n%.*s%s%.*sC: \"OO\",30,10\n%s",
                 (int)(thing - plain_file), plain_file, cases[i].skin, (int)(property - thing), thing,
                 cases[i].property, (int)(links - property), property, links);
        tl_mesh *mesh;
        tl_error error;
        assert_int_equal(read_bytes(*state, text, strlen(text), &mesh, &error), TL_ERROR_UNSUPPORTED);
        assert_string_equal(error.message, cases[i].said);
        tl_mesh_destroy(mesh);
    }
}

static void what_is_wrong_is_refused_or_told(void **state) {
    static const struct {
        const char *from, *to, *said;
        tl_status status;
    } cases[] = {
        {"2.54", "2.54", NULL, TL_OK},
        {"2.54", "0", "its unit is 0 cm, which is no length", TL_ERROR_FORMAT},
        {"2.54", "-1", "its unit is -1 cm, which is no length", TL_ERROR_FORMAT},
        {"2.54", "nan", "its unit is nan cm, which is no length", TL_ERROR_FORMAT},
        {"*12 {\na: 0,0", "*15 {\na: 0,0", "an array of the FBX promises 15 numbers but holds 12", TL_ERROR_FORMAT},
        {"2,-4\n", "2,-5\n", "a face names the point 4, which is not there (there are 4)", TL_ERROR_FORMAT},
        {"2,-4\n", "2,3\n", "the last face of a mesh has no end", TL_ERROR_FORMAT},
        {"*12 {\na: 0,0,0,", "*11 {\na: 0,0,", "the coordinates of a mesh are no multiple of 3", TL_ERROR_FORMAT},
        {"a: 0,0,0,1", "a: 0,0,0,one", "it says `one` where there should be a number", TL_ERROR_FORMAT},
        {"10,20", "11,20", "there are no triangles in it", TL_ERROR_FORMAT},
        {"20,0\n", "20,20\n", "there are no triangles in it", TL_ERROR_FORMAT},
        {"Model: 20", "Deformer: 30, \"SubDeformer::m\", \"BlendShapeChannel\" {\nDeformPercent: 50\n}\nModel: 20",
         "it bends its meshes by morphs that are on, which can't be read", TL_ERROR_UNSUPPORTED},
        {"Model: 20", "Deformer: 30, \"SubDeformer::m\", \"BlendShapeChannel\" {\nDeformPercent: 0\n}\nModel: 20", NULL,
         TL_OK},
        {"Model: 20", "Geometry: 11, \"Geometry::c\", \"NurbsCurve\" {\n}\nModel: 20", NULL, TL_OK},
        {"P: \"Unit", "P: \"FrontAxisSign\", \"int\", \"Integer\", \"\",-1\nP: \"Unit",
         "it says that its axes are left-handed: it may be the mirror image of what was meant", TL_OK},
        {"P: \"Inh",
         "P: \"RotationOrder\", \"enum\", \"\", \"\",2\nP: \"GeometricRotation\", \"Vector3D\", \"\", "
         "\"\",30,40,50\nP: "
         "\"Inh",
         "its nodes put the mesh elsewhere than the importer that reads it does: to -0.913652, 0, -0.642788 and "
         "2.22253, "
         "1.60574, 1.99024 at most",
         TL_ERROR_FORMAT},
        /* what Assimp is known to take for something else */
        {"P: \"Inh", "P: \"PreRotation\", \"Vector3D\", \"\", \"\",0,0,30\nP: \"Inh",
         "it turns a model by more than its own rotation, and doesn't say that this counts (`RotationActive`), which "
         "is "
         "not read",
         TL_ERROR_UNSUPPORTED},
        {"Model: 20",
         "Model: 21, \"Model::B\", \"Null\" {\nProperties70: {\nP: \"Lcl Scaling\", \"\", \"\", \"\",1,2,1\n}\n}\n"
         "Deformer: 30, \"Deformer::s\", \"Skin\" {\nSkinningType: \"DualQuaternion\"\n}\nModel: 20",
         NULL, TL_OK},
        {"0,0,0,1,", "0,0,0,1.00000000000000000000000001,",
         "it has numbers of more digits than can be read, which is not read", TL_ERROR_UNSUPPORTED},
        {"\n}\nPolygon", "\n}\nShape: \"m\" {\n}\nPolygon",
         "its morphs are written as before FBX 7.2, which is not read", TL_ERROR_UNSUPPORTED},
        {"FBXVersion: 7300", "FBXVersion: 6100", "FBX of version 6.1 is not read: only 7.1 to 7.7 are",
         TL_ERROR_UNSUPPORTED},
        {"Connections: {\n", "Connections: {\n}\n}\nx: {\n",
         "the FBX is damaged: a bracket is closed that was never opened", TL_ERROR_FORMAT},
        {"20,0\n}", "20,0\n", "the FBX is cut off", TL_ERROR_FORMAT},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *at = strstr(plain_file, cases[i].from);
        assert_non_null(at);
        char text[2 * sizeof(plain_file)];
        snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - plain_file), plain_file, cases[i].to,
                 at + strlen(cases[i].from));
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        const char *said = status != TL_OK ? error.message : mesh->warning_count > 0 ? mesh->warnings[0] : NULL;
        if (status != cases[i].status || (said == NULL) != (cases[i].said == NULL) ||
            (said != NULL && strcmp(said, cases[i].said) != 0)) {
            fail_msg("%zu: %d: %s", i, (int)status, said != NULL ? said : "");
        }
        if (status == TL_OK) {
            assert_int_equal(mesh->unit, TL_MESH_UNIT_INCH);
            assert_near(tl_mesh_volume(mesh), 1, 1e-6);
        }
        tl_mesh_destroy(mesh);
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_fbx_cases_%d.fbx", TL_TEST_BINARY_DIR, (int)getpid());
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_refused_or_told),
        cmocka_unit_test(skins_that_would_be_misread_are_refused),
    };
    return cmocka_run_group_tests_name("reading FBX, single cases", tests, set_up, tear_down);
}
