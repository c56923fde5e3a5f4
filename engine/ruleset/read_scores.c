/* read_scores.c: reads scores from the rows of a rule file, and what their conditions name: stances, grades, weapons.
 */
#include "ruleset/system.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* No more rows than this, bands of a table, and no larger amounts. */
enum { MOST_ROWS = 200, MOST_BANDS = 40 };
#define MOST_AMOUNT 1e6
#define MOST_UNITS  1e4

/* --- Stances, grades, weapons --------------------------------------------------------------------------------------*/

/* A share, or the setting that says it. */
static void read_height(tl_form *form, const tl_json_value *value, tl_stance_rule *made) {
    const tl_json_value *height = tl_json_find(value, "height");
    if (height != NULL && height->kind == TL_JSON_STRING) {
        made->height_id =
            tl_ruleset_read_setting_name(form, value, "height", TL_TAKES_NUMBER, TL_TAKES_CHOICE_OR_NUMBER);
        if (made->height_id != TL_SETTING_COUNT && !tl_settings_shapes_table(made->height_id)) {
            tl_form_problem(form, height, false, "name `crouch_height` or `lying_height`, or write a share such as 0.5",
                            "`%s` is no share of a model's height", height->text);
            made->height_id = TL_SETTING_COUNT;
        }
    } else {
        made->height = tl_form_number(form, value, "height", 0.01, 1, 1);
    }
}

static void read_stance(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"height", "lies_along", "classes", "text", "rule"}, *const along[] = {"facing"};
    tl_stance_rule *made = &ruleset->stances[ruleset->stance_count++];
    *made = (tl_stance_rule){.name = value->key, .text = "", .rule = "", .height = 1, .height_id = TL_SETTING_COUNT};
    if (tl_form_object(form, value, "a stance", names, COUNT(names))) {
        made->text = tl_form_text(form, value, "text", false);
        made->rule = tl_form_word(form, value, "rule", false);
        read_height(form, value, made);
        made->lies = tl_form_choice(form, value, "lies_along", along, COUNT(along), COUNT(along)) < COUNT(along);
        made->classes = tl_form_words(form, value, "classes");
        tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->classes, "class");
    }
}

static void read_grade(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"text", "rule"};
    tl_grade_rule *made = &ruleset->grades[ruleset->grade_count++];
    *made = (tl_grade_rule){.name = value->key, .text = "", .rule = ""};
    if (tl_form_object(form, value, "a grade", names, COUNT(names))) {
        made->text = tl_form_text(form, value, "text", false);
        made->rule = tl_form_word(form, value, "rule", false);
    }
    if (strcmp(value->key, TL_SCORE_UNGRADED) == 0) {
        tl_form_problem(form, value, true, "choose another word", "`" TL_SCORE_UNGRADED "` is ground without a grade");
    }
}

/* A list of numbers; its count goes to `count`, 0 with a problem noted. */
static double *read_numbers(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, const char *key,
                            bool rising, size_t *count) {
    const tl_json_value *list = tl_form_member(form, object, key, TL_JSON_ARRAY, false);
    *count = 0;
    if (list == NULL) {
        return NULL;
    }
    if (list->count == 0 || list->count > MOST_BANDS) {
        tl_form_problem(form, list, false, "write [10, 20, 30]", "`%s` must have 1 to %d numbers, not %zu", key,
                        (int)MOST_BANDS, list->count);
        return NULL;
    }
    double *numbers = tl_ruleset_memory(ruleset, list->count, sizeof(*numbers));
    for (size_t i = 0; i < list->count; i++) {
        const tl_json_value *item = &list->items[i];
        bool number = item->kind == TL_JSON_NUMBER;
        if (numbers == NULL) {
            form->no_memory = true;
            return NULL;
        }
        if (!number || !(fabs(item->number) <= (rising ? MOST_UNITS : MOST_AMOUNT)) || (rising && item->number < 0)) {
            tl_form_problem(form, item, false, rising ? "use a number from 0 to 10000" : "write a number",
                            "`%s` is a list of numbers", key);
            return NULL;
        }
        if (rising && i > 0 && !(item->number > numbers[i - 1])) {
            tl_form_problem(form, item, false, "write the nearest limit first, and each once",
                            "the limits of `%s` must rise: %g stands behind %g", key, item->number, numbers[i - 1]);
            return NULL;
        }
        numbers[i] = item->number;
    }
    *count = list->count;
    return numbers;
}

