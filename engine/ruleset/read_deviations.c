/* read_deviations.c: reads deviations, what dice do to what is thrown or fired, from the rows of a rule file. */
#include "ruleset/system.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The most that a number of a die is worth, or is added to it, in its unit; so many dice are thrown at once. */
#define MOST_UNITS 1000.0
#define MOST_SIDES 1000.0
#define MOST_COUNT 20.0

static const char *const aims[] = {"target", "guess", "laid", "lying", "reach"};
static const char *const frames[] = {"aim", "table", "drift"};
static const char *const decisions[] = {"sector", "arrow", "distance", "bounce", "reach"};
static const char *const units[] = {"cm", "inch", "game_unit", "die_units"};
static const char *const ways[] = {"ahead", "back", "left", "right", "stays"};
static const char *const misfires[] = {"fails", "stops"};

/* A whole number in a range; `fallback` when it isn't there, or is none. */
static double read_whole(tl_form *form, const tl_json_value *object, const char *key, double low, double high,
                         double fallback) {
    double number = tl_form_number(form, object, key, low, high, fallback);
    if (number != floor(number)) {
        tl_form_problem(form, tl_json_find(object, key), false, "write a whole number", "`%s` must be a whole number",
                        key);
        return fallback;
    }
    return number;
}

/* --- Faces -------------------------------------------------------------------------------------------------------- */

static bool read_face(tl_form *form, const tl_json_value *value, double *face) {
    static const char *const words[] = {"hit", "arrow", "misfire"};
    static const double faces[] = {TL_DEVIATION_FACE_HIT, TL_DEVIATION_FACE_ARROW, TL_DEVIATION_FACE_MISFIRE};
    if (value->kind == TL_JSON_NUMBER && value->number == floor(value->number) && value->number >= 0 &&
        value->number <= MOST_SIDES) {
        *face = value->number;
        return true;
    }
    for (size_t i = 0; i < COUNT(words) && value->kind == TL_JSON_STRING; i++) {
        if (strcmp(value->text, words[i]) == 0) {
            *face = faces[i];
            return true;
        }
    }
    tl_form_problem(form, value, false, "write a whole number from 0 to 1000, \"hit\", \"arrow\" or \"misfire\"",
                    "a die has no such face");
    return false;
}

static bool has_face(const tl_deviation_die *die, bool (*is)(double face)) {
    for (size_t i = 0; i < die->face_count; i++) {
        if (is(die->faces[i])) {
            return true;
        }
    }
    return false;
}

static bool is_number(double face) {
    return face >= 0;
}
static bool is_pointing(double face) {
    return face == TL_DEVIATION_FACE_HIT || face == TL_DEVIATION_FACE_ARROW;
}
static bool is_misfire(double face) {
    return face == TL_DEVIATION_FACE_MISFIRE;
}

static tl_status read_faces(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, tl_deviation_die *die,
                            tl_error *error) {
    const tl_json_value *list = tl_form_member(form, object, "faces", TL_JSON_ARRAY, false);
    if ((list == NULL) == (tl_json_find(object, "sides") == NULL)) {
        tl_form_problem(form, object, false, "give `sides`, or `faces`", "a die has a number of sides, or faces");
    }
    if (list == NULL) {
        return TL_OK;
    }
    if (list->count < 2 || list->count > TL_DEVIATION_MOST_FACES) {
        tl_form_problem(form, list, false, "list each side once", "a die has from 2 to %d faces",
                        (int)TL_DEVIATION_MOST_FACES);
        return TL_OK;
    }
    die->faces = tl_ruleset_memory(ruleset, list->count, sizeof(*die->faces));
    if (die->faces == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < list->count; i++) {
        die->face_count += read_face(form, &list->items[i], &die->faces[die->face_count]);
    }
    bool arrow = die->decides == TL_DEVIATION_DECIDES_ARROW;
    if (has_face(die, arrow ? is_number : is_pointing)) {
        tl_form_problem(form, list, false,
                        arrow ? "use \"hit\", \"arrow\" and \"misfire\"" : "use numbers and \"misfire\"",
                        "a die that decides `%s` has no such faces", decisions[die->decides]);
    }
    if (has_face(die, is_misfire) && die->misfire == TL_DEVIATION_MISFIRE_NEVER) {
        tl_form_problem(form, list, false, "add \"misfire\": \"fails\" or \"stops\"",
                        "what a misfire of the die does is missing");
    }
    return TL_OK;
}

