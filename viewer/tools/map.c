/* map.c: what is seen from where, cell by cell, over the table. */
#include "tools/tool.h"

#include "panels/panels.h"

#include <stdio.h>

static const char *hint(const tlv_app *app) {
    bool wants = !tlv_map_is_of_zone(app->mapping.kind) && app->inquiry.from[0] == '\0';
    return wants ? "hint.map" : "hint.map.asked";
}

/* Maps are no questions of the referee's. */
static bool question(const tlv_app *app, tl_question *question) {
    (void)app;
    (void)question;
    return false;
}

static void enter(tlv_app *app) {
    tlv_take_selected(app);
    tlv_ask_map(app);
}

static void click(tlv_app *app) {
    if (app->hand.pressed.kind == TL_PICK_MEMBER) {
        tlv_select(app, app->hand.member);
        snprintf(app->inquiry.from, sizeof(app->inquiry.from), "%s", app->hand.member);
        tlv_map_is_old(app, false);
        tlv_ask_map(app);
    }
}

static bool back(tlv_app *app) {
    return tlv_stop_mapping(app);
}

extern const tlv_tool tlv_map_tool;
const tlv_tool tlv_map_tool = {
    .id = "map",
    .icon = "map",
    .letter = 'W',
    .question = question,
    .enter = enter,
    .leave = tlv_forget_map,
    .hint = hint,
    .click = click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = back,
    .draw = tlv_draw_map,
    .panel = tlv_map_panel,
    .alone = true,
};
