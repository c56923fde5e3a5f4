/* help.c: every key on one sheet, made from the table of commands. */
#include "panels/panels.h"

#include "commands/commands.h"

#include <string.h>

static const char *const HANDS[][2] = {
    {"hand.drag", "hand.drag.what"},     {"hand.right", "hand.right.what"}, {"hand.wheel", "hand.wheel.what"},
    {"hand.double", "hand.double.what"}, {"hand.model", "hand.model.what"}, {"hand.shift", "hand.shift.what"},
    {"hand.band", "hand.band.what"},     {"hand.ctrl", "hand.ctrl.what"},   {"hand.drop", "hand.drop.what"},
};

static void line(tlv_app *app, const char *key, const char *what) {
    tlv_gui *gui = app->gui;
    double wide = tlv_gui_px(gui, 118);
    tlv_gui_line(gui, TLV_TYPE_BOLD, TLV_INK_SOFT, key, wide);
    tlv_gui_same_line(gui, 0);
    tlv_gui_to(gui, 122);
    tlv_gui_indent(gui, 122);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, what);
    tlv_gui_indent(gui, -122);
}

static void part(tlv_app *app, int which) {
    tlv_gui_text(app->gui, TLV_TYPE_BOLD, TLV_INK_ACCENT, tlv_say(app, tlv_part_names[which]));
    for (int i = 0; tlv_command_at(i); i++) {
        const tlv_command *command = tlv_command_at(i);
        char keys[40];
        if (command->part == (tlv_command_part)which && command->keys[0].key != 0) {
            line(app, tlv_command_keys(app, command, 0, keys), tlv_command_name(app, command));
        }
    }
    tlv_gui_gap(app->gui, 4);
}

void tlv_help(tlv_app *app) {
    tlv_gui *gui = app->gui;
    static const float widths[] = {1, 1};
    bool open = app->sheet == TLV_SHEET_HELP;
    if (!tlv_gui_sheet(gui, "help", tlv_say(app, "help.title"), 840, true, &open)) {
        return;
    }
    tlv_gui_table(gui, "columns", 2, widths);
    tlv_gui_cell(gui);
    part(app, TLV_PART_TOOLS);
    tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK_ACCENT, tlv_say(app, "part.hand"));
    for (size_t i = 0; i < sizeof(HANDS) / sizeof(*HANDS); i++) {
        line(app, tlv_say(app, HANDS[i][0]), tlv_say(app, HANDS[i][1]));
    }
    tlv_gui_gap(gui, 4);
    part(app, TLV_PART_VIEW);
    tlv_gui_cell(gui);
    for (int i = TLV_PART_VIEW + 1; i < TLV_PARTS; i++) {
        part(app, i);
    }
    tlv_gui_table_end(gui);
    tlv_gui_sheet_end(gui);
    if (!open || tlv_gui_pressed(gui, TLV_KEY_F1)) {
        app->sheet = TLV_SHEET_NONE;
    }
}
