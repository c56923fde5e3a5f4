/* analyze_picture.c: a map over the table seen from above, with its scale beside it. */
#include "analyze.h"

#ifdef TRUELINE_PICTURES
#include "heat.h"
#include "viewer/picture.h"

#include <trueline/words.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the scale stands, beside the table: share of the table's width. */
#define SCALE_GAP   0.05
#define SCALE_WIDTH 0.025
#define SCALE_ROOM  0.14
#define SWATCH_GAP  0.025 /* the striped field below the scale: shares of the table's depth */
#define SWATCH_SIZE 0.06

enum { LINES = 3 };

typedef struct sheet {
    const tl_scene *scene;
    const tl_board_map *map;
    tlv_renderer *renderer;
    int width, height;
    tl_box3 table;
    double most; /* at the light end of the scale */
    bool in_mm, inch;
    const char *language;
    char lines[LINES][512];
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
    char text[64], number[TL_WORDS_LENGTH];
    double shown = s->in_mm ? value / (s->inch ? 25.4 : 10) : 100 * value;
    bool more = value == s->most && strcmp(tl_board_map_name(s->map), "height") == 0; /* and what is taller */
    tl_words_number(s->language, shown, fabs(shown - round(shown)) < 0.05 ? 0 : 1, number);
    snprintf(text, sizeof(text), "%s%s%s", more ? "≥ " : "", number, !s->in_mm ? " %" : s->inch ? "\"" : " cm");
    const tl_vec3 ends[2] = {{right, y, z}, {right + 0.008 * width, y, z}};
    const tl_draw_line line = {
        .points = ends, .count = 2, .colour = {0.1F, 0.1F, 0.1F, 1}, .width_px = 1.5F, .style = TL_DRAW_ON_TOP};
    sink->line(sink->user, &line);
    const tl_draw_label label = {
        .at = {right + 0.01 * width, y, z}, .text = text, .size = 0.9F, .style = TL_DRAW_ON_TOP | TL_DRAW_HERE};
    sink->label(sink->user, &label);
}

static double swatch_height(const sheet *s, double share) {
    return scale_height(s, 0) - (SWATCH_GAP + SWATCH_SIZE * (1 - share)) * (s->table.high.y - s->table.low.y);
}

/* Beside the striped field: what stripes stand for, in the word that the line below has for them. */
static void name_swatch(const sheet *s, const tl_draw_sink *sink) {
    double width = s->table.high.x - s->table.low.x;
    const tl_draw_label label = {
        .at = {scale_left(s) + (SCALE_WIDTH + 0.01) * width, swatch_height(s, 0.5), s->table.high.z},
        .text = tl_words_find(s->language, "map.legend.between"),
        .size = 0.9F,
        .style = TL_DRAW_ON_TOP | TL_DRAW_HERE};
    sink->label(sink->user, &label);
}

/* What light, dark and stripes mean on this map. */
static void put_legend(sheet *s, char *line, size_t size) {
    static const char *const legends[][2] = {
        {"fov", "map.legend.fov"},         {"dead", "map.legend.dead"},     {"exposure", "map.legend.exposure"},
        {"height", "map.legend.height"},   {"cover", "map.legend.cover"},   {"mutual", "map.legend.mutual"},
        {"nearest", "map.legend.nearest"}, {"length", "map.legend.length"},
    };
    size_t used = 0;
    for (size_t i = 0; i < sizeof(legends) / sizeof(legends[0]); i++) {
        if (strcmp(legends[i][0], tl_board_map_name(s->map)) == 0) {
            used = (size_t)snprintf(line, size, "%s ", tl_words_find(s->language, legends[i][1]));
        }
    }
    snprintf(line + used, size - used, "%s", tl_words_find(s->language, "map.legend"));
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
    for (char *line = strtok(words, "\n"); line != NULL && count < LINES - 1; line = strtok(NULL, "\n")) {
        snprintf(s->lines[count], sizeof(s->lines[count]), "%s", line);
        count++;
    }
    put_legend(s, s->lines[count], sizeof(s->lines[count]));
    for (int i = 0; i <= count; i++) {
        style.captions[i] = s->lines[i];
    }
    tlv_renderer_begin(s->renderer);
    tl_draw_sink sink = tlv_renderer_sink(s->renderer);
    tl_scene_drawing drawing = {.struct_size = sizeof(tl_scene_drawing), .labels = true};
    tl_status status = tl_scene_draw(s->scene, &drawing, &sink, error);
    status = status == TL_OK ? tl_board_map_draw(s->map, &sink, error) : status;
    draw_ticks(s, &sink);
    name_swatch(s, &sink);
    tl_box3 box = s->table;
    box.high.x += SCALE_ROOM * (box.high.x - box.low.x);
    tlv_camera camera = tlv_camera_top(box, tlv_renderer_aspect(s->renderer, &style));
    return status == TL_OK ? tlv_renderer_draw(s->renderer, &camera, &style, error) : status;
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
    int left = (int)(corner.x + mm * scale_left(s));
    int wide = (int)(mm * SCALE_WIDTH * (s->table.high.x - s->table.low.x));
    cli_heat_bar(&pixels, left, (int)top, wide, (int)(bottom - top));
    top = corner.y - mm * swatch_height(s, 1), bottom = corner.y - mm * swatch_height(s, 0);
    cli_heat_stripes(&pixels, left, (int)top, wide, (int)(bottom - top));
    return TL_OK;
}

tl_status cli_analyze_picture(const tl_scene *scene, const tl_board_map *map, const char *path, int width, int height,
                              const char *language, tl_error *error) {
    sheet s = {.scene = scene, .map = map, .width = width, .height = height, .table = tl_scene_box(scene)};
    s.language = language;
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
                              const char *language, tl_error *error) {
    (void)scene, (void)map, (void)path, (void)width, (void)height, (void)language;
    return cli_pictures_check(error);
}

#endif
