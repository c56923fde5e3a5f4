/* hands.c: what keys and the pointer do. */
#include "app.h"

#include "camera/vector.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

/* A press that moves further is a drag, not a click. */
static const double CLICK_PX = 4, DOUBLE_CLICK_SECONDS = 0.4;
/* while a model is dragged, rulings that take longer are shown as far as they are known */
static const double PREVIEW_MS = 40;

/* --- Looking ------------------------------------------------------------------------------------------------------ */

static void set_camera(tlv_app *app, tlv_camera camera) {
    app->camera = camera;
    app->glide_start = -1;
    app->view_changed = true;
}

void tlv_app_look(tlv_app *app, tlv_camera camera) {
    if (app->still) {
        set_camera(app, camera);
        return;
    }
    app->glide_from = app->camera;
    app->glide_to = camera;
    app->glide_start = tlv_window_time();
}

void tlv_app_look_home(tlv_app *app) {
    tlv_app_look(app, tlv_camera_table(tl_scene_box(app->session.scene), tlv_app_aspect(app)));
}

static void leave_eyes(tlv_app *app) {
    if (app->eye_of[0] != '\0') {
        app->eye_of[0] = '\0';
        app->content_changed = true;
    }
}

static void look_from_eyes(tlv_app *app) {
    tl_vec3 eye, forward;
    const char *member = app->session.selected;
    if (member[0] == '\0') {
        tlv_app_say(app, false, "Select a model first: 3 looks from its eyes");
        return;
    }
    if (tl_scene_eye(app->session.scene, member, &eye, &forward, NULL) != TL_OK) {
        return;
    }
    if (app->eye_of[0] == '\0') {
        app->before_eye = app->camera;
    }
    tl_vec3 target = tlv_madd(eye, forward, 300);
    target.z -= 20;
    /* With a question on the table, at the other of the two. */
    const tlv_inquiry *q = &app->inquiry;
    const char *other = strcmp(member, q->from) == 0 ? q->to : strcmp(member, q->to) == 0 ? q->from : "";
    tl_vec3 there;
    if (other[0] != '\0' && tl_scene_eye(app->session.scene, other, &there, &forward, NULL) == TL_OK) {
        target = there;
    }
    snprintf(app->eye_of, sizeof(app->eye_of), "%s", member);
    app->content_changed = true;
    tlv_app_look(app, tlv_camera_eye(eye, target, 50));
    tlv_app_say(app, false, "From the eyes of %s. Esc goes back.", tl_scene_name_of(app->session.scene, member));
}

/* What a pixel shows; without anything there, a point on the table's plane, or one far enough away. */
static tl_vec3 point_at(const tlv_app *app, double x, double y, tl_pick *pick) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tlv_view_pixel_ray(&view, x, y, &from, &along);
    const char *without = app->eye_of[0] != '\0' ? app->eye_of : NULL;
    if (tl_scene_pick(app->session.scene, from, along, true, without, pick, NULL) == TL_OK &&
        pick->kind != TL_PICK_NOTHING) {
        return pick->point;
    }
    tl_box3 box = tl_scene_box(app->session.scene);
    double reach = tlv_length(tlv_sub(box.high, box.low));
    double t = along.z < 0 ? -from.z / along.z : -1;
    return t > 0 && t < 2 * reach + from.z ? tlv_madd(from, along, t) : app->camera.target;
}

static void frame_what_was_clicked(tlv_app *app) {
    tl_box3 box;
    tlv_view view = tlv_app_view(app);
    const char *id = app->hand.member;
    leave_eyes(app);
    if (id[0] != '\0' && tl_scene_box_of(app->session.scene, id, &box, NULL) == TL_OK) {
        /* from where one stands, but never from below */
        tl_vec3 from = tlv_scale(view.forward, -1);
        from.z = fmax(from.z, 0.25);
        tlv_app_look(app, tlv_camera_frame(box, from, tlv_app_aspect(app)));
    } else {
        tlv_app_look_home(app);
    }
}

