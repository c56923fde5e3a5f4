/* panels.h: drawing what panels handed over (flat.h), and the pictures that they show. */
#ifndef TLV_RENDER_PANELS_H
#define TLV_RENDER_PANELS_H

#include "flat.h"
#include "render/gl.h"

typedef struct tlv_panels {
    GLuint program, array, vertices, indices, letters, kept[TLV_KEPT];
    int kept_width[TLV_KEPT], kept_height[TLV_KEPT];
    unsigned letters_version;
} tlv_panels;

tl_status tlv_panels_create(tlv_panels *panels, tl_error *error);
void tlv_panels_destroy(tlv_panels *panels);
/* Over the framebuffer that is bound, `width` by `height` pixels. */
void tlv_panels_draw(tlv_panels *panels, const tlv_flat *flat, int width, int height);
/* Copies a rectangle of the framebuffer that is bound for reading, OpenGL's way up, into a slot. */
void tlv_panels_keep(tlv_panels *panels, int slot, int x, int y, int width, int height);
/* The same from memory: rows from the top, 4 bytes a pixel. */
void tlv_panels_put(tlv_panels *panels, int slot, const uint8_t *rgba, int width, int height);

#endif
