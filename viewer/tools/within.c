/* within.c: who is within a radius of a model: orders, auras, markers. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return app->inquiry.from[0] == '\0' ? "hint.within" : "hint.within.asked";
}

/* Two game units, until somebody says otherwise: most orders and auras reach that far or half of it. */
static double radius_of(const tlv_app *app) {
    return app->manner.radius_mm > 0 ? app->manner.radius_mm : app->scene ? 2 * tl_scene_game_unit(app->scene) : 200;
}

static bool question(const tlv_app *app, tl_question *question) {
    question->query = "within";
    question->from = app->inquiry.from;
    question->has_limit = true;
    question->limit_mm = radius_of(app);
    question->sight = app->manner.sight;
    return app->inquiry.from[0] != '\0';
}

static void panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    double per = tlv_is_inch(app) ? 25.4 : 10, value = radius_of(app) / per;
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "within.radius"));
    if (tlv_gui_number(gui, "within.radius", &value, 1, tlv_say(app, tlv_is_inch(app) ? "bottom.inch" : "bottom.cm")) &&
        value > 0 && value < 10000) {
        app->manner.radius_mm = value * per;
        tlv_ask(app, true);
    }
    if (tlv_gui_check(gui, "within.sight", tlv_say(app, "within.sight"), &app->manner.sight)) {
        tlv_ask(app, true);
    }
    tlv_gui_rule(gui);
}

extern const tlv_tool tlv_within_tool;
const tlv_tool tlv_within_tool = {
    .id = "within",
    .icon = "within",
    .quiet = true,
    .question = question,
    .enter = tlv_single_enter,
    .hint = hint,
    .click = tlv_single_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
    .panel = panel,
};
