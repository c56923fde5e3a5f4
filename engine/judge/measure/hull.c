/* hull.c: how far a model's core reaches from its middle. */
#include "judge/measure/hull.h"

/* The core in plan: where its middle is, and how far it reaches from there ahead, to the left, behind and to the right.
 * Taken in the model's own frame and placed at the end: a model that is symmetric about its origin has its middle
 * exactly where it stands, and limits that are reached exactly stay exact. */
tl_vec2 tl_judge_hull_from(const tl_inquiry *inquiry, size_t member, double facing_deg, const tl_vec3 *mount,
                           double extent[4]) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_document_pose *stated = &tl_table_member(inquiry->table, member)->pose;
    tl_pose tilt = tl_pose_turned_tilted((tl_vec3){0}, 0, stated->roll, stated->pitch);
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < placed->model->core->vertex_count; i++) {
        box = tl_box3_add(box, tl_pose_point(&tilt, placed->model->core->vertices[i]));
    }
    double s, c, x = 0.5 * (box.low.x + box.high.x), y = 0.5 * (box.low.y + box.high.y);
    if (mount != NULL) { /* seen from there instead */
        tl_vec3 at = tl_pose_point(&tilt, *mount);
        x = at.x;
        y = at.y;
    }
    tl_sincos_deg(facing_deg, &s, &c);
    tl_vec2 centre = {placed->body->pose.at.x + (x * c - y * s), placed->body->pose.at.y + (x * s + y * c)};
    extent[0] = box.high.x - x;
    extent[1] = box.high.y - y;
    extent[2] = x - box.low.x;
    extent[3] = y - box.low.y;
    return centre;
}

tl_vec2 tl_judge_hull(const tl_inquiry *inquiry, size_t member, double extent[4]) {
    return tl_judge_hull_from(inquiry, member, tl_inquiry_facing(inquiry, member), NULL, extent);
}
