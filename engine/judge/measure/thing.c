/* thing.c: terrain as something that distances are measured to. */
#include "judge/measure/thing.h"

tl_status tl_judge_terrain_volume(const tl_inquiry *inquiry, size_t index, tl_volume *volume, tl_shape *shape,
                                  tl_error *error) {
    enum { COLUMN = 100000 };
    const tl_document_terrain *source = &inquiry->table->document->terrain[index];
    const tl_placed *placed = &inquiry->table->terrain[index];
    const tl_terrain_kind *kind = tl_ruleset_kind(inquiry->referee->ruleset, source->kind);
    bool centred = kind != NULL && kind->marker &&
                   tl_settings_is_at(&inquiry->settings, TL_SETTING_OBJECTIVE_FROM, TL_CHOICE_OBJECTIVE_FROM_CENTRE);
    *shape = (tl_shape){.pose = tl_pose_identity(), .low = -COLUMN, .high = COLUMN};
    *volume = (tl_volume){.shape = shape};
    if (centred && (source->has_disc || placed->body != NULL)) {
        tl_vec2 c = source->has_disc ? source->disc_centre : tl_plan(tl_box3_centre(placed->body->box));
        shape->kind = TL_SHAPE_BOX;
        shape->from = (tl_vec3){c.x, c.y, -COLUMN};
        shape->to = (tl_vec3){c.x, c.y, COLUMN};
        /* the middle of a box whose sides may each be off */
        volume->uncertainty = source->has_disc ? 0 : 1.4143 * placed->body->uncertainty;
    } else if (placed->body != NULL) {
        *volume = (tl_volume){.mesh = placed->body->solid,
                              .mesh_closed = placed->inside_blocks,
                              .uncertainty = tl_placed_uncertainty(placed)};
    } else if (source->has_disc) {
        shape->kind = TL_SHAPE_DISC;
        shape->radius = source->disc_radius;
        shape->pose.at = (tl_vec3){source->disc_centre.x, source->disc_centre.y, 0};
    } else if (source->outline != NULL) {
        shape->kind = TL_SHAPE_POLYGON;
        shape->outline = (tl_vec2 *)(uintptr_t)source->outline;
        shape->outline_count = source->outline_count;
    } else {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "give it an outline, a disc or a mesh",
                       "`%s` is nowhere", source->id);
    }
    return TL_OK;
}
