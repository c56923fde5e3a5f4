/* place.c: the tool that puts models on the table. */
#include "panels/fields.h"
#include "tools/shelf.h"
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

static const char *hint(const tlv_app *app) {
    return app->shelf.asset[0] == '\0' ? "hint.place.choose" : "hint.place.click";
}

static void enter(tlv_app *app) {
    app->shelf.terrain = false;
}

static void click(tlv_app *app) {
    if (!tlv_shelf_click(app)) {
        tlv_select(app, app->hand.member[0] != '\0' ? app->hand.member : NULL);
    }
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

static void choose_class(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_word_list list = {.count = 0};
    tlv_list_words(app, TL_RULES_CLASS, NULL, &list);
    int kind = app->shelf.kind < list.count ? app->shelf.kind : 0;
    if (list.count > 0) {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "shelf.as"));
        tlv_gui_next_width(gui, tlv_gui_width(gui));
    }
    if (list.count > 0 && tlv_gui_choose(gui, "kind", list.texts, list.count, &kind)) {
        tlv_shelf_put_back(app);
        app->shelf.kind = kind;
        app->shelf.unit[0] = '\0';
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "shelf.side"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_field(gui, "side", tlv_say(app, "shelf.no_side"), app->shelf.side, sizeof(app->shelf.side))) {
        tlv_shelf_put_back(app);
        app->shelf.unit[0] = '\0';
    }
    if (app->shelf.unit[0] != '\0') {
        char text[2 * TLV_NAME];
        tlv_say_with(app, text, sizeof(text), "shelf.joins", tlv_name_of(app, app->shelf.unit));
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, text);
        if (tlv_gui_button(gui, "apart", tlv_say(app, "shelf.apart"), NULL, 0, TLV_BUTTON_QUIET)) {
            tlv_shelf_put_back(app);
            app->shelf.unit[0] = '\0';
        }
    }
}

static void panel(tlv_app *app) {
    tlv_gui_text(app->gui, TLV_TYPE_TITLE, TLV_INK, tlv_say(app, "shelf.title"));
    tlv_shelf_list(app, TLV_SHELF_ALL);
    tlv_gui_gap(app->gui, 6);
    choose_class(app);
    tlv_gui_gap(app->gui, 6);
    tlv_shelf_file(app);
}

extern const tlv_tool tlv_place_tool;
const tlv_tool tlv_place_tool = {
    .id = "place",
    .icon = "place",
    .letter = 'P',
    .hint = hint,
    .enter = enter,
    .leave = tlv_shelf_leave,
    .click = click,
    .hover = tlv_shelf_hover,
    .left = tlv_shelf_left,
    .key = tlv_shelf_key,
    .wheel = tlv_shelf_wheel,
    .back = tlv_shelf_back,
    .draw = tlv_shelf_draw,
    .panel = panel,
    .alone = true,
};
