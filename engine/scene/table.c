/* table.c: from a document to placed bodies in a world. */
#include "scene/table.h"

#include "scene/absence.h"
#include "scene/prism.h"
#include "scene/slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Models ------------------------------------------------------------------------------------------------------- */

/* Building goes on after a problem, so that all are reported; `error` gets the first. */
typedef struct table_builder {
    tl_table *table;
    const tl_table_options *options;
    tl_problems *problems;
    tl_error *error;
    tl_status status;
    tl_model_store *store;
    bool unarranged; /* the world has slots that its top level doesn't know of yet */
} table_builder;

/* A problem with something the document says: its place comes from the document, the rest from what failed. */
static void report(table_builder *b, const tl_json_value *json, const tl_error *cause) {
    char remedy[256];
    snprintf(remedy, sizeof(remedy), "%s", cause->remedy);
    if (cause->file[0] != '\0') {
        char path[256];
        int line = 0, column = 0;
        tl_json_path(json, path, sizeof(path));
        tl_json_position(b->table->document->json, json->offset, &line, &column);
        char where[32] = "";
        if (b->table->document->side == NULL) {
            snprintf(where, sizeof(where), ":%d", line);
        }
        tl_problems_add(b->problems, false, cause->status, cause->file, cause->line, cause->column, cause->place,
                        remedy, "%s (asked for by %.300s%s, %.100s)", cause->message, b->table->document->file, where,
                        path);
    } else {
        tl_json_problem(b->table->document->json, json, false, b->problems, false, cause->status, remedy, "%s",
                        cause->message);
    }
    if (b->status == TL_OK) {
        b->status = cause->status;
        if (b->error != NULL && b->error->status == TL_OK) {
            *b->error = *cause;
            if (cause->place[0] == '\0') {
                tl_json_path(json, b->error->place, sizeof(b->error->place));
            }
        }
    }
}

static tl_model *stand_in(table_builder *b, const tl_model_store_request *wish) {
    const tl_document_asset plain = tl_absence_stand_in(wish->asset);
    tl_model_store_request instead = *wish;
    instead.asset = &plain;
    tl_error cause = {0};
    tl_model *model = NULL;
    bool of_mesh = false;
    if (tl_model_store_take(b->store, &instead, b->options->load, b->options->load_user, &model, &of_mesh, &cause) !=
        TL_OK) {
        report(b, wish->asset->json, &cause);
    }
    return model;
}

/* `mesh`: where the document has the mesh that the asset is made of; `own`: not with the asset. */
static tl_model *take_wish(table_builder *b, const tl_model_store_request *wish, const tl_document_mesh *mesh,
                           bool own) {
    const tl_document_asset *asset = wish->asset;
    tl_error cause = {0};
    tl_model *model = NULL;
    bool of_mesh = false;
    if (tl_model_store_take(b->store, wish, b->options->load, b->options->load_user, &model, &of_mesh, &cause) ==
        TL_OK) {
        return model;
    }
    if (of_mesh && tl_absence_note(b->table, b->options, own ? NULL : asset, mesh, &cause)) {
        return wish->terrain ? NULL : stand_in(b, wish);
    }
    report(b, of_mesh ? asset->mesh.json : asset->json, &cause);
    return NULL;
}

static tl_model *take_terrain(table_builder *b, const tl_document_asset *asset, const tl_document_mesh *mesh,
                              bool own) {
    const tl_model_store_request wish = {.asset = asset, .terrain = true};
    return take_wish(b, &wish, mesh, own);
}

/* --- Placing ------------------------------------------------------------------------------------------------------ */

static void put_slots(table_builder *b, const tl_placed *placed) {
    tl_world_put(b->table->world, placed->slot, placed->body->solid);
    if (placed->core_slot != 0) {
        tl_world_put(b->table->world, placed->core_slot, placed->body->core);
    }
    b->unarranged = true;
}

static void arrange(table_builder *b) {
    if (b->unarranged) {
        tl_world_arrange(b->table->world);
        b->unarranged = false;
    }
}

static bool same_pose(const tl_pose *a, const tl_pose *b) {
    return memcmp(a, b, sizeof(*a)) == 0;
}

