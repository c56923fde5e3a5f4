/* draw_proof.c: the proof of a "no" in outline, as it would look if what is in the way were glass: the target's body in
 * parts, each hatched after whom it is hidden by. */
#include "draw/colours.h"
#include "draw/draw.h"

#include <stdio.h>

enum { PATTERNS = 4, LOOKS = 200 };

/* The colour-blind can tell the stripes apart, everybody else the colours, too. */
static unsigned pattern_of(size_t group) {
    static const unsigned patterns[PATTERNS] = {0, TL_DRAW_HATCH_BACK, TL_DRAW_HATCH_LEVEL,
                                                TL_DRAW_HATCH_BACK | TL_DRAW_HATCH_LEVEL};
    return TL_DRAW_HATCHED | patterns[group % PATTERNS];
}

static tl_colour colour_of(size_t group) {
    const tl_colour colours[] = {TL_COLOUR_VERMILLION, TL_COLOUR_SKY,    TL_COLOUR_YELLOW, TL_COLOUR_GREEN,
                                 TL_COLOUR_PURPLE,     TL_COLOUR_ORANGE, TL_COLOUR_BLUE};
    return tl_lighter(colours[group % (sizeof(colours) / sizeof(colours[0]))], 0.2f);
}

bool tl_draw_proof_view(const tl_ruling *ruling, const tl_referee *referee, tl_vec3 *eye, tl_box3 *target) {
    if (ruling->proof.polygon_count == 0) {
        return false;
    }
    const tl_table *table = referee->table;
    *eye = tl_box3_centre(tl_bvh_box(table->members[ruling->proof_from].body->core));
    *target = tl_bvh_box(table->members[ruling->proof_to].body->core);
    return true;
}

/* Who stands before the target, seen from the eye: `in_front` per slot. */
static bool find_in_front(const tl_table *table, tl_vec3 eye, const tl_bvh *target, uint8_t *in_front) {
    uint8_t *only = tl_alloc_array(table->context, table->slot_count, 1);
    size_t count = tl_bvh_vertex_count(target), stride = count / LOOKS + 1;
    for (size_t slot = 0; only != NULL && slot < table->slot_count; slot++) {
        only[slot] = TL_ROLES_ALL;
        for (size_t i = 0; i < count && in_front[slot] == 0; i += stride) {
            in_front[slot] = tl_world_blocked(table->world, eye, tl_bvh_vertices(target)[i], only, NULL);
        }
        only[slot] = 0;
    }
    tl_free(table->context, only);
    return only != NULL;
}

/* Twice a polygon's area as seen from the eye, positive when it faces it; and its middle. */
static double facing(const tl_proof_outline *o, size_t polygon, tl_vec3 eye, tl_vec3 *middle) {
    const tl_vec3 *p = o->points + o->first[polygon];
    size_t count = o->first[polygon + 1] - o->first[polygon];
    tl_vec3 n = {0, 0, 0};
    *middle = (tl_vec3){0, 0, 0};
    for (size_t k = 0; k < count; k++) {
        n = tl_add(n, tl_cross(tl_sub(p[k], p[0]), tl_sub(p[(k + 1) % count], p[0])));
        *middle = tl_madd(*middle, p[k], 1.0 / (double)count);
    }
    return tl_dot(n, tl_normalise(tl_sub(eye, *middle)));
}

