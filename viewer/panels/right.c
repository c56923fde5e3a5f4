/* right.c: what is selected, then the tool's own part and the ruling; with nothing selected, who is on the table. */
#include "panels/panels.h"

#include "commands/commands.h"
#include "shot.h"
#include "tools/tool.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void place_lines(tlv_app *app, const char *member) {
    tl_place place = TL_PLACE_INIT;
    tl_box3 box;
    char x[32], y[32], z[32], text[160];
    if (tl_scene_place_of(app->scene, member, &place, NULL) != TL_OK ||
        tl_scene_box_of(app->scene, member, &box, NULL) != TL_OK) {
        return;
    }
    /* Ground may lie below the table's level, as sunken roads do: a minus before a height would puzzle. */
    const char *words = box.low.z < -0.05  ? "selection.at.below"
                        : box.low.z < 0.05 ? "selection.at.level"
                                           : "selection.at";
    tlv_say_with(app, text, sizeof(text), words, tlv_say_length(app, place.at[0], x),
                 tlv_say_length(app, place.at[1], y), tlv_say_length(app, fabs(box.low.z), z));
    tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
    char facing[32];
    snprintf(facing, sizeof(facing), "%.0f", place.facing);
    tlv_say_with(app, text, sizeof(text), "selection.facing", facing);
    tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
}

/* Who it is and where it stands. */
static void selection_lines(tlv_app *app) {
    const char *member = app->session.selected;
    const char *unit = tl_scene_unit_of(app->scene, member);
    tlv_gui_text(app->gui, TLV_TYPE_TITLE, TLV_INK, tlv_name_of(app, member));
    if (unit && strcmp(tlv_name_of(app, unit), tlv_name_of(app, member)) != 0) {
        tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_name_of(app, unit));
    }
    place_lines(app, member);
}

/* Several: who they are, and what can be done with all of them. */
static void group_lines(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_session *s = &app->session;
    char count[24], text[96], chosen[TLV_NAME] = "";
    snprintf(count, sizeof(count), "%zu", s->picked_count);
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, tlv_say_with(app, text, sizeof(text), "selection.several", count));
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "selection.several.what"));
    tlv_gui_gap(gui, 4);
    for (size_t i = 0; i < s->picked_count; i++) {
        if (tlv_gui_row(gui, s->picked[i], false, 24)) {
            snprintf(chosen, sizeof(chosen), "%s", s->picked[i]);
        }
        tlv_rect place = tlv_gui_last(gui);
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 10), place.y + tlv_gui_px(gui, 4),
                          tlv_gui_colour(TLV_INK), tlv_name_of(app, s->picked[i]));
    }
    tlv_gui_gap(gui, 6);
    tlv_command_button(app, "edit.duplicate", true, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(gui, -1);
    tlv_command_button(app, "edit.delete", true, TLV_BUTTON_PLAIN);
    if (chosen[0] != '\0') {
        tlv_select(app, chosen);
    }
}

void tlv_selection_panel(tlv_app *app) {
    if (app->session.picked_count > 1) {
        group_lines(app);
        return;
    }
    selection_lines(app);
    tlv_edit_panel(app);
}

/* By which rules the table goes: a click on it opens their settings. */
static void whose_rules(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_gui_rule(gui);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "table.rules"));
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, app->systems.title);
    tlv_command_button(app, "rules.settings", true, TLV_BUTTON_QUIET);
    if (tlv_is_night(app->scene)) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "table.night"));
    }
}

/* Everybody, unit by unit. */
static void who_is_here(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const char *before = "";
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, tlv_say(app, "table.who"));
    tlv_gui_gap(gui, 2);
    if (tl_scene_member_count(app->scene) == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "table.nobody"));
        tlv_gui_gap(gui, 4);
        tlv_command_button(app, "tool.place", true, TLV_BUTTON_MAIN);
        tlv_command_button(app, "tool.terrain", true, TLV_BUTTON_PLAIN);
    }
    for (size_t i = 0; i < tl_scene_member_count(app->scene); i++) {
        const char *member = tl_scene_member(app->scene, i), *unit = tl_scene_unit_of(app->scene, member);
        bool alone = unit && strcmp(tlv_name_of(app, unit), tlv_name_of(app, member)) == 0;
        if (unit && strcmp(unit, before) != 0 && !alone) {
            tlv_gui_gap(gui, 2);
            tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK, tlv_name_of(app, unit));
        }
        before = unit ? unit : "";
        if (tlv_gui_row(gui, member, false, 24)) {
            tlv_select(app, member);
        }
        if (tlv_gui_was_double_clicked(gui)) {
            tlv_frame(app, member);
        }
        tlv_rect place = tlv_gui_last(gui);
        tlv_gui_draw_text(gui, alone ? TLV_TYPE_BOLD : TLV_TYPE_BODY, place.x + tlv_gui_px(gui, alone ? 0 : 10),
                          place.y + tlv_gui_px(gui, 4), tlv_gui_colour(TLV_INK), tlv_name_of(app, member));
    }
}

void tlv_right_panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    if (app->form.open) {
        tlv_settings_panel(app);
        return;
    }
    tlv_gui_region(gui, "right", app->layout.right, TLV_REGION_SCROLLS | TLV_REGION_RULE_LEFT);
    const tlv_tool *tool = tlv_tools[app->tool];
    bool selected = app->session.selected[0] != '\0', asked = app->inquiry.asked != 0,
         asks = tool->question || tool->query;
    bool shown = selected && !asked && !tool->alone;
    if (shown && !asks) {
        tlv_selection_panel(app);
    }
    if (tool->panel) {
        tool->panel(app);
    }
    if (shown && asks) { /* what a question is about is not being edited */
        selection_lines(app);
    }
    if (asked) {
        tlv_ruling_card(app);
    }
    if (tool->under) {
        tool->under(app);
    }
    tlv_gui_leave_fields(gui);
    if (!selected && !asked && !tool->panel) {
        who_is_here(app);
        whose_rules(app);
    }
    tlv_gui_region_end(gui);
}
