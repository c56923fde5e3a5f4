/* close.c: who reaches whom in close combat. */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.close.first", "hint.close.second");
}

extern const tlv_tool tlv_close_tool;
const tlv_tool tlv_close_tool = {
    .id = "close",
    .icon = "close",
    .quiet = true,
    .query = "close-combat",
    .units = true,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
