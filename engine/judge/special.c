/* special.c: special rules in play. */
#include "judge/special.h"

#include "judge/verdict.h"

#include <stdio.h>
#include <string.h>

/* --- Checking a scene --------------------------------------------------------------------------------------------- */

static void check_skills(const tl_referee *referee, const tl_json_value *owner, const char *const *skills, size_t count,
                         tl_problems *problems) {
    const tl_skills *known = tl_ruleset_skills(referee->ruleset);
    const tl_json_value *list = tl_json_find(owner, "skills");
    for (size_t i = 0; i < count; i++) {
        const char *names[128];
        size_t name_count = 0;
        if (tl_skills_find(known, skills[i]) != NULL) {
            continue;
        }
        for (size_t k = 0; k < known->count && k < 128; k++) {
            names[name_count++] = known->items[k].name;
        }
        const char *nearest = tl_nearest_name(skills[i], names, name_count);
        char remedy[200];
        snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "`trueline rules %s` lists them",
                 nearest != NULL ? nearest : tl_ruleset_name(referee->ruleset));
        tl_json_problem(referee->table->document->json, list != NULL && i < list->count ? &list->items[i] : owner,
                        false, problems, true, TL_ERROR_SCENE, remedy, "%s knows no skill `%s`: it changes nothing",
                        tl_ruleset_title(referee->ruleset), skills[i]);
    }
}

/* A size that the rule system doesn't know binds nobody. */
static void check_size(const tl_referee *referee, const tl_document_unit *unit, tl_problems *problems) {
    const tl_ruleset *ruleset = referee->ruleset;
    const char *names[32];
    size_t count = 0;
    if (unit->size == NULL || tl_ruleset_size(ruleset, unit->size) != NULL) {
        return;
    }
    for (; count < tl_ruleset_size_count(ruleset) && count < 32; count++) {
        names[count] = tl_ruleset_size_at(ruleset, count)->name;
    }
    const char *nearest = tl_nearest_name(unit->size, names, count);
    char remedy[200];
    snprintf(remedy, sizeof(remedy),
             nearest != NULL ? "did you mean `%s`?" : "`trueline rules %s --json` lists its sizes",
             nearest != NULL ? nearest : tl_ruleset_name(ruleset));
    tl_json_problem(referee->table->document->json, tl_json_find(unit->json, "size"), false, problems, true,
                    TL_ERROR_SCENE, remedy, "%s knows no size `%s`: it binds nobody", tl_ruleset_title(ruleset),
                    unit->size);
}

/* The model that a unit rides on: a model of another unit that isn't carried itself, and no infantry. */
static void check_carrier(const tl_referee *referee, const tl_document_unit *unit, tl_problems *problems) {
    if (unit->aboard == NULL) {
        return;
    }
    const tl_document *document = referee->table->document;
    const tl_json_value *value = tl_json_find(unit->json, "aboard");
    tl_document_found found = tl_document_find(document, unit->aboard);
    const char *message = NULL, *remedy = "name the vehicle or aircraft that carries the unit";
    char nearest[160];
    if (found.unit == NULL) {
        const char *name = tl_document_nearest_id(document, unit->aboard);
        snprintf(nearest, sizeof(nearest), "did you mean `%s`?", name != NULL ? name : "");
        remedy = name != NULL ? nearest : remedy;
        message = "there is no model `%s` to carry the unit";
    } else if (found.unit == unit) {
        message = "`%s` can't carry itself";
    } else if (tl_class_is_foot(found.unit->kind)) {
        message = "`%s` is infantry and carries nobody";
    } else if (found.unit->aboard != NULL) {
        message = "`%s` is carried itself";
    } else if (found.member == NULL && found.unit->member_count > 1) {
        message = "`%s` is a unit of several models";
        remedy = "name one of its members";
    }
    if (message != NULL) {
        tl_json_problem(document->json, value, false, problems, false, TL_ERROR_SCENE, remedy, message, unit->aboard);
    }
}

