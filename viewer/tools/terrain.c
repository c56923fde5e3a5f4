/* terrain.c: putting terrain on the table, and changing what stands there. */
#include "panels/panels.h"
#include "tools/shelf.h"
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

static const char *hint(const tlv_app *app) {
    return app->shelf.asset[0] != '\0'        ? "hint.place.click"
           : app->session.selected[0] != '\0' ? "hint.terrain.selected"
                                              : "hint.terrain.choose";
}

static void enter(tlv_app *app) {
    app->shelf.terrain = true;
    if (!tlv_is_terrain(app, app->session.selected)) {
        tlv_select(app, NULL);
    }
}

static void leave(tlv_app *app) {
    tlv_shelf_leave(app);
    app->shelf.terrain = false;
}

/* With Shift one more, or one less. */
static void click(tlv_app *app) {
    char id[TLV_NAME];
    if (tlv_shelf_click(app)) {
        return;
    }
    bool there = tlv_terrain_at(app, app->hand.press_x, app->hand.press_y, id);
    if (there && app->hand.shift) {
        tlv_session_toggle(&app->session, id);
        app->models_changed = app->chrome_changed = true;
    } else {
        tlv_select(app, there ? id : NULL);
    }
}

/* What is selected is dragged, wherever a model stands before it. */
static bool grab(tlv_app *app) {
    char id[TLV_NAME];
    if (app->shelf.asset[0] != '\0' || !tlv_terrain_at(app, app->hand.press_x, app->hand.press_y, id) ||
        !tlv_session_is_picked(&app->session, id)) {
        return false;
    }
    snprintf(app->hand.member, sizeof(app->hand.member), "%s", id);
    return tlv_drag_grab(app);
}

static bool back(tlv_app *app) {
    bool something = app->session.selected[0] != '\0';
    if (tlv_shelf_back(app)) {
        return true;
    }
    tlv_select(app, NULL);
    return something;
}

static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    tlv_shelf_draw(app, sink);
    tlv_drag_draw(app, sink);
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

static void panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    if (app->session.selected[0] != '\0' && app->shelf.asset[0] == '\0') {
        return; /* its fields are above */
    }
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, tlv_say(app, "terrain.title"));
    tlv_shelf_like(app);
    tlv_shelf_list(app, TLV_SHELF_OF_NONE);
    if (tlv_gui_fold(gui, "models", tlv_say(app, "terrain.models"), false)) {
        tlv_shelf_list(app, TLV_SHELF_OF_MODELS);
    }
    tlv_gui_gap(gui, 6);
    if (!app->shelf.like && tlv_kind_choice(app, "field.kind", app->shelf.ground)) {
        tlv_shelf_put_back(app);
    }
    tlv_gui_gap(gui, 6);
    tlv_shelf_file(app);
    tlv_gui_gap(gui, 10);
    tlv_terrain_list(app);
}

extern const tlv_tool tlv_terrain_tool;
const tlv_tool tlv_terrain_tool = {
    .id = "terrain",
    .icon = "terrain",
    .letter = 'B',
    .hint = hint,
    .enter = enter,
    .leave = leave,
    .click = click,
    .grab = grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .hover = tlv_shelf_hover,
    .left = tlv_shelf_left,
    .key = tlv_shelf_key,
    .wheel = tlv_shelf_wheel,
    .back = back,
    .draw = draw,
    .panel = panel,
};
