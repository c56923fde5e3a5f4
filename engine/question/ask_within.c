/* ask_within.c: the question who is within a radius: of what, how far, and of whom it is asked. */
#include "question/ask.h"

#include "tell/tell_within.h"

#include <stdio.h>
#include <string.h>

/* The piece of terrain (index) of that name; SIZE_MAX: none has it. */
static size_t terrain_of(const tl_inquiry *inquiry, const char *name) {
    tl_document_found found = name != NULL ? tl_document_find(inquiry->table->document, name) : (tl_document_found){0};
    return found.kind == TL_DOCUMENT_TERRAIN ? (size_t)(found.terrain - inquiry->table->document->terrain) : SIZE_MAX;
}

static tl_status find_centre(const tl_inquiry *inquiry, const tl_question *question, tl_within_centre *centre,
                             tl_error *error) {
    if (question->from == NULL && question->at_count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from",
                       "name a unit, a model or a piece of terrain, or say `at`", "within what is missing");
    }
    if (question->from == NULL) {
        tl_within_of_point(inquiry, question->at, question->at_count, centre);
        return TL_OK;
    }
    size_t terrain = terrain_of(inquiry, question->from);
    if (terrain != SIZE_MAX) {
        return tl_within_of_terrain(inquiry, terrain, centre, error);
    }
    tl_party party;
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &party, error);
    if (status == TL_OK) {
        tl_within_of_party(&party, centre);
    }
    return status;
}

/* The effect of a skill that acts within a radius; NULL: it has none. */
static const tl_skill_effect *radius_of(const tl_skill *skill) {
    for (size_t k = 0; k < skill->effect_count; k++) {
        if (skill->effects[k].kind == TL_EFFECT_RADIUS) {
            return &skill->effects[k];
        }
    }
    return NULL;
}

/* The first effect of a unit that acts within a radius, whether it holds or not. */
static const tl_skill_effect *idle_radius(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                          const tl_skill **skill) {
    for (size_t i = 0; i < unit->skill_count; i++) {
        *skill = tl_skills_find(tl_ruleset_skills(inquiry->referee->ruleset), unit->skills[i]);
        if (*skill != NULL && radius_of(*skill) != NULL) {
            return radius_of(*skill);
        }
    }
    return NULL;
}

/* Whether another effect lets a skill of a unit (may be NULL) act on anybody. */
static bool acts_anywhere(const tl_inquiry *inquiry, const tl_document_unit *unit, const tl_skill *skill) {
    const tl_skill_effect *effect =
        unit != NULL ? tl_special_unit_effect(inquiry, unit, TL_EFFECT_ANYWHERE, NULL) : NULL;
    return effect != NULL && tl_skills_effect_names(effect, skill->name);
}

static tl_status no_such_skill(const tl_inquiry *inquiry, const char *name, tl_error *error) {
    const tl_skills *known = tl_ruleset_skills(inquiry->referee->ruleset);
    const char *names[128];
    size_t count = 0;
    for (size_t i = 0; i < known->count && count < 128; i++) {
        if (radius_of(&known->items[i]) != NULL) {
            names[count++] = known->items[i].name;
        }
    }
    const char *nearest = tl_nearest_name(name, names, count);
    char remedy[160];
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "`trueline rules %s` lists them",
             nearest != NULL ? nearest : tl_ruleset_name(inquiry->referee->ruleset));
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "skill", remedy, "no skill `%s` acts within a radius", name);
}

/* The radius: a length, or a skill's. Without either the first skill of the unit that has one. */
static tl_status find_radius(const tl_inquiry *inquiry, const tl_question *question, tl_within *within,
                             tl_error *error) {
    const tl_document_unit *unit = within->centre.unit;
    const tl_skill *skill = NULL;
    const tl_skill_effect *effect = NULL;
    if (question->skill != NULL) {
        skill = tl_skills_find(tl_ruleset_skills(inquiry->referee->ruleset), question->skill);
        effect = skill != NULL ? radius_of(skill) : NULL;
        if (effect == NULL) {
            return no_such_skill(inquiry, question->skill, error);
        }
    } else if (!question->has_limit && unit != NULL) {
        effect = tl_special_unit_effect(inquiry, unit, TL_EFFECT_RADIUS, &skill);
        effect = effect != NULL ? effect : idle_radius(inquiry, unit, &skill);
    }
    if (effect != NULL && !question->has_limit &&
        !tl_special_holds(inquiry, unit != NULL ? unit->skills : NULL, unit != NULL ? unit->skill_count : 0, effect) &&
        !acts_anywhere(inquiry, unit, skill)) {
        tl_within_set_idle(skill, effect, within);
        return TL_OK;
    }
    if (effect == NULL && !question->has_limit) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "limit_mm", "say how far, or by which skill",
                       "%s has no skill with a radius", tl_tell_within_centre_name(inquiry, &within->centre));
    }
    tl_within_set_radius(inquiry, skill, effect, question->has_limit ? &question->limit_mm : NULL, question->sight,
                         within);
    return TL_OK;
}

/* Who alone is asked about: another unit than that in the middle, or one of its models. */
static tl_status find_other(const tl_inquiry *inquiry, const tl_question *question, const tl_within *within,
                            tl_party *to, tl_error *error) {
    tl_status status = tl_referee_party(inquiry->referee, question->to, "to", to, error);
    const tl_party *middle = &within->centre.party;
    bool apart =
        status == TL_OK && (to->first >= middle->first + middle->count || to->first + to->count <= middle->first);
    if (status == TL_OK && to->unit == within->centre.unit && !(within->own && apart)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "name two different units or members",
                         "%s and %s are the same unit", within->centre.party.name, to->name);
    }
    return status;
}

tl_status tl_ask_within(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_within within = {.inquiry = inquiry};
    size_t terrain = terrain_of(inquiry, question->to);
    bool other = question->to != NULL && terrain == SIZE_MAX;
    tl_party to;
    tl_status status = find_centre(inquiry, question, &within.centre, error);
    if (status == TL_OK) {
        status = find_radius(inquiry, question, &within, error);
    }
    if (status == TL_OK && other) {
        status = find_other(inquiry, question, &within, &to, error);
    }
    if (status == TL_OK) {
        status = tl_within_judge(&within, other ? &to : NULL, terrain, error);
    }
    if (status == TL_OK) {
        tl_tell_within(&within, question->from, answer);
    }
    tl_within_free(&within);
    return status;
}
