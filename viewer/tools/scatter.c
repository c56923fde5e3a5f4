/* scatter.c: where something that is thrown or fired comes down by the dice that players threw: who throws, at whom or
 * where, and what the dice show, typed at the right. */
#include "tools/tool.h"

#include "camera/space.h"
#include "panels/fields.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

extern const tlv_tool tlv_scatter_tool;

/* The deviation that is thrown; false: the rule system has none. */
static bool deviation_of(const tlv_app *app, tl_rules_word *word, tl_rules_aim *aim) {
    bool found = false;
    for (size_t i = 0; !found && tl_scene_rules_word(app->scene, TL_RULES_DEVIATION, i, app->language, word); i++) {
        found = strcmp(word->name, app->manner.deviation) == 0;
    }
    found = found || tl_scene_rules_word(app->scene, TL_RULES_DEVIATION, 0, app->language, word);
    return found && tl_scene_deviation_aim(app->scene, word->name, aim);
}

static bool is_offered(const tlv_app *app) {
    tl_rules_word word;
    tl_rules_aim aim;
    return deviation_of(app, &word, &aim);
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

/* Who throws, and where to, as far as they have been clicked. */
static bool has_place(const tlv_inquiry *q) {
    return q->to[0] != '\0' || q->station_count > 0;
}

static bool wants_thrower(const tlv_app *app, tl_rules_aim aim) {
    return aim != TL_RULES_AIM_LYING && app->inquiry.from[0] == '\0';
}

/* What the dice show, with commas between; false: something is missing. */
static bool write_dice(const tlv_app *app, const char *deviation, char *dice, size_t size) {
    tl_rules_throw thrown;
    size_t used = 0;
    dice[0] = '\0';
    for (size_t i = 0; i < TLV_DICE && tl_scene_throw(app->scene, deviation, i, app->language, &thrown); i++) {
        if (app->manner.dice[i][0] == '\0') {
            return false;
        }
        used += (size_t)snprintf(dice + used, size - used, "%s%s", i > 0 ? "," : "", app->manner.dice[i]);
    }
    return used > 0;
}

static void aim_at(const tlv_app *app, tl_rules_aim aim, tl_question *question) {
    const tlv_inquiry *q = &app->inquiry;
    const tlv_station *at = &q->stations[0];
    tl_vec3 eye, forward;
    question->from = q->from[0] != '\0' ? q->from : NULL;
    if (q->to[0] != '\0') {
        question->toward = q->to;
    } else if (aim == TL_RULES_AIM_LAID && tl_scene_eye(app->scene, q->from, &eye, &forward, NULL) == TL_OK) {
        question->has_angle = true; /* whole tenths of a degree: what is shown can be asked again */
        question->angle_deg = rint(10 * atan2(at->at.y - eye.y, at->at.x - eye.x) * 180 / GLM_PI) / 10;
    } else {
        question->at[0] = rint(at->at.x * 10) / 10;
        question->at[1] = rint(at->at.y * 10) / 10;
        question->at_count = 2;
    }
    if (aim == TL_RULES_AIM_GUESS) {
        question->has_guess = true;
        question->guess_mm = app->manner.guess_mm;
    }
}

static bool question(const tlv_app *app, tl_question *question) {
    static char dice[TLV_DICE * (TLV_DIE_WORDS + 1)]; /* one window in a process; the question is copied at once */
    tl_rules_word word;
    tl_rules_aim aim;
    const tlv_manner *m = &app->manner;
    if (!deviation_of(app, &word, &aim) || wants_thrower(app, aim) || !has_place(&app->inquiry) ||
        (!m->rolled && !write_dice(app, word.name, dice, sizeof(dice)))) {
        return false;
    }
    question->query = "scatter";
    question->deviation = word.name;
    aim_at(app, aim, question);
    if (m->rolled) {
        question->roll = question->has_seed = true;
        question->seed = m->rolls;
    } else {
        question->dice = dice;
    }
    question->has_modifier = m->modifier != 0;
    question->modifier = m->modifier;
    return true;
}

static void ask_anew(tlv_app *app) {
    tlv_forget_answer(app);
    tlv_ask(app, true);
}

/* --- The hand ----------------------------------------------------------------------------------------------------- */

static const char *hint(const tlv_app *app) {
    tl_rules_word word;
    tl_rules_aim aim;
    return !deviation_of(app, &word, &aim) ? "hint.scatter.none"
           : wants_thrower(app, aim)       ? "hint.scatter.from"
           : has_place(&app->inquiry)      ? "hint.scatter.dice"
           : aim == TL_RULES_AIM_LYING     ? "hint.scatter.lying"
                                           : "hint.scatter.to";
}

static void click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_rules_word word;
    tl_rules_aim aim;
    bool member = app->hand.pressed.kind == TL_PICK_MEMBER;
    if (!deviation_of(app, &word, &aim) || app->hand.pressed.kind == TL_PICK_NOTHING) {
        return;
    }
    if (member && (wants_thrower(app, aim) || app->hand.shift)) {
        tlv_select(app, app->hand.member);
        if (aim != TL_RULES_AIM_LYING) {
            tlv_forget_question(app);
        }
        snprintf(q->from, sizeof(q->from), "%s", app->hand.member);
        ask_anew(app);
        return;
    }
    if (wants_thrower(app, aim) || (member && strcmp(q->from, app->hand.member) == 0)) {
        tlv_note(app, false, "note.scatter.from", NULL);
        return;
    }
    q->stations[0] = tlv_station_of(&app->hand.pressed, app->hand.member, app->hand.held);
    q->station_count = 1;
    snprintf(q->to, sizeof(q->to), "%s", member && aim != TL_RULES_AIM_LYING ? app->hand.member : "");
    ask_anew(app);
}

