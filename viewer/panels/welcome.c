/* welcome.c: what is offered when no table is open: the sample, and those that were open last, with their pictures. */
#include "panels/panels.h"

#include "commands/commands.h"
#include "panels/icons.h"
#include "render/png.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOT = 2, COLUMNS = 3, PICTURE_W = 176, PICTURE_H = 110 };

/* Reads the pictures of the cards into the renderer's slots, once each time the page appears. */
static void fetch(tlv_app *app) {
    tlv_start *start = &app->start;
    start->ready = true;
    start->count = 0;
    if (tlv_sample_path(app, start->cards[0].path, sizeof(start->cards[0].path))) {
        start->count = 1;
    }
    char paths[TLV_RECENT][TLV_STATE_PATH];
    size_t recent = app->remembers ? tlv_recent_read(paths) : 0;
    for (size_t i = 0; i < recent; i++) {
        if (start->count == 0 || !tlv_same_file(paths[i], start->cards[0].path)) {
            memcpy(start->cards[start->count++].path, paths[i], TLV_STATE_PATH);
        }
    }
    for (int i = 0; i < start->count; i++) {
        char file[TLV_STATE_PATH + 8];
        int width, height;
        bool named = tlv_recent_picture(start->cards[i].path, file, sizeof(file));
        uint8_t *rgba = named ? tlv_png_load(file, 1024, &width, &height) : NULL;
        if (!rgba && i == 0) { /* the sample brings one along */
            size_t length = strlen(start->cards[0].path) - strlen(".scene.json");
            snprintf(file, sizeof(file), "%.*s.png", (int)length, start->cards[0].path);
            rgba = tlv_png_load(file, 1024, &width, &height);
        }
        start->cards[i].pictured = rgba != NULL;
        if (rgba) {
            tlv_renderer_put(app->renderer, FIRST_SLOT + i, rgba, width, height);
            free(rgba);
        }
    }
}

static const char *name_of(const char *path, char *buffer, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(buffer, size, "%s", slash ? slash + 1 : path);
    char *ending = strstr(buffer, ".scene.json");
    if (ending) {
        *ending = '\0';
    }
    return buffer;
}

static void card(tlv_app *app, int number) {
    tlv_gui *gui = app->gui;
    const char *path = app->start.cards[number].path;
    char id[32], name[256];
    snprintf(id, sizeof(id), "card%d", number);
    double width = fmin(tlv_gui_px(gui, PICTURE_W), tlv_gui_width(gui)), height = width * PICTURE_H / PICTURE_W;
    if (tlv_gui_picture(gui, id, FIRST_SLOT + number, width, height)) {
        tlv_open(app, path);
    }
    tlv_gui_tip(gui, path, NULL);
    if (!app->start.cards[number].pictured) {
        tlv_rect place = tlv_gui_last(gui);
        double icon = tlv_gui_px(gui, 48);
        tlv_icon_draw(gui, "table", place.x + 0.5 * (place.width - icon), place.y + 0.5 * (place.height - icon), icon,
                      tlv_gui_colour(TLV_INK_SOFT));
    }
    tlv_gui_line(gui, TLV_TYPE_BOLD, TLV_INK,
                 number == 0 ? tlv_say(app, "welcome.sample") : name_of(path, name, sizeof(name)), width);
}

/* Side by side as far as they fit. */
static void buttons(tlv_app *app) {
    static const char *const IDS[] = {"file.sample", "file.open", "file.mesh", "file.new", "window.help"};
    tlv_gui *gui = app->gui;
    char sample[TLV_STATE_PATH];
    double room = tlv_gui_width(gui), used = 0;
    /* where nothing was open yet, the sample is the way to begin */
    const int first = app->start.count == 1 && tlv_sample_path(app, sample, sizeof(sample)) ? 0 : 1;
    for (int i = first; i < 5; i++) {
        const char *name = tlv_command_name(app, tlv_command_at(tlv_command_find(IDS[i])));
        double wide = tlv_gui_text_width(gui, TLV_TYPE_BODY, name) + tlv_gui_px(gui, 50);
        if (i > first && used + wide <= room) {
            tlv_gui_same_line(gui, -1);
        } else {
            used = 0;
        }
        used += wide;
        tlv_command_button(app, IDS[i], true, i == first ? TLV_BUTTON_MAIN : TLV_BUTTON_PLAIN);
    }
}

void tlv_welcome(tlv_app *app) {
    tlv_gui *gui = app->gui;
    static const float widths[COLUMNS] = {1, 1, 1};
    bool open = app->sheet == TLV_SHEET_WELCOME;
    if (!open) {
        app->start.ready = false;
    }
    if (!tlv_gui_sheet(gui, "welcome", tlv_say(app, "welcome.title"), COLUMNS * (PICTURE_W + 12) + 36, false, &open)) {
        return;
    }
    if (!app->start.ready) {
        fetch(app);
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "welcome.what"));
    tlv_gui_gap(gui, 6);
    tlv_gui_table(gui, "cards", COLUMNS, widths);
    for (int i = 0; i < app->start.count; i++) {
        tlv_gui_cell(gui);
        card(app, i);
    }
    tlv_gui_table_end(gui);
    tlv_gui_gap(gui, 6);
    buttons(app);
    tlv_gui_sheet_end(gui);
    if (!open && app->sheet == TLV_SHEET_WELCOME) {
        app->sheet = app->scene ? TLV_SHEET_NONE : TLV_SHEET_WELCOME; /* there is nothing behind it */
    }
}
