/* rules_words.c: the words of a scene's rule system, and the dice of its deviations, behind the public wall. */
#include "api/handle.h"
#include "api/rules_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* A row as a word; what has no text or no rule has "". */
static tl_rules_word word(const char *name, const char *text, const char *rule) {
    return (tl_rules_word){name, text != NULL ? text : "", rule != NULL ? rule : ""};
}

/* Fills in a word where there is a row, and says whether there is one. */
#define TAKE(row, found)                                                                                               \
    do {                                                                                                               \
        if ((row) != NULL) {                                                                                           \
            *(found) = word((row)->name, (row)->text, (row)->rule);                                                    \
        }                                                                                                              \
        return (row) != NULL;                                                                                          \
    } while (0)

static bool setting_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_setting *row = index < tl_ruleset_setting_count(rules) ? tl_ruleset_setting(rules, index) : NULL;
    TAKE(row, found);
}

static bool kind_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_terrain_kind *row = index < tl_ruleset_kind_count(rules) ? tl_ruleset_kind_at(rules, index) : NULL;
    TAKE(row, found);
}

static bool class_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_class_rule *row = index < tl_ruleset_class_count(rules) ? tl_ruleset_class_at(rules, index) : NULL;
    TAKE(row, found);
}

static bool locomotion_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_locomotion_rule *row =
        index < tl_ruleset_locomotion_count(rules) ? tl_ruleset_locomotion_at(rules, index) : NULL;
    if (row != NULL) {
        *found = word(row->name, "", "");
    }
    return row != NULL;
}

static bool size_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_size_rule *row = index < tl_ruleset_size_count(rules) ? tl_ruleset_size_at(rules, index) : NULL;
    TAKE(row, found);
}

static bool skill_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_skills *all = tl_ruleset_skills(rules);
    const tl_skill *row = index < all->count ? &all->items[index] : NULL;
    TAKE(row, found);
}

static bool arc_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_arc_rule *row = index < tl_ruleset_arc_count(rules) ? tl_ruleset_arc_at(rules, index) : NULL;
    if (row != NULL) {
        *found = word(row->name, row->text, "");
    }
    return row != NULL;
}

static bool weapon_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_weapon_rule *row = tl_ruleset_weapon_at(rules, index);
    TAKE(row, found);
}

static bool template_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_template_rule *row =
        index < tl_ruleset_template_count(rules) ? tl_ruleset_template_at(rules, index) : NULL;
    TAKE(row, found);
}

static bool stance_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_stance_rule *row = tl_ruleset_stance_at(rules, index);
    TAKE(row, found);
}

static bool score_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_score_rule *row = tl_ruleset_score_at(rules, index);
    TAKE(row, found);
}

static bool deviation_word(const tl_ruleset *rules, size_t index, tl_rules_word *found) {
    const tl_deviation_rule *row =
        index < tl_ruleset_deviation_count(rules) ? tl_ruleset_deviation_at(rules, index) : NULL;
    TAKE(row, found);
}

static const struct {
    bool (*at)(const tl_ruleset *rules, size_t index, tl_rules_word *found);
    const char *section; /* in which texts are translated */
    const char *one;     /* what a single word is called */
} sorts[TL_RULES_SORTS] = {
    [TL_RULES_SETTING] = {setting_word, "settings", "setting"},
    [TL_RULES_KIND] = {kind_word, "kinds", "kind"},
    [TL_RULES_CLASS] = {class_word, "classes", "class"},
    [TL_RULES_LOCOMOTION] = {locomotion_word, "locomotions", "locomotion"},
    [TL_RULES_SIZE] = {size_word, "sizes", "size"},
    [TL_RULES_SKILL] = {skill_word, "skills", "skill"},
    [TL_RULES_ARC] = {arc_word, "arcs", "arc"},
    [TL_RULES_WEAPON] = {weapon_word, "weapons", "weapon"},
    [TL_RULES_TEMPLATE] = {template_word, "templates", "template"},
    [TL_RULES_STANCE] = {stance_word, "stances", "stance"},
    [TL_RULES_SCORE] = {score_word, "scores", "score"},
    [TL_RULES_DEVIATION] = {deviation_word, "deviations", "deviation"},
};

const tl_language *tl_rules_language(const char *language) {
    const tl_language *spoken = language != NULL ? tl_language_find(language) : NULL;
    return spoken != NULL ? spoken : tl_language_find("en");
}

const char *tl_rules_section(tl_rules_sort sort) {
    return sorts[sort].section;
}

const char *tl_rules_one(tl_rules_sort sort) {
    return sorts[sort].one;
}

