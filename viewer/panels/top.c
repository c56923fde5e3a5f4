/* top.c: the file, taking back, the views, search and help. */
#include "panels/panels.h"

#include <stdio.h>
#include <string.h>

static void file_name(tlv_app *app, double width) {
    tlv_gui *gui = app->gui;
    char text[4200];
    if (!app->scene) {
        tlv_gui_line(gui, TLV_TYPE_BOLD, TLV_INK, "Trueline", width);
        return;
    }
    bool changed = tlv_session_is_changed(&app->session);
    const char *slash = strrchr(app->path, '/');
    const char *name = tl_scene_name(app->scene);
    snprintf(text, sizeof(text), "%s%s",
             name[0] != '\0' ? name
             : slash         ? slash + 1
                             : app->path,
             changed ? " \u2022" : "");
    tlv_gui_line(gui, TLV_TYPE_BOLD, TLV_INK, text, width);
    char tip[5000];
    snprintf(tip, sizeof(tip), "%s%s%s", app->path, changed ? "\n" : "", changed ? tlv_say(app, "top.unsaved") : "");
    tlv_gui_tip(gui, tip, NULL);
}

/* From x on; returns where they end. */
static double buttons(tlv_app *app, double x, const char *const *ids) {
    for (int i = 0; ids[i]; i++) {
        tlv_gui_at(app->gui, x, 0.5 * (app->layout.top.height - tlv_gui_px(app->gui, 29)));
        tlv_command_button(app, ids[i], false, TLV_BUTTON_QUIET);
        x += tlv_gui_px(app->gui, 31);
    }
    return x + tlv_gui_px(app->gui, 14);
}

void tlv_top_bar(tlv_app *app) {
    static const char *const PARTS[][5] = {{"file.open", "file.save", NULL},
                                           {"edit.undo", "edit.redo", NULL},
                                           {"view.edge", "view.top", "view.eye", NULL},
                                           {"window.palette", "window.help", "view.panels", NULL}};
    tlv_gui *gui = app->gui;
    tlv_gui_region(gui, "top", app->layout.top, TLV_REGION_TIGHT | TLV_REGION_RULE_BELOW);
    double left = app->layout.top.width - 10 * tlv_gui_px(gui, 31) - 3 * tlv_gui_px(gui, 14) - tlv_gui_px(gui, 8);
    double margin = tlv_gui_px(gui, 14), high = tlv_gui_text_height(gui, TLV_TYPE_BOLD);
    tlv_gui_at(gui, margin, 0.5 * (app->layout.top.height - high) - tlv_gui_px(gui, 1));
    file_name(app, left - 2 * margin > 40 ? left - 2 * margin : 40);
    for (int i = 0; i < 4; i++) {
        left = buttons(app, left, PARTS[i]);
    }
    tlv_gui_region_end(gui);
}
