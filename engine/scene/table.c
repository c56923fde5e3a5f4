/* table.c: from a document to placed bodies in a world. */
#include "scene/table.h"

#include "scene/slots.h"

#include <stdio.h>
#include <string.h>

bool tl_class_is_foot(tl_unit_class kind) {
    return kind == TL_CLASS_INFANTRY || kind == TL_CLASS_SUPPORT_WEAPON || kind == TL_CLASS_HERO;
}

const tl_document_unit *tl_table_unit_of(const tl_table *table, size_t member) {
    return &table->document->units[tl_table_member(table, member)->unit];
}

const tl_document_member *tl_table_member(const tl_table *table, size_t member) {
    size_t unit = 0;
    while (unit + 1 < table->document->unit_count && table->first_member[unit + 1] <= member) {
        unit++;
    }
    return &table->document->units[unit].members[member - table->first_member[unit]];
}

tl_volume tl_table_measured(const tl_table *table, size_t member) {
    const tl_body *body = table->members[member].body;
    bool foot = tl_class_is_foot(tl_table_unit_of(table, member)->kind);
    return foot && body->base.kind != TL_SHAPE_NONE ? tl_body_base_volume(body) : tl_body_core_volume(body);
}

tl_surfaces tl_table_surfaces(const tl_table *table) {
    return (tl_surfaces){table->world, table->stand, table->carpet, table->solid, table->ground.body == NULL};
}

tl_box3 tl_table_box(const tl_table *table) {
    tl_box3 box = {{0, 0, 0}, {table->document->width, table->document->depth, 0}};
    if (table->ground.body != NULL) {
        box = tl_box3_union(box, table->ground.body->box);
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (table->terrain[i].body != NULL) {
            box = tl_box3_union(box, table->terrain[i].body->box);
        }
    }
    for (size_t i = 0; i < table->member_count; i++) {
        box = tl_box3_union(box, table->members[i].body->box);
    }
    return box;
}

/* --- Models ------------------------------------------------------------------------------------------------------- */

/* A mesh file as it was read, kept while building: tables use the same wall many times. */
typedef struct read_mesh {
    const char *path;
    tl_mesh *mesh;
} read_mesh;

/* Building goes on after a problem, so that all are reported; `error` gets the first. */
typedef struct builder {
    tl_table *table;
    const tl_table_options *options;
    tl_problems *problems;
    tl_error *error;
    tl_status status;
    read_mesh *read;
    size_t read_count, read_capacity;
} builder;

/* A problem with something the document says: its place comes from the document, the rest from what failed. */
static void report(builder *b, const tl_json_value *json, const tl_error *cause) {
    char remedy[256];
    snprintf(remedy, sizeof(remedy), "%s", cause->remedy);
    if (cause->file[0] != '\0') {
        char path[256];
        int line = 0, column = 0;
        tl_json_path(json, path, sizeof(path));
        tl_json_position(b->table->document->json, json->offset, &line, &column);
        tl_problems_add(b->problems, false, cause->status, cause->file, cause->line, cause->column, cause->place,
                        remedy, "%s (asked for by %.300s:%d, %.100s)", cause->message, b->table->document->file, line,
                        path);
    } else {
        tl_json_problem(b->table->document->json, json, false, b->problems, false, cause->status, remedy, "%s",
                        cause->message);
    }
    if (b->status == TL_OK) {
        b->status = cause->status;
        if (b->error != NULL && b->error->status == TL_OK) {
            *b->error = *cause;
        }
    }
}

/* A copy of a mesh file's content, read at most once. */
static tl_status read_mesh_once(builder *b, const char *path, tl_mesh **mesh, tl_error *cause) {
    for (size_t i = 0; i < b->read_count; i++) {
        if (strcmp(b->read[i].path, path) == 0) {
            *mesh = tl_mesh_copy(b->read[i].mesh);
            return *mesh != NULL ? TL_OK : tl_fail_memory(cause);
        }
    }
    tl_mesh *fresh = NULL;
    tl_status status = b->options->load(b->options->load_user, path, &fresh, cause);
    if (status != TL_OK) {
        return status;
    }
    *mesh = tl_mesh_copy(fresh);
    if (*mesh == NULL ||
        !tl_reserve(b->table->context, (void **)&b->read, &b->read_capacity, b->read_count + 1, sizeof(*b->read))) {
        tl_mesh_destroy(*mesh);
        *mesh = NULL;
        tl_mesh_destroy(fresh);
        return tl_fail_memory(cause);
    }
    b->read[b->read_count++] = (read_mesh){path, fresh};
    return TL_OK;
}

