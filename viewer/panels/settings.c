/* settings.c: the settings of the rule system as a form: each with its sentence, its value and its default. */
#include "panels/panels.h"

#include "tools/tool.h"

#include <trueline/explain.h>
#include <trueline/words.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 64 };

/* A setting as the form shows it: texts of its own, which an edit doesn't take away. */
typedef struct setting_row {
    char name[TLV_TRY_WORDS], value[TL_SETTING_VALUE], initial[TL_SETTING_VALUE];
    bool file;
    tl_setting_info info;
} setting_row;

static bool read_row(const tlv_app *app, size_t index, setting_row *row) {
    char number[TL_SETTING_VALUE];
    if (!tl_scene_setting(app->scene, index, app->language, row->value, &row->info)) {
        return false;
    }
    const char *initial = tl_scene_setting_initial(app->scene, index, number, sizeof(number), &row->file);
    snprintf(row->initial, sizeof(row->initial), "%s", initial ? initial : "");
    snprintf(row->name, sizeof(row->name), "%s", row->info.name);
    return true;
}

/* Every word that was typed is in its name, its sentence, its rule or its value. */
static bool is_found(const tlv_app *app, const setting_row *row) {
    char all[1200], folded[1200], typed[128];
    snprintf(all, sizeof(all), "%s %s %s %s", row->name, row->info.text, row->info.rule, row->value);
    tlv_fold_text(all, folded, sizeof(folded));
    tlv_fold_text(app->form.search, typed, sizeof(typed));
    for (char *word = strtok(typed, " "); word; word = strtok(NULL, " ")) {
        if (!strstr(folded, word)) {
            return false;
        }
    }
    return true;
}

/* --- One setting -------------------------------------------------------------------------------------------------- */

/* The unit of a number, by the end of the setting's name. */
static const char *unit_of(const char *name) {
    static const char *const ends[][2] = {{"_mm", "mm"}, {"_deg", "\xc2\xb0"}};
    size_t length = strlen(name);
    for (size_t i = 0; i < 2; i++) {
        size_t tail = strlen(ends[i][0]);
        if (length > tail && strcmp(name + length - tail, ends[i][0]) == 0) {
            return ends[i][1];
        }
    }
    return "";
}

static bool is_number(const char *text, double *number) {
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

/* A number with its unit and its limits; one that lies beyond them changes nothing, and says so. */
static void number_widget(tlv_app *app, const setting_row *row) {
    tlv_gui *gui = app->gui;
    char id[2 * TLV_TRY_WORDS], low[24], high[24], text[300];
    const char *unit = unit_of(row->name);
    double value = 0;
    bool stands = is_number(row->value, &value);
    snprintf(low, sizeof(low), "%.9g", row->info.low);
    snprintf(high, sizeof(high), "%.9g%s%s", row->info.high, unit[0] != '\0' && unit[0] != '\xc2' ? " " : "", unit);
    tlv_say_with(app, text, sizeof(text), row->info.value_count > 0 ? "settings.or_number" : "settings.limits", low,
                 high);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, text);
    const double was = stands ? value : row->info.low;
    value = was;
    snprintf(id, sizeof(id), "number.%s", row->name);
    tlv_gui_next_width(gui, tlv_gui_px(gui, 130));
    if (!tlv_gui_number(gui, id, &value, 3, unit) || value == was || !isfinite(value)) {
        return;
    }
    if (value < row->info.low || value > row->info.high) {
        tlv_note(app, false, "note.setting_limits", row->name, low, high);
        return;
    }
    snprintf(text, sizeof(text), "%.9g", value);
    tlv_set_setting(app, row->name, text);
}

static void choice_widget(tlv_app *app, const setting_row *row) {
    tlv_gui *gui = app->gui;
    const char *words[MOST_VALUES + 1];
    char id[2 * TLV_TRY_WORDS];
    int count = 0, is = -1;
    for (; count < MOST_VALUES && (size_t)count < row->info.value_count; count++) {
        words[count] = row->info.values[count];
        is = strcmp(words[count], row->value) == 0 ? count : is;
    }
    if (is < 0) { /* a number or a file stands there */
        is = count;
        words[count++] = row->value;
    }
    if (count == 1) { /* there is nothing to choose */
        tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK_SOFT, words[0]);
        return;
    }
    int chosen = is;
    snprintf(id, sizeof(id), "set.%s", row->name);
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_choose(gui, id, words, count, &chosen) && chosen != is) {
        tlv_set_setting(app, row->name, words[chosen]);
    }
}

/* The path of a file, taken over when Enter is pressed. */
static void file_widget(tlv_app *app, const setting_row *row) {
    tlv_gui *gui = app->gui;
    tlv_form *form = &app->form;
    char id[2 * TLV_TRY_WORDS], path[TLV_PATH];
    bool typing = strcmp(form->file_of, row->name) == 0;
    bool stands = strstr(row->value, ".json") != NULL;
    snprintf(path, sizeof(path), "%s", typing ? form->file : stands ? row->value : "");
    snprintf(id, sizeof(id), "file.%s", row->name);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "settings.or_file"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_field(gui, id, tlv_say(app, "settings.file"), path, sizeof(path))) {
        snprintf(form->file_of, sizeof(form->file_of), "%s", row->name);
        memcpy(form->file, path, sizeof(path));
        typing = true;
    }
    if (typing && tlv_gui_pressed(gui, TLV_KEY_ENTER)) {
        form->file_of[0] = '\0';
        tlv_set_setting(app, row->name, path[0] != '\0' ? path : NULL);
    }
}

