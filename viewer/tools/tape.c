/* tape.c: how far: from model to model, to walls and bare points, and on from there, with a running sum. */
#include "tools/tool.h"

#include "camera/space.h"

#include <trueline/tape.h>
#include <trueline/words.h>

#include <stdio.h>
#include <string.h>

static const char *hint(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    return q->station_count == 0 ? "hint.tape.first" : q->station_count == 1 ? "hint.tape.second" : "hint.tape.more";
}

/* Between two models the rules have something to say; the two of another tool's question are two models as well. */
static bool question(const tlv_app *app, tl_question *question) {
    const tlv_inquiry *q = &app->inquiry;
    bool two = q->station_count == 2 && q->stations[0].member && q->stations[1].member;
    question->query = "range";
    question->from = two ? q->stations[0].id : q->from;
    question->to = two ? q->stations[1].id : q->to;
    return (two || (q->station_count == 0 && q->to[0] != '\0')) && strcmp(question->from, question->to) != 0;
}

static tl_tape_end end_at(const tlv_station *station) {
    return (tl_tape_end){
        .struct_size = sizeof(tl_tape_end), .id = station->id[0] != '\0' ? station->id : NULL, .at = station->at};
}

/* A leg of the tape. */
static bool leg(const tlv_app *app, const tlv_station *a, const tlv_station *b, tl_tape *tape) {
    const tl_tape_end from = end_at(a), to = end_at(b);
    return tl_scene_tape(app->scene, &from, &to, tape, NULL) == TL_OK;
}

/* Terrain that has no body, and ground, are bare points. */
static tlv_station station_of(const tlv_app *app, const tl_pick *pick, const char *id, tl_vec3 at) {
    tlv_station station = tlv_station_of(pick, id, at);
    if (!station.member || app->hand.alt) { /* a tape is held to a point of a wall, but to the nearest edge of a base */
        station.id[0] = '\0';
        station.member = false;
    }
    return station;
}

static void click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    if (app->hand.pressed.kind == TL_PICK_NOTHING || q->station_count >= TLV_STATIONS) {
        return;
    }
    if (q->station_count == 0) {
        tlv_forget_question(app);
    }
    const tlv_station next = station_of(app, &app->hand.pressed, app->hand.member, app->hand.held);
    const tlv_station *last = q->station_count > 0 ? &q->stations[q->station_count - 1] : NULL;
    if (last && next.id[0] != '\0' && strcmp(last->id, next.id) == 0) {
        return;
    }
    if (next.member) {
        tlv_select(app, next.id);
    }
    tlv_forget_answer(app);
    q->stations[q->station_count++] = next;
    q->pointing = false;
    if (next.member && q->from[0] == '\0') {
        snprintf(q->from, sizeof(q->from), "%s", next.id);
    } else if (next.member && q->to[0] == '\0') {
        snprintf(q->to, sizeof(q->to), "%s", next.id);
    }
    app->models_changed = true;
    tlv_ask(app, true);
}

/* Another tool asked about two: the tape lies between them. */
static void enter(tlv_app *app) {
    app->inquiry.station_count = 0;
}

static void hover(tlv_app *app, const tlv_event *event) {
    tlv_inquiry *q = &app->inquiry;
    if (q->station_count == 0 || app->hand.under.kind == TL_PICK_NOTHING) {
        return;
    }
    app->hand.alt = event->alt;
    q->pointer = station_of(app, &app->hand.under, app->hand.under.id, app->hand.under.point);
    q->pointing = true;
    app->models_changed = true;
}

static void left(tlv_app *app) {
    app->models_changed = app->models_changed || app->inquiry.pointing;
    app->inquiry.pointing = false;
}

static bool back(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    if (q->station_count == 0) {
        return tlv_pair_back(app);
    }
    tlv_forget_answer(app);
    q->pointing = false;
    q->station_count--;
    char *end = q->station_count == 0 ? q->from : q->station_count == 1 ? q->to : NULL;
    if (end) {
        end[0] = '\0';
    }
    tlv_ask(app, true);
    return true;
}