/* What the table that is replaced has of the same make: where it is wanted, else under the same id, for members, whose
 * hierarchies can be moved. Terrain's belong to their place. */
static const tl_placed *like(const table_builder *b, const tl_placed *placed, bool member) {
    const tl_table *from = b->options->from;
    const tl_placed *named = NULL;
    size_t count = from == NULL ? 0 : member ? from->member_count : from->terrain_count;
    for (size_t i = 0; i < count; i++) {
        const tl_placed *its = member ? &from->members[i] : &from->terrain[i];
        if (its->body == NULL || its->model != placed->model) {
            continue;
        }
        if (same_pose(&its->body->pose, &placed->rest.pose)) {
            return its;
        }
        named = member && strcmp(its->id, placed->id) == 0 ? its : named;
    }
    return named;
}

/* The hierarchies of a body `like` it serve again: the same, where it stands as that one does, else copies, moved. */
static void set_body(table_builder *b, tl_placed *placed, const tl_placed *like, const tl_json_value *json) {
    tl_context *context = b->table->context;
    tl_error cause = {0};
    tl_status status;
    if (like == NULL || !tl_body_takes(&placed->rest.pose)) {
        status = tl_body_create(context, placed->model, &placed->rest.pose, &placed->body, &cause);
    } else {
        status = tl_body_share(context, like->body, &placed->body, &cause);
        if (status == TL_OK && !same_pose(&like->body->pose, &placed->rest.pose)) {
            status = tl_body_move(context, placed->body, placed->model, &placed->rest.pose, &cause);
        }
    }
    if (status != TL_OK) {
        report(b, json, &cause);
        return;
    }
    placed->body->inside_blocks = placed->inside_blocks;
    put_slots(b, placed);
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
    return tl_surface_rest_model(table->context, &surfaces, model, pose->at[0], pose->at[1], pose->turn, pose->roll,
                                 pose->pitch, pose->level, rest, error);
}

static void place(table_builder *b, tl_placed *placed, const tl_document_pose *pose, bool member,
                  const tl_json_value *json) {
    tl_error cause = {0};
    if (pose->at_count == 2) {
        arrange(b);
    }
    if (find_rest(b->table, placed->model, pose, &placed->rest, &cause) != TL_OK) {
        report(b, json, &cause);
        return;
    }
    set_body(b, placed, like(b, placed, member), json);
}

/* After a body came to stand: the world with its holes closed, to be arranged. */
static void put_closed(const tl_table *table, const tl_placed *placed) {
    tl_world_put(table->closed, placed->slot, placed->body->solid);
    tl_world_put(table->closed, table->slot_count + placed->slot, placed->body->caps);
    if (placed->core_slot != 0) {
        tl_world_put(table->closed, placed->core_slot, placed->body->core);
    }
}

