/* main.c: the window, from its first picture to its last. */
#include "app.h"

#include "headless/script.h"
#include "panels/panels.h"
#include "report.h"
#include "tools/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && value[0] != '\0' && strcmp(value, "0") != 0;
}

static void keep_what_is_there(void *app) {
    tlv_keep_now(app);
}

static tl_status open_app(tlv_app *app, const char *path, tl_error *error) {
    const tlv_viewer_options *o = app->options;
    int width = o->width > 0 ? o->width : 1280, height = o->height > 0 ? o->height : 800;
    tl_status status = TL_OK;
    if (o->script) {
        status = tlv_script_open(o->script, o->folder, &app->script, error);
    }
    if (status == TL_OK) {
        status = o->script ? tlv_window_create_headless(width, height, 1, &app->window, error)
                           : tlv_window_create(width, height, "Trueline", &app->window, error);
    }
    if (status == TL_OK) {
        status = tlv_gui_create(&app->gui, error);
    }
    if (status == TL_OK) {
        tlv_gui_set_window(app->gui, app->window);
        tlv_gui_set_rescue(keep_what_is_there, app);
        tlv_window_size(app->window, &app->width, &app->height);
        app->scale = tlv_panel_scale(app, app->height);
        status = tlv_renderer_create_current(tlv_window_loader(app->window), app->width, app->height, 4, &app->renderer,
                                             error);
    }
    if (status == TL_OK) {
        tlv_build_panels(app);
        app->chrome_changed = true;
        app->sheet = path ? TLV_SHEET_NONE : TLV_SHEET_WELCOME;
        app->first = path != NULL;
        if (path) {
            tlv_open(app, path);
        }
        tlv_begin_keeping(app);
    }
    return status;
}

static void close_app(tlv_app *app) {
    tlv_cancel_loading(app);
    tlv_browse_end(app);
    tlv_end_keeping(app);
    tlv_close_table(app);
    tlv_renderer_destroy(app->renderer);
    tlv_gui_set_rescue(NULL, NULL);
    tlv_gui_destroy(app->gui);
    tlv_window_destroy(app->window);
    tlv_script_destroy(app->script);
    free(app);
}

tl_status tlv_view_run(const char *path, const tlv_viewer_options *options, tl_error *error) {
    static const tlv_viewer_options standard = {0};
    tlv_app *app = calloc(1, sizeof(*app));
    if (!app) {
        return tlv_fail_memory(error);
    }
    app->options = options ? options : &standard;
    app->language = app->options->language;
    app->log = is_set("TRUELINE_VIEW_LOG");
    app->still = is_set("TRUELINE_REDUCED_MOTION");
    app->remembers = !app->options->script || is_set("XDG_STATE_HOME"); /* scripts keep nothing unless told where */
    app->glide_start = app->hand.click_time = -1;
    app->wanted = app->after_unsaved = -1;
    tl_status status = open_app(app, path, error);
    if (status == TL_OK) {
        status = tlv_loop(app, error);
    }
    if (status == TL_OK && app->options->shot) {
        status = tlv_shoot(app, app->options->shot, false, error);
    }
    close_app(app);
    return status;
}
