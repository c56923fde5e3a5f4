/* look.c: how things stand on the table: what players should know before they play. */
#include "scene/fit.h"
#include "scene/look_mesh.h"

#include <stdio.h>
#include <string.h>

/* Turns findings about a member into problems. */
typedef struct look_teller {
    const tl_table *table;
    size_t member;
    tl_problems *problems;
} look_teller;

static void problem_of(void *user, const tl_finding *finding) {
    const look_teller *t = user;
    const tl_placed *placed = &t->table->members[t->member];
    const tl_document_member *source = tl_table_member(t->table, t->member);
    const tl_json *json = t->table->document->json;
    double amount = finding->amount;
    char more[64] = "";
    if (finding->off > 0) {
        snprintf(more, sizeof(more), ", give or take %.1f mm by which meshes may be off", finding->off);
    }
    switch (finding->kind) {
    case TL_FINDING_OFF_TABLE: /* such a scene is refused */
        return;
    case TL_FINDING_MODEL:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE, "move one of them apart",
                        "`%s` and `%s` overlap by %.1f mm%s", finding->other->id, placed->id, amount, more);
        return;
    case TL_FINDING_TERRAIN:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE, "move it aside",
                        "the base of `%s` overlaps terrain that rises %.1f mm above it%s", placed->id, amount, more);
        return;
    case TL_FINDING_BODY:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE,
                        "move it back, or turn it: a body that lies is as long as it is high when it stands",
                        "the body of `%s` runs into `%s`", placed->id, finding->other->id);
        return;
    case TL_FINDING_NO_LEVEL:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE,
                        "choose another `level`, or give `at` three numbers",
                        "there is no level %zu with headroom for `%s` here (levels found: %zu); it stands at %.1f mm",
                        source->pose.level, placed->id, placed->rest.levels, amount);
        return;
    case TL_FINDING_FLOATS:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE,
                        "give `at` two numbers to let it rest on the surface",
                        "`%s` floats %.1f mm above what is below%s", placed->id, amount, more);
        return;
    case TL_FINDING_OVER_EDGE:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE, "move it inward",
                        "`%s` reaches %.1f mm over the table's edge%s", placed->id, amount, more);
        return;
    case TL_FINDING_OVERHANG:
        tl_json_problem(json, source->json, false, t->problems, true, TL_ERROR_SCENE,
                        "that is allowed; move it when it was not meant",
                        "%.0f %% of the rim of `%s`'s base hangs over", amount, placed->id);
        return;
    }
}

/* What was done to a mesh because the scene asks for it. */
static void look_at_repairs(const tl_table *table, const tl_document_mesh *source, const tl_model *model,
                            tl_problems *problems) {
    const tl_repair_report *done = &model->repaired;
    const tl_simplified *simple = &model->simplified;
    const tl_json_value *json = source->name != NULL ? tl_json_find(source->json, "simplify") : NULL;
    if (json != NULL) {
        tl_json_problem(table->document->json, json, false, problems, true, TL_ERROR_SCENE,
                        "this is for your information; rulings take it into account",
                        "`%s` was simplified from %zu to %zu triangles, off by %.3g mm at most", source->name,
                        simple->before, simple->after, simple->bound);
    }
    json = source->name != NULL ? tl_json_find(source->json, "repair") : NULL;
    if (json != NULL) {
        char joined[96] = "";
        if (done->joined.vertices > 0) {
            snprintf(joined, sizeof(joined), "joined %zu vertices, off by %.3g mm at most, ", done->joined.vertices,
                     done->joined.bound);
        }
        tl_json_problem(table->document->json, json, false, problems, true, TL_ERROR_SCENE,
                        "this is for your information; rulings tell when they rest on a repair",
                        "the repair of `%s` %sdropped %zu specks (%zu triangles), turned %zu triangles and closed %zu "
                        "holes (%zu triangles)",
                        source->name, joined, done->specks_dropped, done->speck_triangles, done->triangles_turned,
                        done->holes_closed, done->triangles_added);
    }
}

