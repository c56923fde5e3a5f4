/* pair.c: questions of two: click one, then the other. */
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

const char *tlv_pair_hint(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    const tlv_tool *tool = tlv_tools[app->tool];
    return q->from[0] == '\0' ? tool->first : q->to[0] == '\0' ? tool->second : "hint.asked";
}

void tlv_pair_click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    const char *member = app->hand.member;
    if (app->hand.pressed.kind != TL_PICK_MEMBER) {
        return;
    }
    tlv_select(app, member);
    if (q->from[0] == '\0' || (q->to[0] != '\0' && !app->hand.shift)) {
        tlv_forget_question(app);
        snprintf(q->from, sizeof(q->from), "%s", member);
    } else if (strcmp(q->from, member) != 0) {
        tlv_forget_answer(app);
        snprintf(q->to, sizeof(q->to), "%s", member);
        tlv_ask(app, true);
    }
}

bool tlv_pair_back(tlv_app *app) {
    if (app->inquiry.from[0] == '\0') {
        return false;
    }
    tlv_forget_question(app);
    return true;
}

/* Who has been clicked shows where he may fire, before there is a target. */
static void draw_arcs(const tlv_app *app, const tl_draw_sink *sink) {
    const tlv_inquiry *q = &app->inquiry;
    if (q->from[0] != '\0' && q->to[0] == '\0') {
        const tl_question question = {
            .struct_size = sizeof(tl_question), .query = "arc", .from = q->from, .language = app->language};
        tl_scene_draw_preview(app->scene, &question, sink, NULL);
    }
}

/* --- Tools that ask so, and do nothing else ----------------------------------------------------------------------- */

/* KEY 0: not in the rail. */
#define PAIR_TOOL(ID, QUERY, KEY, OF_UNITS, FIRST, SECOND, DRAW)                                                       \
    {                                                                                                                  \
        .id = ID, .icon = ID, .letter = KEY, .quiet = (KEY) == 0, .query = QUERY, .units = OF_UNITS, .first = FIRST,   \
        .second = SECOND, .hint = tlv_pair_hint, .click = tlv_pair_click, .grab = tlv_drag_grab,                       \
        .drag = tlv_drag_drag, .drop = tlv_drag_drop, .back = tlv_pair_back, .draw = DRAW                              \
    }

extern const tlv_tool tlv_sight_tool, tlv_cover_tool, tlv_arc_tool, tlv_attack_tool, tlv_react_tool, tlv_close_tool;
/* Does one see the other? */
const tlv_tool tlv_sight_tool = PAIR_TOOL("sight", "los", 'S', false, "hint.sight.first", "hint.sight.second", NULL);
/* Is one unit in cover from another? */
const tlv_tool tlv_cover_tool = PAIR_TOOL("cover", "cover", 'C', true, "hint.cover.first", "hint.cover.second", NULL);
/* Is one in the field of fire of the other? */
const tlv_tool tlv_arc_tool = PAIR_TOOL("arc", "arc", 'A', false, "hint.arc.first", "hint.arc.second", draw_arcs);
/* May one unit attack the other, and with what? */
const tlv_tool tlv_attack_tool =
    PAIR_TOOL("attack", "attack", 'F', true, "hint.attack.first", "hint.attack.second", NULL);
/* May a unit react to another. */
const tlv_tool tlv_react_tool = PAIR_TOOL("react", "react", 0, true, "hint.react.first", "hint.react.second", NULL);
/* Who reaches whom in close combat. */
const tlv_tool tlv_close_tool =
    PAIR_TOOL("close", "close-combat", 0, true, "hint.close.first", "hint.close.second", NULL);
