/* findings_picture.c: what was found out about a board, drawn over the table seen from above. */
#include "analyze.h"

#ifdef TRUELINE_PICTURES
#include "viewer/picture.h"

#include <trueline/words.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CAPTIONS = 4 };

/* Okabe-Ito: told apart by all eyes. */
static const tl_colour colours[] = {
    [TL_BOARD_MARK_ZONE_A] = {0.00F, 0.45F, 0.70F, 1},   [TL_BOARD_MARK_ZONE_B] = {0.84F, 0.37F, 0.00F, 1},
    [TL_BOARD_MARK_LANE] = {0.94F, 0.89F, 0.26F, 0.45F}, [TL_BOARD_MARK_GAP] = {0.00F, 0.62F, 0.45F, 1},
    [TL_BOARD_MARK_PASSAGE] = {0.80F, 0.47F, 0.65F, 1},  [TL_BOARD_MARK_LEAK] = {0.90F, 0.20F, 0.10F, 1}};

static void draw_line(const tl_draw_sink *sink, tl_vec3 from, tl_vec3 to, tl_colour colour, float width,
                      unsigned style) {
    const tl_vec3 points[2] = {from, to};
    const tl_draw_line line = {.points = points, .count = 2, .colour = colour, .width_px = width, .style = style};
    sink->line(sink->user, &line);
}

