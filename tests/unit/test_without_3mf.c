/* A build without lib3mf, as -DTRUELINE_3MF=OFF and systems without the library make it: 3MF is refused, in words. */
#include "support/assert_geom.h"

#undef TRUELINE_LIB3MF
#define tl_import_load_package load_package_without /* the library has the other one */
#include "import/package.c"

static void packages_are_refused_in_words(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    char bytes[] = "PK";
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    assert_int_equal(load_package_without(context, "a.3mf", bytes, 2, &mesh, &error), TL_ERROR_UNSUPPORTED);
    assert_null(mesh);
    assert_string_equal(error.file, "a.3mf");
    assert_string_equal(error.message, "this Trueline was built without lib3mf, which reads 3MF");
    assert_non_null(strstr(error.remedy, "OBJ, STL or GLB"));
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(packages_are_refused_in_words)};
    return cmocka_run_group_tests_name("without 3mf", tests, NULL, NULL);
}
