/* welcome.c: what is offered when no table is open. */
#include "panels/panels.h"

void tlv_welcome(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_WELCOME;
    if (!tlv_gui_sheet(gui, "welcome", tlv_say(app, "welcome.title"), 520, false, &open)) {
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "welcome.what"));
    tlv_gui_gap(gui, 6);
    tlv_command_button(app, "file.sample", true, TLV_BUTTON_MAIN);
    tlv_gui_same_line(gui, -1);
    tlv_command_button(app, "file.open", true, TLV_BUTTON_PLAIN);
    tlv_gui_sheet_end(gui);
    if (!open && app->sheet == TLV_SHEET_WELCOME) {
        app->sheet = TLV_SHEET_NONE;
    }
}
