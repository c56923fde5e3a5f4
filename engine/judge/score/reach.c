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

/* Whether a model is what is asked for, lit or not. `weapon`: its own, or NULL. */
static bool who_holds(const tl_inquiry *inquiry, const tl_score_who *who, size_t member, bool lit,
                      const tl_document_weapon *weapon) {
    const tl_document_member *its = tl_table_member(inquiry->table, member);
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, member);
    return (who->classes == NULL || tl_score_lists(who->classes, unit->kind->name)) &&
           (who->skills == NULL || tl_fact_has_skill(unit, weapon, who->skills)) &&
           (who->stances == NULL || tl_fact_has_stance(inquiry, member, who->stances)) &&
           (who->moved < 0 || its->moved == (who->moved == 1)) && (who->fired < 0 || its->fired == (who->fired == 1)) &&
           (who->lit < 0 || lit == (who->lit == 1));
}

/* Whether anything is asked of a target that a place hasn't. */
static bool asks_of_model(const tl_score_who *who) {
    return who->classes != NULL || who->skills != NULL || who->stances != NULL || who->moved >= 0 || who->fired >= 0;
}

/* Two models, or a model and a place (SIZE_MAX), and whether a light falls on each. */
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
           (pair->member[1] != SIZE_MAX
                ? who_holds(inquiry, &when->target, pair->member[1], pair->lit[1], NULL)
                : !asks_of_model(&when->target) && (when->target.lit < 0 || pair->lit[1] == (when->target.lit == 1)));
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

/* `lit`: whether a light falls on the one and the other. */
static void find_cap(const tl_inquiry *inquiry, reach_pair pair, const tl_verdict lit[2], tl_reach_cap *reach) {
    *reach = (tl_reach_cap){.surely = 0, .perhaps = INFINITY};
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
}

static bool has_reaches(const tl_inquiry *inquiry) {
    return tl_ruleset_reach_at(inquiry->referee->ruleset, 0) != NULL;
}

tl_status tl_reach_of(const tl_inquiry *inquiry, size_t from, size_t to, const tl_document_weapon *weapon,
                      tl_reach_cap *reach, tl_error *error) {
    const reach_pair pair = {.member = {from, to}, .weapon = weapon};
    tl_verdict lit[2] = {TL_VERDICT_NO, TL_VERDICT_NO};
    tl_status status = TL_OK;
    *reach = (tl_reach_cap){.surely = INFINITY, .perhaps = INFINITY};
    for (int k = 0; k < 2 && status == TL_OK && has_reaches(inquiry); k++) {
        status = tl_reach_is_lit(inquiry, pair.member[k], &lit[k], error);
    }
    if (status == TL_OK && has_reaches(inquiry)) {
        find_cap(inquiry, pair, lit, reach);
    }
    return status;
}

tl_status tl_reach_of_place(const tl_inquiry *inquiry, size_t from, tl_vec3 at, double off,
                            const tl_document_weapon *weapon, tl_reach_cap *reach, tl_error *error) {
    tl_verdict lit[2] = {TL_VERDICT_NO, TL_VERDICT_NO};
    tl_status status = TL_OK;
    *reach = (tl_reach_cap){.surely = INFINITY, .perhaps = INFINITY};
    if (has_reaches(inquiry)) {
        status = tl_reach_is_lit(inquiry, from, &lit[0], error);
        lit[1] = tl_fact_place_lit(inquiry, at, off);
        find_cap(inquiry, (reach_pair){.member = {from, SIZE_MAX}, .weapon = weapon}, lit, reach);
    }
    return status;
}