/* --- Sectors ------------------------------------------------------------------------------------------------------ */

static void read_sector(tl_form *form, const tl_json_value *value, tl_deviation_sector *made) {
    static const char *const names[] = {"from", "to", "of", "way"};
    static const char *const whose[] = {"target", "thrower"};
    if (!tl_form_object(form, value, "a sector", names, COUNT(names))) {
        return;
    }
    (void)tl_form_member(form, value, "from", TL_JSON_NUMBER, true);
    made->from = read_whole(form, value, "from", -MOST_SIDES, MOST_SIDES * MOST_COUNT, 0);
    made->to = read_whole(form, value, "to", -MOST_SIDES, MOST_SIDES * MOST_COUNT, made->from);
    made->of_thrower = tl_form_choice(form, value, "of", whose, COUNT(whose), 0) == 1;
    (void)tl_form_member(form, value, "way", TL_JSON_STRING, true);
    made->way = (tl_deviation_way)tl_form_choice(form, value, "way", ways, COUNT(ways), TL_DEVIATION_STAYS);
}

/* In order, without a gap: of totals that two sectors name the setting shared_totals says whose they are. */
static void check_sectors(tl_form *form, const tl_json_value *list, const tl_deviation_die *die) {
    for (size_t i = 0; i < die->sector_count; i++) {
        const tl_deviation_sector *it = &die->sectors[i], *before = i > 0 ? it - 1 : NULL;
        if (it->to < it->from) {
            tl_form_problem(form, &list->items[i], false, "write the smaller total as `from`",
                            "a sector goes from %g to %g, and nothing lies in it", it->from, it->to);
            return;
        }
        if ((before != NULL && (it->from < before->from || it->to < before->to || it->from > before->to + 1))) {
            tl_form_problem(form, &list->items[i], false, "begin where the sector before it ends",
                            "the sectors of a die follow one another without a gap");
            return;
        }
    }
}

static tl_status read_sectors(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, tl_deviation_die *die,
                              tl_error *error) {
    bool wanted = die->decides == TL_DEVIATION_DECIDES_SECTOR;
    const tl_json_value *list = tl_form_member(form, object, "sectors", TL_JSON_ARRAY, wanted);
    if (list == NULL) {
        return TL_OK;
    }
    if (!wanted || list->count == 0 || list->count > TL_DEVIATION_MOST_SECTORS) {
        tl_form_problem(form, list, !wanted, wanted ? "list them" : "remove it",
                        wanted ? "a die has from 1 to %d sectors" : "only a die that decides `sector` has `sectors`",
                        (int)TL_DEVIATION_MOST_SECTORS);
        return TL_OK;
    }
    die->sectors = tl_ruleset_memory(ruleset, list->count, sizeof(*die->sectors));
    if (die->sectors == NULL) {
        return tl_fail_memory(error);
    }
    for (; die->sector_count < list->count; die->sector_count++) {
        read_sector(form, &list->items[die->sector_count], &die->sectors[die->sector_count]);
    }
    check_sectors(form, list, die);
    return TL_OK;
}

/* --- Dice --------------------------------------------------------------------------------------------------------- */

/* The least and the largest total that dice show; false: they have no numbers. */
static bool totals_of(const tl_deviation_die *die, double *low, double *high) {
    *low = die->face_count > 0 ? (double)INFINITY : 1;
    *high = die->face_count > 0 ? -(double)INFINITY : (double)die->sides;
    for (size_t i = 0; i < die->face_count; i++) {
        *low = is_number(die->faces[i]) ? tl_min(*low, die->faces[i]) : *low;
        *high = is_number(die->faces[i]) ? tl_max(*high, die->faces[i]) : *high;
    }
    bool numbers = *low <= *high;
    *low *= die->count;
    *high *= die->count;
    return numbers;
}

/* What is said of numbers is said of a die that has them, and of one that it shows. */
static void check_numbers(tl_form *form, const tl_json_value *value, const tl_deviation_die *die) {
    double low, high;
    bool numbers = totals_of(die, &low, &high);
    if (!numbers && die->modified) {
        tl_form_problem(form, tl_json_find(value, "modified"), false, "leave it out",
                        "a modifier is added to numbers, and this die has none");
    }
    if (die->has_failing && !(numbers && low <= die->failing && die->failing <= high)) {
        tl_form_problem(form, tl_json_find(value, "fails"), false, "name a total that they show, or leave it out",
                        "no dice of these show %g", die->failing);
    }
}

