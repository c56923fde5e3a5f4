/* editing.c: what is done to what is selected, and models put on the table. */
#include "app.h"

#include "panels/panels.h"
#include "report.h"
#include "tools/shelf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What it is ----------------------------------------------------------------------------------------------------
 */

bool tlv_is_terrain(const tlv_app *app, const char *id) {
    const char *terrain;
    for (size_t i = 0; app->scene && id[0] != '\0' && (terrain = tl_scene_terrain(app->scene, i)) != NULL; i++) {
        if (strcmp(terrain, id) == 0) {
            return true;
        }
    }
    return false;
}

bool tlv_is_area(const tlv_app *app, const char *id) {
    char thing[2 * TLV_NAME];
    size_t size;
    return tlv_is_terrain(app, id) &&
           !tl_scene_value(app->scene, tlv_quote(id, thing, sizeof(thing)), "\"mesh\"", &size) &&
           !tl_scene_value(app->scene, thing, "\"asset\"", &size);
}

bool tlv_holds_ghost(const tlv_app *app) {
    return app->session.trial && app->shelf.asset[0] != '\0' && app->shelf.ghost[0] != '\0';
}

/* --- Doing ----------------------------------------------------------------------------------------------------------
 */

bool tlv_edit(tlv_app *app, const char *edits, const char *what, const char *who) {
    tl_error error = {0};
    if (tlv_session_edit(&app->session, edits, what, who, &error) != TL_OK) {
        if (error.status == TL_ERROR_FILE || error.status == TL_ERROR_FORMAT || error.remedy[0] != '\0') {
            tlv_show_trouble(app, &error);
        } else {
            tlv_note_error(app, &error);
        }
        return false;
    }
    tlv_log(app, "edit %s %s", what, who ? who : "");
    tlv_after_edit(app);
    return true;
}

/* The ids of all that is selected as a JSON list, freed by the caller; NULL for none, or without memory. */
static char *picked_list(const tlv_app *app) {
    const tlv_session *s = &app->session;
    size_t size = s->picked_count * (2 * TLV_NAME + 4) + 8, n = 0;
    char *list = s->picked_count > 0 ? malloc(size) : NULL;
    for (size_t i = 0; list && i < s->picked_count; i++) {
        char id[2 * TLV_NAME];
        n += (size_t)snprintf(list + n, size - n, "%s%s", i == 0 ? "[" : ",", tlv_quote(s->picked[i], id, sizeof(id)));
    }
    if (list) {
        snprintf(list + n, size - n, "]");
    }
    return list;
}

static bool move_picked(tlv_app *app, double x, double y, double degrees, const char *what) {
    char *list = picked_list(app);
    size_t size = list ? strlen(list) + 160 : 0;
    char *edit = malloc(size + 1);
    bool good = list && edit;
    if (good) {
        snprintf(edit, size, "{\"move\":%s,\"by\":[%.4f,%.4f],\"turn\":%.4f}", list, x, y, degrees);
        good = tlv_edit(app, edit, what, app->session.selected);
    }
    free(edit);
    free(list);
    return good;
}

void tlv_turn(tlv_app *app, double degrees) {
    if (tlv_holds_ghost(app)) {
        tlv_shelf_turn(app, degrees);
        return;
    }
    move_picked(app, 0, 0, degrees, "done.turned");
}

/* Along the edge of the table that goes most to the right (or away) in the picture. */
static tl_vec2 along_table(const tlv_app *app, int right, int away) {
    tlv_view view = tlv_app_view(app);
    bool x = fabsf(view.right[0]) >= fabsf(view.right[1]);
    tl_vec2 r = {x ? copysign(1, (double)view.right[0]) : 0, x ? 0 : copysign(1, (double)view.right[1])};
    return (tl_vec2){right * r.x - away * r.y, right * r.y + away * r.x};
}

