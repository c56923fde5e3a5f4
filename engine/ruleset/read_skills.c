/* read_skills.c: reads special rules from the rows of a rule file. */
#include "ruleset/system.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The words of the file, in the order of the enums. */
static const char *const covers[] = {"as_seen", "always", "never", "ignored"};
static const char *const whoms[] = {"anybody", "friends", "enemies"};

/* A length that is as long as the setting adjacent_mm says. */
#define ADJACENT "adjacent"

/* What the words of an effect name. */
typedef struct skills_naming {
    tl_effect_kind kind;
    tl_section section;
    const char *what;
} skills_naming;

/* Models of classes are seen past, and areas of kinds of terrain. */
static void check_seen_past(tl_form *form, const tl_ruleset *ruleset, const tl_json_value *list) {
    const tl_rows *kinds_of_terrain = &ruleset->rows[TL_SECTION_TERRAIN];
    for (size_t i = 0; list != NULL && i < list->count && !form->lenient; i++) {
        const tl_json_value *word = &list->items[i];
        bool known = word->kind != TL_JSON_STRING || word->text_length == 0;
        for (size_t k = 0; k < kinds_of_terrain->count && !known; k++) {
            known = strcmp(kinds_of_terrain->items[k].value->key, word->text) == 0;
        }
        if (!known) {
            tl_ruleset_check_name(form, ruleset, TL_SECTION_CLASSES, word, "class", word->text);
        }
    }
}

/* NULL: it has none. */
static const skills_naming *naming_of(tl_effect_kind kind) {
    static const skills_naming all[] = {{TL_EFFECT_SEES_PAST, TL_SECTION_CLASSES, "class"},
                                        {TL_EFFECT_DIRECTED_BY, TL_SECTION_SKILLS, "skill"},
                                        {TL_EFFECT_NOT_FROM_AREA, TL_SECTION_TERRAIN, "kind of terrain"},
                                        {TL_EFFECT_CROSSES, TL_SECTION_TERRAIN, "kind of terrain"},
                                        {TL_EFFECT_KEEPS_TO, TL_SECTION_TERRAIN, "kind of terrain"},
                                        {TL_EFFECT_ANYWHERE, TL_SECTION_SKILLS, "skill"},
                                        {TL_EFFECT_ROLLS_THROUGH, TL_SECTION_TERRAIN, "kind of terrain"},
                                        {TL_EFFECT_LIFTS, TL_SECTION_SKILLS, "skill"},
                                        {TL_EFFECT_LANDS, TL_SECTION_TERRAIN, "kind of terrain"}};
    for (size_t i = 0; i < COUNT(all); i++) {
        if (all[i].kind == kind) {
            return &all[i];
        }
    }
    return NULL;
}

/* What a radius asks besides its length, and when an effect holds at all. */
static void read_when(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *v, tl_skill_effect *effect) {
    static const char *const of_radius[] = {"exclusive", "own", "forbids"};
    bool *const flags[] = {&effect->exclusive, &effect->own, &effect->forbids};
    for (size_t i = 0; i < COUNT(flags); i++) {
        *flags[i] = tl_form_bool(form, v, of_radius[i], false);
        if (*flags[i] && effect->kind != TL_EFFECT_RADIUS) {
            tl_form_problem(form, tl_json_find(v, of_radius[i]), false, "leave it out",
                            "`%s` is for the effect `radius` alone, not for `%s`", of_radius[i],
                            tl_skills_effect_word(effect->kind));
        }
    }
    const tl_json_value *night = tl_form_member(form, v, "night", TL_JSON_BOOL, false);
    effect->night = night == NULL ? -1 : night->boolean ? 1 : 0;
    effect->unless = tl_form_words(form, v, "unless");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_SKILLS, effect->unless, "skill");
}

