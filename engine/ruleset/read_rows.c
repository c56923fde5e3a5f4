/* read_rows.c: reading the rows of a rule system, section by section. */
#include "ruleset/system.h"

#include "ruleset/ruleset.h"
#include "ruleset/score.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* No length of a table is longer, mm, and none in game units. */
#define MOST_MM    1e6
#define MOST_UNITS 1e4

const char *const tl_ruleset_section_names[TL_SECTION_COUNT] = {
    "settings",  "rules",  "cites",      "lengths", "classes", "locomotions", "sizes",   "arcs",   "areas",   "terrain",
    "templates", "skills", "deviations", "pending", "stances", "grades",      "weapons", "scores", "reaches", "moves"};

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool tl_ruleset_check_name(tl_form *form, const tl_ruleset *ruleset, tl_section section, const tl_json_value *value,
                           const char *what, const char *name) {
    const tl_rows *rows = &ruleset->rows[section];
    if (rows->count > 0 && bsearch(&name, rows->names, rows->count, sizeof(*rows->names), compare_names) != NULL) {
        return true;
    }
    tl_form_unknown(form, value, false, name, rows->names, rows->count, "there is no %s `%s`", what, name);
    return false;
}

void tl_ruleset_check_names(tl_form *form, const tl_ruleset *ruleset, tl_section section, const tl_json_value *list,
                            const char *what) {
    for (size_t i = 0; list != NULL && i < list->count && !form->lenient; i++) {
        if (list->items[i].kind == TL_JSON_STRING && list->items[i].text_length > 0) {
            tl_ruleset_check_name(form, ruleset, section, &list->items[i], what, list->items[i].text);
        }
    }
}

/* The rows' names in order. */
static bool sort_names(tl_ruleset *ruleset) {
    for (int s = 0; s < TL_SECTION_COUNT; s++) {
        tl_rows *rows = &ruleset->rows[s];
        rows->names = tl_ruleset_memory(ruleset, rows->count, sizeof(*rows->names));
        if (rows->names == NULL) {
            return false;
        }
        for (size_t i = 0; i < rows->count && s != TL_SECTION_SETTINGS; i++) {
            rows->names[i] = rows->items[i].value->key;
        }
        if (rows->count > 0 && s != TL_SECTION_SETTINGS) {
            qsort(rows->names, rows->count, sizeof(*rows->names), compare_names);
        }
    }
    return true;
}

/* --- Rules and what cites them -------------------------------------------------------------------------------------*/

static const char *read_sentence(tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"text", "rule"};
    if (tl_json_find(value, "text") == NULL) {
        return tl_form_say(form, value);
    }
    if (!tl_form_object(form, value, "a rule", names, COUNT(names))) {
        return "";
    }
    (void)tl_form_word(form, value, "rule", false);
    return tl_form_text(form, value, "text", true);
}

static tl_status read_sentences(tl_ruleset *ruleset, tl_form *form, tl_section section, tl_rule_entry **entries,
                                size_t *count, tl_error *error) {
    const tl_rows *rows = &ruleset->rows[section];
    *entries = tl_ruleset_memory(ruleset, rows->count, sizeof(**entries));
    if (*entries == NULL) {
        return tl_fail_memory(error);
    }
    for (; *count < rows->count; (*count)++) {
        const tl_row *row = &rows->items[*count];
        tl_form_turn_to(form, row);
        (*entries)[*count] = (tl_rule_entry){row->value->key, read_sentence(form, row->value)};
    }
    return TL_OK;
}

/* The id that a member cites, which the system's rules must hold; "" when there is none. */
static const char *read_citation(tl_form *form, const tl_ruleset *ruleset, const tl_json_value *value) {
    if (value->kind != TL_JSON_STRING) {
        tl_form_problem(form, value, false, "write the id of one of `rules`", "`%s` must be %s, not %s", value->key,
                        tl_json_kind_text(TL_JSON_STRING), tl_json_kind_text(value->kind));
        return "";
    }
    bool there = form->lenient || tl_ruleset_check_name(form, ruleset, TL_SECTION_RULES, value, "rule", value->text);
    return there ? value->text : "";
}

static void read_cites(tl_ruleset *ruleset, tl_form *form) {
    const char *names[TL_CLAUSE_COUNT];
    for (int i = 1; i < TL_CLAUSE_COUNT; i++) {
        names[i - 1] = tl_clause_name((tl_clause)i);
    }
    const tl_rows *rows = &ruleset->rows[TL_SECTION_CITES];
    for (size_t i = 0; i < rows->count; i++) {
        const tl_json_value *value = rows->items[i].value;
        tl_form_turn_to(form, &rows->items[i]);
        tl_clause clause = tl_clause_named(value->key);
        if (clause == TL_CLAUSE_NONE) {
            tl_form_unknown(form, value, true, value->key, names, TL_CLAUSE_COUNT - 1, "there is no clause `%s`",
                            value->key);
        } else {
            ruleset->cites[clause] = read_citation(form, ruleset, value);
        }
    }
}