/* A model alone keeps its floor. */
static bool nudge_alone(tlv_app *app, const char *member, double x, double y) {
    tl_place place = TL_PLACE_INIT;
    tl_box3 box;
    tl_error error = {0};
    tl_status status = tl_scene_place_of(app->scene, member, &place, &error);
    if (status == TL_OK) {
        place.at[0] = rint((place.at[0] + x) * 10) / 10;
        place.at[1] = rint((place.at[1] + y) * 10) / 10;
    }
    if (status == TL_OK && place.coordinates == 2 && tl_scene_box_of(app->scene, member, &box, NULL) == TL_OK) {
        const tl_vec3 foot = {place.at[0], place.at[1], box.low.z};
        status = tl_scene_level_at(app->scene, member, foot, &place.level, &error);
    }
    if (status == TL_OK) {
        status = tlv_session_move(&app->session, member, &place, &error);
    }
    if (status != TL_OK) {
        tlv_note_error(app, &error);
        return false;
    }
    tlv_after_move(app, true);
    return true;
}

void tlv_nudge(tlv_app *app, int right, int away) {
    static const double RUN_SECONDS = 1.5;
    tlv_session *s = &app->session;
    tlv_nudges *n = &app->nudges;
    double now = tlv_window_time(app->window), inch = 25.4;
    double step = app->with_alt ? 1 : tlv_is_inch(app) ? inch * (app->with_shift ? 2 : 0.5) : app->with_shift ? 50 : 10;
    char who[TLV_NAME], length[32];
    if (app->bench || s->trial) {
        return;
    }
    snprintf(who, sizeof(who), "%s", s->selected);
    bool runs = n->changes == s->changes && now - n->at < RUN_SECONDS && strcmp(n->who, who) == 0;
    tl_vec2 along = along_table(app, right, away);
    bool alone = s->picked_count == 1 && tl_scene_unit_of(app->scene, who);
    if (alone ? !nudge_alone(app, who, step * along.x, step * along.y)
              : !move_picked(app, step * along.x, step * along.y, 0, "done.moved")) {
        return;
    }
    if (runs) {
        tlv_session_join(s);
    } else {
        n->x = n->y = 0;
        memcpy(n->who, who, sizeof(n->who));
    }
    n->x += step * along.x;
    n->y += step * along.y;
    n->changes = s->changes;
    n->at = now;
    tlv_note(app, false, "note.dragged", tlv_name_of(app, who), tlv_say_length(app, hypot(n->x, n->y), length));
}

void tlv_delete(tlv_app *app) {
    if (tlv_holds_ghost(app)) { /* back to the shelf */
        tlv_shelf_back(app);
        return;
    }
    const tlv_session *s = &app->session;
    size_t size = s->picked_count * (2 * TLV_NAME + 16) + 8, n = 0;
    char *edit = malloc(size), who[TLV_NAME];
    snprintf(who, sizeof(who), "%s", s->selected);
    for (size_t i = 0; edit && i < s->picked_count; i++) {
        char id[2 * TLV_NAME];
        n += (size_t)snprintf(edit + n, size - n, "%s{\"remove\":%s}", i == 0 ? "[" : ",",
                              tlv_quote(s->picked[i], id, sizeof(id)));
    }
    if (edit && n > 0) {
        snprintf(edit + n, size - n, "]");
        tlv_edit(app, edit, "done.deleted", who);
    }
    free(edit);
}

/* A copy stands beside its original: a base's width away, as far as the table goes. */
static double step_aside(const tlv_app *app) {
    tl_box3 all = {{INFINITY, INFINITY, 0}, {-INFINITY, -INFINITY, 0}}, box;
    for (size_t i = 0; i < app->session.picked_count; i++) {
        if (tl_scene_box_of(app->scene, app->session.picked[i], &box, NULL) == TL_OK) {
            all.low.x = fmin(all.low.x, box.low.x);
            all.high.x = fmax(all.high.x, box.high.x);
        }
    }
    double width = isfinite(all.low.x) ? ceil(all.high.x - all.low.x) + 5 : 30;
    return all.high.x + width < tl_scene_box(app->scene).high.x ? width : -width;
}

void tlv_duplicate(tlv_app *app) {
    const tlv_session *s = &app->session;
    size_t size = s->picked_count * (2 * TLV_NAME + 64) + 8, n = 0, count = s->picked_count;
    char *edit = malloc(size);
    double aside = step_aside(app);
    for (size_t i = 0; edit && i < count; i++) {
        char id[2 * TLV_NAME];
        n += (size_t)snprintf(edit + n, size - n, "%s{\"copy\":%s,\"by\":[%.0f,0]}", i == 0 ? "[" : ",",
                              tlv_quote(s->picked[i], id, sizeof(id)), aside);
    }
    if (edit && n > 0) {
        snprintf(edit + n, size - n, "]");
        if (tlv_edit(app, edit, "done.copied", s->selected)) {
            tlv_session_select(&app->session, NULL);
            for (size_t i = 0; tl_scene_made(app->scene, i); i++) {
                tlv_session_toggle(&app->session, tl_scene_made(app->scene, i));
            }
        }
    }
    free(edit);
}

