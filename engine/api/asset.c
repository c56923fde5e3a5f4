/* asset.c: one of a scene's assets by itself. */
#include "api/door.h"
#include "api/handle.h"

#include "draw/draw_asset.h"
#include "scan/advice/suggestion.h"

#include <stdio.h>
#include <string.h>

static tl_status find_asset(const tl_scene *scene, const char *name, size_t *index, tl_error *error) {
    if (scene == NULL || name == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and asset must be given");
    }
    const tl_document *document = scene->table->document;
    for (*index = 0; *index < document->asset_count; (*index)++) {
        if (strcmp(document->assets[*index].name, name) == 0 && scene->table->models[*index] != NULL) {
            return TL_OK;
        }
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "asset", "put a model of it on the table",
                   "no model on the table is of the asset `%s`", name);
}

tl_colour tl_part_colour(tl_part part) {
    return tl_draw_role_colour(part <= TL_PART_STAND ? (tl_role)part : TL_ROLE_GEAR);
}

tl_status tl_scene_asset_draw(const tl_scene *scene, const char *asset, const tl_draw_sink *sink, tl_error *error) {
    size_t i = 0;
    tl_draw_sink taken;
    tl_status status = find_asset(scene, asset, &i, error);
    status = status == TL_OK ? tl_draw_sink_take(sink, &taken, error) : status;
    if (status != TL_OK) {
        return status;
    }
    const tl_document_asset *source = &scene->table->document->assets[i];
    bool room = tl_draw_asset(scene->table->models[i], source->cuts, source->cut_count, &taken);
    return room ? TL_OK : tl_fail_memory(error);
}

/* Hands over what a writer has written. */
static tl_status take_text(tl_json_writer *json, char *text, size_t size, tl_error *error) {
    char *made = NULL;
    tl_context *context = json->context;
    tl_status status = tl_json_writer_finish(json, &made, NULL, error);
    if (status == TL_OK) {
        snprintf(text, size, "%s", made);
        tl_free(context, made);
    }
    return status;
}

static bool stands_at_origin(const tl_found_base *base) {
    const tl_vec3 at = base->shape.pose.at;
    return fabs(at.x) <= 0.1 && fabs(at.y) <= 0.1 && fabs(base->shape.low) <= 0.1;
}

tl_status tl_scene_asset_suggest(const tl_scene *scene, const char *asset, tl_asset_suggestion *suggestion,
                                 tl_error *error) {
    size_t i = 0;
    tl_scan_core_suggestion found;
    tl_json_writer json;
    tl_status status = find_asset(scene, asset, &i, error);
    if (status != TL_OK) {
        return status;
    }
    *suggestion = (tl_asset_suggestion){.core = ""};
    if (scene->table->document->assets[i].mesh.name == NULL) {
        return TL_OK;
    }
    status = tl_scan_core_suggest(scene->table->models[i]->mesh, &found, error);
    if (status == TL_OK && found.count > 0) {
        suggestion->holds = found.fits[0].holds;
        snprintf(suggestion->shape, sizeof(suggestion->shape), "%s", tl_scan_core_kind_name(found.fits[0].kind));
        tl_json_writer_init(&json, scene->context, false);
        tl_scan_scene_core_put(&json, &found.fits[0]);
        status = take_text(&json, suggestion->core, sizeof(suggestion->core), error);
    }
    if (status == TL_OK && found.base.shape.kind != TL_SHAPE_NONE) {
        suggestion->base_mm[0] = found.base.size.x;
        suggestion->base_mm[1] = found.base.size.y;
        tl_json_writer_init(&json, scene->context, false);
        if (stands_at_origin(&found.base)) {
            tl_scan_scene_base_put(&json, &found.base);
        } else { /* a base that the scene writes stands round the origin */
            tl_json_string(&json, "auto");
        }
        status = take_text(&json, suggestion->base, sizeof(suggestion->base), error);
    }
    return status;
}
