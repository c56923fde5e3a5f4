/* single.c: questions about one model or its unit, and questions that follow the pointer. */
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

void tlv_take_selected(tlv_app *app) {
    const char *selected = app->session.selected;
    snprintf(app->inquiry.from, sizeof(app->inquiry.from), "%s",
             app->scene && tl_scene_unit_of(app->scene, selected) ? selected : "");
}

void tlv_single_enter(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    snprintf(q->from, sizeof(q->from), "%s", app->session.selected);
    tlv_ask(app, true);
}

void tlv_single_click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    if (app->hand.pressed.kind == TL_PICK_MEMBER) {
        tlv_select(app, app->hand.member);
        tlv_forget_question(app);
        snprintf(q->from, sizeof(q->from), "%s", app->hand.member);
        tlv_ask(app, true);
    }
}

tlv_station tlv_station_of(const tl_pick *pick, const char *id, tl_vec3 at) {
    tlv_station station = {.member = pick->kind == TL_PICK_MEMBER, .at = at};
    snprintf(station.id, sizeof(station.id), "%s", id ? id : "");
    return station;
}

void tlv_follow_pointer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    const tl_pick *under = &app->hand.under;
    if (under->kind == TL_PICK_NOTHING) {
        return;
    }
    q->pointer = tlv_station_of(under, under->id, under->point);
    q->pointing = true;
    app->models_changed = true;
    tlv_ask(app, false);
}

void tlv_lose_pointer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    if (q->pointing) {
        q->pointing = false;
        tlv_forget_answer(app);
        tlv_ask(app, true);
    }
}
