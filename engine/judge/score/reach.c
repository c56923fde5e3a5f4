/* reach.c: how far fire reaches at most. */
#include "judge/score/reach.h"

#include "judge/score/fact.h"

tl_status tl_reach_is_lit(const tl_inquiry *inquiry, size_t member, tl_verdict *lit, tl_error *error) {
    *lit = TL_VERDICT_YES;
    if (tl_table_member(inquiry->table, member)->lit) {
        return TL_OK;
    }
    tl_fact fact = {.kind = TL_FACT_LIT};
    tl_status status = tl_fact_lit(inquiry, member, &fact, error);
    bool yes = false, no = false;
    for (size_t i = 0; i < fact.count; i++) {
        yes = yes || fact.values[i] != 0;
        no = no || fact.values[i] == 0;
    }
    tl_free(inquiry->context, fact.values);
    *lit = yes && no ? TL_VERDICT_MARGINAL : yes ? TL_VERDICT_YES : TL_VERDICT_NO;
    return status;
}

static bool lists_one(const tl_json_value *words, const char *const *skills, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (tl_score_lists(words, skills[i])) {
            return true;
        }
    }
    return false;
}

static bool has_skill(const tl_document_unit *unit, const tl_document_weapon *weapon, const tl_json_value *words) {
    return lists_one(words, unit->skills, unit->skill_count) ||
           (weapon != NULL && lists_one(words, weapon->skills, weapon->skill_count));
}

/* Whether a model is what is asked for, lit or not. `weapon`: its own, or NULL. */
static bool who_holds(const tl_inquiry *inquiry, const tl_score_who *who, size_t member, bool lit,
                      const tl_document_weapon *weapon) {
    const tl_document_member *its = tl_table_member(inquiry->table, member);
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, member);
    const tl_stance_rule *stance =
        its->stance != NULL ? its->stance : tl_ruleset_stance_at(inquiry->referee->ruleset, 0);
    return (who->classes == NULL || tl_score_lists(who->classes, unit->kind->name)) &&
           (who->skills == NULL || has_skill(unit, weapon, who->skills)) &&
           (who->stances == NULL || (stance != NULL && tl_score_lists(who->stances, stance->name))) &&
           (who->moved < 0 || its->moved == (who->moved == 1)) && (who->fired < 0 || its->fired == (who->fired == 1)) &&
           (who->lit < 0 || lit == (who->lit == 1));
}

/* Two models, and whether a light falls on each. */
typedef struct reach_pair {
    size_t member[2];
    bool lit[2];
    const tl_document_weapon *weapon;
} reach_pair;

static bool when_holds(const tl_inquiry *inquiry, const tl_score_when *when, const reach_pair *pair) {
    const bool night = inquiry->table->document->night;
    const tl_document_weapon *weapon = pair->weapon;
    return (when->night < 0 || night == (when->night == 1)) &&
           (when->weapons == NULL ||
            (weapon != NULL && weapon->kind != NULL && tl_score_lists(when->weapons, weapon->kind->name))) &&
           (when->setting == TL_SETTING_COUNT || tl_settings_is_at(&inquiry->settings, when->setting, when->choice)) &&
           who_holds(inquiry, &when->from, pair->member[0], pair->lit[0], weapon) &&
           who_holds(inquiry, &when->target, pair->member[1], pair->lit[1], NULL);
}

/* The least length of the rows that hold, mm. */
static double least_of(const tl_inquiry *inquiry, const reach_pair *pair, const tl_reach_rule **which) {
    const tl_reach_rule *row;
    double least = INFINITY;
    for (size_t i = 0; (row = tl_ruleset_reach_at(inquiry->referee->ruleset, i)) != NULL; i++) {
        const double far = row->units * inquiry->game_unit;
        if (far < least && when_holds(inquiry, &row->when, pair) &&
            !(row->has_unless && when_holds(inquiry, &row->unless, pair))) {
            least = far;
            *which = row;
        }
    }
    return least;
}

bool tl_reach_asks_of_firer(const tl_inquiry *inquiry) {
    const tl_reach_rule *row;
    bool asks = false;
    for (size_t i = 0; (row = tl_ruleset_reach_at(inquiry->referee->ruleset, i)) != NULL; i++) {
        asks = asks || row->when.from.lit >= 0 || row->unless.from.lit >= 0;
    }
    return asks;
}

tl_status tl_reach_of(const tl_inquiry *inquiry, size_t from, size_t to, const tl_document_weapon *weapon,
                      tl_reach_cap *reach, tl_error *error) {
    reach_pair pair = {.member = {from, to}, .weapon = weapon};
    tl_verdict lit[2] = {TL_VERDICT_NO, TL_VERDICT_NO};
    *reach = (tl_reach_cap){.surely = INFINITY, .perhaps = INFINITY};
    if (tl_ruleset_reach_at(inquiry->referee->ruleset, 0) == NULL) {
        return TL_OK;
    }
    for (int k = 0; k < 2; k++) {
        tl_status status = tl_reach_is_lit(inquiry, pair.member[k], &lit[k], error);
        if (status != TL_OK) {
            return status;
        }
    }
    reach->surely = 0;
    for (int way = 0; way < 4; way++) { /* one and the other lit or not, as far as they may be */
        const bool from_lit = (way & 1) != 0, to_lit = (way & 2) != 0;
        if (lit[0] == (from_lit ? TL_VERDICT_NO : TL_VERDICT_YES) ||
            lit[1] == (to_lit ? TL_VERDICT_NO : TL_VERDICT_YES)) {
            continue;
        }
        pair.lit[0] = from_lit;
        pair.lit[1] = to_lit;
        const tl_reach_rule *row = NULL;
        const double far = least_of(inquiry, &pair, &row);
        if (far < reach->perhaps) {
            reach->perhaps = far;
            reach->row = row;
        }
        reach->surely = tl_max(reach->surely, far);
    }
    return TL_OK;
}
