/* mesh.c: mesh files behind the public wall. */
#include "api/door.h"
#include "draw/draw_health.h"
#include "draw/draw_parts.h"
#include "import/import.h"
#include "mesh/frame.h"
#include "mesh/names.h"
#include "mesh/write.h"
#include "scan/advice/part_words.h"
#include "scan/repair/repair.h"
#include "scan/repair/simplify.h"
#include "scan/report/report.h"
#include "words/words.h"

/* What a careful reader should know about the fences of the import child. */
static void put_notes(const tl_import_facts *facts, const tl_words *words, const char *notes[4]) {
    size_t count = 0;
    if ((facts->guards & TL_GUARD_PROCESS) == 0) {
        notes[count++] = tl_phrase(words, TL_SAY_NOTE_IN_PROCESS);
    } else {
        if ((facts->guards & TL_GUARD_FILES) == 0) {
            notes[count++] = tl_phrase(words, TL_SAY_NOTE_NO_FILE_FENCE);
        }
        if ((facts->guards & TL_GUARD_CALLS) == 0) {
            notes[count++] = tl_phrase(words, TL_SAY_NOTE_NO_CALL_FENCE);
        }
    }
}

static tl_status write_report(tl_scan_report *report, const tl_mesh_options *options, bool json, char **text,
                              tl_error *error) {
    tl_status status = json ? tl_scan_report_json(report, text, error) : tl_scan_report_words(report, text, error);
    bool parts = report->roles != NULL || report->suggestion != NULL;
    if (status == TL_OK && options->sink != NULL && !(parts ? tl_draw_parts : tl_draw_health)(report, options->sink)) {
        tl_free(report->mesh->context, *text);
        *text = NULL;
        status = tl_fail_memory(error);
    }
    return status;
}

/* One mesh on its way from the file to the report. */
typedef struct mesh_survey {
    const tl_mesh_options *options;
    const char *path;
    tl_mesh *mesh;
    tl_import_facts facts;
    tl_scan_source source;
    tl_scan_shaping shaping;
    tl_scan_shaped shaped;
    bool is_shaped, repairs, has_parts;
    tl_scan_calibration calibration;
    tl_repair_report repaired;
    tl_simplified simplified; /* its bound in millimetres */
    tl_scan_parts parts;      /* given or suggested */
    tl_mesh table;            /* the mesh in millimetres, Z up, with vertices of its own unless it is so already */
    tl_scan_ground ground;
    tl_scan_roles_report roles;
    tl_scan_core_suggestion suggestion;
    tl_scan_forward_fit forward;
} mesh_survey;

static tl_status read_wishes(mesh_survey *s, tl_error *error) {
    const tl_mesh_options *options = s->options;
    tl_scan_shaping *shaping = &s->shaping;
    if (options->unit != NULL && !tl_mesh_unit_named(options->unit, &shaping->unit)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--unit", "write mm, cm, m, inch or foot", "`%.100s` is no unit",
                       options->unit);
    }
    if (options->up != NULL && !tl_axis_named(options->up, &shaping->up)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--up", "write +x, -x, +y, -y, +z or -z", "`%.100s` is no axis",
                       options->up);
    }
    /* what the file states anyway is no wish: nothing is computed otherwise for it */
    shaping->unit = shaping->unit == s->mesh->unit ? TL_MESH_UNIT_UNSTATED : shaping->unit;
    shaping->up = shaping->up == s->mesh->up ? TL_AXIS_UNSTATED : shaping->up;
    shaping->level = options->level;
    shaping->turn_deg = options->turn_deg;
    shaping->move_mm = (tl_vec3){options->move_mm[0], options->move_mm[1], options->move_mm[2]};
    shaping->crops = options->crops;
    shaping->crop = (tl_scan_crop){
        {options->crop_mm[0], options->crop_mm[1]}, {options->crop_mm[2], options->crop_mm[3]}, options->crop_whole};
    s->has_parts = options->parts != NULL;
    return s->has_parts ? tl_scan_parts_read(s->mesh->context, options->parts, &s->parts, error) : TL_OK;
}

