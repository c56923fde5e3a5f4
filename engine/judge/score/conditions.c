/* conditions.c: makes the conditions of a score's rows, and finds out the facts that they rest on, each once. */
#include "judge/score/score.h"

#include "judge/score/limits_of.h"
#include "judge/verdict.h"

#include <string.h>

/* A score that is being made. */
typedef struct making {
    tl_fact_scene *scene;
    const tl_inquiry *inquiry;
    const tl_score_rule *rule;
    const tl_document_weapon *weapon;
    tl_scored *score;
} making;

/* What a row's conditions have in common. */
typedef struct within_row {
    making *m;
    tl_scored_line *line;
    bool unless;
    const char *whose;
} within_row;

/* --- Facts ---------------------------------------------------------------------------------------------------------*/

static tl_status measure(making *m, tl_fact *fact, tl_error *error) {
    tl_fact_limits limits;
    tl_status status = tl_limits_of(m->inquiry, m->rule, m->weapon, fact->kind, &limits, error);
    if (status == TL_OK) {
        switch (fact->kind) {
        case TL_FACT_DISTANCE:
            status = tl_fact_distance(m->scene, &limits, fact, error);
            break;
        case TL_FACT_HEIGHT:
            status = tl_fact_height(m->scene, &limits, fact, error);
            break;
        case TL_FACT_OBSERVERS:
            status = tl_fact_observers(m->scene, fact, error);
            break;
        case TL_FACT_SIDE:
            status = tl_fact_side(m->scene, fact, error);
            break;
        case TL_FACT_COVER:
        case TL_FACT_IN_COVER:
            status = tl_fact_cover(m->scene, fact->kind == TL_FACT_COVER, fact, error);
            break;
        case TL_FACT_GRADE:
            status = tl_fact_grade(m->inquiry, m->scene->target, fact, error);
            break;
        case TL_FACT_INSIDE:
            status = tl_fact_inside(m->inquiry, m->scene->target, fact->words, fact, error);
            break;
        case TL_FACT_LIT:
            status = tl_fact_lit(m->inquiry, m->scene->target, fact, error);
            break;
        case TL_FACT_UNDER:
            status = tl_fact_under(m->scene, &limits, fact, error);
            break;
        case TL_FACT_CROSSES:
            status = tl_fact_crosses(m->scene, fact->words, fact, error);
            break;
        default:
            status = tl_fact_nearest(m->inquiry, m->scene->target, fact->kind == TL_FACT_ENEMY, &limits, fact, error);
            break;
        }
    }
    tl_free(m->inquiry->context, limits.at);
    return status;
}

/* The place of a fact, which is found out when it is first asked for. */
static tl_status find_fact(making *m, tl_fact_kind kind, const tl_json_value *words, size_t *place, tl_error *error) {
    tl_scored *score = m->score;
    for (size_t i = 0; i < score->fact_count; i++) {
        const tl_fact *fact = &score->facts[i];
        if (fact->kind == kind && (words == NULL || tl_score_same_words(words, fact->words))) {
            *place = i;
            return TL_OK;
        }
    }
    *place = score->fact_count++;
    tl_fact *made = &score->facts[*place];
    *made = (tl_fact){.kind = kind, .words = words, .measured = NAN, .margin = NAN};
    return measure(m, made, error);
}

/* What a fact says of a condition. */
static tl_verdict tested(const tl_fact *fact, const tl_fact_test *test) {
    bool yes = false, no = false;
    for (size_t i = 0; i < fact->count; i++) {
        bool passes = tl_fact_passes(test, fact->values[i]);
        yes = yes || passes;
        no = no || !passes;
    }
    return yes && no ? TL_VERDICT_MARGINAL : yes ? TL_VERDICT_YES : TL_VERDICT_NO;
}

/* --- Conditions ----------------------------------------------------------------------------------------------------*/

