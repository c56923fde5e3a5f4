/* card.c: the ruling: its verdict, the sentence that decides, the steps. A preview is grey and shows no sign. */
#include "panels/panels.h"

#include "panels/icons.h"
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *icon;
    tl_colour ground;
} SIGNS[] = {[TLV_SIGN_YES] = {"yes", {0.00f, 0.43f, 0.32f, 1}},
             [TLV_SIGN_NO] = {"no", {0.69f, 0.23f, 0.04f, 1}},
             [TLV_SIGN_MARGINAL] = {"marginal", {0.36f, 0.38f, 0.42f, 1}}};

/* A disc with the sign, and the verdict's word beside it in large type. */
static void verdict(tlv_app *app, const tl_ruling *ruling) {
    tlv_gui *gui = app->gui;
    tlv_sign sign = tlv_verdict_sign(tl_ruling_verdict(ruling));
    double size = tlv_gui_px(gui, 36), icon = tlv_gui_px(gui, 22);
    tl_colour white = {1, 1, 1, 1};
    tlv_gui_gap(gui, 36);
    tlv_rect place = tlv_gui_last(gui);
    tlv_gui_draw_disc(gui, place.x + 0.5 * size, place.y + 0.5 * size, 0.5 * size, SIGNS[sign].ground);
    tlv_icon_draw(gui, SIGNS[sign].icon, place.x + 0.5 * (size - icon), place.y + 0.5 * (size - icon), icon, white);
    double left = place.x + size + tlv_gui_px(gui, 10), high = tlv_gui_text_height(gui, TLV_TYPE_VERDICT);
    tlv_gui_draw_text(gui, TLV_TYPE_VERDICT, left, place.y + 0.5 * (size - high), tlv_gui_colour(TLV_INK),
                      tl_ruling_badge(ruling));
    tlv_gui_gap(gui, 2);
}

void tlv_ruling_card(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_inquiry *q = &app->inquiry;
    char text[700], words[2048];
    tlv_say_with(app, text, sizeof(text), "card.of_two", tlv_name_of(app, tlv_asked_name(app, q->from)),
                 tlv_name_of(app, tlv_asked_name(app, q->to)));
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
    tlv_gui_gap(gui, 2);
    bool current = q->answer.serial == q->asked && !q->answer.preview;
    bool tape = strcmp(q->query, "range") == 0; /* no verdict: a length */
    if (!current) {
        tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK_SOFT,
                     tlv_say(app, q->answer.serial ? "card.preview" : "card.asking"));
    } else if (q->answer.ruling && !tape) {
        verdict(app, q->answer.ruling);
    }
    if (q->answer.serial == 0) {
        return;
    }
    snprintf(words, sizeof(words), "%s", q->text);
    int count = 0;
    for (char *line = strtok(words, "\n"); line; line = strtok(NULL, "\n")) {
        tlv_ink ink = current && count == 0 ? TLV_INK : TLV_INK_SOFT;
        tlv_gui_text(gui, count == 0 ? TLV_TYPE_BOLD : TLV_TYPE_BODY, ink, line);
        count++;
    }
}
