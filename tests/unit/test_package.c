/* 3MF packages: build items, components, transforms and names against closed forms, several model files, and packages
 * made to harm. */
#include "support/assert_geom.h"
#include "support/real_mesh.h"
#include "support/zip_write.h"

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
static char path[256];

#define CORE "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\""
#define PRODUCTION                                                                                                     \
    "xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\" requiredextensions=\"p\""
#define MODEL      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"millimeter\" " CORE
#define MODEL_TYPE "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
#define RELATIONS                                                                                                      \
    "<?xml version=\"1.0\"?>\n<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
#define UUID(digit) " p:UUID=\"35a51236-6845-5f74-ba9e-e74e9832173" #digit "\""
/* Corners (0,0,0), (1,0,0), (0,2,0), (0,0,3): volume 1. */
#define TETRA                                                                                                          \
    "<mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"2\" "       \
    "z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"3\"/></vertices><triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle " \
    "v1=\"0\" v2=\"1\" v3=\"3\"/><triangle v1=\"0\" v2=\"3\" v3=\"2\"/><triangle v1=\"1\" v2=\"2\" "                   \
    "v3=\"3\"/></triangles></mesh>"

static const char content_types[] =
    "<?xml version=\"1.0\"?>\n<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default "
    "Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default "
    "Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>";
static const char root_relations[] =
    RELATIONS "<Relationship Target=\"/3D/3dmodel.model\" Id=\"r0\" Type=\"" MODEL_TYPE "\"/></Relationships>";

/* A package with this model; `more` (NULL: none) is what the model refers to, its relations and another model. */
static char *make_package(const char *model, const char *more, size_t *size) {
    const zip_file files[] = {
        {.name = "[Content_Types].xml", .text = content_types},
        {.name = "_rels/.rels", .text = root_relations},
        {.name = "3D/3dmodel.model", .text = model},
        {.name = "3D/_rels/3dmodel.model.rels",
         .text =
             RELATIONS "<Relationship Target=\"/3D/other.model\" Id=\"r1\" Type=\"" MODEL_TYPE "\"/></Relationships>"},
        {.name = "3D/other.model", .text = more},
    };
    return zip_make(files, more != NULL ? 5 : 3, size);
}

