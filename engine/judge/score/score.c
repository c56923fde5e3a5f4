/* score.c: judges scores: who looks, from where, at whom, and what it all comes to. */
#include "judge/score/score.h"

#include "judge/party.h"
#include "judge/special.h"
#include "judge/template/placing.h"
#include "judge/verdict.h"

#include <stdio.h>
#include <string.h>

/* --- Which score, with which weapon --------------------------------------------------------------------------------*/

static tl_status find_rule(const tl_inquiry *inquiry, const char *name, const tl_score_rule **rule, tl_error *error) {
    enum { TRIED = 32 };
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    const char *names[TRIED];
    size_t count = 0;
    while (count < TRIED && tl_ruleset_score_at(ruleset, count) != NULL) {
        names[count] = tl_ruleset_score_at(ruleset, count)->name;
        count++;
    }
    *rule = name != NULL ? tl_ruleset_score(ruleset, name) : count == 1 ? tl_ruleset_score_at(ruleset, 0) : NULL;
    char remedy[160];
    if (count == 0) {
        return tl_fail(error, TL_ERROR_NO_RULE, NULL, NULL, "if the game has some, give its file `scores`",
                       "the rule system %s has no rule for scores", tl_ruleset_name(ruleset));
    }
    if (*rule == NULL && name == NULL) {
        snprintf(remedy, sizeof(remedy), "name one, such as `%.60s` or `%.60s`", names[0], names[1]);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "score", remedy, "the rule system %s has several scores",
                       tl_ruleset_name(ruleset));
    }
    if (*rule == NULL) {
        const char *nearest = tl_nearest_name(name, names, count);
        snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%.60s`?" : "there is `%.60s`",
                 nearest != NULL ? nearest : names[0]);
        return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "score", remedy, "the rule system %s has no score `%s`",
                       tl_ruleset_name(ruleset), name);
    }
    return TL_OK;
}

static bool when_needs_weapon(const tl_score_when *when) {
    return when->weapons != NULL || tl_score_band_given(&when->range_share) || when->below_minimum >= 0;
}

static bool needs_weapon(const tl_score_rule *rule) {
    bool needed = rule->by_weapon;
    for (size_t i = 0; i < rule->row_count; i++) {
        needed = needed || when_needs_weapon(&rule->rows[i].when) || when_needs_weapon(&rule->rows[i].unless);
    }
    return needed;
}

/* The weapon that is meant: the one named, or the only one that somebody carries. */
static tl_status find_weapon(const tl_inquiry *inquiry, const tl_judge_score_found *found, const char *name,
                             const tl_document_weapon **weapon, tl_error *error) {
    const tl_document_weapon *weapons, *first = NULL, *second = NULL;
    size_t count;
    char remedy[160];
    tl_status status = tl_party_weapons(inquiry, &found->from, name, &weapons, &count, error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        if (tl_party_carries(&found->from, SIZE_MAX, &weapons[i])) {
            second = second == NULL && first != NULL ? &weapons[i] : second;
            first = first == NULL ? &weapons[i] : first;
        }
    }
    *weapon = first;
    if (status != TL_OK || !needs_weapon(found->rule)) {
        return status;
    }
    if (first == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "weapon", "give the unit `weapons`",
                       "the score `%s` is one of weapons, and %s has none", found->rule->name, found->from.name);
    }
    if (second != NULL) {
        snprintf(remedy, sizeof(remedy), "name one, such as `%.60s` or `%.60s`", first->id, second->id);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "weapon", remedy,
                       "the score `%s` is one of weapons, and %s has several", found->rule->name, found->from.name);
    }
    if (found->rule->by_weapon && (first->kind == NULL || first->kind->band_count == 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "weapon",
                       "give it a `kind` that has `bands` among the rule system's `weapons`",
                       "the weapon `%s` has no table of ranges", first->id);
    }
    return TL_OK;
}

/* --- Who looks -----------------------------------------------------------------------------------------------------*/

static bool asks_sight(const tl_score_rule *rule) {
    bool asked = rule->sight;
    for (size_t i = 0; i < rule->row_count; i++) {
        asked = asked || tl_score_band_given(&rule->rows[i].when.observers) ||
                tl_score_band_given(&rule->rows[i].unless.observers);
    }
    return asked;
}

/* What one of them sees of the target; the line that tells most is kept. */
static tl_status look(const tl_judge_score_found *found, const tl_inquiry *inquiry, tl_fact_observer *observer,
                      tl_scored *score, tl_error *error) {
    tl_inquiry own = tl_inquiry_of_weapon(inquiry, found->from.unit, found->weapon);
    tl_pair_sight_result line;
    tl_status status = tl_pair_sight(&own, observer->member, score->to, &line, error);
    if (status == TL_OK) {
        observer->sees = tl_verdict_both(line.sight.verdict, tl_unseen_sees(&score->unseen));
        if (!score->looked || tl_verdict_rank(line.sight.verdict) > tl_verdict_rank(score->line.sight.verdict)) {
            score->line = line;
        }
        score->looked = true;
        score->sees = tl_verdict_either(score->sees, observer->sees);
    }
    return status;
}

/* All who look, or those of them who may. */
static tl_status look_all(const tl_judge_score_found *found, const tl_inquiry *inquiry, tl_fact_scene *scene,
                          tl_scored *score, tl_error *error) {
    tl_status status = TL_OK;
    bool sight = asks_sight(found->rule);
    size_t open = 0, kept = 0;
    score->sees = sight ? TL_VERDICT_NO : TL_VERDICT_YES;
    if (sight) {
        status = tl_judge_unseen(inquiry, found->from.unit, tl_table_unit_of(inquiry->table, score->to), &score->unseen,
                                 error);
    }
    for (size_t i = 0; i < scene->count && status == TL_OK; i++) {
        scene->observers[i].sees = TL_VERDICT_YES;
        status = sight ? look(found, inquiry, &scene->observers[i], score, error) : TL_OK;
        open += scene->observers[i].sees != TL_VERDICT_NO;
    }
    for (size_t i = 0; i < scene->count; i++) {
        tl_fact_observer o = scene->observers[i];
        o.certain = !found->rule->sight || o.sees == TL_VERDICT_YES || open == 1;
        if (!found->rule->sight || o.sees != TL_VERDICT_NO || open == 0) {
            scene->observers[kept++] = o;
        }
    }
    scene->count = kept;
    return status;
}

/* --- One score -----------------------------------------------------------------------------------------------------*/

static tl_status judge_one(const tl_judge_score_found *found, const tl_inquiry *inquiry, tl_fact_scene *scene,
                           tl_scored *score, tl_error *error) {
    tl_status status = look_all(found, inquiry, scene, score, error);
    score->verdict = TL_VERDICT_NO;
    if (status != TL_OK || (found->rule->sight && score->sees == TL_VERDICT_NO)) {
        return status;
    }
    status = tl_scored_conditions(scene, found->rule, found->weapon, score, error);
    if (status == TL_OK) {
        status = tl_scored_sum(inquiry, found->rule, found->weapon != NULL ? found->weapon->kind : NULL, score, error);
    }
    for (size_t i = scene->count; i-- > 0 && status == TL_OK;) {
        score->from = scene->observers[i].may_be_nearest ? scene->observers[i].member : score->from;
    }
    if (status == TL_OK && found->rule->sight) {
        score->verdict = tl_verdict_both(score->verdict, score->sees);
    }
    return status;
}

/* The models that look: those that carry the weapon, where one is asked for. `only`: of these the one of this number.
 */
static size_t gather(const tl_judge_score_found *found, size_t only, bool each, tl_fact_observer *observers) {
    size_t count = 0, carriers = 0;
    for (size_t i = 0; i < found->from.count; i++) {
        if (found->weapon != NULL && needs_weapon(found->rule) && !tl_party_carries(&found->from, i, found->weapon)) {
            continue;
        }
        if (!each || carriers == only) {
            observers[count++] = (tl_fact_observer){.member = found->from.first + i};
        }
        carriers++;
    }
    return count;
}

static tl_status judge_all(const tl_inquiry *inquiry, tl_judge_score_found *found, tl_error *error) {
    size_t rounds = found->rule->each ? found->from.count : 1;
    tl_fact_observer *observers = tl_alloc_array(inquiry->context, found->from.count, sizeof(*observers));
    found->scores = tl_alloc_array(inquiry->context, rounds * found->to.count, sizeof(*found->scores));
    tl_status status = observers != NULL && found->scores != NULL ? TL_OK : tl_fail_memory(error);
    bool open = false, yes = false;
    for (size_t k = 0; k < rounds * found->to.count && status == TL_OK; k++) {
        size_t count = gather(found, k / found->to.count, found->rule->each, observers);
        if (count == 0) {
            break; /* no more who carry the weapon */
        }
        tl_scored *score = &found->scores[found->count++];
        tl_fact_scene scene = {.inquiry = inquiry,
                               .target = found->to.first + k % found->to.count,
                               .observers = observers,
                               .count = count,
                               .weapon = found->weapon,
                               .laid = found->laid ? &found->placing.shape : NULL};
        *score = (tl_scored){.from = observers[0].member, .to = scene.target};
        status = judge_one(found, inquiry, &scene, score, error);
        open = open || score->verdict == TL_VERDICT_MARGINAL;
        yes = yes || score->verdict == TL_VERDICT_YES;
    }
    found->verdict = open ? TL_VERDICT_MARGINAL : yes ? TL_VERDICT_YES : TL_VERDICT_NO;
    tl_free(inquiry->context, observers);
    return status;
}

/* The template of the question, where it says where one lies: whoever lays it, and whether he may, is another one. */
static tl_status lay(const tl_inquiry *inquiry, const tl_question *question, tl_judge_score_found *found,
                     tl_error *error) {
    if (question == NULL || question->shape == NULL) {
        return TL_OK;
    }
    tl_question where = *question;
    where.from = where.toward = NULL;
    tl_status status = tl_placing_make(inquiry, &where, &found->placing, error);
    found->laid = status == TL_OK;
    return status;
}

tl_status tl_judge_score(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *score,
                         const char *weapon, const tl_question *question, tl_judge_score_found *found,
                         tl_error *error) {
    *found = (tl_judge_score_found){.context = inquiry->context, .from = *from, .to = *to};
    tl_status status = tl_party_differs(from, to, error);
    status = status == TL_OK ? find_rule(inquiry, score, &found->rule, error) : status;
    status = status == TL_OK ? find_weapon(inquiry, found, weapon, &found->weapon, error) : status;
    if (status == TL_OK) {
        found->cause = tl_by_row(TL_CLAUSE_SCORE, found->rule->rule);
        found->weapon = needs_weapon(found->rule) || weapon != NULL ? found->weapon : NULL;
        status = lay(inquiry, question, found, error);
    }
    status = status == TL_OK ? judge_all(inquiry, found, error) : status;
    return status;
}

void tl_judge_score_found_free(tl_judge_score_found *found) {
    for (size_t i = 0; i < found->count; i++) {
        tl_scored *score = &found->scores[i];
        for (size_t k = 0; k < score->fact_count; k++) {
            tl_free(found->context, score->facts[k].values);
        }
        tl_free(found->context, score->facts);
        tl_free(found->context, score->conditions);
        tl_free(found->context, score->lines);
    }
    tl_free(found->context, found->scores);
    if (found->laid) {
        tl_placing_free(&found->placing);
    }
    *found = (tl_judge_score_found){.context = found->context};
}
