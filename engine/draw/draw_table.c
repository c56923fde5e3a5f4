/* draw_table.c: ground, terrain, areas, models and their names. */
#include "draw/colours.h"
#include "draw/draw.h"

#include "geom/polygon2.h"
#include "scene/prism.h"

#include <string.h>

uint32_t tl_draw_key(size_t slot) {
    return (uint32_t)slot + 1;
}

static void send_mesh(const tl_draw_sink *sink, const tl_draw_mesh *mesh) {
    if (sink->mesh != NULL && mesh->triangle_count > 0) {
        sink->mesh(sink->user, mesh);
    }
}

static tl_draw_mesh mesh_of(const tl_bvh *bvh, tl_colour colour, unsigned style, size_t slot) {
    return (tl_draw_mesh){.vertices = tl_bvh_vertices(bvh),
                          .vertex_count = tl_bvh_vertex_count(bvh),
                          .triangles = tl_bvh_triangles(bvh),
                          .triangle_count = tl_bvh_triangle_count(bvh),
                          .colour = colour,
                          .style = style,
                          .key = tl_draw_key(slot)};
}

/* A table's parts by what they are called: roads and fields a little apart from the ground. */
static tl_colour colour_of_ground(const char *names) {
    static const struct {
        const char *word;
        unsigned colour;
    } colours[] = {{"road*", 0xADA188},  {"path*", 0xADA188},  {"field*", 0xB7A888},
                   {"water*", 0x9FB2BC}, {"river*", 0x9FB2BC}, {"grass*", 0xB9BE9E}};
    char name[64] = "";
    size_t length = names != NULL ? strcspn(names, "\t\n") : 0;
    memcpy(name, names != NULL ? names : "", length < sizeof(name) - 1 ? length : sizeof(name) - 1);
    for (size_t i = 0; i < sizeof(colours) / sizeof(colours[0]); i++) {
        if (tl_role_wildcard_match(colours[i].word, name)) {
            return tl_rgb(colours[i].colour, 1);
        }
    }
    return tl_rgb(0xC9C3B4, 1);
}

static void draw_ground(const tl_table *table, const tl_draw_sink *sink) {
    if (table->ground.body != NULL) {
        const tl_mesh *source = table->ground.model->mesh;
        for (size_t i = 0; i < source->piece_count; i++) {
            const tl_piece *piece = &source->pieces[i];
            tl_draw_mesh mesh = mesh_of(table->ground.body->solid, colour_of_ground(piece->names), TL_DRAW_GROUND, 0);
            mesh.triangles += 3 * (size_t)piece->first_triangle;
            mesh.triangle_count = piece->triangle_count;
            send_mesh(sink, &mesh);
        }
        return;
    }
    tl_colour felt = tl_rgb(0xC9C3B4, 1);
    double w = table->document->width, d = table->document->depth;
    const tl_vec3 corners[4] = {{0, 0, 0}, {w, 0, 0}, {w, d, 0}, {0, d, 0}};
    const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    tl_draw_mesh mesh = {.vertices = corners,
                         .vertex_count = 4,
                         .triangles = triangles,
                         .triangle_count = 2,
                         .colour = felt,
                         .style = TL_DRAW_GROUND,
                         .key = tl_draw_key(0)};
    send_mesh(sink, &mesh);
}

static tl_colour colour_of_kind(const tl_ruleset *rules, const char *name) {
    const tl_terrain_kind *kind = tl_ruleset_kind(rules, name);
    return tl_rgb(kind != NULL && kind->colour != TL_RULESET_NO_COLOUR ? kind->colour : 0xABA69C, 1);
}

enum { SIDES = 4 };

