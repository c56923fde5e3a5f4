/* outline_show.c: what is seen of the tool that draws outlines: lines, handles, lengths, and its panel. */
#include "tools/outline.h"

#include "camera/space.h"
#include "panels/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const SHAPE_TEXTS[TLV_SHAPES] = {"outline.area", "outline.disc", "outline.wall"};

static const tl_colour INK = {0.0f, 0.45f, 0.70f, 1}, BAD = {0.84f, 0.24f, 0.0f, 1}, PALE = {0.55f, 0.57f, 0.60f, 1};

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

static void send_line(const tlv_app *app, const tl_draw_sink *sink, tl_vec2 a, tl_vec2 b, tl_colour ink,
                      unsigned style) {
    const tl_vec3 ends[2] = {tlv_outline_lifted(app, a), tlv_outline_lifted(app, b)};
    const tl_draw_line line = {
        .points = ends, .count = 2, .colour = ink, .width_px = 3, .style = TL_DRAW_ON_TOP | style};
    sink->line(sink->user, &line);
}

static void send_label(const tlv_app *app, const tl_draw_sink *sink, tl_vec2 at, const char *text, tl_colour ink) {
    const tl_draw_label label = {
        .at = tlv_outline_lifted(app, at), .text = text, .colour = ink, .size = 1, .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* A square of the ground that is as large on the picture wherever it lies. */
static void send_handle(const tlv_app *app, const tl_draw_sink *sink, tl_vec2 at, double px, tl_colour ink) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 p = tlv_outline_lifted(app, at);
    double r = px * app->scale * tlv_view_pixel_mm(&view, tlv_view_project(&view, p).depth);
    const tl_vec3 square[5] = {{p.x - r, p.y - r, p.z},
                               {p.x + r, p.y - r, p.z},
                               {p.x + r, p.y + r, p.z},
                               {p.x - r, p.y + r, p.z},
                               {p.x - r, p.y - r, p.z}};
    const tl_draw_line line = {
        .points = square, .count = 5, .colour = ink, .width_px = px > 4 ? 3 : 2, .style = TL_DRAW_ON_TOP};
    sink->line(sink->user, &line);
}

static void send_length(const tlv_app *app, const tl_draw_sink *sink, tl_vec2 a, tl_vec2 b) {
    char length[32];
    send_label(app, sink, tlv_outline_middle(a, b), tlv_say_length(app, hypot(b.x - a.x, b.y - a.y), length), INK);
}

static void draw_disc(const tlv_app *app, const tl_draw_sink *sink) {
    enum { RIM = 48 };
    const tlv_sketch *s = &app->sketch;
    tl_vec2 before = s->pointer;
    double r = hypot(s->pointer.x - s->corners[0].x, s->pointer.y - s->corners[0].y);
    double start = atan2(s->pointer.y - s->corners[0].y, s->pointer.x - s->corners[0].x);
    for (int i = 1; i <= RIM; i++) {
        double a = start + 2 * GLM_PI * i / RIM;
        tl_vec2 next = {s->corners[0].x + r * cos(a), s->corners[0].y + r * sin(a)};
        send_line(app, sink, before, next, INK, 0);
        before = next;
    }
    send_line(app, sink, s->corners[0], s->pointer, INK, TL_DRAW_DASHED);
    send_length(app, sink, s->corners[0], s->pointer);
}

/* The wall that the line becomes. */
static void draw_strip(const tlv_app *app, const tl_vec2 *corners, int count, const tl_draw_sink *sink) {
    tl_vec2 strip[2 * (TLV_CORNERS + 1)];
    int n = tlv_sketch_strip(corners, count, app->sketch.thickness_mm, strip);
    bool bad = tlv_sketch_crosses(strip, n, true, NULL);
    for (int i = 0; i < n; i++) {
        send_line(app, sink, strip[i], strip[(i + 1) % n], bad ? BAD : PALE, 0);
    }
}

static void draw_new(const tlv_app *app, const tl_draw_sink *sink) {
    const tlv_sketch *s = &app->sketch;
    tl_vec2 corners[TLV_CORNERS + 1], where = {0, 0};
    bool bad = s->pointing && tlv_outline_would_cross(s, s->pointer, &where);
    int count = s->pointing ? tlv_outline_with_point(s, s->pointer, corners)
                            : tlv_outline_with_point(s, s->corners[0], corners) - 1;
    if (s->shape == TLV_SHAPE_DISC) {
        if (s->pointing) {
            draw_disc(app, sink);
        }
        send_handle(app, sink, s->corners[0], 5, INK);
        return;
    }
    if (s->shape == TLV_SHAPE_WALL) {
        draw_strip(app, corners, count, sink);
    }
    for (int i = 0; i + 1 < count; i++) {
        bool last = s->pointing && i + 2 == count;
        send_line(app, sink, corners[i], corners[i + 1], last && bad ? BAD : INK, last ? TL_DRAW_DASHED : 0U);
    }
    if (count > 2 && s->shape == TLV_SHAPE_AREA) {
        send_line(app, sink, corners[count - 1], corners[0], PALE, TL_DRAW_DASHED);
    }
    for (int i = 0; i < s->count; i++) {
        send_handle(app, sink, s->corners[i], 5, INK);
    }
    if (bad) {
        send_label(app, sink, where, tlv_say(app, "outline.crosses.here"), BAD);
    } else if (s->pointing) {
        send_length(app, sink, s->corners[s->count - 1], s->pointer);
    }
}

static void draw_selected(const tlv_app *app, const tl_draw_sink *sink) {
    const tlv_sketch *s = &app->sketch;
    tl_vec2 corners[TLV_CORNERS];
    int count = tlv_outline_read_corners(app, app->session.selected, corners);
    for (int i = 0; i < count; i++) {
        tl_vec2 next = corners[(i + 1) % count];
        send_handle(app, sink, corners[i], i == s->chosen ? 7 : 5, i == s->chosen ? BAD : INK);
        send_handle(app, sink, tlv_outline_middle(corners[i], next), 3, PALE);
        if (i == s->held || (i + 1) % count == s->held) {
            send_length(app, sink, corners[i], next);
        }
    }
    if (s->refused && s->held >= 0 && count > 0) { /* what it would be */
        int before = (s->held + count - 1) % count, after = s->inserting ? s->held % count : (s->held + 1) % count;
        send_line(app, sink, corners[before], s->pointer, BAD, TL_DRAW_DASHED);
        send_line(app, sink, s->pointer, corners[after], BAD, TL_DRAW_DASHED);
        send_label(app, sink, s->pointer, tlv_say(app, "outline.crosses.here"), BAD);
    }
}

void tlv_outline_draw(const tlv_app *app, const tl_draw_sink *sink) {
    if (app->sketch.count > 0) {
        draw_new(app, sink);
    } else {
        draw_selected(app, sink);
        if (app->sketch.held < 0) {
            tlv_drag_draw(app, sink);
        }
    }
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

/* How long and how large, in the players' unit. */
static void sizes(tlv_app *app, const tl_vec2 *corners, int count, bool closed) {
    char number[32], length[32], area[40], text[160];
    tlv_say_length(app, tlv_sketch_length(corners, count, closed), length);
    tlv_say_area(app, tlv_sketch_area(corners, count), area);
    snprintf(number, sizeof(number), "%d", count);
    tlv_say_with(app, text, sizeof(text), closed ? "outline.sizes" : "outline.sizes.line", number, length, area);
    tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK, text);
}

static void measures(tlv_app *app) {
    const tlv_sketch *s = &app->sketch;
    tlv_gui *gui = app->gui;
    double height = s->height_mm, thickness = s->thickness_mm;
    if (s->shape == TLV_SHAPE_WALL) {
        tlv_label_pair(app, "measures", "field.height", "field.thickness");
    } else {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "field.height.area"));
    }
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_number(gui, "outline.height", &height, 0, "mm") && height >= 0 && height < 1e4) {
        app->sketch.height_mm = s->shape == TLV_SHAPE_WALL ? fmax(1, height) : height;
    }
    if (s->shape == TLV_SHAPE_WALL) {
        tlv_gui_cell(gui);
        tlv_gui_next_width(gui, tlv_gui_width(gui));
        if (tlv_gui_number(gui, "outline.thickness", &thickness, 0, "mm") && thickness >= 1 && thickness <= 500) {
            app->sketch.thickness_mm = thickness;
        }
        tlv_gui_table_end(gui);
    }
}

