/* shelter.c: who stands in a fortification, and what it sees from there. */
#include "judge/between/between_parts.h"

#include "judge/between/between.h"

#include <string.h>

/* --- Who stands in one -------------------------------------------------------------------------------------------- */

static bool may_man(const tl_making *m, int k) {
    const tl_between_end *end = &m->end[k];
    if (end->is_point) {
        return false;
    }
    /* what only marks a height on a map is of no class, and mans nothing */
    const tl_class_rule *kind =
        end->region != NULL ? end->region->kind : tl_table_unit_of(m->inquiry->table, end->member)->kind;
    return kind != NULL && kind->shelters;
}

/* The first shelter (index) that an end stands in; SIZE_MAX: none. */
static tl_status own_shelter(tl_making *m, int k, size_t *shelter, tl_error *error) {
    const tl_referee *referee = m->inquiry->referee;
    tl_status status = TL_OK;
    *shelter = SIZE_MAX;
    for (size_t i = 0; i < referee->shelter_count && *shelter == SIZE_MAX && status == TL_OK; i++) {
        unsigned ways = TL_WAY_OUT;
        if (m->end[k].is_point || may_man(m, k)) {
            status = tl_between_end_ways(m, &referee->shelters[i], k, &ways, error);
        }
        *shelter = tl_ways_may_be_in(ways) ? i : SIZE_MAX;
    }
    return status;
}

tl_status tl_inquiry_shelter(const tl_inquiry *inquiry, size_t member, size_t *shelter, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_between_end end = {.member = member};
    tl_making m = {.inquiry = inquiry, .end = &end};
    return own_shelter(&m, 0, shelter, error);
}

/* --- The field of view of a bunker -------------------------------------------------------------------------------- */

/* Where it starts: in the middle of the front face of the mesh's box in its own frame, or in the middle of the box. */
static tl_vec2 apex_of(const tl_inquiry *inquiry, const tl_referee_area *shelter) {
    const tl_placed *placed = &inquiry->table->terrain[shelter->terrain];
    bool front = tl_settings_is_at(&inquiry->settings, TL_SETTING_BUNKER_APEX, TL_CHOICE_BUNKER_APEX_FRONT);
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < placed->model->mesh->vertex_count; i++) {
        box = tl_box3_add(box, placed->model->mesh->vertices[i]);
    }
    tl_vec3 middle = tl_box3_centre(box);
    return tl_plan(tl_pose_point(&placed->body->pose, (tl_vec3){front ? box.high.x : middle.x, middle.y, middle.z}));
}

static bool has_walls(const tl_inquiry *inquiry, const tl_referee_area *shelter) {
    return shelter->kind->blocks && inquiry->table->terrain[shelter->terrain].body != NULL;
}

static struct tl_outlook look_from(const tl_inquiry *inquiry, const tl_referee_area *shelter, int end, bool all_round) {
    struct tl_outlook outlook = {.slot = inquiry->table->terrain[shelter->terrain].slot, .end = end};
    double s, c, half = shelter->kind->shelter_half_deg;
    double facing = inquiry->table->document->terrain[shelter->terrain].pose.turn;
    if (half < 180 && !all_round) {
        /* between the two rays that bound it; at 90 degrees both are the same line */
        outlook.apex = apex_of(inquiry, shelter);
        tl_sincos_deg(facing + half, &s, &c);
        outlook.normal[0] = (tl_vec2){s, -c};
        tl_sincos_deg(facing - half, &s, &c);
        outlook.normal[1] = (tl_vec2){-s, c};
    }
    return outlook;
}

/* Walls are open to who mans them, not to any point inside; for who is together in one only its walls are, wherever
 * they look. */
static tl_status open_own(tl_making *m, int ends, tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    tl_between *b = m->between;
    size_t own[2] = {SIZE_MAX, SIZE_MAX};
    tl_status status = TL_OK;
    for (int k = 0; k < ends && status == TL_OK && !inquiry->walls_stand; k++) {
        status = own_shelter(m, k, &own[k], error);
    }
    bool together = own[0] == own[1];
    for (int k = 0; k < (together ? 1 : ends) && status == TL_OK; k++) {
        const tl_referee_area *in = own[k] != SIZE_MAX ? &inquiry->referee->shelters[own[k]] : NULL;
        if (in != NULL && (together || (!m->end[k].is_point && has_walls(inquiry, in)))) {
            b->outlook[b->outlook_count] = look_from(inquiry, in, k, together);
            status = tl_open_walls(m, b->outlook[b->outlook_count++].slot, true, error);
        }
    }
    return status;
}

/* Whoever may stand in one may see through its walls, and may see less, or not at all, for its field of view: what
 * stands in the way at most isn't known. */
static tl_status open_possible(tl_making *m, int k, tl_error *error) {
    const tl_referee *referee = m->inquiry->referee;
    tl_status status = TL_OK;
    for (size_t i = 0; i < referee->shelter_count && status == TL_OK && may_man(m, k); i++) {
        const tl_referee_area *in = &referee->shelters[i];
        unsigned ways = TL_WAY_OUT;
        if (has_walls(m->inquiry, in)) {
            status = tl_between_end_ways(m, in, k, &ways, error);
        }
        if (status == TL_OK && tl_ways_may_be_in(ways)) {
            m->between->never_free = m->between->never_free || m->for_cover || in->kind->shelter_half_deg < 180;
            status = tl_open_walls(m, m->inquiry->table->terrain[in->terrain].slot, false, error);
        }
    }
    return status;
}

tl_status tl_shelter_open_all(tl_making *m, tl_error *error) {
    int ends = m->for_cover ? 1 : 2;
    tl_status status = TL_OK;
    if (m->rules == NULL) {
        return open_own(m, ends, error);
    }
    for (int k = 0; k < ends && status == TL_OK; k++) {
        status = open_possible(m, k, error);
    }
    return status;
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

static tl_condition_bundle bundle_in(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                     size_t b_count) {
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

void tl_shelter_add_outlooks(tl_between *between) {
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
