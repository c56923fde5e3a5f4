/* tape.c: how far from one to the other. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.tape.first", "hint.tape.second");
}

extern const tlv_tool tlv_tape_tool;
const tlv_tool tlv_tape_tool = {
    .id = "tape",
    .icon = "tape",
    .letter = 'T',
    .query = "range",
    .units = false,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
