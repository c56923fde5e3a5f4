/* scene.c: scenes behind the public wall. */
#include "api/handle.h"

#include "import/import.h"
#include "io/file.h"

#include <stdio.h>
#include <string.h>

size_t tl_report_count(const tl_report *report) {
    return report != NULL ? report->problems.count : 0;
}

const tl_error *tl_report_get(const tl_report *report, size_t index, bool *warning) {
    const tl_problem *problem = &report->problems.items[index];
    if (warning != NULL) {
        *warning = problem->warning;
    }
    return &problem->error;
}

void tl_report_destroy(tl_report *report) {
    if (report != NULL) {
        tl_context *context = report->problems.context;
        tl_problems_free(&report->problems);
        tl_free(context, report);
    }
}

void tl_report_text(const tl_error *error, char *buffer, size_t size) {
    tl_error_text(error, buffer, size);
}

/* --- Loading ------------------------------------------------------------------------------------------------------ */

typedef struct loading {
    tl_context *context;
    tl_import_options import;
    tl_ruleset *ruleset;
} loading;

static tl_status load_mesh(void *user, const char *path, tl_mesh **mesh, tl_error *error) {
    loading *l = user;
    return tl_mesh_import(l->context, path, &l->import, mesh, error);
}

/* Woods bear on their plates only, smoke not at all. */
static tl_ground_kind ground_kind(void *user, const char *name) {
    const loading *l = user;
    const tl_terrain_kind *kind = tl_ruleset_kind(l->ruleset, name);
    if (kind != NULL && kind->area != NULL && !kind->blocks) {
        return strcmp(kind->name, "smoke") == 0 ? TL_GROUND_NONE : TL_GROUND_CARPET;
    }
    return TL_GROUND_SOLID;
}

/* The scene's ruleset: a built-in name, or a file beside the scene. */
static tl_status load_ruleset(loading *l, const tl_document *document, tl_problems *problems, tl_error *error) {
    const char *name = document->ruleset != NULL ? document->ruleset : tl_ruleset_builtin_name(0);
    size_t length = strlen(name);
    tl_error cause = {0};
    tl_status status;
    if (length > 5 && strcmp(name + length - 5, ".json") == 0) {
        char *path = tl_path_beside(l->context, document->file, name);
        if (path == NULL) {
            return tl_fail_memory(error);
        }
        status = tl_ruleset_load(l->context, path, &l->ruleset, &cause);
        tl_free(l->context, path);
    } else {
        status = tl_ruleset_load(l->context, name, &l->ruleset, &cause);
    }
    if (status == TL_ERROR_MEMORY) {
        return tl_fail_memory(error);
    }
    if (status != TL_OK) {
        const tl_json_value *value = tl_json_find(tl_json_root(document->json), "ruleset");
        if (cause.file[0] == '\0' || status == TL_ERROR_NOT_FOUND) {
            tl_json_problem(document->json, value, false, problems, false, TL_ERROR_SCENE, cause.remedy, "%s",
                            cause.message);
            cause.status = TL_ERROR_SCENE;
        } else {
            tl_problems_add(problems, false, cause.status, cause.file, cause.line, cause.column, cause.place,
                            cause.remedy, "%s", cause.message);
        }
        if (error != NULL && error->status == TL_OK) {
            *error = problems->count > 0 ? problems->items[problems->count - 1].error : cause;
        }
        return cause.status;
    }
    return TL_OK;
}

static tl_status load_scene(tl_scene *scene, const char *path, const tl_scene_options *options, tl_problems *problems,
                            tl_error *error) {
    tl_context *context = scene->context;
    loading l = {.context = context, .import = {.helper = options->import_helper, .cache = options->mesh_cache}};
    tl_document *document = NULL;
    tl_status status = tl_document_load(context, path, NULL, &document, problems, error);
    if (status == TL_OK) {
        status = load_ruleset(&l, document, problems, error);
        scene->ruleset = l.ruleset;
    }
    if (status != TL_OK) {
        tl_document_destroy(document);
        return status;
    }
    tl_table_options how = {load_mesh, &l, ground_kind, &l};
    status = tl_table_create(context, document, &how, &scene->table, problems, error);
    if (status == TL_OK) {
        status = tl_referee_create(context, scene->table, scene->ruleset, &scene->referee, problems, error);
    }
    if (status == TL_OK && options->look_closer) {
        status = tl_table_look(scene->table, problems, error);
    }
    return status;
}

