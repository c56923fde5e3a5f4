/* overfly.c: infantry that flies over terrain (DT-SPC-14): the way it takes, and whom it passes above. */
#include "judge/move/moving.h"

enum { LEVELS = 64 };

/* The height on which it comes down: of the floor that was asked for, else of the lowest one with headroom. */
static double landing_height(const tl_moving *m, const tl_path_corner *corner) {
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    double levels[LEVELS];
    tl_work_add(m->context, tl_moving_levels_work(m));
    size_t count = tl_surface_levels(&surfaces, corner->at.x, corner->at.y, m->tall, levels, LEVELS), best = 0;
    for (size_t i = 1; corner->has_height && i < count; i++) {
        best = fabs(levels[i] - corner->height) < fabs(levels[best] - corner->height) ? i : best;
    }
    return count > 0 ? levels[best] : 0;
}

tl_status tl_moving_lay_over(const tl_moving *m, tl_vec3 start, const tl_path_corner *corners, size_t count,
                             tl_path *path, tl_error *error) {
    tl_path_corner *straight = tl_alloc_array(m->context, count, sizeof(*straight));
    if (straight == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        straight[i] = (tl_path_corner){.at = corners[i].at};
    }
    tl_path_ground ground = tl_moving_ground(m); /* bears nowhere: lengths are those seen from above */
    tl_status status = tl_path_lay(m->context, &ground, start, straight, count, path, error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        path->nodes[path->corners[i]].at.z = landing_height(m, &corners[i]);
    }
    tl_free(m->context, straight);
    return status;
}

bool tl_moving_is_above(const tl_moving *m, size_t other) {
    const tl_body *body = m->inquiry->table->members[other].body;
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    tl_vec2 at = tl_plan(body->pose.at);
    double levels[LEVELS], head = body->box.high.z;
    size_t count = tl_surface_levels(&surfaces, at.x, at.y, 0, levels, LEVELS);
    return m->over != NULL && count > 0 && levels[count - 1] >= head;
}
