/* hands.c: what the pointer and keys do: first to panels and commands, then looking round, then the tool in use. */
#include "app.h"

#include "commands/commands.h"
#include "tools/tool.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A press that moves further is a drag, not a click. */
static const double CLICK_PX = 4, DOUBLE_CLICK_SECONDS = 0.4;

static const tlv_tool *tool_of(const tlv_app *app) {
    return tlv_tools[app->tool];
}

/* --- What commands do with what is selected ----------------------------------------------------------------------- */

void tlv_select(tlv_app *app, const char *member) {
    tlv_session_select(&app->session, member);
    app->models_changed = app->chrome_changed = true;
    if (member) {
        tlv_log(app, "selected %s", member);
    }
}

void tlv_after_move(tlv_app *app, bool hurry) {
    app->models_changed = app->chrome_changed = true;
    tlv_ask(app, hurry);
    tlv_map_is_old(app, hurry);
}

static bool is_there(const tlv_app *app, const char *member) {
    return member[0] == '\0' || tl_scene_unit_of(app->scene, member) != NULL || tlv_is_terrain(app, member);
}

void tlv_after_edit(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tlv_forget_answer(app); /* it names things by their place on the table */
    if (!is_there(app, q->from) || !is_there(app, q->to)) {
        q->from[0] = q->to[0] = '\0';
    }
    if (!is_there(app, app->eye_of)) {
        tlv_leave_eyes(app, true);
    }
    tlv_systems_look(app);
    tlv_ask(app, true);
    q->since = q->asked;
    tlv_map_is_old(app, true);
    app->models_changed = app->chrome_changed = true;
    tlv_prepared_destroy(app->prepared); /* it is of the table before */
    app->prepared = NULL;
    app->content_changed = true;
}

void tlv_use_tool(tlv_app *app, int tool) {
    char from[TLV_NAME], to[TLV_NAME];
    bool same_two = tlv_tools[tool]->query && app->inquiry.to[0] != '\0';
    memcpy(from, app->inquiry.from, sizeof(from));
    memcpy(to, app->inquiry.to, sizeof(to));
    tlv_forget_question(app);
    if (tool_of(app)->leave) {
        tool_of(app)->leave(app);
    }
    app->tool = tool;
    app->note_until = 0; /* what was said is of the tool before; the strip says what to do now */
    if (tool_of(app)->enter) {
        tool_of(app)->enter(app);
    }
    if (same_two) { /* another question about the same two */
        memcpy(app->inquiry.from, from, sizeof(from));
        memcpy(app->inquiry.to, to, sizeof(to));
        tlv_ask(app, true);
    }
    tlv_log(app, "tool %s", tool_of(app)->id);
}

/* --- The pointer -------------------------------------------------------------------------------------------------- */

static void press(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    if (hand->gesture != TLV_GESTURE_NONE) {
        return;
    }
    if (app->glide_start >= 0) { /* a hand on the table ends the glide where it is going */
        tlv_set_camera(app, app->glide_to);
    }
    hand->gesture = TLV_GESTURE_PRESSED;
    hand->button = event->button;
    hand->shift = event->shift;
    hand->ctrl = event->ctrl;
    hand->alt = event->alt;
    hand->press_x = hand->x = event->x;
    hand->press_y = hand->y = event->y;
    hand->held = tlv_point_at(app, event->x, event->y, &hand->pressed);
    snprintf(hand->member, sizeof(hand->member), "%s", hand->pressed.id ? hand->pressed.id : "");
    hand->pressed.id = NULL;
}

static void begin_gesture(tlv_app *app) {
    tlv_hand *hand = &app->hand;
    bool own = hand->button == TLV_LEFT && !hand->space;
    if (own && tool_of(app)->grab && tool_of(app)->grab(app)) {
        hand->gesture = TLV_GESTURE_TOOL;
    } else if (own || app->eye_of[0] != '\0') {
        hand->gesture = TLV_GESTURE_ORBIT;
    } else {
        hand->gesture = TLV_GESTURE_PAN;
    }
}

static void hover(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    hand->over = true;
    tlv_point_at(app, event->x, event->y, &hand->under);
    app->chrome_changed = true; /* the height under the pointer */
    if (tool_of(app)->hover) {
        tool_of(app)->hover(app, event);
    }
    hand->under.id = NULL;
}

static void orbit(tlv_app *app, double dx, double dy) {
    if (app->eye_of[0] != '\0') { /* what is seen follows the hand */
        double per_pixel = app->camera.fov_deg * GLM_PI / 180 / app->layout.view.height;
        tlv_set_camera(app, tlv_camera_orbit(&app->camera, app->camera.eye, dx * per_pixel, -dy * per_pixel, -1.2));
    } else {
        double per_pixel = 1.1 * GLM_PI / app->layout.view.height;
        tlv_set_camera(app, tlv_camera_orbit(&app->camera, app->hand.held, -dx * per_pixel, dy * per_pixel, 0.03));
    }
}

