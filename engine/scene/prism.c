/* prism.c: outlines with a height as solid bodies. */
#include "scene/prism.h"

bool tl_table_terrain_is_ground(const tl_document *document, const tl_document_terrain *terrain) {
    const tl_terrain_kind *kind = document->rules != NULL ? tl_ruleset_kind(document->rules, terrain->kind) : NULL;
    return kind != NULL && kind->lies == TL_LIES_RELIEF;
}

bool tl_prism_stands(const tl_document_terrain *source, bool kind_is_solid) {
    bool alone = source->mesh.name == NULL && source->asset == SIZE_MAX;
    bool drawn = (source->outline != NULL || source->has_disc) && source->has_height && source->height > 0;
    return alone && drawn &&
           (source->solid == TL_DOCUMENT_SOLID_YES || (source->solid == TL_DOCUMENT_SOLID_AUTO && kind_is_solid));
}

tl_shape tl_table_terrain_footprint(const tl_document_terrain *source) {
    tl_shape shape = {.pose = tl_pose_identity()};
    if (source->has_disc) {
        shape.kind = TL_SHAPE_DISC;
        shape.radius = source->disc_radius;
        shape.pose.at = (tl_vec3){source->disc_centre.x, source->disc_centre.y, 0};
    } else if (source->outline != NULL) {
        shape.kind = TL_SHAPE_POLYGON;
        shape.outline = (tl_vec2 *)(uintptr_t)source->outline;
        shape.outline_count = source->outline_count;
    }
    return shape;
}

/* The table's lowest ground. */
static double floor_of(const tl_table *table) {
    return table->ground.body != NULL ? tl_min(table->ground.body->box.low.z, 0) : 0;
}

tl_status tl_table_ground_under(const tl_table *table, const tl_shape *footprint, bool ground, double *height,
                                double *off, tl_error *error) {
    uint8_t *stand = tl_alloc_array(table->context, 2 * table->slot_count, 1);
    if (stand == NULL) {
        return tl_fail_memory(error);
    }
    stand[0] = table->stand[0];
    for (size_t i = 0; ground && i < table->terrain_count; i++) {
        if (tl_table_terrain_is_ground(table->document, &table->document->terrain[i])) {
            stand[table->terrain[i].slot] = TL_ROLES_ALL;
        }
    }
    tl_surfaces surfaces = tl_table_surfaces(table);
    surfaces.stand = stand;
    surfaces.carpet = stand + table->slot_count; /* none */
    uint32_t slot = 0;
    *height = tl_surface_under(&surfaces, footprint, floor_of(table), 1e5, &slot);
    if (off != NULL) {
        *off = table->off[slot];
    }
    tl_free(table->context, stand);
    return TL_OK;
}

tl_document_asset tl_prism_asset(const tl_table *table, const tl_document_terrain *source, double ground) {
    tl_document_asset asset = {.name = source->id, .core = tl_table_terrain_footprint(source), .json = source->json};
    asset.mesh.frame.scale = 1;
    asset.core.low = floor_of(table);
    asset.core.high = ground + source->height;
    return asset;
}
