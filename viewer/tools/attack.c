/* attack.c: may one unit attack the other, and with what? */
#include "tools/tool.h"

static const char *hint(const tlv_app *app) {
    return tlv_pair_hint(app, "hint.attack.first", "hint.attack.second");
}

extern const tlv_tool tlv_attack_tool;
const tlv_tool tlv_attack_tool = {
    .id = "attack",
    .icon = "attack",
    .letter = 'F',
    .query = "attack",
    .units = true,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
};
