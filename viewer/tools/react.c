/* react.c: may a unit react to another. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.react.first", "hint.react.second");
}

extern const tlv_tool tlv_react_tool;
const tlv_tool tlv_react_tool = {
    .id = "react",
    .icon = "react",
    .quiet = true,
    .query = "react",
    .units = true,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