unsigned tl_draw_side_number(const tl_table *table, const char *side) {
    const char *seen[SIDES];
    unsigned count = 0;
    for (size_t i = 0; i < table->document->unit_count && count < SIDES; i++) {
        const char *other = table->document->units[i].side;
        bool again = false;
        for (unsigned j = 0; j < count; j++) {
            again = again || strcmp(seen[j], other) == 0;
        }
        if (!again) {
            if (strcmp(other, side) == 0) {
                return count;
            }
            seen[count++] = other;
        }
    }
    return SIDES;
}

/* Sides in the order of the file: blue, orange, then others. */
tl_colour tl_draw_side_colour(const tl_table *table, const char *side) {
    const tl_colour colours[SIDES] = {TL_COLOUR_BLUE, TL_COLOUR_ORANGE, TL_COLOUR_GREEN, TL_COLOUR_PURPLE};
    unsigned number = tl_draw_side_number(table, side);
    return number < SIDES ? colours[number] : strcmp(side, "") == 0 ? tl_rgb(0x808080, 1) : colours[SIDES - 1];
}

static void draw_terrain(const tl_table *table, size_t index, const tl_draw_sink *sink) {
    const tl_placed *placed = &table->terrain[index];
    if (placed->body != NULL) {
        tl_draw_mesh mesh =
            mesh_of(placed->body->solid, colour_of_kind(table->document->rules, table->document->terrain[index].kind),
                    0, placed->slot);
        send_mesh(sink, &mesh);
    }
}

static tl_vec2 corner_of(const tl_document_terrain *source, size_t i, size_t count) {
    double s, c;
    if (!source->has_disc) {
        return source->outline[i % count];
    }
    tl_sincos_deg(360.0 * (double)i / (double)count, &s, &c);
    return tl_add2(source->disc_centre, tl_scale2((tl_vec2){c, s}, source->disc_radius));
}

/* An area that has no mesh of its own, or an outline drawn for it, as a translucent prism. */
static void draw_area(const tl_referee *referee, const tl_referee_area *area, const tl_draw_sink *sink) {
    enum { RIM = 64 };
    tl_context *context = referee->context;
    const tl_document_terrain *source = &referee->table->document->terrain[area->terrain];
    if (source->outline == NULL && !source->has_disc) {
        return;
    }
    size_t count = source->has_disc ? RIM : source->outline_count;
    double top = isfinite(area->top) ? area->top : 120;
    tl_vec3 *vertices = tl_alloc_array(context, 2 * count + 1, sizeof(*vertices));
    uint32_t *triangles = tl_alloc_array(context, 9 * count, sizeof(*triangles));
    if (vertices != NULL && triangles != NULL) {
        for (size_t i = 0; i < count; i++) {
            tl_vec2 p = corner_of(source, i, count);
            vertices[2 * i] = (tl_vec3){p.x, p.y, 0.3};
            vertices[2 * i + 1] = (tl_vec3){p.x, p.y, top};
        }
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t a = (uint32_t)(2 * i), b = (uint32_t)(2 * ((i + 1) % count));
            const uint32_t wall[6] = {a, b, b + 1, a, b + 1, a + 1};
            memcpy(triangles + n, wall, sizeof(wall));
            n += 6;
        }
        for (uint32_t i = 1; source->has_disc && i + 1 < count; i++) {
            const uint32_t lid[3] = {1, 2 * i + 1, 2 * i + 3};
            memcpy(triangles + n, lid, sizeof(lid));
            n += 3;
        }
        bool smoke = area->kind->lies == TL_LIES_NONE;
        tl_draw_mesh mesh = {
            .vertices = vertices,
            .vertex_count = 2 * count,
            .triangles = triangles,
            .triangle_count = n / 3,
            .colour = tl_with_alpha(smoke ? tl_rgb(0x8A8F94, 1) : tl_rgb(0x5E7A55, 1), smoke ? 0.38f : 0.16f),
            .style = TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED,
            .key = tl_draw_key(referee->table->terrain[area->terrain].slot)};
        send_mesh(sink, &mesh);
    }
    tl_free(context, vertices);
    tl_free(context, triangles);
}