static void build_closed(table_builder *b) {
    tl_table *table = b->table;
    size_t count = table->slot_count, capped = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < 1 + table->terrain_count + table->member_count; i++) {
            const tl_placed *placed = i == 0                      ? &table->ground
                                      : i <= table->terrain_count ? &table->terrain[i - 1]
                                                                  : &table->members[i - 1 - table->terrain_count];
            capped += placed->body != NULL && placed->body->caps != NULL;
            if (pass == 1 && placed->body != NULL) {
                put_closed(table, placed);
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
    tl_world_arrange(table->closed);
}

static void build_ground(table_builder *b) {
    tl_table *table = b->table;
    const tl_document *document = table->document;
    table->ground = (tl_placed){.id = "table", .name = "the table"};
    if (document->table_mesh.name == NULL) {
        return;
    }
    tl_document_asset asset = {.name = "table", .mesh = document->table_mesh, .json = document->table_mesh.json};
    table->ground.model = take_terrain(b, &asset, &document->table_mesh, true);
    if (table->ground.model != NULL) {
        const tl_placed *before = b->options->from != NULL ? &b->options->from->ground : NULL;
        table->ground.rest = (tl_rest){.found = true, .pose = tl_pose_identity()};
        table->ground.rest.pose.at = document->table_at;
        bool same = before != NULL && before->body != NULL && before->model == table->ground.model &&
                    same_pose(&before->body->pose, &table->ground.rest.pose);
        set_body(b, &table->ground, same ? before : NULL, document->table_mesh.json);
        table->stand[0] = TL_ROLES_ALL;
        table->off[0] = tl_placed_uncertainty(&table->ground);
    }
}

/* How a piece bears models, once it has a body. */
static void set_bearing(table_builder *b, const tl_document_terrain *source, const tl_placed *placed) {
    tl_table *table = b->table;
    tl_ground_kind kind = b->options->ground_kind != NULL
                              ? b->options->ground_kind(b->options->ground_user, source->kind)
                              : TL_GROUND_SOLID;
    table->stand[placed->slot] = kind == TL_GROUND_SOLID ? TL_ROLES_ALL : 0;
    table->carpet[placed->slot] = kind == TL_GROUND_CARPET ? TL_ROLES_ALL : 0;
    table->solid[placed->slot] = kind == TL_GROUND_SOLID && placed->inside_blocks;
    table->off[placed->slot] = tl_placed_uncertainty(placed);
}

static void build_prism(table_builder *b, const tl_document_terrain *source, tl_placed *placed) {
    const tl_shape footprint = tl_table_terrain_footprint(source);
    tl_error cause = {0};
    double ground = 0, off = 0;
    arrange(b);
    if (tl_table_ground_under(b->table, &footprint, !tl_table_terrain_is_ground(b->table->document, source), &ground,
                              &off, &cause) != TL_OK) {
        report(b, source->json, &cause);
        return;
    }
    const tl_document_asset asset = tl_prism_asset(b->table, source, ground);
    placed->model = take_terrain(b, &asset, &asset.mesh, true);
    if (placed->model != NULL) {
        placed->inside_blocks = true;
        placed->rest = (tl_rest){.found = true, .pose = tl_pose_identity(), .off = off};
        set_body(b, placed, like(b, placed, false), source->json);
        set_bearing(b, source, placed);
    }
}

static void build_piece(table_builder *b, const tl_document_terrain *source, tl_placed *placed) {
    tl_table *table = b->table;
    tl_document_asset asset = {.name = source->id, .json = source->json};
    const tl_document_asset *shared = source->asset != SIZE_MAX ? &table->document->assets[source->asset] : NULL;
    if (shared != NULL) {
        asset = *shared;
    } else {
        asset.mesh = source->mesh;
        asset.parts = source->parts;
    }
    if (asset.mesh.name == NULL && asset.core.kind == TL_SHAPE_NONE) {
        return; /* an area and nothing else */
    }
    placed->model =
        shared != NULL ? take_terrain(b, shared, &shared->mesh, false) : take_terrain(b, &asset, &source->mesh, true);
    if (placed->model == NULL) {
        return;
    }
    /* an open mesh has no inside, whatever the scene says */
    placed->inside_blocks = (source->solid == TL_DOCUMENT_SOLID_YES && placed->model->closed) ||
                            (source->solid == TL_DOCUMENT_SOLID_AUTO && placed->model->solid);
    place(b, placed, &source->pose, false, source->json);
    set_bearing(b, source, placed);
}

/* The ground first, then what stands on it: what is drawn as an outline, and what rests where it was put. Within each
 * the order is the document's. */
enum { DRAWN_GROUND, GROUND, DRAWN, STANDING, TURNS };

static int turn_of(const tl_document *document, const tl_placed *placed, const tl_document_terrain *source) {
    bool ground = tl_table_terrain_is_ground(document, source);
    return tl_prism_stands(source, placed->raised) ? (ground ? DRAWN_GROUND : DRAWN) : ground ? GROUND : STANDING;
}

static void build_terrain(table_builder *b) {
    tl_table *table = b->table;
    const tl_table_options *options = b->options;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_document_terrain *source = &table->document->terrain[i];
        tl_placed *placed = &table->terrain[i];
        placed->id = source->id;
        placed->name = source->name;
        placed->raised = options->kind_is_solid == NULL || options->kind_is_solid(options->ground_user, source->kind);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < table->terrain_count; i++) {
            const tl_document_terrain *source = &table->document->terrain[i];
            tl_placed *placed = &table->terrain[i];
            if (turn_of(b->table->document, placed, source) == turn) {
                (turn == DRAWN_GROUND || turn == DRAWN ? build_prism : build_piece)(b, source, placed);
            }
        }
    }
}