/* Terrain has no list of floors: the next one is there when it comes to rest higher. */
static bool lift_terrain(tlv_app *app, const char *id, const char *thing) {
    char edit[4 * TLV_NAME];
    tl_box3 before, after;
    double level = 0;
    size_t size = 0;
    const char *at = tl_scene_value(app->scene, thing, "\"at\"", &size), *third = "[\"at\",2]";
    if (!at || tl_scene_value(app->scene, thing, third, &size) ||
        tl_scene_box_of(app->scene, id, &before, NULL) != TL_OK ||
        tlv_session_begin_trial(&app->session, NULL) != TL_OK) {
        return false;
    }
    tl_scene_number(app->scene, thing, "\"level\"", &level);
    for (int again = 0; again < 2; again++) {
        level = again == 0 ? level + 1 : 0;
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"level\",\"value\":%.0f}", thing, level);
        bool good = tlv_session_edit(&app->session, edit, "", NULL, NULL) == TL_OK &&
                    tl_scene_box_of(app->scene, id, &after, NULL) == TL_OK;
        if (good && fabs(after.low.z - before.low.z) > 0.5) {
            return tlv_session_end_trial(&app->session, "done.moved", id, NULL) == TL_OK;
        }
    }
    tlv_session_drop_trial(&app->session);
    return false;
}

/* To the next floor, and from the highest to the lowest. */
void tlv_lift(tlv_app *app) {
    tl_place place = TL_PLACE_INIT;
    tl_fit fit;
    tl_error error = {0};
    char member[TLV_NAME], thing[2 * TLV_NAME];
    if (tlv_holds_ghost(app)) {
        tlv_shelf_lift(app);
        return;
    }
    snprintf(member, sizeof(member), "%s", app->session.selected);
    if (tlv_is_terrain(app, member)) {
        if (!lift_terrain(app, member, tlv_quote(member, thing, sizeof(thing)))) {
            tlv_note(app, false, "note.one_floor", NULL);
        }
        tlv_after_edit(app);
        return;
    }
    if (tl_scene_place_of(app->scene, member, &place, NULL) != TL_OK ||
        tl_scene_fit(app->scene, member, NULL, &fit, NULL) != TL_OK || fit.levels < 2) {
        tlv_note(app, false, "note.one_floor", NULL);
        return;
    }
    place.level = (place.level + 1) % fit.levels;
    place.coordinates = 2;
    if (tlv_session_move(&app->session, member, &place, &error) == TL_OK) {
        tlv_after_move(app, true);
    } else {
        tlv_note_error(app, &error);
    }
}

/* Onto what is below: its place has two numbers from now on. */
void tlv_rest(tlv_app *app) {
    char edit[6 * TLV_NAME], thing[2 * TLV_NAME];
    const char *id = app->session.selected;
    double at[3] = {0, 0, 0};
    tlv_quote(id, thing, sizeof(thing));
    bool placed = tl_scene_number(app->scene, thing, "[\"at\",0]", &at[0]) &&
                  tl_scene_number(app->scene, thing, "[\"at\",1]", &at[1]);
    bool rests = placed && !tl_scene_number(app->scene, thing, "[\"at\",2]", &at[2]);
    if (rests || tlv_is_area(app, id)) {
        tlv_note(app, false, "note.rests", tlv_name_of(app, id));
        return;
    }
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"at\",\"value\":[%.6g,%.6g]}", thing, at[0], at[1]);
    tlv_edit(app, edit, "done.rested", id);
}

