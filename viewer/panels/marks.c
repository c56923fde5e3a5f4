/* marks.c: how a model stands and what it has done this turn, for itself and for its whole unit. */
#include "panels/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The marks of the scene's file, in the order of the panel. */
static const struct {
    const char *field, *text; /* JSON; the name of a text, and the id */
} MARKS[] = {
    {"\"moved\"", "mark.moved"}, {"\"fired\"", "mark.fired"}, {"\"lit\"", "mark.lit"}, {"\"hidden\"", "mark.hidden"}};
enum { MARK_COUNT = sizeof(MARKS) / sizeof(*MARKS) };

static bool is_marked(const tlv_app *app, const char *thing, const char *field) {
    size_t size = 0;
    const char *value = tl_scene_value(app->scene, thing, field, &size);
    return value && size == 4 && strncmp(value, "true", 4) == 0;
}

/* Sets a field of all models of a unit; `value` is JSON, NULL takes it out. One edit, taken back as one. */
static void set_all(tlv_app *app, const char *unit, const char *field, const char *value) {
    size_t count = 0, used = 1;
    char quoted[2 * TLV_NAME];
    while (tl_scene_unit_member(app->scene, unit, count)) {
        count++;
    }
    const size_t each = 3 * TLV_NAME + 100;
    char *edit = malloc(count * each + 4);
    if (!edit) {
        return;
    }
    edit[0] = '[';
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(edit + used, each, "%s{\"set\":%s,\"field\":%s,\"value\":%s}", i > 0 ? "," : "",
                                 tlv_quote(tl_scene_unit_member(app->scene, unit, i), quoted, sizeof(quoted)), field,
                                 value ? value : "null");
    }
    memcpy(edit + used, "]", 2);
    tlv_edit(app, edit, "done.turn_marks", app->session.selected);
    free(edit);
}

/* --- Stances ------------------------------------------------------------------------------------------------------ */

/* The stance of a model; the usual one, the first, when the scene doesn't say. */
static const char *stance_of(const tlv_app *app, const char *thing) {
    tl_rules_word first = {"", "", ""};
    const char *is = tl_scene_word(app->scene, thing, "\"stance\"");
    tl_scene_rules_word(app->scene, TL_RULES_STANCE, 0, NULL, &first);
    return is ? is : first.name;
}

/* The one stance of all models of a unit; "": they differ. */
static const char *common_stance(const tlv_app *app, const char *unit) {
    const char *common = NULL, *member;
    char thing[2 * TLV_NAME];
    for (size_t i = 0; (member = tl_scene_unit_member(app->scene, unit, i)) != NULL; i++) {
        const char *its = stance_of(app, tlv_quote(member, thing, sizeof(thing)));
        if (common && strcmp(common, its) != 0) {
            return "";
        }
        common = its;
    }
    return common ? common : "";
}

/* `unit` NULL: of the model `thing`. */
static void stance_field(tlv_app *app, const char *label, const char *thing, const char *unit) {
    tlv_word_list list = {.count = 0};
    tl_rules_word any;
    char value[2 * TLV_NAME];
    if (!tl_scene_rules_word(app->scene, TL_RULES_STANCE, 0, NULL, &any)) {
        return;
    }
    const char *is = unit ? common_stance(app, unit) : stance_of(app, thing);
    int usual = 0;
    if (is[0] == '\0') {
        list.names[0] = "";
        list.texts[list.count++] = tlv_say(app, "mark.differ");
        usual = 1;
    }
    tlv_list_words(app, TL_RULES_STANCE, is[0] != '\0' ? is : NULL, &list);
    int was = list.chosen;
    if (tlv_choose_field(app, label, list.texts, list.count, &list.chosen) && list.chosen != was) {
        const char *word = list.names[list.chosen];
        const char *json = list.chosen == usual ? NULL : tlv_quote(word, value, sizeof(value));
        if (unit) {
            set_all(app, unit, "\"stance\"", json);
        } else {
            tlv_set_value(app, thing, "\"stance\"", json);
        }
    }
}

/* --- Marks -------------------------------------------------------------------------------------------------------- */

static void member_marks(tlv_app *app, const char *thing) {
    stance_field(app, "mark.stance", thing, NULL);
    for (int i = 0; i < MARK_COUNT; i++) {
        bool is = is_marked(app, thing, MARKS[i].field);
        if (tlv_gui_check(app->gui, MARKS[i].text, tlv_say(app, MARKS[i].text), &is)) {
            tlv_set_value(app, thing, MARKS[i].field, is ? "true" : NULL);
        }
    }
}

/* Ticked when all of them are; how many are, when only some. */
static void unit_marks(tlv_app *app, const char *unit, size_t count) {
    const char *member;
    char thing[2 * TLV_NAME], text[200], some[24], all[24], id[40];
    stance_field(app, "mark.stance_all", NULL, unit);
    for (int i = 0; i < MARK_COUNT; i++) {
        size_t marked = 0;
        for (size_t m = 0; (member = tl_scene_unit_member(app->scene, unit, m)) != NULL; m++) {
            marked += is_marked(app, tlv_quote(member, thing, sizeof(thing)), MARKS[i].field) ? 1U : 0U;
        }
        snprintf(some, sizeof(some), "%zu", marked);
        snprintf(all, sizeof(all), "%zu", count);
        bool is = marked == count;
        tlv_say_with(app, text, sizeof(text), marked > 0 && !is ? "mark.some" : "mark.all", tlv_say(app, MARKS[i].text),
                     some, all);
        snprintf(id, sizeof(id), "%s.all", MARKS[i].text);
        if (tlv_gui_check(app->gui, id, text, &is)) {
            set_all(app, unit, MARKS[i].field, is ? "true" : NULL);
        }
    }
}

void tlv_marks_part(tlv_app *app, const char *thing, const char *unit) {
    tlv_gui *gui = app->gui;
    size_t count = 0;
    char text[200], number[24];
    while (tl_scene_unit_member(app->scene, unit, count)) {
        count++;
    }
    tlv_gui_gap(gui, 4);
    tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK, tlv_say(app, "mark.title"));
    member_marks(app, thing);
    snprintf(number, sizeof(number), "%zu", count);
    if (count > 1 &&
        tlv_gui_fold(gui, "mark.unit", tlv_say_with(app, text, sizeof(text), "mark.unit", number), false)) {
        unit_marks(app, unit, count);
    }
    tlv_gui_gap(gui, 4);
}