static tl_status read_die(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, const char *rule,
                          tl_deviation_die *made, tl_error *error) {
    static const char *const names[] = {"text",  "rule", "decides", "sides",   "count", "faces",  "modified",
                                        "fails", "unit", "each",    "misfire", "plus",  "sectors"};
    *made = (tl_deviation_die){.text = "", .rule = rule, .count = 1, .each = 1};
    if (!tl_form_object(form, value, "a die", names, COUNT(names))) {
        return TL_OK;
    }
    made->text = tl_form_text(form, value, "text", true);
    made->rule = tl_json_find(value, "rule") != NULL ? tl_form_word(form, value, "rule", true) : rule;
    (void)tl_form_member(form, value, "decides", TL_JSON_STRING, true);
    made->decides = (tl_deviation_decides)tl_form_choice(form, value, "decides", decisions, COUNT(decisions), 0);
    made->sides = (unsigned)read_whole(form, value, "sides", 2, MOST_SIDES, 0);
    made->count = (unsigned)read_whole(form, value, "count", 1, MOST_COUNT, 1);
    made->modified = tl_form_bool(form, value, "modified", false);
    made->has_failing = tl_json_find(value, "fails") != NULL;
    made->failing = read_whole(form, value, "fails", 0, MOST_SIDES * MOST_COUNT, 0);
    made->misfire = tl_json_find(value, "misfire") == NULL ? TL_DEVIATION_MISFIRE_NEVER
                    : tl_form_choice(form, value, "misfire", misfires, COUNT(misfires), 0) == 0
                        ? TL_DEVIATION_MISFIRE_FAILS
                        : TL_DEVIATION_MISFIRE_STOPS;
    made->unit = (tl_deviation_unit)tl_form_choice(form, value, "unit", units, COUNT(units), TL_DEVIATION_CM);
    made->each = tl_form_number(form, value, "each", 0, MOST_UNITS, 1);
    made->plus = tl_form_number(form, value, "plus", 0, MOST_UNITS, 0);
    if (made->decides == TL_DEVIATION_DECIDES_ARROW && tl_json_find(value, "faces") == NULL) {
        tl_form_problem(form, value, false, "add `faces`, such as [\"hit\", \"arrow\"]",
                        "a die that decides `arrow` has faces");
    }
    tl_status status = read_faces(ruleset, form, value, made, error);
    if (status == TL_OK) {
        check_numbers(form, value, made);
        status = read_sectors(ruleset, form, value, made, error);
    }
    return status;
}

/* What is told apart by order: one die for the way at most, and the reach before all others. */
static void check_order(tl_form *form, const tl_json_value *list, const tl_deviation_rule *made) {
    size_t seen[COUNT(decisions)] = {0};
    for (size_t i = 0; i < made->die_count; i++) {
        tl_deviation_decides decides = made->dice[i].decides;
        bool way = decides == TL_DEVIATION_DECIDES_SECTOR || decides == TL_DEVIATION_DECIDES_ARROW;
        size_t ways_seen = seen[TL_DEVIATION_DECIDES_SECTOR] + seen[TL_DEVIATION_DECIDES_ARROW];
        size_t later = way ? ways_seen + seen[TL_DEVIATION_DECIDES_DISTANCE] + seen[TL_DEVIATION_DECIDES_BOUNCE]
                       : decides == TL_DEVIATION_DECIDES_REACH    ? i
                       : decides == TL_DEVIATION_DECIDES_DISTANCE ? seen[decides] + seen[TL_DEVIATION_DECIDES_BOUNCE]
                                                                  : seen[decides];
        if (later > 0) {
            tl_form_problem(form, &list->items[i], false,
                            "order them so, each once: reach, sector or arrow, distance, bounce",
                            "the die for `%s` comes too late, or again", decisions[decides]);
            return;
        }
        seen[decides]++;
    }
}

