/* fields.c: fields that show and set what the scene's file says. */
#include "panels/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is typed, while it is: one field at a time. */
typedef struct typed {
    char key[4 * TLV_NAME]; /* of the field */
    char text[TLV_NAME];
} typed;

void tlv_set_value(tlv_app *app, const char *thing, const char *field, const char *value) {
    char edit[12 * TLV_NAME];
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":%s,\"value\":%s}", thing, field, value ? value : "null");
    tlv_edit(app, edit, "done.changed", app->session.selected);
}

void tlv_set_word(tlv_app *app, const char *thing, const char *field, const char *word) {
    char value[2 * TLV_NAME];
    tlv_set_value(app, thing, field, word[0] != '\0' ? tlv_quote(word, value, sizeof(value)) : NULL);
}

static void label_of(tlv_app *app, const char *label) {
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, label));
    tlv_gui_next_width(app->gui, tlv_gui_width(app->gui));
}

void tlv_word_field(tlv_app *app, const char *label, const char *thing, const char *field) {
    static typed now; /* one window in a process */
    tlv_gui *gui = app->gui;
    char key[4 * TLV_NAME], text[TLV_NAME];
    const char *is = tl_scene_word(app->scene, thing, field);
    snprintf(key, sizeof(key), "%s %s", thing, field);
    bool typing = strcmp(now.key, key) == 0;
    snprintf(text, sizeof(text), "%s", typing ? now.text : is ? is : "");
    label_of(app, label);
    if (tlv_gui_field(gui, label, "", text, sizeof(text))) {
        memcpy(now.key, key, sizeof(key));
        memcpy(now.text, text, sizeof(text));
        typing = true;
    }
    if (typing && (tlv_gui_pressed(gui, TLV_KEY_ENTER) || tlv_gui_pressed(gui, TLV_KEY_TAB))) {
        now.key[0] = '\0';
        tlv_set_word(app, thing, field, text);
    }
}

void tlv_number_input(tlv_app *app, const char *label, const char *thing, const char *field, const char *unit,
                      double missing, bool emptied) {
    double value = missing;
    char text[40];
    tl_scene_number(app->scene, thing, field, &value);
    const double was = value;
    tlv_gui_next_width(app->gui, tlv_gui_width(app->gui));
    int decimals = strcmp(field, "\"scale\"") == 0 ? 3 : 1;
    if (tlv_gui_number(app->gui, label, &value, decimals, unit) && value != was && isfinite(value)) {
        snprintf(text, sizeof(text), "%.6g", value);
        tlv_set_value(app, thing, field, emptied && value == missing ? NULL : text);
    }
}

void tlv_number_field(tlv_app *app, const char *label, const char *thing, const char *field, const char *unit,
                      double missing, bool emptied) {
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, label));
    tlv_number_input(app, label, thing, field, unit, missing, emptied);
}

void tlv_label_pair(tlv_app *app, const char *id, const char *one, const char *other) {
    static const float EVEN[] = {1, 1};
    tlv_gui_table(app->gui, id, 2, EVEN);
    tlv_gui_cell(app->gui);
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, one));
    tlv_gui_cell(app->gui);
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, other));
    tlv_gui_cell(app->gui);
}

void tlv_point_field(tlv_app *app, const char *label, const char *thing, const char *field) {
    static const char *const AXES[3] = {"x", "y", "z"};
    tlv_gui *gui = app->gui;
    double c[3] = {0, 0, 0}, gap = tlv_gui_px(gui, 4);
    char text[100];
    size_t size;
    bool there = tl_scene_value(app->scene, thing, field, &size) != NULL, wanted = there, changed = false;
    if (tlv_gui_check(gui, label, tlv_say(app, label), &wanted)) {
        tlv_set_value(app, thing, field, wanted ? "[0,0,10]" : NULL);
        return;
    }
    if (!there) {
        return;
    }
    double wide = (tlv_gui_width(gui) - 2 * gap) / 3;
    tlv_gui_push_id(gui, label);
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof(text), "[%s,%d]", field, i);
        tl_scene_number(app->scene, thing, text, &c[i]);
        double was = c[i];
        if (i > 0) {
            tlv_gui_same_line(gui, gap);
        }
        tlv_gui_next_width(gui, wide);
        changed = (tlv_gui_number(gui, AXES[i], &c[i], 1, "") && c[i] != was) || changed;
    }
    tlv_gui_pop_id(gui);
    if (changed && isfinite(c[0]) && isfinite(c[1]) && isfinite(c[2])) {
        snprintf(text, sizeof(text), "[%.6g,%.6g,%.6g]", c[0], c[1], c[2]);
        tlv_set_value(app, thing, field, text);
    }
}

bool tlv_choose_field(tlv_app *app, const char *label, const char *const *texts, int count, int *chosen) {
    label_of(app, label);
    return tlv_gui_choose(app->gui, label, texts, count, chosen);
}

void tlv_list_words(const tlv_app *app, tl_rules_sort sort, const char *is, tlv_word_list *list) {
    tl_rules_word word;
    bool found = is == NULL;
    for (size_t i = 0;
         list->count < TLV_MOST_WORDS - 1 && tl_scene_rules_word(app->scene, sort, i, app->language, &word); i++) {
        if (is && strcmp(is, word.name) == 0) {
            list->chosen = list->count;
            found = true;
        }
        list->names[list->count] = word.name;
        list->texts[list->count++] = tlv_rules_label(app, sort, &word);
    }
    if (!found) {
        list->chosen = list->count;
        list->names[list->count] = list->texts[list->count] = is;
        list->count++;
    }
}

void tlv_rules_field(tlv_app *app, const char *label, const char *thing, const char *field, tl_rules_sort sort,
                     const char *none) {
    tlv_word_list list = {.count = 0};
    tl_rules_word any;
    if (!tl_scene_rules_word(app->scene, sort, 0, NULL, &any)) {
        return;
    }
    if (none) {
        list.names[0] = "";
        list.texts[list.count++] = tlv_say(app, none);
    }
    tlv_list_words(app, sort, tl_scene_word(app->scene, thing, field), &list);
    if (tlv_choose_field(app, label, list.texts, list.count, &list.chosen)) {
        tlv_set_word(app, thing, field, list.names[list.chosen]);
    }
}