static tl_skill_effect read_effect(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *v,
                                   const char ***words) {
    static const char *const names[] = {"effect", "units",     "length", "sight",   "each",  "whom",   "cover",
                                        "words",  "exclusive", "own",    "forbids", "night", "unless", "contact"};
    tl_skill_effect effect = {.units = -1, .night = -1, .words = *words};
    if (!tl_form_object(form, v, "an effect", names, COUNT(names)) ||
        tl_form_member(form, v, "effect", TL_JSON_STRING, true) == NULL) {
        return effect;
    }
    effect.kind = (tl_effect_kind)tl_form_choice(form, v, "effect", tl_effect_words, TL_EFFECT_COUNT, 0);
    if (effect.kind == TL_EFFECT_COVER) {
        (void)tl_form_member(form, v, "cover", TL_JSON_STRING, true);
    }
    effect.cover = (tl_effect_cover)tl_form_choice(form, v, "cover", covers, COUNT(covers), 0);
    effect.whom = (tl_effect_whom)tl_form_choice(form, v, "whom", whoms, COUNT(whoms), 0);
    effect.units = tl_form_number(form, v, "units", 0, 1e4, -1);
    const char *length = tl_form_word(form, v, "length", false);
    effect.length = length[0] != '\0' ? length : NULL;
    if (effect.length != NULL && strcmp(length, ADJACENT) != 0 && !form->lenient) {
        tl_ruleset_check_name(form, ruleset, TL_SECTION_LENGTHS, tl_json_find(v, "length"), "length", length);
    }
    effect.sight = tl_form_bool(form, v, "sight", false);
    effect.each = tl_form_bool(form, v, "each", false);
    effect.contact = tl_form_bool(form, v, "contact", false);
    effect.units = effect.contact && effect.units < 0 ? 0 : effect.units;
    bool measured = effect.kind == TL_EFFECT_RADIUS || effect.kind == TL_EFFECT_REACTION_RANGE ||
                    effect.kind == TL_EFFECT_UNSEEN_BEYOND;
    if (measured && !(effect.units >= 0) && effect.length == NULL) {
        tl_form_problem(form, v, false, "add \"units\": 1, or \"length\" with one of `lengths`",
                        "the effect `%s` needs a length", tl_skills_effect_word(effect.kind));
    }
    read_when(ruleset, form, v, &effect);
    const tl_json_value *list = tl_form_words(form, v, "words");
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        if (list->items[i].kind == TL_JSON_STRING) {
            *(*words)++ = list->items[i].text;
            effect.word_count++;
        }
    }
    const skills_naming *its = naming_of(effect.kind);
    if (effect.kind == TL_EFFECT_SEES_PAST) {
        check_seen_past(form, ruleset, list);
    } else if (its != NULL) {
        tl_ruleset_check_names(form, ruleset, its->section, list, its->what);
    }
    if (its != NULL && effect.word_count == 0) {
        tl_form_problem(form, v, false, "add \"words\": [ ... ]", "the effect `%s` names nothing",
                        tl_skills_effect_word(effect.kind));
    }
    return effect;
}

static void read_skill(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *v, tl_skill *skill,
                       tl_skill_effect **effects, const char ***words) {
    static const char *const names[] = {"rule", "text", "effects"};
    *skill = (tl_skill){v->key, "", "", *effects, 0};
    if (!tl_form_object(form, v, "a skill", names, COUNT(names))) {
        return;
    }
    skill->text = tl_form_text(form, v, "text", true);
    skill->rule = tl_form_word(form, v, "rule", true);
    const tl_json_value *list = tl_form_member(form, v, "effects", TL_JSON_ARRAY, false);
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        *(*effects)++ = read_effect(ruleset, form, &list->items[i], words);
        skill->effect_count++;
    }
}

tl_status tl_skills_read(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    const tl_rows *rows = &ruleset->rows[TL_SECTION_SKILLS];
    tl_skills *skills = &ruleset->skills;
    *skills = (tl_skills){.context = form->context};
    size_t effects = 0, words = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const tl_json_value *own = tl_json_find(rows->items[i].value, "effects");
        for (size_t k = 0; own != NULL && k < own->count; k++) {
            const tl_json_value *names = tl_json_find(&own->items[k], "words");
            words += names != NULL ? names->count : 0;
            effects++;
        }
    }
    skills->items = tl_alloc_array(form->context, rows->count, sizeof(*skills->items));
    skills->effects = tl_alloc_array(form->context, effects, sizeof(*skills->effects));
    skills->words = tl_alloc_array(form->context, words, sizeof(*skills->words));
    if (skills->items == NULL || skills->effects == NULL || skills->words == NULL) {
        return tl_fail_memory(error);
    }
    tl_skill_effect *effect = skills->effects;
    const char **word = skills->words;
    for (; skills->count < rows->count; skills->count++) {
        tl_form_turn_to(form, &rows->items[skills->count]);
        read_skill(ruleset, form, rows->items[skills->count].value, &skills->items[skills->count], &effect, &word);
    }
    return TL_OK;
}
