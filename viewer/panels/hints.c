/* hints.c: three steps on the sample table, for those who see it for the first time. */
#include "panels/panels.h"

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

/* What was asked for is done: on to the next. */
static bool is_done(const tlv_app *app) {
    return app->hint_step == 1   ? tlv_session_can_undo(&app->session) && app->hand.gesture == TLV_GESTURE_NONE
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
    int width = (int)tlv_gui_px(gui, 330), height = (int)tlv_gui_px(gui, 84), margin = (int)tlv_gui_px(gui, 16);
    tlv_rect view = app->layout.view;
    width = width < view.width - 2 * margin ? width : view.width - 2 * margin;
    char number[32];
    snprintf(number, sizeof(number), "%d / %d", app->hint_step, STEPS);
    tlv_gui_region(gui, "hints", (tlv_rect){view.x + margin, view.y + view.height - height - margin, width, height},
                   TLV_REGION_CARD);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, number);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, tlv_say(app, TEXTS[app->hint_step - 1]));
    tlv_gui_at(gui, width - tlv_gui_px(gui, 35), tlv_gui_px(gui, 5));
    if (tlv_gui_button(gui, "hints.close", NULL, "close", 0, TLV_BUTTON_QUIET)) {
        end(app);
    }
    tlv_gui_tip(gui, tlv_say(app, "first.close"), NULL);
    tlv_gui_region_end(gui);
}
