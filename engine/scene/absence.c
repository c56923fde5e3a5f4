/* absence.c: meshes that can't be read, and what is done without them. */
#include "scene/absence.h"

bool tl_absence_note(tl_table *table, const tl_table_options *options, const tl_document_asset *asset,
                     const tl_document_mesh *mesh, const tl_error *cause) {
    bool hopeless = cause->status == TL_ERROR_MEMORY || cause->status == TL_ERROR_CANCELLED;
    if (hopeless || options->spare == NULL || !options->spare(options->spare_user, mesh->path)) {
        return false;
    }
    for (size_t i = 0; i < table->absence_count; i++) {
        if (table->absences[i].mesh == mesh) {
            return true;
        }
    }
    if (!tl_reserve(table->context, (void **)&table->absences, &table->absence_capacity, table->absence_count + 1,
                    sizeof(*table->absences))) {
        return false;
    }
    tl_absence *absence = &table->absences[table->absence_count++];
    *absence = (tl_absence){.mesh = mesh, .asset = asset, .error = *cause};
    for (size_t i = 0; asset == NULL && i < table->document->terrain_count; i++) {
        const tl_document_terrain *terrain = &table->document->terrain[i];
        absence->terrain = &terrain->mesh == mesh ? terrain : absence->terrain;
    }
    return true;
}

tl_document_asset tl_absence_stand_in(const tl_document_asset *asset) {
    static const double RADIUS_MM = 12;
    tl_document_asset plain = {
        .name = asset->name, .base = asset->base, .core = asset->core, .figures = asset->figures, .json = asset->json};
    plain.mesh.frame.scale = 1;
    if (plain.core.kind == TL_SHAPE_NONE) {
        double radius = asset->base.kind == TL_SHAPE_DISC ? 0.8 * asset->base.radius : RADIUS_MM;
        plain.core = (tl_shape){.kind = TL_SHAPE_CYLINDER, .pose = tl_pose_identity(), .radius = radius};
        plain.core.to.z = 2.5 * radius;
    }
    return plain;
}

tl_status tl_table_whole(const tl_table *table, tl_error *error) {
    if (table->absence_count == 0) {
        return TL_OK;
    }
    const tl_absence *first = &table->absences[0];
    const char *name = first->terrain != NULL ? first->terrain->id
                       : first->asset != NULL ? first->asset->name
                                              : "table";
    return tl_fail(error, TL_ERROR_SCENE, NULL, NULL, "say where its mesh is, or take it off the table",
                   "`%.100s` is not there as it should be, so nothing can be ruled: its mesh `%.200s` can't be read",
                   name, first->mesh->name);
}