static void zoom(tlv_app *app, const tlv_event *event) {
    double factor = pow(0.86, event->wheel);
    if (app->eye_of[0] != '\0') { /* a narrower field, not a nearer eye */
        tlv_camera camera = app->camera;
        camera.fov_deg = fmax(6, fmin(90, camera.fov_deg * factor));
        set_camera(app, camera);
        return;
    }
    tl_pick pick;
    if (app->glide_start >= 0) {
        app->camera = app->glide_to;
    }
    tl_vec3 towards = point_at(app, event->x, event->y, &pick);
    set_camera(app, tlv_camera_zoom(&app->camera, towards, factor));
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

const char *tlv_app_asked_name(const tlv_app *app, const char *member) {
    const char *unit = tlv_tools[app->tool].units ? tl_scene_unit_of(app->session.scene, member) : NULL;
    return unit ? unit : member;
}

void tlv_app_ask(tlv_app *app, bool hurry) {
    tlv_inquiry *q = &app->inquiry;
    const tlv_tool *tool = &tlv_tools[app->tool];
    if (!tool->query || q->from[0] == '\0' || q->to[0] == '\0') {
        return;
    }
    const tlv_request request = {.query = tool->query,
                                 .from = tlv_app_asked_name(app, q->from),
                                 .to = tlv_app_asked_name(app, q->to),
                                 .units = tl_scene_units(app->session.scene),
                                 .places = app->session.places,
                                 .place_count = app->session.place_count,
                                 .hurry = hurry,
                                 .preview_ms = hurry ? 0 : PREVIEW_MS};
    if (q->answer.serial == q->asked) {
        q->asked_at = tlv_window_time();
    }
    q->asked = tlv_asker_ask(app->asker, &request);
    snprintf(q->query, sizeof(q->query), "%s", tool->query);
    app->chrome_changed = true;
}

static void forget_answer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_ruling_destroy(q->answer.ruling);
    q->answer = (tlv_answer){0};
    q->asked = 0;
    tlv_asker_drop(app->asker);
    app->content_changed = app->chrome_changed = true;
}

static void forget_question(tlv_app *app) {
    forget_answer(app);
    app->inquiry.from[0] = app->inquiry.to[0] = '\0';
}

static void use_tool(tlv_app *app, int tool) {
    char from[TLV_NAME], to[TLV_NAME];
    bool same_two = tlv_tools[tool].query && app->inquiry.to[0] != '\0';
    memcpy(from, app->inquiry.from, sizeof(from));
    memcpy(to, app->inquiry.to, sizeof(to));
    forget_question(app);
    app->tool = tool;
    app->help = false;
    if (same_two) { /* another question about the same two */
        memcpy(app->inquiry.from, from, sizeof(from));
        memcpy(app->inquiry.to, to, sizeof(to));
        tlv_app_ask(app, true);
    }
    tlv_app_log(app, "tool %s", tlv_tools[tool].name);
}

static void click_member(tlv_app *app, const char *member, bool keep_asker) {
    tlv_inquiry *q = &app->inquiry;
    tlv_session_select(&app->session, member);
    app->content_changed = app->chrome_changed = true;
    tlv_app_log(app, "selected %s", member);
    if (!tlv_tools[app->tool].query) {
        return;
    }
    if (q->from[0] == '\0' || (q->to[0] != '\0' && !keep_asker)) {
        forget_question(app);
        snprintf(q->from, sizeof(q->from), "%s", member);
    } else if (strcmp(q->from, member) != 0) {
        forget_answer(app);
        snprintf(q->to, sizeof(q->to), "%s", member);
        tlv_app_ask(app, true);
    }
}

static void click(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    bool twice = event->time - hand->click_time < DOUBLE_CLICK_SECONDS &&
                 hypot(event->x - hand->click_x, event->y - hand->click_y) < 2 * CLICK_PX;
    hand->click_time = twice ? -1 : event->time;
    hand->click_x = event->x;
    hand->click_y = event->y;
    if (twice) {
        frame_what_was_clicked(app);
    } else if (hand->pressed.kind == TL_PICK_MEMBER) {
        click_member(app, hand->member, hand->shift);
    } else if (!tlv_tools[app->tool].query && app->session.selected[0] != '\0') {
        tlv_session_select(&app->session, NULL);
        app->content_changed = true;
    }
}

/* --- Arranging ---------------------------------------------------------------------------------------------------- */

static bool is_movable(const tlv_app *app, const char *member) {
    const tlv_inquiry *q = &app->inquiry;
    return member[0] != '\0' &&
           (strcmp(member, app->session.selected) == 0 || strcmp(member, q->from) == 0 || strcmp(member, q->to) == 0);
}

