/* shelf.c: takes a thing from the shelf, lets it follow the pointer, puts it down or back. */
#include "tools/shelf.h"

#include "camera/space.h"
#include "panels/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void tlv_shelf_put_back(tlv_app *app) {
    if (app->session.trial) {
        tlv_session_drop_trial(&app->session);
        app->shelf.ghost[0] = '\0';
        tlv_after_edit(app);
    }
}

void tlv_shelf_leave(tlv_app *app) {
    tlv_shelf_put_back(app);
    app->shelf.asset[0] = '\0';
}

bool tlv_shelf_back(tlv_app *app) {
    bool something = app->shelf.asset[0] != '\0';
    tlv_shelf_leave(app);
    return something;
}

void tlv_shelf_take(tlv_app *app, const char *asset, bool like) {
    char name[TLV_NAME]; /* names live until the scene is edited */
    snprintf(name, sizeof(name), "%s", asset);
    tlv_shelf_put_back(app);
    snprintf(app->shelf.asset, sizeof(app->shelf.asset), "%s", name);
    app->shelf.like = like;
    app->shelf.unit[0] = '\0';
    app->shelf.lift = 0;
    app->chrome_changed = true;
}

/* --- The ghost ---------------------------------------------------------------------------------------------------- */

/* Where the pointer is on what lies under all models, and under the ghost itself. */
static bool point_of(const tlv_app *app, const tlv_event *event, tl_vec3 *point) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tl_pick pick;
    const char *ghost = app->session.trial && app->shelf.terrain ? app->shelf.ghost : NULL;
    tlv_view_pixel_ray(&view, event->x, event->y, &from, &along);
    bool hit =
        tl_scene_pick(app->scene, from, along, false, ghost, &pick, NULL) == TL_OK && pick.kind != TL_PICK_NOTHING;
    *point = hit ? pick.point : (tl_vec3){0, 0, 0};
    return hit;
}

/* What is added to the scene, as an edit. Another piece like one that stands there is its copy: follow_terrain puts it
 * where the pointer is. */
static void write_terrain(const tlv_app *app, tl_vec3 at, char *edit, size_t size) {
    const tlv_shelf *shelf = &app->shelf;
    char asset[2 * TLV_NAME], kind[2 * TLV_NAME];
    tlv_quote(shelf->asset, asset, sizeof(asset));
    tlv_quote(shelf->ground, kind, sizeof(kind));
    if (shelf->like) {
        snprintf(edit, size, "{\"copy\":%s,\"by\":[0,0]}", asset);
    } else {
        snprintf(edit, size,
                 "{\"add\":\"terrain\",\"value\":{\"id\":%s,\"kind\":%s,\"asset\":%s,\"at\":[%.1f,%.1f],"
                 "\"turn\":%g}}",
                 asset, kind, asset, at.x, at.y, shelf->facing);
    }
}

/* The class that was chosen; where the rule system has none, any word will do. */
static const char *class_of(const tlv_app *app) {
    tl_rules_word word = {"model", "", ""};
    if (!tl_scene_rules_word(app->scene, TL_RULES_CLASS, (size_t)app->shelf.kind, NULL, &word)) {
        tl_scene_rules_word(app->scene, TL_RULES_CLASS, 0, NULL, &word);
    }
    return word.name;
}

static void write_member(const tlv_app *app, tl_vec3 at, char *edit, size_t size) {
    const tlv_shelf *shelf = &app->shelf;
    char asset[2 * TLV_NAME], name[2 * TLV_NAME], side[2 * TLV_NAME];
    tlv_quote(shelf->asset, asset, sizeof(asset));
    tlv_quote(shelf->side, side, sizeof(side));
    if (shelf->unit[0] != '\0' && tl_scene_unit_of(app->scene, shelf->unit)) {
        snprintf(edit, size, "{\"add\":\"member\",\"to\":%s,\"value\":{\"asset\":%s,\"at\":[%.1f,%.1f],\"facing\":%g}}",
                 tlv_quote(shelf->unit, name, sizeof(name)), asset, at.x, at.y, shelf->facing);
    } else {
        snprintf(edit, size,
                 "{\"add\":\"unit\",\"value\":{\"id\":%s,%s%s%s\"class\":\"%s\",\"members\":[{\"asset\":%s,"
                 "\"at\":[%.1f,%.1f],\"facing\":%g}]}}",
                 asset, shelf->side[0] ? "\"side\":" : "", shelf->side[0] ? side : "", shelf->side[0] ? "," : "",
                 class_of(app), asset, at.x, at.y, shelf->facing);
    }
}

