/* tools.c: the tools, in the order of the rail. */
#include "tools/tool.h"

#include <string.h>

extern const tlv_tool tlv_select_tool, tlv_place_tool, tlv_terrain_tool, tlv_outline_tool, tlv_tape_tool,
    tlv_sight_tool, tlv_cover_tool, tlv_arc_tool, tlv_attack_tool, tlv_template_tool, tlv_move_tool, tlv_reach_tool,
    tlv_map_tool, tlv_cohesion_tool, tlv_react_tool, tlv_close_tool, tlv_within_tool, tlv_score_tool, tlv_scatter_tool,
    tlv_zone_tool, tlv_parts_tool;

const tlv_tool *const tlv_tools[] = {&tlv_select_tool,  &tlv_place_tool,
                                     &tlv_terrain_tool, &tlv_outline_tool,
                                     &tlv_tape_tool,    &tlv_sight_tool,
                                     &tlv_cover_tool,   &tlv_arc_tool,
                                     &tlv_attack_tool,  &tlv_template_tool,
                                     &tlv_move_tool,    &tlv_reach_tool,
                                     &tlv_map_tool,     &tlv_cohesion_tool,
                                     &tlv_react_tool,   &tlv_close_tool,
                                     &tlv_within_tool,  &tlv_score_tool,
                                     &tlv_scatter_tool, &tlv_zone_tool,
                                     &tlv_parts_tool,   NULL};

int tlv_tool_find(const char *id) {
    for (int i = 0; tlv_tools[i]; i++) {
        if (strcmp(tlv_tools[i]->id, id) == 0) {
            return i;
        }
    }
    return -1;
}