/* --- Lengths ------------------------------------------------------------------------------------------------------ */

/* A length in both of the players' units. `contact`: 0 is one, too. */
static void read_length(tl_form *form, const tl_json_value *value, bool contact, double mm[2]) {
    static const char *const units[2] = {"cm", "inch"};
    mm[0] = mm[1] = 0;
    for (int i = 0; i < 2; i++) {
        const tl_json_value *number = tl_form_member(form, value, units[i], TL_JSON_NUMBER, true);
        if (number != NULL && contact && !(number->number >= 0 && number->number <= MOST_MM)) {
            tl_form_problem(form, number, false, "give millimetres, at most 1000000; 0: they must touch",
                            "the length of `%s` can't be less than 0", value->key);
        } else if (number != NULL && !contact && !(number->number > 0 && number->number <= MOST_MM)) {
            tl_form_problem(form, number, false, "give millimetres above 0, at most 1000000",
                            "the length of `%s` must be positive", value->key != NULL ? value->key : units[i]);
        } else if (number != NULL) {
            mm[i] = number->number;
        }
    }
}

/* The settings that a variant names, and the word that each must stand at. Those that the system doesn't list stand at
 * their neutral words. */
static void read_variant_settings(tl_form *form, const tl_json_value *variant, tl_ruleset_variant *made) {
    const tl_json_value *when = tl_form_member(form, variant, "when", TL_JSON_OBJECT, true);
    if (when != NULL && (when->count == 0 || when->count > TL_RULESET_MOST_VARIANT_SETTINGS)) {
        tl_form_problem(form, when, false, "write { \"units\": \"inch\" }", "`when` names 1 to %d settings, not %zu",
                        (int)TL_RULESET_MOST_VARIANT_SETTINGS, when->count);
        return;
    }
    for (size_t i = 0; when != NULL && i < when->count; i++) {
        const tl_json_value *word = &when->items[i];
        const char *said = word->kind == TL_JSON_STRING ? word->text : "";
        if (!tl_settings_choice_named(word->key, said, &made->settings[i], &made->choices[i])) {
            tl_form_problem(form, word, false, "name one that docs/rule-files.md lists, and one of its words",
                            "there is no setting `%s` that can be `%s`", word->key, said);
            made->settings[i] = TL_SETTING_UNITS;
        }
        made->count++;
    }
}

/* Other lengths while settings stand at some of their words. */
static const tl_ruleset_variant *read_variants(tl_ruleset *ruleset, tl_form *form, const tl_json_value *row,
                                               size_t *count) {
    static const char *const names[] = {"when", "cm", "inch"};
    const tl_json_value *list = tl_form_member(form, row, "variants", TL_JSON_ARRAY, false);
    *count = 0;
    if (list == NULL) {
        return NULL;
    }
    tl_ruleset_variant *made = tl_ruleset_memory(ruleset, list->count, sizeof(*made));
    form->no_memory = form->no_memory || made == NULL;
    for (size_t i = 0; made != NULL && i < list->count; i++) {
        if (tl_form_object(form, &list->items[i], "a variant", names, COUNT(names))) {
            read_variant_settings(form, &list->items[i], &made[*count]);
            read_length(form, &list->items[i], false, made[*count].mm);
            (*count)++;
        }
    }
    return made;
}

static void read_length_row(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"cm", "inch", "rule", "text", "variants"};
    tl_ruleset_length_entry *made = &ruleset->lengths[ruleset->length_count++];
    made->name = value->key;
    if (tl_form_object(form, value, "a length", names, COUNT(names))) {
        bool contact = strcmp(made->name, "close_combat_reach") == 0;
        read_length(form, value, contact, made->mm);
        made->variants = read_variants(ruleset, form, value, &made->variant_count);
        if (made->variants != NULL && strcmp(made->name, "game_unit") == 0) {
            tl_form_problem(form, tl_json_find(value, "variants"), false, "leave it out",
                            "`game_unit` is one length, whatever the settings");
        }
        tl_form_word(form, value, "rule", false);
        tl_form_text(form, value, "text", false);
    }
}

/* --- Units: classes, ways to move, sizes, arcs -------------------------------------------------------------------- */