/* A mesh in millimetres with Z up and its pieces' roles, or NULL when there is none or a problem was reported. */
static tl_mesh *load_mesh(builder *b, const tl_document_mesh *source, const tl_document_parts *parts,
                          size_t *unmatched) {
    *unmatched = 0;
    if (source->name == NULL) {
        return NULL;
    }
    tl_error cause = {0};
    tl_mesh *mesh = NULL;
    tl_status status = read_mesh_once(b, source->path, &mesh, &cause);
    if (status == TL_OK) {
        tl_frame frame = source->frame;
        if (frame.unit == TL_UNIT_UNSTATED) {
            frame.unit = mesh->unit;
        }
        if (frame.up == TL_AXIS_UNSTATED) {
            frame.up = mesh->up;
        }
        status = tl_mesh_to_millimetres(mesh, &frame, &cause);
        if (status == TL_OK) {
            /* what is sane in its file may be absurd at this scale */
            tl_vec3 size = tl_box3_size(tl_mesh_box(mesh));
            double longest = tl_max(size.x, tl_max(size.y, size.z));
            if (longest > 1e5 || longest < 1.0) {
                status = tl_fail(&cause, TL_ERROR_SCENE, source->path, NULL,
                                 "set the asset's `unit` or `scale`; `trueline import` tells what the file says",
                                 "at this scale the mesh is %.3g mm long, which is no size for a table", longest);
            }
        } else {
            /* the frame is the scene's to mend */
            cause.file[0] = '\0';
        }
    }
    if (status != TL_OK) {
        tl_mesh_destroy(mesh);
        report(b, source->json, &cause);
        return NULL;
    }
    if (parts != NULL && parts->given) {
        *unmatched = tl_mesh_assign_roles(mesh, parts->patterns);
    }
    return mesh;
}

static tl_model *build_model(builder *b, const tl_document_asset *asset, bool terrain, bool needs_base) {
    size_t unmatched = 0;
    tl_mesh *mesh = load_mesh(b, &asset->mesh, &asset->parts, &unmatched);
    if (mesh == NULL && asset->mesh.name != NULL) {
        return NULL;
    }
    tl_model_options options = {.has_parts = asset->parts.given,
                                .core = asset->core,
                                .has_hull_above = asset->has_hull_above,
                                .hull_above = asset->hull_above,
                                .cuts = asset->cuts,
                                .cut_count = asset->cut_count,
                                .base = asset->base,
                                .needs_base = needs_base,
                                .terrain = terrain};
    tl_error cause = {0};
    tl_model *model = NULL;
    if (tl_model_create(b->table->context, mesh, &options, &model, &cause) != TL_OK) {
        report(b, asset->json, &cause);
        return NULL;
    }
    model->unmatched = unmatched;
    return model;
}

/* --- Placing ------------------------------------------------------------------------------------------------------ */

static bool set_body(builder *b, tl_placed *placed, const tl_pose *pose, const tl_json_value *json) {
    tl_error cause = {0};
    if (tl_body_create(b->table->context, placed->model, pose, &placed->body, &cause) != TL_OK) {
        report(b, json, &cause);
        return false;
    }
    tl_world_set(b->table->world, placed->slot, placed->body->solid);
    if (placed->core_slot != 0) {
        tl_world_set(b->table->world, placed->core_slot, placed->body->core);
    }
    return true;
}

static void rest_exactly(tl_rest *rest, const tl_document_pose *pose) {
    *rest = (tl_rest){.found = true};
    rest->pose =
        tl_pose_turned_tilted((tl_vec3){pose->at[0], pose->at[1], pose->at[2]}, pose->turn, pose->roll, pose->pitch);
}

static tl_status find_rest(const tl_table *table, const tl_model *model, const tl_document_pose *pose, tl_rest *rest,
                           tl_error *error) {
    if (pose->at_count != 2) {
        rest_exactly(rest, pose);
        return TL_OK;
    }
    tl_surfaces surfaces = tl_table_surfaces(table);
    return tl_rest_model(table->context, &surfaces, model, pose->at[0], pose->at[1], pose->turn, pose->roll,
                         pose->pitch, pose->level, rest, error);
}