/* What is only an outline and has neither a body nor a depth rule lies on the ground: roads, water, trenches. */
static void draw_flat(const tl_referee *referee, size_t index, const tl_draw_sink *sink) {
    enum { RIM = 64 };
    static const double ABOVE = 0.4; /* mm, so that the ground doesn't show through */
    const tl_table *table = referee->table;
    tl_context *context = referee->context;
    const tl_document_terrain *source = &table->document->terrain[index];
    const tl_terrain_kind *kind = tl_ruleset_kind(referee->ruleset, source->kind);
    const tl_shape shape = tl_table_terrain_footprint(source);
    double ground = 0;
    if (table->terrain[index].body != NULL || shape.kind == TL_SHAPE_NONE || (kind != NULL && kind->area != NULL) ||
        tl_table_ground_under(table, &shape, true, &ground, NULL, NULL) != TL_OK) {
        return;
    }
    size_t count = source->has_disc ? RIM : source->outline_count;
    bool memory = false;
    tl_vec2 *corners = tl_alloc_array(context, count, sizeof(*corners));
    tl_vec3 *rim = tl_alloc_array(context, count + 1, sizeof(*rim));
    uint32_t *triangles = tl_alloc_array(context, 3 * count, sizeof(*triangles));
    if (corners != NULL && rim != NULL && triangles != NULL) {
        for (size_t i = 0; i <= count; i++) {
            tl_vec2 p = corner_of(source, i, count);
            corners[i % count] = p;
            rim[i] = (tl_vec3){p.x, p.y, ground + ABOVE};
        }
        tl_colour colour = colour_of_kind(referee->ruleset, source->kind);
        if (tl_polygon2_triangulate(context, corners, count, triangles, &memory)) {
            tl_draw_mesh mesh = {.vertices = rim,
                                 .vertex_count = count,
                                 .triangles = triangles,
                                 .triangle_count = count - 2,
                                 .colour = tl_with_alpha(colour, 0.8f),
                                 .style = TL_DRAW_TRANSLUCENT,
                                 .key = tl_draw_key(table->terrain[index].slot)};
            send_mesh(sink, &mesh);
        }
        if (sink->line != NULL) {
            tl_draw_line line = {.points = rim, .count = count + 1, .colour = tl_darker(colour, 0.35f), .width_px = 2};
            sink->line(sink->user, &line);
        }
    }
    tl_free(context, corners);
    tl_free(context, rim);
    tl_free(context, triangles);
}

/* One model: its core in the side's colour, what doesn't count lighter, bases dark. */
static void draw_member(const tl_table *table, size_t index, bool cores, unsigned style, const tl_draw_sink *sink) {
    const tl_placed *placed = &table->members[index];
    const tl_bvh *bvh = placed->body->solid;
    tl_colour side = tl_draw_side_colour(table, tl_table_unit_of(table, index)->side);
    const tl_colour colours[TL_ROLE_COUNT] = {side, tl_lighter(side, cores ? 0.45f : 0.12f),
                                              tl_lighter(side, cores ? 0.6f : 0.25f), tl_rgb(0x4A4A48, 1),
                                              tl_rgb(0xC8D2D8, 1)};
    size_t count = tl_bvh_triangle_count(bvh);
    uint32_t *chosen = tl_alloc_array(table->context, count, sizeof(*chosen));
    for (int role = 0; role < TL_ROLE_COUNT && chosen != NULL; role++) {
        size_t n = 0;
        for (uint32_t t = 0; t < count; t++) {
            tl_role its = tl_bvh_role(bvh, t);
            if ((its == TL_ROLE_PATCH ? TL_ROLE_CORE : its) == (tl_role)role) {
                chosen[n++] = t;
            }
        }
        tl_draw_mesh mesh = mesh_of(bvh, colours[role], style, placed->slot);
        mesh.chosen = chosen;
        mesh.chosen_count = n;
        if (n > 0) {
            send_mesh(sink, &mesh);
        }
    }
    tl_free(table->context, chosen);
}