static tl_scored_condition *add(const within_row *w, const char *word) {
    tl_scored *score = w->m->score;
    tl_scored_condition *made = &score->conditions[score->condition_count++];
    *made = (tl_scored_condition){.word = word,
                                  .whose = w->whose,
                                  .unless = w->unless,
                                  .fact = SIZE_MAX,
                                  .limit = NAN,
                                  .test = {.low = -INFINITY, .high = INFINITY}};
    w->line->count++;
    return made;
}

static void add_certain(const within_row *w, const char *word, bool holds) {
    add(w, word)->holds = holds ? TL_VERDICT_YES : TL_VERDICT_NO;
}

/* How far a measured number is from where the condition changes. */
static void set_margin(tl_scored_condition *c, const tl_fact *fact) {
    double below = fact->measured - c->test.low, above = c->test.high - fact->measured;
    c->measured = fact->measured;
    c->uncertainty = fact->uncertainty;
    c->has_margin = !isnan(fact->measured);
    c->margin = tl_min(below, above);
    c->limit = below < above ? c->test.low : c->test.high;
}

static tl_status add_test(const within_row *w, const char *word, tl_fact_kind kind, const tl_json_value *words,
                          const tl_fact_test *test, tl_error *error) {
    tl_scored_condition *made = add(w, word);
    tl_status status = find_fact(w->m, kind, words, &made->fact, error);
    if (status != TL_OK) {
        return status;
    }
    const tl_fact *fact = &w->m->score->facts[made->fact];
    made->test = *test;
    made->holds = tested(fact, test);
    if (!isnan(fact->measured)) {
        set_margin(made, fact);
    } else if (!isnan(fact->margin)) {
        made->has_margin = true;
        made->measured = NAN;
        made->uncertainty = fact->uncertainty;
        made->margin = made->holds == TL_VERDICT_NO ? -fabs(fact->margin) : fabs(fact->margin);
    }
    return TL_OK;
}

static tl_status add_band(const within_row *w, const char *word, tl_fact_kind kind, const tl_score_band *band,
                          double scale, tl_error *error) {
    if (!tl_score_band_given(band)) {
        return TL_OK;
    }
    if (!(scale > 0)) { /* shares of a range that nobody gave */
        add_certain(w, word, false);
        return TL_OK;
    }
    tl_fact_test test = {.low = -INFINITY, .high = INFINITY};
    if (band->low.given) {
        test.low = tl_limits_bound(w->m->inquiry, &band->low, scale);
        test.low_open = band->low.open;
    }
    if (band->high.given) {
        test.high = tl_limits_bound(w->m->inquiry, &band->high, scale);
        test.high_open = band->high.open;
    }
    return add_test(w, word, kind, NULL, &test, error);
}

/* The grades or sides that a list names, as bits. */
static uint64_t grade_bits(const tl_inquiry *inquiry, const tl_json_value *words) {
    uint64_t bits = tl_score_lists(words, TL_SCORE_UNGRADED) ? 1 : 0;
    for (size_t i = 0; i < tl_ruleset_grade_count(inquiry->referee->ruleset); i++) {
        const tl_grade_rule *grade = tl_ruleset_grade_at(inquiry->referee->ruleset, i);
        bits |= tl_score_lists(words, grade->name) ? UINT64_C(2) << i : 0;
    }
    return bits;
}

static uint64_t side_bits(const tl_json_value *words) {
    uint64_t bits = 0;
    for (size_t i = 0; i < TL_SCORE_SIDES; i++) {
        bits |= tl_score_lists(words, tl_score_side_word(i)) ? UINT64_C(1) << i : 0;
    }
    return bits;
}

/* --- One model -----------------------------------------------------------------------------------------------------*/

/* Whether it takes more than its mark to know if a model is lit: there are lights, and it isn't marked. */
static bool by_light(const making *m, size_t member) {
    const tl_referee *referee = m->inquiry->referee;
    for (size_t i = 0; i < referee->area_count; i++) {
        if (referee->areas[i].kind->lights) {
            return !tl_table_member(m->inquiry->table, member)->lit;
        }
    }
    return false;
}

