/* cover.c: is one unit in cover from another? */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.cover.first", "hint.cover.second");
}

extern const tlv_tool tlv_cover_tool;
const tlv_tool tlv_cover_tool = {
    .id = "cover",
    .icon = "cover",
    .letter = 'C',
    .query = "cover",
    .units = true,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