/* What turning costs: a class without it turns for nothing. */
static void read_turning(tl_form *form, const tl_json_value *turning, const tl_ruleset *ruleset,
                         tl_turning_rule *made) {
    static const char *const names[] = {"slice_deg", "share", "backwards", "rule"};
    *made = (tl_turning_rule){.backwards = true, .rule = ""};
    if (turning != NULL && tl_form_object(form, turning, "what turning costs", names, COUNT(names))) {
        (void)tl_form_member(form, turning, "slice_deg", TL_JSON_NUMBER, true);
        (void)tl_form_member(form, turning, "share", TL_JSON_NUMBER, true);
        made->slice_deg = tl_form_number(form, turning, "slice_deg", 1, 360, 360);
        made->share = tl_form_number(form, turning, "share", 0, 1, 0);
        made->backwards = tl_form_bool(form, turning, "backwards", true);
        const tl_json_value *rule = tl_form_member(form, turning, "rule", TL_JSON_STRING, true);
        made->rule = rule != NULL ? read_citation(form, ruleset, rule) : "";
    }
}

static void read_class(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"measured",       "blocks_sight",      "cover",     "shelters", "climbs",
                                        "passes_friends", "together",          "flies",     "reacts",   "close_combat",
                                        "carries",        "fires_from_inside", "text",      "rule",     "objectives",
                                        "turning",        "only_in",           "runs_over", "charges"};
    static const char *const measures[] = {"core", "base"}, *const covers[] = {"all", "half"};
    tl_class_rule *made = &ruleset->classes[ruleset->class_count++];
    *made = (tl_class_rule){.name = value->key, .text = "", .rule = ""};
    if (!tl_form_object(form, value, "a class", names, COUNT(names))) {
        return;
    }
    made->text = tl_form_text(form, value, "text", false);
    made->rule = tl_form_word(form, value, "rule", false);
    made->by_base = tl_form_choice(form, value, "measured", measures, COUNT(measures), 0) == 1;
    made->blocks_sight = tl_form_bool(form, value, "blocks_sight", true);
    made->half_cover = tl_form_choice(form, value, "cover", covers, COUNT(covers), 0) == 1;
    made->shelters = tl_form_bool(form, value, "shelters", false);
    made->climbs = tl_form_bool(form, value, "climbs", false);
    made->passes_friends = tl_form_bool(form, value, "passes_friends", false);
    made->together = tl_form_bool(form, value, "together", false);
    made->flies = tl_form_bool(form, value, "flies", false);
    made->reacts = tl_form_bool(form, value, "reacts", true);
    made->close_combat = tl_form_bool(form, value, "close_combat", true);
    made->carries = tl_form_bool(form, value, "carries", true);
    made->fires_from_inside = tl_form_bool(form, value, "fires_from_inside", false);
    made->objectives = tl_form_bool(form, value, "objectives", true);
    read_turning(form, tl_form_member(form, value, "turning", TL_JSON_OBJECT, false), ruleset, &made->turning);
    made->only_in = tl_form_words(form, value, "only_in");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_ARCS, made->only_in, "arc");
    made->runs_over = tl_form_words(form, value, "runs_over");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->runs_over, "class");
    made->charges = tl_form_bool(form, value, "charges", false);
}

static void read_locomotion(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"rolls", "flies", "text", "rule"};
    tl_locomotion_rule *made = &ruleset->locomotions[ruleset->locomotion_count++];
    *made = (tl_locomotion_rule){.name = value->key};
    if (tl_form_object(form, value, "a locomotion", names, COUNT(names))) {
        made->rolls = tl_form_bool(form, value, "rolls", false);
        made->flies = tl_form_bool(form, value, "flies", false);
        tl_form_text(form, value, "text", false);
        tl_form_word(form, value, "rule", false);
    }
}

static void read_size(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"rule", "text", "turns_no_farther"};
    tl_size_rule *made = &ruleset->sizes[ruleset->size_count++];
    *made = (tl_size_rule){.name = value->key, .text = "", .rule = ""};
    if (tl_form_object(form, value, "a size", names, COUNT(names))) {
        made->text = tl_form_text(form, value, "text", true);
        made->rule = tl_form_word(form, value, "rule", true);
        made->turns_no_farther = tl_form_words(form, value, "turns_no_farther");
        tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->turns_no_farther, "class");
    }
}

/* The name of one of `lengths`; "": none. */
static const char *read_length_name(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *object,
                                    const char *key) {
    const char *name = tl_form_word(form, object, key, false);
    if (name[0] != '\0') {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_LENGTHS, tl_json_find(object, key), "length", name);
    }
    return name;
}