/* The name at the middle of what is seen of the group. */
static void draw_name(const tl_ruling *ruling, const tl_referee *referee, const tl_proof_group *group, size_t index,
                      tl_vec3 eye, const tl_draw_sink *sink) {
    tl_vec3 sum = {0, 0, 0}, middle;
    double weight = 0;
    for (size_t i = group->first_polygon; i < group->first_polygon + group->polygon_count; i++) {
        double area = facing(&ruling->proof, i, eye, &middle);
        if (area > 0) {
            sum = tl_madd(sum, middle, area);
            weight += area;
        }
    }
    if (!(weight > 0) || group->fraction < 0.004 || sink->label == NULL) {
        return;
    }
    char names[160];
    uint32_t owners[TL_PROOF_OWNERS];
    for (size_t i = 0; i < group->owner_count; i++) {
        owners[i] = group->owners[i] < referee->table->slot_count ? group->owners[i] : 0;
    }
    tl_tell_slots_text(&ruling->words, referee->table, owners, group->owner_count, names, sizeof(names));
    tl_draw_label label = {
        .at = tl_scale(sum, 1 / weight), .text = names, .colour = colour_of(index), .size = 1, .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* What faces the eye: the far sides of a body would shine through where its pieces touch. */
static void draw_group(const tl_ruling *ruling, const tl_referee *referee, size_t index, tl_vec3 eye,
                       const tl_draw_sink *sink) {
    const tl_proof_outline *o = &ruling->proof;
    const tl_proof_group *group = &o->groups[index];
    size_t corners = o->first[group->first_polygon + group->polygon_count] - o->first[group->first_polygon];
    uint32_t *triangles = tl_alloc_array(ruling->context, 3 * corners, sizeof(*triangles));
    size_t count = 0;
    for (size_t i = group->first_polygon; triangles != NULL && i < group->first_polygon + group->polygon_count; i++) {
        tl_vec3 middle;
        bool faces = facing(o, i, eye, &middle) > 0;
        for (uint32_t k = o->first[i] + 1; k + 1 < o->first[i + 1] && faces; k++) {
            triangles[3 * count] = o->first[i];
            triangles[3 * count + 1] = k;
            triangles[3 * count + 2] = k + 1;
            count++;
        }
    }
    tl_draw_mesh mesh = {.vertices = o->points,
                         .vertex_count = o->point_count,
                         .triangles = triangles,
                         .triangle_count = count,
                         .colour = colour_of(index),
                         .style = pattern_of(index),
                         .key = tl_draw_key(referee->table->members[ruling->proof_to].slot)};
    if (count > 0 && sink->mesh != NULL) {
        sink->mesh(sink->user, &mesh);
    }
    tl_free(ruling->context, triangles);
}

bool tl_draw_proof(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink) {
    tl_vec3 eye;
    tl_box3 target;
    const tl_table *table = referee->table;
    if (!tl_draw_proof_view(ruling, referee, &eye, &target)) {
        return false;
    }
    const tl_placed *from = &table->members[ruling->proof_from], *to = &table->members[ruling->proof_to];
    uint8_t *in_front = tl_alloc_array(ruling->context, table->slot_count, 1);
    if (in_front == NULL || !find_in_front(table, eye, to->body->core, in_front)) {
        tl_free(ruling->context, in_front);
        return false;
    }
    in_front[from->slot] = in_front[from->core_slot] = in_front[to->slot] = in_front[to->core_slot] = 0;
    bool ground = in_front[0] != 0;
    for (size_t slot = 1; slot < table->slot_count; slot++) {
        if (in_front[slot] != 0) {
            tl_draw_slot(table, slot, tl_with_alpha(TL_COLOUR_VERMILLION, 0.025f), TL_DRAW_TRANSLUCENT, TL_ROLES_ALL,
                         sink);
        }
    }
    unsigned rest = to->core_slot == 0 ? TL_ROLES_ALL & ~(unsigned)TL_ROLES_CORE : TL_ROLES_ALL;
    tl_draw_slot(table, to->slot, tl_rgb(0xF4F1EA, 0.28f), TL_DRAW_TRANSLUCENT, rest, sink);
    in_front[0] = ground;
    for (size_t i = 0; i < table->member_count; i++) { /* infantry hides nobody */
        const tl_placed *member = &table->members[i];
        in_front[member->slot] |= member == from || member == to || !tl_table_unit_of(table, i)->kind->blocks_sight;
    }
    tl_draw_others(referee, in_front, sink);
    for (size_t i = 0; i < ruling->proof.group_count; i++) {
        draw_group(ruling, referee, i, eye, sink);
        draw_name(ruling, referee, &ruling->proof.groups[i], i, eye, sink);
    }
    tl_free(ruling->context, in_front);
    return true;
}