tl_status tl_scene_load(tl_context *context, const char *path, const tl_scene_options *options, tl_scene **scene,
                        tl_report **report, tl_error *error) {
    static const tl_scene_options standard = {0};
    if (context == NULL || path == NULL || scene == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "context, path and scene must be given");
    }
    tl_report *list = tl_alloc_array(context, 1, sizeof(*list));
    tl_scene *made = tl_alloc_array(context, 1, sizeof(*made));
    if (list != NULL) {
        tl_problems_init(&list->problems, context);
    }
    if (report != NULL) {
        *report = list;
    }
    if (list == NULL || made == NULL) {
        tl_free(context, made);
        if (report == NULL) {
            tl_free(context, list);
        }
        return tl_fail_memory(error);
    }
    made->context = context;
    tl_error local = {0};
    tl_status status = load_scene(made, path, options != NULL ? options : &standard, &list->problems, &local);
    if (status != TL_OK) {
        /* what failed outside the scene's own text is a problem of the scene, too */
        if (list->problems.errors == 0) {
            tl_problems_add(&list->problems, false, status, local.file, local.line, local.column, local.place,
                            local.remedy, "%s", local.message[0] != '\0' ? local.message : tl_status_text(status));
        }
        if (error != NULL && error->status == TL_OK) {
            *error = local;
        }
        tl_scene_destroy(made);
    } else {
        *scene = made;
    }
    if (report == NULL) {
        tl_report_destroy(list);
    }
    return status;
}

void tl_scene_destroy(tl_scene *scene) {
    if (scene != NULL) {
        tl_referee_destroy(scene->referee);
        tl_table_destroy(scene->table);
        tl_ruleset_destroy(scene->ruleset);
        tl_free(scene->context, scene);
    }
}

tl_status tl_scene_set(tl_scene *scene, const char *name, const char *value, tl_error *error) {
    if (scene == NULL || name == NULL || value == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, name and value must be given");
    }
    return tl_settings_set(&scene->referee->settings, name, value, error);
}

static tl_status find_member(const tl_scene *scene, const char *name, size_t *member, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, name, "member", &party, error);
    if (status == TL_OK && party.whole && party.count > 1) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "name one of its members", "`%s` is a whole unit",
                       name);
    }
    *member = status == TL_OK ? party.first : 0;
    return status;
}

tl_status tl_scene_place(tl_scene *scene, const char *member, const double *at, size_t coordinates, double facing,
                         size_t level, tl_error *error) {
    size_t index = 0;
    if (scene == NULL || at == NULL || coordinates < 2 || coordinates > 3 || !isfinite(facing)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give two or three numbers, and a facing in degrees",
                       "a place needs two or three coordinates");
    }
    tl_status status = find_member(scene, member, &index, error);
    if (status == TL_OK) {
        status = tl_table_place(scene->table, index, at, (int)coordinates, facing, level, error);
    }
    return status;
}

tl_status tl_scene_place_of(const tl_scene *scene, const char *member, tl_place *place, tl_error *error) {
    size_t index = 0;
    tl_status status = find_member(scene, member, &index, error);
    if (status == TL_OK) {
        const tl_document_pose *pose = &tl_table_member(scene->table, index)->pose;
        *place = (tl_place){{pose->at[0], pose->at[1], pose->at[2]}, (size_t)pose->at_count, pose->turn, pose->level};
    }
    return status;
}

tl_status tl_scene_level_at(const tl_scene *scene, const char *member, tl_vec3 at, size_t *level, tl_error *error) {
    size_t index = 0;
    tl_status status = find_member(scene, member, &index, error);
    if (status == TL_OK && !(isfinite(at.x) && isfinite(at.y) && isfinite(at.z))) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", NULL, "a place needs finite numbers");
    }
    if (status == TL_OK) {
        *level = tl_table_level_at(scene->table, index, at);
    }
    return status;
}

/* --- Pointing ----------------------------------------------------------------------------------------------------- */

/* Where the line meets the bare table's plane, before `t`. */
static bool meets_plane(const tl_table *table, tl_vec3 p, tl_vec3 q, double *t) {
    if (table->ground.body != NULL || p.z * q.z > 0 || p.z == q.z) {
        return false;
    }
    double at = p.z / (p.z - q.z);
    tl_vec3 point = tl_lerp(p, q, at);
    bool on = point.x >= 0 && point.x <= table->document->width && point.y >= 0 && point.y <= table->document->depth;
    bool first = on && at < *t;
    *t = first ? at : *t;
    return first;
}

/* A segment of the line that holds everything there is; its ends are moderate numbers, wherever the line starts. */
static bool cut_line(tl_box3 box, tl_vec3 from, tl_vec3 direction, tl_vec3 *p, tl_vec3 *q) {
    tl_vec3 centre = tl_box3_centre(box);
    double radius = 0.5 * tl_length(tl_box3_size(box)) + 10;
    tl_vec3 along = tl_scale(direction, 1 / tl_length(direction));
    double middle = tl_dot(tl_sub(centre, from), along);
    double near = tl_max(0, middle - radius), far = middle + radius;
    *p = tl_madd(from, along, near);
    *q = tl_madd(from, along, far);
    return far > near;
}