void tlv_tilt(tlv_app *app, double degrees, bool sideways) {
    char thing[2 * TLV_NAME], edit[3 * TLV_NAME];
    double pitch = 0, roll = 0;
    if (tlv_is_area(app, app->session.selected)) {
        tlv_note(app, false, "note.flat", NULL);
        return;
    }
    tlv_quote(app->session.selected, thing, sizeof(thing));
    if (!tl_scene_number(app->scene, thing, "\"tilt\"", &pitch)) {
        tl_scene_number(app->scene, thing, "[\"tilt\",0]", &roll);
        tl_scene_number(app->scene, thing, "[\"tilt\",1]", &pitch);
    }
    roll += sideways ? degrees : 0;
    pitch += sideways ? 0 : degrees;
    if (pitch == 0 && roll == 0) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"tilt\",\"value\":null}", thing);
    } else {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"tilt\",\"value\":[%g,%g]}", thing, roll, pitch);
    }
    tlv_edit(app, edit, "done.tilted", app->session.selected);
}

/* --- Kinds -------------------------------------------------------------------------------------------------------- */

void tlv_next_kind(tlv_app *app, int step) {
    char thing[2 * TLV_NAME], value[2 * TLV_NAME], edit[6 * TLV_NAME];
    bool selected = !tlv_holds_ghost(app) && tlv_is_terrain(app, app->session.selected);
    tlv_quote(app->session.selected, thing, sizeof(thing));
    const char *is = selected ? tl_scene_word(app->scene, thing, "\"kind\"") : app->shelf.ground;
    tl_kind kind;
    size_t count = 0, number = 0;
    for (; tl_scene_kind(app->scene, count, NULL, &kind); count++) {
        number = is && strcmp(kind.name, is) == 0 ? count : number;
    }
    if (count == 0 || !tl_scene_kind(app->scene, (number + count + (size_t)(step + (int)count)) % count, NULL, &kind)) {
        return;
    }
    if (selected) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"kind\",\"value\":%s}", thing,
                 tlv_quote(kind.name, value, sizeof(value)));
        tlv_edit(app, edit, "done.changed", app->session.selected);
    } else {
        if (tlv_holds_ghost(app)) {
            tlv_shelf_put_back(app); /* it comes back as that when the pointer moves */
        }
        snprintf(app->shelf.ground, sizeof(app->shelf.ground), "%s", kind.name);
    }
    tlv_note(app, false, "note.kind", tlv_kind_name(app, kind.name));
}

/* --- Scale -------------------------------------------------------------------------------------------------------- */

/* Where the scale of a thing is written: with its own mesh, else with its asset. False: nowhere. */
bool tlv_scaled_thing(const tlv_app *app, const char *id, char *thing, size_t size) {
    char own[2 * TLV_NAME], name[2 * TLV_NAME];
    size_t length;
    tlv_quote(id, own, sizeof(own));
    if (tl_scene_value(app->scene, own, "\"mesh\"", &length)) {
        return snprintf(thing, size, "%s", own) < (int)size;
    }
    const char *asset = tl_scene_word(app->scene, own, "\"asset\"");
    if (!asset || snprintf(thing, size, "{\"asset\":%s}", tlv_quote(asset, name, sizeof(name))) >= (int)size) {
        return false;
    }
    return tl_scene_value(app->scene, thing, "\"mesh\"", &length) != NULL;
}

/* An area about its middle. */
static bool scale_area(tlv_app *app, const char *id, double by) {
    enum { MOST_OUTLINE_CORNERS = 512, CORNER = 32 };
    tl_vec2 corners[MOST_OUTLINE_CORNERS], middle = {0, 0}, centre;
    char thing[2 * TLV_NAME], edit[MOST_OUTLINE_CORNERS * CORNER + 4 * TLV_NAME];
    double radius;
    tlv_quote(id, thing, sizeof(thing));
    if (tl_scene_disc(app->scene, id, &centre, &radius)) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":[\"disc\",\"radius\"],\"value\":%.6g}", thing, radius * by);
        return tlv_edit(app, edit, "done.scaled", id);
    }
    size_t count = tl_scene_outline(app->scene, id, corners, MOST_OUTLINE_CORNERS);
    if (count == 0 || count > MOST_OUTLINE_CORNERS) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        middle.x += corners[i].x / (double)count;
        middle.y += corners[i].y / (double)count;
    }
    size_t n = (size_t)snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"outline\",\"value\":[", thing);
    for (size_t i = 0; i < count; i++) {
        n += (size_t)snprintf(edit + n, sizeof(edit) - n, "%s[%.1f,%.1f]", i > 0 ? "," : "",
                              middle.x + by * (corners[i].x - middle.x), middle.y + by * (corners[i].y - middle.y));
    }
    snprintf(edit + n, sizeof(edit) - n, "]}");
    return tlv_edit(app, edit, "done.scaled", id);
}

