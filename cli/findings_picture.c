/* findings_picture.c: what was found out about a board, drawn over the table seen from above. */
#include "analyze.h"

#ifdef TRUELINE_PICTURES
#include "viewer/picture.h"

#include <trueline/words.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CAPTIONS = TLV_CAPTIONS };

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

static tl_vec3 middle_of(const tl_board_mark *m) {
    return (tl_vec3){0.5 * (m->from.x + m->to.x), 0.5 * (m->from.y + m->to.y), 0.5 * (m->from.z + m->to.z) + 3};
}

static void draw_label(const tl_draw_sink *sink, const tl_board_mark *m, bool inch, const char *language) {
    char text[TL_WORDS_LENGTH];
    tl_vec3 at = middle_of(m);
    const tl_draw_label label = {.at = at,
                                 .text = tl_words_length(language, inch, m->width, text),
                                 .colour = colours[m->kind],
                                 .size = 0.8F,
                                 .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* Its name at the first of a zone's edges. */
static void name_zone(const tl_draw_sink *sink, const tl_board_mark *m, const char *language) {
    char text[80];
    const char *const letter = m->kind == TL_BOARD_MARK_ZONE_A ? "A" : "B";
    tl_words_fill(text, sizeof(text), tl_words_find(language, "map.findings.zone"),
                  (const char *const[TL_WORDS_TEXTS]){letter});
    const tl_draw_label label = {
        .at = middle_of(m), .text = text, .colour = colours[m->kind], .size = 1.1F, .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* The strip of a lane as two triangles, above everything. */
static void draw_strip(const tl_draw_sink *sink, const tl_board_mark *m, double top) {
    double x = m->to.x - m->from.x, y = m->to.y - m->from.y, length = hypot(x, y);
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
    bool inch = strcmp(tl_scene_units(scene), "inch") == 0, named[2] = {false, false};
    for (size_t i = 0; i < tl_board_findings_mark_count(findings); i++) {
        tl_board_mark m = tl_board_findings_mark(findings, i);
        switch (m.kind) {
        case TL_BOARD_MARK_ZONE_A:
        case TL_BOARD_MARK_ZONE_B:
            draw_line(sink, m.from, m.to, colours[m.kind], 3, TL_DRAW_ON_TOP | TL_DRAW_DASHED);
            if (!named[m.kind == TL_BOARD_MARK_ZONE_B]) {
                name_zone(sink, &m, language);
                named[m.kind == TL_BOARD_MARK_ZONE_B] = true;
            }
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

/* --- A suggested change ------------------------------------------------------------------------------------------- */

static const tl_colour new_place = {0.34F, 0.71F, 0.91F, 0.62F}; /* Okabe-Ito's sky blue */

/* What is drawn of a piece, as something that isn't there: blue, with an outline. */
typedef struct ghost {
    const tl_draw_sink *sink;
    tl_box3 box; /* of what came by */
    bool drawn;  /* passed on; else measured alone */
} ghost;

static void take_mesh(void *user, const tl_draw_mesh *mesh) {
    ghost *g = user;
    size_t count = mesh->chosen != NULL ? mesh->chosen_count : mesh->triangle_count;
    for (size_t i = 0; i < 3 * count; i++) {
        size_t triangle = mesh->chosen != NULL ? mesh->chosen[i / 3] : i / 3;
        tl_vec3 p = mesh->vertices[mesh->triangles[3 * triangle + i % 3]];
        tl_box3 *b = &g->box;
        b->low = (tl_vec3){fmin(b->low.x, p.x), fmin(b->low.y, p.y), fmin(b->low.z, p.z)};
        b->high = (tl_vec3){fmax(b->high.x, p.x), fmax(b->high.y, p.y), fmax(b->high.z, p.z)};
    }
    if (g->drawn) {
        tl_draw_mesh blue = *mesh;
        blue.colour = new_place;
        blue.style = TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED;
        blue.key = 0;
        g->sink->mesh(g->sink->user, &blue);
    }
}

/* A piece where the scene has it. */
static tl_vec3 draw_piece(const tl_scene *scene, const char *id, bool drawn, const tl_draw_sink *sink) {
    ghost g = {sink, {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, drawn};
    const char *const only[2] = {id, NULL};
    const tl_scene_drawing drawing = {.struct_size = sizeof(tl_scene_drawing), .no_members = true, .only = only};
    const tl_draw_sink taken = {.struct_size = sizeof(tl_draw_sink), .user = &g, .mesh = take_mesh};
    tl_scene_draw(scene, &drawing, &taken, NULL);
    return (tl_vec3){0.5 * (g.box.low.x + g.box.high.x), 0.5 * (g.box.low.y + g.box.high.y), g.box.high.z};
}

static void draw_arrow(const tl_draw_sink *sink, tl_vec3 from, tl_vec3 to) {
    static const tl_colour ink = {0.05F, 0.05F, 0.05F, 1};
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y), head = 0.3 * length;
    head = head > 25 ? 25 : head;
    if (length < 1) { /* it turns on the spot */
        return;
    }
    to.z = from.z = fmax(from.z, to.z) + 5;
    x *= head / length, y *= head / length;
    draw_line(sink, from, to, ink, 3.5F, TL_DRAW_ON_TOP);
    draw_line(sink, to, (tl_vec3){to.x - x - 0.6 * y, to.y - y + 0.6 * x, to.z}, ink, 3.5F, TL_DRAW_ON_TOP);
    draw_line(sink, to, (tl_vec3){to.x - x + 0.6 * y, to.y - y - 0.6 * x, to.z}, ink, 3.5F, TL_DRAW_ON_TOP);
}

/* From where to where. The scene is what it was afterwards. */
static tl_status draw_change(tl_scene *scene, const tl_board_findings *findings, const tl_draw_sink *sink,
                             tl_error *error) {
    tl_board_suggestion change;
    if (!tl_board_findings_suggestion(findings, &change)) {
        return TL_OK;
    }
    const char *edit = tl_board_findings_edit(findings);
    size_t size = 0;
    const char *text = tl_scene_text(scene, &size);
    char *was = malloc(size + 1);
    if (was == NULL) {
        error->status = TL_ERROR_MEMORY;
        snprintf(error->message, sizeof(error->message), "there is not enough memory for the picture");
        return error->status;
    }
    memcpy(was, text, size);
    tl_vec3 from = draw_piece(scene, change.piece, false, sink), to = from;
    tl_status status = tl_scene_edit(scene, edit, strlen(edit), NULL, error);
    if (status == TL_OK) {
        to = draw_piece(scene, change.piece, true, sink);
        status = tl_scene_restore(scene, was, size, NULL, error);
    }
    free(was);
    draw_arrow(sink, from, to);
    return status;
}

/* --- Captions ----------------------------------------------------------------------------------------------------- */

enum { CAPTION = 600 };

/* Lines below the picture, as many as there is room for. */
typedef struct captions {
    const char *language;
    char lines[CAPTIONS][CAPTION];
    int count;
} captions;

static void add_caption(captions *c, const char *text, const char *const arguments[TL_WORDS_TEXTS]) {
    if (c->count < CAPTIONS) {
        tl_words_fill(c->lines[c->count++], CAPTION, text, arguments);
    }
}

/* A line of the text that was told. */
static void add_told(captions *c, const char *text, int number) {
    for (; number > 0 && text != NULL; number--) {
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    if (text != NULL && c->count < CAPTIONS) {
        snprintf(c->lines[c->count++], CAPTION, "%.*s", (int)strcspn(text, "\n"), text);
    }
}

/* What moves, and how fair the zones are without and with that. */
static void add_change(captions *c, const tl_board_suggestion *change) {
    char numbers[6][TL_WORDS_LENGTH], line[CAPTION];
    const double values[6] = {change->before.low, change->before.high, change->before.estimate,
                              change->after.low,  change->after.high,  change->after.estimate};
    const char *texts[TL_WORDS_TEXTS];
    for (int i = 0; i < 6; i++) {
        texts[i] = tl_words_number(c->language, values[i], 2, numbers[i]);
    }
    add_told(c, change->text, 0);
    snprintf(line, sizeof(line), "%s %s", tl_words_find(c->language, "map.findings.change"),
             tl_words_find(c->language, "map.findings.change.legend"));
    add_caption(c, line, texts);
}

/* What the colours mean, and of leaks how many there are. */
static void add_legend(captions *c, const tl_board_findings *findings) {
    size_t drawn = 0, all = tl_board_findings_figures(findings).leaks;
    for (size_t i = 0; i < tl_board_findings_mark_count(findings); i++) {
        drawn += tl_board_findings_mark(findings, i).kind == TL_BOARD_MARK_LEAK ? 1U : 0U;
    }
    add_caption(c, tl_words_find(c->language, "map.findings.legend"), NULL);
    if (drawn > 0) {
        char number[2][24];
        snprintf(number[0], sizeof(number[0]), "%zu", drawn);
        snprintf(number[1], sizeof(number[1]), "%zu", all);
        add_caption(c, tl_words_find(c->language, "map.findings.leaks"),
                    (const char *const[TL_WORDS_TEXTS]){number[0], number[1]});
    }
}

/* A change first, where it is all that is asked for. */
static void make_captions(captions *c, const tl_board_findings *findings) {
    const char *text = tl_board_findings_text(findings);
    tl_board_suggestion change;
    bool changes = tl_board_findings_suggestion(findings, &change);
    bool detailed = tl_board_findings_figures(findings).detailed;
    if (changes && !detailed) {
        add_change(c, &change);
    }
    add_told(c, text, 0);
    if (detailed) {
        add_legend(c, findings);
    }
    if (!changes) {
        add_told(c, text, 1);
    } else if (detailed) {
        add_change(c, &change);
    }
}

/* --- The picture -------------------------------------------------------------------------------------------------- */

tl_status cli_findings_pixels(tl_scene *scene, const tl_board_findings *findings, int width, int height,
                              const char *language, uint8_t *rgba, tl_error *error) {
    tlv_renderer *renderer = NULL;
    tlv_style style = {0};
    captions c = {.language = language};
    make_captions(&c, findings);
    for (int i = 0; i < c.count; i++) {
        style.captions[i] = c.lines[i];
    }
    tl_status status = tlv_renderer_create_offscreen(width, height, 4, &renderer, error);
    if (status == TL_OK) {
        tlv_renderer_begin(renderer);
        tl_draw_sink sink = tlv_renderer_sink(renderer);
        tl_scene_drawing drawing = TL_SCENE_DRAWING_INIT;
        status = tl_scene_draw(scene, &drawing, &sink, error);
        draw_marks(scene, findings, language, &sink);
        status = status == TL_OK ? draw_change(scene, findings, &sink, error) : status;
    }
    if (status == TL_OK) {
        style.title = tl_scene_name(scene); /* as the change has left it: borrowed */
        tlv_camera camera = tlv_camera_top(tl_scene_box(scene), tlv_renderer_aspect(renderer, &style));
        status = tlv_renderer_draw(renderer, &camera, &style, error);
    }
    status = status == TL_OK ? tlv_renderer_read(renderer, rgba, error) : status;
    tlv_renderer_destroy(renderer);
    return status;
}

tl_status cli_findings_picture(tl_scene *scene, const tl_board_findings *findings, const char *path, int width,
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

tl_status cli_findings_picture(tl_scene *scene, const tl_board_findings *findings, const char *path, int width,
                               int height, const char *language, tl_error *error) {
    (void)scene, (void)findings, (void)path, (void)width, (void)height, (void)language;
    return cli_pictures_check(error);
}

#endif