static void move(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    if (hand->gesture == TLV_GESTURE_PRESSED &&
        hypot(event->x - hand->press_x, event->y - hand->press_y) > CLICK_PX * app->scale) {
        begin_gesture(app);
    }
    double dx = event->x - hand->x, dy = event->y - hand->y;
    if (hand->gesture == TLV_GESTURE_ORBIT) {
        orbit(app, dx, dy);
    } else if (hand->gesture == TLV_GESTURE_PAN) {
        tlv_view view = tlv_app_view(app);
        tlv_set_camera(app, tlv_camera_pan(&app->camera, &view, hand->held, event->x, event->y));
    } else if (hand->gesture == TLV_GESTURE_TOOL && tool_of(app)->drag) {
        tool_of(app)->drag(app, event);
    } else if (hand->gesture == TLV_GESTURE_NONE) {
        hover(app, event);
    }
    if (hand->gesture != TLV_GESTURE_PRESSED) {
        hand->x = event->x;
        hand->y = event->y;
    }
}

static void click(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    bool twice = event->time - hand->click_time < DOUBLE_CLICK_SECONDS &&
                 hypot(event->x - hand->click_x, event->y - hand->click_y) < 2 * CLICK_PX * app->scale;
    hand->click_time = twice ? -1 : event->time;
    hand->click_x = event->x;
    hand->click_y = event->y;
    if (twice && tool_of(app)->twice && tool_of(app)->twice(app)) {
        return;
    }
    if (twice) {
        tlv_frame(app, hand->member);
    } else if (tool_of(app)->click) {
        tool_of(app)->click(app);
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
    } else if (was == TLV_GESTURE_TOOL && tool_of(app)->drop) {
        tool_of(app)->drop(app, event);
    }
}

static void wheel(tlv_app *app, const tlv_event *event) {
    if (!tool_of(app)->wheel || !tool_of(app)->wheel(app, event)) {
        tlv_zoom(app, event->x, event->y, event->wheel);
    }
}

/* --- Everything that happens -------------------------------------------------------------------------------------- */

/* Whether a sheet has the keys; the start page leaves them to commands. */
static bool is_sheet_open(const tlv_app *app) {
    return app->sheet != TLV_SHEET_NONE && app->sheet != TLV_SHEET_WELCOME;
}

static void key(tlv_app *app, const tlv_event *event, bool of_sheet) {
    if (event->key == TLV_KEY_SPACE) {
        app->hand.space = event->kind == TLV_EVENT_KEY;
    }
    if (event->kind != TLV_EVENT_KEY || tlv_gui_has_keys(app->gui) || of_sheet || is_sheet_open(app)) {
        return;
    }
    if (app->scene && tool_of(app)->key && tool_of(app)->key(app, event)) {
        return;
    }
    tlv_command_key(app, event);
}

static bool is_of_pointer(tlv_event_kind kind) {
    return kind == TLV_EVENT_MOVE || kind == TLV_EVENT_BUTTON || kind == TLV_EVENT_BUTTON_UP || kind == TLV_EVENT_WHEEL;
}

/* A gesture that began on the table ends there, whatever it passes over. */
static void on_table(tlv_app *app, const tlv_event *event) {
    bool held = app->hand.gesture != TLV_GESTURE_NONE;
    if (!app->scene || (!held && tlv_gui_has_pointer(app->gui))) {
        app->chrome_changed = app->chrome_changed || app->hand.over;
        if (app->scene && app->hand.over && tool_of(app)->left) {
            tool_of(app)->left(app);
        }
        app->hand.over = false;
        return;
    }
    if (event->kind == TLV_EVENT_BUTTON) {
        press(app, event);
    } else if (event->kind == TLV_EVENT_WHEEL) {
        wheel(app, event);
    } else {
        move(app, event);
        if (event->kind == TLV_EVENT_BUTTON_UP) {
            release(app, event);
        }
    }
}

void tlv_take(tlv_app *app, const tlv_event *event) {
    bool held = app->hand.gesture != TLV_GESTURE_NONE, of_sheet = is_sheet_open(app); /* the key that closes it, too */
    if (event->kind == TLV_EVENT_SIZE) {
        app->view_changed = true;
        return;
    }
    if (event->kind == TLV_EVENT_CLOSE) {
        tlv_close_window(app);
        return;
    }
    if (event->kind == TLV_EVENT_DROP) {
        if (event->path) {
            tlv_take_file(app, event->path);
        }
        return;
    }
    bool passes = held && is_of_pointer(event->kind); /* over panels without touching them */
    if (passes && event->kind == TLV_EVENT_BUTTON_UP) {
        tlv_gui_event(app->gui, event);
    }
    if (!passes) {
        tlv_gui_event(app->gui, event);
        tlv_build_panels(app);
        app->chrome_changed = app->chrome_changed || tlv_gui_has_pointer(app->gui) || event->kind != TLV_EVENT_MOVE;
    }
    if (is_of_pointer(event->kind)) {
        on_table(app, event);
    } else {
        key(app, event, of_sheet);
    }
}