/* Whether a model or piece of terrain is made of an asset. */
static bool is_of(const tlv_app *app, const char *id, const char *asset) {
    char thing[2 * TLV_NAME];
    const char *its = tl_scene_word(app->scene, tlv_quote(id, thing, sizeof(thing)), "\"asset\"");
    return its && strcmp(its, asset) == 0;
}

size_t tlv_others_of_asset(const tlv_app *app, const char *asset) {
    const char *id;
    size_t others = 0;
    for (size_t i = 0; (id = tl_scene_member(app->scene, i)) != NULL; i++) {
        others += is_of(app, id, asset) && !tlv_session_is_picked(&app->session, id);
    }
    for (size_t i = 0; (id = tl_scene_terrain(app->scene, i)) != NULL; i++) {
        others += is_of(app, id, asset) && !tlv_session_is_picked(&app->session, id);
    }
    return others;
}

/* A copy of the asset, for all of what is selected that is made of it; its name goes to `made`. */
static tl_status part_asset(tlv_app *app, const char *asset, char made[TLV_NAME], tl_error *error) {
    char name[2 * TLV_NAME], thing[3 * TLV_NAME], edit[6 * TLV_NAME];
    size_t size = 0;
    tlv_quote(asset, name, sizeof(name));
    snprintf(thing, sizeof(thing), "{\"asset\":%s}", name);
    const char *value = tl_scene_value(app->scene, thing, NULL, &size);
    char *add = value ? malloc(size + sizeof(thing) + 64) : NULL;
    if (!add) {
        return value ? tlv_fail_memory(error) : TL_ERROR_NOT_FOUND;
    }
    snprintf(add, size + sizeof(thing) + 64, "{\"add\":\"asset\",\"name\":%s,\"value\":%.*s}", name, (int)size, value);
    tl_status status = tlv_session_edit(&app->session, add, "", NULL, error);
    free(add);
    if (status == TL_OK) {
        snprintf(made, TLV_NAME, "%s", tl_scene_made(app->scene, 0));
    }
    for (size_t i = 0; status == TL_OK && i < app->session.picked_count; i++) {
        char id[2 * TLV_NAME];
        if (is_of(app, app->session.picked[i], asset)) {
            snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"asset\",\"value\":%s}",
                     tlv_quote(app->session.picked[i], id, sizeof(id)), tlv_quote(made, name, sizeof(name)));
            status = tlv_session_edit(&app->session, edit, "", NULL, error);
        }
    }
    return status;
}

bool tlv_own_asset(tlv_app *app) {
    char asset[TLV_NAME], made[TLV_NAME] = "", who[TLV_NAME], thing[2 * TLV_NAME];
    tl_error error = {0};
    snprintf(who, sizeof(who), "%s", app->session.selected);
    const char *its = tl_scene_word(app->scene, tlv_quote(who, thing, sizeof(thing)), "\"asset\"");
    snprintf(asset, sizeof(asset), "%s", its ? its : "");
    if (asset[0] == '\0' || tlv_others_of_asset(app, asset) == 0) {
        return true; /* nobody else's */
    }
    tl_status status = tlv_session_begin_trial(&app->session, &error);
    if (status == TL_OK) {
        status = part_asset(app, asset, made, &error);
    }
    if (status == TL_OK) {
        status = tlv_session_end_trial(&app->session, "done.changed", who, &error);
    }
    if (status != TL_OK) {
        tlv_session_drop_trial(&app->session);
        tlv_note_error(app, &error);
    }
    tlv_after_edit(app);
    if (status == TL_OK) {
        tlv_note(app, false, "note.own_asset", tlv_name_of(app, who), made, asset);
    }
    return status == TL_OK;
}