/* How far it reaches: game units, or the least and the most. */
static void read_weapon_range(tl_form *form, const tl_json_value *value, tl_weapon_rule *made) {
    const tl_json_value *low = NULL, *high = value;
    if (value == NULL) {
        return;
    }
    if (value->kind == TL_JSON_ARRAY && value->count == 2) {
        low = &value->items[0];
        high = &value->items[1];
    }
    double least = low != NULL && low->kind == TL_JSON_NUMBER ? low->number : low != NULL ? -1 : 0;
    double most = high->kind == TL_JSON_NUMBER ? high->number : -1;
    if (!(least >= 0 && most > 0 && least <= most && most <= MOST_UNITS)) {
        tl_form_problem(form, value, false, "write a number of game units, at most 10000, or [least, most]",
                        "this is no range");
        return;
    }
    made->has_range = true;
    made->range_min = least;
    made->range_max = most;
}

static void read_weapon(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"bands", "values", "beyond", "range", "template", "text", "rule"};
    tl_weapon_rule *made = &ruleset->weapons[ruleset->weapon_count++];
    *made = (tl_weapon_rule){.name = value->key, .text = "", .rule = "", .template_name = ""};
    if (!tl_form_object(form, value, "a weapon", names, COUNT(names))) {
        return;
    }
    made->text = tl_form_text(form, value, "text", false);
    made->rule = tl_form_word(form, value, "rule", false);
    read_weapon_range(form, tl_json_find(value, "range"), made);
    made->template_name = tl_form_word(form, value, "template", false);
    if (made->template_name[0] != '\0') {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_TEMPLATES, tl_json_find(value, "template"), "template",
                              made->template_name);
    }
    size_t values = 0;
    made->bands = read_numbers(ruleset, form, value, "bands", true, &made->band_count);
    made->values = read_numbers(ruleset, form, value, "values", false, &values);
    made->has_beyond = tl_json_find(value, "beyond") != NULL;
    made->beyond = tl_form_number(form, value, "beyond", -MOST_AMOUNT, MOST_AMOUNT, 0);
    if ((tl_json_find(value, "bands") == NULL) != (tl_json_find(value, "values") == NULL) ||
        (made->has_beyond && tl_json_find(value, "bands") == NULL)) {
        tl_form_problem(form, value, false, "give both, or neither; `beyond` only with them",
                        "`bands` and `values` go together");
    } else if (made->bands != NULL && made->values != NULL && values != made->band_count) {
        tl_form_problem(form, tl_json_find(value, "values"), false, "give each of `bands` its value",
                        "there are %zu `bands` and %zu `values`", made->band_count, values);
    }
    if (made->values == NULL || made->bands == NULL || values != made->band_count) {
        made->bands = made->values = NULL;
        made->band_count = 0;
    }
}

/* --- Conditions ----------------------------------------------------------------------------------------------------*/

/* One word, or a list of them; NULL when it isn't there or is none. */
static const tl_json_value *read_words(tl_form *form, const tl_json_value *object, const char *key) {
    const tl_json_value *value = tl_json_find(object, key);
    bool good = value == NULL || (value->kind == TL_JSON_STRING && value->text_length > 0) ||
                (value->kind == TL_JSON_ARRAY && value->count > 0);
    for (size_t i = 0; good && value != NULL && value->kind == TL_JSON_ARRAY && i < value->count; i++) {
        good = value->items[i].kind == TL_JSON_STRING && value->items[i].text_length > 0;
    }
    if (!good) {
        tl_form_problem(form, value, false, "write \"one\", or [\"one\", \"two\"]",
                        "`%s` must be a word or a list of words", key);
    }
    return good ? value : NULL;
}

/* The same, each the name of a row of a section. `besides`: or this word; NULL: none. */
const tl_json_value *tl_ruleset_read_names(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object,
                                           const char *key, tl_section section, const char *what, const char *besides) {
    const tl_json_value *value = read_words(form, object, key);
    size_t count = value == NULL ? 0 : value->kind == TL_JSON_STRING ? 1 : value->count;
    for (size_t i = 0; i < count; i++) {
        const tl_json_value *word = value->kind == TL_JSON_STRING ? value : &value->items[i];
        if (besides == NULL || strcmp(word->text, besides) != 0) {
            tl_ruleset_check_name(form, ruleset, section, word, what, word->text);
        }
    }
    return value;
}