void tl_check_specials(const tl_referee *referee, tl_problems *problems) {
    const tl_document *document = referee->table->document;
    for (size_t u = 0; u < document->unit_count; u++) {
        const tl_document_unit *unit = &document->units[u];
        check_skills(referee, unit->json, unit->skills, unit->skill_count, problems);
        check_size(referee, unit, problems);
        for (size_t w = 0; w < unit->weapon_count; w++) {
            check_skills(referee, unit->weapons[w].json, unit->weapons[w].skills, unit->weapons[w].skill_count,
                         problems);
        }
        check_carrier(referee, unit, problems);
    }
}

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

/* --- Weapons ------------------------------------------------------------------------------------------------------ */

tl_vec3 tl_weapon_place(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon) {
    const tl_placed *placed = &inquiry->table->members[member];
    if (weapon->has_mount) {
        return tl_pose_point(&placed->body->pose, weapon->mount);
    }
    const tl_mesh *mesh = placed->model->mesh;
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; mesh != NULL && placed->model->roles != NULL && i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3 && placed->model->roles[i] == TL_ROLE_GEAR; k++) {
            box = tl_box3_add(box, mesh->vertices[mesh->triangles[3 * i + (size_t)k]]);
        }
    }
    return box.low.x <= box.high.x ? tl_pose_point(&placed->body->pose, tl_box3_centre(box))
                                   : tl_box3_centre(tl_bvh_box(placed->body->core));
}

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

bool tl_may_observe(const tl_document_unit *unit, const tl_document_unit *firing, const tl_skill_effect *effect) {
    bool skilled = false;
    for (size_t k = 0; k < unit->skill_count; k++) {
        skilled = skilled || tl_effect_names(effect, unit->skills[k]);
    }
    return skilled && !tl_are_enemies(unit, firing);
}

/* What the models of one unit see of the goal. */
static tl_status look_by_unit(const tl_inquiry *inquiry, const tl_document_unit *unit, const tl_sight_end *goal,
                              double off, const tl_document_unit *target, tl_observed *observed, tl_error *error) {
    tl_unseen unseen = {.verdict = TL_VERDICT_NO};
    tl_party party = tl_whole_unit(inquiry, unit);
    tl_status status = target != NULL ? tl_judge_unseen(inquiry, unit, target, &unseen, error) : TL_OK;
    for (size_t m = party.first; m < party.first + party.count && status == TL_OK; m++) {
        tl_pair_sight_result sight;
        if (observed->verdict == TL_VERDICT_YES || (!goal->is_point && m == goal->member)) {
            continue;
        }
        status = goal->is_point ? tl_point_sight(inquiry, goal->point, off, m, true, &sight, error)
                                : tl_pair_sight(inquiry, m, goal->member, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        tl_verdict one = unseen.verdict == TL_VERDICT_YES  ? TL_VERDICT_NO
                         : unseen.verdict == TL_VERDICT_NO ? sight.sight.verdict
                                                           : tl_verdict_both(sight.sight.verdict, TL_VERDICT_MARGINAL);
        if (observed->observer == SIZE_MAX || tl_verdict_either(observed->verdict, one) != observed->verdict) {
            *observed = (tl_observed){tl_verdict_either(observed->verdict, one), m, sight};
        }
    }
    return status;
}

tl_status tl_look_by_observers(const tl_inquiry *inquiry, const tl_document_unit *firing, const tl_skill_effect *effect,
                               const tl_sight_end *goal, double off, const tl_document_unit *target,
                               tl_observed *observed, tl_error *error) {
    const tl_document *document = inquiry->table->document;
    *observed = (tl_observed){.verdict = TL_VERDICT_NO, .observer = SIZE_MAX};
    tl_status status = TL_OK;
    for (size_t u = 0; u < document->unit_count && status == TL_OK; u++) {
        if (&document->units[u] != target && tl_may_observe(&document->units[u], firing, effect)) {
            status = look_by_unit(inquiry, &document->units[u], goal, off, target, observed, error);
        }
    }
    return status;
}
