/* read_moves.c: reads what shortens moves and what may be done after them from the rows of a rule file. */
#include "ruleset/system.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* 1 true, 0 false, -1: it isn't there. */
static int read_asked(tl_form *form, const tl_json_value *object, const char *key) {
    const tl_json_value *value = tl_form_member(form, object, key, TL_JSON_BOOL, false);
    return value == NULL ? -1 : value->boolean ? 1 : 0;
}

static tl_move_when read_when(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, const char *key) {
    static const char *const names[] = {"class", "locomotion", "stance", "skill", "skills",
                                        "night", "march",      "moved",  "fired", "setting"};
    const tl_json_value *value = tl_json_find(object, key);
    tl_move_when when = {.night = -1, .march = -1, .moved = -1, .fired = -1, .setting = TL_SETTING_COUNT};
    if (value == NULL || !tl_form_object(form, value, "a list of conditions", names, COUNT(names))) {
        return when;
    }
    when.classes = tl_ruleset_read_names(ruleset, form, value, "class", TL_SECTION_CLASSES, "class", NULL);
    when.locomotions =
        tl_ruleset_read_names(ruleset, form, value, "locomotion", TL_SECTION_LOCOMOTIONS, "locomotion", NULL);
    when.stances = tl_ruleset_read_names(ruleset, form, value, "stance", TL_SECTION_STANCES, "stance", NULL);
    when.skills = tl_ruleset_read_names(ruleset, form, value, "skill", TL_SECTION_SKILLS, "skill", NULL);
    when.all_skills = tl_ruleset_read_names(ruleset, form, value, "skills", TL_SECTION_SKILLS, "skill", NULL);
    when.night = read_asked(form, value, "night");
    when.march = read_asked(form, value, "march");
    when.moved = read_asked(form, value, "moved");
    when.fired = read_asked(form, value, "fired");
    tl_ruleset_read_condition(form, value, &when.setting, &when.choice);
    return when;
}

/* A die that says how far one goes. */
static void read_roll(tl_form *form, const tl_json_value *value, tl_move_rule *made) {
    static const char *const names[] = {"sides", "each", "gives"}, *const gives[] = {"more", "instead", "behind"};
    if (!tl_form_object(form, value, "a die", names, COUNT(names))) {
        return;
    }
    double sides = tl_form_number(form, value, "sides", 2, 100, 6);
    made->sides = (unsigned)sides;
    made->each = tl_form_number(form, value, "each", 0.001, 1000, 1);
    made->gives = (tl_move_gives)tl_form_choice(form, value, "gives", gives, COUNT(gives), 0);
    if (sides != (double)made->sides) {
        tl_form_problem(form, tl_json_find(value, "sides"), false, "use a whole number",
                        "`sides` must be a whole number");
    }
}

/* The one thing that a row does. */
static void read_does(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_move_rule *made) {
    /* as tl_move_does */
    static const char *const words[] = {"share", "spends",   "up_to",    "leaves", "forbids",
                                        "rolls", "at_least", "per_band", "turns",  "goes"};
    static const double most[] = {1, 1, 1, 1, 1, 1, 1, 1, 360, 10000};
    size_t given = 0;
    for (size_t i = 0; i < COUNT(words); i++) {
        if (tl_json_find(value, words[i]) != NULL) {
            given++;
            made->does = (tl_move_does)i;
            bool number = i != TL_MOVE_DOES_FORBID && i != TL_MOVE_DOES_ROLL;
            made->amount = number ? tl_form_number(form, value, words[i], 0, most[i], 1) : 1;
        }
    }
    if (made->does == TL_MOVE_DOES_FORBID) {
        made->forbids =
            tl_ruleset_read_names(ruleset, form, value, "forbids", TL_SECTION_TERRAIN, "kind of terrain", NULL);
    } else if (made->does == TL_MOVE_DOES_ROLL) {
        read_roll(form, tl_json_find(value, "rolls"), made);
    }
    if (given != 1) {
        tl_form_problem(
            form, value, false,
            "give `share`, `spends`, `up_to`, `leaves`, `forbids`, `rolls`, `at_least`, `per_band`, `turns` or `goes`",
            "`%s` must do one thing to a move", made->name);
    } else if ((made->does == TL_MOVE_DOES_CLIMB) != (made->band[0] != '\0')) {
        tl_form_problem(form, value, false, "give both, or neither", "`per_band` and `band` go together");
    } else if ((made->does == TL_MOVE_DOES_GO) != (made->on != NULL)) {
        tl_form_problem(form, value, false, "give both, or neither", "`goes` and `on` go together");
    } else if (made->does != TL_MOVE_DOES_SHARE && tl_json_find(value, "not_on") != NULL) {
        tl_form_problem(form, tl_json_find(value, "not_on"), false, "leave it out",
                        "`not_on` goes with `share` alone, not with `%s`", words[made->does]);
    }
}

static void read_move(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"when",   "unless",  "share", "spends", "up_to",   "leaves",
                                        "not_on", "forbids", "rolls", "text",   "rule",    "at_least",
                                        "turns",  "goes",    "on",    "band",   "per_band"};
    tl_move_rule *made = &ruleset->moves[ruleset->move_count++];
    *made = (tl_move_rule){.name = value->key, .text = "", .rule = "", .band = "", .amount = 1};
    made->when.setting = made->unless.setting = TL_SETTING_COUNT;
    if (!tl_form_object(form, value, "what changes a move", names, COUNT(names))) {
        return;
    }
    made->text = tl_form_text(form, value, "text", true);
    made->rule = tl_form_word(form, value, "rule", true);
    if (made->rule[0] != '\0') {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_RULES, tl_json_find(value, "rule"), "rule", made->rule);
    }
    made->when = read_when(ruleset, form, value, "when");
    made->has_unless = tl_json_find(value, "unless") != NULL;
    made->unless = read_when(ruleset, form, value, "unless");
    made->not_on = tl_ruleset_read_names(ruleset, form, value, "not_on", TL_SECTION_TERRAIN, "kind of terrain", NULL);
    made->on = tl_ruleset_read_names(ruleset, form, value, "on", TL_SECTION_TERRAIN, "kind of terrain", NULL);
    made->band = tl_form_word(form, value, "band", false);
    if (made->band[0] != '\0') {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_LENGTHS, tl_json_find(value, "band"), "length", made->band);
    }
    read_does(ruleset, form, value, made);
}

tl_status tl_ruleset_read_moves(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    const tl_rows *rows = &ruleset->rows[TL_SECTION_MOVES];
    ruleset->moves = tl_ruleset_memory(ruleset, rows->count, sizeof(*ruleset->moves));
    if (ruleset->moves == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < rows->count; i++) {
        tl_form_turn_to(form, &rows->items[i]);
        read_move(ruleset, form, rows->items[i].value);
    }
    return form->no_memory ? tl_fail_memory(error) : TL_OK;
}