/* What of a model the scene says: every condition on that, told one by one with a row to tell them to. */
static bool marks_hold(const making *m, const tl_score_who *who, size_t member, bool from, const within_row *w) {
    const tl_document_member *its = tl_table_member(m->inquiry->table, member);
    const struct {
        const char *word;
        bool asked, holds;
    } marks[] = {
        {"class", who->classes != NULL,
         tl_score_lists(who->classes, tl_table_unit_of(m->inquiry->table, member)->kind->name)},
        {"skill", who->skills != NULL,
         tl_fact_has_skill(tl_table_unit_of(m->inquiry->table, member), from ? m->weapon : NULL, who->skills)},
        {"stance", who->stances != NULL, tl_fact_has_stance(m->inquiry, member, who->stances)},
        {"moved", who->moved >= 0, its->moved == (who->moved == 1)},
        {"fired", who->fired >= 0, its->fired == (who->fired == 1)},
        {"lit", who->lit >= 0 && !by_light(m, member), its->lit == (who->lit == 1)},
    };
    bool all = true;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        all = all && (!marks[i].asked || marks[i].holds);
        if (marks[i].asked && w != NULL) {
            add_certain(w, marks[i].word, marks[i].holds);
        }
    }
    return all;
}

static tl_status add_target(within_row *w, const tl_score_who *who, tl_error *error) {
    const making *m = w->m;
    const tl_fact_test yes = {.low = 1, .high = 1};
    w->whose = "target";
    (void)marks_hold(m, who, m->scene->target, false, w);
    tl_status status = TL_OK;
    if (who->lit >= 0 && by_light(m, m->scene->target)) {
        const tl_fact_test lit = {.low = who->lit, .high = who->lit};
        status = add_test(w, "lit", TL_FACT_LIT, NULL, &lit, error);
    }
    if (status == TL_OK && who->inside != NULL) {
        status = add_test(w, "in", TL_FACT_INSIDE, who->inside, &yes, error);
    }
    if (status == TL_OK && who->grades != NULL) {
        const tl_fact_test test = {.bits = grade_bits(m->inquiry, who->grades)};
        status = add_test(w, "grade", TL_FACT_GRADE, NULL, &test, error);
    }
    double unit = m->inquiry->game_unit;
    status = status == TL_OK ? add_band(w, "nearest_friend", TL_FACT_FRIEND, &who->friends, unit, error) : status;
    return status == TL_OK ? add_band(w, "nearest_enemy", TL_FACT_ENEMY, &who->enemies, unit, error) : status;
}

/* What a fact about one of those who look says: it is found out, held against a test and let go of. */
static tl_status look_at_one(const making *m, size_t member, tl_fact_kind kind, const tl_json_value *words,
                             const tl_fact_test *test, tl_verdict *all, tl_error *error) {
    tl_fact fact = {.kind = kind};
    tl_fact_limits limits;
    tl_status status = tl_limits_of(m->inquiry, m->rule, m->weapon, kind, &limits, error);
    if (status == TL_OK) {
        status = kind == TL_FACT_INSIDE ? tl_fact_inside(m->inquiry, member, words, &fact, error)
                 : kind == TL_FACT_LIT  ? tl_fact_lit(m->inquiry, member, &fact, error)
                 : kind == TL_FACT_GRADE
                     ? tl_fact_grade(m->inquiry, member, &fact, error)
                     : tl_fact_nearest(m->inquiry, member, kind == TL_FACT_ENEMY, &limits, &fact, error);
    }
    if (status == TL_OK) {
        *all = tl_verdict_both(*all, tested(&fact, test));
    }
    tl_free(m->inquiry->context, fact.values);
    tl_free(m->inquiry->context, limits.at);
    return status;
}

static tl_status band_of_one(const making *m, size_t member, tl_fact_kind kind, const tl_score_band *band,
                             tl_verdict *all, tl_error *error) {
    double unit = m->inquiry->game_unit;
    tl_fact_test test = {.low = band->low.given ? tl_limits_bound(m->inquiry, &band->low, unit) : -INFINITY,
                         .high = band->high.given ? tl_limits_bound(m->inquiry, &band->high, unit) : INFINITY,
                         .low_open = band->low.open,
                         .high_open = band->high.open};
    return tl_score_band_given(band) ? look_at_one(m, member, kind, NULL, &test, all, error) : TL_OK;
}