/* The sentence, the widget, and, where the value isn't the rule system's own, the way back. True when an edit has made
 * all settings others. */
static bool draw_row(tlv_app *app, const setting_row *row) {
    tlv_gui *gui = app->gui;
    char text[TL_SETTING_VALUE + 100], id[2 * TLV_TRY_WORDS];
    unsigned before = app->session.changes;
    bool differs = !row->info.is_default;
    tlv_gui_push_id(gui, row->name);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, row->info.text);
    snprintf(text, sizeof(text), "%s%s%s", row->name, row->info.rule[0] != '\0' ? "  \xc2\xb7  " : "", row->info.rule);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, text);
    if (row->info.value_count > 0) {
        choice_widget(app, row);
    }
    if (row->info.number) {
        number_widget(app, row);
    }
    if (row->file && app->session.changes == before) {
        file_widget(app, row);
    }
    if (differs) {
        tlv_say_with(app, text, sizeof(text), "settings.back", row->initial);
        snprintf(id, sizeof(id), "reset.%s", row->name);
        if (tlv_gui_button(gui, id, text, "undo", 0, TLV_BUTTON_PLAIN) && app->session.changes == before) {
            tlv_set_setting(app, row->name, NULL);
        }
        tlv_rect last = tlv_gui_last(gui);
        tlv_gui_draw_plate(
            gui, (tlv_rect){(int)(last.x - tlv_gui_px(gui, 10)), last.y, (int)tlv_gui_px(gui, 4), last.height}, 2,
            tlv_gui_colour(TLV_INK_ACCENT));
    }
    tlv_gui_gap(gui, 8);
    tlv_gui_pop_id(gui);
    return app->session.changes != before;
}

/* --- The form ----------------------------------------------------------------------------------------------------- */

/* What is asked, in two lines: what comes of a change is seen at once. */
static void verdict_line(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_inquiry *q = &app->inquiry;
    char text[700];
    if (q->asked == 0) {
        return;
    }
    bool ruled = tlv_is_ruled(app);
    double size = tlv_gui_px(gui, 24);
    tlv_gui_gap(gui, 24);
    tlv_rect place = tlv_gui_last(gui);
    tlv_sign_disc(gui, ruled ? tlv_ruling_sign(q->answer.ruling) : TLV_SIGN_NONE, place.x, place.y, size);
    tlv_gui_draw_text(gui, TLV_TYPE_TITLE, place.x + size + tlv_gui_px(gui, 8), place.y + tlv_gui_px(gui, 2),
                      tlv_gui_colour(ruled ? TLV_INK : TLV_INK_SOFT),
                      ruled ? tl_ruling_badge(q->answer.ruling) : tlv_say(app, "card.asking"));
    snprintf(text, sizeof(text), "%.*s", (int)strcspn(q->text, "\n"), q->answer.serial != 0 ? q->text : "");
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK, text);
    tlv_gui_rule(gui);
}

static void head(tlv_app *app, size_t changed) {
    tlv_gui *gui = app->gui;
    char text[200], count[24];
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, app->systems.title);
    tlv_command_button(app, "rules.system", true, TLV_BUTTON_PLAIN);
    if (tlv_gui_button(gui, "settings.close", tlv_say(app, "settings.close"), "cross", 0, TLV_BUTTON_QUIET)) {
        app->form.open = false;
        app->view_changed = true;
    }
    tlv_gui_rule(gui);
    verdict_line(app);
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    tlv_gui_field(gui, "settings.search", tlv_say(app, "settings.search"), app->form.search, sizeof(app->form.search));
    snprintf(count, sizeof(count), "%zu", changed);
    tlv_gui_check(gui, "settings.changed", tlv_say_with(app, text, sizeof(text), "settings.changed", count),
                  &app->form.changed_alone);
    tlv_gui_rule(gui);
}

void tlv_settings_panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    setting_row row;
    size_t changed = 0, shown = 0;
    tlv_gui_region(gui, "settings", app->layout.right, TLV_REGION_SCROLLS | TLV_REGION_RULE_LEFT);
    for (size_t i = 0; read_row(app, i, &row); i++) {
        changed += row.info.is_default ? 0U : 1U;
    }
    head(app, changed);
    for (size_t i = 0; read_row(app, i, &row); i++) {
        if (is_found(app, &row) && (!app->form.changed_alone || !row.info.is_default)) {
            shown++;
            if (draw_row(app, &row)) {
                break; /* the next picture has them as they are now */
            }
        }
    }
    if (shown == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "settings.nothing"));
    }
    tlv_gui_leave_fields(gui);
    tlv_gui_region_end(gui);
}
