/* hints.c: three steps on the sample table, for those who see it for the first time. */
#include "panels/panels.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 3 };
static const char SEEN[] = "hints-seen";

static void end(tlv_app *app) {
    app->hint_step = 0;
    if (app->remembers) {
        tlv_state_mark(SEEN);
    }
}

void tlv_hints_begin(tlv_app *app) {
    char sample[4096];
    bool is_sample = tlv_sample_path(app, sample, sizeof(sample)) && tlv_same_file(sample, app->path);
    app->hint_step = is_sample && app->remembers && !tlv_state_has(SEEN) ? 1 : 0;
}

/* Something was moved, and what is selected may stand where it stands. */
static bool was_dragged(const tlv_app *app) {
    char words[256];
    const char *who = app->session.selected;
    return tlv_session_can_undo(&app->session) && app->hand.gesture == TLV_GESTURE_NONE &&
           (who[0] == '\0' || tlv_footing_of(app, who, words, sizeof(words)) != TLV_FOOTING_BAD);
}

/* What was asked for is done: on to the next. */
static bool is_done(const tlv_app *app) {
    return app->hint_step == 1   ? was_dragged(app)
           : app->hint_step == 2 ? app->inquiry.asked != 0 && !tlv_is_asking(app)
                                 : app->eye_of[0] != '\0';
}

void tlv_hints(tlv_app *app) {
    static const char *const TEXTS[STEPS] = {"first.drag", "first.ask", "first.eyes"};
    tlv_gui *gui = app->gui;
    if (app->hint_step > 0 && is_done(app) && ++app->hint_step > STEPS) {
        end(app);
    }
    if (app->hint_step == 0) {
        return;
    }
    const char *text = tlv_say(app, TEXTS[app->hint_step - 1]);
    tlv_rect view = app->layout.view;
    int width = (int)tlv_gui_px(gui, 340), margin = (int)tlv_gui_px(gui, 16);
    width = width < view.width - 2 * margin ? width : view.width - 2 * margin;
    /* as high as the text needs, with a word or two parted badly; but models stay in view */
    double lines = ceil(1.1 * tlv_gui_text_width(gui, TLV_TYPE_BODY, text) / (width - tlv_gui_px(gui, 28)));
    int height = (int)fmin(tlv_gui_px(gui, 48 + 18 * lines), 0.34 * view.height);
    char number[32];
    snprintf(number, sizeof(number), "%d / %d", app->hint_step, STEPS);
    tlv_gui_region(gui, "hints", (tlv_rect){view.x + margin, view.y + view.height - height - margin, width, height},
                   TLV_REGION_CARD);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, number);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, text);
    tlv_gui_at(gui, width - tlv_gui_px(gui, 35), tlv_gui_px(gui, 5));
    if (tlv_gui_button(gui, "hints.close", NULL, "cross", 0, TLV_BUTTON_QUIET)) {
        end(app);
    }
    tlv_gui_tip(gui, tlv_say(app, "first.close"), NULL);
    tlv_gui_region_end(gui);
}