/* Kinds of terrain that one stands in or looks across: those that are areas. */
static const tl_json_value *read_kinds(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object,
                                       const char *key) {
    const tl_json_value *value =
        tl_ruleset_read_names(ruleset, form, object, key, TL_SECTION_TERRAIN, "kind of terrain", NULL);
    for (size_t i = 0; i < ruleset->kind_count && value != NULL; i++) {
        const tl_terrain_kind *kind = &ruleset->kinds[i];
        if (kind->area == NULL && tl_score_lists(value, kind->name)) {
            tl_form_problem(form, value, false, "name kinds that have an `area`", "`%s` is no area", kind->name);
        }
    }
    return value;
}

static const tl_json_value *read_sides(tl_form *form, const tl_json_value *object) {
    const char *names[TL_SCORE_SIDES];
    const tl_json_value *value = read_words(form, object, "side");
    size_t count = value == NULL ? 0 : value->kind == TL_JSON_STRING ? 1 : value->count;
    for (size_t k = 0; k < TL_SCORE_SIDES; k++) {
        names[k] = tl_score_side_word(k);
    }
    for (size_t i = 0; i < count; i++) {
        const tl_json_value *word = value->kind == TL_JSON_STRING ? value : &value->items[i];
        bool known = false;
        for (size_t k = 0; k < TL_SCORE_SIDES; k++) {
            known = known || strcmp(word->text, names[k]) == 0;
        }
        if (!known) {
            tl_form_unknown(form, word, false, word->text, names, TL_SCORE_SIDES, "a model has no side `%s`",
                            word->text);
        }
    }
    return value;
}

/* 1 true, 0 false, -1: it isn't there. */
static int read_asked(tl_form *form, const tl_json_value *object, const char *key) {
    const tl_json_value *value = tl_form_member(form, object, key, TL_JSON_BOOL, false);
    return value == NULL ? -1 : value->boolean ? 1 : 0;
}

/* A number, or where lengths are measured the name of one. */
static tl_score_bound read_bound(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *band, const char *key,
                                 bool open, bool lengths) {
    const tl_json_value *value = tl_json_find(band, key);
    tl_score_bound bound = {.given = value != NULL, .open = open};
    if (value == NULL) {
        return bound;
    }
    if (lengths && value->kind == TL_JSON_STRING) {
        bound.length = value->text;
        tl_ruleset_check_name(form, ruleset, TL_SECTION_LENGTHS, value, "length", value->text);
    } else if (value->kind == TL_JSON_NUMBER && fabs(value->number) <= MOST_UNITS) {
        bound.number = value->number;
    } else {
        tl_form_problem(form, value, false,
                        lengths ? "use game units, or the name of one of `lengths`" : "use a number up to 10000",
                        "`%s` is no number for a limit", key);
    }
    return bound;
}

static tl_score_band read_band(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, const char *key,
                               bool lengths) {
    static const char *const names[] = {"from", "up_to", "below", "beyond"};
    const tl_json_value *value = tl_json_find(object, key);
    tl_score_band band = {.low = {.given = false}};
    if (value == NULL || !tl_form_object(form, value, "a band", names, COUNT(names))) {
        return band;
    }
    bool from = tl_json_find(value, "from") != NULL, beyond = tl_json_find(value, "beyond") != NULL;
    bool up_to = tl_json_find(value, "up_to") != NULL, below = tl_json_find(value, "below") != NULL;
    if ((from && beyond) || (up_to && below) || !(from || beyond || up_to || below)) {
        tl_form_problem(form, value, false, "give `from` or `beyond`, `up_to` or `below`, or one of each",
                        "`%s` has no limit, or two to the same side", key);
        return band;
    }
    band.low = read_bound(ruleset, form, value, beyond ? "beyond" : "from", beyond, lengths);
    band.high = read_bound(ruleset, form, value, below ? "below" : "up_to", below, lengths);
    bool numbers = band.low.given && band.high.given && band.low.length == NULL && band.high.length == NULL;
    if (numbers && (band.low.number > band.high.number ||
                    (band.low.number == band.high.number && (band.low.open || band.high.open)))) {
        tl_form_problem(form, value, false, "write the smaller limit as `from` or `beyond`",
                        "nothing lies within the limits of `%s`", key);
    }
    return band;
}

