/* edit.c: scenes edited behind the public wall. */
#include "api/door.h"
#include "api/handle.h"

#include "import/import.h"
#include "io/file.h"
#include "mesh/names.h"
#include "scene/change.h"
#include "scan/advice/guess.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Makes the scene that a text says; lines and columns mean nothing to somebody who didn't write it. */
static tl_status become(tl_scene *scene, const char *text, size_t size, bool own_text, tl_problems *problems,
                        tl_error *error) {
    tl_document *document = NULL;
    size_t first = problems->count;
    tl_ruleset *loaded = NULL;
    const tl_handle_text all = {text, size, scene->table->document->file, scene->side};
    tl_status status = tl_handle_parse(scene->context, scene, &all, &document, &loaded, problems, error);
    if (status == TL_OK) {
        status = tl_handle_make(scene, scene, document, loaded, problems, error);
    }
    if (!own_text || scene->side != NULL) { /* the file is that of the new document, when there is one */
        tl_handle_unplace(problems, first, scene->table->document->file, error);
    }
    return status;
}

static tl_status edit_scene(tl_scene *scene, const char *edits, size_t size, tl_problems *problems, tl_error *error) {
    char *text = NULL;
    size_t text_size = 0, old_size = 0;
    const char *old = tl_document_text(scene->table->document, &old_size);
    tl_names made = {.context = scene->context};
    tl_status status = tl_change_text(scene->context, old, old_size, edits, size, &text, &text_size, &made, error);
    if (status == TL_OK && (text_size != old_size || memcmp(text, old, old_size) != 0)) {
        status = become(scene, text, text_size, false, problems, error);
    }
    if (status == TL_OK) {
        tl_names_free(&scene->made);
        scene->made = made;
    } else {
        tl_names_free(&made);
    }
    tl_free(scene->context, text);
    return status;
}

tl_status tl_scene_edit(tl_scene *scene, const char *edits, size_t size, tl_report **report, tl_error *error) {
    if (scene == NULL || edits == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and edits must be given");
    }
    tl_error cause = {0};
    tl_report *own = tl_handle_begin(scene->context, report);
    tl_status status = own != NULL ? edit_scene(scene, edits, size, &own->problems, &cause) : tl_fail_memory(&cause);
    tl_handle_end(own, report, status, &cause, error);
    return status;
}

const char *tl_scene_made(const tl_scene *scene, size_t index) {
    return index < scene->made.count ? scene->made.items[index] : NULL;
}

const char *tl_scene_text(const tl_scene *scene, size_t *size) {
    return tl_document_text(scene->table->document, size);
}

