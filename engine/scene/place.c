/* place.c: finds where a model comes to rest on the surfaces under it. */
#include "scene/place.h"

#include "geom/hull2.h"
#include "scene/settle.h"

#include <string.h>

enum { MOST_HEIGHTS = 256 };

/* The plan footprint of a model without a base: the hull of what lies within the lift above its lowest point, in plan
 * coordinates relative to the model's origin. The caller frees the outline. */
static tl_status ground_contact(tl_context *context, const tl_model *model, const tl_pose *turn, double low,
                                tl_shape *footprint, tl_error *error) {
    size_t most = model->mesh->vertex_count;
    tl_vec2 *points = tl_alloc_array(context, 2 * most + 1, sizeof(*points));
    if (points == NULL) {
        return tl_fail_memory(error);
    }
    tl_vec2 *near = points + most + 1;
    size_t count = 0;
    for (size_t i = 0; i < most; i++) {
        tl_vec3 p = tl_pose_point(turn, model->mesh->vertices[i]);
        if (p.z <= low + TL_SURFACE_LIFT) {
            near[count++] = tl_plan(p);
        }
    }
    *footprint = (tl_shape){.kind = TL_SHAPE_POLYGON, .pose = tl_pose_identity(), .outline = points};
    footprint->outline_count = tl_geom_convex_hull2(near, count, points);
    return TL_OK;
}

static tl_box3 turned_box(const tl_model *model, const tl_pose *turn) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < model->mesh->vertex_count; i++) {
        box = tl_box3_add(box, tl_pose_point(turn, model->mesh->vertices[i]));
    }
    if (model->base.kind != TL_SHAPE_NONE) {
        box.low.z = tl_min(box.low.z, turn->at.z + turn->z.z * model->base.low);
        box.high.z = tl_max(box.high.z, turn->at.z + turn->z.z * model->base.high);
    }
    return box;
}

tl_status tl_surface_rest_model(tl_context *context, const tl_surfaces *surfaces, const tl_model *model, double x,
                                double y, double turn_deg, double roll_deg, double pitch_deg, size_t level,
                                tl_rest *rest, tl_error *error) {
    memset(rest, 0, sizeof(*rest));
    tl_pose turn = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, turn_deg, roll_deg, pitch_deg);
    tl_box3 box = turned_box(model, &turn);
    tl_vec2 centre = {x, y};
    if (model->base.kind != TL_SHAPE_NONE) {
        tl_vec3 c = tl_pose_direction(&turn, model->base.pose.at);
        centre = (tl_vec2){x + c.x, y + c.y};
    }
    double heights[MOST_HEIGHTS];
    double surface = 0;
    rest->levels = tl_surface_levels(surfaces, centre.x, centre.y, box.high.z - box.low.z, heights, MOST_HEIGHTS);
    if (level < rest->levels) {
        rest->found = true;
        surface = heights[level];
    } else if (rest->levels > 0) {
        surface = heights[rest->levels - 1];
    } else {
        size_t any = tl_surface_levels(surfaces, centre.x, centre.y, 0, heights, MOST_HEIGHTS);
        surface = any > 0 ? heights[any - 1] : 0;
    }
    /* surfaces under the footprint, up to the lift; a tilted base has no level underside to lift */
    tl_shape footprint;
    tl_vec2 *owned = NULL;
    if (model->base.kind != TL_SHAPE_NONE) {
        footprint = model->base;
        footprint.pose = tl_pose_compose(&turn, &model->base.pose);
        footprint.pose.at = (tl_vec3){centre.x, centre.y, 0};
    } else {
        tl_status status = ground_contact(context, model, &turn, box.low.z, &footprint, error);
        if (status != TL_OK) {
            return status;
        }
        owned = footprint.outline;
        footprint.pose.at = (tl_vec3){x, y, 0};
    }
    double top = surface;
    if (roll_deg == 0 && pitch_deg == 0 && (owned == NULL || footprint.outline_count >= 3)) {
        top = tl_surface_under(surfaces, &footprint, surface, surface + TL_SURFACE_LIFT, NULL);
    }
    if (surfaces->off != NULL) {
        const tl_settling settling = {surfaces,
                                      &footprint,
                                      roll_deg == 0 && pitch_deg == 0 &&
                                          (owned == NULL || footprint.outline_count >= 3),
                                      centre,
                                      box.high.z - box.low.z,
                                      level};
        rest->off = tl_surface_rest_off(&settling, top);
    }
    tl_free(context, owned);
    rest->lift = top - surface;
    rest->surface = top;
    rest->pose = turn;
    rest->pose.at = (tl_vec3){x, y, top - box.low.z};
    return TL_OK;
}
