/* place.c: putting models and terrain on the table. What is in the hand follows the pointer as a part of the scene that
 * is only tried (tlv_session_begin_trial); a click puts it down. */
#include "tools/tool.h"

#include "camera/vector.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TERRAIN = 5 };
static const char *const KINDS[] = {"infantry", "vehicle", "aircraft", "support-weapon", "hero", "obstacle"};
static const char *const KIND_TEXTS[] = {"class.infantry", "class.vehicle", "class.aircraft",
                                         "class.support",  "class.hero",    "class.terrain"};

static const char *hint(const tlv_app *app) {
    return app->shelf.asset[0] == '\0' ? "hint.place.choose" : "hint.place.click";
}

static void put_back(tlv_app *app) {
    if (app->session.trial) {
        tlv_session_drop_trial(&app->session);
        app->shelf.ghost[0] = '\0';
        tlv_after_edit(app);
    }
}

static void leave(tlv_app *app) {
    put_back(app);
    app->shelf.asset[0] = '\0';
}

static bool back(tlv_app *app) {
    bool something = app->shelf.asset[0] != '\0';
    leave(app);
    return something;
}

static void take(tlv_app *app, const char *asset) {
    char name[TLV_NAME]; /* names live until the scene is edited */
    snprintf(name, sizeof(name), "%s", asset);
    put_back(app);
    snprintf(app->shelf.asset, sizeof(app->shelf.asset), "%s", name);
    app->shelf.unit[0] = '\0';
    app->shelf.lift = 0;
    app->chrome_changed = true;
}

/* Where the pointer is on what lies under all models. */
static bool point_of(const tlv_app *app, const tlv_event *event, tl_vec3 *point) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tl_pick pick;
    tlv_view_pixel_ray(&view, event->x, event->y, &from, &along);
    bool hit =
        tl_scene_pick(app->scene, from, along, false, NULL, &pick, NULL) == TL_OK && pick.kind != TL_PICK_NOTHING;
    *point = hit ? pick.point : (tl_vec3){0, 0, 0};
    return hit;
}

/* Lets what is in the hand appear. */
static bool appear(tlv_app *app, tl_vec3 at) {
    tlv_shelf *shelf = &app->shelf;
    char asset[2 * TLV_NAME], name[2 * TLV_NAME], side[2 * TLV_NAME], edit[8 * TLV_NAME];
    tl_error error = {0};
    tlv_quote(shelf->asset, asset, sizeof(asset));
    tlv_quote(shelf->side, side, sizeof(side));
    if (shelf->kind == TERRAIN) {
        snprintf(edit, sizeof(edit),
                 "{\"add\":\"terrain\",\"value\":{\"id\":%s,\"kind\":\"obstacle\",\"asset\":%s,\"at\":[%.1f,%.1f],"
                 "\"turn\":%g}}",
                 asset, asset, at.x, at.y, shelf->facing);
    } else if (shelf->unit[0] != '\0' && tl_scene_unit_of(app->scene, shelf->unit)) {
        snprintf(edit, sizeof(edit),
                 "{\"add\":\"member\",\"to\":%s,\"value\":{\"asset\":%s,\"at\":[%.1f,%.1f],\"facing\":%g}}",
                 tlv_quote(shelf->unit, name, sizeof(name)), asset, at.x, at.y, shelf->facing);
    } else {
        snprintf(edit, sizeof(edit),
                 "{\"add\":\"unit\",\"value\":{\"id\":%s,%s%s%s\"class\":\"%s\",\"members\":[{\"asset\":%s,"
                 "\"at\":[%.1f,%.1f],\"facing\":%g}]}}",
                 asset, shelf->side[0] ? "\"side\":" : "", shelf->side[0] ? side : "", shelf->side[0] ? "," : "",
                 KINDS[shelf->kind], asset, at.x, at.y, shelf->facing);
    }
    tl_status status = tlv_session_begin_trial(&app->session, &error);
    if (status == TL_OK) {
        status = tlv_session_edit(&app->session, edit, "", NULL, &error);
    }
    if (status != TL_OK) {
        tlv_session_drop_trial(&app->session);
        tlv_note_error(app, &error);
        return false;
    }
    const char *made = tl_scene_made(app->scene, tl_scene_made(app->scene, 1) ? 1 : 0);
    snprintf(shelf->ghost, sizeof(shelf->ghost), "%s", made ? made : "");
    tlv_after_edit(app);
    return true;
}