static void read_arc(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"axis_deg", "half_deg",   "side",    "text",      "rule",   "corridor",
                                        "band",     "from_below", "farther", "not_under", "masked", "measures"};
    static const char *const sides[] = {"left", "right"}, *const measures[] = {"class", "hull"};
    tl_arc_rule *made = &ruleset->arcs[ruleset->arc_count++];
    *made = (tl_arc_rule){
        .name = value->key, .text = "", .rule = "", .half_deg = 180, .band = "", .from_below = "", .farther = ""};
    if (!tl_form_object(form, value, "an arc", names, COUNT(names))) {
        return;
    }
    made->text = tl_form_text(form, value, "text", false);
    made->rule = tl_form_word(form, value, "rule", false);
    made->band = read_length_name(ruleset, form, value, "band");
    made->from_below = read_length_name(ruleset, form, value, "from_below");
    made->farther = read_length_name(ruleset, form, value, "farther");
    made->not_under = tl_form_bool(form, value, "not_under", false);
    made->masked = tl_form_bool(form, value, "masked", false);
    made->to_hull = tl_form_choice(form, value, "measures", measures, COUNT(measures), 0) == 1;
    made->corridor = tl_form_bool(form, value, "corridor", false);
    const tl_json_value *side = tl_json_find(value, "side"), *half = tl_json_find(value, "half_deg");
    if (made->corridor) {
        made->axis_deg = tl_form_number(form, value, "axis_deg", -360, 360, 0);
        made->half_deg = 0;
        if (side != NULL || half != NULL) {
            tl_form_problem(form, side != NULL ? side : half, true, "leave it out",
                            "the arc `%s` is a corridor, and has no `half_deg` and no `side`", value->key);
        }
        return;
    }
    if ((side == NULL) == (half == NULL) || (side != NULL && tl_json_find(value, "axis_deg") != NULL)) {
        tl_form_problem(form, value, false, "give `half_deg`, with `axis_deg` beside it, or `side`",
                        "the arc `%s` must be a sector or a side", value->key);
        return;
    }
    if (side != NULL) {
        made->side = tl_form_choice(form, value, "side", sides, COUNT(sides), 0) == 0 ? 1 : -1;
        made->axis_deg = made->side * 90.0;
        made->half_deg = 90;
        return;
    }
    made->axis_deg = tl_form_number(form, value, "axis_deg", -360, 360, 0);
    const tl_json_value *number = tl_form_member(form, value, "half_deg", TL_JSON_NUMBER, false);
    if (number != NULL && !((number->number > 0 && number->number <= 90) || number->number == 180)) {
        tl_form_problem(form, number, false, "use at most 90, or 180 for all round",
                        "an arc can't reach that far to each side");
    } else if (number != NULL) {
        made->half_deg = number->number;
    }
}

/* --- Areas and terrain -------------------------------------------------------------------------------------------- */

/* Game units, "any", or "never" where `never` may be said. */
static double read_depth(tl_form *form, const tl_json_value *area, const char *key, bool never, double fallback) {
    const tl_json_value *value = tl_json_find(area, key);
    if (value == NULL) {
        return fallback;
    }
    if (value->kind == TL_JSON_NUMBER) {
        return tl_form_number(form, area, key, 0, MOST_UNITS, fallback);
    }
    const char *word = value->kind == TL_JSON_STRING ? value->text : "";
    if (strcmp(word, "any") == 0) {
        return INFINITY;
    }
    if (!never || strcmp(word, "never") != 0) {
        tl_form_problem(form, value, false, never ? "use a number, \"any\" or \"never\"" : "use a number or \"any\"",
                        "`%s` must be game units or a word", key);
    }
    return never ? -1 : fallback;
}

/* A setting of the engine that takes values of one of two types. */
tl_setting_id tl_ruleset_read_setting_name(tl_form *form, const tl_json_value *object, const char *key,
                                           tl_setting_takes one, tl_setting_takes other) {
    const char *name = tl_form_word(form, object, key, false), *names[TL_SETTING_COUNT];
    size_t count = 0;
    for (int i = 0; i < TL_SETTING_COUNT; i++) {
        const tl_setting_known *row = tl_settings_row((tl_setting_id)i);
        if (row->takes == one || row->takes == other) {
            names[count++] = row->name;
            if (strcmp(row->name, name) == 0) {
                return (tl_setting_id)i;
            }
        }
    }
    if (name[0] != '\0') {
        tl_form_unknown(form, tl_json_find(object, key), false, name, names, count,
                        "`%s` is no setting that `%s` can name", name, key);
    }
    return TL_SETTING_COUNT;
}

