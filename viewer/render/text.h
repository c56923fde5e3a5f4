/* text.h: letters of DejaVu Sans, rasterised once per size into one atlas, and laid out. No OpenGL here. */
#ifndef TLV_TEXT_H
#define TLV_TEXT_H

#include <trueline/base.h>

typedef struct tlv_text tlv_text;

/* Errors as tlv_fonts_read. */
tl_status tlv_text_create(tlv_text **text, tl_error *error);
void tlv_text_destroy(tlv_text *text);

/* One letter to draw: a rectangle of the picture (pixels, y down) and its corner in the atlas. */
typedef struct tlv_glyph {
    int x, y, width, height;
    int atlas_x, atlas_y;
} tlv_glyph;

/* Lays out one line from (x, baseline y), at most `bytes` of `text`; calls `draw` for each letter that has ink (NULL:
 * measures only). Returns the advance in pixels. Letters that the font lacks become a box. */
typedef void tlv_draw_glyph(void *user, const tlv_glyph *glyph);
double tlv_text_lay(tlv_text *text, bool bold, int px, const char *utf8, size_t bytes, double x, double y,
                    tlv_draw_glyph *draw, void *user);

/* Before a picture: forgets the letters of earlier ones when there are many, so that there is always room. */
void tlv_text_refresh(tlv_text *text);

/* The next picture gets the atlas whole: its last reader lost it. */
void tlv_text_forget(tlv_text *text);

/* The atlas: one byte a pixel. `changed` is set when it differs from the last call. */
const uint8_t *tlv_text_atlas(tlv_text *text, int *size, bool *changed);

#endif
