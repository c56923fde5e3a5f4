/* bottom.c: what to do now, the unit, the height under the pointer, the scale, and long work with a way to end it. */
#include "panels/panels.h"

#include "tools/tool.h"

#include <stdio.h>

static void hint(tlv_app *app, double width) {
    tlv_gui *gui = app->gui;
    const tlv_tool *tool = tlv_tools[app->tool];
    const char *name = app->scene && tool->hint ? tool->hint(app) : NULL;
    if (tlv_window_time(app->window) < app->note_until) {
        tlv_gui_line(gui, TLV_TYPE_BODY, TLV_INK_ACCENT, app->note, width);
    } else {
        tlv_gui_line(gui, TLV_TYPE_BODY, TLV_INK, name ? tlv_say(app, name) : "", width);
    }
}

/* A button of the strip, in its middle. */
static void at(tlv_app *app, double x, double high) {
    tlv_gui_at(app->gui, x, 0.5 * (app->layout.bottom.height - high));
}

static void height_under_pointer(tlv_app *app, double width) {
    char length[32], text[96] = "";
    if (app->hand.over && app->hand.under.kind != TL_PICK_NOTHING) {
        tlv_say_with(app, text, sizeof(text), "bottom.height", tlv_say_length(app, app->hand.under.point.z, length));
        tlv_gui_line(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, text, width);
        tlv_gui_tip(app->gui, tlv_say(app, "bottom.height.tip"), NULL);
    }
}

/* Long work: what it is, how far it is, and a way to end it; `words` wide, then LONG_WORK. */
enum { LONG_WORK = 166 };
static void long_work(tlv_app *app, double x, double line, const char *text, double words, double done,
                      const char *stop) {
    tlv_gui *gui = app->gui;
    double bar = tlv_gui_px(gui, 120), thick = tlv_gui_px(gui, 6);
    at(app, x, line);
    tlv_gui_line(gui, TLV_TYPE_BODY, TLV_INK, text, words);
    at(app, x + words + tlv_gui_px(gui, 6), thick);
    tlv_gui_progress(gui, done, bar, thick);
    at(app, x + words + tlv_gui_px(gui, 14) + bar, tlv_gui_px(gui, 29));
    tlv_command_button(app, stop, false, TLV_BUTTON_QUIET);
}

/* Returns where it begins: `right` when there is nothing to tell. */
static double mapping(tlv_app *app, double right, double line) {
    char left[64];
    if (!tlv_is_mapping(app)) {
        return right;
    }
    double words = tlv_gui_px(app->gui, 110), x = right - words - tlv_gui_px(app->gui, LONG_WORK + 14);
    bool known = tlv_map_time_left(app, left, sizeof(left));
    long_work(app, x, line, known ? left : tlv_say(app, "bottom.mapping"), words,
              tlv_mapper_progress(app->mapping.mapper), "map.stop");
    return x;
}

void tlv_bottom_strip(tlv_app *app) {
    tlv_gui *gui = app->gui;
    double margin = tlv_gui_px(gui, 14), width = app->layout.bottom.width, unit = tlv_gui_px(gui, 64);
    double right = width - tlv_gui_px(gui, app->loader ? 270 : 220), line = tlv_gui_text_height(gui, TLV_TYPE_BODY);
    tlv_gui_region(gui, "bottom", app->layout.bottom, TLV_REGION_TIGHT | TLV_REGION_RULE_ABOVE);
    double end = app->loader ? right : mapping(app, right, line);
    at(app, margin, line);
    hint(app, end - 2 * margin);
    if (app->loader) {
        long_work(app, right, line, tlv_say(app, "bottom.reading"), tlv_gui_px(gui, 90),
                  tlv_loader_progress(app->loader), "file.cancel");
    } else if (app->scene) {
        at(app, right, line);
        height_under_pointer(app, width - unit - margin - right);
        at(app, width - unit - tlv_gui_px(gui, 6), tlv_gui_px(gui, 29));
        if (tlv_gui_button(gui, "units", tlv_say(app, tlv_is_inch(app) ? "bottom.inch" : "bottom.cm"), NULL, unit,
                           TLV_BUTTON_QUIET)) {
            tlv_want(app, "window.units");
        }
        tlv_gui_tip(gui, tlv_say(app, "do.window.units"), "U");
    }
    tlv_gui_region_end(gui);
}