static tl_status read_dice(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_deviation_rule *made,
                           tl_error *error) {
    const tl_json_value *list = tl_form_member(form, value, "dice", TL_JSON_ARRAY, true);
    if (list == NULL) {
        return TL_OK;
    }
    bool none = list->count == 0 && made->aim == TL_DEVIATION_AT_REACH; /* where it comes down is certain */
    if ((list->count == 0 && !none) || list->count > TL_DEVIATION_MOST_DICE) {
        tl_form_problem(form, list, false, "list them in the order in which they are thrown",
                        "a deviation has from 1 to %d throws of dice", (int)TL_DEVIATION_MOST_DICE);
        return TL_OK;
    }
    made->dice = tl_ruleset_memory(ruleset, list->count, sizeof(*made->dice));
    tl_status status = made->dice != NULL ? TL_OK : tl_fail_memory(error);
    for (; made->die_count < list->count && status == TL_OK; made->die_count++) {
        status =
            read_die(ruleset, form, &list->items[made->die_count], made->rule, &made->dice[made->die_count], error);
    }
    if (status == TL_OK) {
        check_order(form, list, made);
    }
    return status;
}

/* What comes down: one of the system's templates, an outline where one is laid. */
static const char *read_template_name(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *value,
                                      tl_deviation_aim aim) {
    const tl_json_value *name = tl_form_member(form, value, "template", TL_JSON_STRING, aim == TL_DEVIATION_LAID);
    if (name == NULL || !tl_ruleset_check_name(form, ruleset, TL_SECTION_TEMPLATES, name, "template", name->text)) {
        return NULL;
    }
    for (size_t i = 0; i < ruleset->template_count; i++) {
        const tl_template_rule *rule = &ruleset->templates[i];
        if (strcmp(rule->name, name->text) == 0 && rule->flame != (aim == TL_DEVIATION_LAID)) {
            tl_form_problem(form, name, false,
                            rule->flame ? "use \"aim\": \"laid\", or name a disc" : "name a template with an outline",
                            rule->flame ? "`%s` is laid against who fires" : "`%s` is a disc, and isn't laid",
                            rule->name);
        }
    }
    return name->text;
}

static tl_status read_deviation(tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_error *error) {
    static const char *const names[] = {"rule", "text", "template", "aim", "frame", "reach", "dice"};
    tl_deviation_rule *made = &ruleset->deviations[ruleset->deviation_count++];
    *made = (tl_deviation_rule){.name = value->key, .text = "", .rule = ""};
    if (!tl_form_object(form, value, "a deviation", names, COUNT(names))) {
        return TL_OK;
    }
    made->text = tl_form_text(form, value, "text", true);
    made->rule = tl_form_word(form, value, "rule", true);
    (void)tl_form_member(form, value, "aim", TL_JSON_STRING, true);
    made->aim = (tl_deviation_aim)tl_form_choice(form, value, "aim", aims, COUNT(aims), 0);
    made->frame = (tl_deviation_frame)tl_form_choice(form, value, "frame", frames, COUNT(frames), 0);
    made->template_name = read_template_name(ruleset, form, value, made->aim);
    const char *reach = tl_form_word(form, value, "reach", false);
    if (reach[0] != '\0' &&
        tl_ruleset_check_name(form, ruleset, TL_SECTION_LENGTHS, tl_json_find(value, "reach"), "length", reach)) {
        made->reach = reach;
    }
    if (made->aim == TL_DEVIATION_AT_REACH && reach[0] == '\0') {
        tl_form_problem(form, value, false, "add \"reach\" with one of `lengths`",
                        "`%s` is aimed as far as its reach, and has none", made->name);
    }
    if (made->aim == TL_DEVIATION_LAID && tl_json_find(value, "frame") != NULL && made->frame != TL_DEVIATION_BY_AIM) {
        tl_form_problem(form, tl_json_find(value, "frame"), false, "leave it out",
                        "what is laid against who fires goes by its own axis");
    }
    return read_dice(ruleset, form, value, made, error);
}

tl_status tl_deviation_rules_read(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    const tl_rows *rows = &ruleset->rows[TL_SECTION_DEVIATIONS];
    ruleset->deviations = tl_ruleset_memory(ruleset, rows->count, sizeof(*ruleset->deviations));
    tl_status status = ruleset->deviations != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < rows->count && status == TL_OK; i++) {
        tl_form_turn_to(form, &rows->items[i]);
        status = read_deviation(ruleset, form, rows->items[i].value, error);
    }
    return status;
}