static void after_move(tlv_app *app, bool hurry) {
    app->content_changed = app->chrome_changed = true;
    app->close_asked = false;
    tlv_app_ask(app, hurry);
}

/* The point of the picture where the model stands stays as far from the pointer as it was. */
static void begin_drag(tlv_app *app) {
    tlv_hand *hand = &app->hand;
    tl_place place;
    tl_box3 box;
    tlv_session_select(&app->session, hand->member);
    if (tl_scene_place_of(app->session.scene, hand->member, &place, NULL) != TL_OK ||
        tl_scene_box_of(app->session.scene, hand->member, &box, NULL) != TL_OK) {
        return;
    }
    tlv_view view = tlv_app_view(app);
    hand->drag_from = (tl_vec3){place.at[0], place.at[1], box.low.z};
    tlv_projected foot = tlv_view_project(&view, hand->drag_from);
    hand->foot_x = foot.x - hand->press_x;
    hand->foot_y = foot.y - hand->press_y;
    hand->gesture = TLV_GESTURE_DRAG;
    tlv_session_begin_drag(&app->session);
}

static void say_distance(tlv_app *app, const tl_place *to) {
    double mm = hypot(to->at[0] - app->hand.drag_from.x, to->at[1] - app->hand.drag_from.y);
    bool inch = strcmp(tl_scene_units(app->session.scene), "inch") == 0;
    const char *name = tl_scene_name_of(app->session.scene, app->hand.member);
    if (inch) {
        tlv_app_say(app, false, "%s: %.2f\" from where it stood", name, rint(mm / 25.4 * 20) / 20);
    } else {
        tlv_app_say(app, false, "%s: %.1f cm from where it stood", name, mm / 10);
    }
}

