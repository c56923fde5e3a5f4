/* placing.c: a template that a question names, laid and judged. */
#include "judge/template/placing.h"

#include "judge/template/placing_steps.h"

#include <stdio.h>
#include <string.h>

void tl_placing_free(tl_placing *placing) {
    tl_template_free(&placing->shape);
}

bool tl_placing_is_illegal(const tl_placing *placing) {
    return placing->has_firer && placing->verdict == TL_VERDICT_NO;
}

tl_status tl_placing_rule(const tl_inquiry *inquiry, const char *shape, const tl_template_rule **rule,
                          tl_error *error) {
    const tl_ruleset *rules = inquiry->referee->ruleset;
    if (shape != NULL) {
        for (size_t i = 0; i < tl_ruleset_template_count(rules); i++) {
            *rule = tl_ruleset_template_at(rules, i);
            if (strcmp((*rule)->name, shape) == 0) {
                *rule = inquiry->drawn != NULL && inquiry->drawn[i].outline != NULL ? &inquiry->drawn[i] : *rule;
                return TL_OK;
            }
        }
    }
    const char *names[32] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < tl_ruleset_template_count(rules) && count < 32; i++) {
        names[count++] = tl_ruleset_template_at(rules, i)->name;
    }
    const char *nearest = shape != NULL ? tl_nearest_name(shape, names, count) : NULL;
    char remedy[200];
    snprintf(remedy, sizeof(remedy),
             nearest != NULL ? "did you mean `%s`?"
             : count > 0     ? "name a template such as `%s`"
                             : "this rule system has none",
             nearest != NULL ? nearest : names[0]);
    return shape != NULL ? tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "shape", remedy, "%s has no template `%s`",
                                   tl_ruleset_title(rules), shape)
                         : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "shape", remedy, "`shape` is missing");
}

/* What a question says of the place fits the shape, and is a place. */
static tl_status check_place(const tl_inquiry *inquiry, const tl_question *q, const tl_template_rule *rule,
                             tl_error *error) {
    for (int i = 0; i < q->at_count; i++) {
        if (!(fabs(q->at[i]) <= TL_DOCUMENT_REACH)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give millimetres", "`at` is too far away");
        }
    }
    if (q->has_angle && !(fabs(q->angle_deg) <= 1e6)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "angle", "give degrees", "the angle is no direction");
    }
    bool aimed = rule->flame && q->has_angle &&
                 tl_settings_is_at(&inquiry->settings, TL_SETTING_FLAME_AXIS, TL_CHOICE_FLAME_AXIS_TARGET_CENTRE);
    if (q->at_count > 0 && q->toward != NULL && !aimed) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", "leave one of the two out",
                       "`at` and `toward` both say where the template lies");
    }
    return rule->flame || !q->has_angle ? TL_OK
                                        : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "angle", "leave it out",
                                                  "`%s` is round: it has no direction", rule->name);
}

tl_status tl_placing_make(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    *p = (tl_placing){.verdict = TL_VERDICT_YES,
                      .firer = SIZE_MAX,
                      .observer = SIZE_MAX,
                      .bar = {.terrain = SIZE_MAX},
                      .aimed = SIZE_MAX,
                      .has_level = q->has_level,
                      .level = q->level,
                      .side = q->side,
                      .friends_weight = q->has_friends_weight ? q->friends_weight : 1};
    tl_status status = tl_placing_rule(inquiry, q->shape, &p->rule, error);
    if (status == TL_OK && q->from != NULL) {
        p->has_firer = true;
        status = tl_referee_party(inquiry->referee, q->from, "from", &p->firers, error);
    }
    if (status == TL_OK && !p->has_firer && !p->rule->flame && p->rule->sees_from == TL_SEES_FROM_FIRER) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the unit or member that fires",
                         "`%s` hits whom the one who fires sees, and nobody is named", p->rule->name);
    }
    if (status == TL_OK) {
        status = check_place(inquiry, q, p->rule, error);
    }
    if (status == TL_OK) {
        status =
            p->rule->flame ? tl_placing_lay_flame(inquiry, q, p, error) : tl_placing_lay_blast(inquiry, q, p, error);
    }
    if (status == TL_OK && !p->rule->flame) {
        status = tl_placing_judge_blast(inquiry, q, p, error);
    } else if (status == TL_OK && p->has_firer) {
        status = tl_placing_judge_flame(inquiry, q, p, error);
    }
    if (status == TL_OK && !p->has_firer) {
        tl_placing_find(p, TL_PLACING_NOBODY, tl_by(p->rule->flame ? TL_CLAUSE_FLAME_LAID : TL_CLAUSE_TEMPLATE_AIM),
                        TL_VERDICT_YES);
    }
    if (status != TL_OK) {
        tl_placing_free(p);
    }
    return status;
}