static void draw_label(const tl_draw_sink *sink, const tl_board_mark *m, bool inch, const char *language) {
    char text[TL_WORDS_LENGTH];
    tl_vec3 at = {0.5 * (m->from.x + m->to.x), 0.5 * (m->from.y + m->to.y), 0.5 * (m->from.z + m->to.z) + 3};
    const tl_draw_label label = {.at = at,
                                 .text = tl_words_length(language, inch, m->width, text),
                                 .colour = {0.05F, 0.05F, 0.05F, 1},
                                 .size = 0.8F,
                                 .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* The strip of a lane as two triangles, above everything. */
static void draw_strip(const tl_draw_sink *sink, const tl_board_mark *m, double top) {
    double x = m->to.x - m->from.x, y = m->to.y - m->from.y, length = sqrt(x * x + y * y);
    double sx = length > 0 ? -0.5 * m->width * y / length : 0, sy = length > 0 ? 0.5 * m->width * x / length : 0;
    const tl_vec3 corner[4] = {{m->from.x + sx, m->from.y + sy, top},
                               {m->from.x - sx, m->from.y - sy, top},
                               {m->to.x - sx, m->to.y - sy, top},
                               {m->to.x + sx, m->to.y + sy, top}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    const tl_draw_mesh mesh = {.vertices = corner,
                               .vertex_count = 4,
                               .triangles = triangles,
                               .triangle_count = 2,
                               .colour = colours[m->kind],
                               .style = TL_DRAW_TRANSLUCENT};
    sink->mesh(sink->user, &mesh);
    for (int k = 0; k < 4; k += 2) { /* its long sides */
        tl_colour edge = colours[m->kind];
        edge.a = 1;
        draw_line(sink, corner[k], corner[(k + 3) % 4], edge, 1.5F, TL_DRAW_ON_TOP);
    }
}

static void draw_marks(const tl_scene *scene, const tl_board_findings *findings, const char *language,
                       const tl_draw_sink *sink) {
    double top = tl_scene_box(scene).high.z + 5;
    bool inch = strcmp(tl_scene_units(scene), "inch") == 0;
    for (size_t i = 0; i < tl_board_findings_mark_count(findings); i++) {
        tl_board_mark m = tl_board_findings_mark(findings, i);
        switch (m.kind) {
        case TL_BOARD_MARK_ZONE_A:
        case TL_BOARD_MARK_ZONE_B:
            draw_line(sink, m.from, m.to, colours[m.kind], 3, TL_DRAW_ON_TOP | TL_DRAW_DASHED);
            break;
        case TL_BOARD_MARK_LANE:
            draw_strip(sink, &m, top);
            break;
        case TL_BOARD_MARK_LEAK:
            draw_line(sink, m.from, m.to, colours[m.kind], 1.5F, TL_DRAW_ON_TOP);
            break;
        case TL_BOARD_MARK_GAP:
        case TL_BOARD_MARK_PASSAGE:
            draw_line(sink, m.from, m.to, colours[m.kind], m.kind == TL_BOARD_MARK_GAP ? 3 : 5, TL_DRAW_ON_TOP);
            draw_label(sink, &m, inch, language);
            break;
        }
    }
}

/* What the colours mean, and of leaks how many there are. */
static int put_legend(const tl_board_findings *findings, const char *language, char *leaks, size_t size,
                      tlv_style *style, int count) {
    size_t drawn = 0, all = tl_board_findings_figures(findings).leaks;
    for (size_t i = 0; i < tl_board_findings_mark_count(findings); i++) {
        drawn += tl_board_findings_mark(findings, i).kind == TL_BOARD_MARK_LEAK ? 1U : 0U;
    }
    style->captions[count++] = tl_words_find(language, "map.findings.legend");
    if (drawn > 0) {
        char number[2][24];
        snprintf(number[0], sizeof(number[0]), "%zu", drawn);
        snprintf(number[1], sizeof(number[1]), "%zu", all);
        tl_words_fill(leaks, size, tl_words_find(language, "map.findings.leaks"),
                      (const char *const[TL_WORDS_TEXTS]){number[0], number[1]});
        style->captions[count++] = leaks;
    }
    return count;
}

tl_status cli_findings_pixels(const tl_scene *scene, const tl_board_findings *findings, int width, int height,
                              const char *language, uint8_t *rgba, tl_error *error) {
    tlv_renderer *renderer = NULL;
    tlv_style style = {.title = tl_scene_name(scene)};
    char words[4096], leaks[300];
    int count = 0;
    snprintf(words, sizeof(words), "%s", tl_board_findings_text(findings));
    for (char *line = strtok(words, "\n"); line != NULL && count < CAPTIONS; line = strtok(NULL, "\n")) {
        style.captions[count++] = line;
        if (count == 1 && tl_board_findings_figures(findings).detailed) {
            count = put_legend(findings, language, leaks, sizeof(leaks), &style, count);
        }
    }
    tl_status status = tlv_renderer_create_offscreen(width, height, 4, &renderer, error);
    if (status == TL_OK) {
        tlv_renderer_begin(renderer);
        tl_draw_sink sink = tlv_renderer_sink(renderer);
        tl_scene_drawing drawing = {.labels = false};
        tl_scene_draw(scene, &drawing, &sink);
        draw_marks(scene, findings, language, &sink);
        tlv_camera camera = tlv_camera_top(tl_scene_box(scene), tlv_renderer_aspect(renderer, &style));
        status = tlv_renderer_draw(renderer, &camera, &style, error);
    }
    status = status == TL_OK ? tlv_renderer_read(renderer, rgba, error) : status;
    tlv_renderer_destroy(renderer);
    return status;
}

tl_status cli_findings_picture(const tl_scene *scene, const tl_board_findings *findings, const char *path, int width,
                               int height, const char *language, tl_error *error) {
    uint8_t *rgba = malloc(4 * (size_t)width * (size_t)height);
    if (rgba == NULL) {
        error->status = TL_ERROR_MEMORY;
        snprintf(error->message, sizeof(error->message), "there is not enough memory for the picture");
        return error->status;
    }
    tl_status status = cli_findings_pixels(scene, findings, width, height, language, rgba, error);
    status = status == TL_OK ? tlv_picture_save_png(path, rgba, width, height, error) : status;
    free(rgba);
    return status;
}

#else

tl_status cli_findings_picture(const tl_scene *scene, const tl_board_findings *findings, const char *path, int width,
                               int height, const char *language, tl_error *error) {
    (void)scene, (void)findings, (void)path, (void)width, (void)height, (void)language;
    return cli_pictures_check(error);
}

#endif