static void drag(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along, point;
    tl_pick pick;
    tl_place place;
    tl_error error = {0};
    tlv_view_pixel_ray(&view, event->x + hand->foot_x, event->y + hand->foot_y, &from, &along);
    if (tl_scene_pick(app->session.scene, from, along, false, NULL, &pick, NULL) != TL_OK ||
        tl_scene_place_of(app->session.scene, hand->member, &place, NULL) != TL_OK) {
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
    if (tl_scene_level_at(app->session.scene, hand->member, point, &place.level, NULL) != TL_OK) {
        return;
    }
    if (tlv_session_move(&app->session, hand->member, &place, &error) == TL_OK) {
        say_distance(app, &place);
        after_move(app, false);
    } else {
        tlv_app_say(app, false, "%s", error.message);
    }
}

static void turn(tlv_app *app, double degrees) {
    tl_place place;
    tl_error error = {0};
    const char *member = app->session.selected;
    if (member[0] == '\0') {
        tlv_app_say(app, false, "Select a model first: Q and E turn it");
        return;
    }
    tl_status status = tl_scene_place_of(app->session.scene, member, &place, &error);
    place.facing = remainder(place.facing + degrees, 360);
    if (status == TL_OK) {
        status = tlv_session_move(&app->session, member, &place, &error);
    }
    if (status == TL_OK) {
        after_move(app, true);
    } else {
        tlv_app_say(app, false, "%s", error.message);
    }
}

static void undo(tlv_app *app, bool again) {
    tl_error error = {0};
    const char *member = again ? tlv_session_redo(&app->session, &error) : tlv_session_undo(&app->session, &error);
    if (member) {
        tlv_session_select(&app->session, member);
        tlv_app_say(app, false, "%s is %s", tl_scene_name_of(app->session.scene, member),
                    again ? "moved again" : "back where it was");
        tlv_app_log(app, "%s %s", again ? "redo" : "undo", member);
        after_move(app, true);
    } else {
        tlv_app_say(app, false, "%s", error.message[0] != '\0' ? error.message : "Nothing more to take back");
    }
}

static void save(tlv_app *app) {
    tl_error error = {0};
    if (tlv_session_save(&app->session, &error) == TL_OK) {
        tlv_app_say(app, false, "Saved %s", app->session.path);
        tlv_app_log(app, "saved %s", app->session.path);
    } else {
        tlv_app_say(app, true, "Not saved: %s", error.message);
    }
    app->close_asked = false;
    app->chrome_changed = true;
}

static void close_window(tlv_app *app) {
    if (!tlv_session_is_changed(&app->session) || app->close_asked) {
        app->quit = true;
        return;
    }
    app->close_asked = true;
    tlv_app_say(app, true, "Unsaved moves: Ctrl+S saves, closing again discards them");
    tlv_app_log(app, "unsaved");
}

/* --- The pointer -------------------------------------------------------------------------------------------------- */

static void press(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    if (hand->gesture != TLV_GESTURE_NONE) {
        return;
    }
    if (app->help) {
        app->help = false;
        app->chrome_changed = true;
        return;
    }
    int tool = app->bare ? -1 : tlv_renderer_tool_at(app->renderer, event->x, event->y);
    if (tool != -1) {
        if (tool >= 0) {
            use_tool(app, tool);
        }
        return;
    }
    if (app->glide_start >= 0) { /* a hand on the table ends the glide where it is going */
        set_camera(app, app->glide_to);
    }
    hand->gesture = TLV_GESTURE_PRESSED;
    hand->button = event->button;
    hand->shift = event->shift;
    hand->press_x = hand->x = event->x;
    hand->press_y = hand->y = event->y;
    hand->held = point_at(app, event->x, event->y, &hand->pressed);
    snprintf(hand->member, sizeof(hand->member), "%s", hand->pressed.id ? hand->pressed.id : "");
    hand->pressed.id = NULL;
}

static void begin_gesture(tlv_app *app) {
    tlv_hand *hand = &app->hand;
    if (hand->button != TLV_LEFT || hand->space) {
        hand->gesture = app->eye_of[0] != '\0' ? TLV_GESTURE_ORBIT : TLV_GESTURE_PAN;
    } else if (hand->pressed.kind == TL_PICK_MEMBER && is_movable(app, hand->member)) {
        begin_drag(app);
    } else {
        hand->gesture = TLV_GESTURE_ORBIT;
    }
}

static void move(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    if (hand->gesture == TLV_GESTURE_PRESSED && hypot(event->x - hand->press_x, event->y - hand->press_y) > CLICK_PX) {
        begin_gesture(app);
    }
    double dx = event->x - hand->x, dy = event->y - hand->y;
    if (hand->gesture == TLV_GESTURE_ORBIT && app->eye_of[0] != '\0') {
        double per_pixel = app->camera.fov_deg * PI / 180 / app->height; /* what is seen follows the hand */
        set_camera(app, tlv_camera_orbit(&app->camera, app->camera.eye, dx * per_pixel, -dy * per_pixel, -1.2));
    } else if (hand->gesture == TLV_GESTURE_ORBIT) {
        double per_pixel = 1.1 * PI / app->height;
        set_camera(app, tlv_camera_orbit(&app->camera, hand->held, -dx * per_pixel, dy * per_pixel, 0.03));
    } else if (hand->gesture == TLV_GESTURE_PAN) {
        tlv_view view = tlv_app_view(app);
        set_camera(app, tlv_camera_pan(&app->camera, &view, hand->held, event->x, event->y));
    } else if (hand->gesture == TLV_GESTURE_DRAG) {
        drag(app, event);
    }
    if (hand->gesture != TLV_GESTURE_PRESSED) {
        hand->x = event->x;
        hand->y = event->y;
    }
}

static void release(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    if (hand->gesture == TLV_GESTURE_NONE || event->button != hand->button) {
        return;
    }
    tlv_gesture was = hand->gesture;
    hand->gesture = TLV_GESTURE_NONE;
    if (was == TLV_GESTURE_PRESSED && hand->button == TLV_LEFT && !hand->space) {
        click(app, event);
    } else if (was == TLV_GESTURE_DRAG) {
        tl_place place;
        tlv_session_end_drag(&app->session);
        if (tl_scene_place_of(app->session.scene, hand->member, &place, NULL) == TL_OK) {
            tlv_app_log(app, "moved %s to %g %g level %zu", hand->member, place.at[0], place.at[1], place.level);
        }
        after_move(app, true);
    }
}

/* --- Keys --------------------------------------------------------------------------------------------------------- */

static void escape(tlv_app *app) {
    app->close_asked = false;
    app->note_until = 0;
    app->chrome_changed = true;
    if (app->eye_of[0] != '\0') {
        leave_eyes(app);
        tlv_app_look(app, app->before_eye);
    } else if (app->inquiry.from[0] != '\0') {
        forget_question(app);
    } else if (app->tool != TLV_TOOL_SELECT) {
        use_tool(app, TLV_TOOL_SELECT);
    } else if (app->session.selected[0] != '\0') {
        tlv_session_select(&app->session, NULL);
        app->content_changed = true;
    }
}

static void save_picture(tlv_app *app) {
    char name[600];
    tl_error error = {0};
    if (!tlv_session_free_name(&app->session, ".png", name, sizeof(name))) {
        tlv_app_say(app, false, "There is no free name for a picture beside the scene");
        return;
    }
    if (tlv_app_save_picture(app, name, &error) == TL_OK) {
        tlv_app_say(app, false, "Saved %s", name);
        tlv_app_log(app, "picture %s", name);
    } else {
        tlv_app_say(app, true, "Not saved: %s", error.message);
    }
}

static void change_units(tlv_app *app) {
    bool inch = strcmp(tl_scene_units(app->session.scene), "inch") == 0;
    tl_error error = {0};
    if (tl_scene_set(app->session.scene, "units", inch ? "cm" : "inch", &error) != TL_OK) {
        tlv_app_say(app, false, "%s", error.message);
        return;
    }
    tlv_app_say(app, false, inch ? "Centimetres" : "Inches");
    app->content_changed = app->chrome_changed = true; /* the grid is in these units */
    tlv_app_ask(app, true);
}

static void control_key(tlv_app *app, const tlv_event *event) {
    switch (event->key) {
    case 'Z':
        undo(app, event->shift);
        break;
    case 'Y':
        undo(app, true);
        break;
    case 'S':
        save(app);
        break;
    case 'P':
        save_picture(app);
        break;
    case 'Q':
    case 'W':
        close_window(app);
        break;
    default:
        break;
    }
}

static void key(tlv_app *app, const tlv_event *event) {
    if (app->help && event->key != TLV_KEY_SHIFT && !event->again) { /* any key closes the sheet */
        app->help = false;
        app->chrome_changed = true;
        if (event->key == 'H' || event->key == TLV_KEY_F1 || event->key == TLV_KEY_ESCAPE) {
            return;
        }
    }
    if (event->ctrl) {
        control_key(app, event);
        return;
    }
    tl_box3 box = tl_scene_box(app->session.scene);
    switch (event->key) {
    case 'Q':
        turn(app, event->shift ? 5 : 15);
        return;
    case 'E':
        turn(app, event->shift ? -5 : -15);
        return;
    case TLV_KEY_SPACE:
        app->hand.space = true;
        return;
    default:
        break;
    }
    if (event->again) {
        return;
    }
    int tool = tlv_tool_of(event->key);
    if (tool >= 0) {
        use_tool(app, tool);
        return;
    }
    switch (event->key) {
    case '1':
    case TLV_KEY_HOME:
        leave_eyes(app);
        tlv_app_look_home(app);
        break;
    case '2':
        leave_eyes(app);
        tlv_app_look(app, tlv_camera_top(box, tlv_app_aspect(app)));
        break;
    case '3':
        look_from_eyes(app);
        break;
    case TLV_KEY_ESCAPE:
        escape(app);
        break;
    case TLV_KEY_TAB:
        app->bare = !app->bare;
        app->chrome_changed = true;
        break;
    case 'H':
    case TLV_KEY_F1:
        app->help = true;
        app->chrome_changed = true;
        break;
    case 'P':
        save_picture(app);
        break;
    case 'U':
        change_units(app);
        break;
    default:
        break;
    }
}

void tlv_app_take(tlv_app *app, const tlv_event *event) {
    switch (event->kind) {
    case TLV_EVENT_KEY:
        key(app, event);
        break;
    case TLV_EVENT_KEY_UP:
        app->hand.space = event->key == TLV_KEY_SPACE ? false : app->hand.space;
        break;
    case TLV_EVENT_BUTTON:
        press(app, event);
        break;
    case TLV_EVENT_BUTTON_UP:
        move(app, event);
        release(app, event);
        break;
    case TLV_EVENT_MOVE:
        move(app, event);
        break;
    case TLV_EVENT_WHEEL:
        zoom(app, event);
        break;
    case TLV_EVENT_SIZE:
        app->view_changed = true;
        break;
    case TLV_EVENT_CLOSE:
        close_window(app);
        break;
    }
}