static void place(builder *b, tl_placed *placed, const tl_document_pose *pose, const tl_json_value *json) {
    tl_error cause = {0};
    if (find_rest(b->table, placed->model, pose, &placed->rest, &cause) != TL_OK) {
        report(b, json, &cause);
        return;
    }
    set_body(b, placed, &placed->rest.pose, json);
}

/* After a body came to stand: the world with its holes closed. */
static void set_closed(const tl_table *table, const tl_placed *placed) {
    tl_world_set(table->closed, placed->slot, placed->body->solid);
    tl_world_set(table->closed, table->slot_count + placed->slot, placed->body->caps);
    if (placed->core_slot != 0) {
        tl_world_set(table->closed, placed->core_slot, placed->body->core);
    }
}

static void build_closed(builder *b) {
    tl_table *table = b->table;
    size_t count = table->slot_count, capped = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < 1 + table->terrain_count + table->member_count; i++) {
            const tl_placed *placed = i == 0                      ? &table->ground
                                      : i <= table->terrain_count ? &table->terrain[i - 1]
                                                                  : &table->members[i - 1 - table->terrain_count];
            capped += placed->body != NULL && placed->body->caps != NULL;
            if (pass == 1 && placed->body != NULL) {
                set_closed(table, placed);
            }
        }
        if (pass == 0 && (capped == 0 || b->status != TL_OK)) {
            return;
        }
        if (pass == 0 && tl_world_create(table->context, 2 * count, &table->closed, b->error) != TL_OK) {
            b->status = TL_ERROR_MEMORY;
            return;
        }
    }
}

static void build_ground(builder *b) {
    tl_table *table = b->table;
    const tl_document *document = table->document;
    table->ground = (tl_placed){.id = "table", .name = "the table"};
    if (document->table_mesh.name == NULL) {
        return;
    }
    tl_document_asset asset = {.name = "table", .mesh = document->table_mesh, .json = document->table_mesh.json};
    table->ground.model = build_model(b, &asset, true, false);
    table->ground.owns_model = true;
    if (table->ground.model != NULL) {
        tl_pose pose = tl_pose_identity();
        set_body(b, &table->ground, &pose, document->table_mesh.json);
        table->stand[0] = TL_ROLES_ALL;
    }
}

static void build_terrain(builder *b) {
    tl_table *table = b->table;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_document_terrain *source = &table->document->terrain[i];
        tl_placed *placed = &table->terrain[i];
        placed->id = source->id;
        placed->name = source->name;
        tl_document_asset asset = {.name = source->id, .json = source->json};
        if (source->asset != SIZE_MAX) {
            asset = table->document->assets[source->asset];
        } else {
            asset.mesh = source->mesh;
            asset.parts = source->parts;
        }
        if (asset.mesh.name == NULL && asset.core.kind == TL_SHAPE_NONE) {
            continue; /* an area and nothing else */
        }
        placed->model = build_model(b, &asset, true, false);
        placed->owns_model = true;
        if (placed->model == NULL) {
            continue;
        }
        /* an open mesh has no inside, whatever the scene says */
        placed->inside_blocks = (source->solid == TL_DOCUMENT_SOLID_YES && placed->model->closed) ||
                                (source->solid == TL_DOCUMENT_SOLID_AUTO && placed->model->solid);
        place(b, placed, &source->pose, source->json);
        if (placed->body != NULL) {
            placed->body->inside_blocks = placed->inside_blocks;
        }
        tl_ground_kind kind = b->options->ground_kind != NULL
                                  ? b->options->ground_kind(b->options->ground_user, source->kind)
                                  : TL_GROUND_SOLID;
        table->stand[placed->slot] = kind == TL_GROUND_SOLID ? TL_ROLES_ALL : 0;
        table->carpet[placed->slot] = kind == TL_GROUND_CARPET ? TL_ROLES_ALL : 0;
        table->solid[placed->slot] = kind == TL_GROUND_SOLID && placed->inside_blocks;
    }
}