static tl_status calibrate(mesh_survey *s, tl_error *error) {
    tl_status status = TL_OK;
    s->source = (tl_scan_source){.stated_unit = s->mesh->unit,
                                 .unit = s->shaping.unit != TL_MESH_UNIT_UNSTATED ? s->shaping.unit : s->mesh->unit,
                                 .stated_up = s->mesh->up,
                                 .up = s->shaping.up != TL_AXIS_UNSTATED ? s->shaping.up : s->mesh->up,
                                 .scaled = s->options->scale > 0,
                                 .box = tl_mesh_box(s->mesh)};
    if (s->options->scale > 0 && s->options->reference_count > 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--scale", "leave one of them out",
                       "`--reference` finds the scale, and `--scale` says another");
    }
    s->shaping.scale = s->options->scale;
    if (s->options->reference_count > 0) {
        status = tl_scan_calibrate(s->mesh, s->source.unit, s->source.up, s->options->references,
                                   s->options->reference_count, &s->calibration, error);
        s->shaping.scale = s->calibration.scale;
    }
    return status;
}

/* Lengths are asked for in millimetres, and the mesh is in its own frame. */
static tl_status repair(mesh_survey *s, tl_error *error) {
    const tl_mesh_options *options = s->options;
    const double scale = tl_mesh_unit_mm(s->source.unit) * (s->shaping.scale != 0 ? s->shaping.scale : 1);
    const tl_scan_repairs repairs = {.join = options->join_mm / scale,
                                     .drop_specks = options->drop_specks_mm / scale,
                                     .reorient = options->reorient,
                                     .close_holes = options->close_holes_mm / scale};
    s->repairs =
        options->join_mm > 0 || options->drop_specks_mm > 0 || options->reorient || options->close_holes_mm > 0;
    tl_status status = s->repairs ? tl_scan_repair(s->mesh, &repairs, &s->repaired, error) : TL_OK;
    s->repaired.joined.bound = tl_min(options->join_mm, s->repaired.joined.bound * scale * (1 + 1e-12));
    if (status == TL_OK && options->simplify_mm > 0) {
        status = tl_scan_simplify(s->mesh, options->simplify_mm / scale, &s->simplified, error);
        s->simplified.bound = tl_min(options->simplify_mm, s->simplified.bound * scale * (1 + 1e-12));
    }
    return status;
}

/* The mesh on the table, for what is only told in millimetres and with Z up. */
static tl_status put_on_table(mesh_survey *s, tl_error *error) {
    tl_frame_map map;
    tl_mesh *mesh = s->mesh;
    tl_status status = tl_frame_map_make(&(tl_frame){.unit = mesh->unit, .up = mesh->up}, &map, error);
    s->table = *mesh;
    if (status != TL_OK ||
        (tl_mesh_unit_mm(mesh->unit) == 1 && (mesh->up == TL_AXIS_PZ || mesh->up == TL_AXIS_UNSTATED))) {
        return status;
    }
    s->table.vertices = tl_alloc_array(mesh->context, mesh->vertex_count, sizeof(*mesh->vertices));
    if (s->table.vertices == NULL) {
        s->table.vertices = mesh->vertices;
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        s->table.vertices[i] = tl_frame_map_point(&map, mesh->vertices[i]);
    }
    return TL_OK;
}

/* Ground, roles and suggestions. */
static tl_status understand(mesh_survey *s, tl_error *error) {
    s->ground = s->shaped.ground;
    tl_status status = s->shaping.level ? TL_OK : tl_scan_ground_find(&s->table, &s->ground, error);
    if (status == TL_OK && s->has_parts) {
        (void)tl_mesh_assign_roles(s->mesh, s->parts.patterns);
        tl_scan_roles_sum(&s->table, &s->roles);
    } else if (status == TL_OK) {
        status = tl_scan_parts_suggest(s->mesh, &s->parts, error);
    }
    if (status == TL_OK && s->options->suggest_core) {
        status = tl_scan_core_suggest(&s->table, &s->suggestion, error);
        if (status == TL_OK) {
            status = tl_scan_forward_suggest(&s->table, s->suggestion.base_top, &s->forward, error);
        }
    }
    return status;
}

