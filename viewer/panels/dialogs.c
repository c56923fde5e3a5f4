/* dialogs.c: sheets that ask for a decision or tell of trouble. */
#include "panels/panels.h"

#include <stdio.h>
#include <sys/stat.h>

static const struct {
    const char *title, *what;
} OPENING[] = {[TLV_FOR_OPENING] = {"open.title", "open.what"},
               [TLV_FOR_A_TABLE] = {"open.mesh.title", "open.mesh.what"},
               [TLV_FOR_THE_SHELF] = {"open.shelf.title", "open.shelf.what"}};

static void open_file(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_OPEN;
    tlv_purpose purpose = app->browse.purpose;
    if (purpose == TLV_FOR_SAVING ||
        !tlv_gui_sheet(gui, "open", tlv_say(app, OPENING[purpose].title), 560, false, &open)) {
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, OPENING[purpose].what));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    tlv_gui_focus(gui);
    tlv_gui_field(gui, "path", tlv_say(app, "open.hint"), app->typed_path, sizeof(app->typed_path));
    bool go = tlv_gui_pressed(gui, TLV_KEY_ENTER);
    go = tlv_browse_list(app, app->typed_path, sizeof(app->typed_path)) || go;
    tlv_gui_gap(gui, 2);
    tlv_gui_disable(gui, app->typed_path[0] == '\0');
    go = tlv_gui_button(gui, "go", tlv_say(app, "open.go"), NULL, 0, TLV_BUTTON_MAIN) || go;
    tlv_gui_enable(gui);
    tlv_gui_same_line(gui, -1);
    open = !tlv_gui_button(gui, "back", tlv_say(app, "sheet.back"), NULL, 0, TLV_BUTTON_PLAIN) && open;
    tlv_gui_sheet_end(gui);
    if (go && app->typed_path[0] != '\0' && tlv_browse_enter(app, app->typed_path, sizeof(app->typed_path))) {
        tlv_gui_refresh_field(gui);
    } else if (go && app->typed_path[0] != '\0') {
        app->sheet = TLV_SHEET_NONE;
        if (purpose == TLV_FOR_A_TABLE) {
            tlv_new_table(app, app->typed_path, NULL);
        } else {
            tlv_take_file(app, app->typed_path);
        }
    } else if (!open) {
        app->sheet = app->scene ? TLV_SHEET_NONE : TLV_SHEET_WELCOME;
    }
}

static void unsaved(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_UNSAVED;
    if (!tlv_gui_sheet(gui, "unsaved", tlv_say(app, "unsaved.title"), 480, false, &open)) {
        return;
    }
    char text[700];
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT,
                 tlv_say_with(app, text, sizeof(text), "unsaved.what", tl_scene_name(app->scene)));
    tlv_gui_gap(gui, 4);
    bool save = tlv_gui_button(gui, "save", tlv_say(app, "unsaved.save"), NULL, 0, TLV_BUTTON_MAIN) ||
                tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_gui_same_line(gui, -1);
    bool discard = tlv_gui_button(gui, "discard", tlv_say(app, "unsaved.discard"), NULL, 0, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(gui, -1);
    open = !tlv_gui_button(gui, "back", tlv_say(app, "sheet.back"), NULL, 0, TLV_BUTTON_PLAIN) && open;
    tlv_gui_sheet_end(gui);
    if (save || discard) {
        tlv_decide_unsaved(app, save);
    } else if (!open) {
        app->sheet = TLV_SHEET_NONE;
        app->after_unsaved = -1;
    }
}

/* Another file is there already, which would be lost. */
static bool replaces(const tlv_app *app) {
    struct stat about;
    const char *path = app->typed_path;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
           (app->session.path[0] == '\0' || !tlv_same_file(path, app->session.path));
}