/* Puts the ghost where the pointer is. */
static void follow(tlv_app *app, tl_vec3 at) {
    tlv_shelf *shelf = &app->shelf;
    tl_error error = {0};
    tl_status status;
    if (shelf->kind == TERRAIN) {
        char id[2 * TLV_NAME], edit[5 * TLV_NAME];
        tlv_quote(shelf->ghost, id, sizeof(id));
        snprintf(edit, sizeof(edit),
                 "[{\"set\":%s,\"field\":\"at\",\"value\":[%.1f,%.1f]},{\"set\":%s,\"field\":\"turn\",\"value\":%g}]",
                 id, at.x, at.y, id, shelf->facing);
        status = tlv_session_edit(&app->session, edit, "", NULL, &error);
        tlv_after_edit(app);
    } else {
        tl_place place = {{rint(at.x * 10) / 10, rint(at.y * 10) / 10, 0}, 2, shelf->facing, 0};
        tl_fit fit;
        tl_scene_level_at(app->scene, shelf->ghost, at, &place.level, NULL);
        if (shelf->lift > 0 && tl_scene_fit(app->scene, shelf->ghost, &place, &fit, NULL) == TL_OK && fit.levels > 0) {
            place.level = (place.level + shelf->lift) % fit.levels;
        }
        status = tlv_session_move(&app->session, shelf->ghost, &place, &error);
        app->models_changed = app->chrome_changed = true;
    }
    if (status != TL_OK) {
        tlv_note_error(app, &error);
    }
}

static void hover(tlv_app *app, const tlv_event *event) {
    tl_vec3 at;
    if (app->shelf.asset[0] == '\0' || !point_of(app, event, &at)) {
        return;
    }
    if (!app->session.trial) {
        appear(app, at);
    } else {
        follow(app, at);
    }
}

/* Puts it down; the next one is at hand. With Ctrl also where it shouldn't stand. */
static void click(tlv_app *app) {
    tlv_shelf *shelf = &app->shelf;
    tl_fit fit = {.stands = true};
    tl_error error = {0};
    if (shelf->asset[0] == '\0') {
        tlv_select(app, app->hand.member[0] != '\0' ? app->hand.member : NULL);
        return;
    }
    const tlv_event here = {.x = app->hand.x, .y = app->hand.y};
    hover(app, &here); /* where there was no pointer before */
    if (!app->session.trial) {
        return;
    }
    if (shelf->kind != TERRAIN) {
        tl_scene_fit(app->scene, shelf->ghost, NULL, &fit, NULL);
    }
    if (!fit.stands && !app->hand.ctrl) {
        tlv_note(app, false, "note.not_there", fit.words);
        return;
    }
    char ghost[TLV_NAME];
    snprintf(ghost, sizeof(ghost), "%s", shelf->ghost);
    if (tlv_session_end_trial(&app->session, "done.added", ghost, &error) != TL_OK) {
        tlv_note_error(app, &error);
        return;
    }
    const char *unit = tl_scene_unit_of(app->scene, ghost);
    snprintf(shelf->unit, sizeof(shelf->unit), "%s", unit ? unit : "");
    tlv_select(app, ghost);
    tlv_log(app, "placed %s", ghost);
    tlv_after_edit(app);
}

static void turn(tlv_app *app, double degrees) {
    const tlv_event here = {.x = app->hand.x, .y = app->hand.y};
    app->shelf.facing = remainder(app->shelf.facing + degrees, 360);
    hover(app, &here);
}

