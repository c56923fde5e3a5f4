/* firing_picture.c: firing positions over the table, seen from above, near the model that moves. */
#include "analyze.h"

#ifdef TRUELINE_PICTURES
#include "viewer/picture.h"

#include <trueline/words.h>

#include <stdlib.h>
#include <string.h>

enum { CAPTIONS = 8 };

/* The ground within reach, with room round it so that it shows where on the table that is. */
static tl_box3 box_of(const tl_scene *scene, const tl_firing *firing) {
    tl_firing_summary s = tl_firing_figures(firing);
    tl_box3 box = tl_scene_box(scene);
    double x1 = s.x0 + s.cell_mm * (double)s.columns, y1 = s.y0 + s.cell_mm * (double)s.rows;
    double room = 0.35 * ((x1 - s.x0) + (y1 - s.y0));
    box.low.x = box.low.x > s.x0 - room ? box.low.x : s.x0 - room;
    box.low.y = box.low.y > s.y0 - room ? box.low.y : s.y0 - room;
    box.high.x = box.high.x < x1 + room ? box.high.x : x1 + room;
    box.high.y = box.high.y < y1 + room ? box.high.y : y1 + room;
    return box;
}

tl_status cli_firing_picture(const tl_scene *scene, const tl_firing *firing, const char *path, int width, int height,
                             const char *language, tl_error *error) {
    uint8_t *rgba = malloc(4 * (size_t)width * (size_t)height);
    tlv_renderer *renderer = NULL;
    tlv_style style = {.title = tl_scene_name(scene)};
    char words[4096];
    int count = 0;
    if (rgba == NULL) {
        error->status = TL_ERROR_MEMORY;
        snprintf(error->message, sizeof(error->message), "there is not enough memory for the picture");
        return error->status;
    }
    snprintf(words, sizeof(words), "%s", tl_firing_caption(firing));
    for (char *line = strtok(words, "\n"); line != NULL && count < CAPTIONS; line = strtok(NULL, "\n")) {
        style.captions[count++] = line;
        if (count == 1) {
            style.captions[count++] = tl_words_find(language, "map.firing.legend");
        }
    }
    tl_status status = tlv_renderer_create_offscreen(width, height, 4, &renderer, error);
    if (status == TL_OK) {
        tlv_renderer_begin(renderer);
        tl_draw_sink sink = tlv_renderer_sink(renderer);
        const tl_scene_drawing drawing = TL_SCENE_DRAWING_INIT;
        status = tl_scene_draw(scene, &drawing, &sink, error);
        status = status == TL_OK ? tl_firing_draw(firing, &sink, error) : status;
        tlv_camera camera = tlv_camera_top(box_of(scene, firing), tlv_renderer_aspect(renderer, &style));
        status = status == TL_OK ? tlv_renderer_draw(renderer, &camera, &style, error) : status;
    }
    status = status == TL_OK ? tlv_renderer_read(renderer, rgba, error) : status;
    status = status == TL_OK ? tlv_picture_save_png(path, rgba, width, height, error) : status;
    tlv_renderer_destroy(renderer);
    free(rgba);
    return status;
}

#else

tl_status cli_firing_picture(const tl_scene *scene, const tl_firing *firing, const char *path, int width, int height,
                             const char *language, tl_error *error) {
    (void)scene, (void)firing, (void)path, (void)width, (void)height, (void)language;
    return cli_pictures_check(error);
}

#endif