static bool back(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    if (has_place(q)) {
        tlv_forget_answer(app);
        q->to[0] = '\0';
        q->station_count = 0;
        return true;
    }
    return tlv_pair_back(app);
}

/* Before it is asked: from whom to where. */
static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    static const tl_colour grey = {0.45f, 0.47f, 0.50f, 1};
    const tlv_inquiry *q = &app->inquiry;
    tl_box3 box;
    if (q->asked != 0 || q->station_count == 0 || q->from[0] == '\0' ||
        tl_scene_box_of(app->scene, q->from, &box, NULL) != TL_OK) {
        return;
    }
    const tl_vec3 points[2] = {tlv_box_middle(box), q->stations[0].at};
    const tl_draw_line line = {
        .points = points, .count = 2, .colour = grey, .width_px = 2, .style = TL_DRAW_DASHED, .end_dots = true};
    sink->line(sink->user, &line);
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

/* "2 to 12", "2 to 10, misfire", "hit, 0 to 360°": what may be typed. */
static void say_faces(const tlv_app *app, const tl_rules_throw *thrown, char *text, size_t size) {
    char low[24], high[24];
    size_t used = 0;
    text[0] = '\0';
    if (thrown->numbers) {
        snprintf(low, sizeof(low), "%.9g", thrown->low);
        snprintf(high, sizeof(high), "%.9g", thrown->high);
        tlv_say_with(app, text, size, "scatter.numbers", low, high);
        used = strlen(text);
    }
    if (thrown->hit) {
        used += (size_t)snprintf(text + used, size - used, "%shit", used > 0 ? ", " : "");
    }
    if (thrown->misfire) {
        used += (size_t)snprintf(text + used, size - used, "%smisfire", used > 0 ? ", " : "");
    }
    if (thrown->arrow) {
        snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", tlv_say(app, "scatter.arrow"));
    }
}

static void dice_fields(tlv_app *app, const char *deviation) {
    tlv_gui *gui = app->gui;
    tl_rules_throw thrown;
    bool changed = false;
    for (size_t i = 0; i < TLV_DICE && tl_scene_throw(app->scene, deviation, i, app->language, &thrown); i++) {
        char id[24], label[300], faces[160], count[24];
        snprintf(count, sizeof(count), "%zu", thrown.count);
        tlv_say_with(app, label, sizeof(label), thrown.count > 1 ? "scatter.dice" : "scatter.die", thrown.text, count);
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, label);
        say_faces(app, &thrown, faces, sizeof(faces));
        snprintf(id, sizeof(id), "scatter.%zu", i);
        tlv_gui_next_width(gui, tlv_gui_width(gui));
        changed = tlv_gui_field(gui, id, faces, app->manner.dice[i], TLV_DIE_WORDS) || changed;
    }
    if (changed) {
        app->manner.rolled = false;
        ask_anew(app);
    }
}

static void roll(tlv_app *app) {
    app->manner.rolls =
        app->script ? app->manner.rolls + 1 : (unsigned)time(NULL) % 1000000000U + app->manner.rolls % 7;
    app->manner.rolled = true;
    memset(app->manner.dice, 0, sizeof(app->manner.dice));
    ask_anew(app);
}

static void more_fields(tlv_app *app, tl_rules_aim aim) {
    tlv_gui *gui = app->gui;
    double per = tlv_is_inch(app) ? 25.4 : 10, guess = app->manner.guess_mm / per, modifier = app->manner.modifier;
    if (aim == TL_RULES_AIM_GUESS) {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "scatter.guess"));
        if (tlv_gui_number(gui, "scatter.guess", &guess, 1,
                           tlv_say(app, tlv_is_inch(app) ? "bottom.inch" : "bottom.cm")) &&
            guess >= 0 && guess < 10000 && guess * per != app->manner.guess_mm) {
            app->manner.guess_mm = guess * per;
            ask_anew(app);
        }
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "scatter.modifier"));
    if (tlv_gui_number(gui, "scatter.modifier", &modifier, 0, "") && modifier != app->manner.modifier &&
        fabs(modifier) <= 100) {
        app->manner.modifier = rint(modifier);
        ask_anew(app);
    }
}

static void panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_word_list list = {.count = 0};
    tl_rules_word word;
    tl_rules_aim aim;
    if (!deviation_of(app, &word, &aim)) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "hint.scatter.none"));
        return;
    }
    tlv_list_words(app, TL_RULES_DEVIATION, word.name, &list);
    if (tlv_choose_field(app, "scatter.which", list.texts, list.count, &list.chosen)) {
        snprintf(app->manner.deviation, sizeof(app->manner.deviation), "%s", list.names[list.chosen]);
        memset(app->manner.dice, 0, sizeof(app->manner.dice));
        app->manner.rolled = false;
        ask_anew(app);
        return;
    }
    dice_fields(app, word.name);
    more_fields(app, aim);
    if (tlv_gui_button(gui, "scatter.roll", tlv_say(app, "scatter.roll"), NULL, 0, TLV_BUTTON_PLAIN)) {
        roll(app);
    }
    tlv_gui_rule(gui);
}

const tlv_tool tlv_scatter_tool = {
    .id = "scatter",
    .icon = "scatter",
    .letter = 'D',
    .quiet = true,
    .offered = is_offered,
    .question = question,
    .hint = hint,
    .click = click,
    .back = back,
    .draw = draw,
    .panel = panel,
};