/* Whether one of those who look is all that is asked for. */
static tl_status one_of_them(const making *m, const tl_score_who *who, size_t member, tl_verdict *all,
                             tl_error *error) {
    const tl_fact_test yes = {.low = 1, .high = 1};
    tl_status status = TL_OK;
    *all = marks_hold(m, who, member, true, NULL) ? TL_VERDICT_YES : TL_VERDICT_NO;
    if (who->lit >= 0 && by_light(m, member)) {
        const tl_fact_test lit = {.low = who->lit, .high = who->lit};
        status = look_at_one(m, member, TL_FACT_LIT, NULL, &lit, all, error);
    }
    if (status == TL_OK && who->inside != NULL) {
        status = look_at_one(m, member, TL_FACT_INSIDE, who->inside, &yes, all, error);
    }
    if (status == TL_OK && who->grades != NULL) {
        const tl_fact_test test = {.bits = grade_bits(m->inquiry, who->grades)};
        status = look_at_one(m, member, TL_FACT_GRADE, NULL, &test, all, error);
    }
    status = status == TL_OK ? band_of_one(m, member, TL_FACT_FRIEND, &who->friends, all, error) : status;
    return status == TL_OK ? band_of_one(m, member, TL_FACT_ENEMY, &who->enemies, all, error) : status;
}

static bool asks_anything(const tl_score_who *who) {
    return who->classes != NULL || who->skills != NULL || who->stances != NULL || who->inside != NULL ||
           who->grades != NULL || who->moved >= 0 || who->fired >= 0 || who->lit >= 0 ||
           tl_score_band_given(&who->friends) || tl_score_band_given(&who->enemies);
}

