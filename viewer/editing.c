/* editing.c: what is done to what is selected, and models put on the table. */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    move_picked(app, 0, 0, degrees, "done.turned");
}

void tlv_delete(tlv_app *app) {
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

/* To the next floor, and from the highest to the lowest. */
void tlv_lift(tlv_app *app) {
    tl_place place;
    tl_fit fit;
    tl_error error = {0};
    const char *member = app->session.selected;
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

void tlv_tilt(tlv_app *app, double degrees) {
    char thing[2 * TLV_NAME], edit[3 * TLV_NAME];
    double pitch = 0, roll = 0;
    tlv_quote(app->session.selected, thing, sizeof(thing));
    if (!tl_scene_number(app->scene, thing, "\"tilt\"", &pitch)) {
        tl_scene_number(app->scene, thing, "[\"tilt\",0]", &roll);
        tl_scene_number(app->scene, thing, "[\"tilt\",1]", &pitch);
    }
    pitch += degrees;
    if (pitch == 0 && roll == 0) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"tilt\",\"value\":null}", thing);
    } else {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"tilt\",\"value\":[%g,%g]}", thing, roll, pitch);
    }
    tlv_edit(app, edit, "done.tilted", app->session.selected);
}

/* Everybody of the units that something of is selected. */
void tlv_select_units(tlv_app *app) {
    enum { MOST = 64 };
    const char *units[MOST];
    size_t count = tlv_session_picked_units(&app->session, units, MOST);
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

/* --- Rings -------------------------------------------------------------------------------------------------------- */

/* Round a model's foot: green where it may stand, red where it may not, with the word why. */
void tlv_draw_ring(const tlv_app *app, const char *member, const tl_draw_sink *sink) {
    enum { RIM = 48 };
    tl_vec3 rim[RIM + 1];
    tl_box3 box;
    tl_fit fit;
    if (tl_scene_box_of(app->scene, member, &box, NULL) != TL_OK ||
        tl_scene_fit(app->scene, member, NULL, &fit, NULL) != TL_OK) {
        return;
    }
    double radius = 0.5 * fmax(box.high.x - box.low.x, box.high.y - box.low.y) + 2;
    double x = 0.5 * (box.low.x + box.high.x), y = 0.5 * (box.low.y + box.high.y);
    for (int i = 0; i <= RIM; i++) {
        double a = 2 * 3.14159265358979323846 * i / RIM;
        rim[i] = (tl_vec3){x + radius * cos(a), y + radius * sin(a), box.low.z + 1};
    }
    const tl_colour good = {0.0f, 0.62f, 0.45f, 1}, bad = {0.84f, 0.24f, 0.0f, 1}, doubtful = {0.76f, 0.5f, 0.0f, 1};
    const tl_colour ink = !fit.stands ? bad : fit.reason == TL_FIT_GOOD ? good : doubtful;
    const tl_draw_line line = {.points = rim,
                               .count = RIM + 1,
                               .colour = ink,
                               .width_px = fit.stands ? 3 : 4,
                               .style = TL_DRAW_ON_TOP | (fit.stands ? 0U : TL_DRAW_DASHED)};
    sink->line(sink->user, &line);
    if (fit.words[0] != '\0') {
        const tl_draw_label label = {
            .at = {x, y, box.high.z + 4}, .text = fit.words, .colour = ink, .size = 1, .style = TL_DRAW_ON_TOP};
        sink->label(sink->user, &label);
    }
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
