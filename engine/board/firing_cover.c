/* firing_cover.c: a first look at who would see all of a model at a place. */
#include "board/firing.h"

enum { EYES = 5, MARKS = 12 };

tl_status tl_firing_find_solid(tl_firing_work *w, tl_error *error) {
    const tl_table *table = w->referee->table;
    w->solid = tl_alloc_array(w->context, table->slot_count + 1, 1);
    if (w->solid == NULL) {
        return tl_fail_memory(error);
    }
    w->solid[0] = table->ground.body != NULL ? TL_ROLES_ALL : 0;
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (table->terrain[i].body != NULL && tl_terrain_blocks(&w->inquiry, i, true)) {
            w->solid[table->terrain[i].slot] = TL_ROLES_ALL;
        }
    }
    return TL_OK;
}

/* Points of a body, spread over all that it has; those farthest up first. */
static size_t some_points(const tl_board_body *body, size_t most, size_t *chosen) {
    size_t step = body->point_count > most ? body->point_count / most : 1, count = 0;
    for (size_t i = 0; i < body->point_count && count < most; i += step) {
        chosen[count++] = i;
    }
    return count;
}

/* Whether one point of somebody sees all of the body at a place. */
static bool sees_all(const tl_firing_work *w, const tl_firing_other *o, tl_vec3 at) {
    size_t eyes[EYES], marks[MARKS];
    size_t eye_count = some_points(&o->body, EYES, eyes), mark_count = some_points(&w->body, MARKS, marks);
    for (size_t i = 0; i < eye_count; i++) {
        bool all = true;
        for (size_t j = 0; j < mark_count && all; j++) {
            all = !tl_world_blocked(w->referee->table->world, o->body.points[eyes[i]],
                                    tl_add(w->body.points[marks[j]], at), w->solid, NULL);
        }
        if (all) {
            return true;
        }
    }
    return false;
}

uint32_t tl_firing_open_to(const tl_firing_work *w, size_t k) {
    const tl_firing_spot *s = &w->made->spots[k];
    tl_board_rect r = tl_firing_rect(w, k);
    tl_vec3 at = {0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1), 0.5 * (s->low + s->high) - w->body.low};
    const tl_document_unit *last = NULL;
    uint32_t count = 0;
    for (size_t i = w->target_count; i < w->other_count; i++) {
        const tl_firing_other *o = &w->others[i];
        if (o->unit != last && o->cells[k].high > 0 && sees_all(w, o, at)) {
            last = o->unit; /* once a unit */
            count++;
        }
    }
    return count;
}