static void read_area(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"into", "through", "inside", "levels", "drawn_height", "cites", "text", "rule"};
    static const char *const cited[] = {"edge", "inside"};
    tl_area_rule *made = &ruleset->areas[ruleset->area_count++];
    *made = (tl_area_rule){.name = value->key,
                           .inside_units = -1,
                           .drawn_height_id = TL_SETTING_COUNT,
                           .edge_rule = "",
                           .inside_rule = ""};
    made->into_units = made->through_units = INFINITY;
    if (!tl_form_object(form, value, "an area", names, COUNT(names))) {
        return;
    }
    made->into_units = read_depth(form, value, "into", true, INFINITY);
    made->through_units = read_depth(form, value, "through", true, INFINITY);
    double inside = read_depth(form, value, "inside", false, INFINITY);
    made->inside_units = inside < INFINITY ? inside : -1;
    made->levels = tl_form_bool(form, value, "levels", false);
    made->drawn_height_id =
        tl_ruleset_read_setting_name(form, value, "drawn_height", TL_TAKES_NUMBER, TL_TAKES_CHOICE_OR_NUMBER);
    made->drawn_height =
        made->drawn_height_id != TL_SETTING_COUNT ? tl_settings_row(made->drawn_height_id)->name : NULL;
    tl_form_text(form, value, "text", false);
    tl_form_word(form, value, "rule", false);
    const tl_json_value *cites = tl_form_member(form, value, "cites", TL_JSON_OBJECT, false);
    if (cites != NULL && tl_form_object(form, cites, "what an area cites", cited, COUNT(cited))) {
        const tl_json_value *edge = tl_json_find(cites, "edge"), *within = tl_json_find(cites, "inside");
        made->edge_rule = edge != NULL ? read_citation(form, ruleset, edge) : "";
        made->inside_rule = within != NULL ? read_citation(form, ruleset, within) : "";
    }
}

static const char *const goings[] = {"slow", "free", "walls", "trap", "impassable"}; /* as tl_terrain_going */

const char *tl_ruleset_going_word(tl_terrain_going going) {
    return goings[going];
}

static void read_shelter(tl_ruleset *ruleset, tl_form *form, const tl_json_value *shelter, tl_terrain_kind *made) {
    static const char *const names[] = {"half_deg", "reached_along_walls", "never_hits"};
    if (shelter != NULL && tl_form_object(form, shelter, "a shelter", names, COUNT(names))) {
        made->shelter = true;
        made->shelter_half_deg = tl_form_number(form, shelter, "half_deg", 0, 180, 180);
        made->shelter_reach = tl_form_bool(form, shelter, "reached_along_walls", false);
        made->never_hits = tl_form_words(form, shelter, "never_hits");
        tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->never_hits, "class");
    }
}

/* true, false or "if_solid". */
static void read_blocks(tl_form *form, const tl_json_value *value, tl_terrain_kind *made) {
    made->blocks_if_solid = value != NULL && value->kind == TL_JSON_STRING && strcmp(value->text, "if_solid") == 0;
    made->blocks = value == NULL || (value->kind == TL_JSON_BOOL && value->boolean);
    if (value != NULL && value->kind != TL_JSON_BOOL && !made->blocks_if_solid) {
        tl_form_problem(form, value, false, "use true, false or \"if_solid\"", "`blocks` must be true or false, not %s",
                        tl_json_kind_text(value->kind));
    }
}

/* "#RRGGBB" */
static unsigned read_colour(tl_form *form, const tl_json_value *kind) {
    const char *text = tl_form_word(form, kind, "colour", false);
    if (text[0] == '\0') {
        return TL_RULESET_NO_COLOUR;
    }
    unsigned colour = 0;
    bool good = text[0] == '#' && strlen(text) == 7;
    for (int i = 1; good && i < 7; i++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF", *digit = strchr(digits, text[i]);
        good = digit != NULL;
        colour = good ? 16 * colour + (unsigned)((digit - digits) % 16) : colour;
    }
    if (!good) {
        tl_form_problem(form, tl_json_find(kind, "colour"), false, "write it as \"#B9B0A2\"", "`%s` is no colour",
                        text);
    }
    return good ? colour : TL_RULESET_NO_COLOUR;
}

