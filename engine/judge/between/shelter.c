/* shelter.c: who stands in a fortification, and what it sees from there. */
#include "judge/between/shelter.h"

#include <string.h>

tl_status tl_inquiry_shelter(const tl_inquiry *inquiry, size_t member, size_t *shelter, tl_error *error) {
    *shelter = SIZE_MAX;
    if (!tl_class_is_foot(tl_table_unit_of(inquiry->table, member)->kind)) {
        return TL_OK;
    }
    for (size_t i = 0; i < inquiry->referee->shelter_count && *shelter == SIZE_MAX; i++) {
        tl_area_placement placement;
        tl_status status = tl_inquiry_place_in(inquiry, &inquiry->referee->shelters[i], member, &placement, error);
        if (status != TL_OK) {
            return status;
        }
        *shelter = placement.place != TL_AREA_OUTSIDE ? i : *shelter;
    }
    return TL_OK;
}

/* --- The field of view of a bunker -------------------------------------------------------------------------------- */

/* Where it starts: in the middle of the front face of the mesh's box in its own frame, or in the middle of the box. */
static tl_vec2 apex_of(const tl_inquiry *inquiry, const tl_table_area *shelter) {
    const tl_placed *placed = &inquiry->table->terrain[shelter->terrain];
    bool front = tl_settings_is(&inquiry->settings, "bunker_apex", "front", true);
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < placed->model->mesh->vertex_count; i++) {
        box = tl_box3_add(box, placed->model->mesh->vertices[i]);
    }
    tl_vec3 middle = tl_box3_centre(box);
    return tl_plan(tl_pose_point(&placed->body->pose, (tl_vec3){front ? box.high.x : middle.x, middle.y, middle.z}));
}

static void look_from(const tl_inquiry *inquiry, const tl_table_area *shelter, int end, struct tl_outlook *outlook) {
    double s, c, half = shelter->kind->shelter_half_deg;
    double facing = inquiry->table->document->terrain[shelter->terrain].pose.turn;
    memset(outlook, 0, sizeof(*outlook));
    outlook->slot = inquiry->table->terrain[shelter->terrain].slot;
    outlook->end = end;
    if (half < 180) {
        /* between the two rays that bound it; at 90 degrees both are the same line */
        outlook->apex = apex_of(inquiry, shelter);
        tl_sincos_deg(facing + half, &s, &c);
        outlook->normal[0] = (tl_vec2){s, -c};
        tl_sincos_deg(facing - half, &s, &c);
        outlook->normal[1] = (tl_vec2){-s, c};
    }
}

/* The shelter that a point lies in; SIZE_MAX: none. */
static size_t shelter_of_point(const tl_inquiry *inquiry, tl_vec3 point) {
    for (size_t i = 0; i < inquiry->referee->shelter_count; i++) {
        tl_area prism = tl_inquiry_area(inquiry, &inquiry->referee->shelters[i]);
        if (tl_area_place_of_point(&prism, point) != TL_AREA_OUTSIDE) {
            return i;
        }
    }
    return SIZE_MAX;
}

tl_status tl_find_outlooks(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between, tl_error *error) {
    size_t own[2] = {SIZE_MAX, SIZE_MAX};
    for (int k = 0; k < 2 && !inquiry->walls_stand; k++) {
        tl_status status = TL_OK;
        if (end[k].is_point) {
            own[k] = shelter_of_point(inquiry, end[k].point);
        } else {
            status = tl_inquiry_shelter(inquiry, end[k].member, &own[k], error);
        }
        if (status != TL_OK) {
            return status;
        }
    }
    for (int k = 0; k < 2 && own[0] != own[1]; k++) { /* walls are open to who mans them, not to any point inside */
        const tl_table_area *shelter =
            own[k] != SIZE_MAX && !end[k].is_point ? &inquiry->referee->shelters[own[k]] : NULL;
        if (shelter != NULL && shelter->kind->blocks && inquiry->table->terrain[shelter->terrain].body != NULL) {
            look_from(inquiry, shelter, k, &between->outlook[between->outlook_count++]);
        }
    }
    if (own[0] == own[1] && own[0] != SIZE_MAX) {
        /* together in one: only its walls are open, wherever they look */
        struct tl_outlook *shared = &between->outlook[between->outlook_count++];
        memset(shared, 0, sizeof(*shared));
        shared->slot = inquiry->table->terrain[inquiry->referee->shelters[own[0]].terrain].slot;
    }
    return TL_OK;
}

/* How far a point lies inside the field of view, and how large rounding may be. */
static double depth_in(const struct tl_outlook *outlook, tl_vec3 p, double *error) {
    tl_vec2 d = tl_sub2(tl_plan(p), outlook->apex);
    *error = 1e-12 * (fabs(p.x) + fabs(p.y) + fabs(outlook->apex.x) + fabs(outlook->apex.y) + 1);
    return tl_min(tl_dot2(outlook->normal[0], d), tl_dot2(outlook->normal[1], d));
}

static bool line_in(const void *user, tl_vec3 p, tl_vec3 q) {
    const struct tl_outlook *outlook = user;
    double error, depth = depth_in(outlook, outlook->end == 0 ? q : p, &error);
    return depth >= error;
}

static tl_bundle bundle_in(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    const struct tl_outlook *outlook = user;
    const tl_vec3 *points = outlook->end == 0 ? b : a;
    size_t count = outlook->end == 0 ? b_count : a_count, inside = 0, outside[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        double error, depth = depth_in(outlook, points[i], &error);
        tl_vec2 d = tl_sub2(tl_plan(points[i]), outlook->apex);
        inside += depth >= error;
        for (int k = 0; k < 2; k++) {
            outside[k] += tl_dot2(outlook->normal[k], d) < -error;
        }
    }
    /* a hull lies beyond a line when all its points do */
    return inside == count                              ? TL_BUNDLE_ALL
           : outside[0] == count || outside[1] == count ? TL_BUNDLE_NONE
                                                        : TL_BUNDLE_SPLIT;
}

static bool is_flat(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    (void)user;
    (void)a;
    (void)a_count;
    (void)b;
    (void)b_count;
    return true;
}

void tl_add_outlooks(tl_between *between) {
    for (size_t i = 0; i < between->outlook_count; i++) {
        const struct tl_outlook *outlook = &between->outlook[i];
        if (outlook->normal[0].x != 0 || outlook->normal[0].y != 0) {
            between->conditions[between->obstacles.condition_count++] = (tl_condition){.user = outlook,
                                                                                       .line = line_in,
                                                                                       .bundle = bundle_in,
                                                                                       .flat = is_flat,
                                                                                       .slot = (uint32_t)outlook->slot};
        }
    }
}