tl_status tl_scene_restore(tl_scene *scene, const char *text, size_t size, tl_report **report, tl_error *error) {
    if (scene == NULL || text == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and text must be given");
    }
    tl_error cause = {0};
    size_t old_size = 0;
    const char *old = tl_document_text(scene->table->document, &old_size);
    tl_report *own = tl_handle_begin(scene->context, report);
    tl_status status = own != NULL ? TL_OK : tl_fail_memory(&cause);
    if (status == TL_OK && (size != old_size || memcmp(text, old, size) != 0)) {
        status = become(scene, text, size, true, &own->problems, &cause);
    }
    tl_handle_end(own, report, status, &cause, error);
    return status;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static const tl_json_value *value_of(const tl_scene *scene, const char *thing, const char *field) {
    const tl_json *json = scene->table->document->json;
    tl_json *named = NULL, *path = NULL;
    tl_thing found;
    const tl_json_value *value = NULL;
    if (tl_json_parse(scene->context, thing, strlen(thing), NULL, &named, NULL) == TL_OK &&
        tl_thing_find(scene->context, json, named, tl_json_root(named), &found, NULL) == TL_OK) {
        value = found.object;
        if (field != NULL && tl_json_parse(scene->context, field, strlen(field), NULL, &path, NULL) == TL_OK) {
            value = tl_change_value(found.object, tl_json_root(path));
        } else if (field != NULL) {
            value = NULL;
        }
    }
    tl_json_destroy(named);
    tl_json_destroy(path);
    return value;
}

const char *tl_scene_value(const tl_scene *scene, const char *thing, const char *field, size_t *size) {
    const tl_json_value *value = value_of(scene, thing, field);
    if (value == NULL) {
        return NULL;
    }
    *size = value->length;
    return tl_document_text(scene->table->document, NULL) + value->offset;
}

const char *tl_scene_word(const tl_scene *scene, const char *thing, const char *field) {
    return tl_thing_word(value_of(scene, thing, field));
}

bool tl_scene_number(const tl_scene *scene, const char *thing, const char *field, double *number) {
    const tl_json_value *value = value_of(scene, thing, field);
    if (value == NULL || value->kind != TL_JSON_NUMBER) {
        return false;
    }
    *number = value->number;
    return true;
}

const char *tl_scene_unit(const tl_scene *scene, size_t index) {
    const tl_document *document = scene->table->document;
    return index < document->unit_count ? document->units[index].id : NULL;
}

const char *tl_scene_unit_member(const tl_scene *scene, const char *unit, size_t index) {
    tl_document_found found = tl_document_find(scene->table->document, unit);
    bool there = found.kind == TL_DOCUMENT_UNIT && index < found.unit->member_count;
    return there ? found.unit->members[index].id : NULL;
}

const char *tl_scene_unit_weapon(const tl_scene *scene, const char *unit, size_t index) {
    tl_document_found found = tl_document_find(scene->table->document, unit);
    bool there = found.kind == TL_DOCUMENT_UNIT && index < found.unit->weapon_count;
    return there ? found.unit->weapons[index].id : NULL;
}

const char *tl_scene_terrain(const tl_scene *scene, size_t index) {
    const tl_document *document = scene->table->document;
    return index < document->terrain_count ? document->terrain[index].id : NULL;
}

const char *tl_scene_asset(const tl_scene *scene, size_t index) {
    const tl_document *document = scene->table->document;
    return index < document->asset_count ? document->assets[index].name : NULL;
}

bool tl_scene_missing(const tl_scene *scene, size_t index, tl_missing *missing) {
    if (index >= scene->table->absence_count) {
        return false;
    }
    const tl_absence *absence = &scene->table->absences[index];
    *missing = (tl_missing){.terrain = absence->terrain != NULL ? absence->terrain->id : NULL,
                            .asset = absence->asset != NULL ? absence->asset->name : NULL,
                            .mesh = absence->mesh->name,
                            .error = &absence->error};
    return true;
}

/* --- New scenes --------------------------------------------------------------------------------------------------- */

static tl_status write_new(tl_context *context, const tl_scene_outset *what, char **text, size_t *size,
                           tl_error *error) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, true);
    tl_json_begin_object(&writer);
    tl_json_put_int(&writer, "trueline", TL_DOCUMENT_VERSION);
    tl_json_put_string(&writer, "name", what->name != NULL ? what->name : "");
    tl_json_put_string(&writer, "ruleset", what->ruleset != NULL ? what->ruleset : tl_ruleset_builtin_name(0));
    tl_json_key(&writer, "table");
    tl_json_inline_next(&writer);
    tl_json_begin_object(&writer);
    tl_json_put_double(&writer, "width", what->width > 0 ? what->width : 1800);
    tl_json_put_double(&writer, "depth", what->depth > 0 ? what->depth : 1200);
    if (what->mesh != NULL) {
        tl_json_put_string(&writer, "mesh", what->mesh);
    }
    if (what->mesh != NULL && what->unit != NULL) {
        tl_json_put_string(&writer, "unit", what->unit);
    }
    if (what->mesh != NULL && what->up != NULL) {
        tl_json_put_string(&writer, "up", what->up);
    }
    tl_json_end_object(&writer);
    static const char *const empty[] = {"assets", "terrain", "units"};
    for (int i = 0; i < 3; i++) {
        tl_json_key(&writer, empty[i]);
        if (i == 0) {
            tl_json_begin_object(&writer);
            tl_json_end_object(&writer);
        } else {
            tl_json_begin_array(&writer);
            tl_json_end_array(&writer);
        }
    }
    tl_json_end_object(&writer);
    return tl_json_writer_finish(&writer, text, size, error);
}

/* Coordinates of mesh files are single: a table of 1800 mm may come out this much longer. */
static const double TABLE_CARELESS_MM = 0.01;

