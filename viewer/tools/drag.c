/* drag.c: dragging a model over the table. */
#include "tools/tool.h"

#include "camera/vector.h"

#include <math.h>
#include <string.h>

static bool is_movable(const tlv_app *app, const char *member) {
    const tlv_inquiry *q = &app->inquiry;
    return member[0] != '\0' &&
           (strcmp(member, app->session.selected) == 0 || strcmp(member, q->from) == 0 || strcmp(member, q->to) == 0);
}

/* The point of the picture where the model stands stays as far from the pointer as it was. */
bool tlv_drag_grab(tlv_app *app) {
    tlv_hand *hand = &app->hand;
    tl_place place;
    tl_box3 box;
    if (hand->pressed.kind != TL_PICK_MEMBER || !is_movable(app, hand->member) ||
        tl_scene_place_of(app->scene, hand->member, &place, NULL) != TL_OK ||
        tl_scene_box_of(app->scene, hand->member, &box, NULL) != TL_OK) {
        return false;
    }
    tlv_session_select(&app->session, hand->member);
    tlv_view view = tlv_app_view(app);
    hand->drag_from = (tl_vec3){place.at[0], place.at[1], box.low.z};
    tlv_projected foot = tlv_view_project(&view, hand->drag_from);
    hand->foot_x = foot.x - hand->press_x;
    hand->foot_y = foot.y - hand->press_y;
    tlv_session_begin_drag(&app->session);
    return true;
}

static void say_distance(tlv_app *app, const tl_place *to) {
    char length[32];
    double mm = hypot(to->at[0] - app->hand.drag_from.x, to->at[1] - app->hand.drag_from.y);
    tlv_note(app, false, "note.dragged", tlv_name_of(app, app->hand.member), tlv_say_length(app, mm, length));
}

void tlv_drag_drag(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along, point;
    tl_pick pick;
    tl_place place;
    tl_error error = {0};
    tlv_view_pixel_ray(&view, event->x + hand->foot_x, event->y + hand->foot_y, &from, &along);
    if (tl_scene_pick(app->scene, from, along, false, NULL, &pick, NULL) != TL_OK ||
        tl_scene_place_of(app->scene, hand->member, &place, NULL) != TL_OK) {
        return;
    }
    if (pick.kind != TL_PICK_NOTHING) {
        point = pick.point;
    } else if (along.z < -1e-6) {
        point = tlv_madd(from, along, -from.z / along.z);
    } else {
        return;
    }
    place.coordinates = 2;
    place.at[0] = rint(point.x * 10) / 10; /* a tenth of a millimetre: what a scene file keeps stays readable */
    place.at[1] = rint(point.y * 10) / 10;
    place.at[2] = 0;
    if (tl_scene_level_at(app->scene, hand->member, point, &place.level, NULL) != TL_OK) {
        return;
    }
    if (tlv_session_move(&app->session, hand->member, &place, &error) == TL_OK) {
        say_distance(app, &place);
        tlv_after_move(app, false);
    } else {
        tlv_note_error(app, &error);
    }
}

void tlv_drag_drop(tlv_app *app, const tlv_event *event) {
    (void)event;
    tl_place place;
    tlv_session_end_drag(&app->session);
    if (tl_scene_place_of(app->scene, app->hand.member, &place, NULL) == TL_OK) {
        tlv_log(app, "moved %s to %g %g level %zu", app->hand.member, place.at[0], place.at[1], place.level);
    }
    tlv_after_move(app, true);
}
