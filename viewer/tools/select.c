/* select.c: choosing what is on the table, one or several, and moving it. */
#include "tools/tool.h"

#include "camera/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *hint(const tlv_app *app) {
    return app->session.selected[0] == '\0' ? "hint.select" : "hint.selected";
}

/* With Shift one more, or one less; with Ctrl the whole unit. */
static void click(tlv_app *app) {
    const tlv_hand *hand = &app->hand;
    if (hand->member[0] == '\0' || (!hand->shift && !hand->ctrl)) {
        tlv_select(app, hand->member[0] != '\0' ? hand->member : NULL);
        return;
    }
    if (hand->shift) {
        tlv_session_toggle(&app->session, hand->member);
    } else {
        tlv_session_select(&app->session, hand->member);
        tlv_select_units(app);
    }
    app->models_changed = app->chrome_changed = true;
}

/* Shift and a drag over the ground spans a band; everybody whose middle is in it is selected. */
static bool grab(tlv_app *app) {
    app->hand.band = app->hand.shift && app->hand.pressed.kind != TL_PICK_MEMBER;
    return app->hand.band || tlv_drag_grab(app);
}

static void drag(tlv_app *app, const tlv_event *event) {
    if (app->hand.band) {
        app->hand.band_x = event->x;
        app->hand.band_y = event->y;
        app->chrome_changed = true;
    } else {
        tlv_drag_drag(app, event);
    }
}

static void drop(tlv_app *app, const tlv_event *event) {
    tlv_hand *hand = &app->hand;
    if (!hand->band) {
        tlv_drag_drop(app, event);
        return;
    }
    hand->band = false;
    tlv_view view = tlv_app_view(app);
    const char *member;
    for (size_t i = 0; (member = tl_scene_member(app->scene, i)) != NULL; i++) {
        tl_box3 box;
        if (tl_scene_box_of(app->scene, member, &box, NULL) != TL_OK) {
            continue;
        }
        tlv_projected p = tlv_view_project(&view, tlv_box_middle(box));
        bool in = p.depth > 0 && (p.x - hand->press_x) * (p.x - event->x) <= 0 &&
                  (p.y - hand->press_y) * (p.y - event->y) <= 0;
        if (in && !tlv_session_is_picked(&app->session, member)) {
            tlv_session_toggle(&app->session, member);
        }
    }
    app->models_changed = app->chrome_changed = true;
}

static bool back(tlv_app *app) {
    bool something = app->session.selected[0] != '\0';
    tlv_select(app, NULL);
    return something;
}

extern const tlv_tool tlv_select_tool;
const tlv_tool tlv_select_tool = {
    .id = "select",
    .icon = "select",
    .letter = 'V',
    .hint = hint,
    .click = click,
    .grab = grab,
    .drag = drag,
    .drop = drop,
    .back = back,
    .draw = tlv_drag_draw,
};