/* The place of the grade that it names, from 1 on; 0: none. */
static size_t read_grade_name(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *kind) {
    const char *name = tl_form_word(form, kind, "grade", false);
    const tl_rows *grades = &ruleset->rows[TL_SECTION_GRADES];
    for (size_t i = 0; name[0] != '\0' && i < grades->count; i++) {
        if (strcmp(grades->items[i].value->key, name) == 0) {
            return i + 1;
        }
    }
    if (tl_json_find(kind, "grade") != NULL) {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_GRADES, tl_json_find(kind, "grade"), "grade", name);
    }
    return 0;
}

/* true, or the classes whose crossings are told. */
static void read_meets(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_terrain_kind *made) {
    if (value == NULL || value->kind == TL_JSON_BOOL) {
        made->meets = value != NULL && value->boolean;
    } else if (value->kind == TL_JSON_ARRAY) {
        made->meets = true;
        made->meets_for = value;
        tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, value, "class");
    } else {
        tl_form_problem(form, value, false, "use true, or a list of classes", "`meets` can't be %s",
                        tl_json_kind_text(value->kind));
    }
}

/* After how many turns an area is gone; 0: it stays. */
static int read_lasts(tl_form *form, const tl_json_value *value) {
    double turns = tl_form_number(form, value, "lasts", 1, 1000, 0);
    if (turns != floor(turns) || (turns > 0 && tl_json_find(value, "area") == NULL)) {
        tl_form_problem(form, tl_json_find(value, "lasts"), false, "write a whole number, for an area",
                        "only areas last so many turns, and a turn has no parts");
    }
    return (int)turns;
}

static void read_kind(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value) {
    static const char *const names[] = {"area",    "blocks", "cover",   "raised", "going", "trap_for",   "marker",
                                        "shelter", "lies",   "colour",  "rule",   "text",  "grade",      "road",
                                        "clears",  "meets",  "cancels", "lights", "lasts", "crossed_by", "die"};
    static const char *const lying[] = {"solid", "carpet", "relief", "none"}; /* as tl_terrain_lies */
    tl_terrain_kind *made = &ruleset->kinds[ruleset->kind_count++];
    *made = (tl_terrain_kind){.name = value->key, .rule = "", .text = "", .colour = TL_RULESET_NO_COLOUR};
    if (!tl_form_object(form, value, "a kind of terrain", names, COUNT(names))) {
        return;
    }
    read_blocks(form, tl_json_find(value, "blocks"), made);
    made->cover = tl_form_bool(form, value, "cover", true);
    made->raised = tl_form_bool(form, value, "raised", false);
    made->going = (tl_terrain_going)tl_form_choice(form, value, "going", goings, COUNT(goings), TL_GOING_SLOW);
    made->trap_for = tl_form_words(form, value, "trap_for");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->trap_for, "class");
    made->marker = tl_form_bool(form, value, "marker", false);
    made->lights = tl_form_bool(form, value, "lights", false);
    if (made->lights && tl_json_find(value, "area") == NULL) {
        tl_form_problem(form, tl_json_find(value, "lights"), false, "give it an `area`, whose outline is lit",
                        "`%s` lights, and is no area", made->name);
    }
    read_shelter(ruleset, form, tl_form_member(form, value, "shelter", TL_JSON_OBJECT, false), made);
    made->lies = (tl_terrain_lies)tl_form_choice(form, value, "lies", lying, COUNT(lying), TL_LIES_SOLID);
    made->colour = read_colour(form, value);
    made->rule = tl_form_word(form, value, "rule", true);
    made->text = tl_form_text(form, value, "text", false);
    made->grade = read_grade_name(ruleset, form, value);
    made->cancels = tl_form_words(form, value, "cancels");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_AREAS, made->cancels, "area rule");
    made->lasts = read_lasts(form, value);
    made->crossed_by = tl_form_words(form, value, "crossed_by");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->crossed_by, "class");
    made->road = tl_form_bool(form, value, "road", false);
    made->clears = tl_form_bool(form, value, "clears", false);
    read_meets(ruleset, form, tl_json_find(value, "meets"), made);
    made->meets_die = tl_form_bool(form, value, "die", false);
    if (made->meets_die && !made->meets) {
        tl_form_problem(form, tl_json_find(value, "die"), false, "add \"meets\": true, or leave it out",
                        "`%s` rolls a die of those who meet it, and nobody does", made->name);
    }
    const char *area = tl_form_word(form, value, "area", false);
    for (size_t j = 0; j < ruleset->area_count; j++) {
        if (strcmp(ruleset->areas[j].name, area) == 0) {
            made->area = &ruleset->areas[j];
        }
    }
    if (area[0] != '\0' && made->area == NULL) {
        tl_form_problem(form, tl_json_find(value, "area"), false, "name one of `areas`", "there is no area rule `%s`",
                        area);
    }
}