/* The model of a member, held: that of its asset, or one in the posture of its stance made of it. NULL, once reported,
 * where there is none. */
static tl_model *model_of(table_builder *b, const tl_document_member *source, bool needs_base, bool *failed) {
    tl_table *table = b->table;
    const tl_document_asset *asset = &table->document->assets[source->asset];
    tl_model_store_request wish = {.asset = asset, .needs_base = needs_base};
    if (table->models[source->asset] == NULL && !failed[source->asset]) {
        table->models[source->asset] = take_wish(b, &wish, &asset->mesh, false);
        failed[source->asset] = table->models[source->asset] == NULL;
    }
    if (source->stance != NULL && b->options->posture != NULL) {
        wish.posture = b->options->posture(b->options->ground_user, source->stance);
    }
    if (table->models[source->asset] != NULL && !tl_posture_stands(&wish.posture)) {
        return take_wish(b, &wish, &asset->mesh, false);
    }
    return tl_model_hold(table->models[source->asset]);
}

static void build_members(table_builder *b) {
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
        placed->model = model_of(b, source, unit->kind->by_base, failed);
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
            place(b, placed, &source->pose, true, source->json);
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
    table->off = tl_alloc_array(context, table->slot_count, sizeof(*table->off));
    if (table->terrain == NULL || table->members == NULL || table->first_member == NULL || table->models == NULL ||
        table->stand == NULL || table->carpet == NULL || table->off == NULL || table->solid == NULL ||
        table->terrain_order == NULL || !tl_table_slots_order(context, document, table->terrain_order)) {
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
    tl_model_store *own = options->store == NULL ? tl_model_store_create(context) : NULL;
    tl_status status = allocate(made, error);
    if (status == TL_OK && options->store == NULL && own == NULL) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        table_builder b = {.table = made, .options = options, .problems = problems, .error = error};
        b.store = own != NULL ? own : options->store;
        build_ground(&b);
        build_terrain(&b);
        arrange(&b);
        build_members(&b);
        arrange(&b);
        build_closed(&b);
        status = b.status;
    }
    tl_model_store_destroy(own);
    if (status != TL_OK) {
        tl_table_destroy(made);
        return status;
    }
    TL_CHECK_INVARIANT(tl_table_broken(made));
    *table = made;
    return TL_OK;
}

static void destroy_placed(tl_table *table, tl_placed *placed) {
    tl_body_destroy(table->context, placed->body);
    tl_model_destroy(placed->model);
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
    tl_free(context, table->off);
    tl_free(context, table->absences);
    tl_document_destroy(table->document);
    tl_free(context, table);
}

/* --- Copies ------------------------------------------------------------------------------------------------------- */

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

static tl_status share_placed(tl_table *table, tl_placed *placed, const tl_placed *its, tl_error *error) {
    *placed = *its;
    tl_model_hold(placed->model);
    placed->body = NULL;
    return its->body != NULL ? tl_body_share(table->context, its->body, &placed->body, error) : TL_OK;
}

static const tl_document_mesh *same_mesh(const tl_document *document, const tl_absence *its, const tl_document *of) {
    return its->asset != NULL     ? &document->assets[its->asset - of->assets].mesh
           : its->terrain != NULL ? &document->terrain[its->terrain - of->terrain].mesh
                                  : &document->table_mesh;
}