static void build_members(builder *b) {
    tl_table *table = b->table;
    bool *failed = tl_alloc_array(table->context, table->document->asset_count, sizeof(*failed));
    if (failed == NULL) {
        b->status = tl_fail_memory(b->error);
        return;
    }
    for (size_t i = 0; i < table->member_count; i++) {
        const tl_document_member *source = tl_table_member(table, i);
        const tl_document_unit *unit = tl_table_unit_of(table, i);
        tl_placed *placed = &table->members[i];
        *placed = (tl_placed){.id = source->id, .name = source->name, .slot = 1 + table->terrain_count + i};
        if (table->models[source->asset] == NULL && !failed[source->asset]) {
            table->models[source->asset] =
                build_model(b, &table->document->assets[source->asset], false, tl_class_is_foot(unit->kind));
            failed[source->asset] = table->models[source->asset] == NULL;
        }
        placed->model = table->models[source->asset];
        if (source->pose.at[0] < 0 || source->pose.at[0] > table->document->width || source->pose.at[1] < 0 ||
            source->pose.at[1] > table->document->depth) {
            tl_error cause = {0};
            tl_fail(&cause, TL_ERROR_SCENE, NULL, NULL, "put it on the table, or make the table larger",
                    "`%s` stands off the table: (%g, %g) is outside 0..%g by 0..%g", source->id, source->pose.at[0],
                    source->pose.at[1], table->document->width, table->document->depth);
            report(b, source->json, &cause);
            continue;
        }
        if (placed->model != NULL) {
            placed->core_slot = placed->model->core_physical ? 0 : placed->slot + table->member_count;
            place(b, placed, &source->pose, source->json);
        }
    }
    tl_free(table->context, failed);
}

static tl_status allocate(tl_table *table, tl_error *error) {
    tl_context *context = table->context;
    const tl_document *document = table->document;
    table->terrain = tl_alloc_array(context, document->terrain_count, sizeof(*table->terrain));
    table->terrain_order = tl_alloc_array(context, document->terrain_count, sizeof(*table->terrain_order));
    table->members = tl_alloc_array(context, document->member_count, sizeof(*table->members));
    table->first_member = tl_alloc_array(context, document->unit_count, sizeof(*table->first_member));
    table->models = tl_alloc_array(context, document->asset_count, sizeof(*table->models));
    table->slot_count = 1 + document->terrain_count + 2 * document->member_count;
    table->stand = tl_alloc_array(context, table->slot_count, 1);
    table->carpet = tl_alloc_array(context, table->slot_count, 1);
    table->solid = tl_alloc_array(context, table->slot_count, 1);
    if (table->terrain == NULL || table->members == NULL || table->first_member == NULL || table->models == NULL ||
        table->stand == NULL || table->carpet == NULL || table->solid == NULL || table->terrain_order == NULL ||
        !tl_slots_order(context, document, table->terrain_order)) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < document->terrain_count; i++) {
        table->terrain[table->terrain_order[i]].slot = 1 + i;
    }
    table->terrain_count = document->terrain_count;
    table->member_count = document->member_count;
    size_t first = 0;
    for (size_t i = 0; i < document->unit_count; i++) {
        table->first_member[i] = first;
        first += document->units[i].member_count;
    }
    return tl_world_create(context, table->slot_count, &table->world, error);
}

tl_status tl_table_create(tl_context *context, tl_document *document, const tl_table_options *options, tl_table **table,
                          tl_problems *problems, tl_error *error) {
    tl_table *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        tl_document_destroy(document);
        return tl_fail_memory(error);
    }
    made->context = context;
    made->document = document;
    tl_status status = allocate(made, error);
    if (status == TL_OK) {
        builder b = {.table = made, .options = options, .problems = problems, .error = error};
        build_ground(&b);
        build_terrain(&b);
        build_members(&b);
        build_closed(&b);
        status = b.status;
        for (size_t i = 0; i < b.read_count; i++) {
            tl_mesh_destroy(b.read[i].mesh);
        }
        tl_free(context, b.read);
    }
    if (status != TL_OK) {
        tl_table_destroy(made);
        return status;
    }
    *table = made;
    return TL_OK;
}

static void destroy_placed(tl_table *table, tl_placed *placed) {
    tl_body_destroy(table->context, placed->body);
    if (placed->owns_model) {
        tl_model_destroy(placed->model);
    }
}