static tl_score_who read_who(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, const char *key) {
    static const char *const names[] = {"class", "skill", "stance",         "in",           "grade", "moved",
                                        "fired", "lit",   "nearest_friend", "nearest_enemy"};
    tl_score_who who = {.moved = -1, .fired = -1, .lit = -1};
    const tl_json_value *value = tl_json_find(object, key);
    if (value == NULL || !tl_form_object(form, value, "a list of conditions", names, COUNT(names))) {
        return who;
    }
    who.classes = tl_ruleset_read_names(ruleset, form, value, "class", TL_SECTION_CLASSES, "class", NULL);
    who.skills = tl_ruleset_read_names(ruleset, form, value, "skill", TL_SECTION_SKILLS, "skill", NULL);
    who.stances = tl_ruleset_read_names(ruleset, form, value, "stance", TL_SECTION_STANCES, "stance", NULL);
    who.inside = read_kinds(ruleset, form, value, "in");
    who.grades = tl_ruleset_read_names(ruleset, form, value, "grade", TL_SECTION_GRADES, "grade", TL_SCORE_UNGRADED);
    who.moved = read_asked(form, value, "moved");
    who.fired = read_asked(form, value, "fired");
    who.lit = read_asked(form, value, "lit");
    who.friends = read_band(ruleset, form, value, "nearest_friend", true);
    who.enemies = read_band(ruleset, form, value, "nearest_enemy", true);
    return who;
}

/* A setting, and which of its choices it must be at. */
void tl_ruleset_read_condition(tl_form *form, const tl_json_value *object, tl_setting_id *setting, size_t *choice) {
    static const char *const names[] = {"name", "value"};
    const tl_json_value *value = tl_form_member(form, object, "setting", TL_JSON_OBJECT, false);
    if (value == NULL || !tl_form_object(form, value, "a setting", names, COUNT(names))) {
        return;
    }
    const char *name = tl_form_word(form, value, "name", true), *word = tl_form_word(form, value, "value", true);
    if (!tl_settings_choice_named(name, word, setting, choice) && name[0] != '\0' && word[0] != '\0') {
        tl_form_problem(form, value, false, "name one that docs/rule-files.md lists, and one of its words",
                        "there is no setting `%s` that can be `%s`", name, word);
    }
}

/* Those who look are counted. */
static void check_whole(tl_form *form, const tl_json_value *value, const tl_score_band *band) {
    if (band->low.number != floor(band->low.number) || band->high.number != floor(band->high.number)) {
        tl_form_problem(form, value, false, "write whole numbers", "who looks is counted, and none is a part");
    }
}

static tl_score_when read_when(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, const char *key) {
    static const char *const names[] = {"from",      "target",        "distance", "range_share", "height",
                                        "observers", "cover",         "side",     "in_cover",    "crosses",
                                        "weapon",    "below_minimum", "night",    "setting",     "under"};
    const tl_json_value *value = tl_json_find(object, key);
    tl_score_when when = {.in_cover = -1, .night = -1, .below_minimum = -1, .setting = TL_SETTING_COUNT};
    when.from = when.target = (tl_score_who){.moved = -1, .fired = -1, .lit = -1};
    if (value == NULL || !tl_form_object(form, value, "a list of conditions", names, COUNT(names))) {
        return when;
    }
    when.from = read_who(ruleset, form, value, "from");
    when.target = read_who(ruleset, form, value, "target");
    when.distance = read_band(ruleset, form, value, "distance", true);
    when.range_share = read_band(ruleset, form, value, "range_share", false);
    when.height = read_band(ruleset, form, value, "height", true);
    when.observers = read_band(ruleset, form, value, "observers", false);
    check_whole(form, tl_json_find(value, "observers"), &when.observers);
    when.under = read_band(ruleset, form, value, "under", false);
    when.cover = tl_ruleset_read_names(ruleset, form, value, "cover", TL_SECTION_GRADES, "grade", TL_SCORE_UNGRADED);
    when.crosses = read_kinds(ruleset, form, value, "crosses");
    when.sides = read_sides(form, value);
    when.weapons = tl_ruleset_read_names(ruleset, form, value, "weapon", TL_SECTION_WEAPONS, "weapon", NULL);
    when.in_cover = read_asked(form, value, "in_cover");
    when.night = read_asked(form, value, "night");
    when.below_minimum = read_asked(form, value, "below_minimum");
    tl_ruleset_read_condition(form, value, &when.setting, &when.choice);
    return when;
}

/* --- Scores --------------------------------------------------------------------------------------------------------*/