tl_status tl_scene_pick(const tl_scene *scene, tl_vec3 from, tl_vec3 direction, bool members, const char *without,
                        tl_pick *pick, tl_error *error) {
    double length = tl_length(direction);
    if (scene == NULL || pick == NULL || !isfinite(from.x) || !isfinite(from.y) || !isfinite(from.z) || !(length > 0) ||
        !isfinite(length)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "a line needs a finite start and a direction");
    }
    const tl_table *table = scene->table;
    size_t left_out = SIZE_MAX;
    if (without != NULL) {
        tl_status status = find_member(scene, without, &left_out, error);
        if (status != TL_OK) {
            return status;
        }
    }
    *pick = (tl_pick){TL_PICK_NOTHING, NULL, {0, 0, 0}};
    tl_vec3 p, q;
    if (!cut_line(tl_table_box(table), from, direction, &p, &q)) {
        return TL_OK;
    }
    uint8_t *mask = tl_alloc_array(scene->context, table->slot_count, sizeof(*mask));
    if (mask == NULL) {
        return tl_fail_memory(error);
    }
    /* cores laid over meshes are measured, not seen */
    memset(mask, TL_ROLES_ALL, 1 + table->terrain_count + (members ? table->member_count : 0));
    if (left_out != SIZE_MAX) {
        mask[table->members[left_out].slot] = 0;
    }
    tl_hit hit;
    double t = INFINITY;
    if (tl_world_nearest_hit(table->world, p, q, mask, &hit)) {
        size_t first = 1 + table->terrain_count;
        t = hit.t;
        pick->kind = hit.slot == 0 ? TL_PICK_TABLE : hit.slot < first ? TL_PICK_TERRAIN : TL_PICK_MEMBER;
        pick->id = hit.slot == 0 ? NULL : tl_table_slot_name(table, hit.slot);
    }
    if (meets_plane(table, p, q, &t)) {
        *pick = (tl_pick){.kind = TL_PICK_TABLE};
    }
    if (pick->kind != TL_PICK_NOTHING) {
        pick->point = tl_lerp(p, q, t);
    }
    tl_free(scene->context, mask);
    return TL_OK;
}

tl_status tl_scene_save(tl_scene *scene, const char *path, tl_error *error) {
    return tl_document_save(scene->table->document, path, error);
}

const char *tl_scene_name(const tl_scene *scene) {
    return scene->table->document->name;
}

const char *tl_scene_units(const tl_scene *scene) {
    return tl_settings_is(&scene->referee->settings, "units", "inch", false) ? "inch" : "cm";
}

tl_box3 tl_scene_box(const tl_scene *scene) {
    return tl_table_box(scene->table);
}

size_t tl_scene_triangle_count(const tl_scene *scene) {
    size_t count = 0;
    for (size_t slot = 0; slot < scene->table->slot_count; slot++) {
        const tl_bvh *bvh = tl_world_get(scene->table->world, slot);
        bool overlay = slot > scene->table->terrain_count + scene->table->member_count;
        count += bvh != NULL && !overlay ? tl_bvh_triangle_count(bvh) : 0;
    }
    return count;
}

size_t tl_scene_member_count(const tl_scene *scene) {
    return scene->table->member_count;
}

const char *tl_scene_member(const tl_scene *scene, size_t index) {
    return index < scene->table->member_count ? scene->table->members[index].id : NULL;
}

const char *tl_scene_name_of(const tl_scene *scene, const char *name) {
    tl_party party;
    return tl_referee_party(scene->referee, name, "name", &party, NULL) == TL_OK ? party.name : name;
}

const char *tl_scene_unit_of(const tl_scene *scene, const char *member) {
    tl_party party;
    return tl_referee_party(scene->referee, member, "member", &party, NULL) == TL_OK ? party.unit->id : NULL;
}

tl_status tl_scene_box_of(const tl_scene *scene, const char *name, tl_box3 *box, tl_error *error) {
    tl_party party;
    for (size_t i = 0; name != NULL && i < scene->table->terrain_count; i++) {
        const tl_placed *placed = &scene->table->terrain[i];
        if (placed->body != NULL && strcmp(placed->id, name) == 0) {
            *box = placed->body->box;
            return TL_OK;
        }
    }
    tl_status status = tl_referee_party(scene->referee, name, "name", &party, error);
    if (status == TL_OK) {
        *box = tl_box3_empty();
        for (size_t i = 0; i < party.count; i++) {
            *box = tl_box3_union(*box, scene->table->members[party.first + i].body->box);
        }
    }
    return status;
}

tl_status tl_scene_eye(const tl_scene *scene, const char *name, tl_vec3 *eye, tl_vec3 *forward, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, name, "name", &party, error);
    if (status == TL_OK) {
        const tl_body *body = scene->table->members[party.first].body;
        tl_box3 core = tl_bvh_box(body->core);
        *eye = tl_box3_centre(core);
        eye->z = core.low.z + 0.85 * (core.high.z - core.low.z);
        *forward = body->pose.x;
    }
    return status;
}

void tl_scene_draw(const tl_scene *scene, const tl_scene_drawing *drawing, const tl_draw_sink *sink) {
    tl_draw_table(scene->referee, drawing, sink);
}
