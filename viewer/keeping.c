/* keeping.c: sees to it that nothing is lost when the window is killed. */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long a change may be unkept. */
static const double KEEP_SECONDS = 3;

void tlv_begin_keeping(tlv_app *app) {
    app->keeper = tlv_recovery_open();
    if (tlv_recovery_take(app->keeper, &app->left)) {
        app->sheet = TLV_SHEET_LEFT;
        app->chrome_changed = true;
        tlv_log(app, "left %s", app->left.home);
    }
}

static void forget_left(tlv_app *app) {
    free(app->left.text);
    app->left = (tlv_left){.text = NULL};
}

void tlv_end_keeping(tlv_app *app) {
    tlv_recovery_close(app->keeper);
    app->keeper = NULL;
    forget_left(app);
}

void tlv_decide_left(tlv_app *app, bool recover) {
    app->sheet = app->scene || app->loader ? TLV_SHEET_NONE : TLV_SHEET_WELCOME;
    app->chrome_changed = true;
    if (recover) {
        tlv_open_left(app);
    } else {
        tlv_recovery_done(app->keeper);
        forget_left(app);
    }
}

static bool is_unsaved(const tlv_app *app) {
    return app->scene && app->keeper && tlv_session_is_changed(&app->session);
}

double tlv_keep_in(const tlv_app *app) {
    if (!is_unsaved(app) || app->kept == app->session.changes) {
        return INFINITY;
    }
    return fmax(app->kept_at + KEEP_SECONDS - tlv_window_time(app->window), 0.001);
}

void tlv_keep_now(tlv_app *app) {
    app->kept_at = -INFINITY;
    tlv_keep(app);
}

void tlv_keep(tlv_app *app) {
    double now = tlv_window_time(app->window);
    if (app->keeps && app->scene && !tlv_session_is_changed(&app->session)) {
        tlv_recovery_drop(app->keeper);
        app->keeps = false;
    }
    if (!is_unsaved(app) || app->kept == app->session.changes || now < app->kept_at + KEEP_SECONDS) {
        return;
    }
    char home[TLV_PATH], *whole = realpath(app->session.home, NULL);
    tl_error error = {0};
    snprintf(home, sizeof(home), "%s", whole ? whole : app->session.home);
    free(whole);
    app->kept = app->session.changes;
    app->kept_at = now;
    app->keeps = true;
    /* the history's text: what is only tried is no part of it */
    if (tlv_recovery_keep(app->keeper, home, app->session.path, app->session.history.text, app->session.history.size,
                          &error) != TL_OK) {
        tlv_note_error(app, &error);
    } else if (app->next_recovers && app->left.text) { /* it goes on in a file of ours */
        tlv_recovery_done(app->keeper);
        forget_left(app);
    }
    tlv_log(app, "kept");
}
