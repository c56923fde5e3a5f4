/* score.c: a score of the rule system for one model as another sees it: which one is chosen at the right. */
#include "tools/tool.h"

#include "panels/fields.h"

#include <stdio.h>
#include <string.h>

extern const tlv_tool tlv_score_tool;

/* The score that is asked for; false: the rule system has none. */
static bool score_of(const tlv_app *app, tl_rules_word *score) {
    for (size_t i = 0; tl_scene_rules_word(app->scene, TL_RULES_SCORE, i, app->language, score); i++) {
        if (strcmp(score->name, app->manner.score) == 0) {
            return true;
        }
    }
    return tl_scene_rules_word(app->scene, TL_RULES_SCORE, 0, app->language, score);
}

static bool is_offered(const tlv_app *app) {
    tl_rules_word score;
    return score_of(app, &score);
}

static const char *hint(const tlv_app *app) {
    return is_offered(app) ? tlv_pair_hint(app) : "hint.score.none";
}

static const char *unit_or_member(const tlv_app *app, const char *member) {
    const char *unit = app->manner.whole_units ? tl_scene_unit_of(app->scene, member) : NULL;
    return unit ? unit : member;
}

/* The weapon that was chosen, when who asks has it; NULL: the only one that counts. */
static const char *weapon_of(const tlv_app *app) {
    const char *unit = tl_scene_unit_of(app->scene, app->inquiry.from), *id;
    for (size_t i = 0; unit && (id = tl_scene_unit_weapon(app->scene, unit, i)) != NULL; i++) {
        if (strcmp(id, app->manner.score_weapon) == 0) {
            return id;
        }
    }
    return NULL;
}

static bool question(const tlv_app *app, tl_question *question) {
    const tlv_inquiry *q = &app->inquiry;
    tl_rules_word score;
    if (q->from[0] == '\0' || q->to[0] == '\0') {
        return false;
    }
    question->query = "score";
    question->from = unit_or_member(app, q->from);
    question->to = unit_or_member(app, q->to);
    question->score = score_of(app, &score) ? score.name : NULL;
    question->weapon = weapon_of(app);
    return true;
}

/* --- The panel ---------------------------------------------------------------------------------------------------- */

/* The weapons of who asks; one must be named where several would do. */
static void choose_weapon(tlv_app *app) {
    const char *names[TLV_MOST_WORDS] = {""}, *texts[TLV_MOST_WORDS] = {tlv_say(app, "score.any_weapon")}, *id;
    const char *unit = tl_scene_unit_of(app->scene, app->inquiry.from);
    int count = 1, chosen = 0;
    for (; unit && count < TLV_MOST_WORDS && (id = tl_scene_unit_weapon(app->scene, unit, (size_t)count - 1)) != NULL;
         count++) {
        char thing[5 * TLV_NAME], weapon[2 * TLV_NAME], of[2 * TLV_NAME];
        snprintf(thing, sizeof(thing), "{\"weapon\":%s,\"of\":%s}", tlv_quote(id, weapon, sizeof(weapon)),
                 tlv_quote(unit, of, sizeof(of)));
        const char *said = tl_scene_word(app->scene, thing, "\"name\"");
        names[count] = id;
        texts[count] = said ? said : id;
        chosen = strcmp(id, app->manner.score_weapon) == 0 ? count : chosen;
    }
    if (count > 2 && tlv_choose_field(app, "score.weapon", texts, count, &chosen)) {
        snprintf(app->manner.score_weapon, sizeof(app->manner.score_weapon), "%s", names[chosen]);
        tlv_ask(app, true);
    }
}

static void panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_word_list list = {.count = 0};
    tl_rules_word score;
    if (!score_of(app, &score)) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "hint.score.none"));
        return;
    }
    tlv_list_words(app, TL_RULES_SCORE, score.name, &list);
    if (tlv_choose_field(app, "score.which", list.texts, list.count, &list.chosen)) {
        snprintf(app->manner.score, sizeof(app->manner.score), "%s", list.names[list.chosen]);
        tlv_ask(app, true);
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, score.text);
    choose_weapon(app);
    if (tlv_gui_check(gui, "score.units", tlv_say(app, "score.units"), &app->manner.whole_units)) {
        tlv_ask(app, true);
    }
    tlv_gui_rule(gui);
}

const tlv_tool tlv_score_tool = {
    .id = "score",
    .icon = "score",
    .letter = 'Y',
    .quiet = true,
    .offered = is_offered,
    .first = "hint.score.first",
    .second = "hint.score.second",
    .question = question,
    .hint = hint,
    .click = tlv_pair_click,
    .grab = tlv_drag_grab,
    .drag = tlv_drag_drag,
    .drop = tlv_drag_drop,
    .back = tlv_pair_back,
    .panel = panel,
};
