/* arc.c: is one in the field of fire of the other? */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.arc.first", "hint.arc.second");
}

extern const tlv_tool tlv_arc_tool;
const tlv_tool tlv_arc_tool = {
    .id = "arc",
    .icon = "arc",
    .letter = 'A',
    .query = "arc",
    .units = false,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
