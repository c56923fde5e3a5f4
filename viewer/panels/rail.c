/* rail.c: the rail of tools at the left of the window. */
#include "panels/panels.h"

#include "commands/commands.h"
#include "panels/icons.h"
#include "tools/tool.h"

#include <stdio.h>

static void tool_button(tlv_app *app, int tool, double size) {
    tlv_gui *gui = app->gui;
    char id[40], keys[40];
    bool lit = tool == app->tool;
    snprintf(id, sizeof(id), "tool.%s", tlv_tools[tool]->id);
    const tlv_command *command = tlv_command_at(tlv_command_find(id));
    if (tlv_gui_button(gui, id, "", NULL, size, lit ? TLV_BUTTON_LIT : TLV_BUTTON_QUIET)) {
        tlv_want(app, id);
    }
    tlv_gui_tip(gui, tlv_command_name(app, command), tlv_command_keys(app, command, 0, keys));
    tlv_rect place = tlv_gui_last(gui);
    double icon = tlv_gui_px(gui, 21);
    tl_colour white = {1, 1, 1, 1};
    tlv_icon_draw(gui, command->icon, place.x + 0.5 * (place.width - icon), place.y + 0.5 * (place.height - icon), icon,
                  lit ? white : tlv_gui_colour(TLV_INK));
}

void tlv_rail(tlv_app *app) {
    tlv_gui_region(app->gui, "rail", app->layout.rail, TLV_REGION_TIGHT | TLV_REGION_RULE_RIGHT);
    tlv_gui_gap(app->gui, 2);
    for (int i = 0; tlv_tools[i]; i++) {
        const tlv_tool *tool = tlv_tools[i];
        if (!tool->quiet || i == app->tool || (tool->offered && tool->offered(app))) {
            tool_button(app, i, tlv_gui_px(app->gui, 38));
        }
    }
    tlv_gui_region_end(app->gui);
}
