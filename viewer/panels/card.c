/* card.c: the ruling: its verdict, the sentence that decides, the steps with their rules, both eyes. A preview is grey
 * and shows no sign. */
#include "panels/panels.h"

#include "commands/commands.h"
#include "panels/icons.h"
#include "tools/tool.h"

#include <trueline/explain.h>
#include <trueline/words.h>

#include <stdio.h>
#include <string.h>

enum { MANY_STEPS = 4 };

static const struct {
    const char *icon;
    tl_colour ground;
} SIGNS[] = {[TLV_SIGN_YES] = {"yes", {0.00f, 0.43f, 0.32f, 1}},
             [TLV_SIGN_NO] = {"no", {0.69f, 0.23f, 0.04f, 1}},
             [TLV_SIGN_MARGINAL] = {"marginal", {0.36f, 0.38f, 0.42f, 1}},
             [TLV_SIGN_OPEN] = {"clock", {0.36f, 0.38f, 0.42f, 1}},
             [TLV_SIGN_UNKNOWN] = {"unknown", {0.36f, 0.38f, 0.42f, 1}}};

void tlv_sign_disc(tlv_gui *gui, tlv_sign sign, double x, double y, double size) {
    static const tl_colour white = {1, 1, 1, 1}, grey = {0.62f, 0.64f, 0.67f, 1};
    double icon = 0.6 * size;
    if (sign == TLV_SIGN_NONE) {
        tlv_gui_draw_disc(gui, x + 0.5 * size, y + 0.5 * size, 0.16 * size, grey);
        return;
    }
    tlv_gui_draw_disc(gui, x + 0.5 * size, y + 0.5 * size, 0.5 * size, SIGNS[sign].ground);
    tlv_icon_draw(gui, SIGNS[sign].icon, x + 0.5 * (size - icon), y + 0.5 * (size - icon), icon, white);
}

/* A disc with the sign, and the verdict's word beside it in large type. */
static void verdict(tlv_app *app, const tl_ruling *ruling) {
    tlv_gui *gui = app->gui;
    double size = tlv_gui_px(gui, 36);
    tlv_gui_gap(gui, 36);
    tlv_rect place = tlv_gui_last(gui);
    tlv_sign_disc(gui, tlv_ruling_sign(ruling), place.x, place.y, size);
    double left = place.x + size + tlv_gui_px(gui, 10), high = tlv_gui_text_height(gui, TLV_TYPE_VERDICT);
    tlv_gui_draw_text(gui, TLV_TYPE_VERDICT, left, place.y + 0.5 * (size - high), tlv_gui_colour(TLV_INK),
                      tl_ruling_badge(ruling));
    tlv_gui_gap(gui, 2);
}

/* --- Steps -------------------------------------------------------------------------------------------------------- */

/* "12.6 cm to spare", "2° short": of what a step has to spare; false when it has no margin. */
static bool margin_text(const tlv_app *app, const tl_step *step, char *text, size_t size) {
    for (size_t i = 0; i < step->number_count; i++) {
        const tl_step_number *n = &step->numbers[i];
        double value = n->value < 0 ? -n->value : n->value;
        char length[TL_WORDS_LENGTH + 4];
        if (strcmp(n->name, "margin_deg") == 0) {
            char number[TL_WORDS_LENGTH];
            snprintf(length, sizeof(length), "%s\xc2\xb0", tl_words_number(app->language, value, 1, number));
            if (value >= 180) {
                return false; /* all round */
            }
        } else if (strcmp(n->name, "margin_mm") == 0 || strcmp(n->name, "clearance_mm") == 0) {
            tlv_say_length(app, value, length);
        } else {
            continue;
        }
        const char *name = strcmp(n->name, "clearance_mm") == 0 ? "step.clear"
                           : n->value < 0                       ? "step.short"
                                                                : "step.spare";
        tlv_say_with(app, text, size, name, length);
        return true;
    }
    return false;
}

