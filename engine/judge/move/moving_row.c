/* moving_row.c: whether a row of `moves` holds for a model, and what a die gives it. */
#include "judge/move/moving_row.h"

#include <string.h>

static bool has_skill(const tl_document_unit *unit, const char *word) {
    for (size_t i = 0; i < unit->skill_count; i++) {
        if (strcmp(unit->skills[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* One of a word or a list of them, or each. */
static bool has_skills(const tl_document_unit *unit, const tl_json_value *words, bool each) {
    if (words->kind == TL_JSON_STRING) {
        return has_skill(unit, words->text);
    }
    for (size_t i = 0; i < words->count; i++) {
        if (has_skill(unit, words->items[i].text) != each) {
            return !each;
        }
    }
    return each;
}

static bool all_hold(const tl_inquiry *inquiry, size_t member, bool march, const tl_move_when *when) {
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, member);
    const tl_document_member *its = tl_table_member(inquiry->table, member);
    const tl_stance_rule *stance =
        its->stance != NULL ? its->stance : tl_ruleset_stance_at(inquiry->referee->ruleset, 0);
    return (when->classes == NULL || tl_score_lists(when->classes, unit->kind->name)) &&
           (when->locomotions == NULL ||
            (unit->locomotion != NULL && tl_score_lists(when->locomotions, unit->locomotion->name))) &&
           (when->stances == NULL || (stance != NULL && tl_score_lists(when->stances, stance->name))) &&
           (when->skills == NULL || has_skills(unit, when->skills, false)) &&
           (when->all_skills == NULL || has_skills(unit, when->all_skills, true)) &&
           (when->night < 0 || inquiry->table->document->night == (when->night == 1)) &&
           (when->march < 0 || march == (when->march == 1)) && (when->moved < 0 || its->moved == (when->moved == 1)) &&
           (when->fired < 0 || its->fired == (when->fired == 1)) &&
           (when->setting == TL_SETTING_COUNT || tl_settings_is_at(&inquiry->settings, when->setting, when->choice));
}

bool tl_moving_row_holds(const tl_inquiry *inquiry, size_t member, bool march, const tl_move_rule *rule) {
    return all_hold(inquiry, member, march, &rule->when) &&
           !(rule->has_unless && all_hold(inquiry, member, march, &rule->unless));
}

const tl_move_rule *tl_moving_row_forbids(const tl_inquiry *inquiry, size_t member, bool march,
                                          const tl_terrain_kind *kind) {
    const tl_move_rule *rule;
    for (size_t i = 0; kind != NULL && (rule = tl_ruleset_move_at(inquiry->referee->ruleset, i)) != NULL; i++) {
        if (rule->does == TL_MOVE_DOES_FORBID && tl_score_lists(rule->forbids, kind->name) &&
            tl_moving_row_holds(inquiry, member, march, rule)) {
            return rule;
        }
    }
    return NULL;
}