/* The mesh of a piece of terrain, where no asset or piece before has told of it. */
static void look_at_terrain_mesh(const tl_table *table, size_t index, tl_problems *problems) {
    const tl_document *document = table->document;
    const tl_document_terrain *source = &document->terrain[index];
    const tl_model *model = table->terrain[index].model;
    if (source->asset == SIZE_MAX) {
        /* a piece at 0, 0 may well lie in its file where it lies on the table */
        bool moved = source->pose.at[0] != 0 || source->pose.at[1] != 0;
        tl_table_look_at_mesh(document->json, &source->mesh, model, moved ? TL_USE_TERRAIN : TL_USE_TABLE, problems);
        return;
    }
    bool told = table->models[source->asset] != NULL;
    for (size_t i = 0; i < index; i++) {
        told = told || document->terrain[i].asset == source->asset;
    }
    if (!told) {
        tl_table_look_at_mesh(document->json, &document->assets[source->asset].mesh, model, TL_USE_TERRAIN, problems);
    }
}

static void look_at_assets(const tl_table *table, tl_problems *problems) {
    for (size_t i = 0; i < table->document->asset_count; i++) {
        const tl_model *model = table->models[i];
        const tl_document_asset *asset = &table->document->assets[i];
        if (model == NULL) {
            continue;
        }
        look_at_repairs(table, &asset->mesh, model, problems);
        tl_table_look_at_mesh(table->document->json, &asset->mesh, model, TL_USE_ASSET, problems);
        tl_table_look_at_base(table->document->json, asset, model, problems);
        if (model->unmatched > 0) {
            for (size_t j = 0; j < model->mesh->piece_count; j++) {
                const tl_piece *piece = &model->mesh->pieces[j];
                const tl_mesh *mesh = model->mesh;
                if (piece->matched) {
                    continue;
                }
                size_t length = strcspn(piece->names != NULL ? piece->names : "", "\t\n");
                (void)mesh;
                tl_json_problem(table->document->json, asset->json, false, problems, true, TL_ERROR_SCENE,
                                "name it in `parts`",
                                "piece `%.*s` of asset `%s` matches no pattern: it counts as gear", (int)length,
                                piece->names != NULL ? piece->names : "", asset->name);
            }
        }
        if (model->core_guessed) {
            tl_json_problem(table->document->json, asset->json, false, problems, true, TL_ERROR_SCENE,
                            "give the asset `parts` or a `core`",
                            "nothing tells the core of asset `%s`: the whole mesh above the base is taken",
                            asset->name);
        }
        if (model->base_missed) {
            tl_json_problem(table->document->json, tl_json_find(asset->json, "base"), false, problems, true,
                            TL_ERROR_SCENE, "say what the base is: { \"shape\": \"disc\", \"diameter\": 25 }",
                            "asset `%s` has no flat disc or oval at its bottom: %s", asset->name,
                            model->base_guessed ? "the smallest disc round its footprint is taken" : "it has no base");
        } else if (model->base_guessed) {
            tl_json_problem(table->document->json, asset->json, false, problems, true, TL_ERROR_SCENE,
                            "give the asset a `base`",
                            "nothing tells the base of asset `%s`: a disc of %.1f mm round its footprint is taken",
                            asset->name, 2 * model->base.radius);
        }
    }
}

/* An outline that blocks nothing, where players will think that it does. */
static void look_at_outline(const tl_table *table, size_t index, tl_problems *problems) {
    const tl_document_terrain *source = &table->document->terrain[index];
    const tl_json *json = table->document->json;
    if (source->mesh.name != NULL || source->asset != SIZE_MAX || source->has_height) {
        return;
    }
    if (source->solid == TL_DOCUMENT_SOLID_YES) {
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE, "give it a `height`",
                        "`%s` is said to be solid, but has neither a mesh nor a height: sight passes it", source->id);
    } else if (source->solid == TL_DOCUMENT_SOLID_AUTO && table->terrain[index].raised) {
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE,
                        "give it a `height`, or `\"solid\": false` when it is meant to be flat",
                        "`%s` is a %s without a mesh or a height: sight passes it", source->id, source->kind);
    }
}