/* What others are made of isn't theirs to lose: what is selected gets an asset of its own first. Both are one step. */
void tlv_scale_picked(tlv_app *app, double by) {
    char thing[3 * TLV_NAME], edit[5 * TLV_NAME], text[32], id[TLV_NAME];
    double scale = 1;
    snprintf(id, sizeof(id), "%s", app->session.selected);
    if (tlv_is_area(app, id)) {
        scale_area(app, id, by);
        return;
    }
    if (!tlv_scaled_thing(app, id, thing, sizeof(thing))) {
        tlv_note(app, false, "note.no_scale", tlv_name_of(app, id));
        return;
    }
    unsigned before = app->session.changes;
    if (!tlv_own_asset(app) || !tlv_scaled_thing(app, id, thing, sizeof(thing))) {
        return;
    }
    bool parted = app->session.changes != before;
    tl_scene_number(app->scene, thing, "\"scale\"", &scale);
    scale = rint(1000 * scale * by) / 1000;
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"scale\",\"value\":%g}", thing, scale);
    if (tlv_edit(app, edit, "done.scaled", id)) {
        snprintf(text, sizeof(text), "%g", scale);
        if (parted) {
            tlv_session_join(&app->session);
        }
        tlv_note(app, false, parted ? "note.scaled_alone" : "note.scaled", text, tlv_name_of(app, id));
    }
}

/* Everybody of the units that something of is selected. */
void tlv_select_units(tlv_app *app) {
    enum { MOST_OUTLINE_CORNERS = 64 };
    const char *units[MOST_OUTLINE_CORNERS];
    size_t count = tlv_session_picked_units(&app->session, units, MOST_OUTLINE_CORNERS);
    for (size_t i = 0; i < count; i++) {
        const char *member;
        for (size_t k = 0; (member = tl_scene_unit_member(app->scene, units[i], k)) != NULL; k++) {
            if (!tlv_session_is_picked(&app->session, member)) {
                tlv_session_toggle(&app->session, member);
            }
        }
    }
    app->models_changed = app->chrome_changed = true;
}

void tlv_select_all(tlv_app *app) {
    const char *member;
    tlv_session_select(&app->session, NULL);
    for (size_t i = 0; (member = tl_scene_member(app->scene, i)) != NULL; i++) {
        tlv_session_toggle(&app->session, member);
    }
    app->models_changed = app->chrome_changed = true;
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

/* Adds a mesh file as an asset, when a model of it can stand on the table: what is wrong with it is told now, not when
 * it is used. Its name goes to `asset`. */
bool tlv_add_mesh(tlv_app *app, const char *file, char asset[TLV_NAME]) {
    char path[TLV_PATH], quoted[2 * TLV_PATH], add[2 * TLV_PATH + 64], stand[3 * TLV_NAME];
    tl_error error = {0};
    tl_box3 table = tl_scene_box(app->scene);
    if (!tlv_session_mesh_path(&app->session, file, path, sizeof(path))) {
        tl_error gone = {.status = TL_ERROR_FILE};
        snprintf(gone.file, sizeof(gone.file), "%.500s", file);
        snprintf(gone.message, sizeof(gone.message), "%s", tlv_say(app, "trouble.no_file"));
        tlv_show_trouble(app, &gone);
        return false;
    }
    snprintf(add, sizeof(add), "{\"add\":\"asset\",\"value\":{\"mesh\":%s}}", tlv_quote(path, quoted, sizeof(quoted)));
    tl_status status = tlv_session_begin_trial(&app->session, &error);
    if (status == TL_OK) {
        status = tlv_session_edit(&app->session, add, "", NULL, &error);
    }
    if (status == TL_OK) {
        snprintf(asset, TLV_NAME, "%s", tl_scene_made(app->scene, 0));
        snprintf(stand, sizeof(stand),
                 "{\"add\":\"unit\",\"value\":{\"class\":\"vehicle\",\"members\":[{\"asset\":%s,\"at\":[%g,%g]}]}}",
                 tlv_quote(asset, quoted, sizeof(quoted)), 0.5 * table.high.x, 0.5 * table.high.y);
        status = tlv_session_edit(&app->session, stand, "", NULL, &error);
    }
    tlv_session_drop_trial(&app->session);
    tlv_after_edit(app);
    if (status != TL_OK) {
        tlv_show_trouble(app, &error);
        return false;
    }
    return tlv_edit(app, add, "done.added", NULL);
}
