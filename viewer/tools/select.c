/* select.c: choosing what is on the table, and moving it. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return app->session.selected[0] == '\0' ? "hint.select" : "hint.selected";
}

static void click(tlv_app *app) {
    tlv_select(app, app->hand.pressed.kind == TL_PICK_MEMBER ? app->hand.member : NULL);
}

static bool back(tlv_app *app) {
    bool something = app->session.selected[0] != '\0';
    tlv_select(app, NULL);
    return something;
}

extern const tlv_tool tlv_select_tool;
const tlv_tool tlv_select_tool = {
    .id = "select",
    .icon = "select",
    .letter = 'V',
    .hint = hint,
    .click = click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = back,
};
