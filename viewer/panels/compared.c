/* compared.c: the sheet that shows the question on the table under all rule systems, side by side. */
#include "panels/panels.h"

#include "sign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The sign, what the system is called, and the word of its verdict with the rule that decides. */
static void head(tlv_app *app, const tl_comparison *c, size_t index) {
    tlv_gui *gui = app->gui;
    const tl_ruling *ruling = tl_comparison_ruling(c, index);
    char verdict[200];
    double size = tlv_gui_px(gui, 18);
    tlv_gui_gap(gui, 20);
    tlv_rect place = tlv_gui_last(gui);
    tlv_sign_disc(gui, ruling ? tlv_ruling_sign(ruling) : TLV_SIGN_NONE, place.x, place.y, size);
    tlv_gui_draw_text(gui, TLV_TYPE_BOLD, place.x + size + tlv_gui_px(gui, 8), place.y,
                      tlv_gui_colour(ruling ? TLV_INK : TLV_INK_SOFT), tl_comparison_title(c, index));
    if (ruling) {
        const char *rule = tl_comparison_rule(c, index);
        snprintf(verdict, sizeof(verdict), rule[0] != '\0' ? "%s  \xc2\xb7  %s" : "%s", tl_ruling_badge(ruling), rule);
        double wide = tlv_gui_text_width(gui, TLV_TYPE_BOLD, verdict);
        tlv_gui_draw_text(gui, TLV_TYPE_BOLD, place.x + tlv_gui_width(gui) - wide - tlv_gui_px(gui, 10), place.y,
                          tlv_gui_colour(TLV_INK), verdict);
    }
}

/* What it says, a line each. */
static void body(tlv_app *app, const tl_comparison *c, size_t index) {
    tlv_gui *gui = app->gui;
    tl_comparison_outcome outcome = tl_comparison_outcome_of(c, index);
    char line[900];
    if (outcome == TL_COMPARISON_FAILED) {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tl_comparison_error(c, index)->message);
    } else if (outcome == TL_COMPARISON_UNKNOWN) {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_OPEN, tlv_say(app, "compare.unknown"));
    }
    for (const char *at = tl_comparison_told(c, index); at[0] != '\0';) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)length, at);
        tlv_gui_text(gui, outcome == TL_COMPARISON_ANSWERED ? TLV_TYPE_BODY : TLV_TYPE_SMALL,
                     outcome == TL_COMPARISON_ANSWERED ? TLV_INK : TLV_INK_SOFT, line);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    tlv_gui_gap(gui, 6);
}

static void columns(tlv_app *app, const tl_comparison *c) {
    char end[1700];
    tlv_gui_part(app->gui, "compared", fmin(0.6 * app->height, tlv_gui_px(app->gui, 460)));
    for (size_t i = 0; tl_comparison_system(c, i); i++) {
        head(app, c, i);
        body(app, c, i);
    }
    tlv_gui_part_end(app->gui);
    tlv_gui_rule(app->gui);
    snprintf(end, sizeof(end), "%s", tl_comparison_end(c));
    end[strcspn(end, "\n")] = '\0';
    tlv_gui_text(app->gui, TLV_TYPE_BOLD, TLV_INK, end);
}

void tlv_compare_sheet(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_answer *compared = &app->inquiry.compared;
    bool open = app->sheet == TLV_SHEET_COMPARE && app->scene;
    char text[600];
    if (!tlv_gui_sheet(gui, "compare", tlv_say(app, "compare.title"), 720, true, &open)) {
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_asked_about(app, text, sizeof(text)));
    tlv_gui_gap(gui, 4);
    if (compared->comparison) {
        columns(app, compared->comparison);
    } else if (compared->serial != 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_BAD, compared->error.message);
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_BAD, compared->error.remedy);
    } else {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "compare.asking"));
    }
    tlv_gui_sheet_end(gui);
    if (!open) {
        tlv_forget_compared(app);
    }
}
