/* draw_ruling.c: the witness of a ruling: lines, tapes, arcs, what stands in the way. */
#include "draw/colours.h"
#include "draw/draw.h"
#include "draw/label.h"
#include "geom/polygon2.h"

#include <string.h>

static void send_line(const tl_draw_sink *sink, tl_vec3 a, tl_vec3 b, tl_colour colour, float width, double sleeve,
                      bool dots, unsigned style) {
    if (sink->line == NULL) {
        return;
    }
    const tl_vec3 points[2] = {a, b};
    tl_draw_line line = {.points = points,
                         .count = 2,
                         .colour = colour,
                         .width_px = width,
                         .sleeve_mm = (float)sleeve,
                         .end_dots = dots,
                         .style = style};
    sink->line(sink->user, &line);
}

/* How far it is from a point to the table's edge; from outside, and where that is farther, `reach`. */
static double within_table(const tl_table *table, tl_vec3 from, double along_x, double along_y, double reach) {
    const double size[2] = {table->document->width, table->document->depth};
    const double at[2] = {from.x, from.y}, along[2] = {along_x, along_y};
    for (int k = 0; k < 2; k++) {
        double room = along[k] > 0 ? size[k] - at[k] : at[k];
        if (along[k] != 0 && room > 0) {
            reach = tl_min(reach, room / fabs(along[k]));
        }
    }
    return reach;
}

void tl_draw_fan(const tl_table *table, tl_vec3 apex, double facing, double half, double reach,
                 const tl_draw_sink *sink) {
    enum { STEPS = 48 };
    tl_vec3 vertices[STEPS + 2];
    uint32_t triangles[3 * STEPS];
    double z = apex.z + 2;
    vertices[0] = (tl_vec3){apex.x, apex.y, z};
    for (int i = 0; i <= STEPS; i++) {
        double s, c;
        tl_sincos_deg(facing + half * (2.0 * i / STEPS - 1), &s, &c);
        double far = within_table(table, apex, c, s, reach);
        vertices[i + 1] = (tl_vec3){apex.x + far * c, apex.y + far * s, z};
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        triangles[3 * i] = 0;
        triangles[3 * i + 1] = i + 1;
        triangles[3 * i + 2] = i + 2;
    }
    tl_draw_mesh mesh = {.vertices = vertices,
                         .vertex_count = STEPS + 2,
                         .triangles = triangles,
                         .triangle_count = STEPS,
                         .colour = tl_with_alpha(TL_COLOUR_SKY, 0.22f),
                         .style = TL_DRAW_TRANSLUCENT};
    if (sink->mesh != NULL) {
        sink->mesh(sink->user, &mesh);
    }
    send_line(sink, vertices[0], vertices[1], TL_COLOUR_SKY, 2, 0, false, 0);
    send_line(sink, vertices[0], vertices[STEPS + 1], TL_COLOUR_SKY, 2, 0, false, 0);
}

static void draw_fan(const tl_table *table, const tl_witness *witness, const tl_draw_sink *sink) {
    double reach = tl_length2(tl_sub2(tl_plan(witness->b), tl_plan(witness->a))) * 1.15 + 60;
    tl_vec3 apex = witness->a;
    tl_draw_fan(table, apex, witness->facing_deg, witness->half_deg, reach, sink);
    apex.z += 2;
    send_line(sink, apex, witness->b, TL_COLOUR_BLUE, 2, 0, true, TL_DRAW_DASHED);
}

/* Where the name of a blocker goes: on top of its mesh, or of its area; else where it was met. */
static tl_vec3 name_place(const tl_referee *referee, const tl_witness *witness, const tl_bvh *bvh) {
    if (bvh != NULL && witness->slot != 0) {
        tl_box3 box = tl_bvh_box(bvh);
        tl_vec3 top = tl_box3_centre(box);
        top.z = box.high.z;
        return top;
    }
    for (size_t i = 0; i < referee->area_count; i++) {
        const tl_referee_area *area = &referee->areas[i];
        if (referee->table->terrain[area->terrain].slot == witness->slot) {
            return (tl_vec3){0.5 * (area->outline.box.low.x + area->outline.box.high.x),
                             0.5 * (area->outline.box.low.y + area->outline.box.high.y),
                             isfinite(area->top) ? area->top : witness->a.z};
        }
    }
    return witness->a;
}

