/* template.c: lays a template: it moves with the pointer, counts whom it catches, and stays where it is clicked. */
#include "tools/tool.h"

#include "camera/space.h"
#include "panels/panels.h"

#include <trueline/explain.h>

#include <stdio.h>
#include <string.h>

enum { MOST_SHAPES = 16 };
extern const tlv_tool tlv_template_tool;

static const double TURN_DEG = 5;

/* The shape in use; false: the rule system has none. */
static bool shape_of(const tlv_app *app, tl_template_info *shape) {
    for (size_t i = 0; tl_scene_template(app->scene, i, app->language, shape); i++) {
        if (app->manner.shape[0] == '\0' || strcmp(shape->name, app->manner.shape) == 0) {
            return true;
        }
    }
    return tl_scene_template(app->scene, 0, app->language, shape);
}

/* Nobody is taken for the one who fires unless he was clicked; only a blast can lie there without anybody. */
static bool wants_firer(const tlv_app *app, const tl_template_info *shape) {
    return app->inquiry.from[0] == '\0' && (shape->flame || !app->manner.unfired);
}

static const char *hint(const tlv_app *app) {
    tl_template_info shape;
    const tlv_inquiry *q = &app->inquiry;
    if (!shape_of(app, &shape)) {
        return "hint.template.none";
    }
    bool flame = shape.flame;
    return wants_firer(app, &shape) ? "hint.template.firer"
           : q->station_count > 0   ? "hint.template.laid"
           : flame                  ? "hint.template.flame"
                                    : "hint.template";
}

/* Where it lies: where it was put, else under the pointer. */
static const tlv_station *place_of(const tlv_inquiry *q) {
    return q->station_count > 0 ? &q->stations[0] : q->pointing ? &q->pointer : NULL;
}

static bool question(const tlv_app *app, tl_question *question) {
    tl_template_info shape;
    const tlv_inquiry *q = &app->inquiry;
    const tlv_station *at = place_of(q);
    tl_vec3 eye, forward;
    if (!shape_of(app, &shape) || wants_firer(app, &shape)) {
        return false;
    }
    question->query = "template";
    question->shape = shape.name;
    question->from = q->from[0] != '\0' ? q->from : NULL;
    if (q->best) {
        question->best = true;
        return true;
    }
    if (!at) {
        return false;
    }
    if (!shape.flame) {
        question->at[0] = at->at.x;
        question->at[1] = at->at.y;
        question->at[2] = at->at.z;
        question->at_count = at->member ? 2 : 3;
        return true;
    }
    if (tl_scene_eye(app->scene, question->from, &eye, &forward, NULL) != TL_OK) {
        return false;
    }
    question->has_angle = true; /* whole tenths of a degree: what is shown can be asked again */
    question->angle_deg = rint(10 * (atan2(at->at.y - eye.y, at->at.x - eye.x) * 180 / GLM_PI + q->turn_deg)) / 10;
    return true;
}

static void forget_place(tlv_app *app) {
    tlv_forget_answer(app);
    app->inquiry.station_count = 0;
    app->inquiry.best = app->inquiry.pointing = false;
}

static void click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_template_info shape;
    const tl_pick *pressed = &app->hand.pressed;
    bool wants = shape_of(app, &shape) && wants_firer(app, &shape);
    if (pressed->kind == TL_PICK_MEMBER && (app->hand.shift || wants)) {
        tlv_select(app, app->hand.member);
        forget_place(app);
        snprintf(q->from, sizeof(q->from), "%s", app->hand.member);
    } else if (wants) {
        tlv_note(app, false, "note.template.firer", NULL);
    } else if (pressed->kind != TL_PICK_NOTHING) {
        q->best = q->pointing = false;
        q->stations[0] = tlv_station_of(pressed, app->hand.member, app->hand.held);
        q->station_count = 1;
        tlv_ask(app, true);
    }
}

static void hover(tlv_app *app, const tlv_event *event) {
    (void)event;
    if (app->inquiry.station_count == 0 && !app->inquiry.best) {
        tlv_follow_pointer(app);
    }
}

static bool wheel(tlv_app *app, const tlv_event *event) {
    tl_template_info shape;
    if (event->ctrl || !shape_of(app, &shape) || !shape.flame || !place_of(&app->inquiry)) {
        return false;
    }
    app->inquiry.turn_deg += TURN_DEG * event->wheel;
    tlv_ask(app, app->inquiry.station_count > 0);
    return true;
}