/* The rule's words, and how its readings are set. */
static void rule_of(tlv_app *app, const tl_step *step) {
    tlv_gui *gui = app->gui;
    char value[TL_SETTING_VALUE], text[400];
    tl_setting_info setting;
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT,
                 step->rule_text[0] != '\0' ? step->rule_text : tlv_say(app, "step.no_words"));
    for (size_t i = 0; tl_scene_setting(app->scene, i, app->language, value, &setting); i++) {
        if (strcmp(setting.rule, step->rule) == 0) {
            snprintf(text, sizeof(text), "%s = %s", setting.name, setting.value);
            tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_ACCENT, text);
            tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, setting.text);
        }
    }
}

/* Opens a step, and turns the view to what it speaks of. */
static void open_step(tlv_app *app, int number) {
    const char *ids[8];
    tlv_inquiry *q = &app->inquiry;
    q->step = q->step == number ? -1 : number;
    if (q->step >= 0) {
        size_t count = tl_ruling_step_things(q->answer.ruling, (size_t)number, app->scene, ids, 8);
        tlv_frame_things(app, ids, count);
        tlv_log(app, "step %d: %zu things", number, count);
    }
}

/* One line under the step's sentence: the rule, and what there is to spare unless the sentence says it. Click it for
 * the rule's words. */
static void rule_line(tlv_app *app, int number, const tl_step *step) {
    tlv_gui *gui = app->gui;
    char id[32], margin[160], text[300];
    bool open = app->inquiry.step == number, more = margin_text(app, step, margin, sizeof(margin));
    more = more && !strstr(step->text, margin);
    snprintf(text, sizeof(text), "%s%s%s", step->rule, more && step->rule[0] != '\0' ? "  \xc2\xb7  " : "",
             more ? margin : "");
    if (step->rule[0] == '\0') {
        if (more) {
            tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, text);
        }
        return;
    }
    snprintf(id, sizeof(id), "step.%d", number);
    if (tlv_gui_row(gui, id, open, 20)) {
        open_step(app, number);
    }
    tlv_gui_tip(gui, tlv_say(app, "step.tip"), NULL);
    tlv_rect place = tlv_gui_last(gui);
    tlv_gui_draw_text(gui, TLV_TYPE_SMALL, place.x + tlv_gui_px(gui, 2),
                      place.y + 0.5 * (place.height - tlv_gui_text_height(gui, TLV_TYPE_SMALL)),
                      tlv_gui_colour(TLV_INK_ACCENT), text);
    if (open) {
        rule_of(app, step);
    }
}

static void step_row(tlv_app *app, int number, const tl_step *step) {
    tlv_gui *gui = app->gui;
    double size = tlv_gui_px(gui, 18), indent = 26;
    tlv_gui_gap(gui, 1);
    tlv_rect at = tlv_gui_last(gui);
    double x = at.x, y = at.y + at.height + tlv_gui_px(gui, 5);
    tlv_gui_indent(gui, indent);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, step->text);
    tlv_sign_disc(gui, tlv_step_sign(app->inquiry.answer.ruling, step), x, y, size);
    rule_line(app, number, step);
    tlv_gui_indent(gui, -indent);
}

static void steps(tlv_app *app, const tl_ruling *ruling) {
    tl_step step;
    for (size_t i = 0; tl_ruling_step(ruling, i, &step); i++) {
        if (i > 0 || strcmp(step.text, tl_ruling_summary(ruling)) != 0 || tl_ruling_step_count(ruling) > 1) {
            step_row(app, (int)i, &step);
        } else { /* the only step is the sentence itself */
            tl_step rule = step;
            rule.text = step.rule_text[0] != '\0' ? step.rule_text : step.text;
            step_row(app, (int)i, &rule);
        }
    }
}