static void fill_report(const mesh_survey *s, tl_scan_report *report) {
    const tl_words words = {.language = tl_language_of(s->mesh->context)};
    report->repaired = s->repairs ? &s->repaired : NULL;
    report->simplified = s->options->simplify_mm > 0 ? &s->simplified : NULL;
    report->calibration = s->calibration.count > 0 ? &s->calibration : NULL;
    report->ground = &s->ground;
    report->levelled = s->shaping.level;
    report->written = s->options->output != NULL;
    report->crop = s->shaping.crops ? &s->shaping.crop : NULL;
    report->cropped = &s->shaped.crop;
    report->roles = s->has_parts ? &s->roles : NULL;
    report->suggested_parts = s->has_parts ? NULL : &s->parts;
    report->suggestion = s->options->suggest_core ? &s->suggestion : NULL;
    report->forward = &s->forward;
    put_notes(&s->facts, &words, report->notes);
}

static tl_status describe(const mesh_survey *s, bool json, char **text, tl_error *error) {
    tl_scan_report report;
    tl_scan_health health;
    tl_scan_cracks cracks = {0};
    tl_status status = tl_scan_report_make(s->mesh, s->path, &s->source, &report, error);
    if (status != TL_OK) {
        return status;
    }
    if (report.edges.open > 0) {
        status = tl_scan_cracks_find(s->mesh, tl_mesh_unit_mm(s->mesh->unit), &cracks, error);
    }
    report.cracks = &cracks;
    if (status != TL_OK) {
        tl_scan_report_free(&report);
        return status;
    }
    status = tl_scan_health_make(s->mesh, &health, error);
    if (status == TL_OK) {
        status = tl_scan_health_cross(&health, error);
        if (status == TL_OK) {
            if (s->shaping.crops) {
                tl_scan_health_mark_crop(&health, &s->shaping.crop);
            }
            tl_scan_report_set_health(&report, &health);
            fill_report(s, &report);
            status = write_report(&report, s->options, json, text, error);
        }
        tl_scan_health_free(&health);
    }
    tl_scan_report_free(&report);
    return status;
}

static tl_status save_clean_copy(const mesh_survey *s, tl_error *error) {
    if (s->options->output == NULL) {
        return TL_OK;
    }
    const tl_frame frame = {.unit = s->mesh->unit, .up = s->mesh->up};
    tl_status status = s->is_shaped ? TL_OK : tl_mesh_to_millimetres(s->mesh, &frame, error);
    return status == TL_OK ? tl_mesh_save(s->mesh, s->options->output, error) : status;
}

static tl_status look_through(mesh_survey *s, bool json, char **text, tl_error *error) {
    tl_status status = read_wishes(s, error);
    if (status == TL_OK) {
        status = calibrate(s, error);
    }
    if (status == TL_OK) {
        status = repair(s, error);
    }
    s->is_shaped = tl_scan_shaping_any(&s->shaping);
    if (status == TL_OK && s->is_shaped) {
        status = tl_scan_shape(s->mesh, &s->shaping, &s->shaped, error);
    }
    if (status == TL_OK) {
        status = put_on_table(s, error);
    }
    if (status == TL_OK) {
        status = understand(s, error);
    }
    if (status == TL_OK) {
        status = describe(s, json, text, error);
    }
    if (s->table.vertices != s->mesh->vertices) {
        tl_free(s->mesh->context, s->table.vertices);
    }
    return status == TL_OK ? save_clean_copy(s, error) : status;
}

tl_status tl_mesh_describe(tl_context *context, const char *path, const tl_mesh_options *options, bool json,
                           char **text, tl_error *error) {
    tl_mesh_options taken;
    tl_draw_sink sink;
    if (context == NULL || path == NULL || text == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "context, path and text must be given");
    }
    tl_status status = tl_mesh_options_take(options, &taken, error);
    if (status == TL_OK && taken.sink != NULL) {
        status = tl_draw_sink_take(taken.sink, &sink, error);
        taken.sink = &sink;
    }
    if (status != TL_OK) {
        return status;
    }
    mesh_survey s = {.options = &taken, .path = path};
    char *words = NULL;
    const tl_import_options how = {.helper = s.options->helper, .cache = s.options->mesh_cache, .facts = &s.facts};
    status = tl_import_mesh(context, path, &how, &s.mesh, error);
    if (status != TL_OK) {
        return status;
    }
    status = look_through(&s, json, &words, error);
    tl_scan_calibration_free(&s.calibration);
    tl_scan_parts_free(&s.parts);
    tl_mesh_destroy(s.mesh);
    if (status != TL_OK) {
        tl_free(context, words);
        return status;
    }
    *text = words;
    return TL_OK;
}
