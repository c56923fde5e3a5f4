/* move.c: draws a way, point by point, and shows how far it goes and where it must stop. */
#include "tools/tool.h"

#include "camera/space.h"
#include "panels/panels.h"

#include <stdio.h>
#include <string.h>

extern const tlv_tool tlv_move_tool;

static const char *hint(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    return q->from[0] == '\0' ? "hint.move" : q->station_count == 0 ? "hint.move.first" : "hint.move.more";
}

/* Points of the way; `points` must live as long as the question. Where a model lies under the pointer its own ground
 * counts, not its top. */
static bool question(const tlv_app *app, tl_question *question) {
    static tl_path_point points[TLV_STATIONS + 1];
    const tlv_inquiry *q = &app->inquiry;
    size_t count = 0;
    for (int i = 0; i <= q->station_count; i++) {
        const tlv_station *s = i < q->station_count ? &q->stations[i] : &q->pointer;
        if (i < q->station_count || q->pointing) {
            points[count++] = (tl_path_point){{s->at.x, s->at.y, s->at.z}, s->member ? 2 : 3};
        }
    }
    question->query = "move";
    question->member = q->from;
    question->path = points;
    question->path_count = count;
    question->march = app->manner.march;
    return q->from[0] != '\0' && count > 0;
}

/* From where would it see that unit? */
static void aim(tlv_app *app) {
    const char *unit = tl_scene_unit_of(app->scene, app->hand.member);
    tlv_forget_map(app);
    snprintf(app->mapping.target, sizeof(app->mapping.target), "%s", unit ? unit : app->hand.member);
    tlv_ask_firing(app);
}

static void click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    const tl_pick *pressed = &app->hand.pressed;
    if (pressed->kind == TL_PICK_MEMBER && app->hand.shift && q->from[0] != '\0' &&
        strcmp(app->hand.member, q->from) != 0) {
        aim(app);
        return;
    }
    /* Nobody moves onto another model: a click on one means that one. */
    if (pressed->kind == TL_PICK_MEMBER && strcmp(app->hand.member, q->from) != 0) {
        tlv_select(app, app->hand.member);
        tlv_forget_question(app);
        snprintf(q->from, sizeof(q->from), "%s", app->hand.member);
        tlv_forget_map(app);
    } else if (q->from[0] != '\0' && pressed->kind != TL_PICK_NOTHING && q->station_count < TLV_STATIONS) {
        q->stations[q->station_count++] = tlv_station_of(pressed, app->hand.member, app->hand.held);
        q->pointing = false; /* until it moves on */
        tlv_ask(app, true);
    }
}

static void hover(tlv_app *app, const tlv_event *event) {
    (void)event;
    if (app->inquiry.from[0] != '\0' && strcmp(app->hand.under.id ? app->hand.under.id : "", app->inquiry.from) != 0) {
        tlv_follow_pointer(app);
    }
}

static bool back(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    if (q->station_count > 0) {
        q->station_count--;
        q->pointing = false;
        tlv_forget_answer(app);
        tlv_ask(app, true);
        return true;
    }
    if (tlv_stop_mapping(app)) {
        return true;
    }
    return tlv_pair_back(app);
}

bool tlv_move_may_go(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    return tlv_tools[app->tool] == &tlv_move_tool && q->station_count > 0 && !q->pointing && tlv_is_ruled(app) &&
           q->answer.ruling && tl_ruling_verdict(q->answer.ruling) == TL_VERDICT_YES;
}

void tlv_move_go(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_place place = TL_PLACE_INIT;
    tl_error error = {0};
    char member[TLV_NAME];
    tl_vec3 end = q->stations[q->station_count - 1].at;
    snprintf(member, sizeof(member), "%s", q->from);
    tl_status status = tl_scene_place_of(app->scene, member, &place, &error);
    if (status == TL_OK) {
        status = tl_scene_level_at(app->scene, member, end, &place.level, &error);
    }
    if (status == TL_OK) {
        place.coordinates = 2;
        place.at[0] = rint(end.x * 10) / 10;
        place.at[1] = rint(end.y * 10) / 10;
        status = tlv_session_move(&app->session, member, &place, &error);
    }
    if (status != TL_OK) {
        tlv_note_error(app, &error);
        return;
    }
    tlv_forget_question(app);
    snprintf(q->from, sizeof(q->from), "%s", member);
    tlv_note(app, false, "note.moved", tlv_name_of(app, member));
    tlv_after_move(app, true);
}

static bool key(tlv_app *app, const tlv_event *event) {
    if (event->key == TLV_KEY_BACKSPACE && app->inquiry.station_count > 0) {
        return back(app);
    }
    return false;
}

void tlv_march_panel(tlv_app *app) {
    if (tlv_gui_check(app->gui, "march", tlv_say(app, "move.march"), &app->manner.march)) {
        tlv_forget_answer(app);
        tlv_ask(app, true);
        tlv_map_is_old(app, true);
    }
    tlv_gui_rule(app->gui);
}

static void panel(tlv_app *app) {
    if (app->inquiry.from[0] != '\0') {
        tlv_gui_text(app->gui, TLV_TYPE_TITLE, TLV_INK, tlv_name_of(app, app->inquiry.from));
        tlv_command_button_as(app, "move.go", tlv_say(app, "move.go"), 0, TLV_BUTTON_MAIN);
    }
    tlv_march_panel(app);
}

static void under(tlv_app *app) {
    if (app->inquiry.from[0] != '\0') {
        tlv_firing_panel(app);
    }
}

/* The points that were clicked; the way itself is drawn by its ruling. */
static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    static const tl_colour colour = {0.0f, 0.45f, 0.70f, 1};
    tlv_draw_map(app, sink);
    for (int i = 0; i < app->inquiry.station_count; i++) {
        tl_vec3 at = app->inquiry.stations[i].at;
        const tl_vec3 points[2] = {tlv_madd(at, (tl_vec3){0, 0, 1}, 2), tlv_madd(at, (tl_vec3){0, 0, 1}, 2.01)};
        const tl_draw_line dot = {
            .points = points, .count = 2, .colour = colour, .width_px = 3, .end_dots = true, .style = TL_DRAW_ON_TOP};
        sink->line(sink->user, &dot);
    }
}

const tlv_tool tlv_move_tool = {
    .id = "move",
    .icon = "move",
    .letter = 'M',
    .question = question,
    .enter = tlv_take_selected,
    .leave = tlv_forget_map,
    .hint = hint,
    .click = click,
    .hover = hover,
    .left = tlv_lose_pointer,
    .key = key,
    .back = back,
    .draw = draw,
    .panel = panel,
    .alone = true,
    .under = under,
};
