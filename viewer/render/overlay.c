/* overlay.c: gathers plates and letters, as pairs of triangles, for one draw call. */
#include "render/overlay.h"

#include "camera/space.h"
#include "report.h"

#include <stdlib.h>

static void to_bytes(uint8_t out[4], tl_colour c) {
    const float v[4] = {c.r, c.g, c.b, c.a};
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)lrintf(glm_clamp_zo(v[i]) * 255);
    }
}

/* Two triangles; corner i has x from bit 0, y from bit 1. */
static void add_quad(tlv_overlay *overlay, const tlv_plate_vertex corner[4]) {
    if (!tlv_reserve((void **)&overlay->vertices, &overlay->capacity, overlay->count + 6, sizeof(*overlay->vertices))) {
        overlay->failed = true;
        return;
    }
    const int order[6] = {0, 1, 2, 2, 1, 3};
    for (int i = 0; i < 6; i++) {
        overlay->vertices[overlay->count++] = corner[order[i]];
    }
}

void tlv_overlay_plate(tlv_overlay *overlay, double x, double y, double width, double height, double radius,
                       tl_colour colour, double border, tl_colour border_colour) {
    tlv_plate_vertex corner[4];
    double hx = 0.5 * width, hy = 0.5 * height;
    for (int i = 0; i < 4; i++) {
        /* One pixel more on each side for the soft edge. */
        double dx = (i & 1 ? 1 : -1) * (hx + 1), dy = (i & 2 ? 1 : -1) * (hy + 1);
        corner[i] = (tlv_plate_vertex){{(float)(x + hx + dx), (float)(y + hy + dy)},
                                       {(float)dx, (float)dy, (float)hx, (float)hy},
                                       {(float)fmin(radius, fmin(hx, hy)), (float)border},
                                       {0},
                                       {0}};
        to_bytes(corner[i].colour, colour);
        to_bytes(corner[i].border, border_colour);
    }
    add_quad(overlay, corner);
}

typedef struct glyph_user {
    tlv_overlay *overlay;
    tl_colour colour;
} glyph_user;

static void add_glyph(void *user, const tlv_glyph *glyph) {
    const glyph_user *u = user;
    tlv_plate_vertex corner[4];
    for (int i = 0; i < 4; i++) {
        int dx = i & 1 ? glyph->width : 0, dy = i & 2 ? glyph->height : 0;
        corner[i] = (tlv_plate_vertex){{(float)(glyph->x + dx), (float)(glyph->y + dy)},
                                       {(float)(glyph->atlas_x + dx), (float)(glyph->atlas_y + dy), 0, 0},
                                       {-1, 0},
                                       {0},
                                       {0}};
        to_bytes(corner[i].colour, u->colour);
    }
    add_quad(u->overlay, corner);
}

double tlv_overlay_text(tlv_overlay *overlay, bool bold, int px, const char *utf8, size_t bytes, double x, double y,
                        tl_colour colour) {
    glyph_user user = {overlay, colour};
    return tlv_text_lay(overlay->text, bold, px, utf8, bytes, x, y, add_glyph, &user);
}
