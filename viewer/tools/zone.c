/* zone.c: who stands in which zone of the scenario, and who holds an objective; zones and objectives lie on the table
 * while this is asked. */
#include "tools/tool.h"

#include "panels/fields.h"

#include <stdio.h>
#include <string.h>

extern const tlv_tool tlv_zone_tool;

static const char SCENE[] = "{\"scene\":true}";

/* A word of the scenario: of a zone or objective by its number; NULL past the last. */
static const char *said(const tlv_app *app, const char *list, size_t index, const char *field) {
    char path[100];
    snprintf(path, sizeof(path), "[\"scenario\",\"%s\",%zu,\"%s\"]", list, index, field);
    return tl_scene_word(app->scene, SCENE, path);
}

static bool is_offered(const tlv_app *app) {
    return said(app, "zones", 0, "id") || said(app, "objectives", 0, "id");
}

static bool is_objective(const tlv_app *app, const char *id) {
    const char *its;
    for (size_t i = 0; (its = said(app, "objectives", i, "id")) != NULL; i++) {
        if (strcmp(its, id) == 0) {
            return true;
        }
    }
    return false;
}

static const char *hint(const tlv_app *app) {
    return !is_offered(app) ? "hint.zone.none" : app->inquiry.from[0] == '\0' ? "hint.zone" : "hint.zone.asked";
}

static bool question(const tlv_app *app, tl_question *question) {
    const tlv_inquiry *q = &app->inquiry;
    bool objective = is_objective(app, q->from);
    question->query = "zone";
    question->from = objective ? q->from : tlv_asked_name(app, q->from);
    question->zone = !objective && app->manner.zone[0] != '\0' ? app->manner.zone : NULL;
    return q->from[0] != '\0';
}

static void ask_about(tlv_app *app, const char *id) {
    char name[TLV_NAME];
    snprintf(name, sizeof(name), "%s", id);
    tlv_forget_question(app);
    memcpy(app->inquiry.from, name, sizeof(name));
    tlv_ask(app, true);
}

static void enter(tlv_app *app) {
    tlv_take_selected(app);
    tlv_ask(app, true);
}

static void click(tlv_app *app) {
    const char *id = app->hand.member;
    bool member = app->hand.pressed.kind == TL_PICK_MEMBER;
    char area[TLV_NAME];
    if (!member && !is_objective(app, id) && tlv_terrain_at(app, app->hand.x, app->hand.y, area)) {
        id = area; /* a marker may be an area without a body */
    }
    if (member || is_objective(app, id)) {
        tlv_select(app, id);
        ask_about(app, id);
    }
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

static void choose_zone(tlv_app *app) {
    const char *names[TLV_MOST_WORDS] = {""}, *texts[TLV_MOST_WORDS] = {tlv_say(app, "zone.own")}, *id;
    int count = 1, chosen = 0;
    for (; count < TLV_MOST_WORDS && (id = said(app, "zones", (size_t)count - 1, "id")) != NULL; count++) {
        const char *name = said(app, "zones", (size_t)count - 1, "name");
        names[count] = id;
        texts[count] = name ? name : id;
        chosen = strcmp(id, app->manner.zone) == 0 ? count : chosen;
    }
    if (chosen == 0) {
        app->manner.zone[0] = '\0'; /* another table's */
    }
    if (count > 1 && tlv_choose_field(app, "zone.which", texts, count, &chosen)) {
        snprintf(app->manner.zone, sizeof(app->manner.zone), "%s", names[chosen]);
        tlv_ask(app, true);
    }
}

static void objectives(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const char *id, *chosen = NULL;
    for (size_t i = 0; (id = said(app, "objectives", i, "id")) != NULL; i++) {
        if (i == 0) {
            tlv_gui_gap(gui, 4);
            tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "zone.objectives"));
        }
        if (tlv_gui_row(gui, id, strcmp(id, app->inquiry.from) == 0, 24)) {
            chosen = id;
        }
        tlv_rect place = tlv_gui_last(gui);
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 10), place.y + tlv_gui_px(gui, 4),
                          tlv_gui_colour(TLV_INK), tlv_name_of(app, id));
    }
    if (chosen) {
        ask_about(app, chosen);
    }
}

static void panel(tlv_app *app) {
    if (!is_offered(app)) {
        tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "hint.zone.none"));
        return;
    }
    choose_zone(app);
    objectives(app);
    tlv_gui_rule(app->gui);
}

const tlv_tool tlv_zone_tool = {
    .id = "zone",
    .icon = "zone",
    .letter = 'Z',
    .quiet = true,
    .offered = is_offered,
    .units = true,
    .question = question,
    .enter = enter,
    .hint = hint,
    .click = click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
    .panel = panel,
};