static void outline_owner(const tl_ruling *ruling, const tl_referee *referee, const tl_witness *witness,
                          const tl_draw_sink *sink) {
    const tl_table *table = referee->table;
    const tl_bvh *bvh = tl_world_get(table->world, witness->slot);
    if (bvh != NULL && witness->slot != 0 && sink->mesh != NULL) {
        /* nothing but the outline: the same triangles again under the same key, chosen none, marked */
        tl_draw_mesh mesh = {.vertices = tl_bvh_vertices(bvh),
                             .vertex_count = tl_bvh_vertex_count(bvh),
                             .triangles = tl_bvh_triangles(bvh),
                             .triangle_count = tl_bvh_triangle_count(bvh),
                             .colour = tl_with_alpha(TL_COLOUR_VERMILLION, 0.12f),
                             .style = TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED,
                             .key = tl_draw_key(witness->slot)};
        sink->mesh(sink->user, &mesh);
    }
    tl_draw_label_at(sink, name_place(referee, witness, bvh), tl_tell_slot_name(&ruling->words, table, witness->slot),
                     TL_COLOUR_VERMILLION);
}

/* A hole: what would close it, its rim, and how large it is. */
static void draw_hole(const tl_referee *referee, const tl_witness *witness, const tl_draw_sink *sink) {
    if (witness->slot >= referee->table->slot_count) {
        return;
    }
    const tl_placed *owner = tl_table_slot_owner(referee->table, witness->slot);
    const tl_caps *caps = owner->body != NULL ? owner->model->caps : NULL;
    if (caps == NULL || witness->item >= caps->count) {
        return; /* the scene was edited since */
    }
    const tl_cap *cap = &caps->items[witness->item];
    const tl_vec3 *vertices = tl_bvh_vertices(owner->body->caps);
    tl_draw_mesh mesh = {.vertices = vertices,
                         .vertex_count = tl_bvh_vertex_count(owner->body->caps),
                         .triangles = tl_bvh_triangles(owner->body->caps) + 3 * (size_t)cap->first_triangle,
                         .triangle_count = cap->triangle_count,
                         .colour = tl_with_alpha(TL_COLOUR_PURPLE, 0.45f),
                         .style = TL_DRAW_TRANSLUCENT};
    if (sink->mesh != NULL) {
        sink->mesh(sink->user, &mesh);
    }
    tl_vec3 top = witness->a;
    for (size_t i = 0; i < cap->corner_count; i++) {
        const uint32_t *rim = caps->rims + cap->first_corner;
        tl_vec3 p = vertices[rim[i]];
        send_line(sink, p, vertices[rim[(i + 1) % cap->corner_count]], TL_COLOUR_PURPLE, 3, 0, false, TL_DRAW_ON_TOP);
        top = p.z > top.z ? p : top;
    }
    tl_draw_label_at(sink, top, witness->label, TL_COLOUR_PURPLE);
}

