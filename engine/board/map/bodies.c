/* bodies.c: bodies by the names that questions give them. */
#include "board/map/bodies.h"

#include "board/limits.h"

#include <stdio.h>
#include <string.h>

/* Standard bodies, for boards without models: a trooper on a 25 mm base, and a tank. */
static tl_status make_standard(tl_context *context, bool infantry, tl_model **model, tl_error *error) {
    tl_model_options options = {.needs_base = infantry};
    if (infantry) {
        options.core = (tl_shape){.kind = TL_SHAPE_CAPSULE,
                                  .pose = tl_pose_identity(),
                                  .radius = TL_BOARD_TROOPER_RADIUS,
                                  .from = {0, 0, TL_BOARD_TROOPER_LOW},
                                  .to = {0, 0, TL_BOARD_TROOPER_HIGH}};
        options.base = (tl_shape){.kind = TL_SHAPE_DISC,
                                  .pose = tl_pose_identity(),
                                  .radius = TL_BOARD_TROOPER_BASE,
                                  .low = 0,
                                  .high = TL_BOARD_BASE_HIGH};
    } else {
        options.core = (tl_shape){.kind = TL_SHAPE_BOX,
                                  .pose = tl_pose_identity(),
                                  .from = {-TL_BOARD_TANK_LENGTH, -TL_BOARD_TANK_WIDTH, TL_BOARD_TANK_LOW},
                                  .to = {TL_BOARD_TANK_LENGTH, TL_BOARD_TANK_WIDTH, TL_BOARD_TANK_HIGH}};
        options.base = (tl_shape){.kind = TL_SHAPE_BOX,
                                  .pose = tl_pose_identity(),
                                  .from = {-TL_BOARD_TANK_LENGTH, -TL_BOARD_TANK_WIDTH, 0},
                                  .to = {TL_BOARD_TANK_LENGTH, TL_BOARD_TANK_WIDTH, TL_BOARD_BASE_HIGH}};
    }
    return tl_model_create(context, NULL, &options, model, error);
}

/* The first class that is measured from its base, or from its body; NULL: the rule system has none. */
static const tl_class_rule *standard_class(const tl_ruleset *rules, bool by_base) {
    for (size_t i = 0; rules != NULL && i < tl_ruleset_class_count(rules); i++) {
        if (tl_ruleset_class_at(rules, i)->by_base == by_base) {
            return tl_ruleset_class_at(rules, i);
        }
    }
    return NULL;
}

const char *tl_board_standard_name(const tl_ruleset *rules) {
    const tl_class_rule *small = standard_class(rules, true),
                        *first = small != NULL ? small : standard_class(rules, false);
    return first != NULL ? first->name : "";
}

/* What a body may be called, for remedies: the standard ones first. */
static void standard_names(const tl_ruleset *rules, char *buffer, size_t size) {
    const tl_class_rule *const both[2] = {standard_class(rules, true), standard_class(rules, false)};
    size_t used = 0;
    buffer[0] = '\0';
    for (int i = 0; i < 2; i++) {
        used += both[i] != NULL ? (size_t)snprintf(buffer + used, size - used, "%s, ", both[i]->name) : 0;
    }
}

/* The class of the first unit whose member is such an asset. */
static const tl_class_rule *class_of_asset(const tl_document *document, size_t asset) {
    for (size_t u = 0; u < document->unit_count; u++) {
        for (size_t m = 0; m < document->units[u].member_count; m++) {
            if (document->units[u].members[m].asset == asset) {
                return document->units[u].kind;
            }
        }
    }
    return standard_class(document->rules, true);
}

/* The model of a name; whoever asks has it until tl_model_destroy. */
static tl_status find_model(const tl_table *table, const char *name, const char *place, tl_model **model,
                            const tl_class_rule **kind, tl_error *error) {
    const tl_ruleset *rules = table->document->rules;
    const tl_class_rule *named = name != NULL && rules != NULL ? tl_ruleset_class(rules, name) : NULL;
    char standard[160], remedy[256];
    if (name == NULL || named != NULL) {
        *kind = named != NULL ? named : standard_class(rules, true);
        return make_standard(table->context, *kind == NULL || (*kind)->by_base, model, error);
    }
    standard_names(rules, standard, sizeof(standard));
    const tl_document *document = table->document;
    for (size_t i = 0; i < document->asset_count; i++) {
        if (strcmp(document->assets[i].name, name) != 0) {
            continue;
        }
        if (table->models[i] == NULL || table->models[i]->core == NULL) {
            snprintf(remedy, sizeof(remedy), "use %sor the asset of a model that stands on the table", standard);
            return tl_fail(error, TL_ERROR_ARGUMENT, document->file, place, remedy,
                           "no unit has the asset `%s`, so its mesh was not read", name);
        }
        *kind = class_of_asset(document, i);
        *model = table->models[i];
        tl_model_hold(*model);
        return TL_OK;
    }
    snprintf(remedy, sizeof(remedy), "use %sor the name of one of the scene's assets", standard);
    return tl_fail(error, TL_ERROR_NOT_FOUND, document->file, place, remedy, "there is no asset `%s`", name);
}

tl_status tl_board_body_named(const tl_table *table, const char *name, const char *place, double facing,
                              tl_board_body *body, tl_error *error) {
    tl_model *model = NULL;
    const tl_class_rule *kind;
    tl_status status = find_model(table, name, place, &model, &kind, error);
    if (status == TL_OK) {
        status = tl_board_body_told(tl_board_body_make(table->context, body, model, facing, kind), error);
    }
    tl_model_destroy(model);
    return status;
}

tl_status tl_board_core_named(const tl_table *table, const char *name, const char *place, double facing,
                              tl_board_core *core, tl_error *error) {
    const tl_class_rule *kind;
    *core = (tl_board_core){.context = table->context};
    tl_status status = find_model(table, name, place, &core->model, &kind, error);
    if (status != TL_OK) {
        return status;
    }
    const tl_mesh *mesh = core->model->core;
    tl_pose turn = tl_pose_turned((tl_vec3){0, 0, 0}, facing);
    core->vertex_count = mesh->vertex_count;
    core->triangles = mesh->triangles;
    core->triangle_count = mesh->triangle_count;
    core->vertices = tl_alloc_array(core->context, mesh->vertex_count + 1, sizeof(*core->vertices));
    for (size_t i = 0; i < mesh->vertex_count && core->vertices != NULL; i++) {
        core->vertices[i] = tl_bvh_placed_vertex(&turn, mesh->vertices[i]);
    }
    return core->vertices != NULL ? TL_OK : tl_fail_memory(error);
}

void tl_board_core_free(tl_board_core *core) {
    tl_model_destroy(core->model);
    tl_free(core->context, core->vertices);
    *core = (tl_board_core){.context = NULL};
}