/* One condition for all that is asked of those who look: one of them must be all of it. */
static tl_status add_from(within_row *w, const tl_score_who *who, tl_error *error) {
    making *m = w->m;
    if (!asks_anything(who)) {
        return TL_OK;
    }
    tl_verdict any = TL_VERDICT_NO;
    for (size_t i = 0; i < m->scene->count; i++) {
        const tl_fact_observer *o = &m->scene->observers[i];
        if (o->sees == TL_VERDICT_NO) {
            continue;
        }
        tl_verdict one;
        tl_status status = one_of_them(m, who, o->member, &one, error);
        if (status != TL_OK) {
            return status;
        }
        any = tl_verdict_either(any, o->certain ? one : tl_verdict_both(one, TL_VERDICT_MARGINAL));
    }
    w->whose = "from";
    tl_scored_condition *made = add(w, "from");
    made->fact = m->score->fact_count++;
    made->test = (tl_fact_test){.low = 1, .high = 1};
    made->holds = any;
    tl_fact *fact = &m->score->facts[made->fact];
    *fact = (tl_fact){.kind = TL_FACT_FROM};
    return tl_fact_of_verdict(m->inquiry, any, fact, error);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------*/

static tl_status add_measured(within_row *w, const tl_score_when *when, tl_error *error) {
    const making *m = w->m;
    double longest = tl_limits_longest(m->inquiry, m->weapon), least = tl_limits_least(m->inquiry, m->weapon);
    double unit = m->inquiry->game_unit;
    tl_status status = add_band(w, "distance", TL_FACT_DISTANCE, &when->distance, unit, error);
    status =
        status == TL_OK ? add_band(w, "range_share", TL_FACT_DISTANCE, &when->range_share, longest, error) : status;
    status = status == TL_OK ? add_band(w, "height", TL_FACT_HEIGHT, &when->height, unit, error) : status;
    status = status == TL_OK ? add_band(w, "observers", TL_FACT_OBSERVERS, &when->observers, 1, error) : status;
    /* a scale of 0: of a template that doesn't lie there nothing holds */
    double laid = m->scene->laid != NULL ? 1 : 0;
    status = status == TL_OK ? add_band(w, "under", TL_FACT_UNDER, &when->under, laid, error) : status;
    if (status == TL_OK && when->below_minimum >= 0) {
        bool below = when->below_minimum == 1;
        tl_fact_test test = {.low = below ? -INFINITY : least, .high = below ? least : INFINITY, .high_open = below};
        status = add_test(w, "below_minimum", TL_FACT_DISTANCE, NULL, &test, error);
    }
    return status;
}

static tl_status add_looked_at(within_row *w, const tl_score_when *when, tl_error *error) {
    const tl_fact_test yes = {.low = 1, .high = 1};
    const tl_fact_test grades = {.bits = grade_bits(w->m->inquiry, when->cover)};
    const tl_fact_test sides = {.bits = side_bits(when->sides)};
    const tl_fact_test covered = {.low = when->in_cover, .high = when->in_cover};
    tl_status status = TL_OK;
    if (when->cover != NULL) {
        status = add_test(w, "cover", TL_FACT_COVER, NULL, &grades, error);
    }
    if (status == TL_OK && when->in_cover >= 0) {
        status = add_test(w, "in_cover", TL_FACT_IN_COVER, NULL, &covered, error);
    }
    if (status == TL_OK && when->crosses != NULL) {
        status = add_test(w, "crosses", TL_FACT_CROSSES, when->crosses, &yes, error);
    }
    if (status == TL_OK && when->sides != NULL) {
        status = add_test(w, "side", TL_FACT_SIDE, NULL, &sides, error);
    }
    return status;
}

/* All conditions of a list. What the scene alone says comes first. */
static tl_status add_when(within_row *w, const tl_score_when *when, tl_error *error) {
    const tl_inquiry *inquiry = w->m->inquiry;
    w->whose = "";
    if (when->night >= 0) {
        add_certain(w, "night", inquiry->table->document->night == (when->night == 1));
    }
    if (when->setting != TL_SETTING_COUNT) {
        add_certain(w, "setting", tl_settings_is_at(&inquiry->settings, when->setting, when->choice));
    }
    if (when->weapons != NULL) {
        const tl_document_weapon *weapon = w->m->weapon;
        add_certain(w, "weapon",
                    weapon != NULL && weapon->kind != NULL && tl_score_lists(when->weapons, weapon->kind->name));
    }
    tl_status status = add_measured(w, when, error);
    status = status == TL_OK ? add_looked_at(w, when, error) : status;
    status = status == TL_OK ? add_target(w, &when->target, error) : status;
    return status == TL_OK ? add_from(w, &when->from, error) : status;
}

tl_status tl_scored_conditions(tl_fact_scene *scene, const tl_score_rule *rule, const tl_document_weapon *weapon,
                               tl_scored *score, tl_error *error) {
    enum { MOST_OF_A_LIST = 24, FACTS_OF_A_ROW = 8, OTHER_FACTS = 16 }; /* what a list of conditions may name */
    tl_context *context = scene->inquiry->context;
    making m = {scene, scene->inquiry, rule, weapon, score};
    size_t distance;
    score->lines = tl_alloc_array(context, rule->row_count, sizeof(*score->lines));
    score->conditions = tl_alloc_array(context, 2 * MOST_OF_A_LIST * rule->row_count, sizeof(*score->conditions));
    score->facts = tl_alloc_array(context, FACTS_OF_A_ROW * rule->row_count + OTHER_FACTS, sizeof(*score->facts));
    if (score->lines == NULL || score->conditions == NULL || score->facts == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = find_fact(&m, TL_FACT_DISTANCE, NULL, &distance, error); /* who may be the nearest */
    for (size_t i = 0; i < rule->row_count && status == TL_OK; i++) {
        tl_scored_line *line = &score->lines[score->line_count++];
        within_row w = {.m = &m, .line = line, .whose = ""};
        *line = (tl_scored_line){.row = &rule->rows[i], .first = score->condition_count};
        status = add_when(&w, &line->row->when, error);
        w.unless = true;
        if (status == TL_OK && line->row->has_unless) {
            status = add_when(&w, &line->row->unless, error);
        }
    }
    return status;
}