/* --- Templates ---------------------------------------------------------------------------------------------------- */

/* What discs alone may have. */
static void refuse_of_outlines(tl_form *form, const tl_json_value *value, const char *name) {
    static const char *const of_discs[] = {"variants", "centred", "direct_hit", "zone_cover"};
    for (size_t i = 0; i < COUNT(of_discs); i++) {
        if (tl_json_find(value, of_discs[i]) != NULL) {
            tl_form_problem(form, tl_json_find(value, of_discs[i]), true, "leave it out, or give `cm` and `inch`",
                            "`%s` is no disc, and only discs have `%s`", name, of_discs[i]);
        }
    }
}

static tl_status read_template(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_error *error) {
    static const char *const names[] = {
        "cm",         "inch",       "outline",   "path",    "measure",     "flame",    "placeholder", "outline_setting",
        "rule",       "text",       "sees_from", "share",   "keeps_out",   "variants", "partly_roll", "centred",
        "direct_hit", "zone_cover", "fills",     "against", "begins_ahead"};
    static const char *const ends[] = {"centre", "firer", "nothing"};
    static const char *const shares[] = {"any", "half"}, *const centres[] = {"first", "nearest"};
    static const char *const measures[] = {"mm", "game_unit"};
    tl_template_rule *made = &ruleset->templates[ruleset->template_count++];
    *made = (tl_template_rule){
        .name = value->key, .text = "", .rule = "", .outline_setting = "", .outline_id = TL_SETTING_COUNT};
    if (!tl_form_object(form, value, "a template", names, COUNT(names))) {
        return TL_OK;
    }
    made->text = tl_form_text(form, value, "text", true);
    made->rule = tl_form_word(form, value, "rule", true);
    made->flame = tl_form_bool(form, value, "flame", false);
    made->sees_from = (tl_sees_from)tl_form_choice(form, value, "sees_from", ends, COUNT(ends),
                                                   made->flame ? TL_SEES_FROM_FIRER : TL_SEES_FROM_CENTRE);
    made->half = tl_form_choice(form, value, "share", shares, COUNT(shares), 0) == 1;
    made->on_nearest = tl_form_choice(form, value, "centred", centres, COUNT(centres), 0) == 1;
    made->placeholder = tl_form_bool(form, value, "placeholder", false);
    made->direct_hit = tl_form_words(form, value, "direct_hit");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_CLASSES, made->direct_hit, "class");
    made->zone_cover = tl_form_bool(form, value, "zone_cover", false);
    tl_ruleset_read_terms(ruleset, form, value, made);
    made->outline_id =
        tl_ruleset_read_setting_name(form, value, "outline_setting", TL_TAKES_CHOICE_OR_FILE, TL_TAKES_CHOICE_OR_FILE);
    made->outline_setting = made->outline_id != TL_SETTING_COUNT ? tl_settings_row(made->outline_id)->name : "";
    made->in_game_units = tl_form_choice(form, value, "measure", measures, COUNT(measures), 0) == 1;
    bool disc = tl_json_find(value, "cm") != NULL || tl_json_find(value, "inch") != NULL;
    bool outline = tl_json_find(value, "path") != NULL || tl_json_find(value, "outline") != NULL;
    if (disc && outline) {
        tl_form_problem(form, value, false, "give `cm` and `inch`, or an outline", "`%s` is a disc and has an outline",
                        made->name);
    } else if (disc && made->flame && !form->lenient) {
        tl_form_problem(form, tl_json_find(value, "flame"), false,
                        "give an `outline` or a `path`, or leave `flame` out",
                        "`%s` is a disc, and those aren't laid as a flame is", made->name);
    } else if (outline && !made->flame && !form->lenient) {
        tl_form_problem(form, value, false, "add \"flame\": true, or give `cm` and `inch` for a disc",
                        "`%s` is no disc, and only flames have outlines", made->name);
    }
    if (!disc) {
        refuse_of_outlines(form, value, made->name);
        return tl_ruleset_outline_read(form, value, made, error);
    }
    read_length(form, value, false, made->diameter);
    made->variants = read_variants(ruleset, form, value, &made->variant_count);
    return TL_OK;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

typedef void (*row_reader)(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value);

static void read_section(tl_ruleset *ruleset, tl_form *form, tl_section section, row_reader read) {
    const tl_rows *rows = &ruleset->rows[section];
    for (size_t i = 0; i < rows->count; i++) {
        tl_form_turn_to(form, &rows->items[i]);
        read(ruleset, form, rows->items[i].value);
    }
}

