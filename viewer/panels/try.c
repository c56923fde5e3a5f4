/* try.c: the ruling under another setting, beside the one under those in use. */
#include "panels/panels.h"

#include "tools/tool.h"

#include <trueline/explain.h>

#include <stdio.h>
#include <string.h>

void tlv_tried_part(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_inquiry *q = &app->inquiry;
    char text[200];
    if (q->try_name[0] == '\0') {
        return;
    }
    tlv_gui_rule(gui);
    tlv_say_with(app, text, sizeof(text), "try.with", q->try_name, q->try_value);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_ACCENT, text);
    const tl_ruling *ruling = q->tried.ruling;
    if (q->tried.serial == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "card.asking"));
    } else if (!ruling) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_BAD, q->tried.error.message);
    } else {
        double size = tlv_gui_px(gui, 24);
        tlv_gui_gap(gui, 24);
        tlv_rect place = tlv_gui_last(gui);
        tlv_sign_disc(gui, tlv_ruling_sign(ruling), place.x, place.y, size);
        tlv_gui_draw_text(gui, TLV_TYPE_TITLE, place.x + size + tlv_gui_px(gui, 8), place.y + tlv_gui_px(gui, 2),
                          tlv_gui_colour(TLV_INK), tl_ruling_badge(ruling));
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, tl_ruling_summary(ruling));
        bool same = strcmp(tl_ruling_summary(ruling), tl_ruling_summary(q->answer.ruling)) == 0;
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, same ? "try.same" : "try.other"));
    }
    tlv_command_button_as(app, "ruling.keep", tlv_say(app, "try.keep"), 0, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(gui, -1);
    if (tlv_gui_button(gui, "try.end", tlv_say(app, "try.end"), "cross", 0, TLV_BUTTON_QUIET)) {
        tlv_try(app, NULL, NULL);
    }
    tlv_gui_rule(gui);
}

static bool is_of_ruling(const tl_ruling *ruling, const char *rule) {
    tl_step step;
    for (size_t i = 0; tl_ruling_step(ruling, i, &step); i++) {
        if (strcmp(step.rule, rule) == 0) {
            return true;
        }
    }
    return false;
}

/* One setting with its words; a click on another value tries it. */
static void setting_row(tlv_app *app, const tl_setting_info *s) {
    tlv_gui *gui = app->gui;
    const tlv_inquiry *q = &app->inquiry;
    char id[160];
    bool trying = strcmp(q->try_name, s->name) == 0;
    tlv_gui_push_id(gui, s->name);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, s->text);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, s->name);
    for (size_t i = 0; i < s->value_count; i++) {
        bool is = strcmp(s->values[i], trying ? q->try_value : s->value) == 0;
        snprintf(id, sizeof(id), "try.%s.%s", s->name, s->values[i]);
        if (i > 0 &&
            tlv_gui_text_width(gui, TLV_TYPE_BODY, s->values[i]) + tlv_gui_px(gui, 40) < tlv_gui_width(gui) / 2) {
            tlv_gui_same_line(gui, 6);
        }
        if (tlv_gui_button(gui, id, s->values[i], NULL, 0, is ? TLV_BUTTON_LIT : TLV_BUTTON_PLAIN) && !is) {
            bool back = strcmp(s->values[i], s->value) == 0;
            tlv_try(app, back ? NULL : s->name, s->values[i]);
        }
    }
    if (s->number) {
        double value = 0;
        bool set = sscanf(trying ? q->try_value : s->value, "%lf", &value) == 1;
        snprintf(id, sizeof(id), "try.%s", s->name);
        if (tlv_gui_number(gui, id, &value, 3, "") && (set || value != 0) && value >= s->low && value <= s->high) {
            char text[TLV_TRY_WORDS];
            snprintf(text, sizeof(text), "%.9g", value);
            tlv_try(app, s->name, text);
        }
    }
    tlv_gui_gap(gui, 4);
    tlv_gui_pop_id(gui);
}

void tlv_try_list(tlv_app *app) {
    char value[TL_SETTING_VALUE];
    tl_setting_info setting;
    if (!app->inquiry.choosing) {
        return;
    }
    tlv_gui_rule(app->gui);
    for (int related = 1; related >= 0; related--) { /* those that hold the readings of this ruling's rules first */
        for (size_t i = 0; tl_scene_setting(app->scene, i, app->language, value, &setting); i++) {
            bool counts = (setting.value_count > 1 || setting.number) && strcmp(setting.name, "units") != 0;
            if (counts && is_of_ruling(app->inquiry.answer.ruling, setting.rule) == (related == 1)) {
                setting_row(app, &setting);
            }
        }
    }
}