/* The template or disc of a ruling, a finger's breadth above what it lies on so that it is seen on bases, too. */
static void draw_outline(const tl_ruling *ruling, const tl_draw_sink *sink) {
    size_t count = ruling->outline_count;
    tl_vec2 *plan = tl_alloc_array(ruling->context, count, sizeof(*plan));
    tl_vec3 *points = tl_alloc_array(ruling->context, count + 1, sizeof(*points));
    uint32_t *triangles = tl_alloc_array(ruling->context, 3 * count, sizeof(*triangles));
    bool memory;
    if (plan != NULL && points != NULL && triangles != NULL) {
        for (size_t i = 0; i < count; i++) {
            plan[i] = tl_plan(ruling->outline[i]);
            points[i] = tl_madd(ruling->outline[i], (tl_vec3){0, 0, 1}, 4);
        }
        points[count] = points[0];
        tl_draw_mesh mesh = {.vertices = points,
                             .vertex_count = count,
                             .triangles = triangles,
                             .triangle_count = count - 2,
                             .colour = tl_with_alpha(TL_COLOUR_ORANGE, 0.3f),
                             .style = TL_DRAW_TRANSLUCENT};
        if (sink->mesh != NULL && tl_polygon2_triangulate(ruling->context, plan, count, triangles, &memory)) {
            sink->mesh(sink->user, &mesh);
        }
        tl_draw_line rim = {.points = points, .count = count + 1, .colour = TL_COLOUR_ORANGE, .width_px = 2.5f};
        if (sink->line != NULL) {
            sink->line(sink->user, &rim);
        }
    }
    tl_free(ruling->context, plan);
    tl_free(ruling->context, points);
    tl_free(ruling->context, triangles);
}

/* Rectangles of a kind as one sheet, a finger's breadth above the ground. */
static void draw_patches(const tl_ruling *ruling, tl_witness_kind kind, tl_colour colour, float alpha,
                         const tl_draw_sink *sink) {
    size_t count = 0, made = 0;
    for (size_t i = 0; i < ruling->witness_count; i++) {
        count += ruling->witnesses[i].kind == kind;
    }
    if (count == 0 || sink->mesh == NULL) {
        return;
    }
    tl_vec3 *corners = tl_alloc_array(ruling->context, 4 * count, sizeof(*corners));
    uint32_t *triangles = tl_alloc_array(ruling->context, 6 * count, sizeof(*triangles));
    for (size_t i = 0; i < ruling->witness_count && corners != NULL && triangles != NULL; i++) {
        const tl_witness *w = &ruling->witnesses[i];
        if (w->kind == kind) {
            uint32_t first = (uint32_t)(4 * made);
            const uint32_t faces[6] = {first, first + 1, first + 2, first, first + 2, first + 3};
            for (uint32_t k = 0; k < 4; k++) {
                corners[first + k] = (tl_vec3){k == 0 || k == 3 ? w->a.x : w->b.x, k < 2 ? w->a.y : w->b.y, w->a.z + 3};
            }
            memcpy(triangles + 6 * made++, faces, sizeof(faces));
        }
    }
    if (made > 0) {
        tl_draw_mesh mesh = {.vertices = corners,
                             .vertex_count = 4 * made,
                             .triangles = triangles,
                             .triangle_count = 2 * made,
                             .colour = tl_with_alpha(colour, alpha),
                             .style = TL_DRAW_TRANSLUCENT};
        sink->mesh(sink->user, &mesh);
    }
    tl_free(ruling->context, corners);
    tl_free(ruling->context, triangles);
}

/* The way of what was thrown: a dashed arrow, a finger's breadth above the ground. */
static void draw_throw(const tl_witness *witness, const tl_draw_sink *sink) {
    enum { LIFT = 6, HEAD = 18, HEAD_DEG = 155 };
    tl_vec3 a = tl_madd(witness->a, (tl_vec3){0, 0, 1}, LIFT), b = tl_madd(witness->b, (tl_vec3){0, 0, 1}, LIFT);
    double length = tl_length2(tl_sub2(tl_plan(b), tl_plan(a))), head = tl_min(HEAD, 0.4 * length);
    double angle = tl_atan2_deg(b.y - a.y, b.x - a.x);
    send_line(sink, a, b, TL_COLOUR_BLUE, 3, 0, false, TL_DRAW_ON_TOP | TL_DRAW_DASHED);
    for (int side = -1; side <= 1 && length > 0; side += 2) {
        double s, c;
        tl_sincos_deg(angle + side * HEAD_DEG, &s, &c);
        send_line(sink, b, (tl_vec3){b.x + head * c, b.y + head * s, b.z}, TL_COLOUR_BLUE, 3, 0, false, TL_DRAW_ON_TOP);
    }
    tl_draw_label_at(sink, tl_lerp(a, b, 0.5), witness->label, TL_COLOUR_BLUE);
}

