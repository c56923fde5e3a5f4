/* import.c: mesh files described, behind the public wall. */
#include <trueline/import.h>

#include "import/import.h"
#include "mesh/report.h"
#include "mesh/write.h"

/* A clean copy: millimetres, Z up. */
static tl_status save_copy(const tl_mesh *mesh, const char *output, tl_error *error) {
    tl_mesh *copy = tl_mesh_copy(mesh);
    if (copy == NULL) {
        return tl_fail_memory(error);
    }
    tl_frame frame = {.unit = mesh->unit, .up = mesh->up};
    tl_status status = tl_mesh_to_millimetres(copy, &frame, error);
    if (status == TL_OK) {
        status = tl_mesh_save(copy, output, error);
    }
    tl_mesh_destroy(copy);
    return status;
}

tl_status tl_mesh_describe(tl_context *context, const char *path, const char *helper, const char *output, bool json,
                           char **text, tl_error *error) {
    if (context == NULL || path == NULL || text == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "context, path and text must be given");
    }
    tl_import_options options = {.helper = helper};
    tl_mesh *mesh = NULL;
    tl_mesh_report report = {0};
    tl_status status = tl_mesh_import(context, path, &options, &mesh, error);
    if (status == TL_OK) {
        status = tl_mesh_report_make(mesh, path, &report, error);
    }
    if (status == TL_OK && output != NULL) {
        status = save_copy(mesh, output, error);
    }
    if (status == TL_OK) {
        status = json ? tl_mesh_report_json(&report, text, error) : tl_mesh_report_words(&report, text, error);
    }
    tl_mesh_report_free(&report);
    tl_mesh_destroy(mesh);
    return status;
}