void tl_table_destroy(tl_table *table) {
    if (table == NULL) {
        return;
    }
    tl_context *context = table->context;
    tl_world_destroy(table->world);
    tl_world_destroy(table->closed);
    destroy_placed(table, &table->ground);
    for (size_t i = 0; i < table->terrain_count; i++) {
        destroy_placed(table, &table->terrain[i]);
    }
    for (size_t i = 0; i < table->member_count; i++) {
        destroy_placed(table, &table->members[i]);
    }
    for (size_t i = 0; table->models != NULL && i < table->document->asset_count; i++) {
        tl_model_destroy(table->models[i]);
    }
    tl_free(context, table->terrain);
    tl_free(context, table->terrain_order);
    tl_free(context, table->members);
    tl_free(context, table->first_member);
    tl_free(context, table->models);
    tl_free(context, table->stand);
    tl_free(context, table->carpet);
    tl_free(context, table->solid);
    tl_document_destroy(table->document);
    tl_free(context, table);
}

/* --- Moving ------------------------------------------------------------------------------------------------------- */

/* Ids and names point into the document, which an edit replaces. */
static void rename_all(tl_table *table) {
    for (size_t i = 0; i < table->terrain_count; i++) {
        table->terrain[i].id = table->document->terrain[i].id;
        table->terrain[i].name = table->document->terrain[i].name;
    }
    for (size_t i = 0; i < table->member_count; i++) {
        table->members[i].id = tl_table_member(table, i)->id;
        table->members[i].name = tl_table_member(table, i)->name;
    }
}

tl_status tl_table_place(tl_table *table, size_t member, const double *at, int at_count, double facing, size_t level,
                         tl_error *error) {
    tl_placed *placed = &table->members[member];
    const tl_document_member *source = tl_table_member(table, member);
    if (!(at[0] >= 0 && at[0] <= table->document->width && at[1] >= 0 && at[1] <= table->document->depth)) {
        return tl_fail(error, TL_ERROR_SCENE, NULL, "at", "put it on the table",
                       "(%g, %g) is off the table, which reaches to (%g, %g)", at[0], at[1], table->document->width,
                       table->document->depth);
    }
    tl_document_pose pose = source->pose;
    memcpy(pose.at, at, (size_t)at_count * sizeof(*at));
    pose.at_count = at_count;
    pose.turn = facing;
    pose.level = level;
    tl_rest rest;
    tl_status status = find_rest(table, placed->model, &pose, &rest, error);
    if (status != TL_OK) {
        return status;
    }
    /* the document first: it is the one that may refuse */
    char number[32];
    if (level != source->pose.level) {
        snprintf(number, sizeof(number), "%zu", level);
        status = tl_document_set_field(table->document, source->json, "level", number, "at", error);
        if (status != TL_OK) {
            return status;
        }
        source = tl_table_member(table, member);
    }
    status = tl_document_set_member_pose(table->document, source->id, at, at_count, facing, error);
    rename_all(table);
    if (status == TL_OK) {
        status = tl_body_move(table->context, placed->body, placed->model, &rest.pose, error);
    }
    if (status == TL_OK) {
        placed->rest = rest;
        tl_world_set(table->world, placed->slot, placed->body->solid);
        if (placed->core_slot != 0) {
            tl_world_set(table->world, placed->core_slot, placed->body->core);
        }
        if (table->closed != NULL) {
            set_closed(table, placed);
        }
    }
    return status;
}

size_t tl_table_level_at(const tl_table *table, size_t member, tl_vec3 at) {
    enum { MOST = 64 };
    const tl_placed *placed = &table->members[member];
    tl_surfaces surfaces = tl_table_surfaces(table);
    tl_vec2 centre = tl_plan(at);
    if (placed->model->base.kind != TL_SHAPE_NONE) {
        tl_vec3 c = tl_pose_direction(&placed->body->pose, placed->model->base.pose.at);
        centre = (tl_vec2){at.x + c.x, at.y + c.y};
    }
    double heights[MOST], tall = placed->body->box.high.z - placed->body->box.low.z;
    size_t count = tl_surface_levels(&surfaces, centre.x, centre.y, tall, heights, MOST), best = 0;
    for (size_t i = 1; i < count && i < MOST; i++) {
        best = fabs(heights[i] - at.z) < fabs(heights[best] - at.z) ? i : best;
    }
    return best;
}