static void write_package(const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static tl_status load_bytes(void **state, const char *bytes, size_t size, const char *helper, tl_mesh **mesh,
                            tl_error *error) {
    write_package(bytes, size);
    *mesh = NULL;
    *error = (tl_error){0};
    tl_import_options options = {.helper = helper};
    tl_status status = tl_import_mesh(*state, path, &options, mesh, error);
    assert_int_equal(error->status, status);
    assert_true((status == TL_OK) == (*mesh != NULL));
    return status;
}

static tl_status load(void **state, const char *model, const char *more, tl_mesh **mesh, tl_error *error) {
    size_t size;
    char *bytes = make_package(model, more, &size);
    tl_status status = load_bytes(state, bytes, size, child, mesh, error);
    free(bytes);
    return status;
}

static tl_mesh *loaded(void **state, const char *model, const char *more) {
    tl_mesh *mesh;
    tl_error error;
    if (load(state, model, more, &mesh, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return mesh;
}

static tl_box3 piece_box(const tl_mesh *mesh, size_t piece) {
    tl_mesh part = *mesh;
    part.triangles += 3 * (size_t)mesh->pieces[piece].first_triangle;
    part.triangle_count = mesh->pieces[piece].triangle_count;
    return tl_mesh_box(&part);
}

static double piece_volume(const tl_mesh *mesh, size_t piece) {
    tl_mesh part = *mesh;
    part.triangles += 3 * (size_t)mesh->pieces[piece].first_triangle;
    part.triangle_count = mesh->pieces[piece].triangle_count;
    return tl_mesh_volume(&part);
}

/* The format's matrices act on row vectors: the first three numbers are where the x axis goes. */
static void transforms_compose_and_mirrors_are_turned_right(void **state) {
    tl_mesh *mesh = loaded(
        state,
        MODEL "><resources><object id=\"1\" name=\"hull\" partnumber=\"PN-7\">" TETRA "</object>"
              "<object id=\"2\" name=\"tank\"><components><component objectid=\"1\"/>"
              "<component objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 100 0 0\"/>"
              "<component objectid=\"1\" transform=\"-2 0 0 0 2 0 0 0 2 0 0 0\"/></components></object></resources>"
              "<build><item objectid=\"2\" transform=\"1 0 0 0 0 1 0 -1 0 0 0 10\"/><item objectid=\"1\"/></build>"
              "</model>",
        NULL);
    assert_int_equal(mesh->piece_count, 4);
    assert_int_equal(mesh->unit, TL_MESH_UNIT_MM);
    assert_int_equal(mesh->up, TL_AXIS_PZ);
    /* The item: (x, y, z) to (x, -z, y + 10). */
    assert_point_near(piece_box(mesh, 0).low, ((tl_vec3){0, -3, 10}), 0);
    assert_point_near(piece_box(mesh, 0).high, ((tl_vec3){1, 0, 12}), 0);
    /* First the component: (x, y, z) to (100 - y, x, z). */
    assert_point_near(piece_box(mesh, 1).low, ((tl_vec3){98, -3, 10}), 0);
    assert_point_near(piece_box(mesh, 1).high, ((tl_vec3){100, 0, 11}), 0);
    assert_point_near(piece_box(mesh, 2).low, ((tl_vec3){-2, -6, 10}), 0);
    assert_point_near(piece_box(mesh, 2).high, ((tl_vec3){0, 0, 14}), 0);
    assert_point_near(piece_box(mesh, 3).low, ((tl_vec3){0, 0, 0}), 0);
    assert_point_near(piece_box(mesh, 3).high, ((tl_vec3){1, 2, 3}), 0);
    const double volumes[] = {1, 1, 8, 1};
    for (size_t i = 0; i < 4; i++) {
        assert_near(piece_volume(mesh, i), volumes[i], 1e-9);
        assert_string_equal(mesh->pieces[i].names, i < 3 ? "hull\tPN-7\ntank" : "hull\tPN-7");
    }
    tl_mesh_destroy(mesh);
}

/* Production extension: the components lie in another file of the package. */
static void components_may_lie_in_other_files(void **state) {
    tl_mesh *mesh = loaded(state,
                           MODEL " " PRODUCTION "><resources><object id=\"8\" name=\"yard\"" UUID(
                               1) "><components>"
                                  "<component p:path=\"/3D/other.model\" objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 "
                                  "5 0 0\"" UUID(2) "/></components></object></resources><build" UUID(
                                      3) "><item objectid=\"8\"" UUID(4) "/></build></model>",
                           MODEL " " PRODUCTION "><resources><object id=\"1\" name=\"hut\"" UUID(
                               5) ">" TETRA "</object></resources><build/></model>");
    assert_int_equal(mesh->piece_count, 1);
    assert_string_equal(mesh->pieces[0].names, "hut\nyard");
    assert_point_near(tl_mesh_box(mesh).low, ((tl_vec3){5, 0, 0}), 0);
    assert_point_near(tl_mesh_box(mesh).high, ((tl_vec3){6, 2, 3}), 0);
    tl_mesh_destroy(mesh);
}

static void supports_are_left_out(void **state) {
    tl_mesh *mesh = loaded(state,
                           MODEL "><resources><object id=\"1\" name=\"hut\">" TETRA "</object>"
                                 "<object id=\"2\" type=\"support\">" TETRA "</object></resources>"
                                 "<build><item objectid=\"1\"/><item objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 9 9 "
                                 "9\"/></build></model>",
                           NULL);
    assert_int_equal(mesh->triangle_count, 4);
    assert_int_equal(mesh->warning_count, 1);
    assert_string_equal(mesh->warnings[0], "1 support structure for printing was left out");
    tl_mesh_destroy(mesh);
}

/* --- Extensions --------------------------------------------------------------------------------------------------- */

#define MS   "http://schemas.microsoft.com/3dmanufacturing/"
#define MF   "http://schemas.3mf.io/3dmanufacturing/"
#define BODY "><resources>" HUT "</resources>" BUILD "</model>"
#define HUT  "<object id=\"1\" name=\"hut\">" TETRA "</object>"
/* The tetrahedron with `more` behind its triangles. */
#define HUT_WITH(more)                                                                                                 \
    "<object id=\"1\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex "      \
    "x=\"0\" "                                                                                                         \
    "y=\"2\" z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"3\"/></vertices><triangles><triangle v1=\"0\" v2=\"2\" "             \
    "v3=\"1\"/></triangles>" more "</mesh></object>"
#define BEAMS                                                                                                          \
    "<b:beamlattice minlength=\"0.0001\" radius=\"1\"><b:beams><b:beam v1=\"0\" v2=\"1\"/><b:beam v1=\"0\" "           \
    "v2=\"2\"/></b:beams></b:beamlattice>"
#define BUILD "<build><item objectid=\"1\"/></build>"
#define STACK                                                                                                          \
    "<s:slicestack id=\"5\" zbottom=\"0\"><s:slice ztop=\"1\"><s:vertices><s:vertex x=\"0\" y=\"0\"/><s:vertex "       \
    "x=\"1\" "                                                                                                         \
    "y=\"0\"/><s:vertex x=\"0\" y=\"1\"/></s:vertices><s:polygon startv=\"0\"><s:segment v2=\"1\"/><s:segment "        \
    "v2=\"2\"/><s:segment v2=\"0\"/></s:polygon></s:slice></s:slicestack>"

/* What lib3mf doesn't hand over is told, or refused where nothing else is there or the file says that it must be had.
 */
static void what_extensions_add_is_told_or_refused(void **state) {
    static const struct {
        const char *model, *told; /* NULL: read without a word */
        bool refused;
    } cases[] = {
        {MODEL BODY, NULL, false},
        {MODEL " xmlns:b=\"" MS "beamlattice/2017/02\" requiredextensions=\"b\"><resources>" HUT_WITH(
             BEAMS) "</resources>" BUILD "</model>",
         "2 beams of a lattice were left out: only triangles are read, so what the lattice would block is open; turn "
         "it "
         "into triangles in the program it came from",
         false},
        {MODEL " xmlns:b=\"" MS "beamlattice/2017/02\"><resources>" HUT "<object id=\"2\"><mesh><vertices><vertex "
               "x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"2\" "
               "z=\"0\"/></vertices>" BEAMS "</mesh></object></resources><build><item objectid=\"2\"/></build></model>",
         "there are no triangles in the 3MF, only beams of a lattice, which can't be read", true},
        {MODEL " xmlns:other=\"" MS "beamlattice/2017/02\" xmlns:x=\"http://nobody.example/x\"><resources>" HUT_WITH(
             "<x:beam/>") "</resources>" BUILD "</model>",
         NULL, false}, /* a beam of something else */
        {MODEL " xmlns:s=\"" MS "slice/2015/07\"><resources>" STACK HUT "</resources>" BUILD "</model>",
         "1 slice was left out: its triangles may be coarser than its slices", false},
        {MODEL " xmlns:s=\"" MS "slice/2015/07\" requiredextensions=\"s\"" BODY,
         "the 3MF can't be had without its extension `slices`, which can't be read", true},
        {MODEL " xmlns:m=\"" MS "material/2015/02\" xmlns:q=\"" MS
               "trianglesets/2021/07\" requiredextensions=\"m  q\"" BODY,
         NULL, false},
        {MODEL " xmlns:v=\"" MF "volumetric/2022/01\" requiredextensions=\"v\"" BODY,
         "the 3MF can't be had without its extension `volumetric`, which can't be read", true},
        {MODEL " xmlns:i=\"" MF "implicit/2023/12\" requiredextensions=\"i\"" BODY,
         "the 3MF can't be had without its extension `implicit`, which can't be read", true},
        {MODEL " xmlns:i=\"" MS "securecontent/2019/04\" requiredextensions=\"i\"" BODY,
         "the 3MF can't be had without its extension `secure content`, which can't be read", true},
        {MODEL " xmlns:bo=\"" MF "booleanoperations/2023/07\" requiredextensions=\"bo\"" BODY,
         "the 3MF can't be had without its extension `boolean operations`, which can't be read", true},
        {MODEL " xmlns:o=\"http://nobody.example/o\" requiredextensions=\"o\"" BODY,
         "the 3MF can't be had without the extension `http://nobody.example/o`, which is not known", true},
        {MODEL " xmlns:o=\"http://nobody.example/o\" recommendedextensions=\"o\"" BODY, NULL, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_mesh *mesh;
        tl_error error;
        tl_status status = load(state, cases[i].model, NULL, &mesh, &error);
        print_message("%zu: %s\n", i,
                      status != TL_OK           ? error.message
                      : mesh->warning_count > 0 ? mesh->warnings[0]
                                                : "");
        assert_int_equal(status, cases[i].refused ? TL_ERROR_UNSUPPORTED : TL_OK);
        if (status == TL_OK) {
            assert_int_equal(mesh->warning_count, cases[i].told != NULL);
        }
        if (cases[i].told != NULL) {
            assert_string_equal(status == TL_OK ? mesh->warnings[0] : error.message, cases[i].told);
        }
        tl_mesh_destroy(mesh);
    }
}

/* What programs for printing write, and later versions of the format allow, is no fault of the file; a slip that takes
 * something away is told by name. */
static void warnings_are_of_what_is_wrong(void **state) {
    static const struct {
        const char *model, *told;
    } cases[] = {
        {MODEL
         " xmlns:slic3rpe=\"http://schemas.slic3r.org/3mf/2017/06\"><metadata "
         "name=\"slic3rpe:Version3mf\">1</metadata><metadata name=\"Thumbnail_Middle\">a</metadata><resources>" HUT
         "</resources><build><item objectid=\"1\" printable=\"1\"/></build></model>",
         NULL},
        {MODEL "><resources><object id=\"1\"><metadatagroup><metadata name=\"Title\">x</metadata></metadatagroup>" TETRA
               "</object></resources>" BUILD "</model>",
         NULL},
        {MODEL " xmlns:m=\"" MS "material/2015/02\"><resources><basematerials id=\"5\"><base name=\"PLA\" "
               "displaycolor=\"#FF0000\"/></basematerials><m:multiproperties id=\"8\" pids=\"5\"><m:multi "
               "pindices=\"0\"/></m:multiproperties>" HUT "</resources>" BUILD "</model>",
         NULL},
        {MODEL " xmlns:x=\"http://nobody.example/x\"><resources><x:thing id=\"7\"><x:a/></x:thing>" HUT
               "</resources>" BUILD "</model>",
         NULL},
        {MODEL "><resources>" HUT "</resources><build><item objectid=\"1\" transfrom=\"1 0 0 0 1 0 0 0 1 9 9 "
               "9\"/></build></model>",
         "the 3MF has an attribute `transfrom` that the format does not know: it was left out"},
        {MODEL "><resources>" HUT "</resources><build><item objectid=\"1\"/><itm objectid=\"1\"/></build></model>",
         "the 3MF has an element `<itm>` that the format does not know: it was left out"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_mesh *mesh = loaded(state, cases[i].model, NULL);
        assert_int_equal(mesh->triangle_count, 4);
        print_message("%zu: %s\n", i, mesh->warning_count > 0 ? mesh->warnings[0] : "");
        assert_int_equal(mesh->warning_count, cases[i].told != NULL);
        if (cases[i].told != NULL) {
            assert_string_equal(mesh->warnings[0], cases[i].told);
        }
        tl_mesh_destroy(mesh);
    }
}

/* Beams of an object in another file of the package count as well, packed or not. */
static void all_model_parts_are_looked_at(void **state) {
    const zip_file files[] = {
        {.name = "[Content_Types].xml", .text = content_types},
        {.name = "_rels/.rels", .text = root_relations, .deflated = true},
        {.name = "3D/3dmodel.model", .text = MODEL BODY},
        {.name = "3D/_rels/3dmodel.model.rels",
         .text =
             RELATIONS "<Relationship Target=\"/3D/other.model\" Id=\"r1\" Type=\"" MODEL_TYPE "\"/></Relationships>"},
        {.name = "3D/other.model",
         .deflated = true,
         .text =
             MODEL " xmlns:b=\"" MS "beamlattice/2017/02\"><resources>" HUT_WITH(BEAMS) "</resources><build/></model>"},
    };
    size_t size;
    char *bytes = zip_make(files, 5, &size);
    tl_mesh *mesh;
    tl_error error;
    assert_int_equal(load_bytes(state, bytes, size, child, &mesh, &error), TL_OK);
    assert_int_equal(mesh->warning_count, 1);
    assert_int_equal(strncmp(mesh->warnings[0], "2 beams", 7), 0);
    tl_mesh_destroy(mesh);
    free(bytes);
}

/* The samples that are known to be well made. */
static void real_packages_give_no_warning(void **state) {
    static const char *const names[] = {"heart_gears.3mf", "cube_gears_production.3mf"};
    for (size_t i = 0; test_data_folder() != NULL && i < 2; i++) {
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        assert_int_equal(tl_import_mesh(*state, test_data_file(names[i]), NULL, &mesh, &error), TL_OK);
        assert_int_equal(mesh->warning_count, 0);
        tl_mesh_destroy(mesh);
    }
}

/* --- Made to harm ------------------------------------------------------------------------------------------------- */

/* Object i + 1 has `width` components, all of them object i. */
static char *nested_model(int depth, int width) {
    size_t room = 4096 + (size_t)depth * ((size_t)width * 40 + 80);
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, MODEL "><resources><object id=\"1\">" TETRA "</object>");
    for (int i = 1; i <= depth; i++) {
        used += (size_t)snprintf(text + used, room - used, "<object id=\"%d\"><components>", i + 1);
        for (int k = 0; k < width; k++) {
            used += (size_t)snprintf(text + used, room - used, "<component objectid=\"%d\"/>", i);
        }
        used += (size_t)snprintf(text + used, room - used, "</components></object>");
    }
    snprintf(text + used, room - used, "</resources><build><item objectid=\"%d\"/></build></model>", depth + 1);
    return text;
}

static void components_cannot_grow_without_end(void **state) {
    const struct {
        int depth, width;
        tl_status status;
    } cases[] = {{10, 2, TL_OK}, {5, 20, TL_ERROR_LIMIT}, {70, 1, TL_ERROR_LIMIT}, {60, 1, TL_OK}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *model = nested_model(cases[i].depth, cases[i].width);
        tl_mesh *mesh;
        tl_error error;
        assert_int_equal(load(state, model, NULL, &mesh, &error), cases[i].status);
        print_message("%d levels of %d: %s\n", cases[i].depth, cases[i].width, error.message);
        if (mesh != NULL) {
            assert_int_equal(mesh->triangle_count, i == 0 ? 4 * 1024 : 4);
        }
        tl_mesh_destroy(mesh);
        free(model);
    }
}

/* lib3mf itself goes down every branch of such a tree: only the limit on time ends it, on the processor's or, where the
 * machine is busy with others, on what passes. */
static void a_tree_beyond_the_library_is_ended(void **state) {
    char *model = nested_model(20, 10);
    size_t size;
    char *bytes = make_package(model, NULL, &size);
    write_package(bytes, size);
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_import_options options = {.helper = child, .seconds = 1};
    assert_int_equal(tl_import_mesh(*state, path, &options, &mesh, &error), TL_ERROR_LIMIT);
    if (strcmp(error.message, "reading it took more than 5 s") != 0) {
        assert_string_equal(error.message, "reading it took more than 1 s");
    }
    assert_null(mesh);
    free(bytes);
    free(model);
}

static void bombs_are_refused(void **state) {
    for (int lying = 0; lying < 2; lying++) {
        const uint64_t unpacked = (uint64_t)6 << 30;
        const zip_file files[] = {{.name = "[Content_Types].xml", .text = content_types},
                                  {.name = "_rels/.rels", .text = root_relations},
                                  {.name = "3D/3dmodel.model",
                                   .bomb = lying ? (uint64_t)64 << 20 : unpacked / 64,
                                   .claimed = lying ? 1000 : UINT32_C(0x80000000)}};
        size_t size;
        char *bytes = zip_make(files, 3, &size);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = load_bytes(state, bytes, size, child, &mesh, &error);
        print_message("%zu bytes: %s\n", size, error.message);
        assert_int_equal(status, lying ? TL_ERROR_FORMAT : TL_ERROR_LIMIT);
        if (!lying) {
            assert_string_equal(error.message, "the 3MF would unpack to 2,048 MiB; 1024 are allowed");
        }
        free(bytes);
    }
    tl_mesh *mesh;
    tl_error error;
    tl_status status = load(state,
                            "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY a \"1111111111\"><!ENTITY b "
                            "\"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>"
                            "<model unit=\"millimeter\" " CORE "><resources><object id=\"&c;\">" TETRA
                            "</object></resources><build><item objectid=\"1\"/></build></model>",
                            NULL, &mesh, &error);
    print_message("entities: %s\n", error.message);
    assert_int_equal(status, TL_ERROR_FORMAT);
}

static const char plain[] = MODEL "><resources><object id=\"1\" name=\"hut\">" TETRA
                                  "</object></resources><build><item objectid=\"1\"/></build></model>";

/* Whatever is cut off: never a mesh, always words. */
/* lib3mf and others write every number of a package in 64 bits (ZIP64). */
static void packages_of_64_bits_are_read(void **state) {
    for (int cut = 0; cut < 2; cut++) {
        zip_file files[] = {{.name = "[Content_Types].xml", .text = content_types, .wide = true},
                            {.name = "_rels/.rels", .text = root_relations, .wide = true},
                            {.name = "3D/3dmodel.model", .text = plain, .deflated = true, .wide = true}};
        size_t size;
        char *bytes = zip_make(files, 3, &size);
        tl_mesh *mesh;
        tl_error error;
        for (size_t length = cut == 0 ? size : 0; length < size + (cut == 0); length++) {
            tl_status status = load_bytes(state, bytes, length, NULL, &mesh, &error);
            assert_int_equal(status, cut == 0 ? TL_OK : TL_ERROR_FORMAT);
            assert_true(cut == 1 || mesh->triangle_count == 4);
            tl_mesh_destroy(mesh);
        }
        free(bytes);
    }
}

static void cut_off_anywhere_is_told(void **state) {
    size_t size;
    char *bytes = make_package(plain, NULL, &size);
    for (size_t length = 0; length < size; length++) {
        tl_mesh *mesh;
        tl_error error;
        tl_status status = load_bytes(state, bytes, length, NULL, &mesh, &error);
        assert_true(status == TL_ERROR_FORMAT && error.message[0] != 0 && error.remedy[0] != 0);
    }
    free(bytes);
    for (size_t length = 0; length + 1 < sizeof(plain); length += 29) {
        char cut[sizeof(plain)];
        memcpy(cut, plain, length);
        cut[length] = 0;
        tl_mesh *mesh;
        tl_error error;
        tl_status status = load(state, cut, NULL, &mesh, &error);
        /* Without its last tags the model may still be whole. */
        if (status != TL_ERROR_FORMAT && !(status == TL_OK && mesh->triangle_count == 4)) {
            fail_msg("cut after %zu bytes: %s", length, error.message);
        }
        tl_mesh_destroy(mesh);
    }
}

static void changed_anywhere_is_a_mesh_or_words(void **state) {
    test_random random = test_random_start("packages changed anywhere", 3);
    size_t size;
    char *bytes = make_package(plain, NULL, &size);
    for (int i = 0; i < 150; i++) {
        size_t at = (size_t)test_random_below(&random, (int)size);
        char kept = bytes[at];
        static const char favourites[] = "\0\xff\x7f-9<>\"e";
        bytes[at] = favourites[test_random_below(&random, 9)];
        tl_mesh *mesh;
        tl_error error;
        tl_status status = load_bytes(state, bytes, size, child, &mesh, &error);
        if (status == TL_OK) {
            for (size_t k = 0; k < mesh->vertex_count; k++) {
                assert_true(tl_is_finite(mesh->vertices[k]));
            }
        } else {
            assert_true(error.message[0] != 0 && error.remedy[0] != 0);
        }
        tl_mesh_destroy(mesh);
        bytes[at] = kept;
    }
    free(bytes);
}

static void wrong_contents_are_told(void **state) {
    const struct {
        const char *from, *to;
    } cases[] = {
        {"v3=\"3\"", "v3=\"1\""},
        {"v3=\"3\"", "v3=\"4\""},
        {"v3=\"3\"", "v3=\"4294967295\""},
        {"x=\"1\"", "x=\"nan\""},
        {"x=\"1\"", "x=\"inf\""},
        {"x=\"1\"", "x=\"1e39\""},
        {"<item objectid=\"1\"", "<item objectid=\"2\""},
        {"<item objectid=\"1\"/>", ""},
        {"millimeter", "cubit"},
        {"<vertices>", "<points>"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char model[sizeof(plain) + 64];
        const char *at = strstr(plain, cases[i].from);
        assert_non_null(at);
        snprintf(model, sizeof(model), "%.*s%s%s", (int)(at - plain), plain, cases[i].to, at + strlen(cases[i].from));
        tl_mesh *mesh;
        tl_error error;
        tl_status status = load(state, model, NULL, &mesh, &error);
        print_message("%s: %s\n", cases[i].to, error.message);
        assert_int_equal(status, TL_ERROR_FORMAT);
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_package_%d.3mf", TL_TEST_BINARY_DIR, (int)getpid());
    tl_mesh *mesh;
    tl_error error;
    if (load(state, plain, NULL, &mesh, &error) == TL_ERROR_UNSUPPORTED) {
        print_message("*** SKIPPED: built without lib3mf ***\n");
        exit(0);
    }
    tl_mesh_destroy(mesh);
    return 0;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transforms_compose_and_mirrors_are_turned_right),
        cmocka_unit_test(components_may_lie_in_other_files),
        cmocka_unit_test(supports_are_left_out),
        cmocka_unit_test(what_extensions_add_is_told_or_refused),
        cmocka_unit_test(warnings_are_of_what_is_wrong),
        cmocka_unit_test(all_model_parts_are_looked_at),
        cmocka_unit_test(real_packages_give_no_warning),
        cmocka_unit_test(components_cannot_grow_without_end),
        cmocka_unit_test(a_tree_beyond_the_library_is_ended),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(packages_of_64_bits_are_read),
        cmocka_unit_test(cut_off_anywhere_is_told),
        cmocka_unit_test(changed_anywhere_is_a_mesh_or_words),
        cmocka_unit_test(wrong_contents_are_told),
    };
    if (!test_reads_3mf("packages")) {
        return 0;
    }
    return cmocka_run_group_tests_name("package", tests, set_up, tear_down);
}
