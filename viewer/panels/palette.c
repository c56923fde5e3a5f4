/* palette.c: the palette, where every command is found by typing. */
#include "panels/panels.h"

#include "commands/commands.h"
#include "panels/icons.h"

#include <ctype.h>
#include <string.h>

enum { MOST_ROWS = TLV_PALETTE_ROWS };

void tlv_fold_text(const char *from, char *to, size_t size) {
    static const char plain[] = "aaaaaaaceeeeiiiidnooooo/ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
    size_t n = 0;
    while (*from && n + 3 < size) {
        unsigned char a = (unsigned char)from[0], b = (unsigned char)from[1];
        if (a == 0xC3 && b >= 0x80 && b <= 0xBF) {
            to[n++] = plain[b - 0x80];
            from += 2;
        } else if (a == 0xC5 && (b == 0x92 || b == 0x93)) {
            to[n++] = 'o';
            to[n++] = 'e';
            from += 2;
        } else {
            to[n++] = (char)tolower(a);
            from++;
        }
    }
    to[n] = '\0';
}

/* Every word that was typed begins a word of the name, or is in its id. */
static bool matches(const tlv_app *app, const tlv_command *command) {
    char name[256], id[64], typed[128];
    tlv_fold_text(tlv_command_name(app, command), name, sizeof(name));
    tlv_fold_text(command->id, id, sizeof(id));
    tlv_fold_text(app->search, typed, sizeof(typed));
    for (char *word = strtok(typed, " "); word; word = strtok(NULL, " ")) {
        if (!strstr(name, word) && !strstr(id, word)) {
            return false;
        }
    }
    return true;
}

int tlv_palette_find(const tlv_app *app, int rows[TLV_PALETTE_ROWS]) {
    int count = 0;
    for (int pass = 0; pass < 2; pass++) { /* what can be done now comes first */
        for (int i = 0; tlv_command_at(i) && count < MOST_ROWS; i++) {
            bool enabled = tlv_command_is_enabled(app, tlv_command_at(i));
            if (enabled == (pass == 0) && matches(app, tlv_command_at(i))) {
                rows[count++] = i;
            }
        }
    }
    return count;
}

static bool draw_row(tlv_app *app, const tlv_command *command, bool chosen, bool follow) {
    tlv_gui *gui = app->gui;
    char keys[40];
    bool pressed = tlv_gui_row(gui, command->id, chosen, 28);
    if (chosen && follow) {
        tlv_gui_show_last(gui);
    }
    tlv_rect place = tlv_gui_last(gui);
    bool enabled = tlv_command_is_enabled(app, command);
    tl_colour ink = tlv_gui_colour(enabled ? TLV_INK : TLV_INK_SOFT);
    ink.a = enabled ? 1 : 0.6f;
    double top = place.y + tlv_gui_px(gui, 6);
    if (command->icon) {
        tlv_icon_draw(gui, command->icon, place.x + tlv_gui_px(gui, 6), top, tlv_gui_px(gui, 16), ink);
    }
    tlv_gui_draw_text(gui, TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 32), top, ink, tlv_command_name(app, command));
    tlv_command_keys(app, command, 0, keys);
    double wide = tlv_gui_text_width(gui, TLV_TYPE_SMALL, keys);
    tlv_gui_draw_text(gui, TLV_TYPE_SMALL, place.x + place.width - wide - tlv_gui_px(gui, 8), top + tlv_gui_px(gui, 1),
                      tlv_gui_colour(TLV_INK_SOFT), keys);
    return pressed;
}

void tlv_palette(tlv_app *app) {
    tlv_gui *gui = app->gui;
    bool open = app->sheet == TLV_SHEET_PALETTE;
    if (!tlv_gui_sheet(gui, "palette", NULL, 560, true, &open)) {
        return;
    }
    int rows[MOST_ROWS], before = app->chosen;
    tlv_gui_focus(gui);
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_field(gui, "search", tlv_say(app, "palette.hint"), app->search, sizeof(app->search))) {
        app->chosen = 0;
    }
    int count = tlv_palette_find(app, rows);
    app->chosen += tlv_gui_pressed(gui, TLV_KEY_DOWN) - tlv_gui_pressed(gui, TLV_KEY_UP);
    app->chosen = app->chosen >= count ? count - 1 : app->chosen;
    app->chosen = app->chosen < 0 ? 0 : app->chosen;
    int run = count > 0 && tlv_gui_pressed(gui, TLV_KEY_ENTER) ? rows[app->chosen] : -1;
    double high = tlv_gui_px(gui, 28) * (count < 12 ? count : 12) + tlv_gui_px(gui, 2);
    if (count == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "palette.nothing"));
    } else {
        tlv_gui_part(gui, "rows", high);
        for (int i = 0; i < count; i++) {
            if (draw_row(app, tlv_command_at(rows[i]), i == app->chosen, before != app->chosen)) {
                run = rows[i];
            }
        }
        tlv_gui_part_end(gui);
    }
    if (run >= 0 && tlv_command_is_enabled(app, tlv_command_at(run))) {
        app->wanted = run;
        open = false;
    }
    tlv_gui_sheet_end(gui);
    if (!open && app->sheet == TLV_SHEET_PALETTE) {
        app->sheet = TLV_SHEET_NONE;
    }
}