void tl_draw_ruling(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink) {
    size_t named[64], named_count = 0;
    if (ruling->outline_count >= 3) {
        draw_outline(ruling, sink);
    }
    draw_patches(ruling, TL_WITNESS_REACHED, TL_COLOUR_GREEN, 0.5f, sink);
    draw_patches(ruling, TL_WITNESS_OPEN, TL_COLOUR_ORANGE, 0.45f, sink);
    for (size_t i = 0; i < ruling->witness_count; i++) {
        const tl_witness *witness = &ruling->witnesses[i];
        bool again = false;
        switch (witness->kind) {
        case TL_WITNESS_SIGHT:
            send_line(sink, witness->a, witness->b, TL_COLOUR_GREEN, 2.5f, tl_min(witness->width, 12), true, 0);
            break;
        case TL_WITNESS_ATTEMPT:
            send_line(sink, witness->a, witness->b, TL_COLOUR_VERMILLION, 2.5f, 0, true, TL_DRAW_DASHED);
            break;
        case TL_WITNESS_MEASURE:
            send_line(sink, witness->a, witness->b, TL_COLOUR_YELLOW, 3, 0, true, TL_DRAW_ON_TOP);
            tl_draw_label_at(sink, tl_lerp(witness->a, witness->b, 0.5), witness->label, TL_COLOUR_YELLOW);
            break;
        case TL_WITNESS_FAN:
            draw_fan(referee->table, witness, sink);
            break;
        case TL_WITNESS_BLOCKER:
            for (size_t j = 0; j < named_count; j++) {
                again = again || named[j] == witness->slot;
            }
            if (!again && named_count < 64) {
                named[named_count++] = witness->slot;
                outline_owner(ruling, referee, witness, sink);
            }
            break;
        case TL_WITNESS_HOLE:
            draw_hole(referee, witness, sink);
            break;
        case TL_WITNESS_PATH:
        case TL_WITNESS_BEYOND:
            send_line(sink, tl_madd(witness->a, (tl_vec3){0, 0, 1}, 2), tl_madd(witness->b, (tl_vec3){0, 0, 1}, 2),
                      witness->kind == TL_WITNESS_PATH ? TL_COLOUR_GREEN : TL_COLOUR_VERMILLION, 3.5f, 0, false,
                      TL_DRAW_ON_TOP | (witness->kind == TL_WITNESS_PATH ? 0 : TL_DRAW_DASHED));
            tl_draw_label_at(sink, witness->b, witness->label, TL_COLOUR_BLUE);
            break;
        case TL_WITNESS_THROW:
            draw_throw(witness, sink);
            break;
        case TL_WITNESS_RING: {
            size_t count = 1;
            while (i + count < ruling->witness_count && witness[count].kind == TL_WITNESS_RING &&
                   witness[count].width == witness->width) {
                count++;
            }
            tl_draw_rings(referee, witness, count, sink);
            i += count - 1;
            break;
        }
        case TL_WITNESS_ZONE:
            /* while models are placed the table shows all of them */
            if (witness->item < referee->table->document->scenario.zone_count &&
                !referee->table->document->scenario.deploying) {
                tl_draw_zone(referee, &referee->table->document->scenario.zones[witness->item], sink);
            }
            break;
        case TL_WITNESS_REACHED:
        case TL_WITNESS_OPEN:
        case TL_WITNESS_DEPTH:
            break; /* all at once, before and after */
        case TL_WITNESS_POINT:
            send_line(sink, witness->a, tl_madd(witness->a, (tl_vec3){0, 0, 1}, 0.01), TL_COLOUR_GREEN, 3, 0, true,
                      TL_DRAW_ON_TOP);
            break;
        }
    }
    tl_draw_depths(ruling, referee, sink);
}
