/* pixels.c: draws pictures for tests, and reads colours, brightness and differences from them. */
#include "pictures/pixels.h"

#include "pictures/demo_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tlv_renderer *pixels_renderer(int width, int height, int samples) {
    tlv_renderer *renderer;
    tl_error error = {0};
    tl_status status = tlv_renderer_create_offscreen(width, height, samples, &renderer, &error);
    if (status == TL_ERROR_UNSUPPORTED) {
        fprintf(stderr, "SKIPPED: %s; %s\n", error.message, error.remedy);
        assert_true(strlen(error.remedy) > 0);
        skip();
    }
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
    tlv_renderer_begin(renderer);
    return renderer;
}

picture pixels_draw(tlv_renderer *renderer, int width, int height, const tlv_camera *camera, const tlv_style *style) {
    tl_error error = {0};
    picture p = {width, height, malloc(4 * (size_t)width * (size_t)height)};
    assert_non_null(p.pixels);
    if (tlv_renderer_draw(renderer, camera, style, &error) != TL_OK ||
        tlv_renderer_read(renderer, p.pixels, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return p;
}

const uint8_t *pixels_at(picture p, double x, double y) {
    int i = (int)floor(x), j = (int)floor(y);
    assert_true(i >= 0 && j >= 0 && i < p.width && j < p.height);
    return p.pixels + 4 * ((size_t)j * (size_t)p.width + (size_t)i);
}

const uint8_t *pixels_of(const tlv_renderer *renderer, picture p, tl_vec3 point) {
    tl_vec2 at;
    assert_true(tlv_renderer_project(renderer, point, &at));
    return pixels_at(p, at.x, at.y);
}

double pixels_brightness(const uint8_t *pixel) {
    return (pixel[0] + pixel[1] + pixel[2]) / 3.0;
}

double pixels_unlike(const uint8_t *pixel, tl_colour c) {
    return fmax(fmax(fabs(pixel[0] / 255.0 - (double)c.r), fabs(pixel[1] / 255.0 - (double)c.g)),
                fabs(pixel[2] / 255.0 - (double)c.b));
}

void pixels_ground(const tl_draw_sink *sink, double width, double depth) {
    const tl_vec3 corners[4] = {{0, 0, 0}, {width, 0, 0}, {width, depth, 0}, {0, depth, 0}};
    const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    tl_draw_mesh mesh = {.vertices = corners,
                         .vertex_count = 4,
                         .triangles = two,
                         .triangle_count = 2,
                         .colour = GREY,
                         .style = TL_DRAW_GROUND,
                         .key = 1};
    sink->mesh(sink->user, &mesh);
}

void pixels_box(const tl_draw_sink *sink, double x, double y, double wide, double high, tl_colour colour,
                unsigned style, uint32_t key) {
    demo_box(sink, (tl_vec3){x, y, 0}, (tl_vec3){x + wide, y + wide, high}, (tl_vec3){x, y, 0}, 0, colour, style, key);
}
