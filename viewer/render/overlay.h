/* overlay.h: what lies flat on the picture (plates and letters), gathered for one draw call. No OpenGL here. */
#ifndef TLV_OVERLAY_H
#define TLV_OVERLAY_H

#include "picture.h"
#include "render/text.h"

typedef struct tlv_plate_vertex {
    float pixel[2];
    float shape[4];
    float form[2];
    uint8_t colour[4], border[4];
} tlv_plate_vertex;

typedef struct tlv_overlay {
    tlv_text *text; /* borrowed */
    tlv_plate_vertex *vertices;
    size_t count, capacity;
    bool failed;
} tlv_overlay;

/* A rectangle with round corners; `border` pixels of its inside are in another colour. */
void tlv_overlay_plate(tlv_overlay *overlay, double x, double y, double width, double height, double radius,
                       tl_colour colour, double border, tl_colour border_colour);
/* One line of text from (x, baseline y); returns its width. */
double tlv_overlay_text(tlv_overlay *overlay, bool bold, int px, const char *utf8, size_t bytes, double x, double y,
                        tl_colour colour);

/* Title, captions, verdict and scale bar: what of the picture they leave to the view, and drawing them. */
tlv_rect tlv_chrome_safe(tlv_text *text, int width, int height, const tlv_style *style);
/* The part of the picture that is left to insets; empty when the style wants none. */
tlv_rect tlv_chrome_insets(tlv_text *text, int width, int height, const tlv_style *style);
/* `pixels_per_mm` 0: no scale bar. */
void tlv_chrome_draw(tlv_overlay *overlay, int width, int height, const tlv_style *style, double pixels_per_mm);
/* The frame of an inset and its title; both lie over the inset's edge. */
void tlv_chrome_inset(tlv_overlay *overlay, tlv_rect rect, int picture_height, const tlv_style *style);
/* How large letters and lines are: 1 for 1280 x 800. */
double tlv_chrome_scale(int width, int height, const tlv_style *style);

#endif