static bool key(tlv_app *app, const tlv_event *event) {
    if (event->key == TLV_KEY_ENTER && app->inquiry.station_count > 0) { /* a new tape */
        tlv_forget_question(app);
        return true;
    }
    return event->key == TLV_KEY_BACKSPACE && app->inquiry.station_count > 0 && back(app);
}

/* 12.3 cm and 4.85", whatever the players' unit is: both are on a tape. */
static void both_units(const tlv_app *app, double mm, char text[80]) {
    char own[32], other[32];
    tl_words_length(app->language, tlv_is_inch(app), mm, own);
    tl_words_length(app->language, !tlv_is_inch(app), mm, other);
    snprintf(text, 80, "%s  (%s)", own, other);
}

static const char *station_name(const tlv_app *app, const tlv_station *s) {
    return s->id[0] != '\0' ? tlv_name_of(app, s->id) : tlv_say(app, "tape.point");
}

static void panel(tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    tlv_gui *gui = app->gui;
    char text[600], length[80];
    double sum = 0;
    tl_tape tape;
    for (int i = 1; i < q->station_count; i++) {
        if (leg(app, &q->stations[i - 1], &q->stations[i], &tape)) {
            sum += tape.distance_mm;
        }
    }
    if (q->station_count < 2) {
        return;
    }
    both_units(app, sum, length);
    tlv_gui_text(gui, TLV_TYPE_VERDICT, TLV_INK, length);
    for (int i = 1; i < q->station_count; i++) {
        const tlv_station *a = &q->stations[i - 1], *b = &q->stations[i];
        if (leg(app, a, b, &tape)) {
            both_units(app, tape.distance_mm, length);
            tlv_say_with(app, text, sizeof(text), "tape.leg", station_name(app, a), station_name(app, b), length);
            tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
        }
    }
    tlv_gui_rule(gui);
}

static void draw_leg(const tlv_app *app, const tlv_station *a, const tlv_station *b, bool preview, double before,
                     const tl_draw_sink *sink) {
    static const tl_colour yellow = {0.94f, 0.89f, 0.26f, 1}, grey = {0.55f, 0.57f, 0.60f, 1},
                           ink = {0, 0.45f, 0.7f, 1};
    tl_tape tape;
    char text[80];
    if (!leg(app, a, b, &tape)) {
        return;
    }
    const tl_vec3 points[2] = {tape.from, tape.to};
    const tl_draw_line line = {.points = points,
                               .count = 2,
                               .colour = preview ? grey : yellow,
                               .width_px = 3,
                               .end_dots = true,
                               .style = TL_DRAW_ON_TOP | (preview ? TL_DRAW_DASHED : 0u)};
    sink->line(sink->user, &line);
    tl_words_length(app->language, tlv_is_inch(app), tape.distance_mm + before, text);
    const tl_draw_label label = {.at = preview ? tape.to : tlv_between(tape.from, tape.to, 0.5),
                                 .text = text,
                                 .colour = preview ? grey : ink,
                                 .size = 1,
                                 .style = TL_DRAW_ON_TOP};
    sink->label(sink->user, &label);
}

/* The ruling draws its own tape; the rest is drawn here. At the pointer stands the sum so far. */
static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    const tlv_inquiry *q = &app->inquiry;
    double sum = 0;
    tl_tape tape;
    for (int i = 1; i < q->station_count; i++) {
        if (!q->answer.ruling) {
            draw_leg(app, &q->stations[i - 1], &q->stations[i], false, 0, sink);
        }
        sum += leg(app, &q->stations[i - 1], &q->stations[i], &tape) ? tape.distance_mm : 0;
    }
    if (q->pointing && q->station_count > 0) {
        draw_leg(app, &q->stations[q->station_count - 1], &q->pointer, true, sum, sink);
    }
}

extern const tlv_tool tlv_tape_tool;
const tlv_tool tlv_tape_tool = {
    .id = "tape",
    .icon = "tape",
    .letter = 'T',
    .query = "range",
    .question = question,
    .enter = enter,
    .hint = hint,
    .click = click,
    .hover = hover,
    .left = left,
    .key = key,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = back,
    .draw = draw,
    .panel = panel,
};