/* What the answer says beyond its sentence, when the steps don't. */
static void details(tlv_app *app, const tl_ruling *ruling, bool current) {
    char words[sizeof(app->inquiry.text)];
    snprintf(words, sizeof(words), "%s", app->inquiry.text);
    char *next = strchr(words, '\n');
    while (next && next[1] != '\0') {
        char *line = next + 1;
        next = strchr(line, '\n');
        if (next) {
            *next = '\0';
        }
        bool told = false;
        tl_step step;
        for (size_t i = 0; ruling && tl_ruling_step(ruling, i, &step) && !told; i++) {
            told = strcmp(step.text, line) == 0 || (step.rule_text[0] != '\0' && strstr(line, step.rule_text));
        }
        if (!told || !current) {
            tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, line);
        }
    }
}

/* --- Eyes --------------------------------------------------------------------------------------------------------- */

/* Side by side; a click looks from there. */
static void eyes(tlv_app *app) {
    tlv_gui *gui = app->gui;
    if (app->eyes_serial != app->inquiry.answer.serial || app->eyes_count == 0) {
        return;
    }
    static const float EVEN[] = {1, 1};
    tlv_gui_gap(gui, 4);
    tlv_gui_table(gui, "eyes", 2, EVEN);
    for (int i = 0; i < app->eyes_count; i++) {
        char id[16];
        snprintf(id, sizeof(id), "eyes.%d", i);
        tlv_gui_cell(gui);
        double width = tlv_gui_width(gui);
        if (tlv_gui_picture(gui, id, TLV_SLOT_EYES + i, width, width * TLV_EYES_HEIGHT / TLV_EYES_WIDTH)) {
            tlv_look_from(app, app->eyes[i].member);
        }
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, app->eyes[i].title);
    }
    tlv_gui_table_end(gui);
}

/* --- The card ----------------------------------------------------------------------------------------------------- */

static void buttons(tlv_app *app) {
    tlv_gui *gui = app->gui;
    static const char *const ids[] = {"ruling.copy", "ruling.picture", "ruling.report", "ruling.try"};
    static const char *const texts[] = {"card.copy", "card.picture", "card.report", "card.try"};
    tlv_gui_gap(gui, 4);
    double wide = 0.5 * (tlv_gui_width(gui) - tlv_gui_px(gui, 6));
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 1) {
            tlv_gui_same_line(gui, 6);
        }
        tlv_command_button_as(app, ids[i], tlv_say(app, texts[i]), wide, TLV_BUTTON_PLAIN);
    }
}

void tlv_ruling_card(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_inquiry *q = &app->inquiry;
    const tl_ruling *ruling = q->answer.ruling;
    char text[700], summary[500];
    tlv_asked_about(app, text, sizeof(text));
    if (text[0] != '\0') {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
        tlv_gui_gap(gui, 2);
    }
    bool current = !tlv_is_asking(app);
    bool tape = strcmp(q->query, "range") == 0; /* no verdict: a length */
    if (!current) {
        tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK_SOFT,
                     tlv_say(app, q->answer.serial ? "card.preview" : "card.asking"));
    } else if (ruling && !tape) {
        verdict(app, ruling);
    }
    if (q->answer.serial == 0) {
        return;
    }
    snprintf(summary, sizeof(summary), "%.*s", (int)strcspn(q->text, "\n"), q->text);
    tlv_gui_text(gui, TLV_TYPE_BOLD, current ? TLV_INK : TLV_INK_SOFT, summary);
    details(app, ruling, current);
    if (!current || !ruling) {
        return;
    }
    if (tlv_may_think_longer(app)) {
        tlv_gui_gap(gui, 4);
        tlv_command_button_as(app, "ruling.longer", tlv_say(app, "card.longer"), 0, TLV_BUTTON_MAIN);
    }
    if (q->margin_asked != 0) {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "card.measuring"));
    }
    if (q->choosing) { /* the list takes the place of the steps */
        tlv_tried_part(app);
        buttons(app);
        tlv_try_list(app);
        return;
    }
    bool many = tl_ruling_step_count(ruling) > MANY_STEPS; /* then pictures and buttons would be out of sight */
    if (!many) {
        steps(app, ruling);
    }
    tlv_tried_part(app);
    eyes(app);
    buttons(app);
    if (many) {
        tlv_gui_gap(gui, 4);
        steps(app, ruling);
    }
}