static tl_status copy_absences(tl_table *table, const tl_table *its, tl_error *error) {
    const tl_document *document = table->document, *of = its->document;
    if (its->absence_count == 0) {
        return TL_OK;
    }
    table->absences = tl_alloc_array(table->context, its->absence_count, sizeof(*table->absences));
    if (table->absences == NULL) {
        return tl_fail_memory(error);
    }
    table->absence_count = table->absence_capacity = its->absence_count;
    for (size_t i = 0; i < its->absence_count; i++) {
        const tl_absence *absence = &its->absences[i];
        table->absences[i] = *absence;
        table->absences[i].mesh = same_mesh(document, absence, of);
        table->absences[i].terrain =
            absence->terrain != NULL ? &document->terrain[absence->terrain - of->terrain] : NULL;
        table->absences[i].asset = absence->asset != NULL ? &document->assets[absence->asset - of->assets] : NULL;
    }
    return TL_OK;
}

static void put_all(tl_table *table) {
    for (size_t i = 0; i < 1 + table->terrain_count + table->member_count; i++) {
        const tl_placed *placed = i == 0                      ? &table->ground
                                  : i <= table->terrain_count ? &table->terrain[i - 1]
                                                              : &table->members[i - 1 - table->terrain_count];
        if (placed->body == NULL) {
            continue;
        }
        tl_world_put(table->world, placed->slot, placed->body->solid);
        if (placed->core_slot != 0) {
            tl_world_put(table->world, placed->core_slot, placed->body->core);
        }
        if (table->closed != NULL) {
            put_closed(table, placed);
        }
    }
    tl_world_arrange(table->world);
    if (table->closed != NULL) {
        tl_world_arrange(table->closed);
    }
}

static tl_status copy_all(tl_table *table, const tl_table *its, tl_error *error) {
    tl_status status = share_placed(table, &table->ground, &its->ground, error);
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        status = share_placed(table, &table->terrain[i], &its->terrain[i], error);
    }
    for (size_t i = 0; i < table->member_count && status == TL_OK; i++) {
        status = share_placed(table, &table->members[i], &its->members[i], error);
    }
    for (size_t i = 0; i < table->document->asset_count; i++) {
        table->models[i] = tl_model_hold(its->models[i]);
    }
    memcpy(table->stand, its->stand, table->slot_count);
    memcpy(table->carpet, its->carpet, table->slot_count);
    memcpy(table->solid, its->solid, table->slot_count);
    memcpy(table->off, its->off, table->slot_count * sizeof(*table->off));
    status = status == TL_OK ? copy_absences(table, its, error) : status;
    if (status == TL_OK && its->closed != NULL) {
        status = tl_world_create(table->context, 2 * table->slot_count, &table->closed, error);
    }
    if (status == TL_OK) {
        rename_all(table);
        put_all(table);
    }
    return status;
}

tl_status tl_table_clone(tl_context *context, tl_document *document, const tl_table *table, tl_table **clone,
                         tl_error *error) {
    tl_table *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        tl_document_destroy(document);
        return tl_fail_memory(error);
    }
    made->context = context;
    made->document = document;
    tl_status status = allocate(made, error);
    status = status == TL_OK ? copy_all(made, table, error) : status;
    if (status != TL_OK) {
        tl_table_destroy(made);
        return status;
    }
    TL_CHECK_INVARIANT(tl_table_broken(made));
    *clone = made;
    return TL_OK;
}

/* --- Moving ------------------------------------------------------------------------------------------------------- */

tl_status tl_table_rest(const tl_table *table, size_t member, const tl_document_pose *pose, tl_rest *rest,
                        tl_error *error) {
    TL_ASSERT(member < table->member_count, "the member is one of the table's");
    return find_rest(table, table->members[member].model, pose, rest, error);
}

tl_status tl_table_place(tl_table *table, size_t member, const double *at, int at_count, double facing, size_t level,
                         tl_error *error) {
    TL_ASSERT(member < table->member_count, "the member is one of the table's");
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
    if (!tl_body_takes(&rest.pose)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", NULL, "the model would stand too far away");
    }
    /* the document first: it is the one that may refuse */
    status = tl_document_place(table->document, source, &pose, error);
    if (status == TL_OK) {
        rename_all(table);
        status = tl_body_move(table->context, placed->body, placed->model, &rest.pose, error);
    }
    if (status == TL_OK) {
        placed->rest = rest;
        tl_world_set(table->world, placed->slot, placed->body->solid);
        if (placed->core_slot != 0) {
            tl_world_set(table->world, placed->core_slot, placed->body->core);
        }
        if (table->closed != NULL) {
            put_closed(table, placed);
            tl_world_arrange(table->closed);
        }
    }
    return status;
}

