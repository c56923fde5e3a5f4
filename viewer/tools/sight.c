/* sight.c: does one see the other? */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.sight.first", "hint.sight.second");
}

extern const tlv_tool tlv_sight_tool;
const tlv_tool tlv_sight_tool = {
    .id = "sight",
    .icon = "sight",
    .letter = 'S',
    .query = "los",
    .units = false,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