static void choose_shape(tlv_app *app, int shape) {
    static const double WALL_HEIGHT_MM = 50;
    tlv_outline_forget(app);
    app->sketch.shape = (tlv_shape)shape;
    if (app->sketch.shape == TLV_SHAPE_WALL && app->sketch.height_mm == 0) {
        app->sketch.height_mm = WALL_HEIGHT_MM;
    }
}

void tlv_next_shape(tlv_app *app) {
    choose_shape(app, ((int)app->sketch.shape + 1) % TLV_SHAPES);
    tlv_note(app, false, SHAPE_TEXTS[app->sketch.shape], NULL);
}

static void shapes(tlv_app *app) {
    for (int i = 0; i < TLV_SHAPES; i++) {
        char id[40];
        snprintf(id, sizeof(id), "%s", SHAPE_TEXTS[i]);
        if (tlv_gui_button(app->gui, id, tlv_say(app, SHAPE_TEXTS[i]), NULL, 0,
                           (int)app->sketch.shape == i ? TLV_BUTTON_LIT : TLV_BUTTON_PLAIN)) {
            choose_shape(app, i);
        }
        tlv_gui_tip(app->gui, tlv_say(app, "do.outline.shape"), "X");
        if (i + 1 < TLV_SHAPES) {
            tlv_gui_same_line(app->gui, -1);
        }
    }
}

void tlv_outline_panel(tlv_app *app) {
    tlv_sketch *s = &app->sketch;
    tlv_gui *gui = app->gui;
    tl_vec2 corners[TLV_CORNERS];
    if (s->count == 0 && app->session.selected[0] != '\0') { /* its fields are above */
        int count = tlv_outline_read_corners(app, app->session.selected, corners);
        if (count > 0) {
            tlv_gui_gap(gui, 6);
            sizes(app, corners, count, true);
        }
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, tlv_say(app, "outline.title"));
    shapes(app);
    tlv_gui_gap(gui, 4);
    if (s->shape != TLV_SHAPE_WALL) {
        tlv_kind_choice(app, "field.kind", app->shelf.ground);
    }
    measures(app);
    if (s->count > 0 && s->shape != TLV_SHAPE_DISC) {
        tlv_gui_gap(gui, 6);
        sizes(app, s->corners, s->count, s->shape == TLV_SHAPE_AREA && s->count > 2);
    }
    tlv_gui_gap(gui, 10);
    tlv_terrain_list(app);
}
