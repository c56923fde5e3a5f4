/* cohesion.c: the tool that asks whether a unit keeps together. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return app->inquiry.from[0] == '\0' ? "hint.cohesion" : "hint.cohesion.asked";
}

static bool question(const tlv_app *app, tl_question *question) {
    question->query = "cohesion";
    question->unit = tl_scene_unit_of(app->scene, app->inquiry.from);
    return app->inquiry.from[0] != '\0' && question->unit;
}

extern const tlv_tool tlv_cohesion_tool;
const tlv_tool tlv_cohesion_tool = {
    .id = "cohesion",
    .icon = "cohesion",
    .letter = 'H',
    .units = true,
    .question = question,
    .enter = tlv_single_enter,
    .hint = hint,
    .click = tlv_single_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
