#include "tools/tools.h"

#include <stddef.h>

const tlv_tool tlv_tools[TLV_TOOLS] = {
    {'V', "V", "Select", NULL, false, "Click a model. Drag the table to turn it, a selected model to move it.", NULL},
    {'S', "S", "Sight", "los", false, "Sight: click who looks.", "Click who is looked at."},
    {'T', "T", "Tape", "range", false, "Tape: click the first model.", "Click the second model."},
    {'F', "F", "Attack", "attack", true, "Attack: click the shooter.", "Click the target."},
    {'C', "C", "Cover", "cover", true, "Cover: click the shooter.", "Click who may be in cover."},
    {'A', "A", "Arc", "arc", false, "Field of fire: click the shooter.", "Click the target."},
};

int tlv_tool_of(int key) {
    for (int i = 0; i < TLV_TOOLS; i++) {
        if (tlv_tools[i].key == key) {
            return i;
        }
    }
    return -1;
}
