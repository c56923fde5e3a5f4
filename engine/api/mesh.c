/* mesh.c: mesh files behind the public wall. */
#include "import/import.h"
#include "mesh/report.h"
#include "mesh/write.h"

/* What a careful reader should know about the fences of the import child. */
static void put_notes(const tl_import_facts *facts, const char *notes[4]) {
    size_t count = 0;
    if ((facts->guards & TL_GUARD_PROCESS) == 0) {
        notes[count++] = "it was read in this very process: use that for files you trust";
    } else {
        if ((facts->guards & TL_GUARD_FILES) == 0) {
            notes[count++] = "the importer could open any file: this system has no Landlock, or refuses it";
        }
        if ((facts->guards & TL_GUARD_CALLS) == 0) {
            notes[count++] = "the importer could use the whole system: it has no seccomp, or refuses it";
        }
    }
}

static tl_status describe(const tl_mesh *mesh, const char *path, const tl_import_facts *facts, bool json, char **text,
                          tl_error *error) {
    tl_mesh_report report;
    tl_status status = tl_mesh_report_make(mesh, path, &report, error);
    if (status == TL_OK) {
        put_notes(facts, report.notes);
        status = json ? tl_mesh_report_json(&report, text, error) : tl_mesh_report_words(&report, text, error);
        tl_mesh_report_free(&report);
    }
    return status;
}

static tl_status save_clean_copy(tl_mesh *mesh, const char *output, tl_error *error) {
    const tl_frame frame = {.unit = mesh->unit, .up = mesh->up};
    tl_status status = tl_mesh_to_millimetres(mesh, &frame, error);
    return status == TL_OK ? tl_mesh_save(mesh, output, error) : status;
}

tl_status tl_mesh_describe(tl_context *context, const char *path, const tl_mesh_options *options, bool json,
                           char **text, tl_error *error) {
    static const tl_mesh_options standard = {0};
    if (context == NULL || path == NULL || text == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "context, path and text must be given");
    }
    options = options != NULL ? options : &standard;
    tl_mesh *mesh = NULL;
    char *words = NULL;
    tl_import_facts facts;
    const tl_import_options how = {.helper = options->helper, .cache = options->mesh_cache, .facts = &facts};
    tl_status status = tl_mesh_import(context, path, &how, &mesh, error);
    if (status != TL_OK) {
        return status;
    }
    status = describe(mesh, path, &facts, json, &words, error);
    if (status == TL_OK && options->output != NULL) {
        status = save_clean_copy(mesh, options->output, error);
    }
    tl_mesh_destroy(mesh);
    if (status != TL_OK) {
        tl_free(context, words);
        return status;
    }
    *text = words;
    return TL_OK;
}
