/* special.c: special rules in play. */
#include "judge/special.h"

#include "tell/ask.h"

#include <stdio.h>
#include <string.h>

/* --- Effects ------------------------------------------------------------------------------------------------------ */

/* How cover counts: for who has the skill, or against who has it. */
typedef enum cover_of { COVER_OF_ANYBODY, COVER_OF_OWN, COVER_OF_TARGETS } cover_of;

/* The first effect of a kind; one about cover, of whose. */
static const tl_skill_effect *find_effect_of(const tl_inquiry *inquiry, const char *const *skills, size_t count,
                                             tl_effect_kind kind, cover_of whose, const tl_skill **which) {
    for (size_t i = 0; i < count; i++) {
        const tl_skill *skill = tl_skills_find(tl_ruleset_skills(inquiry->referee->ruleset), skills[i]);
        for (size_t k = 0; skill != NULL && k < skill->effect_count; k++) {
            bool targets = skill->effects[k].cover == TL_COVER_IGNORED;
            if (skill->effects[k].kind == kind &&
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

const tl_skill_effect *tl_unit_effect(const tl_inquiry *inquiry, const tl_document_unit *unit, tl_effect_kind kind,
                                      const tl_skill **skill) {
    return find_effect(inquiry, unit->skills, unit->skill_count, kind, skill);
}

const tl_skill_effect *tl_weapon_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                        const tl_document_weapon *weapon, tl_effect_kind kind, const tl_skill **skill) {
    const tl_skill_effect *own = find_effect(inquiry, weapon->skills, weapon->skill_count, kind, skill);
    return own != NULL ? own : tl_unit_effect(inquiry, unit, kind, skill);
}

tl_effect_cover tl_unit_cover_effect(const tl_inquiry *inquiry, const tl_document_unit *unit, const tl_skill **skill) {
    const tl_skill_effect *effect =
        find_effect_of(inquiry, unit->skills, unit->skill_count, TL_EFFECT_COVER, COVER_OF_OWN, skill);
    return effect != NULL ? effect->cover : TL_COVER_AS_SEEN;
}

bool tl_weapon_ignores_cover(const tl_inquiry *inquiry, const tl_document_unit *unit, const tl_document_weapon *weapon,
                             const tl_skill **skill) {
    return find_effect_of(inquiry, weapon->skills, weapon->skill_count, TL_EFFECT_COVER, COVER_OF_TARGETS, skill) !=
               NULL ||
           find_effect_of(inquiry, unit->skills, unit->skill_count, TL_EFFECT_COVER, COVER_OF_TARGETS, skill) != NULL;
}

double tl_adjacent_length(const tl_inquiry *inquiry) {
    double reach = tl_ruleset_length(inquiry->referee->ruleset, "close_combat_reach", inquiry->units);
    return tl_settings_number(&inquiry->settings, "adjacent_mm", reach);
}

double tl_effect_length(const tl_inquiry *inquiry, const tl_skill_effect *effect) {
    if (effect->units >= 0) {
        return effect->units * inquiry->game_unit;
    }
    return strcmp(effect->length, "adjacent") == 0
               ? tl_adjacent_length(inquiry)
               : tl_ruleset_length(inquiry->referee->ruleset, effect->length, inquiry->units);
}

bool tl_are_enemies(const tl_document_unit *a, const tl_document_unit *b) {
    return a != b && (a->side[0] == '\0' || strcmp(a->side, b->side) != 0);
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

tl_party tl_whole_unit(const tl_inquiry *inquiry, const tl_document_unit *unit) {
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

tl_status tl_nearest_pair(const tl_inquiry *inquiry, const tl_party *a, const tl_party *b, tl_range_result *range,
                          size_t *from, size_t *to, tl_error *error) {
    *range = (tl_range_result){.distance_mm = INFINITY};
    *from = a->first;
    *to = b->first;
    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            tl_range_result one;
            tl_status status = tl_pair_range(inquiry, a->first + i, b->first + j, &one, error);
            if (status != TL_OK) {
                return status;
            }
            if (one.distance_mm < range->distance_mm) {
                *range = one;
                *from = a->first + i;
                *to = b->first + j;
            }
        }
    }
    return TL_OK;
}

/* --- Camouflage --------------------------------------------------------------------------------------------------- */

/* Whether a unit is in cover from every model of another (DB-COV-07). */
static tl_status covered_from_all(const tl_inquiry *inquiry, const tl_party *viewer, const tl_party *target,
                                  tl_verdict *verdict, tl_error *error) {
    tl_verdict *covers = tl_alloc_array(inquiry->context, target->count, sizeof(*covers));
    tl_status status = covers != NULL ? TL_OK : tl_fail_memory(error);
    *verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < viewer->count && status == TL_OK && *verdict != TL_VERDICT_NO; i++) {
        for (size_t j = 0; j < target->count && status == TL_OK; j++) {
            tl_pair_cover_result pair;
            status = tl_pair_cover(inquiry, viewer->first + i, target->first + j, &pair, error);
            covers[j] = status == TL_OK ? pair.verdict : TL_VERDICT_MARGINAL;
        }
        if (status == TL_OK) {
            *verdict = tl_verdict_both(*verdict, tl_judge_unit_cover(inquiry, target, covers).verdict);
        }
    }
    tl_free(inquiry->context, covers);
    return status;
}

tl_status tl_judge_unseen(const tl_inquiry *inquiry, const tl_document_unit *viewer, const tl_document_unit *target,
                          tl_unseen *unseen, tl_error *error) {
    *unseen = (tl_unseen){.verdict = TL_VERDICT_NO, .cover = TL_VERDICT_NO};
    const tl_skill_effect *effect = tl_unit_effect(inquiry, target, TL_EFFECT_UNSEEN_BEYOND, &unseen->skill);
    if (effect == NULL || !tl_are_enemies(viewer, target)) {
        return TL_OK;
    }
    tl_party a = tl_whole_unit(inquiry, viewer), b = tl_whole_unit(inquiry, target);
    tl_range_result range;
    unseen->asked = true;
    tl_status status = tl_nearest_pair(inquiry, &a, &b, &range, &unseen->from, &unseen->to, error);
    if (status == TL_OK) {
        status = tl_pair_within(inquiry, unseen->from, unseen->to, &range, tl_effect_length(inquiry, effect), false,
                                &unseen->limit, error);
    }
    if (status != TL_OK || unseen->limit.verdict == TL_VERDICT_YES) {
        return status; /* near enough */
    }
    status = covered_from_all(inquiry, &a, &b, &unseen->cover, error);
    unseen->verdict =
        tl_verdict_both(unseen->limit.verdict == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL, unseen->cover);
    return status;
}

void tl_unseen_text(const tl_inquiry *inquiry, const tl_unseen *unseen, const char *viewer, const char *target,
                    char *buffer, size_t size) {
    char distance[TL_LENGTH_SIZE], limit[TL_LENGTH_SIZE], margin[TL_LENGTH_SIZE];
    tl_length_text(&inquiry->words, unseen->limit.distance, distance);
    tl_length_text(&inquiry->words, unseen->limit.limit, limit);
    tl_length_text(&inquiry->words, fabs(unseen->limit.margin), margin);
    tl_say(&inquiry->words, buffer, size,
           unseen->verdict == TL_VERDICT_YES         ? TL_SAY_UNSEEN_YES
           : unseen->verdict == TL_VERDICT_MARGINAL  ? TL_SAY_UNSEEN_MARGINAL
           : unseen->limit.verdict == TL_VERDICT_YES ? TL_SAY_UNSEEN_NEAR
                                                     : TL_SAY_UNSEEN_BARE,
           target, viewer, distance, limit, margin, unseen->skill->name);
}

void tl_unseen_json(const tl_inquiry *inquiry, const tl_unseen *unseen, tl_json_writer *writer) {
    tl_json_key(writer, "unseen");
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "skill", unseen->skill->name);
    tl_json_put_verdict(writer, "verdict", unseen->verdict);
    tl_json_put_string(writer, "rule", unseen->skill->rule);
    tl_json_put_double(writer, "distance_mm", unseen->limit.distance);
    tl_json_put_double(writer, "limit_mm", unseen->limit.limit);
    tl_json_put_double(writer, "margin_mm", unseen->limit.margin);
    tl_json_key(writer, "pair");
    tl_json_begin_array(writer);
    tl_json_string(writer, inquiry->table->members[unseen->from].id);
    tl_json_string(writer, inquiry->table->members[unseen->to].id);
    tl_json_end_array(writer);
    tl_json_put_verdict(writer, "cover", unseen->cover);
    tl_json_end_object(writer);
}

/* --- Weapons ------------------------------------------------------------------------------------------------------ */

tl_status tl_party_arc(const tl_inquiry *inquiry, const tl_party *party, size_t member,
                       const tl_document_weapon *weapon, const tl_volume *target, bool whole, tl_pair_arc_result *arc,
                       tl_error *error) {
    const tl_document_unit *carrier = tl_table_unit_of(inquiry->table, member);
    if (party->rider == NULL || tl_unit_effect(inquiry, carrier, TL_EFFECT_RIDER_ARC, NULL) == NULL) {
        return tl_volume_arc(inquiry, member, weapon, target, whole, arc, error);
    }
    tl_document_weapon side = *weapon;
    tl_pair_arc_result right;
    side.arc = TL_WEAPON_ARC_LEFT;
    tl_status status = tl_volume_arc(inquiry, member, &side, target, whole, arc, error);
    side.arc = TL_WEAPON_ARC_RIGHT;
    if (status == TL_OK) {
        status = tl_volume_arc(inquiry, member, &side, target, whole, &right, error);
    }
    if (status == TL_OK && right.margin_mm > arc->margin_mm) {
        *arc = right;
    }
    return status;
}

tl_inquiry tl_inquiry_of_weapon(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                const tl_document_weapon *weapon) {
    tl_inquiry own = *inquiry;
    own.past = weapon != NULL ? tl_weapon_effect(inquiry, unit, weapon, TL_EFFECT_SEES_PAST, NULL) : NULL;
    return own;
}