size_t tl_table_level_at(const tl_table *table, size_t member, tl_vec3 at) {
    enum { MOST_SURFACES = 64 };
    const tl_placed *placed = &table->members[member];
    tl_surfaces surfaces = tl_table_surfaces(table);
    tl_vec2 centre = tl_plan(at);
    if (placed->model->base.kind != TL_SHAPE_NONE) {
        tl_vec3 c = tl_pose_direction(&placed->body->pose, placed->model->base.pose.at);
        centre = (tl_vec2){at.x + c.x, at.y + c.y};
    }
    double heights[MOST_SURFACES], tall = placed->body->box.high.z - placed->body->box.low.z;
    size_t count = tl_surface_levels(&surfaces, centre.x, centre.y, tall, heights, MOST_SURFACES), best = 0;
    for (size_t i = 1; i < count && i < MOST_SURFACES; i++) {
        best = fabs(heights[i] - at.z) < fabs(heights[best] - at.z) ? i : best;
    }
    return best;
}

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

static const char *placed_broken(const tl_table *table, const tl_placed *placed, uint8_t *taken) {
    if (placed->slot >= table->slot_count) {
        return "whatever is placed has a slot of the world";
    }
    if (taken[placed->slot]++ != 0) {
        return "no two things share a slot";
    }
    if (placed->model != NULL && atomic_load(&placed->model->holders) == 0) {
        return "somebody holds the model of what is placed";
    }
    size_t holders = 0;
    for (size_t i = 0; i < table->terrain_count + table->member_count; i++) {
        const tl_placed *other =
            i < table->terrain_count ? &table->terrain[i] : &table->members[i - table->terrain_count];
        holders += other->model == placed->model ? 1U : 0U;
    }
    if (placed->model != NULL && atomic_load(&placed->model->holders) < holders) {
        return "a model counts everything on the table that holds it";
    }
    if (placed->body != NULL && tl_world_get(table->world, placed->slot) != placed->body->solid) {
        return "the world has in a slot what stands there";
    }
    if (placed->core_slot != 0 && (placed->core_slot >= table->slot_count || taken[placed->core_slot]++ != 0)) {
        return "a core laid over a mesh has a slot of its own";
    }
    return NULL;
}

static const char *slots_broken(const tl_table *table, uint8_t *taken) {
    const char *broken = NULL;
    taken[0] = 1; /* the ground's */
    for (size_t i = 0; i < table->terrain_count && broken == NULL; i++) {
        broken = placed_broken(table, &table->terrain[i], taken);
        if (broken == NULL && table->terrain[table->terrain_order[i]].slot != 1 + i) {
            broken = "terrain stands in the slots of its order";
        }
    }
    for (size_t i = 0; i < table->member_count && broken == NULL; i++) {
        broken = placed_broken(table, &table->members[i], taken);
    }
    return broken;
}

const char *tl_table_broken(const tl_table *table) {
    const tl_document *document = table->document;
    if (table->terrain_count != document->terrain_count || table->member_count != document->member_count) {
        return "a table has the terrain and the members of its document";
    }
    size_t members = 0;
    for (size_t i = 0; i < document->unit_count; i++) {
        if (table->first_member[i] != members) {
            return "units have their members one after the other";
        }
        members += document->units[i].member_count;
    }
    if (members != table->member_count) {
        return "every member belongs to a unit";
    }
    if (tl_world_slot_count(table->world) != table->slot_count) {
        return "the world has a slot for everything";
    }
    for (size_t i = 0; i < document->asset_count; i++) {
        if (table->models[i] != NULL && atomic_load(&table->models[i]->holders) == 0) {
            return "somebody holds the model of an asset";
        }
    }
    uint8_t *taken = calloc(table->slot_count + 1, 1);
    const char *broken = taken != NULL ? slots_broken(table, taken) : NULL;
    free(taken);
    return broken;
}

#endif