/* What a row does when it holds: `add`, a number or "never", or `shift`. */
static void read_effect(tl_form *form, const tl_json_value *value, tl_score_row *row) {
    const tl_json_value *add = tl_json_find(value, "add"), *shift = tl_json_find(value, "shift");
    if ((add == NULL) == (shift == NULL)) {
        tl_form_problem(form, value, false, "give \"add\": 1, \"add\": \"never\" or \"shift\": 1",
                        "a row of a score needs one amount");
    } else if (shift != NULL) {
        row->does = TL_SCORE_SHIFTS;
        row->amount = tl_form_number(form, value, "shift", 1, MOST_BANDS, 1);
        if (row->amount != floor(row->amount)) {
            tl_form_problem(form, shift, false, "use a whole number", "`shift` is a number of bands");
        }
    } else if (add->kind == TL_JSON_STRING && strcmp(add->text, "never") == 0) {
        row->does = TL_SCORE_BARS;
    } else if (add->kind == TL_JSON_STRING && strcmp(add->text, "always") == 0) {
        row->does = TL_SCORE_SETTLES;
    } else if (add->kind == TL_JSON_NUMBER && fabs(add->number) <= MOST_AMOUNT) {
        row->amount = add->number;
    } else {
        bool large = add->kind == TL_JSON_NUMBER;
        tl_form_problem(form, add, false,
                        large ? "write at most a million"
                              : "write a number, \"never\" for no score at all, or \"always\" where no die is thrown",
                        large ? "`add` is too large an amount" : "`add` must be an amount, not %s",
                        tl_json_kind_text(add->kind));
    }
}

static void read_row(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_score_row *row) {
    static const char *const names[] = {"when", "unless", "add", "shift", "cite", "text"};
    *row = (tl_score_row){.text = "", .cite = ""};
    row->when.setting = row->unless.setting = TL_SETTING_COUNT;
    if (!tl_form_object(form, value, "a row of a score", names, COUNT(names))) {
        return;
    }
    row->text = tl_form_text(form, value, "text", false);
    row->cite = tl_form_word(form, value, "cite", true);
    if (row->cite[0] != '\0') {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_RULES, tl_json_find(value, "cite"), "rule", row->cite);
    }
    row->when = read_when(ruleset, form, value, "when");
    row->has_unless = tl_json_find(value, "unless") != NULL;
    row->unless = read_when(ruleset, form, value, "unless");
    read_effect(form, value, row);
}

static void read_base(tl_form *form, const tl_json_value *value, tl_score_rule *made) {
    const tl_json_value *base = tl_json_find(value, "base");
    made->by_weapon = base != NULL && base->kind == TL_JSON_STRING && strcmp(base->text, "weapon") == 0;
    if (base != NULL && base->kind == TL_JSON_NUMBER && fabs(base->number) <= MOST_AMOUNT) {
        made->base = base->number;
    } else if (base != NULL && !made->by_weapon) {
        tl_form_problem(form, base, false,
                        base->kind == TL_JSON_NUMBER ? "write at most a million"
                                                     : "write a number, or \"weapon\" for the weapon's table of ranges",
                        base->kind == TL_JSON_NUMBER ? "`base` is too large a number" : "this is no base of a score");
    }
}

static void read_score(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"base", "combine", "observers", "needs_sight", "rows", "text", "rule"};
    static const char *const combines[] = {"sum", "best"}, *const observers[] = {"together", "each"};
    tl_score_rule *made = &ruleset->scores[ruleset->score_count++];
    *made = (tl_score_rule){.name = value->key, .text = "", .rule = "", .sight = true};
    if (!tl_form_object(form, value, "a score", names, COUNT(names))) {
        return;
    }
    made->text = tl_form_text(form, value, "text", true);
    made->rule = tl_form_word(form, value, "rule", true);
    made->sight = tl_form_bool(form, value, "needs_sight", true);
    made->best = tl_form_choice(form, value, "combine", combines, COUNT(combines), 0) == 1;
    made->each = tl_form_choice(form, value, "observers", observers, COUNT(observers), 0) == 1;
    read_base(form, value, made);
    const tl_json_value *rows = tl_form_member(form, value, "rows", TL_JSON_ARRAY, true);
    if (rows != NULL && rows->count > MOST_ROWS) {
        tl_form_problem(form, rows, false, "leave some out", "a score has at most %d rows, not %zu", (int)MOST_ROWS,
                        rows->count);
        return;
    }
    tl_score_row *made_rows = rows != NULL ? tl_ruleset_memory(ruleset, rows->count, sizeof(*made_rows)) : NULL;
    form->no_memory = form->no_memory || (rows != NULL && made_rows == NULL);
    for (size_t i = 0; made_rows != NULL && i < rows->count; i++) {
        read_row(ruleset, form, &rows->items[i], &made_rows[i]);
    }
    made->rows = made_rows;
    made->row_count = made_rows != NULL ? rows->count : 0;
}