static bool back(tlv_app *app) {
    if (app->inquiry.station_count > 0 || app->inquiry.best) {
        forget_place(app);
        return true;
    }
    return tlv_pair_back(app);
}

bool tlv_template_can(const tlv_app *app) {
    tl_template_info shape;
    return tlv_tools[app->tool] == &tlv_template_tool && app->scene &&
           tl_scene_template(app->scene, 0, app->language, &shape);
}

void tlv_template_best(tlv_app *app) {
    tl_template_info shape;
    if (shape_of(app, &shape) && wants_firer(app, &shape)) {
        tlv_note(app, false, "note.template.firer", NULL);
        return;
    }
    forget_place(app);
    app->inquiry.best = true;
    tlv_ask(app, true);
}

void tlv_template_next(tlv_app *app) {
    tl_template_info shape, other;
    bool found = false;
    if (!shape_of(app, &shape)) {
        return;
    }
    for (size_t i = 0; !found && tl_scene_template(app->scene, i, app->language, &other); i++) {
        found = strcmp(other.name, shape.name) == 0 && tl_scene_template(app->scene, i + 1, app->language, &other);
    }
    if (found || tl_scene_template(app->scene, 0, app->language, &other)) {
        snprintf(app->manner.shape, sizeof(app->manner.shape), "%s", other.name);
        forget_place(app);
    }
}

static void choose_shape(tlv_app *app) {
    const char *words[MOST_SHAPES], *names[MOST_SHAPES];
    tl_template_info shape;
    int count = 0, chosen = 0;
    for (; count < MOST_SHAPES && tl_scene_template(app->scene, (size_t)count, app->language, &shape); count++) {
        words[count] = shape.text;
        names[count] = shape.name;
        chosen = strcmp(shape.name, app->manner.shape) == 0 ? count : chosen;
    }
    if (count > 0 && tlv_gui_choose(app->gui, "template.shape", words, count, &chosen)) {
        snprintf(app->manner.shape, sizeof(app->manner.shape), "%s", names[chosen]);
        forget_place(app);
    }
}

static void panel(tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    tlv_gui *gui = app->gui;
    char text[400];
    tl_template_info shape = {.flame = true};
    choose_shape(app);
    shape_of(app, &shape);
    if (q->from[0] != '\0') {
        tlv_say_with(app, text, sizeof(text), "template.firer", tlv_name_of(app, q->from));
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
    } else if (wants_firer(app, &shape)) {
        tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK, tlv_say(app, "template.who"));
    }
    if (q->from[0] == '\0' && !shape.flame &&
        tlv_gui_check(gui, "template.unfired", tlv_say(app, "template.unfired"), &app->manner.unfired)) {
        forget_place(app);
    }
    tlv_command_button_as(app, "template.best", tlv_say(app, "template.best"), 0, TLV_BUTTON_PLAIN);
    tlv_gui_rule(gui);
}

/* Until its ruling is there a template is a grey line where it would lie. */
static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    enum { STEPS = 64 };
    static const tl_colour grey = {0.45f, 0.47f, 0.50f, 1};
    const tlv_inquiry *q = &app->inquiry;
    const tlv_station *at = place_of(q);
    tl_template_info shape;
    tl_question asked;
    if (!at || !tlv_is_asking(app) || !shape_of(app, &shape)) {
        return;
    }
    if (shape.diameter_mm <= 0) {
        if (tlv_question_of(app, &asked)) {
            tl_scene_draw_preview(app->scene, &asked, sink, NULL);
        }
        return;
    }
    tl_vec3 ring[STEPS + 1];
    for (int i = 0; i <= STEPS; i++) {
        double a = 2 * GLM_PI * i / STEPS, r = 0.5 * shape.diameter_mm;
        ring[i] = (tl_vec3){at->at.x + r * cos(a), at->at.y + r * sin(a), at->at.z + 4};
    }
    const tl_draw_line line = {
        .points = ring, .count = STEPS + 1, .colour = grey, .width_px = 2, .style = TL_DRAW_DASHED};
    sink->line(sink->user, &line);
}

const tlv_tool tlv_template_tool = {
    .id = "template",
    .icon = "template",
    .letter = 'G',
    .question = question,
    .hint = hint,
    .click = click,
    .hover = hover,
    .left = tlv_lose_pointer,
    .wheel = wheel,
    .back = back,
    .draw = draw,
    .panel = panel,
};