static tl_status follow_terrain(tlv_app *app, tl_vec3 at, tl_error *error) {
    const tlv_shelf *shelf = &app->shelf;
    char id[2 * TLV_NAME], edit[8 * TLV_NAME], level[32] = "null";
    tlv_quote(shelf->ghost, id, sizeof(id));
    if (shelf->lift > 0) {
        snprintf(level, sizeof(level), "%zu", shelf->lift);
    }
    snprintf(edit, sizeof(edit),
             "[{\"set\":%s,\"field\":\"at\",\"value\":[%.1f,%.1f]},{\"set\":%s,\"field\":\"turn\",\"value\":%g},"
             "{\"set\":%s,\"field\":\"level\",\"value\":%s}]",
             id, at.x, at.y, id, shelf->facing, id, level);
    tl_status status = tlv_session_edit(&app->session, edit, "", NULL, error);
    tlv_after_edit(app);
    return status;
}

/* Lets what is in the hand appear. */
static bool appear(tlv_app *app, tl_vec3 at) {
    tlv_shelf *shelf = &app->shelf;
    char edit[8 * TLV_NAME];
    tl_error error = {0};
    if (shelf->terrain) {
        write_terrain(app, at, edit, sizeof(edit));
    } else {
        write_member(app, at, edit, sizeof(edit));
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
    if (shelf->terrain && shelf->like) {
        follow_terrain(app, at, NULL);
    }
    return true;
}

static tl_status follow_member(tlv_app *app, tl_vec3 at, tl_error *error) {
    const tlv_shelf *shelf = &app->shelf;
    tl_place place = {.struct_size = sizeof(tl_place),
                      .at = {rint(at.x * 10) / 10, rint(at.y * 10) / 10},
                      .coordinates = 2,
                      .facing = shelf->facing};
    tl_fit fit;
    tl_scene_level_at(app->scene, shelf->ghost, at, &place.level, NULL);
    if (shelf->lift > 0 && tl_scene_fit(app->scene, shelf->ghost, &place, &fit, NULL) == TL_OK && fit.levels > 0) {
        place.level = (place.level + shelf->lift) % fit.levels;
    }
    app->models_changed = app->chrome_changed = true;
    return tlv_session_move(&app->session, shelf->ghost, &place, error);
}

void tlv_shelf_hover(tlv_app *app, const tlv_event *event) {
    tl_vec3 at;
    tl_error error = {0};
    if (app->shelf.asset[0] == '\0' || !point_of(app, event, &at)) {
        return;
    }
    if (!app->session.trial) {
        appear(app, at);
    } else if ((app->shelf.terrain ? follow_terrain : follow_member)(app, at, &error) != TL_OK) {
        tlv_note_error(app, &error);
    }
}

void tlv_shelf_left(tlv_app *app) {
    tlv_shelf_put_back(app);
}

/* Whether it may be put down there; `words`: why not. */
static bool may_stand(const tlv_app *app, char *words, size_t size) {
    return tlv_footing_of(app, app->shelf.ghost, words, size) != TLV_FOOTING_BAD;
}

/* Puts it down; the next one is at hand. With Ctrl also where it shouldn't stand. */
bool tlv_shelf_click(tlv_app *app) {
    tlv_shelf *shelf = &app->shelf;
    char words[256];
    tl_error error = {0};
    if (shelf->asset[0] == '\0') {
        return false;
    }
    const tlv_event here = {.x = app->hand.x, .y = app->hand.y};
    tlv_shelf_hover(app, &here); /* where there was no pointer before */
    if (!app->session.trial) {
        return true;
    }
    if (!may_stand(app, words, sizeof(words)) && !app->hand.ctrl) {
        tlv_note(app, false, "note.not_there", words);
        return true;
    }
    char ghost[TLV_NAME];
    snprintf(ghost, sizeof(ghost), "%s", shelf->ghost);
    if (tlv_session_end_trial(&app->session, "done.added", ghost, &error) != TL_OK) {
        tlv_note_error(app, &error);
        return true;
    }
    shelf->ghost[0] = '\0';
    const char *unit = tl_scene_unit_of(app->scene, ghost);
    snprintf(shelf->unit, sizeof(shelf->unit), "%s", unit ? unit : "");
    tlv_select(app, ghost);
    tlv_log(app, "placed %s", ghost);
    tlv_after_edit(app);
    return true;
}

void tlv_shelf_turn(tlv_app *app, double degrees) {
    const tlv_event here = {.x = app->hand.x, .y = app->hand.y};
    app->shelf.facing = remainder(app->shelf.facing + degrees, 360);
    tlv_shelf_hover(app, &here);
}

void tlv_shelf_lift(tlv_app *app) {
    const tlv_event here = {.x = app->hand.x, .y = app->hand.y};
    app->shelf.lift = app->shelf.terrain ? (app->shelf.lift + 1) % 8 : app->shelf.lift + 1;
    tlv_shelf_hover(app, &here);
}

bool tlv_shelf_key(tlv_app *app, const tlv_event *event) {
    bool turns = (event->key == 'Q' || event->key == 'E') && !event->ctrl;
    if (!app->session.trial || (!turns && event->key != TLV_KEY_ALT)) {
        return false;
    }
    if (turns) {
        tlv_shelf_turn(app, (event->key == 'Q' ? 1 : -1) * (event->shift ? 5 : 15));
    } else {
        tlv_shelf_lift(app);
    }
    return true;
}

bool tlv_shelf_wheel(tlv_app *app, const tlv_event *event) {
    if (!app->session.trial || !event->shift) {
        return false;
    }
    tlv_shelf_turn(app, event->wheel * (event->ctrl ? 5 : 15));
    return true;
}

void tlv_shelf_draw(const tlv_app *app, const tl_draw_sink *sink) {
    if (tlv_holds_ghost(app)) {
        tlv_draw_ring(app, app->shelf.ghost, sink);
    }
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

static bool is_of_model(const tlv_app *app, const char *asset) {
    const char *member;
    for (size_t i = 0; (member = tl_scene_member(app->scene, i)) != NULL; i++) {
        char thing[2 * TLV_NAME];
        const char *its = tl_scene_word(app->scene, tlv_quote(member, thing, sizeof(thing)), "\"asset\"");
        if (its && strcmp(its, asset) == 0) {
            return true;
        }
    }
    return false;
}

static bool row(tlv_app *app, const char *prefix, const char *name, const char *shown, bool like) {
    char id[TLV_NAME + 16];
    snprintf(id, sizeof(id), "%s.%s", prefix, name);
    bool chosen = like == app->shelf.like && strcmp(name, app->shelf.asset) == 0;
    bool pressed = tlv_gui_row(app->gui, id, chosen, 24);
    tlv_rect place = tlv_gui_last(app->gui);
    tlv_gui_draw_text(app->gui, TLV_TYPE_BODY, place.x + tlv_gui_px(app->gui, 10), place.y + tlv_gui_px(app->gui, 4),
                      tlv_gui_colour(TLV_INK), shown);
    return pressed;
}

bool tlv_shelf_list(tlv_app *app, tlv_shelf_which which) {
    const char *asset, *chosen = NULL;
    bool any = false;
    for (size_t i = 0; (asset = tl_scene_asset(app->scene, i)) != NULL; i++) {
        if (which == TLV_SHELF_ALL || is_of_model(app, asset) == (which == TLV_SHELF_OF_MODELS)) {
            chosen = row(app, "asset", asset, asset, false) ? asset : chosen;
            any = true;
        }
    }
    if (chosen) {
        tlv_shelf_take(app, chosen, false);
    }
    return any;
}

/* A mesh file's name without its folder and ending. */
static void name_of_mesh(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot && dot != name) {
        *dot = '\0';
    }
}

/* Whether a piece before number `index` has the same mesh. */
static bool is_seen(const tlv_app *app, size_t index, const char *mesh) {
    for (size_t i = 0; i < index; i++) {
        char thing[2 * TLV_NAME];
        tlv_quote(tl_scene_terrain(app->scene, i), thing, sizeof(thing));
        const char *its = tl_scene_word(app->scene, thing, "\"mesh\"");
        if (its && strcmp(its, mesh) == 0) {
            return true;
        }
    }
    return false;
}

bool tlv_shelf_like(tlv_app *app) {
    const char *id, *chosen = NULL;
    bool any = false;
    for (size_t i = 0; (id = tl_scene_terrain(app->scene, i)) != NULL; i++) {
        char thing[2 * TLV_NAME], name[TLV_NAME];
        const char *mesh = tl_scene_word(app->scene, tlv_quote(id, thing, sizeof(thing)), "\"mesh\"");
        if (mesh && strcmp(id, app->shelf.ghost) != 0 && !is_seen(app, i, mesh)) {
            name_of_mesh(mesh, name, sizeof(name));
            chosen = row(app, "like", id, name, true) ? id : chosen;
            any = true;
        }
    }
    if (chosen) {
        tlv_shelf_take(app, chosen, true);
    }
    return any;
}

void tlv_shelf_file(tlv_app *app) {
    tlv_gui *gui = app->gui;
    char asset[TLV_NAME];
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "shelf.file"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    tlv_gui_field(gui, "mesh", tlv_say(app, "shelf.file_hint"), app->shelf.file, sizeof(app->shelf.file));
    bool go = app->shelf.file[0] != '\0' && tlv_gui_pressed(gui, TLV_KEY_ENTER);
    tlv_command_button_as(app, "file.shelf", tlv_say(app, "shelf.look"), 0, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(gui, -1);
    tlv_gui_disable(gui, app->shelf.file[0] == '\0');
    go = tlv_gui_button(gui, "add_mesh", tlv_say(app, "shelf.add"), NULL, 0, TLV_BUTTON_PLAIN) || go;
    tlv_gui_enable(gui);
    if (go && tlv_add_mesh(app, app->shelf.file, asset)) {
        app->shelf.file[0] = '\0';
        tlv_shelf_take(app, asset, false);
    }
}