/* Puts the table's mesh with its lowest corner into the table's corner, and makes the table as large as it. */
static tl_status fit_table(tl_scene *scene, const tl_scene_outset *what, tl_error *error) {
    char edits[600], number[6][TL_JSON_NUMBER_SIZE];
    tl_box3 box = scene->table->ground.body->box;
    const double values[5] = {-box.low.x, -box.low.y, -box.low.z,
                              what->width > 0 ? what->width : ceil(box.high.x - box.low.x - TABLE_CARELESS_MM),
                              what->depth > 0 ? what->depth : ceil(box.high.y - box.low.y - TABLE_CARELESS_MM)};
    for (int i = 0; i < 5; i++) {
        tl_json_format_double(values[i], number[i]);
    }
    int length = snprintf(edits, sizeof(edits),
                          "[{\"set\":\"table\",\"field\":\"at\",\"value\":[%s,%s,%s]},"
                          "{\"set\":\"table\",\"field\":\"width\",\"value\":%s},"
                          "{\"set\":\"table\",\"field\":\"depth\",\"value\":%s}]",
                          number[0], number[1], number[2], number[3], number[4]);
    return tl_scene_edit(scene, edits, (size_t)length, NULL, error);
}

/* The unit in which it is as large as tables are; else the likeliest. */
static const char *unit_of_table(const tl_mesh *mesh) {
    static const double SMALLEST_MM = 500, LARGEST_MM = 3000;
    tl_scan_unit_guess guess;
    tl_scan_unit_guess_make(tl_mesh_box(mesh), mesh->unit, mesh->up, &guess);
    const tl_scan_unit_candidate *best = &guess.candidates[0];
    for (size_t i = guess.count; i-- > 0;) {
        const tl_scan_unit_candidate *c = &guess.candidates[i];
        best = c->longest_mm >= SMALLEST_MM && c->longest_mm <= LARGEST_MM ? c : best;
    }
    return tl_mesh_unit_name(best->unit);
}

/* Fills in what the outset leaves open and the mesh file doesn't state. */
static tl_status guess_frame(tl_context *context, const char *path, const tl_scene_options *options,
                             tl_scene_outset *what, tl_error *error) {
    const tl_import_options import = {.helper = options->import_helper, .cache = options->mesh_cache};
    char *file = tl_file_path_beside(context, path, what->mesh);
    tl_mesh *mesh = NULL;
    tl_status status = file != NULL ? tl_import_mesh(context, file, &import, &mesh, error) : tl_fail_memory(error);
    if (status == TL_OK && what->unit == NULL && mesh->unit == TL_MESH_UNIT_UNSTATED) {
        what->unit = unit_of_table(mesh);
    }
    if (status == TL_OK && what->up == NULL && mesh->up == TL_AXIS_UNSTATED) {
        tl_scan_health health = {0};
        tl_scan_up_guess up;
        status = tl_scan_health_make(mesh, &health, error);
        if (status == TL_OK) {
            tl_scan_up_guess_make(&health, mesh->up, &up);
            what->up = up.likely != TL_AXIS_UNSTATED ? tl_axis_name(up.likely) : NULL;
        }
        tl_scan_health_free(&health);
    }
    tl_mesh_destroy(mesh);
    tl_free(context, file);
    return status;
}

tl_status tl_scene_create(tl_context *context, const char *path, const tl_scene_outset *outset,
                          const tl_scene_options *options, tl_scene **scene, tl_error *error) {
    tl_scene_outset what;
    tl_scene_options all;
    tl_status status = tl_scene_outset_take(outset, &what, error);
    status = status == TL_OK ? tl_scene_options_take(options, &all, error) : status;
    if (status != TL_OK) {
        return status;
    }
    if (context == NULL || path == NULL || scene == NULL || !isfinite(what.width) || !isfinite(what.depth) ||
        what.width < 0 || what.depth < 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give the table a size in millimetres",
                       "context, path and scene must be given, and a size that is one");
    }
    char *text = NULL;
    size_t size = 0;
    tl_scene *made = NULL;
    all.go_without = false; /* a mesh that a new scene is to have must be there */
    all.for_side = NULL;    /* there are no sides yet */
    status = what.mesh != NULL && what.guess ? guess_frame(context, path, &all, &what, error) : TL_OK;
    status = status == TL_OK ? write_new(context, &what, &text, &size, error) : status;
    if (status == TL_OK) {
        text[size++] = '\n'; /* over the final NUL: the reader is told the size */
        status = tl_scene_read(context, text, size, path, &all, &made, NULL, error);
    }
    if (status == TL_OK && what.mesh != NULL) {
        status = fit_table(made, &what, error);
    }
    tl_free(context, text);
    if (status != TL_OK) {
        tl_scene_destroy(made);
        return status;
    }
    *scene = made;
    return TL_OK;
}
