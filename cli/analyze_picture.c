/* analyze_picture.c: a map over the table seen from above, with its scale beside it. */
#include "analyze.h"

#ifdef TRUELINE_PICTURES
#include "heat.h"
#include "viewer/picture.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS = 5 };

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
    cli_heat_scale scale;
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

static void draw_ticks(const sheet *s, const tl_draw_sink *sink) {
    double right = scale_left(s) + (SCALE_WIDTH + 0.03) * (s->table.high.x - s->table.low.x);
    for (int i = 0; i < TICKS; i++) {
        char text[32];
        double value = s->scale.most * i / (TICKS - 1);
        if (!s->in_mm) {
            snprintf(text, sizeof(text), "%.0f %%", 100 * value);
        } else if (s->inch) {
            snprintf(text, sizeof(text), "%.1f\"", value / 25.4);
        } else {
            snprintf(text, sizeof(text), "%.0f cm", value / 10);
        }
        tl_draw_label label = {.at = {right, scale_height(s, (double)i / (TICKS - 1)), s->table.high.z},
                               .text = text,
                               .colour = {0.1F, 0.1F, 0.1F, 1},
                               .size = 0.9F,
                               .style = TL_DRAW_ON_TOP};
        sink->label(sink->user, &label);
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
    cli_plan_view view = {corner.x, corner.y, (along.x - corner.x) / 1000};
    cli_pixels pixels = {rgba, s->width, s->height};
    cli_heat_paint(&pixels, &view, s->map, &s->scale);
    double top = view.y0 - view.scale * scale_height(s, 1), bottom = view.y0 - view.scale * scale_height(s, 0);
    cli_heat_bar(&pixels, (int)(view.x0 + view.scale * scale_left(s)), (int)top,
                 (int)(view.scale * SCALE_WIDTH * (s->table.high.x - s->table.low.x)), (int)(bottom - top));
    return TL_OK;
}

/* Shares run to all, lengths to the longest that is likely. */
static void choose_scale(sheet *s) {
    tl_board_summary summary = tl_board_map_summary(s->map);
    const char *json = tl_board_map_json(s->map);
    bool view = strstr(json, "\"map\":\"fov\"") != NULL || strstr(json, "\"map\":\"dead\"") != NULL ||
                strstr(json, "\"map\":\"cover\"") != NULL;
    s->in_mm = summary.in_mm;
    s->inch = strcmp(tl_scene_units(s->scene), "inch") == 0;
    s->scale = (cli_heat_scale){.most = 1, .gradual = !view};
    if (summary.in_mm) {
        s->scale.most = 10;
        for (size_t i = 0; i < summary.columns * summary.rows; i++) {
            tl_board_cell cell = tl_board_map_cell(s->map, i % summary.columns, i / summary.columns);
            s->scale.most = cell.standing && cell.estimate > s->scale.most ? cell.estimate : s->scale.most;
        }
    }
}

tl_status cli_analyze_picture(const tl_scene *scene, const tl_board_map *map, const char *path, int width, int height,
                              tl_error *error) {
    sheet s = {.scene = scene, .map = map, .width = width, .height = height, .table = tl_scene_box(scene)};
    uint8_t *rgba = malloc(4 * (size_t)width * (size_t)height);
    tl_status status = TL_OK;
    choose_scale(&s);
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
    error->status = TL_ERROR_UNSUPPORTED;
    snprintf(error->message, sizeof(error->message), "this program was built without pictures");
    snprintf(error->remedy, sizeof(error->remedy), "build it with TRUELINE_VIEWER=ON, or leave -o out");
    return error->status;
}

#endif
