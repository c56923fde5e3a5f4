/* drag.c: dragging what is selected over the table. A model alone follows the surface under the pointer; several things
 * keep their shape. */
#include "tools/tool.h"

#include "camera/space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Models move when they are dragged; terrain is often under a hand that turns the table: it wants a click first. */
static bool is_movable(const tlv_app *app, const char *id) {
    return id[0] != '\0' && (tlv_session_is_picked(&app->session, id) || tl_scene_unit_of(app->scene, id));
}

static bool is_alone(const tlv_app *app) {
    return app->session.picked_count == 1 && tl_scene_unit_of(app->scene, app->session.selected) != NULL;
}

/* The point of the picture where the model stands stays as far from the pointer as it was. */
bool tlv_drag_grab(tlv_app *app) {
    tlv_hand *hand = &app->hand;
    tl_box3 box;
    tl_place place = TL_PLACE_INIT;
    if (!is_movable(app, hand->member) || tl_scene_box_of(app->scene, hand->member, &box, NULL) != TL_OK) {
        return false;
    }
    if (!tlv_session_is_picked(&app->session, hand->member)) {
        tlv_session_select(&app->session, hand->member);
    }
    bool model = tl_scene_place_of(app->scene, hand->member, &place, NULL) == TL_OK;
    tlv_view view = tlv_app_view(app);
    hand->drag_from = model ? (tl_vec3){place.at[0], place.at[1], box.low.z} : hand->held;
    tlv_projected foot = tlv_view_project(&view, hand->drag_from);
    hand->foot_x = foot.x - hand->press_x;
    hand->foot_y = foot.y - hand->press_y;
    hand->dragged_x = hand->dragged_y = 0;
    return tlv_session_begin_trial(&app->session, NULL) == TL_OK;
}

static void say_distance(tlv_app *app, double x, double y) {
    char length[32];
    double mm = hypot(x - app->hand.drag_from.x, y - app->hand.drag_from.y);
    tlv_note(app, false, "note.dragged", tlv_name_of(app, app->hand.member), tlv_say_length(app, mm, length));
}

/* Where on the table the pointer holds it; false for nowhere. */
static bool point_of(const tlv_app *app, const tlv_event *event, tl_vec3 *point) {
    const tlv_hand *hand = &app->hand;
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tl_pick pick;
    tlv_view_pixel_ray(&view, event->x + hand->foot_x, event->y + hand->foot_y, &from, &along);
    if (is_alone(app) && tl_scene_pick(app->scene, from, along, false, NULL, &pick, NULL) == TL_OK &&
        pick.kind != TL_PICK_NOTHING) {
        *point = pick.point;
        return true;
    }
    double t = along.z < -1e-6 ? (hand->drag_from.z - from.z) / along.z : -1;
    *point = tlv_madd(from, along, t);
    return t > 0;
}

static tl_status drag_alone(tlv_app *app, tl_vec3 point, tl_error *error) {
    tl_place place = TL_PLACE_INIT;
    tl_status status = tl_scene_place_of(app->scene, app->hand.member, &place, error);
    place.coordinates = 2;
    place.at[0] = rint(point.x * 10) / 10; /* a tenth of a millimetre: what a scene file keeps stays readable */
    place.at[1] = rint(point.y * 10) / 10;
    place.at[2] = 0;
    if (status == TL_OK) {
        status = tl_scene_level_at(app->scene, app->hand.member, point, &place.level, error);
    }
    return status == TL_OK ? tlv_session_move(&app->session, app->hand.member, &place, error) : status;
}

static tl_status drag_group(tlv_app *app, tl_vec3 point, tl_error *error) {
    const tlv_session *s = &app->session;
    tlv_hand *hand = &app->hand;
    double x = rint((point.x - hand->drag_from.x) * 10) / 10, y = rint((point.y - hand->drag_from.y) * 10) / 10;
    size_t size = s->picked_count * (2 * TLV_NAME + 4) + 128;
    char *edit = malloc(size);
    if (!edit) {
        return TL_ERROR_MEMORY;
    }
    size_t n = (size_t)snprintf(edit, size, "{\"by\":[%.4f,%.4f],\"move\":[", x - hand->dragged_x, y - hand->dragged_y);
    for (size_t i = 0; i < s->picked_count; i++) {
        char id[2 * TLV_NAME];
        n += (size_t)snprintf(edit + n, size - n, "%s%s", i > 0 ? "," : "", tlv_quote(s->picked[i], id, sizeof(id)));
    }
    snprintf(edit + n, size - n, "]}");
    tl_status status = tlv_session_edit(&app->session, edit, "", NULL, error);
    if (status == TL_OK) {
        hand->dragged_x = x;
        hand->dragged_y = y;
    }
    free(edit);
    return status;
}

void tlv_drag_drag(tlv_app *app, const tlv_event *event) {
    tl_vec3 point;
    tl_error error = {0};
    if (!point_of(app, event, &point)) {
        return;
    }
    tl_status status = is_alone(app) ? drag_alone(app, point, &error) : drag_group(app, point, &error);
    if (status == TL_OK) {
        say_distance(app, point.x, point.y);
        tlv_after_move(app, false);
    } else {
        tlv_note_error(app, &error);
    }
}

/* One model that is selected and may not stand where it stands; false: it may. */
static bool stands_badly(const tlv_app *app, char words[256]) {
    return is_alone(app) && tlv_model_footing(app, app->session.selected, words, 256) == TLV_FOOTING_BAD;
}

void tlv_drag_drop(tlv_app *app, const tlv_event *event) {
    (void)event;
    tl_place place = TL_PLACE_INIT;
    tl_error error = {0};
    if (tlv_session_end_trial(&app->session, "done.moved", app->hand.member, &error) != TL_OK) {
        tlv_note_error(app, &error);
    }
    if (tl_scene_place_of(app->scene, app->hand.member, &place, NULL) == TL_OK) {
        tlv_log(app, "moved %s to %g %g level %zu", app->hand.member, place.at[0], place.at[1], place.level);
    }
    tlv_after_move(app, true);
    app->content_changed = true; /* terrain may be among it */
    char words[256];
    if (stands_badly(app, words)) {
        tlv_note(app, false, "note.stands_badly", tlv_name_of(app, app->session.selected), words);
    }
}

/* Rings round what is dragged, and round one that was left where it may not stand. */
void tlv_drag_draw(const tlv_app *app, const tl_draw_sink *sink) {
    char words[256];
    if (app->hand.gesture == TLV_GESTURE_TOOL && app->session.trial) {
        for (size_t i = 0; i < app->session.picked_count; i++) {
            tlv_draw_ring(app, app->session.picked[i], sink);
        }
    } else if (stands_badly(app, words)) {
        tlv_draw_ring(app, app->session.selected, sink);
    }
}