/* --- How far fire reaches ------------------------------------------------------------------------------------------*/

static bool asks_to_measure_who(const tl_score_who *who) {
    return who->inside != NULL || who->grades != NULL || tl_score_band_given(&who->friends) ||
           tl_score_band_given(&who->enemies);
}

static bool asks_to_measure(const tl_score_when *when) {
    return asks_to_measure_who(&when->from) || asks_to_measure_who(&when->target) ||
           tl_score_band_given(&when->distance) || tl_score_band_given(&when->range_share) ||
           tl_score_band_given(&when->height) || tl_score_band_given(&when->observers) || when->cover != NULL ||
           when->crosses != NULL || when->sides != NULL || when->in_cover >= 0 || when->below_minimum >= 0;
}

static void read_reach(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"when", "unless", "up_to", "text", "rule"};
    tl_reach_rule *made = &ruleset->reaches[ruleset->reach_count++];
    *made = (tl_reach_rule){.name = value->key, .text = "", .rule = "", .units = 1};
    made->when.setting = made->unless.setting = TL_SETTING_COUNT;
    if (!tl_form_object(form, value, "a reach", names, COUNT(names))) {
        return;
    }
    made->text = tl_form_text(form, value, "text", true);
    made->rule = tl_form_word(form, value, "rule", true);
    made->when = read_when(ruleset, form, value, "when");
    made->has_unless = tl_json_find(value, "unless") != NULL;
    made->unless = read_when(ruleset, form, value, "unless");
    if (tl_json_find(value, "up_to") == NULL) {
        tl_form_problem(form, value, false, "add \"up_to\": 25", "a reach needs a length");
    }
    made->units = tl_form_number(form, value, "up_to", 0.001, MOST_UNITS, 1);
    if (asks_to_measure(&made->when) || asks_to_measure(&made->unless)) {
        tl_form_problem(
            form, value, false,
            "ask for `night`, `setting`, `weapon`, and of `from` and `target` for `class`, `skill`, `stance`, "
            "`moved`, `fired`, `lit`",
            "a reach rests on what the scene says, not on what is measured");
    }
}

/* --- All -----------------------------------------------------------------------------------------------------------*/

tl_status tl_ruleset_read_scores(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    static void (*const readers[])(tl_ruleset *, tl_form *, const tl_json_value *) = {
        read_stance, read_grade, read_weapon, read_score, read_reach};
    static const tl_section sections[] = {TL_SECTION_STANCES, TL_SECTION_GRADES, TL_SECTION_WEAPONS, TL_SECTION_SCORES,
                                          TL_SECTION_REACHES};
    const tl_rows *rows = ruleset->rows;
    ruleset->stances = tl_ruleset_memory(ruleset, rows[TL_SECTION_STANCES].count, sizeof(*ruleset->stances));
    ruleset->grades = tl_ruleset_memory(ruleset, rows[TL_SECTION_GRADES].count, sizeof(*ruleset->grades));
    ruleset->weapons = tl_ruleset_memory(ruleset, rows[TL_SECTION_WEAPONS].count, sizeof(*ruleset->weapons));
    ruleset->scores = tl_ruleset_memory(ruleset, rows[TL_SECTION_SCORES].count, sizeof(*ruleset->scores));
    ruleset->reaches = tl_ruleset_memory(ruleset, rows[TL_SECTION_REACHES].count, sizeof(*ruleset->reaches));
    if (ruleset->reaches == NULL || ruleset->stances == NULL || ruleset->grades == NULL || ruleset->weapons == NULL ||
        ruleset->scores == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t s = 0; s < COUNT(sections); s++) {
        for (size_t i = 0; i < rows[sections[s]].count; i++) {
            tl_form_turn_to(form, &rows[sections[s]].items[i]);
            readers[s](ruleset, form, rows[sections[s]].items[i].value);
        }
    }
    return form->no_memory ? tl_fail_memory(error) : TL_OK;
}