static bool is_named(const char *id, const char *const *names) {
    for (; names != NULL && *names != NULL; names++) {
        if (strcmp(*names, id) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_outlined(const tl_table *table, size_t member, const char *const *names) {
    return is_named(table->members[member].id, names) || is_named(tl_table_unit_of(table, member)->id, names);
}

static const tl_colour OUTLINE = {1.0f, 0.97f, 0.86f, 1};

/* The border of an area on the ground, a little above it. */
static void outline_area(const tl_table *table, size_t index, const tl_draw_sink *sink) {
    enum { RIM = 64 };
    const tl_document_terrain *source = &table->document->terrain[index];
    size_t count = source->has_disc ? RIM : source->outline_count;
    tl_vec3 *border =
        count > 0 && sink->line != NULL ? tl_alloc_array(table->context, count + 1, sizeof(*border)) : NULL;
    for (size_t i = 0; border != NULL && i <= count; i++) {
        tl_vec2 p = corner_of(source, i, count);
        border[i] = (tl_vec3){p.x, p.y, 1};
    }
    if (border != NULL) {
        const tl_draw_line line = {
            .points = border, .count = count + 1, .colour = OUTLINE, .width_px = 3, .style = TL_DRAW_ON_TOP};
        sink->line(sink->user, &line);
    }
    tl_free(table->context, border);
}

/* Outlines of terrain: the mesh once more, which a renderer that has it takes for its outline alone. */
static void outline_terrain(const tl_table *table, const char *const *names, const tl_draw_sink *sink) {
    for (size_t i = 0; names != NULL && names[0] != NULL && i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (!is_named(placed->id, names)) {
            continue;
        }
        if (placed->body != NULL) {
            tl_draw_mesh mesh =
                mesh_of(placed->body->solid, OUTLINE, TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED, placed->slot);
            send_mesh(sink, &mesh);
        }
        outline_area(table, i, sink);
    }
}

void tl_draw_others(const tl_referee *referee, const uint8_t *left_out, const tl_draw_sink *sink) {
    const tl_table *table = referee->table;
    if (left_out[0] == 0) {
        draw_ground(table, sink);
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (left_out[table->terrain[i].slot] == 0) {
            draw_terrain(table, i, sink);
        }
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (left_out[table->terrain[i].slot] == 0) {
            draw_flat(referee, i, sink);
        }
    }
    for (size_t i = 0; i < referee->area_count; i++) {
        if (left_out[table->terrain[referee->areas[i].terrain].slot] == 0) {
            draw_area(referee, &referee->areas[i], sink);
        }
    }
    for (size_t i = 0; i < table->member_count; i++) {
        if (left_out[table->members[i].slot] == 0) {
            draw_member(table, i, false, 0, sink);
        }
    }
}

void tl_draw_slot(const tl_table *table, size_t slot, tl_colour colour, unsigned style, unsigned roles,
                  const tl_draw_sink *sink) {
    const tl_bvh *bvh = tl_world_get(table->world, slot);
    size_t count = bvh != NULL ? tl_bvh_triangle_count(bvh) : 0, chosen_count = 0;
    uint32_t *chosen = tl_alloc_array(table->context, count, sizeof(*chosen));
    for (uint32_t t = 0; t < count && chosen != NULL; t++) {
        if ((TL_ROLE_BIT(tl_bvh_role(bvh, t)) & roles) != 0) {
            chosen[chosen_count++] = t;
        }
    }
    if (chosen_count > 0) {
        tl_draw_mesh mesh = mesh_of(bvh, colour, style, slot);
        mesh.chosen = chosen;
        mesh.chosen_count = chosen_count;
        send_mesh(sink, &mesh);
    }
    tl_free(table->context, chosen);
}

/* One name for each unit: over its middle, or, where that is far from everybody, over who is nearest to it. */
static tl_vec3 name_place(const tl_table *table, size_t unit) {
    static const double FAR_MM = 60, ABOVE_MM = 8;
    const tl_placed *members = &table->members[table->first_member[unit]];
    size_t count = table->document->units[unit].member_count, nearest = 0;
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_union(box, members[i].body->box);
    }
    tl_vec3 at = tl_box3_centre(box);
    double best = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double away = tl_length2(tl_sub2(tl_plan(tl_box3_centre(members[i].body->box)), tl_plan(at)));
        nearest = away < best ? i : nearest;
        best = tl_min(best, away);
    }
    if (best > FAR_MM) {
        box = members[nearest].body->box;
        at = tl_box3_centre(box);
    }
    at.z = box.high.z + ABOVE_MM;
    return at;
}

static bool is_wanted(const tl_scene_drawing *d, const char *id) {
    return !is_named(id, d->except) && (d->only == NULL || is_named(id, d->only));
}

/* Ground, terrain and areas. */
static void draw_lasting(const tl_referee *referee, const tl_scene_drawing *d, const tl_draw_sink *sink) {
    const tl_table *table = referee->table;
    if (d->only == NULL) {
        draw_ground(table, sink);
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (is_wanted(d, table->terrain[i].id)) {
            draw_terrain(table, i, sink);
        }
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (is_wanted(d, table->terrain[i].id)) {
            draw_flat(referee, i, sink);
        }
    }
    for (size_t i = 0; i < referee->area_count; i++) {
        if (is_wanted(d, table->terrain[referee->areas[i].terrain].id)) {
            draw_area(referee, &referee->areas[i], sink);
        }
    }
}

/* Models; by night those on whom a light falls as by day. */
static void draw_members(const tl_referee *referee, const tl_scene_drawing *d, const tl_draw_sink *sink) {
    const tl_table *table = referee->table;
    tl_draw_dark dark;
    tl_draw_sink made;
    const tl_draw_sink *unlit = tl_draw_in_the_dark(table, sink, true, &dark, &made);
    for (size_t i = 0; i < table->member_count; i++) {
        const char *id = table->members[i].id;
        bool lit = tl_table_member(table, i)->lit;
        if (is_wanted(d, id) && (d->without == NULL || strcmp(id, d->without) != 0)) {
            unsigned style = is_outlined(table, i, d->outlined) ? TL_DRAW_OUTLINED : 0;
            draw_member(table, i, d->cores, style, lit ? sink : unlit);
            if (lit) {
                tl_draw_light(referee, i, sink);
            }
        }
    }
}

static void draw_names(const tl_table *table, const tl_draw_sink *sink) {
    for (size_t u = 0; u < table->document->unit_count && sink->label != NULL; u++) {
        const tl_document_unit *unit = &table->document->units[u];
        tl_vec3 at = name_place(table, u);
        tl_draw_label label = {
            .at = at, .text = unit->name, .colour = tl_draw_side_colour(table, unit->side), .size = 1};
        sink->label(sink->user, &label);
    }
}

void tl_draw_table(const tl_referee *referee, const tl_scene_drawing *drawing, const tl_draw_sink *sink) {
    static const tl_scene_drawing standard = {0};
    const tl_table *table = referee->table;
    const tl_scene_drawing *d = drawing != NULL ? drawing : &standard;
    tl_draw_dark dark;
    tl_draw_sink made;
    if (!d->no_terrain) {
        draw_lasting(referee, d, tl_draw_in_the_dark(table, sink, false, &dark, &made));
    }
    if (d->zones || (!d->no_terrain && d->only == NULL && table->document->scenario.deploying)) {
        tl_draw_zones(referee, sink);
    }
    if (d->zones) {
        tl_draw_objectives(referee, sink);
    }
    if (d->no_members) {
        return;
    }
    outline_terrain(table, d->outlined, sink);
    draw_members(referee, d, sink);
    if (d->labels) {
        draw_names(table, sink);
    }
}