static void save_as(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_SAVE_AS;
    if (!tlv_gui_sheet(gui, "save_as", tlv_say(app, "save_as.title"), 560, false, &open)) {
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "save_as.what"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    tlv_gui_focus(gui);
    tlv_gui_field(gui, "path", tlv_say(app, "save_as.hint"), app->typed_path, sizeof(app->typed_path));
    bool go = tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_browse_list(app, app->typed_path, sizeof(app->typed_path));
    bool other = replaces(app);
    if (other) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_BAD, tlv_say(app, "save_as.there"));
    }
    tlv_gui_gap(gui, 2);
    tlv_gui_disable(gui, app->typed_path[0] == '\0');
    go = tlv_gui_button(gui, "go", tlv_say(app, other ? "save_as.replace" : "save_as.go"), NULL, 0, TLV_BUTTON_MAIN) ||
         go;
    tlv_gui_enable(gui);
    tlv_gui_same_line(gui, -1);
    open = !tlv_gui_button(gui, "back", tlv_say(app, "sheet.back"), NULL, 0, TLV_BUTTON_PLAIN) && open;
    tlv_gui_sheet_end(gui);
    if (go && app->typed_path[0] != '\0' && tlv_browse_enter(app, app->typed_path, sizeof(app->typed_path))) {
        tlv_gui_refresh_field(gui);
    } else if (go && app->typed_path[0] != '\0') {
        tlv_save_as(app, app->typed_path);
    } else if (!open) {
        app->sheet = TLV_SHEET_NONE;
    }
}

static void left(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_LEFT;
    if (!tlv_gui_sheet(gui, "left", tlv_say(app, "left.title"), 520, false, &open)) {
        return;
    }
    char text[TLV_PATH + 400];
    const char *path = app->left.target[0] != '\0' ? app->left.target : app->left.home;
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say_with(app, text, sizeof(text), "left.what", path));
    tlv_gui_gap(gui, 4);
    bool recover = tlv_gui_button(gui, "recover", tlv_say(app, "left.recover"), NULL, 0, TLV_BUTTON_MAIN) ||
                   tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_gui_same_line(gui, -1);
    bool discard = tlv_gui_button(gui, "discard", tlv_say(app, "left.discard"), NULL, 0, TLV_BUTTON_PLAIN);
    tlv_gui_sheet_end(gui);
    if (recover || discard) {
        tlv_decide_left(app, recover);
    } else if (!open) { /* it stays for the next time */
        app->sheet = app->scene || app->loader ? TLV_SHEET_NONE : TLV_SHEET_WELCOME;
    }
}

static void trouble(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tl_error *e = &app->trouble;
    bool open = app->sheet == TLV_SHEET_TROUBLE;
    if (!tlv_gui_sheet(gui, "trouble", tlv_say(app, "trouble.title"), 560, false, &open)) {
        return;
    }
    char where[900] = "";
    int n = snprintf(where, sizeof(where), "%s", e->file);
    if (e->line > 0) {
        n += snprintf(where + n, sizeof(where) - (size_t)n, ":%d:%d", e->line, e->column);
    }
    snprintf(where + n, sizeof(where) - (size_t)n, "%s%s", n > 0 && e->place[0] != '\0' ? "\n" : "", e->place);
    tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK, e->message);
    if (where[0] != '\0') {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, where);
    }
    if (e->remedy[0] != '\0') {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, e->remedy);
    }
    tlv_gui_gap(gui, 4);
    bool elsewhere = false;
    if (app->trouble_saving && app->scene) {
        elsewhere = tlv_gui_button(gui, "elsewhere", tlv_say(app, "trouble.elsewhere"), NULL, 0, TLV_BUTTON_MAIN) ||
                    tlv_gui_pressed(gui, TLV_KEY_ENTER);
        tlv_gui_same_line(gui, -1);
        open = !tlv_gui_button(gui, "read", tlv_say(app, "sheet.back"), NULL, 0, TLV_BUTTON_PLAIN) && open;
    } else {
        open = !tlv_gui_button(gui, "read", tlv_say(app, "trouble.read"), NULL, 0, TLV_BUTTON_MAIN) && open;
        open = !tlv_gui_pressed(gui, TLV_KEY_ENTER) && open;
    }
    tlv_gui_sheet_end(gui);
    if (elsewhere) {
        tlv_ask_where(app);
    } else if (!open) {
        app->sheet = app->scene || app->loader ? TLV_SHEET_NONE : TLV_SHEET_WELCOME;
    }
}

void tlv_dialogs(tlv_app *app) {
    open_file(app);
    unsaved(app);
    trouble(app);
    save_as(app);
    left(app);
    tlv_scan_sheet(app);
    tlv_missing_sheet(app);
    tlv_systems_sheet(app);
    tlv_compare_sheet(app);
}
