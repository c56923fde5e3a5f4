/* draw_asset.c: draws a model's mesh role by role, each in its colour. */
#include "draw/draw_asset.h"
#include "draw/colours.h"

#include "body/tessellate.h"

tl_colour tl_draw_role_colour(tl_role role) {
    const tl_colour colours[TL_ROLE_COUNT] = {TL_COLOUR_BLUE, TL_COLOUR_GREEN, TL_COLOUR_ORANGE, tl_rgb(0x4A4A48, 1),
                                              TL_COLOUR_SKY};
    return colours[role == TL_ROLE_PATCH ? TL_ROLE_CORE : role];
}

static void send(const tl_mesh *mesh, tl_colour colour, unsigned style, uint32_t key, const tl_draw_sink *sink) {
    const tl_draw_mesh drawn = {.vertices = mesh->vertices,
                                .vertex_count = mesh->vertex_count,
                                .triangles = mesh->triangles,
                                .triangle_count = mesh->triangle_count,
                                .colour = colour,
                                .style = style,
                                .key = key};
    if (mesh->triangle_count > 0 && sink->mesh != NULL) {
        sink->mesh(sink->user, &drawn);
    }
}

static bool draw_base(const tl_model *model, const tl_draw_sink *sink) {
    if (model->base.kind == TL_SHAPE_NONE) {
        return true;
    }
    tl_mesh *made = tl_mesh_create(model->context);
    bool room = made != NULL && tl_shape_tessellate(&model->base, "base", TL_ROLE_BASE, made, NULL) == TL_OK;
    if (room) {
        send(made, tl_with_alpha(tl_draw_role_colour(TL_ROLE_BASE), 0.3F), TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED,
             2 * TL_ROLE_COUNT, sink);
    }
    tl_mesh_destroy(made);
    return room;
}

bool tl_draw_asset(const tl_model *model, const tl_body_cut *cuts, size_t cut_count, const tl_draw_sink *sink) {
    tl_mesh *into[TL_ROLE_COUNT] = {NULL};
    bool room = true;
    for (int role = 0; role < TL_ROLE_COUNT && room; role++) {
        into[role] = tl_mesh_create(model->context);
        room = into[role] != NULL;
    }
    for (size_t i = 0; i < model->mesh->triangle_count && room; i++) {
        tl_role role = model->roles[i] == TL_ROLE_PATCH ? TL_ROLE_CORE : (tl_role)model->roles[i];
        bool cut = cut_count > 0 && role != TL_ROLE_BASE;
        /* what stays base because it lies in the base, and what cuts make base, look the same */
        room = tl_cuts_split(model->mesh, i, cut ? TL_ROLE_CORE : role, cuts, cut ? cut_count : 0, into);
    }
    for (int role = 0; role < TL_ROLE_COUNT && room; role++) {
        send(into[role], tl_draw_role_colour((tl_role)role), TL_DRAW_SOLID, 1 + (uint32_t)role, sink);
    }
    if (room && model->core_shape.kind != TL_SHAPE_NONE && !model->core_physical) {
        send(model->core, tl_with_alpha(tl_draw_role_colour(TL_ROLE_CORE), 0.35F),
             TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED, 2 * TL_ROLE_COUNT + 1, sink);
    }
    room = room && draw_base(model, sink);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        tl_mesh_destroy(into[role]);
    }
    return room;
}
