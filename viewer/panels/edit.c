/* edit.c: the fields of what is selected: names, side, class, base, kind of terrain, height. */
#include "panels/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is typed, while it is: one field at a time. */
typedef struct typed {
    char key[3 * TLV_NAME]; /* of the field */
    char text[TLV_NAME];
} typed;

/* Sets a field of a thing; an empty text takes the field out. `thing` and `field` are JSON. */
static void set_word(tlv_app *app, const char *thing, const char *field, const char *word) {
    char value[2 * TLV_NAME] = "null", edit[6 * TLV_NAME];
    if (word[0] != '\0') {
        tlv_quote(word, value, sizeof(value));
    }
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":%s,\"value\":%s}", thing, field, value);
    tlv_edit(app, edit, "done.changed", app->session.selected);
}

/* A text that is taken over when Enter is pressed. */
static void word_field(tlv_app *app, const char *label, const char *thing, const char *field) {
    static typed now; /* one window in a process */
    tlv_gui *gui = app->gui;
    char key[3 * TLV_NAME], text[TLV_NAME];
    const char *is = tl_scene_word(app->scene, thing, field);
    snprintf(key, sizeof(key), "%s %s", thing, field);
    bool typing = strcmp(now.key, key) == 0;
    snprintf(text, sizeof(text), "%s", typing ? now.text : is ? is : "");
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, label));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_field(gui, label, "", text, sizeof(text))) {
        memcpy(now.key, key, sizeof(key));
        memcpy(now.text, text, sizeof(text));
        typing = true;
    }
    if (typing && tlv_gui_pressed(gui, TLV_KEY_ENTER)) {
        now.key[0] = '\0';
        set_word(app, thing, field, text);
    }
}

static void number_field(tlv_app *app, const char *label, const char *thing, const char *field, const char *unit) {
    tlv_gui *gui = app->gui;
    double value = 0, was;
    char edit[4 * TLV_NAME];
    tl_scene_number(app->scene, thing, field, &value);
    was = value;
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, label));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_number(gui, label, &value, 1, unit) && value != was && isfinite(value)) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":%s,\"value\":%.6g}", thing, field, value);
        tlv_edit(app, edit, "done.changed", app->session.selected);
    }
}

static void class_field(tlv_app *app, const char *unit) {
    static const char *const WORDS[] = {"infantry", "vehicle", "aircraft", "support-weapon", "hero"};
    static const char *const TEXTS[] = {"class.infantry", "class.vehicle", "class.aircraft", "class.support",
                                        "class.hero"};
    const char *texts[5], *is = tl_scene_word(app->scene, unit, "\"class\"");
    int chosen = 0;
    for (int i = 0; i < 5; i++) {
        texts[i] = tlv_say(app, TEXTS[i]);
        chosen = is && strcmp(is, WORDS[i]) == 0 ? i : chosen;
    }
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "field.class"));
    tlv_gui_next_width(app->gui, tlv_gui_width(app->gui));
    if (tlv_gui_choose(app->gui, "field.class", texts, 5, &chosen)) {
        set_word(app, unit, "\"class\"", WORDS[chosen]);
    }
}

static void member_fields(tlv_app *app, const char *thing, const char *unit_id) {
    char unit[2 * TLV_NAME], asset[3 * TLV_NAME], name[2 * TLV_NAME];
    tlv_quote(unit_id, unit, sizeof(unit));
    word_field(app, "field.name", thing, "\"name\"");
    word_field(app, "field.unit_name", unit, "\"name\"");
    word_field(app, "field.side", unit, "\"side\"");
    class_field(app, unit);
    number_field(app, "field.facing", thing, "\"facing\"", "°");
    const char *its = tl_scene_word(app->scene, thing, "\"asset\"");
    if (its) {
        double scale;
        snprintf(asset, sizeof(asset), "{\"asset\":%s}", tlv_quote(its, name, sizeof(name)));
        const char *shape = tl_scene_word(app->scene, asset, "[\"base\",\"shape\"]");
        if (shape && strcmp(shape, "disc") == 0) {
            number_field(app, "field.base", asset, "[\"base\",\"diameter\"]", "mm");
        }
        if (tl_scene_number(app->scene, asset, "\"scale\"", &scale)) {
            number_field(app, "field.scale", asset, "\"scale\"", "");
        }
    }
}

static void terrain_fields(tlv_app *app, const char *thing) {
    double height;
    word_field(app, "field.name", thing, "\"name\"");
    word_field(app, "field.kind", thing, "\"kind\"");
    if (tl_scene_number(app->scene, thing, "\"height\"", &height)) {
        number_field(app, "field.height", thing, "\"height\"", "mm");
    }
}

void tlv_edit_panel(tlv_app *app) {
    char thing[2 * TLV_NAME], unit[TLV_NAME];
    const char *id = tl_scene_unit_of(app->scene, app->session.selected);
    snprintf(unit, sizeof(unit), "%s", id ? id : "");
    tlv_quote(app->session.selected, thing, sizeof(thing));
    if (app->session.picked_count != 1) {
        return;
    }
    tlv_gui_gap(app->gui, 6);
    tlv_gui_push_id(app->gui, app->session.selected);
    if (unit[0] != '\0') {
        member_fields(app, thing, unit);
    } else {
        terrain_fields(app, thing);
    }
    tlv_gui_pop_id(app->gui);
    tlv_gui_gap(app->gui, 6);
    if (unit[0] != '\0') {
        tlv_command_button(app, "tool.parts", true, TLV_BUTTON_PLAIN);
        tlv_gui_gap(app->gui, 2);
    }
    tlv_command_button(app, "edit.duplicate", true, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(app->gui, -1);
    tlv_command_button(app, "edit.delete", true, TLV_BUTTON_PLAIN);
}