static bool key(tlv_app *app, const tlv_event *event) {
    const tlv_event here = {.x = app->hand.x, .y = app->hand.y};
    bool turns = (event->key == 'Q' || event->key == 'E') && !event->ctrl;
    if (!app->session.trial || (!turns && event->key != TLV_KEY_ALT)) {
        return false;
    }
    if (turns) {
        turn(app, (event->key == 'Q' ? 1 : -1) * (event->shift ? 5 : 15));
    } else {
        app->shelf.lift++;
        hover(app, &here);
    }
    return true;
}

static bool wheel(tlv_app *app, const tlv_event *event) {
    if (!app->session.trial || !event->shift) {
        return false;
    }
    turn(app, event->wheel * (event->ctrl ? 5 : 15));
    return true;
}

static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    if (app->session.trial && app->shelf.kind != TERRAIN && app->shelf.ghost[0] != '\0') {
        tlv_draw_ring(app, app->shelf.ghost, sink);
    }
}

/* --- The shelf ---------------------------------------------------------------------------------------------------- */

static void choose_kind(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const char *words[TERRAIN + 1];
    int kind = app->shelf.kind;
    for (int i = 0; i <= TERRAIN; i++) {
        words[i] = tlv_say(app, KIND_TEXTS[i]);
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "shelf.as"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_choose(gui, "kind", words, TERRAIN + 1, &kind)) {
        put_back(app);
        app->shelf.kind = kind;
        app->shelf.unit[0] = '\0';
    }
    if (kind != TERRAIN) {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "shelf.side"));
        tlv_gui_next_width(gui, tlv_gui_width(gui));
        if (tlv_gui_field(gui, "side", tlv_say(app, "shelf.no_side"), app->shelf.side, sizeof(app->shelf.side))) {
            put_back(app);
            app->shelf.unit[0] = '\0';
        }
    }
    if (app->shelf.unit[0] != '\0' && kind != TERRAIN) {
        char text[2 * TLV_NAME];
        tlv_say_with(app, text, sizeof(text), "shelf.joins", tlv_name_of(app, app->shelf.unit));
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, text);
        if (tlv_gui_button(gui, "apart", tlv_say(app, "shelf.apart"), NULL, 0, TLV_BUTTON_QUIET)) {
            put_back(app);
            app->shelf.unit[0] = '\0';
        }
    }
}

static void add_mesh(tlv_app *app) {
    tlv_gui *gui = app->gui;
    char asset[TLV_NAME];
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "shelf.file"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    tlv_gui_field(gui, "mesh", tlv_say(app, "shelf.file_hint"), app->shelf.file, sizeof(app->shelf.file));
    bool go = app->shelf.file[0] != '\0' && tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_gui_disable(gui, app->shelf.file[0] == '\0');
    go = tlv_gui_button(gui, "add_mesh", tlv_say(app, "shelf.add"), NULL, 0, TLV_BUTTON_PLAIN) || go;
    tlv_gui_enable(gui);
    if (go && tlv_add_mesh(app, app->shelf.file, asset)) {
        app->shelf.file[0] = '\0';
        take(app, asset);
    }
}

static void panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const char *asset, *chosen = NULL;
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, tlv_say(app, "shelf.title"));
    for (size_t i = 0; (asset = tl_scene_asset(app->scene, i)) != NULL; i++) {
        char id[TLV_NAME + 8];
        snprintf(id, sizeof(id), "asset.%s", asset);
        if (tlv_gui_row(gui, id, strcmp(asset, app->shelf.asset) == 0, 24)) {
            chosen = asset;
        }
        tlv_rect place = tlv_gui_last(gui);
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 10), place.y + tlv_gui_px(gui, 4),
                          tlv_gui_colour(TLV_INK), asset);
    }
    tlv_gui_gap(gui, 6);
    if (chosen) {
        take(app, chosen);
    }
    choose_kind(app);
    tlv_gui_gap(gui, 6);
    add_mesh(app);
}

extern const tlv_tool tlv_place_tool;
const tlv_tool tlv_place_tool = {
    .id = "place",
    .icon = "place",
    .letter = 'P',
    .hint = hint,
    .leave = leave,
    .click = click,
    .hover = hover,
    .key = key,
    .wheel = wheel,
    .back = back,
    .draw = draw,
    .panel = panel,
    .alone = true,
};
