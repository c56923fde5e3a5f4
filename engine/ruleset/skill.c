/* skill.c: finds special rules by their names, among those of a rule system. */
#include "ruleset/skill.h"

#include <string.h>

const char *const tl_effect_words[TL_EFFECT_COUNT] = {
    "none",     "radius",        "reaction_range", "sees_past", "directed_by", "not_from",   "unseen_beyond",
    "cover",    "chooses",       "crosses",        "rider_arc", "keeps_to",    "flies_over", "anywhere",
    "encloses", "rolls_through", "turns_round",    "lifts",     "lands"};

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

const char *tl_skills_effect_word(tl_effect_kind kind) {
    return tl_effect_words[kind];
}

bool tl_skills_effect_names(const tl_skill_effect *effect, const char *word) {
    for (size_t i = 0; i < effect->word_count; i++) {
        if (strcmp(effect->words[i], word) == 0) {
            return true;
        }
    }
    return false;
}
