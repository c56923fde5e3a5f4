/* mesh.c: mesh files behind the public wall. */
#include "bvh/crossings.h"
#include "draw/draw_health.h"
#include "import/import.h"
#include "mesh/frame.h"
#include "mesh/write.h"
#include "survey/report.h"

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

/* Beyond these a mesh isn't held against itself, and no more pairs are listed. */
#define MOST_TRIANGLES ((size_t)1000000)
#define MOST_CROSSINGS ((size_t)100000)

static tl_status find_crossings(const tl_mesh *mesh, tl_mesh_health *health, tl_error *error) {
    if (mesh->triangle_count > MOST_TRIANGLES) {
        return TL_OK;
    }
    tl_bvh *bvh = NULL;
    tl_status status = tl_bvh_build(mesh->context, mesh->vertices, mesh->vertex_count, mesh->triangles,
                                    mesh->triangle_count, NULL, &bvh, NULL);
    if (status == TL_ERROR_ARGUMENT) {
        return TL_OK; /* coordinates too large for a hierarchy */
    }
    if (status == TL_OK) {
        status = tl_bvh_crossings(bvh, MOST_CROSSINGS, &health->crossings, &health->crossing_count,
                                  &health->crossings_limited, error);
        health->crossings_known = status == TL_OK;
    } else {
        status = tl_fail_memory(error);
    }
    tl_bvh_destroy(bvh);
    return status;
}

static tl_status write_report(tl_mesh_report *report, const tl_mesh_options *options, bool json, char **text,
                              tl_error *error) {
    tl_status status = json ? tl_mesh_report_json(report, text, error) : tl_mesh_report_words(report, text, error);
    if (status == TL_OK && options->sink != NULL && !tl_draw_health(report, options->sink)) {
        tl_free(report->mesh->context, *text);
        *text = NULL;
        status = tl_fail_memory(error);
    }
    return status;
}

static tl_status describe(const tl_mesh *mesh, const char *path, const tl_mesh_options *options,
                          const tl_repair_report *repaired, const tl_import_facts *facts, bool json, char **text,
                          tl_error *error) {
    tl_mesh_report report;
    tl_mesh_health health;
    tl_status status = tl_mesh_report_make(mesh, path, &report, error);
    if (status != TL_OK) {
        return status;
    }
    status = tl_mesh_health_make(mesh, &health, error);
    if (status == TL_OK) {
        status = find_crossings(mesh, &health, error);
        if (status == TL_OK) {
            report.health = &health;
            report.repaired = repaired;
            put_notes(facts, report.notes);
            status = write_report(&report, options, json, text, error);
        }
        tl_mesh_health_free(&health);
    }
    tl_mesh_report_free(&report);
    return status;
}

/* Lengths are asked for in millimetres, and the mesh is in its own frame. */
static tl_status repair(tl_mesh *mesh, const tl_mesh_options *options, tl_repair_report *report, tl_error *error) {
    tl_frame_map map;
    tl_status status = tl_frame_map_make(&(tl_frame){.unit = mesh->unit, .up = mesh->up}, &map, error);
    if (status != TL_OK) {
        return status;
    }
    const double scale = fabs(map.factor[0]);
    const tl_repairs repairs = {.drop_specks = options->drop_specks_mm / scale,
                                .reorient = options->reorient,
                                .close_holes = options->close_holes_mm / scale};
    return tl_mesh_repair(mesh, &repairs, report, error);
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
    tl_repair_report repaired;
    const bool repairs = options->drop_specks_mm > 0 || options->reorient || options->close_holes_mm > 0;
    if (repairs) {
        status = repair(mesh, options, &repaired, error);
    }
    if (status == TL_OK) {
        status = describe(mesh, path, options, repairs ? &repaired : NULL, &facts, json, &words, error);
    }
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
