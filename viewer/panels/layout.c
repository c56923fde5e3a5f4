/* layout.c: where the panels are, and what they have in common. */
#include "panels/panels.h"

#include "commands/commands.h"

static const double TOP_PX = 44, BOTTOM_PX = 32, RAIL_PX = 50, RIGHT_PX = 308;

tlv_layout tlv_panels_layout(const tlv_app *app) {
    tlv_layout l = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, app->width, app->height}};
    int top = (int)(TOP_PX * app->scale), bottom = (int)(BOTTOM_PX * app->scale), rail = (int)(RAIL_PX * app->scale);
    int right = (int)(RIGHT_PX * app->scale);
    right = right < app->width / 3 ? right : app->width / 3;
    l.top = (tlv_rect){0, 0, app->width, top};
    l.bottom = (tlv_rect){0, app->height - bottom, app->width, bottom};
    int middle = app->height - top - bottom;
    middle = middle > 16 ? middle : 16;
    l.view = (tlv_rect){0, top, app->width, middle};
    if (app->scene) {
        l.rail = (tlv_rect){0, top, rail, middle};
        l.view = (tlv_rect){rail, top, app->width - rail, middle};
        if (!app->no_panels) {
            l.right = (tlv_rect){app->width - right, top, right, middle};
            l.view.width -= right;
        }
    }
    l.view.width = l.view.width > 16 ? l.view.width : 16;
    return l;
}

void tlv_want(tlv_app *app, const char *id) {
    app->wanted = tlv_command_find(id);
}

void tlv_command_button_as(tlv_app *app, const char *id, const char *text, double width, unsigned style) {
    int number = tlv_command_find(id);
    const tlv_command *command = tlv_command_at(number);
    char keys[40];
    const char *name = tlv_command_name(app, command);
    bool enabled = tlv_command_is_enabled(app, command);
    tlv_gui_disable(app->gui, !enabled);
    if (tlv_gui_button(app->gui, id, text, command->icon, width, style)) {
        app->wanted = number;
    }
    tlv_gui_enable(app->gui);
    tlv_gui_tip(app->gui, name, tlv_command_keys(app, command, 0, keys));
}

void tlv_command_button(tlv_app *app, const char *id, bool named, unsigned style) {
    const char *name = named ? tlv_command_name(app, tlv_command_at(tlv_command_find(id))) : NULL;
    tlv_command_button_as(app, id, name, 0, style);
}
