/* analyze_picture.c: a map over the table seen from above, with its scale beside it. */
#include "analyze.h"

#ifdef TRUELINE_PICTURES
#include "heat.h"
#include "viewer/picture.h"

#include <stdlib.h>
#include <string.h>

/* Where the scale stands, beside the table: share of the table's width. */
#define SCALE_GAP   0.05
#define SCALE_WIDTH 0.025
#define SCALE_ROOM  0.14

typedef struct sheet {
    const tl_scene *scene;
    const tl_board_map *map;
    tlv_renderer *renderer;
    int width, height;
    tl_box3 table;
    double most; /* at the light end of the scale */
    bool in_mm, inch;
    char lines[2][512];
} sheet;

static double scale_left(const sheet *s) {
    return s->table.high.x + SCALE_GAP * (s->table.high.x - s->table.low.x);
}

static double scale_height(const sheet *s, double share) {
    double depth = s->table.high.y - s->table.low.y;
    return s->table.low.y + (0.1 + 0.8 * share) * depth;
}

static void draw_tick(const sheet *s, double value, const tl_draw_sink *sink) {
    double width = s->table.high.x - s->table.low.x, right = scale_left(s) + SCALE_WIDTH * width;
    double y = scale_height(s, value / s->most), z = s->table.high.z;
    char text[32];
    if (!s->in_mm) {
        snprintf(text, sizeof(text), "%.0f %%", 100 * value);
    } else if (s->inch) {
        snprintf(text, sizeof(text), "%.3g\"", value / 25.4);
    } else {
        snprintf(text, sizeof(text), "%.3g cm", value / 10);
    }
    const tl_vec3 ends[2] = {{right, y, z}, {right + 0.008 * width, y, z}};
    const tl_draw_line line = {
        .points = ends, .count = 2, .colour = {0.1F, 0.1F, 0.1F, 1}, .width_px = 1.5F, .style = TL_DRAW_ON_TOP};
    sink->line(sink->user, &line);
    const tl_draw_label label = {.at = {right + 0.035 * width, y, z},
                                 .text = text,
                                 .colour = {0.1F, 0.1F, 0.1F, 1},
                                 .size = 0.9F,
                                 .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* The ends of the scale, and the values that lines of the map stand for. */
static void draw_ticks(const sheet *s, const tl_draw_sink *sink) {
    double values[TL_BOARD_CONTOURS];
    size_t count = tl_board_map_contours(s->map, values);
    draw_tick(s, 0, sink);
    draw_tick(s, s->most, sink);
    for (size_t i = 0; i < count; i++) {
        if (values[i] < 0.95 * s->most) { /* else it would be written into the end's */
            draw_tick(s, values[i], sink);
        }
    }
}

static tl_status draw_table(sheet *s, tl_error *error) {
    tlv_style style = {.title = tl_scene_name(s->scene)};
    int count = 0;
    char words[1024];
    snprintf(words, sizeof(words), "%s", tl_board_map_text(s->map));
    for (char *line = strtok(words, "\n"); line != NULL && count < 2; line = strtok(NULL, "\n")) {
        snprintf(s->lines[count], sizeof(s->lines[count]), "%s", line);
        style.captions[count] = s->lines[count];
        count++;
    }
    tlv_renderer_begin(s->renderer);
    tl_draw_sink sink = tlv_renderer_sink(s->renderer);
    tl_scene_drawing drawing = {.labels = true};
    tl_scene_draw(s->scene, &drawing, &sink);
    tl_board_map_draw(s->map, &sink);
    draw_ticks(s, &sink);
    tl_box3 box = s->table;
    box.high.x += SCALE_ROOM * (box.high.x - box.low.x);
    tlv_camera camera = tlv_camera_top(box, tlv_renderer_aspect(s->renderer, &style));
    return tlv_renderer_draw(s->renderer, &camera, &style, error);
}

static tl_status paint(const sheet *s, uint8_t *rgba, tl_error *error) {
    tl_status status = tlv_renderer_read(s->renderer, rgba, error);
    tl_vec2 corner, along;
    if (status != TL_OK || !tlv_renderer_project(s->renderer, (tl_vec3){0, 0, 0}, &corner) ||
        !tlv_renderer_project(s->renderer, (tl_vec3){1000, 0, 0}, &along)) {
        return status;
    }
    double mm = (along.x - corner.x) / 1000; /* pixels to one */
    double top = corner.y - mm * scale_height(s, 1), bottom = corner.y - mm * scale_height(s, 0);
    cli_pixels pixels = {rgba, s->width, s->height};
    cli_heat_bar(&pixels, (int)(corner.x + mm * scale_left(s)), (int)top,
                 (int)(mm * SCALE_WIDTH * (s->table.high.x - s->table.low.x)), (int)(bottom - top));
    return TL_OK;
}

tl_status cli_analyze_picture(const tl_scene *scene, const tl_board_map *map, const char *path, int width, int height,
                              tl_error *error) {
    sheet s = {.scene = scene, .map = map, .width = width, .height = height, .table = tl_scene_box(scene)};
    uint8_t *rgba = malloc(4 * (size_t)width * (size_t)height);
    tl_status status = TL_OK;
    s.in_mm = tl_board_map_summary(map).in_mm;
    s.inch = strcmp(tl_scene_units(scene), "inch") == 0;
    s.most = tl_board_map_scale(map);
    if (rgba == NULL) {
        error->status = TL_ERROR_MEMORY;
        snprintf(error->message, sizeof(error->message), "there is not enough memory for the picture");
        return error->status;
    }
    status = tlv_renderer_create_offscreen(width, height, 4, &s.renderer, error);
    if (status == TL_OK) {
        status = draw_table(&s, error);
    }
    if (status == TL_OK) {
        status = paint(&s, rgba, error);
    }
    if (status == TL_OK) {
        status = tlv_picture_save_png(path, rgba, width, height, error);
    }
    tlv_renderer_destroy(s.renderer);
    free(rgba);
    return status;
}

#else

tl_status cli_analyze_picture(const tl_scene *scene, const tl_board_map *map, const char *path, int width, int height,
                              tl_error *error) {
    (void)scene;
    (void)map;
    (void)path;
    (void)width;
    (void)height;
    return cli_pictures_check(error);
}

#endif