static void look_at_terrain(const tl_table *table, tl_problems *problems) {
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (placed->body == NULL) {
            look_at_outline(table, i, problems);
            continue;
        }
        const tl_document_terrain *source = &table->document->terrain[i];
        look_at_repairs(table, source->asset != SIZE_MAX ? &table->document->assets[source->asset].mesh : &source->mesh,
                        placed->model, problems);
        look_at_terrain_mesh(table, i, problems);
        if (source->solid == TL_DOCUMENT_SOLID_YES && !placed->inside_blocks) {
            tl_json_problem(table->document->json, source->json, false, problems, true, TL_ERROR_SCENE,
                            "close the mesh's holes, or leave `solid` out",
                            "`%s` is said to be solid, but its mesh is open: only its surface blocks", placed->id);
        }
        tl_box3 box = placed->body->box;
        double over = tl_max(tl_max(-box.low.x, box.high.x - table->document->width),
                             tl_max(-box.low.y, box.high.y - table->document->depth));
        const tl_json_value *json = table->document->terrain[i].json;
        if (over > TL_FIT_CARELESS) {
            tl_json_problem(table->document->json, json, false, problems, true, TL_ERROR_SCENE,
                            "that is allowed; move it when it was not meant",
                            "`%s` reaches %.1f mm over the table's edge", placed->id, over);
        }
        if (table->ground.body == NULL && box.low.z < -TL_FIT_CARELESS) {
            tl_json_problem(table->document->json, json, false, problems, true, TL_ERROR_SCENE,
                            "that is allowed; what lies below the table sees nothing",
                            "`%s` reaches %.1f mm below the table", placed->id, -box.low.z);
        }
    }
}

/* A board that is closed below is a body with two sheets: its underside is the lowest surface, and where models find
 * room between the two they stand in it. Told of the first. */
static void look_into_board(const tl_table *table, tl_problems *problems) {
    const tl_model *board = table->ground.model;
    for (size_t i = 0; board != NULL && board->closed && i < table->member_count; i++) {
        const tl_placed *placed = &table->members[i];
        tl_vec3 p = placed->body->pose.at;
        p.z = placed->body->box.low.z + 0.05;
        if (tl_world_inside(table->world, table->ground.slot, p)) {
            tl_json_problem(
                table->document->json, tl_table_member(table, i)->json, false, problems, true, TL_ERROR_SCENE,
                "take the underside out of the mesh, or give `at` three numbers",
                "`%s` stands inside the table's mesh: it is closed, and its underside is the lowest surface",
                placed->id);
            return;
        }
    }
}

/* Each mesh once, in the order of the file: pieces that are alike share their model. */
static tl_status look_at_flaws(const tl_table *table, tl_problems *problems, tl_error *error) {
    const tl_document *document = table->document;
    const size_t count = 1 + document->asset_count + table->terrain_count;
    const tl_model **seen = tl_alloc_array(table->context, count, sizeof(const tl_model *));
    tl_status status = seen != NULL ? TL_OK : tl_fail_memory(error);
    size_t seen_count = 0;
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        const tl_document_mesh *source = &document->table_mesh;
        const tl_model *model = table->ground.model;
        if (i > document->asset_count) {
            const tl_document_terrain *piece = &document->terrain[i - 1 - document->asset_count];
            model = table->terrain[i - 1 - document->asset_count].model;
            source = piece->asset != SIZE_MAX ? &document->assets[piece->asset].mesh : &piece->mesh;
        } else if (i > 0) {
            model = table->models[i - 1];
            source = &document->assets[i - 1].mesh;
        }
        bool known = model == NULL;
        for (size_t k = 0; k < seen_count && !known; k++) {
            known = seen[k] == model;
        }
        if (!known) {
            seen[seen_count++] = model;
            status = tl_table_look_at_flaws(document->json, source, model, problems, error);
        }
    }
    tl_free(table->context, seen);
    return status;
}

tl_status tl_table_look(const tl_table *table, tl_problems *problems, tl_error *error) {
    tl_status status = look_at_flaws(table, problems, error);
    look_into_board(table, problems);
    if (table->ground.model != NULL) {
        look_at_repairs(table, &table->document->table_mesh, table->ground.model, problems);
        tl_table_look_at_mesh(table->document->json, &table->document->table_mesh, table->ground.model, TL_USE_TABLE,
                              problems);
        tl_table_look_at_ground(table, problems);
    }
    look_at_assets(table, problems);
    look_at_terrain(table, problems);
    for (size_t i = 0; status == TL_OK && i < table->member_count; i++) {
        look_teller t = {table, i, problems};
        status = tl_table_fit(table, i, NULL, true, problem_of, &t, NULL, error);
    }
    return status;
}
