/* reach.c: the ground that a model can get to. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return app->inquiry.from[0] == '\0' ? "hint.reach" : "hint.reach.asked";
}

static bool question(const tlv_app *app, tl_question *question) {
    question->query = "reach";
    question->member = app->inquiry.from;
    question->march = app->manner.march;
    return app->inquiry.from[0] != '\0';
}

extern const tlv_tool tlv_reach_tool;
const tlv_tool tlv_reach_tool = {
    .id = "reach",
    .icon = "reach",
    .letter = 'R',
    .question = question,
    .enter = tlv_single_enter,
    .hint = hint,
    .click = tlv_single_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
    .panel = tlv_march_panel,
};