bool tl_rules_word_at(const tl_ruleset *rules, tl_rules_sort sort, size_t index, const tl_language *language,
                      tl_rules_word *found) {
    if ((unsigned)sort >= TL_RULES_SORTS || !sorts[sort].at(rules, index, found)) {
        return false;
    }
    if (found->text[0] != '\0') {
        found->text = tl_ruleset_said(rules, language, sorts[sort].section, found->name, found->text);
    }
    return true;
}

bool tl_scene_rules_word(const tl_scene *scene, tl_rules_sort sort, size_t index, const char *language,
                         tl_rules_word *found) {
    return tl_rules_word_at(scene->ruleset, sort, index, tl_rules_language(language), found);
}

const char *tl_scene_setting_initial(const tl_scene *scene, size_t index, char *buffer, size_t size, bool *file) {
    if (index >= tl_ruleset_setting_count(scene->ruleset)) {
        return NULL;
    }
    const tl_setting *setting = tl_ruleset_setting(scene->ruleset, index);
    if (file != NULL) {
        *file = setting->file;
    }
    if (!setting->default_is_number) {
        return setting->values[setting->default_choice];
    }
    char number[TL_JSON_NUMBER_SIZE];
    tl_json_format_double(setting->default_number, number);
    snprintf(buffer, size, "%s", number);
    return buffer;
}

tl_status tl_rules_title(tl_context *context, const char *name, const char *language, char *title, size_t size,
                         tl_error *error) {
    tl_ruleset *rules = NULL;
    tl_status status = tl_ruleset_load(context, name, &rules, error);
    if (status == TL_OK) {
        snprintf(title, size, "%s",
                 tl_ruleset_said(rules, tl_rules_language(language), "about", "title", tl_ruleset_title(rules)));
    }
    tl_ruleset_destroy(rules);
    return status;
}

/* --- Dice --------------------------------------------------------------------------------------------------------- */

static const tl_deviation_rule *deviation_of(const tl_scene *scene, const char *name) {
    for (size_t i = 0; i < tl_ruleset_deviation_count(scene->ruleset); i++) {
        const tl_deviation_rule *rule = tl_ruleset_deviation_at(scene->ruleset, i);
        if (strcmp(rule->name, name) == 0) {
            return rule;
        }
    }
    return NULL;
}

bool tl_scene_deviation_aim(const tl_scene *scene, const char *deviation, tl_rules_aim *aim) {
    static const tl_rules_aim aims[] = {[TL_DEVIATION_AT_TARGET] = TL_RULES_AIM_TARGET,
                                        [TL_DEVIATION_GUESSED] = TL_RULES_AIM_GUESS,
                                        [TL_DEVIATION_LAID] = TL_RULES_AIM_LAID,
                                        [TL_DEVIATION_LYING] = TL_RULES_AIM_LYING,
                                        [TL_DEVIATION_AT_REACH] = TL_RULES_AIM_TARGET};
    const tl_deviation_rule *rule = deviation_of(scene, deviation);
    if (rule != NULL) {
        *aim = aims[rule->aim];
    }
    return rule != NULL;
}

bool tl_scene_throw(const tl_scene *scene, const char *deviation, size_t index, const char *language,
                    tl_rules_throw *thrown) {
    const tl_deviation_rule *rule = deviation_of(scene, deviation);
    const tl_deviation_die *die = NULL;
    bool reach = tl_settings_is_at(&scene->referee->settings, TL_SETTING_THROW_REACH, TL_CHOICE_THROW_REACH_ROLLED);
    for (size_t i = 0; rule != NULL && i < rule->die_count && die == NULL; i++) {
        bool counts = rule->dice[i].decides != TL_DEVIATION_DECIDES_REACH || reach;
        die = counts && index == 0 ? &rule->dice[i] : NULL;
        index -= counts ? 1U : 0U;
    }
    if (die == NULL) {
        return false;
    }
    *thrown = (tl_rules_throw){
        .text = tl_ruleset_said(scene->ruleset, tl_rules_language(language), "deviations", rule->name, die->text),
        .count = die->count,
        .numbers = die->sides > 0,
        .low = die->count,
        .high = (double)die->count * die->sides};
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < die->face_count; i++) {
        thrown->hit = thrown->hit || die->faces[i] == TL_DEVIATION_FACE_HIT;
        thrown->arrow = thrown->arrow || die->faces[i] == TL_DEVIATION_FACE_ARROW;
        thrown->misfire = thrown->misfire || die->faces[i] == TL_DEVIATION_FACE_MISFIRE;
        low = die->faces[i] >= 0 && die->faces[i] < low ? die->faces[i] : low;
        high = die->faces[i] >= 0 && die->faces[i] > high ? die->faces[i] : high;
    }
    if (die->sides == 0) {
        thrown->numbers = high >= low;
        thrown->low = thrown->numbers ? low * die->count : 0;
        thrown->high = thrown->numbers ? high * die->count : 0;
    }
    return true;
}
