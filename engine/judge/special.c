/* special.c: finds which special rules are in play, and what they do to a question. */
#include "judge/special.h"

#include "judge/verdict.h"

#include <stdio.h>
#include <string.h>

/* --- Effects ------------------------------------------------------------------------------------------------------ */

/* How cover counts: for who has the skill, or against who has it. */
typedef enum cover_of { COVER_OF_ANYBODY, COVER_OF_OWN, COVER_OF_TARGETS } cover_of;

bool tl_special_holds(const tl_inquiry *inquiry, const char *const *skills, size_t count,
                      const tl_skill_effect *effect) {
    for (size_t i = 0; i < count; i++) {
        if (tl_score_lists(effect->unless, skills[i])) {
            return false;
        }
    }
    return effect->night < 0 || inquiry->table->document->night == (effect->night == 1);
}

/* The first effect of a kind that holds; one about cover, of whose. */
static const tl_skill_effect *find_effect_of(const tl_inquiry *inquiry, const char *const *skills, size_t count,
                                             tl_effect_kind kind, cover_of whose, const tl_skill **which) {
    for (size_t i = 0; i < count; i++) {
        const tl_skill *skill = tl_skills_find(tl_ruleset_skills(inquiry->referee->ruleset), skills[i]);
        for (size_t k = 0; skill != NULL && k < skill->effect_count; k++) {
            bool targets = skill->effects[k].cover == TL_EFFECT_COVER_IGNORED;
            if (skill->effects[k].kind == kind && tl_special_holds(inquiry, skills, count, &skill->effects[k]) &&
                (whose == COVER_OF_ANYBODY || targets == (whose == COVER_OF_TARGETS))) {
                if (which != NULL) {
                    *which = skill;
                }
                return &skill->effects[k];
            }
        }
    }
    return NULL;
}

static const tl_skill_effect *find_effect(const tl_inquiry *inquiry, const char *const *skills, size_t count,
                                          tl_effect_kind kind, const tl_skill **which) {
    return find_effect_of(inquiry, skills, count, kind, COVER_OF_ANYBODY, which);
}

const tl_skill_effect *tl_special_unit_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                              tl_effect_kind kind, const tl_skill **skill) {
    return find_effect(inquiry, unit->skills, unit->skill_count, kind, skill);
}

const tl_skill_effect *tl_special_weapon_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                                const tl_document_weapon *weapon, tl_effect_kind kind,
                                                const tl_skill **skill) {
    const tl_skill_effect *own = find_effect(inquiry, weapon->skills, weapon->skill_count, kind, skill);
    return own != NULL ? own : tl_special_unit_effect(inquiry, unit, kind, skill);
}

tl_effect_cover tl_special_unit_cover_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                             const tl_skill **skill) {
    const tl_skill_effect *effect =
        find_effect_of(inquiry, unit->skills, unit->skill_count, TL_EFFECT_COVER, COVER_OF_OWN, skill);
    return effect != NULL ? effect->cover : TL_EFFECT_COVER_AS_SEEN;
}

bool tl_special_weapon_ignores_cover(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                     const tl_document_weapon *weapon, const tl_skill **skill) {
    return find_effect_of(inquiry, weapon->skills, weapon->skill_count, TL_EFFECT_COVER, COVER_OF_TARGETS, skill) !=
               NULL ||
           find_effect_of(inquiry, unit->skills, unit->skill_count, TL_EFFECT_COVER, COVER_OF_TARGETS, skill) != NULL;
}

double tl_special_adjacent_length(const tl_inquiry *inquiry) {
    double reach = tl_settings_length(&inquiry->settings, "close_combat_reach", inquiry->units);
    return tl_settings_number_or(&inquiry->settings, TL_SETTING_ADJACENT_MM, reach);
}

double tl_special_effect_length(const tl_inquiry *inquiry, const tl_skill_effect *effect) {
    if (effect->units >= 0) {
        return effect->units * inquiry->game_unit;
    }
    return strcmp(effect->length, "adjacent") == 0
               ? tl_special_adjacent_length(inquiry)
               : tl_settings_length(&inquiry->settings, effect->length, inquiry->units);
}

bool tl_special_are_enemies(const tl_document_unit *a, const tl_document_unit *b) {
    return a != b && (a->side[0] == '\0' || strcmp(a->side, b->side) != 0);
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

tl_party tl_party_of_unit(const tl_inquiry *inquiry, const tl_document_unit *unit) {
    size_t index = (size_t)(unit - inquiry->table->document->units);
    tl_party party = {.unit = unit,
                      .first = inquiry->table->first_member[index],
                      .count = unit->member_count,
                      .whole = true,
                      .name = unit->name,
                      .hands = unit->members,
                      .hand_count = unit->member_count};
    if (unit->aboard != NULL) {
        (void)tl_referee_party(inquiry->referee, unit->id, "from", &party, NULL); /* checked when the scene was read */
    }
    return party;
}

/* --- Weapons ------------------------------------------------------------------------------------------------------ */

tl_inquiry tl_inquiry_of_weapon(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                const tl_document_weapon *weapon) {
    tl_inquiry own = *inquiry;
    own.past = weapon != NULL ? tl_special_weapon_effect(inquiry, unit, weapon, TL_EFFECT_SEES_PAST, NULL) : NULL;
    return own;
}
