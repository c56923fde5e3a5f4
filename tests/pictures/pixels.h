/* pixels.h: pictures as pixels, for tests of pictures. */
#ifndef TL_TESTS_PIXELS_H
#define TL_TESTS_PIXELS_H

#include "support/assert_geom.h"

#include "viewer/picture.h"

static const tl_colour GREY = {0.72f, 0.71f, 0.69f, 1};
/* One millimetre a pixel, y up, the picture's centre at (400, 400). */
static const tlv_camera PLAN = {{400, 400, 500}, {400, 400, 0}, {0, 1, 0}, 0, 800};

typedef struct picture {
    int width, height;
    uint8_t *pixels;
} picture;

/* A renderer, or a skipped test; NULL never comes back. */
tlv_renderer *pixels_renderer(int width, int height, int samples);
/* What was fed since; the caller frees its pixels. */
picture pixels_draw(tlv_renderer *renderer, int width, int height, const tlv_camera *camera, const tlv_style *style);
const uint8_t *pixels_at(picture p, double x, double y);
/* The pixel where a point of the world was drawn. */
const uint8_t *pixels_of(const tlv_renderer *renderer, picture p, tl_vec3 point);
double pixels_brightness(const uint8_t *pixel);
/* By how much the channel that differs most differs, 0 to 1. */
double pixels_unlike(const uint8_t *pixel, tl_colour c);
/* Things to draw: the ground from (0, 0), and a box that stands on it. */
void pixels_ground(const tl_draw_sink *sink, double width, double depth);
void pixels_box(const tl_draw_sink *sink, double x, double y, double wide, double high, tl_colour colour,
                unsigned style, uint32_t key);

#endif