static bool make_room(tl_ruleset *ruleset) {
    const tl_rows *rows = ruleset->rows;
    ruleset->lengths = tl_ruleset_memory(ruleset, rows[TL_SECTION_LENGTHS].count, sizeof(*ruleset->lengths));
    ruleset->classes = tl_ruleset_memory(ruleset, rows[TL_SECTION_CLASSES].count, sizeof(*ruleset->classes));
    ruleset->locomotions =
        tl_ruleset_memory(ruleset, rows[TL_SECTION_LOCOMOTIONS].count, sizeof(*ruleset->locomotions));
    ruleset->sizes = tl_ruleset_memory(ruleset, rows[TL_SECTION_SIZES].count, sizeof(*ruleset->sizes));
    ruleset->arcs = tl_ruleset_memory(ruleset, rows[TL_SECTION_ARCS].count, sizeof(*ruleset->arcs));
    ruleset->areas = tl_ruleset_memory(ruleset, rows[TL_SECTION_AREAS].count, sizeof(*ruleset->areas));
    ruleset->kinds = tl_ruleset_memory(ruleset, rows[TL_SECTION_TERRAIN].count, sizeof(*ruleset->kinds));
    ruleset->templates = tl_ruleset_memory(ruleset, rows[TL_SECTION_TEMPLATES].count, sizeof(*ruleset->templates));
    return ruleset->lengths != NULL && ruleset->classes != NULL && ruleset->locomotions != NULL &&
           ruleset->sizes != NULL && ruleset->arcs != NULL && ruleset->areas != NULL && ruleset->kinds != NULL &&
           ruleset->templates != NULL;
}

/* Words that scenes use, of which weapons and questions keep sets. */
static void refuse_many(const tl_ruleset *ruleset, tl_form *form, tl_section section) {
    const tl_rows *rows = &ruleset->rows[section];
    if (rows->count > TL_RULESET_MOST_WORDS) {
        const tl_row *first = &rows->items[TL_RULESET_MOST_WORDS];
        tl_form_turn_to(form, first);
        tl_form_problem(form, first->value, false, "leave some out", "`%s` has %zu rows: more than %d",
                        tl_ruleset_section_names[section], rows->count, (int)TL_RULESET_MOST_WORDS);
    }
}

tl_status tl_ruleset_read_rows(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    if (!make_room(ruleset) || !sort_names(ruleset)) {
        return tl_fail_memory(error);
    }
    tl_status status = tl_settings_read(ruleset, form, error);
    if (status == TL_OK) {
        status = read_sentences(ruleset, form, TL_SECTION_RULES, &ruleset->rules, &ruleset->rule_count, error);
    }
    if (status == TL_OK) {
        status = read_sentences(ruleset, form, TL_SECTION_PENDING, &ruleset->pending, &ruleset->pending_count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    read_cites(ruleset, form);
    read_section(ruleset, form, TL_SECTION_LENGTHS, read_length_row);
    static const tl_section few[] = {TL_SECTION_CLASSES, TL_SECTION_LOCOMOTIONS, TL_SECTION_ARCS,   TL_SECTION_STANCES,
                                     TL_SECTION_GRADES,  TL_SECTION_WEAPONS,     TL_SECTION_SCORES, TL_SECTION_MOVES};
    for (size_t i = 0; i < COUNT(few); i++) {
        refuse_many(ruleset, form, few[i]);
    }
    read_section(ruleset, form, TL_SECTION_CLASSES, read_class);
    read_section(ruleset, form, TL_SECTION_LOCOMOTIONS, read_locomotion);
    read_section(ruleset, form, TL_SECTION_SIZES, read_size);
    read_section(ruleset, form, TL_SECTION_ARCS, read_arc);
    read_section(ruleset, form, TL_SECTION_AREAS, read_area);
    read_section(ruleset, form, TL_SECTION_TERRAIN, read_kind);
    const tl_rows *templates = &ruleset->rows[TL_SECTION_TEMPLATES];
    for (size_t i = 0; i < templates->count && status == TL_OK; i++) {
        tl_form_turn_to(form, &templates->items[i]);
        status = read_template(ruleset, form, templates->items[i].value, error);
    }
    if (status == TL_OK) {
        status = tl_skills_read(ruleset, form, error);
    }
    if (status == TL_OK) {
        status = tl_deviation_rules_read(ruleset, form, error);
    }
    if (status == TL_OK) {
        status = tl_ruleset_read_scores(ruleset, form, error);
    }
    if (status == TL_OK) {
        status = tl_ruleset_read_moves(ruleset, form, error);
    }
    return status == TL_OK && form->no_memory ? tl_fail_memory(error) : status;
}
