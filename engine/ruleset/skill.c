/* skill.c: reading special rules. */
#include "ruleset/skill.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The words of the file, in the order of the enums. */
static const char *const kinds[] = {"none",      "radius",        "reaction_range", "sees_past", "directed_by",
                                    "not_from",  "unseen_beyond", "cover",          "chooses",   "crosses",
                                    "rider_arc", "keeps_to",      "flies_over",     "anywhere",  "encloses"};
static const char *const covers[] = {"as_seen", "always", "never", "ignored"};
static const char *const whoms[] = {"anybody", "friends", "enemies"};

/* One of some words; 0 when it isn't there and need not be. */
static tl_status read_choice(const tl_json *json, const tl_json_value *object, const char *key,
                             const char *const *words, size_t count, bool required, size_t *choice, tl_error *error) {
    const tl_json_value *value = tl_json_find(object, key);
    *choice = 0;
    if (value == NULL && !required) {
        return TL_OK;
    }
    for (size_t i = 0; value != NULL && value->kind == TL_JSON_STRING && i < count; i++) {
        if (strcmp(value->text, words[i]) == 0) {
            *choice = i;
            return TL_OK;
        }
    }
    const char *given = value != NULL && value->kind == TL_JSON_STRING ? value->text : "";
    const char *nearest = tl_nearest_name(given, words, count);
    char remedy[160];
    snprintf(remedy, sizeof(remedy),
             nearest != NULL ? "did you mean `%s`?" : "the manual's page on rule systems lists them", nearest);
    return tl_json_fail(json, value != NULL ? value : object, error, TL_ERROR_FORMAT, remedy, "there is no %s `%s`",
                        key, given);
}

static tl_status read_effect(const tl_json *json, const tl_json_value *v, tl_skill_effect *effect, const char ***words,
                             tl_error *error) {
    size_t kind = 0, cover = 0, whom = 0;
    tl_status status = read_choice(json, v, "effect", kinds, COUNT(kinds), true, &kind, error);
    if (status == TL_OK) {
        status = read_choice(json, v, "cover", covers, COUNT(covers), kind == TL_EFFECT_COVER, &cover, error);
    }
    if (status == TL_OK) {
        status = read_choice(json, v, "whom", whoms, COUNT(whoms), false, &whom, error);
    }
    if (status != TL_OK) {
        return status;
    }
    const tl_json_value *units = tl_json_find(v, "units"), *length = tl_json_find(v, "length");
    const tl_json_value *sight = tl_json_find(v, "sight"), *each = tl_json_find(v, "each");
    *effect = (tl_skill_effect){.kind = (tl_effect_kind)kind,
                                .units = units != NULL && units->kind == TL_JSON_NUMBER ? units->number : -1,
                                .length = length != NULL && length->kind == TL_JSON_STRING ? length->text : NULL,
                                .sight = sight != NULL && sight->kind == TL_JSON_BOOL && sight->boolean,
                                .each = each != NULL && each->kind == TL_JSON_BOOL && each->boolean,
                                .whom = (tl_effect_whom)whom,
                                .cover = (tl_effect_cover)cover,
                                .words = *words};
    bool measured = kind == TL_EFFECT_RADIUS || kind == TL_EFFECT_REACTION_RANGE || kind == TL_EFFECT_UNSEEN_BEYOND;
    if (measured && !(effect->units >= 0) && effect->length == NULL) {
        return tl_json_fail(json, v, error, TL_ERROR_FORMAT, "add \"units\": 1, or \"length\" with one of `lengths`",
                            "the effect `%s` needs a length", kinds[kind]);
    }
    const tl_json_value *list = tl_json_find(v, "words");
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        if (list->items[i].kind == TL_JSON_STRING) {
            *(*words)++ = list->items[i].text;
            effect->word_count++;
        }
    }
    bool named = kind == TL_EFFECT_SEES_PAST || kind == TL_EFFECT_DIRECTED_BY || kind == TL_EFFECT_NOT_FROM_AREA ||
                 kind == TL_EFFECT_CROSSES || kind == TL_EFFECT_KEEPS_TO || kind == TL_EFFECT_ANYWHERE;
    if (named && effect->word_count == 0) {
        return tl_json_fail(json, v, error, TL_ERROR_FORMAT, "add \"words\": [ ... ]", "the effect `%s` names nothing",
                            kinds[kind]);
    }
    return TL_OK;
}

static const char *text_of(const tl_json_value *object, const char *key) {
    const tl_json_value *value = tl_json_find(object, key);
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : "";
}

static tl_status read_skill(const tl_json *json, const tl_json_value *v, tl_skill *skill, tl_skill_effect **effects,
                            const char ***words, tl_error *error) {
    *skill = (tl_skill){text_of(v, "name"), text_of(v, "text"), text_of(v, "rule"), *effects, 0};
    if (skill->name[0] == '\0' || skill->text[0] == '\0' || skill->rule[0] == '\0') {
        return tl_json_fail(json, v, error, TL_ERROR_FORMAT, "add what is missing",
                            "a skill needs `name`, `text` and `rule`");
    }
    const tl_json_value *list = tl_json_find(v, "effects");
    tl_status status = TL_OK;
    for (size_t i = 0; list != NULL && i < list->count && status == TL_OK; i++) {
        status = read_effect(json, &list->items[i], (*effects)++, words, error);
        skill->effect_count++;
    }
    return status;
}

tl_status tl_skills_read(tl_context *context, const tl_json *json, const tl_json_value *list, tl_skills *skills,
                         tl_error *error) {
    *skills = (tl_skills){.context = context};
    if (list == NULL) {
        return TL_OK;
    }
    size_t effects = 0, words = 0;
    for (size_t i = 0; i < list->count; i++) {
        const tl_json_value *own = tl_json_find(&list->items[i], "effects");
        for (size_t k = 0; own != NULL && k < own->count; k++) {
            const tl_json_value *names = tl_json_find(&own->items[k], "words");
            words += names != NULL ? names->count : 0;
            effects++;
        }
    }
    skills->items = tl_alloc_array(context, list->count, sizeof(*skills->items));
    skills->effects = tl_alloc_array(context, effects, sizeof(*skills->effects));
    skills->words = tl_alloc_array(context, words, sizeof(*skills->words));
    if (skills->items == NULL || skills->effects == NULL || skills->words == NULL) {
        return tl_fail_memory(error);
    }
    tl_skill_effect *effect = skills->effects;
    const char **word = skills->words;
    tl_status status = TL_OK;
    for (; skills->count < list->count && status == TL_OK; skills->count++) {
        status = read_skill(json, &list->items[skills->count], &skills->items[skills->count], &effect, &word, error);
    }
    return status;
}

void tl_skills_free(tl_skills *skills) {
    if (skills->context != NULL) {
        tl_free(skills->context, skills->items);
        tl_free(skills->context, skills->effects);
        tl_free(skills->context, skills->words);
        memset(skills, 0, sizeof(*skills));
    }
}

const tl_skill *tl_skills_find(const tl_skills *skills, const char *name) {
    for (size_t i = 0; i < skills->count; i++) {
        if (strcmp(skills->items[i].name, name) == 0) {
            return &skills->items[i];
        }
    }
    return NULL;
}

const char *tl_effect_word(tl_effect_kind kind) {
    return kinds[kind];
}

bool tl_effect_names(const tl_skill_effect *effect, const char *word) {
    for (size_t i = 0; i < effect->word_count; i++) {
        if (strcmp(effect->words[i], word) == 0) {
            return true;
        }
    }
    return false;
}
