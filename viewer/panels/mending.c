/* mending.c: what a mesh was taken for as a table, and meshes that a table goes without. */
#include "panels/panels.h"

#include <stdio.h>
#include <string.h>

/* --- A mesh as the table ------------------------------------------------------------------------------------------ */

enum { UNITS = 5 };
static const char *const UNIT_WORDS[UNITS] = {"mm", "cm", "m", "inch", "foot"};
static const char *const UNIT_TEXTS[UNITS] = {"unit.mm", "unit.cm", "unit.m", "unit.inch", "unit.foot"};

/* The number of the unit that the scene takes the mesh in; -1: the one that its file says. */
static int unit_of(const tlv_app *app) {
    const char *unit = tl_scene_word(app->scene, "\"table\"", "\"unit\"");
    for (int i = 0; unit && i < UNITS; i++) {
        if (strcmp(unit, UNIT_WORDS[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static void scan_words(tlv_app *app, int unit) {
    char width[32], depth[32], height[32], text[400];
    tl_box3 box = tl_scene_box(app->scene);
    tlv_say_length(app, box.high.x - box.low.x, width);
    tlv_say_length(app, box.high.y - box.low.y, depth);
    tlv_say_length(app, box.high.z - box.low.z, height);
    if (unit >= 0) {
        tlv_say_with(app, text, sizeof(text), "scan.taken", tlv_say(app, UNIT_TEXTS[unit]), width, depth, height);
    } else {
        tlv_say_with(app, text, sizeof(text), "scan.said", width, depth, height);
    }
    tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK, text);
}

void tlv_scan_sheet(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_SCAN && app->scene;
    if (!tlv_gui_sheet(gui, "scan", tlv_say(app, "scan.title"), 520, false, &open)) {
        return;
    }
    int unit = unit_of(app), chosen = -1;
    scan_words(app, unit);
    tlv_gui_gap(gui, 4);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "scan.other"));
    for (int i = 0; i < UNITS; i++) {
        if (tlv_gui_button(gui, UNIT_TEXTS[i], tlv_say(app, UNIT_TEXTS[i]), NULL, 0,
                           i == unit ? TLV_BUTTON_LIT : TLV_BUTTON_PLAIN)) {
            chosen = i;
        }
        if (i + 1 < UNITS) {
            tlv_gui_same_line(gui, -1);
        }
    }
    tlv_gui_gap(gui, 6);
    bool fine = tlv_gui_button(gui, "fine", tlv_say(app, "trouble.read"), NULL, 0, TLV_BUTTON_MAIN) ||
                tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_gui_sheet_end(gui);
    if (chosen >= 0 && chosen != unit) {
        char mesh[sizeof(app->scan)];
        memcpy(mesh, app->scan, sizeof(mesh));
        tlv_new_table(app, mesh, UNIT_WORDS[chosen]);
    } else if (fine || !open) {
        tlv_systems_open(app, true);
    }
}

/* --- Missing meshes ----------------------------------------------------------------------------------------------- */

static const char *name_of(const tlv_app *app, const tl_missing *missing) {
    return missing->asset     ? missing->asset
           : missing->terrain ? tlv_name_of(app, missing->terrain)
                              : tlv_say(app, "missing.table");
}

static void missing_rows(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tl_missing missing;
    for (size_t i = 0; tl_scene_missing(app->scene, i, &missing); i++) {
        char id[32], text[2 * TLV_NAME];
        snprintf(id, sizeof(id), "missing.%zu", i);
        if (tlv_gui_row(gui, id, (size_t)app->missing == i, 24)) {
            app->missing = (int)i;
        }
        tlv_rect place = tlv_gui_last(gui);
        snprintf(text, sizeof(text), "%.200s   %.250s", name_of(app, &missing), missing.mesh);
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 10), place.y + tlv_gui_px(gui, 4),
                          tlv_gui_colour(TLV_INK), text);
    }
}

void tlv_missing_sheet(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tl_missing missing;
    bool open = app->sheet == TLV_SHEET_MISSING && app->scene && tl_scene_missing(app->scene, 0, &missing);
    if (!tlv_gui_sheet(gui, "missing", tlv_say(app, "missing.title"), 600, false, &open)) {
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "missing.what"));
    tlv_gui_gap(gui, 2);
    missing_rows(app);
    if (!tl_scene_missing(app->scene, (size_t)app->missing, &missing)) {
        app->missing = 0;
        tl_scene_missing(app->scene, 0, &missing);
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_BAD, missing.error->message);
    tlv_gui_gap(gui, 4);
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    tlv_gui_focus(gui);
    tlv_gui_field(gui, "path", tlv_say(app, "missing.hint"), app->typed_path, sizeof(app->typed_path));
    bool locate = app->typed_path[0] != '\0' && tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_gui_gap(gui, 2);
    tlv_gui_disable(gui, app->typed_path[0] == '\0');
    locate = tlv_gui_button(gui, "locate", tlv_say(app, "missing.locate"), NULL, 0, TLV_BUTTON_MAIN) || locate;
    tlv_gui_enable(gui);
    tlv_gui_same_line(gui, -1);
    bool without = tlv_gui_button(gui, "without", tlv_say(app, "missing.without"), NULL, 0, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(gui, -1);
    open = !tlv_gui_button(gui, "later", tlv_say(app, "missing.later"), NULL, 0, TLV_BUTTON_PLAIN) && open;
    tlv_gui_sheet_end(gui);
    if (locate) {
        tlv_locate(app, (size_t)app->missing, app->typed_path);
    } else if (without) {
        tlv_do_without(app, (size_t)app->missing);
    } else if (!open) {
        app->sheet = TLV_SHEET_NONE;
    }
}
